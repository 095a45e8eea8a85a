// SPDX-License-Identifier: MIT
// Public calls: which shapes touch now, as last examined; which shapes report contacts.
#include "../contacts/contact_list.h"
#include "../core/limits.h"
#include "../core/result_buffer.h"
#include "../data/ids.h"
#include "../data/observer.h"
#include "../data/refuse.h"
#include "../data/revision.h"
#include "../data/rigid_edits.h"
#include "../geometry/journal.h"
#include "../geometry/shape_storage.h"
#include "../index/contact_watch.h"
#include "contact_answers.h"
#include "rigid_contacts.h"

typedef struct Found {
    CaromContact *out;
    int capacity, count;
} Found;

static uint64_t orderOf(uint32_t high, uint32_t low)
{
    return (uint64_t)high << 32 | low;
}

static bool isBefore(const void *a, const void *b)
{
    const CaromContact *s = a, *t = b;
    uint64_t shapes = orderOf(s->shapeA.index, s->shapeB.index),
             others = orderOf(t->shapeA.index, t->shapeB.index);
    return shapes != others
               ? shapes < others
               : orderOf((uint32_t)s->manifold.featureA, (uint32_t)s->manifold.featureB) <
                     orderOf((uint32_t)t->manifold.featureA, (uint32_t)t->manifold.featureB);
}

static void add(Found *found, const CaromContact *contact)
{
    crKeepFirst(found->out, sizeof *contact, found->capacity, found->count, contact, isBefore);
    found->count++;
}

static int sorted(Found *found)
{
    crSortKept(found->out, sizeof *found->out, found->capacity, found->count, isBefore);
    return found->count;
}

/// The deeper one of two of the same shapes.
static void keepDeeper(CaromContact *best, const CaromContact *other)
{
    for (int k = 0; k < other->manifold.count; k++) {
        if (best->manifold.count == 0 ||
            other->manifold.points[k].separation < best->manifold.points[0].separation) {
            *best = *other;
        }
    }
}

/// A pair that is reported; of the solver's contacts of it the deepest.
static CaromContact tell(const CaromWorld *world, const CrContact *touching)
{
    CaromContact told = crContactTold(world, touching);
    bool isDynamic = world->bodies[world->shapes[touching->a].body].type == CAROM_BODY_DYNAMIC;
    uint32_t slot = isDynamic ? touching->a : touching->b; // it has few contacts
    if (touching->kind != CR_CONTACT_SOLVED) {
        return told;
    }
    for (int at = -1, index; (index = crRigidContactNext(world, slot, &at)) >= 0;) {
        CaromContact solved;
        crRigidContactTold(world, index, &solved);
        if (solved.shapeA.index - 1 == touching->a && solved.shapeB.index - 1 == touching->b) {
            keepDeeper(&told, &solved);
        }
    }
    return told;
}

/// What the solver has of a shape. Two shapes of one body have no contact.
static void addSolved(const CaromWorld *world, uint32_t slot, Found *found)
{
    for (int at = -1, index; (index = crRigidContactNext(world, slot, &at)) >= 0;) {
        CaromContact contact;
        crRigidContactTold(world, index, &contact);
        add(found, &contact);
    }
}

/// Pairs that are reported, but not those of the solver.
static void addOthers(const CaromWorld *world, uint32_t body, uint32_t shape, Found *found)
{
    const CrContacts *t = &world->touchings;
    for (int k = 0; k < crArrayCount(t->all); k++) {
        const CrContact *touching = &t->all[k];
        bool isOf = touching->a == shape || touching->b == shape;
        if (touching->kind == CR_CONTACT_SOLVED || !crContactIsCurrent(world, touching)) {
            continue; // or destroyed since; the next step reports its end
        }
        if (isOf || world->shapes[touching->a].body == body ||
            world->shapes[touching->b].body == body) {
            CaromContact contact = crContactTold(world, touching);
            add(found, &contact);
        }
    }
}

int caromWorldContacts(const CaromWorld *world, CaromContact *out, int capacity)
{
    CaromError error = world == NULL ? CAROM_ERROR_NULL : crCheckBuffer(out, capacity);
    if (error != CAROM_OK) {
        return crRefuseQuery(world, error, "caromWorldContacts");
    }
    const CrContacts *t = &world->touchings;
    int count = 0;
    for (int k = 0; k < crArrayCount(t->all); k++) {
        if (crContactIsCurrent(world, &t->all[k]) && count++ < capacity) {
            out[count - 1] = tell(world, &t->all[k]);
        }
    }
    return count;
}

int caromBodyContacts(const CaromWorld *world, CaromBodyId body, CaromContact *out, int capacity)
{
    CaromError error = world == NULL ? CAROM_ERROR_NULL : crCheckBuffer(out, capacity);
    error = error != CAROM_OK
                ? error
                : crCheckId(world, &world->bodySlots, body.index, body.age, body.world);
    if (error != CAROM_OK) {
        return crRefuseQuery(world, error, "caromBodyContacts");
    }
    Found found = {out, capacity, 0};
    for (uint32_t s = world->bodies[body.index - 1].firstShape; s != CR_NONE;
         s = world->shapes[s].next) {
        addSolved(world, s, &found);
    }
    addOthers(world, body.index - 1, CR_NONE, &found);
    return sorted(&found);
}

int caromShapeContacts(const CaromWorld *world, CaromShapeId shape, CaromContact *out, int capacity)
{
    CaromError error = world == NULL ? CAROM_ERROR_NULL : crCheckBuffer(out, capacity);
    error = error != CAROM_OK
                ? error
                : crCheckId(world, &world->shapeSlots, shape.index, shape.age, shape.world);
    if (error != CAROM_OK) {
        return crRefuseQuery(world, error, "caromShapeContacts");
    }
    Found found = {out, capacity, 0};
    addSolved(world, shape.index - 1, &found);
    addOthers(world, CR_NONE, shape.index - 1, &found);
    return sorted(&found);
}

CaromError caromShapeSetContacts(CaromWorld *world, CaromShapeId id, bool contacts)
{
    CaromError error = crCheckEditable(world);
    error = error != CAROM_OK ? error
                              : crCheckId(world, &world->shapeSlots, id.index, id.age, id.world);
    error = error != CAROM_OK ? error
                              : crContactsReserve(world, &world->shapes[id.index - 1], contacts);
    if (error != CAROM_OK) {
        return crRefuse(world, error, "caromShapeSetContacts");
    }
    CrShape *shape = &world->shapes[id.index - 1];
    crJournalKeepShape(world, id.index - 1, true);
    bool isOff = world->bodies[shape->body].disabled;
    if (contacts && !shape->contacts && !isOff) {
        crContactsWatch(world, id.index - 1);
    } else if (!contacts && shape->contacts && !isOff) {
        crContactsUnwatch(world, id.index - 1);
    }
    if (contacts) { // those that touch already begin at the next tick
        crRigidNoteMix(world);
    }
    shape->contacts = contacts;
    crShapeNoteEdit(world, shape);
    crRigidNoteShape(world, id.index - 1);
    crRevisionTurn(world, id.index - 1);
    crRecordCall(world, error, caromShapeSetContacts, .shape = id, .set = contacts);
    return CAROM_OK;
}

CaromError caromShapeSetAskContacts(CaromWorld *world, CaromShapeId id, bool asks)
{
    CaromError error = crCheckEditable(world);
    error = error != CAROM_OK ? error
                              : crCheckId(world, &world->shapeSlots, id.index, id.age, id.world);
    if (error == CAROM_OK) {
        crJournalKeepShape(world, id.index - 1, true);
        world->shapes[id.index - 1].asks = asks;
        crRigidNoteMix(world);
        crContactAnswersForget(world, id.index - 1);
        crRevisionTurn(world, id.index - 1);
    }
    return crEndCall(world, error, caromShapeSetAskContacts, .shape = id, .set = asks);
}

CaromError caromShapeSetHits(CaromWorld *world, CaromShapeId id, bool hits)
{
    CaromError error = crCheckEditable(world);
    error = error != CAROM_OK ? error
                              : crCheckId(world, &world->shapeSlots, id.index, id.age, id.world);
    if (error == CAROM_OK) {
        crJournalKeepShape(world, id.index - 1, true);
        world->shapes[id.index - 1].hits = hits;
        crRigidNoteMix(world);
        crRevisionTurn(world, id.index - 1);
    }
    return crEndCall(world, error, caromShapeSetHits, .shape = id, .set = hits);
}
