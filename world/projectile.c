// SPDX-License-Identifier: MIT
// The doors to projectiles: fire, ask.
#include "crossing.h"
#include "event.h"
#include "flight_slots.h"
#include "ground.h"
#include "life.h"
#include "partner.h"
#include "place.h"
#include "projectile.h"
#include "recipe.h"
#include "recorder.h"
#include "stick.h"
#include "turn.h"

#define PROJECTILE_COOKIE 0x43500001u

CaromProjectileDef caromProjectileDef(void)
{
    CaromProjectileDef def = {0};
    def.time = CAROM_NOW;
    def.gravityScale = 1.0;
    def.mass = 1.0;
    def.restitution = 1.0;
    def.lifetime = CAROM_FOREVER;
    def.bounces = CAROM_UNLIMITED;
    def.restTime = 0.05;
    def.onHit = CAROM_HIT_BOUNCE;
    def.fuse = CAROM_FOREVER;
    def.filter.category = def.proximityFilter.category = 1;
    def.filter.mask = def.proximityFilter.mask = UINT64_MAX;
    def.blast = caromBlast();
    def.cookie = PROJECTILE_COOKIE;
    return def;
}

// ---- fire

/// What moves it but its velocity.
static void checkPull(CrDefCheck *check, const CaromProjectileDef *def)
{
    crDefCheckVec(check, def->acceleration, "CaromProjectileDef.acceleration: finite");
    crDefCheck(check, crCheckNumber(def->gravityScale), "CaromProjectileDef.gravityScale: finite");
    if (crCheckVec(def->acceleration) == CAROM_OK && crCheckNumber(def->gravityScale) == CAROM_OK) {
        CaromVec2 total = crAddScaled(def->acceleration, check->world->gravity, def->gravityScale);
        crDefCheckVec(check, total, "CaromProjectileDef.gravityScale: its product with gravity");
    }
    crDefCheckRange(check, def->groundDeceleration, 0.0, 1e9,
                    "CaromProjectileDef.groundDeceleration: 0 .. 1e9");
    crDefCheck(check, crGroundCheck(def, crDefAcceleration(check->world, def)),
               "CaromProjectileDef.groundDeceleration: not with gravity or an acceleration");
}

/// What it does when: its end, its hits and meetings.
static void checkFate(CrDefCheck *check, const CaromProjectileDef *def)
{
    crDefCheckRange(check, def->lifetime, 1e-100, CAROM_FOREVER,
                    "CaromProjectileDef.lifetime: >= 1e-100");
    crDefCheckRange(check, def->fuse, 1e-100, CAROM_FOREVER, "CaromProjectileDef.fuse: >= 1e-100");
    crDefCheckRange(check, def->bounces, 0, CAROM_UNLIMITED, "CaromProjectileDef.bounces: >= 0");
    crDefCheckRange(check, def->pierceLoss, 0.0, 1e9, "CaromProjectileDef.pierceLoss: 0 .. 1e9");
    crDefCheckRange(check, def->pierceDrag, 0.0, 1e9, "CaromProjectileDef.pierceDrag: 0 .. 1e9");
    crDefCheckRange(check, def->proximity, 0.0, 1e6, "CaromProjectileDef.proximity: 0 .. 1e6");
    bool isAction = (unsigned)def->onHit < CAROM_HIT_COUNT;
    crDefCheck(check, isAction ? CAROM_OK : CAROM_ERROR_ENUM, "CaromProjectileDef.onHit");
    isAction = (unsigned)def->onMeet < CAROM_MEETING_COUNT;
    crDefCheck(check, isAction ? CAROM_OK : CAROM_ERROR_ENUM, "CaromProjectileDef.onMeet");
    crDefCheckBlast(check, &def->blast);
}

/// What surfaces and the air do to it.
static void checkMatter(CrDefCheck *check, const CaromProjectileDef *def)
{
    crDefCheckRange(check, def->radius, 0.0, 1e6, "CaromProjectileDef.radius: 0 .. 1e6");
    crDefCheckRange(check, def->mass, 1e-100, CR_HUGE, "CaromProjectileDef.mass: >= 1e-100");
    crDefCheckRange(check, def->restitution, 0.0, 10.0, "CaromProjectileDef.restitution: 0 .. 10");
    crDefCheckRange(check, def->friction, 0.0, 1e6, "CaromProjectileDef.friction: 0 .. 1e6");
    crDefCheckRange(check, def->rollingResistance, 0.0, 1e6,
                    "CaromProjectileDef.rollingResistance: 0 .. 1e6");
    crDefCheckRange(check, def->material, 0, CR_MATERIALS - 1,
                    "CaromProjectileDef.material: 0 .. 65535");
    crDefCheckRange(check, def->linearDrag, 0.0, 1e6, "CaromProjectileDef.linearDrag: 0 .. 1e6");
    crDefCheckRange(check, def->quadraticDrag, 0.0, 1e6,
                    "CaromProjectileDef.quadraticDrag: 0 .. 1e6");
    crDefCheckRange(check, def->turnRate, 0.0, 1e6, "CaromProjectileDef.turnRate: 0 .. 1e6");
    crDefCheckRange(check, def->restTime, 0.0, CR_HUGE, "CaromProjectileDef.restTime: >= 0");
}

/// `known`: what is part of recipes was checked when it became one.
static CaromError checkDef(const CaromWorld *world, const CaromProjectileDef *def, bool known,
                           const char *function)
{
    CrDefCheck check = {world, function, world->log, world->logContext, CAROM_OK};
    crDefCheckVec(&check, def->position, "CaromProjectileDef.position: finite");
    crDefCheckVec(&check, def->velocity, "CaromProjectileDef.velocity: finite");
    if (!known) {
        checkPull(&check, def);
        checkMatter(&check, def);
        checkFate(&check, def);
    }
    bool now = def->time == CAROM_NOW;
    crDefCheck(&check, now ? CAROM_OK : crCheckNumber(def->time),
               "CaromProjectileDef.time: finite");
    if (!now && crFinite(def->time) && def->time < world->queryTime) {
        crDefCheck(&check, CAROM_ERROR_TIME, "CaromProjectileDef.time: at or after the clock");
    }
    if (def->ignoreBody.index != 0) {
        CaromBodyId id = def->ignoreBody;
        crDefCheck(&check, crCheckId(world, &world->bodySlots, id.index, id.age, id.world),
                   "CaromProjectileDef.ignoreBody");
    }
    return check.error;
}

static CaromError checkCookie(const CaromProjectileDef *def)
{
    return def == NULL                        ? CAROM_ERROR_NULL
           : def->cookie != PROJECTILE_COOKIE ? CAROM_ERROR_DEF
                                              : CAROM_OK;
}

CaromError crProjectileCheck(const CaromWorld *world, const CaromProjectileDef *def,
                             const char *function)
{
    CaromError error = checkCookie(def);
    return error != CAROM_OK ? error : checkDef(world, def, false, function);
}

CaromProjectileDef crProjectileRecipe(const CaromProjectileDef *def)
{
    static const CaromBodyId nobody;
    CaromProjectileDef recipe = *def;
    recipe.position = recipe.velocity = crVec(0.0, 0.0);
    recipe.time = 0.0;
    recipe.userData = NULL;
    recipe.ignoreBody = nobody;
    return recipe;
}

void crProjectileBegin(CaromWorld *world, uint32_t i, const CaromProjectileDef *def,
                       CaromVec2 position, CaromVec2 velocity)
{
    CrFlights *f = &world->flights;
    double start = def->time == CAROM_NOW ? world->time : def->time;
    CrFlight *hot = &f->hot[i];
    hot->start = start;
    hot->leg = 0;
    hot->bounces = f->tail[i].windowEvents = 0;
    crCrossingsBegin(world, i);
    if (crNeedsExtra(world, def)) {
        crFlightTakeExtra(world, i, crMayPierce(world, def));
        CrFlightExtra *extra = crFlightOwn(f, i);
        extra->fuseTime = def->fuse < CAROM_FOREVER ? start + def->fuse : CR_NEVER;
        extra->ignoreBody = def->ignoreBody;
        extra->ignoreUntil = CR_NEVER;
    }
    f->tail[i].endTime = def->lifetime < CAROM_FOREVER ? start + def->lifetime : CR_NEVER;
    f->tail[i].userData = def->userData;
    crFlightSetLeg(world, i, start, position, velocity, crVec(0.0, 0.0));
    crFlightAwaitLaunch(world, i);
}

/// What shots of one def share.
typedef struct Volley {
    const CaromProjectileDef *def;
    uint32_t recipe;
    bool takesExtra;
    bool isPlain; ///< it flies from now on, with nothing to it but its line in the arrays
    double endTime;
    uint8_t pull; ///< CR_LEG_PULL_… of one that is plain
} Volley;

/// Room for so many more of a def.
static CaromError reserve(CaromWorld *world, const Volley *volley, int count)
{
    const CaromProjectileDef *def = volley->def;
    CaromError error = crFlightsReserve(world, count);
    if (error == CAROM_OK && crTakesTurns(def)) {
        error = crTurnsReserve(world);
    }
    if (error == CAROM_OK && volley->takesExtra) {
        error = crExtrasReserve(world, count, crMayPierce(world, def) ? count : 0);
    }
    return error == CAROM_OK && def->meetMask != 0 ? crPartnersReserve(world, count) : error;
}

/// For so many shots, at least one.
static CaromError takeRecipe(CaromWorld *world, Volley *volley, int count)
{
    if (volley->recipe != CR_NONE) {
        crRecipeUse(world, volley->recipe, (uint32_t)count);
        return CAROM_OK;
    }
    volley->recipe = crRecipeFind(world, volley->def, (uint32_t)count);
    return volley->recipe == CR_NONE ? CAROM_ERROR_MEMORY : CAROM_OK;
}

/// All memory is there.
static void planVolley(const CaromWorld *world, Volley *volley)
{
    const CrFlights *f = &world->flights;
    const CaromProjectileDef *def = volley->def;
    CaromVec2 pull = f->pulls[volley->recipe].of[f->pull];
    bool isPulled = pull.x != 0.0 || pull.y != 0.0;
    volley->pull = !isPulled ? 0 : f->pull == 0 ? CR_LEG_PULL_A : CR_LEG_PULL_B;
    volley->isPlain = !volley->takesExtra && def->time == CAROM_NOW && f->crossings == NULL;
    volley->endTime = def->lifetime < CAROM_FOREVER ? world->time + def->lifetime : CR_NEVER;
}

/// crProjectileBegin for most shots, of which little is to be said; false: more is.
static bool beginPlainly(CaromWorld *world, uint32_t i, const Volley *volley, CaromVec2 position,
                         CaromVec2 velocity)
{
    CrFlights *f = &world->flights;
    CrFlight *hot = &f->hot[i];
    if (!volley->isPlain || !crPlaceIsFree(world, volley->def->radius, position)) {
        return false;
    }
    hot->place = position;
    hot->velocity = velocity;
    hot->start = f->next[i] = world->time;
    hot->tau = 0.0;
    hot->nextKey = CR_NONE;
    hot->bounces = f->tail[i].windowEvents = 0;
    hot->nextKind = CR_NEXT_SEARCH;
    hot->mode = CAROM_PROJECTILE_FLYING;
    hot->leg = volley->pull;
    f->tail[i].endTime = volley->endTime;
    f->tail[i].userData = volley->def->userData;
    return true;
}

static uint32_t fire(CaromWorld *world, const Volley *volley, CaromVec2 position,
                     CaromVec2 velocity)
{
    uint32_t i = crFlightsTake(&world->flights);
    world->flights.hot[i].recipe = volley->recipe;
    if (!beginPlainly(world, i, volley, position, velocity)) {
        crProjectileBegin(world, i, volley->def, position, velocity);
    }
    if (volley->def->meetMask != 0) {
        crPartnersAdd(world, i);
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
        error = error != CAROM_OK ? error : crCheckVec(velocities[k]);
        if (error != CAROM_OK) {
            return error;
        }
    }
    return CAROM_OK;
}

/// All checks but of places and velocities beside the def, and what can be told from the def.
static CaromError checkVolley(CaromWorld *world, const CaromProjectileDef *def,
                              const char *function, Volley *volley)
{
    CaromError error = crCheckEditable(world);
    error = error != CAROM_OK ? error : checkCookie(def);
    if (error == CAROM_OK) {
        volley->def = def;
        volley->recipe = crRecipeKnown(world, def);
        error = checkDef(world, def, volley->recipe != CR_NONE, function);
    }
    if (error == CAROM_OK) {
        volley->takesExtra = crNeedsExtra(world, def);
    }
    return error;
}

CaromProjectileId caromProjectileFire(CaromWorld *world, const CaromProjectileDef *def)
{
    static const CaromProjectileId null;
    Volley volley;
    CaromError error = checkVolley(world, def, "caromProjectileFire", &volley);
    error = error != CAROM_OK ? error : reserve(world, &volley, 1);
    error = error != CAROM_OK ? error : takeRecipe(world, &volley, 1);
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
    error = error == CAROM_OK && lacks ? CAROM_ERROR_NULL : error;
    error = error != CAROM_OK ? error : checkVolley(world, def, "caromProjectileFireMany", &volley);
    error = error != CAROM_OK ? error : checkMany(positions, velocities, count);
    error = error != CAROM_OK ? error : reserve(world, &volley, count);
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
    crRecordCall(world, error, caromProjectileFireMany, .shot = def, .count = count,
                 .places = positions, .velocities = velocities);
    return crRefuse(world, error, "caromProjectileFireMany");
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

CaromVec2 caromProjectilePosition(const CaromWorld *world, CaromProjectileId id)
{
    CaromVec2 position = crVec(0.0, 0.0);
    CaromError error = crCheckProjectile(world, id);
    if (error == CAROM_OK) {
        position = crFlightWhere(world, id.index - 1, world->queryTime);
    }
    crComplain(world, error, "caromProjectilePosition");
    return position;
}

CaromVec2 caromProjectileVelocity(const CaromWorld *world, CaromProjectileId id)
{
    CaromError error = crCheckProjectile(world, id);
    crComplain(world, error, "caromProjectileVelocity");
    return error == CAROM_OK ? crFlightHowFast(world, id.index - 1, world->queryTime)
                             : crVec(0.0, 0.0);
}

CaromError caromProjectileAt(const CaromWorld *world, CaromProjectileId id, double time,
                             CaromVec2 *position, CaromVec2 *velocity)
{
    CaromError error = crCheckProjectile(world, id);
    error = error == CAROM_OK ? crCheckNumber(time) : error;
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
    CaromError error = crCheckProjectile(world, id);
    crComplain(world, error, "caromProjectileMode");
    return error == CAROM_OK ? (CaromProjectileMode)world->flights.hot[id.index - 1].mode
                             : CAROM_PROJECTILE_PENDING;
}

double caromProjectileRadius(const CaromWorld *world, CaromProjectileId id)
{
    CaromError error = crCheckProjectile(world, id);
    crComplain(world, error, "caromProjectileRadius");
    return error == CAROM_OK ? world->recipes[world->flights.hot[id.index - 1].recipe].def.radius
                             : 0.0;
}

CaromFilter caromProjectileFilter(const CaromWorld *world, CaromProjectileId id)
{
    static const CaromFilter none;
    CaromError error = crCheckProjectile(world, id);
    crComplain(world, error, "caromProjectileFilter");
    return error == CAROM_OK ? world->recipes[world->flights.hot[id.index - 1].recipe].def.filter
                             : none;
}

void *caromProjectileUserData(const CaromWorld *world, CaromProjectileId id)
{
    CaromError error = crCheckProjectile(world, id);
    crComplain(world, error, "caromProjectileUserData");
    return error == CAROM_OK ? world->flights.tail[id.index - 1].userData : NULL;
}

/// crFlightWhere without a call for most of them.
static CaromVec2 whereNow(const CaromWorld *world, uint32_t i, double time)
{
    return crFlightIsStuck(world, i) ? crFlightWhere(world, i, time)
                                     : crFlightPlaceAt(&world->flights, i, time);
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

int caromWorldPositions(const CaromWorld *world, CaromVec2 *positions, CaromProjectileId *ids,
                        int capacity)
{
    CaromError error = world == NULL ? CAROM_ERROR_NULL : crCheckBuffer(positions, capacity);
    if (error != CAROM_OK) {
        return crRefuseQuery(world, error, "caromWorldPositions");
    }
    const CrFlights *f = &world->flights;
    int count = 0;
    for (uint32_t i = 0; i < crFlightsCount(f); i++) {
        if (!crFlightLives(f, i)) {
            continue;
        }
        if (count < capacity) {
            positions[count] = whereNow(world, i, world->queryTime);
            if (ids != NULL) {
                ids[count] = crProjectileIdOf(world, i);
            }
        }
        count++;
    }
    return count;
}

int caromWorldPositionsFloat(const CaromWorld *world, CaromVec2 origin, double back, float *xy,
                             CaromProjectileId *ids, int capacity)
{
    CaromError error = world == NULL ? CAROM_ERROR_NULL : crCheckBuffer(xy, capacity);
    error = error == CAROM_OK ? crCheckVec(origin) : error;
    error = error == CAROM_OK ? crCheckNumber(back) : error;
    error = error == CAROM_OK && back < 0.0 ? CAROM_ERROR_OUT_OF_RANGE : error;
    if (error != CAROM_OK) {
        return crRefuseQuery(world, error, "caromWorldPositionsFloat");
    }
    const CrFlights *f = &world->flights;
    int count = 0;
    for (uint32_t i = 0; i < crFlightsCount(f); i++) {
        if (!crFlightLives(f, i)) {
            continue;
        }
        if (count < capacity) {
            CaromVec2 p = crSub(whereNow(world, i, world->queryTime - back), origin);
            xy[2 * count] = (float)p.x;
            xy[2 * count + 1] = (float)p.y;
            if (ids != NULL) {
                ids[count] = crProjectileIdOf(world, i);
            }
        }
        count++;
    }
    return count;
}
