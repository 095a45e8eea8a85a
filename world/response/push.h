// SPDX-License-Identifier: MIT
// Pushes on dynamic bodies at their own times: how a body answers an impulse, and what follows from
// one. A body without contacts goes on from there with another velocity and spin: a new anchor, and
// what was foreseen near it is searched for again (reanchor.h). One with contacts keeps its path
// until the next tick; the impulse pends, and the solver adds it there. What is heavy meets the
// local response of all that touch the body (rigid_response.h), and they share its impulse.
// The velocity of such a body at a hit is that of its path and what pends.
#ifndef CAROM_WORLD_RESPONSE_PUSH_H
#define CAROM_WORLD_RESPONSE_PUSH_H

#include "../data/world.h"
#include "impact.h"

/// An impulse P at a place of a body changes the velocity of its material there by this symmetric
/// matrix times P. [1/kg]
typedef struct CrAnswer {
    double xx, xy, yy;
} CrAnswer;

typedef struct CrPush {
    uint32_t body;   ///< dynamic
    uint32_t flight; ///< that gives it, or CR_NONE
    double time;
    CaromVec2 place, impulse; ///< [m], [N·s]
    double hitter;            ///< [kg] the mass of what hits it; 0: a blast
} CrPush;

/// Returns the dynamic body that a body is, or hangs from; CR_NONE: pushes have no effect.
static inline uint32_t crPushedBody(const CaromWorld *world, uint32_t body)
{
    if (world->rigids.dynamic == 0) {
        return CR_NONE;
    }
    while (world->bodies[body].parent != CR_NONE) {
        body = world->bodies[body].parent;
    }
    return world->bodies[body].type == CAROM_BODY_DYNAMIC ? body : CR_NONE;
}
/// Returns the answer of a dynamic body at a place.
CrAnswer crBodyAnswer(const CaromWorld *world, uint32_t body, double time, CaromVec2 place);
/// Returns the velocity that pends at a place of a dynamic body, beyond that of its path.
CaromVec2 crBodyPends(const CaromWorld *world, uint32_t body, double time, CaromVec2 place);
void crBodyPush(CaromWorld *world, const CrPush *push);
/// Returns the impulse of an impact along a normal, by Newton's restitution and Coulomb's friction;
/// velocity: to what it hits. Never a gain of energy where restitution <= 1.
CaromVec2 crAnswerImpulse(const CrAnswer *answer, CaromVec2 normal, CaromVec2 velocity,
                          double restitution, double friction);

/// Sets the velocity after a bounce off a dynamic body.
void crImpactBounceOffBody(const CaromWorld *world, uint32_t body, CrImpact *contact);
/// Gives the dynamic body that flight i has hit its impulse, and makes the velocity afterwards
/// agree with how the body goes on.
void crImpactPush(CaromWorld *world, uint32_t i, uint32_t body, CrImpact *contact);

#endif
