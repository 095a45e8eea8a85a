// SPDX-License-Identifier: MIT
#include "def_table.h"

#include "../core/hash_mix.h"
#include "../data/fields.h"
#include "../data/refuse.h"
#include "../geometry/materials.h"
#include "ground.h"

#define PROJECTILE_COOKIE 0x43500001u

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0x9e3779b97f4a7c15ULL;
    return hash ^ (hash >> 29);
}

static uint64_t bitsOf(double x)
{
    union {
        double x;
        uint64_t bits;
    } u;
    u.x = x == 0.0 ? 0.0 : x; // -0 is 0
    return u.bits;
}

static uint64_t mixFilter(uint64_t hash, const CaromFilter *filter)
{
    hash = mix(hash, filter->category);
    return mix(hash, filter->mask ^ (uint64_t)(uint32_t)filter->group << 17);
}

static uint32_t hashOf(const CaromProjectileDef *def)
{
    uint64_t hash = mix(0, bitsOf(def->radius));
    hash = mix(hash, bitsOf(def->gravityScale));
    hash = mix(hash, bitsOf(def->acceleration.x));
    hash = mix(hash, bitsOf(def->acceleration.y));
    hash = mix(hash, bitsOf(def->mass));
    hash = mix(hash, bitsOf(def->restitution));
    hash = mix(hash, bitsOf(def->friction));
    hash = mix(hash, bitsOf(def->lifetime));
    hash = mix(hash, bitsOf(def->restTime));
    hash = mix(hash, bitsOf(def->rollingResistance) ^ (uint64_t)def->rolls);
    hash = mix(hash, def->material);
    hash = mix(hash, bitsOf(def->linearDrag));
    hash = mix(hash, bitsOf(def->quadraticDrag));
    hash = mix(hash, bitsOf(def->turnRate));
    hash = mix(hash, bitsOf(def->groundDeceleration));
    hash = mix(hash, bitsOf(def->pierceLoss));
    hash = mix(hash, bitsOf(def->pierceDrag));
    hash = mix(hash, bitsOf(def->fuse));
    hash = mix(hash, bitsOf(def->proximity));
    hash = mix(hash, bitsOf(def->blast.radius));
    hash = mix(hash, bitsOf(def->blast.impulse) ^ (uint64_t)def->blast.falloff);
    hash = mix(hash, def->meetMask ^ (uint64_t)def->onMeet);
    hash = mix(hash, (uint64_t)def->bounces << 8 | (uint64_t)def->onHit);
    hash = mixFilter(hash, &def->filter);
    hash = mixFilter(hash, &def->proximityFilter);
    hash = mixFilter(hash, &def->blast.filter);
    return (uint32_t)(hash >> 32);
}

static bool equalFilters(const CaromFilter *a, const CaromFilter *b)
{
    return a->category == b->category && a->mask == b->mask && a->group == b->group;
}

static bool equalBlasts(const CaromBlast *a, const CaromBlast *b)
{
    return a->radius == b->radius && a->impulse == b->impulse && a->falloff == b->falloff &&
           equalFilters(&a->filter, &b->filter);
}

static bool equalMotion(const CaromProjectileDef *a, const CaromProjectileDef *b)
{
    return a->radius == b->radius && a->gravityScale == b->gravityScale &&
           crEqual(a->acceleration, b->acceleration) && a->mass == b->mass &&
           a->restitution == b->restitution && a->friction == b->friction &&
           a->lifetime == b->lifetime && a->restTime == b->restTime && a->bounces == b->bounces &&
           a->rolls == b->rolls && a->rollingResistance == b->rollingResistance &&
           a->material == b->material && a->linearDrag == b->linearDrag &&
           a->quadraticDrag == b->quadraticDrag && a->turnRate == b->turnRate &&
           a->groundDeceleration == b->groundDeceleration;
}

static bool equal(const CaromProjectileDef *a, const CaromProjectileDef *b)
{
    return equalMotion(a, b) && a->onHit == b->onHit && a->pierceLoss == b->pierceLoss &&
           a->pierceDrag == b->pierceDrag && a->fuse == b->fuse && a->proximity == b->proximity &&
           a->meetMask == b->meetMask && a->onMeet == b->onMeet &&
           equalFilters(&a->filter, &b->filter) &&
           equalFilters(&a->proximityFilter, &b->proximityFilter) &&
           equalBlasts(&a->blast, &b->blast);
}

static bool isEqual(const void *wanted, const void *owner, uint32_t flightDef)
{
    const CaromWorld *world = owner;
    return equal(wanted, &world->flightDefs[flightDef].def);
}

uint32_t crFlightDefKnown(const CaromWorld *world, const CaromProjectileDef *def)
{
    uint32_t last = world->lastRecipe;
    bool known = last != CR_NONE && equal(def, &world->flightDefs[last].def) &&
                 def->blast.cookie == world->flightDefs[last].def.blast.cookie;
    return known ? last : CR_NONE;
}

static bool reserveOne(CaromWorld *world)
{
    CrIntern *kinds = &world->recipeKinds;
    if (!crInternReserve(kinds, &world->allocator)) {
        return false;
    }
    int capacity = crArrayCapacity(kinds->entries);
    return crArrayReserve(world->flightDefs, capacity, &world->allocator) &&
           crArrayReserve(world->flights.pulls, capacity, &world->allocator);
}

bool crFlightDefsReserve(CaromWorld *world, int count)
{
    return crInternReserveFresh(&world->recipeKinds, count, &world->allocator) &&
           crArrayReserve(world->flightDefs, count, &world->allocator) &&
           crArrayReserve(world->flights.pulls, count, &world->allocator);
}

void crFlightDefPut(CaromWorld *world, const CaromProjectileDef *def, CrPull pull)
{
    static const CrFlightDef none;
    CrFlightDef flightDef = none;
    if (def != NULL) {
        flightDef.def = crProjectileFlightDef(def);
        flightDef.sum = crHashFlightDef(&flightDef.def);
    }
    crInternPut(&world->recipeKinds, def != NULL ? hashOf(def) : 0, def != NULL);
    crArrayPush(world->flightDefs, flightDef);
    crArrayPush(world->flights.pulls, pull);
}

bool crFlightDefsRelist(CaromWorld *world)
{
    CrIntern *kinds = &world->recipeKinds;
    bool ok = true;
    crInternRelist(kinds);
    for (int r = 0; r < crArrayCount(world->flightDefs); r++) {
        const CaromProjectileDef *def = &world->flightDefs[r].def;
        uint32_t hash = kinds->entries[r].hash;
        bool used = kinds->entries[r].users > 0;
        ok &= used == (def->cookie != 0) &&
              (!used || crInternFind(kinds, hash, isEqual, def, world) == (uint32_t)r);
    }
    return ok;
}

uint32_t crFlightDefFind(CaromWorld *world, const CaromProjectileDef *def, uint32_t users)
{
    CrIntern *kinds = &world->recipeKinds;
    uint32_t hash = hashOf(def), found = crInternFind(kinds, hash, isEqual, def, world);
    if (found != CR_INTERN_NONE) {
        crFlightDefUse(world, found, users);
        return found;
    }
    if (!reserveOne(world)) {
        return CR_NONE;
    }
    found = crInternAdd(kinds, hash);
    crArraySetCount(world->flightDefs, crArrayCount(kinds->entries));
    crArraySetCount(world->flights.pulls, crArrayCount(kinds->entries));
    world->flightDefs[found].def = crProjectileFlightDef(def);
    world->flightDefs[found].sum = crHashFlightDef(def);
    world->flights.pulls[found] = crFlightDefPull(world, def);
    crFlightDefUse(world, found, users - 1);
    return found;
}

void crFlightDefUse(CaromWorld *world, uint32_t flightDef, uint32_t users)
{
    world->recipeKinds.entries[flightDef].users += users;
    world->lastRecipe = flightDef;
}

void crFlightDefDrop(CaromWorld *world, uint32_t flightDef)
{
    if (crInternDrop(&world->recipeKinds, flightDef) && world->lastRecipe == flightDef) {
        world->lastRecipe = CR_NONE;
    }
}

void crFlightDefsTakeGravity(CaromWorld *world)
{
    CrFlights *f = &world->flights;
    int next = 1 - f->pull;
    for (int r = 0; r < crArrayCount(world->flightDefs); r++) {
        f->pulls[r].of[next] = crDefAcceleration(world, &world->flightDefs[r].def);
    }
    f->pull = next;
}

int crFlightDefCount(const CaromWorld *world)
{
    const CrIntern *kinds = &world->recipeKinds;
    return crArrayCount(kinds->entries) - crArrayCount(kinds->unused);
}

void crFlightDefsFree(CaromWorld *world)
{
    crInternFree(&world->recipeKinds, &world->allocator);
    crArrayFree(world->flightDefs, &world->allocator);
}

static bool isHeldBy(CaromHitAction action)
{
    return action == CAROM_HIT_STOP || action == CAROM_HIT_STICK || action == CAROM_HIT_PIERCE;
}

static bool isPierce(CaromHitAction action)
{
    return action == CAROM_HIT_PIERCE;
}

/// Whether one that bounces may do something else at a steep hit: what `does` says.
static bool mayAtSteepHits(const CaromWorld *world, const CaromProjectileDef *def,
                           bool (*does)(CaromHitAction action))
{
    uint32_t first = crPairKey(def->material, 0), material = def->material;
    const CrPair *pair = def->onHit == CAROM_HIT_BOUNCE ? crPairFrom(world, first) : NULL;
    while (pair != NULL && pair->key >> 16 == material && !does(pair->surface.steep)) {
        pair = crPairNext(world, pair);
    }
    return pair != NULL && pair->key >> 16 == material;
}

static bool isPulled(const CaromWorld *world, const CaromProjectileDef *def)
{
    CaromVec2 pull = crDefAcceleration(world, def);
    return pull.x != 0.0 || pull.y != 0.0;
}

bool crNeedsExtra(const CaromWorld *world, const CaromProjectileDef *def)
{
    if (def->fuse < CAROM_FOREVER || def->meetMask != 0 || def->ignoreBody.index != 0 ||
        crIsDragged(def) || crIsGrounded(def) || def->onHit == CAROM_HIT_ASK ||
        isHeldBy(def->onHit)) {
        return true;
    }
    bool leans = isPulled(world, def) || world->movingIndex.spinners > 0; // these press it on, too
    return (def->onHit == CAROM_HIT_BOUNCE && leans) || mayAtSteepHits(world, def, isHeldBy);
}

bool crMayPierce(const CaromWorld *world, const CaromProjectileDef *def)
{
    return def->onHit == CAROM_HIT_PIERCE || def->onHit == CAROM_HIT_ASK ||
           mayAtSteepHits(world, def, isPierce);
}

/// What flight i lacks.
static void lacks(const CaromWorld *world, uint32_t i, bool *extra, bool *pierces)
{
    const CrFlights *f = &world->flights;
    const CaromProjectileDef *def = &world->flightDefs[f->hot[i].flightDef].def;
    *extra = !crFlightHasExtra(f, i) && crNeedsExtra(world, def);
    *pierces = crFlightExtra(f, i)->pierces == CR_NONE && crMayPierce(world, def);
}

static CaromError reserveExtras(CaromWorld *world)
{
    int extras = 0, depths = 0;
    bool extra, pierces;
    for (uint32_t i = 0; i < crFlightsCount(&world->flights); i++) {
        if (crFlightLives(&world->flights, i)) {
            lacks(world, i, &extra, &pierces);
            extras += extra;
            depths += pierces;
        }
    }
    return crExtrasReserve(world, extras, depths);
}

CaromError crFlightsGiveExtras(CaromWorld *world)
{
    CrFlights *f = &world->flights;
    uint32_t count = crFlightsCount(f);
    bool extra, pierces;
    CaromError error = reserveExtras(world);
    for (uint32_t i = 0; error == CAROM_OK && i < count; i++) {
        if (crFlightLives(f, i)) {
            lacks(world, i, &extra, &pierces);
            if (extra) {
                crFlightTakeExtra(world, i, pierces);
            } else if (pierces) {
                crFlightOwn(f, i)->pierces = crPiercesTake(f);
            }
        }
    }
    return error;
}

/// Does what gives, or reserves, extra records as if something span; where something does already,
/// all have theirs.
static CaromError awaitSpin(CaromWorld *world, CaromError (*extras)(CaromWorld *world))
{
    int *spinners = &world->movingIndex.spinners;
    if (*spinners > 0) {
        return CAROM_OK;
    }
    ++*spinners;
    CaromError error = extras(world);
    --*spinners;
    return error;
}

CaromError crFlightsAwaitSpin(CaromWorld *world, double spin)
{
    return spin != 0.0 ? awaitSpin(world, crFlightsGiveExtras) : CAROM_OK;
}

CaromError crFlightsReserveSpin(CaromWorld *world)
{
    return awaitSpin(world, reserveExtras);
}

uint64_t crHashFlightDef(const CaromProjectileDef *def)
{
    uint64_t hash = crHashFields(CR_HASH_START, &crFlightDefTable, def, CR_HASHED);
    hash = crIsGrounded(def) ? crHashNumber(hash, def->groundDeceleration) : hash;
    return crHashFields(hash, &crFlightDefTable, def, CR_HASHED_THEN);
}

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

CaromError crProjectileDefCheck(const CaromWorld *world, const CaromProjectileDef *def, bool known,
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

CaromError crProjectileDefCookie(const CaromProjectileDef *def)
{
    return def == NULL                        ? CAROM_ERROR_NULL
           : def->cookie != PROJECTILE_COOKIE ? CAROM_ERROR_DEF
                                              : CAROM_OK;
}

CaromError crProjectileCheck(const CaromWorld *world, const CaromProjectileDef *def,
                             const char *function)
{
    CaromError error = crProjectileDefCookie(def);
    return error != CAROM_OK ? error : crProjectileDefCheck(world, def, false, function);
}

CaromProjectileDef crProjectileFlightDef(const CaromProjectileDef *def)
{
    static const CaromBodyId nobody;
    CaromProjectileDef flightDef = *def;
    flightDef.position = flightDef.velocity = crVec(0.0, 0.0);
    flightDef.time = 0.0;
    flightDef.userData = NULL;
    flightDef.ignoreBody = nobody;
    return flightDef;
}
