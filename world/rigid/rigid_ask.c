// SPDX-License-Identifier: MIT
#include "rigid_ask.h"

#include "../../dynamics/rigid_contact.h"
#include "../../shapes/sort.h"
#include "../data/ids.h"
#include "../data/observer.h"
#include "../geometry/shape_view.h"
#include "contact_answers.h"
#include "rigid_contacts.h"
#include "rigid_meet.h"

// ---- who asks

static bool isAsker(const CaromWorld *world, uint32_t slot)
{
    const CrRigidMirror *mirror = world->rigids.mirror;
    return (int)slot < crArrayCount(mirror->seen) && mirror->seen[slot].in &&
           world->shapes[slot].asks;
}

/// Lists each shape that asks once. There is room, as for all shapes.
static void listAskers(const CaromWorld *world)
{
    CrRigidMirror *mirror = world->rigids.mirror;
    if (mirror->askersStale) {
        crArraySetCount(mirror->askers, 0);
        for (int s = 0; s < crArrayCount(mirror->seen); s++) {
            mirror->seen[s].asks = false;
            if (isAsker(world, (uint32_t)s)) {
                crArrayPush(mirror->askers, (uint32_t)s);
            }
        }
        mirror->askersStale = false;
        return;
    }
    int kept = 0, count = crArrayCount(mirror->askers);
    for (int k = 0; k < count; k++) {
        uint32_t slot = mirror->askers[k];
        if (isAsker(world, slot) && !mirror->seen[slot].asks) {
            mirror->seen[slot].asks = true; // it may be listed twice
            mirror->askers[kept++] = slot;
        }
    }
    for (int k = 0; k < kept; k++) {
        mirror->seen[mirror->askers[k]].asks = false;
    }
    crArraySetCount(mirror->askers, kept);
}

// ---- questions

static CaromContactAction ask(CaromWorld *world, const CaromContactQuestion *question)
{
    if (world->contactCallback == NULL) {
        return CAROM_CONTACT_COLLIDE;
    }
    double clock = world->queryTime;
    world->locked = true;
    world->queryTime = question->time;
    CaromContactAction action = world->contactCallback(world->contactContext, world, question);
    world->queryTime = clock;
    world->locked = false;
    action = (unsigned)action < CAROM_CONTACT_ACTION_COUNT ? action : CAROM_CONTACT_COLLIDE;
    crRecordAnswer(world, CR_RECORD_MEETING, crAnswerPair(question->shapeA, question->shapeB),
                   (unsigned)action | CR_ANSWER_CONTACT);
    return action;
}

/// edges: those of both as features are told.
static CaromContactQuestion questionOf(const CaromWorld *world, const CrRigidMeeting *meeting)
{
    CaromContactQuestion question = {0};
    int first = meeting->shape[0] < meeting->shape[1] ? 0 : 1, second = 1 - first;
    const CrShape *a = &world->shapes[meeting->shape[first]],
                  *b = &world->shapes[meeting->shape[second]];
    question.time = meeting->time;
    question.shapeA = crShapeIdOf(world, meeting->shape[first]);
    question.shapeB = crShapeIdOf(world, meeting->shape[second]);
    question.bodyA = crBodyIdOf(world, a->body);
    question.bodyB = crBodyIdOf(world, b->body);
    question.point = meeting->point;
    question.normal = first == 0 ? meeting->normal : crScale(meeting->normal, -1.0);
    question.velocityA = meeting->velocity[first];
    question.velocityB = meeting->velocity[second];
    question.featureA = crShapeFeature(a, meeting->edge[first]);
    question.featureB = crShapeFeature(b, meeting->edge[second]);
    question.materialA = crShapeMaterial(world, a, meeting->edge[first]);
    question.materialB = crShapeMaterial(world, b, meeting->edge[second]);
    question.dataA = a->userData;
    question.dataB = b->userData;
    return question;
}

static CaromVec2 velocityAt(const CrDynamics *d, int32_t body, CaromVec2 arm)
{
    const CrRigidVelocity *v = &d->bodies.velocity[body];
    bool moves = d->bodies.traits[body].type != CR_RIGID_STATIC;
    return moves ? crAddScaled(crVec(v->x, v->y), crLeft(arm), v->spin) : crVec(0.0, 0.0);
}

/// Returns the least separation, or infinity without points.
static double separationOf(const CrContactManifold *m, int *deepest)
{
    double least = INFINITY;
    for (int k = 0; k < m->count; k++) {
        if ((double)m->points[k].separation < least) {
            least = (double)m->points[k].separation;
            *deepest = k;
        }
    }
    return least;
}

static CaromContactQuestion questionAbout(const CaromWorld *world, const CrRigidContact *contact,
                                          const CrContactManifold *m, double time)
{
    const CrRigidMirror *mirror = world->rigids.mirror;
    const CrDynamics *d = &mirror->dynamics;
    int deepest = 0;
    double separation = separationOf(m, &deepest);
    const CrContactPoint *point = &m->points[deepest];
    const CrRigidPose *pose = &d->bodies.pose[contact->bodyA];
    CaromVec2 a = crVec((double)point->ax, (double)point->ay),
              b = crVec((double)point->bx, (double)point->by);
    CrRigidMeeting meeting = {
        {mirror->shapeAt[contact->shapeA], mirror->shapeAt[contact->shapeB]},
        {mirror->edgeAt[contact->shapeA], mirror->edgeAt[contact->shapeB]},
        time,
        crAdd(crVec(pose->x, pose->y), a),
        crNormalize(crVec((double)m->normalX, (double)m->normalY)), // the solver has floats
        {velocityAt(d, contact->bodyA, a), velocityAt(d, contact->bodyB, b)}};
    CaromContactQuestion question = questionOf(world, &meeting);
    question.separation = separation;
    return question;
}

bool crRigidAskIgnores(CaromWorld *world, const CrRigidMeeting *meeting)
{
    uint32_t a = meeting->shape[0], b = meeting->shape[1];
    if (!crContactAsks(world, a, b) || crContactAnswerOf(world, a, b) != NULL) {
        return false; // what is ignored is never met
    }
    CaromContactQuestion question = questionOf(world, meeting);
    CrContactAnswer answer = crContactAnswerMake(world, a < b ? a : b, a < b ? b : a, meeting->time,
                                                 CAROM_CONTACT_COLLIDE);
    if (!crContactAnswerAdd(world, &answer)) {
        return false;
    }
    answer.action = (uint32_t)ask(world, &question);
    return crContactAnswerAdd(world, &answer) && crContactIgnored(world, a, b);
}

// ---- the contacts of a tick

static bool isMoving(const CrDynamics *d, int32_t body)
{
    return (d->bodies.traits[body].listed & CR_RIGID_IN_MOVING) != 0;
}

/// Counts contacts of bodies that have shapes which ask: more than there will be questions.
static int countAsked(const CrRigidMirror *mirror)
{
    int64_t most = 0;
    for (int k = 0; k < crArrayCount(mirror->askers); k++) {
        most += mirror->dynamics.bodies.traits[mirror->seen[mirror->askers[k]].body].contacts;
    }
    return (int)(most < INT32_MAX / 2 ? most : INT32_MAX / 2);
}

static bool reserve(CaromWorld *world, int most)
{
    CrRigidMirror *mirror = world->rigids.mirror;
    const CaromAllocator *allocator = &world->allocator;
    crArraySetCount(mirror->asked, 0);
    crArraySetCount(mirror->askedOrder, 0);
    return crArrayGrow(mirror->asked, most, allocator) &&
           crArrayGrow(mirror->askedOrder, most, allocator) &&
           crArrayReserve(mirror->askedSpare, crArrayCapacity(mirror->askedOrder), allocator) &&
           crArrayReserve(mirror->answers, most, allocator) &&
           crArrayReserve(mirror->given, crArrayCapacity(mirror->answers), allocator);
}

/// Whether a contact's shapes are within reach. Bodies at rest are as they were.
static bool isNear(const CaromWorld *world, const CrRigidContact *contact, double interval)
{
    const CrRigidMirror *mirror = world->rigids.mirror;
    const CrDynamics *d = &mirror->dynamics;
    if (!isMoving(d, contact->bodyA) && !isMoving(d, contact->bodyB)) {
        return crContactAnswerOf(world, mirror->shapeAt[contact->shapeA],
                                 mirror->shapeAt[contact->shapeB]) != NULL;
    }
    CrContactManifold manifold;
    crRigidContactCollide(d, contact, interval, &manifold);
    return manifold.count > 0;
}

static void listAskedOf(const CaromWorld *world, uint32_t slot, double interval)
{
    CrRigidMirror *mirror = world->rigids.mirror;
    const CrRigidContact *all = mirror->dynamics.contacts.contact;
    int at = mirror->dynamics.bodies.traits[mirror->seen[slot].body].firstContact;
    for (; at >= 0; at = all[at >> 1].next[at & 1]) {
        const CrRigidContact *contact = &all[at >> 1];
        uint32_t own = mirror->shapeAt[at & 1 ? contact->shapeB : contact->shapeA],
                 other = mirror->shapeAt[at & 1 ? contact->shapeA : contact->shapeB];
        bool isTwice = world->shapes[other].asks && other < slot;
        if (own == slot && !isTwice && crRigidMayCollide(world, mirror, contact)) {
            CrAskedContact asked = {own < other ? own : other, own < other ? other : own, at >> 1,
                                    isNear(world, contact, interval)};
            crArrayPush(mirror->askedOrder, crArrayCount(mirror->asked));
            crArrayPush(mirror->asked, asked);
        }
    }
}

/// By shapes, then by edges: whatever the order of the solver is.
static bool comesFirst(const void *context, int i, int k)
{
    const CrRigidMirror *mirror = context;
    const CrAskedContact *s = &mirror->asked[i], *t = &mirror->asked[k];
    if (s->a != t->a || s->b != t->b) {
        return s->a != t->a ? s->a < t->a : s->b < t->b;
    }
    const CrRigidContact *all = mirror->dynamics.contacts.contact;
    const CrRigidContact *first = &all[s->contact], *second = &all[t->contact];
    return first->shapeA != second->shapeA ? first->shapeA < second->shapeA
                                           : first->shapeB < second->shapeB;
}

static bool holds(const CrContactAnswer *answer, double time)
{
    bool once =
        answer->action == CAROM_CONTACT_COLLIDE_ONCE || answer->action == CAROM_CONTACT_IGNORE_ONCE;
    return !once || answer->at >= time;
}

/// A pair's contacts from `from` to `end` in order: the question is about the deepest one of them.
/// Returns whether there is an answer.
static bool answerPair(CaromWorld *world, int from, int end, double time, double interval,
                       CrContactAnswer *out)
{
    const CrRigidMirror *mirror = world->rigids.mirror;
    const CrAskedContact *pair = &mirror->asked[mirror->askedOrder[from]];
    const CrContactAnswer *known = crContactAnswerOf(world, pair->a, pair->b);
    const CrRigidContact *deepest = NULL;
    CrContactManifold manifold = {0}, m;
    double least = INFINITY;
    bool near = false, moves = false;
    for (int k = from; k < end; k++) {
        const CrAskedContact *asked = &mirror->asked[mirror->askedOrder[k]];
        const CrRigidContact *contact = &mirror->dynamics.contacts.contact[asked->contact];
        bool moving = isMoving(&mirror->dynamics, contact->bodyA) ||
                      isMoving(&mirror->dynamics, contact->bodyB);
        near = near || asked->near;
        moves = moves || moving;
        int point = 0;
        if (!asked->near || !moving || (known != NULL && holds(known, time))) {
            continue;
        }
        crRigidContactCollide(&mirror->dynamics, contact, interval, &m);
        if (separationOf(&m, &point) < least) {
            least = separationOf(&m, &point);
            deepest = contact;
            manifold = m;
        }
    }
    if (known != NULL && near && (holds(known, time) || !moves)) {
        *out = *known;
        return true;
    }
    if (deepest != NULL) {
        CaromContactQuestion question = questionAbout(world, deepest, &manifold, time);
        CaromContactAction action = ask(world, &question);
        *out = crContactAnswerMake(world, pair->a, pair->b, time, action);
    }
    return deepest != NULL;
}

static void enable(CaromWorld *world, int from, int end)
{
    CrRigidMirror *mirror = world->rigids.mirror;
    CrDynamics *d = &mirror->dynamics;
    for (int k = from; k < end; k++) {
        const CrAskedContact *asked = &mirror->asked[mirror->askedOrder[k]];
        bool on = !crContactIgnored(world, asked->a, asked->b);
        bool is = !(d->contacts.contact[asked->contact].flags & CR_RIGID_CONTACT_DISABLED);
        if (on != is) {
            crDynamicsSetContactEnabled(d, asked->contact, on);
        }
    }
}

CaromError crRigidAsk(CaromWorld *world, double time, double interval)
{
    CrRigidMirror *mirror = world->rigids.mirror;
    listAskers(world);
    if (crArrayCount(mirror->askers) == 0) {
        crArraySetCount(mirror->answers, 0);
        return CAROM_OK;
    }
    if (!reserve(world, countAsked(mirror))) {
        return CAROM_ERROR_MEMORY;
    }
    for (int k = 0; k < crArrayCount(mirror->askers); k++) {
        listAskedOf(world, mirror->askers[k], interval);
    }
    int count = crArrayCount(mirror->asked);
    crSortInts(comesFirst, mirror, mirror->askedOrder, mirror->askedSpare, count);
    crArraySetCount(mirror->given, 0);
    for (int k = 0, from; k < count;) {
        const CrAskedContact *first = &mirror->asked[mirror->askedOrder[k]];
        for (from = k++; k < count; k++) {
            const CrAskedContact *next = &mirror->asked[mirror->askedOrder[k]];
            if (next->a != first->a || next->b != first->b) {
                break;
            }
        }
        CrContactAnswer answer;
        if (answerPair(world, from, k, time, interval, &answer)) {
            crArrayPush(mirror->given, answer);
        }
    }
    CrContactAnswer *given = mirror->given;
    mirror->given = mirror->answers;
    mirror->answers = given;
    enable(world, 0, count);
    return CAROM_OK;
}
