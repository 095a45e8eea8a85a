// SPDX-License-Identifier: MIT
// What leaves the range of numbers is disabled at a tick, as the game could have done it.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../../world/core/hash_mix.h"
#include "../../../world/rigid/rigid_mirror.h"
#include "../../../world/save/hash.h"
#include "../../support/builder.h"

static CaromBodyId newCrate(CaromWorld *world, CaromVec2 position, double half)
{
    CaromBodyId body = newBody(world, CAROM_BODY_DYNAMIC, position, caromVec2(0.0, 0.0));
    newBox(world, body, caromVec2(0.0, 0.0), caromVec2(half, half));
    return body;
}

// ---- out of range

/// Crates in a row on a ground at the edge of what numbers are for; the first one leaves it.
static CaromWorld *newBrink(CaromBodyId crates[4])
{
    CaromWorld *world = newWorldUnder(10.0);
    CaromBodyId rest = newMoving(world, caromVec2(1e12 - 64.0, -8.0), caromVec2(0.0, 0.0));
    newBox(world, rest, caromVec2(0.0, 0.0), caromVec2(32.0, 8.0));
    CaromBodyDef def = caromBodyDef();
    def.type = CAROM_BODY_DYNAMIC;
    for (int k = 0; k < 4; k++) {
        def.position = caromVec2(k == 0 ? 1e12 - 1.0 : 1e12 - 64.0, k == 0 ? 1.0 : k * 2.0 - 1.0);
        def.velocity = caromVec2(k == 0 ? 16.0 : 0.0, 0.0);
        crates[k] = newBodyOf(world, &def);
        newBox(world, crates[k], caromVec2(0.0, 0.0), caromVec2(1.0, 1.0));
    }
    return world;
}

/// Of all but the number of events: a tick that disables a body tells it, the game need not be
/// told.
static uint64_t hashOf(const CaromWorld *world)
{
    uint64_t hash = CR_HASH_START;
    for (CaromPart part = CAROM_PART_CLOCK; part < CR_HASH_PARTS; part++) {
        uint32_t count = part == CAROM_PART_EVENTS ? 0 : crHashCount(world, part);
        for (uint32_t k = 0; k < count; k++) {
            hash = crHashMix(hash, crHashOf(world, part, k));
        }
    }
    return hash;
}

static uint64_t playBrink(double hz, int *when)
{
    CaromBodyId crates[4];
    CaromWorld *world = newBrink(crates);
    bool byHand = *when > 0;
    for (int tick = 0; tick < 30;) {
        if (byHand && tick == *when && caromWorldTime(world) == tick / 60.0) {
            ck_assert_ok(caromBodySetEnabled(world, crates[0], false));
        }
        double next = fmin((tick + 1) / 60.0, floor(caromWorldTime(world) * hz + 1.5) / hz);
        CaromStepFlags flags = caromWorldStepTo(world, next);
        if (flags & CAROM_STEP_BODIES_DISABLED) {
            ck_assert(!byHand && !caromBodyIsEnabled(world, crates[0]));
            *when = tick;
        }
        ck_assert(caromWorldValidate(world));
        tick += caromWorldTime(world) == (tick + 1) / 60.0;
    }
    ck_assert(!caromBodyIsEnabled(world, crates[0]) && caromBodyIsEnabled(world, crates[1]));
    uint64_t hash = hashOf(world);
    endWorld(world);
    return hash;
}

TEST(what_leaves_the_range_is_disabled_as_if_by_hand)
{
    static const double rates[] = {60.0, 30.0, 144.0, 1000.0};
    for (int k = 0; k < 4; k++) {
        int when = 0;
        uint64_t hash = playBrink(rates[k], &when);
        ck_assert_int_gt(when, 0);
        ck_assert(playBrink(60.0, &when) == hash);
    }
}

/// Whatever a fault gave it: the others never notice.
TEST(what_is_no_number_is_disabled_before_it_spreads)
{
    CaromBodyId a[4], b[4];
    CaromWorld *ill = newBrink(a), *well = newBrink(b);
    ck_assert_ok(caromBodyDestroy(ill, a[0]));
    ck_assert_ok(caromBodyDestroy(well, b[0]));
    for (int tick = 0; tick < 30; tick++) {
        if (tick == 10) {
            CrRigid *rigid = &ill->rigids.all[ill->bodies[a[2].index - 1].rigid];
            ck_assert(rigid->solved); // it stands on another, and carries one
            rigid->velocity.y = NAN;
            ck_assert_ok(caromBodySetEnabled(well, b[2], false));
        }
        CaromStepFlags flags = caromWorldStepTo(ill, (tick + 1) / 60.0);
        ck_assert_int_eq(flags, tick == 10 ? CAROM_STEP_BODIES_DISABLED : CAROM_STEP_OK);
        caromWorldStepTo(well, (tick + 1) / 60.0);
        for (int k = 1; k < 4; k++) {
            CaromTransform s = caromBodyTransform(ill, a[k]), t = caromBodyTransform(well, b[k]);
            ck_assert(memcmp(&s, &t, sizeof s) == 0);
        }
    }
    ill->rigids.all[ill->bodies[a[2].index - 1].rigid].velocity.y = 0.0;
    endWorld(ill);
    endWorld(well);
}

static int logged;

static void count(void *context, CaromError error, const char *function, const char *text)
{
    (void)context;
    (void)error;
    (void)function;
    logged += strstr(text, "out of range and was disabled") != NULL;
}

/// Bodies that the game moves, too, among what touches. The log has it once.
TEST(kinematic_bodies_out_of_range_are_disabled)
{
    CaromWorldDef def = newWorldDef();
    def.log = count;
    logged = 0;
    CaromWorld *world = newWorldOf(&def);
    CaromBodyId fast[2];
    newCrate(world, caromVec2(0.0, 0.0), 0.5);
    for (int k = 0; k < 2; k++) {
        fast[k] = newMoving(world, caromVec2(9e11 + k * 5e10, 0.0), caromVec2(1e12, 0.0));
        newCircle(world, fast[k], caromVec2(0.0, 0.0), 1.0);
    }
    int flagged = 0;
    for (int tick = 0; tick < 12; tick++) {
        flagged += caromWorldStepTo(world, (tick + 1) / 60.0) == CAROM_STEP_BODIES_DISABLED;
    }
    ck_assert_int_eq(flagged, 2);
    ck_assert_int_eq(logged, 1);
    ck_assert(!caromBodyIsEnabled(world, fast[0]) && !caromBodyIsEnabled(world, fast[1]));
    endWorld(world);
}

// ---- results out of range

/// Masses and speeds as far apart as they may be, in contact.
static CaromWorld *newExtremes(TestRandom *random, CaromBodyId bodies[24])
{
    CaromWorld *world = newWorldUnder(10.0);
    for (int k = 0; k < 24; k++) {
        CaromBodyDef def = caromBodyDef();
        double size = pow(10.0, testRandomRange(random, -2.0, 1.0));
        def.type = k % 6 == 0 ? CAROM_BODY_KINEMATIC : CAROM_BODY_DYNAMIC;
        def.position = caromVec2(testRandomRange(random, -9, 9), testRandomRange(random, -9, 9));
        double speed = pow(10.0, testRandomRange(random, -3.0, 3.0));
        def.velocity = caromVec2(testRandomRange(random, -speed, speed), speed);
        def.angularVelocity = testRandomRange(random, -30.0, 30.0);
        bodies[k] = newBodyOf(world, &def);
        newBox(world, bodies[k], caromVec2(0.0, 0.0), caromVec2(size, size));
        if (def.type == CAROM_BODY_DYNAMIC) {
            CaromMassData mass = {.mass = pow(10.0, testRandomRange(random, -30.0, 30.0)),
                                  .inertia = pow(10.0, testRandomRange(random, -30.0, 30.0))};
            ck_assert_ok(caromBodySetMassData(world, bodies[k], mass));
        }
    }
    return world;
}

/// Steps a tick, and a copy in which the game disables first what the tick disabled.
static CaromStepFlags stepBesideHand(CaromWorld *world, const CaromBodyId *bodies, int count)
{
    bool enabled[32];
    size_t size = caromWorldSnapshotSize(world);
    void *snapshot = malloc(size);
    ck_assert(snapshot != NULL && count <= 32);
    ck_assert_ok(caromWorldSave(world, snapshot, size, NULL));
    for (int k = 0; k < count; k++) {
        enabled[k] = caromBodyIsEnabled(world, bodies[k]);
    }
    double next = caromWorldTime(world) + 1.0 / 60.0;
    CaromStepFlags flags = caromWorldStep(world, next - caromWorldTime(world));
    if (flags & CAROM_STEP_BODIES_DISABLED) {
        CaromWorld *copy = newWorld();
        ck_assert_ok(caromWorldRestore(copy, snapshot, size));
        for (int k = 0; k < count; k++) {
            if (enabled[k] && !caromBodyIsEnabled(world, bodies[k])) {
                ck_assert_ok(caromBodySetEnabled(copy, bodies[k], false));
            }
        }
        ck_assert_int_eq(caromWorldStepTo(copy, caromWorldTime(world)), CAROM_STEP_OK);
        ck_assert(hashOf(copy) == hashOf(world));
        endWorld(copy);
    }
    free(snapshot);
    return flags;
}

TEST_SEEDS(extremes_in_contact_stay_numbers, 24)
{
    CaromBodyId bodies[24];
    CaromWorld *world = newExtremes(&random, bodies);
    for (int tick = 0; tick < 40; tick++) {
        stepBesideHand(world, bodies, 24);
        for (int k = 0; k < crArrayCount(world->rigids.all); k++) {
            const CrRigid *rigid = &world->rigids.all[k];
            const CrBody *body = &world->bodies[rigid->body];
            ck_assert(isfinite(rigid->velocity.x) && isfinite(rigid->velocity.y));
            ck_assert(isfinite(body->drift.x) && isfinite(body->velocity.y));
            ck_assert(isfinite(body->turn) && isfinite(body->spin));
        }
        ck_assert(caromWorldValidate(world));
    }
    endWorld(world);
}

static CaromWorld *newTower(CaromBodyId crates[8])
{
    CaromWorld *world = newWorldUnder(10.0);
    newBox(world, newRestAt(world, caromVec2(0.0, -1.0)), caromVec2(0.0, 0.0), caromVec2(9, 1));
    for (int k = 0; k < 8; k++) {
        crates[k] = newCrate(world, caromVec2(0.02 * (k % 2), 0.5 + k), 0.5);
    }
    return world;
}

/// Impulses that no solve came to: both bodies of the contact are disabled, and nobody else.
TEST_LOOP(spoilt_impulses_disable_who_has_them, 3)
{
    CaromBodyId crates[8];
    CaromWorld *world = newTower(crates);
    caromWorldStepTo(world, 1.0);
    CrDynamics *d = &world->rigids.mirror->dynamics;
    const CrRigidContact *contact = NULL;
    for (int k = 0; k < crArrayCount(d->contacts.contact); k++) {
        const CrRigidContact *c = &d->contacts.contact[k];
        bool both = c->colour >= 0 && d->bodies.traits[c->bodyA].type == CR_RIGID_DYNAMIC &&
                    d->bodies.traits[c->bodyB].type == CR_RIGID_DYNAMIC;
        contact = both ? c : contact;
    }
    ck_assert_ptr_nonnull(contact);
    CrLaneBlock *block = &d->contacts.lanes.block[contact->place / CR_BLOCK];
    float *impulse[] = {block->point[0].l, block->point[1].l, block->lt};
    impulse[_i][contact->place % CR_BLOCK] = 3e38f;
    uint32_t slots[2] = {world->rigids.mirror->bodyAt[contact->bodyA],
                         world->rigids.mirror->bodyAt[contact->bodyB]};
    d->strongest = INFINITY; // as after it was read
    ck_assert_int_eq(stepBesideHand(world, crates, 8), CAROM_STEP_BODIES_DISABLED);
    for (int k = 0; k < 8; k++) {
        uint32_t slot = crates[k].index - 1;
        ck_assert(caromBodyIsEnabled(world, crates[k]) == (slot != slots[0] && slot != slots[1]));
    }
    ck_assert_int_eq(stepBesideHand(world, crates, 8), CAROM_STEP_OK);
    endWorld(world);
}

static CrLaneBlock *laneOf(CrDynamics *d, int contact, int *lane)
{
    *lane = d->contacts.contact[contact].place % CR_BLOCK;
    return &d->contacts.lanes.block[d->contacts.contact[contact].place / CR_BLOCK];
}

/// One contact has what none can have, another only too much: bodies are disabled one after the
/// other, until what is left stays in range. It does not go round in a circle.
TEST(bodies_are_disabled_until_the_rest_is_in_range)
{
    CaromBodyId crates[8];
    CaromWorld *world = newTower(crates);
    caromWorldStepTo(world, 1.0);
    CrDynamics *d = &world->rigids.mirror->dynamics;
    int spoilt = 0, lane;
    for (int k = 0; k < crArrayCount(d->contacts.contact) && spoilt < 6; k++) {
        if (d->contacts.contact[k].colour >= 0) {
            CrLaneBlock *block = laneOf(d, k, &lane);
            block->point[0].l[lane] = spoilt == 0 ? 3e38f : 1e31f;
            spoilt++;
        }
    }
    d->strongest = INFINITY; // as after it was read
    ck_assert_int_eq(stepBesideHand(world, crates, 8), CAROM_STEP_BODIES_DISABLED);
    ck_assert_int_eq(stepBesideHand(world, crates, 8), CAROM_STEP_OK);
    endWorld(world);
}
