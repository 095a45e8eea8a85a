// SPDX-License-Identifier: MIT
// Movers: made, put somewhere, moved. The mover is the caller's; the world owns nothing of it but
// the body that may stand for it.
#include "../index/edit_list.h"
#include "../index/hierarchy.h"
#include "mover_types.h"

#include "../../shapes/touch.h"
#include "../bodies/body.h"
#include "../data/ids.h"

#define MOVER_DEF_COOKIE 0x434d0001u
#define MOVER_COOKIE 0x434d0002u

CaromMoverDef caromMoverDef(void)
{
    CaromMoverDef def = {0};
    def.shape = caromGeometry(CAROM_SHAPE_CIRCLE, NULL, 0, 0.3);
    def.clearance = 0.05;
    def.maxSlope = 0.7853981633974483;
    def.options = caromQueryOptions();
    def.mass = 80.0;
    def.pushForce = 600.0;
    def.cookie = MOVER_DEF_COOKIE;
    return def;
}

// ---- defs

/// Circle, capsule or convex polygon of few points; the points, counter-clockwise, go to the mover.
static CaromError takeShape(const CaromGeometry *shape, CaromMover *mover)
{
    static const CaromVec2 origin = {0.0, 0.0};
    bool noPoints = shape->type == CAROM_SHAPE_CIRCLE && shape->points == NULL;
    const CaromVec2 *points = noPoints ? &origin : shape->points;
    int count = shape->type == CAROM_SHAPE_CIRCLE ? 1 : shape->count;
    if (shape->type != CAROM_SHAPE_CIRCLE && shape->type != CAROM_SHAPE_CAPSULE &&
        shape->type != CAROM_SHAPE_POLYGON) {
        return CAROM_ERROR_ENUM;
    }
    if (points == NULL) {
        return CAROM_ERROR_NULL;
    }
    if (count > CAROM_MOVER_POINTS || (shape->type == CAROM_SHAPE_CAPSULE && count != 2)) {
        return CAROM_ERROR_COUNT;
    }
    if (shape->type == CAROM_SHAPE_POLYGON) {
        CaromError error = crPolygonCheck(points, count);
        if (error != CAROM_OK) {
            return error;
        }
        if (!caromPolygonIsConvex(points, count)) {
            return CAROM_ERROR_NOT_CONVEX;
        }
    }
    for (int k = 0; k < count; k++) {
        CaromError error = crCheckVec(points[k]);
        if (error != CAROM_OK) {
            return error;
        }
        mover->points[k] = points[k];
    }
    bool isPoint = count == 2 && crEqual(points[0], points[1]);
    mover->pointCount = isPoint ? 1 : count;
    if (count > 2 && caromPolygonWinding(points, count) < 0) {
        caromPolygonReverse(mover->points, count);
    }
    return CAROM_OK;
}

static void checkNumbers(CrDefCheck *check, const CaromMoverDef *def)
{
    crDefCheckVec(check, def->position, "position");
    crDefCheckRange(check, def->shape.radius, 0.0, 1e6, "shape.radius");
    crDefCheckRange(check, def->clearance, 1e-6, 1e6, "clearance");
    crDefCheckVec(check, def->up, "up");
    crDefCheckRange(check, def->maxSlope, 0.0, 1.5707963267948966, "maxSlope");
    crDefCheckRange(check, def->stepHeight, 0.0, 1e6, "stepHeight");
    crDefCheckRange(check, def->snap, 0.0, 1e6, "snap");
    crDefCheckRange(check, def->mass, 0.0, 1e9, "mass");
    crDefCheckRange(check, def->pushForce, 0.0, 1e12, "pushForce");
}

/// One that goes on needs a body that can, whatever its way: no setting of its motion is refused
/// then.
static CaromError checkGoesOn(const CaromWorld *world, CaromBodyId body, bool goesOn)
{
    if (!goesOn) {
        return CAROM_OK;
    }
    if (body.index == 0) {
        return CAROM_ERROR_NULL;
    }
    const CrBody *of = &world->bodies[body.index - 1];
    if (of->parent != CR_NONE) {
        return CAROM_ERROR_MOTION;
    }
    return of->type == CAROM_BODY_STATIC ? CAROM_ERROR_STATIC : CAROM_OK;
}

static void checkReferences(CrDefCheck *check, const CaromMoverDef *def)
{
    const CaromWorld *world = check->world;
    crDefCheckOptions(check, &def->options, "options", CR_UNFILLED("options"));
    if (def->options.sensors != CAROM_SENSORS_EXCLUDED) {
        crDefCheck(check, CAROM_ERROR_ENUM, "options.sensors");
    }
    if (def->body.index != 0) {
        crDefCheck(
            check,
            crCheckId(world, &world->bodySlots, def->body.index, def->body.age, def->body.world),
            "body");
    }
    bool isDynamic = check->error == CAROM_OK && def->body.index != 0 &&
                     world->bodies[def->body.index - 1].type == CAROM_BODY_DYNAMIC;
    crDefCheck(check, isDynamic ? CAROM_ERROR_DYNAMIC : CAROM_OK, "body: not a dynamic one");
    if (check->error == CAROM_OK) {
        crDefCheck(check, checkGoesOn(world, def->body, def->bodyGoesOn), "bodyGoesOn");
    }
}

/// Whether coordinates there have digits enough for the stated rounding.
static CaromError checkDigits(const CaromMover *mover, CaromVec2 place, double range)
{
    double size = crAbs(place.x) + crAbs(place.y) + mover->radius + crMoverExtent(mover) + range;
    return size <= mover->clearance * 0x1p24 ? CAROM_OK : CAROM_ERROR_OUT_OF_RANGE;
}

// ---- places

/// A place as the base transform of a mover's body has it: in the space of what that hangs from.
static CaromVec2 seenByParent(const CaromWorld *world, CaromBodyId body, CaromVec2 place)
{
    CaromBodyId parent = caromBodyParent(world, body);
    return parent.index != 0 ? caromBodyPointInverse(world, parent, place) : place;
}

/// The body that stands for the mover goes where that is, and on from there, if it is one that
/// does. Of both calls only the first may find memory short.
static CaromError placeBody(CaromWorld *world, const CaromMover *mover, CaromVec2 place,
                            CaromVec2 velocity)
{
    if (mover->body.index == 0) {
        return CAROM_OK;
    }
    CaromTransform transform = caromBodyTransform(world, mover->body);
    CaromError error = mover->bodyGoesOn ? crEditsReserveTwo(world) : CAROM_OK;
    CaromVec2 position = seenByParent(world, mover->body, place);
    if (error == CAROM_OK && !crEqual(transform.position, position)) {
        transform.position = position;
        error = caromBodySetTransform(world, mover->body, transform);
    }
    bool stands = crEqual(velocity, crVec(0.0, 0.0)) &&
                  crEqual(velocity, caromBodyVelocity(world, mover->body));
    if (error == CAROM_OK && mover->bodyGoesOn && !stands) { // also as before: its anchor is here
        error = caromBodySetVelocity(world, mover->body, velocity);
    }
    return error == CAROM_OK ? crBodyMakeCharacter(world, mover->body) : error;
}

static CaromError settle(CaromWorld *world, CaromMover *mover, CaromVec2 place)
{
    CaromError error = placeBody(world, mover, place, crVec(0.0, 0.0));
    if (error == CAROM_OK) {
        CaromShapeId none = {0};
        mover->position = place;
        mover->time = world->time;
        mover->grounded = false;
        mover->ground = none;
    }
    return error;
}

CaromError caromMoverInit(CaromWorld *world, CaromMover *mover, const CaromMoverDef *def)
{
    CaromError error = crCheckEditable(world);
    error = error == CAROM_OK && (mover == NULL || def == NULL) ? CAROM_ERROR_NULL : error;
    error = error == CAROM_OK && def->cookie != MOVER_DEF_COOKIE ? CAROM_ERROR_DEF : error;
    if (error != CAROM_OK) {
        return crRefuse(world, error, "caromMoverInit");
    }
    CaromMover made = {0};
    CrDefCheck check = {world, "caromMoverInit", world->log, world->logContext, CAROM_OK};
    checkNumbers(&check, def);
    checkReferences(&check, def);
    crDefCheck(&check, takeShape(&def->shape, &made), "shape");
    if (check.error == CAROM_OK) {
        made.radius = def->shape.radius;
        made.clearance = def->clearance;
        made.up = caromVec2Normalize(def->up);
        made.slopeCosine = caromRotation(def->maxSlope).c - 1e-9;
        made.stepHeight = def->stepHeight;
        made.snap = def->snap;
        made.options = def->options;
        made.body = def->body;
        made.bodyGoesOn = def->bodyGoesOn;
        made.mass = def->mass;
        made.pushForce = def->pushForce;
        made.world = world->tag;
        made.cookie = MOVER_COOKIE;
        crDefCheck(&check, checkDigits(&made, def->position, 0.0), "position");
    }
    error = check.error == CAROM_OK ? settle(world, &made, def->position) : check.error;
    if (error == CAROM_OK) {
        *mover = made;
    }
    return crRefuse(world, error, "caromMoverInit");
}

static CaromError checkMover(const CaromWorld *world, const CaromMover *mover)
{
    if (mover == NULL) {
        return CAROM_ERROR_NULL;
    }
    if (mover->cookie != MOVER_COOKIE) {
        return CAROM_ERROR_DEF;
    }
    if (mover->world != world->tag) {
        return CAROM_ERROR_FOREIGN_ID;
    }
    if (mover->pointCount < 1 || mover->pointCount > CAROM_MOVER_POINTS) {
        return CAROM_ERROR_COUNT; // the game wrote into it
    }
    CaromError error = crCheckVec(mover->position);
    error = error == CAROM_OK ? crCheckVec(mover->groundPosition) : error;
    CaromVec2 rotation = {mover->groundRotation.c, mover->groundRotation.s};
    error = error == CAROM_OK ? crCheckVec(rotation) : error;
    error = error == CAROM_OK ? crCheckNumber(mover->mass) : error;
    error = error == CAROM_OK ? crCheckNumber(mover->pushForce) : error;
    error = error == CAROM_OK ? crCheckOptions(world, &mover->options) : error;
    if (error == CAROM_OK && mover->body.index != 0) {
        error = crCheckId(world, &world->bodySlots, mover->body.index, mover->body.age,
                          mover->body.world);
        error = error == CAROM_OK ? checkGoesOn(world, mover->body, mover->bodyGoesOn) : error;
    }
    return error;
}

CaromError caromMoverPlace(CaromWorld *world, CaromMover *mover, CaromVec2 position)
{
    CaromError error = crCheckEditable(world);
    error = error == CAROM_OK ? checkMover(world, mover) : error;
    error = error == CAROM_OK ? crCheckVec(position) : error;
    error = error == CAROM_OK ? checkDigits(mover, position, 0.0) : error;
    error = error == CAROM_OK ? settle(world, mover, position) : error;
    return crRefuse(world, error, "caromMoverPlace");
}

int caromMoverFits(const CaromWorld *world, const CaromMover *mover, CaromVec2 position)
{
    CaromError error = world == NULL ? CAROM_ERROR_NULL : checkMover(world, mover);
    error = error == CAROM_OK ? crCheckVec(position) : error;
    error = error == CAROM_OK ? checkDigits(mover, position, 0.0) : error;
    if (error != CAROM_OK) {
        return crRefuseQuery(world, error, "caromMoverFits");
    }
    CrMove move = {0};
    move.world = (CaromWorld *)world; // read only
    move.mover = (CaromMover *)mover;
    move.skin = crMoverSkin(mover);
    crNearLook(&move.near, world, mover, position, 0.0, world->queryTime, CR_NONE);
    return crMoverIsFree(&move, position, NULL);
}

// ---- the move

static void noteTouched(CrMove *move)
{
    CrNearWalk walk;
    CrObstacle o;
    crNearStart(&walk, &move->near);
    while (crNearNext(&walk, &o)) {
        CrGap gap = crObstacleGap(move->mover, &o, move->place);
        if (gap.gap <= 4.0 * move->skin.touch && !crObstacleIsBehind(&o, gap.normal)) {
            crMoverNote(move, &o, &gap);
        }
    }
}

static void describeGround(const CrMove *move, CaromMoverResult *result)
{
    const CaromWorld *world = move->world;
    const CrMoverTouch *ground = &move->ground;
    result->grounded = ground->found;
    if (ground->found) {
        const CrShape *shape = &world->shapes[ground->obstacle.shape];
        CaromVec2 point = crAddScaled(ground->gap.point, ground->gap.normal, shape->radius);
        result->ground = crShapeIdOf(world, ground->obstacle.shape);
        result->groundNormal = ground->gap.normal;
        result->groundVelocity = crBodyVelocityAt(&world->bodies[shape->body], world->time, point);
    }
}

/// How far a move may lead: the wish, up a step, down and to the ground again.
static double rangeOf(const CaromMover *mover, CaromVec2 wish)
{
    return crLength(wish) + 2.0 * mover->stepHeight + mover->snap + mover->clearance;
}

static void runMove(CrMove *move, CaromVec2 wish, double dt)
{
    CaromMoverResult *result = move->result;
    const CaromMover *mover = move->mover;
    double range = rangeOf(mover, wish);
    CaromVec2 left = crVec(0.0, 0.0);
    move->place = mover->position;
    crMoverFollow(move);
    CaromVec2 carried = crSub(move->place, mover->position);
    move->near.unyielding = false; // all of them are listed,
    crNearLook(&move->near, move->world, mover, move->place, crMoverReach(mover), move->world->time,
               CR_NONE);
    move->near.unyielding = true; // and those left out for now
    crMoverFree(move);
    move->near.unyielding = false;
    crMoverGiveWay(move);
    bool free = crMoverIsFree(move, move->place, &move->place);
    if (free) {
        CaromVec2 start = move->place;
        crNearLook(&move->near, move->world, mover, start, range, move->world->time, CR_NONE);
        left = crMoverWalk(move, wish);
        if (!crMoverIsFree(move, move->place, &start)) {
            move->place = start;
            left = crVec(0.0, 0.0);
        }
    }
    noteTouched(move);
    result->position = move->place;
    result->moved = crSub(move->place, mover->position);
    result->velocity = crUnit(left, dt);
    result->blocked = move->blocked;
    result->stepped = move->stepped;
    result->crushed = move->crushed;
    move->pace = crUnit(crAdd(left, carried), dt);
    if (result->crushed || crIsTooFast(move->pace)) {
        move->pace = crVec(0.0, 0.0);
    }
    describeGround(move, result);
}

CaromError caromMoverMove(CaromWorld *world, CaromMover *mover, CaromVec2 wish, double dt,
                          CaromMoverResult *result)
{
    CaromError error = crCheckEditable(world);
    error = error == CAROM_OK ? checkMover(world, mover) : error;
    error = error == CAROM_OK ? crCheckVec(wish) : error;
    error = error == CAROM_OK ? crCheckNumber(dt) : error;
    error = error == CAROM_OK && !(dt > 0.0) ? CAROM_ERROR_OUT_OF_RANGE : error;
    if (error == CAROM_OK) {
        error = checkDigits(mover, mover->position, rangeOf(mover, crScale(wish, dt)));
    }
    if (error != CAROM_OK) {
        return crRefuse(world, error, "caromMoverMove");
    }
    CaromMoverResult made = {0};
    CrMove move;
    move.world = world;
    move.mover = mover;
    move.result = &made;
    move.skin = crMoverSkin(mover);
    move.crushed = move.blocked = move.stepped = move.ground.found = false;
    move.near.withoutBody = CR_NONE;
    move.near.unyielding = false;
    move.near.world = world;
    move.near.mover = mover;
    move.near.reach = move.skin.reach;
    world->locked = true; // predicates are the game's code, in the middle of a move
    runMove(&move, crScale(wish, dt), dt);
    world->locked = false;
    CrMoverPresses presses;
    crMoverFindPresses(&move, wish, dt, &presses);
    error = presses.count > 0 ? crEditsReserveFor(world, 2 + 2 * presses.count) : CAROM_OK;
    error = error == CAROM_OK ? placeBody(world, mover, made.position, move.pace) : error;
    if (error == CAROM_OK) {
        crMoverPress(&move, &presses);
        mover->position = made.position;
        mover->time = world->time;
        mover->grounded = made.grounded;
        mover->ground = made.ground;
        mover->groundPosition = crMoverGroundPlace(world, made.ground);
        mover->groundRotation = crMoverGroundRotation(world, made.ground);
        if (result != NULL) {
            *result = made;
        }
    }
    return crRefuse(world, error, "caromMoverMove");
}
