// SPDX-License-Identifier: MIT
// The search for all hits of a cast: one walk along its path keeps a fixed number of first hits in
// sorted lists; if there are more, another walk goes on from the last of them. So a cast needs only
// some kilobytes of stack, and thousands of hits cost one walk for every fifty.
#include "../core/limits.h"
#include "../index/filter.h"
#include "../narrowphase/path_query.h"
#include "../narrowphase/shape_walk.h"
#include "first_hit.h"

#include <limits.h>

#define LIST_SIZE 48
#define ASKED_SIZE 16 ///< a power of two

/// A walk for the firsts that come after the last ones, of each class: [1] thin, [0] others.
typedef struct Pass {
    const CrCast *cast;
    bool any;  ///< the first found will do
    int limit; ///< of each list
    bool hasLast[2];
    CrFirst last[2];
    CrFirst previous; ///< the later of both lasts
    int count[2];
    double bound[2];            ///< of a full list: nothing later than this is wanted
    uint32_t asked[ASKED_SIZE]; ///< shapes with first hits that were offered already
    CrFirst list[2][LIST_SIZE];
} Pass;

// ---- the lists

static bool foundAny(const Pass *pass)
{
    return pass->count[0] > 0 || pass->count[1] > 0;
}

static bool isFull(const Pass *pass, int k)
{
    return pass->count[k] == pass->limit;
}

/// Times of thin firsts need not rise with their order; nor need the doubt about them.
static double boundOf(const Pass *pass, int k)
{
    double bound = 0.0;
    for (int i = 0; i < pass->count[k]; i++) {
        const CrFirst *first = &pass->list[k][i];
        bound = crMax(bound, first->tau + crCastDoubt(pass->cast, first));
    }
    return bound;
}

static void offer(Pass *pass, const CrFirst *candidate)
{
    const CrCast *cast = pass->cast;
    int k = crCastIsThin(cast, candidate), at = pass->count[k];
    CrFirst *list = pass->list[k];
    if (pass->hasLast[k] && !crCastComesBefore(cast, &pass->last[k], candidate)) {
        return;
    }
    while (at > 0 && crCastComesBefore(cast, candidate, &list[at - 1])) {
        at--;
    }
    bool isListed = at > 0 && !crCastComesBefore(cast, &list[at - 1], candidate);
    if (isListed || at == pass->limit) {
        return;
    }
    pass->count[k] += !isFull(pass, k);
    for (int i = pass->count[k] - 1; i > at; i--) {
        list[i] = list[i - 1];
    }
    list[at] = *candidate;
    if (isFull(pass, k)) {
        pass->bound[k] = boundOf(pass, k);
    }
}

/// The head of both lists from some places on: the smaller time, then the lower shape. Null: none.
static const CrFirst *head(const Pass *pass, const int at[2])
{
    const CrFirst *other = at[0] < pass->count[0] ? &pass->list[0][at[0]] : NULL;
    const CrFirst *thin = at[1] < pass->count[1] ? &pass->list[1][at[1]] : NULL;
    if (thin == NULL || other == NULL) {
        return thin == NULL ? other : thin;
    }
    if (thin->tau != other->tau) {
        return thin->tau < other->tau ? thin : other;
    }
    return thin->shape < other->shape ? thin : other;
}

/// All that is after this time comes after what the lists will give: the head once one of them is
/// full and runs out.
static double boundOfAll(const Pass *pass)
{
    if (pass->any) {
        return foundAny(pass) ? -1.0 : CR_NEVER;
    }
    if (isFull(pass, 0) && isFull(pass, 1)) {
        const CrFirst *other = &pass->list[0][pass->limit - 1],
                      *thin = &pass->list[1][pass->limit - 1];
        return pass->bound[thin->tau < other->tau];
    }
    return isFull(pass, 0) ? pass->bound[0] : isFull(pass, 1) ? pass->bound[1] : CR_NEVER;
}

// ---- what is offered

/// The shape's own first counts, so that each shape is found once.
static void considerShape(Pass *pass, uint32_t shape)
{
    const CrCast *cast = pass->cast;
    CrFirst first;
    bool met =
        crOptionsSee(cast->world, cast->options, shape) && crCastMeetsShape(cast, shape, &first);
    while (met) {
        offer(pass, &first);
        met = cast->options->reentries && crCastReenters(cast, &first);
    }
}

static void walkAtOrigin(const CrCast *cast, CrBoxCellsWalk *resting)
{
    double reach = cast->radius + crPlaceTolerance(cast->path.p, cast->radius);
    crBoxCellsStart(resting, &cast->world->boxes,
                    crBoxInflate(crBox(cast->path.p, cast->path.p), reach));
}

bool crCastBeginsInside(const CrCast *cast)
{
    CrBoxCellsWalk resting;
    uint32_t shape;
    bool inside = false;
    walkAtOrigin(cast, &resting);
    while (!inside && crBoxCellsNext(&resting, &shape)) {
        inside = crCastStartsInside(cast, shape);
    }
    return inside;
}

/// Resting shapes that hold the origin; what else is met of the resting layer, the walk finds.
static void considerAtOrigin(Pass *pass)
{
    const CrCast *cast = pass->cast;
    CrBoxCellsWalk resting;
    uint32_t shape;
    walkAtOrigin(cast, &resting);
    while (crBoxCellsNext(&resting, &shape) && !(pass->any && foundAny(pass))) {
        if (crCastStartsInside(cast, shape)) {
            considerShape(pass, shape);
        }
    }
}

/// All of a cast, within the range of boxes.
static CaromBox sweptBox(const CrCast *cast)
{
    static const CaromBox all = {{-4.0 * CR_HUGE, -4.0 * CR_HUGE}, {4.0 * CR_HUGE, 4.0 * CR_HUGE}};
    CaromVec2 from = cast->path.p, to = crPathPoint(&cast->path, cast->end);
    double reach =
        cast->radius + crPlaceTolerance(from, cast->radius) + crPlaceTolerance(to, cast->radius);
    CaromBox box = crPathSweptBox(&cast->path, 0.0, cast->end, reach);
    box.min = crVec(crMax(box.min.x, all.min.x), crMax(box.min.y, all.min.y));
    box.max = crVec(crMin(box.max.x, all.max.x), crMin(box.max.y, all.max.y));
    return box;
}

/// Shapes that move, and sensors, on the way: few, so asked one by one.
static void considerApart(Pass *pass)
{
    const CrCast *cast = pass->cast;
    unsigned layers = crLayersOf(cast->options->sensors) & ~(unsigned)CR_LAYER_RESTING;
    CrShapeWalk walk;
    uint32_t shape;
    crShapeWalkStart(&walk, cast->world, sweptBox(cast), layers);
    while (!(pass->any && foundAny(pass)) && crShapeWalkNext(&walk, &shape)) {
        considerShape(pass, shape);
    }
}

/// Whether a shape was asked for its firsts in this pass; remembers it.
static bool wasAsked(Pass *pass, uint32_t shape)
{
    uint32_t *place = &pass->asked[shape & (ASKED_SIZE - 1)];
    bool was = *place == shape;
    *place = shape;
    return was;
}

/// An edge of the resting layer. If only the closest is wanted, that is the first of all edges of
/// shapes that do not hold the origin, and no shape need be asked.
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
    if (isFull(pass, k) && !crCastComesBefore(cast, &candidate, &pass->list[k][pass->limit - 1])) {
        return; // nor does any later edge of the shape; an earlier one has its own turn
    }
    if (pass->limit == 1 && !crCastStartsInside(cast, owner->shape)) {
        offer(pass, &candidate);
    } else if (!wasAsked(pass, owner->shape)) {
        considerShape(pass, owner->shape);
    }
}

// ---- the walk

static void walkGrid(Pass *pass)
{
    const CrCast *cast = pass->cast;
    const CrGrid *grid = &cast->world->grid;
    double from = 0.0, extent = cast->radius + crGridExtent(grid);
    if (pass->hasLast[0] || pass->hasLast[1]) {
        from = crMax(pass->previous.tau - crCastDoubt(cast, &pass->previous), 0.0);
    }
    CrPathQuery query;
    const CrGridItem *item;
    query.ask = (CrPathAsk){grid,    cast->path, cast->radius,
                            from,    cast->end,  8.0 * crPlaceTolerance(cast->path.p, extent),
                            INT_MAX, false,      cast->world->plain};
    crPathQueryStart(&query);
    while ((item = crPathQueryNext(&query, boundOfAll(pass))) != NULL) {
        considerEdge(pass, item);
    }
}

static bool runPass(Pass *pass)
{
    const CaromWorld *world = pass->cast->world;
    pass->count[0] = pass->count[1] = 0;
    for (int i = 0; i < ASKED_SIZE; i++) {
        pass->asked[i] = CR_NONE;
    }
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

// ---- answers

static void init(Pass *pass, const CrCast *cast, int limit)
{
    pass->cast = cast;
    pass->any = false;
    pass->limit = limit;
    pass->hasLast[0] = pass->hasLast[1] = false;
}

/// Takes from the lists what is first for certain: until one of them that was full runs out.
/// Returns how many; *more: whether there may be others.
static int takeFirsts(Pass *pass, CaromHit *hits, int capacity, bool *more)
{
    int at[2] = {0, 0}, taken = 0;
    *more = false;
    const CrFirst *first = head(pass, at);
    while (first != NULL && !*more) {
        int k = first == &pass->list[1][at[1]];
        if (taken < capacity) {
            crCastDescribe(pass->cast, first, &hits[taken]);
        }
        taken++;
        pass->previous = pass->last[k] = *first;
        pass->hasLast[k] = true;
        at[k]++;
        *more = isFull(pass, k) && at[k] == pass->count[k];
        first = head(pass, at);
    }
    return taken;
}

int crCastAll(const CrCast *cast, CaromHit *hits, int capacity)
{
    Pass pass;
    int count = 0;
    bool more = true;
    init(&pass, cast, capacity == 1 ? 1 : LIST_SIZE);
    while (more && runPass(&pass)) {
        int room = capacity > count ? capacity - count : 0;
        count += takeFirsts(&pass, room > 0 ? hits + count : NULL, room, &more);
        more = more && capacity != 1;
    }
    return count;
}

static bool castAny(const CrCast *cast)
{
    Pass pass;
    init(&pass, cast, 1);
    pass.any = true;
    return runPass(&pass);
}

bool crCastAny(const CrCast *cast)
{
    bool met;
    return crRayAny(cast, &met) ? met : castAny(cast);
}
