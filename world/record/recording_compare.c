// SPDX-License-Identifier: MIT
// Compares two recordings by their state after each step. They need not have the same steps: states
// are compared at the times that both stepped to, since step lengths do not affect them.
#include "recording_read.h"

/// One of the two recordings.
typedef struct Side {
    CrRecordingReader reader;
    CrSums sums;
    CrTickRecord tick;
    int64_t number; ///< of the tick; −1 before the first
    uint64_t calls; ///< a sum of all that was done so far
    CaromError error;
} Side;

static uint32_t sumOfOther(const void *context, CaromPart part, uint32_t slot)
{
    const CrSums *sums = context;
    return slot < (uint32_t)crArrayCount(sums->of[part]) ? sums->of[part][slot] : 0;
}

/// Reads up to the next tick. Returns false if there is none.
static bool advance(Side *side, const CaromAllocator *allocator)
{
    CrRecordingReader *reader = &side->reader;
    while (crRecordingNext(reader) && reader->kind == CR_CHUNK_CALLS) {
        uint64_t sum = crStreamSum(reader->chunk.from, reader->chunk.size);
        side->calls = crHashMix(side->calls, sum);
    }
    if (reader->broken) {
        side->error = CAROM_ERROR_RECORDING;
    } else if (reader->kind == CR_CHUNK_TICK) {
        side->number++;
        bool read = crRecordingTick(reader, &side->tick, &side->sums, allocator);
        side->error = read ? CAROM_OK : crRecordingFault(&reader->chunk);
        return read;
    }
    return false;
}

/// Reads both up to the same time. Returns false if there is none any more.
static bool meet(Side sides[2], const CaromAllocator *allocator)
{
    bool more = advance(&sides[0], allocator) && advance(&sides[1], allocator);
    while (more && sides[0].tick.time != sides[1].tick.time) {
        more = advance(&sides[sides[0].tick.time > sides[1].tick.time], allocator);
    }
    return more;
}

static void tell(Side sides[2], CaromDifference *difference)
{
    difference->found = true;
    difference->tick = sides[0].number;
    difference->time = sides[0].tick.time;
    difference->recorded = sides[0].tick.hash;
    difference->got = sides[1].tick.hash;
    if (sides[0].reader.detail && sides[1].reader.detail) {
        crSumsCompare(&sides[0].sums, sumOfOther, &sides[1].sums, difference);
    }
}

static void compare(Side sides[2], const CaromAllocator *allocator, CaromComparison *out)
{
    while (!out->difference.found && meet(sides, allocator)) {
        out->ticks++;
        if (sides[0].calls != sides[1].calls && out->otherCalls < 0) {
            out->otherCalls = sides[0].number;
        }
        if (sides[0].tick.hash != sides[1].tick.hash) {
            tell(sides, &out->difference);
        }
    }
}

static CaromError open(Side *side, const void *bytes, size_t size)
{
    bool hit = false;
    uint8_t others = 0;
    side->number = -1;
    side->error = CAROM_OK;
    return bytes == NULL ? CAROM_ERROR_NULL
                         : crRecordingOpen(&side->reader, bytes, size, &hit, &others);
}

CaromError caromRecordingCompare(const void *a, size_t sizeA, const void *b, size_t sizeB,
                                 const CaromAllocator *allocator, CaromComparison *comparison)
{
    static const CaromAllocator standard;
    static const CaromComparison blank;
    static const Side fresh;
    if (comparison == NULL) {
        return CAROM_ERROR_NULL;
    }
    Side sides[2] = {fresh, fresh};
    CaromError error = open(&sides[0], a, sizeA);
    error = error == CAROM_OK ? open(&sides[1], b, sizeB) : error;
    *comparison = blank;
    comparison->otherCalls = -1;
    if (error != CAROM_OK) {
        return error;
    }
    allocator = allocator != NULL ? allocator : &standard;
    compare(sides, allocator, comparison);
    crSumsFree(&sides[0].sums, allocator);
    crSumsFree(&sides[1].sums, allocator);
    return sides[0].error != CAROM_OK ? sides[0].error : sides[1].error;
}
