// SPDX-License-Identifier: MIT
// n things are made, changed and destroyed, one call each; and calls that are given n things.
#include "growth.h"

#include "../../world/api/carom.h"
#include "../support/random.h"

#include <stdlib.h>

static void *room(size_t size, int count)
{
    void *all = malloc(size * (size_t)count);
    if (!all) {
        abort();
    }
    return all;
}

/// Each of n once, in an order by chance.
static int *shuffled(int n)
{
    TestRandom random = testRandomSeed(7);
    int *order = room(sizeof *order, n);
    for (int i = 0; i < n; ++i) {
        int k = testRandomInt(&random, 0, i);
        order[i] = order[k];
        order[k] = i;
    }
    return order;
}

// ---- surfaces

/// Pairs of materials in descending order are put before all others; so are those that are removed.
static void surfacePairs(int n)
{
    CaromWorld *world = growthWorld();
    CaromSurface surface = caromSurface();
    growthBegin();
    for (int i = n - 1; i >= 0; --i) {
        surface.friction = i;
        caromWorldSetSurface(world, (uint32_t)i >> 8, (uint32_t)i & 255, &surface);
    }
    caromWorldHash(world);
    growthExpect(caromWorldSurface(world, (uint32_t)n / 2 >> 8, n / 2 & 255, &surface) &&
                     surface.friction == n / 2,
                 "a pair is not as it was given");
    for (int i = 0; i < n; ++i) {
        caromWorldSetSurface(world, (uint32_t)i >> 8, (uint32_t)i & 255, NULL);
    }
    growthEnd();
    caromWorldDestroy(world);
}

// ---- bodies

static CaromBodyId *makeBodies(CaromWorld *world, int n, CaromBodyType type, bool shapes)
{
    CaromBodyId *ids = room(sizeof *ids, n);
    CaromShapeDef shape = caromShapeDef();
    for (int i = 0; i < n; ++i) {
        CaromBodyDef def = caromBodyDef();
        def.type = type;
        def.position = caromVec2(2.0 * (i % 64), 2.0 * (i / 64));
        ids[i] = caromBodyCreate(world, &def);
        if (shapes) {
            caromShapeCreateBox(world, ids[i], &shape, caromVec2(0, 0), caromVec2(0.5, 0.5));
        }
    }
    return ids;
}

static void destroyBodies(int n, CaromBodyType type, bool stepped)
{
    CaromWorld *world = growthWorld();
    int *order = shuffled(n);
    growthBegin();
    CaromBodyId *ids = makeBodies(world, n, type, true);
    if (stepped) {
        caromWorldStep(world, 0.01);
    }
    for (int i = 0; i < n; ++i) {
        caromBodyDestroy(world, ids[order[i]]);
    }
    caromWorldStep(world, 0.01);
    growthEnd();
    caromWorldDestroy(world);
    free(order);
    free(ids);
}

static void destroyStatic(int n)
{
    destroyBodies(n, CAROM_BODY_STATIC, true);
}

static void destroyKinematic(int n)
{
    destroyBodies(n, CAROM_BODY_KINEMATIC, true);
}

static void destroyShapesOfOne(int n)
{
    CaromWorld *world = growthWorld();
    int *order = shuffled(n);
    CaromShapeId *ids = room(sizeof *ids, n);
    CaromBodyDef body = caromBodyDef();
    CaromShapeDef def = caromShapeDef();
    growthBegin();
    CaromBodyId id = caromBodyCreate(world, &body);
    for (int i = 0; i < n; ++i) {
        ids[i] = caromShapeCreateCircle(world, id, &def, caromVec2(i % 64, i / 64), 0.25);
    }
    for (int i = 0; i < n; ++i) {
        caromShapeDestroy(world, ids[order[i]]);
    }
    growthEnd();
    caromWorldDestroy(world);
    free(order);
    free(ids);
}

/// n bodies on one, which are taken off by chance and put on again.
static void children(int n)
{
    CaromWorld *world = growthWorld();
    int *order = shuffled(n);
    CaromBodyDef parent = caromBodyDef();
    parent.type = CAROM_BODY_KINEMATIC;
    CaromBodyId null = {0}, on = caromBodyCreate(world, &parent);
    CaromBodyId *ids = makeBodies(world, n, CAROM_BODY_KINEMATIC, false);
    growthBegin();
    for (int i = 0; i < n; ++i) {
        growthExpect(caromBodySetParent(world, ids[i], on) == CAROM_OK, "no parent");
    }
    for (int i = 0; i < n; ++i) {
        caromBodySetParent(world, ids[order[i]], null);
    }
    for (int i = 0; i < n; ++i) {
        caromBodySetParent(world, ids[order[i]], on);
    }
    caromBodySetVelocity(world, on, caromVec2(1, 0));
    caromBodyChildren(world, on, ids, n);
    caromBodyDestroy(world, on);
    growthEnd();
    caromWorldDestroy(world);
    free(order);
    free(ids);
}

static void moveBodies(int n, CaromBodyType type)
{
    CaromWorld *world = growthWorld();
    CaromBodyId *ids = makeBodies(world, n, type, true);
    caromWorldStep(world, 0.01);
    growthBegin();
    for (int i = 0; i < n; ++i) {
        CaromTransform t = caromBodyTransform(world, ids[i]);
        t.position.x += 0.25;
        caromBodySetTransform(world, ids[i], t);
    }
    for (int i = 0; i < n && type == CAROM_BODY_KINEMATIC; ++i) {
        caromBodySetVelocity(world, ids[i], caromVec2(0.1, 0));
    }
    caromWorldStep(world, 0.01);
    growthEnd();
    caromWorldDestroy(world);
    free(ids);
}

static void moveStatic(int n)
{
    moveBodies(n, CAROM_BODY_STATIC);
}

static void moveKinematic(int n)
{
    moveBodies(n, CAROM_BODY_KINEMATIC);
}

/// Filters and materials that are all different are stored once each.
static void allTraits(int n)
{
    CaromWorld *world = growthWorld();
    CaromBodyDef body = caromBodyDef();
    CaromShapeDef def = caromShapeDef();
    CaromBodyId id = caromBodyCreate(world, &body);
    CaromShapeId *ids = room(sizeof *ids, n);
    growthBegin();
    for (int i = 0; i < n; ++i) {
        def.filter.category = (uint64_t)i + 1;
        def.friction = i;
        ids[i] = caromShapeCreateCircle(world, id, &def, caromVec2(i % 64, i / 64), 0.25);
    }
    for (int i = 0; i < n; ++i) {
        caromShapeDestroy(world, ids[i]);
    }
    growthEnd();
    caromWorldDestroy(world);
    free(ids);
}

// ---- projectiles

/// Each of a flight def of its own, destroyed by chance.
static void projectiles(int n)
{
    CaromWorld *world = growthWorld();
    int *order = shuffled(n);
    CaromProjectileId *ids = room(sizeof *ids, n);
    CaromProjectileDef def = caromProjectileDef();
    growthBegin();
    for (int i = 0; i < n; ++i) {
        def.position = caromVec2(i % 64, i / 64);
        def.mass = 1.0 + i;
        ids[i] = caromProjectileFire(world, &def);
    }
    caromWorldStep(world, 0.01);
    for (int i = 0; i < n; ++i) {
        caromProjectileDestroy(world, ids[order[i]]);
    }
    caromWorldStep(world, 0.01);
    growthEnd();
    caromWorldDestroy(world);
    free(order);
    free(ids);
}

// ---- all of a world

static CaromWorld *fullWorld(int n)
{
    CaromWorld *world = growthWorld();
    CaromProjectileDef def = caromProjectileDef();
    free(makeBodies(world, n, CAROM_BODY_STATIC, true));
    for (int i = 0; i < n; ++i) {
        def.position = caromVec2(2.0 * (i % 64) + 1.0, 2.0 * (i / 64));
        def.velocity = caromVec2(1.0, 0.25);
        def.friction = 0.001 * i;
        caromProjectileFire(world, &def);
    }
    caromWorldStep(world, 0.01);
    return world;
}

static void snapshots(int n)
{
    CaromWorld *world = fullWorld(n);
    growthBegin();
    size_t size = caromWorldSnapshotSize(world);
    void *bytes = room(size, 1);
    growthExpect(caromWorldSave(world, bytes, size, NULL) == CAROM_OK, "not saved");
    growthExpect(caromWorldRestore(world, bytes, size) == CAROM_OK, "not restored");
    caromWorldStep(world, 0.01);
    growthEnd();
    caromWorldDestroy(world);
    free(bytes);
}

static void rollback(int n)
{
    CaromWorld *world = fullWorld(n);
    growthBegin();
    size_t size = caromWorldStateSize(world);
    void *bytes = room(size, 1);
    growthExpect(caromWorldSaveState(world, bytes, size, NULL) == CAROM_OK, "not saved");
    caromWorldStep(world, 0.01);
    growthExpect(caromWorldRestoreState(world, bytes, size) == CAROM_OK, "not restored");
    caromWorldStep(world, 0.01);
    growthEnd();
    caromWorldDestroy(world);
    free(bytes);
}

/// Half of the bodies are destroyed and others made, and all of that undone.
static void rollbackEdits(int n)
{
    CaromWorld *world = growthWorld();
    CaromBodyId *ids = makeBodies(world, n, CAROM_BODY_STATIC, true);
    int *order = shuffled(n);
    size_t size = caromWorldStateSize(world);
    void *bytes = room(size, 1);
    growthBegin();
    growthExpect(caromWorldSaveState(world, bytes, size, NULL) == CAROM_OK, "not saved");
    for (int i = 0; i < n / 2; i++) {
        caromBodyDestroy(world, ids[order[i]]);
    }
    free(makeBodies(world, n, CAROM_BODY_STATIC, true));
    growthExpect(caromWorldRestoreState(world, bytes, size) == CAROM_OK, "not restored");
    growthEnd();
    caromWorldDestroy(world);
    free(bytes);
    free(order);
    free(ids);
}

/// A few edits in a world of n shapes: its size does not count.
static void rollbackInLarge(int n)
{
    CaromWorld *world = growthWorld();
    CaromBodyId *ids = makeBodies(world, n, CAROM_BODY_STATIC, true);
    size_t size = caromWorldStateSize(world);
    void *bytes = room(size, 1);
    for (int round = 0; round < 100; round++) {
        bool isFirst = round < 10; // which grow arrays
        if (!isFirst) {
            growthBegin();
        }
        growthExpect(caromWorldSaveState(world, bytes, size, NULL) == CAROM_OK, "not saved");
        for (int i = 0; i < 10; i++) {
            caromBodyDestroy(world, ids[(round * 10 + i) % n]);
        }
        growthExpect(caromWorldRestoreState(world, bytes, size) == CAROM_OK, "not restored");
        if (!isFirst) {
            growthEnd();
        }
    }
    caromWorldDestroy(world);
    free(bytes);
    free(ids);
}

static void validation(int n)
{
    CaromWorld *world = fullWorld(n);
    growthBegin();
    growthExpect(caromWorldValidate(world), "not valid");
    caromWorldHash(world);
    caromWorldMemory(world);
    growthEnd();
    caromWorldDestroy(world);
}

const GrowthCase growthEditing[] = {
    {"surfaces, pairs", 1000, 2.5, surfacePairs},
    {"bodies, static, destroyed by chance", 1000, 2.5, destroyStatic},
    {"bodies, kinematic, destroyed by chance", 1000, 2.5, destroyKinematic},
    {"shapes of one body, destroyed by chance", 1000, 2.5, destroyShapesOfOne},
    {"bodies on one parent", 500, 2.5, children},
    {"bodies, static, moved", 1000, 2.5, moveStatic},
    {"bodies, kinematic, moved", 1000, 2.5, moveKinematic},
    {"shapes, all of other matter", 1000, 2.5, allTraits},
    {"projectiles, each of a recipe", 1000, 2.5, projectiles},
    {"snapshot", 1000, 2.5, snapshots},
    {"rollback", 1000, 2.5, rollback},
    {"rollback of edits", 1000, 2.5, rollbackEdits},
    {"rollback of 10 edits among n shapes", 2000, 1.1, rollbackInLarge},
    {"validation, hash, memory", 1000, 2.5, validation},
    {0},
};
