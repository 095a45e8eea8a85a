// SPDX-License-Identifier: MIT
#include "clear_map.h"

#include <string.h>

/// Not at the rim.
static uint32_t fieldOf(double x)
{
    return (uint32_t)crClamp(x, 1.0, CR_CLEAR_FIELDS - 2.0);
}

static void drawOne(CrClearMap *map, CaromBox box)
{
    uint32_t minX = fieldOf((box.min.x - map->low.x) * map->fields.x),
             minY = fieldOf((box.min.y - map->low.y) * map->fields.y),
             maxX = fieldOf((box.max.x - map->low.x) * map->fields.x),
             maxY = fieldOf((box.max.y - map->low.y) * map->fields.y);
    for (uint32_t word = minX >> 6; word <= maxX >> 6; word++) {
        uint64_t from = word == minX >> 6 ? ~(uint64_t)0 << (minX & 63) : ~(uint64_t)0;
        uint64_t to = word == maxX >> 6 ? ~(uint64_t)0 >> (63 - (maxX & 63)) : ~(uint64_t)0;
        for (uint32_t y = minY; y <= maxY; y++) {
            map->taken[y][word] |= from & to;
        }
    }
}

/// Of fields: as many as suit the bounds of all that moves, with the rim around.
static void placeMap(CrClearMap *map, CaromBox bounds)
{
    double width = bounds.max.x - bounds.min.x, height = bounds.max.y - bounds.min.y;
    map->fields = crVec((CR_CLEAR_FIELDS - 2) / width, (CR_CLEAR_FIELDS - 2) / height);
    map->low = crSub(bounds.min, crVec(1.0 / map->fields.x, 1.0 / map->fields.y));
    memset(map->taken, 0, sizeof map->taken);
}

void crClearMapDraw(CaromWorld *world)
{
    CrClearMap *map = world->movingIndex.map;
    const CrMotionGrid *motionGrid = &world->movingIndex.motionGrid;
    double span = motionGrid->until - world->time;
    map->fastest = map->seen > 0.0 ? crMin(map->seen, CR_CLEAR_FASTEST) : CR_CLEAR_FASTEST;
    double reach = 0.5 * span * map->fastest * (1.0 + 0x1p-20) + 2.0 * motionGrid->margin;
    map->middle = world->time + 0.5 * span;
    placeMap(map, crBoxInflate(motionGrid->bounds, reach));
    for (int k = 0; k < motionGrid->count; k++) {
        const CrMotionGridItem *one = &motionGrid->all[k];
        CaromBox box = crBox(one->center, crAddScaled(one->center, one->velocity, span));
        box.min = crSub(box.min, one->half);
        box.max = crAdd(box.max, one->half);
        box = one->roams ? one->zone : box;
        drawOne(map, crBoxInflate(box, reach));
    }
}

#define RANGE 0x1p15 // [m] of glances around their origin: floats are off by 2^-9 of a metre
#define LASTS 4.0    // [s] for which they are good
#define EIGHT 8

/// What a glance is to the map.
typedef struct Sight {
    float time; ///< [s] from the epoch to the middle
    float lowX, lowY, fieldsX, fieldsY;
} Sight;

static Sight sightOf(const CrClearMap *map)
{
    Sight sight = {(float)(map->middle - map->epoch), (float)(map->low.x - map->origin.x),
                   (float)(map->low.y - map->origin.y), (float)map->fields.x, (float)map->fields.y};
    return sight;
}

/// The field at a place, not beyond the rim.
static inline int32_t rimmed(float x)
{
    const float rim = CR_CLEAR_FIELDS - 1.0f;
    x = x > 0.0f ? x : 0.0f;
    return (int32_t)(x < rim ? x : rim);
}

static inline unsigned isTaken(const CrClearMap *map, uint32_t field)
{
    uint32_t row = field / CR_CLEAR_FIELDS, column = field % CR_CLEAR_FIELDS;
    return map->taken[row][column >> 6] >> (column & 63) & 1;
}

static inline int32_t fieldAt(const Sight *sight, const CrGlances *glances, int k)
{
    float x = (glances->x[k] + glances->u[k] * sight->time - sight->lowX) * sight->fieldsX;
    float y = (glances->y[k] + glances->v[k] * sight->time - sight->lowY) * sight->fieldsY;
    return rimmed(y) * CR_CLEAR_FIELDS + rimmed(x);
}

static inline float larger(float a, float b)
{
    return a > b ? a : b;
}

/// The fields of eight flights; false: of one of them there is no glance. Without a loop and
/// branches, so that compilers turn it into wide registers.
static inline bool findFields(const Sight *sight, const CrGlances *glances, int32_t fields[EIGHT])
{
    const float *x = glances->x;
    int32_t all[EIGHT] = {fieldAt(sight, glances, 0), fieldAt(sight, glances, 1),
                          fieldAt(sight, glances, 2), fieldAt(sight, glances, 3),
                          fieldAt(sight, glances, 4), fieldAt(sight, glances, 5),
                          fieldAt(sight, glances, 6), fieldAt(sight, glances, 7)};
    float most = larger(larger(larger(x[0], x[1]), larger(x[2], x[3])),
                        larger(larger(x[4], x[5]), larger(x[6], x[7])));
    memcpy(fields, all, sizeof all);
    return most < CR_NO_GLANCE;
}

/// Takes the glance of flight i, if it goes straight, is not far away, and not too fast.
static void takeGlance(const CrFlights *f, const CrClearMap *map, uint32_t i)
{
    const CrFlight *hot = &f->hot[i];
    CrGlances *glances = &f->glances[i / EIGHT];
    CaromVec2 v = hot->velocity, at = crAddScaled(hot->place, v, map->epoch - hot->start);
    uint32_t k = i % EIGHT;
    at = crSub(at, map->origin);
    bool fits = hot->mode == CAROM_PROJECTILE_FLYING &&
                !(hot->leg & (CR_LEG_PULLS | CR_LEG_CRUSHED | CR_LEG_FREE)) &&
                crMax(crAbs(at.x), crAbs(at.y)) <= RANGE &&
                crMax(crAbs(v.x), crAbs(v.y)) <= CR_CLEAR_FASTEST;
    glances->x[k] = fits ? (float)at.x : CR_NO_GLANCE;
    glances->y[k] = fits ? (float)at.y : 0.0f;
    glances->u[k] = fits ? (float)v.x : 0.0f;
    glances->v[k] = fits ? (float)v.y : 0.0f;
}

/// At a flight without a glance: CR_NEVER of a free slot.
static double lookAt(const CrFlights *f, CrClearMap *map, uint32_t i, double until)
{
    const CrFlight *hot = &f->hot[i];
    if (hot->leg & CR_LEG_FREE) {
        return CR_NEVER;
    }
    takeGlance(f, map, i);
    map->seen = crMax(map->seen, crMax(crAbs(hot->velocity.x), crAbs(hot->velocity.y)));
    return crClearMapIsFree(map, hot) ? until : -CR_NEVER;
}

/// Whether the glances of the last window are of no use.
static bool isPast(const CrClearMap *map)
{
    CaromVec2 way = crSub(map->low, map->origin);
    return crAbs(map->middle - map->epoch) > LASTS || crMax(crAbs(way.x), crAbs(way.y)) > RANGE;
}

static void beginEpoch(const CrFlights *f, CrClearMap *map)
{
    static const CrGlances none = {{CR_NO_GLANCE, CR_NO_GLANCE, CR_NO_GLANCE, CR_NO_GLANCE,
                                    CR_NO_GLANCE, CR_NO_GLANCE, CR_NO_GLANCE, CR_NO_GLANCE},
                                   {0.0f},
                                   {0.0f},
                                   {0.0f}};
    map->epoch = map->middle;
    map->origin = map->low;
    map->seen = 0.0;
    for (uint32_t first = 0; first < crFlightsCount(f); first += EIGHT) {
        f->glances[first / EIGHT] = none;
    }
}

void crClearMapLook(CaromWorld *world, bool again)
{
    const CrFlights *f = &world->flights;
    CrClearMap *map = world->movingIndex.map;
    double *clearUntil = f->clearUntil;
    double times[2] = {world->movingIndex.motionGrid.until, -CR_NEVER};
    uint32_t count = crFlightsCount(f);
    if (!again || isPast(map)) {
        beginEpoch(f, map);
    }
    Sight sight = sightOf(map);
    for (uint32_t first = 0; first < count; first += EIGHT) {
        const CrGlances *glances = &f->glances[first / EIGHT];
        int32_t fields[EIGHT];
        bool all = findFields(&sight, glances, fields);
        uint32_t some = count - first < EIGHT ? count - first : EIGHT;
        for (uint32_t k = 0; k < some; k++) {
            clearUntil[first + k] = times[isTaken(map, (uint32_t)fields[k])];
        }
        for (uint32_t k = 0; !all && k < some; k++) {
            if (glances->x[k] == CR_NO_GLANCE) {
                clearUntil[first + k] = lookAt(f, map, first + k, times[0]);
            }
        }
    }
}
