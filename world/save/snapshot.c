// SPDX-License-Identifier: MIT
// The public calls of snapshots (size, save, restore), the frame of a file, and the exchange of the
// world that was read with the old one.
#include "snapshot_types.h"

#include "../data/flight_pool.h"
#include "../data/observer.h"
#include "../data/query_lock.h"
#include "../data/refuse.h"
#include "../data/revision.h"
#include "../data/tasks.h"
#include "../events/event.h"
#include "../world.h"

#define MAGIC 0x504e534d4f524143ULL ///< "CAROMSNP", as bytes
#define HEAD 20                     ///< [B] magic, version, length
#define TAIL 8                      ///< the sum

// ---- out

size_t caromWorldSnapshotSize(const CaromWorld *world)
{
    if (world == NULL || crIsCopy(world)) {
        return 0;
    }
    CrStream counter = crStreamCounter();
    crSnapshotWrite(world, &counter);
    return HEAD + counter.at + TAIL;
}

static void write(const CaromWorld *world, uint8_t *bytes, size_t size)
{
    CrStream s = crStreamWriter(bytes, size);
    uint64_t magic = MAGIC, length = size, sum;
    uint32_t version = CR_SNAPSHOT_VERSION;
    crStreamU64(&s, &magic);
    crStreamU32(&s, &version);
    crStreamU64(&s, &length);
    crSnapshotWrite(world, &s);
    sum = crStreamSum(bytes, s.at);
    crStreamU64(&s, &sum);
    CR_ASSERT(crStreamIsGood(&s) && s.at == size);
}

CaromError caromWorldSave(const CaromWorld *world, void *snapshot, size_t capacity, size_t *size)
{
    CaromError error = world == NULL ? CAROM_ERROR_NULL : CAROM_OK;
    error = error == CAROM_OK && world->locked ? CAROM_ERROR_BUSY : error;
    error = error == CAROM_OK && snapshot == NULL ? CAROM_ERROR_NULL : error;
    size_t needed = error == CAROM_OK ? caromWorldSnapshotSize(world) : 0;
    error = needed > capacity ? CAROM_ERROR_BUFFER : error;
    if (error == CAROM_OK) {
        write(world, snapshot, needed);
        if (size != NULL) {
            *size = needed;
        }
    }
    return crComplain(world, error, "caromWorldSave");
}

// ---- in

/// A stream of what is between head and tail, of a file that is whole.
static CrStream openFile(const uint8_t *bytes, size_t size)
{
    CrStream s = crStreamReader(bytes, size);
    uint64_t magic = 0, length = 0, sum = 0;
    uint32_t version = 0;
    crStreamU64(&s, &magic);
    crStreamU32(&s, &version);
    crStreamU64(&s, &length);
    crStreamExpect(&s, magic == MAGIC && length >= HEAD + TAIL && length <= size);
    if (crStreamIsGood(&s)) {
        CrStream tail = crStreamReader(bytes + (length - TAIL), TAIL);
        crStreamU64(&tail, &sum);
        crStreamExpect(&s, sum == crStreamSum(bytes, (size_t)length - TAIL));
        s.size = (size_t)length - TAIL;
    }
    if (crStreamIsGood(&s) && version != CR_SNAPSHOT_VERSION) {
        crStreamFail(&s, CAROM_ERROR_VERSION);
    }
    return s;
}

static CrSettings readSettings(const CaromWorld *world, CrStream *s)
{
    CrSettings settings = {caromWorldDef(), 0.0, 0.0, 0, 0};
    settings.def.log = NULL; // what is wrong with a snapshot is one error
    crStreamTag(s, "WRLD");
    crSettingsFields(s, &settings);
    crStreamExpect(s, settings.def.tag != 0 && crWorldDefCheck(&settings.def) == CAROM_OK);
    crStreamExpect(s, settings.editedAt <= settings.time);
    s->clock = settings.time;
    settings.def.allocator = world->game;
    settings.def.rollbackBytes = (int)world->journal.limit;
    settings.def.projectileCapacity = crArrayCapacity(world->flights.next);
    return settings;
}

/// Keeps the game's own settings, which are no part of the state.
static bool keepOwn(CaromWorld *to, const CaromWorld *from)
{
    CrTasks tasks = from->tasks;
    tasks.left = NULL;
    to->log = from->log;
    to->logContext = from->logContext;
    to->logAll = from->logAll;
    to->heard = from->heard;
    to->lastError = from->lastError;
    to->plain = from->plain;
    bool edited = to->rigids.editedSince;
    crRevisionTurn(to,
                   from->revision); // whatever was saved of it before (rollback_types.h) is stale
    to->rigids.editedSince = edited;
    to->movingIndex.reshaped = to->revision;
    to->hitCallback = from->hitCallback;
    to->hitContext = from->hitContext;
    to->meetCallback = from->meetCallback;
    to->meetContext = from->meetContext;
    to->contactCallback = from->contactCallback;
    to->contactContext = from->contactContext;
    to->clock = from->clock;
    to->clockContext = from->clockContext;
    to->profile = from->profile;
    to->moments = from->moments;
    to->tasks = tasks;
    to->observers = from->observers;
    to->recording = from->recording;
    return crTasksReserve(to, crArrayCapacity(to->flights.next)) && crEventsReserveAs(to, from);
}

static void readInto(CaromWorld *fresh, const CrSettings *settings, CrStream *s)
{
    CrLoad load = {fresh, s, NULL, NULL, NULL, NULL, false};
    crSnapshotRead(&load, settings);
    crArrayFree(load.points, &fresh->allocator);
    crArrayFree(load.ends, &fresh->allocator);
    crArrayFree(load.materials, &fresh->allocator);
    crArrayFree(load.cells, &fresh->allocator);
}

/// Reads a second world; if it is valid, it becomes this one.
static CaromError restore(CaromWorld *world, CrStream *s)
{
    CrSettings settings = readSettings(world, s);
    if (!crStreamIsGood(s)) {
        return s->error;
    }
    CaromWorld *fresh = crResize(&world->game, NULL, 0, sizeof *fresh);
    if (fresh == NULL) {
        return CAROM_ERROR_MEMORY;
    }
    CaromError error = crWorldFill(fresh, &settings.def, world->grid.lanes.kernels);
    if (error == CAROM_OK) {
        readInto(fresh, &settings, s);
        error = s->error;
    }
    if (error == CAROM_OK && !keepOwn(fresh, world)) {
        error = CAROM_ERROR_MEMORY;
    }
    if (error == CAROM_OK) {
        crWorldExchange(world, fresh);
    }
    crWorldFree(fresh);
    return error;
}

CaromError caromWorldRestore(CaromWorld *world, const void *snapshot, size_t size)
{
    CaromError error = crCheckEditable(world);
    error = error == CAROM_OK && snapshot == NULL ? CAROM_ERROR_NULL : error;
    if (error == CAROM_OK) {
        CrStream s = openFile(snapshot, size);
        error = crStreamIsGood(&s) ? restore(world, &s) : s.error;
    }
    if (error == CAROM_OK) {
        crRecordBecame(world);
    }
    return crRefuse(world, error, "caromWorldRestore");
}
