// SPDX-License-Identifier: MIT
// The scene that a text describes. Its bullets are fired when it begins; its queries are asked each
// time it is drawn, so they follow what moves.
#include "scene_case.h"

#include "../case.h"

#define NORMAL 22.0 // [pixel]
#define ARC_PIECES 32

static Case scene;
static CaseWorld built;
static WadMap map; // only its bounds, for the view

static bool begin(SceneState *state)
{
    if (!caseCreate(&built, &scene))
        return false;
    state->world = built.world;
    caseFill(&built, &scene, NULL);
    caseFire(&built, &scene);
    return true;
}

/// The first bullet again, to the pointer.
static bool aim(const SceneState *state, CaromVec2 at, CaromProjectileDef *def)
{
    (void)state;
    for (int i = 0; i < scene.askCount; i++) {
        const CaseAsk *bullet = &scene.asks[i];
        double far = caromVec2Distance(at, bullet->at), speed = caromVec2Length(bullet->way);
        if (bullet->kind != CASE_BULLET || far == 0)
            continue;
        *def = caseBullet(bullet);
        def->velocity = caromVec2Scale(caromVec2Sub(at, bullet->at), speed / far);
        return speed > 0;
    }
    return false;
}

// ---- queries

static void drawArc(View *view, const CaseAsk *ask, CanvasColor color)
{
    CaromVec2 last = ask->at;
    for (int i = 1; i <= ARC_PIECES; i++) {
        double t = ask->duration * i / ARC_PIECES;
        CaromVec2 bend = caromVec2Scale(ask->acceleration, 0.5 * t * t);
        CaromVec2 next = caromVec2Add(caromVec2Add(ask->at, caromVec2Scale(ask->way, t)), bend);
        viewLine(view, last, next, 1.5, color);
        last = next;
    }
}

static void drawAsk(View *view, const CaseAsk *ask)
{
    CanvasColor color = canvasInk(INK_VIOLET, 0.9), fill = canvasInk(INK_VIOLET, 0.25);
    if (ask->kind == CASE_RAY || ask->kind == CASE_SWEEP)
        viewArrow(view, ask->at, caromVec2Add(ask->at, ask->way), 1.5, color);
    if (ask->kind == CASE_ARC)
        drawArc(view, ask, color);
    if (ask->kind == CASE_SWEEP || ask->kind == CASE_BOXED || ask->kind == CASE_FITS)
        viewBox(view,
                (CaromBox){caromVec2Sub(ask->at, ask->half), caromVec2Add(ask->at, ask->half)},
                fill);
    if (ask->radius > 0)
        viewCircle(view, ask->at, ask->radius, 1.5, color);
    viewDot(view, ask->at, 3.5, color);
}

static void drawNormal(View *view, CaromVec2 at, CaromVec2 normal, CanvasColor color)
{
    CaromVec2 tip = caromVec2Add(at, caromVec2Scale(normal, NORMAL / view->scale));
    viewArrow(view, at, tip, 1.6, color);
    viewDot(view, at, 3.5, color);
}

static void drawAnswer(View *view, const CaseAnswer *answer)
{
    const CaseAsk *ask = &scene.asks[answer->ask];
    CaromVec2 there = caromVec2Add(ask->at, caromVec2Scale(ask->way, answer->fraction));
    if (!answer->hasPoint || answer->kind != CASE_FOUND)
        return;
    if (ask->kind == CASE_NEAR)
        viewLine(view, ask->at, answer->point, 1, canvasInk(INK_VIOLET, 0.6));
    if (ask->kind == CASE_RAY && ask->radius > 0)
        viewCircle(view, there, ask->radius, 1, canvasInk(INK_VIOLET, 0.6));
    drawNormal(view, answer->point, answer->normal, canvasInk(INK_BLUE, 1));
    if (answer->hasSecond)
        drawNormal(view, answer->second, answer->exitNormal, canvasInk(INK_RED, 1));
}

static void drawQueries(const SceneState *state, View *view)
{
    static CaseAnswers answers;
    CaseWorld asked = {.world = state->world};
    answers.count = 0;
    caseQuery(&asked, &scene, &answers);
    for (int i = 0; i < scene.askCount; i++)
        if (scene.asks[i].kind != CASE_BULLET)
            drawAsk(view, &scene.asks[i]);
    for (int i = 0; i < answers.count; i++)
        drawAnswer(view, &answers.list[i]);
}

static const Scene SCENE_CASE = {
    .name = "case",
    .title = "Playground",
    .hint = "Press to fire the first bullet at the pointer; Drag moves what is blue",
    .begin = begin,
    .aim = aim,
    .over = drawQueries,
};

static CaromBox seen(void)
{
    CaromBox box = caseBox(&scene);
    double width = box.max.x - box.min.x, height = box.max.y - box.min.y;
    double margin = 0.04 * (width > height ? width : height);
    CaromVec2 edge = {margin, margin};
    bool nothing = !(width >= 0 && height >= 0);
    return nothing ? (CaromBox){{-1, -1}, {1, 1}}
                   : (CaromBox){caromVec2Sub(box.min, edge), caromVec2Add(box.max, edge)};
}

int sceneCaseOpen(Viewer *viewer, const char *text, const char **error)
{
    static Case read;
    int line = 0;
    if (!caseReadText(&read, text, &line, error))
        return line;
    scene = read;
    map.bounds = seen();
    viewer->map = &map;
    viewerOpen(viewer, &SCENE_CASE);
    *error = viewer->broken ? "no memory" : built.refused;
    return viewer->broken ? 1 : built.refusedLine;
}
