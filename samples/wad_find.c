// SPDX-License-Identifier: MIT
// Where WAD files lie on a system.
#include "wad.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ALWAYS ""

typedef struct Folder {
    const char *variable; // of the environment, in front of the path; ALWAYS for none
    const char *path;
} Folder;

static bool isReadable(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file)
        fclose(file);
    return file != NULL;
}

static bool isInFolder(const Folder *folder, const char *file, char *path, size_t capacity)
{
    const char *base = *folder->variable ? getenv(folder->variable) : "";
    if (!base)
        return false;
    int length = snprintf(path, capacity, "%s%s/%s", base, folder->path, file);
    return length > 0 && (size_t)length < capacity && isReadable(path);
}

bool wadFind(const char *file, char *path, size_t capacity, WadError *error)
{
    static const Folder FOLDERS[] = {
        {"DOOMWADDIR", ""},
        {"HOME", "/.local/share/games/doom"},
        {ALWAYS, "/usr/share/games/doom"},
        {ALWAYS, "/usr/local/share/games/doom"},
        {ALWAYS, "/usr/share/doom"},
        {ALWAYS, "/usr/local/share/doom"},
        {ALWAYS, "/usr/share/games/freedoom"},
        {ALWAYS, "/opt/homebrew/share/games/doom"},
    };
    error->text[0] = '\0';
    int length = snprintf(path, capacity, "%s", file);
    if (length >= 0 && (size_t)length < capacity && isReadable(path))
        return true;
    bool isName = !strpbrk(file, "/\\");
    for (size_t i = 0; isName && i < sizeof FOLDERS / sizeof FOLDERS[0]; i++)
        if (isInFolder(&FOLDERS[i], file, path, capacity))
            return true;
    snprintf(error->text, sizeof error->text,
             isName ? "not found. freedoom1.wad and freedoom2.wad are in the package freedoom "
                      "(apt-get install freedoom), or set DOOMWADDIR to the folder of your WADs"
                    : "there is no such file, or it can't be read");
    return false;
}
