// SPDX-License-Identifier: MIT
#include "recording_read.h"

const char *caromPartName(CaromPart part)
{
    static const char *const names[] = {"nothing", "clock",    "settings",   "surfaces", "blasts",
                                        "body",    "shape",    "projectile", "contacts", "slots",
                                        "events",  "question", "call"};
    typedef char everyPartHasAName[sizeof names / sizeof names[0] == CAROM_PART_COUNT ? 1 : -1];
    (void)sizeof(everyPartHasAName);
    return (unsigned)part < CAROM_PART_COUNT ? names[part] : "?";
}

// ---- chunks

CrChunkKind crRecordingPeek(const CrRecordingReader *reader)
{
    bool any = !reader->broken && reader->at < reader->size;
    return any ? (CrChunkKind)reader->bytes[reader->at] : CR_CHUNK_COUNT;
}

/// Opens a stream of its bytes where it is whole.
static bool openChunk(CrRecordingReader *reader, size_t summedFrom)
{
    CrStream s = crStreamReader(reader->bytes + reader->at, reader->size - reader->at);
    uint8_t kind = 0;
    uint64_t length = 0, sum = 0;
    crStreamEnum(&s, &kind, CR_CHUNK_COUNT);
    crStreamU64(&s, &length);
    crStreamExpect(&s, s.size - s.at >= 8 && length <= s.size - s.at - 8);
    if (!crStreamIsGood(&s)) {
        return false;
    }
    size_t end = reader->at + CR_RECORDING_CHUNK + (size_t)length;
    CrStream tail = crStreamReader(reader->bytes + end, 8);
    crStreamU64(&tail, &sum);
    if (sum != crChunkSum(reader->sum, reader->bytes + summedFrom, end - summedFrom)) {
        return false;
    }
    reader->kind = (CrChunkKind)kind;
    reader->chunk = crStreamReader(reader->bytes + reader->at + CR_RECORDING_CHUNK, (size_t)length);
    reader->sum = sum;
    reader->at = end + 8;
    return true;
}

CaromError crRecordingOpen(CrRecordingReader *reader, const void *bytes, size_t size, bool *hit,
                           uint8_t *others)
{
    static const CrRecordingReader blank;
    CrStream head = crStreamReader(bytes, size);
    uint64_t magic = 0;
    uint32_t version = 0;
    *reader = blank;
    reader->bytes = bytes;
    reader->size = size;
    crStreamU64(&head, &magic);
    crStreamU32(&head, &version);
    reader->at = head.at;
    if (magic != CR_RECORDING_MAGIC || !openChunk(reader, 0)) {
        return CAROM_ERROR_RECORDING;
    }
    if (version != CR_RECORDING_VERSION) {
        return CAROM_ERROR_VERSION;
    }
    crStreamBool(&reader->chunk, &reader->detail);
    crStreamBool(&reader->chunk, hit);
    crStreamEnum(&reader->chunk, others, CR_CALLBACK_KINDS);
    bool begins = reader->kind == CR_CHUNK_BEGIN && crStreamIsGood(&reader->chunk);
    return begins ? CAROM_OK : CAROM_ERROR_RECORDING;
}

bool crRecordingNext(CrRecordingReader *reader)
{
    if (reader->broken || reader->kind == CR_CHUNK_END) {
        return false;
    }
    CrChunkKind before = reader->kind;
    // Calls lead to a tick, or to the end.
    reader->broken = !openChunk(reader, reader->at) || reader->kind == CR_CHUNK_BEGIN ||
                     (before == CR_CHUNK_CALLS && reader->kind == CR_CHUNK_CALLS);
    return !reader->broken;
}

// ---- ticks

/// Slots come in order, and a new one is the next.
static bool readPart(CrStream *s, uint32_t **sums, const CaromAllocator *allocator)
{
    uint32_t count = 0;
    crStreamCount(s, &count, CR_RECORDING_SLOT_BYTES);
    for (uint32_t k = 0; k < count && crStreamIsGood(s); k++) {
        uint32_t slot = 0, sum = 0, known = (uint32_t)crArrayCount(*sums);
        crStreamU32(s, &slot);
        crStreamU32(s, &sum);
        crStreamExpect(s, slot <= known && known < INT32_MAX);
        if (crStreamIsGood(s) && slot == known) {
            if (!crArrayGrow(*sums, 1, allocator)) {
                crStreamFail(s, CAROM_ERROR_MEMORY);
                break;
            }
            crArrayPush(*sums, sum);
        } else if (crStreamIsGood(s) && *sums != NULL) {
            (*sums)[slot] = sum;
        }
    }
    return crStreamIsGood(s);
}

bool crRecordingTick(CrRecordingReader *reader, CrTickRecord *tick, CrSums *sums,
                     const CaromAllocator *allocator)
{
    CrStream *s = &reader->chunk;
    crStreamNumber(s, &tick->time);
    bool anew = false;
    crStreamU8(s, &tick->flags);
    crStreamBool(s, &anew);
    crStreamU64(s, &tick->hash);
    if (anew) {
        crSumsClear(sums);
    }
    for (CaromPart part = CAROM_PART_CLOCK; part < CR_HASH_PARTS && reader->detail; part++) {
        if (!readPart(s, &sums->of[part], allocator)) {
            return false;
        }
    }
    return crStreamIsGood(s) && reader->kind == CR_CHUNK_TICK;
}

void crSumsCompare(const CrSums *sums, CrSumOf *sumOf, const void *context,
                   CaromDifference *difference)
{
    for (CaromPart part = CAROM_PART_CLOCK; part < CR_HASH_PARTS; part++) {
        bool slots =
            part == CAROM_PART_BODY || part == CAROM_PART_SHAPE || part == CAROM_PART_PROJECTILE;
        uint32_t known = (uint32_t)crArrayCount(sums->of[part]);
        for (uint32_t slot = 0;; slot++) {
            uint32_t is = sumOf(context, part, slot), was = slot < known ? sums->of[part][slot] : 0;
            if (is == 0 && slot >= known) {
                break;
            }
            if (is != was && difference->count++ == 0) {
                difference->part = part;
                difference->index = slots ? slot + 1 : 0;
            }
        }
    }
}
