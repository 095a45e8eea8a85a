// SPDX-License-Identifier: MIT
#include "wad_builder.h"

#include <stdlib.h>
#include <string.h>

#define HEADER_BYTES 12
#define NO_SIDE 0xffff

static void put16(WadBuilder *b, int value)
{
    b->bytes[b->size++] = (unsigned char)(value & 255);
    b->bytes[b->size++] = (unsigned char)(value >> 8 & 255);
}

void wadPut32(WadBuilder *b, size_t at, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        b->bytes[at + (size_t)i] = (unsigned char)(value >> 8 * i & 255);
}

static void putZeros(WadBuilder *b, size_t count)
{
    b->size += count;
}

static void beginLump(WadBuilder *b, const char *name)
{
    memcpy(b->names[b->count], name, strlen(name));
    b->offsets[b->count++] = b->size;
}

static void endLump(WadBuilder *b)
{
    b->sizes[b->count - 1] = b->size - b->offsets[b->count - 1];
}

static void putLine(WadBuilder *b, int from, int to, int right, int left)
{
    put16(b, from);
    put16(b, to);
    put16(b, 1); // flags
    put16(b, 0); // special
    put16(b, 0); // tag
    put16(b, right);
    put16(b, left);
}

static void putThing(WadBuilder *b, int x, int y, int angle, int type)
{
    put16(b, x);
    put16(b, y);
    put16(b, angle);
    put16(b, type);
    put16(b, 7); // flags
}

static void putSide(WadBuilder *b, int sector)
{
    putZeros(b, 28);
    put16(b, sector);
}

static void putSector(WadBuilder *b, int floor, int light)
{
    put16(b, floor);
    put16(b, 128);
    putZeros(b, 16); // textures
    put16(b, light);
    put16(b, 0);
    put16(b, 3); // tag
}

//   2-----3-----5   Two rooms of 64 by 64 map units with a two-sided line between them, walls
//   |  0  |  1  |   clockwise around, so that their fronts (right sides) look inside. Then the odd
//   1-----0-----4   ones: without length, without a side, with a back only.
static void putLinedefs(WadBuilder *b)
{
    beginLump(b, "LINEDEFS");
    putLine(b, 0, 1, 0, NO_SIDE);
    putLine(b, 1, 2, 0, NO_SIDE);
    putLine(b, 2, 3, 0, NO_SIDE);
    putLine(b, 3, 5, 1, NO_SIDE);
    putLine(b, 5, 4, 1, NO_SIDE);
    putLine(b, 0, 4, NO_SIDE, 1); // back only: to be turned round
    putLine(b, 3, 0, 0, 1);
    putLine(b, 2, 2, 0, NO_SIDE);
    putLine(b, 1, 2, NO_SIDE, NO_SIDE);
    endLump(b);
}

static void putMap(WadBuilder *b, const char *name)
{
    static const int VERTICES[6][2] = {{0, 0}, {-64, 0}, {-64, 64}, {0, 64}, {64, 0}, {64, 64}};
    beginLump(b, name);
    endLump(b);
    beginLump(b, "THINGS");
    putThing(b, -32, 32, 90, 1);
    putThing(b, 32, 16, 0, 3004);
    putThing(b, 100, 32, 0, 3004); // outside
    endLump(b);
    putLinedefs(b);
    beginLump(b, "SIDEDEFS");
    putSide(b, 0);
    putSide(b, 1);
    endLump(b);
    beginLump(b, "VERTEXES");
    for (int i = 0; i < 6; i++) {
        put16(b, VERTICES[i][0]);
        put16(b, VERTICES[i][1]);
    }
    endLump(b);
    beginLump(b, "SECTORS");
    putSector(b, -32, 255);
    putSector(b, 64, 96);
    endLump(b);
}

static void putDirectory(WadBuilder *b, size_t at)
{
    wadPut32(b, 4, (uint32_t)b->count);
    wadPut32(b, 8, (uint32_t)at);
    for (int i = 0; i < b->count; i++) {
        wadPut32(b, at + 16 * (size_t)i, (uint32_t)b->offsets[i]);
        wadPut32(b, at + 16 * (size_t)i + 4, (uint32_t)b->sizes[i]);
        memcpy(b->bytes + at + 16 * (size_t)i + 8, b->names[i], 8);
    }
}

static WadBuilder empty(void)
{
    WadBuilder b;
    memset(&b, 0, sizeof b);
    memcpy(b.bytes, "PWAD", 4);
    b.size = HEADER_BYTES;
    return b;
}

WadBuilder wadBuild(bool directoryFirst)
{
    WadBuilder b = empty();
    if (directoryFirst)
        putZeros(&b, 16 * 6);
    putMap(&b, "MAP01");
    size_t at = directoryFirst ? HEADER_BYTES : b.size;
    if (!directoryFirst)
        putZeros(&b, 16 * (size_t)b.count);
    if (b.size > sizeof b.bytes)
        abort();
    putDirectory(&b, at);
    return b;
}

size_t wadLumpAt(const WadBuilder *b, const char *name)
{
    for (int i = 0; i < b->count; i++)
        if (strncmp(b->names[i], name, 8) == 0)
            return b->offsets[i];
    abort(); // no such lump
}

size_t wadEntryAt(const WadBuilder *b, const char *name)
{
    for (int i = 0; i < b->count; i++)
        if (strncmp(b->names[i], name, 8) == 0)
            return b->size - 16 * (size_t)(b->count - i);
    abort(); // no such lump
}

/// Copies one record with zeros in front, in its middle and behind: the fields that Hexen adds.
static void putLonger(WadBuilder *to, const unsigned char *from, size_t bytes, size_t front,
                      size_t first, size_t middle, size_t back)
{
    putZeros(to, front);
    memcpy(to->bytes + to->size, from, first);
    to->size += first;
    putZeros(to, middle);
    memcpy(to->bytes + to->size, from + first, bytes - first);
    to->size += bytes - first;
    putZeros(to, back);
}

/// A thing gets its number, its height and eight bytes of what it does; a line more arguments.
static void putHexenLump(WadBuilder *to, const WadBuilder *from, int lump)
{
    const unsigned char *bytes = from->bytes + from->offsets[lump];
    beginLump(to, from->names[lump]);
    if (strcmp(from->names[lump], "THINGS") == 0)
        for (size_t at = 0; at < from->sizes[lump]; at += 10)
            putLonger(to, bytes + at, 10, 2, 4, 2, 6);
    else if (strncmp(from->names[lump], "LINEDEFS", 8) == 0)
        for (size_t at = 0; at < from->sizes[lump]; at += 14)
            putLonger(to, bytes + at, 14, 0, 6, 2, 0);
    else
        putLonger(to, bytes, from->sizes[lump], 0, 0, 0, 0);
    endLump(to);
}

WadBuilder wadBuildHexen(void)
{
    WadBuilder b = wadBuild(false), hexen = empty();
    for (int i = 0; i < b.count; i++)
        putHexenLump(&hexen, &b, i);
    beginLump(&hexen, "BEHAVIOR");
    endLump(&hexen);
    size_t at = hexen.size;
    putZeros(&hexen, 16 * (size_t)hexen.count);
    putDirectory(&hexen, at);
    return hexen;
}
