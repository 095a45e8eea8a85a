// SPDX-License-Identifier: MIT
// Movers among movers. A body that was given to a mover is a character, and others meet it where
// the last move of that mover put it. It may go on from there by itself, for bullets; but that is a
// guess until the next move, and two guesses may lead into each other. When movers met guessed
// places, one that fell on another pushed it into the ground, and then aside.
//
// Characters stop each other, and carry characters that stand on them. Each move changes only one
// mover. So a body that is not a mover (a door, a lift) pushes it into others if necessary, and
// these get out in their own moves, and push others in turn.
#include "../geometry/shape_storage.h"
#include "../geometry/shape_view.h"
#include "../response/push.h"
#include "mover_types.h"

#define GIVE_LIMIT 4

// ---- carried

static bool isThere(const CaromWorld *world, CaromShapeId id)
{
    return crCheckId(world, &world->shapeSlots, id.index, id.age, id.world) == CAROM_OK &&
           !world->bodies[world->shapes[id.index - 1].body].disabled;
}

const CrBody *crMoverGroundBody(const CrMove *move, uint32_t *slot)
{
    const CaromWorld *world = move->world;
    CaromShapeId id = move->mover->ground;
    if (!move->mover->grounded || !isThere(world, id)) {
        return NULL;
    }
    *slot = world->shapes[id.index - 1].body;
    return &world->bodies[*slot];
}

CaromVec2 crMoverGroundPlace(const CaromWorld *world, CaromShapeId ground)
{
    if (!isThere(world, ground)) {
        return crVec(0.0, 0.0);
    }
    const CrShape *shape = &world->shapes[ground.index - 1];
    uint32_t dynamic = crPushedBody(world, shape->body);
    if (dynamic != CR_NONE) {
        return caromBodyTransform(world, crBodyIdOf(world, dynamic)).position;
    }
    CrPose pose = crMoverPose(world, &world->bodies[shape->body], world->time);
    CaromBox box = crShapeBox(shape);
    return crPoseToWorld(&pose, crScale(crAdd(box.min, box.max), 0.5));
}

CaromRotation crMoverGroundRotation(const CaromWorld *world, CaromShapeId ground)
{
    CaromRotation none = {1.0, 0.0};
    uint32_t dynamic = isThere(world, ground)
                           ? crPushedBody(world, world->shapes[ground.index - 1].body)
                           : CR_NONE;
    return dynamic != CR_NONE ? caromBodyTransform(world, crBodyIdOf(world, dynamic)).rotation
                              : none;
}

uint32_t crMoverDynamicGround(const CrMove *move)
{
    uint32_t slot;
    const CrBody *body = crMoverGroundBody(move, &slot);
    return body != NULL && crPushedBody(move->world, slot) != CR_NONE ? slot : CR_NONE;
}

// A sum of roundings may be missing, which is less than what counts as touching.
bool crMoverRideAlong(CrMove *move, CaromVec2 way, double time, uint32_t slot)
{
    CaromVec2 carried = crAdd(move->place, way);
    CrSlide slide = {0};
    slide.place = move->place;
    slide.climbs = true;
    bool unyielding = move->near.unyielding;
    move->near.unyielding = false;
    crNearLook(&move->near, move->world, move->mover, move->place, crLength(way), time, slot);
    crMoverSlide(move, &slide, way);
    move->near.unyielding = unyielding;
    move->place = slide.place;
    return crLength(crSub(slide.place, carried)) <= move->skin.touch;
}

/// Not where the game puts a body by a jump.
static void rideDynamic(CrMove *move, uint32_t slot)
{
    const CaromWorld *world = move->world;
    const CaromMover *mover = move->mover;
    const CrBody *body = &world->bodies[crPushedBody(world, slot)];
    CaromVec2 at = crMoverGroundPlace(world, mover->ground);
    CaromRotation now = crMoverGroundRotation(world, mover->ground);
    CaromVec2 arm = crSub(move->place, mover->groundPosition);
    CaromRotation back = {mover->groundRotation.c, -mover->groundRotation.s};
    CaromVec2 local = caromRotate(back, arm);
    CaromVec2 way = crSub(crAdd(at, caromRotate(now, local)), move->place);
    double speed = crLength(crBodyVelocity(body, world->time)) +
                   crAbs(body->spin) * crLength(crSub(move->place, at));
    if (crLength(way) <= crMoverReach(mover) + 2.0 * speed * (world->time - mover->time)) {
        crMoverRideAlong(move, way, world->time, slot);
    }
}

void crMoverRideGround(CrMove *move)
{
    uint32_t slot = crMoverDynamicGround(move);
    if (slot != CR_NONE) {
        rideDynamic(move, slot);
        return;
    }
    const CrBody *body = crMoverGroundBody(move, &slot);
    if (body == NULL || !crBodyIsCharacter(move->world, body)) {
        return;
    }
    CaromVec2 place = crMoverGroundPlace(move->world, move->mover->ground);
    CaromVec2 way = crSub(place, move->mover->groundPosition);
    double length = crLength(way);
    if (length > 0.0 && length <= crMoverReach(move->mover)) {
        crMoverRideAlong(move, way, move->mover->time, CR_NONE); // it is an obstacle like others
    }
}

// ---- giving way

/// The translation that frees the mover at a place of a character; false: they are apart.
static bool wayOutOf(const CrMove *move, uint32_t slot, CaromVec2 place, CaromVec2 *way)
{
    const CaromMover *mover = move->mover;
    const CrShape *shape = &move->world->shapes[slot];
    CrPose pose = crMoverPose(move->world, &move->world->bodies[shape->body], move->near.time);
    CaromVec2 points[CAROM_MOVER_POINTS];
    for (int k = 0; k < mover->pointCount; k++) {
        points[k] = crPoseToLocal(&pose, crAdd(place, mover->points[k]));
    }
    CaromShapeType type = mover->pointCount == 1   ? CAROM_SHAPE_CIRCLE
                          : mover->pointCount == 2 ? CAROM_SHAPE_CAPSULE
                                                   : CAROM_SHAPE_POLYGON;
    CaromGeometry own = caromGeometry(type, points, mover->pointCount, move->near.reach);
    CaromGeometry its = crShapeGeometry(shape);
    CaromDistance between = caromShapesDistance(&its, &own);
    double depth = 0.5 * move->skin.touch - between.distance;
    *way = crScale(crPoseTurn(&pose, between.normal), depth);
    return between.distance < -move->skin.breach;
}

/// Out of the character that it is deepest in, among the characters that it was in before this
/// move.
static bool wayOutOfDeepest(const CrMove *move, CaromVec2 *way)
{
    CrNearWalk walk;
    CrObstacle o;
    CaromVec2 one, before;
    uint32_t last = CR_NONE, deepest = CR_NONE;
    crNearStart(&walk, &move->near);
    while (crNearNext(&walk, &o)) {
        if (!o.character || o.shape == last) {
            continue;
        }
        last = o.shape;
        if (wayOutOf(move, last, move->mover->position, &before) &&
            wayOutOf(move, last, move->place, &one) &&
            (deepest == CR_NONE || crLengthSquared(one) > crLengthSquared(*way) ||
             (crLengthSquared(one) == crLengthSquared(*way) && last < deepest))) {
            deepest = last;
            *way = one;
        }
    }
    return deepest != CR_NONE;
}

void crMoverGiveWay(CrMove *move)
{
    CaromVec2 way = {0.0, 0.0};
    bool blocked = move->blocked;
    for (int i = 0; i < GIVE_LIMIT && wayOutOfDeepest(move, &way); i++) {
        CrSlide slide = {0};
        slide.place = move->place;
        slide.climbs = true;
        move->near.unyielding = true; // the mover that it is pushed into gives way next
        crMoverSlide(move, &slide, way);
        move->near.unyielding = false;
        move->place = slide.place;
    }
    move->blocked = blocked;
}
