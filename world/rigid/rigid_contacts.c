// SPDX-License-Identifier: MIT
#include "rigid_contacts.h"

#include "../contacts/contact_list.h"
#include "../core/result_buffer.h"
#include "../events/body_events.h"
#include "../events/event.h"
#include "../geometry/shape_view.h"

// ---- the solver's contacts

void crRigidContactShapes(const CrRigidMirror *mirror, int index, uint32_t shapes[2])
{
    const CrRigidContact *contact = &mirror->dynamics.contacts.contact[index];
    uint32_t a = mirror->shapeAt[contact->shapeA], b = mirror->shapeAt[contact->shapeB];
    shapes[0] = a < b ? a : b;
    shapes[1] = a < b ? b : a;
}

/// Whether what the solver has of a shape is still so, as of its contacts.
static bool isKnown(const CaromWorld *world, uint32_t slot)
{
    const CrRigids *rigids = &world->rigids;
    return (int)slot < crArrayCount(rigids->mirror->seen) && rigids->mirror->seen[slot].in &&
           (!((int)slot < crArrayCount(rigids->isEdited) && rigids->isEdited[slot]) ||
            crRigidMirrorIsCurrent(world, slot));
}

static bool presses(const CrRigidContact *contact)
{
    return (contact->flags & CR_RIGID_CONTACT_PRESSED) != 0;
}

int crRigidContactNext(const CaromWorld *world, uint32_t slot, int *at)
{
    const CrRigidMirror *mirror = world->rigids.mirror;
    if (mirror == NULL || !isKnown(world, slot)) {
        return -1;
    }
    const CrRigidContact *all = mirror->dynamics.contacts.contact;
    int next = *at < 0 ? mirror->dynamics.bodies.traits[mirror->seen[slot].body].firstContact
                       : all[*at >> 1].next[*at & 1];
    for (; next >= 0; next = all[next >> 1].next[next & 1]) {
        const CrRigidContact *contact = &all[next >> 1];
        bool isOf = mirror->shapeAt[next & 1 ? contact->shapeB : contact->shapeA] == slot;
        uint32_t other = mirror->shapeAt[next & 1 ? contact->shapeA : contact->shapeB];
        if (isOf && presses(contact) && isKnown(world, other)) {
            *at = next;
            return next >> 1;
        }
    }
    return -1;
}

int crRigidContactAfter(const CaromWorld *world, int index)
{
    const CrRigidMirror *mirror = world->rigids.mirror;
    int count = mirror != NULL ? crArrayCount(mirror->dynamics.contacts.contact) : 0;
    for (index++; index < count; index++) {
        const CrRigidContact *contact = &mirror->dynamics.contacts.contact[index];
        if (presses(contact) && isKnown(world, mirror->shapeAt[contact->shapeA]) &&
            isKnown(world, mirror->shapeAt[contact->shapeB])) {
            return index;
        }
    }
    return -1;
}

int crRigidTouching(const CaromWorld *world)
{
    return world->rigids.mirror != NULL ? world->rigids.mirror->dynamics.contacts.pressed : 0;
}

/// Impulses of a substep, as those of the tick.
static void tellPoints(const CaromWorld *world, int index, CaromContact *contact, bool isTurned)
{
    CrRigidContactView points[2];
    CaromManifold *m = &contact->manifold;
    const CrDynamics *d = &world->rigids.mirror->dynamics;
    m->count = crDynamicsContactPoints(d, index, points);
    for (int k = 0; k < m->count; k++) {
        CaromVec2 n = crNormalize(points[k].normal); // the solver has floats
        m->normal = isTurned ? crScale(n, -1.0) : n;
        m->points[k].point = points[k].point;
        m->points[k].separation = points[k].separation;
        m->points[k].id = d->contacts.contact[index].id[k];
        contact->normalImpulse[k] = points[k].normalImpulse * world->substeps;
        contact->tangentImpulse[k] = points[k].tangentImpulse * world->substeps;
    }
}

void crRigidContactTold(const CaromWorld *world, int index, CaromContact *told)
{
    const CrRigidMirror *mirror = world->rigids.mirror;
    const CrRigidContact *contact = &mirror->dynamics.contacts.contact[index];
    uint32_t slots[2];
    crRigidContactShapes(mirror, index, slots);
    bool isTurned = mirror->shapeAt[contact->shapeA] != slots[0];
    int32_t a = isTurned ? contact->shapeB : contact->shapeA,
            b = isTurned ? contact->shapeA : contact->shapeB;
    const CrContact *listed = crContactFind(&world->touchings, slots[0], slots[1]);
    CrContact fresh = crContactFresh(world, slots[0], slots[1]);
    fresh.since = listed != NULL ? listed->since : -1.0;
    *told = crContactTold(world, &fresh);
    told->solved = true;
    told->manifold.featureA = crShapeFeature(&world->shapes[slots[0]], mirror->edgeAt[a]);
    told->manifold.featureB = crShapeFeature(&world->shapes[slots[1]], mirror->edgeAt[b]);
    tellPoints(world, index, told, isTurned);
}

// ---- pairs that are reported

static bool isOfPair(const CrRigidMirror *mirror, int index, const CrContact *touching)
{
    const CrRigidContacts *contacts = &mirror->dynamics.contacts;
    if (index < 0 || index >= crArrayCount(contacts->contact) ||
        !presses(&contacts->contact[index])) {
        return false;
    }
    uint32_t shapes[2];
    crRigidContactShapes(mirror, index, shapes);
    return shapes[0] == touching->a && shapes[1] == touching->b;
}

/// The shape of a pair that has few contacts.
static uint32_t dynamicOf(const CaromWorld *world, const CrContact *touching)
{
    bool isDynamic = world->bodies[world->shapes[touching->a].body].type == CAROM_BODY_DYNAMIC;
    return isDynamic ? touching->a : touching->b;
}

/// One of the solver's contacts by which a pair touches, or -1. The one of the last tick is looked
/// at first.
static int findHeld(const CaromWorld *world, const CrContact *touching)
{
    const CrRigidMirror *mirror = world->rigids.mirror;
    if (isOfPair(mirror, touching->held, touching)) {
        return touching->held;
    }
    uint32_t slot = dynamicOf(world, touching);
    for (int at = -1, index; (index = crRigidContactNext(world, slot, &at)) >= 0;) {
        if (isOfPair(mirror, index, touching)) {
            return index;
        }
    }
    return -1;
}

static void endParted(CaromWorld *world, double time)
{
    CrContacts *t = &world->touchings;
    for (int k = 0; k < crArrayCount(t->all); k++) {
        CrContact *touching = &t->all[k];
        if (!crContactIsSolved(world, touching->a, touching->b)) {
            continue;
        }
        touching->kind = CR_CONTACT_SOLVED;
        touching->held = findHeld(world, touching);
        if (touching->held < 0) {
            touching->touches = false;
            crContactTell(world, touching, time, false);
        }
    }
    crContactsDropParted(t);
}

/// The solver's contact presses: its pair begins, if that is to be reported, and new.
static void begin(CaromWorld *world, int index, double time)
{
    CrContacts *t = &world->touchings;
    uint32_t slots[2];
    crRigidContactShapes(world->rigids.mirror, index, slots);
    if ((!world->shapes[slots[0]].contacts && !world->shapes[slots[1]].contacts) ||
        crContactFind(t, slots[0], slots[1]) != NULL) {
        return;
    }
    CrContact fresh = crContactFresh(world, slots[0], slots[1]);
    fresh.since = time;
    fresh.kind = CR_CONTACT_SOLVED;
    fresh.held = index;
    fresh.touches = true;
    crArrayPush(t->fresh, fresh);
}

/// All that press. After a shape was told to report its contacts.
static void beginAny(CaromWorld *world, double time)
{
    for (int i = -1; (i = crRigidContactAfter(world, i)) >= 0;) {
        begin(world, i, time);
    }
}

static void beginNew(CaromWorld *world, double time)
{
    const int32_t *begun = world->rigids.mirror->dynamics.begun;
    for (int k = 0; k < crArrayCount(begun); k++) {
        begin(world, begun[k], time);
    }
}

static double deepestIn(const CaromManifold *m)
{
    double least = CR_NEVER;
    for (int k = 0; k < m->count; k++) {
        least = crMin(least, m->points[k].separation);
    }
    return least;
}

/// Of all contacts of a pair the deepest; of equal ones that of the lowest edges. Whichever was
/// found first does not matter.
static CaromManifold deepestOf(const CaromWorld *world, const CrContact *touching)
{
    CaromContact best, told;
    crRigidContactTold(world, touching->held, &best);
    uint32_t slot = dynamicOf(world, touching);
    for (int at = -1, index; (index = crRigidContactNext(world, slot, &at)) >= 0;) {
        if (isOfPair(world->rigids.mirror, index, touching)) {
            crRigidContactTold(world, index, &told);
            double gap = deepestIn(&told.manifold), least = deepestIn(&best.manifold);
            int a = told.manifold.featureA - best.manifold.featureA,
                b = told.manifold.featureB - best.manifold.featureB;
            best = gap < least || (gap == least && (a < 0 || (a == 0 && b < 0))) ? told : best;
        }
    }
    return best.manifold;
}

static void tellBegun(CaromWorld *world, double time)
{
    const CrContact *fresh = world->touchings.fresh;
    for (int k = 0; k < crArrayCount(fresh); k++) {
        CrContact touching = fresh[k];
        touching.manifold = deepestOf(world, &touching);
        crContactTell(world, &touching, time, true);
    }
}

// ---- impacts

static bool isBefore(const void *a, const void *b)
{
    const CrBodyImpact *s = a, *t = b;
    uint64_t first = (uint64_t)s->shape[0] << 32 | s->shape[1],
             second = (uint64_t)t->shape[0] << 32 | t->shape[1];
    return first != second        ? first < second
           : s->speed != t->speed ? s->speed > t->speed
                                  : ((uint64_t)s->edge[0] << 32 | (uint32_t)s->edge[1]) <
                                        ((uint64_t)t->edge[0] << 32 | (uint32_t)t->edge[1]);
}

static CrBodyImpact impactOf(const CaromWorld *world, const CrRigidContactHit *hit, double time)
{
    const CrRigidMirror *mirror = world->rigids.mirror;
    const CrRigidContact *contact = &mirror->dynamics.contacts.contact[hit->contact];
    CrRigidContactView points[2] = {{{0.0, 0.0}, {0.0, 0.0}, 0.0, 0.0, 0.0}};
    CrBodyImpact impact = {{mirror->shapeAt[contact->shapeA], mirror->shapeAt[contact->shapeB]},
                           {mirror->edgeAt[contact->shapeA], mirror->edgeAt[contact->shapeB]},
                           time,
                           {0.0, 0.0},
                           {0.0, 0.0},
                           (double)hit->speed,
                           (double)hit->impulse};
    crDynamicsContactPoints(&mirror->dynamics, hit->contact, points);
    impact.point = points[hit->point].point;
    impact.normal = crNormalize(points[hit->point].normal);
    return crBodyImpactOrdered(&impact);
}

/// Of the edges of two shapes that hit in one tick the fastest, with all impulses. Without memory
/// each is told.
static void tellImpacts(CaromWorld *world, double time)
{
    const CrRigidContactHit *hits = world->rigids.mirror->dynamics.hits;
    int count = crArrayCount(hits);
    bool sorts = crArrayReserve(world->rigids.impacts, count, &world->allocator);
    CrBodyImpact *impacts = world->rigids.impacts;
    for (int k = 0; k < count; k++) {
        CrBodyImpact impact = impactOf(world, &hits[k], time);
        if (sorts) {
            crKeepFirst(impacts, sizeof impact, count, k, &impact, isBefore);
        } else {
            crTellImpact(world, &impact);
        }
    }
    count = sorts ? count : 0;
    crSortKept(impacts, sizeof *impacts, count, count, isBefore);
    for (int k = 0, first; k < count;) {
        for (first = k++; k < count && impacts[k].shape[0] == impacts[first].shape[0] &&
                          impacts[k].shape[1] == impacts[first].shape[1];
             k++) {
            impacts[first].impulse += impacts[k].impulse;
        }
        crTellImpact(world, &impacts[first]);
    }
}

static bool reports(const CrContacts *t)
{
    return crArrayCount(t->watched) > 0 || crArrayCount(t->all) > 0;
}

CaromError crRigidReserveContacts(CaromWorld *world)
{
    CrContacts *t = &world->touchings;
    if (!reports(t)) {
        return CAROM_OK;
    }
    const CrRigidContacts *contacts = &world->rigids.mirror->dynamics.contacts;
    int more = crArrayCount(contacts->contact) - crArrayCount(contacts->free);
    if (!world->rigids.relist) {
        more -= contacts->pressed;
    }
    crArraySetCount(t->fresh, 0);
    bool ok = crArrayGrow(t->fresh, more, &world->allocator) &&
              crArrayGrow(t->all, more, &world->allocator);
    return ok ? CAROM_OK : CAROM_ERROR_MEMORY;
}

void crRigidTellContacts(CaromWorld *world, double time)
{
    CrContacts *t = &world->touchings;
    if (reports(t)) {
        int before = crEventsCollected(world);
        crContactsEndStale(world, time);
        endParted(world, time);
        crArraySetCount(t->fresh, 0);
        if (world->rigids.relist) {
            beginAny(world, time);
        } else {
            beginNew(world, time);
        }
        crContactsTakeFresh(world);
        tellBegun(world, time);
        crEventsJoin(world, before);
    }
    if (crArrayCount(world->rigids.mirror->dynamics.hits) > 0) {
        tellImpacts(world, time);
    }
    world->rigids.relist = false;
}
