// SPDX-License-Identifier: MIT
#include "tile_lean.h"

#include "../data/flight_extra.h"
#include "../flight/where.h"
#include "../geometry/tile_shape.h"
#include "../projectile/dispatch.h"

/// The edge in the place of a removed one, or -1: on its line, at the same place, with the same
/// side solid; a cap only if exactly this end still exists.
static int replacement(const CrTileChange *change, int edge, int part, CaromVec2 place)
{
    const CrShape *present = crTilePresent(change), *shape = &change->shape;
    const CrTileMesh *mesh = &change->tiles.mesh;
    const CrTileEdge *old = &present->extras->tiles->mesh.edges[edge];
    bool isRow = crTileIsRow(&present->extras->tiles->mesh, present->extras->tiles, edge);
    CaromCell tile = crTileMapBeside(present, edge, place);
    const int *starts = isRow ? mesh->rows : mesh->columns;
    int end = starts[old->line + 1];
    int e = crTileEdgeAfter(mesh, starts[old->line], end, isRow ? tile.x : tile.y);
    if (e == end || mesh->edges[e].lo > (isRow ? tile.x : tile.y) ||
        mesh->edges[e].forward != old->forward) {
        return -1;
    }
    CrEdge was = crShapeEdge(present, edge, 0.0), is = crShapeEdge(shape, e, 0.0);
    bool same = part == CR_PART_A   ? crEqual(was.a, is.a)
                : part == CR_PART_B ? crEqual(was.b, is.b)
                                    : true;
    return same ? e : -1;
}

void crTileLeanAnew(CrTileChange *change)
{
    CaromWorld *world = change->world;
    const CrShape *present = crTilePresent(change);
    CrPose pose = crBodyPose(&world->bodies[present->body], world->time);
    CrSupport support;
    for (uint32_t i = 0; crFlightOn(world, change->slot, &i, &support); i++) {
        if (change->newOf[support.edge] >= 0) {
            continue;
        }
        CaromVec2 place = crPoseToLocal(&pose, crFlightPlaceAt(&world->flights, i, world->time));
        int edge = replacement(change, support.edge, (int)support.part, place);
        CrFlightExtra *cold = crFlightOwn(&world->flights, i);
        if (edge >= 0) {
            cold->supportKey = crShapeKeys(&change->shape)[edge];
        } else {
            cold->supportMark = 0; // that of no shape
        }
    }
}

void crTileRenewMoving(const CrTileChange *change)
{
    CaromWorld *world = change->world;
    CrSupport support;
    for (uint32_t i = 0; crFlightOn(world, change->slot, &i, &support); i++) {
        uint32_t key = crFlightExtra(&world->flights, i)->supportKey;
        int k = 0;
        while (k < change->addedCount && change->added[k].key != key) {
            k++;
        }
        if (k < change->addedCount && world->flights.hot[i].mode != CAROM_PROJECTILE_RESTING) {
            crFlightRenew(world, i);
        }
    }
}
