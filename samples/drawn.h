// SPDX-License-Identifier: MIT
// A hash of what was drawn, which a picture carries, so that tests/pictures can tell whether a
// picture in docs/ still shows what the code computes. Points, sizes, colours and the letters of
// texts count, but not the pixels, as fonts and versions of Cairo differ.
#ifndef CAROM_SAMPLES_DRAWN_H
#define CAROM_SAMPLES_DRAWN_H

#include <cairo.h>
#include <stdbool.h>
#include <stdint.h>

#define DRAWN_START 14695981039346656037u

/// To a sixteenth: processors and libraries may differ in a last digit. The limits between two
/// steps are odd numbers, on which nothing is drawn by intent.
uint64_t drawnNumber(uint64_t hash, double value);
uint64_t drawnText(uint64_t hash, const char *text);

/// Writes a PNG that has the hash in a text chunk: "drawn=0123456789abcdef". False where that
/// fails.
bool drawnSave(cairo_surface_t *surface, uint64_t hash, const char *path);

#endif
