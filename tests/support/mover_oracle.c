// SPDX-License-Identifier: MIT
#include "mover_oracle.h"

#include <math.h>

typedef struct Wide {
    long double x, y;
} Wide;

static Wide minus(Wide a, Wide b)
{
    Wide w = {a.x - b.x, a.y - b.y};
    return w;
}

static long double dot(Wide a, Wide b)
{
    return a.x * b.x + a.y * b.y;
}

static long double cross(Wide a, Wide b)
{
    return a.x * b.y - a.y * b.x;
}

static long double pointToSegment(Wide p, Wide a, Wide b)
{
    Wide along = minus(b, a), to = minus(p, a);
    long double length = dot(along, along), t = length > 0 ? dot(to, along) / length : 0;
    t = t < 0 ? 0 : (t > 1 ? 1 : t);
    Wide nearest = {a.x + along.x * t, a.y + along.y * t}, from = minus(p, nearest);
    return sqrtl(dot(from, from));
}

static bool segmentsCross(Wide a, Wide b, Wide c, Wide d)
{
    long double p = cross(minus(b, a), minus(c, a)), q = cross(minus(b, a), minus(d, a));
    long double r = cross(minus(d, c), minus(a, c)), s = cross(minus(d, c), minus(b, c));
    return ((p < 0) != (q < 0)) && ((r < 0) != (s < 0));
}

static Wide wide(CaromVec2 v)
{
    Wide w = {v.x, v.y};
    return w;
}

static Wide coreAt(const CaromMover *mover, CaromVec2 place, int k)
{
    CaromVec2 p = mover->points[k % mover->pointCount];
    Wide w = {(long double)place.x + p.x, (long double)place.y + p.y};
    return w;
}

static bool holds(const CaromMover *mover, CaromVec2 place, Wide p)
{
    for (int k = 0; k < mover->pointCount; k++) {
        Wide c = coreAt(mover, place, k), d = coreAt(mover, place, k + 1);
        if (cross(minus(d, c), minus(p, c)) < 0) {
            return false;
        }
    }
    return mover->pointCount > 2;
}

long double oracleRoomAt(const CaromMover *mover, CaromVec2 place, const OracleEdge *edge)
{
    Wide a = wide(edge->a), b = wide(edge->b);
    long double least = 1e30L;
    for (int k = 0; k < mover->pointCount; k++) {
        Wide c = coreAt(mover, place, k), d = coreAt(mover, place, k + 1);
        least = fminl(least, pointToSegment(c, a, b));
        if (mover->pointCount > 1) {
            least = fminl(least, fminl(pointToSegment(a, c, d), pointToSegment(b, c, d)));
            if (segmentsCross(a, b, c, d)) {
                return -1;
            }
        }
    }
    if (holds(mover, place, a)) {
        return -1;
    }
    return least - mover->radius - edge->radius - mover->clearance;
}

long double oracleRoom(const CaromMover *mover, CaromVec2 place, const OracleEdge *edges, int count)
{
    CaromBox box = caromBoxOfPoints(mover->points, mover->pointCount);
    box.min = caromVec2Add(box.min, place);
    box.max = caromVec2Add(box.max, place);
    box = caromBoxInflate(box, mover->radius + mover->clearance + 1.0);
    long double least = 1.0L;
    for (int i = 0; i < count; i++) {
        CaromVec2 a = edges[i].a, b = edges[i].b;
        bool far = (a.x < box.min.x && b.x < box.min.x) || (a.x > box.max.x && b.x > box.max.x) ||
                   (a.y < box.min.y && b.y < box.min.y) || (a.y > box.max.y && b.y > box.max.y);
        if (!far) {
            least = fminl(least, oracleRoomAt(mover, place, &edges[i]));
        }
    }
    return least;
}

bool oracleCrosses(CaromVec2 p, CaromVec2 q, const OracleEdge *edge)
{
    CaromVec2 e = edge->a, f = edge->b;
    if ((e.x < p.x && f.x < p.x && e.x < q.x && f.x < q.x) ||
        (e.x > p.x && f.x > p.x && e.x > q.x && f.x > q.x) ||
        (e.y < p.y && f.y < p.y && e.y < q.y && f.y < q.y) ||
        (e.y > p.y && f.y > p.y && e.y > q.y && f.y > q.y)) {
        return false; // most
    }
    int a = caromOrientation(p, q, edge->a), b = caromOrientation(p, q, edge->b);
    int c = caromOrientation(edge->a, edge->b, p), d = caromOrientation(edge->a, edge->b, q);
    return a * b < 0 && c * d < 0;
}
