// SPDX-License-Identifier: MIT
// Values from bytes. Most are small multiples of 1/8, so that things meet, touch and tie; some are
// what no caller should give.
#include "calls.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

// ---- what is said

void fuzzSay(FuzzGame *g, const char *format, ...)
{
    (void)g;
    if (fuzzOut != NULL) {
        va_list arguments;
        va_start(arguments, format);
        vfprintf(fuzzOut, format, arguments);
        va_end(arguments);
    }
}

static void comma(FuzzGame *g)
{
    if (!g->call.first) {
        fuzzSay(g, ", ");
    }
    g->call.first = false;
}

void fuzzArgument(FuzzGame *g, const char *text)
{
    comma(g);
    fuzzSay(g, "%s", text);
}

void fuzzField(FuzzGame *g, const char *name)
{
    fuzzSay(g, "%s = ", name);
    g->call.first = true;
}

void fuzzFieldEnd(FuzzGame *g)
{
    fuzzSay(g, "; ");
    g->call.first = true;
}

static void sayNumber(FuzzGame *g, double value)
{
    if (value != value) {
        fuzzSay(g, "NAN");
    } else if (value - value != 0.0) {
        fuzzSay(g, value > 0.0 ? "INFINITY" : "-INFINITY");
    } else {
        fuzzSay(g, "%.17g", value);
    }
}

// ---- numbers

static double numberOf(FuzzGame *g)
{
    static const double useful[] = {0.1,    1.0 / 3.0, 1e-9, 1e-3,
                                    1000.0, -1e6,      1e6,  3.141592653589793};
    static const double odd[] = {NAN,    INFINITY, -INFINITY, -0.0,    5e-324,  1e-310, DBL_MIN,
                                 1e-100, 1e-30,    -1e-12,    1e9,     1e12,    -1e12,  0x1p40,
                                 1.1e12, -1e13,    1e100,     1e154,   1e300,   -1e300, DBL_MAX,
                                 -1.0,   1e-6,     65536.0,   -1e-300, 0x1p-53, 1e4,    2e4};
    uint8_t b = fuzzByte(&g->bytes);
    if (b < 208) {
        return (b < 104 ? b : b - 208) / 8.0;
    }
    if (b < 232) {
        return (int16_t)(uint16_t)fuzzBits(&g->bytes, 2) / 256.0;
    }
    if (b < 248) {
        return useful[b & 7];
    }
    if (b < 254) {
        return odd[fuzzByte(&g->bytes) % (sizeof odd / sizeof odd[0])];
    }
    double any;
    uint64_t bits = fuzzBits(&g->bytes, 8);
    memcpy(&any, &bits, sizeof any);
    return any;
}

static double said(FuzzGame *g, double value)
{
    comma(g);
    sayNumber(g, value);
    return value;
}

double fuzzNumber(FuzzGame *g)
{
    return said(g, numberOf(g));
}

/// One in eight signs, and zeros, are left as they came.
static double positiveOf(FuzzGame *g)
{
    double value = numberOf(g);
    if (value - value == 0.0 && fabs(value) < 1e3) {
        value = fabs(value);
        value = value == 0.0 ? 1.0 : value;
        value = value == 12.875 ? 0.0 : value;
        value = value == 12.75 ? -1.0 : value;
    }
    return value;
}

double fuzzPositive(FuzzGame *g)
{
    return said(g, positiveOf(g));
}

double fuzzPart(FuzzGame *g)
{
    uint8_t b = fuzzByte(&g->bytes);
    return said(g, b < 240 ? b / 240.0 : numberOf(g));
}

double fuzzAngle(FuzzGame *g)
{
    uint8_t b = fuzzByte(&g->bytes);
    return said(g, b < 32 ? b * 0.78539816339744828 : numberOf(g));
}

CaromVec2 fuzzVec(FuzzGame *g)
{
    comma(g);
    CaromVec2 v = {numberOf(g), 0.0};
    v.y = numberOf(g);
    if (fuzzOut != NULL) {
        fuzzSay(g, "caromVec2(");
        sayNumber(g, v.x);
        fuzzSay(g, ", ");
        sayNumber(g, v.y);
        fuzzSay(g, ")");
    }
    return v;
}

int fuzzInt(FuzzGame *g, int most)
{
    static const int odd[] = {-1, INT32_MIN, INT32_MAX, 65536, 1000001};
    uint8_t b = fuzzByte(&g->bytes);
    int value = b < 248 ? b % (most + 1) : odd[b % 5];
    comma(g);
    fuzzSay(g, "%d", value);
    return value;
}

int fuzzEnum(FuzzGame *g, int count)
{
    uint8_t b = fuzzByte(&g->bytes);
    int value = b < 250 ? b % count : b == 255 ? -1 : count + (b - 250);
    comma(g);
    fuzzSay(g, "%d", value);
    return value;
}

uint32_t fuzzMaterial(FuzzGame *g)
{
    uint8_t b = fuzzByte(&g->bytes);
    uint32_t value = b < 250 ? b & 3u : b < 253 ? 65535u : 65536u;
    comma(g);
    fuzzSay(g, "%u", (unsigned)value);
    return value;
}

bool fuzzBool(FuzzGame *g)
{
    bool value = fuzzByte(&g->bytes) & 1;
    comma(g);
    fuzzSay(g, value ? "true" : "false");
    return value;
}

void *fuzzUserData(FuzzGame *g)
{
    unsigned value = fuzzByte(&g->bytes);
    comma(g);
    fuzzSay(g, "(void *)%u", value);
    return (void *)(uintptr_t)value;
}

// ---- ids

/// Returns which of the ids given so far to use, mostly one of the last; -1: null.
static int choose(FuzzGame *g, int given, int room, const char *array)
{
    uint8_t b = fuzzByte(&g->bytes);
    comma(g);
    if (b >= 250 || given == 0) {
        fuzzSay(g, "null");
        return -1;
    }
    int known = given < room - 1 ? given : room - 1;
    int k = b >= 244 ? 0 : 1 + (given - 1 - b % known) % (room - 1);
    fuzzSay(g, "%s[%d]", array, k);
    return k;
}

CaromBodyId fuzzBody(FuzzGame *g)
{
    CaromBodyId null = {0, 0, 0};
    int k = choose(g, g->bodyCount, FUZZ_BODIES, "bodies");
    return k < 0 ? null : g->bodies[k];
}

CaromShapeId fuzzShape(FuzzGame *g)
{
    CaromShapeId null = {0, 0, 0};
    int k = choose(g, g->shapeCount, FUZZ_SHAPES, "shapes");
    return k < 0 ? null : g->shapes[k];
}

CaromProjectileId fuzzProjectile(FuzzGame *g)
{
    CaromProjectileId null = {0, 0, 0};
    int k = choose(g, g->projectileCount, FUZZ_PROJECTILES, "projectiles");
    return k < 0 ? null : g->projectiles[k];
}

// ---- structs

CaromTransform fuzzTransform(FuzzGame *g)
{
    comma(g);
    fuzzSay(g, "caromTransform(");
    g->call.first = true;
    CaromVec2 position = fuzzVec(g);
    double angle = fuzzAngle(g);
    comma(g);
    uint8_t kind = fuzzByte(&g->bytes);
    CaromVec2 scale = {1.0, 1.0};
    if (kind >= 128) {
        scale.x = positiveOf(g);
        scale.y = kind >= 192 ? positiveOf(g) : scale.x;
        scale.x = kind & 1 ? -scale.x : scale.x;
    }
    fuzzSay(g, "caromVec2(%.17g, %.17g))", scale.x, scale.y);
    CaromTransform t = caromTransform(position, angle, scale);
    if (kind == 127) { // what no rotation is
        t.rotation.c = numberOf(g);
    }
    return t;
}

CaromBox fuzzBox(FuzzGame *g)
{
    comma(g);
    CaromBox box = {{numberOf(g), 0.0}, {0.0, 0.0}};
    box.min.y = numberOf(g);
    box.max.x = box.min.x + positiveOf(g);
    box.max.y = box.min.y + positiveOf(g);
    fuzzSay(g, "box(%.17g, %.17g, %.17g, %.17g)", box.min.x, box.min.y, box.max.x, box.max.y);
    return box;
}

/// A polygon around a place, or any points.
int fuzzPoints(FuzzGame *g)
{
    uint8_t b = fuzzByte(&g->bytes);
    int count = b < 250 ? b % (FUZZ_POINTS + 1) : b == 250 ? -1 : b == 251 ? INT32_MAX : 3;
    int filled = count < 0 || count > FUZZ_POINTS ? FUZZ_POINTS : count;
    bool around = fuzzByte(&g->bytes) & 1;
    double radius = around ? positiveOf(g) : 0.0;
    CaromVec2 center = {around ? numberOf(g) : 0.0, around ? numberOf(g) : 0.0};
    fuzzSay(g, "CaromVec2 points[] = {");
    for (int k = 0; k < filled; k++) {
        CaromVec2 p = {0.0, 0.0};
        if (around) {
            CaromRotation turn = caromRotation(6.283185307179586 * k / filled);
            double r = radius * (1 + fuzzByte(&g->bytes) % 4) / 4.0;
            p = caromVec2(center.x + r * turn.c, center.y + r * turn.s);
        } else {
            p.x = numberOf(g);
            p.y = numberOf(g);
        }
        g->points[k] = p;
        fuzzSay(g, "{%.17g, %.17g}, ", p.x, p.y);
    }
    fuzzSay(g, "}; ");
    return count;
}

const CaromVec2 *fuzzPointsAt(FuzzGame *g)
{
    bool null = fuzzByte(&g->bytes) == 255;
    fuzzArgument(g, null ? "NULL" : "points");
    return null ? NULL : g->points;
}

CaromGeometry fuzzGeometryOf(FuzzGame *g)
{
    int count = fuzzPoints(g);
    fuzzSay(g, "CaromGeometry geometry = {");
    g->call.first = true;
    CaromGeometry geometry = {CAROM_SHAPE_CIRCLE, g->points, count, 0.0, NULL, 0, NULL, false};
    geometry.type = (CaromShapeType)fuzzEnum(g, CAROM_SHAPE_TYPE_COUNT);
    geometry.points = fuzzPointsAt(g);
    if (geometry.type <= CAROM_SHAPE_SEGMENT && count > 2) {
        geometry.count = geometry.type == CAROM_SHAPE_CIRCLE ? 1 : 2;
    }
    fuzzSay(g, ", %d", geometry.count);
    uint8_t round = fuzzByte(&g->bytes);
    fuzzSay(g, ", ");
    g->call.first = true;
    geometry.radius =
        geometry.type <= CAROM_SHAPE_CAPSULE || round >= 160 ? fuzzPositive(g) : said(g, 0.0);
    if (geometry.type == CAROM_SHAPE_REGION) {
        g->ends[0] = fuzzInt(g, FUZZ_POINTS);
        g->ends[1] = count;
        geometry.ringEnds = g->ends;
        geometry.ringCount = 1 + (round & 1);
        g->ends[0] = geometry.ringCount == 1 ? count : g->ends[0];
        fuzzSay(g, ", (int[]){%d, %d}, %d", g->ends[0], g->ends[1], geometry.ringCount);
    }
    fuzzSay(g, "}; ");
    return geometry;
}

void fuzzFound(int result)
{
    FUZZ_CHECK(result > -(int)CAROM_ERROR_COUNT_OF);
    FUZZ_CHECK((caromQueryError(result) == CAROM_OK) == (result >= 0));
}

int fuzzCapacity(FuzzGame *g)
{
    uint8_t b = fuzzByte(&g->bytes);
    int capacity = b < 192 ? FUZZ_ROOM : b < 250 ? b % FUZZ_ROOM : b == 255 ? -1 : 0;
    comma(g);
    fuzzSay(g, "%d", capacity);
    return capacity;
}

// ---- defs

FuzzFields fuzzFields(FuzzGame *g, const char *declaration)
{
    FuzzFields fields = {fuzzBits(&g->bytes, 3), g};
    fields.bits |= fields.bits >= 0x800000u ? fuzzBits(&g->bytes, 3) << 24 : 0;
    fuzzSay(g, "%s; ", declaration);
    g->call.first = true;
    return fields;
}

bool fuzzNext(FuzzFields *fields, const char *name)
{
    bool drawn = fields->bits & 1;
    fields->bits >>= 1;
    if (drawn) {
        fuzzSay(fields->game, ".");
        fuzzField(fields->game, name);
    }
    return drawn;
}

uint32_t fuzzCookie(FuzzGame *g, uint32_t cookie)
{
    if (fuzzByte(&g->bytes) == 255) {
        fuzzSay(g, ".cookie = 1; ");
        return 1;
    }
    return cookie;
}

CaromFilter fuzzFilter(FuzzGame *g)
{
    uint8_t b = fuzzByte(&g->bytes);
    CaromFilter filter = {b & 3u, b & 4 ? 1u : ~0ull, (b >> 3) % 4 - 1};
    filter.category = b >= 128 ? 1u : filter.category;
    filter.group = b >= 160 ? 0 : filter.group;
    comma(g);
    fuzzSay(g, "(CaromFilter){%d, %d, %d}", (int)filter.category, b & 4 ? 1 : -1,
            (int)filter.group);
    return filter;
}

static bool oddIndices(void *context, const CaromWorld *world, CaromShapeId shape)
{
    (void)context;
    return caromShapeIsValid(world, shape) && shape.index % 2 == 1;
}

CaromQueryOptions fuzzOptions(FuzzGame *g)
{
    CaromQueryOptions options = caromQueryOptions();
    FuzzFields fields = fuzzFields(g, "CaromQueryOptions options = caromQueryOptions()");
    FUZZ_FIELD(fields, &options, sensors, (CaromSensorPolicy)fuzzEnum(g, CAROM_SENSORS_COUNT));
    FUZZ_FIELD(fields, &options, exits, fuzzBool(g));
    FUZZ_FIELD(fields, &options, reentries, fuzzBool(g));
    FUZZ_FIELD(fields, &options, inside, (CaromInside)fuzzEnum(g, 3));
    FUZZ_FIELD(fields, &options, filter, fuzzFilter(g));
    FUZZ_FIELD(fields, &options, ignoreBody, fuzzBody(g));
    if (fuzzNext(&fields, "ignoreBodies")) {
        g->ignored[0] = fuzzBody(g);
        g->ignored[1] = fuzzBody(g);
        options.ignoreBodies = g->ignored;
        options.ignoreCount = fuzzByte(&g->bytes) == 255 ? -1 : 2;
        fuzzFieldEnd(g);
    }
    if (fuzzNext(&fields, "predicate")) {
        options.predicate = oddIndices;
        fuzzArgument(g, "oddIndices");
        fuzzFieldEnd(g);
    }
    options.cookie = fuzzCookie(g, options.cookie);
    return options;
}

CaromBlast fuzzBlast(FuzzGame *g)
{
    CaromBlast blast = caromBlast();
    FuzzFields fields = fuzzFields(g, "CaromBlast blast = caromBlast()");
    FUZZ_FIELD(fields, &blast, radius, fuzzPositive(g));
    FUZZ_FIELD(fields, &blast, impulse, fuzzNumber(g));
    FUZZ_FIELD(fields, &blast, falloff, (CaromFalloff)fuzzEnum(g, CAROM_FALLOFF_COUNT));
    FUZZ_FIELD(fields, &blast, filter, fuzzFilter(g));
    blast.cookie = fuzzCookie(g, blast.cookie);
    return blast;
}
