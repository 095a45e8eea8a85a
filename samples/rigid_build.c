// SPDX-License-Identifier: MIT
#include "rigid.h"

const RigidLook RIGID_WALL = {INK_WALL, 0.0, RIGID_PLAIN, NULL};
const RigidLook RIGID_WOOD = {INK_GOLD, 0.34, RIGID_CRATE, "crate"};
const RigidLook RIGID_DRUM = {INK_RED, 0.42, RIGID_BARREL, "barrel"};
const RigidLook RIGID_STEEL = {INK_WALL, 0.4, RIGID_BALL, "steel"};
const RigidLook RIGID_BULLET = {INK_GOLD, 1.0, RIGID_PLAIN, "bullet"};
const RigidLook RIGID_CANNONBALL = {INK_WHITE, 0.6, RIGID_BALL, "cannonball"};
const RigidLook RIGID_GRENADE = {INK_MINT, 0.7, RIGID_BALL, "grenade"};
const RigidLook RIGID_HUE[RIGID_HUES] = {{INK_GOLD, 0.5, RIGID_PLAIN, NULL},
                                         {INK_RED, 0.5, RIGID_PLAIN, NULL},
                                         {INK_VIOLET, 0.5, RIGID_PLAIN, NULL},
                                         {INK_BLUE, 0.5, RIGID_PLAIN, NULL},
                                         {INK_MINT, 0.5, RIGID_PLAIN, NULL}};

CaromBodyId rigidBody(RigidPlay *play, CaromBodyType type, CaromVec2 at, double angle)
{
    CaromBodyDef def = caromBodyDef();
    def.type = type;
    def.position = at;
    def.angle = angle;
    return caromBodyCreate(play->world, &def);
}

/// A look is only read: the library hands the pointer back as it is.
static void *lookData(const RigidLook *look)
{
    union {
        const RigidLook *look;
        void *data;
    } both = {look};
    return both.data;
}

CaromShapeDef rigidMaterial(const RigidLook *look, double friction, double density)
{
    CaromShapeDef def = caromShapeDef();
    def.friction = def.bodyFriction = friction;
    def.density = density;
    def.hits = true;
    def.userData = lookData(look);
    return def;
}

CaromBodyId rigidBox(RigidPlay *play, const CaromShapeDef *def, CaromVec2 at, CaromVec2 half,
                     double angle)
{
    CaromBodyId body = rigidBody(play, CAROM_BODY_DYNAMIC, at, angle);
    caromShapeCreateBox(play->world, body, def, caromVec2(0, 0), half);
    return body;
}

CaromBodyId rigidDisc(RigidPlay *play, const CaromShapeDef *def, CaromVec2 at, double radius)
{
    CaromBodyId body = rigidBody(play, CAROM_BODY_DYNAMIC, at, 0);
    caromShapeCreateCircle(play->world, body, def, caromVec2(0, 0), radius);
    return body;
}

void rigidWalls(RigidPlay *play, const CaromVec2 *points, int count, bool closed)
{
    CaromShapeDef def = rigidMaterial(&RIGID_WALL, 1.0, 1.0);
    if (play->ground.index == 0)
        play->ground = rigidBody(play, CAROM_BODY_STATIC, caromVec2(0, 0), 0);
    caromShapeCreateChain(play->world, play->ground, &def, points, count,
                          closed ? CAROM_CHAIN_CLOSED : 0u);
}

// ---- shots

static CaromProjectileDef shot(CaromVec2 from, CaromVec2 velocity, const RigidLook *look)
{
    CaromProjectileDef def = caromProjectileDef();
    def.position = from;
    def.velocity = velocity;
    def.userData = lookData(look);
    return def;
}

CaromProjectileDef rigidBullet(CaromVec2 from, CaromVec2 velocity)
{
    CaromProjectileDef def = shot(from, velocity, &RIGID_BULLET);
    def.gravityScale = 0.0;
    def.mass = 0.1;
    def.restitution = 0.5;
    def.friction = 0.1;
    def.bounces = 4;
    def.lifetime = 3.0;
    return def;
}

CaromProjectileDef rigidCannonball(CaromVec2 from, CaromVec2 velocity)
{
    CaromProjectileDef def = shot(from, velocity, &RIGID_CANNONBALL);
    def.radius = 0.25;
    def.mass = 40.0;
    def.restitution = 0.3;
    def.friction = 0.4;
    def.rolls = true;
    def.rollingResistance = 0.03;
    return def;
}

CaromProjectileDef rigidGrenade(CaromVec2 from, CaromVec2 velocity, double fuse)
{
    CaromProjectileDef def = shot(from, velocity, &RIGID_GRENADE);
    def.radius = 0.12;
    def.mass = 0.6;
    def.restitution = 0.2;
    def.friction = 0.4;
    def.fuse = fuse;
    def.blast.radius = 4.0;
    def.blast.impulse = 700.0;
    return def;
}

CaromVec2 rigidThrow(const RigidPlay *play, CaromVec2 from, CaromVec2 at, double seconds)
{
    CaromVec2 way = caromVec2Scale(caromVec2Sub(at, from), 1.0 / seconds);
    return caromVec2Sub(way, caromVec2Scale(caromWorldGravity(play->world), 0.5 * seconds));
}
