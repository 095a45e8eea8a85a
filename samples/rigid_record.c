// SPDX-License-Identifier: MIT
#include "rigid_record.h"

#include <stdlib.h>
#include <string.h>

#define FAST 1.5   // [m/s] from which the way of a body is kept
#define MOVES 0.25 // [m/s] from which its outlines are kept

/// Returns the array, larger if needed; null: no memory.
static void *withRoom(RigidRecord *record, void *array, int *room, int count, size_t size)
{
    if (count <= *room)
        return array;
    int more = 2 * count + 256;
    char *moved = realloc(array, (size_t)more * size);
    if (!moved) {
        record->failed = true;
        return NULL;
    }
    memset(moved + (size_t)*room * size, 0, (size_t)(more - *room) * size);
    *room = more;
    return moved;
}

static void addMark(RigidRecord *record, RigidMark mark)
{
    RigidMark *marks =
        withRoom(record, record->marks, &record->markRoom, record->markCount + 1, sizeof *marks);
    if (!marks)
        return;
    record->marks = marks;
    if (mark.time >= record->from)
        marks[record->markCount++] = mark;
}

/// Goes on to a place, and marks the way there.
static void goTo(RigidRecord *record, RigidLast *last, uint32_t age, RigidMark mark)
{
    mark.a = last->place;
    if (last->age == age)
        addMark(record, mark);
    last->place = mark.b;
    last->age = age;
}

// ---- projectiles

static RigidLast *flightOf(RigidRecord *record, CaromProjectileId id)
{
    RigidLast *all =
        withRoom(record, record->flights, &record->flightRoom, (int)id.index + 1, sizeof *all);
    if (!all)
        return NULL;
    record->flights = all;
    return &all[id.index];
}

static void fly(RigidRecord *record, CaromProjectileId id, CaromVec2 to, double time,
                const void *look)
{
    RigidLast *last = flightOf(record, id);
    RigidMark mark = {RIGID_FLIGHT, to, to, time, look};
    if (last)
        goTo(record, last, id.age, mark);
}

static void readEvents(RigidRecord *record, const CaromWorld *world)
{
    CaromEvents events = caromWorldEvents(world);
    CaromEventIterator iterator = caromEventsBegin(&events);
    for (CaromEvent event; caromEventsNext(&iterator, &event);) {
        if (event.kind == CAROM_EVENT_HIT) {
            const CaromHitEvent *hit = event.hit;
            fly(record, hit->projectile, hit->center, hit->time, hit->projectileData);
            RigidMark mark = {RIGID_HIT, hit->point, hit->point, hit->time, hit->projectileData};
            addMark(record, mark);
        } else if (event.kind == CAROM_EVENT_MEET) {
            const CaromMeetEvent *meet = event.meet;
            fly(record, meet->a, meet->centerA, meet->time, meet->dataA);
            fly(record, meet->b, meet->centerB, meet->time, meet->dataB);
        } else if (event.kind == CAROM_EVENT_END) {
            const CaromEndEvent *end = event.end;
            fly(record, end->projectile, end->position, end->time, end->projectileData);
        } else if (event.kind == CAROM_EVENT_BLAST) {
            const CaromBlastEvent *blast = event.blast;
            RigidMark mark = {RIGID_BLAST,
                              blast->center,
                              {blast->blast.radius, 0},
                              blast->time,
                              blast->projectileData};
            addMark(record, mark);
        }
    }
}

static void readFlights(RigidRecord *record, const CaromWorld *world)
{
    int count = caromWorldProjectiles(world, NULL, 0);
    CaromProjectileId *ids = malloc(((size_t)count + 1) * sizeof *ids);
    if (!ids) {
        record->failed = true;
        return;
    }
    caromWorldProjectiles(world, ids, count);
    for (int i = 0; i < count; i++)
        if (caromProjectileMode(world, ids[i]) != CAROM_PROJECTILE_PENDING)
            fly(record, ids[i], caromProjectilePosition(world, ids[i]), caromWorldTime(world),
                caromProjectileUserData(world, ids[i]));
    free(ids);
}

// ---- bodies

static const RigidLook *lookOf(const CaromWorld *world, CaromBodyId body)
{
    CaromShapeId shape;
    return caromBodyShapes(world, body, &shape, 1) > 0 ? caromShapeUserData(world, shape) : NULL;
}

static void readWays(RigidRecord *record, const CaromWorld *world)
{
    int count = caromWorldPoses(world, NULL, 0);
    CaromBodyPose *poses = malloc(((size_t)count + 1) * sizeof *poses);
    if (!poses) {
        record->failed = true;
        return;
    }
    caromWorldPoses(world, poses, count);
    for (int i = 0; i < count; i++) {
        RigidLast *all = withRoom(record, record->bodies, &record->bodyRoom,
                                  (int)poses[i].body.index + 1, sizeof *all);
        if (!all)
            break;
        record->bodies = all;
        RigidLast *last = &all[poses[i].body.index];
        RigidMark mark = {RIGID_WAY, poses[i].position, poses[i].position, caromWorldTime(world),
                          lookOf(world, poses[i].body)};
        bool fast = caromVec2Length(caromBodyVelocity(world, poses[i].body)) > FAST;
        mark.a = last->place;
        if (fast && last->age == poses[i].body.age)
            addMark(record, mark);
        last->place = mark.b;
        last->age = poses[i].body.age;
    }
    free(poses);
}

typedef struct Strobe {
    RigidRecord *record;
    const CaromWorld *world;
} Strobe;

static RigidGhost *addGhost(const Strobe *strobe, CaromShapeId shape)
{
    RigidRecord *record = strobe->record;
    CaromBodyId body = caromShapeBody(strobe->world, shape);
    bool moves = caromBodyType(strobe->world, body) == CAROM_BODY_DYNAMIC &&
                 caromVec2Length(caromBodyVelocity(strobe->world, body)) > MOVES;
    RigidGhost *ghosts = withRoom(record, record->ghosts, &record->ghostRoom,
                                  record->ghostCount + 1, sizeof *ghosts);
    if (!ghosts)
        return NULL;
    record->ghosts = ghosts;
    if (!moves)
        return NULL;
    RigidGhost *ghost = &ghosts[record->ghostCount++];
    ghost->time = caromWorldTime(strobe->world);
    ghost->look = caromShapeUserData(strobe->world, shape);
    ghost->count = 0;
    ghost->radius = 0;
    return ghost;
}

static void circle(void *context, CaromVec2 center, double radius, CaromShapeId shape)
{
    RigidGhost *ghost = addGhost(context, shape);
    if (ghost) {
        ghost->points[ghost->count++] = center;
        ghost->radius = radius;
    }
}

static void capsule(void *context, CaromVec2 a, CaromVec2 b, double radius, CaromShapeId shape)
{
    RigidGhost *ghost = addGhost(context, shape);
    if (ghost) {
        ghost->points[ghost->count++] = a;
        ghost->points[ghost->count++] = b;
        ghost->radius = radius;
    }
}

static void polygon(void *context, const CaromVec2 *points, int count, CaromTransform placement,
                    CaromShapeId shape)
{
    RigidGhost *ghost = count <= RIGID_CORNERS ? addGhost(context, shape) : NULL;
    for (int i = 0; ghost && i < count; i++)
        ghost->points[ghost->count++] = caromTransformPoint(placement, points[i]);
}

void rigidRecord(RigidRecord *record, const CaromWorld *world)
{
    double now = caromWorldTime(world);
    readEvents(record, world);
    readFlights(record, world);
    readWays(record, world);
    if (now >= record->from && (int64_t)(now / RIGID_STROBE) > record->strobe) {
        Strobe strobe = {record, world};
        CaromDebugDraw draw = {
            .context = &strobe, .circle = circle, .capsule = capsule, .polygon = polygon};
        record->strobe = (int64_t)(now / RIGID_STROBE);
        caromWorldDraw(world, &draw);
    }
}

void rigidRecordFree(RigidRecord *record)
{
    free(record->marks);
    free(record->ghosts);
    free(record->flights);
    free(record->bodies);
}
