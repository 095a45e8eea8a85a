// SPDX-License-Identifier: MIT
// Chains: what a sweep has not yet cut into triangles between two neighbouring edges of its status.
// A chain runs from the first point of the lower edge over points already passed to that of the
// upper edge. From its right, where the polygon is, no corner of it is convex: it bulges to the
// right, and the point that was added last is the rightmost, seen from all that comes.
#ifndef CAROM_SHAPES_MONOTONE_CHAIN_H
#define CAROM_SHAPES_MONOTONE_CHAIN_H

#include "triangulate.h"

/// A point of a chain.
typedef struct CrLink {
    int point;
    int below, above; ///< links, −1 at the ends
    int diagonal;     ///< on the way to the link above; −1 for an edge of the polygon
} CrLink;

/// A chain, by its links.
typedef struct CrChain {
    int bottom, top, last;
} CrChain;

typedef struct CrChains {
    const CaromVec2 *points;
    CrLink *links;
    int linkCount;
    CrTriangles *triangles;
} CrChains;

CrChain crChainStart(CrChains *chains, int point);
/// The upper (lower) edge ended at a point: goes on from there.
void crChainAddTop(CrChains *chains, CrChain *chain, int point);
void crChainAddBottom(CrChains *chains, CrChain *chain, int point);
/// Both edges ended at a point. False where something is left: the polygon crosses itself.
bool crChainClose(CrChains *chains, CrChain *chain, int point);
/// A point appeared between both edges: what is below it stays, what is above it is returned.
CrChain crChainSplit(CrChains *chains, CrChain *chain, int point);
/// Joins two chains that end and begin at one point, just added to both.
void crChainJoin(CrChains *chains, CrChain *lower, const CrChain *upper);

#endif
