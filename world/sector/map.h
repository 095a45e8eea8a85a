// SPDX-License-Identifier: MIT
// Inside of a map of sectors, and what its files share. Lines are kept as segments: each holds its
// places, turned so that a line with one side has it in front.
#ifndef CAROM_WORLD_SECTOR_MAP_H
#define CAROM_WORLD_SECTOR_MAP_H

#include "../../broadphase/box_index.h"
#include "../../broadphase/cell_walk.h"
#include "../../shapes/array.h"
#include "../api/sectors.h"
#include "../core/result_buffer.h"
#include "../data/world.h"

struct CaromSectorMap {
    CaromAllocator allocator;
    CaromLogFunction *log;
    void *logContext;
    bool logAll;
    CrHeard heard;
    CaromSectorEdge *lines; ///< by index; those left out have no sides and are in neither grid
    CaromSector *sectors;
    int *firsts;   ///< of each sector, and one more: where its lines begin in `sides`
    int *sides;    ///< line indices, sector after sector
    CrGrid grid;   ///< keys: line indices; for rays
    CrBoxes boxes; ///< the same; for what is near
    CaromBox bounds;
};

/// Logs the error; returns it.
CaromError crSectorComplain(const CaromSectorMap *map, CaromError error, const char *function);
/// The same of a query: returns what it answers, which is minus the error.
int crSectorRefuseQuery(const CaromSectorMap *map, CaromError error, const char *function);
/// Of what every question has: the map, a query.
CaromError crSectorCheckQuery(const CaromSectorMap *map, const CaromSectorQuery *query);

CaromSectorBlock crSectorLineBlocks(const CaromSectorMap *map, int line,
                                    const CaromSectorQuery *query);

/// What is crossed at a line, but for when and where.
CaromSectorCrossing crSectorCrossing(const CaromSectorMap *map, int line, bool fromFront,
                                     const CaromSectorQuery *query);
/// Location of a checked point. sector_trace.c
int crSectorAt(const CaromSectorMap *map, CaromVec2 point);

static inline bool crSectorEdgeIsUsed(const CaromSectorEdge *edge)
{
    return edge->front != CAROM_NO_SECTOR;
}

// ---- validation (sector_audit.c)

typedef struct CrSectorAudit {
    const CaromSectorMapDef *def;
    int count;
    CaromSectorSeverity worst;
} CrSectorAudit;

/// What must hold before a map can be made: finite numbers, indices within their arrays.
void crSectorAuditRecords(CrSectorAudit *audit);
/// Fills in a line, turned as need be, or left out.
void crSectorAuditLine(CrSectorAudit *audit, int line, CaromSectorEdge *out);
/// Of a map with all in place but no guarantee: sectors without lines, pairs of lines.
void crSectorAuditPairs(CrSectorAudit *audit, const CaromSectorMap *map);
/// The same: borders that close, sides that agree around each vertex and from part to part.
CaromError crSectorAuditAround(CrSectorAudit *audit, const CaromSectorMap *map);

#endif
