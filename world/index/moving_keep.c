// SPDX-License-Identifier: MIT
// In a world of dynamic bodies most of them hardly move: boxes of the moving index are then made
// with some slack, and kept as long as the shapes stay in them. Only bodies that have left theirs
// are searched one by one. If these are many, the index is filled again; and if that happens again
// and again, without slack for some time.
//
// A body stands at its stance when its boxes are made. From there it was moved by d and turned by
// φ, so no point of it, at most r from its pivot, has gone farther than |d| + r|φ| along an axis.
// On a straight path with a steady spin both are greatest at an end.
#include "moving_index.h"

#include "../geometry/shape_storage.h"
#include "hierarchy.h"

#define SLACK 0.05         ///< [m] at most
#define SLACK_SIZES 0.125f ///< of a shape's size, at most
#define LOOSE_MOST 16      ///< so many shapes that have left their boxes are searched one by one
#define PLAIN_FILLINGS 8   ///< without slack, after too many have left theirs
#define ROUNDINGS 0.999f   ///< of the slack: the rest is for these

// ---- stances

bool crMovingKeepBegin(CaromWorld *world)
{
    CrMovingIndex *movingIndex = &world->movingIndex;
    int count = crArrayCount(movingIndex->bodies);
    movingIndex->plainFillings -= movingIndex->plainFillings > 0;
    if (world->rigids.dynamic == 0 || movingIndex->plainFillings > 0 ||
        crArrayCapacity(movingIndex->stances) < count ||
        crArrayCount(world->touchings.watched) > 0) {
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

// ---- the others

static CrUnindexed looseOf(const CaromWorld *world, uint32_t shape, double from, double to)
{
    double anchored = world->bodies[world->shapes[shape].body].anchorTime;
    CrUnindexed loose = {crMovingIndexSweptBox(world, shape, crMax(from, anchored), to), shape};
    return loose;
}

/// False: they are too many.
static bool loosen(CaromWorld *world, const CrBody *body, double from, double to)
{
    CrMovingIndex *movingIndex = &world->movingIndex;
    for (uint32_t s = body->firstShape; s != CR_NONE; s = world->shapes[s].next) {
        if (world->shapes[s].unindexed) {
            continue;
        }
        if (crArrayCount(movingIndex->unindexed) == LOOSE_MOST) {
            return false;
        }
        world->shapes[s].unindexed = true;
        movingIndex->places[s].unindexed = crArrayCount(movingIndex->unindexed);
        crArrayPush(movingIndex->unindexed, looseOf(world, s, from, to));
    }
    return true;
}

static bool moves(const CrBody *body)
{
    return body->velocity.x != 0.0 || body->velocity.y != 0.0 || body->spin != 0.0 ||
           body->accelerates;
}

/// False, too, if nothing moves any more: filled again, the index needs no look until something
/// does.
static bool loosenAll(CaromWorld *world, double from, double to)
{
    CrMovingIndex *movingIndex = &world->movingIndex;
    bool any = false;
    int stances = crArrayCount(movingIndex->stances);
    for (int k = 0; k < crArrayCount(movingIndex->bodies); k++) {
        const CrBody *body = &world->bodies[movingIndex->bodies[k]];
        const CrMovingStance *stance = k < stances ? &movingIndex->stances[k] : NULL;
        any = any || moves(body);
        bool isKnown = stance != NULL && stance->body == movingIndex->bodies[k];
        if (!body->disabled && !(isKnown && stays(stance, body, from, to)) &&
            !loosen(world, body, from, to)) {
            movingIndex->plainFillings = PLAIN_FILLINGS;
            return false;
        }
    }
    return any;
}

bool crMovingKeep(CaromWorld *world, double from, double to)
{
    CrMovingIndex *movingIndex = &world->movingIndex;
    int count = crArrayCount(movingIndex->unindexed);
    if (!movingIndex->usable || count > LOOSE_MOST || crArrayCount(world->touchings.watched) > 0 ||
        !crMovingHasRoom(&movingIndex->layer, crArrayCount(movingIndex->shapes))) { // for a restore
        return false;
    }
    for (int k = 0; k < count; k++) {
        CrUnindexed *loose = &movingIndex->unindexed[k];
        *loose = looseOf(world, loose->shape, from, to);
    }
    if (!loosenAll(world, from, to)) {
        return false;
    }
    movingIndex->from = movingIndex->first = from;
    movingIndex->to = movingIndex->last = to;
    movingIndex->intact = crArrayCount(movingIndex->unindexed) == 0;
    movingIndex->rests = movingIndex->posed = false;
    return true;
}
