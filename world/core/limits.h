// SPDX-License-Identifier: MIT
// Numbers for none and never, and the limit of speeds.
#ifndef CAROM_WORLD_CORE_LIMITS_H
#define CAROM_WORLD_CORE_LIMITS_H

#include "../../shapes/base.h"
#include "../../shapes/inline.h"
#include "../api/ids.h"

#define CR_NONE 0xffffffffu ///< no slot, no key
#define CR_NEVER CAROM_FOREVER

/// Speeds that grow without end have their limit at that of numbers.
static inline bool crIsTooFast(CaromVec2 velocity)
{
    return !(crAbs(velocity.x) <= CR_HUGE && crAbs(velocity.y) <= CR_HUGE);
}

#endif
