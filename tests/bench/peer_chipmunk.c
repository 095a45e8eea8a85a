// SPDX-License-Identifier: MIT
// Chipmunk 7 on the bench: walls as static segments, bullets by the loop of casts in flight.c. Its
// own bodies step without continuous collision: a bullet as a body would fly through every wall.
#include "bench.h"

#include <chipmunk/chipmunk.h>
#include <stdlib.h>

typedef struct Peer {
    BenchFlight flight;
    cpSpace *space;
    const BenchWall *walls;
    cpShape **shapes;
    int wallCount;
} Peer;

static void destroy(void *state)
{
    Peer *peer = state;
    for (int i = 0; i < peer->wallCount; i++) {
        cpSpaceRemoveShape(peer->space, peer->shapes[i]);
        cpShapeFree(peer->shapes[i]);
    }
    cpSpaceFree(peer->space);
    benchFlightFree(&peer->flight);
    free(peer->shapes);
    free(peer);
}

static void *create(const BenchScene *scene)
{
    Peer *peer = calloc(1, sizeof *peer);
    cpShape **shapes = malloc((size_t)scene->wallCount * sizeof(cpShape *));
    if (!peer || !shapes || !benchFlightStart(&peer->flight, scene)) {
        free(peer);
        free(shapes);
        return NULL;
    }
    peer->space = cpSpaceNew();
    peer->walls = scene->walls;
    peer->shapes = shapes;
    peer->wallCount = scene->wallCount;
    cpBody *ground = cpSpaceGetStaticBody(peer->space);
    for (int i = 0; i < scene->wallCount; i++) {
        CaromVec2 a = scene->walls[i].a, b = scene->walls[i].b;
        shapes[i] = cpSegmentShapeNew(ground, cpv(a.x, a.y), cpv(b.x, b.y), 0);
        cpShapeSetUserData(shapes[i], &scene->walls[i]);
        cpSpaceAddShape(peer->space, shapes[i]);
    }
    return peer;
}

static bool closest(const void *state, CaromVec2 origin, CaromVec2 translation, BenchHit *hit)
{
    const Peer *peer = state;
    cpSegmentQueryInfo info;
    cpVect from = cpv(origin.x, origin.y),
           to = cpv(origin.x + translation.x, origin.y + translation.y);
    cpShape *shape = cpSpaceSegmentQueryFirst(peer->space, from, to, 0, CP_SHAPE_FILTER_ALL, &info);
    if (!shape) {
        return false;
    }
    hit->fraction = info.alpha;
    hit->normal = caromVec2(info.normal.x, info.normal.y);
    hit->wall = (int)((const BenchWall *)cpShapeGetUserData(shape) - peer->walls);
    return true;
}

static void step(void *state)
{
    Peer *peer = state;
    benchFlightStep(&peer->flight, &benchChipmunk, peer);
}

static int positions(const void *state, CaromVec2 *out)
{
    const Peer *peer = state;
    return benchIntegrate.positions(&peer->flight, out);
}

static uint64_t hash(const void *state)
{
    const Peer *peer = state;
    return benchIntegrate.hash(&peer->flight);
}

const BenchEngine benchChipmunk = {"chipmunk-7", create,  destroy, step,
                                   positions,    closest, hash,    NULL};
