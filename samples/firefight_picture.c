// SPDX-License-Identifier: MIT
// The picture of a firefight, from back to front: floors, lines, trails, bounces, legend. The older
// a trail, the fainter.
#include "firefight.h"

#include "canvas.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define WIDTH 1600
#define MARGIN 28.0
#define TOP 84.0       // [pixel] of the title
#define BOTTOM 76.0    // [pixel] of the legend
#define MEMORY 0.45    // [s] in which a trail fades to a third
#define FAINTEST 0.09  // what is left of it after long
#define ARC_PIECE 0.02 // [s]

typedef struct Painter {
    const Firefight *fight;
    Canvas *canvas;
    int width, height;
} Painter;

static CanvasInk inkOf(FlightKind kind)
{
    static const CanvasInk INKS[FLIGHT_KINDS] = {INK_GOLD, INK_RED, INK_MINT};
    return INKS[kind];
}

static double freshness(const Painter *painter, double time)
{
    double age = painter->fight->options->seconds - time;
    return FAINTEST + (1.0 - FAINTEST) * exp(-age / MEMORY);
}

// ---- floors, row by row of pixels

typedef struct Crossing {
    double x;   // [pixel]
    int sector; // to the right of it
} Crossing;

static int byPlace(const void *a, const void *b)
{
    double left = ((const Crossing *)a)->x, right = ((const Crossing *)b)->x;
    return (left > right) - (left < right);
}

static int findCrossings(const Painter *painter, double y, Crossing *out)
{
    const WadMap *map = &painter->fight->map;
    int count = 0;
    for (int i = 0; i < map->lineCount; i++) {
        const WadLine *line = &map->lines[i];
        CaromVec2 a = canvasToPixels(painter->canvas, line->a);
        CaromVec2 b = canvasToPixels(painter->canvas, line->b);
        if ((a.y > y) == (b.y > y))
            continue;
        out[count].x = a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y);
        out[count++].sector = b.y < a.y ? line->front : line->back; // upwards: front to the right
    }
    qsort(out, (size_t)count, sizeof *out, byPlace);
    return count;
}

static void paintRow(const Painter *painter, int row, Crossing *crossings)
{
    const WadMap *map = &painter->fight->map;
    int count = findCrossings(painter, row + 0.5, crossings);
    for (int i = 0; i + 1 < count; i++) {
        if (crossings[i].sector == WAD_NO_SECTOR)
            continue;
        double light = map->sectors[crossings[i].sector].light / 255.0;
        CanvasColor fill =
            canvasMix(canvasInk(INK_PANEL, 1.0), canvasInk(INK_WALL_DIM, 1.0), 0.55 * light - 0.1);
        CaromBox span = {{crossings[i].x, row}, {crossings[i + 1].x, row + 1.0}};
        canvasPanel(painter->canvas, span, 0.0, fill);
    }
}

static bool paintFloors(const Painter *painter)
{
    size_t room = (size_t)painter->fight->map.lineCount + 1;
    Crossing *crossings = malloc(room * sizeof *crossings);
    if (!crossings)
        return false;
    for (int row = 0; row < painter->height; row++)
        paintRow(painter, row, crossings);
    free(crossings);
    return true;
}

static void paintLines(const Painter *painter, bool walls)
{
    const WadMap *map = &painter->fight->map;
    for (int i = 0; i < map->lineCount; i++) {
        const WadLine *line = &map->lines[i];
        if ((line->back == WAD_NO_SECTOR) != walls)
            continue;
        canvasLine(painter->canvas, line->a, line->b, walls ? 1.6 : 0.8,
                   walls ? canvasInk(INK_WALL, 0.9) : canvasInk(INK_TEXT_DIM, 0.3));
    }
}

// ---- flights

static void paintPiece(const Painter *painter, const FlightLeg *leg, CaromVec2 a, CaromVec2 b,
                       double begin, double end)
{
    bool grenade = leg->kind == FLIGHT_GRENADE;
    double strength = grenade ? 0.95 : 0.7;
    canvasFadingLine(painter->canvas, a, b, grenade ? 1.8 : 1.2,
                     canvasInk(inkOf(leg->kind), strength * freshness(painter, begin)),
                     canvasInk(inkOf(leg->kind), strength * freshness(painter, end)));
}

static CaromVec2 placeOn(const FlightLeg *leg, double seconds)
{
    CaromVec2 half = caromVec2Scale(leg->acceleration, 0.5 * seconds);
    CaromVec2 mean = caromVec2Add(leg->velocity, half);
    return caromVec2Add(leg->from, caromVec2Scale(mean, seconds));
}

static void paintLeg(const Painter *painter, const FlightLeg *leg)
{
    double seconds = leg->end - leg->begin;
    bool straight = leg->acceleration.x == 0.0 && leg->acceleration.y == 0.0;
    int pieces = straight ? 1 : (int)(seconds / ARC_PIECE) + 1;
    CaromVec2 from = leg->from;
    for (int i = 1; i <= pieces; i++) {
        double begin = seconds * (i - 1) / pieces, end = seconds * i / pieces;
        CaromVec2 to = i == pieces ? leg->to : placeOn(leg, end);
        paintPiece(painter, leg, from, to, leg->begin + begin, leg->begin + end);
        from = to;
    }
}

static void paintBounce(const Painter *painter, const FlightLeg *leg)
{
    double fresh = freshness(painter, leg->end), alpha = 0.3 + 0.7 * fresh;
    if (!leg->bounced)
        return;
    canvasDot(painter->canvas, leg->to, 1.0 + 1.2 * fresh,
              canvasMix(canvasInk(inkOf(leg->kind), alpha), canvasInk(INK_WHITE, alpha), 0.5));
}

static void paintFlights(const Painter *painter)
{
    const Flights *flights = &painter->fight->flights;
    int64_t count =
        flights->legCount < flights->legCapacity ? flights->legCount : flights->legCapacity;
    canvasGlow(painter->canvas, true);
    for (int64_t i = 0; i < count; i++)
        paintLeg(painter, &flights->legs[i]);
    for (int64_t i = 0; i < count; i++)
        paintBounce(painter, &flights->legs[i]);
    canvasGlow(painter->canvas, false);
}

static void paintHeads(const Painter *painter)
{
    const Flights *flights = &painter->fight->flights;
    for (int i = 0; i < flights->count; i++) {
        const Flight *flight = &flights->flights[i];
        if (flight->ended || flight->time < painter->fight->options->seconds)
            continue;
        canvasDot(painter->canvas, flight->position, 4.5, canvasInk(inkOf(flight->kind), 0.25));
        canvasDot(painter->canvas, flight->position, 2.0, canvasInk(INK_WHITE, 0.95));
    }
}

// ---- crates

static CanvasInk inkOfCrate(CrateKind kind)
{
    return kind == CRATE_BARREL || kind == CRATE_SCRAP ? INK_RED : INK_GOLD;
}

static CanvasColor insideOf(CrateKind kind)
{
    return canvasMix(canvasInk(INK_BACKGROUND, 1.0), canvasInk(inkOfCrate(kind), 1.0), 0.36);
}

static CaromVec2 between(CaromVec2 a, CaromVec2 b, double t)
{
    return caromVec2Add(a, caromVec2Scale(caromVec2Sub(b, a), t));
}

static void paintCrate(const Painter *painter, const Crate *crate)
{
    CaromVec2 q[4];
    CanvasColor faint = canvasInk(inkOfCrate(crate->kind), 0.5);
    crateCorners(crate, painter->fight->world, q);
    canvasPolygon(painter->canvas, q, 4, insideOf(crate->kind));
    if (crate->kind == CRATE_WOOD) {
        canvasLine(painter->canvas, q[0], q[2], 0.8, faint);
        canvasLine(painter->canvas, q[1], q[3], 0.8, faint);
    }
    for (int i = 1; crate->kind == CRATE_BARREL && i < 3; i++)
        canvasLine(painter->canvas, between(q[0], q[3], i / 3.0), between(q[1], q[2], i / 3.0), 1.2,
                   faint);
    canvasPolyline(painter->canvas, q, 4, true, 1.2, canvasInk(inkOfCrate(crate->kind), 0.95));
}

static void paintBlast(const Painter *painter, const CrateBlast *blast)
{
    double fresh = exp((blast->time - painter->fight->options->seconds) / (2.0 * MEMORY));
    for (int ring = 1; ring <= 10; ring++)
        canvasDisc(painter->canvas, blast->center, blast->radius * ring / 10.0,
                   canvasInk(ring < 4   ? INK_WHITE
                             : ring < 7 ? INK_GOLD
                                        : INK_RED,
                             (0.006 + 0.07 * fresh) * (1.15 - ring / 10.0)));
}

static void paintBlasts(const Painter *painter)
{
    const Crates *crates = &painter->fight->crates;
    canvasGlow(painter->canvas, true);
    for (int i = 0; i < crates->blastCount; i++)
        paintBlast(painter, &crates->blasts[i]);
    canvasGlow(painter->canvas, false);
}

static void paintCrates(const Painter *painter)
{
    const Crates *crates = &painter->fight->crates;
    for (int i = 0; i < crates->ghostCount; i++) {
        const CrateGhost *ghost = &crates->ghosts[i];
        double fresh = freshness(painter, ghost->time);
        canvasPolyline(painter->canvas, ghost->corners, 4, true, 0.8,
                       canvasInk(inkOfCrate(ghost->kind), 0.55 * fresh));
    }
    for (int i = 0; i < crates->count; i++)
        if (!crates->crates[i].gone)
            paintCrate(painter, &crates->crates[i]);
}

// ---- words

static void paintTitle(const Painter *painter)
{
    const Firefight *fight = painter->fight;
    char text[200];
    snprintf(text, sizeof text, "%s  %s", fight->map.name, fight->wadName);
    canvasBoldText(painter->canvas, caromVec2(MARGIN, 40.0), 24.0, CANVAS_LEFT,
                   canvasInk(INK_TEXT, 1.0), "Carom firefight");
    canvasText(painter->canvas, caromVec2(MARGIN, 64.0), 14.0, CANVAS_LEFT,
               canvasInk(INK_TEXT_DIM, 1.0), text);
    snprintf(text, sizeof text, "%lld bounces", (long long)fight->flights.bounces);
    canvasBoldText(painter->canvas, caromVec2(painter->width - MARGIN, 40.0), 18.0, CANVAS_RIGHT,
                   canvasInk(fight->flights.escaped ? INK_RED : INK_TEXT, 1.0), text);
    snprintf(text, sizeof text, "%d bullets, %d grenades, %d crates and barrels, %g s at %g Hz",
             fight->options->bullets, fight->options->grenades, fight->crates.stood,
             fight->options->seconds, fight->options->hz);
    canvasText(painter->canvas, caromVec2(painter->width - MARGIN, 64.0), 14.0, CANVAS_RIGHT,
               canvasInk(INK_TEXT_DIM, 1.0), text);
}

typedef enum Sign { SIGN_LINE, SIGN_DOT, SIGN_BOX } Sign;

typedef struct LegendEntry {
    CanvasInk ink;
    double alpha;
    Sign sign;
    const char *text;
} LegendEntry;

static void paintLegend(const Painter *painter)
{
    static const LegendEntry ENTRIES[] = {
        {INK_GOLD, 1.0, SIGN_LINE, "elastic bullet"},
        {INK_RED, 1.0, SIGN_LINE, "ricochet, spent after 12"},
        {INK_MINT, 1.0, SIGN_LINE, "grenade, a fuse of 1.3 s"},
        {INK_WHITE, 1.0, SIGN_DOT, "bounce"},
        {INK_GOLD, 1.0, SIGN_BOX, "crate, board"},
        {INK_RED, 1.0, SIGN_BOX, "barrel, scrap"},
        {INK_WALL, 1.0, SIGN_LINE, "wall"},
        {INK_TEXT_DIM, 0.4, SIGN_LINE, "no obstacle"},
    };
    CaromBox all = {{0.0, 0.0}, {painter->width, painter->height}};
    canvasFit(painter->canvas, all, all); // from now on pixels, but y is up
    double x = MARGIN, y = painter->height - 30.0;
    for (size_t i = 0; i < sizeof ENTRIES / sizeof ENTRIES[0]; i++) {
        const LegendEntry *entry = &ENTRIES[i];
        CanvasColor color = canvasInk(entry->ink, entry->alpha);
        double up = painter->height - y + 5.0;
        if (entry->sign == SIGN_DOT)
            canvasDot(painter->canvas, caromVec2(x + 18.0, up), 2.6, color);
        else if (entry->sign == SIGN_BOX)
            canvasSquare(painter->canvas, caromVec2(x + 16.0, up), 6.0, color);
        else
            canvasLine(painter->canvas, caromVec2(x, up), caromVec2(x + 24.0, up), 2.4, color);
        x += 32.0;
        canvasText(painter->canvas, caromVec2(x, y), 13.0, CANVAS_LEFT,
                   canvasInk(INK_TEXT_DIM, 1.0), entry->text);
        x += canvasTextRoom(13.0, entry->text) + 28.0;
    }
}

static int fittingHeight(const WadMap *map)
{
    double width = map->bounds.max.x - map->bounds.min.x;
    double height = map->bounds.max.y - map->bounds.min.y;
    double pixels = (WIDTH - 2.0 * MARGIN) * height / (width > 1.0 ? width : 1.0);
    pixels = pixels < 500.0 ? 500.0 : pixels > 1000.0 ? 1000.0 : pixels;
    return (int)(pixels + TOP + BOTTOM);
}

bool firefightPicture(const Firefight *fight, const char *path)
{
    Painter painter = {fight, NULL, WIDTH, fittingHeight(&fight->map)};
    painter.canvas = canvasCreate(painter.width, painter.height);
    if (!painter.canvas)
        return false;
    CaromBox frame = {{MARGIN, TOP}, {painter.width - MARGIN, painter.height - BOTTOM}};
    canvasFit(painter.canvas, fight->map.bounds, frame);
    bool good = paintFloors(&painter);
    paintLines(&painter, false);
    paintBlasts(&painter);
    paintCrates(&painter);
    paintFlights(&painter);
    paintLines(&painter, true);
    paintHeads(&painter);
    paintTitle(&painter);
    paintLegend(&painter);
    good = good && canvasSave(painter.canvas, path);
    canvasDestroy(painter.canvas);
    return good;
}
