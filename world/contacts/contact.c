// SPDX-License-Identifier: MIT
#include "contact.h"

#include "../core/lattice.h"
#include "../core/limits.h"
#include "../data/rigid_edits.h"
#include "../events/event.h"
#include "../geometry/shape_storage.h"
#include "../index/filter.h"
#include "../index/hierarchy.h"
#include "../index/moving_index.h"
#include "../narrowphase/pair_manifold.h"
#include "contact_list.h"

#define HALVINGS 10 ///< of an interval, to find when
#define LOOKS 40    ///< halvings at most, to find whether; for shapes without thickness: HALVINGS
#define LEEWAY (1 + 1e-9) ///< what rounding may add to a pace

/// One step's look at the pairs.
typedef struct Stage {
    CaromWorld *world;
    double from, to;
    double first, last; ///< multiples of the interval: at or before from, after to
    bool anew;          ///< the last step had no memory for some: all are judged at `from`
    bool usable;        ///< the layer
    bool complete;      ///< no memory was missing
    bool limited;       ///< by contactLimit
} Stage;

/// A pair that is being judged.
typedef struct Judged {
    Stage *stage;
    CrContactPair pair;
    CrContact *touching;
} Judged;

static double gapAt(const Judged *judged, double time)
{
    return crContactGap(&judged->pair, time);
}

/// Reported by the step in which it happens; a later event is found again by the next step.
static bool isDue(const Judged *judged, double time)
{
    return time > judged->stage->from && time <= judged->stage->to;
}

static void begin(const Judged *judged, double time)
{
    CrContact *touching = judged->touching;
    if (!touching->touches) {
        touching->touches = true;
        touching->since = time;
        touching->manifold = crContactManifold(&judged->pair, time);
        crContactTell(judged->stage->world, touching, time, true);
    }
}

static void part(const Judged *judged, double time)
{
    if (judged->touching->touches) {
        judged->touching->touches = false;
        crContactTell(judged->stage->world, judged->touching, time, false);
    }
}

// ---- between two judgements

/// When they begin to touch, or part, as exact as halvings find it, if they had not at `lo` and
/// have at `hi`.
static double turningPoint(const Judged *judged, double lo, double hi, bool touching)
{
    for (int k = 0; k < HALVINGS; k++) {
        double mid = lo + 0.5 * (hi - lo);
        if ((gapAt(judged, mid) <= 0.0) == touching) {
            hi = mid;
        } else {
            lo = mid;
        }
    }
    return hi;
}

/// Two judgements that follow each other.
typedef struct Interval {
    double lo, gapLo, hi, gapHi;
} Interval;

/// A search for a touch between two judgements.
typedef struct Search {
    const Judged *judged;
    double pace;  ///< [m/s] the gap changes no faster
    double least; ///< [m] shorter ways are not looked into
    int looks;    ///< left
    bool limited; ///< there were too few
    double touch; ///< a time at which they touch, where one was found
} Search;

/// The way that they may near each other by within an interval.
static double wayWithin(const Search *search, Interval interval)
{
    return search->pace * (interval.hi - interval.lo) * LEEWAY;
}

/// Apart at both: whether they touch in between.
static bool touchBetween(Search *search, Interval between, int halvings)
{
    double way = wayWithin(search, between);
    if (halvings == 0 || way < between.gapLo + between.gapHi || way < search->least) {
        return false;
    }
    if (search->looks == 0) {
        search->limited = true;
        return false;
    }
    search->looks--;
    double mid = between.lo + 0.5 * (between.hi - between.lo), gap = gapAt(search->judged, mid);
    if (gap <= 0.0) {
        search->touch = mid;
        return true;
    }
    Interval left = {between.lo, between.gapLo, mid, gap},
             right = {mid, gap, between.hi, between.gapHi};
    return touchBetween(search, left, halvings - 1) || touchBetween(search, right, halvings - 1);
}

/// The same, as deep as their thickness asks for.
static bool passes(const Judged *judged, Interval interval, double *touch)
{
    CrContactPair pair = judged->pair;
    Search search = {judged, crContactPace(&pair, interval.lo, interval.hi), 0.0, 0, false, 0.0};
    if (wayWithin(&search, interval) < interval.gapLo + interval.gapHi) {
        return false;
    }
    crContactMeasure(&pair);
    if (crContactTurnsApart(&pair, interval.lo, interval.hi)) {
        return false;
    }
    double thickness = crContactThickness(&pair);
    search.pace = crContactPace(&pair, interval.lo, interval.hi);
    search.least = 0.5 * thickness;
    search.looks = crContactLooks(&pair);
    bool found = touchBetween(&search, interval, thickness > 0.0 ? LOOKS : HALVINGS);
    judged->stage->limited |= search.limited && !found;
    *touch = search.touch;
    return found;
}

/// From one judgement to the next.
static void judgeInterval(const Judged *judged, Interval interval)
{
    bool before = interval.gapLo <= 0.0, after = interval.gapHi <= 0.0;
    double begins = CR_NEVER, ends = CR_NEVER, touch;
    if (!before && after) {
        begins = turningPoint(judged, interval.lo, interval.hi, true);
    } else if (before && !after) {
        ends = turningPoint(judged, interval.lo, interval.hi, false);
    } else if (!before && passes(judged, interval, &touch)) {
        begins = turningPoint(judged, interval.lo, touch, true);
        ends = turningPoint(judged, touch, interval.hi, false);
    }
    if (before && ends > judged->stage->from && !judged->touching->touches) {
        // It could not be reported in time, for lack of memory.
        begin(judged, crMax(judged->stage->from, interval.lo));
    }
    if (isDue(judged, begins)) {
        begin(judged, begins);
    }
    if (isDue(judged, ends)) {
        part(judged, ends);
    }
}

// ---- one pair

/// Of a moved or new shape: at the clock of the edit.
static void judgeAfterEdit(const Judged *judged, double time)
{
    bool touches = gapAt(judged, time) <= 0.0;
    if (touches && !judged->touching->touches) {
        begin(judged, time);
    } else if (!touches && judged->touching->touches) {
        part(judged, time);
    }
}

/// The multiple of the interval to go on from: until then the last gap is more than they can cover.
static double skip(const Judged *judged, double known, double gap, double lo)
{
    const Stage *stage = judged->stage;
    double pace = crContactPace(&judged->pair, known, stage->last) * LEEWAY;
    double until = crMin(known + crAbs(gap) / pace / LEEWAY, stage->to);
    double next = crSteerBefore(stage->world->contactInterval, until);
    return next <= until ? crMax(lo, next) : lo;
}

/// All that falls into the step. While the last gap is more than they can cover by then, nothing
/// has begun or ended.
static void judgeOnward(const Judged *judged, double since)
{
    const Stage *stage = judged->stage;
    double period = stage->world->contactInterval;
    double known = since, gap = gapAt(judged, known), lo = since;
    while ((lo = skip(judged, known, gap, lo)) < stage->to) {
        double hi = crSteerAfter(period, lo);
        if (crAbs(gap) <= crContactPace(&judged->pair, known, hi) * (hi - known) * LEEWAY) {
            Interval interval = {lo, lo == known ? gap : gapAt(judged, lo), hi, gapAt(judged, hi)};
            judgeInterval(judged, interval);
            known = hi;
            gap = interval.gapHi;
        }
        lo = hi;
    }
    if (judged->touching->touches) {
        judged->touching->manifold = crContactManifold(&judged->pair, stage->to);
    }
}

static bool mayTouch(const CaromWorld *world, const CrShape *a, const CrShape *b)
{
    return (a->contacts || b->contacts) &&
           crFiltersMeet(&crShapeTraitsOf(world, a)->filter, &crShapeTraitsOf(world, b)->filter);
}

/// Whether a call at this time has changed a shape, or its place.
static bool wasPut(const Stage *stage, uint32_t slot)
{
    const CrRigids *rigids = &stage->world->rigids;
    return stage->world->shapes[slot].edited == stage->from &&
           (int)slot < crArrayCount(rigids->isEdited) && rigids->isEdited[slot];
}

/// The solver decides at ticks. Before the next one such a pair ends only by calls.
static void judgeSolved(Stage *stage, CrContact *touching)
{
    CaromWorld *world = stage->world;
    const CrShape *a = &world->shapes[touching->a], *b = &world->shapes[touching->b];
    Judged judged = {stage, crContactPair(world, touching->a, touching->b), touching};
    bool ends = !mayTouch(world, a, b);
    if (!ends && (wasPut(stage, touching->a) || wasPut(stage, touching->b))) {
        ends = gapAt(&judged, stage->from) > CR_SOLVED_GAP;
        if (ends) { // the solver may not notice
            crRigidNoteMix(world);
        }
    }
    touching->kind = CR_CONTACT_SOLVED;
    if (ends) {
        part(&judged, stage->from);
    }
}

/// Of a pair that is not for the solver.
static uint8_t kindOf(const CaromWorld *world, const CrContact *pair)
{
    bool isSensor = world->shapes[pair->a].sensor || world->shapes[pair->b].sensor;
    return isSensor ? CR_CONTACT_SENSOR : CR_CONTACT_SOLID;
}

static void judge(Stage *stage, CrContact *touching)
{
    CaromWorld *world = stage->world;
    if (crContactIsSolved(world, touching->a, touching->b)) {
        judgeSolved(stage, touching);
        return;
    }
    const CrShape *a = &world->shapes[touching->a], *b = &world->shapes[touching->b];
    Judged judged = {stage, crContactPair(world, touching->a, touching->b), touching};
    double edited = crMax(a->edited, b->edited), since = crMax(edited, stage->first);
    bool wasSolved = touching->kind == CR_CONTACT_SOLVED;
    touching->kind = kindOf(world, touching);
    if (!mayTouch(world, a, b)) {
        if (touching->touches) {
            part(&judged, stage->from);
        }
        return;
    }
    if (edited == stage->from || stage->anew || wasSolved) {
        judgeAfterEdit(&judged, stage->from);
    }
    if (crContactMoves(&judged.pair)) {
        judgeOnward(&judged, since);
    }
}

// ---- the stage

static void judgeListed(Stage *stage)
{
    CrContacts *t = &stage->world->touchings;
    for (int k = 0; k < crArrayCount(t->all); k++) {
        judge(stage, &t->all[k]);
    }
}

/// A pair with overlapping boxes; `a` reports contacts, and is the first one if both do.
static void judgeCandidate(Stage *stage, uint32_t watched, uint32_t other)
{
    CaromWorld *world = stage->world;
    CrContacts *t = &world->touchings;
    const CrShape *s = &world->shapes[watched], *o = &world->shapes[other];
    if (s->body == o->body || (o->contacts && other < watched)) {
        return;
    }
    uint32_t a = watched < other ? watched : other, b = watched < other ? other : watched;
    if (crContactIsSolved(world, a, b) || crContactFind(t, a, b) != NULL) {
        return;
    }
    if (!crArrayGrow(t->all, 1, &world->allocator)) {
        stage->complete = false;
        return;
    }
    CrContact fresh = crContactFresh(world, a, b);
    judge(stage, &fresh);
    if (fresh.touches) {
        crContactInsert(t, &fresh);
    }
}

typedef void Visit(Stage *stage, uint32_t shape, uint32_t other);

/// All whose boxes overlap one.
static void visitAround(Stage *stage, uint32_t shape, CaromBox box, Visit *visit)
{
    const CaromWorld *world = stage->world;
    CrBoxCellsWalk resting;
    CrMovingIndexWalk moving;
    uint32_t other;
    crBoxCellsStart(&resting, &world->boxes, box);
    while (crBoxCellsNext(&resting, &other)) {
        visit(stage, shape, other);
    }
    crBoxCellsStart(&resting, &world->sensors.boxes, box);
    while (crBoxCellsNext(&resting, &other)) {
        visit(stage, shape, other);
    }
    crMovingIndexStartIn(&moving, world, box, CR_MOVING_SOLIDS | CR_MOVING_SENSORS);
    while (crMovingIndexNext(&moving, &other)) {
        visit(stage, shape, other);
    }
}

static void judgeAround(Stage *stage, uint32_t watched)
{
    CaromBox box = crMovingIndexSweptBox(stage->world, watched, stage->first, stage->last);
    visitAround(stage, watched, box, judgeCandidate);
}

static Stage stageFrom(CaromWorld *world, double to)
{
    double from = world->time;
    Stage stage = {world,
                   from,
                   to,
                   crSteerBefore(world->contactInterval, from),
                   crSteerAfter(world->contactInterval, to),
                   world->touchings.owed,
                   false,
                   true,
                   false};
    return stage;
}

static int flagsOf(const Stage *stage)
{
    return (stage->complete ? 0 : CAROM_STEP_EXHAUSTED) |
           (stage->limited ? CAROM_STEP_CONTACTS_LIMITED : 0);
}

CaromStepFlags crContactsStep(CaromWorld *world, double to)
{
    CrContacts *t = &world->touchings;
    if (crArrayCount(t->watched) == 0 && crArrayCount(t->all) == 0) {
        return CAROM_STEP_OK;
    }
    Stage stage = stageFrom(world, to);
    int before = t->ahead ? crEventsBringContactsLast(world, t->since) : crEventsCollected(world);
    int flags = t->ahead ? t->flags : CAROM_STEP_OK;
    crContactsEndStale(world, stage.from);
    judgeListed(&stage);
    for (int k = 0; k < crArrayCount(t->watched); k++) {
        judgeAround(&stage, t->watched[k]);
    }
    crContactsDropParted(t);
    crEventsJoin(world, before);
    flags |= flagsOf(&stage);
    t->ahead = false;
    t->owed = (flags & CAROM_STEP_EXHAUSTED) != 0;
    return (CaromStepFlags)flags;
}

// ---- bodies that turn within a step

/// The shape of a pair that reports contacts, the first one if both do; CR_NONE: neither.
static uint32_t watchedOf(const CaromWorld *world, uint32_t a, uint32_t b)
{
    return world->shapes[a].contacts ? a : world->shapes[b].contacts ? b : CR_NONE;
}

/// Up to the stage's end.
static void judgeBefore(Stage *stage, uint32_t shape, uint32_t other)
{
    uint32_t a = shape < other ? shape : other, b = shape < other ? other : shape;
    CrContact *listed = crContactFind(&stage->world->touchings, a, b);
    uint32_t watched = watchedOf(stage->world, a, b);
    if (listed != NULL && !crContactIsSolved(stage->world, a, b)) {
        judge(stage, listed);
    } else if (listed == NULL && watched != CR_NONE) {
        judgeCandidate(stage, watched, watched == a ? b : a);
    }
}

/// At the stage's end, where rounding may have parted them, or joined.
static void judgeAfter(Stage *stage, uint32_t shape, uint32_t other)
{
    CaromWorld *world = stage->world;
    CrContacts *t = &world->touchings;
    uint32_t a = shape < other ? shape : other, b = shape < other ? other : shape;
    if (world->shapes[a].body == world->shapes[b].body || crContactIsSolved(world, a, b) ||
        !mayTouch(world, &world->shapes[a], &world->shapes[b])) {
        return;
    }
    if (!crArrayGrow(t->all, 1, &world->allocator)) {
        stage->complete = false;
        return;
    }
    CrContact fresh = crContactFresh(world, a, b), *listed = crContactFind(t, a, b);
    Judged judged = {stage, crContactPair(world, a, b), listed != NULL ? listed : &fresh};
    fresh.kind = kindOf(world, &fresh);
    judgeAfterEdit(&judged, stage->to);
    if (fresh.touches) {
        crContactInsert(t, &fresh);
    }
}

static void judgeTurn(CaromWorld *world, uint32_t body, double time, Visit *visit, bool isBefore)
{
    CrContacts *t = &world->touchings;
    if (time <= world->time || world->recorder != NULL ||
        (crArrayCount(t->watched) == 0 && crArrayCount(t->all) == 0)) {
        return; // its pairs are judged as after an edit, or not at all
    }
    if (!t->ahead) {
        t->ahead = true;
        t->since = crEventsCollected(world);
        t->flags = CAROM_STEP_OK;
        crContactsEndStale(world, world->time);
    }
    Stage stage = stageFrom(world, time);
    CrHierarchyWalk walk = crHierarchyShapes(world, body);
    uint32_t shape;
    while (crHierarchyNextShape(&walk, &shape)) {
        if (!world->bodies[world->shapes[shape].body].disabled) {
            CaromBox box = crMovingIndexSweptBox(world, shape, isBefore ? stage.first : time,
                                                 isBefore ? stage.last : time);
            visitAround(&stage, shape, box, visit);
        }
    }
    t->flags |= flagsOf(&stage);
}

void crContactsBeforeTurn(CaromWorld *world, uint32_t body, double time)
{
    judgeTurn(world, body, time, judgeBefore, true);
}

void crContactsAfterTurn(CaromWorld *world, uint32_t body, double time)
{
    judgeTurn(world, body, time, judgeAfter, false);
}
