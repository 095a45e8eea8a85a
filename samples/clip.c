// SPDX-License-Identifier: MIT
// Clips a segment by a convex polygon: near and far point, each with its normal, in every way the
// two can lie to each other. Then the first and the last hit of a line over several polygons.
#include "figure.h"
#include "options.h"
#include "random.h"
#include "sample.h"

#include <stdio.h>

#define MAX_POINTS 24
#define MAX_POLYGONS 12
#define PI 3.141592653589793

typedef struct Convex {
    CaromVec2 points[MAX_POINTS];
    int count;
} Convex;

typedef struct Way {
    CaromVec2 from, to;
} Way;

// Around a polygon of radius 1, as it comes out of the default options. What each turns out to be
// is read from the clip, not from here.
static const Way WAYS[] = {
    {{-1.75, -0.55}, {1.75, 0.6}}, // through
    {{-1.7, 0.75}, {0.15, -0.2}},  // into
    {{-0.3, -0.25}, {1.6, 0.8}},   // out of
    {{-1.7, 0.65}, {0.6, 1.22}},   // past
    {{-0.5, -0.35}, {0.45, 0.4}},  // inside
};
#define WAY_COUNT ((int)(sizeof WAYS / sizeof WAYS[0]))

/// On a circle all points make a convex polygon; uneven steps make it less dull.
static Convex makeConvex(CaromVec2 center, double radius, int count, double turn,
                         SampleRandom *random)
{
    Convex convex = {.count = count};
    for (int i = 0; i < count; i++) {
        double angle = turn + 2 * PI * (i + sampleRandomRange(random, -0.3, 0.3)) / count;
        CaromVec2 way = caromRotate(caromRotation(angle), caromVec2(radius, 0));
        convex.points[i] = caromVec2Add(center, way);
    }
    return convex;
}

static CaromVec2 along(CaromVec2 from, CaromVec2 to, double fraction)
{
    return caromVec2Add(from, caromVec2Scale(caromVec2Sub(to, from), fraction));
}

/// The clip by half-planes and the insides of its ends by crossings: different code, one truth.
static bool agrees(const Convex *convex, CaromVec2 from, CaromVec2 to, bool met,
                   const CaromClip *clip)
{
    bool starts = caromPointInPolygon(from, convex->points, convex->count);
    bool ends = caromPointInPolygon(to, convex->points, convex->count);
    if (!met) {
        return !starts && !ends;
    }
    bool middle =
        caromPointInConvex(along(from, to, 0.5 * (clip->nearFraction + clip->farFraction)),
                           convex->points, convex->count);
    return clip->startsInside == starts && clip->endsInside == ends && middle;
}

static void drawWay(Canvas *canvas, CaromVec2 from, CaromVec2 to)
{
    canvasArrow(canvas, from, to, 1.6, canvasInk(INK_TEXT_DIM, 0.9));
    canvasDot(canvas, from, 3.5, canvasInk(INK_TEXT_DIM, 1));
}

/// One end of what is left: clipped, with its normal, or an end of the segment itself.
static void drawEnd(Canvas *canvas, CaromVec2 point, CaromVec2 normal, bool own, CanvasInk ink)
{
    if (own) {
        canvasRing(canvas, point, 6.5, 2, canvasInk(ink, 1));
    } else {
        figureNormal(canvas, point, normal, 44);
        canvasDot(canvas, point, 5.5, canvasInk(ink, 1));
    }
}

static void drawClip(Canvas *canvas, CaromVec2 from, CaromVec2 to, const CaromClip *clip)
{
    CaromVec2 near = along(from, to, clip->nearFraction), far = along(from, to, clip->farFraction);
    canvasLine(canvas, near, far, 4, canvasInk(INK_GOLD, 1));
    drawEnd(canvas, near, clip->nearNormal, clip->startsInside, INK_MINT);
    drawEnd(canvas, far, clip->farNormal, clip->endsInside, INK_RED);
}

static void noteClip(Canvas *canvas, CaromBox panel, bool met, const CaromClip *clip)
{
    if (!met) {
        figureNote(canvas, panel, "nothing left");
        return;
    }
    char near[32], far[32];
    snprintf(near, sizeof near, clip->startsInside ? "starts inside" : "near %.3f edge %d",
             clip->nearFraction, clip->nearEdge);
    snprintf(far, sizeof far, clip->endsInside ? "ends inside" : "far %.3f edge %d",
             clip->farFraction, clip->farEdge);
    figureNote(canvas, panel, "%s, %s", near, far);
}

static const char *nameOf(bool met, const CaromClip *clip)
{
    if (!met) {
        return "Past";
    }
    if (clip->startsInside) {
        return clip->endsInside ? "Inside" : "Out of";
    }
    return clip->endsInside ? "Into" : "Through";
}

/// @param caption null: what the clip makes of it
static int drawCase(Canvas *canvas, CaromBox panel, const Convex *convex, Way way,
                    const char *caption)
{
    CaromClip clip;
    CaromVec2 translation = caromVec2Sub(way.to, way.from);
    bool met = caromClipSegment(way.from, translation, convex->points, convex->count, &clip);
    caption = caption ? caption : nameOf(met, &clip);
    figurePanel(canvas, panel, figureBox(-1.85, -1.08, 1.85, 1.25), caption);
    figureSolid(canvas, convex->points, convex->count);
    drawWay(canvas, way.from, way.to);
    if (met) {
        drawClip(canvas, way.from, way.to, &clip);
        printf("%-14s near %.4f, far %.4f\n", caption, clip.nearFraction, clip.farFraction);
    } else {
        printf("%-14s nothing left\n", caption);
    }
    noteClip(canvas, panel, met, &clip);
    return !agrees(convex, way.from, way.to, met, &clip);
}

// The border belongs to the polygon: what runs along an edge is not past it. Level, so that it does
// so to the last bit.
static const Convex LEVEL = {
    {{-0.75, -0.75}, {0.5, -0.75}, {1, 0}, {0.5, 0.75}, {-0.5, 0.875}, {-1, 0.25}}, 6};
static const Way ALONG = {{-1.625, -0.75}, {1.625, -0.75}};

static int drawCases(Canvas *canvas, CaromBox area, int points, SampleRandom *random)
{
    int wrong = 0;
    Convex convex = makeConvex(caromVec2(0, 0), 1, points, 0.35, random);
    for (int i = 0; i <= WAY_COUNT; i++) {
        CaromBox panel = figureColumn(figureRow(area, i / 3, 2, 14), i % 3, 3, 14);
        if (i < WAY_COUNT) {
            wrong += drawCase(canvas, panel, &convex, WAYS[i], NULL);
        } else {
            wrong += drawCase(canvas, panel, &LEVEL, ALONG, "Along an edge");
        }
    }
    return wrong;
}

typedef struct Ends {
    CaromClip first, last; // clips of the polygons met first and left last
    int firstPolygon, lastPolygon, met;
} Ends;

static Ends clipAll(const Convex *polygons, int count, CaromVec2 from, CaromVec2 to)
{
    Ends ends = {.firstPolygon = -1, .lastPolygon = -1};
    for (int i = 0; i < count; i++) {
        CaromClip clip;
        if (!caromClipSegment(from, caromVec2Sub(to, from), polygons[i].points, polygons[i].count,
                              &clip)) {
            continue;
        }
        if (ends.met == 0 || clip.nearFraction < ends.first.nearFraction) {
            ends.first = clip;
            ends.firstPolygon = i;
        }
        if (ends.met == 0 || clip.farFraction > ends.last.farFraction) {
            ends.last = clip;
            ends.lastPolygon = i;
        }
        ends.met++;
    }
    return ends;
}

static void drawPolygons(Canvas *canvas, const Convex *polygons, int count, CaromVec2 from,
                         CaromVec2 to)
{
    for (int i = 0; i < count; i++) {
        CaromClip clip;
        figureSolid(canvas, polygons[i].points, polygons[i].count);
        if (caromClipSegment(from, caromVec2Sub(to, from), polygons[i].points, polygons[i].count,
                             &clip)) {
            canvasLine(canvas, along(from, to, clip.nearFraction),
                       along(from, to, clip.farFraction), 4, canvasInk(INK_GOLD, 0.75));
        }
    }
}

/// Where the normal is not.
static void labelEnd(Canvas *canvas, CaromVec2 at, CaromVec2 normal, CanvasInk ink,
                     const char *text)
{
    figureLabel(canvas, at, caromVec2(0, normal.y < 0 ? -14 : 26), ink, "%s", text);
}

static void drawEnds(Canvas *canvas, CaromBox panel, const Ends *ends, CaromVec2 from, CaromVec2 to)
{
    if (ends->met == 0) {
        figureNote(canvas, panel, "met none");
        return;
    }
    CaromVec2 first = along(from, to, ends->first.nearFraction),
              last = along(from, to, ends->last.farFraction);
    drawEnd(canvas, first, ends->first.nearNormal, ends->first.startsInside, INK_MINT);
    drawEnd(canvas, last, ends->last.farNormal, ends->last.endsInside, INK_RED);
    labelEnd(canvas, first, ends->first.nearNormal, INK_MINT, "first");
    labelEnd(canvas, last, ends->last.farNormal, INK_RED, "last");
    figureNote(canvas, panel,
               "%d polygons met; first hit at %.3f on number %d, last at %.3f on number %d",
               ends->met, ends->first.nearFraction, ends->firstPolygon, ends->last.farFraction,
               ends->lastPolygon);
}

static void drawMany(Canvas *canvas, CaromBox panel, int count, SampleRandom *random)
{
    Convex polygons[MAX_POLYGONS];
    double step = 15.0 / count;
    for (int i = 0; i < count; i++) {
        // One number a statement: the order of a call's arguments is the compiler's choice.
        CaromVec2 center = {step * (i + 0.5), sampleRandomRange(random, -0.5, 0.5)};
        double radius = (step < 2 ? step : 2) * sampleRandomRange(random, 0.28, 0.34);
        int points = 3 + sampleRandomIndex(random, 6);
        double turn = sampleRandomRange(random, 0, PI);
        polygons[i] = makeConvex(center, radius, points, turn, random);
    }
    CaromVec2 from = {-0.9, -0.8}, to = {15.9, 0.85};
    figurePanel(canvas, panel, figureBox(-1, -1.2, 16, 1.2),
                "First and last hit over several polygons");
    drawPolygons(canvas, polygons, count, from, to);
    drawWay(canvas, from, to);
    Ends ends = clipAll(polygons, count, from, to);
    drawEnds(canvas, panel, &ends, from, to);
    printf("%d polygons: %d met, first %d at %.4f, last %d at %.4f\n", count, ends.met,
           ends.firstPolygon, ends.first.nearFraction, ends.lastPolygon, ends.last.farFraction);
}

int sampleClip(int argc, char **argv)
{
    const char *out = "clip.png";
    int points = 7, polygons = 7;
    uint64_t seed = 12;
    const Option options[] = {
        {"out", "FILE", "the picture", OPTION_TEXT, &out, 0, 0},
        {"points", "N", "of the clipping polygon", OPTION_INT, &points, 3, MAX_POINTS},
        {"polygons", "N", "in the last panel", OPTION_INT, &polygons, 1, MAX_POLYGONS},
        {"seed", "N", "of their shapes", OPTION_SEED, &seed, 0, 0},
    };
    OptionsResult read =
        optionsRead(argc, argv, "Segments clipped by convex polygons: near and far, with normals",
                    options, (int)(sizeof options / sizeof options[0]));
    if (read != OPTIONS_GO) {
        return read == OPTIONS_HELP ? SAMPLE_OK : SAMPLE_BAD_OPTIONS;
    }
    Canvas *canvas = figureCreate(
        1400, 1010, "What a convex polygon leaves of a segment",
        "Gold: the part inside. Green: the near end, red: the far one, with the "
        "normals there; a ring: the segment's own end lies inside, there is no normal.");
    if (!canvas) {
        return SAMPLE_FAILED;
    }
    SampleRandom random = {seed};
    int wrong = drawCases(canvas, figureBox(28, 92, 1372, 726), points, &random);
    drawMany(canvas, figureBox(28, 740, 1372, 982), polygons, &random);
    int saved = figureFinish(canvas, out);
    if (wrong > 0) {
        fprintf(stderr, "clip: %d cases contradict the insides of their ends\n", wrong);
    }
    return wrong > 0 ? SAMPLE_FAILED : saved;
}
