// SPDX-License-Identifier: MIT
// What shapes cost, and where their parts lie: local points that are stored once or twice, numbers
// that are shared, memory that is used again.
#include "../../../world/geometry/shape_storage.h"
#include "../../../world/geometry/shape_traits.h"

#include <string.h>

#include "../../support/builder.h"
#include "../../support/flight_field.h"
#include "../../support/random.h"

#define SHAPES 4000

// ---- bytes: they are counted, not timed, so they have a limit

typedef enum Kind { CIRCLE, SEGMENT, BOX, KINDS } Kind;

static CaromShapeId addShape(CaromWorld *world, CaromBodyId body, Kind kind, CaromVec2 p, double r)
{
    CaromVec2 q = {p.x + r, p.y - 2.0 * r}, h = {r, 0.5 * r};
    CaromShapeId id = kind == CIRCLE    ? newCircle(world, body, p, r)
                      : kind == SEGMENT ? newSegment(world, body, p, q)
                                        : newBox(world, body, p, h);
    ck_assert_uint_ne(id.index, 0);
    return id;
}

static CaromWorld *makeWorld(CaromBodyId *body, CaromVec2 position)
{
    CaromWorld *world = newWorld();
    *body = newRestAt(world, position);
    return world;
}

/// The shape itself with its id, its points and its keys, but not the room that arrays keep to
/// grow; what layers list of it stands apart.
static double bytesOfShapes(const CaromWorld *world)
{
    double slots = (double)crArrayCount(world->shapes) * (sizeof(CrShape) + 9.0);
    double keys = (double)crArrayCount(world->keyOwners) * sizeof(CrKeyOwner);
    return slots + keys + (double)world->shapeRoom.held;
}

// Shapes of 72 bytes and ids of 9; points of 16 bytes, keys of 4 and 8 an edge. Layers: boxes,
// items and listings, with up to half as much of room to grow.
TEST_LOOP(shapes_cost_no_more_than_is_said, KINDS)
{
    static const struct {
        Kind kind;
        double own, all; ///< [B] at most
    } limits[KINDS] = {{CIRCLE, 115.0, 475.0}, {SEGMENT, 135.0, 475.0}, {BOX, 205.0, 1250.0}};
    TestRandom random = testRandomSeed(7);
    CaromBodyId body;
    CaromWorld *world = makeWorld(&body, caromVec2(0.0, 0.0));
    int64_t before = caromWorldCounters(world).bytes;
    for (int i = 0; i < SHAPES; i++) {
        CaromVec2 p = {250.0 * testRandomUnit(&random), 250.0 * testRandomUnit(&random)};
        addShape(world, body, limits[_i].kind, p, 0.3 + 0.7 * testRandomUnit(&random));
    }
    double all = (double)(caromWorldCounters(world).bytes - before) / SHAPES;
    double own = bytesOfShapes(world) / SHAPES;
    ck_assert_msg(own <= limits[_i].own, "kind %d: %g bytes", _i, own);
    ck_assert_msg(all <= limits[_i].all, "kind %d: %g bytes with layers", _i, all);
    endWorld(world);
}

// ---- local points, once or twice

static void holdsLocal(const CaromWorld *world, CaromShapeId id, const CaromVec2 *points, int count)
{
    CaromGeometry local;
    ck_assert_ok(caromShapeLocalGeometry(world, id, &local));
    ck_assert_int_eq(local.count, count);
    ck_assert_msg(memcmp(local.points, points, (size_t)count * sizeof *points) == 0, "other bits");
}

// A body that is placed takes its shapes' points apart, and local ones stay what they were.
TEST(points_are_stored_once_where_baking_changes_no_bit)
{
    CaromVec2 points[40];
    CaromBodyId body;
    CaromWorld *world = makeWorld(&body, caromVec2(0.0, 0.0));
    CaromShapeId ids[40];
    for (int n = 2; n < 40; n++) {
        for (int i = 0; i < n; i++) {
            points[i] = caromVec2(0.1 * i + n, 0.3 * (i % 2) - 0.7 * n);
        }
        ids[n] = newChain(world, body, points, n, 0);
        ck_assert(world->shapes[ids[n].index - 1].state & CR_SHAPE_LOCAL_IS_BAKED);
    }
    for (int round = 0; round < 3; round++) {
        CaromTransform t = caromTransform(caromVec2(round, 0.5), 0.1 * round, caromVec2(1.0, 1.0));
        ck_assert_ok(caromBodySetTransform(world, body, t));
        for (int n = 2; n < 40; n++) {
            for (int i = 0; i < n; i++) {
                points[i] = caromVec2(0.1 * i + n, 0.3 * (i % 2) - 0.7 * n);
            }
            const CrShape *shape = &world->shapes[ids[n].index - 1];
            ck_assert(!(shape->state & CR_SHAPE_LOCAL_IS_BAKED));
            holdsLocal(world, ids[n], points, n);
            for (int i = 0; i < n; i++) {
                ck_assert(caromVec2Distance(caromTransformPoint(t, points[i]), shape->baked[i]) ==
                          0);
            }
        }
        ck_assert(caromWorldValidate(world));
    }
    caromWorldDestroy(world);
}

// -0 is baked to 0, and given back as it came.
TEST(the_sign_of_a_zero_is_kept)
{
    CaromBodyId body;
    CaromWorld *world = makeWorld(&body, caromVec2(0.0, 0.0));
    CaromVec2 points[2] = {{-0.0, 1.0}, {2.0, -0.0}};
    CaromShapeId id = newSegment(world, body, points[0], points[1]);
    holdsLocal(world, id, points, 2);
    caromWorldDestroy(world);
}

// ---- shared numbers

static CaromShapeMaterial someMaterial(TestRandom *random, CaromShapeMaterial material)
{
    static const double some[] = {0.0, -0.0, 0.25, 1.0};
    material.restitution = some[testRandomU32(random) % 4];
    material.friction = some[testRandomU32(random) % 4];
    material.surfaceSpeed = some[testRandomU32(random) % 4] * 3.0;
    material.material = testRandomU32(random) % 3;
    return material;
}

static CaromFilter someFilter(TestRandom *random)
{
    CaromFilter filter = {1u << testRandomU32(random) % 3, UINT64_MAX >> testRandomU32(random) % 2,
                          (int32_t)(testRandomU32(random) % 3) - 1};
    return filter;
}

typedef struct Held {
    CaromShapeId id;
    CaromShapeMaterial material;
    CaromFilter filter;
} Held;

static bool isAlike(const CrShapeTraits *traits, const Held *held)
{
    return memcmp(&traits->restitution, &held->material.restitution, sizeof(double)) == 0 &&
           memcmp(&traits->surfaceSpeed, &held->material.surfaceSpeed, sizeof(double)) == 0 &&
           memcmp(&traits->friction, &held->material.friction, sizeof(double)) == 0 &&
           traits->material == held->material.material &&
           traits->filter.category == held->filter.category &&
           traits->filter.mask == held->filter.mask && traits->filter.group == held->filter.group;
}

/// Each has what it was given; no two entries are alike; users are counted.
static void mattersHold(const CaromWorld *world, const Held *held, int count, int seed)
{
    uint32_t users = 0;
    for (int e = 0; e < crArrayCount(world->allTraits); e++) {
        users += world->matterKinds.entries[e].users;
    }
    ck_assert_msg(users == (uint32_t)count, "seed %d: %u users of %d", seed, users, count);
    for (int i = 0; i < count; i++) {
        const CrShape *shape = &world->shapes[held[i].id.index - 1];
        ck_assert_msg(isAlike(crShapeTraitsOf(world, shape), &held[i]), "seed %d: other", seed);
        for (int k = 0; k < i; k++) {
            bool same = shape->traits == world->shapes[held[k].id.index - 1].traits;
            ck_assert_msg(same == isAlike(crShapeTraitsOf(world, shape), &held[k]),
                          "seed %d: not shared", seed);
        }
    }
}

static void change(CaromWorld *world, CaromBodyId body, TestRandom *random, Held *held, int *count)
{
    uint32_t what = testRandomU32(random) % 4;
    int i = *count > 0 ? (int)(testRandomU32(random) % (uint32_t)*count) : 0;
    if (*count == 0 || (what == 0 && *count < 30)) {
        i = (*count)++;
        held[i].id = addShape(world, body, CIRCLE, caromVec2(i, 0.0), 1.0);
        held[i].material = caromShapeMaterial(world, held[i].id);
        held[i].filter = caromShapeFilter(world, held[i].id);
    } else if (what == 1) {
        ck_assert_ok(caromShapeDestroy(world, held[i].id));
        held[i] = held[--*count];
    } else if (what == 2) {
        held[i].material = someMaterial(random, held[i].material);
        ck_assert_ok(caromShapeSetMaterial(world, held[i].id, &held[i].material));
    } else {
        held[i].filter = someFilter(random);
        ck_assert_ok(caromShapeSetFilter(world, held[i].id, held[i].filter));
    }
}

// Oracle: a list of what each shape was given.
TEST_SEEDS(shapes_of_one_kind_share_their_numbers, flightTestShare(16))
{
    CaromBodyId body;
    CaromWorld *world = makeWorld(&body, caromVec2(1.0, 0.0));
    Held held[32];
    int count = 0;
    for (int step = 0; step < 300; step++) {
        change(world, body, &random, held, &count);
        mattersHold(world, held, count, _i);
    }
    endWorld(world);
}

// ---- the pool

typedef struct Piece {
    uint8_t *bytes;
    size_t size;
    uint8_t mark;
} Piece;

static void *meteredResize(void *context, void *memory, size_t oldSize, size_t newSize)
{
    *(int64_t *)context += (int64_t)newSize - (int64_t)oldSize;
    return crResize(NULL, memory, oldSize, newSize);
}

static void isMarked(const Piece *piece, int seed)
{
    for (size_t i = 0; i < piece->size; i++) {
        ck_assert_msg(piece->bytes[i] == piece->mark, "seed %d: written over", seed);
    }
}

// Pieces are marked all over: a piece that shared a byte with another would contain its mark.
TEST_SEEDS(pieces_of_a_pool_are_apart_and_used_again, flightTestShare(32))
{
    int64_t held = 0, most = 0;
    CaromAllocator allocator = {meteredResize, &held};
    CrPool pool = {0};
    Piece pieces[64] = {{NULL, 0, 0}};
    for (int step = 0; step < 4000; step++) {
        Piece *piece = &pieces[testRandomU32(&random) % 64];
        if (piece->bytes != NULL) {
            isMarked(piece, _i);
            crPoolGive(&pool, piece->bytes, piece->size, &allocator);
            piece->bytes = NULL;
            continue;
        }
        piece->size = 1 + testRandomU32(&random) % 300;
        piece->mark = (uint8_t)testRandomU32(&random);
        piece->bytes = crPoolTake(&pool, piece->size, &allocator);
        ck_assert_ptr_nonnull(piece->bytes);
        ck_assert_uint_eq((uintptr_t)piece->bytes % sizeof(double), 0);
        memset(piece->bytes, piece->mark, piece->size);
        most = step < 2000 && held > most ? held : most;
    }
    ck_assert_msg(held < 3 * most, "seed %d: %d bytes after %d", _i, (int)held, (int)most);
    for (int k = 0; k < 64; k++) {
        if (pieces[k].bytes != NULL) {
            crPoolGive(&pool, pieces[k].bytes, pieces[k].size, &allocator);
        }
    }
    crPoolFree(&pool, &allocator);
    ck_assert_int_eq(held, 0);
}
