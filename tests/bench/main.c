// SPDX-License-Identifier: MIT
// carom_bench: what Carom costs, beside its peers. Prints CSV, one row per scene and engine; notes
// on the answers go to stderr.
//
// A row with the same name and another hash did other work, which is a change, not a speed-up.
#include "machine.h"
#include "options.h"
#include "report.h"
#include "scenes.h"

#include <stdio.h>

static int playScenes(const BenchOptions *options)
{
    int wrong = 0;
    bool any = false;
    for (int i = 0; i < benchSceneCount; i++) {
        const SceneEntry *scene = &benchScenes[i];
        if (!optionsWant(options, scene->name)) {
            continue;
        }
        any = true;
        double start = machineSeconds();
        bool good = scene->play(&options->run, scene->name);
        fprintf(stderr, "# %s: %s, %.0f s in all\n", scene->name, good ? "done" : "FAILED",
                machineSeconds() - start);
        wrong += !good;
    }
    if (!any && !options->from) {
        fprintf(stderr, "carom_bench: no scene begins with '%s'; --list lists them\n",
                options->only);
        return 2;
    }
    return wrong > 0;
}

int main(int argc, char **argv)
{
    BenchOptions options;
    if (!optionsParse(&options, argc, argv)) {
        return 2;
    }
    if (options.help) {
        optionsHelp();
        return 0;
    }
    if (options.list) {
        for (int i = 0; i < benchSceneCount; i++) {
            printf("%-14s %s\n", benchScenes[i].name, benchScenes[i].help);
        }
        return 0;
    }
    fprintf(stderr, "# core %d\n", machinePin(options.core));
    figuresOpen(machineOutput(), options.format);
    if (options.from && !figuresRead(options.from)) {
        return 2;
    }
    int status = playScenes(&options);
    if (status != 2 && options.report &&
        !reportWrite(options.report, &options.run, options.built, options.only || !options.from)) {
        return 1;
    }
    return status;
}
