// SPDX-License-Identifier: MIT
// Each kernel of each instruction set that this machine has against the plain one, bit for bit, and
// the plain one against exact signs: an edge that is rejected is not met.
#include "../../shapes/kernels.h"

#include <float.h>
#include <math.h>

#include "../../shapes/exact.h"
#include "../../shapes/inline.h"
#include "../../shapes/shapes.h"
#include "../support/field.h"

// The machine is queried once: on a virtual one each answer takes microseconds.
static const CrKernels *kernels[CR_KERNELS_MOST];
static int kernelCount;

static const CrKernels *plain(void)
{
    return kernels[0];
}

TEST(kernels_are_chosen)
{
    ck_assert_int_ge(kernelCount, 1);
    ck_assert_int_le(kernelCount, CR_KERNELS_MOST);
    ck_assert_str_eq(plain()->name, "plain");
    ck_assert_ptr_eq(crKernelsBest(), kernels[kernelCount - 1]);
    for (int i = 1; i < kernelCount; i++) {
        ck_assert_str_ne(kernels[i]->name, kernels[i - 1]->name);
    }
}

// ---- edges

static void setLane(CrEdgeBlock *block, int k, float ax, float ay, float bx, float by)
{
    block->ax[k] = ax;
    block->ay[k] = ay;
    block->bx[k] = bx;
    block->by[k] = by;
}

/// Which edges of a block are near by these kernels. An edge with a bit in oneSided is left out if
/// the ray crosses it from its back.
static unsigned nearBy(const CrKernels *by, const CrEdgeBlock *block, const CrEdgeRay *ray,
                       unsigned oneSided)
{
    CrEdgeLink link = {.edges = *block, .count = 8, .oneSided = (uint8_t)oneSided};
    unsigned near = 0;
    const CrEdgeLink *at = by->linkNear(&link, ray, ~0u, &near);
    ck_assert_ptr_eq(at, near != 0 ? &link : NULL);
    return near;
}

/// All instruction sets answer as the plain kernels do.
static void checkAlike(const CrEdgeBlock *block, const CrEdgeRay *ray, unsigned oneSided, int seed)
{
    unsigned near = nearBy(plain(), block, ray, 0);
    unsigned some = nearBy(plain(), block, ray, oneSided);
    ck_assert_msg((some & ~near) == 0 && (near & ~some & ~oneSided) == 0,
                  "seed %d: one-sided edges", seed);
    for (int i = 1; i < kernelCount; i++) {
        ck_assert_msg(nearBy(kernels[i], block, ray, 0) == near &&
                          nearBy(kernels[i], block, ray, oneSided) == some,
                      "%s differs, seed %d", kernels[i]->name, seed);
    }
}

/// Numbers at which comparisons, products or sums are at their edge.
static float awkward(TestRandom *random)
{
    static const float list[] = {
        0.0f,        -0.0f, 1.0f,          -1.0f,       0.5f,   FLT_MIN,
        0x1p-149f,   3.0f,  -0x1p-140f,    CR_NOWHERE,  0.125f, 1.0f + FLT_EPSILON,
        -CR_NOWHERE, 1e-3f, 0x1.000002p0f, 16777216.0f, 1e12f,  -0.125f};
    return list[testRandomInt(random, 0, (int)(sizeof list / sizeof list[0]) - 1)];
}

TEST_LOOP(awkward_numbers_give_the_same_masks, 16)
{
    TestRandom random = testRandomSeed((uint32_t)_i);
    for (int round = 0; round < 2000; round++) {
        CrEdgeBlock block;
        for (int k = 0; k < 8; k++) {
            setLane(&block, k, awkward(&random), awkward(&random), awkward(&random),
                    awkward(&random));
        }
        CrEdgeRay ray = {awkward(&random), awkward(&random),        awkward(&random),
                         awkward(&random), fabsf(awkward(&random)), awkward(&random),
                         awkward(&random)};
        checkAlike(&block, &ray, (unsigned)testRandomInt(&random, 0, 255), _i);
    }
}

// The ray along x from 0 to 8, the margin 1/8: everything here is exact, and "more than the margin"
// is out while the margin itself is in.
TEST(the_margin_itself_is_near)
{
    const float m = 0.125f, out = 0.125f + 0x1p-26f;
    CrEdgeRay ray = {0.0f, 0.0f, 1.0f, 0.0f, m, 0.0f, 8.0f};
    CrEdgeBlock block;
    setLane(&block, 0, 1.0f, m, 2.0f, 3.0f);         // one end at the margin
    setLane(&block, 1, 1.0f, out, 2.0f, 3.0f);       // beyond: out
    setLane(&block, 2, 1.0f, -m, 2.0f, -m);          // the other side
    setLane(&block, 3, 1.0f, -out, 2.0f, -out);      // out
    setLane(&block, 4, -m, -1.0f, -m, 1.0f);         // behind the start by the margin
    setLane(&block, 5, -out, -1.0f, -out, 1.0f);     // out
    setLane(&block, 6, 8.0f + m, -1.0f, 9.0f, 1.0f); // past the end by the margin
    setLane(&block, 7, CR_NOWHERE, CR_NOWHERE, CR_NOWHERE, CR_NOWHERE); // out
    ck_assert_uint_eq(nearBy(plain(), &block, &ray, 0), 0x55);
    checkAlike(&block, &ray, 0xff, 0);
    setLane(&block, 0, 1.0f, -1.0f, 1.0f, 1.0f); // met from its left, the back: out if one-sided
    setLane(&block, 1, 1.0f, 1.0f, 1.0f, -1.0f); // met from its right
    setLane(&block, 2, 1.0f, -m, 1.0f, 1.0f);    // from its back, but not clearly
    setLane(&block, 3, 1.0f, -1.0f, 1.0f, m);
    setLane(&block, 4, 1.0f, -out, 1.0f, out);
    ck_assert_uint_eq(nearBy(plain(), &block, &ray, 0) & 0x1f, 0x1f);
    ck_assert_uint_eq(nearBy(plain(), &block, &ray, 0xff) & 0x1f, 0x0e);
    ck_assert_uint_eq(nearBy(plain(), &block, &ray, 0x0f) & 0x1f, 0x1e);
    checkAlike(&block, &ray, 0xff, 0);
}

/// A ray and eight edges of a world of doubles, and the same in floats from an origin near by.
typedef struct Scene {
    CaromVec2 o, d, a[8], b[8]; ///< d from o to the end of the ray
    double near, far;
    CrEdgeRay ray;
    CrEdgeBlock block;
} Scene;

static CaromVec2 near(TestRandom *random, CaromVec2 origin, double size)
{
    return crAdd(origin,
                 crVec(testRandomRange(random, -size, size), testRandomRange(random, -size, size)));
}

static float fromOrigin(double x, double origin)
{
    return (float)(x - origin);
}

/// Every other edge has an end on the ray, nearly, or begins where the one before ends.
static void randomScene(Scene *scene, TestRandom *random)
{
    double size = ldexp(1.0, testRandomInt(random, -3, 12)), reach = 0.0;
    CaromVec2 origin = near(random, crVec(0.0, 0.0), ldexp(1.0, testRandomInt(random, 0, 17)));
    scene->o = near(random, origin, size);
    scene->d = near(random, crVec(0.0, 0.0), size * testRandomRange(random, 0.01, 2.0));
    if (testRandomInt(random, 0, 7) == 0) {
        scene->d.y = 0.0;
    }
    scene->far = hypot(scene->d.x, scene->d.y);
    scene->near = testRandomInt(random, 0, 1) ? 0.0 : scene->far * 0.25;
    for (int k = 0; k < 8; k++) {
        CaromVec2 on = crAddScaled(scene->o, scene->d, testRandomRange(random, -0.1, 1.1));
        double off = ldexp(size, -testRandomInt(random, 0, 40));
        int kind = testRandomInt(random, 0, 3);
        scene->a[k] = kind == 0 ? near(random, on, off) : near(random, origin, size);
        scene->a[k] = kind == 1 && k > 0 ? scene->b[k - 1] : scene->a[k];
        scene->b[k] = kind == 2 ? near(random, on, off) : near(random, origin, size);
        setLane(&scene->block, k, fromOrigin(scene->a[k].x, origin.x),
                fromOrigin(scene->a[k].y, origin.y), fromOrigin(scene->b[k].x, origin.x),
                fromOrigin(scene->b[k].y, origin.y));
    }
    reach = 4.0 * size;
    CrEdgeRay ray = {fromOrigin(scene->o.x, origin.x),
                     fromOrigin(scene->o.y, origin.y),
                     (float)(scene->d.x / scene->far),
                     (float)(scene->d.y / scene->far),
                     crEdgeMargin((float)reach),
                     (float)scene->near,
                     (float)scene->far};
    scene->ray = ray;
}

/// Whether the edge is met on the piece of the ray: by exact signs, and a division for where.
static bool isMet(const Scene *scene, int k)
{
    double along = 0.0, across;
    CaromMeet meet =
        caromRayMeetsSegment(scene->o, scene->d, scene->a[k], scene->b[k], &along, &across);
    return (meet == CAROM_MEET_CROSS || meet == CAROM_MEET_COLLINEAR) &&
           along * scene->far >= scene->near;
}

/// Whether an edge is out of the way by more than three margins: then it must be rejected.
static bool isFar(const Scene *scene, int k)
{
    CaromVec2 d = crScale(scene->d, 1.0 / scene->far), a = crSub(scene->a[k], scene->o),
              b = crSub(scene->b[k], scene->o);
    double m = 3.0 * scene->ray.margin, sideA = crCross(d, a), sideB = crCross(d, b);
    double alongA = crDot(d, a), alongB = crDot(d, b);
    return crMin(sideA, sideB) > m || crMax(sideA, sideB) < -m ||
           crMax(alongA, alongB) < scene->near - m || crMin(alongA, alongB) > scene->far + m;
}

TEST_LOOP(what_is_rejected_is_not_met, 64)
{
    TestRandom random = testRandomSeed((uint32_t)_i);
    for (int round = 0; round < 1000; round++) {
        Scene scene;
        randomScene(&scene, &random);
        unsigned oneSided = (unsigned)testRandomInt(&random, 0, 255);
        checkAlike(&scene.block, &scene.ray, oneSided, _i);
        unsigned mayMeet = nearBy(plain(), &scene.block, &scene.ray, 0);
        unsigned mayStop = nearBy(plain(), &scene.block, &scene.ray, oneSided);
        for (int k = 0; k < 8; k++) {
            bool isMetHere = isMet(&scene, k), may = mayMeet >> k & 1u, stop = mayStop >> k & 1u;
            bool fromBack = crSideOfRay(scene.a[k], scene.d, scene.b[k]) > 0; // cross(d, b − a) > 0
            ck_assert_msg(may || !isMetHere, "seed %d, round %d: lost", _i, round);
            ck_assert_msg(!may || !isFar(&scene, k), "seed %d, round %d: blunt", _i, round);
            ck_assert_msg(stop || !may || fromBack, "seed %d, round %d: front lost", _i, round);
        }
    }
}

// ---- ways through cells

#define TILE_CELLS (CR_LINK_TILE_SIZE * CR_LINK_TILE_SIZE)
#define LINKS 200

/// A tile of cells of 1 m, some with lists of links, and a way through it.
typedef struct Cells {
    CrEdgeLink links[LINKS];
    CrEdgeLink *heads[TILE_CELLS];
    CrLinkWay way;
} Cells;

static void addLink(Cells *cells, CrEdgeLink *link, TestRandom *random)
{
    CrEdgeLink **head = &cells->heads[testRandomInt(random, 0, TILE_CELLS - 1)];
    for (int k = 0; k < 8; k++) {
        setLane(&link->edges, k, (float)testRandomRange(random, -1, 1),
                (float)testRandomRange(random, -1, 1), (float)testRandomRange(random, -1, 1),
                (float)testRandomRange(random, -1, 1));
    }
    link->reach = testRandomInt(random, 0, 2) ? 0x1p-18f : 0.25f;
    link->count = 8;
    link->oneSided = (uint8_t)testRandomInt(random, 0, 255);
    link->next = *head;
    *head = link;
}

static void randomCells(Cells *cells, TestRandom *random)
{
    static const Cells empty;
    *cells = empty;
    for (int i = 0; i < LINKS; i++) {
        addLink(cells, &cells->links[i], random);
    }
    CrLinkWay *way = &cells->way;
    double angle = testRandomRange(random, 0.0, 6.28);
    way->heads = cells->heads;
    way->tileX = CR_LINK_TILE_SIZE * testRandomInt(random, -3, 3);
    way->tileY = CR_LINK_TILE_SIZE * testRandomInt(random, -3, 3);
    way->from = crVec(way->tileX + testRandomRange(random, 0.0, CR_LINK_TILE_SIZE),
                      way->tileY + testRandomRange(random, 0.0, CR_LINK_TILE_SIZE));
    way->heading = testRandomInt(random, 0, 3) ? crVec(cos(angle), sin(angle)) : crVec(0.0, -1.0);
    way->side = 1.0;
    way->far = testRandomRange(random, 0.0, 40.0);
    way->stepX = (way->heading.x > 0.0) - (way->heading.x < 0.0);
    way->stepY = (way->heading.y > 0.0) - (way->heading.y < 0.0);
    way->pace = crVec(way->stepX ? fabs(1.0 / way->heading.x) : 0.0,
                      way->stepY ? fabs(1.0 / way->heading.y) : 0.0);
    way->cell.x = (int32_t)floor(way->from.x);
    way->cell.y = (int32_t)floor(way->from.y);
    way->cell.next = crVec(
        way->stepX ? (way->cell.x + (way->stepX > 0) - way->from.x) / way->heading.x : INFINITY,
        way->stepY ? (way->cell.y + (way->stepY > 0) - way->from.y) / way->heading.y : INFINITY);
    way->cell.out = crMin(way->cell.next.x, way->cell.next.y);
    way->oneSided = testRandomInt(random, 0, 1) ? ~0u : 0u;
    way->here = testRandomInt(random, 0, 1) ? ~0u : 0u;
    way->visited = 1;
    way->limit = testRandomInt(random, 0, 3) ? 1000 : testRandomInt(random, 1, 12);
    way->ray.dx = (float)way->heading.x;
    way->ray.dy = (float)way->heading.y;
    way->ray.margin = 0x1p-17f;
    way->link =
        cells->heads[(way->cell.y - way->tileY) * CR_LINK_TILE_SIZE + (way->cell.x - way->tileX)];
    crLinkWayAim(way);
}

/// A link, and which of its edges.
typedef struct Found {
    const CrEdgeLink *link;
    unsigned near;
} Found;

/// All that a way finds, link by link, cell by cell: by linkNear, and steps so plain that they can
/// be read.
static int findByHand(const Cells *cells, Found *found, CrLinkStop *stop)
{
    CrLinkWay way = cells->way;
    int count = 0;
    for (;;) {
        unsigned near;
        const CrEdgeLink *at = way.link;
        while ((at = plain()->linkNear(at, &way.ray, way.here, &near)) != NULL) {
            found[count].link = at;
            found[count++].near = near;
            at = at->next;
        }
        *stop = !(way.cell.out < way.far)    ? CR_LINK_END
                : way.visited++ >= way.limit ? CR_LINK_CUT
                                             : CR_LINK_TILE;
        if (*stop != CR_LINK_TILE) {
            return count;
        }
        bool across = way.cell.next.x < way.cell.next.y;
        way.cell.in = way.cell.out;
        way.cell.x += across ? way.stepX : 0;
        way.cell.y += across ? 0 : way.stepY;
        way.cell.next.x += across ? way.pace.x : 0.0;
        way.cell.next.y += across ? 0.0 : way.pace.y;
        way.cell.out = crMin(way.cell.next.x, way.cell.next.y);
        int x = way.cell.x - way.tileX, y = way.cell.y - way.tileY;
        if (x < 0 || y < 0 || x >= CR_LINK_TILE_SIZE || y >= CR_LINK_TILE_SIZE) {
            return count;
        }
        way.link = cells->heads[y * CR_LINK_TILE_SIZE + x];
        way.here = way.oneSided;
        crLinkWayAim(&way);
    }
}

TEST_SEEDS(ways_find_what_single_steps_find, 32)
{
    static Cells cells;
    Found expected[LINKS + 1];
    for (int round = 0; round < 60; round++) {
        CrLinkStop stop;
        randomCells(&cells, &random);
        int count = findByHand(&cells, expected, &stop);
        for (int k = 0; k < kernelCount; k++) {
            CrLinkWay way = cells.way;
            unsigned near = 0;
            for (int i = 0; i < count; i++) {
                const CrEdgeLink *at = kernels[k]->nextLink(&way, &near);
                ck_assert_msg(at == expected[i].link && near == expected[i].near,
                              "%s, seed %d, round %d: link %d of %d", kernels[k]->name, _i, round,
                              i, count);
            }
            bool ends = kernels[k]->nextLink(&way, &near) == NULL;
            ck_assert_msg(ends && way.stop == stop, "%s, seed %d, round %d: stop %d, not %d",
                          kernels[k]->name, _i, round, (int)way.stop, (int)stop);
        }
    }
}

// ---- times

TEST_LOOP(due_finds_what_a_loop_finds, 16)
{
    TestRandom random = testRandomSeed((uint32_t)_i);
    double times[70];
    uint32_t expected[70], found[71];
    for (int round = 0; round < 500; round++) {
        int skip = testRandomInt(&random, 0, 3), count = testRandomInt(&random, 0, 66);
        double until = testRandomInt(&random, -2, 9) / 8.0,
               many = testRandomRange(&random, 1.0, 40.0);
        int expectedCount = 0;
        for (int i = 0; i < count; i++) {
            double far = testRandomInt(&random, 0, 3) ? INFINITY : until + many;
            int kind = (int)testRandomRange(&random, 0.0, many);
            times[skip + i] = kind == 0 ? until : kind == 1 ? until - 1e-9 : far;
            if (kind == 2) {
                times[skip + i] = nextafter(until, INFINITY);
            }
            if (times[skip + i] <= until) {
                expected[expectedCount++] = (uint32_t)i;
            }
        }
        for (int k = 0; k < kernelCount; k++) {
            found[expectedCount] = 12345;
            ck_assert_int_eq(kernels[k]->due(times + skip, count, until, found), expectedCount);
            ck_assert_mem_eq(found, expected, sizeof(uint32_t) * (size_t)expectedCount);
            ck_assert_uint_eq(found[expectedCount], 12345); // nothing is written past the last
        }
    }
}

SUITE_HOOK(chooseKernels)
{
    (void)suite;
    kernelCount = crKernelsAll(kernels);
}
