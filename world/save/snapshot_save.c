// SPDX-License-Identifier: MIT
// Writing, part by part. Single values are passed as copies, since a stream that reads replaces
// them.
#include "../data/flight_extra.h"
#include "../flight/leg.h"
#include "../geometry/materials.h"
#include "../geometry/shape_storage.h"
#include "../geometry/shape_view.h"
#include "../geometry/tile_border.h"
#include "../index/moving_index.h"
#include "../support/rest.h"
#include "snapshot_types.h"

static void writeU32(CrStream *s, uint32_t value)
{
    crStreamU32(s, &value);
}

static void writeCount(CrStream *s, int count)
{
    writeU32(s, (uint32_t)count);
}

static void writeBool(CrStream *s, bool value)
{
    crStreamBool(s, &value);
}

static void writeVec(CrStream *s, CaromVec2 value)
{
    crStreamVec(s, &value);
}

static void writeSlots(CrStream *s, const CrSlots *slots)
{
    writeU32(s, crSlotsCount(slots));
    for (uint32_t i = 0; i < crSlotsCount(slots); i++) {
        writeU32(s, slots->ages[i]);
        writeBool(s, slots->live[i]);
    }
    writeCount(s, crArrayCount(slots->freeIndices));
    for (int k = 0; k < crArrayCount(slots->freeIndices); k++) {
        writeU32(s, slots->freeIndices[k]);
    }
}

// ---- the world

static void writeSettings(const CaromWorld *world, CrStream *s)
{
    CrSettings settings = {caromWorldDef(), world->time, world->editedAt, world->counters.steps,
                           world->events.sequence};
    CaromWorldDef *def = &settings.def;
    def->tag = world->tag;
    def->gravity = world->gravity;
    def->hitThreshold = world->hitThreshold;
    def->restitutionThreshold = world->restitutionThreshold;
    def->eventWindow = world->eventWindow;
    def->eventLimit = world->eventLimit;
    def->searchCells = world->searchCells;
    def->steerInterval = world->steerInterval;
    def->contactInterval = world->contactInterval;
    def->contactLimit = world->contactLimit;
    def->bodyInterval = world->bodyInterval;
    def->substeps = world->substeps;
    def->tickLimit = world->tickLimit;
    def->contactHertz = world->rigids.tuning.hertz;
    def->contactDampingRatio = world->rigids.tuning.dampingRatio;
    def->contactSpeed = world->rigids.tuning.speed;
    def->enableSleep = world->enableSleep;
    def->sleepTime = world->sleepTime;
    def->restitutionMix = world->restitutionMix;
    def->frictionMix = world->frictionMix;
    crStreamTag(s, "WRLD");
    crSettingsFields(s, &settings);
}

static void writeSurfaces(const CaromWorld *world, CrStream *s)
{
    crStreamTag(s, "SURF");
    writeCount(s, crArrayCount(world->pairs));
    for (const CrPair *p = crPairFrom(world, 0); p != NULL; p = crPairNext(world, p)) {
        crStreamPut(s, &crPairTable, p);
    }
}

/// The pull of the world's present gravity follows from the flight def.
static void writeRecipes(const CaromWorld *world, CrStream *s)
{
    crStreamTag(s, "RECI");
    writeCount(s, crArrayCount(world->flightDefs));
    writeBool(s, world->flights.pull != 0);
    for (int r = 0; r < crArrayCount(world->flightDefs); r++) {
        bool used = world->recipeKinds.entries[r].users > 0;
        writeBool(s, used);
        if (used) {
            CaromProjectileDef def = world->flightDefs[r].def;
            crFlightDefFields(s, &def);
            writeVec(s, world->flights.pulls[r].of[1 - world->flights.pull]);
        }
    }
}

// ---- bodies and shapes

static void writeBody(const CaromWorld *world, uint32_t slot, CrStream *s)
{
    CrBody body = world->bodies[slot];
    crBodyFields(s, &body);
    if (body.rigid != CR_NONE) {
        writeU32(s, body.rigid);
        crStreamPut(s, &crRigidTable, &world->rigids.all[body.rigid]);
    }
}

static void writeBodies(const CaromWorld *world, CrStream *s)
{
    const uint32_t *unused = world->rigids.unused;
    crStreamTag(s, "BODY");
    writeSlots(s, &world->bodySlots);
    for (uint32_t b = 0; b < crSlotsCount(&world->bodySlots); b++) {
        if (world->bodySlots.live[b]) {
            writeBody(world, b, s);
        }
    }
    if (crArrayCount(world->rigids.all) > 0) {
        writeCount(s, crArrayCount(unused));
        for (int k = 0; k < crArrayCount(unused); k++) {
            writeU32(s, unused[k]);
        }
        writeBool(s, world->rigids.editedSince);
    }
}

static void writeKeys(const CaromWorld *world, CrStream *s)
{
    writeCount(s, crArrayCount(world->keyOwners));
    writeCount(s, world->freeKeyCount);
    for (uint32_t key = world->freeKey; key != CR_NONE; key = world->keyOwners[key].feature) {
        writeU32(s, key);
    }
}

/// Whether a shape has another density than most, or bodies meet it in another way.
static bool areDense(const CaromWorld *world)
{
    bool dense = false;
    for (int e = 0; e < crArrayCount(world->allTraits); e++) {
        const CrShapeTraits *traits = &world->allTraits[e];
        dense |= world->matterKinds.entries[e].users > 0 &&
                 (traits->density != CR_DENSITY || !crMeetsBodiesAsMost(traits));
    }
    return dense;
}

/// All of one length, so that a shape's is found by its number.
static void writeMatters(const CaromWorld *world, CrStream *s)
{
    static const CrShapeTraits blank;
    bool dense = areDense(world);
    writeU32(s, (uint32_t)crArrayCount(world->allTraits) | (dense ? CR_TRAITS_DENSE : 0));
    for (int e = 0; e < crArrayCount(world->allTraits); e++) {
        bool used = world->matterKinds.entries[e].users > 0;
        const CrShapeTraits *traits = used ? &world->allTraits[e] : &blank;
        CrShapeTraits written = *traits;
        writeBool(s, used);
        crStreamPut(s, &crTraitsTable, traits);
        if (dense) {
            crStreamNumber(s, &written.density);
            crBodyTraitsFields(s, &written);
        }
    }
}

static void writeTiles(const CrTileMap *tiles, CrStream *s)
{
    CaromTileMap map = {tiles->width, tiles->height, tiles->size, tiles->origin, NULL, 0.0};
    crStreamFields(s, &crTileMapTable, &map);
    for (size_t i = 0; i < (size_t)tiles->width * (size_t)tiles->height; i++) {
        uint16_t cell = tiles->cells[i];
        crStreamU16(s, &cell);
    }
}

static void writeShape(const CaromWorld *world, uint32_t slot, CrStream *s)
{
    const CrShape *shape = &world->shapes[slot];
    const CrShapeExtras *extras = crShapeExtras(shape);
    bool isMap = extras->tiles != NULL, hasMaterials = extras->materials != NULL;
    CrShapeRecord record = {slot,
                            shape->traits,
                            shape->type,
                            shape->oneSided,
                            shape->sensor,
                            (uint8_t)(shape->contacts | shape->hits << 1 | shape->asks << 2),
                            shape->touched,
                            (shape->state & CR_SHAPE_KEPT) != 0,
                            hasMaterials,
                            crShapeLocalRadius(shape),
                            shape->edited,
                            extras->renewed,
                            shape->userData,
                            isMap ? 0u : (uint32_t)shape->pointCount,
                            (uint32_t)shape->edgeCount,
                            (uint32_t)extras->ringCount};
    crStreamFields(s, &crShapeRecordTable, &record);
    for (uint32_t i = 0; i < record.pointCount; i++) {
        writeVec(s, crShapeLocal(shape)[i]);
    }
    for (int k = 0; k < extras->ringCount; k++) {
        writeCount(s, extras->ringEnds[k]);
    }
    for (int e = 0; e < shape->edgeCount && hasMaterials; e++) {
        writeU32(s, extras->materials[e]);
    }
    if (isMap) {
        writeTiles(extras->tiles, s);
    }
    for (int e = 0; e < shape->edgeCount; e++) {
        writeU32(s, crShapeKeys(shape)[e]);
    }
}

static void writeShapes(const CaromWorld *world, CrStream *s)
{
    crStreamTag(s, "SHAP");
    writeSlots(s, &world->shapeSlots);
    writeKeys(world, s);
    writeMatters(world, s);
    for (uint32_t b = 0; b < crSlotsCount(&world->bodySlots); b++) {
        uint32_t count = 0,
                 first = world->bodySlots.live[b] ? world->bodies[b].firstShape : CR_NONE;
        for (uint32_t i = first; i != CR_NONE; i = world->shapes[i].next) {
            count++;
        }
        writeU32(s, count);
        for (uint32_t i = first; i != CR_NONE; i = world->shapes[i].next) {
            writeShape(world, i, s);
        }
    }
}

// ---- what waits

static void writeEdits(const CaromWorld *world, CrStream *s)
{
    crStreamTag(s, "EDIT");
    writeCount(s, crArrayCount(world->edits.boxes));
    for (int k = 0; k < crArrayCount(world->edits.boxes); k++) {
        crStreamPut(s, &crBoxTable, &world->edits.boxes[k]);
    }
    writeCount(s, crArrayCount(world->pendingBlasts));
    for (int k = 0; k < crArrayCount(world->pendingBlasts); k++) {
        crStreamPut(s, &crPendingBlastTable, &world->pendingBlasts[k]);
    }
    writeBool(s, world->sensors.edited);
    writeBool(s, world->flights.crossings != NULL);
}

static void writeTouchings(const CaromWorld *world, CrStream *s)
{
    crStreamTag(s, "TOUC");
    writeBool(s, world->touchings.owed);
    writeCount(s, crArrayCount(world->touchings.all));
    for (int k = 0; k < crArrayCount(world->touchings.all); k++) {
        crStreamPut(s, &crContactTable, &world->touchings.all[k]);
    }
}

// ---- flights

static void writeFlightSlots(const CrFlights *f, CrStream *s)
{
    writeU32(s, crFlightsCount(f));
    for (uint32_t i = 0; i < crFlightsCount(f); i++) {
        writeU32(s, f->tail[i].age);
        writeBool(s, crFlightLives(f, i));
    }
    writeCount(s, f->freeCount);
    for (uint32_t i = f->free; i != CR_NONE; i = f->hot[i].nextKey) {
        writeU32(s, i);
    }
}

static void writePierces(const CrPierces *pierces, CrStream *s)
{
    writeCount(s, pierces->count);
    for (int k = 0; k < pierces->count; k++) {
        crStreamPut(s, &crPiercedTable, &pierces->of[k]);
    }
}

static uint32_t keyOfPassed(const CaromWorld *world, const CrPassed *passed)
{
    return crPassedIsThere(world, passed) ? crShapeKeys(&world->shapes[passed->shape])[passed->edge]
                                          : CR_NONE;
}

static void writeExtra(const CaromWorld *world, uint32_t i, CrStream *s)
{
    CrFlightExtra extra = *crFlightExtra(&world->flights, i);
    extra.supportMark = crSupportAge(world, &extra);
    extra.passed.shape = keyOfPassed(world, &extra.passed);
    crExtraFields(s, &extra, world->flights.hot[i].mode);
    if (extra.pierces != CR_NONE) {
        writePierces(crFlightPierces(&world->flights, i), s);
    }
    if (extra.projectilePair != CR_NONE) {
        crStreamPut(s, &crProjectilePairTable, &world->projectilePairs.all[extra.projectilePair]);
    }
}

/// As if it had been examined in the last step: among sensors that move, only flights near them
/// are.
static CrSensorCrossing examined(const CaromWorld *world, uint32_t i)
{
    const CrFlight *hot = &world->flights.hot[i];
    CrSensorCrossing crossing = world->flights.crossings[i];
    bool flew = hot->start < world->time || !crossing.fresh;
    if (crMovingIndexAnySensor(world) && flew && hot->mode != CAROM_PROJECTILE_PENDING &&
        !crFlightIsStuck(world, i)) {
        crossing.crossed = world->time;
        crossing.fresh = false;
    }
    return crossing;
}

static void writeCrossing(const CaromWorld *world, uint32_t i, CrStream *s)
{
    CrSensorCrossing now = examined(world, i), *crossing = &now;
    const CrInside *nodes = world->sensors.nodes;
    uint32_t count = 0;
    for (uint32_t n = crossing->inside; n != CR_NONE; n = nodes[n].next) {
        count++;
    }
    crStreamPut(s, &crSensorCrossingTable, crossing);
    writeU32(s, count);
    for (uint32_t n = crossing->inside; n != CR_NONE; n = nodes[n].next) {
        crStreamPut(s, &crInsideTable, &nodes[n]);
    }
}

static void writeFlight(const CaromWorld *world, uint32_t i, CrStream *s)
{
    const CrFlights *f = &world->flights;
    CrFlightRecord record = {f->hot[i], f->tail[i], crFlightHasExtra(f, i),
                             crFlightExtra(f, i)->pierces != CR_NONE};
    record.hot.bounces = record.hasExtra ? 0 : record.hot.bounces; // the extra record has them
    record.hot.leg &= (uint8_t)~CR_LEG_EXTRA;
    crStreamFields(s, &crFlightRecordTable, &record);
    if (record.hasExtra) {
        writeExtra(world, i, s);
    }
    if (f->crossings != NULL) {
        writeCrossing(world, i, s);
    }
}

static void writeFlights(const CaromWorld *world, CrStream *s)
{
    uint64_t legs = world->projectilePairs.legs;
    crStreamTag(s, "FLIG");
    writeFlightSlots(&world->flights, s);
    crStreamU64(s, &legs);
    for (uint32_t i = 0; i < crFlightsCount(&world->flights); i++) {
        if (crFlightLives(&world->flights, i)) {
            writeFlight(world, i, s);
        }
    }
}

void crSnapshotWrite(const CaromWorld *world, CrStream *s)
{
    writeSettings(world, s);
    writeSurfaces(world, s);
    writeRecipes(world, s);
    writeBodies(world, s);
    writeShapes(world, s);
    writeEdits(world, s);
    writeTouchings(world, s);
    writeFlights(world, s);
    crSnapshotWriteRigid(world, s);
    crStreamTag(s, "DONE");
}
