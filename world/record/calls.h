// SPDX-License-Identifier: MIT
// Calls that change a world (../data/observer.h lists them) as the bytes of a recording, in both
// directions. Ids are written without the world's tag, since the replaying world has its own.
#ifndef CAROM_WORLD_RECORD_CALLS_H
#define CAROM_WORLD_RECORD_CALLS_H

#include "../core/codec.h"
#include "../data/observer.h"

/// Recordings name kinds by a byte. The records' bytes follow those of the calls that there were
/// first; calls that came later follow the records, so that no byte changes its meaning.
enum { CR_FIRST_CALLS = 32, CR_RECORDS = CR_RECORD_MEETING + 1 - CR_CALL_COUNT };

static inline uint8_t crKindByte(CrCallKind kind)
{
    int byte = (int)kind, later = CR_CALL_COUNT - CR_FIRST_CALLS;
    return (uint8_t)(byte < CR_FIRST_CALLS  ? byte
                     : byte < CR_CALL_COUNT ? byte + CR_RECORDS
                                            : byte - later);
}

/// CR_CALL_COUNT + CR_RECORDS: of no kind.
static inline int crKindOf(uint8_t byte)
{
    int later = CR_CALL_COUNT - CR_FIRST_CALLS, most = CR_CALL_COUNT + CR_RECORDS;
    return byte < CR_FIRST_CALLS                ? byte
           : byte < CR_FIRST_CALLS + CR_RECORDS ? byte + later
           : byte < most                        ? byte - CR_RECORDS
                                                : most;
}

/// Room for what a call that is read points to.
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

/// Into or out of a stream, without its kind. Of one that reads: with the world's tag, into the
/// room; fails with CAROM_ERROR_MEMORY where there is none for its arrays.
void crCallFields(CrStream *stream, CrCall *call, CrCallRoom *room, uint32_t tag);
void crCallRoomFree(CrCallRoom *room);
const char *crCallName(CrCallKind kind);

/// Calls it. False, and *error why, where it was refused; *same: it gave the id that it gave when
/// it was recorded. calls_play.c
bool crCallPlay(CaromWorld *world, const CrCall *call, bool *same, CaromError *error);

#endif
