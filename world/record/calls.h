// SPDX-License-Identifier: MIT
// Reads and writes the calls that change a world (../data/observer.h lists them) as the bytes of a
// recording. Ids are written without the world's tag, since the replaying world has its own.
#ifndef CAROM_WORLD_RECORD_CALLS_H
#define CAROM_WORLD_RECORD_CALLS_H

#include "../core/codec.h"
#include "../data/observer.h"

/// A recording stores a kind as one byte. The bytes of the records follow those of the first calls.
/// Calls that were added later follow the records, so no byte ever changes its meaning.
enum { CR_FIRST_CALLS = 32, CR_RECORDS = CR_RECORD_MEETING + 1 - CR_CALL_COUNT };

static inline uint8_t crKindByte(CrCallKind kind)
{
    int byte = (int)kind, later = CR_CALL_COUNT - CR_FIRST_CALLS;
    return (uint8_t)(byte < CR_FIRST_CALLS  ? byte
                     : byte < CR_CALL_COUNT ? byte + CR_RECORDS
                                            : byte - later);
}

/// Returns CR_CALL_COUNT + CR_RECORDS if no kind has this byte.
static inline int crKindOf(uint8_t byte)
{
    int later = CR_CALL_COUNT - CR_FIRST_CALLS, most = CR_CALL_COUNT + CR_RECORDS;
    return byte < CR_FIRST_CALLS                ? byte
           : byte < CR_FIRST_CALLS + CR_RECORDS ? byte + later
           : byte < most                        ? byte - CR_RECORDS
                                                : most;
}

/// Memory for the arguments that a call points to while it is read.
typedef struct CrCallRoom {
    CaromAllocator allocator;
    CaromBodyDef bodyDef;
    CaromShapeDef shapeDef;
    CaromProjectileDef shot;
    CaromBlast blast;
    CaromShapeMaterial material;
    CaromSurface surface;
    CaromGeometry geometry;
    CaromTileMap map;
    CaromVec2 *places, *velocities; ///< arrays
    uint32_t *materials;
    uint16_t *tiles;
    int *ends;
} CrCallRoom;

/// Reads or writes a call without its kind. When reading, ids get the world's tag and arrays lie in
/// the room; fails with CAROM_ERROR_MEMORY if there is no memory for them.
void crCallFields(CrStream *stream, CrCall *call, CrCallRoom *room, uint32_t tag);
void crCallRoomFree(CrCallRoom *room);
const char *crCallName(CrCallKind kind);

/// Executes a recorded call. Returns false if it was refused, with the reason in *error. *same: it
/// returned the same id as when it was recorded. calls_play.c
bool crCallPlay(CaromWorld *world, const CrCall *call, bool *same, CaromError *error);

#endif
