// SPDX-License-Identifier: MIT
// The samples' WAD reader on files built here, byte by byte: right ones, then truncated at every
// length, lying in one number, and corrupted at random. Under the address sanitizer a read past the
// end shows. Oracle for wadSectorAt: the line that a ray to the right meets first, and the side it
// shows.
#include "../../samples/wad.h"

#include <string.h>

#include "../support/assertions.h"
#include "../support/random.h"
#include "../support/wad_builder.h"

static bool isSound(const WadMap *map, const WadLine *line)
{
    return (line->a.x != line->b.x || line->a.y != line->b.y) && line->front >= 0 &&
           line->front < map->sectorCount && line->back >= WAD_NO_SECTOR &&
           line->back < map->sectorCount && caromBoxContains(map->bounds, line->a) &&
           caromBoxContains(map->bounds, line->b);
}

/// What must hold of every map that was accepted, whatever its file said. Few assertions, since
/// each of them costs Check a write.
static void checkMap(const WadMap *map)
{
    int unsound = 0, oneSided = 0, inSolid = 0;
    for (int i = 0; i < map->lineCount; i++) {
        unsound += !isSound(map, &map->lines[i]);
        oneSided += map->lines[i].back == WAD_NO_SECTOR;
    }
    for (int i = 0; i < map->thingCount; i++) {
        int sector = map->things[i].sector;
        unsound += sector < WAD_NO_SECTOR || sector >= map->sectorCount;
        inSolid += sector == WAD_NO_SECTOR;
    }
    ck_assert_int_eq(unsound, 0);
    ck_assert_int_gt(map->lineCount, 0);
    ck_assert_int_eq(oneSided, map->oneSidedCount);
    ck_assert_int_eq(inSolid, map->thingsInSolid);
}

/// Reads MAP01 from the bytes, if they allow it. An error text says when they don't; a map is
/// sound.
static bool readsMap(const unsigned char *bytes, size_t size, WadMap *map, WadError *error)
{
    Wad *wad = wadFromMemory(bytes, size, error);
    bool good = wad && wadReadMap(wad, "MAP01", map, error);
    ck_assert_int_eq(good, error->text[0] == '\0');
    if (good)
        checkMap(map);
    wadClose(wad);
    return good;
}

static void refuses(const WadBuilder *b, const char *because)
{
    WadMap map;
    WadError error;
    ck_assert(!readsMap(b->bytes, b->size, &map, &error));
    ck_assert_msg(strstr(error.text, because), "\"%s\" does not say \"%s\"", error.text, because);
}

TEST_LOOP(a_map_is_read_to_the_unit, 2)
{
    WadBuilder b = wadBuild(_i == 1);
    WadMap map;
    WadError error;
    ck_assert_msg(readsMap(b.bytes, b.size, &map, &error), "%s", error.text);
    ck_assert_str_eq(map.name, "MAP01");
    ck_assert_int_eq(map.lineCount, 7);
    ck_assert_int_eq(map.oneSidedCount, 6);
    ck_assert_int_eq(map.skippedZero, 1);
    ck_assert_int_eq(map.skippedSideless, 1);
    ck_assert_int_eq(map.turned, 1);
    ck_assert(map.bounds.min.x == -2.0 && map.bounds.min.y == 0.0);
    ck_assert(map.bounds.max.x == 2.0 && map.bounds.max.y == 2.0);
    ck_assert(map.lines[0].a.x == 0.0 && map.lines[0].b.x == -2.0);
    ck_assert(map.lines[5].number == 5 && map.lines[5].a.x == 2.0 && map.lines[5].b.x == 0.0);
    ck_assert(map.lines[5].front == 1 && map.lines[5].back == WAD_NO_SECTOR);
    ck_assert(map.lines[6].front == 0 && map.lines[6].back == 1 && map.lines[6].flags == 1);
    ck_assert(map.sectors[0].floor == -1.0 && map.sectors[1].floor == 2.0);
    ck_assert(map.sectors[1].ceiling == 4.0 && map.sectors[1].light == 96);
    ck_assert_int_eq(map.sectors[0].tag, 3);
    wadMapFree(&map);
}

TEST(things_know_their_sector)
{
    WadBuilder b = wadBuild(false);
    WadMap map;
    WadError error;
    ck_assert(readsMap(b.bytes, b.size, &map, &error));
    ck_assert_int_eq(map.thingCount, 3);
    ck_assert(map.things[0].position.x == -1.0 && map.things[0].position.y == 1.0);
    ck_assert_int_eq(map.things[0].sector, 0);
    ck_assert_int_eq(map.things[0].type, 1);
    ck_assert_double_eq_tol(map.things[0].angle, 1.5707963267948966, 1e-15);
    ck_assert_int_eq(map.things[1].sector, 1);
    ck_assert_int_eq(map.things[2].sector, WAD_NO_SECTOR);
    ck_assert_int_eq(map.thingsInSolid, 1);
    wadMapFree(&map);
}

TEST(maps_go_by_name_in_either_case)
{
    WadBuilder b = wadBuild(false);
    WadError error;
    WadMap map;
    Wad *wad = wadFromMemory(b.bytes, b.size, &error);
    ck_assert_int_eq(wadMapCount(wad), 1);
    ck_assert_str_eq(wadMapName(wad, 0), "MAP01");
    ck_assert(wadReadMap(wad, "map01", &map, &error));
    wadMapFree(&map);
    static const char *const WRONG[] = {"", "MAP0", "MAP011", "MAP01 is much too long a name"};
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++) {
        ck_assert(!wadReadMap(wad, WRONG[i], &map, &error));
        ck_assert(strstr(error.text, "only MAP01") && map.lines == NULL);
    }
    wadClose(wad);
}

TEST(hexen_records_are_longer)
{
    WadBuilder hexen = wadBuildHexen();
    WadMap map;
    WadError error;
    ck_assert_msg(readsMap(hexen.bytes, hexen.size, &map, &error), "%s", error.text);
    ck_assert_int_eq(map.oneSidedCount, 6);
    ck_assert_int_eq(map.turned, 1);
    ck_assert(map.things[1].position.x == 1.0 && map.things[1].position.y == 0.5);
    ck_assert(map.things[1].type == 3004 && map.things[1].angle == 0.0);
    wadMapFree(&map);
}

TEST_LOOP(truncated_at_any_length_is_refused, 2)
{
    WadBuilder b = wadBuild(_i == 1);
    for (size_t size = 0; size < b.size; size++) {
        WadMap map;
        WadError error;
        ck_assert_msg(!readsMap(b.bytes, size, &map, &error), "accepted at %u bytes",
                      (unsigned)size);
    }
}

TEST(lies_are_named)
{
    WadBuilder honest = wadBuild(false), b = honest;
    b.bytes[0] = 'X';
    refuses(&b, "neither IWAD nor PWAD");
    b = honest;
    wadPut32(&b, 4, 0x7fffffff); // lumps
    refuses(&b, "directory");
    b = honest;
    wadPut32(&b, 4, 0xffffffff);
    refuses(&b, "directory");
    b = honest;
    wadPut32(&b, 4, 0);
    refuses(&b, "no map");
    b = honest;
    wadPut32(&b, 8, 0xfffffff0); // the directory's place
    refuses(&b, "directory");
    b = honest;
    wadPut32(&b, wadEntryAt(&b, "VERTEXES"), 0xffffffff); // its place
    refuses(&b, "VERTEXES");
    b = honest;
    wadPut32(&b, wadEntryAt(&b, "THINGS") + 4, 0xfffffff6); // its size
    refuses(&b, "THINGS");
    b = honest;
    wadPut32(&b, wadEntryAt(&b, "SECTORS") + 4, 51);
    refuses(&b, "no multiple");
    b = honest;
    wadPut32(&b, wadEntryAt(&b, "LINEDEFS") + 4, 0);
    refuses(&b, "none of its 0 linedefs");
    b = honest;
    memcpy(b.bytes + wadEntryAt(&b, "SIDEDEFS") + 8, "SIDEDEF\0", 8);
    refuses(&b, "no lump SIDEDEFS");
    b = honest;
    memcpy(b.bytes + wadEntryAt(&b, "THINGS") + 8, "TEXTMAP\0", 8);
    refuses(&b, "UDMF");
    b = honest;
    b.bytes[wadLumpAt(&b, "LINEDEFS") + 2] = 6; // the end of linedef 0
    refuses(&b, "linedef 0 names vertex 6");
    b = honest;
    b.bytes[wadLumpAt(&b, "LINEDEFS") + 14 + 10] = 2; // the right side of linedef 1
    refuses(&b, "linedef 1 names sidedef 2");
    b = honest;
    b.bytes[wadLumpAt(&b, "SIDEDEFS") + 28] = 2;
    refuses(&b, "sidedef 0 names sector 2");
}

TEST_SEEDS(corrupted_bytes_do_no_harm, 64)
{
    for (int round = 0; round < 64; round++) {
        WadBuilder b = wadBuild(round % 2 == 1);
        for (int flips = testRandomInt(&random, 1, 6); flips > 0; flips--)
            b.bytes[testRandomInt(&random, 0, (int)b.size - 1)] =
                (unsigned char)testRandomInt(&random, 0, 255);
        WadMap map;
        WadError error;
        if (readsMap(b.bytes, b.size, &map, &error))
            wadMapFree(&map);
    }
}

TEST_SEEDS(noise_does_no_harm, 32)
{
    unsigned char bytes[256];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)testRandomInt(&random, 0, 255);
    memcpy(bytes, "IWAD\10\0\0\0\14\0\0", 11);
    WadMap map;
    WadError error;
    ck_assert(!readsMap(bytes, sizeof bytes, &map, &error));
}

TEST(missing_files_are_named)
{
    WadError error;
    char path[512];
    ck_assert(!wadFind("no such.wad", path, sizeof path, &error));
    ck_assert(strstr(error.text, "package freedoom"));
    ck_assert(!wadFind("no/such.wad", path, sizeof path, &error));
    ck_assert_str_ne(error.text, "");
    ck_assert_ptr_null(wadOpen("no/such.wad", &error));
    ck_assert_str_ne(error.text, "");
}

/// The sector that the nearest line to the right shows; *tie where that is hard to say.
static int sectorByRay(const WadMap *map, CaromVec2 p, bool *tie)
{
    double nearest = 1e9;
    int sector = WAD_NO_SECTOR;
    *tie = false;
    for (int i = 0; i < map->lineCount; i++) {
        const WadLine *line = &map->lines[i];
        if ((line->a.y > p.y) == (line->b.y > p.y))
            continue;
        double t = (p.y - line->a.y) / (line->b.y - line->a.y);
        double x = line->a.x + t * (line->b.x - line->a.x) - p.x;
        *tie = *tie || (x > -1e-6 && x < 1e-6) || (x - nearest > -1e-6 && x - nearest < 1e-6);
        if (x <= 0.0 || x >= nearest)
            continue;
        nearest = x;
        sector = line->b.y > line->a.y ? line->back : line->front; // its left side, upwards: back
    }
    return sector;
}

TEST_LOOP(sectors_of_real_maps_agree_with_a_ray, 2)
{
    WadError error;
    char path[512];
    if (!wadFind(_i == 0 ? "freedoom1.wad" : "freedoom2.wad", path, sizeof path, &error))
        return; // the package is offered, not required
    Wad *wad = wadOpen(path, &error);
    ck_assert_msg(wad != NULL, "%s", error.text);
    ck_assert_int_ge(wadMapCount(wad), 32);
    for (int m = 0; m < wadMapCount(wad); m++) {
        TestRandom random = testRandomSeed((uint64_t)m);
        WadMap map;
        ck_assert_msg(wadReadMap(wad, wadMapName(wad, m), &map, &error), "%s", error.text);
        checkMap(&map);
        for (int i = 0, tries = 0; i < 40 && tries < 400; tries++) {
            CaromVec2 p = {testRandomRange(&random, map.bounds.min.x, map.bounds.max.x),
                           testRandomRange(&random, map.bounds.min.y, map.bounds.max.y)};
            bool tie;
            int expected = sectorByRay(&map, p, &tie);
            if (tie)
                continue;
            ck_assert_msg(wadSectorAt(&map, p) == expected, "%s at (%.17g, %.17g)", map.name, p.x,
                          p.y);
            i++;
        }
        wadMapFree(&map);
    }
    wadClose(wad);
}
