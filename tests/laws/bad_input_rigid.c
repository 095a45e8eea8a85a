// SPDX-License-Identifier: MIT
// Mistakes with dynamic bodies.
#include "bad_input.h"

static const CaromVec2 right = {1.0, 0.0};

/// What every edit of a dynamic body refuses: also a body that is none.
#define OF_CRATE(call, ...)                                                                        \
    do {                                                                                           \
        BAD_IDS_OF(call, crate, bodies, __VA_ARGS__);                                              \
        if (!g->inside) {                                                                          \
            BAD_EDIT(CAROM_ERROR_DYNAMIC, call(g->world, g->mover, __VA_ARGS__));                  \
        }                                                                                          \
    } while (0)
/// One number, least .. most.
#define NUMBER(call, good, least, most)                                                            \
    void bad_##call(BadGame *g)                                                                    \
    {                                                                                              \
        OF_CRATE(call, good);                                                                      \
        if (!g->inside) {                                                                          \
            BAD_EDIT(CAROM_ERROR_NOT_FINITE, call(g->world, g->crate, NAN));                       \
            BAD_EDIT(CAROM_ERROR_OUT_OF_RANGE, call(g->world, g->crate, least));                   \
            BAD_EDIT(CAROM_ERROR_OUT_OF_RANGE, call(g->world, g->crate, most));                    \
        }                                                                                          \
    }
#define GETTER(call, after)                                                                        \
    void bad_##call(BadGame *g)                                                                    \
    {                                                                                              \
        BAD_NO_WORLD(call(NULL, g->crate) after);                                                  \
        BAD_EACH_ID(BAD_ASK, call(g->world, g->bodies[i]) after)                                   \
        BAD_ASK(CAROM_ERROR_DYNAMIC, call(g->world, g->mover) after);                              \
    }

void bad_caromBodySetType(BadGame *g)
{
    BAD_IDS_OF(caromBodySetType, crate, bodies, CAROM_BODY_STATIC);
    if (g->inside) {
        return;
    }
    BAD_EDIT(CAROM_ERROR_ENUM, caromBodySetType(g->world, g->crate, (CaromBodyType)3));
    CaromBodyDef def = caromBodyDef();
    def.type = CAROM_BODY_KINEMATIC;
    def.parent = g->mover;
    CaromBodyId child = caromBodyCreate(g->world, &def);
    def.velocity = right;
    CaromBodyId runs = caromBodyCreate(g->world, &def);
    BAD_EDIT(CAROM_ERROR_DYNAMIC, caromBodySetType(g->world, child, CAROM_BODY_DYNAMIC));
    BAD_EDIT(CAROM_ERROR_STATIC, caromBodySetType(g->world, child, CAROM_BODY_STATIC));
    BAD_EDIT(CAROM_ERROR_MOTION, caromBodySetType(g->world, g->mover, CAROM_BODY_DYNAMIC));
    caromBodyDestroy(g->world, child);
    caromBodyDestroy(g->world, runs);
}

void bad_caromBodyApplyLinearImpulse(BadGame *g)
{
    OF_CRATE(caromBodyApplyLinearImpulse, right, right);
    if (!g->inside) {
        CaromVec2 bad = {NAN, 0.0}, far = {0.0, 1.1e12};
        CaromWorld *w = g->world;
        BAD_EDIT(CAROM_ERROR_NOT_FINITE, caromBodyApplyLinearImpulse(w, g->crate, bad, right));
        BAD_EDIT(CAROM_ERROR_NOT_FINITE, caromBodyApplyLinearImpulse(w, g->crate, right, bad));
        BAD_EDIT(CAROM_ERROR_OUT_OF_RANGE, caromBodyApplyLinearImpulse(w, g->crate, far, right));
    }
}

void bad_caromBodyApplyLinearImpulseToCenter(BadGame *g)
{
    OF_CRATE(caromBodyApplyLinearImpulseToCenter, right);
    if (!g->inside) {
        CaromVec2 bad = {NAN, 0.0}, far = {0.0, 1.1e12};
        BAD_EDIT(CAROM_ERROR_NOT_FINITE,
                 caromBodyApplyLinearImpulseToCenter(g->world, g->crate, bad));
        BAD_EDIT(CAROM_ERROR_OUT_OF_RANGE,
                 caromBodyApplyLinearImpulseToCenter(g->world, g->crate, far));
    }
}

void bad_caromBodySetForce(BadGame *g)
{
    OF_CRATE(caromBodySetForce, right);
    if (!g->inside) {
        CaromVec2 bad = {NAN, 0.0}, far = {0.0, 1.1e12};
        BAD_EDIT(CAROM_ERROR_NOT_FINITE, caromBodySetForce(g->world, g->crate, bad));
        BAD_EDIT(CAROM_ERROR_OUT_OF_RANGE, caromBodySetForce(g->world, g->crate, far));
    }
}

NUMBER(caromBodyApplyAngularImpulse, 1.0, -1.1e12, 1.1e12)
NUMBER(caromBodySetTorque, 1.0, -1.1e12, 1.1e12)
NUMBER(caromBodySetLinearDamping, 1.0, -1e-9, 1.1e6)
NUMBER(caromBodySetAngularDamping, 1.0, -1e-9, 1.1e6)
NUMBER(caromBodySetGravityScale, 1.0, -1.1e12, 1.1e12)
NUMBER(caromBodySetMaxSpeed, 1.0, -1e-9, -1.0)
NUMBER(caromBodySetSleepThreshold, 1.0, -1e-9, -1.0)
GETTER(caromBodyForce, .x == 0.0)
GETTER(caromBodyTorque, == 0.0)
GETTER(caromBodyMass, == 0.0)
GETTER(caromBodyInertia, == 0.0)
GETTER(caromBodyCenterOfMass, .x == 0.0)
GETTER(caromBodyIsAwake, == false)
GETTER(caromBodyLinearDamping, == 0.0)
GETTER(caromBodyAngularDamping, == 0.0)
GETTER(caromBodyGravityScale, == 0.0)
GETTER(caromBodyMaxSpeed, == 0.0)
GETTER(caromBodyIsSleepEnabled, == false)
GETTER(caromBodySleepThreshold, == 0.0)
GETTER(caromBodyLocks, == 0)

void bad_caromBodySetMassData(BadGame *g)
{
    CaromMassData good = {1.0, {0.0, 0.0}, 1.0}, data = good;
    OF_CRATE(caromBodySetMassData, good);
    if (g->inside) {
        return;
    }
    double *fields[] = {&data.mass, &data.inertia, &data.center.x};
    for (int i = 0; i < 3; i++) {
        data = good;
        *fields[i] = NAN;
        BAD_EDIT(CAROM_ERROR_NOT_FINITE, caromBodySetMassData(g->world, g->crate, data));
        *fields[i] = -1.1e30;
        BAD_EDIT(CAROM_ERROR_OUT_OF_RANGE, caromBodySetMassData(g->world, g->crate, data));
    }
}

void bad_caromBodyResetMassData(BadGame *g)
{
    BAD_NO_WORLD(caromBodyResetMassData(NULL, g->crate) == CAROM_ERROR_NULL);
    BAD_EACH_ID(BAD_EDIT, caromBodyResetMassData(g->world, g->bodies[i]))
    BAD_WHEN_BUSY(BAD_EDIT, caromBodyResetMassData(g->world, g->crate))
    if (!g->inside) {
        BAD_EDIT(CAROM_ERROR_DYNAMIC, caromBodyResetMassData(g->world, g->body));
    }
}

void bad_caromBodySetAwake(BadGame *g)
{
    OF_CRATE(caromBodySetAwake, true);
}

void bad_caromBodySetSleepEnabled(BadGame *g)
{
    OF_CRATE(caromBodySetSleepEnabled, true);
}

void bad_caromWorldSetSleepEnabled(BadGame *g)
{
    BAD_NO_WORLD(caromWorldSetSleepEnabled(NULL, true) == CAROM_ERROR_NULL);
    BAD_WHEN_BUSY(BAD_EDIT, caromWorldSetSleepEnabled(g->world, false))
}

void bad_caromWorldIsSleepEnabled(BadGame *g)
{
    (void)g;
    BAD_NO_WORLD(!caromWorldIsSleepEnabled(NULL));
}

void bad_caromBodySetLocks(BadGame *g)
{
    OF_CRATE(caromBodySetLocks, 1);
    if (!g->inside) {
        BAD_EDIT(CAROM_ERROR_ENUM, caromBodySetLocks(g->world, g->crate, 8));
    }
}

void bad_caromShapeSetDensity(BadGame *g)
{
    BAD_IDS_OF(caromShapeSetDensity, shape, shapes, 1.0);
    if (!g->inside) {
        BAD_EDIT(CAROM_ERROR_NOT_FINITE, caromShapeSetDensity(g->world, g->shape, NAN));
        BAD_EDIT(CAROM_ERROR_OUT_OF_RANGE, caromShapeSetDensity(g->world, g->shape, -1e-9));
        BAD_EDIT(CAROM_ERROR_OUT_OF_RANGE, caromShapeSetDensity(g->world, g->shape, 1.1e9));
    }
}

BAD_GETTER(caromShapeDensity, shape, shapes, , == 0.0)

void bad_caromWorldPoses(BadGame *g)
{
    CaromBodyPose out[4];
    BAD_NO_WORLD(caromWorldPoses(NULL, out, 4) == -CAROM_ERROR_NULL);
    BAD_QUERY(CAROM_ERROR_COUNT, caromWorldPoses(g->world, out, -1));
    BAD_QUERY(CAROM_ERROR_NULL, caromWorldPoses(g->world, NULL, 1));
}

void bad_caromWorldPosesFloat(BadGame *g)
{
    CaromBodyPoseFloat out[4];
    BAD_NO_WORLD(caromWorldPosesFloat(NULL, out, 4) == -CAROM_ERROR_NULL);
    BAD_QUERY(CAROM_ERROR_COUNT, caromWorldPosesFloat(g->world, out, -1));
    BAD_QUERY(CAROM_ERROR_NULL, caromWorldPosesFloat(g->world, NULL, 1));
}
