// SPDX-License-Identifier: MIT
// One order of the events of all kinds: a merge of arrays that are each in order of their sequence
// numbers already. Every event begins with its number and its time.

#include "../../shapes/base.h"
#include "../api/events.h"
#include "../api/worlds.h"

#define TIME_AT sizeof(uint64_t) ///< [B] of an event; its number is at 0
#define BEGINS(type) (offsetof(type, sequence) == 0 && offsetof(type, time) == TIME_AT)
typedef char allBeginAlike[BEGINS(CaromHitEvent) && BEGINS(CaromEndEvent) &&
                                   BEGINS(CaromModeEvent) && BEGINS(CaromCrossEvent) &&
                                   BEGINS(CaromMeetEvent) && BEGINS(CaromBlastEvent) &&
                                   BEGINS(CaromPushEvent) && BEGINS(CaromContactEvent)
                               ? 1
                               : -1];

static const size_t sizes[CAROM_EVENT_KIND_COUNT] = {
    [CAROM_EVENT_HIT] = sizeof(CaromHitEvent),   [CAROM_EVENT_END] = sizeof(CaromEndEvent),
    [CAROM_EVENT_MODE] = sizeof(CaromModeEvent), [CAROM_EVENT_CROSS] = sizeof(CaromCrossEvent),
    [CAROM_EVENT_MEET] = sizeof(CaromMeetEvent), [CAROM_EVENT_BLAST] = sizeof(CaromBlastEvent),
    [CAROM_EVENT_PUSH] = sizeof(CaromPushEvent), [CAROM_EVENT_CONTACT] = sizeof(CaromContactEvent),
};

static void put(CaromEventIterator *iterator, CaromEventKind kind, const void *first, int count)
{
    iterator->next[kind] = first;
    iterator->left[kind] = first != NULL ? count : 0;
}

CaromEventIterator caromEventsBegin(const CaromEvents *events)
{
    CaromEventIterator iterator = {{NULL}, {0}};
    if (events != NULL) {
        put(&iterator, CAROM_EVENT_HIT, events->hits, events->hitCount);
        put(&iterator, CAROM_EVENT_END, events->ends, events->endCount);
        put(&iterator, CAROM_EVENT_MODE, events->modes, events->modeCount);
        put(&iterator, CAROM_EVENT_CROSS, events->crosses, events->crossCount);
        put(&iterator, CAROM_EVENT_MEET, events->meets, events->meetCount);
        put(&iterator, CAROM_EVENT_BLAST, events->blasts, events->blastCount);
        put(&iterator, CAROM_EVENT_PUSH, events->pushes, events->pushCount);
        put(&iterator, CAROM_EVENT_CONTACT, events->contacts, events->contactCount);
    }
    return iterator;
}

bool caromEventsNext(CaromEventIterator *iterator, CaromEvent *event)
{
    if (iterator == NULL || event == NULL) {
        return false;
    }
    int first = -1;
    uint64_t least = UINT64_MAX;
    for (int kind = 0; kind < CAROM_EVENT_KIND_COUNT; kind++) {
        if (iterator->left[kind] > 0 && *(const uint64_t *)iterator->next[kind] < least) {
            least = *(const uint64_t *)iterator->next[kind];
            first = kind;
        }
    }
    if (first < 0) {
        return false;
    }
    const char *at = iterator->next[first];
    event->kind = (CaromEventKind)first;
    event->sequence = least;
    event->time = *(const double *)(const void *)(at + TIME_AT);
    event->hit = (const void *)at; // whichever it is: all pointers share one place
    iterator->next[first] = at + sizes[first];
    iterator->left[first]--;
    return true;
}
