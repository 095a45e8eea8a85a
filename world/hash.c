// SPDX-License-Identifier: MIT
// The state hash: over values in a fixed order, never over memory, so that byte order, padding and
// caches have no part in it. What is cached (next, reached, tips) is left out; what decides the
// future is in.
#include "recipe.h"
#include "shape.h"
#include "slide.h"

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0x9e3779b97f4a7c15ULL;
    return hash ^ (hash >> 32);
}

static uint64_t mixNumber(uint64_t hash, double x)
{
    union {
        double x;
        uint64_t bits;
    } u;
    u.x = x == 0.0 ? 0.0 : x; // both zeros act alike
    return mix(hash, u.bits);
}

static uint64_t mixVec(uint64_t hash, CaromVec2 v)
{
    return mixNumber(mixNumber(hash, v.x), v.y);
}

static uint64_t mixSlots(uint64_t hash, const CrSlots *slots)
{
    hash = mix(hash, crSlotsCount(slots));
    for (uint32_t i = 0; i < crSlotsCount(slots); i++) {
        hash = mix(hash, (uint64_t)slots->ages[i] << 1 | slots->live[i]);
    }
    for (int i = 0; i < crArrayCount(slots->freeIndices); i++) {
        hash = mix(hash, slots->freeIndices[i]);
    }
    return hash;
}

static uint64_t mixFlightSlots(uint64_t hash, const CrFlights *flights)
{
    hash = mix(hash, crFlightsCount(flights));
    for (uint32_t i = 0; i < crFlightsCount(flights); i++) {
        hash = mix(hash, (uint64_t)flights->tail[i].age << 1 | crFlightLives(flights, i));
    }
    for (uint32_t i = flights->free; i != CR_NONE; i = flights->hot[i].nextKey) {
        hash = mix(hash, i);
    }
    return hash;
}

static uint64_t mixFilter(uint64_t hash, const CaromFilter *filter)
{
    return mix(mix(mix(hash, filter->category), filter->mask), (uint64_t)(uint32_t)filter->group);
}

static uint64_t mixPair(uint64_t hash, const CrPair *pair)
{
    const CaromSurface *surface = &pair->surface;
    hash = mixNumber(mix(hash, pair->key), surface->restitution);
    hash = mixNumber(mixNumber(hash, surface->friction), surface->rollingResistance);
    hash = mixNumber(mixNumber(hash, surface->minBounceSpeed), surface->ricochetAngle);
    hash = mixNumber(mixNumber(hash, surface->pierceLoss), surface->pierceDrag);
    return mix(hash, (uint64_t)surface->steep);
}

/// Of one that hangs from nothing they are what follows from them.
static uint64_t mixOwn(uint64_t hash, const CrBody *body)
{
    const CrMotion *own = &body->own;
    hash = mixVec(mix(hash, (uint64_t)body->parent + 1), body->pivot);
    hash = mixVec(mixVec(hash, own->drift), own->velocity);
    return mixNumber(mixNumber(mixNumber(hash, own->turn), own->spin), own->time);
}

static uint64_t mixBody(uint64_t hash, const CrBody *body)
{
    hash = body->parent != CR_NONE ? mixOwn(hash, body) : hash;
    hash = mixVec(mix(hash, (uint64_t)body->type), body->transform.position);
    hash = mixNumber(mixNumber(hash, body->transform.rotation.c), body->transform.rotation.s);
    hash = mixVec(mixVec(hash, body->transform.scale), body->drift);
    hash = mixNumber(mixVec(hash, body->velocity), body->anchorTime);
    bool turns = body->turn != 0.0 || body->spin != 0.0;
    return turns ? mixNumber(mixNumber(hash, body->turn), body->spin) : hash;
}

static uint64_t mixShape(uint64_t hash, const CaromWorld *world, const CrShape *shape)
{
    const CrShapeExtras *extras = crShapeExtras(shape);
    const CrMatter *matter = crShapeMatter(world, shape);
    hash = mix(mix(hash, (uint64_t)shape->type), shape->oneSided);
    hash = mix(mix(hash, shape->body), (uint64_t)shape->pointCount);
    for (int i = 0; i < shape->pointCount; i++) {
        hash = mixVec(mixVec(hash, crShapeLocal(shape)[i]), shape->baked[i]);
    }
    for (int k = 0; k < extras->ringCount; k++) {
        hash = mix(hash, (uint64_t)extras->ringEnds[k]);
    }
    for (int i = 0; i < shape->edgeCount && extras->tiles != NULL; i++) {
        hash = mix(hash, crShapeMaterial(world, shape, i));
    }
    hash = extras->tiles != NULL ? mixNumber(hash, extras->renewed) : hash;
    hash = mixNumber(mixNumber(hash, crShapeLocalRadius(shape)), shape->radius);
    hash = mixNumber(mixNumber(hash, matter->restitution), matter->friction);
    hash = mixNumber(mixNumber(hash, matter->rollingResistance), matter->surfaceSpeed);
    hash = mix(mix(mix(hash, matter->material), shape->sensor), shape->contacts);
    hash = mixNumber(hash, shape->edited);
    for (int i = 0; i < shape->edgeCount && extras->materials != NULL; i++) {
        hash = mix(hash, extras->materials[i]);
    }
    return mixFilter(hash, &matter->filter);
}

static uint64_t mixBlast(uint64_t hash, const CaromBlast *blast)
{
    hash = mixNumber(mixNumber(hash, blast->radius), blast->impulse);
    return mixFilter(mix(hash, (uint64_t)blast->falloff), &blast->filter);
}

static uint64_t mixRecipe(uint64_t hash, const CaromProjectileDef *def)
{
    hash = mixNumber(mixNumber(hash, def->radius), def->gravityScale);
    hash = mixNumber(mixVec(hash, def->acceleration), def->mass);
    hash = mixNumber(mixNumber(hash, def->restitution), def->friction);
    hash = mix(mixNumber(hash, def->restTime), (uint64_t)def->bounces);
    hash = mixNumber(mix(mix(hash, def->rolls), def->material), def->rollingResistance);
    hash = mixNumber(mixNumber(hash, def->linearDrag), def->quadraticDrag);
    hash = mixNumber(mixNumber(hash, def->turnRate), def->fuse);
    hash = mixNumber(mixNumber(hash, def->pierceLoss), def->pierceDrag);
    hash = mixFilter(mixNumber(hash, def->proximity), &def->proximityFilter);
    hash = mixBlast(hash, &def->blast);
    hash = mix(mix(hash, def->meetMask), (uint64_t)def->onMeet);
    return mixFilter(mix(hash, (uint64_t)def->onHit), &def->filter);
}

/// An edge by its shape, not by its key.
static uint64_t mixEdge(uint64_t hash, const CaromWorld *world, uint32_t key)
{
    if (key == CR_NONE) {
        return hash;
    }
    const CrKeyOwner *owner = &world->keyOwners[key];
    return mix(mix(hash, owner->shape), owner->feature);
}

static uint64_t mixSteering(uint64_t hash, const CrSteering *steering,
                            const CaromProjectileDef *def)
{
    bool steered = steering->targetKind != CR_TARGET_NONE || crIsDragged(def);
    hash = mixVec(mix(hash, steering->targetKind), steering->force);
    if (steering->targetKind != CR_TARGET_NONE) {
        hash = mix(mixVec(hash, steering->target), steering->targetBody.index);
        hash = mix(hash, steering->targetBody.age);
    }
    if (steering->forceTime < CR_NEVER) {
        hash = mixVec(mixNumber(hash, steering->forceTime), steering->nextForce);
    }
    return mixNumber(hash, steered ? steering->done : 0.0);
}

static uint64_t mixFlight(uint64_t hash, const CaromWorld *world, uint32_t i)
{
    const CrFlights *f = &world->flights;
    const CrFlightExtra *extra = crFlightExtra(f, i);
    hash = mixVec(mixVec(mixVec(hash, f->hot[i].place), f->hot[i].velocity), crFlightPull(f, i));
    hash = mix(mixNumber(hash, f->hot[i].start), f->hot[i].mode);
    hash = mix(hash, f->hot[i].leg & CR_LEG_PIERCED);
    hash =
        mixEdge(hash, world,
                crFlightAfter(world, i) > 0.0 || (f->hot[i].leg & CR_LEG_PIERCED) ? extra->afterKey
                                                                                  : CR_NONE);
    hash = mixRecipe(hash, &world->recipes[f->hot[i].recipe].def);
    hash = mixNumber(mixNumber(hash, f->tail[i].endTime), crFlightAfter(world, i));
    bool ignores = extra->ignoreBody.index != 0;
    hash = mix(mixNumber(hash, ignores ? extra->ignoreUntil : 0.0),
               ignores ? extra->ignoreBody.index : 0);
    hash = mix(mix(hash, crFlightWindow(world, i)), crFlightWindowEvents(f, i));
    hash = mixSteering(mix(hash, crFlightBounces(f, i)), &extra->steering,
                       &world->recipes[f->hot[i].recipe].def);
    if (extra->fuseTime < CR_NEVER) {
        hash = mixNumber(hash, extra->fuseTime);
    }
    if (f->hot[i].mode == CAROM_PROJECTILE_SETTLING) {
        hash = mixVec(mixNumber(hash, extra->restTime), extra->restPlace);
        hash = mixNumber(hash, extra->settleSpeed);
    }
    if (crModeSlides(f->hot[i].mode)) {
        hash = mixVec(mixNumber(hash, extra->slideEnd), extra->slideNormal);
        hash = mix(hash, (uint64_t)extra->slideCause);
    }
    hash = mix(hash, extra->glued);
    if (f->hot[i].mode == CAROM_PROJECTILE_STUCK) {
        hash = mixVec(mixVec(hash, extra->stuckLocal), extra->stuckBaked);
    }
    if (extra->partner != CR_NONE && world->partners.all[extra->partner].passed > -CR_NEVER) {
        const CrPartner *partner = &world->partners.all[extra->partner];
        hash = mix(mixNumber(hash, partner->passed), partner->passedOther);
    }
    const CrPierces *pierces = crFlightPierces(f, i);
    for (int k = 0; k < pierces->count; k++) {
        hash = mixNumber(mix(hash, pierces->of[k].shape), pierces->of[k].since);
        hash = mixNumber(mixVec(hash, pierces->of[k].place), pierces->of[k].stops);
    }
    uint32_t inside = f->crossings != NULL ? f->crossings[i].inside : CR_NONE;
    for (uint32_t n = inside; n != CR_NONE; n = world->sensors.nodes[n].next) {
        hash = mixNumber(mix(hash, world->sensors.nodes[n].shape), world->sensors.nodes[n].since);
    }
    hash = mix(hash, extra->supportKey != CR_NONE ? (uint64_t)(uint32_t)extra->supportPart : 0);
    return mixEdge(hash, world, extra->supportKey);
}

uint64_t caromWorldHash(const CaromWorld *world)
{
    if (world == NULL) {
        return 0;
    }
    uint64_t hash = mixVec(mixNumber(0x4341524f4dULL, world->time), world->gravity);
    hash = mix(mixNumber(hash, world->eventWindow), (uint64_t)world->eventLimit);
    hash = mix(mixNumber(mixNumber(hash, world->contactInterval), world->steerInterval),
               (uint64_t)world->restitutionMix);
    hash = mix(hash, (uint64_t)world->frictionMix);
    for (int k = 0; k < crArrayCount(world->pairs); k++) {
        hash = mixPair(hash, &world->pairs[k]);
    }
    hash = mixSlots(hash, &world->bodySlots);
    for (uint32_t i = 0; i < crSlotsCount(&world->bodySlots); i++) {
        hash = world->bodySlots.live[i] ? mixBody(hash, &world->bodies[i]) : hash;
    }
    hash = mixSlots(hash, &world->shapeSlots);
    for (uint32_t i = 0; i < crSlotsCount(&world->shapeSlots); i++) {
        hash = world->shapeSlots.live[i] ? mixShape(hash, world, &world->shapes[i]) : hash;
    }
    for (int k = 0; k < crArrayCount(world->touchings.all); k++) {
        const CrPairContact *touching = &world->touchings.all[k];
        hash = mixNumber(mix(mix(hash, touching->a), touching->b), touching->since);
    }
    hash = mixFlightSlots(hash, &world->flights);
    for (uint32_t i = 0; i < crFlightsCount(&world->flights); i++) {
        hash = crFlightLives(&world->flights, i) ? mixFlight(hash, world, i) : hash;
    }
    for (int k = 0; k < crArrayCount(world->charges); k++) {
        hash = mixBlast(mixVec(hash, world->charges[k].center), &world->charges[k].blast);
    }
    return mix(hash, world->events.sequence);
}
