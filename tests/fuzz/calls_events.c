// SPDX-License-Identifier: MIT
// Checks what a step reports: numbers that are numbers, times within the step, one order.
#include "calls.h"

typedef struct Seen {
    double after, until;
    uint64_t sequence; ///< the last of an array
} Seen;

static void open(Seen *seen)
{
    seen->sequence = 0;
}

static void event(Seen *seen, uint64_t sequence, double time)
{
    FUZZ_CHECK(sequence > seen->sequence);
    FUZZ_CHECK(time >= seen->after && time <= seen->until);
    seen->sequence = sequence;
}

static void checkHits(const CaromEvents *e, Seen seen)
{
    open(&seen);
    for (int k = 0; k < e->hitCount; k++) {
        const CaromHitEvent *hit = &e->hits[k];
        event(&seen, hit->sequence, hit->time);
        fuzzFiniteVec(hit->point);
        fuzzFiniteVec(hit->center);
        fuzzUnit(hit->normal);
        fuzzFiniteVec(hit->velocityBefore);
        fuzzFiniteVec(hit->velocityAfter);
        fuzzFiniteVec(hit->impulse);
        FUZZ_CHECK((int)hit->action >= 0 && hit->action < CAROM_HIT_COUNT);
    }
}

static void checkEnds(const CaromEvents *e, Seen seen)
{
    open(&seen);
    for (int k = 0; k < e->endCount; k++) {
        event(&seen, e->ends[k].sequence, e->ends[k].time);
        fuzzFiniteVec(e->ends[k].position);
        fuzzFiniteVec(e->ends[k].velocity);
        FUZZ_CHECK(e->ends[k].reason < CAROM_END_COUNT);
    }
    open(&seen);
    for (int k = 0; k < e->modeCount; k++) {
        event(&seen, e->modes[k].sequence, e->modes[k].time);
        fuzzFiniteVec(e->modes[k].position);
        FUZZ_CHECK(e->modes[k].mode <= CAROM_PROJECTILE_PARKED);
    }
    open(&seen);
    for (int k = 0; k < e->crossCount; k++) {
        event(&seen, e->crosses[k].sequence, e->crosses[k].time);
        fuzzFiniteVec(e->crosses[k].point);
        fuzzFiniteVec(e->crosses[k].velocity);
    }
}

static void checkMeets(const CaromEvents *e, Seen seen)
{
    open(&seen);
    for (int k = 0; k < e->meetCount; k++) {
        const CaromMeetEvent *meet = &e->meets[k];
        event(&seen, meet->sequence, meet->time);
        fuzzFiniteVec(meet->centerA);
        fuzzFiniteVec(meet->centerB);
        fuzzFiniteVec(meet->point);
        fuzzUnit(meet->normal);
        fuzzFiniteVec(meet->afterA);
        fuzzFiniteVec(meet->afterB);
    }
}

static void checkBlasts(const CaromEvents *e, Seen seen)
{
    open(&seen);
    for (int k = 0; k < e->blastCount; k++) {
        event(&seen, e->blasts[k].sequence, e->blasts[k].time);
        fuzzFiniteVec(e->blasts[k].center);
    }
    open(&seen);
    for (int k = 0; k < e->pushCount; k++) {
        event(&seen, e->pushes[k].sequence, e->pushes[k].time);
        fuzzFiniteVec(e->pushes[k].point);
        fuzzFiniteVec(e->pushes[k].impulse);
        FUZZ_CHECK(e->pushes[k].exposure > 0.0 && e->pushes[k].exposure <= 1.0);
        FUZZ_CHECK(e->pushes[k].distance >= 0.0);
    }
}

static void checkContacts(const CaromEvents *e, Seen seen)
{
    open(&seen);
    for (int k = 0; k < e->contactCount; k++) {
        const CaromContactEvent *contact = &e->contacts[k];
        event(&seen, contact->sequence, contact->time);
        FUZZ_CHECK(contact->manifold.count >= 0 && contact->manifold.count <= 2);
        for (int i = 0; i < contact->manifold.count; i++) {
            fuzzFiniteVec(contact->manifold.points[i].point);
            fuzzFinite(contact->manifold.points[i].separation);
        }
    }
}

static void checkBodies(const CaromEvents *e, Seen seen)
{
    open(&seen);
    for (int k = 0; k < e->impactCount; k++) {
        const CaromImpactEvent *impact = &e->impacts[k];
        event(&seen, impact->sequence, impact->time);
        fuzzFiniteVec(impact->point);
        fuzzUnit(impact->normal);
        FUZZ_CHECK(impact->speed > 0.0 && impact->impulse > 0.0);
    }
    open(&seen);
    for (int k = 0; k < e->bodyCount; k++) {
        event(&seen, e->bodies[k].sequence, e->bodies[k].time);
    }
}

/// All kinds together, one after the other, none left out.
static void checkOrder(const CaromEvents *e, Seen seen)
{
    int left = e->hitCount + e->endCount + e->modeCount + e->crossCount + e->meetCount +
               e->blastCount + e->pushCount + e->contactCount + e->impactCount + e->bodyCount;
    CaromEventIterator iterator = caromEventsBegin(e);
    open(&seen);
    for (CaromEvent next; caromEventsNext(&iterator, &next); left--) {
        event(&seen, next.sequence, next.time);
    }
    FUZZ_CHECK(left == 0);
}

void fuzzCheckEvents(FuzzGame *g, double before)
{
    CaromEvents e = caromWorldEvents(g->world);
    Seen seen = {before, caromWorldTime(g->world), 0};
    checkHits(&e, seen);
    checkEnds(&e, seen);
    checkMeets(&e, seen);
    checkBlasts(&e, seen);
    checkContacts(&e, seen);
    checkBodies(&e, seen);
    checkOrder(&e, seen);
}
