// SPDX-License-Identifier: MIT
#include "rigid_contact.h"

#include "dynamics.h"
#include "rigid_far.h"
#include "rigid_awake.h"

#include "../shapes/array.h"
#include "../shapes/bits.h"
#include "../shapes/inline.h"

#include <string.h>

/// Turned by more, a manifold's impulses across it are another direction's.
#define SAME_NORMAL 0.9f
/// Manifolds of small shapes are kept for less.
#define RECYCLE_WIDTHS 0.1f

static int ofBody(const CrRigidContact *contact, int side)
{
    return side ? contact->bodyB : contact->bodyA;
}

static void listAdd(CrDynamics *d, int index, int side)
{
    CrRigidContact *contact = &d->contacts.contact[index];
    CrRigidTraits *traits = &d->bodies.traits[ofBody(contact, side)];
    int first = traits->firstContact;
    contact->next[side] = first;
    contact->prev[side] = -1;
    if (first >= 0) {
        d->contacts.contact[first >> 1].prev[first & 1] = index * 2 + side;
    }
    traits->firstContact = index * 2 + side;
    traits->contacts++;
}

static void listRemove(CrDynamics *d, int index, int side)
{
    CrRigidContact *all = d->contacts.contact, *contact = &all[index];
    CrRigidTraits *traits = &d->bodies.traits[ofBody(contact, side)];
    int next = contact->next[side], prev = contact->prev[side];
    if (next >= 0) {
        all[next >> 1].prev[next & 1] = prev;
    }
    if (prev >= 0) {
        all[prev >> 1].next[prev & 1] = next;
    } else {
        traits->firstContact = next;
    }
    traits->contacts--;
}

static int contactsUsed(const CrRigidContacts *contacts)
{
    return crArrayCount(contacts->contact) - crArrayCount(contacts->free);
}

/// Arrays grow by half, so that steady ticks ask for nothing.
static int roomFor(int wanted, int has)
{
    return wanted <= has ? has : wanted + wanted / 2;
}

#define RESERVE(array, wanted)                                                                     \
    crArrayReserve(array, roomFor(wanted, crArrayCapacity(array)), &d->allocator)

bool crRigidContactsReserve(CrDynamics *d, int extra)
{
    int slots = crArrayCount(d->contacts.contact) + extra;
    int used = contactsUsed(&d->contacts) + extra;
    return RESERVE(d->contacts.contact, slots) && RESERVE(d->contacts.free, slots) &&
           RESERVE(d->contacts.loose, used) && RESERVE(d->contacts.far, used) &&
           RESERVE(d->contacts.asleep, used) && RESERVE(d->begun, used) && RESERVE(d->hits, used) &&
           RESERVE(d->gone, used) && RESERVE(d->looked, used) && RESERVE(d->bouncing, used) &&
           RESERVE(d->ended, crArrayCount(d->ended) + used);
}

int crRigidCrowd(const CrDynamics *d, int body)
{
    const CrRigidTraits *traits = &d->bodies.traits[body];
    bool is = traits->contacts >= CR_DYNAMIC_COLOURS / 2 && traits->type == CR_RIGID_DYNAMIC;
    return is ? traits->contacts : 0;
}

/// At least as many as find no free colour: of two dynamic bodies without one in common, or of one
/// without any, one has half of them.
static int crowded(const CrDynamics *d)
{
    int count = 0;
    for (int n = 0; n < crArrayCount(d->bodies.moving); n++) {
        count += crRigidCrowd(d, d->bodies.moving[n]);
    }
    return count;
}

bool crRigidContactsReserveLanes(CrDynamics *d, int woken, int crowd)
{
    int most = contactsUsed(&d->contacts) - crArrayCount(d->contacts.asleep) + woken;
    int blocks = most / CR_BLOCK + CR_COLOURS + 1 + crowded(d) + crowd;
    return crLanesReserve(&d->contacts.lanes, blocks, &d->allocator) &&
           RESERVE(d->stale, crArrayCapacity(d->contacts.lanes.head));
}

static void mix(const CrDynamics *d, CrRigidContact *contact)
{
    const CrRigidShape *a = &d->shapes.shape[contact->shapeA],
                       *b = &d->shapes.shape[contact->shapeB];
    contact->friction = (float)sqrt((double)a->friction * (double)b->friction);
    contact->restitution = a->restitution > b->restitution ? a->restitution : b->restitution;
    contact->rollingResistance =
        a->rollingResistance > b->rollingResistance ? a->rollingResistance : b->rollingResistance;
    contact->tangentSpeed = a->tangentSpeed + b->tangentSpeed;
    contact->flags |= a->reportsHits || b->reportsHits ? CR_RIGID_CONTACT_HITS : 0;
}

static void looseAdd(CrDynamics *d, int index)
{
    int place = crArrayCount(d->contacts.loose);
    d->contacts.contact[index].place = place;
    crArrayPush(d->contacts.loose, index);
    crRigidFarAdd(d, place);
}

static void looseRemove(CrDynamics *d, int place)
{
    crRigidFarRemove(d, place);
    crArrayRemoveSwap(d->contacts.loose, place);
    if (place < crArrayCount(d->contacts.loose)) {
        d->contacts.contact[d->contacts.loose[place]].place = place;
    }
}

int crRigidContactMake(CrDynamics *d, int shapeA, int shapeB)
{
    CrRigidContacts *contacts = &d->contacts;
    int index;
    if (crArrayCount(contacts->free) > 0) {
        index = crArrayPop(contacts->free);
    } else {
        index = crArrayCount(contacts->contact);
        crArraySetCount(contacts->contact, index + 1);
    }
    CrRigidContact *contact = &contacts->contact[index];
    memset(contact, 0, sizeof *contact);
    contact->shapeA = shapeA;
    contact->shapeB = shapeB;
    contact->bodyA = d->shapes.shape[shapeA].body;
    contact->bodyB = d->shapes.shape[shapeB].body;
    contact->flags = CR_RIGID_CONTACT_USED;
    contact->colour = CR_RIGID_CONTACT_LOOSE;
    looseAdd(d, index);
    mix(d, contact);
    listAdd(d, index, 0);
    listAdd(d, index, 1);
    return index;
}

void crRigidContactEndPress(CrDynamics *d, int index)
{
    CrRigidContact *contact = &d->contacts.contact[index];
    if (contact->flags & CR_RIGID_CONTACT_PRESSED) {
        CrRigidContactEnd end = {contact->shapeA, contact->shapeB};
        crArrayPush(d->ended, end);
        d->contacts.pressed--;
        contact->flags &= (uint8_t)~CR_RIGID_CONTACT_PRESSED;
    }
}

void crRigidContactDestroy(CrDynamics *d, int index)
{
    CrRigidContact *contact = &d->contacts.contact[index];
    if (contact->flags & CR_RIGID_CONTACT_TOUCHES) {
        crIslandRouse(d, contact->bodyA);
        crIslandRouse(d, contact->bodyB);
    }
    crRigidContactRelease(d, index);
    looseRemove(d, contact->place);
    listRemove(d, index, 0);
    listRemove(d, index, 1);
    memset(contact, 0, sizeof *contact);
    crArrayPush(d->contacts.free, index);
}

void crRigidContactsDestroyOf(CrDynamics *d, int body, int shape)
{
    int at = d->bodies.traits[body].firstContact;
    while (at >= 0) {
        const CrRigidContact *contact = &d->contacts.contact[at >> 1];
        int next = contact->next[at & 1];
        if (shape == 0 || contact->shapeA == shape || contact->shapeB == shape) {
            crRigidContactDestroy(d, at >> 1);
        }
        at = next;
    }
}

static bool isDynamic(const CrDynamics *d, int body)
{
    return d->bodies.traits[body].type == CR_RIGID_DYNAMIC;
}

static int chooseColour(uint32_t used, bool both)
{
    if (both) {
        uint32_t unused = ~used & ((1u << CR_DYNAMIC_COLOURS) - 1u);
        return unused ? crLowestBit(unused) : CR_OVERFLOW;
    }
    return ~used ? crHighestBit(~used) : CR_OVERFLOW;
}

/// A lane for a contact that is in no list.
static void takeLane(CrDynamics *d, int index)
{
    CrRigidContact *contact = &d->contacts.contact[index];
    CrLanes *lanes = &d->contacts.lanes;
    CrRigidTraits *a = &d->bodies.traits[contact->bodyA], *b = &d->bodies.traits[contact->bodyB];
    bool movesA = isDynamic(d, contact->bodyA), movesB = isDynamic(d, contact->bodyB);
    int colour =
        chooseColour((movesA ? a->colours : 0) | (movesB ? b->colours : 0), movesA && movesB);
    contact->colour = (int8_t)colour;
    contact->place = crLanesTake(lanes, colour);
    if (colour != CR_OVERFLOW) {
        a->colours |= movesA ? 1u << colour : 0;
        b->colours |= movesB ? 1u << colour : 0;
    }
    a->held++;
    b->held++;
    int i = contact->place / CR_BLOCK, l = contact->place % CR_BLOCK;
    lanes->block[i].a[l] = contact->bodyA;
    lanes->block[i].b[l] = contact->bodyB;
    lanes->base[i].contact[l] = index;
    crLaneBit(&lanes->head[i].writesA, l, movesA);
    crLaneBit(&lanes->head[i].writesB, l, movesB);
}

void crRigidContactHold(CrDynamics *d, int index)
{
    looseRemove(d, d->contacts.contact[index].place);
    takeLane(d, index);
}

static void leaveLane(CrDynamics *d, int index)
{
    CrRigidContact *contact = &d->contacts.contact[index];
    CrRigidTraits *a = &d->bodies.traits[contact->bodyA], *b = &d->bodies.traits[contact->bodyB];
    if (contact->colour != CR_OVERFLOW) {
        uint32_t bit = 1u << contact->colour;
        a->colours &= isDynamic(d, contact->bodyA) ? ~bit : ~0u;
        b->colours &= isDynamic(d, contact->bodyB) ? ~bit : ~0u;
    }
    a->held--;
    b->held--;
    int place = contact->place, moved = crLanesGive(&d->contacts.lanes, contact->colour, place);
    if (moved >= 0) {
        d->contacts.contact[moved].place = place;
    }
}

static void leaveAsleep(CrDynamics *d, int index)
{
    CrRigidContact *contact = &d->contacts.contact[index];
    int place = contact->place;
    crArrayRemoveSwap(d->contacts.asleep, place);
    if (place < crArrayCount(d->contacts.asleep)) {
        d->contacts.contact[d->contacts.asleep[place].contact].place = place;
    }
    contact->flags &= (uint8_t)~CR_RIGID_CONTACT_TOUCHES;
}

void crRigidContactRelease(CrDynamics *d, int index)
{
    CrRigidContact *contact = &d->contacts.contact[index];
    if (contact->colour == CR_RIGID_CONTACT_LOOSE) {
        return;
    }
    crRigidContactEndPress(d, index);
    if (contact->colour == CR_RIGID_CONTACT_ASLEEP) {
        leaveAsleep(d, index);
    } else {
        leaveLane(d, index);
    }
    contact->colour = CR_RIGID_CONTACT_LOOSE;
    contact->count = 0;
    looseAdd(d, index);
}

void crRigidContactRest(CrDynamics *d, int index, bool touches)
{
    CrRigidContact *contact = &d->contacts.contact[index];
    CrRigidKept kept = {index, 0.0f, 0.0f, {0.0f, 0.0f}, 0.0f, 0.0f, 0.0f};
    if (contact->colour == CR_RIGID_CONTACT_LOOSE) {
        looseRemove(d, contact->place);
    } else {
        int i = contact->place / CR_BLOCK, l = contact->place % CR_BLOCK;
        const CrLaneBlock *block = &d->contacts.lanes.block[i];
        kept.nx = block->nx[l];
        kept.ny = block->ny[l];
        kept.l[0] = block->point[0].l[l];
        kept.l[1] = block->point[1].l[l];
        kept.lt = block->lt[l];
        kept.lr = d->contacts.lanes.extra[i].lr[l];
        kept.settled = block->settled[l];
        leaveLane(d, index);
    }
    contact->colour = CR_RIGID_CONTACT_ASLEEP;
    contact->flags |= touches ? CR_RIGID_CONTACT_TOUCHES : 0;
    contact->place = crArrayCount(d->contacts.asleep);
    crArrayPush(d->contacts.asleep, kept);
}

void crRigidContactResume(CrDynamics *d, int index, const CrContactManifold *m)
{
    CrRigidContact *contact = &d->contacts.contact[index];
    CrRigidKept kept = d->contacts.asleep[contact->place];
    CrLanes *lanes = &d->contacts.lanes;
    leaveAsleep(d, index);
    takeLane(d, index);
    int i = contact->place / CR_BLOCK, l = contact->place % CR_BLOCK;
    CrLaneBlock *block = &lanes->block[i];
    block->nx[l] = kept.nx;
    block->ny[l] = kept.ny;
    block->point[0].l[l] = kept.l[0];
    block->point[1].l[l] = kept.l[1];
    block->lt[l] = kept.lt;
    block->settled[l] = kept.settled;
    lanes->extra[i].lr[l] = kept.lr;
    crLaneBit(&lanes->head[i].pressed, l, (contact->flags & CR_RIGID_CONTACT_PRESSED) != 0);
    crRigidContactFill(d, index, m);
}

void crRigidContactCollide(const CrDynamics *d, const CrRigidContact *contact, double interval,
                           CrContactManifold *manifold)
{
    const CrRigidPose *a = &d->bodies.pose[contact->bodyA], *b = &d->bodies.pose[contact->bodyB];
    crCollideShapes(&d->shapes.shape[contact->shapeA].shape, (float)a->c, (float)a->s,
                    &d->shapes.shape[contact->shapeB].shape, (float)b->c, (float)b->s,
                    (float)(b->x - a->x), (float)(b->y - a->y), crRigidMargin(d, contact, interval),
                    manifold);
}

/// What a manifold's points say of its lane.
typedef struct Arms {
    float dA, dB, reach;
} Arms;

static float lengthOf(float x, float y)
{
    return (float)sqrt((double)(x * x + y * y));
}

static float inverseOf(float x)
{
    return x > 0.0f ? 1.0f / x : 0.0f;
}

static Arms fillPoints(CrLaneBlock *block, CrLaneBase *base, int l, const CrContactManifold *m,
                       float inverseMass)
{
    Arms arms = {0.0f, 0.0f, 0.0f};
    float nx = m->normalX, ny = m->normalY, iA = block->iA[l], iB = block->iB[l];
    for (int i = 0; i < m->count; i++) {
        const CrContactPoint *point = &m->points[i];
        CrLanePoint *p = &block->point[i];
        float rnA = point->ax * ny - point->ay * nx, rnB = point->bx * ny - point->by * nx;
        p->rnA[l] = rnA;
        p->rnB[l] = rnB;
        p->k[l] = inverseOf(inverseMass + iA * rnA * rnA + iB * rnB * rnB);
        base->separation[i][l] = point->separation;
        float half = m->count == 2 ? 0.5f : 1.0f, arm = lengthOf(point->bx, point->by);
        arms.dA += half * (point->ax * nx + point->ay * ny);
        arms.dB += half * (point->bx * nx + point->by * ny);
        arms.reach = arm > arms.reach ? arm : arms.reach;
    }
    for (int i = m->count; i < 2; i++) {
        CrLanePoint *p = &block->point[i];
        p->rnA[l] = p->rnB[l] = p->k[l] = p->l[l] = 0.0f;
        base->separation[i][l] = 0.0f;
    }
    for (int i = 0; i < 2; i++) {
        block->point[i].s0[l] = base->separation[i][l] - (arms.dB - arms.dA);
    }
    block->dA[l] = arms.dA;
    block->dB[l] = arms.dB;
    block->kt[l] = inverseOf(inverseMass + iA * arms.dA * arms.dA + iB * arms.dB * arms.dB);
    return arms;
}

/// Impulses of features that are still there.
static void keepImpulses(CrRigidContact *contact, CrLaneBlock *block, int l,
                         const CrContactManifold *m)
{
    float kept[2] = {0.0f, 0.0f};
    for (int i = 0; i < m->count; i++) {
        for (int j = 0; j < contact->count; j++) {
            if (contact->id[j] == m->points[i].feature) {
                kept[i] = block->point[j].l[l];
            }
        }
    }
    bool same = block->nx[l] * m->normalX + block->ny[l] * m->normalY >= SAME_NORMAL;
    for (int i = 0; i < 2; i++) {
        block->point[i].l[l] = same ? kept[i] : 0.0f;
        contact->id[i] = i < m->count ? m->points[i].feature : 0;
    }
    if (!same || kept[0] + kept[1] == 0.0f) {
        block->settled[l] = 0.0f;
        block->lt[l] = 0.0f;
    }
    contact->count = (uint8_t)m->count;
}

/// [m] Half of a shape's least width; of lines, which have none, of their length.
static float breadthOf(const CrRigidShape *of)
{
    const CrContactShape *shape = &of->shape;
    float length =
        shape->count == 2 ? lengthOf(shape->x[1] - shape->x[0], shape->y[1] - shape->y[0]) : 0.0f;
    return of->width + 0.5f * length;
}

static void fillBase(const CrDynamics *d, const CrRigidContact *contact, CrLaneBase *base, int l,
                     float arm)
{
    const CrRigidPose *a = &d->bodies.pose[contact->bodyA], *b = &d->bodies.pose[contact->bodyB];
    const CrRigidShape *shapeA = &d->shapes.shape[contact->shapeA],
                       *shapeB = &d->shapes.shape[contact->shapeB];
    float cA = (float)a->c, sA = (float)a->s, dx = (float)(b->x - a->x), dy = (float)(b->y - a->y);
    float breadth = breadthOf(shapeA), width = breadthOf(shapeB);
    width = breadth < width ? breadth : width;
    float reach = RECYCLE_WIDTHS * width;
    base->cA[l] = cA;
    base->sA[l] = sA;
    base->cB[l] = (float)b->c;
    base->sB[l] = (float)b->s;
    base->x[l] = cA * dx + sA * dy;
    base->y[l] = cA * dy - sA * dx;
    base->arm[l] = arm;
    base->wasX[l] = base->wasY[l] = 0.0f;
    base->reach[l] = reach < d->settings.recycle ? reach : d->settings.recycle;
    if (shapeA->shape.count == 1 || shapeB->shape.count == 1) {
        base->reach[l] = 0.0f; // the normal turns with every motion, and a new one costs little
    }
}

/// What a point moves along as bodies slide: a circle keeps it below its center, what is at rest
/// does not matter, and else it keeps to the middle.
static float shareOf(const CrDynamics *d, const CrRigidContact *contact)
{
    bool keepsA = isDynamic(d, contact->bodyA) && d->shapes.shape[contact->shapeA].shape.count == 1;
    bool keepsB = isDynamic(d, contact->bodyB) && d->shapes.shape[contact->shapeB].shape.count == 1;
    keepsA = keepsA || !isDynamic(d, contact->bodyB);
    keepsB = keepsB || !isDynamic(d, contact->bodyA);
    return keepsA == keepsB ? 0.5f : keepsA ? 0.0f : 1.0f;
}

static bool slides(const CrDynamics *d, const CrRigidContact *contact)
{
    const CrRigidVelocity *a = &d->bodies.velocity[contact->bodyA],
                          *b = &d->bodies.velocity[contact->bodyB];
    double x = b->x - a->x, y = b->y - a->y;
    return x * x + y * y > CR_RIGID_SLIDES * CR_RIGID_SLIDES;
}

static bool fillExtra(CrLanes *lanes, int i, int l, const CrRigidContact *contact)
{
    CrLaneExtra *extra = &lanes->extra[i];
    float turn = lanes->block[i].iA[l] + lanes->block[i].iB[l];
    extra->restitution[l] = contact->restitution;
    extra->tangentSpeed[l] = contact->tangentSpeed;
    extra->rolling[l] = contact->rollingResistance;
    extra->kr[l] = inverseOf(turn);
    return contact->restitution > 0.0f || contact->rollingResistance > 0.0f ||
           contact->tangentSpeed != 0.0f || (contact->flags & CR_RIGID_CONTACT_HITS);
}

void crDynamicsContactChanged(CrDynamics *d, int index)
{
    const CrRigidContact *contact = &d->contacts.contact[index];
    if (contact->flags & CR_RIGID_CONTACT_TOUCHES) {
        crIslandRouse(d, contact->bodyA);
        crIslandRouse(d, contact->bodyB);
    }
    if (contact->colour >= 0) {
        int i = contact->place / CR_BLOCK, l = contact->place % CR_BLOCK;
        CrLanes *lanes = &d->contacts.lanes;
        lanes->block[i].friction[l] = contact->friction;
        crLaneBit(&lanes->head[i].extra, l, fillExtra(lanes, i, l, contact));
        crLaneGrows(lanes, i, l);
    }
}

void crRigidContactFill(CrDynamics *d, int index, const CrContactManifold *m)
{
    CrRigidContact *contact = &d->contacts.contact[index];
    CrLanes *lanes = &d->contacts.lanes;
    int i = contact->place / CR_BLOCK, l = contact->place % CR_BLOCK;
    CrLaneBlock *block = &lanes->block[i];
    const CrRigidTraits *a = &d->bodies.traits[contact->bodyA],
                        *b = &d->bodies.traits[contact->bodyB];
    bool movesA = isDynamic(d, contact->bodyA), movesB = isDynamic(d, contact->bodyB);
    keepImpulses(contact, block, l, m);
    block->nx[l] = m->normalX;
    block->ny[l] = m->normalY;
    block->iA[l] = movesA ? (float)a->inverseInertia : 0.0f;
    block->iB[l] = movesB ? (float)b->inverseInertia : 0.0f;
    block->friction[l] = contact->friction;
    lanes->extra[i].shiftX[l] = lanes->extra[i].shiftY[l] = 0.0f;
    lanes->extra[i].share[l] = shareOf(d, contact);
    float inverseMass =
        (movesA ? (float)a->inverseMass : 0.0f) + (movesB ? (float)b->inverseMass : 0.0f);
    Arms arms = fillPoints(block, &lanes->base[i], l, m, inverseMass);
    fillBase(d, contact, &lanes->base[i], l, arms.reach);
    crLaneBit(&lanes->head[i].slides, l, slides(d, contact));
    crLaneBit(&lanes->head[i].extra, l, fillExtra(lanes, i, l, contact));
    crLaneGrows(lanes, i, l);
}
