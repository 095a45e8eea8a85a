// SPDX-License-Identifier: MIT
// The kernels of rounds.h of each instruction set against the scalar code that they stand for, bit
// for bit. What they are not sure of does not count.
#include "../../shapes/kernels.h"

#include "../../shapes/exact.h"
#include "../../shapes/path.h"
#include "../../world/narrowphase/thin_edge.h"
#include "../../world/placement/corner.h"
#include "../support/field.h"

#include <math.h>

static const CrKernels *kernels[CR_KERNELS_MOST];
static int kernelCount;

static CaromVec2 randomPlace(TestRandom *random, double size)
{
    bool coarse = testRandomInt(random, 0, 1);
    double x = testRandomRange(random, -size, size), y = testRandomRange(random, -size, size);
    return coarse ? crVec(floor(x), floor(y)) : crVec(x, y);
}

static void fillBounces(CrRoundBounces *round, TestRandom *random)
{
    for (int k = 0; k < CR_ROUND; k++) {
        double size = ldexp(1.0, testRandomInt(random, 0, 12));
        CaromVec2 a = randomPlace(random, size), b = randomPlace(random, size),
                  p = randomPlace(random, size);
        a = testRandomInt(random, 0, 2) ? a : crVec(a.x, b.y);
        CaromVec2 on = crAddScaled(a, crSub(b, a), testRandomRange(random, 0.0, 1.0));
        round->tau[k] = testRandomRange(random, 0.0, 2.0);
        CaromVec2 v = crScale(crSub(on, p), 1.0 / round->tau[k]);
        round->start[k] = testRandomInt(random, 0, 99) / 32.0;
        round->time[k] = round->start[k] + round->tau[k];
        round->px[k] = p.x;
        round->py[k] = p.y;
        round->vx[k] = v.x;
        round->vy[k] = v.y;
        round->ax[k] = a.x;
        round->ay[k] = a.y;
        round->bx[k] = b.x;
        round->by[k] = b.y;
        round->part[k] = crOrient(a, b, p) > 0 ? CR_PART_LEFT : CR_PART_RIGHT;
        round->restitution[k] = testRandomInt(random, 0, 1) ? 1.0 : 0.5;
        round->friction[k] = testRandomInt(random, 0, 1) ? 0.0 : 0.25;
        round->minBounceSpeed[k] = testRandomInt(random, 0, 3) ? 0.0 : 1.0;
    }
}

static CrRoundLimits limits(void)
{
    CrRoundLimits all = {.corner = CR_CORNER_SIZE * 0x1p-46,
                         .tooFast = CR_HUGE,
                         .window = 0.25,
                         .unit = 0x1p-52,
                         .unitMore = 1e-3,
                         .nearness = 0x1p-41,
                         .nearMore = 1.0};
    return all;
}

/// Where and how bounce k goes on, by scalar code.
static void checkBounce(const CrRoundBounces *round, int k, const char *name, int seed)
{
    CaromVec2 p = crVec(round->px[k], round->py[k]), v = crVec(round->vx[k], round->vy[k]);
    CrEdge edge = {crVec(round->ax[k], round->ay[k]), crVec(round->bx[k], round->by[k]), 0.0,
                   false};
    CrPart part = (CrPart)round->part[k];
    CaromVec2 exact = crAddScaled(p, v, round->tau[k]), n = crEdgeNormal(&edge, part, exact);
    CaromVec2 place = exact;
    double unit = (crCoordinateSum(exact, p) + 1e-3) * 0x1p-52;
    for (int steps = 0; crOrient(edge.a, edge.b, place) != (int)part; steps++) {
        place = crAddScaled(exact, n, ldexp(unit, steps));
    }
    double push = crMax(-crDot(v, n), 0.0), e = round->restitution[k];
    double grip = round->friction[k];
    push = (1.0 + (push < round->minBounceSpeed[k] ? 0.0 : e)) * push;
    grip *= push;
    double slides = crDot(v, crLeft(n));
    double slowed = copysign(crMax(fabs(slides) - grip, 0.0), slides);
    CaromVec2 after = crAddScaled(v, n, push);
    after = slowed != slides ? crAddScaled(after, crLeft(n), slowed - slides) : after;
    ck_assert_msg(crEqual(place, crVec(round->x[k], round->y[k])), "%s, seed %d, %d: place", name,
                  seed, k);
    ck_assert_msg(crEqual(n, crVec(round->normalX[k], round->normalY[k])), "%s, seed %d: normal",
                  name, seed);
    ck_assert_msg(crEqual(after, crVec(round->afterX[k], round->afterY[k])), "%s, seed %d: after",
                  name, seed);
    ck_assert(crOrient(edge.a, edge.b, p) == (int)part);
    ck_assert(crEdgeIsLeaving(&edge, part, place, after));
    ck_assert((floor(round->start[k] / 0.25) == floor(round->time[k] / 0.25)) ==
              (round->sameWindow >> k & 1));
}

TEST_LOOP(bounces_are_those_of_scalar_code, 64)
{
    TestRandom random = testRandomSeed((uint32_t)_i);
    CrRoundBounces round;
    CrRoundLimits all = limits();
    int sure = 0, count = testRandomInt(&random, 1, CR_ROUND);
    uint64_t first = 0;
    fillBounces(&round, &random);
    for (int i = 0; i < kernelCount; i++) {
        kernels[i]->bounces(&round, count, &all);
        first = i == 0 ? round.sure : first;
        ck_assert(round.sure == first);
        for (int k = 0; k < CR_ROUND; k++) {
            if (round.sure >> k & 1) {
                ck_assert_int_lt(k, count);
                checkBounce(&round, k, kernels[i]->name, _i);
                sure++;
            }
        }
    }
    ck_assert_int_ge(4 * sure + 8 * kernelCount, kernelCount * count);
}

// ---- crossings

static void fillCrossings(CrCrossings *all, TestRandom *random)
{
    for (int k = 0; k < CR_CROSSINGS; k++) {
        CaromVec2 a = randomPlace(random, 8.0), b = randomPlace(random, 8.0),
                  p = randomPlace(random, 8.0);
        CaromVec2 v = testRandomInt(random, 0, 3) ? randomPlace(random, 8.0) : crSub(a, p);
        CrThinEdgePath path = crThinEdgePath(p, v, 8.0);
        all->px[k] = p.x;
        all->py[k] = p.y;
        all->vx[k] = v.x;
        all->vy[k] = v.y;
        all->doubt[k] = path.doubt;
        all->slack[k] = path.slack;
        all->ax[k] = a.x;
        all->ay[k] = a.y;
        all->bx[k] = b.x;
        all->by[k] = b.y;
    }
}

/// What is met is met by scalar code, at the same time; what is passed is not met by it.
static void checkCrossing(const CrCrossings *all, int k, const char *name, int seed)
{
    CrGridItem item = {.a = crVec(all->ax[k], all->ay[k]), .b = crVec(all->bx[k], all->by[k])};
    CrThinEdgePath thin =
        crThinEdgePath(crVec(all->px[k], all->py[k]), crVec(all->vx[k], all->vy[k]), 8.0);
    CrThinEdgeCrossing crossing;
    CrThinEdge pass = crThinEdgePass(&thin, &item, &crossing);
    CrPath path = crPathMake(thin.p, thin.v, crVec(0.0, 0.0));
    CrEdge edge = {item.a, item.b, 0.0, false};
    bool met = all->met >> k & 1;
    if (pass == CR_THIN_CROSSED) {
        crThinEdgeMeasure(&thin, &item, &crossing);
        met = met && crThinEdgeIsAhead(&crossing);
        ck_assert(!(all->met >> k & 1) || (all->fromTheLeft >> k & 1) == (crossing.heading < 0.0));
    }
    bool passed = !((all->met | all->unclear) >> k & 1);
    CrMeet meet;
    ck_assert_msg(!(all->met >> k & 1) || (met && all->tau[k] == crPathCrossingTime(&path, &edge)),
                  "%s, seed %d, %d", name, seed, k);
    ck_assert_msg(!passed || !crPathMeets(&path, &edge, 0.0, false, &meet), "%s, seed %d, %d", name,
                  seed, k);
}

TEST_LOOP(crossings_are_those_of_scalar_code, 64)
{
    TestRandom random = testRandomSeed((uint32_t)_i);
    CrCrossings all;
    int count = testRandomInt(&random, 0, CR_CROSSINGS);
    uint64_t met = 0, unclear = 0;
    fillCrossings(&all, &random);
    for (int i = 0; i < kernelCount; i++) {
        kernels[i]->crossings(&all, count);
        met = i == 0 ? all.met : met;
        unclear = i == 0 ? all.unclear : unclear;
        ck_assert(all.met == met && all.unclear == unclear);
        ck_assert(count == CR_CROSSINGS || (met | unclear) >> count == 0);
        for (int k = 0; k < count; k++) {
            checkCrossing(&all, k, kernels[i]->name, _i);
        }
    }
}

// ---- walks

TEST_LOOP(walks_begin_where_they_are, 32)
{
    TestRandom random = testRandomSeed((uint32_t)_i);
    CrRoundBounces from;
    CrRoundCells cells = {2.0, 0.5, -4096.0, -4096.0, 4096.0, 4096.0, 4096.0, 1e-12};
    CrRoundLimits all = limits();
    fillBounces(&from, &random);
    kernels[0]->bounces(&from, CR_ROUND, &all);
    for (int i = 0; i < kernelCount; i++) {
        CrRoundWalks walks;
        kernels[i]->walks(&walks, &from, CR_ROUND, &cells);
        for (int k = 0; k < CR_ROUND; k++) {
            if (!((walks.sure & from.sure) >> k & 1)) {
                continue;
            }
            CaromVec2 p = crVec(from.x[k], from.y[k]), v = crVec(from.afterX[k], from.afterY[k]);
            CaromVec2 heading = crUnit(v, crLength(v));
            ck_assert(crEqual(heading, crVec(walks.headingX[k], walks.headingY[k])));
            ck_assert_int_eq(walks.cellX[k], (int)floor(p.x * 0.5));
            ck_assert_int_eq(walks.cellY[k], (int)floor(p.y * 0.5));
            ck_assert_double_eq_tol(walks.paceX[k] * fabs(heading.x), 2.0, 1e-9);
            CaromVec2 border = crAddScaled(p, heading, walks.nextX[k]);
            double column = walks.cellX[k] + (heading.x > 0.0);
            ck_assert_double_eq_tol(border.x, column * 2.0, 1e-6);
            ck_assert(walks.speed[k] == crLength(v) && walks.most[k] == 4096.0);
        }
    }
}

SUITE_HOOK(chooseRoundKernels)
{
    (void)suite;
    kernelCount = crKernelsAll(kernels);
}
