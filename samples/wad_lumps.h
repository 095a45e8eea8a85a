// SPDX-License-Identifier: MIT
// Between the WAD's file (wad.c) and its maps (wad_map.c): a map's lumps, found and measured.
#ifndef CAROM_SAMPLES_WAD_LUMPS_H
#define CAROM_SAMPLES_WAD_LUMPS_H

#include "wad.h"

typedef struct WadLump {
    const unsigned char *bytes;
    int count; // of records
    int recordBytes;
} WadLump;

/// The lumps of one map that are read.
typedef struct WadRecords {
    WadLump things, lines, sides, vertices, sectors;
    bool hexen; // things and lines are longer
} WadRecords;

/// Every lump found lies within the file and is whole records.
bool wadRecords(const Wad *wad, int map, WadRecords *records, WadError *error);

/// Writes a text as printf does; always false, so that a caller can return it.
bool wadFail(WadError *error, const char *format, ...);

// Numbers are little-endian.
static inline unsigned wadU16(const unsigned char *p)
{
    return (unsigned)p[0] | (unsigned)p[1] << 8;
}

static inline int wadS16(const unsigned char *p)
{
    unsigned u = wadU16(p);
    return u < 0x8000u ? (int)u : (int)u - 0x10000;
}

static inline uint32_t wadU32(const unsigned char *p)
{
    return (uint32_t)wadU16(p) | (uint32_t)wadU16(p + 2) << 16;
}

#endif
