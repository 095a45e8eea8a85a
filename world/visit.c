// SPDX-License-Identifier: MIT
#include "visit.h"

#include "kinematics.h"

static bool visitResting(const CaromWorld *world, CaromBox box, CrVisit *visit, void *context)
{
    CrWalk walk;
    CrCell cell;
    crWalkStartBox(&walk, &world->grid, box);
    while (crWalkNext(&walk, &cell)) {
        for (int k = 0; k < cell.count; k++) {
            const CrKeyOwner *owner = &world->keyOwners[crCellItem(&cell, k)->key];
            if (!visit(context, owner->shape, (int)owner->feature)) {
                return false;
            }
        }
    }
    return true;
}

bool crVisitMoving(const CaromWorld *world, CaromBox box, CrVisit *visit, void *context)
{
    CrKinematicsWalk walk;
    uint32_t shape;
    if (!crKinematicsAny(world)) {
        return true;
    }
    crKinematicsStart(&walk, world, box);
    while (crKinematicsNext(&walk, &shape)) {
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
    return visitResting(world, box, visit, context) && crVisitMoving(world, box, visit, context);
}
