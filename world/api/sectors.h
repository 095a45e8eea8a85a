// SPDX-License-Identifier: MIT
// PUBLIC. Sectors, the Doom model: a map of regions bounded by lines. Where a point is, which lines
// a shot crosses in which order, what blocks it, doors; and walls and portals as shapes of a world.
//
// Walked from its vertex a to b, a line has its front to the right and its back to the left. A line
// without a back is a wall: met from the front, passed freely from behind, where there is nothing.
// One with both is a portal: who passes it is in the other sector afterwards.
//
// One rule for points and rays on lines and vertices: they are judged as if moved a hair to +x, and
// by far less than that to +y. So each point of the plane is in one sector, or in none; a ray
// passes every line on one side of a vertex, never through it, and runs beside a line, never along
// it; and the sectors of a trace follow each other without a gap, from that of its start to that of
// its end. Exact signs: no tolerance. After Edelsbrunner and Mücke, "Simulation of Simplicity"
// (1990).
//
// A map belongs to no world. It may be asked from any number of threads while nobody changes it.
// Its queries that return an int return minus the error where they are refused, as those of a world
// (carom.h), but for caromSectorMapLocate. Refusals are logged as a world's.
#ifndef CAROM_WORLD_API_SECTORS_H
#define CAROM_WORLD_API_SECTORS_H

#include "../../shapes/api.h"
#include "../../shapes/vec.h"
#include "body_shapes.h"
#include "events.h"

#define CAROM_NO_SECTOR (-1) ///< nothing: solid, or outside of the map

/// A map of sectors. Opaque.
typedef struct CaromSectorMap CaromSectorMap;

typedef struct CaromSectorLine {
    int a, b;        ///< [index] of vertices
    int front, back; ///< [index] of sectors, or CAROM_NO_SECTOR
    uint32_t blocks; ///< bits, yours: it blocks queries whose mask has one of them
    void *userData;  ///< yours; stored, never read
} CaromSectorLine;

typedef struct CaromSector {
    double floor, ceiling; ///< [m] finite; a sector with ceiling <= floor is closed
    void *userData;        ///< yours; stored, never read
} CaromSector;

// ---- what is wrong with a map

typedef enum CaromSectorSeverity {
    CAROM_SECTOR_NOTE,  ///< allowed, with the meaning that CaromSectorFault states
    CAROM_SECTOR_ODD,   ///< put right or lived with; a strict map refuses it
    CAROM_SECTOR_BROKEN ///< no map can be made
} CaromSectorSeverity;

/// What may be wrong. In a map without an ODD and a BROKEN one every point has one sector, whatever
/// way one comes to it. Compared are places, not indices: vertices at one place are one.
typedef enum CaromSectorFault {
    CAROM_FAULT_VERTEX,     ///< BROKEN: a vertex is not finite or beyond 1e12 (of: vertex)
    CAROM_FAULT_HEIGHT,     ///< BROKEN: so is a sector's floor or ceiling (of: sector)
    CAROM_FAULT_NO_VERTEX,  ///< BROKEN: a line names a vertex that isn't there (line)
    CAROM_FAULT_NO_SECTOR,  ///< BROKEN: it names a sector that isn't there (line)
    CAROM_FAULT_LENGTH,     ///< ODD: both ends are at one place; the line is left out (line)
    CAROM_FAULT_SIDELESS,   ///< ODD: no sector on either side; the line is left out (line)
    CAROM_FAULT_TURNED,     ///< ODD: only a back; the line is turned round: a and b, front and back
                            ///< are swapped (line, sector)
    CAROM_FAULT_SELF,       ///< NOTE: one sector on both sides. No border: told by traces, which
                            ///< stay in that sector, and passed over in location (line, sector)
    CAROM_FAULT_UNUSED,     ///< NOTE: a sector without lines (sector)
    CAROM_FAULT_DUPLICATE,  ///< ODD: two lines between the same places (line, other)
    CAROM_FAULT_CROSSING,   ///< ODD: two lines cross, or lie on each other in part (line, other)
    CAROM_FAULT_TOUCHING,   ///< ODD: an end of `line` lies within `other`
    CAROM_FAULT_OPEN,       ///< ODD: a sector's border does not close at a place (line, sector)
    CAROM_FAULT_SIDES,      ///< ODD: between two lines that follow each other around a place, one
                            ///< says one sector, the other one another (line, other, sector)
    CAROM_FAULT_SURROUNDED, ///< ODD: what lines say of their outside is not the sector that they
                            ///< lie in (line, sector: the one they lie in)
    CAROM_FAULT_COUNT
} CaromSectorFault;

typedef struct CaromSectorProblem {
    CaromSectorFault fault;
    CaromSectorSeverity severity;
    int line, other; ///< [index] of lines, or −1
    int sector;      ///< [index] or CAROM_NO_SECTOR
    int vertex;      ///< [index] or −1
    CaromVec2 place; ///< [m] where; (0, 0) for what has no place
} CaromSectorProblem;

/// The name of a fault, such as "CAROM_FAULT_OPEN"; "CAROM_FAULT_?" for a value that is none.
CAROM_API const char *caromSectorFaultName(CaromSectorFault fault);
/// One sentence that says what is wrong.
CAROM_API const char *caromSectorFaultText(CaromSectorFault fault);

// ---- maps

/// All arrays are read while the map is made, and yours. [unit] limits, default
typedef struct CaromSectorMapDef {
    CaromAllocator allocator;  ///< default: the C library's; the map's only source of memory
    CaromLogFunction *log;     ///< as CaromWorldDef.log
    void *logContext;          ///< handed to log
    bool logAll;               ///< as CaromWorldDef.logAll
    const CaromVec2 *vertices; ///< [m] finite, default null
    int vertexCount;           ///< [1] 0 .. 10,000,000, default 0
    const CaromSectorLine *lines;
    int lineCount; ///< [1] 0 .. 10,000,000, default 0
    const CaromSector *sectors;
    int sectorCount;              ///< [1] 0 .. 10,000,000, default 0
    bool strict;                  ///< default false; true: what is ODD is refused, too
    CaromSectorProblem *problems; ///< default null; written, also where the map is refused, in
                                  ///< order of CaromSectorFault, but for pairs of lines
    int problemCapacity;          ///< [1] >= 0, default 0
    int *problemCount;            ///< default null; receives the full number
    uint32_t cookie;              ///< set by caromSectorMapDef
} CaromSectorMapDef;

CAROM_API CaromSectorMapDef caromSectorMapDef(void);
/// Creates a map. Returns null if the def is refused, the map is broken (CAROM_ERROR_SECTOR_MAP;
/// def->problems say what and where) or memory is short; *error (may be null) says which. O(n·log
/// n) if lines are spread as in maps.
CAROM_API CaromSectorMap *caromSectorMapCreate(const CaromSectorMapDef *def, CaromError *error);
CAROM_API void caromSectorMapDestroy(CaromSectorMap *map); ///< Null is ignored.

CAROM_API int caromSectorMapLineCount(const CaromSectorMap *map);
CAROM_API int caromSectorMapSectorCount(const CaromSectorMap *map);
/// Returns a box around all lines; all 0 if there are none.
CAROM_API CaromBox caromSectorMapBounds(const CaromSectorMap *map);

/// A line as the map has it: ends, and sides after turning. A line that was left out has no sides.
typedef struct CaromSectorEdge {
    CaromVec2 a, b;  ///< [m]
    int front, back; ///< [index] of sectors, or CAROM_NO_SECTOR
    uint32_t blocks;
    void *userData;
} CaromSectorEdge;

CAROM_API CaromError caromSectorMapLine(const CaromSectorMap *map, int line, CaromSectorEdge *out);
CAROM_API CaromError caromSectorMapSector(const CaromSectorMap *map, int sector, CaromSector *out);
/// Lists the lines with the sector on a side, ascending: writes up to `capacity`, returns the full
/// number.
CAROM_API int caromSectorMapSectorLines(const CaromSectorMap *map, int sector, int *out,
                                        int capacity);
/// Lists the other sectors to which a sector has portals, open or not, ascending, each once. Writes
/// up to `capacity`, returns the full number. O(lines of the sector · neighbours).
CAROM_API int caromSectorMapNeighbors(const CaromSectorMap *map, int sector, int *out,
                                      int capacity);
/// Sets the heights [m] of a sector, finite: for doors and lifts. Takes effect at once in the map;
/// in worlds after caromSectorLinkSync. O(1).
CAROM_API CaromError caromSectorMapSetHeights(CaromSectorMap *map, int sector, double floor,
                                              double ceiling);
CAROM_API CaromError caromSectorMapSetBlocks(CaromSectorMap *map, int line, uint32_t blocks);

/// Returns the sector of a point; CAROM_NO_SECTOR in solid, outside, or if refused. It finds the
/// nearest line to the right in the row of a grid, so the cost does not grow with the map.
CAROM_API int caromSectorMapLocate(const CaromSectorMap *map, CaromVec2 point);

// ---- what blocks whom

/// What wants to pass or to be kept away. Start from caromSectorQuery().
typedef struct CaromSectorQuery {
    uint32_t mask; ///< default all bits; lines with one of them in `blocks` are walls
    bool flat;     ///< default true: of heights only a closed opening blocks. false: the next three
                   ///< are read
    double z;      ///< [m] finite, default 0; the lower end of what wants to pass
    double height; ///< [m] 0 .. 1e12, default 0; of it
    double step;   ///< [m] 0 .. 1e12, default 0; how far it may be lifted to pass
    bool through;  ///< default false; true: traces go on behind what blocks, to their end
    uint32_t cookie; ///< set by caromSectorQuery
} CaromSectorQuery;

CAROM_API CaromSectorQuery caromSectorQuery(void);

/// Why a line blocks; of several reasons the first.
typedef enum CaromSectorBlock {
    CAROM_BLOCK_NONE,   ///< it lets pass
    CAROM_BLOCK_WALL,   ///< it has no back
    CAROM_BLOCK_MASK,   ///< blocks & mask
    CAROM_BLOCK_CLOSED, ///< its opening, from the higher floor to the lower ceiling, has no height
    CAROM_BLOCK_STEP,   ///< the higher floor is above z + step
    CAROM_BLOCK_LOW     ///< standing on it, or at z where that is higher, `height` finds no room
} CaromSectorBlock;

/// Returns why a line blocks; CAROM_BLOCK_WALL if the call is refused, CAROM_BLOCK_NONE for a line
/// that was left out of the map.
CAROM_API CaromSectorBlock caromSectorMapLineBlocks(const CaromSectorMap *map, int line,
                                                    CaromSectorQuery query);

// ---- shots

/// A line that was crossed, or stopped the shot.
typedef struct CaromSectorCrossing {
    int line;
    bool fromFront; ///< came from its front, on the right of a -> b
    int from, to;   ///< sectors before and behind it, or CAROM_NO_SECTOR
    double at;      ///< fraction of the translation, in [0, 1]; of arcs the time, [s]
    CaromVec2 point;
    CaromSectorBlock block; ///< of a wall met from behind: CAROM_BLOCK_NONE
    void *userData;         ///< the line's
} CaromSectorCrossing;

/// Finds the lines that a ray crosses, in their exact order, up to and with the first that blocks.
/// Writes up to `capacity`, returns the full number; `at` never falls. If the map has no ODD fault,
/// `to` of a crossing is `from` of the next. The first `from` is then the sector of the start, and
/// the last `to` that of the unrounded end. Lines with one sector on both sides are excepted.
/// Cost: the cells of a grid along the way, and some of them again for each line crossed.
CAROM_API int caromSectorMapTrace(const CaromSectorMap *map, CaromVec2 origin,
                                  CaromVec2 translation, CaromSectorQuery query,
                                  CaromSectorCrossing *out, int capacity);
/// Does the same along p(t) = origin + velocity·t + acceleration·t²/2 for t in [0, time], as a
/// projectile flies between two events. Times have the bits of a world's hits. Without acceleration
/// it is exact as a ray is. With it, the side on which an end of lines is passed is decided once
/// for all lines there. Lines crossed at one time, within rounding, may come in either order. A
/// throw with its highest place on a line does not cross it. One that starts exactly on a vertex
/// may begin in another sector there than caromSectorMapLocate returns.
/// @param time [s] 0 .. 1e12
CAROM_API int caromSectorMapTraceArc(const CaromSectorMap *map, CaromVec2 origin,
                                     CaromVec2 velocity, CaromVec2 acceleration, double time,
                                     CaromSectorQuery query, CaromSectorCrossing *out,
                                     int capacity);

// ---- walls near a place

typedef struct CaromSectorNearest {
    int line;         ///< −1: none
    CaromVec2 point;  ///< [m] on it
    CaromVec2 normal; ///< [1] unit, towards the point; if that is on the line, to its front
    double distance;  ///< [m]
} CaromSectorNearest;

/// Finds the nearest line that blocks, from either side, within a distance [m] >= 0 (ties: the
/// lower index). Returns 1; or 0 if there is none, with out->line −1.
CAROM_API int caromSectorMapNearest(const CaromSectorMap *map, CaromVec2 point, double distance,
                                    CaromSectorQuery query, CaromSectorNearest *out);
/// Lists the lines that block and that have a box touching a box, ascending, for a mover. Writes up
/// to `capacity`, returns the full number.
CAROM_API int caromSectorMapWalls(const CaromSectorMap *map, CaromBox box, CaromSectorQuery query,
                                  int *out, int capacity);
/// Pushes a point away from walls until none is nearer than arm [m] 0 .. 1e6: from the nearest one
/// each time, as in the article on arm's length, at most 64 times. Writes the place to *out, and
/// returns 1 if the arm is kept there, else 0. It can pass a wall unless the point was nearer to
/// that wall than arm: move in smaller steps than that.
CAROM_API int caromSectorMapKeepArm(const CaromSectorMap *map, CaromVec2 point, double arm,
                                    CaromSectorQuery query, CaromVec2 *out);

// ---- the map in a world

/// The lines of a map as shapes of a world. Opaque; its memory comes from the map's allocator.
/// Destroy it before the map and the world. A call that changes the world is refused in its
/// callbacks.
///
/// Walls are one-sided segments, free in front. An open portal has a sensor, a segment: its cross
/// events report what flies through. A closed portal is a segment that stops everything, as a wall
/// does. An open portal with `blocks` stops what has one of these bits, shifted, in its filter's
/// mask; its sensor also reports what bounces off it.
typedef struct CaromSectorLink CaromSectorLink;

typedef struct CaromSectorLinkDef {
    CaromShapeDef wall; ///< default caromShapeDef(), of all that blocks; the line's userData takes
                        ///< the place of its own. sensor: false. radius: 0
    CaromShapeDef portal; ///< default caromShapeDef(), of sensors; likewise
    bool portals;         ///< default true; false: no sensors
    int blockShift;       ///< [bits] 0 .. 32, default 32; a line that blocks has the category
                    ///< (uint64_t)blocks << blockShift, besides the wall's own where it is closed
    CaromSectorQuery opening; ///< default caromSectorQuery(); whose z, height and step tell which
                              ///< portals are closed. mask and through are not read
    uint32_t cookie;          ///< set by caromSectorLinkDef
} CaromSectorLinkDef;

CAROM_API CaromSectorLinkDef caromSectorLinkDef(void);
/// Makes a static body at the origin with all shapes, in order of the lines. Returns null if
/// refused; *error (may be null) says why, and nothing is left behind. O(lines).
CAROM_API CaromSectorLink *caromSectorLinkCreate(CaromWorld *world, const CaromSectorMap *map,
                                                 const CaromSectorLinkDef *def, CaromError *error);
/// Destroys the link, its body and its shapes, if they still exist. Null is ignored.
CAROM_API CaromError caromSectorLinkDestroy(CaromSectorLink *link);
/// Updates the world, at the clock, to the map's heights and blocking bits: doors close and open.
/// If memory is short some lines are done, and the next call goes on. O(lines).
CAROM_API CaromError caromSectorLinkSync(CaromSectorLink *link);
CAROM_API CaromBodyId caromSectorLinkBody(const CaromSectorLink *link);
/// Returns the line of a shape, −1 if the shape is not of this link. O(1).
CAROM_API int caromSectorLinkLine(const CaromSectorLink *link, CaromShapeId shape);
/// Writes what a cross event of a portal means in the map. Returns false for other events, and for
/// the exit that follows at the same time. `at` is the event's time; a disc counts when it touches.
/// If a point flies through a vertex, each portal there has an event, since events go by touch;
/// traces choose one by their rule.
CAROM_API bool caromSectorLinkCrossing(const CaromSectorLink *link, const CaromCrossEvent *event,
                                       CaromSectorCrossing *out);

#endif
