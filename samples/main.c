// SPDX-License-Identifier: MIT
// The samples' runner: carom_samples [SAMPLE] [options]. Without a sample it plays the first.
#include "sample.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const Sample SAMPLES[] = {
    {"firefight", "bullets and grenades in a Doom map; checks that none escapes; a picture",
     sampleFirefight},
    {"grenade", "previews of throws, the throws on top of them, their blasts", sampleGrenade},
    {"minigolf", "slow balls on slopes, tiles, a ferry, a belt; at three frame rates",
     sampleMinigolf},
    {"missiles", "homing on a ship round islands, shot down; at three frame rates", sampleMissiles},
    {"pinball", "flippers, bumpers, balls that meet; at three frame rates", samplePinball},
    {"light", "lamps with shadows in a Doom map; compares them with rays", sampleLight},
    {"sweep", "convex shapes cast through a world, straight and turning", sampleSweep},
    {"near", "a distance field, the nearest targets in sight, contacts of a machine", sampleNear},
    {"laser", "a beam among mirrors, and ricochets; compared with a bullet", sampleLaser},
    {"tiles", "bullets over a tile map: no seam bounces, tiles shot away, sight", sampleTiles},
    {"octagon", "a turning ray against an octagon: first hit, normal, crossings", sampleOctagon},
    {"clip", "what a convex polygon leaves of a segment; first and last hit over several",
     sampleClip},
    {"shapes", "shapes under base transforms met by a line; cells of a line", sampleShapes},
    {"pieces", "convex pieces of a map's floors and of an island; hull, mass, ellipse",
     samplePieces},
    {"sectors", "point location in a Doom map; a walk at arm's length from its walls",
     sampleSectors},
    {"walk", "a character through a whole Doom map, at arm's length from its walls", sampleWalk},
    {"platformer", "stairs, slopes, a ferry, a lift, a door: a character who runs and jumps",
     samplePlatformer},
    {"pyramid", "a pyramid of crates, shot at by bullets and cannonballs", samplePyramid},
    {"dominoes", "a row of dominoes falls over a landscape", sampleDominoes},
    {"bowl", "circles, boxes, capsules and polygons, poured into a bowl", sampleBowl},
    {"tumbler", "boxes in a drum that turns", sampleTumbler},
    {"crates", "walls of crates and barrels, thrown by grenades", sampleCrates},
    {"billiards", "a break of discs as projectiles, beside one of rigid bodies", sampleBilliards},
    {"bulletproof", "balls at 1 km/s in rooms whose walls have no thickness", sampleBulletproof},
    {"replay", "a recording, played again; where it differs; the ways of all that flew",
     sampleReplay},
    {"draw", "a debug view of any world: shapes by kind, velocities, contacts, the grid",
     sampleDraw},
    {"case", "a scene from a text file, as failing tests write it: its answers, and a picture",
     sampleCase},
};
#define SAMPLE_COUNT ((int)(sizeof SAMPLES / sizeof SAMPLES[0]))

static void printList(FILE *out)
{
    for (int i = 0; i < SAMPLE_COUNT; i++)
        fprintf(out, "  %-10s  %s\n", SAMPLES[i].name, SAMPLES[i].line);
    fprintf(out, "\nLive, in a window: samples/run --window [SCENE]; in a browser: --page\n"
                 "A map of Tiled, LDtk, SVG or Doom: samples/run play MAP\n");
    fprintf(out,
            "\nPrograms of their own, of nothing but Carom: samples/run hello\n"
            "  hello       the README's 25 lines\n"
            "  topdown     a game loop to copy from: a character, a door, bullets, grenades\n");
}

static void printHelp(const char *program)
{
    printf("usage: %s [SAMPLE] [options]\n\nSamples (without one, %s is played):\n", program,
           SAMPLES[0].name);
    printList(stdout);
    printf("\nThe options of each: %s SAMPLE --help\n", program);
}

static bool asksForHelp(const char *argument)
{
    return strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0 ||
           strcmp(argument, "help") == 0;
}

int main(int argc, char **argv)
{
    if (argc > 1 && asksForHelp(argv[1])) {
        printHelp(argv[0]);
        return SAMPLE_OK;
    }
    if (argc < 2 || argv[1][0] == '-')
        return SAMPLES[0].play(argc, argv); // its options may come without its name
    for (int i = 0; i < SAMPLE_COUNT; i++)
        if (strcmp(argv[1], SAMPLES[i].name) == 0)
            return SAMPLES[i].play(argc - 1, argv + 1);
    fprintf(stderr, "%s: there is no sample \"%s\"; there are:\n", argv[0], argv[1]);
    printList(stderr);
    return SAMPLE_BAD_OPTIONS;
}
