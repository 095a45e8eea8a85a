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
    {"polygon 0 0 1 0 1 1 shiny\n",
     "a shape's words are: round r, sensor, onesided, density d, friction f, restitution e", 1},
    {"circle 0 0 1 density\n", "a number is missing", 1},
    {"box 0 0 1\n", "box x y hx hy", 1},
    {"body 0 0 falling\n", "a body's words are: dynamic, turned degrees, moving vx vy, spin w", 1},
    {"body 0 0 moving 1\n", "a number is missing", 1},
    {"copies 1\n", "copies x y x y …", 1},
    {"tiles 2 2 1 0 0 1 1 1\n", "as many tiles as columns times rows, and not so many", 1},
    {"tiles 1 1 1 0 0 -1\n", "a tile is 0 .. 65535", 1},
    {"tiles 1 1\n", "tiles: columns rows size x y v v v …", 1},
    {"body 0 0 1 0 1\n", "body x y [c s sx sy [vx vy w]], and not so many", 1},
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

// ---- bodies that fall

static uint64_t hashAfterSecond(const Case *scene)
{
    CaseWorld built;
    ck_assert(caseCreate(&built, scene));
    caseFill(&built, scene, NULL);
    caseFire(&built, scene);
    ck_assert_msg(built.refusedLine == 0, "line %d: %s", built.refusedLine, built.refused);
    caromWorldStepTo(built.world, 1.0);
    uint64_t hash = caromWorldHash(built.world);
    caseFree(&built);
    return hash;
}

/// Short forms and long ones: turned by quarters, so that both have the same bits.
TEST(dynamic_bodies_are_written_and_read)
{
    static Case shortly, longly, again;
    const char *error,
        *texts[] = {
            "gravity 0 -10\nbox 0 0 9 0.5\nbody -1 1 dynamic\nbox 0 0 0.5 0.25 density 2\n"
            "copies 1 1 3 4\nbody 0 5 dynamic turned 0 moving 1 0 spin 2\ncircle 0 0 0.5 friction "
            "0.5 "
            "restitution 0.25\nbullet -3 3 4 0 mass 0.5 wait 0.125 fuse 0.75 blast 2 impulse 3\n",
            "gravity 0 -10\npolygon -9 -0.5 9 -0.5 9 0.5 -9 0.5\nbody -1 1 1 0 1 1 dynamic\n"
            "polygon -0.5 -0.25 0.5 -0.25 0.5 0.25 -0.5 0.25 density 2\nbody 1 1 1 0 1 1 dynamic\n"
            "polygon -0.5 -0.25 0.5 -0.25 0.5 0.25 -0.5 0.25 density 2\nbody 3 4 1 0 1 1 dynamic\n"
            "polygon -0.5 -0.25 0.5 -0.25 0.5 0.25 -0.5 0.25 density 2\n"
            "body 0 5 1 0 1 1 1 0 2 dynamic\ncircle 0 0 0.5 friction 0.5 restitution 0.25\n"
            "bullet -3 3 4 0 mass 0.5 wait 0.125 fuse 0.75 blast 2 impulse 3"};
    int lines[3] = {0, 0, 0};
    ck_assert(caseReadText(&shortly, texts[0], &lines[0], &error) && lines[0] == 8);
    ck_assert(caseReadText(&longly, texts[1], &lines[1], &error) && lines[1] == 11);
    FILE *out = fopen(PATH, "w");
    ck_assert_ptr_nonnull(out);
    caseWrite(&shortly, out);
    fclose(out);
    ck_assert(readBack(PATH, &again, &lines[2], &error));
    remove(PATH);
    ck_assert_int_eq(again.bodyCount, 5);
    ck_assert(hashAfterSecond(&shortly) == hashAfterSecond(&longly));
    ck_assert(hashAfterSecond(&shortly) == hashAfterSecond(&again));
    // Copies fall: the world has four dynamic bodies.
    CaseWorld built;
    ck_assert(caseCreate(&built, &shortly));
    caseFill(&built, &shortly, NULL);
    ck_assert_int_eq(caromWorldPoses(built.world, NULL, 0), 4);
    caseFree(&built);
}

/// What the world refuses is named by its line.
TEST(a_refused_shape_has_a_line)
{
    static Case scene;
    CaseWorld built;
    const char *error;
    int line = 0;
    ck_assert(caseReadText(&scene, "# a bow tie\ncircle 5 5 1\npolygon 0 0 1 1 1 0 0 1\n", &line,
                           &error));
    ck_assert(caseCreate(&built, &scene));
    caseFill(&built, &scene, NULL);
    ck_assert_int_eq(built.refusedLine, 3);
    ck_assert(built.refused[0] != '\0' && built.shapes[1].index == 0);
    caseFree(&built);
}

TEST(too_much_is_refused)
{
    static Case scene;
    static char text[4 * CASE_BODIES * 8];
    const char *error = NULL;
    int line = 0;
    strcpy(text, "body 0 0\ncircle 0 0 1\ncopies");
    for (int i = 0; i < CASE_BODIES; i++)
        strcat(text, " 1");
    ck_assert(caseReadText(&scene, text, &line, &error) && scene.bodyCount == 2 + CASE_BODIES / 2);
    strcat(text, "\ncopies");
    for (int i = 0; i < CASE_BODIES; i++)
        strcat(text, " 1");
    line = 0;
    ck_assert(!caseReadText(&scene, text, &line, &error) && line == 4);
    ck_assert_str_eq(error, "too many bodies or shapes");
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
