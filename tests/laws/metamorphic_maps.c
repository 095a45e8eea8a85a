// SPDX-License-Identifier: MIT
// Cases turned, mirrored, scaled, slowed and put elsewhere. How much of an answer may change is
// said by the law that asks, and, of single numbers, in metamorphic.c.
#include "metamorphic.h"

#include <math.h>
#include <stdlib.h>

static bool holdsMapped(Draw *draw)
{
    caseMapped(&casePair.map, &casePair.a, &casePair.b);
    bool ran = casePairRun(&casePair.a, NULL, &casePair.askedA) &&
               casePairRun(&casePair.b, NULL, &casePair.askedB);
    return ran ? casePairAgrees(draw) : drawFails(draw, "no memory");
}

/// Leaves out what a map changes by more than rounding:
/// - bullets that touch something at their start. The tolerance of a touch, 2^-46 of the
///   coordinates and of a metre, does not scale and differs from place to place. A bullet that
///   touches is put off the surface by it, and on a thin wall, if it moves to neither side, to its
///   left;
/// - exits that are answers themselves, exits from sensors, and exits from which a query goes on:
///   see hasSoftExit;
/// - boxes that turn on their way: they come as near as a tolerance, step by step;
/// - bounces without restitution: roundings make what is left of the velocity lead out of the
///   surface.
static void dropUnclear(Case *scene)
{
    for (int i = 0; i < scene->shapeCount; i++) {
        scene->shapes[i].sensor = false;
    }
    for (int i = 0; i < scene->askCount; i++) {
        CaseAsk *asked = &scene->asks[i];
        asked->inside = asked->inside == CAROM_INSIDE_EXIT ? CAROM_INSIDE_HIT : asked->inside;
        asked->restitution = asked->restitution == 0.0 ? 0.5 : asked->restitution;
        asked->angle = 0.0;
    }
    caseHitInside(scene);
    casePairDropTouching(scene, 1);
}

static void straighten(Case *scene)
{
    scene->gravity = caromVec2(0.0, 0.0);
    for (int i = 0; i < scene->askCount; i++) {
        scene->asks[i].acceleration = caromVec2(0.0, 0.0);
    }
}

bool caseLawScaled(Draw *draw, int habits)
{
    casePairBegin(draw, habits);
    dropUnclear(&casePair.a);
    casePair.once = true;
    casePair.map.length = ldexp(1.0, drawInt(draw, -10, 10));
    return holdsMapped(draw);
}

/// Straight ways of points among thin things only. What is round is met where its middle is as far
/// from an edge as it is wide, and that distance is rounded otherwise from the edge's other end.
/// Where a path has no speed across an edge, both roots of its parabola are of one size; they are
/// two quotients that are rounded each by itself, and a mirror exchanges them.
bool caseLawMirrored(Draw *draw, int habits)
{
    casePairBegin(draw, habits);
    casePair.map.mirrors = true;
    casePair.map.quarters = (int)drawChoice(draw, 3);
    straighten(&casePair.a);
    for (int i = 0; i < casePair.a.askCount; i++) {
        casePair.a.asks[i].radius = 0.0;
        casePair.a.asks[i].kind =
            casePair.a.asks[i].kind == CASE_SWEEP ? CASE_BOXED : casePair.a.asks[i].kind;
    }
    casePairDropSidedByAxes(&casePair.a);
    dropUnclear(&casePair.a);
    casePair.once = true;
    return holdsMapped(draw);
}

/// Compares flights up to where they lean on something, or hit a corner. How far from it they go on
/// is a sum of coordinates, x before y, and so is rounded differently. It also stops where a bounce
/// leads into a way on which the axes decide how it passes a corner; and after a number of hits,
/// since what is caught in a gap that closes is put where there is still room for it, by the same
/// sums.
/// Leaves out bullets that touch something at their start: they are put off it by the last digits
/// of a sum of two products, which a turn exchanges.
bool caseLawTurned(Draw *draw, int habits)
{
    casePairBegin(draw, habits);
    casePairDropTouching(&casePair.a, 1);
    casePairDropSidedByAxes(&casePair.a);
    casePair.map.quarters = 1 + (int)drawChoice(draw, 2);
    casePair.flies = true;
    return holdsMapped(draw);
}

/// Without gravity: how near to its end a series of bounces is summed up is a time of its own.
/// And as long as none is parked: events are counted in windows of time.
bool caseLawSlowed(Draw *draw, int habits)
{
    casePairBegin(draw, habits);
    casePair.parks = true;
    dropUnclear(&casePair.a);
    straighten(&casePair.a);
    casePair.map.time = ldexp(1.0, drawInt(draw, -10, 10));
    return holdsMapped(draw);
}

static double drawShift(Draw *draw)
{
    int power = drawInt(draw, -21, 21);
    return power == 0 ? 0.0 : ldexp(power < 0 ? -1.0 : 1.0, abs(power) - 1);
}

/// Straight ways only: the places of a curved one are rounded before they are compared with what
/// is round.
bool caseLawShifted(Draw *draw, int habits)
{
    casePairBegin(draw, habits);
    straighten(&casePair.a);
    dropUnclear(&casePair.a);
    casePair.once = true;
    casePair.map.shift.x = drawShift(draw);
    casePair.map.shift.y = drawShift(draw);
    return holdsMapped(draw);
}
