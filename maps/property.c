// SPDX-License-Identifier: MIT
// Custom properties of whole maps, as text: those of a map of Tiled, the fields of LDtk's levels,
// and attributes data-… of a drawing's <svg>.
#include "reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool mapAddProperty(MapReader *reader, const char *name, const char *value)
{
    CaromMap *map = reader->map;
    size_t count = (size_t)map->propertyCount, n = strlen(name) + 1, m = strlen(value) + 1;
    if (caromMapProperty(map, name))
        return true; // the first counts
    if (map->propertyCount == MAP_PROPERTIES_MAX)
        return mapFail(reader, "more than %d properties", MAP_PROPERTIES_MAX);
    CaromMapProperty *properties = realloc(map->properties, (count + 1) * sizeof *properties);
    if (!properties)
        return mapFail(reader, "out of memory");
    map->properties = properties;
    char *text = malloc(n + m); // both, one after the other
    if (!text)
        return mapFail(reader, "out of memory");
    memcpy(text, name, n);
    memcpy(text + n, value, m);
    properties[map->propertyCount++] = (CaromMapProperty){text, text + n};
    return true;
}

bool mapAddProperties(MapReader *reader, const cJSON *list, const char *nameKey,
                      const char *valueKey)
{
    const cJSON *each;
    cJSON_ArrayForEach(each, list)
    {
        const cJSON *value = cJSON_GetObjectItemCaseSensitive(each, valueKey);
        const char *name = mapText(each, nameKey);
        char number[32];
        if (cJSON_IsNumber(value))
            (void)snprintf(number, sizeof number, "%.17g", value->valuedouble);
        const char *text = cJSON_IsString(value)   ? value->valuestring
                           : cJSON_IsNumber(value) ? number
                           : cJSON_IsTrue(value)   ? "true"
                           : cJSON_IsFalse(value)  ? "false"
                                                   : NULL;
        if (name[0] && text && !mapAddProperty(reader, name, text))
            return false;
    }
    return true;
}

const char *caromMapProperty(const CaromMap *map, const char *name)
{
    for (int i = 0; map && i < map->propertyCount; i++)
        if (strcmp(map->properties[i].name, name) == 0)
            return map->properties[i].value;
    return NULL;
}
