// SPDX-License-Identifier: MIT
// A flight's path in the frame of a body that moves and turns: y(T) = R(−θ(T)) (p(T) − c(T)), which
// no closed form intersects with an edge. It is met as a chain of chords between samples at fixed
// times of the world: dyadic fractions of intervals [kQ, (k+1)Q), halved until the curve keeps
// within
//
//     h² · max|y''| / 8  <=  2^-48 (|q| + |pivot| + 1 mm),     |y''| <= |a| + 2|ω||q'| + ω²|q|,
//
// of its chord (q: the path as seen without turning, from the pivot; h: the chord's time), or until
// h is 2^-49 of the time itself, where clocks have no finer places. The leg's own start is the
// first sample. Which samples there are follows from path and body alone, so that all edges meet
// one and the same chain, and exact signs let nothing slip between chords or edges. Halving
// descends only where the curve may touch the edge: some twenty samples for a hit, two for a miss.
// A corner of a body that turns, y(T) = c(T) + R(θ(T))·arm, is met by fixed edges in the same way:
// |y''| <= |a| + ω²|arm|.
// Chord error and bound of second derivatives: de Boor, "A Practical Guide to Splines" (1978),
// ch. 3.
#ifndef CAROM_SHAPES_SPIN_PATH_H
#define CAROM_SHAPES_SPIN_PATH_H

#include "path.h"
#include "pose.h"

typedef struct CrSpinPath {
    CrPath path; ///< in the body's frame; of one that spins, moved into it but not turned
    CaromVec2 pivot;
    double angle, anchor; ///< [rad] how far it has turned at [s] a time of the world
    double spin;          ///< [rad/s] 0: path is all there is
    double frame;         ///< [s] time of the world at tau 0
    double quantum;       ///< Q
    bool orbits;          ///< the other way around: a corner of a body that turns, in the world
    CaromVec2 arm;        ///< of one that orbits: the corner, seen from what `path` carries along
} CrSpinPath;

/// The range of the search: tau >= after, or > after if `beyond` is set. Hits before `from` or
/// after `until`, times of the world, need not be returned; neither changes a time.
typedef struct CrSpinWindow {
    double after;
    bool beyond;
    double from, until;
} CrSpinWindow;

/// A path in the frame of such a pose.
static inline CrPath crPathUnder(const CrPose *pose, CrPath path)
{
    path.p = crPoseToLocal(pose, path.p);
    path.v = crPoseTurnBack(pose, path.v);
    path.a = crPoseTurnBack(pose, path.a);
    return path;
}

/// Of a body that doesn't spin.
static inline CrSpinPath crSpinPathStill(CrPath path, double frame)
{
    CrSpinPath still = {path, {0.0, 0.0}, 0.0, 0.0, 0.0, frame, 1.0, false, {0.0, 0.0}};
    return still;
}

/// Of a body that does; spin is not 0.
CrSpinPath crSpinPathMake(CrPath moved, CaromVec2 pivot, double angle, double anchor, double spin,
                          double frame);

/// The path of a corner of a body that turns about a point, which moves on `carrier`, from tau 0
/// on: carrier(tau) + R(spin·tau)·arm. Spin and arm are not 0.
CrSpinPath crSpinPathOrbit(CrPath carrier, CaromVec2 arm, double spin);

/// Place and velocity in the body's frame; the velocity of one that orbits is not asked for.
CaromVec2 crSpinPathPoint(const CrSpinPath *path, double tau);
CaromVec2 crSpinPathVelocity(const CrSpinPath *path, double tau);

/// The first entry, as crPathMeets.
bool crSpinPathMeets(const CrSpinPath *path, const CrEdge *edge, const CrSpinWindow *window,
                     CrMeet *meet);
/// The first exit from a fat edge after window->after, as crPathLeaves.
bool crSpinPathLeaves(const CrSpinPath *path, const CrEdge *edge, const CrSpinWindow *window,
                      double *tau);
/// A box in the body's frame that the path keeps within between two taus.
CaromBox crSpinPathBox(const CrSpinPath *path, double from, double to);

#endif
