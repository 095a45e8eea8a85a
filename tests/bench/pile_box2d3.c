// SPDX-License-Identifier: MIT
// Piles in Box2D 3.2, on one thread, without sleep and without its sweeps.
#include "pile.h"

#include <box2d/box2d.h>
#include <stdlib.h>

typedef struct Peer {
    const Pile *pile;
    b2WorldId world;
    b2BodyId *bodies;
} Peer;

static b2Vec2 narrow(CaromVec2 v)
{
    return (b2Vec2){(float)v.x, (float)v.y};
}

static void destroy(void *state)
{
    Peer *peer = state;
    b2DestroyWorld(peer->world);
    free(peer->bodies);
    free(peer);
}

static void addShape(b2BodyId body, const b2ShapeDef *def, const PileShape *shape)
{
    b2Vec2 points[BENCH_CORNERS];
    for (int i = 0; i < shape->count; i++) {
        points[i] = narrow(shape->points[i]);
    }
    if (shape->count == 2) {
        b2Segment segment = {points[0], points[1]};
        b2CreateSegmentShape(body, def, &segment);
        return;
    }
    b2Hull hull = b2ComputeHull(points, shape->count);
    b2Polygon polygon = b2MakePolygon(&hull, 0.0f);
    b2CreatePolygonShape(body, def, &polygon);
}

static b2BodyId addBody(b2WorldId world, const Pile *pile, const PileBody *body)
{
    static const b2BodyType types[CAROM_BODY_TYPE_COUNT] = {[CAROM_BODY_STATIC] = b2_staticBody,
                                                            [CAROM_BODY_KINEMATIC] =
                                                                b2_kinematicBody,
                                                            [CAROM_BODY_DYNAMIC] = b2_dynamicBody};
    b2BodyDef def = b2DefaultBodyDef();
    def.type = types[body->type];
    def.position = narrow(body->position);
    def.linearVelocity = narrow(body->velocity);
    def.angularVelocity = (float)body->spin;
    b2BodyId id = b2CreateBody(world, &def);
    b2ShapeDef shapeDef = b2DefaultShapeDef();
    shapeDef.density = (float)body->density;
    shapeDef.material.friction = (float)pile->friction;
    for (int i = 0; i < body->shapeCount; i++) {
        addShape(id, &shapeDef, &pile->shapes[body->firstShape + i]);
    }
    return id;
}

static void *create(const Pile *pile)
{
    Peer *peer = calloc(1, sizeof *peer);
    if (!peer) {
        return NULL;
    }
    peer->bodies = calloc((size_t)pile->bodyCount, sizeof *peer->bodies);
    if (!peer->bodies) {
        free(peer);
        return NULL;
    }
    b2WorldDef def = b2DefaultWorldDef();
    def.gravity = narrow(pile->gravity);
    def.enableSleep = false;
    def.enableContinuous = false;
    peer->pile = pile;
    peer->world = b2CreateWorld(&def);
    for (int i = 0; i < pile->bodyCount; i++) {
        peer->bodies[i] = addBody(peer->world, pile, &pile->bodies[i]);
    }
    return peer;
}

static void push(void *state, int body, CaromVec2 velocity)
{
    b2Body_SetLinearVelocity(((const Peer *)state)->bodies[body], narrow(velocity));
}

static void step(void *state)
{
    b2World_Step(((Peer *)state)->world, (float)BENCH_DT, PILE_SUBSTEPS);
}

static void poses(const void *state, PilePose *out)
{
    const Peer *peer = state;
    for (int i = 0; i < peer->pile->bodyCount; i++) {
        b2Vec2 p = b2Body_GetPosition(peer->bodies[i]),
               v = b2Body_GetLinearVelocity(peer->bodies[i]);
        b2Rot q = b2Body_GetRotation(peer->bodies[i]);
        out[i].position = caromVec2((double)p.x, (double)p.y);
        out[i].velocity = caromVec2((double)v.x, (double)v.y);
        out[i].rotation.c = (double)q.c;
        out[i].rotation.s = (double)q.s;
    }
}

static int contacts(const void *state)
{
    return b2World_GetCounters(((const Peer *)state)->world).contactCount;
}

static int awake(const void *state)
{
    return b2World_GetAwakeBodyCount(((const Peer *)state)->world);
}

const PileEngine pileBox2d3 = {"box2d-3", create, destroy, push, step, poses, contacts, awake};
