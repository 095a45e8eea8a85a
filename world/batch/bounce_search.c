// SPDX-License-Identifier: MIT
// The search for the next hit in batches (bounce.h): as crFlightSearch, but only for points on
// straight legs among thin edges and discs, and only where doubles decide for certain.
#include "../flight/def_table.h"
#include "../narrowphase/thin_edge.h"
#include "bounce.h"

typedef enum Answer {
    ANSWER_NO,
    ANSWER_YES,
    ANSWER_UNCLEAR, ///< exact signs would have to decide, or the order of a tie
    ANSWER_SHAVES   ///< its end is so close to the way that the leg must be checked exactly
} Answer;

/// Whether something round, but what it left, is the first that is met so far.
static Answer considerRound(const CrAim *aim, const CrGridItem *item, double *tau, CrPart *part)
{
    CrPath path = crPathMake(aim->thin.p, aim->thin.v, crVec(0.0, 0.0));
    if (!crGridItemIsDisc(item)) {
        return ANSWER_UNCLEAR;
    }
    if (item->key == aim->left || !crPathMeetsDisc(&path, item->a, item->radius, tau)) {
        return ANSWER_NO;
    }
    *part = CR_PART_A;
    return *tau > 0.0 && *tau != aim->best.tau ? ANSWER_YES : ANSWER_UNCLEAR;
}

/// Whether an edge is the first that is met so far.
static Answer consider(const CrAim *aim, const CrGridItem *item, double *tau, CrPart *part)
{
    CrThinEdgeCrossing crossing;
    if (item->radius != 0.0) {
        return considerRound(aim, item, tau, part);
    }
    CrThinEdge pass = crThinEdgePass(&aim->thin, item, &crossing);
    if (pass != CR_THIN_CROSSED) {
        return pass == CR_THIN_BESIDE ? ANSWER_NO : ANSWER_SHAVES;
    }
    // What has just bounced off an edge is on its way from it.
    if (crThinEdgeFromBack(&crossing, item) || (aim->bounced && item->key == aim->left)) {
        return ANSWER_NO;
    }
    crThinEdgeMeasure(&aim->thin, item, &crossing);
    if (crThinEdgeIsOut(&crossing, aim->best.tau)) {
        return ANSWER_NO;
    }
    CrPath path = crPathMake(aim->thin.p, aim->thin.v, crVec(0.0, 0.0));
    CrEdge edge = {item->a, item->b, 0.0, false};
    *tau = crPathCrossingTime(&path, &edge);
    *part = crThinEdgePart(&crossing);
    return crThinEdgeIsAhead(&crossing) && *tau != aim->best.tau ? ANSWER_YES : ANSWER_UNCLEAR;
}

/// Nothing later than that matters.
static inline void keepTo(CrAim *aim, double tau)
{
    crLaneWalkKeepTo(&aim->walk, tau * aim->speed * (1.0 + 1e-9) + 18.0 * aim->thin.slack);
}

/// From cell to cell along the leg, so wide that at the start nothing is missed that may not be
/// near.
static bool startWalk(CrAim *aim, double extent)
{
    CrLaneWalk *walk = &aim->walk;
    double margin = 17.0 * aim->thin.slack + (aim->bounced ? aim->start.nearness : 0.0);
    if (!(aim->speed > 0.0) || !crLaneWalkAim(walk, &aim->world->grid, aim->thin.p, aim->thin.v,
                                              aim->speed, 4.0 * extent, 8.0 * extent, margin)) {
        return false;
    }
    walk->way.limit = aim->world->searchCells;
    keepTo(aim, crLegLimit(aim->time, aim->end));
    if (aim->bounced) {
        crLaneWalkFromFrontLater(walk);
    } else {
        crLaneWalkFromFront(walk);
    }
    return true;
}

static bool isCrowded(const CrAim *aim, const CrGridItem *item)
{
    return aim->bounced && crLaneWalkIsAtStart(&aim->walk) && item->key != aim->left &&
           crGridItemIsNear(item, aim->start.place, aim->start.nearness);
}

/// What an item on the way changes: CR_LOOK_CLEAR, and the way goes on.
static inline CrLook lookAt(CrAim *aim, const CrGridItem *item)
{
    double tau;
    CrPart part;
    aim->best.edges++;
    if (isCrowded(aim, item)) {
        return CR_LOOK_CROWDED;
    }
    Answer answer = item == aim->best.item ? ANSWER_NO : consider(aim, item, &tau, &part);
    if (answer == ANSWER_SHAVES) {
        return CR_LOOK_UNCLEAR;
    }
    if (answer == ANSWER_NO || (answer == ANSWER_UNCLEAR && item->key == aim->left) ||
        !crFiltersMeet(aim->filter, crItemFilter(aim->world, item))) {
        return CR_LOOK_CLEAR;
    }
    if (answer == ANSWER_UNCLEAR) {
        return CR_LOOK_UNCLEAR;
    }
    if (tau < aim->best.tau) {
        aim->best.tau = tau;
        aim->best.item = item;
        aim->best.part = part;
        keepTo(aim, tau);
    }
    return CR_LOOK_CLEAR;
}

/// The same of all that is found with it.
static CrLook lookAtRun(CrAim *aim, const CrGridItem *item)
{
    CrLook look = CR_LOOK_CLEAR;
    for (; item != NULL && look == CR_LOOK_CLEAR; item = crGridNextOf(item)) {
        look = lookAt(aim, item);
    }
    return look;
}

/// The first edge on the way but the one it left, if it is plain to see which and when, or that
/// there is none.
static CrLook find(CrAim *aim)
{
    const CrGrid *grid = &aim->world->grid;
    const CrEdgeLink *block;
    unsigned lanes;
    while ((block = crLaneWalkBlock(&aim->walk, &lanes)) != NULL) {
        for (; lanes != 0; lanes &= lanes - 1) {
            CrLook look = lookAtRun(aim, &grid->items[block->keys[crLowestBit(lanes)]]);
            if (look != CR_LOOK_CLEAR) {
                return look;
            }
        }
    }
    aim->best.cells = aim->walk.way.visited;
    return aim->walk.cut ? CR_LOOK_UNCLEAR : CR_LOOK_CLEAR;
}

/// Whether a leg that meets nothing comes to its end before it leaves the range of coordinates.
static bool endsInRange(const CrAim *aim)
{
    CaromVec2 p = aim->thin.p, v = aim->thin.v;
    double tau = aim->end - aim->time;
    return crAbs(p.x) + crAbs(v.x) * tau < 0.5 * CR_HUGE &&
           crAbs(p.y) + crAbs(v.y) * tau < 0.5 * CR_HUGE;
}

void crBounceAim(const CrBouncer *bouncer, uint32_t i, const CrSetOut *out, const CrSpot *start,
                 CrAim *aim)
{
    static const CrAhead nothing = {NULL, CR_PART_LEFT, CR_NEVER, 0, 0};
    const CaromWorld *world = bouncer->world;
    double most = crMax(bouncer->extent, crMax(crAbs(out->place.x), crAbs(out->place.y)));
    aim->world = world;
    aim->filter = &world->flightDefs[world->flights.hot[i].flightDef].def.filter;
    aim->thin = crThinEdgePath(out->place, out->velocity, most);
    aim->speed = crLength(out->velocity);
    aim->time = out->time;
    aim->end = world->flights.tail[i].endTime;
    aim->left = out->left;
    aim->bounced = start != NULL;
    if (start != NULL) {
        aim->start = *start;
    }
    aim->best = nothing;
    aim->walks = startWalk(aim, most + 1.0);
    if (aim->walks) {
        crLaneWalkAhead(&aim->walk);
    }
}

CrLook crBounceLook(CrAim *aim)
{
    CrLook look = aim->walks ? find(aim) : CR_LOOK_UNCLEAR;
    bool lost = look == CR_LOOK_CLEAR && aim->best.item == NULL && !endsInRange(aim);
    return lost ? CR_LOOK_UNCLEAR : look;
}

// ---- of a round

void crBounceAimOfRound(const CrBouncer *bouncer, const CrBounce *bounce, const CrSpot *start,
                        const CrRoundWalks *walks, int k, CrAim *aim)
{
    static const CrAhead nothing = {NULL, CR_PART_LEFT, CR_NEVER, 0, 0};
    const CaromWorld *world = bouncer->world;
    CrThinEdgePath thin = {bounce->center, bounce->after, walks->doubt[k],
                           (walks->most[k] + 1.0) * CR_THIN_SLACK};
    aim->world = world;
    aim->filter = &world->flightDefs[bounce->hot->flightDef].def.filter;
    aim->thin = thin;
    aim->speed = walks->speed[k];
    aim->time = bounce->time;
    aim->end = world->flights.tail[bounce->i].endTime;
    aim->left = bounce->left;
    aim->bounced = start != NULL;
    if (start != NULL) {
        aim->start = *start;
    }
    aim->best = nothing;
    double margin = 17.0 * thin.slack + (aim->bounced ? start->nearness : 0.0);
    aim->walks = crLaneWalkOfRound(&aim->walk, &world->grid, walks, k, bounce->center, margin);
    if (aim->walks) {
        aim->walk.way.trusts =
            bouncer->filter != NULL && crFiltersMeet(aim->filter, bouncer->filter);
        aim->walk.way.limit = world->searchCells;
        keepTo(aim, crLegLimit(aim->time, aim->end));
        if (aim->bounced) {
            crLaneWalkFromFrontLater(&aim->walk);
        } else {
            crLaneWalkFromFront(&aim->walk);
        }
        crLaneWalkAhead(&aim->walk);
    }
    aim->whole = aim->walk.way.far;
}

CrLook crBounceLookAhead(CrAim *aim, CrOnTheWay *found)
{
    const CrGrid *grid = &aim->world->grid;
    const CrEdgeLink *block;
    unsigned lanes;
    found->left = aim->left;
    found->count = found->atStart = 0;
    if (!aim->walks) {
        return CR_LOOK_UNCLEAR;
    }
    while ((block = crLaneWalkOnTheWay(&aim->walk, found, &lanes)) != NULL) {
        for (; lanes != 0; lanes &= lanes - 1) {
            CrLook look = lookAtRun(aim, &grid->items[block->keys[crLowestBit(lanes)]]);
            if (look != CR_LOOK_CLEAR) {
                return look;
            }
        }
    }
    for (int j = 0; j < found->count; j++) {
        CR_PREFETCH(&grid->items[found->keys[j]]);
    }
    aim->best.cells = aim->walk.way.visited;
    return aim->walk.cut ? CR_LOOK_UNCLEAR : CR_LOOK_CLEAR;
}

/// Whether all has been looked at that may be met before the best, though the way was cut off.
static bool hasLooked(const CrAim *aim)
{
    double far = aim->walk.way.far;
    return !(far < aim->whole) ||
           aim->best.tau * aim->speed * (1.0 + 1e-9) + 18.0 * aim->thin.slack <= far;
}

/// Edge j of those on the way, which is met.
static CrLook takeMet(CrAim *aim, const CrGridItem *item, const CrCrossings *crossings, int j)
{
    bool isLeft = crossings->fromTheLeft >> j & 1;
    double tau = crossings->tau[j];
    if ((isLeft && (item->flags & CR_GRID_ONE_SIDED) != 0) || item == aim->best.item ||
        tau > aim->best.tau) {
        return CR_LOOK_CLEAR;
    }
    if (!aim->walk.way.trusts && !crFiltersMeet(aim->filter, crItemFilter(aim->world, item))) {
        return CR_LOOK_CLEAR;
    }
    if (tau == aim->best.tau) {
        return CR_LOOK_UNCLEAR;
    }
    aim->best.tau = tau;
    aim->best.item = item;
    aim->best.part = isLeft ? CR_PART_LEFT : CR_PART_RIGHT;
    return CR_LOOK_CLEAR;
}

void crBounceMeasure(const CrAim *aim, const CrOnTheWay *found, CrCrossings *crossings, int first)
{
    const CrGridItem *items = aim->world->grid.items;
    const CrThinEdgePath *thin = &aim->thin;
    for (int j = 0, k = first; j < found->count; j++, k++) {
        const CrGridItem *item = &items[found->keys[j]];
        crossings->px[k] = thin->p.x;
        crossings->py[k] = thin->p.y;
        crossings->vx[k] = thin->v.x;
        crossings->vy[k] = thin->v.y;
        crossings->doubt[k] = thin->doubt;
        crossings->slack[k] = thin->slack;
        crossings->ax[k] = item->a.x;
        crossings->ay[k] = item->a.y;
        crossings->bx[k] = item->b.x;
        crossings->by[k] = item->b.y;
    }
}

CrLook crBounceDecide(CrAim *aim, const CrOnTheWay *found, const CrCrossings *crossings, int first)
{
    const CrGridItem *items = aim->world->grid.items;
    first = found->count > 0 ? first : 0; // all lanes may be taken, which is no bit to shift to
    uint64_t mine = (((uint64_t)1 << found->count) - 1) << first;
    aim->best.edges += found->count;
    for (int j = 0; aim->bounced && j < found->atStart; j++) {
        if (crGridItemIsNear(&items[found->keys[j]], aim->start.place, aim->start.nearness)) {
            return CR_LOOK_CROWDED;
        }
    }
    if (CR_UNLIKELY((crossings->unclear & mine) != 0)) {
        return CR_LOOK_UNCLEAR;
    }
    for (uint64_t met = (crossings->met & mine) >> first; met != 0; met &= met - 1) {
        int j = crLowestBit((uint32_t)met);
        CrLook look = takeMet(aim, &items[found->keys[j]], crossings, first + j);
        if (CR_UNLIKELY(look != CR_LOOK_CLEAR)) {
            return look;
        }
    }
    bool lost = aim->best.item == NULL && !endsInRange(aim);
    return lost || !hasLooked(aim) ? CR_LOOK_UNCLEAR : CR_LOOK_CLEAR;
}

// ---- what comes of it

void crBounceHeadFor(const CrBouncer *bouncer, uint32_t i, const CrAhead *ahead)
{
    CrFlights *f = &bouncer->world->flights;
    CrFlight *hot = &f->hot[i];
    double end = f->tail[i].endTime, time = hot->start + ahead->tau;
    bool hits = ahead->item != NULL && time <= end;
    bouncer->counters->searches++;
    bouncer->counters->cellsVisited += ahead->cells;
    bouncer->counters->edgesTested += ahead->edges;
    if (hits) {
        hot->tau = ahead->tau;
        hot->nextKey = ahead->item->key;
        hot->nextPart = (int8_t)ahead->part;
    }
    hot->nextKind = hits ? CR_NEXT_HIT : CR_NEXT_LIFETIME;
    f->next[i] = hits ? time : end;
}

void crBounceSetOff(const CrBouncer *bouncer, uint32_t i, const CrAim *aim, CrLook look)
{
    if (look == CR_LOOK_CLEAR) {
        crBounceHeadFor(bouncer, i, &aim->best);
    } else {
        crFlightSearchCounted(bouncer->world, i, bouncer->counters);
    }
}

bool crBounceSetOut(const CrBouncer *bouncer, uint32_t i)
{
    const CrFlight *hot = &bouncer->world->flights.hot[i];
    if (hot->tau != 0.0 || crFlightAfter(bouncer->world, i) != 0.0) {
        return false;
    }
    CrSetOut out = {hot->place, hot->velocity, hot->start, hot->nextKey};
    CrAim aim;
    crBounceAim(bouncer, i, &out, NULL, &aim);
    crBounceSetOff(bouncer, i, &aim, crBounceLook(&aim));
    return true;
}
