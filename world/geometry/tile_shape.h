// SPDX-License-Identifier: MIT
// Tile maps as shapes: solids whose edges are the border between solid and free tiles
// (tile_border.h). Functions for a place test only the edges near it.
#ifndef CAROM_WORLD_GEOMETRY_TILE_SHAPE_H
#define CAROM_WORLD_GEOMETRY_TILE_SHAPE_H

#include "shape_view.h"
#include "tile_border.h"

/// Checks a map and makes what a shape needs of it.
CaromError crTileMapMake(const CaromWorld *world, const CaromTileMap *map, CrTileMap **tiles);
size_t crTileMapBytes(const CrTileMap *tiles); ///< [B] that it holds
void crTileMapFree(const CaromWorld *world, CrTileMap *tiles);
/// Copies a map with another mesh, which becomes the copy's; null if memory is short.
CrTileMap *crTileMapCopyWith(const CaromWorld *world, const CrTileMap *from,
                             const CrTileMesh *mesh);
/// Copies a shape with all of its memory; false if memory is short.
bool crTileShapeCopy(CaromWorld *world, const CrShape *from, CrShape *to);
/// Where an edge begins, in local space.
CaromVec2 crTileMapPoint(const CrTileMap *tiles, int edge);
/// The solid tile on an edge that is nearest to a place, relative to the baked shape.
CaromCell crTileMapBeside(const CrShape *shape, int edge, CaromVec2 p);
/// Whether a place is in a solid tile or on the border: by exact signs of the edges around it.
bool crTileMapHold(const CrShape *shape, CaromVec2 p);

/// The nearest point of the border, as crOutlineNearest returns it; for a map without solid tiles p
/// itself, at a distance of CR_NEVER.
CaromNearest crTileMapNearest(const CrShape *shape, CaromVec2 p);

/// The edges of a shape that may touch a box, in order; of all but tile maps simply all.
typedef struct CrEdgeWalk {
    const CrShape *shape;
    int edge, end;      ///< of the present line, or of all
    bool inRows;        ///< rows are walked; columns come after
    int line, last;     ///< the next line, and the last
    int from[2], to[2]; ///< [tiles] bounds of the box along x and y
} CrEdgeWalk;

void crTileMapWalkStart(CrEdgeWalk *walk, CaromBox box);
bool crTileMapWalkNext(CrEdgeWalk *walk, int *edge);

static inline void crEdgesStart(CrEdgeWalk *walk, const CrShape *shape, CaromBox box)
{
    walk->shape = shape;
    walk->edge = 0;
    walk->end = shape->edgeCount;
    if (crShapeExtras(shape)->tiles != NULL) {
        crTileMapWalkStart(walk, box);
    }
}

static inline bool crEdgesNext(CrEdgeWalk *walk, int *edge)
{
    if (crShapeExtras(walk->shape)->tiles != NULL) {
        return crTileMapWalkNext(walk, edge);
    }
    *edge = walk->edge;
    return walk->edge++ < walk->end;
}

#endif
