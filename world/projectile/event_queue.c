// SPDX-License-Identifier: MIT
// A heap of flights by the time of what is due to each. An entry is good while it names the time
// that `queued` holds; others are left behind by changes, and passed over when they come up.
// ---- the heap
#include "event_queue.h"

#include "../flight/clear_until.h"
#include "../flight/def_table.h"
#include "../flight/flight_boxes.h"
#include "../flight/projectile_pairs.h"
#include "../flight/proximity_fuse.h"
#include "../index/moving_index.h"
#include "../response/blast.h"
#include "dispatch.h"

static bool isSooner(const CrQueuedEvent *a, const CrQueuedEvent *b)
{
    if (a->due != b->due) {
        return a->due < b->due;
    }
    return a->first != b->first ? a->first < b->first : a->second < b->second;
}

static void siftUp(CrQueuedEvent *heap, int k)
{
    while (k > 0 && isSooner(&heap[k], &heap[(k - 1) / 2])) {
        CrQueuedEvent turn = heap[k];
        heap[k] = heap[(k - 1) / 2];
        heap[(k - 1) / 2] = turn;
        k = (k - 1) / 2;
    }
}

static void siftDown(CrQueuedEvent *heap, int count, int k)
{
    for (int child = 2 * k + 1; child < count; child = 2 * k + 1) {
        child += child + 1 < count && isSooner(&heap[child + 1], &heap[child]);
        if (!isSooner(&heap[child], &heap[k])) {
            return;
        }
        CrQueuedEvent turn = heap[k];
        heap[k] = heap[child];
        heap[child] = turn;
        k = child;
    }
}

/// Of partners a time is not enough.
static bool isQueuedFor(const CaromWorld *world, const CrQueuedEvent *turn)
{
    if (!crIsProjectilePair(world, turn->flight)) {
        return true;
    }
    const CrProjectilePair *projectilePair =
        &world->projectilePairs.all[crFlightExtra(&world->flights, turn->flight)->projectilePair];
    return turn->first == projectilePair->queuedFirst &&
           turn->second == projectilePair->queuedSecond;
}

static void setQueued(CaromWorld *world, const CrQueuedEvent *turn)
{
    uint32_t projectilePair = crFlightExtra(&world->flights, turn->flight)->projectilePair;
    world->flights.queued[turn->flight] = turn->due;
    if (projectilePair != CR_NONE) {
        world->projectilePairs.all[projectilePair].queuedFirst = turn->first;
        world->projectilePairs.all[projectilePair].queuedSecond = turn->second;
    }
}

static bool isGood(const CaromWorld *world, const CrQueuedEvent *turn)
{
    const CrFlights *f = &world->flights;
    return turn->flight < crFlightsCount(f) && f->queued[turn->flight] == turn->due &&
           crFlightLives(f, turn->flight) && isQueuedFor(world, turn);
}

/// Drops what is no longer good: at most one entry a flight is left, so there is room again.
static void tidy(CaromWorld *world)
{
    CrQueuedEvent *heap = world->queue;
    int kept = 0;
    for (int k = 0; k < crArrayCount(heap); k++) {
        if (isGood(world, &heap[k])) {
            heap[kept++] = heap[k];
        }
    }
    crArraySetCount(heap, kept);
    for (int k = kept / 2 - 1; k >= 0; k--) {
        siftDown(heap, kept, k);
    }
}

static void queueTurn(CaromWorld *world, CrQueuedEvent turn)
{
    if (isGood(world, &turn)) {
        return;
    }
    setQueued(world, &turn);
    if (turn.due >= CR_NEVER) {
        return;
    }
    if (crArrayCount(world->queue) == crArrayCapacity(world->queue)) {
        tidy(world);
    }
    crArrayPush(world->queue, turn);
    siftUp(world->queue, crArrayCount(world->queue) - 1);
}

static void queue(CaromWorld *world, uint32_t i, double until)
{
    queueTurn(world, crFlightNextQueued(world, i, until));
}

static CrQueuedEvent takeFirst(CaromWorld *world)
{
    CrQueuedEvent *heap = world->queue, first = heap[0];
    heap[0] = crArrayLast(heap);
    (void)crArrayPop(heap);
    siftDown(heap, crArrayCount(heap), 0);
    return first;
}

static double proximityOf(const CaromWorld *world, uint32_t i)
{
    return world->flightDefs[world->flights.hot[i].flightDef].def.proximity;
}

/// What it waits for is another flight, perhaps, and that one's way may change.
static bool mayChangePlans(const CaromWorld *world, uint32_t i)
{
    return crIsProjectilePair(world, i) || proximityOf(world, i) > 0.0 ||
           world->rigids.dynamic > 0; // which is pushed
}

/// A planned event may be out of date: the other flight has changed its path.
static bool isPutOff(CaromWorld *world, const CrQueuedEvent *turn, double until)
{
    CrQueuedEvent now = crFlightNextQueued(world, turn->flight, until);
    if (!isSooner(turn, &now)) {
        return false;
    }
    queueTurn(world, now);
    return true;
}

// ---- the step's

bool crEventQueueConcerns(const CaromWorld *world, uint32_t i)
{
    return crIsQueued(&world->flightDefs[world->flights.hot[i].flightDef].def);
}

static void listAllLinked(CaromWorld *world)
{
    const CrFlights *f = &world->flights;
    crArraySetCount(world->linked, 0);
    for (uint32_t i = 0; i < crFlightsCount(f); i++) {
        if (crFlightLives(f, i) && crEventQueueConcerns(world, i)) {
            crArrayPush(world->linked, i);
        }
    }
}

/// Drops those of the list that are dead, named twice, or linked no more; returns how many are
/// left.
static uint32_t keepLinked(CaromWorld *world)
{
    CrFlights *f = &world->flights;
    uint32_t *linked = world->linked, kept = 0;
    for (int k = 0; k < crArrayCount(linked); k++) {
        uint32_t i = linked[k];
        if (crFlightLives(f, i) && crEventQueueConcerns(world, i) && f->queued[i] >= CR_NEVER) {
            f->queued[i] = 0.0; // named
            linked[kept++] = i;
        }
    }
    crArraySetCount(linked, kept);
    for (uint32_t k = 0; k < kept; k++) {
        f->queued[linked[k]] = CR_NEVER;
    }
    return kept;
}

/// Makes the list of linked flights complete: as long as their defs say.
static void findLinked(CaromWorld *world)
{
    uint32_t all = 0;
    for (int r = 0; r < crArrayCount(world->flightDefs); r++) {
        bool counts = crFlightDefIsUsed(world, r) && crIsQueued(&world->flightDefs[r].def);
        all += counts ? world->recipeKinds.entries[r].users : 0;
    }
    if (keepLinked(world) != all) {
        listAllLinked(world);
    }
}

/// Whether the game is to be asked anything: it may then look at every flight, at the time of its
/// question.
static bool willAsk(const CaromWorld *world, double until)
{
    const CrFlights *f = &world->flights;
    bool any = false, meetsMoving = crMovingIndexAny(world);
    for (int k = 0; world->hitCallback != NULL && !any && k < crArrayCount(world->linked); k++) {
        uint32_t i = world->linked[k];
        any = world->flightDefs[f->hot[i].flightDef].def.onHit == CAROM_HIT_ASK &&
              (meetsMoving || f->next[i] <= until);
    }
    return any;
}

/// Whether a meeting may show the game other flights, or push them.
static bool meetingsReachOthers(const CaromWorld *world)
{
    bool any = world->meetCallback != NULL;
    for (int r = 0; r < crArrayCount(world->flightDefs); r++) {
        const CaromProjectileDef *def = &world->flightDefs[r].def;
        any |= crFlightDefIsUsed(world, r) && def->meetMask != 0 && def->blast.radius > 0.0;
    }
    return any;
}

CrInTurn crEventQueueNeeds(CaromWorld *world, double until)
{
    bool partners = crProjectilePairsAny(world);
    findLinked(world);
    bool pushes = world->rigids.dynamic > 0 && world->flights.liveCount > 0 &&
                  crEventQueueReserve(world) == CAROM_OK;
    if (pushes || willAsk(world, until) || crBlastsAreDue(world, until) ||
        crWatchersAreOut(world, until) ||
        (partners && (world->plain || meetingsReachOthers(world)))) {
        return CR_IN_TURN_ALL;
    }
    return partners ? CR_IN_TURN_PARTNERS : CR_IN_TURN_NONE;
}

static void showTo(CaromWorld *world, uint32_t watcher, uint32_t i, double until)
{
    if (crFlightWatches(world, watcher) &&
        crFlightNearsFlight(world, watcher, i, until) < world->flights.queued[watcher]) {
        queue(world, watcher, until);
    }
}

/// Flight i has got another way, which may lead it near to those that watch.
static void showToWatchers(CaromWorld *world, uint32_t i, double until)
{
    CrBoxesWalk walk;
    uint32_t watcher;
    if (crWatchersStart(&walk, world, i)) {
        while (crBoxesNext(&walk, &watcher, NULL)) {
            showTo(world, watcher, i, until);
        }
        return;
    }
    for (int k = 0; k < world->flightBoxes.lookouts; k++) {
        showTo(world, world->watchers[k], i, until);
    }
}

/// What comes next to flight i has changed.
static void requeue(CaromWorld *world, uint32_t i, double until)
{
    if (crFlightLives(&world->flights, i)) {
        if (!crFlightBoxesKeepsZone(world, i)) {
            crFlightBoxesEndZones(world);
        }
        (void)crFlightBoxesNote(world, i);
        queue(world, i, until);
        showToWatchers(world, i, until);
    }
}

void crEventQueueTakeChanged(CaromWorld *world, double until)
{
    uint32_t *changed = world->changed;
    for (int k = 0; k < crArrayCount(changed); k++) {
        requeue(world, changed[k], until);
    }
    crArraySetCount(changed, 0);
}

/// Whether it is known without a search that nothing is due to a partner: what is planned for it,
/// and its next event, come later. Most partners in most steps.
static bool isIdle(const CaromWorld *world, const CrProjectilePair *partner, double until)
{
    const CrFlights *f = &world->flights;
    return partner->planned && partner->due > until && partner->horizon >= world->time &&
           f->next[partner->flight] > until && !(f->hot[partner->flight].leg & CR_LEG_CRUSHED);
}

/// Queues all partners to which something may be due.
static void takePartners(CaromWorld *world, double until)
{
    const CrProjectilePair *all = world->projectilePairs.all;
    bool alone = !world->plain && crMovingIndexIsEmpty(world) && world->flightBoxes.lookouts == 0 &&
                 crProjectilePairsAny(world);
    for (int k = 0; k < crArrayCount(all); k++) {
        if (!alone || !isIdle(world, &all[k], until)) {
            crEventQueueTake(world, all[k].flight, until);
        }
    }
}

void crEventQueueBegin(CaromWorld *world, double until)
{
    world->turnUntil = until;
    crFlightBoxesBegin(world, world->time, until);
    crWatchersFind(world);
    int lookouts = world->flightBoxes.lookouts;
    world->movingIndex.isClear = (lookouts > 0 || !crMovingIndexIsEmpty(world)) &&
                                 crClearUntilPrepare(world, until, lookouts);
    if (lookouts > 0 && world->movingIndex.isClear) {
        crFlightBoxesBeginZones(world, world->watchers, lookouts,
                                crArrayCount(world->movingIndex.shapes));
    }
    if (!world->flightBoxes.zoned) {
        crFlightBoxesExpect(world, lookouts);
    }
    crArraySetCount(world->queue, 0);
    takePartners(world, until);
}

void crEventQueueTake(CaromWorld *world, uint32_t i, double until)
{
    if (!crFlightLives(&world->flights, i)) {
        return;
    }
    if (crFlightBoxesNote(world, i) && world->flightBoxes.searched) {
        showToWatchers(world, i, until);
    }
    world->flightBoxes.searched |= crFlightBoxesHasZone(world, i);
    if (!crEventQueueHolds(world, i)) {
        queue(world, i, until);
    }
}

const CrQueuedEvent *crEventQueueFirst(CaromWorld *world)
{
    while (crArrayCount(world->queue) > 0 && !isGood(world, &world->queue[0])) {
        (void)takeFirst(world);
    }
    return crArrayCount(world->queue) > 0 ? &world->queue[0] : NULL;
}

void crEventQueueLiveFirst(CaromWorld *world, double until)
{
    CrQueuedEvent turn = takeFirst(world);
    world->flights.queued[turn.flight] = CR_NEVER;
    if (mayChangePlans(world, turn.flight) && isPutOff(world, &turn, until)) {
        return;
    }
    crFlightLiveOnce(world, turn.flight, until);
    crEventQueueTakeChanged(world, until);
    crFlightBoxesRenew(world, turn.flight);
    requeue(world, turn.flight, until);
}

void crEventQueueEnd(CaromWorld *world, double until)
{
    CR_ASSERT(crArrayCount(world->queue) == 0);
    world->movingIndex.told = world->movingIndex.isClear ? until : -CR_NEVER;
    if (world->movingIndex.isClear && world->flightBoxes.lookouts > 0) {
        crFlightBoxesEndZones(world);
        crClearUntilEndZones(world);
    }
    world->movingIndex.isClear = false;
    world->turnUntil = -CR_NEVER;
    crFlightBoxesEnd(world);
}
