// SPDX-License-Identifier: MIT
#include "faces.h"

#include <stdlib.h>

int facesStart(const Faces *faces, int face)
{
    if (!faces->ends) {
        return 3 * face;
    }
    return face > 0 ? faces->ends[face - 1] : 0;
}

int facesEnd(const Faces *faces, int face)
{
    return faces->ends ? faces->ends[face] : 3 * face + 3;
}

int facesCorners(const Faces *faces, int face, CaromVec2 *out)
{
    int start = facesStart(faces, face), count = facesEnd(faces, face) - start;
    for (int i = 0; i < count; i++) {
        out[i] = faces->geometry->points[faces->indices[start + i]];
    }
    return count;
}

// ---- rings

static int ringCount(const CaromGeometry *geometry)
{
    return geometry->ringEnds ? geometry->ringCount : 1;
}

static int ringStart(const CaromGeometry *geometry, int ring)
{
    return ring > 0 ? geometry->ringEnds[ring - 1] : 0;
}

static int ringEnd(const CaromGeometry *geometry, int ring)
{
    return geometry->ringEnds ? geometry->ringEnds[ring] : geometry->count;
}

// ---- sides. Points at one place count as one: the first of them.

typedef struct Side {
    int from, to;
    int after, before; ///< corners of the face before `from` and after `to`
    bool isEdge;       ///< of a ring, not of a face
} Side;

typedef struct Sides {
    Side *all;
    int count;
} Sides;

typedef struct Place {
    CaromVec2 point;
    int index;
} Place;

static int comparePlaces(const void *a, const void *b)
{
    const Place *p = a, *q = b;
    if (p->point.x != q->point.x) {
        return p->point.x < q->point.x ? -1 : 1;
    }
    if (p->point.y != q->point.y) {
        return p->point.y < q->point.y ? -1 : 1;
    }
    return (p->index > q->index) - (p->index < q->index);
}

/// For each point the first at the same place.
static int *firstsAtPlaces(const CaromGeometry *geometry)
{
    size_t count = (size_t)geometry->count;
    Place *places = malloc(count * sizeof *places);
    int *firsts = malloc(count * sizeof *firsts);
    for (int i = 0; i < geometry->count; i++) {
        places[i] = (Place){geometry->points[i], i};
    }
    qsort(places, count, sizeof *places, comparePlaces);
    for (int i = 0, first = 0; i < geometry->count; i++) {
        bool isSame = i > 0 && places[i].point.x == places[i - 1].point.x &&
                      places[i].point.y == places[i - 1].point.y;
        first = isSame ? first : places[i].index;
        firsts[places[i].index] = first;
    }
    free(places);
    return firsts;
}

static int low(const Side *side)
{
    return side->from < side->to ? side->from : side->to;
}
static int high(const Side *side)
{
    return side->from < side->to ? side->to : side->from;
}

static int compareSides(const void *a, const void *b)
{
    const Side *p = a, *q = b;
    if (low(p) != low(q)) {
        return low(p) < low(q) ? -1 : 1;
    }
    return (high(p) > high(q)) - (high(p) < high(q));
}

static Sides sidesOf(const Faces *faces)
{
    const CaromGeometry *geometry = faces->geometry;
    int *firsts = firstsAtPlaces(geometry);
    int corners = faces->count > 0 ? facesEnd(faces, faces->count - 1) : 0;
    Sides sides = {malloc((size_t)(corners + geometry->count) * sizeof(Side)), 0};
    for (int face = 0; face < faces->count; face++) {
        int start = facesStart(faces, face), count = facesEnd(faces, face) - start;
        for (int i = 0; i < count; i++) {
            const int *at = faces->indices + start;
            sides.all[sides.count++] =
                (Side){firsts[at[i]], firsts[at[(i + 1) % count]], at[(i + 2) % count],
                       at[(i + count - 1) % count], false};
        }
    }
    for (int ring = 0; ring < ringCount(geometry); ring++) {
        int start = ringStart(geometry, ring), end = ringEnd(geometry, ring);
        for (int i = start; i < end; i++) {
            sides.all[sides.count++] =
                (Side){firsts[i], firsts[i + 1 < end ? i + 1 : start], -1, -1, true};
        }
    }
    qsort(sides.all, (size_t)sides.count, sizeof(Side), compareSides);
    free(firsts);
    return sides;
}

// ----

static const char *faultOfFaces(const Faces *faces)
{
    const char *fault = NULL;
    CaromVec2 *corners = malloc((size_t)(faces->geometry->count + 3) * sizeof *corners);
    for (int face = 0; face < faces->count && !fault; face++) {
        int start = facesStart(faces, face), end = facesEnd(faces, face);
        if (end - start < 3 || end - start > faces->geometry->count) {
            fault = "a face has too few corners, or too many";
            break;
        }
        for (int i = start; i < end && !fault; i++) {
            if (faces->indices[i] < 0 || faces->indices[i] >= faces->geometry->count) {
                fault = "an index is out of range";
            }
        }
        int count = fault ? 0 : facesCorners(faces, face, corners);
        if (!fault && !caromPolygonIsConvex(corners, count)) {
            fault = "a face is not convex";
        } else if (!fault && caromPolygonWinding(corners, count) != 1) {
            fault = "a face is not counter-clockwise";
        }
    }
    free(corners);
    return fault;
}

const char *facesFault(const Faces *faces)
{
    const char *fault = faultOfFaces(faces);
    if (fault) {
        return fault;
    }
    Sides sides = sidesOf(faces);
    for (int i = 0; i < sides.count && !fault; i += 2) {
        const Side *a = &sides.all[i], *b = a + 1;
        if (i + 1 == sides.count || compareSides(a, b) != 0) {
            fault = "a side is neither shared nor an edge";
        } else if (i + 2 < sides.count && compareSides(a, b + 1) == 0) {
            fault = "a side is there three times";
        } else if (a->isEdge && b->isEdge) {
            fault = "an edge has no face";
        } else if (!a->isEdge && !b->isEdge && a->from != b->to) {
            fault = "a side is shared by faces on one side of it";
        }
    }
    free(sides.all);
    return fault;
}

bool facesNeedAllDiagonals(const Faces *faces)
{
    Sides sides = sidesOf(faces);
    const CaromVec2 *p = faces->geometry->points;
    bool areNeeded = true;
    for (int i = 0; i + 1 < sides.count; i += 2) {
        const Side *a = &sides.all[i], *b = a + 1;
        areNeeded = areNeeded && (a->isEdge || b->isEdge ||
                                  caromOrientation(p[a->before], p[a->from], p[b->after]) < 0 ||
                                  caromOrientation(p[b->before], p[b->from], p[a->after]) < 0);
    }
    free(sides.all);
    return areNeeded;
}

static bool isInRings(CaromVec2 p, const CaromVec2 *points, const CaromGeometry *geometry,
                      int without)
{
    bool inside = false;
    for (int ring = 0; ring < ringCount(geometry); ring++) {
        int start = ringStart(geometry, ring);
        inside ^= ring != without &&
                  caromPointInPolygon(p, points + start, ringEnd(geometry, ring) - start);
    }
    return inside;
}

// Scaled by the number of corners, the mean of whole numbers is whole.
bool facesLieApart(const Faces *faces)
{
    const CaromGeometry *geometry = faces->geometry;
    size_t room = (size_t)(geometry->count + 3);
    CaromVec2 *corners = malloc(room * sizeof *corners), *scaled = malloc(room * sizeof *scaled);
    bool areApart = true;
    for (int face = 0; face < faces->count && areApart; face++) {
        int count = facesCorners(faces, face, corners), holders = 0;
        CaromVec2 mean = {0.0, 0.0};
        for (int i = 0; i < count; i++) {
            mean = caromVec2Add(mean, corners[i]);
        }
        for (int i = 0; i < geometry->count; i++) {
            scaled[i] = caromVec2Scale(geometry->points[i], count);
        }
        areApart = isInRings(mean, scaled, geometry, -1);
        for (int other = 0; other < faces->count; other++) {
            int its = facesCorners(faces, other, corners);
            for (int i = 0; i < its; i++) {
                corners[i] = caromVec2Scale(corners[i], count);
            }
            holders += caromPointInConvex(mean, corners, its);
        }
        areApart = areApart && holders == 1;
    }
    free(scaled);
    free(corners);
    return areApart;
}

// ---- areas

static long double areaOf(const CaromVec2 *points, const int *indices, int count)
{
    long double twice = 0;
    CaromVec2 o = points[indices ? indices[0] : 0];
    for (int i = 1; i + 1 < count; i++) {
        CaromVec2 p = points[indices ? indices[i] : i],
                  q = points[indices ? indices[i + 1] : i + 1];
        long double px = (long double)p.x - o.x, py = (long double)p.y - o.y;
        long double qx = (long double)q.x - o.x, qy = (long double)q.y - o.y;
        twice += px * qy - py * qx;
    }
    return twice / 2;
}

long double facesArea(const Faces *faces)
{
    long double sum = 0;
    for (int face = 0; face < faces->count; face++) {
        int start = facesStart(faces, face);
        sum +=
            areaOf(faces->geometry->points, faces->indices + start, facesEnd(faces, face) - start);
    }
    return sum;
}

long double facesAreaOfRings(const CaromGeometry *geometry)
{
    long double sum = 0;
    for (int ring = 0; ring < ringCount(geometry); ring++) {
        int start = ringStart(geometry, ring);
        const CaromVec2 *points = geometry->points + start;
        long double area = areaOf(points, NULL, ringEnd(geometry, ring) - start);
        area = area < 0 ? -area : area;
        sum += isInRings(points[0], geometry->points, geometry, ring) ? -area : area;
    }
    return sum;
}
