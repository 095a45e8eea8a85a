// SPDX-License-Identifier: MIT
#include "property.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "assertions.h"

#define TRIES_MOST 20000 // some seconds at the most
#define SHORT_BLOCK 24   // up to here blocks of every length are tried, beyond it powers of two
#define GIVES_ON 4       // choices farther on

// ---- choices

static uint32_t nextChoice(Draw *draw, uint32_t most)
{
    if (draw->given == NULL) {
        uint64_t range = (uint64_t)most + 1;
        return (uint32_t)((testRandomU32(&draw->random) * range) >> 32);
    }
    uint32_t choice = draw->count < draw->givenCount ? draw->given[draw->count] : 0;
    return choice < most ? choice : most;
}

uint32_t drawChoice(Draw *draw, uint32_t most)
{
    if (draw->count == DRAW_MOST) {
        return 0;
    }
    uint32_t choice = nextChoice(draw, most);
    draw->choices[draw->count++] = choice;
    return choice;
}

int drawInt(Draw *draw, int lo, int hi)
{
    int64_t choice = drawChoice(draw, (uint32_t)((int64_t)hi - lo));
    if (lo >= 0) {
        return (int)(lo + choice);
    }
    if (hi <= 0) {
        return (int)(hi - choice);
    }
    int64_t both = -(int64_t)lo < hi ? -(int64_t)lo : hi; // up to here 0, 1, −1, 2, −2, …
    if (choice <= 2 * both) {
        return (int)(choice % 2 ? (choice + 1) / 2 : -choice / 2);
    }
    return (int)(hi > both ? choice - both : both - choice);
}

bool drawRarely(Draw *draw, uint32_t rarity)
{
    return drawChoice(draw, rarity - 1) == rarity - 1;
}

bool drawMore(Draw *draw, int sofar, int most)
{
    return sofar < most && drawChoice(draw, (uint32_t)most) > 0;
}

bool drawFails(Draw *draw, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(draw->why, sizeof draw->why, format, arguments);
    va_end(arguments);
    return false;
}

// ---- shrinking

typedef struct Shrinker {
    const Property *property;
    PropertyFailure *best;
    Draw tried;
    uint32_t candidate[DRAW_MOST];
} Shrinker;

static bool isSimpler(const Draw *a, const Draw *b)
{
    if (a->count != b->count) {
        return a->count < b->count;
    }
    for (int i = 0; i < a->count; i++) {
        if (a->choices[i] != b->choices[i]) {
            return a->choices[i] < b->choices[i];
        }
    }
    return false;
}

static bool holdsFor(const Property *property, Draw *draw)
{
    draw->count = 0;
    draw->why[0] = '\0';
    return property->holds(draw, property->context);
}

/// Whether the candidate's first `count` choices fail and are simpler; then they are the best.
static bool attempt(Shrinker *shrinker, int count)
{
    if (shrinker->best->tries >= TRIES_MOST) {
        return false;
    }
    shrinker->best->tries++;
    shrinker->tried.given = shrinker->candidate;
    shrinker->tried.givenCount = count;
    if (holdsFor(shrinker->property, &shrinker->tried) ||
        !isSimpler(&shrinker->tried, &shrinker->best->draw)) {
        return false;
    }
    shrinker->best->draw = shrinker->tried;
    return true;
}

static void copyBest(Shrinker *shrinker)
{
    const Draw *best = &shrinker->best->draw;
    memcpy(shrinker->candidate, best->choices, (size_t)best->count * sizeof best->choices[0]);
}

static bool withoutBlock(Shrinker *shrinker, int at, int length)
{
    const Draw *best = &shrinker->best->draw;
    copyBest(shrinker);
    memmove(shrinker->candidate + at, shrinker->candidate + at + length,
            (size_t)(best->count - at - length) * sizeof shrinker->candidate[0]);
    return attempt(shrinker, best->count - length);
}

static bool zeroBlock(Shrinker *shrinker, int at, int length)
{
    copyBest(shrinker);
    memset(shrinker->candidate + at, 0, (size_t)length * sizeof shrinker->candidate[0]);
    return attempt(shrinker, shrinker->best->draw.count);
}

/// Every block of a length, from the end on, since what comes later depends on what came before.
static bool blocksOf(Shrinker *shrinker, int length,
                     bool (*change)(Shrinker *shrinker, int at, int length))
{
    bool any = false;
    for (int at = shrinker->best->draw.count - length; at >= 0; at--) {
        if (at + length > shrinker->best->draw.count) {
            at = shrinker->best->draw.count - length + 1; // it has become shorter by more than this
            continue;
        }
        any = change(shrinker, at, length) || any;
    }
    return any;
}

static bool allBlocks(Shrinker *shrinker, bool (*change)(Shrinker *shrinker, int at, int length))
{
    bool any = false;
    for (int length = DRAW_MOST; length > SHORT_BLOCK; length /= 2) {
        any = blocksOf(shrinker, length, change) || any;
    }
    for (int length = SHORT_BLOCK; length > 0; length--) {
        any = blocksOf(shrinker, length, change) || any;
    }
    return any;
}

static bool setChoice(Shrinker *shrinker, int at, uint32_t value)
{
    copyBest(shrinker);
    shrinker->candidate[at] = value;
    return attempt(shrinker, shrinker->best->draw.count);
}

/// Down by halving the rest, then by one: of a law that fails from some value on, to that value.
static bool lower(Shrinker *shrinker, int at)
{
    const Draw *best = &shrinker->best->draw;
    uint32_t holds = 0; // a value at which the law is known to hold, or a failure to be no simpler
    bool any = false;
    while (at < best->count && best->choices[at] > holds + 1) {
        uint32_t middle = holds + (best->choices[at] - holds) / 2;
        if (setChoice(shrinker, at, middle)) {
            any = true;
        } else {
            holds = middle;
        }
    }
    while (at < best->count && best->choices[at] > 0 &&
           setChoice(shrinker, at, best->choices[at] - 1)) {
        any = true;
    }
    return any;
}

/// All choices of a value at once: what fails since two are equal still does.
static bool lowerTogether(Shrinker *shrinker, uint32_t value, uint32_t to)
{
    copyBest(shrinker);
    for (int i = 0; i < shrinker->best->draw.count; i++) {
        if (shrinker->candidate[i] == value) {
            shrinker->candidate[i] = to;
        }
    }
    return attempt(shrinker, shrinker->best->draw.count);
}

static bool lowerEqual(Shrinker *shrinker)
{
    const Draw *best = &shrinker->best->draw;
    bool any = false;
    for (int at = 0; at < best->count; at++) {
        uint32_t value = best->choices[at];
        if (value > 0) {
            any = lowerTogether(shrinker, value, 0) || lowerTogether(shrinker, value, value / 2) ||
                  lowerTogether(shrinker, value, value - 1) || any;
        }
    }
    return any;
}

/// What one choice gives away another one gets: so sums stay, and what is 0 can be deleted.
static bool give(Shrinker *shrinker, int from, int to)
{
    const Draw *best = &shrinker->best->draw;
    uint32_t amount = best->choices[from];
    bool any = false;
    while (amount > 0 && to < best->count) {
        if (amount > best->choices[from]) {
            amount = best->choices[from];
            continue;
        }
        copyBest(shrinker);
        shrinker->candidate[from] -= amount;
        shrinker->candidate[to] += amount;
        if (attempt(shrinker, best->count)) {
            any = true;
        } else {
            amount /= 2;
        }
    }
    return any;
}

static bool giveOn(Shrinker *shrinker)
{
    bool any = false;
    for (int distance = 1; distance <= GIVES_ON; distance++) {
        for (int at = 0; at + distance < shrinker->best->draw.count; at++) {
            any = give(shrinker, at, at + distance) || any;
        }
    }
    return any;
}

static void shrink(const Property *property, PropertyFailure *failure)
{
    static Shrinker shrinker;
    shrinker.property = property;
    shrinker.best = failure;
    bool any = true;
    while (any && failure->tries < TRIES_MOST) {
        any = allBlocks(&shrinker, withoutBlock);
        any = allBlocks(&shrinker, zeroBlock) || any;
        for (int at = 0; at < failure->draw.count; at++) {
            any = lower(&shrinker, at) || any;
        }
        any = lowerEqual(&shrinker) || any;
        any = giveOn(&shrinker) || any;
    }
    failure->settled = !any && failure->tries < TRIES_MOST;
}

bool propertyTry(const Property *property, uint64_t seed, PropertyFailure *failure)
{
    Draw *draw = &failure->draw;
    draw->given = NULL;
    draw->random = testRandomSeed(seed);
    failure->tries = 0;
    failure->settled = false;
    if (holdsFor(property, draw)) {
        return true;
    }
    shrink(property, failure);
    return false;
}

// ---- telling

static void writeCase(const Property *property, uint64_t seed, PropertyFailure *failure,
                      const char *path)
{
    static Draw again;
    FILE *out = fopen(path, "w");
    if (out == NULL) {
        return;
    }
    fprintf(out, "# %s, seed %llu: %s\n# choices:", property->name, (unsigned long long)seed,
            failure->draw.why);
    for (int i = 0; i < failure->draw.count; i++) {
        fprintf(out, " %lu", (unsigned long)failure->draw.choices[i]);
    }
    fprintf(out, "\n");
    again.given = failure->draw.choices;
    again.givenCount = failure->draw.count;
    again.count = 0;
    if (property->write != NULL) {
        property->write(&again, property->context, out);
    }
    fclose(out);
}

bool propertyRun(const Property *property, uint64_t first, uint64_t count, char *told, size_t size)
{
    static PropertyFailure failure;
    for (uint64_t seed = first; seed < first + count; seed++) {
        if (!propertyTry(property, seed, &failure)) {
            char path[512];
            snprintf(path, sizeof path, "%s-%llu.case", property->name, (unsigned long long)seed);
            writeCase(property, seed, &failure, path);
            snprintf(told, size,
                     "%s, seed %llu: %s; shrunk to %d choices in %d tries, see %s; again: "
                     "CAROM_TEST_SEED=%llu",
                     property->name, (unsigned long long)seed, failure.draw.why, failure.draw.count,
                     failure.tries, path, (unsigned long long)seed);
            return false;
        }
    }
    return true;
}

void propertyCheck(const Property *property, uint64_t first, uint64_t count)
{
    char told[TOLD_MOST];
    const char *wanted = getenv("CAROM_TEST_SEED");
    if (wanted != NULL) {
        first = strtoull(wanted, NULL, 0);
        count = 1;
    }
    ck_assert_msg(propertyRun(property, first, count, told, sizeof told), "%s", told);
}
