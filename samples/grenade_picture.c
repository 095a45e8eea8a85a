// SPDX-License-Identifier: MIT
// The picture of the throws: all of them above, from hand to rest, and below what each blast
// reaches, with the shadows of the walls.
#include "figure.h"
#include "grenade.h"
#include "sample.h"

#include <math.h>
#include <stdio.h>

#define LIGHTS 12 // nested, so that it fades outwards
#define FAN 1440  // rays that find what a blast lights up
#define FULL_TURN 6.283185307179586

/// Cans as they lie before the blast; those that it will push are red.
static void drawCans(Canvas *canvas, const GrenadeThrow *thrown)
{
    for (int i = 0; i < GRENADE_CANS; i++) {
        bool pushed = false;
        for (int k = 0; k < thrown->pushCount; k++) {
            pushed = pushed || thrown->pushes[k].projectile.index == thrown->cans[i].index;
        }
        canvasDisc(canvas, thrown->trails[i].points[0], GRENADE_CAN,
                   canvasInk(pushed ? INK_RED : INK_TEXT_DIM, 1));
    }
}

static void drawGhosts(Canvas *canvas, const GrenadeThrow *thrown)
{
    for (int i = 0; i < thrown->ghosts.count; i++) {
        CaromVec2 at = thrown->ghosts.points[i];
        canvasDisc(canvas, at, GRENADE_RADIUS, canvasInk(thrown->aim->ink, 0.28));
        canvasCircle(canvas, at, GRENADE_RADIUS, 1, canvasInk(thrown->aim->ink, 0.75));
    }
}

static void drawFlight(Canvas *canvas, const GrenadeThrow *thrown, int number)
{
    canvasPolyline(canvas, thrown->flight.points, thrown->flight.count, false, 1.5,
                   canvasInk(INK_WHITE, 0.95));
    canvasDisc(canvas, thrown->center, GRENADE_RADIUS * 1.25, canvasInk(thrown->aim->ink, 1));
    canvasCircle(canvas, thrown->center, GRENADE_RADIUS * 1.25, 1.5, canvasInk(INK_WHITE, 1));
    figureLabel(canvas, thrown->center, caromVec2(0, 24), thrown->aim->ink, "%d", number);
}

static void drawList(Canvas *canvas, CaromBox panel, const GrenadeThrow *throws, int count)
{
    for (int i = 0; i < count; i++) {
        CaromVec2 at = {panel.max.x - 20, panel.min.y + 26 + 22 * i};
        double rest = grenadeRestTime(&throws[i]);
        char end[40] = "explodes on its way", text[160];
        if (rest >= 0) {
            snprintf(end, sizeof end, "rests after %.2f s", rest);
        }
        snprintf(text, sizeof text, "%s: %d bounces, %s   %d", throws[i].aim->text,
                 throws[i].hitsFlown, end, i + 1);
        canvasText(canvas, at, 14, CANVAS_RIGHT, canvasInk(throws[i].aim->ink, 1), text);
    }
}

static void drawThrows(Canvas *canvas, CaromBox panel, const GrenadeThrow *throws, int count)
{
    figurePanel(canvas, panel, figureBox(0.4, -1.9, 32.6, 10.8), "Preview and flight");
    canvasClip(canvas, &panel);
    figureWorld(canvas, throws[0].world);
    canvasClip(canvas, NULL);
    for (int i = 0; i < GRENADE_CANS; i++) {
        canvasDisc(canvas, throws[0].trails[i].points[0], GRENADE_CAN, canvasInk(INK_TEXT_DIM, 1));
    }
    for (int i = 0; i < count; i++) {
        drawGhosts(canvas, &throws[i]);
    }
    for (int i = 0; i < count; i++) {
        drawFlight(canvas, &throws[i], i + 1);
    }
    drawList(canvas, panel, throws, count);
    figureNote(canvas, panel, "Each white line lies on the ghosts of its preview, to its end.");
}

// ---- blasts

/// What is seen from the centre, up to a distance, as a polygon.
static void drawLight(Canvas *canvas, const GrenadeThrow *thrown, double reach, CanvasColor fill)
{
    CaromVec2 border[FAN];
    for (int i = 0; i < FAN; i++) {
        CaromVec2 way = caromRotate(caromRotation(FULL_TURN * i / FAN), caromVec2(reach, 0));
        CaromHit hit;
        bool met =
            caromWorldCastRay(thrown->world, thrown->center, way, caromQueryOptions(), &hit, 1) > 0;
        border[i] = met ? hit.point : caromVec2Add(thrown->center, way);
    }
    canvasPolygon(canvas, border, FAN, fill);
}

static void drawPushes(Canvas *canvas, const GrenadeThrow *thrown)
{
    for (int i = 0; i < GRENADE_CANS; i++) {
        const GrenadePath *trail = &thrown->trails[i];
        canvasPolyline(canvas, trail->points, trail->count, false, 1.2, canvasInk(INK_RED, 0.6));
    }
    drawCans(canvas, thrown);
    for (int i = 0; i < thrown->pushCount; i++) {
        const CaromPushEvent *push = &thrown->pushes[i];
        if (push->projectile.index == 0) {
            continue;
        }
        CaromVec2 tip = caromVec2Add(push->point, caromVec2Scale(push->impulse, 0.5));
        canvasArrow(canvas, push->point, tip, 2, canvasInk(INK_WHITE, 0.9));
    }
}

static void drawBlast(Canvas *canvas, CaromBox panel, const GrenadeThrow *thrown, int number)
{
    CaromVec2 c = thrown->center;
    char caption[64];
    snprintf(caption, sizeof caption, "Blast %d", number);
    figurePanel(canvas, panel, figureBox(c.x - 4.6, c.y - 2.2, c.x + 4.6, c.y + 4.8), caption);
    canvasClip(canvas, &panel);
    figureWorld(canvas, thrown->world);
    canvasGlow(canvas, true);
    for (int i = 1; i <= LIGHTS; i++) {
        drawLight(canvas, thrown, thrown->reach * i / LIGHTS, canvasInk(INK_GOLD, 0.6 / LIGHTS));
    }
    canvasGlow(canvas, false);
    canvasCircle(canvas, c, thrown->reach, 1, canvasInk(INK_GOLD, 0.5));
    drawPushes(canvas, thrown);
    canvasDisc(canvas, c, GRENADE_RADIUS * 1.25, canvasInk(thrown->aim->ink, 1));
    canvasClip(canvas, NULL);
    figureNote(canvas, panel, "%d of %d cans in reach pushed, the others shielded",
               grenadePushed(thrown), grenadeInReach(thrown));
}

int grenadePicture(const GrenadeThrow *throws, int count, const char *path)
{
    Canvas *canvas = figureCreate(
        1600, 1160, "Grenades: the preview, and the throw on top of it",
        "Ghosts: the preview, asked for before the throw, at equal distances along the way. White "
        "line: the throw itself, in frames of uneven length.");
    if (!canvas) {
        return SAMPLE_FAILED;
    }
    drawThrows(canvas, figureBox(28, 92, 1572, 760), throws, count);
    CaromBox row = figureBox(28, 776, 1572, 1132);
    for (int i = 0; i < count; i++) {
        drawBlast(canvas, figureColumn(row, i, count, 14), &throws[i], i + 1);
    }
    return figureFinish(canvas, path);
}
