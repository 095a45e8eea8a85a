// SPDX-License-Identifier: MIT
// A Doom map read as a cave seen from the side: gravity points down the page. Its one-sided lines
// are walls, and shooters stand where its things do. Bullets fly straight, grenades in arcs. Crates
// and barrels stand on its floors: they tip, fall and fly apart. At every frame rate the same seed
// gives the same bounces to the bit, and nothing may leave the map.
#include "firefight.h"

#include "host.h"
#include "options.h"
#include "random.h"
#include "sample.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GRAVITY 9.80665     // [m/s²]
#define ROOM 0.3            // [m] that a shooter keeps from every wall
#define BURST 5             // shots in quick succession from one spot
#define BURST_PAUSE 0.06    // [s] between two of them
#define BULLET_SPEED 70.0   // [m/s]
#define RICOCHETS 12        // bounces after which a slowing bullet is spent
#define GRENADE_RADIUS 0.12 // [m]
#define GRENADE_FUSE 1.3    // [s]
#define BLAST_RADIUS 4.0    // [m]
#define BLAST_IMPULSE 300.0 // [N·s]
#define BULLET_MASS 0.08    // [kg]
#define SHOTS 2u            // the category of all that is fired: blasts do not push it
#define FIRING 0.75         // of the time: later shots would leave no trace
#define FULL_TURN 6.283185307179586

/// Sums over all maps played.
typedef struct Totals {
    int64_t projectiles, steps, projectileSteps, escaped, torn;
    uint64_t events, hash;
    double stepSeconds;
    int maps;
} Totals;

static bool complain(const char *subject, const char *text)
{
    fprintf(stderr, "firefight: %s: %s\n", subject, text);
    return false;
}

// ---- the world

static double readClock(void *context)
{
    (void)context;
    return hostProcessSeconds();
}

static bool makeWorld(Firefight *fight)
{
    CaromError error;
    CaromWorldDef def = caromWorldDef();
    def.gravity = caromVec2(0.0, -GRAVITY);
    def.tag = 1;
    def.projectileCapacity = fight->options->bullets + fight->options->grenades;
    fight->world = caromWorldCreate(&def, &error);
    if (!fight->world)
        return complain("no world", caromErrorText(error));
    caromWorldSetProfileClock(fight->world, readClock, NULL);
    return wadBuildWalls(&fight->map, fight->world) ||
           complain(fight->map.name, caromErrorText(caromWorldLastError(fight->world)));
}

static bool findSpots(Firefight *fight)
{
    const WadMap *map = &fight->map;
    fight->spots = malloc(((size_t)map->thingCount + 1) * sizeof *fight->spots);
    if (!fight->spots)
        return complain(map->name, "out of memory");
    for (int i = 0; i < map->thingCount; i++)
        if (wadHasRoom(map, &map->things[i], ROOM))
            fight->spots[fight->spotCount++] = map->things[i].position;
    if (fight->spotCount == 0)
        return complain(map->name, "none of its things stands free, so nobody can shoot");
    return true;
}

static bool stackCrates(Firefight *fight)
{
    fight->crates.wanted = fight->options->crates;
    return cratesStack(&fight->crates, &fight->map, fight->world, fight->spots, fight->spotCount) ||
           complain("a crate was refused", caromErrorText(caromWorldLastError(fight->world)));
}

// ---- shots

static CaromVec2 heading(double angle, double speed)
{
    CaromRotation rotation = caromRotation(angle);
    return caromVec2(rotation.c * speed, rotation.s * speed);
}

/// Bursts from random spots; every other burst ricochets.
static bool fireBullets(Firefight *fight, SampleRandom *random)
{
    CaromProjectileDef def = caromProjectileDef();
    def.gravityScale = 0.0;
    def.mass = BULLET_MASS;
    def.filter.category = SHOTS;
    double begin = 0.0, angle = 0.0;
    for (int i = 0; i < fight->options->bullets; i++) {
        FlightKind kind = i / BURST % 2 ? FLIGHT_RICOCHET : FLIGHT_ELASTIC;
        if (i % BURST == 0) {
            def.position = fight->spots[sampleRandomIndex(random, fight->spotCount)];
            begin = sampleRandomRange(random, 0.0, FIRING * fight->options->seconds);
            angle = sampleRandomRange(random, 0.0, FULL_TURN);
        }
        def.time = begin + i % BURST * BURST_PAUSE;
        def.velocity = heading(angle + sampleRandomRange(random, -0.06, 0.06), BULLET_SPEED);
        def.restitution = kind == FLIGHT_ELASTIC ? 1.0 : 0.6;
        def.friction = kind == FLIGHT_ELASTIC ? 0.0 : 0.1;
        def.bounces = kind == FLIGHT_ELASTIC ? CAROM_UNLIMITED : RICOCHETS;
        if (!flightsFire(&fight->flights, fight->world, def, kind))
            return false;
    }
    return true;
}

static bool throwGrenades(Firefight *fight, SampleRandom *random)
{
    CaromProjectileDef def = caromProjectileDef();
    def.radius = GRENADE_RADIUS;
    def.restitution = 0.5;
    def.friction = 0.2;
    def.filter.category = SHOTS;
    def.fuse = GRENADE_FUSE;
    def.blast.radius = BLAST_RADIUS;
    def.blast.impulse = BLAST_IMPULSE;
    def.blast.filter.mask = ~(uint64_t)SHOTS;
    for (int i = 0; i < fight->options->grenades; i++) {
        double angle = FULL_TURN * sampleRandomRange(random, 0.08, 0.42); // upwards
        def.position = fight->spots[sampleRandomIndex(random, fight->spotCount)];
        def.velocity = heading(angle, sampleRandomRange(random, 9.0, 18.0));
        def.time = sampleRandomRange(random, 0.0, FIRING * fight->options->seconds);
        if (!flightsFire(&fight->flights, fight->world, def, FLIGHT_GRENADE))
            return false;
    }
    return true;
}

static bool openFire(Firefight *fight)
{
    SampleRandom random = {fight->options->seed};
    if (!flightsInit(&fight->flights, &fight->map,
                     fight->options->bullets + fight->options->grenades))
        return complain(fight->map.name, "out of memory");
    fight->flights.bodies = fight->crates.count > 0;
    if (!fireBullets(fight, &random) || !throwGrenades(fight, &random))
        return complain("a shot was refused", caromErrorText(caromWorldLastError(fight->world)));
    return true;
}

// ---- time

static void showProgress(const Firefight *fight, double time)
{
    static const char BAR[] = "########################################";
    int done = (int)(40.0 * time / fight->options->seconds);
    fprintf(stderr, "\r%-8s [%-40.*s] %6.2f s %10llu events", fight->map.name, done, BAR, time,
            (unsigned long long)fight->events);
}

static void step(Firefight *fight, double time)
{
    fight->flags |= (unsigned)caromWorldStepTo(fight->world, time);
    CaromProfile profile = caromWorldProfile(fight->world);
    fight->stepSeconds += profile.step - profile.edits; // crates are solved with the edits
    CaromEvents events = caromWorldEvents(fight->world);
    fight->dropped += events.dropped;
    fight->projectileSteps += caromWorldCounters(fight->world).projectiles;
    fight->steps++;
    flightsRead(&fight->flights, fight->world);
    if (!cratesRead(&fight->crates, fight->world))
        fight->refused = true;
    fight->events = caromWorldCounters(fight->world).events;
}

/// Steps to k/hz, the last one to the very end; and to the times at which something breaks.
static void run(Firefight *fight)
{
    double end = fight->options->seconds, shown = 0.0;
    bool progress = hostIsTerminal();
    for (int64_t k = 1; caromWorldTime(fight->world) < end;) {
        double frame = (double)k / fight->options->hz;
        double time = fmin(fmin(frame, end), cratesDue(&fight->crates));
        if (fight->options->crates > 0)
            time = fmin(time, caromWorldTime(fight->world) + CRATES_STEP);
        k += time == frame;
        step(fight, time);
        if (progress && hostSeconds() - shown > 0.1) {
            showProgress(fight, caromWorldTime(fight->world));
            shown = hostSeconds();
        }
    }
    if (progress)
        fprintf(stderr, "\r%76s\r", "");
    flightsClose(&fight->flights, fight->world);
    fight->crateEscapes = cratesEscaped(&fight->crates, &fight->map, fight->world);
    fight->hash = caromWorldHash(fight->world);
}

// ---- figures

static void printOddities(const WadMap *map)
{
    if (map->skippedZero + map->skippedSideless + map->turned > 0)
        printf("  odd       %d linedefs without length and %d without sides left out, %d turned "
               "round\n",
               map->skippedZero, map->skippedSideless, map->turned);
    if (map->thingsInSolid > 0)
        printf("  odd       %d things placed in solid\n", map->thingsInSolid);
}

static void printSummary(const Firefight *fight)
{
    const WadMap *map = &fight->map;
    const FirefightOptions *options = fight->options;
    printf("%s of %s: %d lines, %d of them walls; %d of %d things stand free\n", map->name,
           fight->wadName, map->lineCount, map->oneSidedCount, fight->spotCount, map->thingCount);
    printOddities(map);
    printf("  fired     %d bullets, %d grenades in %g s at %g Hz, seed %llu\n", options->bullets,
           options->grenades, options->seconds, options->hz, (unsigned long long)options->seed);
    if (fight->crates.stood > 0)
        printf("  crates    %d and barrels, %d of them broken\n", fight->crates.stood,
               fight->crates.broken);
    printf("  bounces=%lld digest=%016llx resting=%d\n", (long long)fight->flights.bounces,
           (unsigned long long)fight->flights.digest, caromWorldCounters(fight->world).resting);
    if (fight->flags & CAROM_STEP_PARKED)
        printf("  parked    some passed the limit of events (CaromWorldDef.eventLimit)\n");
    if (fight->dropped > 0)
        printf("  dropped   %llu events for want of memory\n", (unsigned long long)fight->dropped);
}

static void printTotals(const Totals *totals)
{
    double perStep = totals->projectileSteps > 0
                         ? totals->stepSeconds * 1e9 / (double)totals->projectileSteps
                         : 0.0;
    printf("projectiles=%lld steps=%lld events=%llu escaped=%lld ns_per_projectile_step=%.1f "
           "hash=%016llx\n",
           (long long)totals->projectiles, (long long)totals->steps,
           (unsigned long long)totals->events, (long long)totals->escaped, perStep,
           (unsigned long long)totals->hash);
}

static void addTotals(Totals *totals, const Firefight *fight)
{
    totals->projectiles += fight->flights.count;
    totals->steps += fight->steps;
    totals->projectileSteps += fight->projectileSteps;
    totals->escaped += fight->flights.escaped;
    totals->torn += fight->flights.torn;
    totals->events += fight->events;
    totals->stepSeconds += fight->stepSeconds;
    // One map gives its own hash; several give a hash of all their hashes in order.
    totals->hash = totals->maps++ == 0 ? fight->hash : totals->hash * 0x100000001b3u ^ fight->hash;
}

// ---- a recording, for samples/run replay

static bool writeDown(void *context, const void *bytes, size_t size)
{
    Firefight *fight = context;
    fight->recorded += size;
    return fwrite(bytes, 1, size, fight->recording) == size;
}

static bool beginRecording(Firefight *fight)
{
    const char *path = fight->options->record;
    CaromRecorderDef def = caromRecorderDef();
    CaromError error = CAROM_ERROR_WRITE;
    if (!path)
        return true;
    def.write = writeDown;
    def.writeContext = fight;
    def.detail = true;
    fight->recording = fopen(path, "wb");
    if (fight->recording)
        fight->recorder = caromRecorderCreate(fight->world, &def, &error);
    return fight->recorder || complain(path, caromErrorText(error));
}

static bool endRecording(Firefight *fight)
{
    const char *path = fight->options->record;
    CaromError error = fight->recorder ? caromRecorderEnd(fight->recorder) : CAROM_OK;
    caromRecorderDestroy(fight->recorder);
    fight->recorder = NULL;
    bool closed = !fight->recording || fclose(fight->recording) == 0;
    fight->recording = NULL;
    if (error != CAROM_OK || !closed)
        return complain(path, caromErrorText(error != CAROM_OK ? error : CAROM_ERROR_WRITE));
    if (fight->recorded > 0)
        printf("  recorded  %s: %llu bytes\n", path, (unsigned long long)fight->recorded);
    return true;
}

// ---- a map, or all of them

static bool play(Firefight *fight, const Wad *wad, const char *name)
{
    WadError error;
    if (!wadReadMap(wad, name, &fight->map, &error))
        return complain(fight->wadName, error.text);
    if (!makeWorld(fight) || !findSpots(fight) || !stackCrates(fight) || !beginRecording(fight) ||
        !openFire(fight))
        return false;
    run(fight);
    if (fight->refused)
        return complain("a crate was refused", caromErrorText(caromWorldLastError(fight->world)));
    printSummary(fight);
    if (!endRecording(fight))
        return false;
    if (fight->flights.report[0])
        printf("  WRONG     %s\n", fight->flights.report);
    return true;
}

static void endFight(Firefight *fight)
{
    flightsFree(&fight->flights);
    cratesFree(&fight->crates);
    caromWorldDestroy(fight->world); // and with it a recording that was not ended
    caromRecorderDestroy(fight->recorder);
    if (fight->recording)
        fclose(fight->recording);
    free(fight->spots);
    wadMapFree(&fight->map);
}

static bool playMap(const FirefightOptions *options, const char *wadName, const Wad *wad,
                    const char *name, const char *picture, Totals *totals)
{
    Firefight fight = {.options = options, .wadName = wadName};
    bool good = play(&fight, wad, name);
    if (good)
        addTotals(totals, &fight);
    if (good && picture) {
        good = firefightPicture(&fight, picture);
        if (good)
            printf("  picture   %s\n", picture);
        else
            complain(picture, errno ? strerror(errno) : "can't be drawn");
    }
    endFight(&fight);
    return good;
}

static const char *fileName(const char *path)
{
    const char *name = path;
    for (; *path; path++)
        if (*path == '/' || *path == '\\')
            name = path + 1;
    return name;
}

static int playAll(const FirefightOptions *options, const char *path, const Wad *wad)
{
    Totals totals = {0};
    bool good = true;
    if (strcmp(options->map, "all") != 0)
        good = playMap(options, fileName(path), wad, options->map, options->out, &totals);
    else
        for (int i = 0; i < wadMapCount(wad); i++)
            good = playMap(options, fileName(path), wad, wadMapName(wad, i), NULL, &totals) && good;
    if (totals.maps > 0)
        printTotals(&totals);
    return good && totals.escaped == 0 && totals.torn == 0 ? SAMPLE_OK : SAMPLE_FAILED;
}

static OptionsResult readOptions(int argc, char **argv, FirefightOptions *options)
{
    const Option TABLE[] = {
        {"wad", "FILE", "a Doom WAD; also sought where Doom seeks", OPTION_TEXT, &options->wad, 0,
         0},
        {"map", "NAME", "one of its maps, or all: every map, no picture", OPTION_TEXT,
         &options->map, 0, 0},
        {"bullets", "N", "", OPTION_INT, &options->bullets, 0, 10e6},
        {"grenades", "N", "", OPTION_INT, &options->grenades, 0, 10e6},
        {"crates", "N", "and barrels, as many as there is room for", OPTION_INT, &options->crates,
         0, 1000},
        {"seconds", "S", "of world time", OPTION_NUMBER, &options->seconds, 0.001, 3600},
        {"hz", "F", "steps a second", OPTION_NUMBER, &options->hz, 0.1, 1e6},
        {"seed", "N", "of all that is random", OPTION_SEED, &options->seed, 0, 0},
        {"out", "FILE", "the picture", OPTION_TEXT, &options->out, 0, 0},
        {"record", "FILE", "of one map a recording, for samples/run replay", OPTION_TEXT,
         &options->record, 0, 0},
    };
    return optionsRead(argc, argv, "bullets, grenades, crates and barrels in a Doom map", TABLE,
                       (int)(sizeof TABLE / sizeof TABLE[0]));
}

int sampleFirefight(int argc, char **argv)
{
    FirefightOptions options = {.wad = "freedoom2.wad",
                                .map = "MAP24",
                                .out = "firefight.png",
                                .bullets = 200,
                                .grenades = 80,
                                .crates = 120,
                                .seconds = 3.0,
                                .hz = 60.0,
                                .seed = 1};
    OptionsResult result = readOptions(argc, argv, &options);
    if (result != OPTIONS_GO)
        return result == OPTIONS_HELP ? SAMPLE_OK : SAMPLE_BAD_OPTIONS;
    WadError error;
    char path[1024];
    if (!wadFind(options.wad, path, sizeof path, &error)) {
        complain(options.wad, error.text);
        return SAMPLE_FAILED;
    }
    Wad *wad = wadOpen(path, &error);
    if (!wad) {
        complain(path, error.text);
        return SAMPLE_FAILED;
    }
    int status = playAll(&options, path, wad);
    wadClose(wad);
    return status;
}
