// SPDX-License-Identifier: MIT
#include "rigid_scene.h"

#include "../../shapes/array.h"

#include <string.h>

void rigidSceneInit(RigidScene *scene, const CaromAllocator *allocator)
{
    memset(scene, 0, sizeof *scene);
    crDynamicsInit(&scene->dynamics, allocator);
    scene->friction = 0.6f;
    scene->density = 1.0;
}

void rigidSceneFree(RigidScene *scene)
{
    crDynamicsFree(&scene->dynamics);
}

static int addBody(RigidScene *scene, CrRigidType type, CaromVec2 center, double angle,
                   const CrContactShape *shape, double area, double gyration)
{
    CrDynamics *d = &scene->dynamics;
    CrRigidShapeDef def = {*shape,
                           scene->friction,
                           scene->restitution,
                           scene->rollingResistance,
                           scene->tangentSpeed,
                           scene->reportsHits};
    int body = 0, made = 0;
    if (crDynamicsAddBody(d, type, center, angle, &body)) {
        return 0;
    }
    if (type == CR_RIGID_DYNAMIC) {
        d->bodies.traits[body].inverseMass = 1.0 / (area * scene->density);
        d->bodies.traits[body].inverseInertia = 1.0 / (area * scene->density * gyration);
    }
    if (crDynamicsAddShape(d, body, &def, &made)) {
        crDynamicsRemoveBody(d, body);
        return 0;
    }
    return body;
}

int rigidBox(RigidScene *scene, CrRigidType type, double x, double y, double hx, double hy,
             double angle)
{
    const float w = (float)hx, h = (float)hy, xs[4] = {-w, w, w, -w}, ys[4] = {-h, -h, h, h};
    float room[64];
    CrContactShape shape;
    crContactShapeSet(&shape, xs, ys, 4, 0.0f, room);
    return addBody(scene, type, caromVec2(x, y), angle, &shape, 4.0 * hx * hy,
                   (hx * hx + hy * hy) / 3.0);
}

int rigidDisc(RigidScene *scene, CrRigidType type, double x, double y, double radius)
{
    const float zero = 0.0f;
    float room[64];
    CrContactShape shape;
    crContactShapeSet(&shape, &zero, &zero, 1, (float)radius, room);
    return addBody(scene, type, caromVec2(x, y), 0.0, &shape, 3.14159265358979 * radius * radius,
                   0.5 * radius * radius);
}

void rigidPyramid(RigidScene *scene, int base)
{
    rigidBox(scene, CR_RIGID_STATIC, 0.0, -1.0, 100.0, 1.0, 0.0);
    for (int i = 0; i < base; i++) {
        for (int j = i; j < base; j++) {
            double x = 0.5 * (i + 1) + (j - i) - 0.5 * base;
            rigidBox(scene, CR_RIGID_DYNAMIC, x, 0.5 + i, 0.5, 0.5, 0.0);
        }
    }
}

void rigidTicks(RigidScene *scene, int count)
{
    for (int i = 0; i < count; i++) {
        ck_assert_ok(crDynamicsTick(&scene->dynamics, TICK));
    }
}

static uint64_t hashBytes(uint64_t hash, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ ((const unsigned char *)bytes)[i]) * 1099511628211u;
    }
    return hash;
}

uint64_t rigidHash(const RigidScene *scene)
{
    const CrRigidBodies *b = &scene->dynamics.bodies;
    uint64_t hash = 1469598103934665603u;
    for (int i = 1; i < crArrayCount(b->pose); i++) {
        hash = hashBytes(hash, &b->pose[i], sizeof b->pose[i]);
        hash = hashBytes(hash, &b->velocity[i], sizeof b->velocity[i]);
    }
    return hash;
}

double rigidSquares(const RigidScene *scene)
{
    const CrRigidBodies *b = &scene->dynamics.bodies;
    double sum = 0.0;
    for (int i = 1; i < crArrayCount(b->velocity); i++) {
        sum += b->velocity[i].x * b->velocity[i].x + b->velocity[i].y * b->velocity[i].y;
    }
    return sum;
}

static void auditLanes(const CrDynamics *d, int colour)
{
    const CrLanes *lanes = &d->contacts.lanes;
    int count = 0;
    for (int i = lanes->colour[colour].first; i >= 0; i = lanes->head[i].next) {
        for (int l = 0; l < lanes->head[i].count; l++, count++) {
            const CrRigidContact *contact = &d->contacts.contact[lanes->base[i].contact[l]];
            ck_assert_int_eq(contact->place, i * CR_BLOCK + l);
            ck_assert_int_eq(contact->colour, colour);
            ck_assert_int_eq(contact->bodyA, lanes->block[i].a[l]);
            ck_assert_int_eq(contact->bodyB, lanes->block[i].b[l]);
        }
    }
    ck_assert_int_eq(count, lanes->colour[colour].count);
}

void rigidAudit(const RigidScene *scene)
{
    const CrDynamics *d = &scene->dynamics;
    int held = 0, listed = 0;
    ck_assert(crDynamicsHolds(d));
    for (int o = 0; o <= CR_COLOURS; o++) {
        auditLanes(d, o);
        held += d->contacts.lanes.colour[o].count;
    }
    for (int i = 0; i < crArrayCount(d->contacts.loose); i++) {
        ck_assert_int_eq(d->contacts.contact[d->contacts.loose[i]].place, i);
        ck_assert_int_eq(d->contacts.contact[d->contacts.loose[i]].colour, CR_RIGID_CONTACT_LOOSE);
    }
    for (int i = 1; i < crArrayCount(d->bodies.traits); i++) {
        uint32_t colours = 0;
        int count = 0, lanes = 0;
        for (int at = d->bodies.traits[i].firstContact; at >= 0; count++) {
            const CrRigidContact *contact = &d->contacts.contact[at >> 1];
            ck_assert_int_eq(at & 1 ? contact->bodyB : contact->bodyA, i);
            lanes += contact->colour >= 0;
            if (contact->colour >= 0 && contact->colour < CR_COLOURS) {
                ck_assert(!(colours & 1u << contact->colour) ||
                          d->bodies.traits[i].type != CR_RIGID_DYNAMIC);
                colours |= 1u << contact->colour;
            }
            at = contact->next[at & 1];
        }
        ck_assert_int_eq(count, d->bodies.traits[i].contacts);
        ck_assert_int_eq(lanes, d->bodies.traits[i].held);
        if (d->bodies.traits[i].type == CR_RIGID_DYNAMIC) {
            ck_assert_uint_eq(colours, d->bodies.traits[i].colours);
        }
        listed += count;
    }
    ck_assert_int_eq(
        listed, 2 * (held + crArrayCount(d->contacts.loose) + crArrayCount(d->contacts.asleep)));
}
