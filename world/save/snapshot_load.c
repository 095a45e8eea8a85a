// SPDX-License-Identifier: MIT
// Reading slots and bodies.
#include "../bodies/body.h"
#include "../bodies/shape.h"
#include "../contacts/contact.h"
#include "../data/flight_pool.h"
#include "../data/refuse.h"
#include "../flight/def_table.h"
#include "../geometry/materials.h"
#include "../index/edit_list.h"
#include "../index/hierarchy.h"
#include "../projectile/projectile.h"
#include "../rigid/rigid_due.h"
#include "../rigid/rigid_pool.h"
#include "snapshot_types.h"

#define LAST_AGE 0xffffffffu

void crLoadRefuse(CrLoad *load, CaromError error)
{
    if (error != CAROM_OK) {
        bool isMemory = error == CAROM_ERROR_MEMORY;
        crStreamFail(load->stream, isMemory ? CAROM_ERROR_MEMORY : CAROM_ERROR_SNAPSHOT);
    }
}

void crLoadReserved(CrLoad *load, bool ok)
{
    crLoadRefuse(load, ok ? CAROM_OK : CAROM_ERROR_MEMORY);
}

// ---- slots

static void loadAges(CrStream *s, CrSlots *slots, uint32_t count)
{
    for (uint32_t i = 0; i < count && crStreamIsGood(s); i++) {
        uint32_t age = 0;
        bool live = false;
        crStreamU32(s, &age);
        crStreamBool(s, &live);
        crStreamExpect(s, age > 0); // of a slot that never was
        crArrayPush(slots->ages, age);
        crArrayPush(slots->live, live ? 1 : 0);
        slots->liveCount += live;
    }
}

/// Reads the free slots: each slot that is neither alive nor spent, once.
static void loadFree(CrStream *s, CrSlots *slots)
{
    enum { LISTED = 2 };
    uint32_t count = 0, slot = 0, spent = 0;
    crStreamCount(s, &count, 4);
    crStreamExpect(s, count <= crSlotsCount(slots));
    for (uint32_t k = 0; k < count && crStreamIsGood(s); k++) {
        crStreamU32(s, &slot);
        bool ok =
            slot < crSlotsCount(slots) && slots->live[slot] == 0 && slots->ages[slot] != LAST_AGE;
        crStreamExpect(s, ok);
        if (ok) {
            slots->live[slot] = LISTED;
            crArrayPush(slots->freeIndices, slot);
        }
    }
    for (uint32_t i = 0; i < crSlotsCount(slots); i++) {
        spent += slots->live[i] == 0;
        slots->live[i] = slots->live[i] == 1;
    }
    crStreamExpect(s, (uint32_t)slots->liveCount + count + spent == crSlotsCount(slots));
    for (uint32_t i = 0; i < crSlotsCount(slots); i++) {
        spent -= !slots->live[i] && slots->ages[i] == LAST_AGE;
    }
    crStreamExpect(s, spent == 0);
}

void crLoadSlots(CrLoad *load, CrSlots *slots)
{
    uint32_t count = 0;
    crStreamCount(load->stream, &count, 5);
    if (crStreamIsGood(load->stream)) {
        crLoadRefuse(load, crSlotsReserve(slots, (int)count, &load->world->allocator));
        loadAges(load->stream, slots, count);
    }
    if (crStreamIsGood(load->stream)) {
        loadFree(load->stream, slots);
    }
}

// ---- bodies

static bool isStill(const CrBody *body)
{
    const CrMotion *own = &body->own;
    CaromVec2 zero = {0.0, 0.0};
    return crEqual(body->drift, zero) && crEqual(body->velocity, zero) && body->turn == 0.0 &&
           body->spin == 0.0 && crEqual(own->drift, zero) && crEqual(own->velocity, zero) &&
           crEqual(body->acceleration, zero) && crEqual(own->acceleration, zero) &&
           own->turn == 0.0 && own->spin == 0.0;
}

/// Room for entries up to an index. There were never more than slots of bodies.
static bool growRigids(CrLoad *load, uint32_t index)
{
    static const CrRigid unknown = {.body = CR_NONE};
    CaromWorld *world = load->world;
    CrRigids *rigids = &world->rigids;
    crStreamExpect(load->stream, index < crSlotsCount(&world->bodySlots));
    if (crStreamIsGood(load->stream)) {
        const CaromAllocator *allocator = &world->allocator;
        crLoadReserved(load, crArrayReserve(rigids->all, (int)index + 1, allocator));
    }
    while (crStreamIsGood(load->stream) && crArrayCount(rigids->all) <= (int)index) {
        crArrayPush(rigids->all, unknown);
    }
    return crStreamIsGood(load->stream);
}

static void loadRigid(CrLoad *load, uint32_t slot)
{
    uint32_t index = 0;
    CrRigid rigid = {0};
    crStreamU32(load->stream, &index);
    crStreamFields(load->stream, &crRigidTable, &rigid);
    if (growRigids(load, index)) {
        CaromWorld *world = load->world;
        crStreamExpect(load->stream, world->rigids.all[index].body == CR_NONE);
        rigid.body = slot;
        world->rigids.all[index] = rigid;
        world->bodies[slot].rigid = index;
    }
}

/// The free entries, in the order in which they will be used; each once.
static void loadFreeRigids(CrLoad *load)
{
    enum { LISTED = 1 };
    CaromWorld *world = load->world;
    CrRigids *rigids = &world->rigids;
    uint32_t count = 0, index = 0;
    int used = 0;
    for (int k = 0; k < crArrayCount(rigids->all); k++) {
        used += rigids->all[k].body != CR_NONE;
    }
    crStreamCount(load->stream, &count, 4);
    crStreamExpect(load->stream, used > 0 && count <= crSlotsCount(&world->bodySlots));
    crLoadReserved(load, !crStreamIsGood(load->stream) ||
                             crArrayReserve(rigids->unused, (int)count, &world->allocator));
    for (uint32_t k = 0; k < count && crStreamIsGood(load->stream); k++) {
        crStreamU32(load->stream, &index);
        if (growRigids(load, index)) {
            CrRigid *rigid = &rigids->all[index];
            crStreamExpect(load->stream, rigid->body == CR_NONE && rigid->locks != LISTED);
            rigid->locks = LISTED;
            crArrayPush(rigids->unused, index);
        }
    }
    for (int k = 0; k < crArrayCount(rigids->unused); k++) {
        rigids->all[rigids->unused[k]].locks = 0;
    }
    crStreamExpect(load->stream, used + (int)count == crArrayCount(rigids->all));
    if (crStreamIsGood(load->stream)) {
        crLoadRefuse(load, crRigidsReserve(world));
        crLoadRefuse(load, crEditsReserve(world)); // for paths that change at the next tick
    }
}

static void loadBody(CrLoad *load, uint32_t slot)
{
    CrBody body = {0};
    crBodyFields(load->stream, &body);
    body.firstChild = body.nextSibling = body.previousSibling = body.firstShape = body.lastShape =
        CR_NONE;
    crStreamExpect(load->stream, crCheckTransform(body.transform) == CAROM_OK);
    crStreamExpect(load->stream, body.type != CAROM_BODY_STATIC || isStill(&body));
    load->world->bodies[slot] = body;
    if (body.rigid != CR_NONE) {
        load->world->bodies[slot].rigid = CR_NONE;
        loadRigid(load, slot);
    }
    load->world->movingIndex.spinners += crBodyTurns(&body);
    crBodyList(load->world, slot);
}

/// Returns whether its parent lives, and so on up to a body without a parent.
static bool hasRoot(const CaromWorld *world, uint32_t slot)
{
    for (int depth = 0; depth <= CR_DEPTH_LIMIT; depth++) {
        uint32_t parent = world->bodies[slot].parent;
        if (parent == CR_NONE) {
            return true;
        }
        if (!crSlotsLive(&world->bodySlots, parent)) {
            return false;
        }
        slot = parent;
    }
    return false;
}

/// Links the last one first: each then comes to the head of its siblings.
static void linkBodies(CrLoad *load)
{
    CaromWorld *world = load->world;
    for (uint32_t b = crSlotsCount(&world->bodySlots); b-- > 0;) {
        if (world->bodySlots.live[b]) {
            crHierarchyLink(world, b, world->bodies[b].parent);
        }
    }
    for (uint32_t b = 0; b < crSlotsCount(&world->bodySlots); b++) {
        if (world->bodySlots.live[b]) {
            bool isRoot = world->bodies[b].parent == CR_NONE;
            crStreamExpect(load->stream, crHierarchyMotionHolds(world, b) &&
                                             (!isRoot || crHierarchyCheck(world, b) == CAROM_OK));
        }
    }
}

void crLoadBodies(CrLoad *load)
{
    CaromWorld *world = load->world;
    CrStream *s = load->stream;
    crStreamTag(s, "BODY");
    crLoadSlots(load, &world->bodySlots);
    int count = (int)crSlotsCount(&world->bodySlots);
    if (!crStreamIsGood(s)) {
        return;
    }
    crLoadReserved(load, crBodiesReserve(world));
    crArraySetCount(world->bodies, crStreamIsGood(s) ? count : 0);
    for (int b = 0; b < crArrayCount(world->bodies); b++) {
        static const CrBody nobody = {.rigid = CR_NONE, .parent = CR_NONE}; // no slot's child
        world->bodies[b] = nobody;
        if (world->bodySlots.live[b]) {
            loadBody(load, (uint32_t)b);
        }
    }
    if (crStreamIsGood(s) && crArrayCount(world->rigids.all) > 0) {
        loadFreeRigids(load);
        crStreamBool(s, &load->edited);
    }
    for (int b = 0; b < count && crStreamIsGood(s); b++) {
        crStreamExpect(s, !world->bodySlots.live[b] || hasRoot(world, (uint32_t)b));
    }
    if (crStreamIsGood(s)) {
        linkBodies(load);
    }
}

// Reading: the parts that are tables of numbers, and the order of all parts.

// ---- tables

static void loadSurfaces(CrLoad *load)
{
    CaromWorld *world = load->world;
    CrStream *s = load->stream;
    uint32_t count = 0;
    crStreamTag(s, "SURF");
    crStreamCount(s, &count, crFieldsSize(&crPairTable));
    crLoadReserved(load, crArrayReserve(world->pairs, (int)count, &world->allocator));
    for (uint32_t k = 0; k < count && crStreamIsGood(s); k++) {
        CrPair pair = {0, {-1, -1}, 0.0, caromSurface(), 0};
        crStreamFields(s, &crPairTable, &pair);
        crPairUnseal(&pair);
        crStreamExpect(s, (k == 0 || crArrayLast(world->pairs).key < pair.key) &&
                              crSurfaceCheck(world, &pair.surface) == CAROM_OK);
        if (crStreamIsGood(s)) {
            pair.ricochetSine = caromRotation(pair.surface.ricochetAngle).s;
            crPairInsert(world, &pair);
        }
    }
}

/// Its uses are counted as the flights are read.
static void loadRecipe(CrLoad *load)
{
    CaromWorld *world = load->world;
    CrStream *s = load->stream;
    CaromProjectileDef def = caromProjectileDef();
    CrPull pull = {{{0.0, 0.0}, {0.0, 0.0}}};
    bool used = false;
    crStreamBool(s, &used);
    if (used) {
        crFlightDefFields(s, &def);
        crStreamVec(s, &pull.of[1 - world->flights.pull]);
        crStreamExpect(s, crProjectileCheck(world, &def, "caromWorldRestore") == CAROM_OK);
        pull.of[world->flights.pull] = crDefAcceleration(world, &def);
    }
    crFlightDefPut(world, used ? &def : NULL, pull);
}

static void loadRecipes(CrLoad *load)
{
    CrStream *s = load->stream;
    uint32_t count = 0;
    bool second = false;
    crStreamTag(s, "RECI");
    crStreamCount(s, &count, 1);
    crStreamBool(s, &second);
    crLoadReserved(load, !crStreamIsGood(s) || crFlightDefsReserve(load->world, (int)count));
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
    crStreamCount(s, &count, crFieldsSize(&crBoxTable));
    crStreamExpect(s, count <= CR_EDITS_MOST);
    crLoadReserved(load, crArrayReserve(world->edits.boxes, (int)count, &world->allocator));
    for (uint32_t k = 0; k < count && crStreamIsGood(s); k++) {
        CaromBox edit = {{0.0, 0.0}, {0.0, 0.0}};
        crStreamFields(s, &crBoxTable, &edit);
        crStreamExpect(s, edit.min.x <= edit.max.x && edit.min.y <= edit.max.y);
        crArrayPush(world->edits.boxes, edit);
    }
}

static void loadCharges(CrLoad *load)
{
    CaromWorld *world = load->world;
    CrStream *s = load->stream;
    uint32_t count = 0;
    crStreamCount(s, &count, crFieldsSize(&crPendingBlastTable));
    crLoadReserved(load, crArrayReserve(world->pendingBlasts, (int)count, &world->allocator));
    for (uint32_t k = 0; k < count && crStreamIsGood(s); k++) {
        CrPendingBlast pendingBlast = {{0.0, 0.0}, caromBlast()};
        CrDefCheck check = {world, "caromWorldRestore", NULL, NULL, CAROM_OK};
        crStreamFields(s, &crPendingBlastTable, &pendingBlast);
        crDefCheckBlast(&check, &pendingBlast.blast);
        crDefCheckVec(&check, pendingBlast.center, NULL);
        crStreamExpect(s, check.error == CAROM_OK);
        crArrayPush(world->pendingBlasts, pendingBlast);
    }
}

/// Worlds that once had sensors store the crossings of every flight.
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
        crLoadReserved(load, crSensorCrossingsReserve(world) == CAROM_OK);
    }
}

static bool comesAfter(const CrContact *a, const CrContact *b)
{
    return b->a != a->a ? b->a > a->a : b->b > a->b;
}

static void loadTouchings(CrLoad *load)
{
    CaromWorld *world = load->world;
    CrStream *s = load->stream;
    CrContacts *t = &world->touchings;
    uint32_t count = 0;
    crStreamTag(s, "TOUC");
    crStreamBool(s, &t->owed);
    crStreamCount(s, &count, crFieldsSize(&crContactTable));
    crLoadReserved(load, crArrayReserve(t->all, (int)count, &world->allocator));
    for (uint32_t k = 0; k < count && crStreamIsGood(s); k++) {
        CrContact touching = {0};
        crStreamFields(s, &crContactTable, &touching);
        touching.touches = true;
        crStreamExpect(s, touching.a < touching.b && touching.b < crSlotsCount(&world->shapeSlots));
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
    if (crStreamIsNext(s, "RIGI")) {
        crLoadRigid(load);
    }
    world->rigids.editedSince = load->edited;
    if (crStreamIsGood(s)) {
        crRigidDueList(world);
    }
    crStreamTag(s, "DONE");
    crStreamExpect(s, s->at == s->size);
}
