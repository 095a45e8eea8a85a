// SPDX-License-Identifier: MIT
#include "case_picture.h"

#include <math.h>
#include <string.h>

#define FRAMES 480 // a flight is drawn with; events do not depend on how many
#define ARC_PIECES 48

// ---- what is to be seen

static void grow(CaromBox *box, CaromVec2 p)
{
    box->min = caromVec2(fmin(box->min.x, p.x), fmin(box->min.y, p.y));
    box->max = caromVec2(fmax(box->max.x, p.x), fmax(box->max.y, p.y));
}

static CaromVec2 onBody(const Case *scene, const CaseShape *shape, CaromVec2 local)
{
    return caromTransformPoint(scene->bodies[shape->body].transform, local);
}

static CaromVec2 endOf(const CaseAsk *ask)
{
    bool goes = ask->kind == CASE_RAY || ask->kind == CASE_SWEEP;
    return goes ? caromVec2Add(ask->at, ask->way) : ask->at;
}

static CaromBox boxOfCase(const Case *scene, const CaseAnswers *answers)
{
    CaromBox box = caseBox(scene);
    for (int i = 0; i < answers->count; i++) {
        const CaseAnswer *a = &answers->list[i];
        if (a->kind != CASE_AT_LAST && a->hasPoint) {
            grow(&box, a->point);
        }
    }
    double margin = 0.08 * fmax(box.max.x - box.min.x, box.max.y - box.min.y) + 1e-9;
    box.min = caromVec2Sub(box.min, caromVec2(margin, margin));
    box.max = caromVec2Add(box.max, caromVec2(margin, margin));
    return box;
}

// ---- queries

static void drawBox(Canvas *canvas, CaromVec2 at, CaromVec2 half, double alpha)
{
    CaromVec2 corners[4] = {{at.x - half.x, at.y - half.y},
                            {at.x + half.x, at.y - half.y},
                            {at.x + half.x, at.y + half.y},
                            {at.x - half.x, at.y + half.y}};
    canvasPolyline(canvas, corners, 4, true, 1.5, canvasInk(INK_VIOLET, alpha));
}

static void drawArc(Canvas *canvas, const CaseAsk *ask)
{
    CaromVec2 points[ARC_PIECES + 1];
    for (int i = 0; i <= ARC_PIECES; i++) {
        double t = ask->duration * i / ARC_PIECES;
        CaromVec2 bend = caromVec2Scale(ask->acceleration, 0.5 * t * t);
        points[i] = caromVec2Add(caromVec2Add(ask->at, caromVec2Scale(ask->way, t)), bend);
    }
    canvasPolyline(canvas, points, ARC_PIECES + 1, false, 1.5, canvasInk(INK_VIOLET, 0.9));
}

static void drawAsk(Canvas *canvas, const CaseAsk *ask, int index)
{
    CaromVec2 end = endOf(ask);
    if (ask->kind == CASE_RAY || ask->kind == CASE_SWEEP) {
        canvasArrow(canvas, ask->at, end, 1.5, canvasInk(INK_VIOLET, 0.9));
    }
    if (ask->kind == CASE_ARC) {
        drawArc(canvas, ask);
    }
    if (ask->kind == CASE_SWEEP || ask->kind == CASE_BOXED || ask->kind == CASE_FITS) {
        drawBox(canvas, ask->at, ask->half, 0.9);
    }
    if (ask->radius > 0.0) {
        CanvasInk ink = ask->kind == CASE_BULLET ? INK_GOLD : INK_VIOLET;
        canvasCircle(canvas, ask->at, ask->radius, 1.5, canvasInk(ink, 0.9));
    }
    CanvasInk ink = ask->kind == CASE_BULLET ? INK_GOLD : INK_VIOLET;
    canvasDot(canvas, ask->at, 4, canvasInk(ink, 1));
    figureLabel(canvas, ask->at, caromVec2(-7, 17), ink, "%s %d", caseAskName(ask->kind), index);
}

/// Steps the world in small steps and draws where its bullets go.
static void drawFlights(Canvas *canvas, const Case *scene, CaseWorld *built)
{
    CaromVec2 last[CASE_ASKS];
    caseFire(built, scene);
    for (int i = 0; i < scene->askCount; i++) {
        last[i] = scene->asks[i].at;
    }
    for (int frame = 1; frame <= FRAMES; frame++) {
        caromWorldStepTo(built->world, scene->duration * frame / FRAMES);
        for (int i = 0; i < scene->askCount; i++) {
            if (caromProjectileIsValid(built->world, built->bullets[i])) {
                CaromVec2 now = caromProjectilePosition(built->world, built->bullets[i]);
                canvasLine(canvas, last[i], now, 1.6, canvasInk(INK_GOLD, 0.85));
                last[i] = now;
            }
        }
    }
}

// ---- answers

static void drawAnswer(Canvas *canvas, const CaseAnswer *a, const CaseAsk *ask, int index)
{
    if (!a->hasPoint || a->kind == CASE_CLOSEST) {
        return;
    }
    if (ask->kind == CASE_NEAR) {
        canvasDashedLine(canvas, ask->at, a->point, 1.2, 4, canvasInk(INK_VIOLET, 0.7));
    }
    figureNormal(canvas, a->point, a->normal, 30);
    figureHit(canvas, a->point);
    CaromVec2 there = caromVec2Add(ask->at, caromVec2Scale(ask->way, a->fraction));
    if (a->kind == CASE_HIT && ask->radius > 0.0) {
        canvasCircle(canvas, a->second, ask->radius, 1, canvasInk(INK_GOLD, 0.5));
    }
    if (ask->kind == CASE_RAY && ask->radius > 0.0) {
        canvasCircle(canvas, there, ask->radius, 1, canvasInk(INK_VIOLET, 0.5));
    }
    if (ask->kind == CASE_SWEEP && ask->angle == 0.0) {
        drawBox(canvas, there, ask->half, 0.5);
    }
    if (a->kind == CASE_FOUND && a->hasSecond) {
        figureNormal(canvas, a->second, a->exitNormal, 22);
        canvasRing(canvas, a->second, 5, 1.8, canvasInk(INK_RED, 1));
    }
    double below = a->normal.y > 0.5 ? 18 : -9; // where the normal is not
    figureLabel(canvas, a->point, caromVec2(8, below), INK_TEXT, "#%d", index);
}

static void labelShape(Canvas *canvas, const Case *scene, int index)
{
    const CaseShape *shape = &scene->shapes[index];
    bool open = shape->kind == CASE_CHAIN || shape->kind == CASE_LOOP;
    CaromVec2 middle = {0, 0};
    for (int i = 0; i < shape->count; i++) {
        middle = caromVec2Add(middle, caromVec2Scale(shape->points[i], 1.0 / shape->count));
    }
    if (shape->kind == CASE_TILE_MAP) {
        middle.x += 0.5 * shape->columns * shape->size;
        middle.y += 0.5 * shape->rows * shape->size;
    }
    middle = open ? shape->points[0] : middle;
    figureLabel(canvas, onBody(scene, shape, middle), caromVec2(0, 4), INK_TEXT_DIM, "%s %d%s",
                caseShapeName(shape->kind), index, shape->sensor ? " (sensor)" : "");
}

void casePicture(Canvas *canvas, CaromBox panel, const Case *scene, CaseWorld *built,
                 const CaseAnswers *answers, const char *caption)
{
    figurePanel(canvas, panel, boxOfCase(scene, answers), caption);
    canvasClip(canvas, &panel);
    figureWorld(canvas, built->world);
    for (int i = 0; i < scene->shapeCount; i++) {
        labelShape(canvas, scene, i);
    }
    drawFlights(canvas, scene, built);
    for (int i = 0; i < scene->askCount; i++) {
        drawAsk(canvas, &scene->asks[i], i);
    }
    for (int i = 0; i < answers->count; i++) {
        drawAnswer(canvas, &answers->list[i], &scene->asks[answers->list[i].ask], i);
    }
    canvasClip(canvas, NULL);
    figureNote(canvas, panel, "%d shapes, %d queries and bullets, %d answers, %g s of flight",
               scene->shapeCount, scene->askCount, answers->count, scene->duration);
}
