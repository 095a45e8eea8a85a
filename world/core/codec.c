// SPDX-License-Identifier: MIT
#include "codec.h"

#include <string.h>

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

bool crStreamIsNext(const CrStream *stream, const char *letters)
{
    CrStream copy = *stream;
    crStreamTag(&copy, letters);
    return crStreamIsGood(&copy);
}

void crStreamFloat(CrStream *stream, float *value)
{
    uint32_t bits;
    memcpy(&bits, value, sizeof bits);
    crStreamU32(stream, &bits);
    bool isFinite = (bits >> 23 & 0xffu) != 0xffu;
    crStreamExpect(stream, isFinite);
    bits = isFinite ? bits : 0;
    memcpy(value, &bits, sizeof bits);
}

// ---- fields

static const uint8_t fieldSizes[] = {0, 0, 1, 1, 1, 4, 4, 4, 8, 8, 8, 8, 16, 16}; ///< [B] by kind

size_t crFieldsSize(const CrFieldTable *table)
{
    size_t size = 0;
    for (const CrField *field = table->fields; field->kind != CR_FIELD_OTHER; field++) {
        size += field->uses & CR_SAVED ? fieldSizes[field->kind] : 0;
    }
    return size;
}

static void writeNumber(CrStream *stream, const void *at)
{
    uint64_t bits;
    memcpy(&bits, at, sizeof bits);
    pass(stream, 8, bits);
}

static void writeField(CrStream *stream, const CrField *field, const void *at)
{
    switch (field->kind) {
    case CR_FIELD_BOOL:
    case CR_FIELD_U8:
        pass(stream, 1, *(const uint8_t *)at);
        break;
    case CR_FIELD_ENUM:
        pass(stream, 1, (uint64_t) * (const int *)at);
        break;
    case CR_FIELD_U32:
    case CR_FIELD_INT:
    case CR_FIELD_COUNT:
        pass(stream, 4, *(const uint32_t *)at);
        break;
    case CR_FIELD_POINTER:
        pass(stream, 8, (uint64_t)(uintptr_t) * (void *const *)at);
        break;
    case CR_FIELD_VEC:
    case CR_FIELD_UNIT:
        writeNumber(stream, at);
        writeNumber(stream, (const char *)at + 8);
        break;
    default:
        writeNumber(stream, at);
    }
}

static inline bool isWithin(const CrField *field, double x)
{
    return x >= field->least && x <= field->most;
}

/// False, and no change, if it is not accepted.
static inline bool readNumber(const CrField *field, const uint8_t *from, double *value)
{
    uint64_t bits = loadWord(from);
    double x;
    memcpy(&x, &bits, sizeof x);
    bool ok = isWithin(field, x);
    *value = ok ? x : *value;
    return ok;
}

static bool readVec(const CrField *field, const uint8_t *from, CaromVec2 *value)
{
    bool ok = readNumber(field, from, &value->x) && readNumber(field, from + 8, &value->y);
    double length = value->x * value->x + value->y * value->y;
    return ok && (field->kind != CR_FIELD_UNIT || crAbs(length - 1.0) < 1e-6);
}

/// Four bytes.
static bool readHalf(const CrStream *stream, const CrField *field, uint32_t value, uint32_t *at)
{
    size_t left = stream->size - stream->at - 4;
    bool ok = field->kind == CR_FIELD_INT     ? value <= INT32_MAX
              : field->kind == CR_FIELD_COUNT ? value <= left / (size_t)field->least
                                              : true;
    *at = ok ? value : *at;
    return ok;
}

/// False if it is not accepted.
static bool readField(const CrStream *stream, const CrField *field, void *at)
{
    const uint8_t *from = stream->from + stream->at;
    switch (field->kind) {
    case CR_FIELD_BOOL:
        *(bool *)at = *from == 1;
        return *from <= 1;
    case CR_FIELD_U8:
        *(uint8_t *)at = isWithin(field, *from) ? *from : 0;
        return *(uint8_t *)at == *from;
    case CR_FIELD_ENUM:
        *(int *)at = isWithin(field, *from) ? *from : 0;
        return *(int *)at == *from;
    case CR_FIELD_U32:
    case CR_FIELD_INT:
    case CR_FIELD_COUNT:
        return readHalf(stream, field, loadHalf(from), at);
    case CR_FIELD_U64:
        *(uint64_t *)at = loadWord(from);
        return true;
    case CR_FIELD_POINTER:
        *(void **)at = (void *)(uintptr_t)loadWord(from);
        return true;
    case CR_FIELD_NUMBER:
        return readNumber(field, from, at);
    case CR_FIELD_PAST:
        return readNumber(field, from, at) && *(double *)at <= stream->clock;
    default:
        return readVec(field, from, at);
    }
}

static void passField(CrStream *stream, const CrField *field, void *at)
{
    size_t size = fieldSizes[field->kind];
    if (stream->mode == CR_STREAM_WRITES) {
        writeField(stream, field, at);
    } else if (stream->mode == CR_STREAM_COUNTS) {
        stream->at += size;
    } else if (size > stream->size - stream->at || !readField(stream, field, at)) {
        crStreamFail(stream, CAROM_ERROR_SNAPSHOT);
    } else {
        stream->at += size;
    }
}

void crStreamFieldsOf(CrStream *stream, const CrFieldTable *table, void *structure, unsigned uses,
                      CrBetween *between)
{
    const CrField *field = table->fields;
    for (; field->kind != CR_FIELD_OTHER && stream->error == CAROM_OK; field++) {
        if (!(field->uses & uses)) {
            continue;
        }
        if (field->kind == CR_FIELD_BETWEEN) {
            between(stream, structure, uses);
        } else {
            passField(stream, field, (char *)structure + field->at);
        }
    }
}

void crStreamFields(CrStream *stream, const CrFieldTable *table, void *structure)
{
    crStreamFieldsOf(stream, table, structure, CR_SAVED, NULL);
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
