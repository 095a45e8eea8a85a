// SPDX-License-Identifier: MIT
// A map for scenes where there is no Doom map: a cave with pillars, 60 m wide.
#ifndef CAROM_SAMPLES_STAGE_MAP_H
#define CAROM_SAMPLES_STAGE_MAP_H

#include "../wad.h"

const WadMap *stageMap(void);

#endif
