// SPDX-License-Identifier: MIT
// Where a moving shape is and how simple it is: enough for a ray.
#ifndef CAROM_WORLD_INDEX_RAY_PROXY_H
#define CAROM_WORLD_INDEX_RAY_PROXY_H

#include "../../shapes/pose.h"
#include "../../shapes/shapes.h"
#include "../data/moving.h"
#include "../data/shape.h"

typedef enum CrStanceKind {
    CR_STANCE_OTHER, ///< the exact code must tell
    CR_STANCE_CIRCLE,
    CR_STANCE_POLYGON ///< not rounded, of few corners
} CrStanceKind;

typedef struct CrStance {
    CaromVec2 offset;
    union {
        CaromVec2 center;        ///< of a circle, as baked
        const CaromVec2 *points; ///< of all others
    } at;
    double radius;
    uint8_t kind; ///< CrStanceKind
    uint8_t count;
    bool turned;
} CrStance;

/// How one is turned that is.
typedef struct CrStanceTurn {
    CaromVec2 pivot;
    CaromRotation turn;
} CrStanceTurn;

#define CR_STANCE_CORNERS 32

static inline void crStanceSet(CrKinematics *kinematics, int index, const CrShape *shape,
                               const CrPose *pose)
{
    CrStance *stance = &kinematics->stances[index];
    bool isPolygon = shape->type == CAROM_SHAPE_POLYGON && shape->radius == 0.0 &&
                     shape->pointCount <= CR_STANCE_CORNERS;
    stance->offset = pose->offset;
    stance->radius = shape->radius;
    stance->kind = isPolygon ? CR_STANCE_POLYGON : CR_STANCE_OTHER;
    stance->count = (uint8_t)shape->pointCount;
    // NOLINTNEXTLINE(clang-analyzer-core.uninitialized.Assign): poses of kinematic bodies are whole
    stance->turned = pose->turned;
    stance->at.points = shape->baked;
    if (shape->type == CAROM_SHAPE_CIRCLE) {
        stance->kind = CR_STANCE_CIRCLE;
        stance->at.center = shape->baked[0];
    }
    if (pose->turned) {
        CrStanceTurn turn = {pose->pivot, pose->turn};
        kinematics->turns[index] = turn;
    }
}

#endif
