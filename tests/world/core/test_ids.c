// SPDX-License-Identifier: MIT
// Ids: ages, stale and foreign ones, reuse last in first out, and slots with spent ages.
#include "../../../world/core/slots.h"

#include "../../support/builder.h"
#include "../../support/flight_field.h"

#include "../../support/random.h"

#define LAST_AGE 0xffffffffu

// ---- slots by themselves

static uint32_t take(CrSlots *slots)
{
    ck_assert_ok(crSlotsReserve(slots, 1, NULL));
    uint32_t expected = crSlotsPeek(slots), slot = crSlotsTake(slots);
    ck_assert_uint_eq(slot, expected);
    return slot;
}

TEST(a_spent_slot_is_retired)
{
    CrSlots slots = {0};
    uint32_t a = take(&slots), b = take(&slots);
    slots.ages[a] = LAST_AGE - 2; // as if it had been used that often
    for (uint32_t age = LAST_AGE - 1; age != 0; age++) {
        crSlotsRelease(&slots, a);
        ck_assert_uint_eq(take(&slots), a);
        ck_assert_uint_eq(slots.ages[a], age);
        ck_assert(crSlotsHolds(&slots, a + 1, age));
        ck_assert(!crSlotsHolds(&slots, a + 1, age - 1));
    }
    crSlotsRelease(&slots, a); // LAST_AGE is spent: never again
    ck_assert(!crSlotsHolds(&slots, a + 1, LAST_AGE));
    ck_assert(!crSlotsHolds(&slots, 0, slots.ages[b]) &&
              crSlotsHolds(&slots, b + 1, slots.ages[b]));
    ck_assert_int_eq(slots.liveCount, 1);
    ck_assert_uint_ne(take(&slots), a);
    crSlotsRelease(&slots, b);
    ck_assert_uint_eq(take(&slots), b);
    for (int i = 0; i < 100; i++) {
        ck_assert_uint_ne(take(&slots), a);
    }
    crSlotsFree(&slots, NULL);
}

TEST(more_slots_than_ints_count_are_refused)
{
    CrSlots slots = {0};
    ck_assert_int_eq(crSlotsReserve(&slots, 0x40000001, NULL), CAROM_ERROR_FULL);
    ck_assert_ptr_null(slots.ages);
    take(&slots);
    ck_assert_int_eq(crSlotsReserve(&slots, 0x40000000, NULL), CAROM_ERROR_FULL);
    crSlotsFree(&slots, NULL);
}

// Oracle: a plain stack of free slots.
TEST_LOOP(reuse_is_last_in_first_out, 16)
{
    enum { MOST = 200 };
    TestRandom random = testRandomSeed((uint64_t)_i);
    CrSlots slots = {0};
    uint32_t stack[MOST], live[MOST], age[MOST] = {0};
    int freeCount = 0, liveCount = 0, used = 0;
    for (int round = 0; round < 2000; round++) {
        bool grow =
            liveCount == 0 || (liveCount < MOST && testRandomInt(&random, 0, 99) < 55 - round % 20);
        if (grow && round % 3 == 0) { // taken and given back, two at a time
            uint32_t first = take(&slots), second = take(&slots);
            crSlotsUntake(&slots, second);
            crSlotsUntake(&slots, first);
            ck_assert_uint_eq(crSlotsCount(&slots), (uint32_t)used);
            ck_assert_int_eq(crArrayCount(slots.freeIndices), freeCount);
        }
        if (grow) {
            uint32_t expected = freeCount > 0 ? stack[--freeCount] : (uint32_t)used++;
            uint32_t slot = take(&slots);
            ck_assert_uint_eq(slot, expected);
            ck_assert_uint_eq(slots.ages[slot], ++age[slot]);
            live[liveCount++] = slot;
        } else {
            int k = testRandomInt(&random, 0, liveCount - 1);
            crSlotsRelease(&slots, live[k]);
            stack[freeCount++] = live[k];
            live[k] = live[--liveCount];
        }
        ck_assert_int_eq(slots.liveCount, liveCount);
    }
    crSlotsFree(&slots, NULL);
}

// ---- ids of a world

typedef struct Pair {
    CaromWorld *world, *other;
    CaromBodyId body, otherBody;
} Pair;

static Pair makePair(void)
{
    Pair pair;
    pair.world = newWorld();
    pair.other = newWorld();
    pair.body = newRest(pair.world);
    pair.otherBody = newRest(pair.other);
    return pair;
}

static void freePair(Pair *pair)
{
    caromWorldDestroy(pair->world);
    caromWorldDestroy(pair->other);
}

TEST(worlds_have_tags_of_their_own)
{
    Pair pair = makePair();
    ck_assert_uint_eq(pair.body.index, pair.otherBody.index);
    ck_assert_uint_eq(pair.body.age, pair.otherBody.age);
    ck_assert_uint_ne(pair.body.world, 0);
    ck_assert_uint_ne(pair.body.world, pair.otherBody.world);
    ck_assert(caromBodyIsValid(pair.world, pair.body));
    ck_assert(!caromBodyIsValid(pair.other, pair.body));
    ck_assert_int_eq(caromBodyDestroy(pair.other, pair.body), CAROM_ERROR_FOREIGN_ID);
    ck_assert(caromBodyIsValid(pair.other, pair.otherBody));
    freePair(&pair);
    CaromWorldDef def = newWorldDef();
    def.tag = 77;
    CaromWorld *named = caromWorldCreate(&def, NULL);
    ck_assert_uint_eq(newRest(named).world, 77);
    caromWorldDestroy(named);
}

TEST(destroyed_things_stay_stale_after_reuse)
{
    Pair pair = makePair();
    CaromProjectileDef shot = newShot(caromVec2(50.0, 0.0), caromVec2(0, 0));
    for (int i = 0; i < 50; i++) {
        CaromShapeId shape = newCircle(pair.world, pair.body, caromVec2(0.0, 0.0), 1.0);
        CaromProjectileId projectile = caromProjectileFire(pair.world, &shot);
        ck_assert_uint_eq(shape.index, 1);
        ck_assert_uint_eq(shape.age, (unsigned)i + 1);
        ck_assert_uint_eq(projectile.index, 1);
        ck_assert_uint_eq(projectile.age, (unsigned)i + 1);
        ck_assert_ok(caromShapeDestroy(pair.world, shape));
        ck_assert_ok(caromProjectileDestroy(pair.world, projectile));
        ck_assert_int_eq(caromShapeDestroy(pair.world, shape), CAROM_ERROR_STALE_ID);
        ck_assert_int_eq(caromProjectileDestroy(pair.world, projectile), CAROM_ERROR_STALE_ID);
    }
    CaromShapeId old = newCircle(pair.world, pair.body, caromVec2(0.0, 0.0), 1.0);
    caromBodyDestroy(pair.world, pair.body); // and its shapes with it
    ck_assert(!caromShapeIsValid(pair.world, old));
    CaromBodyId again = newRest(pair.world);
    ck_assert_uint_eq(again.index, pair.body.index);
    ck_assert_uint_eq(again.age, pair.body.age + 1);
    ck_assert(!caromBodyIsValid(pair.world, pair.body));
    ck_assert(caromWorldValidate(pair.world));
    freePair(&pair);
}

TEST(ids_that_never_were_are_refused)
{
    Pair pair = makePair();
    CaromBodyId id = pair.body;
    const CaromBodyId broken[] = {
        {0, id.age, id.world},
        {id.index + 1, id.age, id.world},
        {UINT32_MAX, id.age, id.world},
        {0, 0, 0},
        {id.index, id.age + 1, id.world},
        {id.index, id.age - 1, id.world},
        {0, 0, id.world},
        {0x80000000u, 0x80000000u, id.world},
        {id.index, UINT32_MAX, id.world},
    };
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        ck_assert_int_eq(caromBodyDestroy(pair.world, broken[i]), CAROM_ERROR_STALE_ID);
    }
    CaromBodyId foreign = {id.index, id.age, id.world ^ 1u};
    ck_assert_int_eq(caromBodyDestroy(pair.world, foreign), CAROM_ERROR_FOREIGN_ID);
    ck_assert(caromBodyIsValid(pair.world, id));
    freePair(&pair);
}

TEST(one_slot_is_reused_ten_million_times)
{
    Pair pair = makePair();
    CaromProjectileDef shot = caromProjectileDef();
    CaromProjectileId first = caromProjectileFire(pair.world, &shot), id = first;
    int64_t bytes = caromWorldCounters(pair.world).bytes;
    uint32_t times = (uint32_t)flightTestShare(10000000);
    for (uint32_t i = 1; i <= times; i++) {
        CaromProjectileId old = id;
        caromProjectileDestroy(pair.world, id);
        id = caromProjectileFire(pair.world, &shot);
        if (id.index != first.index || id.age != first.age + i ||
            caromProjectileIsValid(pair.world, old)) {
            ck_abort_msg("reuse %u: index %u, age %u", i, id.index, id.age);
        }
    }
    ck_assert(!caromProjectileIsValid(pair.world, first));
    ck_assert_int_eq(caromWorldCounters(pair.world).projectiles, 1);
    ck_assert_int_eq(caromWorldCounters(pair.world).bytes, bytes);
    ck_assert(caromWorldValidate(pair.world));
    freePair(&pair);
}

/// Against counting by hand: what was destroyed is not listed, the rest is, in order of indices.
TEST_WORLD_LOOP(all_that_lives_is_listed, 20, newWorld())
{
    enum { ALL = 40 };
    TestRandom random = testRandomSeed((uint64_t)_i);
    CaromProjectileDef shot = caromProjectileDef();
    CaromBodyId bodies[ALL], listedBodies[ALL];
    CaromShapeId shapes[ALL], listedShapes[ALL];
    CaromProjectileId shots[ALL], listedShots[ALL];
    for (int k = 0; k < ALL; k++) {
        shot.position = caromVec2(k, -5.0);
        bodies[k] = newRest(world);
        shapes[k] = newCircle(world, bodies[k], caromVec2(k, 0.0), 0.25);
        shots[k] = caromProjectileFire(world, &shot);
    }
    int left = ALL;
    for (int k = 0; k < ALL; k++) {
        if (testRandomInt(&random, 0, 1)) {
            caromBodyDestroy(world, bodies[k]);
            caromProjectileDestroy(world, shots[k]);
            bodies[k].index = 0;
            left--;
        }
    }
    ck_assert_int_eq(caromWorldBodies(world, listedBodies, ALL), left);
    ck_assert_int_eq(caromWorldShapes(world, listedShapes, ALL), left);
    ck_assert_int_eq(caromWorldProjectiles(world, listedShots, ALL), left);
    for (int k = 0, at = 0; k < ALL; k++) {
        if (bodies[k].index != 0) {
            ck_assert_int_eq(memcmp(&listedBodies[at], &bodies[k], sizeof bodies[k]), 0);
            ck_assert_int_eq(memcmp(&listedShapes[at], &shapes[k], sizeof shapes[k]), 0);
            ck_assert_int_eq(memcmp(&listedShots[at], &shots[k], sizeof shots[k]), 0);
            at++;
        }
    }
    listedBodies[1].index = 77;
    ck_assert_int_eq(caromWorldBodies(world, listedBodies, 1), left); // more than there is room for
    ck_assert_uint_eq(listedBodies[1].index, 77);
}
