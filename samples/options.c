// SPDX-License-Identifier: MIT
#include "options.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void printDefault(const Option *option)
{
    switch (option->kind) {
    case OPTION_TEXT:
        if (*(const char **)option->target)
            printf(" (default %s)", *(const char **)option->target);
        break;
    case OPTION_INT:
        printf(" (%.0f .. %.0f, default %d)", option->low, option->high, *(int *)option->target);
        break;
    case OPTION_SEED:
        printf(" (default %llu)", (unsigned long long)*(uint64_t *)option->target);
        break;
    case OPTION_NUMBER:
        printf(" (%g .. %g, default %g)", option->low, option->high, *(double *)option->target);
        break;
    }
}

static void printHelp(const char *name, const char *about, const Option *options, int count)
{
    printf("%s: %s\n\n", name, about);
    for (int i = 0; i < count; i++) {
        printf("  --%-9s %-7s %s", options[i].name, options[i].value, options[i].text);
        printDefault(&options[i]);
        printf("\n");
    }
    printf("  --help              this list\n");
}

/// strtod and strtoull skip spaces, and the latter negates: neither is wanted.
static bool beginsLikeANumber(const char *text, bool signAllowed)
{
    char first = signAllowed && *text == '-' ? text[1] : text[0];
    return (first >= '0' && first <= '9') || first == '.';
}

static bool readNumber(const char *text, double low, double high, double *value)
{
    char *end;
    if (!beginsLikeANumber(text, true))
        return false;
    *value = strtod(text, &end);
    return *end == '\0' && *value >= low && *value <= high; // NaN fails both
}

static bool readSeed(const char *text, uint64_t *value)
{
    char *end;
    if (!beginsLikeANumber(text, false))
        return false;
    errno = 0;
    *value = strtoull(text, &end, 0);
    return *end == '\0' && errno == 0;
}

static bool readValue(const Option *option, const char *text)
{
    double number;
    switch (option->kind) {
    case OPTION_TEXT:
        *(const char **)option->target = text;
        return *text != '\0';
    case OPTION_SEED:
        return readSeed(text, option->target);
    case OPTION_NUMBER:
        return readNumber(text, option->low, option->high, option->target);
    case OPTION_INT:
        if (!readNumber(text, option->low, option->high, &number) || number != (int)number)
            return false;
        *(int *)option->target = (int)number;
        return true;
    }
    return false;
}

/// Returns the option that an argument names, like --seed or --seed=5; null where there is none.
static const Option *findOption(const char *argument, const Option *options, int count)
{
    if (strncmp(argument, "--", 2) != 0)
        return NULL;
    size_t length = strcspn(argument + 2, "=");
    for (int i = 0; i < count; i++)
        if (strlen(options[i].name) == length &&
            strncmp(options[i].name, argument + 2, length) == 0)
            return &options[i];
    return NULL;
}

static void complain(const char *name, const Option *option, const char *text)
{
    fprintf(stderr, "%s: --%s can't be \"%s\"", name, option->name, text);
    if (option->kind == OPTION_INT)
        fprintf(stderr, ": a whole number from %.0f to %.0f", option->low, option->high);
    if (option->kind == OPTION_NUMBER)
        fprintf(stderr, ": a number from %g to %g", option->low, option->high);
    if (option->kind == OPTION_SEED)
        fprintf(stderr, ": a whole number of at most 64 bits");
    fprintf(stderr, "\n");
}

OptionsResult optionsRead(int argc, char **argv, const char *about, const Option *options,
                          int count)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            printHelp(argv[0], about, options, count);
            return OPTIONS_HELP;
        }
        const Option *option = findOption(argv[i], options, count);
        if (!option) {
            fprintf(stderr, "%s: there is no option \"%s\"; see --help\n", argv[0], argv[i]);
            return OPTIONS_BAD;
        }
        const char *equals = strchr(argv[i], '=');
        if (!equals && i + 1 == argc) {
            fprintf(stderr, "%s: --%s needs a value\n", argv[0], option->name);
            return OPTIONS_BAD;
        }
        const char *text = equals ? equals + 1 : argv[++i];
        if (!readValue(option, text)) {
            complain(argv[0], option, text);
            return OPTIONS_BAD;
        }
    }
    return OPTIONS_GO;
}
