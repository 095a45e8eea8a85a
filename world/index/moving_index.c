// SPDX-License-Identifier: MIT
#include "moving_index.h"

#include "../../shapes/path.h"
#include "../core/lattice.h"
#include "../core/limits.h"
#include "../geometry/shape_storage.h"
#include "hierarchy.h"
#include "ray_proxy.h"

/// So many unindexed shapes, and an eighth of all, are searched for themselves before the index is
/// filled again.
#define LOOSE_LIMIT 64

void crMovingIndexInit(CaromWorld *world)
{
    crMovingInit(&world->movingIndex.layer, &world->allocator);
    crBoxCellsInit(&world->movingIndex.cells, &world->allocator);
    crClearUntilInit(world);
    world->movingIndex.usable = true;
}

void crMovingIndexFree(CaromWorld *world)
{
    CrMovingIndex *movingIndex = &world->movingIndex;
    crArrayFree(movingIndex->bodies, &world->allocator);
    crArrayFree(movingIndex->shapes, &world->allocator);
    crArrayFree(world->rigids.kinematic, &world->allocator);
    crArrayFree(movingIndex->boxes, &world->allocator);
    crArrayFree(movingIndex->rayProxies, &world->allocator);
    crArrayFree(movingIndex->turns, &world->allocator);
    crArrayFree(movingIndex->unindexed, &world->allocator);
    crArrayFree(movingIndex->stances, &world->allocator);
    crArrayFree(movingIndex->places, &world->allocator);
    crArrayFree(movingIndex->changed, &world->allocator);
    crMovingFree(&movingIndex->layer);
    crBoxCellsFree(&movingIndex->cells);
    crArrayFree(movingIndex->others, &world->allocator);
    crClearUntilFree(world);
}

CaromError crMovingIndexReserve(CaromWorld *world, int extra)
{
    CrMovingIndex *movingIndex = &world->movingIndex;
    const CaromAllocator *allocator = &world->allocator;
    bool ok = crArrayGrow(movingIndex->shapes, extra, allocator);
    int room = crArrayCapacity(movingIndex->shapes);
    ok = ok && crArrayReserve(movingIndex->boxes, room, allocator) &&
         crArrayReserve(movingIndex->rayProxies, room, allocator) &&
         crArrayReserve(world->rigids.kinematic, room, allocator) &&
         crArrayReserve(movingIndex->turns, room, allocator) &&
         crArrayReserve(movingIndex->unindexed, room, allocator) &&
         crArrayReserve(movingIndex->stances, crArrayCapacity(movingIndex->bodies), allocator) &&
         crArrayReserve(movingIndex->places, crSlotsRoomWanted(&world->shapeSlots), allocator) &&
         crArrayReserve(movingIndex->changed, crSlotsRoomWanted(&world->shapeSlots), allocator) &&
         crClearUntilReserve(world);
    return ok ? CAROM_OK : CAROM_ERROR_MEMORY;
}

/// Makes a shape the k-th one.
static void put(CrMovingIndex *movingIndex, int k, uint32_t shape)
{
    movingIndex->shapes[k] = shape;
    movingIndex->places[shape].listed = k;
}

void crMovingIndexAdd(CaromWorld *world, uint32_t shape)
{
    CrMovingIndex *movingIndex = &world->movingIndex;
    movingIndex->places[shape].drifter = movingIndex->places[shape].changed = -1;
    movingIndex->places[shape].pace = 0.0f;
    crArrayPush(movingIndex->shapes, shape);
    int k = crArrayCount(movingIndex->shapes) - 1;
    if (!world->shapes[shape].sensor) { // the first sensor makes room for it
        put(movingIndex, k, movingIndex->shapes[movingIndex->solids]);
        k = movingIndex->solids++;
    }
    put(movingIndex, k, shape);
    crMovingIndexTouch(world, shape, true);
}

// ---- bodies

void crMovingIndexListOther(CaromWorld *world, uint32_t body)
{
    CrMovingIndex *movingIndex = &world->movingIndex;
    bool hasRoom = crArrayCount(movingIndex->others) < crArrayCapacity(movingIndex->others);
    movingIndex->othersKnown = movingIndex->othersKnown && hasRoom;
    if (movingIndex->othersKnown) {
        crArrayPush(movingIndex->others, body);
    }
}

void crMovingIndexListBody(CaromWorld *world, uint32_t body)
{
    CrMovingIndex *movingIndex = &world->movingIndex;
    world->bodies[body].listed = crArrayCount(movingIndex->bodies);
    crArrayPush(movingIndex->bodies, body);
    if (world->bodies[body].type != CAROM_BODY_DYNAMIC) {
        crMovingIndexListOther(world, body);
    }
}

/// Stances are in the order of bodies, as far as there are any.
void crMovingIndexUnlistBody(CaromWorld *world, uint32_t body)
{
    CrMovingIndex *movingIndex = &world->movingIndex;
    CrMovingStance *stances = movingIndex->stances;
    int k = world->bodies[body].listed, last = crArrayCount(movingIndex->bodies) - 1;
    if (last < crArrayCount(stances)) {
        crArrayRemoveSwap(stances, k);
    } else if (k < crArrayCount(stances)) {
        stances[k].body = CR_NONE;
    }
    world->bodies[crArrayLast(movingIndex->bodies)].listed = k;
    crArrayRemoveSwap(movingIndex->bodies, k);
}

// ---- changes

static bool isChanged(const CrMovingIndex *movingIndex, uint32_t shape)
{
    int k = movingIndex->places[shape].changed;
    return k >= 0 && k < crArrayCount(movingIndex->changed) && movingIndex->changed[k] == shape;
}

/// So that its slot, when it is another's, is not in there twice.
static void forgetChange(CaromWorld *world, uint32_t shape)
{
    CrMovingIndex *movingIndex = &world->movingIndex;
    if (isChanged(movingIndex, shape)) {
        movingIndex->places[crArrayLast(movingIndex->changed)].changed =
            movingIndex->places[shape].changed;
        crArrayRemoveSwap(movingIndex->changed, movingIndex->places[shape].changed);
    }
}

void crMovingIndexRemove(CaromWorld *world, uint32_t shape)
{
    CrMovingIndex *movingIndex = &world->movingIndex;
    CrMovingIndexPlace *places = movingIndex->places;
    int k = places[shape].listed;
    if (k < movingIndex->solids) {
        put(movingIndex, k, movingIndex->shapes[--movingIndex->solids]);
        k = movingIndex->solids;
    }
    uint32_t last = crArrayPop(movingIndex->shapes);
    if (k < crArrayCount(movingIndex->shapes)) {
        put(movingIndex, k, last);
    }
    movingIndex->intact = movingIndex->filled = false;
    movingIndex->gone++;
    crClearUntilDrop(world, shape);
    forgetChange(world, shape);
    if (world->shapes[shape].unindexed) {
        crMovingLooseRemove(world, shape);
    }
}

/// Movers look back to where the layer's time begins.
static CrUnindexed looseNow(const CaromWorld *world, uint32_t shape)
{
    const CrMovingIndex *movingIndex = &world->movingIndex;
    double anchored = world->bodies[world->shapes[shape].body].anchorTime;
    double from = crMax(crMin(movingIndex->from, world->time), anchored);
    double to = crMax(movingIndex->to, world->time);
    CrUnindexed now = {crMovingIndexSweptBox(world, shape, from, to), shape};
    return now;
}

/// Whether the layer, which ends at the clock, still holds a shape that goes on otherwise from
/// there: it covers where that stands, by the same numbers.
static bool isCovered(const CaromWorld *world, uint32_t shape)
{
    const CrMovingIndex *movingIndex = &world->movingIndex;
    const CrBody *body = &world->bodies[world->shapes[shape].body];
    return movingIndex->usable && movingIndex->to == world->time &&
           !world->shapes[shape].unindexed && body->parent == CR_NONE && body->spin == 0.0 &&
           body->turn == 0.0;
}

void crMovingIndexTouch(CaromWorld *world, uint32_t shape, bool placed)
{
    CrMovingIndex *movingIndex = &world->movingIndex;
    crClearUntilChanged(world, shape);
    world->shapes[shape].state |= placed ? CR_SHAPE_MOVED_SINCE : 0;
    movingIndex->rests = movingIndex->filled = false;
    if (movingIndex->many) {
        movingIndex->intact = false;
        return;
    }
    if (!placed && isCovered(world, shape)) {
        return;
    }
    CrUnindexed now = looseNow(world, shape);
    if (world->shapes[shape].unindexed) {
        crMovingLooseMove(world, &now);
        return;
    }
    movingIndex->intact = false;
    crMovingLooseAdd(world, &now);
    if (crArrayCount(movingIndex->unindexed) >
        LOOSE_LIMIT + crArrayCount(movingIndex->shapes) / 8) {
        crMovingIndexFill(world, crMin(movingIndex->from, world->time),
                          crMax(movingIndex->to, world->time));
    }
}

static CaromBox boxUnder(const CrPose *pose, CaromBox box)
{
    if (!pose->turned) {
        CaromBox moved = {crAdd(box.min, pose->offset), crAdd(box.max, pose->offset)};
        return moved;
    }
    double c = crAbs(pose->turn.c), s = crAbs(pose->turn.s);
    CaromVec2 half = crScale(crSub(box.max, box.min), 0.5);
    CaromVec2 middle = crPoseToWorld(pose, crAdd(box.min, half));
    CaromVec2 reach = crVec(c * half.x + s * half.y, s * half.x + c * half.y);
    CaromBox turned = {crSub(middle, reach), crAdd(middle, reach)};
    return turned;
}

/// How far an arc about the body's position leads from its chord: r(1 − cos(θ/2)) <= rθ²/8, and
/// never more than to the other side.
static double bulge(const CrBody *body, CaromBox box, double duration)
{
    double turn = body->spin * duration;
    return crBoxFarthest(box, body->pivot) * crMin(turn * turn * 0.125, 2.0);
}

/// How far a parabola leads from its chord, along an axis: at most |a|h²/8.
double crMovingIndexSag(const CrBody *body, double duration)
{
    CaromVec2 a = body->acceleration;
    return 0.125 * (1.0 + 1e-9) * crMax(crAbs(a.x), crAbs(a.y)) * (duration * duration);
}

/// Of what turns a little in that time: the box of the end, moved back to the beginning, and
/// larger by how far any point turns. That takes one rotation, not two.
static CaromBox sweptBack(const CrBody *body, const CrPose *last, CaromBox box, double from,
                          double to)
{
    CaromBox end = boxUnder(last, box);
    CaromVec2 back = crSub(crBodyOffset(body, from), last->offset);
    CaromBox begin = {crAdd(end.min, back), crAdd(end.max, back)};
    double turn = crAbs(body->spin) * (to - from);
    return crBoxInflate(crBoxUnion(end, begin), crBoxFarthest(box, body->pivot) * turn);
}

#define TURNS_LITTLE 0.02 ///< [rad]

/// *last: where the body stands in the end. Of characters since their last move: movers meet them
/// there.
static CaromBox sweptBox(const CaromWorld *world, const CrShape *shape, double since, double to,
                         CrPose *last)
{
    const CrBody *body = &world->bodies[shape->body];
    double from = crBodyIsCharacter(world, body) ? body->anchorTime : since;
    CaromBox box = crShapeBox(shape), swept = box;
    double turn = crAbs(body->spin) * (to - from);
    if (turn > 0.0 && turn < TURNS_LITTLE && !world->still) {
        *last = crFlightPose(world, body, to);
        swept = sweptBack(body, last, box, from, to);
    } else if (body->type != CAROM_BODY_STATIC) {
        CrPose first = crFlightPose(world, body, from);
        *last = first;
        swept = boxUnder(&first, box);
        if (from != to) {
            *last = crFlightPose(world, body, to);
            swept = crBoxUnion(swept, boxUnder(last, box));
        }
        if (body->spin != 0.0 && !world->still) {
            swept = crBoxInflate(swept, bulge(body, box, to - from));
        }
    }
    if (CR_UNLIKELY(body->accelerates) && !world->still) {
        swept = crBoxInflate(swept, crMovingIndexSag(body, to - from));
    }
    // Askers subtract the offset where this adds it: other roundings.
    return crBoxInflate(swept, crPlaceTolerance(swept.min, 0.0) + crPlaceTolerance(swept.max, 0.0));
}

CaromBox crMovingIndexSweptBox(const CaromWorld *world, uint32_t shape, double from, double to)
{
    CrPose last;
    return sweptBox(world, &world->shapes[shape], from, to, &last);
}

void crMovingIndexSetTime(CaromWorld *world, double from, double to)
{
    CrMovingIndex *movingIndex = &world->movingIndex;
    movingIndex->from = movingIndex->first = from;
    movingIndex->to = movingIndex->last = to;
    if (crArrayCount(world->touchings.watched) > 0) { // contacts are judged at multiples
        movingIndex->first = crSteerBefore(world->contactInterval, from);
        movingIndex->last = crSteerAfter(world->contactInterval, to);
    }
}

/// No shape is loose any more: all are filled in, or searched one by one, for that time.
static void settle(CaromWorld *world, double from, double to)
{
    CrMovingIndex *movingIndex = &world->movingIndex;
    crMovingIndexForget(world);
    crMovingIndexSetTime(world, from, to);
    movingIndex->intact = true;
}

/// The box of the k-th shape, and where it stands at the end of the filling's time.
static void fillOne(CaromWorld *world, int k)
{
    CrMovingIndex *movingIndex = &world->movingIndex;
    const CrShape *shape = &world->shapes[movingIndex->shapes[k]];
    const CrBody *body = &world->bodies[shape->body];
    bool wide = movingIndex->first != movingIndex->from || movingIndex->last != movingIndex->to;
    double since = wide ? movingIndex->first : crMax(movingIndex->from, body->anchorTime);
    CrPose last;
    CaromBox swept = sweptBox(world, shape, since, movingIndex->last, &last);
    movingIndex->boxes[k] = movingIndex->kept ? crMovingKeepBox(world, shape, swept) : swept;
    last = wide ? crFlightPose(world, body, movingIndex->to) : last;
    crRayProxySet(movingIndex, k, shape, &last);
    movingIndex->rests = movingIndex->rests && body->spin == 0.0 && body->velocity.x == 0.0 &&
                         body->velocity.y == 0.0 && !body->accelerates;
}

bool crMovingIndexFill(CaromWorld *world, double from, double to)
{
    CrMovingIndex *movingIndex = &world->movingIndex;
    int count = crArrayCount(movingIndex->shapes);
    bool filled = movingIndex->filled && movingIndex->from == from && movingIndex->to == to;
    movingIndex->filled = false;
    if (filled) {
        return true;
    }
    bool same = movingIndex->rests && movingIndex->intact && movingIndex->usable;
    if (!same && movingIndex->kept && crMovingKeep(world, from, to)) {
        return true;
    }
    settle(world, from, to);
    if (same) {
        return true; // all boxes are as they were
    }
    movingIndex->rests = movingIndex->posed = true;
    movingIndex->looked = movingIndex->gone = 0;
    movingIndex->kept = crMovingKeepBegin(world);
    crArraySetCount(movingIndex->boxes, count);
    for (int k = 0; k < count; k++) {
        fillOne(world, k);
    }
    movingIndex->usable = crMovingFill(&movingIndex->layer, movingIndex->boxes, movingIndex->shapes,
                                       count) == CAROM_OK;
    return movingIndex->usable;
}

void crMovingIndexBeginMany(CaromWorld *world, int shapes)
{
    CrMovingIndex *movingIndex = &world->movingIndex;
    movingIndex->many = shapes > LOOSE_LIMIT + crArrayCount(movingIndex->shapes) / 8;
}

bool crMovingIndexForgetMotions(CaromWorld *world)
{
    CrMovingIndex *movingIndex = &world->movingIndex;
    bool isQuiet = movingIndex->many && world->flights.liveCount == 0;
    if (isQuiet) {
        movingIndex->motions++;
        movingIndex->disturbed = true;
        movingIndex->rests = movingIndex->filled = movingIndex->intact = false;
    }
    return isQuiet;
}

void crMovingIndexEndMany(CaromWorld *world, double until)
{
    if (world->movingIndex.many) {
        world->movingIndex.many = false;
        world->movingIndex.filled = crMovingIndexFill(world, world->time, until);
    }
}

void crMovingIndexRefill(CaromWorld *world)
{
    CrMovingIndex *movingIndex = &world->movingIndex;
    int count = crArrayCount(movingIndex->shapes);
    movingIndex->rests = movingIndex->kept = false; // shapes may be others than those it holds
    movingIndex->othersKnown = false;
    if (crMovingHasRoom(&movingIndex->layer, count)) {
        crMovingIndexFill(world, world->time, world->time);
        return;
    }
    settle(world, world->time, world->time);
    movingIndex->usable = movingIndex->kept = false;
}

void crMovingIndexReturn(CaromWorld *world, bool isSame)
{
    world->movingIndex.filled = false;
    if (!isSame || !world->movingIndex.kept || !crMovingKeepAll(world)) {
        crMovingIndexRefill(world);
    }
}

void crMovingIndexStartIn(CrMovingIndexWalk *walk, const CaromWorld *world, CaromBox box,
                          unsigned layers)
{
    walk->world = world;
    walk->box = box;
    walk->layers = layers;
    walk->line = NULL;
    walk->listed = 0;
    if (world->movingIndex.usable) {
        crMovingStart(&walk->layer, &world->movingIndex.layer, box);
    }
}

void crMovingIndexKeepTo(CrMovingIndexWalk *walk, const CrLinePiece *line)
{
    walk->line = line;
}

/// Whether the line that matters, if there is one, comes near a box.
static bool isOnLine(const CrMovingIndexWalk *walk, const CaromBox *box)
{
    return walk->line == NULL || crLinePieceTouches(walk->line, box);
}

static bool isIn(const CaromWorld *world, uint32_t shape, unsigned layers)
{
    return layers & (world->shapes[shape].sensor ? CR_MOVING_SENSORS : CR_MOVING_SOLIDS);
}

bool crMovingIndexHolds(const CaromWorld *world, uint32_t shape, unsigned layers)
{
    return isIn(world, shape, layers) &&
           (world->movingIndex.intact ||
            (crSlotsLive(&world->shapeSlots, shape) && !world->shapes[shape].unindexed &&
             crBodyMoves(&world->bodies[world->shapes[shape].body])));
}

static bool nextOfAll(CrMovingIndexWalk *walk, uint32_t *shape)
{
    const CrMovingIndex *movingIndex = &walk->world->movingIndex;
    double from = crMin(movingIndex->first, walk->world->time);
    double to = crMax(movingIndex->last, walk->world->time);
    while (walk->listed < crArrayCount(movingIndex->shapes)) {
        *shape = movingIndex->shapes[walk->listed++];
        CaromBox box = crMovingIndexSweptBox(walk->world, *shape, from, to);
        if (crBoxOverlaps(walk->box, box) && isOnLine(walk, &box) &&
            isIn(walk->world, *shape, walk->layers)) {
            return true;
        }
    }
    return false;
}

bool crMovingIndexNext(CrMovingIndexWalk *walk, uint32_t *shape)
{
    const CrMovingIndex *movingIndex = &walk->world->movingIndex;
    while (movingIndex->usable && crMovingNext(&walk->layer, shape)) {
        if (isOnLine(walk, crMovingBox(&walk->layer)) &&
            crMovingIndexHolds(walk->world, *shape, walk->layers)) {
            return true;
        }
    }
    return movingIndex->usable ? crMovingLooseNext(walk, shape) : nextOfAll(walk, shape);
}

void crClearUntilInit(CaromWorld *world)
{
    crMotionGridInit(&world->movingIndex.motionGrid, &world->allocator);
    world->movingIndex.disturbed = true;
    world->movingIndex.told = -CR_NEVER;
}

void crClearUntilFree(CaromWorld *world)
{
    crMotionGridFree(&world->movingIndex.motionGrid);
    crArrayFree(world->movingIndex.map, &world->allocator);
}

bool crClearUntilReserve(CaromWorld *world)
{
    CrFlights *f = &world->flights;
    int shapes = crArrayCapacity(world->movingIndex.shapes);
    bool isFirst = world->movingIndex.map == NULL;
    if (!crMotionGridReserve(&world->movingIndex.motionGrid, shapes) ||
        !crArrayReserve(world->movingIndex.map, 1, &world->allocator)) {
        return false;
    }
    if (isFirst) {
        world->movingIndex.map->seen = 0.0;
    }
    int room = crArrayCapacity(f->next) > 0 ? crArrayCapacity(f->next) : 1;
    if (!crArrayReserve(f->glances, room / 8 + 1, &world->allocator)) {
        return false;
    }
    if (f->clearUntil == NULL) {
        if (!crArrayReserve(f->clearUntil, room, &world->allocator)) {
            return false;
        }
        crArraySetCount(f->clearUntil, (int)crFlightsCount(f));
    }
    return true;
}

#define PACE 1.25  // of the largest part of a velocity
#define GAINS 0.5  // [s] of an acceleration that counts as velocity
#define PUSHED 2.0 // [m/s] that pushes may add

void crClearUntilPace(CaromWorld *world, uint32_t shape)
{
    const CrBody *body = &world->bodies[world->shapes[shape].body];
    CaromVec2 v = crBodyVelocity(body, world->time), a = body->acceleration;
    float *pace = &world->movingIndex.places[shape].pace;
    double most = crMax(crAbs(v.x), crAbs(v.y));
    most += body->accelerates ? GAINS * crMax(crAbs(a.x), crAbs(a.y)) : 0.0;
    most += body->type == CAROM_BODY_DYNAMIC ? PUSHED : 0.0;
    *pace = (float)crMax(*pace, PACE * crMin(most, 1e12));
}

/// Each slot at most once, so that there is room: what has died meanwhile is passed over later.
void crClearUntilChanged(CaromWorld *world, uint32_t shape)
{
    CrMovingIndex *movingIndex = &world->movingIndex;
    CrMovingIndexPlace *place = &movingIndex->places[shape];
    place->restless = true;
    crClearUntilPace(world, shape);
    if (!isChanged(movingIndex, shape)) {
        place->changed = crArrayCount(movingIndex->changed);
        crArrayPush(movingIndex->changed, shape);
    }
}

// After a rollback the drifts may be those of another filling: then it is looked for.
void crClearUntilDrop(CaromWorld *world, uint32_t shape)
{
    CrMotionGrid *motionGrid = &world->movingIndex.motionGrid;
    int k = world->movingIndex.places[shape].drifter;
    if (k >= motionGrid->count || (k >= 0 && motionGrid->all[k].key != shape)) {
        for (k = 0; k < motionGrid->count && motionGrid->all[k].key != shape;) {
            k++;
        }
    }
    if (k >= 0 && k < motionGrid->count) {
        motionGrid->all[k].full = false;
    }
}
