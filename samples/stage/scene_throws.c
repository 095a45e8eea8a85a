// SPDX-License-Identifier: MIT
// Scenes of the firefight and grenade samples.
#include "../grenade.h"
#include "scenes.h"

#define MOST_SPOTS 64
#define FULL_TURN 6.283185307179586

static CaromProjectileDef makeGrenade(double fuse)
{
    CaromProjectileDef def = grenadeDef(fuse);
    def.blast.radius = 4;
    def.blast.impulse = 4;
    return def;
}

static CaromVec2 heading(double angle, double speed)
{
    return caromRotate(caromRotation(angle), caromVec2(speed, 0));
}

// ---- firefight: bursts from all over a map; the user throws from the first place

typedef struct Fight {
    CaromVec2 spots[MOST_SPOTS];
    int spotCount;
    double bullets, grenades; ///< fractions of a shot that are due
    CaromVec2 spot;
    double angle;
    int burst; ///< bullets left in it
    CaromVec2 gun;
} Fight;

enum { FIGHT_BULLETS, FIGHT_GRENADES, FIGHT_SPEED, FIGHT_BOUNCES };

static bool beginFight(SceneState *state)
{
    Fight *fight = state->data;
    state->world = sceneWorld(caromVec2(0, -9.80665));
    if (!state->world || !wadBuildWalls(state->map, state->world))
        return false;
    for (int i = 0; i < state->map->thingCount && fight->spotCount < MOST_SPOTS; i++)
        if (wadHasRoom(state->map, &state->map->things[i], 0.3))
            fight->spots[fight->spotCount++] = state->map->things[i].position;
    fight->gun = fight->spots[fight->spotCount / 2];
    return fight->spotCount > 0;
}

static void fireBullet(SceneState *state, Fight *fight)
{
    CaromProjectileDef def = caromProjectileDef();
    if (fight->burst == 0) {
        fight->spot = fight->spots[sampleRandomIndex(&state->random, fight->spotCount)];
        fight->angle = sampleRandomRange(&state->random, 0, FULL_TURN);
        fight->burst = 5;
    }
    double angle = fight->angle + sampleRandomRange(&state->random, -0.06, 0.06);
    fight->burst--;
    def.position = fight->spot;
    def.velocity = heading(angle, state->input.parameters[FIGHT_SPEED]);
    def.gravityScale = 0;
    def.restitution = 0.9;
    def.bounces = (int)state->input.parameters[FIGHT_BOUNCES];
    def.lifetime = 5;
    caromProjectileFire(state->world, &def);
}

static void throwOne(SceneState *state, Fight *fight)
{
    CaromProjectileDef def = makeGrenade(3);
    def.position = fight->spots[sampleRandomIndex(&state->random, fight->spotCount)];
    double angle = FULL_TURN * sampleRandomRange(&state->random, 0.08, 0.42);
    def.velocity = heading(angle, sampleRandomRange(&state->random, 9, 18));
    caromProjectileFire(state->world, &def);
}

static void tickFight(SceneState *state)
{
    Fight *fight = state->data;
    fight->gun = caromVec2Add(fight->gun, caromVec2Scale(state->input.walk, 8 * SCENE_TICK));
    fight->bullets += state->input.parameters[FIGHT_BULLETS] * SCENE_TICK;
    fight->grenades += state->input.parameters[FIGHT_GRENADES] * SCENE_TICK;
    for (; fight->bullets >= 1; fight->bullets--)
        fireBullet(state, fight);
    for (; fight->grenades >= 1; fight->grenades--)
        throwOne(state, fight);
}

static bool aimFight(const SceneState *state, CaromVec2 at, CaromProjectileDef *def)
{
    const Fight *fight = state->data;
    *def = makeGrenade(3);
    def->position = fight->gun;
    def->velocity = sceneThrow(fight->gun, at, 1.6, 30);
    return true;
}

static void drawPassages(const SceneState *state, View *view)
{
    for (int i = 0; i < state->map->lineCount; i++)
        if (state->map->lines[i].back != WAD_NO_SECTOR)
            viewLine(view, state->map->lines[i].a, state->map->lines[i].b, 1,
                     canvasInk(INK_WALL_DIM, 1));
}

static void drawGun(const SceneState *state, View *view)
{
    const Fight *fight = state->data;
    viewDot(view, fight->gun, 5, canvasInk(INK_WHITE, 1));
    viewCircle(view, fight->gun, 10 / view->scale, 1.5, canvasInk(INK_WHITE, 0.8));
}

const Scene SCENE_FIREFIGHT = {
    .name = "firefight",
    .title = "Firefight",
    .hint = "Press to throw a grenade from the white dot; arrow keys move it",
    .size = sizeof(Fight),
    .parameters = {{"bullets a second", 0, 400, 5, 60, false},
                   {"grenades a second", 0, 20, 0.5, 1.5, false},
                   {"speed, m/s", 5, 150, 5, 60, false},
                   {"bounces", 0, 40, 1, 12, false}},
    .begin = beginFight,
    .tick = tickFight,
    .aim = aimFight,
    .under = drawPassages,
    .over = drawGun,
};

// ---- grenades: a bunker and cans; the user throws

typedef struct Range {
    CaromProjectileId cans[GRENADE_CANS];
} Range;

enum { RANGE_FUSE, RANGE_RESTITUTION, RANGE_FRICTION };

static bool beginRange(SceneState *state)
{
    Range *range = state->data;
    state->world = grenadeScene(range->cans);
    return state->world != NULL;
}

static bool aimRange(const SceneState *state, CaromVec2 at, CaromProjectileDef *def)
{
    *def = makeGrenade(state->input.parameters[RANGE_FUSE]);
    def->position = GRENADE_HAND;
    def->velocity = sceneThrow(GRENADE_HAND, at, 1.4, 24);
    def->restitution = state->input.parameters[RANGE_RESTITUTION];
    def->friction = state->input.parameters[RANGE_FRICTION];
    return true;
}

/// Without a user one is thrown every two seconds.
static void tickRange(SceneState *state)
{
    CaromProjectileDef def;
    CaromVec2 at = {sampleRandomRange(&state->random, 8, 16), 0};
    at.y = sampleRandomRange(&state->random, 5, 12);
    if (state->shots == 0 && state->tick % (2 * SCENE_HZ) == 30 && aimRange(state, at, &def))
        caromProjectileFire(state->world, &def);
}

static void drawHand(const SceneState *state, View *view)
{
    (void)state;
    viewDot(view, GRENADE_HAND, 5, canvasInk(INK_WHITE, 1));
}

const Scene SCENE_GRENADE = {
    .name = "grenade",
    .title = "Grenades",
    .hint = "Point to aim, press to throw: the grenade goes where the dots are",
    .size = sizeof(Range),
    .view = {{0, -3.2}, {32, 13}},
    .parameters = {{"fuse, s", 0.5, 8, 0.1, 4, false},
                   {"restitution", 0, 1, 0.01, 0.42, false},
                   {"friction", 0, 1, 0.01, 0.15, false}},
    .begin = beginRange,
    .tick = tickRange,
    .aim = aimRange,
    .over = drawHand,
};
