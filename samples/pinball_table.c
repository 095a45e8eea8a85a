// SPDX-License-Identifier: MIT
// The pinball table, in metres, y up the slope. What is on its left is mirrored to its right, about
// the middle of the field; the plunger's lane runs up the right edge.
#include "pinball.h"

#define SLOPE_GRAVITY 1.1955 // [m/s²] 9.81 m/s² · sin 7°
#define MIDDLE (PINBALL_FIELD / 2)
#define ARCH_STEPS 40
#define ARCH_RADIUS 0.23 // [m] half its height; half its width is the table's
#define ARCH_FOOT 0.79   // [m]
#define PI 3.141592653589793

static int partNumbers[PINBALL_PARTS] = {PINBALL_WALL,     PINBALL_BUMPER, PINBALL_SLINGSHOT,
                                         PINBALL_FLIPPERS, PINBALL_POST,   PINBALL_MILL,
                                         PINBALL_DRAIN,    PINBALL_LANE};

static CaromShapeDef partOf(PinballPart part)
{
    static const double RESTITUTION[PINBALL_PARTS] = {
        [PINBALL_WALL] = 0.5,      [PINBALL_BUMPER] = 1.35, [PINBALL_SLINGSHOT] = 1.5,
        [PINBALL_FLIPPERS] = 0.45, [PINBALL_POST] = 0.8,    [PINBALL_MILL] = 0.9,
    };
    CaromShapeDef def = caromShapeDef();
    def.restitution = RESTITUTION[part];
    def.userData = &partNumbers[part];
    return def;
}

static CaromVec2 mirrored(CaromVec2 p, bool mirror)
{
    return mirror ? caromVec2(2 * MIDDLE - p.x, p.y) : p;
}

static bool made(CaromShapeId shape)
{
    return shape.index != 0;
}

static bool addRounded(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                       CaromShapeType type, const CaromVec2 *points, int count, double radius)
{
    CaromGeometry geometry = caromGeometry(type, points, count, radius);
    return made(caromShapeCreate(world, body, def, &geometry));
}

// ---- the border

static bool buildBorder(CaromWorld *world, CaromBodyId body)
{
    CaromVec2 points[ARCH_STEPS + 5];
    int count = 0;
    points[count++] = caromVec2(0, PINBALL_BOTTOM);
    for (int i = 0; i <= ARCH_STEPS; i++) {
        CaromRotation r = caromRotation(PI - PI * i / ARCH_STEPS);
        double half = PINBALL_WIDTH / 2;
        points[count++] = caromVec2(half + half * r.c, ARCH_FOOT + ARCH_RADIUS * r.s);
    }
    points[count++] = caromVec2(PINBALL_WIDTH, 0.05); // the plunger
    points[count++] = caromVec2(PINBALL_FIELD, 0.05);
    points[count++] = caromVec2(PINBALL_FIELD, PINBALL_BOTTOM);
    CaromShapeDef wall = partOf(PINBALL_WALL), drain = partOf(PINBALL_DRAIN);
    bool good = made(caromShapeCreateChain(world, body, &wall, points, count, 0)) &&
                made(caromShapeCreateSegment(world, body, &drain, points[0], points[count - 1])) &&
                // The gate lets balls out of the lane, and none in.
                made(caromShapeCreateOneSided(world, body, &wall, caromVec2(PINBALL_WIDTH, 0.772),
                                              caromVec2(PINBALL_FIELD, 0.745)));
    CaromVec2 lane[2] = {{PINBALL_FIELD, 0.05}, {PINBALL_FIELD, 0.74}};
    return good && addRounded(world, body, &wall, CAROM_SHAPE_SEGMENT, lane, 2, 0.003);
}

// ---- what stands on the field, both halves of it

static bool buildSide(CaromWorld *world, CaromBodyId body, bool mirror)
{
    static const CaromVec2 RAIL[] = {{0.045, 0.275}, {0.045, 0.17}, {0.150, 0.1115}};
    static const CaromVec2 SLING[] = {{0.085, 0.3}, {0.085, 0.205}, {0.143, 0.172}};
    static const CaromVec2 NOSE[] = {{0, 0.60}, {0.045, 0.535}, {0, 0.47}};
    static const CaromVec2 POSTS[] = {{0.045, 0.36}, {0.115, 0.42}, {0.06, 0.70}, {0.145, 0.585}};
    CaromVec2 points[3], kicker[2];
    CaromShapeDef wall = partOf(PINBALL_WALL), post = partOf(PINBALL_POST);
    CaromShapeDef sling = partOf(PINBALL_SLINGSHOT);
    for (int i = 0; i < 3; i++)
        points[i] = mirrored(RAIL[i], mirror);
    bool good = addRounded(world, body, &wall, CAROM_SHAPE_CHAIN, points, 3, 0.003);
    for (int i = 0; i < 3; i++)
        points[i] = mirrored(NOSE[i], mirror);
    good = good && addRounded(world, body, &wall, CAROM_SHAPE_POLYGON, points, 3, 0.003);
    for (int i = 0; i < 3; i++)
        points[i] = mirrored(SLING[i], mirror);
    good = good && addRounded(world, body, &wall, CAROM_SHAPE_POLYGON, points, 3, 0.004);
    for (int i = 0; i < 2; i++) // the middle of its long side kicks
        kicker[i] = caromVec2Add(caromVec2Scale(points[0], i == 0 ? 0.85 : 0.15),
                                 caromVec2Scale(points[2], i == 0 ? 0.15 : 0.85));
    good = good && addRounded(world, body, &sling, CAROM_SHAPE_SEGMENT, kicker, 2, 0.006);
    for (size_t i = 0; good && i < sizeof POSTS / sizeof POSTS[0]; i++)
        good = made(caromShapeCreateCircle(world, body, &post, mirrored(POSTS[i], mirror), 0.007));
    return good;
}

static bool buildTop(CaromWorld *world, CaromBodyId body)
{
    static const CaromVec2 BUMPERS[] = {{0.155, 0.745}, {0.348, 0.745}, {0.2515, 0.655}};
    CaromShapeDef bumper = partOf(PINBALL_BUMPER), post = partOf(PINBALL_POST);
    CaromShapeDef lane = partOf(PINBALL_LANE);
    lane.sensor = true;
    bool good = true;
    for (int i = 0; i < 3; i++)
        good = good && made(caromShapeCreateCircle(world, body, &bumper, BUMPERS[i], 0.034));
    for (int i = 0; i < 5; i++) { // lanes between posts
        double x = MIDDLE + 0.05 * (i - 2);
        good = good && made(caromShapeCreateCapsule(world, body, &post, caromVec2(x, 0.86),
                                                    caromVec2(x, 0.9), 0.005));
        if (i < 4)
            good = good && made(caromShapeCreateBox(world, body, &lane, caromVec2(x + 0.025, 0.88),
                                                    caromVec2(0.012, 0.004)));
    }
    return good;
}

// ---- what moves

CaromTransform pinballFlipperPlace(const PinballFlipper *flipper, double swung)
{
    double angle = flipper->side * (PINBALL_REST + PINBALL_SWING * swung);
    return caromTransform(flipper->pivot, angle, caromVec2(1, 1));
}

static bool buildFlipper(CaromWorld *world, PinballFlipper *flipper, bool mirror)
{
    flipper->side = mirror ? -1 : 1;
    flipper->ticks = -1;
    flipper->pivot = mirrored(caromVec2(0.1605, 0.1), mirror);
    CaromBodyDef def = caromBodyDef();
    def.type = CAROM_BODY_KINEMATIC;
    def.position = flipper->pivot;
    def.angle = flipper->side * PINBALL_REST;
    flipper->body = caromBodyCreate(world, &def);
    CaromShapeDef rubber = partOf(PINBALL_FLIPPERS);
    double thick = PINBALL_FLIPPER_ROOT - PINBALL_FLIPPER_TIP;
    CaromVec2 points[3] = {
        {0, -thick}, {flipper->side * PINBALL_FLIPPER, 0}, {0, thick}}; // tapers to its tip
    return addRounded(world, flipper->body, &rubber, CAROM_SHAPE_POLYGON, points, 3,
                      PINBALL_FLIPPER_TIP);
}

static bool buildMill(PinballTable *table)
{
    CaromBodyDef def = caromBodyDef();
    def.type = CAROM_BODY_KINEMATIC;
    def.position = caromVec2(MIDDLE, 0.47);
    def.angularVelocity = 4;
    table->mill = caromBodyCreate(table->world, &def);
    CaromShapeDef arm = partOf(PINBALL_MILL);
    return made(caromShapeCreateCapsule(table->world, table->mill, &arm, caromVec2(-0.05, 0),
                                        caromVec2(0.05, 0), 0.004)) &&
           made(caromShapeCreateCapsule(table->world, table->mill, &arm, caromVec2(0, -0.05),
                                        caromVec2(0, 0.05), 0.004));
}

bool pinballBuild(PinballTable *table)
{
    CaromWorldDef def = caromWorldDef();
    def.gravity = caromVec2(0, -SLOPE_GRAVITY);
    def.tag = 1;
    table->world = caromWorldCreate(&def, NULL);
    if (!table->world)
        return false;
    CaromBodyDef bodyDef = caromBodyDef();
    CaromBodyId body = caromBodyCreate(table->world, &bodyDef);
    return buildBorder(table->world, body) && buildSide(table->world, body, false) &&
           buildSide(table->world, body, true) && buildTop(table->world, body) &&
           buildFlipper(table->world, &table->flippers[0], false) &&
           buildFlipper(table->world, &table->flippers[1], true) && buildMill(table);
}

// ---- flippers

/// Returns whether a ball comes down on a flipper that lies down, near enough to be struck well.
bool pinballInReach(const CaromWorld *world, const PinballFlipper *flipper, CaromProjectileId id)
{
    CaromTransform down = pinballFlipperPlace(flipper, 0);
    CaromVec2 p = caromTransformPointInverse(down, caromProjectilePosition(world, id));
    double along = flipper->side * p.x, speed = caromProjectileVelocity(world, id).y;
    return along > 0.45 * PINBALL_FLIPPER && along < 1.1 * PINBALL_FLIPPER && p.y > 0 &&
           p.y < 2.4 * PINBALL_BALL && speed < 0.1;
}

void pinballSwing(CaromWorld *world, PinballFlipper *flipper, bool strike)
{
    const double up = PINBALL_SWING / (PINBALL_SWING_TICKS * PINBALL_TICK);
    const double down = PINBALL_SWING / (PINBALL_RETURN_TICKS * PINBALL_TICK);
    const int held = PINBALL_SWING_TICKS + PINBALL_HOLD_TICKS;
    if (flipper->ticks < 0 && strike) {
        flipper->ticks = 0;
        flipper->flicks++;
    }
    if (flipper->ticks < 0)
        return;
    if (flipper->ticks == 0)
        caromBodySetAngularVelocity(world, flipper->body, flipper->side * up);
    if (flipper->ticks == PINBALL_SWING_TICKS || flipper->ticks == held + PINBALL_RETURN_TICKS)
        caromBodySetAngularVelocity(world, flipper->body, 0);
    if (flipper->ticks == held)
        caromBodySetAngularVelocity(world, flipper->body, -flipper->side * down);
    flipper->ticks = flipper->ticks == held + PINBALL_RETURN_TICKS ? -1 : flipper->ticks + 1;
}
