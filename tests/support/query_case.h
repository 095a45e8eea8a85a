// SPDX-License-Identifier: MIT
// Every query of the world under one hood, and a crowd of shapes to put it to. A query that is
// added to the table in query_case.c takes part in all tests that say what holds for every query.
#ifndef CAROM_TESTS_QUERY_CASE_H
#define CAROM_TESTS_QUERY_CASE_H

#include "../../world/api/carom.h"
#include "random.h"

enum { QUERY_MOST = 4096, CROWD_MOST = 4096 };

/// The arguments of a query; each kind uses the fields it needs.
typedef struct QueryCase {
    int kind; ///< 0 .. queryKinds() - 1
    CaromVec2 at, way, acceleration;
    double radius, duration;
    CaromQueryOptions options;
} QueryCase;

/// A shape in an answer, and a hash of all that the answer says of it.
typedef struct QueryItem {
    CaromShapeId shape;
    uint64_t hash;
} QueryItem;

bool queryItemsAreEqual(const QueryItem *a, const QueryItem *b);
int queryKinds(void);
const char *queryName(int kind);
/// All that a query finds, in its order; returns how many. Aborts where there are more than
/// QUERY_MOST, or where the answer into a short buffer is another one.
int queryAsk(const CaromWorld *world, const QueryCase *query, QueryItem items[QUERY_MOST]);
/// Any question about a place within `extent` of the origin.
QueryCase queryAny(TestRandom *random, int kind, double extent);

/// Shapes of every kind on bodies that rest and move, some of them sensors, within an extent.
typedef struct Crowd {
    CaromWorld *world;
    CaromBodyId bodies[CROWD_MOST]; ///< of each shape
    CaromShapeId shapes[CROWD_MOST];
    CaromShapeDef defs[CROWD_MOST]; ///< as they were made
    int count;
} Crowd;

/// Makes a crowd at time 0. lattice: small integer coordinates, for many touches and ties.
Crowd *crowdMake(TestRandom *random, int count, double extent, bool lattice);
void crowdFree(Crowd *crowd);

#endif
