// SPDX-License-Identifier: MIT
// Memory for the outlines of shapes: corners, normals, seams. All are in one array, so that a state
// of the scene has them, and they need not be made again when it comes back after shapes were
// removed. Where they are decides nothing.
// Inside of dynamics only.
#ifndef CAROM_DYNAMICS_RIGID_OUTLINE_H
#define CAROM_DYNAMICS_RIGID_OUTLINE_H

#include "rigid_data.h"

void crOutlinesInit(CrOutlines *outlines);
/// Room for one more. Outlines may move.
bool crOutlineReserve(CrDynamics *dynamics, int corners, bool hasSeams);
/// The same for so many shapes.
bool crOutlineReserveMany(CrDynamics *dynamics, int shapes, int corners, bool hasSeams);
/// Copies a shape's outline; `to` gets the shape with it. Room was reserved.
void crOutlineTake(CrOutlines *outlines, const CrContactShape *from, CrRigidShape *to);
void crOutlineGive(CrOutlines *outlines, CrRigidShape *shape);
/// All shapes point to their outlines again, after the array has moved or was copied.
void crOutlinesPoint(CrDynamics *dynamics);

#endif
