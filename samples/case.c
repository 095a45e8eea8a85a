// SPDX-License-Identifier: MIT
// Plays a case: builds the scene that a text file describes, runs its queries and flights, prints
// every answer and draws it. The tests write such files when a law fails, with a second scene that
// should have had the same answers. Both are played and drawn next to each other.
#include "case.h"

#include "case_picture.h"
#include "options.h"
#include "sample.h"

#include <errno.h>
#include <string.h>

static void printVec(const char *name, CaromVec2 v)
{
    printf(" %s (%.17g %.17g)", name, v.x, v.y);
}

static void printAnswer(const Case *scene, const CaseAnswer *a, int index)
{
    static const char *const names[] = {"found", "closest", "distance", "hit",
                                        "ended", "mode",    "crossed",  "at last"};
    printf("  %d: %s %d %s", index, caseAskName(scene->asks[a->ask].kind), a->ask, names[a->kind]);
    if (a->shape >= 0) {
        printf(" %s %d", caseShapeName(scene->shapes[a->shape].kind), a->shape);
    }
    printf(" fraction %.17g", a->fraction);
    if (a->exitFraction != 0.0) {
        printf(" exit %.17g", a->exitFraction);
    }
    printf(" time %.17g length %.17g", a->time, a->length);
    if (a->hasPoint) {
        printVec("point", a->point);
        printVec("normal", a->normal);
    }
    if (a->hasSecond) {
        printVec("second", a->second);
        printVec("exit normal", a->exitNormal);
    }
    if (a->kind >= CASE_HIT) {
        printVec("before", a->before);
        printVec("after", a->after);
    }
    printf(" feature %d vertex %d marks %u\n", a->feature, a->vertex, a->marks);
}
enum { SCENES_MOST = 2 };

typedef struct Played {
    Case scene;
    CaseAnswers answers;
} Played;

static void answer(Played *played)
{
    CaseWorld built;
    if (caseCreate(&built, &played->scene)) {
        caseFill(&built, &played->scene, NULL);
        caseQuery(&built, &played->scene, &played->answers);
        caseFly(&built, &played->scene, &played->answers);
        caseFree(&built);
    }
    for (int i = 0; i < played->answers.count; i++) {
        printAnswer(&played->scene, &played->answers.list[i], i);
    }
}

/// The scenes of a file, one or two; 0 where it can't be read.
static int readScenes(const char *path, Played *played)
{
    const char *error = NULL;
    int count = 0, line = 0;
    FILE *in = fopen(path, "r");
    if (in == NULL) {
        fprintf(stderr, "case: %s: %s\n", path, strerror(errno));
        return 0;
    }
    while (count < SCENES_MOST && !feof(in)) {
        if (!caseRead(&played[count++].scene, in, &line, &error)) {
            fprintf(stderr, "case: %s, line %d: %s\n", path, line, error);
            count = 0;
            break;
        }
    }
    fclose(in);
    return count;
}

static const char *nameOfFile(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static int drawScenes(const char *out, const char *path, Played *played, int count)
{
    Canvas *canvas = figureCreate(
        count > 1 ? 1680 : 1180, 900, nameOfFile(path),
        "Violet: what is asked. Gold: bullets. Squares: answers, by number, with their normals; "
        "red rings: where a ray leaves.");
    if (canvas == NULL) {
        return SAMPLE_FAILED;
    }
    for (int i = 0; i < count; i++) {
        CaromBox area = figureBox(28, 92, count > 1 ? 1652 : 1152, 872);
        CaseWorld built;
        if (caseCreate(&built, &played[i].scene)) {
            caseFill(&built, &played[i].scene, NULL);
            casePicture(canvas, figureColumn(area, i, count, 14), &played[i].scene, &built,
                        &played[i].answers, i == 0 ? "The case" : "also");
            caseFree(&built);
        }
    }
    return figureFinish(canvas, out);
}

int sampleCase(int argc, char **argv)
{
    static Played played[SCENES_MOST];
    const char *out = "case.png", *path = CAROM_SAMPLE_CASE;
    const Option options[] = {{"out", "FILE", "the picture", OPTION_TEXT, &out, 0, 0}};
    bool named = argc > 1 && argv[1][0] != '-';
    path = named ? argv[1] : path;
    OptionsResult read = optionsRead(
        argc - named, argv + named,
        "case [FILE]: plays a case as failing tests write it; see samples/case.h", options, 1);
    if (read != OPTIONS_GO) {
        return read == OPTIONS_HELP ? SAMPLE_OK : SAMPLE_BAD_OPTIONS;
    }
    int count = readScenes(path, played);
    for (int i = 0; i < count; i++) {
        printf("%s\n", i == 0 ? nameOfFile(path) : "also");
        answer(&played[i]);
    }
    return count > 0 ? drawScenes(out, path, played, count) : SAMPLE_FAILED;
}
