// SPDX-License-Identifier: MIT
// After Muratori, "Immediate-Mode Graphical User Interfaces" (2005).
#include "panel.h"

#include <math.h>

#define ROW 1.9    // of the unit: the height of a row
#define MARGIN 0.7 // of the unit: around a column
#define SMALL 0.3  // of the unit: between two widgets

void panelBegin(Panel *panel, List *list, PanelInput input, double unit)
{
    panel->list = list;
    panel->input = input;
    panel->unit = unit;
    panel->lastCount = panel->count;
    panel->count = 0;
    if (input.tab != 0 && panel->lastCount > 0)
        panel->focus = (panel->focus + input.tab + panel->lastCount + 1) % (panel->lastCount + 1);
    if (input.pressed)
        panel->focus = 0;
}

void panelEnd(Panel *panel)
{
    if (!panel->input.down)
        panel->held = 0;
    if (panel->focus > panel->count)
        panel->focus = 0;
}

static bool isIn(CaromBox box, CaromVec2 p)
{
    return p.x >= box.min.x && p.x < box.max.x && p.y >= box.min.y && p.y < box.max.y;
}

double panelRowHeight(const Panel *panel)
{
    return floor(ROW * panel->unit);
}

void panelColumn(Panel *panel, CaromBox box, bool background)
{
    double margin = floor(MARGIN * panel->unit);
    panel->x = box.min.x + margin;
    panel->y = box.min.y + margin;
    panel->width = box.max.x - box.min.x - 2 * margin;
    panel->columns = 1;
    panel->column = 0;
    if (background)
        listPanel(panel->list, box, 0.5 * panel->unit, canvasInk(INK_PANEL, 1));
}

void panelRow(Panel *panel, int columns)
{
    panel->columns = columns;
    panel->column = 0;
}

void panelGap(Panel *panel, double units)
{
    panel->y += floor(units * panel->unit);
    panelRow(panel, 1);
}

/// The place of the next widget.
static CaromBox place(Panel *panel)
{
    double gap = floor(SMALL * panel->unit), height = panelRowHeight(panel);
    double width = (panel->width - gap * (panel->columns - 1)) / panel->columns;
    double x = floor(panel->x + panel->column * (width + gap));
    CaromBox box = {{x, panel->y}, {floor(x + width), panel->y + height}};
    if (++panel->column == panel->columns) {
        panel->column = 0;
        panel->y += height + gap;
    }
    return box;
}

static void text(Panel *panel, CaromBox box, ListAlign align, CanvasInk ink, const char *words)
{
    double middle = (box.min.y + box.max.y) / 2 + 0.36 * panel->unit, size = panel->unit;
    double room = box.max.x - box.min.x - 0.4 * size, wide = listTextWidth(size, words);
    size = wide > room ? size * room / wide : size;
    double x = align == LIST_LEFT    ? box.min.x
               : align == LIST_RIGHT ? box.max.x
                                     : (box.min.x + box.max.x) / 2;
    listText(panel->list, caromVec2(x, middle), size, align, canvasInk(ink, 1), words);
}

void panelHeading(Panel *panel, const char *words)
{
    panelRow(panel, 1);
    text(panel, place(panel), LIST_LEFT, INK_GOLD, words);
}

void panelLabel(Panel *panel, CanvasInk ink, const char *words)
{
    text(panel, place(panel), LIST_LEFT, ink, words);
}

/// What a widget at a place sees of the user.
typedef struct Touch {
    CaromBox box;
    bool hot, held, focused, clicked;
} Touch;

static Touch touch(Panel *panel)
{
    Touch it = {.box = place(panel)};
    const PanelInput *input = &panel->input;
    int id = ++panel->count;
    bool inside = isIn(it.box, input->pointer);
    if (inside && input->pressed && panel->held == 0)
        panel->held = id;
    it.held = panel->held == id;
    it.hot = inside && (panel->held == 0 || it.held);
    it.focused = panel->focus == id;
    it.clicked = (it.held && inside && input->released) || (it.focused && input->enter);
    return it;
}

static void drawFocus(Panel *panel, const Touch *it)
{
    const CaromBox *box = &it->box;
    const CaromVec2 corners[] = {
        box->min, {box->max.x, box->min.y}, box->max, {box->min.x, box->max.y}};
    if (it->focused)
        listPolyline(panel->list, corners, 4, true, 1.6, canvasInk(INK_WHITE, 1));
}

static CanvasColor faceOf(const Touch *it, bool lit)
{
    CanvasColor face = canvasInk(lit ? INK_BLUE : INK_WALL_DIM, lit ? 0.85 : 1);
    return it->hot ? canvasMix(face, canvasInk(INK_WHITE, 1), it->held ? 0.3 : 0.14) : face;
}

bool panelButton(Panel *panel, const char *words, bool lit)
{
    Touch it = touch(panel);
    listPanel(panel->list, it.box, 0.3 * panel->unit, faceOf(&it, lit));
    text(panel, it.box, LIST_CENTER, lit ? INK_WHITE : INK_TEXT, words);
    drawFocus(panel, &it);
    return it.clicked;
}

bool panelCheckbox(Panel *panel, const char *words, bool *on)
{
    Touch it = touch(panel);
    double side = floor(1.05 * panel->unit), top = floor((it.box.min.y + it.box.max.y - side) / 2);
    CaromBox mark = {{it.box.min.x, top}, {it.box.min.x + side, top + side}}, label = it.box;
    listPanel(panel->list, mark, 0.2 * panel->unit, faceOf(&it, *on));
    if (*on) {
        const CaromVec2 tick[] = {{mark.min.x + 0.22 * side, top + 0.52 * side},
                                  {mark.min.x + 0.43 * side, top + 0.74 * side},
                                  {mark.min.x + 0.8 * side, top + 0.26 * side}};
        listPolyline(panel->list, tick, 3, false, 0.14 * side, canvasInk(INK_WHITE, 1));
    }
    label.min.x += side + 0.5 * panel->unit;
    text(panel, label, LIST_LEFT, *on ? INK_TEXT : INK_TEXT_DIM, words);
    drawFocus(panel, &it);
    *on = *on != it.clicked;
    return it.clicked;
}

bool panelSlider(Panel *panel, const char *words, double low, double high, double step,
                 const char *shown, double *value)
{
    Touch it = touch(panel);
    const PanelInput *input = &panel->input;
    double before = *value, wide = it.box.max.x - it.box.min.x, part = step;
    if (it.held)
        *value = low + (high - low) * (input->pointer.x - it.box.min.x) / wide;
    if (it.focused)
        *value += (input->right - input->left) * (part > 0 ? part : (high - low) / 50);
    if (*value != before && step > 0)
        *value = low + step * floor((*value - low) / step + 0.5);
    *value = *value < low ? low : *value > high ? high : *value;
    double at = high > low ? (*value - low) / (high - low) : 0;
    CaromBox full = it.box, label = it.box;
    full.max.x = floor(it.box.min.x + wide * at);
    listPanel(panel->list, it.box, 0.3 * panel->unit, canvasInk(INK_GRID, 1));
    if (full.max.x - full.min.x > 0.6 * panel->unit)
        listPanel(panel->list, full, 0.3 * panel->unit, canvasInk(INK_BLUE, it.hot ? 0.65 : 0.5));
    listBox(panel->list, (CaromBox){{full.max.x - 1, it.box.min.y}, {full.max.x + 1, it.box.max.y}},
            canvasInk(INK_WHITE, 0.9));
    label.min.x += 0.5 * panel->unit;
    label.max.x -= 0.5 * panel->unit;
    text(panel, label, LIST_LEFT, INK_TEXT, words);
    text(panel, label, LIST_RIGHT, INK_WHITE, shown);
    drawFocus(panel, &it);
    return *value != before;
}

void panelGraph(Panel *panel, const double *values, int capacity, int first, double limit,
                const char *words)
{
    panelRow(panel, 1);
    CaromBox box = place(panel);
    double height = box.max.y - box.min.y, wide = box.max.x - box.min.x;
    listBox(panel->list, box, canvasInk(INK_GRID, 1));
    for (int i = 0; i < capacity; i++) {
        double part = values[(first + i) % capacity] / limit, x = box.min.x + wide * i / capacity;
        part = part < 0 ? 0 : part > 1 ? 1 : part;
        listBox(panel->list,
                (CaromBox){{x, box.max.y - height * part}, {x + wide / capacity, box.max.y}},
                canvasInk(part < 0.5 ? INK_MINT : INK_GOLD, 0.7));
    }
    box.min.x += 0.5 * panel->unit;
    text(panel, box, LIST_LEFT, INK_WHITE, words);
}
