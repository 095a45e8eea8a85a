// SPDX-License-Identifier: MIT
// Common parts of the pictures of geometry: panels with a view of their own, and one style for each
// thing. So a maroon square is the first hit and a blue arrow a normal in all of them.
#ifndef CAROM_SAMPLES_FIGURE_H
#define CAROM_SAMPLES_FIGURE_H

#include "canvas.h"

#if defined(__GNUC__)
#define FIGURE_FORMAT(text, first) __attribute__((format(printf, text, first)))
#else
#define FIGURE_FORMAT(text, first)
#endif

/// Creates a picture with a title and a line under it in its top 84 pixels. Returns null if there
/// is no memory, after a message on stderr.
Canvas *figureCreate(int width, int height, const char *title, const char *line);
/// Saves and destroys it, and prints its path. @returns the sample's exit status.
int figureFinish(Canvas *canvas, const char *path);

/// A panel with a caption, and below it a view of that part of the world. All boxes but `world` in
/// pixels.
void figurePanel(Canvas *canvas, CaromBox pixels, CaromBox world, const char *caption);
/// The line at the foot of a panel.
void figureNote(Canvas *canvas, CaromBox pixels, const char *format, ...) FIGURE_FORMAT(3, 4);
/// Text beside a point of the world, moved by pixels (y down).
void figureLabel(Canvas *canvas, CaromVec2 at, CaromVec2 moved, CanvasInk ink, const char *format,
                 ...) FIGURE_FORMAT(5, 6);

CaromBox figureBox(double minX, double minY, double maxX, double maxY);
/// Returns the box of a cell in a row or column of `count` equal ones with a gap between them.
CaromBox figureColumn(CaromBox box, int index, int count, double gap);
CaromBox figureRow(CaromBox box, int index, int count, double gap);

/// The colour of the inside of solids.
CanvasColor figureFill(void);
/// A solid seen from above: filled, with its border drawn.
void figureSolid(Canvas *canvas, const CaromVec2 *points, int count);
/// All shapes of a world as solids, at its clock.
void figureWorld(Canvas *canvas, const CaromWorld *world);
/// An arrow of a length in pixels from a point along a unit vector.
void figureNormal(Canvas *canvas, CaromVec2 point, CaromVec2 normal, double pixels);
/// The first hit: a small maroon square.
void figureHit(Canvas *canvas, CaromVec2 point);

#endif
