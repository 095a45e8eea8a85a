// SPDX-License-Identifier: MIT
// The viewer as a WebAssembly module: page/stage.js calls these. Texts go through pageText.
#include "check.h"
#include "map.h"
#include "scene_case.h"
#include "viewer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default"), used))

static Viewer viewer;
static char text[16384]; // a link, a case, a line of check.h

EXPORT char *pageText(void)
{
    return text;
}

EXPORT int pageTextSize(void)
{
    return (int)sizeof text;
}

EXPORT int pageBegin(void)
{
    return viewerBegin(&viewer, SCENES[0]->name, 1, stageMap());
}

/// Opens the link that is in the text; a name of a scene alone will do as scene=NAME.
EXPORT int pageOpen(void)
{
    return viewerOpenLink(&viewer, text);
}

/// Opens the case that is in the text. Returns 0, or the line of a mistake, whose reason is then
/// the text.
EXPORT int pageCase(void)
{
    const char *error = "";
    int line = sceneCaseOpen(&viewer, text, &error);
    snprintf(text, sizeof text, "%s", error);
    return line;
}

EXPORT int pageLink(void)
{
    return viewerLink(&viewer, text, sizeof text);
}

/// The scene's name, title and hint, a line each. 0: there is none of that number.
EXPORT int pageScene(int index)
{
    if (index < 0 || index >= SCENE_COUNT)
        return 0;
    snprintf(text, sizeof text, "%s\n%s\n%s", SCENES[index]->name, SCENES[index]->title,
             SCENES[index]->hint);
    return 1;
}

EXPORT void pageResize(double width, double height, double unit, int bare)
{
    viewer.bare = bare != 0;
    viewerResize(&viewer, width, height, unit);
}

EXPORT void pageMove(double x, double y)
{
    viewerMove(&viewer, caromVec2(x, y));
}

EXPORT void pageButton(int button, int down)
{
    viewerButton(&viewer, button, down != 0);
}

EXPORT void pageWheel(double steps)
{
    viewerWheel(&viewer, steps);
}

EXPORT void pageKey(int key, int down)
{
    viewerKey(&viewer, key, down != 0);
}

EXPORT void pageFrame(double seconds)
{
    viewerFrame(&viewer, seconds);
}

EXPORT const void *pageVertices(void)
{
    return viewer.list.vertices;
}

EXPORT int pageVertexCount(void)
{
    return viewer.list.vertexCount;
}

EXPORT const void *pageIndices(void)
{
    return viewer.list.indices;
}

EXPORT int pageIndexCount(void)
{
    return viewer.list.indexCount;
}

EXPORT int pageTick(void)
{
    return (int)viewer.play.state.tick;
}

EXPORT int pagePaused(void)
{
    return viewer.direction == 0;
}

EXPORT int pageShots(void)
{
    return viewer.play.state.shots;
}

/// The hashes of the state and of the draw list.
EXPORT void pageHash(void)
{
    snprintf(text, sizeof text, "state %016llx, drawn %016llx",
             (unsigned long long)playHash(&viewer.play),
             (unsigned long long)listHash(&viewer.list));
}

EXPORT int pageWishes(void)
{
    int wishes = (int)viewer.wishes;
    viewer.wishes = 0;
    return wishes;
}

/// A recording; its size in *size. Free it.
EXPORT void *pageRecording(size_t *size)
{
    return playRecording(&viewer.play, size);
}

EXPORT void pageFree(void *bytes)
{
    free(bytes);
}

/// The line of check.h. 0: something is wrong.
EXPORT int pageCheck(int scene)
{
    return checkScene(scene, text, sizeof text);
}

// ---- what the C library would ask of a system: the page has none, and the module no imports

int __imported_wasi_snapshot_preview1_fd_write(int file, int parts, int count, int written);
int __imported_wasi_snapshot_preview1_fd_close(int file);
int __imported_wasi_snapshot_preview1_fd_seek(int file, long long offset, int whence, int out);
int __imported_wasi_snapshot_preview1_fd_fdstat_get(int file, int out);

#define NO_SUCH_FILE 8 // WASI's EBADF

int __imported_wasi_snapshot_preview1_fd_write(int file, int parts, int count, int written)
{
    (void)file, (void)parts, (void)count, (void)written;
    return NO_SUCH_FILE;
}

int __imported_wasi_snapshot_preview1_fd_close(int file)
{
    (void)file;
    return NO_SUCH_FILE;
}

int __imported_wasi_snapshot_preview1_fd_seek(int file, long long offset, int whence, int out)
{
    (void)file, (void)offset, (void)whence, (void)out;
    return NO_SUCH_FILE;
}

int __imported_wasi_snapshot_preview1_fd_fdstat_get(int file, int out)
{
    (void)file, (void)out;
    return NO_SUCH_FILE;
}
