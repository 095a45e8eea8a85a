// SPDX-License-Identifier: MIT
#include "assertions.h"
#include "flight_field_parts.h"
#include "pull.h"

static void changeTiles(FlightField *field)
{
    uint16_t tiles[4];
    for (int i = 0; i < 4; i++) {
        tiles[i] = fieldChance(field, 60) ? 0 : (uint16_t)testRandomInt(&field->random, 1, 3);
    }
    int x = testRandomInt(&field->random, 0, FIELD_TILE_SIDE - 2),
        y = testRandomInt(&field->random, 0, FIELD_TILE_SIDE - 2);
    for (int k = 0; k < field->shapeCount; k++) {
        CaromGeometry geometry;
        if (caromShapeIsValid(field->world, field->shapes[k]) &&
            caromShapeGeometry(field->world, field->shapes[k], &geometry, NULL) == CAROM_OK &&
            geometry.type == CAROM_SHAPE_TILES && fieldChance(field, 50)) {
            ck_assert_ok(caromShapeSetTiles(field->world, field->shapes[k], x, y, 2, 2, tiles));
        }
    }
}

static void moveBody(FlightField *field, CaromBodyId body)
{
    if (!caromBodyIsValid(field->world, body)) {
        return;
    }
    CaromTransform transform = caromBodyTransform(field->world, body);
    CaromVec2 by = fieldVec(field, caromVec2(1.0, 1.0));
    transform.position.x += by.x;
    transform.position.y += by.y;
    if (!(field->habits & FIELD_GRID) && fieldChance(field, 50)) {
        transform.rotation = caromRotation(testRandomRange(&field->random, -3.0, 3.0));
    }
    CaromError error = caromBodySetTransform(field->world, body, transform);
    ck_assert(error == CAROM_OK || (field->habits & FIELD_FAMILIES)); // too much for a descendant
}

void fieldPullBodies(FlightField *field, int first, int count)
{
    for (int k = first; k < field->bodyCount && k < first + count; k++) {
        if (mayPull(field->world, field->bodies[k])) {
            CaromVec2 pull = fieldVelocity(field, fieldChance(field, 20) ? 20.0 : 3.0);
            ck_assert_ok(pullBody(field->world, field->bodies[k], pull));
        }
    }
}

static void changeBody(FlightField *field)
{
    int which = testRandomInt(&field->random, 0, field->bodyCount - 1);
    CaromBodyId body = field->bodies[which];
    if (field->keeps && !field->moves[which]) {
        return;
    }
    if ((field->habits & FIELD_PULLS) && fieldChance(field, 40)) {
        fieldPullBodies(field, which, 1);
        return;
    }
    if ((field->habits & FIELD_SPINS) && fieldChance(field, 40)) {
        caromBodySetAngularVelocity(field->world, body, // refused by those that can't
                                    fieldChance(field, 20) ? 0.0 : fieldLength(field, -9.0, 9.0));
        return;
    }
    if ((field->habits & FIELD_FAMILIES) && fieldChance(field, 30)) {
        CaromBodyId parent = field->bodies[testRandomInt(&field->random, 0, field->bodyCount - 1)];
        caromBodySetParent(field->world, body, // refused by those that don't go together
                           fieldChance(field, 30) ? caromBodyDef().parent : parent);
        return;
    }
    switch (testRandomInt(&field->random, field->keeps ? 1 : 0, 9)) {
    case 0:
        caromBodyDestroy(field->world, body);
        break;
    case 1:
    case 2:
    case 3:
        moveBody(field, body);
        break;
    default:
        caromBodySetVelocity(field->world, body,
                             fieldVelocity(field, 2.0)); // refused by those that can't
        break;
    }
}

static void changeGeometry(FlightField *field, CaromShapeId shape)
{
    static const int most[] = {1, 2, 2, 9, 8, 8};
    CaromShapeType type = (CaromShapeType)testRandomInt(&field->random, 0, CAROM_SHAPE_LOOP);
    CaromVec2 points[9];
    int count = testRandomInt(&field->random, most[type] < 3 ? most[type] : 3, most[type]);
    bool isWall = type == CAROM_SHAPE_SEGMENT || type >= CAROM_SHAPE_CHAIN;
    bool isRound = type <= CAROM_SHAPE_CAPSULE;
    for (int i = 0; i < count; i++) {
        points[i] = fieldVec(field, caromVec2(2.0, 1.5));
    }
    if (type == CAROM_SHAPE_POLYGON) {
        flightStar(&field->random, points, count, fieldLength(field, 0.2, 1.2),
                   fieldChance(field, 30));
    }
    double radius = isRound || fieldChance(field, 30) ? fieldLength(field, 0.25, 0.8) : 0.0;
    CaromGeometry geometry = caromGeometry(type, points, count, radius);
    geometry.oneSided = isWall && fieldChance(field, 50);
    caromShapeSetGeometry(field->world, shape, &geometry); // some of it is refused
}

static void changeInPlace(FlightField *field)
{
    CaromShapeId shape = field->shapes[testRandomInt(&field->random, 0, field->shapeCount - 1)];
    CaromFilter filter = caromShapeDef().filter;
    if (!caromShapeIsValid(field->world, shape)) {
        return;
    }
    CaromShapeMaterial material = caromShapeMaterial(field->world, shape);
    switch (testRandomInt(&field->random, 0, 5)) {
    case 0:
        filter.category = fieldChance(field, 50) ? 1 : 2;
        filter.mask = fieldChance(field, 80) ? UINT64_MAX : 2;
        ck_assert_ok(caromShapeSetFilter(field->world, shape, filter));
        break;
    case 1:
        material.restitution = testRandomRange(&field->random, 0.0, 1.1);
        material.friction = testRandomRange(&field->random, 0.0, 2.0);
        material.bodyRestitution = material.friction > 1.0 ? 0.5 * material.restitution : 0.0;
        material.surfaceSpeed = fieldChance(field, 30) ? fieldLength(field, -3.0, 3.0) : 0.0;
        ck_assert_ok(caromShapeSetMaterial(field->world, shape, &material));
        break;
    case 2:
        ck_assert_ok(caromShapeSetSensor(field->world, shape, fieldChance(field, 50)));
        break;
    default:
        changeGeometry(field, shape);
        break;
    }
}

static void changeShapes(FlightField *field)
{
    if (field->keeps) {
        return;
    }
    if ((field->habits & FIELD_CHANGES) && fieldChance(field, 70)) {
        changeInPlace(field);
        return;
    }
    if (fieldChance(field, 40)) {
        caromShapeDestroy(field->world,
                          field->shapes[testRandomInt(&field->random, 0, field->shapeCount - 1)]);
    } else {
        CaromBodyId body = field->bodies[testRandomInt(&field->random, 0, field->bodyCount - 1)];
        if (caromBodyIsValid(field->world, body)) {
            fieldAddShape(field, body);
        }
    }
}

static void changeShot(FlightField *field)
{
    CaromProjectileId shot = field->shots[testRandomInt(&field->random, 0, field->shotCount - 1)];
    if (!caromProjectileIsValid(field->world, shot)) {
        return;
    }
    if ((field->habits & FIELD_STEERS) && fieldChance(field, 60)) {
        fieldSteer(field, shot);
        return;
    }
    switch (testRandomInt(&field->random, 0, 3)) {
    case 0:
        caromProjectileSetPosition(field->world, shot, fieldVec(field, field->half));
        break;
    case 1:
        caromProjectileDestroy(field->world, shot);
        break;
    default:
        caromProjectileSetVelocity(field->world, shot, fieldVelocity(field, 10.0));
        break;
    }
}

void flightFieldEdit(FlightField *field)
{
    if ((field->habits & FIELD_SURFACES) && fieldChance(field, 30)) {
        fieldChangeSurface(field);
        return;
    }
    if ((field->habits & FIELD_TILES) && !field->keeps && fieldChance(field, 30)) {
        changeTiles(field);
    }
    if ((field->habits & FIELD_BLASTS) && fieldChance(field, 20)) {
        CaromBlast blast = fieldBlast(field);
        ck_assert_ok(caromWorldExplode(field->world, fieldVec(field, field->half), &blast));
    }
    if ((field->habits & FIELD_CHANGES) && !field->keeps && fieldChance(field, 40)) {
        changeInPlace(field);
        return;
    }
    if ((field->habits & FIELD_TOGGLES) && !field->keeps && fieldChance(field, 40)) {
        CaromBodyId body = field->bodies[testRandomInt(&field->random, 0, field->bodyCount - 1)];
        caromBodySetEnabled(field->world, body, !caromBodyIsEnabled(field->world, body));
        return;
    }
    switch (testRandomInt(&field->random, 0, 9)) {
    case 0:
        caromWorldSetGravity(field->world, caromVec2(0.0, fieldLength(field, -12.0, 4.0)));
        break;
    case 1:
    case 2:
        changeShapes(field);
        break;
    case 3:
    case 4:
        changeShot(field);
        break;
    case 5:
    case 6:
        fieldAddShot(field);
        break;
    default:
        changeBody(field);
        break;
    }
}

// ---- a field that lasts for ever

static void forgetBodies(FlightField *field)
{
    int count = 0;
    for (int k = 0; k < field->bodyCount; k++) {
        if (caromBodyIsValid(field->world, field->bodies[k])) {
            field->moves[count] = field->moves[k];
            field->bodies[count++] = field->bodies[k];
        }
    }
    field->bodyCount = count;
}

static void forgetShapes(FlightField *field)
{
    int count = 0;
    for (int k = 0; k < field->shapeCount; k++) {
        if (caromShapeIsValid(field->world, field->shapes[k])) {
            field->shapes[count++] = field->shapes[k];
        }
    }
    field->shapeCount = count;
}

static void forgetShots(FlightField *field)
{
    int count = 0;
    for (int k = 0; k < field->shotCount; k++) {
        if (caromProjectileIsValid(field->world, field->shots[k])) {
            field->defs[count] = field->defs[k];
            field->shots[count++] = field->shots[k];
        }
    }
    field->shotCount = count;
}

void flightFieldRenew(FlightField *field)
{
    forgetBodies(field);
    forgetShapes(field);
    if (!caromBodyIsValid(field->world, field->room) && field->bodyCount < FLIGHT_BODIES &&
        field->shapeCount + 4 <= FLIGHT_SHAPES) {
        fieldAddRoom(field);
    }
    while (field->shapeCount < 8) {
        if (field->bodyCount == FLIGHT_BODIES) {
            ck_assert_ok(caromBodyDestroy(field->world, field->bodies[1]));
            forgetBodies(field);
            forgetShapes(field);
        }
        fieldAddBody(field);
    }
    forgetShots(field);
    while (field->shotCount < 4) {
        fieldAddShot(field);
    }
}
