// SPDX-License-Identifier: MIT
// Reads cases as text: see case.h. Files come from anywhere: what can't be read is named by its
// line.
#include "case.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LINE_MOST 4096
#define NUMBERS_MOST 128

static const char *const INSIDE_NAMES[] = {"ignore", "hit", "exit"};

typedef struct Line {
    char *rest; ///< what was not read yet
    double numbers[NUMBERS_MOST];
    int count;
    int ringEnds[CASE_RINGS], ringCount; ///< in numbers, of what a / parts
    int number;                          ///< of the line
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

typedef struct Word {
    const char *name;
    double *value; ///< the number that follows goes there
} Word;

/// Reads the number of one of these words. False: it is none of them, or has no number.
static bool readWord(Line *line, const char *word, const Word *words, int count)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(word, words[i].name) == 0) {
            return readValue(line, words[i].value);
        }
    }
    return false;
}

static bool readShapeWords(Line *line, CaseShape *shape, const char *word)
{
    const Word words[] = {{"round", &shape->radius},
                          {"density", &shape->density},
                          {"friction", &shape->friction},
                          {"restitution", &shape->restitution}};
    for (; word != NULL; word = nextWord(line)) {
        if (strcmp(word, "sensor") == 0) {
            shape->sensor = true;
        } else if (strcmp(word, "onesided") == 0) {
            shape->oneSided = true;
        } else if (!readWord(line, word, words, 4)) {
            return fails(line, "a shape's words are: round r, sensor, onesided, density d, "
                               "friction f, restitution e");
        }
    }
    return true;
}

/// The next shape of the last body; null: there is no room.
static CaseShape *addShape(Case *scene, Line *line, CaseShapeKind kind)
{
    if (scene->shapeCount == CASE_SHAPES) {
        fails(line, "too many shapes");
        return NULL;
    }
    CaseShape *shape = &scene->shapes[scene->shapeCount];
    *shape = caseShape(kind);
    shape->body = scene->bodyCount - 1;
    shape->line = line->number;
    return shape;
}

static bool readShape(Case *scene, Line *line, CaseShapeKind kind)
{
    static const int counts[CASE_SHAPE_KINDS] = {3, 5, 4, 4};
    CaseShape *shape = addShape(scene, line, kind);
    if (shape == NULL) {
        return false;
    }
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

static bool readBox(Case *scene, Line *line)
{
    CaseShape *shape = addShape(scene, line, CASE_POLYGON);
    const char *word = shape != NULL ? readNumbers(line) : NULL;
    const double *n = line->numbers;
    if (line->error != NULL || line->count != 4) {
        return fails(line, "box x y hx hy");
    }
    const CaromVec2 corners[4] = {{n[0] - n[2], n[1] - n[3]},
                                  {n[0] + n[2], n[1] - n[3]},
                                  {n[0] + n[2], n[1] + n[3]},
                                  {n[0] - n[2], n[1] + n[3]}};
    memcpy(shape->points, corners, sizeof corners);
    shape->count = shape->ringEnds[0] = 4;
    shape->ringCount = 1;
    scene->shapeCount += readShapeWords(line, shape, word);
    return line->error == NULL;
}

static bool readInside(Line *line, CaromInside *inside)
{
    const char *word = nextWord(line);
    for (int i = 0; word != NULL && i < 3; i++) {
        if (strcmp(word, INSIDE_NAMES[i]) == 0) {
            *inside = (CaromInside)i;
            return true;
        }
    }
    return fails(line, "inside ignore, hit or exit");
}

static bool readAskWords(Line *line, CaseAsk *ask, const char *word)
{
    const Word words[] = {{"round", &ask->radius},      {"restitution", &ask->restitution},
                          {"friction", &ask->friction}, {"mass", &ask->mass},
                          {"wait", &ask->wait},         {"fuse", &ask->fuse},
                          {"blast", &ask->blast},       {"impulse", &ask->impulse}};
    for (; word != NULL && line->error == NULL; word = nextWord(line)) {
        if (strcmp(word, "inside") == 0) {
            readInside(line, &ask->inside);
        } else if (strcmp(word, "exits") == 0) {
            ask->exits = true;
        } else if (strcmp(word, "pierce") == 0) {
            ask->action = CAROM_HIT_PIERCE;
        } else if (strcmp(word, "die") == 0) {
            ask->action = CAROM_HIT_DIE;
        } else if (!readWord(line, word, words, 8)) {
            fails(line, "no word of a query or bullet");
        }
    }
    return line->error == NULL;
}

static bool readAsk(Case *scene, Line *line, CaseAskKind kind)
{
    double *places[CASE_NUMBERS];
    if (scene->askCount == CASE_ASKS) {
        return fails(line, "too many queries and bullets");
    }
    CaseAsk *ask = &scene->asks[scene->askCount];
    *ask = caseAsk(kind);
    ask->line = line->number;
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

static bool readBodyWords(Line *line, CaseBody *body, const char *word)
{
    double degrees = 0.0;
    const Word words[] = {
        {"turned", &degrees}, {"moving", &body->velocity.x}, {"spin", &body->spin}};
    for (; word != NULL; word = nextWord(line)) {
        if (strcmp(word, "dynamic") == 0) {
            body->dynamic = true;
        } else if (!readWord(line, word, words, 3) ||
                   (*word == 'm' && !readValue(line, &body->velocity.y))) {
            return fails(line, "a body's words are: dynamic, turned degrees, moving vx vy, spin w");
        } else if (*word == 't') {
            body->transform.rotation = caromRotation(degrees * (3.14159265358979323846 / 180.0));
        } else {
            body->moves = true;
        }
    }
    return true;
}

static bool readBody(Case *scene, Line *line)
{
    const char *word = readNumbers(line);
    bool counts = line->count == 2 || line->count == 6 || line->count == 9;
    if (scene->bodyCount == CASE_BODIES || !counts || line->error != NULL) {
        return fails(line, "body x y [c s sx sy [vx vy w]], and not so many");
    }
    CaseBody *body = &scene->bodies[scene->bodyCount++];
    *body = caseBody();
    body->line = line->number;
    body->transform.position = pair(line, 0);
    if (line->count > 2) {
        body->transform.rotation.c = line->numbers[2];
        body->transform.rotation.s = line->numbers[3];
        body->transform.scale = pair(line, 4);
    }
    body->moves = line->count == 9;
    if (body->moves) {
        body->velocity = pair(line, 6);
        body->spin = line->numbers[8];
    }
    return readBodyWords(line, body, word);
}

/// The last body again, with its shapes, at each place.
static bool readCopies(Case *scene, Line *line)
{
    int body = scene->bodyCount - 1, first = scene->shapeCount;
    if (readNumbers(line) != NULL || line->error != NULL || line->count < 2 ||
        line->count % 2 != 0) {
        return fails(line, "copies x y x y …");
    }
    while (first > 0 && scene->shapes[first - 1].body == body) {
        first--;
    }
    int shapes = scene->shapeCount - first, copies = line->count / 2;
    if (scene->bodyCount + copies > CASE_BODIES ||
        scene->shapeCount + copies * shapes > CASE_SHAPES) {
        return fails(line, "too many bodies or shapes");
    }
    for (int i = 0; i < copies; i++) {
        CaseBody *copy = &scene->bodies[scene->bodyCount];
        *copy = scene->bodies[body];
        copy->transform.position = pair(line, 2 * i);
        for (int k = 0; k < shapes; k++) {
            CaseShape *shape = &scene->shapes[scene->shapeCount++];
            *shape = scene->shapes[first + k];
            shape->body = scene->bodyCount;
        }
        scene->bodyCount++;
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
    int shape = caseShapeNamed(word), ask = caseAskNamed(word);
    if (shape >= 0) {
        return readShape(scene, line, (CaseShapeKind)shape);
    }
    if (ask >= 0) {
        return readAsk(scene, line, (CaseAskKind)ask);
    }
    if (strcmp(word, "body") == 0) {
        return readBody(scene, line);
    }
    if (strcmp(word, "copies") == 0) {
        return readCopies(scene, line);
    }
    if (strcmp(word, "box") == 0) {
        return readBox(scene, line);
    }
    if (strcmp(word, "gravity") == 0 || strcmp(word, "run") == 0) {
        return readSetting(scene, line, *word == 'g');
    }
    return fails(line, "no such thing");
}

/// Reads one line of text; it may end with a line's end. `also` ends the case.
static bool takeLine(Case *scene, char *text, int number, bool *ends, const char **error)
{
    Line line = {.rest = text, .number = number};
    text[strcspn(text, "#\r\n")] = '\0';
    *ends = strcmp(text, "also") == 0;
    bool good = *ends || readLine(scene, &line);
    *error = good ? NULL : line.error;
    return good;
}

bool caseRead(Case *scene, FILE *in, int *number, const char **error)
{
    char text[LINE_MOST];
    bool ends = false;
    caseInit(scene);
    for (*error = NULL; !ends && fgets(text, sizeof text, in) != NULL;) {
        ++*number;
        if (strchr(text, '\n') == NULL && !feof(in)) {
            *error = "too long";
            return false;
        }
        if (!takeLine(scene, text, *number, &ends, error)) {
            return false;
        }
    }
    return true;
}

bool caseReadText(Case *scene, const char *text, int *number, const char **error)
{
    char copy[LINE_MOST];
    bool ends = false;
    caseInit(scene);
    for (*error = NULL; !ends && *text != '\0';) {
        size_t length = strcspn(text, "\n");
        ++*number;
        if (length >= sizeof copy) {
            *error = "too long";
            return false;
        }
        memcpy(copy, text, length);
        copy[length] = '\0';
        text += length + (text[length] == '\n');
        if (!takeLine(scene, copy, *number, &ends, error)) {
            return false;
        }
    }
    return true;
}
