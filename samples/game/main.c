// SPDX-License-Identifier: MIT
// The game in a window, by SDL2; as a bot without one. README.md has the options.
#include "rollback.h"

#define SDL_MAIN_HANDLED
#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SCALE 40 // [pixel/m]
#define CORNERS 24
#define PATIENCE 1200 // frames without a word from the other side

typedef struct Options {
    int player, bot, ticks, frame, ports, cheat;
    LinkWeather weather;
} Options;

static SDL_Renderer *renderer;
static SDL_Color color;

static SDL_FPoint pixelOf(CaromVec2 p)
{
    return (SDL_FPoint){(float)(p.x * SCALE), (float)((YARD_HEIGHT - p.y) * SCALE)};
}

static void drawPolygon(void *context, const CaromVec2 *points, int count, CaromTransform placement,
                        CaromShapeId shape)
{
    SDL_Vertex fan[CORNERS];
    int indices[3 * CORNERS], used = 0;
    (void)context, (void)shape;
    for (int i = 0; i < count && i < CORNERS; i++) {
        fan[i] = (SDL_Vertex){pixelOf(caromTransformPoint(placement, points[i])), color, {0, 0}};
        if (i >= 2)
            indices[used++] = 0, indices[used++] = i - 1, indices[used++] = i;
    }
    SDL_RenderGeometry(renderer, NULL, fan, count, indices, used);
}

static void drawCircle(void *context, CaromVec2 center, double radius, CaromShapeId shape)
{
    CaromVec2 points[CORNERS];
    for (int i = 0; i < CORNERS; i++) {
        CaromRotation turn = caromRotation(6.283185307179586 * i / CORNERS);
        points[i] = caromVec2Add(center, caromRotate(turn, caromVec2(radius, 0)));
    }
    drawPolygon(context, points, CORNERS, caromTransformIdentity(), shape);
}

static void drawShot(void *context, CaromVec2 at, double radius, CaromProjectileId id,
                     CaromProjectileMode mode)
{
    (void)id, (void)mode;
    drawCircle(context, at, radius, (CaromShapeId){0});
}

static void chooseColor(void *context, CaromDrawKind kind)
{
    (void)context;
    color = kind == CAROM_DRAW_STATIC       ? (SDL_Color){86, 98, 120, 255}
            : kind >= CAROM_DRAW_PROJECTILE ? (SDL_Color){255, 194, 75, 255}
                                            : (SDL_Color){168, 122, 72, 255};
}

static void draw(const Game *game)
{
    static const SDL_Color coats[PLAYERS] = {{92, 200, 150, 255}, {235, 96, 88, 255}};
    const CaromDebugDraw all = {
        .circle = drawCircle, .polygon = drawPolygon, .projectile = drawShot, .kind = chooseColor};
    SDL_SetRenderDrawColor(renderer, 22, 27, 39, 255);
    SDL_RenderClear(renderer);
    caromWorldDraw(game->world, &all);
    for (int i = 0; i < PLAYERS; i++) {
        const Player *player = &game->players[i];
        SDL_FPoint at = pixelOf(player->mover.position);
        const SDL_FRect bar = {at.x - 20, at.y - 28, (float)(player->health * 0.4), 5};
        color = coats[i];
        drawCircle(NULL, player->mover.position, 0.4, (CaromShapeId){0});
        SDL_SetRenderDrawColor(renderer, color.r, color.g, color.b, 255);
        SDL_RenderFillRectF(renderer, &bar);
    }
    SDL_RenderPresent(renderer);
}

static Input readHands(void)
{
    const Uint8 *keys = SDL_GetKeyboardState(NULL);
    int x, y;
    Uint32 buttons = SDL_GetMouseState(&x, &y);
    Input input = {(int8_t)(keys[SDL_SCANCODE_D] - keys[SDL_SCANCODE_A]),
                   (int8_t)(keys[SDL_SCANCODE_W] - keys[SDL_SCANCODE_S]),
                   (buttons & SDL_BUTTON_LMASK) != 0,
                   (buttons & SDL_BUTTON_RMASK) != 0 || keys[SDL_SCANCODE_SPACE],
                   (int16_t)(x * AIM_STEPS / SCALE),
                   (int16_t)((YARD_HEIGHT - (double)y / SCALE) * AIM_STEPS)};
    return input;
}

static bool openWindow(int player)
{
    const int width = (int)YARD_WIDTH * SCALE, height = (int)YARD_HEIGHT * SCALE;
    SDL_Window *window;
    SDL_SetMainReady();
    if (SDL_Init(SDL_INIT_VIDEO) != 0 ||
        SDL_CreateWindowAndRenderer(width, height, 0, &window, &renderer) != 0)
        return false;
    SDL_SetWindowTitle(window, player == 0 ? "Carom: you are green" : "Carom: you are red");
    return true;
}

/// What is to be said of the two games; the program's status is 0 where they are the same.
static int tell(const Rollback *side)
{
    if (side->unheard >= PATIENCE)
        printf("the other side is silent\n");
    if (side->desync >= 0) {
        printf("desync at tick %d; what differs:", side->desync);
        for (int part = 0; part < PARTS; part++)
            if (side->differs >> part & 1)
                printf(" [%s]", PART_NAMES[part]);
        printf("\n");
    }
    printf("tick %d, state %016llx; %d rollbacks of up to %d ticks\n", side->game.tick,
           (unsigned long long)caromWorldHash(side->game.world), side->rollbacks, side->deepest);
    return side->desync < 0 && side->unheard < PATIENCE ? 0 : 3;
}

static int play(Rollback *side, const Options *options)
{
    int after = 0; // frames since all was settled: the other side may still need packets
    while (after < 300 && side->desync < 0 && side->unheard < PATIENCE &&
           !(renderer && (SDL_PumpEvents(), SDL_HasEvent(SDL_QUIT)))) {
        Uint32 began = SDL_GetTicks();
        Input input = options->bot ? gameScript(side->me, side->known[side->me]) : readHands();
        if (!rollbackFrame(side, input, options->ticks))
            return fprintf(stderr, "no memory\n"), 2;
        after += rollbackSettled(side) == options->ticks;
        if (renderer)
            draw(&side->game);
        Uint32 took = SDL_GetTicks() - began;
        if (took < (Uint32)options->frame)
            SDL_Delay((Uint32)options->frame - took);
    }
    for (int i = 0; side->desync >= 0 && i < 60; i++, SDL_Delay(1)) // it finds out, too
        rollbackFrame(side, gameScript(side->me, side->known[side->me]), options->ticks);
    return tell(side);
}

static bool readOptions(int argc, char **argv, Options *options)
{
    const struct {
        const char *name;
        int *value;
    } known[] = {{"-player", &options->player},       {"-ticks", &options->ticks},
                 {"-frame", &options->frame},         {"-ports", &options->ports},
                 {"-delay", &options->weather.delay}, {"-jitter", &options->weather.jitter},
                 {"-loss", &options->weather.loss},   {"-cheat", &options->cheat}};
    for (int i = 1; i < argc; i++) {
        bool found = strcmp(argv[i], "-bot") == 0;
        options->bot |= found;
        for (size_t k = 0; !found && i + 1 < argc && k < sizeof known / sizeof known[0]; k++)
            if (strcmp(argv[i], known[k].name) == 0)
                *known[k].value = atoi(argv[++i]), found = true;
        if (!found)
            return false;
    }
    return options->player == 0 || options->player == 1;
}

int main(int argc, char **argv)
{
    static Rollback side;
    Options options = {0, 0, 1 << 30, 16, 47320, -1, {3, 2, 5}};
    if (!readOptions(argc, argv, &options))
        return fprintf(stderr, "see samples/game/README.md\n"), 2;
    if (!rollbackBegin(&side, options.player, options.ports, options.weather, options.cheat))
        return fprintf(stderr, "port %d is taken, or no memory\n", options.ports), 2;
    if (!options.bot && !openWindow(options.player))
        return fprintf(stderr, "no window: %s\n", SDL_GetError()), 2;
    int status = play(&side, &options);
    rollbackEnd(&side);
    return SDL_Quit(), status;
}
