// SPDX-License-Identifier: MIT
// Reads shapes. They are made by the same calls as a game's shapes, and so refused for the same
// reasons. Their baked points must come out as they were, since they follow from the shapes and
// their bodies.
#include "../bodies/shape.h"
#include "../bodies/shape_layers.h"
#include "../core/limits.h"
#include "../geometry/outline.h"
#include "../geometry/shape_traits.h"
#include "../geometry/tile_shape.h"
#include "../index/moving_index.h"
#include "../index/sensors.h"
#include "snapshot_types.h"

#define UNSEEN 0xfffffffeu ///< of a key that is neither a shape's yet nor free

// ---- keys

static void loadKeys(CrLoad *load)
{
    static const CrKeyOwner unseen = {CR_NONE, UNSEEN};
    CaromWorld *world = load->world;
    CrStream *s = load->stream;
    uint32_t count = 0, unused = 0;
    crStreamCount(s, &count, 4);
    crStreamCount(s, &unused, 4);
    crStreamExpect(s, unused <= count);
    if (!crStreamIsGood(s)) {
        return;
    }
    crLoadReserved(load, crArrayReserve(world->keyOwners, (int)count, &world->allocator));
    crArraySetCount(world->keyOwners, crStreamIsGood(s) ? (int)count : 0);
    for (uint32_t key = 0; key < count && crStreamIsGood(s); key++) {
        world->keyOwners[key] = unseen;
    }
    uint32_t *link = &world->freeKey, key = 0;
    for (uint32_t k = 0; k < unused && crStreamIsGood(s); k++) {
        crStreamU32(s, &key);
        bool ok = crStreamIsGood(s) && key < count && world->keyOwners[key].feature == UNSEEN;
        crStreamExpect(s, ok);
        if (ok) {
            *link = key;
            link = &world->keyOwners[key].feature;
            *link = CR_NONE;
        }
    }
    world->freeKeyCount = (int)unused;
}

static void loadShapeKeys(CrLoad *load, uint32_t slot)
{
    CaromWorld *world = load->world;
    const CrShape *shape = &world->shapes[slot];
    for (int e = 0; e < shape->edgeCount; e++) {
        uint32_t key = 0;
        crStreamU32(load->stream, &key);
        bool ok = crStreamIsGood(load->stream) && key < (uint32_t)crArrayCount(world->keyOwners) &&
                  world->keyOwners[key].feature == UNSEEN;
        crStreamExpect(load->stream, ok);
        if (ok) {
            CrKeyOwner owner = {slot, (uint32_t)e};
            world->keyOwners[key] = owner;
            crShapeKeys(shape)[e] = key;
        }
    }
}

// ---- kinds of matter

/// Where they are.
typedef struct Matters {
    size_t at, each; ///< [B]
    uint32_t count;
    bool dense; ///< each has its density and what bodies meet
} Matters;

static bool readMatter(CrStream *s, CrShapeTraits *traits, bool dense)
{
    bool used = false;
    crStreamBool(s, &used);
    crStreamFields(s, &crTraitsTable, traits);
    traits->density = CR_DENSITY;
    traits->bodyRestitution = traits->bodyRollingResistance = 0.0;
    traits->bodyFriction = CR_BODY_FRICTION;
    if (dense) {
        crStreamNumber(s, &traits->density);
        crBodyTraitsFields(s, traits);
    }
    return used;
}

static void loadMatterCount(CrStream *s, Matters *traits)
{
    crStreamU32(s, &traits->count);
    traits->dense = (traits->count & CR_TRAITS_DENSE) != 0;
    traits->count &= ~CR_TRAITS_DENSE;
    size_t least = 1 + crFieldsSize(&crTraitsTable);
    crStreamExpect(s, traits->count <= (s->size - s->at) / least);
    traits->count = crStreamIsGood(s) ? traits->count : 0;
}

static Matters loadMatters(CrLoad *load)
{
    CrStream *s = load->stream;
    Matters allTraits = {0};
    CrShapeTraits m;
    loadMatterCount(s, &allTraits);
    allTraits.at = s->at;
    for (uint32_t k = 0; k < allTraits.count && crStreamIsGood(s); k++) {
        if (readMatter(s, &m, allTraits.dense)) {
            CrDefCheck check = {load->world, "caromWorldRestore", NULL, NULL, CAROM_OK};
            CaromShapeMaterial material = crMaterialOfTraits(&m);
            crDefCheckMaterial(&check, &material);
            crDefCheckRange(&check, m.density, 0.0, CR_DENSITY_MAX, NULL);
            crStreamExpect(s, check.error == CAROM_OK);
        }
    }
    allTraits.each = allTraits.count > 0 ? (s->at - allTraits.at) / allTraits.count : 0;
    return allTraits;
}

static uint32_t takeMatter(CrLoad *load, const Matters *allTraits, uint32_t index)
{
    CrStream there = *load->stream;
    CrShapeTraits traits;
    there.at = allTraits->at + index * allTraits->each;
    bool ok = index < allTraits->count && readMatter(&there, &traits, allTraits->dense);
    crStreamExpect(load->stream, ok);
    uint32_t taken = ok ? crShapeTraitsTake(load->world, &traits) : CR_NONE;
    crLoadReserved(load, !ok || taken != CR_NONE);
    return taken;
}

// ---- arrays of a shape

#define LOAD_ARRAY(load, array, count)                                                             \
    (crLoadReserved((load), crArrayReserve((array), (int)(count), &(load)->world->allocator)),     \
     crStreamIsGood((load)->stream))

static void loadArrays(CrLoad *load, const CrShapeRecord *record)
{
    CrStream *s = load->stream;
    if (crStreamIsGood(s) && LOAD_ARRAY(load, load->points, record->pointCount)) {
        for (uint32_t i = 0; i < record->pointCount; i++) {
            crStreamVec(s, &load->points[i]);
        }
    }
    if (crStreamIsGood(s) && LOAD_ARRAY(load, load->ends, record->ringCount)) {
        for (uint32_t k = 0; k < record->ringCount; k++) {
            crStreamInt(s, &load->ends[k]);
            crStreamExpect(s, (uint32_t)load->ends[k] <= record->pointCount);
        }
    }
    uint32_t materials = record->hasMaterials ? record->edgeCount : 0;
    if (crStreamIsGood(s) && LOAD_ARRAY(load, load->materials, materials)) {
        for (uint32_t e = 0; e < materials; e++) {
            crStreamU32(s, &load->materials[e]);
            crStreamExpect(s, load->materials[e] < CR_MATERIALS);
        }
    }
}

/// A map as it was given, and what a shape needs of it.
static CrTileMap *loadTiles(CrLoad *load)
{
    CrStream *s = load->stream;
    CaromTileMap map = {0};
    CrTileMap *tiles = NULL;
    crStreamFields(s, &crTileMapTable, &map);
    size_t count = (size_t)map.width * (size_t)map.height;
    crStreamExpect(s, map.width <= 4096 && map.height <= 4096 && count <= (s->size - s->at) / 2);
    if (crStreamIsGood(s) && LOAD_ARRAY(load, load->cells, count + 1)) {
        for (size_t i = 0; i < count; i++) {
            crStreamU16(s, &load->cells[i]);
        }
        map.tiles = load->cells;
        crLoadRefuse(load, crTileMapMake(load->world, &map, &tiles));
    }
    return tiles;
}

// ---- one shape

/// Computes a shape's counts from its def; the caller frees rings.
static CaromError planShape(CrLoad *load, const CrShapeRecord *record, CrTileMap *tiles,
                            CrShape *shape, CrRingRoom *room)
{
    if (record->type == CAROM_SHAPE_TILES) {
        shape->type = CAROM_SHAPE_TILES;
        shape->oneSided = true;
        shape->pointCount = shape->edgeCount = tiles->mesh.count;
        bool ok = !record->hasMaterials && record->pointCount == 0 && record->ringCount == 0 &&
                  record->radius >= 0.0 && record->radius <= CR_ROUNDING_MAX;
        return ok ? CAROM_OK : CAROM_ERROR_SNAPSHOT;
    }
    CaromGeometry geometry = caromGeometry((CaromShapeType)record->type, load->points,
                                           (int)record->pointCount, record->radius);
    CrShape kind = {0};
    kind.type = record->type;
    geometry.ringEnds = load->ends;
    geometry.ringCount = (int)record->ringCount;
    bool isRegion = record->type == CAROM_SHAPE_REGION;
    if (record->pointCount == 0 || isRegion != (record->ringCount > 0)) {
        return CAROM_ERROR_SNAPSHOT;
    }
    geometry.oneSided = crShapeIsWall(&kind) && record->oneSided;
    return crShapePlan(load->world, &geometry, shape, room);
}

/// Makes the baked shape, with room for its keys. On an error the caller keeps the tiles.
static CaromError makeShape(CrLoad *load, const CrShapeRecord *record, CrTileMap *tiles,
                            CrShape *shape)
{
    CrRingRoom room = {0};
    CaromError error = planShape(load, record, tiles, shape, &room);
    bool same = shape->edgeCount == (int)record->edgeCount && shape->oneSided == record->oneSided;
    error = error == CAROM_OK && !same ? CAROM_ERROR_SNAPSHOT : error;
    error = error != CAROM_OK ? error : crShapeReserve(load->world, shape);
    if (error == CAROM_OK) {
        CrShapeSource source = {load->points,     record->radius,
                                room.rings.ends,  room.rings.flags,
                                room.rings.count, record->hasMaterials ? load->materials : NULL,
                                shape->edgeCount, tiles};
        error = crShapeFurnish(load->world, shape, &source);
    }
    crRingsDrop(load->world, &room);
    return error;
}

/// It is baked and has its keys.
static void enterShape(CrLoad *load, const CrShapeRecord *record)
{
    CaromWorld *world = load->world;
    CrShape *shape = &world->shapes[record->slot];
    crLoadRefuse(load, crShapeList(world, shape, record->slot));
    crStreamExpect(load->stream, record->sensor || !record->touched);
    if (!crStreamIsGood(load->stream)) {
        return;
    }
    crShapeEnter(world, record->slot);
    shape->edited = record->edited;
    shape->state |= record->kept ? CR_SHAPE_KEPT : 0;
    if (shape->extras != NULL) {
        shape->extras->renewed = record->renewed;
    }
    if (record->touched) {
        crSensorsTouch(world, record->slot, false);
    }
}

static void loadShape(CrLoad *load, uint32_t body, const Matters *allTraits)
{
    CaromWorld *world = load->world;
    CrStream *s = load->stream;
    CrShapeRecord record = {0};
    CrShape shape = {0};
    crStreamFields(s, &crShapeRecordTable, &record);
    crStreamExpect(s, crSlotsLive(&world->shapeSlots, record.slot) &&
                          world->shapes[record.slot].pointCount < 0); // not here yet
    loadArrays(load, &record);
    bool isMap = crStreamIsGood(s) && record.type == CAROM_SHAPE_TILES;
    CrTileMap *tiles = isMap ? loadTiles(load) : NULL;
    if (!crStreamIsGood(s)) {
        crTileMapFree(world, tiles);
        return;
    }
    shape.body = body;
    shape.sensor = record.sensor;
    shape.contacts = record.reports & 1;
    shape.hits = (record.reports & 2) != 0;
    shape.asks = (record.reports & 4) != 0;
    shape.userData = record.userData;
    shape.traits = takeMatter(load, allTraits, record.traits);
    if (crStreamIsGood(s)) {
        crLoadRefuse(load, makeShape(load, &record, tiles, &shape));
    }
    if (!crStreamIsGood(s)) {
        crTileMapFree(world, tiles);
        return;
    }
    world->shapes[record.slot] = shape;
    loadShapeKeys(load, record.slot);
    if (crStreamIsGood(s)) {
        enterShape(load, &record);
    }
}

// ---- all of them

static void clearShapes(CrLoad *load)
{
    CaromWorld *world = load->world;
    int count = (int)crSlotsCount(&world->shapeSlots);
    crLoadReserved(load, crArrayReserve(world->shapes, crArrayCapacity(world->shapeSlots.ages),
                                        &world->allocator));
    crStreamExpect(load->stream, count == 0 || crArrayCount(world->bodies) > 0);
    if (!crStreamIsGood(load->stream)) { // none of them is there to be freed
        crSlotsFree(&world->shapeSlots, &world->allocator);
        return;
    }
    crArraySetCount(world->shapes, count);
    for (int i = 0; i < count; i++) {
        static const CrShape none;
        world->shapes[i] = none;
        world->shapes[i].pointCount = world->shapeSlots.live[i] ? -1 : 0;
    }
}

void crLoadShapes(CrLoad *load)
{
    CaromWorld *world = load->world;
    CrStream *s = load->stream;
    size_t least = crFieldsSize(&crShapeRecordTable);
    int loaded = 0;
    crStreamTag(s, "SHAP");
    crLoadSlots(load, &world->shapeSlots);
    clearShapes(load);
    loadKeys(load);
    Matters allTraits = loadMatters(load);
    for (uint32_t b = 0; b < crSlotsCount(&world->bodySlots) && crStreamIsGood(s); b++) {
        uint32_t count = 0;
        crStreamCount(s, &count, least);
        crStreamExpect(s, count == 0 || world->bodySlots.live[b]);
        for (uint32_t k = 0; k < count && crStreamIsGood(s); k++) {
            loadShape(load, b, &allTraits);
            loaded++;
        }
    }
    crStreamExpect(s, loaded == world->shapeSlots.liveCount);
    crStreamExpect(s, world->edgeCount + world->freeKeyCount == crArrayCount(world->keyOwners));
    if (crStreamIsGood(s) && !crMovingIndexIsEmpty(world)) {
        crLoadReserved(load, crMovingIndexFill(world, world->time, world->time));
    }
}
