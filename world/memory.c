// SPDX-License-Identifier: MIT
// How large a block a world wants that lives in one. The numbers are the most that was found for
// worlds of one kind each, from 10 things to 100,000, near each other and kilometres apart, and an
// eighth more; tests/world/test_budget.c fills worlds up to their budgets.
#include "../broadphase/bytes.h"
#include "api/worlds.h"
#include "bodies/bake.h"
#include "data/events.h"
#include "data/world.h"
#include "flight/flight_boxes.h"
#include "geometry/shape_storage.h"
#include "geometry/tile_shape.h"
#include "index/edit_list.h"
#include "index/ray_proxy.h"
#include "query/ray_proxy.h"

#define MOST 1000000000 ///< of each

// [B]
#define WORLD 131072
#define BODY 450
#define DYNAMIC_BODY 700
#define SHAPE 2700 ///< far from all others: tiles of its own
#define POINT 600
#define MOVING_SHAPE 640
#define BULLET 380
#define OTHER_PROJECTILE 1400
#define CONTACT 300
#define EDIT 90 ///< a box, and its place in a layer
#define EVENT 480

static bool isCount(int count)
{
    return count >= 0 && count <= MOST;
}

size_t caromBudgetSize(const CaromBudget *budget)
{
    if (budget == NULL || !isCount(budget->bodies) || !isCount(budget->dynamicBodies) ||
        !isCount(budget->shapes) || !isCount(budget->points) || !isCount(budget->movingShapes) ||
        !isCount(budget->bullets) || !isCount(budget->otherProjectiles) ||
        !isCount(budget->contacts) || !isCount(budget->events)) {
        return 0;
    }
    double edits = crMin(CR_EDITS_MOST, 256.0 + 4.0 * budget->shapes);
    double size = WORLD + EDIT * edits + (double)BODY * budget->bodies +
                  (double)DYNAMIC_BODY * budget->dynamicBodies + (double)SHAPE * budget->shapes +
                  (double)POINT * budget->points + (double)MOVING_SHAPE * budget->movingShapes +
                  (double)BULLET * budget->bullets +
                  (double)OTHER_PROJECTILE * budget->otherProjectiles +
                  (double)CONTACT * budget->contacts + (double)EVENT * budget->events;
    return size < (double)(PTRDIFF_MAX / 2) ? (size_t)size : 0;
}

// SPDX-License-Identifier: MIT
// How much memory each part of a world takes, counted from the parts. The rest is the world itself
// and the temporary memory of calls and steps.

static int64_t slotsBytes(const CrSlots *slots)
{
    return crArrayBytes(slots->ages) + crArrayBytes(slots->freeIndices) + crArrayBytes(slots->live);
}

static int64_t sharedBytes(const CrIntern *shared)
{
    return crArrayBytes(shared->entries) + crArrayBytes(shared->unused) +
           crArrayBytes(shared->places);
}

static int64_t shapesBytes(const CaromWorld *world)
{
    int64_t bytes = crArrayBytes(world->shapes) + slotsBytes(&world->shapeSlots) +
                    crArrayBytes(world->allTraits) + sharedBytes(&world->matterKinds) +
                    crArrayBytes(world->keyOwners) + (int64_t)world->shapeRoom.held +
                    crArrayBytes(world->rebakeRoom.baked) + crArrayBytes(world->rebakeRoom.points) +
                    crArrayBytes(world->rebakeRoom.from) + crArrayBytes(world->rebakeRoom.to);
    for (uint32_t s = 0; s < crSlotsCount(&world->shapeSlots); s++) {
        const CrTileMap *tiles = crShapeExtras(&world->shapes[s])->tiles;
        bool lives = crSlotsLive(&world->shapeSlots, s);
        bytes += lives && tiles != NULL ? (int64_t)crTileMapBytes(tiles) : 0;
    }
    return bytes;
}

static int64_t movingBytes(const CaromWorld *world)
{
    const CrMovingIndex *k = &world->movingIndex;
    return crArrayBytes(k->bodies) + crArrayBytes(k->shapes) + crArrayBytes(k->boxes) +
           crArrayBytes(k->rayProxies) + crArrayBytes(k->turns) + crArrayBytes(k->unindexed) +
           crArrayBytes(k->stances) + crArrayBytes(k->places) + crArrayBytes(k->changed) +
           crArrayBytes(k->map) + crMovingBytes(&k->layer) + crArrayBytes(k->others) +
           crBoxCellsBytes(&k->cells) + crMotionGridBytes(&k->motionGrid) +
           crArrayBytes(world->edits.boxes) + crMovingBytes(&world->edits.layer);
}

static int64_t contactsBytes(const CaromWorld *world)
{
    const CrSensors *s = &world->sensors;
    const CrContacts *t = &world->touchings;
    return crBoxCellsBytes(&s->boxes) + crArrayBytes(s->touched) + crArrayBytes(s->nodes) +
           crArrayBytes(t->all) + crArrayBytes(t->fresh) + crArrayBytes(t->watched) +
           crArrayBytes(t->scratch[0]) + crArrayBytes(t->scratch[1]);
}

static int64_t projectilesBytes(const CaromWorld *world)
{
    const CrFlights *f = &world->flights;
    int64_t bytes = crArrayBytes(f->hotBlock);
#define ADD(type, name) bytes += crArrayBytes(f->name);
    CR_FLIGHT_ARRAYS(ADD)
#undef ADD
    bytes += crArrayBytes(f->crossings) + crArrayBytes(f->queued) + crArrayBytes(f->clearUntil) +
             crArrayBytes(f->glances) + crArrayBytes(f->queuedAfter);
    bytes += crArrayBytes(f->extras) + crArrayBytes(f->stuck) + crArrayBytes(f->pierces);
    bytes += crArrayBytes(f->pulls) + crArrayBytes(world->flightDefs);
    bytes += sharedBytes(&world->recipeKinds) + crArrayBytes(world->projectilePairs.all);
    bytes += crBoxesBytes(&world->projectilePairs.boxes);
    bytes += crFlightBoxesBytes(world) + crArrayBytes(world->ties.all);
    return bytes + crArrayBytes(world->changed) + crArrayBytes(world->queue) +
           crArrayBytes(world->watchers) + crArrayBytes(world->linked);
}

static int64_t eventsBytes(const CaromWorld *world)
{
    const CrEvents *e = &world->events;
    int64_t bytes = 0;
#define ADD(KIND, array, name) bytes += crArrayBytes(e->array);
    CR_RARE_EVENT_KINDS(ADD)
#undef ADD
    return bytes + crArrayBytes(e->hits) + crArrayBytes(e->own.hits) + crArrayBytes(e->own.order) +
           crArrayBytes(e->scratch) + crArrayBytes(e->starts) + crArrayBytes(world->tasks.left);
}

CaromMemory caromWorldMemory(const CaromWorld *world)
{
    CaromMemory m = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    if (world == NULL) {
        return m;
    }
    m.total = world->bytes;
    m.bodies = crArrayBytes(world->bodies) + slotsBytes(&world->bodySlots) +
               crArrayBytes(world->rigids.all) + crArrayBytes(world->rigids.unused) +
               crArrayBytes(world->rigids.plans) + crArrayBytes(world->rigids.broken) +
               crArrayBytes(world->rigids.awake) + crArrayBytes(world->rigids.turned) +
               crArrayBytes(world->rigids.spare) + crArrayBytes(world->rigids.edited) +
               crArrayBytes(world->rigids.isEdited) + crArrayBytes(world->rigids.fast) +
               crArrayBytes(world->rigids.due) + crArrayBytes(world->rigids.kinematic);
    m.shapes = shapesBytes(world);
    m.cells = crGridBytes(&world->grid) + crBoxCellsBytes(&world->boxes);
    m.edgePackets = crEdgePacketsBytes(&world->grid);
    m.moving = movingBytes(world);
    m.contacts = contactsBytes(world);
    m.projectiles = projectilesBytes(world);
    m.events = eventsBytes(world);
    m.other = m.total - m.bodies - m.shapes - m.cells - m.edgePackets - m.moving - m.contacts -
              m.projectiles - m.events;
    return m;
}
