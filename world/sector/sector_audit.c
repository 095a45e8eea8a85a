// SPDX-License-Identifier: MIT
// Whether a map of sectors is valid: the borders of its sectors close; neighbouring lines around a
// place agree on the sector between them; connected lines name the sector that surrounds them on
// their outside. If that holds and no lines cross, all ways between two points have the same
// sectors at their ends. Location and traces need only this.
//
// Each line gives two spokes, one at either end; sorted by place, then counter-clockwise from +x,
// the spokes of a place follow each other.
#include "../../shapes/exact.h"
#include "../../shapes/sort.h"
#include "../data/refuse.h"
#include "../data/world.h"
#include "map.h"

#include <math.h>

// ---- faults: all are reported, in a fixed order

#define FAULT_ENTRY(fault, text) [fault] = {#fault, text}

static const struct {
    const char *name, *text;
} faults[] = {
    FAULT_ENTRY(CAROM_FAULT_VERTEX, "a vertex is not finite, or too far away"),
    FAULT_ENTRY(CAROM_FAULT_HEIGHT, "a floor or ceiling is not finite, or too far away"),
    FAULT_ENTRY(CAROM_FAULT_NO_VERTEX, "a line names a vertex that is not there"),
    FAULT_ENTRY(CAROM_FAULT_NO_SECTOR, "a line names a sector that is not there"),
    FAULT_ENTRY(CAROM_FAULT_LENGTH, "both ends of a line are at one place"),
    FAULT_ENTRY(CAROM_FAULT_SIDELESS, "a line has no sector on either side"),
    FAULT_ENTRY(CAROM_FAULT_TURNED, "a line has only a back"),
    FAULT_ENTRY(CAROM_FAULT_SELF, "a line has one sector on both sides"),
    FAULT_ENTRY(CAROM_FAULT_UNUSED, "a sector has no lines"),
    FAULT_ENTRY(CAROM_FAULT_DUPLICATE, "two lines run between the same places"),
    FAULT_ENTRY(CAROM_FAULT_CROSSING, "two lines cross, or lie on each other in part"),
    FAULT_ENTRY(CAROM_FAULT_TOUCHING, "an end of a line lies within another line"),
    FAULT_ENTRY(CAROM_FAULT_OPEN, "the border of a sector does not close"),
    FAULT_ENTRY(CAROM_FAULT_SIDES, "lines around a place don't agree on a sector between them"),
    FAULT_ENTRY(CAROM_FAULT_SURROUNDED, "lines lie in another sector than their sides say"),
};

typedef char everyFaultIsListed[sizeof faults / sizeof faults[0] == CAROM_FAULT_COUNT ? 1 : -1];

const char *caromSectorFaultName(CaromSectorFault fault)
{
    return (unsigned)fault < CAROM_FAULT_COUNT ? faults[fault].name : "CAROM_FAULT_?";
}

const char *caromSectorFaultText(CaromSectorFault fault)
{
    return (unsigned)fault < CAROM_FAULT_COUNT ? faults[fault].text : "a value that is no fault";
}

static CaromSectorSeverity severityOf(CaromSectorFault fault)
{
    if (fault <= CAROM_FAULT_NO_SECTOR) {
        return CAROM_SECTOR_BROKEN;
    }
    return fault == CAROM_FAULT_SELF || fault == CAROM_FAULT_UNUSED ? CAROM_SECTOR_NOTE
                                                                    : CAROM_SECTOR_ODD;
}

static CaromSectorProblem noProblem(void)
{
    CaromSectorProblem problem = {CAROM_FAULT_COUNT, CAROM_SECTOR_NOTE, -1, -1, CAROM_NO_SECTOR, -1,
                                  {0.0, 0.0}};
    return problem;
}

static void report(CrSectorAudit *audit, CaromSectorFault fault, CaromSectorProblem problem)
{
    problem.fault = fault;
    problem.severity = severityOf(fault);
    if (audit->count < audit->def->problemCapacity) {
        audit->def->problems[audit->count] = problem;
    }
    audit->count++;
    audit->worst = problem.severity > audit->worst ? problem.severity : audit->worst;
}

static void reportLine(CrSectorAudit *audit, CaromSectorFault fault, int line, int other,
                       int sector, CaromVec2 place)
{
    CaromSectorProblem problem = noProblem();
    problem.line = line;
    problem.other = other;
    problem.sector = sector;
    problem.place = place;
    report(audit, fault, problem);
}

typedef struct Around {
    CrSectorAudit *audit;
    const CaromSectorMap *map;
    int *spokes;  ///< 2·line, +1 at the end b; sorted
    int *scratch; ///< of the sort
    int *parents; ///< of each line, towards the one that stands for all it hangs together with
} Around;

static const CaromSectorEdge *edgeOf(const Around *around, int spoke)
{
    return &around->map->lines[spoke / 2];
}

static CaromVec2 hubOf(const Around *around, int spoke)
{
    const CaromSectorEdge *edge = edgeOf(around, spoke);
    return spoke % 2 == 0 ? edge->a : edge->b;
}

static CaromVec2 rimOf(const Around *around, int spoke)
{
    return hubOf(around, spoke ^ 1);
}

/// The sector just counter-clockwise of a spoke, and just clockwise.
static int sectorAfter(const Around *around, int spoke)
{
    const CaromSectorEdge *edge = edgeOf(around, spoke);
    return spoke % 2 == 0 ? edge->back : edge->front;
}

static int sectorBefore(const Around *around, int spoke)
{
    const CaromSectorEdge *edge = edgeOf(around, spoke);
    return spoke % 2 == 0 ? edge->front : edge->back;
}

// ---- order

static int compareNumbers(double a, double b)
{
    return (a > b) - (a < b);
}

static int comparePlaces(CaromVec2 a, CaromVec2 b)
{
    int byX = compareNumbers(a.x, b.x);
    return byX != 0 ? byX : compareNumbers(a.y, b.y);
}

/// 0: up, or to +x; 1: the other half of all directions.
static int halfOf(CaromVec2 hub, CaromVec2 rim)
{
    return rim.y > hub.y || (rim.y == hub.y && rim.x > hub.x) ? 0 : 1;
}

static int compareSpokes(const Around *around, int s, int t)
{
    CaromVec2 hub = hubOf(around, s), sRim = rimOf(around, s), tRim = rimOf(around, t);
    int byPlace = comparePlaces(hub, hubOf(around, t));
    if (byPlace != 0) {
        return byPlace;
    }
    int byHalf = halfOf(hub, sRim) - halfOf(hub, tRim);
    int byTurn = byHalf != 0 ? byHalf : -crOrient(hub, sRim, tRim);
    return byTurn != 0 ? byTurn : s - t;
}

static bool precedes(const void *context, int s, int t)
{
    return compareSpokes(context, s, t) < 0;
}

// ---- around one place

static void reportAt(const Around *around, CaromSectorFault fault, int spoke, int other, int sector)
{
    reportLine(around->audit, fault, spoke / 2, other, sector, hubOf(around, spoke));
}

/// Of sides walked so that the sector is to the right: how many more leave the place than reach it.
static int surplus(const Around *around, int first, int end, int sector)
{
    int sum = 0;
    for (int i = first; i < end; i++) {
        int spoke = around->spokes[i];
        sum += sectorBefore(around, spoke) == sector;
        sum -= sectorAfter(around, spoke) == sector;
    }
    return sum;
}

/// Reports each sector that does not close here once: at its first spoke.
static bool closes(const Around *around, int first, int end)
{
    bool all = true;
    for (int i = first; i < end; i++) {
        int spoke = around->spokes[i],
            sides[2] = {sectorBefore(around, spoke), sectorAfter(around, spoke)};
        for (int k = 0; k < 2; k++) {
            bool isNew = sides[k] != CAROM_NO_SECTOR && !(k == 1 && sides[1] == sides[0]);
            for (int j = first; j < i && isNew; j++) {
                isNew = sectorBefore(around, around->spokes[j]) != sides[k] &&
                        sectorAfter(around, around->spokes[j]) != sides[k];
            }
            if (isNew && surplus(around, first, end, sides[k]) != 0) {
                reportAt(around, CAROM_FAULT_OPEN, spoke, -1, sides[k]);
                all = false;
            }
        }
    }
    return all;
}

static void auditPlace(Around *around, int first, int end)
{
    if (!closes(around, first, end)) {
        return;
    }
    for (int i = first; i < end; i++) {
        int spoke = around->spokes[i], next = around->spokes[i + 1 < end ? i + 1 : first];
        int sector = sectorAfter(around, spoke);
        if (sector != sectorBefore(around, next)) {
            reportAt(around, CAROM_FAULT_SIDES, spoke, next / 2, sector);
        }
    }
}

// ---- what hangs together

static int rootOf(const Around *around, int line)
{
    while (around->parents[line] != line) {
        around->parents[line] = around->parents[around->parents[line]];
        line = around->parents[line];
    }
    return line;
}

static void join(Around *around, int line, int other)
{
    int a = rootOf(around, line), b = rootOf(around, other);
    around->parents[a > b ? a : b] = a < b ? a : b;
}

/// The last place of a part, in the order of x, then y: its lines all lie before it, so what they
/// say of its +x side, a hair above, they say of their outside. That is the sector clockwise of the
/// place's first spoke.
static void auditPart(Around *around, int first)
{
    int spoke = around->spokes[first], said = sectorBefore(around, spoke);
    int found = crSectorAt(around->map, hubOf(around, spoke));
    if (said != found) {
        reportAt(around, CAROM_FAULT_SURROUNDED, spoke, -1, found);
    }
}

static int endOfPlace(const Around *around, int first)
{
    int count = crArrayCount(around->spokes), end = first + 1;
    CaromVec2 hub = hubOf(around, around->spokes[first]);
    while (end < count && crEqual(hubOf(around, around->spokes[end]), hub)) {
        end++;
    }
    return end;
}

static void auditPlaces(Around *around)
{
    int count = crArrayCount(around->spokes);
    for (int first = 0, end; first < count; first = end) {
        end = endOfPlace(around, first);
        for (int i = first + 1; i < end; i++) {
            join(around, around->spokes[first] / 2, around->spokes[i] / 2);
        }
        auditPlace(around, first, end);
    }
}

/// From the last place to the first: a part's last one is where it is met first.
static void auditParts(Around *around)
{
    for (int end = crArrayCount(around->spokes), first; end > 0; end = first) {
        for (first = end - 1; first > 0 && crEqual(hubOf(around, around->spokes[first - 1]),
                                                   hubOf(around, around->spokes[end - 1]));) {
            first--;
        }
        int root = rootOf(around, around->spokes[first] / 2);
        if (around->scratch[root] == 0) {
            around->scratch[root] = 1;
            auditPart(around, first);
        }
    }
}

CaromError crSectorAuditAround(CrSectorAudit *audit, const CaromSectorMap *map)
{
    const CaromAllocator *a = &map->allocator;
    Around around = {audit, map, NULL, NULL, NULL};
    int lines = crArrayCount(map->lines);
    size_t spokes = 2 * (size_t)lines;
    bool ok = crArrayReserve(around.spokes, spokes, a) &&
              crArrayReserve(around.scratch, spokes, a) && crArrayReserve(around.parents, lines, a);
    if (ok) {
        for (int i = 0; i < lines; i++) {
            crArrayPush(around.parents, i);
            if (crSectorEdgeIsUsed(&map->lines[i])) {
                crArrayPush(around.spokes, 2 * i);
                crArrayPush(around.spokes, 2 * i + 1);
            }
        }
        crSortInts(precedes, &around, around.spokes, around.scratch, crArrayCount(around.spokes));
        auditPlaces(&around);
        crArraySetCount(around.scratch, lines); // from here on: whether a part was looked at
        for (int i = 0; i < lines; i++) {
            around.scratch[i] = 0;
        }
        auditParts(&around);
    }
    crArrayFree(around.spokes, a);
    crArrayFree(around.scratch, a);
    crArrayFree(around.parents, a);
    return ok ? CAROM_OK : CAROM_ERROR_MEMORY;
}

// ---- records

static bool isSector(const CaromSectorMapDef *def, int sector)
{
    return sector >= CAROM_NO_SECTOR && sector < def->sectorCount;
}

static bool isVertex(const CaromSectorMapDef *def, int vertex)
{
    return vertex >= 0 && vertex < def->vertexCount;
}

void crSectorAuditRecords(CrSectorAudit *audit)
{
    const CaromSectorMapDef *def = audit->def;
    for (int v = 0; v < def->vertexCount; v++) {
        if (crCheckVec(def->vertices[v]) != CAROM_OK) {
            CaromSectorProblem problem = noProblem();
            problem.vertex = v;
            report(audit, CAROM_FAULT_VERTEX, problem);
        }
    }
    for (int s = 0; s < def->sectorCount; s++) {
        if (crCheckNumber(def->sectors[s].floor) != CAROM_OK ||
            crCheckNumber(def->sectors[s].ceiling) != CAROM_OK) {
            reportLine(audit, CAROM_FAULT_HEIGHT, -1, -1, s, crVec(0.0, 0.0));
        }
    }
    for (int i = 0; i < def->lineCount; i++) {
        const CaromSectorLine *line = &def->lines[i];
        if (!isVertex(def, line->a) || !isVertex(def, line->b)) {
            reportLine(audit, CAROM_FAULT_NO_VERTEX, i, -1, CAROM_NO_SECTOR, crVec(0.0, 0.0));
        }
        if (!isSector(def, line->front) || !isSector(def, line->back)) {
            reportLine(audit, CAROM_FAULT_NO_SECTOR, i, -1, CAROM_NO_SECTOR, crVec(0.0, 0.0));
        }
    }
}

static void turnRound(CaromSectorEdge *edge)
{
    CaromVec2 a = edge->a;
    edge->a = edge->b;
    edge->b = a;
    edge->front = edge->back;
    edge->back = CAROM_NO_SECTOR;
}

void crSectorAuditLine(CrSectorAudit *audit, int line, CaromSectorEdge *out)
{
    const CaromSectorLine *given = &audit->def->lines[line];
    const CaromVec2 *vertices = audit->def->vertices;
    CaromSectorEdge edge = {vertices[given->a], vertices[given->b], given->front,
                            given->back,        given->blocks,      given->userData};
    bool sideless = edge.front == CAROM_NO_SECTOR && edge.back == CAROM_NO_SECTOR;
    if (crEqual(edge.a, edge.b)) {
        reportLine(audit, CAROM_FAULT_LENGTH, line, -1, edge.front, edge.a);
        edge.front = edge.back = CAROM_NO_SECTOR;
    } else if (sideless) {
        reportLine(audit, CAROM_FAULT_SIDELESS, line, -1, CAROM_NO_SECTOR, edge.a);
    } else if (edge.front == CAROM_NO_SECTOR) {
        reportLine(audit, CAROM_FAULT_TURNED, line, -1, edge.back, edge.a);
        turnRound(&edge);
    } else if (edge.front == edge.back) {
        reportLine(audit, CAROM_FAULT_SELF, line, -1, edge.front, edge.a);
    }
    *out = edge;
}

// ---- pairs

/// Of a point on the line of an edge: whether it lies between its ends.
static bool isWithin(const CaromSectorEdge *edge, CaromVec2 p)
{
    CaromVec2 along = crSub(edge->b, edge->a);
    return crDotSign(along, edge->a, p) > 0 && crDotSign(along, edge->b, p) < 0;
}

static bool isOn(const CaromSectorEdge *edge, CaromVec2 p)
{
    return crOrient(edge->a, edge->b, p) == 0 && isWithin(edge, p);
}

static bool areOnOneLine(const CaromSectorEdge *e, const CaromSectorEdge *f)
{
    return crOrient(e->a, e->b, f->a) == 0 && crOrient(e->a, e->b, f->b) == 0;
}

static void auditPair(CrSectorAudit *audit, const CaromSectorMap *map, int line, int other)
{
    const CaromSectorEdge *e = &map->lines[line], *f = &map->lines[other];
    bool same = (crEqual(e->a, f->a) && crEqual(e->b, f->b)) ||
                (crEqual(e->a, f->b) && crEqual(e->b, f->a));
    bool eaOn = isOn(f, e->a), ebOn = isOn(f, e->b), faOn = isOn(e, f->a), fbOn = isOn(e, f->b);
    if (same) {
        reportLine(audit, CAROM_FAULT_DUPLICATE, line, other, CAROM_NO_SECTOR, e->a);
    } else if ((eaOn || ebOn || faOn || fbOn) && areOnOneLine(e, f)) {
        reportLine(audit, CAROM_FAULT_CROSSING, line, other, CAROM_NO_SECTOR,
                   faOn ? f->a : (fbOn ? f->b : e->a));
    } else if (eaOn || ebOn) {
        reportLine(audit, CAROM_FAULT_TOUCHING, line, other, CAROM_NO_SECTOR, eaOn ? e->a : e->b);
    } else if (faOn || fbOn) {
        reportLine(audit, CAROM_FAULT_TOUCHING, other, line, CAROM_NO_SECTOR, faOn ? f->a : f->b);
    } else if (crOrient(e->a, e->b, f->a) * crOrient(e->a, e->b, f->b) < 0 &&
               crOrient(f->a, f->b, e->a) * crOrient(f->a, f->b, e->b) < 0) {
        double along;
        caromRayMeetsSegment(e->a, crSub(e->b, e->a), f->a, f->b, &along, NULL);
        reportLine(audit, CAROM_FAULT_CROSSING, line, other, CAROM_NO_SECTOR,
                   crAddScaled(e->a, crSub(e->b, e->a), along));
    }
}

void crSectorAuditPairs(CrSectorAudit *audit, const CaromSectorMap *map)
{
    for (int s = 0; s < crArrayCount(map->sectors); s++) {
        if (map->firsts[s] == map->firsts[s + 1]) {
            reportLine(audit, CAROM_FAULT_UNUSED, -1, -1, s, crVec(0.0, 0.0));
        }
    }
    for (int i = 0; i < crArrayCount(map->lines); i++) {
        const CaromSectorEdge *edge = &map->lines[i];
        CrBoxesWalk walk;
        uint32_t other;
        if (!crSectorEdgeIsUsed(edge)) {
            continue;
        }
        crBoxesStart(&walk, &map->boxes, crBox(edge->a, edge->b));
        while (crBoxesNext(&walk, &other, NULL)) {
            if ((int)other > i) {
                auditPair(audit, map, i, (int)other);
            }
        }
    }
}
