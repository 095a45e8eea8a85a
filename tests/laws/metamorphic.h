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
/// Takes away the bullets whose start touches as many things.
void casePairDropTouching(Case *scene, int least);
/// Takes away what goes up and down one line through a corner, or straight along an edge.
void casePairDropSidedByAxes(Case *scene);

// Ties that laws allow for (metamorphic_ties.c).
/// Whether a hit is a touch in passing, which turns a velocity by no more than roundings: what is
/// left of it is told to lead out of the surface, from the place where the flight goes on (see
/// isFirstHit), by as many roundings as that one asks for. As after bounces without restitution:
/// see dropUnclear.
bool caseOnlyGrazes(const Case *scene, const CaseAnswer *a);
/// Whether a first hit is that of a disc, or of a point among round things, which touches things on
/// sides so opposite that none of eight short ways off the place of the hit leads clear of all: it
/// fills a gap. There it is put back on its way until there is a free place, by the root of a
/// rounding; where it came through a one-sided wall from behind, until it is behind that again.
bool casePairFillsGap(const CaseAnswer *a);
/// Whether a hit's place touches two shapes, within rounding. Of two that are hit at one time the
/// lower id decides which is told of; and where one's corner lies on the other's face, which then
/// is told of in either case, whether that is a corner.
bool casePairTouchesTwo(const CaseAnswer *a);
/// Whether a flight goes on from a hit as those do that casePairDropSidedByAxes takes away.
bool caseLegSidedByAxes(const Case *scene, const CaseAnswer *a);
/// Queries that start inside of something round and are to ignore it tell of that instead: they go
/// on from where they leave it, which may be where they come to another part of it.
void caseHitInside(Case *scene);

// Laws of maps (metamorphic_maps.c): each draws a case and says whether its image answers alike.
bool caseLawTurned(Draw *draw, int habits);   ///< by quarters
bool caseLawMirrored(Draw *draw, int habits); ///< at the axes and diagonals
bool caseLawScaled(Draw *draw, int habits);   ///< by powers of two
bool caseLawSlowed(Draw *draw, int habits);   ///< time, by powers of two
bool caseLawShifted(Draw *draw, int habits);  ///< by powers of two along each axis

#endif
