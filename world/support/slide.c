// SPDX-License-Identifier: MIT
#include "slide.h"

#include "../events/event.h"
#include "../flight/acceleration.h"
#include "../index/hierarchy.h"
#include "../placement/launch.h"
#include "../placement/place.h"
#include "equilibrium.h"
#include "rest.h"

#define NEEDLE 1e-6   ///< [rad] between a face and one that leans over it there is more than this
#define ALIKE 0x1p-40 ///< [1] velocities that differ by less are the same one
#define LOOK 0x1p-6 ///< [s] so long something that moves is taken to hold what it presses to a face

// ---- motion on a track

/// Along the track; speeds are those seen from the body.
typedef struct Motion {
    double place, speed, acceleration;
    double end; ///< [s] how long it lasts
    int cause;  ///< CR_SLIDE_…
} Motion;

/// Cuts a motion short where it leaves its track before its end.
static void endOnTrack(const CrFaceTrack *track, Motion *motion)
{
    double toHi =
               crFaceTrackTimeToEnd(track, 1, motion->place, motion->speed, motion->acceleration),
           toLo =
               crFaceTrackTimeToEnd(track, -1, motion->place, motion->speed, motion->acceleration);
    if (toHi < motion->end) {
        motion->end = toHi;
        motion->cause = CR_SLIDE_AFTER;
    }
    if (toLo < motion->end) {
        motion->end = toLo;
        motion->cause = CR_SLIDE_BEFORE;
    }
}

static Motion motionOf(const CrFaceTrack *track, const CrGrip *grip, double runs, double place,
                       double speed)
{
    double slip = speed - runs;
    Motion motion = {place, speed, 0.0, CR_NEVER, CR_SLIDE_STOPS};
    if (!crGripHolds(grip, slip)) {
        motion.acceleration = grip->drive + crGripFriction(grip, slip);
        if (grip->hold > 0.0 && slip * motion.acceleration < 0.0) {
            motion.end = -slip / motion.acceleration;
        }
    }
    endOnTrack(track, &motion);
    return motion;
}

/// Returns the velocity of what moves along the support at a place with a speed relative to it.
static CaromVec2 velocityAlong(const CrLean *lean, CaromVec2 place, double speed)
{
    CaromVec2 carried = crSupportVelocity(lean->world, lean->support, lean->time, place);
    return crAddScaled(carried, crAlongSurface(lean->touch.normal), speed);
}

/// Takes off with a velocity that does not lead into the surface. A flight that has just bounced
/// with this velocity, except for roundings, flies on as its hit decided.
static void takeOff(const CrLean *lean, CaromVec2 velocity)
{
    const CrFlights *f = &lean->world->flights;
    const CrFlight *hot = &f->hot[lean->i];
    if (hot->mode == CAROM_PROJECTILE_FLYING && hot->start == lean->time &&
        crLength(crSub(velocity, hot->velocity)) <=
            ALIKE * crCoordinateSum(velocity, hot->velocity)) {
        return;
    }
    CaromVec2 place = crFlightPlaceAt(f, lean->i, lean->time);
    crEventsTellMode(lean->world, lean->i, lean->time, place, velocity, CAROM_PROJECTILE_FLYING);
    crFlightRelaunch(lean->world, lean->i, lean->time, velocity);
}

static void setSliding(const CrLean *lean, const CrFaceTrack *track, const Motion *motion,
                       CaromVec2 place)
{
    CaromWorld *world = lean->world;
    const CrBody *body = crSupportBody(world, lean->support);
    CaromVec2 carried = crBodyVelocity(body, lean->time);
    bool rolls = crFlightDef(world, lean->i)->rolls;
    CaromProjectileMode mode = rolls ? CAROM_PROJECTILE_ROLLING : CAROM_PROJECTILE_SLIDING;
    CrTransition sliding = {
        .mode = mode,
        .time = lean->time,
        .place = place,
        .velocity = crAddScaled(carried, track->along, motion->speed),
        .acceleration = crBodyAccelerates(body, crScale(track->along, motion->acceleration)),
        .support = lean->support,
        .isTold = world->flights.hot[lean->i].mode != mode};
    crFlightApply(world, lean->i, &sliding);
    CrFlightExtra *extra = crFlightOwn(&world->flights, lean->i);
    extra->slideEnd = lean->time + motion->end;
    extra->slideCause = motion->cause;
    extra->slideNormal = track->normal;
}

/// Finds a place for it on a track at *s. If something leans over it closer than the gap, the place
/// is a little beyond, towards `side` (1 hi, −1 lo). Returns false if there is none.
static bool findPlace(const CrLean *lean, const CrFaceTrack *track, int side, double *s,
                      CaromVec2 *place)
{
    const CrFlight *hot = &lean->world->flights.hot[lean->i];
    double hair = crFaceTrackHair(hot->place, &lean->touch), from = *s;
    bool isLost = (hot->leg & CR_LEG_CRUSHED) != 0; // it ends as crushed, whatever the place
    for (double on = 0.0; on <= 256.0 * hair; on = on > 0.0 ? 2.0 * on : hair) {
        *s = from + side * on;
        if (on > 0.0 && (*s < track->lo || *s > track->hi)) {
            break; // beyond an end no wall has a say in it
        }
        CaromVec2 wish = crAddScaled(track->origin, track->along, *s);
        CrPlaced placed = crPlace(lean->world, lean->i, lean->time, wish, &lean->touch);
        *place = placed.place;
        if ((isLost || !placed.crushed) && crLength(crSub(*place, wish)) <= 0.5 * hair) {
            return true;
        }
    }
    return false;
}

/// Where it goes on.
typedef struct Spot {
    double s, speed;
    CaromVec2 place;
    bool exists, held;
} Spot;

/// Ahead on a track. Where there is no place, and nothing holds it before that, it is behind: there
/// it has been stopped by what comes nearer, and keeps its speed where that is nothing. There is
/// none where nothing presses it on.
static Spot spotOn(const CrLean *lean, const CrFaceTrack *track, double press, CaromVec2 near,
                   double speed)
{
    CaromWorld *world = lean->world;
    uint32_t i = lean->i;
    double from = crFaceTrackAt(track, near);
    Spot found = {from, speed, near, false, false};
    int ahead = speed < 0.0 ? -1 : 1;
    found.exists = press > 0.0;
    if (!found.exists || findPlace(lean, track, ahead, &found.s, &found.place)) {
        return found;
    }
    found.held = crFlightIsHeld(world, i, lean->time, lean->support, near, false);
    if (found.held) { // a rounding aside of where it was, it may be behind what comes
        CaromVec2 place = crPlaceOrCrush(world, i, lean->time, near, &lean->touch);
        bool isPinched = (world->flights.hot[i].leg & CR_LEG_CRUSHED) != 0;
        bool isNear = crLength(crSub(place, near)) <= crFaceTrackHair(near, &lean->touch);
        found.place = isNear || isPinched ? place : near;
    } else {
        CaromVec2 carried = crSupportVelocity(world, lean->support, lean->time, near);
        CaromVec2 velocity = crAddScaled(carried, track->along, speed);
        found.s = from;
        found.exists = findPlace(lean, track, -ahead, &found.s, &found.place);
        found.speed = crFlightIsBlocked(world, i, lean->time, found.place, velocity) ? 0.0 : speed;
    }
    return found;
}

/// Holds it in place between its support and an obstacle. If the obstacle moves it may be gone
/// soon, so this is checked again after LOOK; if the clock's digits can't express so short a time,
/// it rests.
static void stayHeld(const CrLean *lean, const CrFaceTrack *track, const Spot *spot)
{
    double time = lean->time;
    bool stands = crFlightIsHeld(lean->world, lean->i, time, lean->support, spot->place, true);
    if (stands || !(time + LOOK > time)) {
        crFlightRest(lean->world, lean->i, time, spot->place, lean->support, false);
        return;
    }
    Motion motion = {spot->s, 0.0, 0.0, LOOK, CR_SLIDE_WEDGED};
    setSliding(lean, track, &motion, spot->place);
}

/// Continues along a track from near a place on a spinning body.
static void rideAlong(const CrLean *lean, CaromVec2 near, double speed, bool slips)
{
    CrFaceTrack track = crFaceTrackOf(lean);
    CrSpinSlide slide = crRideMake(lean, &track, near, speed);
    Spot spot = spotOn(lean, &track, crSpinSlidePress(&slide), near, speed);
    if (!spot.exists) {
        takeOff(lean, velocityAlong(lean, near, speed));
        return;
    }
    slide = crRideMake(lean, &track, spot.place, spot.speed);
    slide.slips = slips;
    crFlightRideOn(lean, &track, &slide, spot.place, spot.held);
}

/// The same on one that does not spin.
static void slideAlong(const CrLean *lean, CaromVec2 near, double speed)
{
    CaromWorld *world = lean->world;
    uint32_t i = lean->i;
    double time = lean->time, runs = crSupportRuns(world, lean->support);
    CrFaceTrack track = crFaceTrackOf(lean);
    CaromVec2 velocity = velocityAlong(lean, near, speed),
              pull = crGroundPullAlong(world, i, time, velocity, track.along,
                                       crFlightAcceleration(world, i, time, velocity));
    pull = crSupportPull(world, lean->support, pull);
    double press = -crDot(pull, track.normal);
    press -= track.isRound ? speed * speed / track.radius : 0.0;
    Spot spot = spotOn(lean, &track, press, near, speed);
    if (!spot.exists) {
        takeOff(lean, velocity);
        return;
    }
    CrGrip grip = crGripOf(world, i, lean->support, pull, track.along, press);
    if (spot.held) {
        stayHeld(lean, &track, &spot);
    } else if (runs == 0.0 && crGripHolds(&grip, spot.speed)) {
        crFlightRest(world, i, time, spot.place, lean->support, false);
    } else {
        Motion motion = motionOf(&track, &grip, runs, spot.s, spot.speed);
        setSliding(lean, &track, &motion, spot.place);
    }
}

/// Continues along a track from near a place, with a speed relative to the body that carries it. A
/// speed that is only a remainder of rounding is none.
static void goAlong(const CrLean *lean, CaromVec2 near, double speed)
{
    CaromVec2 carried = crSupportVelocity(lean->world, lean->support, lean->time, near);
    speed = crAbs(speed) > 0x1p-50 * crLength(carried) ? speed : 0.0;
    if (crSupportSpin(lean->world, lean->support) != 0.0) {
        rideAlong(lean, near, speed, false);
    } else {
        slideAlong(lean, near, speed);
    }
}

/// Returns the speed along the support of what moves with a velocity at a place.
static double speedAlong(const CrLean *lean, CaromVec2 place, CaromVec2 velocity)
{
    CaromVec2 carried = crSupportVelocity(lean->world, lean->support, lean->time, place);
    return crDot(crSub(velocity, carried), crAlongSurface(lean->touch.normal));
}

void crFlightSlide(CaromWorld *world, uint32_t i, double time, const CrSupport *support,
                   CaromVec2 place, CaromVec2 velocity)
{
    CrLean lean = crLeanAt(world, i, time, support, place);
    goAlong(&lean, place, speedAlong(&lean, place, velocity));
}

// ---- from one track to the next

/// Returns whether a place is on the side that the next face looks to. For a face of the same body
/// the corner decides it; a face of another body that passes there may have the place behind it.
static bool isBefore(const CrLean *lean, const CrCornerSide *next, CaromVec2 place)
{
    const CaromWorld *world = lean->world;
    uint32_t slot = world->shapes[next->shape].body;
    CrPose pose = crFlightPose(world, &world->bodies[slot], lean->time);
    return slot == world->shapes[lean->support->shape].body ||
           crCornerLooksAt(world, next, crPoseToLocal(&pose, place));
}

/// Returns whether the next face, which rises, is an obstacle: it does not move away faster than
/// the flight approaches.
static bool risesBefore(const CrLean *lean, const CrCornerSide *next, CaromVec2 end,
                        CaromVec2 velocity)
{
    const CaromWorld *world = lean->world;
    const CrBody *body = &world->bodies[world->shapes[next->shape].body];
    CaromVec2 closing = crSub(velocity, crBodyVelocityAt(body, lean->time, end));
    return crDot(next->along, lean->touch.normal) > 0.0 && crDot(closing, next->normal) <= 0.0;
}

/// Straight on over a seam, where another face lies flush.
static void crossSeam(const CrLean *lean, const CrSupport *onto, CaromVec2 place, double speed)
{
    CaromWorld *world = lean->world;
    bool spins = crSupportSpin(world, lean->support) != 0.0 || crSupportSpin(world, onto) != 0.0;
    if (spins && crSupportBody(world, lean->support) != crSupportBody(world, onto)) {
        CaromVec2 velocity = velocityAlong(lean, place, speed); // as seen from there
        crFlightSlide(world, lean->i, lean->time, onto, place, velocity);
        return;
    }
    CrLean flush = crLeanAt(world, lean->i, lean->time, onto, place);
    goAlong(&flush, place, speed);
}

/// Along a face to its end: straight on where another lies flush, into one that rises, round the
/// corner where there is an arc to go round, off it otherwise. Returns whether it hits something.
static bool leaveFace(const CrLean *lean, CaromVec2 place, double speed, bool onward,
                      CrEncounter *hit)
{
    CaromWorld *world = lean->world;
    const CrTouch *touch = &lean->touch;
    bool atA = onward == (lean->support->part == CR_PART_RIGHT);
    CaromVec2 end = crPoseToWorld(&touch->pose, atA ? touch->edge.a : touch->edge.b);
    // Just off the face that it comes along, since another may lean over it.
    CaromVec2 back = crScale(crAlongSurface(touch->normal), onward ? -1.0 : 1.0);
    CaromVec2 free = crAddScaled(back, touch->normal, NEEDLE);
    CrCorner corner = crCornerAt(world, lean->i, lean->time, end, free,
                                 world->shapes[lean->support->shape].radius);
    const CrCornerSide *next = onward ? &corner.right : &corner.left;
    CaromVec2 velocity = velocityAlong(lean, place, speed);
    if (crCornerIsSeam(&corner)) {
        CrSupport onto = {next->shape, next->edge, next->part};
        crossSeam(lean, &onto, place, speed);
    } else if (next->exists && isBefore(lean, next, place) &&
               risesBefore(lean, next, end, velocity)) {
        double tau = crFlightTau(&world->flights, lean->i, lean->time);
        CrEncounter met = {lean->time, tau, next->part, next->shape, next->edge};
        *hit = met;
        return true;
    } else if (touch->edge.reach > 0.0) {
        CrSupport onto = *lean->support;
        CrLean around = *lean;
        around.touch.part = onto.part = atA ? CR_PART_A : CR_PART_B;
        around.support = &onto;
        goAlong(&around, place, speed);
    } else {
        takeOff(lean, velocity);
    }
    return false;
}

/// Round a corner to the next facet, or to the face where the corner ends.
static void leaveFacet(const CrLean *lean, CaromVec2 place, double speed, bool onward)
{
    CrFaceTrack track = crFaceTrackOf(lean);
    const CrCornerSide *face = onward ? &track.after : &track.before;
    if (onward ? track.endsAfter : track.endsBefore) {
        CrSupport onto = {face->shape, face->edge, face->part};
        CrLean flat = crLeanAt(lean->world, lean->i, lean->time, &onto, place);
        goAlong(&flat, place, speed);
        return;
    }
    CrLean turned = *lean;
    turned.touch.normal =
        crRotate(caromRotation(onward ? -CR_FACET : CR_FACET), lean->touch.normal);
    goAlong(&turned, place, speed);
}

/// Round a corner or along a face, at an end of its track.
static bool leaveTrack(const CrLean *lean, CaromVec2 place, double speed, bool onward,
                       CrEncounter *hit)
{
    speed = onward ? crMax(speed, 0.0) : crMin(speed, 0.0); // rounding may turn it at a crest
    if (crPartIsCap(lean->support->part)) {
        leaveFacet(lean, place, speed, onward);
        return false;
    }
    return leaveFace(lean, place, speed, onward, hit);
}

/// Between its support and something else: at rest there, for as long as that holds it.
static bool staysHeld(const CrLean *lean, CaromVec2 near)
{
    CaromWorld *world = lean->world;
    bool rests = world->flights.hot[lean->i].mode == CAROM_PROJECTILE_RESTING;
    if (!rests || !crFlightIsHeld(world, lean->i, lean->time, lean->support, near, false)) {
        return false;
    }
    CrFaceTrack track = crFaceTrackOf(lean);
    CaromVec2 wish = crAddScaled(track.origin, track.along, crFaceTrackAt(&track, near));
    CaromVec2 place = crPlaceOrCrush(world, lean->i, lean->time, wish, &lean->touch);
    crFlightRideHeld(world, lean->i, lean->time, lean->support, place);
    return true;
}

/// Ends a piece of a ride.
static bool rideOn(const CrLean *lean, CaromVec2 place, int cause, CrEncounter *hit)
{
    double speed = crRideSpeed(lean->world, lean->i, lean->time, lean->support);
    switch (cause) {
    case CR_SLIDE_RISES:
        takeOff(lean, velocityAlong(lean, place, speed));
        break;
    case CR_SLIDE_BEFORE:
    case CR_SLIDE_AFTER:
        return leaveTrack(lean, place, speed, cause == CR_SLIDE_AFTER, hit);
    case CR_SLIDE_SLIPS:
        rideAlong(lean, place, speed, true);
        break;
    default:
        if (cause != CR_SLIDE_WEDGED || !staysHeld(lean, place)) {
            goAlong(lean, place, speed);
        }
        break;
    }
    return false;
}

/// At a time of its leg: at its end for the leg's cause, before that to go on as it is.
static bool slideOn(CaromWorld *world, uint32_t i, double time, int cause, CrEncounter *hit)
{
    CrSupport support;
    CaromVec2 place = crFlightPlaceAt(&world->flights, i, time),
              velocity = crFlightVelocityAt(&world->flights, i, time);
    CrLean lean = {.world = world, .i = i, .time = time, .support = &support};
    if (!crFlightSupport(world, i, &support)) {
        takeOff(&lean, velocity);
        return false;
    }
    lean.touch = crSupportTouch(world, i, time, &support, place);
    lean.touch.normal = crFlightNormal(world, i, time, &support);
    if (crFlightRides(world, i)) {
        return rideOn(&lean, place, cause, hit);
    }
    double speed = speedAlong(&lean, place, velocity);
    if (cause == CR_SLIDE_WEDGED) { // from now on as it is pulled
        goAlong(&lean, place, speed);
    } else if (cause == CR_SLIDE_STOPS) {
        goAlong(&lean, place, crSupportRuns(world, &support));
    } else {
        return leaveTrack(&lean, place, speed, cause == CR_SLIDE_AFTER, hit);
    }
    return false;
}

bool crFlightFinishSlide(CaromWorld *world, uint32_t i, CrEncounter *hit)
{
    const CrFlightExtra *extra = crFlightExtra(&world->flights, i);
    return slideOn(world, i, extra->slideEnd, extra->slideCause, hit);
}

void crFlightSlideWedged(CaromWorld *world, uint32_t i, const CrSupport *support, CaromVec2 normal,
                         double speed, double lasts)
{
    const CrFlight *hot = &world->flights.hot[i];
    CaromVec2 place = hot->place;
    CrLean lean = crLeanAt(world, i, hot->start, support, place);
    lean.touch.normal = normal;
    CrFaceTrack track = crFaceTrackOf(&lean);
    Motion motion = {crFaceTrackAt(&track, place), speed, 0.0, lasts, CR_SLIDE_WEDGED};
    endOnTrack(&track, &motion);
    motion.cause = CR_SLIDE_WEDGED;
    setSliding(&lean, &track, &motion, place);
}

void crFlightResumeSlide(CaromWorld *world, uint32_t i, double time)
{
    CrEncounter hit;
    bool hits = slideOn(world, i, time, CR_SLIDE_WEDGED, &hit);
    CR_ASSERT(!hits); // only the end of a track does
    (void)hits;
}
