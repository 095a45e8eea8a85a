// SPDX-License-Identifier: MIT
// Islands and sleep. An island is a set of dynamic bodies that lean on each other: of their
// contacts, those that press. Static and kinematic bodies link none. When all bodies of an island
// have been slow for CrDynamicsSettings.sleepTime, it falls asleep: its bodies leave the list of
// those that ticks move, its boxes go to an index of their own, and its contacts leave lanes and
// loose list. So it costs nothing, until it is woken as a whole.
//
// What holds between ticks:
// - a contact is asleep (CR_RIGID_CONTACT_ASLEEP) only if no body of it moves;
// - a contact between a sleeper and what moves is loose: it is tested at each tick, and wakes the
//   sleeper where the two touch before the tick ends;
// - contacts of sleepers that lean on each other, or on something that stands, are marked
//   (CR_RIGID_CONTACT_TOUCHES). Islands are found again along them: they are not stored.
#ifndef CAROM_DYNAMICS_RIGID_ISLAND_H
#define CAROM_DYNAMICS_RIGID_ISLAND_H

#include "rigid_data.h"

/// Finds what presses on an awake body, and on that, and so on: dynamic bodies, listed in `island`.
/// Returns how many, with the body itself.
int crDynamicsIsland(CrDynamics *dynamics, int body);
/// Puts bodies to sleep where they are, whatever they do; dynamic ones that are awake. They should
/// be whole islands: what moves and touches one wakes it again. On CAROM_ERROR_MEMORY nothing
/// changes.
CaromError crDynamicsSleep(CrDynamics *dynamics, const int32_t *bodies, int count);

// ---- inside of dynamics

/// Room for all islands that fall asleep in this tick.
bool crIslandsReserve(CrDynamics *dynamics, double interval);
/// Counts how long bodies have been slow, and puts islands to sleep.
void crIslandsSleep(CrDynamics *dynamics, double interval);
/// Notes how far slow bodies went in the tick.
void crIslandsDrift(CrDynamics *dynamics, double interval);
/// Whether two bodies of a contact touch before the tick ends, by their velocities at its begin.
bool crIslandTouchesSoon(const CrDynamics *dynamics, const CrRigidContact *contact,
                         double interval);

#endif
