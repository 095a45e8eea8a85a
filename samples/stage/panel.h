// SPDX-License-Identifier: MIT
// An immediate-mode panel: each call draws a widget and says what the user did with it. Nothing is
// kept between frames but which widget is held by the pointer, and which has the keyboard: Tab goes
// on, Enter presses, arrows move a slider. Widgets are told apart by their order in the frame.
#ifndef CAROM_SAMPLES_STAGE_PANEL_H
#define CAROM_SAMPLES_STAGE_PANEL_H

#include "list.h"

/// What the user did since the last frame.
typedef struct PanelInput {
    CaromVec2 pointer; ///< [pixel]
    bool down;         ///< the button is held
    bool pressed;      ///< it went down
    bool released;     ///< it went up
    int tab;           ///< Tab: 1, with Shift -1
    bool enter;        ///< Enter was pressed
    int left, right;   ///< how often these arrows were pressed
} PanelInput;

typedef struct Panel {
    List *list;
    PanelInput input;
    double unit;         ///< [pixel] the height of text; all sizes follow from it
    double x, y, width;  ///< [pixel] of the column: the next row begins at y
    int columns, column; ///< of the present row
    int count;           ///< of widgets so far in this frame
    int lastCount;       ///< in the last frame
    int held;            ///< the widget that the pointer went down on; 0: none
    int focus;           ///< the widget that has the keyboard; 0: none
} Panel;

void panelBegin(Panel *panel, List *list, PanelInput input, double unit);
void panelEnd(Panel *panel);
/// Begins a column of widgets with a background. Height 0: no background.
void panelColumn(Panel *panel, CaromBox box, bool background);
/// The next widgets share a row of so many equal parts.
void panelRow(Panel *panel, int columns);
void panelGap(Panel *panel, double units);
double panelRowHeight(const Panel *panel);

void panelHeading(Panel *panel, const char *text);
void panelLabel(Panel *panel, CanvasInk ink, const char *text);
/// Returns true when it is pressed. `lit`: it shows that it is chosen.
bool panelButton(Panel *panel, const char *text, bool lit);
/// Returns true when it changes *on.
bool panelCheckbox(Panel *panel, const char *text, bool *on);
/// Returns true when it changes *value, in steps; 0: no steps.
bool panelSlider(Panel *panel, const char *text, double low, double high, double step,
                 const char *shown, double *value);
/// The last `count` values from `first` on in a ring of `capacity`, against a limit.
void panelGraph(Panel *panel, const double *values, int capacity, int first, double limit,
                const char *text);

#endif
