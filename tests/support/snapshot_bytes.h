// SPDX-License-Identifier: MIT
// A snapshot, or a state, in memory of its size.
#ifndef CAROM_TESTS_SNAPSHOT_BYTES_H
#define CAROM_TESTS_SNAPSHOT_BYTES_H

#include "../../world/api/carom.h"
#include "../../world/core/codec.h"

#include <stdlib.h>

#include "assertions.h"

typedef struct SnapshotBytes {
    uint8_t *at;
    size_t size;
} SnapshotBytes;

/// To be freed.
static inline SnapshotBytes snapshotSave(const CaromWorld *world)
{
    SnapshotBytes bytes = {NULL, caromWorldSnapshotSize(world)};
    size_t written = 0;
    bytes.at = malloc(bytes.size);
    ck_assert_ptr_nonnull(bytes.at);
    ck_assert_ok(caromWorldSave(world, bytes.at, bytes.size, &written));
    ck_assert_uint_eq(written, bytes.size);
    return bytes;
}

/// Brings a world back to what it is, by a snapshot.
static inline void snapshotThereAndBack(CaromWorld *world)
{
    SnapshotBytes snapshot = snapshotSave(world);
    ck_assert_ok(caromWorldRestore(world, snapshot.at, snapshot.size));
    free(snapshot.at);
}

/// Makes the checksum right again, after a change.
static inline void snapshotMendSum(SnapshotBytes bytes)
{
    CrStream sum = crStreamWriter(bytes.at + bytes.size - 8, 8);
    uint64_t value = crStreamSum(bytes.at, bytes.size - 8);
    crStreamU64(&sum, &value);
}

/// The moving state. To be freed.
static inline SnapshotBytes stateSave(const CaromWorld *world)
{
    SnapshotBytes bytes = {NULL, caromWorldStateSize(world)};
    size_t written = 0;
    bytes.at = malloc(bytes.size);
    ck_assert_ptr_nonnull(bytes.at);
    ck_assert_ok(caromWorldSaveState(world, bytes.at, bytes.size, &written));
    ck_assert_uint_eq(written, bytes.size);
    return bytes;
}

#endif
