// SPDX-License-Identifier: MIT
// Mistakes with casts along arcs.
#include "bad_input.h"

/// What goes into a cast along an arc.
typedef struct Arc {
    CaromVec2 origin, velocity, acceleration;
    double radius, duration;
    CaromQueryOptions options;
    int capacity;
} Arc;

static int castArc(const CaromWorld *world, const Arc *arc, CaromHit *hits)
{
    return caromWorldCastArc(world, arc->origin, arc->radius, arc->velocity, arc->acceleration,
                             arc->duration, arc->options, hits, arc->capacity);
}

static void refuseArc(BadGame *g, Arc arc, CaromError error, int line)
{
    CaromHit hits[4];
    badBegin(g, "caromWorldCastArc");
    badEndAsk(g, error, castArc(g->world, &arc, hits) == 0, line);
}

void bad_caromWorldCastArc(BadGame *g)
{
    static const CaromQueryOptions zeroed;
    CaromHit hits[4];
    Arc good = {{-3.0, -3.0}, {3.0, 3.0}, {0.0, 1.0}, 0.5, 2.0, caromQueryOptions(), 4}, arc = good;
    BAD_NO_WORLD(castArc(NULL, &good, hits) == 0);
    double *numbers[] = {&arc.origin.x,       &arc.origin.y,       &arc.velocity.x, &arc.velocity.y,
                         &arc.acceleration.x, &arc.acceleration.y, &arc.radius,     &arc.duration};
    for (int f = 0; f < 8; f++) {
        for (int i = 0; i < BAD_NUMBERS; i++) {
            arc = good;
            *numbers[f] = badNumbers[i].value;
            refuseArc(g, arc, badNumbers[i].error, __LINE__);
        }
    }
    arc = good;
    arc.radius = -5e-324;
    refuseArc(g, arc, CAROM_ERROR_OUT_OF_RANGE, __LINE__);
    arc = good;
    arc.duration = 0.0;
    refuseArc(g, arc, CAROM_ERROR_OUT_OF_RANGE, __LINE__);
    arc.duration = -1.0;
    refuseArc(g, arc, CAROM_ERROR_OUT_OF_RANGE, __LINE__);
    arc = good;
    arc.options = zeroed;
    refuseArc(g, arc, CAROM_ERROR_DEF, __LINE__);
    arc = good;
    arc.capacity = -1;
    refuseArc(g, arc, CAROM_ERROR_COUNT, __LINE__);
    arc.capacity = 1;
    badBegin(g, "caromWorldCastArc");
    badEndAsk(g, CAROM_ERROR_NULL, castArc(g->world, &arc, NULL) == 0, __LINE__);
    ck_assert_int_gt(castArc(g->world, &good, hits), 0);
}
