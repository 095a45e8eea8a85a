// SPDX-License-Identifier: MIT
#include "rest.h"

#include "../events/event.h"
#include "../flight/acceleration.h"
#include "../flight/ground.h"
#include "../geometry/materials.h"
#include "../placement/launch.h"
#include "../placement/place.h"
#include "equilibrium.h"

#define STEEPEST 16.0 ///< [1] the most of a lean

// ---- rest

void crFlightRest(CaromWorld *world, uint32_t i, double time, CaromVec2 place,
                  const CrSupport *support, bool glued)
{
    if (crSupportSpin(world, support) != 0.0) {
        crFlightRideHeld(world, i, time, support, place);
        return;
    }
    CrTransition rest = {.mode = CAROM_PROJECTILE_RESTING,
                         .time = time,
                         .place = place,
                         .velocity = crSupportVelocity(world, support, time, place),
                         .acceleration =
                             crBodyAccelerates(crSupportBody(world, support), crVec(0.0, 0.0)),
                         .support = support,
                         .glued = glued,
                         .isTold = true};
    crFlightApply(world, i, &rest);
}

void crFlightStop(CaromWorld *world, uint32_t i, double time)
{
    CrPath path = crFlightPath(&world->flights, i);
    CaromVec2 wish =
        crPathPoint(&path, crGroundTimeToStop(world, i)); // not by the time, which is rounded
    CrTransition rest = {.mode = CAROM_PROJECTILE_RESTING,
                         .time = time,
                         .place = crPlaceOrCrush(world, i, time, wish, NULL),
                         .isTold = true};
    crFlightApplyAndGoOn(world, i, &rest);
}

// ---- a piece of a ride

/// In axes of a track.
static CaromVec2 onTrack(const CrFaceTrack *track, CaromVec2 v)
{
    return crVec(crDot(v, track->along), crDot(v, track->normal));
}

static CaromVec2 offTrack(const CrFaceTrack *track, CaromVec2 v)
{
    return crAddScaled(crScale(track->along, v.x), track->normal, v.y);
}

CrSpinSlide crRideMake(const CrLean *lean, const CrFaceTrack *track, CaromVec2 place, double speed)
{
    const CaromWorld *world = lean->world;
    const CrSupport *support = lean->support;
    const CrFlightDef *flightDef = &world->flightDefs[world->flights.hot[lean->i].flightDef];
    CrSurface surface =
        crSurfaceOf(world, flightDef, &world->shapes[support->shape], support->edge);
    CaromVec2 carried = crSupportVelocity(world, support, lean->time, place),
              velocity = crAddScaled(carried, track->along, speed);
    CrSpinSlide slide = {.spin = crSupportSpin(world, support), .speed = speed};
    slide.place = onTrack(track, crSupportArm(world, support, lean->time, place));
    slide.pull =
        onTrack(track, crSupportPull(world, support,
                                     crFlightAcceleration(world, lean->i, lean->time, velocity)));
    slide.runs = crSupportRuns(world, support);
    slide.grip = flightDef->def.rolls ? surface.rollingResistance : surface.friction;
    slide.share = flightDef->def.rolls ? 2.0 / 3.0 : 1.0;
    slide.curve = track->isRound ? 1.0 / track->radius : 0.0;
    double from = slide.place.x - crFaceTrackAt(track, place);
    slide.lo = from + track->lo;
    slide.hi = from + track->hi;
    return slide;
}

static int causeOf(CrSpinEnd end)
{
    static const int causes[] = {CR_SLIDE_ONWARD, CR_SLIDE_STOPS,  CR_SLIDE_SLIPS,
                                 CR_SLIDE_RISES,  CR_SLIDE_BEFORE, CR_SLIDE_AFTER};
    return causes[end];
}

/// Beside another face of the body it begins to rest slightly away from that face, so that
/// roundings do not make it meet the face; its leg bulges out of both.
static void standOff(const CrLean *lean, const CrFaceTrack *track, CrSpinSlide *slide,
                     CaromVec2 *place)
{
    CaromVec2 beside;
    bool begins = slide->speed == 0.0 && slide->runs == 0.0 &&
                  lean->world->flights.hot[lean->i].mode != CAROM_PROJECTILE_RESTING;
    if (!crFlightTouchesBeside(lean, *place, &beside)) {
        return;
    }
    double out = crDot(beside, track->along);
    slide->lean = crClamp((1.0 - crDot(beside, track->normal)) / out, -STEEPEST, STEEPEST);
    if (begins && crAbs(out) * STEEPEST >= 1.0) {
        CrTouch touch = crSupportTouch(lean->world, lean->i, lean->time, lean->support, *place);
        CaromVec2 wish = crAddScaled(*place, track->along, crFaceTrackHair(*place, &touch) / out);
        *place = crPlaceOrCrush(lean->world, lean->i, lean->time, wish, &touch);
    }
}

void crFlightRideOn(const CrLean *lean, const CrFaceTrack *track, CrSpinSlide *slide,
                    CaromVec2 place, bool held)
{
    CaromWorld *world = lean->world;
    CrFlights *f = &world->flights;
    uint32_t i = lean->i;
    standOff(lean, track, slide, &place);
    CrSpinPiece piece = held ? crSpinSlideHeld(slide) : crSpinSlidePiece(slide);
    bool rests = held || (piece.holds && slide->runs == 0.0);
    CaromProjectileMode mode = rests                          ? CAROM_PROJECTILE_RESTING
                               : crFlightDef(world, i)->rolls ? CAROM_PROJECTILE_ROLLING
                                                              : CAROM_PROJECTILE_SLIDING;
    if (f->hot[i].mode != mode) { // with the velocity on the surface, not the leg's beside it
        CaromVec2 carried = crSupportVelocity(world, lean->support, lean->time, place);
        crEventsTellMode(world, i, lean->time, place,
                         crAddScaled(carried, track->along, slide->speed), mode);
    }
    const CrBody *body = crSupportBody(world, lean->support);
    CaromVec2 carried = crBodyVelocity(body, lean->time);
    CrTransition ride = {.mode = mode,
                         .time = lean->time,
                         .place = place,
                         .velocity = crAdd(carried, offTrack(track, piece.velocity)),
                         .acceleration =
                             crBodyAccelerates(body, offTrack(track, piece.acceleration)),
                         .support = lean->support};
    crFlightApply(world, i, &ride);
    CrFlightExtra *extra = crFlightOwn(f, i);
    extra->rides = true;
    extra->slideEnd = lean->time + piece.lasts;
    extra->slideCause = held && piece.end == CR_SPIN_GOES_ON ? CR_SLIDE_WEDGED : causeOf(piece.end);
    extra->slideNormal = track->normal;
    extra->slideSpeed = slide->speed;
    extra->slideEndSpeed = piece.speed;
}

void crFlightRideHeld(CaromWorld *world, uint32_t i, double time, const CrSupport *support,
                      CaromVec2 place)
{
    CrLean lean = crLeanAt(world, i, time, support, place);
    CrFaceTrack track = crFaceTrackOf(&lean);
    CrSpinSlide slide = crRideMake(&lean, &track, place, 0.0);
    crFlightRideOn(&lean, &track, &slide, place, true);
}

// ---- within a leg

static CaromVec2 turnedNormal(const CaromWorld *world, uint32_t i, double time,
                              const CrSupport *support)
{
    double angle = crSupportSpin(world, support) * crFlightTau(&world->flights, i, time);
    CaromVec2 first = crFlightExtra(&world->flights, i)->slideNormal,
              normal = crRotate(caromRotation(angle), first);
    return crUnit(normal, crLength(normal));
}

CaromVec2 crFlightNormal(const CaromWorld *world, uint32_t i, double time, const CrSupport *support)
{
    bool slides = crModeSlides(world->flights.hot[i].mode), rides = crFlightRides(world, i);
    if (slides && !rides) {
        return crFlightExtra(&world->flights, i)->slideNormal;
    }
    if (slides && crPartIsCap(support->part)) {
        return turnedNormal(world, i, time, support);
    }
    CaromVec2 place = crFlightPlaceAt(&world->flights, i, time);
    return crSupportTouch(world, i, time, support, place).normal;
}

double crRideSpeed(const CaromWorld *world, uint32_t i, double time, const CrSupport *support)
{
    const CrFlights *f = &world->flights;
    const CrFlightExtra *extra = crFlightExtra(f, i);
    if (time >= extra->slideEnd) {
        return extra->slideEndSpeed;
    }
    if (time <= f->hot[i].start || f->hot[i].mode == CAROM_PROJECTILE_RESTING) {
        return extra->slideSpeed;
    }
    CaromVec2 place = crFlightPlaceAt(f, i, time), velocity = crFlightVelocityAt(f, i, time),
              along = crAlongSurface(crFlightNormal(world, i, time, support));
    return crDot(crSub(velocity, crSupportVelocity(world, support, time, place)), along);
}
