// SPDX-License-Identifier: MIT
// Casts against a cast at each shape by itself: random scenes and awkward ones, rays and circles.
#include "cast_check.h"

enum { CASTS = 500, SEEDS = 60 }; // of each kind of scene: 150,000 casts

static CaromQueryOptions anyOptions(const Scene *scene, TestRandom *random)
{
    CaromQueryOptions options = caromQueryOptions();
    options.inside = testRandomInt(random, 0, 1) ? CAROM_INSIDE_HIT : CAROM_INSIDE_IGNORE;
    if (testRandomInt(random, 0, 2) == 0) {
        options.filter.category = (uint64_t)testRandomInt(random, 0, 7);
        options.filter.mask = (uint64_t)testRandomInt(random, 0, 7);
        options.filter.group = testRandomInt(random, -2, 2);
    }
    if (testRandomInt(random, 0, 3) == 0) {
        options.ignoreBody = scene->shapes[testRandomInt(random, 0, scene->count - 1)].body;
    }
    return options;
}

/// What starts inside and ignores it may come in again: that has tests of its own.
static bool mayReenter(const Scene *scene, const Ray *ray, const CaromQueryOptions *options)
{
    for (int i = 0; i < scene->count && options->inside == CAROM_INSIDE_IGNORE; i++) {
        SceneView view = sceneView(scene, i);
        if (view.geometry.count > 2 && sceneSees(scene, i, options) &&
            sceneGap(&view, ray->origin, ray->radius) < 0.0) {
            return true;
        }
    }
    return false;
}

static void checkScene(int seed)
{
    SceneKind kind = (SceneKind)(seed % SCENE_KIND_COUNT);
    TestRandom random = testRandomSeed((uint64_t)seed);
    Scene *scene = sceneMake(&random, kind);
    double time = 0.0;
    for (int number = 0; number < CASTS; number++) {
        if (kind == SCENE_MOVING && number % 100 == 50) {
            caromWorldStepTo(scene->world, time += 0.13);
        }
        Ray ray = anyRay(scene, &random);
        CaromQueryOptions options = anyOptions(scene, &random);
        if (mayReenter(scene, &ray, &options)) {
            options.inside = CAROM_INSIDE_HIT;
        }
        checkCast(scene, &ray, &options, number, seed);
    }
    ck_assert(caromWorldValidate(scene->world));
    sceneFree(scene);
}

TEST_LOOP(scenes_of_each_kind, SEEDS *SCENE_KIND_COUNT)
{
    checkScene(_i);
}
