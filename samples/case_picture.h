// SPDX-License-Identifier: MIT
// Draws a case: its shapes with their numbers, its queries, and every answer where it is.
#ifndef CAROM_SAMPLES_CASE_PICTURE_H
#define CAROM_SAMPLES_CASE_PICTURE_H

#include "case.h"
#include "figure.h"

/// Draws it into a panel. `built` is the case's world before its flights. They are flown once more
/// here, in small steps, to show their paths.
void casePicture(Canvas *canvas, CaromBox panel, const Case *scene, CaseWorld *built,
                 const CaseAnswers *answers, const char *caption);

#endif
