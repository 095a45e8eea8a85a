// SPDX-License-Identifier: MIT
// WAD files of one small map, built in memory.
#ifndef CAROM_TESTS_WAD_BUILDER_H
#define CAROM_TESTS_WAD_BUILDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct WadBuilder {
    unsigned char bytes[4096];
    size_t size;
    char names[24][8];
    size_t offsets[24], sizes[24];
    int count;
} WadBuilder;

/// A WAD of one map, MAP01, its directory at the end, as usual, or in front of the lumps. Nothing
/// in it is of no use: without its last byte it is broken.
WadBuilder wadBuild(bool directoryFirst);
/// The same map in Hexen's records.
WadBuilder wadBuildHexen(void);

/// Where a lump's bytes begin.
size_t wadLumpAt(const WadBuilder *b, const char *name);
/// Where its entry begins, of a directory at the end: 4 bytes of place, 4 of size, 8 of name.
size_t wadEntryAt(const WadBuilder *b, const char *name);
void wadPut32(WadBuilder *b, size_t at, uint32_t value);

#endif
