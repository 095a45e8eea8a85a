// SPDX-License-Identifier: MIT
#include "script.h"

#include "scene_case.h"

#include <stdlib.h>
#include <string.h>

#define MOST_LETTERS VIEWER_LINK_SIZE

static int keyOf(const char *name)
{
    static const char *const NAMES[] = {"left",    "right", "up",   "down",  "tab",
                                        "backtab", "enter", "home", "escape"};
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++)
        if (strcmp(name, NAMES[i]) == 0)
            return VIEWER_LEFT + (int)i;
    if (strcmp(name, "space") == 0)
        return ' ';
    return strlen(name) == 1 ? name[0] : -1;
}

bool scriptRecord(const Viewer *viewer, const char *path)
{
    size_t size = 0;
    void *bytes = playRecording(&viewer->play, &size);
    FILE *file = bytes ? fopen(path, "wb") : NULL;
    bool good = file && fwrite(bytes, 1, size, file) == size;
    if (file)
        good = fclose(file) == 0 && good;
    free(bytes);
    return good;
}

static void frames(Viewer *viewer, int count, const ScriptHost *host)
{
    for (int i = 0; i < count; i++) {
        viewerFrame(viewer, 1.0 / 60);
        if (host->show)
            host->show(host->context, viewer);
    }
}

static bool resize(Viewer *viewer, const char *text, const ScriptHost *host)
{
    int width, height;
    double unit = 16;
    if (sscanf(text, "%d %d %lf", &width, &height, &unit) < 2)
        return false;
    viewerResize(viewer, width, height, unit);
    return !host->resize || host->resize(host->context, width, height);
}

static bool move(Viewer *viewer, const char *text)
{
    double x, y;
    if (sscanf(text, "%lf %lf", &x, &y) != 2)
        return false;
    viewerMove(viewer, caromVec2(x * viewer->width, y * viewer->height));
    return true;
}

static bool key(Viewer *viewer, const char *name, bool down, bool up)
{
    int found = keyOf(name);
    if (found >= 0 && down)
        viewerKey(viewer, found, true);
    if (found >= 0 && up)
        viewerKey(viewer, found, false);
    return found >= 0;
}

static bool open(Viewer *viewer, const char *name)
{
    const Scene *scene = sceneByName(name);
    if (scene)
        viewerOpen(viewer, scene);
    return scene != NULL;
}

/// Opens a file as a case.
static bool openCase(Viewer *viewer, const char *path)
{
    char text[16384];
    const char *error = "it can't be read";
    FILE *file = fopen(path, "rb");
    size_t size = file ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file)
        fclose(file);
    text[size] = 0;
    int line = size > 0 ? sceneCaseOpen(viewer, text, &error) : 1;
    if (line > 0)
        fprintf(stderr, "%s, line %d: %s\n", path, line, error);
    return line == 0;
}

static void print(const Viewer *viewer, const char *words)
{
    printf("%s: %s, tick %lld, state %016llx, drawn %016llx\n", words, viewer->play.scene->name,
           (long long)viewer->play.state.tick, (unsigned long long)playHash(&viewer->play),
           (unsigned long long)listHash(&viewer->list));
}

static bool printLink(const Viewer *viewer)
{
    char text[VIEWER_LINK_SIZE];
    bool fits = viewerLink(viewer, text, sizeof text);
    if (fits)
        printf("%s\n", text);
    return fits;
}

static bool run(Viewer *viewer, const char *word, const char *rest, const ScriptHost *host)
{
    if (strcmp(word, "frames") == 0)
        frames(viewer, atoi(rest), host);
    else if (strcmp(word, "scene") == 0)
        return open(viewer, rest);
    else if (strcmp(word, "case") == 0)
        return openCase(viewer, rest);
    else if (strcmp(word, "size") == 0)
        return resize(viewer, rest, host);
    else if (strcmp(word, "move") == 0)
        return move(viewer, rest);
    else if (strcmp(word, "press") == 0 || strcmp(word, "release") == 0)
        viewerButton(viewer, strcmp(rest, "right") == 0 ? 2 : 1, word[0] == 'p');
    else if (strcmp(word, "wheel") == 0)
        viewerWheel(viewer, atof(rest));
    else if (strcmp(word, "key") == 0)
        return key(viewer, rest, true, true);
    else if (strcmp(word, "down") == 0 || strcmp(word, "up") == 0)
        return key(viewer, rest, word[0] == 'd', word[0] == 'u');
    else if (strcmp(word, "picture") == 0)
        return !host->picture || host->picture(host->context, rest);
    else if (strcmp(word, "record") == 0)
        return scriptRecord(viewer, rest);
    else if (strcmp(word, "link") == 0)
        return printLink(viewer);
    else if (strcmp(word, "open") == 0)
        return viewerOpenLink(viewer, rest);
    else if (strcmp(word, "print") == 0)
        print(viewer, rest);
    else
        return false;
    return true;
}

bool scriptPlay(Viewer *viewer, FILE *script, const ScriptHost *host)
{
    char line[MOST_LETTERS];
    for (int number = 1; fgets(line, sizeof line, script); number++) {
        line[strcspn(line, "#\r\n")] = 0;
        char *word = line + strspn(line, " \t"), *rest = word + strcspn(word, " \t");
        if (*word == 0)
            continue;
        if (*rest)
            *rest++ = 0;
        rest += strspn(rest, " \t");
        for (size_t end = strlen(rest); end > 0 && rest[end - 1] == ' ';)
            rest[--end] = 0;
        if (!run(viewer, word, rest, host) || viewer->broken) {
            fprintf(stderr, "script, line %d: %s %s: can't\n", number, word, rest);
            return false;
        }
    }
    return true;
}
