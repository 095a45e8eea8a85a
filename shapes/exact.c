// SPDX-License-Identifier: MIT
// Exact signs. A float filter with a proven error bound decides nearly always. If the value is
// nearer to zero than its error, it is computed without error: as an expansion, a sum of doubles
// that do not overlap, smallest first. Shewchuk, "Adaptive Precision Floating-Point Arithmetic and
// Fast Robust Geometric Predicates" (1997): error-free sum (Knuth, theorem 7), error-free product
// (Dekker, theorem 18; no fused multiply-add), growing (theorem 10), compression (theorem 23).
// Inputs whose products would leave the range of doubles go to exact_big.c.
#include "exact.h"

#include "exact_big.h"
#include "sign_filter.h"
#include "shapes.h"

/// Exact paths move their inputs away from underflow; powers of two cost no bit. With inputs up to
/// LARGEST the largest products stay below 2^1000, and the smallest bits above 2^-1074 where the
/// inputs are at least LEAST: the number says how many of them are multiplied.
#define SCALE_2 0x1p400
#define SCALE_4 0x1p200
#define LARGEST 0x1p42
#define LEAST_2 1e-260
#define LEAST_4 1e-120

/// Compression leaves terms at least 53 bits apart, so some 40 hold any value between the smallest
/// and the largest double.
#define TERMS 64

typedef struct Expansion {
    int count;
    double terms[TERMS]; ///< growing in size, none of them 0
} Expansion;

typedef struct ExactVec {
    Expansion x, y;
} ExactVec;

static int signOf(double x)
{
    return (x > 0.0) - (x < 0.0);
}

/// a + b = sum + sumError, exactly.
static double sumError(double a, double b, double sum)
{
    double bRounded = sum - a, aRounded = sum - bRounded;
    return (a - aRounded) + (b - bRounded);
}

/// The same value in the fewest terms, each at least 53 bits below the next.
static void compress(Expansion *e)
{
    double *terms = e->terms, carried = terms[e->count - 1];
    int bottom = e->count - 1;
    for (int i = e->count - 2; i >= 0; i--) {
        double sum = carried + terms[i], error = terms[i] - (sum - carried);
        carried = sum;
        if (error != 0.0) {
            terms[bottom--] = sum;
            carried = error;
        }
    }
    int top = 0;
    for (int i = bottom + 1; i < e->count; i++) {
        double sum = terms[i] + carried, error = carried - (sum - terms[i]);
        carried = sum;
        if (error != 0.0) {
            terms[top++] = error;
        }
    }
    terms[top] = carried;
    e->count = top + 1;
}

static void add(Expansion *e, double x)
{
    if (e->count == TERMS) {
        compress(e);
        CR_ASSERT(e->count < TERMS);
    }
    int kept = 0;
    for (int i = 0; i < e->count; i++) {
        double sum = x + e->terms[i], error = sumError(x, e->terms[i], sum);
        x = sum;
        if (error != 0.0) {
            e->terms[kept++] = error;
        }
    }
    if (x != 0.0) {
        e->terms[kept++] = x;
    }
    e->count = kept;
}

/// e += sign·f·g
static void addProduct(Expansion *e, const Expansion *f, const Expansion *g, double sign)
{
    for (int i = 0; i < f->count; i++) {
        for (int j = 0; j < g->count; j++) {
            double a = f->terms[i], b = sign * g->terms[j], product = a * b;
            add(e, crProductError(a, b, product));
            add(e, product);
        }
    }
}

static int expansionSign(const Expansion *e)
{
    return e->count == 0 ? 0 : signOf(e->terms[e->count - 1]);
}

/// Whether expansions hold products of such numbers. False of what is not a number.
static bool fits(double x, double least)
{
    double size = fabs(x);
    return (size >= least && size <= LARGEST) || size == 0.0;
}

static bool vecFits(CaromVec2 v, double least)
{
    return fits(v.x, least) && fits(v.y, least);
}

static bool vecsFit(CaromVec2 a, CaromVec2 b, CaromVec2 c, double least)
{
    return vecFits(a, least) && vecFits(b, least) && vecFits(c, least);
}

/// a − b, unrounded
static CrVecSum difference(CaromVec2 a, CaromVec2 b)
{
    CrVecSum sum = {a, b, {0.0, 0.0}};
    return sum;
}

static CrVecSum whole(CaromVec2 a)
{
    return difference(a, crVec(0.0, 0.0));
}

/// Sign of cross(a − b, c − d)
static int bigCrossSign(CaromVec2 a, CaromVec2 b, CaromVec2 c, CaromVec2 d)
{
    CrVecSum u = difference(a, b), v = difference(c, d);
    return crBigCrossSign(&u, &v);
}

/// v = (a − b)·scale
static void setDifference(ExactVec *v, CaromVec2 a, CaromVec2 b, double scale)
{
    v->x.count = v->y.count = 0;
    add(&v->x, a.x * scale);
    add(&v->x, -b.x * scale);
    add(&v->y, a.y * scale);
    add(&v->y, -b.y * scale);
}

static void setVec(ExactVec *v, CaromVec2 a, double scale)
{
    setDifference(v, a, crVec(0.0, 0.0), scale);
}

static void setCross(Expansion *e, const ExactVec *u, const ExactVec *v)
{
    e->count = 0;
    addProduct(e, &u->x, &v->y, 1.0);
    addProduct(e, &u->y, &v->x, -1.0);
}

static int exactCrossSign(const ExactVec *u, const ExactVec *v)
{
    Expansion cross;
    setCross(&cross, u, v);
    return expansionSign(&cross);
}

static bool isDifferenceExact(CaromVec2 a, CaromVec2 b, CaromVec2 difference)
{
    return sumError(a.x, -b.x, difference.x) == 0.0 && sumError(a.y, -b.y, difference.y) == 0.0;
}

int crCrossSign(CaromVec2 u, CaromVec2 v)
{
    // Rounding is monotonic: rounded products that differ, differ the same way unrounded.
    double left = u.x * v.y, right = u.y * v.x;
    if (CR_LIKELY(left != right)) {
        return crSignOfOrder(left, right);
    }
    if (CR_UNLIKELY(!vecFits(u, LEAST_2) || !vecFits(v, LEAST_2))) {
        return bigCrossSign(u, crVec(0.0, 0.0), v, crVec(0.0, 0.0));
    }
    u = crScale(u, SCALE_2);
    v = crScale(v, SCALE_2);
    left = u.x * v.y;
    right = u.y * v.x;
    if (left != right) {
        return crSignOfOrder(left, right);
    }
    return signOf(crProductError(u.x, v.y, left) - crProductError(u.y, v.x, right));
}

int crOrientExactly(CaromVec2 a, CaromVec2 b, CaromVec2 c)
{
    CaromVec2 ab = crSub(b, a), ac = crSub(c, a);
    if (isDifferenceExact(b, a, ab) && isDifferenceExact(c, a, ac)) {
        return crCrossSign(ab, ac); // all that a grid ever needs
    }
    if (!vecsFit(a, b, c, LEAST_2)) {
        return bigCrossSign(b, a, c, a);
    }
    ExactVec u, v;
    setDifference(&u, b, a, SCALE_2);
    setDifference(&v, c, a, SCALE_2);
    return exactCrossSign(&u, &v);
}

int crOrient(CaromVec2 a, CaromVec2 b, CaromVec2 c)
{
    return crOrientInline(a, b, c);
}

int caromOrientation(CaromVec2 a, CaromVec2 b, CaromVec2 c)
{
    return crOrient(a, b, c);
}

static int sideOfRayExactly(CaromVec2 o, CaromVec2 d, CaromVec2 p)
{
    CaromVec2 op = crSub(p, o);
    if (isDifferenceExact(p, o, op)) {
        return crCrossSign(d, op);
    }
    if (!vecsFit(o, d, p, LEAST_2)) {
        return bigCrossSign(d, crVec(0.0, 0.0), p, o);
    }
    ExactVec u, v;
    setVec(&u, d, SCALE_2);
    setDifference(&v, p, o, SCALE_2);
    return exactCrossSign(&u, &v);
}

int crSideOfRay(CaromVec2 o, CaromVec2 d, CaromVec2 p)
{
    int rough = crRoughSideOfRay(o, d, p);
    return CR_LIKELY(rough != CR_UNSURE) ? rough : sideOfRayExactly(o, d, p);
}

int crTurnSign(CaromVec2 a1, CaromVec2 b1, CaromVec2 a2, CaromVec2 b2)
{
    CaromVec2 first = crSub(b1, a1), second = crSub(b2, a2);
    int rough = crRoughCross(first.x * second.y, first.y * second.x);
    if (CR_LIKELY(rough != CR_UNSURE)) {
        return rough;
    }
    if (!vecsFit(a1, b1, a2, LEAST_2) || !vecFits(b2, LEAST_2)) {
        return bigCrossSign(b1, a1, b2, a2);
    }
    ExactVec u, v;
    setDifference(&u, b1, a1, SCALE_2);
    setDifference(&v, b2, a2, SCALE_2);
    return exactCrossSign(&u, &v);
}

int crDotSign(CaromVec2 u, CaromVec2 a, CaromVec2 b)
{
    return crSideOfRay(a, crRight(u), b); // dot(u, w) = cross(right(u), w)
}

int crSideOfEnd(CaromVec2 a, CaromVec2 b, CaromVec2 o, CaromVec2 d)
{
    int rough = crRoughSideOfEnd(a, b, o, d);
    if (CR_LIKELY(rough != CR_UNSURE)) {
        return rough;
    }
    if (!vecsFit(a, b, o, LEAST_2) || !vecFits(d, LEAST_2)) {
        CrVecSum ab = difference(b, a), end = {o, a, d};
        return crBigCrossSign(&ab, &end);
    }
    ExactVec u, v;
    setDifference(&u, b, a, SCALE_2);
    setDifference(&v, o, a, SCALE_2);
    add(&v.x, d.x * SCALE_2);
    add(&v.y, d.y * SCALE_2);
    return exactCrossSign(&u, &v);
}

int crEndCompare(double o, double d, double x)
{
    // Monotonic rounding again: o + d can't be on x's other side of its rounded sum.
    double sum = o + d;
    return sum != x ? signOf(sum - x) : signOf(sumError(o, d, sum));
}

int crCircleSide(CaromVec2 p, CaromVec2 center, double radius)
{
    int rough = crRoughCircleSide(p, center, radius);
    if (CR_LIKELY(rough != CR_UNSURE)) {
        return rough;
    }
    if (!vecFits(p, LEAST_2) || !vecFits(center, LEAST_2) || !fits(radius, LEAST_2)) {
        CrVecSum arm = difference(p, center);
        return crBigCircleSide(&arm, radius);
    }
    ExactVec v;
    Expansion r = {0}, sum = {0};
    setDifference(&v, p, center, SCALE_2);
    add(&r, radius * SCALE_2);
    addProduct(&sum, &v.x, &v.x, 1.0);
    addProduct(&sum, &v.y, &v.y, 1.0);
    addProduct(&sum, &r, &r, -1.0);
    return expansionSign(&sum);
}

static int exactBandSide(const ExactVec *u, const ExactVec *m, double radius)
{
    Expansion cross, r = {0}, reachX = {0}, reachY = {0}, sum = {0};
    setCross(&cross, u, m);
    add(&r, radius * SCALE_4);
    addProduct(&reachX, &r, &u->x, 1.0);
    addProduct(&reachY, &r, &u->y, 1.0);
    addProduct(&sum, &cross, &cross, 1.0);
    addProduct(&sum, &reachX, &reachX, -1.0);
    addProduct(&sum, &reachY, &reachY, -1.0);
    return expansionSign(&sum);
}

int crBandSide(CaromVec2 a, CaromVec2 b, CaromVec2 p, double radius)
{
    int rough = crRoughBandSide(crSub(b, a), crSub(p, a), radius);
    if (CR_LIKELY(rough != CR_UNSURE)) {
        return rough;
    }
    if (!vecsFit(a, b, p, LEAST_4) || !fits(radius, LEAST_4)) {
        CrVecSum ab = difference(b, a), ap = difference(p, a);
        return crBigBandSide(&ab, &ap, radius);
    }
    ExactVec u, m;
    setDifference(&u, b, a, SCALE_4);
    setDifference(&m, p, a, SCALE_4);
    return exactBandSide(&u, &m, radius);
}

int crRayBandSide(CaromVec2 o, CaromVec2 d, CaromVec2 p, double radius)
{
    int rough = crRoughBandSide(d, crSub(p, o), radius);
    if (CR_LIKELY(rough != CR_UNSURE)) {
        return rough;
    }
    if (!vecsFit(o, d, p, LEAST_4) || !fits(radius, LEAST_4)) {
        CrVecSum ray = whole(d), op = difference(p, o);
        return crBigBandSide(&ray, &op, radius);
    }
    ExactVec u, m;
    setVec(&u, d, SCALE_4);
    setDifference(&m, p, o, SCALE_4);
    return exactBandSide(&u, &m, radius);
}

/// A rounded fraction of two cross products, and the sizes that bound their errors.
typedef struct Quotient {
    double over, under, overSize, underSize;
} Quotient;

static Quotient quotient(CaromVec2 o, CaromVec2 d, CaromVec2 a, CaromVec2 b)
{
    CaromVec2 ab = crSub(b, a), oa = crSub(a, o);
    double overLeft = ab.x * oa.y, overRight = ab.y * oa.x;
    double underLeft = ab.x * d.y, underRight = ab.y * d.x;
    Quotient q = {overLeft - overRight, underLeft - underRight, fabs(overLeft) + fabs(overRight),
                  fabs(underLeft) + fabs(underRight)};
    return q;
}

static void setQuotient(Expansion *over, Expansion *under, CaromVec2 o, CaromVec2 d, CaromVec2 a,
                        CaromVec2 b)
{
    ExactVec ab, oa, ray;
    setDifference(&ab, b, a, SCALE_4);
    setDifference(&oa, a, o, SCALE_4);
    setVec(&ray, d, SCALE_4);
    setCross(over, &ab, &oa);
    setCross(under, &ab, &ray);
}

int crCompareFractions(CaromVec2 o, CaromVec2 d, CaromVec2 a1, CaromVec2 b1, CaromVec2 a2,
                       CaromVec2 b2)
{
    Quotient q1 = quotient(o, d, a1, b1), q2 = quotient(o, d, a2, b2);
    double first = q1.over * q2.under, second = q2.over * q1.under;
    // Each cross product is off by at most 4 roundings of its size, so a product by 9 of theirs.
    double size = q1.overSize * q2.underSize + q2.overSize * q1.underSize;
    double lost =
        CR_LOST_TO_UNDERFLOW * (1.0 + q1.overSize + q1.underSize + q2.overSize + q2.underSize);
    bool signsKnown = fabs(q1.under) > 4.0 * CR_ROUNDING * q1.underSize + CR_LOST_TO_UNDERFLOW &&
                      fabs(q2.under) > 4.0 * CR_ROUNDING * q2.underSize + CR_LOST_TO_UNDERFLOW;
    if (CR_LIKELY(signsKnown && fabs(first - second) > 16.0 * CR_ROUNDING * size + lost)) {
        return signOf(first - second) * signOf(q1.under) * signOf(q2.under);
    }
    if (!vecsFit(a1, b1, o, LEAST_4) || !vecsFit(a2, b2, d, LEAST_4)) {
        CrVecSum ray = whole(d), ab[2] = {difference(b1, a1), difference(b2, a2)};
        CrVecSum oa[2] = {difference(a1, o), difference(a2, o)};
        return crBigCompareFractions(&ray, ab, oa);
    }
    Expansion over1, under1, over2, under2, sum = {0};
    setQuotient(&over1, &under1, o, d, a1, b1);
    setQuotient(&over2, &under2, o, d, a2, b2);
    addProduct(&sum, &over1, &under2, 1.0);
    addProduct(&sum, &over2, &under1, -1.0);
    return expansionSign(&sum) * expansionSign(&under1) * expansionSign(&under2);
}
