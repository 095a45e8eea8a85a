// SPDX-License-Identifier: MIT
#include "contact_answers.h"

bool crContactAsks(const CaromWorld *world, uint32_t a, uint32_t b)
{
    return world->shapes[a].asks || world->shapes[b].asks;
}

static uint64_t keyOf(uint32_t a, uint32_t b)
{
    return a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
}

/// The first answer that is not before a key.
static int placeOf(const CrContactAnswer *answers, uint64_t key)
{
    int from = 0, end = crArrayCount(answers);
    while (from < end) {
        int middle = from + (end - from) / 2;
        if (keyOf(answers[middle].a, answers[middle].b) < key) {
            from = middle + 1;
        } else {
            end = middle;
        }
    }
    return from;
}

const CrContactAnswer *crContactAnswerOf(const CaromWorld *world, uint32_t a, uint32_t b)
{
    const CrRigidMirror *mirror = world->rigids.mirror;
    if (mirror == NULL || crArrayCount(mirror->answers) == 0) {
        return NULL;
    }
    uint64_t key = keyOf(a, b);
    int place = placeOf(mirror->answers, key);
    const CrContactAnswer *answer = &mirror->answers[place];
    bool found = place < crArrayCount(mirror->answers) && keyOf(answer->a, answer->b) == key &&
                 answer->ageA == world->shapeSlots.ages[answer->a] &&
                 answer->ageB == world->shapeSlots.ages[answer->b];
    return found ? answer : NULL;
}

bool crContactIgnored(const CaromWorld *world, uint32_t a, uint32_t b)
{
    if (!crContactAsks(world, a, b)) {
        return false;
    }
    const CrContactAnswer *answer = crContactAnswerOf(world, a, b);
    return answer != NULL &&
           (answer->action == CAROM_CONTACT_IGNORE || answer->action == CAROM_CONTACT_IGNORE_ONCE);
}

void crContactAnswersForget(CaromWorld *world, uint32_t slot)
{
    const CrRigidMirror *mirror = world->rigids.mirror;
    int kept = 0;
    for (int k = 0; mirror != NULL && k < crArrayCount(mirror->answers); k++) {
        if (mirror->answers[k].a != slot && mirror->answers[k].b != slot) {
            mirror->answers[kept++] = mirror->answers[k];
        }
    }
    if (mirror != NULL && mirror->answers != NULL) {
        crArraySetCount(mirror->answers, kept);
    }
}

bool crContactAnswersHold(const CaromWorld *world)
{
    const CrContactAnswer *answers = world->rigids.mirror->answers;
    bool ok = true;
    for (int k = 0; k < crArrayCount(answers) && ok; k++) {
        const CrContactAnswer *answer = &answers[k];
        ok = answer->a < answer->b && answer->b < crSlotsCount(&world->shapeSlots) &&
             answer->action < CAROM_CONTACT_ACTION_COUNT && answer->at <= world->time &&
             (k == 0 || keyOf(answers[k - 1].a, answers[k - 1].b) < keyOf(answer->a, answer->b));
    }
    return ok;
}

CrContactAnswer crContactAnswerMake(const CaromWorld *world, uint32_t a, uint32_t b, double time,
                                    CaromContactAction action)
{
    CrContactAnswer answer = {
        a, b, world->shapeSlots.ages[a], world->shapeSlots.ages[b], time, (uint32_t)action, 0};
    return answer;
}

bool crContactAnswerAdd(CaromWorld *world, const CrContactAnswer *answer)
{
    CrRigidMirror *mirror = world->rigids.mirror;
    if (!crArrayGrow(mirror->answers, 1, &world->allocator) ||
        !crArrayReserve(mirror->given, crArrayCapacity(mirror->answers), &world->allocator)) {
        return false;
    }
    int place = placeOf(mirror->answers, keyOf(answer->a, answer->b));
    int count = crArrayCount(mirror->answers);
    bool stale = place < count && mirror->answers[place].a == answer->a &&
                 mirror->answers[place].b == answer->b; // of a slot's former shape
    if (!stale) {
        crArraySetCount(mirror->answers, count + 1);
        for (int k = count; k > place; k--) {
            mirror->answers[k] = mirror->answers[k - 1];
        }
    }
    mirror->answers[place] = *answer;
    return true;
}
