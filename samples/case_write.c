// SPDX-License-Identifier: MIT
// Writes cases as text: see case.h.
#include "case.h"

#include <stdlib.h>

/// Writes the shortest number that reads back to the same bits.
static void writeNumber(FILE *out, double number)
{
    char text[40];
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, number);
        if (strtod(text, NULL) == number) {
            break;
        }
    }
    fprintf(out, " %s", text);
}

static void writePair(FILE *out, CaromVec2 v)
{
    writeNumber(out, v.x);
    writeNumber(out, v.y);
}

static void writeWord(FILE *out, const char *word, double number)
{
    fprintf(out, " %s", word);
    writeNumber(out, number);
}

static void writeUnless(FILE *out, const char *word, double number, double usual)
{
    if (number != usual) {
        writeWord(out, word, number);
    }
}

static void writeTiles(const CaseShape *shape, FILE *out)
{
    fprintf(out, " %d %d", shape->columns, shape->rows);
    writeNumber(out, shape->size);
    writePair(out, shape->points[0]);
    for (int i = 0; i < shape->columns * shape->rows; i++) {
        fprintf(out, " %d", shape->tiles[i]);
    }
}

static void writeShape(const CaseShape *shape, FILE *out)
{
    bool round = shape->kind == CASE_CIRCLE || shape->kind == CASE_CAPSULE;
    fprintf(out, "%s", caseShapeName(shape->kind));
    if (shape->kind == CASE_TILE_MAP) {
        writeTiles(shape, out);
    }
    for (int i = 0, ring = 0; shape->kind != CASE_TILE_MAP && i < shape->count; i++) {
        if (shape->kind == CASE_REGION && i == shape->ringEnds[ring]) {
            fprintf(out, " /");
            ring++;
        }
        writePair(out, shape->points[i]);
    }
    if (round) {
        writeNumber(out, shape->radius);
    } else {
        writeUnless(out, "round", shape->radius, 0.0);
    }
    writeUnless(out, "density", shape->density, 1.0);
    writeUnless(out, "friction", shape->friction, 1.0);
    writeUnless(out, "restitution", shape->restitution, 1.0);
    fprintf(out, "%s%s\n", shape->oneSided ? " onesided" : "", shape->sensor ? " sensor" : "");
}

static void writeBody(const CaseBody *body, FILE *out)
{
    const CaromTransform *t = &body->transform;
    fprintf(out, "body");
    writePair(out, t->position);
    writePair(out, caromVec2(t->rotation.c, t->rotation.s));
    writePair(out, t->scale);
    if (body->moves) {
        writePair(out, body->velocity);
        writeNumber(out, body->spin);
    }
    fprintf(out, "%s\n", body->dynamic ? " dynamic" : "");
}

/// Whether a body is the default one, which needs no line.
static bool isPlain(const CaseBody *body)
{
    const CaromTransform *t = &body->transform;
    return !body->moves && !body->dynamic && t->position.x == 0.0 && t->position.y == 0.0 &&
           t->rotation.c == 1.0 && t->scale.x == 1.0 && t->scale.y == 1.0;
}

static void writeAsk(CaseAsk ask, FILE *out)
{
    double *places[CASE_NUMBERS];
    int count = caseAskNumbers(&ask, places);
    fprintf(out, "%s", caseAskName(ask.kind));
    for (int i = 0; i < count; i++) {
        writeNumber(out, *places[i]);
    }
    writeUnless(out, "round", ask.radius, 0.0);
    writeUnless(out, "restitution", ask.restitution, 1.0);
    writeUnless(out, "friction", ask.friction, 0.0);
    writeUnless(out, "mass", ask.mass, 1.0);
    writeUnless(out, "wait", ask.wait, 0.0);
    writeUnless(out, "fuse", ask.fuse, 0.0);
    writeUnless(out, "blast", ask.blast, 0.0);
    writeUnless(out, "impulse", ask.impulse, 0.0);
    if (ask.inside != CAROM_INSIDE_HIT) {
        fprintf(out, " inside %s", ask.inside == CAROM_INSIDE_EXIT ? "exit" : "ignore");
    }
    fprintf(out, "%s%s%s\n", ask.exits ? " exits" : "",
            ask.action == CAROM_HIT_PIERCE ? " pierce" : "",
            ask.action == CAROM_HIT_DIE ? " die" : "");
}

void caseWrite(const Case *scene, FILE *out)
{
    if (scene->gravity.x != 0.0 || scene->gravity.y != 0.0) {
        fprintf(out, "gravity");
        writePair(out, scene->gravity);
        fprintf(out, "\n");
    }
    fprintf(out, "run");
    writePair(out, caromVec2(scene->duration, scene->steps));
    fprintf(out, "\n");
    for (int b = 0; b < scene->bodyCount; b++) {
        if (b > 0 || !isPlain(&scene->bodies[0])) {
            writeBody(&scene->bodies[b], out);
        }
        for (int i = 0; i < scene->shapeCount; i++) {
            if (scene->shapes[i].body == b) {
                writeShape(&scene->shapes[i], out);
            }
        }
    }
    for (int i = 0; i < scene->askCount; i++) {
        writeAsk(scene->asks[i], out);
    }
}
