// SPDX-License-Identifier: MIT
#include "window.h"

#include "../host.h"
#include "png.h"
#include "script.h"

#define SDL_MAIN_HANDLED
#include <SDL.h>
#include <stdlib.h>
#include <string.h>

typedef struct Window {
    SDL_Window *window;
    SDL_Renderer *renderer;
    Viewer *viewer;
    bool quits;
    int pictures, recordings; ///< written so far
} Window;

double windowSeconds(void *context)
{
    (void)context;
    return hostSeconds();
}

// ---- out

static void show(void *context, const Viewer *viewer)
{
    Window *window = context;
    const List *list = &viewer->list;
    SDL_RenderClear(window->renderer);
    if (list->indexCount > 0)
        SDL_RenderGeometryRaw(window->renderer, NULL, &list->vertices[0].x, sizeof(ListVertex),
                              (const SDL_Color *)list->vertices[0].color, sizeof(ListVertex), NULL,
                              0, list->vertexCount, list->indices, list->indexCount, 4);
    SDL_RenderPresent(window->renderer);
}

/// The list is drawn again: after it was presented, a renderer may have forgotten it.
static bool savePicture(void *context, const char *path)
{
    Window *window = context;
    int width, height;
    const List *list = &window->viewer->list;
    if (SDL_GetRendererOutputSize(window->renderer, &width, &height) != 0)
        return false;
    SDL_RenderGeometryRaw(window->renderer, NULL, &list->vertices[0].x, sizeof(ListVertex),
                          (const SDL_Color *)list->vertices[0].color, sizeof(ListVertex), NULL, 0,
                          list->vertexCount, list->indices, list->indexCount, 4);
    uint8_t *pixels = malloc((size_t)width * (size_t)height * 3);
    bool good = pixels &&
                SDL_RenderReadPixels(window->renderer, NULL, SDL_PIXELFORMAT_RGB24, pixels,
                                     width * 3) == 0 &&
                pngWrite(path, pixels, width, height);
    free(pixels);
    return good;
}

static bool resize(void *context, int width, int height)
{
    SDL_SetWindowSize(((Window *)context)->window, width, height);
    return true;
}

static void grant(Window *window)
{
    char path[64];
    Viewer *viewer = window->viewer;
    const char *scene = viewer->play.scene->name;
    if (viewer->wishes & VIEWER_PICTURE) {
        snprintf(path, sizeof path, "%s-%d.png", scene, ++window->pictures);
        printf("%s %s\n", savePicture(window, path) ? "picture" : "can't write", path);
    }
    if (viewer->wishes & VIEWER_RECORDING) {
        snprintf(path, sizeof path, "%s-%d.carom", scene, ++window->recordings);
        printf("%s %s; to play it: samples/run replay --file %s\n",
               scriptRecord(viewer, path) ? "recording" : "can't write", path, path);
    }
    char link[VIEWER_LINK_SIZE];
    if (viewer->wishes & VIEWER_LINK && viewerLink(viewer, link, sizeof link))
        printf("link: samples/run --window --link '%s'\n", link);
    viewer->wishes = 0;
    fflush(stdout);
}

// ---- in

static int keyOf(SDL_Keysym key)
{
    switch (key.sym) {
    case SDLK_LEFT:
        return VIEWER_LEFT;
    case SDLK_RIGHT:
        return VIEWER_RIGHT;
    case SDLK_UP:
        return VIEWER_UP;
    case SDLK_DOWN:
        return VIEWER_DOWN;
    case SDLK_TAB:
        return key.mod & KMOD_SHIFT ? VIEWER_BACK_TAB : VIEWER_TAB;
    case SDLK_RETURN:
        return VIEWER_ENTER;
    case SDLK_HOME:
        return VIEWER_HOME;
    case SDLK_ESCAPE:
        return VIEWER_ESCAPE;
    default:
        return key.sym >= ' ' && key.sym < 127 ? key.sym : -1;
    }
}

/// The window's size is in points, the list in pixels.
static double density(const Window *window)
{
    int points, pixels;
    SDL_GetWindowSize(window->window, &points, NULL);
    return SDL_GetRendererOutputSize(window->renderer, &pixels, NULL) == 0 && points > 0
               ? (double)pixels / points
               : 1;
}

static void fit(Window *window)
{
    int width, height;
    SDL_GetRendererOutputSize(window->renderer, &width, &height);
    viewerResize(window->viewer, width, height, 16 * density(window));
}

static void take(Window *window, const SDL_Event *event)
{
    Viewer *viewer = window->viewer;
    double dots = density(window);
    bool left;
    switch (event->type) {
    case SDL_QUIT:
        window->quits = true;
        break;
    case SDL_MOUSEMOTION:
        viewerMove(viewer, caromVec2(event->motion.x * dots, event->motion.y * dots));
        break;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        left = event->button.button == SDL_BUTTON_LEFT;
        viewerMove(viewer, caromVec2(event->button.x * dots, event->button.y * dots));
        viewerButton(viewer, left ? 1 : 2, event->type == SDL_MOUSEBUTTONDOWN);
        break;
    case SDL_MOUSEWHEEL:
        viewerWheel(viewer, event->wheel.y);
        break;
    case SDL_KEYDOWN:
    case SDL_KEYUP:
        viewerKey(viewer, keyOf(event->key.keysym), event->type == SDL_KEYDOWN);
        break;
    case SDL_WINDOWEVENT:
        if (event->window.event == SDL_WINDOWEVENT_SIZE_CHANGED)
            fit(window);
        break;
    default:
        break;
    }
}

static void loop(Window *window)
{
    double last = hostSeconds();
    while (!window->quits) {
        SDL_Event event;
        while (SDL_PollEvent(&event))
            take(window, &event);
        double now = hostSeconds();
        viewerFrame(window->viewer, now - last);
        last = now;
        show(window, window->viewer);
        grant(window);
        if (hostSeconds() - now < 0.002) // without a display to wait for
            SDL_Delay(8);
    }
}

// ---- the whole

static int play(Window *window, const char *path)
{
    const ScriptHost host = {window, show, savePicture, resize};
    FILE *script = path ? fopen(path, "r") : NULL;
    if (path && !script) {
        fprintf(stderr, "window: %s can't be read\n", path);
        return 1;
    }
    if (!script) {
        loop(window);
        return 0;
    }
    bool good = scriptPlay(window->viewer, script, &host);
    fclose(script);
    return good ? 0 : 1;
}

static bool open(Window *window, const WindowSettings *settings)
{
    SDL_SetMainReady();
    if (SDL_Init(SDL_INIT_VIDEO) != 0)
        return false;
    SDL_EnableScreenSaver();
    window->window =
        SDL_CreateWindow("Carom", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, settings->width,
                         settings->height, SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
    if (!window->window)
        return false;
    window->renderer = SDL_CreateRenderer(window->window, -1, SDL_RENDERER_PRESENTVSYNC);
    if (!window->renderer)
        window->renderer = SDL_CreateRenderer(window->window, -1, SDL_RENDERER_SOFTWARE);
    return window->renderer &&
           SDL_SetRenderDrawBlendMode(window->renderer, SDL_BLENDMODE_BLEND) == 0;
}

int windowRun(Viewer *viewer, const WindowSettings *settings)
{
    Window window = {.viewer = viewer};
    int status = 1;
    if (open(&window, settings)) {
        fit(&window);
        if (settings->link && !viewerOpenLink(viewer, settings->link))
            fprintf(stderr, "window: that is no link\n");
        status = play(&window, settings->script);
    } else {
        fprintf(stderr, "window: %s\n", SDL_GetError());
    }
    SDL_DestroyRenderer(window.renderer);
    SDL_DestroyWindow(window.window);
    SDL_Quit();
    return status;
}
