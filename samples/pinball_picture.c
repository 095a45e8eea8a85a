// SPDX-License-Identifier: MIT
// The picture of a game: the table with the way of the ball that was longest in play, its flippers
// from near with the balls they strike, and the speed of every ball over time.
#include "figure.h"
#include "pinball.h"
#include "sample.h"

#include <math.h>
#include <stdio.h>

#define FAST 2.6     // [m/s] the colour of the fastest
#define STROBE 0.012 // [s] between two ghosts of a struck ball
#define GHOSTS 9
#define STRUCK 1.5 // [m/s]
#define PI 3.141592653589793

typedef struct Painter {
    Canvas *canvas;
    const PinballGame *game;
    bool rims; // first the rims of all, then what is within
} Painter;

static const CanvasInk PART_INKS[PINBALL_PARTS] = {
    [PINBALL_WALL] = INK_WALL,      [PINBALL_BUMPER] = INK_RED, [PINBALL_SLINGSHOT] = INK_VIOLET,
    [PINBALL_FLIPPERS] = INK_WHITE, [PINBALL_POST] = INK_WALL,  [PINBALL_MILL] = INK_MINT,
    [PINBALL_DRAIN] = INK_RED,      [PINBALL_LANE] = INK_BLUE,
};

/// Blue, violet, red, gold: slow to fast.
static CanvasColor speedColor(double speed, double alpha)
{
    static const CanvasInk SCALE[] = {INK_BLUE, INK_VIOLET, INK_RED, INK_GOLD};
    double at = 3 * fmin(speed / FAST, 0.9999);
    int low = (int)at;
    return canvasMix(canvasInk(SCALE[low], alpha), canvasInk(SCALE[low + 1], alpha), at - low);
}

// ---- the table

static PinballPart partOf(const Painter *painter, CaromShapeId shape)
{
    return *(const PinballPart *)caromShapeUserData(painter->game->table.world, shape);
}

static CanvasColor colorOf(const Painter *painter, CaromShapeId shape)
{
    CanvasColor ink = canvasInk(PART_INKS[partOf(painter, shape)], 1);
    return painter->rims ? ink : canvasMix(canvasInk(INK_PANEL, 1), ink, 0.3);
}

static void drawCircle(void *context, CaromVec2 center, double radius, CaromShapeId shape)
{
    const Painter *painter = context;
    double rim = painter->rims ? 1.2 / canvasPixelsPerMetre(painter->canvas) : 0;
    canvasDisc(painter->canvas, center, radius + rim, colorOf(painter, shape));
    if (!painter->rims && partOf(painter, shape) == PINBALL_BUMPER)
        canvasCircle(painter->canvas, center, 0.6 * radius, 1.5, canvasInk(INK_RED, 0.8));
}

static void drawSegment(void *context, CaromVec2 a, CaromVec2 b, CaromShapeId shape)
{
    const Painter *painter = context;
    if (painter->rims)
        canvasLine(painter->canvas, a, b, 2, colorOf(painter, shape));
}

static void drawCapsule(void *context, CaromVec2 a, CaromVec2 b, double radius, CaromShapeId shape)
{
    const Painter *painter = context;
    if (partOf(painter, shape) == PINBALL_FLIPPERS)
        return;
    double width = 2 * radius * canvasPixelsPerMetre(painter->canvas);
    canvasLine(painter->canvas, a, b, width + (painter->rims ? 2.4 : 0), colorOf(painter, shape));
}

static void drawPolygon(void *context, const CaromVec2 *points, int count, CaromTransform placement,
                        CaromShapeId shape)
{
    (void)placement; // those that move are drawn below
    const Painter *painter = context;
    if (!painter->rims && partOf(painter, shape) != PINBALL_FLIPPERS)
        canvasPolygon(painter->canvas, points, count, colorOf(painter, shape));
}

static void drawFlipper(Canvas *canvas, const PinballFlipper *flipper, double swung,
                        CanvasColor fill)
{
    enum { ARC = 12 };
    CaromTransform place = pinballFlipperPlace(flipper, swung);
    CaromVec2 rim[2 * ARC + 2];
    double lean = PI / 2 - (PINBALL_FLIPPER_ROOT - PINBALL_FLIPPER_TIP) / PINBALL_FLIPPER;
    for (int i = 0; i <= ARC; i++) { // round the tip, then round the root
        CaromRotation tip = caromRotation(-lean + 2 * lean * i / ARC);
        CaromRotation root = caromRotation(lean + 2 * (PI - lean) * i / ARC);
        rim[i] = caromVec2(flipper->side * (PINBALL_FLIPPER + PINBALL_FLIPPER_TIP * tip.c),
                           PINBALL_FLIPPER_TIP * tip.s);
        rim[ARC + 1 + i] =
            caromVec2(flipper->side * PINBALL_FLIPPER_ROOT * root.c, PINBALL_FLIPPER_ROOT * root.s);
    }
    for (int i = 0; i < 2 * ARC + 2; i++)
        rim[i] = caromTransformPoint(place, rim[i]);
    canvasPolygon(canvas, rim, 2 * ARC + 2, fill);
    canvasPolyline(canvas, rim, 2 * ARC + 2, true, 1.3, canvasInk(INK_WHITE, 0.3 + 0.6 * fill.a));
}

static void drawTable(Canvas *canvas, const PinballGame *game, int ghosts)
{
    Painter painter = {canvas, game, true};
    CaromDebugDraw draw = {.context = &painter,
                           .circle = drawCircle,
                           .segment = drawSegment,
                           .polygon = drawPolygon,
                           .capsule = drawCapsule};
    caromWorldDraw(game->table.world, &draw);
    painter.rims = false;
    caromWorldDraw(game->table.world, &draw);
    CaromVec2 mill = caromBodyTransform(game->table.world, game->table.mill).position;
    canvasCircle(canvas, mill, 0.054, 1, canvasInk(INK_MINT, 0.4));
    for (int side = 0; side < 2; side++) {
        const PinballFlipper *flipper = &game->table.flippers[side];
        for (int i = ghosts; i > 0; i--)
            drawFlipper(canvas, flipper, (double)i / ghosts,
                        canvasInk(INK_WALL, i == ghosts ? 0.35 : 0.06));
        drawFlipper(canvas, flipper, 0, canvasInk(INK_WALL, 0.75));
    }
}

// ---- the balls

static void drawTrail(Canvas *canvas, const Trail *trail, double width, double alpha)
{
    for (int i = 1; i < trail->count; i++)
        canvasLine(canvas, trail->points[i - 1].place, trail->points[i].place, width,
                   speedColor(trail->points[i - 1].speed, alpha));
}

static int keptHits(const PinballBall *ball)
{
    return ball->hitCount < ball->hitCapacity ? ball->hitCount : ball->hitCapacity;
}

static void drawHits(Canvas *canvas, const PinballBall *ball, double pixels)
{
    for (int i = 0; i < keptHits(ball); i++)
        canvasDot(canvas, ball->hits[i].place, pixels, canvasInk(PART_INKS[ball->hits[i].part], 1));
}

static CaromVec2 placeAt(const Trail *trail, double time)
{
    int i = 1;
    while (i < trail->count - 1 && trail->points[i].time < time)
        i++;
    const TrailPoint *a = &trail->points[i - 1], *b = &trail->points[i];
    double share = b->time > a->time ? (time - a->time) / (b->time - a->time) : 1;
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    return caromVec2Add(caromVec2Scale(a->place, 1 - share), caromVec2Scale(b->place, share));
}

/// Draws what is struck fast as a camera with a flash would show it.
static void drawStrikes(Canvas *canvas, const PinballBall *ball)
{
    for (int i = 0; i < keptHits(ball); i++) {
        const PinballHit *hit = &ball->hits[i];
        int struck = 0;
        while (struck < ball->trail.count - 1 && ball->trail.points[struck].time < hit->time)
            struck++;
        if (hit->part != PINBALL_FLIPPERS || ball->trail.points[struck].speed < STRUCK)
            continue;
        for (int k = 0; k < GHOSTS; k++)
            canvasCircle(canvas, placeAt(&ball->trail, hit->time + k * STROBE), PINBALL_BALL, 1.2,
                         canvasInk(INK_WHITE, 0.4));
    }
}

// ---- panels

static void drawWhole(Canvas *canvas, CaromBox panel, const PinballGame *game)
{
    CaromBox all = figureBox(-0.01, PINBALL_BOTTOM - 0.01, PINBALL_WIDTH + 0.01, PINBALL_TOP);
    int longest = pinballLongest(game);
    const PinballBall *ball = &game->balls[longest];
    figurePanel(canvas, panel, all, "The ball that was longest in play");
    drawTable(canvas, game, 1);
    drawTrail(canvas, &ball->trail, 1.6, 0.85);
    drawHits(canvas, ball, 2.6);
    figureNote(canvas, panel, "ball %d: %.1f s, %d bounces, up to %.1f m/s", longest + 1,
               ball->end - ball->begin, ball->hitCount, ball->fastest);
}

static void drawFlippers(Canvas *canvas, CaromBox panel, const PinballGame *game)
{
    CaromBox near = figureBox(0.055, 0.02, 0.45, 0.26);
    figurePanel(canvas, panel, near, "The flippers, and every ball near them");
    const PinballBall *longest = &game->balls[pinballLongest(game)];
    CaromBox inner =
        figureBox(panel.min.x + 10, panel.min.y + 38, panel.max.x - 10, panel.max.y - 34);
    canvasClip(canvas, &inner);
    drawTable(canvas, game, PINBALL_SWING_TICKS);
    for (int i = 0; i < game->ballCount; i++)
        drawTrail(canvas, &game->balls[i].trail, 1.2, &game->balls[i] == longest ? 0.9 : 0.4);
    drawStrikes(canvas, longest);
    for (int i = 0; i < game->ballCount; i++)
        drawHits(canvas, &game->balls[i], 2.6);
    canvasClip(canvas, NULL);
    figureNote(canvas, panel,
               "they swing up in %.0f ms; %d flicks left, %d right; rings: that ball struck, "
               "every %.0f ms",
               1000 * PINBALL_SWING_TICKS * PINBALL_TICK, game->table.flippers[0].flicks,
               game->table.flippers[1].flicks, 1000 * STROBE);
}

static void drawSpeeds(Canvas *canvas, CaromBox panel, const PinballGame *game)
{
    double last = 1;
    for (int i = 0; i < game->ballCount; i++)
        last = fmax(last, game->balls[i].end);
    figurePanel(canvas, panel, figureBox(0, 0, 1, 1), "Speed of each ball over time");
    CaromBox area =
        figureBox(panel.min.x + 34, panel.min.y + 40, panel.max.x - 14, panel.max.y - 36);
    for (int i = 0; i < game->ballCount; i++) {
        CaromBox row = figureRow(area, i, game->ballCount, 4);
        double high = row.max.y - row.min.y, width = row.max.x - row.min.x;
        // In seconds and shares of FAST: an axis of its own for each row.
        char number[16];
        snprintf(number, sizeof number, "%d", i + 1);
        canvasText(canvas, caromVec2(row.min.x - 8, row.max.y - 2), 12, CANVAS_RIGHT,
                   canvasInk(INK_TEXT_DIM, 1), number);
        canvasFit(canvas, figureBox(0, 0, width, high), row);
        canvasLine(canvas, caromVec2(0, 0), caromVec2(width, 0), 1, canvasInk(INK_WALL_DIM, 1));
        const Trail *trail = &game->balls[i].trail;
        for (int k = 0; k < trail->count; k++) {
            double x = width * trail->points[k].time / last, speed = trail->points[k].speed;
            canvasLine(canvas, caromVec2(x, 0), caromVec2(x, high * fmin(sqrt(speed / FAST), 1)), 1,
                       speedColor(speed, 0.8));
        }
    }
    figureNote(canvas, panel,
               "0 .. %.1f s; height: root of the speed; colour: blue 0, violet %.1f, "
               "red %.1f, gold %.1f m/s and more",
               last, FAST / 3, FAST / 1.5, FAST);
}

int pinballPicture(const PinballGame *game, const char *path)
{
    Canvas *canvas =
        figureCreate(1500, 1060, "Pinball",
                     "Flippers and mill are bodies that spin. Dots: bounces off bumpers (red), "
                     "slingshots (violet), flippers (white), mill (green), walls (grey). The same "
                     "game, to the bit, at 24, 60 and 1000 Hz.");
    if (!canvas)
        return SAMPLE_FAILED;
    drawWhole(canvas, figureBox(28, 92, 560, 1036), game);
    drawFlippers(canvas, figureBox(576, 92, 1472, 686), game);
    drawSpeeds(canvas, figureBox(576, 702, 1472, 1036), game);
    return figureFinish(canvas, path);
}
