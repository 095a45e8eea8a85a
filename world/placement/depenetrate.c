// SPDX-License-Identifier: MIT
#include "depenetrate.h"

#include "../../shapes/exact.h"
#include "../../shapes/touch.h"
#include "../flight/def_table.h"
#include "../geometry/tile_shape.h"
#include "../index/hierarchy.h"
#include "../narrowphase/shape_distance.h"
#include "../narrowphase/shape_walk.h"

#define ROUND_LIMIT 32
#define FLATTEST 0.0625 ///< sine of the angle between two faces that hold it: no way out else
#define FARTHEST 16.0   ///< times as deep as it reaches in: no farther off it comes out
#define ALIKE 0.5       ///< cosine between normals: one after the other gets it out of both

typedef struct WayOut {
    const CaromWorld *world;
    uint32_t i;
    double time, radius;
    uint32_t host;
} WayOut;

/// What it reaches into, by how far, and which way is out.
typedef struct Reach {
    double depth;
    uint32_t shape; ///< CR_NONE: nothing
    CaromVec2 normal;
} Reach;

static CaromVec2 localOf(const WayOut *way, const CrShape *shape, CaromVec2 place, CrPose *pose)
{
    *pose = crFlightPose(way->world, &way->world->bodies[shape->body], way->time);
    return crPoseToLocal(pose, place);
}

/// At equal depths the lower shape: walks know no order.
static Reach deepest(const WayOut *way, CaromVec2 place)
{
    Reach reach = {0.0, CR_NONE, {0.0, 0.0}};
    CrShapeWalk walk;
    uint32_t s;
    CrPose pose;
    crShapeWalkStart(&walk, way->world, crBoxInflate(crBox(place, place), way->radius),
                     CR_LAYERS_SOLID);
    while (crShapeWalkNext(&walk, &s)) {
        const CrShape *shape = &way->world->shapes[s];
        if (!crPlaceMeets(way->world, way->i, way->time, s)) {
            continue;
        }
        double depth =
            -crShapeGapWithin(shape, localOf(way, shape, place, &pose), way->radius, 0.0);
        if (depth > reach.depth || (depth == reach.depth && depth > 0.0 && s < reach.shape)) {
            reach.depth = depth;
            reach.shape = s;
        }
    }
    if (reach.shape != CR_NONE) {
        const CrShape *shape = &way->world->shapes[reach.shape];
        CaromVec2 local = localOf(way, shape, place, &pose);
        reach.normal = crPoseTurn(&pose, crShapeNearest(shape, local).normal);
    }
    return reach;
}

/// Whether the centre is in it, and that by nothing that its host did.
static bool isLost(const WayOut *way, const Reach *reach)
{
    return reach->depth > way->radius && way->world->shapes[reach->shape].body != way->host;
}

/// Out along the normal; where it touches another face that it has come out of just before, along
/// that one.
static CaromVec2 stepOut(const Reach *reach, const Reach *last)
{
    CaromVec2 along = crLeft(last->normal);
    double sine = crDot(reach->normal, along);
    bool between = last->shape != CR_NONE && crDot(reach->normal, last->normal) < ALIKE &&
                   crAbs(sine) > FLATTEST;
    return between ? crScale(along, reach->depth / sine) : crScale(reach->normal, reach->depth);
}

// ---- what is passed on the way

static double distanceOf(const CrEdge *edge, CaromVec2 a, CaromVec2 b)
{
    if (crSegmentsTouch(edge->a, edge->b, a, b)) {
        return 0.0;
    }
    double ends = crMin(caromNearestOnSegment(a, edge->a, edge->b).distance,
                        caromNearestOnSegment(b, edge->a, edge->b).distance);
    return crMin(ends, crMin(caromNearestOnSegment(edge->a, a, b).distance,
                             caromNearestOnSegment(edge->b, a, b).distance));
}

/// What the centre was in, or on, of its host is left; all else must be beside the way.
static bool passes(const WayOut *way, uint32_t s, CaromVec2 from, CaromVec2 to)
{
    const CrShape *shape = &way->world->shapes[s];
    CrPose pose;
    CaromVec2 a = localOf(way, shape, from, &pose), b = crPoseToLocal(&pose, to);
    CrEdgeWalk walk;
    int e;
    bool isWall = crShapeIsWall(shape) && shape->radius == 0.0;
    double on = 64.0 * crPlaceTolerance(from, shape->radius) + crShapeRounding(shape);
    bool bars = isWall || shape->body != way->host || crShapeGapWithin(shape, a, 0.0, on) > on;
    crEdgesStart(&walk, shape, crBoxInflate(crBox(a, b), shape->radius));
    while (bars && crEdgesNext(&walk, &e)) {
        CrEdge edge = crShapeEdge(shape, e, 0.0);
        bool free = isWall && edge.oneSided && crOrient(edge.a, edge.b, a) > 0;
        if (!free && distanceOf(&edge, a, b) <= edge.reach) {
            return true;
        }
    }
    return false;
}

static bool passesAny(const WayOut *way, CaromVec2 from, CaromVec2 to)
{
    CrShapeWalk walk;
    uint32_t s;
    crShapeWalkStart(&walk, way->world, crBox(from, to), CR_LAYERS_SOLID);
    while (crShapeWalkNext(&walk, &s)) {
        if (crPlaceMeets(way->world, way->i, way->time, s) && passes(way, s, from, to)) {
            return true;
        }
    }
    return false;
}

bool crPlaceOut(const CaromWorld *world, uint32_t i, double time, CaromVec2 wish,
                CaromVec2 velocity, const CrSeat *seat, CaromVec2 *place)
{
    double radius = world->flightDefs[world->flights.hot[i].flightDef].def.radius;
    WayOut way = {world, i, time, radius, seat != NULL ? seat->body : CR_NONE};
    Reach last = {0.0, CR_NONE, {0.0, 0.0}};
    CaromVec2 at = wish;
    double farthest = 0.0;
    for (int round = 0; round < ROUND_LIMIT; round++) {
        if (crPlaceFresh(world, i, time, at, velocity, round == 0 ? seat : NULL, place)) {
            return round == 0 || !passesAny(&way, wish, *place);
        }
        Reach reach = deepest(&way, at);
        if (reach.shape == CR_NONE || isLost(&way, &reach)) {
            return false;
        }
        at = crAdd(at, stepOut(&reach, &last));
        farthest = round == 0 ? FARTHEST * reach.depth : farthest;
        if (crLength(crSub(at, wish)) > farthest) {
            return false;
        }
        last = reach;
    }
    return false;
}
