// SPDX-License-Identifier: MIT
// A view of the world: places in metres, y up, to pixels of a draw list. It draws any world by
// caromWorldDraw.
#ifndef CAROM_SAMPLES_STAGE_VIEW_H
#define CAROM_SAMPLES_STAGE_VIEW_H

#include "list.h"

typedef struct View {
    List *list;
    CaromVec2 middle;  ///< [pixel] where …
    CaromVec2 world;   ///< [m] … this place is
    double scale;      ///< [pixel/m]
    double unit;       ///< [pixel] the height of text
    CaromBox box;      ///< [pixel] what the view fills
    CaromLight *light; ///< for scenes that cast light
} View;

/// What is drawn beside shapes and projectiles, or-ed.
typedef enum ViewMarks {
    VIEW_GRID = 1,
    VIEW_CONTACTS = 2,
    VIEW_VELOCITIES = 4,
} ViewMarks;

/// Fits a box of the world into the view's box.
void viewFit(View *view, CaromBox world);
CaromVec2 viewPixels(const View *view, CaromVec2 world);
CaromVec2 viewPlace(const View *view, CaromVec2 pixels);
/// Makes everything larger by a factor; the place at these pixels stays there.
void viewZoom(View *view, CaromVec2 pixels, double factor);

// Places in metres, widths in pixels at 96 dots an inch.
void viewLine(View *view, CaromVec2 a, CaromVec2 b, double width, CanvasColor color);
void viewArrow(View *view, CaromVec2 from, CaromVec2 to, double width, CanvasColor color);
void viewDisc(View *view, CaromVec2 center, double radius, CanvasColor color); ///< radius [m]
void viewCircle(View *view, CaromVec2 center, double radius, double width, CanvasColor color);
void viewDot(View *view, CaromVec2 center, double pixels, CanvasColor color);
void viewBox(View *view, CaromBox box, CanvasColor color);
/// A simple polygon, convex or not.
void viewFill(View *view, const CaromVec2 *points, int count, CanvasColor color);
/// Beside a place, moved by lines of text.
void viewText(View *view, CaromVec2 at, CaromVec2 moved, CanvasColor color, const char *text);

void viewWorld(View *view, const CaromWorld *world, unsigned marks);
/// Where projectiles were just before, as fading lines.
void viewTrails(View *view, const CaromWorld *world);
/// The path of a shot that is not fired, its bounces, its end.
void viewPreview(View *view, const CaromWorld *world, const CaromProjectileDef *def);

#endif
