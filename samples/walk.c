// SPDX-License-Identifier: MIT
#include "walk.h"

#include <stdlib.h>
#include <string.h>

#define CELL 0.25          // [m] of the route's grid: 8 map units, an eighth of a usual door
#define MAX_CELLS 16000000 // of a map's grid
#define STEP 0.04          // [m] by which the walker's goal is drawn along the route
#define LEASH 1.6          // [arms] that it is ahead of him
#define SPEED 6.0          // [m/s]
#define TICK (1.0 / 60)    // [s]
#define STUCK 1e-4         // [m] a tick that gets on less
#define PATIENCE 20        // such ticks

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

/// A world of the walls, for a mover to walk in.
static CaromWorld *wallsWorld(const Walls *walls)
{
    CaromWorldDef worldDef = caromWorldDef();
    CaromBodyDef bodyDef = caromBodyDef();
    CaromShapeDef def = caromShapeDef();
    CaromWorld *world = caromWorldCreate(&worldDef, NULL);
    CaromBodyId body = caromBodyCreate(world, &bodyDef);
    bool ok = body.index != 0;
    for (int i = 0; ok && i < walls->count; i++) {
        ok = caromShapeCreateSegment(world, body, &def, walls->ends[i][0], walls->ends[i][1])
                 .index != 0;
    }
    if (!ok && world) {
        caromWorldDestroy(world);
        return NULL;
    }
    return world;
}

CaromMoverDef walkerDef(CaromVec2 start, double arm)
{
    CaromMoverDef def = caromMoverDef();
    def.position = start;
    def.shape.radius = 0.75 * arm;
    def.clearance =
        (arm - def.shape.radius) * (1 + 2 * CAROM_MOVER_ROUNDING); // arm, not a hair less
    return def;
}

/// What the walker goes after: a carrot that is drawn along the route, never farther ahead than a
/// leash.
typedef struct Carrot {
    const Path *route;
    int leg;
    CaromVec2 at;
} Carrot;

static void drawAhead(Carrot *carrot, CaromVec2 walker, double leash)
{
    while (carrot->leg < carrot->route->count && caromVec2Distance(carrot->at, walker) < leash) {
        CaromVec2 to = carrot->route->points[carrot->leg];
        double distance = caromVec2Distance(carrot->at, to);
        if (distance <= STEP) {
            carrot->at = to;
            carrot->leg++;
        } else {
            CaromVec2 way = caromVec2Scale(caromVec2Sub(to, carrot->at), STEP / distance);
            carrot->at = caromVec2Add(carrot->at, way);
        }
    }
}

static bool follow(CaromWorld *world, CaromMover *mover, const Path *route, double arm, Path *walk)
{
    Carrot carrot = {route, 1, route->points[0]};
    CaromVec2 end = route->points[route->count - 1];
    CaromMoverResult result = {.crushed = false};
    for (int idle = 0; idle < PATIENCE && !walk->full && !result.crushed;) {
        CaromVec2 before = mover->position;
        drawAhead(&carrot, before, LEASH * arm);
        CaromVec2 wish = caromVec2Sub(carrot.at, before);
        double distance = caromVec2Length(wish);
        wish = caromVec2Scale(wish, distance > SPEED * TICK ? SPEED / distance : 1 / TICK);
        if (caromMoverMove(world, mover, wish, TICK, &result) != CAROM_OK) {
            return false;
        }
        pathAdd(walk, mover->position);
        idle = caromVec2Distance(before, mover->position) < STUCK ? idle + 1 : 0;
    }
    return caromVec2Distance(mover->position, end) <= arm;
}

Path walkRoute(const Walls *walls, const Path *route, double arm, bool *arrived)
{
    Path walk = {0};
    *arrived = false;
    CaromWorld *world = route->count > 0 ? wallsWorld(walls) : NULL;
    if (!world) {
        return walk;
    }
    CaromMoverDef def = walkerDef(route->points[0], arm);
    CaromMover mover;
    if (caromMoverInit(world, &mover, &def) == CAROM_OK) {
        *arrived = follow(world, &mover, route, arm, &walk);
    }
    caromWorldDestroy(world);
    return walk;
}
