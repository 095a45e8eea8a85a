// SPDX-License-Identifier: MIT
#include "tile_border.h"

#include <string.h>

#define EDGE_LIMIT 1000000

/// The side of a tile at a place on a line: 0 none, else the solid tile's value, and whether it
/// runs forward.
static uint16_t sideAt(const CrTileMap *tiles, bool isRow, int line, int place, bool *forward)
{
    uint16_t before = isRow ? crTileAt(tiles, place, line - 1) : crTileAt(tiles, line - 1, place);
    uint16_t after = isRow ? crTileAt(tiles, place, line) : crTileAt(tiles, line, place);
    if ((before != 0) == (after != 0)) {
        return 0;
    }
    *forward = isRow ? after != 0 : before != 0;
    return after != 0 ? after : before;
}

/// Writes the edges of a line, unless `edges` is null; returns how many there are.
static int meshLine(const CrTileMap *tiles, bool isRow, int line, CrTileEdge *edges)
{
    int length = isRow ? tiles->width : tiles->height, count = 0;
    CrTileEdge run = {line, 0, 0, 0, false};
    for (int place = 0; place <= length; place++) {
        bool forward = false;
        uint16_t tile = place < length ? sideAt(tiles, isRow, line, place, &forward) : 0;
        if (run.tile != 0 && (tile != run.tile || forward != run.forward)) {
            run.hi = place;
            if (edges != NULL) {
                edges[count] = run;
            }
            count++;
            run.tile = 0;
        }
        if (tile != 0 && run.tile == 0) {
            run.lo = place;
            run.tile = tile;
            run.forward = forward;
        }
    }
    return count;
}

/// Lines of one direction: those that a change of a rectangle reaches are meshed again, the others
/// copied.
typedef struct Lines {
    const CrTileMap *tiles;
    bool isRow;
    int count;             ///< of lines
    int first, last;       ///< the lines that are meshed again
    const CrTileMesh *old; ///< null: all are
    const int *starts;     ///< its own
} Lines;

static Lines linesOf(const CrTileMap *tiles, bool isRow, const CrTileMesh *old,
                     const CrTileRect *rect)
{
    Lines lines = {tiles, isRow, isRow ? tiles->height + 1 : tiles->width + 1, 0, 0, old, NULL};
    lines.last = lines.count - 1;
    if (old != NULL) {
        lines.first = isRow ? rect->y : rect->x;
        lines.last = lines.first + (isRow ? rect->height : rect->width);
        lines.starts = isRow ? old->rows : old->columns;
    }
    return lines;
}

static int meshLines(const Lines *lines, int begin, CrTileEdge *edges, int *starts)
{
    int at = begin;
    for (int line = 0; line < lines->count; line++) {
        if (starts != NULL) {
            starts[line] = at;
        }
        CrTileEdge *to = edges != NULL ? edges + at : NULL;
        if (line >= lines->first && line <= lines->last) {
            at += meshLine(lines->tiles, lines->isRow, line, to);
            continue;
        }
        int from = lines->starts[line], count = lines->starts[line + 1] - from;
        for (int k = 0; k < count && to != NULL; k++) {
            to[k] = lines->old->edges[from + k];
        }
        at += count;
    }
    if (starts != NULL) {
        starts[lines->count] = at;
    }
    return at;
}

int crTileEdgeAfter(const CrTileMesh *mesh, int first, int end, int place)
{
    while (first < end) {
        int middle = first + (end - first) / 2;
        if (mesh->edges[middle].hi > place) {
            end = middle;
        } else {
            first = middle + 1;
        }
    }
    return first;
}

// ---- what follows what

/// Headings, clockwise.
enum { EAST, SOUTH, WEST, NORTH };

static int headingOf(const CrTileEdge *edge, bool isRow)
{
    return isRow ? (edge->forward ? EAST : WEST) : (edge->forward ? NORTH : SOUTH);
}

static CaromCell cornerOf(const CrTileEdge *edge, bool isRow, bool atLow)
{
    int32_t along = atLow ? edge->lo : edge->hi;
    CaromCell corner = {isRow ? along : edge->line, isRow ? edge->line : along};
    return corner;
}

CaromCell crTileEdgeStart(const CrTileMap *tiles, const CrTileMesh *mesh, int edge)
{
    const CrTileEdge *e = &mesh->edges[edge];
    return cornerOf(e, crTileIsRow(mesh, tiles, edge), e->forward);
}

/// The edge that begins at a corner with a heading, or -1.
static int edgeFrom(const CrTileMesh *mesh, CaromCell corner, int heading)
{
    bool isRow = heading == EAST || heading == WEST, forward = heading == EAST || heading == NORTH;
    int line = isRow ? corner.y : corner.x, place = isRow ? corner.x : corner.y;
    const int *starts = isRow ? mesh->rows : mesh->columns;
    int e = crTileEdgeAfter(mesh, starts[line], starts[line + 1], forward ? place : place - 1);
    if (e == starts[line + 1] || mesh->edges[e].forward != forward) {
        return -1;
    }
    return (forward ? mesh->edges[e].lo : mesh->edges[e].hi) == place ? e : -1;
}

/// To the right first: where four edges meet, along the other solid tile.
static void linkEdge(const CrTileMap *tiles, CrTileMesh *mesh, int e)
{
    static const int turns[3] = {1, 0, 3};
    const CrTileEdge *edge = &mesh->edges[e];
    bool isRow = crTileIsRow(mesh, tiles, e);
    CaromCell end = cornerOf(edge, isRow, !edge->forward);
    int next = -1;
    for (int k = 0; k < 3 && next < 0; k++) {
        next = edgeFrom(mesh, end, (headingOf(edge, isRow) + turns[k]) % 4);
    }
    mesh->next[0][e] = next;
    mesh->next[1][next] = e;
}

// ---- what stays linked

/// Old edges [begin, end), all on lines that are copied, are `by` farther on in the new mesh.
typedef struct Stretch {
    int begin, end, by;
} Stretch;

/// The lines before the ones that are meshed again, and after them.
static void stretchesOf(const Lines *lines, const int *starts, Stretch two[2])
{
    const int *old = lines->starts;
    Stretch before = {old[0], old[lines->first], starts[0] - old[0]};
    Stretch after = {old[lines->last + 1], old[lines->count],
                     starts[lines->count] - old[lines->count]};
    two[0] = before;
    two[1] = after;
}

/// Where an old edge is now; -1: on a line that was meshed again.
static int movedTo(const Stretch stretches[4], int edge)
{
    int to = -1;
    for (int k = 0; k < 4; k++) {
        bool within = edge >= stretches[k].begin && edge < stretches[k].end;
        to = within ? edge + stretches[k].by : to;
    }
    return to;
}

/// An edge on a copied line ends where no tile beside it changes: for a changed tile both lines
/// through each of its corners are meshed again. So the next edge is the same as before, if that is
/// on a copied line, too; all others are left at -1.
static void keepLinks(const Lines *rows, const Lines *columns, CrTileMesh *mesh)
{
    Stretch stretches[4];
    stretchesOf(rows, mesh->rows, stretches);
    stretchesOf(columns, mesh->columns, stretches + 2);
    for (int k = 0; k < 4; k++) {
        for (int from = stretches[k].begin; from < stretches[k].end; from++) {
            int e = from + stretches[k].by;
            mesh->next[0][e] = movedTo(stretches, rows->old->next[0][from]);
            mesh->next[1][e] = movedTo(stretches, rows->old->next[1][from]);
        }
    }
}

static void linkAll(const Lines *rows, const Lines *columns, CrTileMesh *mesh)
{
    for (int e = 0; e < mesh->count; e++) {
        mesh->next[0][e] = -1;
    }
    if (rows->old != NULL) {
        keepLinks(rows, columns, mesh);
    }
    for (int e = 0; e < mesh->count; e++) {
        if (mesh->next[0][e] < 0) {
            linkEdge(rows->tiles, mesh, e);
        }
    }
}

// ---- all of it

static bool allocateMesh(size_t rows, size_t columns, const CaromAllocator *allocator,
                         CrTileMesh *mesh)
{
    size_t edges = (size_t)mesh->count;
    mesh->size = edges * (sizeof(CrTileEdge) + 2 * sizeof(int)) + (rows + columns) * sizeof(int);
    mesh->edges = crResize(allocator, NULL, 0, mesh->size);
    if (mesh->edges == NULL) {
        return false;
    }
    mesh->next[0] = (int *)(void *)(mesh->edges + edges);
    mesh->next[1] = mesh->next[0] + edges;
    mesh->rows = mesh->next[1] + edges;
    mesh->columns = mesh->rows + rows;
    return true;
}

CaromError crTileMeshMake(const CrTileMap *tiles, const CaromAllocator *allocator,
                          const CrTileMesh *old, const CrTileRect *rect, CrTileMesh *mesh)
{
    Lines rows = linesOf(tiles, true, old, rect), columns = linesOf(tiles, false, old, rect);
    mesh->count = meshLines(&columns, meshLines(&rows, 0, NULL, NULL), NULL, NULL);
    if (mesh->count > EDGE_LIMIT) {
        return CAROM_ERROR_COUNT;
    }
    if (!allocateMesh((size_t)tiles->height + 2, (size_t)tiles->width + 2, allocator, mesh)) {
        return CAROM_ERROR_MEMORY;
    }
    meshLines(&columns, meshLines(&rows, 0, mesh->edges, mesh->rows), mesh->edges, mesh->columns);
    linkAll(&rows, &columns, mesh);
    return CAROM_OK;
}

bool crTileMeshCopy(const CrTileMesh *from, const CaromAllocator *allocator, CrTileMesh *to)
{
    size_t rows = (size_t)(from->columns - from->rows);
    size_t before = (size_t)((const char *)from->columns - (const char *)from->edges);
    *to = *from;
    if (!allocateMesh(rows, (from->size - before) / sizeof(int), allocator, to)) {
        return false;
    }
    memcpy(to->edges, from->edges, from->size);
    return true;
}

void crTileMeshFree(CrTileMesh *mesh, const CaromAllocator *allocator)
{
    crResize(allocator, mesh->edges, mesh->size, 0);
    mesh->edges = NULL;
}

/// Whether an edge is a run that can't be longer.
static bool isRun(const CrTileMap *tiles, const CrTileEdge *edge, bool isRow)
{
    bool ok = edge->lo < edge->hi;
    for (int place = edge->lo - 1; place <= edge->hi; place++) {
        bool forward = false, within = place >= edge->lo && place < edge->hi;
        uint16_t tile = sideAt(tiles, isRow, edge->line, place, &forward);
        ok &= (tile == edge->tile && forward == edge->forward) == within;
    }
    return ok;
}

bool crTileMeshHolds(const CrTileMap *tiles)
{
    const CrTileMesh *mesh = &tiles->mesh;
    int64_t sides = 0, covered = 0;
    bool ok = true, forward = false;
    for (int e = 0; e < mesh->count && ok; e++) {
        const CrTileEdge *edge = &mesh->edges[e];
        bool isRow = crTileIsRow(mesh, tiles, e);
        CaromCell end = cornerOf(edge, isRow, !edge->forward),
                  start = crTileEdgeStart(tiles, mesh, mesh->next[0][e]);
        ok = isRun(tiles, edge, isRow) && end.x == start.x && end.y == start.y &&
             mesh->next[1][mesh->next[0][e]] == e;
        covered += edge->hi - edge->lo;
    }
    for (int y = 0; y <= tiles->height; y++) {
        for (int x = 0; x <= tiles->width; x++) {
            sides += sideAt(tiles, true, y, x, &forward) != 0;
            sides += sideAt(tiles, false, x, y, &forward) != 0;
        }
    }
    return ok && sides == covered;
}
