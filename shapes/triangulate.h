// SPDX-License-Identifier: MIT
// Triangles of a polygon or region with their neighbours, in memory of the caller's allocator.
#ifndef CAROM_SHAPES_TRIANGULATE_H
#define CAROM_SHAPES_TRIANGULATE_H

#include "build.h"

typedef struct CrTriangles {
    int *corners;   ///< three points a triangle, counter-clockwise
    int *diagonals; ///< of each the two sides that lie on it: side 3t + k runs from corner k of
                    ///< triangle t to the next
    int triangleCount, diagonalCount;
    int *block; ///< all of this
    size_t bytes;
} CrTriangles;

/// On success to be freed by crTrianglesFree; else there is nothing to free.
CaromError crTriangulate(const CaromGeometry *geometry, const CaromAllocator *allocator,
                         CrTriangles *triangles);
void crTrianglesFree(CrTriangles *triangles, const CaromAllocator *allocator);

#endif
