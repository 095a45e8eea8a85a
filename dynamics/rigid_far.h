// SPDX-License-Identifier: MIT
// Pairs of shapes whose boxes overlap and that are apart are looked at again only when their bodies
// may have closed the gap that was last found. Points of a body move against the other one's by no
// more than the centers do, and by what turning moves the farthest. What is left out would have had
// no manifold, so nothing here changes a result, and it is no state: what is not known is looked
// at. Inside of dynamics only.
#ifndef CAROM_DYNAMICS_RIGID_FAR_H
#define CAROM_DYNAMICS_RIGID_FAR_H

#include "rigid_data.h"

/// A loose contact was added at the end, or is about to be removed: the last one takes its place.
void crRigidFarAdd(CrDynamics *dynamics, int place);
void crRigidFarRemove(CrDynamics *dynamics, int place);
/// An entry for each loose contact. Needs room.
void crRigidFarFollow(CrDynamics *dynamics);
/// The loose contact at a place is apart by a gap; below 0: that is not known.
void crRigidFarSet(CrDynamics *dynamics, int place, float gap);
/// Whether the loose contact at a place is still farther apart than its margin.
bool crRigidIsFar(const CrDynamics *dynamics, int place, double interval);
/// [m] The gap from which on a pair is solved: shapes that approach fast are solved from farther
/// away, by as much as they may approach in the tick, up to half the width of the thinner one.
float crRigidMargin(const CrDynamics *dynamics, const CrRigidContact *contact, double interval);

#endif
