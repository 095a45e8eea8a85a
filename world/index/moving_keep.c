// SPDX-License-Identifier: MIT
// In a world of dynamic bodies most of them hardly move: boxes of the moving index are then made
// with some slack, and kept as long as the shapes stay in them. Only bodies that have left theirs
// are searched for themselves (moving_loose.c). If these are many, the index is filled again; and
// if that happens again and again, without slack for some time. Only bodies that are awake or
// kinematic are looked at, and those that calls have turned: others stand.
//
// A body stands at its stance when its boxes are made. From there it was moved by d and turned by
// φ, so no point of it, at most r from its pivot, has gone farther than |d| + r|φ| along an axis.
// On a straight path with a steady spin both are greatest at an end.
#include "moving_index.h"

#include "../geometry/shape_storage.h"
#include "hierarchy.h"

#define SLACK 0.05         ///< [m] at most
#define SLACK_SIZES 0.125f ///< of a shape's size, at most
#define LOOSE_LEAST 16     ///< so many shapes may always have left their boxes,
#define LOOSE_PART 16      ///< or that part of all
#define PLAIN_FILLINGS 8   ///< without slack, after too many have left theirs
#define ROUNDINGS 0.999f   ///< of the slack: the rest is for these

// ---- stances

bool crMovingKeepBegin(CaromWorld *world)
{
    CrMovingIndex *movingIndex = &world->movingIndex;
    int count = crArrayCount(movingIndex->bodies);
    movingIndex->plainFillings -= movingIndex->plainFillings > 0;
    if (world->rigids.dynamic == 0 || movingIndex->plainFillings > 0 ||
        crArrayCapacity(movingIndex->stances) < count) {
        return false;
    }
    crArraySetCount(movingIndex->stances, count);
    for (int k = 0; k < count; k++) {
        const CrBody *body = &world->bodies[movingIndex->bodies[k]];
        bool isFree = body->parent == CR_NONE && !body->character;
        CrMovingStance stance = {
            body->pivot, crBodyOffset(body, movingIndex->from), crBodyTurn(body, movingIndex->from),
            0.0f,        isFree ? (float)SLACK : -1.0f,         movingIndex->bodies[k]};
        movingIndex->stances[k] = stance;
    }
    return true;
}

CaromBox crMovingKeepBox(CaromWorld *world, const CrShape *shape, CaromBox swept)
{
    CrMovingStance *stance = &world->movingIndex.stances[world->bodies[shape->body].listed];
    float reach = (float)crBoxFarthest(crShapeBox(shape), stance->pivot) * (1.0f + 0x1p-20f);
    float slack = SLACK_SIZES * reach < (float)SLACK ? SLACK_SIZES * reach : (float)SLACK;
    stance->reach = reach > stance->reach ? reach : stance->reach;
    stance->slack = slack < stance->slack ? slack : stance->slack;
    return crBoxInflate(swept, (double)slack);
}

static double wayFrom(const CrMovingStance *stance, const CrBody *body, double time)
{
    CaromVec2 way = crSub(crBodyOffset(body, time), stance->offset);
    double turn = crAbs(crBodyTurn(body, time) - stance->turn);
    return crMax(crAbs(way.x), crAbs(way.y)) + (double)stance->reach * turn;
}

/// Whether its shapes stay in their boxes from one time to another.
static bool stays(const CrMovingStance *stance, const CrBody *body, double from, double to)
{
    double slack = (double)(ROUNDINGS * stance->slack);
    if (body->accelerates) {
        slack -= crMovingIndexSag(body, to - from);
    }
    return crEqual(body->pivot, stance->pivot) && wayFrom(stance, body, from) <= slack &&
           wayFrom(stance, body, to) <= slack;
}

// ---- those that have left their boxes

/// So many shapes are searched for themselves at most: then the index is filled again.
static int mostLoose(const CrMovingIndex *movingIndex)
{
    int part = crArrayCount(movingIndex->shapes) / LOOSE_PART;
    return part > LOOSE_LEAST ? part : LOOSE_LEAST;
}

/// As boxes in the layer are made.
static CrUnindexed looseOf(const CaromWorld *world, uint32_t shape)
{
    const CrMovingIndex *movingIndex = &world->movingIndex;
    bool wide = movingIndex->first != movingIndex->from || movingIndex->last != movingIndex->to;
    double anchored = world->bodies[world->shapes[shape].body].anchorTime;
    double since = wide ? movingIndex->first : crMax(movingIndex->from, anchored);
    CrUnindexed loose = {crMovingIndexSweptBox(world, shape, since, movingIndex->last), shape};
    return loose;
}

/// A look at a body that may move.
typedef struct Look {
    bool any;  ///< something moves
    bool many; ///< too many have left their boxes
} Look;

static bool moves(const CrBody *body)
{
    return body->velocity.x != 0.0 || body->velocity.y != 0.0 || body->spin != 0.0 ||
           body->accelerates;
}

static void lookAt(CaromWorld *world, uint32_t slot, Look *look)
{
    CrMovingIndex *movingIndex = &world->movingIndex;
    const CrBody *body = &world->bodies[slot];
    const CrMovingStance *stance = body->listed < crArrayCount(movingIndex->stances)
                                       ? &movingIndex->stances[body->listed]
                                       : NULL;
    bool isKnown = stance != NULL && stance->body == slot;
    bool leaves =
        !body->disabled && !(isKnown && stays(stance, body, movingIndex->first, movingIndex->last));
    look->any = look->any || moves(body);
    movingIndex->looked++;
    for (uint32_t s = body->firstShape; s != CR_NONE; s = world->shapes[s].next) {
        bool isLoose = world->shapes[s].unindexed;
        if (!isLoose && !leaves) {
            continue;
        }
        CrUnindexed loose = looseOf(world, s);
        if (isLoose) {
            crMovingLooseMove(world, &loose);
        } else if (crArrayCount(movingIndex->unindexed) < mostLoose(movingIndex)) {
            crMovingLooseAdd(world, &loose);
        } else {
            look->many = true;
        }
    }
}

static void lookAtEntries(CaromWorld *world, const uint32_t *entries, Look *look)
{
    for (int k = 0; k < crArrayCount(entries) && !look->many; k++) {
        uint32_t slot = world->rigids.all[entries[k]].body;
        if (slot != CR_NONE && world->bodies[slot].type == CAROM_BODY_DYNAMIC) {
            lookAt(world, slot, look);
        }
    }
}

/// Those that are dynamic no longer, or gone, leave the list.
static void lookAtOthers(CaromWorld *world, Look *look)
{
    CrMovingIndex *movingIndex = &world->movingIndex;
    int kept = 0;
    for (int k = 0; k < crArrayCount(movingIndex->others); k++) {
        uint32_t slot = movingIndex->others[k];
        if (crSlotsLive(&world->bodySlots, slot) &&
            world->bodies[slot].type == CAROM_BODY_KINEMATIC) {
            movingIndex->others[kept++] = slot;
            if (!look->many) {
                lookAt(world, slot, look);
            }
        }
    }
    crArraySetCount(movingIndex->others, kept);
}

static void listOthers(CaromWorld *world)
{
    CrMovingIndex *movingIndex = &world->movingIndex;
    crArraySetCount(movingIndex->others, 0);
    for (int k = 0; k < crArrayCount(movingIndex->bodies); k++) {
        if (world->bodies[movingIndex->bodies[k]].type != CAROM_BODY_DYNAMIC) {
            crArrayPush(movingIndex->others, movingIndex->bodies[k]);
        }
    }
    movingIndex->othersKnown = true;
}

static bool mayKeep(const CaromWorld *world)
{
    const CrMovingIndex *movingIndex = &world->movingIndex;
    int shapes = crArrayCount(movingIndex->shapes);
    return movingIndex->usable && crArrayCount(movingIndex->unindexed) <= mostLoose(movingIndex) &&
           movingIndex->gone <= mostLoose(movingIndex) &&
           crMovingHasRoom(&movingIndex->layer, shapes); // for a restore
}

static void keep(CrMovingIndex *movingIndex)
{
    movingIndex->intact = crArrayCount(movingIndex->unindexed) == 0 && movingIndex->gone == 0;
    movingIndex->rests = movingIndex->posed = false;
}

/// Sleepers are not looked at: they stand where they are. If nothing moves any more, the index is
/// filled again, and needs no look until something does; but not if that took longer than all the
/// looks since the last filling.
bool crMovingKeep(CaromWorld *world, double from, double to)
{
    CrMovingIndex *movingIndex = &world->movingIndex;
    Look look = {false, false};
    if (!mayKeep(world) || !world->rigids.awakeKnown) {
        return false;
    }
    crMovingIndexSetTime(world, from, to);
    if (!movingIndex->othersKnown) {
        listOthers(world);
    }
    lookAtEntries(world, world->rigids.awake, &look);
    lookAtEntries(world, world->rigids.turned, &look);
    lookAtOthers(world, &look);
    if (look.many) {
        movingIndex->plainFillings = PLAIN_FILLINGS;
    }
    if (look.many || (!look.any && movingIndex->looked >= crArrayCount(movingIndex->bodies))) {
        return false;
    }
    keep(movingIndex);
    return true;
}

bool crMovingKeepAll(CaromWorld *world)
{
    CrMovingIndex *movingIndex = &world->movingIndex;
    Look look = {false, !mayKeep(world)};
    int looked = movingIndex->looked; // this look costs less than restoring does
    crMovingIndexSetTime(world, world->time, world->time);
    for (int k = 0; k < crArrayCount(movingIndex->bodies) && !look.many; k++) {
        lookAt(world, movingIndex->bodies[k], &look);
    }
    movingIndex->looked = looked;
    if (!look.many) {
        keep(movingIndex);
    }
    return !look.many;
}
