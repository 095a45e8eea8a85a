// SPDX-License-Identifier: MIT
// Bodies that bounce in free flight: each impact has its own time, whatever the ticks are. Oracles:
// apexes e^(2n)·h, impulses of a box that falls on a corner, by hand; and in crowds, energy.
#include <math.h>

#include "../../support/builder.h"

#define GRAVITY 10.0
#define RESTITUTION 0.8
#define HEIGHT 1.0 ///< [m] of the fall
#define RADIUS 0.25

static const double rates[] = {24.0, 60.0, 144.0, 1000.0};

static CaromWorld *newBouncyWorld(double interval, double threshold)
{
    CaromWorldDef def = newWorldDef();
    def.gravity = caromVec2(0.0, -GRAVITY);
    def.bodyInterval = interval;
    def.restitutionThreshold = threshold;
    return newWorldOf(&def);
}

static void addFloor(CaromWorld *world, bool moves)
{
    CaromBodyDef def = caromBodyDef();
    def.type = moves ? CAROM_BODY_KINEMATIC : CAROM_BODY_STATIC;
    newSegment(world, newBodyOf(world, &def), caromVec2(-20.0, 0.0), caromVec2(20.0, 0.0));
}

static CaromBodyId addBouncer(CaromWorld *world, const CaromBodyDef *def, CaromVec2 half,
                              CaromShapeDef shape)
{
    CaromVec2 zero = {0.0, 0.0};
    CaromBodyId body = newBodyOf(world, def);
    shape.hits = true;
    if (half.y == 0.0) {
        madeShape(caromShapeCreateCircle(world, body, &shape, zero, half.x));
    } else {
        madeShape(caromShapeCreateBox(world, body, &shape, zero, half));
    }
    return body;
}

/// A disc or a box that will fall from a height.
static CaromBodyId addFaller(CaromWorld *world, bool isBox)
{
    CaromBodyDef def = caromBodyDef();
    CaromShapeDef shape = caromShapeDef();
    def.type = CAROM_BODY_DYNAMIC;
    def.position = caromVec2(1.0, HEIGHT + RADIUS);
    shape.bodyRestitution = RESTITUTION;
    return addBouncer(world, &def, caromVec2(RADIUS, isBox ? RADIUS : 0.0), shape);
}

static void stepsTo(CaromWorld *world, double until, double hz)
{
    while (caromWorldTime(world) < until) {
        double next = floor(caromWorldTime(world) * hz + 1.5) / hz;
        ck_assert_int_eq(caromWorldStepTo(world, fmin(until, next)), CAROM_STEP_OK);
    }
}

/// Between the n-th bounce and the next one, in the middle.
static double middleAfter(int n)
{
    double fall = sqrt(2.0 * HEIGHT / GRAVITY), time = fall, up = fall;
    for (int k = 1; k <= n; k++) {
        up *= RESTITUTION;
        time += 2.0 * up;
    }
    return time - up;
}

// ---- heights

/// The highest place of its flight by where it is and how fast: y + v²/2g.
static double apexOf(const CaromWorld *world, CaromBodyId body)
{
    CaromVec2 v = caromBodyVelocity(world, body);
    double y = caromBodyPoint(world, body, caromVec2(0.0, 0.0)).y;
    return y - RADIUS + v.y * v.y / (2.0 * GRAVITY);
}

static void bounceTen(double interval, double hz, bool isBox, bool moves)
{
    CaromWorld *world = newBouncyWorld(interval, 0.0);
    addFloor(world, moves);
    CaromBodyId body = addFaller(world, isBox);
    double exact = HEIGHT;
    for (int n = 1; n <= 10; n++) {
        exact *= RESTITUTION * RESTITUTION;
        stepsTo(world, middleAfter(n) + 0.01 * n * interval, hz);
        double apex = apexOf(world, body);
        ck_assert_msg(fabs(apex / exact - 1.0) < 1e-9,
                      "T = %g, %g Hz, box %d: bounce %d up to %.17g instead of %.17g", interval, hz,
                      isBox, n, apex, exact);
    }
    endWorld(world);
}

TEST(ten_bounces_keep_their_heights_at_any_frame_rate_and_interval)
{
    static const double intervals[] = {1.0 / 60.0, 1.0 / 30.0, 1.0 / 240.0, 0.013};
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < 4; i++) {
            bounceTen(intervals[i], rates[k], false, false);
            bounceTen(intervals[i], rates[k], true, false);
        }
        bounceTen(1.0 / 60.0, rates[k], false, true);
    }
}

/// Each impact is that of a fall from the last apex; none happens twice.
TEST(each_bounce_is_one_impact)
{
    CaromWorld *world = newBouncyWorld(1.0 / 60.0, 0.0);
    addFloor(world, false);
    addFaller(world, false);
    double speed = sqrt(2.0 * GRAVITY * HEIGHT);
    int found = 0;
    for (int k = 1; k <= 200; k++) {
        CaromEvents events = eventsUntil(world, k / 60.0);
        for (int i = 0; i < events.impactCount; i++, found++) {
            ck_assert_double_eq_tol(events.impacts[i].speed, speed, 1e-9);
            ck_assert_double_eq_tol(
                events.impacts[i].impulse,
                (1.0 + RESTITUTION) * speed * 3.14159265358979 * RADIUS * RADIUS, 1e-9);
            speed *= RESTITUTION;
        }
    }
    ck_assert_int_eq(found, 7); // the next one approaches with less than 1 m/s
    endWorld(world);
}

TEST(bounces_have_the_same_bits_at_all_frame_rates)
{
    uint64_t first = 0;
    for (int k = 0; k < 4; k++) {
        CaromWorld *world = newBouncyWorld(1.0 / 60.0, 0.01);
        addFloor(world, false);
        addFaller(world, false);
        CaromBodyDef def = caromBodyDef();
        CaromShapeDef shape = caromShapeDef();
        def.type = CAROM_BODY_DYNAMIC;
        def.position = caromVec2(5.0, 3.0);
        def.velocity = caromVec2(1.0, -2.0);
        def.angularVelocity = 3.0;
        shape.bodyRestitution = 0.9;
        addBouncer(world, &def, caromVec2(0.4, 0.2), shape);
        stepsTo(world, 6.0, rates[k]);
        uint64_t hash = caromWorldHash(world);
        first = k == 0 ? hash : first;
        ck_assert_msg(hash == first, "%g Hz", rates[k]);
        endWorld(world);
    }
}

// ---- thresholds

/// The sum of all bounces ends after √(2h/g)·(1 + e)/(1 − e) = 4.02 s.
TEST(below_any_threshold_it_comes_to_rest)
{
    static const double thresholds[] = {0.0, 0.01, 0.5, 1.0};
    for (int k = 0; k < 4; k++) {
        for (int isBox = 0; isBox < 2; isBox++) {
            CaromWorld *world = newBouncyWorld(1.0 / 60.0, thresholds[k]);
            addFloor(world, false);
            CaromBodyId body = addFaller(world, isBox);
            double before = 1e9;
            for (int i = 1; i <= 360; i++) {
                stepsTo(world, i / 60.0, 60.0);
                double apex = apexOf(world, body);
                ck_assert_double_le(apex, before + 1e-3 * HEIGHT);
                before = apex;
            }
            ck_assert_double_eq_tol(apexOf(world, body), 0.0, 2e-3);
            ck_assert_double_eq_tol(caromBodyVelocity(world, body).y, 0.0, 1e-3);
            endWorld(world);
        }
    }
}

TEST(slower_impacts_than_the_threshold_do_not_bounce)
{
    CaromWorld *world = newBouncyWorld(1.0 / 60.0, 5.0);
    addFloor(world, false);
    CaromBodyId body = addFaller(world, false); // hits with 4.5 m/s
    stepsTo(world, 0.6, 60.0);
    ck_assert_double_eq_tol(caromBodyVelocity(world, body).y, 0.0, 1e-2);
    endWorld(world);
}

TEST(thresholds_are_checked_and_saved)
{
    CaromWorldDef def = newWorldDef();
    CaromError error;
    def.restitutionThreshold = -1e-9;
    ck_assert(caromWorldCreate(&def, &error) == NULL && error == CAROM_ERROR_OUT_OF_RANGE);
    def.restitutionThreshold = 1.1e6;
    ck_assert(caromWorldCreate(&def, &error) == NULL && error == CAROM_ERROR_OUT_OF_RANGE);
    def.restitutionThreshold = 0.25;
    CaromWorld *world = newWorldOf(&def), *other = newWorld();
    ck_assert(caromWorldHash(world) != caromWorldHash(other));
    caromWorldDestroy(other);
    unsigned char bytes[4096];
    size_t size = caromWorldSnapshotSize(world);
    ck_assert_uint_le(size, sizeof bytes);
    ck_assert_ok(caromWorldSave(world, bytes, size, NULL));
    CaromWorld *copy = newWorld();
    ck_assert_ok(caromWorldRestore(copy, bytes, size));
    ck_assert(caromWorldHash(copy) == caromWorldHash(world));
    endWorld(copy);
    endWorld(world);
}

// ---- a box on a corner

/// What a box of 1 × 0.5 m falls on: its lowest corner, by its angle.
static CaromVec2 lowestCorner(double angle)
{
    CaromVec2 lowest = {0.0, 1e9};
    for (int k = 0; k < 4; k++) {
        double x = k & 1 ? 0.5 : -0.5, y = k & 2 ? 0.25 : -0.25;
        CaromVec2 at = {x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)};
        lowest = at.y < lowest.y ? at : lowest;
    }
    return lowest;
}

typedef struct Thrown {
    double y, angle;
    CaromVec2 v;
    double spin;
} Thrown;

static double gapAt(const Thrown *box, double t)
{
    return box->y + box->v.y * t - 0.5 * GRAVITY * t * t +
           lowestCorner(box->angle + box->spin * t).y;
}

/// The first time at which a corner is on the floor: steps of 0.1 ms, then halves.
static double touchTime(const Thrown *box)
{
    double low = 0.0, high = 1e-4;
    while (gapAt(box, high) > 0.0) {
        low = high;
        high += 1e-4;
    }
    for (int k = 0; k < 60; k++) {
        double middle = 0.5 * (low + high);
        *(gapAt(box, middle) > 0.0 ? &low : &high) = middle;
    }
    return low;
}

/// Mass m, I = m(1² + 0.5²)/12; arm r: K = [1/m + r.y²/I, −r.x·r.y/I; ., 1/m + r.x²/I]. P takes the
/// corner's velocity w to (0, −e·w.y) if its tangential part is within μ times the normal one, else
/// it is along the edge of the cone; where that would gain energy, it has no friction.
static Thrown afterImpact(Thrown box, double t, double e, double mu)
{
    double m = 0.5, inertia = m * 1.25 / 12.0;
    Thrown after = {0.0, box.angle + box.spin * t, {box.v.x, box.v.y - GRAVITY * t}, box.spin};
    CaromVec2 r = lowestCorner(after.angle),
              w = {after.v.x - box.spin * r.y, after.v.y + box.spin * r.x};
    double kxx = 1.0 / m + r.y * r.y / inertia, kxy = -r.x * r.y / inertia,
           kyy = 1.0 / m + r.x * r.x / inertia, back = -(1.0 + e) * w.y;
    double area = kxx * kyy - kxy * kxy, px = (kyy * -w.x - kxy * back) / area,
           py = (kxx * back + kxy * w.x) / area;
    if (!(fabs(px) <= mu * py)) {
        double grip = w.x > 0.0 ? -mu : mu;
        py = back / (kyy + kxy * grip);
        px = grip * py;
    }
    double gained = px * w.x + py * w.y + 0.5 * (kxx * px * px + kyy * py * py) + kxy * px * py;
    if (gained > 0.0) {
        px = 0.0;
        py = back / kyy;
    }
    after.v.x += px / m;
    after.v.y += py / m;
    after.spin += (r.x * py - r.y * px) / inertia;
    return after;
}

TEST(a_box_thrown_with_spin_bounces_as_its_impulse_says)
{
    static const double mus[] = {0.0, 0.2, 0.9};
    for (int k = 0; k < 30; k++) {
        double mu = mus[k % 3], e = 0.3 + 0.02 * k;
        Thrown box = {2.0 + 0.05 * k, 0.1 * k, {1.0 - 0.2 * k, 1.0 - 0.1 * k}, 4.0 - 0.3 * k};
        double t = touchTime(&box);
        Thrown exact = afterImpact(box, t, e, mu);
        CaromWorld *world = newBouncyWorld(1.0 / 60.0, 0.0);
        CaromShapeDef shape = caromShapeDef();
        CaromBodyDef def = caromBodyDef();
        CaromBodyId floor = newRest(world);
        shape.bodyFriction = mu;
        madeShape(caromShapeCreateSegment(world, floor, &shape, caromVec2(-90.0, 0.0),
                                          caromVec2(90.0, 0.0)));
        def.type = CAROM_BODY_DYNAMIC;
        def.position = caromVec2(0.0, box.y);
        def.velocity = box.v;
        def.angle = box.angle;
        def.angularVelocity = box.spin;
        shape.bodyRestitution = e;
        CaromBodyId body = addBouncer(world, &def, caromVec2(0.5, 0.25), shape);
        double past = 1e-6;
        stepsTo(world, t + past, 144.0);
        CaromVec2 v = caromBodyVelocity(world, body);
        ck_assert_msg(fabs(v.x - exact.v.x) < 1e-9 &&
                          fabs(v.y + GRAVITY * past - exact.v.y) < 1e-9 &&
                          fabs(caromBodyAngularVelocity(world, body) - exact.spin) < 1e-9,
                      "%d: (%.12g, %.12g) %.12g instead of (%.12g, %.12g) %.12g", k, v.x,
                      v.y + GRAVITY * past, caromBodyAngularVelocity(world, body), exact.v.x,
                      exact.v.y, exact.spin);
        endWorld(world);
    }
}

// ---- crowds

#define ROWS 8
#define HALF 4.0 ///< [m] of the room

typedef struct Crowd {
    CaromWorld *world;
    CaromBodyId body[ROWS * ROWS];
    double friction, gravity;
} Crowd;

static double energyOf(const Crowd *crowd)
{
    double sum = 0.0;
    for (int k = 0; k < ROWS * ROWS; k++) {
        CaromBodyId body = crowd->body[k];
        CaromVec2 v = caromBodyVelocity(crowd->world, body);
        double spin = caromBodyAngularVelocity(crowd->world, body),
               y = HALF + caromBodyPoint(crowd->world, body, caromVec2(0.0, 0.0)).y;
        sum += caromBodyMass(crowd->world, body) *
                   (0.5 * (v.x * v.x + v.y * v.y) + crowd->gravity * y) +
               0.5 * caromBodyInertia(crowd->world, body) * spin * spin;
    }
    return sum;
}

static void addMember(Crowd *crowd, TestRandom *random, int k, double fastest)
{
    double cell = 2.0 * HALF / ROWS, size = cell * testRandomRange(random, 0.14, 0.33);
    double angle = testRandomRange(random, 0.0, 6.28),
           speed = testRandomRange(random, 0.0, fastest);
    CaromBodyDef def = caromBodyDef();
    CaromShapeDef shape = caromShapeDef();
    def.type = CAROM_BODY_DYNAMIC;
    def.position =
        caromVec2((k % ROWS + 0.5) * cell - HALF, ((double)(k / ROWS) + 0.5) * cell - HALF);
    def.velocity = caromVec2(speed * cos(angle), speed * sin(angle));
    def.angularVelocity = testRandomRange(random, -3.0, 3.0);
    shape.density = testRandomSize(random, 1.0, 1e4);
    shape.bodyRestitution = testRandomRange(random, 0.8, 1.0);
    shape.bodyFriction = crowd->friction;
    bool isBox = testRandomInt(random, 0, 1);
    crowd->body[k] =
        addBouncer(crowd->world, &def, caromVec2(size, isBox ? 0.7 * size : 0.0), shape);
}

static Crowd newCrowd(int seed, double friction, double fastest)
{
    TestRandom random = testRandomSeed((uint64_t)seed);
    Crowd crowd = {.friction = friction, .gravity = seed % 2 == 0 ? 0.0 : 10.0};
    CaromShapeDef wall = caromShapeDef();
    CaromVec2 corners[] = {{-HALF, -HALF}, {HALF, -HALF}, {HALF, HALF}, {-HALF, HALF}};
    crowd.world = newWorldUnder(crowd.gravity);
    CaromBodyId room = newRest(crowd.world);
    wall.bodyRestitution = testRandomRange(&random, 0.8, 1.0);
    wall.bodyFriction = friction;
    madeShape(caromShapeCreateChain(crowd.world, room, &wall, corners, 4, CAROM_CHAIN_CLOSED));
    for (int k = 0; k < ROWS * ROWS; k++) {
        addMember(&crowd, &random, k, fastest);
    }
    return crowd;
}

static void keepsEnergy(int seed, double friction, double fastest)
{
    Crowd crowd = newCrowd(seed, friction, fastest);
    double first = energyOf(&crowd);
    for (int k = 1; k <= 300; k++) {
        caromWorldStepTo(crowd.world, k / 60.0);
        double now = energyOf(&crowd);
        ck_assert_msg(now <= 1.002 * first, "seed %d: %g times its energy at tick %d", seed,
                      now / first, k);
    }
    endWorld(crowd.world);
}

/// Restitution 0.8 to 1, masses 1 to 10,000: never 0.2% above what there was at first.
TEST_LOOP(energy_of_a_crowd_does_not_grow, 8)
{
    keepsEnergy(_i + 1, 0.6, 30.0);
    keepsEnergy(_i + 1, 0.0, 3.0);
    keepsEnergy(_i + 1, 0.0, 30.0);
    keepsEnergy(_i + 1, 0.3, 1e3);
}
