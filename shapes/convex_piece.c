// SPDX-License-Identifier: MIT
#include "convex_piece.h"

static bool isConvex(const CaromGeometry *geometry)
{
    switch (geometry->type) {
    case CAROM_SHAPE_CIRCLE:
    case CAROM_SHAPE_CAPSULE:
    case CAROM_SHAPE_SEGMENT:
        return true;
    case CAROM_SHAPE_POLYGON:
        return caromPolygonIsConvex(geometry->points, geometry->count);
    default:
        return false;
    }
}

CrPieces crPiecesOf(const CaromGeometry *geometry)
{
    CrPieces pieces = {geometry, crSideOf(geometry), false, false, 0, {{0.0, 0.0}, {0.0, 0.0}}};
    const CrOutline *outline = &pieces.side.outline;
    if (outline->count > 0) {
        pieces.isWhole = isConvex(geometry);
        pieces.side.isMany = pieces.isWhole && outline->count > CR_FEW_CORNERS;
        pieces.isSided = geometry->type == CAROM_SHAPE_POLYGON || outline->next != NULL;
        pieces.count = pieces.isWhole ? 1 : outline->edgeCount;
        pieces.box = caromBoxOfPoints(outline->points, outline->count);
    }
    return pieces;
}

/// The neighbours of an edge, in the direction of the points.
static void findNeighbours(const CrOutline *outline, int i, CrPiece *piece)
{
    int before = crOutlinePrevious(outline, i), end = crOutlineNextIndex(outline, i);
    piece->hasBefore = before >= 0;
    piece->hasAfter = end < outline->edgeCount;
    piece->before = piece->hasBefore ? outline->points[before] : piece->ends[0];
    piece->after = piece->hasAfter ? crOutlineNext(outline, end) : piece->ends[1];
}

static void turnAround(CrPiece *piece)
{
    CaromVec2 start = piece->ends[0], before = piece->before;
    piece->ends[0] = piece->ends[1];
    piece->ends[1] = start;
    piece->before = piece->after;
    piece->after = before;
}

void crPieceMake(const CrPieces *pieces, int i, CrPiece *piece)
{
    CR_ASSERT(i >= 0 && i < pieces->count);
    const CrOutline *outline = &pieces->side.outline;
    piece->isEdge = !pieces->isWhole;
    piece->isSided = pieces->isSided;
    piece->index = i;
    piece->side = pieces->side;
    piece->hasBefore = piece->hasAfter = false;
    if (!piece->isEdge) {
        return;
    }
    piece->ends[0] = outline->points[i];
    piece->ends[1] = crOutlineNext(outline, i);
    findNeighbours(outline, i, piece);
    if (pieces->side.winding < 0) { // of polygons alone: they have both neighbours
        turnAround(piece);
    }
    CaromGeometry segment = caromGeometry(CAROM_SHAPE_SEGMENT, piece->ends, 2, 0.0);
    piece->side = crSideOf(&segment);
}

CaromBox crPieceBox(const CrPieces *pieces, int i)
{
    CR_ASSERT(i >= 0 && i < pieces->count);
    const CrOutline *outline = &pieces->side.outline;
    return pieces->isWhole ? pieces->box : crBox(outline->points[i], crOutlineNext(outline, i));
}

bool crPiecesHaveFeatures(const CrPieces *pieces)
{
    CaromShapeType type = pieces->geometry->type;
    return type != CAROM_SHAPE_CIRCLE && type != CAROM_SHAPE_CAPSULE && type != CAROM_SHAPE_SEGMENT;
}

int crPieceFeature(const CrPieces *pieces, const CrPiece *piece, int i)
{
    if (piece->isEdge) {
        return piece->index;
    }
    return crPiecesHaveFeatures(pieces) ? i : 0;
}
