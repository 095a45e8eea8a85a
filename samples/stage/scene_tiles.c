// SPDX-License-Identifier: MIT
// The cave of the tiles sample: steep bullets shoot dirt away.
#include "../cave.h"
#include "scenes.h"

#define MOST_DUG 256 // tiles in a tick

typedef struct Cave {
    uint16_t tiles[CAVE_WIDTH * CAVE_HEIGHT];
    CaromShapeId shape;
    CaromVec2 guns[CAVE_GUNS];
    CaromCell dug[MOST_DUG]; ///< to be taken away at the next tick
    int dugCount;
    double due; ///< bullets, a fraction
} Cave;

enum { CAVE_RATE, CAVE_SPEED };

static bool beginCave(SceneState *state)
{
    Cave *cave = state->data;
    state->world = sceneWorld(caromVec2(0, 0));
    if (!state->world)
        return false;
    caveDig(cave->tiles, cave->guns, &state->random);
    cave->shape = caveBuild(state->world, cave->tiles);
    return cave->shape.index != 0;
}

static CaromProjectileDef bulletFrom(const SceneState *state, CaromVec2 place, CaromVec2 way)
{
    CaromProjectileDef def = caromProjectileDef();
    double length = caromVec2Length(way), speed = state->input.parameters[CAVE_SPEED];
    def.position = place;
    def.velocity = length > 0 ? caromVec2Scale(way, speed / length) : caromVec2(speed, 0);
    def.material = CAVE_BULLET;
    def.lifetime = 1.6;
    return def;
}

static void tickCave(SceneState *state)
{
    Cave *cave = state->data;
    for (int i = 0; i < cave->dugCount; i++)
        caromShapeSetTile(state->world, cave->shape, cave->dug[i].x, cave->dug[i].y, CAVE_FREE);
    cave->dugCount = 0;
    for (cave->due += state->input.parameters[CAVE_RATE] * SCENE_TICK; cave->due >= 1;
         cave->due--) {
        int gun = sampleRandomIndex(&state->random, CAVE_GUNS);
        double angle = sampleRandomRange(&state->random, -3.2, 3.2);
        CaromVec2 way = caromRotate(caromRotation(angle), caromVec2(1, 0));
        CaromProjectileDef def = bulletFrom(state, cave->guns[gun], way);
        caromProjectileFire(state->world, &def);
    }
}

static void readCave(SceneState *state, const CaromEvents *events)
{
    Cave *cave = state->data;
    for (int i = 0; i < events->hitCount && cave->dugCount < MOST_DUG; i++)
        if (events->hits[i].action == CAROM_HIT_DIE && events->hits[i].tile.x >= 0)
            cave->dug[cave->dugCount++] = events->hits[i].tile;
}

/// From the gun that is nearest to the pointer.
static bool aimCave(const SceneState *state, CaromVec2 at, CaromProjectileDef *def)
{
    const Cave *cave = state->data;
    int nearest = 0;
    for (int i = 1; i < CAVE_GUNS; i++)
        if (caromVec2Distance(cave->guns[i], at) < caromVec2Distance(cave->guns[nearest], at))
            nearest = i;
    *def = bulletFrom(state, cave->guns[nearest], caromVec2Sub(at, cave->guns[nearest]));
    return true;
}

/// Equal neighbours in a row are one box.
static void drawTiles(const SceneState *state, View *view)
{
    static const CanvasColor INKS[] = {
        {0, 0, 0, 0}, {0.30, 0.23, 0.17, 1}, {0.27, 0.31, 0.38, 1}, {0.14, 0.42, 0.50, 1}};
    const Cave *cave = state->data;
    for (int y = 0; y < CAVE_HEIGHT; y++)
        for (int x = 0, end; x < CAVE_WIDTH; x = end) {
            uint32_t tile = (uint32_t)caromShapeTile(state->world, cave->shape, x, y);
            for (end = x + 1; end < CAVE_WIDTH; end++)
                if ((uint32_t)caromShapeTile(state->world, cave->shape, end, y) != tile)
                    break;
            if (tile != CAVE_FREE && tile <= CAVE_CRYSTAL)
                viewBox(view, (CaromBox){{x, y}, {end, y + 1.03}}, INKS[tile]); // without a seam
        }
}

static void drawGuns(const SceneState *state, View *view)
{
    const Cave *cave = state->data;
    for (int i = 0; i < CAVE_GUNS; i++)
        viewDot(view, cave->guns[i], 5, canvasInk(INK_WHITE, 1));
}

const Scene SCENE_TILES = {
    .name = "tiles",
    .title = "Tiles shot away",
    .hint = "Hold to shoot from the nearest white dot: dirt goes, stone and crystal reflect",
    .size = sizeof(Cave),
    .view = {{0, 0}, {CAVE_WIDTH, CAVE_HEIGHT}},
    .interval = 0.05,
    .parameters = {{"bullets a second", 0, 400, 5, 60, false},
                   {"speed, m/s", 5, 120, 5, 45, false}},
    .begin = beginCave,
    .tick = tickCave,
    .read = readCave,
    .aim = aimCave,
    .under = drawTiles,
    .over = drawGuns,
};
