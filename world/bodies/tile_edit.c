// SPDX-License-Identifier: MIT
// Edits of tiles. The border is built again on the lines around them. Edges that stay keep their
// keys, so that flights towards them need not search again; only new and old edges are added to and
// removed from the grid. Everything or nothing.
#include "bake.h"
#include "rigid_change.h"
#include "tile_lean.h"
#include "../data/observer.h"
#include "../index/edit_list.h"
#include "undo.h"
#include "../index/sensors.h"
#include "../flight/where.h"
#include "../geometry/journal.h"
#include "../geometry/tile_shape.h"
#include "../data/revision.h"
#include "../data/rigid_edits.h"
#include "../index/contact_watch.h"

#include <string.h>

// ---- cells

static uint16_t *rowOf(const CrTileChange *change, int row)
{
    const CrTileMap *tiles = &change->tiles;
    return tiles->cells + (size_t)(change->rect.y + row) * (size_t)tiles->width + change->rect.x;
}

static void writeCells(const CrTileChange *change, const uint16_t *values)
{
    size_t width = (size_t)change->rect.width;
    for (int row = 0; row < change->rect.height; row++) {
        memcpy(rowOf(change, row), values + (size_t)row * width, width * sizeof *values);
    }
}

static size_t savedSize(const CrTileChange *change)
{
    return (size_t)change->rect.width * (size_t)change->rect.height * sizeof(uint16_t);
}

static bool saveCells(CrTileChange *change)
{
    size_t width = (size_t)change->rect.width;
    change->saved = crResize(&change->world->allocator, NULL, 0, savedSize(change));
    for (int row = 0; row < change->rect.height && change->saved != NULL; row++) {
        memcpy(change->saved + (size_t)row * width, rowOf(change, row), width * sizeof(uint16_t));
    }
    return change->saved != NULL;
}

// ---- what stays

/// Order of edges by where they begin.
static bool comesBefore(const CrTileEdge *a, bool rowA, const CrTileEdge *b, bool rowB)
{
    return rowA != rowB ? rowA : a->line != b->line ? a->line < b->line : a->lo < b->lo;
}

static bool areSame(const CrTileEdge *a, const CrTileEdge *b)
{
    return a->hi == b->hi && a->tile == b->tile && a->forward == b->forward;
}

/// Keys of edges that stay, and CR_NONE for those that come.
static void compare(CrTileChange *change)
{
    const CrTileMap *from = crTilePresent(change)->extras->tiles, *to = &change->tiles;
    int i = 0, j = 0;
    change->removedCount = change->addedCount = 0;
    while (i < from->mesh.count || j < to->mesh.count) {
        const CrTileEdge *a = &from->mesh.edges[i], *b = &to->mesh.edges[j];
        bool first = j == to->mesh.count, second = i == from->mesh.count;
        if (!first && !second) {
            bool rowA = crTileIsRow(&from->mesh, from, i), rowB = crTileIsRow(&to->mesh, to, j);
            first = comesBefore(a, rowA, b, rowB);
            second = comesBefore(b, rowB, a, rowA);
        }
        bool stays = !first && !second && areSame(a, b);
        if (!second) {
            change->newOf[i] = stays ? j : -1;
            change->removedCount += !stays;
        }
        if (!first) {
            crShapeKeys(&change->shape)[j] =
                stays ? crShapeKeys(crTilePresent(change))[i] : CR_NONE;
            change->addedCount += !stays;
        }
        i += !second;
        j += !first;
    }
}

// ---- memory

static bool allocateItems(CrTileChange *change)
{
    int present = crTilePresent(change)->edgeCount, most = present + change->shape.edgeCount;
    change->itemsSize = (size_t)(most + 1) * (sizeof(CrGridItem) + sizeof(int));
    change->removed = crResize(&change->world->allocator, NULL, 0, change->itemsSize);
    if (change->removed == NULL) {
        return false;
    }
    change->added = change->removed + present;
    change->newOf = (int *)(void *)(change->added + change->shape.edgeCount + 1);
    return true;
}

static CaromError prepare(CrTileChange *change)
{
    CaromWorld *world = change->world;
    const CrTileMap *present = crTilePresent(change)->extras->tiles;
    CrShape *shape = &change->shape;
    CaromError error = crTileMeshMake(&change->tiles, &world->allocator, &present->mesh,
                                      &change->rect, &change->tiles.mesh);
    if (error != CAROM_OK) {
        change->tiles.mesh.edges = NULL;
        return error;
    }
    CrShapeSource source = {.radius = crShapeLocalRadius(crTilePresent(change)),
                            .tiles = &change->tiles};
    shape->pointCount = shape->edgeCount = change->tiles.mesh.count;
    error = crShapeFurnish(world, shape, &source);
    if (error == CAROM_OK && !allocateItems(change)) {
        error = CAROM_ERROR_MEMORY;
    }
    if (error == CAROM_OK) {
        change->baked = crShapeBaked(shape);
        compare(change);
        error = crKeysReserve(world, change->addedCount);
    }
    if (error == CAROM_OK) {
        error = crRigidDigPrepare(world, change->slot, &change->tiles.mesh, change->newOf,
                                  &change->dig);
    }
    return error;
}

static void discard(CrTileChange *change)
{
    CaromWorld *world = change->world;
    if (change->removed != NULL) {
        crResize(&world->allocator, change->removed, change->itemsSize, 0);
    }
    crRigidDigFree(world, &change->dig);
    crShapeFreeRoom(world, &change->shape);
    if (change->tiles.mesh.edges != NULL) {
        crTileMeshFree(&change->tiles.mesh, &world->allocator);
    }
    if (change->saved != NULL) {
        crResize(&world->allocator, change->saved, savedSize(change), 0);
    }
}

// ---- layers

static void takeNewKeys(CrTileChange *change)
{
    int count = 0;
    for (int e = 0; e < change->shape.edgeCount; e++) {
        if (crShapeKeys(&change->shape)[e] == CR_NONE) {
            crShapeKeys(&change->shape)[e] = crKeyTake(change->world, change->slot, e);
            change->added[count++] = crShapeItem(&change->shape, &change->baked, e);
        }
    }
}

static void listRemoved(CrTileChange *change)
{
    const CrShape *present = crTilePresent(change);
    CrBaked baked = crShapeBaked(present);
    int count = 0;
    for (int e = 0; e < present->edgeCount; e++) {
        if (change->newOf[e] < 0) {
            change->removed[count++] = crShapeItem(present, &baked, e);
        }
    }
}

/// Of static bodies' shapes; what may fail comes first and is taken back.
static CaromError relist(CrTileChange *change)
{
    CaromWorld *world = change->world;
    const CrShape *present = crTilePresent(change);
    CrBoxCells *boxes = present->sensor ? &world->sensors.boxes : &world->boxes;
    CaromError error = crBoxCellsInsert(boxes, change->slot, change->baked.box);
    if (error != CAROM_OK) {
        return error;
    }
    if (!present->sensor) {
        error = crGridInsert(&world->grid, change->added, change->addedCount);
    }
    crBoxCellsRemove(boxes, change->slot,
                     error == CAROM_OK ? crShapeBox(present) : change->baked.box);
    if (error == CAROM_OK && !present->sensor) {
        crGridRemove(&world->grid, change->removed, change->removedCount);
    }
    return error;
}

/// What changes lies within the rect; edges that are cut or grow, and their keys, reach further.
static void tellEdits(CrTileChange *change)
{
    CaromWorld *world = change->world;
    const CrShape *present = crTilePresent(change);
    if (present->sensor || !crShapeRests(world, present)) {
        crEditsAdd(world, change->slot);
        return;
    }
    const CrTileMap *tiles = present->extras->tiles;
    CaromVec2 at = crAddScaled(crAddScaled(tiles->corner, tiles->alongX, change->rect.x),
                               tiles->alongY, change->rect.y);
    CaromVec2 x = crScale(tiles->alongX, change->rect.width),
              y = crScale(tiles->alongY, change->rect.height);
    CaromBox box = crBoxUnion(crBox(at, crAdd(crAdd(at, x), y)), crBox(crAdd(at, x), crAdd(at, y)));
    crEditsAddBox(world, crBoxInflate(box, present->radius));
    for (int k = 0; k < change->removedCount; k++) {
        const CrGridItem *item = &change->removed[k];
        crEditsAddBox(world, crBoxInflate(crBox(item->a, item->b), item->radius));
    }
}

// ---- all of it

/// The shape's arrays for those of the change, which then has the present ones, to be freed.
static void swap(CrTileChange *change)
{
    CrShape *shape = &change->world->shapes[change->slot], old = *shape;
    CrTileMap *tiles = shape->extras->tiles;
    CrTileMesh mesh = tiles->mesh;
    change->shape.unindexed = shape->unindexed;
    change->shape.touched = shape->touched;
    *tiles = change->tiles;
    *shape = change->shape;
    shape->extras->tiles = tiles;
    shape->extras->renewed = old.extras->renewed;
    change->shape = old;
    change->tiles.mesh = mesh;
}

/// What lies on edges that stay goes on.
static void keepRenewed(const CaromWorld *world, CrShape *shape, double renewed)
{
    shape->edited = world->time;
    shape->extras->renewed = renewed;
    shape->state &= (uint8_t)~(CR_SHAPE_KEPT | CR_SHAPE_FOLLOWED);
    shape->state |= renewed != world->time ? CR_SHAPE_KEPT : 0;
}

/// After the swap the change has what was: the journal takes it, where it needs it, with the tiles
/// as they were.
static void keepOld(CrTileChange *change)
{
    CaromWorld *world = change->world;
    if (!crJournalWants(world, change->slot)) {
        return;
    }
    CrShape *old = &change->shape;
    CrTileMap *tiles =
        crTileMapCopyWith(world, crTilePresent(change)->extras->tiles, &change->tiles.mesh);
    if (tiles == NULL) {
        crJournalForget(world);
        return;
    }
    change->tiles.mesh.edges = NULL; // the copy's
    old->extras->tiles = tiles;
    CrTileChange was = *change;
    was.tiles.cells = tiles->cells;
    writeCells(&was, change->saved);
    (void)crJournalTake(world, change->slot, old);
    old->baked = NULL;
    old->extras = NULL;
}

/// Nothing can fail from here on.
static void commit(CrTileChange *change)
{
    CaromWorld *world = change->world;
    double renewed = crTilePresent(change)->extras->renewed;
    crJournalKeepShape(world, change->slot, true);
    tellEdits(change);
    crTileLeanAnew(change);
    swap(change);
    keepOld(change);
    const CrShape *shape = crTilePresent(change);
    for (int e = 0; e < shape->edgeCount; e++) {
        world->keyOwners[crShapeKeys(shape)[e]].feature = (uint32_t)e;
    }
    for (int k = change->removedCount - 1; k >= 0; k--) {
        crKeyRelease(world, change->removed[k].key);
    }
    world->edgeCount += change->addedCount - change->removedCount;
    if (crShapeMoves(world, shape)) {
        crMovingIndexTouch(world, change->slot, true);
    }
    if (shape->sensor || !crShapeRests(world, shape)) {
        crEditsAdd(world, change->slot);
    }
    keepRenewed(world, &world->shapes[change->slot], renewed);
    crRigidNoteShape(world, change->slot);
    crRigidDig(world, change->slot, &change->dig);
    crTileRenewMoving(change);
    crRevisionReshape(world, change->slot);
}

static CaromError setTiles(CaromWorld *world, uint32_t slot, CrTileRect rect,
                           const uint16_t *values)
{
    const CrShape *shape = &world->shapes[slot];
    CrTileChange change = {.world = world,
                           .slot = slot,
                           .rect = rect,
                           .tiles = *shape->extras->tiles,
                           .shape = *shape};
    change.tiles.mesh.edges = NULL;
    change.shape.baked = NULL;
    change.shape.extras = NULL;
    CrUndo mark = crUndoKeep(world);
    bool isSaved = saveCells(&change);
    CaromError error = isSaved ? CAROM_OK : CAROM_ERROR_MEMORY;
    if (isSaved) {
        writeCells(&change, values);
        error = prepare(&change);
    }
    error = crThen(error, crContactsReserve(world, &change.shape, false));
    if (error == CAROM_OK) {
        takeNewKeys(&change);
        listRemoved(&change);
        if (crShapeRests(world, shape)) {
            error = relist(&change);
        }
        if (error == CAROM_OK) {
            commit(&change);
        } else {
            for (int k = change.addedCount - 1; k >= 0; k--) {
                crKeyRelease(world, change.added[k].key);
            }
        }
    }
    if (error != CAROM_OK && isSaved) {
        writeCells(&change, change.saved);
    }
    if (error != CAROM_OK) {
        crUndoRestore(world, &mark);
    }
    discard(&change);
    return error;
}

// ---- public calls

static CaromError checkTileShape(const CaromWorld *world, CaromShapeId id)
{
    CaromError error = crCheckShape(world, id);
    return crThen(error, crShapeExtras(&world->shapes[id.index - 1])->tiles == NULL
                             ? CAROM_ERROR_ENUM
                             : CAROM_OK);
}

static CaromError checkRect(const CaromWorld *world, CaromShapeId id, CrTileRect rect)
{
    const CrTileMap *tiles = crShapeExtras(&world->shapes[id.index - 1])->tiles;
    bool ok = rect.x >= 0 && rect.y >= 0 && rect.width >= 1 && rect.height >= 1 &&
              rect.width <= tiles->width - rect.x && rect.height <= tiles->height - rect.y;
    return ok ? CAROM_OK : CAROM_ERROR_OUT_OF_RANGE;
}

static CaromError setChecked(CaromWorld *world, CaromShapeId id, CrTileRect rect,
                             const uint16_t *tiles, const char *function)
{
    CaromError error = crCheckEditable(world);
    error = crThen(error, tiles == NULL ? CAROM_ERROR_NULL : CAROM_OK);
    error = crThen(error, checkTileShape(world, id));
    error = crThen(error, checkRect(world, id, rect));
    error = crThen(error, crEditsReserve(world));
    if (error == CAROM_OK && world->shapes[id.index - 1].sensor) {
        error = crSensorsReserve(world);
    }
    error = crThen(error, crMovingIndexReserve(world, 1));
    error = crThen(error, setTiles(world, id.index - 1, rect, tiles));
    if (error == CAROM_OK) {
        crBodyRenewMass(world, world->shapes[id.index - 1].body);
    }
    crRecordCall(world, error, caromShapeSetTiles, .shape = id, .x = rect.x, .y = rect.y,
                 .width = rect.width, .count = rect.width * rect.height, .tiles = tiles);
    return crRefuse(world, error, function);
}

CaromError caromShapeSetTiles(CaromWorld *world, CaromShapeId shape, int x, int y, int width,
                              int height, const uint16_t *tiles)
{
    CrTileRect rect = {x, y, width, height};
    return setChecked(world, shape, rect, tiles, "caromShapeSetTiles");
}

CaromError caromShapeSetTile(CaromWorld *world, CaromShapeId shape, int x, int y, uint16_t tile)
{
    CrTileRect rect = {x, y, 1, 1};
    return setChecked(world, shape, rect, &tile, "caromShapeSetTile");
}

uint16_t caromShapeTile(const CaromWorld *world, CaromShapeId shape, int x, int y)
{
    CaromError error = checkTileShape(world, shape);
    crComplain(world, error, "caromShapeTile");
    return error == CAROM_OK ? crTileAt(crShapeExtras(&world->shapes[shape.index - 1])->tiles, x, y)
                             : 0;
}
