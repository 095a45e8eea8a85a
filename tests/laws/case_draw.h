// SPDX-License-Identifier: MIT
// Cases drawn on a dyadic grid, for laws, and the ways in which one case becomes another that must
// have the same answers. All coordinates are multiples of 1/4 within some 20 m, all scales powers
// of two, all turns quarters: sums, differences and products of two of them are exact.
#ifndef CAROM_TESTS_CASE_DRAW_H
#define CAROM_TESTS_CASE_DRAW_H

#include "../../samples/case.h"
#include "../support/property.h"

/// What is in a case.
typedef enum CaseHabits {
    CASE_ASKS_QUERIES = 1,
    CASE_FIRES = 2,
    CASE_MOVES = 4,   ///< some bodies do
    CASE_SPINS = 8,   ///< some of the moving bodies do
    CASE_THIN = 16,   ///< no capsules, nothing rounded
    CASE_SQUARE = 32, ///< walls along the axes and speeds of powers of two: all flights are exact
} CaseHabits;

void caseDraw(Case *scene, Draw *draw, int habits);

/// A similarity that costs no bit but by `shift`: x -> scale·(turned or mirrored x) + shift.
typedef struct CaseMap {
    int quarters;    ///< counter-clockwise
    bool mirrors;    ///< y, before that
    double length;   ///< [1] a power of two
    double time;     ///< [1] a power of two
    CaromVec2 shift; ///< [m]
} CaseMap;

CaseMap caseMap(void); ///< the identity
CaromVec2 caseMapPoint(const CaseMap *map, CaromVec2 p);
CaromVec2 caseMapVector(const CaseMap *map, CaromVec2 v, double scale);
/// All of a case, by the base transforms of its bodies: shapes stay as they were given.
void caseMapped(const CaseMap *map, const Case *scene, Case *mapped);

#endif
