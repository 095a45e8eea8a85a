// SPDX-License-Identifier: MIT
// The harness of laws, by laws that are known to fail, and from where on.
#include "../support/property.h"

#include <string.h>

#include "../support/assertions.h"

enum { LIST_MOST = 40, SEEDS = 100 };

typedef struct List {
    int values[LIST_MOST];
    int count;
} List;

static List drawList(Draw *draw, int lo, int hi)
{
    List list = {.count = 0};
    while (drawMore(draw, list.count, LIST_MOST)) {
        list.values[list.count++] = drawInt(draw, lo, hi);
    }
    return list;
}

/// Shrinks for many seeds and says that the choices of each are these.
static void expect(const Property *property, const uint32_t *choices, int count, int failuresLeast)
{
    static PropertyFailure failure;
    int failures = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        if (propertyTry(property, seed, &failure)) {
            continue;
        }
        failures++;
        ck_assert_msg(failure.settled, "%s, seed %d: not settled after %d tries", property->name,
                      (int)seed, failure.tries);
        ck_assert_msg(failure.draw.count == count, "%s, seed %d: %d choices", property->name,
                      (int)seed, failure.draw.count);
        for (int i = 0; i < count; i++) {
            ck_assert_msg(failure.draw.choices[i] == choices[i], "%s, seed %d: choice %d is %d",
                          property->name, (int)seed, i, (int)failure.draw.choices[i]);
        }
        ck_assert(failure.draw.why[0] != '\0');
    }
    ck_assert_msg(failures >= failuresLeast, "%s: %d failures", property->name, failures);
}

static bool noneIsLarge(Draw *draw, void *context)
{
    List list = drawList(draw, 0, 1000000);
    for (int i = 0; i < list.count; i++) {
        if (list.values[i] >= *(int *)context) {
            return drawFails(draw, "%d is large", list.values[i]);
        }
    }
    return true;
}

/// One number, the least: whatever stood before and after it is gone.
TEST(shrinks_to_one_number)
{
    int large = 123457;
    const uint32_t least[] = {1, 123457, 0};
    Property property = {"large", noneIsLarge, NULL, &large};
    expect(&property, least, 3, SEEDS / 2);
}

static bool noneIsTwice(Draw *draw, void *context)
{
    (void)context;
    List list = drawList(draw, -20, 20);
    for (int i = 1; i < list.count; i++) {
        for (int k = 0; k < i; k++) {
            if (list.values[i] == list.values[k]) {
                return drawFails(draw, "%d is there twice", list.values[i]);
            }
        }
    }
    return true;
}

TEST(shrinks_to_two_zeros)
{
    const uint32_t least[] = {1, 0, 1, 0, 0};
    Property property = {"twice", noneIsTwice, NULL, NULL};
    expect(&property, least, 5, SEEDS / 2);
}

static bool sumIsSmall(Draw *draw, void *context)
{
    (void)context;
    List list = drawList(draw, 0, 50);
    int sum = 0;
    for (int i = 0; i < list.count; i++) {
        sum += list.values[i];
    }
    return sum < 150 || drawFails(draw, "the sum is %d", sum);
}

/// Three at the least, and each as large as it can be.
TEST(shrinks_what_depends_on_all)
{
    const uint32_t least[] = {1, 50, 1, 50, 1, 50, 0};
    Property property = {"sum", sumIsSmall, NULL, NULL};
    expect(&property, least, 7, SEEDS / 2);
}

/// What follows a choice depends on it: the kind says how many numbers come.
static bool noThirdKind(Draw *draw, void *context)
{
    (void)context;
    while (drawMore(draw, draw->count, 300)) {
        uint32_t kind = drawChoice(draw, 5);
        int sum = 0;
        for (uint32_t i = 0; i < kind; i++) {
            sum += drawInt(draw, 0, 9);
        }
        if (kind == 3 && sum > 1) {
            return drawFails(draw, "a third kind of %d", sum);
        }
    }
    return true;
}

TEST(shrinks_through_changing_structure)
{
    const uint32_t least[] = {1, 3, 0, 0, 2};
    Property property = {"kind", noThirdKind, NULL, NULL};
    expect(&property, least, 5, SEEDS / 2);
}

static bool endless(Draw *draw, void *context)
{
    (void)context;
    uint32_t all = 0;
    for (int i = 0; i < 2 * DRAW_MOST; i++) {
        all |= drawChoice(draw, 1000);
    }
    return drawFails(draw, "always, %d", (int)all);
}

/// No more than the stream holds, and no more tries than allowed.
TEST(ends_where_there_is_no_end)
{
    static PropertyFailure failure;
    Property property = {"endless", endless, NULL, NULL};
    ck_assert(!propertyTry(&property, 1, &failure));
    ck_assert_int_eq(failure.draw.count, DRAW_MOST);
    ck_assert_int_le(failure.tries, 20000);
}

TEST(numbers_are_all_there_and_the_simplest_first)
{
    static Draw draw;
    static const struct {
        int lo, hi, first[5];
    } ranges[] = {{-2, 2, {0, 1, -1, 2, -2}},     {-1, 3, {0, 1, -1, 2, 3}},
                  {-3, 1, {0, 1, -1, -2, -3}},    {3, 7, {3, 4, 5, 6, 7}},
                  {-7, -3, {-3, -4, -5, -6, -7}}, {0, 4, {0, 1, 2, 3, 4}}};
    for (size_t r = 0; r < sizeof ranges / sizeof ranges[0]; r++) {
        for (uint32_t choice = 0; choice < 5; choice++) {
            draw.given = &choice;
            draw.givenCount = 1;
            draw.count = 0;
            ck_assert_int_eq(drawInt(&draw, ranges[r].lo, ranges[r].hi), ranges[r].first[choice]);
        }
    }
    uint32_t high = UINT32_MAX;
    draw.given = &high;
    draw.count = 0;
    ck_assert_int_eq(drawInt(&draw, INT32_MIN, INT32_MAX), INT32_MIN);
    draw.count = 0;
    ck_assert_int_eq((int)drawChoice(&draw, 7), 7); // what is too large is the largest
    ck_assert_int_eq((int)drawChoice(&draw, 7), 0); // what is not given is 0
}

TEST(a_seed_is_a_case)
{
    static PropertyFailure a, b;
    int large = 999000;
    Property property = {"large", noneIsLarge, NULL, &large};
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        bool holds = propertyTry(&property, seed, &a);
        ck_assert(propertyTry(&property, seed, &b) == holds);
        ck_assert_int_eq(a.draw.count, b.draw.count);
        ck_assert(memcmp(a.draw.choices, b.draw.choices,
                         (size_t)a.draw.count * sizeof a.draw.choices[0]) == 0);
    }
}

static void writeList(Draw *draw, void *context, FILE *out)
{
    (void)context;
    List list = drawList(draw, 0, 1000000);
    for (int i = 0; i < list.count; i++) {
        fprintf(out, "number %d\n", list.values[i]);
    }
}

#define PLANTED CAROM_TEST_FOLDER "/planted"

TEST(a_failure_tells_its_seed_and_writes_its_case)
{
    int large = 5;
    char told[TOLD_MOST], text[TOLD_MOST];
    Property property = {PLANTED, noneIsLarge, writeList, &large};
    ck_assert(!propertyRun(&property, 7, 3, told, sizeof told));
    ck_assert_msg(strstr(told, "planted, seed 7: 5 is large") && strstr(told, "planted-7.case") &&
                      strstr(told, "CAROM_TEST_SEED=7"),
                  "%s", told);
    FILE *file = fopen(PLANTED "-7.case", "r");
    ck_assert_ptr_nonnull(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    remove(PLANTED "-7.case");
    ck_assert_str_eq(text, "# " PLANTED ", seed 7: 5 is large\n# choices: 1 5 0\nnumber 5\n");
}
