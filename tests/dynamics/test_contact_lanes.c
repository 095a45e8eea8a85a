// SPDX-License-Identifier: MIT
// Blocks of contacts: as many as were reserved can be in use, whichever colours have them.
#include "../../dynamics/contact_lanes.h"
#include "../../shapes/array.h"
#include "../support/assertions.h"

#include <string.h>

#define BLOCKS 40

static void takeBlocks(CrLanes *lanes, int colour, int blocks)
{
    int size = colour == CR_OVERFLOW ? 1 : CR_BLOCK;
    for (int i = 0; i < blocks * size; i++) {
        int place = crLanesTake(lanes, colour);
        ck_assert_int_ge(place, 0);
        ck_assert_int_lt(place / CR_BLOCK, lanes->used);
    }
}

static void giveAll(CrLanes *lanes, int colour)
{
    while (lanes->colour[colour].count > 0) {
        int last = lanes->colour[colour].last;
        crLanesGive(lanes, colour, last * CR_BLOCK + lanes->head[last].count - 1);
    }
}

TEST(any_colours_may_have_all_blocks)
{
    CaromAllocator allocator;
    CrLanes lanes;
    memset(&allocator, 0, sizeof allocator);
    crLanesInit(&lanes);
    ck_assert(crLanesReserve(&lanes, BLOCKS, &allocator));
    for (int colour = 0; colour <= CR_OVERFLOW; colour++) {
        takeBlocks(&lanes, colour, BLOCKS);
        ck_assert_int_le(lanes.used, lanes.limit);
        giveAll(&lanes, colour);
    }
    for (int colour = 0; colour < BLOCKS / 2; colour++) { // free ones are with the first
        takeBlocks(&lanes, 2 * colour % CR_COLOURS, 2);
    }
    ck_assert_int_le(lanes.used, lanes.limit);
    crLanesFree(&lanes, &allocator);
}
