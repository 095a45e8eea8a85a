// SPDX-License-Identifier: MIT
// Shapes of a world under one base transform each, lit by rays from all sides; a turret on a hull,
// sheared by a scale that differs by axis, then carried along; a shape that is changed in its
// place.
#include "shapes_world.h"

#include "figure.h"
#include "sample.h"

#include <stdio.h>

#define PI 3.141592653589793
#define RAYS 40
#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static const CaromBodyId NOBODY;

/// What the panels have in common.
typedef struct Show {
    Canvas *canvas;
    CaromTransform base;
} Show;

static CaromWorld *createWorld(void)
{
    CaromWorldDef def = caromWorldDef();
    return caromWorldCreate(&def, NULL);
}

static CaromBodyId addBody(CaromWorld *world, CaromBodyId parent, CaromTransform base)
{
    CaromBodyDef def = caromBodyDef();
    def.type = CAROM_BODY_KINEMATIC;
    def.parent = parent;
    CaromBodyId body = caromBodyCreate(world, &def);
    caromBodySetTransform(world, body, base);
    return body;
}

/// Rays from a circle to its middle: where they end, and the normal there. @returns hits
static int castRays(Canvas *canvas, const CaromWorld *world, CaromVec2 middle, double radius)
{
    int hits = 0;
    for (int i = 0; i < RAYS; i++) {
        CaromRotation turn = caromRotation(2.0 * PI * (i + 0.5) / RAYS);
        CaromVec2 way = {-radius * turn.c, -radius * turn.s};
        CaromVec2 from = caromVec2Sub(middle, way);
        CaromHit hit;
        bool met = caromWorldCastRay(world, from, way, caromQueryOptions(), &hit, 1) > 0;
        canvasLine(canvas, from, met ? hit.point : middle, 1, canvasInk(INK_GOLD, 0.35));
        if (met) {
            figureNormal(canvas, hit.point, hit.normal, 15);
            canvasDot(canvas, hit.point, 2, canvasInk(INK_RED, 1));
            hits++;
        }
    }
    return hits;
}

// ---- one shape under one base transform

static const CaromVec2 ZIGZAG[] = {{-0.55, -0.3}, {-0.2, 0.3}, {0.1, -0.3}, {0.35, 0.3}, {0.6, 0}};
static const CaromVec2 HOUSE[] = {{-0.5, -0.4}, {0.5, -0.4}, {0.5, 0.2}, {0, 0.55}, {-0.5, 0.2}};
static const CaromVec2 BOOT[] = {{-0.45, -0.5}, {0.5, -0.5}, {0.5, -0.25},
                                 {0, -0.1},     {0, 0.5},    {-0.45, 0.5}};
static const CaromVec2 RINGS[] = {{-0.6, -0.5}, {0.6, -0.5},  {0.6, 0.5}, {-0.6, 0.5},
                                  {-0.4, -0.3}, {-0.05, 0.3}, {0.3, -0.3}};
static const int RING_ENDS[] = {4, 7};

typedef enum Kind { CAPSULE, CHAIN, ONE_SIDED, ROUNDED_BOX, ROUNDED_BOOT, REGION, ELLIPSE } Kind;
static const char *const NAMES[] = {"Capsule",
                                    "Chain",
                                    "Closed chain, one-sided",
                                    "Rounded box",
                                    "Rounded concave polygon",
                                    "Polygon with a hole",
                                    "Ellipse"};

static void addShape(CaromWorld *world, CaromBodyId body, Kind kind)
{
    const CaromVec2 origin = {0, 0};
    CaromShapeDef def = caromShapeDef();
    CaromVec2 corners[4];
    CaromGeometry box = caromGeometryBox(origin, caromVec2(0.45, 0.3), 0.12, corners);
    CaromGeometry boot = caromGeometry(CAROM_SHAPE_POLYGON, BOOT, COUNT(BOOT), 0.08);
    switch (kind) {
    case CAPSULE:
        caromShapeCreateCapsule(world, body, &def, caromVec2(-0.4, 0), caromVec2(0.4, 0.2), 0.2);
        break;
    case CHAIN:
        caromShapeCreateChain(world, body, &def, ZIGZAG, COUNT(ZIGZAG), 0);
        break;
    case ONE_SIDED:
        caromShapeCreateChain(world, body, &def, HOUSE, COUNT(HOUSE),
                              CAROM_CHAIN_CLOSED | CAROM_CHAIN_ONE_SIDED);
        break;
    case ROUNDED_BOX:
        caromShapeCreate(world, body, &def, &box);
        break;
    case ROUNDED_BOOT:
        caromShapeCreate(world, body, &def, &boot);
        break;
    case REGION:
        caromShapeCreateRegion(world, body, &def, RINGS, RING_ENDS, COUNT(RING_ENDS));
        break;
    case ELLIPSE:
        caromShapeCreateEllipse(world, body, &def, origin, caromVec2(0.5, 0.5), 0.002);
        break;
    }
}

static void showShape(const Show *show, CaromBox panel, Kind kind)
{
    CaromWorld *world = createWorld();
    addShape(world, addBody(world, NOBODY, show->base), kind);
    figurePanel(show->canvas, panel, figureBox(-1.2, -1.2, 1.2, 1.2), NAMES[kind]);
    figureWorld(show->canvas, world);
    int hits = castRays(show->canvas, world, caromVec2(0.02, 0.01), 1.15);
    figureNote(show->canvas, panel, "%d of %d rays meet it", hits, RAYS);
    printf("%-24s %d of %d rays\n", NAMES[kind], hits, RAYS);
    caromWorldDestroy(world);
}

// ---- a turret on a hull

typedef struct Tank {
    CaromBodyId hull, turret;
} Tank;

static Tank addTank(CaromWorld *world, CaromTransform base, double aim)
{
    const CaromVec2 one = {1, 1};
    CaromShapeDef def = caromShapeDef();
    Tank tank;
    tank.hull = addBody(world, NOBODY, base);
    tank.turret = addBody(world, tank.hull, caromTransform(caromVec2(0.1, 0), aim, one));
    caromShapeCreateBox(world, tank.hull, &def, caromVec2(0, 0), caromVec2(0.5, 0.3));
    caromShapeCreateBox(world, tank.turret, &def, caromVec2(0, 0), caromVec2(0.17, 0.17));
    caromShapeCreateCapsule(world, tank.turret, &def, caromVec2(0.2, 0), caromVec2(0.75, 0), 0.05);
    return tank;
}

static void showSheared(const Show *show, CaromBox panel)
{
    CaromWorld *world = createWorld();
    Tank tank =
        addTank(world, caromTransform(caromVec2(-0.1, -0.1), 0.3, caromVec2(1.5, -0.75)), -0.8);
    figurePanel(show->canvas, panel, figureBox(-1.2, -1.2, 1.2, 1.2), "Turret on a scaled hull");
    figureWorld(show->canvas, world);
    CaromVec2 muzzle = caromBodyPoint(world, tank.turret, caromVec2(0.8, 0));
    canvasRing(show->canvas, muzzle, 5, 1.6, canvasInk(INK_VIOLET, 1));
    figureNote(show->canvas, panel, "Sheared by the hull's scale");
    caromWorldDestroy(world);
}

static void showCarried(const Show *show, CaromBox panel)
{
    CaromWorld *world = createWorld();
    Tank tank =
        addTank(world, caromTransform(caromVec2(-1.1, -0.9), 0.3, caromVec2(0.7, 0.7)), 0.5);
    CaromVec2 muzzle = {0.8, 0}, before = caromBodyPoint(world, tank.turret, muzzle);
    caromBodySetVelocity(world, tank.hull, caromVec2(0.75, 0.6));
    caromBodySetAngularVelocity(world, tank.hull, 0.4);
    figurePanel(show->canvas, panel, figureBox(-1.6, -1.5, 1.6, 1.7), "Carried along");
    for (int k = 1; k <= 90; k++) {
        if (k % 45 == 1) {
            figureWorld(show->canvas, world);
        }
        caromWorldStepTo(world, k / 30.0);
        CaromVec2 now = caromBodyPoint(world, tank.turret, muzzle);
        canvasLine(show->canvas, before, now, 1.5, canvasInk(INK_VIOLET, 0.9));
        before = now;
    }
    figureWorld(show->canvas, world);
    figureNote(show->canvas, panel, "At 0, 1.5, 3 s; the muzzle's way");
    printf("muzzle after 3 s at %.3f, %.3f\n", before.x, before.y);
    caromWorldDestroy(world);
}

// ---- a change in place

static void showChanged(const Show *show, CaromBox panel)
{
    CaromWorld *world = createWorld();
    CaromShapeDef def = caromShapeDef();
    CaromProjectileDef shot = caromProjectileDef();
    CaromBodyId body = addBody(world, NOBODY, caromTransformIdentity());
    CaromShapeId shape = caromShapeCreatePolygon(world, body, &def, BOOT, COUNT(BOOT));
    CaromGeometry house = caromGeometry(CAROM_SHAPE_POLYGON, HOUSE, COUNT(HOUSE), 0.1);
    CaromVec2 ends[3] = {{1.15, 0.3}, {0, 0}, {0, 0}};
    shot.position = ends[0];
    shot.velocity = caromVec2(-1, 0);
    CaromProjectileId bullet = caromProjectileFire(world, &shot);
    caromWorldStepTo(world, 0.3);
    ends[1] = caromProjectilePosition(world, bullet);
    caromShapeSetGeometry(world, shape, &house);
    caromWorldStepTo(world, 1.4);
    ends[2] = caromProjectilePosition(world, bullet);
    figurePanel(show->canvas, panel, figureBox(-1.2, -1.2, 1.2, 1.2), "Changed in place");
    figureWorld(show->canvas, world);
    canvasPolyline(show->canvas, BOOT, COUNT(BOOT), true, 1.2, canvasInk(INK_TEXT_DIM, 0.8));
    CaromHit hit;
    if (caromWorldCastRay(world, ends[1], caromVec2(-2, 0), caromQueryOptions(), &hit, 1) > 0) {
        canvasLine(show->canvas, ends[0], hit.point, 1.5, canvasInk(INK_GOLD, 1));
        canvasArrow(show->canvas, hit.point, ends[2], 1.5, canvasInk(INK_RED, 1));
        figureNormal(show->canvas, hit.point, hit.normal, 25);
    }
    canvasDot(show->canvas, ends[1], 4, canvasInk(INK_WHITE, 1));
    figureNote(show->canvas, panel, "White: the bullet at the change");
    caromWorldDestroy(world);
}

void shapesDrawWorlds(Canvas *canvas, CaromBox area, double angle, CaromVec2 scale)
{
    Show show = {canvas,
                 caromTransform(caromVec2(0.05, 0), angle, caromVec2(-scale.x * 0.9, scale.y))};
    for (int i = 0; i < 10; i++) {
        CaromBox panel = figureColumn(figureRow(area, i / 5, 2, 12), i % 5, 5, 12);
        switch (i) {
        case 7:
            showSheared(&show, panel);
            break;
        case 8:
            showCarried(&show, panel);
            break;
        case 9:
            showChanged(&show, panel);
            break;
        default:
            showShape(&show, panel, (Kind)i);
            break;
        }
    }
}
