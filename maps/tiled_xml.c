// SPDX-License-Identifier: MIT
// Tiled's XML (.tmx, .tsx) as the JSON that Tiled would have written (.tmj, .tsj), so that one
// reader serves both. Format: Lindeijer, "Tiled Documentation, TMX Map Format" (1.10).
#include "reader.h"

#include <expat.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH_MAX 64

typedef struct Element {
    cJSON *json; ///< null: what is in it is not read
    char name[16];
} Element;

typedef struct Xml {
    MapReader *reader;
    XML_Parser parser;
    cJSON *root;
    Element stack[DEPTH_MAX];
    int depth;
    char *text; ///< of <data> and <chunk>
    size_t length, room;
    bool keepsText;
} Xml;

static void stop(Xml *xml, const char *text)
{
    mapFail(xml->reader, "%s (line %lu)", text, XML_GetCurrentLineNumber(xml->parser));
    XML_StopParser(xml->parser, XML_FALSE);
}

static bool isOneOf(const char *name, const char *const *names)
{
    while (*names && strcmp(name, *names) != 0)
        names++;
    return *names != NULL;
}

static const char *attribute(const char **attributes, const char *name)
{
    for (; *attributes; attributes += 2)
        if (strcmp(attributes[0], name) == 0)
            return attributes[1];
    return "";
}

/// Adds to a list of an object, which it makes if it is not there.
static void append(cJSON *to, const char *list, cJSON *item)
{
    cJSON *array = cJSON_GetObjectItemCaseSensitive(to, list);
    if (!array)
        array = cJSON_AddArrayToObject(to, list);
    if (!cJSON_AddItemToArray(array, item))
        cJSON_Delete(item);
}

static void addAttributes(cJSON *json, const char **attributes)
{
    static const char *const TEXTS[] = {"name",     "type",        "class",
                                        "source",   "template",    "orientation",
                                        "encoding", "compression", NULL};
    for (; *attributes; attributes += 2) {
        char *end;
        double number = strtod(attributes[1], &end);
        if (strcmp(attributes[0], "visible") == 0)
            cJSON_AddBoolToObject(json, "visible", strcmp(attributes[1], "0") != 0);
        else if (!isOneOf(attributes[0], TEXTS) && end != attributes[1] && *end == '\0')
            cJSON_AddNumberToObject(json, attributes[0], number);
        else
            cJSON_AddStringToObject(json, attributes[0], attributes[1]);
    }
}

static cJSON *propertyOf(const char **attributes)
{
    const char *type = attribute(attributes, "type"), *value = attribute(attributes, "value");
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "name", attribute(attributes, "name"));
    if (strcmp(type, "bool") == 0)
        cJSON_AddBoolToObject(json, "value", strcmp(value, "true") == 0);
    else if (strcmp(type, "int") == 0 || strcmp(type, "float") == 0)
        cJSON_AddNumberToObject(json, "value", strtod(value, NULL));
    else
        cJSON_AddStringToObject(json, "value", value);
    return json;
}

/// "0,0 16,8.5 ..." as a list of points.
static cJSON *pointsOf(const char *text)
{
    cJSON *points = cJSON_CreateArray();
    for (int count = 0; *text && count <= MAP_POINTS_MAX; count++) {
        char *end;
        double x = strtod(text, &end);
        if (end == text || *end != ',')
            break;
        text = end + 1;
        double y = strtod(text, &end);
        if (end == text)
            break;
        for (text = end; *text == ' ' || *text == '\n';)
            text++;
        cJSON *point = cJSON_CreateObject();
        cJSON_AddNumberToObject(point, "x", x);
        cJSON_AddNumberToObject(point, "y", y);
        cJSON_AddItemToArray(points, point);
    }
    return points;
}

/// What an element becomes in its parent: an object of its own, or only a field. Returns the
/// object, or null.
static cJSON *place(cJSON *parent, const char *within, const char *name, const char **attributes)
{
    static const char *const LAYERS[] = {"layer", "objectgroup", "group", "imagelayer", NULL};
    bool isObjectGroup = strcmp(name, "objectgroup") == 0;
    if (strcmp(name, "property") == 0) {
        append(parent, "properties", propertyOf(attributes));
        return NULL;
    }
    if (strcmp(name, "properties") == 0)
        return parent; // its members are the parent's
    if (strcmp(name, "polygon") == 0 || strcmp(name, "polyline") == 0) {
        cJSON_AddItemToObject(parent, name, pointsOf(attribute(attributes, "points")));
        return NULL;
    }
    if (strcmp(name, "ellipse") == 0 || strcmp(name, "point") == 0) {
        cJSON_AddBoolToObject(parent, name, true);
        return NULL;
    }
    if (strcmp(name, "tile") == 0 && strcmp(within, "data") == 0) {
        append(parent, "data", cJSON_CreateNumber(strtod(attribute(attributes, "gid"), NULL)));
        return NULL;
    }
    if (strcmp(name, "data") == 0) {
        addAttributes(parent, attributes);
        return parent;
    }
    cJSON *json = cJSON_CreateObject();
    addAttributes(json, attributes);
    if (isObjectGroup && strcmp(within, "tile") == 0) {
        cJSON_AddItemToObject(parent, "objectgroup", json);
    } else if (isOneOf(name, LAYERS)) {
        cJSON_DeleteItemFromObjectCaseSensitive(json, "type"); // of an old objectgroup: a class
        cJSON_AddStringToObject(json, "type", strcmp(name, "layer") == 0 ? "tilelayer" : name);
        append(parent, "layers", json);
    } else if (strcmp(name, "object") == 0) {
        append(parent, "objects", json);
    } else if (strcmp(name, "tileset") == 0) {
        append(parent, "tilesets", json);
    } else if (strcmp(name, "tile") == 0) {
        append(parent, "tiles", json);
    } else if (strcmp(name, "chunk") == 0) {
        append(parent, "chunks", json);
    } else if (strcmp(name, "text") == 0) {
        cJSON_AddItemToObject(parent, "text", json);
    } else {
        cJSON_Delete(json); // images, animations, terrains
        return NULL;
    }
    return json;
}

static void XMLCALL onBegin(void *context, const char *name, const char **attributes)
{
    Xml *xml = context;
    if (xml->depth == DEPTH_MAX) {
        stop(xml, "its elements are nested too deep");
        return;
    }
    Element *element = &xml->stack[xml->depth];
    const Element *parent = xml->depth > 0 ? element - 1 : NULL;
    size_t length = strlen(name);
    element->json = NULL;
    length = length < sizeof element->name ? length : sizeof element->name - 1;
    memcpy(element->name, name, length);
    element->name[length] = '\0';
    if (parent && parent->json)
        element->json = place(parent->json, parent->name, name, attributes);
    else if (!parent)
        element->json = xml->root;
    if (!parent)
        addAttributes(xml->root, attributes);
    xml->depth++;
    if (strcmp(name, "data") == 0 || strcmp(name, "chunk") == 0) {
        xml->keepsText = true;
        xml->length = 0;
    }
}

/// "1,2,3" as a list.
static cJSON *numbersOf(const char *text)
{
    cJSON *numbers = cJSON_CreateArray();
    for (int count = 0; count < MAP_TILES_MAX; count++) {
        char *end;
        double number = strtod(text, &end);
        if (end == text)
            break;
        cJSON_AddItemToArray(numbers, cJSON_CreateNumber(number));
        for (text = end; *text == ',' || *text == ' ' || *text == '\n' || *text == '\r';)
            text++;
    }
    return numbers;
}

static void XMLCALL onEnd(void *context, const char *name)
{
    Xml *xml = context;
    xml->depth--;
    bool isData = strcmp(name, "data") == 0, isChunk = strcmp(name, "chunk") == 0;
    if (!isData && !isChunk)
        return;
    cJSON *json = xml->stack[xml->depth].json;
    const cJSON *layer = isChunk ? xml->stack[xml->depth - 1].json : json;
    xml->keepsText = isChunk;
    if (!json || cJSON_GetObjectItemCaseSensitive(json, "data") ||
        cJSON_GetObjectItemCaseSensitive(json, "chunks"))
        return;
    if (xml->text && strcmp(mapText(layer, "encoding"), "base64") == 0)
        cJSON_AddStringToObject(json, "data", xml->length ? xml->text : "");
    else if (xml->text)
        cJSON_AddItemToObject(json, "data", numbersOf(xml->length ? xml->text : ""));
    xml->length = 0;
}

static void XMLCALL onText(void *context, const char *text, int length)
{
    Xml *xml = context;
    if (!xml->keepsText)
        return;
    size_t needed = xml->length + (size_t)length + 1;
    if (needed > xml->room) {
        size_t room = 2 * needed;
        char *grown = realloc(xml->text, room);
        if (!grown) {
            stop(xml, "out of memory");
            return;
        }
        xml->text = grown;
        xml->room = room;
    }
    memcpy(xml->text + xml->length, text, (size_t)length);
    xml->length += (size_t)length;
    xml->text[xml->length] = '\0';
}

cJSON *mapJsonOfTiledXml(MapReader *reader, const char *bytes, size_t size)
{
    Xml xml = {.reader = reader, .parser = XML_ParserCreate(NULL), .root = cJSON_CreateObject()};
    bool good = (xml.parser && xml.root) || mapFail(reader, "out of memory");
    if (good) {
        XML_SetUserData(xml.parser, &xml);
        XML_SetElementHandler(xml.parser, onBegin, onEnd);
        XML_SetCharacterDataHandler(xml.parser, onText);
        good = XML_Parse(xml.parser, bytes, (int)size, XML_TRUE) == XML_STATUS_OK;
        if (!good)
            mapFail(reader, "line %lu: %s", XML_GetCurrentLineNumber(xml.parser),
                    XML_ErrorString(XML_GetErrorCode(xml.parser)));
    }
    if (xml.parser)
        XML_ParserFree(xml.parser);
    free(xml.text);
    if (good)
        return xml.root;
    cJSON_Delete(xml.root);
    return NULL;
}
