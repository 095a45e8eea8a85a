// SPDX-License-Identifier: MIT
// Bodies with an impact to come (CrRigid.strikes), a heap by its time, then by slot. It is part of
// the state, so that no step looks at all bodies.
#ifndef CAROM_WORLD_RIGID_RIGID_DUE_H
#define CAROM_WORLD_RIGID_RIGID_DUE_H

#include "../data/world.h"

/// The impact that a body will have, or none. Room was reserved with the body's entry.
void crRigidDueSet(CaromWorld *world, CrRigid *rigid, const CrRigidImpact *impact);
/// Lists all those that have one, after a load.
void crRigidDueList(CaromWorld *world);

/// Returns the body with the first impact up to a time, or CR_NONE.
static inline uint32_t crRigidDueFirst(const CaromWorld *world, double until)
{
    const CrRigids *rigids = &world->rigids;
    if (crArrayCount(rigids->due) == 0) {
        return CR_NONE;
    }
    const CrRigid *first = &rigids->all[rigids->due[0]];
    return first->impact.time <= until ? first->body : CR_NONE;
}

#endif
