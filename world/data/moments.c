// SPDX-License-Identifier: MIT
#include "moments.h"

void crMomentNext(CaromWorld *world)
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

bool crMomentHappened(const CaromWorld *world, uint64_t moment)
{
    const CrMoments *m = &world->moments;
    uint64_t at = m->present;
    for (int k = 1; k <= m->jumps && at > moment; k++) { // the last jump first
        int j = (m->next + CR_JUMPS - k) % CR_JUMPS;
        if (m->jump[j].to <= at && m->jump[j].to > moment) {
            at = m->jump[j].from;
        }
    }
    return at >= moment && (moment >= m->forgotten || at == moment);
}
