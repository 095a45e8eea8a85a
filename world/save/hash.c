// SPDX-License-Identifier: MIT
#include "hash.h"

#include "../api/worlds.h"
#include "../bodies/shape.h"
#include "../core/hash_mix.h"
#include "../data/fields.h"
#include "../flight/def_table.h"
#include "../geometry/materials.h"
#include "../geometry/shape_view.h"
#include "../support/slide.h"

#include <stdlib.h>

#define START CR_HASH_START

// ---- bodies

/// Of its own and in the world, if it has any.
static uint64_t sumAcceleration(uint64_t hash, const CrBody *body)
{
    CaromVec2 own = body->own.acceleration, all = body->acceleration;
    if (crIsPulled(own) || body->accelerates) {
        hash = crHashNumber(crHashNumber(hash, own.x), own.y);
        hash = crHashNumber(crHashNumber(hash, all.x), all.y);
    }
    return hash;
}

/// Settings of sleep add nothing where they are the defaults.
static uint64_t mixSleep(uint64_t hash, const CrRigid *rigid)
{
    bool own = !rigid->enableSleep || rigid->sleepThreshold != CR_SLEEP_THRESHOLD;
    return own ? crHashNumber(crHashMix(hash, rigid->enableSleep), rigid->sleepThreshold) : hash;
}

static uint64_t sumBody(const CaromWorld *world, uint32_t slot)
{
    const CrSlots *slots = &world->bodySlots;
    const CrBody *body = &world->bodies[slot];
    uint64_t hash = crHashMix(START, (uint64_t)slots->ages[slot] << 1 | slots->live[slot]);
    if (!slots->live[slot]) {
        return hash;
    }
    if (body->parent != CR_NONE) { // else its own motion follows from the rest
        hash = crHashMix(hash, (uint64_t)body->parent + 1);
    }
    if (body->parent != CR_NONE || body->disabled) {
        hash = crHashFields(hash, &crBodyTable, body, CR_HASHED_THEN);
    }
    hash = crHashFields(crHashMix(hash, crBodyKind(body)), &crBodyTable, body, CR_HASHED);
    if (body->rigid != CR_NONE) {
        hash = crHashMix(hash, body->rigid);
        hash = crHashFields(hash, &crRigidTable, &world->rigids.all[body->rigid], CR_HASHED);
        hash = mixSleep(hash, &world->rigids.all[body->rigid]);
    }
    bool turns = body->turn != 0.0 || body->spin != 0.0;
    hash = turns ? crHashNumber(crHashNumber(hash, body->turn), body->spin) : hash;
    return sumAcceleration(hash, body);
}

// ---- shapes

/// Runs two chains, which the processor computes in parallel.
static uint64_t sumPoints(const CaromVec2 *points, int count)
{
    uint64_t x = START, y = START + 1;
    for (int i = 0; i < count; i++) {
        x = crHashNumber(x, points[i].x);
        y = crHashNumber(y, points[i].y);
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
    hash = extras->tiles != NULL ? crHashNumber(hash, extras->renewed) : hash;
    for (int i = 0; i < shape->edgeCount && extras->materials != NULL; i++) {
        hash = crHashMix(hash, extras->materials[i]);
    }
    return hash;
}

/// Written by hand instead of by its table, which would take 3 % longer in a world of many shapes.
static uint64_t mixTraits(uint64_t hash, const CrShapeTraits *traits)
{
    const CaromFilter *filter = &traits->filter;
    hash = crHashNumber(crHashNumber(hash, traits->restitution), traits->friction);
    hash = crHashNumber(crHashNumber(hash, traits->rollingResistance), traits->surfaceSpeed);
    if (traits->density != CR_DENSITY) {
        hash = crHashNumber(hash, traits->density);
    }
    if (!crMeetsBodiesAsMost(traits)) {
        hash = crHashNumber(crHashNumber(hash, traits->bodyRestitution), traits->bodyFriction);
        hash = crHashNumber(hash, traits->bodyRollingResistance);
    }
    hash = crHashMix(crHashMix(hash, traits->material), filter->category);
    return crHashMix(crHashMix(hash, filter->mask), (uint64_t)(uint32_t)filter->group);
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
                  (uint64_t)shape->contacts << 2 | (uint64_t)shape->hits << 3 |
                  (uint64_t)shape->asks << 4 | (uint64_t)shape->type << 8;
    bool localIsBaked = (shape->state & CR_SHAPE_LOCAL_IS_BAKED) != 0;
    uint64_t baked = sumPoints(shape->baked, shape->pointCount);
    uint64_t local = localIsBaked ? baked : sumPoints(crShapeLocal(shape), shape->pointCount);
    hash = crHashMix(hash, is | (uint64_t)shape->body << 32);
    hash = crHashMix(crHashMix(crHashMix(hash, (uint64_t)shape->pointCount), local), baked);
    hash = crHashNumber(crHashNumber(hash, crShapeLocalRadius(shape)), shape->radius);
    hash = mixTraits(crHashNumber(hash, shape->edited), crShapeTraitsOf(world, shape));
    return shape->extras != NULL ? mixExtras(hash, world, shape) : hash;
}

// ---- flights

/// Adds an edge by its shape, not by its key.
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
        hash = crHashVec(hash, steering->force);
    }
    if (steering->targetKind != CR_TARGET_NONE) {
        hash = crHashVec(hash, steering->target);
        hash =
            crHashMix(hash, (uint64_t)steering->targetBody.age << 32 | steering->targetBody.index);
    }
    if (has & HAS_NEXT_FORCE) {
        hash = crHashVec(crHashNumber(hash, steering->forceTime), steering->nextForce);
    }
    return has & IS_STEERED ? crHashNumber(hash, steering->done) : hash;
}

static uint64_t mixMode(uint64_t hash, const CrFlightExtra *extra, int mode)
{
    unsigned uses = mode == CAROM_PROJECTILE_SETTLING ? CR_OF_SETTLING
                    : mode == CAROM_PROJECTILE_STUCK  ? CR_HASHED_OF_STUCK
                                                      : 0;
    if (crModeSlides(mode) || (mode == CAROM_PROJECTILE_RESTING && extra->rides)) {
        uses = extra->rides ? CR_OF_SLIDING | CR_OF_RIDING : CR_OF_SLIDING;
    }
    return uses != 0 ? crHashFields(hash, &crExtraTable, extra, uses) : hash;
}

static uint64_t mixPierces(uint64_t hash, const CrPierces *pierces)
{
    for (int k = 0; k < pierces->count; k++) {
        hash = crHashFields(hash, &crPiercedTable, &pierces->of[k], CR_HASHED);
    }
    return hash;
}

static const CrProjectilePair *passedOf(const CaromWorld *world, const CrFlightExtra *extra)
{
    bool passed = extra->projectilePair != CR_NONE &&
                  world->projectilePairs.all[extra->projectilePair].passed > -CR_NEVER;
    return passed ? &world->projectilePairs.all[extra->projectilePair] : NULL;
}

static unsigned whatCounts(const CaromWorld *world, uint32_t i, const CrFlightExtra *extra)
{
    const CrFlights *f = &world->flights;
    const CrSteering *steering = &extra->steering;
    const CaromProjectileDef *def = &world->flightDefs[f->hot[i].flightDef].def;
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
        hash = crHashMix(crHashNumber(hash, extra->ignoreUntil),
                         (uint64_t)extra->ignoreBody.age << 32 | extra->ignoreBody.index);
    }
    hash = mixSteering(hash, &extra->steering, has);
    hash = has & HAS_FUSE ? crHashNumber(hash, extra->fuseTime) : hash;
    if (has & HAS_PASSED) {
        hash = crHashFields(hash, &crProjectilePairTable, passedOf(world, extra), CR_HASHED);
    }
    return mixPierces(mixMode(hash, extra, world->flights.hot[i].mode), pierces);
}

static uint64_t mixInside(uint64_t hash, const CaromWorld *world, uint32_t i)
{
    for (uint32_t n = world->flights.crossings[i].inside; n != CR_NONE;
         n = world->sensors.nodes[n].next) {
        hash = crHashFields(hash, &crInsideTable, &world->sensors.nodes[n], CR_HASHED);
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
    hash = crHashVec(crHashVec(hash, hot->place), hot->velocity);
    hash = crHashNumber(crHashVec(hash, crFlightPull(f, i)), hot->start);
    hash = crHashMix(hash, (uint64_t)crFlightBounces(f, i) << 32 | events);
    hash = events > 0 ? crHashMix(hash, crFlightWindow(world, i)) : hash;
    hash = crHashNumber(crHashNumber(hash, f->tail[i].endTime), crFlightAfter(world, i));
    hash = crHashMix(hash, hot->mode | (uint64_t)(hot->leg & CR_LEG_PIERCED) << 8);
    hash = crHashMix(hash, world->flightDefs[hot->flightDef].sum);
    hash = mixExtra(hash, world, i);
    return f->crossings != NULL ? mixInside(hash, world, i) : hash;
}

// ---- the rest of the world

static uint64_t mixSettings(uint64_t hash, const CaromWorld *world)
{
    hash = crHashMix(crHashNumber(hash, world->eventWindow), (uint64_t)world->eventLimit);
    hash = crHashNumber(crHashNumber(hash, world->contactInterval), world->steerInterval);
    if (world->contactLimit != CR_CONTACT_LIMIT) {
        hash = crHashMix(hash, (uint64_t)world->contactLimit);
    }
    if (world->bodyInterval != CR_BODY_INTERVAL || world->substeps != CR_SUBSTEPS) {
        hash = crHashMix(crHashNumber(hash, world->bodyInterval), (uint64_t)world->substeps);
    }
    if (!crTuningIsDefault(&world->rigids.tuning)) {
        const CaromContactTuning *tuning = &world->rigids.tuning;
        hash = crHashNumber(crHashNumber(hash, tuning->hertz), tuning->dampingRatio);
        hash = crHashNumber(hash, tuning->speed);
    }
    if (world->tickLimit != CR_TICK_LIMIT) {
        hash = crHashMix(hash, (uint64_t)world->tickLimit);
    }
    if (world->hitThreshold != CR_HIT_THRESHOLD) {
        hash = crHashNumber(hash, world->hitThreshold);
    }
    if (world->restitutionThreshold != CR_BOUNCE_THRESHOLD) {
        hash = crHashNumber(hash, world->restitutionThreshold);
    }
    if (world->enableSleep || world->sleepTime != CR_SLEEP_TIME) {
        hash = crHashNumber(crHashMix(hash, world->enableSleep), world->sleepTime);
    }
    hash =
        crHashMix(crHashMix(hash, (uint64_t)world->restitutionMix), (uint64_t)world->frictionMix);
    return crHashVec(hash, world->gravity);
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
    for (int k = 0; k < crArrayCount(world->rigids.unused); k++) {
        hash = crHashMix(hash, world->rigids.unused[k]);
    }
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
        hash = crHashNumber(hash, world->time);
    } else if (part == CAROM_PART_SETTINGS) {
        hash = mixSettings(hash, world);
    } else if (part == CAROM_PART_SLOTS) {
        hash = mixSlots(hash, world);
    } else if (part == CAROM_PART_EVENTS) {
        hash = crHashMix(hash, world->events.sequence);
    }
    const CrPair *pair = part == CAROM_PART_SURFACES ? crPairFrom(world, 0) : NULL;
    for (; pair != NULL; pair = crPairNext(world, pair)) {
        hash = crHashFields(hash, &crPairTable, pair, CR_HASHED);
    }
    for (int k = 0; part == CAROM_PART_CONTACTS && k < crArrayCount(world->touchings.all); k++) {
        const CrContact *touching = &world->touchings.all[k];
        hash = crHashMix(hash, (uint64_t)touching->b << 32 | touching->a);
        hash = crHashFields(hash, &crContactTable, touching, CR_HASHED);
    }
    uint64_t rigid = part == CAROM_PART_CONTACTS ? crHashRigid(world) : 0;
    hash = rigid != 0 ? crHashMix(hash, rigid) : hash;
    for (int k = 0; part == CAROM_PART_BLASTS && k < crArrayCount(world->pendingBlasts); k++) {
        hash = crHashFields(hash, &crPendingBlastTable, &world->pendingBlasts[k], CR_HASHED);
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
