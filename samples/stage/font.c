// SPDX-License-Identifier: MIT
// A font of strokes, drawn for this: it scales to every screen and needs no file. A glyph is its
// width, then strokes: pairs of an x, 0 to 8, and a height, a to r. The baseline is e, small
// letters reach m, capitals q; descenders go down to a.
#include "list.h"

#include <math.h>
#include <string.h>

#define UNIT 0.063  // of the size: a step of the grid
#define SPACING 2.9 // between two glyphs
#define BASELINE 'e'

static const char *const GLYPHS[95] = {
    "2",                                    // space
    "1 0q0i 0f1f1e0e0f",                    // !
    "3 0q0m 3q3m",                          // "
    "6 1e2q 4e5q 0m6m 0i6i",                // #
    "6 6n5o1o0n0l1k5j6i6h5g1g0h 3q3e",      // $
    "6 0e6q 1q0p0n1m2n2p1q 5i4h4f5e6f6h5i", // %
    "6 6e1m1o2q3q4o4n0i0g1e3e6i",           // &
    "0 0q0n",                               // '
    "2 2r0o0g2c",                           // (
    "2 0r2o2g0c",                           // )
    "4 2p2j 0o4k 4o0k",                     // *
    "6 3m3g 0j6j",                          // +
    "1 1f1e0c",                             // ,
    "4 0j4j",                               // -
    "1 0f1f1e0e0f",                         // .
    "4 0c4r",                               // /
    "6 2q4q6o6g4e2e0g0o2q",                 // 0
    "4 0o2q2e 0e4e",                        // 1
    "6 0o2q4q6o6m0e6e",                     // 2
    "6 0q6q3l4l6j6g4e2e0g",                 // 3
    "6 4e4q0i6i",                           // 4
    "6 6q1q0k2l4l6j6g4e2e0g",               // 5
    "6 5q3q0m0g2e4e6g6i4k2k0i",             // 6
    "6 0q6q2e",                             // 7
    "6 2k0m0o2q4q6o6m4k2k0i0g2e4e6g6i4k",   // 8
    "6 1e3e6i6o4q2q0o0m2k4k6m",             // 9
    "1 0l1l1k0k0l 0f1f1e0e0f",              // :
    "1 1l1k 1f1e0c",                        // ;
    "5 5n0j5f",                             // <
    "6 0l6l 0h6h",                          // =
    "5 0n5j0f",                             // >
    "5 0o1q4q5o5m2j2i 2f2e",                // ?
    "7 5h5l3l2k2i3h5h7h7o5q2q0o0g2e6e",     // @
    "6 0e3q6e 1i5i",                        // A
    "6 0e0q4q6o6m4k0k 4k6i6g4e0e",          // B
    "6 6o4q2q0o0g2e4e6g",                   // C
    "6 0e0q3q6n6h3e0e",                     // D
    "5 5q0q0e5e 0k4k",                      // E
    "5 5q0q0e 0k4k",                        // F
    "6 6o4q2q0o0g2e4e6g6j4j",               // G
    "6 0e0q 6e6q 0k6k",                     // H
    "2 1q1e 0q2q 0e2e",                     // I
    "4 4q4g3e1e0g",                         // J
    "6 0q0e 6q0j 2l6e",                     // K
    "5 0q0e5e",                             // L
    "8 0e0q4i8q8e",                         // M
    "6 0e0q6e6q",                           // N
    "6 2q4q6o6g4e2e0g0o2q",                 // O
    "6 0e0q4q6o6l4j0j",                     // P
    "6 2q4q6o6g4e2e0g0o2q 4h6e",            // Q
    "6 0e0q4q6o6m4k0k 3k6e",                // R
    "6 6o4q2q0o0m1l5j6i6g4e2e0g",           // S
    "6 0q6q 3q3e",                          // T
    "6 0q0g2e4e6g6q",                       // U
    "6 0q3e6q",                             // V
    "8 0q2e4n6e8q",                         // W
    "6 0q6e 6q0e",                          // X
    "6 0q3k6q 3k3e",                        // Y
    "6 0q6q0e6e",                           // Z
    "2 2r0r0c2c",                           // [
    "4 0r4c",                               // backslash
    "2 0r2r2c0c",                           // ]
    "4 0m2q4m",                             // ^
    "6 0c6c",                               // _
    "2 0q2n",                               // `
    "5 0l1m4m5l5e 5j1j0i0f1e3e5g",          // a
    "5 0q0e 0k2m4m5k5g4e2e0g",              // b
    "5 5l4m1m0l0f1e4e5f",                   // c
    "5 5q5e 5k3m1m0k0g1e3e5g",              // d
    "5 0i5i5l4m1m0l0f1e4e5f",               // e
    "4 4q3q2p2e 0m4m",                      // f
    "5 5m5c4a1a0b 5k3m1m0k0g1e3e5g",        // g
    "5 0q0e 0k2m4m5l5e",                    // h
    "1 0m0e 0p0q1q1p0p",                    // i
    "2 2m2c1a0a 2p2q",                      // j
    "5 0q0e 5m0h 2j5e",                     // k
    "1 0q0f1e",                             // l
    "8 0m0e 0k2m3m4l4e 4k6m7m8l8e",         // m
    "5 0m0e 0k2m4m5l5e",                    // n
    "5 1m4m5l5f4e1e0f0l1m",                 // o
    "5 0m0a 0k2m4m5k5g4e2e0g",              // p
    "5 5m5a 5k3m1m0k0g1e3e5g",              // q
    "4 0m0e 0k2m4m",                        // r
    "5 5l4m1m0l0k1j4i5h5f4e1e0f",           // s
    "4 1p1g2e3e4f 0m4m",                    // t
    "5 0m0f1e3e5g 5m5e",                    // u
    "4 0m2e4m",                             // v
    "8 0m2e4k6e8m",                         // w
    "5 0m5e 5m0e",                          // x
    "4 0m2e 4m1a0a",                        // y
    "5 0m5m0e5e",                           // z
    "3 3r2q2k1j0j 1j2i2d3c",                // {
    "0 0r0c",                               // |
    "3 0r1q1k2j3j 2j1i1d0c",                // }
    "6 0j1k3j5i6j",                         // ~
};

static const char *glyphOf(char letter)
{
    return letter >= ' ' && letter <= '~' ? GLYPHS[letter - ' '] : NULL;
}

double listTextWidth(double size, const char *text)
{
    double units = 0;
    for (; *text; text++) {
        const char *glyph = glyphOf(*text);
        units += glyph ? glyph[0] - '0' + SPACING : 0;
    }
    return units > 0 ? (units - SPACING) * UNIT * size : 0;
}

static void drawGlyph(List *list, const char *glyph, CaromVec2 at, double unit, double width,
                      CanvasColor color)
{
    CaromVec2 last = at;
    bool joined = false;
    for (const char *p = glyph + 1; *p; p++) {
        if (*p == ' ') {
            joined = false;
            continue;
        }
        CaromVec2 point = {at.x + (p[0] - '0') * unit, at.y - (p[1] - BASELINE) * unit};
        if (joined)
            listLine(list, last, point, width, color);
        last = point;
        joined = true;
        p++;
    }
}

void listText(List *list, CaromVec2 at, double size, ListAlign align, CanvasColor color,
              const char *text)
{
    double unit = UNIT * size, width = size * 0.105;
    double shift = align == LIST_LEFT ? 0 : listTextWidth(size, text);
    at.x = floor(at.x - (align == LIST_CENTER ? shift / 2 : shift)) + 0.5;
    at.y = floor(at.y) - 0.5;
    for (; *text; text++) {
        const char *glyph = glyphOf(*text);
        if (!glyph)
            continue;
        drawGlyph(list, glyph, at, unit, width > 1.25 ? width : 1.25, color);
        at.x += (glyph[0] - '0' + SPACING) * unit;
    }
}
