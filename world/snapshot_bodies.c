// SPDX-License-Identifier: MIT
// Reading slots and bodies.
#include "family.h"
#include "snapshot.h"

#define LAST_AGE 0xffffffffu
#define MOST (CR_HUGE * CR_HUGE * CR_HUGE) ///< of a sum of products of what may be given

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

/// Each of those that are neither alive nor spent, once.
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
           own->turn == 0.0 && own->spin == 0.0;
}

/// However far they have come, at whatever speed, since an anchor that was.
static bool isInRange(const CrBody *body, double time)
{
    const CrMotion *own = &body->own;
    const double all[] = {own->drift.x,  own->drift.y,     own->velocity.x,  own->velocity.y,
                          own->turn,     body->pivot.x,    body->pivot.y,    body->drift.x,
                          body->drift.y, body->velocity.x, body->velocity.y, body->turn};
    bool ok = body->anchorTime >= 0.0 && body->anchorTime <= time && own->time >= 0.0 &&
              own->time <= time && crAbs(own->spin) <= CR_SPIN_MAX &&
              crAbs(body->spin) <= CR_DEPTH_LIMIT * CR_SPIN_MAX;
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++) {
        ok &= crAbs(all[k]) <= MOST;
    }
    return ok;
}

static void loadBody(CrLoad *load, uint32_t slot)
{
    CrBody body = {0};
    crBodyFields(load->stream, &body);
    body.firstChild = body.nextSibling = body.previousSibling = body.firstShape = body.lastShape =
        CR_NONE;
    bool moves = body.type != CAROM_BODY_STATIC;
    crStreamExpect(load->stream, crCheckTransform(body.transform) == CAROM_OK);
    crStreamExpect(load->stream, isInRange(&body, load->world->time) && (moves || isStill(&body)));
    load->world->bodies[slot] = body;
    load->world->kinematics.spinners += body.spin != 0.0;
    crBodyList(load->world, slot);
}

/// Whether what it hangs from lives, and so up to one that hangs from nothing.
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

/// The last first: each then comes to the head of its brothers.
static void linkBodies(CrLoad *load)
{
    CaromWorld *world = load->world;
    for (uint32_t b = crSlotsCount(&world->bodySlots); b-- > 0;) {
        if (world->bodySlots.live[b]) {
            crFamilyLink(world, b, world->bodies[b].parent);
        }
    }
    for (uint32_t b = 0; b < crSlotsCount(&world->bodySlots); b++) {
        if (world->bodySlots.live[b]) {
            bool isRoot = world->bodies[b].parent == CR_NONE;
            crStreamExpect(load->stream, crFamilyMotionHolds(world, b) &&
                                             (!isRoot || crFamilyCheck(world, b) == CAROM_OK));
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
        static const CrBody nobody = {.parent = CR_NONE}; // no slot's child
        world->bodies[b] = nobody;
        if (world->bodySlots.live[b]) {
            loadBody(load, (uint32_t)b);
        }
    }
    for (int b = 0; b < count && crStreamIsGood(s); b++) {
        crStreamExpect(s, !world->bodySlots.live[b] || hasRoot(world, (uint32_t)b));
    }
    if (crStreamIsGood(s)) {
        linkBodies(load);
    }
}
