// SPDX-License-Identifier: MIT
#include "monotone_chain.h"

#include "exact.h"

static int addLink(CrChains *chains, int point, int below, int above, int diagonal)
{
    CrLink link = {point, below, above, diagonal};
    chains->links[chains->linkCount] = link;
    return chains->linkCount++;
}

static int addDiagonal(CrTriangles *triangles)
{
    int diagonal = triangles->diagonalCount++;
    triangles->diagonals[2 * diagonal] = triangles->diagonals[2 * diagonal + 1] = -1;
    return diagonal;
}

static void setSide(CrTriangles *triangles, int corner, int point, int diagonal)
{
    int side = 3 * triangles->triangleCount + corner;
    triangles->corners[side] = point;
    if (diagonal >= 0) {
        int *sides = triangles->diagonals + 2 * diagonal;
        sides[sides[0] >= 0] = side;
    }
}

/// Cuts off the middle of three links that follow each other, lowest first, where it is a convex
/// corner, by a new diagonal, or an edge of the polygon where that is `closed`.
static bool cut(CrChains *chains, int low, int middle, int high, bool closed)
{
    CrLink *links = chains->links;
    const CaromVec2 *points = chains->points;
    int a = links[high].point, b = links[middle].point, c = links[low].point;
    if (crOrient(points[a], points[b], points[c]) <= 0) {
        return false;
    }
    int diagonal = closed ? -1 : addDiagonal(chains->triangles);
    setSide(chains->triangles, 0, a, links[middle].diagonal);
    setSide(chains->triangles, 1, b, links[low].diagonal);
    setSide(chains->triangles, 2, c, diagonal);
    ++chains->triangles->triangleCount;
    links[low].above = high;
    links[low].diagonal = diagonal;
    links[high].below = low;
    return true;
}

static void cutFromTop(CrChains *chains, int top)
{
    CrLink *links = chains->links;
    for (int middle = links[top].below; links[middle].below >= 0; middle = links[top].below) {
        if (!cut(chains, links[middle].below, middle, top, false)) {
            return;
        }
    }
}

static void cutFromBottom(CrChains *chains, int bottom)
{
    CrLink *links = chains->links;
    for (int middle = links[bottom].above; links[middle].above >= 0; middle = links[bottom].above) {
        if (!cut(chains, bottom, middle, links[middle].above, false)) {
            return;
        }
    }
}

CrChain crChainStart(CrChains *chains, int point)
{
    CR_ASSERT(point >= 0);
    int link = addLink(chains, point, -1, -1, -1);
    CrChain chain = {link, link, link};
    return chain;
}

/// Puts a point above the top, which the way to it leads over: a diagonal, or −1.
static void putOnTop(CrChains *chains, CrChain *chain, int point, int diagonal)
{
    int link = addLink(chains, point, chain->top, -1, -1);
    chains->links[chain->top].above = link;
    chains->links[chain->top].diagonal = diagonal;
    chain->top = chain->last = link;
}

static void putBelow(CrChains *chains, CrChain *chain, int point, int diagonal)
{
    int link = addLink(chains, point, -1, chain->bottom, diagonal);
    chains->links[chain->bottom].below = link;
    chain->bottom = chain->last = link;
}

void crChainAddTop(CrChains *chains, CrChain *chain, int point)
{
    putOnTop(chains, chain, point, -1);
    cutFromTop(chains, chain->top);
}

void crChainAddBottom(CrChains *chains, CrChain *chain, int point)
{
    putBelow(chains, chain, point, -1);
    cutFromBottom(chains, chain->bottom);
}

bool crChainClose(CrChains *chains, CrChain *chain, int point)
{
    CrLink *links = chains->links;
    putOnTop(chains, chain, point, -1);
    int middle = links[chain->top].below;
    while (links[middle].below >= 0) {
        int low = links[middle].below;
        if (!cut(chains, low, middle, chain->top, low == chain->bottom)) {
            return false;
        }
        middle = low;
    }
    return true;
}

CrChain crChainSplit(CrChains *chains, CrChain *chain, int point)
{
    CrLink *links = chains->links;
    int last = chain->last, above = links[last].above;
    int localIsBaked = addLink(chains, links[last].point, -1, above, links[last].diagonal);
    CrChain upper = {localIsBaked, chain->top == last ? localIsBaked : chain->top, localIsBaked};
    if (above >= 0) {
        links[above].below = localIsBaked;
    }
    links[last].above = -1;
    chain->top = last;
    int diagonal = addDiagonal(chains->triangles);
    putOnTop(chains, chain, point, diagonal);
    putBelow(chains, &upper, point, diagonal);
    cutFromTop(chains, chain->top);
    cutFromBottom(chains, upper.bottom);
    return upper;
}

void crChainJoin(CrChains *chains, CrChain *lower, const CrChain *upper)
{
    CrLink *links = chains->links;
    int joint = lower->top, above = links[upper->bottom].above;
    links[joint].above = above;
    links[joint].diagonal = links[upper->bottom].diagonal;
    links[above].below = joint;
    lower->top = upper->top;
    lower->last = joint;
}
