// SPDX-License-Identifier: MIT
#include "contact_lanes.h"

#include "../shapes/array.h"

#include <string.h>

void crLanesInit(CrLanes *lanes)
{
    memset(lanes, 0, sizeof *lanes);
    lanes->firstFree = -1;
    for (int i = 0; i <= CR_COLOURS; i++) {
        lanes->colour[i].first = lanes->colour[i].last = -1;
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
    if (blocks <= crArrayCapacity(lanes->head)) {
        return true;
    }
    int more = blocks + blocks / 2;
    if (!crArrayReserve(lanes->block, more, allocator) ||
        !crArrayReserve(lanes->base, more, allocator) ||
        !crArrayReserve(lanes->extra, more, allocator) ||
        !crArrayReserve(lanes->head, more, allocator)) {
        return false;
    }
    return true;
}

static int takeBlock(CrLanes *lanes)
{
    int i = lanes->firstFree;
    if (i >= 0) {
        lanes->firstFree = lanes->head[i].next;
    } else {
        i = lanes->used++;
        CR_ASSERT(i < crArrayCapacity(lanes->head));
        crArraySetCount(lanes->block, lanes->used);
        crArraySetCount(lanes->base, lanes->used);
        crArraySetCount(lanes->extra, lanes->used);
        crArraySetCount(lanes->head, lanes->used);
    }
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
    head->next = lanes->firstFree;
    lanes->firstFree = i;
}

int crLanesTake(CrLanes *lanes, int colour)
{
    int most = colour == CR_OVERFLOW ? 1 : CR_BLOCK, i = lanes->colour[colour].last;
    if (i < 0 || lanes->head[i].count >= most) {
        i = takeBlock(lanes);
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
