// SPDX-License-Identifier: MIT
// Each row of the solver gives two bodies a relative velocity that they had, or a target. So a body
// becomes faster than all of them only by lever arms, up to the radius of gyration √(I/m) times its
// spin, and along chains of ever lighter bodies, by some 2 times a link. From the limits here on,
// 1e12 m/s is far: what is tame stays in range.
#include "rigid_wild.h"

#include "rigid_mirror.h"
#include "rigid_mirror_state.h"
#include "rigid_pool.h"
#include "tick.h"

#define SPEED 1e5     ///< [m/s] also what forces add in a tick
#define SPIN 1e3      ///< [rad/s] the same of torques
#define MASS 1e12     ///< [kg] and its inverse
#define ARM 1e-12     ///< [m²] square of the radius of gyration
#define IMPULSE 1e12f ///< [N·s]

bool crRigidIsWild(const CaromWorld *world, const CrRigid *rigid, const CrRigidVelocity *v,
                   double span)
{
    double m = rigid->mass, inertia = rigid->inertia;
    double pull = (crAbs(world->gravity.x) + crAbs(world->gravity.y)) * crAbs(rigid->gravityScale);
    bool tame = crAbs(v->x) + crAbs(v->y) + pull * span <= SPEED && crAbs(v->spin) <= SPIN &&
                (m == 0.0 || (m <= MASS && m * MASS >= 1.0)) &&
                (inertia == 0.0 || inertia >= ARM * (m > 0.0 ? m : 1.0)) &&
                (crAbs(rigid->force.x) + crAbs(rigid->force.y)) * span <= SPEED * m &&
                crAbs(rigid->torque) * span <= SPIN * inertia;
    return !tame;
}

static bool shapeIsWild(const CaromWorld *world, uint32_t shape, double time, double span)
{
    if (!crSlotsLive(&world->shapeSlots, shape)) {
        return false;
    }
    const CrBody *body = &world->bodies[world->shapes[shape].body];
    if (!crBodyIsSolved(body)) {
        return false;
    }
    const CrRigid *rigid = &world->rigids.all[body->rigid];
    CaromVec2 v = rigid->solved ? crRigidPushedVelocity(rigid) : crBodyVelocity(body, time);
    CrRigidVelocity velocity = {v.x, v.y, crRigidPushedSpin(rigid)};
    return crRigidIsWild(world, rigid, &velocity, span);
}

/// Whether bodies that the mirror will add are.
static bool editsAreWild(const CaromWorld *world, double time, double span)
{
    const CrRigids *rigids = &world->rigids;
    bool wild = false;
    for (int k = 0; k < crArrayCount(rigids->edited) && !wild; k++) {
        wild = shapeIsWild(world, rigids->edited[k], time, span);
    }
    uint32_t s = (uint32_t)crArrayCount(rigids->isEdited);
    for (; s < crSlotsCount(&world->shapeSlots) && !wild; s++) {
        wild = shapeIsWild(world, s, time, span);
    }
    return wild;
}

static CaromError keep(CaromWorld *world)
{
    CrRigids *rigids = &world->rigids;
    size_t size = crRigidStateSize(world);
    if (size > INT32_MAX || !crArrayGrow(rigids->kept, size, &world->allocator) ||
        !crArrayReserve(rigids->broken, crArrayCount(rigids->all), &world->allocator)) {
        return CAROM_ERROR_MEMORY;
    }
    crArraySetCount(rigids->kept, size);
    (void)crRigidStateSave(world, rigids->kept);
    return CAROM_OK;
}

static bool hasStrongLanes(const CrRigidMirror *mirror)
{
    return !(mirror->dynamics.strongest <= IMPULSE); // or unknown, or NaN
}

CaromError crRigidKeepBefore(CaromWorld *world, double time, double span)
{
    const CrRigidMirror *mirror = crRigidMirrorOf(world);
    if (mirror == NULL) {
        return CAROM_ERROR_MEMORY;
    }
    crArraySetCount(world->rigids.kept, 0);
    bool likely = mirror->dynamics.mayBreak || hasStrongLanes(mirror);
    return likely || editsAreWild(world, time, span) ? keep(world) : CAROM_OK;
}

CaromError crRigidKeepAfter(CaromWorld *world, bool wild)
{
    CrRigidMirror *mirror = world->rigids.mirror;
    wild = wild || hasStrongLanes(mirror);
    mirror->dynamics.mayBreak = wild;
    return wild && crArrayCount(world->rigids.kept) == 0 ? keep(world) : CAROM_OK;
}

void crRigidReturn(CaromWorld *world)
{
    CrRigids *rigids = &world->rigids;
    CrRigidMirror *mirror = rigids->mirror;
    CrDynamics *d = &mirror->dynamics;
    bool remix = rigids->remix;
    uint32_t lightest = mirror->bodyAt[d->broken[0]];
    CrContactAnswer *answers = mirror->answers; // of this tick, which is solved again
    mirror->answers = mirror->given;
    mirror->given = answers;
    crRigidStatePut(world, rigids->kept, (size_t)crArrayCount(rigids->kept));
    mirror->given = mirror->answers;
    mirror->answers = answers;
    rigids->remix = remix;
    crDynamicsListSpoilt(d);
    for (int k = 0; k < crArrayCount(d->broken); k++) {
        uint32_t slot = mirror->bodyAt[d->broken[k]];
        if (crBodyIsSolved(&world->bodies[slot])) { // not disabled before
            crArrayPush(rigids->broken, slot);
        }
    }
    if (crArrayCount(rigids->broken) == 0) {
        crArrayPush(rigids->broken, lightest);
    }
}
