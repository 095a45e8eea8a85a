// SPDX-License-Identifier: MIT
#include "body_events.h"

#include "../data/ids.h"
#include "../geometry/shape_view.h"
#include "event.h"

CrBodyImpact crBodyImpactOrdered(const CrBodyImpact *impact)
{
    CrBodyImpact turned = *impact;
    if (impact->shape[0] > impact->shape[1]) {
        turned.shape[0] = impact->shape[1];
        turned.shape[1] = impact->shape[0];
        turned.edge[0] = impact->edge[1];
        turned.edge[1] = impact->edge[0];
        turned.normal = crScale(impact->normal, -1.0);
    }
    return turned;
}

void crTellImpact(CaromWorld *world, const CrBodyImpact *told)
{
    CrBodyImpact impact = crBodyImpactOrdered(told);
    const CrShape *a = &world->shapes[impact.shape[0]], *b = &world->shapes[impact.shape[1]];
    if (!(a->hits || b->hits) || !(impact.speed > world->hitThreshold)) {
        return;
    }
    CaromImpactEvent event = {0};
    event.time = impact.time;
    event.shapeA = crShapeIdOf(world, impact.shape[0]);
    event.shapeB = crShapeIdOf(world, impact.shape[1]);
    event.bodyA = crBodyIdOf(world, a->body);
    event.bodyB = crBodyIdOf(world, b->body);
    event.point = impact.point;
    event.normal = impact.normal;
    event.speed = impact.speed;
    event.impulse = impact.impulse;
    event.featureA = crShapeFeature(a, impact.edge[0]);
    event.featureB = crShapeFeature(b, impact.edge[1]);
    event.materialA = crShapeMaterial(world, a, impact.edge[0]);
    event.materialB = crShapeMaterial(world, b, impact.edge[1]);
    event.dataA = a->userData;
    event.dataB = b->userData;
    crEventsAddImpact(world, CR_NONE, &event);
}

void crTellBody(CaromWorld *world, uint32_t slot, double time, CaromBodyEventKind kind)
{
    CaromBodyEvent event = {0};
    event.time = time;
    event.body = crBodyIdOf(world, slot);
    event.kind = kind;
    event.data = world->bodies[slot].userData;
    crEventsAddBody(world, CR_NONE, &event);
}
