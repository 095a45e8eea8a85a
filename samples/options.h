// SPDX-License-Identifier: MIT
// Command line options from a table: --name VALUE or --name=VALUE. Malformed numbers are refused.
#ifndef CAROM_SAMPLES_OPTIONS_H
#define CAROM_SAMPLES_OPTIONS_H

#include <stdint.h>

typedef enum OptionKind {
    OPTION_TEXT,  ///< target: const char *
    OPTION_INT,   ///< target: int, within [low, high]
    OPTION_SEED,  ///< target: uint64_t, decimal or 0x…
    OPTION_NUMBER ///< target: double, finite, within [low, high]
} OptionKind;

typedef struct Option {
    const char *name;  ///< without the dashes
    const char *value; ///< what --help calls the value, like "FILE"
    const char *text;  ///< one line for --help
    OptionKind kind;
    void *target; ///< holds the default, receives the value
    double low, high;
} Option;

typedef enum OptionsResult {
    OPTIONS_GO,   ///< all read
    OPTIONS_HELP, ///< --help was printed: leave with status 0
    OPTIONS_BAD   ///< an error was printed to stderr: leave with status 2
} OptionsResult;

/// Reads argv[1 .. argc) into the targets. `about` is the line that --help begins with.
OptionsResult optionsRead(int argc, char **argv, const char *about, const Option *options,
                          int count);

#endif
