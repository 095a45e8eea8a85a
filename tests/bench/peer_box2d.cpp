// SPDX-License-Identifier: MIT
// Box2D 2.4 on the bench: the shapes on one static body, or each on a kinematic one. It casts one
// ray a call, and answers box queries by bounding boxes that are fat.
#include "bench.h"

#include <box2d/box2d.h>

namespace {

struct Peer {
    b2World world{b2Vec2(0, 0)};
};

b2Vec2 narrow(CaromVec2 v)
{
    return b2Vec2(static_cast<float>(v.x), static_cast<float>(v.y));
}

void addShape(b2Body *body, const BenchScene *scene, int index)
{
    const BenchShape &shape = scene->shapes[index];
    const CaromVec2 *points = scene->points + shape.first;
    b2CircleShape circle;
    b2EdgeShape edge;
    b2PolygonShape polygon;
    b2FixtureDef def;
    def.userData.pointer = static_cast<uintptr_t>(index);
    def.filter.maskBits = 0; // meets no shapes; queries know no filters
    if (shape.count == 1) {
        circle.m_p = narrow(points[0]);
        circle.m_radius = static_cast<float>(shape.radius);
        def.shape = &circle;
    } else if (shape.count == 2) {
        edge.SetTwoSided(narrow(points[0]), narrow(points[1]));
        def.shape = &edge;
    } else {
        b2Vec2 corners[BENCH_CORNERS];
        for (int i = 0; i < shape.count; i++) {
            corners[i] = narrow(points[i]);
        }
        polygon.Set(corners, shape.count);
        def.shape = &polygon;
    }
    body->CreateFixture(&def);
}

void *create(const BenchScene *scene)
{
    Peer *peer = new Peer;
    b2BodyDef ground;
    b2Body *body = peer->world.CreateBody(&ground);
    for (int i = 0; i < scene->shapeCount; i++) {
        if (scene->moving) {
            b2BodyDef def;
            def.type = b2_kinematicBody;
            def.linearVelocity = narrow(benchShapeVelocity(i));
            body = peer->world.CreateBody(&def);
        }
        addShape(body, scene, i);
    }
    return peer;
}

void destroy(void *state)
{
    delete static_cast<Peer *>(state);
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
    hit->shape = static_cast<int>(found.fixture->GetUserData().pointer);
    return true;
}

void each(const void *state, const CaromVec2 *origins, const CaromVec2 *translations, int count,
          BenchHit *hits)
{
    benchEach(closest, state, origins, translations, count, hits);
}

struct Count : b2QueryCallback {
    int count = 0;

    bool ReportFixture(b2Fixture *) override
    {
        count++;
        return true;
    }
};

int overlapBox(const void *state, CaromBox box)
{
    Count found;
    b2AABB bounds;
    bounds.lowerBound = narrow(box.min);
    bounds.upperBound = narrow(box.max);
    static_cast<const Peer *>(state)->world.QueryAABB(&found, bounds);
    return found.count;
}

void advance(void *state)
{
    static_cast<Peer *>(state)->world.Step(static_cast<float>(BENCH_DT), 1, 1);
}

} // namespace

const BenchEngine benchBox2d = {"box2d-2.4", create,     nullptr, destroy, closest, each,
                                nullptr,     overlapBox, nullptr, advance, nullptr, nullptr};
