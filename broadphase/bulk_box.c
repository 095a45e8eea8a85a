// SPDX-License-Identifier: MIT
#include "../shapes/base.h"

#include "bulk_box.h"

#define SAMPLES 32
#define SHARE 8   ///< one in so many may be astray, and as many of the samples on each side
#define ENOUGH 16 ///< of fewer boxes all are most

typedef struct Sample {
    double from[SAMPLES], to[SAMPLES];
    int count;
} Sample;

static void sort(double *values, int count)
{
    for (int i = 1; i < count; i++) {
        double value = values[i];
        int k = i;
        for (; k > 0 && values[k - 1] > value; k--) {
            values[k] = values[k - 1];
        }
        values[k] = value;
    }
}

/// Where they begin and end on an axis, without those that are the first and last to.
static void findMiddle(Sample *sample, double *from, double *to)
{
    int aside = sample->count / SHARE;
    sort(sample->from, sample->count);
    sort(sample->to, sample->count);
    *from = sample->from[aside];
    *to = sample->to[sample->count - 1 - aside];
}

/// As wide again around the middle of a sample on each side, which boxes that lie evenly do not
/// leave, be they in a square or in a line.
static CaromBox regionOf(const CaromBox *boxes, int count)
{
    Sample x, y;
    CaromBox middle;
    x.count = y.count = count < SAMPLES ? count : SAMPLES;
    for (int k = 0; k < x.count; k++) {
        const CaromBox *box = &boxes[(int64_t)k * count / x.count];
        x.from[k] = box->min.x;
        x.to[k] = box->max.x;
        y.from[k] = box->min.y;
        y.to[k] = box->max.y;
    }
    findMiddle(&x, &middle.min.x, &middle.max.x);
    findMiddle(&y, &middle.min.y, &middle.max.y);
    return crBoxInflate(middle, crMax(middle.max.x - middle.min.x, middle.max.y - middle.min.y));
}

static bool holds(CaromBox a, CaromBox b)
{
    return a.min.x <= b.min.x && a.min.y <= b.min.y && a.max.x >= b.max.x && a.max.y >= b.max.y;
}

CaromBox crBoxOfMost(const CaromBox *boxes, int count, CaromBox all)
{
    CR_ASSERT(count >= 0);
    if (count < ENOUGH) {
        return all;
    }
    CaromBox region = regionOf(boxes, count), most = all;
    if (holds(region, all)) {
        return all;
    }
    int found = 0;
    for (int i = 0; i < count; i++) {
        if (holds(region, boxes[i])) {
            most = found == 0 ? boxes[i] : crBoxUnion(most, boxes[i]);
            found++;
        }
    }
    int movedSince = count - found;
    bool isFew = movedSince <= CR_MOST_STRAYS && movedSince <= count / SHARE;
    return isFew ? most : all;
}
