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
#include "../../shapes/exact.h"
#include "../../shapes/path.h"
#include "../data/refuse.h"
#include "../data/world.h"
#include "map.h"

/// A straight path over the time 0..until. At 1 its end is exact: origin + translation, unrounded.
typedef struct Ray {
    const CaromSectorMap *map;
    CrPath path;
    double until;
} Ray;

/// A line that is crossed.
typedef struct Meet {
    int line;
    int heading; ///< 1: to the left of the line, from its front; −1: to the right
    double at;
} Meet;

// ---- the rule

/// Sign of cross(to − from, (δ, ε)).
static int shiftSide(CaromVec2 from, CaromVec2 to)
{
    if (to.y != from.y) {
        return to.y > from.y ? -1 : 1;
    }
    return to.x > from.x ? 1 : -1;
}

/// Sign (-1, 1): whether a point, moved that hair, is to the left of a line: never 0.
static int sideOf(CaromVec2 a, CaromVec2 b, CaromVec2 p)
{
    int side = crOrient(a, b, p);
    return side != 0 ? side : shiftSide(a, b);
}

static int sideOfEnd(const Ray *ray, const CaromSectorEdge *edge)
{
    int side = crSideOfEnd(edge->a, edge->b, ray->path.p, ray->path.v);
    return side != 0 ? side : shiftSide(edge->a, edge->b);
}

static int sideOfVertex(const Ray *ray, CaromVec2 vertex)
{
    int side = crSideOfRay(ray->path.p, ray->path.v, vertex);
    return side != 0 ? side : -shiftSide(crVec(0.0, 0.0), ray->path.v);
}

/// Of lines that the ray crosses.
static bool comesBefore(const Ray *ray, const Meet *first, const Meet *second)
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
static bool crosses(const Ray *ray, int line, Meet *meet)
{
    const CaromSectorEdge *edge = &ray->map->lines[line];
    int sideA = sideOfVertex(ray, edge->a), sideB = sideOfVertex(ray, edge->b);
    if (sideA == sideB) {
        return false;
    }
    int heading = sideA > sideB ? 1 : -1; // to the left of the line, or to the right
    int start = sideOf(edge->a, edge->b, ray->path.p);
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
static double doubtOf(const Ray *ray, const Meet *meet)
{
    const CaromSectorEdge *edge = &ray->map->lines[meet->line];
    CaromVec2 p = ray->path.p, v = ray->path.v, along = crSub(edge->b, edge->a);
    double size = crAbs(p.x) + crAbs(p.y) + crAbs(edge->a.x) + crAbs(edge->a.y) +
                  ray->until * (crAbs(v.x) + crAbs(v.y));
    return size * 0x1p-46 / crLength(v) +
           size * crLength(along) * 0x1p-46 / crAbs(crCross(along, v));
}

// ---- one after the other

/// The first line crossed after the last one (null: of all), in exact order.
static bool nextOnRay(const Ray *ray, const Meet *last, Meet *next)
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
        CrCellItems items = {NULL, 0};
        for (const CrGridItem *item; (item = crCellNext(&cell, &items)) != NULL;) {
            Meet meet;
            if (crosses(ray, (int)item->key, &meet) &&
                (last == NULL || comesBefore(ray, last, &meet)) &&
                (!found || comesBefore(ray, &meet, next))) {
                *next = meet;
                found = true;
            }
        }
    }
    return found;
}

int crSectorAt(const CaromSectorMap *map, CaromVec2 point)
{
    CaromVec2 toRight = {map->bounds.max.x - point.x + 1.0, 0.0};
    Ray ray = {map, crPathMake(point, toRight, crVec(0.0, 0.0)), 1.0};
    Meet meets[2], *last = NULL;
    if (crGridIsEmpty(&map->grid) || !caromBoxContains(map->bounds, point)) {
        return CAROM_NO_SECTOR;
    }
    for (int turn = 0; nextOnRay(&ray, last, &meets[turn]); turn = 1 - turn) {
        last = &meets[turn];
        const CaromSectorEdge *edge = &map->lines[last->line];
        if (edge->front != edge->back) {
            return last->heading > 0 ? edge->front : edge->back;
        }
    }
    return CAROM_NO_SECTOR;
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

/// The data of a path.
typedef struct Trace {
    const CaromSectorMap *map;
    const CrPath *path;
    const CaromSectorQuery *query;
    CaromSectorCrossing *out;
    int capacity, count;
} Trace;

/// Writes one down; whether the trace goes on behind it.
static bool tell(Trace *trace, const Meet *meet)
{
    CaromSectorCrossing crossing =
        crSectorCrossing(trace->map, meet->line, meet->heading > 0, trace->query);
    crossing.at = meet->at;
    crossing.point = crPathPoint(trace->path, meet->at);
    if (trace->count < trace->capacity) {
        trace->out[trace->count] = crossing;
    }
    trace->count++;
    return trace->query->through || crossing.block == CAROM_BLOCK_NONE;
}

static void traceRay(Trace *trace, double until)
{
    Ray ray = {trace->map, *trace->path, until};
    Meet meets[2], *last = NULL;
    for (int turn = 0; nextOnRay(&ray, last, &meets[turn]); turn = 1 - turn) {
        if (last != NULL) { // rounding does not turn time back
            meets[turn].at = crMax(meets[turn].at, last->at);
        }
        last = &meets[turn];
        if (!tell(trace, last)) {
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
    Trace trace = {map, &path, &query, out, capacity, 0};
    traceRay(&trace, 1.0);
    return trace.count;
}

// ---- parabolas
//
// Each line is tested by crPathMeets, as walls are for flights; what is added is the rule for a
// start on a line. The way is cut into pieces of time of a few cells each, and in each the next
// crossing after the last one is sought among the lines near the piece: only that last one is
// stored, so nothing is allocated and any number of traces may run at the same time.

#define PIECES 1024.0    ///< at most
#define CELLS_APIECE 4.0 ///< of the grid

/// The next crossing that could be reported after `at`: of equal times the higher line.
static bool isLater(const Meet *meet, const Meet *last)
{
    return meet->at > last->at || (meet->at == last->at && meet->line > last->line);
}

/// The side of a line, +1 the left, to which a path that starts on it, along it or at rest, is bent
/// off at once; 0: none. Nothing is met there, as no speed leads to the line. Ends belong to
/// several lines.
static int bendsTo(const CrPath *path, const CaromSectorEdge *edge)
{
    CaromVec2 p = path->p, a = edge->a, b = edge->b;
    bool isBetween = p.x >= crMin(a.x, b.x) && p.x <= crMax(a.x, b.x) && p.y >= crMin(a.y, b.y) &&
                     p.y <= crMax(a.y, b.y) && !crEqual(p, a) && !crEqual(p, b);
    bool isAlong = isBetween && crOrient(a, b, p) == 0 && crSideOfRay(a, path->v, b) == 0;
    return isAlong ? -crSideOfRay(a, path->a, b) : 0;
}

/// The first crossing of a line after the last one that was reported.
static bool arcCrosses(const Trace *trace, int line, const Meet *last, Meet *out)
{
    const CaromSectorEdge *edge = &trace->map->lines[line];
    CrEdge thin = {edge->a, edge->b, 0.0, false};
    double after = 0.0;
    bool beyond = false;
    CrMeet met;
    Meet bent = {line, bendsTo(trace->path, edge), 0.0};
    if (bent.heading != 0 && isLater(&bent, last) &&
        sideOf(edge->a, edge->b, trace->path->p) != bent.heading) {
        *out = bent;
        return true;
    }
    while (crPathMeets(trace->path, &thin, after, beyond, &met)) {
        if (crPathOnlyTouches(trace->path, &thin)) {
            return false; // its highest place is on the line
        }
        Meet meet = {line, met.part == CR_PART_RIGHT ? 1 : -1, met.tau};
        after = met.tau;
        beyond = true;
        bool starts = met.tau == 0.0 && crOrient(edge->a, edge->b, trace->path->p) == 0;
        if (starts &&
            (bent.heading != 0 || sideOf(edge->a, edge->b, trace->path->p) == meet.heading)) {
            continue; // it starts on the line, and is on that side by the rule
        }
        if (isLater(&meet, last)) {
            *out = meet;
            return true;
        }
    }
    return false;
}

/// The next crossing up to a time.
static bool arcNext(const Trace *trace, const Meet *last, double from, double to, Meet *next)
{
    CaromBox box = crPathSweptBox(trace->path, from, to, 0.0);
    double pad = crPlaceTolerance(box.min, 0.0) + crPlaceTolerance(box.max, 0.0);
    bool found = false;
    CrBoxesWalk walk;
    uint32_t line;
    crBoxesStart(&walk, &trace->map->boxes, crBoxInflate(box, pad));
    while (crBoxesNext(&walk, &line, NULL)) {
        Meet meet;
        if (arcCrosses(trace, (int)line, last, &meet) && meet.at <= to &&
            (!found || isLater(next, &meet))) {
            *next = meet;
            found = true;
        }
    }
    return found;
}

static int piecesOf(const Trace *trace, double time)
{
    CaromBox box = crPathSweptBox(trace->path, 0.0, time, 0.0);
    double cells = CELLS_APIECE * crGridCellSize(&trace->map->grid);
    double extent = (box.max.x - box.min.x) + (box.max.y - box.min.y);
    return (int)crClamp(extent / cells, 1.0, PIECES);
}

static void traceArc(Trace *trace, double time)
{
    int pieces = piecesOf(trace, time);
    Meet last = {-1, 0, 0.0}, next;
    for (int k = 0; k < pieces; k++) {
        double from = time * k / pieces, to = k + 1 == pieces ? time : time * (k + 1) / pieces;
        while (arcNext(trace, &last, from, to, &next)) {
            last = next;
            if (!tell(trace, &last)) {
                return;
            }
        }
    }
}

static CaromError checkArc(const CrPath *path, double time)
{
    CaromError error = crCheckVec(path->p);
    error = error != CAROM_OK ? error : crCheckVec(path->v);
    error = error != CAROM_OK ? error : crCheckVec(path->a);
    error = error != CAROM_OK ? error : crCheckNumber(time);
    if (error != CAROM_OK || time < 0.0) {
        return error != CAROM_OK ? error : CAROM_ERROR_OUT_OF_RANGE;
    }
    CaromBox box = crPathSweptBox(path, 0.0, time, 0.0);
    error = crCheckVec(box.min);
    return error != CAROM_OK ? error : crCheckVec(box.max);
}

int caromSectorMapTraceArc(const CaromSectorMap *map, CaromVec2 origin, CaromVec2 velocity,
                           CaromVec2 acceleration, double time, CaromSectorQuery query,
                           CaromSectorCrossing *out, int capacity)
{
    CrPath path = crPathMake(origin, velocity, acceleration);
    CaromError error = map == NULL ? CAROM_ERROR_NULL : crCheckBuffer(out, capacity);
    error = error != CAROM_OK ? error : crSectorCheckQuery(map, &query);
    error = error != CAROM_OK ? error : checkArc(&path, time);
    if (error != CAROM_OK) {
        return crSectorRefuseQuery(map, error, "caromSectorMapTraceArc");
    }
    Trace trace = {map, &path, &query, out, capacity, 0};
    if (time > 0.0 && path.curved) {
        traceArc(&trace, time);
    } else if (time > 0.0) {
        traceRay(&trace, time);
    }
    return trace.count;
}
