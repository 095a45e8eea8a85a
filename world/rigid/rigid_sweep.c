// SPDX-License-Identifier: MIT
#include "rigid_sweep.h"

#include "../../dynamics/dynamics.h"
#include "../../shapes/bits.h"
#include "../../shapes/contact_parts.h"
#include "../geometry/shape_view.h"
#include "../index/hierarchy.h"
#include "../index/moving_index.h"
#include "../narrowphase/shape_walk.h"
#include "rigid_due.h"
#include "rigid_meet.h"
#include "rigid_pool.h"
#include "tick.h"

#define PART 0.25       ///< of the least half-width: farther or deeper, and the path is swept
#define PRESSED 0.0625  ///< of it: how deep what presses may get
#define CREEP 0.015625  ///< of it: by so much may what begins deeper get deeper in a tick
#define HALFWAY 0.5     ///< of it: but no deeper than that. A triangle's middle is at 2/3
#define BURIED 0.9      ///< of it: deeper, and only its middle is kept from passing
#define THIN 0.002      ///< [m] half-widths count as this at least, but not as more than
#define SLIM 0.125      ///< of the extent
#define SHALLOW 0.0002f ///< [m] what is less deep is not looked at

// ---- measures

static CrTrack trackOf(const CrBody *body)
{
    CrTrack track = {body->pivot, body->drift, body->velocity,  body->acceleration,
                     body->turn,  body->spin,  body->anchorTime};
    if (body->type == CAROM_BODY_STATIC) {
        static const CrTrack still;
        track = still;
    }
    return track;
}

/// [m] from a place to the farthest of a shape, as it is baked.
static double reachOf(const CrShape *shape, CaromVec2 pivot)
{
    double most = 0.0;
    for (int i = 0; i < shape->pointCount; i++) {
        most = crMax(most, crLengthSquared(crSub(shape->baked[i], pivot)));
    }
    return sqrt(most) + shape->radius;
}

static bool isWhole(const CrShape *shape)
{
    CaromGeometry geometry = crShapeGeometry(shape);
    return crContactIsWhole(&geometry);
}

/// [m] half of how wide a convex outline is where it is thinnest.
static double halfWidth(const CrConvex *outline)
{
    double least = outline->count > 2 ? 1e300 : 0.0;
    for (int i = 0; i < outline->count && outline->count > 2; i++) {
        int next = i + 1 < outline->count ? i + 1 : 0;
        CaromVec2 n = crNormalize(crLeft(crSub(outline->points[next], outline->points[i])));
        double most = 0.0;
        for (int k = 0; k < outline->count; k++) {
            most = crMax(most, crDot(crSub(outline->points[k], outline->points[i]), n));
        }
        least = crMin(least, most);
    }
    return 0.5 * least + outline->radius;
}

static double usable(double width, double extent)
{
    return crMax(width, crMin(THIN, SLIM * extent));
}

/// What takes part in collisions of bodies: a solid, not of a mover.
static bool isSolid(const CaromWorld *world, uint32_t slot)
{
    const CrShape *shape = &world->shapes[slot];
    const CrBody *body = &world->bodies[shape->body];
    return !shape->sensor && !body->disabled && !body->character && shape->edgeCount > 0;
}

// ---- what is swept

static bool isFast(const CrRigidPlan *path, double span, double extent, double width)
{
    double way = (crAbs(path->velocity.x) + crAbs(path->velocity.y) +
                  0.5 * span * (crAbs(path->acceleration.x) + crAbs(path->acceleration.y)) +
                  crAbs(path->spin) * extent) *
                 span;
    return way > PART * width;
}

static void list(CaromWorld *world, CrRigid *rigid)
{
    if (!rigid->swept) {
        rigid->swept = true;
        crArrayPush(world->rigids.fast, rigid->body);
    }
}

/// By the solver's measures, which are at hand: [m] the least half-width of its shapes.
static double leastWidth(const CrDynamics *d, int i)
{
    double least = 1e300;
    for (int s = d->bodies.traits[i].firstShape; s; s = d->shapes.shape[s].next) {
        least = crMin(least, (double)d->shapes.shape[s].width);
    }
    return least;
}

void crRigidSweepConsider(CaromWorld *world, CrRigid *rigid, const CrRigidPlan *path, double span)
{
    const CrRigidMirror *mirror = world->rigids.mirror;
    int i = mirror->bodyOf[rigid->body];
    rigid->swept = rigid->presses = false;
    crRigidDueSet(world, rigid, NULL);
    rigid->struck = 0;
    if (i) {
        const CrDynamics *d = &mirror->dynamics;
        double extent = (double)d->bodies.traits[i].extent,
               width = usable(leastWidth(d, i), extent);
        if (isFast(path, span, extent, width)) {
            list(world, rigid);
        }
    }
}

void crRigidSweepConsiderBouncing(CaromWorld *world)
{
    const CrRigidMirror *mirror = world->rigids.mirror;
    const int32_t *bouncing = mirror->dynamics.bouncing;
    for (int k = 0; k < crArrayCount(bouncing); k++) {
        uint32_t slot = mirror->bodyAt[bouncing[k]];
        if (slot != CR_NONE && crBodyIsSolved(&world->bodies[slot]) &&
            crRigidOf(world, slot)->awake) {
            list(world, crRigidOf(world, slot));
        }
    }
}

/// [m] of a lane's first points.
static float depthIn(const CrLaneBlock *block, int lane, int points)
{
    float first = block->point[0].s0[lane], second = block->point[1].s0[lane];
    float least = points == 2 && second < first ? second : first;
    return block->dA[lane] - block->dB[lane] - least;
}

static void considerLane(CaromWorld *world, int32_t index, const CrLaneBlock *block, int lane)
{
    const CrRigidMirror *mirror = world->rigids.mirror;
    const CrDynamics *d = &mirror->dynamics;
    const CrRigidContact *contact = &d->contacts.contact[index];
    bool isA = d->bodies.traits[contact->bodyA].type == CR_RIGID_DYNAMIC;
    bool isB = d->bodies.traits[contact->bodyB].type == CR_RIGID_DYNAMIC;
    const CrRigidShape *shape = &d->shapes.shape[isA ? contact->shapeA : contact->shapeB];
    double width = usable((double)shape->width, (double)shape->extent);
    uint32_t slot = mirror->bodyAt[shape->body];
    if (isA != isB && (double)depthIn(block, lane, contact->count) > 0.5 * PART * width &&
        slot != CR_NONE && crBodyIsSolved(&world->bodies[slot]) && crRigidOf(world, slot)->awake) {
        list(world, crRigidOf(world, slot));
    }
}

void crRigidSweepConsiderDeep(CaromWorld *world)
{
    const CrRigidMirror *mirror = world->rigids.mirror;
    const CrDynamics *d = &mirror->dynamics;
    const CrLanes *lanes = &d->contacts.lanes;
    for (int32_t i = 0; i < lanes->used; i++) {
        const CrLaneBlock *block = &lanes->block[i];
        unsigned bits = (unsigned)(lanes->head[i].writesA ^ lanes->head[i].writesB);
        for (; bits; bits &= bits - 1) { // one of both is dynamic
            int l = crLowestBit(bits);
            if (depthIn(block, l, 2) > SHALLOW) {
                considerLane(world, lanes->base[i].contact[l], block, l);
            }
        }
    }
}

// ---- one path

typedef struct Search {
    CaromWorld *world;
    CrRigid *rigid;
    CrTrack track;
    CrConvex outline;
    CaromVec2 edge[2]; ///< of an outline that is one
    CaromVec2 heart;   ///< the outline's middle
    double width;      ///< [m] both of them only where the outline is near something
    bool isKnown;      ///< these two
    int near;          ///< the first of rigids.kinematic that the body may come near
    uint32_t shape, part;
    double from, until; ///< later touches do not matter
    CrPose pose;        ///< of the last body it was compared with, at `from`
    uint32_t posed;     ///< that body, or CR_NONE
    bool found;
    CrRigidImpact first;
} Search;

static CaromVec2 middleOf(const CrConvex *outline)
{
    CaromVec2 sum = crVec(0.0, 0.0);
    for (int i = 0; i < outline->count; i++) {
        sum = crAdd(sum, outline->points[i]);
    }
    return crScale(sum, 1.0 / outline->count);
}

static CrConvex edgeOutline(const CrShape *shape, int edge, CaromVec2 points[2], CaromVec2 pivot)
{
    CrEdge of = crShapeEdge(shape, edge, 0.0);
    points[0] = of.a;
    points[1] = of.b;
    double reach =
        sqrt(crMax(crLengthSquared(crSub(of.a, pivot)), crLengthSquared(crSub(of.b, pivot))));
    CrConvex outline = {points, crEqual(of.a, of.b) ? 1 : 2, of.reach, reach + of.reach};
    return outline;
}

/// [m] How far a track's center comes from where it is, at most.
static double wayOf(const CrTrack *track, double from, double until)
{
    double span = until - from;
    CaromVec2 v = crAddScaled(track->velocity, track->acceleration, from - track->time);
    return (crLength(v) + 0.5 * crLength(track->acceleration) * span) * span;
}

/// [m] How far the body's center moves until the search ends, and the points of an edge, at most.
static double mostWay(const Search *search, const CrTrack *track, const CrConvex *against)
{
    double from = search->from, until = search->until;
    return wayOf(&search->track, from, until) + wayOf(track, from, until) +
           crAbs(track->spin) * (until - from) * against->reach;
}

/// Whether an edge is too far away for any touch: its gap from the disc around the body is more
/// than both can move.
static bool isOutOfReach(Search *search, uint32_t body, const CrTrack *track,
                         const CrConvex *against)
{
    if (search->posed != body) {
        search->posed = body;
        search->pose = crTrackPose(track, search->from);
    }
    CaromVec2 own = crAdd(search->track.pivot, crTrackOffset(&search->track, search->from)),
              at = crPoseToLocal(&search->pose, own), a = against->points[0],
              along = crSub(against->points[against->count - 1], a), to = crSub(at, a);
    double square = crLengthSquared(along);
    double part = square > 0.0 ? crClamp(crDot(along, to) / square, 0.0, 1.0) : 0.0;
    double far = crLength(crSub(to, crScale(along, part)));
    double most = search->outline.reach + against->radius + mostWay(search, track, against);
    double slack = crAbs(own.x) + crAbs(own.y) + most; // far above all roundings
    return far > most + slack * 1e-9;
}

/// Whether the body's middle is on the free side of a one-sided edge.
static bool isBehind(const Search *search, const CrTrack *track, const CrConvex *against,
                     double time)
{
    CrPose own = crTrackPose(&search->track, time), other = crTrackPose(track, time);
    CaromVec2 heart = crPoseToLocal(&other, crPoseToWorld(&own, search->heart)),
              a = against->points[0], b = against->points[1];
    return crCross(crSub(b, a), crSub(heart, a)) > 0.0;
}

/// How deep it may get, if it starts with that gap.
static double depthFor(const Search *search, double gap, double tolerance)
{
    double depth = 0.0;
    if (search->rigid->presses || search->rigid->solved) {
        bool near = search->rigid->solved && gap < PART * search->width;
        depth = (near ? PART : PRESSED) * search->width;
    }
    bool creeps = search->rigid->solved && search->rigid->struck == 0 && -gap > depth &&
                  -gap < HALFWAY * search->width;
    double more = creeps ? CREEP * search->width : 0.0;
    return crMax(depth, -gap + crMax(more, 2.0 * tolerance));
}

static void record(Search *search, uint32_t other, uint32_t edge, double time, bool touches)
{
    CrRigidImpact *first = &search->first;
    bool sooner = !search->found || time < first->time ||
                  (time == first->time &&
                   (other < first->other || (other == first->other && edge < first->against)));
    if (sooner) {
        CrRigidImpact impact = {time, search->shape, other, search->part, edge, touches};
        *first = impact;
        search->found = true;
        search->until = crMin(search->until, time + crAbs(time) * 0x1p-50);
    }
}

static void knowOutline(Search *search)
{
    if (!search->isKnown) {
        search->isKnown = true;
        search->heart = middleOf(&search->outline);
        search->width = usable(halfWidth(&search->outline), search->outline.reach);
    }
}

static bool sweepEdge(void *context, uint32_t other, int edge)
{
    Search *search = context;
    const CaromWorld *world = search->world;
    const CrShape *shape = &world->shapes[other];
    const CrBody *body = &world->bodies[shape->body];
    CrTrack track = trackOf(body);
    CrRigidTouch touch;
    if (!isSolid(world, other) || body->type == CAROM_BODY_DYNAMIC) {
        return true;
    }
    CaromVec2 points[2];
    CrConvex against = edgeOutline(shape, edge, points, track.pivot), own = search->outline;
    if (isOutOfReach(search, shape->body, &track, &against)) {
        return true;
    }
    knowOutline(search);
    bool sided = shape->oneSided && against.count == 2;
    if (sided && isBehind(search, &track, &against, search->from)) {
        return true;
    }
    CrConvexGap gap = crConvexGap(&search->track, &own, &track, &against, search->from);
    double tolerance = crConvexTolerance(&search->track, &own, search->from);
    double depth = depthFor(search, gap.gap, tolerance);
    if (depth > BURIED * search->width) {
        own.points = &search->heart;
        own.count = 1;
        own.radius = 0.0;
        against.radius = 0.0;
        gap = crConvexGap(&search->track, &own, &track, &against, search->from);
        depth = 0.0;
        if (gap.gap <= 2.0 * tolerance) {
            return true; // put there
        }
    }
    double most = mostWay(search, &track, &against) +
                  crAbs(search->track.spin) * (search->until - search->from) * own.reach;
    if (gap.gap + depth > most * (1.0 + 1e-9) + 4.0 * tolerance) {
        return true; // not in that time
    }
    double time;
    bool converged;
    if (crTimeOfImpact(&search->track, &own, &track, &against, depth, search->from, search->until,
                       &time, &converged) &&
        !(sided && isBehind(search, &track, &against, time)) &&
        crRigidShapesMeet(world, search->shape, search->part == CR_NONE ? 0 : (int)search->part,
                          other, edge, &touch)) {
        record(search, other, (uint32_t)edge, time, converged);
    }
    return true;
}

/// Lists what is kinematic, once between two ticks or edits. There is room, as for all that moves.
static void listKinematic(CaromWorld *world)
{
    const CrMovingIndex *index = &world->movingIndex;
    CrRigids *rigids = &world->rigids;
    if (rigids->kinematicKnown) {
        return;
    }
    rigids->kinematicKnown = true;
    rigids->kinematicUntil = crTickAfter(world, world->time);
    crArraySetCount(rigids->kinematic, 0);
    for (int k = 0; k < index->solids; k++) {
        uint32_t shape = index->shapes[k];
        const CrBody *body = &world->bodies[world->shapes[shape].body];
        if (body->type == CAROM_BODY_KINEMATIC) {
            CrSweptSolid solid = {
                crMovingIndexSweptBox(world, shape, world->time, rigids->kinematicUntil), shape,
                body->parent == CR_NONE};
            crArrayPush(rigids->kinematic, solid);
        }
    }
}

/// Whether a kinematic shape may come within a box in the search's time.
static bool comesNear(const Search *search, const CrSweptSolid *solid, CaromBox box)
{
    if (solid->steady && search->until <= search->world->rigids.kinematicUntil) {
        return crBoxOverlaps(box, solid->box);
    }
    return crBoxOverlaps(
        box, crMovingIndexSweptBox(search->world, solid->shape, search->from, search->until));
}

/// Where a path leads until then, for what is within a reach of its center.
typedef struct Reach {
    CaromVec2 from, to;
    double pad;
} Reach;

static Reach reachUntil(const Search *search, double reach)
{
    const CrTrack *track = &search->track;
    double span = search->until - search->from;
    Reach out = {crAdd(track->pivot, crTrackOffset(track, search->from)),
                 crAdd(track->pivot, crTrackOffset(track, search->until)),
                 reach + 0.125 * crLength(track->acceleration) * span * span};
    return out;
}

static void sweepPart(Search *search)
{
    CaromWorld *world = search->world;
    search->isKnown = false;
    Reach reach = reachUntil(search, search->outline.reach);
    (void)crVisitSwept(world, reach.from, reach.to, reach.pad, sweepEdge, search);
    CaromBox box = crBoxInflate(crBox(reach.from, reach.to), reach.pad);
    for (int k = search->near; k < crArrayCount(world->rigids.kinematic); k++) {
        uint32_t shape = world->rigids.kinematic[k].shape;
        if (comesNear(search, &world->rigids.kinematic[k], box)) {
            for (int e = 0; e < world->shapes[shape].edgeCount; e++) {
                sweepEdge(search, shape, e);
            }
        }
    }
}

static CrConvex wholeOutline(const CrShape *shape, CaromVec2 pivot)
{
    CrConvex outline = {shape->baked, shape->pointCount, shape->radius, reachOf(shape, pivot)};
    return outline;
}

static void sweepShape(Search *search, uint32_t slot)
{
    const CrShape *shape = &search->world->shapes[slot];
    search->shape = slot;
    if (isWhole(shape)) {
        search->part = CR_NONE;
        search->outline = wholeOutline(shape, search->track.pivot);
        sweepPart(search);
        return;
    }
    for (int e = 0; e < shape->edgeCount; e++) {
        search->part = (uint32_t)e;
        search->outline = edgeOutline(shape, e, search->edge, search->track.pivot);
        sweepPart(search);
    }
}

/// A visit that ends at the first edge of what takes part.
static bool isNothing(void *context, uint32_t other, int edge)
{
    (void)edge;
    const Search *search = context;
    return !isSolid(search->world, other) ||
           search->world->bodies[search->world->shapes[other].body].type == CAROM_BODY_DYNAMIC;
}

/// Most paths of what flies about come near nothing.
static bool isFarFromAll(Search *search, const CrBody *body)
{
    const CaromWorld *world = search->world;
    double most = 0.0;
    for (uint32_t s = body->firstShape; s != CR_NONE; s = world->shapes[s].next) {
        most = crMax(most, reachOf(&world->shapes[s], search->track.pivot));
    }
    Reach reach = reachUntil(search, most);
    CaromBox box = crBoxInflate(crBox(reach.from, reach.to), reach.pad);
    int count = crArrayCount(world->rigids.kinematic);
    while (search->near < count &&
           !comesNear(search, &world->rigids.kinematic[search->near], box)) {
        search->near++;
    }
    return search->near == count &&
           crVisitSwept(world, reach.from, reach.to, reach.pad, isNothing, search);
}

int64_t crRigidSweepParts(const CaromWorld *world, uint32_t slot)
{
    int64_t parts = 0;
    for (uint32_t s = world->bodies[slot].firstShape; s != CR_NONE; s = world->shapes[s].next) {
        parts += isWhole(&world->shapes[s]) ? 1 : world->shapes[s].edgeCount;
    }
    return parts;
}

static void sweepPath(CaromWorld *world, uint32_t slot, double from, double until)
{
    const CrBody *body = &world->bodies[slot];
    CrRigid *rigid = crRigidOf(world, slot);
    Search search = {.world = world,
                     .rigid = rigid,
                     .track = trackOf(body),
                     .from = from,
                     .until = until,
                     .posed = CR_NONE};
    listKinematic(world);
    bool isFar = isFarFromAll(&search, body);
    for (uint32_t s = body->firstShape; s != CR_NONE && !isFar; s = world->shapes[s].next) {
        if (isSolid(world, s)) {
            sweepShape(&search, s);
        }
    }
    crRigidDueSet(world, rigid, search.found ? &search.first : NULL);
}

void crRigidSweepListed(CaromWorld *world, double next)
{
    CrRigids *rigids = &world->rigids;
    world->rigids.kinematicKnown = false;
    for (int k = 0; k < crArrayCount(rigids->fast); k++) {
        sweepPath(world, rigids->fast[k], world->time, next);
    }
    rigids->editedSince = false;
}

/// Whether its path until the next tick has to be swept, by its shapes as they are.
static bool needsSweep(const CaromWorld *world, uint32_t slot, double time, double next)
{
    const CrBody *body = &world->bodies[slot];
    CrRigidPlan path = {slot, crBodyVelocity(body, time), body->acceleration, body->spin};
    for (uint32_t s = body->firstShape; s != CR_NONE; s = world->shapes[s].next) {
        const CrShape *shape = &world->shapes[s];
        if (isSolid(world, s)) {
            CrConvex whole = wholeOutline(shape, body->pivot);
            double width = isWhole(shape) ? halfWidth(&whole) : shape->radius;
            if (isFast(&path, next - time, whole.reach, usable(width, whole.reach))) {
                return true;
            }
        }
    }
    return false;
}

void crRigidSweepOne(CaromWorld *world, uint32_t slot, double time)
{
    CrRigid *rigid = crRigidOf(world, slot);
    double next = crTickAfter(world, time);
    crRigidDueSet(world, rigid, NULL);
    rigid->swept = rigid->swept || needsSweep(world, slot, time, next);
    if (rigid->swept) {
        sweepPath(world, slot, time, next);
    }
}

void crRigidSweepEdits(CaromWorld *world)
{
    CrRigids *rigids = &world->rigids;
    world->rigids.kinematicKnown &= !rigids->editedSince;
    for (int k = 0; rigids->editedSince && k < crArrayCount(rigids->all); k++) {
        CrRigid *rigid = &rigids->all[k];
        if (rigid->body != CR_NONE && rigid->awake && crBodyIsSolved(&world->bodies[rigid->body])) {
            crRigidSweepOne(world, rigid->body, world->time);
        } else {
            crRigidDueSet(world, rigid, NULL);
        }
    }
    rigids->editedSince = false;
}

// ---- impacts

static bool setSide(const CaromWorld *world, CrRigidPair *pair, int side, uint32_t slot,
                    uint32_t edge)
{
    if (!crSlotsLive(&world->shapeSlots, slot)) {
        return false;
    }
    const CrShape *shape = &world->shapes[slot];
    bool whole = edge == CR_NONE && isWhole(shape);
    if (!whole && !(edge < (uint32_t)shape->edgeCount)) {
        return false;
    }
    pair->body[side] = shape->body;
    pair->track[side] = trackOf(&world->bodies[shape->body]);
    CaromVec2 pivot = pair->track[side].pivot;
    pair->outline[side] =
        whole ? wholeOutline(shape, pivot) : edgeOutline(shape, (int)edge, pair->edge[side], pivot);
    return true;
}

bool crRigidSweepPair(const CaromWorld *world, uint32_t body, CrRigidPair *pair)
{
    const CrRigidImpact *impact = &crRigidOf(world, body)->impact;
    if (!setSide(world, pair, 0, impact->shape, impact->edge) ||
        !setSide(world, pair, 1, impact->other, impact->against) || pair->body[0] != body ||
        world->bodies[pair->body[1]].type == CAROM_BODY_DYNAMIC) {
        return false;
    }
    pair->heart = middleOf(&pair->outline[0]);
    pair->width = usable(halfWidth(&pair->outline[0]), pair->outline[0].reach);
    return true;
}

CrConvexGap crRigidPairGap(const CrRigidPair *pair, double time)
{
    CrConvex a = pair->outline[0], b = pair->outline[1];
    CrConvexGap gap = crConvexGap(&pair->track[0], &a, &pair->track[1], &b, time);
    if (-gap.gap > BURIED * pair->width) {
        a.points = &pair->heart;
        a.count = 1;
        a.radius = b.radius = 0.0;
        gap = crConvexGap(&pair->track[0], &a, &pair->track[1], &b, time);
    }
    return gap;
}
