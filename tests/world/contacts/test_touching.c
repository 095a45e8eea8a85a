// SPDX-License-Identifier: MIT
// Contacts of shapes: against all pairs, against closed forms, and at every frame rate alike.
#include "../../../world/data/world.h"
#include "../../../world/rigid/rigid_contacts.h"
#include "../../support/builder.h"
#include "../../support/flight_field.h"
#include "../../support/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../support/rounded.h"

enum { BODIES = 14, EVENTS = 4000, POINTS = 8 };

// ---- random company

typedef struct Game {
    CaromWorld *world;
    CaromBodyId bodies[BODIES];
    CaromShapeId shapes[BODIES];
    CaromContactEvent events[EVENTS];
    int count;
    bool open;                    ///< all meet each other, and all report contacts
    bool touched[BODIES][BODIES]; ///< pairs that the solver decides
} Game;

static CaromShapeId makeShape(Game *game, TestRandom *random, CaromBodyId body)
{
    CaromShapeDef def = caromShapeDef();
    CaromVec2 points[POINTS];
    double size = testRandomRange(random, 0.3, 2.0);
    def.contacts = game->open || testRandomInt(random, 0, 2) > 0;
    def.sensor = testRandomInt(random, 0, 3) == 0;
    def.filter.category = 1u << testRandomInt(random, 0, 1);
    def.filter.mask = game->open || testRandomInt(random, 0, 4) > 0 ? UINT64_MAX : 1;
    for (int i = 0; i < POINTS; i++) { // a star: concave, but simple
        double angle = 2.0 * 3.141592653589793 * i / POINTS;
        double reach = size * (i % 2 ? testRandomRange(random, 0.2, 1.0) : 1.0);
        points[i] = caromVec2(reach * cos(angle), reach * sin(angle));
    }
    int kind = testRandomInt(random, 0, 5);
    double radius = kind >= 3 && testRandomInt(random, 0, 2) == 0 ? 0.1 : 0.0;
    switch (kind) {
    case 0:
        return caromShapeCreateCircle(game->world, body, &def, points[0], size);
    case 1:
        return caromShapeCreateCapsule(game->world, body, &def, points[0], points[3], 0.3);
    case 2:
    case 3:
        return roundedBox(game->world, body, &def, points[1], caromVec2(size, 0.4), radius);
    case 4:
        return roundedPolygon(game->world, body, &def, points, POINTS, radius);
    default:
        return roundedChain(game->world, body, &def, points, 5, 0, radius);
    }
}

static void makeBody(Game *game, TestRandom *random, int i)
{
    CaromBodyDef def = caromBodyDef();
    def.type = testRandomInt(random, 0, 3) ? CAROM_BODY_KINEMATIC : CAROM_BODY_STATIC;
    def.position = caromVec2(testRandomRange(random, -8, 8), testRandomRange(random, -8, 8));
    def.angle = testRandomRange(random, 0, 6);
    if (def.type == CAROM_BODY_KINEMATIC) {
        double speed = testRandomInt(random, 0, 5) ? 4.0 : 300.0;
        def.velocity = caromVec2(testRandomRange(random, -speed, speed),
                                 testRandomRange(random, -speed, speed));
        def.angularVelocity = testRandomInt(random, 0, 1) ? testRandomRange(random, -9, 9) : 0.0;
    }
    def.type = i % 5 == 2 ? CAROM_BODY_DYNAMIC : def.type;
    game->bodies[i] = caromBodyCreate(game->world, &def);
    game->shapes[i] = makeShape(game, random, game->bodies[i]);
}

static void begin(Game *game, TestRandom *random, double interval)
{
    CaromWorldDef def = newWorldDef();
    def.tag = 7;
    def.contactInterval = interval;
    def.bodyInterval = game->open ? interval : def.bodyInterval;
    game->world = caromWorldCreate(&def, NULL);
    game->count = 0;
    for (int i = 0; i < BODIES; i++) {
        makeBody(game, random, i);
    }
}

/// Something that a game does between two steps.
static void edit(Game *game, TestRandom *random)
{
    int i = testRandomInt(random, 0, BODIES - 1);
    CaromVec2 place = caromVec2(testRandomRange(random, -8, 8), testRandomRange(random, -8, 8));
    CaromTransform transform = caromBodyTransform(game->world, game->bodies[i]);
    switch (testRandomInt(random, 0, 4)) {
    case 0:
        caromBodySetVelocity(game->world, game->bodies[i], caromVec2Scale(place, 0.5));
        break;
    case 1:
        transform.position = place;
        caromBodySetTransform(game->world, game->bodies[i], transform);
        break;
    case 2:
        caromBodyDestroy(game->world, game->bodies[i]);
        makeBody(game, random, i);
        break;
    case 3:
        caromShapeSetContacts(game->world, game->shapes[i],
                              game->open || testRandomInt(random, 0, 1));
        break;
    default:
        caromBodySetAngularVelocity(game->world, game->bodies[i], place.x);
        break;
    }
}

static void stepTo(Game *game, double time)
{
    double before = caromWorldTime(game->world);
    ck_assert_int_eq(caromWorldStepTo(game->world, time), CAROM_STEP_OK);
    CaromEvents events = caromWorldEvents(game->world);
    for (int k = 0; k < events.contactCount; k++) {
        ck_assert(events.contacts[k].time >= before && events.contacts[k].time <= time);
        ck_assert_int_lt(game->count, EVENTS);
        game->events[game->count] = events.contacts[k];
        game->events[game->count++].dataA = NULL;
    }
}

// ---- all pairs

static CaromGeometry geometryAt(const Game *game, int i, CaromVec2 *points)
{
    CaromGeometry geometry;
    CaromTransform placement;
    ck_assert_int_eq(caromShapeGeometry(game->world, game->shapes[i], &geometry, &placement), 0);
    for (int k = 0; k < geometry.count; k++) {
        points[k] = caromTransformPoint(placement, geometry.points[k]);
    }
    geometry.points = points;
    return geometry;
}

static int compareIds(const void *a, const void *b)
{
    const CaromShapeId *x = a, *y = b;
    return (x->index > y->index) - (x->index < y->index);
}

static bool isListed(const Game *game, CaromShapeId a, CaromShapeId b)
{
    CaromContact contacts[BODIES * BODIES];
    CaromShapeId pair[2] = {a, b};
    qsort(pair, 2, sizeof *pair, compareIds);
    int count = caromWorldContacts(game->world, contacts, BODIES * BODIES);
    for (int k = 0; k < count; k++) {
        if (memcmp(&contacts[k].shapeA, &pair[0], sizeof a) == 0 &&
            memcmp(&contacts[k].shapeB, &pair[1], sizeof a) == 0) {
            return true;
        }
    }
    return false;
}

static bool isSensor(const Game *game, int i)
{
    return game->world->shapes[game->shapes[i].index - 1].sensor;
}

static bool isDynamic(const Game *game, int i)
{
    return caromBodyType(game->world, game->bodies[i]) == CAROM_BODY_DYNAMIC;
}

/// For the solver of dynamic bodies.
static bool isSolved(const Game *game, int i, int j)
{
    return !isSensor(game, i) && !isSensor(game, j) && (isDynamic(game, i) || isDynamic(game, j));
}

/// What the last tick said of a pair.
typedef struct Solved {
    bool presses;
    double gap; ///< [m] of what touches or may, the least; 1: nothing
} Solved;

static Solved solvedOf(const Game *game, int i, int j)
{
    const CrRigidMirror *mirror = game->world->rigids.mirror;
    uint32_t a = game->shapes[i].index - 1, b = game->shapes[j].index - 1;
    Solved solved = {false, 1.0};
    for (int c = 0; c < crArrayCount(mirror->dynamics.contacts.contact); c++) {
        CrRigidContactView points[2];
        uint32_t shapes[2];
        if (mirror->dynamics.contacts.contact[c].bodyA == 0) {
            continue; // free
        }
        crRigidContactShapes(mirror, c, shapes);
        if ((shapes[0] == a && shapes[1] == b) || (shapes[0] == b && shapes[1] == a)) {
            int count = crDynamicsContactPoints(&mirror->dynamics, c, points);
            for (int k = 0; k < count; k++) {
                solved.presses |= points[k].normalImpulse > 0.0;
                solved.gap = fmin(solved.gap, points[k].separation);
            }
        }
    }
    return solved;
}

/// By the rule of dynamic bodies: a pair begins in the tick in which it presses, and ends in the
/// one in which it does not and gaps by more than the margin.
static bool checkSolved(Game *game, int i, int j, int seed)
{
    Solved solved = solvedOf(game, i, j);
    bool before = game->touched[i][j], now = isListed(game, game->shapes[i], game->shapes[j]);
    bool may = before && solved.gap <= 0.02, fits = solved.presses ? now : !now || may;
    ck_assert_msg(fits, "seed %d: %d and %d at %a: before %d, now %d, presses %d, gap %g", seed, i,
                  j, caromWorldTime(game->world), before, now, solved.presses, solved.gap);
    game->touched[i][j] = now;
    return now;
}

static bool checkExact(const Game *game, int i, int j, int seed)
{
    CaromVec2 p[POINTS], q[POINTS];
    CaromGeometry a = geometryAt(game, i, p), b = geometryAt(game, j, q);
    double distance = caromShapesDistance(&a, &b).distance;
    bool listed = isListed(game, game->shapes[i], game->shapes[j]);
    // places are rounded
    ck_assert_msg(fabs(distance) <= 1e-9 || listed == (distance < 0.0),
                  "seed %d: %d and %d at %a: %a", seed, i, j, caromWorldTime(game->world),
                  distance);
    return distance < -1e-9;
}

/// Checks a game in which all shapes report contacts and all meet.
static void checkAllPairs(Game *game, int seed, int touching[2])
{
    for (int i = 0; i < BODIES; i++) {
        for (int j = i + 1; j < BODIES; j++) {
            bool solved = isSolved(game, i, j);
            touching[solved] +=
                solved ? checkSolved(game, i, j, seed) : checkExact(game, i, j, seed);
        }
    }
}

/// Its ticks are its steps, so each check is of what the last one said.
TEST_LOOP(contacts_agree_with_all_pairs, 40)
{
    TestRandom random = testRandomSeed((uint64_t)(8100 + _i));
    Game *game = calloc(1, sizeof *game);
    int touching[2] = {0, 0};
    game->open = true;
    begin(game, &random, 1.0 / 64.0);
    for (int step = 1; step <= flightTestShare(80); step++) {
        if (testRandomInt(&random, 0, 3) == 0) {
            edit(game, &random);
        }
        stepTo(game, step / 64.0);
        game->count = 0;
        checkAllPairs(game, _i, touching);
    }
    ck_assert(touching[0] > 0 || flightTestShare(80) < 80); // a share may be too short for any
    caromWorldDestroy(game->world);
    free(game);
}

// ---- frame rates

static double paceOf(TestRandom *random, int pace)
{
    static const double rates[] = {24, 60, 144, 1000};
    return pace < 4 ? 1.0 / rates[pace] : pow(10.0, testRandomRange(random, -4, -0.5));
}

static void play(Game *game, int seed, int pace)
{
    TestRandom random = testRandomSeed((uint64_t)(8300 + seed)), steps = testRandomSeed(99);
    begin(game, &random, seed % 2 ? 1.0 / 256.0 : 1.0 / 60.0);
    for (int chapter = 1; chapter <= 6; chapter++) {
        double end = 0.21 * chapter;
        while (caromWorldTime(game->world) < end) {
            double to = caromWorldTime(game->world) + paceOf(&steps, pace);
            stepTo(game, to < end ? to : end);
        }
        edit(game, &random);
        edit(game, &random);
    }
    stepTo(game, 1.5);
}

static bool isSameVec(CaromVec2 a, CaromVec2 b)
{
    return a.x == b.x && a.y == b.y;
}

static bool isSame(const CaromContactEvent *a, const CaromContactEvent *b)
{
    bool same = a->sequence == b->sequence && a->time == b->time && a->began == b->began &&
                a->sensor == b->sensor && memcmp(&a->shapeA, &b->shapeA, sizeof a->shapeA) == 0 &&
                memcmp(&a->shapeB, &b->shapeB, sizeof a->shapeB) == 0 &&
                a->bodyA.index == b->bodyA.index && a->bodyB.index == b->bodyB.index;
    const CaromManifold *m = &a->manifold, *n = &b->manifold;
    same = same && m->count == n->count && isSameVec(m->normal, n->normal);
    for (int k = 0; k < m->count && same; k++) {
        same = isSameVec(m->points[k].point, n->points[k].point) &&
               m->points[k].separation == n->points[k].separation &&
               m->points[k].id == n->points[k].id;
    }
    return same;
}

TEST_LOOP(contacts_are_the_same_at_every_frame_rate, 40)
{
    Game *first = calloc(1, sizeof *first), *other = calloc(1, sizeof *other);
    play(first, _i, 0);
    ck_assert_int_gt(first->count, 0);
    for (int pace = 1; pace < 6; pace++) {
        play(other, _i, pace);
        ck_assert_msg(first->count == other->count, "seed %d, pace %d: %d and %d events", _i, pace,
                      first->count, other->count);
        for (int k = 0; k < first->count; k++) {
            ck_assert_msg(isSame(&first->events[k], &other->events[k]),
                          "seed %d, pace %d: event %d at %a and %a", _i, pace, k,
                          first->events[k].time, other->events[k].time);
        }
        ck_assert(caromWorldHash(first->world) == caromWorldHash(other->world));
        caromWorldDestroy(other->world);
    }
    caromWorldDestroy(first->world);
    free(first);
    free(other);
}

// ---- by hand

/// Discs of radius 1 and 0.5, 7 m apart, that near each other by 3 m/s and hit 0.25 m off-centre:
/// touching from x = -s to s, s² = 1.5² − 0.25².
TEST_WORLD(discs_touch_and_part_on_time, newWorld())
{
    CaromShapeDef def = caromShapeDef(), silent = caromShapeDef();
    int mine = 1;
    def.contacts = true;
    def.userData = &mine;
    CaromBodyId a = newMoving(world, caromVec2(0, 0), caromVec2(1, 0)),
                b = newMoving(world, caromVec2(7, 0.25), caromVec2(-2, 0));
    CaromShapeId first = caromShapeCreateCircle(world, a, &def, caromVec2(0, 0), 1.0),
                 second = caromShapeCreateCircle(world, b, &silent, caromVec2(0, 0), 0.5);
    double s = sqrt(1.5 * 1.5 - 0.25 * 0.25), begins = (7.0 - s) / 3.0, ends = (7.0 + s) / 3.0;
    CaromEvents events = eventsUntil(world, 2.5);
    ck_assert_int_eq(events.contactCount, 1);
    const CaromContactEvent *e = events.contacts;
    ck_assert(e->began && !e->sensor && e->dataA == &mine && e->dataB == NULL);
    ck_assert(memcmp(&e->shapeA, &first, sizeof first) == 0 &&
              memcmp(&e->shapeB, &second, sizeof second) == 0);
    ck_assert_double_ge(e->time, begins - 1e-12);
    ck_assert_double_le(e->time, begins + 0x1p-18 + 1e-12);
    ck_assert_int_eq(e->manifold.count, 1);
    ck_assert_double_eq_tol(e->manifold.normal.x, s / 1.5, 1e-4);
    ck_assert_double_eq_tol(e->manifold.normal.y, 0.25 / 1.5, 1e-4);
    CaromContact contacts[2];
    ck_assert_int_eq(caromBodyContacts(world, b, contacts, 2), 1);
    ck_assert(contacts[0].since == e->time && contacts[0].dataA == &mine);
    ck_assert_double_eq_tol(contacts[0].manifold.points[0].separation, hypot(7.0 - 7.5, 0.25) - 1.5,
                            1e-9); // 7 − 3·2.5 apart
    ck_assert_int_eq(caromWorldCounters(world).contacts, 1);
    caromWorldStepTo(world, 4.0);
    events = caromWorldEvents(world);
    ck_assert(events.contactCount == 1 && !events.contacts[0].began);
    ck_assert_double_ge(events.contacts[0].time, ends - 1e-12);
    ck_assert_double_le(events.contacts[0].time, ends + 0x1p-18 + 1e-12);
    ck_assert_int_eq(caromWorldContacts(world, contacts, 2), 0);
}

/// A pellet of 1 cm at 1000 m/s through a sensor without thickness, within one interval.
TEST_WORLD(nothing_fast_is_missed, newWorld())
{
    CaromShapeDef def = caromShapeDef();
    CaromBodyId pellet = newMoving(world, caromVec2(-50, 0.3), caromVec2(1000, 0)),
                gate = newMoving(world, caromVec2(0, 0), caromVec2(0, 0));
    caromShapeCreateCircle(world, pellet, &def, caromVec2(0, 0), 0.01);
    def.contacts = def.sensor = true;
    caromShapeCreateSegment(world, gate, &def, caromVec2(0, -1), caromVec2(0, 1));
    CaromEvents events = eventsUntil(world, 1.0);
    ck_assert_int_eq(events.contactCount, 2);
    ck_assert(events.contacts[0].began && events.contacts[0].sensor && !events.contacts[1].began);
    ck_assert_double_eq_tol(events.contacts[0].time, 0.04999, 0x1p-17);
    ck_assert_double_eq_tol(events.contacts[1].time, 0.05001, 0x1p-17);
}

/// A needle's width of 2 mm, wherever between two judgements it crosses.
TEST(thin_and_fast_ones_are_not_missed)
{
    for (int k = 0; k < 300; k++) {
        CaromWorld *world = newWorld();
        CaromShapeDef def = caromShapeDef();
        CaromBodyId pellet = newMoving(world, caromVec2(-50 - 0.013 * k, 0.3), caromVec2(1000, 0)),
                    gate = newMoving(world, caromVec2(0, 0), caromVec2(0, 0));
        caromShapeCreateCircle(world, pellet, &def, caromVec2(0, 0), 0.001);
        def.contacts = def.sensor = true;
        caromShapeCreateSegment(world, gate, &def, caromVec2(0, -1), caromVec2(0, 1));
        caromWorldStepTo(world, 1.0);
        ck_assert_msg(caromWorldEvents(world).contactCount == 2, "%d", k);
        caromWorldDestroy(world);
    }
}

typedef struct Purse {
    bool empty;
} Purse;

static void *payFromPurse(void *context, void *memory, size_t oldSize, size_t newSize)
{
    const Purse *purse = context;
    (void)oldSize;
    if (newSize == 0) {
        free(memory);
        return NULL;
    }
    return purse->empty ? NULL : realloc(memory, newSize);
}

/// A step without memory reports contacts late, not never.
TEST(contacts_are_found_again_after_a_step_without_memory)
{
    Purse purse = {false};
    CaromWorldDef worldDef = newWorldDef();
    worldDef.allocator.resize = payFromPurse;
    worldDef.allocator.context = &purse;
    CaromWorld *world = caromWorldCreate(&worldDef, NULL);
    CaromShapeDef def = caromShapeDef();
    CaromContact contacts[40];
    def.contacts = true;
    caromShapeCreateSegment(world, newRest(world), &def, caromVec2(-1, 0), caromVec2(60, 0));
    def.contacts = false;
    for (int i = 0; i < 40; i++) { // more than there is room for
        caromShapeCreateCircle(world, newRest(world), &def, caromVec2(i, 0.1), 0.3);
    }
    purse.empty = true;
    ck_assert_int_ne(caromWorldStepTo(world, 0.1), CAROM_STEP_OK);
    ck_assert_int_lt(caromWorldContacts(world, contacts, 40), 40);
    purse.empty = false;
    ck_assert_int_eq(caromWorldStepTo(world, 0.2), CAROM_STEP_OK);
    ck_assert_int_eq(caromWorldContacts(world, contacts, 40), 40);
    caromWorldDestroy(world);
}

TEST_WORLD(edits_are_told_at_their_clock, newWorld())
{
    CaromShapeDef def = caromShapeDef();
    CaromContact contact;
    def.contacts = true;
    CaromBodyId a = newRest(world), b = newRest(world);
    CaromShapeId box = caromShapeCreateBox(world, a, &def, caromVec2(0, 0), caromVec2(1, 1));
    caromShapeCreateBox(world, a, &def, caromVec2(0.5, 0), caromVec2(1, 1)); // of the same body
    def.contacts = false;
    CaromShapeId ball = caromShapeCreateCircle(world, b, &def, caromVec2(5, 0), 1.0);
    caromWorldStepTo(world, 0.1);
    ck_assert_int_eq(caromWorldEvents(world).contactCount, 0);
    CaromTransform near = caromTransformIdentity();
    near.position = caromVec2(-6.625, 0); // overlaps the first box alone, by 0.375
    caromBodySetTransform(world, b, near);
    caromWorldStepTo(world, 0.1001); // no multiple of the interval
    CaromEvents events = caromWorldEvents(world);
    ck_assert(events.contactCount == 1 && events.contacts[0].began);
    ck_assert(events.contacts[0].time == 0.1 && events.contacts[0].shapeA.index == box.index);
    ck_assert(events.contacts[0].manifold.normal.x == -1.0);
    ck_assert_double_eq_tol(events.contacts[0].manifold.points[0].separation, -0.375, 1e-12);
    ck_assert_int_eq(caromWorldContacts(world, &contact, 1), 1);
    caromShapeDestroy(world, ball);
    ck_assert_int_eq(caromWorldContacts(world, &contact, 1), 0);
    caromWorldStepTo(world, 0.2);
    events = caromWorldEvents(world);
    ck_assert(events.contactCount == 1 && !events.contacts[0].began);
    ck_assert(events.contacts[0].time == 0.1001 && events.contacts[0].bodyB.index == 0);
    ck_assert(events.contacts[0].shapeB.index == ball.index && events.contacts[0].bodyA.index != 0);
}

TEST_WORLD(lists_of_contacts_are_counted_beyond_their_room, newWorld())
{
    CaromShapeDef def = caromShapeDef();
    CaromBodyId a = newMoving(world, caromVec2(0, 0), caromVec2(0, 0)),
                b = newMoving(world, caromVec2(1, 0), caromVec2(0, 0)),
                c = newMoving(world, caromVec2(-1, 0), caromVec2(0, 0));
    def.contacts = true;
    caromShapeCreateCircle(world, a, &def, caromVec2(0, 0), 0.75);
    caromShapeCreateCircle(world, b, &def, caromVec2(0, 0), 0.75);
    caromShapeCreateCircle(world, c, &def, caromVec2(0, 0), 0.75);
    caromWorldStepTo(world, 1.0);
    CaromContact contacts[2];
    ck_assert_int_eq(caromWorldContacts(world, contacts, 1), 2);
    ck_assert_int_eq(caromWorldContacts(world, NULL, 0), 2);
    ck_assert_int_eq(caromBodyContacts(world, b, contacts, 2), 1);
    ck_assert_int_eq(caromBodyContacts(world, b, NULL, 0), 1);
}

/// A map of 16 by 16 tiles on a body that moves, with one solid tile, beside a disc that reports
/// contacts.
static CaromShapeId addMovingTiles(CaromWorld *world, uint16_t cells[256], bool sensor)
{
    CaromShapeDef def = caromShapeDef();
    CaromTileMap map = {16, 16, 1.0, {0.0, 0.0}, cells, 0.0};
    def.contacts = true;
    caromShapeCreateCircle(world, newMoving(world, caromVec2(8, 8), caromVec2(0, 0)), &def,
                           caromVec2(0, 0), 8.0);
    def.contacts = false;
    def.sensor = sensor;
    memset(cells, 0, 256 * sizeof *cells);
    cells[0] = 1;
    return caromShapeCreateTiles(world, newMoving(world, caromVec2(0, 0), caromVec2(0.1, 0)), &def,
                                 &map);
}

/// A checkerboard has many times the edges of one tile, for which the first step had room.
TEST_LOOP(moving_tiles_may_grow_while_contacts_are_told, 2)
{
    CaromWorld *grown = newWorld(), *made = newWorld();
    uint16_t cells[256];
    CaromShapeId one = addMovingTiles(grown, cells, _i == 1);
    caromWorldStepTo(grown, 0.25);
    CaromShapeId same = addMovingTiles(made, cells, _i == 1);
    for (int i = 0; i < 256; i++) {
        cells[i] = (uint16_t)((i + i / 16) & 1);
    }
    ck_assert_ok(caromShapeSetTiles(grown, one, 0, 0, 16, 16, cells));
    ck_assert_ok(caromShapeSetTiles(made, same, 0, 0, 16, 16, cells));
    caromWorldStepTo(grown, 0.5);
    caromWorldStepTo(made, 0.5);
    CaromContact a[2], b[2];
    ck_assert_int_eq(caromWorldContacts(grown, a, 2), 1);
    ck_assert_int_eq(caromWorldContacts(made, b, 2), 1);
    ck_assert(a[0].shapeA.index == b[0].shapeA.index && a[0].sensor == (_i == 1));
    ck_assert(caromWorldValidate(grown) && caromWorldValidate(made));
    caromWorldDestroy(grown);
    caromWorldDestroy(made);
}

/// The only shape that reports contacts is destroyed while it has one: the contact ends, and
/// nothing is left to look at.
TEST_WORLD(contacts_end_with_the_last_that_tells, newWorld())
{
    CaromShapeDef def = caromShapeDef();
    CaromContact contact;
    CaromBodyId a = newRest(world), b = newRest(world);
    caromShapeCreateCircle(world, b, &def, caromVec2(1.5, 0), 1.0);
    def.contacts = true;
    CaromShapeId teller = caromShapeCreateCircle(world, a, &def, caromVec2(0, 0), 1.0);
    caromWorldStepTo(world, 0.1);
    ck_assert_int_eq(caromWorldEvents(world).contactCount, 1);
    ck_assert_ok(caromShapeDestroy(world, teller));
    for (int k = 0; k < 3; k++) {
        ck_assert_int_eq(caromWorldStepTo(world, 0.2 + 0.1 * k), CAROM_STEP_OK);
        CaromEvents events = caromWorldEvents(world);
        ck_assert_int_eq(events.contactCount, k == 0);
        ck_assert(k > 0 || (!events.contacts[0].began && events.contacts[0].time == 0.1));
        ck_assert_int_eq(caromWorldContacts(world, &contact, 1), 0);
    }
}

// ---- what could take for ever

/// It took above 45 s: the sliver's end moves at 1e11 m/s, and halvings expected the same of its
/// middle. Its upper side is level with the pebble's reach, within 1e-8 m, so each turn begins and
/// ends where 3·sin(angle) = 0.5 + 0.01 and -0.01.
TEST_WORLD(a_sliver_of_a_million_kilometres_turns, newWorld())
{
    const CaromVec2 sliver[3] = {{0, 0}, {1e9, 0}, {0, 0.5}};
    const double spin = 100.0, turn = 2.0 * 3.141592653589793 / spin;
    CaromBodyDef still = caromBodyDef(), spins = caromBodyDef();
    CaromShapeDef def = caromShapeDef();
    spins.type = CAROM_BODY_KINEMATIC;
    spins.angularVelocity = spin;
    CaromBodyId a = caromBodyCreate(world, &still), b = caromBodyCreate(world, &spins);
    caromShapeCreateCircle(world, a, &def, caromVec2(0, 3), 0.01);
    def.contacts = true;
    caromShapeCreatePolygon(world, b, &def, sliver, 3);
    double begins = (3.141592653589793 / 2.0 - asin(0.51 / 3.0)) / spin;
    double ends = (3.141592653589793 / 2.0 + asin(0.01 / 3.0)) / spin;
    int count = 0;
    for (int k = 1; k <= 60; k++) {
        ck_assert_int_eq(caromWorldStepTo(world, k / 60.0), CAROM_STEP_OK);
        CaromEvents events = caromWorldEvents(world);
        for (int e = 0; e < events.contactCount; e++, count++) {
            double time = turn * (count / 2) + (count % 2 ? ends : begins);
            ck_assert_int_eq(events.contacts[e].began, count % 2 == 0);
            ck_assert_double_eq_tol(events.contacts[e].time, time, 1.0 / 256.0 / 1000.0);
        }
    }
    ck_assert_int_eq(count, 32); // 16 turns pass it within the second
}

/// A step of 30 years judged each of its 256 intervals a second.
TEST_WORLD(contacts_of_a_long_step, newWorld())
{
    CaromShapeDef def = caromShapeDef();
    def.contacts = true;
    CaromBodyId a = newRest(world);
    caromShapeCreateCircle(world, a, &def, caromVec2(0, 0), 1.0);
    CaromBodyId b = newMoving(world, caromVec2(-1000, 0), caromVec2(1, 0));
    caromShapeCreateCircle(world, b, &def, caromVec2(0, 0), 1.0);
    ck_assert_int_eq(caromWorldStepTo(world, 1e9), CAROM_STEP_OK);
    CaromEvents events = caromWorldEvents(world);
    ck_assert_int_eq(events.contactCount, 2);
    ck_assert_double_eq_tol(events.contacts[0].time, 998.0, 1.0 / 256.0 / 1000.0);
    ck_assert_double_eq_tol(events.contacts[1].time, 1002.0, 1.0 / 256.0 / 1000.0);
}

// ---- contactLimit

/// Two blades that turn against each other, so fast that they pass many times between two looks.
static CaromWorld *bladesWorld(int limit)
{
    CaromWorldDef worldDef = caromWorldDef();
    CaromBodyDef spins = caromBodyDef();
    CaromShapeDef def = caromShapeDef();
    worldDef.tag = 7;
    worldDef.contactInterval = 1.0;
    worldDef.contactLimit = limit;
    CaromWorld *world = caromWorldCreate(&worldDef, NULL);
    spins.type = CAROM_BODY_KINEMATIC;
    def.contacts = true;
    for (int k = 0; k < 2; k++) {
        spins.position = caromVec2(30.5 * k, 0.0);
        spins.angle = k ? 0.3 : 1.0;
        spins.angularVelocity = k ? -70.0 : 93.0;
        CaromBodyId body = caromBodyCreate(world, &spins);
        caromShapeCreateBox(world, body, &def, caromVec2(0, 0), caromVec2(16.0, 0.05));
    }
    return world;
}

/// Steps through two seconds; what is or-ed by all.
static int playBlades(CaromWorld *world, int steps, CaromContactEvent *events, int *count)
{
    int flags = 0;
    *count = 0;
    for (int k = 1; k <= steps; k++) {
        flags |= (int)caromWorldStepTo(world, 2.0 * k / steps);
        CaromEvents told = caromWorldEvents(world);
        for (int e = 0; e < told.contactCount; e++) {
            ck_assert_int_lt(*count, EVENTS);
            events[*count] = told.contacts[e];
            ck_assert_int_eq(events[*count].began, *count % 2 == 0);
            ++*count;
        }
    }
    return flags;
}

/// The flag is raised; the events are the same at every frame rate; and with more looks there are
/// more events, and no flag.
TEST(a_limit_of_contacts_is_told_of)
{
    static CaromContactEvent few[EVENTS], same[EVENTS], all[EVENTS];
    int fewCount, sameCount, allCount;
    CaromWorld *world = bladesWorld(0), *again = bladesWorld(0), *full = bladesWorld(10000000);
    ck_assert_int_eq(playBlades(world, 24, few, &fewCount), CAROM_STEP_CONTACTS_LIMITED);
    ck_assert_int_eq(playBlades(again, 997, same, &sameCount), CAROM_STEP_CONTACTS_LIMITED);
    ck_assert_int_eq(playBlades(full, 24, all, &allCount), CAROM_STEP_OK);
    ck_assert_int_eq(fewCount, sameCount);
    for (int k = 0; k < fewCount; k++) {
        ck_assert(few[k].time == same[k].time && few[k].began == same[k].began);
    }
    ck_assert_int_lt(fewCount, allCount);
    ck_assert(caromWorldHash(world) != caromWorldHash(full));
    caromWorldDestroy(world);
    caromWorldDestroy(again);
    caromWorldDestroy(full);
}
