// SPDX-License-Identifier: MIT
// PUBLIC. What every public header stands on: the export macro, the version, errors, hooks.
#ifndef CAROM_SHAPES_API_H
#define CAROM_SHAPES_API_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CAROM_VERSION_MAJOR 0
#define CAROM_VERSION_MINOR 5
#define CAROM_VERSION_PATCH 0

#ifdef __cplusplus
#define CAROM_EXTERN_C extern "C"
#else
#define CAROM_EXTERN_C extern
#endif

// CAROM_SHARED is set by the shared target, for itself and for those who link it.
#if !defined(CAROM_SHARED)
#define CAROM_API CAROM_EXTERN_C
#elif defined(_WIN32) && defined(CAROM_BUILDING)
#define CAROM_API CAROM_EXTERN_C __declspec(dllexport)
#elif defined(_WIN32)
#define CAROM_API CAROM_EXTERN_C __declspec(dllimport)
#else
#define CAROM_API CAROM_EXTERN_C __attribute__((visibility("default")))
#endif

/// Why a call was refused. Every refusal changes nothing.
typedef enum CaromError {
    CAROM_OK = 0,
    CAROM_ERROR_NULL,             ///< a pointer that must be set is null
    CAROM_ERROR_NOT_FINITE,       ///< a number is NaN or infinite
    CAROM_ERROR_OUT_OF_RANGE,     ///< a number is outside its documented limits
    CAROM_ERROR_ENUM,             ///< a value that its enumeration does not have
    CAROM_ERROR_COUNT,            ///< a count is negative or more than its limit
    CAROM_ERROR_DEF,              ///< a def that its default function did not fill
    CAROM_ERROR_STALE_ID,         ///< an id whose object is gone, or that never was one
    CAROM_ERROR_FOREIGN_ID,       ///< an id that another world gave
    CAROM_ERROR_BUSY,             ///< an edit from inside a callback
    CAROM_ERROR_MEMORY,           ///< the allocator gave nothing
    CAROM_ERROR_FULL,             ///< the table of ids is full
    CAROM_ERROR_TIME,             ///< a time before the world's clock, or at it for a step
    CAROM_ERROR_POLYGON_FEW,      ///< a polygon with fewer than three points
    CAROM_ERROR_POLYGON_REPEATED, ///< neighbouring points of a polygon are equal
    CAROM_ERROR_POLYGON_CROSSING, ///< edges of a polygon cross or touch, or turn back on each other
    CAROM_ERROR_POLYGON_AREA,     ///< a polygon whose points lie on one line
    CAROM_ERROR_REGION_RINGS,     ///< a region without rings, or whose ring ends do not ascend
    CAROM_ERROR_REGION_CROSSING,  ///< rings of a region cross, or touch where one has no point
    CAROM_ERROR_SEGMENT_LENGTH,   ///< a segment whose ends are equal
    CAROM_ERROR_SCALE,            ///< a scale of zero, or a shape that its transform flattens
    CAROM_ERROR_STATIC,           ///< a static body has no velocity, does not spin, and hangs from
                                  ///< no body that could
    CAROM_ERROR_CYCLE,            ///< a body that would hang from itself
    CAROM_ERROR_DEPTH,            ///< more than 32 bodies that hang from one another
    CAROM_ERROR_MOTION,           ///< a body's own motion on one that spins, or its spin under a
                                  ///< scale that differs by axis
    CAROM_ERROR_NOT_CONVEX,       ///< a shape that is cast, or a mover's, must be convex
    CAROM_ERROR_SECTOR_MAP,       ///< a map of sectors that is broken; its def's problems say where
    CAROM_ERROR_BUFFER,           ///< a buffer smaller than what is to be written into it
    CAROM_ERROR_SNAPSHOT,         ///< no snapshot, a damaged one, or one of what no world can be
    CAROM_ERROR_VERSION,          ///< a snapshot or recording of another version of the format
    CAROM_ERROR_STALE_STATE,      ///< a state that is older than an edit of what states do not hold
    CAROM_ERROR_ROUNDING,         ///< the thread does not round to nearest, takes subnormal numbers
                                  ///< for zero, or traps at exceptions (docs/portability.md)
    CAROM_ERROR_THREAD,           ///< the system gave no thread
    CAROM_ERROR_RECORDING,    ///< no recording, a damaged one, or a world that is recorded already
    CAROM_ERROR_WRITE,        ///< the game's write function told that it failed
    CAROM_ERROR_GROUND,       ///< ground friction together with gravity, an acceleration or a
                              ///< force
    CAROM_ERROR_REPLAY_LIMIT, ///< a recorded step asks for more than caromReplayLimit allows
    CAROM_ERROR_COUNT_OF      ///< how many there are; never returned
} CaromError;

/// The name of an error, such as "CAROM_ERROR_STALE_ID"; "CAROM_ERROR_?" for a value that is none.
CAROM_API const char *caromErrorName(CaromError error);

/// One sentence that says what was wrong.
CAROM_API const char *caromErrorText(CaromError error);

/// Has the calling thread calculate as IEEE 754 does by default, on x86 and 64-bit ARM: it rounds
/// to nearest, knows subnormal numbers, and no floating-point exception traps. Elsewhere it changes
/// nothing. For threads of a program that is linked with -ffast-math, by gcc above all, or on which
/// audio or job systems, or feenableexcept, have set it otherwise: without it calls there are
/// refused with CAROM_ERROR_ROUNDING.
/// @returns whether it does so now
CAROM_API bool caromThreadPrepare(void);

/// Where memory comes from. A null resize means the C library. Otherwise its contract
/// is that of realloc with the old size told: `resize(context, memory, oldSize, newSize)`;
/// memory null allocates, newSize 0 frees and returns null. Null for a newSize > 0 means "no
/// memory".
typedef struct CaromAllocator {
    void *(*resize)(void *context, void *memory, size_t oldSize, size_t newSize);
    void *context; ///< handed to resize, never read
} CaromAllocator;

/// Called where a call is refused: with its error, the public function and the sentence; before that,
/// for each field of a def that is wrong, with the field in place of the sentence. Queries that run
/// side by side may call it side by side. It must not change the world.
typedef void CaromLogFunction(void *context, CaromError error, const char *function,
                              const char *text);

/// The log of worlds by default: prints "carom: function: text (CAROM_ERROR_NAME)" to stderr, one
/// line by one call. The context is not read. function and text may be null.
CAROM_API void caromLogToStderr(void *context, CaromError error, const char *function,
                                const char *text);

/// Why a query was refused: the error of a result below 0, CAROM_OK of any other.
CAROM_API CaromError caromQueryError(int result);

#endif
