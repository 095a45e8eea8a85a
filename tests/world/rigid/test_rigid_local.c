// SPDX-License-Identifier: MIT
// A tick costs what is awake and what was edited, whatever the size of the map: what it looks at is
// counted, not timed.
#include "../../../world/index/moving_index.h"
#include "../../../world/rigid/rigid_mirror.h"
#include "../../support/builder.h"
#include "../../support/meter.h"
#include "../../support/random.h"
#include "../../support/snapshot_bytes.h"

#include <stdlib.h>
#include <string.h>

static CaromBodyId newCrate(CaromWorld *world, CaromVec2 position)
{
    CaromBodyDef def = caromBodyDef();
    def.type = CAROM_BODY_DYNAMIC;
    def.position = position;
    CaromBodyId body = newBodyOf(world, &def);
    newBox(world, body, caromVec2(0.0, 0.0), caromVec2(0.5, 0.5));
    return body;
}

/// Ten crates in a row on a floor of so many slabs, each a shape.
static CaromWorld *newFloor(int slabs, CaromBodyId *rest)
{
    CaromWorld *world = newWorldUnder(10.0);
    *rest = newRest(world);
    for (int i = 0; i < slabs; i++) {
        newBox(world, *rest, caromVec2(4.0 * i, -1.0), caromVec2(2.0, 1.0));
    }
    for (int i = 0; i < 10; i++) {
        newCrate(world, caromVec2(1.5 * i, 0.5));
    }
    return world;
}

/// Steps to the tick after the clock and over it; returns how many shapes it looked at.
static int lookedAt(CaromWorld *world)
{
    caromWorldStep(world, 1.0 / 60.0);
    ck_assert(caromWorldValidate(world));
    return world->rigids.mirror->looked;
}

TEST(ticks_look_at_what_was_edited)
{
    CaromBodyId rest;
    CaromWorld *world = newFloor(1000, &rest);
    CaromFilter filter = {2, 1, 0};
    ck_assert_int_eq(lookedAt(world), 1010); // the first one makes the mirror
    ck_assert_int_eq(lookedAt(world), 0);
    CaromShapeId wall = newBox(world, rest, caromVec2(0.0, 9.0), caromVec2(1.0, 1.0));
    ck_assert_int_eq(lookedAt(world), 1);
    ck_assert_int_eq(lookedAt(world), 0);
    caromShapeSetFilter(world, wall, filter);
    caromShapeSetFilter(world, wall, filter); // twice is once
    ck_assert_int_eq(lookedAt(world), 1);
    caromShapeDestroy(world, wall);
    ck_assert_int_eq(lookedAt(world), 1);
    wall = newBox(world, rest, caromVec2(0.0, 9.0), caromVec2(1.0, 1.0));
    caromShapeDestroy(world, wall); // it was never there for a tick
    ck_assert_int_eq(lookedAt(world), 1);
    endWorld(world);
}

TEST(ticks_look_at_bodies_that_calls_changed)
{
    CaromBodyId rest;
    CaromWorld *world = newFloor(100, &rest);
    ck_assert_int_eq(lookedAt(world), 110);
    CaromBodyId crate = newCrate(world, caromVec2(0.0, 5.0));
    ck_assert_int_eq(lookedAt(world), 1);
    caromBodySetVelocity(world, crate, caromVec2(1.0, 0.0)); // as ticks do it: no look
    ck_assert_int_eq(lookedAt(world), 0);
    caromBodySetEnabled(world, crate, false);
    ck_assert_int_eq(lookedAt(world), 1);
    caromBodySetEnabled(world, crate, true);
    ck_assert_int_eq(lookedAt(world), 1);
    caromBodySetType(world, crate, CAROM_BODY_KINEMATIC);
    ck_assert_int_eq(lookedAt(world), 1);
    CaromTransform place = caromBodyTransform(world, crate);
    place.position.y += 1.0;
    caromBodySetTransform(world, crate, place);
    ck_assert_int_eq(lookedAt(world), 1);
    caromBodyDestroy(world, crate);
    ck_assert_int_eq(lookedAt(world), 1);
    endWorld(world);
}

/// A state holds which edits no tick has seen yet.
TEST(states_hold_edits_that_wait_for_a_tick)
{
    CaromBodyId rest;
    CaromWorld *world = newFloor(100, &rest);
    lookedAt(world);
    CaromShapeId wall = newBox(world, rest, caromVec2(0.0, 1.5), caromVec2(1.0, 0.4));
    size_t size = caromWorldStateSize(world);
    void *state = malloc(size);
    ck_assert_int_eq(caromWorldSaveState(world, state, size, NULL), CAROM_OK);
    ck_assert_int_eq(lookedAt(world), 1);
    uint64_t hash = caromWorldHash(world);
    caromShapeDestroy(world, wall);
    for (int i = 0; i < 100; i++) {
        newBox(world, rest, caromVec2(4.0 * i, 9.0), caromVec2(1.0, 1.0));
    }
    ck_assert_int_eq(lookedAt(world), 101 - 1); // one has the wall's slot
    ck_assert_int_eq(caromWorldRestoreState(world, state, size), CAROM_OK);
    ck_assert_int_eq(lookedAt(world), 1);
    ck_assert(caromWorldHash(world) == hash);
    free(state);
    endWorld(world);
}

/// Ten crates that roll about, an edit of the map before each tick: what ticks look at.
static int lookedInAll(int slabs)
{
    CaromBodyId rest;
    CaromWorld *world = newFloor(slabs, &rest);
    CaromShapeId wall = newBox(world, rest, caromVec2(0.0, 9.0), caromVec2(1.0, 1.0));
    caromWorldStep(world, 1.0 / 60.0);
    int looked = 0;
    for (int k = 0; k < 60; k++) {
        const CrDynamics *d = &world->rigids.mirror->dynamics;
        caromShapeDestroy(world, wall);
        wall = newBox(world, rest, caromVec2(0.1 * k, 9.0), caromVec2(1.0, 1.0));
        caromWorldStep(world, 1.0 / 60.0);
        looked += world->rigids.mirror->looked + d->counts.moved + d->counts.contacts;
        looked += crArrayCount(d->bodies.moving);
        ck_assert(!d->pairs.stillStale); // or all static shapes are listed again
    }
    ck_assert(caromWorldValidate(world));
    endWorld(world);
    return looked;
}

TEST(a_wide_map_costs_ticks_no_more_than_a_narrow_one)
{
    ck_assert_int_eq(lookedInAll(100), lookedInAll(100000));
}

// ---- boxes that are kept

/// Every shape that moves is found where it is at any time that the index covers.
static void allAreFound(const CaromWorld *world)
{
    const CrMovingIndex *movingIndex = &world->movingIndex;
    for (int k = 0; k < crArrayCount(movingIndex->shapes); k++) {
        uint32_t shape = movingIndex->shapes[k], found = CR_NONE;
        for (int part = 0; part < 4; part++) {
            double time = movingIndex->from + (movingIndex->to - movingIndex->from) * part / 3.0;
            time = part == 3 ? movingIndex->to : time;
            CaromBox box = crMovingIndexSweptBox(world, shape, time, time);
            CrMovingIndexWalk walk;
            int times = 0;
            crMovingIndexStart(&walk, world, box);
            while (crMovingIndexNext(&walk, &found)) {
                times += found == shape;
            }
            ck_assert_msg(times == 1, "shape %u: %d times", shape, times);
        }
    }
}

/// What a few rays hit, as one number.
static uint64_t raysAt(const CaromWorld *world)
{
    uint64_t hash = 0;
    for (int k = 0; k < 32; k++) {
        CaromHit hit = {0};
        CaromVec2 start = caromVec2(-4.0 + 0.7 * k, 6.0);
        caromWorldCastRay(world, start, caromVec2(-3.0 + 0.2 * k, -8.0), caromQueryOptions(), &hit,
                          1);
        uint64_t bits;
        memcpy(&bits, &hit.fraction, sizeof bits);
        hash = hash * 31 + hit.shape.index + (bits ^ bits >> 29);
    }
    return hash;
}

/// A pile, a lift beside it, a mill, and calls that change bodies now and then: boxes that are kept
/// for many ticks find the same as boxes that were just made.
TEST(kept_boxes_find_what_new_ones_do)
{
    CaromBodyId rest;
    CaromWorld *world = newFloor(10, &rest);
    CaromBodyId lift = newMoving(world, caromVec2(20.0, 1.0), caromVec2(0.0, 0.1)), crate = {0};
    newBox(world, lift, caromVec2(0.0, 0.0), caromVec2(1.0, 0.2));
    CaromBodyId mill = newMoving(world, caromVec2(24.0, 4.0), caromVec2(0.0, 0.0));
    newBox(world, mill, caromVec2(0.0, 0.0), caromVec2(1.0, 0.2));
    caromBodySetAngularVelocity(world, mill, 1.0);
    int kept = 0;
    for (int k = 0; k < 600; k++) {
        if (k % 100 == 20) {
            crate = newCrate(world, caromVec2(1.5 * (k / 100), 3.0));
        } else if (k % 100 == 60) {
            caromBodySetEnabled(world, crate, false);
        } else if (k % 100 == 70) {
            caromBodySetVelocity(world, lift, caromVec2(0.0, k % 200 == 70 ? -0.5 : 0.5));
        } else if (k == 280) {
            caromBodyDestroy(world, mill);
        }
        caromWorldStep(world, k % 3 ? 1.0 / 60.0 : 1.0 / 150.0);
        kept += world->movingIndex.kept && !world->movingIndex.posed;
        allAreFound(world);
        uint64_t found = raysAt(world);
        if (k % 50 == 49) {
            crMovingIndexRefill(world);
            ck_assert_msg(world->movingIndex.posed && raysAt(world) == found, "%d: %d", k,
                          world->movingIndex.posed);
            allAreFound(world);
        }
    }
    ck_assert_msg(kept > 300, "%d", kept);
    endWorld(world);
}

/// A shape of a body that stands was destroyed, and the index filled without it: after a rollback
/// it is found again.
TEST(rollback_makes_kept_boxes_again)
{
    CaromBodyId rest;
    CaromWorld *world = newFloor(10, &rest);
    CaromBodyId crate = newCrate(world, caromVec2(30.0, 0.5));
    CaromShapeId horn = newBox(world, crate, caromVec2(0.0, 0.8), caromVec2(0.1, 0.3));
    for (int k = 0; k < 120; k++) {
        caromWorldStep(world, 1.0 / 60.0);
    }
    size_t size = caromWorldStateSize(world);
    void *state = malloc(size);
    ck_assert_int_eq(caromWorldSaveState(world, state, size, NULL), CAROM_OK);
    caromShapeDestroy(world, horn);
    for (int k = 0; k < 3; k++) {
        caromWorldStep(world, 1.0 / 60.0);
        ck_assert(world->movingIndex.kept);
    }
    ck_assert_int_eq(caromWorldRestoreState(world, state, size), CAROM_OK);
    allAreFound(world);
    caromWorldStep(world, 1.0 / 60.0);
    allAreFound(world);
    free(state);
    endWorld(world);
}

// ---- sleepers

/// Crates that sleep far from each other, each on a slab, and some that fly above them.
static CaromWorld *newSleepers(int sleepers, int flying)
{
    CaromWorldDef def = caromWorldDef();
    def.gravity = caromVec2(0.0, -10.0);
    def.enableSleep = true;
    CaromWorld *world = newWorldOf(&def);
    CaromBodyId rest = newRest(world);
    CaromBodyDef crate = caromBodyDef();
    crate.type = CAROM_BODY_DYNAMIC;
    for (int i = 0; i < sleepers + flying; i++) {
        crate.awake = i >= sleepers;
        crate.position = caromVec2(4.0 * i, 0.5);
        if (crate.awake) {
            crate.position = caromVec2(5.0 + 1.5 * (i - sleepers), 4.0 + 0.2 * (i % 3));
            crate.velocity = caromVec2(0.1 * ((i - sleepers) % 7), 6.0);
        } else if (i % 50 == 0) {
            newBox(world, rest, caromVec2(4.0 * i + 100.0, -1.0), caromVec2(102.0, 1.0));
        }
        newBox(world, newBodyOf(world, &crate), caromVec2(0.0, 0.0), caromVec2(0.5, 0.5));
    }
    for (int k = 0; k < 3; k++) {
        caromWorldStep(world, 1.0 / 60.0);
    }
    return world;
}

/// What the next steps look at, of the moving index too, which they never fill.
static int stepsLookAt(CaromWorld *world, int steps)
{
    int looked = 0;
    for (int k = 0; k < steps; k++) {
        const CrDynamics *d = &world->rigids.mirror->dynamics;
        int before = world->movingIndex.looked;
        caromWorldStep(world, 1.0 / 60.0);
        ck_assert_int_ge(world->movingIndex.looked, before); // or it was filled
        looked += world->movingIndex.looked - before + world->rigids.mirror->looked;
        looked += d->counts.moved + crArrayCount(d->bodies.moving);
        looked += crArrayCount(d->contacts.loose) + d->counts.solved;
    }
    ck_assert(caromWorldValidate(world));
    return looked;
}

static int oneFlies(int sleepers)
{
    CaromWorld *world = newSleepers(sleepers, 1);
    int looked = stepsLookAt(world, 30);
    endWorld(world);
    return looked;
}

TEST(a_body_among_sleepers_costs_what_it_does_alone)
{
    ck_assert_int_eq(oneFlies(300), oneFlies(20000));
}

/// The same where one shape reports contacts: these are judged over more time.
TEST(a_shape_that_reports_contacts_costs_sleepers_nothing)
{
    CaromShapeDef def = caromShapeDef();
    CaromWorld *world = newSleepers(3000, 1);
    CaromBodyId lift = newMoving(world, caromVec2(0.0, 9.0), caromVec2(0.0, 0.1));
    def.contacts = true;
    caromShapeCreateBox(world, lift, &def, caromVec2(0.0, 0.0), caromVec2(0.5, 0.2));
    caromWorldStep(world, 1.0 / 60.0);
    ck_assert_int_lt(stepsLookAt(world, 20), 400);
    allAreFound(world);
    endWorld(world);
}

/// A crate is made, and later destroyed, again and again.
static int changesLookAt(int sleepers)
{
    CaromWorld *world = newSleepers(sleepers, 1);
    CaromBodyId crate = {0};
    int looked = 0;
    for (int k = 0; k < 8; k++) {
        if (k % 2 == 1) {
            caromBodyDestroy(world, crate);
        } else {
            crate = newCrate(world, caromVec2(20.0 + 4.0 * k, 8.0));
        }
        looked += stepsLookAt(world, 2);
        ck_assert_int_eq(crArrayCount(world->rigids.kept), 0); // no copy of the state
    }
    endWorld(world);
    return looked;
}

TEST(making_and_destroying_a_body_costs_what_it_does_alone)
{
    ck_assert_int_eq(changesLookAt(300), changesLookAt(20000));
}

/// More have left their boxes than are searched one by one.
TEST(those_that_have_left_their_boxes_are_found_in_cells)
{
    CaromWorld *world = newSleepers(600, 30);
    int inCells = 0;
    for (int k = 0; k < 60; k++) {
        caromWorldStep(world, k % 3 ? 1.0 / 60.0 : 1.0 / 150.0);
        inCells += world->movingIndex.loose == CR_LOOSE_CELLS;
        allAreFound(world);
        uint64_t found = raysAt(world);
        if (k % 15 == 14) {
            crMovingIndexRefill(world);
            ck_assert(world->movingIndex.posed && raysAt(world) == found);
        }
        ck_assert(caromWorldValidate(world));
    }
    ck_assert_int_gt(inCells, 20);
    endWorld(world);
}

// ---- digging

#define MAP_SIDE 64

/// Rock with a hall in every eighth row, and crates that sleep in the halls.
static CaromWorld *newMine(CaromShapeId *map, CaromBodyId *crates, int count)
{
    static uint16_t tiles[MAP_SIDE * MAP_SIDE];
    CaromWorldDef def = caromWorldDef();
    CaromShapeDef shape = caromShapeDef();
    def.gravity = caromVec2(0.0, -10.0);
    def.enableSleep = true;
    CaromWorld *world = newWorldOf(&def);
    for (int i = 0; i < MAP_SIDE * MAP_SIDE; i++) {
        tiles[i] = i / MAP_SIDE % 8 < 5;
    }
    CaromTileMap mine = {MAP_SIDE, MAP_SIDE, 1.0, {0.0, 0.0}, tiles, 0.0};
    *map = caromShapeCreateTiles(world, newRest(world), &shape, &mine);
    for (int i = 0; i < count; i++) {
        crates[i] = newCrate(world, caromVec2(4.5 + 6.0 * (i % 10), 5.5 + 8.0 * (i / 10)));
    }
    for (int k = 0; k < 60; k++) {
        caromWorldStep(world, 1.0 / 60.0);
    }
    return world;
}

static int awakeOf(const CaromWorld *world, const CaromBodyId *crates, int count)
{
    int awake = 0;
    for (int i = 0; i < count; i++) {
        awake += caromBodyIsAwake(world, crates[i]);
    }
    return awake;
}

TEST(a_dig_wakes_what_lies_on_it_alone)
{
    CaromShapeId map;
    CaromBodyId crates[20];
    CaromWorld *world = newMine(&map, crates, 20);
    ck_assert_int_eq(awakeOf(world, crates, 20), 0);
    int contacts = world->rigids.mirror->dynamics.counts.contacts;
    ck_assert_ok(caromShapeSetTile(world, map, 30, 2, 0)); // deep in the rock
    caromWorldStep(world, 1.0 / 60.0);
    ck_assert_int_eq(awakeOf(world, crates, 20), 0);
    ck_assert_int_eq(world->rigids.mirror->dynamics.counts.contacts, contacts);
    for (int x = 33; x <= 35; x++) { // under the sixth crate
        ck_assert_ok(caromShapeSetTile(world, map, x, 4, 0));
    }
    caromWorldStep(world, 1.0 / 60.0);
    // the floor is an edge for all ten crates of the hall
    ck_assert(caromBodyIsAwake(world, crates[5]));
    ck_assert_int_eq(awakeOf(world, crates + 10, 10), 0);
    for (int k = 0; k < 60; k++) {
        caromWorldStep(world, 1.0 / 60.0);
    }
    ck_assert_double_lt(caromBodyTransform(world, crates[5]).position.y, 5.0);
    ck_assert(caromWorldValidate(world));
    endWorld(world);
}

/// All of the map's edges in the solver are those of a map that is made anew.
static void mapIsAsNew(CaromWorld *world, CaromShapeId map)
{
    uint32_t slot = map.index - 1;
    const CrRigidMirror *mirror = world->rigids.mirror;
    const CrDynamics *d = &mirror->dynamics;
    int own = mirror->seen[slot].own, edge = world->shapes[slot].edgeCount;
    CrRigidParts parts;
    ck_assert_ok(crRigidPartsOf(world, slot, &parts));
    ck_assert_int_eq(parts.count, edge);
    for (int32_t s = d->bodies.traits[own].firstShape; s; s = d->shapes.shape[s].next) {
        CrRigidPart part;
        const CrContactShape *has = &d->shapes.shape[s].shape, *is = &part.shape;
        ck_assert_ok(
            crRigidPartMake(world, slot, &parts, --edge, crRigidMirrorOrigin(world, slot), &part));
        ck_assert_int_eq(mirror->edgeAt[s], edge);
        for (int k = 0; k < 2; k++) {
            ck_assert(has->x[k] == is->x[k] && has->y[k] == is->y[k]);
            ck_assert_int_eq(has->seams[k].isReflex, is->seams[k].isReflex);
            ck_assert(has->seams[k].fromX == is->seams[k].fromX &&
                      has->seams[k].toX == is->seams[k].toX);
        }
        crRigidPartFree(world, &part);
    }
    ck_assert_int_eq(edge, 0);
    crRigidPartsFree(world, &parts);
}

TEST_LOOP(a_dug_map_is_in_the_solver_as_a_new_one, 8)
{
    CaromShapeId map;
    CaromBodyId crates[40];
    TestRandom random = testRandomSeed((uint64_t)_i);
    CaromWorld *world = newMine(&map, crates, 40);
    for (int k = 0; k < 60; k++) {
        for (int i = testRandomInt(&random, 0, 3); i > 0; i--) {
            int x = testRandomInt(&random, 1, MAP_SIDE - 2), y = testRandomInt(&random, 1, 60);
            uint16_t tile = !caromShapeTile(world, map, x, y);
            ck_assert_ok(caromShapeSetTile(world, map, x, y, tile));
            mapIsAsNew(world, map);
            ck_assert(crRigidMirrorIsRight(world, map.index - 1));
        }
        size_t size = caromWorldStateSize(world);
        void *state = malloc(size);
        ck_assert_ok(caromWorldSaveState(world, state, size, NULL));
        caromWorldStep(world, 1.0 / 60.0);
        uint64_t hash = caromWorldHash(world);
        if (k % 8 == 0) {
            ck_assert_ok(caromWorldRestoreState(world, state, size));
            caromWorldStep(world, 1.0 / 60.0);
            ck_assert(caromWorldHash(world) == hash);
        }
        free(state);
        ck_assert(caromWorldValidate(world));
    }
    endWorld(world);
}

/// After a dig that the solver follows comes an edit at the same time that it does not: no edge is
/// left of the map, or its body moves. Half of the worlds are saved and restored in between.
TEST_LOOP(edits_after_a_dig_at_the_same_time_are_seen, 4)
{
    uint16_t cells[9] = {0, 0, 0, 1, 1, 1, 1, 1, 1};
    CaromTileMap map = {3, 3, 1.0, {0.0, 0.0}, cells, 0.0};
    bool empties = _i % 2 == 0, restores = _i >= 2;
    CaromShapeDef shape = caromShapeDef();
    CaromWorld *world = newWorldUnder(10.0);
    CaromBodyId rest = newRest(world);
    CaromShapeId tiles = caromShapeCreateTiles(world, rest, &shape, &map);
    newCrate(world, caromVec2(1.5, 3.5));
    caromWorldStep(world, 1.0 / 60.0);
    ck_assert_ok(caromShapeSetTile(world, tiles, 1, 2, 0));
    mapIsAsNew(world, tiles);
    if (restores) {
        SnapshotBytes bytes = snapshotSave(world);
        ck_assert_ok(caromWorldRestore(world, bytes.at, bytes.size));
        free(bytes.at);
        mapIsAsNew(world, tiles);
    }
    ck_assert(crRigidMirrorIsRight(world, tiles.index - 1));
    if (empties) {
        for (int i = 0; i < 9; i++) {
            ck_assert_ok(caromShapeSetTile(world, tiles, i % 3, i / 3, 0));
        }
        ck_assert_ok(caromShapeSetTile(world, tiles, 2, 2, 1));
        ck_assert_ok(caromShapeSetTile(world, tiles, 1, 0, 1));
    } else {
        CaromTransform moved = caromBodyTransform(world, rest);
        moved.position = caromVec2(0.5, -1.0);
        ck_assert_ok(caromBodySetTransform(world, rest, moved));
    }
    ck_assert(!crRigidMirrorIsRight(world, tiles.index - 1));
    SnapshotBytes bytes = snapshotSave(world);
    ck_assert_ok(caromWorldRestore(world, bytes.at, bytes.size));
    free(bytes.at);
    caromWorldStep(world, 1.0 / 60.0);
    mapIsAsNew(world, tiles);
    ck_assert(caromWorldValidate(world));
    endWorld(world);
}

/// Cells have a border; where a box is beyond it, all are searched one by one.
TEST(boxes_too_far_for_cells_are_listed)
{
    CaromWorld *world = newWorldUnder(10.0);
    CaromBodyId bodies[24];
    for (int i = 0; i < 24; i++) {
        bodies[i] = newMoving(world, caromVec2(3.0 * i, 0.0), caromVec2(0.0, 0.0));
        newBox(world, bodies[i], caromVec2(0.0, 0.0), caromVec2(1.0, 1.0));
    }
    ck_assert_int_eq(world->movingIndex.loose, CR_LOOSE_CELLS);
    allAreFound(world);
    CrUnindexed far = world->movingIndex.unindexed[3];
    far.box.max.x = 5e12;
    crMovingLooseMove(world, &far);
    ck_assert_int_eq(world->movingIndex.loose, CR_LOOSE_REFUSED);
    ck_assert_int_eq(world->movingIndex.cells.count, 0);
    caromBodyDestroy(world, bodies[1]);
    allAreFound(world);
    ck_assert(caromWorldValidate(world));
    crMovingIndexRefill(world);
    ck_assert_int_eq(world->movingIndex.loose, CR_LOOSE_LISTED);
    allAreFound(world);
    endWorld(world);
}

/// Without memory a dig is refused; it never is in the world and not in the solver.
TEST(a_dig_is_all_or_nothing)
{
    static const uint16_t solid[] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    CaromTileMap map = {3, 3, 1.0, {0.0, 0.0}, solid, 0.0};
    int refused = 0;
    for (int allowed = 0; allowed < 64; allowed++) {
        Meter meter;
        CaromWorldDef def = newWorldDef();
        def.allocator = meterAllocator(&meter);
        def.gravity = caromVec2(0.0, -10.0);
        CaromWorld *world = newWorldOf(&def);
        CaromShapeDef shape = caromShapeDef();
        CaromShapeId tiles = caromShapeCreateTiles(world, newRest(world), &shape, &map);
        newCrate(world, caromVec2(1.5, 3.5));
        caromWorldStep(world, 1.0 / 60.0);
        meter.failFrom = meter.calls + allowed;
        CaromError error = caromShapeSetTile(world, tiles, 1, 2, 0);
        meter.failFrom = METER_NEVER;
        refused += error == CAROM_ERROR_MEMORY;
        ck_assert(error == CAROM_OK || error == CAROM_ERROR_MEMORY);
        ck_assert_int_eq(caromShapeTile(world, tiles, 1, 2), error != CAROM_OK);
        mapIsAsNew(world, tiles);
        ck_assert(crRigidMirrorIsRight(world, tiles.index - 1));
        caromWorldStep(world, 1.0 / 60.0);
        ck_assert(caromWorldValidate(world));
        endWorld(world);
    }
    ck_assert_int_gt(refused, 5);
    ck_assert_int_lt(refused, 60);
}
