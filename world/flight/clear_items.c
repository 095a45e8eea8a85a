// SPDX-License-Identifier: MIT
#include "clear_items.h"

#include "../geometry/shape_storage.h"
#include "../index/hierarchy.h"
#include "../index/moving_index.h"

#define BEND (1 + 1e-6) // [1] of a parabola's sagitta, for what rounding takes

/// From the clock on until then: what accelerates goes on straight, but grows by all that its
/// parabola leads off the line.
static void growBend(CrMotionGridItem *one, const CrBody *body, double duration)
{
    CaromVec2 a = body->acceleration;
    double bend = 0.5 * BEND * crMax(crAbs(a.x), crAbs(a.y)) * (duration * duration);
    one->half = crVec(one->half.x + bend, one->half.y + bend);
    one->radius = one->radius >= 0.0 ? one->radius + 2.0 * bend : one->radius;
    one->full = false;
}

bool crClearIsPushed(const CaromWorld *world, const CrBody *body)
{
    return world->rigids.dynamic > 0 &&
           world->bodies[crHierarchyRoot(world, (uint32_t)(body - world->bodies))].type ==
               CAROM_BODY_DYNAMIC;
}

CrMotionGridItem crClearItemNow(const CaromWorld *world, uint32_t slot, double until)
{
    double time = world->time;
    const CrShape *shape = &world->shapes[slot];
    const CrBody *body = &world->bodies[shape->body];
    CrPose pose = crBodyPose(body, time);
    CrMotionGridItem one = {.velocity = crBodyVelocity(body, time), .radius = -1.0, .key = slot};
    if (crBodyTurns(body)) { // anywhere around its pivot
        one.center = crAdd(body->pivot, pose.offset);
        one.radius = crBoxFarthest(crShapeBox(shape), body->pivot);
        one.half = crVec(one.radius, one.radius);
        if (body->accelerates) {
            growBend(&one, body, until - time);
        }
        return one;
    }
    CaromBox box = crMovingIndexSweptBox(world, slot, time, time);
    one.center = crScale(crAdd(box.min, box.max), 0.5);
    one.half = crScale(crSub(box.max, box.min), 0.5);
    if (shape->type == CAROM_SHAPE_CIRCLE) {
        one.radius = crMax(one.half.x, one.half.y);
        one.full = !pose.turned && !shape->sensor && !crClearIsPushed(world, body);
    }
    if (CR_UNLIKELY(body->accelerates)) {
        growBend(&one, body, until - time);
    }
    return one;
}

/// Of the flights; wider ones are always examined.
double crClearWidest(const CaromWorld *world)
{
    double widest = 0.0;
    for (int r = 0; r < crArrayCount(world->flightDefs); r++) {
        double radius = world->flightDefs[r].def.radius;
        widest = world->recipeKinds.entries[r].users > 0 && radius <= CR_CLEAR_WIDEST
                     ? crMax(widest, radius)
                     : widest;
    }
    return widest;
}

/// Restless shapes roam: nothing is known of them but that they get no faster than their pace.
CrMotionGridItem crClearItem(const CaromWorld *world, uint32_t slot, double until, bool roams)
{
    const CrMovingIndexPlace *place = &world->movingIndex.places[slot];
    CrMotionGridItem one = crClearItemNow(world, slot, until);
    if (roams) {
        double reach = place->pace * (until - world->time);
        CaromVec2 around = crVec(one.half.x + reach, one.half.y + reach);
        one.roams = true;
        one.pace = place->pace;
        one.zone.min = crSub(one.center, around);
        one.zone.max = crAdd(one.center, around);
    }
    return one;
}
