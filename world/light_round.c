// SPDX-License-Identifier: MIT
// Edges as a light sees them. Thin ones as they are. Of round ones, all points within a reach of a
// core, the flat sides and the lit parts of the ends: from tangent point to tangent point, those
// points on the circle within rounding, and chords in between.
#include "light.h"

#include "../shapes/exact.h"

#define HALVINGS 10 ///< of an arc of a quarter turn or less

// ---- thin edges

/// Turned so that p comes first; false: no side of it is seen.
static bool turnToLight(const CaromLight *light, CrLightEdge *edge, bool oneSided)
{
    int side = crOrient(edge->p, edge->q, light->center);
    if (side < 0) {
        CaromVec2 swap = edge->p;
        edge->p = edge->q;
        edge->q = swap;
    }
    return side < 0 || (side > 0 && !oneSided);
}

bool crLightAddEdge(CaromLight *light, const CrLightEdge *edge, bool oneSided)
{
    CrLightEdge added = *edge;
    if (!turnToLight(light, &added, oneSided)) {
        return true;
    }
    added.distance =
        edge->closed ? 0.0 : caromNearestOnSegment(light->center, added.p, added.q).distance;
    if (added.distance > light->range) {
        return true;
    }
    if (!crArrayGrow(light->edges, 1, &light->allocator)) {
        return false;
    }
    crArrayPush(light->edges, added);
    return true;
}

// ---- round ones

/// A circle of which a part is seen, and the edge that it belongs to.
typedef struct Cap {
    CaromLight *light;
    CrLightEdge edge; ///< p, q: of the chord to be added
    CaromVec2 center;
    double radius;
    CaromVec2 toLight; ///< from its center
    bool ok;
} Cap;

static CaromVec2 onCap(const Cap *cap, CaromVec2 normal)
{
    return crAddScaled(cap->center, normal, cap->radius);
}

/// Chords from normal u to normal v, which is up to a quarter turn further on.
static void addArc(Cap *cap, CaromVec2 u, CaromVec2 v, int halvings)
{
    CaromVec2 sum = crAdd(u, v);
    double twice = crLength(sum); // the cosine of half the angle in between
    if (halvings > 0 && cap->radius * (1.0 - 0.5 * twice) > cap->light->tolerance) {
        CaromVec2 middle = crUnit(sum, twice);
        addArc(cap, u, middle, halvings - 1);
        addArc(cap, middle, v, halvings - 1);
        return;
    }
    cap->edge.p = onCap(cap, u);
    cap->edge.q = onCap(cap, v);
    cap->ok = cap->ok && crLightAddEdge(cap->light, &cap->edge, true);
    cap->edge.part++;
}

static Cap capAt(CaromLight *light, const CrLightEdge *edge, CaromVec2 center, double radius)
{
    Cap cap = {light, *edge, center, radius, crSub(light->center, center), true};
    return cap;
}

/// The normals where lines from the light touch: first and last of the lit part, counter-clockwise.
/// False: the light is not outside.
static bool tangentNormals(const Cap *cap, CaromVec2 *first, CaromVec2 *last)
{
    double square = crLengthSquared(cap->toLight), distance = sqrt(square);
    double excess = (distance - cap->radius) * (distance + cap->radius);
    if (excess <= 0.0) {
        return false;
    }
    CaromVec2 along = crScale(cap->toLight, cap->radius / square);
    CaromVec2 aside = crScale(crLeft(cap->toLight), sqrt(excess) / square);
    *first = crSub(along, aside);
    *last = crAdd(along, aside);
    return true;
}

static bool isBetween(CaromVec2 u, CaromVec2 n, CaromVec2 v)
{
    return crCross(u, n) > 0.0 && crCross(n, v) > 0.0;
}

/// What is lit of the quarter from normal u to normal v.
static void addQuarter(Cap *cap, CaromVec2 u, CaromVec2 v)
{
    CaromVec2 first, last;
    if (!tangentNormals(cap, &first, &last)) {
        return;
    }
    bool startLit = crDot(u, cap->toLight) >= cap->radius,
         endLit = crDot(v, cap->toLight) >= cap->radius;
    if (startLit || endLit || (isBetween(u, first, v) && isBetween(u, last, v))) {
        addArc(cap, startLit ? u : first, endLit ? v : last, HALVINGS);
    }
}

static void addCircle(Cap *cap)
{
    CaromVec2 first, last;
    if (tangentNormals(cap, &first, &last)) {
        CaromVec2 middle = crUnit(cap->toLight, crLength(cap->toLight));
        addArc(cap, first, middle, HALVINGS);
        addArc(cap, middle, last, HALVINGS);
    }
}

/// A flat side, and a quarter at each of its ends; the core runs from a to b with `side` to its
/// right.
static bool addHalf(CaromLight *light, CrLightEdge *edge, CaromVec2 a, CaromVec2 b, double reach)
{
    CaromVec2 way = crSub(b, a), along = crUnit(way, crLength(way)), out = crRight(along);
    edge->p = crAddScaled(a, out, reach);
    edge->q = crAddScaled(b, out, reach);
    bool ok = crLightAddEdge(light, edge, true);
    edge->part++;
    Cap before = capAt(light, edge, a, reach);
    addQuarter(&before, crNegate(along), out);
    Cap after = capAt(light, &before.edge, b, reach);
    addQuarter(&after, out, along);
    edge->part = after.edge.part;
    return ok && before.ok && after.ok;
}

bool crLightAddRound(CaromLight *light, CrLightEdge *core, double reach, bool oneSided)
{
    CaromVec2 a = core->p, b = core->q;
    if (crEqual(a, b)) {
        Cap cap = capAt(light, core, a, reach);
        addCircle(&cap);
        core->part = cap.edge.part;
        return cap.ok;
    }
    return addHalf(light, core, a, b, reach) && (oneSided || addHalf(light, core, b, a, reach));
}
