// SPDX-License-Identifier: MIT
// What moves on the way of a ray: asked piece by piece along it, each piece about a cell of the
// moving layer long, until the first that was met comes before all later pieces. A shape is asked
// for its first, exactly and as cast_search.c asks it, only where the ray crosses the box that it
// sweeps.
#include "cast.h"
#include "kinematics.h"

#define MOST_PIECES 32
#define CELLS 1.0 ///< to a piece
#define ASKED 8   ///< a power of two

typedef struct Seek {
    const CrCast *cast;
    bool any, met;
    CrFirst *first;
    double slack;          ///< [m] more than all rounding, of boxes too
    uint32_t asked[ASKED]; ///< shapes of several pieces were asked in the first of them
} Seek;

/// Both lists of cast_search.c in one: those of one class in its order, else by time, then shape.
static bool comesBefore(const CrCast *cast, const CrFirst *a, const CrFirst *b)
{
    if (crCastIsThin(cast, a) == crCastIsThin(cast, b)) {
        return crCastComesBefore(cast, a, b);
    }
    return a->tau != b->tau ? a->tau < b->tau : a->shape < b->shape;
}

/// Until when what is met matters.
static double untilOf(const Seek *seek)
{
    const CrCast *cast = seek->cast;
    double doubt = seek->met ? crCastDoubt(cast, seek->first) : 0.0;
    return seek->met ? crMin(seek->first->tau * (1.0 + 1e-9) + 2.0 * doubt, cast->end) : cast->end;
}

static CaromBox boxOf(const Seek *seek, double from, double to)
{
    const CrPath *path = &seek->cast->path;
    return crBoxInflate(crBox(crPathPoint(path, from), crPathPoint(path, to)), seek->slack);
}

static bool wasAsked(Seek *seek, uint32_t shape)
{
    uint32_t *place = &seek->asked[shape & (ASKED - 1)];
    bool was = *place == shape;
    *place = shape;
    return was;
}

static void ask(Seek *seek, uint32_t shape)
{
    const CrCast *cast = seek->cast;
    CrFirst first;
    if (!wasAsked(seek, shape) && crOptionsSee(cast->world, cast->options, shape) &&
        crCastMeetsShape(cast, shape, &first) &&
        (!seek->met || comesBefore(cast, &first, seek->first))) {
        *seek->first = first;
        seek->met = true;
    }
}

static void askPiece(Seek *seek, double from, double to)
{
    CrKinematicsWalk walk;
    uint32_t shape;
    crKinematicsStart(&walk, seek->cast->world, boxOf(seek, from, to));
    crKinematicsKeepTo(&walk, seek->cast->path.p, seek->cast->path.v, seek->slack);
    while (!(seek->any && seek->met) && crKinematicsNext(&walk, &shape)) {
        ask(seek, shape);
    }
}

/// How many pieces are worth it: shapes that are searched one by one are so in each.
static int piecesOf(const Seek *seek, double end)
{
    const CrKinematics *kinematics = &seek->cast->world->kinematics;
    if (crArrayCount(kinematics->loose) > 0 || !kinematics->usable) {
        return 1;
    }
    double pieces = crLength(seek->cast->path.v) * end / (CELLS * kinematics->layer.cell);
    return pieces < MOST_PIECES ? (int)pieces + 1 : MOST_PIECES;
}

bool crRayMeetsMoving(const CrCast *cast, bool any, bool met, CrFirst *first)
{
    if (!crKinematicsAny(cast->world)) {
        return met;
    }
    CaromVec2 to = crPathPoint(&cast->path, cast->end);
    Seek seek = {cast, any, met, first, 0.0, {0}};
    seek.slack = 4.0 * (crPlaceTolerance(cast->path.p, 0.0) + crPlaceTolerance(to, 0.0));
    for (int i = 0; i < ASKED; i++) {
        seek.asked[i] = CR_NONE;
    }
    double until = untilOf(&seek);
    int pieces = piecesOf(&seek, until);
    for (int k = 0; k < pieces && !(any && seek.met); k++) {
        double from = until * k / pieces;
        if (from > untilOf(&seek)) {
            break;
        }
        askPiece(&seek, from, crMin(until * (k + 1) / pieces, cast->end));
    }
    return seek.met;
}
