// SPDX-License-Identifier: MIT
// What must not change does not: cases on a dyadic grid against the same cases mirrored, turned,
// scaled, put elsewhere, made in another order, in other cells, on other bodies.
#include "../support/builder.h"
#include "../support/flight_field.h"
#include "metamorphic.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- other ways to make the same world

static bool reordered(Draw *draw, int habits)
{
    int *order = casePair.order;
    casePairBegin(draw, habits);
    casePair.renames = true;
    casePairDropTouching(&casePair.a, 2);
    for (int i = 0; i < casePair.a.shapeCount; i++) {
        int k = (int)drawChoice(draw, (uint32_t)i); // 0 for all: reversed
        order[i] = order[k];
        for (int j = i; j > k; j--) {
            order[j] = order[j - 1];
        }
        order[k] = i;
    }
    casePair.b = casePair.a;
    bool ran = casePairRun(&casePair.a, NULL, &casePair.askedA) &&
               casePairRun(&casePair.b, order, &casePair.askedB);
    return ran ? casePairAgrees(draw) : drawFails(draw, "no memory");
}

/// A zigzag of so many edges of a length, beginning 4 km away and leading farther.
static CaromShapeId addZigzag(CaromWorld *world, double length, int count)
{
    static CaromVec2 points[257];
    CaromBodyId body = newRest(world);
    for (int i = 0; i <= count; i++) {
        points[i] = caromVec2(4096.0 + i * length, -4096.0 - (i % 2) * length);
    }
    return newChain(world, body, points, count + 1, 0);
}

/// The size of cells is chosen from what is first in a world, and again where much has come.
static bool inOtherCells(Draw *draw, int habits)
{
    CaseWorld built;
    casePairBegin(draw, habits);
    double length = ldexp(1.0, drawInt(draw, -9, 9));
    bool goes = drawChoice(draw, 1) == 0;
    casePair.b = casePair.a;
    if (!casePairRun(&casePair.a, NULL, &casePair.askedA) || !caseCreate(&built, &casePair.b)) {
        return drawFails(draw, "no memory");
    }
    CaromShapeId zigzag = addZigzag(built.world, length, 256);
    caseFill(&built, &casePair.b, NULL);
    if (goes) {
        caromShapeDestroy(built.world, zigzag);
    }
    casePairAsk(&built, &casePair.b, &casePair.askedB);
    return casePairAgrees(draw);
}

/// Another case is built in the same world, before and among the shapes, and destroyed.
static bool besidesWhatIsGone(Draw *draw, int habits)
{
    static Case stray;
    CaseWorld built, strays;
    casePairBegin(draw, habits);
    caseDraw(&stray, draw, habits & ~(CASE_FIRES | CASE_ASKS_QUERIES));
    casePair.b = casePair.a;
    if (!casePairRun(&casePair.a, NULL, &casePair.askedA) || !caseCreate(&built, &casePair.b)) {
        return drawFails(draw, "no memory");
    }
    strays.world = built.world;
    caseFill(&strays, &stray, NULL);
    caseFill(&built, &casePair.b, NULL);
    for (int i = 0; i < stray.shapeCount; i++) {
        if (strays.shapes[i].index != 0) {
            caromShapeDestroy(built.world, strays.shapes[i]);
        }
    }
    casePairAsk(&built, &casePair.b, &casePair.askedB);
    return casePairAgrees(draw);
}

// ---- the same shapes on other bodies

static double signOf(const CaromTransform *t)
{
    return (t->scale.x < 0.0) != (t->scale.y < 0.0) ? -1.0 : 1.0;
}

/// Where a shape has to be on `to` to be where it is on `from`; exact, as both are dyadic.
static void moveShape(CaseShape *shape, const CaromTransform *from, const CaromTransform *to)
{
    for (int i = 0; i < shape->count; i++) {
        shape->points[i] =
            caromTransformPointInverse(*to, caromTransformPoint(*from, shape->points[i]));
    }
    shape->radius = shape->radius * fabs(from->scale.x) / fabs(to->scale.x);
    shape->size = shape->size * fabs(from->scale.x) / fabs(to->scale.x);
}

/// Each shape on a body of its own, under another base transform. Tiles stay upright on theirs.
static bool onOtherBodies(Draw *draw, int habits)
{
    casePairBegin(draw, habits);
    casePair.b = casePair.a;
    for (int i = 0; i < casePair.a.shapeCount; i++) {
        CaseShape *shape = &casePair.b.shapes[i];
        const CaromTransform *from = &casePair.a.bodies[shape->body].transform;
        CaromTransform to = *from;
        to.position = caromVec2(0.25 * drawInt(draw, -40, 40), 0.25 * drawInt(draw, -40, 40));
        double factor = ldexp(1.0, drawInt(draw, -2, 2));
        if (shape->kind == CASE_TILE_MAP) {
            to.scale = caromVec2(from->scale.x * factor, from->scale.y * factor);
        } else {
            CaromRotation turns[] = {{1.0, 0.0}, {0.0, 1.0}, {-1.0, 0.0}, {0.0, -1.0}};
            to.rotation = turns[drawChoice(draw, 3)];
            to.scale = caromVec2(factor, signOf(from) * factor);
        }
        moveShape(shape, from, &to);
        shape->body = casePair.b.bodyCount;
        casePair.b.bodies[casePair.b.bodyCount] = caseBody();
        casePair.b.bodies[casePair.b.bodyCount++].transform = to;
    }
    bool ran = casePairRun(&casePair.a, NULL, &casePair.askedA) &&
               casePairRun(&casePair.b, NULL, &casePair.askedB);
    return ran ? casePairAgrees(draw) : drawFails(draw, "no memory");
}

// ---- rays the other way

/// The ways of a ray through a shape: from entry to exit, as parts of the ray.
typedef struct Passage {
    int shape;
    double from, to;
    bool flat; ///< both ends were met on straight edges
} Passage;

static int passagesOf(const Case *scene, CaromVec2 from, CaromVec2 way, double radius,
                      Passage *passages, int capacity)
{
    CaseWorld built;
    CaromHit hits[4 * CASE_SHAPES];
    CaromQueryOptions options = caromQueryOptions();
    options.exits = options.reentries = true;
    if (!caseCreate(&built, scene)) {
        return 0;
    }
    caseFill(&built, scene, NULL);
    int count =
        radius > 0.0
            ? caromWorldCastCircle(built.world, from, radius, way, options, hits, 4 * CASE_SHAPES)
            : caromWorldCastRay(built.world, from, way, options, hits, 4 * CASE_SHAPES);
    int kept = 0;
    for (int i = 0; i < count && i < 4 * CASE_SHAPES && kept < capacity; i++) {
        Passage *p = &passages[kept++];
        p->shape = caseShapeOf(built.world, hits[i].shape);
        p->from = hits[i].startsInside ? 0.0 : hits[i].fraction;
        p->to = hits[i].leaves ? hits[i].exitFraction : 1.0;
        p->flat = radius == 0.0 && scene->shapes[p->shape].radius == 0.0;
    }
    caseFree(&built);
    return kept;
}

static int findPassage(const Passage *wanted, const Passage *passages, int count)
{
    // Quotients of exact numbers, each rounded to half of its last digit, and their sum; of roots
    // half of the digits are left where a way only touches.
    double bound = wanted->flat ? 0x1p-52 : 0x1p-24;
    for (int i = 0; i < count; i++) {
        if (passages[i].shape == wanted->shape &&
            fabs(passages[i].from + wanted->to - 1.0) <= bound &&
            fabs(passages[i].to + wanted->from - 1.0) <= bound) {
            return i;
        }
    }
    return -1;
}

/// Whether the passages of a ray are those of the reversed one.
static bool arePassedBack(const Passage *there, int count, const Passage *back, int left)
{
    Passage rest[4 * CASE_SHAPES];
    bool equal = count == left;
    memcpy(rest, back, (size_t)left * sizeof rest[0]);
    for (int i = 0; i < count && equal; i++) {
        int found = findPassage(&there[i], rest, left);
        equal = found >= 0;
        if (equal) {
            rest[found] = rest[--left];
        }
    }
    return equal;
}

/// Whether an end of a ray is on something, or so near that rounding decides.
static bool endsOnSomething(const Case *scene, CaromVec2 p, double radius)
{
    CaseWorld built;
    CaromNear found[CASE_SHAPES];
    CaromNearestQuery query = caromNearestQuery();
    query.point = p;
    query.within = radius + 0x1p-20;
    if (!caseCreate(&built, scene)) {
        return true;
    }
    caseFill(&built, scene, NULL);
    int count = caromWorldNearest(built.world, &query, found, CASE_SHAPES);
    bool on = false;
    for (int i = 0; i < count; i++) {
        on = on || fabs(found[i].distance - radius) <= 0x1p-20;
    }
    caseFree(&built);
    return on;
}

static int compareNumbers(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/// Whether the ray runs along an edge between two places that it, or the reversed one, reports.
/// That is a touch, reported once, where the ray comes to it, so at the other end on the way back.
/// It is not reported at all where the ray comes from within the solid.
static bool runsAlong(const Case *scene, const CaseAsk *ray, const Passage *there, int count,
                      const Passage *back, int left)
{
    double told[16 * CASE_SHAPES];
    int n = 0;
    for (int i = 0; i < count; i++) {
        told[n++] = there[i].from;
        told[n++] = there[i].to;
    }
    for (int i = 0; i < left; i++) {
        told[n++] = 1.0 - back[i].from;
        told[n++] = 1.0 - back[i].to;
    }
    qsort(told, (size_t)n, sizeof told[0], compareNumbers);
    for (int i = 1; i < n; i++) {
        double middle = 0.5 * (told[i - 1] + told[i]);
        if (told[i] - told[i - 1] > 0x1p-20 &&
            endsOnSomething(scene, caromVec2Add(ray->at, caromVec2Scale(ray->way, middle)),
                            ray->radius)) {
            return true;
        }
    }
    return false;
}

/// One-sided walls have a way through; thin ones are met from both sides at one place.
static void keepReversible(Case *scene)
{
    int kept = 0;
    for (int i = 0; i < scene->shapeCount; i++) {
        if (scene->shapes[i].kind != CASE_WALL && !scene->shapes[i].oneSided) {
            scene->shapes[kept++] = scene->shapes[i];
        }
    }
    scene->shapeCount = kept;
}

/// What a ray enters, the reversed ray leaves at the same place, and as often.
static bool reversed(Draw *draw, int habits)
{
    static Passage there[4 * CASE_SHAPES], back[4 * CASE_SHAPES];
    casePairBegin(draw, habits);
    keepReversible(&casePair.a);
    CaseAsk ray = caseAsk(CASE_RAY);
    ray.at = caromVec2(0.25 * drawInt(draw, -40, 40), 0.25 * drawInt(draw, -40, 40));
    ray.way = caromVec2(0.25 * drawInt(draw, -80, 80), 0.25 * drawInt(draw, -80, 80));
    ray.radius = drawRarely(draw, 3) ? 0.25 * (1 + (int)drawChoice(draw, 7)) : 0.0;
    casePair.a.asks[0] = ray;
    casePair.a.askCount = 1;
    casePair.b = casePair.a;
    CaromVec2 end = caromVec2Add(ray.at, ray.way);
    casePair.b.asks[0].at = end;
    casePair.b.asks[0].way = caromVec2Scale(ray.way, -1.0);
    if (endsOnSomething(&casePair.a, ray.at, ray.radius) ||
        endsOnSomething(&casePair.a, end, ray.radius)) {
        return true;
    }
    int count = passagesOf(&casePair.a, ray.at, ray.way, ray.radius, there, 4 * CASE_SHAPES);
    int left =
        passagesOf(&casePair.b, end, casePair.b.asks[0].way, ray.radius, back, 4 * CASE_SHAPES);
    if (arePassedBack(there, count, back, left) ||
        runsAlong(&casePair.a, &ray, there, count, back, left)) {
        return true;
    }
    return drawFails(draw, "%d passages there, %d back; not all of them the same", count, left);
}

// ---- the laws

typedef struct Law {
    const char *name;
    bool (*holds)(Draw *draw, int habits);
    int habits;
} Law;

enum { ALL = CASE_ASKS_QUERIES | CASE_FIRES };

static const Law laws[] = {
    {"turned-queries", caseLawTurned, CASE_ASKS_QUERIES},
    {"turned-flights", caseLawTurned, CASE_FIRES},
    {"turned-moving", caseLawTurned, ALL | CASE_MOVES | CASE_SPINS},
    {"mirrored-queries", caseLawMirrored, CASE_ASKS_QUERIES | CASE_THIN},
    {"mirrored-flights", caseLawMirrored, CASE_FIRES | CASE_THIN},
    {"mirrored-moving", caseLawMirrored, ALL | CASE_MOVES | CASE_THIN},
    {"scaled-queries", caseLawScaled, CASE_ASKS_QUERIES},
    {"scaled-flights", caseLawScaled, CASE_FIRES},
    {"scaled-moving", caseLawScaled, ALL | CASE_MOVES},
    {"slowed-flights", caseLawSlowed, CASE_FIRES},
    {"slowed-moving", caseLawSlowed, ALL | CASE_MOVES},
    {"shifted-queries", caseLawShifted, CASE_ASKS_QUERIES},
    {"shifted-square", caseLawShifted, CASE_FIRES | CASE_SQUARE},
    {"reordered-resting", reordered, ALL},
    {"reordered-moving", reordered, ALL | CASE_MOVES | CASE_SPINS},
    {"other-cells", inOtherCells, ALL | CASE_MOVES | CASE_SPINS},
    {"strays-gone", besidesWhatIsGone, ALL | CASE_MOVES | CASE_SPINS},
    {"other-bodies", onOtherBodies, ALL},
    {"reversed-rays", reversed, CASE_MOVES},
};

static bool holdsLaw(Draw *draw, void *context)
{
    const Law *law = context;
    return law->holds(draw, law->habits);
}

/// What the law drew last are the cases.
static void writePair(Draw *draw, void *context, FILE *out)
{
    holdsLaw(draw, context);
    caseWrite(&casePair.a, out);
    fprintf(out, "also\n");
    for (int i = 0; casePair.renames && i < casePair.b.shapeCount; i++) {
        fprintf(out, "%s%d%s", i == 0 ? "# shapes made in the order " : " ", casePair.order[i],
                i == casePair.b.shapeCount - 1 ? "\n" : "");
    }
    caseWrite(&casePair.b, out);
}

/// 250 cases; CAROM_TEST_LONG=n: 10,000·n, a million with 100. CK_RUN_CASE chooses a law.
START_TEST(a_law_holds)
{
    Property property = {laws[_i].name, holdsLaw, writePair, (void *)&laws[_i]};
    propertyCheck(&property, 0, (uint64_t)(flightTestRounds(250, 40)));
}
END_TEST

// ---- single cases

static void readCase(const char *text)
{
    FILE *file = tmpfile();
    const char *error;
    int line = 0;
    ck_assert(file != NULL && fputs(text, file) >= 0);
    rewind(file);
    ck_assert(caseRead(&casePair.a, file, &line, &error));
    fclose(file);
}

/// Discs pressed between bodies that move otherwise, which leave them a place by the last digits.
static const char *const pressed[] = {
    "polygon -0.25 -0.25 0.25 -0.25 0.25 0.25 -0.25 0.25\nbody 2 -0.25 1 0 1 -1 0 0 -0.25\n"
    "polygon -1.75 1.75 1.75 1.75 1.75 2.25 -1.75 2.25\nbullet 0 -1 0 0 round 0.75\n",
    "body 4.75 1.75 0 -1 2 1 -1.25 1.75 0\npolygon 5 0.75 5.5 0.75 5.5 1.25 5 1.25 round 1.25\n"
    "body -3.25 3.25 -1 0 2 2 0 0 1\npolygon 6 2.5 6 4.5 5 5.5 3 5.5 2 4.5 2 2.5 3 1.5 5 1.5\n"
    "body 0 4 0 -1 2 2\ntiles 5 3 0.75 0 0.25 0 0 0 0 0 0 0 0 0 1 0 0 0 0 0\n"
    "bullet 0 0 0 -6.5 round 0.25 restitution 0.5\n"};

TEST_LOOP(are_pressed_alike_in_another_order, 2)
{
    static const int order[] = {2, 1, 0};
    readCase(pressed[_i]);
    ck_assert(casePairRun(&casePair.a, NULL, &casePair.askedA) &&
              casePairRun(&casePair.a, order + 3 - casePair.a.shapeCount, &casePair.askedB));
    for (int i = 0; i < casePair.askedA.count; i++) {
        CaromVec2 a = casePair.askedA.list[i].second, b = casePair.askedB.list[i].second;
        ck_assert(a.x == b.x && a.y == b.y);
    }
}

/// Two faces that are hit at once and as squarely, or that go straight on; and places of hits among
/// so much that any way around is tried: in a mirror, and turned.
static const struct {
    const char *text;
    bool mirrors;
} turned[] = {
    {"tiles 5 3 0.75 -6.25 3.25 0 0 0 0 1 0 0 0 0 0 0 0 0 0 0\n"
     "polygon -3.75 4.25 -2.5 4.25 -2.5 4\nbullet 0 5.25 -8 -4\n",
     true},
    {"tiles 2 3 0.75 1.75 -1 0 1 0 0 0 0\npolygon 3.25 -1.25 5.25 -1.25 5.25 1.25 3.25 1.25\n"
     "bullet 2.25 -2 0.25 0.25\n",
     true},
    {"segment -2.5 -0.25 -3.25 3\nchain 0 0 -2 0.5 -5 -0.25\n"
     "bullet -3.75 0 4.25 4.25 restitution 0\n",
     false},
    {"loop 0 -0.75 -2.25 -0.75 -0.25 -0.75 0.75 -2.5 0.5 -0.5 0.5 -0.25 1.5 -0.25 1.5 -1 onesided\n"
     "body -3.5 0 1 0 2 2 0 0 -0.5\nregion -2.25 2 2.25 2 2.25 6.5 -2.25 6.5\n"
     "bullet 1.25 0 -0.75 -1 round 0.25 restitution 0\n",
     false}};

TEST_LOOP(are_answered_alike_turned, 4)
{
    static Draw draw;
    for (int quarters = turned[_i].mirrors ? 0 : 1; quarters < 4; quarters++) {
        casePairBegin(&draw, 0);
        readCase(turned[_i].text);
        casePair.map.mirrors = casePair.once = turned[_i].mirrors;
        casePair.flies = !turned[_i].mirrors;
        casePair.map.quarters = quarters;
        caseMapped(&casePair.map, &casePair.a, &casePair.b);
        ck_assert(casePairRun(&casePair.a, NULL, &casePair.askedA) &&
                  casePairRun(&casePair.b, NULL, &casePair.askedB));
        ck_assert_msg(casePairAgrees(&draw), "%d quarters: %s", quarters, draw.why);
    }
}

SUITE_HOOK(addLaws)
{
    for (int i = 0; i < (int)(sizeof laws / sizeof laws[0]); i++) {
        TCase *tc = addCase(suite, laws[i].name);
        tcase_set_timeout(tc, 7200);
        tcase_add_loop_test(tc, a_law_holds, i, i + 1);
    }
}
