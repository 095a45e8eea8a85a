// SPDX-License-Identifier: MIT
// The edges at rest that a disc on a path may meet, nearest first: one walk for flights, casts and
// lines of sight. The caller accepts or refuses each edge and says how far it still matters.
//
// What it keeps true: an edge within `reach` of the path, up to the least bound passed, is returned
// at least once, except those whose cells or packets are not reached any more. Cells, packets and
// chords only reject edges that are certainly not met: they never alter a time (law 2).
//
// There are two forms with the same results: by packets of edges (edge_packets.h), and by cells,
// which is the reference. A curved path is walked piece by piece, each along its chord.
// tests/world/narrowphase/test_path_query.c compares both with a loop over all edges.
#ifndef CAROM_WORLD_NARROWPHASE_PATH_QUERY_H
#define CAROM_WORLD_NARROWPHASE_PATH_QUERY_H

#include "../../broadphase/cell_walk.h"
#include "../../broadphase/edge_packets.h"
#include "../../shapes/bits.h"
#include "../../shapes/path.h"

/// What is asked. Times are those of the path.
typedef struct CrPathAsk {
    const CrGrid *grid;
    CrPath path;
    double radius;      ///< [m] of the disc, with what it must keep clear
    double from, until; ///< [s] where the search starts, and after which nothing matters
    double slack;       ///< [m] distances from the path may be off by this
    int cellLimit;      ///< the walk is cut once so many cells were visited
    bool fromFront;     ///< one-sided edges that are clearly crossed from behind may be left out
    bool plain;         ///< by cells only
} CrPathAsk;

/// A piece of the path, as a straight line; the path keeps within `reach` of it.
typedef struct CrPathChord {
    double begin, span; ///< [s]
    CaromVec2 from, to, along;
    double length, reach; ///< [m]
} CrPathChord;

typedef enum CrPathStage { CR_PATH_BETWEEN, CR_PATH_BY_CELLS, CR_PATH_BY_PACKETS } CrPathStage;

/// On the caller's stack; the grid must not be edited meanwhile.
typedef struct CrPathQuery {
    CrPathAsk ask;
    double reached; ///< [s] all that is met before was returned
    int cells;      ///< visited so far, a measure of the cost
    int64_t edges;  ///< looked at so far
    bool cut;       ///< the query ended because of cellLimit
    // what follows is the query's own
    CrPathStage stage;
    double piece; ///< [s] the longest of a curved path
    CrPathChord chord;
    double bound;          ///< that the packets were told
    const uint32_t *keys;  ///< of the edges at hand,
    unsigned found;        ///< bits: which of these are still to be returned,
    int more;              ///< and how many there are after the first 32
    const CrGridItem *run; ///< the next of a run, or null
    union {
        CrWalk cells;
        CrLaneWalk packets;
    } walk;
} CrPathQuery;

/// Starts the query that query->ask says; its `until` may be before `from`: then only what is near
/// the start is found.
void crPathQueryStart(CrPathQuery *query);
/// Lists what comes next; false: no more.
bool crPathQueryList(CrPathQuery *query, double bound);

/// The next edge, or null: no more up to the bound, or cut. One may come more than once.
/// bound: [s] nothing later matters; the caller lowers it as it finds something.
CR_INLINE const CrGridItem *crPathQueryNext(CrPathQuery *query, double bound)
{
    const CrGridItem *item = query->run;
    if (item == NULL) {
        if (query->found == 0 && !crPathQueryList(query, bound)) {
            return NULL;
        }
        item = &query->ask.grid->items[query->keys[crLowestBit(query->found)]];
        query->found &= query->found - 1;
    }
    query->run = crGridNextOf(item);
    query->edges++;
    return item;
}

/// Returns whether an edge certainly keeps clear of the piece of the path that is being walked: a
/// filter for those whose exact test is dear.
static inline bool crPathQueryMisses(const CrPathQuery *query, const CrGridItem *item)
{
    const CrPathChord *chord = &query->chord;
    double reach = chord->reach + item->radius, limit = reach * chord->length;
    CaromVec2 a = crSub(item->a, chord->from), b = crSub(item->b, chord->from), along = crSub(b, a);
    double atA = crCross(chord->along, a), atB = crCross(chord->along, b);
    double toA = crDot(chord->along, a), toB = crDot(chord->along, b),
           end = chord->length * chord->length + limit;
    if ((atA > limit && atB > limit) || (atA < -limit && atB < -limit) || // to one side of it
        (toA < -limit && toB < -limit) || (toA > end && toB > end)) {     // before it, or behind
        return true;
    }
    double band = reach * (crAbs(along.x) + crAbs(along.y));
    double first = -crCross(along, a), last = first + crCross(along, chord->along);
    return (first > band && last > band) || (first < -band && last < -band);
}

#endif
