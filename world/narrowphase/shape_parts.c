// SPDX-License-Identifier: MIT
#include "shape_parts.h"

#include "../../shapes/inline.h"

bool crShapeIsWhole(const CrShape *shape)
{
    CaromGeometry geometry = crShapeGeometry(shape);
    return crContactIsWhole(&geometry);
}

/// Both directions around the border of a map are at hand, each the inverse of the other.
static void makeTileEdge(const CrShape *shape, int edge, CaromVec2 origin, CrContactEdge *part)
{
    const CrTileMesh *mesh = &crShapeExtras(shape)->tiles->mesh;
    int end = crShapeNext(shape, edge), before = mesh->next[!shape->flipped][edge];
    CrContactEdgePoints points = {{shape->baked[edge], shape->baked[end]},
                                  shape->baked[before],
                                  shape->baked[crShapeNext(shape, end)],
                                  true,
                                  true};
    crContactEdgeFrom(&points, true, shape->radius, origin, part);
}

void crShapeEdgePart(const CrShape *shape, int edge, CaromVec2 origin, CrContactEdge *part)
{
    if (crShapeExtras(shape)->tiles != NULL) {
        makeTileEdge(shape, edge, origin, part);
    } else {
        CaromGeometry geometry = crShapeGeometry(shape);
        crContactEdgeMake(&geometry, edge, origin, part);
    }
}

void crShapePartsStart(CrPartsWalk *walk, const CrShape *shape, CaromBox box)
{
    walk->box = crBoxInflate(box, shape->radius + crShapeRounding(shape));
    crEdgesStart(&walk->edges, shape, walk->box);
}

bool crShapePartsNext(CrPartsWalk *walk, int *edge)
{
    const CrShape *shape = walk->edges.shape;
    while (crEdgesNext(&walk->edges, edge)) {
        CaromBox its = crBox(shape->baked[*edge], shape->baked[crShapeNext(shape, *edge)]);
        if (crBoxOverlaps(its, walk->box)) {
            return true;
        }
    }
    return false;
}
