// SPDX-License-Identifier: MIT
// What loops over all walls say, without a grid: too simple to be wrong.
#include "asks.h"

#include <math.h>

CaromGeometry asksBox(CaromVec2 middle, CaromVec2 corners[4])
{
    for (int i = 0; i < 4; i++) {
        corners[i] =
            caromVec2Add(middle, caromVec2(i == 1 || i == 2 ? 0.1 : -0.1, i >= 2 ? 0.1 : -0.1));
    }
    return caromGeometry(CAROM_SHAPE_POLYGON, corners, 4, 0);
}

static CaromGeometry wallOf(const Asker *asker, int wall)
{
    return caromGeometry(CAROM_SHAPE_SEGMENT,
                         asker->scene->points + asker->scene->shapes[wall].first, 2, 0);
}

static CaromVec2 along(const Asker *asker, int i, double length)
{
    return caromVec2Scale(caromVec2Normalize(asker->scene->velocities[i]), length);
}

static double castAll(const Asker *asker, const CaromGeometry *moving, CaromVec2 way)
{
    double best = 1;
    for (int i = 0; i < asker->scene->shapeCount; i++) {
        CaromConvexHit hit;
        CaromGeometry wall = wallOf(asker, i);
        if (caromCastConvex(moving, way, &wall, CAROM_INSIDE_HIT, &hit)) {
            best = fmin(best, hit.fraction);
        }
    }
    return best;
}

double truthCircle(Asker *asker, int i)
{
    CaromGeometry circle =
        caromGeometry(CAROM_SHAPE_CIRCLE, &asker->scene->positions[i], 1, ASK_RADIUS);
    return castAll(asker, &circle, along(asker, i, ASK_LENGTH));
}

double truthShape(Asker *asker, int i)
{
    CaromVec2 corners[4];
    CaromGeometry box = asksBox(asker->scene->positions[i], corners);
    return castAll(asker, &box, along(asker, i, ASK_LENGTH));
}

double truthAny(Asker *asker, int i)
{
    BenchHit hit;
    return benchSceneCast(asker->scene, asker->scene->positions[i], along(asker, i, ASK_LENGTH),
                          &hit);
}

/// The first time at which p + v t + g t²/2 is on the wall, by the quadratic formula.
static double arcMeets(CaromVec2 p, CaromVec2 v, const CaromVec2 *ends, double best)
{
    CaromVec2 way = caromVec2Sub(ends[1], ends[0]);
    double a = 0.5 * caromVec2Cross(way, ASK_GRAVITY), b = caromVec2Cross(way, v);
    double c = caromVec2Cross(way, caromVec2Sub(p, ends[0])), root = b * b - 4 * a * c;
    if (root < 0) {
        return best;
    }
    double q = -0.5 * (b + copysign(sqrt(root), b));
    double times[2] = {q / a, c / q}; // of a vertical wall the first is no number
    for (int k = 0; k < 2; k++) {
        double t = times[k];
        CaromVec2 at = {p.x + v.x * t, p.y + v.y * t + 0.5 * ASK_GRAVITY.y * t * t};
        double part = caromVec2Dot(caromVec2Sub(at, ends[0]), way) / caromVec2Dot(way, way);
        if (t > 0 && t < best && part >= 0 && part <= 1) {
            best = t;
        }
    }
    return best;
}

double truthArc(Asker *asker, int i)
{
    double best = ASK_SECONDS;
    for (int k = 0; k < asker->scene->shapeCount; k++) {
        best = arcMeets(asker->scene->positions[i], along(asker, i, 15),
                        asker->scene->points + asker->scene->shapes[k].first, best);
    }
    return best;
}

double truthBeam(Asker *asker, int i)
{
    CaromVec2 p = asker->scene->positions[i], way = along(asker, i, 1e4);
    double length = 0;
    for (int bounce = 0; bounce <= ASK_BOUNCES; bounce++) {
        BenchHit hit;
        if (!benchSceneCast(asker->scene, p, way, &hit)) {
            break;
        }
        length += hit.fraction * 1e4;
        CaromVec2 skin = caromVec2Scale(hit.normal, 1e-6);
        p = caromVec2Add(caromVec2Add(p, caromVec2Scale(way, hit.fraction)), skin);
        double into = caromVec2Dot(way, hit.normal);
        way = caromVec2Sub(way, caromVec2Scale(hit.normal, 2 * into));
    }
    return length;
}

/// The flight itself, in a world of its own.
double truthPredict(Asker *asker, int i)
{
    void *state = benchCarom.create(asker->scene);
    if (!state) {
        return NAN;
    }
    CaromWorld *world = benchCaromWorld(state);
    CaromProjectileDef def = caromProjectileDef();
    def.position = asker->scene->positions[i];
    def.velocity = along(asker, i, 15);
    def.acceleration = ASK_GRAVITY;
    CaromProjectileId id = caromProjectileFire(world, &def);
    caromWorldStepTo(world, ASK_SECONDS / 3);
    caromWorldStepTo(world, ASK_SECONDS);
    CaromVec2 place = caromProjectilePosition(world, id);
    benchCarom.destroy(state);
    return place.x + place.y;
}

double truthNearest(Asker *asker, int i)
{
    double best = ASK_LENGTH;
    for (int k = 0; k < asker->scene->shapeCount; k++) {
        const CaromVec2 *ends = asker->scene->points + asker->scene->shapes[k].first;
        best = fmin(best,
                    caromNearestOnSegment(asker->scene->positions[i], ends[0], ends[1]).distance);
    }
    return best;
}

double truthTouching(Asker *asker, int i)
{
    CaromVec2 corners[4];
    CaromGeometry box = asksBox(asker->scene->positions[i], corners);
    int count = 0;
    box.radius = 1;
    for (int k = 0; k < asker->scene->shapeCount; k++) {
        CaromGeometry wall = wallOf(asker, k);
        count += caromShapesTouch(&box, &wall);
    }
    return count;
}

/// The sum of thin sectors.
double truthLight(Asker *asker, int i)
{
    enum { RAYS = 2000 };
    double area = 0, slice = 6.283185307179586 / RAYS;
    for (int k = 0; k < RAYS; k++) {
        CaromRotation turn = caromRotation(slice * (k + 0.5));
        CaromVec2 way = {ASK_LENGTH * turn.c, ASK_LENGTH * turn.s};
        BenchHit hit;
        bool met = benchSceneCast(asker->scene, asker->scene->positions[i], way, &hit);
        double length = ASK_LENGTH * (met ? hit.fraction : 1);
        area += 0.5 * slice * length * length;
    }
    return area;
}
