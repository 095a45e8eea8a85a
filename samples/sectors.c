// SPDX-License-Identifier: MIT
// A Doom map: the sector that a point lies in, found in four ways that must agree. Shots through
// its portals, coloured by the sectors they cross. A door that opens. A walker kept at arm's length
// from every wall along a route that cuts the corners.
#include "figure.h"
#include "locate.h"
#include "options.h"
#include "random.h"
#include "sample.h"
#include "wad_sectors.h"
#include "walk.h"

#include <stdio.h>

#define PLAYER_START 1
#define MOST_CROSSINGS 256
#define SHOTS 48
#define SHOT_LENGTH 200.0 // [m]

typedef struct Settings {
    const char *out, *wad, *map;
    double arm; // [m]
    int points;
    uint64_t seed;
} Settings;

typedef struct Scene {
    WadMap map;
    CaromSectorMap *sectors;
    SectorLoops loops;
    Walls walls;
    Path route, walk; // wished for and kept
    bool arrived;
    int quadrantsDiffer, nearestDiffer, mapDiffers; // points at which these contradict crossings
    int broken;                                     // shots with a break in their sectors
} Scene;

/// A window on the map: what is drawn in it is clipped to it.
typedef struct View {
    CaromBox world;
    CaromVec2 corners[4];
    double blockPixels; ///< size of the blocks that the floor is painted with
} View;

static View openView(Canvas *canvas, CaromBox panel, CaromBox world, double blockPixels,
                     const char *caption)
{
    figurePanel(canvas, panel, world, caption);
    View view = {world,
                 {world.min, {world.max.x, world.min.y}, world.max, {world.min.x, world.max.y}},
                 blockPixels};
    return view;
}

// ---- drawing

static CanvasColor sectorInk(int sector, double strength)
{
    static const CanvasInk HUES[] = {INK_BLUE, INK_VIOLET, INK_MINT, INK_GOLD, INK_WALL};
    return canvasInk(HUES[sector % 5], strength);
}

/// Colours every block of the floor by the sector of its middle, and so shows what was located.
static void drawFloor(Canvas *canvas, const View *view, const Scene *scene)
{
    double size = view->blockPixels / canvasPixelsPerMetre(canvas);
    for (double y = view->world.min.y + size / 2; y < view->world.max.y; y += size) {
        for (double x = view->world.min.x + size / 2; x < view->world.max.x; x += size) {
            int sector = caromSectorMapLocate(scene->sectors, caromVec2(x, y));
            if (sector != WAD_NO_SECTOR) {
                double light = 0.1 + 0.3 * scene->map.sectors[sector].light / 255;
                CanvasColor hue = sectorInk(sector, 1);
                CanvasColor color = canvasMix(canvasInk(INK_PANEL, 1), hue, light);
                canvasSquare(canvas, caromVec2(x, y), 0.75 * size, color); // overlaps: no seams
            }
        }
    }
}

static void drawClipped(Canvas *canvas, const View *view, CaromVec2 a, CaromVec2 b, double width,
                        CanvasColor color)
{
    CaromClip clip;
    CaromVec2 way = caromVec2Sub(b, a);
    if (caromClipSegment(a, way, view->corners, 4, &clip)) {
        canvasLine(canvas, caromVec2Add(a, caromVec2Scale(way, clip.nearFraction)),
                   caromVec2Add(a, caromVec2Scale(way, clip.farFraction)), width, color);
    }
}

static void drawLines(Canvas *canvas, const View *view, const WadMap *map, double width)
{
    for (int i = 0; i < map->lineCount; i++) {
        const WadLine *line = &map->lines[i];
        bool wall = line->back == WAD_NO_SECTOR || (line->flags & 1u) != 0;
        drawClipped(canvas, view, line->a, line->b, wall ? width : width / 2,
                    wall ? canvasInk(INK_WALL, 1) : canvasInk(INK_WALL_DIM, 0.7));
    }
}

static void drawPath(Canvas *canvas, const View *view, const Path *path, double width,
                     CanvasInk ink)
{
    for (int i = 1; i < path->count; i++) {
        drawClipped(canvas, view, path->points[i - 1], path->points[i], width, canvasInk(ink, 1));
    }
}

/// A shot to where it is blocked, each part in the colour of its sector; whether the sectors follow
/// each other.
static bool drawShot(Canvas *canvas, const View *view, const Scene *scene, CaromVec2 from,
                     CaromVec2 way)
{
    CaromSectorCrossing crossings[MOST_CROSSINGS];
    CaromSectorQuery query = caromSectorQuery();
    query.mask = 0; // what blocks players and monsters lets shots pass
    int count = caromSectorMapTrace(scene->sectors, from, way, query, crossings, MOST_CROSSINGS);
    int sector = caromSectorMapLocate(scene->sectors, from);
    bool follows = sector != CAROM_NO_SECTOR && count <= MOST_CROSSINGS;
    CaromVec2 last = from;
    for (int i = 0; i < count && follows; i++) {
        follows = crossings[i].from == sector;
        drawClipped(canvas, view, last, crossings[i].point, 1.6, sectorInk(sector, 0.9));
        last = crossings[i].point;
        sector = crossings[i].to;
    }
    if (caromBoxContains(view->world, last)) {
        canvasDot(canvas, last, 2.5, canvasInk(INK_WHITE, 1));
    }
    return follows;
}

static void drawShots(Canvas *canvas, const View *view, Scene *scene, CaromVec2 from)
{
    for (int k = 0; k < SHOTS; k++) {
        CaromRotation turn = caromRotation(0.01 + 6.283185307179586 * k / SHOTS);
        CaromVec2 way = caromVec2(SHOT_LENGTH * turn.c, SHOT_LENGTH * turn.s);
        scene->broken += !drawShot(canvas, view, scene, from, way);
    }
    canvasDot(canvas, from, 5, canvasInk(INK_WHITE, 1));
}

static void drawMap(Canvas *canvas, CaromBox panel, const Scene *scene)
{
    char caption[64];
    snprintf(caption, sizeof caption, "%s: the longest walk it offers, %.0f m", scene->map.name,
             pathLength(&scene->walk));
    View view = openView(canvas, panel, scene->map.bounds, 3, caption);
    drawFloor(canvas, &view, scene);
    drawLines(canvas, &view, &scene->map, 1.6);
    drawPath(canvas, &view, &scene->walk, 3.5, INK_MINT);
    drawPath(canvas, &view, &scene->route, 1.4, INK_RED);
    if (scene->walk.count > 0) {
        canvasDot(canvas, scene->walk.points[0], 6, canvasInk(INK_WHITE, 1));
        canvasRing(canvas, scene->walk.points[scene->walk.count - 1], 7, 2.5,
                   canvasInk(INK_WHITE, 1));
    }
}

/// The walker here and there, with its reach and the nearest point of a wall.
static void drawWalkers(Canvas *canvas, const View *view, const Scene *scene, double arm)
{
    CaromBox inner = caromBoxInflate(view->world, -arm);
    CaromVec2 last = {1e9, 1e9};
    for (int i = 0; i < scene->walk.count; i++) {
        CaromVec2 walker = scene->walk.points[i];
        if (!caromBoxContains(inner, walker) || caromVec2Distance(walker, last) < 1.1 * arm) {
            continue;
        }
        CaromNearest nearest = wallsNearest(&scene->walls, walker);
        canvasCircle(canvas, walker, arm, 1, canvasInk(INK_MINT, 0.55));
        canvasDot(canvas, walker, 3.5, canvasInk(INK_MINT, 1));
        if (caromBoxContains(view->world, nearest.point)) {
            canvasLine(canvas, walker, nearest.point, 1.3, canvasInk(INK_BLUE, 1));
            canvasDot(canvas, nearest.point, 3.5, canvasInk(INK_BLUE, 1));
        }
        last = walker;
    }
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

/// Finds where the walk parts most from the route, at least `apart` from another such place.
static CaromVec2 strayPlace(const Scene *scene, CaromVec2 other, double apart)
{
    CaromVec2 place = scene->map.bounds.min;
    double most = -1;
    for (int i = 0; i < scene->walk.count; i++) {
        CaromVec2 walker = scene->walk.points[i];
        double stray = distanceToRoute(&scene->route, walker);
        if (stray > most && caromVec2Distance(walker, other) > apart) {
            most = stray;
            place = walker;
        }
    }
    return place;
}

static void drawInset(Canvas *canvas, CaromBox panel, const Scene *scene, CaromVec2 place,
                      double arm, const char *caption)
{
    CaromBox world = caromBoxInflate(figureBox(place.x, place.y, place.x, place.y), 5 * arm);
    View view = openView(canvas, panel, world, 4, caption);
    drawFloor(canvas, &view, scene);
    drawLines(canvas, &view, &scene->map, 2.2);
    drawPath(canvas, &view, &scene->route, 1.8, INK_RED);
    drawPath(canvas, &view, &scene->walk, 2.2, INK_MINT);
    drawWalkers(canvas, &view, scene, arm);
    figureNote(canvas, panel, "arm %.2f m, %.2f m from the route", arm,
               distanceToRoute(&scene->route, place));
}

/// A closed sector with a portal to one that is not: a door. CAROM_NO_SECTOR where there is none.
static int findDoor(const Scene *scene, CaromVec2 *place)
{
    for (int i = 0; i < caromSectorMapLineCount(scene->sectors); i++) {
        CaromSectorEdge line;
        CaromSector back, front;
        caromSectorMapLine(scene->sectors, i, &line);
        if (line.back == CAROM_NO_SECTOR || line.front == CAROM_NO_SECTOR) {
            continue;
        }
        caromSectorMapSector(scene->sectors, line.front, &front);
        caromSectorMapSector(scene->sectors, line.back, &back);
        if (back.ceiling <= back.floor && front.ceiling > front.floor) {
            CaromVec2 along = caromVec2Sub(line.b, line.a);
            CaromVec2 aside = caromVec2Normalize(caromVec2(along.y, -along.x)); // to the front
            CaromVec2 middle = caromVec2Add(line.a, caromVec2Scale(along, 0.5));
            *place = caromVec2Add(middle, caromVec2Scale(aside, 1.5));
            return line.back;
        }
    }
    return CAROM_NO_SECTOR;
}

static void drawShotsIn(Canvas *canvas, CaromBox panel, Scene *scene, CaromVec2 place,
                        const char *caption)
{
    CaromBox world = caromBoxInflate(figureBox(place.x, place.y, place.x, place.y), 6);
    View view = openView(canvas, panel, world, 4, caption);
    drawFloor(canvas, &view, scene);
    drawLines(canvas, &view, &scene->map, 2.2);
    drawShots(canvas, &view, scene, place);
}

static void drawInsets(Canvas *canvas, CaromBox column, Scene *scene, double arm)
{
    CaromVec2 door;
    int sector = findDoor(scene, &door);
    if (scene->walk.count == 0) {
        return;
    }
    CaromVec2 nowhere = {1e9, 1e9};
    drawInset(canvas, figureRow(column, 0, 3, 14), scene, strayPlace(scene, nowhere, 0), arm,
              "Where the walk strays most");
    if (sector != CAROM_NO_SECTOR) {
        CaromSector heights;
        caromSectorMapSector(scene->sectors, sector, &heights);
        drawShotsIn(canvas, figureRow(column, 1, 3, 14), scene, door, "Shots at a door");
        caromSectorMapSetHeights(scene->sectors, sector, heights.floor, heights.floor + 3.0);
        drawShotsIn(canvas, figureRow(column, 2, 3, 14), scene, door, "The door is open");
        caromSectorMapSetHeights(scene->sectors, sector, heights.floor, heights.ceiling);
    }
}

// ---- checking

/// Compares all four kinds of queries at random points.
static void comparePoints(Scene *scene, const Settings *settings)
{
    SampleRandom random = {settings->seed};
    CaromBox bounds = scene->map.bounds;
    int inside = 0;
    for (int i = 0; i < settings->points; i++) {
        double x = sampleRandomRange(&random, bounds.min.x, bounds.max.x);
        double y = sampleRandomRange(&random, bounds.min.y, bounds.max.y);
        CaromVec2 p = {x, y};
        int sector = sectorByCrossings(&scene->loops, p);
        inside += sector != WAD_NO_SECTOR;
        scene->quadrantsDiffer += sectorByQuadrants(&scene->loops, p) != sector;
        scene->nearestDiffer += sectorByNearestLine(&scene->map, p) != sector;
        scene->mapDiffers += caromSectorMapLocate(scene->sectors, p) != sector;
    }
    printf("location: %d points, %d of them in a sector; quadrants contradict crossings at %d, the "
           "nearest line at %d, the library at %d\n",
           settings->points, inside, scene->quadrantsDiffer, scene->nearestDiffer,
           scene->mapDiffers);
}

static int checkWalk(const Scene *scene, double arm)
{
    int nearer = 0, sectors = 0, last = WAD_NO_SECTOR;
    double least = 1e300;
    for (int i = 0; i < scene->walk.count; i++) {
        double distance = wallsNearest(&scene->walls, scene->walk.points[i]).distance;
        int sector = sectorByCrossings(&scene->loops, scene->walk.points[i]);
        nearer += distance < arm;
        least = distance < least ? distance : least;
        sectors += sector != last;
        last = sector;
    }
    printf("walk: %d steps, %.1f m for a route of %.1f m, %d changes of sector, %s; nearest wall "
           "%.4f m, %d "
           "steps nearer than %.2f m\n",
           scene->walk.count, pathLength(&scene->walk), pathLength(&scene->route), sectors,
           scene->arrived ? "arrived" : "stuck", least, nearer, arm);
    return nearer;
}

// ---- the sample

static bool readScene(Scene *scene, const Settings *settings)
{
    WadError error = {""};
    char path[1024];
    bool found = wadFind(settings->wad, path, sizeof path, &error);
    Wad *wad = found ? wadOpen(path, &error) : NULL;
    bool ready = wad && wadReadMap(wad, settings->map, &scene->map, &error);
    wadClose(wad);
    if (!ready) {
        fprintf(stderr, "sectors: %s: %s\n", found ? path : settings->wad, error.text);
        return false;
    }
    CaromError refused;
    scene->sectors = wadSectorMap(&scene->map, caromSectorMapDef(), &refused);
    ready = scene->sectors && sectorLoopsBuild(&scene->loops, &scene->map) &&
            wallsBuild(&scene->walls, &scene->map);
    if (!ready) {
        fprintf(stderr, "sectors: %s\n",
                caromErrorText(scene->sectors ? CAROM_ERROR_MEMORY : refused));
    }
    return ready;
}

static CaromVec2 playerStart(const WadMap *map)
{
    for (int i = 0; i < map->thingCount; i++) {
        if (map->things[i].type == PLAYER_START) {
            return map->things[i].position;
        }
    }
    return map->lineCount > 0 ? map->lines[0].a : caromVec2(0, 0);
}

static void freeScene(Scene *scene)
{
    pathFree(&scene->route);
    pathFree(&scene->walk);
    wallsFree(&scene->walls);
    sectorLoopsFree(&scene->loops);
    caromSectorMapDestroy(scene->sectors);
    wadMapFree(&scene->map);
}

static int play(Scene *scene, const Settings *settings)
{
    double clearance = 1.02 * settings->arm; // the route's grid is as coarse as that
    CaromVec2 start = playerStart(&scene->map);
    scene->route = routeFind(&scene->walls, scene->map.bounds, start, clearance);
    scene->walk = walkRoute(&scene->walls, &scene->route, settings->arm, &scene->arrived);
    printf("%s: %d lines, %d sectors, %d loops, %d runs that don't close\n", scene->map.name,
           scene->map.lineCount, scene->map.sectorCount, scene->loops.loopCount, scene->loops.open);
    comparePoints(scene, settings);
    int wrong = checkWalk(scene, settings->arm) + scene->quadrantsDiffer + scene->mapDiffers;
    Canvas *canvas = figureCreate(
        1600, 1120, "Sectors, and a walk at arm's length from the walls",
        "Floor colours: the sector located. Red: the route wished for, pulled taut. Green: the "
        "route kept. Shots: in the colours of the sectors they cross.");
    if (!canvas) {
        return SAMPLE_FAILED;
    }
    CaromBox panel = figureBox(28, 92, 1096, 1092);
    drawMap(canvas, panel, scene);
    figureNote(canvas, panel, "The kept route never comes nearer to a wall than an arm's length.");
    drawInsets(canvas, figureBox(1110, 92, 1572, 1092), scene, settings->arm);
    int saved = figureFinish(canvas, settings->out);
    printf("shots: the sectors of %d do not follow each other\n", scene->broken);
    return wrong + scene->broken > 0 ? SAMPLE_FAILED : saved;
}

int sampleSectors(int argc, char **argv)
{
    Settings settings = {"sectors.png", "freedoom2.wad", "MAP01", 0.75, 20000, 1};
    const Option options[] = {
        {"out", "FILE", "the picture", OPTION_TEXT, &settings.out, 0, 0},
        {"wad", "FILE", "looked for where Doom looks", OPTION_TEXT, &settings.wad, 0, 0},
        {"map", "NAME", "one of its maps", OPTION_TEXT, &settings.map, 0, 0},
        {"arm", "METRES", "kept from every wall", OPTION_NUMBER, &settings.arm, 0.1, 4},
        {"points", "N", "to locate in four ways", OPTION_INT, &settings.points, 0, 1000000},
        {"seed", "N", "of those points", OPTION_SEED, &settings.seed, 0, 0},
    };
    OptionsResult read =
        optionsRead(argc, argv, "Point location in a Doom map, and a walk at arm's length", options,
                    (int)(sizeof options / sizeof options[0]));
    if (read != OPTIONS_GO) {
        return read == OPTIONS_HELP ? SAMPLE_OK : SAMPLE_BAD_OPTIONS;
    }
    Scene scene = {.arrived = false};
    int status = readScene(&scene, &settings) ? play(&scene, &settings) : SAMPLE_FAILED;
    freeScene(&scene);
    return status;
}
