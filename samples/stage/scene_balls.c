// SPDX-License-Identifier: MIT
// The pinball table and the minigolf course.
#include "../minigolf.h"
#include "../pinball.h"
#include "scenes.h"

#define MOST_BALLS 16
#define BALL_CATEGORY 2u

// ---- pinball

typedef struct Pinball {
    PinballTable table;
    CaromProjectileId balls[MOST_BALLS];
    bool drained[MOST_BALLS]; ///< it ends at the next tick
    int ballCount, score;
} Pinball;

enum { PINBALL_PLAYER, PINBALL_PLUNGER };

static bool beginPinball(SceneState *state)
{
    Pinball *pinball = state->data;
    bool good = pinballBuild(&pinball->table);
    state->world = pinball->table.world;
    return good;
}

static CaromProjectileDef ballAt(CaromVec2 place, CaromVec2 velocity)
{
    CaromProjectileDef def = caromProjectileDef();
    def.position = place;
    def.velocity = velocity;
    def.radius = PINBALL_BALL;
    def.mass = 0.08;
    def.meetMask = BALL_CATEGORY;
    def.filter.category = BALL_CATEGORY;
    return def;
}

static void addBall(SceneState *state, const CaromProjectileDef *def)
{
    Pinball *pinball = state->data;
    if (pinball->ballCount == MOST_BALLS)
        return;
    pinball->balls[pinball->ballCount] = caromProjectileFire(state->world, def);
    pinball->drained[pinball->ballCount] = false;
    pinball->ballCount += pinball->balls[pinball->ballCount].index != 0;
}

static void dropBalls(SceneState *state, Pinball *pinball)
{
    int kept = 0;
    for (int i = 0; i < pinball->ballCount; i++) {
        CaromProjectileId ball = pinball->balls[i];
        bool valid = caromProjectileIsValid(state->world, ball);
        if (valid && pinball->drained[i])
            caromProjectileDestroy(state->world, ball);
        else if (valid) {
            pinball->drained[kept] = false;
            pinball->balls[kept++] = ball;
        }
    }
    pinball->ballCount = kept;
}

/// A new ball where there is none; and what lies on the plunger is struck again.
static void plunge(SceneState *state, Pinball *pinball)
{
    double speed = state->input.parameters[PINBALL_PLUNGER];
    CaromVec2 velocity = {0, speed + sampleRandomRange(&state->random, -0.2, 0.2)};
    if (pinball->ballCount == 0) {
        CaromProjectileDef def = ballAt(caromVec2(0.523, 0.05 + 1.2 * PINBALL_BALL), velocity);
        addBall(state, &def);
        return;
    }
    for (int i = 0; i < pinball->ballCount; i++)
        if (caromProjectilePosition(state->world, pinball->balls[i]).x > PINBALL_FIELD &&
            caromProjectileMode(state->world, pinball->balls[i]) != CAROM_PROJECTILE_FLYING)
            caromProjectileSetVelocity(state->world, pinball->balls[i], velocity);
}

static void tickPinball(SceneState *state)
{
    Pinball *pinball = state->data;
    dropBalls(state, pinball);
    plunge(state, pinball);
    for (int side = 0; side < 2; side++) {
        PinballFlipper *flipper = &pinball->table.flippers[side];
        bool strike = state->input.walk.x * flipper->side < 0;
        if (state->input.parameters[PINBALL_PLAYER] > 0)
            for (int i = 0; !strike && i < pinball->ballCount; i++)
                strike = pinballInReach(state->world, flipper, pinball->balls[i]);
        pinballSwing(state->world, flipper, strike);
    }
}

static void readPinball(SceneState *state, const CaromEvents *events)
{
    static const int POINTS[PINBALL_PARTS] = {[PINBALL_BUMPER] = 100, [PINBALL_SLINGSHOT] = 10};
    Pinball *pinball = state->data;
    for (int i = 0; i < events->hitCount; i++) {
        PinballPart part = *(const PinballPart *)events->hits[i].shapeData;
        pinball->score += POINTS[part];
        for (int k = 0; part == PINBALL_DRAIN && k < pinball->ballCount; k++)
            if (pinball->balls[k].index == events->hits[i].projectile.index)
                pinball->drained[k] = true;
    }
}

static bool aimPinball(const SceneState *state, CaromVec2 at, CaromProjectileDef *def)
{
    (void)state;
    *def = ballAt(at, caromVec2(0, 0));
    return at.x > 0 && at.x < PINBALL_FIELD && at.y > 0 && at.y < PINBALL_TOP;
}

static void drawPinball(const SceneState *state, View *view)
{
    const Pinball *pinball = state->data;
    char text[16] = "";
    int at = 14, left = pinball->score;
    do
        text[at--] = (char)('0' + left % 10);
    while ((left /= 10) > 0 && at > 0);
    viewText(view, caromVec2(PINBALL_FIELD / 2, PINBALL_TOP + 0.02), caromVec2(0, -0.4),
             canvasInk(INK_GOLD, 1), text + at + 1);
}

const Scene SCENE_PINBALL = {
    .name = "pinball",
    .title = "Pinball",
    .hint = "Left and right flip; press to drop a ball at the pointer",
    .size = sizeof(Pinball),
    .view = {{-0.03, -0.04}, {0.57, 1.12}},
    .parameters = {{"plays by itself", 0, 1, 1, 1, false}, {"plunger, m/s", 1, 4, 0.1, 2.1, false}},
    .begin = beginPinball,
    .tick = tickPinball,
    .read = readPinball,
    .aim = aimPinball,
    .fire = addBall,
    .over = drawPinball,
};

// ---- minigolf

typedef struct Golf {
    GolfSetting setting;
    CaromProjectileId ball;
    int strokes;
} Golf;

#define TICKS_OF_GOLF ((int64_t)(GOLF_TICK * SCENE_HZ + 0.5)) // in one of the course's own
#define PI 3.141592653589793

static bool beginGolf(SceneState *state)
{
    Golf *golf = state->data;
    int hole = (int)state->input.parameters[0] - 1;
    state->world = sceneWorld(caromVec2(0, -9.81));
    if (!state->world)
        return false;
    golf->setting.ball = caromProjectileDef();
    GOLF_COURSE[hole].build(state->world, &golf->setting);
    golf->ball = caromProjectileFire(state->world, &golf->setting.ball);
    return golf->ball.index != 0;
}

static CaromVec2 ridden(const SceneState *state, const Golf *golf)
{
    bool rests = caromProjectileMode(state->world, golf->ball) == CAROM_PROJECTILE_RESTING;
    return rests ? caromProjectileVelocity(state->world, golf->ball) : caromVec2(0, 0);
}

/// The course's own strokes, until the user plays.
static void tickGolf(SceneState *state)
{
    Golf *golf = state->data;
    const GolfHole *hole = &GOLF_COURSE[(int)state->input.parameters[0] - 1];
    if (state->tick % TICKS_OF_GOLF != 0)
        return;
    golfTurnFerry(state->world, &golf->setting, (int)(state->tick / TICKS_OF_GOLF));
    if (state->shots > 0 || golf->strokes == hole->strokeCount ||
        caromProjectileMode(state->world, golf->ball) != CAROM_PROJECTILE_RESTING ||
        caromWorldTime(state->world) < hole->strokes[golf->strokes].notBefore)
        return;
    const GolfStroke *stroke = &hole->strokes[golf->strokes++];
    CaromVec2 velocity =
        caromRotate(caromRotation(stroke->angle * (PI / 180)), caromVec2(stroke->speed, 0));
    caromProjectileSetVelocity(state->world, golf->ball,
                               caromVec2Add(ridden(state, golf), velocity));
}

static bool aimGolf(const SceneState *state, CaromVec2 at, CaromProjectileDef *def)
{
    const Golf *golf = state->data;
    if (!caromProjectileIsValid(state->world, golf->ball))
        return false;
    *def = golf->setting.ball;
    def->position = caromProjectilePosition(state->world, golf->ball);
    def->velocity = caromVec2Add(ridden(state, golf), sceneThrow(def->position, at, 2.5, 9));
    return true;
}

static void strokeGolf(SceneState *state, const CaromProjectileDef *def)
{
    const Golf *golf = state->data;
    caromProjectileSetVelocity(state->world, golf->ball, def->velocity);
}

static void drawGolf(const SceneState *state, View *view)
{
    const Golf *golf = state->data;
    CaromVec2 cup = {golf->setting.cup, 0};
    CaromVec2 top = {cup.x, 0.9}, flag[3] = {top, {cup.x + 0.28, 0.8}, {cup.x, 0.7}};
    const CaromVec2 *hill = golf->setting.hill;
    for (int i = 0; i + 1 < golf->setting.hillCount; i++) {
        const CaromVec2 slice[] = {hill[i], hill[i + 1], {hill[i + 1].x, -1.5}, {hill[i].x, -1.5}};
        viewFill(view, slice, 4, canvasInk(INK_WALL_DIM, 0.8));
    }
    viewLine(view, caromVec2(cup.x, -0.18), top, 1.6, canvasInk(INK_WHITE, 0.7));
    viewFill(view, flag, 3, canvasInk(INK_RED, 1));
}

const Scene SCENE_MINIGOLF = {
    .name = "minigolf",
    .title = "Minigolf",
    .hint = "Point to where the ball should go and press: the farther, the harder",
    .size = sizeof(Golf),
    .view = {{-0.4, -0.9}, {6.4, 2.4}},
    .parameters = {{"hole", 1, GOLF_HOLES, 1, 1, true}},
    .begin = beginGolf,
    .tick = tickGolf,
    .aim = aimGolf,
    .fire = strokeGolf,
    .under = drawGolf,
};
