// SPDX-License-Identifier: MIT
#include "rigid_parts.h"

#include "../../shapes/build.h"
#include "../geometry/shape_storage.h"
#include "../geometry/shape_view.h"
#include "../narrowphase/shape_parts.h"

enum { FEW_CORNERS = 16 }; // on the stack

static bool hasPieces(const CaromWorld *world, uint32_t slot)
{
    const CrShape *shape = &world->shapes[slot];
    CaromShapeType type = crShapeGeometry(shape).type;
    bool isSolid = type == CAROM_SHAPE_POLYGON || type == CAROM_SHAPE_REGION;
    return isSolid && world->bodies[shape->body].type != CAROM_BODY_STATIC;
}

static size_t indexBytes(const CrRigidParts *parts)
{
    return 3 * (size_t)parts->triangles * sizeof *parts->indices;
}

/// A region of n points in r rings has n + 2(r − 2) triangles at most, and r <= n/3.
static CaromError cut(CaromWorld *world, const CaromGeometry *geometry, CrRigidParts *parts)
{
    parts->triangles = 2 * geometry->count;
    size_t ends = (size_t)parts->triangles * sizeof *parts->ends;
    parts->indices = crResize(&world->allocator, NULL, 0, indexBytes(parts) + ends);
    if (parts->indices == NULL) {
        return CAROM_ERROR_MEMORY;
    }
    parts->ends = parts->indices + 3 * parts->triangles;
    CaromPieces pieces = {parts->indices,   parts->ends, 3 * parts->triangles,
                          parts->triangles, 0,           0};
    CaromError error = caromConvexPieces(geometry, 0, &world->allocator, &pieces);
    parts->count = pieces.pieceCount;
    return error;
}

CaromError crRigidPartsOf(CaromWorld *world, uint32_t slot, CrRigidParts *parts)
{
    CaromGeometry geometry = crShapeGeometry(&world->shapes[slot]);
    CrRigidParts one = {CR_RIGID_PART_WHOLE, 1, NULL, NULL, 0};
    *parts = one;
    if (crContactIsWhole(&geometry)) {
        return CAROM_OK;
    }
    if (hasPieces(world, slot)) {
        CaromError error = cut(world, &geometry, parts);
        if (error == CAROM_OK && parts->count > 0) {
            parts->kind = CR_RIGID_PART_PIECES;
            return CAROM_OK;
        }
        crRigidPartsFree(world, parts);
        if (error == CAROM_ERROR_MEMORY) {
            return error;
        }
    }
    int edges = world->shapes[slot].edgeCount;
    parts->kind = edges > 0 ? CR_RIGID_PART_EDGES : CR_RIGID_PART_WHOLE;
    parts->count = edges > 0 ? edges : 1;
    return CAROM_OK;
}

void crRigidPartsFree(CaromWorld *world, CrRigidParts *parts)
{
    if (parts->indices != NULL) {
        size_t ends = (size_t)parts->triangles * sizeof *parts->ends;
        crResize(&world->allocator, parts->indices, indexBytes(parts) + ends, 0);
        parts->indices = NULL;
    }
}

// ---- one part

/// Room for so many corners; null: no memory.
static float *roomFor(CaromWorld *world, CrRigidPart *part, int count, CrContactSeam **seams)
{
    *seams = part->seams;
    if (count <= FEW_CORNERS) {
        return part->few;
    }
    size_t floats = sizeof(float) * (size_t)crContactRoom(count);
    part->size = floats + sizeof(CrContactSeam) * (size_t)count;
    part->room = crResize(&world->allocator, NULL, 0, part->size);
    float *room = part->room;
    *seams = room != NULL ? (CrContactSeam *)(void *)(room + crContactRoom(count)) : NULL;
    return room;
}

static int borderEdge(const CaromGeometry *geometry, const int *indices, int count)
{
    CrOutline outline = crOutlineOf(geometry);
    for (int k = 0; k < count; k++) {
        int next = indices[k + 1 < count ? k + 1 : 0];
        if (crOutlineNextIndex(&outline, indices[k]) == next) {
            return indices[k];
        }
    }
    return 0;
}

CaromError crRigidPartMake(CaromWorld *world, uint32_t slot, const CrRigidParts *parts, int i,
                           CaromVec2 origin, CrRigidPart *part)
{
    CaromGeometry geometry = crShapeGeometry(&world->shapes[slot]);
    CrContactSeam *seams;
    part->room = NULL;
    part->edge = 0;
    if (parts->kind == CR_RIGID_PART_EDGES) {
        crShapeEdgePart(&world->shapes[slot], i, origin, &part->edgeRoom);
        part->shape = part->edgeRoom.shape;
        part->edge = i;
        return CAROM_OK;
    }
    bool isPiece = parts->kind == CR_RIGID_PART_PIECES;
    int from = isPiece && i > 0 ? parts->ends[i - 1] : 0;
    int count = isPiece ? parts->ends[i] - from : geometry.count;
    float *room = roomFor(world, part, count, &seams);
    if (room == NULL) {
        return CAROM_ERROR_MEMORY;
    }
    if (isPiece) {
        const int *indices = parts->indices + from;
        crContactPiece(&geometry, indices, count, origin, &part->shape, room, seams);
        part->edge = borderEdge(&geometry, indices, count);
    } else {
        crContactWhole(&geometry, origin, &part->shape, room);
    }
    return CAROM_OK;
}

void crRigidPartFree(CaromWorld *world, CrRigidPart *part)
{
    if (part->room != NULL) {
        crResize(&world->allocator, part->room, part->size, 0);
        part->room = NULL;
    }
}
