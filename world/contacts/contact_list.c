// SPDX-License-Identifier: MIT
#include "contact_list.h"

#include "../core/result_buffer.h"
#include "../events/event.h"
#include "../index/hierarchy.h"

// ---- the list

static uint64_t orderOf(uint32_t a, uint32_t b)
{
    return (uint64_t)a << 32 | b;
}

/// Where a pair is, or would be.
static int placeOf(const CrContacts *t, uint32_t a, uint32_t b)
{
    int lo = 0, hi = crArrayCount(t->all);
    while (lo < hi) {
        int mid = lo + (hi - lo) / 2;
        if (orderOf(t->all[mid].a, t->all[mid].b) < orderOf(a, b)) {
            lo = mid + 1;
        } else {
            hi = mid;
        }
    }
    return lo;
}

CrContact *crContactFind(const CrContacts *t, uint32_t a, uint32_t b)
{
    int at = placeOf(t, a, b);
    bool isListed = at < crArrayCount(t->all) && t->all[at].a == a && t->all[at].b == b;
    return isListed ? &t->all[at] : NULL;
}

void crContactInsert(CrContacts *t, const CrContact *touching)
{
    int at = placeOf(t, touching->a, touching->b);
    crArrayPush(t->all, *touching);
    for (int i = crArrayCount(t->all) - 1; i > at; i--) {
        t->all[i] = t->all[i - 1];
    }
    t->all[at] = *touching;
}

static bool isBefore(const void *a, const void *b)
{
    const CrContact *s = a, *t = b;
    return orderOf(s->a, s->b) < orderOf(t->a, t->b);
}

/// Sorts new pairs; each is kept once.
static void sortFresh(CrContacts *t)
{
    int count = crArrayCount(t->fresh), kept = 0;
    for (int k = 0; k < count; k++) {
        CrContact item = t->fresh[k];
        crKeepFirst(t->fresh, sizeof item, count, k, &item, isBefore);
    }
    crSortKept(t->fresh, sizeof *t->fresh, count, count, isBefore);
    for (int k = 0; k < count; k++) {
        if (k == 0 || isBefore(&t->fresh[k - 1], &t->fresh[k])) {
            t->fresh[kept++] = t->fresh[k];
        }
    }
    crArraySetCount(t->fresh, kept);
}

void crContactsTakeFresh(CaromWorld *world)
{
    CrContacts *t = &world->touchings;
    sortFresh(t);
    int more = crArrayCount(t->fresh), old = crArrayCount(t->all), at = old + more;
    crArraySetCount(t->all, at);
    while (more > 0) { // from behind
        bool isNew = old == 0 || isBefore(&t->all[old - 1], &t->fresh[more - 1]);
        t->all[--at] = isNew ? t->fresh[more - 1] : t->all[old - 1];
        more -= isNew;
        old -= !isNew;
    }
}

void crContactsDropParted(CrContacts *t)
{
    int kept = 0;
    for (int i = 0; i < crArrayCount(t->all); i++) {
        if (t->all[i].touches) {
            t->all[kept++] = t->all[i];
        }
    }
    crArraySetCount(t->all, kept);
}

// ---- pairs

bool crContactIsSolved(const CaromWorld *world, uint32_t a, uint32_t b)
{
    const CrShape *shapeA = &world->shapes[a], *shapeB = &world->shapes[b];
    bool isDynamic = world->bodies[shapeA->body].type == CAROM_BODY_DYNAMIC ||
                     world->bodies[shapeB->body].type == CAROM_BODY_DYNAMIC;
    return isDynamic && !shapeA->sensor && !shapeB->sensor &&
           crBodyTakesPart(world, shapeA->body) && crBodyTakesPart(world, shapeB->body);
}

CrContact crContactFresh(const CaromWorld *world, uint32_t a, uint32_t b)
{
    CrContact fresh = {0};
    fresh.a = a;
    fresh.b = b;
    fresh.ageA = world->shapeSlots.ages[a];
    fresh.ageB = world->shapeSlots.ages[b];
    return fresh;
}

CaromContact crContactTold(const CaromWorld *world, const CrContact *touching)
{
    CaromContact contact = {0};
    const CrShape *a = &world->shapes[touching->a], *b = &world->shapes[touching->b];
    contact.shapeA = crShapeIdOf(world, touching->a);
    contact.shapeB = crShapeIdOf(world, touching->b);
    contact.bodyA = crBodyIdOf(world, a->body);
    contact.bodyB = crBodyIdOf(world, b->body);
    contact.since = touching->since;
    contact.sensor = touching->kind == CR_CONTACT_SENSOR;
    contact.manifold = touching->manifold;
    contact.dataA = a->userData;
    contact.dataB = b->userData;
    return contact;
}

// ---- events

void crContactTell(CaromWorld *world, const CrContact *touching, double time, bool began)
{
    CaromContactEvent event = {0};
    uint32_t slots[2] = {touching->a, touching->b}, ages[2] = {touching->ageA, touching->ageB};
    CaromShapeId *shapes[2] = {&event.shapeA, &event.shapeB};
    CaromBodyId *bodies[2] = {&event.bodyA, &event.bodyB};
    void **data[2] = {&event.dataA, &event.dataB};
    for (int k = 0; k < 2; k++) {
        CaromShapeId id = {slots[k] + 1, ages[k], world->tag};
        *shapes[k] = id;
        if (crSlotsHolds(&world->shapeSlots, id.index, id.age)) {
            const CrShape *shape = &world->shapes[slots[k]];
            *bodies[k] = crBodyIdOf(world, shape->body);
            *data[k] = shape->userData;
        }
    }
    event.time = time;
    event.began = began;
    event.sensor = touching->kind == CR_CONTACT_SENSOR;
    if (began) {
        event.manifold = touching->manifold;
    }
    crEventsAddContact(world, CR_NONE, &event);
}

void crContactsEndStale(CaromWorld *world, double time)
{
    CrContacts *t = &world->touchings;
    for (int k = 0; k < crArrayCount(t->all); k++) {
        CrContact *touching = &t->all[k];
        if (!crContactIsCurrent(world, touching)) {
            touching->touches = false;
            crContactTell(world, touching, time, false);
        }
    }
    crContactsDropParted(t);
}
