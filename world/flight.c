// SPDX-License-Identifier: MIT
#include "flight.h"

#include "../shapes/exact.h"
#include "beam.h"
#include "calm.h"
#include "crossing.h"
#include "event.h"
#include "flight_slots.h"
#include "kinematics.h"
#include "partner.h"
#include "pierce.h"
#include "recipe.h"
#include "shape.h"
#include "stick.h"
#include "ties.h"
#include "tile_shape.h"

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

/// The flags that tell of a leg's acceleration.
static int pullOf(CrFlights *f, uint32_t i, CaromVec2 acceleration)
{
    if (acceleration.x == 0.0 && acceleration.y == 0.0) {
        return 0;
    }
    if (crEqual(acceleration, f->pulls[f->hot[i].recipe].of[f->pull])) {
        return f->pull == 0 ? CR_LEG_PULL_A : CR_LEG_PULL_B;
    }
    crFlightOwn(f, i)->acceleration = acceleration;
    return CR_LEG_PULL_OWN;
}

/// What lies behind counts no more for a leg that begins in another window, unless an event began
/// it, which was counted there already.
static void keepCounts(CaromWorld *world, uint32_t i, double start)
{
    CrFlights *f = &world->flights;
    if (f->tail[i].windowEvents > 0 && !(f->hot[i].leg & CR_LEG_COUNTED) &&
        crWindowOf(world, start) != crWindowOf(world, f->hot[i].start)) {
        f->tail[i].windowEvents = 0;
    }
}

void crFlightSetLeg(CaromWorld *world, uint32_t i, double start, CaromVec2 place,
                    CaromVec2 velocity, CaromVec2 acceleration)
{
    CrFlights *f = &world->flights;
    CrFlight *hot = &f->hot[i];
    if (crFlightHasExtra(f, i)) {
        crFlightOwn(f, i)->after = 0.0;
        crFlightOwn(f, i)->passed.shape = CR_NONE;
    } else {
        keepCounts(world, i, start);
    }
    if (world->ties.flight == i) {
        crTiesForget(world);
    }
    hot->start = start;
    hot->place = place;
    hot->velocity = velocity;
    hot->leg = (uint8_t)((hot->leg & CR_LEG_STAYS) | pullOf(f, i, acceleration));
    crCrossingsNewLeg(world, i);
    crCalmForget(f, i);
    crFlightForget(world, i);
    crPartnerTakeLeg(world, i);
}

void crFlightRelease(CaromWorld *world, uint32_t i)
{
    CrFlights *f = &world->flights;
    f->hot[i].nextKind = CR_NEXT_NOTHING;
    f->next[i] = CR_NEVER;
    if (f->calm != NULL) {
        f->calm[i] = CR_NEVER;
    }
    if (crIsPartner(world, i)) {
        crPartnersRemove(world, i);
    }
    crCrossingsDrop(world, i);
    if (crFlightHasExtra(f, i) && world->recorder == NULL) { // a ghost is still looked at
        crFlightDropExtra(world, i);
    }
    crRecipeDrop(world, f->hot[i].recipe);
    crFlightsFreeSlot(f, i);
}

void crFlightEnd(CaromWorld *world, uint32_t i, double time, CaromEndReason reason)
{
    crFlightEndAt(world, i, time, crFlightWhere(world, i, time), crFlightHowFast(world, i, time),
                  reason);
}

void crFlightEndAt(CaromWorld *world, uint32_t i, double time, CaromVec2 place, CaromVec2 velocity,
                   CaromEndReason reason)
{
    CrFlights *f = &world->flights;
    world->counters.ends++;
    CaromEndEvent event = {0,        time,   crProjectileIdOf(world, i), place,
                           velocity, reason, f->tail[i].userData};
    crEventsAddEnd(world, i, &event);
    crFlightRelease(world, i);
    f->hot[i].start = time; // of its end, by which the step sorts the slots that it frees
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
    path.v = crSub(path.v, body->velocity);
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
    double radius = world->recipes[f->hot[i].recipe].def.radius;
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
    double radius = world->recipes[f->hot[i].recipe].def.radius;
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

CaromBox crPathSweptBox(const CrPath *path, double from, double to, double radius)
{
    CaromVec2 a = crPathPoint(path, from), b = crPathPoint(path, to);
    double h = to - from,
           sagitta = path->curved ? crLength(path->a) * h * h * 0.125 * (1.0 + 1e-9) : 0.0;
    return crBoxInflate(crBox(a, b),
                        radius + sagitta +
                            64.0 * (crPlaceTolerance(a, radius) + crPlaceTolerance(b, radius)));
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
    const CrRecipe *recipe = &world->recipes[world->flights.hot[i].recipe];
    const CrShape *s = &world->shapes[shape];
    if (!crFlightSees(world, &recipe->def.filter, shape)) {
        return;
    }
    CaromBox box = crFlightRelativeBox(world, i, &world->bodies[s->body], span,
                                       s->radius + recipe->def.radius);
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
    double radius = world->recipes[f->hot[i].recipe].def.radius + margin;
    CrPath path = crFlightPath(f, i);
    double from = crMax(crFlightTau(f, i, span.from), crFlightAfter(world, i)),
           to = crFlightTau(f, i, span.until) + span.until * 0x1p-52; // what is due then, too
    return crPathSweptBox(&path, crMin(from, to), to, radius);
}

static bool meetsMovingWithin(const CaromWorld *world, uint32_t i, CrSpan span,
                              CrEncounter *encounter)
{
    CrKinematicsWalk walk;
    uint32_t shape;
    bool found = false;
    crKinematicsStart(&walk, world, crFlightSweptBox(world, i, span, 0.0));
    while (crKinematicsNext(&walk, &shape)) {
        considerMoving(world, i, shape, span, encounter, &found);
    }
    return found;
}

/// Past bodies that spin a flight feels its way, by ever larger spans: a search there costs in
/// proportion to its time.
bool crFlightMeetsMoving(const CaromWorld *world, uint32_t i, double until, CrEncounter *encounter)
{
    CrSpan span = {world->time, until};
    if (world->kinematics.spinners == 0) {
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
    for (int k = 0; k < crArrayCount(world->kinematics.shapes); k++) {
        considerMoving(world, i, world->kinematics.shapes[k], span, encounter, &found);
    }
    return found;
}
