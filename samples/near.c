// SPDX-License-Identifier: MIT
// Nearness: the signed distance to all walls with its level lines, the nearest targets in sight of
// a tower, the contacts of a machine's parts at one moment of its run.
#include "figure.h"
#include "options.h"
#include "random.h"
#include "sample.h"

#include <math.h>
#include <stdio.h>

#define TARGETS 26
#define SEEN 5
#define CONTACTS 32
#define PIXEL 1.0 ///< of the field's blocks

typedef struct Settings {
    const char *out;
    uint64_t seed;
    double time; // [s] at which the machine is shown
} Settings;

static CaromWorld *makeWorld(CaromBodyId *still)
{
    CaromWorldDef def = caromWorldDef();
    CaromBodyDef body = caromBodyDef();
    CaromWorld *world = caromWorldCreate(&def, NULL);
    *still = caromBodyCreate(world, &body);
    return world;
}

// ---- the field

static void makeYard(CaromWorld *world, CaromBodyId body)
{
    static const CaromVec2 house[] = {{-6, -2}, {-1, -2}, {-1, 0}, {-4, 0}, {-4, 3}, {-6, 3}};
    static const CaromVec2 fence[] = {{1, 4}, {3, 5}, {5, 4.6}, {6.5, 5.5}};
    CaromShapeDef def = caromShapeDef();
    caromShapeCreatePolygon(world, body, &def, house, 6);
    caromShapeCreateChain(world, body, &def, fence, 4, 0);
    caromShapeCreateCircle(world, body, &def, caromVec2(4, -1), 1.5);
    caromShapeCreateCapsule(world, body, &def, caromVec2(-3, -5), caromVec2(3, -4.2), 0.5);
    CaromVec2 corners[4];
    CaromGeometry pill = caromGeometryBox(caromVec2(-2.6, 5), caromVec2(0.9, 0.3), 0.6, corners);
    caromShapeCreate(world, body, &def, &pill);
}

/// Blue outside, red inside, a line at every half metre.
static CanvasColor levelColor(double distance, double metresPerPixel)
{
    double level = distance * 2.0, off = fabs(level - floor(level + 0.5)) * 0.5;
    CanvasColor base = distance >= 0.0
                           ? canvasMix(canvasInk(INK_BLUE, 1), canvasInk(INK_BACKGROUND, 1),
                                       1.0 - 0.75 / (1.0 + 0.6 * distance))
                           : canvasMix(canvasInk(INK_RED, 1), canvasInk(INK_BACKGROUND, 1), 0.45);
    double pixels = off / metresPerPixel, line = pixels < 0.6   ? 1.0
                                                 : pixels < 1.6 ? 1.6 - pixels
                                                                : 0.0;
    return canvasMix(base, canvasInk(INK_WHITE, 1), 0.3 * line);
}

/// The field at a place that is half way to the border is half of it. Returns how often not.
static int drawField(Canvas *canvas, CaromBox panel)
{
    CaromBodyId body;
    CaromWorld *world = makeWorld(&body);
    CaromBox view = {{-8, -7}, {8, 8}};
    int wrong = 0, asked = 0;
    makeYard(world, body);
    figurePanel(canvas, panel, view, "caromWorldDistance: level lines every half metre");
    double size = PIXEL / canvasPixelsPerMetre(canvas);
    for (double y = view.min.y + size / 2; y < view.max.y; y += size) {
        for (double x = view.min.x + size / 2; x < view.max.x; x += size) {
            CaromVec2 p = {x, y}, gradient;
            double d, there;
            caromWorldDistance(world, p, 100.0, caromQueryOptions(), &d, &gradient);
            canvasSquare(canvas, p, 0.75 * size, levelColor(d, 1 / canvasPixelsPerMetre(canvas)));
            CaromVec2 half = caromVec2Sub(p, caromVec2Scale(gradient, 0.5 * d));
            caromWorldDistance(world, half, 100.0, caromQueryOptions(), &there, NULL);
            wrong += d > 0.0 && fabs(there - 0.5 * d) > 1e-12;
            asked++;
        }
    }
    for (double y = -6; y < 8; y += 2) {
        for (double x = -7; x < 8; x += 2) {
            CaromVec2 p = {x, y}, gradient;
            double d;
            caromWorldDistance(world, p, 100.0, caromQueryOptions(), &d, &gradient);
            figureNormal(canvas, p, gradient, 20);
        }
    }
    figureNote(canvas, panel, "red: inside; arrows: the gradient, %d places", asked);
    printf("field: %d places, %d where it does not grow by a metre a metre\n", asked, wrong);
    caromWorldDestroy(world);
    return wrong;
}

// ---- a tower and its targets

static void drawTower(Canvas *canvas, CaromBox panel, uint64_t seed)
{
    static const CaromVec2 walls[][2] = {
        {{-3, 2}, {1, 3}}, {{3, -1}, {4, 2.5}}, {{-5, -3}, {-2.5, -4}}, {{2, -4.5}, {5, -3}}};
    CaromBodyId body;
    CaromWorld *world = makeWorld(&body);
    SampleRandom random = {seed};
    CaromBox view = {{-10, -6.4}, {10, 6.4}};
    CaromShapeDef def = caromShapeDef();
    for (int i = 0; i < 4; i++) {
        caromShapeCreateSegment(world, body, &def, walls[i][0], walls[i][1]);
    }
    def.filter.category = 2;
    for (int i = 0; i < TARGETS; i++) {
        CaromVec2 at = {sampleRandomRange(&random, -9.5, 9.5), sampleRandomRange(&random, -6, 6)};
        if (caromVec2Length(at) > 2.5) {
            caromShapeCreateCircle(world, body, &def, at, 0.22);
        }
    }
    CaromNearestQuery query = caromNearestQuery();
    CaromNear all[TARGETS], seen[SEEN];
    query.options.filter.mask = 2;
    query.blockers.filter.mask = 1;
    figurePanel(canvas, panel, view, "caromWorldNearest: the five nearest in sight");
    figureWorld(canvas, world);
    int count = caromWorldNearest(world, &query, all, TARGETS);
    query.sight = true;
    int found = caromWorldNearest(world, &query, seen, SEEN), passed = 0;
    for (int i = 0; i < count && found > 0; i++) {
        bool hidden = all[i].distance < seen[found - 1].distance;
        for (int k = 0; k < found; k++) {
            hidden = hidden && seen[k].shape.index != all[i].shape.index;
        }
        if (hidden) {
            canvasDashedLine(canvas, query.point, all[i].point, 1.2, 4, canvasInk(INK_RED, 0.8));
            passed++;
        }
    }
    for (int i = 0; i < found; i++) {
        canvasLine(canvas, query.point, seen[i].point, 1.8, canvasInk(INK_MINT, 1));
        figureNormal(canvas, seen[i].point, seen[i].normal, 18);
    }
    canvasDot(canvas, query.point, 7, canvasInk(INK_WHITE, 1));
    figureNote(canvas, panel, "mint: found, nearest first; red: nearer, but walls hide them");
    printf("tower: %d targets, %d found in sight, %d nearer ones hidden\n", count, found, passed);
    caromWorldDestroy(world);
}

// ---- a machine

static CaromBodyId addPart(CaromWorld *world, CaromVec2 at, CaromVec2 velocity, double spin)
{
    CaromBodyDef def = caromBodyDef();
    def.type = CAROM_BODY_KINEMATIC;
    def.position = at;
    def.velocity = velocity;
    def.angularVelocity = spin;
    return caromBodyCreate(world, &def);
}

/// Two wheels with interlocking teeth, an arm over a ramp, discs that come down.
static void addParts(CaromWorld *world)
{
    static const CaromVec2 hook[] = {{-0.5, -2.6}, {1.6, -2.6}, {1.6, -1.6},
                                     {0.5, -1.6},  {0.5, 2},    {-0.5, 2}};
    CaromShapeDef def = caromShapeDef();
    def.contacts = true;
    for (int i = 0; i < 2; i++) {
        CaromBodyId wheel =
            addPart(world, caromVec2(-5.2 + 3.0 * i, -0.4), caromVec2(0, 0), i ? -1 : 1);
        caromShapeCreateBox(world, wheel, &def, caromVec2(0, 0), caromVec2(2.2, 0.3));
        caromShapeCreateBox(world, wheel, &def, caromVec2(0, 0), caromVec2(0.3, 2.2));
    }
    CaromBodyId arm = addPart(world, caromVec2(5.4, 0), caromVec2(0, 0), 0.55);
    caromShapeCreatePolygon(world, arm, &def, hook, 6);
    for (int i = 0; i < 8; i++) {
        CaromVec2 start = {-9.0 + 1.9 * i, 5.0 + 0.2 * i};
        CaromBodyId part =
            addPart(world, start, caromVec2(0.35, -1.6 - 0.1 * i), i % 2 ? 0.8 : 0.0);
        if (i % 2) {
            caromShapeCreateBox(world, part, &def, caromVec2(0, 0), caromVec2(0.55, 0.3));
        } else {
            CaromShapeDef round = caromShapeDef();
            caromShapeCreateCircle(world, part, &round, caromVec2(0, 0), 0.55);
        }
    }
}

static void drawMachine(Canvas *canvas, CaromBox panel, double time)
{
    static const CaromVec2 ground[] = {{-10, -2.6}, {-5, -3.4}, {2, -3.2}, {10, -1.8}};
    CaromBodyId body;
    CaromWorld *world = makeWorld(&body);
    CaromBox view = {{-8.6, -3.6}, {8.6, 2.6}};
    CaromShapeDef def = caromShapeDef();
    CaromContact contacts[CONTACTS];
    int begun = 0, ended = 0;
    caromShapeCreateChain(world, body, &def, ground, 4, 0);
    addParts(world);
    for (int k = 1; k <= (int)(time * 60.0 + 0.5); k++) {
        caromWorldStepTo(world, k / 60.0);
        CaromEvents events = caromWorldEvents(world);
        for (int e = 0; e < events.contactCount; e++) {
            begun += events.contacts[e].began;
            ended += !events.contacts[e].began;
        }
    }
    figurePanel(canvas, panel, view, "caromWorldContacts: manifolds of bodies in motion");
    canvasClip(canvas, &panel); // the ground goes on
    figureWorld(canvas, world);
    canvasClip(canvas, NULL);
    int count = caromWorldContacts(world, contacts, CONTACTS);
    for (int i = 0; i < count && i < CONTACTS; i++) {
        for (int k = 0; k < contacts[i].manifold.count; k++) {
            CaromVec2 at = contacts[i].manifold.points[k].point;
            figureNormal(canvas, at, contacts[i].manifold.normal, 26);
            canvasDot(canvas, at, 4, canvasInk(INK_GOLD, 1));
        }
    }
    figureNote(canvas, panel, "after %.2f s: %d began, %d ended, %d touch", time, begun, ended,
               count);
    printf("machine: %d contacts began, %d ended, %d are there\n", begun, ended, count);
    caromWorldDestroy(world);
}

int sampleNear(int argc, char **argv)
{
    Settings settings = {"near.png", 4, 3.1};
    const Option options[] = {
        {"out", "FILE", "the picture (near.png)", OPTION_TEXT, &settings.out, 0, 0},
        {"seed", "N", "of the targets (4)", OPTION_SEED, &settings.seed, 0, 0},
        {"time", "SECONDS", "at which the machine is shown (3.1)", OPTION_NUMBER, &settings.time, 0,
         60},
    };
    OptionsResult read =
        optionsRead(argc, argv, "What is near: distances, targets in sight, contacts", options, 3);
    if (read != OPTIONS_GO) {
        return read == OPTIONS_HELP ? SAMPLE_OK : SAMPLE_BAD_OPTIONS;
    }
    Canvas *canvas =
        figureCreate(1240, 760, "What is near",
                     "a signed distance field, the nearest in sight, who touches whom");
    if (!canvas) {
        return SAMPLE_FAILED;
    }
    CaromBox all = figureBox(28, 96, 1212, 732), right = figureColumn(all, 1, 2, 20);
    int wrong = drawField(canvas, figureColumn(all, 0, 2, 20));
    drawTower(canvas, figureRow(right, 0, 2, 20), settings.seed);
    drawMachine(canvas, figureRow(right, 1, 2, 20), settings.time);
    int status = figureFinish(canvas, settings.out);
    return wrong > 0 ? SAMPLE_FAILED : status;
}
