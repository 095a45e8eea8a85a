// SPDX-License-Identifier: MIT
// What a fan shows in a direction, by looking at all of its points.
#ifndef CAROM_TESTS_LIGHT_CHECK_H
#define CAROM_TESTS_LIGHT_CHECK_H

#include "../../../world/api/carom.h"

#include <math.h>

#include "../../support/assertions.h"

enum { FAN_MOST = 16384 };

typedef struct FanView {
    const CaromLightPoint *points;
    int count;
    CaromVec2 center;
    long double angles[FAN_MOST]; ///< [rad] of the points
    long double begin, end;       ///< [rad] of a cone's sides; 0 all around
} FanView;

typedef struct FanReach {
    long double least, most; ///< [m] distances of the border within a window of directions
} FanReach;

#define FAN_FULL 6.283185307179586476925286766559L ///< [rad] a turn

/// Within half a turn. Angles are of a few turns: floorl is a call, and the time of the suite was
/// in it.
static inline long double fanTurn(long double angle)
{
    while (angle >= 0.5L * FAN_FULL) {
        angle -= FAN_FULL;
    }
    while (angle < -0.5L * FAN_FULL) {
        angle += FAN_FULL;
    }
    return angle;
}

static inline void fanTake(FanReach *reach, long double distance)
{
    reach->least = fminl(reach->least, distance);
    reach->most = fmaxl(reach->most, distance);
}

/// Where the line through two border points meets a direction, as a distance.
static inline long double fanCut(CaromVec2 p, CaromVec2 q, CaromVec2 center, long double angle)
{
    long double px = (long double)p.x - center.x, py = (long double)p.y - center.y;
    long double dx = (long double)q.x - p.x, dy = (long double)q.y - p.y;
    long double x = cosl(angle), y = sinl(angle), under = dx * y - dy * x;
    return under == 0 ? hypotl(px, py) : (dx * py - dy * px) / under;
}

/// The fan of the last cast.
static inline void fanTakeView(FanView *fan, const CaromLight *light, const CaromLightDef *def)
{
    CaromVec2 center = def->position;
    bool cone = def->halfAngle < 3.14159;
    fan->center = center;
    fan->begin = cone ? (long double)def->direction - def->halfAngle : 0;
    fan->end = cone ? (long double)def->direction + def->halfAngle : 0;
    fan->points = caromLightPoints(light, &fan->count);
    ck_assert_int_le(fan->count, FAN_MOST);
    for (int i = 0; i < fan->count; i++) {
        CaromVec2 p = fan->points[i].point;
        fan->angles[i] = atan2l((long double)p.y - center.y, (long double)p.x - center.x);
    }
}

static inline bool fanIsCenter(const FanView *fan, int i)
{
    return fan->points[i].point.x == fan->center.x && fan->points[i].point.y == fan->center.y;
}

/// The direction of a point, relative to another one.
static inline long double fanAngle(const FanView *fan, int i, long double front)
{
    return fanTurn(fan->angles[i] - front);
}

/// At the light itself the border fills the directions between its neighbours'.
static inline bool fanIsShut(const FanView *fan, int i, long double angle)
{
    if (!fanIsCenter(fan, i)) {
        return false;
    }
    long double from = i > 0 ? fan->angles[i - 1] : fan->begin;
    long double to = i + 1 < fan->count ? fan->angles[i + 1] : fan->end;
    long double before = fanTurn(angle - from), after = fanTurn(to - angle);
    before += before < 0 ? FAN_FULL : 0;
    after += after < 0 ? FAN_FULL : 0;
    return before + after <= FAN_FULL;
}

static inline void fanTakePoint(FanReach *reach, const FanView *fan, int i, long double angle,
                                long double window)
{
    CaromVec2 p = fan->points[i].point;
    if (fanIsShut(fan, i, angle)) {
        fanTake(reach, 0);
    } else if (!fanIsCenter(fan, i) && fabsl(fanAngle(fan, i, angle)) <= window) {
        fanTake(reach, hypotl((long double)p.x - fan->center.x, (long double)p.y - fan->center.y));
    }
}

/// The border within `window` radians of a direction.
static inline FanReach fanReach(const FanView *fan, long double angle, long double window)
{
    FanReach reach = {1e300L, -1e300L};
    for (int i = 0; i < fan->count; i++) {
        fanTakePoint(&reach, fan, i, angle, window);
        if (i + 1 == fan->count || fanIsCenter(fan, i) || fanIsCenter(fan, i + 1)) {
            continue;
        }
        for (int side = -1; side <= 1; side++) {
            long double at = angle + side * window, before = fanAngle(fan, i, at),
                        after = fanAngle(fan, i + 1, at);
            if (before <= 0 && after >= 0 && after - before < 3.1416L) {
                fanTake(&reach,
                        fanCut(fan->points[i].point, fan->points[i + 1].point, fan->center, at));
            }
        }
    }
    return reach;
}

#endif
