// SPDX-License-Identifier: MIT
// A ray turns round against an octagon: where it hits first, with which normal, how often it
// crosses the border. An odd number of crossings means that start and end lie on different sides.
#include "figure.h"
#include "options.h"
#include "sample.h"

#include <stdio.h>

#define MAX_SIDES 64
#define PI 3.141592653589793
#define FRAMES 6

typedef struct Octagon {
    CaromVec2 points[MAX_SIDES];
    int sides;
} Octagon;

typedef struct Tally {
    int rays, crossings[3]; // rays with 0, 1, 2 crossings
    int wrong;              // rays on which the library's answers contradict each other
} Tally;

static CaromVec2 towards(double angle, double length)
{
    return caromRotate(caromRotation(angle), caromVec2(length, 0));
}

static Octagon makeOctagon(int sides, double turn)
{
    Octagon octagon = {.sides = sides};
    for (int i = 0; i < sides; i++) {
        octagon.points[i] = towards(turn + 2 * PI * i / sides, 1);
    }
    return octagon;
}

/// Returns whether the parity of the crossings, the insides of both ends and the cast that skips
/// the far edges agree: three results of different code.
static bool agrees(const Octagon *octagon, CaromVec2 origin, CaromVec2 way,
                   const CaromPolygonRay *ray)
{
    bool starts = caromPointInPolygon(origin, octagon->points, octagon->sides);
    bool ends =
        caromPointInPolygonQuadrants(caromVec2Add(origin, way), octagon->points, octagon->sides);
    CaromRayHit hit;
    bool met =
        caromRayCastPolygon(origin, way, octagon->points, octagon->sides, CAROM_INSIDE_EXIT, &hit);
    return starts == ray->startsInside && (starts != ends) == (ray->crossings % 2 == 1) &&
           met == ray->hit && (!met || hit.feature == ray->first.feature);
}

static CaromPolygonRay meet(const Octagon *octagon, CaromVec2 origin, CaromVec2 way, Tally *tally)
{
    CaromPolygonRay ray = caromRayCrossesPolygon(origin, way, octagon->points, octagon->sides);
    tally->rays++;
    tally->crossings[ray.crossings > 2 ? 2 : ray.crossings]++;
    tally->wrong += !agrees(octagon, origin, way, &ray);
    return ray;
}

/// Bright as far as it is free, dim where it would go on; its end is full inside, empty outside.
static void drawRay(Canvas *canvas, CaromVec2 origin, CaromVec2 way, const CaromPolygonRay *ray)
{
    CaromVec2 end = caromVec2Add(origin, way);
    CanvasInk ink =
        ray->crossings == 0 ? INK_TEXT_DIM : (ray->crossings == 1 ? INK_GOLD : INK_MINT);
    canvasLine(canvas, origin, ray->hit ? ray->first.point : end, 1.4, canvasInk(ink, 0.9));
    if (ray->hit) {
        canvasDashedLine(canvas, ray->first.point, end, 1, 3, canvasInk(ink, 0.5));
    }
    if (ray->startsInside != (ray->crossings % 2 == 1)) {
        canvasDot(canvas, end, 3.2, canvasInk(ink, 1));
    } else {
        canvasRing(canvas, end, 3.2, 1.3, canvasInk(ink, 1));
    }
}

static void drawHit(Canvas *canvas, const CaromPolygonRay *ray, double normalPixels)
{
    if (ray->hit) {
        figureNormal(canvas, ray->first.point, ray->first.normal, normalPixels);
        figureHit(canvas, ray->first.point);
    }
}

/// Many angles of one ray: lines first, then the hits, so that no line runs over a mark.
static Tally drawFan(Canvas *canvas, const Octagon *octagon, CaromVec2 origin, double length,
                     double from, double to, int rays)
{
    Tally tally = {0};
    figureSolid(canvas, octagon->points, octagon->sides);
    for (int pass = 0; pass < 2; pass++) {
        Tally *counted = pass == 0 ? &tally : &(Tally){0};
        for (int i = 0; i < rays; i++) {
            CaromVec2 way = towards(from + (to - from) * (i + 0.5) / rays, length);
            CaromPolygonRay ray = meet(octagon, origin, way, counted);
            if (pass == 0) {
                drawRay(canvas, origin, way, &ray);
                CaromVec2 label = caromVec2Normalize(caromVec2(way.x, -way.y)); // y down in pixels
                CaromVec2 past = caromVec2Add(canvasToPixels(canvas, caromVec2Add(origin, way)),
                                              caromVec2Scale(label, 14));
                char number[8];
                snprintf(number, sizeof number, "%d", ray.crossings);
                canvasText(canvas, caromVec2(past.x, past.y + 4), 11, CANVAS_CENTER,
                           canvasInk(INK_TEXT_DIM, 1), number);
            } else {
                drawHit(canvas, &ray, 30);
            }
        }
    }
    canvasDot(canvas, origin, 6, canvasInk(INK_WHITE, 1));
    return tally;
}

static int report(const char *name, const Tally *tally)
{
    printf("%s: %d rays: %d cross nothing, %d cross once, %d twice; %d contradictions\n", name,
           tally->rays, tally->crossings[0], tally->crossings[1], tally->crossings[2],
           tally->wrong);
    return tally->wrong;
}

static int drawFans(Canvas *canvas, CaromBox area, const Octagon *octagon, int rays)
{
    CaromBox left = figureColumn(area, 0, 2, 16), right = figureColumn(area, 1, 2, 16);
    figurePanel(canvas, left, figureBox(-2.35, -1.5, 1.35, 1.5), "The ray starts outside");
    Tally outside = drawFan(canvas, octagon, caromVec2(-2.2, 0.1), 2.75, -0.62, 0.56, rays);
    figureNote(canvas, left,
               "%d rays miss, %d end inside (1 crossing), %d pass through (2 crossings)",
               outside.crossings[0], outside.crossings[1], outside.crossings[2]);
    figurePanel(canvas, right, figureBox(-1.4, -1.25, 1.4, 1.2), "The ray starts inside");
    Tally inside = drawFan(canvas, octagon, caromVec2(0.22, -0.16), 0.98, 0, 2 * PI, rays);
    figureNote(canvas, right,
               "%d rays end inside (0 crossings), %d leave (1 crossing); normals face the ray",
               inside.crossings[0], inside.crossings[1]);
    return report("origin outside", &outside) + report("origin inside", &inside);
}

/// Ray and octagon turn against each other, the ray about its own middle.
static int drawFrames(Canvas *canvas, CaromBox area, int sides, double turn)
{
    Tally tally = {0};
    for (int i = 0; i < FRAMES; i++) {
        CaromBox frame = figureColumn(area, i, FRAMES, 12);
        Octagon octagon = makeOctagon(sides, turn - 0.1 * i);
        CaromVec2 way = towards(0.35 + 0.75 * i, 2.1);
        CaromVec2 origin = caromVec2Sub(caromVec2(0.8, 0), caromVec2Scale(way, 0.5));
        CaromPolygonRay ray = meet(&octagon, origin, way, &tally);
        char caption[48];
        snprintf(caption, sizeof caption, "Starts %s", ray.startsInside ? "inside" : "outside");
        figurePanel(canvas, frame, figureBox(-1.05, -1.1, 1.95, 1.1), caption);
        figureSolid(canvas, octagon.points, sides);
        drawRay(canvas, origin, way, &ray);
        drawHit(canvas, &ray, 24);
        canvasDot(canvas, origin, 4.5, canvasInk(INK_WHITE, 1));
        figureNote(canvas, frame, ray.hit ? "crossings %d, edge %d at %.2f" : "crossings %d",
                   ray.crossings, ray.first.feature, ray.first.fraction);
    }
    return report("turning", &tally);
}

int sampleOctagon(int argc, char **argv)
{
    const char *out = "octagon.png";
    int rays = 24, sides = 8;
    double turn = 22.5;
    const Option options[] = {
        {"out", "FILE", "the picture", OPTION_TEXT, &out, 0, 0},
        {"rays", "N", "angles of each turning ray", OPTION_INT, &rays, 1, 360},
        {"sides", "N", "of the polygon", OPTION_INT, &sides, 3, MAX_SIDES},
        {"turn", "DEGREES", "of the polygon", OPTION_NUMBER, &turn, -360, 360},
    };
    OptionsResult read =
        optionsRead(argc, argv, "A turning ray against an octagon: first hit, normal, crossings",
                    options, (int)(sizeof options / sizeof options[0]));
    if (read != OPTIONS_GO) {
        return read == OPTIONS_HELP ? SAMPLE_OK : SAMPLE_BAD_OPTIONS;
    }
    Canvas *canvas = figureCreate(
        1400, 1000, "A turning ray against an octagon",
        "Maroon: the first hit. Blue: its normal. The number at a ray's end counts its "
        "crossings: odd means that start and end lie on different sides.");
    if (!canvas) {
        return SAMPLE_FAILED;
    }
    Octagon octagon = makeOctagon(sides, turn * (PI / 180));
    int wrong = drawFans(canvas, figureBox(28, 92, 1372, 690), &octagon, rays);
    wrong += drawFrames(canvas, figureBox(28, 706, 1372, 972), sides, turn * (PI / 180));
    int saved = figureFinish(canvas, out);
    return wrong > 0 ? SAMPLE_FAILED : saved;
}
