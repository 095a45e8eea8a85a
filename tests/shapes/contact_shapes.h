// SPDX-License-Identifier: MIT
// Shapes for the contact kernels, and the same for the exact functions: points of doubles that hold
// what the floats hold, moved by the same cosines and sines.
#ifndef CAROM_TESTS_CONTACT_SHAPES_H
#define CAROM_TESTS_CONTACT_SHAPES_H

#include "../../shapes/contact_kernels.h"
#include "../../shapes/shapes.h"

#include "../support/random.h"

#define CONTACT_CORNERS 1024

/// A shape, where it is, and its corners there.
typedef struct ContactBody {
    CrContactShape shape;
    float room[4 * CONTACT_CORNERS];
    float c, s;
    CaromShapeType type;
    CaromVec2 points[CONTACT_CORNERS];
} ContactBody;

/// Two of them, b at (dx, dy) from a.
typedef struct ContactBodies {
    ContactBody a, b;
    float dx, dy;
} ContactBodies;

/// A convex polygon with corners on an ellipse; 1 and 2 corners: a circle, a capsule or segment.
void contactBodyMake(ContactBody *body, TestRandom *random, int corners, float size, float radius);
void contactBodyBox(ContactBody *body, float halfX, float halfY, float radius);
void contactBodyTurn(ContactBody *body, double angle);
/// Places the points; its centre is at (x, y).
CaromGeometry contactBodyAt(ContactBody *body, double x, double y);
/// [m] The gap of two bodies along a direction from a to b.
double contactGapAlong(const ContactBody *a, const ContactBody *b, double x, double y);
void contactCollide(const ContactBodies *bodies, float margin, CrContactManifold *out);

#endif
