// SPDX-License-Identifier: MIT
// A case as a world, its queries and flights, and their answers as plain numbers.
#include "case.h"

#include <math.h>
#include <string.h>

// ---- building

static CaromShapeId buildTiles(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                               const CaseShape *shape)
{
    CaromTileMap map = {shape->columns,   shape->rows,  shape->size,
                        shape->points[0], shape->tiles, shape->radius};
    return caromShapeCreateTiles(world, body, def, &map);
}

static CaromGeometry geometryOf(const CaseShape *shape)
{
    static const CaromShapeType types[] = {
        [CASE_CIRCLE] = CAROM_SHAPE_CIRCLE,   [CASE_CAPSULE] = CAROM_SHAPE_CAPSULE,
        [CASE_SEGMENT] = CAROM_SHAPE_SEGMENT, [CASE_WALL] = CAROM_SHAPE_SEGMENT,
        [CASE_CHAIN] = CAROM_SHAPE_CHAIN,     [CASE_LOOP] = CAROM_SHAPE_LOOP,
        [CASE_POLYGON] = CAROM_SHAPE_POLYGON};
    if (shape->kind == CASE_REGION) {
        return caromGeometryRegion(shape->points, shape->ringEnds, shape->ringCount, shape->radius);
    }
    CaromGeometry geometry =
        caromGeometry(types[shape->kind], shape->points, shape->count, shape->radius);
    bool isChain = shape->kind == CASE_CHAIN || shape->kind == CASE_LOOP;
    geometry.oneSided = shape->kind == CASE_WALL || (isChain && shape->oneSided);
    return geometry;
}

static CaromShapeId buildShape(CaromWorld *world, CaromBodyId body, const CaseShape *shape,
                               void *userData)
{
    CaromShapeDef def = caromShapeDef();
    def.userData = userData;
    def.sensor = shape->sensor;
    def.density = shape->density;
    def.friction = shape->friction;
    def.restitution = shape->restitution;
    if (shape->kind == CASE_TILE_MAP) {
        return buildTiles(world, body, &def, shape);
    }
    CaromGeometry geometry = geometryOf(shape);
    return caromShapeCreate(world, body, &def, &geometry);
}

static CaromBodyId buildBody(CaromWorld *world, const CaseBody *body)
{
    CaromBodyDef def = caromBodyDef();
    def.type = body->dynamic ? CAROM_BODY_DYNAMIC
               : body->moves ? CAROM_BODY_KINEMATIC
                             : CAROM_BODY_STATIC;
    def.velocity = body->velocity;
    def.angularVelocity = body->spin;
    CaromBodyId id = caromBodyCreate(world, &def);
    caromBodySetTransform(world, id, body->transform);
    return id;
}

/// What is refused, as a case that was drawn may be, is left out; the first is remembered.
static void noteRefused(void *context, CaromError error, const char *function, const char *text)
{
    CaseWorld *built = context;
    (void)error, (void)function;
    if (built->refusedLine == 0) {
        built->refusedLine = built->line;
        snprintf(built->refused, sizeof built->refused, "%s", text);
    }
}

bool caseCreate(CaseWorld *built, const Case *scene)
{
    CaromWorldDef def = caromWorldDef();
    memset(built, 0, sizeof *built);
    def.log = noteRefused;
    def.logContext = built;
    def.gravity = scene->gravity;
    def.eventWindow = fmin(fmax(def.eventWindow * scene->duration / 4.0, 1e-6), 1e6);
    def.tag = 1;
    built->world = caromWorldCreate(&def, NULL);
    return built->world != NULL;
}

void caseFill(CaseWorld *built, const Case *scene, const int *order)
{
    CaromBodyId bodies[CASE_BODIES];
    for (int i = 0; i < scene->bodyCount; i++) {
        built->line = scene->bodies[i].line;
        bodies[i] = buildBody(built->world, &scene->bodies[i]);
    }
    for (int k = 0; k < scene->shapeCount; k++) {
        int i = order ? order[k] : k;
        const CaseShape *shape = &scene->shapes[i];
        void *name = (void *)(uintptr_t)(i + 1);
        built->line = shape->line;
        built->shapes[i] = buildShape(built->world, bodies[shape->body], shape, name);
    }
}

void caseFree(CaseWorld *built)
{
    caromWorldDestroy(built->world);
    built->world = NULL;
}

static int nameOf(const void *userData)
{
    return (int)(uintptr_t)userData - 1;
}

int caseShapeOf(const CaromWorld *world, CaromShapeId shape)
{
    return nameOf(caromShapeUserData(world, shape));
}

// ---- answers

static CaseAnswer *addAnswer(CaseAnswers *answers, CaseAnswerKind kind, int ask, int shape)
{
    CaseAnswer blank = {.kind = kind, .ask = ask, .shape = shape};
    CaseAnswer *answer = &answers->list[answers->count];
    bool fits = answers->count < CASE_ANSWERS;
    answers->count += fits;
    answers->overflow = answers->overflow || !fits;
    *answer = blank;
    return answer;
}

static void addHit(CaseAnswers *answers, CaseAnswerKind kind, int ask, const CaromHit *hit)
{
    CaseAnswer *answer = addAnswer(answers, kind, ask, nameOf(hit->userData));
    answer->fraction = hit->fraction;
    answer->exitFraction = hit->exitFraction;
    answer->time = hit->time;
    answer->length = hit->distance;
    answer->point = hit->point;
    answer->hasPoint = true;
    answer->normal = hit->normal;
    answer->feature = hit->feature;
    answer->vertex = hit->vertex;
    answer->marks = (hit->startsInside ? 1u : 0u) | (hit->leaves ? 2u : 0u);
    if (hit->leaves || (hit->exitFraction > 0.0 && hit->exitFraction < CAROM_FOREVER)) {
        answer->second = hit->exitPoint;
        answer->hasSecond = true;
        answer->exitNormal = hit->exitNormal;
    }
}

enum { FOUND = CASE_SHAPES };

static CaromQueryOptions optionsOf(const CaseAsk *ask)
{
    CaromQueryOptions options = caromQueryOptions();
    options.inside = ask->inside;
    options.exits = ask->exits;
    return options;
}

static CaromGeometry boxOf(const CaseAsk *q, CaromVec2 corners[4])
{
    for (int i = 0; i < 4; i++) {
        double x = i == 0 || i == 3 ? -q->half.x : q->half.x;
        corners[i] = caromVec2(q->at.x + x, q->at.y + (i < 2 ? -q->half.y : q->half.y));
    }
    return caromGeometry(CAROM_SHAPE_POLYGON, corners, 4, q->radius);
}

static int castOf(const CaromWorld *world, const CaseAsk *q, CaromHit *hits, int capacity)
{
    CaromVec2 corners[4];
    CaromGeometry box;
    switch (q->kind) {
    case CASE_RAY:
        return q->radius > 0.0
                   ? caromWorldCastCircle(world, q->at, q->radius, q->way, optionsOf(q), hits,
                                          capacity)
                   : caromWorldCastRay(world, q->at, q->way, optionsOf(q), hits, capacity);
    case CASE_ARC:
        return caromWorldCastArc(world, q->at, q->radius, q->way, q->acceleration, q->duration,
                                 optionsOf(q), hits, capacity);
    default:
        box = boxOf(q, corners);
        return q->angle == 0.0
                   ? caromWorldCastShape(world, &box, q->way, optionsOf(q), hits, capacity)
                   : caromWorldCastTurning(world, &box, q->at, q->way, q->angle, optionsOf(q), hits,
                                           capacity);
    }
}

static void answerCast(const CaseWorld *built, const CaseAsk *q, int index, CaseAnswers *answers)
{
    CaromHit hits[FOUND];
    int count = castOf(built->world, q, hits, FOUND);
    for (int i = 0; i < count && i < FOUND; i++) {
        addHit(answers, CASE_FOUND, index, &hits[i]);
    }
    if (castOf(built->world, q, hits, 1) > 0) {
        addHit(answers, CASE_CLOSEST, index, hits);
    }
}

static void answerTouch(const CaseWorld *built, const CaseAsk *q, int index, CaseAnswers *answers)
{
    CaromShapeId ids[FOUND];
    CaromBox box = {caromVec2Sub(q->at, q->half), caromVec2Add(q->at, q->half)};
    const CaromWorld *world = built->world;
    int count = q->kind == CASE_BOXED ? caromWorldOverlapBox(world, box, optionsOf(q), ids, FOUND)
                : q->radius > 0.0
                    ? caromWorldOverlapCircle(world, q->at, q->radius, optionsOf(q), ids, FOUND)
                    : caromWorldOverlapPoint(world, q->at, optionsOf(q), ids, FOUND);
    for (int i = 0; i < count && i < FOUND; i++) {
        addAnswer(answers, CASE_FOUND, index, caseShapeOf(world, ids[i]));
    }
}

static void answerFits(const CaseWorld *built, const CaseAsk *q, int index, CaseAnswers *answers)
{
    CaromShapeOverlap found[FOUND];
    CaromVec2 corners[4];
    CaromGeometry box = boxOf(q, corners);
    int count = caromWorldOverlapShape(built->world, &box, optionsOf(q), found, FOUND);
    for (int i = 0; i < count && i < FOUND; i++) {
        CaseAnswer *answer = addAnswer(answers, CASE_FOUND, index, nameOf(found[i].userData));
        answer->length = found[i].depth;
        answer->normal = found[i].normal;
        answer->feature = found[i].feature;
    }
}

static void answerNear(const CaseWorld *built, const CaseAsk *q, int index, CaseAnswers *answers)
{
    CaromNear found[FOUND];
    CaromNearestQuery query = caromNearestQuery();
    query.point = q->at;
    query.within = q->within;
    int count = caromWorldNearest(built->world, &query, found, FOUND);
    for (int i = 0; i < count && i < FOUND; i++) {
        CaseAnswer *answer = addAnswer(answers, CASE_FOUND, index, nameOf(found[i].userData));
        answer->length = found[i].distance;
        answer->point = found[i].point;
        answer->hasPoint = true;
        answer->normal = found[i].normal;
        answer->feature = found[i].feature;
    }
    CaseAnswer *distance = addAnswer(answers, CASE_DISTANCE, index, -1);
    caromWorldDistance(built->world, q->at, q->within, query.options, &distance->length,
                       &distance->normal);
}

void caseQuery(const CaseWorld *built, const Case *scene, CaseAnswers *answers)
{
    for (int i = 0; i < scene->askCount; i++) {
        const CaseAsk *q = &scene->asks[i];
        switch (q->kind) {
        case CASE_RAY:
        case CASE_ARC:
        case CASE_SWEEP:
            answerCast(built, q, i, answers);
            break;
        case CASE_TOUCH:
        case CASE_BOXED:
            answerTouch(built, q, i, answers);
            break;
        case CASE_FITS:
            answerFits(built, q, i, answers);
            break;
        case CASE_NEAR:
            answerNear(built, q, i, answers);
            break;
        default:
            break;
        }
    }
}

// ---- flights

CaromProjectileDef caseBullet(const CaseAsk *shot)
{
    CaromProjectileDef def = caromProjectileDef();
    def.position = shot->at;
    def.velocity = shot->way;
    def.radius = shot->radius;
    def.restitution = shot->restitution;
    def.friction = shot->friction;
    def.onHit = shot->action;
    def.mass = shot->mass;
    def.fuse = shot->fuse > 0.0 ? shot->fuse : def.fuse;
    def.blast.radius = shot->blast;
    def.blast.impulse = shot->impulse;
    return def;
}

void caseFire(CaseWorld *built, const Case *scene)
{
    for (int i = 0; i < scene->askCount; i++) {
        const CaseAsk *shot = &scene->asks[i];
        if (shot->kind != CASE_BULLET) {
            continue;
        }
        CaromProjectileDef def = caseBullet(shot);
        built->line = shot->line;
        def.time = shot->wait > 0.0 ? caromWorldTime(built->world) + shot->wait : def.time;
        def.userData = (void *)(uintptr_t)(i + 1);
        built->bullets[i] = caromProjectileFire(built->world, &def);
    }
}

static void addHitEvent(CaseAnswers *answers, const CaromHitEvent *e)
{
    CaseAnswer *answer =
        addAnswer(answers, CASE_HIT, nameOf(e->projectileData), nameOf(e->shapeData));
    answer->time = e->time;
    answer->point = e->point;
    answer->second = e->center;
    answer->hasPoint = answer->hasSecond = true;
    answer->normal = e->normal;
    answer->before = e->velocityBefore;
    answer->after = e->velocityAfter;
    answer->feature = e->feature;
    answer->marks = (e->corner ? 1u : 0u) | (unsigned)e->action << 1;
}

static void addEndEvent(CaseAnswers *answers, const CaromEndEvent *e)
{
    CaseAnswer *answer = addAnswer(answers, CASE_ENDED, nameOf(e->projectileData), -1);
    answer->time = e->time;
    answer->second = e->position;
    answer->hasSecond = true;
    answer->after = e->velocity;
    answer->marks = (unsigned)e->reason;
}

static void addModeEvent(CaseAnswers *answers, const CaromModeEvent *e)
{
    CaseAnswer *answer = addAnswer(answers, CASE_MODE, nameOf(e->projectileData), -1);
    answer->time = e->time;
    answer->second = e->position;
    answer->hasSecond = true;
    answer->marks = (unsigned)e->mode;
}

static void addCrossEvent(CaseAnswers *answers, const CaromCrossEvent *e)
{
    CaseAnswer *answer =
        addAnswer(answers, CASE_CROSSED, nameOf(e->projectileData), nameOf(e->shapeData));
    answer->time = e->time;
    answer->second = e->point;
    answer->hasSecond = true;
    answer->after = e->velocity;
    answer->marks = (e->entered ? 1u : 0u) | (e->sensor ? 2u : 0u) | (e->startedInside ? 4u : 0u);
}

/// In the order in which they happened, whatever their kind.
static void addEvents(CaseAnswers *answers, const CaromEvents *events)
{
    CaromEventIterator iterator = caromEventsBegin(events);
    for (CaromEvent event; caromEventsNext(&iterator, &event);) {
        if (event.kind == CAROM_EVENT_HIT) {
            addHitEvent(answers, event.hit);
        } else if (event.kind == CAROM_EVENT_END) {
            addEndEvent(answers, event.end);
        } else if (event.kind == CAROM_EVENT_MODE) {
            addModeEvent(answers, event.mode);
        } else if (event.kind == CAROM_EVENT_CROSS) {
            addCrossEvent(answers, event.cross);
        }
    }
}

static void addLast(CaseWorld *built, const Case *scene, CaseAnswers *answers)
{
    for (int i = 0; i < scene->askCount; i++) {
        CaromProjectileId bullet = built->bullets[i];
        if (caromProjectileIsValid(built->world, bullet)) {
            CaseAnswer *answer = addAnswer(answers, CASE_AT_LAST, i, -1);
            answer->time = scene->duration;
            answer->second = caromProjectilePosition(built->world, bullet);
            answer->hasSecond = true;
            answer->after = caromProjectileVelocity(built->world, bullet);
            answer->marks = (unsigned)caromProjectileMode(built->world, bullet);
        }
    }
}

void caseFly(CaseWorld *built, const Case *scene, CaseAnswers *answers)
{
    caseFire(built, scene);
    for (int step = 1; step <= scene->steps; step++) {
        caromWorldStepTo(built->world, scene->duration * step / scene->steps);
        CaromEvents events = caromWorldEvents(built->world);
        addEvents(answers, &events);
    }
    addLast(built, scene, answers);
}
