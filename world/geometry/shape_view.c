// SPDX-License-Identifier: MIT
#include "shape_view.h"

#include "tile_shape.h"

int crShapeVertex(const CrShape *shape, int edge, bool second)
{
    CR_ASSERT(edge >= 0);
    int point = second ? crShapeNext(shape, edge) : edge, start = 0, count = shape->pointCount;
    int edges = shape->edgeCount;
    bool turned = shape->flipped;
    const CrShapeExtras *extras = crShapeExtras(shape);
    if (extras->tiles != NULL) {
        return turned ? extras->tiles->mesh.next[0][point] : point;
    }
    if (extras->ringCount > 0) {
        int k = crRingOf(extras->ringEnds, extras->ringCount, edge);
        start = crRingStart(extras->ringEnds, k);
        edges = count = extras->ringEnds[k] - start;
        turned = turned != ((extras->rings[k] & CR_RING_TURNED) != 0);
    }
    return turned ? start + (edges - (point - start)) % count : point;
}

uint32_t crShapeMaterial(const CaromWorld *world, const CrShape *shape, int edge)
{
    const CrShapeExtras *extras = crShapeExtras(shape);
    if (extras->tiles != NULL && edge < shape->edgeCount) {
        return extras->tiles->mesh.edges[edge].tile - 1u;
    }
    return extras->materials != NULL ? extras->materials[crShapeFeature(shape, edge)]
                                     : crShapeTraitsOf(world, shape)->material;
}

CaromCell crShapeTileAt(const CrShape *shape, int edge, CaromVec2 p)
{
    static const CaromCell none = {-1, -1};
    return crShapeExtras(shape)->tiles != NULL ? crTileMapBeside(shape, edge, p) : none;
}
