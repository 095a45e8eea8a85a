// SPDX-License-Identifier: MIT
// Contacts as the solver takes them: eight side by side in a block, one lane each. Coordinates are
// along the normal and across it, and relative to the centers of mass, so floats are enough at any
// place of the world.
//
//     n        unit normal from A to B, in world axes
//     rn       n × r of a point's arm r: what the spin of a body adds to the speed along n
//     d        n · r, averaged over the points: what the spin adds to the speed across n
//     s0       separation for unturned bodies, so that at any time it is
//              s0 + n·(pB − pA) + cB·dB + sB·rnB − cA·dA − sA·rnA
//     k, kt    effective masses along and across
//     l, lt    impulses along and across
//     shift    motion of pB − pA since the manifold was made, where bodies slide: the point where
//              both meet moves by `share` of it as seen from A, and the rest as seen from B
//     settled  part of each l that has been there for long: solver_renew.h
//
// Two points have one row of friction: in two dimensions their frictions have the same line.
#ifndef CAROM_DYNAMICS_CONTACT_LANES_H
#define CAROM_DYNAMICS_CONTACT_LANES_H

#include "../shapes/base.h"

#include <stdint.h>

#define CR_BLOCK 8
#define CR_COLOURS 32
/// Contacts of two dynamic bodies use colours below this one. Those with a body of infinite mass
/// take the highest free colour: they are solved last, so that what cannot give way decides.
#define CR_DYNAMIC_COLOURS 28
/// Contacts without a free colour: blocks of one lane, solved first, one after the other.
#define CR_OVERFLOW CR_COLOURS

typedef struct CrLanePoint {
    float rnA[CR_BLOCK], rnB[CR_BLOCK], s0[CR_BLOCK], k[CR_BLOCK], l[CR_BLOCK];
} CrLanePoint;

/// What a substep reads. Empty lanes are zero.
typedef struct CrLaneBlock {
    int32_t a[CR_BLOCK], b[CR_BLOCK]; ///< bodies
    float nx[CR_BLOCK], ny[CR_BLOCK], dA[CR_BLOCK], dB[CR_BLOCK];
    float iA[CR_BLOCK], iB[CR_BLOCK], kt[CR_BLOCK], lt[CR_BLOCK], friction[CR_BLOCK];
    float settled[CR_BLOCK];
    CrLanePoint point[2];
} CrLaneBlock;

/// What a tick reads once: the pose for which the manifold was calculated.
typedef struct CrLaneBase {
    float cA[CR_BLOCK], sA[CR_BLOCK], cB[CR_BLOCK], sB[CR_BLOCK];
    float x[CR_BLOCK], y[CR_BLOCK];       ///< center of B in the axes of A
    float wasX[CR_BLOCK], wasY[CR_BLOCK]; ///< its motion since then, one tick ago, world axes
    float separation[2][CR_BLOCK];
    float arm[CR_BLOCK];   ///< [m] how far turning moves the points at most
    float reach[CR_BLOCK]; ///< [m] so far may they move before the manifold is renewed
    int32_t contact[CR_BLOCK];
} CrLaneBase;

/// What few contacts have: bodies that slide; restitution, rolling resistance, speed of the
/// surface, hits. Kept apart, so that the passes of a substep read less.
typedef struct CrLaneExtra {
    float shiftX[CR_BLOCK], shiftY[CR_BLOCK], share[CR_BLOCK];
    float grows[CR_BLOCK]; ///< 1: arms follow the motion of the tick; 0: they are as they were, as in
                           ///< blocks without an extra, so that no lane depends on those beside it
    float restitution[CR_BLOCK], tangentSpeed[CR_BLOCK];
    float rolling[CR_BLOCK]; ///< [m] rolling resistance
    float kr[CR_BLOCK], lr[CR_BLOCK];
    float speed[2][CR_BLOCK]; ///< of the points along n when the tick began
    float peak[2][CR_BLOCK];  ///< largest impulse in the tick
    float total[2][CR_BLOCK]; ///< impulse of the whole tick; of no use to later ones
} CrLaneExtra;

typedef struct CrLaneHead {
    int32_t next, prev;       ///< blocks of the same colour, or -1
    uint8_t count;            ///< lanes in use, from the first
    uint8_t writesA, writesB; ///< a bit a lane: the body is dynamic
    uint8_t extra;            ///< a bit a lane: it has something in the block's extra
    uint8_t slides;           ///< a bit a lane: both bodies move against each other
    uint8_t pressed;          ///< a bit a lane: CR_RIGID_CONTACT_PRESSED
} CrLaneHead;

/// Blocks of one colour are a list. Blocks have memory for good. Each colour has free ones of its
/// own, and gets several side by side at a time: a pass goes through memory from block to block.
typedef struct CrLanes {
    CrLaneBlock *block; // four arrays of array.h, of the same length
    CrLaneBase *base;
    CrLaneExtra *extra;
    CrLaneHead *head;
    int32_t used;  ///< blocks, with the free ones
    int32_t limit; ///< so many blocks have room; no state
    struct {
        int32_t first, last; ///< blocks, or -1
        int32_t count;       ///< contacts
        int32_t free;        ///< the first free block, or -1
    } colour[CR_COLOURS + 1];
} CrLanes;

void crLanesInit(CrLanes *lanes);
/// Room for so many blocks in use, whichever colours have them.
bool crLanesReserve(CrLanes *lanes, int blocks, const CaromAllocator *allocator);
/// Moves blocks in use to the front, where few of all are. `place` has the places of contacts: by
/// contact, `stride` bytes apart.
void crLanesPack(CrLanes *lanes, int32_t *place, size_t stride);
void crLanesFree(CrLanes *lanes, const CaromAllocator *allocator);
/// A lane of a colour, empty: block·CR_BLOCK + lane. Needs a block in reserve.
int crLanesTake(CrLanes *lanes, int colour);
/// Empties a lane. The colour's last one takes its place; returns which contact has moved, or -1.
int crLanesGive(CrLanes *lanes, int colour, int place);

static inline void crLaneBit(uint8_t *bits, int lane, bool on)
{
    *bits = (uint8_t)(on ? *bits | 1u << lane : *bits & ~(1u << lane));
}

/// What is there only to be reported lets no arm grow: it would change the motion.
CR_INLINE void crLaneGrows(CrLanes *lanes, int block, int lane)
{
    CrLaneExtra *extra = &lanes->extra[block];
    bool grows = lanes->head[block].slides >> lane & 1 || extra->restitution[lane] > 0.0f ||
                 extra->rolling[lane] > 0.0f || extra->tangentSpeed[lane] != 0.0f;
    extra->grows[lane] = grows ? 1.0f : 0.0f;
}

/// Of a body in a tick. Row 0 never changes, and stands for all that is at rest.
typedef struct CrSolverRow {
    float vx, vy, w, inverseMass;
    float x, y, c, s; ///< moved and turned since the tick began
} CrSolverRow;

/// Of a body with contacts, beside its row.
typedef struct CrSolverKick {
    float ax, ay, aw; ///< change of velocity in a substep
    float turned;     ///< [rad] since the tick began
    float vx, vy, w;  ///< velocity that the substep began with; what the row has beyond it came
                      ///< from contacts, and is repeated as the next substep's warm start
    float shows;      ///< 1; 0 for round bodies, whose turning moves nothing
} CrSolverKick;

#endif
