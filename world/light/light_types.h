// SPDX-License-Identifier: MIT
// The area visible from a point. The nearest of many edges in every direction is a lower envelope:
// it is made by merging the envelopes of halves, in O(n log n) steps; each crossing of edges costs
// one step more. Hershberger, "Finding the Upper Envelope of n Line Segments in O(n log n) Time"
// (1989); the envelope around a point as a visibility polygon: Asano, "An Efficient Algorithm for
// Finding the Visibility Polygon" (1985), Suri and O'Rourke, "Worst-Case Optimal Algorithms for
// Constructing Visibility Polygons with Holes" (1986).
//
// What is kept true:
// - Directions are points: one comes before another if the exact sign says so (crOrient), within
//   the same half turn counted from `start`. Ends of edges are their own points, unrounded.
// - Exact signs of the four ends decide which of two edges is in front. Those that cross share
//   one rounded point, a function of the pair, which replaces the exact one everywhere.
// - The order of edges is by distance, then by shape and edge; it does not depend on the search.
#ifndef CAROM_WORLD_LIGHT_LIGHT_TYPES_H
#define CAROM_WORLD_LIGHT_LIGHT_TYPES_H

#include "../api/ids.h"
#include "../api/lights.h"
#include "../data/world.h"
#include "../query/options.h"

#define CR_LIGHT_NOTHING (-1) ///< no edge
#define CR_LIGHT_TARGET 0     ///< the edge of an exposure's segment

/// An edge that faces the light: seen from there, p comes first, counter-clockwise, and q within
/// less than half a turn.
typedef struct CrLightEdge {
    CaromVec2 p, q;
    double distance; ///< of its nearest point, by which edges are ordered
    uint32_t shape;
    int part;    ///< counts what its shape shows
    int feature; ///< as the user knows it
    bool closed; ///< begins at the light itself: the light is on the border of this solid
} CrLightEdge;

/// A direction, and what is seen from there on to the next.
typedef struct CrLightMark {
    CaromVec2 at;
    int32_t half;        ///< half turns from `start`: 0, 1; 2: all the way round
    int32_t edge;        ///< seen from here on
    int32_t crossing[2]; ///< the edges that cross here, or CR_LIGHT_NOTHING
} CrLightMark;

struct CaromLight {
    CaromAllocator allocator;
    CaromVec2 center;
    double range, tolerance;
    CaromVec2 start;  ///< a point in the direction at which everything begins
    CrLightMark last; ///< where it ends
    CrLightEdge *edges, *spare;
    CrLightMark *marks, *merged; ///< envelopes, one behind the other
    int *ends, *mergedEnds;      ///< of each envelope
    CaromLightPoint *points;     ///< the fan
    bool busy;                   ///< a predicate of its own cast must not use it
    uint32_t inside;             ///< the shape that holds the light, or CR_NONE
    CaromShapeId insideId;
};

// ---- light.c

/// Empties what the last cast left.
void crLightForget(CaromLight *light);
/// Collects what hides something within a box, and makes the envelope; edges that are there already
/// stay the first.
CaromError crLightLook(CaromLight *light, const CaromWorld *world, CaromBox box,
                       const CaromQueryOptions *options);

// ---- light_envelope.c

/// Sets up the directions: all around, or from `start` to `end`.
void crLightAim(CaromLight *light, CaromVec2 start, const CaromVec2 *end);
CrLightMark crLightMarkAt(const CaromLight *light, CaromVec2 p);
/// < 0, 0, > 0: which direction comes first.
int crLightCompare(const CaromLight *light, const CrLightMark *a, const CrLightMark *b);
/// What is seen in every direction, into light->marks; none where nothing is ever seen. False: no
/// memory.
bool crLightEnvelope(CaromLight *light);
/// Where the direction of a mark meets an edge.
CaromVec2 crLightPointOn(const CaromLight *light, int edge, const CrLightMark *mark);
/// The nearest edges first, those before `first` left where they are.
bool crLightSort(CaromLight *light, int first);

// ---- light_collect.c

/// Every edge within a box, and nearer than the range, that hides something.
CaromError crLightCollect(CaromLight *light, const CaromWorld *world, CaromBox box,
                          const CaromQueryOptions *options);

/// Adds an edge from a to b: seen from both sides, or from the right of a -> b only. What shows no
/// side, or is out of range, is left out. False: no memory.
bool crLightAddEdge(CaromLight *light, const CrLightEdge *edge, bool oneSided);
/// Adds what is seen of all within a reach of an edge, or of its half on the right.
/// Counts core->part on.
bool crLightAddRound(CaromLight *light, CrLightEdge *core, double reach, bool oneSided);

#endif
