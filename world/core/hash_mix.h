// SPDX-License-Identifier: MIT
// Numbers mixed into a hash of 64 bits.
#ifndef CAROM_WORLD_CORE_HASH_MIX_H
#define CAROM_WORLD_CORE_HASH_MIX_H

#include "../../shapes/vec.h"
#include "../api/body_shapes.h"
#include "../api/projectiles.h"

#define CR_HASH_START 0x4341524f4dULL

/// Adds a value to a sum.
static inline uint64_t crHashMix(uint64_t sum, uint64_t value)
{
    sum = (sum ^ value) * 0x9e3779b97f4a7c15ULL;
    return sum ^ (sum >> 32);
}

static inline uint64_t crHashNumber(uint64_t hash, double x)
{
    union {
        double x;
        uint64_t bits;
    } u;
    u.x = x;
    return crHashMix(hash, u.bits << 1 == 0 ? 0 : u.bits); // both zeros act alike
}

static inline uint64_t crHashVec(uint64_t hash, CaromVec2 v)
{
    return crHashNumber(crHashNumber(hash, v.x), v.y);
}

static inline uint64_t crHashFilter(uint64_t hash, const CaromFilter *filter)
{
    hash = crHashMix(crHashMix(hash, filter->category), filter->mask);
    return crHashMix(hash, (uint64_t)(uint32_t)filter->group);
}

static inline uint64_t crHashBlast(uint64_t hash, const CaromBlast *blast)
{
    hash = crHashNumber(crHashNumber(hash, blast->radius), blast->impulse);
    return crHashFilter(crHashMix(hash, (uint64_t)blast->falloff), &blast->filter);
}

#endif
