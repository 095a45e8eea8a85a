// SPDX-License-Identifier: MIT
// Casts along arcs: against every edge of every shape, bit for bit, and against flights that are
// fired there.
#include "../../support/builder.h"
#include "../../support/flight_field.h"
#include "cast_check.h"

#include <string.h>

enum { ARCS = 250, SEEDS = 30 };

typedef struct Arc {
    CaromVec2 origin, velocity, acceleration;
    double radius, duration;
} Arc;

#define CHECK_ARC(condition)                                                                       \
    if (!(condition))                                                                              \
    ck_abort_msg("%s\narc %d of seed %d, kind %d: (%a, %a) + (%a, %a)t + (%a, %a)t^2/2, %a s, "    \
                 "radius %a",                                                                      \
                 #condition, number, seed, (int)scene->kind, arc->origin.x, arc->origin.y,         \
                 arc->velocity.x, arc->velocity.y, arc->acceleration.x, arc->acceleration.y,       \
                 arc->duration, arc->radius)

/// Half of them awkward: up and down one line, past corners, at rest, far away, on a lattice.
static Arc anyArc(const Scene *scene, TestRandom *random)
{
    Ray ray = anyRay(scene, random);
    Arc arc = {ray.origin, ray.translation, {0.0, 0.0}, ray.radius, 0.0};
    CaromVec2 pull = caromVec2Sub(scenePoint(scene, random), scene->center);
    arc.duration = testRandomRange(random, 0.1, 3.0);
    arc.acceleration = caromVec2Scale(pull, testRandomRange(random, 0.1, 2.0));
    switch (testRandomInt(random, 0, 9)) {
    case 0: // up and down
        arc.acceleration = caromVec2Scale(arc.velocity, -1.0);
        arc.duration = 4.0;
        break;
    case 1: // falls from rest
        arc.velocity = caromVec2(0.0, 0.0);
        break;
    case 2: // straight
        arc.acceleration = caromVec2(0.0, 0.0);
        break;
    case 3: // lattice
        arc.acceleration = caromVec2(0.0, -2.0 * scene->unit);
        arc.duration = 4.0;
        break;
    case 4: // far out and back
        arc.velocity = caromVec2Scale(arc.velocity, 1e3);
        arc.acceleration = caromVec2Scale(arc.velocity, -1e-3);
        arc.duration = 1e4;
        break;
    case 5: // hardly bent
        arc.acceleration = caromVec2Scale(arc.acceleration, 1e-9);
        break;
    default:
        break;
    }
    return arc;
}

static int castArc(const Scene *scene, const Arc *arc, const CaromQueryOptions *options,
                   CaromHit *hits, int capacity)
{
    return caromWorldCastArc(scene->world, arc->origin, arc->radius, arc->velocity,
                             arc->acceleration, arc->duration, *options, hits, capacity);
}

static bool comesBefore(const Scene *scene, const SceneFirst *a, const SceneFirst *b)
{
    if (a->fraction != b->fraction) {
        return a->fraction < b->fraction;
    }
    uint32_t ia = scene->shapes[a->index].id.index, ib = scene->shapes[b->index].id.index;
    return ia != ib ? ia < ib : a->edge < b->edge;
}

/// The oracle: the first of all edges of one shape. `fraction` holds seconds.
static bool firstOf(const Scene *scene, int index, const Arc *arc, SceneFirst *first)
{
    SceneView view = sceneView(scene, index);
    CaromVec2 origin = caromTransformPointInverse(view.placement, arc->origin);
    CrPath path = crPathMake(origin, arc->velocity, arc->acceleration);
    SceneFirst start = {0.0, index, 0, CR_PART_LEFT, true, false};
    double tolerance = crPlaceTolerance(path.p, arc->radius + view.geometry.radius);
    *first = start;
    if (sceneGap(&view, arc->origin, arc->radius) < -tolerance) {
        return true;
    }
    bool found = false;
    for (int e = 0; e < view.edgeCount; e++) {
        CrEdge edge = sceneEdge(&view, e, arc->radius);
        CrMeet meet;
        if (crPathMeets(&path, &edge, 0.0, false, &meet) && meet.tau <= arc->duration) {
            SceneFirst candidate = {meet.tau, index, e, meet.part, false, false};
            if (!found || comesBefore(scene, &candidate, first)) {
                *first = candidate;
                found = true;
            }
        }
    }
    return found;
}

static int bruteForce(const Scene *scene, const Arc *arc, const CaromQueryOptions *options,
                      SceneFirst *firsts)
{
    int count = 0;
    for (int i = 0; i < scene->count; i++) {
        SceneFirst first;
        if (sceneSees(scene, i, options) && firstOf(scene, i, arc, &first)) {
            int at = count++;
            for (; at > 0 && comesBefore(scene, &first, &firsts[at - 1]); at--) {
                firsts[at] = firsts[at - 1];
            }
            firsts[at] = first;
        }
    }
    return count;
}

static void checkArc(const Scene *scene, const Arc *arc, int number, int seed)
{
    SceneFirst firsts[SCENE_MOST];
    CaromHit hits[SCENE_MOST], one;
    CaromQueryOptions options = caromQueryOptions();
    int expected = bruteForce(scene, arc, &options, firsts);
    int count = castArc(scene, arc, &options, hits, SCENE_MOST);
    CHECK_ARC(count == expected);
    for (int i = 0; i < count; i++) {
        const CaromHit *hit = &hits[i];
        SceneView view = sceneView(scene, firsts[i].index);
        CHECK_ARC(hit->shape.index == view.shape->id.index);
        CHECK_ARC(hit->time == firsts[i].fraction);
        CHECK_ARC(hit->fraction == hit->time / arc->duration);
        CHECK_ARC(hit->startsInside == firsts[i].inside);
        CHECK_ARC(hit->startsInside || sceneIsFeature(&view, firsts[i].edge, hit->feature));
    }
    CHECK_ARC(castArc(scene, arc, &options, &one, 1) == (count > 0));
    CHECK_ARC(count == 0 || memcmp(&one, &hits[0], sizeof one) == 0);
}

TEST_LOOP(arcs_meet_what_asking_every_edge_finds, SEEDS)
{
    TestRandom random = testRandomSeed((uint64_t)_i + 31);
    Scene *scene = sceneMake(&random, (SceneKind)(_i % SCENE_KIND_COUNT));
    for (int number = 0; number < ARCS * flightTestTimes(130); number++) {
        if (scene->kind == SCENE_MOVING && number == ARCS / 2) {
            caromWorldStepTo(scene->world, 0.37);
        }
        Arc arc = anyArc(scene, &random);
        checkArc(scene, &arc, number, _i);
    }
    sceneFree(scene);
}

/// Entry and exit, sampled.
TEST_LOOP(arcs_leave_what_they_pierce, 20)
{
    enum { SAMPLES = 100 };
    TestRandom random = testRandomSeed((uint64_t)_i + 60);
    Scene *scene = sceneMake(&random, SCENE_RANDOM);
    CaromHit hits[128];
    CaromQueryOptions options = caromQueryOptions();
    int seed = _i, exits = 0;
    options.exits = true;
    options.reentries = true;
    for (int number = 0; number < 60; number++) {
        Arc any = anyArc(scene, &random), *arc = &any;
        arc->duration = arc->duration > 10.0 ? 1.0 : arc->duration;
        if (caromVec2Length(arc->velocity) > 1e4) {
            continue; // a rounding of the time is more than the slack
        }
        int count = castArc(scene, arc, &options, hits, 128);
        CHECK_ARC(count <= 128);
        CrPath path = crPathMake(arc->origin, arc->velocity, arc->acceleration);
        for (int i = 0; i < count; i++) {
            const SceneShape *shape = hits[i].userData;
            SceneView view = sceneView(scene, (int)(shape - scene->shapes));
            double slack = 1e-9 * (1.0 + caromVec2Length(arc->velocity));
            if ((view.shape->oneSided && sceneIsWall(&view)) || hits[i].exitFraction > 1e3) {
                continue;
            }
            exits++;
            CHECK_ARC(hits[i].leaves == (hits[i].exitFraction <= 1.0));
            for (int k = 0; k <= SAMPLES; k++) {
                double s =
                    hits[i].fraction + (hits[i].exitFraction - hits[i].fraction) * k / SAMPLES;
                CaromVec2 p = crPathPoint(&path, s * arc->duration);
                CHECK_ARC(sceneGap(&view, p, arc->radius) <= slack);
            }
        }
    }
    ck_assert(scene->count < 10 || exits > 0);
    sceneFree(scene);
}

/// A flight fired there meets the same edge at the same time, to the bit.
TEST_LOOP(flights_meet_what_arcs_meet, 60)
{
    TestRandom random = testRandomSeed((uint64_t)_i + 600);
    static const SceneKind kinds[3] = {SCENE_RANDOM, SCENE_LATTICE, SCENE_HUGE};
    Scene *scene = sceneMake(&random, kinds[_i % 3]);
    CaromQueryOptions options = caromQueryOptions();
    CaromProjectileDef def = caromProjectileDef();
    int seed = _i, compared = 0;
    def.onHit = CAROM_HIT_DIE;
    def.restTime = 0.0;
    for (int number = 0; number < 100; number++) {
        Arc any = anyArc(scene, &random), *arc = &any;
        CaromHit hit;
        CaromShapeId touched;
        arc->origin = scenePoint(scene, &random);
        if (arc->duration > 10.0 ||
            caromWorldOverlapCircle(scene->world, arc->origin, arc->radius + 1e-6 * scene->unit,
                                    options, &touched, 1) > 0) {
            continue; // flights end where worlds do, and are put beside what they start on
        }
        int count = castArc(scene, arc, &options, &hit, 1);
        CaromPrediction prediction = caromPrediction();
        CaromHitEvent event;
        def.position = arc->origin;
        def.velocity = arc->velocity;
        def.acceleration = arc->acceleration;
        def.radius = arc->radius;
        prediction.hits = &event;
        prediction.hitCapacity = 1;
        ck_assert_ok(caromWorldPredict(scene->world, &def, 2.0 * arc->duration, &prediction));
        bool met = prediction.hitCount > 0 && event.time <= arc->duration;
        CHECK_ARC(met == (count > 0));
        if (met) {
            compared++;
            CHECK_ARC(event.time == hit.time);
            if (!event.corner) { // a flight also looks for other edges that end there
                CHECK_ARC(event.shape.index == hit.shape.index && event.feature == hit.feature);
                CHECK_ARC(event.normal.x == hit.normal.x && event.normal.y == hit.normal.y);
            }
        }
    }
    ck_assert(scene->count < 10 || compared > 0);
    sceneFree(scene);
}

/// Thrown straight up at 10 m/s under 10 m/s²: passes 3.75 m at 0.5 s and, coming down, at 1.5 s.
TEST_WORLD(a_throw_by_hand, newWorld())
{
    CaromBodyId body = newRest(world);
    newSegment(world, body, caromVec2(-1, 3.75), caromVec2(1, 3.75));
    CaromQueryOptions options = caromQueryOptions();
    options.exits = true;
    options.reentries = true;
    CaromHit hits[4];
    int count = caromWorldCastArc(world, caromVec2(0, 0), 0.0, caromVec2(0.25, 10),
                                  caromVec2(0, -10), 2.0, options, hits, 4);
    ck_assert_int_eq(count, 2);
    ck_assert(hits[0].time == 0.5 && hits[0].fraction == 0.25 && hits[0].point.x == 0.125);
    ck_assert(hits[0].normal.y == -1.0 && hits[0].exitNormal.y == 1.0 && hits[0].leaves);
    ck_assert(hits[1].time == 1.5 && hits[1].fraction == 0.75 && hits[1].normal.y == 1.0);
    options.reentries = false;
    ck_assert_int_eq(caromWorldCastArc(world, caromVec2(0, 0), 0.0, caromVec2(0.25, 10),
                                       caromVec2(0, -10), 2.0, options, hits, 4),
                     1);
    // Out of the world's sight and back, at a rate that no walk could follow step by step.
    count = caromWorldCastArc(world, caromVec2(0, 0), 0.0, caromVec2(1e-12, 1e12),
                              caromVec2(0, -1e-3), 1e12, options, hits, 4);
    ck_assert_int_eq(count, 1);
}
