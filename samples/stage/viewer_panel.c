// SPDX-License-Identifier: MIT
// The panels: scenes, tools, sliders and marks at the left, time at the bottom, figures at the
// right. On a narrow screen the left one opens over the world.
#include "viewer.h"

#include <stdio.h>
#include <string.h>

#define SIDE 20.0 // [unit] width of the left panel
#define LIMIT (1.0 / SCENE_HZ / 4)

static const struct {
    double factor;
    const char *text;
} SPEEDS[] = {{1.0 / 64, "1/64"}, {1.0 / 16, "1/16"}, {0.25, "1/4"},
              {1, "1 x"},         {2, "2 x"},         {4, "4 x"}};
static const double RATES[] = {24, 60, 144, 1000}; // [Hz]

double viewerSpeed(const Viewer *viewer)
{
    return SPEEDS[viewer->speed].factor;
}

double viewerRate(const Viewer *viewer)
{
    return RATES[viewer->rate];
}

void viewerFaster(Viewer *viewer, int by)
{
    int count = (int)(sizeof SPEEDS / sizeof SPEEDS[0]);
    viewer->speed = (viewer->speed + by + count) % count;
}

void viewerOtherRate(Viewer *viewer)
{
    viewer->rate = (viewer->rate + 1) % (int)(sizeof RATES / sizeof RATES[0]);
}

// ---- where things are

static bool isWide(const Viewer *viewer)
{
    return viewer->width > 60 * viewer->unit;
}

static double barHeight(const Viewer *viewer)
{
    return (isWide(viewer) ? 6 : 8.4) * viewer->unit; // of two rows or three
}

CaromBox viewerWorldBox(const Viewer *viewer)
{
    if (viewer->bare)
        return (CaromBox){{0, 0}, {viewer->width, viewer->height}};
    double left = viewer->menu && isWide(viewer) ? SIDE * viewer->unit : 0;
    return (CaromBox){{left, 3.4 * viewer->unit},
                      {viewer->width, viewer->height - barHeight(viewer)}};
}

static double sideWidth(const Viewer *viewer)
{
    double wide = SIDE * viewer->unit;
    return wide < viewer->width ? wide : viewer->width;
}

bool viewerIsPanel(const Viewer *viewer, CaromVec2 pixels)
{
    return pixels.y > viewer->height - barHeight(viewer) ||
           (viewer->menu && pixels.x < sideWidth(viewer));
}

// ---- the left panel

static void scenes(Viewer *viewer)
{
    Panel *panel = &viewer->panel;
    panelHeading(panel, "Scenes");
    panelRow(panel, 3);
    for (int i = 0; i < SCENE_COUNT; i++)
        if (panelButton(panel, SCENES[i]->name, SCENES[i] == viewer->play.scene))
            viewerOpen(viewer, SCENES[i]);
    panelGap(panel, 0.4);
}

static void tools(Viewer *viewer)
{
    static const char *const NAMES[VIEWER_TOOLS] = {"Shoot", "Drag", "Move view"};
    Panel *panel = &viewer->panel;
    panelHeading(panel, "The pointer");
    panelRow(panel, VIEWER_TOOLS);
    for (int i = 0; i < VIEWER_TOOLS; i++)
        if (panelButton(panel, NAMES[i], (int)viewer->tool == i))
            viewer->tool = (ViewerTool)i;
    panelGap(panel, 0.4);
}

static void sliders(Viewer *viewer)
{
    Panel *panel = &viewer->panel;
    const Scene *scene = viewer->play.scene;
    bool restart = false;
    panelHeading(panel, scene->title);
    for (int i = 0; i < SCENE_PARAMETERS && scene->parameters[i].name; i++) {
        const SceneParameter *p = &scene->parameters[i];
        char shown[32];
        snprintf(shown, sizeof shown, "%g", viewer->parameters[i]);
        bool changed =
            panelSlider(panel, p->name, p->low, p->high, p->step, shown, &viewer->parameters[i]);
        viewer->dirty = viewer->dirty || changed;
        restart = restart || (changed && p->restarts);
    }
    if (restart)
        viewerRestart(viewer);
    panelGap(panel, 0.4);
}

static void marks(Viewer *viewer)
{
    Panel *panel = &viewer->panel;
    ViewerMarks *m = &viewer->marks;
    panelHeading(panel, "Show");
    panelRow(panel, 2);
    panelCheckbox(panel, "preview", &m->preview);
    panelCheckbox(panel, "trails", &m->trails);
    panelCheckbox(panel, "contacts, hits", &m->contacts);
    panelCheckbox(panel, "velocities", &m->velocities);
    panelCheckbox(panel, "grid", &m->grid);
    panelCheckbox(panel, "events", &m->events);
    panelCheckbox(panel, "counters", &m->counters);
    panelCheckbox(panel, "times", &m->profile);
    panelGap(panel, 0.4);
    panelRow(panel, 3);
    if (panelButton(panel, "Link", false))
        viewer->wishes |= VIEWER_LINK;
    if (panelButton(panel, "Picture", false))
        viewer->wishes |= VIEWER_PICTURE;
    if (panelButton(panel, "Recording", false))
        viewer->wishes |= VIEWER_RECORDING;
}

static void side(Viewer *viewer)
{
    CaromBox box = {{0, 0}, {sideWidth(viewer), viewer->height - barHeight(viewer)}};
    if (!viewer->menu)
        return;
    panelColumn(&viewer->panel, box, true);
    scenes(viewer);
    tools(viewer);
    sliders(viewer);
    marks(viewer);
}

// ---- time, at the bottom

static void scrub(Viewer *viewer)
{
    char shown[64];
    Play *play = &viewer->play;
    double tick = (double)play->state.tick, last = (double)play->inputCount;
    snprintf(shown, sizeof shown, "%.2f of %.2f s", playTime(play), last / SCENE_HZ);
    panelRow(&viewer->panel, 1);
    if (panelSlider(&viewer->panel, "Time", 0, last > 1 ? last : 1, 1, shown, &tick)) {
        viewer->direction = 0;
        viewer->broken = !playSeek(play, (int64_t)tick);
        viewer->ahead = playTime(play);
    }
}

static void transport(Viewer *viewer)
{
    Panel *panel = &viewer->panel;
    char rate[32];
    panelRow(panel, isWide(viewer) ? 8 : 4);
    if (panelButton(panel, "Menu", viewer->menu))
        viewer->menu = !viewer->menu;
    if (panelButton(panel, "Restart", false))
        viewerRestart(viewer);
    if (panelButton(panel, "Rewind", viewer->direction < 0))
        viewer->direction = viewer->direction < 0 ? 0 : -1;
    if (panelButton(panel, "- 1", false))
        viewerStep(viewer, -1);
    if (panelButton(panel, viewer->direction > 0 ? "Pause" : "Play", viewer->direction > 0))
        viewer->direction = viewer->direction <= 0;
    if (panelButton(panel, "+ 1", false))
        viewerStep(viewer, 1);
    if (panelButton(panel, SPEEDS[viewer->speed].text, viewerSpeed(viewer) != 1))
        viewerFaster(viewer, 1);
    snprintf(rate, sizeof rate, "%g Hz", viewerRate(viewer));
    if (panelButton(panel, rate, viewerRate(viewer) != SCENE_HZ))
        viewerOtherRate(viewer);
}

static void bar(Viewer *viewer)
{
    CaromBox box = {{0, viewer->height - barHeight(viewer)}, {viewer->width, viewer->height}};
    panelColumn(&viewer->panel, box, true);
    scrub(viewer);
    transport(viewer);
}

// ---- figures

static void head(Viewer *viewer)
{
    const Scene *scene = viewer->play.scene;
    double unit = viewer->unit;
    CaromBox box = viewerWorldBox(viewer);
    CaromVec2 at = {box.min.x + unit, 1.4 * unit};
    char hash[64];
    double size = unit, room = box.max.x - box.min.x - 2 * unit;
    snprintf(hash, sizeof hash, "tick %lld   state %016llx", (long long)viewer->play.state.tick,
             (unsigned long long)playHash(&viewer->play));
    double wide = listTextWidth(unit, scene->hint);
    size = wide > room ? unit * room / wide : unit;
    listText(&viewer->list, at, size, LIST_LEFT, canvasInk(INK_TEXT, 1), scene->hint);
    at.y += 1.5 * unit;
    listText(&viewer->list, at, 0.9 * unit, LIST_LEFT, canvasInk(INK_TEXT_DIM, 1), hash);
}

static void counters(Viewer *viewer)
{
    const CaromCounters c = caromWorldCounters(viewer->play.state.world);
    const struct {
        const char *name;
        long long value;
    } ROWS[] = {{"bodies", c.bodies},
                {"shapes", c.shapes},
                {"edges", c.edges},
                {"projectiles", c.projectiles},
                {"resting", c.resting},
                {"bodies awake", c.awake},
                {"touching", c.touching + c.contacts},
                {"hits in the step", c.hits},
                {"meetings", c.meetings},
                {"searches", c.searches},
                {"cells visited", (long long)c.cellsVisited},
                {"edges tested", (long long)c.edgesTested}};
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        char text[64];
        snprintf(text, sizeof text, "%lld  %s", ROWS[i].value, ROWS[i].name);
        panelLabel(&viewer->panel, INK_TEXT, text);
    }
}

static void events(Viewer *viewer)
{
    panelHeading(&viewer->panel, "Events");
    for (int i = 0; i < viewer->play.logCount; i++)
        panelLabel(&viewer->panel, INK_TEXT, viewer->play.log[i]);
}

static void profile(Viewer *viewer)
{
    char text[64];
    int last = (viewer->timeAt + VIEWER_GRAPH - 1) % VIEWER_GRAPH;
    snprintf(text, sizeof text, "%.2f ms a frame", viewer->times[last] * 1e3);
    panelGraph(&viewer->panel, viewer->times, VIEWER_GRAPH, viewer->timeAt, LIMIT, text);
}

static void figures(Viewer *viewer)
{
    const ViewerMarks *m = &viewer->marks;
    double row = panelRowHeight(&viewer->panel) + 5, unit = viewer->unit, rows = 0.7;
    CaromBox box = viewerWorldBox(viewer);
    rows += (m->profile ? 1 : 0) + (m->counters ? 12 : 0) + (m->events ? 1 + PLAY_LOG_LINES : 0);
    if (rows < 1)
        return;
    box.min.x = box.max.x - 15 * unit;
    box.max.y = box.min.y + rows * row < box.max.y ? box.min.y + rows * row : box.max.y;
    panelColumn(&viewer->panel, box, true);
    if (m->profile)
        profile(viewer);
    if (m->counters)
        counters(viewer);
    if (m->events)
        events(viewer);
}

void viewerPanels(Viewer *viewer)
{
    panelBegin(&viewer->panel, &viewer->list, viewer->input, viewer->unit);
    if (!viewer->broken) {
        head(viewer);
        figures(viewer);
        side(viewer);
        bar(viewer);
    }
    panelEnd(&viewer->panel);
}
