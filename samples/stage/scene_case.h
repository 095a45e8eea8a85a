// SPDX-License-Identifier: MIT
// A case (case.h) as a live scene: the playground. There is one at a time.
#ifndef CAROM_SAMPLES_STAGE_SCENE_CASE_H
#define CAROM_SAMPLES_STAGE_SCENE_CASE_H

#include "viewer.h"

/// Reads a text and opens it in the viewer. Returns 0, or the line with the first mistake, and why
/// in *error. What the world refuses is such a mistake, too; then the rest is opened.
int sceneCaseOpen(Viewer *viewer, const char *text, const char **error);

#endif
