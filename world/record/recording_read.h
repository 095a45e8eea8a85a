// SPDX-License-Identifier: MIT
// Reads a recording chunk by chunk (recorder.h). Its bytes may be anything: nothing outside of them
// is read.
#ifndef CAROM_WORLD_RECORD_RECORDING_READ_H
#define CAROM_WORLD_RECORD_RECORDING_READ_H

#include "recorder.h"

typedef struct CrRecordingReader {
    const uint8_t *bytes;
    size_t size, at; ///< where the next chunk is
    uint64_t sum;
    CrChunkKind kind; ///< of the last chunk that was read
    CrStream chunk;   ///< its contents
    bool detail;
    bool broken; ///< the next bytes are not a valid chunk
} CrRecordingReader;

/// Reads the first chunk, up to the callbacks.
/// @param others CR_CALLBACK_…
CaromError crRecordingOpen(CrRecordingReader *reader, const void *bytes, size_t size, bool *hit,
                           uint8_t *others);
/// Reads the next chunk. Returns false at the end, whole or truncated.
bool crRecordingNext(CrRecordingReader *reader);
/// Returns the kind of the next chunk, if there is one.
CrChunkKind crRecordingPeek(const CrRecordingReader *reader);

typedef struct CrTickRecord {
    double time;
    uint8_t flags;
    uint64_t hash;
} CrTickRecord;

/// Reads a tick from a TICK chunk and updates the sums. Returns false if the chunk is damaged or
/// memory is missing; chunk.error is the reason.
bool crRecordingTick(CrRecordingReader *reader, CrTickRecord *tick, CrSums *sums,
                     const CaromAllocator *allocator);

/// Returns why a stream failed: no memory, or a damaged recording.
static inline CaromError crRecordingFault(const CrStream *stream)
{
    return stream->error == CAROM_ERROR_MEMORY ? CAROM_ERROR_MEMORY : CAROM_ERROR_RECORDING;
}

/// Finds the first difference between two sets of entities' sums; `sumOf` returns those of one set.
typedef uint32_t CrSumOf(const void *context, CaromPart part, uint32_t slot);
void crSumsCompare(const CrSums *sums, CrSumOf *sumOf, const void *context,
                   CaromDifference *difference);

#endif
