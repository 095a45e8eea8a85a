// SPDX-License-Identifier: MIT
#include "firefight_crates.h"

#include <stdio.h>
#include <stdlib.h>

#define HALF 0.45     // [m] of a crate
#define BARREL_X 0.34 // [m] half of a barrel
#define BARREL_Y 0.45
#define MOST_COLUMNS 9 // on one floor
#define GROUP 4        // columns, of which the last is left out
#define MOST_ROWS 5
#define GAP 0.01             // [m] between columns
#define SHOULDER 0.12        // [m] kept from walls
#define KEPT_FREE 1.5        // [m] around the middle of a stack's parts: no shooter stands there
#define FUSE 0.15            // [s] from what lights a barrel to its blast
#define FUSE_SPREAD 0.04     // [s] more for each of some barrels, so that they go off one by one
#define CRACK 0.06           // [s] from a strong blast to the crate's end
#define STRONG 130.0         // [N·s] of a blast that breaks a crate
#define BARREL_RADIUS 4.5    // [m] of its blast
#define BARREL_IMPULSE 420.0 // [N·s]
#define FASTEST 8.0          // [m/s] of any body
#define BOARDS 3             // of a crate
#define BURST 5.0            // [m/s] with which pieces part
#define STROBE 0.1           // [s] between two outlines
#define STIRRED 0.6          // [m/s] slower bodies leave no outline

// ---- the list

static bool grow(void **array, int *capacity, int count, size_t size)
{
    if (count < *capacity)
        return true;
    int room = *capacity ? 2 * *capacity : 64;
    void *larger = realloc(*array, (size_t)room * size);
    if (!larger)
        return false;
    *array = larger;
    *capacity = room;
    return true;
}

void cratesFree(Crates *crates)
{
    free(crates->crates);
    free(crates->ghosts);
    free(crates->blasts);
}

/// [kg/m²]
static double densityOf(CrateKind kind)
{
    return kind == CRATE_BARREL || kind == CRATE_SCRAP ? 40.0 : 25.0;
}

/// `rotation` is given to the bit, without an angle.
static bool add(Crates *crates, CaromWorld *world, CrateKind kind, CaromVec2 half,
                const CaromBodyDef *def, CaromRotation rotation)
{
    CaromShapeDef shape = caromShapeDef();
    void *list = crates->crates;
    if (!grow(&list, &crates->capacity, crates->count, sizeof *crates->crates))
        return false;
    crates->crates = list;
    Crate *crate = &crates->crates[crates->count];
    *crate = (Crate){caromBodyCreate(world, def), kind, half, CAROM_FOREVER, false};
    CaromTransform at = caromBodyTransform(world, crate->body);
    at.rotation = rotation;
    if (caromBodySetTransform(world, crate->body, at) != CAROM_OK)
        return false;
    shape.density = densityOf(kind);
    shape.bodyFriction = 0.5;
    shape.bodyRestitution = kind == CRATE_WOOD || kind == CRATE_BARREL ? 0.1 : 0.3;
    shape.restitution = 0.5;
    shape.friction = 0.3;
    if (caromShapeCreateBox(world, crate->body, &shape, caromVec2(0.0, 0.0), half).index == 0)
        return false;
    crates->count++;
    return true;
}

static CaromBodyDef bodyDef(CaromVec2 at)
{
    CaromBodyDef def = caromBodyDef();
    def.type = CAROM_BODY_DYNAMIC;
    def.position = at;
    def.maxSpeed = FASTEST;
    return def;
}

// ---- stacks

typedef struct Place {
    CaromWorld *world;
    const CaromVec2 *spots;
    int spotCount;
} Place;

static bool isFree(const Place *place, CaromVec2 at, CaromVec2 half)
{
    CaromVec2 room = caromVec2(half.x + SHOULDER, half.y - SHOULDER);
    CaromBox box = {caromVec2Sub(at, room), caromVec2Add(at, caromVec2(room.x, half.y + SHOULDER))};
    for (int i = 0; i < place->spotCount; i++)
        if (caromVec2Distance(at, place->spots[i]) < KEPT_FREE)
            return false;
    return caromWorldOverlapBox(place->world, box, caromQueryOptions(), NULL, 0) == 0;
}

static bool addOne(Crates *crates, const Place *place, CrateKind kind, CaromVec2 at)
{
    CaromBodyDef def = bodyDef(at);
    CaromVec2 half = kind == CRATE_BARREL ? caromVec2(BARREL_X, BARREL_Y) : caromVec2(HALF, HALF);
    return add(crates, place->world, kind, half, &def, caromRotation(0.0));
}

/// A column on a floor, crates below and a barrel on top of most. False: refused.
static bool addColumn(Crates *crates, const Place *place, CaromVec2 foot, int rows, bool drum)
{
    for (int row = 0; row < rows && crates->count < crates->wanted; row++) {
        CaromVec2 at = {foot.x, foot.y + HALF * (2 * row + 1)};
        CrateKind kind = drum && row + 1 == rows ? CRATE_BARREL : CRATE_WOOD;
        if (!isFree(place, at, caromVec2(HALF, HALF)))
            return true;
        if (!addOne(crates, place, kind, at))
            return false;
    }
    return true;
}

/// Walked from a to b a line's front is to the right: a floor goes from the right to the left.
static double floorLength(const WadLine *line)
{
    return line->back == WAD_NO_SECTOR && line->a.y == line->b.y ? line->a.x - line->b.x : 0.0;
}

static bool addStack(Crates *crates, const Place *place, const WadLine *line, int number)
{
    double wide = 2.0 * HALF + GAP, length = floorLength(line) - 2.0 * SHOULDER;
    int columns = (int)(length / wide);
    columns = columns > MOST_COLUMNS ? MOST_COLUMNS : columns;
    double middle = 0.5 * (line->a.x + line->b.x);
    for (int i = 0; i < columns; i++) {
        double x = middle + (i - 0.5 * (columns - 1)) * wide;
        int rows = MOST_ROWS - (number + 2 * i) % 4;
        if (i % GROUP == GROUP - 1)
            continue;
        if (!addColumn(crates, place, caromVec2(x, line->a.y), rows, (number + i) % 2 == 0))
            return false;
    }
    return true;
}

/// Floors in steps through the list, so that stacks stand all over the map.
bool cratesStack(Crates *crates, const WadMap *map, CaromWorld *world, const CaromVec2 *spots,
                 int spotCount)
{
    Place place = {world, spots, spotCount};
    int stride = 7, number = 0;
    for (int first = 0; first < stride; first++)
        for (int i = first; i < map->lineCount && crates->count < crates->wanted; i += stride)
            if (floorLength(&map->lines[i]) >= 2.0 * (HALF + SHOULDER) &&
                !addStack(crates, &place, &map->lines[i], number++))
                return false;
    crates->stood = crates->count;
    return true;
}

// ---- what breaks

double cratesDue(const Crates *crates)
{
    double due = CAROM_FOREVER;
    for (int i = 0; i < crates->count; i++)
        if (!crates->crates[i].gone && crates->crates[i].due < due)
            due = crates->crates[i].due;
    return due;
}

static Crate *find(Crates *crates, CaromBodyId body)
{
    for (int i = 0; i < crates->count; i++)
        if (crates->crates[i].body.index == body.index && crates->crates[i].body.age == body.age)
            return &crates->crates[i];
    return NULL;
}

static void light(Crates *crates, CaromBodyId body, double time, double impulse)
{
    Crate *crate = find(crates, body);
    if (!crate || crate->due < CAROM_FOREVER)
        return;
    int number = (int)(crate - crates->crates);
    if (crate->kind == CRATE_BARREL)
        crate->due = time + FUSE + number % 4 * FUSE_SPREAD;
    else if (crate->kind == CRATE_WOOD && impulse > STRONG)
        crate->due = time + CRACK;
}

static bool keepBlast(Crates *crates, const CaromBlastEvent *blast)
{
    void *list = crates->blasts;
    if (!grow(&list, &crates->blastCapacity, crates->blastCount, sizeof *crates->blasts))
        return false;
    crates->blasts = list;
    crates->blasts[crates->blastCount++] =
        (CrateBlast){blast->center, blast->blast.radius, blast->time};
    return true;
}

static bool readEvents(Crates *crates, const CaromWorld *world)
{
    CaromEvents events = caromWorldEvents(world);
    bool good = true;
    for (int i = 0; i < events.hitCount; i++)
        light(crates, events.hits[i].body, events.hits[i].time, 0.0);
    for (int i = 0; i < events.pushCount; i++)
        light(crates, events.pushes[i].body, events.pushes[i].time,
              caromVec2Length(events.pushes[i].impulse));
    for (int i = 0; i < events.blastCount; i++)
        good = keepBlast(crates, &events.blasts[i]) && good;
    return good;
}

/// The pieces fill the box of what broke: boards one above the other, scrap in four quarters.
static bool breakUp(Crates *crates, CaromWorld *world, int index)
{
    Crate whole = crates->crates[index];
    bool barrel = whole.kind == CRATE_BARREL;
    CaromTransform at = caromBodyTransform(world, whole.body);
    CaromVec2 speed = caromBodyVelocity(world, whole.body);
    double spin = caromBodyAngularVelocity(world, whole.body);
    int count = barrel ? 4 : BOARDS;
    CaromVec2 half = {whole.half.x * (barrel ? 0.5 : 1.0), whole.half.y / (barrel ? 2 : BOARDS)};
    crates->crates[index].gone = true;
    crates->broken++;
    if (caromBodyDestroy(world, whole.body) != CAROM_OK)
        return false;
    for (int i = 0; i < count; i++) {
        CaromVec2 part = {barrel ? (i % 2 ? half.x : -half.x) : 0.0,
                          barrel ? (i / 2 ? half.y : -half.y) : half.y * (2 * i + 1 - BOARDS)};
        CaromVec2 way = caromRotate(at.rotation, part);
        CaromBodyDef def = bodyDef(caromVec2Add(at.position, way));
        def.velocity =
            caromVec2Add(speed, caromVec2Scale(way, BURST / caromVec2Length(whole.half)));
        def.angularVelocity = spin + 2.0 * (i - 0.5 * (count - 1));
        if (!add(crates, world, barrel ? CRATE_SCRAP : CRATE_BOARD, half, &def, at.rotation))
            return false;
    }
    return true;
}

static bool explode(CaromWorld *world, CaromVec2 center)
{
    CaromBlast blast = caromBlast();
    blast.radius = BARREL_RADIUS;
    blast.impulse = BARREL_IMPULSE;
    return caromWorldExplode(world, center, &blast) == CAROM_OK;
}

static bool takeOutlines(Crates *crates, const CaromWorld *world)
{
    double now = caromWorldTime(world);
    if (now < (double)(crates->strobe + 1) * STROBE)
        return true;
    crates->strobe++;
    for (int i = 0; i < crates->count; i++) {
        const Crate *crate = &crates->crates[i];
        void *list = crates->ghosts;
        if (crate->gone || caromVec2Length(caromBodyVelocity(world, crate->body)) < STIRRED)
            continue;
        if (!grow(&list, &crates->ghostCapacity, crates->ghostCount, sizeof *crates->ghosts))
            return false;
        crates->ghosts = list;
        CrateGhost *ghost = &crates->ghosts[crates->ghostCount++];
        ghost->kind = crate->kind;
        ghost->time = now;
        crateCorners(crate, world, ghost->corners);
    }
    return true;
}

bool cratesRead(Crates *crates, CaromWorld *world)
{
    double now = caromWorldTime(world);
    bool good = readEvents(crates, world);
    int count = crates->count;
    for (int i = 0; i < count && good; i++) {
        Crate crate = crates->crates[i];
        if (crate.gone || crate.due > now)
            continue;
        if (crate.kind == CRATE_BARREL)
            good = explode(world, caromBodyTransform(world, crate.body).position);
        good = good && breakUp(crates, world, i);
    }
    return takeOutlines(crates, world) && good;
}

// ---- where they are

int cratesEscaped(const Crates *crates, const WadMap *map, const CaromWorld *world)
{
    int escaped = 0;
    for (int i = 0; i < crates->count; i++) {
        const Crate *crate = &crates->crates[i];
        if (crate->gone)
            continue;
        CaromVec2 at = caromBodyTransform(world, crate->body).position;
        if (wadSectorAt(map, at) != WAD_NO_SECTOR)
            continue;
        printf("  outside   body %u of kind %d left the map, to (%g, %g)\n",
               (unsigned)crate->body.index, (int)crate->kind, at.x, at.y);
        escaped++;
    }
    return escaped;
}

void crateCorners(const Crate *crate, const CaromWorld *world, CaromVec2 corners[4])
{
    CaromVec2 h = crate->half;
    corners[0] = caromBodyPoint(world, crate->body, caromVec2(-h.x, -h.y));
    corners[1] = caromBodyPoint(world, crate->body, caromVec2(h.x, -h.y));
    corners[2] = caromBodyPoint(world, crate->body, caromVec2(h.x, h.y));
    corners[3] = caromBodyPoint(world, crate->body, caromVec2(-h.x, h.y));
}
