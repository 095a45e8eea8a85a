// SPDX-License-Identifier: MIT
#include "flight_field.h"

#include "region_maker.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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

// ---- the record

static void put(FlightLog *log, uint64_t word)
{
    if (log->count == log->capacity) {
        log->capacity = log->capacity > 0 ? 2 * log->capacity : 1024;
        log->words = realloc(log->words, (size_t)log->capacity * sizeof *log->words);
        ck_assert_ptr_nonnull(log->words);
    }
    log->words[log->count++] = word;
}

static void putNumber(FlightLog *log, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    put(log, bits);
}

static void putVec(FlightLog *log, CaromVec2 v)
{
    putNumber(log, v.x);
    putNumber(log, v.y);
}

static void putId(FlightLog *log, uint32_t index, uint32_t age)
{
    put(log, (uint64_t)index << 32 | age);
}

static void putHit(FlightLog *log, const CaromHitEvent *e)
{
    put(log, e->sequence);
    putNumber(log, e->time);
    putId(log, e->projectile.index, e->projectile.age);
    putId(log, e->shape.index, e->shape.age);
    putId(log, e->body.index, e->body.age);
    putVec(log, e->point);
    putVec(log, e->center);
    putVec(log, e->normal);
    putVec(log, e->velocityBefore);
    putVec(log, e->velocityAfter);
    putVec(log, e->impulse);
    put(log, (uint64_t)(uint32_t)e->tile.x << 32 | (uint32_t)e->tile.y);
    put(log, (uint64_t)e->material << 40 | (uint64_t)e->feature << 8 | (uint64_t)e->corner << 4 |
                 (uint64_t)e->action);
    put(log, (uint64_t)(uintptr_t)e->projectileData);
    put(log, (uint64_t)(uintptr_t)e->shapeData);
    log->hits++;
}

static void putEnd(FlightLog *log, const CaromEndEvent *e)
{
    put(log, e->sequence);
    putNumber(log, e->time);
    putId(log, e->projectile.index, e->projectile.age);
    putVec(log, e->position);
    putVec(log, e->velocity);
    put(log, (uint64_t)e->reason);
    log->ends++;
}

static void putMode(FlightLog *log, const CaromModeEvent *e)
{
    put(log, e->sequence);
    putNumber(log, e->time);
    putId(log, e->projectile.index, e->projectile.age);
    putVec(log, e->position);
    put(log, (uint64_t)e->mode);
    log->modes++;
}

static void putBlast(FlightLog *log, const CaromBlastEvent *e)
{
    put(log, e->sequence);
    putNumber(log, e->time);
    putId(log, e->projectile.index, e->projectile.age);
    putVec(log, e->center);
    putNumber(log, e->blast.radius);
    put(log, (uint64_t)(uintptr_t)e->projectileData);
    log->blasts++;
}

static void putPush(FlightLog *log, const CaromPushEvent *e)
{
    put(log, e->sequence);
    putNumber(log, e->time);
    putId(log, e->source.index, e->source.age);
    putId(log, e->projectile.index, e->projectile.age);
    putId(log, e->shape.index, e->shape.age);
    putVec(log, e->point);
    putVec(log, e->impulse);
    putNumber(log, e->distance);
    putNumber(log, e->exposure);
    put(log, (uint64_t)(uintptr_t)e->data);
    log->pushes++;
}

static void putMeet(FlightLog *log, const CaromMeetEvent *e)
{
    put(log, e->sequence);
    putNumber(log, e->time);
    putId(log, e->a.index, e->a.age);
    putId(log, e->b.index, e->b.age);
    putVec(log, e->centerA);
    putVec(log, e->centerB);
    putVec(log, e->point);
    putVec(log, e->normal);
    putVec(log, e->beforeA);
    putVec(log, e->beforeB);
    putVec(log, e->afterA);
    putVec(log, e->afterB);
    put(log, (uint64_t)e->actionA << 8 | (uint64_t)e->actionB);
    log->meets++;
}

static void putCross(FlightLog *log, const CaromCrossEvent *e)
{
    put(log, e->sequence);
    putNumber(log, e->time);
    putId(log, e->projectile.index, e->projectile.age);
    putId(log, e->shape.index, e->shape.age);
    putId(log, e->body.index, e->body.age);
    putVec(log, e->point);
    putVec(log, e->velocity);
    put(log, (uint64_t)e->entered << 2 | (uint64_t)e->sensor << 1 | (uint64_t)e->startedInside);
    put(log, (uint64_t)(uintptr_t)e->projectileData);
    put(log, (uint64_t)(uintptr_t)e->shapeData);
    log->crosses++;
}

/// In the order of their numbers, which follow each other without a gap.
static void putEvents(FlightLog *log, const CaromEvents *e, uint64_t last)
{
    int h = 0, n = 0, m = 0, c = 0, b = 0, p = 0, k = 0;
    int count = e->hitCount + e->endCount + e->modeCount + e->crossCount + e->blastCount +
                e->pushCount + e->meetCount;
    for (uint64_t next = last + 1 - (uint64_t)count; next <= last; next++) {
        if (h < e->hitCount && e->hits[h].sequence == next) {
            putHit(log, &e->hits[h++]);
        } else if (n < e->endCount && e->ends[n].sequence == next) {
            putEnd(log, &e->ends[n++]);
        } else if (m < e->modeCount && e->modes[m].sequence == next) {
            putMode(log, &e->modes[m++]);
        } else if (c < e->crossCount && e->crosses[c].sequence == next) {
            putCross(log, &e->crosses[c++]);
        } else if (b < e->blastCount && e->blasts[b].sequence == next) {
            putBlast(log, &e->blasts[b++]);
        } else if (k < e->meetCount && e->meets[k].sequence == next) {
            putMeet(log, &e->meets[k++]);
        } else {
            ck_assert(p < e->pushCount && e->pushes[p].sequence == next);
            putPush(log, &e->pushes[p++]);
        }
    }
}

int flightLogDifference(const FlightLog *a, const FlightLog *b)
{
    int count = a->count < b->count ? a->count : b->count;
    for (int i = 0; i < count; i++) {
        if (a->words[i] != b->words[i]) {
            return i;
        }
    }
    return a->count == b->count ? -1 : count;
}

/// The answer depends on what is asked alone; the query's answer is part of the record.
static CaromHitAction answer(void *context, const CaromWorld *world, const CaromHitEvent *hit)
{
    static const CaromHitAction answers[8] = {CAROM_HIT_BOUNCE, CAROM_HIT_BOUNCE, CAROM_HIT_PIERCE,
                                              CAROM_HIT_PIERCE, CAROM_HIT_BOUNCE, CAROM_HIT_STOP,
                                              CAROM_HIT_DIE,    CAROM_HIT_COUNT};
    FlightField *field = context;
    uint64_t bits;
    CaromHit found;
    memcpy(&bits, &hit->time, sizeof bits);
    putNumber(&field->asks, hit->time);
    putNumber(&field->asks, caromWorldTime(world));
    putId(&field->asks, hit->projectile.index, hit->shape.index);
    CaromVec2 ahead = caromVec2(10.0 * hit->normal.x, 10.0 * hit->normal.y);
    if (caromWorldCastRay(world, hit->point, ahead, caromQueryOptions(), &found, 1) > 0) {
        putNumber(&field->asks, found.fraction);
    }
    CaromHitAction action = answers[(bits ^ bits >> 20) % 8];
    bool explodes = (field->habits & FIELD_BLASTS) && action == CAROM_HIT_DIE;
    return explodes ? CAROM_HIT_EXPLODE : action;
}

/// Of a meeting too.
static CaromMeetAction answerMeeting(void *context, const CaromWorld *world,
                                     const CaromMeetEvent *meeting, CaromProjectileId which)
{
    static const CaromMeetAction answers[8] = {
        CAROM_MEETING_BOUNCE, CAROM_MEETING_BOUNCE,  CAROM_MEETING_PASS,  CAROM_MEETING_PASS,
        CAROM_MEETING_DIE,    CAROM_MEETING_EXPLODE, CAROM_MEETING_COUNT, CAROM_MEETING_BOUNCE};
    FlightField *field = context;
    uint64_t bits;
    memcpy(&bits, &meeting->time, sizeof bits);
    putNumber(&field->asks, meeting->time);
    putNumber(&field->asks, caromWorldTime(world));
    putId(&field->asks, which.index, meeting->a.index ^ meeting->b.index);
    for (int k = 0; k < field->shotCount; k++) {
        if (caromProjectileIsValid(world, field->shots[k])) {
            putVec(&field->asks, caromProjectilePosition(world, field->shots[k]));
        }
    }
    return answers[(bits ^ bits >> 20 ^ which.index) % 8];
}

// ---- random numbers, or small multiples of a quarter

static double anyLength(FlightField *field, double lo, double hi)
{
    double x = testRandomRange(&field->random, lo, hi);
    return field->habits & FIELD_GRID ? floor(4.0 * x + 0.5) / 4.0 : x;
}

static CaromVec2 anyVec(FlightField *field, CaromVec2 half)
{
    double x = anyLength(field, -half.x, half.x);
    return caromVec2(x, anyLength(field, -half.y, half.y));
}

static CaromVec2 anyVelocity(FlightField *field, double most)
{
    return anyVec(field, caromVec2(most, most));
}

static bool chance(FlightField *field, int percent)
{
    return testRandomInt(&field->random, 1, 100) <= percent;
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

/// Three materials on three, and what some of these pairs do.
static void changeSurface(FlightField *field)
{
    static const CaromHitAction steeps[6] = {CAROM_HIT_BOUNCE, CAROM_HIT_EXPLODE, CAROM_HIT_STOP,
                                             CAROM_HIT_STICK,  CAROM_HIT_PIERCE,  CAROM_HIT_DIE};
    CaromSurface s = caromSurface();
    uint32_t pair = (uint32_t)testRandomInt(&field->random, 0, 8);
    s.restitution = testRandomRange(&field->random, 0.0, chance(field, 80) ? 0.9 : 1.2);
    s.friction = chance(field, 50) ? 0.0 : testRandomRange(&field->random, 0.0, 0.8);
    s.rollingResistance = testRandomRange(&field->random, 0.0, 0.3);
    s.minBounceSpeed = chance(field, 50) ? 0.0 : anyLength(field, 0.0, 3.0);
    s.ricochetAngle = chance(field, 60) ? testRandomRange(&field->random, 0.0, 1.5) : 0.0;
    s.steep = steeps[testRandomInt(&field->random, 0, 5)];
    s.pierceLoss = anyLength(field, 0.0, 1.0);
    ck_assert_int_eq(
        caromWorldSetSurface(field->world, pair / 3, pair % 3, chance(field, 80) ? &s : NULL),
        CAROM_OK);
}

static CaromShapeDef anyShapeDef(FlightField *field)
{
    CaromShapeDef def = caromShapeDef();
    def.restitution = chance(field, 70) ? 1.0 : testRandomRange(&field->random, 0.3, 1.1);
    def.friction = chance(field, 70) ? 1.0 : testRandomRange(&field->random, 0.0, 2.0);
    def.filter.category = chance(field, 80) ? 1 : 2;
    if (field->habits & FIELD_SLIDES) {
        def.surfaceSpeed = chance(field, 30) ? anyLength(field, -3.0, 3.0) : 0.0;
        def.rollingResistance = testRandomRange(&field->random, 0.0, 1.0);
    }
    def.userData = (void *)(uintptr_t)(1000 + field->shapeCount);
    def.sensor = (field->habits & FIELD_SENSORS) && chance(field, 40);
    if (field->habits & FIELD_SURFACES) {
        static const uint32_t striped[REGION_POINTS] = {0, 1, 2, 1, 1, 0, 2, 2, 0, 1, 2, 1};
        def.material = (uint32_t)testRandomInt(&field->random, 0, 2);
        def.materials = (field->habits & FIELD_REGIONS) && chance(field, 50) ? striped : NULL;
        def.surfaceSpeed = chance(field, 80) ? 0.0 : anyLength(field, -3.0, 3.0);
    }
    return def;
}

static CaromShapeId makePolygon(FlightField *field, CaromBodyId body, const CaromShapeDef *def)
{
    static const CaromVec2 bracket[6] = {{-0.75, -0.75}, {0.75, -0.75}, {0.75, 0.0},
                                         {0.0, 0.0},     {0.0, 0.75},   {-0.75, 0.75}};
    CaromVec2 points[9];
    if (field->habits & FIELD_GRID) {
        return caromShapeCreatePolygon(field->world, body, def, bracket, 6);
    }
    int count = testRandomInt(&field->random, 3, 9);
    flightStar(&field->random, points, count, anyLength(field, 0.2, 1.2), chance(field, 30));
    return caromShapeCreatePolygon(field->world, body, def, points, count);
}

/// Any polyline, that may cross itself.
static CaromShapeId makeChain(FlightField *field, CaromBodyId body, const CaromShapeDef *def)
{
    CaromVec2 points[8], reach = caromVec2(2.0, 1.5);
    uint32_t flags = (uint32_t)testRandomInt(&field->random, 0, 3);
    int count = testRandomInt(&field->random, 3, 8);
    points[0] = anyVec(field, reach);
    for (int i = 1; i < count; i++) {
        points[i] = anyVec(field, reach);
        bool same = points[i].x == points[i - 1].x && points[i].y == points[i - 1].y;
        points[i].x += same ? i / 64.0 : 0.0; // each off the grid by its own
        bool closes = points[i].x == points[0].x && points[i].y == points[0].y;
        points[i].y += closes ? i / 64.0 : 0.0;
    }
    return caromShapeCreateChain(field->world, body, def, points, count, flags);
}

static CaromShapeId makeRegion(FlightField *field, CaromBodyId body, CaromShapeDef *def)
{
    TestRegion region;
    bool whole = (field->habits & FIELD_GRID) || chance(field, 30);
    testRegionMake(&region, &field->random, whole ? 2.0 : anyLength(field, 1.0, 2.0), whole);
    def->radius = chance(field, 30) ? anyLength(field, 0.0, 0.5) : 0.0;
    return caromShapeCreateRegion(field->world, body, def, region.points, region.ringEnds,
                                  region.ringCount);
}

#define TILES 6

static CaromShapeId makeTiles(FlightField *field, CaromBodyId body, CaromShapeDef *def)
{
    uint16_t tiles[TILES * TILES];
    int percent = testRandomInt(&field->random, 10, 90);
    for (int i = 0; i < TILES * TILES; i++) {
        tiles[i] = chance(field, percent) ? (uint16_t)testRandomInt(&field->random, 1, 3) : 0;
    }
    CaromTileMap map = {TILES, TILES, 0.5, anyVec(field, caromVec2(1.0, 1.0)), tiles};
    def->materials = NULL;
    def->radius = chance(field, 30) ? anyLength(field, 0.0, 0.5) : 0.0;
    return caromShapeCreateTiles(field->world, body, def, &map);
}

/// Of any tile map there is.
static void changeTiles(FlightField *field)
{
    uint16_t tiles[4];
    for (int i = 0; i < 4; i++) {
        tiles[i] = chance(field, 60) ? 0 : (uint16_t)testRandomInt(&field->random, 1, 3);
    }
    int x = testRandomInt(&field->random, 0, TILES - 2),
        y = testRandomInt(&field->random, 0, TILES - 2);
    for (int k = 0; k < field->shapeCount; k++) {
        CaromGeometry geometry;
        if (caromShapeIsValid(field->world, field->shapes[k]) &&
            caromShapeGeometry(field->world, field->shapes[k], &geometry, NULL) == CAROM_OK &&
            geometry.type == CAROM_SHAPE_TILES && chance(field, 50)) {
            ck_assert_int_eq(caromShapeSetTiles(field->world, field->shapes[k], x, y, 2, 2, tiles),
                             CAROM_OK);
        }
    }
}

static CaromShapeId addRoundShape(FlightField *field, CaromBodyId body, CaromShapeDef *def,
                                  CaromVec2 a, CaromVec2 b)
{
    int what = testRandomInt(&field->random, 0, 6);
    if (what == 0) {
        return caromShapeCreateCapsule(field->world, body, def, a, chance(field, 80) ? b : a,
                                       anyLength(field, 0.25, 0.5));
    }
    def->radius = chance(field, 60) ? anyLength(field, 0.25, 0.5) : 0.0;
    switch (what) {
    case 1:
        return caromShapeCreateSegment(field->world, body, def, a, b);
    case 2:
        return caromShapeCreateOneSided(field->world, body, def, a, b);
    case 3:
        return caromShapeCreateBox(field->world, body, def, a, caromVec2(0.5, 0.25));
    case 4:
        return makePolygon(field, body, def);
    default:
        return makeChain(field, body, def);
    }
}

static void addShape(FlightField *field, CaromBodyId body)
{
    CaromShapeDef def = anyShapeDef(field);
    CaromVec2 a = anyVec(field, caromVec2(1.0, 1.0)), b = anyVec(field, caromVec2(1.5, 1.5));
    CaromShapeId id;
    if (field->shapeCount == FLIGHT_SHAPES) {
        return;
    }
    b.x += a.x == b.x && a.y == b.y ? 0.5 : 0.0;
    bool isRegion = (field->habits & FIELD_REGIONS) && chance(field, 30);
    bool isTiles = !isRegion && (field->habits & FIELD_TILES) && chance(field, 20);
    bool isRound = !isRegion && !isTiles && (field->habits & FIELD_CHAINS) && chance(field, 60);
    switch (isTiles ? 7 : isRegion ? 6 : isRound ? 5 : testRandomInt(&field->random, 0, 4)) {
    case 0:
        id = caromShapeCreateCircle(field->world, body, &def, a, anyLength(field, 0.25, 0.75));
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
            caromVec2(anyLength(field, 0.25, 0.75), anyLength(field, 0.25, 0.5)));
        break;
    case 4:
        id = makePolygon(field, body, &def);
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

static void addBody(FlightField *field)
{
    CaromBodyDef def = caromBodyDef();
    bool moves = (field->habits & FIELD_MOVES) && chance(field, 50);
    def.type = moves ? CAROM_BODY_KINEMATIC : CAROM_BODY_STATIC;
    def.position = anyVec(field, field->half);
    if (!(field->habits & FIELD_GRID)) {
        def.angle = testRandomRange(&field->random, -4.0, 4.0);
        def.scale = chance(field, 80) ? caromVec2(1.0, 1.0) : caromVec2(-0.7, 1.3);
    }
    if (moves && chance(field, 80)) {
        def.velocity = anyVelocity(field, 2.0);
    }
    if (moves && (field->habits & FIELD_SPINS) && chance(field, 80)) {
        def.angularVelocity = anyLength(field, -9.0, 9.0) * (chance(field, 10) ? 10.0 : 1.0);
    }
    CaromBodyId parent = {0, 0, 0};
    if ((field->habits & FIELD_FAMILIES) && chance(field, 60)) {
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
            addShape(field, field->bodies[field->bodyCount]);
        }
        field->bodyCount++;
    }
}

/// Four one-sided walls around all, free inside.
static void addRoom(FlightField *field)
{
    CaromBodyDef bodyDef = caromBodyDef();
    CaromShapeDef def = caromShapeDef();
    CaromVec2 h = field->half;
    CaromVec2 corners[4] = {{-h.x, -h.y}, {-h.x, h.y}, {h.x, h.y}, {h.x, -h.y}};
    CaromBodyId body = field->bodies[field->bodyCount++] = caromBodyCreate(field->world, &bodyDef);
    for (int i = 0; i < 4; i++) {
        CaromShapeId id =
            caromShapeCreateOneSided(field->world, body, &def, corners[i], corners[(i + 1) % 4]);
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
    def->lifetime = chance(field, 30) ? anyLength(field, 0.5, 4.0) : CAROM_FOREVER;
    def->bounces = chance(field, 20) ? testRandomInt(&field->random, 0, 6) : CAROM_UNLIMITED;
    def->filter.mask = chance(field, 80) ? UINT64_MAX : 1;
    if ((field->habits & FIELD_PIERCES) && chance(field, 60)) {
        def->onHit = CAROM_HIT_PIERCE;
        def->pierceLoss = chance(field, 50) ? 0.0 : anyLength(field, 0.0, 6.0);
        def->pierceDrag = chance(field, 50) ? 0.0 : anyLength(field, 0.0, 8.0);
    }
}

static void chooseSliding(FlightField *field, CaromProjectileDef *def)
{
    def->restitution = chance(field, 50) ? 0.0 : testRandomRange(&field->random, 0.0, 0.6);
    def->friction = chance(field, 30) ? 0.0 : testRandomRange(&field->random, 0.0, 1.0);
    def->rolls = chance(field, 40);
    def->rollingResistance = testRandomRange(&field->random, 0.0, 0.5);
    def->gravityScale = 1.0;
    def->onHit = chance(field, 10) ? CAROM_HIT_STICK : CAROM_HIT_BOUNCE;
}

static void chooseSteering(FlightField *field, CaromProjectileDef *def)
{
    def->linearDrag = chance(field, 30) ? testRandomRange(&field->random, 0.0, 3.0) : 0.0;
    def->quadraticDrag = chance(field, 30) ? testRandomRange(&field->random, 0.0, 0.5) : 0.0;
    def->turnRate = chance(field, 50) ? testRandomRange(&field->random, 0.1, 20.0) : 0.0;
}

/// Targets, forces and impulses; the body may be none any more, and the call refused.
static void steer(FlightField *field, CaromProjectileId shot)
{
    CaromWorld *world = field->world;
    double later = caromWorldTime(world) + anyLength(field, 0.0, 2.0);
    CaromBodyId body = field->bodies[testRandomInt(&field->random, 0, field->bodyCount - 1)];
    switch (testRandomInt(&field->random, 0, 5)) {
    case 0:
        caromProjectileSetTarget(world, shot, body, anyVec(field, caromVec2(1.0, 1.0)));
        break;
    case 1:
        caromProjectileSetTargetPoint(world, shot, anyVec(field, field->half));
        break;
    case 2:
        caromProjectileClearTarget(world, shot);
        break;
    case 3:
        caromProjectileApplyImpulse(world, shot, anyVelocity(field, 5.0));
        break;
    case 4:
        caromProjectileSetForce(world, shot, anyVelocity(field, 20.0), CAROM_NOW);
        break;
    default:
        caromProjectileSetForce(world, shot, anyVelocity(field, 20.0), later);
        break;
    }
}

static CaromBlast anyBlast(FlightField *field)
{
    CaromBlast blast = caromBlast();
    blast.radius = chance(field, 20) ? 0.0 : anyLength(field, 0.5, 6.0);
    blast.impulse = testRandomRange(&field->random, -2.0, 12.0);
    blast.falloff = (CaromFalloff)testRandomInt(&field->random, 0, CAROM_FALLOFF_COUNT - 1);
    blast.filter.mask = chance(field, 80) ? UINT64_MAX : 1;
    return blast;
}

static void chooseExplosion(FlightField *field, CaromProjectileDef *def)
{
    def->blast = anyBlast(field);
    def->fuse = chance(field, 40) ? anyLength(field, 0.25, 4.0) : CAROM_FOREVER;
    def->onHit = chance(field, 20) ? CAROM_HIT_EXPLODE : def->onHit;
    def->proximity = chance(field, 20) ? anyLength(field, 0.25, 1.0) : 0.0;
    def->proximityFilter.mask = chance(field, 40) ? 2 : 3;
    def->filter.category = chance(field, 70) ? 1 : 3;
}

static void chooseMeetings(FlightField *field, CaromProjectileDef *def)
{
    static const CaromMeetAction habits[10] = {
        CAROM_MEETING_BOUNCE, CAROM_MEETING_BOUNCE, CAROM_MEETING_BOUNCE, CAROM_MEETING_BOUNCE,
        CAROM_MEETING_PASS,   CAROM_MEETING_PASS,   CAROM_MEETING_PASS,   CAROM_MEETING_DIE,
        CAROM_MEETING_ASK,    CAROM_MEETING_EXPLODE};
    int most = field->habits & FIELD_ASKS ? 9 : 7;
    def->meetMask = chance(field, 80) ? UINT64_MAX : 0;
    def->onMeet = habits[testRandomInt(&field->random, 0, most)];
    def->filter.group = chance(field, 20) ? testRandomInt(&field->random, -1, 1) : 0;
}

static void addShot(FlightField *field)
{
    CaromProjectileDef def = caromProjectileDef();
    def.position = anyVec(field, field->half);
    def.velocity = anyVelocity(field, chance(field, 20) ? 100.0 : 12.0);
    def.radius = chance(field, 50) ? 0.0 : anyLength(field, 0.05, 0.4);
    def.gravityScale = chance(field, 70) ? 1.0 : 0.0;
    def.acceleration = chance(field, 80) ? caromVec2(0.0, 0.0) : anyVelocity(field, 8.0);
    def.restitution = chance(field, 30) ? 1.0 : testRandomRange(&field->random, 0.0, 1.0);
    def.friction = chance(field, 60) ? 0.0 : testRandomRange(&field->random, 0.0, 1.0);
    def.time =
        chance(field, 70) ? CAROM_NOW : caromWorldTime(field->world) + anyLength(field, 0.0, 2.0);
    def.mass = testRandomRange(&field->random, 0.5, 2.0);
    def.userData = (void *)(uintptr_t)(1 + field->shotCount);
    chooseEnding(field, &def);
    if (field->habits & FIELD_BLASTS) {
        chooseExplosion(field, &def);
    }
    if (chance(field, 30)) {
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
    bool isFull = field->shotCount == FLIGHT_SHOTS;
    bool reuses = isFull && field->keeps;
    int at = reuses ? testRandomInt(&field->random, 0, FLIGHT_SHOTS - 1) : field->shotCount;
    if (!isFull || (reuses && !caromProjectileIsValid(field->world, field->shots[at]))) {
        field->shots[at] = caromProjectileFire(field->world, &def);
        ck_assert_uint_ne(field->shots[at].index, 0);
        for (int k = 0; k < 2 && (field->habits & FIELD_STEERS); k++) {
            steer(field, field->shots[at]);
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
    bool falls = (habits & (FIELD_SETTLES | FIELD_SLIDES)) || chance(field, 50);
    worldDef.gravity = falls ? caromVec2(0.0, anyLength(field, -12.0, -2.0)) : caromVec2(0.0, 0.0);
    worldDef.tag = 7;
    if (habits & FIELD_STEERS) { // 4/13: the times of edits are among its multiples
        static const double intervals[] = {1.0 / 64.0, 4.0 / 13.0, 0.01, 0.003};
        worldDef.steerInterval = intervals[testRandomInt(&field->random, 0, 3)];
    }
    field->world = caromWorldCreate(&worldDef, NULL);
    ck_assert_ptr_nonnull(field->world);
    caromWorldSetHitCallback(field->world, answer, field);
    caromWorldSetMeetCallback(field->world, answerMeeting, field);
    field->half = caromVec2(anyLength(field, 2.0, 8.0), anyLength(field, 2.0, 6.0));
    for (int i = 0; i < 6 && (habits & FIELD_SURFACES); i++) {
        changeSurface(field);
    }
    addRoom(field);
    for (int i = testRandomInt(&field->random, 0, 8); i > 0; i--) {
        addBody(field);
    }
    for (int i = testRandomInt(&field->random, 4, 20); i > 0; i--) {
        addShot(field);
    }
}

void flightFieldFree(FlightField *field)
{
    ck_assert(caromWorldValidate(field->world));
    ck_assert_int_eq(caromWorldDestroy(field->world), CAROM_OK);
    free(field->log.words);
    free(field->asks.words);
}

void flightLogRead(FlightLog *log, const CaromWorld *world)
{
    CaromEvents events = caromWorldEvents(world);
    putEvents(log, &events, caromWorldCounters(world).events);
}

CaromStepFlags flightFieldStepTo(FlightField *field, double time)
{
    CaromStepFlags flags = caromWorldStepTo(field->world, time);
    ck_assert_int_eq(flags & (CAROM_STEP_REFUSED | CAROM_STEP_EVENTS_DROPPED), 0);
    flightLogRead(&field->log, field->world);
    return flags;
}

// ---- commands

static void moveBody(FlightField *field, CaromBodyId body)
{
    if (!caromBodyIsValid(field->world, body)) {
        return;
    }
    CaromTransform transform = caromBodyTransform(field->world, body);
    CaromVec2 by = anyVec(field, caromVec2(1.0, 1.0));
    transform.position.x += by.x;
    transform.position.y += by.y;
    if (!(field->habits & FIELD_GRID) && chance(field, 50)) {
        transform.rotation = caromRotation(testRandomRange(&field->random, -3.0, 3.0));
    }
    CaromError error = caromBodySetTransform(field->world, body, transform);
    ck_assert(error == CAROM_OK || (field->habits & FIELD_FAMILIES)); // too much for a descendant
}

static void changeBody(FlightField *field)
{
    int which = testRandomInt(&field->random, 0, field->bodyCount - 1);
    CaromBodyId body = field->bodies[which];
    if (field->keeps && !field->moves[which]) {
        return;
    }
    if ((field->habits & FIELD_SPINS) && chance(field, 40)) {
        caromBodySetAngularVelocity(field->world, body, // refused by those that can't
                                    chance(field, 20) ? 0.0 : anyLength(field, -9.0, 9.0));
        return;
    }
    if ((field->habits & FIELD_FAMILIES) && chance(field, 30)) {
        CaromBodyId parent = field->bodies[testRandomInt(&field->random, 0, field->bodyCount - 1)];
        caromBodySetParent(field->world, body, // refused by those that don't go together
                           chance(field, 30) ? caromBodyDef().parent : parent);
        return;
    }
    switch (testRandomInt(&field->random, field->keeps ? 1 : 0, 9)) {
    case 0:
        caromBodyDestroy(field->world, body);
        break;
    case 1:
    case 2:
    case 3:
        moveBody(field, body);
        break;
    default:
        caromBodySetVelocity(field->world, body,
                             anyVelocity(field, 2.0)); // refused by those that can't
        break;
    }
}

static void changeGeometry(FlightField *field, CaromShapeId shape)
{
    static const int most[] = {1, 2, 2, 9, 8, 8};
    CaromShapeType type = (CaromShapeType)testRandomInt(&field->random, 0, CAROM_SHAPE_LOOP);
    CaromVec2 points[9];
    int count = testRandomInt(&field->random, most[type] < 3 ? most[type] : 3, most[type]);
    bool isWall = type == CAROM_SHAPE_SEGMENT || type >= CAROM_SHAPE_CHAIN;
    bool isRound = type <= CAROM_SHAPE_CAPSULE;
    for (int i = 0; i < count; i++) {
        points[i] = anyVec(field, caromVec2(2.0, 1.5));
    }
    if (type == CAROM_SHAPE_POLYGON) {
        flightStar(&field->random, points, count, anyLength(field, 0.2, 1.2), chance(field, 30));
    }
    double radius = isRound || chance(field, 30) ? anyLength(field, 0.25, 0.8) : 0.0;
    CaromGeometry geometry = caromGeometry(type, points, count, radius);
    uint32_t flags = isWall && chance(field, 50) ? CAROM_CHAIN_ONE_SIDED : 0;
    caromShapeSetGeometry(field->world, shape, &geometry, flags); // some of it is refused
}

static void changeInPlace(FlightField *field)
{
    CaromShapeId shape = field->shapes[testRandomInt(&field->random, 0, field->shapeCount - 1)];
    CaromFilter filter = caromShapeDef().filter;
    if (!caromShapeIsValid(field->world, shape)) {
        return;
    }
    CaromShapeMaterial material = caromShapeMaterial(field->world, shape);
    switch (testRandomInt(&field->random, 0, 5)) {
    case 0:
        filter.category = chance(field, 50) ? 1 : 2;
        filter.mask = chance(field, 80) ? UINT64_MAX : 2;
        ck_assert_int_eq(caromShapeSetFilter(field->world, shape, filter), CAROM_OK);
        break;
    case 1:
        material.restitution = testRandomRange(&field->random, 0.0, 1.1);
        material.friction = testRandomRange(&field->random, 0.0, 2.0);
        material.surfaceSpeed = chance(field, 30) ? anyLength(field, -3.0, 3.0) : 0.0;
        ck_assert_int_eq(caromShapeSetMaterial(field->world, shape, &material), CAROM_OK);
        break;
    case 2:
        ck_assert_int_eq(caromShapeSetSensor(field->world, shape, chance(field, 50)), CAROM_OK);
        break;
    default:
        changeGeometry(field, shape);
        break;
    }
}

static void changeShapes(FlightField *field)
{
    if (field->keeps) {
        return;
    }
    if ((field->habits & FIELD_CHANGES) && chance(field, 70)) {
        changeInPlace(field);
        return;
    }
    if (chance(field, 40)) {
        caromShapeDestroy(field->world,
                          field->shapes[testRandomInt(&field->random, 0, field->shapeCount - 1)]);
    } else {
        CaromBodyId body = field->bodies[testRandomInt(&field->random, 0, field->bodyCount - 1)];
        if (caromBodyIsValid(field->world, body)) {
            addShape(field, body);
        }
    }
}

static void changeShot(FlightField *field)
{
    CaromProjectileId shot = field->shots[testRandomInt(&field->random, 0, field->shotCount - 1)];
    if (!caromProjectileIsValid(field->world, shot)) {
        return;
    }
    if ((field->habits & FIELD_STEERS) && chance(field, 60)) {
        steer(field, shot);
        return;
    }
    switch (testRandomInt(&field->random, 0, 3)) {
    case 0:
        caromProjectileSetPosition(field->world, shot, anyVec(field, field->half));
        break;
    case 1:
        caromProjectileDestroy(field->world, shot);
        break;
    default:
        caromProjectileSetVelocity(field->world, shot, anyVelocity(field, 10.0));
        break;
    }
}

void flightFieldEdit(FlightField *field)
{
    if ((field->habits & FIELD_SURFACES) && chance(field, 30)) {
        changeSurface(field);
        return;
    }
    if ((field->habits & FIELD_TILES) && !field->keeps && chance(field, 30)) {
        changeTiles(field);
    }
    if ((field->habits & FIELD_BLASTS) && chance(field, 20)) {
        CaromBlast blast = anyBlast(field);
        ck_assert_int_eq(caromWorldExplode(field->world, anyVec(field, field->half), &blast),
                         CAROM_OK);
    }
    if ((field->habits & FIELD_CHANGES) && !field->keeps && chance(field, 40)) {
        changeInPlace(field);
        return;
    }
    switch (testRandomInt(&field->random, 0, 9)) {
    case 0:
        caromWorldSetGravity(field->world, caromVec2(0.0, anyLength(field, -12.0, 4.0)));
        break;
    case 1:
    case 2:
        changeShapes(field);
        break;
    case 3:
    case 4:
        changeShot(field);
        break;
    case 5:
    case 6:
        addShot(field);
        break;
    default:
        changeBody(field);
        break;
    }
}
