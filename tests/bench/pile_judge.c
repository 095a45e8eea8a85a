// SPDX-License-Identifier: MIT
// How good a pile is in the end. Every engine's bodies are put into one world as they stand there,
// and all pairs of shapes near each other are compared exactly.
#include "pile.h"

#include <math.h>
#include <stdlib.h>

#define NEAR 0.005 // [m] pairs that are nearer touch
#define MOST_NEAR 64
#define LOST -50.0 // [m] nobody falls so far in a scene

static CaromGeometry placed(const PileShape *shape, const PilePose *pose, CaromVec2 *points)
{
    for (int i = 0; i < shape->count; i++) {
        points[i] = caromVec2Add(pose->position, caromRotate(pose->rotation, shape->points[i]));
    }
    return caromGeometry(shape->count == 2 ? CAROM_SHAPE_SEGMENT : CAROM_SHAPE_POLYGON, points,
                         shape->count, 0);
}

/// Each shape is a static one, whose user data is its body's number.
static CaromWorld *standStill(const Pile *pile, const PilePose *poses)
{
    CaromWorld *world = NULL;
    CaromWorldDef def = caromWorldDef();
    CaromBodyDef bodyDef = caromBodyDef();
    world = caromWorldCreate(&def, NULL);
    CaromBodyId body = caromBodyCreate(world, &bodyDef);
    for (int i = 0; i < pile->bodyCount; i++) {
        for (int k = 0; k < pile->bodies[i].shapeCount; k++) {
            CaromVec2 points[BENCH_CORNERS];
            CaromGeometry geometry =
                placed(&pile->shapes[pile->bodies[i].firstShape + k], &poses[i], points);
            CaromShapeDef shapeDef = caromShapeDef();
            shapeDef.userData = (void *)(intptr_t)i;
            caromShapeCreate(world, body, &shapeDef, &geometry);
        }
    }
    return world;
}

static CaromBox widened(const CaromGeometry *geometry)
{
    CaromBox box = {geometry->points[0], geometry->points[0]};
    for (int i = 1; i < geometry->count; i++) {
        CaromVec2 p = geometry->points[i];
        box.min = caromVec2(fmin(box.min.x, p.x), fmin(box.min.y, p.y));
        box.max = caromVec2(fmax(box.max.x, p.x), fmax(box.max.y, p.y));
    }
    CaromBox wide = {{box.min.x - NEAR, box.min.y - NEAR}, {box.max.x + NEAR, box.max.y + NEAR}};
    return wide;
}

/// The contacts of a shape with bodies after its own, and with those that are not dynamic.
static void judgeShape(const Pile *pile, const CaromWorld *world, int body,
                       const CaromGeometry *geometry, PileState *state)
{
    CaromShapeId near[MOST_NEAR];
    int count =
        caromWorldOverlapBox(world, widened(geometry), caromQueryOptions(), near, MOST_NEAR);
    for (int k = 0; k < count && k < MOST_NEAR; k++) {
        int other = (int)(intptr_t)caromShapeUserData(world, near[k]);
        bool dynamic = pile->bodies[other].type == CAROM_BODY_DYNAMIC;
        CaromGeometry its;
        CaromManifold manifold;
        if (other == body || (dynamic && other < body) ||
            caromShapeGeometry(world, near[k], &its, NULL) != CAROM_OK ||
            caromShapesCollide(geometry, &its, NEAR, &manifold, 1) == 0) {
            continue;
        }
        state->touching++;
        for (int i = 0; i < manifold.count; i++) {
            state->penetration = fmax(state->penetration, -manifold.points[i].separation);
        }
    }
}

PileState pileJudge(const Pile *pile, const PilePose *poses)
{
    PileState state = {0};
    CaromWorld *world = standStill(pile, poses);
    int dynamic = 0;
    for (int i = 0; i < pile->bodyCount; i++) {
        const PileBody *body = &pile->bodies[i];
        if (body->type != CAROM_BODY_DYNAMIC) {
            continue;
        }
        CaromVec2 v = poses[i].velocity, way = caromVec2Sub(poses[i].position, body->position);
        dynamic++;
        state.motion += v.x * v.x + v.y * v.y;
        state.drift += fabs(way.x);
        state.sunk -= way.y;
        state.lost += poses[i].position.y < LOST;
        for (int k = 0; k < body->shapeCount; k++) {
            CaromVec2 points[BENCH_CORNERS];
            CaromGeometry geometry = placed(&pile->shapes[body->firstShape + k], &poses[i], points);
            judgeShape(pile, world, i, &geometry, &state);
        }
    }
    state.drift /= dynamic;
    state.sunk /= dynamic;
    caromWorldDestroy(world);
    return state;
}
