// SPDX-License-Identifier: MIT
// Worlds full of random or awkward shapes, and what a query must find in them: a loop over every
// shape.
#ifndef CAROM_TESTS_SCENE_H
#define CAROM_TESTS_SCENE_H

#include "../../shapes/path.h"
#include "../../world/api/carom.h"
#include "random.h"

enum { SCENE_MOST = 48, SCENE_POINTS = 12 };

typedef struct SceneShape {
    CaromShapeId id;
    CaromBodyId body;
    CaromTransform transform; ///< under which it was baked
    CaromVec2 local[SCENE_POINTS];
    int count;
    CaromFilter filter;
    bool oneSided, isStatic;
} SceneShape;

/// What coordinates are like.
typedef enum SceneKind {
    SCENE_RANDOM,
    SCENE_LATTICE, ///< small integers: touching, collinear, duplicate
    SCENE_TINY,    ///< micrometres
    SCENE_HUGE,    ///< around (3e6, −1e6)
    SCENE_MOVING,  ///< half of the bodies are kinematic
    SCENE_KIND_COUNT
} SceneKind;

typedef struct Scene {
    CaromWorld *world;
    SceneKind kind;
    double unit; ///< [m] most things are within ±10 units of the center
    CaromVec2 center;
    SceneShape shapes[SCENE_MOST];
    int count;
} Scene;

Scene *sceneMake(TestRandom *random, SceneKind kind);
void sceneFree(Scene *scene);
CaromVec2 scenePoint(const Scene *scene, TestRandom *random);
/// A point of some shape's border or, now and then, any point.
CaromVec2 sceneAwkwardPoint(const Scene *scene, TestRandom *random);

/// One shape as a query treats it.
typedef struct SceneView {
    CaromGeometry geometry;
    CaromTransform placement; ///< of its body
    int edgeCount;
    const SceneShape *shape;
} SceneView;

SceneView sceneView(const Scene *scene, int index);
bool sceneSees(const Scene *scene, int index, const CaromQueryOptions *options);
CrEdge sceneEdge(const SceneView *view, int edge, double radius);
/// Whether an edge joins the very points that were given as those of a feature.
bool sceneIsFeature(const SceneView *view, int edge, int feature);
/// Whether it is made of lines, without an inside.
bool sceneIsWall(const SceneView *view);
/// < 0: a disc around p overlaps the solid or wall.
double sceneGap(const SceneView *view, CaromVec2 p, double radius);

/// What a cast must find first of one shape.
typedef struct SceneFirst {
    double fraction;
    int index; ///< of the shape in the scene
    int edge;
    CrPart part;
    bool inside, thin;
} SceneFirst;

/// Finds all firsts in their order, by a loop over every edge of every shape; returns how many.
/// Starts inside are taken as CAROM_INSIDE_HIT says, or left out (CAROM_INSIDE_IGNORE) with all of
/// their shape.
int sceneCast(const Scene *scene, CaromVec2 origin, double radius, CaromVec2 translation,
              const CaromQueryOptions *options, SceneFirst *firsts);

#endif
