// SPDX-License-Identifier: MIT
#include "rigid_pairs.h"

#include "rigid_contact.h"

#include "../shapes/array.h"
#include "../shapes/inline.h"
#include "../shapes/sort.h"

/// Boxes of small shapes are larger by this part of their extent at most.
#define FAT_EXTENTS 0.125
#define MANY_IN_GRID 8 ///< if this part of the boxes has moved, all are compared
#define AHEAD 8        ///< contacts whose boxes are asked for ahead
#define MANY 64 ///< if a part of the contacts is as many as shapes have moved, all are looked at

/// What was moved, when it gets its box.
enum { HAD_NONE = 1, HAD_BOX };

/// Past a coordinate, however it is rounded to float.
static float below(double x)
{
    return (float)(x - crAbs(x) * 0x1p-23 - 1e-30);
}

static float above(double x)
{
    return (float)(x + crAbs(x) * 0x1p-23 + 1e-30);
}

static double slackOf(const CrDynamics *d, const CrRigidTraits *traits)
{
    return crMin((double)d->settings.fatMargin, FAT_EXTENTS * (double)traits->extent);
}

/// The box of a shape over the tick, by the velocity that it begins with; and around that all
/// places up to which it keeps the box, with half of the gap from which on contacts are solved.
static CrFatBox fatBox(const CrDynamics *d, int shape, double interval)
{
    const CrRigidShape *s = &d->shapes.shape[shape];
    const CrRigidPose *pose = &d->bodies.pose[s->body];
    const CrRigidTraits *traits = &d->bodies.traits[s->body];
    CrRigidVelocity v = d->bodies.velocity[s->body];
    double minX = 1e300, minY = 1e300, maxX = -1e300, maxY = -1e300;
    for (int i = 0; i < s->shape.count; i++) {
        double lx = (double)s->shape.x[i], ly = (double)s->shape.y[i];
        double x = pose->c * lx - pose->s * ly, y = pose->s * lx + pose->c * ly;
        minX = crMin(minX, x), maxX = crMax(maxX, x);
        minY = crMin(minY, y), maxY = crMax(maxY, y);
    }
    bool isStatic = traits->type == CR_RIGID_STATIC;
    double more = (double)s->shape.radius + 0.5 * (double)d->settings.margin + 1e-5;
    more += isStatic ? 0.0 : slackOf(d, traits) + crAbs(v.spin) * (double)s->extent * interval;
    double dx = isStatic ? 0.0 : v.x * interval, dy = isStatic ? 0.0 : v.y * interval;
    CrFatBox box = {below(pose->x + minX - more + crMin(dx, 0.0)),
                    below(pose->y + minY - more + crMin(dy, 0.0)),
                    above(pose->x + maxX + more + crMax(dx, 0.0)),
                    above(pose->y + maxY + more + crMax(dy, 0.0))};
    return box;
}

static CaromBox boxOf(const CrFatBox *fat)
{
    CaromBox box = {{(double)fat->minX, (double)fat->minY}, {(double)fat->maxX, (double)fat->maxY}};
    return box;
}

static bool isAsleep(const CrDynamics *d, int body)
{
    return (d->bodies.traits[body].flags & CR_RIGID_ASLEEP) != 0;
}

static bool isStatic(const CrDynamics *d, int shape)
{
    return d->bodies.traits[d->shapes.shape[shape].body].type == CR_RIGID_STATIC;
}

static bool hasBox(const CrDynamics *d, int shape)
{
    return d->shapes.fat[shape].minX <= d->shapes.fat[shape].maxX;
}

// ---- boxes of static shapes, and of sleepers

static void stillAdd(CrDynamics *d, int shape)
{
    if (!d->pairs.stillStale) {
        (void)crBoxCellsInsert(&d->pairs.still, (uint32_t)shape, boxOf(&d->shapes.fat[shape]));
    }
    d->pairs.stillTurn++;
}

static void stillRemove(CrDynamics *d, int shape)
{
    if (!d->pairs.stillStale) {
        crBoxCellsRemove(&d->pairs.still, (uint32_t)shape, boxOf(&d->shapes.fat[shape]));
    }
    d->pairs.stillTurn++;
}

bool crPairsReserveIdle(CrDynamics *d, int shapes)
{
    return crBoxCellsReserve(&d->pairs.idle, shapes) == CAROM_OK;
}

static void idleAdd(CrDynamics *d, int shape)
{
    if (!d->pairs.idleStale) {
        (void)crBoxCellsInsert(&d->pairs.idle, (uint32_t)shape, boxOf(&d->shapes.fat[shape]));
    }
    d->pairs.idleTurn++;
}

static void idleRemove(CrDynamics *d, int shape)
{
    if (!d->pairs.idleStale) {
        crBoxCellsRemove(&d->pairs.idle, (uint32_t)shape, boxOf(&d->shapes.fat[shape]));
    }
    d->pairs.idleTurn++;
}

void crPairsFallAsleep(CrDynamics *d, int body)
{
    for (int s = d->bodies.traits[body].firstShape; s; s = d->shapes.shape[s].next) {
        if (hasBox(d, s)) {
            idleAdd(d, s);
        }
    }
}

void crPairsWake(CrDynamics *d, int body)
{
    for (int s = d->bodies.traits[body].firstShape; s; s = d->shapes.shape[s].next) {
        if (hasBox(d, s)) {
            idleRemove(d, s);
        }
    }
}

void crPairsDropBox(CrDynamics *d, int shape)
{
    if (hasBox(d, shape) && isStatic(d, shape)) {
        stillRemove(d, shape);
    } else if (hasBox(d, shape) && isAsleep(d, d->shapes.shape[shape].body)) {
        idleRemove(d, shape);
    }
    d->shapes.fat[shape] = crFatBoxNone();
}

/// After a state of other static shapes was restored. No memory: nothing changes.
static CaromError fillStill(CrDynamics *d)
{
    crBoxCellsClear(&d->pairs.still);
    for (int s = 1; s < crArrayCount(d->shapes.shape); s++) {
        if (d->shapes.shape[s].body && isStatic(d, s) && hasBox(d, s) &&
            crBoxCellsInsert(&d->pairs.still, (uint32_t)s, boxOf(&d->shapes.fat[s]))) {
            return CAROM_ERROR_MEMORY;
        }
    }
    d->pairs.stillStale = false;
    return CAROM_OK;
}

/// After a state was restored. No memory: nothing changes.
static CaromError fillIdle(CrDynamics *d)
{
    crBoxCellsClear(&d->pairs.idle);
    for (int s = 1; s < crArrayCount(d->shapes.shape); s++) {
        int body = d->shapes.shape[s].body;
        if (body && isAsleep(d, body) && hasBox(d, s) &&
            crBoxCellsInsert(&d->pairs.idle, (uint32_t)s, boxOf(&d->shapes.fat[s]))) {
            return CAROM_ERROR_MEMORY;
        }
    }
    d->pairs.idleStale = false;
    return CAROM_OK;
}

// ---- boxes that change

void crPairsRenew(CrDynamics *d, int shape)
{
    CrRigidShape *s = &d->shapes.shape[shape];
    crPairsDropBox(d, shape);
    if (!s->isPending) {
        s->isPending = true;
        crArrayPush(d->pairs.pending, shape);
    }
}

static void addShape(CrDynamics *d, int shape, double interval)
{
    CrPairs *pairs = &d->pairs;
    if (!pairs->isMoved[shape]) {
        pairs->isMoved[shape] = 1;
        crArrayPush(pairs->moved, shape);
        pairs->next[shape] = fatBox(d, shape, interval);
    }
}

/// All shapes of a body that moves get new boxes at once.
static void addMoved(CrDynamics *d, int body, double interval)
{
    for (int s = d->bodies.traits[body].firstShape; s; s = d->shapes.shape[s].next) {
        addShape(d, s, interval);
    }
}

/// A map has as many shapes as edges.
static void addPending(CrDynamics *d, int shape, double interval)
{
    if (isStatic(d, shape)) {
        addShape(d, shape, interval);
    } else if (!d->pairs.isMoved[shape]) {
        addMoved(d, d->shapes.shape[shape].body, interval);
    }
}

static bool hasLeft(const CrDynamics *d, int body)
{
    const CrRigidTraits *traits = &d->bodies.traits[body];
    const CrRigidPose *pose = &d->bodies.pose[body];
    double slack = slackOf(d, traits);
    double turned = traits->flags & CR_RIGID_ROUND ? 0.0 : crAbs(pose->angle - traits->fatAngle);
    return crAbs(pose->x - traits->fatX) + crAbs(pose->y - traits->fatY) +
               turned * (double)traits->extent >
           slack;
}

static void listMoved(CrDynamics *d, double interval)
{
    crArraySetCount(d->pairs.moved, 0);
    for (int i = 0; i < crArrayCount(d->bodies.moving); i++) {
        int body = d->bodies.moving[i];
        if (hasLeft(d, body)) {
            addMoved(d, body, interval);
        }
    }
    for (int i = 0; i < crArrayCount(d->pairs.pending); i++) {
        addPending(d, d->pairs.pending[i], interval);
    }
}

static void unlistMoved(CrDynamics *d)
{
    for (int i = 0; i < crArrayCount(d->pairs.moved); i++) {
        d->pairs.isMoved[d->pairs.moved[i]] = 0;
    }
    crArraySetCount(d->pairs.moved, 0);
}

static const CrFatBox *nextBox(const CrDynamics *d, int shape)
{
    return d->pairs.isMoved[shape] ? &d->pairs.next[shape] : &d->shapes.fat[shape];
}

/// Adds a box to those of the grid, now and before, if the shape has one.
static void addToGrid(CrDynamics *d, int shape)
{
    const CrFatBox *box = nextBox(d, shape);
    if (box->minX <= box->maxX) {
        d->pairs.next[shape] = *box;
        crArrayPush(d->pairs.inGrid, shape);
    }
}

/// All that ticks move, and sleepers that get new boxes: in `idle` they have the old ones.
static bool fillGrid(CrDynamics *d)
{
    CrPairs *pairs = &d->pairs;
    crArraySetCount(pairs->inGrid, 0);
    for (int i = 0; i < crArrayCount(d->bodies.moving); i++) {
        int body = d->bodies.moving[i];
        for (int s = d->bodies.traits[body].firstShape; s; s = d->shapes.shape[s].next) {
            addToGrid(d, s);
        }
    }
    for (int i = 0; i < crArrayCount(pairs->moved); i++) {
        if (isAsleep(d, d->shapes.shape[pairs->moved[i]].body)) {
            addToGrid(d, pairs->moved[i]);
        }
    }
    return crPairGridFill(&pairs->grid, pairs->inGrid, crArrayCount(pairs->inGrid), pairs->next,
                          d->shapes.fat, &d->allocator);
}

static bool mayTouch(const CrDynamics *d, int a, int b)
{
    int bodyA = d->shapes.shape[a].body, bodyB = d->shapes.shape[b].body;
    return bodyA != bodyB && (d->bodies.traits[bodyA].type == CR_RIGID_DYNAMIC ||
                              d->bodies.traits[bodyB].type == CR_RIGID_DYNAMIC);
}

/// A number for each pair, none twice: multiplying by odd numbers and xor-shifts can be undone.
static uint64_t scatter(int a, int b)
{
    uint64_t k = (uint64_t)(uint32_t)a << 32 | (uint32_t)b;
    k *= 0x9E3779B97F4A7C15u;
    k ^= k >> 29;
    k *= 0xBF58476D1CE4E5B9u;
    return k ^ k >> 32;
}

static bool addPair(CrDynamics *d, int i, int j)
{
    if (!mayTouch(d, i, j)) {
        return true;
    }
    if (!crArrayGrow(d->pairs.found, 1, &d->allocator)) {
        return false;
    }
    CrNewPair pair = {0, i < j ? i : j, i < j ? j : i};
    pair.order = scatter(pair.a, pair.b);
    crArrayPush(d->pairs.found, pair);
    return true;
}

static bool isNew(const CrDynamics *d, int i, int j)
{
    const CrFatBox *fat = d->shapes.fat;
    return !crFatBoxesOverlap(&fat[i], &fat[j]) && crFatBoxesOverlap(nextBox(d, i), nextBox(d, j));
}

/// Static shapes, or sleepers, that keep their boxes.
static bool searchCells(CrDynamics *d, const CrBoxCells *cells, int shape)
{
    CrBoxCellsWalk walk;
    uint32_t key;
    crBoxCellsStart(&walk, cells, boxOf(nextBox(d, shape)));
    while (crBoxCellsNext(&walk, &key)) {
        if (!d->pairs.isMoved[key] && isNew(d, shape, (int)key) && !addPair(d, shape, (int)key)) {
            return false;
        }
    }
    return true;
}

/// Where many have moved, all of the grid are compared, else those with others; static ones are not
/// in it.
static bool searchGrid(CrDynamics *d, bool all)
{
    CrPairs *pairs = &d->pairs;
    crArraySetCount(pairs->grid.found, 0);
    if (all && !crPairGridFindAll(&pairs->grid, &d->allocator)) {
        return false;
    }
    for (int i = 0; i < crArrayCount(pairs->moved); i++) {
        int s = pairs->moved[i];
        if ((!all || isStatic(d, s)) &&
            !crPairGridFindOf(&pairs->grid, s, &pairs->next[s], &d->shapes.fat[s], &d->allocator)) {
            return false;
        }
    }
    return true;
}

/// Two that both have moved are found twice where not all are compared; but not if one is static,
/// since that is not in the grid.
static bool takeFound(CrDynamics *d, bool all)
{
    const CrPairs *pairs = &d->pairs;
    for (int i = 0; i < crArrayCount(pairs->grid.found); i++) {
        CrIndexPair pair = pairs->grid.found[i];
        bool twice = !isStatic(d, pair.a) && !all && pair.b <= pair.a;
        if (!(twice && pairs->isMoved[pair.b]) && !addPair(d, pair.a, pair.b)) {
            return false;
        }
    }
    return true;
}

static CaromError searchAll(CrDynamics *d)
{
    CrPairs *pairs = &d->pairs;
    for (int i = 0; i < crArrayCount(pairs->moved); i++) {
        int shape = pairs->moved[i];
        if ((!isStatic(d, shape) && !searchCells(d, &pairs->still, shape)) ||
            (pairs->idle.count > 0 && !searchCells(d, &pairs->idle, shape))) {
            return CAROM_ERROR_MEMORY;
        }
    }
    if (!fillGrid(d)) {
        return CAROM_ERROR_MEMORY;
    }
    bool all = crArrayCount(pairs->moved) > crArrayCount(pairs->inGrid) / MANY_IN_GRID;
    return searchGrid(d, all) && takeFound(d, all) ? CAROM_OK : CAROM_ERROR_MEMORY;
}

static bool comesFirst(const void *context, int a, int b)
{
    const CrNewPair *pairs = context;
    return pairs[a].order < pairs[b].order;
}

/// Pairs in an order that depends on the shapes alone, and is scattered over the scene.
static bool sortFound(CrDynamics *d)
{
    CrPairs *pairs = &d->pairs;
    int count = crArrayCount(pairs->found);
    int room = count <= crArrayCapacity(pairs->spare) ? 0 : count + count / 2;
    if (room && (!crArrayReserve(pairs->order, room, &d->allocator) ||
                 !crArrayReserve(d->fresh, room, &d->allocator) ||
                 !crArrayReserve(pairs->spare, room, &d->allocator))) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        pairs->order[i] = i;
    }
    if (count > 0) {
        crSortInts(comesFirst, pairs->found, pairs->order, pairs->spare, count);
    }
    return true;
}

/// Contacts of a shape whose boxes have parted.
static void destroyParted(CrDynamics *d, int shape)
{
    int at = d->bodies.traits[d->shapes.shape[shape].body].firstContact;
    while (at >= 0) {
        const CrRigidContact *contact = &d->contacts.contact[at >> 1];
        int next = contact->next[at & 1];
        if ((contact->shapeA == shape || contact->shapeB == shape) &&
            !crFatBoxesOverlap(&d->shapes.fat[contact->shapeA], &d->shapes.fat[contact->shapeB])) {
            crRigidContactDestroy(d, at >> 1);
        }
        at = next;
    }
}

/// The same for all shapes that moved, where these are many: contacts lie side by side in memory,
/// those of a body do not.
static void destroyAllParted(CrDynamics *d)
{
    const CrFatBox *fat = d->shapes.fat;
    int count = crArrayCount(d->contacts.contact);
    for (int i = 0; i < count; i++) {
        const CrRigidContact *contact = &d->contacts.contact[i];
        if (i + AHEAD < count) {
            CR_PREFETCH(&fat[contact[AHEAD].shapeA]);
            CR_PREFETCH(&fat[contact[AHEAD].shapeB]);
        }
        if ((contact->flags & CR_RIGID_CONTACT_USED) &&
            (d->pairs.isMoved[contact->shapeA] || d->pairs.isMoved[contact->shapeB]) &&
            !crFatBoxesOverlap(&fat[contact->shapeA], &fat[contact->shapeB])) {
            crRigidContactDestroy(d, i);
        }
    }
}

/// Room for static shapes and sleepers that get new boxes.
static bool reserveCells(CrDynamics *d)
{
    int still = 0, asleep = 0;
    for (int i = 0; i < crArrayCount(d->pairs.moved); i++) {
        int shape = d->pairs.moved[i];
        still += isStatic(d, shape);
        asleep += isAsleep(d, d->shapes.shape[shape].body);
    }
    return crBoxCellsReserve(&d->pairs.still, still) == CAROM_OK && crPairsReserveIdle(d, asleep);
}

static void takeBox(CrDynamics *d, int shape, int body)
{
    crPairsDropBox(d, shape);
    d->shapes.fat[shape] = d->pairs.next[shape];
    if (isStatic(d, shape)) {
        stillAdd(d, shape);
    } else if (isAsleep(d, body)) {
        idleAdd(d, shape);
    }
}

/// From here on nothing fails.
static void commit(CrDynamics *d)
{
    CrPairs *pairs = &d->pairs;
    for (int i = 0; i < crArrayCount(pairs->moved); i++) {
        int shape = pairs->moved[i], body = d->shapes.shape[shape].body;
        pairs->isMoved[shape] = hasBox(d, shape) ? HAD_BOX : HAD_NONE;
        takeBox(d, shape, body);
        d->shapes.shape[shape].isPending = false;
        d->bodies.traits[body].fatX = d->bodies.pose[body].x;
        d->bodies.traits[body].fatY = d->bodies.pose[body].y;
        d->bodies.traits[body].fatAngle = d->bodies.pose[body].angle;
    }
    bool many = crArrayCount(pairs->moved) > crArrayCount(d->contacts.contact) / MANY;
    if (many) {
        destroyAllParted(d);
    }
    for (int i = 0; i < crArrayCount(pairs->moved) && !many; i++) {
        if (pairs->isMoved[pairs->moved[i]] == HAD_BOX) { // others have no contacts
            destroyParted(d, pairs->moved[i]);
        }
    }
    for (int i = 0; i < crArrayCount(pairs->found); i++) {
        const CrNewPair *pair = &pairs->found[pairs->order[i]];
        crArrayPush(d->fresh, crRigidContactMake(d, pair->a, pair->b));
    }
    crArraySetCount(pairs->pending, 0);
}

CaromError crPairsFind(CrDynamics *d, double interval)
{
    CrPairs *pairs = &d->pairs;
    listMoved(d, interval);
    crArraySetCount(pairs->found, 0);
    d->counts.moved = crArrayCount(pairs->moved);
    CaromError error = pairs->idleStale ? fillIdle(d) : CAROM_OK;
    error = !error && pairs->stillStale ? fillStill(d) : error;
    if (!error && d->counts.moved > 0) {
        error = searchAll(d);
    }
    if (!error && !reserveCells(d)) {
        error = CAROM_ERROR_MEMORY;
    }
    if (!error && (!sortFound(d) || !crRigidContactsReserve(d, crArrayCount(pairs->found)))) {
        error = CAROM_ERROR_MEMORY;
    }
    if (!error) {
        crArraySetCount(d->fresh, 0);
        commit(d);
        d->counts.newPairs = crArrayCount(pairs->found);
    }
    unlistMoved(d);
    return error;
}
