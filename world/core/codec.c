// SPDX-License-Identifier: MIT
#include "codec.h"

void crStreamFail(CrStream *stream, CaromError error)
{
    if (stream->error == CAROM_OK) {
        stream->error = error;
    }
}

void crStreamExpect(CrStream *stream, bool holds)
{
    if (crStreamReads(stream) && !holds) {
        crStreamFail(stream, CAROM_ERROR_SNAPSHOT);
    }
}

// ---- bytes

// Written out, so that compilers see one load or store of a word where bytes lie as they do here.
static inline uint32_t loadHalf(const uint8_t *b)
{
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static inline uint64_t loadWord(const uint8_t *b)
{
    return (uint64_t)b[0] | (uint64_t)b[1] << 8 | (uint64_t)b[2] << 16 | (uint64_t)b[3] << 24 |
           (uint64_t)b[4] << 32 | (uint64_t)b[5] << 40 | (uint64_t)b[6] << 48 |
           (uint64_t)b[7] << 56;
}

static inline void storeHalf(uint8_t *b, uint32_t bits)
{
    b[0] = (uint8_t)bits;
    b[1] = (uint8_t)(bits >> 8);
    b[2] = (uint8_t)(bits >> 16);
    b[3] = (uint8_t)(bits >> 24);
}

static inline void storeWord(uint8_t *b, uint64_t bits)
{
    b[0] = (uint8_t)bits;
    b[1] = (uint8_t)(bits >> 8);
    b[2] = (uint8_t)(bits >> 16);
    b[3] = (uint8_t)(bits >> 24);
    b[4] = (uint8_t)(bits >> 32);
    b[5] = (uint8_t)(bits >> 40);
    b[6] = (uint8_t)(bits >> 48);
    b[7] = (uint8_t)(bits >> 56);
}

/// Of up to eight.
static inline uint64_t load(const uint8_t *bytes, size_t size)
{
    uint64_t bits = 0;
    if (size == 8) {
        return loadWord(bytes);
    }
    if (size == 4) {
        return loadHalf(bytes);
    }
    for (size_t i = 0; i < size; i++) {
        bits |= (uint64_t)bytes[i] << 8 * i;
    }
    return bits;
}

static inline void store(uint8_t *bytes, size_t size, uint64_t bits)
{
    if (size == 8) {
        storeWord(bytes, bits);
    } else if (size == 4) {
        storeHalf(bytes, (uint32_t)bits);
    } else {
        for (size_t i = 0; i < size; i++) {
            bytes[i] = (uint8_t)(bits >> 8 * i);
        }
    }
}

/// The next bytes, with these bits; of one that reads its own.
static inline uint64_t pass(CrStream *stream, size_t size, uint64_t bits)
{
    if (stream->error != CAROM_OK || size > stream->size - stream->at) {
        crStreamFail(stream, crStreamReads(stream) ? CAROM_ERROR_SNAPSHOT : CAROM_ERROR_BUFFER);
        return 0;
    }
    if (stream->mode == CR_STREAM_READS) {
        bits = load(stream->from + stream->at, size);
    } else if (stream->mode == CR_STREAM_WRITES) {
        store(stream->to + stream->at, size, bits);
    }
    stream->at += size;
    return bits;
}

// ---- values

void crStreamU8(CrStream *stream, uint8_t *value)
{
    *value = (uint8_t)pass(stream, 1, *value);
}

void crStreamU16(CrStream *stream, uint16_t *value)
{
    *value = (uint16_t)pass(stream, 2, *value);
}

void crStreamU32(CrStream *stream, uint32_t *value)
{
    *value = (uint32_t)pass(stream, 4, *value);
}

void crStreamU64(CrStream *stream, uint64_t *value)
{
    *value = pass(stream, 8, *value);
}

void crStreamInt(CrStream *stream, int *value)
{
    uint32_t bits = (uint32_t)*value;
    crStreamU32(stream, &bits);
    crStreamExpect(stream, bits <= INT32_MAX);
    *value = crStreamIsGood(stream) ? (int)bits : 0;
}

void crStreamBool(CrStream *stream, bool *value)
{
    uint8_t bit = *value ? 1 : 0;
    crStreamEnum(stream, &bit, 2);
    *value = bit != 0;
}

void crStreamEnum(CrStream *stream, uint8_t *value, int limit)
{
    CR_ASSERT(limit > 0 && limit <= 256);
    crStreamU8(stream, value);
    crStreamExpect(stream, *value < limit);
    *value = crStreamIsGood(stream) ? *value : 0;
}

void crStreamNumber(CrStream *stream, double *value)
{
    union {
        double x;
        uint64_t bits;
    } u;
    u.x = *value;
    u.bits = pass(stream, 8, u.bits);
    crStreamExpect(stream, crFinite(u.x));
    *value = crStreamIsGood(stream) ? u.x : 0.0;
}

void crStreamVec(CrStream *stream, CaromVec2 *value)
{
    crStreamNumber(stream, &value->x);
    crStreamNumber(stream, &value->y);
}

void crStreamPointer(CrStream *stream, void **value)
{
    uint64_t bits = (uint64_t)(uintptr_t)*value;
    crStreamU64(stream, &bits);
    *value = (void *)(uintptr_t)bits;
}

void crStreamCount(CrStream *stream, uint32_t *count, size_t least)
{
    crStreamU32(stream, count);
    crStreamExpect(stream, *count <= (stream->size - stream->at) / least);
    *count = crStreamIsGood(stream) ? *count : 0;
}

void crStreamTag(CrStream *stream, const char *letters)
{
    uint64_t tag = 0;
    for (int i = 0; i < 4; i++) {
        tag |= (uint64_t)(uint8_t)letters[i] << 8 * i;
    }
    crStreamExpect(stream, pass(stream, 4, tag) == tag);
}

// ---- the sum

static inline uint64_t addWord(uint64_t sum, uint64_t word)
{
    sum = (sum ^ word) * 0x00000100000001b3ULL;
    return sum ^ (sum >> 32);
}

uint64_t crStreamSum(const uint8_t *bytes, size_t size)
{
    uint64_t sum = 0xcbf29ce484222325ULL;
    size_t i = 0;
    for (; i + 8 <= size; i += 8) {
        sum = addWord(sum, loadWord(bytes + i));
    }
    return i < size ? addWord(sum, load(bytes + i, size - i)) : sum;
}
