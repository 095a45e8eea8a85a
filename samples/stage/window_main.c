// SPDX-License-Identifier: MIT
// The scenes in a window: samples/run --window [SCENE].
#include "../options.h"
#include "map.h"
#include "scene.h"
#include "window.h"

#include <stdio.h>

typedef struct Settings {
    const char *scene, *map, *wad;
    uint64_t seed;
    WindowSettings window;
} Settings;

/// A Doom map where there is one, else the cave.
static const WadMap *findMap(const Settings *settings, WadMap *map)
{
    WadError error;
    char path[1024];
    bool found = wadFind(settings->wad, path, sizeof path, &error);
    Wad *wad = found ? wadOpen(path, &error) : NULL;
    bool read = wad && wadReadMap(wad, settings->map, map, &error);
    wadClose(wad);
    return read ? map : stageMap();
}

int main(int argc, char **argv)
{
    static Viewer viewer;
    Settings settings = {"firefight", "MAP01", "freedoom2.wad", 1, {1280, 800, NULL, NULL}};
    WadMap map = {0};
    const Option options[] = {
        {"scene", "NAME", "which one is opened first", OPTION_TEXT, &settings.scene, 0, 0},
        {"seed", "N", "of what is random in a scene", OPTION_SEED, &settings.seed, 0, 0},
        {"wad", "FILE", "looked for where Doom looks", OPTION_TEXT, &settings.wad, 0, 0},
        {"map", "NAME", "one of its maps; cave: the built-in one", OPTION_TEXT, &settings.map, 0,
         0},
        {"script", "FILE", "plays the user; see samples/stage/script.h", OPTION_TEXT,
         &settings.window.script, 0, 0},
        {"link", "TEXT", "a play, as its Link button gives it; of the map cave", OPTION_TEXT,
         &settings.window.link, 0, 0},
        {"width", "PIXELS", "of the window", OPTION_INT, &settings.window.width, 320, 8000},
        {"height", "PIXELS", "of the window", OPTION_INT, &settings.window.height, 320, 8000},
    };
    if (argc > 1 && argv[1][0] != '-') { // the scene may come without its option
        settings.scene = argv[1];
        argc--;
        argv++;
    }
    OptionsResult read = optionsRead(argc, argv, "Scenes to play with, in a window", options,
                                     (int)(sizeof options / sizeof options[0]));
    if (read != OPTIONS_GO)
        return read == OPTIONS_HELP ? 0 : 2;
    if (!sceneByName(settings.scene)) {
        fprintf(stderr, "window: there is no scene \"%s\"; there are:", settings.scene);
        for (int i = 0; i < SCENE_COUNT; i++)
            fprintf(stderr, " %s", SCENES[i]->name);
        fprintf(stderr, "\n");
        return 2;
    }
    int status = 1;
    viewer.clock = settings.window.script ? NULL : windowSeconds;
    if (viewerBegin(&viewer, settings.scene, settings.seed, findMap(&settings, &map)))
        status = windowRun(&viewer, &settings.window);
    else
        fprintf(stderr, "window: out of memory\n");
    viewerEnd(&viewer);
    wadMapFree(&map);
    return status;
}
