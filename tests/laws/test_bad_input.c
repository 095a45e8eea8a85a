// SPDX-License-Identifier: MIT
// Law 9: every mistake is refused with its error, reported to the log under the function's name,
// and changes nothing. From inside of a callback every edit is a mistake.
#include "../support/builder.h"
#include "bad_input.h"

#include "../../world/data/refuse.h"
#include "../../world/data/world.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const BadNumber badNumbers[BAD_NUMBERS] = {
    {NAN, CAROM_ERROR_NOT_FINITE},       {INFINITY, CAROM_ERROR_NOT_FINITE},
    {-INFINITY, CAROM_ERROR_NOT_FINITE}, {1e13, CAROM_ERROR_OUT_OF_RANGE},
    {-1e13, CAROM_ERROR_OUT_OF_RANGE},   {1e300, CAROM_ERROR_OUT_OF_RANGE},
    {-1e300, CAROM_ERROR_OUT_OF_RANGE},
};

typedef enum Kind { FREE, EDIT, ASK } Kind;
typedef struct Entry {
    Kind kind;
    const char *name;
    void (*run)(BadGame *g);
} Entry;

#define CAROM_CALL(kind, name) {kind, #name, bad_##name},
static const Entry entries[] = {
#include "../support/bad_input_list.h"
};
#undef CAROM_CALL

enum { ENTRIES = sizeof entries / sizeof entries[0] };

/// By name; -1: none.
static int entryOf(const char *name)
{
    int i = 0;
    while (i < ENTRIES && strcmp(entries[i].name, name) != 0) {
        i++;
    }
    return i < ENTRIES ? i : -1;
}

// ---- a game that makes mistakes

/// What each function was refused with, so far.
static bool told[ENTRIES][CAROM_ERROR_COUNT_OF];

void badTold(const char *function, CaromError error)
{
    if (entryOf(function) >= 0) {
        told[entryOf(function)][error] = true;
    }
}

/// The lines that a log got and must get only once each.
static struct {
    bool on;
    int count;
    char lines[CR_HEARD][128];
} heard;

static void hearOnce(CaromError error, const char *function, const char *text)
{
    char line[128];
    snprintf(line, sizeof line, "%d %s %s", (int)error, function, text);
    for (int i = 0; i < heard.count; i++) {
        ck_assert_msg(strcmp(heard.lines[i], line) != 0, "told twice: %s", line);
    }
    ck_assert_int_lt(heard.count, CR_HEARD);
    snprintf(heard.lines[heard.count++], sizeof line, "%s", line);
}

static void keepLog(void *context, CaromError error, const char *function, const char *text)
{
    BadLog *log = context;
    if (heard.on) {
        hearOnce(error, function, text);
    }
    badTold(function, error);
    log->count++;
    log->error = error;
    snprintf(log->function, sizeof log->function, "%s", function);
    size_t used = strlen(log->texts);
    snprintf(log->texts + used, sizeof log->texts - used, "%s\n", text);
}

static CaromHitAction makeMistakes(void *context, const CaromWorld *world, const CaromHitEvent *hit)
{
    BadGame *g = context;
    ck_assert_ptr_eq(world, g->world);
    ck_assert(caromWorldTime(world) == hit->time);
    g->inside = true;
    g->run(g);
    g->inside = false;
    return CAROM_HIT_DIE;
}

static void makeIds(BadGame *g)
{
    CaromProjectileDef shot = newShot(caromVec2(90.0, 90.0), caromVec2(0, 0));
    g->bodies[1] = newRest(g->world);
    g->shapes[1] = newCircle(g->world, g->bodies[1], caromVec2(0.0, 0.0), 1.0);
    g->projectiles[1] = caromProjectileFire(g->world, &shot);
    caromBodyDestroy(g->world, g->bodies[1]);
    caromProjectileDestroy(g->world, g->projectiles[1]);
    CaromBodyId never = {999, 1, g->bodies[1].world};
    g->bodies[2] = never;
    memcpy(&g->shapes[2], &never, sizeof never);
    memcpy(&g->projectiles[2], &never, sizeof never);
    g->bodies[3] = newRest(g->other);
    g->shapes[3] = newCircle(g->other, g->bodies[3], caromVec2(0.0, 0.0), 1.0);
    g->projectiles[3] = caromProjectileFire(g->other, &shot);
}

/// At time 0.25: a body with all kinds of shapes around the origin, a moving one, a few
/// projectiles.
static BadGame *makeGame(void)
{
    BadGame *g = calloc(1, sizeof *g);
    CaromWorldDef def = caromWorldDef();
    def.log = keepLog;
    def.logContext = &g->log;
    def.logAll = true;
    def.tag = 1;
    g->world = caromWorldCreate(&def, NULL);
    def.tag = 2;
    g->other = caromWorldCreate(&def, NULL);
    CaromBodyDef bodyDef = caromBodyDef();
    makeIds(g);
    g->body = caromBodyCreate(g->world, &bodyDef);
    bodyDef.type = CAROM_BODY_KINEMATIC;
    bodyDef.velocity = caromVec2(0.5, 0.0);
    g->mover = caromBodyCreate(g->world, &bodyDef);
    CaromBodyDef crateDef = caromBodyDef();
    crateDef.type = CAROM_BODY_DYNAMIC;
    crateDef.position = caromVec2(-60.0, 60.0);
    g->crate = caromBodyCreate(g->world, &crateDef);
    newBox(g->world, g->crate, caromVec2(0.0, 0.0), caromVec2(1.0, 1.0));
    g->shape = newBox(g->world, g->body, caromVec2(0.0, 0.0), caromVec2(1.0, 1.0));
    newSegment(g->world, g->body, caromVec2(-5.0, 0.0), caromVec2(5.0, 0.0));
    newCircle(g->world, g->mover, caromVec2(0.0, 9.0), 1.0);
    newBox(g->world, g->mover, caromVec2(0.0, -9.0), caromVec2(1.0, 2.0));
    CaromProjectileDef shot = newShot(caromVec2(20.0, 20.0), caromVec2(1.0, 1.0));
    g->projectile = caromProjectileFire(g->world, &shot);
    CaromMoverDef moverDef = caromMoverDef();
    ck_assert_ok(caromMoverInit(g->world, &g->person, &moverDef));
    shot.time = 50.0;
    caromProjectileFire(g->world, &shot);
    ck_assert_int_eq(caromWorldStepTo(g->world, 0.25), CAROM_STEP_OK);
    return g;
}

static void freeGame(BadGame *g)
{
    ck_assert(caromWorldValidate(g->world));
    ck_assert_ok(caromWorldDestroy(g->world));
    caromWorldDestroy(g->other);
    free(g);
}

// ---- one mistake

void badBegin(BadGame *g, const char *call)
{
    g->call = call;
    g->log.count = 0;
    g->log.texts[0] = '\0';
    g->hash = caromWorldHash(g->world);
    g->lastError = caromWorldLastError(g->world);
    g->cases++;
}

static void checkLog(BadGame *g, CaromError expected, int line)
{
    size_t length = strlen(g->log.function);
    if (heard.on) {
        return;
    }
    ck_assert_msg(g->log.count > 0 && g->log.error == expected,
                  "line %d: %s told the log %s instead of %s", line, g->call,
                  g->log.count > 0 ? caromErrorName(g->log.error) : "nothing",
                  caromErrorName(expected));
    const char *name = strstr(g->call, g->log.function);
    ck_assert_msg(name != NULL && !isalnum((unsigned char)name[length]),
                  "line %d: %s called itself %s", line, g->call, g->log.function);
    ck_assert_msg(caromWorldHash(g->world) == g->hash, "line %d: %s changed the world", line,
                  g->call);
    ck_assert_msg(caromWorldValidate(g->world), "line %d: %s broke the world", line, g->call);
}

void badEndEdit(BadGame *g, CaromError expected, CaromError got, int line)
{
    expected = g->inside ? CAROM_ERROR_BUSY : expected;
    g->busy += g->inside;
    ck_assert_msg(got == expected, "line %d: %s gave %s instead of %s", line, g->call,
                  caromErrorName(got), caromErrorName(expected));
    ck_assert_int_eq(caromWorldLastError(g->world), expected);
    checkLog(g, expected, line);
}

void badEndMake(BadGame *g, CaromError expected, bool isNull, int line)
{
    badEndEdit(g, expected, isNull ? caromWorldLastError(g->world) : CAROM_OK, line);
}

void badEndAsk(BadGame *g, CaromError expected, bool isNothing, int line)
{
    ck_assert_msg(isNothing, "line %d: %s answered", line, g->call);
    ck_assert_int_eq(caromWorldLastError(g->world), g->lastError); // queries write nothing
    checkLog(g, expected, line);
}

BadOptions badOptions(const BadGame *g, int i)
{
    static const CaromQueryOptions zeroed;
    BadOptions bad = {caromQueryOptions(), CAROM_ERROR_ENUM};
    CaromQueryOptions *options = &bad.options;
    switch (i) {
    case 0:
        *options = zeroed;
        bad.error = CAROM_ERROR_DEF;
        break;
    case 1:
        options->inside = (CaromInside)-1;
        break;
    case 2:
        options->inside = (CaromInside)3;
        break;
    case 3:
        options->sensors = CAROM_SENSORS_COUNT;
        break;
    case 4:
        options->ignoreCount = -1;
        bad.error = CAROM_ERROR_COUNT;
        break;
    case 5:
        options->ignoreCount = 1;
        bad.error = CAROM_ERROR_NULL;
        break;
    default: // never given, and another world's
        options->ignoreBody = g->bodies[i - 4];
        bad.error = badIdError(i - 4);
    }
    return bad;
}

// ---- tests

TEST_LOOP(mistakes_between_steps, ENTRIES)
{
    BadGame *g = makeGame();
    entries[_i].run(g);
    ck_assert_msg(entries[_i].kind == FREE || g->noWorlds > 0, "%s: null world not tried",
                  entries[_i].name);
    freeGame(g);
}

static void makeMistakesInside(BadGame *g, const Entry *entry)
{
    g->run = entry->run;
    caromWorldSetHitCallback(g->world, makeMistakes, g);
    CaromProjectileDef shot = newShot(caromVec2(3.0, 4.0), caromVec2(0.0, -10.0));
    shot.onHit = CAROM_HIT_ASK;
    caromProjectileFire(g->world, &shot);
    ck_assert_int_eq(caromWorldStepTo(g->world, 1.0), CAROM_STEP_OK);
    ck_assert_int_eq(caromWorldEvents(g->world).hitCount, 1);
    ck_assert_msg(entry->kind != EDIT || g->busy > 0, "%s: not tried while busy", entry->name);
}

TEST_LOOP(mistakes_from_inside_of_a_callback, ENTRIES)
{
    BadGame *g = makeGame();
    makeMistakesInside(g, &entries[_i]);
    freeGame(g);
}

static bool makeMistakesOnce(void *context, const CaromWorld *world, CaromShapeId shape)
{
    BadGame *g = context;
    ck_assert(caromShapeIsValid(world, shape));
    if (g->busy == 0) {
        g->inside = true;
        g->run(g);
        g->inside = false;
    }
    return true;
}

/// Every mistake again, and then once more, in one world each: a line for each function and cause.
TEST_LOOP(each_refusal_is_heard_once, ENTRIES)
{
    BadGame *g = makeGame();
    memset(told, 0, sizeof told);
    entries[_i].run(g);
    freeGame(g);
    bool all[CAROM_ERROR_COUNT_OF];
    memcpy(all, told[_i], sizeof all);
    g = makeGame();
    g->world->logAll = false;
    memset(told, 0, sizeof told);
    heard.count = 0;
    heard.on = entries[_i].kind != FREE; // others have no world, and no log but their own
    entries[_i].run(g);
    int once = heard.count;
    entries[_i].run(g);
    heard.on = false;
    ck_assert_int_eq(heard.count, once);
    ck_assert_int_eq(memcmp(all, told[_i], sizeof all), 0); // and none is missing
    freeGame(g);
}

/// Queries write nothing, and so lock nothing; an edit took away what they were reading.
TEST_LOOP(mistakes_from_inside_of_a_predicate, ENTRIES)
{
    BadGame *g = makeGame();
    CaromQueryOptions options = caromQueryOptions();
    CaromHit hits[8];
    options.predicate = makeMistakesOnce;
    options.predicateContext = g;
    g->run = entries[_i].run;
    if (entries[_i].kind == EDIT) {
        ck_assert_int_eq(caromWorldCastRay(g->world, caromVec2(-9.0, 0.5), caromVec2(18.0, 0.0),
                                           options, hits, 8),
                         1);
        ck_assert_int_gt(g->busy, 0);
    }
    freeGame(g); // and is refused no more
}

static void makeMistakesAmid(void *context, const CaromVec2 *points, int count,
                             CaromTransform placement, CaromShapeId shape)
{
    BadGame *g = context;
    (void)points, (void)count, (void)placement;
    (void)makeMistakesOnce(g, g->world, shape);
}

TEST_LOOP(mistakes_from_inside_of_a_drawing, ENTRIES)
{
    BadGame *g = makeGame();
    CaromDebugDraw draw = {0};
    draw.context = g;
    draw.polygon = makeMistakesAmid;
    g->run = entries[_i].run;
    if (entries[_i].kind == EDIT) {
        ck_assert_ok(caromWorldDraw(g->world, &draw));
        ck_assert_int_gt(g->busy, 0);
    }
    freeGame(g);
}

/// A file of the project, by its way from here.
static FILE *openBeside(const char *way)
{
    char path[1024];
    snprintf(path, sizeof path, "%s", __FILE__);
    char *name = strstr(path, "test_bad_input.c");
    ck_assert_ptr_nonnull(name);
    snprintf(name, sizeof path - (size_t)(name - path), "%s", way);
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "can't read %s", path);
    return file;
}

/// How many functions a header declares; each is in the list.
static int declaredIn(const char *header)
{
    char line[512];
    int declared = 0;
    FILE *file = openBeside(header);
    while (fgets(line, sizeof line, file)) {
        char *call = strstr(line, "CAROM_API ") == line ? strchr(line, '(') : NULL;
        if (!call) {
            continue;
        }
        *call = '\0';
        while (call > line && (isalnum((unsigned char)call[-1]) || call[-1] == '_')) {
            call--;
        }
        ck_assert_msg(entryOf(call) >= 0, "%s is not in bad_input_list.h", call);
        declared++;
    }
    fclose(file);
    return declared;
}

/// Every name that follows CAROM_API in a header is in the list, and the other way round.
TEST(the_list_is_the_header)
{
    static const char *const headers[] = {
        "bodies.h",  "body_shapes.h", "draw.h",         "events.h",   "ids.h",
        "lights.h",  "materials.h",   "movers.h",       "previews.h", "projectiles.h",
        "queries.h", "recording.h",   "rigid_bodies.h", "saving.h",   "sectors.h",
        "steps.h",   "worlds.h"};
    int declared = 0;
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++) {
        char way[64];
        snprintf(way, sizeof way, "../../world/api/%s", headers[i]);
        declared += declaredIn(way);
    }
    ck_assert_int_eq(declared, ENTRIES);
}

// ---- the table of docs/errors.md

static CaromError errorNamed(const char *name)
{
    CaromError error = CAROM_ERROR_NULL;
    while (error < CAROM_ERROR_COUNT_OF &&
           strcmp(caromErrorName(error) + strlen("CAROM_ERROR_"), name) != 0) {
        error = (CaromError)(error + 1);
    }
    return error;
}

/// A row "| `function` | NAME, NAME |" into `documented`; other lines are none.
static void readRow(char *line, bool documented[ENTRIES][CAROM_ERROR_COUNT_OF])
{
    char *name = strstr(line, "| `carom") == line ? line + 3 : NULL;
    char *end = name != NULL ? strstr(name, "` | ") : NULL;
    if (end == NULL) {
        return;
    }
    *end = '\0';
    int entry = entryOf(name);
    ck_assert_msg(entry >= 0, "%s is no function", name);
    for (char *word = strtok(end + 4, ", |\n"); word != NULL; word = strtok(NULL, ", |\n")) {
        CaromError error = errorNamed(word);
        ck_assert_msg(error < CAROM_ERROR_COUNT_OF, "%s: %s is no error", name, word);
        ck_assert_msg(!documented[entry][error], "%s: %s twice", name, word);
        documented[entry][error] = true;
    }
}

/// What takes more than one wrong call.
static const struct {
    const char *suite, *function;
    CaromError error;
} elsewhere[] = {
    {"family", "caromBodySetTransform", CAROM_ERROR_MOTION},
    {"family", "caromBodySetAngularVelocity", CAROM_ERROR_MOTION},
    {"family", "caromBodySetVelocity", CAROM_ERROR_MOTION},
    {"history", "caromHistoryRecord", CAROM_ERROR_BUSY},
    {"history", "caromHistoryLook", CAROM_ERROR_BUSY},
    {"history", "caromHistoryLook", CAROM_ERROR_NOT_FINITE},
    {"history", "caromHistoryLook", CAROM_ERROR_TIME},
    {"history", "caromHistoryLook", CAROM_ERROR_STALE_STATE},
    {"moverBodies", "caromMoverInit", CAROM_ERROR_MOTION},
    {"moverBodies", "caromMoverMove", CAROM_ERROR_MOTION},
    {"recording", "caromRecorderDestroy", CAROM_ERROR_BUSY},
    {"recording", "caromRecorderEnd", CAROM_ERROR_BUSY},
    {"recording", "caromReplayNext", CAROM_ERROR_BUSY},
    {"recordingRefused", "caromReplayLimit", CAROM_ERROR_NOT_FINITE},
    {"recordingRefused", "caromReplayLimit", CAROM_ERROR_OUT_OF_RANGE},
    {"recordingRefused", "caromReplayNext", CAROM_ERROR_REPLAY_LIMIT},
    {"recordingRefused", "caromRecorderCreate", CAROM_ERROR_RECORDING},
    {"recordingRefused", "caromRecorderCreate", CAROM_ERROR_WRITE},
    {"recordingRefused", "caromRecorderEnd", CAROM_ERROR_WRITE},
    {"recordingRefused", "caromRecorderError", CAROM_ERROR_WRITE},
    {"recordingRefused", "caromRecordingCompare", CAROM_ERROR_VERSION},
    {"recordingRefused", "caromReplayCreate", CAROM_ERROR_VERSION},
    {"refused", "caromLightCast", CAROM_ERROR_BUSY},
    {"refused", "caromLightExposeDisc", CAROM_ERROR_BUSY},
    {"refused", "caromLightExposeSegment", CAROM_ERROR_BUSY},
    {"sectorLink", "caromSectorLinkDestroy", CAROM_ERROR_BUSY},
    {"sectorLink", "caromSectorLinkSync", CAROM_ERROR_BUSY},
    {"snapshotRefused", "caromWorldRestore", CAROM_ERROR_VERSION},
    {"state", "caromWorldRestoreState", CAROM_ERROR_STALE_STATE},
};

/// Whether other suites show it, or it belongs to no single function. A null world has no log;
/// suite `memory` refuses memory; suite `ids` fills tables; all functions check the rounding mode
/// first.
static bool isShownElsewhere(int entry, CaromError error)
{
    bool found = error == CAROM_ERROR_NULL || error == CAROM_ERROR_MEMORY ||
                 error == CAROM_ERROR_FULL || error == CAROM_ERROR_ROUNDING;
    for (size_t i = 0; i < sizeof elsewhere / sizeof elsewhere[0]; i++) {
        found |=
            elsewhere[i].error == error && strcmp(elsewhere[i].function, entries[entry].name) == 0;
    }
    return found;
}

TEST(all_errors_are_documented)
{
    static bool documented[ENTRIES][CAROM_ERROR_COUNT_OF];
    char line[512];
    FILE *file = openBeside("../../docs/errors.md");
    while (fgets(line, sizeof line, file)) {
        readRow(line, documented);
    }
    fclose(file);
    for (int i = 0; i < ENTRIES; i++) {
        BadGame *g = makeGame();
        entries[i].run(g);
        makeMistakesInside(g, &entries[i]);
        freeGame(g);
    }
    for (int i = 0; i < ENTRIES; i++) {
        for (int k = CAROM_ERROR_NULL; k < CAROM_ERROR_COUNT_OF; k++) {
            ck_assert_msg(documented[i][k] || !told[i][k], "%s gave %s, which docs/errors.md lacks",
                          entries[i].name, caromErrorName((CaromError)k));
            ck_assert_msg(told[i][k] || !documented[i][k] || isShownElsewhere(i, (CaromError)k),
                          "%s: no %s, which docs/errors.md has", entries[i].name,
                          caromErrorName((CaromError)k));
        }
    }
}

static void expectFields(BadGame *g, const char *const *fields)
{
    for (; *fields; fields++) {
        ck_assert_msg(strstr(g->log.texts, *fields) != NULL, "not told: %s", *fields);
    }
}

TEST(all_broken_fields_are_told)
{
    static const char *const bodyFields[] = {".type",     ".position",        ".angle:", ".scale",
                                             ".velocity", ".angularVelocity", NULL};
    static const char *const shapeFields[] = {".restitution", ".friction", NULL};
    static const char *const shotFields[] = {
        ".position",     ".velocity", ".time",        ".radius",     ".gravityScale",
        ".acceleration", ".mass",     ".restitution", ".friction",   ".lifetime",
        ".bounces",      ".restTime", ".onHit",       ".ignoreBody", NULL};
    BadGame *g = makeGame();
    CaromBodyDef body = caromBodyDef();
    body.type = (CaromBodyType)7;
    body.position.y = body.angle = body.velocity.x = NAN;
    body.scale.x = 0.0;
    body.angularVelocity = 1e5;
    BAD_MAKE(CAROM_ERROR_ENUM, caromBodyCreate(g->world, &body));
    expectFields(g, bodyFields);
    CaromShapeDef shape = caromShapeDef();
    shape.restitution = shape.friction = -1.0;
    BAD_MAKE(CAROM_ERROR_OUT_OF_RANGE,
             caromShapeCreateCircle(g->world, g->body, &shape, caromVec2(0.0, 0.0), 1.0));
    expectFields(g, shapeFields);
    CaromProjectileDef shot = caromProjectileDef();
    shot.position.x = shot.velocity.y = shot.acceleration.x = shot.gravityScale = INFINITY;
    shot.time = 0.0;
    shot.radius = shot.mass = shot.restitution = shot.friction = shot.lifetime = shot.restTime =
        -1.0;
    shot.bounces = -1;
    shot.onHit = CAROM_HIT_COUNT;
    shot.ignoreBody = g->bodies[1];
    BAD_MAKE(CAROM_ERROR_NOT_FINITE, caromProjectileFire(g->world, &shot));
    expectFields(g, shotFields);
    freeGame(g);
}
