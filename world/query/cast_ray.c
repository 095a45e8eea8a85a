// SPDX-License-Identifier: MIT
// The closest hit of a ray, and whether there is any: the fast form of cast_search.c, in a tenth of
// its time and with the same hits, to the bit. Moving shapes are left to cast_moving.c. Packets
// (edge_packets.h) leave one to three edges a ray. An edge is either clearly not hit, or clearly
// hit at a time that the same arithmetic gives, clearly before or after the others. Otherwise, for
// one ray in millions, everything is left to the general code. So this file needs no exact signs.
// tests/world/query/test_cast_ray.c compares the two.
//
// The ray itself shows whether the origin is inside a solid without an edge nearby. It leaves such
// a solid within the solid's diameter, by an edge that it crosses from the back. So the ray is
// followed at least as far as the largest solid is wide, and the owner of each such edge is tested.
// If there are solids of many cells, boxes around the origin are searched instead.
#include "../index/filter.h"
#include "../index/moving_index.h"
#include "../narrowphase/thin_edge.h"
#include "first_hit.h"

#include <math.h>

#define INSIDE_CELLS 2.0 ///< [lane cells] boxes are searched for wider solids

typedef enum Answer {
    ANSWER_NO,
    ANSWER_YES,
    ANSWER_UNCLEAR ///< exact signs would have to decide, or a policy
} Answer;

/// What the search has found so far.
typedef struct Aim {
    const CrCast *cast;
    double length; ///< [m] of the ray
    CrThinEdgePath thin;
    double within;    ///< [m] up to which backs of edges show that it began inside,
    double inside;    ///< and as a fraction
    double tau, blur; ///< the best time, or the end; and how far it may be off
    const CrGridItem *item;
    CrPart part;
} Aim;

static const CrKeyOwner *ownerOf(const Aim *aim, const CrGridItem *item)
{
    return &aim->cast->world->keyOwners[item->key];
}

static bool isSeen(const Aim *aim, const CrGridItem *item)
{
    return crOptionsSee(aim->cast->world, aim->cast->options, ownerOf(aim, item)->shape);
}

static Answer take(Aim *aim, const CrGridItem *item, double tau, double blur, CrPart part)
{
    aim->item = item;
    aim->tau = tau;
    aim->blur = blur;
    aim->part = part;
    return ANSWER_YES;
}

// ---- one edge

/// An edge without thickness that the ray plainly crosses, if not from behind.
static Answer considerCrossed(Aim *aim, const CrGridItem *item, const CrThinEdgeCrossing *crossing)
{
    CrEdge edge = {item->a, item->b, 0.0, false};
    double tau = crPathCrossingTime(&aim->cast->path, &edge);
    double blur = crossing->slack / crossing->speed;
    if (!isSeen(aim, item)) {
        return ANSWER_NO;
    }
    if (aim->item != NULL && fabs(tau - aim->tau) <= blur + aim->blur) {
        return ANSWER_UNCLEAR;
    }
    return tau < aim->tau ? take(aim, item, tau, blur, crThinEdgePart(crossing)) : ANSWER_NO;
}

/// Met at an end of the ray, or the ray runs along the edge.
static bool isUnclear(const Aim *aim, const CrGridItem *item, const CrThinEdgeCrossing *crossing)
{
    CaromVec2 v = aim->thin.v, along = crSub(item->b, item->a);
    return !crThinEdgeIsAhead(crossing) ||
           -crossing->past >= crossing->speed * (1.0 - 1e-9) - crossing->slack ||
           crossing->speed < 2e-6 * (fabs(along.x) + fabs(along.y)) * (fabs(v.x) + fabs(v.y));
}

static Answer considerThin(Aim *aim, const CrGridItem *item)
{
    CrThinEdgeCrossing crossing;
    CrThinEdge pass = crThinEdgePass(&aim->thin, item, &crossing);
    if (pass != CR_THIN_CROSSED) {
        return pass == CR_THIN_BESIDE ? ANSWER_NO : ANSWER_UNCLEAR;
    }
    bool leaves = crThinEdgeFromBack(&crossing, item);
    crThinEdgeMeasure(&aim->thin, item, &crossing);
    if (crThinEdgeIsOut(&crossing, leaves ? aim->inside : aim->tau)) {
        return ANSWER_NO;
    }
    if (leaves) {
        return crCastStartsInside(aim->cast, ownerOf(aim, item)->shape) ? ANSWER_UNCLEAR
                                                                        : ANSWER_NO;
    }
    return isUnclear(aim, item, &crossing) ? ANSWER_UNCLEAR : considerCrossed(aim, item, &crossing);
}

/// Whether the shape of an edge with thickness may hold the origin; of a disc it is plain to see.
static bool mayHold(const Aim *aim, const CrGridItem *item)
{
    double reach = item->radius + 2.0 * crPlaceTolerance(aim->cast->path.p, item->radius);
    return !crEqual(item->a, item->b) || (item->flags & CR_GRID_ONE_SIDED) ||
           crLengthSquared(crSub(aim->cast->path.p, item->a)) <= reach * reach * (1.0 + 1e-9);
}

/// Its times need no exact signs.
static Answer considerThick(Aim *aim, const CrGridItem *item)
{
    const CrCast *cast = aim->cast;
    const CrKeyOwner *owner = ownerOf(aim, item);
    CrEdge edge = {item->a, item->b, item->radius, (item->flags & CR_GRID_ONE_SIDED) != 0};
    CrMeet meet;
    if (mayHold(aim, item) && crCastStartsInside(cast, owner->shape)) {
        return ANSWER_UNCLEAR;
    }
    if (!crPathMeets(&cast->path, &edge, 0.0, false, &meet) || meet.tau > aim->tau ||
        !isSeen(aim, item)) {
        return ANSWER_NO;
    }
    if (aim->item != NULL && aim->tau - meet.tau <= aim->blur) {
        const CrKeyOwner *other = ownerOf(aim, aim->item);
        bool isThick = aim->item->radius > 0.0, isOwn = other->shape == owner->shape;
        bool isBefore = isOwn ? owner->feature < other->feature : owner->shape < other->shape;
        if (!isThick || isBefore) {
            return isThick ? take(aim, item, meet.tau, 0.0, meet.part) : ANSWER_UNCLEAR;
        }
        return ANSWER_NO;
    }
    return take(aim, item, meet.tau, 0.0, meet.part);
}

/// False: it is not plain.
static inline bool consider(Aim *aim, const CrGridItem *item)
{
    if (item == aim->item) {
        return true;
    }
    return (item->radius == 0.0 ? considerThin : considerThick)(aim, item) != ANSWER_UNCLEAR;
}

// ---- the ray

static bool isPlain(const CrCast *cast)
{
    const CaromWorld *world = cast->world;
    const CaromQueryOptions *options = cast->options;
    return cast->radius == 0.0 && options->sensors == CAROM_SENSORS_EXCLUDED &&
           options->predicate == NULL && !world->plain;
}

/// Not too short to be reckoned with; no ray is too long.
static bool isMeasurable(CaromVec2 v)
{
    return fabs(v.x) + fabs(v.y) > 1e-30;
}

/// False where that is not so.
static bool aimAt(Aim *aim, const CrCast *cast)
{
    CaromVec2 p = cast->path.p, v = cast->path.v;
    double most = crThinEdgeExtent(&cast->world->grid, p);
    aim->cast = cast;
    aim->length = crLength(v);
    aim->thin = crThinEdgePath(p, v, most);
    aim->thin.slack += (fabs(v.x) + fabs(v.y)) * 0x1p-45; // of the ray's other end
    aim->within = aim->inside = -1.0;
    aim->tau = 1.0;
    aim->blur = 0.0;
    aim->item = NULL;
    return isMeasurable(v);
}

/// False where it is inside of something, or may be.
static bool startsOutside(Aim *aim)
{
    const CrGrid *grid = &aim->cast->world->grid;
    double reach = grid->insideReach;
    if (reach == 0.0) {
        return true;
    }
    if (reach > INSIDE_CELLS * grid->lanes.side) {
        return !crCastBeginsInside(aim->cast);
    }
    aim->within = reach * (1.0 + 1e-6);
    aim->inside = aim->within / aim->length;
    return true;
}

/// Nothing that comes later matters.
static void shorten(const Aim *aim, bool any, CrLaneWalk *walk)
{
    double far = any ? 0.0 : aim->tau * aim->length * (1.0 + 1e-9) + aim->thin.slack * 0x1p21;
    crLaneWalkKeepTo(walk, crMax(far, aim->within));
}

/// Looks at what may be met, nearest first; false: it is not plain.
static bool find(Aim *aim, bool any)
{
    const CrCast *cast = aim->cast;
    const CrGrid *grid = &cast->world->grid;
    CrLaneWalk walk;
    const CrEdgeLink *block;
    unsigned lanes;
    double best = 1.0;
    CaromVec2 p = cast->path.p, v = cast->path.v;
    double length = crMax(aim->length, aim->within);
    double sum = 2.0 * ((crAbs(p.x) + crAbs(p.y)) + length);
    if (!crLaneWalkAim(&walk, grid, p, v, aim->length, length, sum, 16.0 * aim->thin.slack)) {
        return false;
    }
    if (!(aim->within > 0.0)) {
        crLaneWalkFromFront(&walk);
    }
    for (int i = 0; i < crArrayCount(grid->coarse); i++) {
        if (!consider(aim, &grid->items[grid->coarse[i]])) {
            return false;
        }
    }
    for (;;) {
        if (aim->tau < best) {
            best = aim->tau;
            shorten(aim, any, &walk);
        }
        if ((block = crLaneWalkBlock(&walk, &lanes)) == NULL) {
            return true;
        }
        for (; lanes != 0; lanes &= lanes - 1) {
            const CrGridItem *item = &grid->items[block->keys[crLowestBit(lanes)]];
            for (; item != NULL; item = crGridNextOf(item)) {
                if (!consider(aim, item)) {
                    return false;
                }
            }
        }
    }
}

static bool seek(Aim *aim, const CrCast *cast, bool any)
{
    aim->item = NULL;
    if (crGridIsEmpty(&cast->world->grid)) {
        return isPlain(cast) && isMeasurable(cast->path.v);
    }
    return isPlain(cast) && aimAt(aim, cast) && startsOutside(aim) && find(aim, any);
}

bool crRayClosest(const CrCast *cast, CaromHit *hit, bool *met)
{
    Aim aim;
    CrFirst first;
    if (!seek(&aim, cast, false)) {
        return false;
    }
    *met = aim.item != NULL;
    if (*met) {
        const CrKeyOwner *owner = ownerOf(&aim, aim.item);
        first = (CrFirst){aim.tau, owner->shape, (int)owner->feature,     aim.part,
                          false,   false,        aim.item->radius == 0.0, 0};
    }
    if (crMovingIndexAny(cast->world)) {
        *met = crRayMeetsMoving(cast, false, *met, &first);
    }
    if (*met) {
        crCastDescribe(cast, &first, hit);
    }
    return true;
}

bool crRayAny(const CrCast *cast, bool *met)
{
    Aim aim;
    bool plain = seek(&aim, cast, true);
    CrFirst first;
    *met = plain && (aim.item != NULL || (crMovingIndexAny(cast->world) &&
                                          crRayMeetsMoving(cast, true, false, &first)));
    return plain;
}
