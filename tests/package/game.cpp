// SPDX-License-Identifier: MIT
#include "game.c"
