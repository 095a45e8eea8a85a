// SPDX-License-Identifier: MIT
// Minigolf, seen from the side: slow balls on slopes and tiles, a ferry, a belt, under a windmill.
// Other engines stop bounces below a threshold, or let a ball creep for ever. Here a series of ever
// smaller bounces ends at its limit, and rolling ends in rest, at exact times. So a game is the
// same at every frame rate, to the bit; each is played at three of them.
#include "minigolf.h"

#include "options.h"
#include "sample.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.141592653589793

static const int RATES[] = {24, 60, GOLF_TRACE_HZ}; // [Hz] the last one is drawn
#define RATE_COUNT ((int)(sizeof RATES / sizeof RATES[0]))

// ---- strokes

static CaromVec2 ridden(const GolfGame *game)
{
    bool rides = game->setting.ferry.index != 0;
    CaromVec2 velocity = caromProjectileVelocity(game->world, game->ball);
    return rides ? velocity : caromVec2(0, 0);
}

/// The next stroke, as soon as its time has come and the ball lies still, maybe on a ferry.
static void maybeStroke(GolfGame *game, double time)
{
    if (game->strokes == game->hole->strokeCount || game->mode != CAROM_PROJECTILE_RESTING ||
        golfHoled(game)) {
        return;
    }
    const GolfStroke *stroke = &game->hole->strokes[game->strokes];
    if (time < stroke->notBefore || time < game->since + GOLF_TICK) {
        return;
    }
    GolfResult *result = &game->results[game->strokes++];
    result->begin = time;
    result->rest = -1;
    result->from = caromProjectilePosition(game->world, game->ball);
    result->velocity =
        caromRotate(caromRotation(stroke->angle * (PI / 180)), caromVec2(stroke->speed, 0));
    caromProjectileSetVelocity(game->world, game->ball,
                               caromVec2Add(ridden(game), result->velocity));
    game->mode = CAROM_PROJECTILE_FLYING;
}

// ---- a game

static void readEvents(GolfGame *game)
{
    CaromEvents events = caromWorldEvents(game->world);
    GolfResult *result = game->strokes > 0 ? &game->results[game->strokes - 1] : NULL;
    if (result) {
        result->bounces += events.hitCount;
    }
    for (int i = 0; i < events.modeCount; i++) {
        game->mode = events.modes[i].mode;
        game->since = events.modes[i].time;
        if (result && game->mode == CAROM_PROJECTILE_RESTING) {
            result->rest = events.modes[i].time;
            result->to = events.modes[i].position;
        }
    }
}

static void trace(GolfGame *game)
{
    if (game->traceCount < GOLF_MAX_TRACE) {
        GolfTrace *entry = &game->trace[game->traceCount++];
        entry->place = caromProjectilePosition(game->world, game->ball);
        entry->mode = caromProjectileMode(game->world, game->ball);
    }
}

static bool playHole(GolfGame *game, const GolfHole *hole, int hz)
{
    CaromWorldDef def = caromWorldDef();
    def.gravity = caromVec2(0, -9.81);
    def.tag = 1; // equal ids in all games, so that hashes can be compared
    memset(game, 0, sizeof *game);
    game->hole = hole;
    game->world = caromWorldCreate(&def, NULL);
    if (!game->world) {
        return false;
    }
    game->setting.ball = caromProjectileDef();
    hole->build(game->world, &game->setting);
    game->ball = caromProjectileFire(game->world, &game->setting.ball);
    int frames = (int)(hole->seconds * hz), framesPerTick = (int)(GOLF_TICK * hz);
    for (int frame = 0; frame < frames; frame++) {
        if (frame % framesPerTick == 0) {
            golfTurnFerry(game->world, &game->setting, frame / framesPerTick);
            maybeStroke(game, caromWorldTime(game->world));
        }
        trace(game);
        if (caromWorldStepTo(game->world, (double)(frame + 1) / hz) != CAROM_STEP_OK) {
            return false;
        }
        readEvents(game);
    }
    trace(game);
    game->hash = caromWorldHash(game->world);
    return caromProjectileIsValid(game->world, game->ball);
}

bool golfHoled(const GolfGame *game)
{
    CaromVec2 place = caromProjectilePosition(game->world, game->ball);
    return fabs(place.x - game->setting.cup) < GOLF_CUP / 2 && place.y < 0 &&
           game->mode == CAROM_PROJECTILE_RESTING;
}

// ---- the sample

static void report(const GolfGame *game, int number)
{
    printf("%d %s: %d strokes, %s\n", number, game->hole->name, game->strokes,
           golfHoled(game) ? "holed" : "not holed");
    for (int i = 0; i < game->strokes; i++) {
        const GolfResult *result = &game->results[i];
        printf("  %.2f s: %.2f m/s from x = %.3f: %d bounces, ", result->begin,
               caromVec2Length(result->velocity), result->from.x, result->bounces);
        if (result->rest < 0) {
            printf("no rest\n");
        } else {
            printf("rests at (%.3f, %.3f) at %.4f s\n", result->to.x, result->to.y, result->rest);
        }
    }
}

/// Plays a hole at each rate. @returns how many games differ from the first; negative: failed
static int playRates(GolfGame *game, const GolfHole *hole, int number)
{
    uint64_t first = 0;
    int different = 0;
    for (int i = 0; i < RATE_COUNT; i++) {
        if (i > 0) {
            caromWorldDestroy(game->world);
        }
        if (!playHole(game, hole, RATES[i])) {
            fprintf(stderr, "minigolf: hole %d at %d Hz failed\n", number, RATES[i]);
            return -1;
        }
        first = i == 0 ? game->hash : first;
        different += game->hash != first;
    }
    report(game, number);
    printf("  at %d, %d and %d Hz: hash %016llx, %s\n", RATES[0], RATES[1], RATES[2],
           (unsigned long long)first, different == 0 ? "the same" : "DIFFERENT");
    return different;
}

int sampleMinigolf(int argc, char **argv)
{
    const char *out = "minigolf.png";
    const Option options[] = {{"out", "FILE", "the picture", OPTION_TEXT, &out, 0, 0}};
    OptionsResult read = optionsRead(argc, argv, "Minigolf: slow balls, slopes, moving floors",
                                     options, (int)(sizeof options / sizeof options[0]));
    if (read != OPTIONS_GO) {
        return read == OPTIONS_HELP ? SAMPLE_OK : SAMPLE_BAD_OPTIONS;
    }
    GolfGame *games = calloc(GOLF_HOLES, sizeof *games);
    if (!games) {
        fprintf(stderr, "minigolf: no memory\n");
        return SAMPLE_FAILED;
    }
    int wrong = 0;
    for (int i = 0; i < GOLF_HOLES; i++) {
        wrong += playRates(&games[i], &GOLF_COURSE[i], i + 1) != 0;
    }
    int status = golfPicture(games, GOLF_HOLES, out);
    for (int i = 0; i < GOLF_HOLES; i++) {
        caromWorldDestroy(games[i].world);
    }
    free(games);
    return wrong > 0 ? SAMPLE_FAILED : status;
}
