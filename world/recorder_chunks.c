// SPDX-License-Identifier: MIT
#include "recorder.h"

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
