// SPDX-License-Identifier: MIT
// Reads the file and its directory first, then one map's records. Each access is checked against
// the lump that it reads: no count, offset or index of the file is used unchecked.
#include "wad_lumps.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEADER_BYTES 12
#define ENTRY_BYTES 16
#define NAME_BYTES 8
#define MOST_BYTES ((size_t)256 << 20) // the largest WADs there are take half of it

struct Wad {
    unsigned char *bytes;
    size_t size;
    size_t directory; // where it begins
    int lumpCount;
    int *mapLumps; // the markers of maps
    char (*mapNames)[NAME_BYTES + 1];
    int mapCount;
};

bool wadFail(WadError *error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return false;
}

// ---- the directory

static const unsigned char *entry(const Wad *wad, int lump)
{
    return wad->bytes + wad->directory + (size_t)lump * ENTRY_BYTES;
}

static bool isNamed(const Wad *wad, int lump, const char *name)
{
    return lump < wad->lumpCount &&
           strncmp((const char *)entry(wad, lump) + 8, name, NAME_BYTES) == 0;
}

/// A map is a marker followed by its lumps, THINGS first, or TEXTMAP in the format UDMF.
static bool isMap(const Wad *wad, int lump)
{
    return isNamed(wad, lump + 1, "THINGS") || isNamed(wad, lump + 1, "TEXTMAP");
}

static bool readDirectory(Wad *wad, WadError *error)
{
    if (wad->size < HEADER_BYTES)
        return wadFail(error, "not a WAD: %u bytes are less than its header", (unsigned)wad->size);
    if (memcmp(wad->bytes, "IWAD", 4) != 0 && memcmp(wad->bytes, "PWAD", 4) != 0)
        return wadFail(error, "not a WAD: it begins with neither IWAD nor PWAD");
    uint32_t count = wadU32(wad->bytes + 4), offset = wadU32(wad->bytes + 8);
    if (offset > wad->size || count > (wad->size - offset) / ENTRY_BYTES)
        return wadFail(error,
                       "truncated: a directory of %lu lumps at byte %lu, but %lu bytes in all",
                       (unsigned long)count, (unsigned long)offset, (unsigned long)wad->size);
    wad->lumpCount = (int)count;
    wad->directory = offset;
    return true;
}

static bool listMaps(Wad *wad, WadError *error)
{
    int count = 0;
    for (int i = 0; i < wad->lumpCount; i++)
        count += isMap(wad, i);
    if (count == 0)
        return wadFail(error, "no map in any of its %d lumps", wad->lumpCount);
    wad->mapLumps = malloc((size_t)count * sizeof *wad->mapLumps);
    wad->mapNames = calloc((size_t)count, sizeof *wad->mapNames);
    if (!wad->mapLumps || !wad->mapNames)
        return wadFail(error, "out of memory");
    for (int i = 0; i < wad->lumpCount; i++) {
        if (!isMap(wad, i))
            continue;
        memcpy(wad->mapNames[wad->mapCount], entry(wad, i) + 8, NAME_BYTES);
        wad->mapLumps[wad->mapCount++] = i;
    }
    return true;
}

/// Takes over the bytes, also when it fails.
static Wad *adopt(unsigned char *bytes, size_t size, WadError *error)
{
    Wad *wad = calloc(1, sizeof *wad);
    if (!wad) {
        free(bytes);
        wadFail(error, "out of memory");
        return NULL;
    }
    wad->bytes = bytes;
    wad->size = size;
    if (!readDirectory(wad, error) || !listMaps(wad, error)) {
        wadClose(wad);
        return NULL;
    }
    return wad;
}

Wad *wadFromMemory(const void *bytes, size_t size, WadError *error)
{
    error->text[0] = '\0';
    unsigned char *copy = malloc(size ? size : 1);
    if (!copy) {
        wadFail(error, "out of memory");
        return NULL;
    }
    if (size)
        memcpy(copy, bytes, size);
    return adopt(copy, size, error);
}

/// All bytes of a stream, whatever it says of its length.
static unsigned char *readAll(FILE *file, size_t *size, WadError *error)
{
    size_t room = (size_t)1 << 20;
    unsigned char *bytes = malloc(room);
    for (*size = 0; bytes;) {
        *size += fread(bytes + *size, 1, room - *size, file);
        if (*size < room && !ferror(file))
            return bytes;
        if (ferror(file) || room >= MOST_BYTES) {
            if (ferror(file))
                wadFail(error, "can't be read: %s", strerror(errno));
            else
                wadFail(error, "larger than any WAD: over 256 MiB");
            free(bytes);
            return NULL;
        }
        unsigned char *more = realloc(bytes, room *= 2);
        if (!more)
            free(bytes);
        bytes = more;
    }
    wadFail(error, "out of memory");
    return NULL;
}

Wad *wadOpen(const char *path, WadError *error)
{
    error->text[0] = '\0';
    size_t size = 0;
    FILE *file = fopen(path, "rb");
    if (!file) {
        wadFail(error, "can't be opened: %s", strerror(errno));
        return NULL;
    }
    unsigned char *bytes = readAll(file, &size, error);
    fclose(file);
    return bytes ? adopt(bytes, size, error) : NULL;
}

void wadClose(Wad *wad)
{
    if (!wad)
        return;
    free(wad->bytes);
    free(wad->mapLumps);
    free(wad->mapNames);
    free(wad);
}

int wadMapCount(const Wad *wad)
{
    return wad->mapCount;
}

const char *wadMapName(const Wad *wad, int map)
{
    return wad->mapNames[map];
}

// ---- the lumps of a map

/// The lump of a map with this name, −1 where it has none. They follow their marker in any order.
static int findLump(const Wad *wad, int marker, const char *name)
{
    static const char *const PARTS[] = {"THINGS", "LINEDEFS", "SIDEDEFS", "VERTEXES",
                                        "SEGS",   "SSECTORS", "NODES",    "SECTORS",
                                        "REJECT", "BLOCKMAP", "BEHAVIOR", "SCRIPTS"};
    for (int lump = marker + 1; lump < wad->lumpCount; lump++) {
        if (isNamed(wad, lump, name))
            return lump;
        bool part = false;
        for (size_t i = 0; i < sizeof PARTS / sizeof PARTS[0]; i++)
            part = part || isNamed(wad, lump, PARTS[i]);
        if (!part)
            break;
    }
    return -1;
}

static bool readLump(const Wad *wad, int marker, const char *name, int recordBytes, WadLump *out,
                     WadError *error)
{
    int lump = findLump(wad, marker, name);
    if (lump < 0)
        return wadFail(error, "it has no lump %s", name);
    uint32_t offset = wadU32(entry(wad, lump)), size = wadU32(entry(wad, lump) + 4);
    if (offset > wad->size || size > wad->size - offset)
        return wadFail(error, "truncated: %s takes %lu bytes at %lu, but the file has %lu", name,
                       (unsigned long)size, (unsigned long)offset, (unsigned long)wad->size);
    if (size % (uint32_t)recordBytes != 0)
        return wadFail(error, "%s takes %lu bytes, which is no multiple of its records' %d", name,
                       (unsigned long)size, recordBytes);
    out->bytes = wad->bytes + offset;
    out->count = (int)(size / (uint32_t)recordBytes);
    out->recordBytes = recordBytes;
    return true;
}

bool wadRecords(const Wad *wad, int map, WadRecords *records, WadError *error)
{
    int marker = wad->mapLumps[map];
    if (isNamed(wad, marker + 1, "TEXTMAP"))
        return wadFail(error, "it is in the text format UDMF, which is not read here");
    records->hexen = findLump(wad, marker, "BEHAVIOR") >= 0;
    int thingBytes = records->hexen ? 20 : 10, lineBytes = records->hexen ? 16 : 14;
    return readLump(wad, marker, "THINGS", thingBytes, &records->things, error) &&
           readLump(wad, marker, "LINEDEFS", lineBytes, &records->lines, error) &&
           readLump(wad, marker, "SIDEDEFS", 30, &records->sides, error) &&
           readLump(wad, marker, "VERTEXES", 4, &records->vertices, error) &&
           readLump(wad, marker, "SECTORS", 26, &records->sectors, error);
}
