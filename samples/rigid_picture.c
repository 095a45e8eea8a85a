// SPDX-License-Identifier: MIT
// The picture of a scene of rigid bodies, from back to front: outlines of what moved, blasts, ways,
// bodies as they are at the end, hits. The older, the fainter.
#include "figure.h"
#include "rigid_record.h"
#include "sample.h"

#include <math.h>
#include <stdio.h>

#define WIDEST 1600.0
#define NARROWEST 1100.0
#define HIGHEST 860.0 // [pixel] of the view
#define MARGIN 28.0
#define TOP 92.0    // [pixel] of the title
#define BOTTOM 58.0 // [pixel] of the legend

typedef struct Painter {
    const RigidScene *scene;
    const RigidPlay *play;
    const RigidRecord *record;
    Canvas *canvas;
    double now;
} Painter;

/// From 1, now, to 0, at the beginning of what is kept.
static double freshness(const Painter *p, double time)
{
    double left = (time - p->record->from) / (p->now - p->record->from);
    return left < 0 ? 0 : left > 1 ? 1 : left;
}

static CanvasColor inside(const RigidLook *look)
{
    return canvasMix(canvasInk(INK_BACKGROUND, 1), canvasInk(look->ink, 1), look->shade);
}

// ---- before

static void paintGhost(const Painter *p, const RigidGhost *ghost)
{
    CanvasColor color = canvasInk(ghost->look->ink, 0.05 + 0.5 * pow(freshness(p, ghost->time), 2));
    if (ghost->count == 1)
        canvasCircle(p->canvas, ghost->points[0], ghost->radius, 1, color);
    else if (ghost->count == 2)
        canvasLine(p->canvas, ghost->points[0], ghost->points[1], 1, color);
    else
        canvasPolyline(p->canvas, ghost->points, ghost->count, true, 1, color);
}

static void paintBlast(const Painter *p, const RigidMark *mark)
{
    double fresh = freshness(p, mark->time), radius = mark->b.x;
    for (int ring = 1; ring <= 12; ring++)
        canvasDisc(p->canvas, mark->a, radius * ring / 12.0,
                   canvasInk(ring < 4   ? INK_WHITE
                             : ring < 7 ? INK_GOLD
                                        : INK_RED,
                             (0.012 + 0.05 * fresh) * (1.15 - ring / 12.0)));
    canvasCircle(p->canvas, mark->a, radius, 1, canvasInk(INK_GOLD, 0.1 + 0.3 * fresh));
}

static void paintMark(const Painter *p, const RigidMark *mark)
{
    double fresh = freshness(p, mark->time);
    switch (mark->kind) {
    case RIGID_FLIGHT:
        canvasLine(p->canvas, mark->a, mark->b, 1.4, canvasInk(mark->look->ink, 0.85 * fresh));
        break;
    case RIGID_WAY:
        canvasLine(p->canvas, mark->a, mark->b, 2, canvasInk(mark->look->ink, 0.3 * fresh));
        break;
    case RIGID_HIT:
        canvasDot(p->canvas, mark->a, 1.2 + 1.4 * fresh,
                  canvasMix(canvasInk(mark->look->ink, fresh), canvasInk(INK_WHITE, fresh), 0.5));
        break;
    case RIGID_BLAST:
        paintBlast(p, mark);
        break;
    }
}

static void paintMarks(const Painter *p, bool hits)
{
    canvasGlow(p->canvas, true);
    for (int i = 0; i < p->record->markCount; i++) {
        const RigidMark *mark = &p->record->marks[i];
        if (mark->look && (mark->kind == RIGID_HIT) == hits)
            paintMark(p, mark);
    }
    canvasGlow(p->canvas, false);
}

// ---- now

static const RigidLook *lookOf(const Painter *p, CaromShapeId shape)
{
    const RigidLook *look = caromShapeUserData(p->play->world, shape);
    return look ? look : &RIGID_WALL;
}

static CaromVec2 between(CaromVec2 a, CaromVec2 b, double t)
{
    return caromVec2Add(a, caromVec2Scale(caromVec2Sub(b, a), t));
}

/// A frame of planks and a cross; or three hoops.
static void paintPattern(const Painter *p, const RigidLook *look, const CaromVec2 *q)
{
    CanvasColor faint = canvasInk(look->ink, 0.45);
    if (look->pattern == RIGID_CRATE) {
        CaromVec2 frame[4], middle = between(q[0], q[2], 0.5);
        for (int i = 0; i < 4; i++)
            frame[i] = between(middle, q[i], 0.68);
        canvasPolyline(p->canvas, frame, 4, true, 1, faint);
        canvasLine(p->canvas, frame[0], frame[2], 1, faint);
    }
    for (int i = 1; look->pattern == RIGID_BARREL && i < 4; i++)
        canvasLine(p->canvas, between(q[0], q[3], i / 4.0), between(q[1], q[2], i / 4.0),
                   i == 2 ? 1 : 2, faint);
}

static void drawPolygon(void *context, const CaromVec2 *points, int count, CaromTransform placement,
                        CaromShapeId shape)
{
    const Painter *p = context;
    const RigidLook *look = lookOf(p, shape);
    CaromVec2 placed[RIGID_CORNERS];
    if (count > RIGID_CORNERS)
        return;
    for (int i = 0; i < count; i++)
        placed[i] = caromTransformPoint(placement, points[i]);
    canvasPolygon(p->canvas, placed, count, inside(look));
    if (count == 4)
        paintPattern(p, look, placed);
    canvasPolyline(p->canvas, placed, count, true, 1.3, canvasInk(look->ink, 0.95));
}

static void drawCircle(void *context, CaromVec2 center, double radius, CaromShapeId shape)
{
    const Painter *p = context;
    const RigidLook *look = lookOf(p, shape);
    CaromTransform at = caromBodyTransform(p->play->world, caromShapeBody(p->play->world, shape));
    CaromVec2 rim =
        caromVec2Add(center, caromVec2Scale(caromVec2(at.rotation.c, at.rotation.s), 0.9 * radius));
    canvasDisc(p->canvas, center, radius, inside(look));
    canvasCircle(p->canvas, center, radius, 1.3, canvasInk(look->ink, 0.95));
    canvasLine(p->canvas, center, rim, 1, canvasInk(look->ink, 0.6));
}

static void drawCapsule(void *context, CaromVec2 a, CaromVec2 b, double radius, CaromShapeId shape)
{
    const Painter *p = context;
    const RigidLook *look = lookOf(p, shape);
    double scale = canvasPixelsPerMetre(p->canvas);
    canvasLine(p->canvas, a, b, 2 * radius * scale + 1.3, canvasInk(look->ink, 1));
    canvasLine(p->canvas, a, b, 2 * radius * scale - 1.3, inside(look));
}

static void drawSegment(void *context, CaromVec2 a, CaromVec2 b, CaromShapeId shape)
{
    (void)shape;
    canvasLine(((const Painter *)context)->canvas, a, b, 2.2, canvasInk(INK_WALL, 1));
}

static void drawProjectile(void *context, CaromVec2 position, double radius, CaromProjectileId id,
                           CaromProjectileMode mode)
{
    const Painter *p = context;
    const RigidLook *look = caromProjectileUserData(p->play->world, id);
    if (mode == CAROM_PROJECTILE_PENDING || !look)
        return;
    if (radius > 0) {
        canvasDisc(p->canvas, position, radius, inside(look));
        canvasCircle(p->canvas, position, radius, 1.5, canvasInk(look->ink, 1));
        return;
    }
    canvasDot(p->canvas, position, 5, canvasInk(look->ink, 0.25));
    canvasDot(p->canvas, position, 2, canvasInk(INK_WHITE, 1));
}

static void paintFoot(const Painter *p, double height)
{
    char text[200];
    snprintf(text, sizeof text, "%d rigid bodies after %.2f s",
             caromWorldPoses(p->play->world, NULL, 0), p->now);
    canvasText(p->canvas, caromVec2(MARGIN, height - 22), 14, CANVAS_LEFT,
               canvasInk(INK_TEXT_DIM, 1), text);
}

int rigidPicture(const RigidScene *scene, const RigidPlay *play, const RigidRecord *record,
                 const char *path)
{
    CaromVec2 size = caromVec2Sub(scene->view.max, scene->view.min);
    double inner = fmin(HIGHEST, (WIDEST - 2 * MARGIN) * size.y / size.x);
    double width = fmax(NARROWEST, inner * size.x / size.y + 2 * MARGIN);
    double height = inner + TOP + BOTTOM;
    Canvas *canvas = figureCreate((int)width, (int)height, scene->title, scene->line);
    Painter painter = {scene, play, record, canvas, caromWorldTime(play->world)};
    if (!canvas)
        return SAMPLE_FAILED;
    CaromBox frame = figureBox(MARGIN, TOP, width - MARGIN, height - BOTTOM);
    canvasPanel(canvas, frame, 10, canvasInk(INK_PANEL, 1));
    canvasFit(canvas, scene->view, frame);
    canvasClip(canvas, &frame);
    for (int i = 0; i < record->ghostCount; i++)
        if (record->ghosts[i].look)
            paintGhost(&painter, &record->ghosts[i]);
    paintMarks(&painter, false);
    CaromDebugDraw draw = {.context = &painter,
                           .circle = drawCircle,
                           .segment = drawSegment,
                           .polygon = drawPolygon,
                           .projectile = drawProjectile,
                           .capsule = drawCapsule};
    caromWorldDraw(play->world, &draw);
    paintMarks(&painter, true);
    canvasClip(canvas, NULL);
    paintFoot(&painter, height);
    return figureFinish(canvas, path);
}
