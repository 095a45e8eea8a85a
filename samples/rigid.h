// SPDX-License-Identifier: MIT
// Scenes of rigid bodies: what each is made of, for the samples (rigid.c plays them, and draws
// rigid_picture.c's pictures) and for the window (stage/scene_rigid.c).
//
// A scene makes everything when it begins, shots for later times among it; or it acts at world
// times k/60. So it plays the same at every frame rate.
#ifndef CAROM_SAMPLES_RIGID_H
#define CAROM_SAMPLES_RIGID_H

#include "ink.h"
#include "random.h"

#include <carom/carom.h>

#define RIGID_HZ 60 // acts a second

/// How a thing is drawn; the user data of its shapes and projectiles.
typedef enum RigidPattern {
    RIGID_PLAIN,
    RIGID_CRATE,  ///< planks and a cross
    RIGID_BARREL, ///< hoops
    RIGID_BALL    ///< a mark, so that its turning is seen
} RigidPattern;

typedef struct RigidLook {
    CanvasInk ink;
    double shade; ///< [1] 0 .. 1: its inside, from the background to the ink
    RigidPattern pattern;
    const char *name; ///< in the legend; null: not in it
} RigidLook;

extern const RigidLook RIGID_WALL, RIGID_WOOD, RIGID_DRUM, RIGID_STEEL, RIGID_BULLET,
    RIGID_CANNONBALL, RIGID_GRENADE;
/// Colours to tell apart what is else alike.
#define RIGID_HUES 5
extern const RigidLook RIGID_HUE[RIGID_HUES];

/// A scene that is played. Without pointers of its own, so that it may be copied and restored.
typedef struct RigidPlay {
    CaromWorld *world;
    SampleRandom random;
    int bodies; ///< that the user wants, about
    bool shots; ///< it fires by itself
    int made;   ///< by acts
    CaromBodyId ground;
} RigidPlay;

typedef struct RigidScene {
    const char *name, *about;    ///< as typed; one line for --help
    const char *title, *line;    ///< of the picture
    const char *hint;            ///< in the window
    double seconds;              ///< default
    int bodies, fewest, most;    ///< default and limits
    CaromVec2 gravity;           ///< [m/s²]
    CaromBox view;               ///< [m]
    double trails;               ///< [s] how far back the picture shows flights
    CaromVec2 gun;               ///< [m] of the user
    bool grenades;               ///< the user throws these, not cannonballs
    double shotRadius, shotMass; ///< [m], [kg] of what the user throws; 0: as a cannonball
    void (*begin)(RigidPlay *play);
    void (*act)(RigidPlay *play, int64_t k); ///< at world time k/60; may be null
} RigidScene;

extern const RigidScene RIGID_PYRAMID, RIGID_DOMINOES, RIGID_BOWL, RIGID_TUMBLER, RIGID_CRATES,
    RIGID_BILLIARDS, RIGID_BULLETPROOF;

/// Creates a body at a place. Refusals are in the world's log.
CaromBodyId rigidBody(RigidPlay *play, CaromBodyType type, CaromVec2 at, double angle);
/// Returns a def of that friction and density [kg/m²], drawn as `look`.
CaromShapeDef rigidMaterial(const RigidLook *look, double friction, double density);
/// A dynamic body of one box of half extents, and one of one disc.
CaromBodyId rigidBox(RigidPlay *play, const CaromShapeDef *def, CaromVec2 at, CaromVec2 half,
                     double angle);
CaromBodyId rigidDisc(RigidPlay *play, const CaromShapeDef *def, CaromVec2 at, double radius);
/// Walls without thickness on the ground.
void rigidWalls(RigidPlay *play, const CaromVec2 *points, int count, bool closed);

/// Shots as all scenes have them; `look` is their user data.
CaromProjectileDef rigidBullet(CaromVec2 from, CaromVec2 velocity);
CaromProjectileDef rigidCannonball(CaromVec2 from, CaromVec2 velocity);
CaromProjectileDef rigidGrenade(CaromVec2 from, CaromVec2 velocity, double fuse);
/// Returns the velocity of a throw that passes a place after a time of flight.
CaromVec2 rigidThrow(const RigidPlay *play, CaromVec2 from, CaromVec2 at, double seconds);

#endif
