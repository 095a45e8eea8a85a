// SPDX-License-Identifier: MIT
#include "canvas.h"

#include "drawn.h"

#include <cairo.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FONT "DejaVu Sans"
#define MOST_PANELS 64
#define TEXT_MARGIN 8.0 // [pixel] at the side of a panel or the picture
#define FULL_TURN 6.283185307179586
#define TEXT_SCALE 1.18 // sizes are those of small print; pages show pictures at half their width

struct Canvas {
    cairo_surface_t *surface;
    cairo_t *cairo;
    double scale;     // [pixel/m]
    CaromVec2 world;  // this place of the world …
    CaromVec2 pixels; // … is at this place of the picture
    uint64_t drawn;   // a hash of all that was drawn
    CaromBox panels[MOST_PANELS];
    int panelCount;
};

// ---- what is drawn counts

static void drew(Canvas *canvas, double number)
{
    canvas->drawn = drawnNumber(canvas->drawn, number);
}

static void drewPoint(Canvas *canvas, CaromVec2 pixels)
{
    drew(canvas, pixels.x);
    drew(canvas, pixels.y);
}

static void drewColor(Canvas *canvas, CanvasColor color)
{
    double parts[4] = {color.r, color.g, color.b, color.a};
    for (int i = 0; i < 4; i++)
        drew(canvas, parts[i] * 8.0);
}

// ---- colours

static void setColor(Canvas *canvas, CanvasColor color)
{
    drewColor(canvas, color);
    cairo_set_source_rgba(canvas->cairo, color.r, color.g, color.b, color.a);
}

// ---- the picture and its view

static bool isGood(const Canvas *canvas)
{
    return cairo_surface_status(canvas->surface) == CAIRO_STATUS_SUCCESS &&
           cairo_status(canvas->cairo) == CAIRO_STATUS_SUCCESS;
}

Canvas *canvasCreate(int width, int height)
{
    if (width < 16 || height < 16 || width > 16384 || height > 16384)
        return NULL;
    Canvas *canvas = calloc(1, sizeof *canvas);
    if (!canvas)
        return NULL;
    canvas->drawn = DRAWN_START;
    canvas->surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    canvas->cairo = cairo_create(canvas->surface);
    if (!isGood(canvas)) {
        canvasDestroy(canvas);
        return NULL;
    }
    CaromBox all = {{0.0, 0.0}, {width, height}};
    canvasFit(canvas, all, all);
    setColor(canvas, canvasInk(INK_BACKGROUND, 1.0));
    cairo_paint(canvas->cairo);
    cairo_set_line_cap(canvas->cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(canvas->cairo, CAIRO_LINE_JOIN_ROUND);
    return canvas;
}

void canvasDestroy(Canvas *canvas)
{
    if (!canvas)
        return;
    cairo_destroy(canvas->cairo);
    cairo_surface_destroy(canvas->surface);
    free(canvas);
}

bool canvasSave(Canvas *canvas, const char *path)
{
    cairo_surface_flush(canvas->surface);
    return isGood(canvas) && drawnSave(canvas->surface, canvas->drawn, path);
}

static CaromVec2 middle(CaromBox box)
{
    return caromVec2((box.min.x + box.max.x) / 2.0, (box.min.y + box.max.y) / 2.0);
}

void canvasFit(Canvas *canvas, CaromBox world, CaromBox pixels)
{
    double width = world.max.x - world.min.x, height = world.max.y - world.min.y;
    double scaleX = (pixels.max.x - pixels.min.x) / (width > 0.0 ? width : 1.0);
    double scaleY = (pixels.max.y - pixels.min.y) / (height > 0.0 ? height : 1.0);
    canvas->scale = scaleX < scaleY ? scaleX : scaleY;
    canvas->world = middle(world);
    canvas->pixels = middle(pixels);
}

CaromVec2 canvasToPixels(const Canvas *canvas, CaromVec2 world)
{
    CaromVec2 from = caromVec2Sub(world, canvas->world);
    return caromVec2(canvas->pixels.x + from.x * canvas->scale,
                     canvas->pixels.y - from.y * canvas->scale);
}

double canvasPixelsPerMetre(const Canvas *canvas)
{
    return canvas->scale;
}

void canvasGlow(Canvas *canvas, bool on)
{
    drew(canvas, on);
    cairo_set_operator(canvas->cairo, on ? CAIRO_OPERATOR_ADD : CAIRO_OPERATOR_OVER);
}

void canvasClip(Canvas *canvas, const CaromBox *pixels)
{
    cairo_reset_clip(canvas->cairo);
    if (pixels) {
        drewPoint(canvas, pixels->min);
        drewPoint(canvas, pixels->max);
        cairo_rectangle(canvas->cairo, pixels->min.x, pixels->min.y, pixels->max.x - pixels->min.x,
                        pixels->max.y - pixels->min.y);
        cairo_clip(canvas->cairo);
    }
}

// ---- lines

static void moveTo(Canvas *canvas, CaromVec2 world)
{
    CaromVec2 p = canvasToPixels(canvas, world);
    drewPoint(canvas, p);
    cairo_move_to(canvas->cairo, p.x, p.y);
}

static void lineTo(Canvas *canvas, CaromVec2 world)
{
    CaromVec2 p = canvasToPixels(canvas, world);
    drewPoint(canvas, p);
    cairo_line_to(canvas->cairo, p.x, p.y);
}

static void stroke(Canvas *canvas, double width)
{
    drew(canvas, width);
    cairo_set_line_width(canvas->cairo, width);
    cairo_stroke(canvas->cairo);
}

void canvasLine(Canvas *canvas, CaromVec2 a, CaromVec2 b, double width, CanvasColor color)
{
    setColor(canvas, color);
    moveTo(canvas, a);
    lineTo(canvas, b);
    stroke(canvas, width);
}

void canvasFadingLine(Canvas *canvas, CaromVec2 a, CaromVec2 b, double width, CanvasColor from,
                      CanvasColor to)
{
    CaromVec2 p = canvasToPixels(canvas, a), q = canvasToPixels(canvas, b);
    cairo_pattern_t *pattern = cairo_pattern_create_linear(p.x, p.y, q.x, q.y);
    drewColor(canvas, from);
    drewColor(canvas, to);
    cairo_pattern_add_color_stop_rgba(pattern, 0.0, from.r, from.g, from.b, from.a);
    cairo_pattern_add_color_stop_rgba(pattern, 1.0, to.r, to.g, to.b, to.a);
    cairo_set_source(canvas->cairo, pattern);
    cairo_set_line_cap(canvas->cairo, CAIRO_LINE_CAP_BUTT); // round ones would show as beads
    moveTo(canvas, a);
    lineTo(canvas, b);
    stroke(canvas, width);
    cairo_set_line_cap(canvas->cairo, CAIRO_LINE_CAP_ROUND);
    cairo_pattern_destroy(pattern);
}

void canvasDashedLine(Canvas *canvas, CaromVec2 a, CaromVec2 b, double width, double dash,
                      CanvasColor color)
{
    drew(canvas, dash);
    cairo_set_dash(canvas->cairo, &dash, 1, 0.0);
    cairo_set_line_cap(canvas->cairo, CAIRO_LINE_CAP_BUTT);
    canvasLine(canvas, a, b, width, color);
    cairo_set_line_cap(canvas->cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_dash(canvas->cairo, NULL, 0, 0.0);
}

void canvasArrow(Canvas *canvas, CaromVec2 from, CaromVec2 to, double width, CanvasColor color)
{
    CaromVec2 along = caromVec2Normalize(caromVec2Sub(to, from));
    double head = (4.0 + 2.0 * width) / canvas->scale; // [m]
    CaromVec2 neck = caromVec2Sub(to, caromVec2Scale(along, head));
    CaromVec2 half = caromVec2Scale(caromVec2(-along.y, along.x), head * 0.4);
    CaromVec2 tip[3] = {to, caromVec2Add(neck, half), caromVec2Sub(neck, half)};
    canvasLine(canvas, from, neck, width, color);
    canvasPolygon(canvas, tip, 3, color);
}

static void addPath(Canvas *canvas, const CaromVec2 *points, int count)
{
    for (int i = 0; i < count; i++)
        (i == 0 ? moveTo : lineTo)(canvas, points[i]);
}

void canvasPolyline(Canvas *canvas, const CaromVec2 *points, int count, bool closed, double width,
                    CanvasColor color)
{
    setColor(canvas, color);
    addPath(canvas, points, count);
    if (closed)
        cairo_close_path(canvas->cairo);
    stroke(canvas, width);
}

// ---- areas

void canvasPolygon(Canvas *canvas, const CaromVec2 *points, int count, CanvasColor fill)
{
    setColor(canvas, fill);
    addPath(canvas, points, count);
    cairo_close_path(canvas->cairo);
    cairo_fill(canvas->cairo);
}

static void addRound(Canvas *canvas, CaromVec2 center, double pixels)
{
    CaromVec2 p = canvasToPixels(canvas, center);
    drewPoint(canvas, p);
    drew(canvas, pixels);
    cairo_new_sub_path(canvas->cairo);
    cairo_arc(canvas->cairo, p.x, p.y, pixels, 0.0, FULL_TURN);
    cairo_close_path(canvas->cairo);
}

void canvasRing(Canvas *canvas, CaromVec2 center, double pixels, double width, CanvasColor color)
{
    setColor(canvas, color);
    addRound(canvas, center, pixels);
    stroke(canvas, width);
}

void canvasDot(Canvas *canvas, CaromVec2 center, double pixels, CanvasColor fill)
{
    setColor(canvas, fill);
    addRound(canvas, center, pixels);
    cairo_fill(canvas->cairo);
}

void canvasCircle(Canvas *canvas, CaromVec2 center, double radius, double width, CanvasColor color)
{
    canvasRing(canvas, center, radius * canvas->scale, width, color);
}

void canvasDisc(Canvas *canvas, CaromVec2 center, double radius, CanvasColor fill)
{
    canvasDot(canvas, center, radius * canvas->scale, fill);
}

void canvasSquare(Canvas *canvas, CaromVec2 center, double half, CanvasColor fill)
{
    CaromVec2 corners[4] = {
        {center.x - half, center.y - half},
        {center.x + half, center.y - half},
        {center.x + half, center.y + half},
        {center.x - half, center.y + half},
    };
    canvasPolygon(canvas, corners, 4, fill);
}

void canvasPanel(Canvas *canvas, CaromBox pixels, double corner, CanvasColor fill)
{
    CaromVec2 low = {pixels.min.x + corner, pixels.min.y + corner};
    CaromVec2 high = {pixels.max.x - corner, pixels.max.y - corner};
    if (canvas->panelCount < MOST_PANELS)
        canvas->panels[canvas->panelCount++] = pixels;
    setColor(canvas, fill);
    drewPoint(canvas, low);
    drewPoint(canvas, high);
    cairo_new_path(canvas->cairo);
    cairo_arc(canvas->cairo, high.x, low.y, corner, -FULL_TURN / 4.0, 0.0);
    cairo_arc(canvas->cairo, high.x, high.y, corner, 0.0, FULL_TURN / 4.0);
    cairo_arc(canvas->cairo, low.x, high.y, corner, FULL_TURN / 4.0, FULL_TURN / 2.0);
    cairo_arc(canvas->cairo, low.x, low.y, corner, FULL_TURN / 2.0, FULL_TURN * 0.75);
    cairo_close_path(canvas->cairo);
    cairo_fill(canvas->cairo);
}

// ---- text

static void setFont(Canvas *canvas, double size, bool bold)
{
    cairo_select_font_face(canvas->cairo, FONT, CAIRO_FONT_SLANT_NORMAL,
                           bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(canvas->cairo, TEXT_SCALE * size);
}

static double advance(Canvas *canvas, const char *text)
{
    cairo_text_extents_t extents;
    cairo_text_extents(canvas->cairo, text, &extents);
    return extents.x_advance;
}

/// Makes the font smaller where a text would leave its panel or the picture.
static void fitFont(Canvas *canvas, CaromVec2 at, CanvasAlign align, double size, const char *text)
{
    double left = 0, right = cairo_image_surface_get_width(canvas->surface);
    for (int i = 0; i < canvas->panelCount; i++) {
        CaromBox panel = canvas->panels[i];
        if (caromBoxContains(panel, at) && panel.max.x - panel.min.x < right - left) {
            left = panel.min.x;
            right = panel.max.x;
        }
    }
    double room = (align == CANVAS_RIGHT ? at.x - left : right - at.x) - TEXT_MARGIN;
    double wide = advance(canvas, text);
    if (align != CANVAS_CENTER && wide > room && room > wide / 2)
        cairo_set_font_size(canvas->cairo, TEXT_SCALE * size * room / wide);
}

static void putText(Canvas *canvas, CaromVec2 at, CanvasAlign align, CanvasColor color,
                    const char *text)
{
    double shift = align == CANVAS_LEFT ? 0.0 : advance(canvas, text);
    if (align == CANVAS_CENTER)
        shift /= 2.0;
    setColor(canvas, color);
    drewPoint(canvas, at);
    canvas->drawn = drawnText(canvas->drawn, text);
    cairo_move_to(canvas->cairo, floor(at.x - shift), floor(at.y));
    cairo_show_text(canvas->cairo, text);
    cairo_new_path(canvas->cairo);
}

void canvasText(Canvas *canvas, CaromVec2 at, double size, CanvasAlign align, CanvasColor color,
                const char *text)
{
    setFont(canvas, size, false);
    fitFont(canvas, at, align, size, text);
    putText(canvas, at, align, color, text);
}

void canvasBoldText(Canvas *canvas, CaromVec2 at, double size, CanvasAlign align, CanvasColor color,
                    const char *text)
{
    setFont(canvas, size, true);
    fitFont(canvas, at, align, size, text);
    putText(canvas, at, align, color, text);
}

double canvasTextRoom(double size, const char *text)
{
    return 0.55 * TEXT_SCALE * size * (double)strlen(text);
}
