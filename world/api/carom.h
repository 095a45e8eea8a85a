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
// Calls take effect at the current time: a bullet fired between two steps starts at the end of the
// first one. For odd cases, such as starts inside shapes, touches and corners: docs/degenerate.md.
#ifndef CAROM_WORLD_API_CAROM_H
#define CAROM_WORLD_API_CAROM_H

#include "../../shapes/arena.h"
#include "bodies.h"
#include "body_shapes.h"
#include "draw.h"
#include "events.h"
#include "ids.h"
#include "lights.h"
#include "materials.h"
#include "movers.h"
#include "previews.h"
#include "projectiles.h"
#include "queries.h"
#include "recording.h"
#include "rigid_bodies.h"
#include "saving.h"
#include "sectors.h"
#include "steps.h"
#include "worlds.h"

#endif
