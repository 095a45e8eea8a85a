// SPDX-License-Identifier: MIT
// Walls lie in square buckets by their boxes. A leg is cut into pieces about as long as a bucket.
// The walls in the buckets of a piece's box are tested, each once a leg.
//
// Straight legs: exact signs alone. A wall ab is crossed from its front (right) side under three
// conditions: the leg starts in front of its line or on it, ends strictly behind, and has a on its
// left and b on its right. Curved legs: the signed distance to the wall's line is a quadratic in τ;
// its roots are computed in long double.
#include "escape.h"

#include <math.h>
#include <stdlib.h>

#define BUCKET 4.0 // [m]
#define SLACK 1e-6 // [m] far more than the rounding of a piece's box
#define MOST_PIECES 100000

struct EscapeCheck {
    const WadMap *map;
    CaromVec2 origin;
    int columns, rows;
    int *begins;    // of each bucket in walls, and one past the last
    int *walls;     // indices of lines
    unsigned *seen; // of each line: the leg that judged it last
    unsigned leg;
};

typedef struct Span {
    int fromColumn, toColumn, fromRow, toRow; // all included
} Span;

static int clampIndex(double value, int count)
{
    return value <= 0.0 ? 0 : value >= count - 1 ? count - 1 : (int)value;
}

/// What lies outside the map belongs to the buckets at its border.
static Span spanOf(const EscapeCheck *check, CaromBox box)
{
    CaromVec2 low = caromVec2Scale(caromVec2Sub(box.min, check->origin), 1.0 / BUCKET);
    CaromVec2 high = caromVec2Scale(caromVec2Sub(box.max, check->origin), 1.0 / BUCKET);
    Span span = {clampIndex(low.x, check->columns), clampIndex(high.x, check->columns),
                 clampIndex(low.y, check->rows), clampIndex(high.y, check->rows)};
    return span;
}

static bool isWall(const WadLine *line)
{
    return line->back == WAD_NO_SECTOR;
}

static CaromBox boxOf(CaromVec2 a, CaromVec2 b, double slack)
{
    CaromVec2 ends[2] = {a, b};
    return caromBoxInflate(caromBoxOfPoints(ends, 2), slack);
}

/// Counts the walls of each bucket or, once `walls` is there, writes them.
static void fillBuckets(EscapeCheck *check)
{
    for (int i = 0; i < check->map->lineCount; i++) {
        const WadLine *line = &check->map->lines[i];
        if (!isWall(line))
            continue;
        Span span = spanOf(check, boxOf(line->a, line->b, SLACK));
        for (int row = span.fromRow; row <= span.toRow; row++)
            for (int column = span.fromColumn; column <= span.toColumn; column++) {
                int bucket = row * check->columns + column;
                if (check->walls)
                    check->walls[--check->begins[bucket]] = i;
                else
                    check->begins[bucket]++;
            }
    }
}

static bool makeBuckets(EscapeCheck *check)
{
    int count = check->columns * check->rows;
    check->begins = calloc((size_t)count + 1, sizeof *check->begins);
    check->seen = calloc((size_t)check->map->lineCount + 1, sizeof *check->seen);
    if (!check->begins || !check->seen)
        return false;
    fillBuckets(check);
    for (int i = 0; i < count; i++)
        check->begins[i + 1] += check->begins[i]; // now the end of each; filling walks back from it
    check->walls = malloc(((size_t)check->begins[count] + 1) * sizeof *check->walls);
    if (!check->walls)
        return false;
    fillBuckets(check);
    return true;
}

EscapeCheck *escapeCreate(const WadMap *map)
{
    EscapeCheck *check = calloc(1, sizeof *check);
    if (!check)
        return NULL;
    CaromVec2 size = caromVec2Sub(map->bounds.max, map->bounds.min);
    check->map = map;
    check->origin = map->bounds.min;
    check->columns = (int)(size.x / BUCKET) + 1;
    check->rows = (int)(size.y / BUCKET) + 1;
    if (!makeBuckets(check)) {
        escapeDestroy(check);
        return NULL;
    }
    return check;
}

void escapeDestroy(EscapeCheck *check)
{
    if (!check)
        return;
    free(check->begins);
    free(check->walls);
    free(check->seen);
    free(check);
}

// ---- straight legs

/// Where p lies as one turns clockwise from `to`: 0 ahead, 1 right, 2 straight behind, 3 left.
static int clockwisePart(CaromVec2 end, CaromVec2 to, CaromVec2 p)
{
    int side = caromOrientation(end, to, p);
    bool ahead = caromVec2Dot(caromVec2Sub(to, end), caromVec2Sub(p, end)) > 0.0;
    return side < 0 ? 1 : side > 0 ? 3 : ahead ? 0 : 2;
}

/// Returns whether the direction `to` from an end of walls leads into solid: the first wall
/// clockwise from there shows its back. Along a wall is free.
static bool looksIntoSolid(const EscapeCheck *check, CaromVec2 end, CaromVec2 to)
{
    Span span = spanOf(check, boxOf(end, end, 0.0));
    int bucket = span.fromRow * check->columns + span.fromColumn, best = 4;
    CaromVec2 first = end;
    bool solid = false;
    for (int i = check->begins[bucket]; i < check->begins[bucket + 1]; i++) {
        const WadLine *wall = &check->map->lines[check->walls[i]];
        bool fromA = wall->a.x == end.x && wall->a.y == end.y;
        if (!fromA && (wall->b.x != end.x || wall->b.y != end.y))
            continue;
        CaromVec2 other = fromA ? wall->b : wall->a;
        int part = clockwisePart(end, to, other);
        int turn = part == best ? caromOrientation(end, first, other) : best - part;
        if (turn < 0)
            continue;
        solid = fromA && part != 0 && (turn > 0 || solid); // of two in one place free wins
        first = other;
        best = part;
    }
    return solid;
}

static bool crossesAtEnd(const EscapeCheck *check, CaromVec2 end, CaromVec2 from, CaromVec2 to)
{
    bool startsThere = from.x == end.x && from.y == end.y;
    return looksIntoSolid(check, end, to) && (startsThere || !looksIntoSolid(check, end, from));
}

static bool crossesStraight(const EscapeCheck *check, const WadLine *wall, CaromVec2 from,
                            CaromVec2 to)
{
    if (caromOrientation(wall->a, wall->b, from) > 0 || caromOrientation(wall->a, wall->b, to) <= 0)
        return false;
    int a = caromOrientation(from, to, wall->a), b = caromOrientation(from, to, wall->b);
    if (a == 0 || b == 0)
        return crossesAtEnd(check, a == 0 ? wall->a : wall->b, from, to);
    return a > 0 && b < 0;
}

// ---- curved legs

typedef struct Curve {
    CaromVec2 from, to; // to: of straight ones only
    CaromVec2 velocity, acceleration;
    double seconds;
} Curve;

static CaromVec2 placeOn(const Curve *curve, double seconds)
{
    CaromVec2 half = caromVec2Scale(curve->acceleration, 0.5 * seconds);
    return caromVec2Add(curve->from, caromVec2Scale(caromVec2Add(curve->velocity, half), seconds));
}

/// c[0] + c[1]·τ + c[2]·τ²: the distance behind the wall's line, or the place along it as a
/// fraction.
typedef struct Quadratic {
    long double c[3];
} Quadratic;

static Quadratic project(const Curve *curve, CaromVec2 origin, long double x, long double y)
{
    Quadratic q = {
        {x * ((long double)curve->from.x - origin.x) + y * ((long double)curve->from.y - origin.y),
         x * curve->velocity.x + y * curve->velocity.y,
         (x * curve->acceleration.x + y * curve->acceleration.y) / 2}};
    return q;
}

static long double valueAt(Quadratic q, long double t)
{
    return q.c[0] + t * (q.c[1] + t * q.c[2]);
}

/// The root at which the quadratic grows through zero; false where there is none.
static bool rootGrowing(Quadratic q, long double *root)
{
    long double discriminant = q.c[1] * q.c[1] - 4 * q.c[2] * q.c[0];
    if (discriminant <= 0)
        return false;
    long double slope = sqrtl(discriminant); // the derivative at the root
    if (q.c[1] >= 0)
        *root = -2 * q.c[0] / (q.c[1] + slope);
    else if (q.c[2] != 0)
        *root = (slope - q.c[1]) / (2 * q.c[2]);
    else
        return false;
    return true;
}

/// The largest value in [from, to].
static long double deepest(Quadratic q, long double from, long double to)
{
    long double atFrom = valueAt(q, from), atTo = valueAt(q, to);
    long double most = atFrom > atTo ? atFrom : atTo;
    if (q.c[2] < 0) {
        long double top = -q.c[1] / (2 * q.c[2]);
        if (top > from && top < to)
            most = valueAt(q, top);
    }
    return most;
}

static bool crossesCurved(const WadLine *wall, const Curve *curve)
{
    long double x = (long double)wall->b.x - wall->a.x, y = (long double)wall->b.y - wall->a.y;
    long double length = sqrtl(x * x + y * y), root;
    Quadratic behind = project(curve, wall->a, -y / length, x / length);
    int first = caromOrientation(wall->a, wall->b, curve->from);
    if ((first <= 0 && behind.c[0] > 0) || (first >= 0 && behind.c[0] < 0))
        behind.c[0] = 0; // the exact sign corrects the rounded one
    if (!rootGrowing(behind, &root) || root < 0 || root > curve->seconds)
        return false;
    long double place = valueAt(project(curve, wall->a, x, y), root) / (length * length);
    if (place < 0 || place > 1)
        return false;
    return deepest(behind, root, curve->seconds) > ESCAPE_TOUCH;
}

// ---- both

static const WadLine *judgePiece(EscapeCheck *check, CaromBox box, const Curve *curve,
                                 bool straight)
{
    Span span = spanOf(check, box);
    for (int row = span.fromRow; row <= span.toRow; row++)
        for (int column = span.fromColumn; column <= span.toColumn; column++) {
            int bucket = row * check->columns + column;
            for (int i = check->begins[bucket]; i < check->begins[bucket + 1]; i++) {
                const WadLine *wall = &check->map->lines[check->walls[i]];
                if (check->seen[check->walls[i]] == check->leg)
                    continue;
                check->seen[check->walls[i]] = check->leg;
                if (straight ? crossesStraight(check, wall, curve->from, curve->to)
                             : crossesCurved(wall, curve))
                    return wall;
            }
        }
    return NULL;
}

static int pieceCount(double length)
{
    double pieces = 1.0 + length / BUCKET;
    return pieces < MOST_PIECES ? (int)pieces : MOST_PIECES;
}

const WadLine *escapeStraight(EscapeCheck *check, CaromVec2 from, CaromVec2 to)
{
    Curve line = {from, to, caromVec2Sub(to, from), caromVec2(0.0, 0.0), 1.0};
    int pieces = pieceCount(caromVec2Distance(from, to));
    const WadLine *crossed = NULL;
    check->leg++;
    for (int i = 0; i < pieces && !crossed; i++) {
        CaromVec2 a = placeOn(&line, (double)i / pieces), b = placeOn(&line, (i + 1.0) / pieces);
        crossed = judgePiece(check, boxOf(a, b, SLACK), &line, true);
    }
    return crossed;
}

const WadLine *escapeCurved(EscapeCheck *check, CaromVec2 from, CaromVec2 velocity,
                            CaromVec2 acceleration, double seconds)
{
    Curve curve = {from, from, velocity, acceleration, seconds};
    double bend = caromVec2Length(acceleration) * seconds; // [m/s]
    int pieces = pieceCount((caromVec2Length(velocity) + bend) * seconds);
    double piece = seconds / pieces;
    double bulge = caromVec2Length(acceleration) * piece * piece / 8.0; // of an arc over its chord
    const WadLine *crossed = NULL;
    check->leg++;
    for (int i = 0; i < pieces && !crossed; i++) {
        CaromBox box =
            boxOf(placeOn(&curve, i * piece), placeOn(&curve, (i + 1) * piece), bulge + SLACK);
        crossed = judgePiece(check, box, &curve, false);
    }
    return crossed;
}
