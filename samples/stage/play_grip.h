// SPDX-License-Identifier: MIT
// Parts of play.c: what the user holds, and the log of events.
#ifndef CAROM_SAMPLES_STAGE_PLAY_GRIP_H
#define CAROM_SAMPLES_STAGE_PLAY_GRIP_H

#include "play.h"

/// Takes the body under the pointer when the button goes down, moves it with the pointer, lets it
/// go on as before when the button goes up.
void playMoveGrip(PlayGrip *grip, SceneState *state);
/// Writes the events of a step to the log.
void playLog(Play *play, const CaromEvents *events);

#endif
