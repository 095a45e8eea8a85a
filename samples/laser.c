// SPDX-License-Identifier: MIT
// Beams: a laser among mirrors in an octagon, its colour by its energy, and the lines of ricochets
// that glance off steel but end where they come in steep. The laser is checked against the flight
// of a bullet: they must turn at the same places, to the bit.
#include "figure.h"
#include "options.h"
#include "sample.h"

#include <stdio.h>

#define PI 3.141592653589793
#define MOST_LEGS 512
#define BULLET 1 // materials
#define STEEL 2

typedef struct Room {
    CaromWorld *world;
    CaromBodyId body;
    CaromShapeDef def;
} Room;

static CaromVec2 towards(double angle, double length)
{
    return caromRotate(caromRotation(angle), caromVec2(length, 0));
}

static Room makeRoom(double restitution, uint32_t material)
{
    CaromWorldDef worldDef = caromWorldDef();
    CaromBodyDef bodyDef = caromBodyDef();
    Room room = {caromWorldCreate(&worldDef, NULL), {0, 0, 0}, caromShapeDef()};
    room.body = caromBodyCreate(room.world, &bodyDef);
    room.def.restitution = restitution;
    room.def.material = material;
    return room;
}

// ---- the laser

static Room makeMirrors(double turn)
{
    Room room = makeRoom(0.96, 0);
    CaromVec2 octagon[8];
    for (int i = 0; i < 8; i++)
        octagon[i] = towards(PI / 8 + PI / 4 * i, 10);
    caromShapeCreateChain(room.world, room.body, &room.def, octagon, 8, CAROM_CHAIN_CLOSED);
    for (int i = 0; i < 5; i++) {
        CaromVec2 middle = towards(0.4 + 2 * PI / 5 * i, 5.2),
                  half = towards(turn + 1.1 + 2.1 * i, 1.3);
        caromShapeCreateSegment(room.world, room.body, &room.def, caromVec2Sub(middle, half),
                                caromVec2Add(middle, half));
    }
    caromShapeCreateCircle(room.world, room.body, &room.def, caromVec2(0.6, -0.4), 1.3);
    CaromSurface mirror = caromSurface();
    caromWorldSetSurface(room.world, BULLET, 0, &mirror);
    return room;
}

/// How many of the beam's legs are not those of a bullet.
static int compare(const CaromWorld *world, const CaromBeamDef *beam, const CaromBeamLeg *legs,
                   int count)
{
    static CaromHitEvent hits[MOST_LEGS];
    CaromProjectileDef def = caromProjectileDef();
    CaromPrediction prediction = caromPrediction();
    int wrong = 0;
    def.position = beam->origin;
    def.velocity = beam->direction;
    def.restTime = 0;
    prediction.hits = hits;
    prediction.hitCapacity = MOST_LEGS;
    def.material = BULLET; // for which these walls are perfect mirrors
    if (caromWorldPredict(world, &def, beam->length, &prediction) != CAROM_OK)
        return count;
    for (int i = 0; i < count && legs[i].hit; i++) {
        bool same = i < prediction.hitCount && hits[i].center.x == legs[i].to.x &&
                    hits[i].center.y == legs[i].to.y;
        wrong += !same;
    }
    return wrong;
}

/// White and wide at full energy, dim violet at its end.
static void drawBeam(Canvas *canvas, const CaromBeamLeg *legs, int count)
{
    canvasGlow(canvas, true);
    for (int i = count - 1; i >= 0; i--) {
        double e = legs[i].energy;
        CanvasColor color =
            e > 0.5 ? canvasMix(canvasInk(INK_RED, 0.9), canvasInk(INK_GOLD, 1), 2 * e - 1)
                    : canvasMix(canvasInk(INK_VIOLET, 0.35), canvasInk(INK_RED, 0.9), 2 * e);
        CanvasColor halo = color;
        halo.a *= 0.18;
        canvasLine(canvas, legs[i].from, legs[i].to, 7, halo);
        canvasLine(canvas, legs[i].from, legs[i].to, 0.8 + 1.4 * e, color);
    }
    canvasGlow(canvas, false);
    for (int i = 0; i < count && i < 6; i++)
        if (legs[i].hit)
            figureNormal(canvas, legs[i].to, legs[i].normal, 18);
}

static int drawLaser(Canvas *canvas, CaromBox area, double angle, double turn)
{
    static CaromBeamLeg legs[MOST_LEGS];
    Room room = makeMirrors(turn);
    CaromBeamDef beam = caromBeamDef();
    beam.length = 1e4;
    beam.origin = caromVec2(-8.4, -1.2);
    beam.direction = towards(angle, 1);
    beam.bounces = MOST_LEGS - 1;
    beam.minEnergy = 0.02;
    int count = caromWorldCastBeam(room.world, &beam, legs, MOST_LEGS);
    int wrong = compare(room.world, &beam, legs, count);
    figurePanel(canvas, area, figureBox(-10.2, -10.2, 10.2, 10.2),
                "A laser among mirrors that keep 96 %");
    figureWorld(canvas, room.world);
    drawBeam(canvas, legs, count);
    canvasDot(canvas, beam.origin, 6, canvasInk(INK_WHITE, 1));
    double way = count > 0 ? legs[count - 1].way : 0;
    figureNote(canvas, area, "%d legs, %.0f m, the last at %.1f %% energy; a bullet turns alike",
               count, way, count > 0 ? 100 * legs[count - 1].energy : 0);
    printf("laser: %d legs, %.1f m, %d not those of a bullet\n", count, way, wrong);
    caromWorldDestroy(room.world);
    return wrong;
}

// ---- ricochets

static Room makeSteel(void)
{
    static const CaromVec2 wall[4] = {{-10, -10}, {-10, 10}, {10, 10}, {10, -10}};
    static const CaromVec2 wedge[3] = {{-5.5, 3}, {-2, 4.6}, {-3, 6.8}};
    Room room = makeRoom(1, STEEL);
    CaromSurface steel = caromSurface();
    steel.restitution = 0.7;
    steel.ricochetAngle = 0.6;
    steel.steep = CAROM_HIT_DIE;
    caromWorldSetSurface(room.world, BULLET, STEEL, &steel);
    caromShapeCreateChain(room.world, room.body, &room.def, wall, 4, CAROM_CHAIN_CLOSED);
    caromShapeCreateCircle(room.world, room.body, &room.def, caromVec2(3.5, 4), 2.2);
    caromShapeCreateCircle(room.world, room.body, &room.def, caromVec2(-3, -5.5), 1.8);
    caromShapeCreateBox(room.world, room.body, &room.def, caromVec2(4.5, -4.5),
                        caromVec2(2.4, 0.6));
    caromShapeCreatePolygon(room.world, room.body, &room.def, wedge, 3);
    return room;
}

static void drawRicochets(Canvas *canvas, CaromBox area, int shots)
{
    Room room = makeSteel();
    CaromBeamLeg legs[16];
    CaromBeamDef beam = caromBeamDef();
    int glanced = 0;
    beam.length = 1e4;
    beam.origin = caromVec2(-8.5, 0);
    beam.material = BULLET;
    beam.bounces = 15;
    figurePanel(canvas, area, figureBox(-10.2, -10.2, 10.2, 10.2),
                "Ricochets: steel turns away what comes in below 0.6 rad");
    figureWorld(canvas, room.world);
    for (int i = 0; i < shots; i++) {
        beam.direction = towards(-1.35 + 2.7 * (i + 0.5) / shots, 1);
        int count = caromWorldCastBeam(room.world, &beam, legs, 16);
        glanced += count > 1;
        for (int k = 0; k < count; k++)
            canvasLine(canvas, legs[k].from, legs[k].to, k == 0 ? 1.1 : 1.5,
                       canvasInk(k == 0 ? INK_GOLD : INK_RED, 0.15 + 0.75 * legs[k].energy));
        if (count > 0 && legs[count - 1].hit)
            canvasDot(canvas, legs[count - 1].to, 2.5, canvasInk(INK_WHITE, 0.9));
    }
    canvasDot(canvas, beam.origin, 6, canvasInk(INK_WHITE, 1));
    figureNote(canvas, area, "%d of %d shots glance off; dots: where they come in steeper and end",
               glanced, shots);
    printf("ricochets: %d of %d shots glance off\n", glanced, shots);
    caromWorldDestroy(room.world);
}

int sampleLaser(int argc, char **argv)
{
    const char *out = "laser.png";
    double angle = 21, turn = 10;
    int shots = 48;
    const Option options[] = {
        {"out", "FILE", "the picture", OPTION_TEXT, &out, 0, 0},
        {"angle", "DEGREES", "of the laser", OPTION_NUMBER, &angle, -360, 360},
        {"turn", "DEGREES", "of its mirrors", OPTION_NUMBER, &turn, -360, 360},
        {"shots", "N", "that may glance off", OPTION_INT, &shots, 1, 1000},
    };
    OptionsResult read = optionsRead(argc, argv, "A laser among mirrors, and ricochets", options,
                                     (int)(sizeof options / sizeof options[0]));
    if (read != OPTIONS_GO)
        return read == OPTIONS_HELP ? SAMPLE_OK : SAMPLE_BAD_OPTIONS;
    Canvas *canvas =
        figureCreate(1600, 930, "Beams",
                     "Each leg starts exactly on its side of the surface that it left, "
                     "as the flights of bullets do.");
    if (!canvas)
        return SAMPLE_FAILED;
    CaromBox area = figureBox(28, 92, 1572, 902);
    int wrong =
        drawLaser(canvas, figureColumn(area, 0, 2, 16), angle * (PI / 180), turn * (PI / 180));
    drawRicochets(canvas, figureColumn(area, 1, 2, 16), shots);
    int saved = figureFinish(canvas, out);
    return wrong > 0 ? SAMPLE_FAILED : saved;
}
