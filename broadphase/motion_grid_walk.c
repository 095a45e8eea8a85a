// SPDX-License-Identifier: MIT
// When a path comes near what a motion grid lists: a walk through its cells.
#include "../shapes/bits.h"
#include "motion_grid_cells.h"
#include "simd4.h"

#include <math.h>

#define NEVER 1e300
#define CELLS_AT_MOST 64 // walked for one answer
#define TOGETHER 0x1p-10 // [m] of the path: two entries closer than this count as one
#define ROUGH_FLOATS ((int)(sizeof(CrMotionRough) / sizeof(float)))
#define LEAST 0x1p-120f // [m²/s²] what squares of floats may lose as they come near 0, and far more

/// A way, in seconds from course.from on.
typedef struct Way {
    CaromVec2 place, velocity;
    CaromVec2 inverse; ///< of the velocity, or nearly never
    double ahead;      ///< of course.from to the span's start
    double slack;      ///< [m] what roundings may come to
    double reach;      ///< its radius, and that
    double until;      ///< of interest
    double sure;       ///< after which an item that roams may be anywhere in its zone
    double due;        ///< before which it must be out of the boxes that it leaves
} Way;

typedef struct Piece {
    double near, far;
} Piece;

static double inverseOf(double u)
{
    return crAbs(u) > 1e-150 ? 1.0 / u : 1e150;
}

/// When d + u·s is between −h and h, of an inverse of u.
static Piece between(double d, double inverse, double h)
{
    double a = (-h - d) * inverse, b = (h - d) * inverse;
    Piece piece = {crMin(a, b), crMax(a, b)};
    return piece;
}

/// When it comes into a box of these half sides, by the inverse of its velocity there.
static double boxEntry(CaromVec2 half, const Way *way, CaromVec2 d, CaromVec2 inverse)
{
    Piece x = between(d.x, inverse.x, half.x + way->reach),
          y = between(d.y, inverse.y, half.y + way->reach);
    double near = crMax(crMax(x.near, y.near), 0.0);
    return near <= crMin(x.far, y.far) ? near : NEVER;
}

/// The time of entry into a disc: not before this, within a millionth of its radius. A flight no
/// deeper than the rim and clearly moving out, as after a bounce off it, does not come back, if it
/// is out before its next event (recorded in `left`). Most flights enter no disc, which takes
/// neither root nor quotient.
static double discEntry(const CrMotionGridItem *one, const Way *way, CaromVec2 d, CaromVec2 u,
                        double *left)
{
    double r = one->radius + way->reach;
    double speed = crLengthSquared(u), across = crCross(d, u), along = crDot(d, u);
    double chord = r * r * speed - across * across, apart = crLengthSquared(d);
    if (!(speed > 1e-100)) {
        return apart > r * r ? NEVER : 0.0;
    }
    if (chord < 0.0 || (along > 0.0 && apart > r * r)) {
        return NEVER;
    }
    double inner = r - (one->full ? 4.0 * way->slack : 0.0);
    double pace = sqrt(speed), half = sqrt(chord), spare = 1e-6 * r * pace;
    if (along > spare && inner > 0.0 && apart > inner * inner) {
        double out = half - along + spare;
        *left = crMax(*left, out / speed);
        return out < way->due * speed ? NEVER : 0.0;
    }
    return crMax((-along - half - spare) / speed, 0.0);
}

static double presentEntry(const CrMotionGridItem *one, const Way *way, double *left)
{
    CaromVec2 d = crSub(way->place, crAddScaled(one->center, one->velocity, way->ahead));
    CaromVec2 u = crSub(way->velocity, one->velocity);
    return one->radius < 0.0 ? boxEntry(one->half, way, d, crVec(inverseOf(u.x), inverseOf(u.y)))
                             : discEntry(one, way, d, u, left);
}

static double zoneEntry(const CrMotionGridItem *one, const Way *way)
{
    CaromVec2 center = crScale(crAdd(one->zone.min, one->zone.max), 0.5),
              half = crScale(crSub(one->zone.max, one->zone.min), 0.5);
    return boxEntry(half, way, crSub(way->place, center), way->inverse);
}

static double entryOf(const CrMotionGridItem *one, const Way *way, double *left)
{
    double zone = one->roams ? zoneEntry(one, way) : NEVER;
    if (one->roams && zone > way->sure) {
        return zone;
    }
    double present = presentEntry(one, way, left);
    return one->roams ? crMin(present, way->sure) : present;
}

/// What a way is to all that are listed, in floats.
typedef struct RoughWay {
    CrEdgePackets x, y, u, v, ahead, reach;
} RoughWay;

static RoughWay roughWay(const CrMotionGrid *motionGrid, const Way *way)
{
    CaromVec2 place = crSub(way->place, crMotionMiddle(motionGrid));
    RoughWay rough = {
        crEdgePacketsAll((float)place.x),
        crEdgePacketsAll((float)place.y),
        crEdgePacketsAll((float)way->velocity.x),
        crEdgePacketsAll((float)way->velocity.y),
        crEdgePacketsAll((float)way->ahead),
        crEdgePacketsAll(crMotionRoughReach(motionGrid, place, way->velocity, way->reach))};
    return rough;
}

/// Which of some that are listed, one after the other, the way may come into. Past the others leads
/// the line of the way, as seen from their middle, or away from them: (d × u)² > r²·u², or d·u > 0
/// and d² > r². Within the span the way is nowhere farther from where floats have it than reaches
/// have room for; by products a hundredth of r² is lost at most, as sums of four roundings of
/// 2^-24.
static inline unsigned roughlyMet(const CrMotionRough *listed, const RoughWay *way)
{
    CrFour one = crFour(&listed->x, ROUGH_FLOATS);
    CrEdgePackets reach = crEdgePacketsAdd(crFourOne(&listed->reach, ROUGH_FLOATS), way->reach);
    CrEdgePackets x = crEdgePacketsSub(
                      way->x, crEdgePacketsAdd(one.a, crEdgePacketsMul(one.c, way->ahead))),
                  y = crEdgePacketsSub(
                      way->y, crEdgePacketsAdd(one.b, crEdgePacketsMul(one.d, way->ahead)));
    CrEdgePackets u = crEdgePacketsSub(way->u, one.c), v = crEdgePacketsSub(way->v, one.d);
    CrEdgePackets across = crEdgePacketsSub(crEdgePacketsMul(x, v), crEdgePacketsMul(y, u)),
                  along = crEdgePacketsAdd(crEdgePacketsMul(x, u), crEdgePacketsMul(y, v)),
                  apart = crEdgePacketsAdd(crEdgePacketsMul(x, x), crEdgePacketsMul(y, y)),
                  speed = crEdgePacketsAdd(
                      crEdgePacketsAll(LEAST),
                      crEdgePacketsAdd(crEdgePacketsMul(u, u), crEdgePacketsMul(v, v))),
                  area = crEdgePacketsMul(crEdgePacketsMul(reach, reach), crEdgePacketsAll(1.01f));
    CrMask past =
        crEdgePacketsLess(crEdgePacketsMul(area, speed), crEdgePacketsMul(across, across));
    CrMask away =
        crMaskAnd(crEdgePacketsLess(crEdgePacketsAll(0.0f), along), crEdgePacketsLess(area, apart));
    return ~crMaskBits(crMaskOr(past, away));
}

/// A walk along one axis: the cell, where to next, and when.
typedef struct Axis {
    int cell, step;
    double next, delta; ///< [s]
} Axis;

static Axis axisOf(const CrMotionGrid *motionGrid, double p, double v, double inverse, double low,
                   double since)
{
    Axis axis = {crMotionCellOf(motionGrid, p + v * since, low), v > 0.0 ? 1 : -1, NEVER, 0.0};
    if (crAbs(v) > 1e-9) {
        double border = low + (axis.cell + (v > 0.0)) * motionGrid->size;
        axis.next = (border - p) * inverse;
        axis.delta = crAbs(inverse) * motionGrid->size;
    }
    return axis;
}

/// Entries so far: the first, its box, and the first into another box; and when it is out of all
/// boxes that it leaves, or -1.
typedef struct Entries {
    double first, second, left;
    const CrMotionGridItem *who;
} Entries;

/// False: it is inside already, so other boxes do not matter.
static bool enter(const CrMotionGridItem *one, const Way *way, Entries *entries)
{
    double entry = entryOf(one, way, &entries->left);
    if (entry < entries->first) {
        entries->second = entries->first; // a box that is found again has the same time
        entries->first = entry;
        entries->who = one;
        if (entry <= 0.0 && !one->full) {
            entries->second = entry;
            return false;
        }
    } else if (entries->who != one) {
        entries->second = crMin(entries->second, entry);
    }
    return true;
}

static void enterCell(const CrMotionGrid *motionGrid, int x, int y, const Way *way,
                      const RoughWay *rough, Entries *entries)
{
    uint32_t place = crMotionPlaceOf(motionGrid, x, y);
    int32_t end = motionGrid->start[place + 1];
    for (int32_t k = motionGrid->start[place]; k < end; k += CR_LANES) {
        unsigned met = roughlyMet(&motionGrid->listed[k], rough) & crEdgePacketsOf(end - k);
        for (; met != 0; met &= met - 1) {
            uint32_t who = motionGrid->listed[k + crLowestBit(met)].who;
            if (!enter(&motionGrid->all[who], way, entries)) {
                return;
            }
        }
    }
}

/// While the path is within the bounds: entries before way->until, and boxes that come near at the
/// same time as the first.
static Entries walk(const CrMotionGrid *motionGrid, const Way *way, Piece inside)
{
    CaromVec2 low = motionGrid->bounds.min;
    Axis x = axisOf(motionGrid, way->place.x, way->velocity.x, way->inverse.x, low.x, inside.near);
    Axis y = axisOf(motionGrid, way->place.y, way->velocity.y, way->inverse.y, low.y, inside.near);
    double together = TOGETHER / (crAbs(way->velocity.x) + crAbs(way->velocity.y) + 1.0);
    Entries entries = {way->until, way->until, -1.0, NULL};
    RoughWay rough = roughWay(motionGrid, way);
    double since = inside.near, seen = way->until;
    for (int cells = 0; cells < CELLS_AT_MOST; cells++) {
        enterCell(motionGrid, x.cell, y.cell, way, &rough, &entries);
        Axis *axis = x.next < y.next ? &x : &y;
        seen = crMin(entries.second, entries.first + together);
        if (axis->next >= seen || axis->next >= inside.far) {
            entries.second = seen;
            return entries;
        }
        since = crMax(since, axis->next);
        axis->cell += axis->step;
        axis->next += axis->delta;
    }
    entries.who = entries.first <= since ? entries.who : NULL;
    entries.first = crMin(entries.first, since);
    entries.second = crMin(seen, since);
    return entries;
}

/// Whether floats show that a short way passes all that is listed where it leads: most do that come
/// near anything at all.
static bool passesListed(const CrMotionGrid *motionGrid, const Way *way)
{
    CaromVec2 low = motionGrid->bounds.min,
              end = crAddScaled(way->place, way->velocity, way->until);
    int minX = crMotionCellOf(motionGrid, crMin(way->place.x, end.x), low.x),
        maxX = crMotionCellOf(motionGrid, crMax(way->place.x, end.x), low.x),
        minY = crMotionCellOf(motionGrid, crMin(way->place.y, end.y), low.y),
        maxY = crMotionCellOf(motionGrid, crMax(way->place.y, end.y), low.y);
    if (maxX - minX > 1 || maxY - minY > 1) {
        return false;
    }
    RoughWay rough = roughWay(motionGrid, way);
    unsigned met = 0;
    for (int y = minY; y <= maxY; y++) {
        for (int x = minX; x <= maxX; x++) {
            uint32_t place = crMotionPlaceOf(motionGrid, x, y);
            int32_t last = motionGrid->start[place + 1];
            for (int32_t k = motionGrid->start[place]; k < last; k += CR_LANES) {
                met |= roughlyMet(&motionGrid->listed[k], &rough) & crEdgePacketsOf(last - k);
            }
        }
    }
    return met == 0;
}

CrClearance crMotionGridClear(const CrMotionGrid *motionGrid, const CrCourse *course)
{
    CrClearance clear = {course->from, NULL, course->from};
    double most = crMax(motionGrid->extent, crMax(crAbs(course->place.x), crAbs(course->place.y)));
    double fastest =
        crMax(motionGrid->fastest, crMax(crAbs(course->velocity.x), crAbs(course->velocity.y)));
    double tick = crMotionGridTick(course->from); // clocks are rounded too
    double slack = crMotionGridSlack(most) + 4.0 * fastest * tick;
    double until = crMin(course->until, motionGrid->until);
    Way way = {course->place,
               course->velocity,
               crVec(0.0, 0.0),
               course->from - motionGrid->from,
               slack,
               course->radius + slack,
               until - course->from,
               crMax(motionGrid->sure - course->from + 4.0 * tick, 0.0),
               course->due - course->from - 4.0 * tick};
    if (!(way.ahead >= 0.0 && way.reach <= motionGrid->margin)) {
        return clear;
    }
    if (passesListed(motionGrid, &way)) {
        clear.until = clear.alone = until - 2.0 * tick;
        return clear;
    }
    way.inverse = crVec(inverseOf(way.velocity.x), inverseOf(way.velocity.y));
    CaromBox bounds = motionGrid->bounds;
    Piece x = between(way.place.x - 0.5 * (bounds.min.x + bounds.max.x), way.inverse.x,
                      0.5 * (bounds.max.x - bounds.min.x)),
          y = between(way.place.y - 0.5 * (bounds.min.y + bounds.max.y), way.inverse.y,
                      0.5 * (bounds.max.y - bounds.min.y));
    Piece inside = {crMax(crMax(x.near, y.near), 0.0), crMin(crMin(x.far, y.far), way.until)};
    if (!(inside.near <= inside.far)) {
        clear.until = clear.alone = until;
        return clear;
    }
    Entries entries = walk(motionGrid, &way, inside);
    clear.until = course->from + entries.first - 2.0 * tick;
    clear.first = entries.who;
    bool leaves = !(entries.left < entries.first); // another that is near still
    clear.alone = course->from + (leaves ? 0.0 : entries.second) - 2.0 * tick;
    return clear;
}
