// SPDX-License-Identifier: MIT
// Shapes made of raw input: the floors of a Doom map and an island with lakes cut into convex
// pieces, the island's hull and centre of mass, an ellipse met by rays. The pieces' areas must add
// up to the whole's.
#include "figure.h"
#include "locate.h"
#include "options.h"
#include "random.h"
#include "sample.h"

#include <stdio.h>
#include <stdlib.h>

#define PI 3.141592653589793
#define AREA_TOLERANCE 1e-9 // relative
#define COAST_POINTS 180
#define LAKES 7
#define LAKE_POINTS 20
#define RINGS_MAX 512
#define ELLIPSE_POINTS 256

typedef struct Settings {
    const char *out, *wad, *map;
    double tolerance;
    int corners;
    uint64_t seed;
} Settings;

/// Rings with room, and what they were cut into.
typedef struct Cut {
    CaromVec2 *points;
    int ends[RINGS_MAX];
    int count, rings;
    int *indices, *pieceEnds;
    CaromPieces pieces;
    CaromError error;
    double area, missing; // of the whole; what the pieces' areas lack of it
} Cut;

static bool makeRoom(Cut *cut, int points)
{
    size_t room = (size_t)(points + 2 * RINGS_MAX);
    cut->points = malloc((size_t)points * sizeof *cut->points);
    cut->indices = malloc(3 * room * sizeof *cut->indices);
    cut->pieceEnds = malloc(room * sizeof *cut->pieceEnds);
    cut->pieces = (CaromPieces){cut->indices, cut->pieceEnds, 3 * (int)room, (int)room, 0, 0};
    return cut->points && cut->indices && cut->pieceEnds;
}

static void freeRoom(Cut *cut)
{
    free(cut->points);
    free(cut->indices);
    free(cut->pieceEnds);
}

static CaromGeometry regionOf(const Cut *cut)
{
    CaromGeometry region = {.type = CAROM_SHAPE_REGION, .points = cut->points};
    region.count = cut->count;
    region.ringEnds = cut->ends;
    region.ringCount = cut->rings;
    return region;
}

static int pieceOf(const Cut *cut, int piece, CaromVec2 *corners)
{
    int start = piece > 0 ? cut->pieceEnds[piece - 1] : 0, count = cut->pieceEnds[piece] - start;
    for (int i = 0; i < count; i++) {
        corners[i] = cut->points[cut->indices[start + i]];
    }
    return count;
}

/// Cuts the rings and compares areas.
static void cutRings(Cut *cut, int corners, CaromVec2 *scratch)
{
    CaromGeometry region = regionOf(cut);
    cut->error = caromConvexPieces(&region, corners, NULL, &cut->pieces);
    cut->area = cut->missing = 0;
    if (cut->error != CAROM_OK) {
        return;
    }
    cut->area = cut->missing = caromGeometryMass(&region).area;
    for (int i = 0; i < cut->pieces.pieceCount; i++) {
        int count = pieceOf(cut, i, scratch);
        cut->missing -= caromPolygonArea(scratch, count);
    }
}

/// Neighbouring numbers get colours that differ.
static CanvasColor pieceColor(int piece, double strength)
{
    static const CanvasInk HUES[] = {INK_BLUE, INK_MINT, INK_VIOLET, INK_GOLD, INK_RED};
    double shade = strength * (0.55 + 0.45 * ((piece * 7) % 10) / 9.0);
    return canvasMix(canvasInk(INK_PANEL, 1), canvasInk(HUES[piece % 5], 1), shade);
}

static void drawPieces(Canvas *canvas, const Cut *cut, double strength, CaromVec2 *scratch)
{
    for (int i = 0; i < cut->pieces.pieceCount; i++) {
        int count = pieceOf(cut, i, scratch);
        canvasPolygon(canvas, scratch, count, pieceColor(i, strength));
        canvasPolyline(canvas, scratch, count, true, 0.6, canvasInk(INK_BACKGROUND, 0.8));
    }
}

static void drawRings(Canvas *canvas, const Cut *cut, double width)
{
    for (int k = 0; k < cut->rings; k++) {
        int start = k > 0 ? cut->ends[k - 1] : 0;
        canvasPolyline(canvas, cut->points + start, cut->ends[k] - start, true, width,
                       canvasInk(INK_WALL, 1));
    }
}

// ---- the floors of a map: all loops of a sector are one region

static void gatherSector(Cut *cut, const SectorLoops *loops, int sector)
{
    cut->count = cut->rings = 0;
    for (int i = 0; i < loops->loopCount; i++) {
        const SectorLoop *loop = &loops->loops[i];
        if (loop->sector == sector && cut->rings < RINGS_MAX) {
            for (int k = 0; k < loop->count; k++) {
                cut->points[cut->count++] = loops->points[loop->first + k];
            }
            cut->ends[cut->rings++] = cut->count;
        }
    }
}

/// How many sectors went wrong: their areas differ, or they were refused though all loops closed.
static int drawFloors(Canvas *canvas, CaromBox panel, const WadMap *map, const SectorLoops *loops,
                      Cut *cut, const Settings *settings, CaromVec2 *scratch)
{
    int wrong = 0, refused = 0, pieces = 0, points = 0;
    double area = 0;
    char caption[64];
    snprintf(caption, sizeof caption, "The floors of %s", map->name);
    figurePanel(canvas, panel, map->bounds, caption);
    for (int sector = 0; sector < map->sectorCount; sector++) {
        gatherSector(cut, loops, sector);
        if (cut->rings == 0) {
            continue;
        }
        cutRings(cut, settings->corners, scratch);
        drawPieces(canvas, cut, 0.55, scratch);
        drawRings(canvas, cut, 0.9);
        refused += cut->error != CAROM_OK;
        wrong += !(cut->missing <= AREA_TOLERANCE * cut->area &&
                   -cut->missing <= AREA_TOLERANCE * cut->area);
        area += cut->area;
        pieces += cut->pieces.pieceCount;
        points += cut->count;
    }
    figureNote(canvas, panel, "%d sectors, %d corners: %d convex pieces, %.0f square metres",
               map->sectorCount, points, pieces, area);
    printf("floors: %d sectors, %d corners, %d pieces, %d refused, %d areas differ\n",
           map->sectorCount, points, pieces, refused, wrong);
    return wrong;
}

// ---- an island

static void addCoast(Cut *cut, SampleRandom *random, CaromVec2 center, double radius, int count)
{
    double phases[6], sizes[6];
    for (int i = 0; i < 6; i++) {
        phases[i] = sampleRandomRange(random, 0, 2 * PI);
        sizes[i] = sampleRandomRange(random, 0.1, 0.22) / (1 + i);
    }
    for (int i = 0; i < count; i++) {
        double angle = 2 * PI * i / count, size = 1 + sampleRandomRange(random, -0.02, 0.02);
        for (int k = 0; k < 6; k++) {
            size += sizes[k] * caromRotation((2 * k + 2) * angle + phases[k]).s;
        }
        CaromRotation way = caromRotation(angle);
        cut->points[cut->count++] =
            caromVec2Add(center, caromVec2Scale(caromVec2(way.c, way.s), radius * size));
    }
    cut->ends[cut->rings++] = cut->count;
}

static void makeIsland(Cut *cut, SampleRandom *random)
{
    cut->count = cut->rings = 0;
    addCoast(cut, random, caromVec2(0, 0), 10, COAST_POINTS);
    for (int i = 0; i < LAKES; i++) {
        CaromRotation way = caromRotation(2 * PI * i / (LAKES - 1));
        CaromVec2 middle = i == LAKES - 1 ? caromVec2(0, 0) : caromVec2(4 * way.c, 4 * way.s);
        addCoast(cut, random, middle, sampleRandomRange(random, 0.7, 1.3), LAKE_POINTS);
    }
}

static int drawIsland(Canvas *canvas, CaromBox panel, Cut *cut, const Settings *settings,
                      CaromVec2 *scratch)
{
    SampleRandom random = {settings->seed};
    makeIsland(cut, &random);
    cutRings(cut, settings->corners, scratch);
    CaromGeometry region = regionOf(cut);
    CaromMass mass = caromGeometryMass(&region);
    CaromBox box = caromBoxOfPoints(cut->points, cut->count);
    figurePanel(canvas, panel, caromBoxInflate(box, 0.3),
                "An island with lakes: pieces, hull, centre of mass");
    drawPieces(canvas, cut, 0.75, scratch);
    drawRings(canvas, cut, 1.4);
    for (int i = 0; i < cut->count; i++) {
        scratch[i] = cut->points[i];
    }
    int corners = caromHull(scratch, cut->count);
    canvasPolyline(canvas, scratch, corners, true, 1.8, canvasInk(INK_GOLD, 1));
    for (int i = 0; i < corners; i++) {
        canvasDot(canvas, scratch[i], 3, canvasInk(INK_GOLD, 1));
    }
    canvasDot(canvas, mass.centroid, 5, canvasInk(INK_WHITE, 1));
    canvasRing(canvas, mass.centroid, 9, 1.6, canvasInk(INK_WHITE, 1));
    figureNote(canvas, panel, "%d points: %d pieces, %d corners of the hull", cut->count,
               cut->pieces.pieceCount, corners);
    printf("island: %d points, %d pieces, %d corners of the hull\n", cut->count,
           cut->pieces.pieceCount, corners);
    return cut->error != CAROM_OK || !(cut->missing <= AREA_TOLERANCE * mass.area &&
                                       -cut->missing <= AREA_TOLERANCE * mass.area);
}

// ---- an ellipse

static void drawRays(Canvas *canvas, CaromEllipse ellipse)
{
    for (int i = 0; i < 7; i++) {
        CaromVec2 from = {-3.4, -1.5 + 0.5 * i}, way = {6.8, -0.45}, to = caromVec2Add(from, way);
        CaromRayHit hit;
        if (!caromRayCastEllipse(from, way, ellipse, CAROM_INSIDE_HIT, &hit)) {
            canvasArrow(canvas, from, to, 1, canvasInk(INK_GOLD, 0.45));
            continue;
        }
        canvasLine(canvas, from, hit.point, 1.4, canvasInk(INK_GOLD, 0.9));
        figureNormal(canvas, hit.point, hit.normal, 26);
        figureHit(canvas, hit.point);
    }
}

static void drawEllipse(Canvas *canvas, CaromBox panel, const Settings *settings)
{
    CaromVec2 exact[ELLIPSE_POINTS], coarse[ELLIPSE_POINTS];
    CaromTransform t = caromTransform(caromVec2(0.3, 0), 0.45, caromVec2(2.3, 0.9));
    CaromEllipse ellipse = caromEllipse(t, caromVec2(0, 0), 1);
    figurePanel(canvas, panel, figureBox(-3.5, -2, 3.5, 2),
                "An ellipse: rays, nearest points, a polygon within a tolerance");
    caromEllipsePoints(t, caromVec2(0, 0), 1, exact, ELLIPSE_POINTS);
    canvasPolygon(canvas, exact, ELLIPSE_POINTS, figureFill());
    canvasPolyline(canvas, exact, ELLIPSE_POINTS, true, 2, canvasInk(INK_WALL, 1));
    int count = caromEllipsePolygon(ellipse, settings->tolerance, coarse, ELLIPSE_POINTS);
    if (count <= ELLIPSE_POINTS) {
        canvasPolyline(canvas, coarse, count, true, 1.4, canvasInk(INK_VIOLET, 1));
    }
    drawRays(canvas, ellipse);
    for (int i = 0; i < 9; i++) {
        CaromVec2 p = {-1.2 + 0.42 * i, i % 2 ? -1.75 : 0.1 * i - 0.4};
        CaromVec2 on = caromNearestOnEllipse(p, ellipse).point;
        canvasLine(canvas, p, on, 1.2, canvasInk(INK_MINT, 0.9));
        canvasDot(canvas, p, 3, canvasInk(INK_MINT, 1));
        canvasDot(canvas, on, 2.2, canvasInk(INK_WHITE, 1));
    }
    figureNote(canvas, panel, "Violet: %d corners are enough for %.2f m", count,
               settings->tolerance);
}

// ---- the sample

static int draw(const WadMap *map, const SectorLoops *loops, const Settings *settings)
{
    int room = loops->pointCount > 4096 ? loops->pointCount : 4096, wrong = 1;
    Cut cut = {.count = 0};
    CaromVec2 *scratch = malloc((size_t)room * sizeof *scratch);
    Canvas *canvas =
        figureCreate(1500, 1010, "Shapes made of raw input",
                     "Colours: convex pieces between the given points. Gold: convex hull. White: "
                     "centre of mass. Blue: normals. Green: nearest points.");
    if (makeRoom(&cut, room) && scratch && canvas) {
        CaromBox right = figureBox(866, 92, 1472, 982);
        wrong =
            drawFloors(canvas, figureBox(28, 92, 852, 982), map, loops, &cut, settings, scratch);
        wrong += drawIsland(canvas, figureBox(866, 92, 1472, 640), &cut, settings, scratch);
        drawEllipse(canvas, figureBox(866, 654, right.max.x, right.max.y), settings);
    }
    freeRoom(&cut);
    free(scratch);
    int saved = canvas ? figureFinish(canvas, settings->out) : SAMPLE_FAILED;
    return wrong > 0 ? SAMPLE_FAILED : saved;
}

static int play(const Settings *settings)
{
    WadError error = {""};
    WadMap map = {.lineCount = 0};
    SectorLoops loops = {.pointCount = 0};
    char path[1024];
    bool found = wadFind(settings->wad, path, sizeof path, &error);
    Wad *wad = found ? wadOpen(path, &error) : NULL;
    bool ready = wad && wadReadMap(wad, settings->map, &map, &error);
    wadClose(wad);
    if (!ready) {
        fprintf(stderr, "pieces: %s: %s\n", found ? path : settings->wad, error.text);
        return SAMPLE_FAILED;
    }
    int status = SAMPLE_FAILED;
    if (sectorLoopsBuild(&loops, &map)) {
        status = draw(&map, &loops, settings);
    }
    sectorLoopsFree(&loops);
    wadMapFree(&map);
    return status;
}

int samplePieces(int argc, char **argv)
{
    Settings settings = {"pieces.png", "freedoom2.wad", "MAP01", 0.1, 0, 4};
    const Option options[] = {
        {"out", "FILE", "the picture", OPTION_TEXT, &settings.out, 0, 0},
        {"wad", "FILE", "looked for where Doom looks", OPTION_TEXT, &settings.wad, 0, 0},
        {"map", "NAME", "one of its maps", OPTION_TEXT, &settings.map, 0, 0},
        {"corners", "N", "of a piece at most; 0: any number", OPTION_INT, &settings.corners, 0,
         100},
        {"tolerance", "METRES", "of the ellipse's polygon", OPTION_NUMBER, &settings.tolerance,
         0.001, 1},
        {"seed", "N", "of the island", OPTION_SEED, &settings.seed, 0, 0},
    };
    OptionsResult read = optionsRead(argc, argv, "Convex pieces, hulls, centres of mass, ellipses",
                                     options, (int)(sizeof options / sizeof options[0]));
    if (read != OPTIONS_GO) {
        return read == OPTIONS_HELP ? SAMPLE_OK : SAMPLE_BAD_OPTIONS;
    }
    if (settings.corners == 1 || settings.corners == 2) {
        fprintf(stderr, "pieces: a piece has at least 3 corners\n");
        return SAMPLE_BAD_OPTIONS;
    }
    return play(&settings);
}
