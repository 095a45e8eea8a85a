// SPDX-License-Identifier: MIT
// The lower envelope of edges around a point; light_types.h has the sources and the invariants.
//
// An envelope is a row of marks from the first direction to the last, each with the edge seen from
// there on. All of them lie one behind the other in one array, are merged in pairs into another,
// and so on, until one is left.
#include "../../shapes/exact.h"
#include "../../shapes/sort.h"
#include "../core/limits.h"
#include "light_types.h"

#define BATCH 64 ///< edges that are looked at at first

// ---- directions

static int halfOf(const CaromLight *light, CaromVec2 p)
{
    int side = crOrient(light->center, light->start, p);
    if (side != 0) {
        return side < 0;
    }
    return crDot(crSub(light->start, light->center), crSub(p, light->center)) < 0.0;
}

CrLightMark crLightMarkAt(const CaromLight *light, CaromVec2 p)
{
    CrLightMark mark = {
        p, halfOf(light, p), CR_LIGHT_NOTHING, {CR_LIGHT_NOTHING, CR_LIGHT_NOTHING}};
    return mark;
}

void crLightAim(CaromLight *light, CaromVec2 start, const CaromVec2 *end)
{
    light->start = start;
    light->last = crLightMarkAt(light, end != NULL ? *end : start);
    if (end == NULL) {
        light->last.half = 2;
    }
}

int crLightCompare(const CaromLight *light, const CrLightMark *a, const CrLightMark *b)
{
    if (a->half != b->half) {
        return a->half - b->half;
    }
    return a->half == 2 ? 0 : -crOrient(light->center, a->at, b->at);
}

// ---- order of edges

static bool comesBefore(const void *context, int first, int second)
{
    const CaromLight *light = context;
    const CrLightEdge *a = &light->edges[first], *b = &light->edges[second];
    if (a->distance != b->distance) {
        return a->distance < b->distance;
    }
    return a->shape != b->shape ? a->shape < b->shape : a->part < b->part;
}

bool crLightSort(CaromLight *light, int first)
{
    int count = crArrayCount(light->edges);
    const CaromAllocator *allocator = &light->allocator;
    if (!crArrayReserve(light->ends, count, allocator) ||
        !crArrayReserve(light->mergedEnds, count, allocator) ||
        !crArrayReserve(light->spare, count, allocator)) {
        return false;
    }
    int *order = light->ends;
    for (int i = 0; i < count; i++) {
        order[i] = i;
    }
    if (first < count) {
        crSortInts(comesBefore, light, order + first, light->mergedEnds, count - first);
    }
    crArraySetCount(light->spare, 0);
    for (int i = 0; i < count; i++) {
        crArrayPush(light->spare, light->edges[order[i]]);
    }
    CrLightEdge *sorted = light->spare;
    light->spare = light->edges;
    light->edges = sorted;
    return true;
}

// ---- which of two edges is in front

/// What the four ends of two edges, which are seen in a common direction, say of them. Envelopes
/// that are merged are of edges one behind the other, so the first of two is the lower one.
typedef struct Order {
    int first, second; ///< in front before and after they cross; equal where they don't
} Order;

/// 1: both points are on the light's side of an edge's line, or on it; −1: beyond; 0: on it; 2:
/// one on each side.
static int sidesOf(const CrLightEdge *edge, CaromVec2 p, CaromVec2 q, int *sideOfP)
{
    int s = crOrient(edge->p, edge->q, p), t = crOrient(edge->p, edge->q, q);
    *sideOfP = s;
    return s * t < 0 ? 2 : s + t > 0 ? 1 : s + t < 0 ? -1 : 0;
}

static Order orderOf(const CaromLight *light, int e, int f)
{
    const CrLightEdge *a = &light->edges[e], *b = &light->edges[f];
    Order before = {e, e}, after = {f, f}, crossed = {e, f};
    int sideOfP, ignored;
    if (a->closed || b->closed) {
        return a->closed ? before : after;
    }
    int sides = sidesOf(b, a->p, a->q, &sideOfP);
    if (sides == 2) {
        int others = sidesOf(a, b->p, b->q, &ignored);
        if (others == 2) {
            Order turned = {f, e};
            return sideOfP > 0 ? crossed : turned;
        }
        sides = -others;
    }
    return sides >= 0 ? before : after;
}

/// Where two edges cross.
static CaromVec2 crossingOf(const CaromLight *light, int e, int f)
{
    const CrLightEdge *a = &light->edges[e], *b = &light->edges[f];
    CaromVec2 along = crSub(a->q, a->p), other = crSub(b->q, b->p);
    double over = crCross(crSub(b->p, a->p), other), under = crCross(along, other);
    double s = under != 0.0 ? crClamp(over / under, 0.0, 1.0) : 0.5;
    return crAddScaled(a->p, along, s);
}

// ---- envelopes

/// Ends an envelope that is being written with another stretch; room was made.
static void see(CrLightMark *out, int *count, CrLightMark from, int edge)
{
    if (*count == 0 || out[*count - 1].edge != edge) {
        out[*count] = from;
        out[(*count)++].edge = edge;
    }
}

static int envelopeOfOne(const CaromLight *light, int edge, CrLightMark *out)
{
    CrLightMark begin = crLightMarkAt(light, light->start),
                p = crLightMarkAt(light, light->edges[edge].p),
                q = crLightMarkAt(light, light->edges[edge].q);
    bool wraps = crLightCompare(light, &p, &q) > 0;
    bool atBegin =
        wraps ? crLightCompare(light, &begin, &q) < 0 : crLightCompare(light, &begin, &p) == 0;
    int count = 0;
    see(out, &count, begin, atBegin ? edge : CR_LIGHT_NOTHING);
    p.edge = edge;
    CrLightMark next[2] = {wraps ? q : p, wraps ? p : q};
    for (int i = 0; i < 2; i++) {
        if (crLightCompare(light, &next[i], &light->last) < 0) {
            see(out, &count, next[i], next[i].edge);
        }
    }
    return count == 1 && out[0].edge == CR_LIGHT_NOTHING ? 0 : count;
}

/// The stretch from a mark to the next, over which each of two envelopes sees one edge.
static void seeNearer(const CaromLight *light, CrLightMark *out, int *count, CrLightMark from,
                      const CrLightMark *to, int e, int f)
{
    if (e == CR_LIGHT_NOTHING || f == CR_LIGHT_NOTHING) {
        see(out, count, from, e == CR_LIGHT_NOTHING ? f : e);
        return;
    }
    Order order = orderOf(light, e, f);
    if (order.first == order.second) {
        see(out, count, from, order.first);
        return;
    }
    CaromVec2 at = crossingOf(light, e, f);
    if (crOrient(light->center, from.at, at) <= 0) {
        see(out, count, from, order.second);
        return;
    }
    see(out, count, from, order.first);
    if (crOrient(light->center, at, to->at) > 0) {
        CrLightMark crossing = crLightMarkAt(light, at);
        crossing.crossing[0] = e;
        crossing.crossing[1] = f;
        see(out, count, crossing, order.second);
    }
}

/// Two envelopes that lie one behind the other: a .. b, b .. end. Room for twice their marks.
static int mergeEnvelopes(const CaromLight *light, const CrLightMark *a, const CrLightMark *b,
                          const CrLightMark *end, CrLightMark *out)
{
    const CrLightMark *aEnd = b;
    CrLightMark from = *a;
    int count = 0;
    while (a < aEnd) { // both come to the last mark at once
        const CrLightMark *nextA = a + 1 < aEnd ? a + 1 : &light->last,
                          *nextB = b + 1 < end ? b + 1 : &light->last;
        int order = crLightCompare(light, nextA, nextB);
        const CrLightMark *next = order <= 0 ? nextA : nextB;
        seeNearer(light, out, &count, from, next, a->edge, b->edge);
        a += order <= 0;
        b += order >= 0;
        from = *next;
    }
    return count;
}

/// One round: half as many envelopes.
static bool mergePairs(CaromLight *light)
{
    int runs = crArrayCount(light->ends), from = 0;
    crArraySetCount(light->merged, 0);
    for (int i = 0; i < runs; i += 2) {
        int middle = light->ends[i], end = i + 1 < runs ? light->ends[i + 1] : middle;
        if (!crArrayGrow(light->merged, 2 * (end - from), &light->allocator)) {
            return false;
        }
        int made = crArrayCount(light->merged);
        if (i + 1 < runs) {
            made += mergeEnvelopes(light, light->marks + from, light->marks + middle,
                                   light->marks + end, light->merged + made);
        } else {
            for (int k = from; k < end; k++) {
                light->merged[made++] = light->marks[k];
            }
        }
        crArraySetCount(light->merged, made);
        light->ends[i / 2] = made;
        from = end;
    }
    crArraySetCount(light->ends, (runs + 1) / 2);
    CrLightMark *swap = light->marks;
    light->marks = light->merged;
    light->merged = swap;
    return true;
}

/// Of the marks' one envelope and those of some edges more, one.
static bool addEdges(CaromLight *light, int from, int to)
{
    int made = crArrayCount(light->marks);
    crArraySetCount(light->ends, 0);
    if (!crArrayReserve(light->marks, made + 4 * (to - from), &light->allocator) ||
        !crArrayReserve(light->ends, to - from + 1, &light->allocator)) {
        return false;
    }
    if (made > 0) {
        crArrayPush(light->ends, made);
    }
    for (int i = from; i < to; i++) {
        int marks = envelopeOfOne(light, i, light->marks + made);
        made += marks;
        if (marks > 0) {
            crArrayPush(light->ends, made);
        }
    }
    crArraySetCount(light->marks, made);
    while (crArrayCount(light->ends) > 1) {
        if (!mergePairs(light)) {
            return false;
        }
    }
    return true;
}

/// No edge farther than this is seen: the farthest place that is, where every direction ends.
static double farthestSeen(const CaromLight *light)
{
    int count = crArrayCount(light->marks);
    double most = count > 0 ? 0.0 : CR_NEVER;
    for (int i = 0; i < count; i++) {
        const CrLightMark *from = &light->marks[i], *to = i + 1 < count ? from + 1 : &light->last;
        if (from->edge == CR_LIGHT_NOTHING) {
            return CR_NEVER;
        }
        most = crMax(most, crLength(crSub(crLightPointOn(light, from->edge, from), light->center)));
        most = crMax(most, crLength(crSub(crLightPointOn(light, from->edge, to), light->center)));
    }
    return most * (1.0 + 1e-9);
}

/// The nearest edges first, twice as many each time: in closed rooms most are never looked at.
bool crLightEnvelope(CaromLight *light)
{
    int count = crArrayCount(light->edges), from = 0, to = BATCH;
    crArraySetCount(light->marks, 0);
    while (from < count) {
        to = to < count ? to : count;
        if (!addEdges(light, from, to)) {
            return false;
        }
        if (to < count && light->edges[to].distance > farthestSeen(light)) {
            break;
        }
        from = to;
        to *= 2;
    }
    return true;
}

CaromVec2 crLightPointOn(const CaromLight *light, int index, const CrLightMark *mark)
{
    const CrLightEdge *edge = &light->edges[index];
    if (edge->closed) {
        return light->center;
    }
    if (mark->crossing[0] == index || mark->crossing[1] == index) {
        return mark->at;
    }
    if (crOrient(light->center, edge->p, mark->at) <= 0) {
        return edge->p;
    }
    if (crOrient(light->center, mark->at, edge->q) <= 0) {
        return edge->q;
    }
    if (crOrient(edge->p, edge->q, mark->at) == 0) {
        return mark->at;
    }
    CaromVec2 along = crSub(edge->q, edge->p), ray = crSub(mark->at, light->center);
    double over = crCross(ray, crSub(edge->p, light->center)), under = crCross(along, ray);
    return crAddScaled(edge->p, along, crClamp(over / under, 0.0, 1.0));
}
