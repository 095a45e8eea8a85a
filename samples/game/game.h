// SPDX-License-Identifier: MIT
// The game: two players in a yard seen from above, who walk, shoot and throw among crates. It knows
// neither window nor network. The same inputs give the same game, to the bit, on every machine.
#ifndef CAROM_GAME_H
#define CAROM_GAME_H

#include <carom/carom.h>

#define PLAYERS 2
#define CRATES 14
#define YARD_WIDTH 32.0 // [m]
#define YARD_HEIGHT 18.0
#define TICK (1.0 / 60.0) // [s]
#define AIM_STEPS 256     // of an aim, in a metre

/// What a player does in one tick: all that is ever sent.
typedef struct Input {
    int8_t x, y;        ///< walks: each -1, 0 or 1
    uint8_t fire, toss; ///< 0 or 1
    int16_t aimX, aimY; ///< [m/AIM_STEPS] a place in the yard
} Input;

typedef struct Player {
    CaromMover mover; ///< its body is mover.body
    double health;    ///< 100 at first
    int reload, rearm, deaths;
} Player;

typedef struct Game {
    CaromWorld *world;
    int tick; ///< how many have been played
    Player players[PLAYERS];
    CaromBodyId crates[CRATES];
} Game;

/// A game at a tick: the world's moving state, and beside it what the world does not know.
typedef struct Save {
    Game game;
    void *state;
    size_t size, capacity; ///< [B]
} Save;

/// The parts of a game that are compared, so that a difference can be named.
typedef enum Part { PART_PLAYERS, PART_CRATES, PART_SHOTS, PART_WORLD, PARTS } Part;
extern const char *const PART_NAMES[PARTS];

bool gameBegin(Game *game);
void gameTick(Game *game, const Input inputs[PLAYERS]);
bool gameSave(const Game *game, Save *save); ///< false: no memory
bool gameRestore(Game *game, const Save *save);
void gameHashes(const Game *game, uint64_t hashes[PARTS]);
/// What a player does who is played by nobody: for tests, and as an opponent.
Input gameScript(int player, int tick);

#endif
