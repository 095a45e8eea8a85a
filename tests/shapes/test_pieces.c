// SPDX-License-Identifier: MIT
// Triangles and convex pieces. Oracles: a look at every pair of edges in whole numbers decides what
// is refused; faces.h decides what cuts a region up.
#include "../../shapes/build.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../support/assertions.h"
#include "faces.h"
#include "../support/flight_field.h"
#include "../support/lattice.h"

#define MAX_POINTS 40
#define MAX_RINGS 5
#define PI 3.14159265358979323846

// ---- both cuts of one geometry, checked

typedef struct Cut {
    CaromError error;
    int triangleCount, pieceCount;
    long double triangleArea, pieceArea;
} Cut;

/// What the cuts of a geometry give; fails the test where they are wrong. `isSmall`: by all tests.
static Cut cutAndCheck(const CaromGeometry *geometry, int corners, bool isSmall, uint64_t seed)
{
    int rings = geometry->ringEnds ? geometry->ringCount : 1;
    int room = geometry->count + 2 * rings - 4;
    size_t size = (size_t)(room > 0 ? room : 1);
    int *triangles = malloc(3 * size * sizeof *triangles),
        *indices = malloc(3 * size * sizeof(int));
    int *ends = malloc(size * sizeof *ends);
    Cut cut = {0};
    cut.triangleCount = caromTriangulate(geometry, NULL, triangles, room, &cut.error);
    CaromPieces pieces = {indices, ends, 3 * room, room, 0, 0};
    CaromError error = caromConvexPieces(geometry, corners, NULL, &pieces);
    ck_assert_msg(error == cut.error, "seed %llu: two errors", (unsigned long long)seed);
    cut.pieceCount = pieces.pieceCount;
    if (cut.error == CAROM_OK) {
        ck_assert_int_le(cut.triangleCount, room);
        Faces all = {geometry, triangles, NULL, cut.triangleCount};
        Faces joined = {geometry, indices, ends, pieces.pieceCount};
        const char *fault = facesFault(&all);
        ck_assert_msg(!fault, "seed %llu: triangles: %s", (unsigned long long)seed, fault);
        fault = facesFault(&joined);
        ck_assert_msg(!fault, "seed %llu: pieces: %s", (unsigned long long)seed, fault);
        for (int i = 0; corners > 0 && i < pieces.pieceCount; i++) {
            ck_assert_int_le(facesEnd(&joined, i) - facesStart(&joined, i), corners);
        }
        ck_assert_msg(corners > 0 || facesNeedAllDiagonals(&joined), "seed %llu: a diagonal more",
                      (unsigned long long)seed);
        ck_assert_msg(!isSmall || facesLieApart(&all), "seed %llu: triangles overlap",
                      (unsigned long long)seed);
        ck_assert_msg(!isSmall || facesLieApart(&joined), "seed %llu: pieces overlap",
                      (unsigned long long)seed);
        cut.triangleArea = facesArea(&all);
        cut.pieceArea = facesArea(&joined);
    } else {
        ck_assert_int_eq(cut.triangleCount, 0);
        ck_assert_int_eq(cut.pieceCount, 0);
    }
    free(ends);
    free(indices);
    free(triangles);
    return cut;
}

static void checkAreas(const Cut *cut, long double area, uint64_t seed)
{
    ck_assert_msg(cut->error == CAROM_OK, "seed %llu: refused: %s", (unsigned long long)seed,
                  caromErrorName(cut->error));
    ck_assert_msg(fabsl(cut->triangleArea - area) <= 1e-12L * area &&
                      fabsl(cut->pieceArea - area) <= 1e-12L * area,
                  "seed %llu: area %.17Lg, not %.17Lg", (unsigned long long)seed, cut->triangleArea,
                  area);
}

// ---- rings on a small lattice: most are wrong in some way, many touch themselves or each other

typedef struct LatticeRings {
    LatticePoint points[MAX_POINTS];
    CaromVec2 vecs[MAX_POINTS];
    int ends[MAX_RINGS];
    int count, rings;
} LatticeRings;

static LatticeRings randomRings(TestRandom *random)
{
    LatticeRings made = {.rings = testRandomInt(random, 1, testRandomInt(random, 1, MAX_RINGS))};
    int size = testRandomInt(random, 2, 12), most = testRandomInt(random, 3, 8);
    for (int ring = 0; ring < made.rings; ring++) {
        int count = testRandomInt(random, 3, most);
        LatticePoint corner = latticeRandom(random, size);
        int reach = testRandomInt(random, 1, 6);
        for (int i = 0; i < count; i++) {
            LatticePoint p = latticeRandom(random, size);
            if (ring > 0) { // smaller ones fit more often
                p.x = corner.x + p.x % (reach + 1);
                p.y = corner.y + p.y % (reach + 1);
            }
            made.points[made.count] = p;
            made.vecs[made.count++] = latticeToVec(p);
        }
        made.ends[ring] = made.count;
    }
    return made;
}

static int ringStart(const LatticeRings *rings, int ring)
{
    return ring > 0 ? rings->ends[ring - 1] : 0;
}

static bool isSame(LatticePoint a, LatticePoint b)
{
    return a.x == b.x && a.y == b.y;
}

/// Whether two edges share more than one point that is an end of both.
static bool shareTooMuch(LatticePoint a, LatticePoint b, LatticePoint c, LatticePoint d)
{
    if (!latticeSegmentsTouch(a, b, c, d)) {
        return false;
    }
    bool isCommonA = isSame(a, c) || isSame(a, d), isCommonB = isSame(b, c) || isSame(b, d);
    if (isCommonA == isCommonB) {
        return true; // touch with no common end, or equal
    }
    LatticePoint common = isCommonA ? a : b, other = isCommonA ? b : a,
                 third = isSame(common, c) ? d : c;
    return latticeOnSegment(other, c, d) || latticeOnSegment(third, a, b);
}

static void edgesOf(const LatticeRings *rings, LatticePoint (*edges)[2])
{
    for (int ring = 0, i = 0; ring < rings->rings; ring++) {
        for (; i < rings->ends[ring]; i++) {
            edges[i][0] = rings->points[i];
            edges[i][1] = rings->points[i + 1 < rings->ends[ring] ? i + 1 : ringStart(rings, ring)];
        }
    }
}

static CaromError faultOfRing(const LatticeRings *rings, LatticePoint (*edges)[2], int ring)
{
    bool isFlat = true;
    int start = ringStart(rings, ring);
    for (int i = start; i < rings->ends[ring]; i++) {
        if (isSame(edges[i][0], edges[i][1])) {
            return CAROM_ERROR_POLYGON_REPEATED;
        }
        isFlat &= latticeOrient(edges[start][0], edges[start][1], edges[i][0]) == 0;
    }
    return isFlat ? CAROM_ERROR_POLYGON_AREA : CAROM_OK;
}

static CaromError expectedError(const LatticeRings *rings)
{
    LatticePoint edges[MAX_POINTS][2];
    edgesOf(rings, edges);
    for (int ring = 0; ring < rings->rings; ring++) {
        CaromError error = faultOfRing(rings, edges, ring);
        if (error != CAROM_OK) {
            return error;
        }
    }
    for (int i = 0; i < rings->count; i++) {
        for (int j = i + 1; j < rings->count; j++) {
            if (shareTooMuch(edges[i][0], edges[i][1], edges[j][0], edges[j][1])) {
                return CAROM_ERROR_POLYGON_CROSSING;
            }
        }
    }
    return CAROM_OK;
}

static CaromGeometry regionOf(const CaromVec2 *points, const int *ends, int rings)
{
    CaromGeometry geometry = {
        .type = CAROM_SHAPE_REGION, .points = points, .count = ends[rings - 1]};
    geometry.ringEnds = ends;
    geometry.ringCount = rings;
    return geometry;
}

/// A sheared and mirrored lattice has other vertical lines and another order: the same answers.
static void shear(LatticeRings *rings, TestRandom *random)
{
    int shearX = testRandomInt(random, -2, 2), mirror = testRandomInt(random, 0, 1);
    for (int i = 0; i < rings->count; i++) {
        LatticePoint p = rings->points[i];
        p.x += shearX * p.y;
        p.y = mirror ? -p.y : p.y;
        rings->points[i] = p;
        rings->vecs[i] = latticeToVec(p);
    }
}

/// Where no ring touches itself, its winding has one meaning, and mass is defined.
static void checkMass(const LatticeRings *rings, const CaromGeometry *geometry, const Cut *cut)
{
    bool isSimple = cut->error == CAROM_OK;
    for (int ring = 0; ring < rings->rings; ring++) {
        int start = ringStart(rings, ring);
        isSimple = isSimple && caromPolygonValidate(rings->vecs + start, rings->ends[ring] - start,
                                                    NULL) == CAROM_OK;
    }
    CaromMass mass = caromGeometryMass(geometry);
    ck_assert(!isSimple || fabs(mass.area - (double)cut->triangleArea) <= 1e-12 * mass.area);
}

TEST_SEEDS(rings_on_a_lattice_are_cut_or_refused, 20)
{
    int cases = flightTestTimes(50) * flightTestShare(1200), good = 0;
    for (int i = 0; i < cases; i++) {
        LatticeRings rings = randomRings(&random);
        shear(&rings, &random);
        CaromGeometry geometry = regionOf(rings.vecs, rings.ends, rings.rings);
        int corners = testRandomInt(&random, 0, 2) == 0 ? testRandomInt(&random, 3, 6) : 0;
        Cut cut = cutAndCheck(&geometry, corners, true, (uint64_t)_i);
        CaromError expected = expectedError(&rings);
        ck_assert_msg(cut.error == expected, "seed %d, case %d: %s, not %s", _i, i,
                      caromErrorName(cut.error), caromErrorName(expected));
        checkMass(&rings, &geometry, &cut);
        good += cut.error == CAROM_OK;
    }
    ck_assert_msg(good > cases / 20, "only %d of %d are good", good, cases);
}

// ---- large ones

typedef struct Shape {
    CaromVec2 *points;
    int *ends;
    int count, rings;
    int pointRoom, ringRoom;
} Shape;

static void addPoint(Shape *shape, double x, double y)
{
    if (shape->count == shape->pointRoom) {
        shape->pointRoom = 2 * shape->pointRoom + 64;
        shape->points = realloc(shape->points, (size_t)shape->pointRoom * sizeof(CaromVec2));
    }
    shape->points[shape->count++] = caromVec2(x, y);
}

static void endRing(Shape *shape)
{
    if (shape->rings == shape->ringRoom) {
        shape->ringRoom = 2 * shape->ringRoom + 4;
        shape->ends = realloc(shape->ends, (size_t)shape->ringRoom * sizeof(int));
    }
    shape->ends[shape->rings++] = shape->count;
}

static void addStar(Shape *shape, TestRandom *random, CaromVec2 center, int count, double inner,
                    double outer)
{
    int way = testRandomInt(random, 0, 1) ? 1 : -1;
    for (int i = 0; i < count; i++) {
        double angle = 2.0 * PI * way * (i + testRandomRange(random, 0.0, 0.9)) / count;
        double radius = testRandomRange(random, inner, outer);
        addPoint(shape, center.x + radius * cos(angle), center.y + radius * sin(angle));
    }
    endRing(shape);
}

/// A star with star-shaped holes and an island in each hole.
static Shape starsInStars(TestRandom *random, int count)
{
    Shape shape = {0};
    addStar(&shape, random, caromVec2(0.0, 0.0), count + 24, 10.0, 20.0);
    for (int x = -6; x <= 6; x += 2) {
        for (int y = -6; y <= 6; y += 2) {
            CaromVec2 center = caromVec2(x, y);
            addStar(&shape, random, center, testRandomInt(random, 16, 16 + count / 50), 0.5, 0.9);
            addStar(&shape, random, center, testRandomInt(random, 3, 3 + count / 50), 0.01, 0.2);
        }
    }
    return shape;
}

/// Needles with all their points on two lines, and with ends that differ in the last places.
static Shape comb(TestRandom *random, int teeth)
{
    Shape shape = {0};
    double width = testRandomInt(random, 0, 1) ? 1e-9 : 0.25;
    for (int i = 0; i < teeth; i++) {
        addPoint(&shape, i, 0.0);
        addPoint(&shape, i + 1.0 - width, 0.0);
        addPoint(&shape, i + 1.0 - 0.5 * width, 1000.0 + (i % 3) * 0x1p-40);
    }
    addPoint(&shape, teeth, -1.0);
    addPoint(&shape, 0.0, -1.0);
    endRing(&shape);
    return shape;
}

/// Columns of whole heights: long runs on one line, up, down and along.
static Shape columns(TestRandom *random, int count)
{
    Shape shape = {0};
    int height = 1;
    for (int i = 0; i < count; i++) {
        addPoint(&shape, i, 0.0);
    }
    for (int i = count; i-- > 1;) {
        int next = testRandomInt(random, 1, 6);
        addPoint(&shape, i, height);
        for (int y = height; y != next; y += next > height ? 1 : -1) {
            if (y != height) {
                addPoint(&shape, i, y);
            }
        }
        if (next != height) {
            addPoint(&shape, i, next);
        }
        height = next;
    }
    addPoint(&shape, 0.0, height);
    endRing(&shape);
    return shape;
}

static Shape spiral(TestRandom *random, int count)
{
    Shape shape = {0};
    double width = testRandomRange(random, 0.05, 0.9);
    for (int side = 0; side < 2; side++) {
        for (int k = 0; k <= count; k++) {
            int i = side ? count - k : k;
            double angle = 2.0 * PI / 64.0 * i, radius = 1.0 + angle / (2.0 * PI) + side * width;
            addPoint(&shape, radius * cos(angle), radius * sin(angle));
        }
    }
    endRing(&shape);
    return shape;
}

static void turnAndMove(Shape *shape, TestRandom *random)
{
    CaromTransform t = caromTransform(
        caromVec2(testRandomRange(random, -9.0, 9.0), testRandomRange(random, -9.0, 9.0)),
        testRandomRange(random, -4.0, 4.0), caromVec2(1.0, testRandomInt(random, 0, 1) ? 1 : -1));
    for (int i = 0; i < shape->count; i++) {
        shape->points[i] = caromTransformPoint(t, shape->points[i]);
    }
}

static void cutShape(Shape *shape, uint64_t seed)
{
    CaromGeometry geometry = regionOf(shape->points, shape->ends, shape->rings);
    Cut cut = cutAndCheck(&geometry, 0, false, seed);
    long double area = facesAreaOfRings(&geometry);
    checkAreas(&cut, area, seed);
    CaromBox box = caromBoxOfPoints(shape->points, shape->count);
    double boxArea = (box.max.x - box.min.x) * (box.max.y - box.min.y);
    // No cross product is larger than twice the box, and each is rounded three times.
    ck_assert(fabsl(caromGeometryMass(&geometry).area - area) <= 2e-15L * shape->count * boxArea);
    free(shape->points);
    free(shape->ends);
}

TEST_SEEDS(large_shapes_are_cut, flightTestShare(24))
{
    for (int round = flightTestTimes(10); round > 0; round--) {
        for (int kind = 0; kind < 4; kind++) {
            int count = testRandomInt(&random, 3, testRandomInt(&random, 10, 2000));
            Shape shape = kind == 0   ? starsInStars(&random, count)
                          : kind == 1 ? comb(&random, count)
                          : kind == 2 ? columns(&random, count)
                                      : spiral(&random, count);
            if (kind != 1 && kind != 2) { // what lies on one line would not after rounding
                turnAndMove(&shape, &random);
            }
            cutShape(&shape, (uint64_t)_i);
        }
    }
}

TEST_SEEDS(a_hundred_thousand_points, 4)
{
    Shape shape = _i == 0   ? starsInStars(&random, 100000)
                  : _i == 1 ? comb(&random, 33333)
                  : _i == 2 ? columns(&random, 40000)
                            : spiral(&random, 50000);
    cutShape(&shape, (uint64_t)_i);
}

// ---- rings that touch

TEST(rings_may_meet_at_points_of_both)
{
    Shape board = {0};
    int size = 40;
    for (int x = 0; x < size; x++) {
        for (int y = x % 2; y < size; y += 2) {
            int way = (x + y) % 4 == 0;
            addPoint(&board, x, y);
            addPoint(&board, x + !way, y + way);
            addPoint(&board, x + 1.0, y + 1.0);
            addPoint(&board, x + way, y + !way);
            endRing(&board);
        }
    }
    CaromGeometry geometry = regionOf(board.points, board.ends, board.rings);
    Cut cut = cutAndCheck(&geometry, 0, false, 0);
    checkAreas(&cut, size * size / 2, 0);
    ck_assert_int_eq(cut.pieceCount, size * size / 2);
    free(board.points);
    free(board.ends);
}

/// Thousands of triangles with one corner in common, each one a ring.
TEST(many_rings_may_meet_at_one_point)
{
    Shape fan = {0};
    int count = 20000;
    long double area = 0;
    for (int i = 0; i < count; i++) {
        CaromVec2 a = {cos(2.0 * PI * i / count), sin(2.0 * PI * i / count)};
        CaromVec2 b = {cos(2.0 * PI * (i + 0.5) / count), sin(2.0 * PI * (i + 0.5) / count)};
        addPoint(&fan, a.x, a.y);
        addPoint(&fan, b.x, b.y);
        addPoint(&fan, 0.0, 0.0);
        endRing(&fan);
        area += 0.5L * ((long double)a.x * b.y - (long double)a.y * b.x);
    }
    CaromGeometry geometry = regionOf(fan.points, fan.ends, fan.rings);
    Cut cut = cutAndCheck(&geometry, 0, false, 0);
    checkAreas(&cut, area, 0);
    ck_assert_int_eq(cut.pieceCount, count);
    free(fan.points);
    free(fan.ends);
}

// ---- limits and refusals

TEST(a_convex_polygon_is_one_piece)
{
    for (int count = 3; count < 60; count++) {
        CaromVec2 points[60];
        CaromTransform t = caromTransform(caromVec2(1.0, 2.0), 0.5, caromVec2(2.0, 1.0));
        caromEllipsePoints(t, caromVec2(0.0, 0.0), 1.0, points, count);
        CaromGeometry geometry = caromGeometry(CAROM_SHAPE_POLYGON, points, count, 0.0);
        Cut cut = cutAndCheck(&geometry, 0, false, (uint64_t)count);
        ck_assert_int_eq(cut.pieceCount, 1);
        ck_assert_int_eq(cut.triangleCount, count - 2);
        cut = cutAndCheck(&geometry, 5, false, (uint64_t)count);
        ck_assert_int_ge(cut.pieceCount, (count - 2 + 2) / 3);
        cut = cutAndCheck(&geometry, 3, false, (uint64_t)count);
        ck_assert_int_eq(cut.pieceCount, count - 2);
    }
}

static const CaromVec2 hook[7] = {{0, 0}, {4, 0}, {4, 4}, {2, 4}, {2, 2}, {1, 2}, {0, 4}};

TEST(only_what_fits_is_written)
{
    CaromGeometry geometry = caromGeometry(CAROM_SHAPE_POLYGON, hook, 7, 0.0);
    int all[15], some[15], indices[15], ends[5];
    CaromError error;
    ck_assert_int_eq(caromTriangulate(&geometry, NULL, all, 5, NULL), 5);
    CaromPieces whole = {indices, ends, 15, 5, 0, 0};
    ck_assert_ok(caromConvexPieces(&geometry, 0, NULL, &whole));
    for (int room = 0; room < 5; room++) {
        memset(some, -1, sizeof some);
        ck_assert_int_eq(caromTriangulate(&geometry, NULL, some, room, &error), 5);
        ck_assert_ok(error);
        ck_assert_mem_eq(some, all, (size_t)room * 3 * sizeof(int));
        ck_assert_int_eq(some[3 * room], -1);
    }
    for (int room = 0; room < whole.indexCount; room++) {
        int someEnds[5] = {-1, -1, -1, -1, -1};
        memset(some, -1, sizeof some);
        CaromPieces part = {some, someEnds, room, 5, 0, 0};
        ck_assert_ok(caromConvexPieces(&geometry, 0, NULL, &part));
        ck_assert_int_eq(part.pieceCount, whole.pieceCount);
        ck_assert_int_eq(part.indexCount, whole.indexCount);
        for (int k = 0; k < whole.pieceCount; k++) {
            ck_assert_int_eq(someEnds[k], ends[k] <= room ? ends[k] : -1);
        }
        ck_assert_int_eq(some[room], -1);
    }
    CaromPieces none = {0};
    ck_assert_ok(caromConvexPieces(&geometry, 0, NULL, &none));
    ck_assert_int_eq(none.indexCount, whole.indexCount);
}

TEST(faults_have_their_errors)
{
    CaromVec2 points[7];
    memcpy(points, hook, sizeof points);
    CaromGeometry good = caromGeometry(CAROM_SHAPE_POLYGON, points, 7, 0.0), bad = good;
    int triangles[30], ends[9] = {3, 5, 7};
    CaromError error;
    CaromPieces pieces = {triangles, NULL, 3, 1, 9, 9};
    ck_assert_int_eq(caromConvexPieces(&good, 0, NULL, NULL), CAROM_ERROR_NULL);
    ck_assert_int_eq(caromConvexPieces(&good, 0, NULL, &pieces), CAROM_ERROR_NULL);
    ck_assert_int_eq(pieces.indexCount + pieces.pieceCount, 0);
    pieces.pieceCapacity = 0; // no pieces are wanted
    ck_assert_ok(caromConvexPieces(&good, 0, NULL, &pieces));
    ck_assert_int_gt(pieces.pieceCount, 1);
    pieces.pieceCapacity = 3;
    pieces.ends = ends;
    for (int corners = -1; corners < 3; corners++) {
        ck_assert_int_eq(caromConvexPieces(&good, corners, NULL, &pieces),
                         corners == 0 ? CAROM_OK : CAROM_ERROR_OUT_OF_RANGE);
    }
#define EXPECT(geometry, expected)                                                                 \
    ck_assert_int_eq(caromTriangulate(geometry, NULL, triangles, 10, &error), 0);                  \
    ck_assert_int_eq(error, expected)
    EXPECT(NULL, CAROM_ERROR_NULL);
    ck_assert_int_eq(caromTriangulate(&good, NULL, NULL, 1, &error), 0);
    ck_assert_int_eq(error, CAROM_ERROR_NULL);
    bad.points = NULL;
    EXPECT(&bad, CAROM_ERROR_NULL);
    bad = good;
    bad.type = CAROM_SHAPE_CHAIN;
    EXPECT(&bad, CAROM_ERROR_ENUM);
    bad.type = CAROM_SHAPE_REGION;
    EXPECT(&bad, CAROM_ERROR_NULL);
    bad.ringEnds = ends;
    bad.ringCount = 0;
    EXPECT(&bad, CAROM_ERROR_REGION_RINGS);
    bad.ringCount = 2; // does not rise to count
    EXPECT(&bad, CAROM_ERROR_REGION_RINGS);
    bad.ringCount = 3;
    EXPECT(&bad, CAROM_ERROR_POLYGON_FEW);
    ends[1] = 8;
    EXPECT(&bad, CAROM_ERROR_REGION_RINGS);
    ends[1] = 2;
    EXPECT(&bad, CAROM_ERROR_REGION_RINGS);
    bad = good;
    bad.count = -1;
    EXPECT(&bad, CAROM_ERROR_COUNT);
    bad.count = (1 << 24) + 1;
    EXPECT(&bad, CAROM_ERROR_COUNT);
    bad.count = 2;
    EXPECT(&bad, CAROM_ERROR_POLYGON_FEW);
    points[3].x = NAN;
    EXPECT(&good, CAROM_ERROR_NOT_FINITE);
    points[3].x = 1.1e12;
    EXPECT(&good, CAROM_ERROR_OUT_OF_RANGE);
    points[3] = points[2];
    EXPECT(&good, CAROM_ERROR_POLYGON_REPEATED);
    points[3] = caromVec2(-1.0, 1.0);
    EXPECT(&good, CAROM_ERROR_POLYGON_CROSSING);
#undef EXPECT
}

typedef struct Memory {
    int left, live;
} Memory;

static void *scarceResize(void *context, void *memory, size_t oldSize, size_t newSize)
{
    Memory *it = context;
    (void)oldSize;
    if (newSize == 0) {
        it->live--;
        free(memory);
        return NULL;
    }
    if (it->left-- <= 0) {
        return NULL;
    }
    it->live++;
    return malloc(newSize);
}

TEST(memory_is_given_back)
{
    CaromGeometry geometry = caromGeometry(CAROM_SHAPE_POLYGON, hook, 7, 0.0);
    int triangles[15], ends[5];
    for (int calls = 0; calls <= 4; calls++) {
        Memory memory = {calls, 0};
        CaromAllocator allocator = {scarceResize, &memory};
        CaromError error;
        CaromPieces pieces = {triangles, ends, 15, 5, 0, 0};
        ck_assert_int_eq(caromConvexPieces(&geometry, 0, &allocator, &pieces),
                         calls < 4 ? CAROM_ERROR_MEMORY : CAROM_OK);
        ck_assert_int_eq(memory.live, 0);
        ck_assert_int_eq(pieces.pieceCount > 0, calls == 4);
        memory.left = calls;
        caromTriangulate(&geometry, &allocator, triangles, 5, &error);
        ck_assert_int_eq(error, calls < 3 ? CAROM_ERROR_MEMORY : CAROM_OK);
        ck_assert_int_eq(memory.live, 0);
    }
}

/// A count needs no room; room that is not there is refused.
TEST(no_room_is_told_of)
{
    const CaromVec2 square[] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    CaromGeometry g = caromGeometry(CAROM_SHAPE_POLYGON, square, 4, 0.0);
    CaromError error;
    int end = 0;
    ck_assert_int_eq(caromTriangulate(&g, NULL, NULL, 0, &error), 2); // counts
    ck_assert_ok(error);
    ck_assert_int_eq(caromTriangulate(&g, NULL, NULL, 2, &error), 0);
    ck_assert_int_eq(error, CAROM_ERROR_NULL);
    CaromPieces pieces = {NULL, &end, 4, 1, 0, 0};
    ck_assert_int_eq(caromConvexPieces(&g, 0, NULL, &pieces), CAROM_ERROR_NULL);
}
