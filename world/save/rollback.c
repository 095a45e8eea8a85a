// SPDX-License-Identifier: MIT
// The public calls of rollback states (size, save, restore) and what they refuse. A restore
// allocates nothing for the state: arrays only grow, and an array that once held the saved entries
// has room for them. What comes back into the grid may need memory; that is done first.
#include "../core/codec.h"
#include "../data/observer.h"
#include "../data/query_lock.h"
#include "../data/refuse.h"
#include "../geometry/journal.h"
#include "../index/moving_index.h"
#include "../rigid/rigid_mirror_state.h"
#include "rollback_types.h"

#include <stddef.h>
#include <string.h>

#define MAGIC 0x3130544154534d43ULL ///< "CMSTAT01", as bytes where the first is the lowest

static size_t partSize(const CrRollbackPart *part, int count)
{
    return part->each * (size_t)count;
}

static size_t sizeOf(const CaromWorld *world, const CrRollbackPart *parts)
{
    size_t size = sizeof(CrRollbackHead) + sizeof(uint64_t) + crRollbackMovingSize(world) +
                  crRigidStateSize(world);
    for (int k = 0; k < CR_ROLLBACK_PARTS; k++) {
        size += partSize(&parts[k], parts[k].count);
    }
    return size;
}

size_t caromWorldStateSize(const CaromWorld *world)
{
    CrRollbackPart parts[CR_ROLLBACK_PARTS];
    if (world == NULL || crIsCopy(world)) {
        return 0;
    }
    crRollbackParts(world, parts);
    return sizeOf(world, parts);
}

/// Covers the head alone: a sum of everything would cost more than copying everything.
static uint64_t sumOf(const CrRollbackHead *head)
{
    return crStreamSum((const uint8_t *)head, offsetof(CrRollbackHead, sum));
}

// ---- out

static void save(const CaromWorld *world, const CrRollbackPart *parts, size_t size, char *to)
{
    CrRollbackHead head;
    memset(&head, 0, sizeof head); // what lies between its fields is summed, too
    crRollbackTake(world, parts, &head);
    head.magic = MAGIC;
    head.size = size;
    head.rigidSize = crRigidStateSize(world);
    head.sum = sumOf(&head);
    memcpy(to, &head, sizeof head);
    to += sizeof head;
    for (int k = 0; k < CR_ROLLBACK_PARTS; k++) {
        size_t bytes = partSize(&parts[k], parts[k].count);
        if (bytes > 0) {
            memcpy(to, parts[k].at, bytes);
        }
        to += bytes;
    }
    to = crRigidStateSave(world, crRollbackTakeMoving(world, to));
    memcpy(to, &head.sum, sizeof head.sum);
}

CaromError caromWorldSaveState(const CaromWorld *world, void *state, size_t capacity, size_t *size)
{
    CrRollbackPart parts[CR_ROLLBACK_PARTS];
    CaromError error = crCheckAtRest(world);
    error = error == CAROM_OK && state == NULL ? CAROM_ERROR_NULL : error;
    if (error == CAROM_OK) {
        crRollbackParts(world, parts);
        size_t needed = sizeOf(world, parts);
        error = needed > capacity ? CAROM_ERROR_BUFFER : CAROM_OK;
        if (error == CAROM_OK) {
            save(world, parts, needed, state);
            crJournalSetMark((CaromWorld *)world); // no query reads the journal
            if (size != NULL) {
                *size = needed;
            }
        }
    }
    return crComplain(world, error, "caromWorldSaveState");
}

// ---- in

/// Returns whether it is a complete state of this world.
static bool isOurs(const CaromWorld *world, const char *state, size_t size, CrRollbackHead *head)
{
    uint64_t last;
    if (size < sizeof *head + sizeof last) {
        return false;
    }
    memcpy(head, state, sizeof *head);
    if (head->magic != MAGIC || head->size > size || head->sum != sumOf(head) ||
        head->owner != (uint64_t)(uintptr_t)world || head->tag != world->tag) {
        return false;
    }
    memcpy(&last, state + head->size - sizeof last, sizeof last);
    return last == head->sum;
}

/// Where the solver's side begins.
static const char *rigidPart(const CrRollbackHead *head, const char *state)
{
    return state + (head->size - sizeof(uint64_t) - head->rigidSize);
}

/// Another world may have been where this one is, and as old.
static bool hasRoom(const CrRollbackPart *parts, const CrRollbackHead *head, const char *state)
{
    size_t size = sizeof *head + sizeof(uint64_t);
    bool fits = true;
    for (int k = 0; k < CR_ROLLBACK_PARTS; k++) {
        fits &= head->counts[k] <= parts[k].room;
        size += partSize(&parts[k], head->counts[k]);
    }
    if (!fits || size > head->size) {
        return false;
    }
    size_t left = head->size - size;
    if (head->rigidSize > left) {
        return false;
    }
    left -= (size_t)head->rigidSize;
    const char *moving = state + (size - sizeof(uint64_t));
    return crRollbackMovingSizeIn(head, moving, left) == left;
}

static CaromError check(CaromWorld *world, const void *state, size_t size,
                        const CrRollbackPart *parts, CrRollbackHead *head)
{
    if (!isOurs(world, state, size, head)) {
        return CAROM_ERROR_SNAPSHOT;
    }
    if (head->revision != world->revision && crJournalFind(world, head->revision) < 0) {
        return CAROM_ERROR_STALE_STATE;
    }
    return hasRoom(parts, head, state)
               ? crRigidStateReserve(world, rigidPart(head, state), (size_t)head->rigidSize)
               : CAROM_ERROR_SNAPSHOT;
}

static void forgetTouched(CaromWorld *world)
{
    const CrSensors *sensors = &world->sensors;
    for (int k = 0; k < crArrayCount(sensors->touched); k++) {
        world->shapes[sensors->touched[k]].touched = false;
    }
}

static const char *putParts(const CrRollbackPart *parts, const CrRollbackHead *head,
                            const char *from)
{
    for (int k = 0; k < CR_ROLLBACK_PARTS; k++) {
        size_t bytes = partSize(&parts[k], head->counts[k]);
        if (bytes > 0) {
            memcpy(parts[k].at, from, bytes);
        }
        if (parts[k].counts) {
            crArraySetCount(parts[k].at, head->counts[k]);
        }
        from += bytes;
    }
    return from;
}

/// mark: of the journal, or -1 if nothing was edited since.
static CaromError restore(CaromWorld *world, const CrRollbackPart *parts,
                          const CrRollbackHead *head, const char *from, int mark)
{
    const CrJournalMark *since = mark >= 0 ? &world->journal.marks[mark] : NULL;
    CaromError error = since != NULL ? crRollbackEditsPrepare(world, since) : CAROM_OK;
    if (error != CAROM_OK) {
        return error;
    }
    const char *rigid = rigidPart(head, from);
    bool isSame = since == NULL && head->placed == world->movingIndex.placed;
    forgetTouched(world);
    if (since != NULL) {
        crRollbackEditsUndo(world, since);
    }
    from = putParts(parts, head, from + sizeof *head);
    crRollbackUnlinkMoved(world, from);
    if (since != NULL) {
        crRollbackEditsPut(world, since);
    }
    // Edits bake shapes of bodies that change their type, too.
    crRollbackPutMoving(world, from, since != NULL ? UINT64_MAX : head->placed);
    if (since != NULL) {
        crRollbackEditsEnd(world, mark);
    }
    crRollbackPut(world, head);
    crRigidStatePut(world, rigid, (size_t)head->rigidSize);
    world->movingIndex.motions++;
    crMovingIndexReturn(world, isSame);
    return CAROM_OK;
}

// ---- restore

CaromError caromWorldRestoreState(CaromWorld *world, const void *state, size_t size)
{
    CrRollbackPart parts[CR_ROLLBACK_PARTS];
    CrRollbackHead head;
    CaromError error = crCheckEditable(world);
    error = error == CAROM_OK && state == NULL ? CAROM_ERROR_NULL : error;
    if (error == CAROM_OK) {
        crRollbackParts(world, parts);
        error = check(world, state, size, parts, &head);
        if (error == CAROM_OK) {
            bool isPresent = head.revision == world->revision;
            int mark = isPresent ? -1 : crJournalFind(world, head.revision);
            error = restore(world, parts, &head, state, mark);
        }
    }
    if (error == CAROM_OK) {
        crRecordBecame(world);
    }
    return crRefuse(world, error, "caromWorldRestoreState");
}
