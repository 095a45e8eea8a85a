// SPDX-License-Identifier: MIT
// Lamps in a map, as in the light sample, and blades that turn before them. The pointer is a lamp.
#include "scenes.h"

#define MOST_LAMPS 8
#define BLADES 3

typedef struct Lamps {
    CaromVec2 places[MOST_LAMPS];
    int count;
    CaromBodyId blades[BLADES];
} Lamps;

enum { LAMPS_RANGE, LAMPS_SPIN };

static void addBlade(SceneState *state, CaromVec2 place, CaromBodyId *out)
{
    CaromBodyDef def = caromBodyDef();
    CaromShapeDef shape = caromShapeDef();
    def.type = CAROM_BODY_KINEMATIC;
    def.position = place;
    *out = caromBodyCreate(state->world, &def);
    caromShapeCreateBox(state->world, *out, &shape, caromVec2(0, 0), caromVec2(1.4, 0.12));
    caromShapeCreateBox(state->world, *out, &shape, caromVec2(0, 0), caromVec2(0.12, 1.4));
}

static bool beginLamps(SceneState *state)
{
    Lamps *lamps = state->data;
    const WadMap *map = state->map;
    state->world = sceneWorld(caromVec2(0, -9.8));
    if (!state->world || !wadBuildWalls(map, state->world))
        return false;
    for (int i = 0; i < map->thingCount && lamps->count < MOST_LAMPS; i++)
        if (wadHasRoom(map, &map->things[i], 0.5))
            lamps->places[lamps->count++] = map->things[i].position;
    for (int i = 0; i < BLADES; i++)
        addBlade(state, caromVec2Add(lamps->places[2 * i % lamps->count], caromVec2(3, 1)),
                 &lamps->blades[i]);
    return lamps->count > 0;
}

static void tickLamps(SceneState *state)
{
    Lamps *lamps = state->data;
    double spin = state->input.parameters[LAMPS_SPIN];
    for (int i = 0; i < BLADES; i++)
        if (caromBodyAngularVelocity(state->world, lamps->blades[i]) != spin)
            caromBodySetAngularVelocity(state->world, lamps->blades[i], spin);
}

static bool aimLamps(const SceneState *state, CaromVec2 at, CaromProjectileDef *def)
{
    const Lamps *lamps = state->data;
    *def = caromProjectileDef();
    def->position = lamps->places[0];
    def->velocity = sceneThrow(def->position, at, 1.5, 30);
    def->radius = 0.15;
    def->restitution = 0.8;
    def->lifetime = 12;
    return true;
}

/// Triangles that fade with the distance.
static void drawLamp(const SceneState *state, View *view, CaromVec2 place, double range,
                     CanvasColor color)
{
    CaromLightDef def = caromLightDef();
    int count;
    def.position = caromVec2Add(place, caromVec2(0.01, 0.02)); // on no grid line
    def.range = range;
    def.tolerance = 0.1;
    if (!view->light || caromLightCast(view->light, state->world, &def) != CAROM_OK)
        return;
    const CaromLightPoint *points = caromLightPoints(view->light, &count);
    for (int i = 0; i + 1 < count; i++) {
        CaromVec2 corners[3] = {viewPixels(view, def.position), viewPixels(view, points[i].point),
                                viewPixels(view, points[i + 1].point)};
        CanvasColor colors[3] = {color, color, color};
        for (int k = 0; k < 2; k++) {
            double far = caromVec2Distance(points[i + k].point, def.position) / range;
            colors[k + 1].a *= far < 1 ? 1 - far : 0;
        }
        listTriangle(view->list, corners, colors);
    }
    viewDot(view, place, 4, canvasInk(INK_WHITE, 1));
}

static void drawLamps(const SceneState *state, View *view)
{
    static const CanvasColor COLORS[] = {{1.0, 0.72, 0.35, 0.55},
                                         {0.40, 0.62, 1.0, 0.55},
                                         {1.0, 0.42, 0.34, 0.55},
                                         {0.45, 0.95, 0.70, 0.55}};
    const Lamps *lamps = state->data;
    double range = state->input.parameters[LAMPS_RANGE];
    for (int i = 0; i < lamps->count; i++)
        drawLamp(state, view, lamps->places[i], range, COLORS[i % 4]);
    drawLamp(state, view, state->input.pointer, range, (CanvasColor){1, 1, 1, 0.6});
}

const Scene SCENE_LIGHT = {
    .name = "light",
    .title = "Light and shadow",
    .hint = "The pointer is a lamp; press to throw a ball, drag the blades",
    .size = sizeof(Lamps),
    .parameters = {{"range, m", 2, 40, 1, 14, false}, {"spin, rad/s", -4, 4, 0.1, 0.7, false}},
    .begin = beginLamps,
    .tick = tickLamps,
    .aim = aimLamps,
    .under = drawLamps,
};
