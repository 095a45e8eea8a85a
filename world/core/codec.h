// SPDX-License-Identifier: MIT
// Values one after the other in bytes, written and read by one and the same list of calls, so that
// what is written is what is read: little-endian whatever the machine, doubles by their bits.
//
// Every call takes the address of a value. A stream that counts or writes reads the value there;
// one that reads replaces it, and on anything that can't be (past the end, a number that is not
// finite, an enumeration's stranger) fails: from then on it gives zeros and touches no byte. So
// whoever reads asks once, at the end of a part, and before it takes memory for what a count
// announces.
#ifndef CAROM_WORLD_CORE_CODEC_H
#define CAROM_WORLD_CORE_CODEC_H

#include "../../shapes/inline.h"
#include "fields.h"

#include <float.h>

typedef enum CrStreamMode { CR_STREAM_COUNTS, CR_STREAM_WRITES, CR_STREAM_READS } CrStreamMode;

typedef struct CrStream {
    CrStreamMode mode;
    uint8_t *to;         ///< of one that writes
    const uint8_t *from; ///< of one that reads
    size_t size, at;     ///< [B] at <= size; of one that counts no limit
    CaromError error;    ///< the first
    double clock;        ///< [s] of one that reads: nothing that is past comes after it
} CrStream;

static inline CrStream crStreamCounter(void)
{
    CrStream stream = {CR_STREAM_COUNTS, NULL, NULL, SIZE_MAX, 0, CAROM_OK, 0.0};
    return stream;
}
static inline CrStream crStreamWriter(void *memory, size_t size)
{
    CrStream stream = {CR_STREAM_WRITES, memory, NULL, size, 0, CAROM_OK, 0.0};
    return stream;
}
static inline CrStream crStreamReader(const void *memory, size_t size)
{
    CrStream stream = {CR_STREAM_READS, NULL, memory, size, 0, CAROM_OK, DBL_MAX};
    return stream;
}

static inline bool crStreamReads(const CrStream *stream)
{
    return stream->mode == CR_STREAM_READS;
}
static inline bool crStreamIsGood(const CrStream *stream)
{
    return stream->error == CAROM_OK;
}
void crStreamFail(CrStream *stream, CaromError error);
/// Of one that reads: fails with CAROM_ERROR_SNAPSHOT unless it holds.
void crStreamExpect(CrStream *stream, bool holds);

void crStreamU8(CrStream *stream, uint8_t *value);
void crStreamU16(CrStream *stream, uint16_t *value);
void crStreamU32(CrStream *stream, uint32_t *value);
void crStreamU64(CrStream *stream, uint64_t *value);
void crStreamInt(CrStream *stream, int *value);
void crStreamBool(CrStream *stream, bool *value);
/// Below a limit.
void crStreamEnum(CrStream *stream, uint8_t *value, int limit);
/// Finite.
void crStreamNumber(CrStream *stream, double *value);
void crStreamVec(CrStream *stream, CaromVec2 *value);
/// Sixty-four bits, on every machine.
void crStreamPointer(CrStream *stream, void **value);
/// How many things of at least `least` bytes each follow; no more than there are bytes for.
void crStreamCount(CrStream *stream, uint32_t *count, size_t least);
/// All saved fields of a structure, in the order of its table. Writing does not write to it, so it
/// may be const. Reading fails on a value that its row does not accept.
void crStreamFields(CrStream *stream, const CrFieldTable *table, void *structure);
/// Of a stream that counts or writes.
static inline void crStreamPut(CrStream *stream, const CrFieldTable *table, const void *structure)
{
    CR_ASSERT(!crStreamReads(stream));
    crStreamFields(stream, table, (void *)structure);
}
/// What a row of CR_FIELD_BETWEEN stands for: what a row cannot say.
typedef void CrBetween(CrStream *stream, void *structure, unsigned uses);
/// Those with one of some uses (CR_SAVED, CR_OF_...).
void crStreamFieldsOf(CrStream *stream, const CrFieldTable *table, void *structure, unsigned uses,
                      CrBetween *between);
/// [B] of the saved ones, without what is in between.
size_t crFieldsSize(const CrFieldTable *table);
/// Four letters that begin a part.
void crStreamTag(CrStream *stream, const char *letters);

/// Of bytes: every change within eight that begin at a multiple of eight changes it, every other
/// with a chance of 2^-64. After Fowler, Noll and Vo, FNV-1a (1991), by words in place of bytes:
/// a step is a bijection of the sum for one word, and of the word for one sum.
uint64_t crStreamSum(const uint8_t *bytes, size_t size);

#endif
