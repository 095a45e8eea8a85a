// SPDX-License-Identifier: MIT
// A beam is a preview world's flight (predict.c) that looks as a query does and bounces as
// light: so it is placed at each surface as flights are, and its legs are those of a bullet, to the
// bit. What is its own is its hit policy (which shapes it meets, what a hit does to it), and that
// all bodies stand.
#include "../data/hit_policy.h"
#include "../data/refuse.h"
#include "../geometry/shape_view.h"
#include "../query/options.h"
#include "../response/impact.h"
#include "predict.h"

#define BEAM_COOKIE 0x43420001u

CaromBeamDef caromBeamDef(void)
{
    CaromBeamDef def = {0};
    def.direction = crVec(1.0, 0.0);
    def.length = CAROM_ENDLESS;
    def.bounces = 16;
    def.energy = 1.0;
    def.minEnergy = 1e-3;
    def.reflectivity = 1.0;
    def.options = caromQueryOptions();
    def.cookie = BEAM_COOKIE;
    return def;
}

// ---- what is refused

static CaromError checkPositive(double x)
{
    CaromError error = crCheckNumber(x);
    return crThen(error, x > 0.0 ? CAROM_OK : CAROM_ERROR_OUT_OF_RANGE);
}

static CaromError checkNumbers(const CaromBeamDef *def)
{
    CaromError error = crCheckReach(def->length, 0x1p-1074);
    error = crThen(error, crCheckVec(def->origin));
    error = crThen(error, crCheckVec(def->direction));
    error = crThen(error, crCheckNumber(def->radius));
    error = crThen(error, crCheckNumber(def->reflectivity));
    error = crThen(error, checkPositive(def->energy));
    error = crThen(error, checkPositive(def->minEnergy));
    bool inRange = def->radius >= 0.0 && def->radius <= 1e6 && def->reflectivity >= 0.0 &&
                   def->reflectivity <= 10.0 && crLength(def->direction) >= 1e-100 &&
                   def->bounces >= 0 && def->bounces <= 1000000 && def->material < CR_MATERIALS;
    return crThen(error, inRange ? CAROM_OK : CAROM_ERROR_OUT_OF_RANGE);
}

static CaromError check(const CaromWorld *world, const CaromBeamDef *def, const CaromBeamLeg *legs,
                        int capacity)
{
    CaromError error =
        world == NULL || def == NULL ? CAROM_ERROR_NULL : crCheckBuffer(legs, capacity);
    error = crThen(error, def->cookie != BEAM_COOKIE ? CAROM_ERROR_DEF : CAROM_OK);
    error = crThen(error, checkNumbers(def));
    if (error != CAROM_OK) {
        return error;
    }
    CrDefCheck check = {world, "caromWorldCastBeam", world->log, world->logContext, CAROM_OK};
    crDefCheckOptions(&check, &def->options, "CaromBeamDef.options",
                      CR_UNFILLED("CaromBeamDef.options"));
    if (check.error == CAROM_OK && def->options.sensors != CAROM_SENSORS_EXCLUDED) {
        crDefCheck(&check, CAROM_ERROR_ENUM, "CaromBeamDef.options.sensors: excluded only");
    }
    return check.error;
}

// ---- legs

typedef struct Beam {
    const CaromWorld *original;
    const CaromBeamDef *def;
    CaromVec2 from; ///< where the leg at hand starts
    double energy;  ///< on it
    double way;     ///< of all legs before it
    bool ended;
    CaromBeamLeg *legs;
    int count, capacity;
} Beam;

/// Ends the leg at hand after some metres of its way.
static void closeLeg(Beam *beam, CaromVec2 to, double length, CaromBeamLeg leg)
{
    leg.from = beam->from;
    leg.to = to;
    leg.energy = beam->energy;
    leg.way = beam->way;
    if (beam->count < beam->capacity) {
        beam->legs[beam->count] = leg;
    }
    beam->count++;
    beam->way += length;
}

/// What is left of its length ends on the leg at hand, which leads that way.
static void runOut(Beam *beam, CaromVec2 way)
{
    static const CaromBeamLeg free;
    double length = crMax(beam->def->length - beam->way, 0.0);
    closeLeg(beam, crAddScaled(beam->from, way, length / crLength(way)), length, free);
    beam->ended = true;
}

/// Ends the leg at an impact that was placed, and decides whether and how it goes on.
static void decide(void *context, const CaromWorld *world, uint32_t i, CrImpact *contact)
{
    Beam *beam = context;
    CaromBeamLeg leg = {0};
    beam->from = world->flights.hot[i].place;
    double length = crLength(crSub(contact->center, beam->from));
    contact->action = CAROM_HIT_DIE;
    if (beam->way + length > beam->def->length) {
        runOut(beam, contact->before);
        return;
    }
    leg.hit = true;
    leg.shape = crShapeIdOf(beam->original, contact->encounter.shape);
    leg.body = crBodyIdOf(beam->original, contact->shape->body);
    leg.normal = contact->touch.normal;
    leg.feature = crShapeFeature(contact->shape, contact->encounter.edge);
    leg.corner = contact->corner;
    leg.userData = contact->shape->userData;
    closeLeg(beam, contact->center, length, leg);
    beam->from = contact->center;
    beam->energy *= contact->surface.restitution;
    bool glances = crSurfaceAction(&contact->surface, contact->before, contact->touch.normal) ==
                   CAROM_HIT_BOUNCE;
    beam->ended =
        !glances || beam->energy < beam->def->minEnergy || beam->count > beam->def->bounces;
    if (!beam->ended) {
        contact->action = CAROM_HIT_BOUNCE;
        contact->bodyVelocity = contact->surfaceVelocity = crVec(0.0, 0.0);
        contact->surface.friction = 0.0;
        contact->restitution = contact->surface.restitution = 1.0;
        crImpactBounce(contact);
    }
}

// ---- the public call

/// The same direction at 1 to 2 m/s: times a power of two, so that every place of its way is that
/// of a bullet of the velocity `direction`.
static CaromVec2 velocityOf(CaromVec2 direction)
{
    while (crLength(direction) < 1.0) {
        direction = crScale(direction, 2.0);
    }
    while (crLength(direction) >= 2.0) {
        direction = crScale(direction, 0.5);
    }
    return direction;
}

static CaromProjectileDef shotOf(const CaromBeamDef *def)
{
    CaromProjectileDef shot = caromProjectileDef();
    shot.position = def->origin;
    shot.velocity = velocityOf(def->direction);
    shot.radius = def->radius;
    shot.gravityScale = 0.0;
    shot.restitution = def->reflectivity;
    shot.material = def->material;
    shot.restTime = 0.0;
    return shot;
}

int caromWorldCastBeam(const CaromWorld *world, const CaromBeamDef *def, CaromBeamLeg *legs,
                       int capacity)
{
    CaromError error = check(world, def, legs, capacity);
    if (error != CAROM_OK) {
        return crRefuseQuery(world, error, "caromWorldCastBeam");
    }
    CaromBeamDef own = *def;
    own.length = crMin(own.length, CR_HUGE);
    CaromProjectileDef shot = shotOf(&own);
    Beam beam = {world, &own, shot.position, own.energy, 0.0, false, legs, 0, capacity};
    CrHitPolicy policy = {decide, &beam, world, &own.options};
    CaromPrediction prediction = caromPrediction();
    CaromLeg first = {0};
    prediction.legs = &first;
    prediction.legCapacity = 1;
    prediction.eventLimit = CAROM_UNLIMITED;
    crPredictThrow(world, &shot, own.length, &policy, &prediction); // at least as long as needed
    if (prediction.reason == CAROM_END_INSIDE && beam.count == 0) {
        return 0;
    }
    if (!beam.ended) {
        bool isFirst = beam.count == 0;
        beam.from = isFirst ? first.position : beam.from;
        runOut(&beam, isFirst ? shot.velocity : prediction.velocity);
    }
    return beam.count;
}
