// SPDX-License-Identifier: MIT
// Mistakes with lights and exposures.
#include "bad_input.h"

void bad_caromLightCreate(BadGame *g)
{
    (void)g;
    CaromLight *light = caromLightCreate(NULL);
    ck_assert_ptr_nonnull(light);
    caromLightDestroy(light);
}

void bad_caromLightDestroy(BadGame *g)
{
    (void)g;
    caromLightDestroy(NULL);
}

void bad_caromLightDef(BadGame *g)
{
    (void)g;
    CaromLightDef def = caromLightDef();
    ck_assert(def.position.x == 0.0 && def.position.y == 0.0 && def.range == CAROM_ENDLESS);
    ck_assert(def.direction == 0.0 && def.halfAngle == 3.14159265358979323846 &&
              def.tolerance == 0.01 && def.options.inside == CAROM_INSIDE_HIT);
}

/// A light with a fan in it, which no refused cast may change.
static CaromLight *litLight(BadGame *g, CaromLightDef *def)
{
    CaromLight *light = caromLightCreate(NULL);
    *def = caromLightDef();
    def->position = caromVec2(3.0, 5.0);
    ck_assert_ok(caromLightCast(light, g->world, def));
    ck_assert(caromLightArea(light) > 1.0);
    return light;
}

static void refuse(BadGame *g, CaromLight *light, const CaromLightDef *def, CaromError error,
                   int line)
{
    double area = caromLightArea(light);
    badBegin(g, "caromLightCast");
    badEndAsk(g, error, caromLightCast(light, g->world, def) == error, line);
    ck_assert(caromLightArea(light) == area);
}

void bad_caromLightCast(BadGame *g)
{
    CaromLightDef good, def;
    static const CaromLightDef zeroed;
    CaromLight *light = litLight(g, &good);
    BAD_NO_WORLD(caromLightCast(light, NULL, &good) == CAROM_ERROR_NULL);
    refuse(g, light, NULL, CAROM_ERROR_NULL, __LINE__);
    refuse(g, light, &zeroed, CAROM_ERROR_DEF, __LINE__);
    BAD_ASK(CAROM_ERROR_NULL, caromLightCast(NULL, g->world, &good) == CAROM_ERROR_NULL);
    double *fields[] = {&def.position.x, &def.position.y, &def.direction,
                        &def.range,      &def.halfAngle,  &def.tolerance};
    for (int f = 0; f < 6; f++) {
        for (int i = 0; i < BAD_NUMBERS; i++) {
            def = good;
            if (fields[f] == &def.range && !badIsNoRange(badNumbers[i].value)) {
                continue;
            }
            *fields[f] = badNumbers[i].value;
            refuse(g, light, &def, badNumbers[i].error, __LINE__);
        }
    }
    static const double ranges[] = {0.0, -1.0, 9e-7, -1e300}, halves[] = {-1e-9, 3.2, 7.0, -1.0};
    static const double tolerances[] = {0.0, -1.0, 2e12, -0.0};
    for (int i = 0; i < 4; i++) {
        def = good;
        def.range = ranges[i];
        refuse(g, light, &def, CAROM_ERROR_OUT_OF_RANGE, __LINE__);
        def = good;
        def.halfAngle = halves[i];
        refuse(g, light, &def, CAROM_ERROR_OUT_OF_RANGE, __LINE__);
        def = good;
        def.tolerance = tolerances[i];
        refuse(g, light, &def, CAROM_ERROR_OUT_OF_RANGE, __LINE__);
    }
    for (int i = 0; i < BAD_OPTIONS; i++) {
        BadOptions bad = badOptions(g, i);
        def = good;
        def.options = bad.options;
        refuse(g, light, &def, bad.error, __LINE__);
    }
    def = good;
    def.options.inside = CAROM_INSIDE_EXIT;
    refuse(g, light, &def, CAROM_ERROR_ENUM, __LINE__);
    ck_assert_ok(caromLightCast(light, g->world, &good)); // in callbacks, too
    caromLightDestroy(light);
}

void bad_caromLightPoints(BadGame *g)
{
    CaromLightDef def;
    CaromLight *light = litLight(g, &def);
    int count = 7;
    ck_assert(caromLightPoints(NULL, &count) == NULL && count == 0);
    ck_assert_ptr_nonnull(caromLightPoints(light, NULL));
    caromLightDestroy(light);
}

void bad_caromLightInside(BadGame *g)
{
    (void)g;
    ck_assert(caromLightInside(NULL).index == 0);
}

void bad_caromLightArea(BadGame *g)
{
    (void)g;
    ck_assert(caromLightArea(NULL) == 0.0);
}

static bool isRefused(CaromExposure exposure, CaromError error)
{
    return exposure.error == error && exposure.fraction == 0.0 && exposure.angle == 0.0 &&
           exposure.spans == 0;
}

#define REFUSE_SEGMENT(error, light, from, a, b, options, out, capacity)                           \
    BAD_ASK(error, isRefused(caromLightExposeSegment(light, g->world, from, a, b, options, out,    \
                                                     capacity),                                    \
                             error))

void bad_caromLightExposeSegment(BadGame *g)
{
    CaromLight *light = caromLightCreate(NULL);
    CaromVec2 v[3] = {{3.0, 5.0}, {6.0, 5.0}, {6.0, 7.0}};
    CaromSpan span;
    CaromQueryOptions options = caromQueryOptions(), exits = options;
    BAD_NO_WORLD(
        isRefused(caromLightExposeSegment(light, NULL, v[0], v[1], v[2], options, &span, 1),
                  CAROM_ERROR_NULL));
    REFUSE_SEGMENT(CAROM_ERROR_NULL, NULL, v[0], v[1], v[2], options, &span, 1);
    REFUSE_SEGMENT(CAROM_ERROR_NULL, light, v[0], v[1], v[2], options, NULL, 1);
    REFUSE_SEGMENT(CAROM_ERROR_COUNT, light, v[0], v[1], v[2], options, &span, -1);
    REFUSE_SEGMENT(CAROM_ERROR_SEGMENT_LENGTH, light, v[0], v[1], v[1], options, &span, 1);
    for (int i = 0; i < BAD_OPTIONS; i++) {
        BadOptions bad = badOptions(g, i);
        REFUSE_SEGMENT(bad.error, light, v[0], v[1], v[2], bad.options, &span, 1);
    }
    exits.inside = CAROM_INSIDE_EXIT;
    REFUSE_SEGMENT(CAROM_ERROR_ENUM, light, v[0], v[1], v[2], exits, &span, 1);
    for (int i = 0; i < 3 * BAD_NUMBERS; i++) {
        CaromVec2 w[3] = {v[0], v[1], v[2]};
        w[i % 3].x = badNumbers[i / 3].value;
        REFUSE_SEGMENT(badNumbers[i / 3].error, light, w[0], w[1], w[2], options, &span, 1);
    }
    CaromExposure all =
        caromLightExposeSegment(light, g->world, v[0], v[1], v[2], options, NULL, 0);
    ck_assert(all.error == CAROM_OK && all.fraction == 1.0 && all.spans == 1);
    caromLightDestroy(light);
}

#define REFUSE_DISC(error, light, from, center, radius, options)                                   \
    BAD_ASK(error, isRefused(caromLightExposeDisc(light, g->world, from, center, radius, options), \
                             error))

void bad_caromLightExposeDisc(BadGame *g)
{
    CaromLight *light = caromLightCreate(NULL);
    CaromVec2 from = {3.0, 5.0}, center = {6.0, 5.0};
    CaromQueryOptions options = caromQueryOptions(), exits = options;
    BAD_NO_WORLD(
        isRefused(caromLightExposeDisc(light, NULL, from, center, 1.0, options), CAROM_ERROR_NULL));
    REFUSE_DISC(CAROM_ERROR_NULL, NULL, from, center, 1.0, options);
    exits.inside = CAROM_INSIDE_EXIT;
    REFUSE_DISC(CAROM_ERROR_ENUM, light, from, center, 1.0, exits);
    for (int i = 0; i < BAD_OPTIONS; i++) {
        BadOptions bad = badOptions(g, i);
        REFUSE_DISC(bad.error, light, from, center, 1.0, bad.options);
    }
    REFUSE_DISC(CAROM_ERROR_OUT_OF_RANGE, light, from, center, 0.0, options);
    REFUSE_DISC(CAROM_ERROR_OUT_OF_RANGE, light, from, center, 2e6, options);
    for (int i = 0; i < BAD_NUMBERS; i++) {
        CaromVec2 wrong = {badNumbers[i].value, 5.0};
        REFUSE_DISC(badNumbers[i].error, light, wrong, center, 1.0, options);
        REFUSE_DISC(badNumbers[i].error, light, from, wrong, 1.0, options);
        REFUSE_DISC(badNumbers[i].error, light, from, center, badNumbers[i].value, options);
    }
    CaromExposure all = caromLightExposeDisc(light, g->world, from, center, 1.0, options);
    ck_assert(all.error == CAROM_OK && all.fraction == 1.0);
    caromLightDestroy(light);
}
