// SPDX-License-Identifier: MIT
#include "leg.h"

#include "../data/ids.h"

#include "../../shapes/exact.h"
#include "../data/flight_pool.h"
#include "../events/event.h"
#include "../geometry/tile_shape.h"
#include "../index/hierarchy.h"
#include "../index/moving_index.h"
#include "../narrowphase/shape_distance.h"
#include "../narrowphase/shape_exit.h"
#include "where.h"

#define FIRST_SPAN 0.015625 ///< [s]

// ---- legs

void crFlightForget(CaromWorld *world, uint32_t i)
{
    CrFlights *f = &world->flights;
    f->next[i] = f->hot[i].start;
    f->hot[i].nextKind = CR_NEXT_SEARCH;
    f->hot[i].nextKey = CR_NONE;
    f->hot[i].tau = crFlightAfter(world, i);
}

// ---- one edge

CrSpinPath crFlightRelativePath(const CaromWorld *world, uint32_t i, const CrBody *body)
{
    const CrFlights *f = &world->flights;
    CrPath path = crFlightPath(f, i);
    double frame = f->hot[i].start;
    if (body->type == CAROM_BODY_STATIC) {
        return crSpinPathStill(path, frame);
    }
    if (world->still) {
        CrPose pose = crFlightPose(world, body, frame);
        return crSpinPathStill(crPathUnder(&pose, path), frame);
    }
    if (body->anchorTime > frame) {
        double tau = body->anchorTime - frame;
        CaromVec2 place = crPathPoint(&path, tau);
        path.v = crPathVelocity(&path, tau);
        path.p = place;
        frame = body->anchorTime;
    }
    CrPose pose = crBodyPose(body, frame);
    path.v = crSub(path.v, crBodyVelocity(body, frame));
    if (CR_UNLIKELY(body->accelerates)) {
        path = crPathMake(path.p, path.v, crSub(path.a, body->acceleration));
    }
    if (body->spin != 0.0) {
        path.p = crSub(path.p, pose.offset);
        return crSpinPathMake(path, pose.pivot, body->turn, body->anchorTime, body->spin, frame);
    }
    return crSpinPathStill(crPathUnder(&pose, path), frame);
}

CaromVec2 crFlightRelativePlace(const CaromWorld *world, uint32_t i, const CrBody *body, double tau)
{
    CrSpinPath path = crFlightRelativePath(world, i, body);
    double ahead = world->flights.hot[i].start - path.frame; // by itself: tau keeps all its digits
    return crSpinPathPoint(&path, crMax(tau + ahead, 0.0));
}

CrPassed crPassedMake(const CaromWorld *world, uint32_t shape, int edge)
{
    CrPassed passed = {shape, world->shapeSlots.ages[shape], edge};
    return passed;
}

bool crPassedIsThere(const CaromWorld *world, const CrPassed *passed)
{
    return passed->shape != CR_NONE && passed->edge >= 0 &&
           crSlotsHolds(&world->shapeSlots, passed->shape + 1, passed->age) &&
           passed->edge < world->shapes[passed->shape].edgeCount;
}

/// Whether the leg has passed an encounter already. What was put there after the event, at the same
/// time, it has not.
static bool isPast(const CaromWorld *world, uint32_t i, const CrEncounter *encounter)
{
    double after = crFlightAfter(world, i);
    const CrPassed *passed = &crFlightExtra(&world->flights, i)->passed;
    if (encounter->tau != after || !crPassedIsThere(world, passed)) {
        return encounter->tau < after;
    }
    bool isNew = encounter->shape != passed->shape &&
                 world->shapes[encounter->shape].edited >= encounter->time;
    return !isNew && crEdgeOrder(encounter->shape, encounter->edge) <=
                         crEdgeOrder(passed->shape, passed->edge);
}

/// Whether the body is the shooter, not yet left.
static bool isIgnored(const CaromWorld *world, const CrFlightExtra *extra, uint32_t body,
                      double time)
{
    return crExtraIgnores(world, extra, body) && time <= extra->ignoreUntil;
}

/// An encounter with a shape that was pierced on this leg is no new one while the flight is inside:
/// deep inside, or just in, as at a vertex, where two edges are passed at once.
static bool isInsidePierced(const CaromWorld *world, uint32_t i, const CrShape *shape,
                            const CrSpinPath *path, double tau, double passed)
{
    const CrFlights *f = &world->flights;
    const CrPassed *last = &crFlightExtra(f, i)->passed;
    double radius = world->flightDefs[f->hot[i].flightDef].def.radius;
    CaromVec2 at = crSpinPathPoint(path, tau);
    if (!(f->hot[i].leg & CR_LEG_PIERCED)) {
        return false;
    }
    double tolerance = crPlaceTolerance(at, radius);
    bool same = crPassedIsThere(world, last) && &world->shapes[last->shape] == shape;
    CaromVec2 then = crSpinPathPoint(path, passed),
              between = crSpinPathPoint(path, 0.5 * (passed + tau));
    if (same && crLength(crSub(at, then)) <= 64.0 * tolerance &&
        crLength(crSub(between, then)) <= 64.0 * tolerance) { // not back again
        return true;
    }
    return crShapeGapWithin(shape, at, radius, 0.0) < -8.0 * tolerance;
}

/// Paths take a start that is barely behind an edge for one that rounding put there. What rests is
/// never mistaken so, since places keep to its sides exactly; a polygon only from its inside:
/// beyond a corner, one may be behind a face without being in it.
static bool isFalseStart(const CaromWorld *world, const CrShape *shape, const CrEdge *edge,
                         CaromVec2 start)
{
    bool behind = edge->oneSided && edge->reach == 0.0 && crOrient(edge->a, edge->b, start) > 0;
    bool rests = world->bodies[shape->body].type == CAROM_BODY_STATIC;
    return behind && (rests || (crShapeHasInside(shape) && !crShapeHolds(shape, start)));
}

bool crFlightMeetsEdge(const CaromWorld *world, uint32_t i, uint32_t shapeSlot, int edgeIndex,
                       CrSpan span, CrEncounter *encounter)
{
    const CrFlights *f = &world->flights;
    const CrShape *shape = &world->shapes[shapeSlot];
    double radius = world->flightDefs[f->hot[i].flightDef].def.radius;
    CrSpinPath path = crFlightRelativePath(world, i, &world->bodies[shape->body]);
    CrEdge edge = crShapeEdge(shape, edgeIndex, radius);
    const CrFlightExtra *extra = crFlightExtra(f, i);
    if (extra->supportKey == crShapeKeys(shape)[edgeIndex]) {
        return false; // it lies on it
    }
    if (crPierceHolds(world, i, shapeSlot)) {
        return false;
    }
    double frame = path.frame, ahead = frame - f->hot[i].start;
    double passed = crMax(crFlightAfter(world, i) - ahead, 0.0);
    double after =
        ahead > 0.0 ? crMax(passed - (passed + ahead) * 0x1p-50, 0.0) : passed; // a rounding early
    CrSpinWindow window = {after, false, span.from, span.until};
    CrMeet meet;
    while (crSpinPathMeets(&path, &edge, &window, &meet)) {
        double tau = ahead + meet.tau;
        CrEncounter found = {crMax(f->hot[i].start + tau, frame), tau, meet.part, shapeSlot,
                             edgeIndex};
        if (!isPast(world, i, &found) && !isIgnored(world, extra, shape->body, found.time) &&
            !isInsidePierced(world, i, shape, &path, meet.tau, passed) &&
            !(meet.tau == 0.0 && isFalseStart(world, shape, &edge, crSpinPathPoint(&path, 0.0)))) {
            *encounter = found;
            return true;
        }
        window.after = meet.tau;
        window.beyond = true;
    }
    return false;
}

// ---- the moving layer

bool crEncounterIsEarlier(const CrEncounter *a, const CrEncounter *b)
{
    if (a->tau != b->tau) {
        return a->tau < b->tau;
    }
    return crEdgeOrder(a->shape, a->edge) < crEdgeOrder(b->shape, b->edge);
}

CaromBox crFlightRelativeBox(const CaromWorld *world, uint32_t i, const CrBody *body, CrSpan span,
                             double radius)
{
    CrSpinPath path = crFlightRelativePath(world, i, body);
    double frame = path.frame;
    double from = crMax(crMin(span.from, span.until) - frame, 0.0),
           to = crMax(span.until - frame, from);
    from = crMax(from - 1e-9 * (1.0 + from), 0.0);
    to += 1e-9 * (1.0 + to);
    if (path.spin == 0.0) {
        return crPathSweptBox(&path.path, from, to, radius);
    }
    double slack = 64.0 * crPlaceTolerance(path.pivot, radius);
    return crBoxInflate(crSpinPathBox(&path, from, to), radius + slack);
}

/// The first encounter with one kinematic shape, if it is due and earlier than what was found.
static void considerMoving(const CaromWorld *world, uint32_t i, uint32_t shape, CrSpan span,
                           CrEncounter *best, bool *found)
{
    const CrFlightDef *flightDef = &world->flightDefs[world->flights.hot[i].flightDef];
    const CrShape *s = &world->shapes[shape];
    if (!crFlightSees(world, &flightDef->def.filter, shape)) {
        return;
    }
    CaromBox box = crFlightRelativeBox(world, i, &world->bodies[s->body], span,
                                       s->radius + flightDef->def.radius);
    CrEdgeWalk walk;
    int e;
    crEdgesStart(&walk, s, box);
    while (crEdgesNext(&walk, &e)) {
        CrEncounter candidate;
        CrEdge edge = crShapeEdge(s, e, 0.0);
        span.until = *found ? best->time : span.until;
        if (crBoxOverlaps(box, crBox(edge.a, edge.b)) &&
            crFlightMeetsEdge(world, i, shape, e, span, &candidate) &&
            candidate.time <= span.until && (!*found || crEncounterIsEarlier(&candidate, best))) {
            *best = candidate;
            *found = true;
        }
    }
}

CaromBox crFlightSweptBox(const CaromWorld *world, uint32_t i, CrSpan span, double margin)
{
    const CrFlights *f = &world->flights;
    double radius = world->flightDefs[f->hot[i].flightDef].def.radius + margin;
    CrPath path = crFlightPath(f, i);
    double from = crMax(crFlightTau(f, i, span.from), crFlightAfter(world, i)),
           to = crFlightTau(f, i, span.until) + span.until * 0x1p-52; // what is due then, too
    return crPathSweptBox(&path, crMin(from, to), to, radius);
}

static bool meetsMovingWithin(const CaromWorld *world, uint32_t i, CrSpan span,
                              CrEncounter *encounter)
{
    CrMovingIndexWalk walk;
    uint32_t shape;
    bool found = false;
    crMovingIndexStart(&walk, world, crFlightSweptBox(world, i, span, 0.0));
    while (crMovingIndexNext(&walk, &shape)) {
        considerMoving(world, i, shape, span, encounter, &found);
    }
    return found;
}

/// Past bodies that spin a flight feels its way, by ever larger spans: a search there costs in
/// proportion to its time.
bool crFlightMeetsMoving(const CaromWorld *world, uint32_t i, double until, CrEncounter *encounter)
{
    CrSpan span = {world->time, until};
    if (world->movingIndex.spinners == 0) {
        return meetsMovingWithin(world, i, span, encounter);
    }
    double start = crMax(world->time, world->flights.hot[i].start), length = FIRST_SPAN;
    bool found = false;
    do {
        span.until = crMin(start + length, until);
        found = meetsMovingWithin(world, i, span, encounter);
        span.from = span.until;
        length *= 2.0;
    } while (!found && span.until < until);
    return found;
}

bool crFlightWillMeetMoving(const CaromWorld *world, uint32_t i, double until,
                            CrEncounter *encounter)
{
    CrSpan span = {world->time, until};
    bool found = false;
    for (int k = 0; k < world->movingIndex.solids; k++) {
        considerMoving(world, i, world->movingIndex.shapes[k], span, encounter, &found);
    }
    return found;
}

/// No part of a body that spins ever is farther from a place.
static double farthestOf(const CaromWorld *world, const CrBody *body, CaromVec2 place)
{
    double reach = 0.0;
    for (uint32_t s = body->firstShape; s != CR_NONE; s = world->shapes[s].next) {
        reach = crMax(reach, crBoxFarthest(crShapeBox(&world->shapes[s]), body->pivot));
    }
    return reach + crLength(crSub(place, body->pivot));
}

double crFlightLeavesBody(const CaromWorld *world, uint32_t i, uint32_t bodySlot)
{
    const CrBody *body = &world->bodies[bodySlot];
    double radius = world->flightDefs[world->flights.hot[i].flightDef].def.radius, tau = 0.0;
    CrSpinPath path = crFlightRelativePath(world, i, body);
    bool moved = true;
    for (int round = 0; moved && round < CR_EXIT_ROUNDS && tau < CR_NEVER; round++) {
        moved = false; // until no shape of the body holds it
        for (uint32_t s = body->firstShape; s != CR_NONE && tau < CR_NEVER;
             s = world->shapes[s].next) {
            moved |=
                !world->shapes[s].sensor && crShapeLeaves(&world->shapes[s], &path, radius, &tau);
        }
    }
    if (tau >= CR_NEVER && path.spin != 0.0) {
        tau = crPathTimeWithin(&path.path, farthestOf(world, body, path.path.p) + radius);
    }
    return tau < CR_NEVER ? path.frame + tau : CR_NEVER;
}

// ---- what it is inside of

bool crFlightLeavesShape(const CaromWorld *world, uint32_t i, uint32_t slot, double since,
                         double *leaves)
{
    const CrShape *shape = &world->shapes[slot];
    double radius = world->flightDefs[world->flights.hot[i].flightDef].def.radius;
    CrSpinPath path = crFlightRelativePath(world, i, &world->bodies[shape->body]);
    double tau = crMax(since - path.frame, 0.0), earliest = crMax(since, path.frame);
    bool inside = crShapeLeaves(shape, &path, radius, &tau);
    *leaves = tau < CR_NEVER ? crMax(path.frame + tau, earliest) : CR_NEVER;
    *leaves = inside ? *leaves : earliest;
    return inside;
}

bool crPiercedIsThere(const CaromWorld *world, const CrPierced *pierced)
{
    // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): there are as many as are counted
    return crShapeIsThere(world, pierced->shape, pierced->age) &&
           !world->shapes[pierced->shape].sensor;
}

CrPierceExit crPierceNextExit(const CaromWorld *world, uint32_t i)
{
    const CrFlights *f = &world->flights;
    const CrPierces *pierces = crFlightPierces(f, i);
    CrPierceExit next = {CR_NEVER, -1, false};
    bool moves = !crFlightIsStuck(world, i);
    for (int k = 0; moves && k < pierces->count; k++) {
        double leaves = world->time;
        if (crPiercedIsThere(world, &pierces->of[k])) {
            crFlightLeavesShape(world, i, pierces->of[k].shape, pierces->of[k].since, &leaves);
        }
        bool flies = f->hot[i].mode == CAROM_PROJECTILE_FLYING;
        double stops = flies ? crMax(pierces->of[k].stops, f->hot[i].start) : CR_NEVER;
        CrPierceExit exit = {crMin(leaves, stops), k, stops < leaves};
        if (exit.time < next.time) {
            next = exit;
        }
    }
    return next;
}
