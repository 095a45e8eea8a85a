// SPDX-License-Identifier: MIT
// Shape casts: a box, a capsule and a disc pushed along a line until they touch; a plank that turns
// on its way; and a star of shapes, each with the way out of what it overlaps.
#include "figure.h"
#include "options.h"
#include "random.h"
#include "sample.h"

#include <math.h>
#include <stdio.h>

#define CORNERS 4
#define GHOSTS 12

typedef struct Settings {
    const char *out;
    uint64_t seed;
} Settings;

/// A convex shape with room for its points.
typedef struct Asker {
    CaromVec2 points[CORNERS];
    CaromGeometry shape;
} Asker;

static void makeBox(Asker *box, CaromVec2 at, CaromVec2 h, double angle)
{
    for (int i = 0; i < CORNERS; i++) {
        CaromVec2 arm = {i == 0 || i == 3 ? -h.x : h.x, i < 2 ? -h.y : h.y};
        box->points[i] = caromVec2Add(at, caromRotate(caromRotation(angle), arm));
    }
    box->shape = caromGeometry(CAROM_SHAPE_POLYGON, box->points, CORNERS, 0.0);
}

static void makeRound(Asker *round, CaromVec2 a, CaromVec2 b, double radius)
{
    round->points[0] = a;
    round->points[1] = b;
    bool disc = a.x == b.x && a.y == b.y;
    round->shape = caromGeometry(disc ? CAROM_SHAPE_CIRCLE : CAROM_SHAPE_CAPSULE, round->points,
                                 disc ? 1 : 2, radius);
}

/// Where it is after a part of its motion.
static void move(const Asker *asker, CaromVec2 pivot, CaromVec2 way, double angle, double part,
                 Asker *there)
{
    CaromVec2 carried = caromVec2Add(pivot, caromVec2Scale(way, part));
    there->shape = asker->shape;
    there->shape.points = there->points;
    for (int i = 0; i < asker->shape.count; i++) {
        CaromVec2 arm = caromVec2Sub(asker->points[i], pivot);
        there->points[i] = caromVec2Add(carried, caromRotate(caromRotation(angle * part), arm));
    }
}

static void drawAsker(Canvas *canvas, const Asker *asker, double width, CanvasColor color)
{
    const CaromVec2 *p = asker->points;
    double r = asker->shape.radius;
    if (asker->shape.count == CORNERS) {
        canvasPolyline(canvas, p, CORNERS, true, width, color);
        return;
    }
    canvasCircle(canvas, p[0], r, width, color);
    if (asker->shape.count == 2) {
        CaromVec2 side =
            caromVec2Scale(caromVec2Normalize(caromVec2(p[0].y - p[1].y, p[1].x - p[0].x)), r);
        canvasCircle(canvas, p[1], r, width, color);
        canvasLine(canvas, caromVec2Add(p[0], side), caromVec2Add(p[1], side), width, color);
        canvasLine(canvas, caromVec2Sub(p[0], side), caromVec2Sub(p[1], side), width, color);
    }
}

// ---- the world

static CaromWorld *makeWorld(void)
{
    static const CaromVec2 hill[] = {{-9, -5}, {-4, -4}, {-1, -4.4}, {2, -2.6}, {5, -3.4}, {9, -2}};
    static const CaromVec2 hook[] = {{4, 0},   {7.5, 0.5}, {7.2, 3.5},
                                     {6, 3.4}, {6, 1.6},   {4.2, 1.4}};
    CaromWorldDef def = caromWorldDef();
    CaromBodyDef bodyDef = caromBodyDef();
    CaromShapeDef shape = caromShapeDef();
    CaromWorld *world = caromWorldCreate(&def, NULL);
    CaromBodyId body = caromBodyCreate(world, &bodyDef);
    caromShapeCreateChain(world, body, &shape, hill, 6, 0);
    caromShapeCreatePolygon(world, body, &shape, hook, 6);
    caromShapeCreateCircle(world, body, &shape, caromVec2(-1.5, 1.0), 1.1);
    caromShapeCreateBox(world, body, &shape, caromVec2(1.6, 4), caromVec2(1.2, 0.3));
    return world;
}

/// Where it was stopped it touches what stopped it: no gap, no overlap.
static int checkTouch(const CaromWorld *world, const Asker *there)
{
    CaromShapeOverlap overlaps[8];
    CaromVec2 at = there->points[0];
    double deepest = 0.0;
    int count = caromWorldOverlapShape(world, &there->shape, caromQueryOptions(), overlaps, 8);
    for (int i = 0; i < count && i < 8; i++) {
        deepest = fmax(deepest, overlaps[i].depth);
    }
    return deepest > 1e-12 * (1.0 + fabs(at.x) + fabs(at.y));
}

static int drawCast(Canvas *canvas, const CaromWorld *world, const Asker *asker, CaromVec2 pivot,
                    CaromVec2 way, double angle)
{
    CaromHit hit;
    int met = caromWorldCastTurning(world, &asker->shape, pivot, way, angle, caromQueryOptions(),
                                    &hit, 1);
    double part = met ? hit.fraction : 1.0;
    for (int k = 0; k < GHOSTS; k++) {
        Asker previewWorld;
        move(asker, pivot, way, angle, part * k / GHOSTS, &previewWorld);
        drawAsker(canvas, &previewWorld, 1.0, canvasInk(INK_GOLD, 0.25));
    }
    Asker there;
    move(asker, pivot, way, angle, part, &there);
    drawAsker(canvas, asker, 1.4, canvasInk(INK_TEXT_DIM, 1));
    drawAsker(canvas, &there, 2.2, canvasInk(met ? INK_GOLD : INK_MINT, 1));
    if (met) {
        figureNormal(canvas, hit.point, hit.normal, 34);
        figureHit(canvas, hit.point);
    }
    return checkTouch(world, &there);
}

static int drawStraight(Canvas *canvas, CaromBox panel, const CaromWorld *world, CaromBox view)
{
    Asker box, capsule, disc;
    CaromVec2 none = {0.0, 0.0};
    figurePanel(canvas, panel, view, "caromWorldCastShape: pushed until they touch");
    figureWorld(canvas, world);
    makeBox(&box, caromVec2(-8, 3.6), caromVec2(0.7, 0.45), 0.4);
    makeRound(&capsule, caromVec2(-6.5, -0.6), caromVec2(-6.0, -1.5), 0.4);
    makeRound(&disc, caromVec2(2.2, 1.4), caromVec2(2.2, 1.4), 0.5);
    int wrong = drawCast(canvas, world, &box, none, caromVec2(15, -1.8), 0.0);
    wrong += drawCast(canvas, world, &capsule, none, caromVec2(13, -2.4), 0.0);
    wrong += drawCast(canvas, world, &disc, none, caromVec2(1.6, -9), 0.0);
    figureNote(canvas, panel, "the first touch in closed form, its place and normal");
    return wrong;
}

static int drawTurning(Canvas *canvas, CaromBox panel, const CaromWorld *world, CaromBox view)
{
    Asker plank, club;
    figurePanel(canvas, panel, view, "caromWorldCastTurning: turning on their way");
    figureWorld(canvas, world);
    makeBox(&plank, caromVec2(-6.5, 3.2), caromVec2(1.5, 0.18), 1.2);
    makeRound(&club, caromVec2(3, 4.9), caromVec2(5, 5.0), 0.25);
    int wrong = drawCast(canvas, world, &plank, caromVec2(-6.5, 3.2), caromVec2(6.5, -7.0), 5.0);
    wrong += drawCast(canvas, world, &club, caromVec2(5, 5), caromVec2(0.2, -0.6), 3.0);
    figureNote(canvas, panel, "no step is too long: nothing between two poses is passed by");
    return wrong;
}

static void drawOverlaps(Canvas *canvas, CaromBox panel, const CaromWorld *world, CaromBox view,
                         uint64_t seed)
{
    SampleRandom random = {seed};
    int found = 0;
    figurePanel(canvas, panel, view, "caromWorldOverlapShape: the shortest way out");
    figureWorld(canvas, world);
    for (int k = 0; k < 200 && found < 9; k++) {
        Asker asker;
        CaromShapeOverlap overlap[2];
        CaromVec2 at = {sampleRandomRange(&random, -8, 8), sampleRandomRange(&random, -5, 5)};
        makeBox(&asker, at, caromVec2(0.7, 0.4), sampleRandomRange(&random, 0, 3));
        if (caromWorldOverlapShape(world, &asker.shape, caromQueryOptions(), overlap, 2) != 1) {
            continue;
        }
        CaromVec2 way = caromVec2Scale(overlap[0].normal, overlap[0].depth);
        Asker out;
        move(&asker, caromVec2(0, 0), way, 0.0, 1.0, &out);
        if (checkTouch(world, &out)) {
            continue; // in the hook, which is concave, or it got into another one
        }
        drawAsker(canvas, &asker, 1.4, canvasInk(INK_RED, 0.9));
        drawAsker(canvas, &out, 1.8, canvasInk(INK_MINT, 1));
        canvasArrow(canvas, at, caromVec2Add(at, way), 1.6, canvasInk(INK_BLUE, 1));
        found++;
    }
    figureNote(canvas, panel, "red: where %d overlap one shape, mint: freed of it", found);
}

int sampleSweep(int argc, char **argv)
{
    Settings settings = {"sweep.png", 3};
    const Option options[] = {
        {"out", "FILE", "the picture (sweep.png)", OPTION_TEXT, &settings.out, 0, 0},
        {"seed", "N", "of the boxes that overlap (3)", OPTION_SEED, &settings.seed, 0, 0},
    };
    OptionsResult read =
        optionsRead(argc, argv, "Shapes that are cast, straight and turning", options, 2);
    if (read != OPTIONS_GO) {
        return read == OPTIONS_HELP ? SAMPLE_OK : SAMPLE_BAD_OPTIONS;
    }
    Canvas *canvas = figureCreate(1500, 560, "Shapes that are cast",
                                  "Any convex shape, straight or turning, until it touches");
    if (!canvas) {
        return SAMPLE_FAILED;
    }
    CaromWorld *world = makeWorld();
    CaromBox all = figureBox(28, 96, 1472, 532), view = {{-9, -5.4}, {9, 6}};
    int wrong = drawStraight(canvas, figureColumn(all, 0, 3, 20), world, view);
    wrong += drawTurning(canvas, figureColumn(all, 1, 3, 20), world, view);
    drawOverlaps(canvas, figureColumn(all, 2, 3, 20), world, view, settings.seed);
    caromWorldDestroy(world);
    printf("casts: %d that end within what stopped them\n", wrong);
    int status = figureFinish(canvas, settings.out);
    return wrong > 0 ? SAMPLE_FAILED : status;
}
