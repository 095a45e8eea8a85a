// SPDX-License-Identifier: MIT
// Undoes edits of bodies and shapes since a mark of the journal. Of each slot the oldest entry
// since the mark is its target: what it was. Costs follow the entries, and the edges of the shapes
// in them.
//
// Edges at rest that come back are listed first, which is all that may need memory. An edge that is
// there already, as most of a map in which tiles were dug, stays; one whose key another edge has
// now takes its place. Edges of a small polygon come and go together (grid_runs.h). The free lists
// are then undone call by call, and so are the lists of a body's shapes, so that everything made
// later gets the numbers that it would have got.
#include "../bodies/bake.h"
#include "../bodies/undo.h"
#include "../geometry/journal.h"
#include "../geometry/shape_traits.h"
#include "../geometry/tile_shape.h"
#include "../index/hierarchy.h"
#include "../index/moving_index.h"
#include "rollback_types.h"

/// Walks through targets. A slot is in it once.
typedef struct Targets {
    const CrJournal *journal;
    const CrJournalMark *mark;
    int next;
} Targets;

static Targets targetShapes(const CaromWorld *world, const CrJournalMark *mark)
{
    const CrJournal *j = &world->journal;
    Targets targets = {j, mark, (int)(mark->shapes - j->firstShape)};
    return targets;
}

static CrKeptShape *nextShape(Targets *targets)
{
    const CrJournal *j = targets->journal;
    while (targets->next < crArrayCount(j->shapes)) {
        CrKeptShape *kept = &j->shapes[targets->next++];
        if (kept->previous <= targets->mark->shapes) {
            return kept;
        }
    }
    return NULL;
}

static Targets targetBodies(const CaromWorld *world, const CrJournalMark *mark)
{
    const CrJournal *j = &world->journal;
    Targets targets = {j, mark, (int)(mark->bodies - j->firstBody)};
    return targets;
}

static const CrKeptBody *nextBody(Targets *targets)
{
    const CrJournal *j = targets->journal;
    while (targets->next < crArrayCount(j->bodies)) {
        const CrKeptBody *kept = &j->bodies[targets->next++];
        if (kept->previous <= targets->mark->bodies) {
            return kept;
        }
    }
    return NULL;
}

/// The layer that its content comes back into, or null.
static CrBoxCells *boxesFor(CaromWorld *world, const CrShape *shape, bool rests)
{
    return !rests ? NULL : shape->sensor ? &world->sensors.boxes : &world->boxes;
}

/// An entry without content has that of the next entry of its slot, and so on.
static void findSources(CaromWorld *world, const CrJournalMark *mark)
{
    CrJournal *j = &world->journal;
    int first = (int)(mark->shapes - j->firstShape);
    for (int k = first; k < crArrayCount(j->shapes); k++) {
        j->shapes[k].source = -1;
    }
    for (int k = crArrayCount(j->shapes) - 1; k >= first; k--) {
        CrKeptShape *kept = &j->shapes[k];
        kept->source = kept->hasContent ? k : kept->source;
        if (kept->previous > mark->shapes) {
            j->shapes[kept->previous - 1 - j->firstShape].source = kept->source;
        }
    }
}

/// The other content that comes back; null if the shape was not there or has it still.
static CrKeptShape *sourceOf(const CaromWorld *world, const CrKeptShape *kept)
{
    return kept->lived && kept->source >= 0 ? &world->journal.shapes[kept->source] : NULL;
}

/// What of it comes back into a resting layer, or null.
static const CrShape *comesToRest(const CaromWorld *world, const CrKeptShape *kept)
{
    const CrKeptShape *source = sourceOf(world, kept);
    return source != NULL && kept->rests ? &source->shape : NULL;
}

// ---- into the layers

/// The present shape of a slot, if its content goes and its edges are a run at rest; else null.
static const CrShape *runThatGoes(const CaromWorld *world, const CrKeptShape *kept)
{
    bool goes = crSlotsLive(&world->shapeSlots, kept->slot) &&
                !(kept->lived && sourceOf(world, kept) == NULL);
    const CrShape *shape = goes ? &world->shapes[kept->slot] : NULL;
    return goes && !shape->sensor && crBodyRests(&world->bodies[shape->body]) && crShapeIsRun(shape)
               ? shape
               : NULL;
}

static bool reserve(CaromWorld *world, const CrJournalMark *mark)
{
    CrJournal *j = &world->journal;
    const CaromAllocator *a = &world->allocator;
    int count = 0, edges = 0, going = 0, solids = 0, sensors = 0;
    Targets targets = targetShapes(world, mark);
    for (const CrKeptShape *kept; (kept = nextShape(&targets)) != NULL; count++) {
        const CrShape *shape = comesToRest(world, kept), *run = runThatGoes(world, kept);
        if (shape != NULL) {
            *(shape->sensor ? &sensors : &solids) += 1;
            edges += shape->sensor ? 0 : shape->edgeCount;
        }
        going += run != NULL ? run->edgeCount : 0;
    }
    CrBoxCells *resting = &world->boxes, *zones = &world->sensors.boxes;
    return crArrayReserve(j->gone, count, a) && crArrayReserve(j->from, edges + going, a) &&
           crArrayReserve(j->to, edges, a) && crBoxCellsReserve(resting, solids) == CAROM_OK &&
           crBoxCellsReserve(zones, sensors) == CAROM_OK;
}

/// But for its kind, which is set later.
static bool areSame(const CrGridItem *a, const CrGridItem *b)
{
    uint32_t low = (1u << CR_GRID_KIND_SHIFT) - 1u;
    return crEqual(a->a, b->a) && crEqual(a->b, b->b) && a->radius == b->radius &&
           (a->flags & low) == (b->flags & low);
}

/// The item of a key that is in the grid by itself; null: there is none, or it is of a run.
static const CrGridItem *loneItem(const CrGrid *grid, uint32_t key)
{
    const CrGridItem *items = grid->items;
    bool isHeld = key < (uint32_t)crArrayCount(items) && items[key].radius >= 0.0;
    bool isOfRun = isHeld && ((items[key].flags & CR_GRID_RUNS_ON) ||
                              (key > 0 && (items[key - 1].flags & CR_GRID_RUNS_ON)));
    return isHeld && !isOfRun ? &items[key] : NULL;
}

static void addRun(CaromWorld *world, const CrShape *shape)
{
    CrBaked baked = crShapeBaked(shape);
    for (int e = 0; e < shape->edgeCount; e++) {
        crArrayPush(world->journal.from, crShapeItem(shape, &baked, e));
    }
}

/// Runs come and go as a whole.
static void sortItems(CaromWorld *world, const CrShape *shape)
{
    CrJournal *j = &world->journal;
    CrBaked baked = crShapeBaked(shape);
    bool isRun = crShapeIsRun(shape);
    for (int e = 0; e < shape->edgeCount; e++) {
        CrGridItem item = crShapeItem(shape, &baked, e);
        const CrGridItem *held = loneItem(&world->grid, item.key);
        if (held != NULL && !isRun && areSame(&item, held)) {
            continue;
        }
        if (held != NULL) {
            crArrayPush(j->from, *held);
        }
        crArrayPush(j->to, item);
    }
}

CaromError crRollbackEditsPrepare(CaromWorld *world, const CrJournalMark *mark)
{
    CrJournal *j = &world->journal;
    findSources(world, mark);
    if (!reserve(world, mark)) {
        return CAROM_ERROR_MEMORY;
    }
    crArraySetCount(j->from, 0);
    crArraySetCount(j->to, 0);
    Targets targets = targetShapes(world, mark);
    for (const CrKeptShape *kept; (kept = nextShape(&targets)) != NULL;) {
        const CrShape *shape = comesToRest(world, kept), *run = runThatGoes(world, kept);
        if (run != NULL) {
            addRun(world, run);
        }
        if (shape != NULL && !shape->sensor) {
            sortItems(world, shape);
        }
    }
    CaromError error =
        crGridReplace(&world->grid, j->from, crArrayCount(j->from), j->to, crArrayCount(j->to));
    targets = targetShapes(world, mark);
    for (const CrKeptShape *kept; error == CAROM_OK && (kept = nextShape(&targets)) != NULL;) {
        const CrShape *shape = comesToRest(world, kept);
        if (shape != NULL) {
            error = crBoxCellsInsert(boxesFor(world, shape, true), kept->slot,
                                     crShapeBox(shape)); // there is room
        }
    }
    return error;
}

// ---- out of them

static void takeOut(CaromWorld *world, const CrKeptShape *kept)
{
    const CrShape *shape = &world->shapes[kept->slot];
    crShapeTraitsDrop(world, shape->traits);
    if (kept->lived && sourceOf(world, kept) == NULL) {
        return; // it has the content that it had
    }
    CrGoneShape gone = {*shape, crBodyRests(&world->bodies[shape->body])};
    CrBoxCells *boxes = boxesFor(world, shape, gone.rests);
    if (boxes != NULL) {
        crBoxCellsRemove(boxes, kept->slot, crShapeBox(shape));
    }
    crArrayPush(world->journal.gone, gone);
}

/// Its links are those that it had last.
static void unlinkShape(CaromWorld *world, uint32_t slot)
{
    const CrShape *shape = &world->shapes[slot];
    CrBody *body = &world->bodies[shape->body];
    *(shape->previous != CR_NONE ? &world->shapes[shape->previous].next : &body->firstShape) =
        shape->next;
    *(shape->next != CR_NONE ? &world->shapes[shape->next].previous : &body->lastShape) =
        shape->previous;
}

static void linkShape(CaromWorld *world, const CrJournalOp *op)
{
    CrShape *shape = &world->shapes[op->index];
    CrBody *body = &world->bodies[op->body];
    uint32_t *link =
        op->previous != CR_NONE ? &world->shapes[op->previous].next : &body->firstShape;
    shape->body = op->body;
    shape->previous = op->previous;
    shape->next = *link;
    *link = op->index;
    *(shape->next != CR_NONE ? &world->shapes[shape->next].previous : &body->lastShape) = op->index;
}

static void undoOp(CaromWorld *world, const CrJournalOp *op)
{
    switch ((CrListing)op->listing) {
    case CR_LISTING_BODY_TAKEN:
        crSlotsUntake(&world->bodySlots, op->index);
        break;
    case CR_LISTING_BODY_RELEASED:
        crSlotsUnrelease(&world->bodySlots, op->index);
        world->bodies[op->index].firstShape = world->bodies[op->index].lastShape = CR_NONE;
        break;
    case CR_LISTING_SHAPE_TAKEN:
        unlinkShape(world, op->index);
        crSlotsUntake(&world->shapeSlots, op->index);
        break;
    case CR_LISTING_SHAPE_RELEASED:
        crSlotsUnrelease(&world->shapeSlots, op->index);
        linkShape(world, op);
        break;
    default:
        crKeyUndo(world, (CrListing)op->listing, op->index);
        break;
    }
}

void crRollbackEditsUndo(CaromWorld *world, const CrJournalMark *mark)
{
    CrJournal *j = &world->journal;
    crMovingIndexForget(world);
    crArraySetCount(j->gone, 0);
    Targets targets = targetShapes(world, mark);
    for (const CrKeptShape *kept; (kept = nextShape(&targets)) != NULL;) {
        if (crSlotsLive(&world->shapeSlots, kept->slot)) {
            takeOut(world, kept);
        }
    }
    targets = targetBodies(world, mark);
    for (const CrKeptBody *kept; (kept = nextBody(&targets)) != NULL;) {
        if (crSlotsLive(&world->bodySlots, kept->slot)) {
            crHierarchyUnlink(world, kept->slot);
        }
    }
    for (int k = crArrayCount(j->ops); k > (int)(mark->ops - j->firstOp); k--) {
        undoOp(world, &j->ops[k - 1]);
    }
}

// ---- as they were

/// Lists of children and shapes are those that there are now.
static void putBody(CaromWorld *world, const CrKeptBody *kept)
{
    CrBody *present = &world->bodies[kept->slot], body = kept->body;
    body.parent = present->parent;
    body.firstChild = present->firstChild;
    body.nextSibling = present->nextSibling;
    body.previousSibling = present->previousSibling;
    body.firstShape = present->firstShape;
    body.lastShape = present->lastShape;
    *present = body;
}

static void takeContent(CaromWorld *world, CrKeptShape *kept)
{
    CrShape *shape = &world->shapes[kept->slot];
    const CrTileMap *tiles = crShapeExtras(&kept->shape)->tiles;
    uint32_t previous = shape->previous, next = shape->next;
    *shape = kept->shape;
    shape->previous = previous;
    shape->next = next;
    kept->hasContent = false;
    world->journal.content -=
        (int64_t)(crShapeRoomBytes(shape) + (tiles != NULL ? crTileMapBytes(tiles) : 0));
}

static void putShape(CaromWorld *world, CrKeptShape *kept)
{
    CrShape *shape = &world->shapes[kept->slot];
    if (sourceOf(world, kept) != NULL) {
        takeContent(world, sourceOf(world, kept));
    }
    shape->unindexed = shape->touched = false;
    shape->contacts = kept->contacts;
    shape->hits = kept->hits;
    shape->asks = kept->asks;
    shape->edited = kept->edited;
    shape->userData = kept->userData;
    shape->state &= (uint8_t)~(CR_SHAPE_KEPT | CR_SHAPE_FOLLOWED);
    shape->state |= kept->state;
    shape->state |= kept->rests ? 0 : CR_SHAPE_MOVED_SINCE;
    if (shape->extras != NULL) {
        shape->extras->renewed = kept->renewed;
    }
    shape->traits = crShapeTraitsTake(world, &kept->traits); // all have been there at once
    CR_ASSERT(shape->traits != CR_NONE);
    bool isListed = kept->rests && !shape->sensor;
    for (int e = 0; e < shape->edgeCount; e++) {
        CrKeyOwner owner = {kept->slot, (uint32_t)e};
        uint32_t key = crShapeKeys(shape)[e];
        world->keyOwners[key] = owner;
        if (isListed) {
            crGridSetKind(&world->grid, key, crShapeKind(shape));
        }
    }
}

void crRollbackEditsPut(CaromWorld *world, const CrJournalMark *mark)
{
    Targets targets = targetBodies(world, mark);
    for (const CrKeptBody *kept; (kept = nextBody(&targets)) != NULL;) {
        if (kept->lived) {
            putBody(world, kept);
        }
    }
    targets = targetBodies(world, mark);
    for (const CrKeptBody *kept; (kept = nextBody(&targets)) != NULL;) {
        if (kept->lived && kept->body.type == CAROM_BODY_STATIC) { // others are in the state
            crHierarchyLink(world, kept->slot, kept->body.parent);
        }
    }
    targets = targetShapes(world, mark);
    for (CrKeptShape *kept; (kept = nextShape(&targets)) != NULL;) {
        if (kept->lived) {
            putShape(world, kept);
        }
    }
}

// ---- the end

static bool isAtRest(const CaromWorld *world, uint32_t key)
{
    bool isOwned =
        key < (uint32_t)crArrayCount(world->keyOwners) && world->keyOwners[key].shape != CR_NONE;
    const CrShape *shape = isOwned ? &world->shapes[world->keyOwners[key].shape] : NULL;
    return isOwned && !shape->sensor && crBodyRests(&world->bodies[shape->body]);
}

static void freeGone(CaromWorld *world, CrGoneShape *gone)
{
    CrShape *shape = &gone->shape;
    bool isListed = gone->rests && !shape->sensor && !crShapeIsRun(shape); // runs went before
    for (int e = 0; isListed && e < shape->edgeCount; e++) {
        uint32_t key = crShapeKeys(shape)[e];
        if (!isAtRest(world, key)) {
            CrGridItem item = world->grid.items[key];
            crGridRemove(&world->grid, &item, 1);
        }
    }
    crTileMapFree(world, crShapeExtras(shape)->tiles);
    crShapeFreeRoom(world, shape);
}

static void cutJournal(CaromWorld *world, int number)
{
    CrJournal *j = &world->journal;
    const CrJournalMark *mark = &j->marks[number];
    int shapes = (int)(mark->shapes - j->firstShape), bodies = (int)(mark->bodies - j->firstBody);
    for (int k = crArrayCount(j->shapes) - 1; k >= shapes; k--) {
        crJournalFreeContent(world, &j->shapes[k]);
        j->lastShape[j->shapes[k].slot] = j->shapes[k].previous;
    }
    for (int k = crArrayCount(j->bodies) - 1; k >= bodies; k--) {
        j->lastBody[j->bodies[k].slot] = j->bodies[k].previous;
    }
    crArraySetCount(j->shapes, shapes);
    crArraySetCount(j->bodies, bodies);
    crArraySetCount(j->ops, (int)(mark->ops - j->firstOp));
    j->markCount = number + 1;
    world->revision = mark->revision;
}

void crRollbackEditsEnd(CaromWorld *world, int mark)
{
    CrMovingIndex *movingIndex = &world->movingIndex;
    for (int k = 0; k < crArrayCount(world->journal.gone); k++) {
        freeGone(world, &world->journal.gone[k]);
    }
    for (int k = 0; k < crArrayCount(movingIndex->shapes); k++) {
        movingIndex->places[movingIndex->shapes[k]].listed = k;
    }
    crArraySetCount(world->bodies, (int)crSlotsCount(&world->bodySlots));
    crArraySetCount(world->shapes, (int)crSlotsCount(&world->shapeSlots));
    cutJournal(world, mark);
    world->labels++; // what histories copied of shapes may be elsewhere
}
