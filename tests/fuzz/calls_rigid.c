// SPDX-License-Identifier: MIT
// Calls of dynamic bodies.
#include "calls.h"

void fuzz_caromBodySetType(FuzzGame *g)
{
    fuzzOpen(g, "caromBodySetType");
    CaromBodyId body = fuzzBody(g);
    CaromBodyType type = (CaromBodyType)fuzzEnum(g, CAROM_BODY_TYPE_COUNT);
    fuzzEdit(g, caromBodySetType(g->call.at, body, type));
}

FUZZ_EDIT_3(caromBodyApplyLinearImpulse, Body, Vec, Vec)
FUZZ_EDIT_2(caromBodyApplyLinearImpulseToCenter, Body, Vec)
FUZZ_EDIT_2(caromBodyApplyAngularImpulse, Body, Number)
FUZZ_EDIT_2(caromBodySetForce, Body, Vec)
FUZZ_ASK_1(caromBodyForce, fuzzFiniteVec, Body)
FUZZ_EDIT_2(caromBodySetTorque, Body, Number)
FUZZ_ASK_1(caromBodyTorque, fuzzFinite, Body)
FUZZ_ASK_1(caromBodyMass, fuzzFinite, Body)
FUZZ_ASK_1(caromBodyInertia, fuzzFinite, Body)
FUZZ_ASK_1(caromBodyCenterOfMass, fuzzFiniteVec, Body)

void fuzz_caromBodySetMassData(FuzzGame *g)
{
    CaromMassData data = {0.0, {0.0, 0.0}, 0.0};
    FuzzFields fields = fuzzFields(g, "CaromMassData data = {0}");
    FUZZ_FIELD(fields, &data, mass, fuzzPositive(g));
    FUZZ_FIELD(fields, &data, center, fuzzVec(g));
    FUZZ_FIELD(fields, &data, inertia, fuzzPositive(g));
    fuzzOpen(g, "caromBodySetMassData");
    CaromBodyId body = fuzzBody(g);
    fuzzArgument(g, "data");
    fuzzEdit(g, caromBodySetMassData(g->call.at, body, data));
}

FUZZ_EDIT_1(caromBodyResetMassData, Body)
FUZZ_EDIT_2(caromShapeSetDensity, Shape, Positive)
FUZZ_ASK_1(caromShapeDensity, fuzzFinite, Shape)
FUZZ_EDIT_2(caromBodySetAwake, Body, Bool)
FUZZ_ASK_1(caromBodyIsAwake, (void), Body)
FUZZ_EDIT_2(caromBodySetLinearDamping, Body, Positive)
FUZZ_ASK_1(caromBodyLinearDamping, fuzzFinite, Body)
FUZZ_EDIT_2(caromBodySetAngularDamping, Body, Positive)
FUZZ_ASK_1(caromBodyAngularDamping, fuzzFinite, Body)
FUZZ_EDIT_2(caromBodySetGravityScale, Body, Number)
FUZZ_ASK_1(caromBodyGravityScale, fuzzFinite, Body)
FUZZ_EDIT_2(caromBodySetMaxSpeed, Body, Positive)
FUZZ_ASK_1(caromBodyMaxSpeed, fuzzFinite, Body)
FUZZ_EDIT_2(caromBodySetSleepEnabled, Body, Bool)
FUZZ_ASK_1(caromBodyIsSleepEnabled, (void), Body)
FUZZ_EDIT_2(caromBodySetSleepThreshold, Body, Positive)
FUZZ_ASK_1(caromBodySleepThreshold, fuzzFinite, Body)
FUZZ_EDIT_1(caromWorldSetSleepEnabled, Bool)

FUZZ_QUESTION(caromWorldIsSleepEnabled)
{
    (void)caromWorldIsSleepEnabled(g->call.at);
}

void fuzz_caromBodySetLocks(FuzzGame *g)
{
    fuzzOpen(g, "caromBodySetLocks");
    CaromBodyId body = fuzzBody(g);
    uint32_t locks = (uint32_t)fuzzEnum(g, 8);
    fuzzEdit(g, caromBodySetLocks(g->call.at, body, locks));
}

FUZZ_ASK_1(caromBodyLocks, (void), Body)

FUZZ_QUESTION(caromWorldPoses)
{
    CaromBodyPose out[FUZZ_ROOM];
    int capacity = fuzzCapacity(g), count = caromWorldPoses(g->call.at, out, capacity);
    fuzzFound(count);
    for (int k = 0; k < count && k < capacity; k++) {
        fuzzFiniteVec(out[k].position);
        FUZZ_CHECK(caromBodyType(g->call.at, out[k].body) == CAROM_BODY_DYNAMIC);
    }
}

FUZZ_QUESTION(caromWorldPosesFloat)
{
    CaromBodyPoseFloat out[FUZZ_ROOM];
    int capacity = fuzzCapacity(g), count = caromWorldPosesFloat(g->call.at, out, capacity);
    fuzzFound(count);
    for (int k = 0; k < count && k < capacity; k++) {
        FUZZ_CHECK(caromBodyIsValid(g->call.at, out[k].body));
    }
}
