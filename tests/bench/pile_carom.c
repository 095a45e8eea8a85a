// SPDX-License-Identifier: MIT
// Piles in Carom, through its public face.
#include "pile.h"

#include <stdlib.h>

typedef struct Own {
    const Pile *pile;
    CaromWorld *world;
    CaromBodyId *bodies;
    int steps;
} Own;

static void destroy(void *state)
{
    Own *own = state;
    caromWorldDestroy(own->world);
    free(own->bodies);
    free(own);
}

static CaromBodyId addBody(CaromWorld *world, const Pile *pile, const PileBody *body)
{
    CaromBodyDef def = caromBodyDef();
    def.type = body->type;
    def.position = body->position;
    def.velocity = body->velocity;
    def.angularVelocity = body->spin;
    CaromBodyId id = caromBodyCreate(world, &def);
    CaromShapeDef shapeDef = caromShapeDef();
    shapeDef.bodyFriction = pile->friction;
    shapeDef.density = body->density;
    for (int i = 0; i < body->shapeCount; i++) {
        const PileShape *shape = &pile->shapes[body->firstShape + i];
        CaromGeometry geometry =
            caromGeometry(shape->count == 2 ? CAROM_SHAPE_SEGMENT : CAROM_SHAPE_POLYGON,
                          shape->points, shape->count, 0);
        caromShapeCreate(world, id, &shapeDef, &geometry);
    }
    return id;
}

static void *create(const Pile *pile)
{
    Own *own = calloc(1, sizeof *own);
    if (!own) {
        return NULL;
    }
    own->pile = pile;
    CaromWorldDef def = caromWorldDef();
    def.gravity = pile->gravity;
    def.substeps = PILE_SUBSTEPS;
    def.bodyInterval = BENCH_DT;
    def.enableSleep = false; // as the other engine
    def.tag = 1;
    own->world = caromWorldCreate(&def, NULL);
    own->bodies = calloc((size_t)pile->bodyCount, sizeof *own->bodies);
    if (!own->world || !own->bodies) {
        destroy(own);
        return NULL;
    }
    for (int i = 0; i < pile->bodyCount; i++) {
        own->bodies[i] = addBody(own->world, pile, &pile->bodies[i]);
    }
    return own;
}

static void push(void *state, int body, CaromVec2 velocity)
{
    const Own *own = state;
    caromBodySetVelocity(own->world, own->bodies[body], velocity);
}

static void step(void *state)
{
    Own *own = state;
    caromWorldStepTo(own->world, ++own->steps * BENCH_DT);
}

static void poses(const void *state, PilePose *out)
{
    const Own *own = state;
    for (int i = 0; i < own->pile->bodyCount; i++) {
        CaromTransform place = caromBodyTransform(own->world, own->bodies[i]);
        out[i].position = place.position;
        out[i].rotation = place.rotation;
        out[i].velocity = caromBodyVelocity(own->world, own->bodies[i]);
    }
}

static int contacts(const void *state)
{
    return caromWorldCounters(((const Own *)state)->world).contacts;
}

static int awake(const void *state)
{
    const Own *own = state;
    int count = 0;
    for (int i = 0; i < own->pile->bodyCount; i++) {
        count += own->pile->bodies[i].type == CAROM_BODY_DYNAMIC &&
                 caromBodyIsAwake(own->world, own->bodies[i]);
    }
    return count;
}

const PileEngine pileCarom = {"carom", create, destroy, push, step, poses, contacts, awake};
