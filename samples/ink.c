// SPDX-License-Identifier: MIT
#include "ink.h"

CanvasColor canvasInk(CanvasInk ink, double alpha)
{
    static const unsigned RGB[INK_COUNT] = {
        [INK_BACKGROUND] = 0x0c0f17, [INK_PANEL] = 0x161b27, [INK_GRID] = 0x1d2433,
        [INK_WALL_DIM] = 0x364258,   [INK_WALL] = 0xb7c4dc,  [INK_TEXT] = 0xe6ebf5,
        [INK_TEXT_DIM] = 0xa9b4c8,   [INK_GOLD] = 0xffc24b,  [INK_RED] = 0xff5d5d,
        [INK_MINT] = 0x4fe0a8,       [INK_BLUE] = 0x5aa9ff,  [INK_VIOLET] = 0xb58cff,
        [INK_WHITE] = 0xffffff,
    };
    unsigned rgb = ink >= 0 && ink < INK_COUNT ? RGB[ink] : RGB[INK_WHITE];
    CanvasColor color = {(rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0,
                         alpha};
    return color;
}

CanvasColor canvasMix(CanvasColor a, CanvasColor b, double t)
{
    CanvasColor mixed = {a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t,
                         a.a + (b.a - a.a) * t};
    return mixed;
}
