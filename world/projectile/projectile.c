// SPDX-License-Identifier: MIT
// Public calls for projectiles: fire, read.
#include "projectile.h"

#include "../../shapes/double2.h"
#include "../data/flight_pool.h"
#include "../data/observer.h"
#include "../flight/acceleration.h"
#include "../flight/def_table.h"
#include "../flight/flight.h"
#include "../flight/ground.h"
#include "../flight/projectile_pairs.h"
#include "../flight/sensor_crossings.h"
#include "../placement/place.h"
#include "../response/steering.h"
#include "dispatch.h"

// ---- fire

void crProjectileBegin(CaromWorld *world, uint32_t i, const CaromProjectileDef *def,
                       CaromVec2 position, CaromVec2 velocity)
{
    CrFlights *f = &world->flights;
    double start = def->time == CAROM_NOW ? world->time : def->time;
    CrFlight *hot = &f->hot[i];
    hot->start = start;
    hot->leg = 0;
    hot->bounces = f->tail[i].windowEvents = 0;
    crSensorCrossingsBegin(world, i);
    if (crNeedsExtra(world, def)) {
        crFlightTakeExtra(world, i, crMayPierce(world, def));
        CrFlightExtra *extra = crFlightOwn(f, i);
        extra->fuseTime = def->fuse < CAROM_FOREVER ? start + def->fuse : CR_NEVER;
        extra->ignoreBody = def->ignoreBody;
        extra->ignoreUntil = CR_NEVER;
    }
    f->tail[i].endTime = def->lifetime < CAROM_FOREVER ? start + def->lifetime : CR_NEVER;
    f->tail[i].userData = def->userData;
    crFlightAwaitLaunch(world, i, start, position, velocity);
}

/// What shots of one def share.
typedef struct Volley {
    const CaromProjectileDef *def;
    uint32_t flightDef;
    bool takesExtra;
    bool isLinked; ///< its events may concern other flights
    bool isPlain;  ///< it flies from now on, with nothing to it but its line in the arrays
    double endTime;
    uint8_t pull; ///< CR_LEG_PULL_… of one that is plain
} Volley;

/// Room for so many more of a def.
static CaromError reserve(CaromWorld *world, const Volley *volley, int count)
{
    const CaromProjectileDef *def = volley->def;
    CaromError error = crFlightsReserve(world, count);
    if (error == CAROM_OK && volley->isLinked) {
        error = crEventQueueReserve(world);
    }
    if (error == CAROM_OK && volley->takesExtra) {
        error = crExtrasReserve(world, count, crMayPierce(world, def) ? count : 0);
    }
    return error == CAROM_OK && def->meetMask != 0 ? crProjectilePairsReserve(world, count) : error;
}

/// For so many shots, at least one.
static CaromError takeRecipe(CaromWorld *world, Volley *volley, int count)
{
    if (volley->flightDef != CR_NONE) {
        crFlightDefUse(world, volley->flightDef, (uint32_t)count);
        return CAROM_OK;
    }
    volley->flightDef = crFlightDefFind(world, volley->def, (uint32_t)count);
    return volley->flightDef == CR_NONE ? CAROM_ERROR_MEMORY : CAROM_OK;
}

/// All memory is there.
static void planVolley(const CaromWorld *world, Volley *volley)
{
    const CrFlights *f = &world->flights;
    const CaromProjectileDef *def = volley->def;
    CaromVec2 pull = f->pulls[volley->flightDef].of[f->pull];
    bool isPulled = pull.x != 0.0 || pull.y != 0.0;
    volley->pull = !isPulled ? 0 : f->pull == 0 ? CR_LEG_PULL_A : CR_LEG_PULL_B;
    volley->isPlain = !volley->takesExtra && def->time == CAROM_NOW && f->crossings == NULL;
    volley->endTime = def->lifetime < CAROM_FOREVER ? world->time + def->lifetime : CR_NEVER;
}

/// crProjectileBegin for most shots, of which little is to be said; false: more is.
static bool beginPlainly(CaromWorld *world, uint32_t i, const Volley *volley, CaromVec2 position,
                         CaromVec2 velocity)
{
    CrFlightTail *tail = &world->flights.tail[i];
    if (!volley->isPlain || !crPlaceIsFree(world, volley->def->radius, position)) {
        return false;
    }
    crFlightBeginPlainly(world, i, position, velocity, volley->pull);
    tail->endTime = volley->endTime;
    tail->userData = volley->def->userData;
    return true;
}

static uint32_t fire(CaromWorld *world, const Volley *volley, CaromVec2 position,
                     CaromVec2 velocity)
{
    uint32_t i = crFlightsTake(&world->flights);
    world->flights.hot[i].flightDef = volley->flightDef;
    if (!beginPlainly(world, i, volley, position, velocity)) {
        crProjectileBegin(world, i, volley->def, position, velocity);
    }
    if (volley->def->meetMask != 0) {
        crProjectilePairsAdd(world, i);
    }
    if (volley->isLinked && crArrayCount(world->linked) < crArrayCapacity(world->linked)) {
        crArrayPush(world->linked, i);
    }
    return i;
}

static CaromError checkMany(const CaromVec2 *positions, const CaromVec2 *velocities, int count)
{
    if (count < 0 || count > 1000000000) {
        return CAROM_ERROR_COUNT;
    }
    for (int k = 0; k < count; k++) {
        CaromError error = crCheckVec(positions[k]);
        error = crThen(error, crCheckVec(velocities[k]));
        if (error != CAROM_OK) {
            return error;
        }
    }
    return CAROM_OK;
}

/// All checks except of places and velocities that are passed beside the def; and values computed
/// from the def.
static CaromError checkVolley(CaromWorld *world, const CaromProjectileDef *def,
                              const char *function, Volley *volley)
{
    CaromError error = crCheckEditable(world);
    error = crThen(error, crProjectileDefCookie(def));
    if (error == CAROM_OK) {
        volley->def = def;
        volley->flightDef = crFlightDefKnown(world, def);
        error = crProjectileDefCheck(world, def, volley->flightDef != CR_NONE, function);
    }
    if (error == CAROM_OK) {
        volley->takesExtra = crNeedsExtra(world, def);
        volley->isLinked = crIsQueued(def);
    }
    return error;
}

CaromProjectileId caromProjectileFire(CaromWorld *world, const CaromProjectileDef *def)
{
    static const CaromProjectileId null;
    Volley volley;
    CaromError error = checkVolley(world, def, "caromProjectileFire", &volley);
    error = crThen(error, reserve(world, &volley, 1));
    error = crThen(error, takeRecipe(world, &volley, 1));
    if (error != CAROM_OK) {
        crRefuse(world, error, "caromProjectileFire");
        return null;
    }
    planVolley(world, &volley);
    CaromProjectileId id =
        crProjectileIdOf(world, fire(world, &volley, def->position, def->velocity));
    crRecordCall(world, error, caromProjectileFire, .shot = def, .projectile = id);
    return id;
}

CaromError caromProjectileFireMany(CaromWorld *world, const CaromProjectileDef *def,
                                   const CaromVec2 *positions, const CaromVec2 *velocities,
                                   int count, CaromProjectileId *ids)
{
    Volley volley;
    CaromError error = crCheckEditable(world);
    bool lacks = def == NULL || (count > 0 && (positions == NULL || velocities == NULL));
    error = crThen(error, lacks ? CAROM_ERROR_NULL : CAROM_OK);
    error = crThen(error, checkVolley(world, def, "caromProjectileFireMany", &volley));
    error = crThen(error, checkMany(positions, velocities, count));
    error = crThen(error, reserve(world, &volley, count));
    if (error == CAROM_OK && count > 0) {
        error = takeRecipe(world, &volley, count);
    }
    if (error == CAROM_OK && count > 0) {
        planVolley(world, &volley);
        for (int k = 0; k < count; k++) {
            uint32_t i = fire(world, &volley, positions[k], velocities[k]);
            if (ids != NULL) {
                ids[k] = crProjectileIdOf(world, i);
            }
        }
    }
    return crEndCall(world, error, caromProjectileFireMany, .shot = def, .count = count,
                     .places = positions, .velocities = velocities);
}

// ---- ask

CaromError crCheckProjectile(const CaromWorld *world, CaromProjectileId id)
{
    return world == NULL ? CAROM_ERROR_NULL : crCheckFlightId(world, id);
}

bool caromProjectileIsValid(const CaromWorld *world, CaromProjectileId id)
{
    return crCheckProjectile(world, id) == CAROM_OK;
}

/// Within the current leg: not before its start, nor after what comes next. Up to the clock there
/// is nothing.
static double clampToLeg(const CaromWorld *world, uint32_t i, double time)
{
    double start = world->flights.hot[i].start;
    if (time > world->time) {
        time = crMin(time, crFlightLegEnd(world, i, time));
    }
    return crMax(time, start);
}

/// The projectile that a function which only reads is asked about; CR_NONE, and logged, if there is
/// none.
static uint32_t asked(const CaromWorld *world, CaromProjectileId id, const char *function)
{
    CaromError error = crCheckProjectile(world, id);
    crComplain(world, error, function);
    return error == CAROM_OK ? id.index - 1 : CR_NONE;
}

CaromVec2 caromProjectilePosition(const CaromWorld *world, CaromProjectileId id)
{
    uint32_t i = asked(world, id, "caromProjectilePosition");
    return i != CR_NONE ? crFlightWhere(world, i, world->queryTime) : crVec(0.0, 0.0);
}

CaromVec2 caromProjectileVelocity(const CaromWorld *world, CaromProjectileId id)
{
    uint32_t i = asked(world, id, "caromProjectileVelocity");
    return i != CR_NONE ? crFlightHowFast(world, i, world->queryTime) : crVec(0.0, 0.0);
}

CaromError caromProjectileAt(const CaromWorld *world, CaromProjectileId id, double time,
                             CaromVec2 *position, CaromVec2 *velocity)
{
    CaromError error = crCheckProjectile(world, id);
    error = crThen(error, crCheckNumber(time));
    if (error != CAROM_OK) {
        return crComplain(world, error, "caromProjectileAt");
    }
    uint32_t i = id.index - 1;
    double at = clampToLeg(world, i, time);
    if (position != NULL) {
        *position = crFlightWhere(world, i, at);
    }
    if (velocity != NULL) {
        *velocity = crFlightHowFast(world, i, at);
    }
    return CAROM_OK;
}

CaromProjectileMode caromProjectileMode(const CaromWorld *world, CaromProjectileId id)
{
    uint32_t i = asked(world, id, "caromProjectileMode");
    return i != CR_NONE ? (CaromProjectileMode)world->flights.hot[i].mode
                        : CAROM_PROJECTILE_PENDING;
}

double caromProjectileRadius(const CaromWorld *world, CaromProjectileId id)
{
    uint32_t i = asked(world, id, "caromProjectileRadius");
    return i != CR_NONE ? crFlightDef(world, i)->radius : 0.0;
}

CaromFilter caromProjectileFilter(const CaromWorld *world, CaromProjectileId id)
{
    static const CaromFilter none;
    uint32_t i = asked(world, id, "caromProjectileFilter");
    return i != CR_NONE ? crFlightDef(world, i)->filter : none;
}

void *caromProjectileUserData(const CaromWorld *world, CaromProjectileId id)
{
    uint32_t i = asked(world, id, "caromProjectileUserData");
    return i != CR_NONE ? world->flights.tail[i].userData : NULL;
}

CaromVec2 caromProjectileForce(const CaromWorld *world, CaromProjectileId id)
{
    uint32_t i = asked(world, id, "caromProjectileForce");
    return i != CR_NONE ? crFlightExtra(&world->flights, i)->steering.force : crVec(0.0, 0.0);
}

int caromProjectileTarget(const CaromWorld *world, CaromProjectileId id, CaromVec2 *place)
{
    CaromVec2 ignored;
    CaromError error = crCheckProjectile(world, id);
    if (error != CAROM_OK) {
        return crRefuseQuery(world, error, "caromProjectileTarget");
    }
    return crSteerTargetAt(world, id.index - 1, world->queryTime, place != NULL ? place : &ignored);
}

int caromWorldProjectiles(const CaromWorld *world, CaromProjectileId *out, int capacity)
{
    CaromError error = world == NULL ? CAROM_ERROR_NULL : crCheckBuffer(out, capacity);
    if (error != CAROM_OK) {
        return crRefuseQuery(world, error, "caromWorldProjectiles");
    }
    int count = 0;
    for (uint32_t i = 0; i < crFlightsCount(&world->flights); i++) {
        if (crFlightLives(&world->flights, i) && count++ < capacity) {
            out[count - 1] = crProjectileIdOf(world, i);
        }
    }
    return count;
}

/// Writes where live flights are at a time, from slot *slot on, and their ids (unless null), up to
/// `capacity` of them; moves *slot behind the last one. Returns how many. Straight legs, which are
/// most, are read here: one product and one sum, rounded as crPathPoint rounds them.
static int placesFrom(const CaromWorld *world, uint32_t *slot, double time, CaromVec2 *places,
                      CaromProjectileId *ids, int capacity)
{
    const CrFlight *hot = world->flights.hot;
    const uint32_t slots = crFlightsCount(&world->flights);
    uint32_t i = *slot;
    int count = 0;
    for (; i < slots && count < capacity; i++) {
        if (hot[i].leg & CR_LEG_FREE) {
            continue;
        }
        if (hot[i].leg & CR_LEG_PULLS || hot[i].mode == CAROM_PROJECTILE_STUCK) {
            places[count] = crFlightWhere(world, i, time);
        } else {
            CrDouble2 tau = crDouble2All(crMax(time - hot[i].start, 0.0));
            CrDouble2 way = crDouble2Mul(crDouble2Load(&hot[i].velocity), tau);
            crDouble2Store(&places[count], crDouble2Add(crDouble2Load(&hot[i].place), way));
        }
        if (ids != NULL) {
            ids[count] = crProjectileIdOf(world, i);
        }
        count++;
    }
    *slot = i;
    return count;
}

/// How many flights live in slots from this one on.
static int liveFrom(const CrFlights *flights, uint32_t slot)
{
    int count = 0;
    for (; slot < crFlightsCount(flights); slot++) {
        count += crFlightLives(flights, slot);
    }
    return count;
}

int caromWorldPositions(const CaromWorld *world, CaromVec2 *positions, CaromProjectileId *ids,
                        int capacity)
{
    CaromError error = world == NULL ? CAROM_ERROR_NULL : crCheckBuffer(positions, capacity);
    if (error != CAROM_OK) {
        return crRefuseQuery(world, error, "caromWorldPositions");
    }
    uint32_t slot = 0;
    int count = placesFrom(world, &slot, world->queryTime, positions, ids, capacity);
    return count + liveFrom(&world->flights, slot);
}

int caromWorldPositionsFloat(const CaromWorld *world, CaromVec2 origin, double back, float *xy,
                             CaromProjectileId *ids, int capacity)
{
    CaromError error = world == NULL ? CAROM_ERROR_NULL : crCheckBuffer(xy, capacity);
    error = crThen(error, crCheckVec(origin));
    error = crThen(error, crCheckNumber(back));
    error = crThen(error, back < 0.0 ? CAROM_ERROR_OUT_OF_RANGE : CAROM_OK);
    if (error != CAROM_OK) {
        return crRefuseQuery(world, error, "caromWorldPositionsFloat");
    }
    CaromVec2 places[128];
    const int room = (int)(sizeof places / sizeof *places);
    uint32_t slot = 0;
    int count = 0, written;
    do {
        int most = capacity - count < room ? capacity - count : room;
        written = placesFrom(world, &slot, world->queryTime - back, places,
                             ids == NULL ? NULL : ids + count, most);
        for (int k = 0; k < written; k++, count++) {
            xy[2 * count] = (float)(places[k].x - origin.x);
            xy[2 * count + 1] = (float)(places[k].y - origin.y);
        }
    } while (written == room);
    return count + liveFrom(&world->flights, slot);
}
