// SPDX-License-Identifier: MIT
// Without a surface for the pair of materials: friction √(a·b), the larger restitution and the
// larger rolling resistance of both, as most engines of rigid bodies have them. A disc of radius r
// is slowed as if the normal force acted at an arm of rollingResistance·r.
#include "rigid_meet.h"

#include "contact_answers.h"

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
    contact->flags &= (uint8_t)~CR_RIGID_CONTACT_HITS;
    contact->flags |= a.shape->hits || b.shape->hits ? CR_RIGID_CONTACT_HITS : 0;
    contact->tangentSpeed = (float)(a.traits->surfaceSpeed + b.traits->surfaceSpeed);
    if (surface == NULL) {
        mix(contact, &a, &b);
    } else {
        take(contact, surface, &a, &b);
    }
    return (surface == NULL || surface->bodies != CAROM_SURFACE_BODIES_PASS) &&
           !crContactIgnored(world, mirror->shapeAt[contact->shapeA],
                             mirror->shapeAt[contact->shapeB]);
}

bool crRigidMayCollide(const CaromWorld *world, const CrRigidMirror *mirror,
                       const CrRigidContact *contact)
{
    Side a = sideOf(world, mirror, contact->shapeA), b = sideOf(world, mirror, contact->shapeB);
    const CaromSurface *surface = surfaceOf(world, a.material, b.material);
    return surface == NULL || surface->bodies != CAROM_SURFACE_BODIES_PASS;
}

bool crRigidShapesMeet(const CaromWorld *world, uint32_t a, int edgeA, uint32_t b, int edgeB,
                       CrRigidTouch *touch)
{
    const CrShape *sa = &world->shapes[a], *sb = &world->shapes[b];
    Side sides[] = {{sa, crShapeTraitsOf(world, sa), crShapeMaterial(world, sa, edgeA)},
                    {sb, crShapeTraitsOf(world, sb), crShapeMaterial(world, sb, edgeB)}};
    const CaromSurface *surface = surfaceOf(world, sides[0].material, sides[1].material);
    const CrShapeTraits *ta = sides[0].traits, *tb = sides[1].traits;
    bool isMixed = surface == NULL; // as by mix, but in doubles
    touch->friction = isMixed ? sqrt(ta->bodyFriction * tb->bodyFriction) : surface->friction;
    touch->restitution =
        isMixed ? crMax(ta->bodyRestitution, tb->bodyRestitution) : surface->restitution;
    return crFiltersMeet(&sides[0].traits->filter, &sides[1].traits->filter) &&
           (surface == NULL || surface->bodies != CAROM_SURFACE_BODIES_PASS) &&
           !crContactIgnored(world, a, b);
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

static bool areSame(const CrRigidContact *a, const CrRigidContact *b)
{
    return a->friction == b->friction && a->restitution == b->restitution &&
           a->rollingResistance == b->rollingResistance && a->tangentSpeed == b->tangentSpeed;
}

void crRigidRemix(CaromWorld *world, CrRigidMirror *mirror)
{
    CrDynamics *d = &mirror->dynamics;
    for (int i = 0; i < crArrayCount(d->contacts.contact) && world->rigids.remix; i++) {
        CrRigidContact *contact = &d->contacts.contact[i];
        if (contact->flags & CR_RIGID_CONTACT_USED) {
            CrRigidContact before = *contact;
            bool collide = decide(world, mirror, contact);
            bool did = !(contact->flags & CR_RIGID_CONTACT_DISABLED);
            if (collide != did) {
                crDynamicsSetContactEnabled(d, i, collide);
            }
            if (!areSame(&before, contact)) { // of sleepers, too: that wakes them
                crDynamicsContactChanged(d, i);
            }
        }
    }
    world->rigids.relist |= world->rigids.remix;
    mirror->askersStale |= world->rigids.remix;
    world->rigids.remix = false;
}
