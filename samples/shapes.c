// SPDX-License-Identifier: MIT
// A polygon and a circle under base transforms (place, rotation, scale that differs by axis,
// mirror), met by a line; below, the cells of a line: Bresenham's, and every cell that it touches.
#include "figure.h"
#include "options.h"
#include "sample.h"
#include "shapes_world.h"

#include <stdio.h>
#include <stdlib.h>

#define PI 3.141592653589793
#define MAX_CELLS 4096
#define GRID_ROWS 10
#define ELLIPSE_POINTS 64

// A boot: concave, and unlike its mirror image.
static const CaromVec2 BOOT[] = {{-0.5, -0.6}, {0.55, -0.6}, {0.55, -0.3}, {0.25, -0.15},
                                 {0, -0.1},    {0, 0.6},     {-0.5, 0.6}};
#define BOOT_COUNT ((int)(sizeof BOOT / sizeof BOOT[0]))
static const CaromVec2 CIRCLE_CENTER = {0.1, 0.05};
static const double CIRCLE_RADIUS = 0.45;

typedef struct Line {
    CaromVec2 from, way;
} Line;

static CaromVec2 place(const Line *line, double fraction)
{
    return caromVec2Add(line->from, caromVec2Scale(line->way, fraction));
}

static void drawLine(Canvas *canvas, const Line *line)
{
    canvasArrow(canvas, line->from, place(line, 1), 1.5, canvasInk(INK_GOLD, 0.9));
}

/// The shape as it was given, where it was given.
static void drawLocal(Canvas *canvas, bool circle)
{
    const CanvasColor faint = canvasInk(INK_TEXT_DIM, 0.55);
    canvasLine(canvas, caromVec2(-0.8, 0), caromVec2(0.8, 0), 1, canvasInk(INK_GRID, 1));
    canvasLine(canvas, caromVec2(0, -0.8), caromVec2(0, 0.8), 1, canvasInk(INK_GRID, 1));
    if (circle) {
        canvasCircle(canvas, CIRCLE_CENTER, CIRCLE_RADIUS, 1.2, faint);
    } else {
        canvasPolyline(canvas, BOOT, BOOT_COUNT, true, 1.2, faint);
    }
}

static int meetPolygon(Canvas *canvas, CaromTransform transform, const Line *line)
{
    CaromVec2 baked[BOOT_COUNT];
    caromTransformPolygon(transform, BOOT, BOOT_COUNT, baked);
    figureSolid(canvas, baked, BOOT_COUNT);
    canvasDot(canvas, baked[0], 4, canvasInk(INK_VIOLET, 1));
    drawLine(canvas, line);
    CaromPolygonRay ray = caromRayCrossesPolygon(line->from, line->way, baked, BOOT_COUNT);
    if (ray.hit) {
        figureNormal(canvas, ray.first.point, ray.first.normal, 30);
        figureHit(canvas, ray.first.point);
    }
    return ray.crossings;
}

static int meetCircle(Canvas *canvas, CaromTransform transform, const Line *line)
{
    CaromVec2 ellipse[ELLIPSE_POINTS], center = caromTransformPoint(transform, CIRCLE_CENTER);
    double radius = caromTransformRadius(transform, CIRCLE_RADIUS);
    canvasDisc(canvas, center, radius,
               canvasMix(canvasInk(INK_PANEL, 1), canvasInk(INK_WALL, 1), 0.16));
    canvasCircle(canvas, center, radius, 2, canvasInk(INK_WALL, 1));
    caromEllipsePoints(transform, CIRCLE_CENTER, CIRCLE_RADIUS, ellipse, ELLIPSE_POINTS);
    canvasPolyline(canvas, ellipse, ELLIPSE_POINTS, true, 1.4, canvasInk(INK_VIOLET, 0.9));
    drawLine(canvas, line);
    double near, far;
    CaromRayHit hit;
    if (!caromLineMeetsCircle(line->from, line->way, center, radius, &near, &far) ||
        !caromRayCastCircle(line->from, line->way, center, radius, CAROM_INSIDE_HIT, &hit)) {
        return 0;
    }
    figureNormal(canvas, hit.point, hit.normal, 30);
    figureHit(canvas, hit.point);
    canvasRing(canvas, place(line, far), 4.5, 1.6, canvasInk(INK_GOLD, 1));
    return 1 + (far <= 1);
}

static void drawTransform(Canvas *canvas, CaromBox panel, CaromTransform transform,
                          const char *caption, bool circle)
{
    const Line line = {{-1.1, 0.8}, {2.5, -1.1}};
    figurePanel(canvas, panel, figureBox(-1.15, -0.95, 1.5, 1.1), caption);
    drawLocal(canvas, circle);
    int met = circle ? meetCircle(canvas, transform, &line) : meetPolygon(canvas, transform, &line);
    const char *kind = circle ? "circle" : "polygon";
    figureNote(canvas, panel, "%d crossings of the %s", met, kind);
    printf("%-8s %-20s crossed %d times\n", kind, caption, met);
}

static void drawTransforms(Canvas *canvas, CaromBox area, double angle, CaromVec2 scale)
{
    const CaromVec2 origin = {0, 0}, moved = {0.55, 0.25}, one = {1, 1}, mirror = {-1, 1};
    const CaromVec2 mirrored = {-scale.x, scale.y};
    const CaromTransform transforms[] = {
        caromTransform(moved, 0, one),          caromTransform(origin, angle, one),
        caromTransform(origin, 0, scale),       caromTransform(origin, 0, mirror),
        caromTransform(moved, angle, mirrored),
    };
    static const char *const CAPTIONS[] = {"Position", "Rotation", "Scale by axis", "Mirror",
                                           "All in one"};
    for (int i = 0; i < 10; i++) {
        CaromBox panel = figureColumn(figureRow(area, i / 5, 2, 12), i % 5, 5, 12);
        drawTransform(canvas, panel, transforms[i % 5], CAPTIONS[i % 5], i >= 5);
    }
}

// ---- cells

static void drawCells(Canvas *canvas, const CaromCell *cells, int64_t count, CanvasInk ink)
{
    for (int64_t i = 0; i < count; i++) {
        CaromVec2 middle = {cells[i].x + 0.5, cells[i].y + 0.5};
        CanvasColor color = canvasMix(canvasInk(INK_PANEL, 1), canvasInk(ink, 1), 0.6);
        canvasSquare(canvas, middle, 0.46, color);
    }
}

static void drawGrid(Canvas *canvas, int columns, int rows)
{
    for (int x = 0; x <= columns; x++) {
        canvasLine(canvas, caromVec2(x, 0), caromVec2(x, rows), 1, canvasInk(INK_GRID, 1));
    }
    for (int y = 0; y <= rows; y++) {
        canvasLine(canvas, caromVec2(0, y), caromVec2(columns, y), 1, canvasInk(INK_GRID, 1));
    }
}

static CaromCell cellOf(CaromVec2 p)
{
    return (CaromCell){(int32_t)p.x,
                       (int32_t)p.y}; // the panel's points are positive: this rounds down
}

/// The grid, the line over it, and between them its cells: those of `over` cover those of `under`.
static void drawRaster(Canvas *canvas, int columns, const CaromCell *under, int64_t underCount,
                       const CaromCell *over, int64_t overCount, CaromVec2 from, CaromVec2 to)
{
    drawGrid(canvas, columns, GRID_ROWS);
    drawCells(canvas, under, underCount, INK_MINT);
    drawCells(canvas, over, overCount, INK_VIOLET);
    canvasLine(canvas, from, to, 2, canvasInk(INK_GOLD, 1));
    canvasDot(canvas, from, 4, canvasInk(INK_GOLD, 1));
    canvasDot(canvas, to, 4, canvasInk(INK_GOLD, 1));
}

static void drawRasters(Canvas *canvas, CaromBox area, int columns, double rise)
{
    static CaromCell line[MAX_CELLS], cover[MAX_CELLS];
    CaromBox left = figureColumn(area, 0, 2, 12), right = figureColumn(area, 1, 2, 12);
    CaromBox world = figureBox(-0.2, -0.2, columns + 0.2, GRID_ROWS + 0.2);
    CaromVec2 from = {1.5, 1.5}, to = {columns - 1.5, 1.5 + rise * (GRID_ROWS - 3)};
    int64_t lineCount = caromRasterLine(cellOf(from), cellOf(to), line, MAX_CELLS);
    int64_t coverCount = caromRasterSupercover(from, to, cover, MAX_CELLS);
    figurePanel(canvas, left, world, "Bresenham's line, for drawing");
    drawRaster(canvas, columns, NULL, 0, line, lineCount, from, to);
    figureNote(canvas, left, "%d cells, each touches the next at an edge or a corner",
               (int)lineCount);
    figurePanel(canvas, right, world, "The supercover, for collision");
    drawRaster(canvas, columns, cover, coverCount, line, lineCount, from, to);
    figureNote(canvas, right,
               "%d cells: all that the line touches. Green: the %d that Bresenham leaves out",
               (int)coverCount, (int)(coverCount - lineCount));
    printf("cells: %d of Bresenham's line, %d touched\n", (int)lineCount, (int)coverCount);
}

int sampleShapes(int argc, char **argv)
{
    const char *out = "shapes.png";
    double angle = 40, scaleX = 1.45, scaleY = 0.6, rise = 1;
    int columns = 28;
    const Option options[] = {
        {"out", "FILE", "the picture", OPTION_TEXT, &out, 0, 0},
        {"angle", "DEGREES", "of the rotation", OPTION_NUMBER, &angle, -360, 360},
        {"scale-x", "X", "along its own x axis", OPTION_NUMBER, &scaleX, 0.1, 2},
        {"scale-y", "Y", "along its own y axis", OPTION_NUMBER, &scaleY, 0.1, 2},
        {"columns", "N", "of the grid", OPTION_INT, &columns, 8, 200},
        {"rise", "R", "of the line in the grid", OPTION_NUMBER, &rise, 0, 1},
    };
    OptionsResult read =
        optionsRead(argc, argv, "Shapes under base transforms met by a line; cells of a line",
                    options, (int)(sizeof options / sizeof options[0]));
    if (read != OPTIONS_GO) {
        return read == OPTIONS_HELP ? SAMPLE_OK : SAMPLE_BAD_OPTIONS;
    }
    Canvas *canvas = figureCreate(
        1400, 1606, "Shapes under their base transform, and the cells of a line",
        "Grey: the shape as given. Violet dot: its first point, which a mirror keeps; violet "
        "line: the true image of the circle, whose radius follows scale x alone.");
    if (!canvas) {
        return SAMPLE_FAILED;
    }
    drawTransforms(canvas, figureBox(28, 92, 1372, 656), angle * (PI / 180),
                   caromVec2(scaleX, scaleY));
    shapesDrawWorlds(canvas, figureBox(28, 668, 1372, 1232), angle * (PI / 180),
                     caromVec2(scaleX, scaleY));
    drawRasters(canvas, figureBox(28, 1244, 1372, 1578), columns, rise);
    return figureFinish(canvas, out);
}
