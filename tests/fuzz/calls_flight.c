// SPDX-License-Identifier: MIT
// Calls of projectiles: fired, steered, pushed, predicted.
#include "calls.h"

FUZZ_DEF(caromProjectileDef)

static void drawRest(FuzzGame *g, FuzzFields *fields, CaromProjectileDef *def)
{
    FUZZ_FIELD(*fields, def, restTime, fuzzPart(g));
    FUZZ_FIELD(*fields, def, pierceLoss, fuzzPart(g));
    FUZZ_FIELD(*fields, def, pierceDrag, fuzzPart(g));
    FUZZ_FIELD(*fields, def, fuse, fuzzPositive(g));
    FUZZ_FIELD(*fields, def, proximity, fuzzPart(g));
    FUZZ_FIELD(*fields, def, proximityFilter, fuzzFilter(g));
    FUZZ_FIELD(*fields, def, blast.radius, fuzzPositive(g));
    FUZZ_FIELD(*fields, def, blast.impulse, fuzzNumber(g));
    FUZZ_FIELD(*fields, def, blast.falloff, (CaromFalloff)fuzzEnum(g, CAROM_FALLOFF_COUNT));
    FUZZ_FIELD(*fields, def, material, fuzzMaterial(g));
    FUZZ_FIELD(*fields, def, filter, fuzzFilter(g));
    FUZZ_FIELD(*fields, def, ignoreBody, fuzzBody(g));
    FUZZ_FIELD(*fields, def, userData, fuzzUserData(g));
    FUZZ_FIELD(*fields, def, gravityScale, fuzzNumber(g));
    FUZZ_FIELD(*fields, def, time, fuzzNumber(g));
    FUZZ_FIELD(*fields, def, lifetime, fuzzPositive(g));
    FUZZ_FIELD(*fields, def, mass, fuzzPositive(g));
    FUZZ_FIELD(*fields, def, groundDeceleration, fuzzPart(g));
}

static CaromProjectileDef shotDef(FuzzGame *g)
{
    CaromProjectileDef def = caromProjectileDef();
    FuzzFields fields = fuzzFields(g, "CaromProjectileDef def = caromProjectileDef()");
    fields.bits ^= 3; // places and velocities, mostly
    FUZZ_FIELD(fields, &def, position, fuzzVec(g));
    FUZZ_FIELD(fields, &def, velocity, fuzzVec(g));
    FUZZ_FIELD(fields, &def, radius, fuzzPart(g));
    FUZZ_FIELD(fields, &def, onHit, (CaromHitAction)fuzzEnum(g, CAROM_HIT_COUNT));
    FUZZ_FIELD(fields, &def, acceleration, fuzzVec(g));
    FUZZ_FIELD(fields, &def, restitution, fuzzPart(g));
    FUZZ_FIELD(fields, &def, friction, fuzzPart(g));
    FUZZ_FIELD(fields, &def, rolls, fuzzBool(g));
    FUZZ_FIELD(fields, &def, rollingResistance, fuzzPart(g));
    FUZZ_FIELD(fields, &def, meetMask, (uint64_t)fuzzByte(&g->bytes));
    FUZZ_FIELD(fields, &def, onMeet, (CaromMeetAction)fuzzEnum(g, CAROM_MEETING_COUNT));
    FUZZ_FIELD(fields, &def, linearDrag, fuzzPart(g));
    FUZZ_FIELD(fields, &def, quadraticDrag, fuzzPart(g));
    FUZZ_FIELD(fields, &def, turnRate, fuzzPositive(g));
    FUZZ_FIELD(fields, &def, bounces, fuzzInt(g, 8));
    drawRest(g, &fields, &def);
    def.cookie = fuzzCookie(g, def.cookie);
    if (!g->inside && !fuzzHasRoom(g)) {
        def.cookie = 0;
    }
    return def;
}

void fuzz_caromProjectileFire(FuzzGame *g)
{
    CaromProjectileDef def = shotDef(g);
    fuzzOpen(g, "caromProjectileFire");
    fuzzArgument(g, "&def");
    CaromProjectileId id = caromProjectileFire(g->call.at, &def);
    fuzzMade(g, id.index != 0);
    fuzzKeepProjectile(g, id);
}

void fuzz_caromProjectileFireMany(FuzzGame *g)
{
    enum { MOST = 4 };
    CaromProjectileDef def = shotDef(g);
    CaromVec2 velocities[FUZZ_POINTS];
    CaromProjectileId ids[MOST] = {{0, 0, 0}};
    int count = fuzzPoints(g);
    count = count > MOST ? MOST : count;
    for (int k = 0; k < FUZZ_POINTS; k++) {
        velocities[k] = caromVec2(k - 2.0, 1.0);
    }
    fuzzOpen(g, "caromProjectileFireMany");
    fuzzArgument(g, "&def");
    const CaromVec2 *points = fuzzPointsAt(g);
    fuzzSay(g, ", velocities, %d, ids", count);
    fuzzEdit(g, caromProjectileFireMany(g->call.at, &def, points, velocities, count, ids));
    for (int k = 0; k < MOST; k++) {
        fuzzKeepProjectile(g, ids[k]);
    }
}

FUZZ_EDIT_1(caromProjectileDestroy, Projectile)

FUZZ_QUESTION(caromProjectileIsValid)
{
    FUZZ_CHECK(!caromProjectileIsValid(g->call.at, fuzzProjectile(g)) || g->call.at != NULL);
}

FUZZ_ASK_1(caromProjectilePosition, fuzzFiniteVec, Projectile)
FUZZ_ASK_1(caromProjectileVelocity, fuzzFiniteVec, Projectile)

FUZZ_QUESTION(caromProjectileAt)
{
    CaromVec2 position, velocity;
    CaromProjectileId id = fuzzProjectile(g);
    double time = fuzzNumber(g);
    if (caromProjectileAt(g->call.at, id, time, &position, &velocity) == CAROM_OK) {
        fuzzFiniteVec(position);
        fuzzFiniteVec(velocity);
    }
}

FUZZ_EDIT_2(caromProjectileSetVelocity, Projectile, Vec)
FUZZ_EDIT_2(caromProjectileSetPosition, Projectile, Vec)

// ---- steering

FUZZ_EDIT_3(caromProjectileSetTarget, Projectile, Body, Vec)
FUZZ_EDIT_2(caromProjectileSetTargetPoint, Projectile, Vec)
FUZZ_EDIT_1(caromProjectileClearTarget, Projectile)

FUZZ_QUESTION(caromProjectileTarget)
{
    CaromVec2 place;
    int found = caromProjectileTarget(g->call.at, fuzzProjectile(g), &place);
    fuzzFound(found);
    if (found > 0) {
        fuzzFiniteVec(place);
    }
}

void fuzz_caromProjectileSetForce(FuzzGame *g)
{
    fuzzOpen(g, "caromProjectileSetForce");
    CaromProjectileId id = fuzzProjectile(g);
    CaromVec2 force = fuzzVec(g);
    bool now = fuzzByte(&g->bytes) & 1;
    double time = now ? CAROM_NOW : fuzzNumber(g);
    if (now) {
        fuzzArgument(g, "CAROM_NOW");
    }
    fuzzEdit(g, caromProjectileSetForce(g->call.at, id, force, time));
}

FUZZ_ASK_1(caromProjectileForce, fuzzFiniteVec, Projectile)
FUZZ_EDIT_2(caromProjectileApplyImpulse, Projectile, Vec)

FUZZ_QUESTION(caromProjectileMode)
{
    FUZZ_CHECK(caromProjectileMode(g->call.at, fuzzProjectile(g)) <= CAROM_PROJECTILE_PARKED);
}

FUZZ_QUESTION(caromProjectileRadius)
{
    FUZZ_CHECK(caromProjectileRadius(g->call.at, fuzzProjectile(g)) >= 0.0);
}

FUZZ_EDIT_2(caromProjectileSetFilter, Projectile, Filter)
FUZZ_ASK_1(caromProjectileFilter, (void), Projectile)
FUZZ_EDIT_2(caromProjectileSetUserData, Projectile, UserData)
FUZZ_ASK_1(caromProjectileUserData, (void), Projectile)

// ---- positions of all

FUZZ_LIST(caromWorldProjectiles, CaromProjectileId, caromProjectileIsValid)

FUZZ_QUESTION(caromWorldPositions)
{
    CaromVec2 positions[FUZZ_ROOM];
    CaromProjectileId ids[FUZZ_ROOM];
    int capacity = fuzzCapacity(g);
    int count = caromWorldPositions(g->call.at, positions, ids, capacity);
    for (int k = 0; k < count && k < capacity; k++) {
        CaromVec2 place = caromProjectilePosition(g->call.at, ids[k]);
        FUZZ_CHECK(place.x == positions[k].x && place.y == positions[k].y);
    }
}

FUZZ_QUESTION(caromWorldPositionsFloat)
{
    float xy[2 * FUZZ_ROOM];
    CaromVec2 origin = fuzzVec(g);
    double back = fuzzPart(g);
    fuzzArgument(g, "xy, NULL");
    int capacity = fuzzCapacity(g);
    int count = caromWorldPositionsFloat(g->call.at, origin, back, xy, NULL, capacity);
    for (int k = 0; k < 2 * count && k < 2 * capacity; k++) {
        fuzzFinite((double)xy[k]);
    }
}

// ---- predictions

FUZZ_DEF(caromPrediction)

static void openPrediction(FuzzGame *g)
{
    g->prediction = caromPrediction();
    g->prediction.legs = g->legs;
    g->prediction.legCapacity = FUZZ_ROOM;
    g->prediction.eventLimit = 200;
    if (fuzzBool(g)) {
        g->prediction.standing = g->standing;
        g->prediction.standingSize = sizeof g->standing;
    }
    g->prediction.cookie = fuzzCookie(g, g->prediction.cookie);
}

/// Refused: as it was, and a cookie that is none.
static void checkPrediction(FuzzGame *g, CaromError error)
{
    const CaromPrediction *p = &g->prediction;
    if (error != CAROM_OK) {
        g->prediction = caromPrediction();
        return;
    }
    for (int k = 0; k < p->legCount && k < FUZZ_ROOM; k++) {
        fuzzFiniteVec(p->legs[k].position);
        fuzzFiniteVec(p->legs[k].velocity);
        fuzzFiniteVec(p->legs[k].acceleration);
        FUZZ_CHECK(p->legs[k].end >= p->legs[k].start);
    }
    fuzzFiniteVec(p->position);
    fuzzFiniteVec(p->velocity);
    FUZZ_CHECK(p->time >= p->from);
}

/// As long as a step may be: see calls_world.c.
static double horizon(FuzzGame *g)
{
    double most = g->def.steerInterval * 500.0;
    double time = fuzzPositive(g);
    return time > most && time <= 1e12 ? most : time;
}

FUZZ_QUESTION(caromPredictionStandingSize)
{
    FUZZ_CHECK((caromPredictionStandingSize(g->call.at) > 0) == (g->call.at != NULL));
}

void fuzz_caromWorldPredict(FuzzGame *g)
{
    CaromProjectileDef def = shotDef(g);
    openPrediction(g);
    fuzzOpen(g, "caromWorldPredict");
    fuzzArgument(g, "&def");
    double time = horizon(g);
    checkPrediction(g, caromWorldPredict(g->call.at, &def, time, &g->prediction));
    fuzzAsked(g);
}

void fuzz_caromProjectilePredict(FuzzGame *g)
{
    openPrediction(g);
    fuzzOpen(g, "caromProjectilePredict");
    CaromProjectileId id = fuzzProjectile(g);
    double time = horizon(g);
    checkPrediction(g, caromProjectilePredict(g->call.at, id, time, &g->prediction));
    fuzzAsked(g);
}

static void checkPoints(const CaromVec2 *points, int count, int capacity)
{
    for (int k = 0; k < count && k < capacity; k++) {
        fuzzFiniteVec(points[k]);
    }
}

FUZZ_FREE(caromPredictionSample)
{
    CaromVec2 points[FUZZ_ROOM];
    fuzzArgument(g, "&prediction");
    double first = fuzzNumber(g), spacing = fuzzPositive(g);
    fuzzArgument(g, "points");
    int capacity = fuzzCapacity(g);
    checkPoints(points, caromPredictionSample(&g->prediction, first, spacing, points, capacity),
                capacity);
}

FUZZ_FREE(caromPredictionSampleWay)
{
    CaromVec2 points[FUZZ_ROOM];
    fuzzArgument(g, "&prediction");
    double first = fuzzPositive(g), spacing = fuzzPositive(g);
    fuzzArgument(g, "points");
    int capacity = fuzzCapacity(g);
    checkPoints(points, caromPredictionSampleWay(&g->prediction, first, spacing, points, capacity),
                capacity);
}

// ---- explosions

FUZZ_DEF(caromBlast)

void fuzz_caromWorldExplode(FuzzGame *g)
{
    CaromBlast blast = fuzzBlast(g);
    fuzzOpen(g, "caromWorldExplode");
    CaromVec2 center = fuzzVec(g);
    fuzzArgument(g, "&blast");
    fuzzEdit(g, caromWorldExplode(g->call.at, center, &blast));
}
