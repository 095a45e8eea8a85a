// SPDX-License-Identifier: MIT
// Debug draw: tells a game's callbacks what there is.
#include "asking.h"
#include "flight.h"
#include "kinematics.h"
#include "shape.h"
#include "stick.h"

/// A line, or what is within a radius of it.
static void drawEdge(const CaromDebugDraw *draw, const CrEdge *edge, const CrPose *pose,
                     CaromShapeId id)
{
    CaromVec2 a = crPoseToWorld(pose, edge->a), b = crPoseToWorld(pose, edge->b);
    if (edge->reach > 0.0 && draw->capsule != NULL) {
        draw->capsule(draw->context, a, b, edge->reach, id);
    } else if (edge->reach == 0.0 && draw->segment != NULL) {
        draw->segment(draw->context, a, b, id);
    }
}

static void drawMoved(const CaromDebugDraw *draw, const CrShape *shape, const CrPose *pose,
                      CaromShapeId id)
{
    const CaromVec2 *p = shape->baked;
    if (shape->type == CAROM_SHAPE_CIRCLE) {
        if (draw->circle != NULL) {
            draw->circle(draw->context, crPoseToWorld(pose, p[0]), shape->radius, id);
        }
        return;
    }
    bool isPolygon = shape->type == CAROM_SHAPE_POLYGON;
    if (isPolygon && draw->polygon != NULL) {
        draw->polygon(draw->context, p, shape->pointCount, crPoseTransform(pose), id);
    }
    for (int e = 0; e < shape->edgeCount && (!isPolygon || shape->radius > 0.0); e++) {
        CrEdge edge = crShapeEdge(shape, e, 0.0);
        drawEdge(draw, &edge, pose, id);
    }
}

CaromError caromWorldDraw(const CaromWorld *world, const CaromDebugDraw *draw)
{
    if (world == NULL || draw == NULL) {
        return crComplain(world, CAROM_ERROR_NULL, "caromWorldDraw");
    }
    crAskBegin(world);
    for (uint32_t s = 0; s < crSlotsCount(&world->shapeSlots); s++) {
        if (world->shapeSlots.live[s]) {
            const CrShape *shape = &world->shapes[s];
            CrPose pose = crBodyPose(&world->bodies[shape->body], world->queryTime);
            drawMoved(draw, shape, &pose, crShapeIdOf(world, s));
        }
    }
    const CrFlights *f = &world->flights;
    for (uint32_t i = 0; i < crFlightsCount(f) && draw->projectile != NULL; i++) {
        if (crFlightLives(f, i)) {
            draw->projectile(draw->context, crFlightWhere(world, i, world->queryTime),
                             world->recipes[f->hot[i].recipe].def.radius,
                             crProjectileIdOf(world, i), (CaromProjectileMode)f->hot[i].mode);
        }
    }
    crAskEnd(world);
    return CAROM_OK;
}
