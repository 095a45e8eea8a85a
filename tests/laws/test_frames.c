// SPDX-License-Identifier: MIT
// Law 2: frame rate does not matter. The same launch gives the same events bit for bit, whatever
// the steps, and leaves the same state. Law 8's part: the search's cap is a hint and changes
// nothing either.
#include "../support/flight_field.h"

#include <math.h>

#include "../support/assertions.h"

#define END 3.0 ///< [s]
#define EDITS 12

/// How a run is cut into steps. hz 0: random ones.
typedef struct Pace {
    double hz;
    int searchCells;
} Pace;

static const Pace paces[] = {{60.0, 4096}, {24.0, 4096}, {144.0, 16}, {300.0, 4096},
                             {0.0, 4096},  {0.0, 16},    {0.25, 64}};
#define PACES ((int)(sizeof paces / sizeof paces[0]))

typedef struct Run {
    FlightField field;
    uint64_t hash;
    int pace;
    TestRandom steps;
    uint64_t frame;
} Run;

static double nextTime(Run *run, double now)
{
    double hz = paces[run->pace].hz;
    if (hz == 0.0) { // from a microsecond to a second, most of them around a frame
        return now +
               pow(10.0, testRandomRange(&run->steps,
                                         testRandomInt(&run->steps, 0, 9) == 0 ? -6.0 : -2.5, 0.0));
    }
    do {
        run->frame++;
    } while ((double)run->frame / hz <= now);
    return (double)run->frame / hz;
}

static void flyTo(Run *run, double end)
{
    for (double now = caromWorldTime(run->field.world); now < end;) {
        now = fmin(nextTime(run, now), end);
        flightFieldStepTo(&run->field, now);
    }
}

static void fly(Run *run, int seed, int habits, int pace, int edits)
{
    CaromWorldDef def = caromWorldDef();
    def.searchCells = paces[pace].searchCells;
    run->pace = pace;
    run->frame = 0;
    run->steps = testRandomSeed((uint64_t)(1000 * seed + pace));
    flightFieldInit(&run->field, (uint64_t)seed, habits, &def);
    for (int k = 1; k <= edits; k++) {
        flyTo(run, END * k / (edits + 1.0));
        for (int i = 0; i <= k % 3; i++) {
            flightFieldEdit(&run->field);
        }
    }
    flyTo(run, END);
    run->hash = caromWorldHash(run->field.world);
}

static void compareAll(int seed, int habits, int edits)
{
    Run first, other;
    fly(&first, seed, habits, 0, edits);
    for (int pace = 1; pace < PACES; pace++) {
        fly(&other, seed, habits, pace, edits);
        int difference = flightLogDifference(&first.field.log, &other.field.log);
        ck_assert_msg(difference < 0, "seed %d habits %d: at %g Hz word %d of %d differs", seed,
                      habits, paces[pace].hz, difference, first.field.log.count);
        ck_assert_msg(flightLogDifference(&first.field.asks, &other.field.asks) < 0,
                      "seed %d habits %d: asked "
                      "otherwise at %g Hz",
                      seed, habits, paces[pace].hz);
        ck_assert_msg(first.hash == other.hash, "seed %d habits %d: another state at %g Hz", seed,
                      habits, paces[pace].hz);
        flightFieldFree(&other.field);
    }
    flightFieldFree(&first.field);
}

/// All of the first four, and chains, as the bits of the seed say.
static int habitsOf(int seed)
{
    return seed % 16 | (seed / 16 % 2 ? FIELD_CHAINS : 0);
}

TEST_LOOP(resting_world_gives_the_same_events_at_every_rate, flightTestRounds(64, 30))
{
    compareAll(_i, habitsOf(_i) & ~FIELD_MOVES, 0);
}

TEST_LOOP(moving_world_gives_the_same_events_at_every_rate, flightTestRounds(64, 30))
{
    compareAll(_i, habitsOf(_i) | FIELD_MOVES, 0);
}

TEST_LOOP(spinning_world_gives_the_same_events_at_every_rate, flightTestRounds(64, 30))
{
    compareAll(_i, habitsOf(_i) | FIELD_MOVES | FIELD_SPINS, _i % 2 ? EDITS : 0);
}

TEST_LOOP(bodies_that_accelerate_give_the_same_events_at_every_rate, flightTestRounds(96, 30))
{
    int habits = FIELD_MOVES | FIELD_PULLS | (_i % 3 ? FIELD_SPINS : 0);
    habits |= (_i % 5 ? 0 : FIELD_SENSORS | FIELD_PIERCES) | (_i % 4 ? FIELD_SLIDES : 0);
    habits |= (_i % 7 ? 0 : FIELD_FAMILIES | FIELD_TOGGLES) | (_i % 8 ? 0 : FIELD_MEETS);
    habits |= _i % 9 ? 0 : FIELD_BLASTS;
    compareAll(_i, habitsOf(_i) | habits, _i % 2 ? EDITS : 0);
}

TEST_LOOP(bodies_that_are_hit_give_the_same_events_at_every_rate, flightTestRounds(96, 30))
{
    int habits = FIELD_MOVES | FIELD_RIGID | (_i % 3 ? FIELD_SPINS : 0);
    habits |= (_i % 5 ? 0 : FIELD_SENSORS | FIELD_PIERCES) | (_i % 4 ? 0 : FIELD_SLIDES);
    habits |= (_i % 7 ? 0 : FIELD_FAMILIES | FIELD_TOGGLES) | (_i % 8 ? 0 : FIELD_MEETS);
    habits |= _i % 6 ? 0 : FIELD_BLASTS;
    compareAll(_i, habitsOf(_i) | habits, _i % 2 ? EDITS : 0);
}

TEST_LOOP(edits_at_the_same_times_give_the_same_events, flightTestRounds(64, 30))
{
    compareAll(_i, habitsOf(_i), EDITS);
}

TEST_LOOP(steered_flights_give_the_same_events_at_every_rate, flightTestRounds(96, 30))
{
    compareAll(_i, habitsOf(_i) | FIELD_STEERS, _i % 3 ? EDITS : 0);
}

TEST_LOOP(ground_friction_gives_the_same_events_at_every_rate, flightTestRounds(96, 30))
{
    int habits = FIELD_GROUND | (_i / 16 % 2 ? FIELD_MEETS : 0) | (_i % 3 ? FIELD_MOVES : 0);
    habits |= (_i % 5 ? 0 : FIELD_STEERS) | (_i % 7 ? 0 : FIELD_SPINS);
    compareAll(_i, _i % 16 | habits, _i % 2 ? EDITS : 0);
}

TEST_LOOP(sliding_gives_the_same_events_at_every_rate, flightTestRounds(96, 30))
{
    compareAll(_i, _i % 16 | FIELD_SLIDES, _i % 3 ? EDITS : 0);
}

TEST_LOOP(explosions_in_the_midst_of_steps_push_alike, flightTestRounds(64, 30))
{
    int habits = FIELD_BLASTS | (_i % 2 ? FIELD_STEERS : 0) | (_i % 5 ? 0 : FIELD_SPINS);
    habits |= _i % 3 ? FIELD_SLIDES : 0;
    compareAll(_i, _i % 16 | habits, _i % 3 == 0 ? EDITS : 0);
}

TEST_LOOP(meetings_are_the_same_at_every_rate, flightTestRounds(96, 30))
{
    int habits = FIELD_MEETS | (_i / 16 % 2 ? FIELD_STEERS : 0) | (_i / 32 % 2 ? FIELD_SLIDES : 0);
    habits |= (_i % 5 ? 0 : FIELD_BLASTS) | (_i % 7 ? 0 : FIELD_SPINS);
    habits |= _i % 4 == 1 ? FIELD_MOVES | FIELD_RIGID : 0;
    compareAll(_i, _i % 16 | habits, _i % 3 == 0 ? EDITS : 0);
}

TEST_LOOP(surfaces_act_the_same_at_every_rate, flightTestRounds(96, 30))
{
    int habits = FIELD_SURFACES | (_i % 4 ? 0 : FIELD_BLASTS) | (_i % 5 ? 0 : FIELD_SPINS);
    habits |=
        (_i % 3 ? FIELD_SLIDES : 0) | (_i % 7 ? 0 : FIELD_MEETS) | (_i % 6 ? 0 : FIELD_CHAINS);
    compareAll(_i, _i % 16 | habits, _i % 3 ? EDITS : 0);
}

// Whatever habits worlds may have, in any company.
TEST_SEEDS(everything_gives_the_same_events_at_every_rate, flightTestRounds(192, 30))
{
    int habits = (int)(testRandomU64(&random) & FIELD_ALL);
    habits |= _i % 3 == 1 ? FIELD_MOVES | FIELD_RIGID : 0;
    compareAll(_i, habits, _i % 2 ? EDITS : 0);
}

TEST_LOOP(changes_in_place_give_the_same_events_at_every_rate, flightTestRounds(96, 30))
{
    int habits = FIELD_CHANGES | (_i % 2 ? FIELD_SENSORS : 0) | (_i % 3 ? 0 : FIELD_PIERCES);
    habits |= (_i % 5 ? 0 : FIELD_SPINS) | (_i % 7 ? FIELD_SLIDES : 0);
    habits |= _i % 4 == 3 ? FIELD_MOVES | FIELD_RIGID : 0;
    compareAll(_i, _i % 16 | (_i / 16 % 2 ? FIELD_CHAINS : 0) | habits, EDITS);
}

TEST_LOOP(families_of_bodies_give_the_same_events_at_every_rate, flightTestRounds(96, 30))
{
    int habits = FIELD_FAMILIES | FIELD_MOVES | (_i % 2 ? FIELD_SPINS : 0);
    habits |= (_i % 3 ? 0 : FIELD_SENSORS) | (_i % 5 ? 0 : FIELD_CHANGES) |
              (_i % 7 ? FIELD_SLIDES : FIELD_STEERS);
    habits |= _i % 4 == 1 ? FIELD_RIGID : 0;
    compareAll(_i, _i % 16 | habits, EDITS);
}

TEST_LOOP(sensors_and_pierced_shapes_are_crossed_alike_at_every_rate, flightTestRounds(96, 30))
{
    compareAll(_i, _i % 64 | FIELD_SENSORS | (_i / 32 % 2 ? FIELD_PIERCES : 0),
               _i % 3 == 0 ? EDITS : 0);
}

TEST_LOOP(tiles_and_regions_give_the_same_events_at_every_rate, flightTestRounds(64, 30))
{
    int habits = FIELD_TILES | (_i / 16 % 2 ? FIELD_REGIONS : 0) | (_i % 3 ? 0 : FIELD_SPINS);
    habits |= (_i % 5 ? 0 : FIELD_SLIDES) | (_i % 7 ? 0 : FIELD_SENSORS | FIELD_PIERCES);
    compareAll(_i, _i % 16 | habits, _i % 4 ? EDITS : 0);
}
