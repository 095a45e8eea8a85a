// SPDX-License-Identifier: MIT
#include "viewer.h"

#include <math.h>
#include <string.h>

#define LONGEST 0.1     // [s] of the host's time that one frame makes up for
#define REWIND 2        // times as fast as it plays
#define NEAR_FRAME 1e-6 // [s] sums of frames are not exact

// ---- begin and end

bool viewerBeginScene(Viewer *viewer, const Scene *scene, const double *parameters)
{
    playEnd(&viewer->play);
    viewer->broken = !playBegin(&viewer->play, scene, viewer->seed, viewer->map, parameters);
    viewer->ahead = 0;
    viewer->fired = viewer->dirty = false;
    if (viewer->broken)
        return false;
    viewer->play.logs = true;
    memcpy(viewer->parameters, playParameters(&viewer->play), sizeof viewer->parameters);
    if (viewer->clock)
        caromWorldSetProfileClock(viewer->play.state.world, viewer->clock, NULL);
    return true;
}

void viewerHome(Viewer *viewer)
{
    const Scene *scene = viewer->play.scene;
    viewer->view.box = viewerWorldBox(viewer);
    viewer->follows = true;
    if (scene)
        viewFit(&viewer->view,
                scene->view.max.x > scene->view.min.x ? scene->view : viewer->map->bounds);
}

bool viewerBegin(Viewer *viewer, const char *name, uint64_t seed, const WadMap *map)
{
    const Scene *scene = sceneByName(name);
    CaromClockFunction *clock = viewer->clock;
    memset(viewer, 0, sizeof *viewer);
    viewer->clock = clock;
    viewer->map = map;
    viewer->seed = seed;
    viewer->speed = 3;
    viewer->rate = 1;
    viewer->direction = 1;
    viewer->marks.trails = viewer->marks.preview = true;
    viewer->light = caromLightCreate(NULL);
    viewer->view.light = viewer->light;
    viewer->view.list = &viewer->list;
    return scene && viewer->light && viewerBeginScene(viewer, scene, NULL);
}

void viewerEnd(Viewer *viewer)
{
    playEnd(&viewer->play);
    listFree(&viewer->list);
    caromLightDestroy(viewer->light);
    memset(viewer, 0, sizeof *viewer);
}

void viewerOpen(Viewer *viewer, const Scene *scene)
{
    viewer->direction = 1;
    if (viewerBeginScene(viewer, scene, NULL))
        viewerHome(viewer);
}

void viewerRestart(Viewer *viewer)
{
    double parameters[SCENE_PARAMETERS];
    memcpy(parameters, viewer->parameters, sizeof parameters);
    viewerBeginScene(viewer, viewer->play.scene, parameters);
}

void viewerResize(Viewer *viewer, double width, double height, double unit)
{
    bool wide = width > 60 * unit, first = viewer->width == 0;
    viewer->menu = first ? wide : viewer->menu;
    viewer->width = width;
    viewer->height = height;
    viewer->unit = viewer->view.unit = unit;
    viewerHome(viewer);
}

// ---- the user

/// Whether the pointer is in the world, and not on a panel.
static bool isOverWorld(const Viewer *viewer)
{
    return viewer->panel.held == 0 && !viewerIsPanel(viewer, viewer->pointer);
}

void viewerMove(Viewer *viewer, CaromVec2 pixels)
{
    viewer->pointer = viewer->input.pointer = pixels;
}

static void press(Viewer *viewer, int button)
{
    viewer->input.pressed = viewer->input.pressed || button == 1;
    if (button == 1)
        viewer->input.down = true;
    if (button == 2)
        viewer->right = true;
}

void viewerButton(Viewer *viewer, int button, bool down)
{
    if (down) {
        press(viewer, button);
        return;
    }
    if (button == 1) {
        viewer->input.released = true;
        viewer->input.down = false;
        viewer->left = false;
    } else {
        viewer->right = false;
    }
}

void viewerWheel(Viewer *viewer, double steps)
{
    double factor = 1;
    for (int i = 0; i < 8 && steps != 0; i++) {
        factor *= steps > 0 ? 1.15 : 1 / 1.15;
        steps = fabs(steps) <= 1 ? 0 : steps - (steps > 0 ? 1 : -1);
    }
    if (isOverWorld(viewer))
        viewZoom(&viewer->view, viewer->pointer, factor);
}

void viewerStep(Viewer *viewer, int ticks)
{
    viewer->direction = 0;
    int64_t tick = viewer->play.state.tick + ticks;
    if (ticks > 0)
        viewer->ahead = (double)tick / SCENE_HZ;
    else if (!playSeek(&viewer->play, tick))
        viewer->broken = true;
    else
        viewer->ahead = playTime(&viewer->play);
}

static void command(Viewer *viewer, int key)
{
    ViewerMarks *marks = &viewer->marks;
    bool *const flags[] = {&marks->grid,    &marks->contacts, &marks->velocities, &marks->trails,
                           &marks->preview, &marks->events,   &marks->counters,   &marks->profile};
    const char *found = strchr("gcvtbeif", key);
    if (key > 0 && key < 128 && found && *found)
        *flags[found - "gcvtbeif"] = !*flags[found - "gcvtbeif"];
    else if (key >= '1' && key <= '9' && key - '1' < SCENE_COUNT)
        viewerOpen(viewer, SCENES[key - '1']);
    else if (key == ' ')
        viewer->direction = viewer->direction == 0;
    else if (key == '.' || key == ',')
        viewerStep(viewer, key == '.' ? 1 : -1);
    else if (key == 'r')
        viewer->direction = viewer->direction < 0 ? 0 : -1;
    else if (key == '[' || key == ']')
        viewerFaster(viewer, key == ']' ? 1 : -1);
    else if (key == 'h')
        viewerOtherRate(viewer);
    else if (key == 'm')
        viewer->menu = !viewer->menu;
    else if (key == 'z')
        viewer->tool = (ViewerTool)((viewer->tool + 1) % VIEWER_TOOLS);
    else if (key == '0')
        viewerHome(viewer);
    else if (key == VIEWER_HOME)
        viewerRestart(viewer);
    else if (key == 'p' || key == 'o' || key == 'l')
        viewer->wishes |= key == 'p' ? VIEWER_PICTURE : key == 'o' ? VIEWER_RECORDING : VIEWER_LINK;
}

void viewerKey(Viewer *viewer, int key, bool down)
{
    if (key < 0 || key >= VIEWER_KEYS)
        return;
    viewer->held[key] = down;
    if (!down)
        return;
    viewer->input.tab += key == VIEWER_TAB ? 1 : key == VIEWER_BACK_TAB ? -1 : 0;
    viewer->input.left += key == VIEWER_LEFT;
    viewer->input.right += key == VIEWER_RIGHT;
    viewer->input.enter = viewer->input.enter || key == VIEWER_ENTER;
    if (key == VIEWER_ESCAPE)
        viewer->panel.focus = 0;
    command(viewer, key);
}

// ---- a frame

/// In steps of a 1,024th of a metre, which a link can name.
static CaromVec2 pointerPlace(const Viewer *viewer)
{
    CaromVec2 place = viewPlace(&viewer->view, viewer->pointer);
    return caromVec2(floor(place.x * 1024 + 0.5) / 1024, floor(place.y * 1024 + 0.5) / 1024);
}

static SceneInput inputOf(Viewer *viewer)
{
    SceneInput input = {.pointer = pointerPlace(viewer)};
    bool keys = viewer->panel.focus == 0;
    const bool *held = viewer->held;
    if (keys) {
        input.walk.x = (held[VIEWER_RIGHT] || held['d']) - (held[VIEWER_LEFT] || held['a']);
        input.walk.y = (held[VIEWER_UP] || held['w']) - (held[VIEWER_DOWN] || held['s']);
    }
    if (viewer->tool == VIEWER_SHOOT && (viewer->left || viewer->fired))
        input.buttons |= SCENE_FIRE;
    if (viewer->tool == VIEWER_GRAB && viewer->left)
        input.buttons |= SCENE_GRAB;
    memcpy(input.parameters, viewer->parameters, sizeof input.parameters);
    return input;
}

/// What the pointer does in the world: it shoots, holds, or moves the view.
static void usePointer(Viewer *viewer)
{
    const PanelInput *input = &viewer->input;
    if (input->pressed && isOverWorld(viewer)) {
        viewer->left = input->down;
        viewer->fired = viewer->tool == VIEWER_SHOOT;
    }
    CaromVec2 moved = caromVec2Sub(viewer->pointer, viewer->lastPointer);
    if (viewer->right || (viewer->left && viewer->tool == VIEWER_PAN)) {
        viewer->follows = viewer->follows && moved.x == 0 && moved.y == 0;
        viewer->view.world.x -= moved.x / viewer->view.scale;
        viewer->view.world.y += moved.y / viewer->view.scale;
    }
    viewer->lastPointer = viewer->pointer;
}

static bool acts(const Viewer *viewer, const SceneInput *input)
{
    return viewer->dirty || input->buttons != 0 || input->walk.x != 0 || input->walk.y != 0;
}

static void goOn(Viewer *viewer, double seconds)
{
    Play *play = &viewer->play;
    SceneInput input = inputOf(viewer);
    double speed = viewerSpeed(viewer), rate = viewerRate(viewer), time = playTime(play);
    if (viewer->direction > 0)
        viewer->ahead += (seconds < LONGEST ? seconds : LONGEST) * speed;
    else
        speed = 1, rate = SCENE_HZ; // a tick at a time
    if (viewer->ahead <= time)
        return;
    if (play->state.tick < play->inputCount && acts(viewer, &input))
        playBranch(play);
    int64_t recorded = play->inputCount;
    for (;;) {
        double next = (floor(time / speed * rate + NEAR_FRAME) + 1) * speed / rate;
        if (next > viewer->ahead + NEAR_FRAME || viewer->broken)
            break;
        viewer->broken = !playTo(play, next, &input);
        time = next;
    }
    bool took = play->inputCount > recorded;
    viewer->fired = viewer->fired && !took;
    viewer->dirty = viewer->dirty && !took;
    if (!took && !viewer->dirty)
        memcpy(viewer->parameters, playParameters(play), sizeof viewer->parameters);
}

static void goBack(Viewer *viewer)
{
    Play *play = &viewer->play;
    viewer->broken = !playSeek(play, play->state.tick - REWIND);
    viewer->ahead = playTime(play);
    if (play->state.tick == 0)
        viewer->direction = 0;
    memcpy(viewer->parameters, playParameters(play), sizeof viewer->parameters);
}

static void keepTime(Viewer *viewer, double began)
{
    if (!viewer->clock)
        return;
    viewer->times[viewer->timeAt] = viewer->clock(NULL) - began;
    viewer->timeAt = (viewer->timeAt + 1) % VIEWER_GRAPH;
}

static void drawScene(Viewer *viewer)
{
    const Scene *scene = viewer->play.scene;
    const SceneState *state = &viewer->play.state;
    View *view = &viewer->view;
    unsigned marks = (viewer->marks.grid ? VIEW_GRID : 0u) |
                     (viewer->marks.contacts ? VIEW_CONTACTS : 0u) |
                     (viewer->marks.velocities ? VIEW_VELOCITIES : 0u);
    CaromProjectileDef shot;
    view->box = viewerWorldBox(viewer);
    if (scene->follow && viewer->follows) {
        view->world = scene->follow(state);
        view->middle = caromVec2Scale(caromVec2Add(view->box.min, view->box.max), 0.5);
    }
    if (scene->under)
        scene->under(state, view);
    if (viewer->marks.trails)
        viewTrails(view, state->world);
    viewWorld(view, state->world, marks);
    if (scene->over)
        scene->over(state, view);
    if (viewer->marks.preview && (!viewer->bare || viewer->aims) && viewer->tool == VIEWER_SHOOT &&
        isOverWorld(viewer) && scene->aim && scene->aim(state, pointerPlace(viewer), &shot))
        viewPreview(view, state->world, &shot);
}

void viewerFrame(Viewer *viewer, double seconds)
{
    double began = viewer->clock ? viewer->clock(NULL) : 0;
    usePointer(viewer);
    if (!viewer->broken && viewer->direction < 0)
        goBack(viewer);
    else if (!viewer->broken)
        goOn(viewer, seconds);
    keepTime(viewer, began);
    listClear(&viewer->list);
    CaromBox all = {{0, 0}, {viewer->width, viewer->height}};
    listBox(&viewer->list, all, canvasInk(INK_BACKGROUND, 1));
    if (!viewer->broken)
        drawScene(viewer);
    if (!viewer->bare)
        viewerPanels(viewer);
    viewer->input.pressed = viewer->input.released = viewer->input.enter = false;
    viewer->input.tab = viewer->input.left = viewer->input.right = 0;
}
