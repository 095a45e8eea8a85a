// SPDX-License-Identifier: MIT
// Mistakes with bodies and shapes.
#include "bad_input.h"

static bool isIdentity(CaromTransform t)
{
    return t.position.x == 0.0 && t.position.y == 0.0 && t.rotation.c == 1.0 && t.scale.x == 1.0;
}

void bad_caromBodyDef(BadGame *g)
{
    (void)g;
    CaromBodyDef def = caromBodyDef();
    ck_assert(def.type == CAROM_BODY_STATIC && def.scale.x == 1.0 && def.scale.y == 1.0 &&
              def.angle == 0.0);
}

static void refuseNumbers(BadGame *g, CaromBodyDef *def, double *field)
{
    double kept = *field;
    for (int i = 0; i < BAD_NUMBERS; i++) {
        *field = badNumbers[i].value;
        BAD_MAKE(badNumbers[i].error, caromBodyCreate(g->world, def));
    }
    *field = kept;
}

/// What only dynamic bodies take from a def is checked for all.
static void refuseDynamic(BadGame *g)
{
    CaromBodyDef good = caromBodyDef(), def = good;
    double *fields[] = {&def.linearDamping, &def.angularDamping, &def.gravityScale, &def.maxSpeed};
    for (int i = 0; i < 4; i++) {
        double kept = *fields[i];
        *fields[i] = NAN;
        BAD_MAKE(CAROM_ERROR_NOT_FINITE, caromBodyCreate(g->world, &def));
        *fields[i] = -1e7;
        if (fields[i] != &def.gravityScale) {
            BAD_MAKE(CAROM_ERROR_OUT_OF_RANGE, caromBodyCreate(g->world, &def));
        }
        *fields[i] = kept;
    }
    def.linearDamping = 1.1e6;
    BAD_MAKE(CAROM_ERROR_OUT_OF_RANGE, caromBodyCreate(g->world, &def));
    def = good;
    def.locks = 8;
    BAD_MAKE(CAROM_ERROR_ENUM, caromBodyCreate(g->world, &def));
    def = good;
    def.type = CAROM_BODY_DYNAMIC;
    def.parent = g->body;
    BAD_MAKE(CAROM_ERROR_DYNAMIC, caromBodyCreate(g->world, &def));
}

void bad_caromBodyCreate(BadGame *g)
{
    CaromBodyDef good = caromBodyDef(), def = good;
    static const CaromBodyDef zeroed;
    BAD_NO_WORLD(caromBodyCreate(NULL, &good).index == 0);
    BAD_MAKE(CAROM_ERROR_NULL, caromBodyCreate(g->world, NULL));
    BAD_MAKE(CAROM_ERROR_DEF, caromBodyCreate(g->world, &zeroed));
    BAD_WHEN_BUSY(BAD_MAKE, caromBodyCreate(g->world, &good))
    double *fields[] = {&def.position.x, &def.position.y, &def.angle,      &def.scale.x,
                        &def.scale.y,    &def.velocity.x, &def.velocity.y, &def.angularVelocity};
    def.type = CAROM_BODY_KINEMATIC;
    for (int i = 0; i < 8; i++) {
        refuseNumbers(g, &def, fields[i]);
    }
    for (int wrong = -1; wrong < 4; wrong += 4) {
        def = good;
        def.type = (CaromBodyType)wrong;
        BAD_MAKE(CAROM_ERROR_ENUM, caromBodyCreate(g->world, &def));
    }
    def = good;
    def.scale.x = 0.0;
    BAD_MAKE(CAROM_ERROR_SCALE, caromBodyCreate(g->world, &def));
    def.scale.x = 9e-10;
    BAD_MAKE(CAROM_ERROR_OUT_OF_RANGE, caromBodyCreate(g->world, &def));
    def.scale.x = 5e-324;
    BAD_MAKE(CAROM_ERROR_OUT_OF_RANGE, caromBodyCreate(g->world, &def));
    def.scale.x = -1.1e9;
    BAD_MAKE(CAROM_ERROR_OUT_OF_RANGE, caromBodyCreate(g->world, &def));
    def = good;
    def.velocity.y = 5e-324;
    BAD_MAKE(CAROM_ERROR_STATIC, caromBodyCreate(g->world, &def));
    def = good;
    def.angularVelocity = -1e-310;
    BAD_MAKE(CAROM_ERROR_STATIC, caromBodyCreate(g->world, &def));
    def.type = CAROM_BODY_KINEMATIC;
    def.angularVelocity = 10000.000001;
    BAD_MAKE(CAROM_ERROR_OUT_OF_RANGE, caromBodyCreate(g->world, &def));
    def.angularVelocity = -10000.000001;
    BAD_MAKE(CAROM_ERROR_OUT_OF_RANGE, caromBodyCreate(g->world, &def));
    refuseDynamic(g);
}

BAD_OF_ID(caromBodyDestroy, body, bodies)

void bad_caromWorldBodies(BadGame *g)
{
    CaromBodyId out[4];
    BAD_NO_WORLD(caromWorldBodies(NULL, out, 4) == -CAROM_ERROR_NULL);
    BAD_QUERY(CAROM_ERROR_COUNT, caromWorldBodies(g->world, out, -1));
    BAD_QUERY(CAROM_ERROR_NULL, caromWorldBodies(g->world, NULL, 1));
    ck_assert_int_eq(caromWorldBodies(g->world, NULL, 0), caromWorldCounters(g->world).bodies);
}

void bad_caromBodyType(BadGame *g)
{
    BAD_NO_WORLD(caromBodyType(NULL, g->mover) == CAROM_BODY_STATIC);
    BAD_EACH_ID(BAD_ASK, caromBodyType(g->world, g->bodies[i]) == CAROM_BODY_STATIC)
    ck_assert_int_eq(caromBodyType(g->world, g->mover), CAROM_BODY_KINEMATIC);
}

void bad_caromBodyIsValid(BadGame *g)
{
    BAD_NO_WORLD(!caromBodyIsValid(NULL, g->body));
    for (int i = 0; i < BAD_IDS; i++) {
        ck_assert(!caromBodyIsValid(g->world, g->bodies[i]));
    }
}

static void refuseTransforms(BadGame *g, CaromBodyId body)
{
    CaromTransform good = caromTransformIdentity(), t = good;
    double *fields[] = {&t.position.x, &t.position.y, &t.scale.x, &t.scale.y};
    for (int f = 0; f < 4; f++) {
        for (int i = 0; i < BAD_NUMBERS; i++) {
            t = good;
            *fields[f] = badNumbers[i].value;
            BAD_EDIT(badNumbers[i].error, caromBodySetTransform(g->world, body, t));
        }
    }
    static const CaromRotation turns[] = {
        {0.0, 0.0}, {1.0, 1e-4}, {-1.0, 1.0}, {1e300, 0.0}, {1e-310, 0.0}};
    for (int i = 0; i < 5; i++) {
        t = good;
        t.rotation = turns[i];
        BAD_EDIT(CAROM_ERROR_OUT_OF_RANGE, caromBodySetTransform(g->world, body, t));
    }
    t.rotation.c = NAN;
    BAD_EDIT(CAROM_ERROR_NOT_FINITE, caromBodySetTransform(g->world, body, t));
    t = good;
    t.scale.y = 0.0;
    BAD_EDIT(CAROM_ERROR_SCALE, caromBodySetTransform(g->world, body, t));
    t = good;
    t.position.x = 1e12; // the body fits, its shapes don't: all of them or none
    BAD_EDIT(CAROM_ERROR_OUT_OF_RANGE, caromBodySetTransform(g->world, body, t));
    t.position.x = 9e11; // they fit, but doubles there are too far apart for them
    t.scale = caromVec2(1e-9, 1e-9);
    BAD_EDIT(CAROM_ERROR_SCALE, caromBodySetTransform(g->world, body, t));
}

void bad_caromBodySetTransform(BadGame *g)
{
    CaromTransform good = caromTransformIdentity();
    BAD_IDS_OF(caromBodySetTransform, body, bodies, good);
    refuseTransforms(g, g->body);
    refuseTransforms(g, g->mover);
}

BAD_GETTER(caromBodyTransform, body, bodies, isIdentity, )

void bad_caromBodySetVelocity(BadGame *g)
{
    CaromVec2 v = caromVec2(1.0, 2.0);
    BAD_IDS_OF(caromBodySetVelocity, mover, bodies, v);
    BAD_EDIT(CAROM_ERROR_STATIC, caromBodySetVelocity(g->world, g->body, v));
    BAD_EACH_NUMBER(BAD_EDIT, caromBodySetVelocity(g->world, g->mover, caromVec2(bad, 0)))
    BAD_EACH_NUMBER(BAD_EDIT, caromBodySetVelocity(g->world, g->mover, caromVec2(0, bad)))
}

void bad_caromBodySetAngularVelocity(BadGame *g)
{
    BAD_IDS_OF(caromBodySetAngularVelocity, mover, bodies, 1.0);
    BAD_EDIT(CAROM_ERROR_STATIC, caromBodySetAngularVelocity(g->world, g->body, 1.0));
    BAD_EACH_NUMBER(BAD_EDIT, caromBodySetAngularVelocity(g->world, g->mover, bad))
    BAD_EDIT(CAROM_ERROR_OUT_OF_RANGE,
             caromBodySetAngularVelocity(g->world, g->mover, 10000.000001));
    BAD_EDIT(CAROM_ERROR_OUT_OF_RANGE,
             caromBodySetAngularVelocity(g->world, g->mover, -10000.000001));
}

BAD_GETTER(caromBodyVelocity, mover, bodies, , .x == 0.0)
BAD_GETTER(caromBodyAngularVelocity, mover, bodies, , == 0.0)
BAD_SETTER(caromBodySetEnabled, body, bodies, false)
BAD_GETTER(caromBodyIsEnabled, body, bodies, , == false)
BAD_SETTER(caromBodySetUserData, body, bodies, g)
BAD_GETTER(caromBodyUserData, body, bodies, , == NULL)

void bad_caromBodyShapes(BadGame *g)
{
    CaromShapeId out[4];
    BAD_NO_WORLD(caromBodyShapes(NULL, g->body, out, 4) == -CAROM_ERROR_NULL);
    BAD_EACH_ID(BAD_QUERY, caromBodyShapes(g->world, g->bodies[i], out, 4))
    BAD_QUERY(CAROM_ERROR_COUNT, caromBodyShapes(g->world, g->body, out, -1));
    BAD_QUERY(CAROM_ERROR_NULL, caromBodyShapes(g->world, g->body, NULL, INT32_MAX));
}

// ---- shapes

void bad_caromShapeDef(BadGame *g)
{
    (void)g;
    CaromShapeDef def = caromShapeDef();
    ck_assert(def.restitution == 1.0 && def.friction == 1.0 && def.filter.category == 1);
    ck_assert(def.filter.mask == UINT64_MAX && def.filter.group == 0 && def.userData == NULL);
    ck_assert(def.bodyFriction == 0.6 && def.bodyRestitution == 0.0);
}

/// On which what is a few kilometres wide is too large.
static CaromBodyId hugeBody(BadGame *g)
{
    CaromBodyDef def = caromBodyDef();
    def.scale = caromVec2(1e9, 1e9);
    return g->inside ? g->body : caromBodyCreate(g->world, &def);
}

/// On which neighbouring corners round to one place.
static CaromBodyId tinyBody(BadGame *g)
{
    CaromBodyDef def = caromBodyDef();
    def.position = caromVec2(1e9, 1e9);
    def.scale = caromVec2(1e-9, 1e-9);
    return g->inside ? g->body : caromBodyCreate(g->world, &def);
}

static CaromShapeId makeCircle(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                               const CaromVec2 *p)
{
    return caromShapeCreateCircle(world, body, def, p[0], p[1].x);
}

static CaromShapeId makeCapsule(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                                const CaromVec2 *p)
{
    return caromShapeCreateCapsule(world, body, def, p[0], p[1], 2.0);
}

static CaromShapeId makeAny(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                            const CaromVec2 *p)
{
    CaromGeometry geometry = caromGeometry(CAROM_SHAPE_SEGMENT, p, 2, 0.25);
    return caromShapeCreate(world, body, def, &geometry);
}

/// What all shapes have in common.
void badShape(BadGame *g, const char *name, BadMakeShape *make, int numbers)
{
    CaromShapeDef good = caromShapeDef(), def = good;
    static const CaromShapeDef zeroed;
    CaromVec2 fine[2] = {{1.0, 2.0}, {3.0, 4.0}};
    BAD_NO_WORLD(make(NULL, g->body, &good, fine).index == 0);
#define BAD_SHAPE(error, ...)                                                                      \
    (badBegin(g, name), badEndMake(g, (error), (__VA_ARGS__).index == 0, __LINE__))
    BAD_EACH_ID(BAD_SHAPE, make(g->world, g->bodies[i], &good, fine))
    BAD_SHAPE(CAROM_ERROR_NULL, make(g->world, g->body, NULL, fine));
    BAD_SHAPE(CAROM_ERROR_DEF, make(g->world, g->body, &zeroed, fine));
    static const double outside[] = {-1e-310, -1.0, 1e6 + 1.0, 1e13};
    for (int i = 0; i < 4; i++) {
        def = good;
        def.friction = outside[i];
        BAD_SHAPE(CAROM_ERROR_OUT_OF_RANGE, make(g->world, g->body, &def, fine));
        def.friction = NAN;
        BAD_SHAPE(CAROM_ERROR_NOT_FINITE, make(g->world, g->body, &def, fine));
        def = good;
        def.restitution = i < 2 ? outside[i] : 10.0 * (1.0 + 1e-15);
        BAD_SHAPE(CAROM_ERROR_OUT_OF_RANGE, make(g->world, g->body, &def, fine));
        def = good;
        def.rollingResistance = outside[i];
        BAD_SHAPE(CAROM_ERROR_OUT_OF_RANGE, make(g->world, g->body, &def, fine));
        def = good;
        def.bodyRestitution = i < 2 ? outside[i] : 10.0 * (1.0 + 1e-15);
        BAD_SHAPE(CAROM_ERROR_OUT_OF_RANGE, make(g->world, g->body, &def, fine));
        def = good;
        def.bodyFriction = outside[i];
        BAD_SHAPE(CAROM_ERROR_OUT_OF_RANGE, make(g->world, g->body, &def, fine));
        def = good;
        def.bodyRollingResistance = outside[i];
        BAD_SHAPE(CAROM_ERROR_OUT_OF_RANGE, make(g->world, g->body, &def, fine));
        def = good;
        def.material = 65536 + (uint32_t)i;
        BAD_SHAPE(CAROM_ERROR_OUT_OF_RANGE, make(g->world, g->body, &def, fine));
    }
    def = good;
    def.surfaceSpeed = NAN;
    BAD_SHAPE(CAROM_ERROR_NOT_FINITE, make(g->world, g->body, &def, fine));
    for (int k = 0; k < numbers; k++) {
        for (int i = 0; i < BAD_NUMBERS; i++) {
            CaromVec2 p[2] = {fine[0], fine[1]};
            *(k % 2 ? &p[k / 2].y : &p[k / 2].x) = badNumbers[i].value;
            BAD_SHAPE(badNumbers[i].error, make(g->world, g->body, &good, p));
            BAD_SHAPE(badNumbers[i].error, make(g->world, g->mover, &good, p));
        }
    }
    BAD_WHEN_BUSY(BAD_SHAPE, make(g->world, g->body, &good, fine))
    if (make != makeCircle && make != makeCapsule) {
        CaromBodyId tiny = tinyBody(g);
        BAD_SHAPE(CAROM_ERROR_SCALE, make(g->world, tiny, &good, fine));
    }
}

void bad_caromShapeCreateCircle(BadGame *g)
{
    badShape(g, "caromShapeCreateCircle", makeCircle, 3);
    static const double radii[] = {0.0, -0.0, -1.0, -5e-324};
    CaromShapeDef def = caromShapeDef();
    CaromVec2 c = {0.0, 0.0};
    for (int i = 0; i < 4; i++) {
        BAD_MAKE(CAROM_ERROR_OUT_OF_RANGE,
                 caromShapeCreateCircle(g->world, g->body, &def, c, radii[i]));
        BAD_MAKE(CAROM_ERROR_OUT_OF_RANGE,
                 caromShapeCreateCapsule(g->world, g->body, &def, c, c, radii[i]));
    }
    CaromBodyId huge = hugeBody(g);
    BAD_MAKE(CAROM_ERROR_SCALE, caromShapeCreateCircle(g->world, huge, &def, c, 1e4));
    BAD_MAKE(CAROM_ERROR_SCALE, caromShapeCreateCapsule(g->world, huge, &def, c, c, 1e4));
}

void bad_caromShapeCreateCapsule(BadGame *g)
{
    badShape(g, "caromShapeCreateCapsule", makeCapsule, 4);
    CaromShapeDef def = caromShapeDef();
    CaromVec2 c = {0.0, 0.0};
    BAD_EACH_NUMBER(BAD_MAKE, caromShapeCreateCapsule(g->world, g->body, &def, c, c, bad))
}

static CaromShapeId makeSegment(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                                const CaromVec2 *p)
{
    return caromShapeCreateSegment(world, body, def, p[0], p[1]);
}

void bad_caromShapeCreateSegment(BadGame *g)
{
    badShape(g, "caromShapeCreateSegment", makeSegment, 4);
    CaromShapeDef def = caromShapeDef();
    CaromVec2 a = {1.0, 1.0}, zero = {0.0, 0.0}, minus = {-0.0, 0.0};
    BAD_MAKE(CAROM_ERROR_SEGMENT_LENGTH, caromShapeCreateSegment(g->world, g->body, &def, a, a));
    BAD_MAKE(CAROM_ERROR_SEGMENT_LENGTH,
             caromShapeCreateSegment(g->world, g->body, &def, zero, minus));
}

static CaromShapeId makeOneSided(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                                 const CaromVec2 *p)
{
    return caromShapeCreateOneSided(world, body, def, p[0], p[1]);
}

void bad_caromShapeCreateOneSided(BadGame *g)
{
    badShape(g, "caromShapeCreateOneSided", makeOneSided, 4);
    CaromShapeDef def = caromShapeDef();
    CaromVec2 a = {1.0, 1.0};
    BAD_MAKE(CAROM_ERROR_SEGMENT_LENGTH, caromShapeCreateOneSided(g->world, g->body, &def, a, a));
}

static CaromShapeId makeChain(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                              const CaromVec2 *p)
{
    CaromVec2 points[3] = {{0.0, 50.0}, p[0], p[1]};
    return caromShapeCreateChain(world, body, def, points, 3, CAROM_CHAIN_CLOSED);
}

void bad_caromShapeCreateChain(BadGame *g)
{
    badShape(g, "caromShapeCreateChain", makeChain, 4);
    CaromShapeDef def = caromShapeDef();
    CaromWorld *world = g->world;
    static const CaromVec2 twice[4] = {{0, 0}, {1, 1}, {1, 1}, {2, 0}},
                           back[4] = {{0, 0}, {1, 1}, {2, 0}, {-0.0, 0}};
    static const int counts[5] = {INT32_MIN, -1, 0, 1, 1000001};
    for (int i = 0; i < 5; i++) {
        BAD_MAKE(CAROM_ERROR_COUNT,
                 caromShapeCreateChain(world, g->body, &def, back, counts[i], 0));
    }
    BAD_MAKE(CAROM_ERROR_COUNT,
             caromShapeCreateChain(world, g->body, &def, back, 2, CAROM_CHAIN_CLOSED));
    BAD_MAKE(CAROM_ERROR_NULL, caromShapeCreateChain(world, g->body, &def, NULL, 2, 0));
    BAD_MAKE(CAROM_ERROR_ENUM, caromShapeCreateChain(world, g->body, &def, back, 3, 4));
    BAD_MAKE(CAROM_ERROR_ENUM, caromShapeCreateChain(world, g->body, &def, back, 3, 0x80000000u));
    BAD_MAKE(CAROM_ERROR_SEGMENT_LENGTH,
             caromShapeCreateChain(world, g->body, &def, twice, 4, CAROM_CHAIN_ONE_SIDED));
    BAD_MAKE(CAROM_ERROR_SEGMENT_LENGTH,
             caromShapeCreateChain(world, g->body, &def, back, 4, CAROM_CHAIN_CLOSED));
}

static CaromShapeId makePolygon(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                                const CaromVec2 *p)
{
    CaromVec2 points[3] = {p[0], p[1], {0.0, 50.0}};
    return caromShapeCreatePolygon(world, body, def, points, 3);
}

void bad_caromShapeCreatePolygon(BadGame *g)
{
    badShape(g, "caromShapeCreatePolygon", makePolygon, 4);
    CaromShapeDef def = caromShapeDef();
    static const CaromVec2 bow[] = {{0, 0}, {2, 2}, {2, 0}, {0, 2}},
                           flat[] = {{0, 0}, {1, 1}, {3, 3}};
    static const CaromVec2 twice[] = {{0, 0}, {1, 0}, {1, 0}, {0, 1}},
                           spike[] = {{0, 0}, {2, 0}, {1, 0}, {0, 2}};
    static const CaromVec2 eight[] = {{0, 0}, {2, 0}, {1, 1}, {2, 2}, {0, 2}, {1, 1}};
    CaromWorld *w = g->world;
    BAD_MAKE(CAROM_ERROR_NULL, caromShapeCreatePolygon(w, g->body, &def, NULL, 3));
    BAD_MAKE(CAROM_ERROR_NULL, caromShapeCreatePolygon(w, g->body, &def, NULL, INT32_MAX));
    BAD_MAKE(CAROM_ERROR_COUNT, caromShapeCreatePolygon(w, g->body, &def, bow, -1));
    BAD_MAKE(CAROM_ERROR_COUNT, caromShapeCreatePolygon(w, g->body, &def, bow, INT32_MIN));
    BAD_MAKE(CAROM_ERROR_COUNT, caromShapeCreatePolygon(w, g->body, &def, bow, INT32_MAX));
    BAD_MAKE(CAROM_ERROR_COUNT, caromShapeCreatePolygon(w, g->body, &def, bow, 1000001));
    BAD_MAKE(CAROM_ERROR_POLYGON_FEW, caromShapeCreatePolygon(w, g->body, &def, bow, 0));
    BAD_MAKE(CAROM_ERROR_POLYGON_FEW, caromShapeCreatePolygon(w, g->body, &def, bow, 2));
    BAD_MAKE(CAROM_ERROR_POLYGON_CROSSING, caromShapeCreatePolygon(w, g->body, &def, bow, 4));
    BAD_MAKE(CAROM_ERROR_POLYGON_CROSSING, caromShapeCreatePolygon(w, g->body, &def, spike, 4));
    BAD_MAKE(CAROM_ERROR_POLYGON_CROSSING, caromShapeCreatePolygon(w, g->body, &def, eight, 6));
    BAD_MAKE(CAROM_ERROR_POLYGON_REPEATED, caromShapeCreatePolygon(w, g->body, &def, twice, 4));
    BAD_MAKE(CAROM_ERROR_POLYGON_AREA, caromShapeCreatePolygon(w, g->body, &def, flat, 3));
}

static CaromShapeId makeRegion(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                               const CaromVec2 *p)
{
    CaromVec2 points[6] = {{-1.0, -1.0}, {-1.0, -2.0}, {-2.0, -1.0}, p[0], p[1], {0.0, 50.0}};
    const int ends[2] = {3, 6};
    return caromShapeCreateRegion(world, body, def, points, ends, 2);
}

void bad_caromShapeCreateRegion(BadGame *g)
{
    badShape(g, "caromShapeCreateRegion", makeRegion, 4);
    CaromShapeDef def = caromShapeDef();
    static const CaromVec2 p[] = {{0, 0}, {4, 0}, {0, 4}, {1, 1}, {9, 1},
                                  {1, 9}, {8, 8}, {8, 9}, {9, 8}};
    const int back[] = {3, 2}, minus[] = {-3, 3}, many[] = {3, 1000001}, cross[] = {3, 6},
              few[] = {3, 5}, good[] = {3};
    CaromWorld *w = g->world;
    CaromBodyId body = g->body;
    static const uint32_t materials[3] = {0, 65536, 1};
    CaromShapeDef colored = def;
    colored.materials = materials;
    BAD_MAKE(CAROM_ERROR_OUT_OF_RANGE, caromShapeCreateRegion(w, body, &colored, p, good, 1));
    BAD_MAKE(CAROM_ERROR_NULL, caromShapeCreateRegion(w, body, &def, NULL, good, 1));
    BAD_MAKE(CAROM_ERROR_NULL, caromShapeCreateRegion(w, body, &def, p, NULL, 1));
    BAD_MAKE(CAROM_ERROR_COUNT, caromShapeCreateRegion(w, body, &def, p, good, -1));
    BAD_MAKE(CAROM_ERROR_COUNT, caromShapeCreateRegion(w, body, &def, p, good, INT32_MIN));
    BAD_MAKE(CAROM_ERROR_COUNT, caromShapeCreateRegion(w, body, &def, p, many, 2));
    BAD_MAKE(CAROM_ERROR_REGION_RINGS, caromShapeCreateRegion(w, body, &def, p, good, 0));
    BAD_MAKE(CAROM_ERROR_REGION_RINGS, caromShapeCreateRegion(w, body, &def, p, back, 2));
    BAD_MAKE(CAROM_ERROR_REGION_RINGS, caromShapeCreateRegion(w, body, &def, p, minus, 2));
    BAD_MAKE(CAROM_ERROR_REGION_CROSSING, caromShapeCreateRegion(w, body, &def, p, cross, 2));
    BAD_MAKE(CAROM_ERROR_POLYGON_FEW, caromShapeCreateRegion(w, body, &def, p, few, 2));
    static const CaromVec2 twice[4] = {{-1, -1}, {1, -1}, {1, -1}, {-1, 1}},
                           line[4] = {{0, 0}, {1, 0}, {2, 0}, {3, 0}},
                           bow[4] = {{-1, -1}, {1, 1}, {1, -1}, {-1, 1}};
    const int four[] = {4};
    BAD_MAKE(CAROM_ERROR_POLYGON_REPEATED, caromShapeCreateRegion(w, body, &def, twice, four, 1));
    BAD_MAKE(CAROM_ERROR_POLYGON_CROSSING, caromShapeCreateRegion(w, body, &def, bow, four, 1));
    BAD_MAKE(CAROM_ERROR_POLYGON_AREA, caromShapeCreateRegion(w, body, &def, line, four, 1));
}

static CaromShapeId makeBox(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                            const CaromVec2 *p)
{
    return caromShapeCreateBox(world, body, def, p[0], p[1]);
}

void bad_caromShapeCreateBox(BadGame *g)
{
    badShape(g, "caromShapeCreateBox", makeBox, 4);
    CaromShapeDef def = caromShapeDef();
    CaromVec2 c = {1e6, 0.0}, one = {1.0, 1.0};
    static const CaromVec2 flat[] = {
        {0.0, 1.0}, {1.0, -0.0}, {-1.0, 1.0}, {1.0, -5e-324}, {0.0, 0.0}};
    for (int i = 0; i < 5; i++) {
        BAD_MAKE(CAROM_ERROR_OUT_OF_RANGE,
                 caromShapeCreateBox(g->world, g->body, &def, c, flat[i]));
    }
    CaromVec2 thin = {1e-12, 1.0}, far = {1e12, 0.0};
    BAD_MAKE(CAROM_ERROR_POLYGON_REPEATED, caromShapeCreateBox(g->world, g->body, &def, c, thin));
    BAD_MAKE(CAROM_ERROR_OUT_OF_RANGE, caromShapeCreateBox(g->world, g->body, &def, far, one));
}

static CaromShapeId makeEllipse(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                                const CaromVec2 *p)
{
    return caromShapeCreateEllipse(world, body, def, p[0], p[1], 0.01);
}

void bad_caromShapeCreateEllipse(BadGame *g)
{
    badShape(g, "caromShapeCreateEllipse", makeEllipse, 4);
    CaromShapeDef def = caromShapeDef();
    CaromVec2 c = {1e6, 0.0}, one = {1.0, 1.0}, thin = {1.0, 1e-12}, flat = {0.0, 1.0};
    static const double tolerances[] = {0.0, -1.0, 1e-10, 5e-324};
    for (int i = 0; i < 4; i++) { // those above 0 ask for too many points
        BAD_MAKE(CAROM_ERROR_OUT_OF_RANGE,
                 caromShapeCreateEllipse(g->world, g->body, &def, c, one, tolerances[i]));
    }
    BAD_EACH_NUMBER(BAD_MAKE, caromShapeCreateEllipse(g->world, g->body, &def, c, one, bad))
    BAD_MAKE(CAROM_ERROR_OUT_OF_RANGE,
             caromShapeCreateEllipse(g->world, g->body, &def, c, flat, 0.1));
    c.y = 1e6;
    BAD_MAKE(CAROM_ERROR_POLYGON_REPEATED,
             caromShapeCreateEllipse(g->world, g->body, &def, c, thin, 0.01));
}

BAD_OF_ID(caromShapeDestroy, shape, shapes)

void bad_caromWorldShapes(BadGame *g)
{
    CaromShapeId out[4];
    BAD_NO_WORLD(caromWorldShapes(NULL, out, 4) == -CAROM_ERROR_NULL);
    BAD_QUERY(CAROM_ERROR_COUNT, caromWorldShapes(g->world, out, -1));
    BAD_QUERY(CAROM_ERROR_NULL, caromWorldShapes(g->world, NULL, 1));
    ck_assert_int_eq(caromWorldShapes(g->world, NULL, 0), caromWorldCounters(g->world).shapes);
}

/// What geometries it refuses: bad_caromShapeSetGeometry.
void bad_caromShapeCreate(BadGame *g)
{
    static const CaromVec2 ring[] = {{0, 0}, {4, 0}, {0, 4}, {1, 1}, {9, 1}, {1, 9}};
    static const int both[] = {3, 6}, back[] = {3, 2};
    badShape(g, "caromShapeCreate", makeAny, 4);
    CaromShapeDef def = caromShapeDef();
    CaromGeometry geometry = caromGeometryRegion(ring, both, 2, 0.0);
    BAD_MAKE(CAROM_ERROR_NULL, caromShapeCreate(g->world, g->body, &def, NULL));
    BAD_MAKE(CAROM_ERROR_REGION_CROSSING, caromShapeCreate(g->world, g->body, &def, &geometry));
    geometry = caromGeometryRegion(ring, back, 2, 0.0);
    BAD_MAKE(CAROM_ERROR_REGION_RINGS, caromShapeCreate(g->world, g->body, &def, &geometry));
    geometry = caromGeometryRegion(ring, NULL, 2, 0.0);
    BAD_MAKE(CAROM_ERROR_NULL, caromShapeCreate(g->world, g->body, &def, &geometry));
    CaromGeometry wide = caromGeometry(CAROM_SHAPE_CIRCLE, ring, 1, 1e4);
    CaromBodyId huge = hugeBody(g);
    BAD_MAKE(CAROM_ERROR_SCALE, caromShapeCreate(g->world, huge, &def, &wide));
    static const CaromShapeType cornered[] = {CAROM_SHAPE_SEGMENT, CAROM_SHAPE_CHAIN,
                                              CAROM_SHAPE_LOOP, CAROM_SHAPE_POLYGON};
    for (int i = 0; i < 4; i++) { // of a segment and a triangle
        CaromGeometry round = caromGeometry(cornered[i], ring, i == 0 ? 2 : 3, 1e4);
        BAD_MAKE(CAROM_ERROR_SCALE, caromShapeCreate(g->world, huge, &def, &round));
        BAD_RADII(round.radius, caromShapeCreate(g->world, g->body, &def, &round));
    }
}

void bad_caromShapeIsValid(BadGame *g)
{
    BAD_NO_WORLD(!caromShapeIsValid(NULL, g->shape));
    for (int i = 0; i < BAD_IDS; i++) {
        ck_assert(!caromShapeIsValid(g->world, g->shapes[i]));
    }
}

BAD_GETTER(caromShapeBody, shape, shapes, , .index == 0)

void bad_caromShapeGeometry(BadGame *g)
{
    CaromGeometry out;
    BAD_NO_WORLD(caromShapeGeometry(NULL, g->shape, &out, NULL) == CAROM_ERROR_NULL);
    BAD_EACH_ID(BAD_ASK, caromShapeGeometry(g->world, g->shapes[i], &out, NULL) == badIdError(i))
    BAD_ASK(CAROM_ERROR_NULL,
            caromShapeGeometry(g->world, g->shape, NULL, NULL) == CAROM_ERROR_NULL);
}

BAD_SETTER(caromShapeSetUserData, shape, shapes, g)
BAD_GETTER(caromShapeUserData, shape, shapes, , == NULL)
