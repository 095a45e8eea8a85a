// SPDX-License-Identifier: MIT
// Whether the arrays of a scene fit together, for what was read from outside, and for tests. Each
// list is walked no farther than there are elements, and no index is used before it was compared
// with the count. A list without a cycle names each element once, so if as many were visited as
// there are, it has all of them.
#include "dynamics.h"

#include "../shapes/array.h"
#include "../shapes/bits.h"

static bool isIn(int32_t index, int count)
{
    return index >= 0 && index < count;
}

static bool isDynamic(const CrDynamics *d, int body)
{
    return d->bodies.traits[body].type == CR_RIGID_DYNAMIC;
}

static bool isAsleep(const CrDynamics *d, int body)
{
    return (d->bodies.traits[body].flags & CR_RIGID_ASLEEP) != 0;
}

// ---- bodies and shapes

static bool freeBodiesHold(const CrDynamics *d)
{
    const CrRigidBodies *b = &d->bodies;
    int count = crArrayCount(b->pose), used = 0;
    for (int i = 0; i < count; i++) {
        used += (b->traits[i].flags & CR_RIGID_USED) != 0;
    }
    for (int k = 0; k < crArrayCount(b->free); k++) {
        if (!isIn(b->free[k], count) || b->free[k] == 0 ||
            (b->traits[b->free[k]].flags & CR_RIGID_USED)) {
            return false;
        }
    }
    return count == 0
               ? crArrayCount(b->free) == 0
               : !(b->traits[0].flags & CR_RIGID_USED) && used + crArrayCount(b->free) == count - 1;
}

static bool shapesOfHold(const CrDynamics *d, int body, int *left)
{
    int count = crArrayCount(d->shapes.shape);
    const CrRigidTraits *traits = &d->bodies.traits[body];
    for (int32_t s = traits->firstShape; s != 0; s = d->shapes.shape[s].next) {
        if (!isIn(s, count) || d->shapes.shape[s].body != body || --*left < 0) {
            return false;
        }
    }
    return (traits->flags & CR_RIGID_USED) || traits->firstShape == 0;
}

static bool shapesHold(const CrDynamics *d)
{
    const CrRigidShapes *s = &d->shapes;
    int count = crArrayCount(s->shape), used = 0, pending = 0;
    if (crArrayCount(s->fat) != count || (count > 0 && s->shape[0].body != 0)) {
        return false;
    }
    for (int i = 1; i < count; i++) {
        used += s->shape[i].body != 0;
        pending += s->shape[i].isPending;
    }
    for (int k = 0; k < crArrayCount(s->free); k++) {
        if (!isIn(s->free[k], count) || s->free[k] == 0 || s->shape[s->free[k]].body != 0) {
            return false;
        }
    }
    for (int k = 0; k < crArrayCount(d->pairs.pending); k++) {
        int32_t i = d->pairs.pending[k];
        if (!isIn(i, count) || s->shape[i].body == 0 || !s->shape[i].isPending) {
            return false;
        }
    }
    int left = used;
    for (int i = 0; i < crArrayCount(d->bodies.pose); i++) {
        if (!shapesOfHold(d, i, &left)) {
            return false;
        }
    }
    return left == 0 && pending == crArrayCount(d->pairs.pending) &&
           used + crArrayCount(s->free) == (count > 0 ? count - 1 : 0);
}

// ---- contacts

static bool contactHolds(const CrDynamics *d, const CrRigidContact *c)
{
    int shapes = crArrayCount(d->shapes.shape);
    if (!isIn(c->shapeA, shapes) || !isIn(c->shapeB, shapes) || c->bodyA == 0 || c->bodyB == 0 ||
        c->bodyA != d->shapes.shape[c->shapeA].body ||
        c->bodyB != d->shapes.shape[c->shapeB].body) {
        return false;
    }
    bool sleepsA = isAsleep(d, c->bodyA), sleepsB = isAsleep(d, c->bodyB), fits = c->count > 0;
    if (c->colour == CR_RIGID_CONTACT_LOOSE) {
        fits = !(c->flags & CR_RIGID_CONTACT_PRESSED);
    } else if (c->colour == CR_RIGID_CONTACT_ASLEEP) {
        fits = (sleepsA || !isDynamic(d, c->bodyA)) && (sleepsB || !isDynamic(d, c->bodyB));
    } else {
        fits = fits && !sleepsA && !sleepsB;
    }
    return fits && c->bodyA != c->bodyB && (isDynamic(d, c->bodyA) || isDynamic(d, c->bodyB)) &&
           c->count <= 2 &&
           (c->colour == CR_RIGID_CONTACT_ASLEEP || !(c->flags & CR_RIGID_CONTACT_TOUCHES));
}

static bool freeContactsHold(const CrDynamics *d)
{
    const CrRigidContacts *c = &d->contacts;
    int count = crArrayCount(c->contact), used = 0, loose = 0;
    for (int i = 0; i < count; i++) {
        const CrRigidContact *contact = &c->contact[i];
        if (contact->flags & CR_RIGID_CONTACT_USED) {
            used++;
            loose += contact->colour == CR_RIGID_CONTACT_LOOSE;
            if (!contactHolds(d, contact)) {
                return false;
            }
        }
    }
    for (int k = 0; k < crArrayCount(c->free); k++) {
        if (!isIn(c->free[k], count) || (c->contact[c->free[k]].flags & CR_RIGID_CONTACT_USED)) {
            return false;
        }
    }
    for (int k = 0; k < crArrayCount(c->loose); k++) {
        if (!isIn(c->loose[k], count)) {
            return false;
        }
        const CrRigidContact *contact = &c->contact[c->loose[k]];
        if (!(contact->flags & CR_RIGID_CONTACT_USED) || contact->place != k ||
            contact->colour != CR_RIGID_CONTACT_LOOSE) {
            return false;
        }
    }
    return loose == crArrayCount(c->loose) && used + crArrayCount(c->free) == count;
}

/// As many as are marked are listed, each at its place.
static bool asleepHold(const CrDynamics *d)
{
    const CrRigidContacts *c = &d->contacts;
    int count = crArrayCount(c->contact), asleep = 0;
    for (int i = 0; i < count; i++) {
        asleep += (c->contact[i].flags & CR_RIGID_CONTACT_USED) &&
                  c->contact[i].colour == CR_RIGID_CONTACT_ASLEEP;
    }
    for (int k = 0; k < crArrayCount(c->asleep); k++) {
        int32_t i = c->asleep[k].contact;
        if (!isIn(i, count) || !(c->contact[i].flags & CR_RIGID_CONTACT_USED) ||
            c->contact[i].colour != CR_RIGID_CONTACT_ASLEEP || c->contact[i].place != k) {
            return false;
        }
    }
    return asleep == crArrayCount(c->asleep);
}

/// Only dynamic bodies sleep. Those to be woken are listed once each.
static bool sleepersHold(const CrDynamics *d)
{
    const CrRigidBodies *b = &d->bodies;
    int count = crArrayCount(b->pose), roused = 0;
    for (int i = 0; i < count; i++) {
        roused += (b->traits[i].listed & CR_RIGID_IN_ROUSED) != 0;
        if (isAsleep(d, i) && (!isDynamic(d, i) || !(b->traits[i].flags & CR_RIGID_USED))) {
            return false;
        }
    }
    for (int k = 0; k < crArrayCount(b->roused); k++) {
        int32_t i = b->roused[k];
        if (!isIn(i, count) || !isDynamic(d, i) || !(b->traits[i].listed & CR_RIGID_IN_ROUSED)) {
            return false;
        }
    }
    return roused == crArrayCount(b->roused);
}

/// A body's list of contacts, and what is counted of them.
static bool contactsOfHold(const CrDynamics *d, int body, int *left)
{
    const CrRigidTraits *traits = &d->bodies.traits[body];
    int count = crArrayCount(d->contacts.contact);
    int32_t before = -1, contacts = 0, held = 0;
    uint32_t colours = 0;
    for (int32_t at = traits->firstContact; at != -1;) {
        if (at < 0 || !isIn(at >> 1, count) || --*left < 0) {
            return false;
        }
        const CrRigidContact *c = &d->contacts.contact[at >> 1];
        if (!(c->flags & CR_RIGID_CONTACT_USED) || (at & 1 ? c->bodyB : c->bodyA) != body ||
            c->prev[at & 1] != before) {
            return false;
        }
        contacts++;
        held += c->colour >= 0;
        if (c->colour >= 0 && c->colour < CR_COLOURS && isDynamic(d, body)) {
            if (colours & 1u << c->colour) {
                return false;
            }
            colours |= 1u << c->colour;
        }
        before = at;
        at = c->next[at & 1];
    }
    return contacts == traits->contacts && held == traits->held && colours == traits->colours;
}

static bool listsHold(const CrDynamics *d)
{
    int used = crArrayCount(d->contacts.contact) - crArrayCount(d->contacts.free), left = 2 * used;
    for (int i = 0; i < crArrayCount(d->bodies.pose); i++) {
        if (!contactsOfHold(d, i, &left)) {
            return false;
        }
    }
    return left == 0;
}

// ---- lanes

static bool laneHolds(const CrDynamics *d, int colour, int i, int l)
{
    const CrLanes *lanes = &d->contacts.lanes;
    int32_t index = lanes->base[i].contact[l];
    if (!isIn(index, crArrayCount(d->contacts.contact))) {
        return false;
    }
    const CrRigidContact *c = &d->contacts.contact[index];
    const CrLaneHead *head = &lanes->head[i];
    if (!(c->flags & CR_RIGID_CONTACT_USED) || c->colour != colour ||
        c->place != i * CR_BLOCK + l || lanes->block[i].a[l] != c->bodyA ||
        lanes->block[i].b[l] != c->bodyB) {
        return false;
    }
    bool movesA = isDynamic(d, c->bodyA), movesB = isDynamic(d, c->bodyB);
    return (head->writesA >> l & 1) == movesA && (head->writesB >> l & 1) == movesB &&
           (head->pressed >> l & 1) == ((c->flags & CR_RIGID_CONTACT_PRESSED) != 0) &&
           (colour < CR_DYNAMIC_COLOURS || colour == CR_OVERFLOW || !movesA || !movesB);
}

static bool blockHolds(const CrDynamics *d, int colour, int i)
{
    const CrLaneHead *head = &d->contacts.lanes.head[i];
    int most = colour == CR_OVERFLOW ? 1 : CR_BLOCK;
    if (head->count == 0 || head->count > most || (head->count < most && head->next >= 0)) {
        return false;
    }
    for (int l = 0; l < head->count; l++) {
        if (!laneHolds(d, colour, i, l)) {
            return false;
        }
    }
    unsigned bits = head->writesA | head->writesB | head->pressed | head->extra | head->slides;
    return bits >> head->count == 0;
}

static bool colourHolds(const CrDynamics *d, int colour, int *left)
{
    const CrLanes *lanes = &d->contacts.lanes;
    int32_t before = -1, count = 0;
    for (int32_t i = lanes->colour[colour].first; i != -1; i = lanes->head[i].next) {
        if (!isIn(i, lanes->used) || --*left < 0 || lanes->head[i].prev != before ||
            !blockHolds(d, colour, i)) {
            return false;
        }
        count += lanes->head[i].count;
        before = i;
    }
    return before == lanes->colour[colour].last && count == lanes->colour[colour].count;
}

static bool lanesHold(const CrDynamics *d)
{
    const CrLanes *lanes = &d->contacts.lanes;
    int left = lanes->used, held = 0;
    if (crArrayCount(lanes->head) != left || crArrayCount(lanes->block) != left ||
        crArrayCount(lanes->base) != left || crArrayCount(lanes->extra) != left) {
        return false;
    }
    for (int colour = 0; colour <= CR_OVERFLOW; colour++) {
        if (!colourHolds(d, colour, &left)) {
            return false;
        }
        held += lanes->colour[colour].count;
    }
    for (int colour = 0; colour <= CR_OVERFLOW; colour++) {
        for (int32_t i = lanes->colour[colour].free; i != -1; i = lanes->head[i].next) {
            if (!isIn(i, lanes->used) || --left < 0 || lanes->head[i].count != 0) {
                return false;
            }
        }
    }
    const CrRigidContacts *c = &d->contacts;
    int pressed = 0;
    for (int i = 0; i < crArrayCount(c->contact); i++) {
        pressed += (c->contact[i].flags & CR_RIGID_CONTACT_PRESSED) != 0;
    }
    return left == 0 && pressed == c->pressed &&
           held + crArrayCount(c->loose) + crArrayCount(c->asleep) + crArrayCount(c->free) ==
               crArrayCount(c->contact);
}

bool crDynamicsHolds(const CrDynamics *d)
{
    int bodies = crArrayCount(d->bodies.pose);
    return crArrayCount(d->bodies.velocity) == bodies && crArrayCount(d->bodies.force) == bodies &&
           crArrayCount(d->bodies.traits) == bodies && crArrayCount(d->bodies.path) == bodies &&
           crArrayCount(d->rows) == bodies && freeBodiesHold(d) && shapesHold(d) &&
           freeContactsHold(d) && asleepHold(d) && sleepersHold(d) && listsHold(d) && lanesHold(d);
}
