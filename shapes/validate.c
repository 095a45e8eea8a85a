// SPDX-License-Identifier: MIT
// Whether points make a simple polygon. Each fault has its own error; all signs are exact.
//
// Pairs of edges whose boxes overlap are found by a binary tree of boxes over runs of neighbouring
// edges, which the border of a polygon gives for nothing: after Ballard, "Strip Trees: A
// Hierarchical Representation for Curves" (1981), with boxes in the place of strips. O(n log n) and
// a step for each pair of runs whose boxes overlap; only a border that keeps coming back everywhere
// makes that O(n²).
#include "shapes.h"

#include "exact.h"
#include "inline.h"
#include "touch.h"

// At least 8 edges to a run, so that four ints for each node of the tree fit into one int for each
// edge.
#define RUN_MIN 8
#define TREE_FROM 65

typedef struct Border {
    const CaromVec2 *points;
    int count;
    int depth; ///< of the tree: 2^depth runs
    int *tree; ///< of node i >= 1 at 4(i − 1): the points with the least x, y and the largest x, y
} Border;

static CaromVec2 pointAt(const Border *border, int i)
{
    return border->points[i < border->count ? i : i - border->count];
}

// ---- neighbours

static bool hasRepeated(const Border *border)
{
    for (int i = 0; i < border->count; ++i) {
        if (crEqual(pointAt(border, i), pointAt(border, i + 1))) {
            return true;
        }
    }
    return false;
}

static bool isOnOneLine(const Border *border)
{
    for (int i = 2; i < border->count; ++i) {
        if (crOrient(border->points[0], border->points[1], border->points[i]) != 0) {
            return false;
        }
    }
    return true;
}

// ---- edges that are no neighbours
//
// They tell of neighbours, too: where an edge turns back on the one before, the end of the shorter
// lies on the longer, and with it the edge that goes on from there.

/// Whether an edge of [firstI, endI) touches one of [firstJ, endJ), of pairs i < j that share no
/// point of the polygon.
static bool runsTouch(const Border *border, int firstI, int endI, int firstJ, int endJ)
{
    for (int i = firstI; i < endI; ++i) {
        CaromVec2 a = pointAt(border, i), b = pointAt(border, i + 1);
        int lastJ = i == 0 && endJ == border->count ? endJ - 2 : endJ - 1;
        for (int j = i + 2 > firstJ ? i + 2 : firstJ; j <= lastJ; ++j) {
            if (crSegmentsTouch(a, b, pointAt(border, j), pointAt(border, j + 1))) {
                return true;
            }
        }
    }
    return false;
}

// ---- the tree. Node i has the children 2i and 2i + 1; the runs are the nodes from 2^depth on.

static int runStart(const Border *border, int run)
{
    return (int)(((int64_t)border->count * run) >> border->depth);
}

/// Takes point i into a node.
static void extend(const Border *border, int *node, int i)
{
    CaromVec2 p = border->points[i];
    node[0] = p.x < border->points[node[0]].x ? i : node[0];
    node[1] = p.y < border->points[node[1]].y ? i : node[1];
    node[2] = p.x > border->points[node[2]].x ? i : node[2];
    node[3] = p.y > border->points[node[3]].y ? i : node[3];
}

static void buildTree(const Border *border)
{
    int runs = 1 << border->depth;
    for (int i = 2 * runs - 1; i >= 1; --i) {
        int *node = border->tree + 4 * (i - 1);
        if (i < runs) {
            const int *child = border->tree + 4 * (2 * i - 1); // both: 2i, and after it 2i + 1
            node[0] = node[1] = node[2] = node[3] = child[0];
            for (int k = 1; k < 8; ++k) {
                extend(border, node, child[k]);
            }
            continue;
        }
        int first = runStart(border, i - runs), end = runStart(border, i - runs + 1);
        node[0] = node[1] = node[2] = node[3] = first;
        for (int k = first + 1; k <= end; ++k) {
            extend(border, node, k < border->count ? k : 0);
        }
    }
}

static CaromBox boxOfNode(const Border *border, int i)
{
    const CaromVec2 *points = border->points;
    const int *node = border->tree + 4 * (i - 1);
    CaromBox box = {{points[node[0]].x, points[node[1]].y}, {points[node[2]].x, points[node[3]].y}};
    return box;
}

/// Of two nodes of one level, i <= j: whether an edge below i touches one below j. Recursion is as
/// deep as the tree: less than 28.
static bool nodesTouch(const Border *border, int i, int j)
{
    if (i != j && !crBoxOverlaps(boxOfNode(border, i), boxOfNode(border, j))) {
        return false;
    }
    int runs = 1 << border->depth;
    if (i >= runs) {
        return runsTouch(border, runStart(border, i - runs), runStart(border, i - runs + 1),
                         runStart(border, j - runs), runStart(border, j - runs + 1));
    }
    return nodesTouch(border, 2 * i, 2 * j) || nodesTouch(border, 2 * i + 1, 2 * j + 1) ||
           nodesTouch(border, 2 * i, 2 * j + 1) || (i != j && nodesTouch(border, 2 * i + 1, 2 * j));
}

static bool hasCrossing(Border *border)
{
    if (!border->tree || border->count < TREE_FROM) {
        return runsTouch(border, 0, border->count, 0, border->count);
    }
    while (border->count >> (border->depth + 1) >= RUN_MIN) {
        ++border->depth;
    }
    buildTree(border);
    return nodesTouch(border, 1, 1);
}

// ----

static CaromError checkNumbers(const CaromVec2 *points, int count)
{
    for (int i = 0; i < count; ++i) {
        if (!crVecFinite(points[i])) {
            return CAROM_ERROR_NOT_FINITE;
        }
    }
    for (int i = 0; i < count; ++i) {
        if (crAbs(points[i].x) > CR_HUGE || crAbs(points[i].y) > CR_HUGE) {
            return CAROM_ERROR_OUT_OF_RANGE;
        }
    }
    return CAROM_OK;
}

CaromError caromPolygonValidate(const CaromVec2 *points, int count, int *scratch)
{
    if (!points) {
        return CAROM_ERROR_NULL;
    }
    if (count < 3) {
        return count < 0 ? CAROM_ERROR_COUNT : CAROM_ERROR_POLYGON_FEW;
    }
    CaromError error = checkNumbers(points, count);
    if (error != CAROM_OK) {
        return error;
    }
    Border border = {points, count, 0, scratch};
    if (hasRepeated(&border)) {
        return CAROM_ERROR_POLYGON_REPEATED;
    }
    if (isOnOneLine(&border)) {
        return CAROM_ERROR_POLYGON_AREA;
    }
    return hasCrossing(&border) ? CAROM_ERROR_POLYGON_CROSSING : CAROM_OK;
}
