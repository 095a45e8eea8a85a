// SPDX-License-Identifier: MIT
// The picture of a battle: a chart with the way of everything that moved on it.
#include "figure.h"
#include "missiles.h"
#include "sample.h"

#define MARK_TICKS 32 // a time mark on each track every second

static const CanvasInk FATE_INKS[MISSILE_FATES] = {
    [MISSILE_FLIES] = INK_BLUE,  [MISSILE_SHOT_DOWN] = INK_MINT, [MISSILE_HIT] = INK_RED,
    [MISSILE_ASHORE] = INK_BLUE, [MISSILE_SPENT] = INK_BLUE,
};

static void drawIslands(Canvas *canvas)
{
    for (int i = 0; i < MISSILES_ISLANDS; i++)
        figureSolid(canvas, MISSILES_SHORES[i], MISSILES_ISLAND_POINTS);
}

static void drawHull(Canvas *canvas, CaromTransform place, double alpha)
{
    CaromVec2 hull[MISSILES_HULL_POINTS];
    for (int i = 0; i < MISSILES_HULL_POINTS; i++)
        hull[i] = caromTransformPoint(place, MISSILES_HULL[i]);
    canvasPolygon(canvas, hull, MISSILES_HULL_POINTS, canvasInk(INK_WALL, 0.5 * alpha));
    canvasPolyline(canvas, hull, MISSILES_HULL_POINTS, true, 1.3, canvasInk(INK_WHITE, alpha));
}

/// The ship's way, and the ship every four seconds.
static void drawShip(Canvas *canvas, const Battle *battle)
{
    for (int i = 1; i < battle->courseCount; i++)
        canvasDashedLine(canvas, battle->course[i - 1].position, battle->course[i].position, 1.5, 4,
                         canvasInk(INK_WHITE, 0.6));
    for (int i = 0; i < battle->courseCount; i += 8) {
        double age = (double)i / battle->courseCount;
        drawHull(canvas, battle->course[i], 0.15 + 0.4 * age);
        figureLabel(canvas, battle->course[i].position, caromVec2(0, 26), INK_TEXT_DIM, "%d s",
                    i / 2);
    }
    drawHull(canvas, caromBodyTransform(battle->world, battle->ship), 1);
}

static void drawBullets(Canvas *canvas, const Battle *battle)
{
    for (int i = 0; i < battle->bulletCount; i++) {
        const Bullet *bullet = &battle->bullets[i];
        double alpha = bullet->met ? 0.95 : 0.2;
        canvasFadingLine(canvas, bullet->from, bullet->to, bullet->met ? 1.6 : 1,
                         canvasInk(INK_GOLD, 0.1 * alpha), canvasInk(INK_GOLD, alpha));
    }
}

static void drawMissile(Canvas *canvas, const Missile *missile)
{
    CanvasColor color = canvasInk(FATE_INKS[missile->fate], 0.85);
    const Trail *trail = &missile->trail;
    for (int i = 1; i < trail->count; i++)
        canvasLine(canvas, trail->points[i - 1].place, trail->points[i].place, 1.7, color);
    for (int i = MARK_TICKS; i < trail->count; i += MARK_TICKS)
        canvasDot(canvas, trail->points[i].place, 2.4, canvasInk(FATE_INKS[missile->fate], 1));
}

static void drawBlast(Canvas *canvas, const Missile *missile)
{
    if (!missile->ended)
        return;
    CanvasInk ink = FATE_INKS[missile->fate];
    canvasDisc(canvas, missile->end, MISSILES_BLAST, canvasInk(ink, 0.13));
    canvasCircle(canvas, missile->end, MISSILES_BLAST, 1.1, canvasInk(ink, 0.7));
    canvasDot(canvas, missile->end, 3, canvasInk(INK_WHITE, 1));
}

static void drawBuoys(Canvas *canvas, const Battle *battle)
{
    for (int i = 0; i < battle->buoyCount; i++) {
        const Trail *trail = &battle->buoys[i].trail;
        for (int k = 1; k < trail->count; k++)
            canvasLine(canvas, trail->points[k - 1].place, trail->points[k].place, 1.6,
                       canvasInk(INK_VIOLET, 0.8));
        if (trail->count > 0) {
            canvasRing(canvas, trail->points[0].place, 4, 1, canvasInk(INK_VIOLET, 0.7));
            canvasDot(canvas, trail->points[trail->count - 1].place, 4, canvasInk(INK_VIOLET, 1));
        }
    }
}

/// Where bullets met missiles, and when.
static void drawMeetings(Canvas *canvas, const Battle *battle)
{
    for (int i = 0; i < battle->meetingCount; i++) {
        canvasRing(canvas, battle->meetings[i], 5.5, 1.4, canvasInk(INK_WHITE, 1));
        figureLabel(canvas, battle->meetings[i], caromVec2(9, -7), INK_TEXT, "%.1f",
                    battle->meetTimes[i]);
    }
}

/// The impulses that blasts gave, as arrows.
static void drawPushes(Canvas *canvas, const Battle *battle)
{
    for (int i = 0; i < battle->pushCount; i++) {
        CaromVec2 way = caromVec2Scale(battle->pushes[i].impulse, 0.016); // [m] for each N·s
        canvasArrow(canvas, battle->pushes[i].point, caromVec2Add(battle->pushes[i].point, way), 1,
                    canvasInk(INK_WHITE, 0.9));
    }
}

static void drawPlaces(Canvas *canvas, const Battle *battle)
{
    for (int i = 0; i < MISSILES_LAUNCHERS; i++) {
        canvasSquare(canvas, MISSILES_LAUNCHER_PLACES[i], 3.4, canvasInk(INK_WALL, 1));
        figureLabel(canvas, MISSILES_LAUNCHER_PLACES[i], caromVec2(0, 28), INK_TEXT, "battery %d",
                    i + 1);
    }
    for (int i = 0; i < MISSILES_GUNS; i++)
        canvasDot(canvas, missilesGunPlace(battle, i), 4, canvasInk(INK_GOLD, 1));
}

int missilesPicture(const Battle *battle, const char *path)
{
    Canvas *canvas = figureCreate(
        1500, 1010, "Homing missiles, shot down",
        "Missiles: green shot down, red hit the ship, blue lost; a dot each second. Discs: blasts. "
        "Gold: bullets; rings: where one met a missile, and when. Violet: buoys; arrows: pushes.");
    if (!canvas)
        return SAMPLE_FAILED;
    CaromBox panel = figureBox(28, 92, 1472, 986);
    CaromBox sea = figureBox(0, 0, MISSILES_SEA_X, MISSILES_SEA_Y);
    figurePanel(canvas, panel, sea, "A ship between islands, and three batteries");
    canvasClip(canvas, &panel);
    drawIslands(canvas);
    drawShip(canvas, battle);
    drawBullets(canvas, battle);
    for (int i = 0; i < battle->missileCount; i++)
        drawMissile(canvas, &battle->missiles[i]);
    for (int i = 0; i < battle->missileCount; i++)
        drawBlast(canvas, &battle->missiles[i]);
    drawBuoys(canvas, battle);
    drawPushes(canvas, battle);
    drawMeetings(canvas, battle);
    drawPlaces(canvas, battle);
    canvasClip(canvas, NULL);
    figureNote(canvas, panel, "%d missiles: %d shot down by %d bullets, %d hit the ship, %d lost",
               battle->missileCount, battle->fates[MISSILE_SHOT_DOWN], battle->bulletCount,
               battle->fates[MISSILE_HIT],
               battle->fates[MISSILE_ASHORE] + battle->fates[MISSILE_SPENT]);
    return figureFinish(canvas, path);
}
