// SPDX-License-Identifier: MIT
// Aiming: launches that meet a target. Seen from a projectile that is dropped, not thrown, the
// target goes along q(t) = d + u·t + b·t² (d: how far apart they start, u: the target's velocity,
// b: half the target's acceleration less the projectile's). A launch v meets it at t where
// v·t = q(t), so the times are the roots of |q(t)|² = speed²·t², a quartic, and v = q(t) / t.
//
// In units of time √(|d|/|b|) and of speed √(|d|·|b|), d and b are unit vectors, and t -> 1/t swaps
// them: roots above 1 are found as roots below 1 of the mirrored quartic. Turns come from its
// coefficients; its values, from q itself, as the coefficients forget a slow shot at what is far
// away. A turn that touches zero within rounding is a root, which is where this differs from
// crCurveRoots. A target at rest has a closed form: there t − 1/t and t + 1/t are square roots.
#include "inline.h"
#include "roots.h"
#include "shapes.h"

#define ROUNDING (8.0 * DBL_EPSILON) // of the lengths involved, what may be wrong by rounding
#define MOST 1e300                   // CAROM_FOREVER
#define NOTHING 1e-30                // [s], [1/s]: shorter or slower counts as no time and never

/// A target on apart + drift·t + pull·t², to be met by what leaves 0 at t = 0 with that speed.
typedef struct Chase {
    CaromVec2 apart, drift, pull;
    double speed;
} Chase;

/// |target|² − (speed·t)². At t = 1 the mirrored chase has the same bits.
static double lead(const void *context, double t, double *slope)
{
    const Chase *c = context;
    CaromVec2 target = crAddScaled(crAddScaled(c->apart, c->pull, t * t), c->drift, t);
    CaromVec2 velocity = crAddScaled(c->drift, c->pull, 2.0 * t);
    double way = c->speed * t;
    *slope = 2.0 * (crDot(target, velocity) - c->speed * way);
    return crLengthSquared(target) - way * way;
}

/// 1 where the target is farther than the projectile gets, −1 where it is nearer, 0 where rounding
/// decides.
static int sideAt(const Chase *c, double t)
{
    double slope, gap = lead(c, t, &slope);
    double length = crLength(c->apart) + crLength(c->drift) * t + crLength(c->pull) * (t * t);
    double error = ROUNDING * (length + c->speed * t);
    double most = error * (2.0 * c->speed * t + error);
    return gap > most ? 1 : gap < -most ? -1 : 0;
}

/// Times in (0, 1], ascending, of a chase in the units of the head comment. Between two turns
/// within rounding of zero all is: they count once.
static int timesToOne(const Chase *c, double times[4])
{
    double slopes[4] = {
        2.0 * crDot(c->apart, c->drift),
        2.0 * (crLengthSquared(c->drift) - c->speed * c->speed + 2.0 * crDot(c->apart, c->pull)),
        6.0 * crDot(c->drift, c->pull), 4.0 * crLengthSquared(c->pull)};
    double turns[4];
    int turnCount = crPolynomialRoots(slopes, 3, 1.0, turns), count = 0, before = 1;
    double lo = 0.0;
    turns[turnCount++] = 1.0;
    for (int i = 0; i < turnCount; i++) {
        int side = sideAt(c, turns[i]);
        if (side == 0 && before != 0) {
            times[count++] = turns[i];
        } else if (side * before < 0) {
            times[count++] = crBracketedRoot(lead, c, lo, turns[i], before < 0);
        }
        before = side;
        lo = turns[i];
    }
    return count;
}

/// All times of a chase in the units of the head comment.
static int quarticTimes(const Chase *c, double times[8])
{
    Chase mirrored = {c->pull, c->drift, c->apart, c->speed};
    double late[4];
    int count = timesToOne(c, times), lateCount = timesToOne(&mirrored, late);
    if (sideAt(c, 1.0) == 0) {
        lateCount--; // both found what is at 1
    }
    while (lateCount > 0) {
        times[count++] = 1.0 / late[--lateCount];
    }
    return count;
}

/// The same for a target at rest: (t − 1/t)² = speed² − |apart + pull|² = spare, and (t + 1/t)² =
/// speed² + |apart − pull|².
static int restingTimes(const Chase *c, double times[2])
{
    double least = crLength(crAdd(c->apart, c->pull));
    if (crAbs(c->speed - least) <= ROUNDING * (1.0 + c->speed)) {
        times[0] = 1.0;
        return 1;
    }
    if (c->speed < least) {
        return 0;
    }
    double spare = (c->speed - least) * (c->speed + least);
    double whole = c->speed * c->speed + crLengthSquared(crSub(c->apart, c->pull));
    times[1] = 0.5 * (sqrt(whole) + sqrt(spare));
    times[0] = 1.0 / times[1];
    return 2;
}

/// Solutions z of |drift + k·z| = speed, unit k; lo <= hi, both when they are one within rounding.
/// Half their distance is the root of speed² − (drift's part across k)².
static bool straightSolutions(CaromVec2 drift, CaromVec2 k, double speed, double *lo, double *hi)
{
    double along = crDot(drift, k), across = crAbs(crCross(drift, k)), spare = speed - across;
    double sum = crLength(drift) + speed, over = crLength(drift) - speed;
    double error = ROUNDING * sum;
    if (spare < -error) {
        return false;
    }
    if (crAbs(over) <= error) { // equally fast: one is 0
        *lo = crMin(-2.0 * along, 0.0);
        *hi = crMax(-2.0 * along, 0.0);
    } else if (spare <= error) {
        *lo = *hi = -along;
    } else {
        double root = sqrt(spare * (speed + across));
        double far = along > 0.0 ? -(along + root) : root - along, near = over * sum / far;
        *lo = crMin(near, far);
        *hi = crMax(near, far);
    }
    return true;
}

/// Those above 0 for k of any length, ascending.
static int straightTimes(CaromVec2 drift, CaromVec2 k, double speed, double z[2])
{
    double length = crLength(k), lo, hi;
    int count = 0;
    if (length == 0.0 || !straightSolutions(drift, crUnit(k, length), speed, &lo, &hi)) {
        return 0;
    }
    if (lo > 0.0 && lo < hi) {
        z[count++] = lo / length;
    }
    if (hi > 0.0) {
        z[count++] = hi / length;
    }
    return count;
}

/// All times at which the chase ends, ascending.
static int meetingTimes(const Chase *c, double times[8])
{
    double distance = crLength(c->apart), pull = crLength(c->pull);
    double fast = crLength(c->drift) + c->speed;
    double speedUnit = sqrt(distance) * sqrt(pull);
    if (speedUnit <= NOTHING * fast) { // straight flight, or no distance to speak of
        if (distance <= NOTHING * fast) {
            return straightTimes(c->drift, c->pull, c->speed, times);
        }
        double rates[2];
        int count = straightTimes(c->drift, c->apart, c->speed, rates);
        for (int i = 0; i < count; i++) {
            times[i] = 1.0 / rates[count - 1 - i];
        }
        return count;
    }
    Chase scaled = {crScale(c->apart, 1.0 / distance), crScale(c->drift, 1.0 / speedUnit),
                    crScale(c->pull, 1.0 / pull), c->speed / speedUnit};
    bool rests = c->drift.x == 0.0 && c->drift.y == 0.0;
    int count = rests ? restingTimes(&scaled, times) : quarticTimes(&scaled, times);
    double timeUnit = sqrt(distance) / sqrt(pull);
    for (int i = 0; i < count; i++) {
        times[i] *= timeUnit;
    }
    return count;
}

int caromAimLead(CaromVec2 from, CaromTarget target, double speed, CaromVec2 acceleration,
                 CaromShot *shots, int capacity)
{
    Chase chase = {crSub(target.position, from), target.velocity,
                   crScale(crSub(target.acceleration, acceleration), 0.5), speed};
    double times[8];
    int found = meetingTimes(&chase, times), count = 0;
    for (int i = 0; i < found; i++) {
        double t = times[i];
        if (!(t <= CR_HUGE)) {
            continue;
        }
        if (count < capacity) {
            CaromVec2 v =
                crAddScaled(crAddScaled(chase.drift, chase.pull, t), chase.apart, 1.0 / t);
            double length = crLength(v);
            shots[count].velocity = length > 0.0 ? crScale(v, speed / length) : v;
            shots[count].time = t;
        }
        count++;
    }
    return count;
}

int caromAimAt(CaromVec2 from, CaromVec2 to, double speed, CaromVec2 acceleration,
               CaromShot shots[2])
{
    CaromTarget target = {to, {0.0, 0.0}, {0.0, 0.0}};
    return caromAimLead(from, target, speed, acceleration, shots, 2);
}

bool caromAimLeastSpeed(CaromVec2 from, CaromVec2 to, CaromVec2 acceleration, CaromShot *shot)
{
    CaromVec2 apart = crSub(to, from);
    double distance = crLength(apart), pull = 0.5 * crLength(acceleration);
    if (distance == 0.0) {
        shot->velocity = crVec(0.0, 0.0);
        shot->time = 0.0;
        return true;
    }
    if (pull == 0.0) {
        return false;
    }
    // Halfway between towards the point and against the acceleration, at the unit of speed.
    CaromVec2 way = crAddScaled(crScale(apart, 1.0 / distance), acceleration, -0.5 / pull);
    shot->velocity = crScale(way, sqrt(distance) * sqrt(pull));
    shot->time = sqrt(distance) / sqrt(pull);
    return true;
}

// ---- on the ground

bool caromAimStop(CaromVec2 from, CaromVec2 to, double arrival, double deceleration,
                  CaromShot *shot)
{
    CaromVec2 apart = crSub(to, from);
    double distance = crLength(apart);
    double speed = sqrt(arrival * arrival + 2.0 * deceleration * distance);
    bool isPoint = distance == 0.0;
    double time = isPoint ? 0.0 : 2.0 * distance / (speed + arrival);
    if (!(arrival >= 0.0 && deceleration >= 0.0 && speed <= MOST && time <= CR_HUGE) ||
        (isPoint && arrival > 0.0)) {
        return false;
    }
    shot->velocity = isPoint ? crVec(0.0, 0.0) : crScale(crUnit(apart, distance), speed);
    shot->time = time;
    return true;
}

double caromStopDistance(double speed, double deceleration)
{
    double way = speed * (0.5 * speed / deceleration); // NaN and infinity: one of them is 0
    return way >= 0.0 && speed > 0.0 ? crMin(way, MOST) : 0.0;
}
