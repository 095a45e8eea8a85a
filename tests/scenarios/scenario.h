// SPDX-License-Identifier: MIT
// Scenarios: small worlds, one or more for every feature. The whole course of each ends up in one
// hash. The hash is the same on every machine, by every compiler and at every level of optimisation
// (law 8): tests/same_bits and tests/matrix compare it with tests/scenarios/golden.
//
// Hashed are values, in a fixed order: every field of every event and answer but user data and what
// depends on a machine's memory. A value that is not finite ends the program: the bits of NaN
// differ between processors, so the library gives none.
#ifndef CAROM_TESTS_SCENARIO_H
#define CAROM_TESTS_SCENARIO_H

#include "../../shapes/base.h" // its guards: no arithmetic here is fused either

#include "../../world/api/carom.h"
#include "../support/random.h"
#include "scenario.h"

typedef struct Hash {
    uint64_t value;
} Hash;

typedef struct Scenario {
    const char *name;
    void (*run)(Hash *hash);
} Scenario;

/// One list a file, ended by a null name.
extern const Scenario scenariosShapes[], scenariosFlights[], scenariosHits[], scenariosThings[],
    scenariosCasts[], scenariosQueries[], scenariosMaps[], scenariosSaved[], scenariosBodies[];

// ---- hash.c: Fowler, Noll and Vo's FNV-1a

Hash hashBegin(void);
void hashBits(Hash *hash, uint64_t bits);
void hashNumber(Hash *hash, double number); ///< by its bits, so that −0 is not 0
void hashPoint(Hash *hash, CaromVec2 point);
void hashBytes(Hash *hash, const unsigned char *bytes, size_t count);
void hashHits(Hash *hash, const CaromHit *hits, int count, int capacity);
void hashManifold(Hash *hash, const CaromManifold *manifold);
void hashHit(Hash *hash, const CaromHitEvent *event);
/// All events of the last step.
void hashEvents(Hash *hash, const CaromWorld *world);
/// Where every projectile is and how it flies.
void hashFlights(Hash *hash, const CaromWorld *world);

// ---- scene.c: what worlds are furnished with

/// Prints `what` and ends the program unless the condition holds.
void must(bool condition, const char *what);

CaromVec2 randomPoint(TestRandom *random, double extent);
CaromTransform randomTransform(TestRandom *random);

/// The tag is 1, so that ids are the same everywhere.
CaromWorld *worldOf(CaromVec2 gravity);
/// One-sided walls around (−size, size)², a little askew.
CaromBodyId addRoom(CaromWorld *world, double size);
/// One of SHAPE_KINDS kinds of shapes, which reach some 3 m, on a body.
enum { SHAPE_KINDS = 12 };
CaromShapeId addShape(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                      TestRandom *random, int kind, double radius);
/// `count` bodies with a shape each, kind by kind, within (−size, size)². Of four bodies `moving`
/// (0 .. 4) drift and turn.
void addThings(CaromWorld *world, const CaromShapeDef *def, TestRandom *random, int count,
               double size, int moving, double radius);
/// `count` projectiles of one def, from random places with random velocities.
void fire(CaromWorld *world, CaromProjectileDef def, TestRandom *random, int count, double size,
          double speed);
/// Makes `steps` steps to multiples of 1/rate s; hashes all events, then the world's own hash.
void play(CaromWorld *world, Hash *hash, int steps, double rate);
/// The same, and the world ends with it.
void playToEnd(CaromWorld *world, Hash *hash, int steps, double rate);

// ---- saved.c

/// Restores what another machine saved, and hashes its future as the scenario "saved future" does.
void hashHanded(Hash *hash, const unsigned char *bytes, size_t size);
/// The snapshot that is handed around; the caller frees it.
unsigned char *saveToHand(size_t *size);

#endif
