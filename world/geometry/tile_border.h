// SPDX-License-Identifier: MIT
// The border between the solid and the free tiles of a map: as few straight edges as there can be.
//
// An edge is a run of sides of tiles on one line, solid on the same side and of one tile value.
// Edges are in order of their lines, horizontal ones first, and along these: their indices follow
// from the map alone, and those near a place are found by two binary searches a line. Where two
// solid tiles touch at a corner, the border goes on along the other one.
#ifndef CAROM_WORLD_GEOMETRY_TILE_BORDER_H
#define CAROM_WORLD_GEOMETRY_TILE_BORDER_H

#include "../data/world.h"

/// [tiles] of a line: y of a horizontal one, x of a vertical one; it runs from lo to hi or back,
/// so that solid is on its left where nothing mirrors it.
typedef struct CrTileEdge {
    int32_t line, lo, hi;
    uint16_t tile; ///< the value of the solid ones
    bool forward;  ///< from lo to hi
} CrTileEdge;

/// All arrays share one block.
typedef struct CrTileMesh {
    CrTileEdge *edges;
    int count;
    int *rows, *columns; ///< where the edges of each line begin, and one number more
    int *next[2];        ///< the edge that follows; [1]: where a transform mirrors the map
    size_t size;
} CrTileMesh;

/// A tile map as a shape has it.
typedef struct CrTileMap {
    int width, height;
    double size;
    CaromVec2 origin;
    uint16_t *cells;
    CrTileMesh mesh;
    CaromVec2 corner, alongX, alongY; ///< baked: of tile (0, 0), and its sides
} CrTileMap;

/// Some tiles of a map: [x, x + width) × [y, y + height).
typedef struct CrTileRect {
    int x, y, width, height;
} CrTileRect;

/// From the cells; of lines that a change of the rect leaves alone from the old mesh (null: none).
/// COUNT where there would be more than a million edges.
CaromError crTileMeshMake(const CrTileMap *tiles, const CaromAllocator *allocator,
                          const CrTileMesh *old, const CrTileRect *rect, CrTileMesh *mesh);
void crTileMeshFree(CrTileMesh *mesh, const CaromAllocator *allocator);
/// False if memory is short.
bool crTileMeshCopy(const CrTileMesh *from, const CaromAllocator *allocator, CrTileMesh *to);
static inline bool crTileIsRow(const CrTileMesh *mesh, const CrTileMap *tiles, int edge)
{
    return edge < mesh->rows[tiles->height + 1];
}
/// The corner of tiles where an edge begins.
CaromCell crTileEdgeStart(const CrTileMap *tiles, const CrTileMesh *mesh, int edge);
/// The first edge of [first, end) of a line that ends after a place along it.
int crTileEdgeAfter(const CrTileMesh *mesh, int first, int end, int place);

static inline uint16_t crTileAt(const CrTileMap *tiles, int x, int y)
{
    bool isOn = x >= 0 && y >= 0 && x < tiles->width && y < tiles->height;
    return isOn ? tiles->cells[(size_t)y * (size_t)tiles->width + (size_t)x] : 0;
}

/// For tests: whether it is what the cells make.
bool crTileMeshHolds(const CrTileMap *tiles);

#endif
