// SPDX-License-Identifier: MIT
// A gas of discs that meet, exactly and without loss, beside a piston to drag.
#include "scenes.h"

#define WIDTH 20.0
#define HEIGHT 12.0
#define CATEGORY 2u

typedef struct Gas {
    CaromBodyId piston;
    double gravity;
} Gas;

enum { GAS_DISCS, GAS_RADIUS, GAS_SPEED, GAS_GRAVITY };

static CaromProjectileDef discOf(double radius, double mass)
{
    CaromProjectileDef def = caromProjectileDef();
    def.radius = radius;
    def.mass = mass;
    def.meetMask = CATEGORY;
    def.filter.category = CATEGORY;
    return def;
}

static void addWalls(SceneState *state, Gas *gas)
{
    const CaromVec2 border[] = {{0, 0}, {WIDTH, 0}, {WIDTH, HEIGHT}, {0, HEIGHT}};
    CaromBodyDef body = caromBodyDef();
    CaromShapeDef shape = caromShapeDef();
    caromShapeCreateChain(state->world, caromBodyCreate(state->world, &body), &shape, border, 4,
                          CAROM_CHAIN_CLOSED);
    body.type = CAROM_BODY_KINEMATIC;
    body.position = caromVec2(WIDTH / 2, HEIGHT / 2);
    gas->piston = caromBodyCreate(state->world, &body);
    caromShapeCreateBox(state->world, gas->piston, &shape, caromVec2(0, 0), caromVec2(0.25, 2));
}

static bool beginGas(SceneState *state)
{
    Gas *gas = state->data;
    const double *p = state->input.parameters;
    state->world = sceneWorld(caromVec2(0, 0));
    if (!state->world)
        return false;
    addWalls(state, gas);
    CaromProjectileDef def = discOf(p[GAS_RADIUS], 1);
    int columns = (int)(WIDTH / (2.5 * p[GAS_RADIUS])), made = 0;
    for (int i = 0; made < (int)p[GAS_DISCS] && i < columns * columns; i++) {
        def.position = caromVec2((i % columns + 0.6) * 2.5 * p[GAS_RADIUS],
                                 (i / columns + 0.6) * 2.5 * p[GAS_RADIUS]);
        if (def.position.y > HEIGHT - p[GAS_RADIUS] || def.position.x > WIDTH - p[GAS_RADIUS] ||
            caromWorldCastAny(state->world, def.position, p[GAS_RADIUS] + 0.05, caromVec2(0.001, 0),
                              caromQueryOptions()) != 0)
            continue;
        double angle = sampleRandomRange(&state->random, 0, 6.283185307179586);
        def.velocity = caromRotate(caromRotation(angle), caromVec2(p[GAS_SPEED], 0));
        made += caromProjectileFire(state->world, &def).index != 0;
    }
    return true;
}

static void tickGas(SceneState *state)
{
    Gas *gas = state->data;
    double gravity = state->input.parameters[GAS_GRAVITY];
    if (gravity != gas->gravity)
        caromWorldSetGravity(state->world, caromVec2(0, -gravity));
    gas->gravity = gravity;
}

static bool aimGas(const SceneState *state, CaromVec2 at, CaromProjectileDef *def)
{
    (void)state;
    *def = discOf(0.5, 8);
    def->position = caromVec2(1, HEIGHT - 1);
    def->velocity = sceneThrow(def->position, at, 1.5, 30);
    return true;
}

/// Slow discs blue, fast ones red.
static void drawGas(const SceneState *state, View *view)
{
    CaromProjectileId ids[1024];
    int count = caromWorldProjectiles(state->world, ids, 1024);
    double usual = state->input.parameters[GAS_SPEED];
    for (int i = 0; i < count && i < 1024; i++) {
        double speed = caromVec2Length(caromProjectileVelocity(state->world, ids[i])) / usual;
        double t = speed < 2 ? speed / 2 : 1;
        viewDisc(view, caromProjectilePosition(state->world, ids[i]),
                 caromProjectileRadius(state->world, ids[i]),
                 canvasMix(canvasInk(INK_BLUE, 1), canvasInk(INK_RED, 1), t));
    }
}

const Scene SCENE_GAS = {
    .name = "gas",
    .title = "A gas of discs",
    .hint = "Drag the blue piston; press to shoot a heavy disc",
    .size = sizeof(Gas),
    .view = {{-0.4, -0.4}, {WIDTH + 0.4, HEIGHT + 0.4}},
    .parameters = {{"discs", 2, 600, 1, 160, true},
                   {"radius, m", 0.1, 0.5, 0.01, 0.22, true},
                   {"speed, m/s", 1, 20, 0.5, 5, true},
                   {"gravity, m/s2", 0, 20, 0.5, 0, false}},
    .begin = beginGas,
    .tick = tickGas,
    .aim = aimGas,
    .over = drawGas,
};
