// SPDX-License-Identifier: MIT
// A character runs, jumps and is carried through a level: up a stair and over a hill, across a pit,
// up through a platform, on a ferry, up a lift, and pushed along by a door. A script holds the
// stick.
#include "figure.h"
#include "options.h"
#include "platformer.h"
#include "sample.h"

#include <stdio.h>

#define TICK (1.0 / 60)
#define GRAVITY 18.0
#define JUMP 8.0
#define TICKS_MOST 4000

typedef struct Play {
    CaromWorld *world;
    PlatformerLevel level;
    CaromMover mover;
    CaromMover witness; // the same, without the platform that he passes through
    CaromMoverResult result;
    CaromVec2 trace[TICKS_MOST];
    bool stood[TICKS_MOST];
    int ticks, act, steps, crushes, tooNear;
    double actSince;
} Play;

static bool build(Play *play)
{
    CaromWorldDef worldDef = caromWorldDef();
    play->world = caromWorldCreate(&worldDef, NULL);
    CaromMoverDef hero = platformerHero();
    bool ok = play->world && platformerBuild(&play->level, play->world) &&
              caromMoverInit(play->world, &play->mover, &hero) == CAROM_OK;
    hero.options.ignoreBody = play->level.platform;
    return ok && caromMoverInit(play->world, &play->witness, &hero) == CAROM_OK;
}

// ---- playing

static bool tick(Play *play)
{
    const PlatformerAct *act = &PLATFORMER_SCRIPT[play->act];
    platformerDrive(&play->level, play->world, &play->mover, TICK);
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
    if (platformerIsDone(act, &play->mover, caromWorldTime(play->world) - play->actSince)) {
        play->act++;
        play->actSince = caromWorldTime(play->world);
    }
    return true;
}

// ---- the picture

static void drawCapsule(Canvas *canvas, CaromVec2 at, CanvasColor color)
{
    CaromMoverDef def = platformerHero();
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
    for (int k = 0; k < PLATFORMER_MOVINGS; k++) {
        const PlatformerMoving *m = &play->level.movings[k];
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
    CaromVec2 solid[PLATFORMER_POINTS + 4];
    for (int k = 0; k < PLATFORMER_POINTS; k++) {
        solid[k] = PLATFORMER_GROUND[k];
    }
    solid[PLATFORMER_POINTS] = caromVec2(41, 8);
    solid[PLATFORMER_POINTS + 1] = caromVec2(41, -2);
    solid[PLATFORMER_POINTS + 2] = caromVec2(-1, -2);
    solid[PLATFORMER_POINTS + 3] = caromVec2(-1, 4);
    canvasPolygon(canvas, solid, PLATFORMER_POINTS + 4, figureFill());
    canvasPolyline(canvas, PLATFORMER_GROUND, PLATFORMER_POINTS, false, 2.2,
                   canvasInk(INK_WALL, 1));
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
    while (ok && play->act < PLATFORMER_ACTS && play->ticks < TICKS_MOST) {
        ok = tick(play);
    }
    CaromVec2 end = play->mover.position;
    bool right = ok && play->act == PLATFORMER_ACTS && play->crushes == 0 && play->tooNear == 0;
    printf("platformer: %d ticks, %d of %d acts, ends at (%.9f, %.9f), %d steps, %d times crushed, "
           "%d times too near\n",
           play->ticks, play->act, PLATFORMER_ACTS, end.x, end.y, play->steps, play->crushes,
           play->tooNear);
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
