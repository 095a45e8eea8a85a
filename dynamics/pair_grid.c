// SPDX-License-Identifier: MIT
#include "pair_grid.h"

#include "../shapes/array.h"
#include "../shapes/bits.h"
#include "../shapes/simd_least.h"

#include <float.h>
#include <string.h>

#define ROWS 8       // of edges
#define BEYOND 8     // entries that a look at the last ones reads beyond them
#define FEWEST 64    // places of a level
#define LOWEST (-16) // boxes up to 2^LOWEST m are in the lowest level
#define MERGED 4     // times as many boxes as the next level has go there with them

// ---- levels

static float powerOfTwo(int exponent)
{
    uint32_t bits = (uint32_t)(exponent + 127) << 23;
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/// The exponent of the least power of two that is surely more than a box's size.
static int levelOf(const CrFatBox *box)
{
    float x = box->maxX - box->minX, y = box->maxY - box->minY;
    float size = (x > y ? x : y) * (1.0f + 0x1p-20f);
    uint32_t bits;
    memcpy(&bits, &size, sizeof bits);
    int level = (int)(bits >> 23) - 126 - LOWEST;
    return level < 0 ? 0 : level < CR_PAIR_LEVELS ? level : CR_PAIR_LEVELS - 1;
}

/// Where two sizes are as frequent as that, searching small ones for large ones costs more than
/// larger cells for all.
static void merge(const int32_t counts[CR_PAIR_LEVELS], uint8_t into[CR_PAIR_LEVELS])
{
    bool taken = false; // the level above has taken one already
    for (int l = 0; l < CR_PAIR_LEVELS; l++) {
        bool goes =
            !taken && l + 1 < CR_PAIR_LEVELS && counts[l] > 0 && counts[l] / MERGED < counts[l + 1];
        into[l] = (uint8_t)(goes ? l + 1 : l);
        taken = goes;
    }
}

/// A power of two divided by the golden ratio, to an odd number.
static uint32_t stepOf(uint32_t places)
{
    return (uint32_t)(((uint64_t)places * 0x9E3779B9u) >> 32) | 1u;
}

/// Gives each level entries and places; returns the number of all places.
static int layOut(CrPairGrid *grid, const int32_t counts[CR_PAIR_LEVELS],
                  uint8_t index[CR_PAIR_LEVELS])
{
    uint8_t into[CR_PAIR_LEVELS];
    int32_t sums[CR_PAIR_LEVELS] = {0};
    int places = 0, entries = 0;
    merge(counts, into);
    for (int l = 0; l < CR_PAIR_LEVELS; l++) {
        sums[into[l]] += counts[l];
    }
    grid->used = 0;
    for (int l = 0; l < CR_PAIR_LEVELS; l++) {
        if (sums[l] > 0) {
            uint32_t size = FEWEST;
            while ((int32_t)size < sums[l]) {
                size *= 2;
            }
            CrPairLevel level = {entries,  sums[l],      places,
                                 size - 1, stepOf(size), powerOfTwo(-LOWEST - l)};
            index[l] = (uint8_t)grid->used;
            grid->level[grid->used++] = level;
            entries += sums[l];
            places += (int)size;
        }
    }
    for (int l = 0; l < CR_PAIR_LEVELS; l++) {
        index[l] = index[into[l]];
    }
    return places;
}

// ---- cells

typedef struct Cell {
    int64_t x, y;
} Cell;

static int64_t floorOf(float x)
{
    int64_t whole = (int64_t)x;
    return whole - (x < (float)whole);
}

static Cell cellOf(const CrPairLevel *level, float x, float y)
{
    Cell cell = {floorOf(x * level->perCell), floorOf(y * level->perCell)};
    return cell;
}

static uint32_t placeOf(const CrPairLevel *level, int64_t x, int64_t y)
{
    return ((uint32_t)x + (uint32_t)y * level->step) & level->mask;
}

// ---- filling

static bool reserve(CrPairGrid *grid, int count, const CaromAllocator *allocator)
{
    if (count > crArrayCapacity(grid->levelOf)) {
        int room = count + count / 2;
        grid->room = 0;
        if (!crArrayReserve(grid->edges, ROWS * (room + BEYOND), allocator) ||
            !crArrayReserve(grid->item, room, allocator) ||
            !crArrayReserve(grid->start, 2 * room + CR_PAIR_LEVELS * FEWEST + 1, allocator) ||
            !crArrayReserve(grid->place, room, allocator) ||
            !crArrayReserve(grid->levelOf, room, allocator)) {
            return false;
        }
    }
    grid->room = crArrayCapacity(grid->levelOf) + BEYOND;
    return true;
}

static void write(CrPairGrid *grid, int entry, const CrFatBox *now, const CrFatBox *before)
{
    static const CrFatBox none = {FLT_MAX, FLT_MAX, -FLT_MAX, -FLT_MAX};
    float *to = grid->edges + entry;
    int room = grid->room;
    before = before->minX <= before->maxX ? before : &none;
    to[0] = now->minX;
    to[room] = now->minY;
    to[2 * room] = now->maxX;
    to[3 * room] = now->maxY;
    to[4 * room] = before->minX;
    to[5 * room] = before->minY;
    to[6 * room] = before->maxX;
    to[7 * room] = before->maxY;
}

bool crPairGridFill(CrPairGrid *grid, const int32_t *items, int count, const CrFatBox *now,
                    const CrFatBox *before, const CaromAllocator *allocator)
{
    int32_t counts[CR_PAIR_LEVELS] = {0};
    uint8_t index[CR_PAIR_LEVELS] = {0};
    grid->used = 0;
    if (count == 0) {
        return true;
    }
    if (!reserve(grid, count, allocator)) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        int level = levelOf(&now[items[i]]);
        grid->levelOf[i] = (uint8_t)level;
        counts[level]++;
    }
    int places = layOut(grid, counts, index);
    memset(grid->start, 0, sizeof *grid->start * (size_t)(places + 1));
    for (int i = 0; i < count; i++) {
        const CrPairLevel *level = &grid->level[index[grid->levelOf[i]]];
        Cell cell = cellOf(level, now[items[i]].minX, now[items[i]].minY);
        grid->place[i] = level->starts + (int32_t)placeOf(level, cell.x, cell.y);
        grid->start[grid->place[i]]++;
    }
    for (int i = 1; i <= places; i++) {
        grid->start[i] += grid->start[i - 1];
    }
    for (int i = count; i-- > 0;) {
        int32_t entry = --grid->start[grid->place[i]];
        grid->item[entry] = items[i];
        write(grid, entry, &now[items[i]], &before[items[i]]);
    }
    return true;
}

void crPairGridFree(CrPairGrid *grid, const CaromAllocator *allocator)
{
    crArrayFree(grid->edges, allocator);
    crArrayFree(grid->item, allocator);
    crArrayFree(grid->start, allocator);
    crArrayFree(grid->place, allocator);
    crArrayFree(grid->levelOf, allocator);
    crArrayFree(grid->found, allocator);
    memset(grid, 0, sizeof *grid);
}

// ---- comparing

/// A box now and before, in all lanes.
typedef struct Box {
    CrEdgePackets edge[ROWS];
    int32_t item;
} Box;

/// Cells of a row in which the found must be.
typedef struct Span {
    const CrPairLevel *level;
    int64_t x, y; ///< the first;
    int width;
    int from; ///< an entry, from whose cell x and y count; or -1
} Span;

static Box boxOf(int32_t item, const CrFatBox *now, const CrFatBox *before)
{
    bool none = !(before->minX <= before->maxX);
    Box box = {{crEdgePacketsAll(now->minX), crEdgePacketsAll(now->minY),
                crEdgePacketsAll(now->maxX), crEdgePacketsAll(now->maxY),
                crEdgePacketsAll(none ? FLT_MAX : before->minX),
                crEdgePacketsAll(none ? FLT_MAX : before->minY),
                crEdgePacketsAll(none ? -FLT_MAX : before->maxX),
                crEdgePacketsAll(none ? -FLT_MAX : before->maxY)},
               item};
    return box;
}

static Box boxAt(const CrPairGrid *grid, int entry)
{
    Box box;
    for (int k = 0; k < ROWS; k++) {
        box.edge[k] = crEdgePacketsAll(grid->edges[k * grid->room + entry]);
    }
    box.item = grid->item[entry];
    return box;
}

/// A bit for each that is apart.
CR_INLINE unsigned apart(const CrEdgePackets *box, const float *edges, int room)
{
    CrMask x = crMaskOr(crEdgePacketsLess(box[2], crEdgePacketsLoad(edges)),
                        crEdgePacketsLess(crEdgePacketsLoad(edges + 2 * room), box[0]));
    CrMask y = crMaskOr(crEdgePacketsLess(box[3], crEdgePacketsLoad(edges + room)),
                        crEdgePacketsLess(crEdgePacketsLoad(edges + 3 * room), box[1]));
    return crMaskBits(crMaskOr(x, y));
}

static Cell cellAt(const CrPairGrid *grid, const CrPairLevel *level, int entry)
{
    return cellOf(level, grid->edges[entry], grid->edges[grid->room + entry]);
}

static bool isIn(const CrPairGrid *grid, const Span *span, int entry)
{
    Cell cell = cellAt(grid, span->level, entry), from = {0, 0};
    if (span->from >= 0) {
        from = cellAt(grid, span->level, span->from);
    }
    int64_t x = cell.x - from.x - span->x;
    return cell.y - from.y == span->y && x >= 0 && x < span->width;
}

static bool add(CrPairGrid *grid, int32_t a, int32_t b, const CaromAllocator *allocator)
{
    if (!crArrayGrow(grid->found, 1, allocator)) {
        return false;
    }
    CrIndexPair pair = {a, b};
    crArrayPush(grid->found, pair);
    return true;
}

/// Of entries from one up to another; span null: wherever they are.
CR_INLINE bool compare(CrPairGrid *grid, const Box *box, int from, int to, const Span *span,
                       const CaromAllocator *allocator)
{
    const unsigned all = (1u << CR_LANES) - 1u;
    for (int i = from; i < to; i += CR_LANES) {
        const float *edges = grid->edges + i;
        unsigned bits = to - i < CR_LANES ? (1u << (to - i)) - 1u : all;
        bits &= ~apart(box->edge, edges, grid->room);
        if (CR_LIKELY(bits == 0)) {
            continue;
        }
        bits &= apart(box->edge + 4, edges + 4 * grid->room, grid->room);
        for (; bits; bits &= bits - 1) {
            int entry = i + crLowestBit(bits);
            if ((!span || isIn(grid, span, entry)) &&
                !add(grid, box->item, grid->item[entry], allocator)) {
                return false;
            }
        }
    }
    return true;
}

/// Of the cells of a span, from a place on.
CR_INLINE bool compareRow(CrPairGrid *grid, const Box *box, int first, const Span *span,
                          const CaromAllocator *allocator)
{
    const int32_t *start = grid->start + span->level->starts;
    int end = first + span->width, places = (int)span->level->mask + 1;
    if (CR_LIKELY(end <= places)) {
        return compare(grid, box, start[first], start[end], span, allocator);
    }
    return compare(grid, box, start[first], start[places], span, allocator) &&
           compare(grid, box, start[0], start[end - places], span, allocator);
}

/// Of a level's boxes that may overlap the box.
static bool compareLevel(CrPairGrid *grid, const CrPairLevel *level, const Box *box,
                         const CrFatBox *now, const CaromAllocator *allocator)
{
    Cell low = cellOf(level, now->minX, now->minY), high = cellOf(level, now->maxX, now->maxY);
    double cells = (double)(high.x - low.x + 2) * (double)(high.y - low.y + 2);
    if (cells > 0.5 * level->mask) {
        return compare(grid, box, level->first, level->first + level->count, NULL, allocator);
    }
    for (int64_t y = low.y - 1; y <= high.y; y++) {
        Span span = {level, low.x - 1, y, (int)(high.x - low.x) + 2, -1};
        if (!compareRow(grid, box, (int)placeOf(level, low.x - 1, y), &span, allocator)) {
            return false;
        }
    }
    return true;
}

/// A place's boxes with each other, and with those of the cells to the right and above.
static bool comparePlace(CrPairGrid *grid, const CrPairLevel *level, int place,
                         const CaromAllocator *allocator)
{
    const int32_t *start = grid->start + level->starts;
    int right = (place + 1) & (int)level->mask,
        above = (int)(((uint32_t)place + level->step - 1u) & level->mask);
    for (int e = start[place]; e < start[place + 1]; e++) {
        Box box = boxAt(grid, e);
        Span own = {level, 0, 0, 2, e}, next = {level, 1, 0, 1, e}, row = {level, -1, 1, 3, e};
        bool isLast = right == 0;
        if (!compare(grid, &box, e + 1, start[place + (isLast ? 1 : 2)], &own, allocator) ||
            (isLast && !compareRow(grid, &box, right, &next, allocator)) ||
            !compareRow(grid, &box, above, &row, allocator)) {
            return false;
        }
    }
    return true;
}

static CrFatBox nowOf(const CrPairGrid *grid, int entry)
{
    const float *from = grid->edges + entry;
    CrFatBox box = {from[0], from[grid->room], from[2 * grid->room], from[3 * grid->room]};
    return box;
}

bool crPairGridFindAll(CrPairGrid *grid, const CaromAllocator *allocator)
{
    crArraySetCount(grid->found, 0);
    for (int l = 0; l < grid->used; l++) {
        const CrPairLevel *level = &grid->level[l];
        for (int place = 0; place <= (int)level->mask; place++) {
            if (!comparePlace(grid, level, place, allocator)) {
                return false;
            }
        }
        for (int e = level->first; e < level->first + level->count && l > 0; e++) {
            Box box = boxAt(grid, e);
            CrFatBox now = nowOf(grid, e);
            for (int k = 0; k < l; k++) {
                if (!compareLevel(grid, &grid->level[k], &box, &now, allocator)) {
                    return false;
                }
            }
        }
    }
    return true;
}

bool crPairGridFindOf(CrPairGrid *grid, int32_t item, const CrFatBox *now, const CrFatBox *before,
                      const CaromAllocator *allocator)
{
    Box box = boxOf(item, now, before);
    for (int k = 0; k < grid->used; k++) {
        if (!compareLevel(grid, &grid->level[k], &box, now, allocator)) {
            return false;
        }
    }
    return true;
}
