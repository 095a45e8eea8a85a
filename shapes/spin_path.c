// SPDX-License-Identifier: MIT
#include "spin_path.h"

#include "exact.h"

#define NEVER 1e300
#define LAST_TIME (2.0 * CR_HUGE) // clocks end before
#define TURN 6.283185307179586
#define HARDLY 1e-6 // [rad/s]
#define LONG 0x1p20 // [s] 12 days

// ---- the curve

static double size(CaromVec2 v)
{
    return crAbs(v.x) + crAbs(v.y);
}

/// At most half a radian, and at most a second. If both path and spin are so slow that they take
/// days, it is longer, since a step of months would otherwise search millions of seconds. But it is
/// no longer than the path takes for a metre, which has the roundings of a chord. It is not longer
/// than necessary: the times of samples affect the last digits of hits, which must not change for
/// visible rotations.
static double quantumOf(const CrPath *path, double spin)
{
    double quantum = 1.0, speed = size(path->v), a = size(path->a);
    while (quantum * crAbs(spin) > 0.5) {
        quantum *= 0.5;
    }
    while (crAbs(spin) < HARDLY && quantum < LONG && quantum * crAbs(spin) < 0.25 &&
           quantum * (speed + quantum * a) < 0.5) {
        quantum *= 2.0;
    }
    return quantum;
}

CrSpinPath crSpinPathMake(CrPath moved, CaromVec2 pivot, double angle, double anchor, double spin,
                          double frame)
{
    CrSpinPath path = {moved, pivot, angle, anchor, spin, frame, 0.0, false, {0.0, 0.0}};
    path.quantum = quantumOf(&moved, spin);
    return path;
}

CrSpinPath crSpinPathOrbit(CrPath carrier, CaromVec2 arm, double spin)
{
    CrSpinPath path = crSpinPathMake(carrier, carrier.p, 0.0, 0.0, spin, 0.0);
    path.orbits = true;
    path.arm = arm;
    return path;
}

static CrPose turnAt(const CrSpinPath *path, double time)
{
    return crPose(path->pivot, crVec(0.0, 0.0), path->angle + path->spin * (time - path->anchor));
}

/// Where the curve is, of what is moved but not turned yet.
static CaromVec2 turned(const CrSpinPath *path, const CrPose *turn, CaromVec2 moved)
{
    return path->orbits ? crAdd(moved, crPoseTurn(turn, path->arm))
                        : crPoseTurnPointBack(turn, moved);
}

/// A point of the curve at a time of the world.
typedef struct Sample {
    double time;
    CaromVec2 moved, local; ///< not turned; turned
} Sample;

static Sample sampleAt(const CrSpinPath *path, double time)
{
    CrPose turn = turnAt(path, time);
    Sample sample = {time, crPathPoint(&path->path, time - path->frame), {0.0, 0.0}};
    sample.local = turned(path, &turn, sample.moved);
    return sample;
}

CaromVec2 crSpinPathPoint(const CrSpinPath *path, double tau)
{
    CaromVec2 moved = crPathPoint(&path->path, tau);
    if (path->spin == 0.0) {
        return moved;
    }
    CrPose turn = turnAt(path, path->frame + tau);
    return turned(path, &turn, moved);
}

CaromVec2 crSpinPathVelocity(const CrSpinPath *path, double tau)
{
    CaromVec2 velocity = crPathVelocity(&path->path, tau);
    if (path->spin == 0.0) {
        return velocity;
    }
    CrPose turn = turnAt(path, path->frame + tau);
    CaromVec2 arm = crSub(crPathPoint(&path->path, tau), path->pivot);
    return crPoseTurnBack(&turn, crAddScaled(velocity, crLeft(arm), -path->spin));
}

/// How a piece of the curve compares with its chord.
typedef struct Bend {
    double sagitta; ///< [m] the most it is off
    double extent;  ///< [m] of all coordinates: their roundings are some 2^-52 of it
} Bend;

static Bend bendOf(const CrSpinPath *path, const Sample *first, const Sample *last)
{
    double h = last->time - first->time, a = size(path->path.a), spin = crAbs(path->spin);
    if (path->orbits) {
        double bend = a + spin * spin * size(path->arm);
        double extent = crMax(size(first->moved), size(last->moved)) + size(path->arm) + 1e-3;
        Bend result = {bend * h * h * (0.125 * (1.0 + 1e-9)), extent};
        return result;
    }
    double speed =
        crMax(size(crPathVelocity(&path->path, first->time - path->frame)),
              size(crPathVelocity(&path->path, last->time - path->frame))); // linear in time
    double arm =
        crMax(size(crSub(first->moved, path->pivot)), size(crSub(last->moved, path->pivot)));
    arm += a * h * h * 0.125;
    double bend = a + 2.0 * spin * speed + spin * spin * arm;
    Bend result = {bend * h * h * (0.125 * (1.0 + 1e-9)), arm + size(path->pivot) + 1e-3};
    return result;
}

CaromBox crSpinPathBox(const CrSpinPath *path, double from, double to)
{
    CR_ASSERT(!(from > to));
    Sample first = sampleAt(path, path->frame + from), last = sampleAt(path, path->frame + to);
    Bend bend = bendOf(path, &first, &last);
    return crBoxInflate(crBox(first.local, last.local), bend.sagitta + bend.extent * 0x1p-44);
}

// ---- the search

typedef struct Hunt Hunt;
/// Whether a piece of the curve can be passed over.
typedef bool Skip(const Hunt *hunt, const Sample *first, const Sample *last, const Bend *bend);
/// Whether a chord holds what is sought, which it then writes into hunt->found.
typedef bool Take(Hunt *hunt, const Sample *first, const Sample *last);

struct Hunt {
    const CrSpinPath *path;
    const CrEdge *edge;
    const CrSpinWindow *window;
    double from, until;
    Skip *skip;
    Take *take;
    CrMeet found;
};

/// Takes a fraction of a chord; false where that is done with.
static bool offer(Hunt *hunt, const Sample *first, const Sample *last, double fraction, CrPart part)
{
    double tau = (first->time - hunt->path->frame) + fraction * (last->time - first->time);
    bool due = hunt->window->beyond ? tau > hunt->window->after : tau >= hunt->window->after;
    if (due) {
        hunt->found.tau = tau;
        hunt->found.part = part;
    }
    return due;
}

/// Earlier pieces first. start, span: of the dyadic interval, which a leg's start may cut short.
static bool descend(Hunt *hunt, double start, double span, const Sample *first, const Sample *last)
{
    if (first->time > hunt->until || last->time < hunt->from) {
        return false;
    }
    Bend bend = bendOf(hunt->path, first, last);
    if (hunt->skip(hunt, first, last, &bend)) {
        return false;
    }
    if (bend.sagitta <= bend.extent * 0x1p-48 || span <= start * 0x1p-49) {
        return hunt->take(hunt, first, last);
    }
    double half = 0.5 * span, middle = start + half;
    if (middle <= first->time) {
        return descend(hunt, middle, half, first, last);
    }
    Sample between = sampleAt(hunt->path, middle);
    return descend(hunt, start, half, first, &between) ||
           descend(hunt, middle, half, &between, last);
}

/// Until when the path surely keeps out of a circle around the pivot; `time` where it may be in.
static double staysOutUntil(const CrSpinPath *path, double time, double reach)
{
    double tau = time - path->frame;
    CaromVec2 arm = crSub(crPathPoint(&path->path, tau), path->pivot);
    double gap = crLength(arm) - reach - (size(arm) + size(path->pivot) + reach + 1.0) * 0x1p-44;
    if (!(gap > 0.0)) {
        return time;
    }
    double speed = crLength(crPathVelocity(&path->path, tau)), a = crLength(path->path.a);
    double closing = speed + sqrt(speed * speed + 2.0 * a * gap);
    return closing > 0.0 ? time + 2.0 * gap / closing * (1.0 - 1e-9) : NEVER;
}

/// Q, or so much of a late time as leaves room for halving it.
static double quantumAt(const CrSpinPath *path, double time)
{
    double quantum = path->quantum;
    while (quantum < time * 0x1p-40) {
        quantum *= 2.0;
    }
    return quantum;
}

static bool rests(const CrSpinPath *path)
{
    return size(path->path.v) == 0.0 && size(path->path.a) == 0.0;
}

/// What rests beside a body that turns sees the same in each turn.
static double lastTime(const CrSpinPath *path, const CrSpinWindow *window)
{
    double turn = TURN * (1.0 + 1e-9) / crAbs(path->spin) + 2.0 * path->quantum;
    double until = crMin(window->until, LAST_TIME);
    return rests(path) ? crMin(until, path->frame + window->after + turn) : until;
}

static bool search(Hunt *hunt, double reach)
{
    const CrSpinPath *path = hunt->path;
    hunt->until = lastTime(path, hunt->window);
    hunt->until += (1.0 + crAbs(hunt->until)) * 1e-9; // hits have other roundings
    double time = crMax(path->frame + hunt->window->after, hunt->window->from);
    time = crMax(time - (1.0 + time) * 1e-9, path->frame);
    hunt->from = time;
    while (time <= hunt->until) {
        double out = staysOutUntil(path, time, reach);
        double quantum = quantumAt(path, time), start = floor(time / quantum) * quantum;
        if (out >= start + quantum) {
            time = out;
            continue;
        }
        Sample first = sampleAt(path, crMax(start, path->frame)),
               last = sampleAt(path, start + quantum);
        if (descend(hunt, start, quantum, &first, &last)) {
            return true;
        }
        time = start + quantum;
    }
    return false;
}

static double reachOf(const CrSpinPath *path, const CrEdge *edge)
{
    return edge->reach + crLength(path->arm) +
           crMax(crLength(crSub(edge->a, path->pivot)), crLength(crSub(edge->b, path->pivot)));
}

// ---- entries

/// By how much a piece may come nearer to the edge than its chord: by its sagitta, and by what
/// rounding makes of places beside an edge that long, however near to the pivot they are.
static double slackOf(const CrEdge *edge, const Bend *bend)
{
    double edgeSize = size(edge->a) + size(edge->b);
    return bend->sagitta + (bend->extent + edge->reach) * 0x1p-44 + edgeSize * 0x1p-50;
}

/// Whether the edge lies to one side of the chord, before or behind it, or the chord to one side of
/// the edge, by more than the curve's sagitta.
static bool isApart(const Hunt *hunt, const Sample *first, const Sample *last, const Bend *bend)
{
    const CrEdge *edge = hunt->edge;
    double reach = edge->reach + slackOf(edge, bend);
    CaromVec2 chord = crSub(last->local, first->local), along = crSub(edge->b, edge->a);
    CaromVec2 a = crSub(edge->a, first->local), b = crSub(edge->b, first->local);
    if (!crBoxOverlaps(crBoxInflate(crBox(a, b), reach), crBox(crVec(0.0, 0.0), chord))) {
        return true;
    }
    double atA = crCross(chord, a), atB = crCross(chord, b), band = reach * size(chord);
    if ((atA > band && atB > band) || (atA < -band && atB < -band)) {
        return true;
    }
    double start = -crCross(along, a), end = start + crCross(along, chord);
    band = reach * size(along);
    return (start > band && end > band) || (start < -band && end < -band);
}

/// Whether a piece keeps inside of a fat edge. Its depth is convex: the deeper the ends, the deeper
/// all between.
static bool keepsIn(const CrEdge *edge, const Sample *first, const Sample *last, double slack)
{
    return -crEdgeGap(edge, first->local) > slack && -crEdgeGap(edge, last->local) > slack;
}

/// Whether a piece keeps inside of a fat edge, or out of it.
static bool leavesNot(const Hunt *hunt, const Sample *first, const Sample *last, const Bend *bend)
{
    double slack = slackOf(hunt->edge, bend);
    return keepsIn(hunt->edge, first, last, slack) ||
           crEdgeIsClearOf(hunt->edge, first->local, last->local, slack);
}

/// Whether the curve keeps to the solid side of a one-sided edge, from where nothing enters.
static bool isBehind(const Hunt *hunt, const Sample *first, const Sample *last, const Bend *bend)
{
    const CrEdge *edge = hunt->edge;
    CaromVec2 along = crSub(edge->b, edge->a);
    double band = slackOf(edge, bend) * size(along);
    return edge->oneSided && crCross(along, crSub(first->local, edge->a)) > band &&
           crCross(along, crSub(last->local, edge->a)) > band;
}

/// What rests keeps its distance from the pivot, and so from an edge's end that is there, while
/// that is what is nearest of it. Just at its reach roundings would lead in and out at each chord.
static bool circlesEnd(const Hunt *hunt, const Sample *first, const Sample *last, const Bend *bend)
{
    const CrSpinPath *path = hunt->path;
    CaromVec2 a = hunt->edge->a, b = hunt->edge->b;
    bool atA = crEqual(a, path->pivot);
    if (path->orbits || !rests(path) || (!atA && !crEqual(b, path->pivot))) {
        return false;
    }
    CaromVec2 away = atA ? crSub(a, b) : crSub(b, a);
    double band = slackOf(hunt->edge, bend) * size(away);
    return crDot(away, crSub(first->local, path->pivot)) > band &&
           crDot(away, crSub(last->local, path->pivot)) > band;
}

/// Neither comes near the edge nor, being inside of it, out of it.
static bool entersNot(const Hunt *hunt, const Sample *first, const Sample *last, const Bend *bend)
{
    if (isApart(hunt, first, last, bend) || isBehind(hunt, first, last, bend)) {
        return true;
    }
    CrEdge edge = *hunt->edge;
    edge.oneSided = false;
    double slack = slackOf(&edge, bend);
    return crEdgeIsClearOf(&edge, first->local, last->local, slack) ||
           (edge.reach > 0.0 &&
            (keepsIn(&edge, first, last, slack) || circlesEnd(hunt, first, last, bend)));
}

/// A chord as a straight path over the time 0..1.
static CrPath pathOf(const Sample *first, const Sample *last)
{
    return crPathMake(first->local, crSub(last->local, first->local), crVec(0.0, 0.0));
}

static bool isStart(const Hunt *hunt, const Sample *sample)
{
    return sample->time == hunt->path->frame;
}

/// Exact signs of the ends of chord and edge, which neighbours of either share.
static bool takePoint(Hunt *hunt, const Sample *first, const Sample *last)
{
    const CrEdge *edge = hunt->edge;
    CaromVec2 p = first->local, q = last->local, along = crSub(edge->b, edge->a);
    int start = crOrient(edge->a, edge->b, p), end = crOrient(edge->a, edge->b, q);
    CrPath chord = pathOf(first, last);
    if (isStart(hunt, first) && crPathStartsBarelyInside(&chord, edge, start) &&
        offer(hunt, first, last, 0.0, CR_PART_RIGHT)) {
        return true;
    }
    int heading = end - start;
    if (heading == 0 || (edge->oneSided && heading < 0) ||
        crOrient(p, q, edge->a) == crOrient(p, q, edge->b)) {
        return false;
    }
    double before = crCross(along, crSub(p, edge->a)), after = crCross(along, crSub(q, edge->a));
    double fraction = before == after ? 0.0 : crClamp(before / (before - after), 0.0, 1.0);
    return offer(hunt, first, last, fraction, heading > 0 ? CR_PART_RIGHT : CR_PART_LEFT);
}

/// Entries of each chord, and what its ends prove: out at its start, in at its end.
static bool takeDisc(Hunt *hunt, const Sample *first, const Sample *last)
{
    const CrEdge *edge = hunt->edge;
    double before = crEdgeGap(edge, first->local), after = crEdgeGap(edge, last->local);
    if (before <= 0.0 && !isStart(hunt, first)) {
        return false;
    }
    CrPath chord = pathOf(first, last);
    CrMeet meet;
    if (crPathMeets(&chord, edge, 0.0, false, &meet) && meet.tau <= 1.0) {
        return offer(hunt, first, last, meet.tau, meet.part);
    }
    return before > 0.0 && before < NEVER && after <= 0.0 &&
           offer(hunt, first, last, before / (before - after), crEdgePartAt(edge, last->local));
}

/// A circle around the pivot looks the same however it turns: it is met in closed form.
static bool isHub(const CrSpinPath *path, const CrEdge *edge)
{
    return crEqual(edge->a, edge->b) && crEqual(edge->a, path->pivot) && !path->orbits;
}

bool crSpinPathMeets(const CrSpinPath *path, const CrEdge *edge, const CrSpinWindow *window,
                     CrMeet *meet)
{
    if (path->spin == 0.0 || isHub(path, edge)) {
        return crPathMeets(&path->path, edge, window->after, window->beyond, meet);
    }
    Hunt hunt = {path,
                 edge,
                 window,
                 0.0,
                 0.0,
                 entersNot,
                 edge->reach > 0.0 ? takeDisc : takePoint,
                 {NEVER, CR_PART_LEFT}};
    bool found = search(&hunt, reachOf(path, edge));
    *meet = hunt.found;
    return found;
}

// ---- exits

/// An exit is an entry of the chord that is run backwards.
static bool takeExit(Hunt *hunt, const Sample *first, const Sample *last)
{
    double before = crEdgeGap(hunt->edge, first->local), after = crEdgeGap(hunt->edge, last->local);
    if (before > 0.0 || after <= 0.0) {
        return false;
    }
    CrPath back = pathOf(last, first);
    CrMeet meet;
    bool met = crPathMeets(&back, hunt->edge, 0.0, false, &meet) && meet.tau <= 1.0;
    return offer(hunt, first, last, met ? 1.0 - meet.tau : before / (before - after), CR_PART_LEFT);
}

bool crSpinPathLeaves(const CrSpinPath *path, const CrEdge *edge, const CrSpinWindow *window,
                      double *tau)
{
    if (path->spin == 0.0 || isHub(path, edge)) {
        return crPathLeaves(&path->path, edge, window->after, tau);
    }
    CrEdge twoSided = *edge;
    twoSided.oneSided = false;
    CrSpinWindow later = *window;
    later.beyond = true;
    Hunt hunt = {path, &twoSided, &later, 0.0, 0.0, leavesNot, takeExit, {NEVER, CR_PART_LEFT}};
    bool found = search(&hunt, reachOf(path, edge));
    *tau = hunt.found.tau;
    return found;
}
