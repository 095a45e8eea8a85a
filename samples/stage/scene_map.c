// SPDX-License-Identifier: MIT
// A character in a map, seen from above or from the side. Objects of the type "coin" are collected.
#include "scene_map.h"

#include "scenes.h"

#include <stdio.h>

#define REACH 0.7       // [m] within which a coin is taken
#define FALL 18.0       // [m/s²] of the character, who falls faster than what flies
#define GRAVITY 9.80665 // [m/s²] of all else
#define GROUND 6.0      // [m/s²] friction with the ground, seen from above
#define LOST 10.0       // [m] below the map: back to the start
#define SMALL 30.0      // [m] wide
#define MOST_COINS 256
#define MOST_LETTERS 64
#define FLASHES 8
#define FLASH_SECONDS 0.25

/// Where something exploded, and when.
typedef struct Flash {
    CaromVec2 at;
    double since, radius;
} Flash;

typedef struct Walk {
    CaromMover hero;
    CaromMoverResult result;
    MapTally tally;
    bool taken[MOST_COINS];
    Flash flashes[FLASHES]; ///< of the last explosions, in turn
} Walk;

enum { MAP_GRENADES, MAP_SPEED, MAP_JUMP, MAP_FUSE };

// ---- begin

static CaromMoverDef heroOf(const Level *level)
{
    static const CaromVec2 SPINE[2] = {{0, -0.2}, {0, 0.2}};
    CaromMoverDef def = caromMoverDef();
    def.position = level->start;
    if (level->isSide) {
        def.shape = caromGeometry(CAROM_SHAPE_CAPSULE, SPINE, 2, 0.3);
        def.up = caromVec2(0, 1);
        def.stepHeight = def.snap = 0.35;
    }
    return def;
}

/// The free place nearest to the start, on a lattice: maps that name no start have one, too, and so
/// have those whose start touches the ground.
static CaromVec2 freePlace(const CaromWorld *world, const CaromMover *hero, const Level *level)
{
    double step = 0.25, best = 1e300;
    CaromVec2 found = level->start, at;
    for (int ring = 0; ring < 200 && best > 1e299; ring++)
        for (int i = -ring; i <= ring; i++)
            for (int k = -ring; k <= ring; k++) {
                at = caromVec2(level->start.x + i * step, level->start.y + k * step);
                double distance = caromVec2Distance(at, level->start);
                bool isRim = i == -ring || i == ring || k == -ring || k == ring;
                if (isRim && distance < best && caromMoverFits(world, hero, at) > 0) {
                    best = distance;
                    found = at;
                }
            }
    return found;
}

static bool beginMap(SceneState *state)
{
    const Level *level = state->given;
    Walk *walk = state->data;
    CaromMapError error;
    CaromMoverDef def = heroOf(level);
    state->world = sceneWorld(caromVec2(0, level->isSide ? -GRAVITY : 0));
    if (!state->world || !levelBuild(level, state->world, &error) ||
        caromMoverInit(state->world, &walk->hero, &def) != CAROM_OK)
        return false;
    walk->tally.start = freePlace(state->world, &walk->hero, level);
    walk->tally.position = walk->tally.start;
    return caromMoverPlace(state->world, &walk->hero, walk->tally.start) == CAROM_OK;
}

// ---- walking

static CaromVec2 wishOf(const SceneState *state, const Walk *walk)
{
    const Level *level = state->given;
    CaromVec2 way = state->input.walk;
    double speed = state->input.parameters[MAP_SPEED], up;
    if (!level->isSide)
        return caromVec2Scale(way, way.x != 0 && way.y != 0 ? speed * 0.7071 : speed);
    bool stands = walk->hero.grounded;
    up = stands ? 0 : walk->result.velocity.y - FALL * SCENE_TICK;
    up = way.y > 0 && stands ? state->input.parameters[MAP_JUMP] : up;
    return caromVec2(way.x * speed, up);
}

static void takeCoins(const Level *level, Walk *walk)
{
    for (int i = 0; i < level->coinCount && i < MOST_COINS; i++)
        if (!walk->taken[i] && caromVec2Distance(level->coins[i], walk->hero.position) < REACH) {
            walk->taken[i] = true;
            walk->tally.coins++;
        }
}

static void walkMap(SceneState *state)
{
    const Level *level = state->given;
    Walk *walk = state->data;
    caromMoverMove(state->world, &walk->hero, wishOf(state, walk), SCENE_TICK, &walk->result);
    walk->tally.walked += caromVec2Distance(walk->tally.position, walk->hero.position);
    takeCoins(level, walk);
    if (walk->hero.position.y < level->bounds.min.y - LOST) {
        walk->tally.falls++;
        walk->result = (CaromMoverResult){0};
        caromMoverPlace(state->world, &walk->hero, walk->tally.start);
    }
    walk->tally.position = walk->hero.position;
}

static void readMap(SceneState *state, const CaromEvents *events)
{
    Walk *walk = state->data;
    walk->tally.hits += events->hitCount;
    for (int i = 0; i < events->blastCount; i++) {
        const CaromBlastEvent *blast = &events->blasts[i];
        walk->flashes[walk->tally.blasts++ % FLASHES] =
            (Flash){blast->center, blast->time, blast->blast.radius};
    }
}

// ---- shooting

static void aimGrenade(const SceneState *state, CaromVec2 at, CaromProjectileDef *def)
{
    const Level *level = state->given;
    CaromShot shot;
    def->radius = 0.1;
    def->mass = 0.4;
    def->restitution = 0.45;
    def->friction = 0.15;
    def->rolls = true;
    def->fuse = state->input.parameters[MAP_FUSE];
    def->blast = caromBlast();
    def->blast.radius = 3.5;
    def->blast.impulse = 9;
    if (level->isSide) {
        def->velocity = sceneThrow(def->position, at, 2, 22);
    } else if (caromAimStop(def->position, at, 0, GROUND, &shot)) {
        def->groundDeceleration = GROUND;
        def->velocity = shot.velocity;
    }
}

/// A bullet flies straight, and bounces.
static void aimBullet(CaromVec2 at, CaromProjectileDef *def)
{
    CaromVec2 way = caromVec2Sub(at, def->position);
    def->velocity = caromVec2Scale(way, 60 / caromVec2Length(way));
    def->gravityScale = 0;
    def->restitution = 0.9;
    def->bounces = 6;
    def->lifetime = 2;
}

static bool aimMap(const SceneState *state, CaromVec2 at, CaromProjectileDef *def)
{
    const Walk *walk = state->data;
    *def = caromProjectileDef();
    def->position = walk->hero.position;
    if (caromVec2Distance(at, def->position) < 0.05)
        return false;
    if (state->input.parameters[MAP_GRENADES] > 0)
        aimGrenade(state, at, def);
    else
        aimBullet(at, def);
    return true;
}

/// Held, the button fires bullets; for each grenade it is pressed.
static void fireMap(SceneState *state, const CaromProjectileDef *def)
{
    Walk *walk = state->data;
    bool isHeld = state->before.buttons & SCENE_FIRE;
    if (state->input.parameters[MAP_GRENADES] == 0 || !isHeld)
        walk->tally.shots += caromProjectileFire(state->world, def).index != 0;
}

// ---- the picture

static CanvasColor inkOf(int material)
{
    static const CanvasInk INKS[] = {INK_WALL, INK_BLUE, INK_VIOLET, INK_RED, INK_GOLD};
    return canvasMix(canvasInk(INKS[material % 5], 1), canvasInk(INK_BACKGROUND, 1), 0.55);
}

/// Equal neighbours in a row are one box.
static void drawLayer(const CaromMapLayer *layer, View *view)
{
    CaromVec2 size = layer->tileSize, o = layer->origin;
    for (int y = 0; y < layer->height; y++)
        for (int x = 0, end; x < layer->width; x = end) {
            const uint16_t *row = layer->tiles + (size_t)y * (size_t)layer->width;
            for (end = x + 1; end < layer->width && row[end] == row[x];)
                end++;
            if (row[x] != 0)
                viewBox(view,
                        (CaromBox){{o.x + x * size.x, o.y + y * size.y},
                                   {o.x + end * size.x, o.y + (y + 1) * size.y + 0.02}},
                        inkOf(row[x] - 1));
        }
}

static void drawUnder(const SceneState *state, View *view)
{
    const Level *level = state->given;
    for (int i = 0; i < levelLayers(level); i++)
        drawLayer(&level->map->layers[i], view);
    for (int i = 0; i < level->wad.lineCount; i++)
        if (level->wad.lines[i].back != WAD_NO_SECTOR)
            viewLine(view, level->wad.lines[i].a, level->wad.lines[i].b, 1,
                     canvasInk(INK_WALL_DIM, 1));
}

/// Solids of a material have its colour.
static void drawSolids(const Level *level, View *view)
{
    for (int i = 0; level->map && i < level->map->objectCount; i++) {
        const CaromMapObject *object = &level->map->objects[i];
        if (object->kind != CAROM_MAP_POLYGON || object->material == 0 || object->dynamic)
            continue;
        viewFill(view, object->points, object->pointCount, inkOf(object->material));
        for (int k = 0; k < object->pointCount; k++)
            viewLine(view, object->points[k], object->points[(k + 1) % object->pointCount], 1.5,
                     canvasInk(INK_TEXT, 1));
    }
}

static void drawFlashes(const SceneState *state, const Walk *walk, View *view)
{
    for (int i = 0; i < FLASHES; i++) {
        const Flash *flash = &walk->flashes[i];
        double age = (caromWorldTime(state->world) - flash->since) / FLASH_SECONDS;
        if (flash->radius > 0 && age < 1) {
            viewDisc(view, flash->at, flash->radius * (0.35 + 0.65 * age),
                     canvasInk(INK_GOLD, 0.55 * (1 - age)));
            viewDisc(view, flash->at, flash->radius * 0.3, canvasInk(INK_WHITE, 0.8 * (1 - age)));
        }
    }
}

static void drawOver(const SceneState *state, View *view)
{
    const Level *level = state->given;
    const Walk *walk = state->data;
    CaromVec2 at = walk->hero.position;
    CanvasColor color = canvasInk(INK_MINT, 1);
    drawSolids(level, view);
    drawFlashes(state, walk, view);
    for (int i = 0; i < level->coinCount && i < MOST_COINS; i++)
        if (!walk->taken[i]) {
            viewDisc(view, level->coins[i], 0.22, canvasInk(INK_GOLD, 1));
            viewCircle(view, level->coins[i], 0.22, 2, canvasInk(INK_WHITE, 0.8));
        }
    if (level->isSide) {
        viewDisc(view, caromVec2(at.x, at.y + 0.2), 0.3, color);
        viewDisc(view, caromVec2(at.x, at.y - 0.2), 0.3, color);
        viewBox(view, (CaromBox){{at.x - 0.3, at.y - 0.2}, {at.x + 0.3, at.y + 0.2}}, color);
    } else {
        viewDisc(view, at, 0.3, color);
    }
    if (level->coinCount > 0) {
        char text[MOST_LETTERS];
        (void)snprintf(text, sizeof text, "%d/%d", walk->tally.coins, level->coinCount);
        viewText(view, at, caromVec2(-0.8, -1.6), canvasInk(INK_GOLD, 1), text);
    }
}

static CaromVec2 followHero(const SceneState *state)
{
    return ((const Walk *)state->data)->hero.position;
}

MapTally sceneMapTally(const SceneState *state)
{
    return ((const Walk *)state->data)->tally;
}

Scene sceneOfLevel(const Level *level)
{
    const double half = 14; // [m] that are seen at either side
    CaromVec2 more = caromVec2(half, half * 0.6);
    Scene scene = {
        .name = "play",
        .title = "A map",
        .hint = level->isSide ? "A and D run, W jumps, press to throw; 0 grenades: bullets"
                              : "W A S D walk, press to throw; 0 grenades: bullets",
        .size = sizeof(Walk),
        .view = {caromVec2Sub(level->start, more), caromVec2Add(level->start, more)},
        .given = level,
        .interval = 0.12,
        .parameters = {{"grenades", 0, 1, 1, 1, false},
                       {"run, m/s", 1, 12, 0.5, 5, false},
                       {"jump, m/s", 2, 14, 0.5, 9, false},
                       {"fuse, s", 0.5, 5, 0.1, 2, false}},
        .begin = beginMap,
        .read = readMap,
        .after = walkMap,
        .aim = aimMap,
        .fire = fireMap,
        .follow = followHero,
        .under = drawUnder,
        .over = drawOver,
    };
    if (level->bounds.max.x - level->bounds.min.x < SMALL) { // all of it is seen
        scene.view = level->bounds;
        scene.follow = NULL;
    }
    return scene;
}
