// SPDX-License-Identifier: MIT
// PUBLIC. The base of all public headers: the export macro, the version, errors, hooks.
#ifndef CAROM_SHAPES_API_H
#define CAROM_SHAPES_API_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// This header's version; CAROM_VERSION_MINOR and _PATCH follow.
#define CAROM_VERSION_MAJOR 0
/// See CAROM_VERSION_MAJOR.
#define CAROM_VERSION_MINOR 5
/// See CAROM_VERSION_MAJOR.
#define CAROM_VERSION_PATCH 0

#ifdef __cplusplus
#define CAROM_EXTERN_C extern "C"
#else
#define CAROM_EXTERN_C extern
#endif

// CAROM_SHARED is set by the shared target, for itself and for targets that link it.
#if !defined(CAROM_SHARED)
#define CAROM_API CAROM_EXTERN_C
#elif defined(_WIN32) && defined(CAROM_BUILDING)
#define CAROM_API CAROM_EXTERN_C __declspec(dllexport)
#elif defined(_WIN32)
#define CAROM_API CAROM_EXTERN_C __declspec(dllimport)
#else
#define CAROM_API CAROM_EXTERN_C __attribute__((visibility("default")))
#endif

/// Why a call was refused. A refused call changes nothing.
typedef enum CaromError {
    CAROM_OK = 0,                 ///< nothing was refused
    CAROM_ERROR_NULL,             ///< a pointer that must be set is null
    CAROM_ERROR_NOT_FINITE,       ///< a number is NaN or infinite
    CAROM_ERROR_OUT_OF_RANGE,     ///< a number is outside its documented limits
    CAROM_ERROR_ENUM,             ///< a value outside its enumeration, or a field that does not
                                  ///< suit the type
    CAROM_ERROR_COUNT,            ///< a count is negative or more than its limit
    CAROM_ERROR_DEF,              ///< a def that its default function did not fill
    CAROM_ERROR_STALE_ID,         ///< an id whose object was destroyed, or that is not an id
    CAROM_ERROR_FOREIGN_ID,       ///< an id of another world
    CAROM_ERROR_BUSY,             ///< a call that changes the world, from inside a callback
    CAROM_ERROR_MEMORY,           ///< the allocator returned null
    CAROM_ERROR_FULL,             ///< more bodies, shapes or projectiles than ids can count
    CAROM_ERROR_TIME,             ///< a time before the world's clock, or at it for a step
    CAROM_ERROR_POLYGON_FEW,      ///< a polygon with fewer than three points
    CAROM_ERROR_POLYGON_REPEATED, ///< neighbouring points of a polygon are equal
    CAROM_ERROR_POLYGON_CROSSING, ///< edges of a polygon cross or touch, or turn back on each other
    CAROM_ERROR_POLYGON_AREA,     ///< a polygon whose points lie on one line
    CAROM_ERROR_REGION_RINGS,     ///< a region without rings, or whose ring ends do not ascend
    CAROM_ERROR_REGION_CROSSING,  ///< rings of a region cross, or touch at a place that is not a
                                  ///< point of both
    CAROM_ERROR_SEGMENT_LENGTH,   ///< a segment whose ends are equal
    CAROM_ERROR_SCALE,            ///< a scale of zero, or a shape that its transform flattens
    CAROM_ERROR_STATIC,           ///< a velocity or spin for a static body, or a parent that can
                                  ///< move
    CAROM_ERROR_CYCLE,            ///< a body that would become its own ancestor
    CAROM_ERROR_DEPTH,            ///< more than 32 levels of parents
    CAROM_ERROR_MOTION,           ///< a velocity of its own for a child of a spinning body, or spin
                                  ///< under a scale that differs by axis
    CAROM_ERROR_NOT_CONVEX,       ///< a cast shape, or a mover's shape, is not convex
    CAROM_ERROR_SECTOR_MAP,       ///< a broken map of sectors; its def's problems say where
    CAROM_ERROR_BUFFER,           ///< a buffer smaller than the data to be written
    CAROM_ERROR_SNAPSHOT,         ///< not a snapshot, a damaged one, or one of a world that calls
                                  ///< cannot make
    CAROM_ERROR_VERSION,          ///< a snapshot or recording of another version of the format
    CAROM_ERROR_STALE_STATE, ///< the world was changed since in a way that a saved state does not
                             ///< cover
    CAROM_ERROR_ROUNDING,    ///< the thread does not round to nearest, treats subnormal numbers as
                             ///< zero, or traps exceptions (docs/portability.md)
    CAROM_ERROR_THREAD,      ///< the system could not start a thread
    CAROM_ERROR_RECORDING, ///< not a recording, a damaged one, or a world that is already recorded
    CAROM_ERROR_WRITE,     ///< the game's write function failed
    CAROM_ERROR_GROUND,    ///< ground friction together with gravity, an acceleration or a
                           ///< force
    CAROM_ERROR_REPLAY_LIMIT, ///< a recorded step asks for more than caromReplayLimit allows
    CAROM_ERROR_DYNAMIC, ///< a call that is for dynamic bodies only; a parent, or a mover, of a
                         ///< dynamic body
    CAROM_ERROR_COUNT_OF ///< the number of errors; never returned
} CaromError;

/// Returns the name of an error, such as "CAROM_ERROR_STALE_ID"; "CAROM_ERROR_?" for an invalid
/// value.
CAROM_API const char *caromErrorName(CaromError error);

/// Returns one sentence that says what was wrong.
CAROM_API const char *caromErrorText(CaromError error);

/// Sets the floating-point mode of the calling thread to the IEEE 754 default, on x86 and 64-bit
/// ARM: round to nearest, subnormal numbers kept, no exception traps. Elsewhere it changes nothing.
/// Call it on threads where the mode may differ: in programs linked with -ffast-math (above all by
/// gcc), or after audio systems, job systems or feenableexcept changed it. Without it, calls on
/// such a thread are refused with CAROM_ERROR_ROUNDING.
/// @returns whether the mode is the default now
CAROM_API bool caromThreadPrepare(void);

/// An allocator. A null resize means the C library. Otherwise resize(context, memory, oldSize,
/// newSize) works as realloc, with the old size as an argument: memory null allocates, newSize 0
/// frees and returns null. Returning null for a newSize > 0 means "no memory".
typedef struct CaromAllocator {
    /// As above; null: the C library.
    void *(*resize)(void *context, void *memory, size_t oldSize, size_t newSize);
    void *context; ///< handed to resize, never read
} CaromAllocator;

/// Called when a call is refused, with the error, the public function and a sentence. Before that
/// it is called for each wrong field of a def, with the field instead of the sentence. Queries on
/// several threads may call it at the same time. It must not change the world.
typedef void CaromLogFunction(void *context, CaromError error, const char *function,
                              const char *text);

/// The default log of worlds: prints "carom: function: text (CAROM_ERROR_NAME)" to stderr, one line
/// per call. The context is not read. function and text may be null.
CAROM_API void caromLogToStderr(void *context, CaromError error, const char *function,
                                const char *text);

/// Returns why a query was refused: the error for a result below 0, CAROM_OK for any other.
CAROM_API CaromError caromQueryError(int result);

#endif
