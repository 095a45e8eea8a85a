// SPDX-License-Identifier: MIT
// Grenades. A player aims: for a place and a strength there is a direct throw and a lob. The game
// shows a preview, ghosts at equal distances along the predicted path: the arc, the bounces, the
// rolling, the place of rest. Then the grenade is thrown, with frames of very uneven lengths. At
// each frame it must be exactly where the preview said, until its fuse sets off the blast.
#include "grenade.h"

#include "options.h"
#include "random.h"
#include "sample.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SETTLED 1.0   // [s] by then the cans lie still
#define AFTERMATH 1.6 // [s] the cans are followed after the blast
#define GHOST_SPACING 0.42
#define PI 3.141592653589793

typedef struct Settings {
    const char *out;
    double fuse, longestFrame;
    uint64_t seed;
} Settings;

static const GrenadeAim AIMS[GRENADE_THROWS] = {
    {"a lob over the wall, into the trench", {13.9, -1.3}, 12, true, INK_MINT},
    {"straight through the slit", {19.8, 1.75}, 21, false, INK_GOLD},
    {"a lob through the hatch in the roof", {24.05, 3.5}, 14.7, true, INK_BLUE},
    {"short: down the slope, as far as it rolls", {6.2, 1.1}, 6.5, false, INK_VIOLET},
};

// ---- the preview

static bool aim(GrenadeThrow *thrown)
{
    CaromShot shots[2];
    CaromVec2 gravity = caromWorldGravity(thrown->world);
    int count = caromAimAt(GRENADE_HAND, thrown->aim->at, thrown->aim->speed, gravity, shots);
    if (count == 0) {
        fprintf(stderr, "grenade: out of reach: %s\n", thrown->aim->text);
        return false;
    }
    thrown->shot = shots[thrown->aim->lob ? count - 1 : 0];
    return true;
}

static void preview(GrenadeThrow *thrown, const CaromProjectileDef *grenade)
{
    CaromPrediction *it = &thrown->preview;
    *it = caromPrediction();
    it->legs = thrown->legs;
    it->hits = thrown->hits;
    it->modes = thrown->modes;
    it->legCapacity = it->hitCapacity = it->modeCapacity = GRENADE_MAX_LEGS;
    caromWorldPredict(thrown->world, grenade, 60, it);
    int count =
        caromPredictionSampleWay(it, 0, GHOST_SPACING, thrown->ghosts.points, GRENADE_MAX_POINTS);
    thrown->ghosts.count = count < GRENADE_MAX_POINTS ? count : GRENADE_MAX_POINTS;
}

double grenadeRestTime(const GrenadeThrow *thrown)
{
    const CaromPrediction *preview = &thrown->preview;
    int last = preview->modeCount - 1;
    bool rests = last >= 0 && preview->modes[last].mode == CAROM_PROJECTILE_RESTING;
    return rests ? preview->modes[last].time - preview->from : -1;
}

int grenadePushed(const GrenadeThrow *thrown)
{
    int cans = 0;
    for (int i = 0; i < thrown->pushCount; i++) {
        cans += thrown->pushes[i].projectile.index != 0;
    }
    return cans;
}

int grenadeInReach(const GrenadeThrow *thrown)
{
    int cans = 0;
    for (int i = 0; i < GRENADE_CANS; i++) {
        CaromVec2 from = caromVec2Sub(thrown->trails[i].points[0], thrown->center);
        cans += caromVec2Length(from) - GRENADE_CAN <= thrown->reach;
    }
    return cans;
}

// ---- the flight

static void addPoint(GrenadePath *path, CaromVec2 point)
{
    if (path->count < GRENADE_MAX_POINTS) {
        path->points[path->count++] = point;
    }
}

static bool same(CaromVec2 a, CaromVec2 b)
{
    return a.x == b.x && a.y == b.y;
}

static void readHits(GrenadeThrow *thrown, const CaromEvents *events, CaromProjectileId grenade)
{
    for (int i = 0; i < events->hitCount; i++) {
        const CaromHitEvent *hit = &events->hits[i];
        if (hit->projectile.index != grenade.index || hit->projectile.age != grenade.age) {
            continue;
        }
        const CaromHitEvent *told = &thrown->hits[thrown->hitsFlown % GRENADE_MAX_LEGS];
        thrown->wrong += hit->time != told->time || !same(hit->center, told->center) ||
                         !same(hit->velocityAfter, told->velocityAfter);
        thrown->hitsFlown++;
        addPoint(&thrown->flight, hit->center);
    }
}

/// Its fuse: the last event of its life.
static void readEnd(GrenadeThrow *thrown, const CaromEvents *events)
{
    const CaromPrediction *preview = &thrown->preview;
    for (int i = 0; i < events->endCount; i++) {
        const CaromEndEvent *end = &events->ends[i];
        thrown->wrong += end->reason != preview->reason || end->time != preview->time ||
                         !same(end->position, preview->position);
        thrown->center = end->position;
        addPoint(&thrown->flight, end->position);
    }
    for (int i = 0; i < events->pushCount && thrown->pushCount < GRENADE_MAX_PUSHES; i++) {
        thrown->pushes[thrown->pushCount++] = events->pushes[i];
    }
}

static void comparePlace(GrenadeThrow *thrown, CaromProjectileId grenade, double time)
{
    CaromVec2 told, is = caromProjectilePosition(thrown->world, grenade);
    if (caromPredictionSample(&thrown->preview, time, 1, &told, 1) < 1) {
        thrown->wrong++;
        return;
    }
    double difference = fmax(fabs(is.x - told.x), fabs(is.y - told.y));
    thrown->difference = fmax(thrown->difference, difference);
    thrown->frames++;
    addPoint(&thrown->flight, is);
}

static void fly(GrenadeThrow *thrown, const CaromProjectileDef *def, const Settings *settings)
{
    CaromWorld *world = thrown->world;
    SampleRandom random = {settings->seed};
    CaromProjectileId grenade = caromProjectileFire(world, def);
    double until = thrown->preview.time + AFTERMATH;
    addPoint(&thrown->flight, def->position);
    for (int i = 0; i < GRENADE_CANS; i++) {
        addPoint(&thrown->trails[i], caromProjectilePosition(world, thrown->cans[i]));
    }
    while (caromWorldTime(world) < until) {
        caromWorldStep(world, sampleRandomRange(&random, 0.0005, settings->longestFrame));
        CaromEvents events = caromWorldEvents(world);
        readHits(thrown, &events, grenade);
        readEnd(thrown, &events);
        if (caromProjectileIsValid(world, grenade)) {
            comparePlace(thrown, grenade, caromWorldTime(world));
            continue;
        }
        for (int i = 0; i < GRENADE_CANS; i++) {
            addPoint(&thrown->trails[i], caromProjectilePosition(world, thrown->cans[i]));
        }
    }
    thrown->wrong += thrown->hitsFlown != thrown->preview.hitCount;
}

static bool play(GrenadeThrow *thrown, const Settings *settings)
{
    thrown->world = grenadeScene(thrown->cans);
    if (!thrown->world || !aim(thrown)) {
        return false;
    }
    caromWorldStepTo(thrown->world, SETTLED);
    CaromProjectileDef grenade = grenadeDef(settings->fuse);
    grenade.velocity = thrown->shot.velocity;
    thrown->reach = grenade.blast.radius;
    preview(thrown, &grenade);
    fly(thrown, &grenade, settings);
    return true;
}

// ---- the sample

static int report(const GrenadeThrow *thrown, int number)
{
    CaromVec2 v = thrown->shot.velocity;
    double rest = grenadeRestTime(thrown);
    printf("%d %s: %.1f m/s at %.1f degrees, %d bounces, ", number, thrown->aim->text,
           thrown->aim->speed, atan2(v.y, v.x) * 180 / PI, thrown->hitsFlown);
    if (rest >= 0) {
        printf("rests at (%.2f, %.2f) after %.3f s\n", thrown->center.x, thrown->center.y, rest);
    } else {
        printf("explodes on its way, at (%.2f, %.2f)\n", thrown->center.x, thrown->center.y);
    }
    printf("  preview against flight in %d uneven frames: %g m apart at most; %d of %d hits and "
           "ends differ; blast: %d of %d cans in reach pushed\n",
           thrown->frames, thrown->difference, thrown->wrong, thrown->hitsFlown + 1,
           grenadePushed(thrown), grenadeInReach(thrown));
    return thrown->wrong + (thrown->difference != 0);
}

int sampleGrenade(int argc, char **argv)
{
    Settings settings = {"grenade.png", 7, 0.05, 1};
    const Option options[] = {
        {"out", "FILE", "the picture", OPTION_TEXT, &settings.out, 0, 0},
        {"fuse", "SECONDS", "from throw to blast", OPTION_NUMBER, &settings.fuse, 0.1, 30},
        {"frame", "SECONDS", "the longest frame", OPTION_NUMBER, &settings.longestFrame, 0.002, 1},
        {"seed", "N", "of the frames", OPTION_SEED, &settings.seed, 0, 0},
    };
    OptionsResult read = optionsRead(argc, argv, "Grenades: a preview, and the throw on top of it",
                                     options, (int)(sizeof options / sizeof options[0]));
    if (read != OPTIONS_GO) {
        return read == OPTIONS_HELP ? SAMPLE_OK : SAMPLE_BAD_OPTIONS;
    }
    GrenadeThrow *throws = calloc(GRENADE_THROWS, sizeof *throws);
    bool ready = throws != NULL;
    int wrong = 0;
    for (int i = 0; ready && i < GRENADE_THROWS; i++) {
        throws[i].aim = &AIMS[i];
        ready = play(&throws[i], &settings);
        wrong += ready ? report(&throws[i], i + 1) : 0;
    }
    int status = ready ? grenadePicture(throws, GRENADE_THROWS, settings.out) : SAMPLE_FAILED;
    for (int i = 0; throws && i < GRENADE_THROWS; i++) {
        caromWorldDestroy(throws[i].world);
    }
    free(throws);
    return wrong > 0 ? SAMPLE_FAILED : status;
}
