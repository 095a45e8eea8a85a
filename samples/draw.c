// SPDX-License-Identifier: MIT
// Draws any world: copy this file into a game and put its own lines, discs and polygons in place of
// the canvas's. caromWorldDraw says of what kind each thing is, and calls one function for it.
#include "draw.h"

typedef struct Painter {
    Canvas *canvas;
    CanvasColor color; ///< of the present kind
} Painter;

/// A colour a kind; of projectiles one a mode.
static void setKind(void *context, CaromDrawKind kind)
{
    static const CanvasInk INKS[CAROM_DRAW_KIND_COUNT] = {
        [CAROM_DRAW_CELL] = INK_GRID,
        [CAROM_DRAW_SENSOR] = INK_MINT,
        [CAROM_DRAW_STATIC] = INK_WALL,
        [CAROM_DRAW_KINEMATIC] = INK_BLUE,
        [CAROM_DRAW_PROJECTILE + CAROM_PROJECTILE_PENDING] = INK_WALL_DIM,
        [CAROM_DRAW_PROJECTILE + CAROM_PROJECTILE_FLYING] = INK_GOLD,
        [CAROM_DRAW_PROJECTILE + CAROM_PROJECTILE_SETTLING] = INK_GOLD,
        [CAROM_DRAW_PROJECTILE + CAROM_PROJECTILE_SLIDING] = INK_VIOLET,
        [CAROM_DRAW_PROJECTILE + CAROM_PROJECTILE_ROLLING] = INK_VIOLET,
        [CAROM_DRAW_PROJECTILE + CAROM_PROJECTILE_RESTING] = INK_TEXT_DIM,
        [CAROM_DRAW_PROJECTILE + CAROM_PROJECTILE_STUCK] = INK_WHITE,
        [CAROM_DRAW_PROJECTILE + CAROM_PROJECTILE_PARKED] = INK_RED,
        [CAROM_DRAW_VELOCITY] = INK_GOLD,
        [CAROM_DRAW_CONTACT] = INK_RED};
    ((Painter *)context)->color = canvasInk(INKS[kind], 1);
}

static CanvasColor faint(CanvasColor color)
{
    color.a = 0.25;
    return color;
}

static void circle(void *context, CaromVec2 center, double radius, CaromShapeId shape)
{
    Painter *p = context;
    (void)shape;
    canvasDisc(p->canvas, center, radius, faint(p->color));
    canvasCircle(p->canvas, center, radius, 1.5, p->color);
}

static void segment(void *context, CaromVec2 a, CaromVec2 b, CaromShapeId shape)
{
    (void)shape;
    canvasLine(((Painter *)context)->canvas, a, b, 1.5, ((Painter *)context)->color);
}

static void capsule(void *context, CaromVec2 a, CaromVec2 b, double radius, CaromShapeId shape)
{
    CaromVec2 along = caromVec2Scale(caromVec2Normalize(caromVec2Sub(b, a)), radius);
    CaromVec2 aside = {-along.y, along.x};
    segment(context, caromVec2Add(a, aside), caromVec2Add(b, aside), shape);
    segment(context, caromVec2Sub(a, aside), caromVec2Sub(b, aside), shape);
    canvasCircle(((Painter *)context)->canvas, a, radius, 1.5, ((Painter *)context)->color);
    canvasCircle(((Painter *)context)->canvas, b, radius, 1.5, ((Painter *)context)->color);
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
    canvasDisc(p->canvas, position, radius, p->color);
    canvasDot(p->canvas, position, 2.5, p->color); // points, too
}

/// As long as the way of a tenth of a second.
static void velocity(void *context, CaromVec2 from, CaromVec2 speed)
{
    Painter *p = context;
    CaromVec2 to = caromVec2Add(from, caromVec2Scale(speed, 0.1));
    canvasArrow(p->canvas, from, to, 1, p->color);
}

static void contact(void *context, CaromVec2 point, CaromVec2 normal, CaromShapeId a,
                    CaromShapeId b)
{
    Painter *p = context;
    (void)a, (void)b;
    canvasDot(p->canvas, point, 4, p->color);
    canvasLine(p->canvas, point, caromVec2Add(point, caromVec2Scale(normal, 0.5)), 1.5, p->color);
}

static void cell(void *context, CaromBox box)
{
    const CaromVec2 corners[] = {box.min, {box.max.x, box.min.y}, box.max, {box.min.x, box.max.y}};
    canvasPolyline(((Painter *)context)->canvas, corners, 4, true, 1, ((Painter *)context)->color);
}

void drawWorld(Canvas *canvas, const CaromWorld *world)
{
    Painter painter = {canvas, canvasInk(INK_WALL, 1)};
    CaromDebugDraw draw = {&painter, circle,  segment,  polygon, projectile,
                           capsule,  setKind, velocity, contact, cell};
    caromWorldDraw(world, &draw);
}
