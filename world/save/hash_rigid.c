// SPDX-License-Identifier: MIT
// What the next tick takes from the last one: impulses, manifolds that may be kept, which lane each
// contact has, boxes of shapes, and the order of lists. Each contact has a sum of its own, so that
// the processor works on several at once.
#include "hash.h"

#include "../core/hash_mix.h"
#include "../rigid/rigid_mirror.h"

#include <string.h>

static uint64_t mixInts(uint64_t hash, int32_t a, int32_t b)
{
    return crHashMix(hash, (uint64_t)(uint32_t)a << 32 | (uint32_t)b);
}

static uint64_t mixFloats(uint64_t hash, float a, float b)
{
    uint32_t bits[2];
    a = a == 0.0f ? 0.0f : a; // both zeros act alike
    b = b == 0.0f ? 0.0f : b;
    memcpy(&bits[0], &a, sizeof a);
    memcpy(&bits[1], &b, sizeof b);
    return crHashMix(hash, (uint64_t)bits[0] << 32 | bits[1]);
}

static uint64_t mixList(uint64_t hash, const int32_t *list)
{
    int count = crArrayCount(list);
    hash = crHashMix(hash, (uint64_t)count);
    for (int k = 0; k < count; k++) {
        hash = crHashMix(hash, (uint32_t)list[k]);
    }
    return hash;
}

static uint64_t sumLane(uint64_t hash, const CrLanes *lanes, int place)
{
    int i = place / CR_BLOCK, l = place % CR_BLOCK;
    const CrLaneBlock *block = &lanes->block[i];
    const CrLaneBase *base = &lanes->base[i];
    hash = mixFloats(hash, block->point[0].l[l], block->point[1].l[l]);
    hash = mixFloats(hash, block->lt[l], lanes->extra[i].lr[l]);
    hash = mixFloats(hash, block->nx[l], block->ny[l]);
    hash = mixFloats(hash, block->point[0].k[l], block->point[1].k[l]);
    hash = mixFloats(hash, base->separation[0][l], base->separation[1][l]);
    hash = mixFloats(hash, base->x[l], base->y[l]);
    hash = mixFloats(hash, block->settled[l], lanes->extra[i].share[l]);
    hash = mixFloats(hash, lanes->extra[i].shiftX[l], lanes->extra[i].shiftY[l]);
    hash = mixFloats(hash, base->wasX[l], base->wasY[l]);
    return mixFloats(hash, base->sA[l], base->sB[l]);
}

static uint64_t sumContact(const CrDynamics *d, int i)
{
    const CrRigidContact *c = &d->contacts.contact[i];
    if (!(c->flags & CR_RIGID_CONTACT_USED)) {
        return 0;
    }
    uint64_t hash = mixInts(CR_HASH_START, c->shapeA, c->shapeB);
    hash = mixInts(hash, c->next[0], c->next[1]);
    uint32_t is = (uint32_t)c->colour << 16 | (uint32_t)c->flags << 8 | c->count;
    hash = mixInts(hash, c->place, (int32_t)is);
    hash = mixInts(hash, (int32_t)c->id[0], (int32_t)c->id[1]);
    hash = mixFloats(hash, c->friction, c->restitution);
    hash = mixFloats(hash, c->rollingResistance, c->tangentSpeed);
    if (c->colour == CR_RIGID_CONTACT_ASLEEP) {
        const CrRigidKept *kept = &d->contacts.asleep[c->place];
        hash = mixFloats(mixFloats(hash, kept->nx, kept->ny), kept->l[0], kept->l[1]);
        return mixFloats(mixFloats(hash, kept->lt, kept->lr), kept->settled, 0.0f);
    }
    return c->colour == CR_RIGID_CONTACT_LOOSE ? hash : sumLane(hash, &d->contacts.lanes, c->place);
}

static uint64_t mixLanes(uint64_t hash, const CrLanes *lanes)
{
    for (int colour = 0; colour <= CR_OVERFLOW; colour++) {
        for (int32_t i = lanes->colour[colour].first; i >= 0; i = lanes->head[i].next) {
            hash = crHashMix(hash, (uint32_t)i);
        }
        hash = crHashMix(hash, (uint64_t)lanes->colour[colour].count);
        for (int32_t i = lanes->colour[colour].free; i >= 0; i = lanes->head[i].next) {
            hash = crHashMix(hash, (uint32_t)i);
        }
    }
    return hash;
}

static uint64_t sumBody(const CrRigidMirror *mirror, int i)
{
    const CrRigidTraits *t = &mirror->dynamics.bodies.traits[i];
    uint64_t hash = CR_HASH_START;
    if (!(t->flags & CR_RIGID_USED)) {
        return hash;
    }
    hash = mixInts(hash, t->firstShape, t->firstContact);
    hash = crHashMix(hash, (uint64_t)mirror->bodyAt[i] << 8 | t->type);
    if (t->calm != 0 || (t->flags & CR_RIGID_ASLEEP)) {
        hash = mixInts(hash, t->calm, t->flags & CR_RIGID_ASLEEP);
        hash = mixFloats(mixFloats(hash, t->driftX, t->driftY), t->drift, 0.0f);
    }
    hash = crHashNumber(crHashNumber(hash, t->fatX), t->fatY);
    return crHashNumber(hash, t->fatAngle);
}

static uint64_t sumShape(const CrRigidMirror *mirror, int i)
{
    const CrRigidShape *shape = &mirror->dynamics.shapes.shape[i];
    const CrFatBox *fat = &mirror->dynamics.shapes.fat[i];
    if (shape->body == 0) {
        return CR_HASH_START;
    }
    uint64_t hash = mixInts(CR_HASH_START, shape->body, shape->next);
    hash = crHashMix(hash, mirror->shapeAt[i]);
    return mixFloats(mixFloats(hash, fat->minX, fat->minY), fat->maxX, fat->maxY);
}

static uint64_t mixAnswers(uint64_t hash, const CrRigidMirror *mirror)
{
    for (int k = 0; k < crArrayCount(mirror->answers); k++) {
        const CrContactAnswer *answer = &mirror->answers[k];
        hash = crHashMix(hash, (uint64_t)answer->a << 32 | answer->b);
        hash = crHashMix(hash, (uint64_t)answer->ageA << 32 | answer->ageB);
        hash = crHashMix(crHashNumber(hash, answer->at), answer->action);
    }
    return hash;
}

uint64_t crHashRigid(const CaromWorld *world)
{
    const CrRigidMirror *mirror = world->rigids.mirror;
    uint64_t hash = CR_HASH_START;
    if (mirror == NULL || crArrayCount(mirror->dynamics.bodies.pose) == 0) {
        return 0;
    }
    const CrDynamics *d = &mirror->dynamics;
    for (int i = 1; i < crArrayCount(d->bodies.traits); i++) {
        hash = crHashMix(hash, sumBody(mirror, i));
    }
    for (int i = 1; i < crArrayCount(d->shapes.shape); i++) {
        hash = crHashMix(hash, sumShape(mirror, i));
    }
    for (int i = 0; i < crArrayCount(d->contacts.contact); i++) {
        hash = crHashMix(hash, sumContact(d, i));
    }
    hash = mixList(mixList(hash, d->bodies.free), d->shapes.free);
    hash = mixList(mixList(hash, d->contacts.free), d->contacts.loose);
    hash = crArrayCount(d->bodies.roused) > 0 ? mixList(hash, d->bodies.roused) : hash;
    hash = mixLanes(mixList(hash, d->pairs.pending), &d->contacts.lanes);
    hash = mixAnswers(hash, mirror);
    return crHashMix(hash, (uint64_t)(crArrayCount(d->ended) - d->endedSeen));
}
