// SPDX-License-Identifier: MIT
#include "support_motion.h"

#include "../flight/def_table.h"
#include "../geometry/shape_storage.h"

static const CrBody *bodyOf(const CaromWorld *world, const CrSupport *support)
{
    return &world->bodies[world->shapes[support->shape].body];
}

double crSupportSpin(const CaromWorld *world, const CrSupport *support)
{
    const CrBody *body = bodyOf(world, support);
    const CrShape *shape = &world->shapes[support->shape];
    bool isHub = shape->type == CAROM_SHAPE_CIRCLE && crEqual(shape->baked[0], body->pivot);
    return isHub || world->still ? 0.0 : body->spin;
}

double crSupportRuns(const CaromWorld *world, const CrSupport *support)
{
    const CrShape *shape = &world->shapes[support->shape];
    double belt = crShapeTraitsOf(world, shape)->surfaceSpeed, spin = bodyOf(world, support)->spin;
    bool isHub = spin != 0.0 && crSupportSpin(world, support) == 0.0 && !world->still;
    return isHub ? belt - spin * shape->radius : belt;
}

CaromVec2 crSupportVelocity(const CaromWorld *world, const CrSupport *support, double time,
                            CaromVec2 place)
{
    const CrBody *body = bodyOf(world, support);
    return crSupportSpin(world, support) != 0.0 ? crBodyVelocityAt(body, time, place)
                                                : body->velocity;
}

CrPose crSupportPose(const CaromWorld *world, const CrSupport *support, double time)
{
    const CrBody *body = bodyOf(world, support);
    bool isHub = body->spin != 0.0 && crSupportSpin(world, support) == 0.0;
    return isHub ? crPose(body->pivot, crBodyOffset(body, time), 0.0) : crBodyPose(body, time);
}

CaromVec2 crSupportWhirl(const CaromWorld *world, const CrSupport *support, double time,
                         CaromVec2 place)
{
    const CrBody *body = bodyOf(world, support);
    double spin = crSupportSpin(world, support);
    CaromVec2 arm = crSub(place, crAdd(body->pivot, crBodyOffset(body, time)));
    return crScale(arm, spin * spin);
}
