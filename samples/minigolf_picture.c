// SPDX-License-Identifier: MIT
// The picture of a round: a panel a hole, the ball as a strobe light shows it.
#include "figure.h"
#include "minigolf.h"
#include "sample.h"

#include <stdio.h>
#include <string.h>

#define STROBE 60 // [ms]

static CanvasInk inkOf(CaromProjectileMode mode)
{
    switch (mode) {
    case CAROM_PROJECTILE_FLYING:
        return INK_GOLD;
    case CAROM_PROJECTILE_SETTLING:
        return INK_VIOLET;
    case CAROM_PROJECTILE_SLIDING:
        return INK_BLUE;
    case CAROM_PROJECTILE_ROLLING:
        return INK_MINT;
    default:
        return INK_WHITE;
    }
}

static void drawBalls(Canvas *canvas, const GolfGame *game)
{
    GolfTrace last = {{-1e9, 0}, CAROM_PROJECTILE_RESTING};
    for (int i = 0; i < game->traceCount; i += STROBE) {
        GolfTrace ball = game->trace[i];
        double apart = caromVec2Length(caromVec2Sub(ball.place, last.place));
        if (apart < 0.3 * GOLF_BALL || (apart < 0.9 * GOLF_BALL && ball.mode == last.mode)) {
            continue; // slow ones would make a smear
        }
        canvasDisc(canvas, ball.place, GOLF_BALL, canvasInk(inkOf(ball.mode), 0.22));
        canvasCircle(canvas, ball.place, GOLF_BALL, 1.2, canvasInk(inkOf(ball.mode), 0.85));
        last = ball;
    }
}

static void drawStrokes(Canvas *canvas, const GolfGame *game)
{
    for (int i = 0; i < game->strokes; i++) {
        const GolfResult *result = &game->results[i];
        CaromVec2 tip = caromVec2Add(result->from, caromVec2Scale(result->velocity, 0.1));
        canvasDisc(canvas, result->from, GOLF_BALL, canvasInk(INK_WHITE, 1));
        canvasArrow(canvas, result->from, tip, 2.2, canvasInk(INK_RED, 1));
        figureLabel(canvas, result->from, caromVec2(0, 28), INK_TEXT, "%d", i + 1);
    }
    const GolfTrace *last = &game->trace[game->traceCount - 1];
    canvasDisc(canvas, last->place, GOLF_BALL, canvasInk(INK_WHITE, 1));
}

static void drawFlag(Canvas *canvas, double x)
{
    CaromVec2 foot = {x + GOLF_CUP / 2 + 0.06, 0}, top = {foot.x, 0.75};
    const CaromVec2 cloth[] = {top, {foot.x, 0.53}, {foot.x + 0.3, 0.64}};
    canvasLine(canvas, foot, top, 2, canvasInk(INK_TEXT_DIM, 1));
    canvasPolygon(canvas, cloth, 3, canvasInk(INK_RED, 1));
}

/// What became of each stroke, a line each.
static void drawResults(Canvas *canvas, CaromBox panel, const GolfGame *game)
{
    for (int i = 0; i < game->strokes; i++) {
        const GolfResult *result = &game->results[i];
        bool last = i == game->strokes - 1;
        char text[160];
        snprintf(text, sizeof text, "%d   %.2f m/s: %d bounce%s, rests after %.3f s%s", i + 1,
                 caromVec2Length(result->velocity), result->bounces,
                 result->bounces == 1 ? "" : "s", result->rest - result->begin,
                 last && golfHoled(game) ? ", holed" : "");
        CaromVec2 at = {panel.max.x - 366, panel.min.y + 25 + 20 * i};
        canvasText(canvas, at, 13.5, CANVAS_LEFT, canvasInk(INK_TEXT_DIM, 1), text);
    }
}

/// A chain has no inside of its own.
static void drawHill(Canvas *canvas, const GolfSetting *setting)
{
    CaromVec2 points[GOLF_HILL_POINTS + 2];
    int count = setting->hillCount;
    if (count == 0) {
        return;
    }
    memcpy(points, setting->hill, (size_t)count * sizeof *points);
    points[count] = caromVec2(points[count - 1].x, -2);
    points[count + 1] = caromVec2(points[0].x, -2);
    canvasPolygon(canvas, points, count + 2, figureFill());
}

static void drawHole(Canvas *canvas, CaromBox panel, const GolfGame *game, int number)
{
    char caption[128];
    snprintf(caption, sizeof caption, "%d  %s", number, game->hole->name);
    figurePanel(canvas, panel, figureBox(-0.12, -0.62, 6.12, 1.55), caption);
    canvasClip(canvas, &panel);
    drawFlag(canvas, game->setting.cup);
    drawHill(canvas, &game->setting);
    figureWorld(canvas, game->world);
    drawBalls(canvas, game);
    drawStrokes(canvas, game);
    canvasClip(canvas, NULL);
    if (game->setting.label.text) {
        figureLabel(canvas, game->setting.label.at, caromVec2(0, 5), INK_TEXT_DIM, "%s",
                    game->setting.label.text);
    }
    drawResults(canvas, panel, game);
    CaromVec2 below = {panel.min.x + 14, panel.min.y + 46};
    canvasText(canvas, below, 13.5, CANVAS_LEFT, canvasInk(INK_TEXT_DIM, 1), game->hole->text);
}

static void drawLegend(Canvas *canvas)
{
    static const struct {
        CaromProjectileMode mode;
        const char *text;
    } MODES[] = {
        {CAROM_PROJECTILE_FLYING, "flies"},   {CAROM_PROJECTILE_SETTLING, "settles"},
        {CAROM_PROJECTILE_SLIDING, "slides"}, {CAROM_PROJECTILE_ROLLING, "rolls"},
        {CAROM_PROJECTILE_RESTING, "rests"},
    };
    CaromBox all = figureBox(0, 0, 1600, 1180);
    canvasFit(canvas, all, all); // pixels, but y is up
    double x = 1130;
    for (size_t i = 0; i < sizeof MODES / sizeof MODES[0]; i++) {
        CanvasInk ink = inkOf(MODES[i].mode);
        canvasDisc(canvas, caromVec2(x, 1180 - 65), 6, canvasInk(ink, 0.3));
        canvasCircle(canvas, caromVec2(x, 1180 - 65), 6, 1.2, canvasInk(ink, 1));
        canvasText(canvas, caromVec2(x + 13, 70), 14, CANVAS_LEFT, canvasInk(INK_TEXT_DIM, 1),
                   MODES[i].text);
        x += 13 + 28 + canvasTextRoom(14, MODES[i].text);
    }
}

int golfPicture(const GolfGame *games, int count, const char *path)
{
    Canvas *canvas = figureCreate(1600, 1180, "Minigolf, seen from the side",
                                  "White: where it lay still. Red: the stroke it got there. "
                                  "The same to the bit at 24, 60 and 1000 Hz.");
    if (!canvas) {
        return SAMPLE_FAILED;
    }
    CaromBox all = figureBox(28, 92, 1572, 1152);
    for (int i = 0; i < count; i++) {
        CaromBox row = figureRow(all, i / 2, (count + 1) / 2, 14);
        drawHole(canvas, figureColumn(row, i % 2, 2, 14), &games[i], i + 1);
    }
    drawLegend(canvas);
    return figureFinish(canvas, path);
}
