// SPDX-License-Identifier: MIT
// The room of the topdown sample, which is a program of its own for others to copy: it is included
// as it is, so that there is one of it.
#include "scenes.h"

#define main topdownMain
#include "../topdown.c"
#undef main

typedef struct Room {
    Game game;
    bool manual; ///< the user has walked
} Room;

enum { ROOM_GUNS, ROOM_SPEED };

static bool beginRoom(SceneState *state)
{
    Room *room = state->data;
    room->game.world = state->world = sceneWorld(caromVec2(0, 0));
    if (!state->world)
        return false;
    makeMap(&room->game);
    makePeople(&room->game);
    return true;
}

static void tickRoom(SceneState *state)
{
    Room *room = state->data;
    for (int i = 0; i < GUARDS; i++)
        if (room->game.guards[i].health <= 0 &&
            caromBodyIsValid(state->world, room->game.guards[i].body))
            caromBodyDestroy(state->world, room->game.guards[i].body);
    moveDoor(&room->game);
    if (state->input.parameters[ROOM_GUNS] > 0)
        shoot(&room->game, (int)state->tick);
}

static void readRoom(SceneState *state, const CaromEvents *events)
{
    Game *game = &((Room *)state->data)->game;
    for (int i = 0; i < events->hitCount; i++)
        readHit(game, &events->hits[i]);
    for (int i = 0; i < events->pushCount; i++)
        if (events->pushes[i].data)
            wound(game, events->pushes[i].data, caromVec2Length(events->pushes[i].impulse));
}

static void walkRoom(SceneState *state)
{
    Room *room = state->data;
    CaromVec2 walk = state->input.walk;
    room->manual = room->manual || walk.x != 0 || walk.y != 0;
    CaromVec2 wish = room->manual ? caromVec2Scale(walk, state->input.parameters[ROOM_SPEED])
                                  : wishOf(&room->game, (int)state->tick);
    caromMoverMove(state->world, &room->game.player, wish, SCENE_TICK, NULL);
}

static bool aimRoom(const SceneState *state, CaromVec2 at, CaromProjectileDef *def)
{
    const Room *room = state->data;
    if (caromVec2Distance(at, room->game.player.position) < 0.01)
        return false;
    *def = shot(&room->game, at, 60);
    def->material = BULLET;
    def->bounces = 6;
    def->lifetime = 2;
    return true;
}

static void drawRoom(const SceneState *state, View *view)
{
    const Game *game = &((const Room *)state->data)->game;
    for (int i = 0; i < GUARDS; i++) {
        if (!caromBodyIsValid(state->world, game->guards[i].body))
            continue;
        CaromVec2 at = caromBodyTransform(state->world, game->guards[i].body).position;
        double left = game->guards[i].health / 100;
        viewDisc(view, at, 0.35, canvasInk(INK_RED, 0.75));
        viewBox(view, (CaromBox){{at.x - 0.5, at.y + 0.55}, {at.x - 0.5 + left, at.y + 0.68}},
                canvasInk(INK_MINT, 1));
    }
    viewDisc(view, game->player.position, 0.3, canvasInk(INK_MINT, 1));
}

const Scene SCENE_ROOM = {
    .name = "room",
    .title = "Room from above",
    .hint = "Arrow keys walk, press to shoot; the door opens for you",
    .size = sizeof(Room),
    .view = {{-0.6, -0.6}, {24.6, 16.6}},
    .interval = 0.1,
    .parameters = {{"own guns", 0, 1, 1, 1, false}, {"walk, m/s", 1, 12, 0.5, 4, false}},
    .begin = beginRoom,
    .tick = tickRoom,
    .read = readRoom,
    .after = walkRoom,
    .aim = aimRoom,
    .over = drawRoom,
};
