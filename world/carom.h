// SPDX-License-Identifier: MIT
// PUBLIC. Carom: bullets, grenades and the walls they meet. The one header to include.
//
// Every call checks its arguments in every build. What is wrong is refused: the call changes
// nothing and returns an error. Calls that return an id or a pointer return null, and
// caromWorldLastError names the error. Queries return an int: how many they found (1 or 0 for yes
// or no), or minus the error, see caromQueryError. Calls that return a value, such as a position,
// return zeros. The first refusal of each function and cause is logged, by default to stderr:
// CaromWorldDef.log. Ids are checked likewise: null and stale ones give CAROM_ERROR_STALE_ID, those
// of another world CAROM_ERROR_FOREIGN_ID. A null world gives CAROM_ERROR_NULL and is not logged.
// Which errors each function gives: docs/errors.md.
//
// Commands act at the world's clock: a bullet fired between two steps starts at the time of the
// first. Odd cases, as starts inside or on things, touches and corners, are in docs/degenerate.md.
#ifndef CAROM_WORLD_CAROM_H
#define CAROM_WORLD_CAROM_H

#include "../shapes/arena.h"
#include "light_types.h"
#include "recording.h"
#include "sectors.h"
#include "types.h"

// ---- world
//
// Whatever makes, changes or steps a world is refused (CAROM_ERROR_ROUNDING) on a thread that has
// been told not to round to nearest, or to take subnormal numbers for zero: it would give other
// bits; or to trap at floating-point exceptions. Queries and the pure functions of shapes do not
// look; docs/portability.md.

CAROM_API CaromWorldDef caromWorldDef(void);
/// [B] Of an arena (arena.h) in which a world can be filled up to a budget, in any order, and be
/// stepped, without ever being refused memory: three to five times what most take, since shapes
/// that lie far apart take more of the grid, and arrays grow by half. Calls that need memory for a
/// moment only (decomposing, triangulating, restoring a snapshot, which takes a second world) are
/// not part of it; of changes between two steps 256 are, and four of each shape. 0 where a count is
/// out of range, or the size no size_t. To ship with less, play with much and read
/// caromArenaStats(arena).peak.
CAROM_API size_t caromBudgetSize(const CaromBudget *budget);
/// Returns null where the def is refused or memory is short; *error (may be null) says why, and so
/// does the def's log. A def that is null or zeroed has no log: stderr is told.
CAROM_API CaromWorld *caromWorldCreate(const CaromWorldDef *def, CaromError *error);
/// Frees everything; ids and event arrays die. Null is ignored; refused from inside a callback.
CAROM_API CaromError caromWorldDestroy(CaromWorld *world);

/// Advance the world by dt and replace every event array.
/// Arrays read after the last step die here; copy what you keep.
/// @param dt [s] > 0, finite. May differ from step to step: bounces do not depend on it.
/// Cost: a look at its next time per projectile in free flight, some 0.5 µs per event, and per
/// steerInterval of each that is steered or dragged; so years in one step take as long as they
/// would in many.
/// @returns 0, or CaromStepFlags; each names a limit and the def field that raises it.
CAROM_API CaromStepFlags caromWorldStep(CaromWorld *world, double dt);
/// The same up to a time, which must be after the clock. The primitive: steps to k/60.0 meet the
/// same instants for ever, where adding 1/60 drifts.
CAROM_API CaromStepFlags caromWorldStepTo(CaromWorld *world, double time);
/// [s] The clock; inside a callback the hit's time.
CAROM_API double caromWorldTime(const CaromWorld *world);

/// What is pulled may come to rest, and takes memory for that: all of them, or it is refused.
/// Refused with CAROM_ERROR_GROUND where it would pull a projectile that has groundDeceleration.
/// O(projectiles).
CAROM_API CaromError caromWorldSetGravity(CaromWorld *world, CaromVec2 gravity);
CAROM_API CaromVec2 caromWorldGravity(const CaromWorld *world);
/// An elastic surface without friction, which nothing pierces at a loss: as two default materials.
CAROM_API CaromSurface caromSurface(void);
/// Numbers for a pair of materials, 0 .. 65535 each, in place of mixed ones; a null surface removes
/// the pair. Acts on every hit from the clock on; what settles, slides, rolls or rests on a surface
/// of that pair goes on anew from there (one that CAROM_HIT_STOP holds stays). What
/// is inside of a pierced shape loses by the numbers of its exit, within the reach of those of its
/// entry. Those whom it may let stop, stick or pierce take memory for that: all of them, or it is
/// refused. O(projectiles + log pairs), and of projectiles that bounce the pairs of their material;
/// looking a pair up at a hit is O(log pairs).
CAROM_API CaromError caromWorldSetSurface(CaromWorld *world, uint32_t projectileMaterial,
                                          uint32_t shapeMaterial, const CaromSurface *surface);
/// A query: 1 where a pair is given, which is written to `out` (may be null), else 0.
CAROM_API int caromWorldSurface(const CaromWorld *world, uint32_t projectileMaterial,
                                uint32_t shapeMaterial, CaromSurface *out);
/// Who answers for CAROM_HIT_ASK; null: such hits do what those of CAROM_HIT_BOUNCE do.
CAROM_API CaromError caromWorldSetHitCallback(CaromWorld *world, CaromHitFunction *callback,
                                              void *context);
/// Who answers for CAROM_MEETING_ASK; null: such meetings bounce.
CAROM_API CaromError caromWorldSetMeetCallback(CaromWorld *world, CaromMeetFunction *callback,
                                               void *context);
/// A clock for CaromProfile; null (the default) switches it off. Never part of the simulation.
CAROM_API CaromError caromWorldSetProfileClock(CaromWorld *world, CaromClockFunction *clock,
                                               void *context);

/// Lets steps do parts of their work side by side: `run`, a function of the game's own job system,
/// is called a few times a step with up to `count` tasks. The bits are the same with any count,
/// thread and order. Tasks call nothing of the game. What they do: bounces of points on straight
/// ways off thin walls at rest, in worlds without sensors, kinematic bodies, meetings, questions
/// and fuses; writing out events. Small steps use none.
/// @param run null: no tasks (the default). @param runner handed to run; not read
/// @param count [1] 1 .. 64 tasks at once, 1: none; best the number of threads
/// Takes a byte for 1,024 projectiles, and an eighth more for events than without; all of it or
/// nothing.
CAROM_API CaromError caromWorldSetTasks(CaromWorld *world, CaromRunFunction *run, void *runner,
                                        int count);

CAROM_API CaromEvents caromWorldEvents(const CaromWorld *world); ///< of the last step
/// Begins a walk through all events of all kinds in the order in which they happened, that of their
/// sequence numbers. `events` may be null or hold some of the arrays only: set the count of a kind
/// to 0 to leave it out. Takes no memory; valid as long as the arrays are.
CAROM_API CaromEventIterator caromEventsBegin(const CaromEvents *events);
/// Writes the next event; false, and *event is left as it is, after the last one or where a pointer
/// is null. Cost: a look at each kind.
///
///     CaromEvents events = caromWorldEvents(world);
///     CaromEventIterator iterator = caromEventsBegin(&events);
///     for (CaromEvent event; caromEventsNext(&iterator, &event);)
///         if (event.kind == CAROM_EVENT_HIT) playSound(event.hit->point);
CAROM_API bool caromEventsNext(CaromEventIterator *iterator, CaromEvent *event);
CAROM_API CaromCounters caromWorldCounters(const CaromWorld *world);
/// Of null: zeros. Cost: a look at each shape and each tile of the grid.
CAROM_API CaromMemory caromWorldMemory(const CaromWorld *world);
CAROM_API CaromProfile caromWorldProfile(const CaromWorld *world);
/// Hash of the state that decides the future: clock, bodies, shapes, projectiles' anchors, free
/// lists. Over values in a fixed order, never over memory or caches: equal on every machine. Read
/// it between steps.
CAROM_API uint64_t caromWorldHash(const CaromWorld *world);
/// Returns the last error of an edit or a step. Queries return theirs, and do not set it.
CAROM_API CaromError caromWorldLastError(const CaromWorld *world);
/// Calls the functions of `draw` for all that is in the world, where it is at the clock. A debug
/// view to copy: samples/draw.c. Cost: a look at everything, and the calls.
CAROM_API CaromError caromWorldDraw(const CaromWorld *world, const CaromDebugDraw *draw);
/// Walks every structure and says whether all of it is as it must be. Slow; for tests.
CAROM_API bool caromWorldValidate(const CaromWorld *world);

// ---- snapshots (docs/snapshot.md)

/// [B] that caromWorldSave will write of the world as it is now; 0 of a look into the past, of
/// which there are no snapshots. O(all that is in it).
CAROM_API size_t caromWorldSnapshotSize(const CaromWorld *world);
/// Writes all that decides the world's future into the caller's memory, in a form that is the same
/// on every machine: for saved games, servers, replays. Asks for no memory. User data is written as
/// a number of 64 bits. Not part of it: allocator, log, callbacks, tasks, profile clock, the events
/// of the last step, sector links, movers.
/// @param capacity [B] CAROM_ERROR_BUFFER where caromWorldSnapshotSize is more: nothing is written
/// @param size [B] may be null; what was written
/// Reads only: it may run beside queries, and in their predicates. Refused with CAROM_ERROR_BUSY in
/// callbacks of a step, where events are half done, and in predicates of a mover that is moved.
CAROM_API CaromError caromWorldSave(const CaromWorld *world, void *snapshot, size_t capacity,
                                    size_t *size);
/// Makes the world, whatever is in it, what the saved one was: the same hash, and with the same
/// calls the same future, to the bit. Its tag becomes the saved one's, so that all ids that were
/// valid then are valid now, in whichever world it is restored; ids that the world gave out since
/// the save are stale, or name what takes their slots from now on; those of another tag are
/// foreign. Settings of CaromWorldDef come with it but for allocator, log and capacities, which
/// stay as they are, as do callbacks, tasks and the profile clock. Event arrays die and are empty.
/// All of it or nothing: what is damaged, cut off, no snapshot at all, or no sound world is refused
/// with CAROM_ERROR_SNAPSHOT, a file of another version of the format with CAROM_ERROR_VERSION;
/// with CAROM_ERROR_MEMORY where there is not memory for both worlds at once.
/// @param size [B] at least what was written; more is not read
/// Cost: that of making all shapes; the next step looks for the next event of every projectile.
CAROM_API CaromError caromWorldRestore(CaromWorld *world, const void *snapshot, size_t size);

// ---- rollback (docs/snapshot.md)

/// [B] that caromWorldSaveState will write of the world as it is now: what moves, not what rests.
CAROM_API size_t caromWorldStateSize(const CaromWorld *world);
/// Writes the moving state into the caller's memory, of any alignment: projectiles, kinematic
/// bodies, what touches whom, what waits for the next step, gravity, surfaces, the clock and
/// counts. A raw copy for this very world object, machine and run of the program: see
/// caromWorldRestoreState. Asks for no memory. Cost: that of copying it.
/// @param capacity [B] CAROM_ERROR_BUFFER where caromWorldStateSize is more: nothing is written
/// @param size [B] may be null; what was written
/// Refused from inside a callback.
CAROM_API CaromError caromWorldSaveState(const CaromWorld *world, void *state, size_t capacity,
                                         size_t *size);
/// Brings the world back, or forth, to a state that was saved of it: the same hash, and with the
/// same calls the same future, to the bit, at the usual cost of a step. Ids that were valid then
/// are; what the world gave out since is stale, until its slot is taken again. User data of
/// kinematic bodies and of projectiles comes back, all other stays, as do callbacks and tasks.
/// Event arrays die and are empty. Asks for no memory; all of it or nothing. Refused with
///   CAROM_ERROR_STALE_STATE where since the save a body or shape was made, destroyed or changed
///     (geometry, tiles, filter, material, sensor, contacts), a static body was placed anew, or
///     caromWorldRestore made the world another; velocities, transforms and parents of kinematic
///     bodies come back instead;
///   CAROM_ERROR_SNAPSHOT where it is no whole state of this world.
/// Unlike snapshots its bytes are not looked through: what anyone may have written over, or sent,
/// must not come here. A state dies with its world.
/// @param size [B] at least what was written; more is not read
CAROM_API CaromError caromWorldRestoreState(CaromWorld *world, const void *state, size_t size);

// ---- lag compensation (docs/snapshot.md)

/// Where moving bodies were in the last ticks: a server asks whom a shot would have met when the
/// one who fired saw them, without bringing its world back.
typedef struct CaromHistory CaromHistory;

/// @param ticks [1] 1 .. 4096 that are remembered
/// Memory comes from the allocator of the world's def, not counted by the world. Once the world is
/// gone all calls but caromHistoryDestroy are refused.
CAROM_API CaromHistory *caromHistoryCreate(CaromWorld *world, int ticks, CaromError *error);
CAROM_API void caromHistoryDestroy(CaromHistory *history); ///< null is ignored
/// Remembers the world as it is now: once after each step, before or after bodies are moved by
/// calls. The oldest tick is forgotten where there are too many, as are those at or after the
/// clock, if the world was rolled back. Cost: a copy of the kinematic bodies and their shapes'
/// points. A step makes such a copy, too, if bodies were changed by calls since the last one.
/// Allocates nothing within past peaks; CAROM_ERROR_MEMORY remembers nothing. Refused from inside a
/// callback.
CAROM_API CaromError caromHistoryRecord(CaromHistory *history);
/// How many ticks are remembered.
CAROM_API int caromHistoryCount(const CaromHistory *history);
/// [s] The clock of a tick; 0 is the last one that was recorded, 1 the one before. 0.0 of none.
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
/// With all its shapes, and all bodies that hang from it: give those that shall stay another
/// parent.
CAROM_API CaromError caromBodyDestroy(CaromWorld *world, CaromBodyId body);
/// Lists all bodies in order of their indices. A query: writes up to `capacity` ids, returns the
/// full number. O(slots in use at most).
CAROM_API int caromWorldBodies(const CaromWorld *world, CaromBodyId *out, int capacity);
/// Returns the type; CAROM_BODY_STATIC where it is refused.
CAROM_API CaromBodyType caromBodyType(const CaromWorld *world, CaromBodyId body);
CAROM_API bool caromBodyIsValid(const CaromWorld *world, CaromBodyId body);
/// Sets position, rotation and scale in one call and bakes the shapes anew: O(edges), those of all
/// bodies that hang from it included. All of it or nothing. Projectiles that then lie inside a
/// solid end as crushed at the next step; thin walls jump over points. Where caromBodyTransform
/// tells that it is, it stays as it is. Relative to its parent, if it has one.
CAROM_API CaromError caromBodySetTransform(CaromWorld *world, CaromBodyId body,
                                           CaromTransform transform);
/// The same at the clock: relative to its parent, if it has one. For places in the world see
/// caromBodyPoint and caromBodyMatrix.
CAROM_API CaromTransform caromBodyTransform(const CaromWorld *world, CaromBodyId body);
/// [m/s] Kinematic bodies only. From the clock's time on the body moves so: a new anchor.
CAROM_API CaromError caromBodySetVelocity(CaromWorld *world, CaromBodyId body, CaromVec2 velocity);
CAROM_API CaromVec2 caromBodyVelocity(const CaromWorld *world, CaromBodyId body);
/// [rad/s] -1e4 .. 1e4. Kinematic bodies only. From the clock's time on the body turns so about its
/// position: a new anchor. See CaromBodyDef.angularVelocity for what it costs and how exact it is.
CAROM_API CaromError caromBodySetAngularVelocity(CaromWorld *world, CaromBodyId body,
                                                 double angularVelocity);
CAROM_API double caromBodyAngularVelocity(const CaromWorld *world, CaromBodyId body);
/// Hangs a body from another, as a turret from a tank; null: from nothing. Its base transform, as
/// caromBodyTransform tells it, stays and leads from now on into the parent's local space: so it
/// jumps, unless the parent's is the identity. Its shapes, and those of all that hang from it, are
/// baked anew: O(edges · depth). Hung from what it hangs from already it stays as it is. All of it
/// or nothing. Refused: what would hang from itself (CYCLE), more than 32 one from another (DEPTH),
/// a static body on a kinematic one (STATIC), base transforms that together scale by less than
/// 1e-12 or more than 1e12 (OUT_OF_RANGE), and a motion that is no straight one with a constant
/// spin (MOTION), see below.
///
/// Base transforms compose: a local point goes through the body's, then its parent's, and so on; by
/// unequal scales and rotations that shears. Circles stay circles: their radius is as long as the
/// image of their radius along the local x axis.
///
/// A kinematic parent carries what hangs from it, exactly. What hangs there may have a velocity of
/// its own while no ancestor spins; or spin, which also asks for ancestors whose scale is equal on
/// both axes (in size). Where neither can be, set its transform as often as needed.
///
/// Filters, ignoreBody and ignoreBodies know of no parents: name each body, or share a group.
CAROM_API CaromError caromBodySetParent(CaromWorld *world, CaromBodyId body, CaromBodyId parent);
/// Null: it has none.
CAROM_API CaromBodyId caromBodyParent(const CaromWorld *world, CaromBodyId body);
/// What hangs from it directly: writes up to `capacity` ids by index, returns the full number.
CAROM_API int caromBodyChildren(const CaromWorld *world, CaromBodyId body, CaromBodyId *out,
                                int capacity);
/// Where a point of the body's local space is in the world, at the clock. @param local [m] finite
CAROM_API CaromVec2 caromBodyPoint(const CaromWorld *world, CaromBodyId body, CaromVec2 local);
/// And back.
CAROM_API CaromVec2 caromBodyPointInverse(const CaromWorld *world, CaromBodyId body,
                                          CaromVec2 point);
/// The same as a matrix, for drawing: within a few roundings of caromBodyPoint.
CAROM_API CaromMatrix caromBodyMatrix(const CaromWorld *world, CaromBodyId body);
/// [m/s] At the clock, of the body's material that is at a place in the world: its own motion and
/// that of all it hangs from.
CAROM_API CaromVec2 caromBodyVelocityAt(const CaromWorld *world, CaromBodyId body, CaromVec2 point);
CAROM_API CaromError caromBodySetUserData(CaromWorld *world, CaromBodyId body, void *userData);
CAROM_API void *caromBodyUserData(const CaromWorld *world, CaromBodyId body);
/// Writes up to `capacity` ids in order of creation, returns the full number.
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
/// Creates a shape of any type but a tile map from a geometry in the body's local space; points are
/// copied. The functions below are short forms of it, for sharp shapes. The geometry's radius
/// rounds what has corners, 0 .. 1e6 m: all that is within it of the shape is part of it, so
/// polygons grow, their corners round, and holes shrink; of a one-sided wall only the free side's
/// half is there. Under the body's scale it goes as a circle's (caromTransformRadius). Start from
/// caromGeometry, caromGeometryBox or caromGeometryRegion (shapes.h); CaromGeometry.oneSided is of
/// segments and chains only.
/// @returns a null id where it is refused: COUNT where count is not that of the type, ENUM for a
/// tile map, and what the functions below refuse.
CAROM_API CaromShapeId caromShapeCreate(CaromWorld *world, CaromBodyId body,
                                        const CaromShapeDef *def, const CaromGeometry *geometry);
/// A solid disc. radius [m] > 0. Under the body's scale see caromTransformRadius.
CAROM_API CaromShapeId caromShapeCreateCircle(CaromWorld *world, CaromBodyId body,
                                              const CaromShapeDef *def, CaromVec2 center,
                                              double radius);
/// A solid of all points within radius [m] > 0 of the line from a to b; a == b is a circle. Under
/// the body's scale the radius follows caromTransformRadius.
CAROM_API CaromShapeId caromShapeCreateCapsule(CaromWorld *world, CaromBodyId body,
                                               const CaromShapeDef *def, CaromVec2 a, CaromVec2 b,
                                               double radius);
/// A wall met from both sides. Rounded, by caromShapeCreate, it is a solid like a capsule.
CAROM_API CaromShapeId caromShapeCreateSegment(CaromWorld *world, CaromBodyId body,
                                               const CaromShapeDef *def, CaromVec2 a, CaromVec2 b);
/// A wall met only from its free side: solid where cross(b − a, p − a) > 0, the left of a -> b, in
/// local space (a mirroring transform keeps what was solid solid). From the solid side it is passed
/// freely.
CAROM_API CaromShapeId caromShapeCreateOneSided(CaromWorld *world, CaromBodyId body,
                                                const CaromShapeDef *def, CaromVec2 a, CaromVec2 b);
/// Walls from point to point, as many segments (or one-sided ones) of one shape: edge i, the
/// feature of hits, runs from points[i] to points[i + 1]. 2 to 1,000,000 points, 3 at least where
/// it is closed (COUNT); neighbours must differ (SEGMENT_LENGTH); edges may cross and touch. No
/// inside, even if closed: fill it with a polygon. Joints let nothing through. flags:
/// CaromChainFlags, or-ed. One-sided edges are so each by itself: discs and rounded chains may be
/// met at a joint's end from behind the neighbouring edge.
CAROM_API CaromShapeId caromShapeCreateChain(CaromWorld *world, CaromBodyId body,
                                             const CaromShapeDef *def, const CaromVec2 *points,
                                             int count, uint32_t flags);
/// A solid simple polygon, convex or concave, of either winding, 3 to 1,000,000 points.
/// Refuses with the errors of caromPolygonValidate.
CAROM_API CaromShapeId caromShapeCreatePolygon(CaromWorld *world, CaromBodyId body,
                                               const CaromShapeDef *def, const CaromVec2 *points,
                                               int count);
/// A solid of several rings: outer borders, holes in them, islands in the holes, in any order and
/// windings; inside is what an odd number of rings is around. Ring k is points[ringEnds[k − 1] ..
/// ringEnds[k]), the first from 0. Refuses with the errors of caromRegionValidate; 1,000,000 points
/// in all (COUNT). Edge i, the feature of hits, runs from points[i] to the next one of its ring.
/// Rings may touch at common points: nothing passes there.
CAROM_API CaromShapeId caromShapeCreateRegion(CaromWorld *world, CaromBodyId body,
                                              const CaromShapeDef *def, const CaromVec2 *points,
                                              const int *ringEnds, int ringCount);
/// A solid of the solid tiles of a map, which is copied. What projectiles meet are the borders
/// between solid and free tiles, each straight one a single edge as long as its tiles are the same;
/// outside of the map is free. Between tiles there are no seams, and nothing passes where two touch
/// at a corner. A tile's material is its value less one (CaromShapeDef.material is not read,
/// materials must be null); hits tell the tile. Refuses sides below 1 or above 4,096 tiles and more
/// than 1,000,000 edges (COUNT), and tiles smaller than 2^-32 of their coordinates (OUT_OF_RANGE).
/// O(tiles); edges are in one order for each map, whatever led to it.
CAROM_API CaromShapeId caromShapeCreateTiles(CaromWorld *world, CaromBodyId body,
                                             const CaromShapeDef *def, const CaromTileMap *map);
/// Changes the tiles [x, x + width) × [y, y + height) to those of an array, row by row. Flights are
/// woken, and what rests or is crushed judged anew, only near what changes. Features of later hits
/// count anew. OUT_OF_RANGE: not within the map; ENUM: a shape of another type; COUNT: too many
/// edges. O(edges of the map + width·its height + height·its width).
CAROM_API CaromError caromShapeSetTiles(CaromWorld *world, CaromShapeId shape, int x, int y,
                                        int width, int height, const uint16_t *tiles);
CAROM_API CaromError caromShapeSetTile(CaromWorld *world, CaromShapeId shape, int x, int y,
                                       uint16_t tile);
/// The value of a tile; 0 outside of the map.
CAROM_API uint16_t caromShapeTile(const CaromWorld *world, CaromShapeId shape, int x, int y);
/// An axis-aligned (in local space) solid box of half extents h [m] > 0 around center.
CAROM_API CaromShapeId caromShapeCreateBox(CaromWorld *world, CaromBodyId body,
                                           const CaromShapeDef *def, CaromVec2 center, CaromVec2 h);
/// A solid ellipse of half axes h [m] > 0 along the local axes, as a convex polygon that is
/// inscribed into it, with its points on it: of the fewest that leave no point of the ellipse
/// farther from it than the tolerance [m] > 0, by max(h)·(1 − cos(π/n)). Refuses what needs more
/// than 65,536 (OUT_OF_RANGE). Under the body's scale its points go where the true ellipse's do,
/// and the tolerance grows with the scale: what a circle should be under an unequal scale.
CAROM_API CaromShapeId caromShapeCreateEllipse(CaromWorld *world, CaromBodyId body,
                                               const CaromShapeDef *def, CaromVec2 center,
                                               CaromVec2 h, double tolerance);
/// Lists all shapes of all bodies in order of their indices. A query: writes up to `capacity` ids,
/// returns the full number. Those of one body: caromBodyShapes.
CAROM_API int caromWorldShapes(const CaromWorld *world, CaromShapeId *out, int capacity);
CAROM_API CaromError caromShapeDestroy(CaromWorld *world, CaromShapeId shape);
// Changes of a shape in its place: its id, body and user data stay. All of a change or nothing. It
// acts at the clock and on what is near like a new transform of the body: flights on their way are
// woken, those that then lie in a solid end as crushed, what rests or slides on an edge that is
// still there (of the same index, where it touches) goes on, all else that leaned on it takes off.

/// Gives a shape another geometry, of any type, in the body's local space; points are copied.
/// Refuses what caromShapeCreate refuses. What sticks to the shape keeps its place on the body,
/// what has pierced it leaves it when it is outside, and sensors tell as of one that was moved.
/// Edges of the same index keep materials of their own; those that come have the shape's. A tile
/// map may become anything, but nothing a tile map (ENUM; caromShapeSetTiles). O(edges of both).
CAROM_API CaromError caromShapeSetGeometry(CaromWorld *world, CaromShapeId shape,
                                           const CaromGeometry *geometry);
/// Writes the geometry as it was given, not as it was baked; its points live until the shape, its
/// body or what that hangs from is edited.
CAROM_API CaromError caromShapeLocalGeometry(const CaromWorld *world, CaromShapeId shape,
                                             CaromGeometry *geometry);
/// Whom it meets. What lay on it, or within a sensor, and meets it no more goes its way; what flies
/// within it and meets it now is crushed. What sticks in it or has pierced it goes on so. O(1). May
/// be refused for want of memory.
CAROM_API CaromError caromShapeSetFilter(CaromWorld *world, CaromShapeId shape, CaromFilter filter);
CAROM_API CaromFilter caromShapeFilter(const CaromWorld *world, CaromShapeId shape);
/// Edges with materials of their own, and tiles, keep them and take the rest. Acts on every hit
/// from the clock on; what settles, slides, rolls or rests on it goes on anew from there, as after
/// caromWorldSetSurface. O(projectiles). May be refused for want of memory.
CAROM_API CaromError caromShapeSetMaterial(CaromWorld *world, CaromShapeId shape,
                                           const CaromShapeMaterial *material);
CAROM_API CaromShapeMaterial caromShapeMaterial(const CaromWorld *world, CaromShapeId shape);
/// Makes it a sensor, or solid. To flights and to those inside it is as if it were destroyed as the
/// one and created as the other: what stuck in it, lay on it or had pierced it is let go. O(edges).
CAROM_API CaromError caromShapeSetSensor(CaromWorld *world, CaromShapeId shape, bool sensor);
CAROM_API bool caromShapeIsSensor(const CaromWorld *world, CaromShapeId shape);
CAROM_API bool caromShapeIsValid(const CaromWorld *world, CaromShapeId shape);
CAROM_API CaromBodyId caromShapeBody(const CaromWorld *world, CaromShapeId shape);
/// The baked geometry; its points live until the shape is edited. A kinematic body's points are
/// where its shapes were baked: caromTransformPoint(*placement, point) tells where one is at the
/// clock. placement may be null.
CAROM_API CaromError caromShapeGeometry(const CaromWorld *world, CaromShapeId shape,
                                        CaromGeometry *geometry, CaromTransform *placement);
CAROM_API CaromError caromShapeSetUserData(CaromWorld *world, CaromShapeId shape, void *userData);
CAROM_API void *caromShapeUserData(const CaromWorld *world, CaromShapeId shape);

// ---- projectiles. One takes 96 bytes (CaromCounters.bytes counts them), and this besides:
// 244 for those that may rest, stick, pierce, steer or meet others: of CAROM_HIT_STOP, STICK,
// PIERCE
//     or ASK, or CAROM_HIT_BOUNCE where it has an acceleration or may hit a surface that is steep
//     with STOP, STICK or PIERCE; with a fuse, drag, a meetMask or an ignoreBody; and once it was
//     given a target or a force;
// 168 for those that may pierce: of CAROM_HIT_PIERCE or ASK, or on surfaces that are steep so;
// 112 for those with a meetMask, and what finds them;
//  88 for every projectile of a world that has or had sensors;
//  60 for every projectile of a world where one was fired with CAROM_HIT_ASK, a blast, a proximity
//     or a meetMask.
// Memory is taken when one is fired or a call makes it need more, never in a step; room that was
// made for those of before is used again.

CAROM_API CaromProjectileDef caromProjectileDef(void);
CAROM_API CaromProjectileId caromProjectileFire(CaromWorld *world, const CaromProjectileDef *def);
/// Fires `count` that differ in place and velocity only: all of them or, when refused, none.
/// ids may be null. Faster than one by one.
CAROM_API CaromError caromProjectileFireMany(CaromWorld *world, const CaromProjectileDef *def,
                                             const CaromVec2 *positions,
                                             const CaromVec2 *velocities, int count,
                                             CaromProjectileId *ids);
CAROM_API CaromError caromProjectileDestroy(CaromWorld *world, CaromProjectileId projectile);
CAROM_API bool caromProjectileIsValid(const CaromWorld *world, CaromProjectileId projectile);
/// At the clock. Within a rounding or two of the exact path: where that runs closer than this along
/// a wall, the place may be told as just behind it. Legs' ends (CaromHitEvent.center) never are.
CAROM_API CaromVec2 caromProjectilePosition(const CaromWorld *world, CaromProjectileId projectile);
CAROM_API CaromVec2 caromProjectileVelocity(const CaromWorld *world,
                                            CaromProjectileId projectile); ///< at the clock
/// Place and velocity at any time of the current leg, from its start to its next event as things
/// stand; times outside are answered for the nearer end. A look ahead may cost a search. Either
/// output may be null.
CAROM_API CaromError caromProjectileAt(const CaromWorld *world, CaromProjectileId projectile,
                                       double time, CaromVec2 *position, CaromVec2 *velocity);
/// Starts a new leg at the clock; sets a resting or parked one free.
CAROM_API CaromError caromProjectileSetVelocity(CaromWorld *world, CaromProjectileId projectile,
                                                CaromVec2 velocity);
/// Puts it elsewhere, at the clock. Inside a solid it ends (CAROM_END_INSIDE) at the next step. Put
/// where it is, but for rounding, it stays on its side of all walls.
CAROM_API CaromError caromProjectileSetPosition(CaromWorld *world, CaromProjectileId projectile,
                                                CaromVec2 position);
// Steering acts at world times kP, P = CaromWorldDef.steerInterval, and at the times of forces:
// frames have no part in it. At equal times: events, then steering, then commands.

/// Homing: at each kP after the clock, while it flies, its velocity turns towards the target's
/// place at that time, by at most CaromProjectileDef.turnRate·P, its speed unchanged; straight
/// behind, it turns counter-clockwise. So the turning circle is a polygon around a radius of
/// speed/turnRate, wider by (turnRate·P)²/24 of it. Replaces an earlier target; one whose body is
/// destroyed is no target any more. @param localPoint [m] finite; in the body's local space, which
/// its base transform scales, turns and moves. Takes memory for the first target or force.
CAROM_API CaromError caromProjectileSetTarget(CaromWorld *world, CaromProjectileId projectile,
                                              CaromBodyId body, CaromVec2 localPoint);
/// The same for a place in the world.
CAROM_API CaromError caromProjectileSetTargetPoint(CaromWorld *world, CaromProjectileId projectile,
                                                   CaromVec2 point);
CAROM_API CaromError caromProjectileClearTarget(CaromWorld *world, CaromProjectileId projectile);
/// A query: 1 where it has a target, whose place at the clock is written to `place` (may be null).
CAROM_API int caromProjectileTarget(const CaromWorld *world, CaromProjectileId projectile,
                                    CaromVec2 *place);
/// From a time on force/mass is added to its acceleration, until another force takes its place:
/// exactly from then, whatever P is. One force may wait, a second one to wait replaces it; a force
/// that acts at once leaves it waiting. Takes memory for the first target or force. Wakes what
/// rests; what is parked or sticks keeps the force until it flies again. @param force [N] finite,
/// force/mass too; with groundDeceleration only (0, 0). @param time [s] >= the clock, or CAROM_NOW.
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
/// leg where it is, as caromProjectileSetPosition does: what rests, sticks or is parked is set
/// free, and one that is inside a solid that it meets, or that it pierces, ends (CAROM_END_INSIDE)
/// at the next step, which also tells that it left the sensors it no longer meets. No effect if the
/// filter is unchanged. May allocate: projectiles of equal defs and filters share what is stored of
/// them.
CAROM_API CaromError caromProjectileSetFilter(CaromWorld *world, CaromProjectileId projectile,
                                              CaromFilter filter);
CAROM_API CaromFilter caromProjectileFilter(const CaromWorld *world, CaromProjectileId projectile);
CAROM_API CaromError caromProjectileSetUserData(CaromWorld *world, CaromProjectileId projectile,
                                                void *userData);
CAROM_API void *caromProjectileUserData(const CaromWorld *world, CaromProjectileId projectile);
/// Lists all projectiles in order of their indices, in whatever mode they are. A query: writes up
/// to `capacity` ids, returns the full number.
CAROM_API int caromWorldProjectiles(const CaromWorld *world, CaromProjectileId *out, int capacity);
/// All positions at the clock, in the order of their indices, gaps left out: to the bit those that
/// caromProjectilePosition tells. Writes up to `capacity`, returns the full number. ids may be
/// null.
CAROM_API int caromWorldPositions(const CaromWorld *world, CaromVec2 *positions,
                                  CaromProjectileId *ids, int capacity);
/// The same as pairs of floats relative to an origin, for drawing; `back` [s] >= 0 looks that far
/// before the clock (never before a leg's start), for interpolation.
CAROM_API int caromWorldPositionsFloat(const CaromWorld *world, CaromVec2 origin, double back,
                                       float *xy, CaromProjectileId *ids, int capacity);

// ---- predictions: what a flight will be, by the code that flies it. They write nothing but what
// they are given, take no memory but some 32 KB of stack, and may run side by side. They agree with
// the real flight to the bit as long as the world's anchors stay as they are: no command but steps,
// no other projectile that interferes. From a callback they start at the hit's time.

CAROM_API CaromPrediction caromPrediction(void);
/// The flight of a throw that is not fired. Costs what flying it does, and the more kinematic
/// shapes there are, the more: each event looks through all of them. @param horizon [s] > 0,
/// finite; from the clock on.
CAROM_API CaromError caromWorldPredict(const CaromWorld *world, const CaromProjectileDef *def,
                                       double horizon, CaromPrediction *prediction);
/// The same of a projectile that flies already, from its present state on.
CAROM_API CaromError caromProjectilePredict(const CaromWorld *world, CaromProjectileId projectile,
                                            double horizon, CaromPrediction *prediction);
/// Places on the predicted way at times first + k·spacing, k = 0, 1, …, as
/// caromProjectilePosition will tell them, to the bit: writes up to `capacity`, returns the full
/// number. From the prediction's begin to its end, or that of the last leg in `legs`.
/// @param first [s] finite; times before the prediction are left out
/// @param spacing [s] > 0, finite
CAROM_API int caromPredictionSample(const CaromPrediction *prediction, double first, double spacing,
                                    CaromVec2 *points, int capacity);
/// Places at first + k·spacing metres of the way, as long as there is way, which ends where it
/// sticks; for dots at equal distances. The way of each leg by the closed form of a parabola's
/// length, its inverse by Newton's method, kept between bounds; within some 1e-12 of the way.
/// Places lie on the path.
/// @param first [m] >= 0, finite
/// @param spacing [m] > 0, finite
CAROM_API int caromPredictionSampleWay(const CaromPrediction *prediction, double first,
                                       double spacing, CaromVec2 *points, int capacity);
// ---- contacts of shapes

/// Pairs of shapes that touch, of those that tell (CaromShapeDef.contacts), in order of their
/// indices. Writes up to `capacity`, returns the full number.
CAROM_API int caromWorldContacts(const CaromWorld *world, CaromContact *out, int capacity);
/// Those of one body. O(contacts of the world).
CAROM_API int caromBodyContacts(const CaromWorld *world, CaromBodyId body, CaromContact *out,
                                int capacity);
/// Whether it tells; what it told of ends where neither does any more.
CAROM_API CaromError caromShapeSetContacts(CaromWorld *world, CaromShapeId shape, bool contacts);
// ---- explosions

/// A blast of no reach.
CAROM_API CaromBlast caromBlast(void);
/// An explosion at the clock. It goes off at the start of the next step, with the clock's time as
/// its own, after all that was edited before it, in order of the calls; memory for it is taken
/// here. See CaromBlast for what it does.
CAROM_API CaromError caromWorldExplode(CaromWorld *world, CaromVec2 center,
                                       const CaromBlast *blast);

// ---- queries: at the clock, or at the hit's time in a callback. They write nothing.
//
// Every query returns an int: how many it found, which may be more than were written; of a question
// for yes or no 1 or 0. Below 0 it was refused and wrote nothing: the error is caromQueryError of
// the result. So `if (count > 0)` and `for (i = 0; i < count; i++)` are safe where a query is
// refused. A refused query is also logged, the first time (CaromWorldDef.log).

CAROM_API CaromQueryOptions caromQueryOptions(void);
/// All shapes a ray meets, each once, nearest first (ties: lower shape index, then edge): writes up
/// to `capacity` hits, returns the full number, at the cost of a search for every 48 hits. capacity
/// 1 gives the closest only, and costs less; it then returns 0 or 1. Rays at resting walls and
/// polygons are decided and ordered by exact signs, both ends included. What a ray runs along it
/// does not meet. A start on a surface, within rounding, meets it at 0 if it moves inward, or from
/// either side of a two-sided wall, and else not at all. @param radius
/// [m] >= 0: a circle is cast; fractions are of its centre.
CAROM_API int caromWorldCastRay(const CaromWorld *world, CaromVec2 origin, CaromVec2 translation,
                                CaromQueryOptions options, CaromHit *hits, int capacity);
CAROM_API int caromWorldCastCircle(const CaromWorld *world, CaromVec2 origin, double radius,
                                   CaromVec2 translation, CaromQueryOptions options, CaromHit *hits,
                                   int capacity);
/// The same along the arc origin + velocity·t + ½·acceleration·t², 0 <= t <= duration, of a point
/// (radius 0) or a disc: met and ordered by the code and to the bit of a flight that is fired
/// there, which adds gravity by itself, and meets kinematic bodies where they will be; casts see
/// all bodies where they stand. Times are told in CaromHit.time. Cost: as a ray along its pieces of
/// some cells' length each. @param duration [s] > 0, finite.
CAROM_API int caromWorldCastArc(const CaromWorld *world, CaromVec2 origin, double radius,
                                CaromVec2 velocity, CaromVec2 acceleration, double duration,
                                CaromQueryOptions options, CaromHit *hits, int capacity);
CAROM_API CaromBeamDef caromBeamDef(void);
/// A beam, reflected by what it meets: writes up to `capacity` legs from its origin on, returns the
/// full number; 0 where it starts within a solid that it sees. Its legs are those of
/// a bullet without gravity that bounces as a mirror does, by the same code and to the bit, so that
/// it never gets through a surface or a corner. (A bullet that is fired at time 0; later ones have
/// coarser times, by which they may be placed otherwise in corners.) Bodies that move are met, and
/// reflect, as they stand. Cost: a flight's for each leg, and some 40 KB of stack; the more
/// kinematic shapes, the more.
CAROM_API int caromWorldCastBeam(const CaromWorld *world, const CaromBeamDef *def,
                                 CaromBeamLeg *legs, int capacity);
/// The closest hit of each of `count` rays, the bits of caromWorldCastRay with capacity 1: hits[i]
/// is ray i's, with a null shape and fraction 1 where it meets nothing. All are checked before any
/// is cast. Returns how many hit. Rays that lie near
/// each other should follow each other. @param count [1] >= 0
CAROM_API int caromWorldCastRays(const CaromWorld *world, const CaromVec2 *origins,
                                 const CaromVec2 *translations, int count,
                                 CaromQueryOptions options, CaromHit *hits);
/// Returns 1 where anything is in the way, else 0; stops at the first it finds. A refused call is
/// not 0, so in `if (caromWorldCastAny(...))` it counts as a wall.
CAROM_API int caromWorldCastAny(const CaromWorld *world, CaromVec2 origin, double radius,
                                CaromVec2 translation, CaromQueryOptions options);
/// Shapes that touch a point, box or circle, in order of their indices (borders count; `inside` is
/// not read). Writes up to `capacity`, returns the full number.
CAROM_API int caromWorldOverlapPoint(const CaromWorld *world, CaromVec2 point,
                                     CaromQueryOptions options, CaromShapeId *out, int capacity);
CAROM_API int caromWorldOverlapBox(const CaromWorld *world, CaromBox box, CaromQueryOptions options,
                                   CaromShapeId *out, int capacity);
CAROM_API int caromWorldOverlapCircle(const CaromWorld *world, CaromVec2 center, double radius,
                                      CaromQueryOptions options, CaromShapeId *out, int capacity);

// Convex shapes as askers: circle, capsule, segment, convex polygon of up to CAROM_MOVING_POINTS
// points (COUNT), each with a radius up to 1e6 m, where they stand in the world. What isn't convex
// is refused (NOT_CONVEX), and so is what caromPolygonValidate refuses.

/// All shapes that a convex shape meets on its way, each once, nearest first (ties: lower index):
/// writes up to `capacity` hits, returns the full number; capacity 1 gives the closest only, and
/// costs less. Fractions and starts inside as caromCastConvex tells them; distance is the way, of
/// starts inside −depth; exits past the end are told as CAROM_FOREVER, without a place. Costs what
/// lies along the way.
CAROM_API int caromWorldCastShape(const CaromWorld *world, const CaromGeometry *shape,
                                  CaromVec2 translation, CaromQueryOptions options, CaromHit *hits,
                                  int capacity);
/// The same of one that turns by an angle on its way, about a pivot that is carried along: as
/// caromCastTurning. @param angle [rad] −1e3 .. 1e3
CAROM_API int caromWorldCastTurning(const CaromWorld *world, const CaromGeometry *shape,
                                    CaromVec2 pivot, CaromVec2 translation, double angle,
                                    CaromQueryOptions options, CaromHit *hits, int capacity);
/// Shapes that a convex shape overlaps or touches, in order of their indices, each with the least
/// translation that frees it (of concave ones as caromShapesDistance does). Writes up to
/// `capacity`, returns the full number.
CAROM_API int caromWorldOverlapShape(const CaromWorld *world, const CaromGeometry *shape,
                                     CaromQueryOptions options, CaromShapeOverlap *out,
                                     int capacity);

CAROM_API CaromNearestQuery caromNearestQuery(void);
/// The `capacity` nearest shapes, nearest first (ties: lower index), shapes that hold the place
/// before all others, the deepest first. Returns how many were written. One-sided walls are there
/// for places in front of their edges only. Cost: of what lies around there, up to some twice
/// as far as the last one found; where fewer are found than asked for, of all within `within`.
CAROM_API int caromWorldNearest(const CaromWorld *world, const CaromNearestQuery *query,
                                CaromNear *out, int capacity);
/// Writes the signed distance [m] from a place to the nearest shape: < 0 inside of solids. Where
/// solids overlap that of the one in which it is deepest: no more than the way out of all of them.
/// *gradient (may be null) is the direction in which it grows, a unit vector.
/// Cost: some half a microsecond near walls.
/// @param within [m] >= 0, or CAROM_ENDLESS
/// @returns 1; 0 where nothing is as near as `within`, which then is the distance, the gradient (0,
/// 0)
CAROM_API int caromWorldDistance(const CaromWorld *world, CaromVec2 point, double within,
                                 CaromQueryOptions options, double *distance, CaromVec2 *gradient);
// ---- movers: characters who walk, slide along walls and are kept at arm's length from them

/// A circle of 0.3 m, seen from above.
CAROM_API CaromMoverDef caromMoverDef(void);
/// Makes a mover; its body, if it has one, goes to its position. Where that isn't free, the first
/// move gets it free, or is crushed. The world keeps nothing of it: there is nothing to destroy.
CAROM_API CaromError caromMoverInit(CaromWorld *world, CaromMover *mover, const CaromMoverDef *def);
/// Moves it by a wish, from its last place and the clock's time of its last move to the clock.
///
/// First what moved since then moves it: it rides on its ground, and is pushed by the least
/// translation by what comes upon it, however thin and fast. Then it goes along wish·dt, sliding.
/// In the end nothing it meets is nearer than its clearance, within CAROM_MOVER_ROUNDING of that,
/// or `crushed` is set. It passes every gap that is as wide as it is with its clearance. A wish
/// into a corner moves it by nothing, bit for bit. One-sided walls are met from their free side
/// only: who comes from behind passes them, and while it does, they are not kept away from.
///
/// Change what bodies do before the step, not between it and the move, or the way they came is not
/// known. With a body, the move is an edit of that body, at the clock: caromBodySetTransform says
/// what that does. Give movers that shall meet equal clearances: the larger one is pushed by
/// others. Predicates of its options may ask the world, not change it (CAROM_ERROR_BUSY).
///
/// Cost: some 1 to 5 µs with a dozen edges near; edges near times what it touches. Following what
/// moves costs a look for each half (radius + clearance) that something near comes closer. After
/// 4,096 looks the rest is one: `crushed` is set then, unless only its ground would have wanted
/// more. Takes no memory.
/// @param wish [m/s] finite; with an up direction, what gravity gave is the game's to add
/// @param dt [s] > 0, finite
/// @param result may be null
CAROM_API CaromError caromMoverMove(CaromWorld *world, CaromMover *mover, CaromVec2 wish, double dt,
                                    CaromMoverResult *result);
/// Puts it elsewhere, at the clock; a jump, so that what lies between is passed.
CAROM_API CaromError caromMoverPlace(CaromWorld *world, CaromMover *mover, CaromVec2 position);
/// A query: 1 where it would have its clearance at a place, at the clock, else 0. A refused call is
/// not 0: compare with > 0.
CAROM_API int caromMoverFits(const CaromWorld *world, const CaromMover *mover, CaromVec2 position);

// ---- light: what is seen from a point, at the time of queries. Casting writes to the CaromLight
// only, so threads may cast side by side, each with its own; from a predicate of its own cast it is
// BUSY.

/// Null where memory is short. A null allocator is the C library's; it is copied.
CAROM_API CaromLight *caromLightCreate(const CaromAllocator *allocator);
CAROM_API void caromLightDestroy(CaromLight *light); ///< null is ignored; the fan dies
CAROM_API CaromLightDef caromLightDef(void);
/// Finds all that is seen from a place, nearest edges first in every direction, and keeps it as a
/// triangle fan. Shapes hide as rays meet them: solids and two-sided walls from all sides,
/// one-sided ones from their free side; edges may cross, touch and overlap. Where walls end, and
/// which hides which, is decided by exact signs; crossings, cuts and tangents are rounded. A wall
/// that points straight at the light hides nothing, nor does a two-sided one on which the light
/// is; on a solid's border, within rounding, the light sees nothing through that solid. Ties of
/// edges on one line go to the nearer one, then to the lower shape and edge. O(n log n) for n edges
/// within range: some 0.5 µs an edge. Memory is kept for the next cast. On an error the fan is
/// left as it was where the def is refused, and empty where memory is short.
CAROM_API CaromError caromLightCast(CaromLight *light, const CaromWorld *world,
                                    const CaromLightDef *def);
/// The border of the last cast's fan, counter-clockwise around the light, from the direction +x or
/// a cone's first side on: triangles (position, i, i + 1) for 0 <= i < count − 1. All around the
/// last point is the first again. Valid until the next cast. Null, and count 0, where nothing is
/// seen; count may be null.
CAROM_API const CaromLightPoint *caromLightPoints(const CaromLight *light, int *count);
/// The solid that the light of the last cast was in (the lowest of several), which therefore saw
/// nothing; else null.
CAROM_API CaromShapeId caromLightInside(const CaromLight *light);
CAROM_API double caromLightArea(const CaromLight *light); ///< [m²] of the fan
/// How much of the segment from a to b (a != b: SEGMENT_LENGTH) is seen from a point, and which
/// parts of it, from a to b: writes up to `capacity` of them. Neighbouring parts may touch. From a
/// point on its line what a ray along it sees. What lies on the segment does not hide it. Uses the
/// light's memory, and empties its fan. Round shapes are polygons within 1e-6 of the distance.
CAROM_API CaromExposure caromLightExposeSegment(CaromLight *light, const CaromWorld *world,
                                                CaromVec2 from, CaromVec2 a, CaromVec2 b,
                                                CaromQueryOptions options, CaromSpan *out,
                                                int capacity);
/// The same of a disc's diameter across the line of sight: what the sixteen lines of a blast come
/// to. Shapes within the disc hide what is behind them of that diameter.
/// @param radius [m] > 0, at most 1e6
CAROM_API CaromExposure caromLightExposeDisc(CaromLight *light, const CaromWorld *world,
                                             CaromVec2 from, CaromVec2 center, double radius,
                                             CaromQueryOptions options);

#endif
