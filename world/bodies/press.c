// SPDX-License-Identifier: MIT
#include "press.h"

#include "../data/ids.h"
#include "../data/observer.h"
#include "../geometry/journal.h"
#include "../index/edit_list.h"
#include "../index/hierarchy.h"
#include "../response/push.h"
#include "../rigid/rigid_pool.h"
#include "body.h"
#include "rigid_change.h"

double crBodyPressNeeded(const CaromWorld *world, uint32_t slot, CaromVec2 point,
                         CaromVec2 direction, double speed, double most)
{
    double time = world->time;
    CrAnswer k = crBodyAnswer(world, slot, time, point);
    CaromVec2 moved =
        crVec(k.xx * direction.x + k.xy * direction.y, k.xy * direction.x + k.yy * direction.y);
    CaromVec2 now = crAdd(crBodyVelocityAt(&world->bodies[slot], time, point),
                          crBodyPends(world, slot, time, point));
    double gain = speed - crDot(now, direction), answer = crDot(moved, direction);
    return answer > 0.0 && gain > 0.0 ? crMin(gain / answer, most) : 0.0;
}

static CaromError press(CaromWorld *world, uint32_t slot, CaromVec2 impulse, CaromVec2 point)
{
    CaromError error = crEditsReserveTwo(world);
    if (error != CAROM_OK) {
        return error;
    }
    const CrBody *body = &world->bodies[slot];
    CrRigid *rigid = crRigidOf(world, slot);
    crBodySetAwake(world, slot, true);
    CaromVec2 center = crAdd(body->pivot, crBodyOffset(body, world->time));
    double twist = crCross(crSub(point, center), impulse);
    if (rigid->solved) {
        rigid->push = crAdd(rigid->push, impulse);
        rigid->twist += twist;
        return CAROM_OK;
    }
    CaromVec2 change = crScale(impulse, crRigidInverseMass(rigid));
    if (crLength(crAdd(body->own.velocity, change)) <= CR_HUGE) {
        crBodyAddVelocity(world, slot, change, twist * crRigidInverseInertia(rigid));
    }
    return CAROM_OK;
}

CaromError crBodyPress(CaromWorld *world, CaromBodyId id, CaromVec2 impulse, CaromVec2 point)
{
    CaromError error = crCheckBodyEdit(world, id);
    bool is = error == CAROM_OK && world->bodies[id.index - 1].type == CAROM_BODY_DYNAMIC;
    error = error == CAROM_OK && !is ? CAROM_ERROR_DYNAMIC : error;
    error = crThen(error, crCheckVec(impulse));
    error = crThen(error, crCheckVec(point));
    error = crThen(error, press(world, id.index - 1, impulse, point));
    crRecordCall(world, error, caromMoverMove, .body = id, .vector = impulse, .second = point);
    return error;
}
