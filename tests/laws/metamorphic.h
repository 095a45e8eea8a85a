// SPDX-License-Identifier: MIT
// Two cases that must have the same answers, and what "same" means: the same bits, but for −0 and
// 0. Where a law says less than that, the place that lets it says why.
#ifndef CAROM_TESTS_METAMORPHIC_H
#define CAROM_TESTS_METAMORPHIC_H

#include "case_draw.h"

typedef struct CasePair {
    Case a, b;
    CaseAnswers askedA, askedB;
    CaseMap map;            ///< leads from a to b
    bool parks;             ///< flights are compared as long as neither changes its mode
    bool flies;             ///< flights are compared as long as they fly
    bool once;              ///< flights are compared up to their first hit: see isFirstHit
    bool renames;           ///< b's shapes have another order of ids
    int order[CASE_SHAPES]; ///< in which they were made
} CasePair;

/// The one that a law is about; too large for a stack.
extern CasePair casePair;

/// Draws a; b and the map are still to be said.
void casePairBegin(Draw *draw, int habits);
/// Builds a case, asks and flies it; order: of its shapes, may be null. False: no memory.
bool casePairRun(const Case *scene, const int *order, CaseAnswers *answers);
/// The same of a world that was built already, which it destroys.
void casePairAsk(CaseWorld *built, const Case *scene, CaseAnswers *answers);
/// Whether b's answers are a's, under the map.
bool casePairAgrees(Draw *draw);
/// Removes the bullets that touch `least` things or more at their start.
void casePairDropTouching(Case *scene, int least);
/// Removes what moves up and down one line through a corner, or straight along an edge.
void casePairDropSidedByAxes(Case *scene);

// Ties that laws allow for (metamorphic_ties.c).
/// Whether a hit is a touch in passing, which turns a velocity by no more than roundings. They
/// make what is left of the velocity lead out of the surface; the place where the flight goes on
/// (see isFirstHit) decides how many they are. It is the same after bounces without restitution:
/// see dropUnclear.
bool caseOnlyGrazes(const Case *scene, const CaseAnswer *a);
/// Whether a first hit fills a gap. A disc, or a point among round things, touches things on sides
/// so opposite that none of eight short ways off its place leads clear of all. There the flight is
/// put back on its way until there is a free place, by the root of a rounding. If it came through a
/// one-sided wall from behind, it is put back until it is behind that wall again.
bool casePairFillsGap(const CaseAnswer *a);
/// Whether a hit's place touches two shapes, within rounding. If both are hit at one time, the
/// lower id decides which is reported. If the corner of one lies on the other's face, that also
/// decides whether the hit is at a corner.
bool casePairTouchesTwo(const CaseAnswer *a);
/// Whether a flight goes on from a hit like one that casePairDropSidedByAxes removes.
bool caseLegSidedByAxes(const Case *scene, const CaseAnswer *a);
/// Makes queries report what they would ignore, where they start inside of something round.
/// Otherwise they go on from where they leave it, which may be where they come to another part of
/// it.
void caseHitInside(Case *scene);

// Laws of maps (metamorphic_maps.c): each draws a case and says whether its image answers alike.
bool caseLawTurned(Draw *draw, int habits);   ///< by quarters
bool caseLawMirrored(Draw *draw, int habits); ///< at the axes and diagonals
bool caseLawScaled(Draw *draw, int habits);   ///< by powers of two
bool caseLawSlowed(Draw *draw, int habits);   ///< time, by powers of two
bool caseLawShifted(Draw *draw, int habits);  ///< by powers of two along each axis

#endif
