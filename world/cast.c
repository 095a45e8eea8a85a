// SPDX-License-Identifier: MIT
// Rays and circles cast through the world. A cast is a straight path over the time 0..1, met by the
// very code that flies projectiles, so both agree to the bit.
#include "cast.h"
#include "shape_walk.h"

// ---- a cast against the world

/// The search for the first hits that come after the last ones, of each class: [1] thin, [0]
/// others.
typedef struct Pass {
    const CrCast *cast;
    bool any; ///< the first found will do
    bool hasLast[2], found[2];
    CrFirst last[2], best[2];
    CrFirst previous; ///< the later of both lasts
} Pass;

static bool improves(const Pass *pass, const CrFirst *candidate)
{
    int k = crCastIsThin(pass->cast, candidate);
    return (!pass->hasLast[k] || crCastComesBefore(pass->cast, &pass->last[k], candidate)) &&
           (!pass->found[k] || crCastComesBefore(pass->cast, candidate, &pass->best[k]));
}

static void offer(Pass *pass, const CrFirst *candidate)
{
    int k = crCastIsThin(pass->cast, candidate);
    if (improves(pass, candidate)) {
        pass->best[k] = *candidate;
        pass->found[k] = true;
    }
}

static bool foundAny(const Pass *pass)
{
    return pass->found[0] || pass->found[1];
}

/// The head of both classes: the smaller fraction, then the lower shape.
static const CrFirst *head(const Pass *pass)
{
    const CrFirst *thin = &pass->best[1], *other = &pass->best[0];
    if (!pass->found[0] || !pass->found[1]) {
        return pass->found[1] ? thin : other;
    }
    if (thin->fraction != other->fraction) {
        return thin->fraction < other->fraction ? thin : other;
    }
    return thin->shape < other->shape ? thin : other;
}

static void considerShape(Pass *pass, uint32_t shape)
{
    CrFirst first;
    if (crOptionsSee(pass->cast->world, pass->cast->options, shape) &&
        crCastMeetsShape(pass->cast, shape, &first)) {
        offer(pass, &first);
    }
}

/// Resting shapes that hold the origin; what else is met of the resting layer, the walk finds.
static void considerAtOrigin(Pass *pass)
{
    const CrCast *cast = pass->cast;
    double reach = cast->radius + crPlaceTolerance(cast->path.p, cast->radius);
    CrBoxesWalk resting;
    CaromBox itsBox;
    uint32_t shape;
    crBoxesStart(&resting, &cast->world->boxes,
                 crBoxInflate(crBox(cast->path.p, cast->path.p), reach));
    while (crBoxesNext(&resting, &shape, &itsBox) && !(pass->any && foundAny(pass))) {
        if (crCastStartsInside(cast, shape)) {
            considerShape(pass, shape);
        }
    }
}

/// Shapes that move, and sensors, on the way: few, so asked one by one.
static void considerApart(Pass *pass)
{
    const CrCast *cast = pass->cast;
    CaromVec2 from = cast->path.p, to = crAdd(from, cast->path.v);
    double reach =
        cast->radius + crPlaceTolerance(from, cast->radius) + crPlaceTolerance(to, cast->radius);
    CrShapeWalk walk;
    uint32_t shape;
    crShapeWalkStart(&walk, cast->world, crBoxInflate(crBox(from, to), reach),
                     crLayersOf(cast->options->sensors) & ~(unsigned)CR_LAYER_RESTING);
    while (!(pass->any && foundAny(pass)) && crShapeWalkNext(&walk, &shape)) {
        considerShape(pass, shape);
    }
}

/// An edge of the resting layer. The shape's own first hit counts, so that each shape is found
/// once; for the first pass over shapes that do not hold the origin, that is the first of its
/// edges.
static void considerEdge(Pass *pass, const CrGridItem *item)
{
    const CrCast *cast = pass->cast;
    const CrKeyOwner *owner = &cast->world->keyOwners[item->key];
    CrFirst candidate;
    if (!crOptionsSee(cast->world, cast->options, owner->shape) ||
        !crCastMeetsEdge(cast, owner->shape, (int)owner->feature, &candidate)) {
        return;
    }
    int k = crCastIsThin(cast, &candidate);
    if (pass->found[k] && !crCastComesBefore(cast, &candidate, &pass->best[k])) {
        return; // nor does any later edge of the shape; an earlier one has its own turn
    }
    if (pass->hasLast[0] || pass->hasLast[1] || crCastStartsInside(cast, owner->shape)) {
        considerShape(pass, owner->shape);
    } else {
        offer(pass, &candidate);
    }
}

static void walkGrid(Pass *pass)
{
    const CrCast *cast = pass->cast;
    double from = 0.0;
    if (pass->hasLast[0] || pass->hasLast[1]) {
        from = crMax(pass->previous.fraction - crCastDoubt(cast, &pass->previous), 0.0);
    }
    CrWalk walk;
    CrCell cell;
    crWalkStart(&walk, &cast->world->grid, crPathPoint(&cast->path, from),
                crAdd(cast->path.p, cast->path.v), cast->radius);
    while (crWalkNext(&walk, &cell)) {
        if (foundAny(pass)) {
            const CrFirst *best = head(pass);
            double entered = from + (1.0 - from) * cell.fraction;
            if (pass->any || entered > best->fraction + crCastDoubt(cast, best)) {
                break; // no later cell holds an earlier surface
            }
        }
        for (int k = 0; k < cell.count; k++) {
            considerEdge(pass, &cell.items[k]);
        }
    }
}

static bool runPass(Pass *pass)
{
    const CaromWorld *world = pass->cast->world;
    pass->found[0] = pass->found[1] = false;
    bool solids = pass->cast->options->sensors != CAROM_SENSORS_ONLY;
    if (solids) {
        considerAtOrigin(pass);
    }
    considerApart(pass);
    if (solids && !crGridIsEmpty(&world->grid) && !(pass->any && foundAny(pass))) {
        walkGrid(pass);
    }
    return foundAny(pass);
}

/// What comes next must come after the head.
static void passOn(Pass *pass)
{
    pass->previous = *head(pass);
    int k = crCastIsThin(pass->cast, &pass->previous);
    pass->last[k] = pass->previous;
    pass->hasLast[k] = true;
}

static int castAll(const CrCast *cast, CaromHit *hits, int capacity)
{
    Pass pass = {0};
    pass.cast = cast;
    int count = 0;
    while (runPass(&pass)) {
        if (count < capacity) {
            hits[count] = crCastDescribe(cast, head(&pass));
        }
        count++;
        if (capacity == 1) {
            break; // the closest is all that is asked
        }
        passOn(&pass);
    }
    return count;
}

// ---- the doors

static CaromError checkCast(const CaromWorld *world, CaromVec2 origin, double radius,
                            CaromVec2 translation, const CaromQueryOptions *options)
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

static int castChecked(const CaromWorld *world, CaromVec2 origin, double radius,
                       CaromVec2 translation, const CaromQueryOptions *options, CaromHit *hits,
                       int capacity, const char *function)
{
    CaromError error = checkCast(world, origin, radius, translation, options);
    error = error == CAROM_OK && capacity < 0 ? CAROM_ERROR_COUNT : error;
    error = error == CAROM_OK && capacity > 0 && hits == NULL ? CAROM_ERROR_NULL : error;
    if (error != CAROM_OK) {
        crComplain(world, error, function);
        return 0;
    }
    CrCast cast = {world, options, crPathMake(origin, translation, crVec(0.0, 0.0)), radius};
    return castAll(&cast, hits, capacity);
}

int caromWorldCastRay(const CaromWorld *world, CaromVec2 origin, CaromVec2 translation,
                      CaromQueryOptions options, CaromHit *hits, int capacity)
{
    return castChecked(world, origin, 0.0, translation, &options, hits, capacity,
                       "caromWorldCastRay");
}

int caromWorldCastCircle(const CaromWorld *world, CaromVec2 origin, double radius,
                         CaromVec2 translation, CaromQueryOptions options, CaromHit *hits,
                         int capacity)
{
    return castChecked(world, origin, radius, translation, &options, hits, capacity,
                       "caromWorldCastCircle");
}

bool caromWorldCastAny(const CaromWorld *world, CaromVec2 origin, double radius,
                       CaromVec2 translation, CaromQueryOptions options)
{
    CaromError error = checkCast(world, origin, radius, translation, &options);
    if (error != CAROM_OK) {
        crComplain(world, error, "caromWorldCastAny");
        return false;
    }
    CrCast cast = {world, &options, crPathMake(origin, translation, crVec(0.0, 0.0)), radius};
    Pass pass = {0};
    pass.cast = &cast;
    pass.any = true;
    return runPass(&pass);
}
