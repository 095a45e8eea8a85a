// SPDX-License-Identifier: MIT
// PUBLIC. Movers: characters who walk, slide along walls and are kept at arm's length from them.
#ifndef CAROM_WORLD_API_MOVERS_H
#define CAROM_WORLD_API_MOVERS_H

#include "../../shapes/api.h"
#include "../../shapes/shapes.h"
#include "ids.h"
#include "queries.h"

#define CAROM_MOVER_POINTS 8         ///< of a mover's shape, at most
#define CAROM_MOVER_CONTACTS 8       ///< of a move that are told, at most
#define CAROM_MOVER_ROUNDING 0x1p-16 ///< the part of its clearance by which a mover may be nearer
/// How far a crushed mover looks for a free place, in units of radius + clearance + the distance of
/// its farthest point.
#define CAROM_MOVER_REACH 2.0

/// What a character is that walks, and is kept at arm's length. Start from caromMoverDef().
typedef struct CaromMoverDef {
    CaromVec2 position;  ///< [m] finite, default (0, 0); see clearance for how far out
    CaromGeometry shape; ///< around the position: a circle (points may be null: (0, 0)), capsule,
                         ///< or convex polygon of up to CAROM_MOVER_POINTS points, copied; of
                         ///< radius 0 .. 1e6 [m]. Default a circle of 0.3 m. It never turns
    double clearance;    ///< [m] 1e-6 .. 1e6, default 0.05; kept to everything, within
                         ///< CAROM_MOVER_ROUNDING of it. Coordinates and ways may be 2^24 times as
                         ///< large, or are refused
    CaromVec2 up; ///< [1] finite, default (0, 0): seen from above. Else the way up, of any length:
                  ///< it walks on floors, climbs steps, comes down onto the ground
    double maxSlope;   ///< [rad] 0 .. π/2, default π/4; what is steeper is a wall
    double stepHeight; ///< [m] 0 .. 1e6, default 0; ledges up to this are climbed
    double snap; ///< [m] 0 .. 1e6, default 0; ground that falls away by up to this is followed
    CaromQueryOptions options; ///< whom it meets; sensors are never met, `inside` and `exits` are
                               ///< not read. Arrays that it names must live as long as the mover
    CaromBodyId body; ///< default null; goes where the mover goes, so that others meet it: bullets,
                      ///< other movers. The mover itself does not
    bool bodyGoesOn;  ///< default false: it stands still between moves. True, for kinematic ones
                      ///< that hang from none: it goes on at the pace of the last move, so that
                      ///< bullets meet what runs, at any frame rate. Other movers meet it where
                      ///< the last move put it, and are not pushed by how it goes on
    uint32_t cookie;  ///< set by caromMoverDef
} CaromMoverDef;

/// A mover: a plain struct, all of its state, yours to keep and to copy (to go back to it, say,
/// with the world as it was). Read what you like; write to it by caromMover… functions only.
typedef struct CaromMover {
    CaromVec2 position; ///< [m]
    bool grounded;      ///< after its last move, on `ground`
    CaromShapeId ground;
    CaromVec2 groundPosition;             ///< [m] the middle of that, then
    double time;                          ///< [s] the world's clock at its last move
    CaromVec2 points[CAROM_MOVER_POINTS]; ///< [m] of its shape, around the position
    int pointCount;
    double radius, clearance, stepHeight, snap;
    CaromVec2 up; ///< [1] unit, or (0, 0)
    double slopeCosine;
    CaromQueryOptions options;
    CaromBodyId body;
    bool bodyGoesOn;
    uint32_t world;  ///< the tag of its world
    uint32_t cookie; ///< set by caromMoverInit
} CaromMover;

/// Something that a mover touched or was pushed by.
typedef struct CaromMoverContact {
    CaromShapeId shape;
    CaromBodyId body;
    CaromVec2 point;  ///< [m] on the surface
    CaromVec2 normal; ///< [1] unit, to the mover
    int feature;      ///< edge index of a polygon or chain, else 0
    void *userData;   ///< the shape's
} CaromMoverContact;

/// What became of a move.
typedef struct CaromMoverResult {
    CaromVec2 position; ///< [m] the new one
    CaromVec2 moved;    ///< [m] from the last one, with what carried and pushed it
    CaromVec2 velocity; ///< [m/s] what is left of the wish: without what led into walls, on the
                        ///< ground without what leads up or down
    bool grounded;      ///< it stands on a floor
    bool blocked;       ///< something kept it from its wish
    bool stepped;       ///< it climbed a ledge
    bool crushed; ///< at some time since its last move there was no free place within reach: it may
                  ///< be nearer than the clearance to what moves, or be passed over by it. What
                  ///< rests it does not pass, nor come nearer to
    CaromShapeId ground;      ///< null where it isn't grounded
    CaromVec2 groundNormal;   ///< [1] unit
    CaromVec2 groundVelocity; ///< [m/s] of the ground where it stands, spin included
    int contactCount;
    CaromMoverContact contacts[CAROM_MOVER_CONTACTS]; ///< by shape, then feature
} CaromMoverResult;

/// Returns the def of a circle of 0.3 m, seen from above.
CAROM_API CaromMoverDef caromMoverDef(void);
/// Makes a mover, and moves its body, if it has one, to its position. If that is not free, the
/// first move frees it or reports it as crushed. The world stores nothing of a mover: there is
/// nothing to destroy.
CAROM_API CaromError caromMoverInit(CaromWorld *world, CaromMover *mover, const CaromMoverDef *def);
/// Moves a mover by a wish, from its last place to the clock.
///
/// First it follows what moved since its last move: it rides on its ground, and whatever reaches it
/// pushes it by the least translation, however thin and fast. Then it goes along wish·dt, sliding.
/// In the end nothing that it meets is nearer than its clearance, within CAROM_MOVER_ROUNDING, or
/// `crushed` is set. It passes every gap as wide as itself with its clearance. A wish into a corner
/// moves it by nothing, bit for bit. One-sided walls stop it from their free side only; while it
/// comes through from behind, they keep no clearance.
///
/// Change the motion of bodies before the step, not between the step and the move. With a body, the
/// move is an edit of that body at the clock, see caromBodySetTransform. Give movers that can meet
/// equal clearances: otherwise the larger one is pushed. Predicates of its options may query the
/// world, but not change it (CAROM_ERROR_BUSY).
///
/// Cost: some 1 to 5 µs with a dozen edges near; O(edges near · edges touched). Following what
/// moves costs a look for each half (radius + clearance) by which it comes closer. After 4,096
/// looks the rest is one look, and `crushed` is set unless only the ground needed more. Allocates
/// nothing.
/// @param wish [m/s] finite; with an up direction, the game adds the velocity of its fall
/// @param dt [s] > 0, finite
/// @param result may be null
CAROM_API CaromError caromMoverMove(CaromWorld *world, CaromMover *mover, CaromVec2 wish, double dt,
                                    CaromMoverResult *result);
/// Moves a mover to a place [m] at the clock, by a jump: it passes what lies between.
CAROM_API CaromError caromMoverPlace(CaromWorld *world, CaromMover *mover, CaromVec2 position);
/// Returns 1 if the mover would have its clearance at a place, at the clock, else 0. A query; a
/// refused call is not 0, so compare with > 0.
CAROM_API int caromMoverFits(const CaromWorld *world, const CaromMover *mover, CaromVec2 position);

#endif
