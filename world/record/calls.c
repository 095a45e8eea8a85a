// SPDX-License-Identifier: MIT
#include "calls.h"

#include "../geometry/shape_traits.h"
#include "../save/snapshot_types.h"

#include <string.h>

static const char *const names[] = {
#define CR_CALL_NAME(name, letters) #name,
    CR_CALLS(CR_CALL_NAME)
#undef CR_CALL_NAME
};

static const char *const takes[] = {
#define CR_CALL_LETTERS(name, letters) letters,
    CR_CALLS(CR_CALL_LETTERS)
#undef CR_CALL_LETTERS
};

const char *crCallName(CrCallKind kind)
{
    return kind < CR_CALL_COUNT ? names[kind] : NULL;
}

void crCallRoomFree(CrCallRoom *room)
{
    crArrayFree(room->places, &room->allocator);
    crArrayFree(room->velocities, &room->allocator);
    crArrayFree(room->materials, &room->allocator);
    crArrayFree(room->tiles, &room->allocator);
    crArrayFree(room->ends, &room->allocator);
}

// ---- values

/// An id, of this world if it is one.
static void idFields(CrStream *s, uint32_t *index, uint32_t *age, uint32_t *world, uint32_t tag)
{
    crStreamU32(s, index);
    crStreamU32(s, age);
    if (crStreamReads(s)) {
        *world = *index != 0 ? tag : 0;
    }
}

static void bodyFields(CrStream *s, CaromBodyId *id, uint32_t tag)
{
    idFields(s, &id->index, &id->age, &id->world, tag);
}

static void transformFields(CrStream *s, CaromTransform *t)
{
    crStreamVec(s, &t->position);
    crStreamNumber(s, &t->rotation.c);
    crStreamNumber(s, &t->rotation.s);
    crStreamVec(s, &t->scale);
}

static void pairFields(CrStream *s, int *a, int *b)
{
    crStreamInt(s, a);
    crStreamInt(s, b);
}

static void filterFields(CrStream *s, CaromFilter *filter)
{
    CrShapeTraits traits = {0};
    traits.filter = *filter;
    crStreamFields(s, &crTraitsTable, &traits);
    *filter = traits.filter;
}

/// In place of the category, which a material has none of: what bodies meet follows, since it is
/// not the default. So recordings from before it existed can be read.
static void materialFields(CrStream *s, CaromShapeMaterial *material)
{
    CrShapeTraits traits = {0};
    crTraitsSetMaterial(&traits, material);
    traits.filter.category = crMeetsBodiesAsMost(&traits) ? 0 : 1;
    crStreamFields(s, &crTraitsTable, &traits);
    crStreamExpect(s, traits.filter.category <= 1);
    if (traits.filter.category != 0) {
        crBodyTraitsFields(s, &traits);
    } else {
        traits.bodyFriction = CR_BODY_FRICTION;
        traits.bodyRestitution = traits.bodyRollingResistance = 0.0;
    }
    *material = crMaterialOfTraits(&traits);
}

// ---- arrays

/// Reserves an array of the room for a count that was read. Returns false if that fails.
#define ROOM_FOR(s, room, array, wanted)                                                           \
    (crStreamIsGood(s) && (crArrayReserve((array), (wanted), &(room)->allocator)                   \
                               ? (crArraySetCount((array), (wanted)), true)                        \
                               : (crStreamFail((s), CAROM_ERROR_MEMORY), false)))

static void countField(CrStream *s, int *count, size_t least)
{
    uint32_t bits = (uint32_t)*count;
    crStreamCount(s, &bits, least);
    crStreamExpect(s, bits <= INT32_MAX);
    *count = crStreamIsGood(s) ? (int)bits : 0;
}

/// The items of an array: the game's if they are written, else the room's.
static void itemsFields(CrStream *s, const void *items, int count, size_t each)
{
    bool reads = crStreamReads(s);
    for (int i = 0; i < count && items != NULL; i++) {
        char *at = (char *)items + (size_t)i * each;
        union {
            CaromVec2 point;
            uint32_t number;
            uint16_t tile;
        } item = {{0.0, 0.0}};
        memcpy(&item, at, reads ? 0 : each);
        if (each == sizeof item.point) {
            crStreamVec(s, &item.point);
        } else if (each == sizeof item.number) {
            crStreamU32(s, &item.number);
        } else {
            crStreamU16(s, &item.tile);
        }
        memcpy(at, &item, reads ? each : 0);
    }
}

/// An array of so many items; what is read lies in an array of the room.
#define ARRAY_FIELDS(s, room, items, count, array)                                                 \
    do {                                                                                           \
        if (!crStreamReads(s)) {                                                                   \
            itemsFields((s), (items), (count), sizeof *(items));                                   \
        } else if (ROOM_FOR(s, room, array, count)) {                                              \
            (items) = (array);                                                                     \
            itemsFields((s), (items), (count), sizeof *(items));                                   \
        }                                                                                          \
    } while (0)

static void placesFields(CrStream *s, CrCall *call, CrCallRoom *room)
{
    countField(s, &call->count, 32);
    ARRAY_FIELDS(s, room, call->places, call->count, room->places);
    ARRAY_FIELDS(s, room, call->velocities, call->count, room->velocities);
}

static void ringsFields(CrStream *s, CaromGeometry *geometry, CrCallRoom *room)
{
    countField(s, &geometry->ringCount, 4);
    if (geometry->ringCount > 0) {
        ARRAY_FIELDS(s, room, geometry->ringEnds, geometry->ringCount, room->ends);
    }
    for (int k = 0; k < geometry->ringCount && crStreamIsGood(s); k++) {
        int end = geometry->ringEnds[k];
        crStreamExpect(s, end >= 0 && end <= geometry->count);
    }
}

// ---- defs

/// What was read lies in the room from now on.
#define KEEP(s, room, call, member, value)                                                         \
    do {                                                                                           \
        if (crStreamReads(s)) {                                                                    \
            (room)->member = (value);                                                              \
            (call)->member = &(room)->member;                                                      \
        }                                                                                          \
    } while (0)

/// What only a dynamic body takes from its def.
static void rigidDefFields(CrStream *s, CaromBodyDef *def)
{
    crStreamNumber(s, &def->linearDamping);
    crStreamNumber(s, &def->angularDamping);
    crStreamNumber(s, &def->gravityScale);
    crStreamNumber(s, &def->maxSpeed);
    crStreamU32(s, &def->locks);
    crStreamBool(s, &def->awake);
    crStreamBool(s, &def->enableSleep);
    crStreamNumber(s, &def->sleepThreshold);
}

static void bodyDefFields(CrStream *s, CrCall *call, CrCallRoom *room, uint32_t tag)
{
    CaromBodyDef def = crStreamReads(s) ? caromBodyDef() : *call->bodyDef;
    enum { KINEMATIC = 1, DISABLED = 2, DYNAMIC = 4, KINDS = 8 };
    uint8_t kind =
        (uint8_t)((def.type == CAROM_BODY_KINEMATIC ? KINEMATIC : 0) |
                  (def.type == CAROM_BODY_DYNAMIC ? DYNAMIC : 0) | (def.enabled ? 0 : DISABLED));
    crStreamEnum(s, &kind, KINDS);
    def.enabled = !(kind & DISABLED);
    def.type = kind & DYNAMIC     ? CAROM_BODY_DYNAMIC
               : kind & KINEMATIC ? CAROM_BODY_KINEMATIC
                                  : CAROM_BODY_STATIC;
    bodyFields(s, &def.parent, tag);
    crStreamVec(s, &def.position);
    crStreamNumber(s, &def.angle);
    crStreamVec(s, &def.scale);
    crStreamVec(s, &def.velocity);
    crStreamNumber(s, &def.angularVelocity);
    crStreamPointer(s, &def.userData);
    if (def.type == CAROM_BODY_DYNAMIC) {
        rigidDefFields(s, &def);
    }
    KEEP(s, room, call, bodyDef, def);
}

/// The density follows only where it is not the default, as in recordings from before it existed.
static void contactsAndDensity(CrStream *s, CaromShapeDef *def)
{
    enum { CONTACTS = 1, DENSE = 2, HITS = 4, ASKS = 8, KINDS = 16 };
    uint8_t is =
        (uint8_t)((def->contacts ? CONTACTS : 0) | (def->density != CR_DENSITY ? DENSE : 0) |
                  (def->hits ? HITS : 0) | (def->askContacts ? ASKS : 0));
    crStreamEnum(s, &is, KINDS);
    def->contacts = (is & CONTACTS) != 0;
    def->hits = (is & HITS) != 0;
    def->askContacts = (is & ASKS) != 0;
    if (is & DENSE) {
        crStreamNumber(s, &def->density);
    }
}

static void shapeDefFields(CrStream *s, CrCall *call, CrCallRoom *room)
{
    CaromShapeDef def = crStreamReads(s) ? caromShapeDef() : *call->shapeDef;
    CaromShapeMaterial material = {def.restitution,
                                   def.friction,
                                   def.rollingResistance,
                                   def.surfaceSpeed,
                                   def.material,
                                   def.bodyRestitution,
                                   def.bodyFriction,
                                   def.bodyRollingResistance,
                                   0};
    filterFields(s, &def.filter);
    materialFields(s, &material);
    def.restitution = material.restitution;
    def.friction = material.friction;
    def.rollingResistance = material.rollingResistance;
    def.surfaceSpeed = material.surfaceSpeed;
    def.material = material.material;
    def.bodyRestitution = material.bodyRestitution;
    def.bodyFriction = material.bodyFriction;
    def.bodyRollingResistance = material.bodyRollingResistance;
    crStreamNumber(s, &call->number);
    crStreamExpect(s, call->kind == CR_CALL_caromShapeCreateTiles || call->number == 0.0);
    crStreamBool(s, &def.sensor);
    contactsAndDensity(s, &def);
    crStreamPointer(s, &def.userData);
    call->materials = crStreamReads(s) || def.materials != NULL ? call->materials : 0;
    countField(s, &call->materials, 4);
    if (call->materials > 0) {
        ARRAY_FIELDS(s, room, def.materials, call->materials, room->materials);
    }
    KEEP(s, room, call, shapeDef, def);
}

static void shotFields(CrStream *s, CrCall *call, CrCallRoom *room, uint32_t tag)
{
    CaromProjectileDef def = crStreamReads(s) ? caromProjectileDef() : *call->shot;
    crFlightDefFields(s, &def);
    crStreamVec(s, &def.position);
    crStreamVec(s, &def.velocity);
    crStreamNumber(s, &def.time);
    bodyFields(s, &def.ignoreBody, tag);
    crStreamPointer(s, &def.userData);
    KEEP(s, room, call, shot, def);
}

static void blastFields(CrStream *s, CrCall *call, CrCallRoom *room)
{
    CrPendingBlast pendingBlast = {{0.0, 0.0}, crStreamReads(s) ? caromBlast() : *call->blast};
    crStreamFields(s, &crPendingBlastTable, &pendingBlast);
    KEEP(s, room, call, blast, pendingBlast.blast);
}

static void surfaceFields(CrStream *s, CrCall *call, CrCallRoom *room)
{
    bool given = call->surface != NULL;
    pairFields(s, &call->x, &call->y);
    crStreamBool(s, &given);
    if (given) {
        CrPair pair = {0, {-1, -1}, 0.0, crStreamReads(s) ? caromSurface() : *call->surface, 0};
        crPairSeal(&pair);
        crStreamFields(s, &crPairTable, &pair);
        crPairUnseal(&pair);
        KEEP(s, room, call, surface, pair.surface);
    }
}

static void shapeMaterialFields(CrStream *s, CrCall *call, CrCallRoom *room)
{
    static const CaromShapeMaterial blank;
    CaromShapeMaterial material = crStreamReads(s) ? blank : *call->material;
    materialFields(s, &material);
    KEEP(s, room, call, material, material);
}

static void geometryFields(CrStream *s, CrCall *call, CrCallRoom *room)
{
    static const CaromGeometry blank;
    CaromGeometry geometry = crStreamReads(s) ? blank : *call->geometry;
    uint8_t type = (uint8_t)geometry.type;
    crStreamEnum(s, &type, CAROM_SHAPE_TILES);
    geometry.type = (CaromShapeType)type;
    countField(s, &geometry.count, 16);
    ARRAY_FIELDS(s, room, geometry.points, geometry.count, room->places);
    crStreamNumber(s, &geometry.radius);
    if (geometry.type == CAROM_SHAPE_REGION) { // the others have none to read
        ringsFields(s, &geometry, room);
    }
    uint32_t flags = geometry.oneSided ? CAROM_CHAIN_ONE_SIDED : 0;
    crStreamU32(s, &flags);
    crStreamExpect(s, flags == 0 || flags == CAROM_CHAIN_ONE_SIDED);
    geometry.oneSided = flags != 0;
    KEEP(s, room, call, geometry, geometry);
}

/// Its tiles are there for as many as there are bytes.
static void mapFields(CrStream *s, CrCall *call, CrCallRoom *room)
{
    static const CaromTileMap blank;
    CaromTileMap map = crStreamReads(s) ? blank : *call->map;
    int count = map.width * map.height;
    crStreamFields(s, &crTileMapTable, &map);
    countField(s, &count, 2);
    crStreamExpect(s, (int64_t)map.width * map.height == count);
    ARRAY_FIELDS(s, room, map.tiles, count, room->tiles);
    KEEP(s, room, call, map, map);
}

static void rowsFields(CrStream *s, CrCall *call, CrCallRoom *room)
{
    crStreamInt(s, &call->width);
    countField(s, &call->count, 2);
    crStreamExpect(s, call->width > 0 && call->count % call->width == 0);
    ARRAY_FIELDS(s, room, call->tiles, call->count, room->tiles);
}

// ---- calls

static void idLetter(CrStream *s, char letter, CrCall *call, uint32_t tag)
{
    if (letter == 's') {
        idFields(s, &call->shape.index, &call->shape.age, &call->shape.world, tag);
    } else if (letter == 'p') {
        idFields(s, &call->projectile.index, &call->projectile.age, &call->projectile.world, tag);
    } else {
        bodyFields(s, letter == 'b' ? &call->body : &call->other, tag);
    }
}

static void valueLetter(CrStream *s, char letter, CrCall *call)
{
    if (letter == 'v') {
        crStreamVec(s, &call->vector);
    } else if (letter == 'w') {
        crStreamVec(s, &call->second);
    } else if (letter == 'y') {
        crStreamNumber(s, &call->number2);
    } else if (letter == 'x') {
        crStreamNumber(s, &call->number);
    } else if (letter == 'd') {
        crStreamPointer(s, &call->userData);
    } else if (letter == 't') {
        transformFields(s, &call->transform);
    } else if (letter == 'f') {
        filterFields(s, &call->filter);
    } else if (letter == 'k') {
        crStreamBool(s, &call->set);
    } else {
        pairFields(s, &call->x, &call->y);
    }
}

static void letterFields(CrStream *s, char letter, CrCall *call, CrCallRoom *room, uint32_t tag)
{
    switch (letter) {
    case 'b':
    case 'o':
    case 's':
    case 'p':
        idLetter(s, letter, call, tag);
        break;
    case 'm':
        surfaceFields(s, call, room);
        break;
    case 'B':
        bodyDefFields(s, call, room, tag);
        break;
    case 'S':
        shapeDefFields(s, call, room);
        break;
    case 'P':
        shotFields(s, call, room, tag);
        break;
    case 'L':
        blastFields(s, call, room);
        break;
    case 'M':
        shapeMaterialFields(s, call, room);
        break;
    case 'G':
        geometryFields(s, call, room);
        break;
    case 'N':
        placesFields(s, call, room);
        break;
    case 'T':
        mapFields(s, call, room);
        break;
    case 'R':
        rowsFields(s, call, room);
        break;
    default:
        valueLetter(s, letter, call);
    }
}

void crCallFields(CrStream *s, CrCall *call, CrCallRoom *room, uint32_t tag)
{
    for (const char *letter = takes[call->kind]; *letter != '\0'; letter++) {
        letterFields(s, *letter, call, room, tag);
    }
}
