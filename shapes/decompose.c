// SPDX-License-Identifier: MIT
// Convex pieces: triangles, joined over every diagonal with both ends convex without it. After
// Hertel and Mehlhorn, "Fast triangulation of simple polygons" (1983): a diagonal that stays is
// needed by a reflex corner at one of its ends, and a reflex corner needs at most two. So there are
// at most four times as many pieces as in the best cut.
//
// A piece is a ring of sides, each of which begins at a point; at first three of one triangle. No
// point is inside of the whole, so two convex corners at a diagonal never add up to a full turn:
// their sum is convex if it does not turn right.
#include "triangulate.h"

#include "exact.h"

typedef struct Pieces {
    const CaromVec2 *points;
    const CrTriangles *triangles;
    int *next, *before;     ///< side: of its piece; before is −1 where it is gone or written
    int *pieceOf, *corners; ///< triangle: one of the same piece, or itself; then its corners
    int limit;              ///< of corners, 0: none
} Pieces;

/// Finds the triangle that stands for a piece, and halves the way there; Tarjan and van Leeuwen,
/// "Worst-case Analysis of Set Union Algorithms" (1984).
static int pieceOf(Pieces *pieces, int triangle)
{
    int *of = pieces->pieceOf;
    while (of[triangle] != triangle) {
        of[triangle] = of[of[triangle]];
        triangle = of[triangle];
    }
    return triangle;
}

static CaromVec2 startOf(const Pieces *pieces, int side)
{
    return pieces->points[pieces->triangles->corners[side]];
}

/// Without a diagonal, of which it is one side, and `other` the other: whether the corner at its
/// start is convex.
static bool isConvexWithout(const Pieces *pieces, int side, int other)
{
    int after = pieces->next[pieces->next[other]];
    return crOrient(startOf(pieces, pieces->before[side]), startOf(pieces, side),
                    startOf(pieces, after)) >= 0;
}

static void linkSides(Pieces *pieces, int side, int next)
{
    pieces->next[side] = next;
    pieces->before[next] = side;
}

static void joinOver(Pieces *pieces, int diagonal)
{
    int a = pieces->triangles->diagonals[2 * diagonal];
    int b = pieces->triangles->diagonals[2 * diagonal + 1];
    int pieceA = pieceOf(pieces, a / 3), pieceB = pieceOf(pieces, b / 3);
    int corners = pieces->corners[pieceA] + pieces->corners[pieceB] - 2;
    if ((pieces->limit > 0 && corners > pieces->limit) || !isConvexWithout(pieces, a, b) ||
        !isConvexWithout(pieces, b, a)) {
        return;
    }
    linkSides(pieces, pieces->before[a], pieces->next[b]);
    linkSides(pieces, pieces->before[b], pieces->next[a]);
    pieces->before[a] = pieces->before[b] = -1;
    bool isFirstLarger = pieces->corners[pieceA] >= pieces->corners[pieceB];
    int kept = isFirstLarger ? pieceA : pieceB;
    pieces->pieceOf[isFirstLarger ? pieceB : pieceA] = kept;
    pieces->corners[kept] = corners;
}

static void writePiece(Pieces *pieces, int side, CaromPieces *out)
{
    int corners = pieces->corners[pieceOf(pieces, side / 3)];
    bool fits =
        out->pieceCount < out->pieceCapacity && out->indexCount + corners <= out->indexCapacity;
    for (int i = 0; i < corners; ++i) {
        if (fits) {
            out->indices[out->indexCount + i] = pieces->triangles->corners[side];
        }
        pieces->before[side] = -1;
        side = pieces->next[side];
    }
    out->indexCount += corners;
    if (fits) {
        out->ends[out->pieceCount] = out->indexCount;
    }
    ++out->pieceCount;
}

static void joinAll(Pieces *pieces, CaromPieces *out)
{
    const CrTriangles *triangles = pieces->triangles;
    for (int t = 0; t < triangles->triangleCount; ++t) {
        pieces->pieceOf[t] = t;
        pieces->corners[t] = 3;
        for (int k = 0; k < 3; ++k) {
            linkSides(pieces, 3 * t + k, 3 * t + (k + 1) % 3);
        }
    }
    for (int diagonal = 0; diagonal < triangles->diagonalCount; ++diagonal) {
        joinOver(pieces, diagonal);
    }
    for (int side = 0; side < 3 * triangles->triangleCount; ++side) {
        if (pieces->before[side] >= 0) {
            writePiece(pieces, side, out);
        }
    }
}

CaromError caromConvexPieces(const CaromGeometry *geometry, int corners,
                             const CaromAllocator *allocator, CaromPieces *pieces)
{
    if (!pieces) {
        return CAROM_ERROR_NULL;
    }
    pieces->indexCount = pieces->pieceCount = 0;
    if ((!pieces->indices && pieces->indexCapacity > 0) ||
        (!pieces->ends && pieces->pieceCapacity > 0)) {
        return CAROM_ERROR_NULL;
    }
    if (corners < 0 || corners == 1 || corners == 2) {
        return CAROM_ERROR_OUT_OF_RANGE;
    }
    CrTriangles triangles;
    CaromError error = crTriangulate(geometry, allocator, &triangles);
    if (error != CAROM_OK) {
        return error;
    }
    size_t count = (size_t)triangles.triangleCount, bytes = 8 * count * sizeof(int);
    int *block = crResize(allocator, NULL, 0, bytes);
    if (block) {
        Pieces work = {geometry->points,  &triangles,        block,  block + 3 * count,
                       block + 6 * count, block + 7 * count, corners};
        joinAll(&work, pieces);
        crResize(allocator, block, bytes, 0);
    }
    crTrianglesFree(&triangles, allocator);
    return block ? CAROM_OK : CAROM_ERROR_MEMORY;
}
