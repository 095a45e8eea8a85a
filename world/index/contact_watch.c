// SPDX-License-Identifier: MIT
#include "contact_watch.h"

#define PAIRS_EACH 8 ///< room for so many for each shape that reports contacts

void crContactsFree(CaromWorld *world)
{
    CrContacts *t = &world->touchings;
    crArrayFree(t->all, &world->allocator);
    crArrayFree(t->fresh, &world->allocator);
    crArrayFree(t->watched, &world->allocator);
    crArrayFree(t->scratch[0], &world->allocator);
    crArrayFree(t->scratch[1], &world->allocator);
}

/// Room for the points of any shape that moves.
static bool reserveScratch(CaromWorld *world, int points)
{
    CaromVec2 **scratch = world->touchings.scratch;
    return crArrayReserve(scratch[0], points, &world->allocator) &&
           crArrayReserve(scratch[1], points, &world->allocator);
}

static bool reserveScratchForAll(CaromWorld *world)
{
    const uint32_t *shapes = world->movingIndex.shapes;
    bool ok = true;
    for (int k = 0; k < crArrayCount(shapes) && ok; k++) {
        ok = reserveScratch(world, world->shapes[shapes[k]].pointCount);
    }
    return ok;
}

CaromError crContactsReserveMoving(CaromWorld *world, const CrShape *shape)
{
    bool ok =
        crArrayCount(world->touchings.watched) == 0 || reserveScratch(world, shape->pointCount);
    return ok ? CAROM_OK : CAROM_ERROR_MEMORY;
}

CaromError crContactsReserve(CaromWorld *world, const CrShape *shape, bool contacts)
{
    CrContacts *t = &world->touchings;
    int watched = crArrayCount(t->watched) + contacts;
    bool moves = world->bodies[shape->body].type != CAROM_BODY_STATIC;
    bool ok = watched == 0 || !moves || reserveScratch(world, shape->pointCount);
    ok = ok && (!contacts || (crArrayGrow(t->watched, 1, &world->allocator) &&
                              crArrayReserve(t->all, PAIRS_EACH * watched, &world->allocator)));
    ok = ok && (!contacts || watched > 1 || reserveScratchForAll(world));
    return ok ? CAROM_OK : CAROM_ERROR_MEMORY;
}

void crContactsWatch(CaromWorld *world, uint32_t slot)
{
    CR_ASSERT(crSlotsLive(&world->shapeSlots, slot));
    crArrayPush(world->touchings.watched, slot);
}

void crContactsUnwatch(CaromWorld *world, uint32_t slot)
{
    crArrayRemoveSlot(world->touchings.watched, slot);
}
