// SPDX-License-Identifier: MIT
#include "../shapes/base.h"

#include "../shapes/array.h"
#include "bytes.h"
#include "edge_packets.h"
#include "grid_tiles.h"

static int64_t tableBytes(const CrTable *table)
{
    return (int64_t)crTableSize(table) * (int64_t)sizeof *table->slots;
}

int64_t crGridBytes(const CrGrid *grid)
{
    int64_t tiles = grid->tiles.count;
    for (const CrGridTile *tile = grid->spares; tile != NULL; tile = tile->next) {
        tiles++;
    }
    return tableBytes(&grid->tiles) + tiles * (int64_t)sizeof(CrGridTile) +
           crArrayBytes(grid->pool.words) + crArrayBytes(grid->items) + crArrayBytes(grid->coarse);
}

int64_t crEdgePacketsBytes(const CrGrid *grid)
{
    const CrLaneStore *lanes = &grid->lanes;
    int64_t tiles = lanes->tiles.count;
    for (const CrLaneTile *tile = lanes->spares; tile != NULL; tile = tile->next) {
        tiles++;
    }
    int64_t bytes = tableBytes(&lanes->tiles) + tiles * (int64_t)sizeof(CrLaneTile);
    for (const CrLaneSlab *slab = lanes->slabs; slab != NULL; slab = slab->next) {
        bytes += (int64_t)crLaneSlabSize(slab->count);
    }
    return bytes;
}

int64_t crBoxCellsBytes(const CrBoxCells *cells)
{
    int64_t heads = cells->bits == 0 ? 0 : (int64_t)sizeof *cells->heads << cells->bits;
    return heads + crArrayBytes(cells->buckets);
}

int64_t crBoxesBytes(const CrBoxes *boxes)
{
    int64_t heads = boxes->bits == 0 ? 0 : (int64_t)sizeof *boxes->heads << boxes->bits;
    return heads + crArrayBytes(boxes->nodes);
}

int64_t crMovingBytes(const CrMoving *moving)
{
    return crArrayBytes(moving->entries) + crArrayBytes(moving->boxes) +
           crArrayBytes(moving->rough) + crArrayBytes(moving->start) + crArrayBytes(moving->place) +
           crArrayBytes(moving->levelOf);
}

int64_t crMotionGridBytes(const CrMotionGrid *motionGrid)
{
    return crArrayBytes(motionGrid->all) + crArrayBytes(motionGrid->listed) +
           crArrayBytes(motionGrid->start);
}
