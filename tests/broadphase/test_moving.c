// SPDX-License-Identifier: MIT
// Oracle: a loop over all boxes.
#include "../../broadphase/bulk_box.h"
#include "../../broadphase/motion_grid.h"
#include "../../broadphase/moving_line.h"

#include "../../shapes/array.h"
#include "../support/field.h"
#include "../support/meter.h"

#define MOST 1000

typedef struct Model {
    CaromBox boxes[MOST];
    uint32_t keys[MOST];
    int count;
} Model;

static CaromBox randomBox(TestRandom *random, double spread)
{
    double size = pow(2.0, testRandomInt(random, -6, 5));
    if (testRandomInt(random, 0, 40) == 0) {
        size = pow(2.0, testRandomInt(random, 6, 41));
    }
    double x = testRandomRange(random, -spread, spread), w = testRandomRange(random, 0.0, size);
    double y = testRandomRange(random, -spread, spread), h = testRandomRange(random, 0.0, size);
    if (testRandomInt(random, 0, 1)) {
        x = size * testRandomInt(random, -8, 8);
        y = size * testRandomInt(random, -8, 8);
        w = size * testRandomInt(random, 0, 1);
        h = size * testRandomInt(random, 0, 1);
    }
    CaromBox box = {{x, y}, {x + w, y + h}};
    if (testRandomInt(random, 0, 3) == 0) {
        box.min.y = nudged(random, box.min.y);
        box.max.y = fmax(nudged(random, box.max.y), box.min.y);
    }
    return box;
}

static void randomModel(Model *model, TestRandom *random, double spread, int count)
{
    model->count = count;
    for (int i = 0; i < count; i++) {
        model->boxes[i] = randomBox(random, spread);
        if (i > 0 && testRandomInt(random, 0, 9) == 0) {
            model->boxes[i] = model->boxes[i - 1];
        }
        model->keys[i] = (uint32_t)testRandomInt(random, 0, MOST - 1); // keys may repeat
    }
}

static bool overlaps(CaromBox a, CaromBox b)
{
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
}

static void compare(const CrMoving *moving, const Model *model, CaromBox box, int seed)
{
    static int found[MOST];
    CrMovingWalk walk;
    uint32_t key;
    memset(found, 0, sizeof found);
    crMovingStart(&walk, moving, box);
    while (crMovingNext(&walk, &key)) {
        ck_assert_msg(key < MOST, "seed %d: found what is not there", seed);
        found[key]++;
    }
    for (int i = 0; i < model->count; i++) {
        found[model->keys[i]] -= overlaps(model->boxes[i], box);
    }
    for (int i = 0; i < MOST; i++) {
        ck_assert_msg(found[i] == 0, "seed %d: key %d is found %+d times too often", seed, i,
                      found[i]);
    }
    ck_assert_msg(!crMovingNext(&walk, &key), "seed %d: the end is not the end", seed);
}

/// Whether a line's piece clearly comes into a box: it does into one that is smaller by `margin` on
/// all sides. Clipped by one side after the other.
static bool comesInto(CaromBox box, CaromVec2 p, CaromVec2 v, double until, double margin)
{
    double low[2] = {box.min.x + margin - p.x, box.min.y + margin - p.y};
    double high[2] = {box.max.x - margin - p.x, box.max.y - margin - p.y};
    double way[2] = {v.x, v.y}, in = 0.0, out = until;
    bool inside = low[0] < high[0] && low[1] < high[1];
    for (int k = 0; k < 2; k++) {
        if (way[k] == 0.0) {
            inside &= low[k] < 0.0 && high[k] > 0.0;
            continue;
        }
        double a = low[k] / way[k], b = high[k] / way[k];
        in = fmax(in, fmin(a, b));
        out = fmin(out, fmax(a, b));
    }
    return inside && in < out;
}

/// Each thing that the line enters is reported once and never twice, while the line's end comes
/// nearer.
static void compareLine(const CrMoving *moving, const Model *model, TestRandom *random,
                        double spread, int seed)
{
    static int told[MOST];
    double x = testRandomRange(random, -spread, spread), length = spread * testRandomUnit(random);
    CaromVec2 p = {x, testRandomRange(random, -spread, spread)};
    double angle = testRandomInt(random, 0, 3) ? testRandomRange(random, 0.0, 6.28)
                                               : 1.5707963 * testRandomInt(random, 0, 3);
    CaromVec2 v = {length * cos(angle), length * sin(angle)};
    double until = 1.0, slack = (spread + length) * 1e-12;
    CrMovingLine line;
    const CrMovingEntry *entry;
    if (!crMovingLineStart(&line, moving, p, v, slack, until)) {
        CaromVec2 far = caromVec2Sub(moving->most.max, moving->most.min);
        ck_assert_msg(!moving->rows || length == 0.0 || far.x + far.y > 1e11, "seed %d: refused",
                      seed);
        return;
    }
    memset(told, 0, sizeof told);
    while ((entry = crMovingLineNext(&line, until)) != NULL) {
        told[entry->index]++;
        ck_assert_msg(model->keys[entry->index] == entry->key, "seed %d: another key", seed);
        until *= testRandomInt(random, 0, 9) ? 1.0 : testRandomUnit(random);
    }
    for (int i = 0; i < model->count; i++) {
        int least = comesInto(model->boxes[i], p, v, until, slack);
        ck_assert_msg(told[i] >= least && told[i] <= 1, "seed %d: box %d is told %d times", seed, i,
                      told[i]);
    }
}

/// Half of them are far from the others, so that all are crowded.
static void part(Model *model, double far)
{
    for (int i = 0; i < model->count; i += 2) {
        model->boxes[i].min.x += far;
        model->boxes[i].max.x += far;
    }
}

/// A few of them are far off, or huge and around the others, or both.
static void strew(Model *model, TestRandom *random, double spread, int few)
{
    for (int i = 0; i < few; i++) {
        CaromBox *box = &model->boxes[testRandomInt(random, 0, model->count - 1)];
        double far = pow(10.0, testRandomInt(random, 1, 7)) * (1e5 + spread);
        double x = testRandomRange(random, -far, far), y = testRandomRange(random, -far, far);
        CaromVec2 size = caromVec2Sub(box->max, box->min);
        switch (testRandomInt(random, 0, 2)) {
        case 0:
            box->min = caromVec2(x, testRandomInt(random, 0, 1) ? y : box->min.y);
            box->max = caromVec2Add(box->min, size);
            break;
        case 1:
            *box = caromBoxInflate(*box, far);
            break;
        default:
            box->min = caromVec2(x, y);
            box->max = caromVec2(x + far, y + far);
        }
    }
}

TEST_SEEDS(each_filling_replaces_the_last, 32)
{
    Meter meter;
    CaromAllocator allocator = meterAllocator(&meter);
    CrMoving moving;
    static Model model;
    crMovingInit(&moving, &allocator);
    model.count = 0;
    compare(&moving, &model, randomBox(&random, 10.0), _i);
    for (int step = 0; step < 12; step++) {
        int count = testRandomInt(&random, 0, step % 3 == 0 ? MOST : 20);
        double spread = pow(10.0, testRandomRange(&random, 0.0, 6.0));
        randomModel(&model, &random, spread, count);
        if (step % 4 == 3) {
            part(&model, 1e4 * spread);
        }
        if (step % 3 == 1 && count > 0) {
            strew(&model, &random, spread, testRandomInt(&random, 1, 3));
        }
        ck_assert_ok(crMovingFill(&moving, model.boxes, model.keys, count));
        for (int n = 0; n < 200; n++) {
            compare(&moving, &model, randomBox(&random, spread), _i);
            compareLine(&moving, &model, &random, spread, _i);
        }
        for (int i = 0; i < count && i < 50; i++) { // touching in a corner only
            CaromBox corner = {model.boxes[i].max, model.boxes[i].max};
            compare(&moving, &model, corner, _i);
            corner.min = corner.max = model.boxes[i].min;
            compare(&moving, &model, corner, _i);
        }
        CaromBox all = {{-INFINITY, -INFINITY}, {INFINITY, INFINITY}};
        compare(&moving, &model, all, _i);
    }
    crMovingFree(&moving);
    ck_assert_uint_eq(meter.held, 0);
}

/// Boxes of 1 m: even, in two crowds far apart, and all in one place, which no cells can part.
TEST(rows_are_for_what_is_not_crowded)
{
    static Model model;
    TestRandom random = testRandomSeed(1);
    for (int k = 0; k < 3; k++) {
        double spread = k == 2 ? 0.5 : 50.0;
        model.count = MOST;
        for (int i = 0; i < MOST; i++) {
            double x = testRandomRange(&random, -spread, spread);
            double y = testRandomRange(&random, -spread, spread);
            CaromBox box = {{x, y}, {x + 1.0, y + 1.0}};
            model.boxes[i] = box;
            model.keys[i] = (uint32_t)i;
        }
        if (k == 1) {
            part(&model, 1e6);
        }
        CrMoving moving;
        crMovingInit(&moving, NULL);
        ck_assert_ok(crMovingFill(&moving, model.boxes, model.keys, MOST));
        ck_assert_msg(moving.rows == (k != 1), "layout %d", k);
        for (int n = 0; n < 100; n++) {
            compare(&moving, &model, randomBox(&random, spread), k);
            compareLine(&moving, &model, &random, spread, k);
        }
        crMovingFree(&moving);
    }
}

/// Among `count` boxes of 1 m, those of `few` that are not.
static void crowdAnd(Model *model, TestRandom *random, int count, const CaromBox *few, int fewCount)
{
    model->count = count;
    for (int i = 0; i < count; i++) {
        double x = testRandomRange(random, -50.0, 50.0), y = testRandomRange(random, -50.0, 50.0);
        CaromBox box = {{x, y}, {x + 1.0, y + 1.0}};
        model->boxes[i] = box;
        model->keys[i] = (uint32_t)i;
    }
    for (int i = 0; i < fewCount; i++) {
        model->boxes[testRandomInt(random, 0, count - 1)] = few[i];
    }
}

/// Lines from near the crowd to where the odd ones are, and back.
static void compareFarLines(const CrMoving *moving, const Model *model, TestRandom *random,
                            int seed)
{
    static const double SPREADS[] = {5.0, 60.0, 1e3, 2e6, 1e10};
    for (int k = 0; k < 5; k++) {
        for (int n = 0; n < 200; n++) {
            compare(moving, model, randomBox(random, SPREADS[k]), seed);
            compareLine(moving, model, random, SPREADS[k], seed);
        }
    }
    for (int i = 0; i < model->count; i++) {
        compare(moving, model, model->boxes[i], seed);
    }
}

TEST_LOOP(few_that_are_far_off_leave_rows, 8)
{
    static const CaromBox FEW[] = {
        {{1e6, 1e6}, {1e6 + 1.0, 1e6 + 1.0}},
        {{-1e12, 3.0}, {-1e12 + 1.0, 4.0}},
        {{-1e12, -1e12}, {1e12, 1e12}},
        {{-1e300, -1.0}, {1e300, 1.0}},
        {{-1e6, 0.0}, {0.0, 1e6}},
        {{1e3, -1e3}, {1e3, -1e3}},
        {{-1e6, -1e6}, {-1e6 + 1.0, -1e6 + 1.0}},
        {{7.0, -1e15}, {8.0, 1e12}},
    };
    static const int COUNTS[] = {64, 100, 700, MOST};
    static Model model;
    TestRandom random = testRandomSeed((uint64_t)_i);
    for (int first = 0; first < 8; first++) {
        int few = _i % 2 ? 8 - first : 1;
        crowdAnd(&model, &random, COUNTS[_i % 4], FEW + first, few);
        CrMoving moving;
        crMovingInit(&moving, NULL);
        ck_assert_ok(crMovingFill(&moving, model.boxes, model.keys, model.count));
        ck_assert_msg(moving.rows && moving.most.max.x - moving.most.min.x <= 101.0 &&
                          moving.most.max.y - moving.most.min.y <= 101.0,
                      "seed %d, from %d on", _i, first);
        ck_assert_int_gt(moving.levels[CR_ROWS_MOVED_SINCE].count, 0);
        compareFarLines(&moving, &model, &random, _i);
        crMovingFree(&moving);
    }
}

/// One in eight and CR_MOST_STRAYS may be left out, no more.
TEST(many_that_are_far_off_are_not_left_out)
{
    static const int COUNTS[] = {16, 64, 200, 700, MOST};
    static Model model;
    TestRandom random = testRandomSeed(1);
    for (int k = 0; k < 5; k++) {
        int count = COUNTS[k], most = count / 8 < CR_MOST_STRAYS ? count / 8 : CR_MOST_STRAYS;
        for (int more = 0; more < 2; more++) {
            crowdAnd(&model, &random, count, NULL, 0);
            for (int i = 0; i < most + more; i++) { // spread over all of them
                CaromBox *box = &model.boxes[(int64_t)i * count / (most + more)];
                box->min.x += 1e6;
                box->max.x += 1e6;
            }
            CrMoving moving;
            crMovingInit(&moving, NULL);
            ck_assert_ok(crMovingFill(&moving, model.boxes, model.keys, count));
            bool all = moving.most.max.x > 1e5;
            ck_assert_msg(all || more == 0, "%d of %d", most + more, count);
            ck_assert_msg(!all || moving.levels[CR_ROWS_MOVED_SINCE].count == 0 || !moving.rows,
                          "%d of %d", most + more, count);
            compareFarLines(&moving, &model, &random, k);
            crMovingFree(&moving);
        }
    }
}

TEST(one_box_is_found)
{
    static const CaromVec2 places[] = {
        {0, 0}, {-0.0, 1e6}, {-1e12, 1e12}, {0.25, -0.25}, {1e-300, 3}};
    static const double sizes[] = {0.0, 1e-9, 1e-6, 0.25, 1.0, 1e6, 1e12};
    Model model = {.count = 1};
    for (int p = 0; p < 5; p++) {
        for (int s = 0; s < 7; s++) {
            CaromBox box = {places[p], {places[p].x + sizes[s], places[p].y + sizes[s]}};
            CrMoving moving;
            crMovingInit(&moving, NULL);
            model.boxes[0] = box;
            ck_assert_ok(crMovingFill(&moving, model.boxes, model.keys, 1));
            compare(&moving, &model, box, p);
            CaromBox corner = {box.max, box.max};
            compare(&moving, &model, corner, p);
            CaromBox all = {{-INFINITY, -INFINITY}, {INFINITY, INFINITY}};
            compare(&moving, &model, all, p);
            crMovingFree(&moving);
        }
    }
}

TEST_SEEDS(a_filling_without_memory_changes_nothing, 16)
{
    Meter meter;
    CaromAllocator allocator = meterAllocator(&meter);
    CrMoving moving;
    static Model before, after;
    crMovingInit(&moving, &allocator);
    randomModel(&before, &random, 50.0, testRandomInt(&random, 0, 100));
    randomModel(&after, &random, 50.0, testRandomInt(&random, 101, MOST));
    ck_assert_ok(crMovingFill(&moving, before.boxes, before.keys, before.count));
    int failures = 0;
    for (int k = 0;; k++) {
        meter.calls = 0;
        meter.failFrom = k;
        CaromError error = crMovingFill(&moving, after.boxes, after.keys, after.count);
        meter.failFrom = METER_NEVER;
        for (int n = 0; n < 20; n++) {
            compare(&moving, error == CAROM_OK ? &after : &before, randomBox(&random, 50.0), _i);
        }
        if (error == CAROM_OK) {
            break;
        }
        ck_assert_int_eq(error, CAROM_ERROR_MEMORY);
        failures++;
    }
    ck_assert_int_ge(failures, 3); // of four arrays; what grew before a failure keeps its room
    crMovingFree(&moving);
    ck_assert_uint_eq(meter.held, 0);
}

TEST(within_past_peaks_no_memory_is_asked_for)
{
    TestRandom random = testRandomSeed(1);
    Meter meter;
    CaromAllocator allocator = meterAllocator(&meter);
    CrMoving moving;
    static Model model;
    crMovingInit(&moving, &allocator);
    randomModel(&model, &random, 50.0, MOST);
    ck_assert_ok(crMovingFill(&moving, model.boxes, model.keys, MOST));
    meter.failFrom = meter.calls;
    for (int step = 0; step < 100; step++) {
        randomModel(&model, &random, 500.0, testRandomInt(&random, 0, MOST));
        ck_assert_ok(crMovingFill(&moving, model.boxes, model.keys, model.count));
    }
    crMovingFree(&moving);
    ck_assert_uint_eq(meter.held, 0);
}

// ---- drifters

/// When two discs that drift are first so near: of a point that goes straight, seen from the other.
static double discsMeet(const CrMotionGridItem *one, const CrCourse *course)
{
    long double x = (long double)course->place.x - one->center.x,
                y = (long double)course->place.y - one->center.y,
                vx = (long double)course->velocity.x - one->velocity.x,
                vy = (long double)course->velocity.y - one->velocity.y,
                r = (long double)one->radius + course->radius;
    long double speed = vx * vx + vy * vy, along = x * vx + y * vy, across = x * vy - y * vx;
    if (x * x + y * y <= r * r) {
        return 0.0;
    }
    long double chord = r * r * speed - across * across;
    return along >= 0.0L || chord < 0.0L ? INFINITY : (double)((-along - sqrtl(chord)) / speed);
}

/// The same of what may be anywhere in a box.
static double boxMeets(const CrMotionGridItem *one, const CrCourse *course)
{
    long double from[2] = {(long double)course->place.x - one->center.x,
                           (long double)course->place.y - one->center.y};
    long double speed[2] = {(long double)course->velocity.x - one->velocity.x,
                            (long double)course->velocity.y - one->velocity.y};
    long double half[2] = {(long double)one->half.x + course->radius,
                           (long double)one->half.y + course->radius};
    long double near = 0.0L, far = INFINITY;
    for (int k = 0; k < 2; k++) {
        long double a = (-half[k] - from[k]) / speed[k], b = (half[k] - from[k]) / speed[k];
        near = fmaxl(near, fminl(a, b));
        far = fminl(far, fmaxl(a, b));
    }
    return near <= far ? (double)near : INFINITY;
}

#define MARGIN 0.125

/// Where, how far around, how large and how fast.
typedef struct Drift {
    CaromVec2 middle;
    double around, radius, speed;
} Drift;

static const Drift DRIFTS[] = {
    {{0.0, 0.0}, 50.0, 0.1, 1.0},   {{1e6, 0.0}, 50.0, 1e-6, 1.0}, {{-3e5, 2e8}, 50.0, 0.1, 1.0},
    {{0.0, 0.0}, 50.0, 1e-9, 1e-3}, {{0.0, 0.0}, 50.0, 0.1, 1e6},  {{1e3, 1e3}, 50.0, 0.3, 1e-15},
    {{0.0, 0.0}, 3e5, 1e-3, 1.0},   {{0.0, 0.0}, 50.0, 1e-3, 1e6}, {{0.0, 0.0}, 500.0, 2.0, 1e-23},
};

static CrMotionGridItem drifterLike(const Drift *drift, int i, TestRandom *random)
{
    double r = drift->radius, most = drift->speed;
    bool isBox = i % 3 == 2;
    double far = drift->around;
    CrMotionGridItem one = {
        {drift->middle.x + testRandomRange(random, -far, far),
         drift->middle.y + testRandomRange(random, -far, far)},
        {r, isBox ? 1.5 * r : r},
        {testRandomRange(random, -most, most), testRandomRange(random, -most, most)},
        isBox ? -1.0 : r,
        !isBox && i % 2 == 0,
        (uint32_t)i,
        false,
        0.0,
        {{0.0, 0.0}, {0.0, 0.0}}};
    return one;
}

/// Anywhere; straight at one of them, from near by or from afar; or from within its rim outwards.
static CrCourse courseAmong(const Drift *drift, const CrMotionGridItem *aim, int n, double span,
                            TestRandom *random)
{
    double far = 1.2 * drift->around, most = 9.0 * drift->speed;
    CrCourse course = {{drift->middle.x + testRandomRange(random, -far, far),
                        drift->middle.y + testRandomRange(random, -far, far)},
                       {testRandomRange(random, -most, most), testRandomRange(random, -most, most)},
                       0.0,
                       span,
                       2.0 * span,
                       n % 3 == 0   ? 0.25 * drift->radius
                       : n % 3 == 1 ? 0.999 * MARGIN
                                    : 0.0};
    if (n % 4 == 1) {
        CaromVec2 end = caromVec2Add(aim->center, caromVec2Scale(aim->velocity, 0.5 * span));
        if (aim->radius < 0.0) { // at the very corner of what it may not come into
            double out = 0.95 * course.radius;
            end = caromVec2Add(end, caromVec2(aim->half.x + out, aim->half.y + out));
        }
        course.velocity = caromVec2Scale(caromVec2Sub(end, course.place), 2.0 / span);
    } else if (n % 4 != 3) {
        bool leaves = n % 4 == 0, slowly = n % 8 == 6; // much more so than either goes
        double angle = testRandomRange(random, -3.0, 3.0);
        CaromVec2 side = caromVec2(cos(angle), sin(angle));
        double away = (leaves ? 0.9 : slowly ? 2000.0 : 2.5) * drift->radius;
        double speed = (leaves ? 1.0 : slowly ? -1e-4 : -1.0) * drift->speed;
        course.place = caromVec2Add(aim->center, caromVec2Scale(side, away));
        course.velocity = caromVec2Add(aim->velocity, caromVec2Scale(side, speed));
    }
    return course;
}

/// In one case of two, one disc among them is a thousand times as large. They lie near the origin,
/// or so far out that they are smaller than rounding; they hardly move, or move very fast. Oracle:
/// a look at each of them.
TEST_LOOP(who_drifts_is_come_upon_in_time, 18)
{
    enum { DRIFTERS = 3000, COURSES = 400 };
    const Drift *drift = &DRIFTS[_i % (int)(sizeof DRIFTS / sizeof *DRIFTS)];
    TestRandom random = testRandomSeed((uint64_t)_i + 4000);
    double span = 1.0;
    CrMotionGrid motionGrid;
    crMotionGridInit(&motionGrid, NULL);
    ck_assert(crMotionGridReserve(&motionGrid, DRIFTERS));
    for (int i = 0; i < DRIFTERS; i++) {
        CrMotionGridItem one = drifterLike(drift, i, &random);
        if (i == 0 && _i & 1) {
            one.radius = one.half.x = one.half.y = 100.0;
            one.center.x += 140.0;
        }
        crArrayPush(motionGrid.all, one);
    }
    crMotionGridFill(&motionGrid, DRIFTERS, 0.0, span, MARGIN);
    int met = 0, clearly = 0;
    for (int n = 0; n < COURSES; n++) {
        const CrMotionGridItem *aim = &motionGrid.all[testRandomInt(&random, 1, DRIFTERS - 1)];
        CrCourse course = courseAmong(drift, aim, n, span, &random);
        double first = INFINITY, second = INFINITY;
        for (int i = 0; i < DRIFTERS; i++) {
            const CrMotionGridItem *one = &motionGrid.all[i];
            double time = one->radius < 0.0 ? boxMeets(one, &course) : discsMeet(one, &course);
            second = fmin(second, fmax(time, first));
            first = fmin(first, time);
        }
        CrClearance clear = crMotionGridClear(&motionGrid, &course);
        bool leaves = n % 4 == 0; // a disc that is on its way out of one is not stopped by it
        ck_assert_msg(leaves || clear.until <= fmax(first, 0.0),
                      "seed %d: course %d is clear until %g, not %g", _i, n, clear.until, first);
        ck_assert(leaves || clear.alone <= fmax(second, 0.0));
        ck_assert(clear.until <= span && clear.alone <= span);
        met += first < span;
        clearly += clear.until > 0.5 * fmin(first, span);
    }
    ck_assert_int_gt(met, COURSES / 4);
    ck_assert_int_gt(clearly, COURSES / 4);
    crMotionGridFree(&motionGrid);
}

/// Up to one in eight, and up to 64, may be far off the others, which are in a square.
TEST(the_most_are_those_that_are_not_far_off)
{
    static CaromBox boxes[2000];
    const struct {
        int count, movedSince;
        bool isMost;
    } cases[] = {{400, 0, true},   {400, 40, true},    {400, 60, false},
                 {2000, 60, true}, {2000, 100, false}, {2000, 400, false}};
    for (int k = 0; k < 6; k++) {
        CaromBox all = {{0.0, 0.0}, {11.0, 11.0}}, square = all;
        int stride = cases[k].movedSince > 0 ? cases[k].count / cases[k].movedSince : 3000;
        for (int i = 0, left = cases[k].movedSince; i < cases[k].count; i++) {
            bool isAstray = left > 0 && i % stride == stride - 1;
            double x = isAstray ? 1e4 + i : i * 7 % 11, y = isAstray ? -1e4 : i * 3 % 11;
            CaromBox box = {{x, y}, {x + 1.0, y + 1.0}};
            boxes[i] = box;
            left -= isAstray;
            all = crBoxUnion(all, box);
        }
        CaromBox most = crBoxOfMost(boxes, cases[k].count, all);
        CaromBox expected = cases[k].isMost ? square : all;
        ck_assert_msg(memcmp(&most, &expected, sizeof most) == 0, "case %d", k);
    }
}

/// A line that goes nowhere has no rows to go along: a caller must look by a box.
TEST(no_line_without_a_way)
{
    TestRandom random = testRandomSeed(1);
    Model model;
    CrMoving moving;
    CrMovingLine line;
    crMovingInit(&moving, NULL);
    model.count = 100;
    for (int i = 0; i < model.count; i++) {
        CaromVec2 at = {testRandomRange(&random, 0.0, 50.0), testRandomRange(&random, 0.0, 50.0)};
        model.boxes[i] = crBox(at, crAdd(at, crVec(0.5, 0.5)));
        model.keys[i] = (uint32_t)i;
    }
    ck_assert_ok(crMovingFill(&moving, model.boxes, model.keys, model.count));
    CaromVec2 p = {25.0, 25.0};
    ck_assert(crMovingLineStart(&line, &moving, p, crVec(0.0, 1e-9), 1e-9, 1.0));
    ck_assert(!crMovingLineStart(&line, &moving, p, crVec(0.0, 0.0), 1e-9, 1.0));
    ck_assert(!crMovingLineStart(&line, &moving, p, crVec(NAN, 0.0), 1e-9, 1.0));
    crMovingFree(&moving);
}
