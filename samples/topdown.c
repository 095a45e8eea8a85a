// SPDX-License-Identifier: MIT
// A game seen from above, in one page to copy from: a player who walks, shoots and throws, guards,
// a door, crates to push, and the order of work in a frame. It draws nothing and prints a line a
// second.
#include <carom/carom.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define DT (1.0 / 60.0) // [s] of a frame
#define FRAMES 600
#define GUARDS 4
#define CRATES 3

// Categories: bits of masks.
enum { WALL = 1, DOOR = 2, PLAYER = 4, GUARD = 8, SHOT = 16, CRATE = 32 };
enum { STONE, FLESH, BULLET, GRENADE }; // materials: indices of surfaces
enum { PLAYERS_OWN = -1 };              // a group: shapes and shots of a negative one never meet

typedef struct Guard {
    CaromBodyId body;
    double health;
} Guard;

typedef struct Game {
    CaromWorld *world;
    CaromBodyId door, playerBody;
    CaromMover player;
    Guard guards[GUARDS];
    CaromBodyId crates[CRATES];
    double doorSpeed;
    int bullets, grenades, bounces, wounds, blasts, killed, refused;
} Game;

// All refused calls are logged here: keep it, it saves hours.
static void onRefusal(void *context, CaromError error, const char *function, const char *text)
{
    (void)fprintf(stderr, "%s: %s (%s)\n", function, text, caromErrorName(error));
    ((Game *)context)->refused++;
}

static CaromBodyId makeBody(Game *game, CaromBodyType type, CaromVec2 position)
{
    CaromBodyDef def = caromBodyDef();
    def.type = type;
    def.position = position;
    return caromBodyCreate(game->world, &def);
}

/// Two rooms, with a gap between them for the door, and a pillar. [m]
static void makeMap(Game *game)
{
    const CaromVec2 border[] = {{0, 0}, {24, 0}, {24, 16}, {0, 16}};
    const CaromVec2 pillar[] = {{16, 10}, {18, 10}, {18, 12}, {16, 12}};
    CaromBodyId map = makeBody(game, CAROM_BODY_STATIC, caromVec2(0, 0));
    CaromShapeDef wall = caromShapeDef();
    wall.filter.category = WALL;
    wall.material = STONE;
    caromShapeCreateChain(game->world, map, &wall, border, 4, CAROM_CHAIN_CLOSED);
    caromShapeCreatePolygon(game->world, map, &wall, pillar, 4);
    caromShapeCreateSegment(game->world, map, &wall, caromVec2(12, 0), caromVec2(12, 7));
    caromShapeCreateSegment(game->world, map, &wall, caromVec2(12, 9), caromVec2(12, 16));
    wall.filter.category = DOOR;
    game->door = makeBody(game, CAROM_BODY_KINEMATIC, caromVec2(12, 8));
    caromShapeCreateBox(game->world, game->door, &wall, caromVec2(0, 0), caromVec2(0.1, 1));
    // Bullets bounce off stone, at a loss, and die on flesh, at any angle.
    CaromSurface stone = caromSurface(), flesh = caromSurface();
    stone.restitution = 0.7;
    flesh.ricochetAngle = 0;
    flesh.steep = CAROM_HIT_DIE;
    caromWorldSetSurface(game->world, BULLET, STONE, &stone);
    caromWorldSetSurface(game->world, BULLET, FLESH, &flesh);
}

/// Rigid bodies: the player pushes them, shots shove them, blasts throw them. Seen from above the
/// ground's friction is a damping.
static void makeCrates(Game *game)
{
    const CaromVec2 places[CRATES] = {{6, 5}, {7.5, 6}, {20, 8}};
    CaromShapeDef wood = caromShapeDef();
    wood.filter.category = CRATE;
    wood.material = STONE;
    wood.density = 40; // [kg/m²]
    for (int i = 0; i < CRATES; i++) {
        CaromBodyDef def = caromBodyDef();
        def.type = CAROM_BODY_DYNAMIC;
        def.position = places[i];
        def.linearDamping = def.angularDamping = 4;
        game->crates[i] = caromBodyCreate(game->world, &def);
        caromShapeCreateBox(game->world, game->crates[i], &wood, caromVec2(0, 0),
                            caromVec2(0.4, 0.4));
    }
}

/// A mover walks; its body is what others meet. What it shoots it never meets itself.
static void makePeople(Game *game)
{
    CaromShapeDef skin = caromShapeDef();
    skin.material = FLESH;
    for (int i = 0; i < GUARDS; i++) {
        Guard *guard = &game->guards[i];
        guard->body = makeBody(game, CAROM_BODY_STATIC, caromVec2(15 + 2 * i, 3 + 3 * (i % 3)));
        guard->health = 100;
        skin.filter.category = GUARD;
        skin.userData = guard; // comes back in events as shapeData
        caromShapeCreateCircle(game->world, guard->body, &skin, caromVec2(0, 0), 0.35);
    }
    CaromMoverDef mover = caromMoverDef();
    mover.position = caromVec2(3, 3);
    mover.options.filter.mask = WALL | DOOR | GUARD | CRATE;
    mover.bodyGoesOn = true; // between two moves, too: bullets meet it where it runs
    mover.body = game->playerBody = makeBody(game, CAROM_BODY_KINEMATIC, mover.position);
    skin.filter.category = PLAYER;
    skin.filter.group = PLAYERS_OWN;
    skin.userData = NULL;
    caromShapeCreateCircle(game->world, game->playerBody, &skin, caromVec2(0, 0), 0.3);
    caromMoverInit(game->world, &game->player, &mover);
}

/// Opens before a player who is near, and closes behind him. Velocities change before the step.
static void moveDoor(Game *game)
{
    CaromVec2 at = caromBodyTransform(game->world, game->door).position;
    bool near = fabs(game->player.position.x - 12) < 3 && fabs(game->player.position.y - 8) < 3;
    double speed = ((near ? 10 : 8) - at.y) / DT; // there in one frame,
    speed = fmax(-2, fmin(2, speed));             // [m/s] but not faster than this
    if (speed != game->doorSpeed)
        caromBodySetVelocity(game->world, game->door, caromVec2(0, speed));
    game->doorSpeed = speed;
}

static CaromProjectileDef shot(const Game *game, CaromVec2 target, double speed)
{
    CaromProjectileDef def = caromProjectileDef();
    CaromVec2 way = caromVec2Sub(target, game->player.position);
    def.position = game->player.position;
    def.velocity = caromVec2Scale(way, speed / caromVec2Length(way));
    def.filter.category = SHOT;
    def.filter.group = PLAYERS_OWN;
    return def;
}

/// Ten bullets a second at the nearest guard in sight, not all well aimed; and grenades.
static void shoot(Game *game, int frame)
{
    CaromNear found;
    CaromNearestQuery query = caromNearestQuery();
    query.point = game->player.position;
    query.within = 15;
    query.options.filter.mask = GUARD;
    query.blockers.filter.mask = WALL | DOOR;
    query.sight = true;
    if (frame % 6 != 0 || caromWorldNearest(game->world, &query, &found, 1) == 0)
        return;
    CaromVec2 target = found.point;
    target.y += 0.3 * (frame / 6 % 5 - 2);
    CaromProjectileDef bullet = shot(game, target, 60); // [m/s]
    bullet.material = BULLET;
    bullet.bounces = 3; // it ends on the fourth hit
    bullet.lifetime = 2;
    game->bullets += caromProjectileFire(game->world, &bullet).index != 0;
    if (frame % 60 == 0) {
        const double ground = 8; // [m/s²] μ·g, of rough concrete
        CaromShot aim;
        if (!caromAimStop(game->player.position, found.point, 0, ground, &aim))
            return;
        CaromProjectileDef grenade = shot(game, found.point, caromVec2Length(aim.velocity));
        grenade.groundDeceleration = ground; // so it stops at his feet, and lies there until
        grenade.fuse = aim.time + 0.5;       // it goes off
        grenade.material = GRENADE;
        grenade.radius = 0.1;
        grenade.restitution = 0.4;
        grenade.blast = caromBlast();
        grenade.blast.radius = 4;
        grenade.blast.impulse = 40;
        grenade.blast.filter.mask = WALL | DOOR | GUARD | CRATE; // pushed, and shielding from it
        game->grenades += caromProjectileFire(game->world, &grenade).index != 0;
    }
}

static void wound(Game *game, Guard *guard, double damage)
{
    game->wounds++;
    game->killed += guard->health > 0 && guard->health <= damage;
    guard->health -= damage;
}

static void readHit(Game *game, const CaromHitEvent *hit)
{
    game->bounces += hit->action == CAROM_HIT_BOUNCE;
    if (hit->action == CAROM_HIT_DIE && hit->shapeData)
        wound(game, hit->shapeData, 20);
}

/// Events of all kinds, in the order in which they happened; they are there until the next step.
/// They copy user data: what they name may be gone.
static void readEvents(Game *game)
{
    CaromEvents events = caromWorldEvents(game->world);
    CaromEventIterator iterator = caromEventsBegin(&events);
    for (CaromEvent event; caromEventsNext(&iterator, &event);) {
        if (event.kind == CAROM_EVENT_HIT)
            readHit(game, event.hit);
        else if (event.kind == CAROM_EVENT_PUSH && event.push->data) // by a blast
            wound(game, event.push->data, caromVec2Length(event.push->impulse));
        game->blasts += event.kind == CAROM_EVENT_BLAST;
    }
    for (int i = 0; i < GUARDS; i++)
        if (game->guards[i].health <= 0 && caromBodyIsValid(game->world, game->guards[i].body))
            caromBodyDestroy(game->world, game->guards[i].body); // with its shapes
}

/// Replaces a keyboard: through the gap, and round the pillar.
static CaromVec2 wishOf(const Game *game, int frame)
{
    CaromVec2 goal = frame < 150   ? caromVec2(9, 8)
                     : frame < 330 ? caromVec2(14, 8)
                                   : caromVec2(20, 10);
    CaromVec2 way = caromVec2Sub(goal, game->player.position);
    double far = caromVec2Length(way);
    return far < 0.1 ? caromVec2(0, 0) : caromVec2Scale(way, 4 / far); // [m/s]
}

static void playFrame(Game *game, int frame)
{
    moveDoor(game);
    shoot(game, frame);
    CaromStepFlags flags = caromWorldStepTo(game->world, (frame + 1) * DT);
    if (flags != CAROM_STEP_OK)
        printf("frame %d: flags %d, see CaromStepFlags\n", frame, (int)flags);
    readEvents(game);
    caromMoverMove(game->world, &game->player, wishOf(game, frame), DT, NULL);
    if ((frame + 1) % 60 == 0) // a game draws here: caromWorldPositions, caromBodyTransform
        printf("%2d s: player at (%.2f, %.2f), %d shots in flight, %d of %d guards down\n",
               (frame + 1) / 60, game->player.position.x, game->player.position.y,
               caromWorldPositions(game->world, NULL, NULL, 0), game->killed, GUARDS);
}

int main(void)
{
    Game game = {0};
    CaromError error;
    CaromWorldDef def = caromWorldDef(); // gravity is (0, 0): seen from above
    def.log = onRefusal;
    def.logContext = &game;
    def.projectileCapacity = 64;
    game.world = caromWorldCreate(&def, &error);
    if (!game.world)
        return fprintf(stderr, "no world: %s\n", caromErrorText(error)), EXIT_FAILURE;
    makeMap(&game);
    makeCrates(&game);
    makePeople(&game);
    for (int frame = 0; frame < FRAMES; frame++)
        playFrame(&game, frame);
    printf("%d bullets, %d grenades: %d bounces, %d blasts, %d wounds, %d guards down\n",
           game.bullets, game.grenades, game.bounces, game.blasts, game.wounds, game.killed);
    for (int i = 0; i < CRATES; i++) {
        CaromVec2 at = caromBodyTransform(game.world, game.crates[i]).position;
        printf("crate %d was pushed to (%.2f, %.2f)\n", i + 1, at.x, at.y);
    }
    caromWorldDestroy(game.world);
    return game.refused == 0 && game.killed == GUARDS ? EXIT_SUCCESS : EXIT_FAILURE;
}
