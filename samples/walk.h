// SPDX-License-Identifier: MIT
// A route through a Doom map, and a walker that keeps at arm's length from every wall.
#ifndef CAROM_SAMPLES_WALK_H
#define CAROM_SAMPLES_WALK_H

#include "wad.h"
#include "walk.h"

/// Lines that stop a walker: walls, and what the map flags as blocking.
typedef struct Walls {
    CaromVec2 (*ends)[2];
    int count;
} Walls;

bool wallsBuild(Walls *walls, const WadMap *map);
void wallsFree(Walls *walls);
/// Finds the nearest point of any wall, with the normal from there to the given place. Distance
/// 1e300 if there is none.
CaromNearest wallsNearest(const Walls *walls, CaromVec2 point);

typedef struct Path {
    CaromVec2 *points;
    int count, capacity;
    bool full; ///< memory was missing; points after that are lost
} Path;

void pathAdd(Path *path, CaromVec2 point);
double pathLength(const Path *path);
void pathFree(Path *path);

/// Finds the longest walk from a start: to the place that is farthest away by a path with
/// `clearance` to every wall. The path is then pulled taut, so it cuts corners. Empty if the start
/// is enclosed.
Path routeFind(const Walls *walls, CaromBox bounds, CaromVec2 start, double clearance);

/// A disc as wide as three quarters of the arm, which keeps the rest of it as its clearance.
CaromMoverDef walkerDef(CaromVec2 start, double arm);
/// Follows the route with a mover that keeps all of itself `arm` away from every wall. The result
/// is its place after each tick. *arrived: whether it reached the end of the route.
Path walkRoute(const Walls *walls, const Path *route, double arm, bool *arrived);

#endif
