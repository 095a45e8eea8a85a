// SPDX-License-Identifier: MIT
// Cases as text: what is written is read back to the bit, what can't be read is named; and a law
// that is known to fail leaves the smallest case behind, which answers as the law saw it.
#include "case_draw.h"

#include <string.h>

#include "../support/assertions.h"

enum { ROUNDS = 300 };

#define PATH CAROM_TEST_FOLDER "/test.case"
#define PLANTED CAROM_TEST_FOLDER "/planted-rays"

static bool readBack(const char *path, Case *scene, int *line, const char **error)
{
    FILE *in = fopen(path, "r");
    ck_assert_ptr_nonnull(in);
    bool read = caseRead(scene, in, line, error);
    fclose(in);
    return read;
}

static void answersOf(const Case *scene, CaseAnswers *answers)
{
    CaseWorld built;
    answers->count = 0;
    ck_assert(caseCreate(&built, scene));
    caseFill(&built, scene, NULL);
    caseQuery(&built, scene, answers);
    caseFly(&built, scene, answers);
    caseFree(&built);
}

TEST(what_is_written_is_read)
{
    static Case drawn, read;
    static CaseAnswers answers, again;
    static Draw draw;
    const char *error;
    for (int seed = 0; seed < ROUNDS; seed++) {
        draw.random = testRandomSeed((uint64_t)seed);
        draw.count = 0;
        caseDraw(&drawn, &draw, CASE_ASKS_QUERIES | CASE_FIRES | CASE_MOVES | CASE_SPINS);
        FILE *out = fopen(PATH, "w");
        ck_assert_ptr_nonnull(out);
        caseWrite(&drawn, out);
        fclose(out);
        int line = 0;
        ck_assert_msg(readBack(PATH, &read, &line, &error), "seed %d, line %d: %s", seed, line,
                      error);
        answersOf(&drawn, &answers);
        answersOf(&read, &again);
        ck_assert_msg(answers.count == again.count, "seed %d: %d answers, not %d", seed,
                      again.count, answers.count);
        for (int i = 0; i < answers.count; i++) {
            const CaseAnswer *a = &answers.list[i], *b = &again.list[i];
            ck_assert_msg(a->kind == b->kind && a->ask == b->ask && a->shape == b->shape &&
                              a->fraction == b->fraction && a->time == b->time &&
                              a->second.x == b->second.x && a->second.y == b->second.y,
                          "seed %d: answer %d differs", seed, i);
        }
    }
    remove(PATH);
}

static const struct {
    const char *text, *error;
    int line;
} refused[] = {
    {"circle 0 0\n", "this shape has another number of numbers", 1},
    {"# all is well\nrun 1 1\nray 0 0 1\n", "this query has another number of numbers", 3},
    {"ray 0 0 1 x\n", "this query has another number of numbers", 1},
    {"ray 0 0 1 1 sideways\n", "no word of a query or bullet", 1},
    {"ray 0 0 1 1 inside out\n", "inside ignore, hit or exit", 1},
    {"ray 0 0 1 1 round\n", "a number is missing", 1},
    {"ray 0 0 1 1 round x\n", "a number was expected, of at most 1e12", 1},
    {"ray 0 0 1e13 1\n", "a number was expected, of at most 1e12", 1},
    {"polygon 0 0 1 0 1\n", "points are pairs of numbers, and not so many", 1},
    {"polygon 0 0 1 0 / 1 1\n", "only a region has rings", 1},
    {"region 0 0 / 0 0 / 0 0 / 0 0 / 0 0\n", "too many rings", 1},
    {"polygon 0 0 1 0 1 1 shiny\n", "a shape's words are: round r, sensor, onesided", 1},
    {"tiles 2 2 1 0 0 1 1 1\n", "as many tiles as columns times rows, and not so many", 1},
    {"tiles 1 1 1 0 0 -1\n", "a tile is 0 .. 65535", 1},
    {"tiles 1 1\n", "tiles: columns rows size x y v v v …", 1},
    {"body 0 0 1 0 1\n", "body x y c s sx sy [vx vy w], and not so many", 1},
    {"gravity 1\n", "two numbers", 1},
    {"run 0 1\n", "run seconds steps", 1},
    {"run 1 0.5\n", "run seconds steps", 1},
    {"teapot 0 0\n", "no such thing", 1},
};

TEST_LOOP(what_cannot_be_read_is_named, (int)(sizeof refused / sizeof refused[0]))
{
    static Case scene;
    FILE *out = fopen(PATH, "w");
    ck_assert_ptr_nonnull(out);
    fputs(refused[_i].text, out);
    fclose(out);
    const char *error = NULL;
    int line = 0;
    ck_assert_msg(!readBack(PATH, &scene, &line, &error), "%s", refused[_i].text);
    ck_assert_str_eq(error, refused[_i].error);
    ck_assert_int_eq(line, refused[_i].line);
    remove(PATH);
}

TEST(a_second_case_follows)
{
    static Case scene;
    const char *error;
    int line = 0;
    FILE *file = fopen(PATH, "w");
    ck_assert_ptr_nonnull(file);
    fputs("circle 0 0 1\nalso\ncircle 0 0 2 # larger\ncircle 0 0 3", file);
    fclose(file);
    file = fopen(PATH, "r");
    ck_assert_ptr_nonnull(file);
    ck_assert(caseRead(&scene, file, &line, &error) && scene.shapeCount == 1 && line == 2);
    ck_assert(caseRead(&scene, file, &line, &error) && scene.shapeCount == 2 && line == 4);
    fclose(file);
    remove(PATH);
}

// ---- a law that fails

static Case planted;

static bool noRayLeaves(Draw *draw, void *context)
{
    static CaseAnswers answers;
    (void)context;
    caseDraw(&planted, draw, CASE_ASKS_QUERIES);
    answersOf(&planted, &answers);
    for (int i = 0; i < answers.count; i++) {
        if (planted.asks[answers.list[i].ask].kind == CASE_RAY && (answers.list[i].marks & 2)) {
            return drawFails(draw, "a ray leaves");
        }
    }
    return true;
}

static void writePlanted(Draw *draw, void *context, FILE *out)
{
    noRayLeaves(draw, context);
    caseWrite(&planted, out);
}

/// One box of the least size, and the shortest ray that gets out of it.
TEST(a_planted_law_leaves_the_smallest_case)
{
    char told[TOLD_MOST], text[TOLD_MOST], path[512];
    Property property = {PLANTED, noRayLeaves, writePlanted, NULL};
    ck_assert(!propertyRun(&property, 100, 50, told, sizeof told));
    const char *see = strstr(told, "see ");
    ck_assert_msg(see != NULL, "%s", told);
    snprintf(path, sizeof path, "%.*s", (int)strcspn(see + 4, ";"), see + 4);
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s", path);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    remove(path);
    ck_assert_msg(strstr(text, "\nrun 4 1\n"
                               "polygon -0.25 -0.25 0.25 -0.25 0.25 0.25 -0.25 0.25\n"
                               "ray 0 0 0 0.25 exits\n") != NULL,
                  "%s", text);
}
