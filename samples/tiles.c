// SPDX-License-Identifier: MIT
// Bullets over a tile map: steep hits shoot dirt away, stone and crystal reflect. Every bounce must
// have the normal of an axis: there are no seams between tiles, neither for points in the cave nor
// for balls that hop along a floor of different tiles. Then visibility over the tiles, compared
// with rays through the world.
#include "cave.h"
#include "figure.h"
#include "options.h"
#include "random.h"
#include "sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_BULLETS 4000
#define FRAME (1.0 / 60)
#define FLOOR_TILES 32

typedef struct Bullet {
    CaromVec2 last; ///< where its present leg began
    int bounces;
} Bullet;

typedef struct Cave {
    uint16_t before[CAVE_WIDTH * CAVE_HEIGHT], after[CAVE_WIDTH * CAVE_HEIGHT];
    CaromWorld *world;
    CaromShapeId shape;
    CaromVec2 guns[CAVE_GUNS];
    SampleRandom random;
    Bullet bullets[MOST_BULLETS];
    int fired, bounces, askew, dug; ///< askew: bounces off what is no axis
} Cave;

// ---- the map

static CaromShapeId addMap(CaromWorld *world, const CaromTileMap *map)
{
    CaromBodyDef bodyDef = caromBodyDef();
    CaromShapeDef shapeDef = caromShapeDef();
    return caromShapeCreateTiles(world, caromBodyCreate(world, &bodyDef), &shapeDef, map);
}

static CaromTileMap mapOf(const uint16_t *tiles)
{
    CaromTileMap map = {CAVE_WIDTH, CAVE_HEIGHT, 1.0, {0.0, 0.0}, tiles, 0.0};
    return map;
}

static bool makeCave(Cave *cave)
{
    CaromWorldDef def = caromWorldDef();
    cave->world = caromWorldCreate(&def, NULL);
    caveDig(cave->before, cave->guns, &cave->random);
    cave->shape = caveBuild(cave->world, cave->before);
    return caromShapeIsValid(cave->world, cave->shape);
}

// ---- the shooting

static bool isAxis(CaromVec2 n)
{
    return (n.x == 0 && (n.y == 1 || n.y == -1)) || (n.y == 0 && (n.x == 1 || n.x == -1));
}

static void fire(Cave *cave, int gun)
{
    CaromProjectileDef def = caromProjectileDef();
    Bullet *bullet = &cave->bullets[cave->fired];
    double angle = sampleRandomRange(&cave->random, -3.2, 3.2);
    bullet->last = def.position = cave->guns[gun];
    def.velocity = caromRotate(caromRotation(angle), caromVec2(45, 0));
    def.material = CAVE_BULLET;
    def.lifetime = 1.6;
    def.userData = bullet;
    cave->fired += caromProjectileFire(cave->world, &def).index != 0;
}

/// From gold to red with each bounce.
static void drawLeg(Canvas *canvas, const Bullet *bullet, CaromVec2 to)
{
    double t = bullet->bounces < 3 ? bullet->bounces / 3.0 : 1;
    CanvasColor color = canvasMix(canvasInk(INK_GOLD, 0.3), canvasInk(INK_RED, 0.6), t);
    canvasLine(canvas, bullet->last, to, 0.8, color);
}

static void readHits(Cave *cave, Canvas *canvas)
{
    CaromEvents events = caromWorldEvents(cave->world);
    for (int i = 0; i < events.hitCount; i++) {
        const CaromHitEvent *hit = &events.hits[i];
        Bullet *bullet = hit->projectileData;
        drawLeg(canvas, bullet, hit->center);
        bullet->last = hit->center;
        bullet->bounces++;
        cave->bounces += hit->action == CAROM_HIT_BOUNCE;
        cave->askew += !isAxis(hit->normal);
        if (hit->action == CAROM_HIT_DIE &&
            caromShapeTile(cave->world, cave->shape, hit->tile.x, hit->tile.y) != CAVE_FREE) {
            caromShapeSetTile(cave->world, cave->shape, hit->tile.x, hit->tile.y, CAVE_FREE);
            cave->dug++;
        }
    }
}

static void play(Cave *cave, Canvas *canvas, int bullets)
{
    for (int frame = 0; cave->fired < bullets || caromWorldCounters(cave->world).projectiles > 0;
         frame++) {
        for (int g = 0; g < CAVE_GUNS && cave->fired < bullets; g++)
            fire(cave, g);
        caromWorldStep(cave->world, FRAME);
        readHits(cave, canvas);
    }
    for (int i = 0; i < CAVE_WIDTH * CAVE_HEIGHT; i++)
        cave->after[i] = caromShapeTile(cave->world, cave->shape, i % CAVE_WIDTH, i / CAVE_WIDTH);
}

/// Digs a shaft frame by frame, as a game would that guessed what another player does, and goes
/// back to the state from before. @returns how many tiles are not what they were
static int digAndGoBack(Cave *cave)
{
    size_t size = caromWorldStateSize(cave->world);
    void *state = malloc(size);
    int dug = 0, wrong = 0;
    if (!state || caromWorldSaveState(cave->world, state, size, NULL) != CAROM_OK) {
        free(state);
        return 1;
    }
    for (int frame = 0; frame < 8; frame++) {
        for (int y = CAVE_HEIGHT / 8 * frame; y < CAVE_HEIGHT / 8 * (frame + 1); y++) {
            dug += caromShapeTile(cave->world, cave->shape, CAVE_WIDTH / 2, y) != CAVE_FREE;
            caromShapeSetTile(cave->world, cave->shape, CAVE_WIDTH / 2, y, CAVE_FREE);
        }
        caromWorldStep(cave->world, FRAME);
    }
    wrong += caromWorldRestoreState(cave->world, state, size) != CAROM_OK;
    free(state);
    for (int i = 0; i < CAVE_WIDTH * CAVE_HEIGHT; i++)
        wrong += cave->after[i] !=
                 caromShapeTile(cave->world, cave->shape, i % CAVE_WIDTH, i / CAVE_WIDTH);
    printf("rollback: %d tiles dug in 8 frames and undone, %d wrong\n", dug, wrong);
    return wrong;
}

// ---- pictures of maps

static CanvasColor inkOf(uint16_t tile)
{
    static const CanvasColor dirt = {0.20, 0.17, 0.15, 1}, stone = {0.24, 0.27, 0.33, 1},
                             crystal = {0.16, 0.36, 0.42, 1};
    return tile == CAVE_DIRT ? dirt : tile == CAVE_STONE ? stone : crystal;
}

static void drawTile(Canvas *canvas, int x, int y, CanvasColor color)
{
    CaromVec2 corners[4] = {{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}};
    canvasPolygon(canvas, corners, 4, color);
}

static void drawTiles(Canvas *canvas, const uint16_t *tiles)
{
    for (int i = 0; i < CAVE_WIDTH * CAVE_HEIGHT; i++)
        if (tiles[i] != CAVE_FREE)
            drawTile(canvas, i % CAVE_WIDTH, i / CAVE_WIDTH, inkOf(tiles[i]));
}

/// The edges that bullets meet: each a line, with marks where it ends. @returns how many
static int drawEdges(Canvas *canvas, const CaromWorld *world, CaromShapeId shape, double marks)
{
    CaromGeometry geometry;
    if (caromShapeGeometry(world, shape, &geometry, NULL) != CAROM_OK)
        return 0;
    for (int i = 0; i < geometry.count; i++) {
        CaromVec2 a = geometry.points[i], b = geometry.points[geometry.next[i]];
        canvasLine(canvas, a, b, 1.1, canvasInk(INK_WALL, 0.85));
        if (marks > 0)
            canvasDot(canvas, a, marks, canvasInk(INK_WHITE, 0.9));
    }
    return geometry.count;
}

static void drawCave(Cave *cave, Canvas *canvas, CaromBox area, int bullets)
{
    static const CanvasColor ember = {0.34, 0.15, 0.06, 1};
    figurePanel(canvas, area, figureBox(0, 0, CAVE_WIDTH, CAVE_HEIGHT),
                "Bullets in a cave of tiles: dirt is shot away, stone and crystal turn them back");
    for (int i = 0; i < CAVE_WIDTH * CAVE_HEIGHT; i++) // those that go show through
        if (cave->before[i] == CAVE_DIRT)
            drawTile(canvas, i % CAVE_WIDTH, i / CAVE_WIDTH, ember);
    canvasGlow(canvas, true);
    play(cave, canvas, bullets);
    canvasGlow(canvas, false);
    drawTiles(canvas, cave->after);
    int edges = drawEdges(canvas, cave->world, cave->shape, 0);
    for (int g = 0; g < CAVE_GUNS; g++)
        canvasDot(canvas, cave->guns[g], 5, canvasInk(INK_WHITE, 1));
    figureNote(canvas, area, "%d bounces, %d tiles shot away; %d edges are left", cave->bounces,
               cave->dug, edges);
    printf("cave: %d bullets, %d bounces, %d with a normal that is no axis, %d tiles shot away\n",
           cave->fired, cave->bounces, cave->askew, cave->dug);
}

// ---- balls over a floor of many tiles

typedef struct Hops {
    CaromWorld *world;
    CaromShapeId shape;
    int bounces, askew;
} Hops;

static Hops makeFloor(void)
{
    static uint16_t tiles[2 * FLOOR_TILES];
    CaromWorldDef def = caromWorldDef();
    def.gravity = caromVec2(0, -10);
    for (int i = 0; i < 2 * FLOOR_TILES; i++)
        tiles[i] =
            (uint16_t)(i < FLOOR_TILES ? CAVE_STONE : 1 + i % 3); // no edge is longer than a tile
    CaromTileMap map = {FLOOR_TILES, 2, 1.0, {0.0, -2.0}, tiles, 0.0};
    Hops hops = {caromWorldCreate(&def, NULL), {0, 0, 0}, 0, 0};
    hops.shape = addMap(hops.world, &map);
    return hops;
}

static void throwBall(Hops *hops, Canvas *canvas, double height, CanvasInk ink)
{
    CaromProjectileDef def = caromProjectileDef();
    def.position = caromVec2(0.4, height);
    def.velocity = caromVec2(7, 0);
    def.radius = 0.3;
    def.restitution = 0.88;
    CaromProjectileId ball = caromProjectileFire(hops->world, &def);
    CaromVec2 last = def.position;
    while (caromProjectileIsValid(hops->world, ball) && last.x < FLOOR_TILES - 1) {
        caromWorldStep(hops->world, 1.0 / 120);
        CaromVec2 place = caromProjectilePosition(hops->world, ball);
        canvasLine(canvas, last, place, 1.6, canvasInk(ink, 0.9));
        last = place;
        CaromEvents events = caromWorldEvents(hops->world);
        for (int i = 0; i < events.hitCount; i++) {
            hops->bounces++;
            hops->askew += !isAxis(events.hits[i].normal);
            figureNormal(canvas, events.hits[i].point, events.hits[i].normal, 13);
        }
    }
    caromProjectileDestroy(hops->world, ball);
}

static int drawHops(Canvas *canvas, CaromBox area)
{
    Hops hops = makeFloor();
    figurePanel(canvas, area, figureBox(0, -2.5, FLOOR_TILES, 9),
                "Balls over joints of tiles: no seam throws them");
    for (int x = 0; x < FLOOR_TILES; x++)
        for (int y = -2; y < 0; y++)
            drawTile(canvas, x, y, inkOf(caromShapeTile(hops.world, hops.shape, x, y + 2)));
    int edges = drawEdges(canvas, hops.world, hops.shape, 2);
    throwBall(&hops, canvas, 8, INK_GOLD);
    throwBall(&hops, canvas, 3, INK_MINT);
    throwBall(&hops, canvas, 1.5, INK_RED);
    figureNote(canvas, area, "a mark at each joint: %d bounces as from one floor", hops.bounces);
    printf("floor: %d bounces over %d edges, %d with a normal that is no axis\n", hops.bounces,
           edges, hops.askew);
    caromWorldDestroy(hops.world);
    return hops.askew;
}

// ---- sight

/// @returns how many tiles are in plain sight over tiles, but hidden from a ray
static int drawSight(Cave *cave, Canvas *canvas, CaromBox area)
{
    static const CanvasColor plain = {0.93, 0.76, 0.36, 0.85}, slips = {0.55, 0.36, 0.75, 0.75};
    CaromTileMap map = mapOf(cave->after);
    CaromVec2 eye = cave->guns[1];
    CaromCell from = {(int32_t)eye.x, (int32_t)eye.y};
    int strict = 0, more = 0, wrong = 0;
    figurePanel(canvas, area, figureBox(0, 0, CAVE_WIDTH, CAVE_HEIGHT),
                "What an eye sees: in plain sight, or from tile to tile");
    drawTiles(canvas, cave->after);
    for (int i = 0; i < CAVE_WIDTH * CAVE_HEIGHT; i++) {
        CaromCell to = {i % CAVE_WIDTH, i / CAVE_WIDTH};
        CaromVec2 middle = {to.x + 0.5, to.y + 0.5};
        if (cave->after[i] != CAVE_FREE)
            continue;
        if (caromTilesLineOfSight(&map, eye, middle)) {
            wrong += caromWorldCastAny(cave->world, eye, 0, caromVec2Sub(middle, eye),
                                       caromQueryOptions());
            drawTile(canvas, to.x, to.y, plain);
            strict++;
        } else if (caromTilesSee(&map, from, to)) {
            drawTile(canvas, to.x, to.y, slips);
            more++;
        }
    }
    canvasDot(canvas, eye, 5, canvasInk(INK_WHITE, 1));
    figureNote(canvas, area, "gold: %d by caromTilesLineOfSight, violet: %d more by caromTilesSee",
               strict, more);
    printf("sight: %d tiles in plain sight, %d more from tile to tile, %d hidden from a ray\n",
           strict, more, wrong);
    return wrong;
}

// ----

int sampleTiles(int argc, char **argv)
{
    const char *out = "tiles.png";
    uint64_t seed = 4;
    int bullets = 400;
    const Option options[] = {
        {"out", "FILE", "the picture", OPTION_TEXT, &out, 0, 0},
        {"seed", "N", "of the cave and the shots", OPTION_SEED, &seed, 0, 0},
        {"bullets", "N", "that are fired", OPTION_INT, &bullets, 1, MOST_BULLETS - CAVE_GUNS},
    };
    OptionsResult read = optionsRead(argc, argv, "Bullets over a tile map", options,
                                     (int)(sizeof options / sizeof options[0]));
    if (read != OPTIONS_GO)
        return read == OPTIONS_HELP ? SAMPLE_OK : SAMPLE_BAD_OPTIONS;
    Canvas *canvas = figureCreate(1600, 900, "Tiles",
                                  "A tile map is one shape: its edges are the border of what is "
                                  "solid, as few and as long as they can be.");
    Cave *cave = calloc(1, sizeof *cave);
    if (!canvas || !cave) {
        canvasDestroy(canvas);
        free(cave);
        return SAMPLE_FAILED;
    }
    cave->random.state = seed;
    int wrong = makeCave(cave) ? 0 : 1;
    CaromBox right = figureBox(1056, 92, 1572, 872);
    drawCave(cave, canvas, figureBox(28, 92, 1040, 872), bullets);
    wrong += digAndGoBack(cave);
    wrong += cave->askew + drawSight(cave, canvas, figureBox(1056, 92, 1572, 556));
    wrong += drawHops(canvas, figureBox(right.min.x, 572, right.max.x, right.max.y));
    caromWorldDestroy(cave->world);
    free(cave);
    int saved = figureFinish(canvas, out);
    return wrong > 0 ? SAMPLE_FAILED : saved;
}
