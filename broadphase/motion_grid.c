// SPDX-License-Identifier: MIT
#include "motion_grid.h"

#include "../shapes/array.h"
#include "../shapes/bits.h"
#include "simd4.h"

#include <math.h>
#include <string.h>

#define NEVER 1e300
#define LISTED_EACH 8     // cells that one is listed in, on average, at most
#define LISTED_BESIDES 64 // and as many more
#define PLACES_EACH 4
#define CELL_SIZE 2.0      // of the mean of the listed boxes
#define MOST_ACROSS 0x1p28 // cells
#define CELLS_AT_MOST 64   // walked for one answer
#define TOGETHER 0x1p-10   // [m] of the path: two entries closer than this count as one
#define CELL_SLACK 0x1p-10 // of a cell's size: beyond all roundings of a walk
#define ROUGH_FLOATS ((int)(sizeof(CrMotionRough) / sizeof(float)))
#define ROUGH 0x1p-20   // of coordinates and ways: more than all that floats lose
#define LEAST 0x1p-120f // [m²/s²] what squares of floats may lose as they come near 0, and far more

void crMotionGridInit(CrMotionGrid *motionGrid, const CaromAllocator *allocator)
{
    memset(motionGrid, 0, sizeof *motionGrid);
    motionGrid->allocator = allocator;
}

void crMotionGridFree(CrMotionGrid *motionGrid)
{
    crArrayFree(motionGrid->all, motionGrid->allocator);
    crArrayFree(motionGrid->listed, motionGrid->allocator);
    crArrayFree(motionGrid->start, motionGrid->allocator);
    crMotionGridInit(motionGrid, motionGrid->allocator);
}

/// Of a power of two.
static uint32_t bitsFor(int count)
{
    uint32_t bits = 4;
    while (bits < 30 && (int64_t)1 << bits < (int64_t)PLACES_EACH * count) {
        bits++;
    }
    return bits;
}

bool crMotionGridReserve(CrMotionGrid *motionGrid, int count)
{
    CR_ASSERT(count >= 0);
    const CaromAllocator *allocator = motionGrid->allocator;
    return count < (1 << 26) &&
           crArrayReserve(motionGrid->listed, LISTED_EACH * count + LISTED_BESIDES + CR_LANES,
                          allocator) &&
           crArrayReserve(motionGrid->start, ((int)1 << bitsFor(count)) + 1, allocator) &&
           crArrayReserve(motionGrid->all, count, allocator);
}

// ---- filling

/// Where it comes by within the span, and so much around it.
static CaromBox sweptBox(const CrMotionGrid *motionGrid, const CrMotionGridItem *one, double around)
{
    if (one->roams) {
        return crBoxInflate(one->zone, around);
    }
    CaromVec2 end = crAddScaled(one->center, one->velocity, motionGrid->until - motionGrid->from);
    CaromBox box = crBox(one->center, end);
    CaromVec2 reach = crVec(one->half.x + around, one->half.y + around);
    CaromBox swept = {crSub(box.min, reach), crAdd(box.max, reach)};
    return swept;
}

/// Cells, from the lower left corner of the bounds.
typedef struct Cells {
    int minX, minY, maxX, maxY;
} Cells;

static int cellOf(const CrMotionGrid *motionGrid, double x, double low)
{
    return (int)crClamp((x - low) * motionGrid->inverse, 0.0, MOST_ACROSS);
}

static Cells cellsOf(const CrMotionGrid *motionGrid, CaromBox box)
{
    CaromVec2 low = motionGrid->bounds.min;
    Cells cells = {cellOf(motionGrid, box.min.x, low.x), cellOf(motionGrid, box.min.y, low.y),
                   cellOf(motionGrid, box.max.x, low.x), cellOf(motionGrid, box.max.y, low.y)};
    return cells;
}

static uint32_t placeOf(const CrMotionGrid *motionGrid, int x, int y)
{
    uint64_t mixed =
        (uint64_t)(uint32_t)x * 0x9e3779b97f4a7c15u + (uint64_t)(uint32_t)y * 0xc2b2ae3d27d4eb4fu;
    return (uint32_t)(mixed >> (64 - motionGrid->bits));
}

/// The margin around listed boxes: the requested one, and a part of a cell.
static double aroundOf(const CrMotionGrid *motionGrid)
{
    return motionGrid->margin + CELL_SLACK * motionGrid->size;
}

static Cells cellsOfOne(const CrMotionGrid *motionGrid, int i)
{
    return cellsOf(motionGrid, sweptBox(motionGrid, &motionGrid->all[i], aroundOf(motionGrid)));
}

/// Bounds of all, and the mean of their larger sides.
static double measure(CrMotionGrid *motionGrid, int count)
{
    double sum = 0.0, fastest = 0.0;
    CaromBox bounds = sweptBox(motionGrid, &motionGrid->all[0], 0.0);
    for (int i = 0; i < count; i++) {
        const CrMotionGridItem *one = &motionGrid->all[i];
        CaromBox box = sweptBox(motionGrid, one, 0.0);
        bounds = crBoxUnion(bounds, box);
        sum += crMax(box.max.x - box.min.x, box.max.y - box.min.y);
        fastest = crMax(fastest, crMax(crAbs(one->velocity.x), crAbs(one->velocity.y)));
        fastest = one->roams ? crMax(fastest, one->pace) : fastest;
    }
    motionGrid->bounds = bounds;
    motionGrid->fastest = fastest;
    motionGrid->extent = crBoxExtent(bounds);
    return sum / count;
}

/// False: there are too many of them, cells must be larger.
static bool countCells(const CrMotionGrid *motionGrid, int count)
{
    double limit = (double)LISTED_EACH * count + LISTED_BESIDES, listed = 0.0;
    for (int i = 0; i < count && listed <= limit; i++) {
        Cells cells = cellsOfOne(motionGrid, i);
        listed += (cells.maxX - cells.minX + 1.0) * (cells.maxY - cells.minY + 1.0);
    }
    return listed <= limit;
}

static void chooseCells(CrMotionGrid *motionGrid, int count, double size)
{
    CaromBox tight = motionGrid->bounds;
    double widest = crMax(tight.max.x - tight.min.x, tight.max.y - tight.min.y);
    size = crMax(crMax(size, 2.0 * motionGrid->margin), crMax(widest / MOST_ACROSS * 2.0, 1e-3));
    do {
        motionGrid->size = size;
        motionGrid->inverse = 1.0 / size;
        motionGrid->bounds = crBoxInflate(tight, 2.0 * aroundOf(motionGrid));
        size *= 2.0;
    } while (!countCells(motionGrid, count));
}

static CaromVec2 middleOf(const CrMotionGrid *motionGrid)
{
    return crScale(crAdd(motionGrid->bounds.min, motionGrid->bounds.max), 0.5);
}

/// [m] A disc's radius, and the error of its place in floats, at this distance from the middle, for
/// the span.
static float roughReach(const CrMotionGrid *motionGrid, CaromVec2 place, CaromVec2 velocity,
                        double radius)
{
    double span = motionGrid->until - motionGrid->from;
    double way = (crAbs(velocity.x) + crAbs(velocity.y)) * span;
    return (float)((radius + ROUGH * (crAbs(place.x) + crAbs(place.y) + way)) * (1.0 + ROUGH));
}

/// The disc around a box has room at its corners for whoever asks, too: he has a radius r of the
/// margin at most, and there √2·r, of which the way's reach brings r.
static CrMotionRough roughOf(const CrMotionGrid *motionGrid, uint32_t i)
{
    const CrMotionGridItem *one = &motionGrid->all[i];
    CaromVec2 place = one->center, half = one->half, velocity = one->velocity;
    if (one->roams) {
        place = crScale(crAdd(one->zone.min, one->zone.max), 0.5);
        half = crScale(crSub(one->zone.max, one->zone.min), 0.5);
        velocity = crVec(0.0, 0.0);
    }
    CaromVec2 center = crSub(place, middleOf(motionGrid));
    bool isDisc = one->radius >= 0.0 && !one->roams;
    double radius = isDisc ? one->radius : crLength(half) + motionGrid->margin;
    CrMotionRough rough = {(float)center.x,
                           (float)center.y,
                           (float)velocity.x,
                           (float)velocity.y,
                           roughReach(motionGrid, center, velocity, radius),
                           i};
    return rough;
}

static void countOne(CrMotionGrid *motionGrid, int i)
{
    Cells cells = cellsOfOne(motionGrid, i);
    for (int y = cells.minY; y <= cells.maxY; y++) {
        for (int x = cells.minX; x <= cells.maxX; x++) {
            motionGrid->start[placeOf(motionGrid, x, y)]++;
        }
    }
}

static void listOne(CrMotionGrid *motionGrid, int i)
{
    CrMotionRough rough = roughOf(motionGrid, (uint32_t)i);
    Cells cells = cellsOfOne(motionGrid, i);
    for (int y = cells.minY; y <= cells.maxY; y++) {
        for (int x = cells.minX; x <= cells.maxX; x++) {
            motionGrid->listed[--motionGrid->start[placeOf(motionGrid, x, y)]] = rough;
        }
    }
}

void crMotionGridFill(CrMotionGrid *motionGrid, int count, double from, double until, double margin)
{
    CR_ASSERT(count >= 0 && from <= until && margin >= 0.0);
    motionGrid->count = count;
    motionGrid->from = from;
    motionGrid->until = until;
    motionGrid->sure = from;
    motionGrid->margin = margin;
    motionGrid->bits = bitsFor(count);
    int places = (int)1 << motionGrid->bits;
    chooseCells(motionGrid, count, CELL_SIZE * measure(motionGrid, count));
    motionGrid->small = motionGrid->extent < 0x1p20 && motionGrid->fastest < 0x1p20 &&
                        until < 0x1p16 && margin >= 0x1p-5;
    memset(motionGrid->start, 0, ((size_t)places + 1) * sizeof *motionGrid->start);
    for (int i = 0; i < count; i++) {
        countOne(motionGrid, i);
    }
    for (int k = 1; k <= places; k++) {
        motionGrid->start[k] += motionGrid->start[k - 1];
    }
    for (int i = count; i-- > 0;) {
        listOne(motionGrid, i);
    }
}

// ---- asking

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
    CaromVec2 place = crSub(way->place, middleOf(motionGrid));
    RoughWay rough = {crEdgePacketsAll((float)place.x),
                      crEdgePacketsAll((float)place.y),
                      crEdgePacketsAll((float)way->velocity.x),
                      crEdgePacketsAll((float)way->velocity.y),
                      crEdgePacketsAll((float)way->ahead),
                      crEdgePacketsAll(roughReach(motionGrid, place, way->velocity, way->reach))};
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
    Axis axis = {cellOf(motionGrid, p + v * since, low), v > 0.0 ? 1 : -1, NEVER, 0.0};
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
    uint32_t place = placeOf(motionGrid, x, y);
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
               crVec(inverseOf(course->velocity.x), inverseOf(course->velocity.y)),
               course->from - motionGrid->from,
               slack,
               course->radius + slack,
               until - course->from,
               crMax(motionGrid->sure - course->from + 4.0 * tick, 0.0),
               course->due - course->from - 4.0 * tick};
    if (!(way.ahead >= 0.0 && way.reach <= motionGrid->margin)) {
        return clear;
    }
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
