// SPDX-License-Identifier: MIT
#include "view.h"

#include <math.h>

#define MOST_FILLED 512 // points of a polygon that is filled
#define MOST_TRAILS 4096
#define TRAIL_SECONDS 0.06
#define PREVIEW_LEGS 256
#define PREVIEW_POINTS 512
#define PREVIEW_SECONDS 8.0

// ---- places

void viewFit(View *view, CaromBox world)
{
    double width = world.max.x - world.min.x, height = world.max.y - world.min.y;
    double x = (view->box.max.x - view->box.min.x) / (width > 0 ? width : 1);
    double y = (view->box.max.y - view->box.min.y) / (height > 0 ? height : 1);
    view->scale = 0.97 * (x < y ? x : y);
    view->middle = caromVec2Scale(caromVec2Add(view->box.min, view->box.max), 0.5);
    view->world = caromVec2Scale(caromVec2Add(world.min, world.max), 0.5);
}

CaromVec2 viewPixels(const View *view, CaromVec2 world)
{
    return caromVec2(view->middle.x + (world.x - view->world.x) * view->scale,
                     view->middle.y - (world.y - view->world.y) * view->scale);
}

CaromVec2 viewPlace(const View *view, CaromVec2 pixels)
{
    return caromVec2(view->world.x + (pixels.x - view->middle.x) / view->scale,
                     view->world.y - (pixels.y - view->middle.y) / view->scale);
}

void viewZoom(View *view, CaromVec2 pixels, double factor)
{
    CaromVec2 before = viewPlace(view, pixels);
    double scale = view->scale * factor;
    if (!(scale > 1e-3 && scale < 1e5))
        return;
    view->scale = scale;
    CaromVec2 after = viewPlace(view, pixels);
    view->world = caromVec2Add(view->world, caromVec2Sub(before, after));
}

// ---- shapes

static double widthOf(const View *view, double width)
{
    return width * view->unit / 16.0;
}

void viewLine(View *view, CaromVec2 a, CaromVec2 b, double width, CanvasColor color)
{
    listLine(view->list, viewPixels(view, a), viewPixels(view, b), widthOf(view, width), color);
}

void viewArrow(View *view, CaromVec2 from, CaromVec2 to, double width, CanvasColor color)
{
    listArrow(view->list, viewPixels(view, from), viewPixels(view, to), widthOf(view, width),
              color);
}

void viewDisc(View *view, CaromVec2 center, double radius, CanvasColor color)
{
    listDisc(view->list, viewPixels(view, center), radius * view->scale, color);
}

void viewCircle(View *view, CaromVec2 center, double radius, double width, CanvasColor color)
{
    listRing(view->list, viewPixels(view, center), radius * view->scale, widthOf(view, width),
             color);
}

void viewDot(View *view, CaromVec2 center, double pixels, CanvasColor color)
{
    listDisc(view->list, viewPixels(view, center), widthOf(view, pixels), color);
}

void viewBox(View *view, CaromBox box, CanvasColor color)
{
    CaromVec2 low = viewPixels(view, box.min), high = viewPixels(view, box.max);
    listBox(view->list, (CaromBox){{low.x, high.y}, {high.x, low.y}}, color);
}

void viewFill(View *view, const CaromVec2 *points, int count, CanvasColor color)
{
    CaromVec2 pixels[MOST_FILLED];
    int triangles[3 * MOST_FILLED];
    if (count > MOST_FILLED)
        return;
    for (int i = 0; i < count; i++)
        pixels[i] = viewPixels(view, points[i]);
    if (caromPolygonIsConvex(points, count)) {
        listConvex(view->list, pixels, count, color);
        return;
    }
    CaromGeometry geometry = caromGeometry(CAROM_SHAPE_POLYGON, points, count, 0);
    int found = caromTriangulate(&geometry, NULL, triangles, MOST_FILLED, NULL);
    for (int i = 0; i < found; i++) {
        const CaromVec2 corners[] = {pixels[triangles[3 * i]], pixels[triangles[3 * i + 1]],
                                     pixels[triangles[3 * i + 2]]};
        listConvex(view->list, corners, 3, color);
    }
}

void viewText(View *view, CaromVec2 at, CaromVec2 moved, CanvasColor color, const char *text)
{
    CaromVec2 pixels = viewPixels(view, at);
    pixels.x += moved.x * view->unit;
    pixels.y += moved.y * view->unit;
    listText(view->list, pixels, view->unit, LIST_CENTER, color, text);
}

// ---- any world

typedef struct Painter {
    View *view;
    CanvasColor line, fill; ///< of the present kind
    double width;
} Painter;

static void kind(void *context, CaromDrawKind kind)
{
    static const CanvasInk INKS[CAROM_DRAW_KIND_COUNT] = {
        INK_WALL_DIM, INK_MINT, INK_WALL, INK_BLUE,   INK_BLUE,   INK_TEXT_DIM,
        INK_TEXT_DIM, INK_GOLD, INK_GOLD, INK_VIOLET, INK_VIOLET, INK_TEXT_DIM,
        INK_WHITE,    INK_RED,  INK_GOLD, INK_RED,    INK_WHITE};
    Painter *p = context;
    bool solid = kind == CAROM_DRAW_STATIC;
    bool moves = kind == CAROM_DRAW_KINEMATIC || kind == CAROM_DRAW_DYNAMIC;
    bool sleeps = kind == CAROM_DRAW_ASLEEP;
    p->line = canvasInk(kind < CAROM_DRAW_KIND_COUNT ? INKS[kind] : INK_WHITE, 1);
    p->fill = solid    ? canvasInk(INK_WALL_DIM, 0.8)
              : moves  ? canvasMix(canvasInk(INK_BLUE, 1), canvasInk(INK_BACKGROUND, 1), 0.6)
              : sleeps ? canvasMix(canvasInk(INK_TEXT_DIM, 1), canvasInk(INK_BACKGROUND, 1), 0.7)
                       : canvasInk(INK_MINT, 0.12);
    p->width = solid || moves || sleeps ? 1.8 : 1.3;
}

static void segment(void *context, CaromVec2 a, CaromVec2 b, CaromShapeId shape)
{
    Painter *p = context;
    (void)shape;
    viewLine(p->view, a, b, p->width, p->line);
}

static void circle(void *context, CaromVec2 center, double radius, CaromShapeId shape)
{
    Painter *p = context;
    (void)shape;
    viewDisc(p->view, center, radius, p->fill);
    viewCircle(p->view, center, radius, p->width, p->line);
}

/// As a thick line with a rim: first the rim, then what is inside.
static void capsule(void *context, CaromVec2 a, CaromVec2 b, double radius, CaromShapeId shape)
{
    Painter *p = context;
    double pixels = 2 * radius * p->view->scale / widthOf(p->view, 1);
    CanvasColor inside = canvasMix(p->line, canvasInk(INK_BACKGROUND, 1), 0.45);
    (void)shape;
    viewDisc(p->view, a, radius, inside);
    viewDisc(p->view, b, radius, inside);
    viewLine(p->view, a, b, pixels > p->width ? pixels : p->width, inside);
}

static void polygon(void *context, const CaromVec2 *points, int count, CaromTransform placement,
                    CaromShapeId shape)
{
    Painter *p = context;
    CaromVec2 placed[MOST_FILLED];
    int filled = count <= MOST_FILLED ? count : 0;
    for (int i = 0; i < filled; i++)
        placed[i] = caromTransformPoint(placement, points[i]);
    if (filled > 0)
        viewFill(p->view, placed, filled, p->fill);
    for (int i = 0; i < count; i++)
        segment(context, caromTransformPoint(placement, points[i]),
                caromTransformPoint(placement, points[(i + 1) % count]), shape);
}

static void projectile(void *context, CaromVec2 position, double radius, CaromProjectileId id,
                       CaromProjectileMode mode)
{
    Painter *p = context;
    double pixels = radius * p->view->scale, least = widthOf(p->view, 2.2);
    (void)id, (void)mode;
    listDisc(p->view->list, viewPixels(p->view, position), pixels > least ? pixels : least,
             p->line);
}

/// A line as long as the way of a tenth of a second.
static void velocity(void *context, CaromVec2 from, CaromVec2 speed)
{
    Painter *p = context;
    viewArrow(p->view, from, caromVec2Add(from, caromVec2Scale(speed, 0.1)), 1.3,
              canvasInk(INK_WHITE, 0.75));
}

static void contact(void *context, CaromVec2 point, CaromVec2 normal, CaromShapeId a,
                    CaromShapeId b)
{
    Painter *p = context;
    CaromVec2 tip = caromVec2Add(point, caromVec2Scale(normal, 24 / p->view->scale));
    (void)a, (void)b;
    viewArrow(p->view, point, tip, 1.6, p->line);
    viewDot(p->view, point, 3.2, p->line);
}

static void cell(void *context, CaromBox box)
{
    Painter *p = context;
    const CaromVec2 corners[] = {box.min, {box.max.x, box.min.y}, box.max, {box.min.x, box.max.y}};
    for (int i = 0; i < 4; i++)
        viewLine(p->view, corners[i], corners[(i + 1) % 4], 0.8, p->line);
}

void viewWorld(View *view, const CaromWorld *world, unsigned marks)
{
    Painter painter = {.view = view};
    CaromDebugDraw draw = {.context = &painter,
                           .circle = circle,
                           .segment = segment,
                           .polygon = polygon,
                           .projectile = projectile,
                           .capsule = capsule,
                           .kind = kind};
    draw.velocity = marks & VIEW_VELOCITIES ? velocity : NULL;
    draw.contact = marks & VIEW_CONTACTS ? contact : NULL;
    draw.cell = marks & VIEW_GRID ? cell : NULL;
    caromWorldDraw(world, &draw);
}

/// A trail goes back to the beginning of a leg at most, so it crosses no wall.
void viewTrails(View *view, const CaromWorld *world)
{
    static float now[2 * MOST_TRAILS], then[2 * MOST_TRAILS];
    int count = caromWorldPositionsFloat(world, view->world, 0, now, NULL, MOST_TRAILS);
    caromWorldPositionsFloat(world, view->world, TRAIL_SECONDS, then, NULL, MOST_TRAILS);
    for (int i = 0; i < count && i < MOST_TRAILS; i++) {
        CaromVec2 a = caromVec2Add(view->world, caromVec2(then[2 * i], then[2 * i + 1]));
        CaromVec2 b = caromVec2Add(view->world, caromVec2(now[2 * i], now[2 * i + 1]));
        listFadingLine(view->list, viewPixels(view, a), viewPixels(view, b), widthOf(view, 1.5),
                       canvasInk(INK_GOLD, 0), canvasInk(INK_GOLD, 0.8));
    }
}

// ---- previews

static void drawBounces(View *view, const CaromPrediction *prediction)
{
    int count = prediction->hitCount < PREVIEW_LEGS ? prediction->hitCount : PREVIEW_LEGS;
    for (int i = 0; i < count; i++) {
        const CaromHitEvent *hit = &prediction->hits[i];
        CaromVec2 tip = caromVec2Add(hit->point, caromVec2Scale(hit->normal, 14 / view->scale));
        viewLine(view, hit->point, tip, 1.4, canvasInk(INK_BLUE, 0.9));
    }
}

void viewPreview(View *view, const CaromWorld *world, const CaromProjectileDef *def)
{
    static CaromLeg legs[PREVIEW_LEGS];
    static CaromHitEvent hits[PREVIEW_LEGS];
    CaromVec2 points[PREVIEW_POINTS];
    CaromPrediction prediction = caromPrediction();
    prediction.legs = legs;
    prediction.hits = hits;
    prediction.legCapacity = prediction.hitCapacity = PREVIEW_LEGS;
    if (caromWorldPredict(world, def, PREVIEW_SECONDS, &prediction) != CAROM_OK)
        return;
    double spacing = 12 * view->unit / 16 / view->scale;
    int count = caromPredictionSampleWay(&prediction, 0, spacing, points, PREVIEW_POINTS);
    count = count < PREVIEW_POINTS ? count : PREVIEW_POINTS;
    for (int i = 0; i < count; i++)
        viewDot(view, points[i], 1.7, canvasInk(INK_WHITE, 0.8 - 0.6 * i / PREVIEW_POINTS));
    drawBounces(view, &prediction);
    double radius = def->radius > 5 / view->scale ? def->radius : 5 / view->scale;
    viewCircle(view, prediction.position, radius, 1.6, canvasInk(INK_WHITE, 0.9));
    if (def->blast.radius > 0 && prediction.reason == CAROM_END_EXPLODED)
        viewCircle(view, prediction.position, def->blast.radius, 1.2, canvasInk(INK_GOLD, 0.7));
}
