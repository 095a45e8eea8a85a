// SPDX-License-Identifier: MIT
// Explosions.
#include "world.h"

#define BLAST_COOKIE 0x43580001u

CaromBlast caromBlast(void)
{
    CaromBlast blast = {0};
    blast.filter.category = 1;
    blast.filter.mask = UINT64_MAX;
    blast.cookie = BLAST_COOKIE;
    return blast;
}

void crDefCheckBlast(CrDefCheck *check, const CaromBlast *blast)
{
    crDefCheck(check, blast->cookie == BLAST_COOKIE ? CAROM_OK : CAROM_ERROR_DEF, "CaromBlast");
    crDefCheckRange(check, blast->radius, 0.0, 1e6, "CaromBlast.radius: 0 .. 1e6");
    crDefCheck(check, crCheckNumber(blast->impulse), "CaromBlast.impulse: finite");
    bool isFalloff = (unsigned)blast->falloff < CAROM_FALLOFF_COUNT;
    crDefCheck(check, isFalloff ? CAROM_OK : CAROM_ERROR_ENUM, "CaromBlast.falloff");
}
