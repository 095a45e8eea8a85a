// SPDX-License-Identifier: MIT
// Fields of walls and discs for the tests of the grid, and oracles on them in long double: too slow
// to be of use, too simple to be wrong.
#ifndef CAROM_TESTS_FIELD_H
#define CAROM_TESTS_FIELD_H

#include "../../broadphase/grid.h"
#include "random.h"

#include <math.h>

#include "assertions.h"

#define FIELD_MOST 64

typedef struct Point {
    long double x, y;
} Point;

static inline Point pointOf(CaromVec2 v)
{
    Point p = {v.x, v.y};
    return p;
}

static inline Point pointAlong(Point a, Point b, long double t)
{
    Point p = {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
    return p;
}

static inline long double turnOf(Point a, Point b, Point c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static inline long double pointToSegment(Point p, Point a, Point b)
{
    long double dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy, t = 0;
    if (square > 0) {
        t = ((p.x - a.x) * dx + (p.y - a.y) * dy) / square;
        t = t < 0 ? 0 : (t > 1 ? 1 : t);
    }
    long double ox = p.x - (a.x + dx * t), oy = p.y - (a.y + dy * t);
    return sqrtl(ox * ox + oy * oy); // ten times as fast as hypotl, which is for huge ones
}

static inline long double lesser(long double a, long double b)
{
    return a < b ? a : b; // fminl is a call, and minds NaN
}

static inline long double greater(long double a, long double b)
{
    return a > b ? a : b;
}

/// Strictly: what only touches has an end at distance 0.
static inline bool segmentsCross(Point a, Point b, Point c, Point d)
{
    long double c1 = turnOf(a, b, c), d1 = turnOf(a, b, d), a1 = turnOf(c, d, a),
                b1 = turnOf(c, d, b);
    return ((c1 > 0 && d1 < 0) || (c1 < 0 && d1 > 0)) && ((a1 > 0 && b1 < 0) || (a1 < 0 && b1 > 0));
}

static inline long double segmentToSegment(Point a, Point b, Point c, Point d)
{
    if (segmentsCross(a, b, c, d)) {
        return 0;
    }
    long double ac = lesser(pointToSegment(a, c, d), pointToSegment(b, c, d));
    return lesser(ac, lesser(pointToSegment(c, a, b), pointToSegment(d, a, b)));
}

static inline long double segmentToBox(Point a, Point b, Point min, Point max)
{
    if (a.x >= min.x && a.x <= max.x && a.y >= min.y && a.y <= max.y) {
        return 0;
    }
    Point right = {max.x, min.y}, left = {min.x, max.y};
    return lesser(lesser(segmentToSegment(a, b, min, right), segmentToSegment(a, b, right, max)),
                  lesser(segmentToSegment(a, b, max, left), segmentToSegment(a, b, left, min)));
}

/// A path, fat where radius > 0.
typedef struct Path {
    CaromVec2 from, to;
    double radius;
} Path;

/// Whether the boxes around both show that they are more than `reach` apart.
static inline bool boxesApart(const Path *path, const CrGridItem *item, long double reach)
{
    long double lowX = lesser(item->a.x, item->b.x) - reach,
                highX = greater(item->a.x, item->b.x) + reach;
    long double lowY = lesser(item->a.y, item->b.y) - reach,
                highY = greater(item->a.y, item->b.y) + reach;
    return (path->from.x < lowX && path->to.x < lowX) ||
           (path->from.x > highX && path->to.x > highX) ||
           (path->from.y < lowY && path->to.y < lowY) ||
           (path->from.y > highY && path->to.y > highY);
}

/// Whether all of a b lies on one side of the line from c to d, farther from it, or by more than
/// rounding if there is no reach.
static inline bool sidesApart(Point c, Point d, Point a, Point b, long double reach)
{
    long double length = fabsl(d.x - c.x) + fabsl(d.y - c.y); // at least
    long double size = length + fabsl(a.x - c.x) + fabsl(a.y - c.y) + fabsl(b.x - c.x) +
                       fabsl(b.y - c.y) + fabsl(c.x) + fabsl(c.y);
    long double far = length * (reach + size * 1e-17L);
    long double first = turnOf(c, d, a), last = turnOf(c, d, b);
    return (first > far && last > far) || (first < -far && last < -far);
}

static inline bool pathTouches(const Path *path, const CrGridItem *item)
{
    long double reach = (long double)path->radius + item->radius, padded = reach * (1.0L + 1e-9L);
    if (boxesApart(path, item, padded)) {
        return false; // most pairs
    }
    Point from = pointOf(path->from), to = pointOf(path->to), a = pointOf(item->a),
          b = pointOf(item->b);
    return !sidesApart(from, to, a, b, padded) && segmentToSegment(from, to, a, b) <= reach;
}

/// The first fraction at which a path that touches an item does so, or a later one at which it
/// still does. The distance along a path is convex: thirds find one that is small enough, or the
/// least, halves the first one.
static inline long double firstContact(const Path *path, const CrGridItem *item)
{
    Point from = pointOf(path->from), to = pointOf(path->to), a = pointOf(item->a),
          b = pointOf(item->b);
    long double reach = (long double)path->radius + item->radius, lo = 0, hi = 1;
    if (pointToSegment(from, a, b) <= reach) {
        return 0;
    }
    if (reach == 0 && segmentsCross(from, to, a, b)) {
        long double before = turnOf(a, b, from), after = turnOf(a, b, to);
        return before / (before - after);
    }
    for (int i = 0; i < 120; i++) {
        long double third = (hi - lo) / 3, p = lo + third, q = hi - third;
        long double atP = pointToSegment(pointAlong(from, to, p), a, b),
                    atQ = pointToSegment(pointAlong(from, to, q), a, b);
        if (atP <= reach || atQ <= reach) {
            hi = atP <= reach ? p : q;
            break;
        }
        if (atP <= atQ) {
            hi = q;
        } else {
            lo = p;
        }
    }
    for (lo = 0; hi - lo > 1e-18L * hi;) {
        long double middle = lo + (hi - lo) / 2;
        if (middle <= lo || middle >= hi) {
            break;
        }
        if (pointToSegment(pointAlong(from, to, middle), a, b) <= reach) {
            hi = middle;
        } else {
            lo = middle;
        }
    }
    return hi;
}

typedef struct Field {
    CrGridItem items[FIELD_MOST];
    int count;
    double unit;   ///< [m] what the field's numbers are multiples of, where it is regular
    double extent; ///< [m] half the side of the field
    CaromVec2 center;
} Field;

/// Kinds of fields. Regular ones have all coordinates on multiples of a power of two, where cell
/// borders are.
enum {
    FIELD_RANDOM,
    FIELD_REGULAR,
    FIELD_FAT,
    FIELD_TINY,
    FIELD_MIXED,
    FIELD_FAR,
    FIELD_NEARLY,
    FIELD_POINTS,
    FIELD_KINDS
};

static inline double nudged(TestRandom *random, double x)
{
    switch (testRandomInt(random, 0, 3)) {
    case 0:
        return nextafter(x, INFINITY);
    case 1:
        return nextafter(x, -INFINITY);
    case 2:
        return x == 0.0 ? -0.0 : x;
    default:
        return x;
    }
}

/// On a multiple of the unit, within the field or one unit around it.
static inline CaromVec2 regularPoint(TestRandom *random, const Field *field)
{
    int most = (int)(field->extent / field->unit) + 1;
    CaromVec2 p = {field->center.x + field->unit * testRandomInt(random, -most, most),
                   field->center.y + field->unit * testRandomInt(random, -most, most)};
    return p;
}

static inline CaromVec2 anyPoint(TestRandom *random, const Field *field, double scale)
{
    CaromVec2 p = {field->center.x + scale * testRandomRange(random, -field->extent, field->extent),
                   field->center.y +
                       scale * testRandomRange(random, -field->extent, field->extent)};
    return p;
}

static inline CrGridItem randomItem(TestRandom *random, const Field *field, int kind, uint32_t key)
{
    uint32_t flags = (key ^ 7u) & (CR_GRID_RUNS_ON - 1); // none is of a run
    CrGridItem item = {anyPoint(random, field, 1.0), {0.0, 0.0}, 0.0, key, flags};
    double length =
        kind == FIELD_MIXED ? pow(2.0, testRandomRange(random, -4.0, 12.0)) : 2.0 * field->unit;
    item.b.x = item.a.x + testRandomRange(random, -length, length);
    item.b.y = item.a.y + testRandomRange(random, -length, length);
    if (kind == FIELD_REGULAR || kind == FIELD_NEARLY || kind == FIELD_POINTS) {
        item.a = regularPoint(random, field);
        item.b.x = item.a.x + field->unit * testRandomInt(random, -2, 2);
        item.b.y = item.a.y + field->unit * testRandomInt(random, -2, 2);
    }
    if (kind == FIELD_NEARLY) {
        item.a.x = nudged(random, item.a.x);
        item.a.y = nudged(random, item.a.y);
        item.b.x = nudged(random, item.b.x);
        item.b.y = nudged(random, item.b.y);
    }
    if (kind == FIELD_POINTS || (kind == FIELD_FAT && testRandomInt(random, 0, 1))) {
        item.b = item.a;
    }
    if (kind == FIELD_FAT || (kind >= FIELD_MIXED && testRandomInt(random, 0, 3) == 0)) {
        item.radius = kind == FIELD_NEARLY ? nudged(random, field->unit)
                                           : field->unit * 0.25 * testRandomInt(random, 0, 6);
    }
    return item;
}

static inline Field randomField(TestRandom *random, int kind)
{
    static const double units[FIELD_KINDS] = {1.0, 1.0, 1.0, 0x1p-12, 1.0, 1.0, 0.25, 2.0};
    Field field = {.count = testRandomInt(random, 1, FIELD_MOST), .unit = units[kind]};
    field.extent = field.unit * testRandomInt(random, 2, 20);
    if (kind == FIELD_FAR) {
        field.center.x = testRandomInt(random, 0, 1) ? 1e6 : -3e5;
        field.center.y = testRandomInt(random, 0, 1) ? -1e6 : 12345678.0;
    }
    for (int i = 0; i < field.count; i++) {
        field.items[i] = randomItem(random, &field, kind, (uint32_t)i);
        if (i > 0 && testRandomInt(random, 0, 9) == 0) { // lies on another one
            field.items[i] = field.items[i - 1];
            field.items[i].key = (uint32_t)i;
        }
    }
    return field;
}

#endif
