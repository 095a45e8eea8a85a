// SPDX-License-Identifier: MIT
#include "shape_walk.h"

#include "../core/limits.h"
#include "../index/moving_index.h"
#include "path_query.h"

#include <limits.h>

static bool enterNext(CrShapeWalk *walk)
{
    walk->layer = walk->layers & (~walk->layers + 1u); // the lowest
    walk->layers &= ~walk->layer;
    switch (walk->layer) {
    case CR_LAYER_RESTING:
        crBoxCellsStart(&walk->in.resting, &walk->world->boxes, walk->box);
        return true;
    case CR_LAYER_MOVING:
        crMovingIndexStart(&walk->in.moving, walk->world, walk->box);
        return true;
    case CR_LAYER_SENSORS:
        crSensorsStart(&walk->in.sensors, walk->world, walk->box);
        return true;
    default:
        return false;
    }
}

void crShapeWalkStart(CrShapeWalk *walk, const CaromWorld *world, CaromBox box, unsigned layers)
{
    CR_ASSERT(layers != 0);
    walk->world = world;
    walk->box = box;
    if (!crMovingIndexAny(world)) {
        layers &= ~(unsigned)CR_LAYER_MOVING;
    }
    if (crSensorsCount(world) == 0) {
        layers &= ~(unsigned)CR_LAYER_SENSORS;
    }
    walk->layers = layers;
    enterNext(walk);
}

bool crShapeWalkNext(CrShapeWalk *walk, uint32_t *slot)
{
    do {
        bool found = false;
        switch (walk->layer) {
        case CR_LAYER_RESTING:
            found = crBoxCellsNext(&walk->in.resting, slot);
            break;
        case CR_LAYER_MOVING:
            found = crMovingIndexNext(&walk->in.moving, slot);
            break;
        case CR_LAYER_SENSORS:
            found = crSensorsNext(&walk->in.sensors, slot);
            break;
        default:
            break;
        }
        if (found) {
            return true;
        }
    } while (enterNext(walk));
    return false;
}

// ---- edges

static bool visitResting(const CaromWorld *world, CaromBox box, CrVisit *visit, void *context)
{
    CrWalk walk;
    CrCell cell;
    crWalkStartBox(&walk, &world->grid, box);
    while (crWalkNext(&walk, &cell)) {
        CrCellItems items = {NULL, 0};
        for (const CrGridItem *item; (item = crCellNext(&cell, &items)) != NULL;) {
            const CrKeyOwner *owner = &world->keyOwners[item->key];
            if (!visit(context, owner->shape, (int)owner->feature)) {
                return false;
            }
        }
    }
    return true;
}

bool crVisitMoving(const CaromWorld *world, CaromBox box, CrVisit *visit, void *context)
{
    CR_ASSERT(box.min.x <= box.max.x && box.min.y <= box.max.y);
    CrMovingIndexWalk walk;
    uint32_t shape;
    if (!crMovingIndexAny(world)) {
        return true;
    }
    crMovingIndexStart(&walk, world, box);
    while (crMovingIndexNext(&walk, &shape)) {
        for (int e = 0; e < world->shapes[shape].edgeCount; e++) {
            if (!visit(context, shape, e)) {
                return false;
            }
        }
    }
    return true;
}

bool crVisitEdges(const CaromWorld *world, CaromBox box, CrVisit *visit, void *context)
{
    CR_ASSERT(box.min.x <= box.max.x && box.min.y <= box.max.y);
    return visitResting(world, box, visit, context) && crVisitMoving(world, box, visit, context);
}

static bool visitLine(const CaromWorld *world, CrPath line, double radius, double slack,
                      CrVisit *visit, void *context)
{
    CrPathQuery query;
    const CrGridItem *item;
    query.ask =
        (CrPathAsk){&world->grid, line, radius, 0.0, 1.0, slack, INT_MAX, false, world->plain};
    crPathQueryStart(&query);
    while ((item = crPathQueryNext(&query, CR_NEVER)) != NULL) {
        const CrKeyOwner *owner = &world->keyOwners[item->key];
        if (!crPathQueryMisses(&query, item) &&
            !visit(context, owner->shape, (int)owner->feature)) {
            return false;
        }
    }
    return true;
}

bool crVisitSwept(const CaromWorld *world, CaromVec2 from, CaromVec2 to, double radius,
                  CrVisit *visit, void *context)
{
    CrPath line = crPathMake(from, crSub(to, from), crVec(0.0, 0.0));
    double slack = crPlaceTolerance(from, radius) + crPlaceTolerance(to, radius);
    return visitLine(world, line, radius, slack, visit, context);
}

bool crVisitLine(const CaromWorld *world, CaromVec2 from, CaromVec2 to, double pad, CrVisit *visit,
                 void *context)
{
    CrPath line = crPathMake(from, crSub(to, from), crVec(0.0, 0.0));
    return visitLine(world, line, 0.0, pad, visit, context) &&
           crVisitMoving(world, crBoxInflate(crBox(from, to), pad), visit, context);
}
