// SPDX-License-Identifier: MIT
// carom_growth [word...]: runs all cases, or the cases with one of the words in their names, at
// three sizes. Prints a table; fails where work grows faster than a case allows.
#include "growth.h"

#include "counted.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define SIZES 3
#define MOST_COUNTS 5 // blocks, and four of growthAlso
#define FEW 1000      // fewer are no measure of growth

typedef struct Count {
    const char *what;
    int64_t work[SIZES];
} Count;

#define GROWTH_TOPIC(list) extern const GrowthCase list[];
#include "topics.h"
#undef GROWTH_TOPIC

#define GROWTH_TOPIC(list) list,
static const GrowthCase *const topics[] = {
#include "topics.h"
};
#undef GROWTH_TOPIC

static Count counts[MOST_COUNTS];
static int countCount, size;
static uint64_t began;
static const char *wrong;

void growthBegin(void)
{
    began = growthBlocks;
}

void growthEnd(void)
{
    counts[0].work[size] += (int64_t)(growthBlocks - began);
}

uint64_t growthWork(void)
{
    return growthBlocks;
}

void growthAlso(const char *what, int64_t count)
{
    int k = 1;
    while (k < countCount && strcmp(counts[k].what, what) != 0) {
        ++k;
    }
    if (k == MOST_COUNTS) {
        wrong = "more than four further counts";
        return;
    }
    countCount = k < countCount ? countCount : k + 1;
    counts[k].what = what;
    counts[k].work[size] += count;
}

void growthExpect(bool condition, const char *what)
{
    if (!condition) {
        wrong = what;
    }
}

static bool isWithin(const Count *count, int k, double most)
{
    return count->work[k + 1] <= FEW || (double)count->work[k + 1] <= most * (double)count->work[k];
}

static double ratio(const Count *count, int k)
{
    return count->work[k] > 0 ? (double)count->work[k + 1] / (double)count->work[k] : 0.0;
}

static bool printCount(const GrowthCase *one, const Count *count, const char *name)
{
    bool within = isWithin(count, 0, one->most) && isWithin(count, 1, one->most);
    printf("%-44s %8d %13lld %13lld %13lld  %5.2f %5.2f  %4.2f%s\n", name, one->n,
           (long long)count->work[0], (long long)count->work[1], (long long)count->work[2],
           ratio(count, 0), ratio(count, 1), one->most, within ? "" : "  TOO MUCH");
    return within;
}

static bool passes(const GrowthCase *one)
{
    memset(counts, 0, sizeof counts);
    counts[0].what = "";
    countCount = 1;
    wrong = NULL;
    for (size = 0; size < SIZES; ++size) {
        one->run(one->n << size);
    }
    bool passed = printCount(one, &counts[0], one->name);
    for (int k = 1; k < countCount; ++k) {
        char name[64];
        snprintf(name, sizeof name, "  %s", counts[k].what);
        passed &= printCount(one, &counts[k], name);
    }
    if (counts[0].work[0] == 0) {
        wrong = "nothing was counted";
    }
    if (wrong) {
        printf("  WRONG: %s\n", wrong);
    }
    fflush(stdout);
    return passed && !wrong;
}

static bool isAsked(const char *name, char **words, int wordCount)
{
    for (int i = 0; i < wordCount; ++i) {
        if (strstr(name, words[i])) {
            return true;
        }
    }
    return wordCount == 0;
}

int main(int argc, char **argv)
{
    int passed = 0, failed = 0;
    clock_t start = clock();
    printf("%-44s %8s %13s %13s %13s  %5s %5s  %4s\n", "blocks", "n", "at n", "at 2n", "at 4n",
           "2n/n", "4n/2n", "most");
    for (size_t t = 0; t < sizeof topics / sizeof topics[0]; ++t) {
        for (const GrowthCase *one = topics[t]; one->name; ++one) {
            if (isAsked(one->name, argv + 1, argc - 1)) {
                *(passes(one) ? &passed : &failed) += 1;
            }
        }
    }
    printf("%d passed, %d failed, %.1f s\n", passed, failed,
           (double)(clock() - start) / CLOCKS_PER_SEC);
    return failed > 0 || passed == 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
