// SPDX-License-Identifier: MIT
// Which projectiles meet, and when. Projectiles with a meetMask are partners. Each is listed with
// the box that it sweeps until its horizon. A newly listed one searches the boxes that touch its
// own. So of two partners the later one finds the other, and all meetings before both horizons are
// known to one of the two. As in the event-driven simulation of hard discs: Alder and Wainwright,
// "Studies in Molecular Dynamics I" (1959); Lubachevsky, "How to Simulate Billiards and Similar
// Systems" (1991), for planned events that are checked when they are due.
//
// The time of a meeting is when the relative path, from the later start of both legs on, enters the
// disc of both radii: a function of two anchors (law 2). Horizons, boxes and plans only limit which
// pairs are tested; dropping them changes no bit.
#ifndef CAROM_WORLD_FLIGHT_PROJECTILE_PAIRS_H
#define CAROM_WORLD_FLIGHT_PROJECTILE_PAIRS_H

#include "leg.h"

void crProjectilePairsInit(CaromWorld *world);
void crProjectilePairsFree(CaromWorld *world);
/// Room for `extra` more, so that adding can't fail.
CaromError crProjectilePairsReserve(CaromWorld *world, int extra);
void crProjectilePairsAdd(CaromWorld *world, uint32_t i);
void crProjectilePairsRemove(CaromWorld *world, uint32_t i);

static inline bool crProjectilePairsAny(const CaromWorld *world)
{
    return crArrayCount(world->projectilePairs.all) > 1;
}
static inline bool crIsProjectilePair(const CaromWorld *world, uint32_t i)
{
    return crFlightExtra(&world->flights, i)->projectilePair != CR_NONE;
}

/// A new leg of flight i, which may be no partner at all.
void crProjectilePairTakeLeg(CaromWorld *world, uint32_t i);
/// It has met another at a time and its leg goes on.
void crProjectilePairPass(CaromWorld *world, uint32_t i, double time, uint32_t other);

/// What comes next to a partner, apart from all else.
typedef struct CrMeetingTime {
    double time;
    /// the partner that it meets, or CR_NONE: its horizon, where it must search further
    uint32_t other;
} CrMeetingTime;

/// Lists it and searches its surroundings, if that is not done yet. A meeting after `until` may be
/// out of date.
CrMeetingTime crProjectilePairNext(CaromWorld *world, uint32_t i, double until);
/// Its horizon is reached.
void crProjectilePairLookOn(CaromWorld *world, uint32_t i);

/// Flight a as flight b sees it, from the later start of both legs on.
CrPath crProjectilePairRelativePath(const CrFlights *flights, uint32_t a, uint32_t b,
                                    double *frame);
/// A partner's first meeting at or before a time, with the others as they fly now; asks each.
bool crFlightNextMeeting(const CaromWorld *world, uint32_t i, double until, CrMeetingTime *meeting);
/// The same of a preview world's flight with those of the original. self: which of them it is the
/// preview world of, or CR_NONE.
bool crPreviewWorldNextMeeting(const CaromWorld *previewWorld, uint32_t i,
                               const CaromWorld *original, uint32_t self, double until,
                               CrMeetingTime *meeting);

#endif
