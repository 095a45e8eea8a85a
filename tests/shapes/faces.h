// SPDX-License-Identifier: MIT
// Checks whether faces cut a polygon or region up. All faces must be convex and counter-clockwise,
// and every side is either shared by two faces, once in each direction, or an edge of a ring; each
// edge of a ring occurs once. Then the border of all faces together is that of the region. So the
// number of faces over each place is right, but for a multiple of two; the sum of the areas
// excludes that.
#ifndef CAROM_TESTS_FACES_H
#define CAROM_TESTS_FACES_H

#include "../../shapes/shapes.h"

typedef struct Faces {
    const CaromGeometry *geometry;
    const int *indices; ///< face k has the corners indices[ends[k − 1] .. ends[k])
    const int *ends;    ///< null: triangles
    int count;
} Faces;

int facesStart(const Faces *faces, int face);
int facesEnd(const Faces *faces, int face);
/// Writes the corners of a face, returns how many; room for as many as the geometry has points.
int facesCorners(const Faces *faces, int face, CaromVec2 *out);

/// What is wrong with them; null: nothing.
const char *facesFault(const Faces *faces);
/// Whether no diagonal can be left out: at one of its ends the corner would be reflex.
bool facesNeedAllDiagonals(const Faces *faces);
/// Whether no face overlaps another, and all are inside by parity: O(faces²·points), for small
/// ones.
bool facesLieApart(const Faces *faces);
long double facesArea(const Faces *faces);
/// Its rings' areas, holes subtracted: by parity of what each ring's first point lies in; rings
/// must not touch.
long double facesAreaOfRings(const CaromGeometry *geometry);

#endif
