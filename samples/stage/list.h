// SPDX-License-Identifier: MIT
// A draw list: triangles with a colour at each corner, in pixels (y down, origin at the top left).
// It knows no graphics library: a window or a page shows it by one call. Edges fade out over a
// pixel, so that lines are smooth on hosts without antialiasing. Running out of memory leaves
// things out and sets `failed`.
#ifndef CAROM_SAMPLES_STAGE_LIST_H
#define CAROM_SAMPLES_STAGE_LIST_H

#include "../ink.h"

#include <carom/carom.h>

/// A corner of a triangle. Twelve bytes: place, then red, green, blue, alpha (not premultiplied).
typedef struct ListVertex {
    float x, y;
    uint8_t color[4];
} ListVertex;

typedef struct List {
    ListVertex *vertices;
    uint32_t *indices; ///< three for each triangle; later ones cover earlier ones
    int vertexCount, vertexCapacity;
    int indexCount, indexCapacity;
    bool failed; ///< memory ran out since the last listClear
} List;

typedef enum ListAlign { LIST_LEFT, LIST_CENTER, LIST_RIGHT } ListAlign;

void listClear(List *list); ///< keeps the memory
void listFree(List *list);
/// Returns a hash of all corners, to a sixteenth of a pixel, so that processors that differ in a
/// last digit agree.
uint64_t listHash(const List *list);

void listLine(List *list, CaromVec2 a, CaromVec2 b, double width, CanvasColor color);
/// From one colour to another along the line.
void listFadingLine(List *list, CaromVec2 a, CaromVec2 b, double width, CanvasColor from,
                    CanvasColor to);
void listPolyline(List *list, const CaromVec2 *points, int count, bool closed, double width,
                  CanvasColor color);
void listArrow(List *list, CaromVec2 from, CaromVec2 to, double width, CanvasColor color);
void listDisc(List *list, CaromVec2 center, double radius, CanvasColor color);
void listRing(List *list, CaromVec2 center, double radius, double width, CanvasColor color);
void listBox(List *list, CaromBox box, CanvasColor color);
/// A box with round corners.
void listPanel(List *list, CaromBox box, double corner, CanvasColor color);
/// A convex polygon; its sides do not fade.
void listConvex(List *list, const CaromVec2 *points, int count, CanvasColor color);
void listTriangle(List *list, const CaromVec2 points[3], const CanvasColor colors[3]);

/// `at` is on the baseline; `size` is the height of a line of text. ASCII; other bytes are left
/// out.
void listText(List *list, CaromVec2 at, double size, ListAlign align, CanvasColor color,
              const char *text);
double listTextWidth(double size, const char *text);

#endif
