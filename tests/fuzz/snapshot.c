// SPDX-License-Identifier: MIT
// Snapshots of any bytes; the frame and the sum are corrected. What is accepted is a sound world:
// the validator holds; saved and restored it is the same; it and its copy can be stepped to the
// same state; and no memory is left behind. What is refused has changed nothing.
#include "fuzz.h"

#include "../../world/core/codec.h"
#include "../../world/data/world.h"

#include <stdlib.h>
#include <string.h>

enum { HEAD = 20, TAIL = 8, STEPS = 4 };

/// The frame around bytes, which lie behind the head.
static void frame(uint8_t *file, size_t size)
{
    static const uint8_t magic[8] = {'C', 'A', 'R', 'O', 'M', 'S', 'N', 'P'};
    CrStream head = crStreamWriter(file + 8, HEAD - 8);
    uint32_t version = 1;
    uint64_t length = size;
    memcpy(file, magic, sizeof magic);
    crStreamU32(&head, &version);
    crStreamU64(&head, &length);
    CrStream tail = crStreamWriter(file + size - TAIL, TAIL);
    uint64_t sum = crStreamSum(file, size - TAIL);
    crStreamU64(&tail, &sum);
}

/// A forged world may take long, as may one that a game makes: no longer than a millisecond or so.
static double mostTime(const CaromWorld *world)
{
    CaromCounters c = caromWorldCounters(world);
    double n = c.projectiles + 1, most = 0.0625;
    double limits[] = {world->eventWindow * 400.0 / (n * world->eventLimit),
                       world->steerInterval * 100.0 / n,
                       world->contactInterval * 20.0 / (c.shapes + 1), world->bodyInterval * 20.0};
    for (int k = 0; k < 4; k++) {
        most = limits[k] < most ? limits[k] : most;
    }
    return most;
}

static CaromWorld *makeWorld(FuzzMemory *memory)
{
    CaromWorldDef def = caromWorldDef();
    def.log = NULL;
    def.allocator = fuzzAllocator(memory, NULL);
    def.tag = 3;
    CaromWorld *world = caromWorldCreate(&def, NULL);
    FUZZ_CHECK(world != NULL);
    return world;
}

static void endWorld(CaromWorld *world, FuzzMemory *memory)
{
    FUZZ_CHECK(caromWorldCounters(world).bytes == (int64_t)memory->held);
    FUZZ_CHECK(caromWorldDestroy(world) == CAROM_OK);
    FUZZ_CHECK(memory->held == 0);
}

static uint8_t *save(const CaromWorld *world, size_t size)
{
    uint8_t *file = malloc(size);
    FUZZ_CHECK(file != NULL);
    FUZZ_CHECK(caromWorldSave(world, file, size, NULL) == CAROM_OK);
    return file;
}

static void stepSome(CaromWorld *world)
{
    double dt = mostTime(world);
    for (int k = 0; k < STEPS; k++) {
        double time = caromWorldTime(world);
        uint32_t flags = (uint32_t)caromWorldStep(world, dt);
        FUZZ_CHECK((flags & CAROM_STEP_REFUSED) == 0 || time + dt == time || time + dt > 1e12);
        FUZZ_CHECK(caromWorldValidate(world));
    }
}

/// Saves the world again: restored, that is the same and has the same future. (A forged file may
/// differ from what is saved of it: some fields are not read in the mode that it is in.)
static void goOn(CaromWorld *world)
{
    FuzzMemory memory;
    CaromWorld *localIsBaked = makeWorld(&memory);
    size_t size = caromWorldSnapshotSize(world);
    uint8_t *first = save(world, size);
    FUZZ_CHECK(caromWorldRestore(localIsBaked, first, size) == CAROM_OK);
    FUZZ_CHECK(caromWorldHash(localIsBaked) == caromWorldHash(world));
    FUZZ_CHECK(caromWorldSnapshotSize(localIsBaked) == size);
    uint8_t *second = save(localIsBaked, size);
    FUZZ_CHECK(memcmp(first, second, size) == 0);
    stepSome(world);
    stepSome(localIsBaked);
    FUZZ_CHECK(caromWorldHash(localIsBaked) == caromWorldHash(world));
    endWorld(localIsBaked, &memory);
    free(first);
    free(second);
}

static void restore(const uint8_t *file, size_t size)
{
    FuzzMemory memory;
    CaromWorld *world = makeWorld(&memory);
    uint64_t hash = caromWorldHash(world);
    CaromError error = caromWorldRestore(world, file, size);
    if (fuzzOut != NULL) {
        fprintf(fuzzOut, "%s\n", caromErrorName(error));
    }
    if (error == CAROM_OK) {
        FUZZ_CHECK(caromWorldValidate(world));
        goOn(world);
    } else {
        FUZZ_CHECK(error == CAROM_ERROR_SNAPSHOT || error == CAROM_ERROR_MEMORY);
        FUZZ_CHECK(caromWorldHash(world) == hash);
    }
    endWorld(world, &memory);
}

int fuzzSnapshot(const uint8_t *bytes, size_t size)
{
    size_t whole = size + HEAD + TAIL;
    uint8_t *file = malloc(whole);
    FUZZ_CHECK(file != NULL);
    if (size > 0) {
        memcpy(file + HEAD, bytes, size);
    }
    frame(file, whole);
    restore(file, whole);
    free(file);
    return 0;
}
