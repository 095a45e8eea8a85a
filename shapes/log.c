// SPDX-License-Identifier: MIT
// The log that worlds have by default. A line is one call of the C library's, so that lines of
// several threads do not mix.
#include "base.h"

#include <stdio.h>
#include <string.h>

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
