// SPDX-License-Identifier: MIT
#include "base.h"

#include "contact_pair.h"

#include <math.h>

static float sizeOf(float x)
{
    return x < 0.0f ? -x : x;
}

/// The unit normal to the right of an edge that has a length. Scaled first, so that no square
/// leaves the range of floats.
static void normalOf(float alongX, float alongY, float *nx, float *ny)
{
    float wide = sizeOf(alongX), tall = sizeOf(alongY), size = wide > tall ? wide : tall;
    float x = alongY / size, y = -alongX / size, length = (float)sqrt((double)(x * x + y * y));
    *nx = x / length;
    *ny = y / length;
}

bool crContactIsBetween(CrFloat2 before, CrFloat2 p, CrFloat2 after)
{
    CrFloat2 way = crFloat2Sub(after, before), own = crFloat2Sub(p, before);
    float aside = sizeOf(crFloat2Cross(way, own)), along = crFloat2Dot(way, own);
    float square = crFloat2Dot(way, way);
    return aside <= 0x1p-20f * square && along >= 0.0f && along <= square;
}

void crContactShapeFinish(CrContactShape *shape, int count, int lanes, float radius, float *room)
{
    float *x = room, *y = room + lanes, *nx = room + 2 * lanes, *ny = room + 3 * lanes;
    for (int i = 0; i < count; i++) {
        nx[i] = ny[i] = 0.0f;
        if (count > 1) {
            int next = i + 1 < count ? i + 1 : 0;
            normalOf(x[next] - x[i], y[next] - y[i], &nx[i], &ny[i]);
        }
    }
    for (int i = count; i < lanes; i++) {
        x[i] = x[count - 1];
        y[i] = y[count - 1];
        nx[i] = nx[count - 1];
        ny[i] = ny[count - 1];
    }
    CrContactShape made = {x, y, nx, ny, count, radius, NULL};
    *shape = made;
}

static CrFloat2 pointOf(const float *x, const float *y, int i)
{
    return crFloat2(x[i], y[i]);
}

static bool areSame(CrFloat2 a, CrFloat2 b)
{
    return a.x == b.x && a.y == b.y;
}

/// Leaves out corners that equal the one before, or lie between their neighbours; returns how many
/// stay.
static int copyCorners(const float *x, const float *y, int count, float *toX, float *toY)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        CrFloat2 p = pointOf(x, y, i), next = pointOf(x, y, i + 1 < count ? i + 1 : 0);
        bool isSame = i + 1 < count && areSame(p, next);
        if (count > 2 && kept > 0 && !isSame) {
            isSame = crContactIsBetween(pointOf(toX, toY, kept - 1), p, next);
        }
        if (!isSame) {
            toX[kept] = p.x;
            toY[kept++] = p.y;
        }
    }
    while (kept > 1 && areSame(pointOf(toX, toY, kept - 1), pointOf(toX, toY, 0))) {
        kept--;
    }
    if (kept > 3 && crContactIsBetween(pointOf(toX, toY, kept - 1), pointOf(toX, toY, 0),
                                       pointOf(toX, toY, 1))) {
        kept--;
        toX[0] = toX[kept];
        toY[0] = toY[kept];
    }
    return kept;
}

void crContactShapeSet(CrContactShape *shape, const float *x, const float *y, int count,
                       float radius, float *room)
{
    CR_ASSERT(count >= 1);
    int lanes = crContactLanes(count);
    int kept = copyCorners(x, y, count, room, room + lanes);
    crContactShapeFinish(shape, kept, lanes, radius, room);
}
