// SPDX-License-Identifier: MIT
// Box2D 2.4 on the bench: walls as two-sided edges of one static body, bullets by the loop of casts
// in flight.c. As bodies, a million bullets would meet one wall a step each and cost far more.
#include "bench.h"

#include <box2d/box2d.h>

namespace {

struct Peer {
    BenchFlight flight;
    const BenchWall *walls;
    b2World world{b2Vec2(0, 0)};
};

b2Vec2 narrow(CaromVec2 v)
{
    return b2Vec2(static_cast<float>(v.x), static_cast<float>(v.y));
}

struct Closest : b2RayCastCallback {
    b2Fixture *fixture = nullptr;
    b2Vec2 normal;
    float fraction = 1;

    float ReportFixture(b2Fixture *met, const b2Vec2 &, const b2Vec2 &outward, float at) override
    {
        fixture = met;
        normal = outward;
        fraction = at;
        return at; // goes on with the ray cut there
    }
};

void destroy(void *state)
{
    Peer *peer = static_cast<Peer *>(state);
    benchFlightFree(&peer->flight);
    delete peer;
}

void *create(const BenchScene *scene)
{
    Peer *peer = new Peer;
    if (!benchFlightStart(&peer->flight, scene)) {
        delete peer;
        return nullptr;
    }
    peer->walls = scene->walls;
    b2BodyDef ground;
    b2Body *body = peer->world.CreateBody(&ground);
    for (int i = 0; i < scene->wallCount; i++) {
        b2EdgeShape edge;
        edge.SetTwoSided(narrow(scene->walls[i].a), narrow(scene->walls[i].b));
        b2FixtureDef def;
        def.shape = &edge;
        def.userData.pointer = static_cast<uintptr_t>(i);
        body->CreateFixture(&def);
    }
    return peer;
}

bool closest(const void *state, CaromVec2 origin, CaromVec2 translation, BenchHit *hit)
{
    const Peer *peer = static_cast<const Peer *>(state);
    b2Vec2 from = narrow(origin), to = narrow(caromVec2Add(origin, translation));
    if ((to - from).LengthSquared() <= 0) {
        return false; // its tree asserts a length
    }
    Closest found;
    peer->world.RayCast(&found, from, to);
    if (!found.fixture) {
        return false;
    }
    hit->fraction = static_cast<double>(found.fraction);
    hit->normal =
        caromVec2(static_cast<double>(found.normal.x), static_cast<double>(found.normal.y));
    hit->wall = static_cast<int>(found.fixture->GetUserData().pointer);
    return true;
}

void step(void *state)
{
    benchFlightStep(&static_cast<Peer *>(state)->flight, &benchBox2d, state);
}

int positions(const void *state, CaromVec2 *out)
{
    return benchIntegrate.positions(&static_cast<const Peer *>(state)->flight, out);
}

uint64_t hash(const void *state)
{
    return benchIntegrate.hash(&static_cast<const Peer *>(state)->flight);
}

} // namespace

const BenchEngine benchBox2d = {"box2d-2.4", create,  destroy, step,
                                positions,   closest, hash,    nullptr};
