// SPDX-License-Identifier: MIT
#include "recorder.h"

#include "../data/refuse.h"

#define RECORDER_COOKIE 0x43520001u

// ---- records

/// A record of so many bytes after its kind.
static bool openRecord(CaromRecorder *r, CrCallKind kind, size_t size, CrStream *s)
{
    if (!crChunkOpen(r, CR_CHUNK_CALLS) || !crChunkGrow(r, size + 1)) {
        return false;
    }
    uint8_t bits = crKindByte(kind);
    *s = crChunkNext(r, size + 1);
    crStreamU8(s, &bits);
    return true;
}

static void called(void *context, CrCall *call)
{
    CaromRecorder *r = context;
    CrStream counter = crStreamCounter(), s;
    crCallFields(&counter, call, &r->unused, 0);
    if (openRecord(r, call->kind, counter.at, &s)) {
        crCallFields(&s, call, &r->unused, 0);
        CR_ASSERT(crStreamIsGood(&s) && s.at == s.size);
    }
}

static size_t mark(const void *context)
{
    const CaromRecorder *r = context;
    return r->size;
}

static void undo(void *context, size_t to)
{
    CaromRecorder *r = context;
    if (r->error != CAROM_OK || to >= r->size) {
        return;
    }
    r->size = to;
    r->open = to > r->chunk; // what was written since is in the chunk at hand
}

static void snapshotInto(CaromRecorder *r, CrStream *s, size_t size)
{
    uint64_t length = size;
    crStreamU64(s, &length);
    CaromError error = caromWorldSave(r->world, s->to + s->at, size, NULL);
    CR_ASSERT(error == CAROM_OK);
    (void)error;
}

static void became(void *context)
{
    CaromRecorder *r = context;
    CrStream s;
    if (r->error != CAROM_OK) {
        return;
    }
    size_t size = caromWorldSnapshotSize(r->world);
    if (openRecord(r, CR_RECORD_BECAME, 8 + size, &s)) {
        snapshotInto(r, &s, size);
        crSumsClear(&r->sums);
        r->anew = true;
    }
}

static void callbacksFields(const CaromWorld *world, CrStream *s)
{
    bool hit = world->hitCallback != NULL;
    uint8_t others = (uint8_t)((world->meetCallback != NULL ? CR_CALLBACK_MEET : 0) |
                               (world->contactCallback != NULL ? CR_CALLBACK_CONTACT : 0));
    crStreamBool(s, &hit);
    crStreamU8(s, &others);
}

static void callbacks(void *context)
{
    CaromRecorder *r = context;
    CrStream s;
    if (openRecord(r, CR_RECORD_CALLBACKS, 2, &s)) {
        callbacksFields(r->world, &s);
    }
}

static void began(void *context, double time)
{
    CaromRecorder *r = context;
    CrStream s;
    if (openRecord(r, CR_RECORD_STEP, 8, &s)) {
        crStreamNumber(&s, &time);
    }
}

static void answered(void *context, CrCallKind kind, uint32_t projectile, unsigned answer)
{
    CaromRecorder *r = context;
    CrStream s;
    if (openRecord(r, kind, 5, &s)) {
        uint8_t bits = (uint8_t)answer;
        crStreamU32(&s, &projectile);
        crStreamU8(&s, &bits);
    }
}

// ---- ticks

void crSumsFree(CrSums *sums, const CaromAllocator *allocator)
{
    for (int part = 0; part < CR_HASH_PARTS; part++) {
        crArrayFree(sums->of[part], allocator);
    }
}

void crSumsClear(CrSums *sums)
{
    for (int part = 0; part < CR_HASH_PARTS; part++) {
        if (sums->of[part] != NULL) {
            crArraySetCount(sums->of[part], 0);
        }
    }
}

/// Writes, for a part, how many slots have a new sum, then which. Memory for all of them was
/// reserved before. Adds the sums to the hash.
static void tellPart(CaromRecorder *r, CaromPart part, uint64_t *hash)
{
    uint32_t *known = r->sums.of[part], count = crHashCount(r->world, part), told = 0;
    uint32_t before = (uint32_t)crArrayCount(known);
    CrStream head = crChunkNext(r, 4);
    for (uint32_t slot = 0; slot < count; slot++) {
        uint64_t sum = crHashOf(r->world, part, slot);
        uint32_t half = crSumShort(sum);
        *hash = crHashMix(*hash, sum);
        if (slot >= before || known[slot] != half) {
            CrStream s = crChunkNext(r, CR_RECORDING_SLOT_BYTES);
            crStreamU32(&s, &slot);
            crStreamU32(&s, &half);
            known[slot] = half;
            told++;
        }
    }
    crStreamU32(&head, &told);
}

/// Reserves memory for the sums and for the largest tick record that they can give.
static bool reserveSums(CaromRecorder *r)
{
    size_t most = CR_RECORDING_TICK;
    for (CaromPart part = CAROM_PART_CLOCK; part < CR_HASH_PARTS; part++) {
        uint32_t count = crHashCount(r->world, part);
        int more = (int)count - crArrayCount(r->sums.of[part]);
        most += 4 + (size_t)count * CR_RECORDING_SLOT_BYTES;
        if (more > 0 && !crArrayGrow(r->sums.of[part], more, &r->allocator)) {
            crChunkStop(r, CAROM_ERROR_MEMORY);
            return false;
        }
    }
    return crChunkGrow(r, most);
}

/// Writes the changed sums of all entities, and computes the hash from all sums.
static void tellDetail(CaromRecorder *r, uint64_t *hash)
{
    *hash = CR_HASH_START;
    for (CaromPart part = CAROM_PART_CLOCK; part < CR_HASH_PARTS; part++) {
        tellPart(r, part, hash);
        if (r->sums.of[part] != NULL) {
            crArraySetCount(r->sums.of[part], crHashCount(r->world, part));
        }
    }
}

static void tellTick(CaromRecorder *r, CaromStepFlags flags)
{
    if (!crChunkOpen(r, CR_CHUNK_TICK) ||
        !(r->detail ? reserveSums(r) : crChunkGrow(r, CR_RECORDING_TICK))) {
        return;
    }
    double time = r->world->time;
    uint8_t bits = (uint8_t)flags;
    uint64_t hash = r->detail ? 0 : caromWorldHash(r->world);
    CrStream s = crChunkNext(r, CR_RECORDING_TICK);
    if (r->detail) {
        tellDetail(r, &hash);
    }
    crStreamNumber(&s, &time);
    crStreamU8(&s, &bits);
    crStreamBool(&s, &r->anew);
    crStreamU64(&s, &hash);
    r->anew = false;
    crChunkClose(r);
}

static void ticked(void *context, CaromStepFlags flags)
{
    CaromRecorder *r = context;
    if (r->error != CAROM_OK) {
        return;
    }
    crChunkClose(r);
    tellTick(r, flags);
    crChunkFlush(r);
    if (flags & CAROM_STEP_EXHAUSTED) { // a replay may have the memory
        became(r);
    }
}

// ---- begin and end

CaromRecorderDef caromRecorderDef(void)
{
    CaromRecorderDef def = {{NULL, NULL}, NULL, NULL, false, RECORDER_COOKIE};
    return def;
}

static void begin(CaromRecorder *r)
{
    uint64_t magic = CR_RECORDING_MAGIC;
    uint32_t version = CR_RECORDING_VERSION;
    size_t size = caromWorldSnapshotSize(r->world);
    if (crChunkGrow(r, CR_RECORDING_HEAD)) {
        CrStream head = crChunkNext(r, CR_RECORDING_HEAD);
        crStreamU64(&head, &magic);
        crStreamU32(&head, &version);
    }
    if (crChunkOpen(r, CR_CHUNK_BEGIN) && crChunkGrow(r, 3 + 8 + size)) {
        CrStream s = crChunkNext(r, 3 + 8 + size);
        crStreamBool(&s, &r->detail);
        callbacksFields(r->world, &s);
        snapshotInto(r, &s, size);
        crChunkClose(r);
        tellTick(r, CAROM_STEP_OK);
        crChunkFlush(r);
    }
}

static void drop(CaromRecorder *r)
{
    CaromAllocator allocator = r->allocator;
    crResize(&allocator, r->bytes, r->room, 0);
    crSumsFree(&r->sums, &allocator);
    crResize(&allocator, r, sizeof *r, 0);
}

static void ended(void *context)
{
    CaromRecorder *r = context;
    crChunkClose(r);
    if (crChunkOpen(r, CR_CHUNK_END)) {
        crChunkClose(r);
    }
    crChunkFlush(r);
    r->world = NULL;
}

static CaromError make(CaromWorld *world, const CaromRecorderDef *def, CaromRecorder **out)
{
    static const CaromRecorder blank;
    static const CrObserverFunctions functions = {called,   mark,  undo, became, callbacks,
                                                  answered, began, NULL, ticked, ended};
    CaromError error = crCheckEditable(world);
    error = error == CAROM_OK && def == NULL ? CAROM_ERROR_NULL : error;
    error = error == CAROM_OK && def->cookie != RECORDER_COOKIE ? CAROM_ERROR_DEF : error;
    error = error == CAROM_OK && world->recording != NULL ? CAROM_ERROR_RECORDING : error;
    if (error != CAROM_OK) {
        return error;
    }
    CaromRecorder *r = crResize(&def->allocator, NULL, 0, sizeof *r);
    if (r == NULL) {
        return CAROM_ERROR_MEMORY;
    }
    *r = blank;
    r->world = world;
    r->allocator = def->allocator;
    r->write = def->write;
    r->writeContext = def->writeContext;
    r->detail = def->detail;
    begin(r);
    error = r->error;
    if (error != CAROM_OK) {
        drop(r);
        return error;
    }
    r->observer.functions = &functions;
    r->observer.context = r;
    crObserverAdd(world, &r->observer);
    *out = r;
    return CAROM_OK;
}

CaromRecorder *caromRecorderCreate(CaromWorld *world, const CaromRecorderDef *def,
                                   CaromError *error)
{
    CaromError ignored = CAROM_OK;
    CaromRecorder *recorder = NULL;
    error = error != NULL ? error : &ignored;
    *error = crRefuse(world, make(world, def, &recorder), "caromRecorderCreate");
    return recorder;
}

CaromError caromRecorderEnd(CaromRecorder *recorder)
{
    if (recorder == NULL) {
        return CAROM_ERROR_NULL;
    }
    if (recorder->world != NULL) {
        if (recorder->world->locked) {
            return crRefuse(recorder->world, CAROM_ERROR_BUSY, "caromRecorderEnd");
        }
        crObserverRemove(recorder->world, &recorder->observer);
        ended(recorder);
    }
    return recorder->error;
}

CaromError caromRecorderDestroy(CaromRecorder *recorder)
{
    if (recorder == NULL) {
        return CAROM_OK;
    }
    if (recorder->world != NULL && recorder->world->locked) {
        return crRefuse(recorder->world, CAROM_ERROR_BUSY, "caromRecorderDestroy");
    }
    (void)caromRecorderEnd(recorder);
    drop(recorder);
    return CAROM_OK;
}

const void *caromRecorderBytes(const CaromRecorder *recorder, size_t *size)
{
    bool kept = recorder != NULL && recorder->write == NULL;
    if (size != NULL) {
        *size = kept ? (recorder->open ? recorder->chunk : recorder->size) : 0;
    }
    return kept ? recorder->bytes : NULL;
}

CaromError caromRecorderError(const CaromRecorder *recorder)
{
    return recorder != NULL ? recorder->error : CAROM_ERROR_NULL;
}

// ---- chunks

void crChunkStop(CaromRecorder *r, CaromError error)
{
    r->error = error;
    r->size = r->open ? r->chunk : r->size;
    r->open = false;
}

bool crChunkGrow(CaromRecorder *r, size_t more)
{
    if (r->error != CAROM_OK) {
        return false;
    }
    if (more > SIZE_MAX / 2 - r->size) {
        crChunkStop(r, CAROM_ERROR_MEMORY);
        return false;
    }
    if (more > r->room - r->size) {
        size_t wanted = r->size + more, room = r->room + r->room / 2;
        room = room > wanted ? room : wanted;
        uint8_t *bytes = crResize(&r->allocator, r->bytes, r->room, room);
        if (bytes == NULL) {
            crChunkStop(r, CAROM_ERROR_MEMORY);
            return false;
        }
        r->bytes = bytes;
        r->room = room;
    }
    return true;
}

CrStream crChunkNext(CaromRecorder *r, size_t size)
{
    CrStream s = crStreamWriter(r->bytes + r->size, size);
    r->size += size;
    return s;
}

bool crChunkOpen(CaromRecorder *r, CrChunkKind kind)
{
    if (r->open) {
        return r->error == CAROM_OK;
    }
    if (!crChunkGrow(r, CR_RECORDING_CHUNK)) {
        return false;
    }
    uint8_t bits = (uint8_t)kind;
    uint64_t length = 0; // until it is closed
    r->chunk = r->size;
    r->open = true;
    CrStream s = crChunkNext(r, CR_RECORDING_CHUNK);
    crStreamU8(&s, &bits);
    crStreamU64(&s, &length);
    return true;
}

void crChunkClose(CaromRecorder *r)
{
    if (!r->open || !crChunkGrow(r, 8)) {
        return;
    }
    uint64_t length = r->size - r->chunk - CR_RECORDING_CHUNK;
    CrStream head = crStreamWriter(r->bytes + r->chunk + 1, 8);
    crStreamU64(&head, &length);
    size_t first = r->bytes[r->chunk] == CR_CHUNK_BEGIN ? 0 : r->chunk; // with the magic
    r->sum = crChunkSum(r->sum, r->bytes + first, r->size - first);
    CrStream tail = crChunkNext(r, 8);
    crStreamU64(&tail, &r->sum);
    r->open = false;
}

void crChunkFlush(CaromRecorder *r)
{
    if (r->write == NULL || r->error != CAROM_OK) {
        return;
    }
    bool locked = r->world->locked;
    r->world->locked = true;
    bool written = r->write(r->writeContext, r->bytes, r->size);
    r->world->locked = locked;
    r->size = 0;
    if (!written) {
        crChunkStop(r, CAROM_ERROR_WRITE);
    }
}
