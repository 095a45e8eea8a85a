// SPDX-License-Identifier: MIT
// Shapes that edits have changed, for the solver's mirror (rigid/rigid_mirror.h). A tick looks at
// those alone, so it costs what was edited, however many shapes there are.
#ifndef CAROM_WORLD_DATA_RIGID_EDITS_H
#define CAROM_WORLD_DATA_RIGID_EDITS_H

#include "../../shapes/array.h"
#include "world.h"

/// Lists a shape that was made, destroyed or changed, or whose body was. Never fails: the mirror
/// has made room for all the slots that it knows, and looks at all others anyway.
static inline void crRigidNoteShape(CaromWorld *world, uint32_t shape)
{
    CrRigids *rigids = &world->rigids;
    if (shape < (uint32_t)crArrayCount(rigids->isEdited) && !rigids->isEdited[shape]) {
        rigids->isEdited[shape] = 1;
        crArrayPush(rigids->edited, shape);
    }
}

/// The same of all shapes of a body.
static inline void crRigidNoteShapes(CaromWorld *world, uint32_t body)
{
    for (uint32_t s = world->bodies[body].firstShape; s != CR_NONE; s = world->shapes[s].next) {
        crRigidNoteShape(world, s);
    }
}

/// A call has changed what contacts have of materials, surfaces and filters.
static inline void crRigidNoteMix(CaromWorld *world)
{
    world->rigids.remix = true;
    world->rigids.mixes++;
}

#endif
