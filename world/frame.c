// SPDX-License-Identifier: MIT
#include "frame.h"

/// As caromTransformPoint does it, operation by operation.
static CaromVec2 placed(const CaromTransform *t, CaromVec2 p)
{
    return crAdd(crRotate(t->rotation, crVec(p.x * t->scale.x, p.y * t->scale.y)), t->position);
}

CaromVec2 crFramePoint(const CaromWorld *world, uint32_t body, CaromVec2 local)
{
    for (; body != CR_NONE; body = world->bodies[body].parent) {
        local = placed(&world->bodies[body].transform, local);
    }
    return local;
}

void crFramePoints(const CaromWorld *world, uint32_t body, const CaromVec2 *local, int count,
                   CaromVec2 *baked)
{
    const CaromTransform *t = &world->bodies[body].transform;
    uint32_t parent = world->bodies[body].parent;
    for (int i = 0; i < count; i++) {
        baked[i] = placed(t, local[i]);
    }
    for (int i = 0; i < count && parent != CR_NONE; i++) {
        baked[i] = crFramePoint(world, parent, baked[i]);
    }
}

CaromVec2 crFrameVector(const CaromWorld *world, uint32_t body, CaromVec2 local)
{
    for (; body != CR_NONE; body = world->bodies[body].parent) {
        local = caromTransformVector(world->bodies[body].transform, local);
    }
    return local;
}

CaromVec2 crFrameLocal(const CaromWorld *world, uint32_t body, CaromVec2 baked)
{
    uint32_t line[CR_DEPTH_LIMIT];
    int depth = 0;
    for (; body != CR_NONE; body = world->bodies[body].parent) {
        line[depth++] = body;
    }
    while (depth > 0) {
        baked = caromTransformPointInverse(world->bodies[line[--depth]].transform, baked);
    }
    return baked;
}

double crFrameRadius(const CaromWorld *world, uint32_t body, double radius)
{
    if (body != CR_NONE && world->bodies[body].parent == CR_NONE) {
        return caromTransformRadius(world->bodies[body].transform, radius);
    }
    CaromVec2 x = crVec(1.0, 0.0);
    bool equal = true; // above the body
    double scaled = radius;
    for (uint32_t b = body; b != CR_NONE; b = world->bodies[b].parent) {
        CaromTransform transform = world->bodies[b].transform;
        equal &= b == body || crAbs(transform.scale.x) == crAbs(transform.scale.y);
        scaled = caromTransformRadius(transform, scaled);
        x = caromTransformVector(transform, x);
    }
    return equal ? scaled : radius * crLength(x);
}

bool crFrameMirrors(const CaromWorld *world, uint32_t body)
{
    bool mirrors = false;
    for (; body != CR_NONE; body = world->bodies[body].parent) {
        CaromVec2 scale = world->bodies[body].transform.scale;
        mirrors ^= (scale.x < 0.0) != (scale.y < 0.0);
    }
    return mirrors;
}

int crFrameDepth(const CaromWorld *world, uint32_t body)
{
    int depth = 0;
    for (; body != CR_NONE; body = world->bodies[body].parent) {
        depth++;
    }
    return depth;
}
