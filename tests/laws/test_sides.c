// SPDX-License-Identifier: MIT
// Law 4: nothing tunnels. Bullets and grenades fly through fields made to be hard: needles,
// slivers, wedges, tiles with corners that are hit exactly, crossing walls, far from the origin,
// slow and fast. Each leg, from one published place to the next, is judged against every edge:
// straight legs of points by exact signs, without any tolerance; discs and arcs in long double,
// with a bound that is stated.
#include "../../shapes/exact.h"
#include "../support/builder.h"
#include "../support/flight_field.h"
#include "../support/region_maker.h"

#include <math.h>
#include <string.h>

#include "../support/rounded.h"

#define EDGE_MOST 400
#define SHOT_MOST 24
#define HIT_MOST 60 ///< of one shot; then it has been seen enough

/// [m] How far discs and arcs may be seen to overlap: some 2000 roundings of the largest
/// coordinate.
#define BOUND(size) ((size)*0x1p-41)

typedef struct SideEdge {
    CaromVec2 a, b;
    double radius; ///< what rounds it
    bool oneSided;
} SideEdge;

/// A field and how it is shot at.
typedef struct Sides {
    CaromWorld *world;
    TestRandom random;
    CaromBodyId body;
    SideEdge edges[EDGE_MOST];
    int edgeCount;
    CaromShapeId backs[EDGE_MOST / 3]; ///< one-sided loops that are fat, or met by discs
    int backCount;
    CaromVec2 center;
    double rounding; ///< [m] of the shapes that are being added
    double size;     ///< [m] half the side of the field
    double radius, gravity;
    bool wide; ///< no wedges in it so narrow that there is no place at a hit, for its shots
    int legs;
} Sides;

/// One shot, according to its events.
typedef struct Leg {
    CaromProjectileId id;
    CaromVec2 from, velocity;
    double start;
    int hits;
} Leg;

// ---- fields

static void addEdge(Sides *s, CaromVec2 a, CaromVec2 b, bool oneSided)
{
    ck_assert_int_lt(s->edgeCount, EDGE_MOST);
    SideEdge edge = {a, b, s->rounding, oneSided};
    s->edges[s->edgeCount++] = edge;
}

static void addWall(Sides *s, CaromVec2 a, CaromVec2 b, bool oneSided)
{
    CaromShapeDef def = caromShapeDef();
    CaromShapeId id = oneSided ? caromShapeCreateOneSided(s->world, s->body, &def, a, b)
                               : caromShapeCreateSegment(s->world, s->body, &def, a, b);
    if (id.index != 0) {
        addEdge(s, a, b, oneSided);
    }
}

/// Adds the edges as they were baked. Refused ones (turned flat by rounding) are left out.
static void addEdges(Sides *s, CaromShapeId id, bool oneSided)
{
    CaromGeometry baked;
    if (id.index == 0) {
        return;
    }
    ck_assert_ok(caromShapeGeometry(s->world, id, &baked, NULL));
    for (int i = 0; i < baked.count - (baked.type == CAROM_SHAPE_CHAIN ? 1 : 0); i++) {
        int next = baked.next != NULL ? baked.next[i] : (i + 1) % baked.count;
        addEdge(s, baked.points[i], baked.points[next], oneSided);
    }
}

static void addPolygon(Sides *s, const CaromVec2 *points, int count)
{
    CaromShapeDef def = caromShapeDef();
    addEdges(s, roundedPolygon(s->world, s->body, &def, points, count, s->rounding), true);
}

static void addChain(Sides *s, const CaromVec2 *points, int count, uint32_t flags)
{
    CaromShapeDef def = caromShapeDef();
    CaromShapeId id = roundedChain(s->world, s->body, &def, points, count, flags, s->rounding);
    addEdges(s, id, flags & CAROM_CHAIN_ONE_SIDED);
    bool fat = s->radius + s->rounding > 0.0;
    if (fat && flags == (CAROM_CHAIN_CLOSED | CAROM_CHAIN_ONE_SIDED)) {
        s->backs[s->backCount++] = id;
    }
}

/// Whether a shot is within a one-sided loop. There it is free, and free to leave. If the next
/// edge, or the shot itself, is wide, the shot then meets that edge from the inside.
static bool isBehind(const Sides *s, CaromVec2 p)
{
    CaromGeometry g;
    for (int i = 0; i < s->backCount; i++) {
        ck_assert_ok(caromShapeGeometry(s->world, s->backs[i], &g, NULL));
        if (caromPointInPolygon(p, g.points, g.count)) {
            return true;
        }
    }
    return false;
}

static CaromVec2 inField(Sides *s, double part)
{
    double x = testRandomRange(&s->random, -part, part),
           y = testRandomRange(&s->random, -part, part);
    return caromVec2(s->center.x + s->size * x, s->center.y + s->size * y);
}

static CaromVec2 shifted(CaromVec2 p, double x, double y)
{
    return caromVec2(p.x + x, p.y + y);
}

static double anyMagnitude(Sides *s, double lo, double hi)
{
    return pow(10.0, testRandomRange(&s->random, lo, hi));
}

/// Returns how many points: counter-clockwise, simple.
static int anyStar(Sides *s, CaromVec2 points[12], double radius, bool smooth)
{
    int count = testRandomInt(&s->random, 3, 12);
    CaromVec2 at = inField(s, 0.8);
    flightStar(&s->random, points, count, radius, smooth);
    for (int k = 0; k < count; k++) {
        points[k] = shifted(points[k], at.x, at.y);
    }
    return count;
}

static void addStars(Sides *s)
{
    CaromVec2 points[12];
    for (int i = 0; i < 8; i++) {
        int count = anyStar(s, points, s->size * 0.2, i % 2);
        addPolygon(s, points, count);
    }
}

/// From left to right, up and down; now and then with steps so small that joints nearly coincide.
static int anyTerrain(Sides *s, CaromVec2 points[12])
{
    int count = testRandomInt(&s->random, 2, 12);
    points[0] = inField(s, 0.8);
    for (int k = 1; k < count; k++) {
        double x = s->size * anyMagnitude(s, -6.0, -0.7), y = s->size * anyMagnitude(s, -9.0, -0.5);
        points[k] = shifted(points[k - 1], x, testRandomInt(&s->random, 0, 1) ? y : -y);
    }
    return count;
}

/// Terrain and zigzags, open and closed. One-sided open ones for points only: see addWedges.
static void addChains(Sides *s)
{
    CaromVec2 points[12];
    for (int i = 0; i < 4; i++) {
        int count = anyTerrain(s, points);
        addChain(s, points, count, s->radius == 0.0 && i % 2 ? CAROM_CHAIN_ONE_SIDED : 0);
        count = anyStar(s, points, s->size * 0.3, false);
        addChain(s, points, count, CAROM_CHAIN_CLOSED | (i % 2 ? CAROM_CHAIN_ONE_SIDED : 0));
        for (int k = 0; k < 6; k++) {
            points[k] = inField(s, 0.9);
        }
        addChain(s, points, 6, i % 2 ? CAROM_CHAIN_CLOSED : 0);
    }
}

/// Polygons, terrain, loops, walls and capsules, each rounded by its own radius, large or small.
static void addRounded(Sides *s)
{
    CaromVec2 points[12];
    for (int i = 0; i < 4; i++) {
        s->rounding = s->size * anyMagnitude(s, -7.0, -0.8);
        int count = anyStar(s, points, s->size * 0.2, i % 2);
        addPolygon(s, points, count);
        count = anyTerrain(s, points);
        addChain(s, points, count, 0);
        count = anyStar(s, points, s->size * 0.3, false);
        addChain(s, points, count, CAROM_CHAIN_CLOSED | (i % 2 ? CAROM_CHAIN_ONE_SIDED : 0));
        CaromVec2 a = inField(s, 0.8), b = i % 2 ? inField(s, 0.8) : a;
        newCapsule(s->world, s->body, a, b, s->rounding);
        addEdge(s, a, b, false);
    }
    s->rounding = 0.0;
}

/// Unit squares side by side on whole numbers: seams, and corners that are met exactly.
static void addTiles(Sides *s)
{
    for (int i = 0; i < 24; i++) {
        double x = s->center.x + testRandomInt(&s->random, -4, 3),
               y = s->center.y + testRandomInt(&s->random, -4, 3);
        CaromVec2 tile[4] = {{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}};
        addPolygon(s, tile, 4);
    }
}

/// Rings in rings, and rings that touch.
static void addRegions(Sides *s)
{
    for (int i = 0; i < 2; i++) {
        TestRegion region;
        testRegionMake(&region, &s->random, 0.5 * s->size, i);
        for (int k = 0; k < region.count; k++) {
            region.points[k] =
                shifted(region.points[k], s->center.x + (i - 0.5) * s->size, s->center.y);
        }
        CaromShapeDef def = caromShapeDef();
        addEdges(s,
                 caromShapeCreateRegion(s->world, s->body, &def, region.points, region.ringEnds,
                                        region.ringCount),
                 true);
    }
}

/// Triangles so thin that both long sides are the same to most eyes.
static void addNeedles(Sides *s)
{
    for (int i = 0; i < 16; i++) {
        CaromVec2 tip = inField(s, 0.9), end = inField(s, 0.9);
        double thin = anyMagnitude(s, -14.0, -1.0);
        CaromVec2 needle[3] = {tip, end,
                               shifted(end, thin * testRandomRange(&s->random, -1.0, 1.0), thin)};
        addPolygon(s, needle, 3);
    }
}

/// Adds funnels of two walls that meet in a tip, open towards the left. They are one-sided for
/// points only: a disc may come round the end of a one-sided wall from its back, where it is free,
/// and then overlaps a wall that it is free to pass.
static void addWedges(Sides *s)
{
    for (int i = 0; i < 6; i++) {
        CaromVec2 tip = inField(s, 0.7);
        double open = anyMagnitude(s, -9.0, 0.0),
               length = s->size * testRandomRange(&s->random, 0.1, 0.8);
        addWall(s, shifted(tip, -length, length * open), tip, s->radius == 0.0);
        addWall(s, tip, shifted(tip, -length, -length * open * testRandomUnit(&s->random)),
                s->radius == 0.0);
    }
}

/// Two-sided walls, many through the same points.
static void addCrossings(Sides *s)
{
    CaromVec2 knots[5];
    for (int i = 0; i < 5; i++) {
        knots[i] = inField(s, 0.8);
    }
    for (int i = 0; i < 20; i++) {
        bool knotted = testRandomInt(&s->random, 0, 2) > 0;
        CaromVec2 from = knotted ? knots[testRandomInt(&s->random, 0, 4)] : inField(s, 0.9);
        addWall(s, from,
                knotted && i % 4 == 0 ? knots[testRandomInt(&s->random, 0, 4)] : inField(s, 0.9),
                false);
    }
}

/// A hundred needles from one point, like a brush.
static void addBrush(Sides *s)
{
    CaromVec2 root = inField(s, 0.2);
    for (int i = 0; i < 120; i++) {
        addWall(s, root, shifted(root, s->size * 0.5, s->size * 0.005 * i), false);
    }
}

static void addRoom(Sides *s)
{
    CaromVec2 c = s->center, corner[4];
    double h = s->size * 1.25;
    corner[0] = shifted(c, -h, -h);
    corner[1] = shifted(c, -h, h);
    corner[2] = shifted(c, h, h);
    corner[3] = shifted(c, h, -h);
    for (int i = 0; i < 4; i++) {
        addWall(s, corner[i], corner[(i + 1) % 4], true);
    }
}

static void (*const fields[])(Sides *) = {addStars,     addTiles, addNeedles, addWedges,
                                          addCrossings, addBrush, addChains,  addRounded};
#define REGION_SEEDS 10000000 ///< those from here on have another field
#define FIELDS ((int)(sizeof fields / sizeof fields[0]))

static void makeSides(Sides *s, int seed, bool fat)
{
    static const CaromVec2 centers[4] = {{0, 0}, {0, 0}, {100000, -100000}, {-1234567, 1000000}};
    CaromWorldDef def = newWorldDef();
    memset(s, 0, sizeof *s);
    s->random = testRandomSeed((uint64_t)seed);
    def.gravity = caromVec2(0.0, -10.0);
    def.eventLimit = 1000000;
    def.searchCells = seed % 3 == 0 ? 16 : 4096;
    s->world = caromWorldCreate(&def, NULL);
    s->body = newRest(s->world);
    s->center = centers[testRandomInt(&s->random, 0, 3)];
    s->size = seed % FIELDS == 1 ? 4.0 : anyMagnitude(s, -1.0, 2.0);
    s->radius = fat ? s->size * anyMagnitude(s, -6.0, -0.5) : 0.0;
    addRoom(s);
    (seed >= REGION_SEEDS ? addRegions : fields[seed % FIELDS])(s);
    s->wide = seed % FIELDS <= 1 || (seed % FIELDS == 4 && !fat);
}

// ---- judges

/// Whether a straight leg touches an edge from its free side, by exact signs.
static bool touches(const SideEdge *edge, CaromVec2 p, CaromVec2 q)
{
    int from = crOrient(edge->a, edge->b, p), to = crOrient(edge->a, edge->b, q);
    if (from == 0 || from == to || (edge->oneSided && from > 0)) {
        return false;
    }
    int atA = crOrient(p, q, edge->a), atB = crOrient(p, q, edge->b);
    return atA != atB || atA == 0;
}

typedef struct Wide {
    long double x, y;
} Wide;

static Wide placeAt(const Leg *leg, long double gravity, long double tau)
{
    Wide p = {leg->from.x + leg->velocity.x * tau,
              leg->from.y + (leg->velocity.y + gravity * tau / 2) * tau};
    return p;
}

/// Signed distance from the line, > 0 on the left; *along is 0 at a and 1 at b.
static long double offLine(const SideEdge *edge, Wide p, long double *along)
{
    long double dx = (long double)edge->b.x - edge->a.x, dy = (long double)edge->b.y - edge->a.y;
    long double px = p.x - edge->a.x, py = p.y - edge->a.y, length = sqrtl(dx * dx + dy * dy);
    *along = (dx * px + dy * py) / (length * length);
    return (dx * py - dy * px) / length;
}

/// How deep into the free side's fat edge a place is, by distance from the segment.
static long double depthIn(const SideEdge *edge, Wide p, double radius)
{
    bool isPoint = edge->a.x == edge->b.x && edge->a.y == edge->b.y;
    long double along = -1, side = isPoint ? 0 : offLine(edge, p, &along);
    if (edge->oneSided && side > 0) {
        return -1;
    }
    if (along >= 0 && along <= 1) {
        return radius - fabsl(side);
    }
    CaromVec2 end = along < 0 ? edge->a : edge->b;
    long double x = p.x - end.x, y = p.y - end.y;
    return radius - sqrtl(x * x + y * y);
}

/// Whether a disc overlaps an edge by more than the bound, at any of some points along its leg.
static bool overlaps(const Sides *s, const SideEdge *edge, const Leg *leg, double duration,
                     double bound)
{
    for (int k = 0; k <= 32; k++) {
        Wide p = placeAt(leg, s->gravity, duration * (k / 32.0L));
        if (depthIn(edge, p, s->radius + edge->radius) > bound) {
            return true;
        }
    }
    return false;
}

/// Whether a point on an arc passes an edge from its free side, farther than the bound, well within
/// its ends. It is judged in the middle between two crossings of the line.
static bool passesCurved(const Sides *s, const SideEdge *edge, const Leg *leg, double duration,
                         double bound)
{
    long double u, d0 = offLine(edge, placeAt(leg, s->gravity, 0), &u),
                   d1 = offLine(edge, placeAt(leg, s->gravity, duration), &u);
    long double dm = offLine(edge, placeAt(leg, s->gravity, duration / 2.0L), &u);
    long double a = 2 * (d0 - 2 * dm + d1), b = d1 - d0 - a,
                d = b * b - 4 * a * d0; // distance over τ/duration
    if (d < 0 || (a == 0 && b == 0)) {
        return false;
    }
    long double q = -(b + (b < 0 ? -sqrtl(d) : sqrtl(d))) / 2,
                roots[2] = {a != 0 ? q / a : -1, q != 0 ? d0 / q : -1};
    for (int k = 0; k < 2; k++) {
        long double t = roots[k], other = roots[1 - k],
                    end = other > t && other < 1 ? (t + other) / 2 : 1, at;
        if (!(t >= 0 && t <= 1)) {
            continue;
        }
        offLine(edge, placeAt(leg, s->gravity, duration * t), &at);
        long double margin = bound / hypotl(edge->b.x - edge->a.x, edge->b.y - edge->a.y);
        long double after = a * end * end + b * end + d0, slope = 2 * a * t + b;
        bool within =
            at > margin && at<1 - margin, deep = fabsl(after)> bound && (after > 0) == (slope > 0);
        long double before = a * t * t / 4 + b * t / 2 + d0;
        if (within && deep && fabsl(before) > bound && (slope > 0 || !edge->oneSided) &&
            (before > 0) != (after > 0)) {
            return true;
        }
    }
    return false;
}

/// Whether an edge is so far from a leg that it needs no check: most are.
static bool isFar(const Sides *s, const SideEdge *edge, const Leg *leg, CaromVec2 to,
                  double duration)
{
    double by =
        s->radius + edge->radius + fabs(s->gravity) * duration * duration / 8.0 + 0.01 * s->size;
    CaromVec2 a = edge->a, b = edge->b, p = leg->from;
    return fmax(a.x, b.x) < fmin(p.x, to.x) - by || fmin(a.x, b.x) > fmax(p.x, to.x) + by ||
           fmax(a.y, b.y) < fmin(p.y, to.y) - by || fmin(a.y, b.y) > fmax(p.y, to.y) + by;
}

static void judge(Sides *s, const Leg *leg, CaromVec2 to, double time, int seed)
{
    bool arc = s->gravity != 0.0;
    double size = fabs(s->center.x) + fabs(s->center.y) + 4.0 * s->size + s->radius + 1.0;
    for (int e = 0; e < s->edgeCount; e++) {
        const SideEdge *edge = &s->edges[e];
        if (isFar(s, edge, leg, to, time - leg->start)) {
            continue;
        }
        bool fat = s->radius + edge->radius > 0.0;
        bool bad = fat   ? overlaps(s, edge, leg, time - leg->start, BOUND(size))
                   : arc ? passesCurved(s, edge, leg, time - leg->start, BOUND(size))
                         : touches(edge, leg->from, to);
        if (bad) { // run for each edge of each leg: an assertion that holds costs a system call
            ck_abort_msg("seed %d radius %g: shot %u, leg %d from (%.17g, %.17g) to (%.17g, %.17g) "
                         "at %.17g passes edge %d",
                         seed, s->radius, leg->id.index, leg->hits, leg->from.x, leg->from.y, to.x,
                         to.y, time, e);
        }
    }
    Wide exact = placeAt(leg, s->gravity, (long double)time - leg->start);
    long double x = to.x - exact.x, y = to.y - exact.y;
    long double lag = (fabs(leg->velocity.x) + fabs(leg->velocity.y) + 10.0 * time) * time *
                      0x1p-52L; // of the time's digits
    if (s->wide && x * x + y * y > (BOUND(size) + lag) * (BOUND(size) + lag)) {
        ck_abort_msg(
            "seed %d radius %g: shot %u, leg %d ends at (%.17g, %.17g), not at (%.17Lg, %.17Lg)",
            seed, s->radius, leg->id.index, leg->hits, to.x, to.y, exact.x, exact.y);
    }
    s->legs++;
}

// ---- shots

/// At something that is hard to hit: an end of an edge, or a point of one, or anything.
static CaromVec2 aim(Sides *s)
{
    const SideEdge *edge = &s->edges[testRandomInt(&s->random, 0, s->edgeCount - 1)];
    switch (testRandomInt(&s->random, 0, 3)) {
    case 0:
        return edge->a;
    case 1:
        return edge->b;
    case 2:
        return caromVec2(0.5 * (edge->a.x + edge->b.x), 0.5 * (edge->a.y + edge->b.y));
    default:
        return inField(s, 1.0);
    }
}

static bool shoot(Sides *s, Leg *leg)
{
    CaromProjectileDef def = newShot(inField(s, 1.0), caromVec2(0, 0));
    if (s->size > 2.0 && testRandomInt(&s->random, 0, 2) == 0) { // still within the room
        def.position = caromVec2(floor(def.position.x), floor(def.position.y));
        def.position.x += def.position.x < s->center.x ? 1.0 : 0.0;
        def.position.y += def.position.y < s->center.y ? 1.0 : 0.0;
    }
    double speed = s->gravity != 0.0 ? anyMagnitude(s, -1.0, 3.0) : anyMagnitude(s, -3.0, 5.0);
    CaromVec2 at = aim(s), way = caromVec2(at.x - def.position.x, at.y - def.position.y);
    double length = caromVec2Length(way),
           scale = testRandomInt(&s->random, 0, 1) ? speed / (length + 1e-9) : 1.0;
    def.velocity = caromVec2Scale(way, scale);
    if (testRandomInt(&s->random, 0, 4) == 0) { // along an axis, so along tiles
        def.velocity =
            testRandomInt(&s->random, 0, 1) ? caromVec2(speed, 0.0) : caromVec2(0.0, -speed);
    }
    def.radius = s->radius;
    def.gravityScale = s->gravity != 0.0 ? 1.0 : 0.0;
    def.restitution = testRandomInt(&s->random, 0, 2) > 0 ? 1.0 : testRandomUnit(&s->random);
    def.restTime = 0.0;
    def.bounces = HIT_MOST;
    leg->id = caromProjectileFire(s->world, &def);
    leg->velocity = def.velocity;
    leg->start = caromWorldTime(s->world);
    leg->hits = 0;
    bool isInside = caromProjectileMode(s->world, leg->id) == CAROM_PROJECTILE_PENDING;
    if (isInside || isBehind(s, def.position)) {
        ck_assert_ok(caromProjectileDestroy(s->world, leg->id));
        return false;
    }
    leg->from = caromProjectilePosition(s->world, leg->id);
    return true;
}

static void readHits(Sides *s, Leg *legs, int seed)
{
    CaromEvents events = caromWorldEvents(s->world);
    for (int k = 0; k < events.hitCount; k++) {
        const CaromHitEvent *hit = &events.hits[k];
        Leg *leg = &legs[hit->projectile.index - 1];
        judge(s, leg, hit->center, hit->time, seed);
        leg->hits++;
        leg->from = hit->center;
        leg->velocity = hit->velocityAfter;
        leg->start = hit->time;
    }
}

/// Steps grow, so that slow shots, too, get somewhere.
static void flySides(int seed, bool fat, double gravity)
{
    Sides s;
    Leg legs[SHOT_MOST];
    int count = 0;
    makeSides(&s, seed, fat);
    s.gravity = gravity;
    for (int k = 0; k < 3 * SHOT_MOST && count < SHOT_MOST; k++) {
        Leg leg;
        if (shoot(&s, &leg)) {
            ck_assert_uint_eq(leg.id.index, (uint32_t)count + 1);
            legs[count++] = leg;
        }
    }
    double dt = s.size * 1e-6;
    for (int step = 0; step < 60 && caromWorldCounters(s.world).projectiles > 0;
         step++, dt *= gravity != 0.0 ? 1.2 : 1.5) {
        caromWorldStep(s.world, dt);
        readHits(&s, legs, seed);
    }
    caromWorldDestroy(s.world);
}

START_TEST(straight_points_stay_on_their_side)
{
    flySides(_i, false, 0.0);
}
END_TEST

START_TEST(points_on_arcs_stay_on_their_side)
{
    flySides(_i, false, -10.0);
}
END_TEST

START_TEST(discs_stay_on_their_side)
{
    flySides(_i, true, 0.0);
}
END_TEST

START_TEST(discs_on_arcs_stay_on_their_side)
{
    flySides(_i, true, -10.0);
}
END_TEST

static void addSides(Suite *suite, const char *name, const TTest *test, int count, int more)
{
    TCase *tc = addCase(suite, name);
    tcase_add_loop_test(tc, test, 0, count * flightTestTimes(more));
    tcase_add_loop_test(tc, test, REGION_SEEDS, REGION_SEEDS + count / 8 * flightTestTimes(more));
}

/// One case each, so that CK_RUN_CASE can choose where CAROM_TEST_LONG makes them long: twenty
/// million legs.
SUITE_HOOK(addAllSides)
{
    addSides(suite, "points", straight_points_stay_on_their_side, 160, 100);
    addSides(suite, "arcs", points_on_arcs_stay_on_their_side, 80, 100);
    addSides(suite, "discs", discs_stay_on_their_side, 80, 40);
    addSides(suite, "discsOnArcs", discs_on_arcs_stay_on_their_side, 80, 40);
}
