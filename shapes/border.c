// SPDX-License-Identifier: MIT
#include "border.h"

// At least 8 edges to a run, so that four ints for each node of the tree fit into one int for each
// edge.
#define RUN_MIN 8
#define TREE_FROM 65

/// Takes point i into a node.
static void extend(const CrBorder *border, int *node, int i)
{
    CaromVec2 p = border->points[i];
    node[0] = p.x < border->points[node[0]].x ? i : node[0];
    node[1] = p.y < border->points[node[1]].y ? i : node[1];
    node[2] = p.x > border->points[node[2]].x ? i : node[2];
    node[3] = p.y > border->points[node[3]].y ? i : node[3];
}

static void buildRun(const CrBorder *border, int *node, int first, int end)
{
    node[0] = node[1] = node[2] = node[3] = first;
    for (int k = first; k < end; ++k) {
        extend(border, node, k);
        extend(border, node, crBorderNext(border, k));
    }
}

static void buildTree(const CrBorder *border)
{
    int runs = 1 << border->depth;
    for (int i = 2 * runs - 1; i >= 1; --i) {
        int *node = border->tree + 4 * (i - 1);
        if (i >= runs) {
            buildRun(border, node, crBorderRun(border, i - runs),
                     crBorderRun(border, i - runs + 1));
            continue;
        }
        const int *child = border->tree + 4 * (2 * i - 1); // both: 2i, and after it 2i + 1
        node[0] = node[1] = node[2] = node[3] = child[0];
        for (int k = 1; k < 8; ++k) {
            extend(border, node, child[k]);
        }
    }
}

CrBorder crBorder(const CaromVec2 *points, const int *ringEnds, int ringCount, int *scratch)
{
    CrBorder border = {points, ringEnds, ringCount, ringEnds[ringCount - 1], 0, scratch};
    if (scratch == NULL || border.count < TREE_FROM) {
        return border;
    }
    while (border.count >> (border.depth + 1) >= RUN_MIN) {
        ++border.depth;
    }
    buildTree(&border);
    return border;
}
