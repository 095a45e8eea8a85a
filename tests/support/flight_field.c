// SPDX-License-Identifier: MIT
#include "builder.h"
#include "flight_field_parts.h"
#include "region_maker.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "assertions.h"
#include "rounded.h"

#define TWO_PI 6.283185307179586

// gcc's words for it, and clang's.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SLOWED_DOWN
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(memory_sanitizer)
#define SLOWED_DOWN
#endif
#endif

int flightTestTimes(int more)
{
    const char *text = getenv("CAROM_TEST_LONG");
    int times = text != NULL ? atoi(text) : 0;
    return times > 0 ? times * more : 1;
}

int flightTestShare(int count)
{
    const char *text = getenv("CAROM_TEST_SHARE");
    int share = text != NULL ? atoi(text) : 0;
#ifdef SLOWED_DOWN
    share = share > 0 ? share : 8;
#endif
    return share <= 1 ? count : count >= share ? count / share : 1;
}

int flightTestRounds(int count, int more)
{
    return flightTestShare(count) * flightTestTimes(more);
}

// ---- what games answer

/// The answer depends on the event alone; the result of the query in it is part of the record.
static CaromHitAction answer(void *context, const CaromWorld *world, const CaromHitEvent *hit)
{
    static const CaromHitAction answers[8] = {CAROM_HIT_BOUNCE, CAROM_HIT_BOUNCE, CAROM_HIT_PIERCE,
                                              CAROM_HIT_PIERCE, CAROM_HIT_BOUNCE, CAROM_HIT_STOP,
                                              CAROM_HIT_DIE,    CAROM_HIT_COUNT};
    FlightField *field = context;
    uint64_t bits;
    CaromHit found;
    memcpy(&bits, &hit->time, sizeof bits);
    flightLogNumber(&field->asks, hit->time);
    flightLogNumber(&field->asks, caromWorldTime(world));
    flightLogId(&field->asks, hit->projectile.index, hit->shape.index);
    CaromVec2 ahead = caromVec2(10.0 * hit->normal.x, 10.0 * hit->normal.y);
    if (caromWorldCastRay(world, hit->point, ahead, caromQueryOptions(), &found, 1) > 0) {
        flightLogNumber(&field->asks, found.fraction);
    }
    CaromHitAction action = answers[(bits ^ bits >> 20) % 8];
    bool explodes = (field->habits & FIELD_BLASTS) && action == CAROM_HIT_DIE;
    return explodes ? CAROM_HIT_EXPLODE : action;
}

/// The answer to a meeting, of the same kind.
static CaromMeetAction answerMeeting(void *context, const CaromWorld *world,
                                     const CaromMeetEvent *meeting, CaromProjectileId which)
{
    static const CaromMeetAction answers[8] = {
        CAROM_MEETING_BOUNCE, CAROM_MEETING_BOUNCE,  CAROM_MEETING_PASS,  CAROM_MEETING_PASS,
        CAROM_MEETING_DIE,    CAROM_MEETING_EXPLODE, CAROM_MEETING_COUNT, CAROM_MEETING_BOUNCE};
    FlightField *field = context;
    uint64_t bits;
    memcpy(&bits, &meeting->time, sizeof bits);
    flightLogNumber(&field->asks, meeting->time);
    flightLogNumber(&field->asks, caromWorldTime(world));
    flightLogId(&field->asks, which.index, meeting->a.index ^ meeting->b.index);
    for (int k = 0; k < field->shotCount; k++) {
        if (caromProjectileIsValid(world, field->shots[k])) {
            flightLogVec(&field->asks, caromProjectilePosition(world, field->shots[k]));
        }
    }
    return answers[(bits ^ bits >> 20 ^ which.index) % 8];
}

// ---- geometry

void flightStar(TestRandom *random, CaromVec2 *points, int count, double radius, bool smooth)
{
    double turn = testRandomRange(random, 0.0, TWO_PI);
    for (int i = 0; i < count; i++) {
        double angle = turn + TWO_PI * (i + 0.3 * testRandomUnit(random)) / count;
        double r = smooth ? radius : radius * testRandomRange(random, 0.3, 1.0);
        CaromRotation rotation = caromRotation(angle);
        points[i] = caromVec2(r * rotation.c, r * rotation.s);
    }
}

/// Sets the surface of a random pair of three materials by three, or clears it.
void fieldChangeSurface(FlightField *field)
{
    static const CaromHitAction steeps[6] = {CAROM_HIT_BOUNCE, CAROM_HIT_EXPLODE, CAROM_HIT_STOP,
                                             CAROM_HIT_STICK,  CAROM_HIT_PIERCE,  CAROM_HIT_DIE};
    CaromSurface s = caromSurface();
    uint32_t pair = (uint32_t)testRandomInt(&field->random, 0, 8);
    s.restitution = testRandomRange(&field->random, 0.0, fieldChance(field, 80) ? 0.9 : 1.2);
    s.friction = fieldChance(field, 50) ? 0.0 : testRandomRange(&field->random, 0.0, 0.8);
    s.rollingResistance = testRandomRange(&field->random, 0.0, 0.3);
    s.bodies = s.restitution < 0.5 ? CAROM_SURFACE_BODIES_TOO : CAROM_SURFACE_BODIES_MIX;
    s.minBounceSpeed = fieldChance(field, 50) ? 0.0 : fieldLength(field, 0.0, 3.0);
    s.ricochetAngle = fieldChance(field, 60) ? testRandomRange(&field->random, 0.0, 1.5) : 0.0;
    s.steep = steeps[testRandomInt(&field->random, 0, 5)];
    s.pierceLoss = fieldLength(field, 0.0, 1.0);
    ck_assert_ok(
        caromWorldSetSurface(field->world, pair / 3, pair % 3, fieldChance(field, 80) ? &s : NULL));
}

static CaromShapeDef anyShapeDef(FlightField *field)
{
    CaromShapeDef def = caromShapeDef();
    def.restitution = fieldChance(field, 70) ? 1.0 : testRandomRange(&field->random, 0.3, 1.1);
    def.friction = fieldChance(field, 70) ? 1.0 : testRandomRange(&field->random, 0.0, 2.0);
    def.bodyFriction = def.friction != 1.0 ? 0.5 * def.friction : def.bodyFriction;
    def.filter.category = fieldChance(field, 80) ? 1 : 2;
    if (field->habits & FIELD_SLIDES) {
        def.surfaceSpeed = fieldChance(field, 30) ? fieldLength(field, -3.0, 3.0) : 0.0;
        def.rollingResistance = testRandomRange(&field->random, 0.0, 1.0);
    }
    def.userData = (void *)(uintptr_t)(1000 + field->shapeCount);
    def.sensor = (field->habits & FIELD_SENSORS) && fieldChance(field, 40);
    if (field->habits & FIELD_SURFACES) {
        static const uint32_t striped[REGION_POINTS] = {0, 1, 2, 1, 1, 0, 2, 2, 0, 1, 2, 1};
        def.material = (uint32_t)testRandomInt(&field->random, 0, 2);
        def.materials = (field->habits & FIELD_REGIONS) && fieldChance(field, 50) ? striped : NULL;
        def.surfaceSpeed = fieldChance(field, 80) ? 0.0 : fieldLength(field, -3.0, 3.0);
    }
    return def;
}

static CaromShapeId makePolygon(FlightField *field, CaromBodyId body, const CaromShapeDef *def,
                                double radius)
{
    static const CaromVec2 bracket[6] = {{-0.75, -0.75}, {0.75, -0.75}, {0.75, 0.0},
                                         {0.0, 0.0},     {0.0, 0.75},   {-0.75, 0.75}};
    CaromVec2 points[9];
    if (field->habits & FIELD_GRID) {
        return roundedPolygon(field->world, body, def, bracket, 6, radius);
    }
    int count = testRandomInt(&field->random, 3, 9);
    flightStar(&field->random, points, count, fieldLength(field, 0.2, 1.2), fieldChance(field, 30));
    return roundedPolygon(field->world, body, def, points, count, radius);
}

/// Any polyline, that may cross itself.
static CaromShapeId makeChain(FlightField *field, CaromBodyId body, const CaromShapeDef *def,
                              double radius)
{
    CaromVec2 points[8], reach = caromVec2(2.0, 1.5);
    uint32_t flags = (uint32_t)testRandomInt(&field->random, 0, 3);
    int count = testRandomInt(&field->random, 3, 8);
    points[0] = fieldVec(field, reach);
    for (int i = 1; i < count; i++) {
        points[i] = fieldVec(field, reach);
        bool same = points[i].x == points[i - 1].x && points[i].y == points[i - 1].y;
        points[i].x += same ? i / 64.0 : 0.0; // each off the grid by its own
        bool closes = points[i].x == points[0].x && points[i].y == points[0].y;
        points[i].y += closes ? i / 64.0 : 0.0;
    }
    return roundedChain(field->world, body, def, points, count, flags, radius);
}

static CaromShapeId makeRegion(FlightField *field, CaromBodyId body, const CaromShapeDef *def)
{
    TestRegion region;
    bool whole = (field->habits & FIELD_GRID) || fieldChance(field, 30);
    testRegionMake(&region, &field->random, whole ? 2.0 : fieldLength(field, 1.0, 2.0), whole);
    double radius = fieldChance(field, 30) ? fieldLength(field, 0.0, 0.5) : 0.0;
    return roundedRegion(field->world, body, def, region.points, region.ringEnds, region.ringCount,
                         radius);
}

static CaromShapeId makeTiles(FlightField *field, CaromBodyId body, CaromShapeDef *def)
{
    uint16_t tiles[FIELD_TILE_SIDE * FIELD_TILE_SIDE];
    int percent = testRandomInt(&field->random, 10, 90);
    for (int i = 0; i < FIELD_TILE_SIDE * FIELD_TILE_SIDE; i++) {
        tiles[i] = fieldChance(field, percent) ? (uint16_t)testRandomInt(&field->random, 1, 3) : 0;
    }
    CaromTileMap map = {
        FIELD_TILE_SIDE, FIELD_TILE_SIDE, 0.5, fieldVec(field, caromVec2(1.0, 1.0)), tiles, 0.0};
    def->materials = NULL;
    map.radius = fieldChance(field, 30) ? fieldLength(field, 0.0, 0.5) : 0.0;
    return caromShapeCreateTiles(field->world, body, def, &map);
}

/// Adds a shape of a kind that can be rounded; some of them are.
static CaromShapeId addRoundShape(FlightField *field, CaromBodyId body, const CaromShapeDef *def,
                                  CaromVec2 a, CaromVec2 b)
{
    int what = testRandomInt(&field->random, 0, 6);
    if (what == 0) {
        return caromShapeCreateCapsule(field->world, body, def, a, fieldChance(field, 80) ? b : a,
                                       fieldLength(field, 0.25, 0.5));
    }
    double radius = fieldChance(field, 60) ? fieldLength(field, 0.25, 0.5) : 0.0;
    switch (what) {
    case 1:
        return roundedSegment(field->world, body, def, a, b, radius);
    case 2:
        return roundedOneSided(field->world, body, def, a, b, radius);
    case 3:
        return roundedBox(field->world, body, def, a, caromVec2(0.5, 0.25), radius);
    case 4:
        return makePolygon(field, body, def, radius);
    default:
        return makeChain(field, body, def, radius);
    }
}

void fieldAddShape(FlightField *field, CaromBodyId body)
{
    CaromShapeDef def = anyShapeDef(field);
    CaromVec2 a = fieldVec(field, caromVec2(1.0, 1.0)), b = fieldVec(field, caromVec2(1.5, 1.5));
    CaromShapeId id;
    if (field->shapeCount == FLIGHT_SHAPES) {
        return;
    }
    b.x += a.x == b.x && a.y == b.y ? 0.5 : 0.0;
    bool isRegion = (field->habits & FIELD_REGIONS) && fieldChance(field, 30);
    bool isTiles = !isRegion && (field->habits & FIELD_TILES) && fieldChance(field, 20);
    bool isRound =
        !isRegion && !isTiles && (field->habits & FIELD_CHAINS) && fieldChance(field, 60);
    switch (isTiles ? 7 : isRegion ? 6 : isRound ? 5 : testRandomInt(&field->random, 0, 4)) {
    case 0:
        id = caromShapeCreateCircle(field->world, body, &def, a, fieldLength(field, 0.25, 0.75));
        break;
    case 1:
        id = caromShapeCreateSegment(field->world, body, &def, a, b);
        break;
    case 2:
        id = caromShapeCreateOneSided(field->world, body, &def, a, b);
        break;
    case 3:
        id = caromShapeCreateBox(
            field->world, body, &def, a,
            caromVec2(fieldLength(field, 0.25, 0.75), fieldLength(field, 0.25, 0.5)));
        break;
    case 4:
        id = makePolygon(field, body, &def, 0.0);
        break;
    case 6:
        id = makeRegion(field, body, &def);
        break;
    case 7:
        id = makeTiles(field, body, &def);
        break;
    default:
        id = addRoundShape(field, body, &def, a, b);
        break;
    }
    ck_assert_uint_ne(id.index, 0);
    field->shapes[field->shapeCount++] = id;
}

void fieldAddBody(FlightField *field)
{
    CaromBodyDef def = caromBodyDef();
    bool moves = (field->habits & FIELD_MOVES) && fieldChance(field, 50);
    def.type = moves ? CAROM_BODY_KINEMATIC : CAROM_BODY_STATIC;
    def.position = fieldVec(field, field->half);
    if (!(field->habits & FIELD_GRID)) {
        def.angle = testRandomRange(&field->random, -4.0, 4.0);
        def.scale = fieldChance(field, 80) ? caromVec2(1.0, 1.0) : caromVec2(-0.7, 1.3);
    }
    if (moves && fieldChance(field, 80)) {
        def.velocity = fieldVelocity(field, 2.0);
    }
    if (moves && (field->habits & FIELD_SPINS) && fieldChance(field, 80)) {
        def.angularVelocity = fieldLength(field, -9.0, 9.0) * (fieldChance(field, 10) ? 10.0 : 1.0);
    }
    if (moves && (field->habits & FIELD_RIGID) && fieldChance(field, 80)) {
        def.type = CAROM_BODY_DYNAMIC;
        def.gravityScale = fieldChance(field, 50) ? 0.0 : 1.0;
    }
    CaromBodyId parent = {0, 0, 0};
    if (def.type != CAROM_BODY_DYNAMIC && (field->habits & FIELD_FAMILIES) &&
        fieldChance(field, 60)) {
        parent = field->bodies[testRandomInt(&field->random, 0, field->bodyCount - 1)];
    }
    if (caromBodyIsValid(field->world, parent)) {
        def.parent = parent;
    }
    if (field->bodyCount < FLIGHT_BODIES) {
        CaromBodyId body = caromBodyCreate(field->world, &def);
        if (body.index == 0 && def.parent.index != 0) { // they don't go together
            def.parent = caromBodyDef().parent;
            body = caromBodyCreate(field->world, &def);
        }
        field->bodies[field->bodyCount] = body;
        ck_assert_uint_ne(field->bodies[field->bodyCount].index, 0);
        field->moves[field->bodyCount] = moves;
        for (int i = testRandomInt(&field->random, 1, 2); i > 0; i--) {
            fieldAddShape(field, field->bodies[field->bodyCount]);
        }
        field->bodyCount++;
    }
}

/// Four one-sided walls around all, free inside.
void fieldAddRoom(FlightField *field)
{
    CaromVec2 h = field->half;
    CaromVec2 corners[4] = {{-h.x, -h.y}, {-h.x, h.y}, {h.x, h.y}, {h.x, -h.y}};
    CaromBodyId body = newRest(field->world);
    field->room = field->bodies[field->bodyCount++] = body;
    for (int i = 0; i < 4; i++) {
        CaromShapeId id = newOneSided(field->world, body, corners[i], corners[(i + 1) % 4]);
        field->shapes[field->shapeCount++] = id;
    }
}

// ---- shots

static void chooseEnding(FlightField *field, CaromProjectileDef *def)
{
    static const CaromHitAction habits[10] = {
        CAROM_HIT_BOUNCE, CAROM_HIT_BOUNCE, CAROM_HIT_BOUNCE, CAROM_HIT_BOUNCE, CAROM_HIT_BOUNCE,
        CAROM_HIT_STOP,   CAROM_HIT_PIERCE, CAROM_HIT_PIERCE, CAROM_HIT_DIE,    CAROM_HIT_ASK};
    int most = field->habits & FIELD_ASKS ? 9 : 8;
    def->onHit = habits[testRandomInt(&field->random, 0, most)];
    def->lifetime = fieldChance(field, 30) ? fieldLength(field, 0.5, 4.0) : CAROM_FOREVER;
    def->bounces = fieldChance(field, 20) ? testRandomInt(&field->random, 0, 6) : CAROM_UNLIMITED;
    def->filter.mask = fieldChance(field, 80) ? UINT64_MAX : 1;
    if ((field->habits & FIELD_PIERCES) && fieldChance(field, 60)) {
        def->onHit = CAROM_HIT_PIERCE;
        def->pierceLoss = fieldChance(field, 50) ? 0.0 : fieldLength(field, 0.0, 6.0);
        def->pierceDrag = fieldChance(field, 50) ? 0.0 : fieldLength(field, 0.0, 8.0);
    }
}

static void chooseSliding(FlightField *field, CaromProjectileDef *def)
{
    def->restitution = fieldChance(field, 50) ? 0.0 : testRandomRange(&field->random, 0.0, 0.6);
    def->friction = fieldChance(field, 30) ? 0.0 : testRandomRange(&field->random, 0.0, 1.0);
    def->rolls = fieldChance(field, 40);
    def->rollingResistance = testRandomRange(&field->random, 0.0, 0.5);
    def->gravityScale = 1.0;
    def->onHit = fieldChance(field, 10) ? CAROM_HIT_STICK : CAROM_HIT_BOUNCE;
}

static void chooseSteering(FlightField *field, CaromProjectileDef *def)
{
    def->linearDrag = fieldChance(field, 30) ? testRandomRange(&field->random, 0.0, 3.0) : 0.0;
    def->quadraticDrag = fieldChance(field, 30) ? testRandomRange(&field->random, 0.0, 0.5) : 0.0;
    def->turnRate = fieldChance(field, 50) ? testRandomRange(&field->random, 0.1, 20.0) : 0.0;
}

/// Nothing but this may pull those projectiles; some of them rest from the start.
static void chooseGround(FlightField *field, CaromProjectileDef *def)
{
    if (fieldChance(field, 60)) {
        def->groundDeceleration = fieldLength(field, 0.25, 12.0);
        def->gravityScale = 0.0;
        def->acceleration = caromVec2(0.0, 0.0);
        def->velocity = fieldChance(field, 15) ? caromVec2(0.0, 0.0) : def->velocity;
    }
}

/// Targets, forces and impulses; the body may be none any more, and the call refused.
void fieldSteer(FlightField *field, CaromProjectileId shot)
{
    CaromWorld *world = field->world;
    double later = caromWorldTime(world) + fieldLength(field, 0.0, 2.0);
    CaromBodyId body = field->bodies[testRandomInt(&field->random, 0, field->bodyCount - 1)];
    switch (testRandomInt(&field->random, 0, 5)) {
    case 0:
        caromProjectileSetTarget(world, shot, body, fieldVec(field, caromVec2(1.0, 1.0)));
        break;
    case 1:
        caromProjectileSetTargetPoint(world, shot, fieldVec(field, field->half));
        break;
    case 2:
        caromProjectileClearTarget(world, shot);
        break;
    case 3:
        caromProjectileApplyImpulse(world, shot, fieldVelocity(field, 5.0));
        break;
    case 4:
        caromProjectileSetForce(world, shot, fieldVelocity(field, 20.0), CAROM_NOW);
        break;
    default:
        caromProjectileSetForce(world, shot, fieldVelocity(field, 20.0), later);
        break;
    }
}

CaromBlast fieldBlast(FlightField *field)
{
    CaromBlast blast = caromBlast();
    blast.radius = fieldChance(field, 20) ? 0.0 : fieldLength(field, 0.5, 6.0);
    blast.impulse = testRandomRange(&field->random, -2.0, 12.0);
    blast.falloff = (CaromFalloff)testRandomInt(&field->random, 0, CAROM_FALLOFF_COUNT - 1);
    blast.filter.mask = fieldChance(field, 80) ? UINT64_MAX : 1;
    return blast;
}

static void chooseExplosion(FlightField *field, CaromProjectileDef *def)
{
    def->blast = fieldBlast(field);
    def->fuse = fieldChance(field, 40) ? fieldLength(field, 0.25, 4.0) : CAROM_FOREVER;
    def->onHit = fieldChance(field, 20) ? CAROM_HIT_EXPLODE : def->onHit;
    def->proximity = fieldChance(field, 20) ? fieldLength(field, 0.25, 1.0) : 0.0;
    def->proximityFilter.mask = fieldChance(field, 40) ? 2 : 3;
    def->filter.category = fieldChance(field, 70) ? 1 : 3;
}

static void chooseMeetings(FlightField *field, CaromProjectileDef *def)
{
    static const CaromMeetAction habits[10] = {
        CAROM_MEETING_BOUNCE, CAROM_MEETING_BOUNCE, CAROM_MEETING_BOUNCE, CAROM_MEETING_BOUNCE,
        CAROM_MEETING_PASS,   CAROM_MEETING_PASS,   CAROM_MEETING_PASS,   CAROM_MEETING_DIE,
        CAROM_MEETING_ASK,    CAROM_MEETING_EXPLODE};
    int most = field->habits & FIELD_ASKS ? 9 : 7;
    def->meetMask = fieldChance(field, 80) ? UINT64_MAX : 0;
    def->onMeet = habits[testRandomInt(&field->random, 0, most)];
    def->filter.group = fieldChance(field, 20) ? testRandomInt(&field->random, -1, 1) : 0;
}

void fieldAddShot(FlightField *field)
{
    CaromVec2 position = fieldVec(field, field->half);
    double speed = fieldChance(field, 20) ? 100.0 : 12.0;
    CaromProjectileDef def = newShot(position, fieldVelocity(field, speed));
    def.radius = fieldChance(field, 50) ? 0.0 : fieldLength(field, 0.05, 0.4);
    def.gravityScale = fieldChance(field, 70) ? 1.0 : 0.0;
    def.acceleration = fieldChance(field, 80) ? caromVec2(0.0, 0.0) : fieldVelocity(field, 8.0);
    def.restitution = fieldChance(field, 30) ? 1.0 : testRandomRange(&field->random, 0.0, 1.0);
    def.friction = fieldChance(field, 60) ? 0.0 : testRandomRange(&field->random, 0.0, 1.0);
    def.time = fieldChance(field, 70) ? CAROM_NOW
                                      : caromWorldTime(field->world) + fieldLength(field, 0.0, 2.0);
    def.mass = testRandomRange(&field->random, 0.5, 2.0);
    def.userData = (void *)(uintptr_t)(1 + field->shotCount);
    chooseEnding(field, &def);
    if (field->habits & FIELD_BLASTS) {
        chooseExplosion(field, &def);
    }
    if (fieldChance(field, 30)) {
        def.ignoreBody = field->bodies[testRandomInt(&field->random, 0, field->bodyCount - 1)];
        bool isRoom = def.ignoreBody.index == field->bodies[0].index; // it would never come back
        if (!caromBodyIsValid(field->world, def.ignoreBody) ||
            (isRoom && (field->habits & FIELD_SLIDES))) {
            def.ignoreBody.index = 0;
        }
    }
    if (field->habits & FIELD_SLIDES) {
        chooseSliding(field, &def);
    }
    if (field->habits & FIELD_SURFACES) {
        def.material = (uint32_t)testRandomInt(&field->random, 0, 2);
    }
    if (field->habits & FIELD_STEERS) {
        chooseSteering(field, &def);
    }
    if (field->habits & FIELD_MEETS) {
        chooseMeetings(field, &def);
    }
    if (field->habits & FIELD_GROUND) {
        chooseGround(field, &def);
    }
    bool isFull = field->shotCount == FLIGHT_SHOTS;
    bool reuses = isFull && field->keeps;
    int at = reuses ? testRandomInt(&field->random, 0, FLIGHT_SHOTS - 1) : field->shotCount;
    if (!isFull || (reuses && !caromProjectileIsValid(field->world, field->shots[at]))) {
        field->shots[at] = caromProjectileFire(field->world, &def);
        ck_assert_uint_ne(field->shots[at].index, 0);
        for (int k = 0; k < 2 && (field->habits & FIELD_STEERS); k++) {
            fieldSteer(field, field->shots[at]);
        }
        field->defs[at] = def;
        field->shotCount += !isFull;
    }
}

// ---- the field

void flightFieldInit(FlightField *field, uint64_t seed, int habits, const CaromWorldDef *def)
{
    memset(field, 0, sizeof *field);
    field->random = testRandomSeed(seed);
    field->habits = habits;
    CaromWorldDef worldDef = *def;
    bool falls = (habits & (FIELD_SETTLES | FIELD_SLIDES)) || fieldChance(field, 50);
    worldDef.gravity =
        falls ? caromVec2(0.0, fieldLength(field, -12.0, -2.0)) : caromVec2(0.0, 0.0);
    worldDef.tag = 7;
    if (habits & FIELD_STEERS) { // 4/13: the times of edits are among its multiples
        static const double intervals[] = {1.0 / 64.0, 4.0 / 13.0, 0.01, 0.003};
        worldDef.steerInterval = intervals[testRandomInt(&field->random, 0, 3)];
    }
    worldDef.log = NULL; // much of what is drawn is refused
    field->world = caromWorldCreate(&worldDef, NULL);
    ck_assert_ptr_nonnull(field->world);
    caromWorldSetHitCallback(field->world, answer, field);
    caromWorldSetMeetCallback(field->world, answerMeeting, field);
    field->half = caromVec2(fieldLength(field, 2.0, 8.0), fieldLength(field, 2.0, 6.0));
    for (int i = 0; i < 6 && (habits & FIELD_SURFACES); i++) {
        fieldChangeSurface(field);
    }
    fieldAddRoom(field);
    for (int i = testRandomInt(&field->random, 0, 8); i > 0; i--) {
        fieldAddBody(field);
    }
    for (int i = testRandomInt(&field->random, 4, 20); i > 0; i--) {
        fieldAddShot(field);
    }
    if (habits & FIELD_PULLS) {
        fieldPullBodies(field, 0, FLIGHT_BODIES);
    }
}

void flightFieldFree(FlightField *field)
{
    ck_assert(caromWorldValidate(field->world));
    ck_assert_ok(caromWorldDestroy(field->world));
    free(field->log.words);
    free(field->asks.words);
}

void flightFieldViewAs(FlightField *field, const FlightField *from)
{
    FlightField own = *field;
    *field = *from;
    field->world = own.world;
    field->log = own.log;
    field->asks = own.asks;
}

CaromStepFlags flightFieldStepTo(FlightField *field, double time)
{
    CaromStepFlags flags = caromWorldStepTo(field->world, time);
    ck_assert_int_eq(flags & (CAROM_STEP_REFUSED | CAROM_STEP_EVENTS_DROPPED), 0);
    flightLogRead(&field->log, field->world);
    return flags;
}
