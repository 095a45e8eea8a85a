// SPDX-License-Identifier: MIT
// Which shapes touch a point, a box, a circle.
#include "../data/ids.h"
#include "../geometry/shape_view.h"
#include "../index/filter.h"
#include "../narrowphase/shape_distance.h"
#include "../narrowphase/shape_walk.h"
#include "options.h"

#define AT_ONCE 16 ///< shapes

/// The asker: a disc (a point without radius), or a box where `box` is set.
typedef struct Probe {
    const CaromWorld *world;
    const CaromQueryOptions *options;
    CaromVec2 center;
    double radius;
    const CaromBox *box;
} Probe;

/// Whether a corner of it lies in the box, both as they are without a turn.
static bool hasCornerIn(const CrShape *shape, CaromVec2 lo, CaromVec2 hi)
{
    int any = 0;
    for (int i = 0; i < shape->pointCount; i++) {
        CaromVec2 p = shape->baked[i];
        any |= (p.x >= lo.x) & (p.x <= hi.x) & (p.y >= lo.y) & (p.y <= hi.y);
    }
    return any;
}

static bool boxTouches(const Probe *probe, const CrShape *shape, const CrPose *pose)
{
    CaromVec2 lo = crSub(probe->box->min, pose->offset), hi = crSub(probe->box->max, pose->offset);
    CaromVec2 corners[4] = {lo, {hi.x, lo.y}, hi, {lo.x, hi.y}};
    if (shape->type == CAROM_SHAPE_CIRCLE) {
        CaromVec2 c = crPoseTurnPoint(pose, shape->baked[0]),
                  nearest = {crClamp(c.x, lo.x, hi.x), crClamp(c.y, lo.y, hi.y)};
        return caromPointInCircle(nearest, c, shape->radius);
    }
    if (shape->type == CAROM_SHAPE_POLYGON && !pose->turned && hasCornerIn(shape, lo, hi)) {
        return true;
    }
    CaromGeometry geometry = crShapeGeometry(shape);
    CaromGeometry asker = caromGeometry(CAROM_SHAPE_POLYGON, corners, 4, 0.0);
    for (int i = 0; i < 4; i++) {
        corners[i] = crPoseTurnPointBack(pose, corners[i]);
    }
    bool flatX = lo.x == hi.x, flatY = lo.y == hi.y;
    if (flatX || flatY) { // no polygon: a segment, or a point
        CaromVec2 ends[2] = {corners[0], corners[2]};
        CaromGeometry segment = caromGeometry(CAROM_SHAPE_SEGMENT, ends, 2, 0.0);
        return flatX && flatY ? crShapeOverlapsDisc(shape, corners[0], 0.0)
                              : caromShapesTouch(&segment, &geometry);
    }
    return caromShapesTouch(&asker, &geometry);
}

static bool touches(const Probe *probe, uint32_t slot)
{
    const CrShape *shape = &probe->world->shapes[slot];
    if (!crOptionsSee(probe->world, probe->options, slot)) {
        return false;
    }
    CrPose pose = crBodyPose(&probe->world->bodies[shape->body], probe->world->queryTime);
    return probe->box != NULL
               ? boxTouches(probe, shape, &pose)
               : crShapeOverlapsDisc(shape, crPoseToLocal(&pose, probe->center), probe->radius);
}

static bool hasLowerIndex(const void *a, const void *b)
{
    return ((const CaromShapeId *)a)->index < ((const CaromShapeId *)b)->index;
}

/// Some shapes that are near: the memory of all is on its way before the first is looked at.
static int gather(CrShapeWalk *walk, uint32_t *slots)
{
    const CrShape *shapes = walk->world->shapes;
    int count = 0;
    while (count < AT_ONCE && crShapeWalkNext(walk, &slots[count])) {
        CR_PREFETCH(&shapes[slots[count]]);
        CR_PREFETCH(&shapes[slots[count]].baked); // of two shapes one is in two lines
        count++;
    }
    for (int i = 0; i < count; i++) {
        CR_PREFETCH(shapes[slots[i]].baked);
    }
    return count;
}

static int overlap(const Probe *probe, CaromBox box, CaromShapeId *out, int capacity)
{
    const CaromWorld *world = probe->world;
    CrShapeWalk walk;
    uint32_t slots[AT_ONCE];
    int count = 0, some;
    box = crBoxInflate(box, crPlaceTolerance(box.min, 0.0) +
                                crPlaceTolerance(box.max, 0.0)); // boxes are rounded, too
    crShapeWalkStart(&walk, world, box, crLayersOf(probe->options->sensors));
    do {
        some = gather(&walk, slots);
        for (int i = 0; i < some; i++) {
            if (touches(probe, slots[i])) {
                CaromShapeId id = crShapeIdOf(world, slots[i]);
                crKeepFirst(out, sizeof id, capacity, count++, &id, hasLowerIndex);
            }
        }
    } while (some == AT_ONCE);
    crSortKept(out, sizeof *out, capacity, count, hasLowerIndex);
    return count;
}

static CaromError checkOut(const CaromWorld *world, const CaromShapeId *out, int capacity)
{
    return world == NULL ? CAROM_ERROR_NULL : crCheckBuffer(out, capacity);
}

static int overlapChecked(const CaromWorld *world, Probe probe, CaromBox box, CaromError error,
                          CaromShapeId *out, int capacity, const char *function)
{
    error = error != CAROM_OK ? error : crCheckOptions(world, probe.options);
    if (error != CAROM_OK) {
        return crRefuseOptions(world, error, function);
    }
    return overlap(&probe, box, out, capacity);
}

int caromWorldOverlapPoint(const CaromWorld *world, CaromVec2 point, CaromQueryOptions options,
                           CaromShapeId *out, int capacity)
{
    Probe probe = {world, &options, point, 0.0, NULL};
    CaromError error = checkOut(world, out, capacity);
    error = error != CAROM_OK ? error : crCheckVec(point);
    return overlapChecked(world, probe, crBox(point, point), error, out, capacity,
                          "caromWorldOverlapPoint");
}

int caromWorldOverlapBox(const CaromWorld *world, CaromBox box, CaromQueryOptions options,
                         CaromShapeId *out, int capacity)
{
    Probe probe = {world, &options, box.min, 0.0, &box};
    CaromError error = checkOut(world, out, capacity);
    error = error != CAROM_OK ? error : crCheckVec(box.min);
    error = error != CAROM_OK ? error : crCheckVec(box.max);
    if (error == CAROM_OK && (box.min.x > box.max.x || box.min.y > box.max.y)) {
        error = CAROM_ERROR_OUT_OF_RANGE;
    }
    return overlapChecked(world, probe, box, error, out, capacity, "caromWorldOverlapBox");
}

int caromWorldOverlapCircle(const CaromWorld *world, CaromVec2 center, double radius,
                            CaromQueryOptions options, CaromShapeId *out, int capacity)
{
    Probe probe = {world, &options, center, radius, NULL};
    CaromError error = checkOut(world, out, capacity);
    error = error != CAROM_OK ? error : crCheckVec(center);
    error = error != CAROM_OK ? error : crCheckQueryRadius(radius);
    CaromBox box = crBoxInflate(crBox(center, center), radius);
    return overlapChecked(world, probe, box, error, out, capacity, "caromWorldOverlapCircle");
}
