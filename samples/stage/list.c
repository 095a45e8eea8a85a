// SPDX-License-Identifier: MIT
// Each shape is a strip of rows: full colour inside, no colour one pixel further out. A thin line
// has three rows, a thick one four.
#include "list.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FADE 1.0      // [pixel] over which an edge fades
#define MOST_SIDES 64 // of a circle
#define PI 3.141592653589793

// ---- memory

static bool reserve(void **array, int *capacity, int needed, size_t size)
{
    if (needed <= *capacity)
        return true;
    int larger = needed + needed / 2 + 256;
    void *moved = realloc(*array, (size_t)larger * size);
    if (!moved)
        return false;
    *array = moved;
    *capacity = larger;
    return true;
}

/// Makes room; returns the index of the first new vertex, or -1.
static int grow(List *list, int vertices, int indices)
{
    void *v = list->vertices, *i = list->indices;
    bool good =
        reserve(&v, &list->vertexCapacity, list->vertexCount + vertices, sizeof(ListVertex));
    list->vertices = v;
    good = good && reserve(&i, &list->indexCapacity, list->indexCount + indices, sizeof(uint32_t));
    list->indices = i;
    list->failed = list->failed || !good;
    return good ? list->vertexCount : -1;
}

void listClear(List *list)
{
    list->vertexCount = list->indexCount = 0;
    list->failed = false;
}

void listFree(List *list)
{
    free(list->vertices);
    free(list->indices);
    memset(list, 0, sizeof *list);
}

// ---- the hash, FNV-1a

static uint64_t addByte(uint64_t hash, unsigned byte)
{
    return (hash ^ byte) * 1099511628211u;
}

/// The limits between two steps are odd numbers, on which nothing is drawn by intent.
static uint64_t addPlace(uint64_t hash, float value)
{
    double step = floor((double)value * 16.0 + 0.381966);
    uint32_t bits = fabs(step) < 1e9 ? (uint32_t)(int32_t)step : UINT32_MAX;
    for (int i = 0; i < 4; i++)
        hash = addByte(hash, bits >> 8 * i & 255);
    return hash;
}

uint64_t listHash(const List *list)
{
    uint64_t hash = 14695981039346656037u;
    for (int i = 0; i < list->indexCount; i++) {
        const ListVertex *vertex = &list->vertices[list->indices[i]];
        hash = addPlace(addPlace(hash, vertex->x), vertex->y);
        for (int k = 0; k < 4; k++)
            hash = addByte(hash, vertex->color[k] >> 2);
    }
    return hash;
}

// ---- vertices and triangles

static uint8_t toByte(double value)
{
    double byte = value * 255.0 + 0.5;
    return (uint8_t)(byte <= 0.0 ? 0.0 : byte >= 255.0 ? 255.0 : byte);
}

static void addVertex(List *list, double x, double y, CanvasColor color)
{
    ListVertex *vertex = &list->vertices[list->vertexCount++];
    vertex->x = (float)x;
    vertex->y = (float)y;
    vertex->color[0] = toByte(color.r);
    vertex->color[1] = toByte(color.g);
    vertex->color[2] = toByte(color.b);
    vertex->color[3] = toByte(color.a);
}

static void addTriangle(List *list, int a, int b, int c)
{
    uint32_t *out = &list->indices[list->indexCount];
    out[0] = (uint32_t)a;
    out[1] = (uint32_t)b;
    out[2] = (uint32_t)c;
    list->indexCount += 3;
}

static void addQuad(List *list, int a, int b, int c, int d)
{
    addTriangle(list, a, b, c);
    addTriangle(list, a, c, d);
}

static CanvasColor faded(CanvasColor color, double alpha)
{
    color.a *= alpha;
    return color;
}

void listTriangle(List *list, const CaromVec2 points[3], const CanvasColor colors[3])
{
    int first = grow(list, 3, 3);
    if (first < 0)
        return;
    for (int i = 0; i < 3; i++)
        addVertex(list, points[i].x, points[i].y, colors[i]);
    addTriangle(list, first, first + 1, first + 2);
}

void listConvex(List *list, const CaromVec2 *points, int count, CanvasColor color)
{
    int first = count < 3 ? -1 : grow(list, count, 3 * (count - 2));
    if (first < 0)
        return;
    for (int i = 0; i < count; i++)
        addVertex(list, points[i].x, points[i].y, color);
    for (int i = 2; i < count; i++)
        addTriangle(list, first, first + i - 1, first + i);
}

void listBox(List *list, CaromBox box, CanvasColor color)
{
    const CaromVec2 corners[] = {box.min, {box.max.x, box.min.y}, box.max, {box.min.x, box.max.y}};
    listConvex(list, corners, 4, color);
}

// ---- lines

/// The rows of a line across its middle: how far out, and how much of the colour.
typedef struct Profile {
    int rows;
    double out[4], alpha[4];
} Profile;

static Profile profileOf(double width)
{
    if (width <= 1.6) {
        double out = (width + FADE) / 2 > 1.0 ? (width + FADE) / 2 : 1.0;
        return (Profile){3, {-out, 0, out}, {0, width < 1.0 ? width : 1.0, 0}};
    }
    double in = (width - FADE) / 2, out = (width + FADE) / 2;
    return (Profile){4, {-out, -in, in, out}, {0, 1, 1, 0}};
}

void listFadingLine(List *list, CaromVec2 a, CaromVec2 b, double width, CanvasColor from,
                    CanvasColor to)
{
    Profile profile = profileOf(width);
    CaromVec2 way = caromVec2Sub(b, a);
    double length = caromVec2Length(way), reach = width * 0.3; // closes the joints of polylines
    if (!(length > 1e-6) || !(length < 1e9))
        return;
    int first = grow(list, 2 * profile.rows, 6 * (profile.rows - 1));
    if (first < 0)
        return;
    CaromVec2 along = caromVec2Scale(way, 1 / length);
    for (int end = 0; end < 2; end++) {
        CaromVec2 at = caromVec2Add(end ? b : a, caromVec2Scale(along, end ? reach : -reach));
        for (int i = 0; i < profile.rows; i++)
            addVertex(list, at.x - along.y * profile.out[i], at.y + along.x * profile.out[i],
                      faded(end ? to : from, profile.alpha[i]));
    }
    for (int i = 0; i + 1 < profile.rows; i++)
        addQuad(list, first + i, first + i + 1, first + profile.rows + i + 1,
                first + profile.rows + i);
}

void listLine(List *list, CaromVec2 a, CaromVec2 b, double width, CanvasColor color)
{
    listFadingLine(list, a, b, width, color, color);
}

void listPolyline(List *list, const CaromVec2 *points, int count, bool closed, double width,
                  CanvasColor color)
{
    for (int i = 0; i + 1 < count; i++)
        listLine(list, points[i], points[i + 1], width, color);
    if (closed && count > 2)
        listLine(list, points[count - 1], points[0], width, color);
}

void listArrow(List *list, CaromVec2 from, CaromVec2 to, double width, CanvasColor color)
{
    CaromVec2 way = caromVec2Sub(to, from);
    double length = caromVec2Length(way), head = 5.0 + 2.0 * width;
    if (!(length > 2.0))
        return;
    head = head < length ? head : length;
    CaromVec2 along = caromVec2Scale(way, 1 / length);
    CaromVec2 neck = caromVec2Sub(to, caromVec2Scale(along, head));
    CaromVec2 half = caromVec2Scale(caromVec2(-along.y, along.x), head * 0.4);
    const CaromVec2 tip[3] = {to, caromVec2Add(neck, half), caromVec2Sub(neck, half)};
    listLine(list, from, neck, width, color);
    listConvex(list, tip, 3, color);
}

// ---- circles

static int sidesOf(double radius)
{
    int sides = 8 + (int)(radius < 100 ? radius * 0.8 : 80);
    return sides < MOST_SIDES ? sides : MOST_SIDES;
}

/// Rows of a circle, from the inside out; with `middle` the first row is joined to the centre.
static void addRound(List *list, CaromVec2 center, const double *radii, const double *alpha,
                     int rows, bool middle, CanvasColor color)
{
    int sides = sidesOf(radii[rows - 1]);
    if (!(radii[rows - 1] < 1e7))
        return;
    int first = grow(list, sides * rows + 1, 3 * sides + 6 * sides * (rows - 1));
    if (first < 0)
        return;
    for (int i = 0; i < sides; i++) {
        CaromRotation turn = caromRotation(2 * PI * i / sides);
        for (int k = 0; k < rows; k++)
            addVertex(list, center.x + radii[k] * turn.c, center.y + radii[k] * turn.s,
                      faded(color, alpha[k]));
    }
    addVertex(list, center.x, center.y, color);
    for (int i = 0; i < sides; i++) {
        int here = first + i * rows, next = first + (i + 1) % sides * rows;
        if (middle)
            addTriangle(list, first + sides * rows, here, next);
        for (int k = 0; k + 1 < rows; k++)
            addQuad(list, here + k, here + k + 1, next + k + 1, next + k);
    }
}

void listDisc(List *list, CaromVec2 center, double radius, CanvasColor color)
{
    double in = radius > FADE / 2 ? radius - FADE / 2 : 0;
    addRound(list, center, (double[]){in, radius + FADE / 2}, (double[]){1, 0}, 2, true, color);
}

void listRing(List *list, CaromVec2 center, double radius, double width, CanvasColor color)
{
    Profile profile = profileOf(width);
    double radii[4];
    for (int i = 0; i < profile.rows; i++)
        radii[i] = radius + profile.out[i] > 0 ? radius + profile.out[i] : 0;
    addRound(list, center, radii, profile.alpha, profile.rows, false, color);
}

void listPanel(List *list, CaromBox box, double corner, CanvasColor color)
{
    CaromVec2 points[24];
    for (int i = 0; i < 24; i++) {
        int quarter = i / 6;
        CaromRotation turn = caromRotation(PI / 2 * (quarter + (i % 6) / 5.0));
        points[i] =
            caromVec2((quarter == 0 || quarter == 3 ? box.max.x - corner : box.min.x + corner) +
                          corner * turn.c,
                      (quarter < 2 ? box.max.y - corner : box.min.y + corner) + corner * turn.s);
    }
    listConvex(list, points, 24, color);
}
