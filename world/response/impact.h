// SPDX-License-Identifier: MIT
// A single hit: its geometry and its outcome.
#ifndef CAROM_WORLD_RESPONSE_IMPACT_H
#define CAROM_WORLD_RESPONSE_IMPACT_H

#include "../flight/leg.h"
#include "../flight/where.h"
#include "../geometry/materials.h"

/// A single hit: its geometry and its outcome.
typedef struct CrImpact {
    CrEncounter encounter;
    const CrShape *shape;
    const CrFlightDef *flightDef;
    CrTouch touch;
    CaromVec2 bodyVelocity;    ///< of the body's material at the point
    CaromVec2 surfaceVelocity; ///< the same plus the velocity of the belt that runs on it, and what
                               ///< pends on it (push.h)
    CaromVec2 exact;           ///< the centre, as computed
    CaromVec2 center;          ///< the centre, placed on the free side
    CaromVec2 before, after;
    CrSurface surface;
    double restitution; ///< of this hit
    CaromHitAction action;
    bool corner;   ///< an end of an edge is hit, where the surface does not go straight on
    bool squeezed; ///< it bounces at one place without an end
    bool ends;     ///< past its last bounce
    bool leaves;   ///< its bounce leads away from the edge, as the next search will judge
} CrImpact;

/// Returns what the flight touches, as a support.
CrSupport crImpactSupport(const CrImpact *contact);
/// Describes the hit; its centre is not placed yet.
CrImpact crImpactMake(const CaromWorld *world, uint32_t i, const CrEncounter *encounter);
/// Returns whether a velocity leads away from the surface, as the next search will judge.
bool crImpactIsLeaving(const CrImpact *contact, CaromVec2 velocity);
/// Nudges the velocity after a bounce until it leads away from the body.
void crImpactLeave(CrImpact *contact);
/// Sets the velocity after a bounce.
void crImpactBounce(CrImpact *contact);

#endif
