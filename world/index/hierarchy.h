// SPDX-License-Identifier: MIT
// Parents and children of bodies: which attachments are allowed, and how the motions of both
// combine.
//
// A body moves as one pose: turned about a pivot, moved in a straight line or, where it
// accelerates, on a parabola (CrBody). Its pose, with the pivot, carries its children. The
// combination with a child's own velocity is again such a pose if the parent does not spin at the
// time; with the child's own spin, if no ancestor has an unequal scale, since otherwise it would
// not be a rotation. Everything else is refused (CAROM_ERROR_MOTION), so that law 2 holds for
// everything that moves.
#ifndef CAROM_WORLD_INDEX_HIERARCHY_H
#define CAROM_WORLD_INDEX_HIERARCHY_H

#include "../core/limits.h"
#include "../data/world.h"

/// The next of a body and all that hang from it, parents first; CR_NONE: no more.
uint32_t crHierarchyNext(const CaromWorld *world, uint32_t root, uint32_t body);

/// Every shape of them.
typedef struct CrHierarchyWalk {
    const CaromWorld *world;
    uint32_t root, body, shape;
} CrHierarchyWalk;
CrHierarchyWalk crHierarchyShapes(const CaromWorld *world, uint32_t root);
bool crHierarchyNextShape(CrHierarchyWalk *walk, uint32_t *shape);

/// Hangs a body from another, or nothing (CR_NONE). Brothers are listed by slot.
void crHierarchyLink(CaromWorld *world, uint32_t body, uint32_t parent);
void crHierarchyUnlink(CaromWorld *world, uint32_t body);
/// The body without a parent that a body is, or hangs from.
uint32_t crHierarchyRoot(const CaromWorld *world, uint32_t body);
/// Whether a body is another one, or hangs from it.
bool crHierarchyHolds(const CaromWorld *world, uint32_t root, uint32_t body);
/// Whether solid shapes of a body collide with dynamic bodies. What hangs on a dynamic body is
/// carried, and pushes nothing; characters are moved by movers; disabled bodies touch nothing.
bool crBodyTakesPart(const CaromWorld *world, uint32_t body);
/// What is wrong with a body, as it is set and hangs, and with all that hang from it.
CaromError crHierarchyCheck(const CaromWorld *world, uint32_t root);

/// A new anchor at a time of a body's own motion, which stays what it is.
void crHierarchyAnchor(const CaromWorld *world, uint32_t body, double time);
/// What the motions make together, of a body and of all that hang from it, from a time on. stays:
/// nothing is where it was not before, and so shall be to the bit.
void crHierarchyCompose(CaromWorld *world, uint32_t root, double time, bool stays);

/// Whether a body moves as it must by what it hangs from, where that alone decides.
bool crHierarchyMotionHolds(const CaromWorld *world, uint32_t body);

// ---- for the public calls (body.c)

// SPDX-License-Identifier: MIT
// From a body's local space to where its shapes are baked: its base transform, then that of what it
// hangs from, and so on up to the one that hangs from nothing. Base transforms are applied one
// after the other, so that a point that is put by hand into the space of the parent is baked to the
// same bits. What they make together may shear, which no single base transform can.

/// body may be CR_NONE everywhere: what is given is given back.
CaromVec2 crFramePoint(const CaromWorld *world, uint32_t body, CaromVec2 local);
void crFramePoints(const CaromWorld *world, uint32_t body, const CaromVec2 *local, int count,
                   CaromVec2 *baked);
CaromVec2 crFrameVector(const CaromWorld *world, uint32_t body, CaromVec2 local);
/// Back from where it is baked.
CaromVec2 crFrameLocal(const CaromWorld *world, uint32_t body, CaromVec2 baked);
/// The radius that a circle gets: as long as the image of its radius along the local x axis. Where
/// no ancestor scales unequally that is |scale.x| of all, multiplied from the body on upwards.
double crFrameRadius(const CaromWorld *world, uint32_t body, double radius);
/// Whether left and right change places.
bool crFrameMirrors(const CaromWorld *world, uint32_t body);
/// Of the body itself 1.
int crFrameDepth(const CaromWorld *world, uint32_t body);

/// Whether a body, or what it hangs from, stands for a mover. Movers meet it where that was put by
/// its own last move: how it goes on from there is a guess until the next one.
static inline bool crBodyIsCharacter(const CaromWorld *world, const CrBody *body)
{
    while (!body->character && body->parent != CR_NONE) {
        body = &world->bodies[body->parent];
    }
    return body->character;
}

/// Where flights find it.
static inline CrPose crFlightPose(const CaromWorld *world, const CrBody *body, double time)
{
    return crBodyPose(body, CR_UNLIKELY(world->still) ? world->stillAt : time);
}

#endif
