// SPDX-License-Identifier: MIT
// Moving shapes along a ray, nearest first as far as known, until the hit comes before all the
// others. The first hit of a shape is computed only if the ray crosses its swept box: by the fast
// code of its ray proxy (ray_proxy.h), otherwise exactly as in cast_search.c.
//
// If the index has rows, they are walked along the ray; otherwise boxes are searched piece by
// piece, each piece about a cell of the index long.
#include "../core/limits.h"
#include "../index/filter.h"
#include "../index/moving_index.h"
#include "first_hit.h"
#include "ray_proxy.h"

#define MOST_PIECES 32
#define CELLS 1.0 ///< to a piece
#define ASKED 8   ///< a power of two

typedef struct Seek {
    const CrCast *cast;
    const CrMovingIndex *movingIndex;
    bool stand; ///< shapes do where ray proxies say
    bool any, met;
    bool moves; ///< what was met
    CrFirst *first;
    double until;          ///< when what is met matters
    double slack;          ///< [m] more than all rounding, of boxes too
    uint32_t asked[ASKED]; ///< shapes of several pieces were asked in the first of them
} Seek;

/// Both lists of cast_search.c in one: those of one class in its order, else by time, then shape.
static bool comesBefore(const Seek *seek, const CrFirst *a)
{
    const CrCast *cast = seek->cast;
    const CrFirst *b = seek->first;
    if (seek->moves || crCastIsThin(cast, a) == crCastIsThin(cast, b)) {
        return a->tau != b->tau ? a->tau < b->tau : crCastComesBefore(cast, a, b);
    }
    return a->tau != b->tau ? a->tau < b->tau : a->shape < b->shape;
}

/// At least crCastDoubt of what was met by its ray proxy, without a look at the shape.
static double doubtOfStance(const Seek *seek)
{
    const CrFirst *first = seek->first;
    CaromVec2 p = seek->cast->path.p, v = seek->cast->path.v;
    double size = crRayProxySize(&seek->movingIndex->rayProxies[first->rayProxy - 1], first);
    size += crAbs(p.x) + crAbs(p.y) + crAbs(v.x) + crAbs(v.y);
    return size * 0x1p-23 / crMax(crAbs(v.x), crAbs(v.y));
}

static double untilOf(const Seek *seek)
{
    double doubt =
        seek->first->rayProxy != 0 ? doubtOfStance(seek) : crCastDoubt(seek->cast, seek->first);
    return crMin(seek->first->tau * (1.0 + 1e-9) + 2.0 * doubt, seek->cast->end);
}

static void take(Seek *seek, const CrFirst *first)
{
    *seek->first = *first;
    seek->met = seek->moves = true;
    seek->until = untilOf(seek);
}

static void consider(Seek *seek, const CrFirst *first)
{
    if ((!seek->met || comesBefore(seek, first)) &&
        crOptionsSee(seek->cast->world, seek->cast->options, first->shape)) {
        take(seek, first);
    }
}

static void ask(Seek *seek, uint32_t shape)
{
    CrFirst first;
    if (crCastMeetsShape(seek->cast, shape, &first)) {
        consider(seek, &first);
    }
}

static bool isDone(const Seek *seek)
{
    return seek->any && seek->met;
}

// ---- along rows

static void askEntry(Seek *seek, const CrMovingEntry *entry)
{
    CrFirst first;
    int met = CR_UNSURE;
    if (!crMovingIndexHolds(seek->cast->world, entry->key, CR_MOVING_SOLIDS)) {
        return;
    }
    if (seek->stand) {
        met = crRayProxyMeets(seek->cast->world, entry, &seek->cast->path, &first);
    }
    if (met == CR_UNSURE) {
        ask(seek, entry->key);
    } else if (met) {
        consider(seek, &first);
    }
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

static void askNoneYet(Seek *seek)
{
    for (int i = 0; i < ASKED; i++) {
        seek->asked[i] = CR_NONE;
    }
}

/// How many pieces of about a cell a path has.
static int piecesOf(const Seek *seek, double end)
{
    double pieces = crLength(seek->cast->path.v) * end / (CELLS * seek->movingIndex->layer.cell);
    return pieces < MOST_PIECES ? (int)pieces + 1 : MOST_PIECES;
}

static void askLooseIn(Seek *seek, const CrLinePiece *line, CaromBox box)
{
    const CrMovingIndex *movingIndex = seek->movingIndex;
    CrBoxCellsWalk walk;
    uint32_t shape;
    crBoxCellsStart(&walk, &movingIndex->cells, box);
    while (!isDone(seek) && crBoxCellsNext(&walk, &shape)) {
        int k = movingIndex->places[shape].unindexed;
        if (crLinePieceTouches(line, &movingIndex->unindexed[k].box) &&
            !seek->cast->world->shapes[shape].sensor && !wasAsked(seek, shape)) {
            ask(seek, shape);
        }
    }
}

/// Of shapes that are searched in cells.
static void askLooseCells(Seek *seek, const CrLinePiece *line)
{
    double until = seek->until;
    int pieces = piecesOf(seek, until);
    askNoneYet(seek);
    for (int k = 0; k < pieces && !isDone(seek) && until * k / pieces <= seek->until; k++) {
        askLooseIn(seek, line, boxOf(seek, until * k / pieces, until * (k + 1) / pieces));
    }
}

static void askLoose(Seek *seek)
{
    const CrUnindexed *unindexed = seek->movingIndex->unindexed;
    const CrPath *path = &seek->cast->path;
    if (crArrayCount(unindexed) == 0) {
        return;
    }
    CrLinePiece piece = crLinePiece(path->p, path->v, seek->slack, seek->until);
    if (seek->movingIndex->loose == CR_LOOSE_CELLS) {
        askLooseCells(seek, &piece);
        return;
    }
    for (int k = 0; k < crArrayCount(unindexed) && !isDone(seek); k++) {
        if (crLinePieceTouches(&piece, &unindexed[k].box) &&
            !seek->cast->world->shapes[unindexed[k].shape].sensor) {
            ask(seek, unindexed[k].shape);
        }
    }
}

/// False: there are no rows.
static bool askRows(Seek *seek)
{
    const CrMovingIndex *movingIndex = seek->movingIndex;
    const CrPath *path = &seek->cast->path;
    CrMovingLine line;
    const CrMovingEntry *entry;
    if (!movingIndex->usable || !crMovingLineStart(&line, &movingIndex->layer, path->p, path->v,
                                                   seek->slack, seek->until)) {
        return false;
    }
    while (!isDone(seek) && (entry = crMovingLineNext(&line, seek->until)) != NULL) {
        askEntry(seek, entry);
    }
    askLoose(seek);
    return true;
}

// ---- by pieces

static void askPiece(Seek *seek, const CrLinePiece *line, double from, double to)
{
    CrMovingIndexWalk walk;
    uint32_t shape;
    crMovingIndexStart(&walk, seek->cast->world, boxOf(seek, from, to));
    crMovingIndexKeepTo(&walk, line);
    while (!isDone(seek) && crMovingIndexNext(&walk, &shape)) {
        if (!wasAsked(seek, shape)) {
            ask(seek, shape);
        }
    }
}

static void askPieces(Seek *seek)
{
    const CrCast *cast = seek->cast;
    double until = seek->until;
    CrLinePiece line = crLinePiece(cast->path.p, cast->path.v, seek->slack, until);
    // shapes that are searched one by one are so in each piece
    const CrMovingIndex *movingIndex = seek->movingIndex;
    bool isListed =
        crArrayCount(movingIndex->unindexed) > 0 && movingIndex->loose != CR_LOOSE_CELLS;
    int pieces = isListed || !movingIndex->usable ? 1 : piecesOf(seek, until);
    askNoneYet(seek);
    for (int k = 0; k < pieces && !isDone(seek); k++) {
        double from = until * k / pieces;
        if (from > seek->until) {
            break;
        }
        askPiece(seek, &line, from, crMin(until * (k + 1) / pieces, cast->end));
    }
}

bool crRayMeetsMoving(const CrCast *cast, bool any, bool met, CrFirst *first)
{
    const CrMovingIndex *movingIndex = &cast->world->movingIndex;
    CaromVec2 to = crPathPoint(&cast->path, cast->end);
    Seek seek;
    seek.cast = cast;
    seek.movingIndex = movingIndex;
    seek.stand = movingIndex->rayProxies != NULL && cast->world->queryTime == movingIndex->to;
    seek.any = any;
    seek.met = met;
    seek.moves = false;
    seek.first = first;
    seek.until = cast->end;
    seek.slack = 4.0 * (crPlaceTolerance(cast->path.p, 0.0) + crPlaceTolerance(to, 0.0));
    if (met) {
        seek.until = untilOf(&seek);
    }
    if (!askRows(&seek)) {
        askPieces(&seek);
    }
    return seek.met;
}
