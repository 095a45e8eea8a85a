// SPDX-License-Identifier: MIT
// The world as a whole: clock, settings, counters, profile, positions, drawing, flight defs.
#include "../../world/flight/def_table.h"

#include <math.h>
#include <string.h>

#include "../support/builder.h"
#include "../support/random.h"
#include "../support/rounded.h"

typedef struct Room {
    CaromWorld *world;
    CaromBodyId floor, lift;
    CaromShapeDef def;
    CaromProjectileDef shot;
} Room;

static Room makeRoom(CaromVec2 gravity)
{
    CaromWorldDef worldDef = caromWorldDef();
    CaromBodyDef bodyDef = caromBodyDef();
    Room room;
    worldDef.gravity = gravity;
    worldDef.tag = 1;
    room.world = caromWorldCreate(&worldDef, NULL);
    room.floor = caromBodyCreate(room.world, &bodyDef);
    bodyDef.type = CAROM_BODY_KINEMATIC;
    bodyDef.velocity = caromVec2(1.0, 0.0);
    room.lift = caromBodyCreate(room.world, &bodyDef);
    room.def = caromShapeDef();
    room.shot = caromProjectileDef();
    return room;
}

static bool same(CaromVec2 a, CaromVec2 b)
{
    return a.x == b.x && a.y == b.y;
}

TEST(the_clock_goes_where_it_is_told)
{
    Room room = makeRoom(caromVec2(0, -10));
    ck_assert(caromWorldTime(room.world) == 0.0);
    for (int k = 1; k <= 100; k++) {
        ck_assert_int_eq(caromWorldStepTo(room.world, k / 60.0), CAROM_STEP_OK);
        ck_assert(caromWorldTime(room.world) == k / 60.0);
    }
    double time = caromWorldTime(room.world);
    ck_assert_int_eq(caromWorldStep(room.world, 0.1), CAROM_STEP_OK);
    ck_assert(caromWorldTime(room.world) == time + 0.1);
    ck_assert_uint_eq(caromWorldCounters(room.world).steps, 101);
    ck_assert(same(caromWorldGravity(room.world), caromVec2(0, -10)));
    ck_assert_ok(caromWorldSetGravity(room.world, caromVec2(1, 2)));
    ck_assert(same(caromWorldGravity(room.world), caromVec2(1, 2)));
    CaromEvents events = caromWorldEvents(room.world);
    ck_assert(!events.hits && !events.ends && !events.modes && events.dropped == 0);
    caromWorldDestroy(room.world);
}

TEST(counters_count)
{
    Room room = makeRoom(caromVec2(0, 0));
    CaromShapeId box =
        caromShapeCreateBox(room.world, room.floor, &room.def, caromVec2(10, 0), caromVec2(1, 1));
    caromShapeCreateSegment(room.world, room.floor, &room.def, caromVec2(0, 5), caromVec2(3, 5));
    caromShapeCreateCircle(room.world, room.lift, &room.def, caromVec2(0, -50), 1.0);
    room.shot.velocity = caromVec2(5.0, 0.0);
    room.shot.onHit = CAROM_HIT_STOP;
    caromProjectileFire(room.world, &room.shot); // rests on the box from 1.8 s on
    room.shot.onHit = CAROM_HIT_DIE;
    caromProjectileFire(room.world, &room.shot);
    CaromCounters c = caromWorldCounters(room.world);
    ck_assert_int_eq(c.bodies, 2);
    ck_assert_int_eq(c.shapes, 3);
    ck_assert_int_eq(c.edges, 6);
    ck_assert_int_eq(c.projectiles, 2);
    ck_assert_int_eq(c.resting, 0);
    ck_assert_int_eq(c.flightDefs, 2);
    ck_assert(c.bytes > (int64_t)sizeof(void *) && c.steps == 0 && c.events == 0);
    caromWorldStepTo(room.world, 2.0);
    c = caromWorldCounters(room.world);
    ck_assert_int_eq(c.hits, 2);
    ck_assert_int_eq(c.ends, 1);
    ck_assert_int_eq(c.projectiles, 1);
    ck_assert_int_eq(c.resting, 1);
    ck_assert_int_eq(c.flightDefs, 1);
    ck_assert(c.searches >= 2 && c.edgesTested > 0 && c.steps == 1 && c.parked == 0);
    ck_assert_uint_eq(c.events, 4); // two hits, one comes to rest, one ends
    caromWorldStepTo(room.world, 3.0);
    ck_assert_int_eq(caromWorldCounters(room.world).hits, 0);
    caromShapeDestroy(room.world, box);
    caromBodyDestroy(room.world, room.lift);
    c = caromWorldCounters(room.world);
    ck_assert(c.bodies == 1 && c.shapes == 1 && c.edges == 1);
    caromWorldStepTo(room.world, 4.0);
    ck_assert_int_gt(caromWorldCounters(room.world).flightsWoken, 0);
    ck_assert_int_eq(caromWorldCounters(room.world).resting, 0); // nothing to rest on
    caromWorldDestroy(room.world);
}

static double tick(void *context)
{
    return *(double *)context += 1.0;
}

/// What a flight past so many posts, a metre from one to the next, looks at until it finds the wall
/// behind them.
static CaromCounters lookFor(int posts, double radius, bool curved)
{
    Room room = makeRoom(caromVec2(0, 0));
    for (int k = 0; k < posts; k++) {
        caromShapeCreateSegment(room.world, room.floor, &room.def, caromVec2(k, 2),
                                caromVec2(k, 3));
    }
    caromShapeCreateSegment(room.world, room.floor, &room.def, caromVec2(posts, -2),
                            caromVec2(posts, 2));
    room.shot.position = caromVec2(-1.0, 0.0);
    room.shot.velocity = caromVec2(posts, 0.0);
    room.shot.radius = radius;
    room.shot.acceleration = caromVec2(curved ? -1e-3 : 0.0, 0.0);
    caromProjectileFire(room.world, &room.shot);
    caromWorldStep(room.world, 0.01);
    CaromCounters counters = caromWorldCounters(room.world);
    caromWorldDestroy(room.world);
    return counters;
}

TEST_LOOP(a_way_of_eight_times_the_length_has_as_many_cells_more, 4)
{
    double radius = _i % 2 ? 0.25 : 0.0;
    CaromCounters first = lookFor(32, radius, _i >= 2), longer = lookFor(256, radius, _i >= 2);
    ck_assert(first.searches == 1 && longer.searches == 1);
    ck_assert_int_ge(first.cellsVisited, 8);
    ck_assert_int_ge(longer.cellsVisited, 4 * first.cellsVisited);
    ck_assert_int_le(longer.cellsVisited, 16 * first.cellsVisited);
    ck_assert(first.edgesTested >= 1 && longer.edgesTested <= 2 * 257);
}

TEST(the_profile_is_what_the_clock_says)
{
    Room room = makeRoom(caromVec2(0, 0));
    double seconds = 100.0;
    caromWorldStepTo(room.world, 0.5);
    CaromProfile p = caromWorldProfile(room.world);
    ck_assert(p.step == 0.0 && p.edits == 0.0 && p.moving == 0.0 && p.flights == 0.0 &&
              p.publish == 0.0);
    uint64_t hash = caromWorldHash(room.world);
    caromWorldSetProfileClock(room.world, tick, &seconds);
    ck_assert(caromWorldHash(room.world) == hash);
    caromWorldStepTo(room.world, 1.0);
    p = caromWorldProfile(room.world);
    ck_assert(p.edits == 1.0 && p.moving == 1.0 && p.flights == 1.0 && p.publish == 1.0 &&
              p.step == 4.0);
    caromWorldSetProfileClock(room.world, NULL, NULL);
    ck_assert(caromWorldProfile(room.world).step == 0.0);
    caromWorldDestroy(room.world);
}

/// Positions are those of each projectile, in order of index, gaps left out; as floats, seen a
/// while back.
TEST(positions_are_written_for_all)
{
    enum { SHOTS = 500 }; // more than the floats are converted of at once
    Room room = makeRoom(caromVec2(0, -10));
    CaromProjectileId ids[SHOTS], out[SHOTS];
    CaromVec2 positions[SHOTS], origin = caromVec2(3.0, -2.0);
    float xy[2 * SHOTS];
    for (int i = 0; i < SHOTS; i++) {
        room.shot.time = i % 5 == 0 ? 10.0 : 0.1 * (i % 50); // some wait
        room.shot.gravityScale = i % 2;
        room.shot.velocity = caromVec2(0.1 * i, 0.2 * i);
        ids[i] = caromProjectileFire(room.world, &room.shot);
    }
    caromWorldStepTo(room.world, 4.0);
    for (int i = 0; i < SHOTS; i += 7) {
        caromProjectileDestroy(room.world, ids[i]);
    }
    int count = caromWorldPositions(room.world, positions, out, SHOTS), k = 0;
    ck_assert_int_eq(caromWorldPositionsFloat(room.world, origin, 0.25, xy, NULL, SHOTS), count);
    for (int i = 0; i < SHOTS; i++) {
        if (!caromProjectileIsValid(room.world, ids[i])) {
            continue;
        }
        ck_assert(memcmp(&out[k], &ids[i], sizeof ids[i]) == 0);
        ck_assert(same(positions[k], caromProjectilePosition(room.world, ids[i])));
        double start = i % 5 == 0 ? 10.0 : 0.1 * (i % 50),
               t = fmax(3.75 - start, 0.0); // never before the leg's start
        CaromVec2 p = {0.1 * i * t, (0.2 * i - 5.0 * (i % 2) * t) * t};
        ck_assert(fabsf(xy[2 * k] - (float)(p.x - origin.x)) <= 1e-4f);
        ck_assert(fabsf(xy[2 * k + 1] - (float)(p.y - origin.y)) <= 1e-4f);
        k++;
    }
    ck_assert_int_eq(k, count);
    ck_assert_int_eq(caromWorldPositionsFloat(room.world, origin, 0.0, xy, NULL, SHOTS), count);
    for (k = 0; k < count; k++) {
        ck_assert(xy[2 * k] == (float)(positions[k].x - origin.x));
        ck_assert(xy[2 * k + 1] == (float)(positions[k].y - origin.y));
    }
    xy[4] = -1.0f;
    ck_assert_int_eq(caromWorldPositionsFloat(room.world, origin, 0.0, xy, out, 2), count);
    ck_assert(xy[4] == -1.0f);
    ck_assert_int_eq(caromWorldPositions(room.world, NULL, NULL, 0), count);
    caromWorldDestroy(room.world);
}

/// Commands show at once: what was placed, pushed or moved a hair aside is where the projectile
/// says.
TEST(positions_follow_commands)
{
    Room room = makeRoom(caromVec2(0, -10));
    caromShapeCreateBox(room.world, room.floor, &room.def, caromVec2(0, -1), caromVec2(10, 1));
    room.shot.position = caromVec2(0.3, 0.0); // on the very floor
    CaromVec2 at;
    CaromProjectileId id = caromProjectileFire(room.world, &room.shot);
    caromWorldPositions(room.world, &at, NULL, 1);
    ck_assert(same(at, caromProjectilePosition(room.world, id)));
    caromWorldStepTo(room.world, 0.3);
    caromProjectileSetPosition(room.world, id, caromVec2(0.7, 0.0));
    caromWorldPositions(room.world, &at, NULL, 1);
    ck_assert(same(at, caromProjectilePosition(room.world, id)));
    ck_assert(fabs(at.x - 0.7) < 1e-12 && fabs(at.y) < 1e-12);
    caromProjectileSetVelocity(room.world, id, caromVec2(1.0, 7.0));
    caromWorldPositions(room.world, &at, NULL, 1);
    ck_assert(same(at, caromProjectilePosition(room.world, id)));
    ck_assert(same(caromProjectileVelocity(room.world, id), caromVec2(1.0, 7.0)));
    caromWorldStepTo(room.world, 0.5);
    caromWorldSetGravity(room.world, caromVec2(3.0, 0.0));
    caromWorldPositions(room.world, &at, NULL, 1);
    ck_assert(same(at, caromProjectilePosition(room.world, id)));
    caromWorldDestroy(room.world);
}

// ---- drawing

typedef struct Drawn {
    int circles, segments, polygons, projectiles, capsules;
    double lengths; ///< of all segments and capsules
    CaromVec2 circle, segment[2], polygon, projectile;
    double radius;
    CaromShapeId shape;
} Drawn;

static void drawCircle(void *context, CaromVec2 center, double radius, CaromShapeId shape)
{
    Drawn *d = context;
    d->circles++;
    d->circle = center;
    d->radius = radius;
    d->shape = shape;
}

static void drawSegment(void *context, CaromVec2 a, CaromVec2 b, CaromShapeId shape)
{
    Drawn *d = context;
    d->segments++;
    d->lengths += caromVec2Distance(a, b);
    d->segment[0] = a;
    d->segment[1] = b;
    d->shape = shape;
}

static void drawPolygon(void *context, const CaromVec2 *points, int count, CaromTransform placement,
                        CaromShapeId shape)
{
    Drawn *d = context;
    ck_assert_int_eq(count, 4);
    d->polygons++;
    d->polygon = caromTransformPoint(placement, points[0]);
    d->shape = shape;
}

static void drawCapsule(void *context, CaromVec2 a, CaromVec2 b, double radius, CaromShapeId shape)
{
    Drawn *d = context;
    d->capsules++;
    d->lengths += caromVec2Distance(a, b);
    d->radius = radius;
    d->shape = shape;
}

static void drawProjectile(void *context, CaromVec2 position, double radius,
                           CaromProjectileId projectile, CaromProjectileMode mode)
{
    Drawn *d = context;
    ck_assert(projectile.index == 1 && radius == 0.25 && mode == CAROM_PROJECTILE_FLYING);
    d->projectiles++;
    d->projectile = position;
}

TEST(everything_is_drawn_once)
{
    Room room = makeRoom(caromVec2(0, 0));
    Drawn drawn = {0};
    CaromDebugDraw draw = {.context = &drawn,
                           .circle = drawCircle,
                           .segment = drawSegment,
                           .polygon = drawPolygon,
                           .projectile = drawProjectile};
    caromShapeCreateCircle(room.world, room.lift, &room.def, caromVec2(0, 3), 0.5);
    caromShapeCreateSegment(room.world, room.floor, &room.def, caromVec2(1, 8), caromVec2(2, 8));
    caromShapeCreateBox(room.world, room.lift, &room.def, caromVec2(0, -3), caromVec2(1, 1));
    room.shot.radius = 0.25;
    room.shot.velocity = caromVec2(0.0, 0.5);
    caromProjectileFire(room.world, &room.shot);
    caromWorldStepTo(room.world, 2.0);
    ck_assert_ok(caromWorldDraw(room.world, &draw));
    ck_assert(drawn.circles == 1 && drawn.segments == 1 && drawn.polygons == 1 &&
              drawn.projectiles == 1);
    ck_assert(same(drawn.circle, caromVec2(2, 3)) &&
              drawn.radius == 0.5); // the lift has moved by 2 m
    ck_assert(same(drawn.segment[0], caromVec2(1, 8)) && same(drawn.segment[1], caromVec2(2, 8)));
    ck_assert(same(drawn.polygon, caromVec2(1, -4)));
    ck_assert(same(drawn.projectile, caromVec2(0, 1)));
    static const CaromDebugDraw nothing;
    ck_assert_ok(caromWorldDraw(room.world, &nothing));
    caromWorldDestroy(room.world);
}

typedef struct Kinds {
    int counts[CAROM_DRAW_KIND_COUNT], velocities, contacts, ofProjectiles, cells, calls;
    CaromDrawKind now;
    CaromVec2 velocity, contact, normal;
    CaromBox box; ///< around all cells
} Kinds;

static void noteKind(void *context, CaromDrawKind kind)
{
    Kinds *k = context;
    bool areShapes = kind >= CAROM_DRAW_SENSOR && k->now < CAROM_DRAW_PROJECTILE;
    bool areShots = kind >= CAROM_DRAW_PROJECTILE && k->now < CAROM_DRAW_VELOCITY;
    ck_assert(kind >= k->now || areShapes || areShots); // those come by index
    k->now = kind;
    k->counts[kind]++;
}

static void noteCircle(void *context, CaromVec2 center, double radius, CaromShapeId shape)
{
    (void)center, (void)radius, (void)shape;
    ((Kinds *)context)->calls++;
}

static void noteSegment(void *context, CaromVec2 a, CaromVec2 b, CaromShapeId shape)
{
    (void)a, (void)b, (void)shape;
    ((Kinds *)context)->calls++;
}

static void notePolygon(void *context, const CaromVec2 *points, int count, CaromTransform placement,
                        CaromShapeId shape)
{
    (void)points, (void)count, (void)placement, (void)shape;
    ((Kinds *)context)->calls++;
}

static void noteProjectile(void *context, CaromVec2 position, double radius, CaromProjectileId id,
                           CaromProjectileMode mode)
{
    Kinds *k = context;
    (void)position, (void)radius, (void)id;
    ck_assert_int_eq((int)k->now, (int)CAROM_DRAW_PROJECTILE + (int)mode);
    k->calls++;
}

static void noteVelocity(void *context, CaromVec2 from, CaromVec2 velocity)
{
    Kinds *k = context;
    (void)from;
    ck_assert_int_eq(k->now, CAROM_DRAW_VELOCITY);
    k->velocities++;
    k->velocity = caromVec2Add(k->velocity, velocity);
}

static void noteContact(void *context, CaromVec2 point, CaromVec2 normal, CaromShapeId a,
                        CaromShapeId b)
{
    Kinds *k = context;
    bool isImpact = k->now == CAROM_DRAW_IMPACT;
    ck_assert((isImpact || k->now == CAROM_DRAW_CONTACT) && a.index != 0);
    ck_assert(b.index != 0 || !isImpact);
    k->ofProjectiles += b.index == 0;
    k->contacts++;
    k->contact = point;
    k->normal = normal;
}

static void noteCell(void *context, CaromBox cell)
{
    Kinds *k = context;
    ck_assert_int_eq(k->now, CAROM_DRAW_CELL);
    ck_assert(cell.max.x - cell.min.x == cell.max.y - cell.min.y && cell.max.x > cell.min.x);
    k->box = k->cells++ == 0 ? cell : caromBoxUnion(k->box, cell);
}

/// A wall from (1, 8) to (2, 8), a sensor, a disc that moves, one projectile that hit the wall and
/// one that waits.
TEST(what_is_drawn_has_a_kind)
{
    Room room = makeRoom(caromVec2(0, 0));
    Kinds kinds = {0};
    CaromDebugDraw draw = {&kinds, noteCircle, noteSegment,  NULL,        noteProjectile,
                           NULL,   noteKind,   noteVelocity, noteContact, noteCell};
    caromShapeCreateCircle(room.world, room.lift, &room.def, caromVec2(0, 3), 0.5);
    caromShapeCreateSegment(room.world, room.floor, &room.def, caromVec2(1, 8), caromVec2(2, 8));
    room.def.sensor = true;
    caromShapeCreateCircle(room.world, room.floor, &room.def, caromVec2(-9, 3), 0.5);
    room.shot.position = caromVec2(1.5, 7);
    room.shot.velocity = caromVec2(0, 4);
    caromProjectileFire(room.world, &room.shot);
    room.shot.time = 9;
    caromProjectileFire(room.world, &room.shot);
    caromWorldStepTo(room.world, 0.5);
    ck_assert_ok(caromWorldDraw(room.world, &draw));
    ck_assert_int_eq(kinds.counts[CAROM_DRAW_STATIC], 1);
    ck_assert_int_eq(kinds.counts[CAROM_DRAW_KINEMATIC], 1);
    ck_assert_int_eq(kinds.counts[CAROM_DRAW_SENSOR], 1);
    ck_assert_int_eq(kinds.counts[CAROM_DRAW_PROJECTILE + CAROM_PROJECTILE_FLYING], 1);
    ck_assert_int_eq(kinds.counts[CAROM_DRAW_PROJECTILE + CAROM_PROJECTILE_PENDING], 1);
    ck_assert_int_eq(kinds.calls, 5);
    ck_assert_int_eq(kinds.velocities, 2); // the lift's, and of the projectile that flies
    CaromVec2 lift = caromBodyVelocity(room.world, room.lift);
    ck_assert(same(kinds.velocity, caromVec2(lift.x, lift.y - 4.0)));
    ck_assert_int_eq(kinds.contacts, 1);
    ck_assert_int_eq(kinds.ofProjectiles, 1);
    ck_assert(caromVec2Distance(kinds.contact, caromVec2(1.5, 8)) < 1e-12);
    ck_assert(same(kinds.normal, caromVec2(0, -1)));
    ck_assert_int_eq(kinds.counts[CAROM_DRAW_CELL], kinds.cells);
    ck_assert(kinds.cells > 0 && kinds.box.min.x <= 1.0 && kinds.box.max.x >= 2.0 &&
              kinds.box.min.y <= 8.0 && kinds.box.max.y >= 8.0);
    caromWorldDestroy(room.world);
}

/// Two crates, of which one lies and sleeps while the other falls beside it.
TEST(bodies_that_sleep_and_impacts_are_kinds_of_their_own)
{
    CaromWorldDef worldDef = newWorldDef();
    worldDef.gravity = caromVec2(0.0, -10.0);
    CaromWorld *world = newWorldOf(&worldDef);
    CaromShapeDef def = caromShapeDef();
    def.hits = true;
    newBox(world, newRest(world), caromVec2(0.0, -1.0), caromVec2(9.0, 1.0));
    CaromBodyDef crate = caromBodyDef();
    crate.type = CAROM_BODY_DYNAMIC;
    CaromVec2 half = caromVec2(0.5, 0.5);
    crate.position = caromVec2(-3.0, 0.5);
    crate.awake = false;
    caromShapeCreateBox(world, caromBodyCreate(world, &crate), &def, caromVec2(0.0, 0.0), half);
    crate.position = caromVec2(3.0, 2.5);
    crate.awake = true;
    caromShapeCreateBox(world, caromBodyCreate(world, &crate), &def, caromVec2(0.0, 0.0), half);
    ck_assert_int_eq(caromWorldCounters(world).awake, 1);
    int impacts = 0;
    for (int k = 1; k <= 60; k++) {
        Kinds kinds = {0};
        CaromDebugDraw draw = {
            .context = &kinds, .polygon = notePolygon, .kind = noteKind, .contact = noteContact};
        caromWorldStepTo(world, k / 60.0);
        ck_assert_ok(caromWorldDraw(world, &draw));
        ck_assert_int_eq(kinds.counts[CAROM_DRAW_STATIC], 1);
        ck_assert_int_eq(kinds.counts[CAROM_DRAW_ASLEEP], 1);
        ck_assert_int_eq(kinds.counts[CAROM_DRAW_DYNAMIC], 1);
        ck_assert_int_eq(kinds.counts[CAROM_DRAW_IMPACT], caromWorldEvents(world).impactCount);
        impacts += kinds.counts[CAROM_DRAW_IMPACT];
    }
    ck_assert_int_gt(impacts, 0);
    ck_assert_int_eq(caromWorldCounters(world).awake, 1);
    endWorld(world);
}

typedef struct Touch {
    int count;
    CaromVec2 point, normal;
    CaromShapeId a, b;
} Touch;

static void noteTouch(void *context, CaromVec2 point, CaromVec2 normal, CaromShapeId a,
                      CaromShapeId b)
{
    Touch *touch = context;
    touch->count++;
    touch->point = point;
    touch->normal = normal;
    touch->a = a;
    touch->b = b;
}

/// Two discs of 1 m, 1.5 m apart, and a third that was there and is gone. What was destroyed since
/// the last step touches no more.
TEST(shapes_that_touch_are_drawn_where_they_do)
{
    Room room = makeRoom(caromVec2(0, 0));
    Touch touch = {0};
    Drawn drawn = {0};
    CaromDebugDraw draw = {.context = &touch, .contact = noteTouch};
    CaromDebugDraw shapes = {.context = &drawn, .circle = drawCircle};
    room.def.contacts = true;
    CaromShapeId gone =
        caromShapeCreateCircle(room.world, room.floor, &room.def, caromVec2(90, 0), 1.0);
    CaromShapeId a =
        caromShapeCreateCircle(room.world, room.floor, &room.def, caromVec2(1.5, 0), 1.0);
    CaromShapeId b = caromShapeCreateCircle(room.world, room.lift, &room.def, caromVec2(0, 0), 1.0);
    ck_assert_ok(caromShapeDestroy(room.world, gone));
    ck_assert_ok(caromBodySetVelocity(room.world, room.lift, caromVec2(0, 0)));
    caromWorldStepTo(room.world, 0.5);
    ck_assert_ok(caromWorldDraw(room.world, &draw));
    ck_assert_int_eq(touch.count, 1);
    ck_assert(touch.point.y == 0.0 && touch.point.x >= 0.5 && touch.point.x <= 1.0);
    ck_assert(fabs(touch.normal.x) == 1.0 && touch.normal.y == 0.0);
    ck_assert_uint_eq(touch.a.index + touch.b.index, a.index + b.index);
    ck_assert_uint_ne(touch.a.index, touch.b.index);
    ck_assert_int_eq(caromBodyContacts(room.world, room.floor, NULL, 0), 1);
    ck_assert_int_eq(caromBodyContacts(room.world, room.lift, NULL, 0), 1);
    ck_assert_ok(caromWorldDraw(room.world, &shapes));
    ck_assert_int_eq(drawn.circles, 2);
    ck_assert_ok(caromShapeDestroy(room.world, b));
    ck_assert_ok(caromWorldDraw(room.world, &draw));
    ck_assert_int_eq(touch.count, 1);
    caromWorldDestroy(room.world);
}

/// Walls edge by edge; what is rounded edge by edge with its radius, polygons besides.
TEST(edges_of_chains_and_rims_are_drawn)
{
    Room room = makeRoom(caromVec2(0, 0));
    CaromDebugDraw draw = {.circle = drawCircle,
                           .segment = drawSegment,
                           .polygon = drawPolygon,
                           .projectile = drawProjectile,
                           .capsule = drawCapsule};
    static const CaromVec2 points[4] = {{0, 0}, {3, 0}, {3, 4}, {0, 4}};
    static const CaromVec2 far[2] = {{100, 0}, {100, 7}};
    Drawn thin = {0}, round = {0};
    draw.context = &thin;
    caromShapeCreateChain(room.world, room.lift, &room.def, points, 4, 0);
    caromShapeCreateChain(room.world, room.floor, &room.def, points, 4, CAROM_CHAIN_CLOSED);
    ck_assert_ok(caromWorldDraw(room.world, &draw));
    ck_assert(thin.segments == 7 && thin.capsules == 0 && thin.lengths == 10.0 + 14.0);
    draw.context = &round;
    roundedPolygon(room.world, room.lift, &room.def, points, 4, 0.5);
    roundedChain(room.world, room.lift, &room.def, points, 4, CAROM_CHAIN_ONE_SIDED, 0.5);
    caromShapeCreateCapsule(room.world, room.lift, &room.def, far[0], far[1], 0.5);
    ck_assert_ok(caromWorldDraw(room.world, &draw));
    ck_assert(round.segments == 7 && round.polygons == 1 && round.circles == 0);
    ck_assert(round.capsules == 4 + 3 + 1 && round.radius == 0.5);
    ck_assert(round.lengths == 24.0 + 14.0 + 10.0 + 7.0);
    caromWorldDestroy(room.world);
}

// ---- flight defs

// Oracle: a list of the flight defs in use, compared field by field.
TEST_LOOP(recipes_are_shared_and_freed, 8)
{
    enum { MOST = 300, KINDS = 40 };
    Room room = makeRoom(caromVec2(0, 0));
    TestRandom random = testRandomSeed((uint64_t)_i);
    CaromProjectileId ids[MOST];
    int kinds[MOST], used[KINDS] = {0}, count = 0;
    for (int round = 0; round < 3000; round++) {
        if (count < MOST && testRandomInt(&random, 0, 99) < (round / 500 % 2 ? 35 : 65)) {
            int kind = testRandomInt(&random, 0, KINDS - 1);
            CaromProjectileDef def = caromProjectileDef();
            def.gravityScale = kind % 4;
            def.bounces = kind / 4 % 5;
            def.filter.group = kind / 20;
            def.friction = round % 2 ? 0.0 : -0.0;               // are equal
            def.position = caromVec2(round, 0.0);                // not part of it
            def.velocity = caromVec2(0.0, round);                // nor this
            def.userData = &kinds[round % MOST];                 // nor this
            def.ignoreBody = round % 3 ? room.floor : room.lift; // nor this
            ids[count] = caromProjectileFire(room.world, &def);
            used[kind]++;
            kinds[count++] = kind;
        } else if (count > 0) {
            int k = testRandomInt(&random, 0, count - 1);
            ck_assert_ok(caromProjectileDestroy(room.world, ids[k]));
            used[kinds[k]]--;
            ids[k] = ids[--count];
            kinds[k] = kinds[count];
        }
        int inUse = 0;
        for (int i = 0; i < KINDS; i++) {
            inUse += used[i] > 0;
        }
        if (crFlightDefCount(room.world) != inUse) {
            ck_abort_msg("round %d: %d recipes instead of %d", round, crFlightDefCount(room.world),
                         inUse);
        }
    }
    endWorld(room.world);
}

TEST(the_hash_sees_what_decides_the_future)
{
    Room room = makeRoom(caromVec2(0, 0));
    CaromShapeId box =
        caromShapeCreateBox(room.world, room.floor, &room.def, caromVec2(30, 0), caromVec2(1, 1));
    CaromProjectileId id = caromProjectileFire(room.world, &room.shot);
    uint64_t seen[8];
    int count = 0;
    seen[count++] = caromWorldHash(room.world);
    caromProjectileSetVelocity(room.world, id, caromVec2(1.0, 0.0));
    seen[count++] = caromWorldHash(room.world);
    caromBodySetVelocity(room.world, room.lift, caromVec2(2.0, 0.0));
    seen[count++] = caromWorldHash(room.world);
    caromWorldStepTo(room.world, 0.5);
    seen[count++] = caromWorldHash(room.world);
    caromWorldSetGravity(room.world, caromVec2(0.0, 1.0));
    seen[count++] = caromWorldHash(room.world);
    caromShapeDestroy(room.world, box);
    seen[count++] = caromWorldHash(room.world);
    caromProjectileDestroy(room.world, id);
    seen[count++] = caromWorldHash(room.world);
    caromProjectileFire(room.world, &room.shot); // another age
    seen[count++] = caromWorldHash(room.world);
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < i; k++) {
            ck_assert(seen[i] != seen[k]);
        }
    }
    caromProjectileSetUserData(room.world, id, &room);
    ck_assert(caromWorldHash(room.world) == seen[count - 1]);
    caromWorldDestroy(room.world);
}

static uint64_t hashOfShape(const CaromVec2 *points, int count, double sign)
{
    CaromWorldDef worldDef = caromWorldDef();
    CaromVec2 own[3];
    worldDef.tag = 1;
    CaromWorld *world = caromWorldCreate(&worldDef, NULL);
    CaromBodyId body = newRest(world);
    for (int k = 0; k < count; k++) {
        own[k] = k < count - 1 ? points[k] : caromVec2Scale(points[k], sign);
    }
    CaromShapeId shape =
        count == 1 ? newCircle(world, body, own[0], 0.5) : newChain(world, body, own, count, 0);
    ck_assert_uint_ne(shape.index, 0);
    uint64_t hash = caromWorldHash(world);
    caromWorldDestroy(world);
    return hash;
}

/// Which slot the next projectile takes decides its id.
TEST(the_hash_sees_which_slot_comes_next)
{
    uint64_t hashes[2];
    for (int k = 0; k < 2; k++) {
        Room room = makeRoom(caromVec2(0, 0));
        CaromProjectileId ids[3];
        for (int i = 0; i < 3; i++) {
            ids[i] = caromProjectileFire(room.world, &room.shot);
        }
        caromProjectileDestroy(room.world, ids[k]);
        caromProjectileDestroy(room.world, ids[1 - k]);
        caromWorldStep(room.world, 1.0);
        hashes[k] = caromWorldHash(room.world);
        ck_assert_uint_eq(caromProjectileFire(room.world, &room.shot).index, ids[1 - k].index);
        caromWorldDestroy(room.world);
    }
    ck_assert(hashes[0] != hashes[1]);
}

/// The same shot in the same slot, for the first, second and third time.
TEST(the_hash_sees_how_often_a_slot_was_taken)
{
    uint64_t hashes[3];
    for (int k = 0; k < 3; k++) {
        Room room = makeRoom(caromVec2(0, 0));
        for (int i = 0; i < k; i++) {
            caromProjectileDestroy(room.world, caromProjectileFire(room.world, &room.shot));
        }
        caromProjectileFire(room.world, &room.shot);
        hashes[k] = caromWorldHash(room.world);
        caromWorldDestroy(room.world);
    }
    ck_assert(hashes[0] != hashes[1] && hashes[1] != hashes[2] && hashes[0] != hashes[2]);
}

/// Signs that change in both coordinates do not cancel.
TEST(the_hash_tells_mirrored_shapes_apart)
{
    static const CaromVec2 points[3] = {{3.0, 4.0}, {-7.0, 1.0}, {5.0, 2.0}};
    for (int count = 1; count <= 3; count++) {
        ck_assert(hashOfShape(points, count, 1.0) != hashOfShape(points, count, -1.0));
    }
}
