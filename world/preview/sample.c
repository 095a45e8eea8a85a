// SPDX-License-Identifier: MIT
// Places on a predicted way, at equal times or equal distances: for drawing. At a time the place is
// the one that the flight will have, from the same anchor by the same code. Ways are measured along
// the path. With m the least speed, u = |a|·(τ − τ of m), a parabola's is
//
//     s(u) = (u·sqrt(u² + m²) + m²·asinh(u/m)) / 2|a|,
//
// and where it hardly bends, so that this would cancel, the integral of the speed by five nodes:
// Gauss, "Methodus nova integralium valores per approximationem inveniendi" (1814).
#include "../../shapes/path.h"
#include "../support/stick.h"
#include "predict.h"

#include <math.h>

#define BEND 0x1p-4 ///< |a|·h/|v|: below it five nodes err by less than 1e-14 of the way
#define NEWTON_LIMIT 64
#define INDEX_LIMIT 0x1p52 ///< indices are whole numbers below it

// ---- which samples there are

/// The largest k with first + k·spacing <= end, or −1.
static double lastIndex(double first, double spacing, double end)
{
    double k = crMin(floor((end - first) / spacing), INDEX_LIMIT);
    k += first + (k + 1.0) * spacing <= end;
    k -= first + k * spacing > end;
    return crMax(k, -1.0);
}

/// The smallest k >= 0 with first + k·spacing >= begin.
static double firstIndex(double first, double spacing, double begin)
{
    double k = crMin(ceil((begin - first) / spacing), INDEX_LIMIT);
    k += first + k * spacing < begin;
    k -= first + (k - 1.0) * spacing >= begin;
    return crMax(k, 0.0);
}

static int countOf(double from, double to)
{
    double count = to - from + 1.0;
    return count >= CAROM_UNLIMITED ? CAROM_UNLIMITED : count > 0.0 ? (int)count : 0;
}

/// How many legs are there to look at; 0 where anything is wrong.
static int knownLegs(const CaromPrediction *p, double first, double spacing,
                     const CaromVec2 *points, int capacity)
{
    bool numbers = crAbs(first) <= CR_HUGE && spacing > 0.0 && spacing <= CR_HUGE;
    bool room = capacity == 0 || (capacity > 0 && points != NULL);
    if (!numbers || !room || crPredictionCheck(p) != CAROM_OK) {
        return 0;
    }
    return p->legCount < p->legCapacity ? p->legCount : p->legCapacity;
}

static CrPath pathOf(const CaromLeg *leg)
{
    return crPathMake(leg->position, leg->velocity, leg->acceleration);
}

// ---- by time

static CaromVec2 placeAt(const CaromLeg *leg, double time)
{
    CrPath path = pathOf(leg);
    return leg->mode == CAROM_PROJECTILE_STUCK ? crRidePlace(&leg->ride, time)
                                               : crPathPoint(&path, crMax(time - leg->start, 0.0));
}

int caromPredictionSample(const CaromPrediction *p, double first, double spacing, CaromVec2 *points,
                          int capacity)
{
    int legs = knownLegs(p, first, spacing, points, capacity), l = 0;
    if (legs == 0) {
        return 0;
    }
    double from = firstIndex(first, spacing, p->from),
           to = lastIndex(first, spacing, p->legs[legs - 1].end);
    int count = countOf(from, to);
    for (int k = 0; k < count && k < capacity; k++) {
        double time = first + (from + k) * spacing;
        while (l + 1 < legs && p->legs[l + 1].start <= time) {
            l++;
        }
        points[k] = placeAt(&p->legs[l], time);
    }
    return count;
}

// ---- the way of a leg

/// ln(x + sqrt(x² + 1)) for x >= 0: powers of two apart, by the series of the area tangent.
static double areaSine(double x)
{
    static const double LN2 = 0.69314718055994530942;
    double beyond = x + x * x / (1.0 + sqrt(1.0 + x * x)), y = 1.0 + beyond, powers = 0.0;
    while (y > 1.5) {
        y *= 0.5;
        beyond = y - 1.0;
        powers += 1.0;
    }
    double z = beyond / (2.0 + beyond), zz = z * z, sum = 0.0;
    for (int k = 27; k >= 1; k -= 2) {
        sum = sum * zz + 1.0 / k;
    }
    return powers * LN2 + 2.0 * z * sum;
}

/// s(u), with the sign of u.
static double wayFromLeast(double u, double least, double acceleration)
{
    double size = crAbs(u), way = size * sqrt(size * size + least * least);
    if (least > size * 1e-9) { // otherwise it adds nothing
        way += least * least * areaSine(size / least);
    }
    return (u < 0.0 ? -way : way) * 0.5 / acceleration;
}

/// The way of a path between two times.
static double wayBetween(const CrPath *path, double from, double to)
{
    static const double NODES[3] = {0.0, 0.53846931010568309, 0.90617984593866399};
    static const double WEIGHTS[3] = {0.56888888888888889, 0.47862867049936647,
                                      0.23692688505618909};
    double h = 0.5 * (to - from), mid = from + h, a = crLength(path->a);
    CaromVec2 v = crPathVelocity(path, mid);
    if (a * h > BEND * crLength(v)) {
        double turn = crDot(path->v, path->a) / a, least = crAbs(crCross(path->v, path->a)) / a;
        return wayFromLeast(turn + a * to, least, a) - wayFromLeast(turn + a * from, least, a);
    }
    double sum = WEIGHTS[0] * crLength(v);
    for (int k = 1; k < 3 && path->curved; k++) {
        sum += WEIGHTS[k] * (crLength(crPathVelocity(path, mid - NODES[k] * h)) +
                             crLength(crPathVelocity(path, mid + NODES[k] * h)));
    }
    return path->curved ? sum * h : crLength(v) * (to - from);
}

/// The time at which a way has been gone that is `all` between two times.
static double timeOfWay(const CrPath *path, double from, double to, double way, double all)
{
    double lo = from, hi = to, tau = from + (to - from) * (way / all);
    for (int k = 0; k < NEWTON_LIMIT && path->curved; k++) {
        double error = wayBetween(path, from, tau) - way;
        double next = tau - error / crLength(crPathVelocity(path, tau));
        lo = error < 0.0 ? tau : lo;
        hi = error > 0.0 ? tau : hi;
        if (!(next >= lo && next <= hi)) {
            next = 0.5 * (lo + hi);
        }
        if (next == tau) {
            break;
        }
        tau = next;
    }
    return crClamp(tau, from, to);
}

// ---- by way

int caromPredictionSampleWay(const CaromPrediction *p, double first, double spacing,
                             CaromVec2 *points, int capacity)
{
    int legs = knownLegs(p, first, spacing, points, capacity);
    if (legs == 0 || first < 0.0) {
        return 0;
    }
    double passed = 0.0;
    int k = 0;
    for (int l = 0; l < legs && p->legs[l].mode != CAROM_PROJECTILE_STUCK; l++) {
        const CaromLeg *leg = &p->legs[l];
        CrPath path = pathOf(leg);
        double to = leg->end - leg->start, from = crClamp(p->from - leg->start, 0.0, to);
        double way = wayBetween(&path, from, to);
        for (; k < capacity && way > 0.0 && first + k * spacing <= passed + way; k++) {
            double rest = crClamp(first + k * spacing - passed, 0.0, way);
            points[k] = crPathPoint(&path, timeOfWay(&path, from, to, rest, way));
        }
        passed += way;
    }
    return passed > 0.0 ? countOf(0.0, lastIndex(first, spacing, passed)) : 0;
}
