// SPDX-License-Identifier: MIT
#include "case_draw.h"

#include <string.h>

// ---- numbers

static double grid(Draw *draw, int most)
{
    return 0.25 * drawInt(draw, -4 * most, 4 * most);
}

static CaromVec2 gridPoint(Draw *draw, int most)
{
    double x = grid(draw, most);
    return caromVec2(x, grid(draw, most));
}

/// 1, 2, 1/2.
static double scale(Draw *draw)
{
    static const double scales[] = {1.0, 2.0, 0.5};
    return scales[drawChoice(draw, 2)];
}

static CaromRotation quarterTurn(uint32_t quarters)
{
    static const CaromRotation turns[] = {{1.0, 0.0}, {0.0, 1.0}, {-1.0, 0.0}, {0.0, -1.0}};
    return turns[quarters % 4];
}

// ---- bodies

static void drawBody(Case *scene, Draw *draw, int habits)
{
    CaseBody *body = &scene->bodies[scene->bodyCount++];
    *body = caseBody();
    body->transform.position = gridPoint(draw, 8);
    body->transform.rotation = quarterTurn(drawChoice(draw, 3));
    body->transform.scale.x = scale(draw);
    body->transform.scale.y = drawRarely(draw, 4) ? scale(draw) : body->transform.scale.x;
    body->transform.scale.y *= drawRarely(draw, 3) ? -1.0 : 1.0;
    body->moves = (habits & CASE_MOVES) && drawChoice(draw, 1) == 1;
    if (body->moves) {
        body->velocity = gridPoint(draw, 2);
        body->spin = (habits & CASE_SPINS) && drawRarely(draw, 3) ? grid(draw, 2) : 0.0;
    }
}

// ---- shapes

static void takePoints(CaseShape *shape, const CaromVec2 *points, int count, double size,
                       CaromVec2 at)
{
    shape->count = count;
    for (int i = 0; i < count; i++) {
        shape->points[i] = caromVec2(at.x + size * points[i].x, at.y + size * points[i].y);
    }
}

/// Draws a convex or a concave polygon, of either winding.
static void drawPolygon(CaseShape *shape, Draw *draw, CaromVec2 at)
{
    static const CaromVec2 octagon[] = {{2, -1}, {2, 1},   {1, 2},   {-1, 2},
                                        {-2, 1}, {-2, -1}, {-1, -2}, {1, -2}};
    static const CaromVec2 angle[] = {{-2, -2}, {-2, 2}, {0, 2}, {0, 0}, {2, 0}, {2, -2}};
    static const CaromVec2 arrow[] = {{0, 0}, {2, -2}, {0, 2}, {-2, -2}};
    static const CaromVec2 comb[] = {{-2, -1}, {2, -1}, {2, 1},  {1, 1},
                                     {1, 0},   {-1, 0}, {-1, 1}, {-2, 1}};
    double size = 0.25 * (1 + (int)drawChoice(draw, 5));
    switch (drawChoice(draw, 4)) {
    case 0:
        takePoints(shape, octagon, 8, size, at);
        break;
    case 1:
        takePoints(shape, angle, 6, size, at);
        break;
    case 2:
        takePoints(shape, arrow, 4, size, at);
        break;
    case 3:
        takePoints(shape, comb, 8, size, at);
        break;
    default: // a triangle, or what is refused
        for (shape->count = 0; shape->count < 3; shape->count++) {
            shape->points[shape->count] = caromVec2Add(at, gridPoint(draw, 3));
        }
    }
}

static void drawBox(CaseShape *shape, Draw *draw, CaromVec2 at)
{
    CaromVec2 h = {0.25 * (1 + (int)drawChoice(draw, 11)), 0};
    h.y = 0.25 * (1 + (int)drawChoice(draw, 11));
    const CaromVec2 corners[] = {{-h.x, -h.y}, {h.x, -h.y}, {h.x, h.y}, {-h.x, h.y}};
    shape->kind = CASE_POLYGON;
    takePoints(shape, corners, 4, 1.0, at);
}

static void drawChain(CaseShape *shape, Draw *draw, CaromVec2 at)
{
    shape->points[0] = at;
    for (shape->count = 1; shape->count < 2 || drawMore(draw, shape->count, 8); shape->count++) {
        shape->points[shape->count] =
            caromVec2Add(shape->points[shape->count - 1], gridPoint(draw, 3));
    }
    shape->oneSided = drawRarely(draw, 3);
}

static void drawRegion(CaseShape *shape, Draw *draw, CaromVec2 at)
{
    static const CaromVec2 rings[] = {{-3, -3}, {3, -3}, {3, 3},  {-3, 3}, {-2, -2},
                                      {2, -1},  {0, 2},  {-1, 0}, {0, 0},  {0, -1}};
    double size = 0.25 * (1 + (int)drawChoice(draw, 3));
    takePoints(shape, rings, 10, size, at);
    shape->ringEnds[0] = 4;
    shape->ringEnds[1] = 7;
    shape->ringEnds[2] = 10;
    shape->ringCount = 1 + (int)drawChoice(draw, 2);
    shape->count = shape->ringEnds[shape->ringCount - 1];
}

static void drawTiles(CaseShape *shape, Draw *draw, CaromVec2 at)
{
    shape->columns = 1 + (int)drawChoice(draw, 5);
    shape->rows = 1 + (int)drawChoice(draw, 5);
    shape->size = 0.25 * (1 + (int)drawChoice(draw, 7));
    shape->points[0] = at;
    shape->count = 1;
    for (int i = 0; i < shape->columns * shape->rows; i++) {
        shape->tiles[i] = (uint16_t)drawChoice(draw, 2);
    }
}

static void drawLine(CaseShape *shape, Draw *draw, CaromVec2 at, bool square)
{
    CaromVec2 way = gridPoint(draw, 6);
    shape->points[0] = at;
    shape->points[1] = caromVec2Add(at, square ? caromVec2(way.x, 0.0) : way);
    if (square && drawChoice(draw, 1) == 1) {
        shape->points[1] = caromVec2(at.x, at.y + way.x);
    }
    shape->count = 2;
}

static void drawGeometry(CaseShape *shape, Draw *draw, bool square)
{
    static const CaseShapeKind kinds[] = {CASE_SEGMENT, CASE_WALL,   CASE_TILE_MAP, CASE_CIRCLE,
                                          CASE_CAPSULE, CASE_CHAIN,  CASE_LOOP,     CASE_REGION,
                                          CASE_POLYGON, CASE_POLYGON};
    uint32_t which = drawChoice(draw, square ? 3 : 10);
    CaromVec2 at = gridPoint(draw, 8);
    if (which == 0) {
        drawBox(shape, draw, at);
        return;
    }
    shape->kind = kinds[which - 1];
    switch (shape->kind) {
    case CASE_CIRCLE:
    case CASE_CAPSULE:
    case CASE_SEGMENT:
    case CASE_WALL:
        drawLine(shape, draw, at, square);
        shape->count = shape->kind == CASE_CIRCLE ? 1 : 2;
        break;
    case CASE_CHAIN:
    case CASE_LOOP:
        drawChain(shape, draw, at);
        break;
    case CASE_REGION:
        drawRegion(shape, draw, at);
        break;
    case CASE_TILE_MAP:
        drawTiles(shape, draw, at);
        break;
    default:
        drawPolygon(shape, draw, at);
    }
}

static void drawShape(Case *scene, Draw *draw, int habits)
{
    CaseShape *shape = &scene->shapes[scene->shapeCount++];
    *shape = caseShape(CASE_CIRCLE);
    shape->body = scene->bodyCount - 1;
    drawGeometry(shape, draw, habits & CASE_SQUARE);
    bool round = shape->kind == CASE_CIRCLE || shape->kind == CASE_CAPSULE;
    bool rounded = !(habits & (CASE_SQUARE | CASE_THIN)) && shape->kind != CASE_TILE_MAP &&
                   drawRarely(draw, 4);
    if (round || rounded) {
        shape->radius = 0.25 * (1 + (int)drawChoice(draw, 7));
    }
    if ((habits & CASE_THIN) && shape->kind == CASE_CAPSULE) {
        shape->kind = CASE_SEGMENT;
        shape->radius = 0.0;
    }
    shape->sensor = drawRarely(draw, 10);
}

// ---- queries

static void drawQuery(CaseAsk *ask, Draw *draw)
{
    ask->kind = (CaseAskKind)drawChoice(draw, CASE_NEAR);
    ask->at = gridPoint(draw, 10);
    ask->way = gridPoint(draw, 16);
    ask->inside = (CaromInside)((drawChoice(draw, 2) + 1) % 3);
    ask->exits = drawRarely(draw, 2);
    ask->radius = drawRarely(draw, 3) ? 0.25 * (1 + (int)drawChoice(draw, 7)) : 0.0;
    switch (ask->kind) {
    case CASE_ARC:
        ask->acceleration = gridPoint(draw, 4);
        ask->duration = 0.25 * (1 + (int)drawChoice(draw, 15));
        break;
    case CASE_SWEEP:
    case CASE_BOXED:
    case CASE_FITS:
        ask->half.x = 0.25 * (1 + (int)drawChoice(draw, 7));
        ask->half.y = 0.25 * (1 + (int)drawChoice(draw, 7));
        ask->angle = ask->kind == CASE_SWEEP && drawRarely(draw, 3) ? grid(draw, 2) : 0.0;
        break;
    case CASE_NEAR:
        ask->within = 0.25 * (int)drawChoice(draw, 63);
        break;
    default:
        break;
    }
}

/// 0, ±1, ±2, ±4: times to come by are exact.
static double powerSpeed(Draw *draw)
{
    static const double speeds[] = {0.0, 1.0, -1.0, 2.0, -2.0, 4.0, -4.0};
    return speeds[drawChoice(draw, 6)];
}

static void drawShot(CaseAsk *ask, Draw *draw, bool square)
{
    static const double restitutions[] = {1.0, 0.5, 0.0, 0.75};
    *ask = caseAsk(CASE_BULLET);
    ask->at = gridPoint(draw, 10);
    if (square) {
        ask->way.x = powerSpeed(draw);
        ask->way.y = powerSpeed(draw);
        ask->restitution = restitutions[drawChoice(draw, 1)];
    } else {
        ask->way = gridPoint(draw, 8);
        ask->radius = drawRarely(draw, 2) ? 0.25 * (1 + (int)drawChoice(draw, 3)) : 0.0;
        ask->restitution = restitutions[drawChoice(draw, 3)];
        ask->friction = drawRarely(draw, 4) ? 0.5 : 0.0;
    }
    uint32_t action = drawChoice(draw, 7);
    ask->action = action == 6 ? CAROM_HIT_PIERCE : action == 7 ? CAROM_HIT_DIE : CAROM_HIT_BOUNCE;
}

void caseDraw(Case *scene, Draw *draw, int habits)
{
    bool square = habits & CASE_SQUARE;
    caseInit(scene);
    if ((habits & CASE_FIRES) && !square && drawRarely(draw, 2)) {
        scene->gravity = gridPoint(draw, 4);
    }
    scene->steps = 1 + (int)drawChoice(draw, 2);
    while (drawMore(draw, scene->shapeCount, 9)) {
        if (drawRarely(draw, 3)) {
            drawBody(scene, draw, habits);
        }
        drawShape(scene, draw, habits);
    }
    while ((habits & CASE_ASKS_QUERIES) && drawMore(draw, scene->askCount, 6)) {
        CaseAsk *ask = &scene->asks[scene->askCount++];
        *ask = caseAsk(CASE_RAY);
        drawQuery(ask, draw);
    }
    for (int shots = 0; (habits & CASE_FIRES) && drawMore(draw, shots, 4); shots++) {
        drawShot(&scene->asks[scene->askCount++], draw, square);
    }
}

// ---- maps

CaseMap caseMap(void)
{
    CaseMap map = {.length = 1.0, .time = 1.0};
    return map;
}

/// Without rounding, as all numbers of a turn are 0 or ±1.
static CaromVec2 turned(const CaseMap *map, CaromVec2 v)
{
    CaromRotation r = quarterTurn((uint32_t)map->quarters);
    double y = map->mirrors ? -v.y : v.y;
    return caromVec2(r.c * v.x - r.s * y, r.s * v.x + r.c * y);
}

CaromVec2 caseMapVector(const CaseMap *map, CaromVec2 v, double scale_)
{
    CaromVec2 t = turned(map, v);
    return caromVec2(scale_ * t.x, scale_ * t.y);
}

CaromVec2 caseMapPoint(const CaseMap *map, CaromVec2 p)
{
    return caromVec2Add(caseMapVector(map, p, map->length), map->shift);
}

/// M·R·S, where M = Q·F turns by quarters after it has mirrored y: Q·F·R(θ)·S = Q·R(−θ)·F·S.
static CaromTransform mapTransform(const CaseMap *map, CaromTransform t)
{
    CaromRotation q = quarterTurn((uint32_t)map->quarters), r = t.rotation;
    r.s = map->mirrors ? -r.s : r.s;
    CaromTransform mapped = {caseMapPoint(map, t.position),
                             {q.c * r.c - q.s * r.s, q.s * r.c + q.c * r.s},
                             {map->length * t.scale.x, map->length * t.scale.y}};
    mapped.scale.y = map->mirrors ? -mapped.scale.y : mapped.scale.y;
    return mapped;
}

static void mapAsk(const CaseMap *map, CaseAsk *ask)
{
    bool flies = ask->kind == CASE_ARC || ask->kind == CASE_BULLET;
    double speed = map->length / map->time;
    CaromVec2 half = caseMapVector(map, ask->half, map->length);
    ask->at = caseMapPoint(map, ask->at);
    ask->way = caseMapVector(map, ask->way, flies ? speed : map->length);
    ask->acceleration = caseMapVector(map, ask->acceleration, speed / map->time);
    ask->half = caromVec2(half.x < 0.0 ? -half.x : half.x, half.y < 0.0 ? -half.y : half.y);
    ask->radius *= map->length;
    ask->within *= map->length;
    ask->duration *= map->time;
    ask->angle = map->mirrors ? -ask->angle : ask->angle;
}

void caseMapped(const CaseMap *map, const Case *scene, Case *mapped)
{
    double speed = map->length / map->time;
    *mapped = *scene;
    mapped->gravity = caseMapVector(map, scene->gravity, speed / map->time);
    mapped->duration *= map->time;
    for (int i = 0; i < mapped->bodyCount; i++) {
        CaseBody *body = &mapped->bodies[i];
        body->transform = mapTransform(map, body->transform);
        body->velocity = caseMapVector(map, body->velocity, speed);
        body->spin = (map->mirrors ? -body->spin : body->spin) / map->time;
    }
    for (int i = 0; i < mapped->askCount; i++) {
        mapAsk(map, &mapped->asks[i]);
    }
}
