// SPDX-License-Identifier: MIT
// Values that callers may legally give can become too large to be numbers within a step. What has
// them is stopped and reported, and all others are unaffected: their flights are, to the bit, the
// same as in a world in which it never was. It has its own walls, which the others do not touch.

#include <math.h>

#include "../support/builder.h"

enum { OTHERS = 24, STEPS = 64, SICK = 2 };

typedef struct Ward {
    CaromWorld *world;
    CaromProjectileId others[OTHERS];
    int overflows, ends; ///< reported so far, of any projectile
} Ward;

typedef void Infect(CaromWorld *world);

static CaromShapeDef ownWall(void)
{
    CaromShapeDef def = caromShapeDef();
    def.filter.category = SICK;
    def.filter.mask = SICK;
    def.restitution = 10.0;
    return def;
}

static CaromProjectileDef ownShot(void)
{
    CaromProjectileDef def = caromProjectileDef();
    def.filter.category = SICK;
    def.filter.mask = SICK;
    def.velocity = caromVec2(1.0, 0.25);
    def.restitution = 10.0;
    return def;
}

static CaromBodyId ownBody(CaromWorld *world, CaromBodyType type)
{
    CaromBodyDef def = caromBodyDef();
    def.type = type;
    return caromBodyCreate(world, &def);
}

// ---- ways to get there

/// Each bounce makes it a hundred times as fast.
static void gainAtBounces(CaromWorld *world)
{
    CaromShapeDef wall = ownWall();
    CaromBodyId body = ownBody(world, CAROM_BODY_STATIC);
    CaromProjectileDef shot = ownShot();
    caromShapeCreateSegment(world, body, &wall, caromVec2(-0.5, -9), caromVec2(-0.5, 9));
    caromShapeCreateSegment(world, body, &wall, caromVec2(0.5, -9), caromVec2(0.5, 9));
    shot.velocity = caromVec2(1.0, 0.0);
    fireShot(world, &shot);
}

static void fallFast(CaromWorld *world)
{
    CaromProjectileDef shot = ownShot();
    shot.acceleration = caromVec2(1e12, -1e12);
    shot.gravityScale = 0.0; // together they are as much as there may be
    fireShot(world, &shot);
    shot.velocity = caromVec2(1e12, 1e12);
    fireShot(world, &shot);
}

/// A push by 1e12 N·s of 1e-100 kg.
static void blow(CaromWorld *world)
{
    CaromProjectileDef shot = ownShot();
    CaromBlast blast = caromBlast();
    blast.radius = 2.0;
    blast.impulse = 1e12;
    blast.filter.category = blast.filter.mask = SICK;
    shot.mass = 1e-100;
    shot.position = caromVec2(0.25, 0.25);
    shot.fuse = 0.5;
    shot.blast = blast;
    fireShot(world, &shot);
    fireShot(world, &shot);
    ck_assert_ok(caromWorldExplode(world, caromVec2(0.0, 0.0), &blast));
}

static void meetUnequals(CaromWorld *world)
{
    CaromProjectileDef shot = ownShot();
    shot.meetMask = SICK;
    shot.radius = 0.25;
    for (int k = 0; k < 6; k++) {
        shot.mass = k % 2 == 0 ? 1e-100 : 1e12;
        shot.position = caromVec2(2.0 * k - 5.0, 0.0);
        shot.velocity = caromVec2(k % 2 == 0 ? 1e12 : -1e12, 0.0);
        fireShot(world, &shot);
    }
}

static void pushLight(CaromWorld *world)
{
    CaromProjectileDef shot = ownShot();
    shot.mass = 1e-12;
    CaromProjectileId id = fireShot(world, &shot);
    (void)caromProjectileSetForce(world, id, caromVec2(1.0, 0.5), CAROM_NOW);
    (void)caromProjectileSetForce(world, id, caromVec2(-1e12, 1e12), 0.5);
    (void)caromProjectileApplyImpulse(world, id, caromVec2(0.5, 1e12));
    shot.mass = 1e-100;
    id = fireShot(world, &shot);
    ck_assert_int_ne(caromProjectileSetForce(world, id, caromVec2(1e12, 0), 0.5), CAROM_OK);
    ck_assert_int_ne(caromProjectileApplyImpulse(world, id, caromVec2(1e12, 0)), CAROM_OK);
}

static void dragHard(CaromWorld *world)
{
    CaromProjectileDef shot = ownShot();
    shot.velocity = caromVec2(1e12, -1e12);
    shot.linearDrag = shot.quadraticDrag = shot.turnRate = 1e6;
    CaromProjectileId id = fireShot(world, &shot);
    ck_assert_ok(caromProjectileSetTargetPoint(world, id, caromVec2(-1e12, 1e12)));
    shot.acceleration = caromVec2(1e12, 1e12);
    fireShot(world, &shot);
}

/// What is carried, hit and stuck to by bodies as fast as can be.
static void rideFast(CaromWorld *world)
{
    CaromShapeDef wall = ownWall();
    CaromProjectileDef shot = ownShot();
    CaromBodyId body = ownBody(world, CAROM_BODY_KINEMATIC);
    wall.surfaceSpeed = 1e12;
    wall.friction = shot.friction = 1e6;
    ck_assert_ok(caromBodySetVelocity(world, body, caromVec2(1e12, -1e12)));
    ck_assert_ok(caromBodySetAngularVelocity(world, body, 1e4));
    caromShapeCreateBox(world, body, &wall, caromVec2(-3.0, 3.0), caromVec2(1.0, 1.0));
    for (int k = 0; k < CAROM_HIT_ASK; k++) {
        shot.onHit = (CaromHitAction)k;
        shot.rolls = k & 1;
        shot.radius = 0.25 * k;
        fireShot(world, &shot);
    }
}

// ---- the ward

static Ward makeWard(Infect *infect)
{
    Ward ward = {NULL, {{0, 0, 0}}, 0, 0};
    CaromWorldDef def = newWorldDef();
    CaromShapeDef wall = caromShapeDef();
    CaromProjectileDef shot = caromProjectileDef();
    def.gravity = caromVec2(0.0, -9.75);
    def.tag = 1;
    def.eventLimit = 50;
    ward.world = caromWorldCreate(&def, NULL);
    CaromBodyId body = ownBody(ward.world, CAROM_BODY_STATIC);
    static const CaromVec2 room[] = {{-8, -8}, {8, -8}, {8, 8}, {-8, 8}};
    wall.filter.mask = 1;
    caromShapeCreateChain(ward.world, body, &wall, room, 4, CAROM_CHAIN_CLOSED);
    caromShapeCreateCircle(ward.world, body, &wall, caromVec2(1, 1), 1.5);
    shot.filter.mask = 1;
    for (int k = 0; k < OTHERS; k++) {
        shot.position = caromVec2(-6.0 + k / 8.0, -3.0);
        shot.velocity = caromVec2(k - 9.5, 7.0 - k);
        shot.radius = k % 3 * 0.125;
        shot.restitution = k % 2 == 0 ? 1.0 : 0.5;
        shot.linearDrag = k % 5 == 0 ? 0.25 : 0.0;
        ward.others[k] = fireShot(ward.world, &shot);
    }
    if (infect != NULL) {
        infect(ward.world);
    }
    return ward;
}

static void checkFinite(CaromVec2 v)
{
    ck_assert(isfinite(v.x) && isfinite(v.y));
}

static void step(Ward *ward, int k)
{
    ck_assert_int_eq(caromWorldStepTo(ward->world, k / 60.0) & CAROM_STEP_REFUSED, 0);
    ck_assert(caromWorldValidate(ward->world));
    CaromEvents events = caromWorldEvents(ward->world);
    for (int e = 0; e < events.endCount; e++) {
        ward->ends++;
        ward->overflows += events.ends[e].reason == CAROM_END_OVERFLOW;
        checkFinite(events.ends[e].position);
        checkFinite(events.ends[e].velocity);
    }
    for (int e = 0; e < events.hitCount; e++) {
        checkFinite(events.hits[e].center);
        checkFinite(events.hits[e].velocityAfter);
        checkFinite(events.hits[e].impulse);
    }
    for (int e = 0; e < events.pushCount; e++) {
        checkFinite(events.pushes[e].impulse);
    }
    for (int e = 0; e < events.meetCount; e++) {
        checkFinite(events.meets[e].afterA);
        checkFinite(events.meets[e].afterB);
    }
}

static void compare(const Ward *well, const Ward *ward)
{
    for (int k = 0; k < OTHERS; k++) {
        CaromVec2 a = caromProjectilePosition(well->world, well->others[k]);
        CaromVec2 b = caromProjectilePosition(ward->world, ward->others[k]);
        CaromVec2 v = caromProjectileVelocity(well->world, well->others[k]);
        CaromVec2 w = caromProjectileVelocity(ward->world, ward->others[k]);
        ck_assert(a.x == b.x && a.y == b.y && v.x == w.x && v.y == w.y);
        ck_assert(caromProjectileIsValid(ward->world, ward->others[k]));
    }
}

static const struct Case {
    Infect *infect;
    bool overflows; ///< one of them at least must be stopped
} cases[] = {{gainAtBounces, true}, {fallFast, true},  {blow, true},    {meetUnequals, true},
             {pushLight, false},    {dragHard, false}, {rideFast, true}};

TEST_LOOP(others_never_notice, (int)(sizeof cases / sizeof cases[0]))
{
    Ward well = makeWard(NULL), ward = makeWard(cases[_i].infect);
    for (int k = 1; k <= STEPS; k++) {
        step(&well, k);
        step(&ward, k);
        compare(&well, &ward);
    }
    ck_assert_int_eq(well.ends, 0);
    ck_assert_int_eq(ward.overflows > 0, cases[_i].overflows);
    caromWorldDestroy(well.world);
    caromWorldDestroy(ward.world);
}
