// SPDX-License-Identifier: MIT
// How far things look: everywhere, unless the game says where to stop; given or infinite, all
// alike.
#include <math.h>

#include "../../support/builder.h"

static CaromShapeId wallAt(CaromWorld *world, double x)
{
    CaromBodyId rest = newRest(world);
    return newSegment(world, rest, caromVec2(x, -0.5 * x), caromVec2(x, 0.5 * x));
}

static const double endless[] = {-1.0, CAROM_ENDLESS, INFINITY, 1e12}; // -1: the default

/// The least x of a fan's points that are seen on a wall.
static double litAt(CaromLight *light)
{
    int count = 0;
    double x = INFINITY;
    const CaromLightPoint *points = caromLightPoints(light, &count);
    for (int k = 0; k < count; k++) {
        x = points[k].shape.index != 0 ? fmin(x, points[k].point.x) : x;
    }
    return x;
}

TEST_WORLD_LOOP(a_light_reaches_as_far_as_there_is_something, 4, newWorld())
{
    CaromLight *light = caromLightCreate(NULL);
    CaromLightDef def = caromLightDef();
    double range = endless[_i];
    wallAt(world, 50000.0);
    def.range = range > 0.0 ? range : def.range;
    ck_assert_ok(caromLightCast(light, world, &def));
    ck_assert(fabs(litAt(light) - 50000.0) < 1e-3);
    def.range = 100.0;
    ck_assert_ok(caromLightCast(light, world, &def));
    ck_assert(litAt(light) == INFINITY);
    caromLightDestroy(light);
}

TEST_WORLD_LOOP(the_nearest_is_found_however_far_it_is, 4, newWorld())
{
    CaromNearestQuery query = caromNearestQuery();
    CaromShapeId wall = wallAt(world, 9e11);
    CaromNear found[2];
    double within = endless[_i];
    query.point = caromVec2(-9e11, 0.0);
    query.within = within > 0.0 ? within : query.within;
    int count = caromWorldNearest(world, &query, found, 2);
    if (within == 1e12) {
        ck_assert_int_eq(count, 0);
    } else {
        ck_assert_int_eq(count, 1);
        ck_assert_uint_eq(found[0].shape.index, wall.index);
        ck_assert(fabs(found[0].distance - 1.8e12) < 0.01);
        double distance;
        ck_assert_int_eq(
            caromWorldDistance(world, query.point, query.within, query.options, &distance, NULL),
            1);
        ck_assert(distance == found[0].distance);
    }
}

TEST_WORLD_LOOP(a_beam_leads_to_whatever_it_meets, 4, newWorld())
{
    CaromBeamDef def = caromBeamDef();
    CaromBeamLeg legs[2];
    double length = endless[_i];
    wallAt(world, 5e8);
    def.length = length > 0.0 ? length : def.length;
    def.bounces = 0;
    ck_assert_int_eq(caromWorldCastBeam(world, &def, legs, 2), 1);
    ck_assert(legs[0].hit && fabs(legs[0].to.x - 5e8) < 1e-3);
    def.direction = caromVec2(-1.0, 0.0); // into the open
    ck_assert_int_eq(caromWorldCastBeam(world, &def, legs, 2), 1);
    ck_assert(!legs[0].hit && legs[0].to.x == -1e12);
}

TEST_WORLD_LOOP(no_range_is_none, 3, newWorld())
{
    static const double none[] = {NAN, -1.0, -INFINITY};
    CaromNearestQuery query = caromNearestQuery();
    CaromBeamDef beam = caromBeamDef();
    CaromLightDef lamp = caromLightDef();
    CaromLight *light = caromLightCreate(NULL);
    CaromNear found;
    CaromBeamLeg leg;
    query.within = beam.length = lamp.range = none[_i];
    wallAt(world, 3.0);
    ck_assert_int_lt(caromWorldNearest(world, &query, &found, 1), 0);
    ck_assert_int_lt(caromWorldCastBeam(world, &beam, &leg, 1), 0);
    ck_assert_int_ne(caromLightCast(light, world, &lamp), CAROM_OK);
    caromLightDestroy(light);
}
