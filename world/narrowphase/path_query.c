// SPDX-License-Identifier: MIT
#include "path_query.h"

#include "../../shapes/array.h"
#include "../core/limits.h"

/// Until when all that is met up to a fraction of the piece has been returned.
static double reachedBy(const CrPathChord *chord, double fraction)
{
    return chord->begin + chord->span * fraction * (1.0 - 1e-12);
}

/// Takes keys for the next to be returned, 32 at a time.
static void list(CrPathQuery *query, const uint32_t *keys, int count)
{
    query->keys = keys;
    query->found = count < 32 ? (1u << count) - 1u : ~0u;
    query->more = count < 32 ? 0 : count - 32;
}

// ---- pieces

/// [m/s²] Of a curved path, or somewhat more; never 0, as squares of what is least would be.
static double bendOf(const CrPath *path)
{
    double bend = crLength(path->a);
    return bend > 1e-150 ? bend : crAbs(path->a.x) + crAbs(path->a.y);
}

/// The longest piece of a curved path that strays at most an eighth of a cell from its chord, and
/// near enough for packets; its square is finite.
static double pieceOf(const CrPathAsk *ask)
{
    double cell = crMin(crGridCellSize(ask->grid), 0.25 * ask->grid->lanes.side);
    return crMin(sqrt(cell / bendOf(&ask->path)), 1e150);
}

/// [m] More than rounding moves a place of a curved path by, up to a time: one that comes back from
/// afar has what it lost there.
static double roundingOf(const CrPathAsk *ask, double time)
{
    const CrPath *path = &ask->path;
    double speed = crAbs(path->v.x) + crAbs(path->v.y), pull = crAbs(path->a.x) + crAbs(path->a.y);
    return 8.0 * crPlaceTolerance(path->p, ask->radius + (speed + 0.5 * pull * time) * time);
}

/// Starts a walk along the chord between two times, moved aside; the path keeps within `stray` of
/// that.
static void startPiece(CrPathQuery *query, double to, CaromVec2 aside, double stray)
{
    const CrPathAsk *ask = &query->ask;
    double begin = query->reached;
    CaromVec2 first = crAdd(crPathPoint(&ask->path, begin), aside),
              last = crAdd(crPathPoint(&ask->path, to), aside);
    CrPathChord chord = {begin,
                         to - begin,
                         first,
                         last,
                         crSub(last, first),
                         crLength(crSub(last, first)),
                         ask->radius + stray + ask->slack};
    query->chord = chord;
    int limit = ask->cellLimit > query->cells ? ask->cellLimit - query->cells : 1;
    if (!ask->plain && crLaneWalkStart(&query->walk.packets, ask->grid, first, last,
                                       chord.reach + 16.0 * ask->slack)) {
        query->stage = CR_PATH_BY_PACKETS;
        query->walk.packets.way.limit = limit;
        if (ask->fromFront) {
            crLaneWalkFromFront(&query->walk.packets);
        }
        query->bound = CR_NEVER;
        list(query, ask->grid->coarse, crArrayCount(ask->grid->coarse));
        return;
    }
    query->stage = CR_PATH_BY_CELLS;
    crWalkStart(&query->walk.cells, ask->grid, first, last, ask->radius + stray);
    query->walk.cells.cellLimit = limit;
}

/// Returns how long a path that is outside of all content at a time stays so: at least a piece.
static double leapOf(const CrPathQuery *query)
{
    const CrPathAsk *ask = &query->ask;
    double from = query->reached, leap = 0.0;
    CaromVec2 p = crPathPoint(&ask->path, from);
    CaromBox bounds = crBoxInflate(crGridBounds(ask->grid), ask->radius + ask->slack);
    if (crBoxOverlaps(crBox(p, p), bounds)) {
        return 0.0;
    }
    for (double next = query->piece; from + next < ask->until; next *= 2.0) {
        double to = from + next;
        if (crBoxOverlaps(crPathSweptBox(&ask->path, from, to, roundingOf(ask, to)), bounds)) {
            break;
        }
        leap = next;
    }
    return leap;
}

/// Starts the next piece of a curved path. False: there is none, or the query is cut.
static bool nextPiece(CrPathQuery *query, double bound)
{
    const CrPathAsk *ask = &query->ask;
    bool isOver = query->cut || !ask->path.curved || !(query->reached < ask->until);
    query->cut |= !isOver && query->cells > ask->cellLimit;
    if (isOver || query->cut || !(bound > query->reached)) {
        return false;
    }
    query->reached += leapOf(query);
    double to = crMin(query->reached + query->piece, ask->until), h = to - query->reached;
    if (to <= query->reached) {
        query->reached = ask->until; // times too large to differ: far outside
        return false;
    }
    // A parabola bulges to one side of its chord. Moved by half of that, the chord has it within
    // half of that to both sides.
    CaromVec2 aside = crScale(ask->path.a, -0.0625 * h * h);
    double stray = bendOf(&ask->path) * h * h * 0.0625 * (1.0 + 1e-9) + roundingOf(ask, to);
    query->cells++;
    startPiece(query, to, aside, stray);
    return true;
}

/// Ends a piece that was walked up to a fraction of it, if it was cut, else as far as it matters.
static void finish(CrPathQuery *query, int visited, bool cut, double fraction)
{
    const CrPathChord *chord = &query->chord;
    query->cells += visited;
    query->cut = cut;
    query->reached = cut ? reachedBy(chord, fraction) : chord->begin + chord->span;
    query->stage = CR_PATH_BETWEEN;
}

// ---- by cells

/// A search must get on: a fat path may have more cells before its first centimetre than it may
/// look at.
static bool nextCell(CrWalk *walk, const CrPathChord *chord, CrCell *cell)
{
    bool any = crWalkNext(walk, cell);
    while (!any && walk->cut && !(reachedBy(chord, crWalkReached(walk)) > chord->begin)) {
        walk->cellLimit = walk->cellsVisited + 64;
        any = crWalkNext(walk, cell);
    }
    return any;
}

static bool listCell(CrPathQuery *query, double bound)
{
    CrWalk *walk = &query->walk.cells;
    const CrPathChord *chord = &query->chord;
    CrCell cell;
    if (nextCell(walk, chord, &cell) && !(bound < reachedBy(chord, cell.fraction))) {
        list(query, cell.listings, cell.count);
        return true;
    }
    finish(query, walk->cellsVisited, walk->cut, crWalkReached(walk));
    return false;
}

// ---- by packets

/// Returns the fraction of the chord up to which all was returned.
static double fractionOf(const CrLaneWalk *walk, const CrPathChord *chord)
{
    double along = walk->way.cell.out - chord->reach - walk->way.ray.margin;
    return along > 0.0 ? crMin(along / chord->length, 1.0) : 0.0;
}

static const CrEdgeLink *nextPacket(CrLaneWalk *walk, const CrPathChord *chord, unsigned *found)
{
    const CrEdgeLink *packet = crLaneWalkBlock(walk, found);
    while (packet == NULL && walk->cut &&
           !(reachedBy(chord, fractionOf(walk, chord)) > chord->begin)) {
        walk->way.limit = walk->way.visited + 8;
        packet = crLaneWalkBlock(walk, found);
    }
    return packet;
}

/// What packets leave is little, and mostly the surface that is met.
static bool listPacket(CrPathQuery *query, double bound)
{
    CrLaneWalk *walk = &query->walk.packets;
    const CrPathChord *chord = &query->chord;
    if (bound < query->bound) {
        double pace = chord->length / chord->span;
        query->bound = bound;
        crLaneWalkKeepTo(walk, (bound - chord->begin) * pace * (1.0 + 1e-9) + chord->reach +
                                   walk->way.ray.margin);
    }
    const CrEdgeLink *packet = nextPacket(walk, chord, &query->found);
    if (packet != NULL) {
        query->keys = packet->keys;
        return true;
    }
    query->found = 0;
    finish(query, walk->way.visited, walk->cut, fractionOf(walk, chord));
    return false;
}

// ---- all of it

void crPathQueryStart(CrPathQuery *query)
{
    const CrPathAsk *ask = &query->ask;
    query->reached = ask->from;
    query->cells = 0;
    query->edges = 0;
    query->cut = false;
    query->found = 0;
    query->more = 0;
    query->run = NULL;
    query->stage = CR_PATH_BETWEEN;
    if (ask->path.curved) {
        query->piece = pieceOf(ask);
    } else {
        startPiece(query, crMax(ask->until, ask->from), crVec(0.0, 0.0), 0.0);
    }
}

bool crPathQueryList(CrPathQuery *query, double bound)
{
    bool listed = query->more > 0;
    if (listed) {
        list(query, query->keys + 32, query->more);
    }
    while (!listed) {
        if (query->stage == CR_PATH_BETWEEN && !nextPiece(query, bound)) {
            return false;
        }
        listed = query->found != 0 || (query->stage == CR_PATH_BY_PACKETS ? listPacket(query, bound)
                                                                          : listCell(query, bound));
    }
    return true;
}
