// SPDX-License-Identifier: MIT
// The one index of what moves: shapes of kinematic bodies, solids and sensors. Refilled each step
// with the boxes they sweep; what is edited in between is searched for itself until the next
// filling. Flights, queries and movers search its solids, crossings its sensors, contacts both.
#ifndef CAROM_WORLD_INDEX_MOVING_INDEX_H
#define CAROM_WORLD_INDEX_MOVING_INDEX_H

#include "../../broadphase/box_cells.h"
#include "../../broadphase/moving_line.h"
#include "../data/world.h"

void crMovingIndexInit(CaromWorld *world);
void crMovingIndexFree(CaromWorld *world);
/// Room for `extra` more shapes, so that the calls below can't fail.
CaromError crMovingIndexReserve(CaromWorld *world, int extra);
void crMovingIndexAdd(CaromWorld *world, uint32_t shape);
void crMovingIndexRemove(CaromWorld *world, uint32_t shape);
/// Its box is not what the layer thinks. placed: it is elsewhere, or another; it did not just
/// change its motion. That alone costs no search until the next filling: the layer ends at the
/// clock, when it is where it would have been.
void crMovingIndexTouch(CaromWorld *world, uint32_t shape, bool placed);
/// From here to the filling at the end many shapes are touched, and nothing is searched: none of
/// them is kept for itself. Few are as ever, and the end fills nothing.
void crMovingIndexBeginMany(CaromWorld *world, int shapes);
void crMovingIndexEndMany(CaromWorld *world, double until);
/// Within many changes: returns whether nothing flies. Then shapes that only move on otherwise need
/// no touch: all of them count as changed from here on.
bool crMovingIndexForgetMotions(CaromWorld *world);
/// Refills the layer for the time from..to; false where there was no memory: it is then searched in
/// full.
bool crMovingIndexFill(CaromWorld *world, double from, double to);

/// A body enters the list of those that move, or leaves it. Room was reserved with its slot.
void crMovingIndexListBody(CaromWorld *world, uint32_t body);
void crMovingIndexUnlistBody(CaromWorld *world, uint32_t body);
/// A body of the list is no longer dynamic.
void crMovingIndexListOther(CaromWorld *world, uint32_t body);

/// No shape is searched for itself any more; to be refilled.
void crMovingIndexForget(CaromWorld *world);
/// The same for the clock alone, within the room that there is: without it, it is searched in full.
void crMovingIndexRefill(CaromWorld *world);
/// After a rollback, the same. isSame: no shape was made, destroyed or changed since: then boxes
/// that hold are kept.
void crMovingIndexReturn(CaromWorld *world, bool isSame);

/// Whether anything solid moves.
static inline bool crMovingIndexAny(const CaromWorld *world)
{
    return world->movingIndex.solids > 0;
}

static inline bool crMovingIndexIsEmpty(const CaromWorld *world)
{
    return crArrayCount(world->movingIndex.shapes) == 0;
}

static inline bool crMovingIndexAnySensor(const CaromWorld *world)
{
    return world->movingIndex.solids < crArrayCount(world->movingIndex.shapes);
}

/// The world-space box that a kinematic shape sweeps.
CaromBox crMovingIndexSweptBox(const CaromWorld *world, uint32_t shape, double from, double to);

/// How far a body's parabola leads from its chord within a time, along an axis.
double crMovingIndexSag(const CrBody *body, double duration);

/// The time that it is for, and what its boxes cover then.
void crMovingIndexSetTime(CaromWorld *world, double from, double to);

// ---- boxes that are kept over fillings: moving_keep.c

/// Whether boxes that are made now get a slack: then bodies' stances are known.
bool crMovingKeepBegin(CaromWorld *world);
/// The box with its slack.
CaromBox crMovingKeepBox(CaromWorld *world, const CrShape *shape, CaromBox swept);
/// Whether the index, as it is, holds for a time, but for a few shapes that it lists as unindexed.
bool crMovingKeep(CaromWorld *world, double from, double to);
/// The same for the clock, after a rollback: all bodies are looked at.
bool crMovingKeepAll(CaromWorld *world);

/// Returns every kinematic shape of some layers with a swept box that touches a box, each once.
typedef struct CrMovingIndexWalk {
    const CaromWorld *world;
    CaromBox box;
    unsigned layers;         ///< CR_MOVING_…
    const CrLinePiece *line; ///< only what it comes near matters, or null
    CrMovingWalk layer;
    int listed; ///< next in the list that is searched one by one; of cells: whether they are
    CrBoxCellsWalk cells;
} CrMovingIndexWalk;
void crMovingIndexStartIn(CrMovingIndexWalk *walk, const CaromWorld *world, CaromBox box,
                          unsigned layers);
/// Of solids.
static inline void crMovingIndexStart(CrMovingIndexWalk *walk, const CaromWorld *world,
                                      CaromBox box)
{
    crMovingIndexStartIn(walk, world, box, CR_MOVING_SOLIDS);
}
/// After that: only shapes with a swept box that the piece of a line comes near; the piece must
/// stay valid as long.
void crMovingIndexKeepTo(CrMovingIndexWalk *walk, const CrLinePiece *line);
bool crMovingIndexNext(CrMovingIndexWalk *walk, uint32_t *shape);

// ---- shapes that are not in the layer: moving_loose.c

/// There is room.
void crMovingLooseAdd(CaromWorld *world, const CrUnindexed *one);
/// One of them has another box.
void crMovingLooseMove(CaromWorld *world, const CrUnindexed *one);
void crMovingLooseRemove(CaromWorld *world, uint32_t shape);
bool crMovingLooseNext(CrMovingIndexWalk *walk, uint32_t *shape);

/// Whether a slot that was found in the layer is of a shape of these layers. It may have died since
/// the filling, or live on as something else.
bool crMovingIndexHolds(const CaromWorld *world, uint32_t shape, unsigned layers);

void crClearUntilInit(CaromWorld *world);
void crClearUntilFree(CaromWorld *world);
/// Room for all kinematic shapes that there is room for, and for flights; false: no memory.
bool crClearUntilReserve(CaromWorld *world);

/// A shape moves no more.
void crClearUntilDrop(CaromWorld *world, uint32_t shape);

/// A shape has begun to move, moves in another way, is elsewhere or another.
void crClearUntilChanged(CaromWorld *world, uint32_t shape);
/// Its pace is at least what it needs now.
void crClearUntilPace(CaromWorld *world, uint32_t shape);

#endif
