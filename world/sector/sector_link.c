// SPDX-License-Identifier: MIT
// A map of sectors as shapes of a world: made by the same calls that a game has, and kept up to the
// map's heights. Each line has at most two shapes: what blocks, and a sensor.
#include "../data/observer.h"
#include "../index/edit_list.h"
#include "../index/hierarchy.h"
#include "../bodies/undo.h"
#include "map.h"
#include "../bodies/shape.h"
#include "../bodies/body.h"

#define LINK_COOKIE 0x436d0003u

typedef struct LinkedLine {
    CaromShapeId wall, portal;
    uint64_t category; ///< of the wall; 0: there is none
} LinkedLine;

struct CaromSectorLink {
    CaromAllocator allocator;
    CaromWorld *world;
    const CaromSectorMap *map;
    CaromSectorLinkDef def;
    CaromBodyId body;
    LinkedLine *lines;
    int *lineOf; ///< by the index of a shape; −1: none
};

CaromSectorLinkDef caromSectorLinkDef(void)
{
    CaromSectorLinkDef def = {0};
    def.wall = caromShapeDef();
    def.portal = caromShapeDef();
    def.portals = true;
    def.blockShift = 32;
    def.opening = caromSectorQuery();
    def.cookie = LINK_COOKIE;
    return def;
}

// ---- one line

/// Whether the opening of a line with two sides is one.
static bool isOpen(const CaromSectorLink *link, int line)
{
    CaromSectorQuery opening = link->def.opening;
    opening.mask = 0;
    return crSectorLineBlocks(link->map, line, &opening) == CAROM_BLOCK_NONE;
}

/// Which things are blocked, as categories of the wall's filter.
static uint64_t categoryOf(const CaromSectorLink *link, int line)
{
    const CaromSectorEdge *edge = &link->map->lines[line];
    uint64_t all = link->def.wall.filter.category;
    uint64_t some = (uint64_t)edge->blocks << link->def.blockShift;
    if (!crSectorEdgeIsUsed(edge)) {
        return 0;
    }
    if (edge->back == CAROM_NO_SECTOR) {
        return all;
    }
    return isOpen(link, line) ? some : all | some;
}

/// Room for the owner of the next shape, so that nothing can be refused after it is made.
static bool reserveNext(CaromSectorLink *link)
{
    int next = (int)crSlotsPeek(&link->world->shapeSlots) + 1;
    int needed = next + 1 - crArrayCount(link->lineOf);
    if (needed > 0 && !crArrayGrow(link->lineOf, needed, &link->allocator)) {
        return false;
    }
    for (int i = 0; i < needed; i++) {
        crArrayPush(link->lineOf, -1);
    }
    return true;
}

static CaromError addShape(CaromSectorLink *link, int line, CaromShapeDef def, bool oneSided,
                           CaromShapeId *out)
{
    const CaromSectorEdge *edge = &link->map->lines[line];
    def.userData = edge->userData;
    if (!reserveNext(link)) {
        return CAROM_ERROR_MEMORY;
    }
    CaromShapeId shape = (oneSided ? caromShapeCreateOneSided : caromShapeCreateSegment)(
        link->world, link->body, &def, edge->a, edge->b);
    if (shape.index == 0) {
        return caromWorldLastError(link->world);
    }
    link->lineOf[shape.index] = line;
    *out = shape;
    return CAROM_OK;
}

/// The new wall comes before the old one goes: on an error the line is as it was.
static CaromError setWall(CaromSectorLink *link, int line)
{
    static const CaromShapeId none;
    LinkedLine *linked = &link->lines[line];
    uint64_t category = categoryOf(link, line);
    if (category == linked->category) {
        return CAROM_OK;
    }
    CaromShapeDef def = link->def.wall;
    def.filter.category = category;
    CaromShapeId wall = none;
    bool oneSided = link->map->lines[line].back == CAROM_NO_SECTOR;
    CaromError error = category != 0 ? addShape(link, line, def, oneSided, &wall) : CAROM_OK;
    if (error != CAROM_OK) {
        return error;
    }
    if (linked->category != 0 && caromShapeIsValid(link->world, linked->wall)) {
        caromShapeDestroy(link->world, linked->wall);
    }
    linked->wall = wall;
    linked->category = category;
    return CAROM_OK;
}

/// A closed portal has no sensor: nothing passes.
static CaromError setPortal(CaromSectorLink *link, int line)
{
    static const CaromShapeId none;
    CaromShapeId *portal = &link->lines[line].portal;
    bool hasBack = link->map->lines[line].back != CAROM_NO_SECTOR;
    bool wanted = hasBack && link->def.portals && isOpen(link, line);
    if (wanted == (portal->index != 0)) {
        return CAROM_OK;
    }
    if (wanted) {
        CaromShapeDef def = link->def.portal;
        def.sensor = true;
        return addShape(link, line, def, false, portal);
    }
    if (caromShapeIsValid(link->world, *portal)) {
        caromShapeDestroy(link->world, *portal);
    }
    *portal = none;
    return CAROM_OK;
}

static CaromError setLine(CaromSectorLink *link, int line)
{
    CaromError error = crEditsReserve(link->world); // what goes may go
    error = error != CAROM_OK ? error : setWall(link, line);
    return error != CAROM_OK ? error : setPortal(link, line);
}

// ---- all of them

static CaromError checkOpening(const CaromWorld *world, const CaromSectorMap *map,
                               const CaromSectorQuery *opening)
{
    CaromError error = crSectorCheckQuery(map, opening);
    if (error == CAROM_ERROR_DEF) {
        const char *function = "caromSectorLinkCreate";
        CrDefCheck check = {world, function, world->log, world->logContext, CAROM_OK};
        crDefCheck(&check, error, CR_UNFILLED("CaromSectorLinkDef.opening"));
    }
    return error;
}

static CaromError checkDef(const CaromWorld *world, const CaromSectorMap *map,
                           const CaromSectorLinkDef *def)
{
    if (map == NULL || def == NULL) {
        return CAROM_ERROR_NULL;
    }
    if (def->cookie != LINK_COOKIE) {
        return CAROM_ERROR_DEF;
    }
    bool inRange = def->blockShift >= 0 && def->blockShift <= 32 && !def->wall.sensor;
    return inRange ? checkOpening(world, map, &def->opening) : CAROM_ERROR_OUT_OF_RANGE;
}

/// The log for a refusal while a link is half done.
typedef struct Listener {
    CaromWorld *world;
    CaromLogFunction *log;
    void *context;
} Listener;

/// Edits from there would be undone with the link, or remove it. They are refused without a log.
static void tellLocked(void *context, CaromError error, const char *function, const char *text)
{
    const Listener *listener = context;
    CaromWorld *world = listener->world;
    if (!world->locked) {
        world->locked = true;
        listener->log(listener->context, error, function, text);
        world->locked = false;
    }
}

/// listener: what was listening, until listenAgain.
static void listenLocked(CaromWorld *world, Listener *listener)
{
    Listener before = {world, world->log, world->logContext};
    *listener = before;
    if (world->log != NULL) {
        world->log = tellLocked;
        world->logContext = listener;
    }
}

static void listenAgain(const Listener *listener)
{
    listener->world->log = listener->log;
    listener->world->logContext = listener->context;
}

static CaromError build(CaromSectorLink *link)
{
    static const LinkedLine blank;
    int count = crArrayCount(link->map->lines);
    if (!crArrayReserve(link->lines, count, &link->allocator)) {
        return CAROM_ERROR_MEMORY;
    }
    CaromBodyDef bodyDef = caromBodyDef();
    link->body = caromBodyCreate(link->world, &bodyDef);
    CaromError error = link->body.index != 0 ? CAROM_OK : caromWorldLastError(link->world);
    for (int i = 0; i < count && error == CAROM_OK; i++) {
        crArrayPush(link->lines, blank);
        error = setLine(link, i);
    }
    return error;
}

static void drop(CaromSectorLink *link)
{
    CaromAllocator allocator = link->allocator;
    crArrayFree(link->lines, &link->allocator);
    crArrayFree(link->lineOf, &link->allocator);
    crResize(&allocator, link, sizeof *link, 0);
}

static CaromError make(CaromWorld *world, const CaromSectorMap *map, const CaromSectorLinkDef *def,
                       CaromSectorLink **out)
{
    static const CaromSectorLink blank;
    CaromError error = crCheckEditable(world);
    error = error != CAROM_OK ? error : checkDef(world, map, def);
    if (error != CAROM_OK) {
        return error;
    }
    CaromSectorLink *link = crResize(&map->allocator, NULL, 0, sizeof *link);
    if (link == NULL) {
        return CAROM_ERROR_MEMORY;
    }
    *link = blank;
    link->allocator = map->allocator;
    link->world = world;
    link->map = map;
    link->def = *def;
    size_t recorded = crRecordMark(world);
    CrUndo mark = crUndoKeep(world);
    Listener listener;
    listenLocked(world, &listener);
    error = build(link);
    listenAgain(&listener);
    if (error != CAROM_OK) {
        if (link->body.index != 0) {
            crBodyTakeBack(world, link->body.index - 1);
        }
        crUndoRestore(world, &mark);
        crRecordUndo(world, recorded);
        drop(link);
        return error;
    }
    *out = link;
    return CAROM_OK;
}

CaromSectorLink *caromSectorLinkCreate(CaromWorld *world, const CaromSectorMap *map,
                                       const CaromSectorLinkDef *def, CaromError *error)
{
    CaromError ignored = CAROM_OK;
    CaromSectorLink *link = NULL;
    error = error != NULL ? error : &ignored;
    *error = crRefuse(world, make(world, map, def, &link), "caromSectorLinkCreate");
    return link;
}

CaromError caromSectorLinkDestroy(CaromSectorLink *link)
{
    if (link == NULL) {
        return CAROM_OK;
    }
    CaromError error = crCheckEditable(link->world);
    if (error != CAROM_OK) {
        return crRefuse(link->world, error, "caromSectorLinkDestroy");
    }
    if (caromBodyIsValid(link->world, link->body)) {
        error = caromBodyDestroy(link->world, link->body);
    }
    if (error == CAROM_OK) {
        drop(link);
    }
    return error;
}

static CaromError setLines(CaromSectorLink *link)
{
    CaromError error = CAROM_OK;
    Listener listener;
    listenLocked(link->world, &listener);
    for (int i = 0; i < crArrayCount(link->lines) && error == CAROM_OK; i++) {
        error = setLine(link, i);
    }
    listenAgain(&listener);
    return error;
}

CaromError caromSectorLinkSync(CaromSectorLink *link)
{
    if (link == NULL) {
        return CAROM_ERROR_NULL;
    }
    CaromError error = crCheckEditable(link->world);
    if (error == CAROM_OK && !caromBodyIsValid(link->world, link->body)) {
        error = CAROM_ERROR_STALE_ID;
    }
    error = error == CAROM_OK ? setLines(link) : error;
    return crRefuse(link->world, error, "caromSectorLinkSync");
}

// ---- what it knows

CaromBodyId caromSectorLinkBody(const CaromSectorLink *link)
{
    static const CaromBodyId none;
    return link != NULL ? link->body : none;
}

static bool isShape(CaromShapeId a, CaromShapeId b)
{
    return a.index == b.index && a.age == b.age && a.world == b.world;
}

int caromSectorLinkLine(const CaromSectorLink *link, CaromShapeId shape)
{
    if (link == NULL || shape.index >= (uint32_t)crArrayCount(link->lineOf)) {
        return -1;
    }
    int line = link->lineOf[shape.index];
    if (line < 0) {
        return -1;
    }
    const LinkedLine *linked = &link->lines[line];
    return isShape(shape, linked->wall) || isShape(shape, linked->portal) ? line : -1;
}

bool caromSectorLinkCrossing(const CaromSectorLink *link, const CaromCrossEvent *event,
                             CaromSectorCrossing *out)
{
    if (link == NULL || event == NULL || out == NULL) {
        return false;
    }
    int line = caromSectorLinkLine(link, event->shape);
    if (line < 0 || !event->entered || !isShape(event->shape, link->lines[line].portal)) {
        return false;
    }
    const CaromSectorEdge *edge = &link->map->lines[line];
    bool fromFront = crCross(crSub(edge->b, edge->a), event->velocity) > 0.0;
    *out = crSectorCrossing(link->map, line, fromFront, &link->def.opening);
    out->at = event->time;
    out->point = event->point;
    return true;
}
