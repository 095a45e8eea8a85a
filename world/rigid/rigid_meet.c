// SPDX-License-Identifier: MIT
// Without a surface for the pair of materials: friction √(a·b), the larger restitution and the
// larger rolling resistance of both, as most engines of rigid bodies have them. A disc of radius r
// is slowed as if the normal force acted at an arm of rollingResistance·r.
#include "rigid_meet.h"

#include "../geometry/materials.h"
#include "../geometry/shape_traits.h"
#include "../geometry/shape_view.h"
#include "../index/filter.h"

/// One side of a contact.
typedef struct Side {
    const CrShape *shape;
    const CrShapeTraits *traits;
    uint32_t material;
} Side;

static Side sideOf(const CaromWorld *world, const CrRigidMirror *mirror, int32_t shape)
{
    const CrShape *own = &world->shapes[mirror->shapeAt[shape]];
    Side side = {own, crShapeTraitsOf(world, own),
                 crShapeMaterial(world, own, mirror->edgeAt[shape])};
    return side;
}

/// The surface of two materials for bodies, or null.
static const CaromSurface *surfaceOf(const CaromWorld *world, uint32_t a, uint32_t b)
{
    uint32_t low = a < b ? a : b, high = a < b ? b : a;
    const CrPair *pair = crPairFind(world, crPairKey(low, high));
    if (pair == NULL || pair->surface.bodies == CAROM_SURFACE_BODIES_MIX) {
        pair = crPairFind(world, crPairKey(high, low));
    }
    bool isFor = pair != NULL && pair->surface.bodies != CAROM_SURFACE_BODIES_MIX;
    return isFor ? &pair->surface : NULL;
}

static void mix(CrRigidContact *contact, const Side *a, const Side *b)
{
    const CrShapeTraits *ta = a->traits, *tb = b->traits;
    contact->friction = (float)sqrt(ta->bodyFriction * tb->bodyFriction);
    contact->restitution = (float)crMax(ta->bodyRestitution, tb->bodyRestitution);
    contact->rollingResistance = (float)crMax(ta->bodyRollingResistance * a->shape->radius,
                                              tb->bodyRollingResistance * b->shape->radius);
}

static void take(CrRigidContact *contact, const CaromSurface *surface, const Side *a, const Side *b)
{
    contact->friction = (float)surface->friction;
    contact->restitution = (float)surface->restitution;
    contact->rollingResistance =
        (float)(surface->rollingResistance * crMax(a->shape->radius, b->shape->radius));
}

/// Writes the numbers of both surfaces. Returns whether they collide.
static bool decide(const CaromWorld *world, const CrRigidMirror *mirror, CrRigidContact *contact)
{
    Side a = sideOf(world, mirror, contact->shapeA), b = sideOf(world, mirror, contact->shapeB);
    const CaromSurface *surface = surfaceOf(world, a.material, b.material);
    contact->tangentSpeed = (float)(a.traits->surfaceSpeed + b.traits->surfaceSpeed);
    if (surface == NULL) {
        mix(contact, &a, &b);
    } else {
        take(contact, surface, &a, &b);
    }
    return surface == NULL || surface->bodies != CAROM_SURFACE_BODIES_PASS;
}

static bool filtersMeet(const CaromWorld *world, const CrRigidMirror *mirror,
                        const CrRigidContact *contact)
{
    const CrShape *a = &world->shapes[mirror->shapeAt[contact->shapeA]],
                  *b = &world->shapes[mirror->shapeAt[contact->shapeB]];
    return crFiltersMeet(&crShapeTraitsOf(world, a)->filter, &crShapeTraitsOf(world, b)->filter);
}

void crRigidMeet(CaromWorld *world, CrRigidMirror *mirror)
{
    CrDynamics *d = &mirror->dynamics;
    for (int k = 0; k < crArrayCount(d->fresh); k++) {
        CrRigidContact *contact = &d->contacts.contact[d->fresh[k]];
        if (!filtersMeet(world, mirror, contact)) {
            crDynamicsRefuseContact(d, d->fresh[k]);
        } else if (!decide(world, mirror, contact)) {
            crDynamicsSetContactEnabled(d, d->fresh[k], false);
        }
    }
}

void crRigidRemix(CaromWorld *world, CrRigidMirror *mirror)
{
    CrDynamics *d = &mirror->dynamics;
    for (int i = 0; i < crArrayCount(d->contacts.contact) && world->rigids.remix; i++) {
        CrRigidContact *contact = &d->contacts.contact[i];
        if (contact->flags & CR_RIGID_CONTACT_USED) {
            bool collide = decide(world, mirror, contact);
            bool did = !(contact->flags & CR_RIGID_CONTACT_DISABLED);
            if (collide != did) {
                crDynamicsSetContactEnabled(d, i, collide);
            }
            crDynamicsContactChanged(d, i);
        }
    }
    world->rigids.remix = false;
}
