// SPDX-License-Identifier: MIT
#include "ties.h"

#include "../data/flight_pool.h"

CrTies *crTiesEmpty(CaromWorld *world)
{
    CrTies *ties = &world->ties;
    ties->flight = CR_NONE;
    ties->tau = CR_NEVER;
    ties->lost = false;
    crArraySetCount(ties->all, 0);
    return ties;
}

void crTiesAdd(CrTies *ties, double tau, CrTie tie, const CaromAllocator *allocator)
{
    if (tau > ties->tau) {
        return;
    }
    if (tau < ties->tau) {
        crArraySetCount(ties->all, 0);
        ties->tau = tau;
        ties->lost = false;
    }
    if (!crArrayGrow(ties->all, 1, allocator)) {
        ties->lost = true;
        return;
    }
    crArrayPush(ties->all, tie);
}

static void sink(CrTie *heap, int count, int k)
{
    for (int child = 2 * k + 1; child < count; child = 2 * k + 1) {
        child += child + 1 < count && heap[child + 1].order > heap[child].order;
        if (heap[child].order <= heap[k].order) {
            return;
        }
        CrTie tie = heap[k];
        heap[k] = heap[child];
        heap[child] = tie;
        k = child;
    }
}

static void sortTies(CrTie *ties, int count)
{
    for (int k = count / 2 - 1; k >= 0; k--) {
        sink(ties, count, k);
    }
    for (int last = count - 1; last > 0; last--) {
        CrTie highest = ties[0];
        ties[0] = ties[last];
        ties[last] = highest;
        sink(ties, last, 0);
    }
}

void crTiesFinish(CrTies *ties, const CaromWorld *world, uint32_t i)
{
    int count = crArrayCount(ties->all);
    if (count > 1 && !ties->lost) {
        sortTies(ties->all, count);
        ties->flight = i;
        ties->start = world->flights.hot[i].start;
        ties->next = 0;
    }
}

bool crTiesTake(CaromWorld *world, uint32_t i, CrEncounter *encounter, uint32_t *key)
{
    CrTies *ties = &world->ties;
    CrSpan always = {0.0, CR_NEVER};
    if (ties->start != world->flights.hot[i].start || ties->tau != crFlightAfter(world, i)) {
        return false;
    }
    for (; ties->next < crArrayCount(ties->all); ties->next++) {
        *key = ties->all[ties->next].key;
        const CrKeyOwner *owner = &world->keyOwners[*key];
        if (crFlightMeetsEdge(world, i, owner->shape, (int)owner->feature, always, encounter) &&
            encounter->tau == ties->tau) {
            return true;
        }
    }
    crTiesForget(world);
    return false;
}
