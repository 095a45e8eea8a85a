// SPDX-License-Identifier: MIT
// carom_scenarios [--times | --save | --handed]: one line for each scenario, its hash and name; and
// two with the hash of the hashes above: "all" has no dynamic bodies, "all of bodies" has them.
//
// --times   milliseconds behind each line.
// --save    prints a snapshot, as hexadecimal digits, instead.
// --handed  reads one, of any machine, from the standard input. Its future must be that of the
//           scenario "saved future". As text, since what stands between this program and the
//           system (wine, node) may change other bytes.
#include "scenario.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const Scenario *const topics[] = {scenariosShapes, scenariosFlights, scenariosHits,
                                         scenariosThings, scenariosCasts,   scenariosQueries,
                                         scenariosMaps,   scenariosSaved};

static Hash printScenario(const Scenario *scenario, bool times)
{
    clock_t began = clock();
    Hash hash = hashBegin();
    scenario->run(&hash);
    printf("%016" PRIx64 " %s", hash.value, scenario->name);
    if (times) {
        printf(", %.0f ms", 1e3 * (double)(clock() - began) / CLOCKS_PER_SEC);
    }
    printf("\n");
    return hash;
}

/// @returns the last one's hash
static Hash printTopic(const Scenario *topic, Hash *all, bool times)
{
    Hash last = *all;
    for (const Scenario *s = topic; s->name != NULL; s++) {
        last = printScenario(s, times);
        hashBits(all, last.value);
    }
    return last;
}

/// @returns the hash of "saved future"
static Hash printScenarios(bool times)
{
    Hash all = hashBegin(), bodies = all, future = all;
    for (size_t i = 0; i < sizeof topics / sizeof topics[0]; i++) {
        future = printTopic(topics[i], &all, times);
    }
    printf("%016" PRIx64 " all\n", all.value);
    printTopic(scenariosBodies, &bodies, times);
    printf("%016" PRIx64 " all of bodies\n", bodies.value);
    return future;
}

static void printSnapshot(void)
{
    size_t size;
    unsigned char *bytes = saveToHand(&size);
    for (size_t i = 0; i < size; i++) {
        printf("%02x%s", bytes[i], i % 40 == 39 || i + 1 == size ? "\n" : "");
    }
    free(bytes);
}

static int digitOf(int character)
{
    const char *digits = "0123456789abcdef", *found = strchr(digits, character);
    return character != 0 && found != NULL ? (int)(found - digits) : -1;
}

/// All digits of the standard input, two a byte; what is none is passed over.
static unsigned char *readBytes(size_t *size)
{
    size_t room = 1 << 20;
    unsigned char *bytes = malloc(room);
    int high = -1, character;
    *size = 0;
    must(bytes != NULL, "no memory");
    while ((character = getchar()) != EOF) {
        int digit = digitOf(character);
        if (digit < 0) {
            continue;
        }
        if (high >= 0) {
            must(*size < room, "the snapshot is too long");
            bytes[(*size)++] = (unsigned char)(high << 4 | digit);
        }
        high = high < 0 ? digit : -1;
    }
    return bytes;
}

static void checkHanded(Hash future)
{
    size_t size;
    Hash hash = hashBegin();
    unsigned char *bytes = readBytes(&size);
    hashHanded(&hash, bytes, size);
    free(bytes);
    must(hash.value == future.value, "the world that was handed over has another future here");
}

int main(int argc, char **argv)
{
    const char *option = argc > 1 ? argv[1] : "";
    if (strcmp(option, "--save") == 0) {
        printSnapshot();
        return EXIT_SUCCESS;
    }
    Hash future = printScenarios(strcmp(option, "--times") == 0);
    if (strcmp(option, "--handed") == 0) {
        checkHanded(future);
    }
    return EXIT_SUCCESS;
}
