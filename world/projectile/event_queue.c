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
    return crFlightLives(f, turn->flight) && f->queued[turn->flight] == turn->due &&
           isQueuedFor(world, turn);
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
    return crIsProjectilePair(world, i) || proximityOf(world, i) > 0.0;
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

/// Whether the game is to be asked anything: it may then look at every flight, at the time of its
/// question.
static bool willAsk(const CaromWorld *world, double until)
{
    const CrFlights *f = &world->flights;
    bool any = false;
    for (int r = 0; r < crArrayCount(world->flightDefs); r++) {
        any |= crFlightDefIsUsed(world, r) && world->flightDefs[r].def.onHit == CAROM_HIT_ASK;
    }
    if (!any || world->hitCallback == NULL) {
        return false;
    }
    bool meetsMoving = crMovingIndexAny(world);
    for (uint32_t i = 0; i < crFlightsCount(f); i++) {
        bool asks = crFlightLives(f, i) &&
                    world->flightDefs[f->hot[i].flightDef].def.onHit == CAROM_HIT_ASK;
        if (asks && (meetsMoving || f->next[i] <= until)) {
            return true;
        }
    }
    return false;
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

CrInTurn crEventQueueNeeds(const CaromWorld *world, double until)
{
    bool partners = crProjectilePairsAny(world);
    if (willAsk(world, until) || crBlastsAreDue(world, until) || crWatchersAreOut(world, until) ||
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
    for (int k = 0; k < crArrayCount(world->watchers); k++) {
        showTo(world, world->watchers[k], i, until);
    }
}

static bool anyWatches(const CaromWorld *world)
{
    bool any = false;
    for (int r = 0; r < crArrayCount(world->flightDefs); r++) {
        any |= crFlightDefIsUsed(world, r) && world->flightDefs[r].def.proximity > 0.0;
    }
    return any;
}

static void findWatchers(CaromWorld *world)
{
    const CrFlights *f = &world->flights;
    bool any = anyWatches(world);
    crArraySetCount(world->watchers, 0);
    for (uint32_t i = 0; any && i < crFlightsCount(f); i++) {
        if (crFlightLives(f, i) && proximityOf(world, i) > 0.0) {
            crArrayPush(world->watchers, i);
        }
    }
}

static void queueNew(CaromWorld *world, uint32_t i, double until)
{
    if (crFlightLives(&world->flights, i) && world->flights.queued[i] >= CR_NEVER) {
        queue(world, i, until);
    }
}

/// Those of a chunk whose time has come, by next[] or clearUntil[].
static void queueBy(CaromWorld *world, const double *times, uint32_t first, double until)
{
    uint32_t due[CR_FLIGHT_CHUNK], left = crFlightsCount(&world->flights) - first;
    int all = left < CR_FLIGHT_CHUNK ? (int)left : CR_FLIGHT_CHUNK;
    int count = world->grid.lanes.kernels->due(times + first, all, until, due);
    for (int k = 0; k < count; k++) {
        CR_PREFETCH(&world->flights.hot[first + due[k]]);
    }
    for (int k = 0; k < count; k++) {
        queueNew(world, first + due[k], until);
    }
}

static void queuePartners(CaromWorld *world, double until)
{
    for (int k = 0; k < crArrayCount(world->projectilePairs.all); k++) {
        queueNew(world, world->projectilePairs.all[k].flight, until);
    }
}

/// All flights to which something may be due.
static void queueDue(CaromWorld *world, double until)
{
    const CrFlights *f = &world->flights;
    bool clear = world->movingIndex.isClear,
         all = world->plain || (crMovingIndexAny(world) && !clear);
    for (int k = 0; k < crArrayCount(world->watchers); k++) {
        queueNew(world, world->watchers[k], until);
    }
    for (uint32_t i = 0; all && i < crFlightsCount(f); i++) {
        queueNew(world, i, until);
    }
    for (uint32_t i = 0; !all && i < crFlightsCount(f); i += CR_FLIGHT_CHUNK) {
        queueBy(world, f->next, i, until);
        if (clear) {
            queueBy(world, f->clearUntil, i, until);
        }
    }
}

static void fillQueue(CaromWorld *world, double until, CrInTurn whose)
{
    double *queued = world->flights.queued;
    uint32_t count = crFlightsCount(&world->flights);
    crArraySetCount(world->queue, 0);
    for (int k = 0; k < crArrayCount(world->projectilePairs.all); k++) {
        queued[world->projectilePairs.all[k].flight] = CR_NEVER;
    }
    for (uint32_t i = 0; whose == CR_IN_TURN_ALL && i < count; i++) {
        queued[i] = CR_NEVER;
    }
    queuePartners(world, until);
    if (whose == CR_IN_TURN_ALL) {
        queueDue(world, until);
    }
}

/// What comes next to flight i has changed.
static void requeue(CaromWorld *world, uint32_t i, double until)
{
    if (crFlightLives(&world->flights, i)) {
        queue(world, i, until);
        showToWatchers(world, i, until);
    }
}

/// All that another flight's event has changed.
static void takeChanged(CaromWorld *world, double until)
{
    uint32_t *changed = world->changed;
    for (int k = 0; k < crArrayCount(changed); k++) {
        requeue(world, changed[k], until);
    }
    crArraySetCount(changed, 0);
}

void crEventQueueFly(CaromWorld *world, double until, CrInTurn whose)
{
    CrFlights *f = &world->flights;
    world->turnUntil = until;
    crFlightBoxesBegin(world, world->time, until);
    findWatchers(world);
    crFlightBoxesExpect(world, crArrayCount(world->watchers));
    world->movingIndex.isClear = crMovingIndexAny(world) && crClearUntilPrepare(world, until);
    fillQueue(world, until, whose);
    while (crArrayCount(world->queue) > 0) {
        CrQueuedEvent turn = takeFirst(world);
        if (!isGood(world, &turn)) {
            continue;
        }
        f->queued[turn.flight] = CR_NEVER;
        if (mayChangePlans(world, turn.flight) && isPutOff(world, &turn, until)) {
            continue;
        }
        crFlightLiveOnce(world, turn.flight, until);
        takeChanged(world, until);
        crFlightBoxesRenew(world, turn.flight);
        requeue(world, turn.flight, until);
    }
    world->movingIndex.told = world->movingIndex.isClear ? until : -CR_NEVER;
    world->movingIndex.isClear = false;
    world->turnUntil = -CR_NEVER;
    crFlightBoxesEnd(world);
}
