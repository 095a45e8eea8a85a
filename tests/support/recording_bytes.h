// SPDX-License-Identifier: MIT
// Recordings in memory, put right again after a change.
#ifndef CAROM_TESTS_RECORDING_BYTES_H
#define CAROM_TESTS_RECORDING_BYTES_H

#include "../../world/record/recording_read.h"
#include "snapshot_bytes.h"

#include <string.h>

static inline CaromRecorder *recordingBegin(CaromWorld *world, bool detail)
{
    CaromRecorderDef def = caromRecorderDef();
    CaromError error = CAROM_ERROR_NULL;
    def.detail = detail;
    CaromRecorder *recorder = caromRecorderCreate(world, &def, &error);
    ck_assert_msg(recorder != NULL && error == CAROM_OK, "%s", caromErrorName(error));
    return recorder;
}

/// Ends it; to be freed.
static inline SnapshotBytes recordingEnd(CaromRecorder *recorder)
{
    SnapshotBytes bytes = {NULL, 0};
    ck_assert_ok(caromRecorderEnd(recorder));
    const void *kept = caromRecorderBytes(recorder, &bytes.size);
    bytes.at = malloc(bytes.size);
    ck_assert_ptr_nonnull(bytes.at);
    memcpy(bytes.at, kept, bytes.size);
    ck_assert_ok(caromRecorderDestroy(recorder));
    return bytes;
}

/// Writes new sums for all chunks; their lengths must be right.
static inline void recordingRepair(SnapshotBytes bytes)
{
    uint64_t sum = 0;
    size_t at = CR_RECORDING_HEAD, from = 0;
    while (at < bytes.size) {
        uint64_t length = 0;
        CrStream head = crStreamReader(bytes.at + at + 1, 8);
        crStreamU64(&head, &length);
        size_t end = at + CR_RECORDING_CHUNK + (size_t)length;
        sum = crChunkSum(sum, bytes.at + from, end - from);
        CrStream tail = crStreamWriter(bytes.at + end, 8);
        crStreamU64(&tail, &sum);
        at = from = end + 8;
    }
}

/// Where the bits of a number lie, the last time; SIZE_MAX: nowhere.
static inline size_t recordingFind(SnapshotBytes bytes, double number)
{
    uint8_t bits[8];
    size_t found = SIZE_MAX;
    CrStream s = crStreamWriter(bits, sizeof bits);
    crStreamNumber(&s, &number);
    for (size_t i = 0; i + sizeof bits <= bytes.size; i++) {
        found = memcmp(bytes.at + i, bits, sizeof bits) == 0 ? i : found;
    }
    return found;
}

/// Writes `other` where `number` is recorded, and corrects the sums.
static inline void recordingForge(SnapshotBytes bytes, double number, double other)
{
    size_t at = recordingFind(bytes, number);
    ck_assert_msg(at != SIZE_MAX, "%g is not recorded", number);
    CrStream s = crStreamWriter(bytes.at + at, 8);
    crStreamNumber(&s, &other);
    recordingRepair(bytes);
}

#endif
