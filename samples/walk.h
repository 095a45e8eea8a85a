// SPDX-License-Identifier: MIT
// A route through a Doom map, and somebody who walks it at arm's length from every wall.
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
/// The nearest point of any wall, with the normal towards the asker. Distance 1e300 where there is
/// none.
CaromNearest wallsNearest(const Walls *walls, CaromVec2 point);

typedef struct Path {
    CaromVec2 *points;
    int count, capacity;
    bool full; ///< memory was short; points after that are missing
} Path;

void pathAdd(Path *path, CaromVec2 point);
double pathLength(const Path *path);
void pathFree(Path *path);

/// The longest walk that the map offers from a start: to the place farthest away by a way that has
/// `clearance` to every wall, then pulled taut, so that it cuts corners. Empty where the start is
/// shut in.
Path routeFind(const Walls *walls, CaromBox bounds, CaromVec2 start, double clearance);

/// A disc as wide as three quarters of the arm, which keeps the rest of it as its clearance.
CaromMoverDef walkerDef(CaromVec2 start, double arm);
/// Follows the route with a mover that keeps all of itself `arm` away from every wall: his place
/// after each tick. *arrived: whether he got to the route's end.
Path walkRoute(const Walls *walls, const Path *route, double arm, bool *arrived);

#endif
