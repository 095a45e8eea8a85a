// SPDX-License-Identifier: MIT
#include "game.h"

#include <stdlib.h>
#include <string.h>

enum { STONE, FLESH, BULLET, GRENADE }; // materials: indices of surfaces

static const double WALK = 6.0;                                       // [m/s]
static const CaromVec2 STARTS[PLAYERS] = {{3.0, 9.0}, {29.0, 9.0}};   // [m]
static const CaromVec2 PILLARS[3] = {{10, 4.5}, {22, 13.5}, {16, 9}}; // [m]
static const CaromVec2 CRATE_PLACES[CRATES] = {{7, 8},  {7, 9},   {7, 10},  {8, 8.5},  {8, 9.5},
                                               {25, 8}, {25, 9},  {25, 10}, {24, 8.5}, {24, 9.5},
                                               {16, 4}, {16, 14}, {13, 12}, {19, 6}};

const char *const PART_NAMES[PARTS] = {"players", "crates", "shots", "the rest of the world"};

static CaromBodyId addBody(Game *game, CaromBodyType type, CaromVec2 position)
{
    CaromBodyDef def = caromBodyDef();
    def.type = type;
    def.position = position;
    def.linearDamping = def.angularDamping = 2.5; // crates drag on the ground
    return caromBodyCreate(game->world, &def);
}

static void addYard(Game *game)
{
    const CaromVec2 border[] = {
        {0, 0}, {YARD_WIDTH, 0}, {YARD_WIDTH, YARD_HEIGHT}, {0, YARD_HEIGHT}};
    CaromBodyId yard = addBody(game, CAROM_BODY_STATIC, caromVec2(0, 0));
    CaromShapeDef stone = caromShapeDef(), wood = caromShapeDef();
    caromShapeCreateChain(game->world, yard, &stone, border, 4, CAROM_CHAIN_CLOSED);
    for (int i = 0; i < 3; i++)
        caromShapeCreateBox(game->world, yard, &stone, PILLARS[i], caromVec2(0.8, 0.8));
    wood.density = 20.0; // [kg/m²]
    for (int i = 0; i < CRATES; i++) {
        game->crates[i] = addBody(game, CAROM_BODY_DYNAMIC, CRATE_PLACES[i]);
        caromShapeCreateBox(game->world, game->crates[i], &wood, caromVec2(0, 0),
                            caromVec2(0.45, 0.45));
    }
    CaromSurface hard = caromSurface(), soft = caromSurface();
    hard.restitution = 0.7;
    soft.ricochetAngle = 0; // at any angle:
    soft.steep = CAROM_HIT_DIE;
    caromWorldSetSurface(game->world, BULLET, STONE, &hard);
    caromWorldSetSurface(game->world, BULLET, FLESH, &soft);
}

/// A mover walks; its body is what bullets, blasts and the other player meet.
static void addPlayer(Game *game, int index)
{
    Player *player = &game->players[index];
    CaromMoverDef mover = caromMoverDef();
    CaromShapeDef skin = caromShapeDef();
    mover.position = STARTS[index];
    mover.bodyGoesOn = true; // bullets meet it where it runs
    mover.body = addBody(game, CAROM_BODY_KINEMATIC, mover.position);
    skin.material = FLESH;
    skin.userData = (void *)(uintptr_t)(index + 1); // comes back in events
    caromShapeCreateCircle(game->world, mover.body, &skin, caromVec2(0, 0), 0.4);
    mover.shape.radius = 0.4;
    caromMoverInit(game->world, &player->mover, &mover);
    player->health = 100;
}

bool gameBegin(Game *game)
{
    CaromWorldDef def = caromWorldDef(); // no gravity: seen from above
    memset(game, 0, sizeof *game);
    def.tag = 1; // part of every id, so both sides must have the same
    def.projectileCapacity = 256;
    game->world = caromWorldCreate(&def, NULL);
    if (!game->world)
        return false;
    addYard(game);
    for (int i = 0; i < PLAYERS; i++)
        addPlayer(game, i);
    return true;
}

// ---- a tick

static CaromProjectileDef shotOf(const Player *player, const Input *input, double speed)
{
    CaromProjectileDef def = caromProjectileDef();
    CaromVec2 aim = {(double)input->aimX / AIM_STEPS, (double)input->aimY / AIM_STEPS};
    CaromVec2 way = caromVec2Sub(aim, player->mover.position);
    double far = caromVec2Length(way);
    def.position = player->mover.position;
    def.velocity = far > 0 ? caromVec2Scale(way, speed / far) : caromVec2(speed, 0);
    def.ignoreBody = player->mover.body; // until it has left it
    return def;
}

static void fire(Game *game, const Player *player, const Input *input)
{
    CaromProjectileDef bullet = shotOf(player, input, 35.0); // [m/s]
    bullet.material = BULLET;
    bullet.radius = 0.07;
    bullet.mass = 0.25;
    bullet.bounces = 2;
    bullet.lifetime = 1.5;
    caromProjectileFire(game->world, &bullet);
}

static void toss(Game *game, const Player *player, const Input *input)
{
    CaromProjectileDef grenade = shotOf(player, input, 13.0);
    grenade.material = GRENADE;
    grenade.radius = 0.15;
    grenade.restitution = 0.5;
    grenade.groundDeceleration = 8.0; // [m/s²]
    grenade.fuse = 1.6;
    grenade.blast = caromBlast();
    grenade.blast.radius = 3.5;
    grenade.blast.impulse = 80.0;
    caromProjectileFire(game->world, &grenade);
}

static void act(Game *game, Player *player, const Input *input)
{
    player->reload -= player->reload > 0;
    player->rearm -= player->rearm > 0;
    if (input->fire && player->reload == 0) {
        fire(game, player, input);
        player->reload = 8; // ticks
    }
    if (input->toss && player->rearm == 0) {
        toss(game, player, input);
        player->rearm = 60;
    }
}

/// Damage by bullets, and by blasts; the user data of walls and crates is null.
static void readEvents(Game *game)
{
    CaromEvents events = caromWorldEvents(game->world);
    for (int i = 0; i < events.hitCount; i++)
        if (events.hits[i].action == CAROM_HIT_DIE && events.hits[i].shapeData)
            game->players[(uintptr_t)events.hits[i].shapeData - 1].health -= 12;
    for (int i = 0; i < events.pushCount; i++)
        if (events.pushes[i].shape.index != 0 && events.pushes[i].data)
            game->players[(uintptr_t)events.pushes[i].data - 1].health -=
                caromVec2Length(events.pushes[i].impulse);
}

static void walk(Game *game, int index, const Input *input)
{
    Player *player = &game->players[index];
    double speed = input->x != 0 && input->y != 0 ? WALK * 0.70710678118654752 : WALK;
    CaromVec2 wish = {input->x * speed, input->y * speed};
    if (player->health <= 0) {
        player->health = 100;
        player->deaths++;
        caromMoverPlace(game->world, &player->mover, STARTS[index]);
    }
    caromMoverMove(game->world, &player->mover, wish, TICK, NULL);
}

void gameTick(Game *game, const Input inputs[PLAYERS])
{
    for (int i = 0; i < PLAYERS; i++)
        act(game, &game->players[i], &inputs[i]);
    game->tick++;
    caromWorldStepTo(game->world, game->tick / 60.0);
    readEvents(game);
    for (int i = 0; i < PLAYERS; i++)
        walk(game, i, &inputs[i]);
}

bool gameSave(const Game *game, Save *save)
{
    size_t size = caromWorldStateSize(game->world);
    if (size > save->capacity) {
        free(save->state);
        save->capacity = 2 * size;
        save->state = malloc(save->capacity);
    }
    save->game = *game;
    return save->state &&
           caromWorldSaveState(game->world, save->state, save->capacity, &save->size) == CAROM_OK;
}

bool gameRestore(Game *game, const Save *save)
{
    *game = save->game;
    return caromWorldRestoreState(game->world, save->state, save->size) == CAROM_OK;
}

/// FNV-1a, over values: structs have padding. After Fowler, Noll and Vo.
static void mix(uint64_t *hash, CaromVec2 value)
{
    unsigned char bytes[sizeof value];
    memcpy(bytes, &value, sizeof value);
    for (size_t i = 0; i < sizeof bytes; i++)
        *hash = (*hash ^ bytes[i]) * 0x100000001b3u;
}

void gameHashes(const Game *game, uint64_t hashes[PARTS])
{
    CaromProjectileId shots[256];
    const CaromWorld *world = game->world;
    for (int i = 0; i < PARTS; i++)
        hashes[i] = 0xcbf29ce484222325u;
    for (int i = 0; i < PLAYERS; i++) {
        const Player *player = &game->players[i];
        mix(&hashes[PART_PLAYERS], player->mover.position);
        mix(&hashes[PART_PLAYERS], caromVec2(player->health, player->deaths));
        mix(&hashes[PART_PLAYERS], caromVec2(player->reload, player->rearm));
    }
    for (int i = 0; i < CRATES; i++) {
        mix(&hashes[PART_CRATES], caromBodyPoint(world, game->crates[i], caromVec2(0, 0)));
        mix(&hashes[PART_CRATES], caromBodyPoint(world, game->crates[i], caromVec2(1, 0)));
        mix(&hashes[PART_CRATES], caromBodyVelocity(world, game->crates[i]));
    }
    int count = caromWorldProjectiles(world, shots, 256);
    for (int i = 0; i < count && i < 256; i++) {
        mix(&hashes[PART_SHOTS], caromProjectilePosition(world, shots[i]));
        mix(&hashes[PART_SHOTS], caromProjectileVelocity(world, shots[i]));
    }
    hashes[PART_WORLD] = caromWorldHash(world);
}

Input gameScript(int player, int tick)
{
    uint32_t dice = (uint32_t)(tick / 25 * PLAYERS + player + 1) * 2654435761u;
    dice ^= dice >> 15;
    dice *= 2246822519u;
    dice ^= dice >> 13;
    Input input = {.fire = dice / 9 % 2, .toss = dice / 18 % 3 == 0};
    input.x = (int8_t)((int)(dice % 3) - 1);
    input.y = (int8_t)((int)(dice / 3 % 3) - 1);
    input.aimX = (int16_t)(dice / 64 % (unsigned)(YARD_WIDTH * AIM_STEPS));
    input.aimY = (int16_t)(dice / 4096 % (unsigned)(YARD_HEIGHT * AIM_STEPS));
    return input;
}
