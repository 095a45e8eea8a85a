// SPDX-License-Identifier: MIT
#include "../../world/api/carom.h"
#include "scenario.h"

#include <string.h>

Hash hashBegin(void)
{
    return (Hash){14695981039346656037u};
}

void hashBytes(Hash *hash, const unsigned char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        hash->value = (hash->value ^ bytes[i]) * 1099511628211u;
    }
}

void hashBits(Hash *hash, uint64_t bits)
{
    for (int i = 0; i < 64; i += 8) {
        hash->value = (hash->value ^ (bits >> i & 0xff)) * 1099511628211u;
    }
}

void hashNumber(Hash *hash, double number)
{
    uint64_t bits;
    must(crFinite(number), "a number is not finite");
    memcpy(&bits, &number, sizeof bits);
    hashBits(hash, bits);
}

void hashPoint(Hash *hash, CaromVec2 point)
{
    hashNumber(hash, point.x);
    hashNumber(hash, point.y);
}

static void hashId(Hash *hash, uint32_t index, uint32_t age)
{
    hashBits(hash, (uint64_t)age << 32 | index);
}

static void hashInt(Hash *hash, int64_t number)
{
    hashBits(hash, (uint64_t)number);
}

void hashHits(Hash *hash, const CaromHit *hits, int count, int capacity)
{
    hashInt(hash, count);
    for (int i = 0; i < count && i < capacity; i++) {
        const CaromHit *hit = &hits[i];
        hashId(hash, hit->shape.index, hit->shape.age);
        hashId(hash, hit->body.index, hit->body.age);
        hashNumber(hash, hit->fraction);
        hashNumber(hash, hit->time);
        hashNumber(hash, hit->distance);
        hashPoint(hash, hit->point);
        hashPoint(hash, hit->normal);
        hashInt(hash, hit->feature);
        hashInt(hash, hit->vertex);
        hashInt(hash, hit->tile.x);
        hashInt(hash, hit->tile.y);
        hashBits(hash, hit->material);
        hashBits(hash, (uint64_t)hit->startsInside * 2 + hit->leaves);
        hashNumber(hash, hit->exitFraction);
        hashPoint(hash, hit->exitPoint);
        hashPoint(hash, hit->exitNormal);
    }
}

void hashManifold(Hash *hash, const CaromManifold *manifold)
{
    hashPoint(hash, manifold->normal);
    hashInt(hash, manifold->featureA);
    hashInt(hash, manifold->featureB);
    hashInt(hash, manifold->count);
    for (int i = 0; i < manifold->count; i++) {
        hashPoint(hash, manifold->points[i].point);
        hashNumber(hash, manifold->points[i].separation);
        hashBits(hash, manifold->points[i].id);
    }
}

/// What all events begin with.
static void hashHead(Hash *hash, uint64_t sequence, double time, CaromProjectileId id)
{
    hashBits(hash, sequence);
    hashNumber(hash, time);
    hashId(hash, id.index, id.age);
}

void hashHit(Hash *hash, const CaromHitEvent *e)
{
    hashHead(hash, e->sequence, e->time, e->projectile);
    hashId(hash, e->shape.index, e->shape.age);
    hashId(hash, e->body.index, e->body.age);
    hashPoint(hash, e->point);
    hashPoint(hash, e->center);
    hashPoint(hash, e->normal);
    hashPoint(hash, e->velocityBefore);
    hashPoint(hash, e->velocityAfter);
    hashPoint(hash, e->impulse);
    hashInt(hash, e->feature);
    hashBits(hash, e->material);
    hashInt(hash, e->tile.x);
    hashInt(hash, e->tile.y);
    hashInt(hash, e->corner);
    hashInt(hash, e->action);
}

static void hashEnd(Hash *hash, const CaromEndEvent *e)
{
    hashHead(hash, e->sequence, e->time, e->projectile);
    hashPoint(hash, e->position);
    hashPoint(hash, e->velocity);
    hashInt(hash, e->reason);
}

static void hashMode(Hash *hash, const CaromModeEvent *e)
{
    hashHead(hash, e->sequence, e->time, e->projectile);
    hashPoint(hash, e->position);
    hashInt(hash, e->mode);
}

static void hashCross(Hash *hash, const CaromCrossEvent *e)
{
    hashHead(hash, e->sequence, e->time, e->projectile);
    hashId(hash, e->shape.index, e->shape.age);
    hashId(hash, e->body.index, e->body.age);
    hashPoint(hash, e->point);
    hashPoint(hash, e->velocity);
    hashInt(hash, e->entered * 4 + e->sensor * 2 + e->startedInside);
}

static void hashMeet(Hash *hash, const CaromMeetEvent *e)
{
    hashHead(hash, e->sequence, e->time, e->a);
    hashId(hash, e->b.index, e->b.age);
    hashPoint(hash, e->centerA);
    hashPoint(hash, e->centerB);
    hashPoint(hash, e->point);
    hashPoint(hash, e->normal);
    hashPoint(hash, e->beforeA);
    hashPoint(hash, e->beforeB);
    hashPoint(hash, e->afterA);
    hashPoint(hash, e->afterB);
    hashInt(hash, e->actionA * 16 + e->actionB);
}

static void hashBlast(Hash *hash, const CaromBlastEvent *e)
{
    hashHead(hash, e->sequence, e->time, e->projectile);
    hashPoint(hash, e->center);
    hashNumber(hash, e->blast.radius);
    hashNumber(hash, e->blast.impulse);
}

static void hashPush(Hash *hash, const CaromPushEvent *e)
{
    hashHead(hash, e->sequence, e->time, e->source);
    hashId(hash, e->projectile.index, e->projectile.age);
    hashId(hash, e->shape.index, e->shape.age);
    hashId(hash, e->body.index, e->body.age);
    hashPoint(hash, e->point);
    hashNumber(hash, e->distance);
    hashNumber(hash, e->exposure);
    hashPoint(hash, e->impulse);
}

static void hashContact(Hash *hash, const CaromContactEvent *e)
{
    hashBits(hash, e->sequence);
    hashNumber(hash, e->time);
    hashId(hash, e->shapeA.index, e->shapeA.age);
    hashId(hash, e->shapeB.index, e->shapeB.age);
    hashId(hash, e->bodyA.index, e->bodyA.age);
    hashId(hash, e->bodyB.index, e->bodyB.age);
    hashInt(hash, e->began * 2 + e->sensor);
    hashManifold(hash, &e->manifold);
}

void hashEvents(Hash *hash, const CaromWorld *world)
{
    CaromEvents now = caromWorldEvents(world);
    for (int i = 0; i < now.hitCount; i++) {
        hashHit(hash, &now.hits[i]);
    }
    for (int i = 0; i < now.endCount; i++) {
        hashEnd(hash, &now.ends[i]);
    }
    for (int i = 0; i < now.modeCount; i++) {
        hashMode(hash, &now.modes[i]);
    }
    for (int i = 0; i < now.crossCount; i++) {
        hashCross(hash, &now.crosses[i]);
    }
    for (int i = 0; i < now.meetCount; i++) {
        hashMeet(hash, &now.meets[i]);
    }
    for (int i = 0; i < now.blastCount; i++) {
        hashBlast(hash, &now.blasts[i]);
    }
    for (int i = 0; i < now.pushCount; i++) {
        hashPush(hash, &now.pushes[i]);
    }
    for (int i = 0; i < now.contactCount; i++) {
        hashContact(hash, &now.contacts[i]);
    }
    must(now.dropped == 0, "no memory for events");
}

void hashFlights(Hash *hash, const CaromWorld *world)
{
    enum { MOST = 4096 };
    static CaromVec2 places[MOST];
    static CaromProjectileId ids[MOST];
    int count = caromWorldPositions(world, places, ids, MOST);
    must(count <= MOST, "more projectiles than room for them");
    for (int i = 0; i < count; i++) {
        hashId(hash, ids[i].index, ids[i].age);
        hashPoint(hash, places[i]);
        hashPoint(hash, caromProjectileVelocity(world, ids[i]));
        hashInt(hash, caromProjectileMode(world, ids[i]));
    }
}
