// SPDX-License-Identifier: MIT
#include "hash.h"

#include "recipe.h"
#include "shape.h"
#include "slide.h"
#include "surface.h"

#define START CR_HASH_START

static inline uint64_t mixNumber(uint64_t hash, double x)
{
    union {
        double x;
        uint64_t bits;
    } u;
    u.x = x;
    return crHashMix(hash, u.bits << 1 == 0 ? 0 : u.bits); // both zeros act alike
}

static inline uint64_t mixVec(uint64_t hash, CaromVec2 v)
{
    return mixNumber(mixNumber(hash, v.x), v.y);
}

static uint64_t mixFilter(uint64_t hash, const CaromFilter *filter)
{
    hash = crHashMix(crHashMix(hash, filter->category), filter->mask);
    return crHashMix(hash, (uint64_t)(uint32_t)filter->group);
}

// ---- bodies

/// Of one that hangs from nothing they are what follows from them.
static uint64_t mixOwn(uint64_t hash, const CrBody *body)
{
    const CrMotion *own = &body->own;
    hash = mixVec(crHashMix(hash, (uint64_t)body->parent + 1), body->pivot);
    hash = mixVec(mixVec(hash, own->drift), own->velocity);
    return mixNumber(mixNumber(mixNumber(hash, own->turn), own->spin), own->time);
}

static uint64_t sumBody(const CaromWorld *world, uint32_t slot)
{
    const CrSlots *slots = &world->bodySlots;
    const CrBody *body = &world->bodies[slot];
    uint64_t hash = crHashMix(START, (uint64_t)slots->ages[slot] << 1 | slots->live[slot]);
    if (!slots->live[slot]) {
        return hash;
    }
    hash = body->parent != CR_NONE ? mixOwn(hash, body) : hash;
    hash = mixVec(crHashMix(hash, crBodyKind(body)), body->transform.position);
    hash = mixNumber(mixNumber(hash, body->transform.rotation.c), body->transform.rotation.s);
    hash = mixVec(mixVec(hash, body->transform.scale), body->drift);
    hash = mixNumber(mixVec(hash, body->velocity), body->anchorTime);
    bool turns = body->turn != 0.0 || body->spin != 0.0;
    return turns ? mixNumber(mixNumber(hash, body->turn), body->spin) : hash;
}

// ---- shapes

/// In two chains, for the processor to go along side by side.
static uint64_t sumPoints(const CaromVec2 *points, int count)
{
    uint64_t x = START, y = START + 1;
    for (int i = 0; i < count; i++) {
        x = mixNumber(x, points[i].x);
        y = mixNumber(y, points[i].y);
    }
    // Not of x ^ y: signs that change in both would cancel.
    return crHashMix(crHashMix(START, x), y);
}

static uint64_t mixExtras(uint64_t hash, const CaromWorld *world, const CrShape *shape)
{
    const CrShapeExtras *extras = shape->extras;
    for (int k = 0; k < extras->ringCount; k++) {
        hash = crHashMix(hash, (uint64_t)extras->ringEnds[k]);
    }
    for (int i = 0; i < shape->edgeCount && extras->tiles != NULL; i++) {
        hash = crHashMix(hash, crShapeMaterial(world, shape, i));
    }
    hash = extras->tiles != NULL ? mixNumber(hash, extras->renewed) : hash;
    for (int i = 0; i < shape->edgeCount && extras->materials != NULL; i++) {
        hash = crHashMix(hash, extras->materials[i]);
    }
    return hash;
}

static uint64_t mixMatter(uint64_t hash, const CrMatter *matter)
{
    hash = mixNumber(mixNumber(hash, matter->restitution), matter->friction);
    hash = mixNumber(mixNumber(hash, matter->rollingResistance), matter->surfaceSpeed);
    return mixFilter(crHashMix(hash, matter->material), &matter->filter);
}

static uint64_t sumShape(const CaromWorld *world, uint32_t slot)
{
    const CrSlots *slots = &world->shapeSlots;
    const CrShape *shape = &world->shapes[slot];
    uint64_t hash = crHashMix(START, (uint64_t)slots->ages[slot] << 1 | slots->live[slot]);
    if (!slots->live[slot]) {
        return hash;
    }
    uint64_t is = (uint64_t)shape->oneSided | (uint64_t)shape->sensor << 1 |
                  (uint64_t)shape->contacts << 2 | (uint64_t)shape->type << 8;
    bool twin = (shape->state & CR_SHAPE_TWIN) != 0;
    uint64_t baked = sumPoints(shape->baked, shape->pointCount);
    uint64_t local = twin ? baked : sumPoints(crShapeLocal(shape), shape->pointCount);
    hash = crHashMix(hash, is | (uint64_t)shape->body << 32);
    hash = crHashMix(crHashMix(crHashMix(hash, (uint64_t)shape->pointCount), local), baked);
    hash = mixNumber(mixNumber(hash, crShapeLocalRadius(shape)), shape->radius);
    hash = mixMatter(mixNumber(hash, shape->edited), crShapeMatter(world, shape));
    return shape->extras != NULL ? mixExtras(hash, world, shape) : hash;
}

// ---- recipes

static uint64_t mixBlast(uint64_t hash, const CaromBlast *blast)
{
    hash = mixNumber(mixNumber(hash, blast->radius), blast->impulse);
    return mixFilter(crHashMix(hash, (uint64_t)blast->falloff), &blast->filter);
}

uint64_t crHashRecipe(const CaromProjectileDef *def)
{
    uint64_t hash = mixNumber(mixNumber(START, def->radius), def->gravityScale);
    hash = mixNumber(mixVec(hash, def->acceleration), def->mass);
    hash = mixNumber(mixNumber(hash, def->restitution), def->friction);
    hash = crHashMix(mixNumber(hash, def->restTime), (uint64_t)def->bounces);
    hash = mixNumber(crHashMix(crHashMix(hash, def->rolls), def->material), def->rollingResistance);
    hash = mixNumber(mixNumber(hash, def->linearDrag), def->quadraticDrag);
    hash = crIsGrounded(def) ? mixNumber(hash, def->groundDeceleration) : hash;
    hash = mixNumber(mixNumber(hash, def->turnRate), def->fuse);
    hash = mixNumber(mixNumber(hash, def->pierceLoss), def->pierceDrag);
    hash = mixFilter(mixNumber(hash, def->proximity), &def->proximityFilter);
    hash = mixBlast(hash, &def->blast);
    hash = crHashMix(crHashMix(hash, def->meetMask), (uint64_t)def->onMeet);
    return mixFilter(crHashMix(hash, (uint64_t)def->onHit), &def->filter);
}

// ---- flights

/// An edge by its shape, not by its key.
static uint64_t mixEdge(uint64_t hash, const CaromWorld *world, uint32_t key)
{
    const CrKeyOwner *owner = &world->keyOwners[key];
    return crHashMix(hash, (uint64_t)owner->feature << 32 | owner->shape);
}

static uint64_t mixPassed(uint64_t hash, const CrPassed *passed)
{
    return crHashMix(hash, (uint64_t)(uint32_t)passed->edge << 32 | passed->shape);
}

/// What of a record counts, or-ed: the sum says which, then adds those.
enum {
    HAS_AFTER_EDGE = 1,
    HAS_IGNORED = 2,
    HAS_FORCE = 4,
    HAS_NEXT_FORCE = 8,
    HAS_FUSE = 16,
    HAS_SUPPORT = 32,
    HAS_PASSED = 64,
    IS_GLUED = 128,
    IS_STEERED = 256
};

static uint64_t mixSteering(uint64_t hash, const CrSteering *steering, unsigned has)
{
    if (has & HAS_FORCE) {
        hash = mixVec(hash, steering->force);
    }
    if (steering->targetKind != CR_TARGET_NONE) {
        hash = mixVec(hash, steering->target);
        hash =
            crHashMix(hash, (uint64_t)steering->targetBody.age << 32 | steering->targetBody.index);
    }
    if (has & HAS_NEXT_FORCE) {
        hash = mixVec(mixNumber(hash, steering->forceTime), steering->nextForce);
    }
    return has & IS_STEERED ? mixNumber(hash, steering->done) : hash;
}

static uint64_t mixMode(uint64_t hash, const CrFlightExtra *extra, int mode)
{
    if (mode == CAROM_PROJECTILE_SETTLING) {
        hash = mixVec(mixNumber(hash, extra->restTime), extra->restPlace);
        hash = mixNumber(hash, extra->settleSpeed);
    } else if (crModeSlides(mode) || (mode == CAROM_PROJECTILE_RESTING && extra->rides)) {
        hash = mixVec(mixNumber(hash, extra->slideEnd), extra->slideNormal);
        hash = crHashMix(hash, (uint64_t)extra->slideCause);
        hash = extra->rides ? mixNumber(mixNumber(hash, extra->slideSpeed), extra->slideEndSpeed)
                            : hash;
    } else if (mode == CAROM_PROJECTILE_STUCK) {
        hash = mixVec(mixVec(hash, extra->stuckLocal), extra->stuckBaked);
    }
    return hash;
}

static uint64_t mixPierces(uint64_t hash, const CrPierces *pierces)
{
    for (int k = 0; k < pierces->count; k++) {
        hash = mixNumber(crHashMix(hash, pierces->of[k].shape), pierces->of[k].since);
        hash = mixNumber(mixVec(hash, pierces->of[k].place), pierces->of[k].stops);
    }
    return hash;
}

static const CrPartner *passedOf(const CaromWorld *world, const CrFlightExtra *extra)
{
    bool passed =
        extra->partner != CR_NONE && world->partners.all[extra->partner].passed > -CR_NEVER;
    return passed ? &world->partners.all[extra->partner] : NULL;
}

static unsigned whatCounts(const CaromWorld *world, uint32_t i, const CrFlightExtra *extra)
{
    const CrFlights *f = &world->flights;
    const CrSteering *steering = &extra->steering;
    const CaromProjectileDef *def = &world->recipes[f->hot[i].recipe].def;
    bool steered = steering->targetKind != CR_TARGET_NONE || crIsDragged(def) || crIsGrounded(def);
    bool after = extra->after > 0.0 || (f->hot[i].leg & CR_LEG_PIERCED);
    unsigned has = after && crPassedIsThere(world, &extra->passed) ? HAS_AFTER_EDGE : 0;
    has |= extra->ignoreBody.index != 0 ? HAS_IGNORED : 0;
    has |= steering->force.x != 0.0 || steering->force.y != 0.0 ? HAS_FORCE : 0;
    has |= steering->forceTime < CR_NEVER ? HAS_NEXT_FORCE : 0;
    has |= extra->fuseTime < CR_NEVER ? HAS_FUSE : 0;
    has |= extra->supportKey != CR_NONE ? HAS_SUPPORT : 0;
    has |= passedOf(world, extra) != NULL ? HAS_PASSED : 0;
    has |= extra->glued ? IS_GLUED : 0;
    return has | (steered ? IS_STEERED : 0);
}

/// Of a blank record: what none has.
static uint64_t mixExtra(uint64_t hash, const CaromWorld *world, uint32_t i)
{
    const CrFlightExtra *extra = crFlightExtra(&world->flights, i);
    const CrPierces *pierces = crFlightPierces(&world->flights, i);
    unsigned has = whatCounts(world, i, extra);
    uint64_t counts =
        has | (uint64_t)extra->steering.targetKind << 16 | (uint64_t)pierces->count << 24;
    if (has & HAS_SUPPORT) {
        counts |= (uint64_t)(uint32_t)(extra->supportPart + 1) << 32;
        hash = mixEdge(hash, world, extra->supportKey);
    }
    if (counts != 0) {
        hash = crHashMix(hash, counts);
    }
    if (has & HAS_AFTER_EDGE) {
        hash = mixPassed(hash, &extra->passed);
    }
    if (has & HAS_IGNORED) {
        hash = crHashMix(mixNumber(hash, extra->ignoreUntil),
                         (uint64_t)extra->ignoreBody.age << 32 | extra->ignoreBody.index);
    }
    hash = mixSteering(hash, &extra->steering, has);
    hash = has & HAS_FUSE ? mixNumber(hash, extra->fuseTime) : hash;
    if (has & HAS_PASSED) {
        const CrPartner *partner = passedOf(world, extra);
        hash = crHashMix(mixNumber(hash, partner->passed), partner->passedOther);
    }
    return mixPierces(mixMode(hash, extra, world->flights.hot[i].mode), pierces);
}

static uint64_t mixInside(uint64_t hash, const CaromWorld *world, uint32_t i)
{
    for (uint32_t n = world->flights.crossings[i].inside; n != CR_NONE;
         n = world->sensors.nodes[n].next) {
        hash = mixNumber(crHashMix(hash, world->sensors.nodes[n].shape),
                         world->sensors.nodes[n].since);
    }
    return hash;
}

static uint64_t sumFlight(const CaromWorld *world, uint32_t i)
{
    const CrFlights *f = &world->flights;
    const CrFlight *hot = &f->hot[i];
    bool lives = crFlightLives(f, i);
    uint64_t hash = crHashMix(START, (uint64_t)f->tail[i].age << 1 | lives);
    if (!lives) {
        return hash;
    }
    uint32_t events = crFlightWindowEvents(f, i);
    hash = mixVec(mixVec(hash, hot->place), hot->velocity);
    hash = mixNumber(mixVec(hash, crFlightPull(f, i)), hot->start);
    hash = crHashMix(hash, (uint64_t)crFlightBounces(f, i) << 32 | events);
    hash = events > 0 ? crHashMix(hash, crFlightWindow(world, i)) : hash;
    hash = mixNumber(mixNumber(hash, f->tail[i].endTime), crFlightAfter(world, i));
    hash = crHashMix(hash, hot->mode | (uint64_t)(hot->leg & CR_LEG_PIERCED) << 8);
    hash = crHashMix(hash, world->recipes[hot->recipe].sum);
    hash = mixExtra(hash, world, i);
    return f->crossings != NULL ? mixInside(hash, world, i) : hash;
}

// ---- the rest of the world

static uint64_t mixSettings(uint64_t hash, const CaromWorld *world)
{
    hash = crHashMix(mixNumber(hash, world->eventWindow), (uint64_t)world->eventLimit);
    hash = mixNumber(mixNumber(hash, world->contactInterval), world->steerInterval);
    if (world->contactLimit != CR_CONTACT_LIMIT) {
        hash = crHashMix(hash, (uint64_t)world->contactLimit);
    }
    hash =
        crHashMix(crHashMix(hash, (uint64_t)world->restitutionMix), (uint64_t)world->frictionMix);
    return mixVec(hash, world->gravity);
}

static uint64_t mixPair(uint64_t hash, const CrPair *pair)
{
    const CaromSurface *surface = &pair->surface;
    hash = mixNumber(crHashMix(hash, pair->key), surface->restitution);
    hash = mixNumber(mixNumber(hash, surface->friction), surface->rollingResistance);
    hash = mixNumber(mixNumber(hash, surface->minBounceSpeed), surface->ricochetAngle);
    hash = mixNumber(mixNumber(hash, surface->pierceLoss), surface->pierceDrag);
    return crHashMix(hash, (uint64_t)surface->steep);
}

static uint64_t mixFree(uint64_t hash, const CrSlots *slots)
{
    hash = crHashMix(hash, crSlotsCount(slots));
    for (int i = 0; i < crArrayCount(slots->freeIndices); i++) {
        hash = crHashMix(hash, slots->freeIndices[i]);
    }
    return hash;
}

static uint64_t mixSlots(uint64_t hash, const CaromWorld *world)
{
    const CrFlights *flights = &world->flights;
    hash = mixFree(mixFree(hash, &world->bodySlots), &world->shapeSlots);
    hash = crHashMix(hash, crFlightsCount(flights));
    for (uint32_t i = flights->free; i != CR_NONE; i = flights->hot[i].nextKey) {
        hash = crHashMix(hash, i);
    }
    return hash;
}

static uint64_t sumOf(const CaromWorld *world, CaromPart part)
{
    uint64_t hash = START + (uint64_t)part;
    if (part == CAROM_PART_CLOCK) {
        hash = mixNumber(hash, world->time);
    } else if (part == CAROM_PART_SETTINGS) {
        hash = mixSettings(hash, world);
    } else if (part == CAROM_PART_SLOTS) {
        hash = mixSlots(hash, world);
    } else if (part == CAROM_PART_EVENTS) {
        hash = crHashMix(hash, world->events.sequence);
    }
    const CrPair *pair = part == CAROM_PART_SURFACES ? crPairFrom(world, 0) : NULL;
    for (; pair != NULL; pair = crPairNext(world, pair)) {
        hash = mixPair(hash, pair);
    }
    for (int k = 0; part == CAROM_PART_CONTACTS && k < crArrayCount(world->touchings.all); k++) {
        const CrPairContact *touching = &world->touchings.all[k];
        hash = crHashMix(hash, (uint64_t)touching->b << 32 | touching->a);
        hash = mixNumber(hash, touching->since);
    }
    for (int k = 0; part == CAROM_PART_BLASTS && k < crArrayCount(world->charges); k++) {
        hash = mixBlast(mixVec(hash, world->charges[k].center), &world->charges[k].blast);
    }
    return hash;
}

// ---- all of it

uint32_t crHashCount(const CaromWorld *world, CaromPart part)
{
    switch (part) {
    case CAROM_PART_NONE:
        return 0;
    case CAROM_PART_BODY:
        return crSlotsCount(&world->bodySlots);
    case CAROM_PART_SHAPE:
        return crSlotsCount(&world->shapeSlots);
    case CAROM_PART_PROJECTILE:
        return crFlightsCount(&world->flights);
    default:
        return 1;
    }
}

uint64_t crHashOf(const CaromWorld *world, CaromPart part, uint32_t slot)
{
    switch (part) {
    case CAROM_PART_BODY:
        return sumBody(world, slot);
    case CAROM_PART_SHAPE:
        return sumShape(world, slot);
    case CAROM_PART_PROJECTILE:
        return sumFlight(world, slot);
    default:
        return sumOf(world, part);
    }
}

uint64_t caromWorldHash(const CaromWorld *world)
{
    uint64_t hash = START;
    if (world == NULL) {
        return 0;
    }
    for (CaromPart part = CAROM_PART_CLOCK; part < CR_HASH_PARTS; part++) {
        uint32_t count = crHashCount(world, part);
        for (uint32_t slot = 0; slot < count; slot++) {
            hash = crHashMix(hash, crHashOf(world, part, slot));
        }
    }
    return hash;
}
