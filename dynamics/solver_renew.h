// SPDX-License-Identifier: MIT
// Manifolds that are kept while both bodies hardly move against each other: part of solver_body.h.
//
// Settled loads: a soft contact gives way by load / (effective mass · ω²), so a tower of 30 boxes
// would sink by 0.3 m. Only changes of an impulse have to be soft. The settled part does not give
// way: it follows 0.9 of the lesser impulse of the points, so it holds no tilt, and the slower the
// heavier the load, or tall piles begin to rock. It is the integral part of a controller.
// M. Hestenes, "Multiplier and Gradient Methods" (1969).
#include "solver_loops.h"
#include "lane_simd.h"

/// Poses of a block's bodies; their distance in double, as centers may be far from the origin.
typedef struct PoseLanes {
    float dx[CR_BLOCK], dy[CR_BLOCK];
    float cA[CR_BLOCK], sA[CR_BLOCK], cB[CR_BLOCK], sB[CR_BLOCK];
} PoseLanes;

CR_INLINE void posesOf(const CrRigidPose *poses, const CrLaneBlock *block, PoseLanes *out)
{
    for (int l = 0; l < CR_BLOCK; l++) {
        const CrRigidPose *a = &poses[block->a[l]], *b = &poses[block->b[l]];
        out->dx[l] = (float)(b->x - a->x);
        out->dy[l] = (float)(b->y - a->y);
        out->cA[l] = (float)a->c;
        out->sA[l] = (float)a->s;
        out->cB[l] = (float)b->c;
        out->sB[l] = (float)b->s;
    }
}

/// Where the bodies of some lanes are, as seen from the poses that the manifolds were made for.
typedef struct RenewLanes {
    CrLaneFloats dx, dy, cA, sA, cB, sB; ///< turned since
    CrLaneFloats x, y;                   ///< center of B in A's axes
} RenewLanes;

CR_INLINE RenewLanes renewLanes(const CrLaneBase *base, const PoseLanes *pose, int k)
{
    CrLaneFloats cA = simdLoad(pose->cA + k), sA = simdLoad(pose->sA + k),
                 cB = simdLoad(pose->cB + k), sB = simdLoad(pose->sB + k),
                 dx = simdLoad(pose->dx + k), dy = simdLoad(pose->dy + k);
    CrLaneFloats oldCA = simdLoad(base->cA + k), oldSA = simdLoad(base->sA + k),
                 oldCB = simdLoad(base->cB + k), oldSB = simdLoad(base->sB + k);
    RenewLanes out = {dx,
                      dy,
                      simdAdd(simdMul(cA, oldCA), simdMul(sA, oldSA)),
                      simdSub(simdMul(sA, oldCA), simdMul(cA, oldSA)),
                      simdAdd(simdMul(cB, oldCB), simdMul(sB, oldSB)),
                      simdSub(simdMul(sB, oldCB), simdMul(cB, oldSB)),
                      simdAdd(simdMul(cA, dx), simdMul(sA, dy)),
                      simdSub(simdMul(cA, dy), simdMul(sA, dx))};
    return out;
}

CR_INLINE unsigned shiftSome(CrLaneExtra *extra, bool slid, CrLaneBase *base, const RenewLanes *now,
                             float slow, int k)
{
    CrLaneFloats c = simdLoad(base->cA + k), s = simdLoad(base->sA + k), bx = simdLoad(base->x + k),
                 by = simdLoad(base->y + k);
    CrLaneFloats x = simdSub(now->dx, simdSub(simdMul(c, bx), simdMul(s, by))),
                 y = simdSub(now->dy, simdAdd(simdMul(s, bx), simdMul(c, by)));
    CrLaneFloats tickX = simdSub(x, simdLoad(base->wasX + k)),
                 tickY = simdSub(y, simdLoad(base->wasY + k));
    CrMask moves =
        simdLess(simdAll(slow * slow), simdAdd(simdMul(tickX, tickX), simdMul(tickY, tickY)));
    simdStore(base->wasX + k, x);
    simdStore(base->wasY + k, y);
    CrLaneFloats zero = simdAll(0.0f);
    unsigned bits = crMaskBits(moves);
    if (slid || bits) { // else they are 0 and stay it
        simdStore(extra->shiftX + k, simdPick(moves, x, zero));
        simdStore(extra->shiftY + k, simdPick(moves, y, zero));
    }
    return bits;
}

/// A bit for each lane that moved too far for its manifold, and separations for all.
CR_INLINE unsigned renewSome(CrLaneBlock *block, CrLaneBase *base, const RenewLanes *now, int k)
{
    CrLaneFloats zero = simdAll(0.0f), dA = simdLoad(block->dA + k), dB = simdLoad(block->dB + k);
    CrLaneFloats ex = simdSub(now->x, simdLoad(base->x + k)),
                 ey = simdSub(now->y, simdLoad(base->y + k));
    CrLaneFloats turned = simdSub(simdMul(now->sB, now->cA), simdMul(now->cB, now->sA));
    CrLaneFloats reach =
        simdSub(simdLoad(base->reach + k),
                simdMul(simdLoad(base->arm + k), simdMax(turned, simdSub(zero, turned))));
    CrLaneFloats far = simdAdd(simdMul(ex, ex), simdMul(ey, ey));
    CrMask stale = crMaskOr(simdLess(reach, zero), simdLess(simdMul(reach, reach), far));
    stale = crMaskOr(stale, simdLess(simdMin(now->cA, now->cB), simdAll(0.98f)));
    CrLaneFloats gap = simdAdd(simdMul(simdLoad(block->nx + k), now->dx),
                               simdMul(simdLoad(block->ny + k), now->dy));
    gap = simdSub(simdAdd(gap, simdMul(now->cB, dB)), simdMul(now->cA, dA));
    gap = simdSub(gap, simdSub(dB, dA));
    for (int i = 0; i < 2; i++) {
        CrLanePoint *p = &block->point[i];
        CrLaneFloats turn =
            simdSub(simdMul(now->sB, simdLoad(p->rnB + k)), simdMul(now->sA, simdLoad(p->rnA + k)));
        simdStore(p->s0 + k, simdAdd(simdAdd(simdLoad(base->separation[i] + k), gap), turn));
    }
    return crMaskBits(stale);
}

/// With 1, what has settled does not give way at all, and the largest pyramids never calm down.
#define SETTLED_SHARE 0.9f
/// [1/tick] of contacts without much load.
#define SETTLING_RATE 0.08f
/// Load at which the rate is halved, in weights of the contact's effective mass. A pyramid of 150
/// rocks with 16.
#define SETTLING_LOAD 8.0f

/// weight: SETTLING_LOAD times the impulse that carries a unit of mass through a substep.
CR_INLINE void settleSome(CrLaneBlock *block, float weight, int k)
{
    const CrLanePoint *p = block->point;
    CrLaneFloats zero = simdAll(0.0f), mass = simdLoad(p[0].k + k),
                 was = simdLoad(block->settled + k), one = simdLoad(p[0].l + k);
    CrMask two = simdLess(zero, simdLoad(p[1].k + k));
    CrLaneFloats least = simdPick(two, simdMin(one, simdLoad(p[1].l + k)), one);
    CrLaneFloats light = simdMul(simdAll(weight), mass);
    CrLaneFloats share = simdDiv(simdMul(simdAll(SETTLING_RATE), light),
                                 simdMax(simdAdd(light, least), simdAll(1e-30f)));
    CrLaneFloats more = simdSub(simdMul(simdAll(SETTLED_SHARE), least), was);
    simdStore(block->settled + k, simdMin(simdAdd(was, simdMul(share, more)), least));
}

static void renew(const CrRenew *renew)
{
    CrLanes *lanes = renew->lanes;
    for (int32_t i = renew->from; i < renew->end; i++) {
        unsigned bits = 0, slides = 0, count = lanes->head[i].count;
        if (count > 0) {
            PoseLanes pose;
            posesOf(renew->poses, &lanes->block[i], &pose);
            for (int k = 0; k < CR_BLOCK; k += CR_LANES) {
                RenewLanes now = renewLanes(&lanes->base[i], &pose, k);
                bits |= renewSome(&lanes->block[i], &lanes->base[i], &now, k) << k;
                settleSome(&lanes->block[i], renew->weight * SETTLING_LOAD, k);
                slides |= shiftSome(&lanes->extra[i], lanes->head[i].slides != 0, &lanes->base[i],
                                    &now, renew->slow, k)
                          << k;
            }
        }
        bits |= lanes->head[i].slides & ~slides; // its arms are renewed when it comes to rest
        unsigned changed = lanes->head[i].slides ^ slides;
        lanes->head[i].slides = (uint8_t)slides;
        for (int l = 0; changed >> l; l++) {
            if (changed >> l & 1) {
                crLaneGrows(lanes, i, l);
            }
        }
        renew->stale[i] = (uint8_t)(bits & ((1u << count) - 1u));
    }
}
