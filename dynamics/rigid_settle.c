// SPDX-License-Identifier: MIT
#include "rigid_settle.h"

#include "../shapes/inline.h"

/// With 1, what has settled does not give way at all, and the largest pyramids never calm down.
#define SHARE 0.9f
/// [1/tick] of contacts without much load.
#define RATE 0.08f
/// Load at which the rate is halved, in weights of the contact's effective mass. A pyramid of 150
/// rocks with 16.
#define HEAVY 8.0f

static float lesser(float a, float b)
{
    return a < b ? a : b;
}

static void settleBlock(CrLaneBlock *block, float weight)
{
    for (int l = 0; l < CR_BLOCK; l++) {
        const CrLanePoint *p = block->point;
        float least = p[1].k[l] > 0.0f ? lesser(p[0].l[l], p[1].l[l]) : p[0].l[l];
        float light = weight * p[0].k[l];
        float rate = light > 0.0f ? RATE * light / (light + least) : 0.0f;
        float settled = block->settled[l] + rate * (SHARE * least - block->settled[l]);
        block->settled[l] = lesser(settled, least);
    }
}

void crRigidSettle(CrDynamics *d, double h)
{
    CrLanes *lanes = &d->contacts.lanes;
    CaromVec2 g = d->settings.gravity;
    float weight = HEAVY * (float)(crLength(g) * h);
    for (int32_t i = 0; i < lanes->used; i++) {
        settleBlock(&lanes->block[i], weight);
    }
}
