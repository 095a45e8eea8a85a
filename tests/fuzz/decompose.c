// SPDX-License-Identifier: MIT
// Polygons and regions of any points, cut into triangles and convex pieces, and hulls. Where points
// lie on a lattice every area is exact, and so is what pieces add up to.
#include "fuzz.h"

#include <math.h>
#include <string.h>

enum { MOST = 24, RINGS = 3, ROOM = 3 * (MOST + 2 * RINGS) };

#define LEAST 1e-250 ///< [m] signs are exact from 1e-260 on: shapes.h

typedef struct Region {
    CaromVec2 points[MOST];
    int ends[RINGS], rings, count;
    bool lattice;
} Region;

static double coordinate(FuzzBytes *bytes, bool lattice)
{
    if (lattice) {
        return (int8_t)fuzzByte(bytes) / 4.0;
    }
    double x;
    uint64_t bits = fuzzBits(bytes, 8);
    memcpy(&x, &bits, sizeof x);
    return fabs(x) <= 1e12 && fabs(x) >= LEAST ? x : 0.0;
}

static Region readRegion(FuzzBytes *bytes)
{
    Region r;
    memset(&r, 0, sizeof r);
    uint8_t kind = fuzzByte(bytes);
    r.lattice = kind < 192;
    r.rings = 1 + kind % RINGS;
    for (int k = 0; k < r.rings; k++) {
        int more = 3 + fuzzByte(bytes) % 14;
        more = k + 1 < r.rings ? more % 8 : more;
        r.count = r.count + more < MOST ? r.count + more : MOST;
        r.ends[k] = r.count;
    }
    for (int k = 0; k < r.count; k++) {
        r.points[k].x = coordinate(bytes, r.lattice);
        r.points[k].y = coordinate(bytes, r.lattice);
    }
    return r;
}

static CaromGeometry geometryOf(const Region *r)
{
    CaromGeometry geometry = {CAROM_SHAPE_REGION, r->points, r->count, 0.0, r->ends,
                              r->rings,           NULL,      false};
    if (r->rings == 1) {
        geometry = caromGeometry(CAROM_SHAPE_POLYGON, r->points, r->count, 0.0);
    }
    return geometry;
}

// ---- the references

/// Twice the area; of lattice points exact.
static double areaOf(const CaromVec2 *points, const int *indices, int count)
{
    double sum = 0.0;
    for (int k = 0; k < count; k++) {
        CaromVec2 a = points[indices[k]], b = points[indices[(k + 1) % count]];
        sum += a.x * b.y - a.y * b.x;
    }
    return sum;
}

/// Twice the area of all that is within an odd number of rings, which do not cross: by the winding
/// that a ring must have, for the number of others it lies in.
static double wholeArea(const Region *r)
{
    double sum = 0.0;
    for (int k = 0; k < r->rings; k++) {
        int first = k > 0 ? r->ends[k - 1] : 0, count = r->ends[k] - first, around = 0;
        double area = 2.0 * fabs(caromPolygonArea(r->points + first, count));
        for (int other = 0; other < r->rings; other++) {
            int from = other > 0 ? r->ends[other - 1] : 0, n = r->ends[other] - from;
            // A point of an edge that is on no other ring: rings touch at points only.
            CaromVec2 a = r->points[first], b = r->points[first + 1];
            CaromVec2 middle = {(a.x + b.x) / 2.0, (a.y + b.y) / 2.0};
            around += other != k && caromPointInPolygon(middle, r->points + from, n);
        }
        sum += around % 2 == 0 ? area : -area;
    }
    return sum;
}

static void checkPiece(const Region *r, const int *indices, int count)
{
    CaromVec2 points[MOST];
    FUZZ_CHECK(count >= 3 && count <= MOST);
    for (int k = 0; k < count; k++) {
        FUZZ_CHECK(indices[k] >= 0 && indices[k] < r->count);
        points[k] = r->points[indices[k]];
    }
    FUZZ_CHECK(caromPolygonWinding(points, count) == 1);
    FUZZ_CHECK(caromPolygonIsConvex(points, count));
}

static void checkSum(const Region *r, double sum)
{
    double whole = wholeArea(r);
    FUZZ_CHECK(!r->lattice || sum == whole);
}

// ---- checks

static void checkTriangles(const Region *r, const CaromAllocator *allocator, bool sound)
{
    int triangles[ROOM];
    CaromError error = CAROM_OK;
    CaromGeometry geometry = geometryOf(r);
    int count = caromTriangulate(&geometry, allocator, triangles, ROOM / 3, &error);
    FUZZ_CHECK((count > 0) == (error == CAROM_OK));
    FUZZ_CHECK(!sound || error == CAROM_OK || error == CAROM_ERROR_MEMORY);
    FUZZ_CHECK(count <= r->count + 2 * r->rings - 4 || count == 0);
    double sum = 0.0;
    for (int k = 0; k < count; k++) {
        checkPiece(r, triangles + 3 * k, 3);
        sum += areaOf(r->points, triangles + 3 * k, 3);
    }
    if (sound && count > 0) {
        checkSum(r, sum);
    }
}

static void checkPieces(const Region *r, int corners, const CaromAllocator *allocator, bool sound)
{
    int indices[ROOM], ends[ROOM / 3];
    CaromPieces pieces = {indices, ends, ROOM, ROOM / 3, 0, 0};
    CaromGeometry geometry = geometryOf(r);
    CaromError error = caromConvexPieces(&geometry, corners, allocator, &pieces);
    FUZZ_CHECK((error == CAROM_OK) == (pieces.pieceCount > 0));
    double sum = 0.0;
    for (int k = 0; k < pieces.pieceCount; k++) {
        int first = k > 0 ? ends[k - 1] : 0, count = ends[k] - first;
        FUZZ_CHECK(corners == 0 || count <= corners);
        checkPiece(r, indices + first, count);
        sum += areaOf(r->points, indices + first, count);
    }
    if (sound && error == CAROM_OK) {
        checkSum(r, sum);
    }
}

/// Its corners turn left, and nothing is outside.
static void checkHull(const Region *r)
{
    CaromVec2 hull[MOST];
    memcpy(hull, r->points, sizeof hull);
    int count = caromHull(hull, r->count);
    FUZZ_CHECK(count >= 1 && count <= r->count);
    for (int k = 0; k < count && count > 2; k++) {
        CaromVec2 a = hull[k], b = hull[(k + 1) % count];
        FUZZ_CHECK(caromOrientation(a, b, hull[(k + 2) % count]) == 1);
        for (int i = 0; i < r->count; i++) {
            FUZZ_CHECK(caromOrientation(a, b, r->points[i]) >= 0);
        }
    }
}

int fuzzDecompose(const uint8_t *bytes, size_t size)
{
    FuzzBytes left = {bytes, size};
    Region r = readRegion(&left);
    FuzzMemory memory;
    FuzzRefusal refusal = {0};
    CaromAllocator allocator = fuzzAllocator(&memory, &refusal);
    bool sound = caromRegionValidate(r.points, r.ends, r.rings, &allocator) == CAROM_OK;
    uint8_t mode = fuzzByte(&left);
    checkTriangles(&r, &allocator, sound);
    checkPieces(&r, mode % 8 < 3 ? 0 : mode % 8, &allocator, sound);
    FUZZ_CHECK(memory.held == 0);
    refusal.in = 1 + mode / 16;
    checkTriangles(&r, &allocator, sound);
    refusal.in = 0;
    FUZZ_CHECK(memory.held == 0);
    checkHull(&r);
    CaromGeometry geometry = geometryOf(&r);
    CaromMass mass = caromGeometryMass(&geometry);
    FUZZ_CHECK(!sound || (mass.area >= 0.0 && mass.inertia >= 0.0));
    FUZZ_CHECK(!sound || !r.lattice || fabs(mass.area * 2.0 - wholeArea(&r)) < 1e-6);
    if (fuzzOut != NULL) {
        fprintf(fuzzOut, "%d points in %d rings: %s\n", r.count, r.rings, sound ? "sound" : "not");
    }
    return 0;
}
