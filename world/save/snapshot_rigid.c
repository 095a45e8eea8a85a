// SPDX-License-Identifier: MIT
// The solver's side of dynamic bodies. Values in the order of its arrays; the same functions write
// and read them. Left out: outlines of shapes, which follow from the world's, and what is gathered
// anew at each tick. Indices, free lists, lists of contacts and lanes are history that decides
// the next tick, so they are as they were. All of them are checked before anything uses them.
#include "../rigid/contact_answers.h"
#include "../rigid/rigid_mirror.h"
#include "snapshot_types.h"

#include <stddef.h>
#include <string.h>

#if UINTPTR_MAX == UINT64_MAX
// If a size differs, decide whether the new field decides a later tick: then it is saved here, and
// hashed in hash_rigid.c. Rows of lanes are saved all; edgeAt follows from the shapes. Then change
// the number.
typedef char rigidSizesAreKnown[sizeof(CrRigidContact) == 64 && sizeof(CrLaneHead) == 16 &&
                                        sizeof(CrRigidTraits) == 120 && sizeof(CrRigidPose) == 40 &&
                                        sizeof(CrRigidMirror) - sizeof(CrDynamics) == 120
                                    ? 1
                                    : -1];
#endif

enum { IN = 1, CURRENT = 2 };

static void fieldI32(CrStream *s, int32_t *value)
{
    uint32_t bits = (uint32_t)*value;
    crStreamU32(s, &bits);
    *value = (int32_t)bits;
}

/// The lanes in use of a structure that is rows of CR_BLOCK words. Of rows that are indices, two at
/// most, `indices` are the places.
static void rowFields(CrStream *s, void *lanes, size_t size, int count, const size_t indices[2])
{
    for (size_t at = 0; at < size; at += CR_BLOCK * sizeof(float)) {
        for (int l = 0; l < count; l++) {
            char *word = (char *)lanes + at + sizeof(float) * (size_t)l;
            if (at == indices[0] || at == indices[1]) {
                int32_t index;
                memcpy(&index, word, sizeof index);
                fieldI32(s, &index);
                memcpy(word, &index, sizeof index);
            } else {
                float number;
                memcpy(&number, word, sizeof number);
                crStreamFloat(s, &number);
                memcpy(word, &number, sizeof number);
            }
        }
    }
}

// ---- elements, for both directions

static void bodyFields(CrStream *s, CrRigidMirror *mirror, int i)
{
    CrRigidBodies *b = &mirror->dynamics.bodies;
    CrRigidTraits *t = &b->traits[i];
    crStreamEnum(s, &t->type, CR_RIGID_DYNAMIC + 1);
    crStreamU32(s, &mirror->bodyAt[i]);
    fieldI32(s, &t->firstShape);
    fieldI32(s, &t->firstContact);
    fieldI32(s, &t->contacts);
    fieldI32(s, &t->held);
    crStreamU32(s, &t->colours);
    uint8_t asleep = t->flags & CR_RIGID_ASLEEP ? 1 : 0;
    crStreamEnum(s, &asleep, 2);
    t->flags = (uint8_t)(asleep ? t->flags | CR_RIGID_ASLEEP : t->flags & ~CR_RIGID_ASLEEP);
    fieldI32(s, &t->calm);
    crStreamExpect(s, t->calm >= 0);
    crStreamFloat(s, &t->driftX);
    crStreamFloat(s, &t->driftY);
    crStreamFloat(s, &t->drift);
    double *numbers[] = {&b->pose[i].x,     &b->pose[i].y,      &b->pose[i].angle,
                         &b->velocity[i].x, &b->velocity[i].y,  &b->velocity[i].spin,
                         &t->inverseMass,   &t->inverseInertia, &t->fatX,
                         &t->fatY,          &t->fatAngle};
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
        crStreamNumber(s, numbers[k]);
        crStreamExpect(s, k > 5 || crAbs(*numbers[k]) <= 8.0 * CR_HUGE); // pose and velocity
    }
}

static void shapeFields(CrStream *s, CrRigidMirror *mirror, int i)
{
    CrRigidShape *shape = &mirror->dynamics.shapes.shape[i];
    CrFatBox *fat = &mirror->dynamics.shapes.fat[i];
    fieldI32(s, &shape->body);
    fieldI32(s, &shape->next);
    crStreamU32(s, &mirror->shapeAt[i]);
    float *sides[4] = {&fat->minX, &fat->minY, &fat->maxX, &fat->maxY};
    for (int k = 0; k < 4; k++) {
        crStreamFloat(s, sides[k]);
        crStreamExpect(s, crAbs((double)*sides[k]) <= 8.0 * CR_HUGE);
    }
    bool isNone = fat->minX > fat->maxX && fat->minY > fat->maxY;
    crStreamExpect(s, isNone || (fat->minX <= fat->maxX && fat->minY <= fat->maxY));
}

static void contactFields(CrStream *s, CrRigidContact *c)
{
    uint8_t colour = (uint8_t)(c->colour + 2);
    int32_t *indices[] = {&c->shapeA,  &c->shapeB,  &c->bodyA,   &c->bodyB, &c->next[0],
                          &c->next[1], &c->prev[0], &c->prev[1], &c->place};
    for (size_t k = 0; k < sizeof indices / sizeof *indices; k++) {
        fieldI32(s, indices[k]);
    }
    crStreamEnum(s, &colour, CR_OVERFLOW + 3);
    c->colour = (int8_t)(colour - 2);
    crStreamU8(s, &c->flags);
    crStreamEnum(s, &c->count, 3);
    crStreamU32(s, &c->id[0]);
    crStreamU32(s, &c->id[1]);
    crStreamFloat(s, &c->friction);
    crStreamFloat(s, &c->restitution);
    crStreamFloat(s, &c->rollingResistance);
    crStreamFloat(s, &c->tangentSpeed);
}

static void keptFields(CrStream *s, CrRigidKept *kept)
{
    float *numbers[] = {&kept->nx, &kept->ny, &kept->l[0],   &kept->l[1],
                        &kept->lt, &kept->lr, &kept->settled};
    fieldI32(s, &kept->contact);
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
        crStreamFloat(s, numbers[k]);
    }
}

static void blockFields(CrStream *s, CrLanes *lanes, int i)
{
    static const size_t bodies[2] = {offsetof(CrLaneBlock, a), offsetof(CrLaneBlock, b)};
    static const size_t contact[2] = {offsetof(CrLaneBase, contact), SIZE_MAX};
    static const size_t none[2] = {SIZE_MAX, SIZE_MAX};
    CrLaneHead *head = &lanes->head[i];
    uint8_t *bytes[] = {&head->writesA, &head->writesB, &head->slides, &head->extra,
                        &head->pressed};
    fieldI32(s, &head->next);
    fieldI32(s, &head->prev);
    crStreamEnum(s, &head->count, CR_BLOCK + 1);
    for (size_t k = 0; k < sizeof bytes / sizeof *bytes; k++) {
        crStreamU8(s, bytes[k]);
    }
    rowFields(s, &lanes->block[i], sizeof lanes->block[i], head->count, bodies);
    rowFields(s, &lanes->base[i], sizeof lanes->base[i], head->count, contact);
    rowFields(s, &lanes->extra[i], sizeof lanes->extra[i], head->count, none);
}

static void colourFields(CrStream *s, CrLanes *lanes)
{
    for (int k = 0; k <= CR_OVERFLOW; k++) {
        fieldI32(s, &lanes->colour[k].first);
        fieldI32(s, &lanes->colour[k].last);
        fieldI32(s, &lanes->colour[k].count);
        fieldI32(s, &lanes->colour[k].free);
    }
}

static void answerFields(CrStream *s, CrContactAnswer *answer)
{
    crStreamU32(s, &answer->a);
    crStreamU32(s, &answer->b);
    crStreamU32(s, &answer->ageA);
    crStreamU32(s, &answer->ageB);
    crStreamNumber(s, &answer->at);
    crStreamU32(s, &answer->action);
}

// ---- out

static void writeList(CrStream *s, const int32_t *list)
{
    uint32_t count = (uint32_t)crArrayCount(list);
    crStreamU32(s, &count);
    for (uint32_t k = 0; k < count; k++) {
        int32_t index = list[k];
        fieldI32(s, &index);
    }
}

static void writeCount(CrStream *s, int count)
{
    uint32_t number = (uint32_t)count;
    crStreamU32(s, &number);
}

/// Which shapes and bodies of the world are in the solver.
static void writeSeen(const CaromWorld *world, CrStream *s)
{
    const CrRigidMirror *mirror = world->rigids.mirror;
    writeCount(s, crArrayCount(mirror->seen));
    for (int k = 0; k < crArrayCount(mirror->seen); k++) {
        const CrRigidSeen *seen = &mirror->seen[k];
        uint8_t is = (uint8_t)((seen->in ? IN : 0) |
                               (crRigidMirrorIsCurrent(world, (uint32_t)k) ? CURRENT : 0));
        int32_t own = seen->own;
        crStreamU8(s, &is);
        fieldI32(s, &own);
    }
    writeList(s, mirror->bodyOf);
}

static void writeEnded(const CrDynamics *d, CrStream *s)
{
    writeCount(s, crArrayCount(d->ended) - d->endedSeen);
    for (int k = d->endedSeen; k < crArrayCount(d->ended); k++) {
        CrRigidContactEnd end = d->ended[k];
        fieldI32(s, &end.shapeA);
        fieldI32(s, &end.shapeB);
    }
}

void crSnapshotWriteRigid(const CaromWorld *world, CrStream *s)
{
    CrRigidMirror *mirror = world->rigids.mirror;
    if (mirror == NULL || crArrayCount(mirror->dynamics.bodies.pose) == 0) {
        return;
    }
    CrDynamics *d = &mirror->dynamics; // streams that write only read
    crStreamTag(s, "RIGI");
    writeCount(s, crArrayCount(d->bodies.pose));
    writeList(s, d->bodies.free);
    writeCount(s, crArrayCount(d->shapes.shape));
    writeList(s, d->shapes.free);
    writeCount(s, crArrayCount(d->contacts.contact));
    writeList(s, d->contacts.free);
    writeCount(s, d->contacts.lanes.used);
    writeSeen(world, s);
    for (int i = 1; i < crArrayCount(d->bodies.pose); i++) {
        if (d->bodies.traits[i].flags & CR_RIGID_USED) {
            bodyFields(s, mirror, i);
        }
    }
    for (int i = 1; i < crArrayCount(d->shapes.shape); i++) {
        if (d->shapes.shape[i].body != 0) {
            shapeFields(s, mirror, i);
        }
    }
    writeList(s, d->pairs.pending);
    for (int i = 0; i < crArrayCount(d->contacts.contact); i++) {
        if (d->contacts.contact[i].flags & CR_RIGID_CONTACT_USED) {
            contactFields(s, &d->contacts.contact[i]);
        }
    }
    writeList(s, d->contacts.loose);
    writeCount(s, crArrayCount(d->contacts.asleep));
    for (int k = 0; k < crArrayCount(d->contacts.asleep); k++) {
        keptFields(s, &d->contacts.asleep[k]);
    }
    writeList(s, d->bodies.roused);
    for (int i = 0; i < d->contacts.lanes.used; i++) {
        blockFields(s, &d->contacts.lanes, i);
    }
    colourFields(s, &d->contacts.lanes);
    writeEnded(d, s);
    writeCount(s, crArrayCount(mirror->answers));
    for (int k = 0; k < crArrayCount(mirror->answers); k++) {
        CrContactAnswer answer = mirror->answers[k];
        answerFields(s, &answer);
    }
}

// ---- in

/// A count of elements, and which of them are free: those get no mark in `used`.
typedef struct Loading {
    CrLoad *load;
    CrRigidMirror *mirror;
} Loading;

static const CaromAllocator *memoryOf(const Loading *l)
{
    return &l->load->world->allocator;
}

/// Room that is in the file for sure.
static int loadCount(CrStream *s, size_t least)
{
    uint32_t count = 0;
    crStreamCount(s, &count, least);
    crStreamExpect(s, count < 1u << 28);
    return crStreamIsGood(s) ? (int)count : 0;
}

static void loadList(Loading *l, int32_t **list)
{
    CrStream *s = l->load->stream;
    int count = loadCount(s, 4);
    crLoadReserved(l->load, crArrayReserve(*list, count, memoryOf(l)));
    for (int k = 0; k < count && crStreamIsGood(s); k++) {
        int32_t index = 0;
        fieldI32(s, &index);
        crArrayPush(*list, index);
    }
}

/// Elements that are not free are marked as used; each is listed once.
static void loadBodyList(Loading *l)
{
    CrStream *s = l->load->stream;
    CrDynamics *d = &l->mirror->dynamics;
    int count = loadCount(s, 4); // a free one has its index, any other more
    crStreamExpect(s, count > 0);
    crLoadReserved(l->load,
                   !crStreamIsGood(s) || (crDynamicsReserve(d, count, 0) &&
                                          crArrayReserve(l->mirror->bodyAt, count, memoryOf(l))));
    loadList(l, &d->bodies.free);
    if (!crStreamIsGood(s)) {
        return;
    }
    crDynamicsBlankBodies(d, count);
    for (int i = 0; i < count; i++) {
        crArrayPush(l->mirror->bodyAt, CR_NONE);
        d->bodies.traits[i].flags = i > 0 ? CR_RIGID_USED : 0;
    }
    for (int k = 0; k < crArrayCount(d->bodies.free); k++) {
        int32_t i = d->bodies.free[k];
        bool ok = i > 0 && i < count && d->bodies.traits[i].flags;
        crStreamExpect(s, ok);
        if (ok) {
            d->bodies.traits[i].flags = 0;
        }
    }
}

static void loadShapeList(Loading *l)
{
    CrStream *s = l->load->stream;
    CrDynamics *d = &l->mirror->dynamics;
    int count = loadCount(s, 4);
    crLoadReserved(l->load, !crStreamIsGood(s) ||
                                (crDynamicsReserve(d, crArrayCount(d->bodies.pose), count) &&
                                 crArrayReserve(l->mirror->shapeAt, count, memoryOf(l))));
    loadList(l, &d->shapes.free);
    if (!crStreamIsGood(s)) {
        return;
    }
    crDynamicsBlankShapes(d, count);
    for (int i = 0; i < count; i++) {
        crArrayPush(l->mirror->shapeAt, CR_NONE);
        d->shapes.shape[i].body = i > 0 ? -1 : 0;
    }
    for (int k = 0; k < crArrayCount(d->shapes.free); k++) {
        int32_t i = d->shapes.free[k];
        bool ok = i > 0 && i < count && d->shapes.shape[i].body != 0;
        crStreamExpect(s, ok);
        if (ok) {
            d->shapes.shape[i].body = 0;
        }
    }
}

static void loadContactList(Loading *l)
{
    static const CrRigidContact used = {.flags = CR_RIGID_CONTACT_USED}, unused;
    CrStream *s = l->load->stream;
    CrRigidContacts *c = &l->mirror->dynamics.contacts;
    int count = loadCount(s, 4);
    crLoadReserved(l->load, crArrayReserve(c->contact, count, memoryOf(l)));
    loadList(l, &c->free);
    for (int i = 0; i < count && crStreamIsGood(s); i++) {
        crArrayPush(c->contact, used);
    }
    for (int k = 0; k < crArrayCount(c->free) && crStreamIsGood(s); k++) {
        int32_t i = c->free[k];
        bool ok = i >= 0 && i < count && c->contact[i].flags;
        crStreamExpect(s, ok);
        if (ok) {
            c->contact[i] = unused;
        }
    }
}

static void loadSeen(Loading *l)
{
    CrStream *s = l->load->stream;
    CaromWorld *world = l->load->world;
    int count = loadCount(s, 5);
    crStreamExpect(s, count <= (int)crSlotsCount(&world->shapeSlots));
    crLoadReserved(l->load,
                   !crStreamIsGood(s) || crArrayReserve(l->mirror->seen, count, memoryOf(l)));
    for (int k = 0; k < count && crStreamIsGood(s); k++) {
        CrRigidSeen seen = {0, 0, 0, false, false};
        uint8_t is = 0;
        crStreamEnum(s, &is, (IN | CURRENT) + 1);
        fieldI32(s, &seen.own);
        bool isCurrent = (is & CURRENT) != 0;
        bool ok = is != CURRENT && (!isCurrent || crSlotsLive(&world->shapeSlots, (uint32_t)k));
        crStreamExpect(s, ok);
        seen.in = (is & IN) != 0;
        if (crStreamIsGood(s) && seen.in && crSlotsLive(&world->shapeSlots, (uint32_t)k)) {
            if (isCurrent) {
                world->shapes[k].state |= CR_SHAPE_FOLLOWED;
            }
            seen.mark = crRigidMirrorMark(world, (uint32_t)k) ^ !isCurrent;
        }
        crArrayPush(l->mirror->seen, seen);
    }
    loadList(l, &l->mirror->bodyOf);
}

static void loadAsleep(Loading *l)
{
    CrStream *s = l->load->stream;
    CrDynamics *d = &l->mirror->dynamics;
    int count = loadCount(s, 32);
    crLoadReserved(l->load, crArrayReserve(d->contacts.asleep, count, memoryOf(l)));
    for (int k = 0; k < count && crStreamIsGood(s); k++) {
        CrRigidKept kept = {0};
        keptFields(s, &kept);
        crArrayPush(d->contacts.asleep, kept);
    }
    loadList(l, &d->bodies.roused);
    for (int k = 0; k < crArrayCount(d->bodies.roused) && crStreamIsGood(s); k++) {
        int32_t i = d->bodies.roused[k];
        bool ok = i > 0 && i < crArrayCount(d->bodies.pose) &&
                  !(d->bodies.traits[i].listed & CR_RIGID_IN_ROUSED);
        crStreamExpect(s, ok);
        if (ok) {
            d->bodies.traits[i].listed |= CR_RIGID_IN_ROUSED;
        }
    }
}

static void loadElements(Loading *l)
{
    CrStream *s = l->load->stream;
    CrDynamics *d = &l->mirror->dynamics;
    for (int i = 1; i < crArrayCount(d->bodies.pose) && crStreamIsGood(s); i++) {
        if (d->bodies.traits[i].flags) {
            bodyFields(s, l->mirror, i);
        }
    }
    for (int i = 1; i < crArrayCount(d->shapes.shape) && crStreamIsGood(s); i++) {
        if (d->shapes.shape[i].body != 0) {
            shapeFields(s, l->mirror, i);
            crStreamExpect(s, d->shapes.shape[i].body > 0 &&
                                  d->shapes.shape[i].body < crArrayCount(d->bodies.pose));
        }
    }
    loadList(l, &d->pairs.pending);
    for (int k = 0; k < crArrayCount(d->pairs.pending) && crStreamIsGood(s); k++) {
        int32_t i = d->pairs.pending[k];
        bool ok = i > 0 && i < crArrayCount(d->shapes.shape) && !d->shapes.shape[i].isPending;
        crStreamExpect(s, ok);
        if (ok) {
            d->shapes.shape[i].isPending = true;
        }
    }
    for (int i = 0; i < crArrayCount(d->contacts.contact) && crStreamIsGood(s); i++) {
        if (d->contacts.contact[i].flags) {
            contactFields(s, &d->contacts.contact[i]);
            crStreamExpect(s, (d->contacts.contact[i].flags & CR_RIGID_CONTACT_USED) != 0);
            d->contacts.pressed += (d->contacts.contact[i].flags & CR_RIGID_CONTACT_PRESSED) != 0;
        }
    }
    loadList(l, &d->contacts.loose);
    loadAsleep(l);
}

static void loadLanes(Loading *l, int used)
{
    static const CrLaneBlock block;
    static const CrLaneBase base;
    static const CrLaneExtra extra;
    static const CrLaneHead head;
    CrStream *s = l->load->stream;
    CrLanes *lanes = &l->mirror->dynamics.contacts.lanes;
    crLoadReserved(l->load, crLanesReserve(lanes, used, memoryOf(l)));
    for (int i = 0; i < used && crStreamIsGood(s); i++) {
        crArrayPush(lanes->block, block);
        crArrayPush(lanes->base, base);
        crArrayPush(lanes->extra, extra);
        crArrayPush(lanes->head, head);
        lanes->used++;
        blockFields(s, lanes, i);
    }
    colourFields(s, lanes);
}

static void loadEnded(Loading *l)
{
    CrStream *s = l->load->stream;
    CrDynamics *d = &l->mirror->dynamics;
    int count = loadCount(s, 8), shapes = crArrayCount(d->shapes.shape);
    crLoadReserved(l->load, crArrayReserve(d->ended, count, memoryOf(l)));
    for (int k = 0; k < count && crStreamIsGood(s); k++) {
        CrRigidContactEnd end = {0, 0};
        fieldI32(s, &end.shapeA);
        fieldI32(s, &end.shapeB);
        crStreamExpect(s, end.shapeA > 0 && end.shapeA < shapes && end.shapeB > 0 &&
                              end.shapeB < shapes);
        crArrayPush(d->ended, end);
    }
}

/// Whether they fit is seen when everything is there: crContactAnswersHold.
static void loadAnswers(Loading *l)
{
    CrStream *s = l->load->stream;
    int count = loadCount(s, 28);
    crLoadReserved(l->load, crArrayReserve(l->mirror->answers, count, memoryOf(l)) &&
                                crArrayReserve(l->mirror->given, count, memoryOf(l)));
    for (int k = 0; k < count && crStreamIsGood(s); k++) {
        CrContactAnswer answer = {0, 0, 0, 0, 0.0, 0, 0};
        answerFields(s, &answer);
        crArrayPush(l->mirror->answers, answer);
    }
}

void crLoadRigid(CrLoad *load)
{
    CrStream *s = load->stream;
    Loading l = {load, crRigidMirrorOf(load->world)};
    crStreamTag(s, "RIGI");
    crLoadReserved(load, l.mirror != NULL);
    if (!crStreamIsGood(s)) {
        return;
    }
    loadBodyList(&l);
    loadShapeList(&l);
    loadContactList(&l);
    int used = loadCount(s, 15);
    loadSeen(&l);
    loadElements(&l);
    loadLanes(&l, used);
    loadEnded(&l);
    loadAnswers(&l);
    crStreamExpect(s, !crStreamIsGood(s) ||
                          (crRigidMirrorHolds(load->world) && crContactAnswersHold(load->world)));
    if (crStreamIsGood(s)) {
        crDynamicsAdopt(&l.mirror->dynamics);
        crLoadRefuse(load, crRigidMirrorRebuild(load->world));
    }
}
