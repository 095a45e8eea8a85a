// SPDX-License-Identifier: MIT
// PUBLIC. Recordings: all calls that change a world, and their results, tick by tick. They can be
// replayed without the game, and compared for the first tick and entity that differ. docs/replay.md
//
// A recording begins with a snapshot. Then come every call that changed something, with its result,
// what the game's callbacks returned, and after each step the time and the state hash. The bytes
// are the same on every machine.
#ifndef CAROM_WORLD_API_RECORDING_H
#define CAROM_WORLD_API_RECORDING_H

#include "../../shapes/api.h"
#include "ids.h"

// ---- recording

/// Records the calls that change a world. Opaque.
typedef struct CaromRecorder CaromRecorder;

/// Receives the next bytes of a recording; return false on failure. The world is locked, as in
/// other callbacks.
typedef bool CaromWriteFunction(void *context, const void *bytes, size_t size);

/// Start from caromRecorderDef().
typedef struct CaromRecorderDef {
    CaromAllocator allocator; ///< default: the C library's; the recorder's only source of memory
    /// default null: the recording is kept in memory, see caromRecorderBytes. Called after each
    /// step, and at the beginning and end of the recording
    CaromWriteFunction *write;
    void *writeContext; ///< handed to it
    bool detail; ///< default false; true: records a hash of 8 bytes for every entity that changed
                 ///< in a step, so that a comparison can name the entity that differs
    uint32_t cookie; ///< set by caromRecorderDef
} CaromRecorderDef;

/// Returns the defaults.
CAROM_API CaromRecorderDef caromRecorderDef(void);
/// Begins a recording of the world as it is now; one recorder a world (CAROM_ERROR_RECORDING).
/// Returns null if refused, also inside a callback; *error (may be null) says why.
///
/// Refused calls are not recorded. Of sector links and movers, the changes of bodies and shapes are
/// recorded. After caromWorldRestore, caromWorldRestoreState, and steps with CAROM_STEP_EXHAUSTED,
/// another snapshot follows. Tasks and the profile clock are not recorded. A recorder never affects
/// the world: if memory is short, or `write` fails, it stops, and caromRecorderError returns why.
/// Cost: writing the arguments, and one caromWorldHash per step.
CAROM_API CaromRecorder *caromRecorderCreate(CaromWorld *world, const CaromRecorderDef *def,
                                             CaromError *error);
/// Ends the recording; destroying the world ends it, too. The recording can be read until the
/// recorder is destroyed. CAROM_ERROR_BUSY inside a callback. If it ended before, returns the
/// reason, or CAROM_OK.
CAROM_API CaromError caromRecorderEnd(CaromRecorder *recorder);
/// Destroys a recorder, and ends its recording. Null is ignored; refused inside a callback (BUSY).
CAROM_API CaromError caromRecorderDestroy(CaromRecorder *recorder);
/// Returns the recording up to the last step, from a recorder that keeps it in memory. Valid until
/// the next call that steps or changes the world or ends the recording. Null and size 0 for one
/// with a `write` function. size may be null.
CAROM_API const void *caromRecorderBytes(const CaromRecorder *recorder, size_t *size);
/// Returns CAROM_OK as long as everything was recorded. CAROM_ERROR_MEMORY or CAROM_ERROR_WRITE: it
/// stopped at some step.
CAROM_API CaromError caromRecorderError(const CaromRecorder *recorder);

// ---- differences

/// The parts of a state hash. If several differ, the first in this order is reported.
typedef enum CaromPart {
    CAROM_PART_NONE,  ///< no difference; or recordings without detail, where the part is not known
    CAROM_PART_CLOCK, ///< the world's time
    CAROM_PART_SETTINGS,   ///< of CaromWorldDef; gravity
    CAROM_PART_SURFACES,   ///< caromWorldSetSurface
    CAROM_PART_BLASTS,     ///< explosions of caromWorldExplode that wait for the next step
    CAROM_PART_BODY,       ///< a body
    CAROM_PART_SHAPE,      ///< a shape
    CAROM_PART_PROJECTILE, ///< a projectile
    CAROM_PART_CONTACTS,   ///< which shapes touch, and since when
    CAROM_PART_SLOTS,      ///< the order in which free ids will be used
    CAROM_PART_EVENTS,     ///< how many events there were
    CAROM_PART_QUESTION,   ///< a callback was called for another projectile or shape, or not at all
    CAROM_PART_CALL,       ///< a call was refused, or returned another id
    CAROM_PART_COUNT
} CaromPart;

/// The first difference.
typedef struct CaromDifference {
    bool found;     ///< whether the states differ
    int64_t tick;   ///< after how many steps of the (first) recording; 0: at its beginning
    double time;    ///< [s] the clock then
    CaromPart part; ///< what differs
    uint32_t index; ///< for BODY, SHAPE, PROJECTILE: CaromBodyId.index, …; for QUESTION that of the
                    ///< projectile; otherwise 0
    uint32_t age;     ///< in a replay: the age of the id in that slot of its world; otherwise 0
    int count;        ///< how many entities and other parts differ; 0: unknown
    const char *call; ///< for CALL: the function's name; otherwise null
    uint64_t recorded, got; ///< state hashes
} CaromDifference;

/// Returns the name of a part, such as "projectile"; "?" for an invalid value.
CAROM_API const char *caromPartName(CaromPart part);

// ---- replay

/// Plays a recording in a world. Opaque.
typedef struct CaromReplay CaromReplay;

/// What caromReplayNext has done.
typedef enum CaromReplayState {
    CAROM_REPLAY_REFUSED, ///< nothing happened; caromWorldLastError returns the reason. If memory
                          ///< was short, try again
    CAROM_REPLAY_SAME,    ///< a step was played, and the result is as recorded
    CAROM_REPLAY_DIFFERS, ///< a step was played, and since some step the result differs: see
                          ///< caromReplayDifference
    CAROM_REPLAY_ENDED,   ///< there are no more steps; the calls after the last one were played
    CAROM_REPLAY_BROKEN ///< the next part of the recording is damaged or cut off; everything before
                        ///< it was played. With CAROM_ERROR_REPLAY_LIMIT: the last step had too
                        ///< many events
} CaromReplayState;

/// Restores the world at the start of the recording, as caromWorldRestore does; ids become the
/// recorded ones. The bytes must stay valid until the replay is destroyed. Memory comes from the
/// allocator of the world's def. After the world is destroyed, only caromReplayDestroy may be
/// called. Returns null with RECORDING (not a recording, or damaged at its start), VERSION, or an
/// error of caromWorldRestore.
CAROM_API CaromReplay *caromReplayCreate(CaromWorld *world, const void *recording, size_t size,
                                         CaromError *error);
CAROM_API void caromReplayDestroy(CaromReplay *replay); ///< null is ignored
/// Limits how much work one step of the recording may ask for. A recording from an untrusted source
/// may ask for years of work.
/// caromReplayNext refuses a step (CAROM_ERROR_REPLAY_LIMIT) that is longer than `seconds`, or in
/// which flights and contacts must be examined at more than `events` times. Set higher limits to go
/// on. A step with too many events of projectiles parks them and breaks the replay. A step with at
/// most events / 2 of them is always played, however they are spread over the projectiles.
/// @param seconds [s] > 0, default 60; the longest step
/// @param events [1] 1 .. 1e300, default 1e7: some 10 s of work
CAROM_API CaromError caromReplayLimit(CaromReplay *replay, double seconds, double events);
/// Plays all calls up to the next step, and that step. The world's callbacks are not called: the
/// recording has what they returned. Between two calls you may read events, draw and query. If you
/// change the world, that counts as a difference. After a difference the replay goes on as far as
/// possible.
CAROM_API CaromReplayState caromReplayNext(CaromReplay *replay);
/// Returns the first difference so far; `found` is false if there is none.
CAROM_API CaromDifference caromReplayDifference(const CaromReplay *replay);
/// Returns how many steps were played.
CAROM_API int64_t caromReplayTick(const CaromReplay *replay);

// ---- recordings side by side

/// The result of a comparison.
typedef struct CaromComparison {
    CaromDifference difference; ///< tick and hash `recorded` are of the first one
    int64_t ticks; ///< how many ticks were compared: those whose times are in both, up to the first
                   ///< difference
    int64_t otherCalls; ///< the first of these ticks before which the calls or steps differ, user
                        ///< data and tags included. The states may be equal all the same; −1: none
} CaromComparison;

/// Compares two recordings, of a client and a server, say, without playing them. If one is damaged
/// (CAROM_ERROR_RECORDING), compares the parts before the damage. The allocator (null: the C
/// library's) is used only if both have detail.
CAROM_API CaromError caromRecordingCompare(const void *a, size_t sizeA, const void *b, size_t sizeB,
                                           const CaromAllocator *allocator,
                                           CaromComparison *comparison);

#endif
