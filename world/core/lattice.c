// SPDX-License-Identifier: MIT
#include "lattice.h"

#include "../../shapes/base.h"

#include <math.h>

/// Returns k with kP <= time < (k + 1)P as doubles. The quotient may be rounded past a whole
/// number.
static double indexOf(double interval, double time)
{
    double k = floor(time / interval);
    if (k * interval > time) {
        return k - 1.0;
    }
    return (k + 1.0) * interval <= time ? k + 1.0 : k;
}

double crSteerBefore(double interval, double time)
{
    CR_ASSERT(interval > 0.0 && crFinite(time));
    return indexOf(interval, time) * interval;
}

double crSteerAfter(double interval, double time)
{
    CR_ASSERT(interval > 0.0 && crFinite(time));
    double next = (indexOf(interval, time) + 1.0) * interval;
    return next > time ? next : time + time * 0x1p-52;
}

double crTickAt(double interval, double k)
{
    double rate = floor(1.0 / interval + 0.5);
    return rate > 0.0 && 1.0 / rate == interval ? k / rate : k * interval;
}

double crTickIndex(double interval, double time)
{
    CR_ASSERT(interval > 0.0 && crFinite(time) && time >= 0.0);
    double k = floor(time / interval); // rounded by less than one, as long as k is exact
    if (crTickAt(interval, k) > time) {
        return k - 1.0;
    }
    return crTickAt(interval, k + 1.0) <= time ? k + 1.0 : k;
}
