// SPDX-License-Identifier: MIT
// Finds every shape with a box that touches a box: static and kinematic ones, sensors. For queries,
// blasts and lines of sight.
#ifndef CAROM_WORLD_NARROWPHASE_SHAPE_WALK_H
#define CAROM_WORLD_NARROWPHASE_SHAPE_WALK_H

#include "../api/queries.h"
#include "../data/world.h"
#include "../index/moving_index.h"
#include "../index/sensors.h"

/// Where shapes are listed, or-ed.
enum { CR_LAYER_RESTING = 1, CR_LAYER_MOVING = 2, CR_LAYER_SENSORS = 4 };
#define CR_LAYERS_SOLID (CR_LAYER_RESTING | CR_LAYER_MOVING)

/// The layers that a query searches.
static inline unsigned crLayersOf(CaromSensorPolicy sensors)
{
    unsigned solid = sensors == CAROM_SENSORS_ONLY ? 0 : CR_LAYERS_SOLID;
    return sensors == CAROM_SENSORS_EXCLUDED ? solid : solid | CR_LAYER_SENSORS;
}

/// On the caller's stack; the world must not be edited meanwhile.
typedef struct CrShapeWalk {
    const CaromWorld *world;
    CaromBox box;
    unsigned layers; ///< still to be walked, and the one that is
    unsigned layer;
    union {
        CrBoxCellsWalk resting;
        CrMovingIndexWalk moving;
        CrSensorsWalk sensors;
    } in;
} CrShapeWalk;

void crShapeWalkStart(CrShapeWalk *walk, const CaromWorld *world, CaromBox box, unsigned layers);
/// Each shape once, resting ones first, in no other order; kinematic ones by the boxes they sweep
/// within the step, so that some come that are not there. False: no more.
bool crShapeWalkNext(CrShapeWalk *walk, uint32_t *slot);

// ---- edges around a place, or along a line, of whatever rests or moves there

/// What is done with an edge; false ends the round.
typedef bool CrVisit(void *context, uint32_t shape, int edge);

/// Every edge that may touch a box, some more than once; false where a visit ended the round.
bool crVisitEdges(const CaromWorld *world, CaromBox box, CrVisit *visit, void *context);
/// Every edge that may come within `pad` [m] of a line, some more than once; false where a visit
/// ended the round.
bool crVisitLine(const CaromWorld *world, CaromVec2 from, CaromVec2 to, double pad, CrVisit *visit,
                 void *context);
/// Every edge at rest that a disc on its way along a line may come near, some more than once.
bool crVisitSwept(const CaromWorld *world, CaromVec2 from, CaromVec2 to, double radius,
                  CrVisit *visit, void *context);
/// Only the moving shapes, each once.
bool crVisitMoving(const CaromWorld *world, CaromBox box, CrVisit *visit, void *context);

#endif
