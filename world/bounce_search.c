// SPDX-License-Identifier: MIT
// The search of a storm's flights for what they meet next (bounce.h): as crFlightSearch does it,
// but for points on straight legs among thin edges and discs, and only as far as doubles tell for
// certain.
#include "bounce.h"
#include "recipe.h"
#include "shape.h"
#include "thin.h"

/// What the search for it has found so far.
typedef struct Aim {
    const CaromWorld *world;
    CrThinPath thin;
    double limit;  ///< nothing later matters
    uint32_t left; ///< the key of what it left
    double tau;
    const CrGridItem *item; ///< null: none
    CrPart part;
    int cells, edges; ///< looked at
} Aim;

typedef enum Answer {
    ANSWER_NO,
    ANSWER_YES,
    ANSWER_UNCLEAR, ///< exact signs would have to tell, or the order of a tie
    ANSWER_SHAVES   ///< its end is so close to the way that the leg must be checked exactly
} Answer;

/// Whether something round, but what it left, is the first that is met so far.
static Answer considerRound(const Aim *aim, const CrGridItem *item, double *tau, CrPart *part)
{
    CrPath path = crPathMake(aim->thin.p, aim->thin.v, crVec(0.0, 0.0));
    if (!crGridItemIsDisc(item)) {
        return ANSWER_UNCLEAR;
    }
    if (item->key == aim->left || !crPathMeetsDisc(&path, item->a, item->radius, tau)) {
        return ANSWER_NO;
    }
    *part = CR_PART_A;
    return *tau > 0.0 && *tau != aim->tau ? ANSWER_YES : ANSWER_UNCLEAR;
}

/// Whether an edge is the first that is met so far.
static Answer consider(const Aim *aim, const CrGridItem *item, double *tau, CrPart *part)
{
    CrThinCrossing crossing;
    if (item->radius != 0.0) {
        return considerRound(aim, item, tau, part);
    }
    CrThin pass = crThinPass(&aim->thin, item, &crossing);
    if (pass != CR_THIN_CROSSED) {
        return pass == CR_THIN_BESIDE ? ANSWER_NO : ANSWER_SHAVES;
    }
    if (crThinFromBack(&crossing, item)) {
        return ANSWER_NO;
    }
    crThinMeasure(&aim->thin, item, &crossing);
    if (crThinIsOut(&crossing, aim->tau)) {
        return ANSWER_NO;
    }
    CrPath path = crPathMake(aim->thin.p, aim->thin.v, crVec(0.0, 0.0));
    CrEdge edge = {item->a, item->b, 0.0, false};
    *tau = crPathCrossingTime(&path, &edge);
    *part = crThinPart(&crossing);
    return crThinIsAhead(&crossing) && *tau != aim->tau ? ANSWER_YES : ANSWER_UNCLEAR;
}

/// The first edge on the way but the one it left, if it is plain to see which and when, or that
/// there is none.
static bool find(Aim *aim, const CaromProjectileDef *def, double extent)
{
    const CrGrid *grid = &aim->world->grid;
    CrLaneWalk walk;
    uint32_t key;
    double speed = crLength(aim->thin.v), slack = aim->thin.slack;
    if (!(speed > 0.0) || !crLaneWalkAim(&walk, grid, aim->thin.p, crUnit(aim->thin.v, speed),
                                         extent, 17.0 * slack)) {
        return false;
    }
    walk.way.limit = aim->world->searchCells;
    crLaneWalkKeepTo(&walk, aim->limit * speed * (1.0 + 1e-9) + 18.0 * slack);
    crLaneWalkFromFront(&walk);
    while (crLaneWalkNext(&walk, &key)) {
        const CrGridItem *item = &grid->items[key];
        aim->edges++;
        double tau;
        CrPart part;
        Answer answer = item == aim->item ? ANSWER_NO : consider(aim, item, &tau, &part);
        if (answer == ANSWER_SHAVES) {
            return false;
        }
        if (answer == ANSWER_NO || (answer == ANSWER_UNCLEAR && key == aim->left) ||
            !crFiltersMeet(&def->filter, crItemFilter(aim->world, item))) {
            continue;
        }
        if (answer == ANSWER_UNCLEAR) {
            return false;
        }
        if (tau < aim->tau) {
            aim->tau = tau;
            aim->item = item;
            aim->part = part;
            crLaneWalkKeepTo(&walk, tau * speed * (1.0 + 1e-9) + 18.0 * slack);
        }
    }
    aim->cells = walk.way.visited;
    return !walk.cut;
}

/// Whether a leg that meets nothing comes to its end before it leaves the range of coordinates.
static bool endsInRange(const CrFlight *hot, double end)
{
    double tau = end - hot->start, x = crAbs(hot->place.x) + crAbs(hot->velocity.x) * tau,
           y = crAbs(hot->place.y) + crAbs(hot->velocity.y) * tau;
    return x < 0.5 * CR_HUGE && y < 0.5 * CR_HUGE;
}

/// crFlightSearch for a leg that has just begun.
static void search(const CrBouncer *bouncer, uint32_t i)
{
    CaromWorld *world = bouncer->world;
    CrFlight *hot = &world->flights.hot[i];
    double end = world->flights.tail[i].endTime, limit = crLegLimit(hot->start, end);
    Aim aim = {.world = world,
               .limit = limit,
               .left = hot->nextKey,
               .tau = CR_NEVER,
               .part = CR_PART_LEFT};
    double most = crMax(bouncer->extent, crMax(crAbs(hot->place.x), crAbs(hot->place.y)));
    aim.thin = crThinPath(hot->place, hot->velocity, most);
    if (!find(&aim, &world->recipes[hot->recipe].def, most + 1.0) ||
        (aim.item == NULL && !endsInRange(hot, end))) {
        crFlightSearchCounted(world, i, bouncer->counters);
        return;
    }
    bouncer->counters->searches++;
    bouncer->counters->cellsVisited += aim.cells;
    bouncer->counters->edgesTested += aim.edges;
    double time = hot->start + aim.tau;
    bool hits = aim.item != NULL && time <= end;
    if (hits) {
        hot->tau = aim.tau;
        hot->nextKey = aim.item->key;
        hot->nextPart = (int8_t)aim.part;
    }
    hot->nextKind = hits ? CR_NEXT_HIT : CR_NEXT_LIFETIME;
    world->flights.next[i] = hits ? time : end;
}

bool crBounceSetOut(const CrBouncer *bouncer, uint32_t i)
{
    if (bouncer->world->flights.hot[i].tau != 0.0 || crFlightAfter(bouncer->world, i) != 0.0) {
        return false;
    }
    search(bouncer, i);
    return true;
}
