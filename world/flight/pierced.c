// SPDX-License-Identifier: MIT
#include "pierced.h"

#include "../../shapes/spin_path.h"
#include "../narrowphase/shape_exit.h"
#include "leg.h"
#include "where.h"

bool crPiercedIsThere(const CaromWorld *world, const CrPierced *pierced)
{
    // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): there are as many as are counted
    return crSlotsHolds(&world->shapeSlots, pierced->shape + 1, pierced->age) &&
           !world->shapes[pierced->shape].sensor;
}

static double leaveTime(const CaromWorld *world, uint32_t i, const CrPierced *pierced)
{
    if (!crPiercedIsThere(world, pierced)) {
        return world->time;
    }
    const CrShape *shape = &world->shapes[pierced->shape];
    double radius = world->flightDefs[world->flights.hot[i].flightDef].def.radius;
    CrSpinPath path = crFlightRelativePath(world, i, &world->bodies[shape->body]);
    double frame = path.frame;
    double tau = crMax(pierced->since - frame, 0.0), earliest = crMax(pierced->since, frame);
    if (!crShapeLeaves(shape, &path, radius, &tau)) {
        return earliest;
    }
    return tau < CR_NEVER ? crMax(frame + tau, earliest) : CR_NEVER;
}

CrPierceExit crPierceNextExit(const CaromWorld *world, uint32_t i)
{
    const CrFlights *f = &world->flights;
    const CrPierces *pierces = crFlightPierces(f, i);
    CrPierceExit next = {CR_NEVER, -1, false};
    bool moves = !crFlightIsStuck(world, i);
    for (int k = 0; moves && k < pierces->count; k++) {
        double leaves = leaveTime(world, i, &pierces->of[k]);
        bool flies = f->hot[i].mode == CAROM_PROJECTILE_FLYING;
        double stops = flies ? crMax(pierces->of[k].stops, f->hot[i].start) : CR_NEVER;
        CrPierceExit exit = {crMin(leaves, stops), k, stops < leaves};
        if (exit.time < next.time) {
            next = exit;
        }
    }
    return next;
}
