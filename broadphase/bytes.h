// SPDX-License-Identifier: MIT
// [B] The memory that each structure of the broadphase has allocated, counted by a walk over its
// tiles.
#ifndef CAROM_BROADPHASE_BYTES_H
#define CAROM_BROADPHASE_BYTES_H

#include "box_cells.h"
#include "box_index.h"
#include "motion_grid.h"
#include "grid.h"
#include "moving.h"

int64_t crGridBytes(const CrGrid *grid); ///< lanes aside
int64_t crEdgePacketsBytes(const CrGrid *grid);
int64_t crBoxesBytes(const CrBoxes *boxes);
int64_t crBoxCellsBytes(const CrBoxCells *cells);
int64_t crMovingBytes(const CrMoving *moving);
int64_t crMotionGridBytes(const CrMotionGrid *motionGrid);

#endif
