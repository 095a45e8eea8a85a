// SPDX-License-Identifier: MIT
// Calls of movers and lights.
#include "calls.h"

FUZZ_DEF(caromMoverDef)

static CaromMover *mover(FuzzGame *g)
{
    int k = fuzzByte(&g->bytes) & 1;
    fuzzArgument(g, k == 0 ? "&movers[0]" : "&movers[1]");
    return &g->movers[k];
}

void fuzz_caromMoverInit(FuzzGame *g)
{
    CaromQueryOptions options = caromQueryOptions();
    CaromMoverDef def = caromMoverDef();
    FuzzFields fields = fuzzFields(g, "CaromMoverDef def = caromMoverDef()");
    FUZZ_FIELD(fields, &def, position, fuzzVec(g));
    FUZZ_FIELD(fields, &def, shape.radius, fuzzPart(g));
    FUZZ_FIELD(fields, &def, clearance, fuzzPart(g));
    FUZZ_FIELD(fields, &def, up, fuzzVec(g));
    FUZZ_FIELD(fields, &def, maxSlope, fuzzPart(g));
    FUZZ_FIELD(fields, &def, stepHeight, fuzzPart(g));
    FUZZ_FIELD(fields, &def, snap, fuzzPart(g));
    FUZZ_FIELD(fields, &def, body, fuzzBody(g));
    FUZZ_FIELD(fields, &options, filter, fuzzFilter(g));
    FUZZ_FIELD(fields, &options, ignoreBody, fuzzBody(g));
    if (fuzzNext(&fields, "shape")) {
        fuzzFieldEnd(g);
        def.shape = fuzzGeometryOf(g);
        def.shape.count = def.shape.count > FUZZ_POINTS ? FUZZ_POINTS : def.shape.count;
    }
    FUZZ_FIELD(fields, &def, bodyGoesOn, fuzzBool(g));
    FUZZ_FIELD(fields, &def, mass, fuzzPart(g));
    FUZZ_FIELD(fields, &def, pushForce, fuzzPart(g));
    def.options = options;
    def.cookie = fuzzCookie(g, def.cookie);
    fuzzOpen(g, "caromMoverInit");
    CaromMover *m = mover(g);
    fuzzArgument(g, "&def");
    fuzzEdit(g, caromMoverInit(g->call.at, m, &def));
}

void fuzz_caromMoverMove(FuzzGame *g)
{
    CaromMoverResult result;
    fuzzOpen(g, "caromMoverMove");
    CaromMover *m = mover(g);
    CaromVec2 wish = fuzzVec(g);
    double dt = fuzzPart(g);
    fuzzArgument(g, "&result");
    CaromError error = caromMoverMove(g->call.at, m, wish, dt, &result);
    fuzzEdit(g, error);
    if (error == CAROM_OK) {
        fuzzFiniteVec(result.position);
        fuzzFiniteVec(result.moved);
        fuzzFiniteVec(result.velocity);
        fuzzFiniteVec(result.groundVelocity);
        FUZZ_CHECK(result.contactCount >= 0 && result.contactCount <= CAROM_MOVER_CONTACTS);
    }
}

void fuzz_caromMoverPlace(FuzzGame *g)
{
    fuzzOpen(g, "caromMoverPlace");
    CaromMover *m = mover(g);
    CaromVec2 place = fuzzVec(g);
    fuzzEdit(g, caromMoverPlace(g->call.at, m, place));
}

FUZZ_QUESTION(caromMoverFits)
{
    CaromMover *m = mover(g);
    CaromVec2 place = fuzzVec(g);
    fuzzFound(caromMoverFits(g->call.at, m, place));
}

// ---- light

void fuzz_caromLightCreate(FuzzGame *g)
{
    FuzzMemory memory;
    CaromAllocator allocator = fuzzAllocator(&memory, &g->refusal);
    fuzzRefuseIn(g, fuzzByte(&g->bytes) % 4);
    fuzzOpenFree(g, "caromLightCreate");
    fuzzArgument(g, "&allocator");
    caromLightDestroy(caromLightCreate(&allocator));
    FUZZ_CHECK(memory.held == 0);
    fuzzFreed(g);
}

FUZZ_FREE(caromLightDestroy)
{
    caromLightDestroy(g->light);
    FUZZ_CHECK(g->lightMemory.held == 0);
    CaromAllocator allocator = fuzzAllocator(&g->lightMemory, &g->refusal);
    g->light = caromLightCreate(&allocator);
}

FUZZ_DEF(caromLightDef)

static void checkFan(FuzzGame *g)
{
    int count = -1;
    const CaromLightPoint *points = caromLightPoints(g->light, &count);
    FUZZ_CHECK((points == NULL) == (count == 0) && count >= 0);
    for (int k = 0; k < count; k++) {
        fuzzFiniteVec(points[k].point);
        FUZZ_CHECK((points[k].seen == CAROM_LIGHT_END) == (k == count - 1));
        FUZZ_CHECK((points[k].seen == CAROM_LIGHT_SURFACE) == (points[k].shape.index != 0));
    }
    FUZZ_CHECK(caromLightArea(g->light) >= 0.0);
}

void fuzz_caromLightCast(FuzzGame *g)
{
    CaromQueryOptions options = fuzzOptions(g);
    CaromLightDef def = caromLightDef();
    FuzzFields fields = fuzzFields(g, "CaromLightDef def = caromLightDef()");
    FUZZ_FIELD(fields, &def, position, fuzzVec(g));
    FUZZ_FIELD(fields, &def, range, fuzzPositive(g));
    FUZZ_FIELD(fields, &def, direction, fuzzAngle(g));
    FUZZ_FIELD(fields, &def, halfAngle, fuzzPart(g));
    FUZZ_FIELD(fields, &def, tolerance, fuzzPart(g));
    FUZZ_FIELD(fields, &def, options, options);
    // The fan has as many chords as this requests: not thousands.
    if (def.tolerance > 0.0 && def.tolerance < def.range / 512.0) {
        def.tolerance = def.range / 512.0;
        fuzzSay(g, ".tolerance = %.17g; ", def.tolerance);
    }
    def.cookie = fuzzCookie(g, def.cookie);
    fuzzOpenFree(g, "caromLightCast");
    fuzzArgument(g, "light, world, &def");
    CaromError error = caromLightCast(g->light, g->world, &def);
    fuzzRefused(g, error);
    fuzzAsked(g);
    if (error == CAROM_OK) {
        checkFan(g);
    }
}

FUZZ_FREE(caromLightPoints)
{
    checkFan(g);
    FUZZ_CHECK(caromLightPoints(NULL, NULL) == NULL);
}

FUZZ_FREE(caromLightInside)
{
    (void)caromLightInside(g->light);
    FUZZ_CHECK(caromLightInside(NULL).index == 0);
}

FUZZ_FREE(caromLightArea)
{
    FUZZ_CHECK(caromLightArea(g->light) >= 0.0 && caromLightArea(NULL) == 0.0);
}

static void checkExposure(CaromExposure exposure)
{
    FUZZ_CHECK(exposure.fraction >= 0.0 && exposure.fraction <= 1.0);
    FUZZ_CHECK(exposure.angle >= 0.0 && exposure.angle <= 6.2831853071795872);
    FUZZ_CHECK(exposure.spans >= 0 && (exposure.error == CAROM_OK || exposure.spans == 0));
}

void fuzz_caromLightExposeSegment(FuzzGame *g)
{
    CaromSpan out[FUZZ_ROOM];
    CaromQueryOptions options = fuzzOptions(g);
    fuzzOpenFree(g, "caromLightExposeSegment");
    fuzzArgument(g, "light, world");
    CaromVec2 from = fuzzVec(g), a = fuzzVec(g), b = fuzzVec(g);
    fuzzArgument(g, "options, out");
    int capacity = fuzzCapacity(g);
    CaromExposure exposure =
        caromLightExposeSegment(g->light, g->world, from, a, b, options, out, capacity);
    checkExposure(exposure);
    for (int k = 0; k < exposure.spans && k < capacity; k++) {
        FUZZ_CHECK(out[k].begin >= 0.0 && out[k].begin <= out[k].end && out[k].end <= 1.0);
    }
    fuzzAsked(g);
}

void fuzz_caromLightExposeDisc(FuzzGame *g)
{
    CaromQueryOptions options = fuzzOptions(g);
    fuzzOpenFree(g, "caromLightExposeDisc");
    fuzzArgument(g, "light, world");
    CaromVec2 from = fuzzVec(g), center = fuzzVec(g);
    double radius = fuzzPositive(g);
    fuzzArgument(g, "options");
    checkExposure(caromLightExposeDisc(g->light, g->world, from, center, radius, options));
    fuzzAsked(g);
}
