// SPDX-License-Identifier: MIT
// Long flights against closed forms: a million bounces in a box against the unfolded line, throws
// on slopes, periodic orbits, and what elastic bounces keep: energy, and about a circle's centre
// the moment of momentum. Bounds are sums of roundings, derived at each test.
#include "../../support/builder.h"
#include "../../support/flight_field.h"

#include <math.h>

#define PI 3.14159265358979323846
#define HALF_ULP 0x1p-53

static CaromBodyId makeBody(CaromWorld *world, CaromVec2 position, double angle)
{
    CaromBodyDef def = caromBodyDef();
    def.position = position;
    def.angle = angle;
    return caromBodyCreate(world, &def);
}

/// A hollow convex polygon of one-sided walls, its points counter-clockwise in the body's space.
static void addRing(CaromWorld *world, CaromBodyId body, const CaromVec2 *points, int count)
{
    for (int i = 0; i < count; i++) {
        newOneSided(world, body, points[(i + 1) % count], points[i]);
    }
}

static void addRoom(CaromWorld *world, CaromBodyId body, double w, double h)
{
    CaromVec2 corners[4] = {{0, 0}, {w, 0}, {w, h}, {0, h}};
    addRing(world, body, corners, 4);
}

static CaromVec2 along(double angle, double length)
{
    CaromRotation r = caromRotation(angle);
    return caromVec2(r.c * length, r.s * length);
}

/// Bounces and how far rounding may lead them off in the end.
typedef struct Errors {
    double bounces, speed; ///< [1], [m/s]
    double size;           ///< [m] of coordinates
    double bend;           ///< [2^-53 rad] each bounce may turn the flight, since walls are rounded
} Errors;

/// Each bounce is placed within 32 roundings of the coordinates. It rounds the time, which shifts
/// all that follows along the way. It bends what is left of the way. On average the shift and the
/// bend count half of what they come to at the end.
static double boundAt(const Errors *errors, double time)
{
    double way = errors->speed * time;
    return errors->bounces * (32.0 * errors->size + 0.5 * way + 0.5 * errors->bend * way) *
           HALF_ULP;
}

// ---- a million bounces

typedef struct Box {
    CaromTransform frame; ///< of the room [0, w] x [0, h]
    double w, h, radius;
    CaromVec2 p, v; ///< in the room's frame
} Box;

/// Where a coordinate is that bounces between 0 and size: the straight line, folded.
static double folded(long double x, long double size)
{
    long double turns = x - 2 * size * floorl(x / (2 * size));
    return (double)(turns <= size ? turns : 2 * size - turns);
}

static CaromVec2 unfolded(const Box *box, double time)
{
    double r = box->radius;
    long double x = box->p.x - r + (long double)box->v.x * time,
                y = box->p.y - r + (long double)box->v.y * time;
    CaromVec2 at = {r + folded(x, box->w - 2 * r), r + folded(y, box->h - 2 * r)};
    return caromTransformPoint(box->frame, at);
}

/// Flies until so many bounces are done, and judges after each step.
static void flyInBox(const Box *box, double step, int bounces, double drift, double bend)
{
    CaromWorld *world = newWorldUnder(0.0);
    CaromRotation q = box->frame.rotation;
    CaromBodyId body = makeBody(world, box->frame.position, caromAtan2(q.s, q.c));
    addRoom(world, body, box->w, box->h);
    CaromProjectileDef def =
        newShot(caromTransformPoint(box->frame, box->p), caromTransformVector(box->frame, box->v));
    def.radius = box->radius;
    CaromProjectileId id = caromProjectileFire(world, &def);
    double speed = caromVec2Length(box->v);
    Errors errors = {1.0, speed, box->w + box->h + 10.0, bend};
    while (errors.bounces <= bounces) {
        CaromStepFlags flags = caromWorldStep(world, step);
        errors.bounces += caromWorldEvents(world).hitCount;
        double time = caromWorldTime(world);
        double off = caromVec2Distance(caromProjectilePosition(world, id), unfolded(box, time));
        double changed = fabs(caromVec2Length(caromProjectileVelocity(world, id)) / speed - 1.0);
        if (flags != CAROM_STEP_OK || off > boundAt(&errors, time)) {
            ck_abort_msg("%g m off after %g bounces, not %g", off, errors.bounces - 1.0,
                         boundAt(&errors, time));
        }
        if (changed >= drift) {
            ck_abort_msg("speed changed by %g after %g bounces", changed, errors.bounces - 1.0);
        }
    }
    caromWorldDestroy(world);
}

static Box randomBox(TestRandom *random, double w, double h, double speed, bool turned,
                     double radius)
{
    double angle = turned ? testRandomRange(random, -3.0, 3.0) : 0.0;
    CaromVec2 at = turned ? caromVec2(testRandomRange(random, -4.0, 4.0), 3.0) : caromVec2(0, 0);
    Box box = {
        caromTransform(at, angle, caromVec2(1, 1)), w, h, radius, {0.37 * w, 0.61 * h}, {0, 0}};
    box.v = along(testRandomRange(random, -3.0, 3.0), speed);
    return box;
}

// Between walls along the axes a reflection is exact: only places and times are rounded. A turned
// wall's ends are rounded, by some 4·2^-53 of 20 m over 7 m, and a reflection doubles that.
#define BEND 24.0

// 6e6 m long: the bounds become 0.3 mm, and 8 mm in the turned box; 0.03 and 0.5 mm were seen.
TEST_LOOP(a_million_bounces_follow_the_unfolded_line, 4)
{
    TestRandom random = testRandomSeed((uint64_t)_i / 2);
    bool turned = _i >= 2;
    double w = testRandomRange(&random, 7.0, 10.0), h = testRandomRange(&random, 7.0, 10.0);
    Box box = randomBox(&random, w, h, 300.0, turned, _i % 2 ? 0.25 : 0.0);
    flyInBox(&box, 10.0, flightTestShare(1000000), turned ? 1e-9 : 1e-12, turned ? BEND : 0.0);
}

TEST_LOOP(a_box_of_any_size_too, 96)
{
    static const double speeds[3] = {5.0, 50.0, 300.0};
    TestRandom random = testRandomSeed((uint64_t)_i);
    double w = testRandomRange(&random, 1.0, 20.0), h = testRandomRange(&random, 1.0, 20.0);
    bool turned = _i / 2 % 2;
    Box box = randomBox(&random, w, h, speeds[_i % 3], turned, _i % 2 ? 0.2 : 0.0);
    flyInBox(&box, 1.0 / 60.0, 300, turned ? 1e-12 : 1e-15,
             turned ? 7.0 * BEND : 0.0); // of 1 m, not 7 m
}

// ---- throws on a slope

// In axes along and across the slope: T = 2 v sin α/(g cos s), R = v cos α T − ½ g sin s T².
TEST_SEEDS(throws_land_at_their_range_on_a_slope, 400)
{
    double slope = testRandomRange(&random, -1.2, 1.2), g = testRandomRange(&random, 1.0, 30.0);
    double speed = pow(10.0, testRandomRange(&random, -2.0, 3.0));
    double angle = testRandomRange(&random, 0.05, PI - 0.05); // above the slope
    CaromWorld *world = newWorldUnder(g);
    CaromBodyId body = makeBody(world, caromVec2(1.0, -2.0), slope);
    double time = 2.0 * speed * sin(angle) / (g * cos(slope));
    double range = (speed * cos(angle) - 0.5 * g * sin(slope) * time) * time;
    double far = 10.0 * fabs(range) + 10.0;
    newOneSided(world, body, caromVec2(far, 0.0), caromVec2(-far, 0.0));
    CaromTransform frame = caromBodyTransform(world, body);
    CaromProjectileDef def = caromProjectileDef();
    def.radius = _i % 2 ? 0.125 : 0.0;
    def.onHit = CAROM_HIT_DIE;
    def.position = caromTransformPoint(frame, caromVec2(0.25, def.radius));
    def.velocity = caromTransformVector(frame, along(angle, speed));
    caromProjectileFire(world, &def);
    CaromEvents events = eventsUntil(world, 1.5 * time + 1e-3);
    ck_assert_msg(events.hitCount == 1, "seed %d: %d hits", _i, events.hitCount);
    CaromVec2 at = caromTransformPointInverse(frame, events.hits[0].center);
    // the slope's own ends are rounded, and flat angles magnify what is off by 1/sin α
    double bound = 256.0 * HALF_ULP * (far + speed * time) / sin(angle);
    ck_assert_msg(fabs(at.x - 0.25 - range) <= bound, "seed %d: lands at %.17g, not %.17g", _i,
                  at.x - 0.25, range);
    ck_assert_msg(fabs(events.hits[0].time - time) <= bound / speed + 1e-15,
                  "seed %d: lands after %.17g s, not %.17g", _i, events.hits[0].time, time);
    caromWorldDestroy(world);
}

// ---- periodic orbits

/// An orbit in the body's frame: it closes after so many bounces and so long a way.
typedef struct Orbit {
    CaromVec2 start, way; ///< way: [1] unit
    int bounces;
    double length;
} Orbit;

/// Flies an orbit again and again; each time it must be where it began, going as it did.
static void flyOrbit(CaromWorld *world, CaromTransform frame, const Orbit *orbit, double radius,
                     int rounds, double size, double bend)
{
    CaromProjectileDef def = newShot(caromTransformPoint(frame, orbit->start),
                                     caromTransformVector(frame, caromVec2Scale(orbit->way, 20.0)));
    def.radius = radius;
    CaromProjectileId id = caromProjectileFire(world, &def);
    Errors errors = {0.0, 20.0, size, bend};
    for (int k = 1; k <= rounds; k++) {
        double time = k * orbit->length / errors.speed;
        caromWorldStepTo(world, time);
        errors.bounces += caromWorldEvents(world).hitCount;
        ck_assert_double_eq(errors.bounces, k * orbit->bounces);
        double bound = boundAt(&errors, time) + 64.0 * HALF_ULP * size;
        double off = caromVec2Distance(caromProjectilePosition(world, id), def.position);
        double turned = caromVec2Distance(caromProjectileVelocity(world, id), def.velocity);
        ck_assert_msg(off <= bound, "round %d: %g m off, not within %g", k, off, bound);
        ck_assert_double_le(turned, errors.bounces * (bend + 4.0) * HALF_ULP * errors.speed);
    }
}

static int divisor(int a, int b)
{
    return b == 0 ? a : divisor(b, a % b);
}

// Slope q : p in the unit square: 2p + 2q bounces. Half-way between the two nearest orbits that run
// into a corner, where x q − y p is whole.
TEST_LOOP(orbits_in_the_square_close, 64)
{
    int p = 1 + _i / 8, q = 1 + _i % 8;
    if (divisor(p, q) != 1) {
        return;
    }
    for (int fat = 0; fat < 2; fat++) {
        double radius = 0.25 * fat, turn = 0.7 * fat;
        CaromWorld *world = newWorldUnder(0.0);
        CaromBodyId body = makeBody(world, caromVec2(0, 0), turn);
        addRoom(world, body, 1.0 + 2.0 * radius, 1.0 + 2.0 * radius);
        double y = (0.5 * q - floor(0.5 * q) + (q % 2 ? 0.0 : 0.5)) / p; // of x = 1/2
        Orbit orbit = {{0.5 + radius, y + radius},
                       caromVec2Normalize(caromVec2(p, q)),
                       2 * (p + q),
                       2.0 * hypot(p, q)};
        flyOrbit(world, caromBodyTransform(world, body), &orbit, radius, 200, 4.0, 24.0 * fat);
        caromWorldDestroy(world);
    }
}

/// The tangents of a circle at `count` points from `first` on, `step` apart, as the points where
/// neighbours meet.
static void tangents(CaromVec2 center, double radius, double first, double step, int count,
                     CaromVec2 *points)
{
    for (int i = 0; i < count; i++) {
        points[i] = caromVec2Add(center, along(first + (i + 0.5) * step, radius / cos(0.5 * step)));
    }
}

// A regular star in the circle: it meets the circle where k of n tangents touch it, so that walls
// along these are the circle to it. (There is no hollow circle among the shapes.)
#define TANGENTS 97
TEST_WORLD_LOOP(orbits_in_the_circle_close, 40, newWorldUnder(0.0))
{
    CaromVec2 points[TANGENTS];
    double radius = _i % 2 ? 0.5 : 0.0, r = 5.0 - radius, step = 2.0 * PI / TANGENTS;
    double half = 0.5 * step * (1 + _i); // of the angle from bounce to bounce
    CaromBodyId body = makeBody(world, caromVec2(1.0, 2.0), _i % 3);
    tangents(caromVec2(0, 0), 5.0, 0.0, step, TANGENTS, points);
    addRing(world, body, points, TANGENTS);
    Orbit orbit = {along(half, r * cos(half)), along(half + 0.5 * PI, 1.0), TANGENTS,
                   TANGENTS * 2.0 * r * sin(half)};
    // walls 5·2π/97 long, with ends that are off by some 4 roundings of 8 m
    flyOrbit(world, caromBodyTransform(world, body), &orbit, radius, 50, 16.0, 400.0);
}

// Two half circles of radius 2 and two walls of length 6 between them; caps of tangents, as above.
#define CAP 32
TEST_WORLD_LOOP(orbits_in_the_stadium_close, 8, newWorldUnder(0.0))
{
    double radius = _i % 2 ? 0.25 : 0.0, r = 2.0 - radius, h = sqrt(0.5) * r, tip = 3.0 + r;
    const Orbit orbits[4] = {{{1.25, 0}, {0, 1}, 2, 4.0 * r},     // from wall to wall
                             {{0, 0}, {1, 0}, 2, 4.0 * tip},      // from tip to tip
                             {{0, h}, {1, 0}, 4, 12.0 + 8.0 * h}, // a rectangle
                             {{0.5 * tip, 0.5 * r}, {0, 0}, 4, 4.0 * hypot(tip, r)}}; // a rhomb
    Orbit orbit = orbits[_i / 2];
    if (_i / 2 == 3) {
        orbit.way = caromVec2Normalize(caromVec2(-tip, r));
    }
    CaromVec2 points[2 * CAP];
    tangents(caromVec2(3.0, 0.0), 2.0, -0.5 * PI, PI / CAP, CAP, points);
    tangents(caromVec2(-3.0, 0.0), 2.0, 0.5 * PI, PI / CAP, CAP, points + CAP);
    CaromBodyId body = makeBody(world, caromVec2(-2.0, 1.0), 0.3);
    addRing(world, body, points, 2 * CAP);
    flyOrbit(world, caromBodyTransform(world, body), &orbit, radius, 1000, 16.0, 800.0);
}

// Two discs of radius R have a gap d between them. A flight off the axis by y, with slope y',
// changes by y' += 2y/R at each bounce and y += d y' on the way to the next. To the first order y
// grows (1 + x + sqrt(x² + 2x))-fold, x = d/R. Rounding grows alike: after 8 bounces and more 1e-15
// has become 1e-6.
TEST_WORLD_SEEDS(unstable_orbits_part_as_they_must, 40, newWorldUnder(0.0))
{
    double own = _i % 2 ? 0.25 : 0.0, disc = testRandomRange(&random, 0.5, 3.0),
           gap = testRandomRange(&random, 0.2, 6.0), r = disc + own, reach = r + 0.5 * gap;
    double off = _i % 4 < 2 ? 0.0 : 1e-9 * r;
    CaromBodyId body = makeBody(world, caromVec2(0, 0), testRandomRange(&random, -3.0, 3.0));
    CaromTransform frame = caromBodyTransform(world, body);
    newCircle(world, body, caromVec2(reach, 0.0), disc);
    newCircle(world, body, caromVec2(-reach, 0.0), disc);
    CaromProjectileDef def = caromProjectileDef();
    def.radius = own;
    def.position = caromTransformPoint(frame, caromVec2(0.0, off));
    def.velocity = caromTransformVector(frame, caromVec2(10.0, 0.0));
    caromProjectileFire(world, &def);
    double y = off, slope = 0.0, noise = 64.0 * HALF_ULP * reach, noiseSlope = noise / r;
    int bounces = 0;
    while (noise < 1e-6 * r && y < 1e-3 * r) {
        caromWorldStep(world, 0.05 * gap / 10.0);
        CaromEvents events = caromWorldEvents(world);
        for (int k = 0; k < events.hitCount; k++, bounces++) {
            double is = caromTransformPointInverse(frame, events.hits[k].center).y;
            ck_assert_msg(fabs(is - y) <= noise + 1e-4 * fabs(y),
                          "seed %d: after %d bounces %g off, not %g", _i, bounces, is, y);
            slope += 2.0 * y / r;
            y += gap * slope;
            noiseSlope += 2.0 * noise / r;
            noise += gap * noiseSlope;
        }
    }
    ck_assert_int_ge(bounces, 5);
}

// ---- what elastic bounces keep

#define CELLS 5

/// A room 20 m wide with a disc, a box or a star in each cell but the first.
static CaromWorld *makeField(TestRandom *random, double gravity)
{
    CaromWorld *world = newWorldUnder(gravity);
    CaromBodyId room = makeBody(world, caromVec2(0, 0), 0.0);
    addRoom(world, room, 20.0, 20.0);
    for (int i = 1; i < CELLS * CELLS; i++) {
        CaromVec2 at = {20.0 / CELLS * (i % CELLS + 0.5), 20.0 / CELLS * (i / CELLS + 0.5)};
        CaromBodyId body = makeBody(world, at, testRandomRange(random, -3.0, 3.0));
        double size = testRandomRange(random, 0.3, 1.7);
        CaromVec2 star[9];
        switch (testRandomInt(random, 0, 2)) {
        case 0:
            newCircle(world, body, caromVec2(0, 0), size);
            break;
        case 1:
            newBox(world, body, caromVec2(0, 0), caromVec2(0.7 * size, 0.5 * size));
            break;
        default:
            flightStar(random, star, 9, size, i % 2);
            newPolygon(world, body, star, 9);
            break;
        }
    }
    return world;
}

static double energyAfter(const CaromHitEvent *hit, double gravity)
{
    CaromVec2 v = hit->velocityAfter;
    return 0.5 * caromVec2Dot(v, v) + gravity * hit->center.y;
}

/// By how much a hit changed the moment of momentum about the centre of a circle.
static double momentGained(const CaromWorld *world, const CaromHitEvent *hit)
{
    CaromGeometry circle;
    caromShapeGeometry(world, hit->shape, &circle, NULL);
    CaromVec2 arm = caromVec2Sub(hit->center, circle.points[0]),
              gained = caromVec2Sub(hit->velocityAfter, hit->velocityBefore);
    return circle.type == CAROM_SHAPE_CIRCLE ? fabs(caromVec2Cross(arm, gained)) : 0.0;
}

/// 1e5 bounces. A rounded normal's length is off by some 2^-53, which a bounce makes 4·cos²-fold,
/// so twice that of the speed's square on average, and velocity and place are rounded: 8·2^-53 for
/// each bounce, of the energy. A circle keeps the moment of momentum about its centre, too.
static void flyInField(int seed, double gravity)
{
    TestRandom random = testRandomSeed((uint64_t)seed);
    CaromWorld *world = makeField(&random, gravity);
    CaromProjectileDef def =
        newShot(caromVec2(2.0, 2.0), along(testRandomRange(&random, -3.0, 3.0), 30.0));
    def.radius = seed % 2 ? 0.2 : 0.0;
    caromProjectileFire(world, &def);
    double start = 0.5 * 900.0 + gravity * def.position.y, hits = 0.0;
    while (hits < flightTestShare(100000)) {
        ck_assert_int_eq(caromWorldStep(world, 20.0), CAROM_STEP_OK);
        CaromEvents events = caromWorldEvents(world);
        ck_assert_int_gt(events.hitCount, 0);
        for (int k = 0; k < events.hitCount; k++) {
            const CaromHitEvent *hit = &events.hits[k];
            double energy = energyAfter(hit, gravity);
            hits++;
            if (fabs(energy - start) > hits * 8.0 * HALF_ULP * start) {
                ck_abort_msg("seed %d: energy %.17g after %g bounces, not %.17g", seed, energy,
                             hits, start);
            }
            if (momentGained(world, hit) > 32.0 * HALF_ULP * 20.0 * 30.0) {
                ck_abort_msg("seed %d: moment changed by %g", seed, momentGained(world, hit));
            }
        }
    }
    caromWorldDestroy(world);
}

TEST_LOOP(a_field_keeps_speed_and_moment, 4)
{
    flyInField(_i, 0.0);
}

TEST_LOOP(a_field_keeps_energy, 2 * flightTestTimes(4))
{
    flyInField(_i, 10.0);
}
