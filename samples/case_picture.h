// SPDX-License-Identifier: MIT
// A case drawn: its shapes with their numbers, what is asked, and every answer where it is.
#ifndef CAROM_SAMPLES_CASE_PICTURE_H
#define CAROM_SAMPLES_CASE_PICTURE_H

#include "case.h"
#include "figure.h"

/// Into a panel. `built` is the case's world before its flights: they are flown here once more, in
/// small steps, to see their ways.
void casePicture(Canvas *canvas, CaromBox panel, const Case *scene, CaseWorld *built,
                 const CaseAnswers *answers, const char *caption);

#endif
