// SPDX-License-Identifier: MIT
// Shapes of SVG: path, rect (corners as they are, not rounded), circle, ellipse, line, polyline,
// polygon, in groups, under transforms. Curves become lines within the options' tolerance. What is
// filled is solid (fill rule even-odd; a path of several rings is one solid with holes); what has
// fill="none" is a wall without thickness. Format: W3C, "Scalable Vector Graphics 1.1" (2011),
// chapters 7 to 9. Not read: text, images, clip paths, markers, CSS but for fill and display.
#include "reader.h"
#include "svg_path.h"

#include <expat.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH_MAX 64

typedef struct Group {
    SvgMatrix matrix;
    bool isFilled, isHidden, isDefinition;
} Group;

typedef struct Svg {
    MapReader *reader;
    XML_Parser parser;
    Group stack[DEPTH_MAX];
    int depth;
} Svg;

static void stop(Svg *svg)
{
    mapFail(svg->reader, "line %lu: it can't be read", XML_GetCurrentLineNumber(svg->parser));
    XML_StopParser(svg->parser, XML_FALSE);
}

static const char *attribute(const char **attributes, const char *name)
{
    for (; *attributes; attributes += 2)
        if (strcmp(attributes[0], name) == 0)
            return attributes[1];
    return NULL;
}

static double length(const char **attributes, const char *name)
{
    const char *text = attribute(attributes, name);
    return text ? strtod(text, NULL) : 0.0;
}

/// The value of a property: an attribute, or part of style="...".
static bool styleIs(const char **attributes, const char *name, const char *value, bool *is)
{
    const char *text = attribute(attributes, name), *style = attribute(attributes, "style");
    size_t n = strlen(name);
    for (; style && !text; style++) {
        while (*style == ' ' || *style == ';')
            style++;
        if (strncmp(style, name, n) == 0 && style[n] == ':')
            text = style + n + 1;
        style = strchr(style, ';');
        if (!style)
            break;
    }
    if (!text)
        return false;
    while (*text == ' ')
        text++;
    *is = strncmp(text, value, strlen(value)) == 0;
    return true;
}

/// Attributes data-… of the whole drawing, by their names without data-.
static bool addProperties(Svg *svg, const char **attributes)
{
    bool good = true;
    for (; *attributes; attributes += 2)
        if (strncmp(attributes[0], "data-", 5) == 0)
            good = good && mapAddProperty(svg->reader, attributes[0] + 5, attributes[1]);
    return good;
}

static bool isTrue(const char **attributes, const char *name)
{
    const char *text = attribute(attributes, name);
    return text && strcmp(text, "true") == 0;
}

/// What data-material, data-sensor and data-dynamic say of a shape.
static void setTraits(CaromMapObject *object, const char **attributes)
{
    double material = length(attributes, "data-material");
    object->material = material >= 0 && material < 65535 ? (int)material : 0;
    object->sensor = isTrue(attributes, "data-sensor");
    object->dynamic = isTrue(attributes, "data-dynamic");
}

// ---- shapes

/// Adds what a path has become: rings of a solid, or walls.
static bool addRings(Svg *svg, const SvgPath *path, const Group *group, const char **attributes)
{
    const char *name = attribute(attributes, "id"), *type = attribute(attributes, "class");
    double scale = svg->reader->options.metresPerPixel;
    int first = 0, rings = path->ringCount;
    bool isSolid = group->isFilled;
    if (path->failed)
        return mapFail(svg->reader, "path \"%.60s\": damaged, or too long", name ? name : "");
    for (int i = 0; i < rings; i++) {
        int end = path->ringEnds[i], count = end - first, least = isSolid ? 3 : 2;
        bool isRegion = isSolid && rings > 1;
        if (isRegion && i > 0)
            break;
        if (isRegion)
            end = path->ringEnds[rings - 1], count = end;
        if (count >= least) {
            CaromMapObject *object = mapAddObject(svg->reader,
                                                  isRegion  ? CAROM_MAP_REGION
                                                  : isSolid ? CAROM_MAP_POLYGON
                                                            : CAROM_MAP_POLYLINE,
                                                  name, type, count);
            if (!object)
                return false;
            setTraits(object, attributes);
            for (int k = 0; k < count; k++) {
                CaromVec2 p = path->points[first + k];
                object->points[k] = caromVec2(p.x * scale, -p.y * scale);
            }
            object->closed = !isSolid && path->closed[i] && count >= 3;
            if (isRegion) {
                object->ringEnds = malloc((size_t)rings * sizeof *object->ringEnds);
                if (!object->ringEnds)
                    return mapFail(svg->reader, "out of memory");
                memcpy(object->ringEnds, path->ringEnds, (size_t)rings * sizeof *object->ringEnds);
                object->ringCount = rings;
            }
        } else {
            svg->reader->map->skipped++;
        }
        first = end;
    }
    return true;
}

static void addBox(SvgPath *path, const char **attributes)
{
    double x = length(attributes, "x"), y = length(attributes, "y");
    double w = length(attributes, "width"), h = length(attributes, "height");
    if (!(w > 0 && h > 0))
        return;
    svgMoveTo(path, caromVec2(x, y));
    svgLineTo(path, caromVec2(x + w, y));
    svgLineTo(path, caromVec2(x + w, y + h));
    svgLineTo(path, caromVec2(x, y + h));
    svgClose(path);
}

static void addEllipse(SvgPath *path, CaromVec2 center, double rx, double ry)
{
    if (!(rx > 0 && ry > 0))
        return;
    svgMoveTo(path, caromVec2(center.x + rx, center.y));
    svgArcTo(path, caromVec2(rx, ry), 0.0, false, true, caromVec2(center.x - rx, center.y));
    svgArcTo(path, caromVec2(rx, ry), 0.0, false, true, caromVec2(center.x + rx, center.y));
    svgClose(path);
}

/// Returns false if the element is no shape.
static bool pathOf(SvgPath *path, const char *name, const char **attributes)
{
    CaromVec2 center = caromVec2(length(attributes, "cx"), length(attributes, "cy"));
    const char *points = attribute(attributes, "points"), *d = attribute(attributes, "d");
    if (strcmp(name, "path") == 0) {
        svgParse(path, d ? d : "");
    } else if (strcmp(name, "rect") == 0) {
        addBox(path, attributes);
    } else if (strcmp(name, "circle") == 0) {
        addEllipse(path, center, length(attributes, "r"), length(attributes, "r"));
    } else if (strcmp(name, "ellipse") == 0) {
        addEllipse(path, center, length(attributes, "rx"), length(attributes, "ry"));
    } else if (strcmp(name, "line") == 0) {
        svgMoveTo(path, caromVec2(length(attributes, "x1"), length(attributes, "y1")));
        svgLineTo(path, caromVec2(length(attributes, "x2"), length(attributes, "y2")));
    } else if (strcmp(name, "polygon") == 0 || strcmp(name, "polyline") == 0) {
        svgParsePoints(path, points ? points : "", strcmp(name, "polygon") == 0);
    } else {
        return false;
    }
    return true;
}

/// A circle that stays one under its transform; of radius 0 it is a point.
static bool addCircle(Svg *svg, const Group *group, const char **attributes)
{
    const SvgMatrix *m = &group->matrix;
    double scale = svg->reader->options.metresPerPixel;
    double r = length(attributes, "r"), a = caromVec2Length(caromVec2(m->a, m->b)),
           c = caromVec2Length(caromVec2(m->c, m->d));
    CaromVec2 center = svgApply(m, caromVec2(length(attributes, "cx"), length(attributes, "cy")));
    CaromMapObject *disc =
        mapAddObject(svg->reader, r > 0 ? CAROM_MAP_CIRCLE : CAROM_MAP_POINT,
                     attribute(attributes, "id"), attribute(attributes, "class"), 1);
    if (!disc)
        return false;
    setTraits(disc, attributes);
    disc->points[0] = caromVec2(center.x * scale, -center.y * scale);
    disc->radius = r > 0 ? r * scale * (a < c ? a : c) : 0.0;
    return true;
}

static bool staysRound(const SvgMatrix *m)
{
    double a = caromVec2Length(caromVec2(m->a, m->b)), c = caromVec2Length(caromVec2(m->c, m->d));
    return fabs(a - c) <= 1e-9 * a && fabs(m->a * m->c + m->b * m->d) <= 1e-9 * a * c;
}

static bool addShape(Svg *svg, const char *name, const Group *group, const char **attributes)
{
    if (strcmp(name, "circle") == 0 && group->isFilled && staysRound(&group->matrix))
        return addCircle(svg, group, attributes);
    SvgPath path = {.matrix = group->matrix, .tolerance = svg->reader->options.tolerance};
    bool good = true;
    if (pathOf(&path, name, attributes)) {
        svgEnd(&path);
        good = addRings(svg, &path, group, attributes);
    }
    svgFree(&path);
    return good;
}

// ---- elements

static void XMLCALL onBegin(void *context, const char *name, const char **attributes)
{
    static const char *const DEFINITIONS[] = {"defs",   "clipPath", "mask",    "marker",
                                              "symbol", "pattern",  "metadata"};
    Svg *svg = context;
    Group group = {.matrix = {1, 0, 0, 1, 0, 0}, .isFilled = true};
    const char *transform = attribute(attributes, "transform");
    bool is;
    if (svg->depth > 0)
        group = svg->stack[svg->depth - 1];
    if (svg->depth == DEPTH_MAX || (transform && !svgTransform(&group.matrix, transform))) {
        stop(svg);
        return;
    }
    if (svg->depth == 0 && !addProperties(svg, attributes)) {
        stop(svg);
        return;
    }
    if (styleIs(attributes, "fill", "none", &is))
        group.isFilled = !is;
    if (styleIs(attributes, "display", "none", &is) && is)
        group.isHidden = true;
    for (size_t i = 0; i < sizeof DEFINITIONS / sizeof DEFINITIONS[0]; i++)
        group.isDefinition = group.isDefinition || strcmp(name, DEFINITIONS[i]) == 0;
    svg->stack[svg->depth++] = group;
    if (strcmp(name, "line") == 0 || strcmp(name, "polyline") == 0)
        group.isFilled = group.isFilled && strcmp(name, "line") != 0;
    if (!group.isHidden && !group.isDefinition && !addShape(svg, name, &group, attributes))
        stop(svg);
}

static void XMLCALL onEnd(void *context, const char *name)
{
    Svg *svg = context;
    (void)name;
    svg->depth--;
}

bool mapReadSvg(MapReader *reader, const char *bytes, size_t size)
{
    Svg svg = {.reader = reader, .parser = XML_ParserCreate(NULL)};
    if (!svg.parser)
        return mapFail(reader, "out of memory");
    XML_SetUserData(svg.parser, &svg);
    XML_SetElementHandler(svg.parser, onBegin, onEnd);
    bool good = XML_Parse(svg.parser, bytes, (int)size, XML_TRUE) == XML_STATUS_OK;
    if (!good)
        mapFail(reader, "line %lu: %s", XML_GetCurrentLineNumber(svg.parser),
                XML_ErrorString(XML_GetErrorCode(svg.parser)));
    XML_ParserFree(svg.parser);
    return good;
}
