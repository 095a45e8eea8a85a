// SPDX-License-Identifier: MIT
// Missiles. Shore batteries fire on a ship that steams between islands: a missile flies to a
// waypoint past the islands, then homes on the ship. Guns aim with the lead that hits a target of
// constant velocity. Bullets meet missiles; blasts push drifting and flying things nearby. The
// battle is fought at three frame rates, and must be the same to the bit.
#include "missiles.h"

#include "options.h"
#include "random.h"
#include "sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHORE = 1, SHIP = 2, MISSILE = 4, BULLET = 8, BUOY = 16 }; // categories

#define MISSILE_SPEED 52.0
#define MISSILE_TURN 0.9   // [rad/s]
#define MISSILE_FUEL 9.0   // [s]
#define MISSILE_RADIUS 0.6 // [m]
#define WAYPOINT_REACH 9.0 // [m]
#define BULLET_SPEED 190.0
#define BULLET_LIFE 0.6  // [s]
#define GUN_RANGE 70.0   // [m]
#define GUN_PAUSE 0.1875 // [s]
#define GUN_ERROR 0.11   // [rad]
#define SALVO_PAUSE 0.5  // [s]
#define SHIP_SPEED 11.0  // [m/s]
#define RATES 3

typedef struct Settings {
    const char *out;
    int missiles;
    double seconds;
    uint64_t seed;
} Settings;

// ---- the sea

const CaromVec2 MISSILES_SHORES[MISSILES_ISLANDS][MISSILES_ISLAND_POINTS] = {
    {{95, 150},
     {112, 141},
     {131, 146},
     {140, 160},
     {136, 177},
     {120, 186},
     {104, 181},
     {93, 172},
     {99, 161}},
    {{150, 62},
     {170, 55},
     {188, 60},
     {195, 73},
     {186, 86},
     {171, 82},
     {163, 91},
     {151, 85},
     {145, 74}},
    {{262, 172},
     {280, 165},
     {299, 171},
     {308, 186},
     {298, 200},
     {283, 196},
     {270, 203},
     {258, 195},
     {255, 182}},
    {{292, 40},
     {309, 30},
     {326, 34},
     {333, 49},
     {326, 62},
     {312, 66},
     {299, 61},
     {288, 55},
     {295, 47}},
    {{203, 215},
     {214, 209},
     {226, 213},
     {230, 222},
     {224, 231},
     {213, 233},
     {204, 229},
     {199, 222},
     {205, 219}},
};
const CaromVec2 MISSILES_HULL[MISSILES_HULL_POINTS] = {{-14, -3}, {8, -3.4}, {14, -1.6}, {17, 0},
                                                       {14, 1.6}, {8, 3.4},  {-14, 3}};
const CaromVec2 MISSILES_LAUNCHER_PLACES[MISSILES_LAUNCHERS] = {{22, 222}, {24, 26}, {400, 212}};

static const CaromVec2 GUNS[MISSILES_GUNS] = {{9, 0}, {-10, 0}, {213, 208}};

/// Two ways round the islands for each battery: missiles take them in turn.
static const CaromVec2 WAYPOINTS[MISSILES_LAUNCHERS][2] = {
    {{165, 200}, {78, 125}}, {{150, 36}, {110, 112}}, {{330, 158}, {362, 100}}};

static CaromShapeDef shapeOf(uint64_t category)
{
    CaromShapeDef def = caromShapeDef();
    def.filter.category = category;
    def.restitution = 0.5;
    return def;
}

static bool buildSea(Battle *battle)
{
    CaromWorldDef def = caromWorldDef();
    def.tag = 1;
    battle->world = caromWorldCreate(&def, NULL);
    if (!battle->world)
        return false;
    CaromBodyDef bodyDef = caromBodyDef();
    CaromBodyId land = caromBodyCreate(battle->world, &bodyDef);
    CaromShapeDef shore = shapeOf(SHORE), hull = shapeOf(SHIP);
    bool good = true;
    for (int i = 0; i < MISSILES_ISLANDS; i++)
        good = good && caromShapeCreatePolygon(battle->world, land, &shore, MISSILES_SHORES[i],
                                               MISSILES_ISLAND_POINTS)
                               .index != 0;
    bodyDef.type = CAROM_BODY_KINEMATIC;
    bodyDef.position = caromVec2(150, 118);
    bodyDef.velocity = caromVec2(SHIP_SPEED, 0);
    battle->ship = caromBodyCreate(battle->world, &bodyDef);
    return good && caromShapeCreatePolygon(battle->world, battle->ship, &hull, MISSILES_HULL,
                                           MISSILES_HULL_POINTS)
                           .index != 0;
}

static void dropBuoys(Battle *battle, SampleRandom *random)
{
    CaromProjectileDef def = caromProjectileDef();
    def.radius = 1.2;
    def.mass = 60;
    def.linearDrag = 0.6;
    def.restitution = 0.6;
    def.filter.category = BUOY;
    def.filter.mask = SHORE | SHIP;
    for (int i = 0; i < MISSILES_MAX_BUOYS; i++) {
        double x = sampleRandomRange(random, 130, 330), y = sampleRandomRange(random, 95, 150);
        def.position = caromVec2(x, y);
        if (caromWorldOverlapCircle(battle->world, def.position, 3, caromQueryOptions(), NULL, 0) >
            0)
            continue;
        battle->buoys[battle->buoyCount++].id = caromProjectileFire(battle->world, &def);
    }
}

CaromVec2 missilesGunPlace(const Battle *battle, int gun)
{
    return gun < 2 ? caromTransformPoint(caromBodyTransform(battle->world, battle->ship), GUNS[gun])
                   : GUNS[gun];
}

// ---- what happened

static Missile *missileOf(Battle *battle, CaromProjectileId id)
{
    for (int i = 0; i < battle->missileCount; i++)
        if (battle->missiles[i].id.index == id.index && battle->missiles[i].id.age == id.age)
            return &battle->missiles[i];
    return NULL;
}

static Bullet *bulletOf(Battle *battle, CaromProjectileId id)
{
    for (int i = battle->bulletCount - 1; i >= 0; i--)
        if (battle->bullets[i].id.index == id.index && battle->bullets[i].id.age == id.age)
            return &battle->bullets[i];
    return NULL;
}

static void readMeet(Battle *battle, const CaromMeetEvent *meet)
{
    Missile *missile = missileOf(battle, meet->a);
    Bullet *bullet = bulletOf(battle, missile ? meet->b : meet->a);
    missile = missile ? missile : missileOf(battle, meet->b);
    if (missile)
        missile->fate = MISSILE_SHOT_DOWN;
    if (bullet)
        bullet->met = true;
    if (battle->meetingCount < MISSILES_MAX_EVENTS) {
        battle->meetTimes[battle->meetingCount] = meet->time;
        battle->meetings[battle->meetingCount++] = meet->point;
    }
}

/// A blast that reaches the ship at its very skin is a hit on it.
static void readPush(Battle *battle, const CaromPushEvent *push)
{
    Missile *missile = missileOf(battle, push->source);
    bool atShip = push->body.index == battle->ship.index && push->projectile.index == 0;
    battle->shipPushes += atShip;
    if (missile && atShip && missile->fate == MISSILE_FLIES && push->distance < 2.5)
        missile->fate = MISSILE_HIT;
    if (push->projectile.index != 0 && battle->pushCount < MISSILES_MAX_EVENTS)
        battle->pushes[battle->pushCount++] = *push;
}

static void readEnd(Battle *battle, const CaromEndEvent *end)
{
    Missile *missile = missileOf(battle, end->projectile);
    Bullet *bullet = bulletOf(battle, end->projectile);
    if (missile) {
        trailAdd(&missile->trail, end->position, end->time, MISSILE_SPEED);
        missile->ended = true;
        missile->end = end->position;
    } else if (bullet) {
        bullet->to = end->position;
        bullet->end = end->time;
        bullet->ended = true;
    }
}

static void readEvents(void *context, const CaromEvents *events)
{
    Battle *battle = context;
    for (int i = 0; i < events->meetCount; i++)
        readMeet(battle, &events->meets[i]);
    for (int i = 0; i < events->hitCount; i++) {
        Missile *missile = missileOf(battle, events->hits[i].projectile);
        if (missile)
            missile->fate =
                events->hits[i].body.index == battle->ship.index ? MISSILE_HIT : MISSILE_ASHORE;
    }
    for (int i = 0; i < events->pushCount; i++)
        readPush(battle, &events->pushes[i]);
    for (int i = 0; i < events->endCount; i++)
        readEnd(battle, &events->ends[i]);
}

// ---- commands

static void launch(Battle *battle, SampleRandom *random)
{
    int number = battle->missileCount, launcher = number % MISSILES_LAUNCHERS;
    CaromVec2 waypoint = WAYPOINTS[launcher][number / MISSILES_LAUNCHERS % 2];
    waypoint.x += sampleRandomRange(random, -9, 9);
    waypoint.y += sampleRandomRange(random, -9, 9);
    CaromProjectileDef def = caromProjectileDef();
    def.position = MISSILES_LAUNCHER_PLACES[launcher];
    CaromVec2 way = caromVec2Normalize(caromVec2Sub(waypoint, def.position));
    def.velocity = caromVec2Scale(way, MISSILE_SPEED);
    def.radius = MISSILE_RADIUS;
    def.mass = 20;
    def.turnRate = MISSILE_TURN;
    def.fuse = MISSILE_FUEL;
    def.onHit = CAROM_HIT_EXPLODE;
    def.onMeet = CAROM_MEETING_EXPLODE;
    def.meetMask = BULLET;
    def.proximity = 1.5;
    def.proximityFilter.mask = SHIP;
    def.filter.category = MISSILE;
    def.filter.mask = SHORE | SHIP;
    def.blast.radius = MISSILES_BLAST;
    def.blast.impulse = 900;
    def.blast.filter.mask = SHORE | SHIP | MISSILE | BUOY;
    Missile *missile = &battle->missiles[battle->missileCount++];
    missile->launcher = launcher;
    missile->begin = caromWorldTime(battle->world);
    missile->id = caromProjectileFire(battle->world, &def);
    caromProjectileSetTargetPoint(battle->world, missile->id, waypoint);
}

/// Past its waypoint a missile homes on the ship's middle.
static void guide(Battle *battle)
{
    for (int i = 0; i < battle->missileCount; i++) {
        Missile *missile = &battle->missiles[i];
        CaromVec2 target;
        if (missile->ended || missile->homes ||
            caromProjectileTarget(battle->world, missile->id, &target) <= 0 ||
            caromVec2Distance(caromProjectilePosition(battle->world, missile->id), target) >
                WAYPOINT_REACH)
            continue;
        missile->homes = true;
        caromProjectileSetTarget(battle->world, missile->id, battle->ship, caromVec2(0, 0));
    }
}

/// A missile in range and in sight, the nearest; null: none.
static const Missile *nearestMissile(const Battle *battle, CaromVec2 gun)
{
    const Missile *nearest = NULL;
    double range = GUN_RANGE;
    CaromQueryOptions sight = caromQueryOptions();
    sight.filter.mask = SHORE;
    for (int i = 0; i < battle->missileCount; i++) {
        const Missile *missile = &battle->missiles[i];
        if (missile->ended)
            continue;
        CaromVec2 way = caromVec2Sub(caromProjectilePosition(battle->world, missile->id), gun);
        if (caromVec2Length(way) < range && !caromWorldCastAny(battle->world, gun, 0, way, sight)) {
            range = caromVec2Length(way);
            nearest = missile;
        }
    }
    return nearest;
}

static void shoot(Battle *battle, int gun, SampleRandom *random)
{
    CaromVec2 place = missilesGunPlace(battle, gun);
    const Missile *missile = nearestMissile(battle, place);
    if (!missile || battle->bulletCount == MISSILES_MAX_BULLETS)
        return;
    CaromVec2 own = gun < 2 ? caromBodyVelocity(battle->world, battle->ship) : caromVec2(0, 0);
    CaromTarget target = {caromProjectilePosition(battle->world, missile->id),
                          caromProjectileVelocity(battle->world, missile->id),
                          {0, 0}};
    target.velocity = caromVec2Sub(target.velocity, own);
    CaromShot shot;
    if (caromAimLead(place, target, BULLET_SPEED, caromVec2(0, 0), &shot, 1) < 1)
        return;
    CaromRotation error = caromRotation(sampleRandomRange(random, -GUN_ERROR, GUN_ERROR));
    CaromProjectileDef def = caromProjectileDef();
    def.position = place;
    def.velocity = caromVec2Add(caromRotate(error, shot.velocity), own);
    def.lifetime = BULLET_LIFE;
    def.meetMask = MISSILE;
    def.onMeet = CAROM_MEETING_DIE;
    def.filter.category = BULLET;
    def.filter.mask = gun < 2 ? SHORE : SHORE | SHIP; // over its own deck
    def.onHit = CAROM_HIT_DIE;
    Bullet *bullet = &battle->bullets[battle->bulletCount++];
    bullet->from = bullet->to = place;
    bullet->begin = bullet->end = caromWorldTime(battle->world);
    bullet->id = caromProjectileFire(battle->world, &def);
    battle->gunReady[gun] = bullet->begin + GUN_PAUSE;
}

/// The ship turns now to one side, now to the other; its speed follows its bow.
static void steer(Battle *battle, int tick)
{
    static const double RUDDER[] = {0.0, 0.16, -0.2, -0.12, 0.24, 0.0, -0.1, 0.1};
    if (tick % 96 == 0)
        caromBodySetAngularVelocity(battle->world, battle->ship, RUDDER[tick / 96 % 8]);
    if (tick % 8 == 0) {
        CaromTransform place = caromBodyTransform(battle->world, battle->ship);
        caromBodySetVelocity(battle->world, battle->ship,
                             caromRotate(place.rotation, caromVec2(SHIP_SPEED, 0)));
    }
}

// ---- the battle

/// Writes down where everything is.
static void look(Battle *battle, int tick)
{
    double now = caromWorldTime(battle->world);
    for (int i = 0; i < battle->missileCount; i++)
        if (!battle->missiles[i].ended)
            trailAdd(&battle->missiles[i].trail,
                     caromProjectilePosition(battle->world, battle->missiles[i].id), now,
                     MISSILE_SPEED);
    for (int i = 0; i < battle->buoyCount; i++)
        if (caromProjectileIsValid(battle->world, battle->buoys[i].id))
            trailAdd(&battle->buoys[i].trail,
                     caromProjectilePosition(battle->world, battle->buoys[i].id), now, 0);
    if (tick % 16 == 0 && battle->courseCount < 256)
        battle->course[battle->courseCount++] = caromBodyTransform(battle->world, battle->ship);
}

static void finish(Battle *battle)
{
    for (int i = 0; i < battle->missileCount; i++) {
        Missile *missile = &battle->missiles[i];
        if (missile->ended && missile->fate == MISSILE_FLIES)
            missile->fate = MISSILE_SPENT;
        battle->fates[missile->fate]++;
    }
    for (int i = 0; i < battle->bulletCount; i++)
        if (!battle->bullets[i].ended)
            battle->bullets[i].to = caromProjectilePosition(battle->world, battle->bullets[i].id);
    battle->hash = replayDigest(&battle->replay);
}

static bool fight(Battle *battle, const Settings *settings, double hz)
{
    SampleRandom random = {settings->seed};
    memset(battle, 0, sizeof *battle);
    if (!buildSea(battle))
        return false;
    dropBuoys(battle, &random);
    battle->replay = replayBegin(battle->world, hz, readEvents, battle);
    for (int tick = 0; tick * MISSILES_TICK <= settings->seconds; tick++) {
        double now = tick * MISSILES_TICK;
        replayTo(&battle->replay, now);
        look(battle, tick);
        steer(battle, tick);
        if (battle->missileCount < settings->missiles && now >= battle->missileCount * SALVO_PAUSE)
            launch(battle, &random);
        guide(battle);
        for (int gun = 0; gun < MISSILES_GUNS; gun++)
            if (now >= battle->gunReady[gun])
                shoot(battle, gun, &random);
    }
    finish(battle);
    return true;
}

static void freeBattle(Battle *battle)
{
    for (int i = 0; i < battle->missileCount; i++)
        trailFree(&battle->missiles[i].trail);
    for (int i = 0; i < battle->buoyCount; i++)
        trailFree(&battle->buoys[i].trail);
    caromWorldDestroy(battle->world);
    memset(battle, 0, sizeof *battle);
}

static void report(const Battle *battle)
{
    const int *fates = battle->fates;
    printf("%d missiles: %d shot down, %d hit the ship, %d lost (%d on islands, %d out of fuel), "
           "%d still fly\n",
           battle->missileCount, fates[MISSILE_SHOT_DOWN], fates[MISSILE_HIT],
           fates[MISSILE_ASHORE] + fates[MISSILE_SPENT], fates[MISSILE_ASHORE],
           fates[MISSILE_SPENT], fates[MISSILE_FLIES]);
    printf("%d bullets, %lld meetings, %lld blasts, which reached %d buoys and missiles, the ship "
           "%d times; flags %u\n",
           battle->bulletCount, (long long)battle->replay.counts[REPLAY_MEETS],
           (long long)battle->replay.counts[REPLAY_BLASTS], battle->pushCount, battle->shipPushes,
           battle->replay.flags);
}

/// Fights at each rate; the last battle is kept. @returns those that differ from the first, or -1.
static int fightAll(Battle *battle, const Settings *settings)
{
    static const double HZ[RATES] = {24, 144, 60};
    uint64_t first = 0;
    int differ = 0;
    for (int i = 0; i < RATES; i++) {
        freeBattle(battle);
        if (!fight(battle, settings, HZ[i])) {
            fprintf(stderr, "missiles: no memory\n");
            return -1;
        }
        first = i == 0 ? battle->hash : first;
        differ += battle->hash != first;
        printf("%3.0f Hz: %lld steps, hash %016llx%s\n", HZ[i], (long long)battle->replay.steps,
               (unsigned long long)battle->hash, battle->hash == first ? "" : " DIFFERS");
    }
    return differ;
}

int sampleMissiles(int argc, char **argv)
{
    Settings settings = {"missiles.png", 24, 20, 2};
    const Option options[] = {
        {"out", "FILE", "the picture", OPTION_TEXT, &settings.out, 0, 0},
        {"missiles", "N", "fired one after the other", OPTION_INT, &settings.missiles, 1,
         MISSILES_MAX},
        {"seconds", "S", "of battle", OPTION_NUMBER, &settings.seconds, 1, 120},
        {"seed", "N", "of the gunners' errors", OPTION_SEED, &settings.seed, 0, 0},
    };
    OptionsResult read =
        optionsRead(argc, argv, "Homing missiles and the guns that shoot them down", options,
                    (int)(sizeof options / sizeof options[0]));
    if (read != OPTIONS_GO)
        return read == OPTIONS_HELP ? SAMPLE_OK : SAMPLE_BAD_OPTIONS;
    Battle *battle = calloc(1, sizeof *battle);
    if (!battle)
        return SAMPLE_FAILED;
    int wrong = fightAll(battle, &settings), status = SAMPLE_FAILED;
    if (wrong >= 0) {
        report(battle);
        wrong += battle->replay.flags != 0;
        status = missilesPicture(battle, settings.out);
    }
    freeBattle(battle);
    free(battle);
    return wrong != 0 ? SAMPLE_FAILED : status;
}
