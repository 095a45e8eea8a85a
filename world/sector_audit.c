// SPDX-License-Identifier: MIT
// What is wrong with a map of sectors: its records, and its lines two by two. All of it is told, in
// a fixed order.
#include "../shapes/exact.h"

#include "sector_map.h"
#include "world.h"

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

// ---- reports

static CaromSectorSeverity severityOf(CaromSectorFault fault)
{
    if (fault <= CAROM_FAULT_NO_SECTOR) {
        return CAROM_SECTOR_BROKEN;
    }
    return fault == CAROM_FAULT_SELF || fault == CAROM_FAULT_UNUSED ? CAROM_SECTOR_NOTE
                                                                    : CAROM_SECTOR_ODD;
}

CaromSectorProblem crSectorProblem(void)
{
    CaromSectorProblem problem = {CAROM_FAULT_COUNT, CAROM_SECTOR_NOTE, -1, -1, CAROM_NO_SECTOR, -1,
                                  {0.0, 0.0}};
    return problem;
}

void crSectorReport(CrSectorAudit *audit, CaromSectorFault fault, CaromSectorProblem problem)
{
    problem.fault = fault;
    problem.severity = severityOf(fault);
    if (audit->count < audit->def->problemCapacity) {
        audit->def->problems[audit->count] = problem;
    }
    audit->count++;
    audit->worst = problem.severity > audit->worst ? problem.severity : audit->worst;
}

static void reportLine(CrSectorAudit *audit, CaromSectorFault fault, int line, int sector,
                       CaromVec2 place)
{
    CaromSectorProblem problem = crSectorProblem();
    problem.line = line;
    problem.sector = sector;
    problem.place = place;
    crSectorReport(audit, fault, problem);
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
            CaromSectorProblem problem = crSectorProblem();
            problem.vertex = v;
            crSectorReport(audit, CAROM_FAULT_VERTEX, problem);
        }
    }
    for (int s = 0; s < def->sectorCount; s++) {
        if (crCheckNumber(def->sectors[s].floor) != CAROM_OK ||
            crCheckNumber(def->sectors[s].ceiling) != CAROM_OK) {
            reportLine(audit, CAROM_FAULT_HEIGHT, -1, s, crVec(0.0, 0.0));
        }
    }
    for (int i = 0; i < def->lineCount; i++) {
        const CaromSectorLine *line = &def->lines[i];
        if (!isVertex(def, line->a) || !isVertex(def, line->b)) {
            reportLine(audit, CAROM_FAULT_NO_VERTEX, i, CAROM_NO_SECTOR, crVec(0.0, 0.0));
        }
        if (!isSector(def, line->front) || !isSector(def, line->back)) {
            reportLine(audit, CAROM_FAULT_NO_SECTOR, i, CAROM_NO_SECTOR, crVec(0.0, 0.0));
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
        reportLine(audit, CAROM_FAULT_LENGTH, line, edge.front, edge.a);
        edge.front = edge.back = CAROM_NO_SECTOR;
    } else if (sideless) {
        reportLine(audit, CAROM_FAULT_SIDELESS, line, CAROM_NO_SECTOR, edge.a);
    } else if (edge.front == CAROM_NO_SECTOR) {
        reportLine(audit, CAROM_FAULT_TURNED, line, edge.back, edge.a);
        turnRound(&edge);
    } else if (edge.front == edge.back) {
        reportLine(audit, CAROM_FAULT_SELF, line, edge.front, edge.a);
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

static void reportPair(CrSectorAudit *audit, CaromSectorFault fault, int line, int other,
                       CaromVec2 place)
{
    CaromSectorProblem problem = crSectorProblem();
    problem.line = line;
    problem.other = other;
    problem.place = place;
    crSectorReport(audit, fault, problem);
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
        reportPair(audit, CAROM_FAULT_DUPLICATE, line, other, e->a);
    } else if ((eaOn || ebOn || faOn || fbOn) && areOnOneLine(e, f)) {
        reportPair(audit, CAROM_FAULT_CROSSING, line, other, faOn ? f->a : (fbOn ? f->b : e->a));
    } else if (eaOn || ebOn) {
        reportPair(audit, CAROM_FAULT_TOUCHING, line, other, eaOn ? e->a : e->b);
    } else if (faOn || fbOn) {
        reportPair(audit, CAROM_FAULT_TOUCHING, other, line, faOn ? f->a : f->b);
    } else if (crOrient(e->a, e->b, f->a) * crOrient(e->a, e->b, f->b) < 0 &&
               crOrient(f->a, f->b, e->a) * crOrient(f->a, f->b, e->b) < 0) {
        double along;
        caromRayMeetsSegment(e->a, crSub(e->b, e->a), f->a, f->b, &along, NULL);
        reportPair(audit, CAROM_FAULT_CROSSING, line, other,
                   crAddScaled(e->a, crSub(e->b, e->a), along));
    }
}

void crSectorAuditPairs(CrSectorAudit *audit, const CaromSectorMap *map)
{
    for (int s = 0; s < crArrayCount(map->sectors); s++) {
        if (map->firsts[s] == map->firsts[s + 1]) {
            reportLine(audit, CAROM_FAULT_UNUSED, -1, s, crVec(0.0, 0.0));
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
