// SPDX-License-Identifier: MIT
// The bytes of a recording, and how a world's calls get into them.
//
//     "CAROMREC", version      stays what it is in every version
//     chunks                   each: kind, length, so many bytes, a sum
//
//     BEGIN   whether it has detail, which callbacks there are, a snapshot
//     CALLS   what was done up to the next step: records, each of a kind (calls.h) and what
//             follows; then the step's time, and what callbacks answered in it. None before a tick
//             of a recording that begins
//     TICK    what came of it: clock, the step's flags, hash; of detail which entities have another
//             sum than at the tick before, or all of them, by part of the world and slot
//     END     nothing: the game ended it
//
// A sum is over all the bytes of its chunk and the sum before it (the first one's over the magic
// too), so that none may change, go, come or move unseen; what was cut off is whole up to its last
// chunk. All values are as codec.h has them, the same on every machine.
//
// A recorder is the observer of a world's calls (../data/observer.h).
#ifndef CAROM_WORLD_RECORD_RECORDER_H
#define CAROM_WORLD_RECORD_RECORDER_H

#include "../core/hash_mix.h"
#include "../save/hash.h"
#include "calls.h"

#define CR_RECORDING_MAGIC 0x4345524d4f524143ULL ///< "CAROMREC", as bytes
#define CR_RECORDING_VERSION 2u

enum {
    CR_RECORDING_HEAD = 12,            ///< [B] magic and version
    CR_RECORDING_CHUNK = 9,            ///< [B] of a chunk's kind and length
    CR_RECORDING_TICK = 8 + 1 + 1 + 8, ///< [B] of a tick without detail
    CR_RECORDING_SLOT_BYTES = 8        ///< [B] of an entity in it
};

typedef enum CrChunkKind {
    CR_CHUNK_BEGIN,
    CR_CHUNK_CALLS,
    CR_CHUNK_TICK,
    CR_CHUNK_END,
    CR_CHUNK_COUNT
} CrChunkKind;

/// Of entities, by part and slot: arrays.
typedef struct CrSums {
    uint32_t *of[CR_HASH_PARTS];
} CrSums;

/// Half of a sum, and never 0: that is of a slot which there is not.
static inline uint32_t crSumShort(uint64_t sum)
{
    uint32_t half = (uint32_t)(sum >> 32);
    return half != 0 ? half : 1;
}
void crSumsFree(CrSums *sums, const CaromAllocator *allocator);
void crSumsClear(CrSums *sums);

/// Of a chunk, its head included.
static inline uint64_t crChunkSum(uint64_t before, const uint8_t *bytes, size_t size)
{
    return crHashMix(before, crStreamSum(bytes, size));
}

struct CaromRecorder {
    CrObserver observer;
    CaromWorld *world; ///< null: it has ended
    CaromAllocator allocator;
    CaromWriteFunction *write;
    void *writeContext;
    bool detail;
    CaromError error; ///< why nothing is recorded any more
    uint8_t *bytes;   ///< all of it, or of one that writes what is not written yet
    size_t size, room;
    size_t chunk;      ///< where the chunk begins that is being written; what is before it is whole
    bool open;         ///< there is one
    uint64_t sum;      ///< of the last chunk
    CrSums sums;       ///< as they were told last, of one with detail;
    bool anew;         ///< all of them are to be told
    CrCallRoom unused; ///< of streams that read
};

// ---- chunks (recorder.c)

/// From now on nothing is recorded: what the last step told is what there is.
void crChunkStop(CaromRecorder *recorder, CaromError error);
/// Room for so many bytes more; grows by half. False, here and below: nothing is recorded any more.
bool crChunkGrow(CaromRecorder *recorder, size_t more);
/// A stream of the next so many, for which there is room.
CrStream crChunkNext(CaromRecorder *recorder, size_t size);
/// Unless there is one.
bool crChunkOpen(CaromRecorder *recorder, CrChunkKind kind);
void crChunkClose(CaromRecorder *recorder);
/// What is whole goes to the game; the world is locked, as it is the game's code.
void crChunkFlush(CaromRecorder *recorder);

#endif
