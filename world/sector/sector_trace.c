// SPDX-License-Identifier: MIT
// Which lines a ray crosses, in which order. Decided by exact signs under the rule of sectors.h:
// every point is moved by (δ, ε), 0 < ε << δ << all other lengths. Edelsbrunner and Mücke,
// "Simulation of Simplicity: A Technique to Cope with Degenerate Cases in Geometric Algorithms"
// (1990).
//
// With u = b − a of a line, d the ray's direction, s its fraction at the line: a point on the line
// is to the left where cross(u, (δ, ε)) > 0; a vertex on the ray is to the left where cross(d, (δ,
// ε)) < 0; and s changes by −cross(u, (δ, ε)) / cross(u, d), so that of two lines met at one place
// the first follows from the sign of −cross(d, (δ, ε))·cross(u1, u2) over both cross(u, d).
// ---- the rule
#include "sector_trace.h"

#include "../../shapes/exact.h"
#include "../../shapes/path.h"
#include "../data/refuse.h"
#include "../data/world.h"
#include "sector_map.h"

/// Sign of cross(to − from, (δ, ε)).
static int shiftSide(CaromVec2 from, CaromVec2 to)
{
    if (to.y != from.y) {
        return to.y > from.y ? -1 : 1;
    }
    return to.x > from.x ? 1 : -1;
}

int crSectorSide(CaromVec2 a, CaromVec2 b, CaromVec2 p)
{
    int side = crOrient(a, b, p);
    return side != 0 ? side : shiftSide(a, b);
}

static int sideOfEnd(const CrSectorRay *ray, const CaromSectorEdge *edge)
{
    int side = crSideOfEnd(edge->a, edge->b, ray->path.p, ray->path.v);
    return side != 0 ? side : shiftSide(edge->a, edge->b);
}

static int sideOfVertex(const CrSectorRay *ray, CaromVec2 vertex)
{
    int side = crSideOfRay(ray->path.p, ray->path.v, vertex);
    return side != 0 ? side : -shiftSide(crVec(0.0, 0.0), ray->path.v);
}

/// Of lines that the ray crosses.
static bool comesBefore(const CrSectorRay *ray, const CrSectorMeet *first,
                        const CrSectorMeet *second)
{
    const CaromSectorEdge *e = &ray->map->lines[first->line], *f = &ray->map->lines[second->line];
    int order = crCompareFractions(ray->path.p, ray->path.v, e->a, e->b, f->a, f->b);
    if (order == 0) {
        order = shiftSide(crVec(0.0, 0.0), ray->path.v) * crTurnSign(e->a, e->b, f->a, f->b) *
                first->heading * second->heading;
    }
    return order != 0 ? order < 0 : first->line < second->line;
}

// ---- one line

/// Whether the ray crosses a line, and where.
static bool crosses(const CrSectorRay *ray, int line, CrSectorMeet *meet)
{
    const CaromSectorEdge *edge = &ray->map->lines[line];
    int sideA = sideOfVertex(ray, edge->a), sideB = sideOfVertex(ray, edge->b);
    if (sideA == sideB) {
        return false;
    }
    int heading = sideA > sideB ? 1 : -1; // to the left of the line, or to the right
    int start = crSectorSide(edge->a, edge->b, ray->path.p);
    if (start == heading || (ray->until == 1.0 && sideOfEnd(ray, edge) != heading)) {
        return false;
    }
    CrEdge thin = {edge->a, edge->b, 0.0, false};
    bool touches = crOrient(edge->a, edge->b, ray->path.p) == 0;
    double at = touches ? 0.0 : crPathCrossingTime(&ray->path, &thin);
    if (ray->until != 1.0 && at > ray->until) {
        return false;
    }
    meet->line = line;
    meet->heading = heading;
    meet->at = crMin(at, ray->until);
    return true;
}

/// How far the computed place of a crossing may be off.
static double doubtOf(const CrSectorRay *ray, const CrSectorMeet *meet)
{
    const CaromSectorEdge *edge = &ray->map->lines[meet->line];
    CaromVec2 p = ray->path.p, v = ray->path.v, along = crSub(edge->b, edge->a);
    double size = crAbs(p.x) + crAbs(p.y) + crAbs(edge->a.x) + crAbs(edge->a.y) +
                  ray->until * (crAbs(v.x) + crAbs(v.y));
    return size * 0x1p-46 / crLength(v) +
           size * crLength(along) * 0x1p-46 / crAbs(crCross(along, v));
}

// ---- one after the other

bool crSectorRayNext(const CrSectorRay *ray, const CrSectorMeet *last, CrSectorMeet *next)
{
    double from = last != NULL ? crMax(last->at - doubtOf(ray, last), 0.0) : 0.0;
    bool found = false;
    CrWalk walk;
    CrCell cell;
    crWalkStart(&walk, &ray->map->grid, crPathPoint(&ray->path, from),
                crPathPoint(&ray->path, ray->until), 0.0);
    while (crWalkNext(&walk, &cell)) {
        double entered = from + (ray->until - from) * cell.fraction;
        if (found && entered > next->at + doubtOf(ray, next)) {
            break; // no later cell holds an earlier line
        }
        for (int k = 0; k < cell.count; k++) {
            CrSectorMeet meet;
            if (crosses(ray, (int)crCellItem(&cell, k)->key, &meet) &&
                (last == NULL || comesBefore(ray, last, &meet)) &&
                (!found || comesBefore(ray, &meet, next))) {
                *next = meet;
                found = true;
            }
        }
    }
    return found;
}

int caromSectorMapLocate(const CaromSectorMap *map, CaromVec2 point)
{
    CaromError error = map == NULL ? CAROM_ERROR_NULL : crCheckVec(point);
    if (error != CAROM_OK) {
        crSectorComplain(map, error, "caromSectorMapLocate");
        return CAROM_NO_SECTOR;
    }
    return crSectorAt(map, point);
}

// ---- traces

CaromSectorCrossing crSectorDescribe(const CaromSectorMap *map, const CrPath *path,
                                     const CrSectorMeet *meet, const CaromSectorQuery *query)
{
    const CaromSectorEdge *edge = &map->lines[meet->line];
    bool fromFront = meet->heading > 0;
    CaromSectorCrossing crossing;
    crossing.line = meet->line;
    crossing.fromFront = fromFront;
    crossing.from = fromFront ? edge->front : edge->back;
    crossing.to = fromFront ? edge->back : edge->front;
    crossing.at = meet->at;
    crossing.point = crPathPoint(path, meet->at);
    crossing.block = crossing.from == CAROM_NO_SECTOR ? CAROM_BLOCK_NONE
                                                      : crSectorLineBlocks(map, meet->line, query);
    crossing.userData = edge->userData;
    return crossing;
}

bool crSectorTell(CrSectorTrace *trace, const CrSectorMeet *meet)
{
    CaromSectorCrossing crossing = crSectorDescribe(trace->map, trace->path, meet, trace->query);
    if (trace->count < trace->capacity) {
        trace->out[trace->count] = crossing;
    }
    trace->count++;
    return trace->query->through || crossing.block == CAROM_BLOCK_NONE;
}

void crSectorTraceRay(CrSectorTrace *trace, double until)
{
    CrSectorRay ray = {trace->map, *trace->path, until};
    CrSectorMeet meets[2], *last = NULL;
    for (int turn = 0; crSectorRayNext(&ray, last, &meets[turn]); turn = 1 - turn) {
        if (last != NULL) { // rounding does not turn time back
            meets[turn].at = crMax(meets[turn].at, last->at);
        }
        last = &meets[turn];
        if (!crSectorTell(trace, last)) {
            return;
        }
    }
}

int caromSectorMapTrace(const CaromSectorMap *map, CaromVec2 origin, CaromVec2 translation,
                        CaromSectorQuery query, CaromSectorCrossing *out, int capacity)
{
    CaromError error = map == NULL ? CAROM_ERROR_NULL : crCheckBuffer(out, capacity);
    error = error != CAROM_OK ? error : crSectorCheckQuery(map, &query);
    error = error != CAROM_OK ? error : crCheckVec(origin);
    error = error != CAROM_OK ? error : crCheckVec(translation);
    if (error != CAROM_OK) {
        return crSectorRefuseQuery(map, error, "caromSectorMapTrace");
    }
    CrPath path = crPathMake(origin, translation, crVec(0.0, 0.0));
    CrSectorTrace trace = {map, &path, &query, out, capacity, 0};
    crSectorTraceRay(&trace, 1.0);
    return trace.count;
}
