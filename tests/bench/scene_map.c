// SPDX-License-Identifier: MIT
// Walls and bullets of Doom maps. A point is inside a map where a line from it crosses the walls an
// odd number of times: one-sided lines are what parts the sectors from the void.
#include "../../samples/wad.h"
#include "../support/random.h"
#include "scene_inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SLOWEST 20.0    // [m/s]
#define FASTEST 100.0   // [m/s]
#define MAX_TRIES 10000 // per bullet: a map that fills less of its box than that is broken
#define PITCH 1024.0    // [m] between maps side by side
#define MAPS_IN_A_ROW 8

/// Which walls come near each row of height 1 m: a point needs only the walls of its row.
typedef struct Rows {
    int *first; // of row i in `walls`; first[count] ends the last
    int *walls;
    CaromBox bounds;
    int count;
} Rows;

static CaromBox wallBox(const BenchScene *scene, int wall)
{
    return caromBoxOfPoints(scene->points + scene->shapes[wall].first, 2);
}

static int rowOf(const Rows *rows, double y)
{
    double row = y - rows->bounds.min.y;
    return row < 0 ? 0 : (row >= rows->count ? rows->count - 1 : (int)row);
}

static void rowsFree(Rows *rows)
{
    free(rows->first);
    free(rows->walls);
}

/// Counts the walls of each row (fill false), or files them backwards from each row's end.
static void rowsPass(Rows *rows, const BenchScene *scene, int from, bool fill)
{
    for (int i = from; i < scene->shapeCount; i++) {
        CaromBox box = caromBoxInflate(wallBox(scene, i), BENCH_MARGIN);
        int last = rowOf(rows, box.max.y);
        for (int row = rowOf(rows, box.min.y); row <= last; row++) {
            if (fill) {
                rows->walls[--rows->first[row]] = i;
            } else {
                rows->first[row]++;
            }
        }
    }
}

/// Builds the rows of all walls from number `from` on.
static bool rowsBuild(Rows *rows, const BenchScene *scene, int from)
{
    rows->bounds = wallBox(scene, from);
    for (int i = from + 1; i < scene->shapeCount; i++) {
        rows->bounds = caromBoxUnion(rows->bounds, wallBox(scene, i));
    }
    rows->count = (int)(rows->bounds.max.y - rows->bounds.min.y) + 1;
    rows->walls = NULL;
    rows->first = calloc((size_t)rows->count + 1, sizeof *rows->first);
    if (!rows->first) {
        return false;
    }
    rowsPass(rows, scene, from, false);
    for (int i = 1; i <= rows->count; i++) {
        rows->first[i] += rows->first[i - 1]; // where row i ends; filling makes it its start
    }
    rows->walls = malloc((size_t)rows->first[rows->count] * sizeof *rows->walls);
    if (!rows->walls) {
        rowsFree(rows);
        return false;
    }
    rowsPass(rows, scene, from, true);
    return true;
}

/// Whether the ray from p to the right crosses the wall; an end belongs to the wall above it.
static bool crosses(CaromVec2 a, CaromVec2 b, CaromVec2 p)
{
    bool up = b.y > p.y;
    return (a.y > p.y) != up && (caromOrientation(a, b, p) > 0) == up;
}

typedef struct Place {
    bool inside;
    bool nearWall; // within the margin
} Place;

static Place locate(const BenchScene *scene, const Rows *rows, CaromVec2 p, double margin)
{
    Place place = {false, false};
    if (!caromBoxContains(rows->bounds, p)) {
        return place;
    }
    int row = rowOf(rows, p.y);
    for (int i = rows->first[row]; i < rows->first[row + 1]; i++) {
        const CaromVec2 *ends = scene->points + scene->shapes[rows->walls[i]].first;
        place.inside ^= crosses(ends[0], ends[1], p);
        place.nearWall |= caromBoxContains(caromBoxInflate(caromBoxOfPoints(ends, 2), margin), p) &&
                          caromNearestOnSegment(p, ends[0], ends[1]).distance < margin;
    }
    return place;
}

int benchOutsideMap(const BenchScene *scene, const CaromVec2 *points, int count)
{
    Rows rows;
    int outside = 0;
    if (!rowsBuild(&rows, scene, 0)) {
        return -1;
    }
    for (int i = 0; i < count; i++) {
        // A bullet just bouncing is evaluated on the wall: rounding may show it a hair behind.
        Place place = locate(scene, &rows, points[i], 1e-6);
        outside += !place.inside && !place.nearWall;
    }
    rowsFree(&rows);
    return outside;
}

CaromVec2 benchBulletVelocity(TestRandom *random)
{
    double speed = testRandomRange(random, SLOWEST, FASTEST);
    CaromRotation heading = caromRotation(testRandomRange(random, 0, 6.283185307179586));
    return caromVec2(heading.c * speed, heading.s * speed);
}

static bool placeBullet(BenchScene *scene, const Rows *rows, int index, TestRandom *random)
{
    for (int i = 0; i < MAX_TRIES; i++) {
        // One number a statement: the order within an initializer is the compiler's choice.
        double x = testRandomRange(random, rows->bounds.min.x, rows->bounds.max.x);
        double y = testRandomRange(random, rows->bounds.min.y, rows->bounds.max.y);
        CaromVec2 p = {x, y};
        Place place = locate(scene, rows, p, BENCH_MARGIN);
        if (place.inside && !place.nearWall) {
            scene->positions[index] = p;
            scene->velocities[index] = benchBulletVelocity(random);
            return true;
        }
    }
    return false;
}

/// Where the bullets of a map go: those from `first` on, before `end`.
typedef struct Share {
    int first, end;
} Share;

/// The map's walls, moved by an offset, and its share of the bullets.
static bool addMap(BenchScene *scene, const WadMap *map, CaromVec2 offset, Share share,
                   TestRandom *random)
{
    int from = scene->shapeCount;
    for (int i = 0; i < map->lineCount; i++) {
        if (map->lines[i].back == WAD_NO_SECTOR) {
            CaromVec2 ends[2] = {caromVec2Add(map->lines[i].a, offset),
                                 caromVec2Add(map->lines[i].b, offset)};
            benchSceneAdd(scene, ends, 2, 0);
        }
    }
    Rows rows;
    if (from == scene->shapeCount || !rowsBuild(&rows, scene, from)) {
        return false;
    }
    bool placed = true;
    for (int i = share.first; placed && i < share.end; i++) {
        placed = placeBullet(scene, &rows, i, random);
    }
    rowsFree(&rows);
    return placed;
}

static Wad *openWad(const char *file)
{
    WadError error;
    char path[1024];
    Wad *wad = wadFind(file, path, sizeof path, &error) ? wadOpen(path, &error) : NULL;
    if (!wad) {
        fprintf(stderr, "carom_bench: %s: %s\n", file, error.text);
    }
    return wad;
}

static bool complain(const char *map, const char *text)
{
    fprintf(stderr, "carom_bench: %s: %s\n", map, text);
    return false;
}

static bool sceneOfOne(BenchScene *scene, const Wad *wad, const char *name, int bullets,
                       TestRandom *random)
{
    WadMap map;
    WadError error;
    if (!wadReadMap(wad, name, &map, &error)) {
        return complain(name, error.text);
    }
    bool ready = benchSceneReserve(scene, map.oneSidedCount, 2 * map.oneSidedCount, bullets) &&
                 addMap(scene, &map, caromVec2(0, 0), (Share){0, bullets}, random);
    wadMapFree(&map);
    return ready || complain(name, "no place for all bullets, or memory is short");
}

/// All maps of both files, from the first on.
typedef struct Atlas {
    Wad *wads[2];
    int walls, maps;
} Atlas;

static bool atlasEach(Atlas *atlas, bool (*visit)(void *context, const WadMap *map, int index),
                      void *context)
{
    bool good = true;
    atlas->maps = 0;
    for (int w = 0; w < 2; w++) {
        for (int i = 0; good && i < wadMapCount(atlas->wads[w]); i++) {
            WadMap map;
            WadError error;
            good = wadReadMap(atlas->wads[w], wadMapName(atlas->wads[w], i), &map, &error) &&
                   visit(context, &map, atlas->maps++);
            wadMapFree(&map);
        }
    }
    return good;
}

static bool countWalls(void *context, const WadMap *map, int index)
{
    (void)index;
    ((Atlas *)context)->walls += map->oneSidedCount;
    return true;
}

typedef struct Placing {
    BenchScene *scene;
    TestRandom *random;
    int maps;
} Placing;

static bool placeMap(void *context, const WadMap *map, int index)
{
    Placing *placing = context;
    CaromVec2 corner = {PITCH * (index % MAPS_IN_A_ROW), PITCH * (index / MAPS_IN_A_ROW)};
    int64_t bullets = placing->scene->bulletCount;
    Share share = {(int)(bullets * index / placing->maps),
                   (int)(bullets * (index + 1) / placing->maps)};
    return addMap(placing->scene, map, caromVec2Sub(corner, map->bounds.min), share,
                  placing->random);
}

/// In one map places are in no order, so they shall be in all: Fisher and Yates (1938).
static void shuffle(BenchScene *scene, TestRandom *random)
{
    for (int i = scene->bulletCount - 1; i > 0; i--) {
        int other = testRandomInt(random, 0, i);
        CaromVec2 p = scene->positions[i], v = scene->velocities[i];
        scene->positions[i] = scene->positions[other];
        scene->velocities[i] = scene->velocities[other];
        scene->positions[other] = p;
        scene->velocities[other] = v;
    }
}

static bool sceneOfAll(BenchScene *scene, int bullets, TestRandom *random)
{
    Atlas atlas = {{openWad("freedoom1.wad"), openWad("freedoom2.wad")}, 0, 0};
    bool ready = atlas.wads[0] && atlas.wads[1] && atlasEach(&atlas, countWalls, &atlas) &&
                 benchSceneReserve(scene, atlas.walls, 2 * atlas.walls, bullets);
    if (ready) {
        Placing placing = {scene, random, atlas.maps};
        ready = atlasEach(&atlas, placeMap, &placing);
        shuffle(scene, random);
    }
    wadClose(atlas.wads[0]);
    wadClose(atlas.wads[1]);
    return ready || complain("all maps", "no place for all bullets, or memory is short");
}

bool benchSceneMap(BenchScene *scene, const char *map, int bulletCount, uint64_t seed)
{
    TestRandom random = testRandomSeed(seed);
    memset(scene, 0, sizeof *scene);
    if (!map) {
        bool ready = sceneOfAll(scene, bulletCount, &random);
        if (!ready) {
            benchSceneFree(scene);
        }
        return ready;
    }
    Wad *wad = openWad(map[0] == 'E' ? "freedoom1.wad" : "freedoom2.wad");
    bool ready = wad && sceneOfOne(scene, wad, map, bulletCount, &random);
    wadClose(wad);
    if (!ready) {
        benchSceneFree(scene);
    }
    return ready;
}
