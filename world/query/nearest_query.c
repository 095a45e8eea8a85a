// SPDX-License-Identifier: MIT
// The nearest shapes around a place, and the signed distance field of them all.
//
// Boxes around the place, each twice as large as the last, are searched until one contains the
// wanted number of shapes within its reach: shapes outside the box are farther. So the cost is that
// of the neighbourhood, in a world of any size.
#include "../data/ids.h"
#include "../geometry/shape_view.h"
#include "../index/filter.h"
#include "../narrowphase/shape_distance.h"
#include "../narrowphase/shape_walk.h"
#include "first_hit.h"

#define NEAREST_COOKIE 0x434e0001u
#define SIGHT_HAIR 0x1p-40 ///< of the way: what stands that near before a surface doesn't hide it

CaromNearestQuery caromNearestQuery(void)
{
    CaromNearestQuery query = {0};
    query.options = query.blockers = caromQueryOptions();
    query.within = CAROM_ENDLESS;
    query.cookie = NEAREST_COOKIE;
    return query;
}

/// The nearest so far, the farthest of them first, in the caller's buffer.
typedef struct Gather {
    const CaromWorld *world;
    const CaromNearestQuery *query;
    CaromNear *out;
    int capacity, count;
    uint64_t looked; ///< shapes that were come by
} Gather;

// ---- one shape

static CaromNear describe(const Gather *gather, uint32_t slot)
{
    const CaromWorld *world = gather->world;
    const CrShape *shape = &world->shapes[slot];
    CrPose pose = crBodyPose(&world->bodies[shape->body], world->queryTime);
    CaromNearest nearest = crShapeNearest(shape, crPoseToLocal(&pose, gather->query->point));
    CaromNear near = {0};
    near.shape = crShapeIdOf(world, slot);
    near.body = crBodyIdOf(world, shape->body);
    near.distance = nearest.distance;
    near.point = crPoseToWorld(&pose, nearest.point);
    near.normal = crPoseTurn(&pose, nearest.normal);
    near.feature = crShapeFeature(shape, nearest.feature);
    near.userData = shape->userData;
    return near;
}

/// Blockers but the one that is looked at.
typedef struct Others {
    const CaromQueryOptions *blockers;
    CaromShapeId target;
} Others;

static bool isOther(void *context, const CaromWorld *world, CaromShapeId shape)
{
    const Others *others = context;
    const CaromQueryOptions *blockers = others->blockers;
    return shape.index != others->target.index &&
           (blockers->predicate == NULL ||
            blockers->predicate(blockers->predicateContext, world, shape));
}

/// Whether no other blocker is met before its nearest point, on the straight way there.
static bool isSeen(const Gather *gather, const CaromNear *near)
{
    if (!gather->query->sight || near->distance <= 0.0) {
        return true;
    }
    Others others = {&gather->query->blockers, near->shape};
    CaromQueryOptions options = gather->query->blockers;
    CaromVec2 way = crSub(near->point, gather->query->point);
    CaromHit hit;
    options.predicate = isOther;
    options.predicateContext = &others;
    return caromWorldCastRay(gather->world, gather->query->point, way, options, &hit, 1) == 0 ||
           hit.fraction >= 1.0 - SIGHT_HAIR;
}

static bool isBefore(const void *a, const void *b)
{
    const CaromNear *n = a, *m = b;
    return n->distance != m->distance ? n->distance < m->distance : n->shape.index < m->shape.index;
}

/// The farthest that may still get into the buffer.
static double bound(const Gather *gather, double reach)
{
    return gather->count == gather->capacity ? crMin(reach, gather->out[0].distance) : reach;
}

static void consider(Gather *gather, uint32_t slot, double reach)
{
    const CaromWorld *world = gather->world;
    const CrShape *shape = &world->shapes[slot];
    if (!crOptionsSee(world, &gather->query->options, slot)) {
        return;
    }
    CrPose pose = crBodyPose(&world->bodies[shape->body], world->queryTime);
    CaromVec2 local = crPoseToLocal(&pose, gather->query->point);
    double most = bound(gather, reach);
    double rounding = crPlaceTolerance(local, shape->radius);
    if (crShapeGapWithin(shape, local, 0.0, most + rounding) > most + rounding) {
        return;
    }
    CaromNear near = describe(gather, slot);
    bool fits = near.distance <= reach &&
                (gather->count < gather->capacity || isBefore(&near, &gather->out[0]));
    if (!fits || !isSeen(gather, &near)) {
        return;
    }
    crKeepFirst(gather->out, sizeof near, gather->capacity, gather->count, &near, isBefore);
    gather->count += gather->count < gather->capacity;
}

// ---- around the place

/// All within reach, as far as they fit.
static void gatherWithin(Gather *gather, double reach)
{
    const CaromWorld *world = gather->world;
    CaromVec2 p = gather->query->point;
    CaromBox box = crBoxInflate(crBox(p, p), reach);
    box = crBoxInflate(box, crPlaceTolerance(box.min, 0.0) + crPlaceTolerance(box.max, 0.0));
    CrShapeWalk walk;
    uint32_t slot;
    gather->count = 0;
    gather->looked = 0;
    crShapeWalkStart(&walk, world, box, crLayersOf(gather->query->options.sensors));
    while (crShapeWalkNext(&walk, &slot)) {
        gather->looked++;
        consider(gather, slot, reach);
    }
}

/// How many shapes there are in the layers that are looked through.
static uint64_t shapesThere(const CaromWorld *world, CaromSensorPolicy sensors)
{
    unsigned layers = crLayersOf(sensors);
    int solids = world->boxes.count + world->movingIndex.solids;
    int count = layers & CR_LAYERS_SOLID ? solids : 0;
    return (uint64_t)(layers & CR_LAYER_SENSORS ? count + crSensorsCount(world) : count);
}

static int findNearest(Gather *gather)
{
    const CaromWorld *world = gather->world;
    double within = crMin(gather->query->within, 4.0 * CR_HUGE); // from end to end of all there is
    uint64_t there = shapesThere(world, gather->query->options.sensors);
    double reach = crMin(within, crGridCellSize(&world->grid));
    for (;;) {
        gatherWithin(gather, reach);
        if (reach >= within || gather->count == gather->capacity) {
            crSortKept(gather->out, sizeof *gather->out, gather->capacity, gather->count, isBefore);
            return gather->count;
        }
        reach = gather->looked >= there ? within : crMin(2.0 * reach, within);
    }
}

// ---- public calls

static CaromError checkNumbers(const CaromNearestQuery *query)
{
    CaromError error = crCheckVec(query->point);
    return error != CAROM_OK ? error : crCheckReach(query->within, 0.0);
}

static CaromError checkNearest(const CaromWorld *world, const CaromNearestQuery *query,
                               const CaromNear *out, int capacity)
{
    CaromError error =
        world == NULL || query == NULL ? CAROM_ERROR_NULL : crCheckBuffer(out, capacity);
    if (error == CAROM_OK && query->cookie != NEAREST_COOKIE) {
        error = CAROM_ERROR_DEF;
    }
    error = error != CAROM_OK ? error : checkNumbers(query);
    if (error != CAROM_OK) {
        return error;
    }
    CrDefCheck check = {world, "caromWorldNearest", world->log, world->logContext, CAROM_OK};
    crDefCheckOptions(&check, &query->options, "CaromNearestQuery.options",
                      CR_UNFILLED("CaromNearestQuery.options"));
    if (query->sight) {
        crDefCheckOptions(&check, &query->blockers, "CaromNearestQuery.blockers",
                          CR_UNFILLED("CaromNearestQuery.blockers"));
    }
    return check.error;
}

int caromWorldNearest(const CaromWorld *world, const CaromNearestQuery *query, CaromNear *out,
                      int capacity)
{
    CaromError error = checkNearest(world, query, out, capacity);
    if (error != CAROM_OK) {
        return crRefuseQuery(world, error, "caromWorldNearest");
    }
    Gather gather = {world, query, out, capacity, 0, 0};
    return capacity > 0 ? findNearest(&gather) : 0;
}

int caromWorldDistance(const CaromWorld *world, CaromVec2 point, double within,
                       CaromQueryOptions options, double *distance, CaromVec2 *gradient)
{
    CaromNearestQuery query = caromNearestQuery();
    CaromNear near;
    query.point = point;
    query.within = within;
    query.options = options;
    CaromError error = world == NULL || distance == NULL ? CAROM_ERROR_NULL : checkNumbers(&query);
    error = error != CAROM_OK ? error : crCheckOptions(world, &options);
    if (error != CAROM_OK) {
        return crRefuseOptions(world, error, "caromWorldDistance");
    }
    Gather gather = {world, &query, &near, 1, 0, 0};
    bool found = findNearest(&gather) > 0;
    if (gradient != NULL) {
        *gradient = found ? near.normal : crVec(0.0, 0.0);
    }
    *distance = found ? near.distance : within;
    return found;
}
