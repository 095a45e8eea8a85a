// SPDX-License-Identifier: MIT
#include "cast_check.h"

#include "../../../shapes/exact.h"

#include <math.h>
#include <string.h>

static CaromVec2 between(CaromVec2 a, CaromVec2 b)
{
    return caromVec2Sub(b, a);
}

/// Rays that start or end on corners, run along edges, go nowhere, or very far.
static Ray awkwardRay(const Scene *scene, TestRandom *random)
{
    Ray ray = {sceneAwkwardPoint(scene, random), {0.0, 0.0}, 0.0};
    CaromVec2 to = sceneAwkwardPoint(scene, random);
    ray.translation = between(ray.origin, to);
    switch (testRandomInt(random, 0, 9)) {
    case 0: // a point
        ray.translation = caromVec2(0.0, 0.0);
        break;
    case 1: // past the second point
        ray.translation = caromVec2Scale(ray.translation, testRandomInt(random, 2, 5));
        break;
    case 2: // along an axis
        ray.translation.x = 0.0;
        break;
    case 3:
        ray.translation.y = 0.0;
        break;
    case 4:
        ray.translation = caromVec2Scale(ray.translation, 1e10 / scene->unit * 1e-4);
        break;
    case 5: // from before the first point through both
        ray.origin = caromVec2Sub(ray.origin, ray.translation);
        ray.translation = caromVec2Scale(ray.translation, 4.0);
        break;
    default:
        break;
    }
    return ray;
}

Ray anyRay(const Scene *scene, TestRandom *random)
{
    Ray ray = {scenePoint(scene, random), {0.0, 0.0}, 0.0};
    ray.translation = between(ray.origin, scenePoint(scene, random));
    if (testRandomInt(random, 0, 1)) {
        ray = awkwardRay(scene, random);
    }
    if (testRandomInt(random, 0, 2) == 0) {
        ray.radius =
            scene->unit * (scene->kind == SCENE_LATTICE ? testRandomInt(random, 1, 2)
                                                        : testRandomRange(random, 0.001, 2.0));
    }
    return ray;
}

int castThrough(const Scene *scene, const Ray *ray, const CaromQueryOptions *options,
                CaromHit *hits, int capacity)
{
    if (ray->radius == 0.0) {
        return caromWorldCastRay(scene->world, ray->origin, ray->translation, *options, hits,
                                 capacity);
    }
    return caromWorldCastCircle(scene->world, ray->origin, ray->radius, ray->translation, *options,
                                hits, capacity);
}

static bool same(double a, double b)
{
    return a == b;
}

/// The end of an edge that a first is at, by the user's numbers, otherwise -1.
static int vertexOf(const SceneView *view, const Ray *ray, const SceneFirst *first, int feature)
{
    if (view->geometry.type == CAROM_SHAPE_CIRCLE || view->geometry.type == CAROM_SHAPE_CAPSULE) {
        return -1;
    }
    CrEdge edge = sceneEdge(view, first->edge, ray->radius);
    CaromVec2 from = caromTransformPointInverse(view->placement, ray->origin);
    bool atA = first->part == CR_PART_A, atB = first->part == CR_PART_B;
    if (edge.reach == 0.0) {
        atA = crSideOfRay(from, ray->translation, edge.a) == 0;
        atB = crSideOfRay(from, ray->translation, edge.b) == 0;
    }
    if (!atA && !atB) {
        return -1;
    }
    const SceneShape *shape = view->shape;
    CaromVec2 end = atA ? edge.a : edge.b;
    CaromVec2 p = caromTransformPoint(shape->transform, shape->local[feature]);
    return p.x == end.x && p.y == end.y ? feature : (feature + 1) % shape->count;
}

/// That a hit is the one expected, and its description fits what was hit.
static void checkHit(const Scene *scene, const Ray *ray, const SceneFirst *first,
                     const CaromHit *hit, int number, int seed)
{
    SceneView view = sceneView(scene, first->index);
    CHECK_CAST(hit->shape.index == view.shape->id.index && hit->shape.age == view.shape->id.age);
    CHECK_CAST(hit->body.index == view.shape->body.index && hit->userData == (void *)view.shape);
    CHECK_CAST(same(hit->fraction, first->fraction));
    CHECK_CAST(hit->startsInside == first->inside);
    double length = sqrt(hit->normal.x * hit->normal.x + hit->normal.y * hit->normal.y);
    CHECK_CAST(fabs(length - 1.0) < 1e-9);
    if (first->inside) {
        CHECK_CAST(same(hit->distance, sceneGap(&view, ray->origin, ray->radius)));
        return;
    }
    CHECK_CAST(sceneIsFeature(&view, first->edge, hit->feature));
    CHECK_CAST(hit->vertex == vertexOf(&view, ray, first, hit->feature));
    CHECK_CAST(same(hit->distance, hit->fraction * caromVec2Length(ray->translation)));
    CrEdge edge = sceneEdge(&view, first->edge, ray->radius);
    CrPath path = crPathMake(ray->origin, ray->translation, caromVec2(0.0, 0.0));
    CaromVec2 center = crPathPoint(&path, first->fraction);
    CaromVec2 normal =
        crEdgeNormal(&edge, first->part, caromTransformPointInverse(view.placement, center));
    CHECK_CAST(first->part == CR_PART_A || first->part == CR_PART_B ||
               view.placement.position.x != 0.0 ||
               (same(normal.x, hit->normal.x) && same(normal.y, hit->normal.y)));
    // Exactly against the cast; computed, a normal may be off by a rounding, so may a tangent.
    double against = caromVec2Dot(hit->normal, ray->translation);
    CHECK_CAST(against <= 1e-7 * caromVec2Length(ray->translation));
}

void checkCast(const Scene *scene, const Ray *ray, const CaromQueryOptions *options, int number,
               int seed)
{
    SceneFirst firsts[SCENE_MOST];
    CaromHit hits[SCENE_MOST], some[3], one;
    int expected = sceneCast(scene, ray->origin, ray->radius, ray->translation, options, firsts);
    int count = castThrough(scene, ray, options, hits, SCENE_MOST);
    CHECK_CAST(count == expected);
    for (int i = 0; i < count; i++) {
        checkHit(scene, ray, &firsts[i], &hits[i], number, seed);
    }
    if (number % 8 == 0) {
        CHECK_CAST(castThrough(scene, ray, options, some, 3) == count);
        CHECK_CAST(memcmp(some, hits, (size_t)(count < 3 ? count : 3) * sizeof some[0]) == 0);
        CHECK_CAST(castThrough(scene, ray, options, NULL, 0) == count);
    }
    CHECK_CAST(castThrough(scene, ray, options, &one, 1) == (count > 0));
    CHECK_CAST(count == 0 || memcmp(&one, &hits[0], sizeof one) == 0);
    CHECK_CAST(caromWorldCastAny(scene->world, ray->origin, ray->radius, ray->translation,
                                 *options) == (count > 0));
}
