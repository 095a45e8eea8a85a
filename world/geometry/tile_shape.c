// SPDX-License-Identifier: MIT
#include "tile_shape.h"

#include "outline.h"

#include "../../shapes/exact.h"
#include "../core/limits.h"
#include "../data/refuse.h"

#include <string.h>

#define SIDE_LIMIT 4096 ///< [tiles]

// ---- making and freeing

/// Corners must differ by far more than rounding.
static CaromError checkMap(const CaromTileMap *map)
{
    if (map == NULL || map->tiles == NULL) {
        return CAROM_ERROR_NULL;
    }
    if (map->width < 1 || map->height < 1 || map->width > SIDE_LIMIT || map->height > SIDE_LIMIT) {
        return CAROM_ERROR_COUNT;
    }
    CaromError error = crCheckVec(map->origin);
    error = error != CAROM_OK ? error : crCheckNumber(map->size);
    error = error != CAROM_OK ? error : crCheckNumber(map->radius);
    double reach = crAbs(map->origin.x) + crAbs(map->origin.y) + SIDE_LIMIT * map->size;
    bool ok = map->size > reach * 0x1p-32 && map->radius >= 0.0 && map->radius <= CR_ROUNDING_MAX;
    return error == CAROM_OK && !ok ? CAROM_ERROR_OUT_OF_RANGE : error;
}

CaromError crTileMapMake(const CaromWorld *world, const CaromTileMap *map, CrTileMap **result)
{
    CaromError error = checkMap(map);
    if (error != CAROM_OK) {
        return error;
    }
    size_t count = (size_t)map->width * (size_t)map->height;
    CrTileMap *tiles =
        crResize(&world->allocator, NULL, 0, sizeof(CrTileMap) + count * sizeof(uint16_t));
    if (tiles == NULL) {
        return CAROM_ERROR_MEMORY;
    }
    static const CrTileMap blank;
    *tiles = blank;
    tiles->width = map->width;
    tiles->height = map->height;
    tiles->size = map->size;
    tiles->origin = map->origin;
    tiles->cells = (uint16_t *)(void *)(tiles + 1);
    for (size_t i = 0; i < count; i++) {
        tiles->cells[i] = map->tiles[i];
    }
    error = crTileMeshMake(tiles, &world->allocator, NULL, NULL, &tiles->mesh);
    if (error != CAROM_OK) {
        crTileMapFree(world, tiles);
        return error;
    }
    *result = tiles;
    return CAROM_OK;
}

static size_t ownBytes(const CrTileMap *tiles)
{
    size_t count = (size_t)tiles->width * (size_t)tiles->height;
    return sizeof *tiles + count * sizeof(uint16_t);
}

size_t crTileMapBytes(const CrTileMap *tiles)
{
    return ownBytes(tiles) + tiles->mesh.size;
}

void crTileMapFree(const CaromWorld *world, CrTileMap *tiles)
{
    if (tiles != NULL) {
        crTileMeshFree(&tiles->mesh, &world->allocator);
        crResize(&world->allocator, tiles, ownBytes(tiles), 0);
    }
}

CrTileMap *crTileMapCopyWith(const CaromWorld *world, const CrTileMap *from, const CrTileMesh *mesh)
{
    CrTileMap *to = crResize(&world->allocator, NULL, 0, ownBytes(from));
    if (to != NULL) {
        memcpy(to, from, ownBytes(from));
        to->cells = (uint16_t *)(void *)(to + 1);
        to->mesh = *mesh;
    }
    return to;
}

static CrTileMap *copyMap(const CaromWorld *world, const CrTileMap *from)
{
    CrTileMesh mesh;
    if (!crTileMeshCopy(&from->mesh, &world->allocator, &mesh)) {
        return NULL;
    }
    CrTileMap *to = crTileMapCopyWith(world, from, &mesh);
    if (to == NULL) {
        crTileMeshFree(&mesh, &world->allocator);
    }
    return to;
}

bool crTileShapeCopy(CaromWorld *world, const CrShape *from, CrShape *to)
{
    if (!crShapeCopyRoom(world, from, to)) {
        return false;
    }
    const CrTileMap *map = crShapeExtras(from)->tiles;
    if (map == NULL) {
        return true;
    }
    CrTileMap *copy = copyMap(world, map);
    if (copy == NULL) {
        crShapeFreeRoom(world, to);
        return false;
    }
    to->extras->tiles = copy;
    to->extras->nextPoint = copy->mesh.next[to->flipped];
    return true;
}

CaromVec2 crTileMapPoint(const CrTileMap *tiles, int edge)
{
    CaromCell corner = crTileEdgeStart(tiles, &tiles->mesh, edge);
    return crVec(tiles->origin.x + corner.x * tiles->size,
                 tiles->origin.y + corner.y * tiles->size);
}

// ---- places

/// [tiles] Where a place is on the map.
static CaromVec2 onMap(const CrTileMap *tiles, CaromVec2 p)
{
    CaromVec2 q = crSub(p, tiles->corner);
    double area = crCross(tiles->alongX, tiles->alongY);
    return crVec(crCross(q, tiles->alongY) / area, crCross(tiles->alongX, q) / area);
}

/// [tiles] What rounding may make of that, and more.
static double roundingOnMap(const CrTileMap *tiles, CaromVec2 p)
{
    CaromVec2 x = tiles->alongX, y = tiles->alongY;
    double size = crAbs(crCross(x, y)) / crMax(crLength(x), crLength(y)); // the least width
    double reach = crAbs(p.x) + crAbs(p.y) + crAbs(tiles->corner.x) + crAbs(tiles->corner.y);
    return 1e-6 + reach * 0x1p-44 / size;
}

static int tileAlong(double u, int count)
{
    return (int)crClamp(floor(u), 0.0, count - 1.0);
}

CaromCell crTileMapBeside(const CrShape *shape, int edge, CaromVec2 p)
{
    const CrTileMap *tiles = shape->extras->tiles;
    const CrTileEdge *e = &tiles->mesh.edges[edge];
    CaromVec2 at = onMap(tiles, p);
    bool isRow = crTileIsRow(&tiles->mesh, tiles, edge);
    int along = (int)crClamp(floor(isRow ? at.x : at.y), e->lo, e->hi - 1.0);
    int across = e->line - (isRow != e->forward ? 1 : 0);
    CaromCell tile = {isRow ? along : across, isRow ? across : along};
    return tile;
}

/// Whether a line from p to c, which is on no edge, crosses an edge; an end of one on it counts as
/// on its left. `on`: whether p is on the edge.
static bool crosses(const CrEdge *edge, CaromVec2 p, CaromVec2 c, bool *on)
{
    int side = crOrient(edge->a, edge->b, p);
    if (side == 0) {
        *on |= caromBoxContains(crBox(edge->a, edge->b), p);
    }
    if ((crOrient(p, c, edge->a) < 0) == (crOrient(p, c, edge->b) < 0)) {
        return false;
    }
    return side * crOrient(edge->a, edge->b, c) < 0;
}

// The middle of the tile nearest to p is solid or not as that tile is; p is so too unless an odd
// number of edges parts it from there.
bool crTileMapHold(const CrShape *shape, CaromVec2 p)
{
    const CrTileMap *tiles = shape->extras->tiles;
    CaromVec2 at = onMap(tiles, p);
    double rounding = roundingOnMap(tiles, p);
    if (!(at.x >= -rounding && at.y >= -rounding && at.x <= tiles->width + rounding &&
          at.y <= tiles->height + rounding)) {
        return false;
    }
    int x = tileAlong(at.x, tiles->width), y = tileAlong(at.y, tiles->height);
    double u = at.x - x, v = at.y - y, other = 1.0 - rounding;
    if (u > rounding && v > rounding && u < other && v < other) {
        return crTileAt(tiles, x, y) != 0; // plainly within the tile, where no edge is
    }
    CaromVec2 middle = crAddScaled(tiles->corner, tiles->alongX, x + 0.5);
    middle = crAddScaled(middle, tiles->alongY, y + 0.5);
    bool inside = crTileAt(tiles, x, y) != 0, on = false;
    CrEdgeWalk walk;
    int e;
    crEdgesStart(&walk, shape, crBox(p, middle));
    while (crEdgesNext(&walk, &e)) {
        CrEdge edge = crShapeEdge(shape, e, 0.0);
        inside ^= crosses(&edge, p, middle, &on);
    }
    return inside || on;
}

// ---- edges near a box

void crTileMapWalkStart(CrEdgeWalk *walk, CaromBox box)
{
    const CrTileMap *tiles = walk->shape->extras->tiles;
    CaromBox all = crShapeBox(walk->shape); // boxes without bounds would leave the range of numbers
    box.min =
        crVec(crClamp(box.min.x, all.min.x, all.max.x), crClamp(box.min.y, all.min.y, all.max.y));
    box.max =
        crVec(crClamp(box.max.x, all.min.x, all.max.x), crClamp(box.max.y, all.min.y, all.max.y));
    CaromVec2 corners[4] = {box.min, {box.max.x, box.min.y}, box.max, {box.min.x, box.max.y}};
    CaromVec2 lo = onMap(tiles, corners[0]), hi = lo;
    double rounding = 0.0;
    for (int k = 0; k < 4; k++) {
        CaromVec2 at = onMap(tiles, corners[k]);
        lo = crVec(crMin(lo.x, at.x), crMin(lo.y, at.y));
        hi = crVec(crMax(hi.x, at.x), crMax(hi.y, at.y));
        rounding = crMax(rounding, roundingOnMap(tiles, corners[k]));
    }
    double limit[2] = {tiles->width, tiles->height};
    walk->from[0] = (int)crClamp(floor(lo.x - rounding), -1.0, limit[0] + 1.0);
    walk->from[1] = (int)crClamp(floor(lo.y - rounding), -1.0, limit[1] + 1.0);
    walk->to[0] = (int)crClamp(ceil(hi.x + rounding), -1.0, limit[0] + 1.0);
    walk->to[1] = (int)crClamp(ceil(hi.y + rounding), -1.0, limit[1] + 1.0);
    walk->edge = walk->end = 0;
    walk->inRows = true;
    walk->line = walk->from[1] > 0 ? walk->from[1] : 0;
    walk->last = walk->to[1] < tiles->height ? walk->to[1] : tiles->height;
}

/// The edges of the next line that may touch; false where there is no line left.
static bool nextLine(CrEdgeWalk *walk)
{
    const CrTileMap *tiles = walk->shape->extras->tiles;
    const CrTileMesh *mesh = &tiles->mesh;
    if (walk->line > walk->last) {
        if (!walk->inRows) {
            return false;
        }
        walk->inRows = false;
        walk->line = walk->from[0] > 0 ? walk->from[0] : 0;
        walk->last = walk->to[0] < tiles->width ? walk->to[0] : tiles->width;
        walk->edge = walk->end = 0;
        return true;
    }
    const int *starts = walk->inRows ? mesh->rows : mesh->columns;
    int axis = walk->inRows ? 0 : 1;
    walk->end = starts[walk->line + 1];
    walk->edge = crTileEdgeAfter(mesh, starts[walk->line], walk->end, walk->from[axis] - 1);
    walk->line++;
    return true;
}

bool crTileMapWalkNext(CrEdgeWalk *walk, int *edge)
{
    const CrTileMesh *mesh = &walk->shape->extras->tiles->mesh;
    do {
        int axis = walk->inRows ? 0 : 1;
        if (walk->edge < walk->end && mesh->edges[walk->edge].lo <= walk->to[axis]) {
            *edge = walk->edge++;
            return true;
        }
    } while (nextLine(walk));
    return false;
}

// ---- nearest

static CaromNearest nearestWithin(const CrShape *shape, CaromVec2 p, double distance)
{
    CaromNearest best = {p, {1.0, 0.0}, CR_NEVER, 0};
    CrEdgeWalk walk;
    int e;
    crEdgesStart(&walk, shape, crBoxInflate(crBox(p, p), distance));
    while (crEdgesNext(&walk, &e)) {
        CrEdge edge = crShapeEdge(shape, e, 0.0);
        CaromNearest nearest = caromNearestOnSegment(p, edge.a, edge.b);
        if (nearest.distance < best.distance) {
            best = nearest;
            best.feature = e;
        }
    }
    if (best.distance == 0.0) {
        best.normal = crNegate(best.normal); // of the edge's left, which is solid
    }
    return best;
}

/// In boxes that grow until the nearest edge found can't be beaten by one outside, or have all.
CaromNearest crTileMapNearest(const CrShape *shape, CaromVec2 p)
{
    const CrTileMap *tiles = shape->extras->tiles;
    double reach = crLength(tiles->alongX) + crLength(tiles->alongY),
           all = crBoxFarthest(crShapeBox(shape), p) + reach;
    CaromNearest nearest;
    do {
        nearest = nearestWithin(shape, p, reach);
        reach *= 4.0;
    } while (nearest.distance > 0.25 * reach && reach < 16.0 * all);
    if (nearest.distance > 0.0 && nearest.distance < CR_NEVER && crTileMapHold(shape, p)) {
        nearest.distance = -nearest.distance;
        nearest.normal = crNegate(nearest.normal);
    }
    return nearest;
}
