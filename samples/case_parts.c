// SPDX-License-Identifier: MIT
// The parts of a case: their names, their defaults, and the box around them. See case.h.
#include "case.h"

#include <math.h>
#include <string.h>

static const char *const SHAPE_NAMES[CASE_SHAPE_KINDS] = {
    "circle", "capsule", "segment", "wall", "chain", "loop", "polygon", "region", "tiles"};
static const char *const ASK_NAMES[CASE_ASK_KINDS] = {"ray",   "arc",  "sweep", "touch",
                                                      "boxed", "fits", "near",  "bullet"};

const char *caseShapeName(CaseShapeKind kind)
{
    return SHAPE_NAMES[kind];
}

const char *caseAskName(CaseAskKind kind)
{
    return ASK_NAMES[kind];
}

static int findName(const char *const *names, int count, const char *word)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(names[i], word) == 0) {
            return i;
        }
    }
    return -1;
}

int caseShapeNamed(const char *word)
{
    return findName(SHAPE_NAMES, CASE_SHAPE_KINDS, word);
}

int caseAskNamed(const char *word)
{
    return findName(ASK_NAMES, CASE_ASK_KINDS, word);
}

CaseBody caseBody(void)
{
    CaseBody body = {.transform = caromTransformIdentity()};
    return body;
}

CaseShape caseShape(CaseShapeKind kind)
{
    CaseShape shape = {.kind = kind, .density = 1.0, .friction = 1.0, .restitution = 1.0};
    return shape;
}

CaseAsk caseAsk(CaseAskKind kind)
{
    CaseAsk ask = {.kind = kind,
                   .restitution = 1.0,
                   .mass = 1.0,
                   .inside = CAROM_INSIDE_HIT,
                   .action = CAROM_HIT_BOUNCE};
    return ask;
}

void caseInit(Case *scene)
{
    memset(scene, 0, sizeof *scene);
    scene->duration = 4.0;
    scene->steps = 1;
    scene->bodies[0] = caseBody();
    scene->bodyCount = 1;
}

int caseAskNumbers(CaseAsk *ask, double *places[CASE_NUMBERS])
{
    int count = 0;
    places[count++] = &ask->at.x;
    places[count++] = &ask->at.y;
    if (ask->kind == CASE_SWEEP || ask->kind == CASE_BOXED || ask->kind == CASE_FITS) {
        places[count++] = &ask->half.x;
        places[count++] = &ask->half.y;
    }
    if (ask->kind == CASE_RAY || ask->kind == CASE_ARC || ask->kind == CASE_SWEEP ||
        ask->kind == CASE_BULLET) {
        places[count++] = &ask->way.x;
        places[count++] = &ask->way.y;
    }
    if (ask->kind == CASE_ARC) {
        places[count++] = &ask->acceleration.x;
        places[count++] = &ask->acceleration.y;
        places[count++] = &ask->duration;
    }
    if (ask->kind == CASE_SWEEP || ask->kind == CASE_NEAR) {
        places[count++] = ask->kind == CASE_SWEEP ? &ask->angle : &ask->within;
    }
    return count;
}

// ---- the box

static void grow(CaromBox *box, CaromVec2 p, double radius)
{
    box->min.x = fmin(box->min.x, p.x - radius);
    box->min.y = fmin(box->min.y, p.y - radius);
    box->max.x = fmax(box->max.x, p.x + radius);
    box->max.y = fmax(box->max.y, p.y + radius);
}

static void growByShape(CaromBox *box, const Case *scene, const CaseShape *shape)
{
    CaromTransform place = scene->bodies[shape->body].transform;
    double radius = caromTransformRadius(place, shape->radius);
    for (int i = 0; i < shape->count; i++) {
        grow(box, caromTransformPoint(place, shape->points[i]), radius);
    }
    if (shape->kind == CASE_TILE_MAP) {
        CaromVec2 size = {shape->columns * shape->size, shape->rows * shape->size};
        grow(box, caromTransformPoint(place, caromVec2Add(shape->points[0], size)), 0.0);
    }
}

CaromBox caseBox(const Case *scene)
{
    CaromBox box = {{1e30, 1e30}, {-1e30, -1e30}};
    for (int i = 0; i < scene->shapeCount; i++) {
        growByShape(&box, scene, &scene->shapes[i]);
    }
    for (int i = 0; i < scene->askCount; i++) {
        const CaseAsk *ask = &scene->asks[i];
        grow(&box, ask->at, ask->radius);
        if (ask->kind == CASE_RAY || ask->kind == CASE_SWEEP) {
            grow(&box, caromVec2Add(ask->at, ask->way), ask->radius);
        }
    }
    return box;
}
