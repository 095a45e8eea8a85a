// SPDX-License-Identifier: MIT
// What of a world takes how much memory, counted anew from what each part holds. What is left is
// the world itself and what calls and steps have at hand for a moment.
#include "world.h"

#include "../broadphase/bytes.h"
#include "bake.h"
#include "collect.h"
#include "flight_boxes.h"
#include "shape_room.h"
#include "stance.h"
#include "tile_shape.h"

static int64_t slotsBytes(const CrSlots *slots)
{
    return crArrayBytes(slots->ages) + crArrayBytes(slots->freeIndices) + crArrayBytes(slots->live);
}

static int64_t sharedBytes(const CrShared *shared)
{
    return crArrayBytes(shared->entries) + crArrayBytes(shared->unused) +
           crArrayBytes(shared->places);
}

static int64_t shapesBytes(const CaromWorld *world)
{
    int64_t bytes = crArrayBytes(world->shapes) + slotsBytes(&world->shapeSlots) +
                    crArrayBytes(world->matters) + sharedBytes(&world->matterKinds) +
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
    const CrKinematics *k = &world->kinematics;
    return crArrayBytes(k->bodies) + crArrayBytes(k->shapes) + crArrayBytes(k->boxes) +
           crArrayBytes(k->stances) + crArrayBytes(k->turns) + crArrayBytes(k->loose) +
           crArrayBytes(k->places) +
           crMovingBytes(&k->layer) + crDriftsBytes(&k->drifts) + crArrayBytes(world->edits.boxes) +
           crMovingBytes(&world->edits.layer);
}

static int64_t contactsBytes(const CaromWorld *world)
{
    const CrSensors *s = &world->sensors;
    const CrPairContacts *t = &world->touchings;
    return crBoxesBytes(&s->boxes) + crArrayBytes(s->moving) + crArrayBytes(s->movingBoxes) +
           crMovingBytes(&s->layer) + crArrayBytes(s->touched) + crArrayBytes(s->nodes) +
           crArrayBytes(t->all) + crArrayBytes(t->watched) + crArrayBytes(t->moving) +
           crArrayBytes(t->boxes) + crMovingBytes(&t->layer) + crArrayBytes(t->scratch[0]) +
           crArrayBytes(t->scratch[1]);
}

static int64_t projectilesBytes(const CaromWorld *world)
{
    const CrFlights *f = &world->flights;
    int64_t bytes = crArrayBytes(f->hotBlock);
#define ADD(type, name) bytes += crArrayBytes(f->name);
    CR_FLIGHT_ARRAYS(ADD)
#undef ADD
    bytes += crArrayBytes(f->crossings) + crArrayBytes(f->queued) + crArrayBytes(f->calm);
    bytes += crArrayBytes(f->extras) + crArrayBytes(f->stuck) + crArrayBytes(f->pierces);
    bytes += crArrayBytes(f->pulls) + crArrayBytes(world->recipes);
    bytes += sharedBytes(&world->recipeKinds) + crArrayBytes(world->partners.all);
    bytes += crBoxesBytes(&world->partners.boxes);
    bytes += crFlightBoxesBytes(world) + crArrayBytes(world->ties.all);
    return bytes + crArrayBytes(world->turns) + crArrayBytes(world->watchers);
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
    m.bodies = crArrayBytes(world->bodies) + slotsBytes(&world->bodySlots);
    m.shapes = shapesBytes(world);
    m.cells = crGridBytes(&world->grid) + crBoxesBytes(&world->boxes);
    m.lanes = crLanesBytes(&world->grid);
    m.moving = movingBytes(world);
    m.contacts = contactsBytes(world);
    m.projectiles = projectilesBytes(world);
    m.events = eventsBytes(world);
    m.other = m.total - m.bodies - m.shapes - m.cells - m.lanes - m.moving - m.contacts -
              m.projectiles - m.events;
    return m;
}
