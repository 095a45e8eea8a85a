// SPDX-License-Identifier: MIT
// Rays and circles cast through the world. A cast is a straight path over the time 0..1, met by the very
// code that flies projectiles, so both agree to the bit.
#include "../shapes/exact.h"
#include "kinematics.h"
#include "query.h"
#include "recipe.h"

#define OPTIONS_COOKIE 0x43510001u

CaromCastOptions caromCastOptions(void)
{
    CaromCastOptions options = {{1, UINT64_MAX, 0}, CAROM_INSIDE_HIT, {0, 0, 0}, OPTIONS_COOKIE};
    return options;
}

CaromError crCheckOptions(const CaromWorld *world, const CaromCastOptions *options)
{
    if (options->cookie != OPTIONS_COOKIE) {
        return CAROM_ERROR_DEF;
    }
    if ((unsigned)options->inside > CAROM_INSIDE_EXIT) {
        return CAROM_ERROR_ENUM;
    }
    CaromBodyId id = options->ignoreBody;
    return id.index == 0 ? CAROM_OK : crCheckId(world, &world->bodySlots, id.index, id.age, id.world);
}

bool crOptionsSee(const CaromWorld *world, const CaromCastOptions *options, uint32_t shape)
{
    const CrShape *s = &world->shapes[shape];
    return s->body + 1 != options->ignoreBody.index && crFiltersMeet(&options->filter, &s->filter);
}

// ---- one cast against one shape

typedef struct Cast {
    const CaromWorld *world;
    const CaromCastOptions *options;
    CrPath path;
    double radius;
} Cast;

/// The first a cast meets of one shape.
typedef struct First {
    double fraction;
    uint32_t shape;
    int edge;
    CrPart part;
    bool startsInside, exits;
} First;

static CrPath pathTo(const Cast *cast, uint32_t shape)
{
    CrPath path = cast->path;
    const CrBody *body = &cast->world->bodies[cast->world->shapes[shape].body];
    path.p = crSub(path.p, crBodyOffset(body, cast->world->queryTime));
    return path;
}

static bool isThin(const Cast *cast, const First *first)
{
    const CaromWorld *world = cast->world;
    const CrShape *shape = &world->shapes[first->shape];
    return cast->radius == 0.0 && shape->radius == 0.0 && !first->startsInside && !first->exits &&
           world->bodies[shape->body].type == CAROM_BODY_STATIC;
}

/// The order of hits: by fraction, exactly where two thin edges are nearly tied; then by shape, by edge.
static bool comesBefore(const Cast *cast, const First *a, const First *b)
{
    int order = (a->fraction > b->fraction) - (a->fraction < b->fraction);
    double gap = crAbs(a->fraction - b->fraction);
    if (gap <= 1e-9 && isThin(cast, a) && isThin(cast, b)) {
        const CrShape *s = &cast->world->shapes[a->shape], *t = &cast->world->shapes[b->shape];
        CrEdge e = crShapeEdge(s, a->edge, 0.0), f = crShapeEdge(t, b->edge, 0.0);
        order = crCompareFractions(cast->path.p, cast->path.v, e.a, e.b, f.a, f.b);
    }
    if (order != 0) {
        return order < 0;
    }
    return a->shape != b->shape ? a->shape < b->shape : a->edge < b->edge;
}

static bool isInside(const Cast *cast, uint32_t shape)
{
    CrPath path = pathTo(cast, shape);
    return crShapeGap(&cast->world->shapes[shape], path.p, cast->radius) < 0.0;
}

/// The first entry after a fraction.
static bool entersAfter(const Cast *cast, uint32_t slot, double after, bool beyond, First *first)
{
    const CrShape *shape = &cast->world->shapes[slot];
    CrPath path = pathTo(cast, slot);
    bool found = false;
    for (int e = 0; e < shape->edgeCount; e++) {
        CrEdge edge = crShapeEdge(shape, e, cast->radius);
        CrMeet meet;
        if (crPathMeets(&path, &edge, after, beyond, &meet) && meet.tau <= 1.0) {
            First candidate = {meet.tau, slot, e, meet.part, false, false};
            if (!found || comesBefore(cast, &candidate, first)) {
                *first = candidate;
                found = true;
            }
        }
    }
    return found;
}

/// What the cast meets first of one shape; the policy for starts inside is applied here and nowhere else.
static bool meetsShape(const Cast *cast, uint32_t slot, First *first)
{
    if (!isInside(cast, slot)) {
        return entersAfter(cast, slot, 0.0, false, first);
    }
    First inside = {0.0, slot, 0, CR_PART_LEFT, true, false};
    *first = inside;
    if (cast->options->inside == CAROM_INSIDE_HIT) {
        return true;
    }
    CrPath path = pathTo(cast, slot);
    double tau = 0.0;
    if (!crShapeLeaves(&cast->world->shapes[slot], &path, cast->radius, &tau)) {
        tau = 0.0; // inside by less than rounding: out already
    }
    if (!(tau <= 1.0)) {
        return false;
    }
    if (cast->options->inside == CAROM_INSIDE_EXIT) {
        first->fraction = tau;
        first->exits = true;
        return true;
    }
    return entersAfter(cast, slot, tau, true, first);
}

// ---- a cast against the world

/// Shapes that may hold the origin, and all kinematic ones on the way: few, so asked one by one.
static void considerNearOrigin(const Cast *cast, bool (*consider)(void *, uint32_t), void *context)
{
    const CaromWorld *world = cast->world;
    CaromBox at = crBoxInflate(crBox(cast->path.p, cast->path.p), cast->radius), itsBox;
    CrBoxesWalk resting;
    uint32_t shape;
    crBoxesStart(&resting, &world->boxes, at);
    while (crBoxesNext(&resting, &shape, &itsBox)) {
        if (!consider(context, shape)) {
            return;
        }
    }
    if (crKinematicsAny(world)) {
        CaromBox swept = crBoxInflate(crBox(cast->path.p, crAdd(cast->path.p, cast->path.v)), cast->radius);
        CrKinematicsWalk moving;
        crKinematicsStart(&moving, world, swept);
        while (crKinematicsNext(&moving, &shape) && consider(context, shape)) {
        }
    }
}

/// The search for the first hit that comes after `last`.
typedef struct Pass {
    const Cast *cast;
    bool hasLast, found, any; ///< any: the first found will do
    First last, best;
} Pass;

static Pass startPass(const Cast *cast, bool any)
{
    static const First none;
    Pass pass = {cast, false, false, any, none, none};
    return pass;
}

static bool improves(const Pass *pass, const First *candidate)
{
    return (!pass->hasLast || comesBefore(pass->cast, &pass->last, candidate)) &&
           (!pass->found || comesBefore(pass->cast, candidate, &pass->best));
}

static bool considerShape(void *context, uint32_t shape)
{
    Pass *pass = context;
    First first;
    if (crOptionsSee(pass->cast->world, pass->cast->options, shape) && meetsShape(pass->cast, shape, &first) &&
        improves(pass, &first)) {
        pass->best = first;
        pass->found = true;
    }
    return !(pass->any && pass->found);
}

/// An edge of the resting layer. The shape's own first hit counts, so that each shape is found once; for the
/// first pass over shapes without inside, that is the first of its edges.
static void considerEdge(Pass *pass, const CrGridItem *item)
{
    const Cast *cast = pass->cast;
    const CrKeyOwner *owner = &cast->world->keyOwners[item->key];
    const CrShape *shape = &cast->world->shapes[owner->shape];
    if (!crOptionsSee(cast->world, cast->options, owner->shape)) {
        return;
    }
    CrEdge edge = crShapeEdge(shape, (int)owner->feature, cast->radius);
    CrMeet meet;
    if (!crPathMeets(&cast->path, &edge, 0.0, false, &meet) || meet.tau > 1.0) {
        return;
    }
    First candidate = {meet.tau, owner->shape, (int)owner->feature, meet.part, false, false};
    if (pass->found && !comesBefore(cast, &candidate, &pass->best)) {
        return;
    }
    bool wholeShape = pass->hasLast || cast->radius > 0.0 || shape->edgeCount > 1;
    if (wholeShape && (pass->hasLast || isInside(cast, owner->shape))) {
        considerShape(pass, owner->shape);
    } else if (improves(pass, &candidate)) {
        pass->best = candidate;
        pass->found = true;
    }
}

static bool runPass(Pass *pass)
{
    const Cast *cast = pass->cast;
    const CaromWorld *world = cast->world;
    pass->found = false;
    considerNearOrigin(cast, considerShape, pass);
    if (crGridIsEmpty(&world->grid) || (pass->any && pass->found)) {
        return pass->found;
    }
    double from = pass->hasLast ? crMax(pass->last.fraction - 1e-9, 0.0) : 0.0;
    CrWalk walk;
    CrCell cell;
    crWalkStart(&walk, &world->grid, crPathPoint(&cast->path, from), crAdd(cast->path.p, cast->path.v), cast->radius);
    while (crWalkNext(&walk, &cell)) {
        if (pass->found && pass->best.fraction < from + (1.0 - from) * cell.fraction - 1e-9) {
            break;
        }
        for (int k = 0; k < cell.count; k++) {
            considerEdge(pass, &cell.items[k]);
        }
        if (pass->any && pass->found) {
            break;
        }
    }
    return pass->found;
}

// ---- answers

/// Start and exit are described by the nearest point of the border.
static void describeInside(const Cast *cast, const First *first, CaromHit *hit)
{
    const CrShape *shape = &cast->world->shapes[first->shape];
    CrPath path = pathTo(cast, first->shape);
    CaromVec2 center = crPathPoint(&path, first->fraction);
    CaromVec2 moved = crSub(cast->path.p, path.p);
    CaromNearest nearest = shape->type == CAROM_SHAPE_CIRCLE
                               ? caromNearestOnCircle(center, shape->baked[0], shape->radius)
                           : shape->type == CAROM_SHAPE_POLYGON
                               ? caromNearestOnPolygon(center, shape->baked, shape->pointCount)
                               : caromNearestOnSegment(center, shape->baked[0], shape->baked[1]);
    hit->point = crAdd(nearest.point, moved);
    hit->normal = first->exits ? crNegate(nearest.normal) : nearest.normal;
    hit->feature = crShapeFeature(shape, nearest.feature);
    hit->distance = first->exits ? first->fraction * crLength(cast->path.v)
                                 : crShapeGap(shape, center, cast->radius);
}

static void describeEntry(const Cast *cast, const First *first, CaromHit *hit)
{
    const CrShape *shape = &cast->world->shapes[first->shape];
    CrEdge edge = crShapeEdge(shape, first->edge, cast->radius);
    CrPath path = pathTo(cast, first->shape);
    hit->normal = crEdgeNormal(&edge, first->part, crPathPoint(&path, first->fraction));
    hit->point = crAddScaled(crPathPoint(&cast->path, first->fraction), hit->normal, -cast->radius);
    hit->feature = crShapeFeature(shape, first->edge);
    hit->distance = first->fraction * crLength(cast->path.v);
}

static CaromHit describe(const Cast *cast, const First *first)
{
    CaromHit hit = {0};
    const CrShape *shape = &cast->world->shapes[first->shape];
    hit.shape = crShapeIdOf(cast->world, first->shape);
    hit.body = crBodyIdOf(cast->world, shape->body);
    hit.fraction = first->fraction;
    hit.startsInside = first->startsInside;
    hit.userData = shape->userData;
    (first->startsInside ? describeInside : describeEntry)(cast, first, &hit);
    return hit;
}

static CaromError checkCast(const CaromWorld *world, CaromVec2 origin, double radius, CaromVec2 translation,
                            const CaromCastOptions *options)
{
    if (world == NULL) {
        return CAROM_ERROR_NULL;
    }
    CaromError error = crCheckVec(origin);
    error = error != CAROM_OK ? error : crCheckVec(translation);
    error = error != CAROM_OK ? error : crCheckNumber(radius);
    error = error == CAROM_OK && (radius < 0.0 || radius > 1e6) ? CAROM_ERROR_OUT_OF_RANGE : error;
    return error != CAROM_OK ? error : crCheckOptions(world, options);
}

static int castAll(const Cast *cast, CaromHit *hits, int capacity)
{
    Pass pass = startPass(cast, false);
    int count = 0;
    while (runPass(&pass)) {
        if (count < capacity) {
            hits[count] = describe(cast, &pass.best);
        }
        count++;
        if (capacity == 1) {
            break; // the closest is all that is asked
        }
        pass.last = pass.best;
        pass.hasLast = true;
    }
    return count;
}

static int castChecked(const CaromWorld *world, CaromVec2 origin, double radius, CaromVec2 translation,
                       const CaromCastOptions *options, CaromHit *hits, int capacity, const char *function)
{
    CaromError error = checkCast(world, origin, radius, translation, options);
    error = error == CAROM_OK && capacity < 0 ? CAROM_ERROR_COUNT : error;
    error = error == CAROM_OK && capacity > 0 && hits == NULL ? CAROM_ERROR_NULL : error;
    if (error != CAROM_OK) {
        crComplain(world, error, function);
        return 0;
    }
    Cast cast = {world, options, crPathMake(origin, translation, crVec(0.0, 0.0)), radius};
    return castAll(&cast, hits, capacity);
}

int caromWorldCastRay(const CaromWorld *world, CaromVec2 origin, CaromVec2 translation, CaromCastOptions options,
                      CaromHit *hits, int capacity)
{
    return castChecked(world, origin, 0.0, translation, &options, hits, capacity, "caromWorldCastRay");
}

int caromWorldCastCircle(const CaromWorld *world, CaromVec2 origin, double radius, CaromVec2 translation,
                         CaromCastOptions options, CaromHit *hits, int capacity)
{
    return castChecked(world, origin, radius, translation, &options, hits, capacity, "caromWorldCastCircle");
}

bool caromWorldCastAny(const CaromWorld *world, CaromVec2 origin, double radius, CaromVec2 translation,
                       CaromCastOptions options)
{
    CaromError error = checkCast(world, origin, radius, translation, &options);
    if (error != CAROM_OK) {
        crComplain(world, error, "caromWorldCastAny");
        return false;
    }
    Cast cast = {world, &options, crPathMake(origin, translation, crVec(0.0, 0.0)), radius};
    Pass pass = startPass(&cast, true);
    return runPass(&pass);
}
