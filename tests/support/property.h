// SPDX-License-Identifier: MIT
// Laws that hold for every case that can be drawn. A case is drawn from a stream of choices, small
// whole numbers of which 0 is always the simplest; a seed names a stream. Where a law fails, the
// choices, not the case, are made fewer and smaller as long as it still fails: whatever can be
// drawn can be shrunk, and what is shrunk is a case that can be drawn. After MacIver and Donaldson,
// "Test-Case Reduction via Test-Case Generation: Insights from the Hypothesis Reducer" (2020):
// deletion of blocks, zeros, each choice as low as it will go, equal ones together, and sums handed
// on; simpler is what has fewer choices, and of as many the smaller first difference.
#ifndef CAROM_TESTS_PROPERTY_H
#define CAROM_TESTS_PROPERTY_H

#include "random.h"

#include <stdbool.h>
#include <stdio.h>

enum { DRAW_MOST = 2048, WHY_MOST = 400, TOLD_MOST = 2048 };

#if defined(__GNUC__)
#define PROPERTY_FORMAT(text, first) __attribute__((format(printf, text, first)))
#else
#define PROPERTY_FORMAT(text, first)
#endif

/// A stream of choices: random ones, or given ones, and zeros after their end.
typedef struct Draw {
    TestRandom random;
    const uint32_t *given; ///< null: random
    int givenCount;
    uint32_t choices[DRAW_MOST]; ///< as they were made; beyond DRAW_MOST all are 0
    int count;
    char why[WHY_MOST]; ///< the law did not hold
} Draw;

/// 0 .. most.
uint32_t drawChoice(Draw *draw, uint32_t most);
/// lo .. hi; simplest is what is nearest to 0, and of both signs the positive.
int drawInt(Draw *draw, int lo, int hi);
/// True once in `rarity` times.
bool drawRarely(Draw *draw, uint32_t rarity);
/// Whether there is one more of a list of at most `most` things. Call it before each thing, so that
/// one of them can be deleted with all of its choices.
bool drawMore(Draw *draw, int sofar, int most);
/// Says what differs; returns false, for a law to return.
bool drawFails(Draw *draw, const char *format, ...) PROPERTY_FORMAT(2, 3);

typedef struct Property {
    const char *name; ///< also of the file; may begin with a folder
    /// Draws a case and says whether the law holds of it. Must not assert: it is called again.
    bool (*holds)(Draw *draw, void *context);
    /// Writes the case; null: it has no form but its choices.
    void (*write)(Draw *draw, void *context, FILE *out);
    void *context;
} Property;

/// The simplest case that was found to fail.
typedef struct PropertyFailure {
    Draw draw;
    int tries;    ///< that shrinking it took
    bool settled; ///< nothing simpler fails, of what shrinking tries
} PropertyFailure;

/// Whether the law holds for a seed; if not, *failure is the simplest case.
bool propertyTry(const Property *property, uint64_t seed, PropertyFailure *failure);
/// Whether it holds for `count` seeds from `first` on. If not, the text says which seed, its
/// choices, what differs, and how to repeat it, and the case is in the file <name>-<seed>.case of
/// the working directory.
bool propertyRun(const Property *property, uint64_t first, uint64_t count, char *told, size_t size);
/// Asserts that; for the seed in CAROM_TEST_SEED alone where that is set.
void propertyCheck(const Property *property, uint64_t first, uint64_t count);

#endif
