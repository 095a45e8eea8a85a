// SPDX-License-Identifier: MIT
// Numbers mixed into a hash of 64 bits.
#ifndef CAROM_WORLD_CORE_HASH_MIX_H
#define CAROM_WORLD_CORE_HASH_MIX_H

#include "../../shapes/vec.h"
#include "fields.h"

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

/// Adds the fields of a structure that have one of some uses, in the order of its table.
static inline uint64_t crHashFields(uint64_t hash, const CrFieldTable *table, const void *structure,
                                    unsigned uses)
{
    for (const CrField *field = table->fields; field->uses != 0; field++) {
        const void *at = (const char *)structure + field->at;
        if (!(field->uses & uses)) {
            continue;
        }
        if (field->kind >= CR_FIELD_NUMBER) {
            hash = crHashNumber(hash, *(const double *)at);
            hash = field->kind >= CR_FIELD_VEC ? crHashNumber(hash, ((const double *)at)[1]) : hash;
        } else if (field->kind == CR_FIELD_U64) {
            hash = crHashMix(hash, *(const uint64_t *)at);
        } else {
            hash = crHashMix(hash, field->size == 1 ? *(const uint8_t *)at : *(const uint32_t *)at);
        }
    }
    return hash;
}

#endif
