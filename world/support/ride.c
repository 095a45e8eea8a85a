// SPDX-License-Identifier: MIT
#include "ride.h"

#include "../events/event.h"
#include "../flight/acceleration.h"
#include "../flight/def_table.h"
#include "../flight/flight.h"
#include "../geometry/materials.h"
#include "../placement/place.h"
#include "equilibrium.h"

#define STEEPEST 16.0 ///< [1] the most of a lean

/// In axes of a track.
static CaromVec2 onTrack(const CrTrack *track, CaromVec2 v)
{
    return crVec(crDot(v, track->along), crDot(v, track->normal));
}

static CaromVec2 offTrack(const CrTrack *track, CaromVec2 v)
{
    return crAddScaled(crScale(track->along, v.x), track->normal, v.y);
}

CrSpinSlide crRideMake(const CaromWorld *world, uint32_t i, double time, const CrSupport *support,
                       const CrTrack *track, CaromVec2 place, double speed)
{
    const CrFlightDef *flightDef = &world->flightDefs[world->flights.hot[i].flightDef];
    CrSurface surface =
        crSurfaceOf(world, flightDef, &world->shapes[support->shape], support->edge);
    CaromVec2 velocity =
        crAddScaled(crSupportVelocity(world, support, time, place), track->along, speed);
    CrSpinSlide slide = {.spin = crSupportSpin(world, support), .speed = speed};
    slide.place = onTrack(track, crSupportArm(world, support, time, place));
    slide.pull = onTrack(track, crFlightAcceleration(world, i, time, velocity));
    slide.runs = crSupportRuns(world, support);
    slide.grip = flightDef->def.rolls ? surface.rollingResistance : surface.friction;
    slide.share = flightDef->def.rolls ? 2.0 / 3.0 : 1.0;
    slide.curve = track->isRound ? 1.0 / track->radius : 0.0;
    double from = slide.place.x - crDot(crSub(place, track->origin), track->along);
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
static void standOff(CaromWorld *world, uint32_t i, double time, const CrSupport *support,
                     const CrTrack *track, CrSpinSlide *slide, CaromVec2 *place)
{
    CaromVec2 beside;
    bool begins = slide->speed == 0.0 && slide->runs == 0.0 &&
                  world->flights.hot[i].mode != CAROM_PROJECTILE_RESTING;
    if (!crFlightTouchesBeside(world, i, time, support, *place, &beside)) {
        return;
    }
    double out = crDot(beside, track->along);
    slide->lean = crClamp((1.0 - crDot(beside, track->normal)) / out, -STEEPEST, STEEPEST);
    if (begins && crAbs(out) * STEEPEST >= 1.0) {
        CrTouch touch = crSupportTouch(world, i, time, support, *place);
        double hair = crTrackHair(*place, &touch);
        CaromVec2 wish = crAddScaled(*place, track->along, hair / out);
        *place = crPlaceOrCrush(world, i, time, wish, &touch);
    }
}

void crFlightRideOn(CaromWorld *world, uint32_t i, double time, const CrSupport *support,
                    const CrTrack *track, CrSpinSlide *slide, CaromVec2 place, bool held)
{
    CrFlights *f = &world->flights;
    standOff(world, i, time, support, track, slide, &place);
    CrSpinPiece piece = held ? crSpinSlideHeld(slide) : crSpinSlidePiece(slide);
    bool rests = held || (piece.holds && slide->runs == 0.0);
    CaromProjectileMode mode = rests ? CAROM_PROJECTILE_RESTING
                               : world->flightDefs[f->hot[i].flightDef].def.rolls
                                   ? CAROM_PROJECTILE_ROLLING
                                   : CAROM_PROJECTILE_SLIDING;
    if (f->hot[i].mode != mode) { // with the velocity on the surface, not the leg's beside it
        CaromVec2 carried = crSupportVelocity(world, support, time, place);
        crEventsTellMode(world, i, time, place, crAddScaled(carried, track->along, slide->speed),
                         mode);
    }
    CaromVec2 carried = crSupportBody(world, support)->velocity;
    CrTransition ride = {.mode = mode,
                         .time = time,
                         .place = place,
                         .velocity = crAdd(carried, offTrack(track, piece.velocity)),
                         .acceleration = offTrack(track, piece.acceleration),
                         .support = support};
    crFlightApply(world, i, &ride);
    CrFlightExtra *extra = crFlightOwn(f, i);
    extra->rides = true;
    extra->slideEnd = time + piece.lasts;
    extra->slideCause = held && piece.end == CR_SPIN_GOES_ON ? CR_SLIDE_WEDGED : causeOf(piece.end);
    extra->slideNormal = track->normal;
    extra->slideSpeed = slide->speed;
    extra->slideEndSpeed = piece.speed;
}

void crFlightRideHeld(CaromWorld *world, uint32_t i, double time, const CrSupport *support,
                      CaromVec2 place)
{
    CrTouch touch = crSupportTouch(world, i, time, support, place);
    CrTrack track = crTrackOf(world, i, time, support, &touch);
    CrSpinSlide slide = crRideMake(world, i, time, support, &track, place, 0.0);
    crFlightRideOn(world, i, time, support, &track, &slide, place, true);
}

CaromVec2 crRideNormal(const CaromWorld *world, uint32_t i, double time, const CrSupport *support)
{
    const CrFlight *hot = &world->flights.hot[i];
    if (!crPartIsCap(support->part) || hot->mode == CAROM_PROJECTILE_RESTING) {
        CaromVec2 place = crFlightPlaceAt(&world->flights, i, time);
        return crSupportTouch(world, i, time, support, place).normal;
    }
    double angle = crSupportSpin(world, support) * crFlightTau(&world->flights, i, time);
    CaromVec2 first = crFlightExtra(&world->flights, i)->slideNormal,
              normal = crRotate(caromRotation(angle), first);
    return crUnit(normal, crLength(normal));
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
              along = crAlongSurface(crRideNormal(world, i, time, support));
    return crDot(crSub(velocity, crSupportVelocity(world, support, time, place)), along);
}
