// SPDX-License-Identifier: MIT
// Public calls for the table of surfaces: pairs of materials. The state hash reads them in the
// order of their keys, which does not depend on the order of the calls.
#include "../data/observer.h"
#include "../data/rigid_edits.h"
#include "../flight/def_table.h"
#include "../geometry/materials.h"
#include "../geometry/shape_view.h"
#include "../projectile/dispatch.h"
#include "../support/bounce_series.h"
#include "shape.h"

#define SURFACE_COOKIE 0x43530001u
#define RIGHT_ANGLE 0x1.921fb54442d18p+0

CaromSurface caromSurface(void)
{
    CaromSurface surface = {0};
    surface.restitution = 1.0;
    surface.ricochetAngle = RIGHT_ANGLE;
    surface.steep = CAROM_HIT_BOUNCE;
    surface.cookie = SURFACE_COOKIE;
    return surface;
}

static CaromError checkMaterials(uint32_t projectileMaterial, uint32_t shapeMaterial)
{
    bool ok = projectileMaterial < CR_MATERIALS && shapeMaterial < CR_MATERIALS;
    return ok ? CAROM_OK : CAROM_ERROR_OUT_OF_RANGE;
}

CaromError crSurfaceCheck(const CaromWorld *world, const CaromSurface *surface)
{
    if (surface->cookie != SURFACE_COOKIE) {
        return CAROM_ERROR_DEF;
    }
    CrDefCheck check = {world, "caromWorldSetSurface", world->log, world->logContext, CAROM_OK};
    crDefCheckRange(&check, surface->restitution, 0.0, 10.0, "CaromSurface.restitution: 0 .. 10");
    crDefCheckRange(&check, surface->friction, 0.0, 1e6, "CaromSurface.friction: 0 .. 1e6");
    crDefCheckRange(&check, surface->rollingResistance, 0.0, 1e6,
                    "CaromSurface.rollingResistance: 0 .. 1e6");
    crDefCheckRange(&check, surface->minBounceSpeed, 0.0, CR_HUGE,
                    "CaromSurface.minBounceSpeed: 0 .. 1e12");
    crDefCheckRange(&check, surface->ricochetAngle, 0.0, RIGHT_ANGLE,
                    "CaromSurface.ricochetAngle: 0 .. π/2");
    crDefCheckRange(&check, surface->pierceLoss, 0.0, 1e9, "CaromSurface.pierceLoss: 0 .. 1e9");
    crDefCheckRange(&check, surface->pierceDrag, 0.0, 1e9, "CaromSurface.pierceDrag: 0 .. 1e9");
    bool isUse = (unsigned)surface->bodies < CAROM_SURFACE_BODIES_COUNT;
    crDefCheck(&check, isUse ? CAROM_OK : CAROM_ERROR_ENUM, "CaromSurface.bodies");
    bool isAction = (unsigned)surface->steep < CAROM_HIT_ASK;
    crDefCheck(&check, isAction ? CAROM_OK : CAROM_ERROR_ENUM, "CaromSurface.steep");
    return check.error;
}

// ---- those that lie on a surface that changes

/// Whether what a flight does now was decided by the numbers of a pair.
static bool leansOn(const CaromWorld *world, uint32_t i, uint32_t key)
{
    const CrFlights *f = &world->flights;
    CrSupport support;
    if (!crFlightLives(f, i) || !crFlightSupport(world, i, &support)) {
        return false;
    }
    uint32_t own = world->flightDefs[f->hot[i].flightDef].def.material;
    return crPairKey(own, crShapeMaterial(world, &world->shapes[support.shape], support.edge)) ==
           key;
}

/// Friction is part of a leg along a surface, and of the reason to rest: they start again.
static void renew(CaromWorld *world, uint32_t key)
{
    for (uint32_t i = 0; i < crFlightsCount(&world->flights); i++) {
        if (leansOn(world, i, key)) {
            crFlightRenew(world, i);
        }
    }
}

// ---- the table

static bool equal(const CaromSurface *a, const CaromSurface *b)
{
    return a->restitution == b->restitution && a->friction == b->friction &&
           a->rollingResistance == b->rollingResistance && a->minBounceSpeed == b->minBounceSpeed &&
           a->ricochetAngle == b->ricochetAngle && a->steep == b->steep &&
           a->pierceLoss == b->pierceLoss && a->pierceDrag == b->pierceDrag &&
           a->bodies == b->bodies;
}

/// Whether anything has changed.
static bool removePair(CaromWorld *world, uint32_t key)
{
    bool known = crPairFind(world, key) != NULL;
    if (known) {
        crPairRemove(world, key);
    }
    return known;
}

/// The same; there is room for one more.
static bool setPair(CaromWorld *world, uint32_t key, const CaromSurface *surface)
{
    const CrPair *known = crPairFind(world, key);
    if (known != NULL && equal(&known->surface, surface)) {
        return false;
    }
    CrPair pair = {key, {-1, -1}, caromRotation(surface->ricochetAngle).s, *surface, 0};
    crPairSeal(&pair);
    if (known == NULL) {
        crPairInsert(world, &pair);
    } else {
        CrPair *present = &world->pairs[known - world->pairs];
        present->ricochetSine = pair.ricochetSine;
        present->surface = *surface;
        present->kind = pair.kind;
    }
    return true;
}

/// The same, if all projectiles that it may hold have the memory for that. Returns whether anything
/// changed.
static CaromError givePair(CaromWorld *world, uint32_t key, const CaromSurface *surface,
                           bool *changed)
{
    const CrPair *known = crPairFind(world, key);
    bool isNew = known == NULL;
    CaromSurface before = isNew ? *surface : known->surface;
    *changed = setPair(world, key, surface);
    CaromError error = *changed ? crFlightsGiveExtras(world) : CAROM_OK;
    if (error != CAROM_OK && isNew) {
        removePair(world, key);
    } else if (error != CAROM_OK) {
        setPair(world, key, &before);
    }
    return error;
}

CaromError caromWorldSetSurface(CaromWorld *world, uint32_t projectileMaterial,
                                uint32_t shapeMaterial, const CaromSurface *surface)
{
    CaromError error = crCheckEditable(world);
    error = crThen(error, checkMaterials(projectileMaterial, shapeMaterial));
    uint32_t key = crPairKey(projectileMaterial, shapeMaterial);
    if (error == CAROM_OK && surface != NULL) {
        error = crSurfaceCheck(world, surface);
        if (error == CAROM_OK && !crArrayGrow(world->pairs, 1, &world->allocator)) {
            error = CAROM_ERROR_MEMORY;
        }
    }
    bool changed = false;
    if (error == CAROM_OK && surface != NULL) {
        error = givePair(world, key, surface, &changed);
    } else if (error == CAROM_OK) {
        changed = removePair(world, key);
    }
    if (error == CAROM_OK && changed) {
        renew(world, key);
        crRigidNoteMix(world);
    }
    return crEndCall(world, error, caromWorldSetSurface, .x = (int)projectileMaterial,
                     .y = (int)shapeMaterial, .surface = surface);
}

int caromWorldSurface(const CaromWorld *world, uint32_t projectileMaterial, uint32_t shapeMaterial,
                      CaromSurface *out)
{
    CaromError error =
        world == NULL ? CAROM_ERROR_NULL : checkMaterials(projectileMaterial, shapeMaterial);
    if (error != CAROM_OK) {
        return crRefuseQuery(world, error, "caromWorldSurface");
    }
    const CrPair *pair = crPairFind(world, crPairKey(projectileMaterial, shapeMaterial));
    if (pair != NULL && out != NULL) {
        *out = pair->surface;
    }
    return pair != NULL;
}
