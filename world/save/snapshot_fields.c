// SPDX-License-Identifier: MIT
// Fields that depend on others, which a table of fields (../data/fields.c) cannot say: what only
// some structures have, and several values in one byte.
#include "snapshot_types.h"

#include "../data/flight_pool.h"
#include "../flight/leg.h"

#if UINTPTR_MAX == UINT64_MAX
// Checks of sizes on machines with pointers of 64 bits, for structures without a table: shapes,
// which are saved as a CrShapeRecord, and the world. Not counted in the world: its grid, two
// moving layers, its moments, what a step keeps about flights (boxes, ties), the last step's
// counts, its journal of edits, dynamic bodies (rigid.h), and the marks of its log. If a size
// differs, decide whether the new field is saved, or made by snapshot_load.c or snapshot_shapes.c,
// and whether it is part of a rollback state (rollback_parts.c). Then change the number.
typedef char sizesAreKnown[sizeof(CrShape) == 72 && sizeof(CrShapeExtras) == 64 &&
                                   sizeof(CaromWorld) - sizeof(CrGrid) - 2 * sizeof(CrMoving) -
                                           sizeof(CrMoments) - sizeof(CrFlightBoxes) -
                                           sizeof(CrTies) - sizeof(CaromCounters) -
                                           sizeof(CrHeard) - sizeof(CrJournal) - sizeof(CrRigids) ==
                                       4104
                               ? 1
                               : -1];
#endif

static bool hasOwnTicks(const CaromWorldDef *def)
{
    return def->bodyInterval != CR_BODY_INTERVAL || def->substeps != CR_SUBSTEPS ||
           def->tickLimit != CR_TICK_LIMIT || def->enableSleep || def->sleepTime != CR_SLEEP_TIME;
}

static bool isTuned(const CaromWorldDef *def)
{
    CaromContactTuning tuning = {def->contactHertz, def->contactDampingRatio, def->contactSpeed};
    return !crTuningIsDefault(&tuning);
}

/// The limit of contacts, and the numbers of ticks, are stored only if they differ from their
/// defaults, so that the bytes of other worlds are as they were before these existed.
static void mixAndLimit(CrStream *s, void *settings, unsigned uses)
{
    enum {
        LIMITED = 0x80,
        TICKS = 0x40,
        TUNED = 0x10,
        HITS = 0x20,
        BOUNCES = 0x08,
        ALL = LIMITED | TICKS | TUNED | HITS | BOUNCES
    };
    CaromWorldDef *def = &((CrSettings *)settings)->def;
    bool limited = def->contactLimit != CR_CONTACT_LIMIT;
    bool hits = def->hitThreshold != CR_HIT_THRESHOLD;
    bool bounces = def->restitutionThreshold != CR_BOUNCE_THRESHOLD;
    uint8_t mix =
        (uint8_t)(def->frictionMix | (limited ? LIMITED : 0) | (hasOwnTicks(def) ? TICKS : 0) |
                  (isTuned(def) ? TUNED : 0) | (hits ? HITS : 0) | (bounces ? BOUNCES : 0));
    crStreamU8(s, &mix);
    crStreamExpect(s, (mix & ~ALL) < CAROM_MIX_COUNT);
    def->frictionMix = (CaromMix)(mix & ~ALL);
    if (mix & TICKS) {
        crStreamNumber(s, &def->bodyInterval);
        crStreamInt(s, &def->substeps);
        crStreamInt(s, &def->tickLimit);
        crStreamBool(s, &def->enableSleep);
        crStreamNumber(s, &def->sleepTime);
        crStreamExpect(s, hasOwnTicks(def));
    }
    if (mix & TUNED) {
        crStreamNumber(s, &def->contactHertz);
        crStreamNumber(s, &def->contactDampingRatio);
        crStreamNumber(s, &def->contactSpeed);
        crStreamExpect(s, isTuned(def));
    }
    if (mix & HITS) {
        crStreamNumber(s, &def->hitThreshold);
        crStreamExpect(s, def->hitThreshold != CR_HIT_THRESHOLD);
    } else {
        def->hitThreshold = CR_HIT_THRESHOLD;
    }
    if (mix & BOUNCES) {
        crStreamNumber(s, &def->restitutionThreshold);
        crStreamExpect(s, def->restitutionThreshold != CR_BOUNCE_THRESHOLD);
    } else {
        def->restitutionThreshold = CR_BOUNCE_THRESHOLD;
    }
    if (mix & LIMITED) {
        crStreamInt(s, &def->contactLimit);
        crStreamExpect(s, def->contactLimit != CR_CONTACT_LIMIT);
    } else {
        def->contactLimit = CR_CONTACT_LIMIT;
    }
    (void)uses;
}

void crSettingsFields(CrStream *s, CrSettings *settings)
{
    crStreamFieldsOf(s, &crSettingsTable, settings, CR_SAVED, mixAndLimit);
}

/// Whether it rolls, and its friction with the ground: a number only where there is some, so that
/// the bytes of others stay what they were before there was any.
static void groundFields(CrStream *s, void *flightDef, unsigned uses)
{
    CaromProjectileDef *def = flightDef;
    enum { ROLLS = 1, GROUNDED = 2 };
    uint8_t is = (uint8_t)((def->rolls ? ROLLS : 0) | (crIsGrounded(def) ? GROUNDED : 0));
    crStreamEnum(s, &is, 4);
    def->rolls = (is & ROLLS) != 0;
    if (is & GROUNDED) {
        crStreamNumber(s, &def->groundDeceleration);
        crStreamExpect(s, crIsGrounded(def));
    }
    (void)uses;
}

void crFlightDefFields(CrStream *s, CaromProjectileDef *def)
{
    crStreamFieldsOf(s, &crFlightDefTable, def, CR_SAVED, groundFields);
}

static void accelerationField(CrStream *s, CaromVec2 *acceleration)
{
    crStreamVec(s, acceleration);
    crStreamExpect(s, crMax(crAbs(acceleration->x), crAbs(acceleration->y)) <= CR_HUGE * CR_HUGE);
}

/// What it is; and its accelerations, if it has any.
static void kindField(CrStream *s, void *structure, unsigned uses)
{
    enum { PULLED = 32 };
    CrBody *body = structure;
    CaromVec2 *own = &body->own.acceleration, *all = &body->acceleration;
    bool isPulled = crIsPulled(*own) || crIsPulled(*all);
    uint8_t kind = (uint8_t)(crBodyKind(body) | (isPulled ? PULLED : 0));
    crStreamU8(s, &kind);
    if (kind & PULLED) {
        accelerationField(s, own);
        accelerationField(s, all);
        crStreamExpect(s, crIsPulled(*own) || crIsPulled(*all));
    }
    body->accelerates = crIsPulled(*all);
    kind &= (uint8_t)~PULLED;
    crStreamExpect(s, kind < CR_KINDS);
    kind = crStreamIsGood(s) ? kind : 0;
    crStreamExpect(s, !(kind & CR_KIND_DYNAMIC) ||
                          (kind & (CR_KIND_RIGID | CR_KIND_KINEMATIC)) == CR_KIND_RIGID);
    body->rigid = kind & CR_KIND_RIGID ? body->rigid : CR_NONE;
    body->disabled = (kind & CR_KIND_DISABLED) != 0;
    body->character = (kind & CR_KIND_CHARACTER) != 0;
    body->type = kind & CR_KIND_DYNAMIC     ? CAROM_BODY_DYNAMIC
                 : kind & CR_KIND_KINEMATIC ? CAROM_BODY_KINEMATIC
                                            : CAROM_BODY_STATIC;
    (void)uses;
}

void crBodyTraitsFields(CrStream *s, CrShapeTraits *traits)
{
    crStreamNumber(s, &traits->bodyRestitution);
    crStreamNumber(s, &traits->bodyFriction);
    crStreamNumber(s, &traits->bodyRollingResistance);
}

void crBodyFields(CrStream *s, CrBody *body)
{
    crStreamFieldsOf(s, &crBodyTable, body, CR_SAVED, kindField);
}

/// The fields that only its mode has.
static unsigned usesOf(int mode)
{
    return mode == CAROM_PROJECTILE_SETTLING  ? CR_OF_SETTLING
           : crModeSlides(mode)               ? CR_OF_SLIDING
           : mode == CAROM_PROJECTILE_RESTING ? CR_OF_RESTING
           : mode == CAROM_PROJECTILE_STUCK   ? CR_OF_STUCK
                                              : 0;
}

/// The part of its support that it touches (CrPart + 1, so 0 is none), and whether it rides: then
/// there are more fields, and what rests has those of a slide, too.
static void supportFields(CrStream *s, void *structure, unsigned uses)
{
    enum { RIDES = 8 };
    CrFlightExtra *extra = structure;
    uint8_t part = (uint8_t)(extra->supportPart + 1);
    bool slides = (uses & (CR_OF_SLIDING | CR_OF_RESTING)) != 0;
    part |= slides && extra->rides ? RIDES : 0;
    crStreamU8(s, &part);
    extra->rides = slides && (part & RIDES);
    part &= (uint8_t) ~(slides ? RIDES : 0);
    crStreamExpect(s, part <= CR_PART_B + 1);
    extra->supportPart = (int8_t)(part - 1);
    crStreamExpect(s, extra->supportKey == CR_NONE || extra->supportPart != 0);
    crStreamBool(s, &extra->glued);
    if (extra->rides) {
        crStreamExpect(s, extra->supportKey != CR_NONE && !extra->glued);
        crStreamFieldsOf(s, &crExtraTable, extra,
                         CR_OF_RIDING | (uses & CR_OF_RESTING ? CR_OF_SLIDING : 0), NULL);
    }
}

void crExtraFields(CrStream *s, CrFlightExtra *extra, int mode)
{
    crStreamFieldsOf(s, &crExtraTable, extra, CR_SAVED | usesOf(mode), supportFields);
}
