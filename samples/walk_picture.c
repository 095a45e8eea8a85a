// SPDX-License-Identifier: MIT
// A character walks through a whole Doom map and keeps at arm's length from every wall. It takes
// the longest path that the map offers, with the corners cut by a string pulled taut, so the mover
// has to slide all along. The outline is the area that its middle may reach.
#include "figure.h"
#include "options.h"
#include "sample.h"
#include "walk.h"

#include <stdio.h>

#define PLAYER_START 1

typedef struct Settings {
    const char *out, *wad, *map;
    double arm; // [m]
} Settings;

typedef struct Scene {
    WadMap map;
    Walls walls;
    Path route, walk;
    bool arrived;
    int tooNear, outside;
    double least; // [m] to any wall
} Scene;

typedef struct Window {
    CaromBox world;
    CaromVec2 corners[4];
} Window;

static Window openWindow(CaromBox world)
{
    Window window = {
        world, {world.min, {world.max.x, world.min.y}, world.max, {world.min.x, world.max.y}}};
    return window;
}

// ---- drawing

static void drawClipped(Canvas *canvas, const Window *window, CaromVec2 a, CaromVec2 b,
                        double width, CanvasColor color)
{
    CaromClip clip;
    CaromVec2 way = caromVec2Sub(b, a);
    if (caromClipSegment(a, way, window->corners, 4, &clip)) {
        canvasLine(canvas, caromVec2Add(a, caromVec2Scale(way, clip.nearFraction)),
                   caromVec2Add(a, caromVec2Scale(way, clip.farFraction)), width, color);
    }
}

static bool isNearWalk(const Scene *scene, const CaromVec2 ends[2], double distance)
{
    CaromBox box = caromBoxInflate(caromBoxOfPoints(ends, 2), distance);
    for (int i = 0; i < scene->walk.count; i += 4) {
        if (caromBoxContains(box, scene->walk.points[i]) &&
            caromNearestOnSegment(scene->walk.points[i], ends[0], ends[1]).distance < distance) {
            return true;
        }
    }
    return false;
}

/// All that is within a distance of the walls near his way.
static void drawReach(Canvas *canvas, const Scene *scene, double distance, double arm,
                      CanvasColor color)
{
    double width = 2 * distance * canvasPixelsPerMetre(canvas);
    for (int i = 0; i < scene->walls.count; i++) {
        const CaromVec2 *ends = scene->walls.ends[i];
        if (isNearWalk(scene, ends, 8 * arm)) {
            canvasLine(canvas, ends[0], ends[1], width, color);
            canvasDisc(canvas, ends[0], distance, color);
            canvasDisc(canvas, ends[1], distance, color);
        }
    }
}

/// The rim of that: a band that is filled but for a line's width.
static void drawOutline(Canvas *canvas, const Scene *scene, double arm, double pixels)
{
    double rim = pixels / canvasPixelsPerMetre(canvas);
    drawReach(canvas, scene, arm, arm, canvasInk(INK_BLUE, 1));
    CanvasColor fill = canvasMix(canvasInk(INK_PANEL, 1), canvasInk(INK_BLUE, 1), 0.12);
    drawReach(canvas, scene, arm - rim, arm, fill);
}

static void drawLines(Canvas *canvas, const Window *window, const WadMap *map, double width)
{
    for (int i = 0; i < map->lineCount; i++) {
        const WadLine *line = &map->lines[i];
        bool wall = line->back == WAD_NO_SECTOR || (line->flags & 1u) != 0;
        drawClipped(canvas, window, line->a, line->b, wall ? width : width / 2,
                    wall ? canvasInk(INK_WALL, 1) : canvasInk(INK_WALL_DIM, 0.55));
    }
}

static void drawPath(Canvas *canvas, const Window *window, const Path *path, double width,
                     CanvasInk ink)
{
    for (int i = 1; i < path->count; i++) {
        drawClipped(canvas, window, path->points[i - 1], path->points[i], width, canvasInk(ink, 1));
    }
}

static void drawWalkers(Canvas *canvas, const Window *window, const Scene *scene, double arm)
{
    CaromVec2 last = {1e9, 1e9};
    CaromBox inner = caromBoxInflate(window->world, -arm);
    double radius = walkerDef(last, arm).shape.radius;
    for (int i = 0; i < scene->walk.count; i++) {
        CaromVec2 walker = scene->walk.points[i];
        if (caromBoxContains(inner, walker) && caromVec2Distance(walker, last) > 2.2 * arm) {
            canvasDisc(canvas, walker, radius, canvasInk(INK_MINT, 0.35));
            canvasCircle(canvas, walker, radius, 1.5, canvasInk(INK_MINT, 1));
            last = walker;
        }
    }
}

static void drawView(Canvas *canvas, CaromBox panel, CaromBox world, const Scene *scene, double arm,
                     bool isMap, const char *caption)
{
    Window window = openWindow(world);
    figurePanel(canvas, panel, world, caption);
    CaromBox clip = {canvasToPixels(canvas, caromVec2(world.min.x, world.max.y)),
                     canvasToPixels(canvas, caromVec2(world.max.x, world.min.y))};
    canvasClip(canvas, &clip);
    drawOutline(canvas, scene, arm, isMap ? 1 : 2);
    drawLines(canvas, &window, &scene->map, isMap ? 1.4 : 2.4);
    if (!isMap) {
        drawWalkers(canvas, &window, scene, arm);
    }
    drawPath(canvas, &window, &scene->route, isMap ? 1.2 : 1.8, INK_RED);
    drawPath(canvas, &window, &scene->walk, isMap ? 3 : 2.4, INK_MINT);
    canvasClip(canvas, NULL);
}

/// The tick at which he is as far along as a share of all, to look at more closely.
static CaromBox placeOnWalk(const Scene *scene, double share, double half)
{
    CaromVec2 p = scene->map.bounds.min;
    if (scene->walk.count > 0) {
        p = scene->walk.points[(int)(share * (scene->walk.count - 1))];
    }
    return caromBoxInflate(figureBox(p.x, p.y, p.x, p.y), half);
}

static double distanceToRoute(const Path *route, CaromVec2 point)
{
    double distance = 1e300;
    for (int i = 1; i < route->count; i++) {
        CaromNearest found = caromNearestOnSegment(point, route->points[i - 1], route->points[i]);
        distance = found.distance < distance ? found.distance : distance;
    }
    return distance;
}

/// Where, between two shares of the walk, it strays most from the route while it touches a wall:
/// corners that he slides round.
static double strayShare(const Scene *scene, double from, double to, double arm)
{
    int best = (int)(from * scene->walk.count);
    double most = -1;
    for (int i = best; i < (int)(to * scene->walk.count); i++) {
        double stray = distanceToRoute(&scene->route, scene->walk.points[i]);
        if (stray > most &&
            wallsNearest(&scene->walls, scene->walk.points[i]).distance < 1.001 * arm) {
            most = stray;
            best = i;
        }
    }
    return (double)best / (scene->walk.count > 1 ? scene->walk.count - 1 : 1);
}

static int draw(const Scene *scene, const Settings *settings)
{
    char caption[96];
    Canvas *canvas = figureCreate(
        1600, 1120, "A walk at arm's length from the walls",
        "Red: the route, a string pulled taut. Green: where the mover goes, who slides along what "
        "is in his way. Blue: arm's length from the walls, which his middle never crosses.");
    if (!canvas) {
        return SAMPLE_FAILED;
    }
    CaromBox panel = figureBox(28, 92, 1096, 1092), column = figureBox(1110, 92, 1572, 1092);
    snprintf(caption, sizeof caption, "%s: %.0f m, %s", scene->map.name, pathLength(&scene->walk),
             scene->arrived ? "arrived" : "stuck");
    drawView(canvas, panel, scene->map.bounds, scene, settings->arm, true, caption);
    figureNote(canvas, panel, "%d ticks; nearest wall %.6f m, arm %.2f m", scene->walk.count,
               scene->least, settings->arm);
    for (int k = 0; k < 2; k++) {
        double share = strayShare(scene, 0.5 * k, 0.5 * k + 0.5, settings->arm);
        drawView(canvas, figureRow(column, k, 2, 14), placeOnWalk(scene, share, 6 * settings->arm),
                 scene, settings->arm, false,
                 k == 0 ? "A corner in the first half" : "And one in the second");
    }
    return figureFinish(canvas, settings->out);
}

// ---- the sample

static void check(Scene *scene, double arm)
{
    scene->least = 1e300;
    for (int i = 1; i < scene->walk.count; i++) {
        double distance = wallsNearest(&scene->walls, scene->walk.points[i]).distance;
        scene->tooNear += distance < arm;
        scene->least = distance < scene->least ? distance : scene->least;
        scene->outside += wadSectorAt(&scene->map, scene->walk.points[i]) == WAD_NO_SECTOR;
    }
}

static bool readScene(Scene *scene, const Settings *settings)
{
    WadError error = {""};
    char path[1024];
    bool found = wadFind(settings->wad, path, sizeof path, &error);
    Wad *wad = found ? wadOpen(path, &error) : NULL;
    bool ready = wad && wadReadMap(wad, settings->map, &scene->map, &error);
    wadClose(wad);
    if (!ready) {
        fprintf(stderr, "walk: %s: %s\n", found ? path : settings->wad, error.text);
        return false;
    }
    return wallsBuild(&scene->walls, &scene->map);
}

static int play(Scene *scene, const Settings *settings)
{
    CaromVec2 start = scene->map.bounds.min;
    for (int i = scene->map.thingCount - 1; i >= 0; i--) {
        if (scene->map.things[i].type == PLAYER_START) {
            start = scene->map.things[i].position;
        }
    }
    scene->route = routeFind(&scene->walls, scene->map.bounds, start, 1.02 * settings->arm);
    scene->walk = walkRoute(&scene->walls, &scene->route, settings->arm, &scene->arrived);
    check(scene, settings->arm);
    printf("walk: %s: route %.1f m, walk %.1f m in %d ticks, %s; nearest wall %.9f m, %d ticks "
           "nearer than %.2f m, %d outside\n",
           scene->map.name, pathLength(&scene->route), pathLength(&scene->walk), scene->walk.count,
           scene->arrived ? "arrived" : "stuck", scene->least, scene->tooNear, settings->arm,
           scene->outside);
    int drawn = draw(scene, settings);
    bool right = scene->arrived && scene->tooNear == 0 && scene->outside == 0;
    return right ? drawn : SAMPLE_FAILED;
}

int sampleWalk(int argc, char **argv)
{
    Settings settings = {"walk.png", "freedoom2.wad", "MAP01", 0.5};
    const Option options[] = {
        {"out", "FILE", "the picture", OPTION_TEXT, &settings.out, 0, 0},
        {"wad", "FILE", "looked for where Doom looks", OPTION_TEXT, &settings.wad, 0, 0},
        {"map", "NAME", "one of its maps", OPTION_TEXT, &settings.map, 0, 0},
        {"arm", "METRES", "kept from every wall", OPTION_NUMBER, &settings.arm, 0.1, 4},
    };
    OptionsResult read = optionsRead(argc, argv, "A walk through a Doom map, at arm's length",
                                     options, (int)(sizeof options / sizeof options[0]));
    if (read != OPTIONS_GO) {
        return read == OPTIONS_HELP ? SAMPLE_OK : SAMPLE_BAD_OPTIONS;
    }
    Scene scene = {.arrived = false};
    int status = readScene(&scene, &settings) ? play(&scene, &settings) : SAMPLE_FAILED;
    pathFree(&scene.route);
    pathFree(&scene.walk);
    wallsFree(&scene.walls);
    wadMapFree(&scene.map);
    return status;
}
