// SPDX-License-Identifier: MIT
// Calls of bodies.
#include "../../world/api/carom.h"
#include "calls.h"

void fuzz_caromBodyDef(FuzzGame *g)
{
    fuzzOpenFree(g, "caromBodyDef");
    FUZZ_CHECK(caromBodyDef().cookie != 0);
    fuzzFreed(g);
}

void fuzz_caromBodyCreate(FuzzGame *g)
{
    CaromBodyDef def = caromBodyDef();
    FuzzFields fields = fuzzFields(g, "CaromBodyDef def = caromBodyDef()");
    FUZZ_FIELD(fields, &def, type, (CaromBodyType)fuzzEnum(g, CAROM_BODY_TYPE_COUNT));
    bool moves = def.type == CAROM_BODY_KINEMATIC || fuzzByte(&g->bytes) == 255;
    FUZZ_FIELD(fields, &def, position, fuzzVec(g));
    FUZZ_FIELD(fields, &def, angle, fuzzAngle(g));
    FUZZ_FIELD(fields, &def, scale.x, fuzzPositive(g));
    FUZZ_FIELD(fields, &def, scale.y, fuzzNumber(g));
    FUZZ_FIELD(fields, &def, parent, fuzzBody(g));
    FUZZ_FIELD(fields, &def, userData, fuzzUserData(g));
    if (moves) {
        FUZZ_FIELD(fields, &def, velocity, fuzzVec(g));
        FUZZ_FIELD(fields, &def, angularVelocity, fuzzNumber(g));
    }
    def.cookie = fuzzCookie(g, def.cookie);
    if (!g->inside && !fuzzHasRoom(g)) {
        def.cookie = 0;
    }
    fuzzOpen(g, "caromBodyCreate");
    fuzzArgument(g, "&def");
    CaromBodyId id = caromBodyCreate(g->call.at, &def);
    fuzzMade(g, id.index != 0);
    fuzzKeepBody(g, id);
}

void fuzz_caromBodyDestroy(FuzzGame *g)
{
    fuzzOpen(g, "caromBodyDestroy");
    CaromBodyId body = fuzzBody(g);
    fuzzEdit(g, caromBodyDestroy(g->call.at, body));
}

void fuzz_caromBodyIsValid(FuzzGame *g)
{
    fuzzOpen(g, "caromBodyIsValid");
    CaromBodyId body = fuzzBody(g);
    FUZZ_CHECK(!caromBodyIsValid(g->call.at, body) || g->call.at != NULL);
    fuzzAsked(g);
}

void fuzz_caromBodySetTransform(FuzzGame *g)
{
    fuzzOpen(g, "caromBodySetTransform");
    CaromBodyId body = fuzzBody(g);
    CaromTransform transform = fuzzTransform(g);
    fuzzEdit(g, caromBodySetTransform(g->call.at, body, transform));
}

void fuzz_caromBodyTransform(FuzzGame *g)
{
    fuzzOpen(g, "caromBodyTransform");
    CaromTransform t = caromBodyTransform(g->call.at, fuzzBody(g));
    fuzzFiniteVec(t.position);
    fuzzFiniteVec(t.scale);
    fuzzFinite(t.rotation.c + t.rotation.s);
    fuzzAsked(g);
}

void fuzz_caromBodySetVelocity(FuzzGame *g)
{
    fuzzOpen(g, "caromBodySetVelocity");
    CaromBodyId body = fuzzBody(g);
    CaromVec2 velocity = fuzzVec(g);
    fuzzEdit(g, caromBodySetVelocity(g->call.at, body, velocity));
}

void fuzz_caromBodyVelocity(FuzzGame *g)
{
    fuzzOpen(g, "caromBodyVelocity");
    fuzzFiniteVec(caromBodyVelocity(g->call.at, fuzzBody(g)));
    fuzzAsked(g);
}

void fuzz_caromBodySetAngularVelocity(FuzzGame *g)
{
    fuzzOpen(g, "caromBodySetAngularVelocity");
    CaromBodyId body = fuzzBody(g);
    double spin = fuzzNumber(g);
    fuzzEdit(g, caromBodySetAngularVelocity(g->call.at, body, spin));
}

void fuzz_caromBodyAngularVelocity(FuzzGame *g)
{
    fuzzOpen(g, "caromBodyAngularVelocity");
    fuzzFinite(caromBodyAngularVelocity(g->call.at, fuzzBody(g)));
    fuzzAsked(g);
}

void fuzz_caromBodySetParent(FuzzGame *g)
{
    fuzzOpen(g, "caromBodySetParent");
    CaromBodyId body = fuzzBody(g), parent = fuzzBody(g);
    fuzzEdit(g, caromBodySetParent(g->call.at, body, parent));
}

void fuzz_caromBodyParent(FuzzGame *g)
{
    fuzzOpen(g, "caromBodyParent");
    CaromBodyId parent = caromBodyParent(g->call.at, fuzzBody(g));
    FUZZ_CHECK(parent.index == 0 || caromBodyIsValid(g->call.at, parent));
    fuzzAsked(g);
}

void fuzz_caromBodyChildren(FuzzGame *g)
{
    CaromBodyId out[FUZZ_ROOM];
    fuzzOpen(g, "caromBodyChildren");
    CaromBodyId body = fuzzBody(g);
    int capacity = fuzzCapacity(g);
    int count = caromBodyChildren(g->call.at, body, out, capacity);
    for (int k = 0; k < count && k < capacity; k++) {
        CaromBodyId parent = caromBodyParent(g->call.at, out[k]);
        FUZZ_CHECK(parent.index == body.index && parent.age == body.age);
    }
    fuzzAsked(g);
}

void fuzz_caromBodyPoint(FuzzGame *g)
{
    fuzzOpen(g, "caromBodyPoint");
    CaromBodyId body = fuzzBody(g);
    CaromVec2 local = fuzzVec(g);
    fuzzFiniteVec(caromBodyPoint(g->call.at, body, local));
    fuzzAsked(g);
}

void fuzz_caromBodyPointInverse(FuzzGame *g)
{
    fuzzOpen(g, "caromBodyPointInverse");
    CaromBodyId body = fuzzBody(g);
    CaromVec2 point = fuzzVec(g);
    fuzzFiniteVec(caromBodyPointInverse(g->call.at, body, point));
    fuzzAsked(g);
}

void fuzz_caromBodyMatrix(FuzzGame *g)
{
    fuzzOpen(g, "caromBodyMatrix");
    CaromMatrix m = caromBodyMatrix(g->call.at, fuzzBody(g));
    fuzzFinite(m.xx + m.xy + m.yx + m.yy + m.tx + m.ty);
    fuzzAsked(g);
}

void fuzz_caromBodyVelocityAt(FuzzGame *g)
{
    fuzzOpen(g, "caromBodyVelocityAt");
    CaromBodyId body = fuzzBody(g);
    CaromVec2 point = fuzzVec(g);
    fuzzFiniteVec(caromBodyVelocityAt(g->call.at, body, point));
    fuzzAsked(g);
}

void fuzz_caromBodySetUserData(FuzzGame *g)
{
    fuzzOpen(g, "caromBodySetUserData");
    CaromBodyId body = fuzzBody(g);
    void *data = fuzzUserData(g);
    fuzzEdit(g, caromBodySetUserData(g->call.at, body, data));
}

void fuzz_caromBodyUserData(FuzzGame *g)
{
    fuzzOpen(g, "caromBodyUserData");
    (void)caromBodyUserData(g->call.at, fuzzBody(g));
    fuzzAsked(g);
}

void fuzz_caromWorldBodies(FuzzGame *g)
{
    CaromBodyId out[FUZZ_ROOM];
    fuzzOpen(g, "caromWorldBodies");
    int capacity = fuzzCapacity(g), count = caromWorldBodies(g->call.at, out, capacity);
    fuzzFound(count);
    for (int k = 0; k < count && k < capacity; k++) {
        FUZZ_CHECK(caromBodyIsValid(g->call.at, out[k]));
    }
    fuzzAsked(g);
}

void fuzz_caromBodyType(FuzzGame *g)
{
    fuzzOpen(g, "caromBodyType");
    FUZZ_CHECK(caromBodyType(g->call.at, fuzzBody(g)) < CAROM_BODY_TYPE_COUNT);
    fuzzAsked(g);
}

void fuzz_caromBodyShapes(FuzzGame *g)
{
    CaromShapeId out[FUZZ_ROOM];
    fuzzOpen(g, "caromBodyShapes");
    CaromBodyId body = fuzzBody(g);
    int capacity = fuzzCapacity(g);
    int count = caromBodyShapes(g->call.at, body, out, capacity);
    for (int k = 0; k < count && k < capacity; k++) {
        FUZZ_CHECK(caromShapeBody(g->call.at, out[k]).index == body.index);
    }
    fuzzAsked(g);
}

// ---- contacts of shapes

void fuzz_caromWorldContacts(FuzzGame *g)
{
    CaromContact out[FUZZ_ROOM];
    fuzzOpen(g, "caromWorldContacts");
    int capacity = fuzzCapacity(g);
    int count = caromWorldContacts(g->call.at, out, capacity);
    for (int k = 0; k < count && k < capacity; k++) {
        fuzzFinite(out[k].since);
        FUZZ_CHECK(out[k].manifold.count >= 0 && out[k].manifold.count <= 2);
    }
    fuzzAsked(g);
}

void fuzz_caromBodyContacts(FuzzGame *g)
{
    CaromContact out[FUZZ_ROOM];
    fuzzOpen(g, "caromBodyContacts");
    CaromBodyId body = fuzzBody(g);
    int capacity = fuzzCapacity(g);
    fuzzFound(caromBodyContacts(g->call.at, body, out, capacity));
    fuzzAsked(g);
}
