// SPDX-License-Identifier: MIT
// Maps of Doom's WAD files, as lines, things and sectors in metres. Files may come from anywhere,
// so nothing in them is trusted: a truncated or inconsistent file gives an error with the reason.
// Format: Fell, "The Unofficial Doom Specs" 1.666 (1994), chapters 2 and 4; also Hexen's records.
#ifndef CAROM_SAMPLES_WAD_H
#define CAROM_SAMPLES_WAD_H

#include <carom/carom.h>

/// [m] of one map unit: a power of two, so that map points are exact.
#define WAD_METRES_PER_UNIT (1.0 / 32.0)
#define WAD_NO_SECTOR (-1)

/// The reason of a failure, in one line. Empty if there was none.
typedef struct WadError {
    char text[256];
} WadError;

/// Walked from a to b, the front is to the right and the back to the left.
typedef struct WadLine {
    CaromVec2 a, b;
    int front;      ///< the sector there
    int back;       ///< the sector there; WAD_NO_SECTOR for a one-sided line: a wall, solid behind
    int number;     ///< in the file's LINEDEFS
    unsigned flags; ///< as in the file: 1 blocks players and monsters, 2 monsters, …
    unsigned special;
} WadLine;

typedef struct WadThing {
    CaromVec2 position;
    double angle; ///< [rad] that it faces
    int type;     ///< as in the file: 1 is the start of player 1
    int sector;   ///< that it stands in, WAD_NO_SECTOR where it was placed in solid
} WadThing;

typedef struct WadSector {
    double floor, ceiling; ///< [m]
    int light;             ///< 0 .. 255
    int special, tag;
} WadSector;

typedef struct WadMap {
    char name[9];
    WadLine *lines;
    WadThing *things;
    WadSector *sectors;
    int lineCount, thingCount, sectorCount;
    int oneSidedCount;   ///< lines without a back
    int skippedZero;     ///< linedefs left out: both ends are at one place
    int skippedSideless; ///< linedefs left out: no side at all
    int turned;          ///< linedefs with only a back: turned round, so that it is their front
    int thingsInSolid;   ///< things in WAD_NO_SECTOR
    CaromBox bounds;     ///< of all lines
} WadMap;

typedef struct Wad Wad;

/// Opens a file. Returns null on failure, with the reason in error. Close it with wadClose.
Wad *wadOpen(const char *path, WadError *error);
/// The same from memory, which is copied.
Wad *wadFromMemory(const void *bytes, size_t size, WadError *error);
void wadClose(Wad *wad); ///< null is ignored

int wadMapCount(const Wad *wad);
const char *wadMapName(const Wad *wad, int map); ///< 0 <= map < wadMapCount

/// Reads a map by its name, in either case of letters. Free it with wadMapFree; it does not need
/// its Wad any more. On failure `map` is all zero and error says why.
bool wadReadMap(const Wad *wad, const char *name, WadMap *map, WadError *error);
void wadMapFree(WadMap *map);

/// Returns the sector that a point lies in, WAD_NO_SECTOR in solid. Exact signs; O(lines).
int wadSectorAt(const WadMap *map, CaromVec2 point);

/// Makes the one-sided lines walls of a world, with the line as user data. False: refused.
bool wadBuildWalls(const WadMap *map, CaromWorld *world);
/// Returns whether a thing stands free, at least that far [m] from every wall.
bool wadHasRoom(const WadMap *map, const WadThing *thing, double room);

/// Looks for a file as Doom does: as given, in $DOOMWADDIR, in the usual folders of the system.
/// Returns false if there is none; error then names the package that contains it.
bool wadFind(const char *file, char *path, size_t capacity, WadError *error);

#endif
