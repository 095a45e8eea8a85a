// SPDX-License-Identifier: MIT
// A picture to draw on, made with Cairo. Shapes are placed in world metres (y up) through a fitted
// view. Line widths, dots and text are in pixels (y down, origin at the top left). So a picture
// looks alike whatever the size of its world. Drawing can't fail; saving can.
#ifndef CAROM_SAMPLES_CANVAS_H
#define CAROM_SAMPLES_CANVAS_H

#include "ink.h"

#include <carom/carom.h>

typedef struct Canvas Canvas;

/// Creates a picture filled with INK_BACKGROUND, with pixel coordinates as its view. Returns null
/// if there is no memory or a size is outside 16 .. 16384.
Canvas *canvasCreate(int width, int height);
void canvasDestroy(Canvas *canvas); ///< null is ignored
/// Writes a PNG with a hash of what was drawn (drawn.h). Returns false if that fails; errno may
/// give the reason.
bool canvasSave(Canvas *canvas, const char *path);

/// Fits a box of the world into a box of pixels, centred, one scale on both axes.
void canvasFit(Canvas *canvas, CaromBox world, CaromBox pixels);
CaromVec2 canvasToPixels(const Canvas *canvas, CaromVec2 world);
double canvasPixelsPerMetre(const Canvas *canvas);
/// Restricts drawing to these pixels; null: all.
void canvasClip(Canvas *canvas, const CaromBox *pixels);
/// While on, colours add up as light does; for trails and flashes.
void canvasGlow(Canvas *canvas, bool on);

// In world metres; width in pixels.
void canvasLine(Canvas *canvas, CaromVec2 a, CaromVec2 b, double width, CanvasColor color);
/// From one colour to another along the line.
void canvasFadingLine(Canvas *canvas, CaromVec2 a, CaromVec2 b, double width, CanvasColor from,
                      CanvasColor to);
void canvasDashedLine(Canvas *canvas, CaromVec2 a, CaromVec2 b, double width, double dash,
                      CanvasColor color);
void canvasArrow(Canvas *canvas, CaromVec2 from, CaromVec2 to, double width, CanvasColor color);
void canvasPolyline(Canvas *canvas, const CaromVec2 *points, int count, bool closed, double width,
                    CanvasColor color);
void canvasPolygon(Canvas *canvas, const CaromVec2 *points, int count, CanvasColor fill);
void canvasCircle(Canvas *canvas, CaromVec2 center, double radius, double width, CanvasColor color);
void canvasDisc(Canvas *canvas, CaromVec2 center, double radius, CanvasColor fill);
void canvasSquare(Canvas *canvas, CaromVec2 center, double half, CanvasColor fill);

// At a place in the world, of a size in pixels.
void canvasDot(Canvas *canvas, CaromVec2 center, double pixels, CanvasColor fill);
void canvasRing(Canvas *canvas, CaromVec2 center, double pixels, double width, CanvasColor color);

// All in pixels.
typedef enum CanvasAlign { CANVAS_LEFT, CANVAS_CENTER, CANVAS_RIGHT } CanvasAlign;
void canvasPanel(Canvas *canvas, CaromBox pixels, double corner, CanvasColor fill);
/// `at` is on the baseline.
void canvasText(Canvas *canvas, CaromVec2 at, double size, CanvasAlign align, CanvasColor color,
                const char *text);
void canvasBoldText(Canvas *canvas, CaromVec2 at, double size, CanvasAlign align, CanvasColor color,
                    const char *text);
/// Returns a width that fits the text in most fonts, so that positions do not depend on the font.
double canvasTextRoom(double size, const char *text);

#endif
