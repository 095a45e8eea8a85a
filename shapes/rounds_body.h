// SPDX-License-Identifier: MIT
// The kernels of rounds.h, once for all instruction sets. Operations are those of the scalar code
// that is named beside them, in its order.
#include "rounds.h"
#include "wide.h"

// The bounds of sign_filter.h.
#define ROUNDING 0x1p-53
#define CROSS_ERROR ((3.0 + 16.0 * ROUNDING) * ROUNDING)
#define UNDERFLOW_LOSS 1e-280
#define LEAST_DOUBLE 0x1p-1074 ///< less than that is 0

typedef struct WidePlace {
    CrWide x, y;
} WidePlace;

CR_INLINE WidePlace addScaled(WidePlace a, WidePlace b, CrWide k)
{
    WidePlace sum = {crWideAdd(a.x, crWideMul(b.x, k)), crWideAdd(a.y, crWideMul(b.y, k))};
    return sum;
}

CR_INLINE CrWide size(WidePlace a)
{
    return crWideAdd(crWideAbs(a.x), crWideAbs(a.y));
}

CR_INLINE CrWideMask isFrom(WidePlace a, CrWide x, CrWide y, CrWide distance)
{
    CrWide dx = crWideSub(a.x, x), dy = crWideSub(a.y, y);
    return crWideLess(crWideMul(distance, distance), crWideDot(dx, dy, dx, dy));
}

/// Lanes where a sign is for certain the part's, and where it is for certain the other.
typedef struct WideSides {
    CrWideMask same, other;
} WideSides;

/// crRoughCross
CR_INLINE WideSides sidesOf(CrWide left, CrWide right, CrWide part)
{
    CrWide sum = crWideAdd(crWideAbs(left), crWideAbs(right));
    CrWide error = crWideAdd(crWideMul(crWideAll(CROSS_ERROR), sum), crWideAll(UNDERFLOW_LOSS));
    CrWideMask sure = crWideLess(error, crWideAbs(crWideSub(left, right)));
    CrWide sign = crWideIf(crWideLess(right, left), crWideAll(1.0), crWideAll(-1.0));
    CrWide product = crWideMul(sign, part), zero = crWideAll(0.0);
    WideSides sides = {crWideAnd(sure, crWideLess(zero, product)),
                       crWideAnd(sure, crWideLess(product, zero))};
    return sides;
}

typedef struct WideEdge {
    WidePlace a, along;
    CrWide part;
} WideEdge;

/// The bits of the first so many.
CR_INLINE uint64_t firstBits(int count)
{
    return count < 64 ? ((uint64_t)1 << count) - 1 : ~(uint64_t)0;
}

/// crOrientInline. Both products are exactly 0 where a factor of each is: so it is on walls along
/// the axes, which no other test is sure of.
CR_INLINE WideSides sidesAt(const WideEdge *edge, WidePlace place)
{
    CrWide dx = crWideSub(place.x, edge->a.x), dy = crWideSub(place.y, edge->a.y);
    WideSides sides =
        sidesOf(crWideMul(edge->along.x, dy), crWideMul(edge->along.y, dx), edge->part);
    CrWide least = crWideAdd(crWideMin(crWideAbs(edge->along.x), crWideAbs(dy)),
                             crWideMin(crWideAbs(edge->along.y), crWideAbs(dx)));
    sides.other = crWideOr(sides.other, crWideLess(least, crWideAll(LEAST_DOUBLE)));
    return sides;
}

// ---- bounces

/// crBounced
CR_INLINE WidePlace bounced(WidePlace before, WidePlace normal, CrWide restitution, CrWide friction,
                            CrWide minBounceSpeed)
{
    CrWide zero = crWideAll(0.0), minus = crWideAll(-1.0);
    CrWide toward = crWideMul(crWideDot(before.x, before.y, normal.x, normal.y), minus);
    CrWide closing = crWideMax(toward, zero);
    restitution = crWideIf(crWideLess(closing, minBounceSpeed), zero, restitution);
    CrWide push = crWideMul(crWideAdd(crWideAll(1.0), restitution), closing);
    CrWide grip = crWideMul(friction, push);
    WidePlace tangent = {crWideMul(normal.y, minus), normal.x};
    WidePlace after = addScaled(before, normal, push);
    CrWide sliding = crWideDot(before.x, before.y, tangent.x, tangent.y);
    CrWide slowed = crWideSigned(crWideMax(crWideSub(crWideAbs(sliding), grip), zero), sliding);
    CrWideMask slows = crWideOr(crWideLess(slowed, sliding), crWideLess(sliding, slowed));
    WidePlace other = addScaled(after, tangent, crWideSub(slowed, sliding));
    after.x = crWideIf(slows, other.x, after.x);
    after.y = crWideIf(slows, other.y, after.y);
    return after;
}

/// Some, from the k-th on. Returns which of them are sure.
CR_INLINE unsigned bounceSome(CrRoundBounces *round, int k, const CrRoundLimits *limits)
{
    WidePlace start = {crWideLoad(round->px + k), crWideLoad(round->py + k)};
    WidePlace before = {crWideLoad(round->vx + k), crWideLoad(round->vy + k)};
    WideEdge edge = {{crWideLoad(round->ax + k), crWideLoad(round->ay + k)},
                     {crWideLoad(round->bx + k), crWideLoad(round->by + k)},
                     crWideLoad(round->part + k)};
    WidePlace b = edge.along;
    edge.along.x = crWideSub(b.x, edge.a.x);
    edge.along.y = crWideSub(b.y, edge.a.y);
    WidePlace exact = addScaled(start, before, crWideLoad(round->tau + k));
    // crEdgeNormal
    CrWide length = crWideSqrt(crWideDot(edge.along.x, edge.along.y, edge.along.x, edge.along.y));
    CrWide leftX = crWideDiv(crWideMul(edge.along.y, crWideAll(-1.0)), length);
    WidePlace normal = {crWideMul(leftX, edge.part),
                        crWideMul(crWideDiv(edge.along.x, length), edge.part)};
    // the edge's ends are far
    CrWide near = crWideMul(crWideAdd(size(exact), crWideAll(1.0)), crWideAll(limits->corner));
    CrWideMask sure =
        crWideAnd(isFrom(exact, edge.a.x, edge.a.y, near), isFrom(exact, b.x, b.y, near));
    // crPlaceAlong
    CrWide sum = crWideAdd(size(exact), size(start));
    CrWide unit = crWideMul(crWideAdd(sum, crWideAll(limits->unitMore)), crWideAll(limits->unit));
    CrWide nearness =
        crWideMul(crWideAdd(sum, crWideAll(limits->nearMore)), crWideAll(limits->nearness));
    WidePlace first = addScaled(exact, normal, unit),
              second = addScaled(exact, normal, crWideMul(unit, crWideAll(2.0)));
    WideSides zeroth = sidesAt(&edge, exact), one = sidesAt(&edge, first),
              two = sidesAt(&edge, second);
    CrWideMask later = crWideOr(one.same, crWideAnd(one.other, two.same));
    sure = crWideAnd(sure, crWideOr(zeroth.same, crWideAnd(zeroth.other, later)));
    sure = crWideAnd(sure, sidesAt(&edge, start).same);
    WidePlace after =
        bounced(before, normal, crWideLoad(round->restitution + k), crWideLoad(round->friction + k),
                crWideLoad(round->minBounceSpeed + k));
    CrWide most = crWideAll(limits->tooFast);
    sure = crWideAnd(sure, crWideAnd(crWideLess(crWideAbs(after.x), most),
                                     crWideLess(crWideAbs(after.y), most)));
    // crEdgeIsLeaving
    sure = crWideAnd(
        sure, sidesOf(crWideMul(edge.along.x, after.y), crWideMul(edge.along.y, after.x), edge.part)
                  .same);
    crWideStore(round->exactX + k, exact.x);
    crWideStore(round->exactY + k, exact.y);
    crWideStore(round->normalX + k, normal.x);
    crWideStore(round->normalY + k, normal.y);
    crWideStore(round->x + k,
                crWideIf(zeroth.same, exact.x, crWideIf(one.same, first.x, second.x)));
    crWideStore(round->y + k,
                crWideIf(zeroth.same, exact.y, crWideIf(one.same, first.y, second.y)));
    crWideStore(round->afterX + k, after.x);
    crWideStore(round->afterY + k, after.y);
    crWideStore(round->nearness + k, nearness);
    return crWideBits(sure);
}

/// Which of some have both times in one window, as crWindowOf tells; `early`: that is sure.
CR_INLINE unsigned inOneWindow(const CrRoundBounces *round, int k, double window, unsigned *early)
{
    int32_t ignored[CR_WIDE];
    CrWide width = crWideAll(window), most = crWideAll(0x1p30);
    CrWide first = crWideDiv(crWideLoad(round->start + k), width),
           last = crWideDiv(crWideLoad(round->time + k), width);
    *early = crWideBits(crWideAnd(crWideLess(first, most), crWideLess(last, most)));
    first = crWideFloor(ignored, crWideMin(first, most));
    last = crWideFloor(ignored, crWideMin(last, most));
    return crWideBits(crWideLess(crWideAbs(crWideSub(last, first)), crWideAll(0.5)));
}

static void bounces(CrRoundBounces *round, int count, const CrRoundLimits *limits)
{
    round->sure = round->sameWindow = 0;
    for (int k = 0; k < count; k += CR_WIDE) {
        unsigned early, same = inOneWindow(round, k, limits->window, &early);
        round->sure |= (uint64_t)(bounceSome(round, k, limits) & early) << k;
        round->sameWindow |= (uint64_t)same << k;
    }
    round->sure &= firstBits(count);
}

// ---- walks

/// What a walk is along one axis.
typedef struct WideAxis {
    CrWide heading, next, pace, far;
    CrWideMask sure;
} WideAxis;

/// As crLaneWalkAim has it of a way aslant that begins over the content.
CR_INLINE WideAxis axisOf(CrWide place, CrWide velocity, CrWide speed, double min, double max,
                          const CrRoundCells *cells, int32_t *cell)
{
    CrWide side = crWideAll(cells->side), lo = crWideAll(min), hi = crWideAll(max);
    CrWide inverse = crWideDiv(speed, velocity), one = crWideAll(1.0), zero = crWideAll(0.0);
    WideAxis axis;
    axis.heading = crWideDiv(velocity, speed);
    axis.sure = crWideAnd(crWideLess(crWideAll(cells->straight), crWideAbs(axis.heading)),
                          crWideAnd(crWideLess(lo, place), crWideLess(place, hi)));
    axis.far = crWideMax(crWideMul(crWideSub(lo, place), inverse),
                         crWideMul(crWideSub(hi, place), inverse));
    place = crWideMin(crWideMax(place, lo), hi); // within the range of cells
    CrWide whole = crWideFloor(cell, crWideMul(place, crWideAll(cells->perSide)));
    CrWide ahead = crWideAdd(whole, crWideIf(crWideLess(zero, velocity), one, zero));
    axis.next = crWideMul(crWideSub(crWideMul(ahead, side), place), inverse);
    axis.pace = crWideMul(side, crWideAbs(inverse));
    return axis;
}

/// Whether an end of the edge that a leg leaves is clearly beside it.
CR_INLINE CrWideMask isBeside(const double *x, const double *y, WidePlace place, WidePlace velocity,
                              CrWide doubt)
{
    CrWide at = crWideCross(velocity.x, velocity.y, crWideSub(crWideLoad(x), place.x),
                            crWideSub(crWideLoad(y), place.y));
    return crWideLess(doubt, crWideAbs(at));
}

CR_INLINE unsigned walkSome(CrRoundWalks *round, const CrRoundBounces *from, int k,
                            const CrRoundCells *cells)
{
    WidePlace place = {crWideLoad(from->x + k), crWideLoad(from->y + k)};
    WidePlace velocity = {crWideLoad(from->afterX + k), crWideLoad(from->afterY + k)};
    CrWide speed = crWideSqrt(crWideDot(velocity.x, velocity.y, velocity.x, velocity.y));
    WideAxis across =
        axisOf(place.x, velocity.x, speed, cells->minX, cells->maxX, cells, round->cellX + k);
    WideAxis up =
        axisOf(place.y, velocity.y, speed, cells->minY, cells->maxY, cells, round->cellY + k);
    CrWide most = crWideMax(crWideAbs(place.x), crWideAbs(place.y));
    most = crWideMax(crWideAll(cells->extent), most);
    CrWide doubt = crWideMul(crWideMul(size(velocity), crWideAdd(most, crWideAll(1.0))),
                             crWideAll(CR_THIN_DOUBT));
    CrWideMask sure = crWideAnd(across.sure, up.sure);
    sure = crWideAnd(sure, isBeside(from->ax + k, from->ay + k, place, velocity, doubt));
    sure = crWideAnd(sure, isBeside(from->bx + k, from->by + k, place, velocity, doubt));
    crWideStore(round->headingX + k, across.heading);
    crWideStore(round->headingY + k, up.heading);
    crWideStore(round->nextX + k, across.next);
    crWideStore(round->nextY + k, up.next);
    crWideStore(round->paceX + k, across.pace);
    crWideStore(round->paceY + k, up.pace);
    crWideStore(round->far + k, crWideMin(across.far, up.far));
    crWideStore(round->speed + k, speed);
    crWideStore(round->most + k, most);
    crWideStore(round->doubt + k, doubt);
    return crWideBits(sure);
}

static void walks(CrRoundWalks *round, const CrRoundBounces *from, int count,
                  const CrRoundCells *cells)
{
    round->sure = 0;
    for (int k = 0; k < count; k += CR_WIDE) {
        round->sure |= (uint64_t)walkSome(round, from, k, cells) << k;
    }
    round->sure &= firstBits(count);
}

// ---- crossings

/// Some edges, from the k-th on.
CR_INLINE void crossSome(CrCrossings *all, int k)
{
    CrWide px = crWideLoad(all->px + k), py = crWideLoad(all->py + k), vx = crWideLoad(all->vx + k),
           vy = crWideLoad(all->vy + k), doubt = crWideLoad(all->doubt + k), zero = crWideAll(0.0);
    CrWide minus = crWideSub(zero, doubt);
    CrWide ax = crWideLoad(all->ax + k), ay = crWideLoad(all->ay + k), bx = crWideLoad(all->bx + k),
           by = crWideLoad(all->by + k);
    // crThinEdgePass
    CrWide atA = crWideCross(vx, vy, crWideSub(ax, px), crWideSub(ay, py)),
           atB = crWideCross(vx, vy, crWideSub(bx, px), crWideSub(by, py));
    CrWideMask left = crWideAnd(crWideLess(doubt, atA), crWideLess(doubt, atB)),
               right = crWideAnd(crWideLess(atA, minus), crWideLess(atB, minus));
    CrWideMask clear =
        crWideAnd(crWideLess(doubt, crWideAbs(atA)), crWideLess(doubt, crWideAbs(atB)));
    CrWideMask falls = crWideLess(atB, atA);
    // crThinEdgeMeasure
    CrWide alongX = crWideSub(bx, ax), alongY = crWideSub(by, ay);
    CrWide length = crWideAdd(crWideAbs(alongX), crWideAbs(alongY));
    CrWide slack = crWideMul(length, crWideLoad(all->slack + k));
    CrWide distance = crWideCross(alongX, alongY, crWideSub(px, ax), crWideSub(py, ay));
    CrWide past = crWideMul(crWideIf(falls, crWideAll(1.0), crWideAll(-1.0)), distance);
    // crPathCrossingTime
    CrWide speed = crWideCross(alongX, alongY, vx, vy);
    CrWide size = crWideAdd(crWideAbs(vx), crWideAbs(vy));
    CrWide flat = crWideMul(crWideMul(crWideAll(1e-6), length), size);
    CrWide tau = crWideDiv(crWideMul(distance, crWideAll(-1.0)), speed);
    crWideStore(all->tau + k, crWideMax(tau, zero));
    unsigned beside = crWideBits(crWideOr(left, right)), behind, met;
    behind = crWideBits(crWideAnd(clear, crWideLess(slack, past)));
    met = crWideBits(crWideAnd(clear, crWideAnd(crWideLess(past, crWideSub(zero, slack)),
                                                crWideLess(flat, crWideAbs(speed)))));
    all->met |= (uint64_t)(met & ~beside) << k;
    all->unclear |= (uint64_t)(~(met | beside | behind) & ((1u << CR_WIDE) - 1u)) << k;
    all->fromTheLeft |= (uint64_t)(crWideBits(falls) ^ ((1u << CR_WIDE) - 1u)) << k;
}

static void crossings(CrCrossings *all, int count)
{
    all->met = all->unclear = all->fromTheLeft = 0;
    for (int k = 0; k < count; k += CR_WIDE) {
        crossSome(all, k);
    }
    all->met &= firstBits(count);
    all->unclear &= firstBits(count);
}
