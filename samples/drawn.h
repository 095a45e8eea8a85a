// SPDX-License-Identifier: MIT
// A hash of what was drawn, stored in the picture. tests/pictures uses it to check that a picture
// in docs/ still shows what the code computes. Points, sizes, colours and the letters of texts
// count. Pixels do not, as fonts and versions of Cairo differ.
#ifndef CAROM_SAMPLES_DRAWN_H
#define CAROM_SAMPLES_DRAWN_H

#include <cairo.h>
#include <stdbool.h>
#include <stdint.h>

#define DRAWN_START 14695981039346656037u

/// Rounds to a sixteenth: processors and libraries may differ in a last digit. The limits between
/// two steps are odd numbers, on which nothing is drawn by intent.
uint64_t drawnNumber(uint64_t hash, double value);
uint64_t drawnText(uint64_t hash, const char *text);

/// Writes a PNG with the hash in a text chunk: "drawn=0123456789abcdef". Returns false if that
/// fails.
bool drawnSave(cairo_surface_t *surface, uint64_t hash, const char *path);

#endif
