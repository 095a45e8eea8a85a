// SPDX-License-Identifier: MIT
// Reads cases as text: see case.h. Files come from anywhere: what can't be read is named by its
// line.
#include "case.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LINE_MOST 4096
#define NUMBERS_MOST 128

static const char *const SHAPE_NAMES[CASE_SHAPE_KINDS] = {
    "circle", "capsule", "segment", "wall", "chain", "loop", "polygon", "region", "tiles"};
static const char *const ASK_NAMES[CASE_ASK_KINDS] = {"ray",   "arc",  "sweep", "touch",
                                                      "boxed", "fits", "near",  "bullet"};
static const char *const INSIDE_NAMES[] = {"ignore", "hit", "exit"};

const char *caseShapeName(CaseShapeKind kind)
{
    return SHAPE_NAMES[kind];
}

const char *caseAskName(CaseAskKind kind)
{
    return ASK_NAMES[kind];
}

CaseBody caseBody(void)
{
    CaseBody body = {.transform = caromTransformIdentity()};
    return body;
}

CaseAsk caseAsk(CaseAskKind kind)
{
    CaseAsk ask = {
        .kind = kind, .restitution = 1.0, .inside = CAROM_INSIDE_HIT, .action = CAROM_HIT_BOUNCE};
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

// ---- reading

typedef struct Line {
    char *rest; ///< what was not read yet
    double numbers[NUMBERS_MOST];
    int count;
    int ringEnds[CASE_RINGS], ringCount; ///< in numbers, of what a / parts
    const char *error;                   ///< null: none
} Line;

static bool fails(Line *line, const char *error)
{
    line->error = line->error ? line->error : error;
    return false;
}

static char *nextWord(Line *line)
{
    line->rest += strspn(line->rest, " \t\r\n");
    if (*line->rest == '\0') {
        return NULL;
    }
    char *word = line->rest;
    line->rest += strcspn(word, " \t\r\n");
    if (*line->rest != '\0') {
        *line->rest++ = '\0';
    }
    return word;
}

static bool readNumber(Line *line, const char *word, double *number)
{
    char *end;
    *number = strtod(word, &end);
    return (end != word && *end == '\0' && fabs(*number) <= 1e12) ||
           fails(line, "a number was expected, of at most 1e12");
}

static bool isNumber(const char *word)
{
    return (*word >= '0' && *word <= '9') || *word == '-' || *word == '.' || *word == '+';
}

/// Numbers up to the first word, which is returned; null: the line is over.
static char *readNumbers(Line *line)
{
    char *word;
    while ((word = nextWord(line)) != NULL && (isNumber(word) || strcmp(word, "/") == 0)) {
        if (*word == '/') {
            if (line->ringCount == CASE_RINGS - 1) {
                fails(line, "too many rings");
                return NULL;
            }
            line->ringEnds[line->ringCount++] = line->count;
        } else if (line->count == NUMBERS_MOST) {
            fails(line, "too many numbers");
            return NULL;
        } else if (!readNumber(line, word, &line->numbers[line->count++])) {
            return NULL;
        }
    }
    return word;
}

static bool readValue(Line *line, double *number)
{
    char *word = nextWord(line);
    return word != NULL ? readNumber(line, word, number) : fails(line, "a number is missing");
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

static CaromVec2 pair(const Line *line, int index)
{
    return caromVec2(line->numbers[index], line->numbers[index + 1]);
}

static bool takePoints(Line *line, CaseShape *shape, int numbers)
{
    if (numbers < 2 || numbers % 2 != 0 || numbers > 2 * CASE_POINTS) {
        return fails(line, "points are pairs of numbers, and not so many");
    }
    shape->count = numbers / 2;
    for (int i = 0; i < shape->count; i++) {
        shape->points[i] = pair(line, 2 * i);
    }
    return true;
}

static bool takeRings(Line *line, CaseShape *shape)
{
    if (shape->kind != CASE_REGION && line->ringCount > 0) {
        return fails(line, "only a region has rings");
    }
    for (int k = 0; k < line->ringCount; k++) {
        shape->ringEnds[k] = line->ringEnds[k] / 2;
    }
    shape->ringEnds[line->ringCount] = shape->count;
    shape->ringCount = line->ringCount + 1;
    return true;
}

static bool takeTiles(Line *line, CaseShape *shape)
{
    if (line->count < 5) {
        return fails(line, "tiles: columns rows size x y v v v …");
    }
    const double *n = line->numbers;
    bool sane = n[0] >= 1 && n[1] >= 1 && n[0] <= CASE_TILES && n[1] <= CASE_TILES &&
                n[0] * n[1] <= CASE_TILES && line->count == 5 + (int)n[0] * (int)n[1];
    if (!sane) {
        return fails(line, "as many tiles as columns times rows, and not so many");
    }
    shape->columns = (int)n[0];
    shape->rows = (int)n[1];
    shape->size = n[2];
    shape->points[0] = pair(line, 3);
    shape->count = 1;
    for (int i = 0; i < shape->columns * shape->rows; i++) {
        double tile = n[5 + i];
        if (!(tile >= 0 && tile <= 65535)) {
            return fails(line, "a tile is 0 .. 65535");
        }
        shape->tiles[i] = (uint16_t)tile;
    }
    return true;
}

static bool readShapeWords(Line *line, CaseShape *shape, const char *word)
{
    for (; word != NULL; word = nextWord(line)) {
        if (strcmp(word, "sensor") == 0) {
            shape->sensor = true;
        } else if (strcmp(word, "onesided") == 0) {
            shape->oneSided = true;
        } else if (strcmp(word, "round") != 0 || !readValue(line, &shape->radius)) {
            return fails(line, "a shape's words are: round r, sensor, onesided");
        }
    }
    return true;
}

static bool readShape(Case *scene, Line *line, CaseShapeKind kind)
{
    static const int counts[CASE_SHAPE_KINDS] = {3, 5, 4, 4};
    if (scene->shapeCount == CASE_SHAPES) {
        return fails(line, "too many shapes");
    }
    CaseShape *shape = &scene->shapes[scene->shapeCount];
    memset(shape, 0, sizeof *shape);
    shape->kind = kind;
    shape->body = scene->bodyCount - 1;
    const char *word = readNumbers(line);
    if (line->error != NULL || (counts[kind] > 0 && line->count != counts[kind])) {
        return fails(line, "this shape has another number of numbers");
    }
    bool round = kind == CASE_CIRCLE || kind == CASE_CAPSULE;
    shape->radius = round ? line->numbers[line->count - 1] : 0.0;
    bool taken = kind == CASE_TILE_MAP
                     ? takeTiles(line, shape)
                     : takePoints(line, shape, line->count - round) && takeRings(line, shape);
    scene->shapeCount += taken && readShapeWords(line, shape, word);
    return line->error == NULL;
}

static bool readInside(Line *line, CaromInside *inside)
{
    const char *word = nextWord(line);
    int found = word != NULL ? findName(INSIDE_NAMES, 3, word) : -1;
    *inside = found >= 0 ? (CaromInside)found : *inside;
    return found >= 0 || fails(line, "inside ignore, hit or exit");
}

static bool readAskWords(Line *line, CaseAsk *ask, const char *word)
{
    for (; word != NULL && line->error == NULL; word = nextWord(line)) {
        if (strcmp(word, "round") == 0) {
            readValue(line, &ask->radius);
        } else if (strcmp(word, "restitution") == 0) {
            readValue(line, &ask->restitution);
        } else if (strcmp(word, "friction") == 0) {
            readValue(line, &ask->friction);
        } else if (strcmp(word, "inside") == 0) {
            readInside(line, &ask->inside);
        } else if (strcmp(word, "exits") == 0) {
            ask->exits = true;
        } else if (strcmp(word, "pierce") == 0) {
            ask->action = CAROM_HIT_PIERCE;
        } else if (strcmp(word, "die") == 0) {
            ask->action = CAROM_HIT_DIE;
        } else {
            fails(line, "no word of a query or bullet");
        }
    }
    return line->error == NULL;
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

static bool readAsk(Case *scene, Line *line, CaseAskKind kind)
{
    double *places[CASE_NUMBERS];
    if (scene->askCount == CASE_ASKS) {
        return fails(line, "too many queries and bullets");
    }
    CaseAsk *ask = &scene->asks[scene->askCount];
    *ask = caseAsk(kind);
    const char *word = readNumbers(line);
    int wanted = caseAskNumbers(ask, places);
    if (line->error != NULL || line->count != wanted) {
        return fails(line, "this query has another number of numbers");
    }
    for (int i = 0; i < wanted; i++) {
        *places[i] = line->numbers[i];
    }
    scene->askCount += readAskWords(line, ask, word);
    return line->error == NULL;
}

static bool readBody(Case *scene, Line *line)
{
    if (scene->bodyCount == CASE_BODIES || readNumbers(line) != NULL ||
        (line->count != 6 && line->count != 9)) {
        return fails(line, "body x y c s sx sy [vx vy w], and not so many");
    }
    CaseBody *body = &scene->bodies[scene->bodyCount++];
    *body = caseBody();
    body->transform.position = pair(line, 0);
    body->transform.rotation.c = line->numbers[2];
    body->transform.rotation.s = line->numbers[3];
    body->transform.scale = pair(line, 4);
    body->moves = line->count == 9;
    if (body->moves) {
        body->velocity = pair(line, 6);
        body->spin = line->numbers[8];
    }
    return true;
}

static bool readSetting(Case *scene, Line *line, bool gravity)
{
    if (readNumbers(line) != NULL || line->count != 2) {
        return fails(line, "two numbers");
    }
    if (gravity) {
        scene->gravity = pair(line, 0);
        return true;
    }
    scene->duration = line->numbers[0];
    scene->steps = line->numbers[1] >= 1 && line->numbers[1] <= 1e6 ? (int)line->numbers[1] : 0;
    return (scene->duration > 0 && scene->steps > 0) || fails(line, "run seconds steps");
}

static bool readLine(Case *scene, Line *line)
{
    const char *word = nextWord(line);
    if (word == NULL) {
        return true;
    }
    int shape = findName(SHAPE_NAMES, CASE_SHAPE_KINDS, word);
    int ask = findName(ASK_NAMES, CASE_ASK_KINDS, word);
    if (shape >= 0) {
        return readShape(scene, line, (CaseShapeKind)shape);
    }
    if (ask >= 0) {
        return readAsk(scene, line, (CaseAskKind)ask);
    }
    if (strcmp(word, "body") == 0) {
        return readBody(scene, line);
    }
    if (strcmp(word, "gravity") == 0 || strcmp(word, "run") == 0) {
        return readSetting(scene, line, *word == 'g');
    }
    return fails(line, "no such thing");
}

bool caseRead(Case *scene, FILE *in, int *number, const char **error)
{
    char text[LINE_MOST];
    caseInit(scene);
    for (*error = NULL; fgets(text, sizeof text, in) != NULL;) {
        Line line = {.rest = text};
        bool whole = strchr(text, '\n') != NULL || feof(in);
        ++*number;
        text[strcspn(text, "#\r\n")] = '\0';
        if (strcmp(text, "also") == 0) {
            return true;
        }
        if (!whole || !readLine(scene, &line)) {
            *error = whole ? line.error : "too long";
            return false;
        }
    }
    return true;
}
