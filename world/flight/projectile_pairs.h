// SPDX-License-Identifier: MIT
// Who meets whom, and when. Those of a meetMask are partners. Each is listed with the box that it
// sweeps until its horizon; whoever is listed anew looks for those whose boxes touch its own, so
// that of two partners the later one finds the other, and all meetings before both horizons are
// known to one of both. As in the event-driven simulation of hard discs: Alder and Wainwright,
// "Studies in Molecular Dynamics I" (1959); Lubachevsky, "How to Simulate Billiards and Similar
// Systems" (1991), for plans that are checked when they come up.
//
// A meeting's time is that at which the relative path, from the later start of both legs on, enters
// the disc of both radii: a function of two anchors (law 2). Horizons, boxes and plans say only who
// is asked about whom; dropping them changes no bit.
#ifndef CAROM_WORLD_FLIGHT_PROJECTILE_PAIRS_H
#define CAROM_WORLD_FLIGHT_PROJECTILE_PAIRS_H

#include "leg.h"

void crPartnersInit(CaromWorld *world);
void crPartnersFree(CaromWorld *world);
/// Room for `extra` more, so that adding can't fail.
CaromError crPartnersReserve(CaromWorld *world, int extra);
void crPartnersAdd(CaromWorld *world, uint32_t i);
void crPartnersRemove(CaromWorld *world, uint32_t i);

static inline bool crPartnersAny(const CaromWorld *world)
{
    return crArrayCount(world->partners.all) > 1;
}
static inline bool crIsPartner(const CaromWorld *world, uint32_t i)
{
    return crFlightExtra(&world->flights, i)->partner != CR_NONE;
}

/// A new leg of flight i, which may be no partner at all.
void crPartnerTakeLeg(CaromWorld *world, uint32_t i);
/// It has met another at a time and its leg goes on.
void crPartnerPass(CaromWorld *world, uint32_t i, double time, uint32_t other);

/// What comes next to a partner, apart from all else.
typedef struct CrAppointment {
    double time;
    uint32_t other; ///< whom it meets, or CR_NONE: its horizon, where it must look further
} CrAppointment;

/// Lists it and looks around where that is not done yet. What is told to come after `until` may
/// have come to nothing meanwhile.
CrAppointment crPartnerNext(CaromWorld *world, uint32_t i, double until);
/// Its horizon is reached.
void crPartnerLookOn(CaromWorld *world, uint32_t i);

/// Flight a as flight b sees it, from the later start of both legs on.
CrPath crPartnerRelativePath(const CrFlights *flights, uint32_t a, uint32_t b, double *frame);
/// A partner's first meeting at or before a time, with the others as they fly now; asks each.
bool crFlightNextMeeting(const CaromWorld *world, uint32_t i, double until, CrAppointment *meeting);
/// The same of a ghost's flight with those of the original. self: which of them it is the ghost of,
/// or CR_NONE.
bool crGhostNextMeeting(const CaromWorld *ghost, uint32_t i, const CaromWorld *original,
                        uint32_t self, double until, CrAppointment *meeting);

#endif
