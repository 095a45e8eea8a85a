// SPDX-License-Identifier: MIT
// From a body's local space to where its shapes are baked: its base transform, then that of what it
// hangs from, and so on up to the one that hangs from nothing. Base transforms are applied one
// after the other, so that a point that is put by hand into the space of the parent is baked to the
// same bits. What they make together may shear, which no single base transform can.
#ifndef CAROM_WORLD_FRAME_H
#define CAROM_WORLD_FRAME_H

#include "world.h"

/// Bodies from the one that hangs from nothing to the last, both included.
#define CR_DEPTH_LIMIT 32

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

#endif
