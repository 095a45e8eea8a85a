// SPDX-License-Identifier: MIT
// Reading: the parts that are tables of numbers, and the order of all parts.
#include "edit.h"
#include "flight_slots.h"
#include "projectile.h"
#include "recipe.h"
#include "snapshot.h"
#include "surface.h"
#include "touching.h"

// ---- tables

static void loadSurfaces(CrLoad *load)
{
    CaromWorld *world = load->world;
    CrStream *s = load->stream;
    uint32_t count = 0;
    crStreamTag(s, "SURF");
    crStreamCount(s, &count, CR_LEAST_PAIR);
    crLoadReserved(load, crArrayReserve(world->pairs, (int)count, &world->allocator));
    for (uint32_t k = 0; k < count && crStreamIsGood(s); k++) {
        CrPair pair = {0, {-1, -1}, 0.0, caromSurface()};
        crSurfaceFields(s, &pair);
        crStreamExpect(s, (k == 0 || crArrayLast(world->pairs).key < pair.key) &&
                              crSurfaceCheck(world, &pair.surface) == CAROM_OK);
        if (crStreamIsGood(s)) {
            pair.ricochetSine = caromRotation(pair.surface.ricochetAngle).s;
            crPairInsert(world, &pair);
        }
    }
}

/// Who uses it is counted as the flights come in.
static void loadRecipe(CrLoad *load)
{
    CaromWorld *world = load->world;
    CrStream *s = load->stream;
    CaromProjectileDef def = caromProjectileDef();
    CrPull pull = {{{0.0, 0.0}, {0.0, 0.0}}};
    bool used = false;
    crStreamBool(s, &used);
    if (used) {
        crRecipeFields(s, &def);
        crStreamVec(s, &pull.of[1 - world->flights.pull]);
        crStreamExpect(s, crProjectileCheck(world, &def, "caromWorldRestore") == CAROM_OK);
        pull.of[world->flights.pull] = crDefAcceleration(world, &def);
    }
    crRecipePut(world, used ? &def : NULL, pull);
}

static void loadRecipes(CrLoad *load)
{
    CrStream *s = load->stream;
    uint32_t count = 0;
    bool second = false;
    crStreamTag(s, "RECI");
    crStreamCount(s, &count, 1);
    crStreamBool(s, &second);
    crLoadReserved(load, !crStreamIsGood(s) || crRecipesReserve(load->world, (int)count));
    load->world->flights.pull = second;
    for (uint32_t r = 0; r < count && crStreamIsGood(s); r++) {
        loadRecipe(load);
    }
}

// ---- what waits

static void loadBoxes(CrLoad *load)
{
    CaromWorld *world = load->world;
    CrStream *s = load->stream;
    uint32_t count = 0;
    crStreamCount(s, &count, CR_LEAST_BOX);
    crStreamExpect(s, count <= CR_EDITS_MOST);
    crLoadReserved(load, crArrayReserve(world->edits.boxes, (int)count, &world->allocator));
    for (uint32_t k = 0; k < count && crStreamIsGood(s); k++) {
        CaromBox edit = {{0.0, 0.0}, {0.0, 0.0}};
        crBoxFields(s, &edit);
        crStreamExpect(s, edit.min.x <= edit.max.x && edit.min.y <= edit.max.y);
        crArrayPush(world->edits.boxes, edit);
    }
}

static void loadCharges(CrLoad *load)
{
    CaromWorld *world = load->world;
    CrStream *s = load->stream;
    uint32_t count = 0;
    crStreamCount(s, &count, CR_LEAST_CHARGE);
    crLoadReserved(load, crArrayReserve(world->charges, (int)count, &world->allocator));
    for (uint32_t k = 0; k < count && crStreamIsGood(s); k++) {
        CrCharge charge = {{0.0, 0.0}, caromBlast()};
        CrDefCheck check = {world, "caromWorldRestore", NULL, NULL, CAROM_OK};
        crChargeFields(s, &charge);
        crDefCheckBlast(&check, &charge.blast);
        crDefCheckVec(&check, charge.center, NULL);
        crStreamExpect(s, check.error == CAROM_OK);
        crArrayPush(world->charges, charge);
    }
}

/// Worlds that once had sensors know of each flight where it was.
static void loadEdits(CrLoad *load)
{
    CaromWorld *world = load->world;
    CrStream *s = load->stream;
    bool edited = false, crossed = false;
    crStreamTag(s, "EDIT");
    loadBoxes(load);
    loadCharges(load);
    crStreamBool(s, &edited);
    crStreamBool(s, &crossed);
    crStreamExpect(s, edited || !world->sensors.edited);
    crStreamExpect(s, crossed || (world->flights.crossings == NULL && !edited));
    world->sensors.edited = edited;
    if (crStreamIsGood(s) && crossed) {
        crLoadReserved(load, crCrossingsReserve(world) == CAROM_OK);
    }
}

static bool comesAfter(const CrPairContact *a, const CrPairContact *b)
{
    return b->a != a->a ? b->a > a->a : b->b > a->b;
}

static void loadTouchings(CrLoad *load)
{
    CaromWorld *world = load->world;
    CrStream *s = load->stream;
    CrPairContacts *t = &world->touchings;
    uint32_t count = 0;
    crStreamTag(s, "TOUC");
    crStreamBool(s, &t->owed);
    crStreamCount(s, &count, CR_LEAST_TOUCHING);
    crLoadReserved(load, crArrayReserve(t->all, (int)count, &world->allocator));
    for (uint32_t k = 0; k < count && crStreamIsGood(s); k++) {
        CrPairContact touching = {0};
        crPairContactFields(s, &touching);
        touching.touches = true;
        crStreamExpect(s, touching.since >= 0.0 && touching.since <= world->time &&
                              touching.a < touching.b &&
                              touching.b < crSlotsCount(&world->shapeSlots));
        crStreamExpect(s, k == 0 || comesAfter(&t->all[k - 1], &touching));
        crArrayPush(t->all, touching);
    }
}

// ---- all of it

void crSnapshotRead(CrLoad *load, const CrSettings *settings)
{
    CaromWorld *world = load->world;
    CrStream *s = load->stream;
    world->time = world->queryTime = settings->time;
    world->editedAt = settings->editedAt;
    world->counters.steps = settings->steps;
    world->counters.events = world->events.sequence = settings->sequence;
    void (*const parts[])(CrLoad *) = {loadSurfaces, loadRecipes,   crLoadBodies, crLoadShapes,
                                       loadEdits,    loadTouchings, crLoadFlights};
    for (size_t k = 0; k < sizeof parts / sizeof parts[0] && crStreamIsGood(s); k++) {
        parts[k](load);
    }
    crStreamTag(s, "DONE");
    crStreamExpect(s, s->at == s->size);
}
