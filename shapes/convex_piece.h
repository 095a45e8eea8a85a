// SPDX-License-Identifier: MIT
// Shapes as convex pieces, for whatever is known of convex pairs only: what is convex is one piece,
// the whole; anything else has a piece an edge, which knows its neighbours and, of solids, which
// side of it is out.
#ifndef CAROM_SHAPES_CONVEX_PIECE_H
#define CAROM_SHAPES_CONVEX_PIECE_H

#include "axis.h"

typedef struct CrPieces {
    const CaromGeometry *geometry;
    CrSide side;  ///< of all of it
    bool isWhole; ///< convex: one piece
    bool isSided; ///< each edge has its solid to the left, once `side.winding` is seen to
    int count;    ///< 0 where it has too few points for its type
    CaromBox box; ///< of the points
} CrPieces;

/// Not to be copied where it is an edge: the outline's points are its own.
typedef struct CrPiece {
    CrSide side;
    CaromVec2 ends[2];       ///< of an edge, which runs counter-clockwise where it is sided
    CaromVec2 before, after; ///< of an edge: where its neighbours' other ends are
    bool hasBefore, hasAfter, isEdge, isSided;
    int index; ///< of an edge
} CrPiece;

CrPieces crPiecesOf(const CaromGeometry *geometry);
void crPieceMake(const CrPieces *pieces, int i, CrPiece *piece);
CaromBox crPieceBox(const CrPieces *pieces, int i);
/// Whether its edges have numbers: not those of circles, capsules and segments.
bool crPiecesHaveFeatures(const CrPieces *pieces);
/// What users know edge (or the edge at point) `i` of the piece's outline by.
int crPieceFeature(const CrPieces *pieces, const CrPiece *piece, int i);

#endif
