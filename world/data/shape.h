// SPDX-License-Identifier: MIT
// The structures of a shape: traits, extras, keys of its edges, pairs of materials.
#ifndef CAROM_WORLD_DATA_SHAPE_H
#define CAROM_WORLD_DATA_SHAPE_H

#include "../../broadphase/grid.h"
#include "../api/body_shapes.h"
#include "../api/projectiles.h"

#define CR_MATERIALS 65536

/// Of a ring of a region.
enum {
    CR_RING_HOLE = 1,  ///< it bounds a hole
    CR_RING_TURNED = 2 ///< baked runs opposite to local if nothing mirrors it
};

/// The properties of shapes apart from their geometry. shape_traits.h
typedef struct CrShapeTraits {
    CaromFilter filter;
    double restitution, friction, rollingResistance, surfaceSpeed;
    uint32_t material;
    double density; ///< [kg/m²]
    double bodyRestitution, bodyFriction, bodyRollingResistance;
} CrShapeTraits;

#define CR_BODY_FRICTION 0.6 ///< CaromShapeDef.bodyFriction's default; adds nothing to hashes

/// Whether bodies meet the shape as they meet most: what they read is then not stored.
static inline bool crMeetsBodiesAsMost(const CrShapeTraits *traits)
{
    return traits->bodyRestitution == 0.0 && traits->bodyFriction == CR_BODY_FRICTION &&
           traits->bodyRollingResistance == 0.0;
}

/// The data that few shapes have: regions, tile maps, sensors, shapes of several materials. Its
/// arrays lie in the same block.
typedef struct CrShapeExtras {
    int *nextPoint; ///< of regions and tile maps, else null: the point that follows on its ring
    int *ringEnds;  ///< of regions, else null
    int ringCount;
    uint8_t *rings;          ///< of regions: CR_RING_…, or-ed
    struct CrTileMap *tiles; ///< of tile maps, else null; its own
    uint32_t *materials;     ///< by feature; null: all have that of its traits
    uint64_t stamp;          ///< of its last test, as a sensor
    double renewed;          ///< the clock when it was last changed, but for single tiles
} CrShapeExtras;

/// A shape and its baked geometry. Edge i runs from point i to i + 1, in regions to nextPoint[i].
/// Circles, capsules and segments have one edge; open chains have one less than points. Code that
/// needs only baked points reads nothing else. Around the baked points lie local points in the
/// user's order, keys of edges, a box: shape_storage.h.
typedef struct CrShape {
    uint8_t type;   ///< CaromShapeType
    bool oneSided;  ///< solid on the left of its edges: polygons, one-sided segments and chains
    bool flipped;   ///< baked runs opposite to local; regions: it is mirrored
    bool unindexed; ///< in the moving layer's list of changed shapes
    bool sensor;
    bool touched;      ///< in the sensors' list of changed ones
    bool contacts : 1; ///< reports its contacts
    bool hits : 1;     ///< reports impacts
    bool asks : 1;     ///< the contact callback decides whether bodies collide with it
    uint8_t state;     ///< CR_SHAPE_…
    uint32_t body, previous, next;
    int pointCount, edgeCount;
    uint32_t traits;
    CaromVec2 *baked;      ///< world space, at the body's anchor; polygons counter-clockwise
    CrShapeExtras *extras; ///< or null
    double radius;         ///< of a circle or capsule, or the rounding of another shape
    double edited; ///< the clock when it was last made or changed, its body's motion included
    void *userData;
} CrShape;

/// States of a shape, or-ed.
enum {
    CR_SHAPE_LOCAL_IS_BAKED = 1, ///< local points equal baked ones to the bit and are stored once
    CR_SHAPE_KEPT = 2,           ///< the last edit left its edges, and what lies on them, alone
    CR_SHAPE_MOVED_SINCE =
        4, ///< has moved or changed since it was last used to compute the clearUntil of flights
    CR_SHAPE_FOLLOWED = 8 ///< static: the solver has followed the last edit (rigid/rigid_dig.h)
};

/// The edge that a key belongs to. Free keys: CR_NONE, and the next free key.
typedef struct CrKeyOwner {
    uint32_t shape;
    uint32_t feature;
} CrKeyOwner;

/// The surface that the game set for a pair of materials.
typedef struct CrPair {
    uint32_t key; ///< projectile's material << 16 | shape's
    int child[2]; ///< places in the array of pairs with lower and with higher keys, or -1
    double ricochetSine;
    CaromSurface surface;
    uint8_t kind; ///< steep and bodies of the surface, as they are saved: crPairSeal
} CrPair;

#define CR_PAIR_STEEPS 16 ///< more than the actions of a steep hit
#define CR_PAIR_KINDS (CR_PAIR_STEEPS * CAROM_SURFACE_BODIES_COUNT)

static inline void crPairSeal(CrPair *pair)
{
    pair->kind = (uint8_t)((int)pair->surface.steep + CR_PAIR_STEEPS * (int)pair->surface.bodies);
}
static inline void crPairUnseal(CrPair *pair)
{
    pair->surface.steep = (CaromHitAction)(pair->kind % CR_PAIR_STEEPS);
    pair->surface.bodies = (CaromSurfaceBodies)(pair->kind / CR_PAIR_STEEPS);
}

/// Scratch memory of setting a body's transform, kept for the next time unless it is large. bake.c
typedef struct CrRebakeRoom {
    struct CrBaked *baked; ///< one a shape
    CaromVec2 *points;     ///< of all shapes
    CrGridItem *from, *to; ///< of resting ones
} CrRebakeRoom;

#endif
