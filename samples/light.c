// SPDX-License-Identifier: MIT
// Lamps in a Doom map, and the player's torch, a cone: each lights what is in its sight. Every fan
// is drawn in steps of range, so that light falls off. Rays must end where the fans do.
#include "figure.h"
#include "options.h"
#include "random.h"
#include "sample.h"
#include "wad.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define PLAYER_START 1
#define MOST_LAMPS 64
#define RINGS 24 // steps of a light's fall
#define WIDTH 1600
#define HEIGHT 1120
#define PI 3.14159265358979323846

typedef struct Settings {
    const char *out, *wad, *map;
    int lamps;
    double range; // [m]
    uint64_t seed;
} Settings;

typedef struct Lamp {
    CaromLightDef def;
    CanvasColor color;
} Lamp;

typedef struct Scene {
    const Settings *settings;
    WadMap map;
    CaromWorld *world;
    CaromLight *light;
    Lamp lamps[MOST_LAMPS + 1]; // the last is the torch
    int lampCount;
    int points, rays, wrong;
} Scene;

// ---- the world

static bool build(Scene *scene)
{
    CaromWorldDef worldDef = caromWorldDef();
    CaromBodyDef bodyDef = caromBodyDef();
    CaromShapeDef def = caromShapeDef();
    scene->world = caromWorldCreate(&worldDef, NULL);
    scene->light = caromLightCreate(NULL);
    if (!scene->world || !scene->light)
        return false;
    CaromBodyId body = caromBodyCreate(scene->world, &bodyDef);
    for (int i = 0; i < scene->map.lineCount; i++) {
        const WadLine *line = &scene->map.lines[i];
        if (line->back == WAD_NO_SECTOR)
            caromShapeCreateSegment(scene->world, body, &def, line->a, line->b);
    }
    return true;
}

static Lamp makeLamp(const Settings *settings, CaromVec2 at, CanvasColor color)
{
    Lamp lamp = {caromLightDef(), color};
    lamp.def.position = at;
    lamp.def.range = settings->range;
    return lamp;
}

static bool isClear(const Scene *scene, CaromVec2 at)
{
    for (int i = 0; i < scene->lampCount; i++)
        if (caromVec2Distance(scene->lamps[i].def.position, at) < 0.8 * scene->settings->range)
            return false;
    return true;
}

/// Lamps where the map puts things, far from each other; the torch where the player starts.
static void placeLamps(Scene *scene)
{
    static const CanvasColor COLORS[] = {
        {1.0, 0.72, 0.35, 1}, {0.40, 0.62, 1.0, 1}, {1.0, 0.42, 0.34, 1}, {0.45, 0.95, 0.70, 1}};
    SampleRandom random = {scene->settings->seed};
    const WadMap *map = &scene->map;
    Lamp torch = makeLamp(scene->settings, map->lines[0].a, canvasInk(INK_WHITE, 1));
    for (int i = 0; i < map->thingCount; i++) {
        if (map->things[i].type == PLAYER_START) {
            torch.def.position = map->things[i].position;
            torch.def.direction = map->things[i].angle;
        }
    }
    torch.def.range *= 2;
    torch.def.halfAngle = 0.4;
    for (int tries = 0; tries < 4000 && scene->lampCount < scene->settings->lamps; tries++) {
        const WadThing *thing = &map->things[(int)sampleRandomRange(&random, 0, map->thingCount)];
        CaromVec2 at = caromVec2Add(thing->position, caromVec2(0.01, 0.02)); // on no grid line
        if (thing->sector != WAD_NO_SECTOR && isClear(scene, at)) {
            scene->lamps[scene->lampCount] =
                makeLamp(scene->settings, at, COLORS[scene->lampCount % 4]);
            scene->lampCount++;
        }
    }
    scene->lamps[scene->lampCount++] = torch;
}

// ---- checking

/// A ray towards the middle of each stretch of border that is a surface ends on it.
static void checkFan(Scene *scene, const Lamp *lamp)
{
    int count;
    const CaromLightPoint *points = caromLightPoints(scene->light, &count);
    scene->points += count;
    for (int i = 0; i + 1 < count; i++) {
        CaromVec2 middle = caromVec2Scale(caromVec2Add(points[i].point, points[i + 1].point), 0.5);
        CaromVec2 way = caromVec2Scale(caromVec2Sub(middle, lamp->def.position), 1.001);
        CaromHit hit;
        if (points[i].seen != CAROM_LIGHT_SURFACE ||
            caromVec2Distance(points[i].point, points[i + 1].point) < 1e-6)
            continue;
        int hits =
            caromWorldCastRay(scene->world, lamp->def.position, way, lamp->def.options, &hit, 1);
        scene->rays++;
        scene->wrong += hits != 1 || caromVec2Distance(hit.point, middle) > 1e-9;
    }
}

// ---- drawing

static void drawFan(Canvas *canvas, Scene *scene, const Lamp *lamp, double share)
{
    CaromVec2 corners[4096];
    CaromLightDef def = lamp->def;
    int count, used = 0;
    def.range *= share;
    if (caromLightCast(scene->light, scene->world, &def) != CAROM_OK)
        return;
    const CaromLightPoint *points = caromLightPoints(scene->light, &count);
    if (def.halfAngle < PI)
        corners[used++] = def.position;
    for (int i = 0; i < count && used < 4096; i++)
        corners[used++] = points[i].point;
    CanvasColor fill = lamp->color;
    fill.a = 0.055 * (1.15 - share);
    canvasPolygon(canvas, corners, used, fill);
}

static void drawLamps(Canvas *canvas, Scene *scene)
{
    canvasGlow(canvas, true);
    for (int i = 0; i < scene->lampCount; i++)
        for (int ring = 1; ring <= RINGS; ring++)
            drawFan(canvas, scene, &scene->lamps[i], (double)ring / RINGS);
    for (int i = 0; i < scene->lampCount; i++) {
        Lamp *lamp = &scene->lamps[i];
        caromLightCast(scene->light, scene->world, &lamp->def);
        checkFan(scene, lamp);
        int count;
        const CaromLightPoint *points = caromLightPoints(scene->light, &count);
        for (int k = 0; k + 1 < count; k++) {
            double far = caromVec2Distance(points[k].point, lamp->def.position) / lamp->def.range;
            double near =
                caromVec2Distance(points[k + 1].point, lamp->def.position) / lamp->def.range;
            CanvasColor from = lamp->color, to = lamp->color;
            from.a = 0.9 * (1 - far);
            to.a = 0.9 * (1 - near);
            if (points[k].seen == CAROM_LIGHT_SURFACE && far < 1 && near < 1)
                canvasFadingLine(canvas, points[k].point, points[k + 1].point, 2.4, from, to);
        }
        canvasDot(canvas, lamp->def.position, 7, lamp->color);
    }
    canvasGlow(canvas, false);
}

static int play(Scene *scene)
{
    Canvas *canvas = figureCreate(WIDTH, HEIGHT, "Lamps and a torch in a Doom map",
                                  "Each light is a triangle fan of what it sees: "
                                  "shadows begin at the very ends of walls.");
    if (!canvas)
        return SAMPLE_FAILED;
    CaromBox panel = figureBox(28, 92, WIDTH - 28, HEIGHT - 28);
    figurePanel(canvas, panel, scene->map.bounds, scene->map.name);
    for (int i = 0; i < scene->map.lineCount; i++) {
        const WadLine *line = &scene->map.lines[i];
        bool wall = line->back == WAD_NO_SECTOR;
        canvasLine(canvas, line->a, line->b, wall ? 1.4 : 0.7,
                   canvasInk(wall ? INK_WALL_DIM : INK_GRID, wall ? 0.9 : 0.8));
    }
    drawLamps(canvas, scene);
    printf("light: %s, %d lights, %d points, %d rays compared, %d wrong\n", scene->map.name,
           scene->lampCount, scene->points, scene->rays, scene->wrong);
    figureNote(canvas, panel, "%d lights, %d points in their fans", scene->lampCount,
               scene->points);
    int saved = figureFinish(canvas, scene->settings->out);
    return scene->wrong > 0 ? SAMPLE_FAILED : saved;
}

static bool readMap(Scene *scene)
{
    const Settings *settings = scene->settings;
    WadError error = {""};
    char path[1024];
    bool found = wadFind(settings->wad, path, sizeof path, &error);
    Wad *wad = found ? wadOpen(path, &error) : NULL;
    bool ready = wad && wadReadMap(wad, settings->map, &scene->map, &error);
    wadClose(wad);
    if (!ready || scene->map.thingCount == 0 || scene->map.lineCount == 0) {
        fprintf(stderr, "light: %s: %s\n", found ? path : settings->wad, error.text);
        return false;
    }
    return true;
}

int sampleLight(int argc, char **argv)
{
    Settings settings = {"light.png", "freedoom2.wad", "MAP01", 14, 14, 4};
    const Option options[] = {
        {"out", "FILE", "the picture", OPTION_TEXT, &settings.out, 0, 0},
        {"wad", "FILE", "looked for where Doom looks", OPTION_TEXT, &settings.wad, 0, 0},
        {"map", "NAME", "one of its maps", OPTION_TEXT, &settings.map, 0, 0},
        {"lamps", "N", "at most; besides the torch", OPTION_INT, &settings.lamps, 0, MOST_LAMPS},
        {"range", "METRES", "of the lamps", OPTION_NUMBER, &settings.range, 1, 200},
        {"seed", "N", "of their places", OPTION_SEED, &settings.seed, 0, 0},
    };
    OptionsResult read = optionsRead(argc, argv, "Lamps with shadows in a Doom map", options,
                                     (int)(sizeof options / sizeof options[0]));
    if (read != OPTIONS_GO)
        return read == OPTIONS_HELP ? SAMPLE_OK : SAMPLE_BAD_OPTIONS;
    static Scene scene;
    scene.settings = &settings;
    int status = SAMPLE_FAILED;
    if (readMap(&scene) && build(&scene)) {
        placeLamps(&scene);
        status = play(&scene);
    }
    caromLightDestroy(scene.light);
    caromWorldDestroy(scene.world);
    wadMapFree(&scene.map);
    return status;
}
