// SPDX-License-Identifier: MIT
// Counters that distinguish states of bodies and shapes, and moments of a world.
#ifndef CAROM_WORLD_DATA_REVISION_H
#define CAROM_WORLD_DATA_REVISION_H

#include "../api/bodies.h"
#include "world.h"

/// Marks a change of bodies or shapes that states do not hold, so that states saved before can't be
/// restored. The last revision is mixed before it is combined with `by`: both may be small, and if
/// they cancelled, the revision would not change. Turns are counted and never set back: the same
/// edits after a rollback lead to another revision. rollback_types.h
static inline void crRevisionTurn(CaromWorld *world, uint64_t by)
{
    const uint64_t odd = 0x9e3779b97f4a7c15ULL;
    uint64_t mixed = ((world->revision * odd ^ by) * odd + ++world->journal.turns) * odd + 1;
    world->revision = mixed ^ (mixed >> 29);
    world->rigids.editedSince = true;
}

/// Marks that a shape was replaced by another in its slot.
static inline void crRevisionReshape(CaromWorld *world, uint32_t slot)
{
    crRevisionTurn(world, slot);
    if (world->bodies[world->shapes[slot].body].type != CAROM_BODY_STATIC) {
        world->movingIndex.reshaped = world->revision;
    }
}

/// Marks a new transform or parent of a kinematic body, which states do hold.
static inline void crPlacementTurn(CaromWorld *world)
{
    world->movingIndex.placed = ++world->movingIndex.placements;
    world->rigids.editedSince = true;
}

/// Moves on to the next moment, after a step.
static inline void crMomentNext(CaromWorld *world)
{
    CrMoments *m = &world->moments;
    if (m->present != m->last) {
        m->forgotten = m->jumps == CR_JUMPS ? m->jump[m->next].to : m->forgotten;
        m->jumps += m->jumps < CR_JUMPS;
        m->jump[m->next].from = m->present;
        m->jump[m->next].to = m->last + 1;
        m->next = (m->next + 1) % CR_JUMPS;
    }
    m->present = ++m->last;
}

#endif
