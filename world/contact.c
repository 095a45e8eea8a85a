// SPDX-License-Identifier: MIT
#include "contact.h"

#include "shape.h"

CrContact crContactMake(const CaromWorld *world, uint32_t i, const CrEncounter *encounter)
{
    const CrFlights *f = &world->flights;
    CrContact contact = {0};
    contact.encounter = *encounter;
    contact.shape = &world->shapes[encounter->shape];
    contact.recipe = &world->recipes[f->recipe[i]];
    const CrBody *body = &world->bodies[contact.shape->body];
    contact.touch.edge = crShapeEdge(contact.shape, encounter->edge, contact.recipe->def.radius);
    contact.touch.pose = crBodyPose(body, encounter->time);
    contact.touch.part = encounter->part;
    CrPath path = crFlightPath(f, i);
    contact.exact = crPathPoint(&path, encounter->tau);
    contact.before = crPathVelocity(&path, encounter->tau);
    CaromVec2 local = crPoseToLocal(&contact.touch.pose, contact.exact);
    CaromVec2 normal = crEdgeNormal(&contact.touch.edge, encounter->part, local);
    contact.touch.normal = crPoseTurn(&contact.touch.pose, normal);
    CaromVec2 point = crAddScaled(contact.exact, contact.touch.normal, -contact.recipe->def.radius);
    contact.surfaceVelocity = crBodyVelocityAt(body, encounter->time, point);
    contact.surface = crSurfaceOf(world, contact.recipe, contact.shape);
    contact.restitution = contact.surface.restitution;
    contact.action = contact.recipe->def.onHit;
    return contact;
}

/// Nudges a velocity until the next search, too, takes it for leaving.
static CaromVec2 makeLeave(CrContact *contact, CaromVec2 velocity)
{
    const CrPose *pose = &contact->touch.pose;
    CaromVec2 local = crPoseToLocal(pose, contact->center);
    double size = crAbs(velocity.x) + crAbs(velocity.y) + crAbs(contact->surfaceVelocity.x) +
                  crAbs(contact->surfaceVelocity.y);
    CaromVec2 tried = velocity;
    for (double step = size * 0x1p-53; step <= size * 0x1p-40 && step > 0.0; step *= 2.0) {
        CaromVec2 relative = crPoseTurnBack(pose, crSub(tried, contact->surfaceVelocity));
        if (crEdgeIsLeaving(&contact->touch.edge, contact->touch.part, local, relative)) {
            contact->leaves = true;
            return tried;
        }
        tried = crAddScaled(velocity, contact->touch.normal, step);
    }
    return tried;
}

/// Newton's restitution on the normal part, Coulomb's friction on the tangential part, both
/// relative to the surface. The projectile does not spin. Keller, "Impact with Friction" (1986),
/// for a point mass.
void crContactBounce(CrContact *contact)
{
    CaromVec2 n = contact->touch.normal, w = crSub(contact->before, contact->surfaceVelocity);
    double closing = crMax(-crDot(w, n), 0.0), push = (1.0 + contact->restitution) * closing;
    CaromVec2 tangent = crLeft(n);
    double sliding = crDot(w, tangent), grip = contact->surface.friction * push;
    double slowed = sliding > 0.0 ? crMax(sliding - grip, 0.0) : crMin(sliding + grip, 0.0);
    CaromVec2 after = crAddScaled(contact->before, n, push);
    if (slowed != sliding) {
        after = crAddScaled(after, tangent, slowed - sliding);
    }
    contact->after = makeLeave(contact, after);
}
