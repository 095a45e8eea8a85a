// SPDX-License-Identifier: MIT
#include "moving_index.h"

#include "../../shapes/path.h"
#include "../core/limits.h"
#include "../geometry/shape_storage.h"
#include "hierarchy.h"
#include "ray_proxy.h"

/// So many loose shapes, and an eighth of all, are searched one by one before the layer is filled
/// anew.
#define LOOSE_LIMIT 64

void crKinematicsInit(CaromWorld *world)
{
    crMovingInit(&world->kinematics.layer, &world->allocator);
    crCalmInit(world);
    world->kinematics.usable = true;
}

void crKinematicsFree(CaromWorld *world)
{
    CrKinematics *kinematics = &world->kinematics;
    crArrayFree(kinematics->bodies, &world->allocator);
    crArrayFree(kinematics->shapes, &world->allocator);
    crArrayFree(kinematics->boxes, &world->allocator);
    crArrayFree(kinematics->stances, &world->allocator);
    crArrayFree(kinematics->turns, &world->allocator);
    crArrayFree(kinematics->loose, &world->allocator);
    crArrayFree(kinematics->places, &world->allocator);
    crMovingFree(&kinematics->layer);
    crCalmFree(world);
}

CaromError crKinematicsReserve(CaromWorld *world, int extra)
{
    CrKinematics *kinematics = &world->kinematics;
    const CaromAllocator *allocator = &world->allocator;
    bool ok = crArrayGrow(kinematics->shapes, extra, allocator);
    int room = crArrayCapacity(kinematics->shapes);
    ok = ok && crArrayReserve(kinematics->boxes, room, allocator) &&
         crArrayReserve(kinematics->stances, room, allocator) &&
         crArrayReserve(kinematics->turns, room, allocator) &&
         crArrayReserve(kinematics->loose, room, allocator) &&
         crArrayReserve(kinematics->places, crSlotsRoomWanted(&world->shapeSlots), allocator) &&
         crCalmReserve(world);
    return ok ? CAROM_OK : CAROM_ERROR_MEMORY;
}

void crKinematicsAdd(CaromWorld *world, uint32_t shape)
{
    CrKinematics *kinematics = &world->kinematics;
    kinematics->places[shape].listed = crArrayCount(kinematics->shapes);
    kinematics->places[shape].drifter = -1;
    crArrayPush(kinematics->shapes, shape);
    crKinematicsTouch(world, shape, true);
}

void crKinematicsRemove(CaromWorld *world, uint32_t shape)
{
    CrKinematics *kinematics = &world->kinematics;
    CrKinematicPlace *places = kinematics->places;
    places[crArrayLast(kinematics->shapes)].listed = places[shape].listed;
    crArrayRemoveSwap(kinematics->shapes, places[shape].listed);
    kinematics->intact = false;
    crCalmDrop(world, shape);
    if (world->shapes[shape].loose) {
        places[crArrayLast(kinematics->loose).shape].loose = places[shape].loose;
        crArrayRemoveSwap(kinematics->loose, places[shape].loose);
        world->shapes[shape].loose = false;
    }
}

/// Movers look back to where the layer's time begins.
static CrLoose looseNow(const CaromWorld *world, uint32_t shape)
{
    const CrKinematics *kinematics = &world->kinematics;
    double anchored = world->bodies[world->shapes[shape].body].anchorTime;
    double from = crMax(crMin(kinematics->from, world->time), anchored);
    double to = crMax(kinematics->to, world->time);
    CrLoose now = {crKinematicsSweptBox(world, shape, from, to), shape};
    return now;
}

void crKinematicsTouch(CaromWorld *world, uint32_t shape, bool placed)
{
    CrKinematics *kinematics = &world->kinematics;
    CrLoose now = looseNow(world, shape);
    crCalmDisturb(world);
    world->shapes[shape].state |= placed ? CR_SHAPE_ASTRAY : 0;
    if (world->shapes[shape].loose) {
        kinematics->loose[kinematics->places[shape].loose] = now;
        return;
    }
    world->shapes[shape].loose = true;
    kinematics->intact = false;
    kinematics->places[shape].loose = crArrayCount(kinematics->loose);
    crArrayPush(kinematics->loose, now);
    if (crArrayCount(kinematics->loose) > LOOSE_LIMIT + crArrayCount(kinematics->shapes) / 8) {
        crKinematicsFill(world, crMin(kinematics->from, world->time),
                         crMax(kinematics->to, world->time));
    }
}

static CaromBox boxUnder(const CrPose *pose, CaromBox box)
{
    if (!pose->turned) {
        CaromBox moved = {crAdd(box.min, pose->offset), crAdd(box.max, pose->offset)};
        return moved;
    }
    CaromVec2 corners[4] = {box.min, {box.max.x, box.min.y}, box.max, {box.min.x, box.max.y}};
    for (int k = 0; k < 4; k++) {
        corners[k] = crPoseToWorld(pose, corners[k]);
    }
    return caromBoxOfPoints(corners, 4);
}

/// How far an arc about the body's position leads from its chord: r(1 − cos(θ/2)) <= rθ²/8, and
/// never more than to the other side.
static double bulge(const CrBody *body, CaromBox box, double duration)
{
    double turn = body->spin * duration;
    return crBoxFarthest(box, body->pivot) * crMin(turn * turn * 0.125, 2.0);
}

/// *last: where the body stands in the end. Of characters since their last move: movers meet them
/// there.
static CaromBox sweptBox(const CaromWorld *world, const CrShape *shape, double since, double to,
                         CrPose *last)
{
    const CrBody *body = &world->bodies[shape->body];
    double from = crBodyIsCharacter(world, body) ? body->anchorTime : since;
    CaromBox box = crShapeBox(shape), swept = box;
    if (body->type != CAROM_BODY_STATIC) {
        CrPose first = crFlightPose(world, body, from);
        *last = crFlightPose(world, body, to);
        swept = crBoxUnion(boxUnder(&first, box), boxUnder(last, box));
        if (body->spin != 0.0 && !world->still) {
            swept = crBoxInflate(swept, bulge(body, box, to - from));
        }
    }
    // Askers subtract the offset where this adds it: other roundings.
    return crBoxInflate(swept, crPlaceTolerance(swept.min, 0.0) + crPlaceTolerance(swept.max, 0.0));
}

CaromBox crKinematicsSweptBox(const CaromWorld *world, uint32_t shape, double from, double to)
{
    CrPose last;
    return sweptBox(world, &world->shapes[shape], from, to, &last);
}

/// No shape is loose any more: all are filled in, or searched one by one, for that time.
static void settle(CaromWorld *world, double from, double to)
{
    CrKinematics *kinematics = &world->kinematics;
    for (int k = 0; k < crArrayCount(kinematics->loose); k++) {
        world->shapes[kinematics->loose[k].shape].loose = false;
    }
    crArraySetCount(kinematics->loose, 0);
    kinematics->from = from;
    kinematics->to = to;
    kinematics->intact = true;
}

bool crKinematicsFill(CaromWorld *world, double from, double to)
{
    CrKinematics *kinematics = &world->kinematics;
    int count = crArrayCount(kinematics->shapes);
    crArraySetCount(kinematics->boxes, count);
    for (int i = 0; i < count; i++) {
        const CrShape *shape = &world->shapes[kinematics->shapes[i]];
        CrPose last;
        double since = crMax(from, world->bodies[shape->body].anchorTime);
        kinematics->boxes[i] = sweptBox(world, shape, since, to, &last);
        crStanceSet(kinematics, i, shape, &last);
    }
    settle(world, from, to);
    kinematics->usable =
        crMovingFill(&kinematics->layer, kinematics->boxes, kinematics->shapes, count) == CAROM_OK;
    return kinematics->usable;
}

void crKinematicsRefill(CaromWorld *world)
{
    CrKinematics *kinematics = &world->kinematics;
    int count = crArrayCount(kinematics->shapes);
    if (crMovingHasRoom(&kinematics->layer, count)) {
        crKinematicsFill(world, world->time, world->time);
        return;
    }
    settle(world, world->time, world->time);
    kinematics->usable = false;
}

void crKinematicsStart(CrKinematicsWalk *walk, const CaromWorld *world, CaromBox box)
{
    walk->world = world;
    walk->box = box;
    walk->line = NULL;
    walk->listed = 0;
    if (world->kinematics.usable) {
        crMovingStart(&walk->layer, &world->kinematics.layer, box);
    }
}

void crKinematicsKeepTo(CrKinematicsWalk *walk, const CrLinePiece *line)
{
    walk->line = line;
}

/// Whether the line that matters, if there is one, comes near a box.
static bool isOnLine(const CrKinematicsWalk *walk, const CaromBox *box)
{
    return walk->line == NULL || crLinePieceTouches(walk->line, box);
}

bool crKinematicsIsCurrent(const CaromWorld *world, uint32_t shape)
{
    return world->kinematics.intact ||
           (crSlotsLive(&world->shapeSlots, shape) && !world->shapes[shape].loose &&
            !world->shapes[shape].sensor &&
            world->bodies[world->shapes[shape].body].type == CAROM_BODY_KINEMATIC);
}

/// Their boxes were found when they changed: 50 characters who move and look around in turns spent
/// most of a step on finding them again for each ray.
static bool nextLoose(CrKinematicsWalk *walk, uint32_t *shape)
{
    const CrLoose *loose = walk->world->kinematics.loose;
    while (walk->listed < crArrayCount(loose)) {
        const CrLoose *one = &loose[walk->listed++];
        if (crBoxOverlaps(walk->box, one->box) && isOnLine(walk, &one->box)) {
            *shape = one->shape;
            return true;
        }
    }
    return false;
}

static bool nextOfAll(CrKinematicsWalk *walk, uint32_t *shape)
{
    const CrKinematics *kinematics = &walk->world->kinematics;
    double from = crMin(kinematics->from, walk->world->time);
    double to = crMax(kinematics->to, walk->world->time);
    while (walk->listed < crArrayCount(kinematics->shapes)) {
        *shape = kinematics->shapes[walk->listed++];
        CaromBox box = crKinematicsSweptBox(walk->world, *shape, from, to);
        if (crBoxOverlaps(walk->box, box) && isOnLine(walk, &box)) {
            return true;
        }
    }
    return false;
}

bool crKinematicsNext(CrKinematicsWalk *walk, uint32_t *shape)
{
    const CrKinematics *kinematics = &walk->world->kinematics;
    while (kinematics->usable && crMovingNext(&walk->layer, shape)) {
        if (isOnLine(walk, crMovingBox(&walk->layer)) &&
            crKinematicsIsCurrent(walk->world, *shape)) {
            return true;
        }
    }
    return kinematics->usable ? nextLoose(walk, shape) : nextOfAll(walk, shape);
}

void crCalmInit(CaromWorld *world)
{
    crDriftsInit(&world->kinematics.drifts, &world->allocator);
    world->kinematics.disturbed = true;
    world->kinematics.told = -CR_NEVER;
}

void crCalmFree(CaromWorld *world)
{
    crDriftsFree(&world->kinematics.drifts);
}

bool crCalmReserve(CaromWorld *world)
{
    CrFlights *f = &world->flights;
    int shapes = crArrayCapacity(world->kinematics.shapes);
    if (!crDriftsReserve(&world->kinematics.drifts, shapes)) {
        return false;
    }
    if (f->calm == NULL) {
        int room = crArrayCapacity(f->next);
        if (!crArrayReserve(f->calm, room > 0 ? room : 1, &world->allocator)) {
            return false;
        }
        crArraySetCount(f->calm, (int)crFlightsCount(f));
    }
    return true;
}

// After a rollback the drifts may be those of another filling: then it is looked for.
void crCalmDrop(CaromWorld *world, uint32_t shape)
{
    CrDrifts *drifts = &world->kinematics.drifts;
    int k = world->kinematics.places[shape].drifter;
    if (k >= drifts->count || (k >= 0 && drifts->all[k].key != shape)) {
        for (k = 0; k < drifts->count && drifts->all[k].key != shape;) {
            k++;
        }
    }
    if (k >= 0 && k < drifts->count) {
        drifts->all[k].full = false;
    }
}
