// SPDX-License-Identifier: MIT
// PUBLIC. Recordings: all that is done to a world, and what came of it, tick by tick; their replay
// without the game; and the first tick and entity in which two worlds differ. docs/replay.md
//
// A recording begins with a snapshot. Then comes every call that changed something, with what it
// gave, the answers of the game's callbacks, and after each step the clock and the state hash. Its
// bytes are the same on every machine.
#ifndef CAROM_WORLD_API_RECORDING_H
#define CAROM_WORLD_API_RECORDING_H

#include "../../shapes/api.h"
#include "ids.h"

// ---- recording

/// Writes down what is done to a world. Opaque.
typedef struct CaromRecorder CaromRecorder;

/// Takes the next bytes of a recording; false: it can't. The world is locked meanwhile, as in other
/// callbacks.
typedef bool CaromWriteFunction(void *context, const void *bytes, size_t size);

/// Start from caromRecorderDef().
typedef struct CaromRecorderDef {
    CaromAllocator allocator;  ///< default: the C library's; the recorder's only source of memory
    CaromWriteFunction *write; ///< default null: all is kept in memory, see caromRecorderBytes.
                               ///< Called after each step, and where the recording begins and ends
    void *writeContext;        ///< handed to it
    bool detail; ///< default false; true: with the hash of every entity that is another one than
                 ///< after the step before, so that a difference can be named: 8 bytes each
    uint32_t cookie; ///< set by caromRecorderDef
} CaromRecorderDef;

CAROM_API CaromRecorderDef caromRecorderDef(void);
/// Begins a recording of the world as it is now; one recorder a world (CAROM_ERROR_RECORDING).
/// Returns null if refused, also inside a callback; *error (may be null) says why.
///
/// Refused calls are not recorded. Sector links and movers are recorded by what they did to bodies
/// and shapes. After caromWorldRestore, caromWorldRestoreState, and steps with
/// CAROM_STEP_EXHAUSTED, another snapshot follows. Tasks and the profile's clock are left out. A
/// recorder never disturbs the world: if memory is short, or `write` fails, it stops, and
/// caromRecorderError returns why.
/// Cost: writing the arguments, and one caromWorldHash per step.
CAROM_API CaromRecorder *caromRecorderCreate(CaromWorld *world, const CaromRecorderDef *def,
                                             CaromError *error);
/// Ends the recording; destroying the world does so, too. What was recorded can be read until the
/// recorder is destroyed. CAROM_ERROR_BUSY inside a callback. If it has ended already, returns why
/// it did, or CAROM_OK.
CAROM_API CaromError caromRecorderEnd(CaromRecorder *recorder);
/// Destroys a recorder, and ends its recording. Null is ignored; refused inside a callback (BUSY).
CAROM_API CaromError caromRecorderDestroy(CaromRecorder *recorder);
/// Returns what was recorded up to the last step, by a recorder that keeps it in memory. Valid
/// until the next call that steps or changes the world, or the end. Null and size 0 for one with a
/// `write` function. size may be null.
CAROM_API const void *caromRecorderBytes(const CaromRecorder *recorder, size_t *size);
/// Returns CAROM_OK as long as everything was recorded. CAROM_ERROR_MEMORY or CAROM_ERROR_WRITE: it
/// stopped at some step.
CAROM_API CaromError caromRecorderError(const CaromRecorder *recorder);

// ---- differences

/// What a state hash is made of. Where several differ, the first of this order is told.
typedef enum CaromPart {
    CAROM_PART_NONE,     ///< they don't differ, or nothing is known but that they do: no detail
    CAROM_PART_CLOCK,    ///< the world's time
    CAROM_PART_SETTINGS, ///< of CaromWorldDef; gravity
    CAROM_PART_SURFACES, ///< caromWorldSetSurface
    CAROM_PART_BLASTS,   ///< caromWorldExplode, waiting for the next step
    CAROM_PART_BODY,
    CAROM_PART_SHAPE,
    CAROM_PART_PROJECTILE,
    CAROM_PART_CONTACTS, ///< which shapes touch, and since when
    CAROM_PART_SLOTS,    ///< the order in which ids will be given
    CAROM_PART_EVENTS,   ///< how many there were
    CAROM_PART_QUESTION, ///< a callback was asked about another projectile, or not at all
    CAROM_PART_CALL,     ///< a call was refused, or gave another id
    CAROM_PART_COUNT
} CaromPart;

/// The first difference.
typedef struct CaromDifference {
    bool found;
    int64_t tick;   ///< after how many steps of the (first) recording; 0: it began so
    double time;    ///< [s] the clock then
    CaromPart part; ///< what differs
    uint32_t index; ///< of BODY, SHAPE, PROJECTILE: CaromBodyId.index, …; of QUESTION that of the
                    ///< projectile; else 0
    uint32_t age;   ///< of a replay: of the id that the slot has in its world; else 0
    int count;      ///< how many entities and other parts differ; 0: not known
    const char *call;       ///< of CALL: the function's name; else null
    uint64_t recorded, got; ///< state hashes
} CaromDifference;

/// "projectile", …; "?" for a value that is none.
CAROM_API const char *caromPartName(CaromPart part);

// ---- replay

/// Plays a recording in a world. Opaque.
typedef struct CaromReplay CaromReplay;

typedef enum CaromReplayState {
    CAROM_REPLAY_REFUSED, ///< nothing happened; caromWorldLastError of the world says why. Where
                          ///< memory was short it may be tried again
    CAROM_REPLAY_SAME,    ///< a step was played, and all is as it was recorded
    CAROM_REPLAY_DIFFERS, ///< a step was played, and something is not, by now:
                          ///< caromReplayDifference
    CAROM_REPLAY_ENDED,   ///< there are no more steps; what was done after the last one is done
    CAROM_REPLAY_BROKEN ///< what comes next was damaged or cut off; all before it was played. With
                        ///< CAROM_ERROR_REPLAY_LIMIT: the last step had too many events
} CaromReplayState;

/// Sets the world to what it was when the recording began, as caromWorldRestore does, ready to be
/// played; ids become the recorded ones. The bytes must stay until the replay is destroyed. Memory
/// comes from the allocator of the world's def. Once the world is destroyed, only destroy the
/// replay. Returns null with RECORDING (not a recording, or damaged at its start), VERSION, or an
/// error of caromWorldRestore.
CAROM_API CaromReplay *caromReplayCreate(CaromWorld *world, const void *recording, size_t size,
                                         CaromError *error);
CAROM_API void caromReplayDestroy(CaromReplay *replay); ///< null is ignored
/// Limits how much work one step of the recording may ask for. A recording from a stranger may ask
/// for years of it.
/// caromReplayNext refuses a step (CAROM_ERROR_REPLAY_LIMIT) that lasts longer, or in which flights
/// and contacts have more than `events` times to be looked at. Higher limits let it go on.
/// If a step has too many events of projectiles, it parks them and breaks the replay. One with at
/// most events / 2 of them is always played, however few projectiles have the most of them.
/// @param seconds [s] > 0, default 60; the longest step
/// @param events [1] 1 .. 1e300, default 1e7: some 10 s of work
CAROM_API CaromError caromReplayLimit(CaromReplay *replay, double seconds, double events);
/// Plays all calls up to the next step, and that step. The world's callbacks are not called: their
/// answers are in the recording. Between two calls you may read events, draw and query; if you
/// change the world, that is a difference. After a difference it goes on as far as possible.
CAROM_API CaromReplayState caromReplayNext(CaromReplay *replay);
/// Returns the first difference so far; `found` is false if there is none.
CAROM_API CaromDifference caromReplayDifference(const CaromReplay *replay);
/// Returns how many steps were played.
CAROM_API int64_t caromReplayTick(const CaromReplay *replay);

// ---- recordings side by side

/// What came of two recordings.
typedef struct CaromComparison {
    CaromDifference difference; ///< tick and hash `recorded` are of the first one
    int64_t ticks;      ///< that were compared: those whose times are in both, up to the first
                        ///< difference
    int64_t otherCalls; ///< the first of these ticks before which calls or steps were not the same
                        ///< in both, user data and tags included, which may have come to the
                        ///< same; −1: none
} CaromComparison;

/// Compares two recordings, say of a client and a server, without playing them. If one is damaged
/// (CAROM_ERROR_RECORDING), compares what is before the damage. The allocator (null: the C
/// library's) is used only if both have detail.
CAROM_API CaromError caromRecordingCompare(const void *a, size_t sizeA, const void *b, size_t sizeB,
                                           const CaromAllocator *allocator,
                                           CaromComparison *comparison);

#endif
