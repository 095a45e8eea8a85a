// SPDX-License-Identifier: MIT
#include "spin_slide.h"

#include "roots.h"

#define TERMS 11       ///< of the series: beyond x^10 nothing is left of 2^-6 to the tenth
#define TURN 0x1p-6    ///< [rad] of a piece, at most
#define LONGEST 0x1p10 ///< [s] of a piece
#define NEAR 0x1p-20   ///< [1] of the distance from the pivot: how near a leg is to its curve
#define FLOOR 1e-3     ///< [m] added to that distance
#define LEAST 0x1p-12  ///< [1] of a whole piece: one that ends earlier ends then, but at an end
#define BULGE 1.25     ///< [1] of the least bend that keeps a leg out of the surface
#define PIECES 64      ///< halvings of a piece

typedef struct Series {
    double c[TERMS];
} Series;

/// A piece as seen in its own time z = τ / lasts, in which it goes from 0 to 1 and lengths stay.
typedef struct Solution {
    double lasts, angle; ///< [s], [rad]
    Series place, speed; ///< x and dx/dz
    Series press, drive; ///< times lasts²
    double side;         ///< 1 or −1: slips that way; 0: held
} Solution;

// ---- series

static double valueAt(const Series *s, double z)
{
    double sum = s->c[TERMS - 1];
    for (int m = TERMS - 2; m >= 0; m--) {
        sum = sum * z + s->c[m];
    }
    return sum;
}

static double curveAt(const void *context, double z, double *slope)
{
    const Series *s = context;
    double sum = s->c[TERMS - 1], rise = 0.0;
    for (int m = TERMS - 2; m >= 0; m--) {
        rise = rise * z + sum;
        sum = sum * z + s->c[m];
    }
    *slope = rise;
    return sum;
}

static Series sumOf(double a, const Series *s, double b, const Series *t)
{
    Series sum;
    for (int m = 0; m < TERMS; m++) {
        sum.c[m] = a * s->c[m] + b * t->c[m];
    }
    return sum;
}

/// s times a number, and something added.
static Series linear(double factor, const Series *s, double added)
{
    Series result = sumOf(factor, s, 0.0, s);
    result.c[0] += added;
    return result;
}

static Series slopeOf(const Series *s)
{
    Series slope = {{0}};
    for (int m = 0; m + 1 < TERMS; m++) {
        slope.c[m] = (m + 1) * s->c[m + 1];
    }
    return slope;
}

/// a·cos(angle·z) + b·sin(angle·z)
static Series wave(double a, double b, double angle)
{
    Series s = {{a, b * angle}};
    for (int m = 2; m < TERMS; m++) {
        s.c[m] = -angle * angle * s.c[m - 2] / (m * (m - 1));
    }
    return s;
}

// ---- the solution

static double bend(const CrSpinSlide *slide)
{
    return slide->curve * slide->speed * slide->speed;
}

double crSpinSlidePress(const CrSpinSlide *slide)
{
    double turning = slide->spin * (2.0 * slide->speed - slide->spin * slide->place.y);
    return turning - slide->pull.y - bend(slide);
}

double crSpinSlideDrive(const CrSpinSlide *slide)
{
    return slide->share * (slide->pull.x + slide->spin * slide->spin * slide->place.x);
}

/// An upper bound of the third derivative of the way in the world.
static double jerkOf(const CrSpinSlide *slide, double side)
{
    double w = crAbs(slide->spin), arm = crAbs(slide->place.x) + crAbs(slide->place.y),
           speed = crAbs(slide->speed), pull = crAbs(slide->pull.x) + crAbs(slide->pull.y);
    double grip = crAbs(side) * slide->grip, whirl = w * (w * arm + 2.0 * speed);
    if (side == 0.0) {
        return w * w * (w * arm + 3.0 * speed);
    }
    double gain = (1.0 + grip) * (pull + whirl + bend(slide));
    return w * w * (w * arm + 4.0 * speed) + 3.0 * w * gain + (1.0 + grip) * w * pull +
           2.0 * grip * w * gain;
}

/// [s] So long the leg keeps near its curve, and the series to its sum.
static double durationOf(const CrSpinSlide *slide, double side)
{
    double turns = crAbs(slide->spin) * (1.0 + crAbs(side) * slide->grip),
           lasts = turns * LONGEST > TURN ? TURN / turns : LONGEST, jerk = jerkOf(slide, side);
    double near = NEAR * (crAbs(slide->place.x) + crAbs(slide->place.y) + FLOOR) * 38.0;
    for (int k = 0; k < PIECES && jerk * lasts * lasts * lasts > near; k++) {
        lasts *= 0.5;
    }
    return lasts;
}

/// Term by term: (m + 2)(m + 1)·c[m + 2] follows from those before.
static void solvePlace(const CrSpinSlide *slide, Solution *s)
{
    double square = s->lasts * s->lasts, hold = s->side * slide->grip, k = slide->share;
    CaromVec2 a = slide->pull;
    Series force = wave(square * (k * a.x + hold * a.y), square * (k * a.y - hold * a.x), s->angle);
    force.c[0] += hold * (s->angle * s->angle * slide->place.y + square * bend(slide));
    double *c = s->place.c;
    c[0] = slide->place.x;
    c[1] = slide->speed * s->lasts;
    for (int m = 0; m + 2 < TERMS; m++) {
        double sum = force.c[m] + k * s->angle * s->angle * c[m] -
                     2.0 * hold * s->angle * (m + 1) * c[m + 1];
        c[m + 2] = sum / ((m + 1) * (m + 2));
    }
}

static Solution solve(const CrSpinSlide *slide, double side)
{
    Solution s = {.side = side};
    s.lasts = durationOf(slide, side);
    s.angle = slide->spin * s.lasts;
    double square = s.lasts * s.lasts;
    if (side != 0.0) {
        solvePlace(slide, &s);
    } else {
        s.place.c[0] = slide->place.x;
        s.place.c[1] = slide->speed * s.lasts;
    }
    s.speed = slopeOf(&s.place);
    Series across = wave(slide->pull.y, -slide->pull.x, s.angle),
           along = wave(slide->pull.x, slide->pull.y, s.angle);
    s.press = sumOf(2.0 * s.angle, &s.speed, -square, &across);
    s.press.c[0] -= s.angle * s.angle * slide->place.y + square * bend(slide);
    s.drive = sumOf(slide->share * square, &along, slide->share * s.angle * s.angle, &s.place);
    return s;
}

// ---- how it ends

typedef struct Ending {
    double z;
    CrSpinEnd end;
} Ending;

/// What must not fall below 0 does so first. What begins there is given a moment to rise.
static void bound(Ending *ending, const Series *s, double least, CrSpinEnd end)
{
    double at = ending->z;
    if (valueAt(s, at) >= 0.0) {
        return;
    }
    double from = s->c[0] > 0.0 ? 0.0 : least;
    bool isLate = from > 0.0 && !(valueAt(s, from) > 0.0);
    double root = isLate || from >= at ? from : crBracketedRoot(curveAt, s, from, at, false);
    ending->z = crMin(crMax(root, least), at);
    ending->end = end;
}

/// At an end of the line, if it goes there: at once where it is there.
static void boundEnd(Ending *ending, const CrSpinSlide *slide, const Solution *s, int way)
{
    double gap = way > 0 ? slide->hi - slide->place.x : slide->place.x - slide->lo;
    double speed = way * slide->speed, gain = way * s->place.c[2];
    Series left = linear(-way, &s->place, way > 0 ? slide->hi : -slide->lo);
    CrSpinEnd end = way > 0 ? CR_SPIN_HI : CR_SPIN_LO;
    if (!(gap > 0.0) && (speed > 0.0 || (speed == 0.0 && gain > 0.0))) {
        ending->z = 0.0;
        ending->end = end;
    } else if (speed > 0.0 || (speed == 0.0 && gain > 0.0)) {
        bound(ending, &left, 0.0, end);
    }
}

static Ending endingOf(const CrSpinSlide *slide, const Solution *s)
{
    Ending ending = {1.0, CR_SPIN_GOES_ON};
    bound(&ending, &s->press, LEAST, CR_SPIN_RISES);
    if (s->side == 0.0) {
        Series up = sumOf(slide->grip, &s->press, -1.0, &s->drive),
               down = sumOf(slide->grip, &s->press, 1.0, &s->drive);
        bound(&ending, &up, LEAST, CR_SPIN_SLIPS);
        bound(&ending, &down, LEAST, CR_SPIN_SLIPS);
    } else {
        double first = slide->speed != 0.0 ? slide->speed : s->place.c[2];
        Series ahead = linear(first < 0.0 ? -1.0 : 1.0, &s->speed, 0.0),
               slip = linear(s->side, &s->speed, -s->side * slide->runs * s->lasts);
        bound(&ending, &ahead, LEAST, CR_SPIN_GOES_ON); // it turns back
        if (slide->grip > 0.0) {
            bound(&ending, &slip, LEAST, CR_SPIN_STOPS);
        }
    }
    boundEnd(&ending, slide, s, 1);
    boundEnd(&ending, slide, s, -1);
    return ending;
}

// ---- its leg

/// As seen from the pivot in axes that do not turn, in those of the time: velocity, acceleration.
static CaromVec2 velocityOf(const CrSpinSlide *slide, double x, double speed)
{
    return crVec(speed - slide->spin * slide->place.y, slide->spin * x);
}

static CaromVec2 accelerationOf(const CrSpinSlide *slide, double x, double speed, double gain)
{
    double w = slide->spin;
    return crVec(gain - w * w * x, 2.0 * w * speed - w * w * slide->place.y);
}

/// Through both ends of the curve, with its acceleration in the middle, and bent a little more
/// towards the surface, so that it bulges out of it by more than it is off.
static void setLeg(const CrSpinSlide *slide, const Solution *s, double z, CrSpinPiece *piece)
{
    double half = 0.5 * z, scale = 1.0 / s->lasts, t = z * s->lasts;
    Series gains = slopeOf(&s->speed);
    if (z < 4.0 * LEAST) { // so short that its start is enough
        piece->velocity = velocityOf(slide, slide->place.x, slide->speed);
        piece->acceleration = accelerationOf(slide, slide->place.x, slide->speed,
                                             valueAt(&gains, 0.0) * scale * scale);
        return;
    }
    CaromVec2 middle =
        accelerationOf(slide, valueAt(&s->place, half), valueAt(&s->speed, half) * scale,
                       valueAt(&gains, half) * scale * scale);
    double bulge = BULGE / 6.0 * jerkOf(slide, s->side) * t;
    middle = crSub(middle, crVec(bulge * slide->lean, bulge));
    piece->acceleration = crRotate(caromRotation(half * s->angle), middle);
    CaromVec2 there = crVec(valueAt(&s->place, z), slide->place.y),
              way = crSub(crRotate(caromRotation(z * s->angle), there), slide->place);
    piece->velocity = crAddScaled(crScale(way, 1.0 / t), piece->acceleration, -0.5 * t);
}

static CrSpinPiece pieceOf(const CrSpinSlide *slide, const Solution *s, Ending ending)
{
    CrSpinPiece piece = {.holds = s->side == 0.0, .end = ending.end};
    piece.lasts = ending.z * s->lasts;
    piece.speed = valueAt(&s->speed, ending.z) / s->lasts;
    piece.speed = piece.holds                   ? slide->speed
                  : ending.end == CR_SPIN_STOPS ? slide->runs
                                                : piece.speed;
    setLeg(slide, s, ending.z, &piece);
    return piece;
}

CrSpinPiece crSpinSlidePiece(const CrSpinSlide *slide)
{
    double drive = crSpinSlideDrive(slide), slip = slide->speed - slide->runs;
    bool holds =
        slip == 0.0 && !slide->slips && crAbs(drive) <= slide->grip * crSpinSlidePress(slide);
    double way = slip != 0.0 ? slip : drive, side = holds ? 0.0 : way < 0.0 ? -1.0 : 1.0;
    Solution s = solve(slide, side);
    return pieceOf(slide, &s, endingOf(slide, &s));
}

CrSpinPiece crSpinSlideHeld(const CrSpinSlide *slide)
{
    Solution s = solve(slide, 0.0);
    Ending ending = {1.0, CR_SPIN_GOES_ON};
    bound(&ending, &s.press, LEAST, CR_SPIN_RISES);
    return pieceOf(slide, &s, ending);
}
