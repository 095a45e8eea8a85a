// SPDX-License-Identifier: MIT
// The game, and what holds around every call.
#include "calls.h"

#include "../../world/core/hash_mix.h"
#include "../../world/data/world.h"
#include "../../world/save/hash.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum Kind { FREE, EDIT, ASK } Kind;
typedef struct Entry {
    const char *name;
    void (*run)(FuzzGame *g);
    Kind kind;
} Entry;

#define CAROM_CALL(kind, name) {#name, fuzz_##name, kind},
static const Entry entries[] = {
#include "../support/bad_input_list.h"
};
#undef CAROM_CALL

enum { ENTRIES = sizeof entries / sizeof entries[0], MOST_CALLS = 120, MOST_INSIDE = 12 };

// ---- around one call

static void fail(const FuzzGame *g, const char *what)
{
    fprintf(stderr, "%s%s: ", g->call.name, g->inside ? ", in a callback" : "");
    fuzzFail(what, __FILE__, __LINE__);
}

static void require(const FuzzGame *g, bool holds, const char *what)
{
    if (!holds) {
        fail(g, what);
    }
}

void fuzzFinite(double value)
{
    FUZZ_CHECK(value - value == 0.0);
}

void fuzzFiniteVec(CaromVec2 value)
{
    fuzzFinite(value.x);
    fuzzFinite(value.y);
}

void fuzzUnit(CaromVec2 value)
{
    FUZZ_CHECK(fabs(value.x * value.x + value.y * value.y - 1.0) < 1e-9);
}

/// Saves the world into room that grows.
static void save(const CaromWorld *world, FuzzBuffer *into)
{
    into->size = caromWorldSnapshotSize(world);
    if (into->size > into->room) {
        free(into->at);
        into->room = 2 * into->size;
        into->at = malloc(into->room);
        FUZZ_CHECK(into->at != NULL);
    }
    FUZZ_CHECK(caromWorldSave(world, into->at, into->room, &into->size) == CAROM_OK);
}

void fuzzOpenFree(FuzzGame *g, const char *name)
{
    g->call.name = name;
    g->call.at = g->world;
    g->call.hash = caromWorldHash(g->world);
    g->call.revision = g->world->revision;
    if (!g->inside) { // where nothing can be saved
        save(g->world, &g->before);
    }
    fuzzSay(g, "%s(", name);
    g->call.first = true;
}

void fuzzOpen(FuzzGame *g, const char *name)
{
    fuzzOpenFree(g, name);
    if (fuzzByte(&g->bytes) == 255) {
        g->call.at = NULL;
    }
    fuzzArgument(g, g->call.at != NULL ? "world" : "NULL");
}

static void sayEnd(FuzzGame *g, const char *result)
{
    fuzzSay(g, "); // %s\n", result);
}

static void checkSame(FuzzGame *g)
{
    require(g, caromWorldHash(g->world) == g->call.hash,
            "a call that changes nothing leaves the hash");
    require(g, g->world->revision == g->call.revision, "and what states go by");
    if (!g->inside) {
        save(g->world, &g->after);
        require(g,
                g->after.size == g->before.size &&
                    memcmp(g->after.at, g->before.at, g->after.size) == 0,
                "and all that a snapshot has");
    }
}

static void checkWhole(FuzzGame *g)
{
    require(g, caromWorldValidate(g->world), "caromWorldValidate");
    require(
        g, caromWorldCounters(g->world).bytes + (int64_t)g->historyBytes == (int64_t)g->memory.held,
        "the world counts what it holds");
}

void fuzzRefuseIn(FuzzGame *g, int in)
{
    if (g->way == FUZZ_DRAWN) {
        g->refusal.in = in;
    }
}

void fuzzRefused(FuzzGame *g, CaromError error)
{
    g->refusal.in = 0;
    g->call.error = error;
}

void fuzzEdit(FuzzGame *g, CaromError error)
{
    fuzzRefused(g, error);
    sayEnd(g, caromErrorName(error));
    if (g->call.at == NULL) {
        require(g, error == CAROM_ERROR_NULL, "a null world is refused");
    } else if (g->inside) {
        require(g, error == CAROM_ERROR_BUSY, "the world is locked");
    }
    require(g, (int)error >= 0 && error < CAROM_ERROR_COUNT_OF, "an error that is one");
    if (error != CAROM_OK) {
        require(g, g->call.at == NULL || caromWorldLastError(g->world) == error, "the last error");
        checkSame(g);
    }
    if (!g->inside) {
        checkWhole(g);
    }
}

void fuzzMade(FuzzGame *g, bool something)
{
    CaromError error = g->call.at == NULL ? CAROM_ERROR_NULL : caromWorldLastError(g->world);
    require(g, something || error != CAROM_OK, "what is refused says why");
    fuzzEdit(g, something ? CAROM_OK : error);
}

void fuzzAsked(FuzzGame *g)
{
    g->refusal.in = 0;
    sayEnd(g, "asked");
    checkSame(g);
}

void fuzzFreed(FuzzGame *g)
{
    fuzzAsked(g);
}

// ---- ids

void fuzzKeepBody(FuzzGame *g, CaromBodyId id)
{
    if (id.index != 0) {
        g->bodies[1 + g->bodyCount++ % (FUZZ_BODIES - 1)] = id;
    }
}

void fuzzKeepShape(FuzzGame *g, CaromShapeId id)
{
    if (id.index != 0) {
        g->shapes[1 + g->shapeCount++ % (FUZZ_SHAPES - 1)] = id;
    }
}

void fuzzKeepProjectile(FuzzGame *g, CaromProjectileId id)
{
    if (id.index != 0) {
        g->projectiles[1 + g->projectileCount++ % (FUZZ_PROJECTILES - 1)] = id;
    }
}

bool fuzzHasRoom(const FuzzGame *g)
{
    CaromCounters c = caromWorldCounters(g->world);
    return c.bodies < FUZZ_BODIES && c.shapes < FUZZ_SHAPES && c.edges < 400 &&
           c.projectiles < FUZZ_PROJECTILES;
}

// ---- callbacks

/// Calls are named by 16 bits of their names' hashes, the nearest one, so that cases stay what they
/// were when functions are added. Codes from CODES on are for what is called most.
enum { CODES = 0xd800, SHORT = 0xe000 };

static uint32_t codeOf(const char *name)
{
    uint32_t hash = 2166136261u;
    for (; *name != '\0'; name++) {
        hash = (hash ^ (uint8_t)*name) * 16777619u;
    }
    return hash % CODES;
}

static uint32_t codes[ENTRIES];
static const Entry *stepping;

static bool isTaken(uint32_t code, int before)
{
    bool taken = false;
    for (int k = 0; k < before; k++) {
        taken |= codes[k] == code;
    }
    return taken;
}

static void fillCodes(void)
{
    for (int k = 0; k < ENTRIES; k++) {
        codes[k] = codeOf(entries[k].name);
        while (isTaken(codes[k], k)) {
            codes[k]++;
        }
        stepping = entries[k].run == fuzz_caromWorldStep ? &entries[k] : stepping;
    }
}

static const Entry *entryOf(uint32_t code)
{
    int best = 0;
    uint32_t least = UINT32_MAX;
    for (int k = 0; k < ENTRIES; k++) {
        uint32_t distance = code > codes[k] ? code - codes[k] : codes[k] - code;
        best = distance < least ? k : best;
        least = distance < least ? distance : least;
    }
    return &entries[best];
}

/// High byte first.
static uint32_t nextCode(FuzzGame *g)
{
    uint32_t high = fuzzByte(&g->bytes);
    return high << 8 | fuzzByte(&g->bytes);
}

static bool called[ENTRIES];

const char *fuzzCallsMissing(void)
{
    for (int k = 0; k < ENTRIES; k++) {
        if (!called[k]) {
            return entries[k].name;
        }
    }
    return NULL;
}

static void callOne(FuzzGame *g, const Entry *entry)
{
    called[entry - entries] = true;
    g->call.name = entry->name;
    g->refusal.refused = 0;
    g->call.error = CAROM_ERROR_MEMORY;
    entry->run(g);
}

static int64_t refusals;

int64_t fuzzRefusalsMade(void)
{
    return refusals;
}

/// Plays a call where memory is short. Its first request is refused, then its second, and so on,
/// until no request is left to refuse; by turns that request alone is refused, or all after it as
/// well. A call that can do without the memory is not made again: a grid, for instance, keeps its
/// cells where other cells would be better. Nor is a step made again: its world goes on without the
/// events that had no memory. A call that returns another error than that of memory must return the
/// same error when nothing is refused.
static void callShort(FuzzGame *g, const Entry *entry)
{
    FuzzBytes start = g->bytes;
    CaromError other = CAROM_ERROR_MEMORY;
    bool again = entry != stepping && entry->run != fuzz_caromWorldStepTo;
    for (int k = again ? 1 : g->calls % 8;; k++) {
        g->bytes = start;
        g->refusal = (FuzzRefusal){k, (g->calls + k) % 2 == 0, 0};
        callOne(g, entry);
        g->refusal.in = 0;
        refusals += g->refusal.refused;
        if (!again || g->refusal.refused == 0 || g->call.error == CAROM_OK) {
            break;
        }
        other = g->call.error != CAROM_ERROR_MEMORY ? g->call.error : other;
    }
    require(g, other == CAROM_ERROR_MEMORY || other == g->call.error,
            "who is refused memory says so");
}

/// The world is locked: queries are answered, edits are refused.
static void callInside(FuzzGame *g, const CaromWorld *world)
{
    if (world != g->world || g->inside || g->callsInside >= MOST_INSIDE || g->bytes.left == 0) {
        return;
    }
    g->callsInside++;
    g->inside = true;
    FuzzCall step = g->call;
    FuzzRefusal refusal = g->refusal;
    g->refusal.in = 0;
    fuzzSay(g, "\n    // from its callback: ");
    callOne(g, entryOf(nextCode(g)));
    g->call = step;
    g->inside = false;
    g->refusal = refusal;
}

// The answers depend on the event alone, so that a copy of the world gets the same.

static CaromHitAction answerHit(void *context, const CaromWorld *world, const CaromHitEvent *hit)
{
    FuzzGame *g = context;
    FUZZ_CHECK(caromWorldTime(world) == hit->time);
    callInside(g, world);
    fuzzFiniteVec(hit->center);
    fuzzFiniteVec(hit->velocityAfter);
    uint32_t k = hit->projectile.index + hit->shape.index + (uint32_t)hit->feature;
    return (CaromHitAction)(k % (CAROM_HIT_COUNT + 2)); // also what no answer is
}

static CaromMeetAction answerMeet(void *context, const CaromWorld *world,
                                  const CaromMeetEvent *meeting, CaromProjectileId which)
{
    FuzzGame *g = context;
    FUZZ_CHECK(caromWorldTime(world) == meeting->time);
    callInside(g, world);
    fuzzFiniteVec(meeting->centerA);
    fuzzFiniteVec(meeting->centerB);
    return (CaromMeetAction)((meeting->a.index * 2 + which.index) % (CAROM_MEETING_COUNT + 2));
}

static CaromContactAction answerContact(void *context, const CaromWorld *world,
                                        const CaromContactQuestion *question)
{
    FuzzGame *g = context;
    FUZZ_CHECK(caromWorldTime(world) == question->time);
    FUZZ_CHECK(question->shapeA.index < question->shapeB.index);
    callInside(g, world);
    fuzzFiniteVec(question->point);
    fuzzFiniteVec(question->normal);
    fuzzFiniteVec(question->velocityA);
    fuzzFiniteVec(question->velocityB);
    uint32_t k = question->shapeA.index * 3 + question->shapeB.index;
    return (CaromContactAction)(k % (CAROM_CONTACT_ACTION_COUNT + 2));
}

void fuzzSetCallbacks(FuzzGame *g, CaromWorld *world)
{
    FUZZ_CHECK(caromWorldSetHitCallback(world, answerHit, g) == CAROM_OK);
    FUZZ_CHECK(caromWorldSetMeetCallback(world, answerMeet, g) == CAROM_OK);
    FUZZ_CHECK(caromWorldSetContactCallback(world, answerContact, g) == CAROM_OK);
}

// ---- a whole case

static void beginOther(FuzzGame *g)
{
    CaromWorldDef def = caromWorldDef();
    def.log = NULL;
    def.allocator = fuzzAllocator(&g->otherMemory, NULL);
    def.tag = 77;
    g->other = caromWorldCreate(&def, NULL);
    CaromBodyDef body = caromBodyDef();
    CaromShapeDef shape = caromShapeDef();
    CaromProjectileDef shot = caromProjectileDef();
    g->bodies[0] = caromBodyCreate(g->other, &body);
    g->shapes[0] =
        caromShapeCreateSegment(g->other, g->bodies[0], &shape, caromVec2(0, 0), caromVec2(1, 0));
    shot.position = caromVec2(9.0, 9.0);
    g->projectiles[0] = caromProjectileFire(g->other, &shot);
    FUZZ_CHECK(g->projectiles[0].index != 0);
}

static void beginPlayer(FuzzGame *g)
{
    CaromWorldDef def = caromWorldDef();
    def.log = NULL;
    g->player = caromWorldCreate(&def, NULL);
    FUZZ_CHECK(g->player != NULL);
}

/// A body of each type, so that most calls find one.
static void beginBodies(FuzzGame *g)
{
    CaromBodyDef body = caromBodyDef();
    fuzzKeepBody(g, caromBodyCreate(g->world, &body));
    body.type = CAROM_BODY_KINEMATIC;
    fuzzKeepBody(g, caromBodyCreate(g->world, &body));
}

static void end(FuzzGame *g)
{
    fuzzDropLink(g);
    fuzzDropPast(g);
    fuzzRecordEnd(g);
    FUZZ_CHECK(caromWorldDestroy(g->player) == CAROM_OK);
    caromSectorMapDestroy(g->map);
    caromLightDestroy(g->light);
    FUZZ_CHECK(caromWorldDestroy(g->world) == CAROM_OK);
    FUZZ_CHECK(caromWorldDestroy(g->other) == CAROM_OK);
    FUZZ_CHECK(g->memory.held == 0 && g->otherMemory.held == 0);
    FUZZ_CHECK(g->lightMemory.held == 0 && g->mapMemory.held == 0);
    free(g->saved);
    free(g->before.at);
    free(g->after.at);
    free(g);
}

// ---- two games that must go alike

/// What the world came to by each call of a game with memory.
static struct {
    uint64_t all, physics;
    CaromError restored;
} courses[MOST_CALLS];

/// Returns a hash of all but contacts, events, and which projectiles are in sensors.
static uint64_t hashPhysics(const CaromWorld *world)
{
    CaromWorld bare = *world;
    uint64_t hash = CR_HASH_START;
    bare.flights.crossings = NULL;
    for (CaromPart part = CAROM_PART_CLOCK; part < CR_HASH_PARTS; part++) {
        uint32_t count = crHashCount(&bare, part);
        bool isTold = part == CAROM_PART_CONTACTS || part == CAROM_PART_EVENTS;
        for (uint32_t k = 0; k < count && !isTold; k++) {
            hash = crHashMix(hash, crHashOf(&bare, part, k));
        }
    }
    return hash;
}

/// Compares the game with short memory to the one with enough. Steps without memory may lose
/// reports, and say so. Edits without memory for the journal make saved states stale, and from then
/// on the games differ. All other results are the same.
static void follow(FuzzGame *g)
{
    int k = g->calls - 1;
    uint64_t all = caromWorldHash(g->world), physics = hashPhysics(g->world);
    if (g->way == FUZZ_NEVER) {
        courses[k].all = all;
        courses[k].physics = physics;
        courses[k].restored = g->restored;
    } else if (g->way == FUZZ_ALWAYS) {
        g->apart |= g->restored == CAROM_ERROR_STALE_STATE && courses[k].restored == CAROM_OK;
    }
    if (g->way == FUZZ_ALWAYS && !g->apart) {
        require(g, physics == courses[k].physics, "the same with and without memory");
        require(g, g->lost || all == courses[k].all, "also of contacts and sensors");
    }
}

static void play(const uint8_t *bytes, size_t size, FuzzWay way)
{
    FuzzGame *g = calloc(1, sizeof *g);
    FUZZ_CHECK(g != NULL);
    g->way = way;
    g->bytes.at = bytes;
    g->bytes.left = size;
    g->prediction = caromPrediction();
    CaromAllocator lights = fuzzAllocator(&g->lightMemory, &g->refusal);
    (void)fuzzAllocator(&g->mapMemory, &g->refusal);
    g->light = caromLightCreate(&lights);
    if (stepping == NULL) {
        fillCodes();
    }
    beginOther(g);
    beginPlayer(g);
    fuzzWorldBegin(g);
    beginBodies(g);
    while (g->bytes.left > 0 && g->calls++ < MOST_CALLS) {
        uint32_t code = nextCode(g);
        if (code >= CODES && code < SHORT) { // the next call finds memory short
            fuzzRefuseIn(g, 1 + (int)(code % 16));
        } else {
            const Entry *entry = code < CODES ? entryOf(code) : stepping;
            (way == FUZZ_ALWAYS ? callShort : callOne)(g, entry);
            follow(g);
        }
    }
    end(g);
}

int fuzzCalls(const uint8_t *bytes, size_t size)
{
    play(bytes, size, FUZZ_DRAWN);
    return 0;
}

/// A game in which every call finds memory short, at each of its requests in turn, has the
/// same course as a game with enough memory.
int fuzzRefusals(const uint8_t *bytes, size_t size)
{
    play(bytes, size, FUZZ_NEVER);
    play(bytes, size, FUZZ_ALWAYS);
    return 0;
}
