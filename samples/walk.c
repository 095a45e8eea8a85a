// SPDX-License-Identifier: MIT
#include "walk.h"

#include <stdlib.h>
#include <string.h>

#define CELL 0.25          // [m] of the route's grid: 8 map units, an eighth of a usual door
#define MAX_CELLS 16000000 // of a map's grid
#define STEP 0.04          // [m] of the walker: less than any arm, so that no wall is jumped
#define STUCK 0.001        // [m] a step that gets on less
#define PUSHES 64          // at most, per step: between the posts of a door they converge slowly
#define PATIENCE 500       // steps towards one place

bool wallsBuild(Walls *walls, const WadMap *map)
{
    walls->count = 0;
    walls->ends = malloc(((size_t)map->lineCount + 1) * sizeof *walls->ends);
    for (int i = 0; walls->ends && i < map->lineCount; i++) {
        const WadLine *line = &map->lines[i];
        if (line->back == WAD_NO_SECTOR || (line->flags & 1u) != 0) {
            walls->ends[walls->count][0] = line->a;
            walls->ends[walls->count++][1] = line->b;
        }
    }
    return walls->ends != NULL;
}

void wallsFree(Walls *walls)
{
    free(walls->ends);
    walls->ends = NULL;
}

CaromNearest wallsNearest(const Walls *walls, CaromVec2 point)
{
    CaromNearest best = {.distance = 1e300};
    for (int i = 0; i < walls->count; i++) {
        CaromBox box = caromBoxOfPoints(walls->ends[i], 2);
        if (best.distance < 1e300 &&
            !caromBoxContains(caromBoxInflate(box, best.distance), point)) {
            continue;
        }
        CaromNearest found = caromNearestOnSegment(point, walls->ends[i][0], walls->ends[i][1]);
        if (found.distance < best.distance) {
            best = found;
        }
    }
    return best;
}

// ---- paths

void pathAdd(Path *path, CaromVec2 point)
{
    if (path->count == path->capacity && !path->full) {
        int capacity = path->capacity ? 2 * path->capacity : 256;
        CaromVec2 *points = realloc(path->points, (size_t)capacity * sizeof *points);
        path->full = !points;
        path->points = points ? points : path->points;
        path->capacity = points ? capacity : path->capacity;
    }
    if (!path->full) {
        path->points[path->count++] = point;
    }
}

double pathLength(const Path *path)
{
    double length = 0;
    for (int i = 1; i < path->count; i++) {
        length += caromVec2Distance(path->points[i - 1], path->points[i]);
    }
    return length;
}

void pathFree(Path *path)
{
    free(path->points);
    memset(path, 0, sizeof *path);
}

static bool isFree(const Walls *walls, CaromVec2 from, CaromVec2 to)
{
    CaromVec2 ends[2] = {from, to}, way = caromVec2Sub(to, from);
    CaromBox box = caromBoxOfPoints(ends, 2);
    for (int i = 0; i < walls->count; i++) {
        if (caromBoxOverlaps(box, caromBoxOfPoints(walls->ends[i], 2))) {
            CaromMeet meet =
                caromRayMeetsSegment(from, way, walls->ends[i][0], walls->ends[i][1], NULL, NULL);
            if (meet == CAROM_MEET_CROSS || meet == CAROM_MEET_COLLINEAR) {
                return false;
            }
        }
    }
    return true;
}

// ---- the route: a flood over a grid, then a string pulled taut

typedef struct Grid {
    CaromVec2 origin;
    int columns, rows;
    int *before; // the cell that each was reached from; itself for the start; BLOCKED, UNSEEN
    int *queue;
} Grid;

#define BLOCKED (-2)
#define UNSEEN (-1)

static CaromVec2 cellMiddle(const Grid *grid, int cell)
{
    return caromVec2(grid->origin.x + (cell % grid->columns + 0.5) * CELL,
                     grid->origin.y + (cell / grid->columns + 0.5) * CELL);
}

static int clampedCell(double x, double low, int count)
{
    double cell = (x - low) / CELL;
    return cell < 0 ? 0 : (cell >= count ? count - 1 : (int)cell);
}

static void blockAround(Grid *grid, const CaromVec2 ends[2], double clearance)
{
    CaromBox box = caromBoxInflate(caromBoxOfPoints(ends, 2), clearance);
    int left = clampedCell(box.min.x, grid->origin.x, grid->columns);
    int right = clampedCell(box.max.x, grid->origin.x, grid->columns);
    int bottom = clampedCell(box.min.y, grid->origin.y, grid->rows);
    int top = clampedCell(box.max.y, grid->origin.y, grid->rows);
    for (int row = bottom; row <= top; row++) {
        for (int column = left; column <= right; column++) {
            int cell = row * grid->columns + column;
            if (caromNearestOnSegment(cellMiddle(grid, cell), ends[0], ends[1]).distance <
                clearance) {
                grid->before[cell] = BLOCKED;
            }
        }
    }
}

static bool gridBuild(Grid *grid, const Walls *walls, CaromBox bounds, double clearance)
{
    grid->origin = bounds.min;
    double columns = (bounds.max.x - bounds.min.x) / CELL,
           rows = (bounds.max.y - bounds.min.y) / CELL;
    if ((columns + 1) * (rows + 1) > MAX_CELLS) {
        return false;
    }
    grid->columns = (int)columns + 1;
    grid->rows = (int)rows + 1;
    size_t cells = (size_t)grid->columns * (size_t)grid->rows;
    grid->before = malloc(cells * sizeof *grid->before);
    grid->queue = malloc(cells * sizeof *grid->queue);
    if (!grid->before || !grid->queue) {
        return false;
    }
    for (size_t i = 0; i < cells; i++) {
        grid->before[i] = UNSEEN;
    }
    for (int i = 0; i < walls->count; i++) {
        blockAround(grid, walls->ends[i], clearance);
    }
    return true;
}

/// Reaches every cell there is a way to; the last one reached is the farthest.
static int flood(Grid *grid, int start)
{
    int head = 0, tail = 0;
    grid->before[start] = start;
    grid->queue[tail++] = start;
    while (head < tail) {
        int cell = grid->queue[head++], x = cell % grid->columns, y = cell / grid->columns;
        const int next[4] = {cell - 1, cell + 1, cell - grid->columns, cell + grid->columns};
        const bool exists[4] = {x > 0, x + 1 < grid->columns, y > 0, y + 1 < grid->rows};
        for (int i = 0; i < 4; i++) {
            if (exists[i] && grid->before[next[i]] == UNSEEN) {
                grid->before[next[i]] = cell;
                grid->queue[tail++] = next[i];
            }
        }
    }
    return grid->queue[tail - 1];
}

static Path pathTo(const Grid *grid, int cell, CaromVec2 start)
{
    Path path = {0};
    for (; grid->before[cell] != cell; cell = grid->before[cell]) {
        pathAdd(&path, cellMiddle(grid, cell));
    }
    pathAdd(&path, start);
    for (int i = 0, j = path.count - 1; i < j; i++, j--) {
        CaromVec2 swapped = path.points[i];
        path.points[i] = path.points[j];
        path.points[j] = swapped;
    }
    return path;
}

/// Goes straight on while nothing is in the way: what is left touches corners, as a taut string
/// does.
static Path pullTaut(const Walls *walls, const Path *path)
{
    Path taut = {0};
    if (path->count == 0) {
        return taut;
    }
    pathAdd(&taut, path->points[0]);
    for (int i = 0; i + 1 < path->count;) {
        int next = i + 1;
        while (next + 1 < path->count && isFree(walls, path->points[i], path->points[next + 1])) {
            next++;
        }
        pathAdd(&taut, path->points[next]);
        i = next;
    }
    return taut;
}

Path routeFind(const Walls *walls, CaromBox bounds, CaromVec2 start, double clearance)
{
    Grid grid = {.before = NULL};
    Path taut = {0};
    // Cells side by side, both farther than one width from a wall, have no wall between them.
    if (gridBuild(&grid, walls, bounds, clearance < CELL ? CELL : clearance)) {
        int cell = clampedCell(start.y, grid.origin.y, grid.rows) * grid.columns +
                   clampedCell(start.x, grid.origin.x, grid.columns);
        Path path = pathTo(&grid, flood(&grid, cell), start);
        taut = pullTaut(walls, &path);
        pathFree(&path);
    }
    free(grid.before);
    free(grid.queue);
    return taut;
}

// ---- the walk

/// Pushes the point off the nearest wall until none is nearer than `arm`. False where there is no
/// room.
static bool keepAway(const Walls *walls, double arm, CaromVec2 *point)
{
    for (int i = 0; i < PUSHES; i++) {
        CaromNearest nearest = wallsNearest(walls, *point);
        if (nearest.distance >= arm) {
            return true;
        }
        // A hair more than needed, or rounding leaves it a hair too near for ever.
        CaromVec2 push =
            caromVec2Scale(nearest.normal, (arm - nearest.distance) * (1 + 1e-6) + 1e-12);
        *point = caromVec2Add(*point, push);
    }
    return false;
}

static CaromVec2 stepTowards(CaromVec2 from, CaromVec2 to, double length)
{
    double distance = caromVec2Distance(from, to);
    if (distance <= length) {
        return to;
    }
    return caromVec2Add(from, caromVec2Scale(caromVec2Sub(to, from), length / distance));
}

/// The route in steps, each pushed to arm's length. Beside a straight wall that is a parallel to
/// it, around its end an arc: pushed points turn about the end as the route passes it.
static Path pushedSteps(const Walls *walls, const Path *route, double arm)
{
    Path steps = {0};
    CaromVec2 at = route->points[0];
    pathAdd(&steps, at);
    for (int leg = 1; leg < route->count;) {
        at = stepTowards(at, route->points[leg], STEP);
        leg += caromVec2Distance(at, route->points[leg]) == 0;
        CaromVec2 pushed = at;
        if (keepAway(walls, arm, &pushed)) {
            pathAdd(&steps, pushed);
        }
    }
    return steps;
}

/// Slides from where the walk ends towards a place; between neighbours that takes a few steps, and
/// more where the route passes between two walls and its points jump from one to the other.
static void slideTowards(const Walls *walls, CaromVec2 place, double arm, Path *walk)
{
    for (int i = 0; i < PATIENCE && !walk->full; i++) {
        CaromVec2 walker = walk->points[walk->count - 1];
        CaromVec2 next = stepTowards(walker, place, STEP);
        if (caromVec2Distance(walker, place) < STEP || !keepAway(walls, arm, &next) ||
            caromVec2Distance(walker, next) < STUCK) {
            return;
        }
        pathAdd(walk, next);
    }
}

Path walkRoute(const Walls *walls, const Path *route, double arm, bool *arrived)
{
    Path walk = {0};
    *arrived = false;
    CaromVec2 start = route->count > 0 ? route->points[0] : caromVec2(0, 0);
    if (route->count == 0 || !keepAway(walls, arm, &start)) {
        return walk;
    }
    Path steps = pushedSteps(walls, route, arm);
    pathAdd(&walk, start);
    for (int i = 0; i < steps.count; i++) {
        slideTowards(walls, steps.points[i], arm, &walk);
    }
    CaromVec2 end = route->points[route->count - 1];
    *arrived = walk.count > 0 && caromVec2Distance(walk.points[walk.count - 1], end) <= arm;
    pathFree(&steps);
    return walk;
}
