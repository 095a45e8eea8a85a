// SPDX-License-Identifier: MIT
// The viewer: a scene, its controls and its panel, without a window. A host passes time, pointer
// and keys, and shows the draw list. The same code serves the window and the page.
#ifndef CAROM_SAMPLES_STAGE_VIEWER_H
#define CAROM_SAMPLES_STAGE_VIEWER_H

#include "panel.h"
#include "play.h"

#define VIEWER_GRAPH 90 // frames in the graph of times
#define VIEWER_LINK_SIZE 4096

/// Keys beside printable ASCII (letters small).
typedef enum ViewerKey {
    VIEWER_LEFT = 256,
    VIEWER_RIGHT,
    VIEWER_UP,
    VIEWER_DOWN,
    VIEWER_TAB,
    VIEWER_BACK_TAB,
    VIEWER_ENTER,
    VIEWER_HOME,
    VIEWER_ESCAPE,
    VIEWER_KEYS
} ViewerKey;

typedef enum ViewerTool { VIEWER_SHOOT, VIEWER_GRAB, VIEWER_PAN, VIEWER_TOOLS } ViewerTool;

/// What the host is asked to do.
typedef enum ViewerWish { VIEWER_PICTURE = 1, VIEWER_RECORDING = 2, VIEWER_LINK = 4 } ViewerWish;

typedef struct ViewerMarks {
    bool grid, contacts, velocities, trails, preview, events, counters, profile;
} ViewerMarks;

typedef struct Viewer {
    Play play;
    const WadMap *map;
    uint64_t seed;
    double parameters[SCENE_PARAMETERS]; ///< as the sliders have them
    bool broken;                         ///< no memory: nothing goes on

    List list;
    Panel panel;
    View view;
    CaromLight *light;
    double width, height, unit; ///< [pixel]
    bool menu;                  ///< the side panel is open
    bool bare;                  ///< no panels: for a picture
    bool aims;                  ///< the preview is drawn there, too
    bool follows;               ///< the view goes where the scene says
    ViewerMarks marks;
    ViewerTool tool;

    int direction;   ///< 1 plays, 0 is paused, -1 rewinds
    int speed, rate; ///< indices of the viewer's lists
    double ahead;    ///< [s] of world time that the play is to reach
    PanelInput input;
    CaromVec2 pointer, lastPointer; ///< [pixel]
    bool left, right;               ///< buttons held in the world
    bool fired;                     ///< pressed since the last tick
    bool held[VIEWER_KEYS];
    bool dirty; ///< the user has changed something that is to be recorded

    CaromClockFunction *clock; ///< for times; null: none are shown
    double times[VIEWER_GRAPH];
    int timeAt;
    unsigned wishes; ///< ViewerWish, or-ed; the host takes them
} Viewer;

/// False: no memory, or no scene of that name.
bool viewerBegin(Viewer *viewer, const char *scene, uint64_t seed, const WadMap *map);
void viewerEnd(Viewer *viewer);
void viewerOpen(Viewer *viewer, const Scene *scene); ///< goes to another scene
/// `unit` is the height of text, which everything else follows: 16 at 96 dots an inch.
void viewerResize(Viewer *viewer, double width, double height, double unit);
void viewerMove(Viewer *viewer, CaromVec2 pixels);
/// Button 1 is the left one or a finger, 2 any other.
void viewerButton(Viewer *viewer, int button, bool down);
void viewerWheel(Viewer *viewer, double steps);
void viewerKey(Viewer *viewer, int key, bool down);
/// Writes what makes this play: scene, seed, parameters, shots. False: it does not fit.
bool viewerLink(const Viewer *viewer, char *text, size_t size);
/// Opens what a link says, and plays its shots at their ticks. False: it is no link.
bool viewerOpenLink(Viewer *viewer, const char *text);
/// Goes on by the host's time [s], and makes the draw list.
void viewerFrame(Viewer *viewer, double seconds);

// Parts of viewer.c: viewer_panel.c.
bool viewerBeginScene(Viewer *viewer, const Scene *scene, const double *parameters);
void viewerPanels(Viewer *viewer);
CaromBox viewerWorldBox(const Viewer *viewer);
/// Whether a place on the screen belongs to a panel.
bool viewerIsPanel(const Viewer *viewer, CaromVec2 pixels);
double viewerSpeed(const Viewer *viewer); ///< of world time to the host's
double viewerRate(const Viewer *viewer);  ///< [Hz] of frames
void viewerFaster(Viewer *viewer, int by);
void viewerOtherRate(Viewer *viewer);
void viewerHome(Viewer *viewer);
void viewerRestart(Viewer *viewer);
void viewerStep(Viewer *viewer, int ticks); ///< pauses, goes on or back

#endif
