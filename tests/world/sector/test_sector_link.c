// SPDX-License-Identifier: MIT
// Maps of sectors in a world: the hits and crossings of flights are what traces of their legs say,
// line by line and side by side; doors; memory and mistakes leave nothing behind.
#include "../../../world/data/world.h"
#include "../../support/builder.h"
#include "../../support/sector_maps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../support/flight_field.h"
#include "../../support/meter.h"
#include "../../support/snapshot_bytes.h"
#include "../../support/wad_levels.h"

enum { SHOTS = 24, MOST = 4096, CROSSINGS = 512 };

/// An event of one projectile; they are kept in order.
typedef struct Told {
    double time;
    int line;
    bool isHit, fromFront, corner;
    CaromVec2 center, velocity; ///< of hits: where the next leg starts
} Told;

typedef struct Game {
    WadMap wad;
    CaromSectorMap *map;
    CaromWorld *world;
    CaromSectorLink *link;
    CaromProjectileDef shots[SHOTS];
    CaromProjectileId ids[SHOTS];
    Told *told[SHOTS];
    int count[SHOTS];
} Game;

/// Of sound maps; where lines lie on each other, either is met.
static bool openGame(Game *game, int i, CaromVec2 gravity)
{
    int odd;
    if (!sectorOpenWad(i, &game->wad, &game->map, &odd)) {
        return false;
    }
    if (odd > 0) {
        caromSectorMapDestroy(game->map);
        wadMapFree(&game->wad);
        return false;
    }
    CaromWorldDef def = newWorldDef();
    def.gravity = gravity;
    game->world = caromWorldCreate(&def, NULL);
    CaromSectorLinkDef linkDef = caromSectorLinkDef();
    CaromError error;
    game->link = caromSectorLinkCreate(game->world, game->map, &linkDef, &error);
    ck_assert_msg(game->link != NULL, "%s", caromErrorName(error));
    for (int k = 0; k < SHOTS; k++) {
        game->told[k] = malloc(MOST * sizeof *game->told[k]);
        game->count[k] = 0;
    }
    return true;
}

static void closeGame(Game *game)
{
    for (int k = 0; k < SHOTS; k++) {
        free(game->told[k]);
    }
    ck_assert_ok(caromSectorLinkDestroy(game->link));
    ck_assert_int_eq(caromWorldCounters(game->world).shapes, 0);
    caromWorldDestroy(game->world);
    caromSectorMapDestroy(game->map);
    wadMapFree(&game->wad);
}

static void fireAll(Game *game, TestRandom *random)
{
    for (int k = 0; k < SHOTS; k++) {
        CaromProjectileDef *shot = &game->shots[k];
        *shot = caromProjectileDef();
        shot->restTime = 0.0;
        shot->filter.mask = 1; // closed doors and walls; of blocking bits none
        do {
            shot->position.x =
                testRandomRange(random, game->wad.bounds.min.x, game->wad.bounds.max.x);
            shot->position.y =
                testRandomRange(random, game->wad.bounds.min.y, game->wad.bounds.max.y);
        } while (caromSectorMapLocate(game->map, shot->position) == CAROM_NO_SECTOR);
        shot->velocity.x = testRandomRange(random, -40.0, 40.0);
        shot->velocity.y = testRandomRange(random, -40.0, 40.0);
        shot->userData = &game->shots[k];
        game->ids[k] = caromProjectileFire(game->world, shot);
        ck_assert_uint_ne(game->ids[k].index, 0);
    }
}

static void tell(Game *game, const void *data, Told told)
{
    int k = (int)((const CaromProjectileDef *)data - game->shots);
    ck_assert_int_lt(game->count[k], MOST);
    game->told[k][game->count[k]++] = told;
}

/// Hits and crossings of a step, in order.
static void listen(Game *game)
{
    CaromEvents events = caromWorldEvents(game->world);
    for (int h = 0, c = 0; h < events.hitCount || c < events.crossCount;) {
        bool hitNext =
            c >= events.crossCount ||
            (h < events.hitCount && events.hits[h].sequence < events.crosses[c].sequence);
        if (hitNext) {
            const CaromHitEvent *hit = &events.hits[h++];
            int line = caromSectorLinkLine(game->link, hit->shape);
            ck_assert_int_ge(line, 0);
            Told told = {hit->time, line, true, true, hit->corner, hit->center, hit->velocityAfter};
            tell(game, hit->projectileData, told);
            continue;
        }
        const CaromCrossEvent *cross = &events.crosses[c++];
        CaromSectorCrossing crossing;
        if (caromSectorLinkCrossing(game->link, cross, &crossing)) {
            Told told = {cross->time, crossing.line, false,          crossing.fromFront,
                         false,       cross->point,  cross->velocity};
            tell(game, cross->projectileData, told);
        }
    }
}

/// A crossing right at a leg's start is how the trace gets from the wall, or from just behind it,
/// to its front.
static int skipStart(const CaromSectorCrossing *found, int count)
{
    int first = 0;
    while (first < count && found[first].from == CAROM_NO_SECTOR && found[first].at < 1e-9) {
        first++;
    }
    return first;
}

/// One leg, up to the hit that ends it; false where it ends with the run.
static bool checkLeg(const Game *game, int k, int *next, double start, CaromVec2 p, CaromVec2 v,
                     CaromVec2 gravity)
{
    static CaromSectorCrossing found[CROSSINGS];
    const Told *told = game->told[k];
    int end = *next;
    while (end < game->count[k] && !told[end].isHit) {
        end++;
    }
    bool hits = end < game->count[k];
    int last = hits ? end : end - 1;
    if (last < *next) {
        return false; // no event is left
    }
    double time = (told[last].time - start) * (1.0 + 1e-9) + 1e-9;
    CaromSectorQuery query = caromSectorQuery();
    query.mask = 0;
    int count = caromSectorMapTraceArc(game->map, p, v, gravity, time, query, found, CROSSINGS);
    int first = skipStart(found, count);
    for (int i = *next; i <= last; i++) {
        const CaromSectorCrossing *c = &found[first + i - *next];
        bool there = first + i - *next < count;
        if (!there || c->line != told[i].line ||
            (told[i].isHit ? c->block == CAROM_BLOCK_NONE : c->fromFront != told[i].fromFront) ||
            fabs(start + c->at - told[i].time) > 1e-12 * (1.0 + told[i].time)) {
            ck_abort_msg("%s: shot %d: event %d is line %d at %.17g, the trace says %d at %.17g",
                         game->wad.name, k, i, told[i].line, told[i].time, there ? c->line : -1,
                         there ? start + c->at : 0.0);
        }
    }
    *next = last + 1;
    return hits;
}

static void checkShot(const Game *game, int k, CaromVec2 gravity)
{
    CaromVec2 p = game->shots[k].position, v = game->shots[k].velocity;
    double start = 0.0;
    int next = 0;
    while (checkLeg(game, k, &next, start, p, v, gravity)) {
        const Told *hit = &game->told[k][next - 1];
        if (hit->corner) {
            return; // where two walls meet, either may be reported
        }
        start = hit->time;
        p = hit->center;
        v = hit->velocity;
    }
}

TEST_LOOP(events_of_flights_are_traces_of_their_legs, flightTestShare(WAD_LEVELS))
{
    Game game;
    TestRandom random = testRandomSeed((uint64_t)_i);
    CaromVec2 gravity = {_i % 2 ? 3.0 : 0.0, _i % 2 ? -9.0 : 0.0};
    if (!openGame(&game, _i, gravity)) {
        return;
    }
    fireAll(&game, &random);
    for (int step = 1; step <= 30; step++) {
        ck_assert_uint_eq(caromWorldStepTo(game.world, step / 10.0) & (unsigned)CAROM_STEP_REFUSED,
                          0);
        listen(&game);
    }
    int all = 0;
    for (int k = 0; k < SHOTS; k++) {
        checkShot(&game, k, gravity);
        all += game.count[k];
    }
    ck_assert_int_gt(all, 4 * SHOTS);
    closeGame(&game);
}

// ---- doors

/// Three squares in a row, all of one kind of map: a room, a door, a room.
static CaromSectorMap *makeDoor(CaromAllocator allocator)
{
    static const CaromSector sectors[3] = {{0, 4, NULL}, {0, 0, NULL}, {0, 4, NULL}};
    CaromSectorMapDef def = doorDef(sectors);
    def.allocator = allocator;
    return caromSectorMapCreate(&def, NULL);
}

/// Bounces set places aside by some roundings.
static void checkPlace(CaromWorld *world, CaromProjectileId id, double time, double x)
{
    ck_assert_int_eq(caromWorldStepTo(world, time), CAROM_STEP_OK);
    ck_assert_double_eq_tol(caromProjectilePosition(world, id).x, x, 1e-12);
}

TEST_WORLD(doors_stop_flights_while_they_are_closed, newWorld())
{
    CaromAllocator standard = {NULL, NULL};
    CaromSectorMap *map = makeDoor(standard);
    CaromSectorLinkDef def = caromSectorLinkDef();
    CaromSectorLink *link = caromSectorLinkCreate(world, map, &def, NULL);
    ck_assert_int_eq(caromWorldCounters(world).shapes, 8 + 2);
    CaromProjectileDef shot = newShot(caromVec2(1.0, 1.5), caromVec2(1.0, 0.0));
    CaromProjectileId id = caromProjectileFire(world, &shot);
    checkPlace(world, id, 4.0, 3.0); // back from the door at 4 m
    checkPlace(world, id, 7.0, 0.0); // at the wall at 0 m
    caromSectorMapSetHeights(map, 1, 0.0, 3.0);
    ck_assert_ok(caromSectorLinkSync(link));
    ck_assert_int_eq(caromWorldCounters(world).shapes, 8 + 2);
    checkPlace(world, id, 11.5, 4.5); // within the doorway
    CaromEvents events = caromWorldEvents(world);
    CaromSectorCrossing crossing;
    ck_assert_int_eq(events.crossCount, 2);
    ck_assert(caromSectorLinkCrossing(link, &events.crosses[0], &crossing));
    ck_assert(crossing.line == 8 && crossing.from == 0 && crossing.to == 1);
    ck_assert(crossing.block == CAROM_BLOCK_NONE && !crossing.fromFront);
    ck_assert_double_eq_tol(crossing.at, 11.0, 1e-12);
    ck_assert(!caromSectorLinkCrossing(link, &events.crosses[1], &crossing)); // the leaving
    caromSectorMapSetHeights(map, 1, 0.0, 0.0); // it closes, with the bullet in it
    ck_assert_ok(caromSectorLinkSync(link));
    checkPlace(world, id, 12.25, 4.75); // 4.5, 5, back
    ck_assert_ok(caromSectorMapSetBlocks(map, 9, 4));
    caromSectorMapSetHeights(map, 1, 0.0, 3.0); // open, but for those that bit 4 blocks
    ck_assert_ok(caromSectorLinkSync(link));
    ck_assert_int_eq(caromWorldCounters(world).shapes, 8 + 2 + 1);
    CaromQueryOptions options = caromQueryOptions();
    CaromVec2 from = {1.0, 2.0}, way = {7.0, 0.0};
    ck_assert(caromWorldCastAny(world, from, 0.0, way, options));
    options.filter.mask = ~((uint64_t)4 << 32);
    ck_assert(!caromWorldCastAny(world, from, 0.0, way, options));
    caromSectorLinkDestroy(link);
    caromSectorMapDestroy(map);
}

TEST(memory_refused_to_a_link_leaves_nothing)
{
    Meter meter;
    CaromSectorMap *map = makeDoor(meterAllocator(&meter));
    size_t held = meter.held;
    CaromWorld *world = newWorld();
    CaromSectorLinkDef def = caromSectorLinkDef();
    CaromSectorLink *link = NULL;
    CaromBodyDef body = caromBodyDef();
    CaromShapeDef shape = caromShapeDef();
    body.type = CAROM_BODY_DYNAMIC;
    caromShapeCreateCircle(world, caromBodyCreate(world, &body), &shape, caromVec2(0.0, 0.0), 0.5);
    caromWorldStep(world, 0.1); // its path is swept now
    uint64_t hash = caromWorldHash(world);
    SnapshotBytes before = snapshotSave(world);
    for (int k = 0; link == NULL; k++) {
        CaromError error;
        meter.calls = 0;
        meter.failFrom = k;
        link = caromSectorLinkCreate(world, map, &def, &error);
        ck_assert_int_eq(error, link != NULL ? CAROM_OK : CAROM_ERROR_MEMORY);
        ck_assert(link != NULL || meter.held == held);
        ck_assert(link != NULL || caromWorldHash(world) == hash); // slots are as young as before
        ck_assert_int_eq(caromWorldCounters(world).bodies, 1 + (link != NULL));
        ck_assert_int_eq(caromWorldCounters(world).shapes, 1 + (link != NULL ? 10 : 0));
        SnapshotBytes after = snapshotSave(world);
        bool same =
            after.size == before.size && memcmp(after.at, before.at, (size_t)after.size) == 0;
        ck_assert(same == (link == NULL));
        free(after.at);
    }
    free(before.at);
    ck_assert_int_gt(meter.calls, 1);
    caromSectorLinkDestroy(link);
    caromWorldDestroy(world);
    caromSectorMapDestroy(map);
    ck_assert_uint_eq(meter.held, 0);
}

/// The hash of a world in which a bullet flies and a link is refused memory from its call failFrom
/// on; below 0: no link is created.
static uint64_t hashAfterRefusal(const CaromSectorMap *map, Meter *meter, int failFrom)
{
    CaromWorldDef worldDef = newWorldDef();
    CaromSectorLinkDef def = caromSectorLinkDef();
    worldDef.tag = 5;
    CaromWorld *world = caromWorldCreate(&worldDef, NULL);
    CaromProjectileDef shot = newShot(caromVec2(1.0, 2.0), caromVec2(1.0, 0.25));
    fireShot(world, &shot);
    caromWorldStepTo(world, 0.25);
    CaromShapeDef shape = caromShapeDef(); // an edit before, that stands
    caromShapeCreateSegment(world, newRest(world), &shape, caromVec2(1.3, 0.0),
                            caromVec2(1.3, 9.0));
    if (failFrom >= 0) {
        meter->calls = 0;
        meter->failFrom = failFrom;
        ck_assert_ptr_null(caromSectorLinkCreate(world, map, &def, NULL));
    }
    caromWorldStepTo(world, 0.5);
    uint64_t hash = caromWorldHash(world);
    caromWorldDestroy(world);
    return hash;
}

TEST(a_refused_link_alters_no_future)
{
    Meter meter;
    CaromSectorMap *map = makeDoor(meterAllocator(&meter));
    uint64_t hash = hashAfterRefusal(map, &meter, -1);
    for (int k = 0; k < 3; k++) { // the link itself, its lines, the line of each shape
        ck_assert(hashAfterRefusal(map, &meter, k) == hash);
    }
    caromSectorMapDestroy(map);
}

typedef struct Rescue {
    Meter meter;
    CaromWorld *world;
    int told, made, deep;
} Rescue;

/// When memory is refused, it makes room, and uses it for a body.
static void makeRoom(void *context, CaromError error, const char *function, const char *text)
{
    CaromBodyDef body = caromBodyDef();
    Rescue *rescue = context;
    int failFrom = rescue->meter.failFrom;
    ck_assert(error != CAROM_OK && function != NULL && text != NULL);
    if (rescue->deep == 0) { // not of its own refusals
        rescue->deep++;
        rescue->told++;
        rescue->meter.failFrom = METER_NEVER;
        rescue->made += caromBodyCreate(rescue->world, &body).index != 0;
        rescue->meter.failFrom = failFrom;
        rescue->deep--;
    }
}

/// The log hook makes something while a link is being created. That was taken for a part of the
/// link when the link was taken back, and the world was no sound one.
TEST(who_hears_of_a_refusal_amid_a_link_changes_nothing)
{
    CaromSectorLink *link = NULL;
    CaromAllocator standard = {NULL, NULL};
    CaromSectorMap *map = makeDoor(standard);
    for (int k = 0; link == NULL; k++) {
        Rescue rescue = {.told = 0};
        CaromWorldDef worldDef = newWorldDef();
        CaromSectorLinkDef def = caromSectorLinkDef();
        worldDef.allocator = meterAllocator(&rescue.meter);
        worldDef.log = makeRoom;
        worldDef.logContext = &rescue;
        rescue.world = caromWorldCreate(&worldDef, NULL);
        rescue.meter.calls = 0;
        rescue.meter.failFrom = k;
        link = caromSectorLinkCreate(rescue.world, map, &def, NULL);
        rescue.meter.failFrom = METER_NEVER;
        ck_assert(caromWorldValidate(rescue.world));
        ck_assert_int_eq(caromWorldCounters(rescue.world).shapes, link != NULL ? 10 : 0);
        ck_assert_int_eq(caromWorldCounters(rescue.world).bodies, rescue.made + (link != NULL));
        ck_assert(link != NULL || (rescue.told >= 1 && rescue.made == 1)); // at the end it may
        caromSectorLinkDestroy(link);
        ck_assert_ok(caromWorldDestroy(rescue.world));
    }
    caromSectorMapDestroy(map);
}

/// The world's memory, refused at each call of a sync in turn: the next sync makes it good.
TEST(memory_refused_to_a_sync_is_made_good)
{
    Meter meter;
    CaromAllocator standard = {NULL, NULL};
    CaromSectorMap *map = makeDoor(standard);
    CaromWorldDef worldDef = newWorldDef();
    worldDef.allocator = meterAllocator(&meter);
    bool refused = true;
    for (int k = 0; refused; k++) {
        meter.failFrom = METER_NEVER;
        caromSectorMapSetHeights(map, 1, 0.0, 3.0);
        CaromWorld *world = caromWorldCreate(&worldDef, NULL);
        CaromSectorLinkDef def = caromSectorLinkDef();
        CaromSectorLink *link = caromSectorLinkCreate(world, map, &def, NULL);
        ck_assert_int_eq(caromWorldCounters(world).shapes, 10);
        caromSectorMapSetHeights(map, 1, 0.0, 0.0);
        meter.calls = 0;
        meter.failFrom = k;
        CaromError error = caromSectorLinkSync(link);
        refused = error != CAROM_OK;
        ck_assert(!refused || error == CAROM_ERROR_MEMORY);
        ck_assert(caromWorldValidate(world));
        meter.failFrom = METER_NEVER;
        ck_assert_ok(caromSectorLinkSync(link));
        ck_assert_int_eq(caromWorldCounters(world).shapes, 10);
        caromSectorLinkDestroy(link);
        caromWorldDestroy(world);
    }
    ck_assert_uint_eq(meter.held, 0);
    caromSectorMapDestroy(map);
}

TEST_WORLD(links_know_their_shapes_and_refuse_in_callbacks, newWorld())
{
    CaromAllocator allocator = caromWorldDef().allocator;
    CaromSectorMap *map = makeDoor(allocator);
    CaromSectorLinkDef def = caromSectorLinkDef();
    CaromError error;
    def.wall.sensor = true;
    ck_assert_ptr_null(caromSectorLinkCreate(world, map, &def, &error));
    ck_assert_int_eq(error, CAROM_ERROR_OUT_OF_RANGE);
    def = caromSectorLinkDef();
    ck_assert_ok(caromSectorMapSetHeights(map, 1, 0.0, 4.0));
    CaromSectorLink *link = caromSectorLinkCreate(world, map, &def, &error);
    ck_assert_ptr_nonnull(link);
    world->locked = true;
    ck_assert_int_eq(caromSectorLinkSync(link), CAROM_ERROR_BUSY);
    ck_assert_int_eq(caromSectorLinkDestroy(link), CAROM_ERROR_BUSY);
    world->locked = false;
    CaromCrossEvent cross = {0};
    cross.entered = true;
    int walls = 0, portals = 0;
    for (uint32_t s = 1; s <= 10; s++) {
        CaromShapeId shape = {s, 1, world->tag};
        CaromSectorCrossing crossing;
        int line = caromSectorLinkLine(link, shape);
        cross.shape = shape;
        bool isPortal = caromSectorLinkCrossing(link, &cross, &crossing);
        walls += line >= 0 && !isPortal;
        portals += isPortal && crossing.line == line;
        shape.age = 2;
        ck_assert_int_eq(caromSectorLinkLine(link, shape), -1);
        shape.age = 1;
        shape.world++;
        ck_assert_int_eq(caromSectorLinkLine(link, shape), -1);
    }
    ck_assert(walls == 8 && portals == 2);
    ck_assert_int_eq(caromSectorMapNeighbors(map, 1, NULL, 0), 2);
    ck_assert_ok(caromSectorLinkDestroy(link));
    caromSectorMapDestroy(map);
}

TEST_WORLD(a_link_without_portals_has_walls_alone, newWorld())
{
    CaromAllocator allocator = caromWorldDef().allocator;
    CaromSectorMap *map = makeDoor(allocator);
    CaromSectorLinkDef def = caromSectorLinkDef();
    def.portals = false;
    caromSectorMapSetHeights(map, 1, 0.0, 3.0);
    CaromSectorLink *link = caromSectorLinkCreate(world, map, &def, NULL);
    ck_assert_int_eq(caromWorldCounters(world).shapes, 8);
    CaromProjectileDef shot = newShot(caromVec2(1.0, 1.5), caromVec2(1.0, 0.0));
    CaromProjectileId id = caromProjectileFire(world, &shot);
    checkPlace(world, id, 3.5, 4.5); // within the doorway, untold
    ck_assert_int_eq(caromWorldEvents(world).crossCount, 0);
    caromSectorMapSetHeights(map, 1, 0.0, 0.0);
    ck_assert_ok(caromSectorLinkSync(link));
    ck_assert_int_eq(caromWorldCounters(world).shapes, 8 + 2);
    ck_assert_ok(caromSectorLinkDestroy(link));
    ck_assert_int_eq(caromWorldCounters(world).shapes, 0);
    caromSectorMapDestroy(map);
}

TEST(shapes_that_the_game_destroyed_are_not_missed)
{
    CaromAllocator allocator = caromWorldDef().allocator;
    CaromSectorMap *map = makeDoor(allocator);
    CaromWorld *world = newWorld();
    CaromSectorLinkDef def = caromSectorLinkDef();
    CaromSectorLink *link = caromSectorLinkCreate(world, map, &def, NULL);
    for (int open = 1; open >= 0;
         open--) { // walls of the closed door, then portals of the open one
        for (uint32_t s = 0; s < crSlotsCount(&world->shapeSlots); s++) {
            CaromShapeId shape = {s + 1, world->shapeSlots.ages[s], world->tag};
            if (crSlotsLive(&world->shapeSlots, s) && caromSectorLinkLine(link, shape) >= 8) {
                ck_assert_ok(caromShapeDestroy(world, shape));
            }
        }
        ck_assert_ok(caromSectorMapSetHeights(map, 1, 0.0, 4.0 * open));
        ck_assert_ok(caromSectorLinkSync(link));
        ck_assert(caromWorldValidate(world));
        ck_assert_int_eq(world->shapeSlots.liveCount, 10);
    }
    ck_assert_ok(caromSectorLinkDestroy(link));
    caromWorldDestroy(world);
    caromSectorMapDestroy(map);
}

SUITE_HOOK(openLevels)
{
    (void)suite;
    wadLevelsOpen();
}
