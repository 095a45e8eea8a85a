// SPDX-License-Identifier: MIT
// The maps of Freedoom for tests, from files that are read once: of the tests of all maps, reading
// 30 megabytes for each was most of the time.
#ifndef CAROM_TESTS_WAD_LEVELS_H
#define CAROM_TESTS_WAD_LEVELS_H

#include "../../samples/wad.h"

enum { WAD_LEVELS = 72 }; ///< of both files; some are not there

/// Reads the files, where they are, so that tests in processes of their own find them read.
void wadLevelsOpen(void);
/// Reads map i of both files together; false where there is none. If a file is missing, its first
/// map prints that `what` was skipped.
bool wadLevelRead(int i, const char *what, WadMap *map);

#endif
