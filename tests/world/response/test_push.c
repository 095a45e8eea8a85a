// SPDX-License-Identifier: MIT
// Hits, blasts and what pierces push dynamic bodies at their own times: momentum is kept, the
// motion afterwards is that of the closed form, and no frame rate shows.
#include "../../../world/data/world.h"
#include "../../support/builder.h"
#include "../../support/flight_log.h"
#include "../../support/random_vec.h"

#include <math.h>
#include <stdlib.h>

static const CrBody *bodyOf(const CaromWorld *world, CaromBodyId id)
{
    return &world->bodies[id.index - 1];
}

static const CrRigid *rigidOf(const CaromWorld *world, CaromBodyId id)
{
    return &world->rigids.all[bodyOf(world, id)->rigid];
}

static CaromBodyId newCrate(CaromWorld *world, CaromVec2 at, double angle, CaromVec2 half,
                            CaromVec2 velocity, double spin)
{
    CaromBodyDef def = caromBodyDef();
    def.type = CAROM_BODY_DYNAMIC;
    def.position = at;
    def.angle = angle;
    def.velocity = velocity;
    def.angularVelocity = spin;
    def.gravityScale = 0.0;
    CaromBodyId body = newBodyOf(world, &def);
    CaromShapeDef shape = caromShapeDef();
    shape.restitution = 1.0;
    shape.filter.group = -1; // crates meet projectiles alone: contacts are solved in floats
    madeShape(caromShapeCreateBox(world, body, &shape, caromVec2(0, 0), half));
    return body;
}

// ---- a single hit

// A ball against the side of a box that rests, not through its centre: an impulse along the normal
// of (1 + e)·u / (1/m + 1/M + (r × n)²/I) without friction.
TEST_WORLD_SEEDS(ball_off_a_free_box_is_the_closed_form, 200, newWorldUnder(0.0))
{
    CaromVec2 half =
        caromVec2(testRandomRange(&random, 0.3, 1.0), testRandomRange(&random, 0.3, 1.0));
    CaromBodyId box = newCrate(world, caromVec2(0, 0), 0.0, half, caromVec2(0, 0), 0.0);
    double e = testRandomUnit(&random), y = testRandomRange(&random, -0.9, 0.9) * half.y;
    CaromProjectileDef def = caromProjectileDef();
    def.radius = _i % 2 ? 0.0 : 0.1;
    def.mass = testRandomSize(&random, 0.01, 10.0);
    def.restitution = e;
    def.friction = 0.0;
    def.gravityScale = 0.0;
    double u = testRandomRange(&random, 1.0, 20.0), v = testRandomRange(&random, -1.0, 1.0);
    def.velocity = caromVec2(-u, v);
    def.position = caromVec2(half.x + def.radius + u * 0.1, y - v * 0.1);
    fireShot(world, &def);
    CaromEvents events = eventsUntil(world, 0.15);
    ck_assert_int_ge(events.hitCount, 1); // the box, which turns, may come after it
    CaromHitEvent hit = events.hits[0];
    if (events.hitCount > 1) {
        return;
    }
    double m = def.mass, mass = rigidOf(world, box)->mass, inertia = rigidOf(world, box)->inertia;
    double arm = y / inertia * y; // (r × n)² / I
    double p = (1.0 + e) * u / (1.0 / m + 1.0 / mass + arm);
    ck_assert_double_le(fabs(hit.time - 0.1), 1e-13);
    ck_assert_msg(fabs(hit.velocityAfter.x + u - p / m) <= 1e-12 * (1.0 + u), "%d: %g, not %g", _i,
                  hit.velocityAfter.x, p / m - u);
    ck_assert_double_le(fabs(hit.velocityAfter.y - v), 1e-12);
    const CrBody *body = bodyOf(world, box);
    ck_assert_double_le(fabs(body->velocity.x + p / mass), 1e-12 * (1.0 + u));
    ck_assert_double_le(fabs(body->velocity.y), 1e-13);
    ck_assert_double_le(fabs(body->spin - y * p / inertia), 1e-11 * (1.0 + u));
    ck_assert(fabs(body->anchorTime - hit.time) == 0.0);
    ck_assert_double_le(fabs(hit.impulse.x + p), 1e-11 * (1.0 + p));
}

// ---- swarms

#define CRATES 6
#define SHOTS 60

typedef struct Swarm {
    CaromWorld *world;
    CaromBodyId crates[CRATES];
    CaromProjectileId shots[SHOTS];
    double masses[SHOTS];
} Swarm;

/// Elastic and without friction, or neither; some stick, too.
enum { ELASTIC, LOSSY, STICKY };

static Swarm swarmOf(int seed, int kind, bool plain)
{
    bool frictionless = kind == ELASTIC;
    TestRandom random = testRandomSeed((uint64_t)seed);
    CaromWorldDef worldDef = newWorldDef();
    worldDef.tag = 3;
    worldDef.gravity = caromVec2(0, 0);
    Swarm swarm;
    swarm.world = newWorldOf(&worldDef);
    swarm.world->plain = plain;
    for (int k = 0; k < CRATES; k++) {
        CaromVec2 at = caromVec2(4.0 * k - 10.0, testRandomRange(&random, -1.0, 1.0));
        CaromVec2 half =
            caromVec2(testRandomRange(&random, 0.2, 0.8), testRandomRange(&random, 0.2, 0.8));
        swarm.crates[k] = newCrate(swarm.world, at, testRandomRange(&random, -1.0, 1.0), half,
                                   randomVec(&random, 0.3), testRandomRange(&random, -1.0, 1.0));
    }
    for (int k = 0; k < SHOTS; k++) {
        CaromProjectileDef def = caromProjectileDef();
        def.position = caromVec2(testRandomRange(&random, -12.0, 12.0), k % 2 ? 6.0 : -6.0);
        def.velocity = caromVec2(testRandomRange(&random, -3.0, 3.0),
                                 (k % 2 ? -1.0 : 1.0) * testRandomRange(&random, 3.0, 40.0));
        def.radius = k % 3 ? 0.0 : 0.05;
        def.mass = swarm.masses[k] = testRandomSize(&random, 0.001, 0.5);
        def.restitution = k % 5 && !frictionless ? testRandomUnit(&random) : 1.0;
        def.friction = frictionless ? 0.0 : testRandomRange(&random, 0.0, 0.6);
        def.restTime = 0.0;
        def.gravityScale = 0.0;
        def.onHit = kind != STICKY || k % 7 ? CAROM_HIT_BOUNCE
                    : k % 2                 ? CAROM_HIT_STICK
                                            : CAROM_HIT_DIE;
        swarm.shots[k] = fireShot(swarm.world, &def);
    }
    return swarm;
}

typedef struct Sums {
    CaromVec2 momentum;
    double spin, energy, size;
} Sums;

/// Of bodies and flights that live; angular momentum about the origin.
static Sums sumsOf(const Swarm *swarm)
{
    Sums sums = {{0, 0}, 0, 0, 0};
    const CaromWorld *world = swarm->world;
    double time = caromWorldTime(world);
    for (int k = 0; k < CRATES; k++) {
        const CrBody *body = bodyOf(world, swarm->crates[k]);
        const CrRigid *rigid = rigidOf(world, swarm->crates[k]);
        CaromVec2 v = body->velocity, c = caromVec2Add(body->pivot, crBodyOffset(body, time));
        sums.momentum = crAddScaled(sums.momentum, v, rigid->mass);
        sums.spin += rigid->mass * crCross(c, v) + rigid->inertia * body->spin;
        sums.energy +=
            0.5 * rigid->mass * crDot(v, v) + 0.5 * rigid->inertia * body->spin * body->spin;
    }
    for (int k = 0; k < SHOTS; k++) {
        if (caromProjectileIsValid(world, swarm->shots[k])) {
            CaromVec2 v = caromProjectileVelocity(world, swarm->shots[k]),
                      p = caromProjectilePosition(world, swarm->shots[k]);
            sums.momentum = crAddScaled(sums.momentum, v, swarm->masses[k]);
            sums.spin += swarm->masses[k] * crCross(p, v);
            sums.energy += 0.5 * swarm->masses[k] * crDot(v, v);
            sums.size += swarm->masses[k] * (crLength(v) + crLength(p));
        }
    }
    return sums;
}

// Elastic, without friction: all of it is kept, however many hits there are, at any frame rate.
TEST_LOOP(swarm_keeps_momentum_spin_and_energy, 24)
{
    Swarm swarm = swarmOf(_i, ELASTIC, false);
    Sums before = sumsOf(&swarm);
    int hits = 0;
    double hz = _i % 3 == 0 ? 24.0 : _i % 3 == 1 ? 144.0 : 60.0;
    for (int k = 1; k <= 2.0 * hz; k++) {
        hits += eventsUntil(swarm.world, k / hz).hitCount;
    }
    Sums after = sumsOf(&swarm);
    double most = 1e-12 * (1.0 + before.energy) * (1 + hits);
    ck_assert_int_gt(hits, 10);
    ck_assert_msg(fabs(after.momentum.x - before.momentum.x) < most &&
                      fabs(after.momentum.y - before.momentum.y) < most,
                  "seed %d: momentum %g", _i, after.momentum.y - before.momentum.y);
    ck_assert_msg(fabs(after.spin - before.spin) < 100.0 * most, "seed %d: spin %g", _i,
                  after.spin - before.spin);
    ck_assert_msg(fabs(after.energy - before.energy) < 100.0 * most, "seed %d: energy %g", _i,
                  after.energy - before.energy);
    endWorld(swarm.world);
}

// With friction and restitution below 1 energy is only lost.
TEST_LOOP(swarm_never_gains_energy, 24)
{
    Swarm swarm = swarmOf(_i, LOSSY, false);
    double last = sumsOf(&swarm).energy;
    for (int k = 1; k <= 240; k++) {
        caromWorldStepTo(swarm.world, k / 120.0);
        double now = sumsOf(&swarm).energy;
        ck_assert_msg(now <= last * (1.0 + 1e-12), "seed %d: %g more", _i, now - last);
        last = now;
    }
    endWorld(swarm.world);
}

// The same bits at all frame rates, by the plain way, and from a snapshot.
TEST_LOOP(swarm_is_the_same_at_every_rate, 48)
{
    static const double rates[] = {60.0, 24.0, 30.0, 144.0, 1000.0, 60.0, 3.0};
    uint64_t hash = 0;
    FlightLog first = {0};
    for (int r = 0; r < 7; r++) {
        Swarm swarm = swarmOf(_i, _i % 3, r == 5);
        FlightLog log = {0};
        double end = 2.0, now = 0.0;
        for (int k = 1; now < end; k++) {
            now = fmin(k / rates[r], end);
            caromWorldStepTo(swarm.world, now);
            flightLogRead(&log, swarm.world);
        }
        if (r == 0) {
            hash = caromWorldHash(swarm.world);
            first = log;
        } else {
            int difference = flightLogDifference(&first, &log);
            ck_assert_msg(difference < 0, "seed %d: at %g Hz word %d of %d differs", _i, rates[r],
                          difference, first.count);
            ck_assert_msg(caromWorldHash(swarm.world) == hash, "seed %d: another state at %g Hz",
                          _i, rates[r]);
            free(log.words);
        }
        endWorld(swarm.world);
    }
    free(first.words);
}

// ---- what ends on it

// A dart that sticks: both go on together, with the momentum of both.
TEST_WORLD_SEEDS(dart_goes_on_with_what_it_sticks_in, 50, newWorldUnder(0.0))
{
    CaromVec2 half = caromVec2(0.5, 0.5);
    CaromBodyId box = newCrate(world, caromVec2(0, 0), 0.0, half, caromVec2(0, 0), 0.0);
    CaromProjectileDef def = caromProjectileDef();
    def.onHit = CAROM_HIT_STICK;
    def.mass = testRandomSize(&random, 0.01, 10.0);
    def.gravityScale = 0.0;
    double u = testRandomRange(&random, 1.0, 20.0), y = testRandomRange(&random, -0.4, 0.4);
    def.position = caromVec2(0.5 + 0.1 * u, y);
    def.velocity = caromVec2(-u, 0.0);
    CaromProjectileId dart = fireShot(world, &def);
    caromWorldStepTo(world, 0.1 + 1e-9);
    const CrBody *body = bodyOf(world, box);
    double mass = rigidOf(world, box)->mass, inertia = rigidOf(world, box)->inertia;
    ck_assert_int_eq(caromProjectileMode(world, dart), CAROM_PROJECTILE_STUCK);
    CaromVec2 v = caromProjectileVelocity(world, dart);
    double m = def.mass, size = m * u;
    ck_assert_double_le(fabs(m * v.x + mass * body->velocity.x + m * u), 1e-7 * size);
    ck_assert_double_le(fabs(m * v.y + mass * body->velocity.y), 1e-7 * size);
    double spin = m * (0.5 * v.y - y * v.x) + inertia * body->spin;
    ck_assert_double_le(fabs(spin - m * y * u), 1e-6 * size);
    caromWorldStepTo(world, 0.6);
    CaromVec2 local = caromTransformPointInverse(caromBodyTransform(world, box),
                                                 caromProjectilePosition(world, dart));
    ck_assert(fabs(local.x - 0.5) < 1e-9 && fabs(local.y - y) < 1e-9);
}

// What pierces gives what it loses.
TEST_WORLD_LOOP(bullet_gives_the_crate_what_it_loses, 8, newWorldUnder(0.0))
{
    CaromBodyId box =
        newCrate(world, caromVec2(0, 0), 0.0, caromVec2(0.5, 0.5), caromVec2(0, 0), 0.0);
    CaromProjectileDef def = caromProjectileDef();
    def.onHit = CAROM_HIT_PIERCE;
    def.pierceLoss = 3.0 + _i;
    def.mass = 0.1;
    def.gravityScale = 0.0;
    def.position = caromVec2(-3, 0.0);
    def.velocity = caromVec2(8.0, 0.0);
    CaromProjectileId bullet = fireShot(world, &def);
    caromWorldStepTo(world, 1.0);
    double left = _i < 5 ? 8.0 - def.pierceLoss : 0.0, mass = rigidOf(world, box)->mass;
    double given = mass * bodyOf(world, box)->velocity.x;
    ck_assert_msg(fabs(given - 0.1 * (8.0 - left)) <= 1e-12, "%d: %g", _i, given);
    ck_assert(_i < 5 || caromProjectileMode(world, bullet) == CAROM_PROJECTILE_STUCK);
}

// ---- blasts

TEST_WORLD_LOOP(blast_throws_bodies, 4, newWorldUnder(0.0))
{
    CaromBodyId crates[70];
    for (int k = 0; k < 70; k++) { // more than one search gives
        CaromRotation at = caromRotation(0.0897 * k);
        crates[k] = newCrate(world, caromVec2(5.0 * at.c, 5.0 * at.s), 0.3 * k, caromVec2(0.1, 0.1),
                             caromVec2(0, 0), 0.0);
    }
    CaromBlast blast = caromBlast();
    blast.radius = 6.0;
    blast.impulse = 0.4;
    blast.falloff = CAROM_FALLOFF_CONSTANT;
    if (_i % 2) {
        ck_assert_ok(caromWorldExplode(world, caromVec2(0, 0), &blast));
    } else {
        CaromProjectileDef def = caromProjectileDef();
        def.gravityScale = 0.0;
        def.blast = blast;
        def.fuse = 0.01;
        fireShot(world, &def);
    }
    CaromEvents events = eventsUntil(world, 0.1);
    ck_assert_int_ge(events.pushCount, 70);
    for (int k = 0; k < 70; k++) {
        double mass = rigidOf(world, crates[k])->mass;
        CaromVec2 v = bodyOf(world, crates[k])->velocity;
        int found = 0;
        for (int p = 0; p < events.pushCount; p++) {
            if (events.pushes[p].body.index == crates[k].index) {
                found++;
                ck_assert(fabs(mass * v.x - events.pushes[p].impulse.x) < 1e-13);
                ck_assert(fabs(mass * v.y - events.pushes[p].impulse.y) < 1e-13);
            }
        }
        ck_assert_int_eq(found, 1);
        ck_assert(crLength(v) > 0.0);
    }
}

// ---- previews

TEST_WORLD(preview_stops_at_a_body, newWorldUnder(0.0))
{
    CaromBodyId box =
        newCrate(world, caromVec2(3, 0), 0.0, caromVec2(0.5, 0.5), caromVec2(1, 0), 0.0);
    CaromProjectileDef def = newShot(caromVec2(0, 0), caromVec2(6, 0));
    CaromPrediction p = caromPrediction();
    ck_assert_ok(caromWorldPredict(world, &def, 2.0, &p));
    ck_assert_int_eq(p.stop, CAROM_PREDICTION_BODY);
    ck_assert_uint_eq(p.asked.body.index, box.index);
    ck_assert(fabs(p.time - 0.5) < 1e-12);
    ck_assert_double_le(fabs(bodyOf(world, box)->velocity.x - 1.0), 0.0);
}

/// On request bodies stand: the preview is that of a world where they are static.
TEST(preview_takes_bodies_as_standing)
{
    int bounced = 0;
    for (int k = 0; k < 12; k++) {
        CaromWorld *world = newWorldUnder(k % 3 ? 9.81 : 0.0),
                   *still = newWorldUnder(k % 3 ? 9.81 : 0.0);
        CaromVec2 place = {3.0, 0.2 * (k % 4) - 0.3};
        CaromBodyId box = newCrate(world, place, 0.0, caromVec2(0.5, 0.5), caromVec2(1, 0.5), 0.0);
        caromBodyApplyAngularImpulse(world, box, k % 2 ? 0.2 : 0.0);
        caromWorldStepTo(world, 0.25);
        caromWorldStepTo(still, 0.25);
        CaromTransform at = caromBodyTransform(world, box);
        CaromBodyId copy = newRestAt(still, place);
        newBox(still, copy, caromVec2(0, 0), caromVec2(0.5, 0.5));
        ck_assert_ok(caromBodySetTransform(still, copy, at));
        newSegment(world, newRest(world), caromVec2(-9, -3), caromVec2(9, -3));
        newSegment(still, newRest(still), caromVec2(-9, -3), caromVec2(9, -3));
        CaromProjectileDef def = newShot(caromVec2(0, 0.1), caromVec2(6, 0.5));
        def.restitution = 0.7;
        def.radius = k % 2 ? 0.1 : 0.0;
        size_t size = caromPredictionStandingSize(world);
        CaromPrediction p = caromPrediction(), expected = caromPrediction();
        CaromLeg legs[50], others[50];
        p.standing = malloc(size);
        p.standingSize = size;
        p.legs = legs;
        expected.legs = others;
        p.legCapacity = expected.legCapacity = 50;
        ck_assert_ok(caromWorldPredict(world, &def, 2.0, &p));
        ck_assert_ok(caromWorldPredict(still, &def, 2.0, &expected));
        ck_assert_int_eq(p.stop, expected.stop);
        ck_assert(p.legCount == expected.legCount);
        bounced += p.legCount > 1;
        ck_assert(crLength(crSub(p.position, expected.position)) < 1e-9);
        for (int i = 0; i < p.legCount && i < 50; i++) {
            ck_assert_double_le(fabs(legs[i].end - others[i].end), 1e-9);
        }
        CaromProjectileId shot = fireShot(world, &def); // of one in flight
        ck_assert_ok(caromProjectilePredict(world, shot, 2.0, &p));
        ck_assert_int_eq(p.stop, expected.stop);
        ck_assert(crLength(crSub(p.position, expected.position)) < 1e-9);
        caromProjectileDestroy(world, shot);
        ck_assert(caromWorldValidate(world));
        free(p.standing);
        caromWorldDestroy(world);
        caromWorldDestroy(still);
    }
    ck_assert_int_ge(bounced, 10);
}

/// What rests on an awake body is known up to the body's next tick, and on one that sleeps for
/// good.
TEST_WORLD(preview_of_a_rider_stops_at_the_tick, newWorldUnder(9.81))
{
    newBox(world, newRest(world), caromVec2(0, -1), caromVec2(9, 1));
    CaromBodyId box =
        newCrate(world, caromVec2(0, 0.5), 0.0, caromVec2(0.5, 0.5), caromVec2(0, 0), 0.0);
    CaromProjectileDef def = newShot(caromVec2(0.1, 1.2), caromVec2(0, 0));
    def.radius = 0.1;
    def.restitution = 0.0;
    def.friction = 1.0;
    CaromProjectileId rider = fireShot(world, &def);
    caromWorldStepTo(world, 1.0);
    caromWorldStepTo(world, 1.005);
    ck_assert_int_eq(caromProjectileMode(world, rider), CAROM_PROJECTILE_RESTING);
    CaromPrediction p = caromPrediction();
    ck_assert_ok(caromProjectilePredict(world, rider, 2.0, &p));
    ck_assert_int_eq(p.stop, CAROM_PREDICTION_BODY);
    ck_assert_uint_eq(p.asked.body.index, box.index);
    ck_assert(p.time == 61.0 / 60.0 && p.asked.time == p.time);
    ck_assert(p.asked.projectile.index == rider.index);
    ck_assert_ok(caromProjectilePredict(world, rider, 0.01, &p)); // before that
    ck_assert_int_eq(p.stop, CAROM_PREDICTION_RESTS);
    ck_assert_ok(caromBodySetAwake(world, box, false));
    ck_assert_ok(caromProjectilePredict(world, rider, 2.0, &p));
    ck_assert_int_eq(p.stop, CAROM_PREDICTION_RESTS);
}

// ---- what has contacts

// A light bullet leaves the path of a body with contacts alone; the tick adds its impulse. Hits in
// between meet the path, and count in what pends.
TEST_WORLD_LOOP(push_on_a_body_with_contacts_waits_for_the_tick, 2, newWorldUnder(0.0))
{
    CaromBodyId box = newCrate(world, caromVec2(0, 0), 0.0, caromVec2(1, 1), caromVec2(0, 0), 0.0);
    CrRigid *rigid = &world->rigids.all[world->bodies[box.index - 1].rigid];
    caromWorldStepTo(world, 0.001); // past the first tick
    rigid->solved = true;
    CaromProjectileDef def = newShot(caromVec2(1.5, 0.5), caromVec2(-100, 0));
    def.mass = _i == 0 ? 0.1 : 1.0; // of 4 kg: light, and not
    def.restitution = 1.0;
    fireShot(world, &def);
    CaromEvents events = eventsUntil(world, 0.01);
    ck_assert_int_eq(events.hitCount, 1);
    double impulse = -events.hits[0].impulse.x, mass = rigid->mass, inertia = rigid->inertia;
    ck_assert_double_gt(impulse, 0.0);
    if (_i == 0) {
        ck_assert(bodyOf(world, box)->velocity.x == 0.0 && rigid->push.x == -impulse);
        ck_assert_double_le(fabs(rigid->twist - 0.5 * impulse), 1e-12);
        double free = 200.0 / (1.0 / def.mass + 1.0 / mass + 0.25 / inertia);
        ck_assert_double_le(fabs(impulse - free), 1e-11);
    } else {
        ck_assert(rigid->push.x == 0.0 && bodyOf(world, box)->velocity.x < 0.0);
    }
    caromWorldStepTo(world, 0.02);
    ck_assert(rigid->push.x == 0.0 && rigid->twist == 0.0);
    ck_assert_double_le(fabs(bodyOf(world, box)->velocity.x + impulse / mass), 1e-12);
    ck_assert_double_le(fabs(bodyOf(world, box)->spin - 0.5 * impulse / inertia), 1e-11);
}
