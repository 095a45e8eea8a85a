// SPDX-License-Identifier: MIT
// A link names a play in one line: scene=grenade&seed=1&p=4,0.42,0.15&shots=40.12800.5120.3,...
// A shot is the tick, the pointer in 1,024ths of a metre, and for how many ticks it was held.
#include "viewer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STEPS 1024
#define LONGEST_LINK (10 * 60 * SCENE_HZ) // [ticks]

typedef struct Writer {
    char *text;
    size_t size, length;
    bool full;
} Writer;

static void put(Writer *writer, const char *format, ...)
{
    va_list list;
    size_t left = writer->size - writer->length;
    va_start(list, format);
    int count = vsnprintf(writer->text + writer->length, left, format, list);
    va_end(list);
    writer->full = writer->full || count < 0 || (size_t)count >= left;
    writer->length += writer->full ? 0 : (size_t)count;
}

static bool isHeld(const Play *play, int64_t tick)
{
    return tick >= 0 && tick < play->inputCount && play->inputs[tick].buttons & SCENE_FIRE;
}

static void putShots(Writer *writer, const Play *play)
{
    const char *between = "&shots=";
    for (int64_t tick = 0; tick < play->inputCount; tick++) {
        int held = 0;
        if (!isHeld(play, tick) || isHeld(play, tick - 1))
            continue;
        while (isHeld(play, tick + held))
            held++;
        CaromVec2 at = play->inputs[tick].pointer;
        put(writer, "%s%lld.%.0f.%.0f.%d", between, (long long)tick, at.x * STEPS, at.y * STEPS,
            held);
        between = ",";
    }
}

bool viewerLink(const Viewer *viewer, char *text, size_t size)
{
    Writer writer = {text, size, 0, false};
    const Scene *scene = viewer->play.scene;
    put(&writer, "scene=%s&seed=%llu", scene->name, (unsigned long long)viewer->seed);
    for (int i = 0; i < SCENE_PARAMETERS && scene->parameters[i].name; i++)
        put(&writer, "%s%g", i == 0 ? "&p=" : ",", viewer->parameters[i]);
    putShots(&writer, &viewer->play);
    return !writer.full;
}

// ---- reading

/// Copies the value of a key; false where the link has none.
static bool valueOf(const char *text, const char *key, char *value, size_t size)
{
    size_t length = strlen(key);
    for (; text; text = strchr(text, '&')) {
        text += *text == '&';
        if (strncmp(text, key, length) != 0 || text[length] != '=')
            continue;
        size_t count = strcspn(text + length + 1, "&");
        if (count >= size)
            return false;
        memcpy(value, text + length + 1, count);
        value[count] = 0;
        return true;
    }
    return false;
}

static void readParameters(const Scene *scene, const char *text, double *parameters)
{
    for (int i = 0; i < SCENE_PARAMETERS; i++) {
        const SceneParameter *p = &scene->parameters[i];
        char *end;
        double value = strtod(text, &end);
        parameters[i] = p->value;
        if (end != text && value >= p->low && value <= p->high)
            parameters[i] = value;
        text = end + (*end == ',');
    }
}

/// A shot into the inputs of its ticks; those before them only have parameters. Returns how far
/// they reach, or -1.
static int64_t readShot(const char **text, SceneInput *inputs, int64_t reach,
                        const double *parameters)
{
    long long parts[4];
    for (int i = 0; i < 4; i++) {
        char *end;
        parts[i] = strtoll(*text, &end, 10);
        if (end == *text || *end != (i < 3 ? '.' : *end == ',' ? ',' : 0))
            return -1;
        *text = end + (*end != 0);
    }
    bool fits =
        parts[0] >= reach && parts[0] <= LONGEST_LINK && parts[3] >= 1 && parts[3] <= LONGEST_LINK;
    int64_t last = fits ? parts[0] + parts[3] : -1;
    if (!fits || last > LONGEST_LINK)
        return -1;
    for (int64_t tick = reach; tick < last; tick++) {
        memcpy(inputs[tick].parameters, parameters, sizeof inputs[tick].parameters);
        inputs[tick].pointer = caromVec2((double)parts[1] / STEPS, (double)parts[2] / STEPS);
        inputs[tick].buttons = tick >= parts[0] ? SCENE_FIRE : 0;
    }
    return last;
}

static bool readShots(Play *play, const char *text, const double *parameters)
{
    SceneInput *inputs = calloc(LONGEST_LINK, sizeof *inputs);
    int64_t reach = 0;
    while (inputs && reach >= 0 && *text)
        reach = readShot(&text, inputs, reach, parameters);
    bool good = inputs && reach >= 0 && playForesee(play, inputs, reach);
    free(inputs);
    return good;
}

bool viewerOpenLink(Viewer *viewer, const char *text)
{
    char value[VIEWER_LINK_SIZE];
    double parameters[SCENE_PARAMETERS];
    const Scene *scene = valueOf(text, "scene", value, sizeof value) ? sceneByName(value) : NULL;
    if (!scene)
        return false;
    if (valueOf(text, "seed", value, sizeof value))
        viewer->seed = strtoull(value, NULL, 10);
    if (!valueOf(text, "p", value, sizeof value))
        value[0] = 0;
    readParameters(scene, value, parameters);
    viewer->direction = 1;
    if (!viewerBeginScene(viewer, scene, parameters))
        return false;
    viewerHome(viewer);
    return !valueOf(text, "shots", value, sizeof value) ||
           readShots(&viewer->play, value, parameters);
}
