// SPDX-License-Identifier: MIT
// Rigid bodies as indices in arrays: poses, masses, shapes, contacts, and the tick that moves them.
// Knows no world, no id, no callback, no log. The caller writes velocities, forces and masses into
// the arrays, calls crDynamicsTick, and reads poses, paths, contacts and reports.
//
// Index 0 of bodies and shapes is nobody. Indices of what was removed are reused last in, first
// out. All that a tick depends on is in arrays that copy as they are (crDynamicsSave): restored,
// the same calls give the same bits.
//
// Method: E. Catto, "Solver2D" (2024): soft contacts, substeps, relaxing; colours of contacts as in
// Box2D 3. Contacts live in the lanes that solve them (contact_lanes.h).
#ifndef CAROM_DYNAMICS_DYNAMICS_H
#define CAROM_DYNAMICS_DYNAMICS_H

#include "rigid_data.h"

/// An empty scene with default settings. allocator null: the C library's.
void crDynamicsInit(CrDynamics *dynamics, const CaromAllocator *allocator);
void crDynamicsFree(CrDynamics *dynamics);
CrDynamicsSettings crDynamicsSettings(void);

/// Makes a body at a pose. On CAROM_ERROR_MEMORY nothing changes.
CaromError crDynamicsAddBody(CrDynamics *dynamics, CrRigidType type, CaromVec2 center, double angle,
                             int *body);
/// Removes a body, its shapes and contacts. Parted pairs are reported by the next tick. Fails only
/// for want of memory for reports, and then changes nothing.
CaromError crDynamicsRemoveBody(CrDynamics *dynamics, int body);
/// Changes the type; contacts of the body are made again by the next tick.
CaromError crDynamicsSetType(CrDynamics *dynamics, int body, CrRigidType type);
/// A disabled body keeps its state and touches nothing.
CaromError crDynamicsSetEnabled(CrDynamics *dynamics, int body, bool enabled);

/// Adds a shape to a body; corners are copied. On CAROM_ERROR_MEMORY nothing changes. Mass is the
/// caller's to set.
CaromError crDynamicsAddShape(CrDynamics *dynamics, int body, const CrRigidShapeDef *def,
                              int *shape);
CaromError crDynamicsRemoveShape(CrDynamics *dynamics, int shape);
/// Room for so many edges more, and for removing any: the next calls for them can't fail.
CaromError crDynamicsReserveEdges(CrDynamics *dynamics, int edges);
/// Removes some shapes of a body. Room was reserved. The list of its shapes is then the caller's to
/// link, and crDynamicsMeasure to be called. Looks at the body's contacts once.
void crDynamicsDropShapes(CrDynamics *dynamics, int body, const int32_t *shapes, int count);
/// The pairs of a shape are found again by the next tick, as after a change of its filter.
CaromError crDynamicsRefreshShape(CrDynamics *dynamics, int shape);
/// The mass or the inertia of a body has changed: its manifolds are renewed by the next tick.
void crDynamicsMassChanged(CrDynamics *dynamics, int body);
/// The body was put elsewhere: its boxes and manifolds are renewed by the next tick. Pose and
/// velocity are the caller's to write before.
void crDynamicsTeleport(CrDynamics *dynamics, int body);

/// First half of a tick: new pairs become contacts, listed in `fresh`, with mixed values of both
/// shapes. The caller may write friction and the like into them, or refuse them by
/// crDynamicsRefuseContact. CAROM_ERROR_MEMORY: nothing changed. CAROM_ERROR_NOT_FINITE: nothing
/// changed, `broken` has the bodies to be disabled.
CaromError crDynamicsFindPairs(CrDynamics *dynamics, double interval);
/// The pair is not looked at again before its boxes have parted.
void crDynamicsRefuseContact(CrDynamics *dynamics, int contact);
/// A disabled contact pushes nothing until it is enabled or its boxes part. To be called after
/// crDynamicsFindPairs, which has reserved what it needs, and before anything else is changed.
void crDynamicsSetContactEnabled(CrDynamics *dynamics, int contact, bool enabled);
/// The caller has written other friction, restitution and the like into a contact: they act from
/// the next solve on.
void crDynamicsContactChanged(CrDynamics *dynamics, int contact);
/// Wakes what the tick touches, and reserves what the second half needs for the contacts that there
/// are. CAROM_ERROR_MEMORY: no body was moved. Both halves may then be called again, for the bits
/// that they would have given now.
CaromError crDynamicsReserveSolve(CrDynamics *dynamics, double interval);
/// Second half: manifolds, colours, the solve, poses at the end of the tick, reports.
/// CAROM_ERROR_NOT_FINITE: `mayBreak` is set, and results are out of range. The state is of no use
/// any more: load the one from before the tick, disable the body in `broken`, and try again. Or
/// those that crDynamicsListSpoilt lists then, if there are any.
CaromError crDynamicsSolve(CrDynamics *dynamics, double interval);
/// Lists in `broken` the dynamic bodies of contacts with numbers that no solve has left.
void crDynamicsListSpoilt(CrDynamics *dynamics);
/// All of it.
CaromError crDynamicsTick(CrDynamics *dynamics, double interval);

/// [B] of a copy of the state.
size_t crDynamicsStateSize(const CrDynamics *dynamics);
/// Copies all that ticks and calls change: bodies, shapes, contacts, lanes, boxes, free lists.
void crDynamicsSave(const CrDynamics *dynamics, void *state);
/// Room for a state. CAROM_ERROR_SNAPSHOT: it is none of this size.
CaromError crDynamicsReserveFor(CrDynamics *dynamics, const void *state, size_t size);
/// Goes back to a state, whatever was added, removed or changed since. Room was reserved, or the
/// scene itself was once in that state.
void crDynamicsLoad(CrDynamics *dynamics, const void *state);
/// Removes everything. Nothing is reported; memory stays reserved.
void crDynamicsReset(CrDynamics *dynamics);
/// Room for the scratch memory of that many bodies and shapes.
bool crDynamicsReserve(CrDynamics *dynamics, int bodies, int shapes);
/// So many bodies, or shapes, that are not used. Room was reserved.
void crDynamicsBlankBodies(CrDynamics *dynamics, int count);
void crDynamicsBlankShapes(CrDynamics *dynamics, int count);
/// Scratch memory as after ticks, when all arrays of the state were written.
void crDynamicsAdopt(CrDynamics *dynamics);
/// Gives a shape of a state its outline and numbers.
CaromError crDynamicsSetShape(CrDynamics *dynamics, int shape, const CrRigidShapeDef *def);
/// The extent of a body whose shapes were set.
void crDynamicsMeasure(CrDynamics *dynamics, int body);
/// Whether all arrays fit together: lists, lanes, colours, free entries. Trusts no index.
bool crDynamicsHolds(const CrDynamics *dynamics);

/// The points of a contact as the last tick had them.
int crDynamicsContactPoints(const CrDynamics *dynamics, int contact, CrRigidContactView points[2]);

#endif
