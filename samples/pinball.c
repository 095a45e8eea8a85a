// SPDX-License-Identifier: MIT
// Pinball. Flippers are kinematic bodies that spin. A player, simulated 64 times a second, flicks
// them when a ball is in reach. Bumpers return more speed than they receive, and balls push each
// other. The game is played at three frame rates: every bounce must be the same, to the bit.
#include "pinball.h"

#include "options.h"
#include "random.h"
#include "sample.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BALL_CATEGORY 2u
#define PLUNGER_SPEED 2.1 // [m/s] give or take a tenth
#define PLUNGER_PAUSE 1.5 // [s] from ball to ball
#define KEPT_HITS 20000   // of each ball, for the picture
#define RATES 3

typedef struct Settings {
    const char *out;
    int balls;
    double seconds;
    uint64_t seed;
} Settings;

// ---- what happened

static PinballBall *ballOf(PinballGame *game, CaromProjectileId id)
{
    for (int i = 0; i < game->ballCount; i++)
        if (game->balls[i].id.index == id.index && game->balls[i].id.age == id.age)
            return &game->balls[i];
    return NULL;
}

static void readHit(PinballGame *game, const CaromHitEvent *hit)
{
    PinballBall *ball = ballOf(game, hit->projectile);
    PinballPart part = *(const PinballPart *)hit->shapeData;
    game->counts[part]++;
    trailAdd(&ball->trail, hit->center, hit->time, caromVec2Length(hit->velocityAfter));
    if (ball->hitCount < ball->hitCapacity)
        ball->hits[ball->hitCount] = (PinballHit){hit->point, hit->time, part};
    ball->hitCount++;
    ball->fastest = fmax(ball->fastest, caromVec2Length(hit->velocityAfter));
}

static void readEvents(void *context, const CaromEvents *events)
{
    PinballGame *game = context;
    for (int i = 0; i < events->hitCount; i++)
        readHit(game, &events->hits[i]);
    for (int i = 0; i < events->crossCount; i++)
        game->counts[PINBALL_LANE] += events->crosses[i].entered;
    for (int i = 0; i < events->meetCount; i++) {
        const CaromMeetEvent *meet = &events->meets[i];
        trailAdd(&ballOf(game, meet->a)->trail, meet->centerA, meet->time,
                 caromVec2Length(meet->afterA));
        trailAdd(&ballOf(game, meet->b)->trail, meet->centerB, meet->time,
                 caromVec2Length(meet->afterB));
    }
    for (int i = 0; i < events->endCount; i++) {
        PinballBall *ball = ballOf(game, events->ends[i].projectile);
        ball->ended = true;
        ball->end = events->ends[i].time;
        ball->reason = events->ends[i].reason;
    }
}

/// Balls end in the drain and bounce off all other things.
static CaromHitAction answerHit(void *context, const CaromWorld *world, const CaromHitEvent *hit)
{
    (void)context, (void)world;
    return *(const PinballPart *)hit->shapeData == PINBALL_DRAIN ? CAROM_HIT_DIE : CAROM_HIT_BOUNCE;
}

// ---- the player

static void playFlipper(PinballGame *game, PinballFlipper *flipper)
{
    bool strike = false;
    for (int i = 0; !strike && i < game->ballCount; i++)
        strike =
            !game->balls[i].ended && pinballInReach(game->table.world, flipper, game->balls[i].id);
    pinballSwing(game->table.world, flipper, strike);
}

static CaromVec2 plungerVelocity(SampleRandom *random)
{
    return caromVec2(0, PLUNGER_SPEED + sampleRandomRange(random, -0.2, 0.2));
}

/// Strikes what lies on the plunger again: balls may be kicked back into its lane by the next one.
static void strikeAgain(PinballGame *game, SampleRandom *random)
{
    CaromWorld *world = game->table.world;
    for (int i = 0; i < game->ballCount; i++) {
        CaromProjectileId id = game->balls[i].id;
        if (!game->balls[i].ended && caromProjectilePosition(world, id).x > PINBALL_FIELD &&
            caromProjectileMode(world, id) != CAROM_PROJECTILE_FLYING)
            caromProjectileSetVelocity(world, id, plungerVelocity(random));
    }
}

static void plunge(PinballGame *game, SampleRandom *random)
{
    CaromProjectileDef def = caromProjectileDef();
    def.position = caromVec2(0.523, 0.05 + 1.2 * PINBALL_BALL);
    def.velocity = plungerVelocity(random);
    def.radius = PINBALL_BALL;
    def.mass = 0.08;
    def.onHit = CAROM_HIT_ASK;
    def.meetMask = BALL_CATEGORY;
    def.filter.category = BALL_CATEGORY;
    PinballBall *ball = &game->balls[game->ballCount++];
    ball->begin = caromWorldTime(game->table.world);
    ball->hits = malloc(KEPT_HITS * sizeof *ball->hits);
    ball->hitCapacity = ball->hits ? KEPT_HITS : 0;
    ball->id = caromProjectileFire(game->table.world, &def);
}

// ---- the game

/// Writes down where all balls are.
static int look(PinballGame *game)
{
    const CaromWorld *world = game->table.world;
    int inPlay = 0;
    for (int i = 0; i < game->ballCount; i++) {
        PinballBall *ball = &game->balls[i];
        if (ball->ended)
            continue;
        CaromVec2 p = caromProjectilePosition(world, ball->id);
        trailAdd(&ball->trail, p, caromWorldTime(world),
                 caromVec2Length(caromProjectileVelocity(world, ball->id)));
        game->outside +=
            p.x < 0 || p.x > PINBALL_WIDTH || p.y < PINBALL_BOTTOM || p.y > PINBALL_TOP;
        inPlay++;
    }
    return inPlay;
}

static bool play(PinballGame *game, const Settings *settings, double hz)
{
    SampleRandom random = {settings->seed};
    memset(game, 0, sizeof *game);
    if (!pinballBuild(&game->table))
        return false;
    caromWorldSetHitCallback(game->table.world, answerHit, game);
    game->replay = replayBegin(game->table.world, hz, readEvents, game);
    for (int tick = 0;; tick++) {
        replayTo(&game->replay, tick * PINBALL_TICK);
        if (game->ballCount < settings->balls &&
            tick * PINBALL_TICK >= game->ballCount * PLUNGER_PAUSE)
            plunge(game, &random);
        if (look(game) == 0 || tick * PINBALL_TICK >= settings->seconds)
            break;
        strikeAgain(game, &random);
        playFlipper(game, &game->table.flippers[0]);
        playFlipper(game, &game->table.flippers[1]);
    }
    for (int i = 0; i < game->ballCount; i++)
        if (!game->balls[i].ended)
            game->balls[i].end = caromWorldTime(game->table.world);
    game->hash = replayDigest(&game->replay);
    return true;
}

static void freeGame(PinballGame *game)
{
    for (int i = 0; i < game->ballCount; i++) {
        trailFree(&game->balls[i].trail);
        free(game->balls[i].hits);
    }
    caromWorldDestroy(game->table.world);
    memset(game, 0, sizeof *game);
}

int pinballLongest(const PinballGame *game)
{
    int longest = -1;
    for (int i = 0; i < game->ballCount; i++)
        if (longest < 0 || game->balls[i].end - game->balls[i].begin >
                               game->balls[longest].end - game->balls[longest].begin)
            longest = i;
    return longest;
}

/// @returns how much is wrong.
static int report(const PinballGame *game)
{
    const PinballBall *longest = &game->balls[pinballLongest(game)];
    double fastest = 0;
    int drained = 0, lost = 0;
    for (int i = 0; i < game->ballCount; i++) {
        const PinballBall *ball = &game->balls[i];
        fastest = fmax(fastest, ball->fastest);
        drained += ball->ended && ball->reason == CAROM_END_HIT;
        lost += ball->ended && ball->reason != CAROM_END_HIT;
    }
    printf("%d balls, %d drained, %d lost otherwise, %d places off the table, flags %u\n",
           game->ballCount, drained, lost, game->outside, game->replay.flags);
    printf("%lld bounces: %d off bumpers, %d slingshots, %d flippers, %d the mill; %lld of balls "
           "off each other; %d lanes\n",
           (long long)game->replay.counts[REPLAY_HITS], game->counts[PINBALL_BUMPER],
           game->counts[PINBALL_SLINGSHOT], game->counts[PINBALL_FLIPPERS],
           game->counts[PINBALL_MILL], (long long)game->replay.counts[REPLAY_MEETS],
           game->counts[PINBALL_LANE]);
    printf("flicks: %d left, %d right; longest in play: %.2f s with %d bounces; fastest %.2f m/s\n",
           game->table.flippers[0].flicks, game->table.flippers[1].flicks,
           longest->end - longest->begin, longest->hitCount, fastest);
    return lost + game->outside + (game->replay.flags != 0);
}

/// Plays at each rate; the last game is kept. @returns the games that differ from the first, or -1.
static int playAll(PinballGame *game, const Settings *settings)
{
    static const double HZ[RATES] = {24, 1000, 60};
    uint64_t first = 0;
    int differ = 0;
    for (int i = 0; i < RATES; i++) {
        freeGame(game);
        if (!play(game, settings, HZ[i])) {
            fprintf(stderr, "pinball: no memory\n");
            return -1;
        }
        first = i == 0 ? game->hash : first;
        differ += game->hash != first;
        printf("%4.0f Hz: %lld steps, hash %016llx%s\n", HZ[i], (long long)game->replay.steps,
               (unsigned long long)game->hash, game->hash == first ? "" : " DIFFERS");
    }
    return differ;
}

int samplePinball(int argc, char **argv)
{
    Settings settings = {"pinball.png", 6, 60, 9};
    const Option options[] = {
        {"out", "FILE", "the picture", OPTION_TEXT, &settings.out, 0, 0},
        {"balls", "N", "one after the other", OPTION_INT, &settings.balls, 1, PINBALL_MAX_BALLS},
        {"seconds", "S", "at most", OPTION_NUMBER, &settings.seconds, 1, 3600},
        {"seed", "N", "of the plunger", OPTION_SEED, &settings.seed, 0, 0},
    };
    OptionsResult read =
        optionsRead(argc, argv, "Pinball with moving flippers, the same at three frame rates",
                    options, (int)(sizeof options / sizeof options[0]));
    if (read != OPTIONS_GO)
        return read == OPTIONS_HELP ? SAMPLE_OK : SAMPLE_BAD_OPTIONS;
    PinballGame *game = calloc(1, sizeof *game);
    if (!game)
        return SAMPLE_FAILED;
    int wrong = playAll(game, &settings), status = SAMPLE_FAILED;
    if (wrong >= 0) {
        wrong += report(game);
        status = pinballPicture(game, settings.out);
    }
    freeGame(game);
    free(game);
    return wrong != 0 ? SAMPLE_FAILED : status;
}
