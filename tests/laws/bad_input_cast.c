// SPDX-License-Identifier: MIT
// Mistakes with casts along arcs, and with beams.
#include "bad_input.h"

/// What goes into a cast along an arc.
typedef struct Arc {
    CaromVec2 origin, velocity, acceleration;
    double radius, duration;
    CaromQueryOptions options;
    int capacity;
} Arc;

static int castArc(const CaromWorld *world, const Arc *arc, CaromHit *hits)
{
    return caromWorldCastArc(world, arc->origin, arc->radius, arc->velocity, arc->acceleration,
                             arc->duration, arc->options, hits, arc->capacity);
}

static void refuseArc(BadGame *g, Arc arc, CaromError error, int line)
{
    CaromHit hits[4];
    badBegin(g, "caromWorldCastArc");
    badEndAsk(g, error, castArc(g->world, &arc, hits) == -(int)error, line);
}

void bad_caromWorldCastArc(BadGame *g)
{
    CaromHit hits[4];
    Arc good = {{-3.0, -3.0}, {3.0, 3.0}, {0.0, 1.0}, 0.5, 2.0, caromQueryOptions(), 4}, arc = good;
    BAD_NO_WORLD(castArc(NULL, &good, hits) == -CAROM_ERROR_NULL);
    double *numbers[] = {&arc.origin.x,       &arc.origin.y,       &arc.velocity.x, &arc.velocity.y,
                         &arc.acceleration.x, &arc.acceleration.y, &arc.radius,     &arc.duration};
    for (int f = 0; f < 8; f++) {
        for (int i = 0; i < BAD_NUMBERS; i++) {
            arc = good;
            *numbers[f] = badNumbers[i].value;
            refuseArc(g, arc, badNumbers[i].error, __LINE__);
        }
    }
    arc = good;
    arc.radius = -5e-324;
    refuseArc(g, arc, CAROM_ERROR_OUT_OF_RANGE, __LINE__);
    arc = good;
    arc.duration = 0.0;
    refuseArc(g, arc, CAROM_ERROR_OUT_OF_RANGE, __LINE__);
    arc.duration = -1.0;
    refuseArc(g, arc, CAROM_ERROR_OUT_OF_RANGE, __LINE__);
    for (int i = 0; i < BAD_OPTIONS; i++) {
        BadOptions bad = badOptions(g, i);
        arc = good;
        arc.options = bad.options;
        refuseArc(g, arc, bad.error, __LINE__);
    }
    arc = good;
    arc.capacity = -1;
    refuseArc(g, arc, CAROM_ERROR_COUNT, __LINE__);
    arc.capacity = 1;
    badBegin(g, "caromWorldCastArc");
    badEndAsk(g, CAROM_ERROR_NULL, castArc(g->world, &arc, NULL) == -CAROM_ERROR_NULL, __LINE__);
    ck_assert_int_gt(castArc(g->world, &good, hits), 0);
}

void bad_caromBeamDef(BadGame *g)
{
    (void)g;
    CaromBeamDef def = caromBeamDef();
    ck_assert(def.energy == 1.0 && def.reflectivity == 1.0 && def.direction.x == 1.0);
    ck_assert(def.bounces == 16 && def.radius == 0.0 && def.length == CAROM_ENDLESS);
}

#define REFUSE_BEAM(error, field, wrong)                                                           \
    do {                                                                                           \
        CaromBeamDef def = good;                                                                   \
        def.field = (wrong);                                                                       \
        BAD_QUERY(error, caromWorldCastBeam(g->world, &def, legs, 4));                             \
    } while (0)

void bad_caromWorldCastBeam(BadGame *g)
{
    static const CaromBeamDef zeroed;
    CaromBeamLeg legs[4];
    CaromBeamDef good = caromBeamDef();
    good.origin = caromVec2(-3.0, -3.0);
    BAD_NO_WORLD(caromWorldCastBeam(NULL, &good, legs, 4) == -CAROM_ERROR_NULL);
    for (int i = 0; i < BAD_NUMBERS; i++) {
        double value = badNumbers[i].value;
        REFUSE_BEAM(badNumbers[i].error, origin.x, value);
        REFUSE_BEAM(badNumbers[i].error, origin.y, value);
        REFUSE_BEAM(badNumbers[i].error, direction.x, value);
        REFUSE_BEAM(badNumbers[i].error, direction.y, value);
        REFUSE_BEAM(badNumbers[i].error, radius, value);
        if (badIsNoRange(value)) {
            REFUSE_BEAM(badNumbers[i].error, length, value);
        }
        REFUSE_BEAM(badNumbers[i].error, energy, value);
        REFUSE_BEAM(badNumbers[i].error, minEnergy, value);
        REFUSE_BEAM(badNumbers[i].error, reflectivity, value);
    }
    REFUSE_BEAM(CAROM_ERROR_OUT_OF_RANGE, direction, caromVec2(0.0, 0.0));
    REFUSE_BEAM(CAROM_ERROR_OUT_OF_RANGE, direction, caromVec2(1e-101, 0.0));
    REFUSE_BEAM(CAROM_ERROR_OUT_OF_RANGE, radius, -1.0);
    REFUSE_BEAM(CAROM_ERROR_OUT_OF_RANGE, radius, 1e6 + 1.0);
    REFUSE_BEAM(CAROM_ERROR_OUT_OF_RANGE, length, 0.0);
    REFUSE_BEAM(CAROM_ERROR_OUT_OF_RANGE, energy, 0.0);
    REFUSE_BEAM(CAROM_ERROR_OUT_OF_RANGE, minEnergy, 0.0);
    REFUSE_BEAM(CAROM_ERROR_OUT_OF_RANGE, reflectivity, -0.5);
    REFUSE_BEAM(CAROM_ERROR_OUT_OF_RANGE, reflectivity, 10.5);
    REFUSE_BEAM(CAROM_ERROR_OUT_OF_RANGE, bounces, -1);
    REFUSE_BEAM(CAROM_ERROR_OUT_OF_RANGE, bounces, 1000001);
    REFUSE_BEAM(CAROM_ERROR_OUT_OF_RANGE, material, 65536);
    REFUSE_BEAM(CAROM_ERROR_DEF, cookie, 0);
    REFUSE_BEAM(CAROM_ERROR_ENUM, options.sensors, CAROM_SENSORS_INCLUDED);
    for (int i = 0; i < BAD_OPTIONS; i++) {
        BadOptions bad = badOptions(g, i);
        REFUSE_BEAM(bad.error, options, bad.options);
    }
    BAD_QUERY(CAROM_ERROR_DEF, caromWorldCastBeam(g->world, &zeroed, legs, 4));
    BAD_QUERY(CAROM_ERROR_NULL, caromWorldCastBeam(g->world, NULL, legs, 4));
    BAD_QUERY(CAROM_ERROR_NULL, caromWorldCastBeam(g->world, &good, NULL, 4));
    BAD_QUERY(CAROM_ERROR_COUNT, caromWorldCastBeam(g->world, &good, legs, -1));
    ck_assert_int_gt(caromWorldCastBeam(g->world, &good, legs, 4), 0);
    good.direction = caromVec2(1e-100, 0.0); // the least there may be
    ck_assert_int_gt(caromWorldCastBeam(g->world, &good, legs, 4), 0);
}
