// SPDX-License-Identifier: MIT
// Draws any world: copy this file into a game and put its own lines, dots and arrows in place of
// the canvas's. caromWorldDraw says of what kind each thing is, and calls one function for it.
#include "draw.h"

#include <math.h>

typedef struct Painter {
    Canvas *canvas;
    CanvasColor color; ///< of the present kind
} Painter;

/// One colour a kind, in their order; of projectiles one a mode.
static void kind(void *context, CaromDrawKind kind)
{
    static const CanvasInk INKS[CAROM_DRAW_KIND_COUNT] = {
        INK_GRID,     INK_MINT, INK_WALL, INK_BLUE,   INK_BLUE,   INK_TEXT_DIM,
        INK_WALL_DIM, INK_GOLD, INK_GOLD, INK_VIOLET, INK_VIOLET, INK_TEXT_DIM,
        INK_WHITE,    INK_RED,  INK_GOLD, INK_RED,    INK_WHITE};
    ((Painter *)context)->color = canvasInk(INKS[kind], 1);
}

/// A line, and faintly how thick it is.
static void capsule(void *context, CaromVec2 a, CaromVec2 b, double radius, CaromShapeId shape)
{
    Painter *p = context;
    CanvasColor faint = {p->color.r, p->color.g, p->color.b, 0.25};
    (void)shape;
    canvasLine(p->canvas, a, b, 2 * radius * canvasPixelsPerMetre(p->canvas), faint);
    canvasLine(p->canvas, a, b, 1.5, p->color);
}

static void circle(void *context, CaromVec2 center, double radius, CaromShapeId shape)
{
    capsule(context, center, center, radius, shape);
    canvasCircle(((Painter *)context)->canvas, center, radius, 1.5, ((Painter *)context)->color);
}

static void segment(void *context, CaromVec2 a, CaromVec2 b, CaromShapeId shape)
{
    capsule(context, a, b, 0, shape);
}

static void polygon(void *context, const CaromVec2 *points, int count, CaromTransform placement,
                    CaromShapeId shape)
{
    for (int i = 0; i < count; i++)
        segment(context, caromTransformPoint(placement, points[i]),
                caromTransformPoint(placement, points[(i + 1) % count]), shape);
}

static void projectile(void *context, CaromVec2 position, double radius, CaromProjectileId id,
                       CaromProjectileMode mode)
{
    Painter *p = context;
    (void)id, (void)mode;
    canvasDot(p->canvas, position, fmax(radius * canvasPixelsPerMetre(p->canvas), 2.5), p->color);
}

/// Draws a line as long as the way of a tenth of a second.
static void velocity(void *context, CaromVec2 from, CaromVec2 speed)
{
    CaromVec2 to = caromVec2Add(from, caromVec2Scale(speed, 0.1));
    canvasArrow(((Painter *)context)->canvas, from, to, 1, ((Painter *)context)->color);
}

static void contact(void *context, CaromVec2 point, CaromVec2 normal, CaromShapeId a,
                    CaromShapeId b)
{
    (void)b;
    canvasDot(((Painter *)context)->canvas, point, 4, ((Painter *)context)->color);
    segment(context, point, caromVec2Add(point, caromVec2Scale(normal, 0.5)), a);
}

static void cell(void *context, CaromBox box)
{
    const CaromVec2 corners[] = {box.min, {box.max.x, box.min.y}, box.max, {box.min.x, box.max.y}};
    canvasPolyline(((Painter *)context)->canvas, corners, 4, true, 1, ((Painter *)context)->color);
}

void drawWorld(Canvas *canvas, const CaromWorld *world)
{
    Painter painter = {canvas, canvasInk(INK_WALL, 1)};
    CaromDebugDraw draw = {&painter, circle, segment,  polygon, projectile,
                           capsule,  kind,   velocity, contact, cell};
    caromWorldDraw(world, &draw);
}
