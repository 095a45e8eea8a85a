// SPDX-License-Identifier: MIT
#include "figure.h"

#include "sample.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MARGIN 28.0
#define CAPTION_HEIGHT 38.0
#define NOTE_HEIGHT 34.0

Canvas *figureCreate(int width, int height, const char *title, const char *line)
{
    Canvas *canvas = canvasCreate(width, height);
    if (!canvas) {
        fprintf(stderr, "no memory for a picture of %d by %d\n", width, height);
        return NULL;
    }
    canvasBoldText(canvas, caromVec2(MARGIN, 44), 26, CANVAS_LEFT, canvasInk(INK_TEXT, 1), title);
    canvasText(canvas, caromVec2(MARGIN, 70), 15, CANVAS_LEFT, canvasInk(INK_TEXT_DIM, 1), line);
    return canvas;
}

int figureFinish(Canvas *canvas, const char *path)
{
    errno = 0;
    bool saved = canvasSave(canvas, path);
    if (saved) {
        printf("picture: %s\n", path);
    } else {
        fprintf(stderr, "%s: %s\n", path, errno ? strerror(errno) : "the picture can't be written");
    }
    canvasDestroy(canvas);
    return saved ? SAMPLE_OK : SAMPLE_FAILED;
}

CaromBox figureBox(double minX, double minY, double maxX, double maxY)
{
    CaromBox box = {{minX, minY}, {maxX, maxY}};
    return box;
}

CaromBox figureColumn(CaromBox box, int index, int count, double gap)
{
    double width = (box.max.x - box.min.x - gap * (count - 1)) / count;
    double left = box.min.x + index * (width + gap);
    return figureBox(left, box.min.y, left + width, box.max.y);
}

CaromBox figureRow(CaromBox box, int index, int count, double gap)
{
    double height = (box.max.y - box.min.y - gap * (count - 1)) / count;
    double top = box.min.y + index * (height + gap);
    return figureBox(box.min.x, top, box.max.x, top + height);
}

void figurePanel(Canvas *canvas, CaromBox pixels, CaromBox world, const char *caption)
{
    canvasPanel(canvas, pixels, 10, canvasInk(INK_PANEL, 1));
    CaromVec2 at = {pixels.min.x + 14, pixels.min.y + 25};
    canvasBoldText(canvas, at, 15, CANVAS_LEFT, canvasInk(INK_TEXT, 1), caption);
    canvasFit(canvas, world,
              figureBox(pixels.min.x + 10, pixels.min.y + CAPTION_HEIGHT, pixels.max.x - 10,
                        pixels.max.y - NOTE_HEIGHT));
}

void figureNote(Canvas *canvas, CaromBox pixels, const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    CaromVec2 at = {pixels.min.x + 14, pixels.max.y - 13};
    canvasText(canvas, at, 13.5, CANVAS_LEFT, canvasInk(INK_TEXT_DIM, 1), text);
}

void figureLabel(Canvas *canvas, CaromVec2 at, CaromVec2 moved, CanvasInk ink, const char *format,
                 ...)
{
    char text[128];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    CanvasAlign align = moved.x < 0 ? CANVAS_RIGHT : (moved.x > 0 ? CANVAS_LEFT : CANVAS_CENTER);
    canvasText(canvas, caromVec2Add(canvasToPixels(canvas, at), moved), 13, align,
               canvasInk(ink, 1), text);
}

CanvasColor figureFill(void)
{
    return canvasMix(canvasInk(INK_PANEL, 1), canvasInk(INK_WALL, 1), 0.16);
}

void figureSolid(Canvas *canvas, const CaromVec2 *points, int count)
{
    canvasPolygon(canvas, points, count, figureFill());
    canvasPolyline(canvas, points, count, true, 2, canvasInk(INK_WALL, 1));
}

static void drawDisc(void *context, CaromVec2 center, double radius, CaromShapeId shape)
{
    (void)shape;
    canvasDisc(context, center, radius, figureFill());
    canvasCircle(context, center, radius, 2, canvasInk(INK_WALL, 1));
}

static void drawWall(void *context, CaromVec2 a, CaromVec2 b, CaromShapeId shape)
{
    (void)shape;
    canvasLine(context, a, b, 2, canvasInk(INK_WALL, 1));
}

static void drawPlaced(void *context, const CaromVec2 *points, int count, CaromTransform placement,
                       CaromShapeId shape)
{
    (void)shape;
    CaromVec2 *placed = malloc((size_t)count * sizeof *placed);
    for (int i = 0; placed && i < count; i++) {
        placed[i] = caromTransformPoint(placement, points[i]);
    }
    if (placed) {
        figureSolid(context, placed, count);
    }
    free(placed);
}

static void fillCapsule(Canvas *canvas, CaromVec2 a, CaromVec2 b, double radius, CanvasColor fill)
{
    CaromVec2 along = caromVec2Normalize(caromVec2Sub(b, a));
    CaromVec2 aside = {-along.y * radius, along.x * radius};
    CaromVec2 sides[4] = {caromVec2Add(a, aside), caromVec2Sub(a, aside), caromVec2Sub(b, aside),
                          caromVec2Add(b, aside)};
    canvasDisc(canvas, a, radius, fill);
    canvasDisc(canvas, b, radius, fill);
    canvasPolygon(canvas, sides, 4, fill);
}

/// All rims first, so that what adjoins is filled across them.
static void drawRim(void *context, CaromVec2 a, CaromVec2 b, double radius, CaromShapeId shape)
{
    (void)shape;
    double wider = radius + 1.0 / canvasPixelsPerMetre(context);
    fillCapsule(context, a, b, wider, canvasInk(INK_WALL, 1));
}

static void drawCapsule(void *context, CaromVec2 a, CaromVec2 b, double radius, CaromShapeId shape)
{
    (void)shape;
    double narrower = radius - 1.0 / canvasPixelsPerMetre(context);
    fillCapsule(context, a, b, narrower > 0.0 ? narrower : 0.0, figureFill());
}

void figureWorld(Canvas *canvas, const CaromWorld *world)
{
    CaromDebugDraw rims = {.context = canvas, .capsule = drawRim};
    CaromDebugDraw draw = {.context = canvas,
                           .circle = drawDisc,
                           .segment = drawWall,
                           .polygon = drawPlaced,
                           .capsule = drawCapsule};
    caromWorldDraw(world, &rims);
    caromWorldDraw(world, &draw);
}

void figureNormal(Canvas *canvas, CaromVec2 point, CaromVec2 normal, double pixels)
{
    CaromVec2 way = caromVec2Scale(normal, pixels / canvasPixelsPerMetre(canvas));
    canvasArrow(canvas, point, caromVec2Add(point, way), 1.8, canvasInk(INK_BLUE, 1));
}

void figureHit(Canvas *canvas, CaromVec2 point)
{
    const CanvasColor maroon = {0.62, 0.05, 0.16, 1};
    double pixel = 1 / canvasPixelsPerMetre(canvas);
    canvasSquare(canvas, point, 5.5 * pixel,
                 canvasInk(INK_WHITE, 0.85)); // maroon alone drowns in the dark
    canvasSquare(canvas, point, 4.2 * pixel, maroon);
}
