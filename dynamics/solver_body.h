// SPDX-License-Identifier: MIT
// The loops of solver_loops.h, once for all instruction sets: the file that includes this chose
// one.
#include "solver_loops.h"
#include "lane_wide.h"

#define LEAST_ANSWER 1e-3f ///< [1] of what it was: rounding of large numbers leaves no less

/// Bodies of some lanes: velocity and inverse mass; and moved and turned how far.
typedef struct BodyLanes {
    CrWide vx, vy, w, inverseMass;
} BodyLanes;

typedef struct TurnLanes {
    CrWide x, y, c, s;
} TurnLanes;

#define ROW_FLOATS ((int)(sizeof(CrSolverRow) / sizeof(float)))

/// Some lanes of a block, from the k-th on; where registers are wide, those of two blocks.
typedef struct Place {
    CrLaneBlock *block;
    CrLaneExtra *extra;      ///< or null: the faster way
    ptrdiff_t far, farExtra; ///< [bytes] to the second block's; 0: there is none
    unsigned writesA, writesB;
    int k;
} Place;

#define GET(field) wideLoad(at->block->field + at->k, at->far)
#define PUT(field, v) wideStore(at->block->field + at->k, at->far, v)
#define GET_EXTRA(field) wideLoad(at->extra->field + at->k, at->farExtra)
#define PUT_EXTRA(field, v) wideStore(at->extra->field + at->k, at->farExtra, v)

CR_INLINE BodyLanes velocityOf(const CrSolve *solve, const int32_t *index, const Place *at)
{
    CrWideRows r = wideRows(&solve->rows->vx, ROW_FLOATS, index + at->k, at->far);
    BodyLanes body = {r.a, r.b, r.c, r.d};
    return body;
}

CR_INLINE TurnLanes turnOf(const CrSolve *solve, const int32_t *index, const Place *at)
{
    CrWideRows r = wideRows(&solve->rows->x, ROW_FLOATS, index + at->k, at->far);
    TurnLanes turn = {r.a, r.b, r.c, r.d};
    return turn;
}

CR_INLINE void velocityInto(const CrSolve *solve, const int32_t *index, const Place *at,
                            unsigned bits, BodyLanes body)
{
    CrWideRows r = {body.vx, body.vy, body.w, body.inverseMass};
    wideRowsStore(&solve->rows->vx, ROW_FLOATS, index + at->k, at->far, bits, r);
}

/// Both bodies of some lanes, and what has been done to them.
typedef struct PairLanes {
    BodyLanes a, b;
} PairLanes;

/// By how much the arms of both, along n and across it, have grown since the manifold was made.
typedef struct ShiftLanes {
    CrWide nA, dA, nB, dB;
} ShiftLanes;

/// Both bodies meet in one point, so that what pushes them does not turn them as a whole.
CR_INLINE ShiftLanes shiftOf(const Place *at, CrWide x, CrWide y)
{
    CrWide nx = GET(nx), ny = GET(ny), share = GET_EXTRA(share), grows = GET_EXTRA(grows);
    x = wideAdd(wideMul(grows, x), GET_EXTRA(shiftX));
    y = wideAdd(wideMul(grows, y), GET_EXTRA(shiftY));
    CrWide n = wideSub(wideMul(x, ny), wideMul(y, nx)), d = wideAdd(wideMul(x, nx), wideMul(y, ny));
    CrWide nA = wideMul(share, n), dA = wideMul(share, d);
    ShiftLanes shift = {nA, dA, wideSub(nA, n), wideSub(dA, d)};
    return shift;
}

/// k is the inverse of how a pair answers a unit impulse by arms a and b; with arms that have grown
/// it answers more or less. (With the former k, an arm that is much longer than it was would gain
/// energy.) No answer, as of points that are not there, stays none.
CR_INLINE CrWide grownMass(const Place *at, CrWide mass, CrWide a, CrWide moreA, CrWide b,
                           CrWide moreB)
{
    CrWide twiceA = wideAdd(wideAdd(a, a), moreA), twiceB = wideAdd(wideAdd(b, b), moreB);
    CrWide more =
        wideAdd(wideMul(GET(iA), wideMul(twiceA, moreA)), wideMul(GET(iB), wideMul(twiceB, moreB)));
    CrWide part = wideAdd(wideAll(1.0f), wideMul(mass, more));
    return wideDiv(mass, wideMax(part, wideAll(LEAST_ANSWER)));
}

/// Impulses (px, py) at the centers, and a, b about them.
CR_INLINE void push(PairLanes *pair, CrWide px, CrWide py)
{
    pair->a.vx = wideSub(pair->a.vx, wideMul(pair->a.inverseMass, px));
    pair->a.vy = wideSub(pair->a.vy, wideMul(pair->a.inverseMass, py));
    pair->b.vx = wideAdd(pair->b.vx, wideMul(pair->b.inverseMass, px));
    pair->b.vy = wideAdd(pair->b.vy, wideMul(pair->b.inverseMass, py));
}

/// Impulses along n (pn) and across it (pt), as one.
CR_INLINE void pushAlong(PairLanes *pair, CrWide nx, CrWide ny, CrWide pn, CrWide pt)
{
    push(pair, wideAdd(wideMul(pn, nx), wideMul(pt, ny)),
         wideSub(wideMul(pn, ny), wideMul(pt, nx)));
}

CR_INLINE PairLanes pairOf(const CrSolve *solve, const Place *at)
{
    PairLanes pair = {velocityOf(solve, at->block->a, at), velocityOf(solve, at->block->b, at)};
    return pair;
}

CR_INLINE void pairInto(const CrSolve *solve, const Place *at, const PairLanes *pair)
{
    velocityInto(solve, at->block->a, at, at->writesA, pair->a);
    velocityInto(solve, at->block->b, at, at->writesB, pair->b);
}

CR_INLINE void warmSome(const CrSolve *solve, const Place *at)
{
    PairLanes pair = pairOf(solve, at);
    CrWide l0 = GET(point[0].l), l1 = GET(point[1].l), lt = GET(lt);
    CrWide both = wideAdd(l0, l1);
    CrWide spinA = wideSub(wideAdd(wideMul(l0, GET(point[0].rnA)), wideMul(l1, GET(point[1].rnA))),
                           wideMul(lt, GET(dA)));
    CrWide spinB = wideSub(wideAdd(wideMul(l0, GET(point[0].rnB)), wideMul(l1, GET(point[1].rnB))),
                           wideMul(lt, GET(dB)));
    if (at->extra) {
        ShiftLanes shift = shiftOf(at, wideAll(0.0f), wideAll(0.0f));
        CrWide roll = GET_EXTRA(lr);
        CrWide moreA = wideSub(wideMul(both, shift.nA), wideMul(lt, shift.dA)),
               moreB = wideSub(wideMul(both, shift.nB), wideMul(lt, shift.dB));
        spinA = wideAdd(wideAdd(spinA, roll), moreA);
        spinB = wideAdd(wideAdd(spinB, roll), moreB);
    }
    pair.a.w = wideSub(pair.a.w, wideMul(GET(iA), spinA));
    pair.b.w = wideAdd(pair.b.w, wideMul(GET(iB), spinB));
    pushAlong(&pair, GET(nx), GET(ny), both, lt);
    pairInto(solve, at, &pair);
}

/// What all lanes of a pass have in common.
typedef struct PassLanes {
    CrWide zero, rate, softRate, massScale, impulseScale, push;
} PassLanes;

CR_INLINE PassLanes passLanes(const CrSolve *solve, const CrSoftness *soft)
{
    PassLanes all = {wideAll(0.0f),
                     wideAll(solve->rate),
                     wideAll(soft->rate * soft->massScale),
                     wideAll(soft->massScale),
                     wideAll(soft->impulseScale),
                     wideAll(-solve->push)};
    return all;
}

/// Speed along n of both bodies, which is kept up to date from point to point.
typedef struct AlongLanes {
    CrWide speed, gap, mass;
    ShiftLanes shift;
} AlongLanes;

/// One point of a manifold; returns by how much its impulse changed.
CR_INLINE CrWide solvePoint(const Place *at, int i, const PassLanes *all, bool biased, bool slow,
                            PairLanes *pair, AlongLanes *along, CrWide sA, CrWide sB)
{
    CrWide rnA = GET(point[i].rnA), rnB = GET(point[i].rnB), mass = GET(point[i].k),
           was = GET(point[i].l);
    CrWide gap =
        wideSub(wideAdd(wideAdd(GET(point[i].s0), along->gap), wideMul(sB, rnB)), wideMul(sA, rnA));
    if (slow) {
        mass = grownMass(at, mass, rnA, along->shift.nA, rnB, along->shift.nB);
        rnA = wideAdd(rnA, along->shift.nA);
        rnB = wideAdd(rnB, along->shift.nB);
    }
    CrWide speed = wideSub(wideAdd(along->speed, wideMul(rnB, pair->b.w)), wideMul(rnA, pair->a.w));
    CrWide change;
    if (biased) {
        CrWideMask apart = wideLess(all->zero, gap);
        CrWide bias = widePick(apart, wideMul(gap, all->rate),
                               wideMax(wideMul(all->softRate, gap), all->push));
        CrWide scaled = widePick(apart, speed, wideMul(all->massScale, speed));
        CrWide fresh = wideMax(wideSub(was, GET(settled)), all->zero);
        CrWide kept = widePick(apart, all->zero, wideMul(all->impulseScale, fresh));
        change = wideAdd(wideMul(mass, wideAdd(scaled, bias)), kept);
    } else {
        change = wideMul(mass, wideAdd(speed, wideMax(wideMul(gap, all->rate), all->zero)));
    }
    CrWide now = wideMax(wideSub(was, change), all->zero);
    change = wideSub(now, was);
    PUT(point[i].l, now);
    along->speed = wideAdd(along->speed, wideMul(change, along->mass));
    pair->a.w = wideSub(pair->a.w, wideMul(wideMul(GET(iA), rnA), change));
    pair->b.w = wideAdd(pair->b.w, wideMul(wideMul(GET(iB), rnB), change));
    return change;
}

CR_INLINE CrWide within(CrWide x, CrWide limit, CrWide zero)
{
    return wideMax(wideSub(zero, limit), wideMin(x, limit));
}

/// Friction, by the speed across n with which the pass began; returns the change of its impulse.
CR_INLINE CrWide solveFriction(const Place *at, const PassLanes *all, PairLanes *pair,
                               CrWide across, CrWide pressure, const ShiftLanes *shift)
{
    CrWide dA = GET(dA), dB = GET(dB), was = GET(lt), mass = GET(kt);
    if (at->extra) {
        mass = grownMass(at, mass, dA, shift->dA, dB, shift->dB);
        dA = wideAdd(dA, shift->dA);
        dB = wideAdd(dB, shift->dB);
    }
    CrWide speed = wideAdd(wideSub(across, wideMul(dB, pair->b.w)), wideMul(dA, pair->a.w));
    if (at->extra) {
        speed = wideSub(speed, GET_EXTRA(tangentSpeed));
    }
    CrWide now =
        within(wideSub(was, wideMul(mass, speed)), wideMul(GET(friction), pressure), all->zero);
    CrWide change = wideSub(now, was);
    PUT(lt, now);
    pair->a.w = wideAdd(pair->a.w, wideMul(wideMul(GET(iA), dA), change));
    pair->b.w = wideSub(pair->b.w, wideMul(wideMul(GET(iB), dB), change));
    return change;
}

/// Rolling resistance, and the largest impulses of the tick.
CR_INLINE void solveExtra(const Place *at, const PassLanes *all, PairLanes *pair, CrWide pressure,
                          bool biased)
{
    CrWide was = GET_EXTRA(lr);
    CrWide turning = wideMul(GET_EXTRA(kr), wideSub(pair->b.w, pair->a.w));
    CrWide now = within(wideSub(was, turning), wideMul(GET_EXTRA(rolling), pressure), all->zero);
    CrWide change = wideSub(now, was);
    PUT_EXTRA(lr, now);
    pair->a.w = wideSub(pair->a.w, wideMul(GET(iA), change));
    pair->b.w = wideAdd(pair->b.w, wideMul(GET(iB), change));
    for (int i = 0; i < 2; i++) {
        CrWide l = GET(point[i].l);
        PUT_EXTRA(peak[i], wideMax(GET_EXTRA(peak[i]), l));
        if (!biased) { // the substep's last
            PUT_EXTRA(total[i], wideAdd(GET_EXTRA(total[i]), l));
        }
    }
}

CR_INLINE void solveSome(const CrSolve *solve, const Place *at, const PassLanes *all, bool biased)
{
    PairLanes pair = pairOf(solve, at);
    TurnLanes a = turnOf(solve, at->block->a, at), b = turnOf(solve, at->block->b, at);
    CrWide nx = GET(nx), ny = GET(ny);
    CrWide ux = wideSub(pair.b.vx, pair.a.vx), uy = wideSub(pair.b.vy, pair.a.vy);
    CrWide wx = wideSub(b.x, a.x), wy = wideSub(b.y, a.y);
    CrWide gap = wideAdd(wideMul(nx, wx), wideMul(ny, wy));
    ShiftLanes shift = {gap, gap, gap, gap}; // not used
    if (at->extra) {
        shift = shiftOf(at, wx, wy);
    }
    gap = wideSub(wideAdd(gap, wideMul(b.c, GET(dB))), wideMul(a.c, GET(dA)));
    AlongLanes along = {wideAdd(wideMul(nx, ux), wideMul(ny, uy)), gap,
                        wideAdd(pair.a.inverseMass, pair.b.inverseMass), shift};
    CrWide pn = solvePoint(at, 0, all, biased, at->extra != NULL, &pair, &along, a.s, b.s);
    pn = wideAdd(pn, solvePoint(at, 1, all, biased, at->extra != NULL, &pair, &along, a.s, b.s));
    CrWide pressure = wideAdd(GET(point[0].l), GET(point[1].l));
    CrWide across = wideSub(wideMul(ux, ny), wideMul(uy, nx));
    CrWide pt = solveFriction(at, all, &pair, across, pressure, &shift);
    if (at->extra) {
        solveExtra(at, all, &pair, pressure, biased);
    }
    pushAlong(&pair, nx, ny, pn, pt);
    pairInto(solve, at, &pair);
}

/// A loop over the blocks of a colour.
#define EACH_BLOCK(lanes, colourIndex, i)                                                          \
    for (int32_t i = (lanes)->colour[colourIndex].first; i >= 0; i = (lanes)->head[i].next)

CR_INLINE CrLaneExtra *extraOf(const CrLanes *lanes, int32_t i)
{
    return lanes->head[i].extra ? &lanes->extra[i] : NULL;
}

/// Blocks with anything in extra, or whose arms change, take the slower way.
CR_INLINE bool isSlow(const CrLanes *lanes, int32_t i)
{
    return (lanes->head[i].extra | lanes->head[i].slides) != 0;
}

/// The block that is solved beside this one: the next, if it takes the same way; or itself.
CR_INLINE int32_t fellowOf(const CrLanes *lanes, int32_t i)
{
    int32_t next = WIDE_BLOCKS > 1 ? lanes->head[i].next : -1;
    return next >= 0 && isSlow(lanes, next) == isSlow(lanes, i) ? next : i;
}

/// Of a block and its fellow.
CR_INLINE Place placeOf(CrLanes *lanes, int32_t i, int32_t j, int k, CrLaneExtra *extra)
{
    const CrLaneHead *head = &lanes->head[i], *more = &lanes->head[j];
    unsigned on = i != j ? ~0u : 0u;
    Place at = {&lanes->block[i],
                extra,
                (ptrdiff_t)sizeof *lanes->block * (j - i),
                (ptrdiff_t)sizeof *lanes->extra * (j - i),
                (unsigned)head->writesA >> k | ((unsigned)more->writesA << CR_BLOCK & on),
                (unsigned)head->writesB >> k | ((unsigned)more->writesB << CR_BLOCK & on),
                k};
    return at;
}

/// The memory of the blocks after this one is asked for ahead.
CR_INLINE void fetchNext(const CrLanes *lanes, int32_t i)
{
    int32_t next = lanes->head[i].next;
    for (int n = 0; next >= 0 && n < WIDE_BLOCKS; n++) {
        CR_PREFETCH_ALL(&lanes->block[next]);
        next = lanes->head[next].next;
    }
}

CR_INLINE void warmBlocks(const CrSolve *solve, int32_t i, int32_t j)
{
    CrLanes *lanes = solve->lanes;
    for (int k = 0; k < CR_BLOCK; k += CR_LANES) {
        if (isSlow(lanes, i)) {
            Place at = placeOf(lanes, i, j, k, &lanes->extra[i]);
            warmSome(solve, &at);
        } else {
            Place at = placeOf(lanes, i, j, k, NULL);
            warmSome(solve, &at);
        }
    }
}

static void warmAll(const CrSolve *solve)
{
    const CrLanes *lanes = solve->lanes;
    EACH_BLOCK(lanes, CR_OVERFLOW, i)
    {
        warmBlocks(solve, i, i);
    }
    for (int colour = 0; colour < CR_COLOURS; colour++) {
        for (int32_t i = lanes->colour[colour].first; i >= 0;) {
            int32_t fellow = fellowOf(lanes, i);
            fetchNext(lanes, fellow);
            warmBlocks(solve, i, fellow);
            i = lanes->head[fellow].next;
        }
    }
}

CR_INLINE void passBlocks(const CrSolve *solve, int32_t i, int32_t j, const PassLanes *all,
                          bool biased)
{
    CrLanes *lanes = solve->lanes;
    for (int k = 0; k < CR_BLOCK; k += CR_LANES) {
        if (isSlow(lanes, i)) {
            Place at = placeOf(lanes, i, j, k, &lanes->extra[i]);
            solveSome(solve, &at, all, biased);
        } else {
            Place at = placeOf(lanes, i, j, k, NULL);
            solveSome(solve, &at, all, biased);
        }
    }
}

CR_INLINE void passAll(const CrSolve *solve, bool biased)
{
    const CrLanes *lanes = solve->lanes;
    PassLanes soft = passLanes(solve, &solve->soft), rigid = passLanes(solve, &solve->rigid);
    EACH_BLOCK(lanes, CR_OVERFLOW, i)
    {
        bool both = lanes->head[i].writesA && lanes->head[i].writesB;
        passBlocks(solve, i, i, both ? &soft : &rigid, biased);
    }
    for (int o = 0; o < CR_COLOURS; o++) {
        const PassLanes *all = o < CR_DYNAMIC_COLOURS ? &soft : &rigid;
        for (int32_t i = lanes->colour[o].first; i >= 0;) {
            int32_t fellow = fellowOf(lanes, i);
            fetchNext(lanes, fellow);
            passBlocks(solve, i, fellow, all, biased);
            i = lanes->head[fellow].next;
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

CR_INLINE CrWide speedAlong(const PairLanes *pair, const Place *at, int i, const ShiftLanes *shift)
{
    CrWide ux = wideSub(pair->b.vx, pair->a.vx), uy = wideSub(pair->b.vy, pair->a.vy);
    CrWide un = wideAdd(wideMul(GET(nx), ux), wideMul(GET(ny), uy));
    return wideSub(wideAdd(un, wideMul(wideAdd(GET(point[i].rnB), shift->nB), pair->b.w)),
                   wideMul(wideAdd(GET(point[i].rnA), shift->nA), pair->a.w));
}

CR_INLINE void approachSome(const CrSolve *solve, const Place *at)
{
    PairLanes pair = pairOf(solve, at);
    ShiftLanes shift = shiftOf(at, wideAll(0.0f), wideAll(0.0f));
    for (int i = 0; i < 2; i++) {
        PUT_EXTRA(speed[i], speedAlong(&pair, at, i, &shift));
        PUT_EXTRA(peak[i], wideAll(0.0f));
        PUT_EXTRA(total[i], wideAll(0.0f));
    }
}

static void approach(const CrSolve *solve)
{
    CrLanes *lanes = solve->lanes;
    for (int o = 0; o <= CR_COLOURS; o++) {
        EACH_BLOCK(lanes, o, i)
        {
            CrLaneExtra *extra = extraOf(lanes, i);
            for (int k = 0; extra && k < CR_BLOCK; k += CR_LANES) {
                Place at = placeOf(lanes, i, i, k, extra);
                approachSome(solve, &at);
            }
        }
    }
}

CR_INLINE void bounceSome(const CrSolve *solve, const Place *at)
{
    CrWide zero = wideAll(0.0f), restitution = GET_EXTRA(restitution), nx = GET(nx), ny = GET(ny);
    PairLanes pair = pairOf(solve, at);
    TurnLanes a = turnOf(solve, at->block->a, at), b = turnOf(solve, at->block->b, at);
    ShiftLanes shift = shiftOf(at, wideSub(b.x, a.x), wideSub(b.y, a.y));
    for (int i = 0; i < 2; i++) {
        CrWide mass = grownMass(at, GET(point[i].k), GET(point[i].rnA), shift.nA, GET(point[i].rnB),
                                shift.nB);
        CrWide rnA = wideAdd(GET(point[i].rnA), shift.nA),
               rnB = wideAdd(GET(point[i].rnB), shift.nB);
        CrWide came = GET_EXTRA(speed[i]), was = GET(point[i].l);
        CrWideMask bounces =
            wideAnd(wideLess(came, wideAll(-solve->threshold)),
                    wideAnd(wideLess(zero, GET_EXTRA(peak[i])), wideLess(zero, restitution)));
        CrWide speed = speedAlong(&pair, at, i, &shift);
        CrWide change = wideMul(mass, wideAdd(speed, wideMul(restitution, came)));
        CrWide now = widePick(bounces, wideMax(wideSub(was, change), zero), was);
        change = wideSub(now, was);
        PUT(point[i].l, widePick(bounces, zero, was)); // it parts: nothing to begin with
        PUT_EXTRA(peak[i], wideMax(GET_EXTRA(peak[i]), now));
        PUT_EXTRA(total[i], wideAdd(GET_EXTRA(total[i]), change));
        pair.a.w = wideSub(pair.a.w, wideMul(wideMul(GET(iA), rnA), change));
        pair.b.w = wideAdd(pair.b.w, wideMul(wideMul(GET(iB), rnB), change));
        push(&pair, wideMul(change, nx), wideMul(change, ny));
    }
    pairInto(solve, at, &pair);
}

static void bounce(const CrSolve *solve)
{
    CrLanes *lanes = solve->lanes;
    for (int o = -1; o < CR_COLOURS; o++) {
        EACH_BLOCK(lanes, o < 0 ? CR_OVERFLOW : o, i)
        {
            CrLaneExtra *extra = extraOf(lanes, i);
            for (int k = 0; extra && k < CR_BLOCK; k += CR_LANES) {
                Place at = placeOf(lanes, i, i, k, extra);
                bounceSome(solve, &at);
            }
        }
    }
}

#include "solver_renew.h"

#define CR_SOLVER(name)                                                                            \
    {                                                                                              \
        name, renew, warmAll, kick, pass, move, approach, bounce                                   \
    }
