// SPDX-License-Identifier: MIT
// Overlaps of points, boxes and circles against a look at each shape, by the pure functions.
#include "../../../shapes/touch.h"
#include "../../support/builder.h"
#include "../../support/scene.h"

#include <math.h>
#include <string.h>

enum { ASKED = 400, SEEDS = 40 };

typedef enum What { POINT, BOX, CIRCLE } What;

typedef struct Probe {
    What what;
    CaromBox box; ///< min is the point or centre
    double radius;
} Probe;

// ---- the oracle

static bool discTouches(const SceneView *view, CaromVec2 p, double radius)
{
    const CaromGeometry *g = &view->geometry;
    if (g->type == CAROM_SHAPE_CIRCLE) {
        return caromPointInCircle(p, g->points[0], g->radius + radius);
    }
    if (g->type == CAROM_SHAPE_POLYGON && caromPointInPolygon(p, g->points, g->count)) {
        return true;
    }
    for (int e = 0; e < view->edgeCount; e++) {
        CrEdge edge = sceneEdge(view, e, 0.0);
        bool on = caromOrientation(edge.a, edge.b, p) == 0 && crSegmentsTouch(p, p, edge.a, edge.b);
        double reach = g->radius + radius;
        if (on || (reach > 0.0 && caromNearestOnSegment(p, edge.a, edge.b).distance <= reach)) {
            return true;
        }
    }
    return false;
}

/// Whether two segments that don't touch are as near as this: at an end of one of them.
static bool comesNear(CaromVec2 a, CaromVec2 b, CaromVec2 c, CaromVec2 d, double reach)
{
    return caromNearestOnSegment(a, c, d).distance <= reach ||
           caromNearestOnSegment(b, c, d).distance <= reach ||
           caromNearestOnSegment(c, a, b).distance <= reach ||
           caromNearestOnSegment(d, a, b).distance <= reach;
}

static bool boxTouches(const SceneView *view, CaromBox box)
{
    const CaromGeometry *g = &view->geometry;
    if (g->type == CAROM_SHAPE_CIRCLE) { // its centre within reach of the box
        CaromVec2 c = g->points[0], q = c;
        q.x = q.x < box.min.x ? box.min.x : q.x > box.max.x ? box.max.x : q.x;
        q.y = q.y < box.min.y ? box.min.y : q.y > box.max.y ? box.max.y : q.y;
        return caromPointInCircle(q, c, g->radius);
    }
    CaromVec2 p[4] = {box.min, {box.max.x, box.min.y}, box.max, {box.min.x, box.max.y}};
    for (int i = 0; i < g->count; i++) {
        if (caromBoxContains(box, g->points[i])) {
            return true;
        }
    }
    for (int e = 0; e < view->edgeCount; e++) {
        CrEdge edge = sceneEdge(view, e, 0.0);
        for (int i = 0; i < 4; i++) {
            if (crSegmentsTouch(p[i], p[(i + 1) % 4], edge.a, edge.b)) {
                return true;
            }
            if (g->radius > 0.0 && comesNear(edge.a, edge.b, p[i], p[(i + 1) % 4], g->radius)) {
                return true;
            }
        }
    }
    return g->type == CAROM_SHAPE_POLYGON && caromPointInPolygon(box.min, g->points, g->count);
}

static bool touches(const SceneView *view, const Probe *probe)
{
    CaromVec2 offset = view->placement.position; // none of the bodies here turns
    CaromBox box = {caromVec2Sub(probe->box.min, offset), caromVec2Sub(probe->box.max, offset)};
    return probe->what == BOX ? boxTouches(view, box) : discTouches(view, box.min, probe->radius);
}

// ---- the question

static int ask(const Scene *scene, const Probe *probe, CaromQueryOptions options, CaromShapeId *out,
               int capacity)
{
    if (probe->what == POINT) {
        return caromWorldOverlapPoint(scene->world, probe->box.min, options, out, capacity);
    }
    if (probe->what == BOX) {
        return caromWorldOverlapBox(scene->world, probe->box, options, out, capacity);
    }
    return caromWorldOverlapCircle(scene->world, probe->box.min, probe->radius, options, out,
                                   capacity);
}

static Probe anyProbe(const Scene *scene, TestRandom *random)
{
    CaromVec2 a = sceneAwkwardPoint(scene, random), b = sceneAwkwardPoint(scene, random);
    Probe probe = {(What)testRandomInt(random, 0, 2), {a, a}, 0.0};
    if (probe.what == BOX) {
        int flat = testRandomInt(random, 0, 5); // no height, no width
        b.x = flat == 0 ? a.x : b.x;
        b.y = flat <= 1 ? a.y : b.y;
        probe.box.min = caromVec2(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y);
        probe.box.max = caromVec2(a.x < b.x ? b.x : a.x, a.y < b.y ? b.y : a.y);
    } else if (probe.what == CIRCLE) {
        probe.radius = scene->kind == SCENE_LATTICE
                           ? testRandomInt(random, 0, 5)
                           : scene->unit * testRandomRange(random, 0.0, 4.0);
    }
    return probe;
}

static void complain(const Scene *scene, const Probe *probe, const char *what, int seed)
{
    ck_abort_msg("%s\nseed %d, kind %d: what %d, (%a, %a) .. (%a, %a), radius %a", what, seed,
                 (int)scene->kind, (int)probe->what, probe->box.min.x, probe->box.min.y,
                 probe->box.max.x, probe->box.max.y, probe->radius);
}

/// Returns how many were found.
static int check(const Scene *scene, const Probe *probe, CaromQueryOptions options, int seed)
{
    CaromShapeId found[SCENE_MOST], few[2];
    int count = ask(scene, probe, options, found, SCENE_MOST), expected = 0;
    for (int i = 0; i < scene->count; i++) { // in order of their indices
        SceneView view = sceneView(scene, i);
        if (!sceneSees(scene, i, &options) || !touches(&view, probe)) {
            continue;
        }
        if (expected >= count || memcmp(&found[expected], &view.shape->id, sizeof found[0]) != 0) {
            complain(scene, probe, "a shape is missing, or found out of order", seed);
        }
        expected++;
    }
    if (count != expected) {
        complain(scene, probe, "found what isn't there", seed);
    }
    if (ask(scene, probe, options, NULL, 0) != count ||
        ask(scene, probe, options, few, 2) != count ||
        memcmp(few, found, (size_t)(count < 2 ? count : 2) * sizeof few[0]) != 0) {
        complain(scene, probe, "a small buffer got something else", seed);
    }
    return count;
}

static void checkScene(int seed, SceneKind kind)
{
    TestRandom random = testRandomSeed((uint64_t)(5000 + seed * SCENE_KIND_COUNT + (int)kind));
    Scene *scene = sceneMake(&random, kind);
    int found = 0;
    for (int i = 0; i < ASKED; i++) {
        if (kind == SCENE_MOVING && i % 50 == 25) {
            caromWorldStepTo(scene->world, 0.01 * i);
        }
        CaromQueryOptions options = caromQueryOptions();
        options.filter.group = testRandomInt(&random, 0, 1) ? 77 : testRandomInt(&random, -2, 2);
        if (testRandomInt(&random, 0, 3) == 0) {
            options.ignoreBody = scene->shapes[testRandomInt(&random, 0, scene->count - 1)].body;
        }
        Probe probe = anyProbe(scene, &random);
        found += check(scene, &probe, options, seed);
    }
    ck_assert_int_gt(found, 0);
    sceneFree(scene);
}

TEST_LOOP(overlaps_agree_with_all_shapes, SEEDS *SCENE_KIND_COUNT)
{
    checkScene(_i / SCENE_KIND_COUNT, (SceneKind)(_i % SCENE_KIND_COUNT));
}

/// Points within a few roundings of a moved border: the box in the layer must not be smaller than
/// the shape.
TEST_SEEDS(borders_of_moved_shapes_are_found, 20)
{
    Scene *scene = sceneMake(&random, SCENE_MOVING);
    CaromQueryOptions options = caromQueryOptions();
    options.filter.group = 77;
    for (int step = 1; step <= 20; step++) {
        caromWorldStepTo(scene->world, step * 0.3);
        for (int i = 0; i < scene->count; i++) {
            SceneView view = sceneView(scene, i);
            CaromBox box = caromBoxOfPoints(view.geometry.points, view.geometry.count);
            CaromVec2 p = view.geometry.points[0];
            p.x = view.geometry.type == CAROM_SHAPE_CIRCLE ? p.x + view.geometry.radius : p.x;
            for (int k = 0; k < view.geometry.count; k++) { // the corner farthest to the right
                p = view.geometry.points[k].x == box.max.x && k > 0 ? view.geometry.points[k] : p;
            }
            Probe probe = {CIRCLE, {caromTransformPoint(view.placement, p), {0.0, 0.0}}, 0.0};
            probe.box.max = probe.box.min;
            for (int k = 0; k < 4; k++) {
                check(scene, &probe, options, _i);
                probe.box.min.x = nextafter(probe.box.min.x, 1e9);
                probe.box.max = probe.box.min;
            }
        }
    }
    sceneFree(scene);
}

TEST_WORLD(nothing_is_touched_in_an_empty_world, newWorld())
{
    CaromShapeId out[1];
    CaromBox all = {{-1e12, -1e12}, {1e12, 1e12}};
    ck_assert_int_eq(caromWorldOverlapBox(world, all, caromQueryOptions(), out, 1), 0);
    ck_assert_int_eq(
        caromWorldOverlapPoint(world, caromVec2(1e12, -1e12), caromQueryOptions(), out, 1), 0);
    ck_assert_int_eq(
        caromWorldOverlapCircle(world, caromVec2(0, 0), 1e6, caromQueryOptions(), out, 1), 0);
}

/// A disc so small that its radius can't be squared, at the corner of a box: it touches that.
TEST_WORLD(discs_too_small_to_be_squared, newWorld())
{
    newBox(world, newRest(world), caromVec2(0, 0), caromVec2(1, 1));
    for (int k = 0; k < 4; k++) {
        double radius = k < 2 ? 1e-155 : 0x1p-40; // its square is 1e-310
        CaromVec2 center = {1.0, k % 2 ? 1.0 + 0x1p-39 : 1.0};
        int count = caromWorldOverlapCircle(world, center, radius, caromQueryOptions(), NULL, 0);
        ck_assert_int_eq(count, k % 2 == 0);
    }
}
