// SPDX-License-Identifier: MIT
#include "journal.h"

#include "shape_storage.h"
#include "tile_shape.h"

#include <string.h>

// ---- what it holds

static int64_t contentBytes(const CrShape *shape)
{
    const CrTileMap *tiles = crShapeExtras(shape)->tiles;
    return (int64_t)(crShapeRoomBytes(shape) + (tiles != NULL ? crTileMapBytes(tiles) : 0));
}

void crJournalFreeContent(CaromWorld *world, CrKeptShape *kept)
{
    if (kept->hasContent) {
        world->journal.content -= contentBytes(&kept->shape);
        crTileMapFree(world, crShapeExtras(&kept->shape)->tiles);
        crShapeFreeRoom(world, &kept->shape);
        kept->hasContent = false;
    }
}

static int64_t bytesOf(const CrJournal *j)
{
    return j->content + (int64_t)sizeof *j->ops * crArrayCount(j->ops) +
           (int64_t)sizeof *j->shapes * crArrayCount(j->shapes) +
           (int64_t)sizeof *j->bodies * crArrayCount(j->bodies);
}

/// Removes the first elements of an array that begins at a position.
#define DROP_UNTIL(array, first, position)                                                         \
    do {                                                                                           \
        int crGone = (int)((position) - (first)), crLeft = crArrayCount(array) - crGone;           \
        if (crGone > 0) {                                                                          \
            memmove((array), (array) + crGone, (size_t)crLeft * sizeof *(array));                  \
            crArraySetCount((array), crLeft);                                                      \
            (first) = (position);                                                                  \
        }                                                                                          \
    } while (0)

/// What comes before a mark is of no more use.
static void dropUntil(CaromWorld *world, const CrJournalMark *mark)
{
    CrJournal *j = &world->journal;
    for (uint64_t k = j->firstShape; k < mark->shapes; k++) {
        crJournalFreeContent(world, &j->shapes[k - j->firstShape]);
    }
    DROP_UNTIL(j->ops, j->firstOp, mark->ops);
    DROP_UNTIL(j->shapes, j->firstShape, mark->shapes);
    DROP_UNTIL(j->bodies, j->firstBody, mark->bodies);
}

static CrJournalMark markHere(const CaromWorld *world)
{
    const CrJournal *j = &world->journal;
    CrJournalMark mark = {world->revision, crJournalOps(world),
                          j->firstShape + (uint64_t)crArrayCount(j->shapes),
                          j->firstBody + (uint64_t)crArrayCount(j->bodies)};
    return mark;
}

void crJournalForget(CaromWorld *world)
{
    CrJournalMark end = markHere(world);
    dropUntil(world, &end);
    world->journal.markCount = 0;
}

static void dropOldest(CaromWorld *world)
{
    CrJournal *j = &world->journal;
    int few = (j->markCount + 1) / 2, gone = few < CR_JOURNAL_DROPPED ? few : CR_JOURNAL_DROPPED;
    if (j->markCount == 1) {
        crJournalForget(world);
        return;
    }
    j->markCount -= gone;
    memmove(j->marks, j->marks + gone, (size_t)j->markCount * sizeof *j->marks);
    dropUntil(world, &j->marks[0]);
}

static void keepWithin(CaromWorld *world)
{
    while (crJournalIsOn(world) && bytesOf(&world->journal) > world->journal.limit) {
        dropOldest(world);
    }
}

void crJournalFree(CaromWorld *world)
{
    CrJournal *j = &world->journal;
    crJournalForget(world);
    crArrayFree(j->ops, &world->allocator);
    crArrayFree(j->shapes, &world->allocator);
    crArrayFree(j->bodies, &world->allocator);
    crArrayFree(j->lastShape, &world->allocator);
    crArrayFree(j->lastBody, &world->allocator);
    crArrayFree(j->gone, &world->allocator);
    crArrayFree(j->from, &world->allocator);
    crArrayFree(j->to, &world->allocator);
}

// ---- marks

void crJournalSetMark(CaromWorld *world)
{
    CrJournal *j = &world->journal;
    bool isThere = j->markCount > 0 && j->marks[j->markCount - 1].revision == world->revision;
    if (isThere || j->limit == 0) {
        return;
    }
    if (j->markCount == CR_JOURNAL_MARKS) {
        dropOldest(world);
    }
    j->marks[j->markCount] = markHere(world);
    j->markCount++;
}

int crJournalFind(const CaromWorld *world, uint64_t revision)
{
    int k = world->journal.markCount - 1;
    while (k >= 0 && world->journal.marks[k].revision != revision) {
        k--;
    }
    return k;
}

// ---- keeping

/// Room for one more of a slot; new slots have no entry yet.
static bool reserveLast(uint64_t **last, uint32_t slot, const CrSlots *slots,
                        const CaromAllocator *allocator)
{
    int had = crArrayCount(*last), wanted = (int)slot + 1;
    if (wanted <= had) {
        return true;
    }
    if (!crArrayReserve(*last, crArrayCapacity(slots->ages), allocator)) {
        return false;
    }
    crArraySetCount(*last, wanted);
    for (int k = had; k < wanted; k++) {
        (*last)[k] = 0;
    }
    return true;
}

static bool isKept(const uint64_t *last, uint32_t slot, uint64_t since)
{
    return slot < (uint32_t)crArrayCount(last) && last[slot] > since;
}

void crJournalKeepBody(CaromWorld *world, uint32_t slot, bool lived)
{
    CrJournal *j = &world->journal;
    if (!crJournalIsOn(world) || isKept(j->lastBody, slot, j->marks[j->markCount - 1].bodies)) {
        return;
    }
    if (!reserveLast(&j->lastBody, slot, &world->bodySlots, &world->allocator) ||
        !crArrayGrow(j->bodies, 1, &world->allocator)) {
        crJournalForget(world);
        return;
    }
    CrKeptBody kept = {j->lastBody[slot], slot, lived, world->bodies[slot]};
    crArrayPush(j->bodies, kept);
    j->lastBody[slot] = j->firstBody + (uint64_t)crArrayCount(j->bodies);
    keepWithin(world);
}

static CrKeptShape keptNow(const CaromWorld *world, uint32_t slot, bool lived)
{
    static const CrKeptShape blank;
    CrKeptShape kept = blank;
    kept.previous = world->journal.lastShape[slot];
    kept.slot = slot;
    kept.lived = lived;
    if (lived) {
        const CrShape *shape = &world->shapes[slot];
        kept.rests = crBodyRests(&world->bodies[shape->body]);
        kept.contacts = shape->contacts;
        kept.hits = shape->hits;
        kept.asks = shape->asks;
        kept.state = shape->state & (CR_SHAPE_KEPT | CR_SHAPE_FOLLOWED);
        kept.edited = shape->edited;
        kept.renewed = crShapeExtras(shape)->renewed;
        kept.userData = shape->userData;
        kept.traits = *crShapeTraitsOf(world, shape);
    }
    return kept;
}

void crJournalKeepShape(CaromWorld *world, uint32_t slot, bool lived)
{
    CrJournal *j = &world->journal;
    if (!crJournalIsOn(world) || isKept(j->lastShape, slot, j->marks[j->markCount - 1].shapes)) {
        return;
    }
    if (!reserveLast(&j->lastShape, slot, &world->shapeSlots, &world->allocator) ||
        !crArrayGrow(j->shapes, 1, &world->allocator)) {
        crJournalForget(world);
        return;
    }
    CrKeptShape kept = keptNow(world, slot, lived);
    crArrayPush(j->shapes, kept);
    j->lastShape[slot] = j->firstShape + (uint64_t)crArrayCount(j->shapes);
    keepWithin(world);
}

/// What was kept of a slot since the last mark, or null.
static CrKeptShape *keptOf(const CaromWorld *world, uint32_t slot)
{
    const CrJournal *j = &world->journal;
    bool isThere =
        crJournalIsOn(world) && isKept(j->lastShape, slot, j->marks[j->markCount - 1].shapes);
    return isThere ? &j->shapes[j->lastShape[slot] - 1 - j->firstShape] : NULL;
}

bool crJournalWants(const CaromWorld *world, uint32_t slot)
{
    const CrKeptShape *kept = keptOf(world, slot);
    return kept != NULL && kept->lived && !kept->hasContent;
}

bool crJournalTake(CaromWorld *world, uint32_t slot, const CrShape *content)
{
    if (!crJournalWants(world, slot)) {
        return false;
    }
    CrKeptShape *kept = keptOf(world, slot);
    kept->shape = *content;
    kept->hasContent = true;
    world->journal.content += contentBytes(content);
    keepWithin(world);
    return true;
}

void crJournalTakeCopy(CaromWorld *world, uint32_t slot)
{
    CrShape copy;
    if (!crJournalWants(world, slot)) {
        return;
    }
    if (!crTileShapeCopy(world, &world->shapes[slot], &copy)) {
        crJournalForget(world);
        return;
    }
    (void)crJournalTake(world, slot, &copy);
}

// ---- free lists

void crJournalAdd(CaromWorld *world, CrJournalOp op)
{
    if (!crArrayGrow(world->journal.ops, 1, &world->allocator)) {
        crJournalForget(world);
        return;
    }
    crArrayPush(world->journal.ops, op);
    keepWithin(world);
}

void crJournalCut(CaromWorld *world, uint64_t ops)
{
    if (crJournalIsOn(world)) {
        crArraySetCount(world->journal.ops, (int)(ops - world->journal.firstOp));
    }
}
