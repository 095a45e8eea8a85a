// SPDX-License-Identifier: MIT
// One hit: how it stands, and how it would go on.
#ifndef CAROM_WORLD_RESPONSE_IMPACT_H
#define CAROM_WORLD_RESPONSE_IMPACT_H

#include "../flight/leg.h"
#include "../flight/where.h"
#include "../geometry/materials.h"

/// All about one hit: how it stands, and how it will go on.
typedef struct CrImpact {
    CrEncounter encounter;
    const CrShape *shape;
    const CrFlightDef *flightDef;
    CrTouch touch;
    CaromVec2 bodyVelocity;    ///< of the body's material at the point
    CaromVec2 surfaceVelocity; ///< the same and the belt's that runs on it
    CaromVec2 exact;           ///< the centre, as computed
    CaromVec2 center;          ///< the centre, placed
    CaromVec2 before, after;
    CrSurface surface;
    double restitution; ///< of this hit
    CaromHitAction action;
    bool corner;   ///< an end of an edge is hit, and the surface does not go straight on there
    bool squeezed; ///< to and fro at one place, without an end
    bool ends;     ///< past its last bounce
    bool leaves;   ///< its bounce leads away from the edge, as the next search will judge
} CrImpact;

/// What it touches.
CrSupport crImpactSupport(const CrImpact *contact);
/// As it stands; not placed yet.
CrImpact crImpactMake(const CaromWorld *world, uint32_t i, const CrEncounter *encounter);
/// Whether a velocity leads away from what is hit, as the next search will judge.
bool crImpactIsLeaving(const CrImpact *contact, CaromVec2 velocity);
/// Sets the velocity after a bounce.
void crImpactBounce(CrImpact *contact);

#endif
