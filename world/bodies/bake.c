// SPDX-License-Identifier: MIT
#include "bake.h"

#include "../index/edit_list.h"
#include "../index/hierarchy.h"
#include "../data/revision.h"
#include "../geometry/journal.h"
#include "../geometry/tile_border.h"
#include "../geometry/shape_view.h"

#include <string.h>

/// The point that edge i leads to, as it is baked.
static int nextBaked(const CrShape *shape, const CrBaked *baked, int i)
{
    const CrTileMap *tiles = crShapeExtras(shape)->tiles;
    return CR_UNLIKELY(tiles != NULL) ? tiles->mesh.next[baked->flipped][i] : crShapeNext(shape, i);
}

/// Tiles must be far larger than rounding.
static bool areTilesFlat(const CrBaked *baked)
{
    const CaromVec2 *f = baked->frame;
    double reach = crAbs(f[0].x) + crAbs(f[0].y) +
                   4096.0 * (crAbs(f[1].x) + crAbs(f[1].y) + crAbs(f[2].x) + crAbs(f[2].y));
    double width = crAbs(crCross(f[1], f[2])) / crMax(crLength(f[1]), crLength(f[2]));
    return !(width > reach * 0x1p-36);
}

/// Whether baked points still make the shape that they are to be. winding: of polygons, before they
/// were turned.
static CaromError checkBaked(const CrShape *shape, CrLocal local, const CrBaked *baked, int winding)
{
    const CaromVec2 *p = baked->points;
    for (int i = 0; i < shape->pointCount; i++) {
        // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): points go with their count
        CaromError error = crCheckVec(p[i]);
        if (error != CAROM_OK) {
            return error;
        }
    }
    for (int e = 0; e < shape->edgeCount && crShapeHasCorners(shape); e++) {
        // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): likewise
        if (crEqual(p[e], p[nextBaked(shape, baked, e)])) {
            return CAROM_ERROR_SCALE;
        }
    }
    bool thin = local.radius == 0.0;
    if (!thin && !(baked->radius > 0.0 && crCheckNumber(baked->radius) == CAROM_OK)) {
        return CAROM_ERROR_SCALE;
    }
    bool flat = shape->type == CAROM_SHAPE_POLYGON && winding == 0;
    const CrShapeExtras *extras = crShapeExtras(shape);
    for (int k = 0; k < extras->ringCount && !flat; k++) {
        int start = crRingStart(extras->ringEnds, k);
        flat = caromPolygonWinding(p + start, extras->ringEnds[k] - start) !=
               (extras->rings[k] & CR_RING_HOLE ? -1 : 1);
    }
    flat |= extras->tiles != NULL && areTilesFlat(baked);
    return flat ? CAROM_ERROR_SCALE : CAROM_OK;
}

/// Mirrored edges begin where they ended.
static void bakeTiles(const CaromWorld *world, const CrShape *shape, CrLocal local, CrBaked *baked)
{
    const CrTileMap *tiles = shape->extras->tiles;
    CaromVec2 o = tiles->origin;
    baked->flipped = crFrameMirrors(world, shape->body);
    for (int i = 0; i < shape->pointCount; i++) {
        int from = baked->flipped ? tiles->mesh.next[0][i] : i;
        // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): likewise
        baked->points[i] = crFramePoint(world, shape->body, local.points[from]);
    }
    CaromVec2 corner = crFramePoint(world, shape->body, o);
    CaromVec2 x = crFramePoint(world, shape->body, crVec(o.x + tiles->size, o.y));
    CaromVec2 y = crFramePoint(world, shape->body, crVec(o.x, o.y + tiles->size));
    baked->frame[0] = corner;
    baked->frame[1] = crSub(x, corner);
    baked->frame[2] = crSub(y, corner);
}

/// Solid comes to the left of all rings.
static void turnRings(const CrShape *shape, CrBaked *baked)
{
    const CrShapeExtras *extras = shape->extras;
    for (int k = 0; k < extras->ringCount; k++) {
        int start = crRingStart(extras->ringEnds, k);
        bool turned = extras->rings[k] & CR_RING_TURNED;
        if (turned != baked->flipped) {
            caromPolygonReverse(baked->points + start, extras->ringEnds[k] - start);
        }
    }
}

/// A wall's edges run the other way round, in the other order.
static void turnRound(const CrShape *shape, CaromVec2 *points)
{
    if (shape->type == CAROM_SHAPE_LOOP) {
        caromPolygonReverse(points, shape->pointCount);
        return;
    }
    for (int i = 0, k = shape->pointCount - 1; i < k; i++, k--) {
        // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): likewise
        CaromVec2 p = points[i];
        points[i] = points[k];
        points[k] = p;
    }
}

CaromError crShapeBake(const CaromWorld *world, const CrShape *shape, CrLocal local, CrBaked *baked)
{
    int n = shape->pointCount, winding = 0;
    crFramePoints(world, shape->body, local.points, n, baked->points);
    baked->flipped = false;
    if (shape->type == CAROM_SHAPE_POLYGON) {
        winding = caromPolygonWinding(baked->points, n);
        baked->flipped = winding < 0;
        if (baked->flipped) {
            caromPolygonReverse(baked->points, n);
        }
    } else if (shape->type == CAROM_SHAPE_TILES) {
        bakeTiles(world, shape, local, baked);
    } else if (shape->type == CAROM_SHAPE_REGION) {
        baked->flipped = crFrameMirrors(world, shape->body);
        turnRings(shape, baked);
    } else if (crShapeIsWall(shape) && shape->oneSided && crFrameMirrors(world, shape->body)) {
        turnRound(shape, baked->points);
        baked->flipped = true;
    }
    baked->radius = local.radius > 0.0 ? crFrameRadius(world, shape->body, local.radius) : 0.0;
    CaromBox box = n > 0 ? caromBoxOfPoints(baked->points, n)
                         : crBox(baked->frame[0], baked->frame[0]); // a map without solid tiles
    baked->box = crBoxInflate(box, baked->radius);
    return checkBaked(shape, local, baked, winding);
}

bool crShapeLocalIsBaked(const CrShape *shape, CrLocal local, const CrBaked *baked)
{
    size_t size = (size_t)shape->pointCount * sizeof *local.points;
    return memcmp(&local.radius, &baked->radius, sizeof local.radius) == 0 &&
           // NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): likewise
           (size == 0 || memcmp(local.points, baked->points, size) == 0);
}

void crShapeAdopt(CrShape *shape, const CrBaked *baked)
{
    for (int i = 0; i < shape->pointCount; i++) {
        shape->baked[i] = baked->points[i];
    }
    shape->radius = baked->radius;
    shape->flipped = baked->flipped;
    crShapeSetBox(shape, baked->box);
    CrTileMap *tiles = crShapeExtras(shape)->tiles;
    if (tiles != NULL) {
        shape->extras->nextPoint = tiles->mesh.next[baked->flipped];
        tiles->corner = baked->frame[0];
        tiles->alongX = baked->frame[1];
        tiles->alongY = baked->frame[2];
    }
}

CrBaked crShapeBaked(const CrShape *shape)
{
    CrBaked baked = {shape->baked,      shape->radius, shape->flipped,
                     crShapeBox(shape), NULL,          {{0.0, 0.0}}};
    return baked;
}

/// Of all items of a shape. A tile map's inside grows and shrinks while most of them stay.
static uint32_t flagsOf(const CrShape *shape, const CrBaked *baked)
{
    uint32_t flags = crShapeKind(shape) << CR_GRID_KIND_SHIFT;
    flags |= shape->oneSided ? CR_GRID_ONE_SIDED : 0u;
    if (!crShapeHasInside(shape)) {
        return flags;
    }
    double width = crLength(crSub(baked->box.max, baked->box.min));
    return flags | crGridInside(crShapeExtras(shape)->tiles != NULL ? HUGE_VAL : width);
}

/// Their keys follow each other.
bool crShapeIsRun(const CrShape *shape)
{
    const uint32_t *keys = crShapeKeys(shape);
    bool follow = shape->type == CAROM_SHAPE_POLYGON && shape->edgeCount <= CR_RUN_MOST;
    for (int i = 1; follow && i < shape->edgeCount; i++) {
        follow = keys[i] == keys[0] + (uint32_t)i;
    }
    return follow;
}

static CrGridItem itemOf(const CrShape *shape, const CrBaked *baked, int i, uint32_t flags,
                         bool run)
{
    flags |= run && i < shape->edgeCount - 1 ? CR_GRID_RUNS_ON : 0u;
    CrGridItem item = {baked->points[i], baked->points[nextBaked(shape, baked, i)], baked->radius,
                       crShapeKeys(shape)[i], flags};
    return item;
}

CrGridItem crShapeItem(const CrShape *shape, const CrBaked *baked, int i)
{
    return itemOf(shape, baked, i, flagsOf(shape, baked), crShapeIsRun(shape));
}

void crShapeWriteItems(const CrShape *shape, const CrBaked *baked, CrGridItem *items)
{
    uint32_t flags = flagsOf(shape, baked);
    bool run = crShapeIsRun(shape);
    for (int i = 0; i < shape->edgeCount; i++) {
        items[i] = itemOf(shape, baked, i, flags, run);
    }
}

// ---- rebaking: all shapes of a body and of those that hang from it, or none

typedef struct Rebake {
    CaromWorld *world;
    uint32_t root; ///< the body
    bool settles;  ///< it is about to become static
    CrRebakeRoom *room;
    int shapeCount, pointCount, edgeCount; ///< edges: of those that rest
} Rebake;

#define KEPT 256 ///< shapes, points, edges: room for so many is kept

void crRebakeRoomFree(CaromWorld *world)
{
    CrRebakeRoom *room = &world->rebakeRoom;
    crArrayFree(room->baked, &world->allocator);
    crArrayFree(room->points, &world->allocator);
    crArrayFree(room->from, &world->allocator);
    crArrayFree(room->to, &world->allocator);
}

/// What was not needed goes back.
static void endRebake(Rebake *rebake)
{
    CrRebakeRoom *room = rebake->room;
    CrHierarchyWalk walk = crHierarchyShapes(rebake->world, rebake->root);
    uint32_t s;
    for (int i = 0; i < crArrayCount(room->baked); i++) {
        (void)crHierarchyNextShape(&walk, &s);
        if (room->baked[i].apart != NULL) {
            crShapeDropApart(rebake->world, &rebake->world->shapes[s], room->baked[i].apart);
        }
    }
    crArraySetCount(room->baked, 0);
    if (crArrayCapacity(room->baked) > KEPT || crArrayCapacity(room->points) > KEPT ||
        crArrayCapacity(room->from) > KEPT) {
        crRebakeRoomFree(rebake->world);
    }
}

/// Whether rollback states do not hold where it is.
static bool isKept(const CaromWorld *world, uint32_t shape)
{
    return !crBodyMoves(&world->bodies[world->shapes[shape].body]);
}

/// Whether a shape rests in the end: its body does, or is about to.
static bool willRest(const Rebake *rebake, const CrShape *shape)
{
    return crShapeRests(rebake->world, shape) || (rebake->settles && shape->body == rebake->root);
}

static CaromError reserveRebake(Rebake *rebake)
{
    const CaromAllocator *allocator = &rebake->world->allocator;
    CrHierarchyWalk walk = crHierarchyShapes(rebake->world, rebake->root);
    uint32_t s;
    while (crHierarchyNextShape(&walk, &s)) {
        const CrShape *shape = &rebake->world->shapes[s];
        rebake->shapeCount++;
        rebake->pointCount += shape->pointCount;
        rebake->edgeCount += willRest(rebake, shape) ? shape->edgeCount : 0;
    }
    CrRebakeRoom *room = rebake->room;
    bool ok = crArrayReserve(room->baked, rebake->shapeCount, allocator) &&
              crArrayReserve(room->points, rebake->pointCount, allocator) &&
              crArrayReserve(room->from, rebake->edgeCount, allocator) &&
              crArrayReserve(room->to, rebake->edgeCount, allocator);
    return ok ? CAROM_OK : CAROM_ERROR_MEMORY;
}

static CaromError bakeOne(Rebake *rebake, const CrShape *shape, CaromVec2 *points)
{
    CrBaked baked = {0};
    baked.points = points;
    CrLocal local = {crShapeLocal(shape), crShapeLocalRadius(shape)};
    CaromError error = crShapeBake(rebake->world, shape, local, &baked);
    bool parts = error == CAROM_OK && (shape->state & CR_SHAPE_LOCAL_IS_BAKED) &&
                 !crShapeLocalIsBaked(shape, local, &baked);
    if (parts) {
        baked.apart = crShapeReserveApart(rebake->world, shape);
        error = baked.apart != NULL ? CAROM_OK : CAROM_ERROR_MEMORY;
    }
    crArrayPush(rebake->room->baked, baked);
    return error;
}

static CaromError bakeAll(Rebake *rebake)
{
    CrHierarchyWalk walk = crHierarchyShapes(rebake->world, rebake->root);
    uint32_t s;
    CaromVec2 *room = rebake->room->points;
    int points = 0, edges = 0;
    for (int i = 0; crHierarchyNextShape(&walk, &s); i++) {
        const CrShape *shape = &rebake->world->shapes[s];
        CaromError error = bakeOne(rebake, shape, room ? room + points : NULL);
        if (error != CAROM_OK) {
            return error;
        }
        points += shape->pointCount;
        if (shape->sensor || shape->edgeCount == 0 || !willRest(rebake, shape)) {
            continue; // nothing of it in the grid
        }
        CrBaked present = crShapeBaked(shape);
        crShapeWriteItems(shape, &present, rebake->room->from + edges);
        crShapeWriteItems(shape, &rebake->room->baked[i], rebake->room->to + edges);
        edges += shape->edgeCount;
    }
    rebake->edgeCount = edges;
    return CAROM_OK;
}

/// Of resting shapes.
static CrBoxCells *boxesFor(CaromWorld *world, uint32_t shape)
{
    return world->shapes[shape].sensor ? &world->sensors.boxes : &world->boxes;
}

/// Takes out of the resting ones' boxes those of the first `count` shapes: the new or the old ones.
static void removeBoxes(const Rebake *rebake, int count, bool fresh)
{
    CrHierarchyWalk walk = crHierarchyShapes(rebake->world, rebake->root);
    uint32_t s;
    for (int i = 0; i < count; i++) {
        (void)crHierarchyNextShape(&walk, &s);
        const CrShape *shape = &rebake->world->shapes[s];
        if (willRest(rebake, shape)) {
            CaromBox box = fresh ? rebake->room->baked[i].box : crShapeBox(shape);
            crBoxCellsRemove(boxesFor(rebake->world, s), s, box);
        }
    }
}

/// New boxes go in beside the old ones, so that a failure only has to take them out again.
static CaromError addBoxes(const Rebake *rebake)
{
    CrHierarchyWalk walk = crHierarchyShapes(rebake->world, rebake->root);
    uint32_t s;
    for (int i = 0; crHierarchyNextShape(&walk, &s); i++) {
        if (!willRest(rebake, &rebake->world->shapes[s])) {
            continue;
        }
        CaromError error =
            crBoxCellsInsert(boxesFor(rebake->world, s), s, rebake->room->baked[i].box);
        if (error != CAROM_OK) {
            removeBoxes(rebake, i, true);
            return error;
        }
    }
    return CAROM_OK;
}

static CaromError relistStatic(const Rebake *rebake)
{
    CaromError error = addBoxes(rebake);
    if (error != CAROM_OK) {
        return error;
    }
    if (rebake->settles) { // they are in none of these layers yet
        error = crGridInsert(&rebake->world->grid, rebake->room->to, rebake->edgeCount);
        if (error != CAROM_OK) {
            removeBoxes(rebake, rebake->shapeCount, true);
        }
        return error;
    }
    error =
        crGridMove(&rebake->world->grid, rebake->room->from, rebake->room->to, rebake->edgeCount);
    removeBoxes(rebake, rebake->shapeCount, error != CAROM_OK);
    return error;
}

static void adoptAll(const Rebake *rebake)
{
    CaromWorld *world = rebake->world;
    CrHierarchyWalk walk = crHierarchyShapes(world, rebake->root);
    uint32_t s;
    for (int i = 0; crHierarchyNextShape(&walk, &s); i++) {
        if (isKept(world, s)) {
            crJournalKeepShape(world, s, true);
            crJournalTakeCopy(world, s);
            crRevisionTurn(world, s);
        }
        crEditsAdd(world, s); // where it was
        if (rebake->room->baked[i].apart != NULL) {
            crShapeMoveApart(world, &world->shapes[s], rebake->room->baked[i].apart);
            rebake->room->baked[i].apart = NULL;
        }
        crShapeAdopt(&world->shapes[s], &rebake->room->baked[i]);
    }
}

static CaromError rebakeAll(CaromWorld *world, uint32_t body, bool settles)
{
    Rebake rebake = {0};
    rebake.world = world;
    rebake.root = body;
    rebake.settles = settles;
    rebake.room = &world->rebakeRoom;
    CaromError error = crEditsReserve(world);
    error = crThen(error, reserveRebake(&rebake));
    error = crThen(error, bakeAll(&rebake));
    if (error == CAROM_OK && (settles || world->bodies[body].type == CAROM_BODY_STATIC)) {
        error = relistStatic(&rebake); // what hangs from one that moves does so too
    }
    if (error == CAROM_OK) {
        adoptAll(&rebake);
    }
    endRebake(&rebake);
    return error;
}

CaromError crShapesRebake(CaromWorld *world, uint32_t body)
{
    return rebakeAll(world, body, false);
}

CaromError crShapesRebakeToRest(CaromWorld *world, uint32_t body)
{
    return rebakeAll(world, body, true);
}
