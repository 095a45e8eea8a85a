// SPDX-License-Identifier: MIT
// Convex hulls in place. After Andrew, "Another efficient algorithm for convex hulls in two
// dimensions" (1979), on one closed chain instead of two: from the first point a (in the order of
// isBefore) over those below the line to the last point b, and over those above it back. What is
// kept of the chain grows at the front of the array and never overtakes what is read.
//
// Sorted by heapsort; Williams, "Algorithm 232" (1964): needs no memory, and no input makes it
// slow.
#include "build.h"

#include "exact.h"
#include "inline.h"

static void swapPoints(CaromVec2 *points, int i, int j)
{
    CaromVec2 kept = points[i];
    points[i] = points[j];
    points[j] = kept;
}

/// Lets the entry at k sink to its place in a heap; the top of the heap comes last in the wanted
/// order.
static void siftDown(CaromVec2 *heap, int count, int k, bool rising)
{
    for (int child = 2 * k + 1; child < count; child = 2 * k + 1) {
        if (child + 1 < count && crIsBefore(heap[child], heap[child + 1]) == rising) {
            ++child;
        }
        if (crIsBefore(heap[k], heap[child]) != rising) {
            return;
        }
        swapPoints(heap, k, child);
        k = child;
    }
}

static void sortPoints(CaromVec2 *points, int count, bool rising)
{
    for (int k = count / 2 - 1; k >= 0; --k) {
        siftDown(points, count, k, rising);
    }
    for (int last = count - 1; last > 0; --last) {
        swapPoints(points, 0, last);
        siftDown(points, last, 0, rising);
    }
}

/// Moves the first point to the front, the last one behind it.
static void findEnds(CaromVec2 *points, int count)
{
    for (int i = 1; i < count; ++i) {
        if (crIsBefore(points[i], points[0])) {
            swapPoints(points, 0, i);
        }
    }
    for (int i = 2; i < count; ++i) {
        if (crIsBefore(points[1], points[i])) {
            swapPoints(points, 1, i);
        }
    }
}

/// Moves what lies on one side of the line a b to the front of a range. Returns how many they are.
static int partition(CaromVec2 *points, int count, CaromVec2 a, CaromVec2 b, int side)
{
    int taken = 0;
    for (int i = 0; i < count; ++i) {
        if (crOrient(a, b, points[i]) == side) {
            swapPoints(points, i, taken++);
        }
    }
    return taken;
}

/// Drops corners of the chain, none before `floor`, at which it does not turn left towards p.
static int retreat(const CaromVec2 *chain, int kept, int floor, CaromVec2 p)
{
    while (kept > floor && crOrient(chain[kept - 2], chain[kept - 1], p) <= 0) {
        --kept;
    }
    return kept;
}

/// Takes the points of [from, end) into the chain that is the first `kept`.
static int advance(CaromVec2 *points, int kept, int from, int end)
{
    int floor = kept;
    for (int i = from; i < end; ++i) {
        kept = retreat(points, kept, floor, points[i]);
        swapPoints(points, kept++, i);
    }
    return kept;
}

int caromHull(CaromVec2 *points, int count)
{
    if (count < 2) {
        return count < 0 ? 0 : count;
    }
    findEnds(points, count);
    CaromVec2 a = points[0], b = points[1];
    if (crEqual(a, b)) {
        return 1;
    }
    int below = 2 + partition(points + 2, count - 2, a, b, -1);
    int above = below + partition(points + below, count - below, a, b, 1);
    if (above == 2) {
        return 2;
    }
    // a, what is below from left to right, b, what is above from right to left
    swapPoints(points, 1, below - 1);
    sortPoints(points + 1, below - 2, true);
    sortPoints(points + below, above - below, false);
    int kept = advance(points, 1, 1, below);
    kept = advance(points, kept, below, above);
    return retreat(points, kept, 3, a);
}
