// SPDX-License-Identifier: MIT
#include "wad_levels.h"

#include <stdio.h>

#include "assertions.h"

enum { FILES = 2, FILE_LEVELS = WAD_LEVELS / FILES };

/// Null where there is none; error says why.
static Wad *fileOf(int which, WadError *error)
{
    static const char *const names[FILES] = {"freedoom1.wad", "freedoom2.wad"};
    static Wad *wads[FILES];
    char path[1024];
    if (wads[which] == NULL && wadFind(names[which], path, sizeof path, error)) {
        wads[which] = wadOpen(path, error);
        ck_assert_msg(wads[which] != NULL, "%s: %s", path, error->text);
    }
    return wads[which];
}

void wadLevelsOpen(void)
{
    WadError error;
    for (int k = 0; k < FILES; k++) {
        (void)fileOf(k, &error);
    }
}

bool wadLevelRead(int i, const char *what, WadMap *map)
{
    int index = i % FILE_LEVELS;
    WadError error;
    Wad *wad = fileOf(i / FILE_LEVELS, &error);
    if (wad == NULL) {
        if (index == 0) {
            printf("SKIPPED %s: %s\n", what, error.text);
        }
        return false;
    }
    bool there = index < wadMapCount(wad);
    bool read = there && wadReadMap(wad, wadMapName(wad, index), map, &error);
    ck_assert_msg(read || !there, "map %d: %s", i, error.text);
    return read;
}
