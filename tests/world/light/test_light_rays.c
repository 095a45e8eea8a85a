// SPDX-License-Identifier: MIT
// Fans against rays: in thousands of directions the border is where a ray ends, in scenes of every
// kind of shape, at rest and moving.
#include "../../support/field.h"
#include "../../support/flight_field.h"
#include "light_check.h"
#include "../../support/scene.h"

enum { LIGHTS = 12, RAYS = 60, SEEDS = 12 };

/// What the predicate leaves out.
typedef struct Choice {
    bool thin;      ///< shapes with a radius
    CaromVec2 away; ///< two-sided walls there: rays stop at them at once, lights don't mind
    double within;
} Choice;

static bool choose(void *context, const CaromWorld *world, CaromShapeId id)
{
    const Choice *choice = context;
    CaromGeometry geometry;
    CaromTransform placement;
    ck_assert_ok(caromShapeGeometry(world, id, &geometry, &placement));
    if (geometry.radius > 0.0 && choice->thin) {
        return false;
    }
    bool wall = geometry.type == CAROM_SHAPE_SEGMENT || geometry.type == CAROM_SHAPE_CHAIN ||
                geometry.type == CAROM_SHAPE_LOOP;
    if (!wall || geometry.radius > 0.0) {
        return true;
    }
    CaromVec2 local = caromTransformPointInverse(placement, choice->away);
    for (int i = 0; i < geometry.count; i++) {
        CaromVec2 a = geometry.points[i], b = geometry.points[i + 1 < geometry.count ? i + 1 : 0];
        if (caromNearestOnSegment(local, a, b).distance <= choice->within) {
            return false;
        }
    }
    return true;
}

typedef struct Trial {
    Scene *scene;
    CaromLight *light;
    CaromLightDef def;
    Choice choice;
    int seed, number;
} Trial;

/// Whether a ray that ends at once began at a corner of what it met: there it may meet an edge that
/// it leads past, where the light looks past it.
static bool isAtCorner(const Trial *trial, const CaromHit *hit, double slack)
{
    CaromGeometry geometry;
    CaromTransform placement;
    caromShapeGeometry(trial->scene->world, hit->shape, &geometry, &placement);
    CaromVec2 local = caromTransformPointInverse(placement, trial->def.position);
    bool at = false;
    for (int i = 0; i < geometry.count; i++) {
        at |= caromVec2Distance(geometry.points[i], local) <= slack + geometry.radius;
    }
    return hit->distance <= slack && at;
}

static void checkRay(const Trial *trial, const FanView *fan, double angle)
{
    double c = cos(angle), s = sin(angle), range = trial->def.range;
    CaromHit hit;
    int hits = caromWorldCastRay(trial->scene->world, trial->def.position,
                                 caromVec2(range * c, range * s), trial->def.options, &hit, 1);
    double size = fabs(trial->def.position.x) + fabs(trial->def.position.y) + range;
    double slack = size * 1e-13 + trial->scene->unit * 1e-10;
    double error = slack + (trial->choice.thin ? 0.0 : trial->def.tolerance);
    if (hits > 0 && isAtCorner(trial, &hit, slack)) {
        return;
    }
    double expected = hits > 0 ? hit.fraction * range : range;
    double window = expected > error ? error / expected : 3.15; // at the light: any direction
    FanReach reach = fanReach(fan, atan2(s, c), window);
    error += hits > 0 ? 0.0 : trial->def.tolerance; // the rim's chords
    ck_assert_msg(
        expected >= (double)reach.least - error && expected <= (double)reach.most + error,
        "kind %d, seed %d, light %d at (%.17g, %.17g), angle %.17g: ray %.17g (shape %u, edge "
        "%d, inside %d), fan %.17Lg .. %.17Lg, tolerance %g",
        (int)trial->scene->kind, trial->seed, trial->number, trial->def.position.x,
        trial->def.position.y, angle, expected, hits ? hit.shape.index : 0, hits ? hit.feature : 0,
        hits ? hit.startsInside : 0, reach.least, reach.most, error);
}

/// Rays start inside of what the light says that it is inside of.
static void checkInside(const Trial *trial)
{
    CaromHit hits[SCENE_MOST];
    int count =
        caromWorldCastRay(trial->scene->world, trial->def.position,
                          caromVec2(trial->def.range, 0.0), trial->def.options, hits, SCENE_MOST);
    bool inside = false;
    for (int i = 0; i < count; i++) {
        inside |=
            hits[i].startsInside && hits[i].shape.index == caromLightInside(trial->light).index;
    }
    ck_assert_msg(inside, "kind %d, seed %d, light %d: inside, says the light",
                  (int)trial->scene->kind, trial->seed, trial->number);
}

static void checkLight(Trial *trial, TestRandom *random)
{
    static FanView fan;
    ck_assert_ok(caromLightCast(trial->light, trial->scene->world, &trial->def));
    fanTakeView(&fan, trial->light, &trial->def);
    if (caromLightInside(trial->light).index != 0) {
        ck_assert_int_eq(fan.count, 0);
        checkInside(trial);
        return;
    }
    double half = trial->def.halfAngle;
    for (int k = 0; k < RAYS; k++) {
        double part = testRandomRange(random, -1.0, 1.0) * 0.999999;
        checkRay(trial, &fan, trial->def.direction + part * half);
    }
}

static void checkScene(int seed, SceneKind kind)
{
    TestRandom random = testRandomSeed((uint64_t)(seed * SCENE_KIND_COUNT + (int)kind + 1000));
    Trial trial = {sceneMake(&random, kind), caromLightCreate(NULL), caromLightDef(), {0}, seed, 0};
    double unit = trial.scene->unit, time = 0.0;
    for (trial.number = 0; trial.number < LIGHTS; trial.number++) {
        if (kind == SCENE_MOVING) {
            caromWorldStepTo(trial.scene->world, time += 0.37);
        }
        bool awkward = testRandomInt(&random, 0, 1);
        trial.def.position =
            awkward ? sceneAwkwardPoint(trial.scene, &random) : scenePoint(trial.scene, &random);
        trial.def.range = unit * testRandomRange(&random, 1.0, 30.0);
        trial.def.tolerance = unit * 1e-3;
        bool cone = testRandomInt(&random, 0, 2) == 0;
        trial.def.direction = testRandomRange(&random, -7.0, 7.0);
        trial.def.halfAngle =
            cone ? testRandomRange(&random, 0.01, 3.1) : caromLightDef().halfAngle;
        trial.choice.thin = testRandomInt(&random, 0, 1);
        trial.choice.away = trial.def.position;
        trial.choice.within = 1e-9 * unit;
        trial.def.options.predicate = choose;
        trial.def.options.predicateContext = &trial.choice;
        checkLight(&trial, &random);
    }
    caromLightDestroy(trial.light);
    sceneFree(trial.scene);
}

static void checkScenes(int seed, SceneKind kind)
{
    int times = flightTestTimes(24);
    for (int i = 0; i < times; i++) {
        checkScene(seed + i * SEEDS, kind);
    }
}

TEST_LOOP(scenes_of_each_kind, SEEDS *SCENE_KIND_COUNT)
{
    checkScenes(_i / SCENE_KIND_COUNT, (SceneKind)(_i % SCENE_KIND_COUNT));
}
