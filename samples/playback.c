// SPDX-License-Identifier: MIT
// Plays a recording (docs/replay.md), for example one of samples/run firefight --record FILE: tick
// by tick, compared with the recorded ticks; the first difference, if there is one; a picture of
// the world with the path of each projectile. The recorded game is not needed.
#include "canvas.h"
#include "options.h"
#include "sample.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 1600
#define MARGIN 28.0
#define TOP 84.0 // [pixel] of the title

typedef struct Settings {
    const char *file, *out;
    int every;   // ticks, between two lines
    int disturb; // before this tick a projectile is pushed, to show a difference; 0: none
} Settings;

/// Where a projectile was last.
typedef struct Mark {
    uint32_t age;
    CaromVec2 place;
    bool disc;
} Mark;

typedef struct Playback {
    const Settings *settings;
    CaromWorld *world;
    CaromReplay *replay;
    Canvas *canvas;
    CaromBox bounds; // of all shapes
    Mark *marks;     // by index
    uint32_t markCount;
    CaromVec2 *places;
    CaromProjectileId *ids;
    int room;
    uint64_t hits;
    bool ends; // the end is drawn
} Playback;

static bool complain(const char *subject, const char *text)
{
    fprintf(stderr, "replay: %s: %s\n", subject, text);
    return false;
}

// ---- the file

static unsigned char *readAll(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    unsigned char *bytes = NULL;
    size_t room = 0;
    *size = 0;
    for (bool more = file != NULL; more;) {
        if (*size == room) {
            room = 2 * room + 65536;
            unsigned char *grown = realloc(bytes, room);
            if (!grown)
                break;
            bytes = grown;
        }
        size_t got = fread(bytes + *size, 1, room - *size, file);
        *size += got;
        more = got > 0;
    }
    if (file)
        fclose(file);
    return bytes;
}

// ---- the world, drawn

static void widen(CaromBox *box, CaromVec2 p, double radius)
{
    CaromBox b = *box;
    b.min.x = p.x - radius < b.min.x ? p.x - radius : b.min.x;
    b.min.y = p.y - radius < b.min.y ? p.y - radius : b.min.y;
    b.max.x = p.x + radius > b.max.x ? p.x + radius : b.max.x;
    b.max.y = p.y + radius > b.max.y ? p.y + radius : b.max.y;
    *box = b;
}

static void boundCircle(void *context, CaromVec2 center, double radius, CaromShapeId shape)
{
    (void)shape;
    widen(context, center, radius);
}

static void boundCapsule(void *context, CaromVec2 a, CaromVec2 b, double radius, CaromShapeId shape)
{
    boundCircle(context, a, radius, shape);
    boundCircle(context, b, radius, shape);
}

static void boundSegment(void *context, CaromVec2 a, CaromVec2 b, CaromShapeId shape)
{
    boundCapsule(context, a, b, 0.0, shape);
}

static void boundPolygon(void *context, const CaromVec2 *points, int count,
                         CaromTransform placement, CaromShapeId shape)
{
    for (int i = 0; i < count; i++)
        boundCircle(context, caromTransformPoint(placement, points[i]), 0.0, shape);
}

static void boundProjectile(void *context, CaromVec2 position, double radius,
                            CaromProjectileId projectile, CaromProjectileMode mode)
{
    CaromShapeId none = {0, 0, 0};
    (void)projectile;
    (void)mode;
    boundCircle(context, position, radius, none);
}

/// Walls are drawn as they are at the beginning, dynamic bodies as they are at the end.
static bool isDrawnNow(const Playback *p, CaromShapeId shape)
{
    bool moves = caromBodyType(p->world, caromShapeBody(p->world, shape)) == CAROM_BODY_DYNAMIC;
    return moves == p->ends;
}

static void paintLine(const Playback *p, CaromVec2 a, CaromVec2 b)
{
    canvasLine(p->canvas, a, b, p->ends ? 1.2 : 1.6, canvasInk(p->ends ? INK_BLUE : INK_WALL, 0.9));
}

static void paintCircle(void *context, CaromVec2 center, double radius, CaromShapeId shape)
{
    const Playback *p = context;
    if (isDrawnNow(p, shape))
        canvasCircle(p->canvas, center, radius, 1.6, canvasInk(p->ends ? INK_BLUE : INK_WALL, 0.9));
}

static void paintSegment(void *context, CaromVec2 a, CaromVec2 b, CaromShapeId shape)
{
    if (isDrawnNow(context, shape))
        paintLine(context, a, b);
}

static void paintCapsule(void *context, CaromVec2 a, CaromVec2 b, double radius, CaromShapeId shape)
{
    paintSegment(context, a, b, shape);
    paintCircle(context, a, radius, shape);
    paintCircle(context, b, radius, shape);
}

static void paintPolygon(void *context, const CaromVec2 *points, int count,
                         CaromTransform placement, CaromShapeId shape)
{
    for (int i = 0; isDrawnNow(context, shape) && i < count; i++)
        paintLine(context, caromTransformPoint(placement, points[i]),
                  caromTransformPoint(placement, points[(i + 1) % count]));
}

static void paintWorld(Playback *p)
{
    CaromDebugDraw draw = {.context = p,
                           .circle = paintCircle,
                           .segment = paintSegment,
                           .polygon = paintPolygon,
                           .capsule = paintCapsule};
    caromWorldDraw(p->world, &draw);
}

static void paintRings(void *context, CaromVec2 position, double radius,
                       CaromProjectileId projectile, CaromProjectileMode mode)
{
    const Playback *p = context;
    CaromDifference first = caromReplayDifference(p->replay);
    bool named = first.part == CAROM_PART_PROJECTILE && first.index == projectile.index;
    (void)mode;
    canvasDot(p->canvas, position, 2.2, canvasInk(radius > 0.0 ? INK_MINT : INK_GOLD, 1.0));
    if (named) {
        canvasRing(p->canvas, position, 14.0, 2.5, canvasInk(INK_WHITE, 1.0));
        canvasRing(p->canvas, position, 22.0, 1.5, canvasInk(INK_RED, 1.0));
    }
}

// ---- ways

static Mark *markOf(Playback *p, CaromProjectileId id)
{
    if (id.index >= p->markCount) {
        uint32_t count = 2 * id.index + 64;
        Mark *marks = realloc(p->marks, count * sizeof *marks);
        if (!marks)
            return NULL;
        memset(marks + p->markCount, 0, (count - p->markCount) * sizeof *marks);
        p->marks = marks;
        p->markCount = count;
    }
    return &p->marks[id.index];
}

/// A line from where it was; of one that is new, none.
static void wayTo(Playback *p, CaromProjectileId id, CaromVec2 place, bool begins)
{
    Mark *mark = markOf(p, id);
    if (!mark)
        return;
    CaromDifference first = caromReplayDifference(p->replay);
    bool named = first.part == CAROM_PART_PROJECTILE && first.index == id.index;
    CanvasInk ink = named ? INK_WHITE : mark->disc ? INK_MINT : INK_GOLD;
    if (mark->age == id.age && !begins)
        canvasLine(p->canvas, mark->place, place, named ? 2.4 : 1.1,
                   canvasInk(ink, named ? 0.9 : 0.22));
    if (mark->age != id.age || begins)
        mark->disc = caromProjectileRadius(p->world, id) > 0.0;
    mark->age = id.age;
    mark->place = place;
}

/// Bounces first, then where all are now. Those that wait to be fired are nowhere yet.
static bool followAll(Playback *p)
{
    CaromEvents events = caromWorldEvents(p->world);
    int count = caromWorldPositions(p->world, NULL, NULL, 0);
    for (int i = 0; i < events.hitCount; i++)
        wayTo(p, events.hits[i].projectile, events.hits[i].center, false);
    p->hits += (uint64_t)events.hitCount;
    if (count > p->room) {
        p->room = count + count / 2;
        free(p->places);
        free(p->ids);
        p->places = malloc((size_t)p->room * sizeof *p->places);
        p->ids = malloc((size_t)p->room * sizeof *p->ids);
        if (!p->places || !p->ids)
            return complain(p->settings->file, "out of memory");
    }
    count = caromWorldPositions(p->world, p->places, p->ids, p->room);
    for (int i = 0; i < count; i++) {
        CaromProjectileMode mode = caromProjectileMode(p->world, p->ids[i]);
        wayTo(p, p->ids[i], p->places[i], mode == CAROM_PROJECTILE_PENDING);
    }
    return true;
}

// ---- ticks

static void disturb(Playback *p)
{
    CaromProjectileId id;
    CaromVec2 place;
    if (caromReplayTick(p->replay) + 1 == p->settings->disturb &&
        caromWorldPositions(p->world, &place, &id, 1) > 0) {
        caromProjectileApplyImpulse(p->world, id, caromVec2(0.0, 1.0));
        printf("  pushed    projectile %u before tick %d\n", id.index, p->settings->disturb);
    }
}

static void printTick(const Playback *p)
{
    int64_t tick = caromReplayTick(p->replay);
    if (tick % p->settings->every == 0)
        printf("  tick %6lld  %8.4f s  %6d projectiles  %8llu hits  %016llx\n", (long long)tick,
               caromWorldTime(p->world), caromWorldCounters(p->world).projectiles,
               (unsigned long long)p->hits, (unsigned long long)caromWorldHash(p->world));
}

static void printDifference(const CaromDifference *first)
{
    printf("  differs   at tick %lld, %.4f s: %s", (long long)first->tick, first->time,
           caromPartName(first->part));
    if (first->index > 0)
        printf(" %u", first->index);
    if (first->call)
        printf(" (%s)", first->call);
    printf("; recorded %016llx, got %016llx; %d differ\n", (unsigned long long)first->recorded,
           (unsigned long long)first->got, first->count);
}

/// False where the recording breaks off.
static bool playAll(Playback *p)
{
    CaromReplayState state = CAROM_REPLAY_SAME;
    bool told = false;
    while (state == CAROM_REPLAY_SAME || state == CAROM_REPLAY_DIFFERS) {
        disturb(p);
        state = caromReplayNext(p->replay);
        if (state != CAROM_REPLAY_SAME && state != CAROM_REPLAY_DIFFERS)
            break;
        if (!followAll(p))
            return false;
        printTick(p);
        CaromDifference first = caromReplayDifference(p->replay);
        if (first.found && !told)
            printDifference(&first);
        told = first.found;
    }
    printf("ticks=%lld hits=%llu same=%s hash=%016llx\n", (long long)caromReplayTick(p->replay),
           (unsigned long long)p->hits, told ? "no" : "yes",
           (unsigned long long)caromWorldHash(p->world));
    return state == CAROM_REPLAY_ENDED ||
           complain(p->settings->file, state == CAROM_REPLAY_BROKEN
                                           ? "damaged, or cut off here"
                                           : caromErrorText(caromWorldLastError(p->world)));
}

// ---- the picture

static bool openPicture(Playback *p)
{
    CaromBox box = {{1e12, 1e12}, {-1e12, -1e12}};
    CaromDebugDraw draw = {.context = &box,
                           .circle = boundCircle,
                           .segment = boundSegment,
                           .polygon = boundPolygon,
                           .projectile = boundProjectile,
                           .capsule = boundCapsule};
    caromWorldDraw(p->world, &draw);
    if (box.max.x <= box.min.x || box.max.y <= box.min.y) {
        CaromBox blank = {{-10.0, -10.0}, {10.0, 10.0}};
        box = blank;
    }
    double aspect = (box.max.y - box.min.y) / (box.max.x - box.min.x);
    double height = (WIDTH - 2.0 * MARGIN) * aspect;
    height = height < 300.0 ? 300.0 : height > 1800.0 ? 1800.0 : height;
    CaromBox pixels = {{MARGIN, TOP}, {WIDTH - MARGIN, TOP + height}};
    p->canvas = canvasCreate(WIDTH, (int)(TOP + height + MARGIN));
    if (!p->canvas)
        return complain(p->settings->out, "out of memory");
    canvasFit(p->canvas, box, pixels);
    paintWorld(p);
    return true;
}

static bool closePicture(Playback *p)
{
    CaromDebugDraw draw = {.context = p, .projectile = paintRings};
    CaromDifference first = caromReplayDifference(p->replay);
    char text[200];
    p->ends = true;
    paintWorld(p);
    caromWorldDraw(p->world, &draw);
    snprintf(text, sizeof text, "%s, played again: %lld ticks, %.2f s, %llu hits",
             p->settings->file, (long long)caromReplayTick(p->replay), caromWorldTime(p->world),
             (unsigned long long)p->hits);
    canvasBoldText(p->canvas, caromVec2(MARGIN, 38.0), 22.0, CANVAS_LEFT, canvasInk(INK_TEXT, 1.0),
                   text);
    if (first.found)
        snprintf(text, sizeof text, "differs from tick %lld on, first %s %u (ringed)",
                 (long long)first.tick, caromPartName(first.part), first.index);
    else
        snprintf(text, sizeof text, "every tick as it was recorded, to the bit: hash %016llx",
                 (unsigned long long)caromWorldHash(p->world));
    canvasText(p->canvas, caromVec2(MARGIN, 64.0), 15.0, CANVAS_LEFT,
               canvasInk(first.found ? INK_RED : INK_TEXT_DIM, 1.0), text);
    bool saved = canvasSave(p->canvas, p->settings->out);
    if (saved)
        printf("  picture   %s\n", p->settings->out);
    return saved || complain(p->settings->out, errno ? strerror(errno) : "can't be written");
}

static bool play(Playback *p, const unsigned char *bytes, size_t size)
{
    CaromWorldDef def = caromWorldDef();
    CaromError error = CAROM_OK;
    p->world = caromWorldCreate(&def, NULL);
    p->replay = p->world ? caromReplayCreate(p->world, bytes, size, &error) : NULL;
    if (!p->replay)
        return complain(p->settings->file, caromErrorText(error));
    if (!openPicture(p))
        return false;
    bool whole = playAll(p);
    return closePicture(p) && whole;
}

int sampleReplay(int argc, char **argv)
{
    Settings settings = {"firefight.carom", "replay.png", 30, 0};
    const Option TABLE[] = {
        {"file", "FILE", "a recording", OPTION_TEXT, &settings.file, 0, 0},
        {"every", "N", "ticks between two lines", OPTION_INT, &settings.every, 1, 1e9},
        {"disturb", "N", "pushes a projectile before this tick", OPTION_INT, &settings.disturb, 0,
         1e9},
        {"out", "FILE", "the picture", OPTION_TEXT, &settings.out, 0, 0},
    };
    OptionsResult result = optionsRead(argc, argv, "a recording, played again", TABLE,
                                       (int)(sizeof TABLE / sizeof TABLE[0]));
    if (result != OPTIONS_GO)
        return result == OPTIONS_HELP ? SAMPLE_OK : SAMPLE_BAD_OPTIONS;
    Playback playback = {.settings = &settings};
    size_t size = 0;
    unsigned char *bytes = readAll(settings.file, &size);
    bool good = bytes ? play(&playback, bytes, size)
                      : complain(settings.file, errno ? strerror(errno) : "can't be read");
    bool same = good && !caromReplayDifference(playback.replay).found;
    caromReplayDestroy(playback.replay);
    caromWorldDestroy(playback.world);
    if (playback.canvas)
        canvasDestroy(playback.canvas);
    free(playback.marks);
    free(playback.places);
    free(playback.ids);
    free(bytes);
    return same ? SAMPLE_OK : SAMPLE_FAILED;
}
