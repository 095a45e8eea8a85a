// SPDX-License-Identifier: MIT
#include "base.h"

#include "contact_kernels.h"

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

/// Leaves out corners that equal the one before; returns how many stay.
static int copyCorners(const float *x, const float *y, int count, float *toX, float *toY)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        float px = x[i], py = y[i];
        if (kept == 0 || px != toX[kept - 1] || py != toY[kept - 1]) {
            toX[kept] = px;
            toY[kept++] = py;
        }
    }
    while (kept > 1 && toX[kept - 1] == toX[0] && toY[kept - 1] == toY[0]) {
        kept--;
    }
    return kept;
}

void crContactShapeSet(CrContactShape *shape, const float *x, const float *y, int count,
                       float radius, float *room)
{
    CR_ASSERT(count >= 1);
    int lanes = crContactLanes(count);
    float *toX = room, *toY = room + lanes, *nx = room + 2 * lanes, *ny = room + 3 * lanes;
    int kept = copyCorners(x, y, count, toX, toY);
    for (int i = 0; i < kept; i++) {
        nx[i] = ny[i] = 0.0f;
        if (kept > 1) {
            int next = i + 1 < kept ? i + 1 : 0;
            normalOf(toX[next] - toX[i], toY[next] - toY[i], &nx[i], &ny[i]);
        }
    }
    for (int i = kept; i < lanes; i++) {
        toX[i] = toX[kept - 1];
        toY[i] = toY[kept - 1];
        nx[i] = nx[kept - 1];
        ny[i] = ny[kept - 1];
    }
    CrContactShape made = {toX, toY, nx, ny, kept, radius, NULL};
    *shape = made;
}
