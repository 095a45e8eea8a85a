// SPDX-License-Identifier: MIT
// Refusals: what a failed call returns, records and logs; checks of arguments and defs.
#ifndef CAROM_WORLD_DATA_REFUSE_H
#define CAROM_WORLD_DATA_REFUSE_H

#include "../../shapes/api.h"
#include "../../shapes/base.h"
#include "../../shapes/inline.h"
#include "../api/ids.h"
#include "../api/projectiles.h"
#include "../core/slots.h"
#include "world.h"

/// The log's text for an unfilled def within an argument, or for one of several.
#define CR_UNFILLED(field) field " does not come from its default function"

/// Checks the fields of a def one by one, reports every broken one, remembers the first.
typedef struct CrDefCheck {
    const CaromWorld *world;
    const char *function;
    CaromLogFunction *log;
    void *logContext;
    CaromError error;
} CrDefCheck;

#define CR_BLAST_COOKIE 0x43580001u

/// A check that is made if those before it have passed: error = crThen(error, check).
#define crThen(error, check) ((error) != CAROM_OK ? (error) : (check))

/// Marks a refusal. Returns true for the first of its kind. Queries may be refused in parallel, so
/// a mark is set by an atomic exchange, which is all that a refused query writes. For processors
/// without one, and MSVC without C11 atomics, see query_lock.h.
bool crHeardFirst(CrHeard *heard, CaromError error, const char *function, const char *text);

/// Calls the world's log, of its kind only the first time unless CaromWorldDef.logAll.
void crLog(const CaromWorld *world, CaromError error, const char *function, const char *text);
/// Records, logs and returns the error.
CaromError crRefuse(CaromWorld *world, CaromError error, const char *function);
/// Logs an error of a def that is null or unfilled to the default log, since such a def names none.
void crRefuseDef(CaromError error, const char *function);
/// For calls that write nothing: logs only.
CaromError crComplain(const CaromWorld *world, CaromError error, const char *function);
/// The same for a query. Returns its result, which is minus the error.
int crRefuseQuery(const CaromWorld *world, CaromError error, const char *function);
/// The same for a query with an argument of options, the only def of it that may be unfilled.
int crRefuseOptions(const CaromWorld *world, CaromError error, const char *function);

CaromError crCheckNumber(double x);
/// Checks a range, which may be infinite.
CaromError crCheckReach(double x, double least);
CaromError crCheckVecFully(CaromVec2 v);

static inline CaromError crCheckVec(CaromVec2 v)
{
    bool isUsual = crAbs(v.x) <= CR_HUGE && crAbs(v.y) <= CR_HUGE;
    return CR_LIKELY(isUsual) ? CAROM_OK : crCheckVecFully(v);
}

/// Returns CAROM_OK, NULL, BUSY or ROUNDING: the first check of every edit.
CaromError crCheckEditable(const CaromWorld *world);
/// The same for calls that only read the world, which may run beside queries and within predicates.
CaromError crCheckAtRest(const CaromWorld *world);

void crDefCheck(CrDefCheck *check, CaromError error, const char *field);
void crDefCheckRange(CrDefCheck *check, double x, double lo, double hi, const char *field);
void crDefCheckVec(CrDefCheck *check, CaromVec2 v, const char *field);
void crDefCheckBlast(CrDefCheck *check, const CaromBlast *blast);

CaromError crCheckId(const CaromWorld *world, const CrSlots *slots, uint32_t index, uint32_t age,
                     uint32_t tag);
CaromError crCheckFlightId(const CaromWorld *world, CaromProjectileId id);

#endif
