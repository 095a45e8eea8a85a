// SPDX-License-Identifier: MIT
// A sample, as the runner has it: a name, a line about it, a function. The list is in main.c. A
// sample includes the library as a game does: through <carom/carom.h> alone.
#ifndef CAROM_SAMPLES_SAMPLE_H
#define CAROM_SAMPLES_SAMPLE_H

/// Plays a sample. argv[0] is its name, the rest its options (options.h reads them).
/// @returns the exit status of the program: 0, 1 where something went wrong, 2 for bad options.
typedef int SampleFunction(int argc, char **argv);

typedef struct Sample {
    const char *name; ///< as typed on the command line
    const char *line; ///< what it shows, in one line
    SampleFunction *play;
} Sample;

#define SAMPLE_OK 0
#define SAMPLE_FAILED 1
#define SAMPLE_BAD_OPTIONS 2

SampleFunction sampleFirefight;   ///< firefight.c
SampleFunction sampleGrenade;     ///< grenade.c
SampleFunction sampleMinigolf;    ///< minigolf.c
SampleFunction sampleLight;       ///< light.c
SampleFunction sampleLaser;       ///< laser.c
SampleFunction sampleTiles;       ///< tiles.c
SampleFunction sampleOctagon;     ///< octagon.c
SampleFunction sampleClip;        ///< clip.c
SampleFunction sampleShapes;      ///< shapes.c
SampleFunction samplePieces;      ///< pieces.c
SampleFunction sampleSectors;     ///< sectors.c
SampleFunction sampleMissiles;    ///< missiles.c
SampleFunction samplePinball;     ///< pinball.c
SampleFunction sampleSweep;       ///< sweep.c
SampleFunction sampleNear;        ///< near.c
SampleFunction samplePlatformer;  ///< platformer.c
SampleFunction sampleReplay;      ///< playback.c
SampleFunction sampleWalk;        ///< walk_picture.c
SampleFunction sampleDraw;        ///< draw_picture.c
SampleFunction sampleCase;        ///< case.c
SampleFunction samplePyramid;     ///< rigid.c
SampleFunction sampleDominoes;    ///< rigid.c
SampleFunction sampleBowl;        ///< rigid.c
SampleFunction sampleBulletproof; ///< rigid.c
SampleFunction sampleTumbler;     ///< rigid.c
SampleFunction sampleCrates;      ///< rigid.c
SampleFunction sampleBilliards;   ///< rigid.c

#endif
