// SPDX-License-Identifier: MIT
// Parabolas through a map of sectors. Each line is tested by crPathMeets, as walls are for flights;
// this file adds the rule for a start on a line.
//
// The way is cut into pieces of time of a few cells each, and in each the next crossing after the
// last one is sought among the lines near the piece: only that last one is stored, so nothing is
// allocated and any number of traces may run at the same time.
#include "../../shapes/exact.h"

#include "../data/refuse.h"
#include "sector_trace.h"

#define PIECES 1024.0    ///< at most
#define CELLS_APIECE 4.0 ///< of the grid

/// The next crossing that could be reported after `at`: of equal times the higher line.
static bool isLater(const CrSectorMeet *meet, const CrSectorMeet *last)
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
static bool arcCrosses(const CrSectorTrace *trace, int line, const CrSectorMeet *last,
                       CrSectorMeet *out)
{
    const CaromSectorEdge *edge = &trace->map->lines[line];
    CrEdge thin = {edge->a, edge->b, 0.0, false};
    double after = 0.0;
    bool beyond = false;
    CrMeet met;
    CrSectorMeet bent = {line, bendsTo(trace->path, edge), 0.0};
    if (bent.heading != 0 && isLater(&bent, last) &&
        crSectorSide(edge->a, edge->b, trace->path->p) != bent.heading) {
        *out = bent;
        return true;
    }
    while (crPathMeets(trace->path, &thin, after, beyond, &met)) {
        if (crPathOnlyTouches(trace->path, &thin)) {
            return false; // its highest place is on the line
        }
        CrSectorMeet meet = {line, met.part == CR_PART_RIGHT ? 1 : -1, met.tau};
        after = met.tau;
        beyond = true;
        bool starts = met.tau == 0.0 && crOrient(edge->a, edge->b, trace->path->p) == 0;
        if (starts &&
            (bent.heading != 0 || crSectorSide(edge->a, edge->b, trace->path->p) == meet.heading)) {
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
static bool arcNext(const CrSectorTrace *trace, const CrSectorMeet *last, double from, double to,
                    CrSectorMeet *next)
{
    CaromBox box = crPathSweptBox(trace->path, from, to, 0.0);
    double pad = crPlaceTolerance(box.min, 0.0) + crPlaceTolerance(box.max, 0.0);
    bool found = false;
    CrBoxesWalk walk;
    uint32_t line;
    crBoxesStart(&walk, &trace->map->boxes, crBoxInflate(box, pad));
    while (crBoxesNext(&walk, &line, NULL)) {
        CrSectorMeet meet;
        if (arcCrosses(trace, (int)line, last, &meet) && meet.at <= to &&
            (!found || isLater(next, &meet))) {
            *next = meet;
            found = true;
        }
    }
    return found;
}

static int piecesOf(const CrSectorTrace *trace, double time)
{
    CaromBox box = crPathSweptBox(trace->path, 0.0, time, 0.0);
    double cells = CELLS_APIECE * crGridCellSize(&trace->map->grid);
    double extent = (box.max.x - box.min.x) + (box.max.y - box.min.y);
    return (int)crClamp(extent / cells, 1.0, PIECES);
}

static void traceArc(CrSectorTrace *trace, double time)
{
    int pieces = piecesOf(trace, time);
    CrSectorMeet last = {-1, 0, 0.0}, next;
    for (int k = 0; k < pieces; k++) {
        double from = time * k / pieces, to = k + 1 == pieces ? time : time * (k + 1) / pieces;
        while (arcNext(trace, &last, from, to, &next)) {
            last = next;
            if (!crSectorTell(trace, &last)) {
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
    CrSectorTrace trace = {map, &path, &query, out, capacity, 0};
    if (time > 0.0 && path.curved) {
        traceArc(&trace, time);
    } else if (time > 0.0) {
        crSectorTraceRay(&trace, time);
    }
    return trace.count;
}
