// SPDX-License-Identifier: MIT
// A round of flights as structures of arrays, so that several are computed at once: bounces of
// points off thin edges, the beginning of walks through cells, and the crossings of a path and some
// edges. The kernels (kernels.h) compute them in doubles, by the operations of the scalar code in
// its order, so that they give its bits. What they can't decide for certain is marked, and left to
// that code.
#ifndef CAROM_SHAPES_ROUNDS_H
#define CAROM_SHAPES_ROUNDS_H

#include "base.h"

#include <stdint.h>

#define CR_ROUND 32 ///< flights; a multiple of the lanes of any register

// What rounding may come to: crThinEdgePath.
#define CR_THIN_DOUBT 0x1p-43
#define CR_THIN_SLACK 0x1p-45

/// Bounces of points on straight legs off thin edges at rest.
typedef struct CrRoundBounces {
    // the leg, how long it took, the edge, and the part of it that is met: CrPart, a face
    double px[CR_ROUND], py[CR_ROUND], vx[CR_ROUND], vy[CR_ROUND], tau[CR_ROUND];
    double start[CR_ROUND], time[CR_ROUND]; ///< of the leg and of its end
    double ax[CR_ROUND], ay[CR_ROUND], bx[CR_ROUND], by[CR_ROUND], part[CR_ROUND];
    double restitution[CR_ROUND], friction[CR_ROUND], minBounceSpeed[CR_ROUND]; ///< of the pair
    // what comes of it: where the path meets the edge, the normal, the place and the velocity after
    double exactX[CR_ROUND], exactY[CR_ROUND], normalX[CR_ROUND], normalY[CR_ROUND];
    double x[CR_ROUND], y[CR_ROUND], afterX[CR_ROUND], afterY[CR_ROUND];
    double nearness[CR_ROUND]; ///< [m] as crPlaceNearness
    uint64_t sure;             ///< a bit each: it is computed; else nothing of it counts
    uint64_t sameWindow;       ///< a bit each: both times are in one window of world time
} CrRoundBounces;

/// What is simple, and how places near an exact one are tried: place.h.
typedef struct CrRoundLimits {
    double corner;             ///< [place tolerances] nearer to an edge's end it is not simple
    double tooFast;            ///< [m/s] an axis
    double window;             ///< [s] of world time, in which events are counted
    double unit, unitMore;     ///< crPlaceUnit is the first times (a size + the second),
    double nearness, nearMore; ///< crPlaceNearness, too
} CrRoundLimits;

/// Walks through lane cells along the legs that bounces begin.
typedef struct CrRoundWalks {
    double headingX[CR_ROUND], headingY[CR_ROUND]; ///< unit
    double nextX[CR_ROUND], nextY[CR_ROUND];       ///< [m] along the way: to the next column, row
    double paceX[CR_ROUND], paceY[CR_ROUND];       ///< [m] along the way: from one to another
    double far[CR_ROUND];                          ///< [m] along the way: the end of all content
    double speed[CR_ROUND];                        ///< [m/s]
    double most[CR_ROUND];  ///< [m] the largest coordinate of the content and of the start
    double doubt[CR_ROUND]; ///< CrThinEdgePath
    int32_t cellX[CR_ROUND], cellY[CR_ROUND];
    uint64_t sure; ///< a bit each: it begins over the content, runs along no axis, and does not
                   ///< shave the edge that it leaves
} CrRoundWalks;

/// The cells of walks, and the box of their content.
typedef struct CrRoundCells {
    double side, perSide;          ///< [m] [1/m]
    double minX, minY, maxX, maxY; ///< [m]
    double extent;                 ///< [m] the largest coordinate of the content
    double straight;               ///< a heading's part that is less runs along the other axis
} CrRoundCells;

#define CR_CROSSED 32   ///< edges of a way
#define CR_CROSSINGS 64 ///< a multiple of the lanes of any register

/// Straight paths and thin edges that they may cross. A path and its doubts: CrThinEdgePath.
typedef struct CrCrossings {
    double px[CR_CROSSINGS], py[CR_CROSSINGS], vx[CR_CROSSINGS], vy[CR_CROSSINGS];
    double doubt[CR_CROSSINGS], slack[CR_CROSSINGS];
    double ax[CR_CROSSINGS], ay[CR_CROSSINGS], bx[CR_CROSSINGS], by[CR_CROSSINGS];
    double tau[CR_CROSSINGS];           ///< of those that are met
    uint64_t met, unclear, fromTheLeft; ///< a bit each; the others are passed for certain
} CrCrossings;

/// The edges that a way may cross, found cell by cell.
typedef struct CrOnTheWay {
    uint32_t keys[CR_CROSSED];
    uint32_t left;      ///< the key of an edge that is left out
    int count, atStart; ///< of them, those in the first cell
} CrOnTheWay;

#endif
