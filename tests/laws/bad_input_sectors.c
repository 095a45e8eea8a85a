// SPDX-License-Identifier: MIT
// Mistakes with maps of sectors: they belong to no world, and have a log of their own.
#include "bad_input.h"

#include <stdio.h>
#include <string.h>

enum { HUGE_COUNT = 10000001 };

/// Two rooms side by side, the left one 0: walls around, a portal between.
static const CaromVec2 VERTICES[] = {{0, 0}, {4, 0}, {8, 0}, {8, 4}, {4, 4}, {0, 4}};
static const CaromSectorLine LINES[] = {
    {1, 0, 0, -1, 0, NULL}, {0, 5, 0, -1, 0, NULL}, {5, 4, 0, -1, 0, NULL}, {4, 3, 1, -1, 0, NULL},
    {3, 2, 1, -1, 0, NULL}, {2, 1, 1, -1, 0, NULL}, {1, 4, 1, 0, 4, NULL}};
static const CaromSector SECTORS[] = {{0.0, 3.0, NULL}, {1.0, 4.0, NULL}};

static void keepLog(void *context, CaromError error, const char *function, const char *text)
{
    BadLog *log = context;
    ck_assert_ptr_nonnull(text);
    log->count++;
    log->error = error;
    badTold(function, error);
    snprintf(log->function, sizeof log->function, "%s", function);
}

static CaromSectorMapDef roomsDef(BadLog *log)
{
    CaromSectorMapDef def = caromSectorMapDef();
    log->count = 0;
    def.log = keepLog;
    def.logContext = log;
    def.logAll = true;
    def.vertices = VERTICES;
    def.vertexCount = 6;
    def.lines = LINES;
    def.lineCount = 7;
    def.sectors = SECTORS;
    def.sectorCount = 2;
    return def;
}

static CaromSectorMap *rooms(BadLog *log)
{
    CaromSectorMapDef def = roomsDef(log);
    CaromSectorMap *map = caromSectorMapCreate(&def, NULL);
    ck_assert_ptr_nonnull(map);
    return map;
}

static void checkTold(BadLog *log, CaromError error, const char *call, int line)
{
    size_t length = strlen(log->function);
    ck_assert_msg(log->count == 1 && log->error == error &&
                      strncmp(call, log->function, length) == 0 && call[length] == '(',
                  "line %d: %s: told %d times, %s by %s instead of %s", line, call, log->count,
                  caromErrorName(log->error), log->function, caromErrorName(error));
    log->count = 0;
}

/// `nothing`: whether the call answered as a refused one does.
static void refused(BadLog *log, CaromError error, bool nothing, const char *call, int line)
{
    ck_assert_msg(nothing, "line %d: %s answered", line, call);
    checkTold(log, error, call, line);
}

#define EDIT(error, call) refused(log, error, (call) == (error), #call, __LINE__)
#define QUERY(error, call) refused(log, error, (call) == -(int)(error), #call, __LINE__)
#define ASK(error, nothing, call) refused(log, error, (call) == (nothing), #call, __LINE__)

/// A call's mistakes with the `map` of two rooms and its `log`.
#define ROOMS_CALL(name)                                                                           \
    static void name##OfRooms(BadGame *g, CaromSectorMap *map, BadLog *log);                       \
    void bad_##name(BadGame *g)                                                                    \
    {                                                                                              \
        BadLog log = {0};                                                                          \
        CaromSectorMap *map = rooms(&log);                                                         \
        name##OfRooms(g, map, &log);                                                               \
        caromSectorMapDestroy(map);                                                                \
    }                                                                                              \
    static void name##OfRooms(BadGame *g CK_ATTRIBUTE_UNUSED, CaromSectorMap *map,                 \
                              BadLog *log CK_ATTRIBUTE_UNUSED)

void bad_caromSectorFaultName(BadGame *g)
{
    (void)g;
    ck_assert_str_eq(caromSectorFaultName(CAROM_FAULT_VERTEX), "CAROM_FAULT_VERTEX");
    ck_assert_str_eq(caromSectorFaultName(CAROM_FAULT_COUNT), "CAROM_FAULT_?");
    ck_assert_str_eq(caromSectorFaultName((CaromSectorFault)-1), "CAROM_FAULT_?");
}

void bad_caromSectorFaultText(BadGame *g)
{
    (void)g;
    for (int fault = 0; fault < CAROM_FAULT_COUNT; fault++) {
        ck_assert_uint_gt(strlen(caromSectorFaultText((CaromSectorFault)fault)), 10);
    }
    ck_assert_ptr_nonnull(caromSectorFaultText((CaromSectorFault)-1));
}

void bad_caromSectorMapDef(BadGame *g)
{
    (void)g;
    CaromSectorMapDef def = caromSectorMapDef();
    CaromError error;
    CaromSectorMap *map = caromSectorMapCreate(&def, &error); // nothing in it
    ck_assert(map != NULL && error == CAROM_OK);
    ck_assert_int_eq(caromSectorMapLocate(map, caromVec2(0.0, 0.0)), CAROM_NO_SECTOR);
    caromSectorMapDestroy(map);
}

static void refuseMap(BadLog *log, CaromSectorMapDef def, CaromError expected, int line)
{
    CaromError error = CAROM_OK;
    ck_assert_msg(caromSectorMapCreate(&def, &error) == NULL, "line %d: made", line);
    ck_assert_msg(error == expected, "line %d: %s", line, caromErrorName(error));
    checkTold(log, expected, "caromSectorMapCreate(", line);
}

void bad_caromSectorMapCreate(BadGame *g)
{
    (void)g;
    BadLog log = {0};
    CaromError error = CAROM_OK;
    CaromSectorMapDef zeroed = {.log = NULL}, def = roomsDef(&log);
    ck_assert(caromSectorMapCreate(NULL, &error) == NULL && error == CAROM_ERROR_NULL);
    ck_assert(caromSectorMapCreate(&zeroed, &error) == NULL && error == CAROM_ERROR_DEF);
    badTold("caromSectorMapCreate", error);
    int *counts[] = {&def.vertexCount, &def.lineCount, &def.sectorCount};
    for (int i = 0; i < 3; i++) {
        int good = *counts[i];
        *counts[i] = -1;
        refuseMap(&log, def, CAROM_ERROR_COUNT, __LINE__);
        *counts[i] = HUGE_COUNT;
        refuseMap(&log, def, CAROM_ERROR_COUNT, __LINE__);
        *counts[i] = good;
    }
    def.vertices = NULL;
    refuseMap(&log, def, CAROM_ERROR_NULL, __LINE__);
    def = roomsDef(&log);
    def.lines = NULL;
    refuseMap(&log, def, CAROM_ERROR_NULL, __LINE__);
    def = roomsDef(&log);
    def.sectors = NULL;
    refuseMap(&log, def, CAROM_ERROR_NULL, __LINE__);
    def = roomsDef(&log);
    def.problemCapacity = -1;
    refuseMap(&log, def, CAROM_ERROR_COUNT, __LINE__);
    def.problemCapacity = 1;
    refuseMap(&log, def, CAROM_ERROR_NULL, __LINE__);
    def = roomsDef(&log);
    def.sectorCount = 1;
    refuseMap(&log, def, CAROM_ERROR_SECTOR_MAP, __LINE__);
}

void bad_caromSectorMapDestroy(BadGame *g)
{
    (void)g;
    caromSectorMapDestroy(NULL);
}

void bad_caromSectorMapLineCount(BadGame *g)
{
    (void)g;
    ck_assert_int_eq(caromSectorMapLineCount(NULL), 0);
}

void bad_caromSectorMapSectorCount(BadGame *g)
{
    (void)g;
    ck_assert_int_eq(caromSectorMapSectorCount(NULL), 0);
}

void bad_caromSectorMapBounds(BadGame *g)
{
    (void)g;
    CaromBox box = caromSectorMapBounds(NULL);
    ck_assert(box.min.x == 0.0 && box.max.y == 0.0);
}

static const int OUTSIDE[] = {-1, 7, INT32_MIN, INT32_MAX};
#define EACH_OUTSIDE(macro, ...)                                                                   \
    for (int i = 0; i < 4; i++) {                                                                  \
        macro(__VA_ARGS__);                                                                        \
    }

ROOMS_CALL(caromSectorMapLine)
{
    CaromSectorEdge edge;
    ck_assert_int_eq(caromSectorMapLine(NULL, 0, &edge), CAROM_ERROR_NULL);
    EACH_OUTSIDE(EDIT, CAROM_ERROR_OUT_OF_RANGE, caromSectorMapLine(map, OUTSIDE[i], &edge))
    EDIT(CAROM_ERROR_NULL, caromSectorMapLine(map, 0, NULL));
}

ROOMS_CALL(caromSectorMapSector)
{
    CaromSector sector;
    ck_assert_int_eq(caromSectorMapSector(NULL, 0, &sector), CAROM_ERROR_NULL);
    EACH_OUTSIDE(EDIT, CAROM_ERROR_OUT_OF_RANGE, caromSectorMapSector(map, OUTSIDE[i], &sector))
    EDIT(CAROM_ERROR_NULL, caromSectorMapSector(map, 0, NULL));
}

ROOMS_CALL(caromSectorMapSectorLines)
{
    int out[4];
    ck_assert_int_eq(caromSectorMapSectorLines(NULL, 0, out, 4), -CAROM_ERROR_NULL);
    EACH_OUTSIDE(QUERY, CAROM_ERROR_OUT_OF_RANGE,
                 caromSectorMapSectorLines(map, OUTSIDE[i], out, 4))
    QUERY(CAROM_ERROR_COUNT, caromSectorMapSectorLines(map, 0, out, -1));
    QUERY(CAROM_ERROR_NULL, caromSectorMapSectorLines(map, 0, NULL, 1));
    ck_assert_int_eq(caromSectorMapSectorLines(map, 0, NULL, 0), 4);
}

ROOMS_CALL(caromSectorMapNeighbors)
{
    int out[4];
    ck_assert_int_eq(caromSectorMapNeighbors(NULL, 0, out, 4), -CAROM_ERROR_NULL);
    EACH_OUTSIDE(QUERY, CAROM_ERROR_OUT_OF_RANGE, caromSectorMapNeighbors(map, OUTSIDE[i], out, 4))
    QUERY(CAROM_ERROR_COUNT, caromSectorMapNeighbors(map, 0, out, -1));
    QUERY(CAROM_ERROR_NULL, caromSectorMapNeighbors(map, 0, NULL, 1));
    ck_assert_int_eq(caromSectorMapNeighbors(map, 0, out, 1), 1);
    ck_assert_int_eq(out[0], 1);
}

ROOMS_CALL(caromSectorMapSetHeights)
{
    CaromSector sector;
    ck_assert_int_eq(caromSectorMapSetHeights(NULL, 0, 0.0, 1.0), CAROM_ERROR_NULL);
    EACH_OUTSIDE(EDIT, CAROM_ERROR_OUT_OF_RANGE,
                 caromSectorMapSetHeights(map, OUTSIDE[i], 0.0, 1.0))
    for (int i = 0; i < BAD_NUMBERS; i++) {
        EDIT(badNumbers[i].error, caromSectorMapSetHeights(map, 0, badNumbers[i].value, 1.0));
        EDIT(badNumbers[i].error, caromSectorMapSetHeights(map, 0, 0.0, badNumbers[i].value));
    }
    ck_assert_ok(caromSectorMapSector(map, 0, &sector));
    ck_assert(sector.floor == 0.0 && sector.ceiling == 3.0); // nothing changed
}

ROOMS_CALL(caromSectorMapSetBlocks)
{
    ck_assert_int_eq(caromSectorMapSetBlocks(NULL, 0, 1), CAROM_ERROR_NULL);
    EACH_OUTSIDE(EDIT, CAROM_ERROR_OUT_OF_RANGE, caromSectorMapSetBlocks(map, OUTSIDE[i], 1))
}

ROOMS_CALL(caromSectorMapLocate)
{
    ck_assert_int_eq(caromSectorMapLocate(NULL, caromVec2(1.0, 1.0)), CAROM_NO_SECTOR);
    for (int i = 0; i < BAD_NUMBERS; i++) {
        ASK(badNumbers[i].error, CAROM_NO_SECTOR,
            caromSectorMapLocate(map, caromVec2(badNumbers[i].value, 1.0)));
        ASK(badNumbers[i].error, CAROM_NO_SECTOR,
            caromSectorMapLocate(map, caromVec2(1.0, badNumbers[i].value)));
    }
    ck_assert_int_eq(caromSectorMapLocate(map, caromVec2(1.0, 1.0)), 0);
    ck_assert_int_eq(caromSectorMapLocate(map, caromVec2(1e12, 1.0)), CAROM_NO_SECTOR);
}

void bad_caromSectorQuery(BadGame *g)
{
    (void)g;
    CaromSectorQuery query = caromSectorQuery();
    ck_assert(query.mask == UINT32_MAX && query.flat && !query.through && query.z == 0.0);
    ck_assert(query.height == 0.0 && query.step == 0.0);
}

// ---- calls that take a query

typedef enum SectorAsk { BLOCKS, TRACE, ARC, NEAREST, WALLS, ARM } SectorAsk;

typedef struct Question {
    SectorAsk ask;
    int line, capacity;
    CaromVec2 at, to, more;
    double length;
    CaromSectorQuery query;
    bool noOutput;
} Question;

static const char *const CALLS[] = {"caromSectorMapLineBlocks(", "caromSectorMapTrace(",
                                    "caromSectorMapTraceArc(",   "caromSectorMapNearest(",
                                    "caromSectorMapWalls(",      "caromSectorMapKeepArm("};

/// Returns the answer; below 0 minus the error. Of caromSectorMapLineBlocks: 0 for a wall or an
/// error.
static int asks(const CaromSectorMap *map, const Question *q)
{
    CaromSectorCrossing crossings[4];
    CaromSectorNearest nearest;
    CaromVec2 place;
    int lines[4];
    CaromBox box = {q->at, q->to};
    switch (q->ask) {
    case BLOCKS:
        return caromSectorMapLineBlocks(map, q->line, q->query) != CAROM_BLOCK_WALL ? 1 : 0;
    case TRACE:
        return caromSectorMapTrace(map, q->at, q->to, q->query, q->noOutput ? NULL : crossings,
                                   q->capacity);
    case ARC:
        return caromSectorMapTraceArc(map, q->at, q->to, q->more, q->length, q->query,
                                      q->noOutput ? NULL : crossings, q->capacity);
    case NEAREST:
        return caromSectorMapNearest(map, q->at, q->length, q->query,
                                     q->noOutput ? NULL : &nearest);
    case WALLS:
        return caromSectorMapWalls(map, box, q->query, q->noOutput ? NULL : lines, q->capacity);
    default:
        return caromSectorMapKeepArm(map, q->at, q->length, q->query, q->noOutput ? NULL : &place);
    }
}

static void refuseQuestion(const CaromSectorMap *map, BadLog *log, Question q, CaromError error,
                           int line)
{
    int refusal = q.ask == BLOCKS ? 0 : -(int)error;
    ck_assert_msg(asks(map, &q) == refusal, "line %d: %s) answered", line, CALLS[q.ask]);
    checkTold(log, error, CALLS[q.ask], line);
}

static void refuseQueries(const CaromSectorMap *map, BadLog *log, Question good)
{
    static const CaromSectorQuery zeroed;
    Question q = good;
    q.query = zeroed;
    refuseQuestion(map, log, q, CAROM_ERROR_DEF, __LINE__);
    q = good;
    double *numbers[] = {&q.query.z, &q.query.height, &q.query.step};
    for (int f = 0; f < 3; f++) {
        for (int i = 0; i < BAD_NUMBERS; i++) {
            q.query = good.query;
            *numbers[f] = badNumbers[i].value;
            refuseQuestion(map, log, q, badNumbers[i].error, __LINE__);
        }
        q.query = good.query;
        *numbers[f] = -1.0;
        if (f > 0) {
            refuseQuestion(map, log, q, CAROM_ERROR_OUT_OF_RANGE, __LINE__);
        }
    }
}

static void refuseNumbers(const CaromSectorMap *map, BadLog *log, Question good, bool usesTo,
                          bool usesMore, bool usesLength)
{
    Question q = good;
    double *numbers[] = {&q.at.x,
                         &q.at.y,
                         usesTo ? &q.to.x : &q.at.x,
                         usesTo ? &q.to.y : &q.at.x,
                         usesMore ? &q.more.x : &q.at.x,
                         usesMore ? &q.more.y : &q.at.x,
                         usesLength ? &q.length : &q.at.x};
    for (int f = 0; f < 7; f++) {
        for (int i = 0; i < BAD_NUMBERS; i++) {
            q = good;
            if (good.ask == NEAREST && numbers[f] == &q.length &&
                !badIsNoRange(badNumbers[i].value)) {
                continue;
            }
            *numbers[f] = badNumbers[i].value;
            refuseQuestion(map, log, q, badNumbers[i].error, __LINE__);
        }
    }
    q = good;
    q.length = -1.0;
    if (usesLength) {
        refuseQuestion(map, log, q, CAROM_ERROR_OUT_OF_RANGE, __LINE__);
    }
}

static void refuseAsk(SectorAsk ask)
{
    BadLog log = {0};
    CaromSectorMap *map = rooms(&log);
    bool usesTo = ask == TRACE || ask == ARC || ask == WALLS, lists = usesTo;
    bool usesLength = ask == ARC || ask == NEAREST || ask == ARM;
    Question good = {ask, 6, 4, {1.0, 1.0}, {5.0, 2.0}, {0.0, 1.0}, 1.0, caromSectorQuery(), false};
    good.query.mask = ask == BLOCKS ? 0 : UINT32_MAX;
    ck_assert_int_gt(asks(map, &good), 0);
    ck_assert_int_eq(asks(NULL, &good), ask == BLOCKS ? 0 : -(int)CAROM_ERROR_NULL);
    refuseQueries(map, &log, good);
    if (ask != BLOCKS) {
        refuseNumbers(map, &log, good, usesTo, ask == ARC, usesLength);
    }
    Question q = good;
    q.capacity = -1;
    if (lists) {
        refuseQuestion(map, &log, q, CAROM_ERROR_COUNT, __LINE__);
    }
    q = good;
    q.noOutput = true;
    if (ask != BLOCKS) {
        refuseQuestion(map, &log, q, CAROM_ERROR_NULL, __LINE__);
    }
    caromSectorMapDestroy(map);
}

ROOMS_CALL(caromSectorMapLineBlocks)
{
    refuseAsk(BLOCKS);
    EACH_OUTSIDE(ASK, CAROM_ERROR_OUT_OF_RANGE, CAROM_BLOCK_WALL,
                 caromSectorMapLineBlocks(map, OUTSIDE[i], caromSectorQuery()))
}

void bad_caromSectorMapTrace(BadGame *g)
{
    (void)g;
    refuseAsk(TRACE);
}

ROOMS_CALL(caromSectorMapTraceArc)
{
    refuseAsk(ARC);
    CaromVec2 fast = {1e12, 0.0}, still = {0.0, 0.0};
    QUERY(CAROM_ERROR_OUT_OF_RANGE,
          caromSectorMapTraceArc(map, still, fast, still, 2.0, caromSectorQuery(), NULL, 0));
}

void bad_caromSectorMapNearest(BadGame *g)
{
    (void)g;
    refuseAsk(NEAREST);
}

ROOMS_CALL(caromSectorMapWalls)
{
    refuseAsk(WALLS);
    CaromBox turned = {{1.0, 1.0}, {0.0, 2.0}};
    QUERY(CAROM_ERROR_OUT_OF_RANGE, caromSectorMapWalls(map, turned, caromSectorQuery(), NULL, 0));
}

void bad_caromSectorMapKeepArm(BadGame *g)
{
    (void)g;
    refuseAsk(ARM);
}

// ---- links to a world

void bad_caromSectorLinkDef(BadGame *g)
{
    (void)g;
    CaromSectorLinkDef def = caromSectorLinkDef();
    ck_assert(def.portals && def.blockShift == 32 && !def.wall.sensor);
}

static void refuseLink(BadGame *g, const CaromSectorMap *map, const CaromSectorLinkDef *def,
                       CaromError expected, int line)
{
    CaromError error = CAROM_OK;
    badBegin(g, "caromSectorLinkCreate(");
    ck_assert(caromSectorLinkCreate(g->world, map, def, &error) == NULL);
    badEndEdit(g, expected, error, line);
}

ROOMS_CALL(caromSectorLinkCreate)
{
    CaromSectorLinkDef def = caromSectorLinkDef(), zeroed = {.portals = true};
    BAD_NO_WORLD(caromSectorLinkCreate(NULL, map, &def, NULL) == NULL);
    refuseLink(g, NULL, &def, CAROM_ERROR_NULL, __LINE__);
    refuseLink(g, map, NULL, CAROM_ERROR_NULL, __LINE__);
    refuseLink(g, map, &zeroed, CAROM_ERROR_DEF, __LINE__);
    for (int shift = -1; shift <= 33; shift += 34) {
        def.blockShift = shift;
        refuseLink(g, map, &def, CAROM_ERROR_OUT_OF_RANGE, __LINE__);
    }
    def = caromSectorLinkDef();
    def.wall.sensor = true;
    refuseLink(g, map, &def, CAROM_ERROR_OUT_OF_RANGE, __LINE__);
    def = caromSectorLinkDef();
    def.opening.z = NAN;
    refuseLink(g, map, &def, CAROM_ERROR_NOT_FINITE, __LINE__);
    def = caromSectorLinkDef();
    def.opening.cookie = 0;
    refuseLink(g, map, &def, CAROM_ERROR_DEF, __LINE__);
    def = caromSectorLinkDef();
    if (g->inside) {
        refuseLink(g, map, &def, CAROM_ERROR_BUSY, __LINE__);
    }
}

/// Makes a link of the other world, which no callback locks; queries of links work the same there.
static CaromSectorLink *otherLink(BadGame *g, const CaromSectorMap *map)
{
    CaromSectorLinkDef def = caromSectorLinkDef();
    CaromSectorLink *link = caromSectorLinkCreate(g->other, map, &def, NULL);
    ck_assert_ptr_nonnull(link);
    return link;
}

void bad_caromSectorLinkDestroy(BadGame *g)
{
    (void)g;
    ck_assert_ok(caromSectorLinkDestroy(NULL));
}

ROOMS_CALL(caromSectorLinkSync)
{
    CaromSectorLink *link = otherLink(g, map);
    ck_assert_int_eq(caromSectorLinkSync(NULL), CAROM_ERROR_NULL);
    ck_assert_ok(caromBodyDestroy(g->other, caromSectorLinkBody(link)));
    ck_assert_int_eq(caromSectorLinkSync(link), CAROM_ERROR_STALE_ID);
    ck_assert_int_eq(caromWorldLastError(g->other), CAROM_ERROR_STALE_ID);
    ck_assert_ok(caromSectorLinkDestroy(link));
}

void bad_caromSectorLinkBody(BadGame *g)
{
    (void)g;
    ck_assert_uint_eq(caromSectorLinkBody(NULL).index, 0);
}

ROOMS_CALL(caromSectorLinkLine)
{
    CaromSectorLink *link = otherLink(g, map);
    ck_assert_int_eq(caromSectorLinkLine(NULL, g->shape), -1);
    for (int i = 0; i < BAD_IDS; i++) {
        ck_assert_int_eq(caromSectorLinkLine(link, g->shapes[i]), -1);
    }
    ck_assert_int_eq(caromSectorLinkLine(link, g->shape), -1);
    caromSectorLinkDestroy(link);
}

ROOMS_CALL(caromSectorLinkCrossing)
{
    CaromSectorLink *link = otherLink(g, map);
    CaromCrossEvent event = {.shape = g->shape, .entered = true};
    CaromSectorCrossing crossing;
    ck_assert(!caromSectorLinkCrossing(NULL, &event, &crossing));
    ck_assert(!caromSectorLinkCrossing(link, NULL, &crossing));
    ck_assert(!caromSectorLinkCrossing(link, &event, NULL));
    ck_assert(!caromSectorLinkCrossing(link, &event, &crossing));
    caromSectorLinkDestroy(link);
}
