// SPDX-License-Identifier: MIT
// The loops of solver_loops.h, once for all instruction sets: the file that includes this chose
// one.
#include "solver_loops.h"
#include "lane_simd.h"

/// Bodies of some lanes: velocity and inverse mass; and moved and turned how far.
typedef struct BodyLanes {
    CrLaneFloats vx, vy, w, inverseMass;
} BodyLanes;

typedef struct TurnLanes {
    CrLaneFloats x, y, c, s;
} TurnLanes;

#define ROW_FLOATS ((int)(sizeof(CrSolverRow) / sizeof(float)))

CR_INLINE BodyLanes velocityOf(const CrSolverRow *rows, const int32_t *index)
{
    CrLaneRows r = simdRows(&rows->vx, ROW_FLOATS, index);
    BodyLanes body = {r.a, r.b, r.c, r.d};
    return body;
}

CR_INLINE TurnLanes turnOf(const CrSolverRow *rows, const int32_t *index)
{
    CrLaneRows r = simdRows(&rows->x, ROW_FLOATS, index);
    TurnLanes turn = {r.a, r.b, r.c, r.d};
    return turn;
}

CR_INLINE void velocityInto(CrSolverRow *rows, const int32_t *index, unsigned bits, BodyLanes body)
{
    CrLaneRows r = {body.vx, body.vy, body.w, body.inverseMass};
    simdRowsStore(&rows->vx, ROW_FLOATS, index, bits, r);
}

/// Both bodies of some lanes, and what has been done to them.
typedef struct PairLanes {
    BodyLanes a, b;
} PairLanes;

/// By how much the arms of both, along n and across it, have grown since the manifold was made.
typedef struct ShiftLanes {
    CrLaneFloats nA, dA, nB, dB;
} ShiftLanes;

/// Both bodies meet in one point, so that what pushes them does not turn them as a whole.
CR_INLINE ShiftLanes shiftOf(const CrLaneBlock *block, const CrLaneExtra *extra, int k,
                             CrLaneFloats x, CrLaneFloats y)
{
    CrLaneFloats nx = simdLoad(block->nx + k), ny = simdLoad(block->ny + k),
                 share = simdLoad(extra->share + k);
    x = simdAdd(x, simdLoad(extra->shiftX + k));
    y = simdAdd(y, simdLoad(extra->shiftY + k));
    CrLaneFloats n = simdSub(simdMul(x, ny), simdMul(y, nx)),
                 d = simdAdd(simdMul(x, nx), simdMul(y, ny));
    CrLaneFloats nA = simdMul(share, n), dA = simdMul(share, d);
    ShiftLanes shift = {nA, dA, simdSub(nA, n), simdSub(dA, d)};
    return shift;
}

/// Impulses (px, py) at the centers, and a, b about them.
CR_INLINE void push(PairLanes *pair, CrLaneFloats px, CrLaneFloats py)
{
    pair->a.vx = simdSub(pair->a.vx, simdMul(pair->a.inverseMass, px));
    pair->a.vy = simdSub(pair->a.vy, simdMul(pair->a.inverseMass, py));
    pair->b.vx = simdAdd(pair->b.vx, simdMul(pair->b.inverseMass, px));
    pair->b.vy = simdAdd(pair->b.vy, simdMul(pair->b.inverseMass, py));
}

/// Impulses along n (pn) and across it (pt), as one.
CR_INLINE void pushAlong(PairLanes *pair, CrLaneFloats nx, CrLaneFloats ny, CrLaneFloats pn,
                         CrLaneFloats pt)
{
    push(pair, simdAdd(simdMul(pn, nx), simdMul(pt, ny)),
         simdSub(simdMul(pn, ny), simdMul(pt, nx)));
}

CR_INLINE PairLanes pairOf(const CrSolve *solve, const CrLaneBlock *block, int k)
{
    PairLanes pair = {velocityOf(solve->rows, block->a + k), velocityOf(solve->rows, block->b + k)};
    return pair;
}

CR_INLINE void pairInto(const CrSolve *solve, const CrLaneBlock *block, const CrLaneHead *head,
                        int k, const PairLanes *pair)
{
    velocityInto(solve->rows, block->a + k, (unsigned)head->writesA >> k, pair->a);
    velocityInto(solve->rows, block->b + k, (unsigned)head->writesB >> k, pair->b);
}

CR_INLINE void warmSome(const CrSolve *solve, const CrLaneBlock *block, const CrLaneHead *head,
                        const CrLaneExtra *extra, int k)
{
    const CrLanePoint *p = block->point;
    PairLanes pair = pairOf(solve, block, k);
    CrLaneFloats l0 = simdLoad(p[0].l + k), l1 = simdLoad(p[1].l + k), lt = simdLoad(block->lt + k);
    CrLaneFloats both = simdAdd(l0, l1);
    CrLaneFloats spinA =
        simdSub(simdAdd(simdMul(l0, simdLoad(p[0].rnA + k)), simdMul(l1, simdLoad(p[1].rnA + k))),
                simdMul(lt, simdLoad(block->dA + k)));
    CrLaneFloats spinB =
        simdSub(simdAdd(simdMul(l0, simdLoad(p[0].rnB + k)), simdMul(l1, simdLoad(p[1].rnB + k))),
                simdMul(lt, simdLoad(block->dB + k)));
    if (extra) {
        ShiftLanes shift = shiftOf(block, extra, k, simdAll(0.0f), simdAll(0.0f));
        CrLaneFloats roll = simdLoad(extra->lr + k);
        CrLaneFloats moreA = simdSub(simdMul(both, shift.nA), simdMul(lt, shift.dA)),
                     moreB = simdSub(simdMul(both, shift.nB), simdMul(lt, shift.dB));
        spinA = simdAdd(simdAdd(spinA, roll), moreA);
        spinB = simdAdd(simdAdd(spinB, roll), moreB);
    }
    pair.a.w = simdSub(pair.a.w, simdMul(simdLoad(block->iA + k), spinA));
    pair.b.w = simdAdd(pair.b.w, simdMul(simdLoad(block->iB + k), spinB));
    pushAlong(&pair, simdLoad(block->nx + k), simdLoad(block->ny + k), both, lt);
    pairInto(solve, block, head, k, &pair);
}

/// What all lanes of a pass have in common.
typedef struct PassLanes {
    CrLaneFloats zero, rate, softRate, massScale, impulseScale, push;
} PassLanes;

CR_INLINE PassLanes passLanes(const CrSolve *solve, const CrSoftness *soft)
{
    PassLanes all = {simdAll(0.0f),
                     simdAll(solve->rate),
                     simdAll(soft->rate * soft->massScale),
                     simdAll(soft->massScale),
                     simdAll(soft->impulseScale),
                     simdAll(-solve->push)};
    return all;
}

/// Speed along n of both bodies, which is kept up to date from point to point.
typedef struct AlongLanes {
    CrLaneFloats speed, gap, mass;
    ShiftLanes shift;
} AlongLanes;

/// One point of a manifold; returns by how much its impulse changed.
CR_INLINE CrLaneFloats solvePoint(CrLaneBlock *block, int k, int i, const PassLanes *all,
                                  bool biased, bool slow, PairLanes *pair, AlongLanes *along,
                                  CrLaneFloats sA, CrLaneFloats sB)
{
    CrLanePoint *p = &block->point[i];
    CrLaneFloats rnA = simdLoad(p->rnA + k), rnB = simdLoad(p->rnB + k), mass = simdLoad(p->k + k),
                 was = simdLoad(p->l + k);
    CrLaneFloats gap = simdSub(simdAdd(simdAdd(simdLoad(p->s0 + k), along->gap), simdMul(sB, rnB)),
                               simdMul(sA, rnA));
    if (slow) {
        rnA = simdAdd(rnA, along->shift.nA);
        rnB = simdAdd(rnB, along->shift.nB);
    }
    CrLaneFloats speed =
        simdSub(simdAdd(along->speed, simdMul(rnB, pair->b.w)), simdMul(rnA, pair->a.w));
    CrLaneFloats change;
    if (biased) {
        CrMask apart = simdLess(all->zero, gap);
        CrLaneFloats bias = simdPick(apart, simdMul(gap, all->rate),
                                     simdMax(simdMul(all->softRate, gap), all->push));
        CrLaneFloats scaled = simdPick(apart, speed, simdMul(all->massScale, speed));
        CrLaneFloats fresh = simdMax(simdSub(was, simdLoad(block->settled + k)), all->zero);
        CrLaneFloats kept = simdPick(apart, all->zero, simdMul(all->impulseScale, fresh));
        change = simdAdd(simdMul(mass, simdAdd(scaled, bias)), kept);
    } else {
        change = simdMul(mass, simdAdd(speed, simdMax(simdMul(gap, all->rate), all->zero)));
    }
    CrLaneFloats now = simdMax(simdSub(was, change), all->zero);
    change = simdSub(now, was);
    simdStore(p->l + k, now);
    along->speed = simdAdd(along->speed, simdMul(change, along->mass));
    pair->a.w = simdSub(pair->a.w, simdMul(simdMul(simdLoad(block->iA + k), rnA), change));
    pair->b.w = simdAdd(pair->b.w, simdMul(simdMul(simdLoad(block->iB + k), rnB), change));
    return change;
}

CR_INLINE CrLaneFloats within(CrLaneFloats x, CrLaneFloats limit, CrLaneFloats zero)
{
    return simdMax(simdSub(zero, limit), simdMin(x, limit));
}

/// Friction, by the speed across n with which the pass began; returns the change of its impulse.
CR_INLINE CrLaneFloats solveFriction(CrLaneBlock *block, int k, const CrLaneExtra *extra,
                                     const PassLanes *all, PairLanes *pair, CrLaneFloats across,
                                     CrLaneFloats pressure, const ShiftLanes *shift)
{
    CrLaneFloats dA = simdLoad(block->dA + k), dB = simdLoad(block->dB + k),
                 was = simdLoad(block->lt + k);
    if (extra) {
        dA = simdAdd(dA, shift->dA);
        dB = simdAdd(dB, shift->dB);
    }
    CrLaneFloats speed = simdAdd(simdSub(across, simdMul(dB, pair->b.w)), simdMul(dA, pair->a.w));
    if (extra) {
        speed = simdSub(speed, simdLoad(extra->tangentSpeed + k));
    }
    CrLaneFloats now = within(simdSub(was, simdMul(simdLoad(block->kt + k), speed)),
                              simdMul(simdLoad(block->friction + k), pressure), all->zero);
    CrLaneFloats change = simdSub(now, was);
    simdStore(block->lt + k, now);
    pair->a.w = simdAdd(pair->a.w, simdMul(simdMul(simdLoad(block->iA + k), dA), change));
    pair->b.w = simdSub(pair->b.w, simdMul(simdMul(simdLoad(block->iB + k), dB), change));
    return change;
}

/// Rolling resistance, and the largest impulses of the tick.
CR_INLINE void solveExtra(const CrLaneBlock *block, int k, CrLaneExtra *extra, const PassLanes *all,
                          PairLanes *pair, CrLaneFloats pressure, bool biased)
{
    CrLaneFloats was = simdLoad(extra->lr + k);
    CrLaneFloats turning = simdMul(simdLoad(extra->kr + k), simdSub(pair->b.w, pair->a.w));
    CrLaneFloats now =
        within(simdSub(was, turning), simdMul(simdLoad(extra->rolling + k), pressure), all->zero);
    CrLaneFloats change = simdSub(now, was);
    simdStore(extra->lr + k, now);
    pair->a.w = simdSub(pair->a.w, simdMul(simdLoad(block->iA + k), change));
    pair->b.w = simdAdd(pair->b.w, simdMul(simdLoad(block->iB + k), change));
    for (int i = 0; i < 2; i++) {
        CrLaneFloats l = simdLoad(block->point[i].l + k);
        simdStore(extra->peak[i] + k, simdMax(simdLoad(extra->peak[i] + k), l));
        if (!biased) { // the substep's last
            simdStore(extra->total[i] + k, simdAdd(simdLoad(extra->total[i] + k), l));
        }
    }
}

CR_INLINE void solveSome(const CrSolve *solve, CrLaneBlock *block, const CrLaneHead *head,
                         CrLaneExtra *extra, int k, const PassLanes *all, bool biased)
{
    PairLanes pair = pairOf(solve, block, k);
    TurnLanes a = turnOf(solve->rows, block->a + k), b = turnOf(solve->rows, block->b + k);
    CrLaneFloats nx = simdLoad(block->nx + k), ny = simdLoad(block->ny + k);
    CrLaneFloats ux = simdSub(pair.b.vx, pair.a.vx), uy = simdSub(pair.b.vy, pair.a.vy);
    CrLaneFloats wx = simdSub(b.x, a.x), wy = simdSub(b.y, a.y);
    CrLaneFloats gap = simdAdd(simdMul(nx, wx), simdMul(ny, wy));
    ShiftLanes shift = {gap, gap, gap, gap}; // not used
    if (extra) {
        shift = shiftOf(block, extra, k, wx, wy);
    }
    gap = simdSub(simdAdd(gap, simdMul(b.c, simdLoad(block->dB + k))),
                  simdMul(a.c, simdLoad(block->dA + k)));
    AlongLanes along = {simdAdd(simdMul(nx, ux), simdMul(ny, uy)), gap,
                        simdAdd(pair.a.inverseMass, pair.b.inverseMass), shift};
    CrLaneFloats pn = solvePoint(block, k, 0, all, biased, extra != NULL, &pair, &along, a.s, b.s);
    pn = simdAdd(pn, solvePoint(block, k, 1, all, biased, extra != NULL, &pair, &along, a.s, b.s));
    CrLaneFloats pressure =
        simdAdd(simdLoad(block->point[0].l + k), simdLoad(block->point[1].l + k));
    CrLaneFloats across = simdSub(simdMul(ux, ny), simdMul(uy, nx));
    CrLaneFloats pt = solveFriction(block, k, extra, all, &pair, across, pressure, &shift);
    if (extra) {
        solveExtra(block, k, extra, all, &pair, pressure, biased);
    }
    pushAlong(&pair, nx, ny, pn, pt);
    pairInto(solve, block, head, k, &pair);
}

/// A loop over the blocks of a colour; the next one's memory is asked for ahead.
#define EACH_BLOCK(lanes, colourIndex, i)                                                          \
    for (int32_t i = (lanes)->colour[colourIndex].first; i >= 0; i = (lanes)->head[i].next)

CR_INLINE void fetchNext(const CrLanes *lanes, int32_t i)
{
    int32_t next = lanes->head[i].next;
    if (next >= 0) {
        CR_PREFETCH_ALL(&lanes->block[next]);
    }
}

CR_INLINE CrLaneExtra *extraOf(const CrLanes *lanes, int32_t i)
{
    return lanes->head[i].extra ? &lanes->extra[i] : NULL;
}

/// Blocks with anything in extra, or whose arms change, take the slower way.
CR_INLINE CrLaneExtra *slowOf(const CrLanes *lanes, int32_t i)
{
    return lanes->head[i].extra | lanes->head[i].slides ? &lanes->extra[i] : NULL;
}

static void warmAll(const CrSolve *solve)
{
    CrLanes *lanes = solve->lanes;
    for (int o = CR_COLOURS; o >= 0; o--) { // overflow first
        int colour = o == CR_COLOURS ? CR_OVERFLOW : CR_COLOURS - 1 - o;
        EACH_BLOCK(lanes, colour, i)
        {
            CrLaneExtra *extra = slowOf(lanes, i);
            fetchNext(lanes, i);
            for (int k = 0; k < CR_BLOCK; k += CR_LANES) {
                if (extra) {
                    warmSome(solve, &lanes->block[i], &lanes->head[i], extra, k);
                } else {
                    warmSome(solve, &lanes->block[i], &lanes->head[i], NULL, k);
                }
            }
        }
    }
}

CR_INLINE void passBlock(const CrSolve *solve, int32_t i, const PassLanes *all, bool biased)
{
    CrLanes *lanes = solve->lanes;
    CrLaneExtra *extra = slowOf(lanes, i);
    for (int k = 0; k < CR_BLOCK; k += CR_LANES) {
        if (extra) {
            solveSome(solve, &lanes->block[i], &lanes->head[i], extra, k, all, biased);
        } else {
            solveSome(solve, &lanes->block[i], &lanes->head[i], NULL, k, all, biased);
        }
    }
}

CR_INLINE void passAll(const CrSolve *solve, bool biased)
{
    CrLanes *lanes = solve->lanes;
    PassLanes soft = passLanes(solve, &solve->soft), rigid = passLanes(solve, &solve->rigid);
    EACH_BLOCK(lanes, CR_OVERFLOW, i)
    {
        bool both = lanes->head[i].writesA && lanes->head[i].writesB;
        passBlock(solve, i, both ? &soft : &rigid, biased);
    }
    for (int o = 0; o < CR_COLOURS; o++) {
        EACH_BLOCK(lanes, o, i)
        {
            fetchNext(lanes, i);
            passBlock(solve, i, o < CR_DYNAMIC_COLOURS ? &soft : &rigid, biased);
        }
    }
}

static void pass(const CrSolve *solve, bool biased)
{
    if (biased) {
        passAll(solve, true);
    } else {
        passAll(solve, false);
    }
}

static void kick(const CrSolve *solve)
{
    for (int n = 0; n < solve->count; n++) {
        CrSolverRow *row = &solve->rows[solve->bodies[n]];
        CrSolverKick *k = &solve->kicks[solve->bodies[n]];
        float vx = row->vx + k->ax, vy = row->vy + k->ay, w = row->w + k->aw;
        float dx = row->vx - k->vx, dy = row->vy - k->vy, dw = row->w - k->w;
        k->vx = vx, k->vy = vy, k->w = w;
        row->vx = vx + dx, row->vy = vy + dy, row->w = w + dw;
    }
}

/// Turning by the first terms of sine and cosine: as exact as floats are up to a quarter radian.
static void move(const CrSolve *solve)
{
    for (int n = 0; n < solve->count; n++) {
        CrSolverRow *row = &solve->rows[solve->bodies[n]];
        CrSolverKick *k = &solve->kicks[solve->bodies[n]];
        float angle = solve->h * row->w, t = angle * k->shows, q = t * t;
        float c = 1.0f - q * (0.5f - q * (1.0f / 24.0f)),
              s = t * (1.0f - q * (1.0f / 6.0f - q * (1.0f / 120.0f)));
        float rc = row->c, rs = row->s;
        row->x += solve->h * row->vx;
        row->y += solve->h * row->vy;
        row->c = rc * c - rs * s;
        row->s = rs * c + rc * s;
        k->turned += angle;
    }
}

CR_INLINE CrLaneFloats speedAlong(const PairLanes *pair, const CrLaneBlock *block, int k, int i,
                                  const ShiftLanes *shift)
{
    CrLaneFloats ux = simdSub(pair->b.vx, pair->a.vx), uy = simdSub(pair->b.vy, pair->a.vy);
    CrLaneFloats un =
        simdAdd(simdMul(simdLoad(block->nx + k), ux), simdMul(simdLoad(block->ny + k), uy));
    const CrLanePoint *p = &block->point[i];
    return simdSub(simdAdd(un, simdMul(simdAdd(simdLoad(p->rnB + k), shift->nB), pair->b.w)),
                   simdMul(simdAdd(simdLoad(p->rnA + k), shift->nA), pair->a.w));
}

static void approach(const CrSolve *solve)
{
    CrLanes *lanes = solve->lanes;
    for (int o = 0; o <= CR_COLOURS; o++) {
        EACH_BLOCK(lanes, o, i)
        {
            CrLaneExtra *extra = extraOf(lanes, i);
            for (int k = 0; extra && k < CR_BLOCK; k += CR_LANES) {
                PairLanes pair = pairOf(solve, &lanes->block[i], k);
                ShiftLanes shift =
                    shiftOf(&lanes->block[i], extra, k, simdAll(0.0f), simdAll(0.0f));
                for (int j = 0; j < 2; j++) {
                    simdStore(extra->speed[j] + k,
                              speedAlong(&pair, &lanes->block[i], k, j, &shift));
                    simdStore(extra->peak[j] + k, simdAll(0.0f));
                    simdStore(extra->total[j] + k, simdAll(0.0f));
                }
            }
        }
    }
}

CR_INLINE void bounceSome(const CrSolve *solve, CrLaneBlock *block, const CrLaneHead *head,
                          CrLaneExtra *extra, int k)
{
    CrLaneFloats zero = simdAll(0.0f), restitution = simdLoad(extra->restitution + k),
                 nx = simdLoad(block->nx + k), ny = simdLoad(block->ny + k);
    PairLanes pair = pairOf(solve, block, k);
    TurnLanes a = turnOf(solve->rows, block->a + k), b = turnOf(solve->rows, block->b + k);
    ShiftLanes shift = shiftOf(block, extra, k, simdSub(b.x, a.x), simdSub(b.y, a.y));
    for (int i = 0; i < 2; i++) {
        CrLanePoint *p = &block->point[i];
        CrLaneFloats rnA = simdAdd(simdLoad(p->rnA + k), shift.nA),
                     rnB = simdAdd(simdLoad(p->rnB + k), shift.nB);
        CrLaneFloats came = simdLoad(extra->speed[i] + k), was = simdLoad(p->l + k);
        CrMask bounces = crMaskAnd(
            simdLess(came, simdAll(-solve->threshold)),
            crMaskAnd(simdLess(zero, simdLoad(extra->peak[i] + k)), simdLess(zero, restitution)));
        CrLaneFloats speed = speedAlong(&pair, block, k, i, &shift);
        CrLaneFloats change =
            simdMul(simdLoad(p->k + k), simdAdd(speed, simdMul(restitution, came)));
        CrLaneFloats now = simdPick(bounces, simdMax(simdSub(was, change), zero), was);
        change = simdSub(now, was);
        simdStore(p->l + k, now);
        simdStore(extra->peak[i] + k, simdMax(simdLoad(extra->peak[i] + k), now));
        simdStore(extra->total[i] + k, simdAdd(simdLoad(extra->total[i] + k), change));
        pair.a.w = simdSub(pair.a.w, simdMul(simdMul(simdLoad(block->iA + k), rnA), change));
        pair.b.w = simdAdd(pair.b.w, simdMul(simdMul(simdLoad(block->iB + k), rnB), change));
        push(&pair, simdMul(change, nx), simdMul(change, ny));
    }
    pairInto(solve, block, head, k, &pair);
}

static void bounce(const CrSolve *solve)
{
    CrLanes *lanes = solve->lanes;
    for (int o = -1; o < CR_COLOURS; o++) {
        EACH_BLOCK(lanes, o < 0 ? CR_OVERFLOW : o, i)
        {
            CrLaneExtra *extra = extraOf(lanes, i);
            for (int k = 0; extra && k < CR_BLOCK; k += CR_LANES) {
                bounceSome(solve, &lanes->block[i], &lanes->head[i], extra, k);
            }
        }
    }
}

#include "solver_renew.h"

#define CR_SOLVER(name)                                                                            \
    {                                                                                              \
        name, renew, warmAll, kick, pass, move, approach, bounce                                   \
    }
