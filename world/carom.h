// SPDX-License-Identifier: MIT
// PUBLIC. Carom: bullets, grenades and the walls they meet. The one header to include.
//
// Every call checks its arguments in every build. Bad input is refused: the call changes nothing
// and returns an error. Calls that return an id or a pointer return null, and caromWorldLastError
// names the error. Queries return an int: a count (1 or 0 for yes or no), or minus the error, see
// caromQueryError. Calls that return a value, such as a position, return zeros. The first refusal
// of each function and cause is logged, by default to stderr: CaromWorldDef.log. Null and stale ids
// give CAROM_ERROR_STALE_ID, ids of another world CAROM_ERROR_FOREIGN_ID. A null world gives
// CAROM_ERROR_NULL and is not logged. docs/errors.md has the errors of each function.
//
// Calls take effect at the current time: a bullet fired between two steps starts at the time of the
// first. For odd cases, such as starts inside shapes, touches and corners: docs/degenerate.md.
#ifndef CAROM_WORLD_CAROM_H
#define CAROM_WORLD_CAROM_H

#include "../shapes/arena.h"
#include "light_types.h"
#include "recording.h"
#include "sectors.h"
#include "types.h"

// ---- world
//
// Calls that make, change or step a world need IEEE 754's default mode: the thread rounds to
// nearest, keeps subnormal numbers, and does not trap at exceptions. Otherwise the bits would
// differ, and the call is refused (CAROM_ERROR_ROUNDING). Queries and the functions of shapes do
// not check it; docs/portability.md.

CAROM_API CaromWorldDef caromWorldDef(void);
/// Returns the size [B] of an arena (arena.h) for a world up to a budget. The world can be filled
/// in any order and stepped without ever being refused memory. Most worlds take a third to a fifth
/// of that: shapes that lie far apart take more of the grid, and arrays grow by half. Includes 256
/// changes between two steps, and four of each shape. Leaves out calls that need memory only while
/// they run: decomposing, triangulating, restoring a snapshot (a second world). Returns 0 if a
/// count is out of range, or the size does not fit a size_t. To ship with less, play for long and
/// read caromArenaStats(arena).peak.
CAROM_API size_t caromBudgetSize(const CaromBudget *budget);
/// Creates a world. Returns null if the def is refused or memory is short. *error (may be null) and
/// the def's log say why; for a null or zeroed def, stderr does.
CAROM_API CaromWorld *caromWorldCreate(const CaromWorldDef *def, CaromError *error);
/// Destroys the world and all that is in it; ids and event arrays become invalid. Null is ignored.
/// Refused from inside a callback (BUSY).
CAROM_API CaromError caromWorldDestroy(CaromWorld *world);

/// Advances the world by dt and replaces every event array. Copy the events that you keep.
/// @param dt [s] > 0, finite. May differ from step to step: bounces do not depend on it.
/// Cost: one comparison per projectile in free flight, and some 0.5 µs per event and per
/// steerInterval of each projectile with drag or steering. So one step of years costs as much as
/// many short ones.
/// @returns 0, or CaromStepFlags; each names a limit and the def field that raises it.
CAROM_API CaromStepFlags caromWorldStep(CaromWorld *world, double dt);
/// Advances the world to a time [s] after its clock, as caromWorldStep does. Prefer it: steps to
/// k/60.0 stay on those times, while sums of 1/60 drift.
CAROM_API CaromStepFlags caromWorldStepTo(CaromWorld *world, double time);
/// Returns the clock [s]; inside a callback the time of the hit.
CAROM_API double caromWorldTime(const CaromWorld *world);

/// Sets the gravity [m/s²]. Allocates for all projectiles that gravity can bring to rest, or fails
/// (MEMORY) and changes nothing. GROUND if it would pull a projectile with groundDeceleration.
/// O(projectiles).
CAROM_API CaromError caromWorldSetGravity(CaromWorld *world, CaromVec2 gravity);
CAROM_API CaromVec2 caromWorldGravity(const CaromWorld *world);
/// Returns an elastic surface without friction or loss in piercing, as of two default materials.
CAROM_API CaromSurface caromSurface(void);
/// Sets the surface of a pair of materials, 0 .. 65535 each. Its numbers override the mixed ones; a
/// null surface removes the pair. It applies to every hit from the clock on. Projectiles that
/// settle, slide, roll or rest on that pair start again from there, except those held by
/// CAROM_HIT_STOP. Inside a pierced shape the loss is that of the exit, within the reach found at
/// the entry. Allocates for all projectiles that the pair can stop, stick or let pierce, or fails
/// (MEMORY).
/// Cost: O(projectiles + log pairs), and for projectiles that bounce, the pairs of their material.
/// A lookup at a hit is O(log pairs).
CAROM_API CaromError caromWorldSetSurface(CaromWorld *world, uint32_t projectileMaterial,
                                          uint32_t shapeMaterial, const CaromSurface *surface);
/// Returns 1 if the pair has a surface, and writes it to `out` (may be null); else 0. A query.
CAROM_API int caromWorldSurface(const CaromWorld *world, uint32_t projectileMaterial,
                                uint32_t shapeMaterial, CaromSurface *out);
/// Sets the function that decides hits with CAROM_HIT_ASK. Null: they bounce.
CAROM_API CaromError caromWorldSetHitCallback(CaromWorld *world, CaromHitFunction *callback,
                                              void *context);
/// Sets the function that decides meetings with CAROM_MEETING_ASK. Null: they bounce.
CAROM_API CaromError caromWorldSetMeetCallback(CaromWorld *world, CaromMeetFunction *callback,
                                               void *context);
/// Sets the clock for CaromProfile; null (the default) switches it off. It never changes the
/// simulation.
CAROM_API CaromError caromWorldSetProfileClock(CaromWorld *world, CaromClockFunction *clock,
                                               void *context);

/// Lets steps run parts of their work on several threads. `run` is a function of the game's job
/// system; it is called a few times a step with up to `count` tasks. Tasks call no code of the
/// game. The bits are the same with any count, thread and order. Tasks do two things: bounces of
/// points on straight ways off thin walls at rest, and writing events. The first needs a world
/// without sensors, kinematic bodies, meetings, questions and fuses. Small steps use no tasks.
/// @param run null: no tasks (the default). @param runner passed to run; not read
/// @param count [1] 1 .. 64 tasks at once; best the number of threads. 1: no tasks Takes a byte per
/// 1,024 projectiles and an eighth more for events, or fails (MEMORY).
CAROM_API CaromError caromWorldSetTasks(CaromWorld *world, CaromRunFunction *run, void *runner,
                                        int count);

CAROM_API CaromEvents caromWorldEvents(const CaromWorld *world); ///< of the last step
/// Begins a walk through the events of all kinds in the order in which they happened, which is that
/// of their sequence numbers. `events` may be null. To leave out a kind, set its count to 0. Takes
/// no memory; valid as long as the arrays are.
CAROM_API CaromEventIterator caromEventsBegin(const CaromEvents *events);
/// Writes the next event and returns true. After the last one, or if a pointer is null, it returns
/// false and leaves *event as it is. Cost: one comparison per kind.
///
///     CaromEvents events = caromWorldEvents(world);
///     CaromEventIterator iterator = caromEventsBegin(&events);
///     for (CaromEvent event; caromEventsNext(&iterator, &event);)
///         if (event.kind == CAROM_EVENT_HIT) playSound(event.hit->point);
CAROM_API bool caromEventsNext(CaromEventIterator *iterator, CaromEvent *event);
CAROM_API CaromCounters caromWorldCounters(const CaromWorld *world);
/// Returns what the world's memory is used for; zeros if world is NULL. O(shapes + tiles of the
/// grid).
CAROM_API CaromMemory caromWorldMemory(const CaromWorld *world);
CAROM_API CaromProfile caromWorldProfile(const CaromWorld *world);
/// Returns a hash of the state that decides the future: clock, bodies, shapes, anchors of
/// projectiles, free lists. It is taken over values in a fixed order, not over memory or caches, so
/// it is equal on every machine. Call it between steps.
CAROM_API uint64_t caromWorldHash(const CaromWorld *world);
/// Returns the last error of an edit or a step. Queries return theirs, and do not set it.
CAROM_API CaromError caromWorldLastError(const CaromWorld *world);
/// Calls the functions of `draw` for all that is in the world, where it is at the clock. A debug
/// view to copy: samples/draw.c. Cost: a look at everything, and the calls.
CAROM_API CaromError caromWorldDraw(const CaromWorld *world, const CaromDebugDraw *draw);
/// Checks every structure of the world; false if one is inconsistent. Slow; for tests.
CAROM_API bool caromWorldValidate(const CaromWorld *world);

// ---- snapshots (docs/snapshot.md)

/// Returns the size [B] of the snapshot that caromWorldSave would write now; 0 for a look into the
/// past, which has no snapshots. O(all that is in it).
CAROM_API size_t caromWorldSnapshotSize(const CaromWorld *world);
/// Writes all that decides the world's future into the caller's memory, in the same form on every
/// machine: for saved games, servers, replays. Allocates nothing. User data is written as a number
/// of 64 bits. Left out: allocator, log, callbacks, tasks, profile clock, the events of the last
/// step, sector links, movers.
/// @param capacity [B] BUFFER if it is below caromWorldSnapshotSize: nothing is written
/// @param size [B] may be null; receives what was written Only reads, so it may run beside queries
/// and in their predicates. BUSY in callbacks of a step and in predicates of a mover that is moved.
CAROM_API CaromError caromWorldSave(const CaromWorld *world, void *snapshot, size_t capacity,
                                    size_t *size);
/// Replaces the world by the saved one: same hash, and the same future bits for the same calls. The
/// world takes the saved tag, so ids of then are valid again, in any world. Ids given since are
/// stale or name whatever takes their slots; ids with another tag are foreign. Allocator, log,
/// capacities, callbacks, tasks and profile clock stay; all other settings are the saved ones.
/// Event arrays become empty. On an error nothing changes: SNAPSHOT (damaged, cut off, or no valid
/// world), VERSION, MEMORY (it needs room for both worlds).
/// @param size [B] at least what was written; more is not read
/// Cost: that of making all shapes; the next step searches the next event of every projectile.
CAROM_API CaromError caromWorldRestore(CaromWorld *world, const void *snapshot, size_t size);

// ---- rollback (docs/snapshot.md)

/// Returns the size [B] of the state that caromWorldSaveState would write now: what moves, not what
/// rests.
CAROM_API size_t caromWorldStateSize(const CaromWorld *world);
/// Writes the moving state into the caller's memory, of any alignment: projectiles, kinematic
/// bodies, contacts, what waits for the next step, gravity, surfaces, the clock and counts. It is a
/// raw copy, valid only for this world object in this run of the program: see
/// caromWorldRestoreState. Allocates nothing. Cost: that of the copy.
/// @param capacity [B] BUFFER if it is below caromWorldStateSize: nothing is written
/// @param size [B] may be null; receives what was written Refused from inside a callback (BUSY).
CAROM_API CaromError caromWorldSaveState(const CaromWorld *world, void *state, size_t capacity,
                                         size_t *size);
/// Sets the world back, or forward, to a state saved from it: same hash, and the same future bits
/// for the same calls. Ids of then are valid; ids given since are stale until their slot is reused.
/// User data of kinematic bodies and projectiles is restored; other user data, callbacks and tasks
/// stay. Event arrays become empty. Allocates nothing. On an error nothing changes:
///   CAROM_ERROR_STALE_STATE if since the save a body or shape was made, destroyed or changed
///     (geometry, tiles, filter, material, sensor, contacts), a static body was moved, or
///     caromWorldRestore was called. Motions and parents of kinematic bodies are restored instead;
///   CAROM_ERROR_SNAPSHOT if it is no whole state of this world.
/// The data is not validated as a snapshot's is: never pass bytes that someone else may have
/// written.
/// @param size [B] at least what was written; more is not read
CAROM_API CaromError caromWorldRestoreState(CaromWorld *world, const void *state, size_t size);

// ---- lag compensation (docs/snapshot.md)

/// Where moving bodies were in the last ticks. With it a server can test a shot against the world
/// that the shooter saw, without setting its world back.
typedef struct CaromHistory CaromHistory;

/// Creates a history of a world.
/// @param ticks [1] 1 .. 4096, how many are remembered Memory comes from the allocator of the
/// world's def, and is not counted by the world. After the world is destroyed, all calls but
/// caromHistoryDestroy are refused.
CAROM_API CaromHistory *caromHistoryCreate(CaromWorld *world, int ticks, CaromError *error);
CAROM_API void caromHistoryDestroy(CaromHistory *history); ///< null is ignored
/// Remembers the world as it is now. Call it once after each step, before or after edits of bodies.
/// Forgets the oldest tick if there are too many, and those at or after the clock if the world was
/// rolled back. Cost: a copy of the kinematic bodies and their shapes' points. A step makes one
/// more copy if bodies were edited since the last one. Allocates nothing within past peaks; on
/// CAROM_ERROR_MEMORY nothing is remembered. BUSY inside a callback.
CAROM_API CaromError caromHistoryRecord(CaromHistory *history);
/// Returns how many ticks are remembered.
CAROM_API int caromHistoryCount(const CaromHistory *history);
/// Returns the clock [s] of a tick: 0 is the last one recorded, 1 the one before; 0.0 if there is
/// none.
CAROM_API double caromHistoryTime(const CaromHistory *history, int back);
/// Returns the world at a remembered time, for queries: casts, overlaps, nearest, light, draw,
/// transforms of bodies. Kinematic bodies and their shapes are where they were; answers have the
/// same bits as then. Bodies made or destroyed since are not in it. All else is as it is now: what
/// rests, filters, materials, surfaces, gravity, parents. It has no projectiles and no contacts.
/// It is locked (edits return CAROM_ERROR_BUSY) and valid until the next call that changes the
/// world or the history; until then threads may share it.
/// Cost: a copy of the kinematic bodies and shapes; of all if some were edited since the last look.
/// @param time [s] Refused with CAROM_ERROR_TIME before the first tick, after the last, and where a
/// copy was dropped (docs/snapshot.md); _STALE_STATE if a moving shape's geometry was changed
/// since, or caromWorldRestore replaced the world; _MEMORY.
CAROM_API const CaromWorld *caromHistoryLook(CaromHistory *history, double time, CaromError *error);

// ---- bodies

CAROM_API CaromBodyDef caromBodyDef(void);
CAROM_API CaromBodyId caromBodyCreate(CaromWorld *world, const CaromBodyDef *def);
/// Destroys a body, its shapes, and all bodies attached to it. Reparent the bodies you want to
/// keep.
CAROM_API CaromError caromBodyDestroy(CaromWorld *world, CaromBodyId body);
/// Lists all bodies in order of their indices: writes up to `capacity` ids, returns the full
/// number. A query. O(most slots ever in use).
CAROM_API int caromWorldBodies(const CaromWorld *world, CaromBodyId *out, int capacity);
/// Returns the type; CAROM_BODY_STATIC if the call is refused.
CAROM_API CaromBodyType caromBodyType(const CaromWorld *world, CaromBodyId body);
CAROM_API bool caromBodyIsValid(const CaromWorld *world, CaromBodyId body);
/// Sets position, rotation and scale, relative to the parent if there is one, and re-bakes the
/// shapes. Projectiles that are then inside a solid end as crushed at the next step; thin walls
/// jump over points. No effect if the transform is unchanged. On an error nothing changes.
/// Cost: O(edges), with those of all bodies attached to it.
CAROM_API CaromError caromBodySetTransform(CaromWorld *world, CaromBodyId body,
                                           CaromTransform transform);
/// Returns the transform at the clock, relative to the parent if there is one. For places in the
/// world see caromBodyPoint and caromBodyMatrix.
CAROM_API CaromTransform caromBodyTransform(const CaromWorld *world, CaromBodyId body);
/// Sets the velocity [m/s] of a kinematic body from the clock on. The body gets a new anchor.
CAROM_API CaromError caromBodySetVelocity(CaromWorld *world, CaromBodyId body, CaromVec2 velocity);
CAROM_API CaromVec2 caromBodyVelocity(const CaromWorld *world, CaromBodyId body);
/// Sets the spin [rad/s] of a kinematic body about its position from the clock on, -1e4 .. 1e4. The
/// body gets a new anchor. For cost and exactness see CaromBodyDef.angularVelocity.
CAROM_API CaromError caromBodySetAngularVelocity(CaromWorld *world, CaromBodyId body,
                                                 double angularVelocity);
CAROM_API double caromBodyAngularVelocity(const CaromWorld *world, CaromBodyId body);
/// Attaches a body to a parent, as a turret to a tank; a null parent detaches it. The base
/// transform keeps its numbers but becomes relative to the parent. So the body jumps, unless the
/// parent's transform is the identity. No effect if the parent is unchanged. On an error nothing
/// changes.
/// Cost: re-bakes the shapes of the body and of all attached to it, O(edges · depth).
/// @returns CYCLE, DEPTH (more than 32 levels), STATIC (a static body on a kinematic one),
/// OUT_OF_RANGE (combined scale beyond 1e-12 .. 1e12), MOTION (see below).
///
/// Base transforms compose: a local point goes through the body's, then its parent's, and so on.
/// Unequal scales with rotations shear. Circles stay circles: their radius is as long as the image
/// of their radius along the local x axis.
///
/// A kinematic parent carries its children exactly. A child may have a velocity of its own while no
/// ancestor spins. It may spin if the scale of all its ancestors is equal on both axes (in size).
/// Otherwise set its transform as often as needed.
///
/// Filters, ignoreBody and ignoreBodies do not include children: name each body, or share a group.
CAROM_API CaromError caromBodySetParent(CaromWorld *world, CaromBodyId body, CaromBodyId parent);
/// Returns the parent; null if there is none.
CAROM_API CaromBodyId caromBodyParent(const CaromWorld *world, CaromBodyId body);
/// Lists the bodies attached directly to this one, by index: writes up to `capacity` ids, returns
/// the full number.
CAROM_API int caromBodyChildren(const CaromWorld *world, CaromBodyId body, CaromBodyId *out,
                                int capacity);
/// Returns the place in the world, at the clock, of a point in the body's local space.
/// @param local [m] finite
CAROM_API CaromVec2 caromBodyPoint(const CaromWorld *world, CaromBodyId body, CaromVec2 local);
/// Returns the point in the body's local space of a place in the world, at the clock.
CAROM_API CaromVec2 caromBodyPointInverse(const CaromWorld *world, CaromBodyId body,
                                          CaromVec2 point);
/// Returns caromBodyPoint as a matrix, for drawing; equal within a few roundings.
CAROM_API CaromMatrix caromBodyMatrix(const CaromWorld *world, CaromBodyId body);
/// Returns the velocity [m/s] at the clock of the body's material at a place in the world. It
/// includes the motion of all parents.
CAROM_API CaromVec2 caromBodyVelocityAt(const CaromWorld *world, CaromBodyId body, CaromVec2 point);
CAROM_API CaromError caromBodySetUserData(CaromWorld *world, CaromBodyId body, void *userData);
CAROM_API void *caromBodyUserData(const CaromWorld *world, CaromBodyId body);
/// Lists the shapes of a body in order of creation: writes up to `capacity` ids, returns the full
/// number.
CAROM_API int caromBodyShapes(const CaromWorld *world, CaromBodyId body, CaromShapeId *out,
                              int capacity);

// ---- shapes, given in the body's local space
//
// What one takes of memory: 81 bytes, 16 a point and 12 an edge; as much again a point, and 8,
// where the body's transform makes other numbers of its points. Resting ones also take some 70
// bytes as a whole, some 170 an edge, and 4 for each cell of the grid that an edge touches. Arrays
// grow by half. Filter and material are stored once for all shapes that are alike in them: 80 bytes
// where none is. So 10,000 circles on one body take some 400 bytes each, boxes some 1,170, and the
// time to make one does not grow with their number. A body of its own adds 240 bytes: walls that
// never move share one.

CAROM_API CaromShapeDef caromShapeDef(void);
/// Creates a shape of any type but a tile map from a geometry in the body's local space; copies the
/// points. The functions below are short forms for sharp shapes. Start from caromGeometry,
/// caromGeometryBox or caromGeometryRegion (shapes.h). The geometry's radius, 0 .. 1e6 m, rounds
/// shapes with corners: everything within it belongs to the shape. So polygons grow and holes
/// shrink; a one-sided wall grows on its free side only. The body's scale applies as for circles
/// (caromTransformRadius). oneSided is for segments and chains only (ENUM).
/// @returns null if refused: COUNT if count does not suit the type, ENUM for a tile map, and the
/// errors of the functions below.
CAROM_API CaromShapeId caromShapeCreate(CaromWorld *world, CaromBodyId body,
                                        const CaromShapeDef *def, const CaromGeometry *geometry);
/// Creates a solid disc. radius [m] > 0. For the body's scale see caromTransformRadius.
CAROM_API CaromShapeId caromShapeCreateCircle(CaromWorld *world, CaromBodyId body,
                                              const CaromShapeDef *def, CaromVec2 center,
                                              double radius);
/// Creates a solid of all points within radius [m] > 0 of the line from a to b; a == b gives a
/// circle. For the body's scale see caromTransformRadius.
CAROM_API CaromShapeId caromShapeCreateCapsule(CaromWorld *world, CaromBodyId body,
                                               const CaromShapeDef *def, CaromVec2 a, CaromVec2 b,
                                               double radius);
/// Creates a wall that is met from both sides. With a radius (caromShapeCreate) it is a solid like
/// a capsule.
CAROM_API CaromShapeId caromShapeCreateSegment(CaromWorld *world, CaromBodyId body,
                                               const CaromShapeDef *def, CaromVec2 a, CaromVec2 b);
/// Creates a wall that is met from its free side only. Its solid side is the left of a -> b, where
/// cross(b − a, p − a) > 0, in local space; what was solid stays solid under a mirroring transform.
/// From the solid side everything passes.
CAROM_API CaromShapeId caromShapeCreateOneSided(CaromWorld *world, CaromBodyId body,
                                                const CaromShapeDef *def, CaromVec2 a, CaromVec2 b);
/// Creates a chain of segments, or one-sided walls, as one shape. Edge i, the feature of hits, runs
/// from points[i] to points[i + 1]. Joints let nothing through; edges may cross and touch. A closed
/// chain has no inside: for a solid use a polygon. Takes 2 to 1,000,000 points, closed at least 3
/// (COUNT); neighbours must differ (SEGMENT_LENGTH). flags: CaromChainFlags, or-ed. Each one-sided
/// edge stands alone: discs and rounded chains may be met at a joint from behind the neighbouring
/// edge.
CAROM_API CaromShapeId caromShapeCreateChain(CaromWorld *world, CaromBodyId body,
                                             const CaromShapeDef *def, const CaromVec2 *points,
                                             int count, uint32_t flags);
/// Creates a solid simple polygon, convex or concave, of either winding, 3 to 1,000,000 points.
/// Refused with the errors of caromPolygonValidate.
CAROM_API CaromShapeId caromShapeCreatePolygon(CaromWorld *world, CaromBodyId body,
                                               const CaromShapeDef *def, const CaromVec2 *points,
                                               int count);
/// Creates a solid of several rings: borders, holes, islands in holes, in any order and winding. A
/// place is inside if an odd number of rings surrounds it. Ring k is points[ringEnds[k − 1] ..
/// ringEnds[k]), the first from 0. Edge i, the feature of hits, runs from points[i] to the next
/// point of its ring. Rings may touch at common points; nothing passes there. Takes 1,000,000
/// points in all (COUNT); refused with the errors of caromRegionValidate.
CAROM_API CaromShapeId caromShapeCreateRegion(CaromWorld *world, CaromBodyId body,
                                              const CaromShapeDef *def, const CaromVec2 *points,
                                              const int *ringEnds, int ringCount);
/// Creates a solid of the solid tiles of a map, which is copied. Projectiles meet the borders
/// between solid and free tiles; each straight border of equal tiles is one edge, without seams.
/// Outside the map is free. Nothing passes where two tiles touch at a corner. A tile's material is
/// its value less one; CaromShapeDef.material is not read, materials must be null. Hits name the
/// tile. Refused: sides outside 1 .. 4,096 tiles, more than 1,000,000 edges (COUNT); tiles smaller
/// than 2^-32 of their coordinates (OUT_OF_RANGE).
/// Cost: O(tiles). The order of the edges depends on the map only.
CAROM_API CaromShapeId caromShapeCreateTiles(CaromWorld *world, CaromBodyId body,
                                             const CaromShapeDef *def, const CaromTileMap *map);
/// Replaces the tiles [x, x + width) × [y, y + height) by those of an array, row by row. Only
/// flights, rests and crushes near the change are examined again. Edges are renumbered for later
/// hits. OUT_OF_RANGE: not within the map. ENUM: not a tile map. COUNT: too many edges.
/// Cost: O(edges of the map + width·its height + height·its width).
CAROM_API CaromError caromShapeSetTiles(CaromWorld *world, CaromShapeId shape, int x, int y,
                                        int width, int height, const uint16_t *tiles);
CAROM_API CaromError caromShapeSetTile(CaromWorld *world, CaromShapeId shape, int x, int y,
                                       uint16_t tile);
/// Returns the value of a tile; 0 outside the map.
CAROM_API uint16_t caromShapeTile(const CaromWorld *world, CaromShapeId shape, int x, int y);
/// Creates a solid box of half extents h [m] > 0 around center, along the local axes.
CAROM_API CaromShapeId caromShapeCreateBox(CaromWorld *world, CaromBodyId body,
                                           const CaromShapeDef *def, CaromVec2 center, CaromVec2 h);
/// Creates a solid ellipse of half axes h [m] > 0 along the local axes, as an inscribed convex
/// polygon. It has the fewest points by which no point of the ellipse is farther from it than the
/// tolerance [m] > 0, by max(h)·(1 − cos(π/n)). OUT_OF_RANGE if that takes more than 65,536. Under
/// the body's scale its points stay on the true ellipse, and the tolerance grows with the scale.
/// Use it for a circle under an unequal scale.
CAROM_API CaromShapeId caromShapeCreateEllipse(CaromWorld *world, CaromBodyId body,
                                               const CaromShapeDef *def, CaromVec2 center,
                                               CaromVec2 h, double tolerance);
/// Lists all shapes of all bodies in order of their indices: writes up to `capacity` ids, returns
/// the full number. A query. For one body: caromBodyShapes.
CAROM_API int caromWorldShapes(const CaromWorld *world, CaromShapeId *out, int capacity);
CAROM_API CaromError caromShapeDestroy(CaromWorld *world, CaromShapeId shape);
// Edits of a shape keep its id, body and user data. On an error nothing changes. They take effect
// at the clock, as a new transform of the body does. Flights on their way look for their next event
// again; those that are then inside a solid end as crushed. What rests or slides on an edge goes on
// if an edge of the same index is still where it touches; everything else on the shape takes off.

/// Replaces the geometry of a shape, by one of any type in the body's local space; copies the
/// points. Refused with the errors of caromShapeCreate. What sticks to the shape keeps its place on
/// the body. What has pierced it leaves it when it is outside. Sensors report it as if it had been
/// moved. Edges keep the materials of their index; new edges have the shape's. A tile map may
/// become any other type, but no shape can become a tile map (ENUM; caromShapeSetTiles).
/// Cost: O(edges of both).
CAROM_API CaromError caromShapeSetGeometry(CaromWorld *world, CaromShapeId shape,
                                           const CaromGeometry *geometry);
/// Writes the geometry as it was given, not as it was baked. Its points are valid until the shape,
/// its body or a parent of it is edited.
CAROM_API CaromError caromShapeLocalGeometry(const CaromWorld *world, CaromShapeId shape,
                                             CaromGeometry *geometry);
/// Sets what the shape meets. What lay on it, or was inside a sensor, and meets it no more, flies
/// on. What is inside it and meets it from now on is crushed. What sticks in it or has pierced it
/// stays so. O(1). May allocate (MEMORY).
CAROM_API CaromError caromShapeSetFilter(CaromWorld *world, CaromShapeId shape, CaromFilter filter);
CAROM_API CaromFilter caromShapeFilter(const CaromWorld *world, CaromShapeId shape);
/// Sets the material of a shape for every hit from the clock on. Tiles, and edges with materials of
/// their own, keep those indices and take the rest. Projectiles that settle, slide, roll or rest on
/// it start again from there, as after caromWorldSetSurface. O(projectiles). May allocate (MEMORY).
CAROM_API CaromError caromShapeSetMaterial(CaromWorld *world, CaromShapeId shape,
                                           const CaromShapeMaterial *material);
CAROM_API CaromShapeMaterial caromShapeMaterial(const CaromWorld *world, CaromShapeId shape);
/// Makes a shape a sensor, or solid. For projectiles and for those inside, it is destroyed as one
/// and created as the other: what stuck in it, lay on it or had pierced it is released. O(edges).
CAROM_API CaromError caromShapeSetSensor(CaromWorld *world, CaromShapeId shape, bool sensor);
CAROM_API bool caromShapeIsSensor(const CaromWorld *world, CaromShapeId shape);
CAROM_API bool caromShapeIsValid(const CaromWorld *world, CaromShapeId shape);
CAROM_API CaromBodyId caromShapeBody(const CaromWorld *world, CaromShapeId shape);
/// Writes the baked geometry; its points are valid until the shape is edited. Points of a kinematic
/// body are where they were baked: caromTransformPoint(*placement, point) is where they are at the
/// clock. placement may be null.
CAROM_API CaromError caromShapeGeometry(const CaromWorld *world, CaromShapeId shape,
                                        CaromGeometry *geometry, CaromTransform *placement);
CAROM_API CaromError caromShapeSetUserData(CaromWorld *world, CaromShapeId shape, void *userData);
CAROM_API void *caromShapeUserData(const CaromWorld *world, CaromShapeId shape);

// ---- projectiles. One takes 96 bytes (CaromCounters.bytes counts them), and this besides:
// 244 for those that may rest, stick, pierce, steer or meet others: with CAROM_HIT_STOP, STICK,
//     PIERCE or ASK; with CAROM_HIT_BOUNCE and an acceleration, or on surfaces that are steep with
//     STOP, STICK or PIERCE; with a fuse, drag, a meetMask or an ignoreBody; and once it was given
//     a target or a force;
// 168 for those that may pierce: with CAROM_HIT_PIERCE or ASK, or on surfaces that are steep so;
// 112 for those with a meetMask, and for finding them;
//  88 for every projectile of a world that has or had sensors;
//  60 for every projectile of a world where one was fired with CAROM_HIT_ASK, a blast, a proximity
//     or a meetMask.
// Memory is taken when one is fired or a call makes it need more, never in a step; room that was
// made for those of before is used again.

CAROM_API CaromProjectileDef caromProjectileDef(void);
CAROM_API CaromProjectileId caromProjectileFire(CaromWorld *world, const CaromProjectileDef *def);
/// Fires `count` projectiles that differ only in place and velocity: all of them, or none if
/// refused. ids may be null. Faster than one by one.
CAROM_API CaromError caromProjectileFireMany(CaromWorld *world, const CaromProjectileDef *def,
                                             const CaromVec2 *positions,
                                             const CaromVec2 *velocities, int count,
                                             CaromProjectileId *ids);
CAROM_API CaromError caromProjectileDestroy(CaromWorld *world, CaromProjectileId projectile);
CAROM_API bool caromProjectileIsValid(const CaromWorld *world, CaromProjectileId projectile);
/// Returns the place [m] at the clock, within a rounding or two of the exact path. If the path runs
/// closer than that along a wall, the place may be just behind the wall. Ends of legs
/// (CaromHitEvent.center) never are.
CAROM_API CaromVec2 caromProjectilePosition(const CaromWorld *world, CaromProjectileId projectile);
CAROM_API CaromVec2 caromProjectileVelocity(const CaromWorld *world,
                                            CaromProjectileId projectile); ///< at the clock
/// Writes place and velocity at a time within the current leg, from its start to the next event as
/// things are now. Times outside are clamped to it. Looking ahead may cost a search. Either output
/// may be null.
CAROM_API CaromError caromProjectileAt(const CaromWorld *world, CaromProjectileId projectile,
                                       double time, CaromVec2 *position, CaromVec2 *velocity);
/// Sets the velocity [m/s] and starts a new leg at the clock. Releases a resting or parked
/// projectile.
CAROM_API CaromError caromProjectileSetVelocity(CaromWorld *world, CaromProjectileId projectile,
                                                CaromVec2 velocity);
/// Moves a projectile to another place [m] at the clock. Inside a solid it ends (CAROM_END_INSIDE)
/// at the next step. Moved to where it is, within rounding, it stays on its side of all walls.
CAROM_API CaromError caromProjectileSetPosition(CaromWorld *world, CaromProjectileId projectile,
                                                CaromVec2 position);
// Steering acts at world times kP, P = CaromWorldDef.steerInterval, and at the times of forces; the
// frame rate does not matter. At equal times: events, then steering, then calls.

/// Sets a target for homing. At each kP after the clock, in flight, the velocity turns towards the
/// target's place at that time, by at most CaromProjectileDef.turnRate·P; the speed stays. If the
/// target is straight behind, it turns counter-clockwise. The turning circle is a polygon around a
/// radius of speed/turnRate, wider by (turnRate·P)²/24 of it. Replaces an earlier target;
/// destroying the body removes the target. Allocates for the first target or force.
/// @param localPoint [m] finite; in the body's local space, so its base transform applies
CAROM_API CaromError caromProjectileSetTarget(CaromWorld *world, CaromProjectileId projectile,
                                              CaromBodyId body, CaromVec2 localPoint);
/// Sets a place in the world [m] as the target.
CAROM_API CaromError caromProjectileSetTargetPoint(CaromWorld *world, CaromProjectileId projectile,
                                                   CaromVec2 point);
CAROM_API CaromError caromProjectileClearTarget(CaromWorld *world, CaromProjectileId projectile);
/// Returns 1 if it has a target, and writes the target's place at the clock to `place` (may be
/// null); else 0. A query.
CAROM_API int caromProjectileTarget(const CaromWorld *world, CaromProjectileId projectile,
                                    CaromVec2 *place);
/// Adds force/mass to the acceleration from a time on, exactly from then, until another force
/// replaces it. One force may wait; a second one replaces the one that waits, and one that acts at
/// once leaves it waiting. Allocates for the first target or force. Wakes what rests. A parked or
/// stuck projectile keeps the force until it flies again.
/// @param force [N] finite, as is force/mass; with groundDeceleration only (0, 0)
/// @param time [s] >= the clock, or CAROM_NOW
CAROM_API CaromError caromProjectileSetForce(CaromWorld *world, CaromProjectileId projectile,
                                             CaromVec2 force, double time);
CAROM_API CaromVec2 caromProjectileForce(const CaromWorld *world,
                                         CaromProjectileId projectile); ///< [N] at the clock
/// Adds impulse/mass to its velocity, at the clock; as caromProjectileSetVelocity.
/// @param impulse [N·s] finite, impulse/mass and the new velocity too.
CAROM_API CaromError caromProjectileApplyImpulse(CaromWorld *world, CaromProjectileId projectile,
                                                 CaromVec2 impulse);
CAROM_API CaromProjectileMode caromProjectileMode(const CaromWorld *world,
                                                  CaromProjectileId projectile);
CAROM_API double caromProjectileRadius(const CaromWorld *world, CaromProjectileId projectile);
/// Sets what it meets from the clock on: shapes, sensors, other projectiles, blasts. Starts a new
/// leg, as caromProjectileSetPosition does: resting, stuck and parked ones are released. If it is
/// inside a solid that it meets, or that it pierces, it ends (CAROM_END_INSIDE) at the next step.
/// That step also reports its exit from sensors that it no longer meets. No effect if the filter is
/// unchanged. May allocate: projectiles of equal defs and filters share storage.
CAROM_API CaromError caromProjectileSetFilter(CaromWorld *world, CaromProjectileId projectile,
                                              CaromFilter filter);
CAROM_API CaromFilter caromProjectileFilter(const CaromWorld *world, CaromProjectileId projectile);
CAROM_API CaromError caromProjectileSetUserData(CaromWorld *world, CaromProjectileId projectile,
                                                void *userData);
CAROM_API void *caromProjectileUserData(const CaromWorld *world, CaromProjectileId projectile);
/// Lists all projectiles, of every mode, in order of their indices: writes up to `capacity` ids,
/// returns the full number. A query.
CAROM_API int caromWorldProjectiles(const CaromWorld *world, CaromProjectileId *out, int capacity);
/// Writes the places [m] of all projectiles at the clock, in order of their indices without gaps,
/// with the bits of caromProjectilePosition. Writes up to `capacity`, returns the full number. ids
/// may be null.
CAROM_API int caromWorldPositions(const CaromWorld *world, CaromVec2 *positions,
                                  CaromProjectileId *ids, int capacity);
/// Writes the places as pairs of floats relative to an origin, for drawing. `back` [s] >= 0 looks
/// so far before the clock, for interpolation, but never before the start of a leg.
CAROM_API int caromWorldPositionsFloat(const CaromWorld *world, CaromVec2 origin, double back,
                                       float *xy, CaromProjectileId *ids, int capacity);

// ---- predictions: what a flight will be, by the code that flies it. They write nothing but what
// nothing but their output, take no memory but some 32 KB of stack, and may run side by side. They
// have the bits of the real flight as long as anchors stay as they are: no calls but steps, and no
// other projectile that interferes. In a callback they start at the time of the hit.

CAROM_API CaromPrediction caromPrediction(void);
/// Predicts the flight of a throw that is not fired. Costs what the flight would, and more with
/// more kinematic shapes: each event looks at all of them.
/// @param horizon [s] > 0, finite; from the clock on
CAROM_API CaromError caromWorldPredict(const CaromWorld *world, const CaromProjectileDef *def,
                                       double horizon, CaromPrediction *prediction);
/// Predicts the flight of a projectile from its present state on.
CAROM_API CaromError caromProjectilePredict(const CaromWorld *world, CaromProjectileId projectile,
                                            double horizon, CaromPrediction *prediction);
/// Writes places on the predicted way at the times first + k·spacing, k = 0, 1, …, with the bits
/// that caromProjectilePosition will return. Writes up to `capacity`, returns the full number. It
/// covers the prediction up to its end, or the end of the last leg in `legs`.
/// @param first [s] finite; times before the prediction are left out
/// @param spacing [s] > 0, finite
CAROM_API int caromPredictionSample(const CaromPrediction *prediction, double first, double spacing,
                                    CaromVec2 *points, int capacity);
/// Writes places at first + k·spacing metres along the predicted way, up to its end or to where it
/// sticks: for dots at equal distances. Places lie on the path; the length is exact within some
/// 1e-12 of the way. Method: the closed form of a parabola's length, inverted by bounded Newton
/// steps.
/// @param first [m] >= 0, finite
/// @param spacing [m] > 0, finite
CAROM_API int caromPredictionSampleWay(const CaromPrediction *prediction, double first,
                                       double spacing, CaromVec2 *points, int capacity);
// ---- contacts of shapes

/// Lists the pairs of shapes that touch and of which one reports contacts (CaromShapeDef.contacts),
/// in order of their indices. Writes up to `capacity`, returns the full number.
CAROM_API int caromWorldContacts(const CaromWorld *world, CaromContact *out, int capacity);
/// Lists the contacts of one body. O(contacts of the world).
CAROM_API int caromBodyContacts(const CaromWorld *world, CaromBodyId body, CaromContact *out,
                                int capacity);
/// Sets whether a shape reports contacts. A contact ends when neither of its shapes reports any
/// more.
CAROM_API CaromError caromShapeSetContacts(CaromWorld *world, CaromShapeId shape, bool contacts);
// ---- explosions

/// Returns a blast without reach.
CAROM_API CaromBlast caromBlast(void);
/// Sets off an explosion (CaromBlast) at the clock. It acts at the start of the next step, with the
/// present time, after all edits before it and in order of the calls. Allocates now.
CAROM_API CaromError caromWorldExplode(CaromWorld *world, CaromVec2 center,
                                       const CaromBlast *blast);

// ---- queries: at the clock, or at the hit's time in a callback. They write nothing.
//
// Every query returns an int: how many it found, which may be more than were written; or 1 for yes
// and 0 for no. A result below 0 is a refusal: nothing was written, and caromQueryError(result) is
// the error. So `if (count > 0)` and `for (i = 0; i < count; i++)` are safe. The first refusal is
// also logged (CaromWorldDef.log).

CAROM_API CaromQueryOptions caromQueryOptions(void);
/// Finds all shapes that a ray meets, each once, nearest first (ties: lower shape index, then
/// edge). Writes up to `capacity` hits, returns the full number. Costs one search per 48 hits.
/// capacity 1 gives the closest only, costs less, and returns 0 or 1. Against resting walls and
/// polygons rays are decided and ordered by exact signs, both ends included. A ray that runs along
/// an edge does not meet it. A start on a surface, within rounding, is a hit at 0 if the ray moves
/// inward, or if the wall has two sides; otherwise it is none.
/// @param radius [m] >= 0, of caromWorldCastCircle: a disc is cast; fractions are of its centre.
CAROM_API int caromWorldCastRay(const CaromWorld *world, CaromVec2 origin, CaromVec2 translation,
                                CaromQueryOptions options, CaromHit *hits, int capacity);
CAROM_API int caromWorldCastCircle(const CaromWorld *world, CaromVec2 origin, double radius,
                                   CaromVec2 translation, CaromQueryOptions options, CaromHit *hits,
                                   int capacity);
/// Casts a point (radius 0) or disc along the arc origin + velocity·t + ½·acceleration·t², 0 <= t
/// <= duration. Hits are those of a flight fired there, to the bit. Two things differ: a flight
/// adds gravity by itself, and meets kinematic bodies where they will be, while casts meet all
/// bodies where they are. CaromHit.time has the times.
/// Cost: that of rays along pieces of some cells' length.
/// @param duration [s] > 0, finite
CAROM_API int caromWorldCastArc(const CaromWorld *world, CaromVec2 origin, double radius,
                                CaromVec2 velocity, CaromVec2 acceleration, double duration,
                                CaromQueryOptions options, CaromHit *hits, int capacity);
CAROM_API CaromBeamDef caromBeamDef(void);
/// Casts a beam that surfaces reflect. Writes up to `capacity` legs from its origin on, returns the
/// full number; 0 if it starts inside a solid that it meets. Its legs have the bits of a bullet
/// without gravity that is fired at time 0 and reflected as by a mirror; so it passes no surface or
/// corner. (Later bullets have coarser times and may differ in corners.) Bodies that move reflect
/// it where they are.
/// Cost: a flight's for each leg, more with more kinematic shapes, and some 40 KB of stack.
CAROM_API int caromWorldCastBeam(const CaromWorld *world, const CaromBeamDef *def,
                                 CaromBeamLeg *legs, int capacity);
/// Casts `count` rays and writes the closest hit of each, with the bits of caromWorldCastRay with
/// capacity 1. If ray i meets nothing, hits[i] has a null shape and fraction 1. All rays are
/// checked before any is cast. Returns how many hit. Faster if rays that lie near each other are
/// neighbours.
/// @param count [1] >= 0
CAROM_API int caromWorldCastRays(const CaromWorld *world, const CaromVec2 *origins,
                                 const CaromVec2 *translations, int count,
                                 CaromQueryOptions options, CaromHit *hits);
/// Returns 1 if anything is in the way, else 0; stops at the first shape found. A refused call is
/// not 0, so `if (caromWorldCastAny(...))` treats it as a wall.
CAROM_API int caromWorldCastAny(const CaromWorld *world, CaromVec2 origin, double radius,
                                CaromVec2 translation, CaromQueryOptions options);
/// Lists the shapes that touch a point, box or circle, in order of their indices; borders count,
/// `inside` is not read. Writes up to `capacity`, returns the full number.
CAROM_API int caromWorldOverlapPoint(const CaromWorld *world, CaromVec2 point,
                                     CaromQueryOptions options, CaromShapeId *out, int capacity);
CAROM_API int caromWorldOverlapBox(const CaromWorld *world, CaromBox box, CaromQueryOptions options,
                                   CaromShapeId *out, int capacity);
CAROM_API int caromWorldOverlapCircle(const CaromWorld *world, CaromVec2 center, double radius,
                                      CaromQueryOptions options, CaromShapeId *out, int capacity);

// Queries by convex shapes: a circle, capsule, segment, or convex polygon of up to
// CAROM_MOVING_POINTS points (COUNT), in world coordinates, each with a radius up to 1e6 m. Others
// are refused: NOT_CONVEX, and the errors of caromPolygonValidate.

/// Finds all shapes that a convex shape meets on its way, each once, nearest first (ties: lower
/// index). Writes up to `capacity` hits, returns the full number; capacity 1 gives the closest
/// only, and costs less. Fractions and starts inside are as in caromCastConvex. distance is the
/// way, or −depth for a start inside; an exit past the end is CAROM_FOREVER, without a place.
/// Cost: that of what lies along the way.
CAROM_API int caromWorldCastShape(const CaromWorld *world, const CaromGeometry *shape,
                                  CaromVec2 translation, CaromQueryOptions options, CaromHit *hits,
                                  int capacity);
/// Does the same for a shape that turns by an angle on its way, about a pivot that moves along, as
/// caromCastTurning. @param angle [rad] −1e3 .. 1e3
CAROM_API int caromWorldCastTurning(const CaromWorld *world, const CaromGeometry *shape,
                                    CaromVec2 pivot, CaromVec2 translation, double angle,
                                    CaromQueryOptions options, CaromHit *hits, int capacity);
/// Lists the shapes that a convex shape overlaps or touches, in order of their indices. Each has
/// the least translation that separates them (for concave ones as in caromShapesDistance). Writes
/// up to `capacity`, returns the full number.
CAROM_API int caromWorldOverlapShape(const CaromWorld *world, const CaromGeometry *shape,
                                     CaromQueryOptions options, CaromShapeOverlap *out,
                                     int capacity);

CAROM_API CaromNearestQuery caromNearestQuery(void);
/// Finds the `capacity` nearest shapes, nearest first (ties: lower index). Shapes that contain the
/// place come first, the deepest before the others. Returns how many were written. One-sided walls
/// are found only from places in front of their edges.
/// Cost: that of the surroundings, up to some twice as far as the last shape found; of all within
/// `within` if fewer are found than asked for.
CAROM_API int caromWorldNearest(const CaromWorld *world, const CaromNearestQuery *query,
                                CaromNear *out, int capacity);
/// Writes the signed distance [m] from a place to the nearest shape: < 0 inside solids. If solids
/// overlap it is that of the one in which the place is deepest, which is at most the way out of
/// all. *gradient (may be null) is the unit vector along which the distance grows.
/// Cost: some half a microsecond near walls.
/// @param within [m] >= 0, or CAROM_ENDLESS
/// @returns 1; or 0 if nothing is within `within`, with that distance and the gradient (0, 0)
CAROM_API int caromWorldDistance(const CaromWorld *world, CaromVec2 point, double within,
                                 CaromQueryOptions options, double *distance, CaromVec2 *gradient);
// ---- movers: characters who walk, slide along walls and are kept at arm's length from them

/// Returns the def of a circle of 0.3 m, seen from above.
CAROM_API CaromMoverDef caromMoverDef(void);
/// Makes a mover, and moves its body, if it has one, to its position. If that is not free, the
/// first move frees it or reports it as crushed. The world stores nothing of a mover: there is
/// nothing to destroy.
CAROM_API CaromError caromMoverInit(CaromWorld *world, CaromMover *mover, const CaromMoverDef *def);
/// Moves a mover by a wish, from its last place to the clock.
///
/// First it follows what moved since its last move: it rides on its ground, and whatever reaches it
/// pushes it by the least translation, however thin and fast. Then it goes along wish·dt, sliding.
/// In the end nothing that it meets is nearer than its clearance, within CAROM_MOVER_ROUNDING, or
/// `crushed` is set. It passes every gap as wide as itself with its clearance. A wish into a corner
/// moves it by nothing, bit for bit. One-sided walls stop it from their free side only; while it
/// comes through from behind, they keep no clearance.
///
/// Change the motion of bodies before the step, not between the step and the move. With a body, the
/// move is an edit of that body at the clock, see caromBodySetTransform. Give movers that can meet
/// equal clearances: otherwise the larger one is pushed. Predicates of its options may query the
/// world, but not change it (CAROM_ERROR_BUSY).
///
/// Cost: some 1 to 5 µs with a dozen edges near; O(edges near · edges touched). Following what
/// moves costs a look for each half (radius + clearance) by which it comes closer. After 4,096
/// looks the rest is one look, and `crushed` is set unless only the ground needed more. Allocates
/// nothing.
/// @param wish [m/s] finite; with an up direction, the game adds the velocity of its fall
/// @param dt [s] > 0, finite
/// @param result may be null
CAROM_API CaromError caromMoverMove(CaromWorld *world, CaromMover *mover, CaromVec2 wish, double dt,
                                    CaromMoverResult *result);
/// Moves a mover to a place [m] at the clock, by a jump: it passes what lies between.
CAROM_API CaromError caromMoverPlace(CaromWorld *world, CaromMover *mover, CaromVec2 position);
/// Returns 1 if the mover would have its clearance at a place, at the clock, else 0. A query; a
/// refused call is not 0, so compare with > 0.
CAROM_API int caromMoverFits(const CaromWorld *world, const CaromMover *mover, CaromVec2 position);

// ---- light: what is seen from a point, at the time of queries. Casting writes to the CaromLight
// only, so threads may cast side by side, each with its own; from a predicate of its own cast it is
// BUSY.

/// Returns null if memory is short. The allocator is copied; null is the C library's.
CAROM_API CaromLight *caromLightCreate(const CaromAllocator *allocator);
CAROM_API void caromLightDestroy(CaromLight *light); ///< null is ignored; the fan dies
CAROM_API CaromLightDef caromLightDef(void);
/// Finds all that is visible from a place, the nearest edge in every direction, and stores it as a
/// triangle fan. Shapes hide what rays would not reach: solids and two-sided walls from all sides,
/// one-sided walls from their free side. Edges may cross, touch and overlap. Exact signs decide
/// where walls end and which hides which; crossings, cuts and tangents are rounded. A wall hides
/// nothing if it points straight at the light, or has two sides and the light is on it. On a
/// solid's border, within rounding, the light does not pass through that solid. Ties of edges on
/// one line go to the nearer one, then to the lower shape and edge. The fan stays if the def is
/// refused, and is empty after MEMORY.
/// Cost: O(n log n) for n edges in range, some 0.5 µs an edge. Memory is kept for the next cast.
CAROM_API CaromError caromLightCast(CaromLight *light, const CaromWorld *world,
                                    const CaromLightDef *def);
/// Returns the border of the last cast's fan, counter-clockwise around the light, from the
/// direction +x or a cone's first side on. Its triangles are (position, i, i + 1) for 0 <= i <
/// count − 1; all around, the last point repeats the first. Valid until the next cast. Returns null
/// and count 0 if nothing is visible; count may be null.
CAROM_API const CaromLightPoint *caromLightPoints(const CaromLight *light, int *count);
/// Returns the solid that contained the light of the last cast (the lowest of several), so that
/// nothing was visible; else null.
CAROM_API CaromShapeId caromLightInside(const CaromLight *light);
CAROM_API double caromLightArea(const CaromLight *light); ///< [m²] of the fan
/// Measures how much of the segment from a to b (a != b: SEGMENT_LENGTH) is visible from a point.
/// Writes up to `capacity` of the visible parts, from a to b; neighbouring parts may touch. From a
/// point on the segment's line it is what a ray along it reaches. What lies on the segment does not
/// hide it. Round shapes are polygons within 1e-6 of the distance. Uses the light's memory and
/// empties its fan.
CAROM_API CaromExposure caromLightExposeSegment(CaromLight *light, const CaromWorld *world,
                                                CaromVec2 from, CaromVec2 a, CaromVec2 b,
                                                CaromQueryOptions options, CaromSpan *out,
                                                int capacity);
/// Does the same for the diameter of a disc across the line of sight, as the sixteen lines of a
/// blast do. Shapes inside the disc hide the part of the diameter behind them.
/// @param radius [m] > 0, at most 1e6
CAROM_API CaromExposure caromLightExposeDisc(CaromLight *light, const CaromWorld *world,
                                             CaromVec2 from, CaromVec2 center, double radius,
                                             CaromQueryOptions options);

#endif
