// SPDX-License-Identifier: MIT
// A recording, chunk by chunk (recorder.h), of whatever bytes: nothing outside of them is read.
#ifndef CAROM_WORLD_RECORD_RECORDING_READ_H
#define CAROM_WORLD_RECORD_RECORDING_READ_H

#include "recorder.h"

typedef struct CrRecordingReader {
    const uint8_t *bytes;
    size_t size, at; ///< where the next chunk is
    uint64_t sum;
    CrChunkKind kind; ///< of the last chunk that was read
    CrStream chunk;   ///< what is in it
    bool detail;
    bool broken; ///< what comes next is no chunk
} CrRecordingReader;

/// Reads the first chunk, up to the callbacks.
CaromError crRecordingOpen(CrRecordingReader *reader, const void *bytes, size_t size, bool *hit,
                           bool *meet);
/// The next chunk; false at the end, whole or not.
bool crRecordingNext(CrRecordingReader *reader);
/// What the next chunk is, if it is one.
CrChunkKind crRecordingPeek(const CrRecordingReader *reader);

typedef struct CrTickRecord {
    double time;
    uint8_t flags;
    uint64_t hash;
} CrTickRecord;

/// Of a chunk of that kind; sums are brought up to date. False: damaged, or no memory, of which the
/// chunk's error tells.
bool crRecordingTick(CrRecordingReader *reader, CrTickRecord *tick, CrSums *sums,
                     const CaromAllocator *allocator);

/// What is wrong with a stream that is not good: no memory, or the recording.
static inline CaromError crRecordingFault(const CrStream *stream)
{
    return stream->error == CAROM_ERROR_MEMORY ? CAROM_ERROR_MEMORY : CAROM_ERROR_RECORDING;
}

/// What differs between entities' sums. Those of one side are as they are told by `sumOf`.
typedef uint32_t CrSumOf(const void *context, CaromPart part, uint32_t slot);
void crSumsCompare(const CrSums *sums, CrSumOf *sumOf, const void *context,
                   CaromDifference *difference);

#endif
