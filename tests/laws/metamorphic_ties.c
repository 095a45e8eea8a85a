// SPDX-License-Identifier: MIT
// Properties of a hit's place, where laws say less.
#include "metamorphic.h"

#include "../../shapes/path.h"

#include <math.h>

bool caseOnlyGrazes(const Case *scene, const CaseAnswer *a)
{
    const CaseBody *body = &scene->bodies[scene->shapes[a->shape].body];
    CaromVec2 turn = caromVec2Sub(a->after, a->before);
    double size = crCoordinateSum(a->before, body->velocity);
    return fabs(turn.x) + fabs(turn.y) <= 0x1p-40 * size;
}

// ---- places

/// The first of a pair at the time of an answer. False: no memory.
static bool buildAt(CaseWorld *built, double time)
{
    if (!caseCreate(built, &casePair.a)) {
        return false;
    }
    caseFill(built, &casePair.a, NULL);
    if (time > 0.0) {
        caromWorldStepTo(built->world, time);
    }
    return true;
}

/// How far a disc is from what is nearest to it; < 0: within.
static double roomAt(const CaromWorld *world, CaromVec2 center, double radius)
{
    CaromNear near;
    CaromNearestQuery query = caromNearestQuery();
    query.point = center;
    query.within = radius + 1.0;
    return caromWorldNearest(world, &query, &near, 1) > 0 ? near.distance - radius : 1.0;
}

bool casePairFillsGap(const CaseAnswer *a)
{
    const CaseAsk *shot = &casePair.a.asks[a->ask];
    CaseWorld built;
    if (!buildAt(&built, a->time)) {
        return false;
    }
    CrPath path = crPathMake(shot->at, shot->way, casePair.a.gravity);
    CaromVec2 center = crPathPoint(&path, a->time);
    double tolerance = crPlaceTolerance(center, shot->radius);
    bool fills = true;
    for (int k = 0; k < 9 && fills; k++) {
        CaromVec2 off = caromVec2((k % 3 - 1) * 64.0 * tolerance, (k / 3 - 1) * 64.0 * tolerance);
        fills = roomAt(built.world, caromVec2Add(center, off), shot->radius) <= tolerance;
    }
    caseFree(&built);
    return fills;
}

bool casePairTouchesTwo(const CaseAnswer *a)
{
    CaseWorld built;
    CaromNear found[CASE_SHAPES];
    CaromNearestQuery query = caromNearestQuery();
    double radius = casePair.a.asks[a->ask].radius;
    double tolerance = 64.0 * crPlaceTolerance(a->second, radius);
    int touched = 0;
    if (!buildAt(&built, a->time)) {
        return false;
    }
    query.point = a->second;
    query.within = radius + tolerance;
    int count = caromWorldNearest(built.world, &query, found, CASE_SHAPES);
    for (int i = 0; i < count; i++) {
        touched += fabs(found[i].distance - radius) <= tolerance;
    }
    caseFree(&built);
    return touched > 1;
}

// ---- ways out

void caseHitInside(Case *scene)
{
    static Case asked;
    static CaseAnswers answers;
    CaseWorld built;
    asked = *scene;
    answers.count = 0;
    for (int i = 0; i < asked.askCount; i++) {
        asked.asks[i].inside = CAROM_INSIDE_HIT;
    }
    if (!caseCreate(&built, scene)) {
        return;
    }
    caseFill(&built, scene, NULL);
    caseQuery(&built, &asked, &answers);
    caseFree(&built);
    for (int i = 0; i < answers.count; i++) {
        const CaseAnswer *a = &answers.list[i];
        CaseAsk *ask = &scene->asks[a->ask];
        bool round = ask->kind != CASE_RAY || ask->radius > 0.0 ||
                     (a->shape >= 0 && scene->shapes[a->shape].radius > 0.0);
        if (a->kind < CASE_DISTANCE && (a->marks & 1u) && round) {
            ask->inside = CAROM_INSIDE_HIT;
        }
    }
}

// ---- sides

static int cornersOf(const CaseShape *shape)
{
    return shape->kind == CASE_TILE_MAP ? (shape->columns + 1) * (shape->rows + 1) : shape->count;
}

/// Returns corner k; for a map of tiles that is any corner of any tile.
static CaromVec2 cornerOf(const CaseShape *shape, int k)
{
    if (shape->kind != CASE_TILE_MAP) {
        return shape->points[k];
    }
    int x = k % (shape->columns + 1), y = k / (shape->columns + 1);
    return caromVec2Add(shape->points[0], caromVec2(x * shape->size, y * shape->size));
}

/// Whether a line through a place passes exactly through `least` neighbouring corners of a shape.
static bool passesCorners(const Case *scene, const CaseShape *shape, CaromVec2 at, CaromVec2 way,
                          int least)
{
    int passed = 0;
    for (int k = 0; shape->radius == 0.0 && k < cornersOf(shape) && passed < least; k++) {
        CaromVec2 corner =
            caromTransformPoint(scene->bodies[shape->body].transform, cornerOf(shape, k));
        passed = caromVec2Cross(way, caromVec2Sub(corner, at)) == 0.0 ? passed + 1 : 0;
    }
    return passed == least;
}

/// Whether a point, relative to a body, moves up and down one line through a corner of that body,
/// or straight along an edge, from a time on. The axes decide on which side of the line that is
/// (isLeftOfLine and crSideOfRay).
static bool isSidedByAxes(const Case *scene, const CaseAsk *asked, double time)
{
    bool flies = asked->kind == CASE_BULLET;
    CaromVec2 pull = flies ? scene->gravity : asked->acceleration;
    bool isPulled = pull.x != 0.0 || pull.y != 0.0;
    for (int i = 0; i < scene->shapeCount && asked->radius == 0.0 && (flies || isPulled); i++) {
        const CaseShape *shape = &scene->shapes[i];
        CaromVec2 velocity = flies ? scene->bodies[shape->body].velocity : caromVec2(0.0, 0.0);
        CaromVec2 way = caromVec2Sub(asked->way, velocity);
        CaromVec2 at = caromVec2Sub(asked->at, caromVec2Scale(velocity, time));
        bool isLine =
            caromVec2Cross(pull, way) == 0.0 && (isPulled || way.x != 0.0 || way.y != 0.0);
        if (isLine && passesCorners(scene, shape, at, isPulled ? pull : way, isPulled ? 1 : 2)) {
            return true;
        }
    }
    return false;
}

bool caseLegSidedByAxes(const Case *scene, const CaseAnswer *a)
{
    CaseAsk leg = scene->asks[a->ask];
    leg.at = a->second;
    leg.way = a->after;
    return isSidedByAxes(scene, &leg, a->time);
}

void casePairDropSidedByAxes(Case *scene)
{
    int kept = 0;
    for (int i = 0; i < scene->askCount; i++) {
        if (!isSidedByAxes(scene, &scene->asks[i], 0.0)) {
            scene->asks[kept++] = scene->asks[i];
        }
    }
    scene->askCount = kept;
}
