// SPDX-License-Identifier: MIT
// PUBLIC. Maps of sectors as in Doom: regions bounded by lines, with doors. Finds the sector of a
// point, the lines that a shot crosses, in order, and the line that blocks it. Puts walls and
// portals into a world as shapes.
//
// Seen along the line from vertex a to b, its front is on the right and its back on the left. A
// line without a back is a wall: it blocks from the front and can be passed from behind, where
// there is no sector. A line with both is a portal: whatever passes it is then in the other sector.
//
// Points and rays on lines and vertices are treated as if moved by a tiny amount to +x, and by a
// far smaller one to +y. So each point of the plane is in one sector, or in none; a ray passes
// beside vertices, never through them, and beside lines, never along them. The sectors of a trace
// follow each other without a gap, from the sector of its start to that of its end. Signs are
// exact: there is no tolerance. After Edelsbrunner and Mücke, "Simulation of Simplicity" (1990).
//
// A map needs no world. Any number of threads may query it while no thread changes it. Refused
// queries that return an int return minus the error, as those of a world do (carom.h); except
// caromSectorMapLocate. Refusals are logged as those of a world.
#ifndef CAROM_WORLD_API_SECTORS_H
#define CAROM_WORLD_API_SECTORS_H

#include "../../shapes/api.h"
#include "../../shapes/vec.h"
#include "body_shapes.h"
#include "events.h"

#define CAROM_NO_SECTOR (-1) ///< nothing: solid, or outside of the map

/// A map of sectors. Opaque.
typedef struct CaromSectorMap CaromSectorMap;

/// A line between sectors, or a wall of one.
typedef struct CaromSectorLine {
    int a, b;        ///< [index] of vertices
    int front, back; ///< [index] of sectors, or CAROM_NO_SECTOR
    uint32_t blocks; ///< bits of your choice: it blocks queries that have one of them in their mask
    void *userData;  ///< yours; stored, never read
} CaromSectorLine;

/// A region between lines.
typedef struct CaromSector {
    double floor, ceiling; ///< [m] finite; a sector with ceiling <= floor is closed
    void *userData;        ///< yours; stored, never read
} CaromSector;

// ---- what is wrong with a map

/// How bad a fault of a map is.
typedef enum CaromSectorSeverity {
    CAROM_SECTOR_NOTE,  ///< allowed, with the meaning that CaromSectorFault states
    CAROM_SECTOR_ODD,   ///< corrected or accepted; a strict map refuses it
    CAROM_SECTOR_BROKEN ///< no map can be made
} CaromSectorSeverity;

/// Faults of a map. Without ODD and BROKEN faults every point has one sector, on whatever path it
/// is reached. Two vertices at one place count as one.
typedef enum CaromSectorFault {
    CAROM_FAULT_VERTEX,    ///< BROKEN: a vertex is not finite or beyond 1e12 (sets: vertex)
    CAROM_FAULT_HEIGHT,    ///< BROKEN: a sector's floor or ceiling is not finite or beyond 1e12
                           ///< (sector)
    CAROM_FAULT_NO_VERTEX, ///< BROKEN: a line names a vertex that does not exist (line)
    CAROM_FAULT_NO_SECTOR, ///< BROKEN: a line names a sector that does not exist (line)
    CAROM_FAULT_LENGTH,    ///< ODD: both ends are at one place; the line is left out (line)
    CAROM_FAULT_SIDELESS,  ///< ODD: no sector on either side; the line is left out (line)
    CAROM_FAULT_TURNED,    ///< ODD: only a back; the line is reversed: a and b, front and back are
                           ///< swapped (line, sector)
    CAROM_FAULT_SELF, ///< NOTE: one sector on both sides. It is not a border: traces report it and
                      ///< stay in that sector; location ignores it (line, sector)
    CAROM_FAULT_UNUSED,    ///< NOTE: a sector without lines (sector)
    CAROM_FAULT_DUPLICATE, ///< ODD: two lines between the same places (line, other)
    CAROM_FAULT_CROSSING,  ///< ODD: two lines cross, or lie on each other in part (line, other)
    CAROM_FAULT_TOUCHING,  ///< ODD: an end of `line` lies within `other`
    CAROM_FAULT_OPEN,      ///< ODD: a sector's border does not close at a place (line, sector)
    CAROM_FAULT_SIDES, ///< ODD: two neighbouring lines around a place name different sectors for
                       ///< the space between them (line, other, sector)
    CAROM_FAULT_SURROUNDED, ///< ODD: the outer side of lines names another sector than the one
                            ///< around them (line, sector: the one around them)
    CAROM_FAULT_COUNT
} CaromSectorFault;

/// One thing that is wrong with a map.
typedef struct CaromSectorProblem {
    CaromSectorFault fault;       ///< what is wrong
    CaromSectorSeverity severity; ///< whether the map can be used all the same
    int line, other;              ///< [index] of lines, or −1
    int sector;                   ///< [index] or CAROM_NO_SECTOR
    int vertex;                   ///< [index] or −1
    CaromVec2 place;              ///< [m] of the fault; (0, 0) if it has no place
} CaromSectorProblem;

/// Returns the name of a fault, such as "CAROM_FAULT_OPEN"; "CAROM_FAULT_?" for an invalid value.
CAROM_API const char *caromSectorFaultName(CaromSectorFault fault);
/// Returns one sentence that says what is wrong.
CAROM_API const char *caromSectorFaultText(CaromSectorFault fault);

// ---- maps

/// The arrays are yours; they are read only while the map is created. [unit] limits, default
typedef struct CaromSectorMapDef {
    CaromAllocator allocator;     ///< default: the C library's; the map's only source of memory
    CaromLogFunction *log;        ///< as CaromWorldDef.log
    void *logContext;             ///< handed to log
    bool logAll;                  ///< as CaromWorldDef.logAll
    const CaromVec2 *vertices;    ///< [m] finite, default null
    int vertexCount;              ///< [1] 0 .. 10,000,000, default 0
    const CaromSectorLine *lines; ///< lineCount of them
    int lineCount;                ///< [1] 0 .. 10,000,000, default 0
    const CaromSector *sectors;   ///< sectorCount of them
    int sectorCount;              ///< [1] 0 .. 10,000,000, default 0
    bool strict;                  ///< default false; true: maps with ODD faults are refused, too
    /// default null; receives the faults, also if the map is refused, in order of CaromSectorFault
    /// except for faults of pairs of lines
    CaromSectorProblem *problems;
    int problemCapacity; ///< [1] >= 0, default 0
    int *problemCount;   ///< default null; receives the full number
    uint32_t cookie;     ///< set by caromSectorMapDef
} CaromSectorMapDef;

/// Returns the defaults.
CAROM_API CaromSectorMapDef caromSectorMapDef(void);
/// Creates a map. Returns null if the def is refused, the map is broken (CAROM_ERROR_SECTOR_MAP;
/// see def->problems) or memory is short; *error (may be null) gives the reason. O(n·log n) for
/// lines as in usual maps.
CAROM_API CaromSectorMap *caromSectorMapCreate(const CaromSectorMapDef *def, CaromError *error);
CAROM_API void caromSectorMapDestroy(CaromSectorMap *map); ///< Null is ignored.

/// How many lines and sectors the map was made from.
CAROM_API int caromSectorMapLineCount(const CaromSectorMap *map);
CAROM_API int caromSectorMapSectorCount(const CaromSectorMap *map);
/// Returns a box around all lines; all 0 if there are none.
CAROM_API CaromBox caromSectorMapBounds(const CaromSectorMap *map);

/// A line as the map stores it, after corrections. A line that was left out has no sides.
typedef struct CaromSectorEdge {
    CaromVec2 a, b;  ///< [m]
    int front, back; ///< [index] of sectors, or CAROM_NO_SECTOR
    uint32_t blocks;
    void *userData;
} CaromSectorEdge;

/// Writes a line or sector of the map to *out.
CAROM_API CaromError caromSectorMapLine(const CaromSectorMap *map, int line, CaromSectorEdge *out);
CAROM_API CaromError caromSectorMapSector(const CaromSectorMap *map, int sector, CaromSector *out);
/// Lists the lines that have the sector on one side, ascending: writes up to `capacity`, returns
/// the full number.
CAROM_API int caromSectorMapSectorLines(const CaromSectorMap *map, int sector, int *out,
                                        int capacity);
/// Lists the other sectors to which a sector has portals, open or not, ascending, each once. Writes
/// up to `capacity`, returns the full number. O(lines of the sector · neighbours).
CAROM_API int caromSectorMapNeighbors(const CaromSectorMap *map, int sector, int *out,
                                      int capacity);
/// Sets the heights [m] of a sector, finite: for doors and lifts. Takes effect at once in the map,
/// and in a world with the next caromSectorLinkSync. O(1).
CAROM_API CaromError caromSectorMapSetHeights(CaromSectorMap *map, int sector, double floor,
                                              double ceiling);
CAROM_API CaromError caromSectorMapSetBlocks(CaromSectorMap *map, int line, uint32_t blocks);

/// Returns the sector of a point; CAROM_NO_SECTOR in solid, outside, or if refused. Searches one
/// row of a grid up to the next line: the cost does not grow with the map.
CAROM_API int caromSectorMapLocate(const CaromSectorMap *map, CaromVec2 point);

// ---- which lines block

/// The thing that moves: which lines block it. Start from caromSectorQuery().
typedef struct CaromSectorQuery {
    uint32_t mask; ///< default all bits; lines with one of them in `blocks` are walls
    bool flat; ///< default true: heights matter only for closed openings. false: the next three are
               ///< read
    double z;  ///< [m] finite, default 0; the lower end of the thing
    double height;   ///< [m] 0 .. 1e12, default 0; of the thing
    double step;     ///< [m] 0 .. 1e12, default 0; how far it may climb to pass
    bool through;    ///< default false; true: traces go on behind lines that block, to their end
    uint32_t cookie; ///< set by caromSectorQuery
} CaromSectorQuery;

/// Returns the defaults.
CAROM_API CaromSectorQuery caromSectorQuery(void);

/// Why a line blocks; if there are several reasons, the first.
typedef enum CaromSectorBlock {
    CAROM_BLOCK_NONE,   ///< it does not block
    CAROM_BLOCK_WALL,   ///< it has no back
    CAROM_BLOCK_MASK,   ///< blocks & mask
    CAROM_BLOCK_CLOSED, ///< its opening, from the higher floor to the lower ceiling, has no height
    CAROM_BLOCK_STEP,   ///< the higher floor is above z + step
    CAROM_BLOCK_LOW ///< above the higher floor (or above z, if z is higher) there is less room than
                    ///< `height`
} CaromSectorBlock;

/// Returns why a line blocks; CAROM_BLOCK_WALL if the call is refused, CAROM_BLOCK_NONE for a line
/// that was left out of the map.
CAROM_API CaromSectorBlock caromSectorMapLineBlocks(const CaromSectorMap *map, int line,
                                                    CaromSectorQuery query);

// ---- shots

/// A line that was crossed, or stopped the shot.
typedef struct CaromSectorCrossing {
    int line;
    bool fromFront; ///< it came from the front, on the right of a -> b
    int from, to;   ///< sectors before and behind it, or CAROM_NO_SECTOR
    double at;      ///< fraction of the translation, in [0, 1]; for arcs the time, [s]
    CaromVec2 point;
    CaromSectorBlock block; ///< CAROM_BLOCK_NONE for a wall crossed from behind
    void *userData;         ///< the line's
} CaromSectorCrossing;

/// Finds the lines that a ray crosses, in exact order, up to and including the first that blocks.
/// Writes up to `capacity`, returns the full number; `at` never decreases. If the map has no ODD
/// fault, `to` of a crossing is `from` of the next. The first `from` is then the sector of the
/// start, and the last `to` that of the unrounded end. Lines with one sector on both sides are an
/// exception.
/// Cost: O(grid cells along the way); some cells are searched again for each line crossed.
CAROM_API int caromSectorMapTrace(const CaromSectorMap *map, CaromVec2 origin,
                                  CaromVec2 translation, CaromSectorQuery query,
                                  CaromSectorCrossing *out, int capacity);
/// Does the same along p(t) = origin + velocity·t + acceleration·t²/2 for t in [0, time], as a
/// projectile flies between two events, and with the same times of hits to the bit. Without
/// acceleration it is as exact as a ray. With it, the side on which it passes a vertex is decided
/// once for all lines there. Lines crossed at one time, within rounding, may come in either order.
/// An arc whose highest point is on a line does not cross it. An arc that starts exactly on a
/// vertex may begin in another sector than caromSectorMapLocate returns.
/// @param time [s] 0 .. 1e12
CAROM_API int caromSectorMapTraceArc(const CaromSectorMap *map, CaromVec2 origin,
                                     CaromVec2 velocity, CaromVec2 acceleration, double time,
                                     CaromSectorQuery query, CaromSectorCrossing *out,
                                     int capacity);

// ---- walls near a place

/// The nearest line, and the place on it.
typedef struct CaromSectorNearest {
    int line;         ///< −1: none
    CaromVec2 point;  ///< [m] on it
    CaromVec2 normal; ///< [1] unit, towards the given point; if that is on the line, to its front
    double distance;  ///< [m]
} CaromSectorNearest;

/// Finds the nearest blocking line, from either side, within a distance [m] >= 0 (ties: the lower
/// index). Returns 1; or 0 if there is none, with out->line −1.
CAROM_API int caromSectorMapNearest(const CaromSectorMap *map, CaromVec2 point, double distance,
                                    CaromSectorQuery query, CaromSectorNearest *out);
/// Lists the blocking lines with boxes that touch a box, ascending, for a mover. Writes up to
/// `capacity`, returns the full number.
CAROM_API int caromSectorMapWalls(const CaromSectorMap *map, CaromBox box, CaromSectorQuery query,
                                  int *out, int capacity);
/// Pushes a point away from the nearest wall, at most 64 times, until none is nearer than arm [m] 0
/// .. 1e6. Writes the place to *out; returns 1 if no wall is nearer than arm there, otherwise 0. A
/// push can lead through a wall that was farther away than arm: so move a point in steps smaller
/// than arm.
CAROM_API int caromSectorMapKeepArm(const CaromSectorMap *map, CaromVec2 point, double arm,
                                    CaromSectorQuery query, CaromVec2 *out);

// ---- the map in a world

/// The lines of a map as shapes of a world. Opaque; its memory comes from the map's allocator.
/// Destroy it before the map and the world. Its calls that change the world are refused in the
/// world's callbacks.
///
/// Walls are one-sided segments, free in front. An open portal has a segment as a sensor: its cross
/// events report projectiles that fly through. A closed portal is a segment that stops everything,
/// as a wall does. An open portal with `blocks` stops projectiles with one of these bits, shifted
/// by blockShift, in their filter's mask; its sensor also reports those that bounce off it.
typedef struct CaromSectorLink CaromSectorLink;

/// How the lines of a map become shapes. Start from caromSectorLinkDef().
typedef struct CaromSectorLinkDef {
    CaromShapeDef wall; ///< default caromShapeDef(); for all shapes that block. Its userData is
                        ///< replaced by the line's. sensor: false. radius: 0
    /// default caromShapeDef(); for the sensors. Its userData is replaced, too
    CaromShapeDef portal;
    bool portals;   ///< default true; false: no sensors
    int blockShift; ///< [bits] 0 .. 32, default 32; a line that blocks has the category
                    ///< (uint64_t)blocks << blockShift; if it is closed, also the wall's category
    CaromSectorQuery opening; ///< default caromSectorQuery(); its z, height and step decide which
                              ///< portals are closed. mask and through are not read
    uint32_t cookie;          ///< set by caromSectorLinkDef
} CaromSectorLinkDef;

/// Returns the defaults.
CAROM_API CaromSectorLinkDef caromSectorLinkDef(void);
/// Makes a static body at the origin with all shapes, in order of the lines. Returns null if
/// refused, and changes nothing; *error (may be null) gives the reason. O(lines).
CAROM_API CaromSectorLink *caromSectorLinkCreate(CaromWorld *world, const CaromSectorMap *map,
                                                 const CaromSectorLinkDef *def, CaromError *error);
/// Destroys the link, its body and its shapes, if they still exist. Null is ignored.
CAROM_API CaromError caromSectorLinkDestroy(CaromSectorLink *link);
/// Updates the world, at the current time, to the map's heights and blocking bits: doors close and
/// open. If memory is short, some lines are updated, and the next call does the others. O(lines).
CAROM_API CaromError caromSectorLinkSync(CaromSectorLink *link);
CAROM_API CaromBodyId caromSectorLinkBody(const CaromSectorLink *link);
/// Returns the line of a shape, −1 if the shape is not of this link. O(1).
CAROM_API int caromSectorLinkLine(const CaromSectorLink *link, CaromShapeId shape);
/// Converts a cross event of a portal to a crossing in the map. Returns false for other events, and
/// for the exit that follows at the same time. `at` is the event's time; a disc crosses when it
/// first touches. If a point flies through a vertex, each portal there has an event; a trace
/// crosses only one of them.
CAROM_API bool caromSectorLinkCrossing(const CaromSectorLink *link, const CaromCrossEvent *event,
                                       CaromSectorCrossing *out);

#endif
