// SPDX-License-Identifier: MIT
// What of each structure is in a snapshot. A field that is added to one of them is either a cache,
// or is added here, and CR_SNAPSHOT_VERSION with it: the sizes below are there to ask.
#include "snapshot_types.h"

#include "../../shapes/path.h"
#include "../core/layout.h"
#include "../flight/def_table.h"
#include "../flight/leg.h"

#ifdef CR_HAS_SIZE
// A size that differs: is the new field saved, or made anew by snapshot_load.c? And is it part of a
// state, as rollback_parts.c and, of shapes, rollback_parts.c tell? Then change the number.
CR_HAS_SIZE(CrBody, 224);
CR_HAS_SIZE(CrShapeTraits, 64);
CR_HAS_SIZE(CrShape, 72);
CR_HAS_SIZE(CrShapeExtras, 64);
CR_HAS_SIZE(CrPair, 96);
CR_HAS_SIZE(CrFlightDef, 368);
CR_HAS_SIZE(CrFlight, 64);
CR_HAS_SIZE(CrFlightTail, 24);
CR_HAS_SIZE(CrFlightExtra, 248);
CR_HAS_SIZE(CrPierces, 168);
CR_HAS_SIZE(CrProjectilePair, 112);
CR_HAS_SIZE(CrSensorCrossing, 24);
CR_HAS_SIZE(CrInside, 32);
CR_HAS_SIZE(CrContact, 128);
CR_HAS_SIZE(CrPendingBlast, 72);
CR_HAS_SIZE(CaromWorldDef, 112);
// The world but for its grid, four moving layers, what drifts, three tables of boxes, its moments,
// what a step knows of flights (boxes, ties), the last step's counts,
// and what its log was given.
typedef char worldHas1464Bytes[sizeof(CaromWorld) - sizeof(CrGrid) - 4 * sizeof(CrMoving) -
                                           sizeof(CrMotionGrid) - 3 * sizeof(CrBoxes) -
                                           sizeof(CrMoments) - sizeof(CrFlightBoxes) -
                                           sizeof(CrTies) - sizeof(CaromCounters) -
                                           sizeof(CrHeard) ==
                                       1464
                                   ? 1
                                   : -1];
#endif

// ---- shared parts

static void filterFields(CrStream *s, CaromFilter *filter)
{
    uint32_t group = (uint32_t)filter->group;
    crStreamU64(s, &filter->category);
    crStreamU64(s, &filter->mask);
    crStreamU32(s, &group);
    filter->group = group <= INT32_MAX ? (int32_t)group : -(int32_t)(UINT32_MAX - group) - 1;
}

/// Enumerations take a byte.
#define ENUM_FIELD(s, field, type, limit)                                                          \
    do {                                                                                           \
        uint8_t value = (uint8_t)(field);                                                          \
        crStreamEnum((s), &value, (limit));                                                        \
        (field) = (type)value;                                                                     \
    } while (0)

static void blastFields(CrStream *s, CaromBlast *blast)
{
    crStreamNumber(s, &blast->radius);
    crStreamNumber(s, &blast->impulse);
    ENUM_FIELD(s, blast->falloff, CaromFalloff, CAROM_FALLOFF_COUNT);
    filterFields(s, &blast->filter);
}

void crBoxFields(CrStream *s, CaromBox *box)
{
    crStreamVec(s, &box->min);
    crStreamVec(s, &box->max);
}

// ---- the world

/// The limit of contacts only where it is another than its default, so that the bytes of worlds
/// without one stay what they were before there was any.
static void mixAndLimit(CrStream *s, CaromWorldDef *def)
{
    enum { LIMITED = 0x80 };
    bool limited = def->contactLimit != CR_CONTACT_LIMIT;
    uint8_t mix = (uint8_t)(def->frictionMix | (limited ? LIMITED : 0));
    crStreamU8(s, &mix);
    crStreamExpect(s, (mix & ~LIMITED) < CAROM_MIX_COUNT);
    def->frictionMix = (CaromMix)(mix & ~LIMITED);
    if (mix & LIMITED) {
        crStreamInt(s, &def->contactLimit);
        crStreamExpect(s, def->contactLimit != CR_CONTACT_LIMIT);
    } else {
        def->contactLimit = CR_CONTACT_LIMIT;
    }
}

void crSettingsFields(CrStream *s, CrSettings *settings)
{
    CaromWorldDef *def = &settings->def;
    crStreamU32(s, &def->tag);
    crStreamVec(s, &def->gravity);
    crStreamNumber(s, &def->eventWindow);
    crStreamInt(s, &def->eventLimit);
    crStreamInt(s, &def->searchCells);
    crStreamNumber(s, &def->steerInterval);
    crStreamNumber(s, &def->contactInterval);
    ENUM_FIELD(s, def->restitutionMix, CaromMix, CAROM_MIX_COUNT);
    mixAndLimit(s, def);
    crStreamNumber(s, &settings->time);
    crStreamNumber(s, &settings->editedAt);
    crStreamU64(s, &settings->steps);
    crStreamU64(s, &settings->sequence);
}

void crSurfaceFields(CrStream *s, CrPair *pair)
{
    CaromSurface *surface = &pair->surface;
    crStreamU32(s, &pair->key);
    crStreamNumber(s, &surface->restitution);
    crStreamNumber(s, &surface->friction);
    crStreamNumber(s, &surface->rollingResistance);
    crStreamNumber(s, &surface->minBounceSpeed);
    crStreamNumber(s, &surface->ricochetAngle);
    ENUM_FIELD(s, surface->steep, CaromHitAction, CAROM_HIT_COUNT);
    crStreamNumber(s, &surface->pierceLoss);
    crStreamNumber(s, &surface->pierceDrag);
}

/// Whether it rolls, and its friction with the ground: a number only where there is some, so that
/// the bytes of others stay what they were before there was any.
static void groundFields(CrStream *s, CaromProjectileDef *def)
{
    enum { ROLLS = 1, GROUNDED = 2 };
    uint8_t is = (uint8_t)((def->rolls ? ROLLS : 0) | (crIsGrounded(def) ? GROUNDED : 0));
    crStreamEnum(s, &is, 4);
    def->rolls = (is & ROLLS) != 0;
    if (is & GROUNDED) {
        crStreamNumber(s, &def->groundDeceleration);
        crStreamExpect(s, crIsGrounded(def));
    }
}

/// Position, velocity, time, user data and the body to ignore are no part of a flight def.
void crFlightDefFields(CrStream *s, CaromProjectileDef *def)
{
    crStreamNumber(s, &def->radius);
    crStreamNumber(s, &def->gravityScale);
    crStreamVec(s, &def->acceleration);
    crStreamNumber(s, &def->mass);
    crStreamNumber(s, &def->restitution);
    crStreamNumber(s, &def->friction);
    crStreamNumber(s, &def->rollingResistance);
    groundFields(s, def);
    crStreamU32(s, &def->material);
    crStreamNumber(s, &def->linearDrag);
    crStreamNumber(s, &def->quadraticDrag);
    crStreamNumber(s, &def->turnRate);
    crStreamNumber(s, &def->lifetime);
    crStreamInt(s, &def->bounces);
    crStreamNumber(s, &def->restTime);
    ENUM_FIELD(s, def->onHit, CaromHitAction, CAROM_HIT_COUNT);
    crStreamNumber(s, &def->pierceLoss);
    crStreamNumber(s, &def->pierceDrag);
    crStreamNumber(s, &def->fuse);
    crStreamNumber(s, &def->proximity);
    filterFields(s, &def->proximityFilter);
    blastFields(s, &def->blast);
    crStreamU64(s, &def->meetMask);
    ENUM_FIELD(s, def->onMeet, CaromMeetAction, CAROM_MEETING_COUNT);
    filterFields(s, &def->filter);
}

void crPendingBlastFields(CrStream *s, CrPendingBlast *pendingBlast)
{
    crStreamVec(s, &pendingBlast->center);
    blastFields(s, &pendingBlast->blast);
}

// ---- bodies and shapes

/// Its lists follow from its parent, and from the order of the shapes.
void crBodyFields(CrStream *s, CrBody *body)
{
    CrMotion *own = &body->own;
    uint8_t kind = crBodyKind(body);
    crStreamEnum(s, &kind, 2 * CAROM_BODY_TYPE_COUNT);
    body->character = kind >= CAROM_BODY_TYPE_COUNT;
    body->type = (CaromBodyType)(kind % CAROM_BODY_TYPE_COUNT);
    crStreamVec(s, &body->transform.position);
    crStreamNumber(s, &body->transform.rotation.c);
    crStreamNumber(s, &body->transform.rotation.s);
    crStreamVec(s, &body->transform.scale);
    crStreamVec(s, &own->drift);
    crStreamVec(s, &own->velocity);
    crStreamNumber(s, &own->turn);
    crStreamNumber(s, &own->spin);
    crStreamNumber(s, &own->time);
    crStreamU32(s, &body->parent);
    crStreamVec(s, &body->pivot);
    crStreamVec(s, &body->drift);
    crStreamVec(s, &body->velocity);
    crStreamNumber(s, &body->turn);
    crStreamNumber(s, &body->spin);
    crStreamNumber(s, &body->anchorTime);
    crStreamPointer(s, &body->userData);
}

void crShapeTraitsFields(CrStream *s, CrShapeTraits *traits)
{
    filterFields(s, &traits->filter);
    crStreamNumber(s, &traits->restitution);
    crStreamNumber(s, &traits->friction);
    crStreamNumber(s, &traits->rollingResistance);
    crStreamNumber(s, &traits->surfaceSpeed);
    crStreamU32(s, &traits->material);
}

void crShapeFields(CrStream *s, CrShapeRecord *record)
{
    crStreamU32(s, &record->slot);
    crStreamU32(s, &record->traits);
    crStreamEnum(s, &record->type, CAROM_SHAPE_TYPE_COUNT);
    crStreamBool(s, &record->oneSided);
    crStreamBool(s, &record->sensor);
    crStreamBool(s, &record->contacts);
    crStreamBool(s, &record->touched);
    crStreamBool(s, &record->kept);
    crStreamBool(s, &record->hasMaterials);
    crStreamNumber(s, &record->radius);
    crStreamNumber(s, &record->edited);
    crStreamNumber(s, &record->renewed);
    crStreamPointer(s, &record->userData);
    crStreamCount(s, &record->pointCount, 16);
    crStreamCount(s, &record->edgeCount, 4);
    crStreamCount(s, &record->ringCount, 4);
}

void crTileMapFields(CrStream *s, CaromTileMap *map)
{
    crStreamInt(s, &map->width);
    crStreamInt(s, &map->height);
    crStreamNumber(s, &map->size);
    crStreamVec(s, &map->origin);
}

static void manifoldFields(CrStream *s, CaromManifold *manifold)
{
    uint32_t a = (uint32_t)manifold->featureA, b = (uint32_t)manifold->featureB;
    ENUM_FIELD(s, manifold->count, int, 3);
    crStreamVec(s, &manifold->normal);
    for (int k = 0; k < 2; k++) {
        crStreamVec(s, &manifold->points[k].point);
        crStreamNumber(s, &manifold->points[k].separation);
        crStreamU32(s, &manifold->points[k].id);
    }
    crStreamU32(s, &a);
    crStreamU32(s, &b);
    manifold->featureA = (int)a;
    manifold->featureB = (int)b;
}

void crContactFields(CrStream *s, CrContact *touching)
{
    crStreamU32(s, &touching->a);
    crStreamU32(s, &touching->b);
    crStreamU32(s, &touching->ageA);
    crStreamU32(s, &touching->ageB);
    crStreamNumber(s, &touching->since);
    crStreamBool(s, &touching->sensor);
    manifoldFields(s, &touching->manifold);
}

// ---- flights

/// Not what is due next: that is a cache.
void crFlightFields(CrStream *s, CrFlightRecord *record)
{
    CrFlight *hot = &record->hot;
    uint8_t leg = (uint8_t)(hot->leg & ~CR_LEG_EXTRA);
    crStreamVec(s, &hot->place);
    crStreamVec(s, &hot->velocity);
    crStreamNumber(s, &hot->start);
    crStreamU32(s, &hot->flightDef);
    crStreamU32(s, &hot->bounces);
    crStreamEnum(s, &hot->mode, CAROM_PROJECTILE_PARKED + 1);
    crStreamU8(s, &leg);
    crStreamExpect(s, !(leg & (CR_LEG_EXTRA | CR_LEG_FREE)));
    hot->leg = leg;
    crStreamNumber(s, &record->tail.endTime);
    crStreamPointer(s, &record->tail.userData);
    crStreamU32(s, &record->tail.windowEvents);
    crStreamBool(s, &record->hasExtra);
    crStreamBool(s, &record->hasPierces);
}

static void modeFields(CrStream *s, CrFlightExtra *extra, int mode)
{
    if (mode == CAROM_PROJECTILE_SETTLING) {
        crStreamNumber(s, &extra->restTime);
        crStreamVec(s, &extra->restPlace);
        crStreamNumber(s, &extra->settleSpeed);
    } else if (mode == CAROM_PROJECTILE_SLIDING || mode == CAROM_PROJECTILE_ROLLING) {
        crStreamNumber(s, &extra->slideEnd);
        crStreamVec(s, &extra->slideNormal);
        ENUM_FIELD(s, extra->slideCause, int, CR_SLIDE_COUNT);
    } else if (mode == CAROM_PROJECTILE_STUCK) {
        crStreamVec(s, &extra->stuckLocal);
        crStreamVec(s, &extra->stuckBaked);
        crStreamVec(s, &extra->stuckPlace);
        crStreamU32(s, &extra->stuckBody);
    }
}

static void steeringFields(CrStream *s, CrSteering *steering)
{
    crStreamVec(s, &steering->force);
    crStreamVec(s, &steering->nextForce);
    crStreamNumber(s, &steering->forceTime);
    crStreamNumber(s, &steering->done);
    crStreamVec(s, &steering->target);
    crStreamU32(s, &steering->targetBody.index);
    crStreamU32(s, &steering->targetBody.age);
    crStreamEnum(s, &steering->targetKind, CR_TARGET_BODY + 1);
}

#define RIDES 8 ///< beside a part: what rides has more fields

/// At rest it has those of a slide, too.
static void rideFields(CrStream *s, CrFlightExtra *extra, int mode)
{
    if (mode == CAROM_PROJECTILE_RESTING) {
        modeFields(s, extra, CAROM_PROJECTILE_SLIDING);
    }
    crStreamNumber(s, &extra->slideSpeed);
    crStreamNumber(s, &extra->slideEndSpeed);
}

void crExtraFields(CrStream *s, CrFlightExtra *extra, int mode)
{
    uint8_t part = (uint8_t)(extra->supportPart + 1); // −1 .. 3, CrPart; 0 is none
    bool slides = crModeSlides(mode) || mode == CAROM_PROJECTILE_RESTING;
    part |= slides && extra->rides ? RIDES : 0;
    crStreamVec(s, &extra->acceleration);
    crStreamNumber(s, &extra->fuseTime);
    crStreamNumber(s, &extra->after);
    crStreamNumber(s, &extra->ignoreUntil);
    modeFields(s, extra, mode);
    crStreamU32(s, &extra->ignoreBody.index);
    crStreamU32(s, &extra->ignoreBody.age);
    crStreamU32(s, &extra->passed.shape); // the key of its edge
    crStreamU32(s, &extra->supportKey);
    crStreamU32(s, &extra->supportMark);
    crStreamU8(s, &part);
    extra->rides = slides && (part & RIDES);
    part &= (uint8_t) ~(slides ? RIDES : 0);
    crStreamExpect(s, part <= CR_PART_B + 1);
    extra->supportPart = (int8_t)(part - 1);
    crStreamExpect(s, extra->supportKey == CR_NONE || extra->supportPart != 0);
    crStreamBool(s, &extra->glued);
    if (extra->rides) {
        crStreamExpect(s, extra->supportKey != CR_NONE && !extra->glued);
        rideFields(s, extra, mode);
    }
    steeringFields(s, &extra->steering);
    crStreamU64(s, &extra->window);
    crStreamU32(s, &extra->windowEvents);
    crStreamU32(s, &extra->bounces);
}

void crPiercedFields(CrStream *s, CrPierced *pierced)
{
    crStreamU32(s, &pierced->shape);
    crStreamU32(s, &pierced->age);
    crStreamNumber(s, &pierced->since);
    crStreamNumber(s, &pierced->stops);
    crStreamVec(s, &pierced->place);
}

/// Legs are numbered: who is younger tells what has been.
void crProjectilePairFields(CrStream *s, CrProjectilePair *projectilePair)
{
    crStreamU32(s, &projectilePair->passedOther);
    crStreamNumber(s, &projectilePair->passed);
    crStreamU64(s, &projectilePair->leg);
}

void crSensorCrossingFields(CrStream *s, CrSensorCrossing *crossing)
{
    crStreamNumber(s, &crossing->crossed);
    crStreamBool(s, &crossing->fresh);
}

void crInsideFields(CrStream *s, CrInside *node)
{
    crStreamU32(s, &node->shape);
    crStreamU32(s, &node->age);
    crStreamNumber(s, &node->since);
}
