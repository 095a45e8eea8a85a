// SPDX-License-Identifier: MIT
// PUBLIC. Surfaces: how friction and restitution of two materials become one.
#ifndef CAROM_WORLD_API_MATERIALS_H
#define CAROM_WORLD_API_MATERIALS_H

/// How a number a of the projectile and b of the shape are combined at a hit, unless the pair of
/// materials has a surface (caromWorldSetSurface). Bodies that touch each other have numbers of
/// their own (CaromShapeDef.bodyFriction, …). By default the projectile's number decides: shapes
/// have 1.
///
///     mix      of a and b   0.5, 0.8   0, 1   use
///     PRODUCT  a·b          0.4        0      losses add up; 0 on either side wins
///     MAX      larger       0.8        1      a rubber floor bounces everything
///     MIN      smaller      0.5        0      ice is slippery under everything
///     AVERAGE  (a + b) / 2  0.65       0.5    in between
typedef enum CaromMix {
    CAROM_MIX_PRODUCT, ///< a·b
    CAROM_MIX_MAX,     ///< the larger one
    CAROM_MIX_MIN,     ///< the smaller one
    CAROM_MIX_AVERAGE, ///< (a + b) / 2
    CAROM_MIX_COUNT
} CaromMix;

#endif
