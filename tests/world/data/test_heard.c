// SPDX-License-Identifier: MIT
// Refusals are heard: by default the first of each function and cause is a line on stderr; null
// silences it; queries return their error. Expected values by hand.
#if !defined(_POSIX_C_SOURCE) && !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L // dup2, fileno
#endif

#include "../../support/builder.h"
#include "../../../threads/pool.h"
#include "../../../world/api/carom.h"
#include "../../../world/data/refuse.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef _WIN32
#include <unistd.h>
#endif

#include "../../support/assertions.h"

static const CaromQueryOptions zeroed;

static CaromBodyId makeWall(CaromWorld *world)
{
    CaromBodyId body = newRest(world);
    newSegment(world, body, caromVec2(1, -1), caromVec2(1, 1));
    return body;
}

/// Through the wall; refused, as the options were not filled.
static int askThrough(const CaromWorld *world)
{
    return caromWorldCastAny(world, caromVec2(0, 0), 0, caromVec2(2, 0), zeroed);
}

// ---- stderr

#ifndef _WIN32
typedef void Speaker(void);

/// What a function printed to stderr.
static const char *heardFrom(Speaker *speak)
{
    static char text[4096];
    FILE *kept = tmpfile();
    ck_assert_ptr_nonnull(kept);
    (void)fflush(stderr);
    int before = dup(2);
    ck_assert_int_ge(before, 0);
    ck_assert_int_eq(dup2(fileno(kept), 2), 2);
    speak();
    (void)fflush(stderr);
    ck_assert_int_eq(dup2(before, 2), 2);
    close(before);
    rewind(kept);
    text[fread(text, 1, sizeof text - 1, kept)] = '\0';
    fclose(kept);
    return text;
}

static void askInVain(void)
{
    CaromWorldDef def = caromWorldDef();
    CaromWorld *world = caromWorldCreate(&def, NULL);
    makeWall(world);
    for (int frame = 0; frame < 100; frame++) {
        (void)askThrough(world);
    }
    caromWorldDestroy(world);
}

TEST(a_zeroed_query_is_one_line_on_stderr)
{
    ck_assert_str_eq(heardFrom(askInVain),
                     "carom: caromWorldCastAny: options does not come from its "
                     "default function (CAROM_ERROR_DEF)\n");
}

static void askSilently(void)
{
    CaromWorldDef def = newWorldDef();
    CaromWorld *world = caromWorldCreate(&def, NULL);
    ck_assert_int_eq(askThrough(world), -CAROM_ERROR_DEF);
    caromWorldDestroy(world);
    def.eventLimit = 0;
    ck_assert_ptr_null(caromWorldCreate(&def, NULL));
}

TEST(a_world_without_a_log_is_silent)
{
    ck_assert_str_eq(heardFrom(askSilently), "");
}

static void makeInVain(void)
{
    static const CaromWorldDef blank;
    static const CaromSectorMapDef blankMap;
    CaromWorldDef def = caromWorldDef();
    def.eventLimit = 0;
    ck_assert_ptr_null(caromWorldCreate(NULL, NULL));
    ck_assert_ptr_null(caromWorldCreate(&blank, NULL));
    ck_assert_ptr_null(caromWorldCreate(&def, NULL));
    ck_assert_ptr_null(caromSectorMapCreate(&blankMap, NULL));
}

TEST(a_world_that_can_not_be_made_is_heard)
{
    ck_assert_str_eq(
        heardFrom(makeInVain),
        "carom: caromWorldCreate: a pointer that must be set is null (CAROM_ERROR_NULL)\n"
        "carom: caromWorldCreate: a def does not come from its default function "
        "(CAROM_ERROR_DEF)\n"
        "carom: caromWorldCreate: CaromWorldDef.eventLimit: 1 .. 1,000,000 "
        "(CAROM_ERROR_OUT_OF_RANGE)\n"
        "carom: caromSectorMapCreate: a def does not come from its default function "
        "(CAROM_ERROR_DEF)\n");
}

static void sayMuch(void)
{
    char text[2000];
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    caromLogToStderr(NULL, CAROM_ERROR_FULL, text, text);
    caromLogToStderr(NULL, (CaromError)-1, NULL, NULL);
}

TEST(a_line_has_an_end_whatever_is_said)
{
    const char *text = heardFrom(sayMuch);
    ck_assert_uint_eq(strcspn(text, "\n"), 510);
    ck_assert_str_eq(text + 511, "carom: :  (CAROM_ERROR_?)\n");
}
#endif

// ---- what they say

typedef struct Told {
    char lines[1024]; ///< "function: text\n", of all refusals
} Told;

static void tell(void *context, CaromError error, const char *function, const char *text)
{
    Told *told = context;
    size_t used = strlen(told->lines);
    (void)error;
    (void)snprintf(told->lines + used, sizeof told->lines - used, "%s: %s\n", function, text);
}

static CaromWorld *makeTalking(Told *told)
{
    CaromWorldDef def = caromWorldDef();
    memset(told, 0, sizeof *told);
    def.log = tell;
    def.logContext = told;
    return caromWorldCreate(&def, NULL);
}

/// A field that was zeroed is named: the text of the error alone does not say which of several
/// defs.
TEST(a_def_inside_of_a_def_is_named)
{
#define UNFILLED(function, field) function ": " field " does not come from its default function\n"
#define REST(function) function ": a def does not come from its default function\n"
    static const CaromBlast blast;
    static const CaromPrediction empty;
    Told told;
    CaromWorld *world = makeTalking(&told);
    CaromProjectileDef shot = caromProjectileDef();
    CaromNearestQuery query = caromNearestQuery();
    CaromBeamDef beam = caromBeamDef();
    CaromLightDef light = caromLightDef();
    CaromPrediction prediction = empty;
    CaromLight *lamp = caromLightCreate(NULL);
    CaromHit hit;
    (void)caromWorldCastRay(world, caromVec2(0, 0), caromVec2(1, 0), zeroed, &hit, 1);
    shot.blast = blast;
    ck_assert_uint_eq(caromProjectileFire(world, &shot).index, 0);
    query.options = query.blockers = zeroed;
    query.sight = true;
    ck_assert_int_eq(caromWorldNearest(world, &query, NULL, 0), -CAROM_ERROR_DEF);
    beam.options = zeroed;
    ck_assert_int_eq(caromWorldCastBeam(world, &beam, NULL, 0), -CAROM_ERROR_DEF);
    light.options = zeroed;
    ck_assert_int_eq(caromLightCast(lamp, world, &light), CAROM_ERROR_DEF);
    shot = caromProjectileDef();
    ck_assert_int_eq(caromWorldPredict(world, &shot, 1.0, &prediction), CAROM_ERROR_DEF);
    ck_assert_str_eq(
        told.lines,
        UNFILLED("caromWorldCastRay", "options") UNFILLED("caromProjectileFire", "blast")
            REST("caromProjectileFire") UNFILLED("caromWorldNearest", "CaromNearestQuery.options")
                UNFILLED("caromWorldNearest", "CaromNearestQuery.blockers")
                    REST("caromWorldNearest") UNFILLED("caromWorldCastBeam", "CaromBeamDef.options")
                        REST("caromWorldCastBeam") UNFILLED("caromLightCast", "options")
                            UNFILLED("caromWorldPredict", "prediction") REST("caromWorldPredict"));
    caromLightDestroy(lamp);
    caromWorldDestroy(world);
#undef UNFILLED
#undef REST
}

TEST(a_side_of_a_solid_is_named)
{
    Told told;
    CaromWorld *world = makeTalking(&told);
    CaromShapeDef def = caromShapeDef();
    CaromVec2 center = {0, 0};
    CaromBodyId body = newRest(world);
    CaromShapeId disc = caromShapeCreateCircle(world, body, &def, center, 1);
    CaromGeometry circle = caromGeometry(CAROM_SHAPE_CIRCLE, &center, 1, 1);
    circle.oneSided = true;
    ck_assert_uint_eq(caromShapeCreate(world, body, &def, &circle).index, 0);
    ck_assert_int_eq(caromShapeSetGeometry(world, disc, &circle), CAROM_ERROR_ENUM);
#define SIDED ": CaromGeometry.oneSided: only for segments, chains and loops\n"
#define REST ": a value is none of its enumeration's\n"
    ck_assert_str_eq(told.lines, "caromShapeCreate" SIDED "caromShapeCreate" REST
                                 "caromShapeSetGeometry" SIDED "caromShapeSetGeometry" REST);
#undef SIDED
#undef REST
    caromWorldDestroy(world);
}

// ---- the order: null pointers first

/// Calls with a null pointer where one must be set, and all other arguments wrong, too. Returns the
/// error.
typedef struct Wrong {
    CaromWorld *world;
    CaromVec2 nan;
    CaromSectorMap *map;
} Wrong;

#define ASK(name, ...)                                                                             \
    static int name(const Wrong *w)                                                                \
    {                                                                                              \
        return (int)(__VA_ARGS__);                                                                 \
    }
static const CaromBodyId noBody;
static const CaromShapeId noShape;
static const CaromProjectileId noFlight;
static const CaromProjectileDef unfilledShot;
static const CaromShapeDef unfilledShape;
static const CaromSectorQuery unfilledQuery;
static CaromPrediction unfilledPrediction;
ASK(predict, caromWorldPredict(w->world, &unfilledShot, -1.0, NULL))
ASK(predictNothing, caromWorldPredict(w->world, NULL, -1.0, &unfilledPrediction))
ASK(predictFlight, caromProjectilePredict(w->world, noFlight, -1.0, NULL))
ASK(ray, -caromWorldCastRay(w->world, w->nan, w->nan, zeroed, NULL, 1))
ASK(circle, -caromWorldCastCircle(w->world, w->nan, -1.0, w->nan, zeroed, NULL, 1))
ASK(arc, -caromWorldCastArc(w->world, w->nan, -1.0, w->nan, w->nan, -1.0, zeroed, NULL, 1))
ASK(rays, -caromWorldCastRays(w->world, NULL, &w->nan, 1, zeroed, NULL))
ASK(castShape, -caromWorldCastShape(w->world, NULL, w->nan, zeroed, NULL, -1))
ASK(turning, -caromWorldCastTurning(w->world, NULL, w->nan, w->nan, NAN, zeroed, NULL, -1))
ASK(overlapPoint, -caromWorldOverlapPoint(w->world, w->nan, zeroed, NULL, 1))
ASK(overlapCircle, -caromWorldOverlapCircle(w->world, w->nan, -1.0, zeroed, NULL, 1))
ASK(overlapShape, -caromWorldOverlapShape(w->world, NULL, zeroed, NULL, -1))
ASK(nearest, -caromWorldNearest(w->world, NULL, NULL, -1))
ASK(distance, -caromWorldDistance(w->world, w->nan, -1.0, zeroed, NULL, NULL))
ASK(beam, -caromWorldCastBeam(w->world, NULL, NULL, -1))
ASK(disc, caromLightExposeDisc(NULL, w->world, w->nan, w->nan, -1.0, zeroed).error)
ASK(bodyShapes, -caromBodyShapes(w->world, noBody, NULL, 1))
ASK(bodyChildren, -caromBodyChildren(w->world, noBody, NULL, 1))
ASK(bodyContacts, -caromBodyContacts(w->world, noBody, NULL, 1))
ASK(geometry, caromShapeGeometry(w->world, noShape, NULL, NULL))
ASK(localGeometry, caromShapeLocalGeometry(w->world, noShape, NULL))
ASK(setGeometry, caromShapeSetGeometry(w->world, noShape, NULL))
ASK(setMaterial, caromShapeSetMaterial(w->world, noShape, NULL))
ASK(setTiles, caromShapeSetTiles(w->world, noShape, -1, -1, -1, -1, NULL))
ASK(fireMany, caromProjectileFireMany(w->world, &unfilledShot, NULL, &w->nan, 1, NULL))
ASK(explode, caromWorldExplode(w->world, w->nan, NULL))
ASK(create,
    (caromShapeCreate(w->world, noBody, &unfilledShape, NULL), caromWorldLastError(w->world)))
ASK(createChain, (caromShapeCreateChain(w->world, noBody, &unfilledShape, NULL, -1, UINT32_MAX),
                  caromWorldLastError(w->world)))
ASK(createTiles,
    (caromShapeCreateTiles(w->world, noBody, &unfilledShape, NULL), caromWorldLastError(w->world)))
ASK(line, caromSectorMapLine(w->map, -1, NULL))
ASK(sector, caromSectorMapSector(w->map, -1, NULL))
ASK(sectorLines, -caromSectorMapSectorLines(w->map, -1, NULL, 1))
ASK(trace, -caromSectorMapTrace(w->map, w->nan, w->nan, unfilledQuery, NULL, 1))
ASK(traceArc, -caromSectorMapTraceArc(w->map, w->nan, w->nan, w->nan, -1, unfilledQuery, NULL, 1))
ASK(nearestWall, -caromSectorMapNearest(w->map, w->nan, -1.0, unfilledQuery, NULL))
ASK(walls, -caromSectorMapWalls(w->map, (CaromBox){w->nan, w->nan}, unfilledQuery, NULL, 1))
ASK(keepArm, -caromSectorMapKeepArm(w->map, w->nan, -1.0, unfilledQuery, NULL))
#undef ASK

static int (*const wrongCalls[])(const Wrong *) = {
    predict,      predictNothing, predictFlight, ray,          circle,        arc,
    rays,         castShape,      turning,       overlapPoint, overlapCircle, overlapShape,
    nearest,      distance,       beam,          disc,         bodyShapes,    bodyChildren,
    bodyContacts, geometry,       localGeometry, setGeometry,  setMaterial,   setTiles,
    fireMany,     explode,        create,        createChain,  createTiles,   line,
    sector,       sectorLines,    trace,         traceArc,     nearestWall,   walls,
    keepArm};

static CaromSectorMap *makeRoom(void)
{
    static const CaromVec2 corners[] = {{0, 0}, {4, 0}, {0, 4}};
    static const CaromSectorLine lines[] = {{0, 1, 0, CAROM_NO_SECTOR, 0, NULL},
                                            {1, 2, 0, CAROM_NO_SECTOR, 0, NULL},
                                            {2, 0, 0, CAROM_NO_SECTOR, 0, NULL}};
    static const CaromSector room = {0, 3, NULL};
    CaromSectorMapDef def = caromSectorMapDef();
    def.vertices = corners;
    def.lines = lines;
    def.sectors = &room;
    def.vertexCount = def.lineCount = 3;
    def.sectorCount = 1;
    def.log = NULL;
    return caromSectorMapCreate(&def, NULL);
}

TEST(the_opening_of_a_link_is_named)
{
    Told told;
    CaromWorld *world = makeTalking(&told);
    CaromSectorMap *map = makeRoom();
    CaromSectorLinkDef def = caromSectorLinkDef();
    CaromError error = CAROM_OK;
    def.opening = unfilledQuery;
    ck_assert_ptr_null(caromSectorLinkCreate(world, map, &def, &error));
    ck_assert_int_eq(error, CAROM_ERROR_DEF);
    ck_assert_str_eq(told.lines,
                     "caromSectorLinkCreate: CaromSectorLinkDef.opening does not come from "
                     "its default function\n"
                     "caromSectorLinkCreate: a def does not come from its default "
                     "function\n");
    caromSectorMapDestroy(map);
    caromWorldDestroy(world);
}

TEST(null_pointers_are_reported_before_all_other_faults)
{
    CaromWorldDef def = newWorldDef();
    Wrong wrong = {caromWorldCreate(&def, NULL), {NAN, NAN}, makeRoom()};
    ck_assert_ptr_nonnull(wrong.map);
    for (size_t k = 0; k < sizeof wrongCalls / sizeof wrongCalls[0]; k++) {
        ck_assert_msg(wrongCalls[k](&wrong) == CAROM_ERROR_NULL, "call %zu", k);
    }
    caromSectorMapDestroy(wrong.map);
    caromWorldDestroy(wrong.world);
}

// ---- which are logged

typedef struct Log {
    int count;
    CaromError last;
} Log;

static void count(void *context, CaromError error, const char *function, const char *text)
{
    Log *log = context;
    ck_assert(function != NULL && text != NULL);
    log->count++;
    log->last = error;
}

static CaromWorld *makeWorld(Log *log, bool all)
{
    CaromWorldDef def = caromWorldDef();
    def.log = count;
    def.logContext = log;
    def.logAll = all;
    return caromWorldCreate(&def, NULL);
}

TEST(each_function_and_cause_is_logged_once_unless_all_are)
{
    for (int all = 0; all < 2; all++) {
        Log log = {0, CAROM_OK};
        CaromWorld *world = makeWorld(&log, all);
        CaromHit hit;
        CaromVec2 nan = {0.0, 0.0}, way = {2.0, 0.0};
        nan.x = nan.x / nan.y;
        for (int k = 1; k <= 3; k++) {
            int before = all ? 4 * (k - 1) : k == 1 ? 0 : 4;
            (void)askThrough(world); // the first function, the first cause
            ck_assert_int_eq(log.count, all || k == 1 ? before + 1 : 4);
            (void)caromWorldCastAny(world, nan, 0, way, caromQueryOptions());       // another cause
            (void)caromWorldCastRay(world, nan, way, caromQueryOptions(), &hit, 1); // the other
            (void)caromWorldSetGravity(world, nan);                                 // an edit
            ck_assert_int_eq(log.count, all ? 4 * k : 4);
            ck_assert_int_eq(log.last, CAROM_ERROR_NOT_FINITE);
        }
        caromWorldDestroy(world);
    }
}

TEST(so_it_is_with_maps_of_sectors)
{
    static const CaromVec2 corners[] = {{0, 0}, {4, 0}, {0, 4}};
    static const CaromSectorLine lines[] = {{0, 1, 0, CAROM_NO_SECTOR, 0, NULL},
                                            {1, 2, 0, CAROM_NO_SECTOR, 0, NULL},
                                            {2, 0, 0, CAROM_NO_SECTOR, 0, NULL}};
    static const CaromSector room = {0, 3, NULL};
    for (int all = 0; all < 2; all++) {
        Log log = {0, CAROM_OK};
        CaromVec2 kept;
        CaromSectorMapDef def = caromSectorMapDef();
        def.vertices = corners;
        def.lines = lines;
        def.sectors = &room;
        def.vertexCount = def.lineCount = 3;
        def.sectorCount = 1;
        def.log = count;
        def.logContext = &log;
        def.logAll = all;
        CaromSectorMap *map = caromSectorMapCreate(&def, NULL);
        ck_assert_ptr_nonnull(map);
        for (int k = 1; k <= 3; k++) { // an arm of more than 1,000 km, and a sector there is not
            ck_assert_int_eq(
                caromSectorMapKeepArm(map, caromVec2(1, 1), 1.5e6, caromSectorQuery(), &kept),
                -CAROM_ERROR_OUT_OF_RANGE);
            ck_assert_int_eq(log.count, all ? 2 * k - 1 : k == 1 ? 1 : 2);
            ck_assert_int_ne(caromSectorMapSetHeights(map, 9, 0.0, 1.0), CAROM_OK);
            ck_assert_int_eq(log.count, all ? 2 * k : 2);
        }
        caromSectorMapDestroy(map);
    }
}

/// Also by a look into the past, which is a copy of the world.
TEST(a_copy_of_the_world_does_not_repeat_it)
{
    Log log = {0, CAROM_OK};
    CaromWorld *world = makeWorld(&log, false);
    CaromHistory *history = caromHistoryCreate(world, 4, NULL);
    ck_assert_ok(caromHistoryRecord(history));
    const CaromWorld *past = caromHistoryLook(history, 0.0, NULL);
    ck_assert_int_eq(askThrough(past), -CAROM_ERROR_DEF);
    ck_assert_int_eq(log.count, 1);
    ck_assert_int_eq(askThrough(world), -CAROM_ERROR_DEF);
    ck_assert_int_eq(askThrough(past), -CAROM_ERROR_DEF);
    ck_assert_int_eq(log.count, 1);
    caromHistoryDestroy(history);
    caromWorldDestroy(world);
}

TEST(the_table_of_what_was_heard_can_be_full)
{
    CrHeard *heard = calloc(1, sizeof *heard);
    char name[16];
    int first = 0;
    for (int again = 0; again < 2; again++) {
        for (int k = 0; k < 2 * CR_HEARD; k++) {
            (void)snprintf(name, sizeof name, "call%d", k);
            bool isFirst = crHeardFirst(heard, CAROM_ERROR_NULL, name, "text");
            ck_assert(isFirst == (again == 0 && k < CR_HEARD));
            first += isFirst;
        }
    }
    ck_assert_int_eq(first, CR_HEARD);
    free(heard);
}

// ---- what queries return

TEST(a_refused_query_returns_its_error_and_writes_nothing)
{
    Log log = {0, CAROM_OK};
    CaromWorld *world = makeWorld(&log, true);
    CaromBodyId body = makeWall(world);
    uint64_t hash = caromWorldHash(world);
    CaromHit hit;
    hit.feature = 77;
    int result = caromWorldCastRay(world, caromVec2(0, 0), caromVec2(2, 0), zeroed, &hit, 1);
    ck_assert_int_eq(caromQueryError(result), CAROM_ERROR_DEF);
    ck_assert(askThrough(world)); // as a condition: something is in the way
    ck_assert_int_eq(caromQueryError(askThrough(world)), CAROM_ERROR_DEF);
    ck_assert_int_eq(caromBodyShapes(world, body, NULL, -1), -CAROM_ERROR_COUNT);
    ck_assert_int_eq(hit.feature, 77);
    ck_assert_ok(caromWorldLastError(world));
    ck_assert_uint_eq(caromWorldHash(world), hash);
    ck_assert_int_eq(log.count, 4);
    ck_assert_ok(caromQueryError(0));
    ck_assert_ok(caromQueryError(7));
    ck_assert_ok(caromQueryError(-(int)CAROM_ERROR_COUNT_OF)); // no error is that
    ck_assert_ok(caromQueryError(INT32_MIN));
    caromWorldDestroy(world);
}

// ---- side by side

enum { ASKERS = 64 };

typedef struct Party {
    CaromWorld *world;
    int results[ASKERS];
} Party;

static void askOnce(void *context, int index)
{
    Party *party = context;
    party->results[index] = askThrough(party->world);
}

TEST(of_many_threads_one_is_heard)
{
    Log log = {0, CAROM_OK};
    Party party = {makeWorld(&log, false), {0}};
    CaromThreadPool *pool = caromThreadPoolCreate(4, NULL, NULL);
    ck_assert_ptr_nonnull(pool);
    caromThreadPoolRun(pool, askOnce, &party, ASKERS);
    for (int k = 0; k < ASKERS; k++) {
        ck_assert_int_eq(party.results[k], -CAROM_ERROR_DEF);
    }
    ck_assert_int_eq(log.count, 1);
    caromThreadPoolDestroy(pool);
    caromWorldDestroy(party.world);
}
