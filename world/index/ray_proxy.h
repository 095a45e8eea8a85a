// SPDX-License-Identifier: MIT
// Where a moving shape is and how simple it is: enough for a ray.
#ifndef CAROM_WORLD_INDEX_RAY_PROXY_H
#define CAROM_WORLD_INDEX_RAY_PROXY_H

#include "../../shapes/pose.h"
#include "../../shapes/shapes.h"
#include "../data/moving.h"
#include "../data/shape.h"

typedef enum CrRayProxyKind {
    CR_RAY_PROXY_OTHER, ///< the exact code must decide
    CR_RAY_PROXY_CIRCLE,
    CR_RAY_PROXY_POLYGON ///< not rounded, of few corners
} CrRayProxyKind;

typedef struct CrRayProxy {
    CaromVec2 offset;
    union {
        CaromVec2 center;        ///< of a circle, as baked
        const CaromVec2 *points; ///< of all others
    } at;
    double radius;
    uint8_t kind; ///< CrRayProxyKind
    uint8_t count;
    bool turned;
} CrRayProxy;

/// How one is turned that is.
typedef struct CrRayProxyTurn {
    CaromVec2 pivot;
    CaromRotation turn;
} CrRayProxyTurn;

#define CR_RAY_PROXY_CORNERS 32

static inline void crRayProxySet(CrMovingIndex *movingIndex, int index, const CrShape *shape,
                                 const CrPose *pose)
{
    CrRayProxy *rayProxy = &movingIndex->rayProxies[index];
    bool isPolygon = shape->type == CAROM_SHAPE_POLYGON && shape->radius == 0.0 &&
                     shape->pointCount <= CR_RAY_PROXY_CORNERS;
    rayProxy->offset = pose->offset;
    rayProxy->radius = shape->radius;
    rayProxy->kind = isPolygon ? CR_RAY_PROXY_POLYGON : CR_RAY_PROXY_OTHER;
    rayProxy->count = (uint8_t)shape->pointCount;
    // NOLINTNEXTLINE(clang-analyzer-core.uninitialized.Assign): poses of kinematic bodies are whole
    rayProxy->turned = pose->turned;
    rayProxy->at.points = shape->baked;
    if (shape->type == CAROM_SHAPE_CIRCLE) {
        rayProxy->kind = CR_RAY_PROXY_CIRCLE;
        rayProxy->at.center = shape->baked[0];
    }
    if (pose->turned) {
        CrRayProxyTurn turn = {pose->pivot, pose->turn};
        movingIndex->turns[index] = turn;
    }
}

#endif
