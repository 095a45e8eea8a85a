// SPDX-License-Identifier: MIT
// The fields of each stored structure that are saved and hashed, in the order of the bytes. A new
// row for a saved field changes the format, so CR_SNAPSHOT_VERSION must change with it.
#include "fields.h"

#include "../core/limits.h"
#include "body.h"
#include "contact.h"
#include "pairs.h"
#include "rigid.h"
#include "sensor.h"
#include "shape.h"

#include <float.h>

#define S CR_SAVED
#define H CR_HASHED
#define H2 CR_HASHED_THEN

#define LIMITS(name, kind, uses, least, most)                                                      \
    {                                                                                              \
        offsetof(OF, name), sizeof(((OF *)0)->name), CR_FIELD_##kind, uses, least, most            \
    }
#define FIELD(name, kind, uses) LIMITS(name, kind, uses, -DBL_MAX, DBL_MAX)
#define BELOW(name, kind, uses, limit) LIMITS(name, kind, uses, 0.0, (limit)-1)
#define UP_TO(name, kind, uses, most) LIMITS(name, kind, uses, -(most), most)
#define TIME(name, uses) LIMITS(name, NUMBER, uses, 0.0, CR_NEVER)
#define PAST(name, uses) LIMITS(name, PAST, uses, 0.0, DBL_MAX)
#define CACHE(name) FIELD(name, OTHER, 0)
#define CACHE2(a, b) CACHE(a), CACHE(b)
#define CACHE4(a, b, c, d) CACHE2(a, b), CACHE2(c, d)
#define BETWEEN(uses)                                                                              \
    {                                                                                              \
        0, 0, CR_FIELD_BETWEEN, uses, 0.0, 0.0                                                     \
    }
#define END                                                                                        \
    {                                                                                              \
        0, 0, CR_FIELD_OTHER, 0, 0.0, 0.0                                                          \
    }
#define TABLE(name, fields)                                                                        \
    const CrFieldTable name = {#name, fields, sizeof(fields) / sizeof *(fields), sizeof(OF)};

#define FILTER(name, uses)                                                                         \
    FIELD(name.category, U64, uses), FIELD(name.mask, U64, uses), FIELD(name.group, U32, uses)
#define BLAST(name, uses)                                                                          \
    FIELD(name.radius, NUMBER, uses), FIELD(name.impulse, NUMBER, uses),                           \
        BELOW(name.falloff, ENUM, uses, CAROM_FALLOFF_COUNT), FILTER(name.filter, uses)

/// Of a sum of products of what may be given: however far something came, at whatever speed.
#define MOST (CR_HUGE * CR_HUGE * CR_HUGE)

// ---- the world

#define OF CrSettings
static const CrField settings[] = {
    FIELD(def.tag, U32, S),
    FIELD(def.gravity, VEC, S),
    FIELD(def.eventWindow, NUMBER, S),
    FIELD(def.eventLimit, INT, S),
    FIELD(def.searchCells, INT, S),
    FIELD(def.steerInterval, NUMBER, S),
    FIELD(def.contactInterval, NUMBER, S),
    BELOW(def.restitutionMix, ENUM, S, CAROM_MIX_COUNT),
    BETWEEN(S), // frictionMix, contactLimit, ticks, tuning, thresholds
    LIMITS(time, NUMBER, S, 0.0, CR_HUGE),
    FIELD(editedAt, NUMBER, S),
    FIELD(steps, U64, S),
    FIELD(sequence, U64, S),
    CACHE2(def.frictionMix, def.contactLimit),
    CACHE2(def.bodyInterval, def.substeps), // there, too
    CACHE2(def.tickLimit, def.hitThreshold),
    CACHE2(def.contactHertz, def.contactDampingRatio),
    CACHE2(def.contactSpeed, def.restitutionThreshold),
    CACHE2(def.enableSleep, def.sleepTime),
    CACHE4(def.allocator, def.log, def.logContext, def.logAll), // the game's
    CACHE2(def.projectileCapacity, def.eventCapacity),
    CACHE(def.rollbackBytes),
    CACHE(def.cookie),
};
TABLE(crSettingsTable, settings)
#undef OF

#define OF CrPair
static const CrField pair[] = {
    FIELD(key, U32, S | H),
    FIELD(surface.restitution, NUMBER, S | H),
    FIELD(surface.friction, NUMBER, S | H),
    FIELD(surface.rollingResistance, NUMBER, S | H),
    FIELD(surface.minBounceSpeed, NUMBER, S | H),
    FIELD(surface.ricochetAngle, NUMBER, S | H),
    BELOW(kind, U8, S, CR_PAIR_KINDS),
    FIELD(surface.pierceLoss, NUMBER, S | H),
    FIELD(surface.pierceDrag, NUMBER, S | H),
    FIELD(kind, U8, H),
    CACHE4(child, ricochetSine, surface.steep, surface.bodies),
    CACHE(surface.cookie),
};
TABLE(crPairTable, pair)
#undef OF

#define OF CaromProjectileDef
static const CrField flightDef[] = {
    FIELD(radius, NUMBER, S | H),
    FIELD(gravityScale, NUMBER, S | H),
    FIELD(acceleration, VEC, S | H),
    FIELD(mass, NUMBER, S | H),
    FIELD(restitution, NUMBER, S | H),
    FIELD(friction, NUMBER, S | H),
    FIELD(rollingResistance, NUMBER, S),
    BETWEEN(S), // rolls, groundDeceleration; the latter is hashed there, too
    FIELD(restTime, NUMBER, H),
    FIELD(bounces, INT, H),
    FIELD(rolls, BOOL, H),
    FIELD(material, U32, S | H),
    FIELD(rollingResistance, NUMBER, H),
    FIELD(linearDrag, NUMBER, S | H),
    FIELD(quadraticDrag, NUMBER, S | H),
    FIELD(turnRate, NUMBER, S | H2),
    FIELD(lifetime, NUMBER, S),
    FIELD(bounces, INT, S),
    FIELD(restTime, NUMBER, S),
    FIELD(fuse, NUMBER, H2),
    BELOW(onHit, ENUM, S, CAROM_HIT_COUNT),
    FIELD(pierceLoss, NUMBER, S | H2),
    FIELD(pierceDrag, NUMBER, S | H2),
    FIELD(fuse, NUMBER, S),
    FIELD(proximity, NUMBER, S | H2),
    FILTER(proximityFilter, S | H2),
    BLAST(blast, S | H2),
    FIELD(meetMask, U64, S | H2),
    BELOW(onMeet, ENUM, S | H2, CAROM_MEETING_COUNT),
    FIELD(onHit, ENUM, H2),
    FILTER(filter, S | H2),
    CACHE4(position, velocity, time, userData), // of each flight
    CACHE2(ignoreBody, groundDeceleration),
    CACHE2(cookie, blast.cookie),
};
TABLE(crFlightDefTable, flightDef)
#undef OF

#define OF CrPendingBlast
static const CrField pendingBlast[] = {FIELD(center, VEC, S | H), BLAST(blast, S | H),
                                       CACHE(blast.cookie)};
TABLE(crPendingBlastTable, pendingBlast)
#undef OF

#define OF CaromBox
static const CrField box[] = {FIELD(min, VEC, S), FIELD(max, VEC, S), END};
TABLE(crBoxTable, box)
#undef OF

// ---- bodies and shapes

// Its own motion is hashed (H2) if it has a parent.
#define OF CrBody
static const CrField body[] = {
    BETWEEN(S), // type, character, disabled, accelerations
    FIELD(transform.position, VEC, S | H),
    FIELD(transform.rotation.c, NUMBER, S | H),
    FIELD(transform.rotation.s, NUMBER, S | H),
    FIELD(transform.scale, VEC, S | H),
    FIELD(pivot, VEC, H2),
    UP_TO(own.drift, VEC, S | H2, MOST),
    UP_TO(own.velocity, VEC, S | H2, MOST),
    UP_TO(own.turn, NUMBER, S | H2, MOST),
    UP_TO(own.spin, NUMBER, S | H2, CR_SPIN_MAX),
    PAST(own.time, S | H2),
    FIELD(parent, U32, S),
    UP_TO(pivot, VEC, S, MOST),
    UP_TO(drift, VEC, S | H, MOST),
    UP_TO(velocity, VEC, S | H, MOST),
    UP_TO(turn, NUMBER, S, MOST),
    UP_TO(spin, NUMBER, S, CR_DEPTH_LIMIT *CR_SPIN_MAX),
    PAST(anchorTime, S | H),
    FIELD(userData, POINTER, S),
    CACHE4(type, character, listed, firstChild),
    CACHE2(disabled, accelerates),
    CACHE(rigid),
    CACHE2(own.acceleration, acceleration), // saved and hashed where they are not 0: hash.c
    CACHE2(turnedBy, rotation),
    CACHE4(nextSibling, previousSibling, firstShape, lastShape), // follow from parents and shapes
};
TABLE(crBodyTable, body)
#undef OF

#define OF CrRigid
static const CrField rigid[] = {
    BELOW(locks, U8, S | H, CR_LOCKS),
    FIELD(awake, BOOL, S | H),
    FIELD(enableSleep, BOOL, S),
    LIMITS(sleepThreshold, NUMBER, S, 0.0, DBL_MAX),
    FIELD(massGiven, BOOL, S | H),
    LIMITS(mass, NUMBER, S | H, 0.0, MOST),
    LIMITS(inertia, NUMBER, S | H, 0.0, MOST),
    UP_TO(center, VEC, S | H, MOST),
    FIELD(force, VEC, S | H),
    FIELD(torque, NUMBER, S | H),
    LIMITS(linearDamping, NUMBER, S | H, 0.0, CR_DAMPING_MAX),
    LIMITS(angularDamping, NUMBER, S | H, 0.0, CR_DAMPING_MAX),
    FIELD(gravityScale, NUMBER, S | H),
    LIMITS(maxSpeed, NUMBER, S | H, 0.0, DBL_MAX),
    FIELD(solved, BOOL, S | H),
    UP_TO(velocity, VEC, S | H, MOST),
    UP_TO(spin, NUMBER, S | H, CR_SPIN_MAX),
    FIELD(push, VEC, S | H),
    FIELD(twist, NUMBER, S | H),
    FIELD(swept, BOOL, S),
    FIELD(strikes, BOOL, S),
    FIELD(presses, BOOL, S),
    FIELD(struck, U8, S),
    FIELD(impact.time, NUMBER, S),
    FIELD(impact.shape, U32, S),
    FIELD(impact.other, U32, S),
    FIELD(impact.edge, U32, S),
    FIELD(impact.against, U32, S),
    FIELD(impact.touches, BOOL, S),
    CACHE2(body, place),
    CACHE(listed),
};
TABLE(crRigidTable, rigid)
#undef OF

// Hashed by hand: hash.c.
#define OF CrShapeTraits
static const CrField traits[] = {
    FILTER(filter, S),
    FIELD(restitution, NUMBER, S),
    FIELD(friction, NUMBER, S),
    FIELD(rollingResistance, NUMBER, S),
    FIELD(surfaceSpeed, NUMBER, S),
    FIELD(material, U32, S),
    // saved behind these, if a shape of the world has others than the defaults
    CACHE4(density, bodyRestitution, bodyFriction, bodyRollingResistance),
};
TABLE(crTraitsTable, traits)
#undef OF

#define OF CrShapeRecord
static const CrField shapeRecord[] = {
    FIELD(slot, U32, S),
    FIELD(traits, U32, S),
    BELOW(type, U8, S, CAROM_SHAPE_TYPE_COUNT),
    FIELD(oneSided, BOOL, S),
    FIELD(sensor, BOOL, S),
    BELOW(reports, U8, S, 8),
    FIELD(touched, BOOL, S),
    FIELD(kept, BOOL, S),
    FIELD(hasMaterials, BOOL, S),
    FIELD(radius, NUMBER, S),
    PAST(edited, S),
    PAST(renewed, S),
    FIELD(userData, POINTER, S),
    LIMITS(pointCount, COUNT, S, 16, 0),
    LIMITS(edgeCount, COUNT, S, 4, 0),
    LIMITS(ringCount, COUNT, S, 4, 0),
    END,
};
TABLE(crShapeRecordTable, shapeRecord)
#undef OF

#define OF CaromTileMap
static const CrField tileMap[] = {
    FIELD(width, INT, S),  FIELD(height, INT, S), FIELD(size, NUMBER, S),
    FIELD(origin, VEC, S), CACHE2(tiles, radius), // with the shape
};
TABLE(crTileMapTable, tileMap)
#undef OF

#define OF CrContact
static const CrField contact[] = {
    FIELD(a, U32, S),
    FIELD(b, U32, S),
    FIELD(ageA, U32, S),
    FIELD(ageB, U32, S),
    PAST(since, S | H),
    BELOW(kind, U8, S, CR_CONTACT_KINDS),
    BELOW(manifold.count, ENUM, S, 3),
    FIELD(manifold.normal, VEC, S),
    FIELD(manifold.points[0].point, VEC, S),
    FIELD(manifold.points[0].separation, NUMBER, S),
    FIELD(manifold.points[0].id, U32, S),
    FIELD(manifold.points[1].point, VEC, S),
    FIELD(manifold.points[1].separation, NUMBER, S),
    FIELD(manifold.points[1].id, U32, S),
    FIELD(manifold.featureA, U32, S),
    FIELD(manifold.featureB, U32, S),
    CACHE(touches),
    CACHE(held),
};
TABLE(crContactTable, contact)
#undef OF

// ---- flights

#define OF CrFlightRecord
static const CrField flightRecord[] = {
    UP_TO(hot.place, VEC, S, CR_PLACE_MOST),
    UP_TO(hot.velocity, VEC, S, CR_SPEED_MOST),
    LIMITS(hot.start, NUMBER, S, 0.0, CR_PLACE_MOST),
    FIELD(hot.flightDef, U32, S),
    FIELD(hot.bounces, U32, S),
    BELOW(hot.mode, U8, S, CAROM_PROJECTILE_PARKED + 1),
    BELOW(hot.leg, U8, S, CR_LEG_FREE),
    TIME(tail.endTime, S),
    FIELD(tail.userData, POINTER, S),
    FIELD(tail.windowEvents, U32, S),
    FIELD(hasExtra, BOOL, S),
    FIELD(hasPierces, BOOL, S),
    CACHE4(hot.tau, hot.nextKey, hot.nextKind, hot.nextPart), // what is due next
    CACHE(tail.age),                                          // with the slots
};
TABLE(crFlightRecordTable, flightRecord)
#undef OF

#define OF CrFlightExtra
static const CrField extra[] = {
    UP_TO(acceleration, VEC, S, MOST),
    TIME(fuseTime, S),
    LIMITS(after, NUMBER, S, 0.0, DBL_MAX),
    LIMITS(ignoreUntil, NUMBER, S, -CR_NEVER, DBL_MAX),
    TIME(restTime, CR_OF_SETTLING),
    UP_TO(restPlace, VEC, CR_OF_SETTLING, MOST),
    UP_TO(settleSpeed, NUMBER, CR_OF_SETTLING, CR_SPEED_MOST),
    TIME(slideEnd, CR_OF_SLIDING),
    FIELD(slideNormal, UNIT, CR_OF_SLIDING),
    BELOW(slideCause, ENUM, CR_OF_SLIDING, CR_SLIDE_COUNT),
    UP_TO(slideSpeed, NUMBER, CR_OF_RIDING, CR_SPEED_MOST),
    UP_TO(slideEndSpeed, NUMBER, CR_OF_RIDING, CR_SPEED_MOST),
    UP_TO(stuckLocal, VEC, CR_OF_STUCK | CR_HASHED_OF_STUCK, MOST),
    UP_TO(stuckBaked, VEC, CR_OF_STUCK | CR_HASHED_OF_STUCK, MOST),
    UP_TO(stuckPlace, VEC, CR_OF_STUCK, CR_PLACE_MOST),
    FIELD(stuckBody, U32, CR_OF_STUCK),
    FIELD(ignoreBody.index, U32, S),
    FIELD(ignoreBody.age, U32, S),
    FIELD(passed.shape, U32, S), // the key of its edge
    FIELD(supportKey, U32, S),
    FIELD(supportMark, U32, S),
    BETWEEN(S), // supportPart, rides, glued, and what rides has
    UP_TO(steering.force, VEC, S, MOST),
    UP_TO(steering.nextForce, VEC, S, MOST),
    TIME(steering.forceTime, S),
    FIELD(steering.done, PAST, S),
    UP_TO(steering.target, VEC, S, MOST),
    FIELD(steering.targetBody.index, U32, S),
    FIELD(steering.targetBody.age, U32, S),
    BELOW(steering.targetKind, U8, S, CR_TARGET_BODY + 1),
    FIELD(window, U64, S),
    FIELD(windowEvents, U32, S),
    FIELD(bounces, U32, S),
    CACHE4(supportPart, glued, rides, listed),
    CACHE2(ignoreBody.world, steering.targetBody.world), // the world's tag
    CACHE2(passed.age, passed.edge),
    CACHE4(projectilePair, pierces, flight, nextFree), // places in arrays
};
TABLE(crExtraTable, extra)
#undef OF

#define OF CrPierced
static const CrField pierced[] = {
    FIELD(shape, U32, S | H),
    FIELD(age, U32, S),
    PAST(since, S | H),
    FIELD(place, VEC, H),
    TIME(stops, S | H),
    UP_TO(place, VEC, S, MOST),
    END,
};
TABLE(crPiercedTable, pierced)
#undef OF

// Legs are numbered; the numbers show which of two legs is younger.
#define OF CrProjectilePair
static const CrField projectilePair[] = {
    FIELD(passedOther, U32, S),
    FIELD(passed, NUMBER, S | H),
    FIELD(passedOther, U32, H),
    FIELD(leg, U64, S),
    CACHE4(flight, listed, planned, other),
    CACHE4(otherLeg, due, box, since),
    CACHE4(horizon, stretch, queuedFirst, queuedSecond),
};
TABLE(crProjectilePairTable, projectilePair)
#undef OF

#define OF CrSensorCrossing
static const CrField sensorCrossing[] = {
    FIELD(crossed, PAST, S),
    FIELD(fresh, BOOL, S),
    CACHE2(clearUntil, inside),
};
TABLE(crSensorCrossingTable, sensorCrossing)
#undef OF

#define OF CrInside
static const CrField inside[] = {
    FIELD(shape, U32, S | H), FIELD(age, U32, S), FIELD(since, PAST, S | H),
    CACHE2(next, known),      CACHE(leaves),
};
TABLE(crInsideTable, inside)
#undef OF
