// SPDX-License-Identifier: MIT
// Convex shapes cast through the world, straight or turning, and the shapes that they overlap.
//
// Each target is swept in the space its shapes are baked in, by the code of caromCastConvex
// (shapes/sweep.h). The path is searched piece by piece, so that the cost of a long cast depends on
// the shapes along it and not on those in its box. A shape belongs to the first piece with a box
// that it touches.
#include "../../shapes/sweep.h"
#include "../../shapes/touch.h"
#include "../data/ids.h"
#include "../geometry/shape_view.h"
#include "../index/filter.h"
#include "../narrowphase/shape_walk.h"
#include "options.h"

#define PIECES 64
#define ANGLE_LIMIT 1e3

/// What is cast: where it is and how it moves.
typedef struct Cast {
    const CaromWorld *world;
    const CaromQueryOptions *options;
    const CaromGeometry *shape;
    CaromVec2 pivot, translation;
    double angle;
} Cast;

// ---- one shape

/// A sweep in the space of a target; it points into `points`.
typedef struct LocalSweep {
    CrPose pose;
    CrSweep sweep;
    CaromVec2 points[CAROM_MOVING_POINTS];
} LocalSweep;

/// False of a target without edges: an empty tile map.
static bool makeLocal(const Cast *cast, uint32_t slot, LocalSweep *local)
{
    const CrShape *shape = &cast->world->shapes[slot];
    CaromGeometry moving = *cast->shape, target = crShapeGeometry(shape);
    local->pose = crBodyPose(&cast->world->bodies[shape->body], cast->world->queryTime);
    for (int i = 0; i < moving.count; i++) {
        local->points[i] = crPoseToLocal(&local->pose, moving.points[i]);
    }
    moving.points = local->points;
    return crSweepMake(&local->sweep, &moving, crPoseToLocal(&local->pose, cast->pivot),
                       crPoseTurnBack(&local->pose, cast->translation), cast->angle, &target,
                       shape->oneSided);
}

static void tellExit(const LocalSweep *local, double after, CaromHit *hit)
{
    double out = crSweepLeaves(&local->sweep, after);
    hit->leaves = out <= 1.0;
    hit->exitFraction = hit->leaves ? out : CAROM_FOREVER;
    if (hit->leaves) {
        CrSweepGap gap = crSweepGapAt(&local->sweep, out);
        hit->exitPoint = crPoseToWorld(&local->pose, gap.point);
        hit->exitNormal = crPoseTurn(&local->pose, gap.normal);
    }
}

static bool meets(const Cast *cast, uint32_t slot, CaromHit *hit)
{
    static const CaromHit blank;
    const CrShape *shape = &cast->world->shapes[slot];
    LocalSweep local;
    CrSweepHit found;
    bool startsInside, exits;
    if (!makeLocal(cast, slot, &local) ||
        !crSweepCast(&local.sweep, cast->options->inside, &found, &startsInside, &exits)) {
        return false;
    }
    *hit = blank;
    hit->shape = crShapeIdOf(cast->world, slot);
    hit->body = crBodyIdOf(cast->world, shape->body);
    hit->fraction = found.tau;
    hit->distance = startsInside && !exits ? crSweepGapAt(&local.sweep, 0.0).gap
                                           : found.tau * crLength(cast->translation);
    hit->point = crPoseToWorld(&local.pose, found.point);
    hit->normal = crPoseTurn(&local.pose, found.normal);
    hit->feature = crShapeFeature(shape, found.edge);
    hit->material = crShapeMaterial(cast->world, shape, found.edge);
    hit->tile = crShapeTileAt(shape, found.edge, found.point);
    hit->vertex = -1;
    if (found.vertex >= 0) {
        bool starts = found.vertex < shape->edgeCount;
        hit->vertex = crShapeVertex(shape, starts ? found.vertex : found.vertex - 1, !starts);
    }
    hit->startsInside = startsInside;
    hit->userData = shape->userData;
    if (cast->options->exits && !exits) {
        tellExit(&local, found.tau, hit);
    }
    return true;
}

// ---- the way, piece by piece

/// A box around what is cast, within a part of its motion.
static CaromBox boxBetween(const Cast *cast, CaromBox start, double from, double to)
{
    CaromBox first = {crAddScaled(start.min, cast->translation, from),
                      crAddScaled(start.max, cast->translation, from)};
    CaromBox last = {crAddScaled(start.min, cast->translation, to),
                     crAddScaled(start.max, cast->translation, to)};
    CaromBox box = crBoxUnion(first, last);
    double radius = cast->shape->radius;
    return crBoxInflate(box, radius + 4.0 * (crPlaceTolerance(box.min, radius) +
                                             crPlaceTolerance(box.max, radius)));
}

/// At the start; of what turns, wherever it may turn to.
static CaromBox boxAtStart(const Cast *cast)
{
    CaromBox box = caromBoxOfPoints(cast->shape->points, cast->shape->count);
    return cast->angle == 0.0
               ? box
               : crBoxInflate(crBox(cast->pivot, cast->pivot), crBoxFarthest(box, cast->pivot));
}

static int piecesOf(const Cast *cast, CaromBox start)
{
    CaromVec2 size = crSub(start.max, start.min);
    double step = crMax(crMax(size.x, size.y) + 2.0 * cast->shape->radius,
                        4.0 * crGridCellSize(&cast->world->grid));
    double pieces = crLength(cast->translation) / step;
    return pieces < PIECES ? (int)pieces + 1 : PIECES;
}

/// By fraction, then by shape.
static bool isMetBefore(const void *a, const void *b)
{
    const CaromHit *h = a, *k = b;
    return h->fraction != k->fraction ? h->fraction < k->fraction : h->shape.index < k->shape.index;
}

/// Whether a piece of the way is the first that comes by a shape, as it stands: boxes that move
/// straight on touch another one for one stretch of the way.
static bool comesByFirst(const CaromWorld *world, uint32_t slot, CaromBox piece,
                         const CaromBox *earlier)
{
    CaromBox box = crMovingIndexSweptBox(world, slot, world->queryTime, world->queryTime);
    return crBoxOverlaps(box, piece) && (earlier == NULL || !crBoxOverlaps(box, *earlier));
}

static int castAll(const Cast *cast, CaromHit *hits, int capacity)
{
    const CaromWorld *world = cast->world;
    CaromBox start = boxAtStart(cast), earlier = start;
    int pieces = piecesOf(cast, start), count = 0;
    for (int k = 0; k < pieces; k++) {
        double from = (double)k / pieces, to = (double)(k + 1) / pieces;
        if (capacity == 1 && count > 0 && hits[0].fraction < from) {
            return 1; // only the closest is wanted
        }
        CaromBox box = boxBetween(cast, start, from, to);
        CrShapeWalk walk;
        CaromHit hit;
        uint32_t slot;
        crShapeWalkStart(&walk, world, box, crLayersOf(cast->options->sensors));
        while (crShapeWalkNext(&walk, &slot)) {
            if (comesByFirst(world, slot, box, k > 0 ? &earlier : NULL) &&
                crOptionsSee(world, cast->options, slot) && meets(cast, slot, &hit)) {
                crKeepFirst(hits, sizeof hit, capacity, count, &hit, isMetBefore);
                count = capacity == 1 ? 1 : count + 1;
            }
        }
        earlier = box;
    }
    crSortKept(hits, sizeof *hits, capacity, count, isMetBefore);
    return count;
}

// ---- overlaps

static bool hasLowerIndex(const void *a, const void *b)
{
    return ((const CaromShapeOverlap *)a)->shape.index <
           ((const CaromShapeOverlap *)b)->shape.index;
}

static int overlapAll(const Cast *cast, CaromShapeOverlap *out, int capacity)
{
    const CaromWorld *world = cast->world;
    CrShapeWalk walk;
    uint32_t slot;
    int count = 0;
    crShapeWalkStart(&walk, world, boxBetween(cast, boxAtStart(cast), 0.0, 0.0),
                     crLayersOf(cast->options->sensors));
    while (crShapeWalkNext(&walk, &slot)) {
        if (!crOptionsSee(world, cast->options, slot)) {
            continue;
        }
        LocalSweep local;
        if (!makeLocal(cast, slot, &local)) {
            continue;
        }
        CrSweepGap gap = crSweepGapAt(&local.sweep, 0.0);
        if (!(gap.gap <= 0.0)) {
            continue;
        }
        const CrShape *shape = &world->shapes[slot];
        CaromVec2 normal = crPoseTurn(&local.pose, gap.normal);
        CaromShapeOverlap overlap = {crShapeIdOf(world, slot),
                                     crBodyIdOf(world, shape->body),
                                     normal,
                                     -gap.gap,
                                     crShapeFeature(shape, gap.edge),
                                     shape->userData};
        crKeepFirst(out, sizeof overlap, capacity, count, &overlap, hasLowerIndex);
        count++;
    }
    crSortKept(out, sizeof *out, capacity, count, hasLowerIndex);
    return count;
}

// ---- public calls

static int pointsOf(const CaromGeometry *shape)
{
    switch (shape->type) {
    case CAROM_SHAPE_CIRCLE:
        return 1;
    case CAROM_SHAPE_CAPSULE:
    case CAROM_SHAPE_SEGMENT:
        return 2;
    default:
        return 3;
    }
}

/// Convex, finite, with as many points as its type has.
static CaromError checkShape(const CaromGeometry *shape)
{
    if ((unsigned)shape->type > CAROM_SHAPE_POLYGON) {
        return (unsigned)shape->type < CAROM_SHAPE_TYPE_COUNT ? CAROM_ERROR_NOT_CONVEX
                                                              : CAROM_ERROR_ENUM;
    }
    bool isPolygon = shape->type == CAROM_SHAPE_POLYGON;
    int points = pointsOf(shape);
    if (shape->count < points || shape->count > (isPolygon ? CAROM_MOVING_POINTS : points)) {
        return CAROM_ERROR_COUNT;
    }
    CaromError error = crCheckQueryRadius(shape->radius);
    for (int i = 0; i < shape->count && error == CAROM_OK; i++) {
        error = crCheckVec(shape->points[i]);
    }
    error = error == CAROM_OK && isPolygon ? crPolygonCheck(shape->points, shape->count) : error;
    bool convex =
        !isPolygon || error != CAROM_OK || caromPolygonIsConvex(shape->points, shape->count);
    return convex ? error : CAROM_ERROR_NOT_CONVEX;
}

static CaromError checkAsk(const CaromWorld *world, const CaromGeometry *shape,
                           const CaromQueryOptions *options, const void *out, int capacity)
{
    if (world == NULL || shape == NULL || shape->points == NULL) {
        return CAROM_ERROR_NULL;
    }
    CaromError error = crCheckBuffer(out, capacity);
    error = error != CAROM_OK ? error : checkShape(shape);
    return error != CAROM_OK ? error : crCheckOptions(world, options);
}

int caromWorldCastShape(const CaromWorld *world, const CaromGeometry *shape, CaromVec2 translation,
                        CaromQueryOptions options, CaromHit *hits, int capacity)
{
    Cast cast = {world, &options, shape, {0.0, 0.0}, translation, 0.0};
    CaromError error = checkAsk(world, shape, &options, hits, capacity);
    error = error != CAROM_OK ? error : crCheckVec(translation);
    if (error != CAROM_OK) {
        return crRefuseOptions(world, error, "caromWorldCastShape");
    }
    return castAll(&cast, hits, capacity);
}

int caromWorldCastTurning(const CaromWorld *world, const CaromGeometry *shape, CaromVec2 pivot,
                          CaromVec2 translation, double angle, CaromQueryOptions options,
                          CaromHit *hits, int capacity)
{
    Cast cast = {world, &options, shape, pivot, translation, angle};
    CaromError error = checkAsk(world, shape, &options, hits, capacity);
    error = error != CAROM_OK ? error : crCheckVec(pivot);
    error = error != CAROM_OK ? error : crCheckVec(translation);
    error = error != CAROM_OK ? error : crCheckNumber(angle);
    error = error == CAROM_OK && crAbs(angle) > ANGLE_LIMIT ? CAROM_ERROR_OUT_OF_RANGE : error;
    if (error != CAROM_OK) {
        return crRefuseOptions(world, error, "caromWorldCastTurning");
    }
    return castAll(&cast, hits, capacity);
}

int caromWorldOverlapShape(const CaromWorld *world, const CaromGeometry *shape,
                           CaromQueryOptions options, CaromShapeOverlap *out, int capacity)
{
    Cast cast = {world, &options, shape, {0.0, 0.0}, {0.0, 0.0}, 0.0};
    CaromError error = checkAsk(world, shape, &options, out, capacity);
    if (error != CAROM_OK) {
        return crRefuseOptions(world, error, "caromWorldOverlapShape");
    }
    return overlapAll(&cast, out, capacity);
}
