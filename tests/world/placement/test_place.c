// SPDX-License-Identifier: MIT
// Where a projectile is put at what it hits or is fired from, where very many edges, or some that
// are not for it, come close to one place; and where two walls meet in a tip.
#include "../../../shapes/exact.h"
#include "../../support/builder.h"
#include "../../support/flight_field.h"
#include "../../support/random.h"
#include "../../support/stage.h"

#include <math.h>

/// More edges through one place than are kept in mind at once. They lie behind it, or all around
/// but for a gap of a tenth of a radian that it comes by. All of them are at rest, or beside a wall
/// across the world, or in motion: it goes back from there, by the same gap.
TEST(hits_a_hub_of_very_many_spokes)
{
    for (int k = 0; k < 8; k++) {
        Stage stage = makeStage(0.0, 0.0);
        double from = k < 4 ? 2.0 : 0.05, speed = (k & 3) == 3 ? 0.5 : 0.0;
        if ((k & 3) >= 2) {
            stage.body = newMoving(stage.world, caromVec2(0, 0), caromVec2(speed, 0.0));
        }
        for (int s = 0; s < 120; s++) {
            double angle = from + (6.283185307179586 - 2.0 * from) * s / 119.0;
            addWall(&stage, 0.0, 0.0, cos(angle), sin(angle));
        }
        if ((k & 3) == 1) {
            addWall(&stage, -5.0, -3e6, -5.0, 3e6);
        }
        flyFrom(&stage, 4.0, 0.0, -1.0, 0.0, 0.0, 6.0);
        ck_assert_int_ge(stage.hitCount, 1);
        expectVec(stage.hits[0].point, speed > 0.0 ? 4.0 / 3.0 : 0.0, 0.0);
        ck_assert(!stage.ended && stage.velocity.x > 0.0 && stage.place.x > 6.0 * speed + 1.0);
        endStage(&stage);
    }
}

enum { SPOKES = 150 };

/// Walls of 4 m from (1, 1) on, by 0.04 rad each: more than are kept in mind at once. Two that do
/// not matter there: one that begins a hair beyond, on the first, and one that shots do not meet.
static void addFan(Stage *stage, CaromVec2 ends[SPOKES])
{
    for (int k = 0; k < SPOKES; k++) {
        CaromRotation r = caromRotation(0.04 * k);
        ends[k] = caromVec2(1.0 + 4.0 * r.c, 1.0 + 4.0 * r.s);
        addWall(stage, 1.0, 1.0, ends[k].x, ends[k].y);
    }
    CaromFilter unmet = {2, UINT64_MAX, 0};
    addWall(stage, 1.0 + 0x1p-20, 1.0, 2.0, 1.0);
    caromShapeSetFilter(stage->world, addWall(stage, 0.0, 0.9, 2.0, 1.1), unmet);
}

/// After which wall of the fan a place near it comes, counter-clockwise, by exact signs; -1: none,
/// it is on one.
static int wedgeOf(const CaromVec2 ends[SPOKES], CaromVec2 place)
{
    CaromVec2 tip = caromVec2(1, 1), from = caromVec2Sub(place, tip);
    for (int k = 0; k < SPOKES; k++) {
        CaromVec2 first = ends[k], next = ends[(k + 1) % SPOKES];
        if (caromVec2Dot(from, caromVec2Sub(first, tip)) > 0.0 && crOrient(tip, first, place) > 0 &&
            crOrient(tip, next, place) < 0) {
            return k;
        }
    }
    return -1;
}

/// Fired from the tip of a fan, which rests or may move, along each of its wedges: from a hair's
/// breadth beside the tip and out by that wedge, or not at all. Of more walls than are kept in mind
/// it was fired into another wedge, or through some.
TEST_LOOP(fired_from_the_tip_of_a_fan, 2)
{
    int fired = 0;
    for (int k = 0; k < SPOKES; k++) {
        Stage stage = makeStage(0.0, 0.0);
        CaromVec2 ends[SPOKES];
        stage.body = _i ? newMoving(stage.world, caromVec2(0, 0), caromVec2(0, 0)) : stage.body;
        addFan(&stage, ends);
        CaromRotation r = caromRotation(0.04 * k + 0.02);
        CaromProjectileDef def = shot(1.0, 1.0, r.c, r.s, 0.0);
        def.filter.mask = 1;
        CaromProjectileId id = caromProjectileFire(stage.world, &def);
        CaromVec2 from = caromProjectilePosition(stage.world, id);
        caromWorldStep(stage.world, 0.5);
        if (caromProjectileIsValid(stage.world, id)) {
            CaromVec2 at = caromProjectilePosition(stage.world, id);
            expectVec(from, 1.0, 1.0);
            expectVec(at, 1.0 + 0.5 * r.c, 1.0 + 0.5 * r.s);
            ck_assert_int_eq(wedgeOf(ends, from), k);
            fired++;
        } else {
            ck_assert_int_eq(caromWorldEvents(stage.world).ends[0].reason, CAROM_END_INSIDE);
        }
        endStage(&stage);
    }
    ck_assert_int_gt(fired, SPOKES / 8);
}

/// It passes the tip of one of its shooter's walls, and that of another wall, by less than
/// rounding, and hits a third: there it stands before what it hit, and the tips behind it have no
/// say.
TEST(tips_of_what_it_ignores_have_no_say)
{
    Stage stage = makeStage(0.0, 0.0);
    CaromProjectileDef def = shot(0.0, 0.0, 16.0, 0.0, 0.0);
    def.ignoreBody = stage.body;
    addBox(&stage, 0.0, 0.0, 1.0, 1.0);
    addWall(&stage, 3.0, 0x1p-60, 3.0, 1.0);
    stage.body = newRest(stage.world);
    addWall(&stage, 5.0, 0x1p-60, 5.0, 1.0);
    addWall(&stage, 8.0, -2.0, 8.0, 2.0);
    fly(&stage, &def, 0.75);
    ck_assert_int_eq(stage.hitCount, 1);
    ck_assert(stage.hits[0].time == 0.5 && fabs(stage.hits[0].point.x - 8.0) < 1e-12);
    endStage(&stage);
}

/// A solid with an inner corner at (0, 0), from which up and right are free: a polygon, a hole of a
/// region, or tiles.
static void addInnerCorner(CaromWorld *world, CaromBodyId body, int kind)
{
    CaromVec2 corners[8] = {{-3, -3}, {3, -3}, {3, 3}, {-3, 3}, {0, 0}, {2, 0}, {2, 2}, {0, 2}};
    CaromVec2 bent[6] = {{0, 0}, {0, 3}, {-3, 3}, {-3, -3}, {3, -3}, {3, 0}};
    if (kind == 0) {
        newPolygon(world, body, bent, 6);
    } else if (kind == 1) {
        int ends[2] = {4, 8};
        newRegion(world, body, corners, ends, 2);
    } else {
        uint16_t tiles[16] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 1, 1, 0, 0};
        CaromTileMap map = {4, 4, 1.0, {-2, -2}, tiles, 0.0};
        newTiles(world, body, &map);
    }
}

/// A few digits off the inner corner of a solid, on whatever side. Behind it, where a place is
/// beside neither edge, a sixth of the shots went on into the solid, and through it.
TEST_SEEDS(fired_from_an_inner_corner, 24)
{
    Stage stage = makeStage(0.0, 0.0);
    CaromVec2 at = {testRandomRange(&random, -20.0, 20.0), testRandomRange(&random, -20.0, 20.0)};
    bool moves = testRandomInt(&random, 0, 1);
    CaromVec2 pace = caromVec2(moves ? testRandomRange(&random, -4.0, 4.0) : 0.0, moves);
    CaromBodyDef def = caromBodyDef();
    def.type = moves ? CAROM_BODY_KINEMATIC : CAROM_BODY_STATIC;
    def.position = at;
    def.velocity = pace;
    def.angle = testRandomInt(&random, 0, 1) * testRandomRange(&random, -3.0, 3.0);
    stage.body = caromBodyCreate(stage.world, &def);
    addInnerCorner(stage.world, stage.body, _i % 3);
    for (int k = 0; k < 50; k++) {
        CaromVec2 from = caromBodyPoint(stage.world, stage.body, caromVec2(0, 0));
        from.x += 0x1p-50 * testRandomInt(&random, -8, 8);
        from.y += 0x1p-50 * testRandomInt(&random, -8, 8);
        CaromRotation way = caromRotation(testRandomRange(&random, -3.2, 3.2));
        flyFrom(&stage, from.x, from.y, pace.x + way.c, pace.y + way.s, 0.0, 0.02);
        ck_assert(!stage.ended);
        CaromVec2 seen = caromBodyPointInverse(stage.world, stage.body, stage.place);
        ck_assert_msg(seen.x > -1e-9 && seen.y > -1e-9, "seed %d: %g %g", _i, seen.x, seen.y);
    }
    endStage(&stage);
}

// ---- the tip of a notch

/// A point falls or lies in the notch between an upright wall and one that slopes down to its foot,
/// and may leave it upwards only. Turned by quarters and mirrored, which alters no bit; at rest or
/// in motion, and with it what falls.
typedef struct Notch {
    CaromWorld *world;
    CaromBodyId body;
    double offset; ///< [m] of the foot, across
    CaromVec2 velocity;
    CaromVec2 slope;
    double restitution;
    int quarters;
    bool mirrored;
} Notch;

/// Of a place or direction for which down is (0, -1) and the slope comes from the left.
static CaromVec2 inNotch(const Notch *notch, double x, double y)
{
    CaromVec2 v = caromVec2(notch->mirrored ? -x : x, y);
    for (int k = 0; k < notch->quarters; k++) {
        v = caromVec2(-v.y, v.x);
    }
    return v;
}

static CaromVec2 outOfNotch(const Notch *notch, CaromVec2 v)
{
    for (int k = 0; k < notch->quarters; k++) {
        v = caromVec2(v.y, -v.x);
    }
    return caromVec2(notch->mirrored ? -v.x : v.x, v.y);
}

/// A solid between two rays from the foot, to the right of the first.
static void addSolid(const Notch *notch, CaromVec2 first, CaromVec2 second)
{
    CaromVec2 corners[4] = {inNotch(notch, 0.0, 0.0), inNotch(notch, first.x, first.y),
                            inNotch(notch, first.x + second.x, first.y + second.y),
                            inNotch(notch, second.x, second.y)};
    newPolygon(notch->world, notch->body, corners, 4);
}

/// As one chain, as two walls that end together, cut out of a solid, or between two solids that
/// touch at the foot.
static void addNotch(const Notch *notch, int kind)
{
    double x = notch->slope.x, y = notch->slope.y;
    CaromVec2 slope = inNotch(notch, x, y), foot = inNotch(notch, 0.0, 0.0),
              top = inNotch(notch, 0.0, 3.0);
    if (kind == 0) {
        CaromVec2 chain[3] = {slope, foot, top};
        newChain(notch->world, notch->body, chain, 3, false);
    } else if (kind == 1) {
        newSegment(notch->world, notch->body, slope, foot);
        newSegment(notch->world, notch->body, foot, top);
    } else if (kind == 3) {
        addSolid(notch, notch->slope, caromVec2(-y / 6.0, x / 6.0));
        addSolid(notch, caromVec2(0.0, 3.0), caromVec2(0.5, 0.0));
    } else {
        CaromVec2 solid[7] = {foot,
                              top,
                              inNotch(notch, 3.0, 3.0),
                              inNotch(notch, 3.0, -3.0),
                              inNotch(notch, -9.0, -3.0),
                              inNotch(notch, -9.0, y),
                              slope};
        newPolygon(notch->world, notch->body, solid, 7);
    }
}

static Notch makeNotch(TestRandom *random)
{
    static const double offsets[3] = {0.0, 0.5, 36.0};
    Notch notch = {0};
    notch.quarters = testRandomInt(random, 0, 3);
    notch.mirrored = testRandomInt(random, 0, 1);
    notch.offset = offsets[testRandomInt(random, 0, 2)];
    notch.restitution = 0.5 * testRandomInt(random, 0, 2);
    double angle = testRandomRange(random, 0.3, 1.4);
    bool even = testRandomInt(random, 0, 1);
    notch.slope = even ? caromVec2(-6.0, 6.0) : caromVec2(-6.0 * cos(angle), 6.0 * sin(angle));
    CaromWorldDef def = caromWorldDef();
    def.gravity = inNotch(&notch, 0.0, -10.0);
    notch.world = caromWorldCreate(&def, NULL);
    CaromVec2 at = inNotch(&notch, notch.offset, 0.0);
    bool moves = testRandomInt(random, 0, 1);
    double vx = testRandomRange(random, -1.0, 1.0), vy = testRandomRange(random, -1.0, 1.0);
    notch.velocity = moves ? caromVec2(vx, vy) : caromVec2(0, 0);
    CaromBodyType type = moves ? CAROM_BODY_KINEMATIC : CAROM_BODY_STATIC;
    notch.body = newBody(notch.world, type, at, notch.velocity);
    addNotch(&notch, testRandomInt(random, 0, 3));
    return notch;
}

static CaromProjectileId dropInto(const Notch *notch, double x, double y)
{
    CaromProjectileDef def = newShot(inNotch(notch, x, y), notch->velocity);
    def.friction = 0.0;
    def.restitution = notch->restitution;
    return caromProjectileFire(notch->world, &def);
}

/// Before both walls, within what rounding may show of a place between two hits.
static bool isInNotch(const Notch *notch, CaromProjectileId id)
{
    CaromVec2 place = caromProjectilePosition(notch->world, id);
    CaromVec2 seen = outOfNotch(notch, caromBodyPointInverse(notch->world, notch->body, place));
    return seen.x < 1e-9 && caromVec2Cross(seen, notch->slope) > -1e-9;
}

static void endNotch(Notch *notch)
{
    endWorld(notch->world);
}

enum { DROPS = 16 };

/// From 1e-18 to 1e-11 m beside the upright wall. The place of a hit at the foot may lie past the
/// ends of both walls: of 8 in 100 drops it was that of a way round the tip, and they got out.
TEST_SEEDS(what_drops_beside_a_wall_does_not_get_round_its_foot, 120 * flightTestTimes(1))
{
    Notch notch = makeNotch(&random);
    CaromProjectileId ids[DROPS];
    for (int k = 0; k < DROPS; k++) {
        double beside = notch.offset - testRandomSize(&random, 1e-18, 1e-11);
        double height = k % 2 ? 1.0 : testRandomSize(&random, 1e-6, 1.0);
        ids[k] = dropInto(&notch, fmin(beside, nextafter(notch.offset, -1.0)), height);
    }
    caromWorldStep(notch.world, 0.6);
    for (int k = 0; k < DROPS; k++) {
        ck_assert(!caromProjectileIsValid(notch.world, ids[k]) || isInNotch(&notch, ids[k]));
    }
    endNotch(&notch);
}

/// It lies at the foot, or comes there, and is pushed on by a millimetre a second, again and again:
/// a seventh of such flights had got out below, most of them by the first push.
TEST_SEEDS(what_lies_in_a_notch_is_not_pushed_out_of_its_foot, 120 * flightTestTimes(1))
{
    Notch notch = makeNotch(&random);
    CaromProjectileId id = dropInto(&notch, notch.offset - 0.1, 1.0);
    caromWorldStep(notch.world, 1.5);
    for (int k = 0; k < 10 && caromProjectileIsValid(notch.world, id); k++) {
        double across = testRandomRange(&random, 0.0, 1e-6);
        double down = testRandomRange(&random, 0.0, 1e-3);
        caromProjectileApplyImpulse(notch.world, id, inNotch(&notch, across, -down));
        caromWorldStep(notch.world, 0.05);
        ck_assert(!caromProjectileIsValid(notch.world, id) || isInNotch(&notch, id));
    }
    endNotch(&notch);
}

/// Put where it is, again and again. At the corners of two solids their lower edges, too, had
/// counted as edges that it must be outside of: it came out below, in a fifth of such worlds.
TEST_SEEDS(what_lies_in_a_notch_stays_when_it_is_put_there, 120 * flightTestTimes(1))
{
    Notch notch = makeNotch(&random);
    CaromProjectileId id = dropInto(&notch, notch.offset - 0.1, 1.0);
    for (int k = 0; k < 30; k++) {
        caromWorldStep(notch.world, 0.1);
        if (!caromProjectileIsValid(notch.world, id)) {
            break;
        }
        ck_assert(isInNotch(&notch, id));
        caromProjectileSetPosition(notch.world, id, caromProjectilePosition(notch.world, id));
    }
    endNotch(&notch);
}

/// A projectile that waits to be launched on a wall is put there again, and flies off from it when
/// it is time.
TEST(who_waits_may_be_put_where_it_is)
{
    Stage stage = makeStage(0.0, 0.0);
    addWall(&stage, -1.0, 0.0, 1.0, 0.0);
    CaromProjectileDef def = caromProjectileDef();
    def.time = 1.0;
    def.velocity = caromVec2(0.0, 2.0);
    CaromProjectileId id = caromProjectileFire(stage.world, &def);
    ck_assert_ok(caromProjectileSetPosition(stage.world, id, caromVec2(0.0, 0.0)));
    caromWorldStep(stage.world, 1.5);
    ck_assert(fabs(caromProjectilePosition(stage.world, id).y - 1.0) < 1e-12);
    endStage(&stage);
}

/// Up and down beside the wall without loss, by millimetres. After some twenty bounces it came to
/// the foot nearer to the wall than its place can resolve, and seemed to come from behind.
TEST(a_corner_is_hit_from_where_the_leg_began)
{
    Stage stage = makeStage(10.0, 0.0);
    CaromVec2 chain[3] = {{-2.5, 3.0}, {0.5, 0.0}, {0.5, 3.0}};
    newChain(stage.world, stage.body, chain, 3, false);
    flyFrom(&stage, nextafter(0.5, 0.0), 6.55984e-06, 0.0, 0.0, 0.0, 0.1);
    ck_assert_int_gt(stage.hitCount, 40);
    ck_assert(stage.place.x < 0.5 && stage.place.y > 0.0);
    endStage(&stage);
}
