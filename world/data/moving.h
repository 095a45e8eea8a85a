// SPDX-License-Identifier: MIT
// The structures of the index of what moves.
#ifndef CAROM_WORLD_DATA_MOVING_H
#define CAROM_WORLD_DATA_MOVING_H

#include "../../broadphase/box_cells.h"
#include "../../broadphase/motion_grid.h"
#include "../../broadphase/moving.h"

/// A kinematic shape that is not where the moving layer thinks.
typedef struct CrUnindexed {
    CaromBox box; ///< that it sweeps until the layer's time is over
    uint32_t shape;
} CrUnindexed;

/// Where a shape is in arrays of CrMovingIndex.
typedef struct CrMovingIndexPlace {
    int listed;    ///< in shapes
    int unindexed; ///< in loose, where it is there
    int drifter;   ///< in the drifts as they were filled last, where it is there
    int changed;   ///< in changed, where it is there
    bool restless; ///< its motion has changed since the motion grid was filled
    float pace;    ///< [m/s] larger than what parts of its velocity were of late
} CrMovingIndexPlace;

/// Where a body stood when the boxes of its shapes were made, larger by a slack; moving_keep.c
typedef struct CrMovingStance {
    CaromVec2 pivot, offset;
    double turn;   ///< [rad]
    float reach;   ///< [m] from the pivot to the farthest point of its shapes
    float slack;   ///< [m] of all its boxes; below 0: they are not kept
    uint32_t body; ///< slot
} CrMovingStance;

#define CR_CLEAR_FIELDS 256
#define CR_CLEAR_FASTEST 75.0 ///< [m/s] of flights that look at the map, at most: each part

/// Fields over all that moves, for a window that is a step alone. One is taken where something may
/// come so near to it that a flight may meet it whose leg, prolonged, is in there in the middle of
/// the window. Those at the rim are free: they stand for all that is beyond.
typedef struct CrClearMap {
    double middle;
    double fastest;        ///< [m/s] of flights that look at it: each part of a velocity
    double seen;           ///< [m/s] the fastest flight, by that, since the epoch
    CaromVec2 low, fields; ///< [m]; [1/m] fields a metre
    double epoch;          ///< the time of the glances
    CaromVec2 origin;      ///< of the glances
    uint64_t taken[CR_CLEAR_FIELDS][CR_CLEAR_FIELDS / 64];
} CrClearMap;

/// How shapes that are not in the layer are searched.
typedef enum CrLoose {
    CR_LOOSE_LISTED, ///< one by one: they are few
    CR_LOOSE_CELLS,  ///< in cells
    CR_LOOSE_REFUSED ///< one by one: there was no memory, or they are too far away
} CrLoose;

/// Which of the shapes that move, or-ed.
enum { CR_MOVING_SOLIDS = 1, CR_MOVING_SENSORS = 2 };

/// The moving layer: the shapes of kinematic bodies, by swept box.
typedef struct CrMovingIndex {
    uint32_t *bodies; ///< all of them, slots, in no order
    uint32_t *shapes; ///< all of them, slots: solids, then sensors
    int solids;       ///< how many are solid
    CaromBox *boxes;  ///< their swept boxes at the last filling
    CrMoving layer;
    struct CrRayProxy
        *rayProxies; ///< by index in the layer, or null where nothing is known; ray_proxy.h
    struct CrRayProxyTurn *turns; ///< of those that are turned
    CrUnindexed *unindexed;       ///< not where the layer has them: moving_loose.c
    CrBoxCells cells;             ///< the same by box,
    CrLoose loose;                ///< if it is so
    uint32_t *others;             ///< slots of bodies that are not dynamic; some are no longer
    bool othersKnown;             ///< they are listed
    int looked;                   ///< bodies that were looked at since the layer was filled,
    int gone;                     ///< and shapes of it that are there no longer
    CrMovingStance *stances;      ///< by index in `bodies`, if kept
    CrMovingIndexPlace *places;   ///< by slot of the shape: where it is in these arrays
    double from, to;              ///< the time of the last filling,
    double first, last;           ///< and what its boxes cover: contacts need more
    double told; ///< [s] the clock at which calm[] tells who is near to none of them; clear_until.h
    int spinners;    ///< bodies that spin
    uint64_t placed; ///< which of the placements so far of their bodies is the present one
    uint64_t placements;
    uint64_t motions;  ///< how often bodies were moved or set in motion by calls, or brought back
    uint64_t reshaped; ///< the world's revision when a shape of them last became another
    CrMotionGrid motionGrid; ///< where they are for some time to come; clear_until.h
    uint32_t *changed;       ///< shapes of which that may no longer be so
    CrClearMap *map;         ///< of a window that is a step alone; clear_until.h
    bool mapped;             ///< the motion grid's window is one, and has a map
    bool disturbed;          ///< it is so of none
    bool isClear;            ///< within a step in turn: flights' clearUntil may be used
    bool rests;              ///< nothing that the layer was filled with moves
    bool intact;             ///< all that the layer holds is as it was filled
    bool filled;             ///< within a step: filled after a tick, nothing changed since
    bool many;         ///< within a tick: so many shapes change that none is searched one by one
    bool kept;         ///< boxes have a slack, and hold as long as bodies stay near their stances
    bool posed;        ///< ray proxies stand where their shapes do at `to`
    int plainFillings; ///< without slack, to come
    bool usable;       ///< false: no memory for the layer, search all of `shapes`
} CrMovingIndex;

#endif
