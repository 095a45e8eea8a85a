// SPDX-License-Identifier: MIT
// PUBLIC. Snapshots, rollback and a history for lag compensation.
#ifndef CAROM_WORLD_API_SAVING_H
#define CAROM_WORLD_API_SAVING_H

#include "../../shapes/api.h"
#include "ids.h"

/// Where moving bodies were in the last ticks. With it a server can test a shot against the world
/// that the shooter saw, without setting its world back.
typedef struct CaromHistory CaromHistory;

/// Returns the size [B] of the snapshot that caromWorldSave would write now; 0 for a world of
/// caromHistoryLook, which has no snapshots. O(size of the world).
CAROM_API size_t caromWorldSnapshotSize(const CaromWorld *world);
/// Writes everything that decides the world's future into the caller's memory, in the same format
/// on every machine: for saved games, servers, replays. Allocates nothing. User data is written as
/// a number of 64 bits. Not included: allocator, log, callbacks, tasks, profile clock, the events
/// of the last step, sector links, movers.
/// @param capacity [B] BUFFER if it is below caromWorldSnapshotSize: nothing is written
/// @param size [B] may be null; receives the size written
/// Only reads the world, so it may run at the same time as queries, and in their predicates. BUSY
/// in callbacks of a step and in predicates of caromMoverMove.
CAROM_API CaromError caromWorldSave(const CaromWorld *world, void *snapshot, size_t capacity,
                                    size_t *size);
/// Replaces the world by the saved one: the hash is the same and, with the same calls, so is every
/// later result, to the bit. The world takes the saved tag, so ids of that time are valid again, in
/// any world. Newer ids are stale, or name whatever takes their slots; ids with another tag are
/// foreign. Allocator, log, capacities, callbacks, tasks and profile clock stay; all other settings
/// are the saved ones. Event arrays become empty. On an error nothing changes: SNAPSHOT (damaged,
/// cut off, or no valid world), VERSION, MEMORY (it needs room for both worlds).
/// @param size [B] at least what was written; more is not read
/// Cost: that of creating all shapes; the next step searches the next event of every projectile.
CAROM_API CaromError caromWorldRestore(CaromWorld *world, const void *snapshot, size_t size);

/// Returns the size [B] of the state that caromWorldSaveState would write now. Things at rest are
/// not in it.
CAROM_API size_t caromWorldStateSize(const CaromWorld *world);
/// Writes the moving state into the caller's memory, of any alignment: projectiles, kinematic
/// bodies, contacts, explosions that wait for the next step, gravity, surfaces, the time and
/// counts. It is a raw copy, valid only for this world object in this run of the program: see
/// caromWorldRestoreState. Allocates nothing. Cost: that of the copy. From the first call on the
/// world keeps what edits of bodies and shapes replace (CaromWorldDef.rollbackBytes).
/// @param capacity [B] BUFFER if it is below caromWorldStateSize: nothing is written
/// @param size [B] may be null; receives the size written
/// Refused from inside a callback (BUSY). Not to be called from two threads at once.
CAROM_API CaromError caromWorldSaveState(const CaromWorld *world, void *state, size_t capacity,
                                         size_t *size);
/// Sets the world back to a state saved from it: same hash, and the same future bits for the same
/// calls. Bodies and shapes that were made, destroyed, dug or changed since are as they were, user
/// data included. Ids of that time are valid; newer ids are stale until they are given out again,
/// as they are if the same calls follow. Callbacks and tasks stay. Event arrays become empty.
/// Cost: a copy of the moving state, and about that of the edits that are undone. Allocates only if
/// shapes that come back to rest need memory. The data is not validated as a snapshot's is: never
/// pass bytes that someone else may have written.
/// @param size [B] at least what was written; more is not read
/// @returns STALE_STATE if the edits since can't be undone (docs/snapshot.md), SNAPSHOT if it is
/// not a complete state of this world, MEMORY. On an error nothing changes.
CAROM_API CaromError caromWorldRestoreState(CaromWorld *world, const void *state, size_t size);

/// Creates a history of a world.
/// @param ticks [1] 1 .. 4096, how many are remembered
/// Memory comes from the allocator of the world's def, and is not counted by the world. After the
/// world is destroyed, all calls but caromHistoryDestroy are refused.
CAROM_API CaromHistory *caromHistoryCreate(CaromWorld *world, int ticks, CaromError *error);
CAROM_API void caromHistoryDestroy(CaromHistory *history); ///< null is ignored
/// Remembers the world as it is now. Call it once after each step, before or after edits of bodies.
/// Forgets the oldest tick if there are too many, and ticks at or after the current time if the
/// world was rolled back. Cost: a copy of the kinematic bodies and their shapes' points. A step
/// makes one more copy if bodies were edited since the last one. Allocates nothing within past
/// peaks; on CAROM_ERROR_MEMORY nothing is remembered. BUSY inside a callback.
CAROM_API CaromError caromHistoryRecord(CaromHistory *history);
/// Returns how many ticks are remembered.
CAROM_API int caromHistoryCount(const CaromHistory *history);
/// Returns the time [s] of a tick: back = 0 is the last one recorded, 1 the one before; 0.0 if
/// there is none.
CAROM_API double caromHistoryTime(const CaromHistory *history, int back);
/// Returns the world at a remembered time, for queries: kinematic bodies and their shapes are where
/// they were, and queries give the same results as then, to the bit. Bodies made or destroyed since
/// are not in it; everything else is as it is now. It has no projectiles and no contacts, is locked
/// (edits return CAROM_ERROR_BUSY), and is valid until the next call that changes the world or the
/// history. Threads may share it until then. docs/snapshot.md, "Histories".
/// Cost: a copy of the kinematic bodies and shapes; of all if some were edited since the last call.
/// @param time [s] Refused with CAROM_ERROR_TIME before the first tick, after the last, and at
/// times without a copy; _STALE_STATE if a moving shape's geometry was changed since, or
/// caromWorldRestore replaced the world; _MEMORY.
CAROM_API const CaromWorld *caromHistoryLook(CaromHistory *history, double time, CaromError *error);

#endif
