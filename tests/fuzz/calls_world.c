// SPDX-License-Identifier: MIT
// Calls of the world itself: made, stepped, saved and restored.
//
// A copy of the world repeats each step in another way: in one step or two, with tasks or without.
// Both must come to the same state, to the bit.
#include "calls.h"

#include "../../world/rigid/tick.h"

#include <math.h>
#include <stdlib.h>

// ---- defs

CaromWorldDef fuzzWorldDef(FuzzGame *g)
{
    static const int limits[] = {1, 5, 50, 1000};
    static const double intervals[] = {1.0 / 30.0, 0.0123, 0.5, 0.001};
    CaromWorldDef def = caromWorldDef();
    def.log = NULL;
    FuzzFields fields = fuzzFields(g, "CaromWorldDef def = caromWorldDef()");
    FUZZ_FIELD(fields, &def, gravity, fuzzVec(g));
    FUZZ_FIELD(fields, &def, eventWindow, fuzzPositive(g));
    FUZZ_FIELD(fields, &def, eventLimit, limits[fuzzInt(g, 3) & 3]);
    FUZZ_FIELD(fields, &def, searchCells, fuzzInt(g, 240));
    FUZZ_FIELD(fields, &def, steerInterval, fuzzPositive(g));
    FUZZ_FIELD(fields, &def, contactInterval, fuzzPositive(g));
    FUZZ_FIELD(fields, &def, restitutionMix, (CaromMix)fuzzEnum(g, CAROM_MIX_COUNT));
    FUZZ_FIELD(fields, &def, frictionMix, (CaromMix)fuzzEnum(g, CAROM_MIX_COUNT));
    FUZZ_FIELD(fields, &def, projectileCapacity, fuzzInt(g, 20));
    FUZZ_FIELD(fields, &def, eventCapacity, fuzzInt(g, 20));
    FUZZ_FIELD(fields, &def, bodyInterval, intervals[fuzzInt(g, 3) & 3]);
    FUZZ_FIELD(fields, &def, tickLimit, limits[fuzzInt(g, 3) & 3]);
    FUZZ_FIELD(fields, &def, contactHertz, fuzzPositive(g));
    FUZZ_FIELD(fields, &def, contactDampingRatio, fuzzPart(g));
    FUZZ_FIELD(fields, &def, contactSpeed, fuzzPart(g));
    def.tag = 7 + fuzzByte(&g->bytes) % 3u;
    (void)fuzzCookie(g, def.cookie); // a wrong one would be reported on stderr
    fuzzSay(g, ".tag = %u; ", (unsigned)def.tag);
    return def;
}

void fuzzWorldBegin(FuzzGame *g)
{
    CaromWorldDef def = fuzzWorldDef(g);
    fuzzSay(g, "world = caromWorldCreate(&def, NULL);\n");
    def.allocator = fuzzAllocator(&g->memory, &g->refusal);
    g->refusal.in = 0; // it has to be
    CaromError error = CAROM_OK;
    g->world = caromWorldCreate(&def, &error);
    FUZZ_CHECK((g->world == NULL) == (error != CAROM_OK));
    if (g->world == NULL) {
        FUZZ_CHECK(g->memory.held == 0);
        def = caromWorldDef();
        def.log = NULL;
        def.tag = 7;
        def.allocator = fuzzAllocator(&g->memory, &g->refusal);
        g->world = caromWorldCreate(&def, NULL);
        FUZZ_CHECK(g->world != NULL);
    }
    g->def = def;
    g->lost = false;
    fuzzRecord(g);
    fuzzSetCallbacks(g, g->world);
}

FUZZ_DEF(caromWorldDef)

FUZZ_FREE(caromBudgetSize)
{
    CaromBudget budget = {.shapes = fuzzByte(&g->bytes) - 64,
                          .points = 1 << fuzzByte(&g->bytes) % 31};
    bool isOne = budget.shapes >= 0 && budget.points <= 1000000000;
    FUZZ_CHECK((caromBudgetSize(&budget) > 0) == isOne);
}

void fuzz_caromWorldCreate(FuzzGame *g)
{
    CaromWorldDef def = fuzzWorldDef(g);
    FuzzMemory memory;
    def.allocator = fuzzAllocator(&memory, &g->refusal);
    fuzzRefuseIn(g, fuzzByte(&g->bytes) % 32);
    fuzzOpenFree(g, "caromWorldCreate");
    fuzzArgument(g, "&def");
    CaromError error = CAROM_ERROR_COUNT_OF;
    CaromWorld *world = caromWorldCreate(&def, &error);
    fuzzRefused(g, error);
    FUZZ_CHECK((world != NULL) == (error == CAROM_OK));
    if (world != NULL) {
        FUZZ_CHECK(caromWorldValidate(world));
        FUZZ_CHECK(caromWorldDestroy(world) == CAROM_OK);
    }
    FUZZ_CHECK(memory.held == 0);
    fuzzFreed(g);
}

void fuzz_caromWorldDestroy(FuzzGame *g)
{
    if (!g->inside) {
        fuzzDropLink(g); // before its world, as it must be
        fuzzDropPast(g);
        fuzzRecordEnd(g);
    }
    fuzzOpenFree(g, "caromWorldDestroy");
    fuzzArgument(g, "world");
    CaromError error = caromWorldDestroy(g->world);
    FUZZ_CHECK((error == CAROM_ERROR_BUSY) == g->inside);
    if (error == CAROM_OK) {
        FUZZ_CHECK(g->memory.held == 0);
        fuzzSay(g, ");\n");
        fuzzWorldBegin(g);
        fuzzOpenFree(g, "// destroyed and made anew");
    }
    fuzzEdit(g, error);
}

// ---- steps

static double fastestSpin(const FuzzGame *g)
{
    double fastest = 0.0;
    for (int k = 1; k < FUZZ_BODIES; k++) {
        if (caromBodyIsValid(g->world, g->bodies[k])) {
            fastest = fmax(fastest, fabs(caromBodyAngularVelocity(g->world, g->bodies[k])));
        }
    }
    return fastest;
}

/// Returns how long a step may be to take a millisecond, or a few. The events of a flight, steering
/// and contacts are limited by number within a simulated time.
static double mostTime(const FuzzGame *g)
{
    CaromCounters c = caromWorldCounters(g->world);
    double n = c.projectiles + 1, most = 1e12;
    most = fmin(most, g->def.eventWindow * 5000.0 / (n * g->def.eventLimit));
    most = fmin(most, g->def.steerInterval * 2000.0 / n);
    most = fmin(most, g->def.contactInterval * 500.0 / (c.shapes + 1));
    most = fmin(most, g->def.bodyInterval * 2000.0 / (c.bodies + 1));
    most = fmin(most, 500.0 / (n * (fastestSpin(g) + 1e-3)));
    return most;
}

/// Fails unless a copy of the world has the same hash. Of events that is how many there were.
static void same(const FuzzGame *g, CaromWorld *localIsBaked, const char *how)
{
    if (caromWorldHash(localIsBaked) != caromWorldHash(g->world)) {
        fprintf(stderr, "%s: a copy that is stepped %s differs\n", g->call.name, how);
        fuzzFail("the same bits", __FILE__, __LINE__);
    }
}

static void inOrder(void *runner, CaromTaskFunction *task, void *context, int count)
{
    (void)runner;
    for (int k = count; k-- > 0;) {
        task(context, k);
    }
}

/// Steps a copy, too, by ways that must not matter.
static void stepTwin(FuzzGame *g, const void *snapshot, size_t size, double time, int way)
{
    static const char *const ways[] = {"likewise", "in two parts", "with tasks", "in many parts"};
    FuzzMemory memory;
    CaromWorldDef def = caromWorldDef();
    def.log = NULL;
    def.allocator = fuzzAllocator(&memory, NULL);
    CaromWorld *localIsBaked = caromWorldCreate(&def, NULL);
    FUZZ_CHECK(localIsBaked != NULL);
    FUZZ_CHECK(caromWorldRestore(localIsBaked, snapshot, size) == CAROM_OK);
    FUZZ_CHECK(caromWorldValidate(localIsBaked));
    fuzzSetCallbacks(g, localIsBaked);
    double from = caromWorldTime(localIsBaked), span = time - from;
    int parts = way == 1 ? 2 : way == 3 ? 7 : 1;
    if (way == 2) {
        FUZZ_CHECK(caromWorldSetTasks(localIsBaked, inOrder, NULL, 4) == CAROM_OK);
    }
    for (int k = 1; k <= parts; k++) {
        double to = k == parts ? time : from + span * k / parts;
        if (to > caromWorldTime(localIsBaked) && to <= time) {
            caromWorldStepTo(localIsBaked, to);
        }
    }
    FUZZ_CHECK(caromWorldTime(localIsBaked) == caromWorldTime(g->world));
    same(g, localIsBaked, ways[way]);
    FUZZ_CHECK(caromWorldDestroy(localIsBaked) == CAROM_OK);
    FUZZ_CHECK(memory.held == 0);
}

/// Whether the step had no memory for some of its reports.
static bool hasLost(const FuzzGame *g, uint32_t flags)
{
    bool late = g->world->touchings.owed, dropped = caromWorldEvents(g->world).dropped > 0;
    FUZZ_CHECK(!late || (flags & CAROM_STEP_EXHAUSTED));
    FUZZ_CHECK(!dropped || (flags & CAROM_STEP_EVENTS_DROPPED));
    return late || dropped;
}

/// Where the clock is: at the time that was asked for, or at a tick. Steps by dt come to a tick
/// that is as near as roundings; too many ticks end a step at one.
static double reached(const FuzzGame *g, double time, uint32_t flags, bool to)
{
    double now = caromWorldTime(g->world);
    bool limited = flags & CAROM_STEP_TICKS_LIMITED;
    FUZZ_CHECK(now == time || (limited && now < time) || (!to && fabs(now - time) <= 1.001e-9));
    return now;
}

/// Where a step to a time may end, by the limit of ticks.
static double lastOf(const FuzzGame *g, double time, bool to)
{
    if (g->world->rigids.dynamic == 0 || g->inside || !(time > caromWorldTime(g->world)) ||
        !(time <= CR_HUGE)) {
        return time;
    }
    return crTickLast(g->world, to ? time : crTickSnap(g->world, time));
}

/// A tick that finds no memory stops the clock there: when there is some, the step goes on.
static uint32_t goOn(FuzzGame *g, uint32_t flags, double last, double before)
{
    double now = caromWorldTime(g->world);
    if (!(flags & CAROM_STEP_EXHAUSTED) || !(now < last)) {
        return flags;
    }
    FUZZ_CHECK(crTimeIsTick(g->world, now));
    FUZZ_CHECK(caromWorldValidate(g->world));
    fuzzCheckEvents(g, before);
    fuzzSay(g, " /* without memory to %.17g, then on */", now);
    g->refusal = (FuzzRefusal){0};
    return flags | (uint32_t)caromWorldStepTo(g->world, last);
}

/// dt or a time.
static void step(FuzzGame *g, const char *name, bool to)
{
    uint8_t localIsBaked = fuzzByte(&g->bytes);
    fuzzOpen(g, name);
    double before = caromWorldTime(g->world);
    double dt = fuzzPositive(g);
    double most = g->inside ? dt : mostTime(g);
    bool shortened = dt > most && dt <= 1e12; // beyond it is refused
    dt = shortened ? most : dt;
    if (shortened) {
        fuzzSay(g, " /* shortened to %.17g */", dt);
    }
    double time = before + dt;
    uint8_t *snapshot = NULL;
    size_t size = 0;
    if (g->call.at != NULL && !g->inside && (localIsBaked & 3) == 0) {
        size = caromWorldSnapshotSize(g->world);
        snapshot = malloc(size);
        FUZZ_CHECK(snapshot != NULL);
        FUZZ_CHECK(caromWorldSave(g->world, snapshot, size, NULL) == CAROM_OK);
    }
    double last = lastOf(g, time, to);
    uint32_t flags = to ? (uint32_t)caromWorldStepTo(g->call.at, time)
                        : (uint32_t)caromWorldStep(g->call.at, dt);
    bool refused = flags & CAROM_STEP_REFUSED;
    flags = refused ? flags : goOn(g, flags, last, before);
    g->refusal = (FuzzRefusal){0}; // without memory only reports are lost
    if (g->history != NULL) {      // it may have taken a leg
        g->historyBytes = g->memory.held - (size_t)caromWorldCounters(g->world).bytes;
    }
    fuzzMade(g, !refused);
    if (!refused) {
        bool lost = hasLost(g, flags);
        g->lost |= lost;
        time = reached(g, time, flags, to);
        fuzzCheckEvents(g, before);
        if (snapshot != NULL && !lost) { // a copy with memory has more events
            stepTwin(g, snapshot, size, time, localIsBaked >> 2 & 3);
        }
    }
    free(snapshot);
}

void fuzz_caromWorldStep(FuzzGame *g)
{
    step(g, "caromWorldStep", false);
}

void fuzz_caromWorldStepTo(FuzzGame *g)
{
    step(g, "caromWorldStepTo", true);
}

FUZZ_QUESTION(caromWorldTime)
{
    fuzzFinite(caromWorldTime(g->call.at));
}

// ---- settings

FUZZ_EDIT_1(caromWorldSetGravity, Vec)
FUZZ_EDIT_1(caromWorldSetHitThreshold, Positive)

FUZZ_QUESTION(caromWorldHitThreshold)
{
    fuzzFinite(caromWorldHitThreshold(g->call.at));
}

FUZZ_QUESTION(caromWorldGravity)
{
    fuzzFiniteVec(caromWorldGravity(g->call.at));
}

void fuzz_caromWorldSetContactTuning(FuzzGame *g)
{
    CaromContactTuning tuning = {30.0, 10.0, 3.0};
    FuzzFields fields = fuzzFields(g, "CaromContactTuning tuning = {30.0, 10.0, 3.0}");
    FUZZ_FIELD(fields, &tuning, hertz, fuzzPositive(g));
    FUZZ_FIELD(fields, &tuning, dampingRatio, fuzzPart(g));
    FUZZ_FIELD(fields, &tuning, speed, fuzzPart(g));
    fuzzOpen(g, "caromWorldSetContactTuning");
    fuzzArgument(g, "tuning");
    fuzzEdit(g, caromWorldSetContactTuning(g->call.at, tuning));
}

FUZZ_QUESTION(caromWorldContactTuning)
{
    fuzzFinite(caromWorldContactTuning(g->call.at).hertz);
}

void fuzz_caromSurface(FuzzGame *g)
{
    fuzzOpenFree(g, "caromSurface");
    FUZZ_CHECK(caromSurface().restitution == 1.0);
    fuzzFreed(g);
}

void fuzz_caromWorldSetSurface(FuzzGame *g)
{
    CaromSurface surface = caromSurface();
    FuzzFields fields = fuzzFields(g, "CaromSurface surface = caromSurface()");
    FUZZ_FIELD(fields, &surface, steep, (CaromHitAction)fuzzEnum(g, CAROM_HIT_COUNT));
    FUZZ_FIELD(fields, &surface, ricochetAngle, fuzzPart(g));
    FUZZ_FIELD(fields, &surface, restitution, fuzzPositive(g));
    FUZZ_FIELD(fields, &surface, friction, fuzzPart(g));
    FUZZ_FIELD(fields, &surface, rollingResistance, fuzzPart(g));
    FUZZ_FIELD(fields, &surface, minBounceSpeed, fuzzPositive(g));
    FUZZ_FIELD(fields, &surface, pierceLoss, fuzzPositive(g));
    FUZZ_FIELD(fields, &surface, pierceDrag, fuzzPositive(g));
    FUZZ_FIELD(fields, &surface, bodies,
               (CaromSurfaceBodies)fuzzEnum(g, CAROM_SURFACE_BODIES_COUNT));
    surface.cookie = fuzzCookie(g, surface.cookie);
    fuzzOpen(g, "caromWorldSetSurface");
    uint32_t a = fuzzMaterial(g), b = fuzzMaterial(g);
    bool removes = fuzzByte(&g->bytes) >= 224;
    fuzzArgument(g, removes ? "NULL" : "&surface");
    fuzzEdit(g, caromWorldSetSurface(g->call.at, a, b, removes ? NULL : &surface));
}

FUZZ_QUESTION(caromWorldSurface)
{
    uint32_t a = fuzzMaterial(g), b = fuzzMaterial(g);
    CaromSurface out;
    fuzzArgument(g, "&out");
    int found = caromWorldSurface(g->call.at, a, b, &out);
    fuzzFound(found);
    if (found > 0) {
        fuzzFinite(out.restitution);
    }
}

// Callbacks stay: what they answer is the target's.

void fuzz_caromWorldSetHitCallback(FuzzGame *g)
{
    if (!g->inside) {
        fuzzSetCallbacks(g, g->world);
    }
    fuzzOpen(g, "caromWorldSetHitCallback");
    bool taken = g->inside || g->call.at == NULL;
    fuzzArgument(g, "callback, game");
    if (taken) {
        fuzzEdit(g, caromWorldSetHitCallback(g->call.at, NULL, NULL));
    } else {
        fuzzAsked(g);
    }
}

void fuzz_caromWorldSetMeetCallback(FuzzGame *g)
{
    fuzzOpen(g, "caromWorldSetMeetCallback");
    bool taken = g->inside || g->call.at == NULL;
    fuzzArgument(g, "callback, game");
    if (taken) {
        fuzzEdit(g, caromWorldSetMeetCallback(g->call.at, NULL, NULL));
    } else {
        fuzzAsked(g);
    }
}

void fuzz_caromWorldSetContactCallback(FuzzGame *g)
{
    fuzzOpen(g, "caromWorldSetContactCallback");
    bool taken = g->inside || g->call.at == NULL;
    fuzzArgument(g, "callback, game");
    if (taken) {
        fuzzEdit(g, caromWorldSetContactCallback(g->call.at, NULL, NULL));
    } else {
        fuzzAsked(g);
    }
}

static double clockOf(void *context)
{
    double *time = context;
    return *time += 1.0;
}

void fuzz_caromWorldSetProfileClock(FuzzGame *g)
{
    static double time;
    fuzzOpen(g, "caromWorldSetProfileClock");
    bool on = fuzzBool(g);
    fuzzEdit(g, caromWorldSetProfileClock(g->call.at, on ? clockOf : NULL, &time));
}

void fuzz_caromWorldSetTasks(FuzzGame *g)
{
    fuzzOpen(g, "caromWorldSetTasks");
    bool on = fuzzBool(g);
    int count = fuzzInt(g, 70);
    fuzzEdit(g, caromWorldSetTasks(g->call.at, on ? inOrder : NULL, NULL, count));
}

// ---- answers

FUZZ_QUESTION(caromWorldEvents)
{
    CaromEvents events = caromWorldEvents(g->call.at);
    FUZZ_CHECK((events.hits == NULL) == (events.hitCount == 0));
}

FUZZ_FREE(caromEventsBegin)
{
    CaromEvents events = caromWorldEvents(g->world);
    CaromEventIterator iterator = caromEventsBegin(fuzzBool(g) ? &events : NULL);
    FUZZ_CHECK(iterator.left[CAROM_EVENT_HIT] >= 0);
}

FUZZ_FREE(caromEventsNext)
{
    CaromEvents events = caromWorldEvents(g->world);
    CaromEventIterator iterator = caromEventsBegin(&events);
    CaromEvent event;
    FUZZ_CHECK(!caromEventsNext(&iterator, &event) || event.sequence > 0);
}

FUZZ_QUESTION(caromWorldCounters)
{
    FUZZ_CHECK(caromWorldCounters(g->call.at).bodies >= 0);
}

FUZZ_QUESTION(caromWorldMemory)
{
    CaromMemory m = caromWorldMemory(g->call.at);
    FUZZ_CHECK(m.total >= 0 && m.other >= 0); // what is counted part by part is not more than all
}

FUZZ_QUESTION(caromWorldProfile)
{
    FUZZ_CHECK(caromWorldProfile(g->call.at).step >= 0.0);
}

FUZZ_QUESTION(caromWorldHash)
{
    FUZZ_CHECK(caromWorldHash(g->call.at) == (g->call.at != NULL ? g->call.hash : 0));
}

FUZZ_QUESTION(caromWorldLastError)
{
    FUZZ_CHECK(caromWorldLastError(g->call.at) < CAROM_ERROR_COUNT_OF);
}

static void drawDisc(void *context, CaromVec2 center, double radius, CaromShapeId shape)
{
    (void)context, (void)shape;
    fuzzFiniteVec(center);
    FUZZ_CHECK(radius >= 0.0);
}

static void drawLine(void *context, CaromVec2 a, CaromVec2 b, CaromShapeId shape)
{
    (void)context, (void)shape;
    fuzzFiniteVec(a);
    fuzzFiniteVec(b);
}

static void drawShot(void *context, CaromVec2 position, double radius, CaromProjectileId projectile,
                     CaromProjectileMode mode)
{
    (void)context, (void)projectile;
    fuzzFiniteVec(position);
    FUZZ_CHECK(radius >= 0.0 && mode <= CAROM_PROJECTILE_PARKED);
}

static void drawKind(void *context, CaromDrawKind kind)
{
    (void)context;
    FUZZ_CHECK(kind < CAROM_DRAW_KIND_COUNT);
}

static void drawVelocity(void *context, CaromVec2 from, CaromVec2 velocity)
{
    (void)context;
    fuzzFiniteVec(from);
    fuzzFiniteVec(velocity);
}

static void drawContact(void *context, CaromVec2 point, CaromVec2 normal, CaromShapeId a,
                        CaromShapeId b)
{
    (void)context, (void)b;
    fuzzFiniteVec(point);
    fuzzUnit(normal);
    FUZZ_CHECK(a.index != 0);
}

static void drawCell(void *context, CaromBox cell)
{
    (void)context;
    FUZZ_CHECK(cell.min.x < cell.max.x && cell.min.y < cell.max.y);
}

void fuzz_caromWorldDraw(FuzzGame *g)
{
    CaromDebugDraw draw = {.circle = drawDisc,
                           .segment = drawLine,
                           .projectile = drawShot,
                           .kind = drawKind,
                           .velocity = drawVelocity,
                           .contact = drawContact,
                           .cell = drawCell};
    fuzzOpen(g, "caromWorldDraw");
    bool null = fuzzByte(&g->bytes) == 255;
    CaromError error = caromWorldDraw(g->call.at, null ? NULL : &draw);
    FUZZ_CHECK((error == CAROM_OK) == (g->call.at != NULL && !null));
    fuzzAsked(g);
}

FUZZ_QUESTION(caromWorldValidate)
{
    FUZZ_CHECK(g->inside || caromWorldValidate(g->call.at) == (g->call.at != NULL));
}

// ---- snapshots

FUZZ_QUESTION(caromWorldSnapshotSize)
{
    FUZZ_CHECK((caromWorldSnapshotSize(g->call.at) > 0) == (g->call.at != NULL));
}

void fuzz_caromWorldSave(FuzzGame *g)
{
    size_t size = caromWorldSnapshotSize(g->world);
    uint8_t less = fuzzByte(&g->bytes);
    size_t room = less >= 250 ? size - (size_t)(less - 249) : size;
    uint8_t *snapshot = malloc(size);
    FUZZ_CHECK(snapshot != NULL);
    fuzzOpen(g, "caromWorldSave");
    fuzzArgument(g, room < size ? "snapshot, too small" : "snapshot, size");
    size_t written = 0;
    CaromError error = caromWorldSave(g->call.at, snapshot, room, &written);
    FUZZ_CHECK(written == (error == CAROM_OK ? size : 0));
    if (error == CAROM_OK) {
        free(g->saved);
        g->saved = snapshot;
        g->savedSize = size;
        g->savedDef = g->def;
    } else {
        free(snapshot);
    }
    fuzzAsked(g);
}

void fuzz_caromWorldRestore(FuzzGame *g)
{
    uint8_t way = fuzzByte(&g->bytes);
    size_t size = way >= 240 && g->savedSize > 0 ? g->savedSize - 1 - way % 16 : g->savedSize;
    fuzzOpen(g, "caromWorldRestore");
    fuzzArgument(g, size < g->savedSize ? "snapshot, cut off" : "snapshot, size");
    if (g->saved != NULL && way == 239) {
        g->saved[g->savedSize / 2] ^= 1;
    }
    CaromError error = caromWorldRestore(g->call.at, g->saved, size);
    if (g->saved != NULL && way == 239) {
        g->saved[g->savedSize / 2] ^= 1;
        FUZZ_CHECK(error != CAROM_OK);
    }
    FUZZ_CHECK(error != CAROM_OK || size == g->savedSize);
    fuzzEdit(g, error);
    if (error == CAROM_OK) {
        g->def = g->savedDef;
    }
}
