// SPDX-License-Identifier: MIT
// Debug draw: tells a game's callbacks what there is.
#include "flight.h"
#include "kinematics.h"
#include "stick.h"

static void drawMoved(const CaromDebugDraw *draw, const CrShape *shape, const CrPose *pose,
                      CaromShapeId id)
{
    const CaromVec2 *p = shape->baked;
    if (shape->type == CAROM_SHAPE_CIRCLE && draw->circle != NULL) {
        draw->circle(draw->context, crPoseToWorld(pose, p[0]), shape->radius, id);
    } else if (shape->type == CAROM_SHAPE_SEGMENT && draw->segment != NULL) {
        draw->segment(draw->context, crPoseToWorld(pose, p[0]), crPoseToWorld(pose, p[1]), id);
    } else if (shape->type == CAROM_SHAPE_POLYGON && draw->polygon != NULL) {
        draw->polygon(draw->context, p, shape->pointCount, crPoseTransform(pose), id);
    }
}

CaromError caromWorldDraw(const CaromWorld *world, const CaromDebugDraw *draw)
{
    if (world == NULL || draw == NULL) {
        return crComplain(world, CAROM_ERROR_NULL, "caromWorldDraw");
    }
    for (uint32_t s = 0; s < crSlotsCount(&world->shapeSlots); s++) {
        if (world->shapeSlots.live[s]) {
            const CrShape *shape = &world->shapes[s];
            CrPose pose = crBodyPose(&world->bodies[shape->body], world->queryTime);
            drawMoved(draw, shape, &pose, crShapeIdOf(world, s));
        }
    }
    const CrFlights *f = &world->flights;
    for (uint32_t i = 0; i < crSlotsCount(&f->slots) && draw->projectile != NULL; i++) {
        if (f->slots.live[i]) {
            draw->projectile(draw->context, crFlightWhere(world, i, world->queryTime),
                             world->recipes[f->recipe[i]].def.radius, crProjectileIdOf(world, i),
                             (CaromProjectileMode)f->mode[i]);
        }
    }
    return CAROM_OK;
}
