// SPDX-License-Identifier: MIT
#include "dynamics.h"
#include "rigid_contact.h"
#include "rigid_outline.h"
#include "rigid_state.h"
#include "solver.h"

#include "../shapes/array.h"
#include "../shapes/inline.h"

#include <string.h>

CrDynamicsSettings crDynamicsSettings(void)
{
    CrDynamicsSettings settings = {{0.0, -10.0}, 4,     30.0f, 10.0f, 3.0f, 1.0f,
                                   1.0f,         0.02f, 0.05f, 0.05f, 0.5};
    return settings;
}

void crDynamicsInit(CrDynamics *d, const CaromAllocator *allocator)
{
    memset(d, 0, sizeof *d);
    if (allocator) {
        d->allocator = *allocator;
    }
    d->settings = crDynamicsSettings();
    d->solver = crSolverBest();
    crLanesInit(&d->contacts.lanes);
    crOutlinesInit(&d->shapes.outlines);
    crBoxCellsInit(&d->pairs.still, &d->allocator);
    crBoxCellsInit(&d->pairs.idle, &d->allocator);
}

void crDynamicsFree(CrDynamics *d)
{
    crStateFree(d);
    crArrayFree(d->bodies.moving, &d->allocator);
    crArrayFree(d->bodies.changed, &d->allocator);
    crArrayFree(d->bodies.spare, &d->allocator);
    crArrayFree(d->slept, &d->allocator);
    crArrayFree(d->woken, &d->allocator);
    crArrayFree(d->island, &d->allocator);
    crArrayFree(d->mark, &d->allocator);
    crArrayFree(d->begun, &d->allocator);
    crArrayFree(d->bouncing, &d->allocator);
    crArrayFree(d->hits, &d->allocator);
    crArrayFree(d->fresh, &d->allocator);
    crArrayFree(d->broken, &d->allocator);
    crArrayFree(d->kicks, &d->allocator);
    crArrayFree(d->solved, &d->allocator);
    crArrayFree(d->stale, &d->allocator);
    crArrayFree(d->gone, &d->allocator);
    crArrayFree(d->looked, &d->allocator);
    crArrayFree(d->contacts.far, &d->allocator);
    crArrayFree(d->pairs.moved, &d->allocator);
    crArrayFree(d->pairs.isMoved, &d->allocator);
    crArrayFree(d->pairs.next, &d->allocator);
    crArrayFree(d->pairs.found, &d->allocator);
    crArrayFree(d->pairs.order, &d->allocator);
    crArrayFree(d->pairs.spare, &d->allocator);
    crArrayFree(d->pairs.inGrid, &d->allocator);
    crBoxCellsFree(&d->pairs.still);
    crPairGridFree(&d->pairs.grid, &d->allocator);
    crBoxCellsFree(&d->pairs.idle);
}

/// A contact that is asleep: its points where they are, with the impulses that it went to sleep
/// with, in the order of its features.
static int pointsAsleep(const CrDynamics *d, const CrRigidContact *contact,
                        CrRigidContactView points[2])
{
    const CrRigidKept *kept = &d->contacts.asleep[contact->place];
    const CrRigidPose *a = &d->bodies.pose[contact->bodyA];
    CrContactManifold m;
    crRigidContactCollide(d, contact, 0.0, &m);
    for (int k = 0; k < m.count; k++) {
        CrRigidContactView view = {{a->x + (double)m.points[k].ax, a->y + (double)m.points[k].ay},
                                   {(double)m.normalX, (double)m.normalY},
                                   (double)m.points[k].separation,
                                   0.0,
                                   (double)kept->lt / m.count};
        for (int j = 0; j < contact->count; j++) {
            if (contact->id[j] == m.points[k].feature) {
                view.normalImpulse = (double)kept->l[j];
            }
        }
        points[k] = view;
    }
    return m.count;
}

int crDynamicsContactPoints(const CrDynamics *d, int index, CrRigidContactView points[2])
{
    const CrRigidContact *contact = &d->contacts.contact[index];
    if (contact->colour == CR_RIGID_CONTACT_ASLEEP) {
        return contact->flags & CR_RIGID_CONTACT_TOUCHES ? pointsAsleep(d, contact, points) : 0;
    }
    if (contact->colour == CR_RIGID_CONTACT_LOOSE) {
        return 0;
    }
    int i = contact->place / CR_BLOCK, l = contact->place % CR_BLOCK;
    const CrLaneBlock *block = &d->contacts.lanes.block[i];
    const CrRigidPose *b = &d->bodies.pose[contact->bodyB];
    double nx = (double)block->nx[l], ny = (double)block->ny[l], d1 = (double)block->dB[l];
    for (int k = 0; k < contact->count; k++) {
        double across = (double)block->point[k].rnB[l]; // r × n
        CrRigidContactView view = {{b->x + nx * d1 + ny * across, b->y + ny * d1 - nx * across},
                                   {nx, ny},
                                   (double)(block->point[k].s0[l] + (block->dB[l] - block->dA[l])),
                                   (double)block->point[k].l[l],
                                   (double)block->lt[l] / contact->count};
        points[k] = view;
    }
    return contact->count;
}
