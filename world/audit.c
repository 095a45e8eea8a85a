// SPDX-License-Identifier: MIT
// A walk over everything a world holds, for tests.
#include "api/worlds.h"
#include "data/flight_pool.h"
#include "flight/def_table.h"
#include "flight/leg.h"
#include "geometry/materials.h"
#include "geometry/shape_storage.h"
#include "geometry/shape_view.h"
#include "geometry/tile_border.h"
#include "index/hierarchy.h"
#include "index/moving_index.h"
#include "rigid/rigid_mirror.h"
#include "rigid/rigid_pool.h"

/// Every slot is alive, or on the stack of free ones, or spent.
static bool slotsHold(const CrSlots *slots)
{
    int live = 0, spent = 0, unused = crArrayCount(slots->freeIndices);
    for (uint32_t i = 0; i < crSlotsCount(slots); i++) {
        live += slots->live[i];
        spent += !slots->live[i] && slots->ages[i] == UINT32_MAX;
    }
    for (int k = 0; k < unused; k++) {
        uint32_t i = slots->freeIndices[k];
        if (i >= crSlotsCount(slots) || slots->live[i] || slots->ages[i] == UINT32_MAX) {
            return false;
        }
    }
    return live == slots->liveCount && live + spent + unused == crArrayCount(slots->ages);
}

static bool shapeHolds(const CaromWorld *world, uint32_t s)
{
    const CrShape *shape = &world->shapes[s];
    if (!crSlotsLive(&world->bodySlots, shape->body)) {
        return false;
    }
    const CrShapeExtras *extras = crShapeExtras(shape);
    int spare = shape->type == CAROM_SHAPE_CHAIN || shape->type == CAROM_SHAPE_SEGMENT ||
                shape->type == CAROM_SHAPE_CAPSULE; // points without an edge of their own
    if (shape->edgeCount != shape->pointCount - spare || !(shape->radius >= 0.0) ||
        (shape->radius > 0.0) != (crShapeLocalRadius(shape) > 0.0)) {
        return false;
    }
    if ((shape->type == CAROM_SHAPE_TILES) != (extras->tiles != NULL) ||
        (extras->tiles != NULL &&
         (shape->edgeCount != extras->tiles->mesh.count || !crTileMeshHolds(extras->tiles)))) {
        return false;
    }
    if ((shape->type == CAROM_SHAPE_REGION) != (extras->ringCount > 0) ||
        (extras->ringCount > 0 && extras->ringEnds[extras->ringCount - 1] != shape->pointCount)) {
        return false;
    }
    for (int e = 0; e < shape->edgeCount; e++) {
        const CrKeyOwner *owner = &world->keyOwners[crShapeKeys(shape)[e]];
        if (owner->shape != s || owner->feature != (uint32_t)e) {
            return false;
        }
    }
    uint32_t next = shape->next, previous = shape->previous;
    bool linked = (next == CR_NONE ? world->bodies[shape->body].lastShape == s
                                   : world->shapes[next].previous == s) &&
                  (previous == CR_NONE ? world->bodies[shape->body].firstShape == s
                                       : world->shapes[previous].next == s);
    CaromBox box = crShapeBox(shape);
    return linked && box.min.x <= box.max.x && box.min.y <= box.max.y;
}

static bool mattersHold(const CaromWorld *world)
{
    uint64_t users = 0;
    for (int e = 0; e < crArrayCount(world->allTraits); e++) {
        users += world->matterKinds.entries[e].users;
    }
    return users == (uint64_t)world->shapeSlots.liveCount;
}

/// Listed by its parent, in order; carried by it, where it has no motion of its own.
static bool bodyHolds(const CaromWorld *world, uint32_t b)
{
    const CrBody *body = &world->bodies[b];
    if (body->parent == CR_NONE) {
        return body->nextSibling == CR_NONE && crHierarchyMotionHolds(world, b);
    }
    if (!crSlotsLive(&world->bodySlots, body->parent) || crHierarchyCheck(world, b) != CAROM_OK) {
        return false;
    }
    uint32_t before = body->previousSibling, next = body->nextSibling;
    bool isLinked = before == CR_NONE ? world->bodies[body->parent].firstChild == b
                                      : before < b && world->bodies[before].nextSibling == b &&
                                            world->bodies[before].parent == body->parent;
    return isLinked && (next == CR_NONE || world->bodies[next].previousSibling == b) &&
           crHierarchyMotionHolds(world, b);
}

static bool bodiesHold(const CaromWorld *world)
{
    int spinners = 0, moving = 0;
    for (uint32_t b = 0; b < crSlotsCount(&world->bodySlots); b++) {
        if (world->bodySlots.live[b]) {
            spinners += crBodyTurns(&world->bodies[b]);
            moving += world->bodies[b].type != CAROM_BODY_STATIC;
            if (!bodyHolds(world, b)) {
                return false;
            }
        }
    }
    const uint32_t *listed = world->movingIndex.bodies;
    for (int k = 0; k < crArrayCount(listed); k++) {
        if (!crSlotsLive(&world->bodySlots, listed[k]) || world->bodies[listed[k]].listed != k ||
            world->bodies[listed[k]].type == CAROM_BODY_STATIC) {
            return false;
        }
    }
    return spinners == world->movingIndex.spinners && moving == crArrayCount(listed) &&
           crRigidsHold(world) && crRigidMirrorHolds(world);
}

static bool flightHolds(const CaromWorld *world, uint32_t i)
{
    const CrFlights *f = &world->flights;
    bool finite = crVecFinite(f->hot[i].place) && crVecFinite(f->hot[i].velocity) &&
                  crVecFinite(crFlightPull(f, i)) && crFinite(f->hot[i].start) &&
                  f->next[i] == f->next[i];
    bool owned = !crFlightHasExtra(f, i) || crFlightExtra(f, i)->flight == i;
    return finite && owned && f->hot[i].flightDef < (uint32_t)crArrayCount(world->flightDefs) &&
           crFlightDefIsUsed(world, (int)f->hot[i].flightDef) &&
           f->hot[i].mode <= CAROM_PROJECTILE_PARKED && f->hot[i].nextKind <= CR_NEXT_OVERFLOW &&
           crFlightPierces(f, i)->count >= 0 && crFlightPierces(f, i)->count <= CR_PIERCE_DEPTH &&
           crFlightIsUpToDate(world, i);
}

static bool recipesHold(const CaromWorld *world)
{
    uint64_t users = 0;
    bool summed = true;
    for (int r = 0; r < crArrayCount(world->flightDefs); r++) {
        const CrFlightDef *flightDef = &world->flightDefs[r];
        users += world->recipeKinds.entries[r].users;
        summed &=
            !crFlightDefIsUsed(world, r) || flightDef->sum == crHashFlightDef(&flightDef->def);
    }
    return summed && users == (uint64_t)world->flights.liveCount;
}

/// Each knows its flight, and is known to it, and is listed where it says.
static bool partnersHold(const CaromWorld *world)
{
    const CrProjectilePairs *projectilePairs = &world->projectilePairs;
    int count = crArrayCount(projectilePairs->all), listed = 0, meant = 0;
    for (int k = 0; k < count; k++) {
        uint32_t i = projectilePairs->all[k].flight;
        listed += projectilePairs->all[k].listed;
        if (!crFlightLives(&world->flights, i) ||
            crFlightExtra(&world->flights, i)->projectilePair != (uint32_t)k) {
            return false;
        }
    }
    for (uint32_t i = 0; i < crFlightsCount(&world->flights); i++) {
        meant += crFlightLives(&world->flights, i) &&
                 world->flightDefs[world->flights.hot[i].flightDef].def.meetMask != 0;
    }
    return meant == count && listed == crArrayCount(projectilePairs->boxes.nodes) &&
           crBoxesValidate(&projectilePairs->boxes);
}

/// Items say of what matter they are.
static bool kindsHold(const CaromWorld *world, const CrShape *shape)
{
    const CrGridItem *items = world->grid.items;
    bool rests = crBodyRests(&world->bodies[shape->body]) && !shape->sensor;
    for (int i = 0; rests && i < shape->edgeCount; i++) {
        if (crGridKind(&items[crShapeKeys(shape)[i]]) != crShapeKind(shape)) {
            return false;
        }
    }
    return true;
}

/// Of the moving layer's arrays: whether each shape knows its place in them.
static bool placesHold(const CaromWorld *world)
{
    const CrMovingIndex *movingIndex = &world->movingIndex;
    bool ok = true;
    for (int k = 0; k < crArrayCount(movingIndex->shapes); k++) {
        uint32_t slot = movingIndex->shapes[k];
        ok &= movingIndex->places[slot].listed == k &&
              world->shapes[slot].sensor == (k >= movingIndex->solids);
    }
    for (int k = 0; k < crArrayCount(movingIndex->unindexed); k++) {
        ok &= movingIndex->places[movingIndex->unindexed[k].shape].unindexed == k;
    }
    ok &= crBoxCellsValidate(&movingIndex->cells) &&
          movingIndex->cells.count ==
              (movingIndex->loose == CR_LOOSE_CELLS ? crArrayCount(movingIndex->unindexed) : 0);
    return ok;
}

static bool layersHold(const CaromWorld *world, int resting, int kinematic)
{
    int boxes = world->boxes.count + world->sensors.boxes.count;
    return crGridValidate(&world->grid) && crBoxCellsValidate(&world->boxes) &&
           crBoxCellsValidate(&world->sensors.boxes) && boxes == resting && placesHold(world) &&
           kinematic == crArrayCount(world->movingIndex.shapes) &&
           world->edgeCount == crArrayCount(world->keyOwners) - world->freeKeyCount;
}

bool caromWorldValidate(const CaromWorld *world)
{
    if (world == NULL) {
        return false;
    }
    bool ok = slotsHold(&world->bodySlots) && slotsHold(&world->shapeSlots) &&
              crFlightsHold(&world->flights) && recipesHold(world) && mattersHold(world) &&
              crPairsHold(world) && bodiesHold(world);
    int resting = 0, kinematic = 0;
    for (uint32_t s = 0; ok && s < crSlotsCount(&world->shapeSlots); s++) {
        if (world->shapeSlots.live[s]) {
            ok = shapeHolds(world, s) && kindsHold(world, &world->shapes[s]);
            resting += ok && crBodyRests(&world->bodies[world->shapes[s].body]);
            kinematic += ok && crBodyMoves(&world->bodies[world->shapes[s].body]);
        }
    }
    for (uint32_t i = 0; ok && i < crFlightsCount(&world->flights); i++) {
        ok = !crFlightLives(&world->flights, i) || flightHolds(world, i);
    }
    return ok && partnersHold(world) && layersHold(world, resting, kinematic);
}
