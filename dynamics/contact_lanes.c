// SPDX-License-Identifier: MIT
#include "contact_lanes.h"

#include "../shapes/array.h"

#include <string.h>

#define MOST_AT_ONCE 16 // blocks: three pages of memory
/// Blocks are packed where so many times as many have memory, and some more.
#define MOSTLY 4
#define FEW_BLOCKS 64

void crLanesInit(CrLanes *lanes)
{
    memset(lanes, 0, sizeof *lanes);
    for (int i = 0; i <= CR_COLOURS; i++) {
        lanes->colour[i].first = lanes->colour[i].last = lanes->colour[i].free = -1;
    }
}

void crLanesFree(CrLanes *lanes, const CaromAllocator *allocator)
{
    crArrayFree(lanes->block, allocator);
    crArrayFree(lanes->base, allocator);
    crArrayFree(lanes->extra, allocator);
    crArrayFree(lanes->head, allocator);
}

bool crLanesReserve(CrLanes *lanes, int blocks, const CaromAllocator *allocator)
{
    // An eighth more than needed: else colours would soon take each other's free ones.
    lanes->limit = blocks + blocks / 8;
    if (lanes->limit <= crArrayCapacity(lanes->head)) {
        return true;
    }
    int more = lanes->limit + lanes->limit / 2;
    if (!crArrayReserve(lanes->block, more, allocator) ||
        !crArrayReserve(lanes->base, more, allocator) ||
        !crArrayReserve(lanes->extra, more, allocator) ||
        !crArrayReserve(lanes->head, more, allocator)) {
        return false;
    }
    return true;
}

/// Adds blocks side by side to a colour's free ones: half as many as it has, up to MOST_AT_ONCE.
static void addFree(CrLanes *lanes, int colour)
{
    int count = lanes->colour[colour].count / (2 * CR_BLOCK), from = lanes->used;
    count = count < 1 || colour == CR_OVERFLOW ? 1 : count < MOST_AT_ONCE ? count : MOST_AT_ONCE;
    count = count < lanes->limit - from ? count : lanes->limit - from;
    if (count <= 0) {
        return;
    }
    lanes->used += count;
    crArraySetCount(lanes->block, lanes->used);
    crArraySetCount(lanes->base, lanes->used);
    crArraySetCount(lanes->extra, lanes->used);
    crArraySetCount(lanes->head, lanes->used);
    for (int i = from; i < lanes->used; i++) {
        memset(&lanes->head[i], 0, sizeof lanes->head[i]);
        lanes->head[i].next = i + 1 < lanes->used ? i + 1 : -1;
    }
    lanes->colour[colour].free = from;
}

static int takeBlock(CrLanes *lanes, int colour)
{
    int from = colour;
    if (lanes->colour[colour].free < 0) {
        addFree(lanes, colour);
    }
    if (lanes->colour[colour].free < 0) { // others have more free blocks than they need
        for (from = 0; lanes->colour[from].free < 0; from++) {
            CR_ASSERT(from < CR_OVERFLOW);
        }
    }
    int i = lanes->colour[from].free;
    lanes->colour[from].free = lanes->head[i].next;
    memset(&lanes->block[i], 0, sizeof lanes->block[i]);
    memset(&lanes->base[i], 0, sizeof lanes->base[i]);
    memset(&lanes->extra[i], 0, sizeof lanes->extra[i]);
    memset(&lanes->head[i], 0, sizeof lanes->head[i]);
    return i;
}

static void linkBlock(CrLanes *lanes, int colour, int i)
{
    int last = lanes->colour[colour].last;
    lanes->head[i].prev = last;
    lanes->head[i].next = -1;
    if (last >= 0) {
        lanes->head[last].next = i;
    } else {
        lanes->colour[colour].first = i;
    }
    lanes->colour[colour].last = i;
}

static void giveBlock(CrLanes *lanes, int colour, int i)
{
    CrLaneHead *head = &lanes->head[i];
    if (head->prev >= 0) {
        lanes->head[head->prev].next = head->next;
    } else {
        lanes->colour[colour].first = head->next;
    }
    if (head->next >= 0) {
        lanes->head[head->next].prev = head->prev;
    } else {
        lanes->colour[colour].last = head->prev;
    }
    memset(head, 0, sizeof *head);
    head->next = lanes->colour[colour].free;
    lanes->colour[colour].free = i;
}

int crLanesTake(CrLanes *lanes, int colour)
{
    int most = colour == CR_OVERFLOW ? 1 : CR_BLOCK, i = lanes->colour[colour].last;
    if (i < 0 || lanes->head[i].count >= most) {
        i = takeBlock(lanes, colour);
        linkBlock(lanes, colour, i);
    }
    lanes->colour[colour].count++;
    return i * CR_BLOCK + lanes->head[i].count++;
}

/// One lane of structures that are rows of CR_BLOCK words. From null: zeros.
static void copyLane(void *to, int toLane, const void *from, int fromLane, size_t size)
{
    for (size_t at = 0; at < size; at += CR_BLOCK * sizeof(uint32_t)) {
        uint32_t word = 0;
        if (from) {
            memcpy(&word, (const char *)from + at + sizeof word * (size_t)fromLane, sizeof word);
        }
        memcpy((char *)to + at + sizeof word * (size_t)toLane, &word, sizeof word);
    }
}

static void moveLane(CrLanes *lanes, int to, int from)
{
    int i = to / CR_BLOCK, j = from / CR_BLOCK, k = to % CR_BLOCK, l = from % CR_BLOCK;
    copyLane(&lanes->block[i], k, &lanes->block[j], l, sizeof lanes->block[i]);
    copyLane(&lanes->base[i], k, &lanes->base[j], l, sizeof lanes->base[i]);
    copyLane(&lanes->extra[i], k, &lanes->extra[j], l, sizeof lanes->extra[i]);
    crLaneBit(&lanes->head[i].writesA, k, lanes->head[j].writesA >> l & 1);
    crLaneBit(&lanes->head[i].writesB, k, lanes->head[j].writesB >> l & 1);
    crLaneBit(&lanes->head[i].extra, k, lanes->head[j].extra >> l & 1);
    crLaneBit(&lanes->head[i].slides, k, lanes->head[j].slides >> l & 1);
    crLaneBit(&lanes->head[i].pressed, k, lanes->head[j].pressed >> l & 1);
}

static void clearLane(CrLanes *lanes, int place)
{
    int i = place / CR_BLOCK, k = place % CR_BLOCK;
    copyLane(&lanes->block[i], k, NULL, 0, sizeof lanes->block[i]);
    copyLane(&lanes->base[i], k, NULL, 0, sizeof lanes->base[i]);
    copyLane(&lanes->extra[i], k, NULL, 0, sizeof lanes->extra[i]);
    crLaneBit(&lanes->head[i].writesA, k, false);
    crLaneBit(&lanes->head[i].writesB, k, false);
    crLaneBit(&lanes->head[i].extra, k, false);
    crLaneBit(&lanes->head[i].slides, k, false);
    crLaneBit(&lanes->head[i].pressed, k, false);
}

int crLanesGive(CrLanes *lanes, int colour, int place)
{
    int i = colour == CR_OVERFLOW ? place / CR_BLOCK : lanes->colour[colour].last, moved = -1;
    int last = i * CR_BLOCK + lanes->head[i].count - 1;
    if (last != place) {
        moveLane(lanes, place, last);
        moved = lanes->base[place / CR_BLOCK].contact[place % CR_BLOCK];
    }
    clearLane(lanes, last);
    lanes->colour[colour].count--;
    if (--lanes->head[i].count == 0) {
        giveBlock(lanes, colour, i);
    }
    return moved;
}

/// Blocks in use: of each colour all but the last are full.
static int blocksUsed(const CrLanes *lanes)
{
    int blocks = lanes->colour[CR_OVERFLOW].count;
    for (int k = 0; k < CR_COLOURS; k++) {
        blocks += (lanes->colour[k].count + CR_BLOCK - 1) / CR_BLOCK;
    }
    return blocks;
}

static void moveBlock(CrLanes *lanes, int colour, int from, int to, int32_t *place, size_t stride)
{
    lanes->block[to] = lanes->block[from];
    lanes->base[to] = lanes->base[from];
    lanes->extra[to] = lanes->extra[from];
    lanes->head[to] = lanes->head[from];
    const CrLaneHead *head = &lanes->head[to];
    *(head->prev >= 0 ? &lanes->head[head->prev].next : &lanes->colour[colour].first) = to;
    *(head->next >= 0 ? &lanes->head[head->next].prev : &lanes->colour[colour].last) = to;
    for (int l = 0; l < head->count; l++) {
        char *at = (char *)place + stride * (size_t)lanes->base[to].contact[l];
        int32_t now = to * CR_BLOCK + l;
        memcpy(at, &now, sizeof now);
    }
}

void crLanesPack(CrLanes *lanes, int32_t *place, size_t stride)
{
    int count = blocksUsed(lanes), unused = 0;
    if (lanes->used < MOSTLY * count + FEW_BLOCKS) {
        return;
    }
    for (int colour = 0; colour <= CR_COLOURS; colour++) {
        for (int32_t i = lanes->colour[colour].first; i >= 0;) {
            int32_t next = lanes->head[i].next;
            while (i >= count && lanes->head[unused].count > 0) {
                unused++;
            }
            if (i >= count) {
                moveBlock(lanes, colour, i, unused, place, stride);
            }
            i = next;
        }
    }
    for (int colour = 0; colour <= CR_COLOURS; colour++) {
        lanes->colour[colour].free = -1;
    }
    lanes->used = count;
    crArraySetCount(lanes->block, count);
    crArraySetCount(lanes->base, count);
    crArraySetCount(lanes->extra, count);
    crArraySetCount(lanes->head, count);
}
