// SPDX-License-Identifier: MIT
#include "level.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WAD_START 1 // the type of a thing: where player 1 begins

static bool fail(CaromMapError *error, const char *text)
{
    (void)snprintf(error->text, sizeof error->text, "%s", text);
    return false;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/// In either case of letters.
static bool isWord(const char *text, const char *word)
{
    while (*text && lower(*text) == *word) {
        text++;
        word++;
    }
    return *text == *word;
}

static bool endsWith(const char *text, const char *ending)
{
    size_t n = strlen(text), m = strlen(ending);
    return n >= m && isWord(text + n - m, ending);
}

// ---- a Doom map

static bool openWad(Level *level, const LevelOptions *options, CaromMapError *error)
{
    char path[1024];
    WadError why = {""};
    bool found = wadFind(options->path, path, sizeof path, &why);
    Wad *wad = found ? wadOpen(path, &why) : NULL;
    const char *name = options->name ? options->name : "";
    if (wad && !options->name && wadMapCount(wad) > 0)
        name = wadMapName(wad, 0);
    bool good = wad && wadReadMap(wad, name, &level->wad, &why);
    wadClose(wad);
    if (!good)
        return fail(error, why.text);
    level->bounds = level->wad.bounds;
    for (int i = 0; i < level->wad.thingCount && !level->hasStart; i++) {
        const WadThing *thing = &level->wad.things[i];
        if (thing->type == WAD_START && wadHasRoom(&level->wad, thing, 0.4)) {
            level->start = thing->position;
            level->hasStart = true;
        }
    }
    return true;
}

// ---- an editor's map

static bool isStart(const CaromMapObject *object)
{
    static const char *const WORDS[] = {"start", "spawn", "player", "playerstart", "player_start"};
    bool is = false;
    for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++)
        is = is || isWord(object->type, WORDS[i]) || isWord(object->name, WORDS[i]);
    return is && object->kind == CAROM_MAP_POINT;
}

static bool isCoin(const CaromMapObject *object)
{
    return object->kind == CAROM_MAP_POINT && isWord(object->type, "coin");
}

static bool openMap(Level *level, const LevelOptions *options, CaromMapError *error)
{
    CaromMapOptions how = caromMapOptions();
    how.metresPerPixel = options->metresPerPixel;
    how.level = options->name;
    level->map = caromMapRead(options->path, &how, error);
    if (!level->map)
        return false;
    level->coins = malloc((size_t)(level->map->objectCount + 1) * sizeof *level->coins);
    if (!level->coins)
        return fail(error, "out of memory");
    level->bounds = level->map->bounds;
    for (int i = 0; i < level->map->objectCount; i++) {
        const CaromMapObject *object = &level->map->objects[i];
        if (isStart(object) && !level->hasStart) {
            level->start = object->points[0];
            level->hasStart = true;
        } else if (isCoin(object)) {
            level->coins[level->coinCount++] = object->points[0];
        }
    }
    return true;
}

// ---- either

/// A Doom map is a plan; editors' maps are mostly seen from the side, and may say otherwise.
static bool isSeenFromSide(const Level *level, const LevelOptions *options)
{
    const char *view = options->view ? options->view : caromMapProperty(level->map, "view");
    return view ? !isWord(view, "above") : level->map != NULL;
}

bool levelOpen(Level *level, const LevelOptions *options, CaromMapError *error)
{
    memset(level, 0, sizeof *level);
    error->text[0] = '\0';
    if (options->view && !isWord(options->view, "above") && !isWord(options->view, "side"))
        return fail(error, "a view is above or side");
    bool good = endsWith(options->path, ".wad") ? openWad(level, options, error)
                                                : openMap(level, options, error);
    level->isSide = good && isSeenFromSide(level, options);
    if (!level->hasStart) // it is put where there is room
        level->start = caromVec2Scale(caromVec2Add(level->bounds.min, level->bounds.max), 0.5);
    if (!good)
        levelClose(level);
    return good;
}

void levelClose(Level *level)
{
    caromMapFree(level->map);
    wadMapFree(&level->wad);
    free(level->coins);
    memset(level, 0, sizeof *level);
}

bool levelBuild(const Level *level, CaromWorld *world, CaromMapError *error)
{
    error->text[0] = '\0';
    if (level->map)
        return caromMapBuild(level->map, world, error).index != 0;
    return wadBuildWalls(&level->wad, world) ||
           fail(error, caromErrorText(caromWorldLastError(world)));
}

int levelLayers(const Level *level)
{
    return level->map ? level->map->layerCount : 0;
}

int levelThings(const Level *level)
{
    return level->map ? level->map->objectCount : level->wad.lineCount;
}
