// SPDX-License-Identifier: MIT
// Public calls: which shapes touch now, as last examined; which shapes report contacts.
#include "../core/limits.h"
#include "../data/ids.h"
#include "../data/observer.h"
#include "../data/refuse.h"
#include "../data/revision.h"
#include "../data/rigid_edits.h"
#include "../geometry/journal.h"
#include "../geometry/shape_storage.h"
#include "../index/contact_watch.h"
#include "contact.h"

CaromContact crContactTold(const CaromWorld *world, const CrContact *touching)
{
    CaromContact contact = {0};
    const CrShape *a = &world->shapes[touching->a], *b = &world->shapes[touching->b];
    contact.shapeA = crShapeIdOf(world, touching->a);
    contact.shapeB = crShapeIdOf(world, touching->b);
    contact.bodyA = crBodyIdOf(world, a->body);
    contact.bodyB = crBodyIdOf(world, b->body);
    contact.since = touching->since;
    contact.sensor = touching->sensor;
    contact.manifold = touching->manifold;
    contact.dataA = a->userData;
    contact.dataB = b->userData;
    return contact;
}

/// Of one body, or of all (CR_NONE).
static int list(const CaromWorld *world, uint32_t body, CaromContact *out, int capacity)
{
    const CrContacts *t = &world->touchings;
    int count = 0;
    for (int k = 0; k < crArrayCount(t->all); k++) {
        const CrContact *touching = &t->all[k];
        if (!crContactIsCurrent(world, touching)) {
            continue; // destroyed since; the next step reports its end
        }
        bool wanted = body == CR_NONE || world->shapes[touching->a].body == body ||
                      world->shapes[touching->b].body == body;
        if (wanted && count++ < capacity) {
            out[count - 1] = crContactTold(world, touching);
        }
    }
    return count;
}

int caromWorldContacts(const CaromWorld *world, CaromContact *out, int capacity)
{
    CaromError error = world == NULL ? CAROM_ERROR_NULL : crCheckBuffer(out, capacity);
    if (error != CAROM_OK) {
        return crRefuseQuery(world, error, "caromWorldContacts");
    }
    return list(world, CR_NONE, out, capacity);
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
    return list(world, body.index - 1, out, capacity);
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
    shape->contacts = contacts;
    crShapeNoteEdit(world, shape);
    crRigidNoteShape(world, id.index - 1);
    crRevisionTurn(world, id.index - 1);
    crRecordCall(world, error, caromShapeSetContacts, .shape = id, .set = contacts);
    return CAROM_OK;
}
