// SPDX-License-Identifier: MIT
// PUBLIC. Movers: characters that walk, slide along walls and keep a clearance from them.
#ifndef CAROM_WORLD_API_MOVERS_H
#define CAROM_WORLD_API_MOVERS_H

#include "../../shapes/api.h"
#include "../../shapes/shapes.h"
#include "ids.h"
#include "queries.h"

#define CAROM_MOVER_POINTS 8   ///< of a mover's shape, at most
#define CAROM_MOVER_CONTACTS 8 ///< of a move that are reported, at most
/// the fraction of the clearance by which a mover may be too near
#define CAROM_MOVER_ROUNDING 0x1p-16
/// How far a crushed mover searches for a free place, in units of radius + clearance + the distance
/// of its farthest point from its position.
#define CAROM_MOVER_REACH 2.0

/// A character that walks and keeps a clearance. Start from caromMoverDef().
typedef struct CaromMoverDef {
    CaromVec2 position;  ///< [m] finite, default (0, 0); for its limit see clearance
    CaromGeometry shape; ///< around the position: a circle (points may be null: (0, 0)), capsule,
                         ///< or convex polygon of up to CAROM_MOVER_POINTS points, copied; of
                         ///< radius 0 .. 1e6 [m]. Default a circle of 0.3 m. It never turns
    double clearance; ///< [m] 1e-6 .. 1e6, default 0.05; the least distance to everything that it
                      ///< meets, within CAROM_MOVER_ROUNDING. Coordinates and moves of more than
                      ///< 2^24 times the clearance are refused
    /// [1] finite, default (0, 0): the game is seen from above. Otherwise the up direction, of any
    /// length: the mover walks on floors, climbs steps and follows the ground down
    CaromVec2 up;
    double maxSlope;   ///< [rad] 0 .. π/2, default π/4; steeper surfaces are walls
    double stepHeight; ///< [m] 0 .. 1e6, default 0; ledges up to this are climbed
    double snap; ///< [m] 0 .. 1e6, default 0; ground that falls away by up to this is followed
    /// which shapes it meets; never sensors. `inside` and `exits` are not read. Arrays that it
    /// points to must exist as long as the mover
    CaromQueryOptions options;
    CaromBodyId body; ///< default null; moves with the mover, so that bullets and other movers meet
                      ///< it. The mover itself does not meet it
    /// default false: the body stands still between moves. true: it keeps the velocity of the last
    /// move, so that bullets meet a running character at any frame rate. Only for kinematic bodies
    /// without a parent. Other movers meet it where the last move put it, and its further motion
    /// does not push them
    bool bodyGoesOn;
    double mass; ///< [kg] 0 .. 1e9, default 80; a dynamic body that it stands on bears its weight:
                 ///< mass times the part of the world's gravity against `up`
    /// [N] 0 .. 1e12, default 600; the greatest force with which a move pushes each dynamic body in
    /// its way, and never faster than its wish; 0: it pushes none
    double pushForce;
    uint32_t cookie; ///< set by caromMoverDef
} CaromMoverDef;

/// A mover: a plain struct with all of its state. You may keep and copy it, to restore it together
/// with the world, say. Read any field; write to it only with caromMover… functions.
typedef struct CaromMover {
    CaromVec2 position; ///< [m]
    bool grounded;      ///< after its last move, on `ground`
    CaromShapeId ground;
    CaromVec2 groundPosition;             ///< [m] then: the middle of the ground shape's box; if
                                          ///< its body is dynamic: the body's position
    CaromRotation groundRotation;         ///< then: of the ground's body, if it is dynamic
    double time;                          ///< [s] the world's clock at its last move
    CaromVec2 points[CAROM_MOVER_POINTS]; ///< [m] of its shape, around the position
    int pointCount;                       ///< 1 .. CAROM_MOVER_POINTS
    double radius, clearance, stepHeight, snap;
    CaromVec2 up;       ///< [1] unit, or (0, 0)
    double slopeCosine; ///< of the steepest ground that it stands on
    CaromQueryOptions options;
    CaromBodyId body;
    bool bodyGoesOn;
    double mass, pushForce;
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
    /// [N·s] what the move gave a dynamic body there: its push, or its weight times the move's time
    CaromVec2 impulse;
    void *userData; ///< the shape's
} CaromMoverContact;

/// The result of a move.
typedef struct CaromMoverResult {
    CaromVec2 position; ///< [m] the new position
    CaromVec2 moved;    ///< [m] from the last position, including what carried and pushed it
    CaromVec2 velocity; ///< [m/s] the wish without its part into walls; on the ground, also without
                        ///< its part up or down
    bool grounded;      ///< it stands on a floor
    bool blocked;       ///< something kept it from moving by its wish
    bool stepped;       ///< it climbed a ledge
    bool crushed; ///< at some time since its last move there was no free place within reach. Then
                  ///< moving shapes may come nearer than the clearance, or pass over it. It does
                  ///< not pass shapes at rest, nor come nearer to them
    CaromShapeId ground;      ///< null if it is not grounded
    CaromVec2 groundNormal;   ///< [1] unit
    CaromVec2 groundVelocity; ///< [m/s] of the ground where it stands, spin included
    int contactCount;         ///< how many contacts are set
    CaromMoverContact contacts[CAROM_MOVER_CONTACTS]; ///< by shape, then feature
} CaromMoverResult;

/// Returns the def of a circle of 0.3 m, seen from above.
CAROM_API CaromMoverDef caromMoverDef(void);
/// Makes a mover, and moves its body (if any) to its position. If that place is not free, the first
/// move frees it or reports it as crushed. The world stores nothing of a mover: there is nothing to
/// destroy.
CAROM_API CaromError caromMoverInit(CaromWorld *world, CaromMover *mover, const CaromMoverDef *def);
/// Moves a mover by a wished velocity, from the time of its last move to the current time. First it
/// follows the bodies that moved meanwhile: it rides on its ground, and is pushed by what reaches
/// it. Then it moves by wish·dt and slides. At the end nothing that it meets is nearer than its
/// clearance, within CAROM_MOVER_ROUNDING, or `crushed` is set. Dynamic bodies are in its way like
/// others. Those that it walks into are pushed, the one that it stands on bears its weight
/// (CaromMoverDef.pushForce, mass); they move when the world is stepped.
/// Change the motion of bodies before the step, not between step and move. Cost: some 1 to 5 µs
/// with a dozen edges near. Allocates nothing, except to wake bodies. docs/mover.md has corners,
/// crowds and limits.
/// @param wish [m/s] finite; with an up direction, the game adds the velocity of falling
/// @param dt [s] > 0, finite
/// @param result may be null
CAROM_API CaromError caromMoverMove(CaromWorld *world, CaromMover *mover, CaromVec2 wish, double dt,
                                    CaromMoverResult *result);
/// Moves a mover to a place [m] at the current time, by a jump: it passes everything between.
CAROM_API CaromError caromMoverPlace(CaromWorld *world, CaromMover *mover, CaromVec2 position);
/// Returns 1 if the mover would have its clearance at a place, at the current time, otherwise 0. A
/// query; a refused call returns a value below 0, so compare with > 0.
CAROM_API int caromMoverFits(const CaromWorld *world, const CaromMover *mover, CaromVec2 position);

#endif
