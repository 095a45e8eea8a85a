// SPDX-License-Identifier: MIT
// Triangles by edge functions in whole numbers, with the top-left rule: of two triangles that share
// a side exactly one has each pixel. Pineda, "A Parallel Algorithm for Polygon Rasterization"
// (1988). Corners are taken to a 16th of a pixel.
#include "raster.h"

#include "png.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PARTS 16 // of a pixel
#define FARTHEST 1e6f

typedef struct Corner {
    int64_t x, y; // in parts of a pixel
    const uint8_t *color;
} Corner;

/// One side of a triangle: e(x, y) = x·dx + y·dy + at, 0 or more inside.
typedef struct Side {
    int64_t dx, dy, at;
} Side;

bool rasterBegin(Raster *raster, int width, int height)
{
    *raster = (Raster){NULL, width, height};
    if (width < 1 || height < 1 || width > 16384 || height > 16384)
        return false;
    raster->pixels = calloc((size_t)width * (size_t)height, 3);
    return raster->pixels != NULL;
}

void rasterEnd(Raster *raster)
{
    free(raster->pixels);
    memset(raster, 0, sizeof *raster);
}

static bool cornerOf(const ListVertex *vertex, Corner *corner)
{
    if (!(fabsf(vertex->x) < FARTHEST && fabsf(vertex->y) < FARTHEST))
        return false;
    corner->x = (int64_t)floor((double)vertex->x * PARTS + 0.5);
    corner->y = (int64_t)floor((double)vertex->y * PARTS + 0.5);
    corner->color = vertex->color;
    return true;
}

/// Twice the area of a, b, p is e(p). A pixel on a side that is neither a top nor a left one
/// belongs to the neighbour.
static Side sideOf(const Corner *a, const Corner *b)
{
    Side side = {a->y - b->y, b->x - a->x, 0};
    bool isTopLeft = side.dx > 0 || (side.dx == 0 && side.dy > 0);
    side.at = -(side.dx * a->x + side.dy * a->y) - (isTopLeft ? 0 : 1);
    return side;
}

static int64_t least(int64_t a, int64_t b, int64_t c)
{
    int64_t ab = a < b ? a : b;
    return ab < c ? ab : c;
}

static int64_t most(int64_t a, int64_t b, int64_t c)
{
    return -least(-a, -b, -c);
}

static int clamped(int64_t value, int high)
{
    return value < 0 ? 0 : value > high ? high : (int)value;
}

static void blend(uint8_t *pixel, const double color[4])
{
    double alpha = color[3] / 255;
    for (int k = 0; k < 3; k++)
        pixel[k] = (uint8_t)(pixel[k] + (color[k] - pixel[k]) * alpha + 0.5);
}

/// Which pixels of a row a triangle can have, at most; so that long thin ones cost little.
static void narrow(const Side sides[3], int64_t py, int *left, int *right)
{
    for (int k = 0; k < 3; k++) {
        double rest = (double)(sides[k].dy * py + sides[k].at);
        if (sides[k].dx == 0)
            continue;
        double x = (-rest / (double)sides[k].dx - PARTS / 2) / PARTS;
        if (sides[k].dx > 0 && x - 1 > *left)
            *left = x < *right ? (int)x - 1 : *right;
        if (sides[k].dx < 0 && x + 2 < *right)
            *right = x > *left ? (int)x + 2 : *left;
    }
}

static void fillRow(Raster *raster, const Corner corners[3], const Side sides[3], double area,
                    int y, int left, int right)
{
    int64_t py = (int64_t)y * PARTS + PARTS / 2;
    narrow(sides, py, &left, &right);
    for (int x = left; x < right; x++) {
        int64_t px = (int64_t)x * PARTS + PARTS / 2, e[3];
        double color[4] = {0};
        for (int k = 0; k < 3; k++)
            e[k] = sides[k].dx * px + sides[k].dy * py + sides[k].at;
        if (e[0] < 0 || e[1] < 0 || e[2] < 0)
            continue;
        for (int k = 0; k < 4; k++)
            for (int i = 0; i < 3; i++)
                color[k] += (double)e[i] / area * corners[i].color[k];
        blend(raster->pixels + 3 * ((size_t)y * (size_t)raster->width + (size_t)x), color);
    }
}

static void fill(Raster *raster, const Corner given[3])
{
    Corner c[3] = {given[0], given[1], given[2]};
    int64_t area = (c[1].x - c[0].x) * (c[2].y - c[0].y) - (c[1].y - c[0].y) * (c[2].x - c[0].x);
    if (area < 0) {
        c[1] = given[2];
        c[2] = given[1];
        area = -area;
    }
    if (area == 0)
        return;
    const Side sides[] = {sideOf(&c[1], &c[2]), sideOf(&c[2], &c[0]), sideOf(&c[0], &c[1])};
    int left = clamped(least(c[0].x, c[1].x, c[2].x) / PARTS - 1, raster->width);
    int right = clamped(most(c[0].x, c[1].x, c[2].x) / PARTS + 2, raster->width);
    int top = clamped(least(c[0].y, c[1].y, c[2].y) / PARTS - 1, raster->height);
    int bottom = clamped(most(c[0].y, c[1].y, c[2].y) / PARTS + 2, raster->height);
    for (int y = top; y < bottom; y++)
        fillRow(raster, c, sides, (double)area, y, left, right);
}

void rasterDraw(Raster *raster, const List *list)
{
    for (int i = 0; i + 2 < list->indexCount; i += 3) {
        Corner corners[3];
        bool near = true;
        for (int k = 0; k < 3; k++)
            near = cornerOf(&list->vertices[list->indices[i + k]], &corners[k]) && near;
        if (near)
            fill(raster, corners);
    }
}

bool rasterSave(const List *list, int width, int height, const char *path)
{
    Raster raster;
    bool good = rasterBegin(&raster, width, height);
    if (good) {
        rasterDraw(&raster, list);
        good = pngWrite(path, raster.pixels, width, height);
    }
    rasterEnd(&raster);
    return good;
}
