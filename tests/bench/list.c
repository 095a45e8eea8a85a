// SPDX-License-Identifier: MIT
// The explicit list of scenes, in the order in which they are played.
#include "scenes.h"

#include <string.h>

const SceneEntry benchScenes[] = {
    {"storm-E1M1", sceneStormMap, "a million elastic bullets in Freedoom's E1M1; read: its places"},
    {"storm-MAP12", sceneStormMap, "the same in MAP12"},
    {"storm-random", sceneStormRandom, "the same between 10,000 circles and polygons"},
    {"threads-E1M1", sceneThreads, "the storm in two tasks: on two cores, and by its longest way"},
    {"variants-E1M1", sceneStormVariants, "gravity, radius, 1,000 moving bodies against none"},
    {"bodies-E1M1", sceneBodies, "10,000 discs, the peers' as their rigid bodies"},
    {"rays-E1M1", sceneRaysMap, "closest casts of 1, 16 and 128 m, one call a ray, and batches"},
    {"rays-MAP12", sceneRaysMap, "the same"},
    {"rays-random", sceneRaysRandom, "16 m among 10^3 to 10^6 shapes"},
    {"moving", sceneMoving, "10,000 shapes that all move, and 10,000 rays of 16 m, a step"},
    {"overlap", sceneOverlap, "boxes of 2 x 2 m and circles of 1 m among 100,000 shapes"},
    {"create", sceneCreate, "static shapes from nothing to the first ray; their bytes"},
    {"narrow", sceneNarrow, "a ray against a circle, a polygon, a segment, without a world"},
    {"fire", sceneFire, "shots that are fired, die and are fired again"},
    {"meet", sceneMeet, "100 to 100,000 discs that all meet each other, per event"},
    {"ask", sceneAsks, "every other query, from light to throws, in E1M1"},
    {"mover", sceneMover, "characters who run about in E1M1"},
    {"tiles", sceneTiles, "a tile set in a map of 256 x 256"},
    {"sectors", sceneSectors, "which sector of MAP12 a place is in"},
    {"scale-bullets", sceneScaleBullets,
     "the storm on MAP12 with 10^3 to 10^6 bullets; --huge 10^7"},
    {"scale-shapes", sceneScaleShapes, "100,000 bullets among 10^3 to 10^6 shapes"},
    {"scale-maps", sceneScaleMaps, "a million bullets in all 68 maps of Freedoom, side by side"},
    {"bytes", sceneBytes, "what a world holds for a bullet, events aside"},
    {"rollback", sceneRollback,
     "the moving state of 10,000 grenades and 1,000 boxes, eight ticks back"},
    {"hall", sceneHall, "a match in a hall: players turn in each frame and look, bullets bounce"},
    {"cliffs", sceneCliffs, "a step among bullets with one more thing, and without it"},
    {"rigid-compounds", sceneRigid, "3,000 bodies of two triangles in a trough, beside Box2D 3"},
    {"rigid-junkyard", sceneRigid, "8,000 pentagons and a pusher"},
    {"rigid-large_pyramid", sceneRigid, "a pyramid of 5,050 boxes"},
    {"rigid-many_pyramids", sceneRigid, "400 pyramids of 55 boxes"},
    {"rigid-smash", sceneRigid, "a large box into a wall of 9,600"},
    {"rigid-washer", sceneRigid, "8,100 boxes in a drum that turns"},
    {"size-awake", sceneSizeAwake, "heaps of 10^2 to 10^5 bodies that are awake; their bytes"},
    {"size-asleep", sceneSizeAsleep,
     "10^3 to 10^6 sleepers: a step of none, of one that flies, of one that is made"},
    {"size-edits", sceneSizeEdits, "a wall made or destroyed in each step among 10^3 to 10^6"},
    {"size-edges", sceneSizeEdges, "100 boxes on a chain of 10^3 to 10^5 edges"},
    {"size-tiles", sceneSizeTiles, "100 boxes in a map of 10^4 to 10^7 tiles, which is dug"},
    {"match", sceneMatch, "50 players and 2,000 bullets: a step, and how many a core serves"},
};
const int benchSceneCount = sizeof benchScenes / sizeof benchScenes[0];

const char *sceneMapOf(const char *name)
{
    const char *dash = strchr(name, '-');
    return dash ? dash + 1 : name;
}
