// SPDX-License-Identifier: MIT
// One move of a mover, in stages: follow what moved since the last one (mover_push.c), then slide
// along the wish (mover_slide.c), on the ground with steps and snaps (mover_slide.c).
//
// Kept true by each stage: the place is one where every gap is at least −skin.breach, or the move
// is crushed and the place is the last one of which that held.
#ifndef CAROM_WORLD_MOVER_MOVER_TYPES_H
#define CAROM_WORLD_MOVER_MOVER_TYPES_H

#include "../api/movers.h"
#include "obstacle.h"

#define CR_MOVER_PLANES 8

typedef struct CrMoverTouch {
    bool found;
    CrObstacle obstacle;
    CrGap gap;
} CrMoverTouch;

typedef struct CrMove {
    CaromWorld *world;
    CaromMover *mover;        ///< the game's; written at the end
    CaromMoverResult *result; ///< its contacts are collected on the way
    CrSkin skin;
    CaromVec2 place;
    CaromVec2 pace; ///< [m/s] at which its body goes on
    bool crushed, blocked, stepped;
    CrMoverTouch ground;
    CrNear near;
} CrMove;

/// What a straight way meets first.
typedef struct CrObstacleHit {
    double fraction;
    CrObstacle obstacle;
    CrGap gap; ///< at the place where it stops
} CrObstacleHit;

/// What is touched in a slide and stands in the way of more.
typedef struct CrPlane {
    CrObstacle obstacle;
    CaromVec2 normal;
    bool flat; ///< its normal is level: what is too steep to be climbed
} CrPlane;

typedef struct CrSlide {
    CaromVec2 place;
    bool climbs; ///< what is too steep may be slid up, too
    bool level;  ///< nothing is slid up
    bool hitWall;
    CaromVec2 left; ///< of the wish, at the end
    CrPlane planes[CR_MOVER_PLANES];
    int count;
} CrSlide;

// ---- mover_slide.c

/// Whether a straight way from a place ends before one obstacle does.
bool crMoverSweepOne(const CrMove *move, const CrObstacle *obstacle, CaromVec2 place, CaromVec2 way,
                     CrObstacleHit *hit);
/// Whether the core itself meets an obstacle on a straight way, or gets deeper into it.
bool crMoverCoreMeets(const CrMove *move, const CrObstacle *obstacle, CaromVec2 place,
                      CaromVec2 way);
/// The first of all that are near; what is already breached and one-sided is being passed through.
bool crMoverSweep(const CrMove *move, CaromVec2 place, CaromVec2 way, CrObstacleHit *hit);
/// Goes as far along a wish as it can, sliding.
void crMoverSlide(CrMove *move, CrSlide *slide, CaromVec2 wish);
/// The part of a wish that leads into none of the planes.
CaromVec2 crMoverAllowed(const CrSlide *slide, CaromVec2 wish);
/// Notes a contact in the result.
void crMoverNote(CrMove *move, const CrObstacle *obstacle, const CrGap *gap);

// ---- mover_push.c

/// Whether a place is free of all that is near it. start: where the mover comes from; what it is
/// passing through there, from behind, does not count. Null: nothing is passed through.
bool crMoverIsFree(const CrMove *move, CaromVec2 place, const CaromVec2 *start);
/// all: characters, too.
bool crMoverIsInside(const CrMove *move, CaromVec2 place, bool all);
/// How far it looks for a free place.
double crMoverReach(const CaromMover *mover);
/// Rides along and is pushed by what has moved since the last move. Characters carry it and stop it
/// while it rides; but what pushes it may push it into them, and they give way in their own moves.
void crMoverFollow(CrMove *move);
/// Gets free at the clock, where something has come over it: pushed out, or to a free place near
/// it; else the move is crushed.
void crMoverFree(CrMove *move);

// ---- mover_others.c

/// Where the middle of a shape is that a mover stands on, or its body, if that is dynamic; (0, 0)
/// of none.
CaromVec2 crMoverGroundPlace(const CaromWorld *world, CaromShapeId ground);
/// The rotation of a dynamic body that a mover stands on; of others none.
CaromRotation crMoverGroundRotation(const CaromWorld *world, CaromShapeId ground);
/// The body of its ground, if that is dynamic or hangs from one that is; else CR_NONE.
uint32_t crMoverDynamicGround(const CrMove *move);
/// The body of its ground, and its slot; null: it stands on none.
const CrBody *crMoverGroundBody(const CrMove *move, uint32_t *slot);
/// Along with its ground, of the body `slot`, as far as there is room at a time; whether there was
/// for all of the way. CR_NONE: the ground is in the way as all else.
bool crMoverRideAlong(CrMove *move, CaromVec2 way, double time, uint32_t slot);
/// A mover that stands on a character follows that character's own moves since then, in any order
/// of moves; but no farther than a character can walk. One that stands on a dynamic body goes where
/// that has gone, by its pose then and now: ticks in between have changed its path.
void crMoverRideGround(CrMove *move);
/// Gets out of characters that were pushed into it, as far as what is none lets it.
void crMoverGiveWay(CrMove *move);

// ---- mover_press.c

/// What a move gives a dynamic body.
typedef struct CrMoverPress {
    uint32_t body; ///< slot
    CaromVec2 point, impulse;
} CrMoverPress;

typedef struct CrMoverPresses {
    CrMoverPress of[CAROM_MOVER_CONTACTS + 1]; ///< the last one may be the weight
    int count;
} CrMoverPresses;

/// What the move, at its end, is to give dynamic bodies; notes it in its contacts.
/// @param wish [m/s]
void crMoverFindPresses(CrMove *move, CaromVec2 wish, double dt, CrMoverPresses *presses);
/// Gives it to them. Room for edits was reserved.
void crMoverPress(const CrMove *move, const CrMoverPresses *presses);

// ---- mover_slide.c

static inline bool crMoverHasUp(const CaromMover *mover)
{
    return mover->up.x != 0.0 || mover->up.y != 0.0;
}
/// Whether one could stand on what is touched so.
bool crMoverIsFloor(const CrMove *move, const CrGap *gap, CaromVec2 place);
/// What it stands on at a place, if it does.
CrMoverTouch crMoverGround(const CrMove *move, CaromVec2 place);
/// On the ground: along it, up steps, and down again onto it. In the air as a slide. Returns the
/// velocity that is left, times the time.
CaromVec2 crMoverWalk(CrMove *move, CaromVec2 wish);

#endif
