// SPDX-License-Identifier: MIT
// Which shapes are near each other. Each shape has a fat box; when its body leaves that, it gets a
// new one. A pair is new if and only if the new boxes overlap and the old ones did not: no set of
// pairs is kept. A shape that is to be paired again has no old box.
// Inside of dynamics only.
#ifndef CAROM_DYNAMICS_RIGID_PAIRS_H
#define CAROM_DYNAMICS_RIGID_PAIRS_H

#include "rigid_data.h"

/// Boxes of what moved, and the pairs that are new. On CAROM_ERROR_MEMORY nothing changes.
CaromError crPairsFind(CrDynamics *dynamics, double interval);
/// The shape loses its box and is paired anew. Needs room in `pending`.
void crPairsRenew(CrDynamics *dynamics, int shape);

/// The shape loses its box.
void crPairsDropBox(CrDynamics *dynamics, int shape);
/// Room for so many shapes of sleepers more.
bool crPairsReserveIdle(CrDynamics *dynamics, int shapes);
/// The body has just fallen asleep, or just woken: where its boxes are. Needs room for the former.
void crPairsFallAsleep(CrDynamics *dynamics, int body);
void crPairsWake(CrDynamics *dynamics, int body);

/// Which bodies are static, and where, has changed all at once.
static inline void crPairsTurnStill(CrDynamics *dynamics)
{
    dynamics->pairs.stillStale = true;
    dynamics->pairs.stillTurn++;
}

/// Which bodies sleep has changed all at once.
static inline void crPairsTurnIdle(CrDynamics *dynamics)
{
    dynamics->pairs.idleStale = true;
    dynamics->pairs.idleTurn++;
}

static inline CrFatBox crFatBoxNone(void)
{
    CrFatBox none = {1.0f, 1.0f, -1.0f, -1.0f};
    return none;
}

static inline bool crFatBoxesOverlap(const CrFatBox *a, const CrFatBox *b)
{
    return a->minX <= b->maxX && b->minX <= a->maxX && a->minY <= b->maxY && b->minY <= a->maxY &&
           a->minX <= a->maxX && b->minX <= b->maxX;
}

#endif
