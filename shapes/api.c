// SPDX-License-Identifier: MIT
#include "base.h"

#include <stdio.h>
#include <string.h>

#define ERROR_ENTRY(error, text) [error] = {#error, text}

static const struct {
    const char *name, *text;
} errors[] = {
    ERROR_ENTRY(CAROM_OK, "nothing is wrong"),
    ERROR_ENTRY(CAROM_ERROR_NULL, "a pointer that must be set is null"),
    ERROR_ENTRY(CAROM_ERROR_NOT_FINITE, "a number is NaN or infinite"),
    ERROR_ENTRY(CAROM_ERROR_OUT_OF_RANGE, "a number is outside its documented limits"),
    ERROR_ENTRY(CAROM_ERROR_ENUM, "a value is none of its enumeration's"),
    ERROR_ENTRY(CAROM_ERROR_COUNT, "a count is negative or more than its limit"),
    ERROR_ENTRY(CAROM_ERROR_DEF, "a def does not come from its default function"),
    ERROR_ENTRY(CAROM_ERROR_STALE_ID, "an id is null, or what it named is gone"),
    ERROR_ENTRY(CAROM_ERROR_FOREIGN_ID, "an id was given by another world"),
    ERROR_ENTRY(CAROM_ERROR_BUSY, "the world can't be edited from inside a callback"),
    ERROR_ENTRY(CAROM_ERROR_MEMORY, "the allocator gave no memory"),
    ERROR_ENTRY(CAROM_ERROR_FULL, "the table of ids is full"),
    ERROR_ENTRY(CAROM_ERROR_TIME,
                "a time lies before the world's clock, or a step ends where it begins"),
    ERROR_ENTRY(CAROM_ERROR_POLYGON_FEW, "a polygon needs at least three points"),
    ERROR_ENTRY(CAROM_ERROR_POLYGON_REPEATED, "neighbouring points of a polygon are equal"),
    ERROR_ENTRY(CAROM_ERROR_POLYGON_CROSSING,
                "edges of a polygon cross, touch or turn back on each other"),
    ERROR_ENTRY(CAROM_ERROR_POLYGON_AREA, "all points of a polygon lie on one line"),
    ERROR_ENTRY(CAROM_ERROR_REGION_RINGS, "a region has no rings, or their ends do not ascend"),
    ERROR_ENTRY(CAROM_ERROR_REGION_CROSSING,
                "rings of a region cross, or touch where one of them has no point"),
    ERROR_ENTRY(CAROM_ERROR_SEGMENT_LENGTH, "both ends of a segment are equal"),
    ERROR_ENTRY(CAROM_ERROR_SCALE, "a scale is zero, or a transform flattens a shape"),
    ERROR_ENTRY(CAROM_ERROR_STATIC,
                "a static body has no velocity, does not spin, and hangs from no body that could"),
    ERROR_ENTRY(CAROM_ERROR_CYCLE, "a body would hang from itself"),
    ERROR_ENTRY(CAROM_ERROR_DEPTH, "more than 32 bodies would hang from one another"),
    ERROR_ENTRY(CAROM_ERROR_MOTION, "a body moves by itself on one that spins, or spins under a "
                                    "scale that differs by axis"),
    ERROR_ENTRY(CAROM_ERROR_NOT_CONVEX, "a shape that is cast or walks must be convex"),
    ERROR_ENTRY(CAROM_ERROR_SECTOR_MAP, "a map of sectors is broken; its def's problems say where"),
    ERROR_ENTRY(CAROM_ERROR_BUFFER, "a buffer is smaller than what is to be written into it"),
    ERROR_ENTRY(CAROM_ERROR_SNAPSHOT, "what is to be restored is no snapshot, or a damaged one"),
    ERROR_ENTRY(CAROM_ERROR_VERSION, "a snapshot or recording is of another version of its format"),
    ERROR_ENTRY(CAROM_ERROR_STALE_STATE,
                "edits of bodies or shapes since the state was saved can't be undone"),
    ERROR_ENTRY(CAROM_ERROR_ROUNDING,
                "the thread does not round to nearest, takes subnormal numbers for zero, or traps: "
                "caromThreadPrepare"),
    ERROR_ENTRY(CAROM_ERROR_THREAD, "the system gave no thread"),
    ERROR_ENTRY(CAROM_ERROR_RECORDING,
                "what is to be played is no recording, or a damaged one, or the world is recorded "
                "already"),
    ERROR_ENTRY(CAROM_ERROR_WRITE, "the game's function that writes a recording failed"),
    ERROR_ENTRY(CAROM_ERROR_GROUND,
                "groundDeceleration excludes gravity, an acceleration and forces"),
    ERROR_ENTRY(CAROM_ERROR_REPLAY_LIMIT, "a recorded step asks for more than the replay's limits"),
    ERROR_ENTRY(CAROM_ERROR_DYNAMIC,
                "the call is for dynamic bodies only, or a dynamic body would get a parent or a "
                "mover"),
};

// A new error without a line here does not compile (one in the middle leaves a null: a test looks).
typedef char everyErrorIsListed[sizeof errors / sizeof errors[0] == CAROM_ERROR_COUNT_OF ? 1 : -1];

/// An enum may be unsigned or not, as its compiler likes: the cast takes both to one comparison.
static bool isError(CaromError error)
{
    return (unsigned)error < (unsigned)CAROM_ERROR_COUNT_OF;
}

const char *caromErrorName(CaromError error)
{
    return isError(error) ? errors[error].name : "CAROM_ERROR_?";
}

const char *caromErrorText(CaromError error)
{
    return isError(error) ? errors[error].text : "a value that is no error";
}

CaromError caromQueryError(int result)
{
    return result < 0 && result > -(int)CAROM_ERROR_COUNT_OF ? (CaromError)-result : CAROM_OK;
}

// ---- the log that worlds have by default
//
// A line is one call of the C library's, so that lines of several threads do not mix.

#define LINE 512

/// Appends a text, or as much of it as leaves room for the line's end.
static size_t append(char line[LINE], size_t used, const char *text)
{
    size_t length = text != NULL ? strlen(text) : 0, room = LINE - 2 - used;
    length = length < room ? length : room;
    if (length > 0) {
        memcpy(line + used, text, length);
    }
    return used + length;
}

void caromLogToStderr(void *context, CaromError error, const char *function, const char *text)
{
    char line[LINE];
    size_t used = append(line, 0, "carom: ");
    (void)context;
    used = append(line, used, function);
    used = append(line, used, ": ");
    used = append(line, used, text);
    used = append(line, used, " (");
    used = append(line, used, caromErrorName(error));
    used = append(line, used, ")");
    line[used] = '\n';
    line[used + 1] = '\0';
    (void)fputs(line, stderr);
}
