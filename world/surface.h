// SPDX-License-Identifier: MIT
// What a projectile's matter and a shape's do to each other.
#ifndef CAROM_WORLD_SURFACE_H
#define CAROM_WORLD_SURFACE_H

#include "world.h"

typedef struct CrSurface {
    double restitution, friction, rollingResistance;
    double minBounceSpeed; ///< [m/s] below this closing speed it does not bounce
    double ricochetSine;   ///< of the largest angle between path and surface that glances off
    CaromHitAction steep;  ///< what is done beyond it, in place of a bounce
    double pierceLoss, pierceDrag;
} CrSurface;

/// One number of two.
double crMixed(CaromMix mix, double a, double b);
CrSurface crSurfaceOf(const CaromWorld *world, const CrRecipe *recipe, const CrShape *shape);

#endif
