// SPDX-License-Identifier: MIT
// The viewer without a window: carom_stage plays a script from standard input, or a file;
// carom_stage --check does what check.h says. The
// hashes that it prints are those of every host, and so are its pictures.
#include "check.h"
#include "map.h"
#include "raster.h"
#include "script.h"

#include <string.h>

static bool savePicture(void *context, const char *path)
{
    const Viewer *viewer = context;
    return rasterSave(&viewer->list, (int)viewer->width, (int)viewer->height, path);
}

int main(int argc, char **argv)
{
    static Viewer viewer;
    if (argc > 1 && strcmp(argv[1], "--check") == 0)
        return checkScenes() ? 0 : 1;
    const ScriptHost host = {&viewer, NULL, savePicture, NULL};
    FILE *script = argc > 1 ? fopen(argv[1], "r") : stdin;
    if (!script) {
        fprintf(stderr, "carom_stage: %s can't be read\n", argv[1]);
        return 2;
    }
    bool good = viewerBegin(&viewer, SCENES[0]->name, 1, stageMap());
    viewerResize(&viewer, 1280, 800, 16);
    good = good && scriptPlay(&viewer, script, &host);
    viewerEnd(&viewer);
    if (script != stdin)
        fclose(script);
    return good ? 0 : 1;
}
