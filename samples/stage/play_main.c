// SPDX-License-Identifier: MIT
// Plays a map of an editor or a Doom WAD: samples/run play MAP. In a window, or without a display:
// then a script plays the user for some seconds, a line says what happened, a picture shows it.
#include "../options.h"
#include "map.h"
#include "raster.h"
#include "scene_map.h"
#include "script.h"
#ifdef CAROM_WINDOW
#include "window.h"
#endif

#include <stdio.h>

#define MOST_SECONDS 600

typedef struct Settings {
    LevelOptions level;
    const char *out, *script, *film;
    double seconds;
    int width, height;
} Settings;

/// What a user might do who knows nothing of the map: walks to and fro, jumps, shoots and throws
/// around.
static void playUser(Viewer *viewer, int frame)
{
    int second = frame / 60;
    CaromRotation way = caromRotation(frame * 0.011);
    viewerMove(viewer, caromVec2(viewer->width * (0.5 + 0.3 * way.c),
                                 viewer->height * (0.4 + 0.3 * way.s)));
    viewerKey(viewer, 'd', second % 4 < 2);
    viewerKey(viewer, 'a', second % 4 >= 2);
    viewerKey(viewer, 'w', second % 2 == 0 && frame % 60 < 40);
    viewerKey(viewer, 's', second % 4 == 1);
    if (frame % 30 == 5)
        viewerButton(viewer, 1, true);
    if (frame % 30 == 10)
        viewerButton(viewer, 1, false);
    if (frame % 240 == 120) // by turns bullets and grenades
        viewer->parameters[0] = 1 - viewer->parameters[0];
    viewer->dirty = true;
}

static bool savePicture(void *context, const char *path)
{
    const Viewer *viewer = context;
    return rasterSave(&viewer->list, (int)viewer->width, (int)viewer->height, path);
}

/// Pictures of a film, 20 a second, by their numbers; and a hash of all that was drawn.
typedef struct Film {
    const char *folder;
    int frames, pictures;
    uint64_t drawn;
    bool failed;
} Film;

static void showFrame(void *context, const Viewer *viewer)
{
    Film *film = context;
    char path[1024];
    if (!film->folder || film->frames++ % 3 != 0)
        return;
    film->drawn = (film->drawn ^ listHash(&viewer->list)) * 1099511628211u;
    (void)snprintf(path, sizeof path, "%s/%04d.png", film->folder, film->pictures++);
    film->failed = !savePicture((void *)viewer, path) || film->failed;
}

static bool playScript(Viewer *viewer, const char *path, const char *folder)
{
    Film film = {folder, 0, 0, 14695981039346656037u, false};
    const ScriptHost host = {&film, showFrame, NULL, NULL};
    FILE *script = fopen(path, "r");
    bool good = script && scriptPlay(viewer, script, &host);
    if (script)
        fclose(script);
    else
        fprintf(stderr, "play: %s can't be read\n", path);
    if (folder)
        printf("%d pictures, drawn=%016llx\n", film.pictures, (unsigned long long)film.drawn);
    return good && !film.failed;
}

static void tell(const Viewer *viewer, const Level *level)
{
    MapTally t = sceneMapTally(&viewer->play.state);
    printf(
        "seen from %s, %d layers, %d %s; %lld ticks: walked %.1f m, %d shots, %d hits, %d blasts, "
        "%d of %d coins, %d falls; state %016llx\n",
        level->isSide ? "the side" : "above", levelLayers(level), levelThings(level),
        level->map ? "objects" : "lines", (long long)viewer->play.state.tick, t.walked, t.shots,
        t.hits, t.blasts, t.coins, level->coinCount, t.falls,
        (unsigned long long)playHash(&viewer->play));
}

/// Without a display.
static int draw(Viewer *viewer, const Level *level, const Settings *settings)
{
    bool good = true;
    viewer->bare = viewer->aims = true;
    viewerResize(viewer, settings->width, settings->height, 16);
    if (settings->script)
        good = playScript(viewer, settings->script, settings->film);
    for (int frame = 0; !settings->script && frame < settings->seconds * 60; frame++) {
        playUser(viewer, frame);
        viewerFrame(viewer, 1.0 / 60);
    }
    tell(viewer, level);
    if (good && settings->out && !savePicture(viewer, settings->out)) {
        fprintf(stderr, "play: %s can't be written\n", settings->out);
        good = false;
    }
    return good && !viewer->broken ? 0 : 1;
}

static int show(Viewer *viewer, const Level *level, const Settings *settings)
{
#ifdef CAROM_WINDOW
    if (!settings->out && !settings->script) {
        const WindowSettings window = {settings->width, settings->height, NULL, NULL};
        int status = windowRun(viewer, &window);
        tell(viewer, level);
        return status;
    }
#else
    if (!settings->out && !settings->script)
        fprintf(stderr, "play: there is no window without SDL2\n");
#endif
    return draw(viewer, level, settings);
}

static int playLevel(const Level *level, const Settings *settings)
{
    static Viewer viewer;
    CaromMapError error;
    Scene scene = sceneOfLevel(level);
    CaromWorldDef def = caromWorldDef();
    CaromWorld *trial = caromWorldCreate(&def, NULL);
    int status = 1;
#ifdef CAROM_WINDOW
    viewer.clock = settings->out || settings->script ? NULL : windowSeconds;
#endif
    if (!trial || !levelBuild(level, trial, &error)) {
        fprintf(stderr, "play: %s: %s\n", settings->level.path, trial ? error.text : "no memory");
    } else if (viewerBegin(&viewer, SCENES[0]->name, 1, stageMap())) {
        viewerOpen(&viewer, &scene);
        status = show(&viewer, level, settings);
    }
    caromWorldDestroy(trial);
    viewerEnd(&viewer);
    return status;
}

int main(int argc, char **argv)
{
    Settings settings = {{NULL, NULL, NULL, 1.0 / 32}, NULL, NULL, NULL, 10, 1280, 800};
    const Option options[] = {
        {"map", "FILE", "Tiled (.tmj, .tmx), LDtk, SVG, or a WAD, looked for where Doom looks",
         OPTION_TEXT, &settings.level.path, 0, 0},
        {"name", "NAME", "a WAD's map or LDtk's level; default: the first, or all", OPTION_TEXT,
         &settings.level.name, 0, 0},
        {"view", "above|side", "default: the map's property view; WAD: above, others: side",
         OPTION_TEXT, &settings.level.view, 0, 0},
        {"scale", "METRES", "of a pixel; WADs have their own", OPTION_NUMBER,
         &settings.level.metresPerPixel, 1e-4, 1e3},
        {"out", "FILE", "without a display: a script plays, and this PNG shows the end",
         OPTION_TEXT, &settings.out, 0, 0},
        {"seconds", "S", "how long, with --out", OPTION_NUMBER, &settings.seconds, 0, MOST_SECONDS},
        {"script", "FILE", "plays the user; see samples/stage/script.h", OPTION_TEXT,
         &settings.script, 0, 0},
        {"film", "FOLDER", "with --script: 20 pictures a second", OPTION_TEXT, &settings.film, 0,
         0},
        {"width", "PIXELS", "of the window or picture", OPTION_INT, &settings.width, 320, 8000},
        {"height", "PIXELS", "of the window or picture", OPTION_INT, &settings.height, 320, 8000},
    };
    for (int i = 0; i < 2 && argc > 1 && argv[1][0] != '-'; i++) { // without their options
        *(i == 0 ? &settings.level.path : &settings.level.name) = argv[1];
        argv[1] = argv[0];
        argc--;
        argv++;
    }
    OptionsResult read = optionsRead(argc, argv, "Plays a map: samples/run play MAP [NAME]",
                                     options, (int)(sizeof options / sizeof options[0]));
    Level level;
    CaromMapError error;
    if (read != OPTIONS_GO)
        return read == OPTIONS_HELP ? 0 : 2;
    if (!settings.level.path) {
        fprintf(stderr, "play: which map? samples/run play MAP, or --help\n");
        return 2;
    }
    if (!levelOpen(&level, &settings.level, &error)) {
        fprintf(stderr, "play: %s: %s\n", settings.level.path, error.text);
        return 1;
    }
    int status = playLevel(&level, &settings);
    levelClose(&level);
    return status;
}
