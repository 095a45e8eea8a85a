// SPDX-License-Identifier: MIT
#include "meeting.h"

#include "../data/observer.h"
#include "../events/event.h"
#include "../flight/def_table.h"
#include "../flight/flight.h"
#include "../flight/projectile_pairs.h"
#include "../flight/sensor_crossings.h"
#include "../geometry/materials.h"
#include "../placement/launch.h"
#include "../placement/place.h"
#include "blast.h"
#include "hit.h"

#define APART_LIMIT 8
#define SLOW_WEIGHT 16 ///< [events] that a slow meeting counts for

/// One of the two projectiles.
typedef struct Side {
    uint32_t i;
    double mass;
    CaromMeetAction action;
    CaromVec2 center, before, after;
    double share; ///< of the change of relative velocity; 0: none
} Side;

typedef struct Meeting {
    double time, reach, restitution, closing;
    CaromVec2 point, normal; ///< from side 0 to side 1
    Side side[2];            ///< the lower index first
} Meeting;

// ---- how it stands

static Side sideOf(const CaromWorld *world, uint32_t i, double time)
{
    const CrFlights *f = &world->flights;
    const CaromProjectileDef *def = &world->flightDefs[f->hot[i].flightDef].def;
    CrPath path = crFlightPath(f, i);
    double tau = crFlightTau(f, i, time);
    CaromVec2 velocity = crPathVelocity(&path, tau);
    Side side = {i, def->mass, def->onMeet, crPathPoint(&path, tau), velocity, velocity, 0.0};
    return side;
}

static Meeting stand(const CaromWorld *world, uint32_t a, uint32_t b, double time)
{
    const CaromProjectileDef *defA = &world->flightDefs[world->flights.hot[a].flightDef].def,
                             *defB = &world->flightDefs[world->flights.hot[b].flightDef].def;
    Meeting m;
    m.time = time;
    m.reach = defA->radius + defB->radius;
    m.restitution = crMixed(world->restitutionMix, defA->restitution, defB->restitution);
    m.side[0] = sideOf(world, a, time);
    m.side[1] = sideOf(world, b, time);
    CaromVec2 way = crSub(m.side[1].center, m.side[0].center),
              relative = crSub(m.side[0].before, m.side[1].before);
    double length = crLength(way);
    m.normal = length > 0.0 ? crUnit(way, length) : crVec(1.0, 0.0);
    m.point = crAddScaled(m.side[0].center, m.normal, defA->radius);
    m.closing = crMax(crDot(relative, m.normal), 0.0);
    return m;
}

static bool isHeld(const CaromWorld *world, uint32_t i)
{
    return world->flights.hot[i].mode == CAROM_PROJECTILE_PARKED;
}

// ---- limits

/// One that was stopped on a surface stays marked so; nothing but the state hash reads that.
static void park(CaromWorld *world, const Side *side, double time)
{
    CrTransition parked = {.mode = CAROM_PROJECTILE_PARKED,
                           .time = time,
                           .place = crPlaceOrCrush(world, side->i, time, side->center, NULL),
                           .glued = crFlightExtra(&world->flights, side->i)->glued,
                           .isTold = true};
    crFlightApply(world, side->i, &parked);
    world->counters.parked++;
}

/// Returns how many events a meeting counts for: more if it is slower than a fall over one window.
/// Such flights lie in a heap. They would meet their neighbours ever more often and never come to
/// rest.
static uint32_t weightOf(const CaromWorld *world, const Meeting *m, uint32_t i)
{
    const CaromProjectileDef *def = &world->flightDefs[world->flights.hot[i].flightDef].def;
    double fall = crLength(crDefAcceleration(world, def)) * world->eventWindow;
    return m->closing < fall ? SLOW_WEIGHT : 1;
}

/// A flight with too many events is parked instead of this event. The other one meets it there.
static bool parkTired(CaromWorld *world, const Meeting *m)
{
    bool tired[2], counted[2];
    uint32_t weights[2];
    for (int s = 0; s < 2; s++) {
        weights[s] = weightOf(world, m, m->side[s].i);
        counted[s] = !isHeld(world, m->side[s].i);
        tired[s] = counted[s] && !crFlightCountEvents(world, m->side[s].i, m->time, weights[s]);
    }
    if (!tired[0] && !tired[1]) {
        return false;
    }
    for (int s = 0; s < 2; s++) {
        if (tired[s]) {
            park(world, &m->side[s], m->time);
        } else if (counted[s]) {
            crFlightOwn(&world->flights, m->side[s].i)->windowEvents -= weights[s];
        }
    }
    return true;
}

// ---- what follows

static CaromMeetAction told(CaromMeetAction action)
{
    return action == CAROM_MEETING_ASK ? CAROM_MEETING_BOUNCE : action;
}

/// Applies Newton's restitution along the line of centres; the rims have no friction. A flight that
/// passes or is held counts as infinitely heavy.
static void respond(const CaromWorld *world, Meeting *m)
{
    double inverse[2];
    bool bounces = false;
    for (int s = 0; s < 2; s++) {
        const Side *side = &m->side[s];
        bool yields = told(side->action) != CAROM_MEETING_PASS && !isHeld(world, side->i);
        inverse[s] = yields ? 1.0 / side->mass : 0.0;
        bounces |= told(side->action) == CAROM_MEETING_BOUNCE;
    }
    double sum = inverse[0] + inverse[1], push = (1.0 + m->restitution) * m->closing;
    for (int s = 0; s < 2; s++) {
        Side *side = &m->side[s];
        side->share = bounces && sum > 0.0 ? inverse[s] / sum : 0.0;
        double change = (s == 0 ? -push : push) * side->share;
        side->after =
            side->share > 0.0 ? crAddScaled(side->before, m->normal, change) : side->before;
    }
}

static CaromMeetEvent eventOf(const CaromWorld *world, const Meeting *m)
{
    const Side *a = &m->side[0], *b = &m->side[1];
    CaromMeetEvent event = {0};
    event.time = m->time;
    event.a = crProjectileIdOf(world, a->i);
    event.b = crProjectileIdOf(world, b->i);
    event.centerA = a->center;
    event.centerB = b->center;
    event.point = m->point;
    event.normal = m->normal;
    event.beforeA = a->before;
    event.beforeB = b->before;
    event.afterA = a->after;
    event.afterB = b->after;
    event.actionA = told(a->action);
    event.actionB = told(b->action);
    event.dataA = world->flights.tail[a->i].userData;
    event.dataB = world->flights.tail[b->i].userData;
    return event;
}

static CaromMeetAction ask(CaromWorld *world, const Meeting *m, uint32_t i)
{
    if (world->meetCallback == NULL) {
        return CAROM_MEETING_BOUNCE;
    }
    CaromMeetEvent event = eventOf(world, m);
    double clock = world->queryTime;
    world->locked = true;
    world->queryTime = m->time;
    CaromMeetAction action =
        world->meetCallback(world->meetContext, world, &event, crProjectileIdOf(world, i));
    world->queryTime = clock;
    world->locked = false;
    action = (unsigned)action < CAROM_MEETING_ASK ? action : CAROM_MEETING_BOUNCE;
    crRecordAnswer(world, CR_RECORD_MEETING, i + 1, action);
    return action;
}

static void decide(CaromWorld *world, Meeting *m)
{
    respond(world, m);
    for (int s = 0; s < 2; s++) {
        if (m->side[s].action == CAROM_MEETING_ASK) {
            m->side[s].action = ask(world, m, m->side[s].i);
            respond(world, m);
        }
    }
}

// ---- new legs

static bool movesOn(const Side *side)
{
    return side->action == CAROM_MEETING_BOUNCE && side->share > 0.0;
}

static bool isDoomed(const Side *side)
{
    return side->action == CAROM_MEETING_DIE || side->action == CAROM_MEETING_EXPLODE;
}

/// Launches the flights that bounce, moved `apart` farther from each other.
static void launch(CaromWorld *world, const Meeting *m, double apart)
{
    double part = movesOn(&m->side[0]) && movesOn(&m->side[1]) ? 0.5 * apart : apart;
    for (int s = 0; s < 2; s++) {
        const Side *side = &m->side[s];
        if (movesOn(side)) {
            CaromVec2 wish = crAddScaled(side->center, m->normal, s == 0 ? -part : part);
            crFlightRelaunchFrom(world, side->i, m->time, wish, side->after);
        }
    }
}

/// Nudges velocities until the next search takes the flights that bounced for leaving.
static void makeLeave(CaromWorld *world, const Meeting *m)
{
    CrFlights *f = &world->flights;
    const Side *a = &m->side[0], *b = &m->side[1];
    double size = crCoordinateSum(a->after, b->after);
    for (double step = size * 0x1p-53; step <= size * 0x1p-40 && step > 0.0; step *= 2.0) {
        double frame;
        CrPath path = crProjectilePairRelativePath(f, a->i, b->i, &frame);
        if (crDot(path.p, path.v) >= 0.0) {
            return;
        }
        for (int s = 0; s < 2; s++) {
            uint32_t i = m->side[s].i;
            if (movesOn(&m->side[s])) {
                f->hot[i].velocity =
                    crAddScaled(f->hot[i].velocity, m->normal, s == 0 ? -step : step);
            }
        }
    }
}

/// Their rims start apart, if only by a rounding, so that a later meeting is found.
static void flyApart(CaromWorld *world, Meeting *m)
{
    CrFlights *f = &world->flights;
    const Side *a = &m->side[0], *b = &m->side[1];
    if (!movesOn(a) && !movesOn(b)) {
        return;
    }
    double unit = (crCoordinateSum(a->center, b->center) + m->reach) * 0x1p-52;
    double apart = m->reach - crLength(crSub(b->center, a->center)), gap = 0.0;
    apart = apart < 0.0 ? 0.0 : apart + unit;
    for (int round = 0; round < APART_LIMIT && !(gap > 0.0); round++) {
        double frame;
        launch(world, m, apart);
        CrPath path = crProjectilePairRelativePath(f, a->i, b->i, &frame);
        gap = crLength(path.p) - m->reach;
        apart = 2.0 * apart + unit;
    }
    if (!isDoomed(a) && !isDoomed(b)) {
        makeLeave(world, m);
    }
    for (int s = 0; s < 2; s++) {
        if (movesOn(&m->side[s])) {
            m->side[s].center = f->hot[m->side[s].i].place;
            m->side[s].after = f->hot[m->side[s].i].velocity;
        }
    }
}

static void end(CaromWorld *world, const Side *side, double time)
{
    crFlightSetLeg(world, side->i, time, side->center, side->after, crVec(0.0, 0.0));
    if (side->action == CAROM_MEETING_EXPLODE) {
        crFlightExplode(world, side->i, time);
    } else {
        crFlightEnd(world, side->i, time, CAROM_END_MEETING);
    }
}

/// mode: the one at the time of the meeting.
static void goOn(CaromWorld *world, const Side *side, double time, uint8_t mode, uint32_t other)
{
    if (!crFlightLives(&world->flights, side->i)) {
        return; // the other's end was its own
    }
    if (isDoomed(side)) {
        end(world, side, time);
    } else if (!movesOn(side)) {
        crProjectilePairPass(world, side->i, time, other);
    } else if (crIsTooFast(side->after)) {
        crFlightEnd(world, side->i, time, CAROM_END_OVERFLOW);
    } else if (mode != CAROM_PROJECTILE_FLYING) {
        crEventsTellMode(world, side->i, time, side->center, side->after, CAROM_PROJECTILE_FLYING);
    }
}

void crFlightsMeet(CaromWorld *world, uint32_t i, uint32_t k, double time)
{
    uint32_t a = i < k ? i : k, b = i < k ? k : i;
    crSensorCrossingsTell(world, a, time, time);
    crSensorCrossingsTell(world, b, time, time);
    Meeting m = stand(world, a, b, time);
    uint8_t modes[2] = {world->flights.hot[a].mode, world->flights.hot[b].mode};
    if (!parkTired(world, &m)) {
        decide(world, &m);
        flyApart(world, &m);
        CaromMeetEvent event = eventOf(world, &m);
        crEventsAddMeet(world, a, &event);
        world->counters.meetings++;
        goOn(world, &m.side[0], time, modes[0], b);
        goOn(world, &m.side[1], time, modes[1], a);
    }
    crFlightChanged(world, a);
    crFlightChanged(world, b);
}
