// SPDX-License-Identifier: MIT
// A script plays the user: a text, a command a line, # begins a comment.
//
//     scene NAME          opens a scene
//     case FILE           opens a case (../case.h)
//     size W H [UNIT]     of the screen, in pixels
//     frames N            N frames of 1/60 s
//     move X Y            the pointer, in parts of the screen, 0 .. 1
//     press, release      the left button; press right, release right: the other
//     wheel N             towards the user: negative
//     key NAME            a key goes down and up; down NAME, up NAME: one of both
//     picture FILE        a PNG, if the host has one
//     record FILE         a recording for samples/run replay
//     link, open TEXT     prints the link of this play; opens one
//     print WORD...       prints the words, the tick, the state's hash and the draw list's
#ifndef CAROM_SAMPLES_STAGE_SCRIPT_H
#define CAROM_SAMPLES_STAGE_SCRIPT_H

#include "viewer.h"

#include <stdio.h>

typedef struct ScriptHost {
    void *context;
    /// Shows the draw list; null: nothing is shown.
    void (*show)(void *context, const Viewer *viewer);
    /// Saves what was shown; null: pictures are left out.
    bool (*picture)(void *context, const char *path);
    bool (*resize)(void *context, int width, int height); ///< null: the screen is not the host's
} ScriptHost;

/// Plays a script to its end. False: a line is wrong, or a file can't be written; it says which.
bool scriptPlay(Viewer *viewer, FILE *script, const ScriptHost *host);
/// Writes a recording of what was played. False: it can't.
bool scriptRecord(const Viewer *viewer, const char *path);

#endif
