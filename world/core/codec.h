// SPDX-License-Identifier: MIT
// Values one after the other in bytes. The same list of calls writes and reads them, so what is
// read is what was written. The bytes are little-endian on every machine, doubles by their bits.
//
// Every call takes the address of a value. A stream that counts or writes reads the value there;
// one that reads replaces it. A read fails past the end, on a number that is not finite, or on an
// unknown value of an enumeration. From then on the stream returns zeros and reads no byte. So a
// reader checks for errors once at the end of a part, and before it allocates memory for a count
// that it read.
#ifndef CAROM_WORLD_CORE_CODEC_H
#define CAROM_WORLD_CORE_CODEC_H

#include "../../shapes/inline.h"
#include "fields.h"

#include <float.h>

typedef enum CrStreamMode { CR_STREAM_COUNTS, CR_STREAM_WRITES, CR_STREAM_READS } CrStreamMode;

typedef struct CrStream {
    CrStreamMode mode;
    uint8_t *to;         ///< for writing
    const uint8_t *from; ///< for reading
    size_t size, at;     ///< [B] at <= size; a stream that counts has no limit
    CaromError error;    ///< the first
    double clock;        ///< [s] for reading: times in the past must not be after it
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
/// For reading: fails with CAROM_ERROR_SNAPSHOT unless the condition holds.
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
/// 64 bits on every machine.
void crStreamPointer(CrStream *stream, void **value);
/// A count of following items of at least `least` bytes each; no more than there are bytes for.
void crStreamCount(CrStream *stream, uint32_t *count, size_t least);
/// All saved fields of a structure, in the order of its table. Writing does not write to it, so it
/// may be const. Reading fails on a value that its row does not accept.
void crStreamFields(CrStream *stream, const CrFieldTable *table, void *structure);
/// For a stream that counts or writes.
static inline void crStreamPut(CrStream *stream, const CrFieldTable *table, const void *structure)
{
    CR_ASSERT(!crStreamReads(stream));
    crStreamFields(stream, table, (void *)structure);
}
/// Reads and writes what a row of CR_FIELD_BETWEEN stands for, which rows cannot express.
typedef void CrBetween(CrStream *stream, void *structure, unsigned uses);
/// The fields with one of some uses (CR_SAVED, CR_OF_...).
void crStreamFieldsOf(CrStream *stream, const CrFieldTable *table, void *structure, unsigned uses,
                      CrBetween *between);
/// [B] Returns the size of the saved fields, without what is in between.
size_t crFieldsSize(const CrFieldTable *table);
/// Four letters that begin a part.
void crStreamTag(CrStream *stream, const char *letters);

/// Returns whether these four letters are next. Reads nothing.
bool crStreamIsNext(const CrStream *stream, const char *letters);
/// Finite.
void crStreamFloat(CrStream *stream, float *value);

/// Returns a sum of bytes. Every change within eight bytes that begin at a multiple of eight
/// changes the sum; any other change escapes with a chance of 2^-64. After Fowler, Noll and Vo,
/// FNV-1a (1991), by words instead of bytes: a step is a bijection of the sum for one word, and of
/// the word for one sum.
uint64_t crStreamSum(const uint8_t *bytes, size_t size);

#endif
