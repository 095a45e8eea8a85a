// SPDX-License-Identifier: MIT
// Random worlds to fly through, and a record of all that happened in them, for the tests of flight.
// A seed names a world for ever: walls of both kinds, boxes, stars, circles, chains, capsules,
// rounded shapes, bodies that move, and projectiles of every habit.
#ifndef CAROM_TESTS_FLIGHT_FIELD_H
#define CAROM_TESTS_FLIGHT_FIELD_H

#include "../../shapes/vec.h"
#include "flight_log.h"
#include "random.h"

#define FLIGHT_BODIES 24
#define FLIGHT_SHAPES 48
#define FLIGHT_SHOTS 40

/// Which habits a random world may have, or-ed.
enum {
    FIELD_MOVES = 1,         ///< kinematic bodies
    FIELD_ASKS = 2,          ///< projectiles that ask
    FIELD_GRID = 4,          ///< all numbers small multiples of 1/4: corners hit exactly, ties
    FIELD_SETTLES = 8,       ///< gravity, and restitution below 1
    FIELD_SPINS = 16,        ///< kinematic bodies spin, some of them
    FIELD_CHAINS = 32,       ///< chains, capsules, and shapes rounded by a radius
    FIELD_BLASTS = 128,      ///< projectiles with fuses, and that explode on hits
    FIELD_STEERS = 256,      ///< drag, homing, forces and impulses
    FIELD_SENSORS = 1024,    ///< some shapes are sensors
    FIELD_PIERCES = 2048,    ///< most projectiles pierce, at some loss
    FIELD_MEETS = 4096,      ///< projectiles that meet each other
    FIELD_SLIDES = 8192,     ///< friction, rolling, belts, no bounce, sticking
    FIELD_SURFACES = 16384,  ///< a table of surfaces with ricochets, belts
    FIELD_REGIONS = 32768,   ///< regions: rings with holes, and rings that touch
    FIELD_CHANGES = 65536,   ///< edits change shapes in their place
    FIELD_FAMILIES = 131072, ///< bodies hang from bodies
    FIELD_TILES = 262144,    ///< tile maps, and edits of their tiles
    FIELD_GROUND = 524288,   ///< friction with the ground, of most projectiles
    FIELD_ALL = 1048575,
    FIELD_TOGGLES = 1048576, ///< bodies are disabled and enabled; not among all, which seeds name
    FIELD_PULLS = 2097152,   ///< kinematic bodies accelerate; as toggles
    FIELD_RIGID = 4194304    ///< most bodies that move are dynamic; as toggles
};

typedef struct FlightField {
    CaromWorld *world;
    TestRandom random;
    int habits;
    bool keeps;       ///< edits leave alone which shapes there are, what they are, and what rests
    CaromBodyId room; ///< one of the bodies
    CaromBodyId bodies[FLIGHT_BODIES];
    bool moves[FLIGHT_BODIES]; ///< is kinematic
    CaromShapeId shapes[FLIGHT_SHAPES];
    CaromProjectileId shots[FLIGHT_SHOTS];
    CaromProjectileDef defs[FLIGHT_SHOTS]; ///< as they were fired
    int bodyCount, shapeCount, shotCount;
    CaromVec2 half; ///< [m] of the room
    FlightLog log;
    FlightLog asks; ///< events the callback got, in order, and what its query found
} FlightField;

/// Makes the world of a seed; its log starts empty. def: as caromWorldDef gives it, or changed; its
/// gravity is chosen here.
void flightFieldInit(FlightField *field, uint64_t seed, int habits, const CaromWorldDef *def);
void flightFieldFree(FlightField *field);
/// Makes the field treat its world, which was brought to the same state, as `from` treats its own.
/// The records stay apart.
void flightFieldViewAs(FlightField *field, const FlightField *from);
/// Forgets what is gone and replaces it, for a field that lasts for ever.
void flightFieldRenew(FlightField *field);
/// Gives one random command now: moves, velocities, shapes that come and go, gravity, shots.
void flightFieldEdit(FlightField *field);
/// Steps to a time and records what happened.
CaromStepFlags flightFieldStepTo(FlightField *field, double time);

/// A simple polygon: a star with `count` points (at least 3) around (0, 0), jagged unless smooth.
void flightStar(TestRandom *random, CaromVec2 *points, int count, double radius, bool smooth);

/// How many times more a long run does: with CAROM_TEST_LONG=n it is n·more, unset it is 1.
int flightTestTimes(int more);
/// Returns how many of `count` seeds to run. A build with sanitizers takes ten times as long and
/// runs an eighth; CAROM_TEST_SHARE=n makes it one in n, in any build.
int flightTestShare(int count);
/// Applies both: returns the number of rounds of a test of `count`.
int flightTestRounds(int count, int more);

#endif
