// SPDX-License-Identifier: MIT
// A character runs, jumps and is carried through a level: up a stair and over a hill, across a pit,
// up through a platform, on a ferry, up a lift, and pushed along by a door. A script holds the
// stick.
#include "figure.h"
#include "options.h"
#include "sample.h"

#include <stdio.h>

#define TICK (1.0 / 60)
#define GRAVITY 18.0
#define RUN 4.0
#define JUMP 8.0
#define TICKS_MOST 4000

/// A part of the script: what is held until something is reached.
typedef enum Until { UNTIL_X, UNTIL_Y, UNTIL_SECONDS } Until;
typedef struct Act {
    double run; // [m/s] to the right
    bool jump;  // whenever he stands
    Until until;
    double value;
} Act;

static const Act SCRIPT[] = {
    {RUN, false, UNTIL_X, 11.4},    // up the stair, over the hill, to the brink
    {RUN, true, UNTIL_X, 12.5},     // a jump
    {RUN, false, UNTIL_X, 15.7},    // over the pit
    {0, false, UNTIL_SECONDS, 0.3}, // below a platform
    {0, true, UNTIL_Y, 2.94},       // up through it
    {0, false, UNTIL_SECONDS, 0.8}, // which holds him
    {RUN, false, UNTIL_X, 18.1},    // onto the ferry
    {0, false, UNTIL_X, 25.8},      // carried
    {RUN, false, UNTIL_X, 30.5},    // onto the lift
    {0, false, UNTIL_Y, 5.54},      // carried up
    {RUN, false, UNTIL_X, 33.5},    // past the door
    {0, false, UNTIL_X, 37.0},      // which pushes him
    {RUN, false, UNTIL_SECONDS, 1.0},
};
enum { ACTS = sizeof SCRIPT / sizeof SCRIPT[0] };

static const CaromVec2 GROUND[] = {
    {0, 4},       {0, 0},       {3, 0},     {3, 0.3},   {3.6, 0.3}, {3.6, 0.6}, {4.2, 0.6},
    {4.2, 0.9},   {5.5, 0.9},   {7.5, 2.1}, {8.5, 2.1}, {10.5, 1},  {12.8, 1},  {12.8, -0.6},
    {14.2, -0.6}, {14.2, 1},    {17, 1},    {17, -0.6}, {27, -0.6}, {27, 1},    {29.6, 1},
    {29.6, -0.6}, {31.4, -0.6}, {31.4, 5},  {40, 5},    {40, 8}};
enum { GROUND_POINTS = sizeof GROUND / sizeof GROUND[0] };

/// A body that goes along its way, once, after it was set going.
typedef struct Moving {
    CaromVec2 half, from, way;
    double speed;
    bool started;
    CaromBodyId body;
} Moving;

enum { FERRY, LIFT, DOOR, MOVINGS };

typedef struct Play {
    CaromWorld *world;
    Moving movings[MOVINGS];
    CaromMover mover;
    CaromMover witness; // the same, without the platform that he passes through
    CaromMoverResult result;
    CaromVec2 trace[TICKS_MOST];
    bool stood[TICKS_MOST];
    int ticks, act, steps, crushes, tooNear;
    double actSince;
} Play;

// ---- the level

static CaromMoverDef heroDef(void)
{
    static const CaromVec2 spine[2] = {{0, -0.2}, {0, 0.2}};
    CaromMoverDef def = caromMoverDef();
    def.shape = caromGeometry(CAROM_SHAPE_CAPSULE, spine, 2, 0.3);
    def.position = caromVec2(1, 0.56);
    def.up = caromVec2(0, 1);
    def.stepHeight = 0.35;
    def.snap = 0.35;
    return def;
}

static bool build(Play *play)
{
    static const Moving MOVING[MOVINGS] = {
        {{1, 0.15}, {18.1, 0.85}, {7.8, 0}, 2.5, false, {0, 0, 0}},
        {{0.8, 0.15}, {30.5, 0.85}, {0, 4}, 2, false, {0, 0, 0}},
        {{0.1, 0.8}, {29.3, 5.9}, {8, 0}, 1.5, false, {0, 0, 0}}};
    CaromWorldDef worldDef = caromWorldDef();
    CaromBodyDef bodyDef = caromBodyDef();
    CaromShapeDef def = caromShapeDef();
    play->world = caromWorldCreate(&worldDef, NULL);
    CaromBodyId rest = caromBodyCreate(play->world, &bodyDef);
    CaromShapeId ground = caromShapeCreateChain(play->world, rest, &def, GROUND, GROUND_POINTS, 0);
    CaromBodyId apart = caromBodyCreate(play->world, &bodyDef);
    CaromShapeId platform = caromShapeCreateOneSided(play->world, apart, &def, caromVec2(16.6, 2.4),
                                                     caromVec2(15, 2.4)); // free above
    bodyDef.type = CAROM_BODY_KINEMATIC;
    CaromMoverDef hero = heroDef();
    bool ok = ground.index != 0 && platform.index != 0 &&
              caromMoverInit(play->world, &play->mover, &hero) == CAROM_OK;
    hero.options.ignoreBody = apart;
    ok = ok && caromMoverInit(play->world, &play->witness, &hero) == CAROM_OK;
    for (int k = 0; k < MOVINGS; k++) {
        play->movings[k] = MOVING[k];
        bodyDef.position = MOVING[k].from;
        play->movings[k].body = caromBodyCreate(play->world, &bodyDef);
        ok = ok && caromShapeCreateBox(play->world, play->movings[k].body, &def, caromVec2(0, 0),
                                       MOVING[k].half)
                           .index != 0;
    }
    return ok;
}

/// Before each step: velocities that hold during it, and end just where the way does.
static void driveMovings(Play *play)
{
    for (int k = 0; k < MOVINGS; k++) {
        Moving *m = &play->movings[k];
        bool stoodOn = play->result.grounded &&
                       caromShapeBody(play->world, play->result.ground).index == m->body.index;
        m->started = m->started || (k == DOOR ? play->mover.position.x > 33.4 : stoodOn);
        CaromVec2 at = caromBodyTransform(play->world, m->body).position;
        CaromVec2 left = caromVec2Sub(caromVec2Add(m->from, m->way), at);
        double distance = caromVec2Length(left), speed = m->speed;
        speed = distance < speed * TICK ? distance / TICK : speed;
        CaromVec2 velocity = caromVec2Scale(caromVec2Normalize(left), m->started ? speed : 0);
        caromBodySetVelocity(play->world, m->body, velocity);
    }
}

// ---- playing

static bool isReached(const Play *play, const Act *act)
{
    switch (act->until) {
    case UNTIL_X:
        return play->mover.position.x >= act->value;
    case UNTIL_Y:
        return play->mover.position.y >= act->value && play->mover.grounded;
    default:
        return caromWorldTime(play->world) - play->actSince >= act->value;
    }
}

static bool tick(Play *play)
{
    const Act *act = &SCRIPT[play->act];
    driveMovings(play);
    if (caromWorldStep(play->world, TICK) != CAROM_STEP_OK) {
        return false;
    }
    double up = play->mover.grounded ? 0 : play->result.velocity.y - GRAVITY * TICK;
    up = act->jump && play->mover.grounded ? JUMP : up;
    CaromVec2 wish = {act->run, up};
    if (caromMoverMove(play->world, &play->mover, wish, TICK, &play->result) != CAROM_OK) {
        return false;
    }
    play->trace[play->ticks] = play->mover.position;
    play->stood[play->ticks++] = play->mover.grounded;
    play->steps += play->result.stepped;
    play->crushes += play->result.crushed;
    play->tooNear += caromMoverFits(play->world, &play->witness, play->mover.position) <= 0;
    if (isReached(play, act)) {
        play->act++;
        play->actSince = caromWorldTime(play->world);
    }
    return true;
}

// ---- the picture

static void drawCapsule(Canvas *canvas, CaromVec2 at, CanvasColor color)
{
    CaromMoverDef def = heroDef();
    double r = def.shape.radius, h = def.shape.points[1].y;
    CaromVec2 points[34];
    for (int k = 0; k < 34; k++) {
        CaromRotation turn = caromRotation(3.14159265358979 * (k - (k > 16)) / 16);
        points[k] = caromVec2(at.x + r * turn.c, at.y + r * turn.s + (k < 17 ? h : -h));
    }
    canvasPolyline(canvas, points, 34, true, 1.4, color);
}

static void drawMovings(Canvas *canvas, const Play *play)
{
    for (int k = 0; k < MOVINGS; k++) {
        const Moving *m = &play->movings[k];
        for (int end = 0; end < 2; end++) {
            CaromVec2 c = caromVec2Add(m->from, caromVec2Scale(m->way, end));
            CaromVec2 box[4] = {{c.x - m->half.x, c.y - m->half.y},
                                {c.x + m->half.x, c.y - m->half.y},
                                {c.x + m->half.x, c.y + m->half.y},
                                {c.x - m->half.x, c.y + m->half.y}};
            canvasPolygon(canvas, box, 4, canvasInk(INK_VIOLET, end ? 0.25 : 0.6));
            canvasPolyline(canvas, box, 4, true, 1.2, canvasInk(INK_VIOLET, 1));
        }
        canvasArrow(canvas, m->from, caromVec2Add(m->from, m->way), 1.5,
                    canvasInk(INK_VIOLET, 0.9));
    }
}

static void drawView(Canvas *canvas, CaromBox panel, CaromBox world, const Play *play,
                     const char *caption)
{
    figurePanel(canvas, panel, world, caption);
    CaromBox clip = {canvasToPixels(canvas, caromVec2(world.min.x, world.max.y)),
                     canvasToPixels(canvas, caromVec2(world.max.x, world.min.y))};
    canvasClip(canvas, &clip);
    CaromVec2 solid[GROUND_POINTS + 4];
    for (int k = 0; k < GROUND_POINTS; k++) {
        solid[k] = GROUND[k];
    }
    solid[GROUND_POINTS] = caromVec2(41, 8);
    solid[GROUND_POINTS + 1] = caromVec2(41, -2);
    solid[GROUND_POINTS + 2] = caromVec2(-1, -2);
    solid[GROUND_POINTS + 3] = caromVec2(-1, 4);
    canvasPolygon(canvas, solid, GROUND_POINTS + 4, figureFill());
    canvasPolyline(canvas, GROUND, GROUND_POINTS, false, 2.2, canvasInk(INK_WALL, 1));
    canvasLine(canvas, caromVec2(15, 2.4), caromVec2(16.6, 2.4), 3, canvasInk(INK_GOLD, 1));
    drawMovings(canvas, play);
    for (int i = 1; i < play->ticks; i++) {
        CanvasInk ink = play->stood[i] ? INK_MINT : INK_RED;
        canvasLine(canvas, play->trace[i - 1], play->trace[i], 2.2, canvasInk(ink, 1));
        if (i % 18 == 0) {
            drawCapsule(canvas, play->trace[i], canvasInk(ink, 0.55));
        }
    }
    canvasClip(canvas, NULL);
}

static int draw(const Play *play, const char *out)
{
    Canvas *canvas = figureCreate(1600, 1120, "A platformer's character",
                                  "Green: he stands; red: in the air; a pose each 0.3 s. Violet: a "
                                  "ferry, a lift, a door, and "
                                  "their ways. Gold: a platform that is solid from above only.");
    if (!canvas) {
        return SAMPLE_FAILED;
    }
    CaromBox all = figureBox(28, 92, 1572, 1092);
    drawView(canvas, figureRow(all, 0, 2, 14), figureBox(-0.6, -1, 20.4, 4.8), play,
             "A stair, a hill, a pit, a platform jumped through from below");
    drawView(canvas, figureRow(all, 1, 2, 14), figureBox(19.6, -1, 40.6, 7.2), play,
             "Carried by a ferry and a lift, pushed by a door");
    return figureFinish(canvas, out);
}

// ---- the sample

static int run(Play *play, const char *out)
{
    if (!build(play)) {
        fprintf(stderr, "platformer: no memory\n");
        return SAMPLE_FAILED;
    }
    bool ok = true;
    while (ok && play->act < ACTS && play->ticks < TICKS_MOST) {
        ok = tick(play);
    }
    CaromVec2 end = play->mover.position;
    bool right = ok && play->act == ACTS && play->crushes == 0 && play->tooNear == 0;
    printf("platformer: %d ticks, %d of %d acts, ends at (%.9f, %.9f), %d steps, %d times crushed, "
           "%d times too near\n",
           play->ticks, play->act, ACTS, end.x, end.y, play->steps, play->crushes, play->tooNear);
    int drawn = draw(play, out);
    return right ? drawn : SAMPLE_FAILED;
}

int samplePlatformer(int argc, char **argv)
{
    const char *out = "platformer.png";
    const Option options[] = {{"out", "FILE", "the picture", OPTION_TEXT, &out, 0, 0}};
    OptionsResult read = optionsRead(argc, argv, "A mover in a platformer's level", options, 1);
    if (read != OPTIONS_GO) {
        return read == OPTIONS_HELP ? SAMPLE_OK : SAMPLE_BAD_OPTIONS;
    }
    static Play play;
    int status = run(&play, out);
    caromWorldDestroy(play.world);
    return status;
}
