// SPDX-License-Identifier: MIT
// Walls and bullets of a Doom map. A point is inside the map where a line from it crosses the walls
// an odd number of times: one-sided lines are what parts the sectors from the void.
#include "../../samples/wad.h"
#include "../random.h"
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SLOWEST 20.0   // [m/s]
#define FASTEST 100.0  // [m/s]
#define MAX_TRIES 1000 // per bullet: a map that fills less of its box than that is broken

/// Which walls come near each row of height 1 m: a point asks only those of its row.
typedef struct Rows {
    int *first; // of row i in `walls`; first[count] ends the last
    int *walls;
    CaromBox bounds;
    int count;
} Rows;

static CaromBox wallBox(const BenchWall *wall)
{
    return caromBoxOfPoints(&wall->a, 2);
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
static void rowsPass(Rows *rows, const BenchScene *scene, bool fill)
{
    for (int i = 0; i < scene->wallCount; i++) {
        CaromBox box = caromBoxInflate(wallBox(&scene->walls[i]), BENCH_MARGIN);
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

static bool rowsBuild(Rows *rows, const BenchScene *scene)
{
    rows->bounds = wallBox(&scene->walls[0]);
    for (int i = 1; i < scene->wallCount; i++) {
        rows->bounds = caromBoxUnion(rows->bounds, wallBox(&scene->walls[i]));
    }
    rows->count = (int)(rows->bounds.max.y - rows->bounds.min.y) + 1;
    rows->walls = NULL;
    rows->first = calloc((size_t)rows->count + 1, sizeof *rows->first);
    if (!rows->first) {
        return false;
    }
    rowsPass(rows, scene, false);
    for (int i = 1; i <= rows->count; i++) {
        rows->first[i] +=
            rows->first[i - 1]; // where row i ends; filling makes it where row i starts
    }
    rows->walls = malloc((size_t)rows->first[rows->count] * sizeof *rows->walls);
    if (!rows->walls) {
        rowsFree(rows);
        return false;
    }
    rowsPass(rows, scene, true);
    return true;
}

/// Whether the ray from p to the right crosses the wall; an end belongs to the wall above it.
static bool crosses(const BenchWall *wall, CaromVec2 p)
{
    bool up = wall->b.y > p.y;
    if ((wall->a.y > p.y) == up) {
        return false;
    }
    return (caromOrientation(wall->a, wall->b, p) > 0) == up;
}

typedef struct Place {
    bool inside;
    bool nearWall; // within the margin asked for
} Place;

static Place locate(const BenchScene *scene, const Rows *rows, CaromVec2 p, double margin)
{
    Place place = {false, false};
    if (!caromBoxContains(rows->bounds, p)) {
        return place;
    }
    int row = rowOf(rows, p.y);
    for (int i = rows->first[row]; i < rows->first[row + 1]; i++) {
        const BenchWall *wall = &scene->walls[rows->walls[i]];
        place.inside ^= crosses(wall, p);
        place.nearWall |= caromBoxContains(caromBoxInflate(wallBox(wall), margin), p) &&
                          caromNearestOnSegment(p, wall->a, wall->b).distance < margin;
    }
    return place;
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
            double speed = testRandomRange(random, SLOWEST, FASTEST);
            CaromRotation heading = caromRotation(testRandomRange(random, 0, 6.283185307179586));
            scene->positions[index] = p;
            scene->velocities[index] = caromVec2(heading.c * speed, heading.s * speed);
            return true;
        }
    }
    return false;
}

static bool placeBullets(BenchScene *scene, uint64_t seed)
{
    Rows rows;
    if (!rowsBuild(&rows, scene)) {
        return false;
    }
    TestRandom random = testRandomSeed(seed);
    bool placed = true;
    for (int i = 0; placed && i < scene->bulletCount; i++) {
        placed = placeBullet(scene, &rows, i, &random);
    }
    rowsFree(&rows);
    return placed;
}

int benchSceneOutside(const BenchScene *scene, const CaromVec2 *points, int count)
{
    Rows rows;
    int outside = 0;
    if (!rowsBuild(&rows, scene)) {
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

bool benchSceneCast(const BenchScene *scene, CaromVec2 origin, CaromVec2 translation, BenchHit *hit)
{
    bool found = false;
    for (int i = 0; i < scene->wallCount; i++) {
        CaromRayHit at;
        const BenchWall *wall = &scene->walls[i];
        if (caromRayCastSegment(origin, translation, wall->a, wall->b, &at) &&
            (!found || at.fraction < hit->fraction)) {
            *hit = (BenchHit){at.fraction, at.normal, i};
            found = true;
        }
    }
    return found;
}

static bool readMap(const char *wadFile, const char *mapName, WadMap *map)
{
    WadError error;
    char path[1024];
    if (!wadFind(wadFile, path, sizeof path, &error)) {
        fprintf(stderr, "carom_bench: %s\n", error.text);
        return false;
    }
    Wad *wad = wadOpen(path, &error);
    bool read = wad && wadReadMap(wad, mapName, map, &error);
    if (!read) {
        fprintf(stderr, "carom_bench: %s: %s\n", path, error.text);
    }
    wadClose(wad);
    return read;
}

static bool reserve(BenchScene *scene, int walls, int bullets)
{
    scene->walls = malloc((size_t)walls * sizeof *scene->walls);
    scene->positions = malloc((size_t)bullets * sizeof *scene->positions);
    scene->velocities = malloc((size_t)bullets * sizeof *scene->velocities);
    scene->bulletCount = bullets;
    return scene->walls && scene->positions && scene->velocities;
}

bool benchSceneLoad(BenchScene *scene, const char *wadFile, const char *mapName, int bulletCount,
                    uint64_t seed)
{
    WadMap map;
    if (!readMap(wadFile, mapName, &map)) {
        return false;
    }
    memset(scene, 0, sizeof *scene);
    bool ready = map.oneSidedCount > 0 && reserve(scene, map.oneSidedCount, bulletCount);
    for (int i = 0; ready && i < map.lineCount; i++) {
        if (map.lines[i].back == WAD_NO_SECTOR) {
            scene->walls[scene->wallCount++] = (BenchWall){map.lines[i].a, map.lines[i].b};
        }
    }
    wadMapFree(&map);
    if (ready && placeBullets(scene, seed)) {
        return true;
    }
    fprintf(stderr, "carom_bench: %s has no place for %d bullets, or memory is short\n", mapName,
            bulletCount);
    benchSceneFree(scene);
    return false;
}

void benchSceneFree(BenchScene *scene)
{
    free(scene->walls);
    free(scene->positions);
    free(scene->velocities);
    memset(scene, 0, sizeof *scene);
}
