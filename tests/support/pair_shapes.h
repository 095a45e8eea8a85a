// SPDX-License-Identifier: MIT
// Shapes of every type for the tests of pairs, in general and in awkward position, and oracles on
// them in long double: too slow to be of use, too simple to be wrong.
#ifndef CAROM_TESTS_PAIR_SHAPES_H
#define CAROM_TESTS_PAIR_SHAPES_H

#include "../../shapes/shapes.h"
#include "field.h"

enum { PAIR_POINTS = 10 };

typedef struct PairShape {
    CaromVec2 points[PAIR_POINTS];
    CaromGeometry geometry; ///< its points are set by pairGeometry, so that shapes may be copied
} PairShape;

/// What coordinates are like.
typedef enum PairKind {
    PAIR_RANDOM,
    PAIR_LATTICE, ///< small integers: touching, parallel, collinear, nested, equal
    PAIR_NUDGED,  ///< the same, some by a unit of the last place off
    PAIR_TINY,    ///< micrometres
    PAIR_FAR,     ///< around (3e6, -1e6)
    PAIR_KINDS
} PairKind;

/// Kinds of shapes, more than types: some polygons are convex, some aren't.
typedef enum PairForm {
    PAIR_CIRCLE,
    PAIR_CAPSULE,
    PAIR_SEGMENT,
    PAIR_CONVEX,
    PAIR_CONCAVE,
    PAIR_CHAIN,
    PAIR_LOOP,
    PAIR_REGION, ///< a box with a hole in it, scaled and moved
    PAIR_FORMS
} PairForm;

/// Any form; a third of the shapes without a radius of their own are rounded.
PairShape pairShape(TestRandom *random, PairKind kind, PairForm form);
const CaromGeometry *pairGeometry(PairShape *shape);
PairShape pairMoved(const PairShape *shape, CaromVec2 by);
/// [m] what results may be off by.
double pairTolerance(PairKind kind);
double pairUnit(PairKind kind);

int pairEdgeCount(const PairShape *shape);
/// Between the outlines, as far as their edges are concerned.
long double pairEdgeDistance(const PairShape *a, const PairShape *b);
/// Returns a place's distance to the outline's edges.
long double pairDistanceTo(const PairShape *shape, CaromVec2 p);
bool pairIsConvex(const PairShape *shape);
/// Whether the outlines touch, without radii.
bool pairOutlinesTouch(const PairShape *a, const PairShape *b);

#endif
