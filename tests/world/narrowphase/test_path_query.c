// SPDX-License-Identifier: MIT
// The walk along a path, by packets and by cells, against a loop over all edges.
#include "../../../world/narrowphase/path_query.h"

#include "../../../world/core/limits.h"
#include "../../support/field.h"
#include "../../support/flight_field.h"

#include <limits.h>

#define PATHS 256

/// What is met first of all that is accepted: the lower key at equal times.
typedef struct First {
    double tau;
    uint32_t key;
} First;

/// One case: a path, and a form of the query.
typedef struct Trial {
    const CrGrid *grid;
    CrPath path;
    double radius, from, until;
    int cellLimit;
    bool plain;
} Trial;

/// Straight and curved, from anywhere to anywhere, some back to where they come from.
static Trial randomTrial(TestRandom *random, const Field *field, const CrGrid *grid)
{
    CaromVec2 p =
        testRandomInt(random, 0, 1) ? regularPoint(random, field) : anyPoint(random, field, 1.5);
    CaromVec2 to =
        testRandomInt(random, 0, 1) ? regularPoint(random, field) : anyPoint(random, field, 1.5);
    CaromVec2 v = crSub(to, p), a = crVec(0.0, 0.0);
    double size = testRandomSize(random, 0.1, 1000.0);
    int kind = testRandomInt(random, 0, 5);
    if (kind >= 2) { // past `to` at the time 1, or far off and back
        CaromVec2 pull = anyPoint(random, field, 1.0);
        a = crScale(crSub(pull, field->center), kind == 2 ? size : 1.0);
        v = kind == 3 ? crScale(a, -0.5 * size) : crAddScaled(v, a, -0.5);
    }
    Trial trial = {grid, crPathMake(p, v, a), 0.0, 0.0, kind == 3 ? 2.0 * size : 2.0, INT_MAX,
                   false};
    if (testRandomInt(random, 0, 2) == 0) {
        trial.radius = field->unit * testRandomUnit(random);
    }
    if (testRandomInt(random, 0, 2) == 0) {
        trial.from = trial.until * testRandomUnit(random);
    }
    return trial;
}

/// Whether an edge is met in time. Where both agree, odd keys are refused.
static bool isMet(const Trial *trial, const CrGridItem *item, double *tau)
{
    CrEdge edge = {item->a, item->b, item->radius + trial->radius,
                   (item->flags & CR_GRID_ONE_SIDED) != 0};
    CrMeet meet;
    bool met = crPathMeets(&trial->path, &edge, trial->from, false, &meet);
    *tau = meet.tau;
    return met && meet.tau <= trial->until;
}

static void keep(const Trial *trial, const CrGridItem *item, First *first)
{
    double tau;
    if (item->key % 3 != 0 && isMet(trial, item, &tau) &&
        (tau < first->tau || (tau == first->tau && item->key < first->key))) {
        first->tau = tau;
        first->key = item->key;
    }
}

static CrPathAsk askOf(const Trial *trial, double from)
{
    double extent = trial->radius + crGridExtent(trial->grid);
    CrPathAsk ask = {trial->grid,      trial->path,
                     trial->radius,    from,
                     trial->until,     8.0 * crPlaceTolerance(trial->path.p, extent),
                     trial->cellLimit, false,
                     trial->plain};
    return ask;
}

/// Goes on where the walk was cut.
static First firstOf(const Trial *trial)
{
    First first = {CR_NEVER, 0};
    double from = trial->from;
    CrPathQuery query;
    const CrGridItem *item;
    do {
        query.ask = askOf(trial, from);
        crPathQueryStart(&query);
        while ((item = crPathQueryNext(&query, first.tau)) != NULL) {
            if (!crPathQueryMisses(&query, item)) {
                keep(trial, item, &first);
            }
        }
        ck_assert_msg(!query.cut || query.reached > from, "cut at %a where it began", from);
        from = query.reached;
    } while (query.cut && first.tau > from);
    return first;
}

static CrGrid gridOf(const Field *field, int seed)
{
    CrGrid grid;
    crGridInit(&grid, NULL);
    if (seed % 5 != 0) {
        const CrKernels *all[CR_KERNELS_MOST];
        int count = crKernelsAll(all);
        grid.lanes.kernels = all[seed % count];
    }
    ck_assert_ok(crGridInsert(&grid, field->items, field->count));
    return grid;
}

/// The same first hit by either form, whole or in parts, as by a loop over all edges.
TEST_LOOP(the_first_that_is_accepted_is_found, flightTestShare(256))
{
    TestRandom random = testRandomSeed((uint64_t)_i);
    Field field = randomField(&random, _i % FIELD_KINDS);
    CrGrid grid = gridOf(&field, _i);
    for (int k = 0; k < PATHS; k++) {
        Trial trial = randomTrial(&random, &field, &grid);
        First expected = {CR_NEVER, 0};
        for (int i = 0; i < field.count; i++) {
            keep(&trial, &field.items[i], &expected);
        }
        for (int form = 0; form < 4; form++) {
            trial.plain = form & 1;
            trial.cellLimit = form & 2 ? testRandomInt(&random, 1, 40) : INT_MAX;
            First found = firstOf(&trial);
            ck_assert_msg(found.tau == expected.tau && found.key == expected.key,
                          "seed %d, path %d, form %d: %a of %u, expected %a of %u", _i, k, form,
                          found.tau, found.key, expected.tau, expected.key);
        }
    }
    crGridFree(&grid);
}

/// Without a bound every edge that is met is returned, whatever comes before it.
TEST_LOOP(all_that_is_met_is_returned, flightTestShare(256))
{
    TestRandom random = testRandomSeed((uint64_t)_i + 1000);
    Field field = randomField(&random, _i % FIELD_KINDS);
    CrGrid grid = gridOf(&field, _i);
    for (int k = 0; k < PATHS; k++) {
        Trial trial = randomTrial(&random, &field, &grid);
        trial.plain = k & 1;
        uint64_t seen = 0;
        CrPathQuery query;
        const CrGridItem *item;
        query.ask = askOf(&trial, trial.from);
        crPathQueryStart(&query);
        while ((item = crPathQueryNext(&query, CR_NEVER)) != NULL) {
            seen |= crPathQueryMisses(&query, item) ? 0 : UINT64_C(1) << item->key;
        }
        for (int i = 0; i < field.count; i++) {
            double tau;
            bool met = isMet(&trial, &field.items[i], &tau);
            ck_assert_msg(!met || (seen >> i & 1), "seed %d, path %d: %d is met at %a", _i, k, i,
                          tau);
        }
        ck_assert(!query.cut && query.reached >= trial.until);
    }
    crGridFree(&grid);
}

/// A path that leaves the map for long and comes back costs no more than one that stays.
TEST(what_is_far_outside_is_leapt_over)
{
    CrGridItem floor = {{-8.0, 0.0}, {8.0, 0.0}, 0.0, 0, 0};
    CrGrid grid;
    crGridInit(&grid, NULL);
    ck_assert_ok(crGridInsert(&grid, &floor, 1));
    // from far above up for 10^6 seconds, and down onto the floor
    Trial trial = {&grid, crPathMake(crVec(0.0, 1e9), crVec(0.0, 1e7), crVec(0.0, -10.0)),
                   0.0,   0.0,
                   4e6,   INT_MAX,
                   false};
    CrPathQuery query;
    const CrGridItem *item = NULL;
    query.ask = askOf(&trial, 0.0);
    crPathQueryStart(&query);
    double tau = 0.0;
    while (tau == 0.0 && (item = crPathQueryNext(&query, CR_NEVER)) != NULL) {
        ck_assert(isMet(&trial, item, &tau));
    }
    ck_assert(item != NULL && tau > 2e6 && tau < 2.001e6);
    ck_assert_int_le(query.cells, 2000);
    crGridFree(&grid);
}

/// A cell may list more edges than are handed out at once.
TEST(crowds_are_returned_as_a_whole)
{
    Field field = {.count = FIELD_MOST, .unit = 1.0, .extent = 1.0};
    for (int i = 0; i < field.count; i++) {
        CrGridItem item = {{0.0, 0.0}, {0.01, 0.0}, 0.0, (uint32_t)i, 0};
        field.items[i] = item;
    }
    CrGrid grid = gridOf(&field, 0);
    Trial trial = {&grid, crPathMake(crVec(0.005, -1.0), crVec(0.0, 1.0), crVec(0.0, 0.0)),
                   0.0,   0.0,
                   2.0,   INT_MAX,
                   true};
    uint64_t seen = 0;
    CrPathQuery query;
    const CrGridItem *item;
    query.ask = askOf(&trial, 0.0);
    crPathQueryStart(&query);
    while ((item = crPathQueryNext(&query, CR_NEVER)) != NULL) {
        seen |= UINT64_C(1) << item->key;
    }
    ck_assert(seen == UINT64_MAX);
    crGridFree(&grid);
}
