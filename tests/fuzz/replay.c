// SPDX-License-Identifier: MIT
// replay TARGET FILE...: gives files to a target, one after the other, without libFuzzer; what
// `calls` does it prints as C.
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

typedef struct Target {
    const char *name;
    int (*run)(const uint8_t *bytes, size_t size);
} Target;

static const Target targets[] = {
    {"calls", fuzzCalls},       {"refusals", fuzzRefusals},   {"snapshot", fuzzSnapshot},
    {"geometry", fuzzGeometry}, {"decompose", fuzzDecompose}, {"wad", fuzzWad},
#ifdef CAROM_FUZZ_MAPS
    {"maps", fuzzMaps},
#endif
};

enum { TARGETS = sizeof targets / sizeof targets[0], MOST = 1 << 20 };

static const Target *targetOf(const char *name)
{
    for (int k = 0; k < TARGETS; k++) {
        if (strcmp(targets[k].name, name) == 0) {
            return &targets[k];
        }
    }
    return NULL;
}

static bool give(const Target *target, const char *path)
{
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = malloc(MOST);
    bool ok = file != NULL && bytes != NULL;
    if (ok) {
        size_t size = fread(bytes, 1, MOST, file);
        uint8_t *exact = malloc(size + 1); // what lies behind is not to be read
        ok = exact != NULL;
        if (ok) {
            memcpy(exact + 1, bytes, size);
            fuzzCase = path;
            target->run(exact + 1, size);
        }
        free(exact);
    } else {
        fprintf(stderr, "%s can't be read\n", path);
    }
    if (file != NULL) {
        fclose(file);
    }
    free(bytes);
    return ok;
}

int main(int argc, char **argv)
{
    const Target *target = argc > 2 ? targetOf(argv[1]) : NULL;
    if (target == NULL) {
        fprintf(stderr,
                "usage: replay calls|refusals|snapshot|geometry|decompose|wad|maps FILE...\n");
        return EXIT_FAILURE;
    }
    bool ok = true;
    fuzzOut = stdout;
    setvbuf(stdout, NULL, _IONBF, 0); // a crash leaves what was said
    for (int k = 2; k < argc; k++) {
        ok &= give(target, argv[k]);
    }
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
