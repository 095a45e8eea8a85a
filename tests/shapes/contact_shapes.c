// SPDX-License-Identifier: MIT
#include "contact_shapes.h"

#include <math.h>
#include <string.h>

void contactBodyMake(ContactBody *body, TestRandom *random, int corners, float size, float radius)
{
    float x[CONTACT_CORNERS], y[CONTACT_CORNERS];
    double start = testRandomRange(random, 0.0, 6.28), flat = testRandomRange(random, 0.1, 1.0);
    double lean = corners > 2 ? testRandomRange(random, -0.3, 0.3) * size : 0.0;
    for (int i = 0; i < corners; i++) {
        double spread = corners > 12 ? 0.0 : testRandomRange(random, -0.35, 0.35);
        double angle = start + (i + spread) * 2.0 * 3.14159265358979 / corners;
        x[i] = corners > 1 ? (float)(size * cos(angle) + lean) : 0.0f;
        y[i] = corners > 1 ? (float)(size * flat * sin(angle)) : 0.0f;
    }
    body->type = corners == 1   ? CAROM_SHAPE_CIRCLE
                 : corners == 2 ? CAROM_SHAPE_CAPSULE
                                : CAROM_SHAPE_POLYGON;
    crContactShapeSet(&body->shape, x, y, corners, radius, body->room);
    contactBodyTurn(body, testRandomRange(random, -3.2, 3.2));
}

void contactBodyBox(ContactBody *body, float halfX, float halfY, float radius)
{
    float x[4] = {-halfX, halfX, halfX, -halfX}, y[4] = {-halfY, -halfY, halfY, halfY};
    body->type = CAROM_SHAPE_POLYGON;
    crContactShapeSet(&body->shape, x, y, 4, radius, body->room);
    contactBodyTurn(body, 0.0);
}

void contactBodyTurn(ContactBody *body, double angle)
{
    CaromRotation r = caromRotation(angle);
    body->c = (float)r.c;
    body->s = (float)r.s;
}

CaromGeometry contactBodyAt(ContactBody *body, double x, double y)
{
    const CrContactShape *shape = &body->shape;
    for (int i = 0; i < shape->count; i++) {
        body->points[i].x = (double)body->c * shape->x[i] - (double)body->s * shape->y[i] + x;
        body->points[i].y = (double)body->s * shape->x[i] + (double)body->c * shape->y[i] + y;
    }
    return caromGeometry(body->type, body->points, shape->count, (double)shape->radius);
}

double contactGapAlong(const ContactBody *a, const ContactBody *b, double x, double y)
{
    double most = -HUGE_VAL, least = HUGE_VAL;
    for (int i = 0; i < a->shape.count; i++) {
        most = fmax(most, a->points[i].x * x + a->points[i].y * y);
    }
    for (int i = 0; i < b->shape.count; i++) {
        least = fmin(least, b->points[i].x * x + b->points[i].y * y);
    }
    return least - most - a->shape.radius - b->shape.radius;
}

void contactCollide(const ContactBodies *bodies, float margin, CrContactManifold *out)
{
    const ContactBody *a = &bodies->a, *b = &bodies->b;
    memset(out, 0, sizeof *out);
    crCollideShapes(&a->shape, a->c, a->s, &b->shape, b->c, b->s, bodies->dx, bodies->dy, margin,
                    out);
}
