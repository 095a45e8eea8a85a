// SPDX-License-Identifier: MIT
// Debug draw: calls a game's callbacks for everything in the world.
#include "../broadphase/grid_tiles.h"
#include "api/draw.h"
#include "api/worlds.h"
#include "bodies/shape.h"
#include "contacts/contact_list.h"
#include "rigid/rigid_contacts.h"
#include "data/query_lock.h"
#include "flight/leg.h"
#include "geometry/shape_view.h"
#include "index/moving_index.h"
#include "support/stick.h"

static void tellKind(const CaromDebugDraw *draw, CaromDrawKind kind)
{
    if (draw->kind != NULL) {
        draw->kind(draw->context, kind);
    }
}

// ---- the grid

static void drawTile(const CaromDebugDraw *draw, const CrGridTile *tile, double size)
{
    for (int cell = 0; cell < CR_TILE_CELLS; cell++) {
        if (crCellHolds(tile, (uint32_t)cell)) {
            double x = (double)tile->x * CR_TILE_SIZE + cell % CR_TILE_SIZE;
            double y = (double)tile->y * CR_TILE_SIZE + cell / CR_TILE_SIZE;
            CaromBox box = {{x * size, y * size}, {(x + 1.0) * size, (y + 1.0) * size}};
            tellKind(draw, CAROM_DRAW_CELL);
            draw->cell(draw->context, box);
        }
    }
}

static void drawCells(const CaromWorld *world, const CaromDebugDraw *draw)
{
    const CrTable *tiles = &world->grid.tiles;
    for (uint32_t i = 0; i < crTableSize(tiles) && draw->cell != NULL; i++) {
        if (tiles->slots[i].tile != NULL) {
            drawTile(draw, tiles->slots[i].tile, world->grid.cellSize);
        }
    }
}

// ---- shapes

static CaromDrawKind kindOf(const CaromWorld *world, const CrShape *shape)
{
    if (shape->sensor) {
        return CAROM_DRAW_SENSOR;
    }
    const CrBody *body = &world->bodies[shape->body];
    return body->type == CAROM_BODY_STATIC        ? CAROM_DRAW_STATIC
           : body->type == CAROM_BODY_KINEMATIC   ? CAROM_DRAW_KINEMATIC
           : world->rigids.all[body->rigid].awake ? CAROM_DRAW_DYNAMIC
                                                  : CAROM_DRAW_ASLEEP;
}

/// A line, or what is within a radius of it.
static void drawEdge(const CaromDebugDraw *draw, const CrEdge *edge, const CrPose *pose,
                     CaromShapeId id, CaromDrawKind kind)
{
    CaromVec2 a = crPoseToWorld(pose, edge->a), b = crPoseToWorld(pose, edge->b);
    if (edge->reach > 0.0 && draw->capsule != NULL) {
        tellKind(draw, kind);
        draw->capsule(draw->context, a, b, edge->reach, id);
    } else if (edge->reach == 0.0 && draw->segment != NULL) {
        tellKind(draw, kind);
        draw->segment(draw->context, a, b, id);
    }
}

static void drawShape(const CaromDebugDraw *draw, const CrShape *shape, const CrPose *pose,
                      CaromShapeId id, CaromDrawKind kind)
{
    const CaromVec2 *p = shape->baked;
    if (shape->type == CAROM_SHAPE_CIRCLE) {
        if (draw->circle != NULL) {
            tellKind(draw, kind);
            draw->circle(draw->context, crPoseToWorld(pose, p[0]), shape->radius, id);
        }
        return;
    }
    bool isPolygon = shape->type == CAROM_SHAPE_POLYGON;
    if (isPolygon && draw->polygon != NULL) {
        tellKind(draw, kind);
        draw->polygon(draw->context, p, shape->pointCount, crPoseTransform(pose), id);
    }
    for (int e = 0; e < shape->edgeCount && (!isPolygon || shape->radius > 0.0); e++) {
        CrEdge edge = crShapeEdge(shape, e, 0.0);
        drawEdge(draw, &edge, pose, id, kind);
    }
}

static void drawShapes(const CaromWorld *world, const CaromDebugDraw *draw)
{
    for (uint32_t s = 0; s < crSlotsCount(&world->shapeSlots); s++) {
        if (world->shapeSlots.live[s] && !world->bodies[world->shapes[s].body].disabled) {
            const CrShape *shape = &world->shapes[s];
            CrPose pose = crBodyPose(&world->bodies[shape->body], world->queryTime);
            drawShape(draw, shape, &pose, crShapeIdOf(world, s), kindOf(world, shape));
        }
    }
}

// ---- projectiles

static void drawFlights(const CaromWorld *world, const CaromDebugDraw *draw)
{
    const CrFlights *f = &world->flights;
    for (uint32_t i = 0; i < crFlightsCount(f) && draw->projectile != NULL; i++) {
        if (crFlightLives(f, i)) {
            CaromProjectileMode mode = (CaromProjectileMode)f->hot[i].mode;
            tellKind(draw, (CaromDrawKind)((int)CAROM_DRAW_PROJECTILE + (int)mode));
            draw->projectile(draw->context, crFlightWhere(world, i, world->queryTime),
                             world->flightDefs[f->hot[i].flightDef].def.radius,
                             crProjectileIdOf(world, i), mode);
        }
    }
}

// ---- what moves, what touches

static void drawVelocity(const CaromDebugDraw *draw, CaromVec2 from, CaromVec2 velocity)
{
    if (velocity.x != 0.0 || velocity.y != 0.0) {
        tellKind(draw, CAROM_DRAW_VELOCITY);
        draw->velocity(draw->context, from, velocity);
    }
}

static void drawVelocities(const CaromWorld *world, const CaromDebugDraw *draw)
{
    const CrFlights *f = &world->flights;
    for (uint32_t b = 0; b < crSlotsCount(&world->bodySlots); b++) {
        if (world->bodySlots.live[b] && world->bodies[b].type != CAROM_BODY_STATIC) {
            CaromVec2 from = caromBodyPoint(world, crBodyIdOf(world, b), crVec(0.0, 0.0));
            drawVelocity(draw, from, crBodyVelocityAt(&world->bodies[b], world->queryTime, from));
        }
    }
    for (uint32_t i = 0; i < crFlightsCount(f); i++) {
        if (crFlightLives(f, i) && f->hot[i].mode != CAROM_PROJECTILE_PENDING) {
            CaromProjectileId id = crProjectileIdOf(world, i);
            drawVelocity(draw, crFlightWhere(world, i, world->queryTime),
                         caromProjectileVelocity(world, id));
        }
    }
}

static void drawContact(const CaromDebugDraw *draw, const CaromContact *contact)
{
    for (int k = 0; k < contact->manifold.count; k++) {
        tellKind(draw, CAROM_DRAW_CONTACT);
        draw->contact(draw->context, contact->manifold.points[k].point, contact->manifold.normal,
                      contact->shapeA, contact->shapeB);
    }
}

static void drawContacts(const CaromWorld *world, const CaromDebugDraw *draw)
{
    static const CaromShapeId nobody;
    CaromEvents events = caromWorldEvents(world);
    for (int k = 0; k < crArrayCount(world->touchings.all); k++) {
        const CrContact *touching = &world->touchings.all[k];
        if (touching->kind != CR_CONTACT_SOLVED && crContactIsCurrent(world, touching)) {
            CaromContact contact = crContactTold(world, touching);
            drawContact(draw, &contact);
        }
    }
    for (int i = -1; (i = crRigidContactAfter(world, i)) >= 0;) {
        CaromContact contact;
        crRigidContactTold(world, i, &contact);
        drawContact(draw, &contact);
    }
    for (int k = 0; k < events.hitCount; k++) {
        const CaromHitEvent *hit = &events.hits[k];
        tellKind(draw, CAROM_DRAW_CONTACT);
        draw->contact(draw->context, hit->point, hit->normal, hit->shape, nobody);
    }
    for (int k = 0; k < events.impactCount; k++) {
        const CaromImpactEvent *impact = &events.impacts[k];
        tellKind(draw, CAROM_DRAW_IMPACT);
        draw->contact(draw->context, impact->point, impact->normal, impact->shapeA, impact->shapeB);
    }
}

CaromError caromWorldDraw(const CaromWorld *world, const CaromDebugDraw *draw)
{
    if (world == NULL || draw == NULL) {
        return crComplain(world, CAROM_ERROR_NULL, "caromWorldDraw");
    }
    crAskBegin(world);
    drawCells(world, draw);
    drawShapes(world, draw);
    drawFlights(world, draw);
    if (draw->velocity != NULL) {
        drawVelocities(world, draw);
    }
    if (draw->contact != NULL) {
        drawContacts(world, draw);
    }
    crAskEnd(world);
    return CAROM_OK;
}
