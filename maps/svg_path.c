// SPDX-License-Identifier: MIT
// Paths of SVG: their syntax, and curves as lines. W3C, "Scalable Vector Graphics 1.1" (2011), 8.3
// and appendix F.6 for arcs. A Bezier curve is halved until its control points lie within the
// tolerance of its chord.
#include "svg_path.h"

#include "reader.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define HALVINGS 10
#define HALF_TURN 3.141592653589793

static CaromVec2 mix(CaromVec2 a, CaromVec2 b, double t)
{
    return caromVec2(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t);
}

CaromVec2 svgApply(const SvgMatrix *m, CaromVec2 p)
{
    return caromVec2(m->a * p.x + m->c * p.y + m->e, m->b * p.x + m->d * p.y + m->f);
}

// ---- rings

static void addPoint(SvgPath *path, CaromVec2 transformed)
{
    if (path->failed || path->pointCount >= MAP_POINTS_MAX) {
        path->failed = true;
        return;
    }
    if (path->pointCount > path->ringBegin) { // points that repeat are none
        CaromVec2 last = path->points[path->pointCount - 1];
        if (last.x == transformed.x && last.y == transformed.y)
            return;
    }
    if (path->pointCount == path->pointRoom) {
        int room = path->pointRoom ? 2 * path->pointRoom : 32;
        CaromVec2 *grown = realloc(path->points, (size_t)room * sizeof *grown);
        if (!grown) {
            path->failed = true;
            return;
        }
        path->points = grown;
        path->pointRoom = room;
    }
    path->points[path->pointCount++] = transformed;
}

static void endRing(SvgPath *path, bool isClosed)
{
    int count = path->pointCount - path->ringBegin;
    if (count > 1) {
        CaromVec2 a = path->points[path->ringBegin], b = path->points[path->pointCount - 1];
        if (a.x == b.x && a.y == b.y) {
            path->pointCount--;
            isClosed = true;
        }
    }
    if (count == 0)
        return;
    if (path->ringCount == path->ringRoom) {
        int room = path->ringRoom ? 2 * path->ringRoom : 8;
        int *ends = realloc(path->ringEnds, (size_t)room * sizeof *ends);
        path->ringEnds = ends ? ends : path->ringEnds;
        bool *closed = ends ? realloc(path->closed, (size_t)room * sizeof *closed) : NULL;
        path->closed = closed ? closed : path->closed;
        if (!ends || !closed) {
            path->failed = true;
            return;
        }
        path->ringRoom = room;
    }
    path->closed[path->ringCount] = isClosed;
    path->ringEnds[path->ringCount++] = path->pointCount;
    path->ringBegin = path->pointCount;
}

void svgMoveTo(SvgPath *path, CaromVec2 to)
{
    endRing(path, false);
    path->start = path->at = to;
}

/// A ring's first point is added with its first line: moves alone make none.
static void addStart(SvgPath *path)
{
    if (path->pointCount == path->ringBegin)
        addPoint(path, svgApply(&path->matrix, path->at));
}

void svgLineTo(SvgPath *path, CaromVec2 to)
{
    addStart(path);
    addPoint(path, svgApply(&path->matrix, to));
    path->at = to;
}

static double distanceToChord(CaromVec2 p, CaromVec2 a, CaromVec2 b)
{
    CaromVec2 chord = caromVec2Sub(b, a), to = caromVec2Sub(p, a);
    double length = caromVec2Length(chord);
    return length > 0 ? fabs(caromVec2Cross(chord, to)) / length : caromVec2Length(to);
}

/// All points transformed.
static void halve(SvgPath *path, CaromVec2 a, CaromVec2 b, CaromVec2 c, CaromVec2 d, int depth)
{
    bool isFlat =
        distanceToChord(b, a, d) <= path->tolerance && distanceToChord(c, a, d) <= path->tolerance;
    if (depth == 0 || (isFlat && depth < HALVINGS)) { // once at least: a loop looks flat, too
        addPoint(path, d);
        return;
    }
    CaromVec2 ab = mix(a, b, 0.5), bc = mix(b, c, 0.5);
    CaromVec2 cd = mix(c, d, 0.5), abc = mix(ab, bc, 0.5);
    CaromVec2 bcd = mix(bc, cd, 0.5), middle = mix(abc, bcd, 0.5);
    halve(path, a, ab, abc, middle, depth - 1);
    halve(path, middle, bcd, cd, d, depth - 1);
}

void svgCurveTo(SvgPath *path, CaromVec2 c1, CaromVec2 c2, CaromVec2 to)
{
    const SvgMatrix *m = &path->matrix;
    addStart(path);
    halve(path, svgApply(m, path->at), svgApply(m, c1), svgApply(m, c2), svgApply(m, to), HALVINGS);
    path->at = to;
}

void svgArcTo(SvgPath *path, CaromVec2 radii, double turn, bool isLarge, bool isSwept, CaromVec2 to)
{
    CaromVec2 from = path->at, r = caromVec2(fabs(radii.x), fabs(radii.y));
    CaromRotation axes = caromRotation(turn * HALF_TURN / 180.0);
    if (!(r.x > 0 && r.y > 0) || (from.x == to.x && from.y == to.y) || !(fabs(turn) <= 1e6)) {
        svgLineTo(path, to);
        return;
    }
    // F.6.5: the centre, in the axes of the ellipse.
    CaromVec2 half = caromVec2Scale(caromVec2Sub(from, to), 0.5);
    CaromVec2 p = caromVec2(axes.c * half.x + axes.s * half.y, axes.c * half.y - axes.s * half.x);
    double lambda = p.x * p.x / (r.x * r.x) + p.y * p.y / (r.y * r.y);
    if (lambda > 1) // F.6.6: too small, so they grow
        r = caromVec2Scale(r, sqrt(lambda));
    double under = r.x * r.x * p.y * p.y + r.y * r.y * p.x * p.x;
    double over = r.x * r.x * r.y * r.y - under;
    double k = (isLarge == isSwept ? -1.0 : 1.0) * sqrt(over > 0 ? over / under : 0.0);
    CaromVec2 c = caromVec2(k * r.x * p.y / r.y, -k * r.y * p.x / r.x);
    CaromVec2 center = caromVec2(axes.c * c.x - axes.s * c.y + (from.x + to.x) / 2,
                                 axes.s * c.x + axes.c * c.y + (from.y + to.y) / 2);
    double begin = caromAtan2((p.y - c.y) / r.y, (p.x - c.x) / r.x);
    double end = caromAtan2((-p.y - c.y) / r.y, (-p.x - c.x) / r.x);
    if (isSwept && end < begin)
        end += 2 * HALF_TURN;
    if (!isSwept && end > begin)
        end -= 2 * HALF_TURN;
    double alongX = caromVec2Length(caromVec2(path->matrix.a, path->matrix.b));
    double alongY = caromVec2Length(caromVec2(path->matrix.c, path->matrix.d));
    double largest =
        (r.x > r.y ? r.x : r.y) * (alongX > alongY ? alongX : alongY) / (2 * path->tolerance);
    double steps = ceil(fabs(end - begin) / 2 * sqrt(largest > 1 ? largest : 1));
    int count = steps < 2 ? 2 : steps < 256 ? (int)steps : 256;
    addStart(path);
    for (int i = 1; i < count; i++) {
        CaromRotation at = caromRotation(begin + (end - begin) * i / count);
        CaromVec2 q = caromVec2(r.x * at.c, r.y * at.s);
        addPoint(path, svgApply(&path->matrix, caromVec2(axes.c * q.x - axes.s * q.y + center.x,
                                                         axes.s * q.x + axes.c * q.y + center.y)));
    }
    svgLineTo(path, to);
}

void svgClose(SvgPath *path)
{
    endRing(path, true);
    path->at = path->start;
}

void svgEnd(SvgPath *path)
{
    endRing(path, false);
}

void svgFree(SvgPath *path)
{
    free(path->points);
    free(path->ringEnds);
    free(path->closed);
}

// ---- syntax

static void skip(const char **text)
{
    while (**text == ' ' || **text == ',' || **text == '\n' || **text == '\t' || **text == '\r')
        (*text)++;
}

/// Reads a number; false where there is none.
static bool number(const char **text, double *out)
{
    char *end;
    skip(text);
    if (!strchr("+-.0123456789", **text) || **text == '\0')
        return false;
    *out = strtod(*text, &end);
    if (end == *text || !(fabs(*out) <= 1e9))
        return false;
    *text = end;
    return true;
}

/// A flag of an arc: one digit, after which no blank is needed.
static bool flag(const char **text, bool *out)
{
    skip(text);
    if (**text != '0' && **text != '1')
        return false;
    *out = *(*text)++ == '1';
    return true;
}

static bool numbers(const char **text, double *out, int count)
{
    for (int i = 0; i < count; i++)
        if (!number(text, &out[i]))
            return false;
    return true;
}

typedef struct Pen {
    SvgPath *path;
    CaromVec2 control; ///< of the last curve, for S and T
    char last;         ///< command, in upper case
} Pen;

static CaromVec2 reflected(const Pen *pen, const char *kinds)
{
    CaromVec2 at = pen->path->at;
    return strchr(kinds, pen->last)
               ? caromVec2(2 * at.x - pen->control.x, 2 * at.y - pen->control.y)
               : at;
}

static void quadraticTo(Pen *pen, CaromVec2 control, CaromVec2 to)
{
    CaromVec2 at = pen->path->at;
    svgCurveTo(pen->path, mix(at, control, 2.0 / 3.0), mix(to, control, 2.0 / 3.0), to);
    pen->control = control;
}

static bool arc(Pen *pen, const char **text, CaromVec2 origin)
{
    double n[3], xy[2];
    bool isLarge, isSwept;
    if (!numbers(text, n, 3) || !flag(text, &isLarge) || !flag(text, &isSwept) ||
        !numbers(text, xy, 2))
        return false;
    svgArcTo(pen->path, caromVec2(n[0], n[1]), n[2], isLarge, isSwept,
             caromVec2(origin.x + xy[0], origin.y + xy[1]));
    return true;
}

/// One command with its numbers, in upper case; `o` is what relative ones count from.
static bool draw(Pen *pen, char command, const char **text, CaromVec2 o)
{
    double n[6];
    SvgPath *path = pen->path;
    int wants = command == 'C'                     ? 6
                : command == 'S' || command == 'Q' ? 4
                : command == 'H' || command == 'V' ? 1
                                                   : 2;
    if (command == 'A')
        return arc(pen, text, o);
    if (!numbers(text, n, wants))
        return false;
    CaromVec2 end = caromVec2(o.x + n[wants - 2 < 0 ? 0 : wants - 2], o.y + n[wants - 1]);
    CaromVec2 first = caromVec2(o.x + n[0], o.y + (wants > 1 ? n[1] : 0.0));
    switch (command) {
    case 'M':
        svgMoveTo(path, end);
        return true;
    case 'L':
        svgLineTo(path, end);
        return true;
    case 'H':
        svgLineTo(path, caromVec2(o.x + n[0], path->at.y));
        return true;
    case 'V':
        svgLineTo(path, caromVec2(path->at.x, o.y + n[0]));
        return true;
    case 'C':
        pen->control = caromVec2(o.x + n[2], o.y + n[3]);
        svgCurveTo(path, first, pen->control, end);
        return true;
    case 'S':
        svgCurveTo(path, reflected(pen, "CS"), first, end);
        pen->control = first;
        return true;
    case 'Q':
        quadraticTo(pen, first, end);
        return true;
    case 'T':
        quadraticTo(pen, reflected(pen, "QT"), end);
        return true;
    default:
        return false;
    }
}

void svgParse(SvgPath *path, const char *d)
{
    Pen pen = {.path = path};
    char command = '\0';
    for (skip(&d); *d && !path->failed; skip(&d)) {
        if (strchr("MmLlHhVvCcSsQqTtAaZz", *d))
            command = *d++;
        else if (command == 'M' || command == 'm')
            command = command == 'M' ? 'L' : 'l'; // further pairs are lines
        else if (command == '\0' || command == 'Z' || command == 'z')
            path->failed = true;
        char upper = command >= 'a' ? (char)(command - 'a' + 'A') : command;
        CaromVec2 origin = command >= 'a' ? path->at : caromVec2(0, 0);
        if (upper == 'Z')
            svgClose(path);
        else if (!draw(&pen, upper, &d, origin))
            path->failed = true;
        pen.last = upper;
    }
}

void svgParsePoints(SvgPath *path, const char *points, bool isClosed)
{
    double xy[2];
    for (int i = 0; numbers(&points, xy, 2); i++) {
        if (i == 0)
            svgMoveTo(path, caromVec2(xy[0], xy[1]));
        else
            svgLineTo(path, caromVec2(xy[0], xy[1]));
    }
    skip(&points);
    path->failed = path->failed || *points != '\0';
    if (isClosed)
        svgClose(path);
}

// ---- transforms

static void multiply(SvgMatrix *m, SvgMatrix by)
{
    SvgMatrix r = {m->a * by.a + m->c * by.b,        m->b * by.a + m->d * by.b,
                   m->a * by.c + m->c * by.d,        m->b * by.c + m->d * by.d,
                   m->a * by.e + m->c * by.f + m->e, m->b * by.e + m->d * by.f + m->f};
    *m = r;
}

static bool isName(const char **text, const char *name)
{
    size_t n = strlen(name);
    if (strncmp(*text, name, n) != 0)
        return false;
    *text += n;
    while (**text == ' ')
        (*text)++;
    return *(*text)++ == '(';
}

bool svgTransform(SvgMatrix *matrix, const char *text)
{
    static const char *const NAMES[] = {"matrix", "translate", "scale", "rotate", "skewX", "skewY"};
    for (skip(&text); *text; skip(&text)) {
        double n[6] = {0};
        int kind = 0, count = 0;
        while (kind < 6 && !isName(&text, NAMES[kind]))
            kind++;
        if (kind == 6)
            return false;
        while (count < 6 && number(&text, &n[count]))
            count++;
        skip(&text);
        if (*text++ != ')' || count < 1)
            return false;
        if (kind == 0) {
            multiply(matrix, (SvgMatrix){n[0], n[1], n[2], n[3], n[4], n[5]});
        } else if (kind == 1) {
            multiply(matrix, (SvgMatrix){1, 0, 0, 1, n[0], n[1]});
        } else if (kind == 2) {
            multiply(matrix, (SvgMatrix){n[0], 0, 0, count > 1 ? n[1] : n[0], 0, 0});
        } else if (kind == 3) {
            CaromRotation r = caromRotation(fmod(n[0], 360.0) * HALF_TURN / 180.0);
            multiply(matrix, (SvgMatrix){1, 0, 0, 1, n[1], n[2]});
            multiply(matrix, (SvgMatrix){r.c, r.s, -r.s, r.c, 0, 0});
            multiply(matrix, (SvgMatrix){1, 0, 0, 1, -n[1], -n[2]});
        } else {
            CaromRotation r = caromRotation(fmod(n[0], 180.0) * HALF_TURN / 180.0);
            double slope = r.s / r.c;
            multiply(matrix, (SvgMatrix){1, kind == 5 ? slope : 0, kind == 4 ? slope : 0, 1, 0, 0});
        }
    }
    return true;
}
