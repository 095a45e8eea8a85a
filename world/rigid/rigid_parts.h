// SPDX-License-Identifier: MIT
// Which parts a shape has in the solver. What is convex is one. What is not is its edges, so that
// of a long wall only those near a body are looked at; but a polygon or region that moves is its
// convex pieces, which have an inside: nothing that gets into it stays there.
#ifndef CAROM_WORLD_RIGID_RIGID_PARTS_H
#define CAROM_WORLD_RIGID_RIGID_PARTS_H

#include "../../shapes/contact_parts.h"
#include "../data/world.h"

typedef enum CrRigidPartKind {
    CR_RIGID_PART_WHOLE,
    CR_RIGID_PART_EDGES,
    CR_RIGID_PART_PIECES
} CrRigidPartKind;

typedef struct CrRigidParts {
    CrRigidPartKind kind;
    int count;     ///< >= 1
    int *indices;  ///< of pieces: their points, counter-clockwise
    int *ends;     ///< of pieces: where each ends in indices
    int triangles; ///< of pieces: what the room of both arrays is for
} CrRigidParts;

/// The parts of a shape, which stay as long as its baked geometry does. Free them.
CaromError crRigidPartsOf(CaromWorld *world, uint32_t slot, CrRigidParts *parts);
void crRigidPartsFree(CaromWorld *world, CrRigidParts *parts);

/// A part as the solver takes it.
typedef struct CrRigidPart {
    CrContactShape shape;
    int edge; ///< whose material it has: of a piece the first of its edges on the border
    CrContactEdge edgeRoom;
    float few[64];
    CrContactSeam seams[16];
    void *room; ///< null: those above suffice
    size_t size;
} CrRigidPart;

/// Makes part i relative to an origin; not to be moved. Free it.
CaromError crRigidPartMake(CaromWorld *world, uint32_t slot, const CrRigidParts *parts, int i,
                           CaromVec2 origin, CrRigidPart *part);
void crRigidPartFree(CaromWorld *world, CrRigidPart *part);

#endif
