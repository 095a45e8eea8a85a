// SPDX-License-Identifier: MIT
// Calls of bodies.
#include "calls.h"

FUZZ_DEF(caromBodyDef)

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

FUZZ_EDIT_1(caromBodyDestroy, Body)

FUZZ_QUESTION(caromBodyIsValid)
{
    CaromBodyId body = fuzzBody(g);
    FUZZ_CHECK(!caromBodyIsValid(g->call.at, body) || g->call.at != NULL);
}

FUZZ_EDIT_2(caromBodySetTransform, Body, Transform)

FUZZ_QUESTION(caromBodyTransform)
{
    CaromTransform t = caromBodyTransform(g->call.at, fuzzBody(g));
    fuzzFiniteVec(t.position);
    fuzzFiniteVec(t.scale);
    fuzzFinite(t.rotation.c + t.rotation.s);
}

FUZZ_EDIT_2(caromBodySetVelocity, Body, Vec)
FUZZ_ASK_1(caromBodyVelocity, fuzzFiniteVec, Body)
FUZZ_EDIT_2(caromBodySetAngularVelocity, Body, Number)
FUZZ_ASK_1(caromBodyAngularVelocity, fuzzFinite, Body)
FUZZ_EDIT_2(caromBodySetParent, Body, Body)

FUZZ_QUESTION(caromBodyParent)
{
    CaromBodyId parent = caromBodyParent(g->call.at, fuzzBody(g));
    FUZZ_CHECK(parent.index == 0 || caromBodyIsValid(g->call.at, parent));
}

FUZZ_QUESTION(caromBodyChildren)
{
    CaromBodyId out[FUZZ_ROOM];
    CaromBodyId body = fuzzBody(g);
    int capacity = fuzzCapacity(g);
    int count = caromBodyChildren(g->call.at, body, out, capacity);
    for (int k = 0; k < count && k < capacity; k++) {
        CaromBodyId parent = caromBodyParent(g->call.at, out[k]);
        FUZZ_CHECK(parent.index == body.index && parent.age == body.age);
    }
}

FUZZ_ASK_2(caromBodyPoint, fuzzFiniteVec, Body, Vec)
FUZZ_ASK_2(caromBodyPointInverse, fuzzFiniteVec, Body, Vec)

FUZZ_QUESTION(caromBodyMatrix)
{
    CaromMatrix m = caromBodyMatrix(g->call.at, fuzzBody(g));
    fuzzFinite(m.xx + m.xy + m.yx + m.yy + m.tx + m.ty);
}

FUZZ_ASK_2(caromBodyVelocityAt, fuzzFiniteVec, Body, Vec)
FUZZ_EDIT_2(caromBodySetUserData, Body, UserData)
FUZZ_ASK_1(caromBodyUserData, (void), Body)
FUZZ_LIST(caromWorldBodies, CaromBodyId, caromBodyIsValid)

FUZZ_EDIT_2(caromBodySetEnabled, Body, Bool)
FUZZ_ASK_1(caromBodyIsEnabled, (void), Body)

FUZZ_QUESTION(caromBodyType)
{
    FUZZ_CHECK(caromBodyType(g->call.at, fuzzBody(g)) < CAROM_BODY_TYPE_COUNT);
}

FUZZ_QUESTION(caromBodyShapes)
{
    CaromShapeId out[FUZZ_ROOM];
    CaromBodyId body = fuzzBody(g);
    int capacity = fuzzCapacity(g);
    int count = caromBodyShapes(g->call.at, body, out, capacity);
    for (int k = 0; k < count && k < capacity; k++) {
        FUZZ_CHECK(caromShapeBody(g->call.at, out[k]).index == body.index);
    }
}

// ---- contacts of shapes

FUZZ_QUESTION(caromWorldContacts)
{
    CaromContact out[FUZZ_ROOM];
    int capacity = fuzzCapacity(g);
    int count = caromWorldContacts(g->call.at, out, capacity);
    for (int k = 0; k < count && k < capacity; k++) {
        fuzzFinite(out[k].since);
        FUZZ_CHECK(out[k].manifold.count >= 0 && out[k].manifold.count <= 2);
    }
}

FUZZ_QUESTION(caromShapeContacts)
{
    CaromContact out[FUZZ_ROOM];
    CaromShapeId shape = fuzzShape(g);
    int capacity = fuzzCapacity(g);
    fuzzFound(caromShapeContacts(g->call.at, shape, out, capacity));
}

FUZZ_QUESTION(caromBodyContacts)
{
    CaromContact out[FUZZ_ROOM];
    CaromBodyId body = fuzzBody(g);
    int capacity = fuzzCapacity(g);
    fuzzFound(caromBodyContacts(g->call.at, body, out, capacity));
}
