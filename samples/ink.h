// SPDX-License-Identifier: MIT
// The colours that all samples share, in pictures (canvas.h) and in the window (stage/).
#ifndef CAROM_SAMPLES_INK_H
#define CAROM_SAMPLES_INK_H

typedef struct CanvasColor {
    double r, g, b, a; ///< 0 .. 1, not premultiplied
} CanvasColor;

/// The palette that all samples share.
typedef enum CanvasInk {
    INK_BACKGROUND, ///< nearly black blue
    INK_PANEL,      ///< a little lighter: panels, the inside of solids
    INK_GRID,       ///< faint lines
    INK_WALL_DIM,   ///< lines that do not stop a bullet
    INK_WALL,       ///< lines that do
    INK_TEXT,
    INK_TEXT_DIM,
    INK_GOLD, ///< fast bullets
    INK_RED,  ///< their ricochets; errors
    INK_MINT, ///< grenades
    INK_BLUE, ///< normals, helpers
    INK_VIOLET,
    INK_WHITE, ///< marks
    INK_COUNT
} CanvasInk;

CanvasColor canvasInk(CanvasInk ink, double alpha);
/// Mixes two colours: a at 0, b at 1, linear between them.
CanvasColor canvasMix(CanvasColor a, CanvasColor b, double t);

#endif
