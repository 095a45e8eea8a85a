// SPDX-License-Identifier: MIT
// carom_fuzz_seeds FOLDER: writes the first cases of the targets `snapshot` and `wad` into folders
// named after them. The snapshots are of small worlds in which something of each kind is under way.
// A case does not hold the frame, since the target makes it.
#include "../support/rounded.h"
#include "../support/wad_builder.h"
#include "fuzz.h"

#include <stdlib.h>

enum { HEAD = 20, TAIL = 8 };

typedef struct Seeds {
    const char *folder;
    CaromWorld *world;
    CaromBodyId floor, lift;
    CaromShapeDef shape;
    CaromProjectileDef shot;
} Seeds;

static void writeFile(const char *folder, const char *target, const char *name,
                      const uint8_t *bytes, size_t size)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s/%s", folder, target, name);
    FILE *file = fopen(path, "wb");
    FUZZ_CHECK(file != NULL);
    FUZZ_CHECK(fwrite(bytes, 1, size, file) == size);
    fclose(file);
}

static void begin(Seeds *s)
{
    CaromWorldDef def = caromWorldDef();
    CaromBodyDef body = caromBodyDef();
    def.gravity = caromVec2(0.0, -1.0);
    def.tag = 11;
    s->world = caromWorldCreate(&def, NULL);
    s->floor = caromBodyCreate(s->world, &body);
    body.type = CAROM_BODY_KINEMATIC;
    body.velocity = caromVec2(0.25, 0.0);
    s->lift = caromBodyCreate(s->world, &body);
    s->shape = caromShapeDef();
    s->shot = caromProjectileDef();
    s->shot.position = caromVec2(0.0, 2.0);
    s->shot.velocity = caromVec2(1.0, -1.0);
}

static void end(Seeds *s, const char *name, double time)
{
    if (time > 0.0) {
        caromWorldStepTo(s->world, time);
    }
    size_t size = caromWorldSnapshotSize(s->world);
    uint8_t *bytes = malloc(size);
    FUZZ_CHECK(bytes != NULL);
    FUZZ_CHECK(caromWorldSave(s->world, bytes, size, NULL) == CAROM_OK);
    writeFile(s->folder, "snapshot", name, bytes + HEAD, size - HEAD - TAIL);
    free(bytes);
    caromWorldDestroy(s->world);
}

static void wall(Seeds *s)
{
    caromShapeCreateSegment(s->world, s->floor, &s->shape, caromVec2(-9, 0), caromVec2(9, 0));
}

// ---- shapes

static void solids(Seeds *s)
{
    static const CaromVec2 ring[] = {{-9, -9}, {9, -9}, {9, 9}, {-9, 9}, {-8, -8}, {8, -8}, {0, 8}};
    static const int ends[] = {4, 7};
    static const uint32_t materials[] = {1, 2, 3, 4};
    begin(s);
    caromShapeCreateRegion(s->world, s->floor, &s->shape, ring, ends, 2);
    caromShapeCreateCapsule(s->world, s->lift, &s->shape, caromVec2(3, 1), caromVec2(4, 1), 0.5);
    s->shape.materials = materials;
    roundedBox(s->world, s->floor, &s->shape, caromVec2(0, 0), caromVec2(1, 0.5), 0.125);
    caromProjectileFire(s->world, &s->shot);
    end(s, "solids", 0.5);
}

static void walls(Seeds *s)
{
    static const CaromVec2 chain[] = {{-4, 1}, {0, 0}, {4, 1}};
    begin(s);
    caromShapeCreateChain(s->world, s->floor, &s->shape, chain, 3, CAROM_CHAIN_ONE_SIDED);
    caromShapeCreateChain(s->world, s->lift, &s->shape, chain, 3, CAROM_CHAIN_CLOSED);
    caromShapeCreateOneSided(s->world, s->floor, &s->shape, caromVec2(5, 5), caromVec2(5, -5));
    CaromSurface ice = caromSurface();
    caromWorldSetSurface(s->world, 1, 0, &ice);
    s->shot.material = 1;
    caromProjectileFire(s->world, &s->shot);
    end(s, "walls", 1.5);
}

static void tiles(Seeds *s)
{
    static const uint16_t cells[] = {1, 0, 2, 1, 0, 3};
    CaromTileMap map = {3, 2, 0.5, {2.0, -1.0}, cells, 0.0};
    begin(s);
    caromShapeCreateTiles(s->world, s->floor, &s->shape, &map);
    caromProjectileFire(s->world, &s->shot);
    end(s, "tiles", 2.5);
}

// ---- flights

static void actions(Seeds *s)
{
    begin(s);
    wall(s);
    caromShapeCreateBox(s->world, s->lift, &s->shape, caromVec2(0, 0), caromVec2(3, 0.25));
    for (int k = 0; k < CAROM_HIT_ASK; k++) {
        s->shot.onHit = (CaromHitAction)k;
        s->shot.pierceDrag = 0.5;
        s->shot.radius = k / 16.0;
        s->shot.ignoreBody = k & 1 ? s->lift : s->shot.ignoreBody;
        caromProjectileFire(s->world, &s->shot);
    }
    end(s, "actions", 1.875);
}

static void rest(Seeds *s)
{
    begin(s);
    wall(s);
    for (int k = 0; k < 4; k++) {
        s->shot.restitution = 0.25;
        s->shot.friction = 0.5;
        s->shot.rolls = k & 1;
        s->shot.radius = k * 0.125;
        s->shot.velocity = caromVec2(k - 1.5, -1.0);
        caromProjectileFire(s->world, &s->shot);
    }
    end(s, "rest", 4.0);
}

static void steering(Seeds *s)
{
    begin(s);
    wall(s);
    s->shot.turnRate = 2.0;
    s->shot.linearDrag = 0.5;
    s->shot.quadraticDrag = 0.25;
    s->shot.lifetime = 9.0;
    s->shot.fuse = 8.0;
    CaromProjectileId id = caromProjectileFire(s->world, &s->shot);
    caromProjectileSetTarget(s->world, id, s->lift, caromVec2(1, 1));
    caromProjectileSetForce(s->world, id, caromVec2(1, 0), 5.0);
    id = caromProjectileFire(s->world, &s->shot);
    caromProjectileSetTargetPoint(s->world, id, caromVec2(1, 1));
    s->shot.time = 5.0;
    caromProjectileFire(s->world, &s->shot);
    end(s, "steering", 0.5);
}

/// Seen from above: one rolls, one rests.
static void ground(Seeds *s)
{
    begin(s);
    caromWorldSetGravity(s->world, caromVec2(0.0, 0.0));
    wall(s);
    s->shot.groundDeceleration = 0.5;
    s->shot.radius = 0.25;
    caromProjectileFire(s->world, &s->shot);
    s->shot.velocity = caromVec2(0.0, 0.0);
    s->shot.meetMask = 1;
    s->shot.rolls = true;
    caromProjectileFire(s->world, &s->shot);
    end(s, "ground", 0.5);
}

/// Crates on a wall, on each other and in the air; one was shot at, one sleeps, one is disabled.
static void pile(Seeds *s)
{
    CaromBodyDef body = caromBodyDef();
    CaromBodyId crates[6];
    begin(s);
    wall(s);
    body.type = CAROM_BODY_DYNAMIC;
    for (int k = 0; k < 6; k++) {
        body.position = caromVec2(k % 2 * 1.125, 0.5 + k / 2);
        body.awake = k != 4;
        crates[k] = caromBodyCreate(s->world, &body);
        caromShapeCreateBox(s->world, crates[k], &s->shape, caromVec2(0, 0), caromVec2(0.5, 0.5));
    }
    caromShapeCreateCircle(s->world, crates[5], &s->shape, caromVec2(0.5, 0.5), 0.25);
    caromWorldStepTo(s->world, 1.0);
    caromBodySetEnabled(s->world, crates[3], false);
    s->shot.position = caromVec2(-4.0, 0.5);
    s->shot.velocity = caromVec2(16.0, 0.0);
    s->shot.mass = 0.015625;
    caromProjectileFire(s->world, &s->shot);
    end(s, "pile", 1.26);
}

static void meetings(Seeds *s)
{
    begin(s);
    wall(s);
    for (int k = 0; k < 4; k++) {
        s->shot.meetMask = 1;
        s->shot.onMeet = (CaromMeetAction)k;
        s->shot.radius = 0.25;
        s->shot.position = caromVec2(k, 2.0);
        s->shot.velocity = caromVec2(1.0 - k, 0.0);
        s->shot.proximity = k == 3 ? 0.125 : 0.0;
        s->shot.blast.radius = 2.0;
        s->shot.blast.impulse = 1.0;
        caromProjectileFire(s->world, &s->shot);
    }
    end(s, "meetings", 0.75);
}

static void pierced(Seeds *s)
{
    begin(s);
    caromShapeCreateCircle(s->world, s->lift, &s->shape, caromVec2(1, 1), 1.0);
    caromShapeCreateBox(s->world, s->floor, &s->shape, caromVec2(1, 1), caromVec2(1, 1));
    s->shape.sensor = true;
    caromShapeCreateBox(s->world, s->floor, &s->shape, caromVec2(1, 1), caromVec2(1.5, 2));
    s->shot.onHit = CAROM_HIT_PIERCE;
    s->shot.pierceDrag = 0.25;
    s->shot.pierceLoss = 0.125;
    caromProjectileFire(s->world, &s->shot);
    s->shot.onHit = CAROM_HIT_ASK;
    caromProjectileFire(s->world, &s->shot);
    end(s, "pierced", 0.625);
}

// ---- bodies

static void waiting(Seeds *s)
{
    CaromBodyDef body = caromBodyDef();
    begin(s);
    s->shape.contacts = true;
    body.type = CAROM_BODY_KINEMATIC;
    body.parent = s->lift;
    body.angularVelocity = 1.0;
    caromShapeCreateCircle(s->world, caromBodyCreate(s->world, &body), &s->shape, caromVec2(0.5, 0),
                           0.5);
    caromShapeCreateBox(s->world, s->floor, &s->shape, caromVec2(0, 0), caromVec2(1, 0.25));
    caromWorldStepTo(s->world, 0.5);
    CaromBlast blast = caromBlast();
    blast.radius = blast.impulse = 1.0;
    caromWorldExplode(s->world, caromVec2(0, 2), &blast);
    caromBodySetTransform(s->world, s->floor,
                          caromTransform(caromVec2(0.0, 0.125), 0.5, caromVec2(1, -2)));
    caromBodyDestroy(s->world, caromBodyCreate(s->world, &body));
    end(s, "waiting", 0.0);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: carom_fuzz_seeds FOLDER\n");
        return EXIT_FAILURE;
    }
    Seeds seeds = {.folder = argv[1]};
    void (*const make[])(Seeds *) = {solids, walls,    tiles,   actions, rest, steering,
                                     ground, meetings, pierced, waiting, pile};
    for (size_t k = 0; k < sizeof make / sizeof make[0]; k++) {
        make[k](&seeds);
    }
    WadBuilder doom = wadBuild(false), first = wadBuild(true), hexen = wadBuildHexen();
    writeFile(argv[1], "wad", "doom", doom.bytes, doom.size);
    writeFile(argv[1], "wad", "first", first.bytes, first.size);
    writeFile(argv[1], "wad", "hexen", hexen.bytes, hexen.size);
    return EXIT_SUCCESS;
}
