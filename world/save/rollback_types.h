// SPDX-License-Identifier: MIT
// The moving state of a world as raw bytes, for the same world object; for rollback. It holds
// everything that steps and calls change, except calls that make or destroy bodies or shapes or
// change what rests. These edits are in the world's journal (../data/journal.h).
//
//     CrRollbackHead    its world and revision, the length of each array, numbers of the world;
//                       a sum of the head
//     arrays            listed in rollback_parts.c, each as it lies in memory
//     bodies            kinematic ones, in the order of their list
//     shapes            of these bodies, solids then sensors in the order of their lists, each with
//                       its baked points
//     the solver's side of bodies (../rigid/rigid_mirror_state.h), if there is one
//     the sum again     so that a truncated or half overwritten state is refused
//
// Everything that a step reads is in it, caches and plans too: the step after a restore costs what
// it would have cost. Left out is what follows from the clock alone (the moving index is filled
// again) and what is written before it is read.
//
// `revision` stands for everything that a state does not hold. Every edit of that changes the
// number. A state of another revision needs the mark of that revision in the journal, whose edits
// since are then undone; without it the state is refused. What moves along with a body is in the
// state instead: its base transform, its parent and all that is baked under them. `placed` shows
// whether these are unchanged.
#ifndef CAROM_WORLD_SAVE_ROLLBACK_TYPES_H
#define CAROM_WORLD_SAVE_ROLLBACK_TYPES_H

#include "../data/world.h"

/// An array that a state holds whole.
typedef struct CrRollbackPart {
    void *at;
    size_t each; ///< [B]
    int count, room;
    bool counts; ///< an array of array.h, with its own count
} CrRollbackPart;

/// Those of array.h, beside CR_FLIGHT_ARRAYS.
#define CR_ROLLBACK_ARRAYS(X)                                                                      \
    X(world->movingIndex.bodies)                                                                   \
    X(world->movingIndex.shapes)                                                                   \
    X(world->touchings.watched)                                                                    \
    X(world->rigids.all)                                                                           \
    X(world->rigids.unused)                                                                        \
    X(world->rigids.due)                                                                           \
    X(world->flights.crossings)                                                                    \
    X(world->flights.clearUntil)                                                                   \
    X(world->flights.extras)                                                                       \
    X(world->flights.stuck)                                                                        \
    X(world->flights.pierces)                                                                      \
    X(world->flights.pulls)                                                                        \
    X(world->flightDefs)                                                                           \
    X(world->recipeKinds.entries)                                                                  \
    X(world->recipeKinds.unused)                                                                   \
    X(world->pairs)                                                                                \
    X(world->edits.boxes)                                                                          \
    X(world->pendingBlasts)                                                                        \
    X(world->sensors.touched)                                                                      \
    X(world->sensors.nodes)                                                                        \
    X(world->touchings.all)                                                                        \
    X(world->projectilePairs.all)                                                                  \
    X(world->projectilePairs.boxes.nodes)

// All of them, and hot, the chains of the partners' boxes, and the three of what drifts.
#define CR_ROLLBACK_ONE(array) +1
#define CR_ROLLBACK_ONE_OF_FLIGHTS(type, name) +1
enum {
    CR_ROLLBACK_BODIES = 1 CR_FLIGHT_ARRAYS(CR_ROLLBACK_ONE_OF_FLIGHTS), ///< which part lists them
    CR_ROLLBACK_SHAPES,
    CR_ROLLBACK_PARTS =
        5 CR_FLIGHT_ARRAYS(CR_ROLLBACK_ONE_OF_FLIGHTS) CR_ROLLBACK_ARRAYS(CR_ROLLBACK_ONE)
};
#undef CR_ROLLBACK_ONE
#undef CR_ROLLBACK_ONE_OF_FLIGHTS

/// What steps and calls change in the world's own structures: type, name, where it is.
#define CR_ROLLBACK_NUMBERS(X)                                                                     \
    X(double, time, world->time)                                                                   \
    X(uint64_t, moment, world->moments.present)                                                    \
    X(double, editedAt, world->editedAt)                                                           \
    X(double, hitThreshold, world->hitThreshold)                                                   \
    X(bool, enableSleep, world->enableSleep)                                                       \
    X(CaromVec2, gravity, world->gravity)                                                          \
    X(CaromContactTuning, tuning, world->rigids.tuning)                                            \
    X(CaromCounters, counters, world->counters)                                                    \
    X(uint64_t, sequence, world->events.sequence)                                                  \
    X(int, pairRoot, world->pairRoot)                                                              \
    X(uint32_t, lastRecipe, world->lastRecipe)                                                     \
    X(uint32_t, freeFlight, world->flights.free)                                                   \
    X(int, freeCount, world->flights.freeCount)                                                    \
    X(int, liveCount, world->flights.liveCount)                                                    \
    X(uint32_t, freeExtra, world->flights.freeExtra)                                               \
    X(uint32_t, freePierces, world->flights.freePierces)                                           \
    X(int, extrasLeft, world->flights.extrasLeft)                                                  \
    X(int, piercesLeft, world->flights.piercesLeft)                                                \
    X(int, pull, world->flights.pull)                                                              \
    X(int, solids, world->movingIndex.solids)                                                      \
    X(int, dynamic, world->rigids.dynamic)                                                         \
    X(bool, editedSince, world->rigids.editedSince)                                                \
    X(bool, relist, world->rigids.relist)                                                          \
    X(int, edgeCount, world->edgeCount)                                                            \
    X(int, sensorCount, world->sensors.count)                                                      \
    X(uint64_t, reshaped, world->movingIndex.reshaped)                                             \
    X(bool, sensorsEdited, world->sensors.edited)                                                  \
    X(uint32_t, freeNode, world->sensors.freeNode)                                                 \
    X(bool, owed, world->touchings.owed)                                                           \
    X(uint64_t, legs, world->projectilePairs.legs)                                                 \
    X(double, stretch, world->projectilePairs.stretch)                                             \
    X(int, spinners, world->movingIndex.spinners)                                                  \
    X(bool, disturbed, world->movingIndex.disturbed)                                               \
    X(uint64_t, placed, world->movingIndex.placed)

typedef struct CrRollbackHead {
    uint64_t magic, size;
    uint64_t owner; ///< the world's address
    uint64_t revision;
    uint32_t tag;
    int counts[CR_ROLLBACK_PARTS];
#define CR_ROLLBACK_NUMBER(type, name, place) type name;
    CR_ROLLBACK_NUMBERS(CR_ROLLBACK_NUMBER)
#undef CR_ROLLBACK_NUMBER
    CrMotionGrid motionGrid; ///< but for its pointers, as the next
    CrBoxes partnerBoxes;
    uint64_t rigidSize; ///< [B]
    uint64_t sum;
} CrRollbackHead;

/// Lists all arrays in a fixed order. Code that copies into them must set their counts.
void crRollbackParts(const CaromWorld *world, CrRollbackPart *parts);
/// Fills in all but magic, size and sum.
void crRollbackTake(const CaromWorld *world, const CrRollbackPart *parts, CrRollbackHead *head);
/// Restores a world's numbers, after its arrays were copied.
void crRollbackPut(CaromWorld *world, const CrRollbackHead *head);

/// A shape of a kinematic body. Its baked points follow.
typedef struct CrMovingShape {
    double edited, renewed, radius;
    CaromBox box;
    CaromVec2 frame[3]; ///< of tile maps: the corner and the sides of tile (0, 0)
    uint32_t points;
    bool flipped, kept;
} CrMovingShape;

/// Sets a shape to these baked values. The points go straight to their place, which has room.
void crMovingShapePut(CrShape *shape, const CrMovingShape *moving, const char *points);

/// Shapes of kinematic bodies: solids, then sensors.
int crMovingShapes(const CaromWorld *world);
uint32_t crMovingShapeAt(const CaromWorld *world, int k);

/// Bodies and shapes. rollback_parts.c
size_t crRollbackMovingSize(const CaromWorld *world);
/// Returns the size that they have in a state, or 0 if they do not fit into what is left of it.
size_t crRollbackMovingSizeIn(const CrRollbackHead *head, const char *from, size_t left);
/// Returns what follows.
char *crRollbackTakeMoving(const CaromWorld *world, char *to);
/// Detaches bodies that had another parent. The lists of what moves are those of the state.
void crRollbackUnlinkMoved(CaromWorld *world, const char *from);
/// After that. `placed` is still the world's.
void crRollbackPutMoving(CaromWorld *world, const char *from, uint64_t placed);

// ---- edits since a mark of the journal; rollback_edits.c

/// Brings back what rests into its layers, beside what is there. On CAROM_ERROR_MEMORY nothing
/// changed. From then on nothing can fail.
CaromError crRollbackEditsPrepare(CaromWorld *world, const CrJournalMark *mark);
/// Takes what is there out of its layers, and undoes what the free lists did.
void crRollbackEditsUndo(CaromWorld *world, const CrJournalMark *mark);
/// Brings back bodies and shapes as they were, but for what the state holds of them.
void crRollbackEditsPut(CaromWorld *world, const CrJournalMark *mark);
/// Frees what is no more, and sets the journal back to its mark.
void crRollbackEditsEnd(CaromWorld *world, int mark);

#endif
