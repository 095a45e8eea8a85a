// SPDX-License-Identifier: MIT
#include "slide.h"

#include "../../shapes/roots.h"
#include "../events/event.h"
#include "../flight/acceleration.h"
#include "../flight/def_table.h"
#include "../flight/flight.h"
#include "../flight/ground.h"
#include "../geometry/materials.h"
#include "../index/hierarchy.h"
#include "../placement/launch.h"
#include "../placement/place.h"
#include "equilibrium.h"
#include "grip.h"
#include "rest.h"
#include "ride.h"

#define NEEDLE 1e-6   ///< [rad] between a face and one that leans over it there is more than this
#define ALIKE 0x1p-40 ///< [1] velocities that differ by less are the same one
#define LOOK 0x1p-6 ///< [s] so long something that moves is taken to hold what it presses to a face

// ---- motion on a track

/// Along the track; speeds are those seen from the body.
typedef struct Motion {
    double place, speed, acceleration;
    double end; ///< [s] how long it lasts
    int cause;  ///< CR_SLIDE_…
    bool rests;
} Motion;

/// Returns the first time at which a motion leaves the track at its end towards `side` (1 hi, −1
/// lo).
static double timeToEnd(const CrTrack *track, const Motion *motion, int side)
{
    double gap = side > 0 ? track->hi - motion->place : motion->place - track->lo;
    double speed = side * motion->speed, acceleration = side * motion->acceleration, root[2];
    if (!(gap > 0.0) && (speed > 0.0 || (speed == 0.0 && acceleration > 0.0))) {
        return 0.0;
    }
    gap = crMax(gap, 0.0);
    int count = crQuadraticRoots(0.5 * acceleration, 0.5 * speed, -gap, &root[0], &root[1]);
    for (int k = 0; k < count; k++) {
        if (root[k] > 0.0 && speed + acceleration * root[k] >= 0.0) {
            return root[k];
        }
    }
    return CR_NEVER;
}

/// press: the acceleration onto the surface.
static Motion motionOf(const CaromWorld *world, uint32_t i, const CrSupport *support,
                       CaromVec2 pull, const CrTrack *track, double place, double speed,
                       double press)
{
    CrGrip grip = crGripOf(world, i, support, pull, track->along, press);
    double runs = crSupportRuns(world, support), slip = speed - runs;
    double drive = grip.drive, hold = grip.hold;
    Motion motion = {place, speed, 0.0, CR_NEVER, CR_SLIDE_STOPS, false};
    if (slip == 0.0 && crAbs(drive) <= hold) {
        motion.rests = runs == 0.0;
    } else {
        double way = slip != 0.0 ? slip : drive;
        motion.acceleration = drive - (way > 0.0 ? hold : -hold);
        if (hold > 0.0 && slip * motion.acceleration < 0.0) {
            motion.end = -slip / motion.acceleration;
        }
    }
    double toHi = timeToEnd(track, &motion, 1), toLo = timeToEnd(track, &motion, -1);
    if (toHi < motion.end) {
        motion.end = toHi;
        motion.cause = CR_SLIDE_AFTER;
    }
    if (toLo < motion.end) {
        motion.end = toLo;
        motion.cause = CR_SLIDE_BEFORE;
    }
    return motion;
}

/// Takes off with a velocity that does not lead into the surface. A flight that has just bounced
/// with this velocity, except for roundings, flies on as its hit decided.
static void takeOff(CaromWorld *world, uint32_t i, double time, CaromVec2 velocity)
{
    const CrFlight *hot = &world->flights.hot[i];
    if (hot->mode == CAROM_PROJECTILE_FLYING && hot->start == time &&
        crLength(crSub(velocity, hot->velocity)) <=
            ALIKE * crCoordinateSum(velocity, hot->velocity)) {
        return;
    }
    CaromVec2 place = crFlightPlaceAt(&world->flights, i, time);
    crEventsTellMode(world, i, time, place, velocity, CAROM_PROJECTILE_FLYING);
    crFlightRelaunch(world, i, time, velocity);
}

static void setSliding(CaromWorld *world, uint32_t i, double time, const CrSupport *support,
                       const CrTrack *track, const Motion *motion, CaromVec2 place)
{
    CrFlights *f = &world->flights;
    const CrBody *body = &world->bodies[world->shapes[support->shape].body];
    bool rolls = world->flightDefs[f->hot[i].flightDef].def.rolls;
    CaromProjectileMode mode = rolls ? CAROM_PROJECTILE_ROLLING : CAROM_PROJECTILE_SLIDING;
    CrTransition sliding = {.mode = mode,
                            .time = time,
                            .place = place,
                            .velocity = crAddScaled(body->velocity, track->along, motion->speed),
                            .acceleration = crScale(track->along, motion->acceleration),
                            .support = support,
                            .isTold = f->hot[i].mode != mode};
    crFlightApply(world, i, &sliding);
    crFlightOwn(f, i)->slideEnd = time + motion->end;
    crFlightOwn(f, i)->slideCause = motion->cause;
    crFlightOwn(f, i)->slideNormal = track->normal;
}

/// Finds a place for flight i on a track at *s. If something leans over it closer than the gap, the
/// place is a little beyond, towards `side` (1 hi, −1 lo). Returns false if there is none.
static bool findPlace(const CaromWorld *world, uint32_t i, double time, const CrTouch *touch,
                      const CrTrack *track, int side, double *s, CaromVec2 *place)
{
    const CrFlight *hot = &world->flights.hot[i];
    double hair = crTrackHair(hot->place, touch), from = *s;
    bool isLost = (hot->leg & CR_LEG_CRUSHED) != 0; // it ends as crushed, whatever the place
    for (double on = 0.0; on <= 256.0 * hair; on = on > 0.0 ? 2.0 * on : hair) {
        *s = from + side * on;
        if (on > 0.0 && (*s < track->lo || *s > track->hi)) {
            break; // beyond an end no wall has a say in it
        }
        CaromVec2 wish = crAddScaled(track->origin, track->along, *s);
        CrPlaced placed = crPlace(world, i, time, wish, touch);
        *place = placed.place;
        if ((isLost || !placed.crushed) && crLength(crSub(*place, wish)) <= 0.5 * hair) {
            return true;
        }
    }
    return false;
}

/// Where it goes on.
typedef struct Seat {
    double s, speed;
    CaromVec2 place;
    bool exists, held;
} Seat;

/// Ahead on a track. Where there is no place, and nothing holds it before that, it is behind: there
/// it has been stopped by what comes nearer, and keeps its speed where that is nothing.
static Seat seatOn(CaromWorld *world, uint32_t i, double time, const CrSupport *support,
                   const CrTouch *touch, const CrTrack *track, CaromVec2 near, double speed)
{
    double from = crDot(crSub(near, track->origin), track->along);
    Seat found = {from, speed, near, true, false};
    int ahead = speed < 0.0 ? -1 : 1;
    if (findPlace(world, i, time, touch, track, ahead, &found.s, &found.place)) {
        return found;
    }
    found.held = crFlightIsHeld(world, i, time, support, near, false);
    if (found.held) { // a rounding aside of where it was, it may be behind what comes
        CaromVec2 place = crPlaceOrCrush(world, i, time, near, touch);
        bool isPinched = (world->flights.hot[i].leg & CR_LEG_CRUSHED) != 0;
        bool isNear = crLength(crSub(place, near)) <= crTrackHair(near, touch);
        found.place = isNear || isPinched ? place : near;
    } else {
        CaromVec2 carried = crSupportVelocity(world, support, time, near);
        CaromVec2 velocity = crAddScaled(carried, track->along, speed);
        found.s = from;
        found.exists = findPlace(world, i, time, touch, track, -ahead, &found.s, &found.place);
        found.speed = crFlightIsBlocked(world, i, time, found.place, velocity) ? 0.0 : speed;
    }
    return found;
}

/// Holds it in place between its support and an obstacle. If the obstacle moves it may be gone
/// soon, so this is checked again after LOOK; if the clock's digits can't express so short a time,
/// it rests.
static void stayHeld(CaromWorld *world, uint32_t i, double time, const CrSupport *support,
                     const CrTrack *track, const Seat *seat)
{
    bool stands = crFlightIsHeld(world, i, time, support, seat->place, true);
    if (stands || !(time + LOOK > time)) {
        crFlightRest(world, i, time, seat->place, support, false);
        return;
    }
    Motion motion = {seat->s, 0.0, 0.0, LOOK, CR_SLIDE_WEDGED, false};
    setSliding(world, i, time, support, track, &motion, seat->place);
}

/// Returns a speed relative to the body that carries it; 0 if it is only a remainder of rounding.
static double speedOn(CaromVec2 carried, double speed)
{
    return crAbs(speed) > 0x1p-50 * crLength(carried) ? speed : 0.0;
}

/// The same as goAlong, on a spinning body.
static void rideAlong(CaromWorld *world, uint32_t i, double time, const CrSupport *support,
                      const CrTouch *touch, CaromVec2 near, double speed, bool slips)
{
    CrTrack track = crTrackOf(world, i, time, support, touch);
    CrSpinSlide slide = crRideMake(world, i, time, support, &track, near, speed);
    CaromVec2 carried = crSupportVelocity(world, support, time, near);
    Seat seat = {0};
    if (crSpinSlidePress(&slide) > 0.0) {
        seat = seatOn(world, i, time, support, touch, &track, near, speed);
    }
    if (!seat.exists) {
        takeOff(world, i, time, crAddScaled(carried, track.along, speed));
        return;
    }
    slide = crRideMake(world, i, time, support, &track, seat.place, seat.speed);
    slide.slips = slips;
    crFlightRideOn(world, i, time, support, &track, &slide, seat.place, seat.held);
}

/// Continues along a track from near a place, with a speed relative to the body that carries it.
static void goAlong(CaromWorld *world, uint32_t i, double time, const CrSupport *support,
                    const CrTouch *touch, CaromVec2 near, double speed)
{
    CaromVec2 carried = crSupportVelocity(world, support, time, near);
    speed = speedOn(carried, speed);
    if (crSupportSpin(world, support) != 0.0) {
        rideAlong(world, i, time, support, touch, near, speed, false);
        return;
    }
    CrTrack track = crTrackOf(world, i, time, support, touch);
    CaromVec2 velocity = crAddScaled(carried, track.along, speed);
    CaromVec2 pull = crGroundPullAlong(world, i, time, velocity, track.along,
                                       crFlightAcceleration(world, i, time, velocity));
    double press = -crDot(pull, track.normal);
    press -= track.isRound ? speed * speed / track.radius : 0.0;
    if (!(press > 0.0)) {
        takeOff(world, i, time, velocity);
        return;
    }
    Seat seat = seatOn(world, i, time, support, touch, &track, near, speed);
    if (!seat.exists) {
        takeOff(world, i, time, velocity);
        return;
    }
    if (seat.held) {
        stayHeld(world, i, time, support, &track, &seat);
        return;
    }
    Motion motion = motionOf(world, i, support, pull, &track, seat.s, seat.speed, press);
    if (motion.rests) {
        crFlightRest(world, i, time, seat.place, support, false);
        return;
    }
    setSliding(world, i, time, support, &track, &motion, seat.place);
}

void crFlightSlide(CaromWorld *world, uint32_t i, double time, const CrSupport *support,
                   CaromVec2 place, CaromVec2 velocity)
{
    CrTouch touch = crSupportTouch(world, i, time, support, place);
    CaromVec2 carried = crSupportVelocity(world, support, time, place);
    double speed = crDot(crSub(velocity, carried), crAlongSurface(touch.normal));
    goAlong(world, i, time, support, &touch, place, speed);
}

// ---- from one track to the next

/// Returns whether a place is on the side that the next face looks to. For a face of the same body
/// the corner decides it; a face of another body that passes there may have the place behind it.
static bool isBefore(const CaromWorld *world, double time, const CrSupport *support,
                     const CrCornerSide *next, CaromVec2 place)
{
    uint32_t slot = world->shapes[next->shape].body;
    CrPose pose = crFlightPose(world, &world->bodies[slot], time);
    return slot == world->shapes[support->shape].body ||
           crCornerLooksAt(world, next, crPoseToLocal(&pose, place));
}

/// Returns whether the next face, which rises, is an obstacle: it does not move away faster than
/// the flight approaches.
static bool risesBefore(const CaromWorld *world, double time, const CrCornerSide *next,
                        CaromVec2 normal, CaromVec2 end, CaromVec2 velocity)
{
    const CrBody *body = &world->bodies[world->shapes[next->shape].body];
    CaromVec2 closing = crSub(velocity, crBodyVelocityAt(body, time, end));
    return crDot(next->along, normal) > 0.0 && crDot(closing, next->normal) <= 0.0;
}

/// It goes on by itself.
static const CrSlideEnd goesOn = {0};

/// Along a face to its end: straight on where another lies flush, into one that rises, round the
/// corner where there is an arc to go round, off it otherwise.
static CrSlideEnd leaveFace(CaromWorld *world, uint32_t i, double time, const CrSupport *support,
                            CrTouch *touch, CaromVec2 place, double speed, bool onward)
{
    const CrShape *shape = &world->shapes[support->shape];
    bool atA = onward == (support->part == CR_PART_RIGHT);
    CaromVec2 end = crPoseToWorld(&touch->pose, atA ? touch->edge.a : touch->edge.b);
    // Just off the face that it comes along, since another may lean over it.
    CaromVec2 back = crScale(crAlongSurface(touch->normal), onward ? -1.0 : 1.0);
    CaromVec2 free = crAddScaled(back, touch->normal, NEEDLE);
    CrCorner corner = crCornerAt(world, i, time, end, free, shape->radius);
    const CrCornerSide *next = onward ? &corner.right : &corner.left;
    CrSupport onto = *support;
    CaromVec2 carried = crSupportVelocity(world, support, time, place);
    CaromVec2 velocity = crAddScaled(carried, crAlongSurface(touch->normal), speed);
    if (crCornerIsSeam(&corner)) {
        onto.shape = next->shape;
        onto.edge = next->edge;
        onto.part = next->part;
        CrTouch flush = crSupportTouch(world, i, time, &onto, place);
        bool spins = crSupportSpin(world, support) != 0.0 || crSupportSpin(world, &onto) != 0.0;
        if (spins && shape->body != world->shapes[onto.shape].body) {
            crFlightSlide(world, i, time, &onto, place, velocity); // as seen from there
        } else {
            goAlong(world, i, time, &onto, &flush, place, speed);
        }
        return goesOn;
    }
    if (next->exists && isBefore(world, time, support, next, place) &&
        risesBefore(world, time, next, touch->normal, end, velocity)) {
        double tau = crFlightTau(&world->flights, i, time);
        CrSlideEnd hit = {true, {time, tau, next->part, next->shape, next->edge}};
        return hit;
    }
    if (touch->edge.reach > 0.0) {
        onto.part = atA ? CR_PART_A : CR_PART_B;
        touch->part = onto.part;
        goAlong(world, i, time, &onto, touch, place, speed);
        return goesOn;
    }
    takeOff(world, i, time, velocity);
    return goesOn;
}

/// Round a corner to the next facet, or to the face where the corner ends.
static void leaveFacet(CaromWorld *world, uint32_t i, double time, const CrSupport *support,
                       CrTouch *touch, CaromVec2 place, double speed, bool onward)
{
    CrTrack track = crTrackOf(world, i, time, support, touch);
    const CrCornerSide *face = onward ? &track.after : &track.before;
    if (onward ? track.endsAfter : track.endsBefore) {
        CrSupport onto = {face->shape, face->edge, face->part};
        CrTouch flat = crSupportTouch(world, i, time, &onto, place);
        goAlong(world, i, time, &onto, &flat, place, speed);
        return;
    }
    CaromRotation turn = caromRotation(onward ? -CR_FACET : CR_FACET);
    touch->normal = crRotate(turn, touch->normal);
    goAlong(world, i, time, support, touch, place, speed);
}

/// Round a corner or along a face, at an end of its track.
static CrSlideEnd leaveTrack(CaromWorld *world, uint32_t i, double time, const CrSupport *support,
                             CrTouch *touch, CaromVec2 place, double speed, bool onward)
{
    speed = onward ? crMax(speed, 0.0) : crMin(speed, 0.0); // rounding may turn it at a crest
    if (crPartIsCap(support->part)) {
        leaveFacet(world, i, time, support, touch, place, speed, onward);
        return goesOn;
    }
    return leaveFace(world, i, time, support, touch, place, speed, onward);
}

/// Between its support and something else: at rest there, for as long as that holds it.
static bool staysHeld(CaromWorld *world, uint32_t i, double time, const CrSupport *support,
                      const CrTouch *touch, CaromVec2 near)
{
    bool rests = world->flights.hot[i].mode == CAROM_PROJECTILE_RESTING;
    if (!rests || !crFlightIsHeld(world, i, time, support, near, false)) {
        return false;
    }
    CrTrack track = crTrackOf(world, i, time, support, touch);
    double s = crDot(crSub(near, track.origin), track.along);
    CaromVec2 wish = crAddScaled(track.origin, track.along, s);
    crFlightRideHeld(world, i, time, support, crPlaceOrCrush(world, i, time, wish, touch));
    return true;
}

/// The same as slideOn for a piece of a ride.
static CrSlideEnd rideOn(CaromWorld *world, uint32_t i, double time, const CrSupport *support,
                         int cause)
{
    CaromVec2 place = crFlightPlaceAt(&world->flights, i, time);
    double speed = crRideSpeed(world, i, time, support);
    CrTouch touch = crSupportTouch(world, i, time, support, place);
    touch.normal = crRideNormal(world, i, time, support);
    CaromVec2 carried = crSupportVelocity(world, support, time, place);
    switch (cause) {
    case CR_SLIDE_RISES:
        takeOff(world, i, time, crAddScaled(carried, crAlongSurface(touch.normal), speed));
        break;
    case CR_SLIDE_BEFORE:
    case CR_SLIDE_AFTER:
        return leaveTrack(world, i, time, support, &touch, place, speed, cause == CR_SLIDE_AFTER);
    case CR_SLIDE_SLIPS:
        rideAlong(world, i, time, support, &touch, place, speed, true);
        break;
    default:
        if (cause != CR_SLIDE_WEDGED || !staysHeld(world, i, time, support, &touch, place)) {
            goAlong(world, i, time, support, &touch, place, speed);
        }
        break;
    }
    return goesOn;
}

/// At a time of its leg: at its end for the leg's cause, before that to go on as it is.
static CrSlideEnd slideOn(CaromWorld *world, uint32_t i, double time, int cause)
{
    CrFlights *f = &world->flights;
    CrSupport support;
    CrPath path = crFlightPath(f, i);
    CaromVec2 place = crFlightPlaceAt(f, i, time),
              velocity = crPathVelocity(&path, crFlightTau(f, i, time));
    if (!crFlightSupport(world, i, &support)) {
        takeOff(world, i, time, velocity);
        return goesOn;
    }
    if (crFlightRides(world, i)) {
        return rideOn(world, i, time, &support, cause);
    }
    CrTouch touch = crSupportTouch(world, i, time, &support, place);
    touch.normal = crFlightExtra(f, i)->slideNormal;
    CaromVec2 own = crSub(velocity, crSupportVelocity(world, &support, time, place));
    double speed = crDot(own, crAlongSurface(touch.normal));
    if (cause == CR_SLIDE_WEDGED) { // from now on as it is pulled
        goAlong(world, i, time, &support, &touch, place, speed);
    } else if (cause == CR_SLIDE_STOPS) {
        goAlong(world, i, time, &support, &touch, place, crSupportRuns(world, &support));
    } else {
        return leaveTrack(world, i, time, &support, &touch, place, speed, cause == CR_SLIDE_AFTER);
    }
    return goesOn;
}

CrSlideEnd crFlightFinishSlide(CaromWorld *world, uint32_t i)
{
    const CrFlightExtra *cold = crFlightExtra(&world->flights, i);
    return slideOn(world, i, cold->slideEnd, cold->slideCause);
}

void crFlightSlideWedged(CaromWorld *world, uint32_t i, const CrSupport *support, CaromVec2 normal,
                         double speed, double lasts)
{
    const CrFlight *hot = &world->flights.hot[i];
    double time = hot->start;
    CaromVec2 place = hot->place;
    CrTouch touch = crSupportTouch(world, i, time, support, place);
    touch.normal = normal;
    CrTrack track = crTrackOf(world, i, time, support, &touch);
    double s = crDot(crSub(place, track.origin), track.along);
    Motion motion = {s, speed, 0.0, lasts, CR_SLIDE_WEDGED, false};
    motion.end = crMin(lasts, crMin(timeToEnd(&track, &motion, 1), timeToEnd(&track, &motion, -1)));
    setSliding(world, i, time, support, &track, &motion, place);
}

void crFlightResumeSlide(CaromWorld *world, uint32_t i, double time)
{
    CrSlideEnd end = slideOn(world, i, time, CR_SLIDE_WEDGED);
    CR_ASSERT(!end.hits); // only the end of a track does
    (void)end;
}
