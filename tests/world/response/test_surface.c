// SPDX-License-Identifier: MIT
// What surfaces do at hits, against closed forms: drop heights of every pair, growth, the least
// speed of bounces, ricochets from walls at rest, in motion and running, mixed numbers.
#include "../../../world/geometry/materials.h"
#include "../../support/builder.h"
#include "../../support/flight_field.h"

#include <math.h>

#define GRAVITY 10.0

/// One long wall along x, in its own frame, and what hits it.
typedef struct Range {
    CaromWorld *world;
    CaromShapeDef shape;
    CaromProjectileDef shot;
    CaromSurface surface;
    double angle;       ///< of the wall
    CaromVec2 velocity; ///< of the wall
} Range;

static Range makeRange(CaromMix mix, double gravity)
{
    Range range = {0};
    CaromWorldDef def = caromWorldDef();
    def.restitutionMix = def.frictionMix = mix;
    def.gravity = caromVec2(0.0, -gravity);
    range.world = caromWorldCreate(&def, NULL);
    range.shape = caromShapeDef();
    range.shot = caromProjectileDef();
    range.surface = caromSurface();
    return range;
}

/// The pair's materials are 3 on 5.
static void givePair(Range *range)
{
    range->shape.material = 5;
    range->shot.material = 3;
    ck_assert_ok(caromWorldSetSurface(range->world, 3, 5, &range->surface));
}

static CaromVec2 turned(const Range *range, double x, double y)
{
    CaromRotation r = caromRotation(range->angle);
    return caromVec2(r.c * x - r.s * y, r.s * x + r.c * y);
}

/// Fires from a metre above the wall, with a velocity relative to its body, both in its frame.
static CaromProjectileId fire(Range *range, double x, double y)
{
    CaromBodyDef def = caromBodyDef();
    bool moves = range->velocity.x != 0.0 || range->velocity.y != 0.0;
    def.type = moves ? CAROM_BODY_KINEMATIC : CAROM_BODY_STATIC;
    def.angle = range->angle;
    def.velocity = range->velocity;
    CaromBodyId body = caromBodyCreate(range->world, &def);
    CaromShapeId wall = caromShapeCreateSegment(range->world, body, &range->shape,
                                                caromVec2(-1e4, 0.0), caromVec2(1e4, 0.0));
    ck_assert_uint_ne(wall.index, 0);
    CaromVec2 v = turned(range, x, y);
    range->shot.position = turned(range, 0.0, 1.0 + range->shot.radius);
    range->shot.velocity = caromVec2(v.x + range->velocity.x, v.y + range->velocity.y);
    return fireShot(range->world, &range->shot);
}

/// The first hit, within a time.
static CaromHitEvent firstHit(Range *range, double until)
{
    ck_assert_int_eq(caromWorldStepTo(range->world, until), CAROM_STEP_OK);
    CaromEvents events = caromWorldEvents(range->world);
    ck_assert_int_ge(events.hitCount, 1);
    return events.hits[0];
}

/// A velocity in the wall's frame.
static CaromVec2 seen(const Range *range, CaromVec2 velocity)
{
    CaromRotation r = caromRotation(range->angle);
    CaromVec2 w = caromVec2(velocity.x - range->velocity.x, velocity.y - range->velocity.y);
    return caromVec2(r.c * w.x + r.s * w.y, r.c * w.y - r.s * w.x);
}

static void near(CaromVec2 got, double x, double y, double bound, int seed)
{
    ck_assert_msg(fabs(got.x - x) <= bound && fabs(got.y - y) <= bound,
                  "seed %d: (%.17g, %.17g), not (%.17g, %.17g)", seed, got.x, got.y, x, y);
}

// ---- restitution

// Dropped from h, a ball comes down with v = √(2 g h), then e v, e² v, …: heights h, e² h, e⁴ h.
// The defs' own restitutions must not matter.
TEST_SEEDS(each_pair_has_its_drop_heights, 48)
{
    Range range = makeRange(CAROM_MIX_PRODUCT, GRAVITY);
    range.surface.restitution = testRandomRange(&random, 0.3, 1.4);
    range.shot.restitution = testRandomUnit(&random);
    range.shape.restitution = testRandomUnit(&random);
    range.shot.radius = _i % 2 ? 0.25 : 0.0;
    range.shot.restTime = 0.0;
    givePair(&range);
    fire(&range, 0.0, 0.0);
    double e = range.surface.restitution, speed = sqrt(2.0 * GRAVITY), due = speed / GRAVITY;
    int count = 0;
    for (int k = 1; count < 6; k++) {
        caromWorldStepTo(range.world, 0.05 * k);
        CaromEvents events = caromWorldEvents(range.world);
        for (int h = 0; h < events.hitCount && count < 6; h++, count++) {
            near(events.hits[h].velocityBefore, 0.0, -speed, 1e-9, _i);
            ck_assert_double_le(fabs(events.hits[h].time - due), 1e-9);
            speed *= e;
            due += 2.0 * speed / GRAVITY;
        }
    }
    caromWorldDestroy(range.world);
}

TEST_SEEDS(materials_without_a_pair_are_mixed, 32)
{
    CaromMix mix = (CaromMix)(_i % CAROM_MIX_COUNT);
    double a = testRandomUnit(&random), b = testRandomUnit(&random), m = testRandomUnit(&random),
           n = testRandomUnit(&random);
    double es[] = {a * b, fmax(a, b), fmin(a, b), (a + b) / 2.0},
           mus[] = {m * n, fmax(m, n), fmin(m, n), (m + n) / 2.0};
    double e = es[mix], mu = mus[mix];
    Range range = makeRange(mix, 0.0);
    range.surface.restitution = 0.125;
    givePair(&range);
    range.shot.material = _i % 2 ? 4 : 3; // next to the pair
    range.shape.material = _i % 2 ? 5 : 6;
    range.shot.restitution = a;
    range.shape.restitution = b;
    range.shot.friction = m;
    range.shape.friction = n;
    fire(&range, 3.0, -2.0);
    CaromHitEvent hit = firstHit(&range, 1.0);
    near(hit.velocityAfter, fmax(3.0 - mu * (1.0 + e) * 2.0, 0.0), 2.0 * e, 1e-14, _i);
    caromWorldDestroy(range.world);
}

// A shot starts with the pair given, or not, or removed again.
TEST_LOOP(a_pair_takes_the_place_of_mixed_numbers, 3)
{
    Range range = makeRange(CAROM_MIX_MAX, 0.0);
    range.surface.restitution = 0.5;
    range.surface.friction = 0.25;
    givePair(&range);
    if (_i == 1) {
        range.shape.material = 6;
    } else if (_i == 2) {
        caromWorldSetSurface(range.world, 3, 5, NULL);
    }
    range.shot.friction = 1.0;
    fire(&range, 10.0, -2.0);
    CaromHitEvent hit = firstHit(&range, 1.0);
    near(hit.velocityAfter, _i == 0 ? 10.0 - 0.25 * 1.5 * 2.0 : 6.0, _i == 0 ? 1.0 : 2.0, 1e-14,
         _i);
    caromWorldDestroy(range.world);
}

// ---- the least speed of bounces

TEST_LOOP(at_the_least_speed_it_bounces_below_it_does_not, 2)
{
    Range range = makeRange(CAROM_MIX_PRODUCT, 0.0);
    range.surface.minBounceSpeed = 2.0;
    range.surface.restitution = 0.5;
    givePair(&range);
    fire(&range, 1.0, _i == 0 ? -2.0 : -nextafter(2.0, 0.0));
    CaromHitEvent hit = firstHit(&range, 1.0);
    near(hit.velocityAfter, 1.0, _i == 0 ? 1.0 : 0.0, 1e-15, _i);
    caromWorldDestroy(range.world);
}

/// A series of landings, one by one: the time, place and speed of its last.
typedef struct Series {
    double time, place, speed;
    int landings;
} Series;

static Series playSeries(const CaromSurface *s, double slip, double fall)
{
    Series series = {fall / GRAVITY, slip * fall / GRAVITY, slip, 1};
    for (double u = fall;; series.landings++) {
        double e = u < s->minBounceSpeed ? 0.0 : s->restitution;
        double grip = s->friction * (1.0 + e) * u;
        series.speed = copysign(fmax(fabs(series.speed) - grip, 0.0), slip);
        if (e == 0.0) {
            return series;
        }
        u *= e;
        series.time += 2.0 * u / GRAVITY;
        series.place += series.speed * 2.0 * u / GRAVITY;
    }
}

// Bounces one by one down to the least speed (restTime 0), or summed up from the first bounce on
// (restTime 100): both end where the series does, and it slides or rests there.
TEST_LOOP(the_least_speed_ends_the_series, 96)
{
    TestRandom random = testRandomSeed((uint64_t)(_i / 2));
    Range range = makeRange(CAROM_MIX_PRODUCT, GRAVITY);
    range.surface.restitution = testRandomRange(&random, 0.3, 0.9);
    range.surface.friction = testRandomRange(&random, 0.0, 0.05);
    range.surface.minBounceSpeed = testRandomRange(&random, 0.2, 3.0);
    range.shot.radius = _i % 4 < 2 ? 0.0 : 0.5;
    range.shot.restTime = _i % 2 ? 100.0 : 0.0;
    givePair(&range);
    double slip = testRandomRange(&random, -2.0, 2.0);
    CaromProjectileId id = fire(&range, slip, 0.0);
    Series series = playSeries(&range.surface, slip, sqrt(2.0 * GRAVITY));
    int hits = 0;
    for (double t = series.time / 7.0; t < series.time - 1e-9; t += series.time / 7.0) {
        caromWorldStepTo(range.world, t);
        hits += caromWorldEvents(range.world).hitCount;
    }
    caromWorldStepTo(range.world, series.time + 1e-6);
    CaromEvents events = caromWorldEvents(range.world);
    hits += events.hitCount;
    ck_assert_int_ge(events.modeCount, 1);
    CaromModeEvent last = events.modes[events.modeCount - 1];
    ck_assert_int_eq(last.mode,
                     series.speed == 0.0 ? CAROM_PROJECTILE_RESTING : CAROM_PROJECTILE_SLIDING);
    ck_assert_msg(fabs(last.time - series.time) <= 1e-9, "seed %d: at %.12g, not %.12g", _i,
                  last.time, series.time);
    ck_assert_double_le(fabs(last.position.x - series.place), 1e-9);
    ck_assert_double_le(fabs(caromProjectileVelocity(range.world, id).x - series.speed), 1e-5);
    ck_assert_int_eq(hits, _i % 2 ? 1 : series.landings);
    caromWorldDestroy(range.world);
}

// ---- ricochets

static const CaromHitAction steeps[] = {CAROM_HIT_BOUNCE, CAROM_HIT_STOP,  CAROM_HIT_PIERCE,
                                        CAROM_HIT_DIE,    CAROM_HIT_STICK, CAROM_HIT_EXPLODE};
enum { STEEPS = sizeof steeps / sizeof steeps[0] };

/// After a steep hit.
static void checkSteep(Range *range, CaromProjectileId id, const CaromHitEvent *hit, CaromVec2 way)
{
    bool lives = caromProjectileIsValid(range->world, id);
    CaromVec2 after = seen(range, hit->velocityAfter);
    ck_assert_int_eq(hit->action, range->surface.steep);
    ck_assert_int_eq(lives, hit->action != CAROM_HIT_DIE && hit->action != CAROM_HIT_EXPLODE);
    ck_assert_int_eq(caromWorldEvents(range->world).blastCount, hit->action == CAROM_HIT_EXPLODE);
    if (hit->action == CAROM_HIT_PIERCE) {
        near(after, way.x, way.y, 1e-12, 0);
        CaromVec2 at = caromProjectilePosition(range->world, id);
        near(seen(range, caromProjectileVelocity(range->world, id)), way.x, way.y, 1e-12, 0);
        double late = caromWorldTime(range->world);
        at.x -= range->velocity.x * late;
        at.y -= range->velocity.y * late;
        CaromVec2 n = turned(range, 0.0, 1.0);
        ck_assert_double_lt(at.x * n.x + at.y * n.y, range->shot.radius);
    } else {
        near(after, 0.0, 0.0, 1e-12, 0); // no belt carries what is held
    }
    if (hit->action == CAROM_HIT_STOP || hit->action == CAROM_HIT_STICK) {
        ck_assert_int_eq(caromProjectileMode(range->world, id), hit->action == CAROM_HIT_STOP
                                                                    ? CAROM_PROJECTILE_RESTING
                                                                    : CAROM_PROJECTILE_STUCK);
    }
}

// Below the angle it glances off with the velocity of a bounce, above it does what the pair says;
// the wall rests, moves or runs, turned by any angle.
TEST_SEEDS(ricochets_follow_the_angle, 60)
{
    for (int degrees = 2; degrees < 90; degrees += 3) {
        Range range = makeRange(CAROM_MIX_PRODUCT, 0.0);
        double angle = degrees * 0.017453292519943295, speed = testRandomRange(&random, 20.0, 90.0);
        CaromRotation r = caromRotation(angle);
        CaromSurface *s = &range.surface;
        s->restitution = testRandomRange(&random, 0.2, 1.1);
        s->friction = testRandomRange(&random, 0.0, 0.3);
        s->ricochetAngle = testRandomRange(&random, 0.0, 1.5707963);
        s->steep = steeps[testRandomInt(&random, 0, STEEPS - 1)];
        range.shot.radius = _i % 2 ? 0.125 : 0.0;
        range.angle = testRandomRange(&random, -3.0, 3.0);
        if (_i % 3 > 0) {
            range.velocity.x = testRandomRange(&random, -3.0, 3.0);
            range.velocity.y = testRandomRange(&random, -3.0, 3.0);
        }
        range.shape.surfaceSpeed = _i % 5 > 2 ? testRandomRange(&random, -5.0, 5.0) : 0.0;
        givePair(&range);
        double belt = range.shape.surfaceSpeed, u = speed * r.s, slip = speed * r.c;
        CaromVec2 way = {slip + belt, -u};
        CaromProjectileId id = fire(&range, way.x, way.y);
        CaromHitEvent hit = firstHit(&range, 1.5 / u);
        bool steep = angle > s->ricochetAngle && s->steep != CAROM_HIT_BOUNCE;
        if (steep) {
            checkSteep(&range, id, &hit, way);
        } else {
            double grip = s->friction * (1.0 + s->restitution) * u;
            ck_assert_int_eq(hit.action, CAROM_HIT_BOUNCE);
            near(seen(&range, hit.velocityAfter), belt + fmax(slip - grip, 0.0), s->restitution * u,
                 1e-11, _i);
        }
        caromWorldDestroy(range.world);
    }
}

// Speed 5, closing with 3, sine 0.6, and 0.6 · 5 is 3 in numbers, too: at the angle it glances.
TEST(at_the_angle_it_glances_off)
{
    CrSurface surface = {0};
    CaromVec2 n = {0.0, 1.0};
    surface.steep = CAROM_HIT_STOP;
    surface.ricochetSine = 0.6;
    ck_assert_int_eq(crSurfaceAction(&surface, crVec(4.0, -3.0), n), CAROM_HIT_BOUNCE);
    ck_assert_int_eq(crSurfaceAction(&surface, crVec(4.0, -nextafter(3.0, 4.0)), n),
                     CAROM_HIT_STOP);
    ck_assert_int_eq(crSurfaceAction(&surface, crVec(0.0, 0.0), n), CAROM_HIT_BOUNCE);
    surface.ricochetSine = 0.0;
    ck_assert_int_eq(crSurfaceAction(&surface, crVec(4.0, -1e-300), n), CAROM_HIT_STOP);
    ck_assert_int_eq(crSurfaceAction(&surface, crVec(4.0, 0.0), n), CAROM_HIT_BOUNCE);
}

// Straight down, with roundings of every kind: never steeper than a right angle.
TEST_SEEDS(a_right_angle_is_never_exceeded, 64)
{
    Range range = makeRange(CAROM_MIX_PRODUCT, 0.0);
    range.surface.steep = CAROM_HIT_DIE;
    range.angle = testRandomRange(&random, -3.0, 3.0);
    givePair(&range);
    fire(&range, 0.0, -testRandomRange(&random, 1.0, 100.0));
    ck_assert_int_eq(firstHit(&range, 1.5).action, CAROM_HIT_BOUNCE);
    caromWorldDestroy(range.world);
}

// ---- the callback decides

typedef struct Judge {
    CaromHitAction told, answer;
    CaromVec2 after;
} Judge;

static CaromHitAction judge(void *context, const CaromWorld *world, const CaromHitEvent *hit)
{
    Judge *j = context;
    (void)world;
    j->told = hit->action;
    j->after = hit->velocityAfter;
    return j->answer;
}

// Steep, and glancing; the callback gets what would be done and has the last word.
TEST_LOOP(who_asks_is_told_what_a_bouncing_one_would_do, 10)
{
    static const CaromHitAction answers[4] = {CAROM_HIT_BOUNCE, CAROM_HIT_DIE, CAROM_HIT_ASK,
                                              CAROM_HIT_PIERCE};
    bool steep = _i % 2;
    Judge j = {CAROM_HIT_COUNT, answers[_i / 2 % 4], {0.0, 0.0}};
    Range range = makeRange(CAROM_MIX_PRODUCT, 0.0);
    range.surface.ricochetAngle = 0.5;
    range.surface.steep = CAROM_HIT_STOP;
    range.shot.onHit = CAROM_HIT_ASK;
    givePair(&range);
    caromWorldSetHitCallback(range.world, _i < 8 ? judge : NULL, &j);
    fire(&range, steep ? 1.0 : 4.0, -2.0);
    CaromHitEvent hit = firstHit(&range, 1.0);
    CaromHitAction proposed = steep ? CAROM_HIT_STOP : CAROM_HIT_BOUNCE;
    if (_i < 8) {
        ck_assert_int_eq(j.told, proposed);
        near(j.after, steep ? 1.0 : 4.0, 2.0, 1e-15, _i); // that of a bounce
        ck_assert_int_eq(hit.action, j.answer == CAROM_HIT_ASK ? proposed : j.answer);
    } else {
        ck_assert_int_eq(hit.action, proposed);
    }
    caromWorldDestroy(range.world);
}

TEST_LOOP(other_habits_do_not_mind_the_angle, 6)
{
    static const CaromHitAction habits[3] = {CAROM_HIT_STOP, CAROM_HIT_PIERCE, CAROM_HIT_DIE};
    Range range = makeRange(CAROM_MIX_PRODUCT, 0.0);
    range.surface.ricochetAngle = 0.5;
    range.surface.steep = habits[(_i + 1) % 3];
    range.shot.onHit = habits[_i % 3];
    givePair(&range);
    fire(&range, _i < 3 ? 0.0 : 10.0, -2.0);
    ck_assert_int_eq(firstHit(&range, 1.0).action, habits[_i % 3]);
    caromWorldDestroy(range.world);
}

// A steep hit that is no bounce does not count as one, and needs none left.
TEST_LOOP(steep_hits_are_no_bounces, 2)
{
    Range range = makeRange(CAROM_MIX_PRODUCT, 0.0);
    range.surface.ricochetAngle = 0.5;
    range.surface.steep = CAROM_HIT_STOP;
    range.shot.bounces = 0;
    givePair(&range);
    fire(&range, _i == 0 ? 0.0 : 10.0, -2.0);
    ck_assert_int_eq(firstHit(&range, 1.0).action, _i == 0 ? CAROM_HIT_STOP : CAROM_HIT_DIE);
    caromWorldDestroy(range.world);
}

// ---- conveyors

// An elastic ball on a belt gains 2 μ u at each bounce, until it is as fast as the belt.
TEST_SEEDS(a_belt_takes_a_bouncing_ball_along, 32)
{
    Range range = makeRange(CAROM_MIX_PRODUCT, GRAVITY);
    double belt = testRandomRange(&random, -6.0, 6.0), u = sqrt(2.0 * GRAVITY);
    range.surface.friction = testRandomRange(&random, 0.05, 0.3);
    range.shape.surfaceSpeed = belt;
    range.shot.radius = _i % 2 ? 0.2 : 0.0;
    givePair(&range);
    fire(&range, 0.0, 0.0);
    int hits = 0;
    for (int k = 1; k <= 60; k++) {
        caromWorldStepTo(range.world, k / 6.0);
        CaromEvents events = caromWorldEvents(range.world);
        for (int h = 0; h < events.hitCount; h++) {
            double speed = fmin(++hits * 2.0 * range.surface.friction * u, fabs(belt));
            near(events.hits[h].velocityAfter, copysign(speed, belt), u, 1e-9, _i);
        }
    }
    ck_assert_int_ge(hits, 10);
    caromWorldDestroy(range.world);
}
