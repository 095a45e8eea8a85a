// SPDX-License-Identifier: MIT
// The format of a recording, and the recorder that writes it.
//
//     "CAROMREC", version      the same in every version
//     chunks                   each: kind, length, its bytes, a sum
//
//     BEGIN   whether it has detail, which callbacks are set, a snapshot
//     CALLS   the calls before the next step: records, each with a kind (calls.h) and its
//             arguments; then the step's time, and the answers of callbacks within it. The first
//             tick of a new recording has none
//     TICK    the result: clock, the step's flags, hash; with detail also the sums of entities that
//             differ from the tick before, or all sums, by part of the world and slot
//     END     empty: the game ended the recording
//
// A sum covers all bytes of its chunk and the sum before it; the first one covers the magic too. So
// every changed, missing, added or moved chunk is found. A truncated recording is valid up to its
// last whole chunk. All values are written by codec.h, the same on every machine.
//
// A recorder is the observer of a world's calls (../data/observer.h).
#ifndef CAROM_WORLD_RECORD_RECORDER_H
#define CAROM_WORLD_RECORD_RECORDER_H

#include "../core/hash_mix.h"
#include "../save/hash.h"
#include "calls.h"

#define CR_RECORDING_MAGIC 0x4345524d4f524143ULL ///< "CAROMREC", as bytes
#define CR_RECORDING_VERSION 2u

/// Callbacks besides that of hits, or-ed.
enum { CR_CALLBACK_MEET = 1, CR_CALLBACK_CONTACT = 2, CR_CALLBACK_KINDS = 4 };

enum {
    CR_RECORDING_HEAD = 12,            ///< [B] magic and version
    CR_RECORDING_CHUNK = 9,            ///< [B] of a chunk's kind and length
    CR_RECORDING_TICK = 8 + 1 + 1 + 8, ///< [B] of a tick without detail
    CR_RECORDING_SLOT_BYTES = 8        ///< [B] of an entity in a tick with detail
};

typedef enum CrChunkKind {
    CR_CHUNK_BEGIN,
    CR_CHUNK_CALLS,
    CR_CHUNK_TICK,
    CR_CHUNK_END,
    CR_CHUNK_COUNT
} CrChunkKind;

/// The short sums of all entities: one array a part, by slot.
typedef struct CrSums {
    uint32_t *of[CR_HASH_PARTS];
} CrSums;

/// Returns half of a sum, never 0: 0 stands for a slot that does not exist.
static inline uint32_t crSumShort(uint64_t sum)
{
    uint32_t half = (uint32_t)(sum >> 32);
    return half != 0 ? half : 1;
}
void crSumsFree(CrSums *sums, const CaromAllocator *allocator);
void crSumsClear(CrSums *sums);

/// Returns the sum of a chunk, its head included.
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
    CaromError error; ///< why recording has stopped
    uint8_t *bytes;   ///< the whole recording; with a write function only the bytes not yet written
    size_t size, room;
    size_t chunk;      ///< start of the open chunk; the bytes before it are complete
    bool open;         ///< a chunk is open
    uint64_t sum;      ///< of the last chunk
    CrSums sums;       ///< with detail: the sums as last recorded
    bool anew;         ///< the next tick records all sums
    CrCallRoom unused; ///< needed only by streams that read
};

// ---- chunks (recorder.c)

/// Stops recording. What was recorded up to the last step stays valid.
void crChunkStop(CaromRecorder *recorder, CaromError error);
/// Makes room for `more` bytes; grows by half. False, here and below: recording has stopped.
bool crChunkGrow(CaromRecorder *recorder, size_t more);
/// Returns a stream over the next `size` bytes, for which there is room.
CrStream crChunkNext(CaromRecorder *recorder, size_t size);
/// Opens a chunk unless one is open.
bool crChunkOpen(CaromRecorder *recorder, CrChunkKind kind);
void crChunkClose(CaromRecorder *recorder);
/// Passes complete chunks to the game's write function. The world is locked during that call.
void crChunkFlush(CaromRecorder *recorder);

#endif
