// SPDX-License-Identifier: MIT
// A game's own header of the same name as one of Carom's.
#define GAME_WALL_HEIGHT 3.0
