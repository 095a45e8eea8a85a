// SPDX-License-Identifier: MIT
// When a path leaves a shape that it is in.
#ifndef CAROM_WORLD_NARROWPHASE_SHAPE_EXIT_H
#define CAROM_WORLD_NARROWPHASE_SHAPE_EXIT_H

#include "../../shapes/path.h"
#include "../../shapes/spin_path.h"
#include "../data/shape.h"

#define CR_EXIT_ROUNDS 1000

/// Moves *tau on until the path, relative to the baked shape, is outside of it (CR_NEVER: it stays
/// inside); false where it was outside already. shape_exit.c
bool crShapeLeaves(const CrShape *shape, const CrSpinPath *path, double radius, double *tau);
/// Whether a direction leads to the left of an edge, by its exact sign: into the solid, as far as
/// that edge knows.
bool crEdgeLeadsIn(const CrEdge *edge, CaromVec2 direction);
/// The same at a corner: by both edges where it is convex, by either where it is not.
bool crCornerLeadsIn(const CrEdge *before, const CrEdge *after, CaromVec2 direction);

#endif
