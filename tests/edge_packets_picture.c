// SPDX-License-Identifier: MIT
// carom_edge_packets_picture: docs/edge_packets.svg on stdout. A ray in a Doom map: the walls, the lane cells
// that it visits, the edges that share a block with those that it is tested against, and the few
// that exact code looks at.
#include "bench/bench.h"

#include <math.h>
#include <stdio.h>

#include "../world/api/carom.h"
#include "../world/data/world.h"

#define WIDTH 44.0  // [m] of the map
#define HEIGHT 22.0 // [m]
#define SCALE 20.0  // pixels per metre

typedef struct View {
    CaromVec2 corner; ///< [m] lower left
} View;

static double across(const View *view, double x)
{
    return (x - view->corner.x) * SCALE;
}

static double down(const View *view, double y)
{
    return (HEIGHT - (y - view->corner.y)) * SCALE;
}

static void drawLine(const View *view, CaromVec2 a, CaromVec2 b, const char *style)
{
    printf("<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' %s/>\n", across(view, a.x),
           down(view, a.y), across(view, b.x), down(view, b.y), style);
}

static void drawCell(const View *view, double side, double x, double y)
{
    printf("<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' fill='#4477aa' fill-opacity='0.22' "
           "stroke='#4477aa' stroke-width='1'/>\n",
           across(view, x * side), down(view, (y + 1.0) * side), side * SCALE, side * SCALE);
}

/// All that the way leads through, empty ones too.
static void drawCells(const View *view, double side, CaromVec2 from, CaromVec2 to)
{
    double lastX = HUGE_VAL, lastY = HUGE_VAL;
    for (double t = 0.0; t <= 1.0; t += 1e-3) {
        double x = floor((from.x + (to.x - from.x) * t) / side),
               y = floor((from.y + (to.y - from.y) * t) / side);
        if (x != lastX || y != lastY) {
            drawCell(view, side, x, y);
        }
        lastX = x;
        lastY = y;
    }
}

static void drawGrid(const View *view, double side)
{
    const char *style = "stroke='#888888' stroke-opacity='0.3' stroke-width='1'";
    double right = view->corner.x + WIDTH, top = view->corner.y + HEIGHT;
    for (double x = ceil(view->corner.x / side) * side; x < right; x += side) {
        CaromVec2 a = {x, view->corner.y}, b = {x, top};
        drawLine(view, a, b, style);
    }
    for (double y = ceil(view->corner.y / side) * side; y < top; y += side) {
        CaromVec2 a = {view->corner.x, y}, b = {right, y};
        drawLine(view, a, b, style);
    }
}

static void drawWalls(const View *view, const BenchScene *scene)
{
    for (int i = 0; i < scene->shapeCount; i++) {
        const CaromVec2 *wall = &scene->points[scene->shapes[i].first];
        CaromVec2 least = {fmin(wall[0].x, wall[1].x), fmin(wall[0].y, wall[1].y)},
                  most = {fmax(wall[0].x, wall[1].x), fmax(wall[0].y, wall[1].y)};
        if (most.x < view->corner.x || least.x > view->corner.x + WIDTH ||
            most.y < view->corner.y || least.y > view->corner.y + HEIGHT) {
            continue;
        }
        drawLine(view, wall[0], wall[1],
                 "stroke='#888888' stroke-width='2' stroke-linecap='round'");
    }
}

/// The edges that lanes leave of a way, at most `room` of them.
static int leftOver(const CaromWorld *world, CaromVec2 from, CaromVec2 to, uint32_t *keys, int room)
{
    CrLaneWalk walk;
    int count = 0;
    crLaneWalkStart(&walk, &world->grid, from, to, 1e-9);
    const CrEdgeLink *block;
    unsigned lanes;
    while ((block = crLaneWalkBlock(&walk, &lanes)) != NULL) {
        for (; lanes != 0 && count < room; lanes &= lanes - 1) {
            keys[count++] = block->keys[crLowestBit(lanes)];
        }
    }
    return count;
}

static void drawRay(const View *view, const CaromWorld *world, CaromVec2 from, CaromVec2 to)
{
    uint32_t keys[64];
    int count = leftOver(world, from, to, keys, 64);
    drawLine(view, from, to, "stroke='#ee6677' stroke-width='3'");
    for (int k = 0; k < count; k++) {
        const CrGridItem *item = &world->grid.items[keys[k]];
        drawLine(view, item->a, item->b,
                 "stroke='#ccaa22' stroke-width='6' stroke-linecap='round'");
    }
    printf("<circle cx='%.1f' cy='%.1f' r='6' fill='#ee6677'/>\n", across(view, from.x),
           down(view, from.y));
}

/// How many walls have an end in the view.
static int crowdOf(const View *view, const BenchScene *scene)
{
    int crowd = 0;
    for (int i = 0; i < scene->pointCount; i++) {
        CaromVec2 p = scene->points[i];
        crowd += p.x > view->corner.x && p.x < view->corner.x + WIDTH && p.y > view->corner.y &&
                 p.y < view->corner.y + HEIGHT;
    }
    return crowd;
}

static View viewOf(CaromVec2 from, CaromVec2 to)
{
    View view = {{0.5 * (from.x + to.x - WIDTH), 0.5 * (from.y + to.y - HEIGHT)}};
    return view;
}

/// Chooses a bullet of the storm: its first leg, from start to end, fits the view, and there is
/// more to see than for any other.
static void chooseRay(const BenchScene *scene, const CaromWorld *world, CaromVec2 *from,
                      CaromVec2 *to)
{
    CaromQueryOptions options = caromQueryOptions();
    CaromHit hit;
    int most = 0;
    for (int i = 0; i < scene->bulletCount; i++) {
        CaromVec2 start = scene->positions[i],
                  way = {scene->velocities[i].x * 3.0, scene->velocities[i].y * 3.0};
        if (fabs(way.x) < 2.5 * fabs(way.y) ||
            caromWorldCastRay(world, start, way, options, &hit, 1) == 0 ||
            fabs(hit.point.x - start.x) < 0.7 * WIDTH ||
            fabs(hit.point.x - start.x) > 0.9 * WIDTH) {
            continue;
        }
        View view = viewOf(start, hit.point);
        int crowd = crowdOf(&view, scene);
        if (crowd > most) {
            most = crowd;
            *from = start;
            *to = hit.point;
        }
    }
}

int main(void)
{
    BenchScene scene;
    if (!benchSceneMap(&scene, "MAP12", 20000, 1)) {
        return 1;
    }
    void *state = benchCarom.create(&scene);
    if (!state) {
        return 1;
    }
    const CaromWorld *world = benchCaromWorld(state);
    CaromVec2 from = {0.0, 0.0}, to = {0.0, 0.0};
    chooseRay(&scene, world, &from, &to);
    View view = viewOf(from, to);
    printf("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %g %g'>\n", WIDTH * SCALE,
           HEIGHT * SCALE);
    drawGrid(&view, world->grid.lanes.side);
    drawCells(&view, world->grid.lanes.side, from, to);
    drawWalls(&view, &scene);
    drawRay(&view, world, from, to);
    printf("</svg>\n");
    benchCarom.destroy(state);
    benchSceneFree(&scene);
    return 0;
}
