// SPDX-License-Identifier: MIT
// Rollback: each side plays at once, with a guess of what the other one does. When the truth
// arrives and the guess was wrong, it goes back to that tick and plays again. Only inputs are sent,
// and hashes, so that a difference is found and named.
#ifndef CAROM_GAME_ROLLBACK_H
#define CAROM_GAME_ROLLBACK_H

#include "game.h"
#include "link.h"

#define INPUT_DELAY 2 // ticks before one's own input acts: it hides most of the way
#define AHEAD 12      // ticks that are played on a guess, at most; then the game waits
#define RING 64       // ticks whose inputs, saves and hashes are kept
#define CHECKED 28    // ticks whose hashes are in a packet, so that some may be lost

typedef struct Rollback {
    Game game;
    Link link;
    int me, other;
    Input inputs[PLAYERS][RING];
    int known[PLAYERS];           ///< inputs of ticks below are the truth
    int needed;                   ///< the other side lacks my inputs from this tick on
    Save saves[RING];             ///< the game before each tick
    uint64_t hashes[RING][PARTS]; ///< of the game after each tick
    int cheat;                    ///< a tick at which this side differs; negative: none
    int unheard;                  ///< frames since the last packet
    int rollbacks, deepest;       ///< figures
    int desync;                   ///< the tick after which the games differ; negative: none
    unsigned differs;             ///< bit k: part k
} Rollback;

bool rollbackBegin(Rollback *side, int me, int ports, LinkWeather weather, int cheat);
void rollbackEnd(Rollback *side);
/// A frame: receives, corrects, plays a tick up to `last` at most, sends. `mine` may be dropped
/// while the game waits. False: no memory.
bool rollbackFrame(Rollback *side, Input mine, int last);
/// How many ticks are settled: played with inputs that are all the truth.
int rollbackSettled(const Rollback *side);

#endif
