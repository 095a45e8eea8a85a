// SPDX-License-Identifier: MIT
#include "path.h"

#include "exact.h"
#include "roots.h"

#include <math.h>

#define LATEST (4.0 * CR_HUGE) ///< [s] clocks end before; what hardly bends comes back far later

typedef struct Search {
    double after;
    bool beyond;
    double until; ///< what comes clearly after it may be left out
    CrMeet best;
} Search;

static bool isDue(const Search *search, double tau)
{
    return search->beyond ? tau > search->after : tau >= search->after;
}

static void offer(Search *search, double tau, CrPart part)
{
    if (isDue(search, tau) && tau < search->best.tau) {
        search->best.tau = tau;
        search->best.part = part;
    }
}

// ---- a point on a straight path: exact signs

/// Where along the path an end of the edge lies.
static double projection(const CrPath *path, CaromVec2 end)
{
    return crDot(crSub(end, path->p), path->v) / crLengthSquared(path->v);
}

double crPathFlatTime(const CrPath *path, const CrEdge *edge, double tau)
{
    double atA = projection(path, edge->a), atB = projection(path, edge->b);
    return crClamp(tau, crMin(atA, atB), crMax(atA, atB));
}

bool crPathStartsBarelyInside(const CrPath *path, const CrEdge *edge, int start)
{
    if (!edge->oneSided || start <= 0) {
        return false;
    }
    CaromVec2 along = crSub(edge->b, edge->a), offset = crSub(path->p, edge->a);
    double u = crDot(along, offset), tolerance = crPlaceTolerance(path->p, 0.0),
           length = crLength(along);
    return crCross(along, offset) <= tolerance * length && u >= 0.0 && u <= length * length &&
           crCross(along, path->v) > 0.0;
}

/// Ends count as part of the edge; a path along the very line of the edge does not meet it.
static void pointStraight(const CrPath *path, const CrEdge *edge, Search *search)
{
    int sideA = crSideOfRay(path->p, path->v, edge->a),
        sideB = crSideOfRay(path->p, path->v, edge->b);
    if (sideA == sideB) {
        return;
    }
    int heading = sideA > sideB ? 1 : -1; // sign of cross(b − a, v): towards the left or the right
    int start = crOrient(edge->a, edge->b, path->p);
    if (crPathStartsBarelyInside(path, edge, start)) {
        offer(search, 0.0, CR_PART_RIGHT);
    }
    if (start == heading || (edge->oneSided && heading < 0)) {
        return;
    }
    offer(search, start == 0 ? 0.0 : crPathCrossingTime(path, edge),
          heading > 0 ? CR_PART_RIGHT : CR_PART_LEFT);
}

// ---- a point on a curved path

/// In a frame with its second axis along the acceleration, a curved path passes each abscissa once.
/// Which side of the path an end lies on, and when the path passes above or below it, depends on
/// path and end alone, so edges that share an end agree.
typedef struct EndPass {
    double tau;
    int side;
} EndPass;

static EndPass passEnd(const CrPath *path, double drift, CaromVec2 end)
{
    CaromVec2 offset = crSub(end, path->p);
    double tau = crClamp(crCross(path->a, offset) / drift, -1e100, 1e100);
    double above = tau * (crDot(path->a, path->v) + 0.5 * crLengthSquared(path->a) * tau) -
                   crDot(path->a, offset);
    EndPass pass = {tau, above >= 0.0 ? 1 : -1}; // an end on the path is passed above
    return pass;
}

/// For a path up and down one line. It passes an end on that line as if it was moved a hair to +x,
/// and by far less to +y: the rule of maps of sectors.
static bool isLeftOfLine(const CrPath *path, CaromVec2 end)
{
    int side = crSideOfRay(path->p, path->a, end);
    bool isUp = path->a.y > 0.0 || (path->a.y == 0.0 && path->a.x < 0.0);
    return side != 0 ? side > 0 : isUp;
}

/// Which of the two roots of the line are crossings of the edge: bit 0 the earlier, bit 1 the
/// later. count: of the line's roots, within rounding; 1 if the edge lies along the acceleration.
/// bend: cross(b − a, acceleration).
static int crossedRoots(const CrPath *path, const CrEdge *edge, const double root[2], int count,
                        double bend)
{
    double drift = crCross(path->a, path->v);
    if (drift == 0.0) { // up and down one line: both roots are the same point
        bool isApart = isLeftOfLine(path, edge->a) != isLeftOfLine(path, edge->b);
        return isApart && count > 0 ? 3 : 0;
    }
    EndPass a = passEnd(path, drift, edge->a), b = passEnd(path, drift, edge->b);
    if (a.side != b.side) {
        // Exactly one. The path's height above the line is convex: it falls at the earlier root. So
        // a path that passes above the first end and below the second crosses there, however little
        // time there is between the roots; edges that share an end agree on the direction.
        // bend/drift: the time from the pass of b to that of a.
        bool isFirstA = (bend > 0.0) != (drift > 0.0);
        return (isFirstA ? a.side : b.side) > 0 ? 1 : 2;
    }
    // Both or none. Of ends above the path all between is above it; of ends below it, the roots are
    // between them together or not at all.
    double middle = 0.5 * root[0] + 0.5 * root[1];
    bool isBetween = middle >= crMin(a.tau, b.tau) && middle <= crMax(a.tau, b.tau);
    return a.side > 0 && count == 2 && isBetween ? 3 : 0;
}

/// When a curved path meets the line of an edge, and which of these are crossings of the edge, as
/// crossedRoots has it.
typedef struct SensorCrossings {
    double root[2], speed, bend;
    int crossed;
} SensorCrossings;

static SensorCrossings crossingsOf(const CrPath *path, const CrEdge *edge, int start)
{
    CaromVec2 along = crSub(edge->b, edge->a);
    double distance = start * crMax(crAbs(crCross(along, crSub(path->p, edge->a))), 1e-290);
    SensorCrossings all = {{0.0, 0.0}, crCross(along, path->v), crCross(along, path->a), 0};
    int count =
        crQuadraticRoots(0.5 * all.bend, 0.5 * all.speed, distance, &all.root[0], &all.root[1]);
    if (count == 0 && all.bend == 0.0) {
        return all; // along the edge, or at rest
    }
    if (count == 0) {
        all.root[0] = all.root[1] = -all.speed / all.bend; // matters only where the ends prove it
    }
    all.crossed = crossedRoots(path, edge, all.root, count, all.bend);
    return all;
}

static void pointCurved(const CrPath *path, const CrEdge *edge, Search *search)
{
    int start = crOrient(edge->a, edge->b, path->p);
    SensorCrossings all = crossingsOf(path, edge, start);
    for (int i = 0; i < 2; i++) {
        bool leftward = all.bend == 0.0 ? all.speed > 0.0 : (all.bend > 0.0) == (i == 1);
        if ((all.crossed >> i & 1) && !(edge->oneSided && !leftward) && all.root[i] >= 0.0) {
            offer(search, all.root[i], leftward ? CR_PART_RIGHT : CR_PART_LEFT);
        }
    }
    if (crPathStartsBarelyInside(path, edge, start)) {
        offer(search, 0.0, CR_PART_RIGHT);
    }
}

bool crPathOnlyTouches(const CrPath *path, const CrEdge *edge)
{
    SensorCrossings all = crossingsOf(path, edge, crOrient(edge->a, edge->b, path->p));
    return all.crossed == 3 && all.root[0] == all.root[1];
}

// ---- a disc

/// Of a straight path at a time; seen from the edge, so that it is the same wherever both are.
static double footLater(const CrEdgeFrame *frame, const CrEdge *edge, const CrPath *path,
                        double tau)
{
    CaromVec2 at = crAddScaled(crSub(path->p, edge->a), path->v, tau);
    return crDot(frame->along, at) / frame->lengthSquared;
}

/// Whether a centre on the cap's rim is on the edge's free side (its half of the corner, with its
/// border).
static bool capIsFree(const CrEdge *edge, const CrEdgeFrame *frame, CaromVec2 p)
{
    return !edge->oneSided || crDot(frame->normal, crSub(p, edge->a)) <= 1e-9 * edge->reach;
}

static bool capStraight(const CrPath *path, const CrEdge *edge, const CrEdgeFrame *frame,
                        CrPart part, Search *search)
{
    double tau;
    if (!crPathMeetsDisc(path, part == CR_PART_A ? edge->a : edge->b, edge->reach, &tau) ||
        !capIsFree(edge, frame, crPathPoint(path, tau))) {
        return false;
    }
    offer(search, tau, part);
    return true;
}

/// Convex, so entered at most once: through the face that looks towards the start, or else through
/// the cap beyond whose end the path crosses that face's line.
static void discStraight(const CrPath *path, const CrEdge *edge, Search *search)
{
    CrEdgeFrame frame = crEdgeFrame(edge);
    double side = crDot(frame.normal, crSub(path->p, edge->a)),
           speed = crDot(frame.normal, path->v);
    double u = crEdgeFoot(&frame, edge, path->p), tau = 0.0;
    int facing = side < 0.0 ? -1 : 1;
    double gap = crAbs(side) - edge->reach, closing = -facing * speed;
    bool level = gap <= 0.0; // between the two faces' lines
    if (frame.lengthSquared > 0.0 && (!level || gap >= -crPlaceTolerance(path->p, edge->reach))) {
        if (closing <= 0.0 && !level) {
            return;
        }
        if (closing > 0.0) {
            tau = level ? 0.0 : gap / closing;
            u = footLater(&frame, edge, path, tau);
            if (u >= 0.0 && u <= 1.0) {
                if (!edge->oneSided || facing < 0) {
                    offer(search, tau, facing > 0 ? CR_PART_LEFT : CR_PART_RIGHT);
                }
                return;
            }
        }
    }
    if (frame.lengthSquared > 0.0 && u >= 0.0 && u <= 1.0) {
        return; // a start well inside, or one that leaves the surface
    }
    bool met = capStraight(path, edge, &frame, u < 0.5 ? CR_PART_A : CR_PART_B, search);
    if (!met && closing > 0.0 && !level && u > -1e-9 && u < 1.0 + 1e-9 &&
        (!edge->oneSided || facing < 0)) {
        offer(search, tau, facing > 0 ? CR_PART_LEFT : CR_PART_RIGHT); // the seam of face and cap
    }
}

static void facesCurved(const CrPath *path, const CrEdge *edge, const CrEdgeFrame *frame,
                        Search *search)
{
    double start = crDot(frame->normal, crSub(path->p, edge->a));
    for (int facing = -1; facing <= (edge->oneSided ? -1 : 1); facing += 2) {
        double gap = facing * start - edge->reach, root[2];
        double speed = facing * crDot(frame->normal, path->v),
               bend = facing * crDot(frame->normal, path->a);
        int count = crQuadraticRoots(0.5 * bend, 0.5 * speed, gap, &root[0], &root[1]);
        for (int i = 0; i < count; i++) {
            bool inward = count == 1 ? speed < 0.0 : (bend < 0.0) == (i == 1);
            double u = inward && root[i] >= 0.0
                           ? crEdgeFoot(frame, edge, crPathPoint(path, root[i]))
                           : -1.0;
            if (u >= 0.0 && u <= 1.0) {
                offer(search, root[i], facing > 0 ? CR_PART_LEFT : CR_PART_RIGHT);
            }
        }
        double u = crEdgeFoot(frame, edge, path->p);
        bool shallow =
            gap <= 0.0 && gap >= -crPlaceTolerance(path->p, edge->reach) && u >= 0.0 && u <= 1.0;
        if (shallow && (speed < 0.0 || (speed == 0.0 && bend < 0.0))) {
            offer(search, 0.0, facing > 0 ? CR_PART_LEFT : CR_PART_RIGHT);
        }
    }
}

/// The distance of a curved path from a disc's rim, in the form |p(τ) − center|² − reach². Its
/// coefficients serve for its turns only: far from a small disc their rounding is more than reach².
typedef struct Rim {
    const CrPath *path;
    CaromVec2 center;
    double reach;
} Rim;

static double rimAt(const void *context, double tau, double *slope)
{
    const Rim *rim = context;
    CaromVec2 m = crSub(crPathPoint(rim->path, tau), rim->center);
    *slope = 2.0 * crDot(m, crPathVelocity(rim->path, tau));
    return crRimExcess(m, rim->reach);
}

/// Whether a curved path from m, seen from a disc, clearly does not come as near as reach before a
/// time. Across the acceleration its speed is constant, so it is within the disc's strip for one
/// span of time; in this span it must be clearly above the disc, or below it. This decides most
/// discs, at a twentieth of the cost of their roots.
static bool keepsAway(const CrPath *path, CaromVec2 m, double reach, double until)
{
    double size = crAbs(m.x) + crAbs(m.y) + crAbs(path->p.x) + crAbs(path->p.y) + reach + 1.0;
    double pull = crLength(path->a), pace = crCross(path->v, path->a);
    CaromVec2 up = crScale(path->a, 1.0 / pull);
    double across = crCross(m, up), r = reach + size * 0x1p-36, v = pace / pull;
    if (!(crAbs(v) > 1e-6 * crLength(path->v))) {
        return false;
    }
    double first = (-across - r) / v, last = (-across + r) / v;
    double from = crMax(crMin(first, last), 0.0), to = crMin(crMax(first, last), until);
    double height = crDot(m, up), rise = crDot(path->v, up), half = 0.5 * pull;
    double atFrom = height + (rise + half * from) * from, atTo = height + (rise + half * to) * to;
    double turn = -rise / pull;
    double lowest =
        turn > from && turn < to ? height + (rise + half * turn) * turn : crMin(atFrom, atTo);
    double bound = r + (crAbs(height) + (crAbs(rise) + half * to) * to) * 0x1p-28;
    return to < from || lowest > bound || crMax(atFrom, atTo) < -bound;
}

/// All roots after 0 at which the path meets the rim; their signs of change alternate. None where
/// the first is clearly after `until`. c: value, slope and half the bend at 0.
static int rimRoots(const CrPath *path, CaromVec2 center, double reach, double until, double c[3],
                    double root[4])
{
    Rim rim = {path, center, reach};
    CaromVec2 m = crSub(path->p, center);
    c[0] = crRimExcess(m, reach);
    c[1] = 2.0 * crDot(m, path->v);
    c[2] = crLengthSquared(path->v) + crDot(path->a, m);
    if (keepsAway(path, m, reach, until)) {
        return 0;
    }
    double slope[4] = {c[1], 2.0 * c[2], 3.0 * crDot(path->a, path->v), crLengthSquared(path->a)};
    double limit = crMin(crPathTimeWithin(path, (crLength(m) + reach) * (1.0 + 1e-9)), LATEST);
    double turns[4];
    int turnCount = crPolynomialRoots(slope, 3, limit, turns);
    return crCurveRoots(rimAt, &rim, c[0], turns, turnCount, limit, root);
}

static void capCurved(const CrPath *path, const CrEdge *edge, const CrEdgeFrame *frame, CrPart part,
                      Search *search)
{
    CaromVec2 center = part == CR_PART_A ? edge->a : edge->b;
    double c[3], root[4];
    double until = crMin(search->best.tau, search->until) * (1.0 + 1e-9) + 1e-9;
    int count = rimRoots(path, center, edge->reach, until, c, root);
    bool in = c[0] < 0.0 || (c[0] == 0.0 && (c[1] < 0.0 || (c[1] == 0.0 && c[2] < 0.0)));
    if (in && c[1] < 0.0 && crStartsShallow(path, c[0], edge->reach)) {
        double u = crEdgeFoot(frame, edge, path->p);
        if ((part == CR_PART_A ? u <= 0.0 : u >= 1.0) && capIsFree(edge, frame, path->p)) {
            offer(search, 0.0, part);
        }
    }
    for (int i = 0; i < count; i++, in = !in) {
        CaromVec2 at = crPathPoint(path, root[i]);
        double u = crEdgeFoot(frame, edge, at);
        bool onCap = part == CR_PART_A ? u <= 1e-9 : u >= 1.0 - 1e-9;
        if (!in && onCap && capIsFree(edge, frame, at)) {
            offer(search, root[i], part);
        }
    }
}

static void discCurved(const CrPath *path, const CrEdge *edge, Search *search)
{
    CrEdgeFrame frame = crEdgeFrame(edge);
    if (frame.lengthSquared > 0.0) {
        facesCurved(path, edge, &frame, search);
        capCurved(path, edge, &frame, CR_PART_B, search);
    }
    capCurved(path, edge, &frame, CR_PART_A, search);
}

// ---- the public part

static bool meets(const CrPath *path, const CrEdge *edge, double after, bool beyond, double until,
                  CrMeet *meet)
{
    Search search = {after, beyond, until, {CR_NOT_EVER, CR_PART_LEFT}};
    if (edge->reach > 0.0) {
        path->curved ? discCurved(path, edge, &search) : discStraight(path, edge, &search);
    } else {
        path->curved ? pointCurved(path, edge, &search) : pointStraight(path, edge, &search);
    }
    *meet = search.best;
    return search.best.tau < CR_NOT_EVER;
}

bool crPathMeets(const CrPath *path, const CrEdge *edge, double after, bool beyond, CrMeet *meet)
{
    CR_ASSERT(!(after < 0.0));
    return meets(path, edge, after, beyond, CR_NOT_EVER, meet);
}

bool crPathMeetsBefore(const CrPath *path, const CrEdge *edge, double until, CrMeet *meet)
{
    return meets(path, edge, 0.0, false, until, meet);
}

/// Of an edge with two sides. The last exit is from the part that is left last; the union of faces'
/// slab and caps is convex, so on a straight path the exit is the one entry of the reversed path.
/// Curved paths ask every part.
static bool leavesStraight(const CrPath *path, const CrEdge *edge, double after, double *tau)
{
    double far = after + (crLength(crSub(edge->a, path->p)) + crLength(crSub(edge->b, path->p)) +
                          edge->reach + 1.0) *
                             2.0 / crLength(path->v);
    CrPath back = crPathMake(crPathPoint(path, far), crNegate(path->v), crVec(0.0, 0.0));
    Search search = {0.0, false, CR_NOT_EVER, {CR_NOT_EVER, CR_PART_LEFT}};
    discStraight(&back, edge, &search);
    *tau = far - search.best.tau;
    return search.best.tau<CR_NOT_EVER && * tau> after;
}

static bool leavesCurved(const CrPath *path, const CrEdge *edge, double after, double *tau)
{
    CrEdgeFrame frame = crEdgeFrame(edge);
    double candidates[12], c[3], first = CR_NOT_EVER;
    int count = rimRoots(path, edge->a, edge->reach, CR_NOT_EVER, c, candidates);
    count += rimRoots(path, edge->b, edge->reach, CR_NOT_EVER, c, candidates + count);
    for (int facing = -1; facing <= 1 && frame.lengthSquared > 0.0; facing += 2) {
        double gap = facing * crDot(frame.normal, crSub(path->p, edge->a)) - edge->reach;
        count += crQuadraticRoots(0.5 * facing * crDot(frame.normal, path->a),
                                  0.5 * facing * crDot(frame.normal, path->v), gap,
                                  &candidates[count], &candidates[count + 1]);
    }
    for (int i = 0; i < count; i++) {
        double later = candidates[i] * (1.0 + 1e-9) + 1e-12;
        bool isExit = candidates[i] > after && crEdgeGap(edge, crPathPoint(path, later)) > 0.0;
        first = isExit ? crMin(first, candidates[i]) : first;
    }
    *tau = first;
    return first < CR_NOT_EVER;
}

bool crPathLeaves(const CrPath *path, const CrEdge *edge, double after, double *tau)
{
    CR_ASSERT(!(after < 0.0));
    CrEdge twoSided = *edge;
    twoSided.oneSided = false;
    if (path->curved) {
        return leavesCurved(path, &twoSided, after, tau);
    }
    return (path->v.x != 0.0 || path->v.y != 0.0) && leavesStraight(path, &twoSided, after, tau);
}

CaromBox crPathSweptBox(const CrPath *path, double from, double to, double radius)
{
    CR_ASSERT(!(from > to) && !(radius < 0.0));
    CaromVec2 a = crPathPoint(path, from), b = crPathPoint(path, to);
    double h = to - from,
           sagitta = path->curved ? crLength(path->a) * h * h * 0.125 * (1.0 + 1e-9) : 0.0;
    return crBoxInflate(crBox(a, b),
                        radius + sagitta +
                            64.0 * (crPlaceTolerance(a, radius) + crPlaceTolerance(b, radius)));
}
