// SPDX-License-Identifier: MIT
#include "scene.h"

#include "builder.h"

#include "../../shapes/exact.h"
#include "random_vec.h"
#include "rounded.h"

#include <stdlib.h>

// ---- making

static CaromVec2 lattice(TestRandom *random, int most)
{
    return caromVec2(testRandomInt(random, -most, most), testRandomInt(random, -most, most));
}

CaromVec2 scenePoint(const Scene *scene, TestRandom *random)
{
    CaromVec2 p = scene->kind == SCENE_LATTICE ? lattice(random, 12) : randomVec(random, 12.0);
    return caromVec2Add(scene->center, caromVec2Scale(p, scene->unit));
}

static CaromBodyId makeBody(Scene *scene, TestRandom *random, SceneShape *shape)
{
    CaromBodyDef def = caromBodyDef();
    bool moves = scene->kind == SCENE_MOVING && testRandomInt(random, 0, 1);
    def.position = scenePoint(scene, random);
    if (scene->kind != SCENE_LATTICE) {
        double x = testRandomRange(random, 0.3, 2.0);
        def.angle = testRandomRange(random, -10.0, 10.0);
        def.scale =
            caromVec2(testRandomInt(random, 0, 2) ? x : -x, testRandomRange(random, 0.3, 2.0));
    } else if (testRandomInt(random, 0, 3) == 0) {
        def.scale = caromVec2(testRandomInt(random, 0, 1) ? 1.0 : -1.0, -1.0);
    }
    if (moves) {
        def.type = CAROM_BODY_KINEMATIC;
        def.velocity = randomVec(random, 3.0);
    }
    shape->isStatic = !moves;
    shape->transform = caromTransform(def.position, def.angle, def.scale);
    return caromBodyCreate(scene->world, &def);
}

/// Star-shaped, so that edges can't cross; often concave, of either winding.
static void starPoints(TestRandom *random, double unit, SceneShape *shape)
{
    shape->count = testRandomInt(random, 3, SCENE_POINTS);
    double turn = testRandomInt(random, 0, 1) ? 6.283185307179586 : -6.283185307179586;
    for (int i = 0; i < shape->count; i++) {
        CaromRotation r =
            caromRotation(turn * (i + testRandomRange(random, 0.0, 0.8)) / shape->count);
        shape->local[i] =
            caromVec2Scale(caromVec2(r.c, r.s), unit * testRandomRange(random, 0.5, 3.0));
    }
}

static void latticePoints(TestRandom *random, SceneShape *shape)
{
    static const CaromVec2 outlines[3][6] = {
        {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}, // an L
        {{0, 0}, {3, 0}, {0, 3}},
        {{0, 0}, {0, 2}, {1, 1}, {2, 2}, {2, 0}}, // clockwise, a notch
    };
    static const int counts[3] = {6, 3, 5};
    int which = testRandomInt(random, 0, 2);
    CaromVec2 at = lattice(random, 2);
    shape->count = counts[which];
    for (int i = 0; i < shape->count; i++) {
        shape->local[i] = caromVec2Add(at, outlines[which][i]);
    }
}

static CaromShapeId makeSolid(Scene *scene, TestRandom *random, const CaromShapeDef *def,
                              SceneShape *shape, double radius)
{
    shape->oneSided = true;
    if (testRandomInt(random, 0, 2)) {
        scene->kind == SCENE_LATTICE ? latticePoints(random, shape)
                                     : starPoints(random, scene->unit, shape);
        return roundedPolygon(scene->world, shape->body, def, shape->local, shape->count, radius);
    }
    CaromVec2 c =
        scene->kind == SCENE_LATTICE ? lattice(random, 2) : randomVec(random, scene->unit);
    CaromVec2 h = caromVec2(scene->unit * testRandomInt(random, 1, 3),
                            scene->unit * testRandomInt(random, 1, 3));
    shape->count = 4;
    shape->local[0] = caromVec2(c.x - h.x, c.y - h.y);
    shape->local[1] = caromVec2(c.x + h.x, c.y - h.y);
    shape->local[2] = caromVec2(c.x + h.x, c.y + h.y);
    shape->local[3] = caromVec2(c.x - h.x, c.y + h.y);
    return roundedBox(scene->world, shape->body, def, c, h, radius);
}

static CaromShapeId makeThin(Scene *scene, TestRandom *random, const CaromShapeDef *def,
                             SceneShape *shape, int what, double rounding)
{
    CaromVec2 a =
        scene->kind == SCENE_LATTICE ? lattice(random, 3) : randomVec(random, 2.0 * scene->unit);
    CaromVec2 b =
        scene->kind == SCENE_LATTICE ? lattice(random, 3) : randomVec(random, 2.0 * scene->unit);
    shape->local[0] = a;
    shape->local[1] = b;
    shape->count = what == 0 ? 1 : 2;
    shape->oneSided = what == 1;
    if (what == 0) {
        double radius =
            scene->unit * (scene->kind == SCENE_LATTICE ? testRandomInt(random, 1, 3)
                                                        : testRandomRange(random, 0.1, 2.0));
        return caromShapeCreateCircle(scene->world, shape->body, def, a, radius);
    }
    return what == 1 ? roundedOneSided(scene->world, shape->body, def, a, b, rounding)
                     : roundedSegment(scene->world, shape->body, def, a, b, rounding);
}

/// Any polyline, that may cross itself.
static CaromShapeId makeChain(Scene *scene, TestRandom *random, const CaromShapeDef *def,
                              SceneShape *shape, double radius)
{
    uint32_t flags = (uint32_t)testRandomInt(random, 0, 3);
    shape->count = testRandomInt(random, flags & CAROM_CHAIN_CLOSED ? 3 : 2, SCENE_POINTS);
    shape->oneSided = flags & CAROM_CHAIN_ONE_SIDED;
    for (int i = 0; i < shape->count; i++) {
        shape->local[i] = scene->kind == SCENE_LATTICE ? lattice(random, 3)
                                                       : randomVec(random, 2.0 * scene->unit);
    }
    return roundedChain(scene->world, shape->body, def, shape->local, shape->count, flags, radius);
}

static CaromShapeId makeCapsule(Scene *scene, TestRandom *random, const CaromShapeDef *def,
                                SceneShape *shape)
{
    double radius =
        scene->unit * (scene->kind == SCENE_LATTICE ? testRandomInt(random, 1, 2)
                                                    : testRandomRange(random, 0.1, 1.0));
    shape->count = 2;
    shape->oneSided = false;
    for (int i = 0; i < 2; i++) {
        shape->local[i] = scene->kind == SCENE_LATTICE ? lattice(random, 2)
                                                       : randomVec(random, 2.0 * scene->unit);
    }
    return caromShapeCreateCapsule(scene->world, shape->body, def, shape->local[0], shape->local[1],
                                   radius);
}

static CaromShapeId makeAny(Scene *scene, TestRandom *random, const CaromShapeDef *def,
                            SceneShape *shape)
{
    int what = testRandomInt(random, 0, 8);
    double radius = 0.0;
    if (what == 8) {
        return makeCapsule(scene, random, def, shape);
    }
    if (what > 0 && testRandomInt(random, 0, 3) == 0) {
        radius =
            scene->unit * (scene->kind == SCENE_LATTICE ? 1.0 : testRandomRange(random, 0.01, 1.0));
    }
    return what < 3   ? makeThin(scene, random, def, shape, what, radius)
           : what < 6 ? makeSolid(scene, random, def, shape, radius)
                      : makeChain(scene, random, def, shape, radius);
}

static void addShape(Scene *scene, TestRandom *random)
{
    SceneShape *shape = &scene->shapes[scene->count];
    bool alone = scene->count == 0 || testRandomInt(random, 0, 3) > 0;
    if (alone) {
        shape->body = makeBody(scene, random, shape);
    } else {
        shape->body = shape[-1].body;
        shape->transform = shape[-1].transform;
        shape->isStatic = shape[-1].isStatic;
    }
    CaromShapeDef def = caromShapeDef();
    def.filter.category = (uint64_t)1 << testRandomInt(random, 0, 2);
    def.filter.mask =
        testRandomInt(random, 0, 3) ? UINT64_MAX : (uint64_t)testRandomInt(random, 0, 7);
    def.filter.group = testRandomInt(random, 0, 3) ? 0 : testRandomInt(random, -2, 2);
    def.userData = shape;
    shape->filter = def.filter;
    shape->id = makeAny(scene, random, &def, shape);
    scene->count += shape->id.index != 0; // edges without length are refused
}

Scene *sceneMake(TestRandom *random, SceneKind kind)
{
    static const double units[SCENE_KIND_COUNT] = {1.0, 1.0, 1e-6, 1e4, 1.0};
    Scene *scene = calloc(1, sizeof *scene);
    if (!scene) {
        abort();
    }
    scene->world = newWorld();
    scene->kind = kind;
    scene->unit = units[kind];
    scene->center = kind == SCENE_HUGE ? caromVec2(3e6, -1e6) : caromVec2(0.0, 0.0);
    int most = testRandomInt(random, 1, SCENE_MOST);
    while (scene->count < most) {
        addShape(scene, random);
    }
    return scene;
}

void sceneFree(Scene *scene)
{
    caromWorldDestroy(scene->world);
    free(scene);
}

// ---- looking

SceneView sceneView(const Scene *scene, int index)
{
    SceneView view = {caromGeometry(CAROM_SHAPE_CIRCLE, NULL, 0, 0.0), caromTransformIdentity(), 0,
                      &scene->shapes[index]};
    caromShapeGeometry(scene->world, scene->shapes[index].id, &view.geometry, &view.placement);
    switch (view.geometry.type) {
    case CAROM_SHAPE_POLYGON:
    case CAROM_SHAPE_LOOP:
        view.edgeCount = view.geometry.count;
        break;
    case CAROM_SHAPE_CHAIN:
        view.edgeCount = view.geometry.count - 1;
        break;
    default:
        view.edgeCount = 1;
        break;
    }
    return view;
}

bool sceneIsWall(const SceneView *view)
{
    return view->geometry.type == CAROM_SHAPE_SEGMENT || view->geometry.type == CAROM_SHAPE_CHAIN ||
           view->geometry.type == CAROM_SHAPE_LOOP;
}

CaromVec2 sceneAwkwardPoint(const Scene *scene, TestRandom *random)
{
    SceneView view = sceneView(scene, testRandomInt(random, 0, scene->count - 1));
    const CaromVec2 *p = view.geometry.points;
    int i = testRandomInt(random, 0, view.geometry.count - 1), next = (i + 1) % view.geometry.count;
    CaromVec2 a = caromTransformPoint(view.placement, p[i]),
              b = caromTransformPoint(view.placement, p[next]);
    switch (testRandomInt(random, 0, 4)) {
    case 0:
        return scenePoint(scene, random);
    case 1: // the middle of an edge, as well as doubles have it
        return caromVec2(0.5 * (a.x + b.x), 0.5 * (a.y + b.y));
    case 2:
        return caromVec2(a.x + view.geometry.radius, a.y);
    default:
        return a;
    }
}

bool sceneSees(const Scene *scene, int index, const CaromQueryOptions *options)
{
    const SceneShape *shape = &scene->shapes[index];
    const CaromFilter *f = &shape->filter, *g = &options->filter;
    if (options->ignoreBody.index != 0 && shape->body.index == options->ignoreBody.index) {
        return false;
    }
    if (f->group == g->group && f->group != 0) {
        return f->group > 0;
    }
    return (f->category & g->mask) && (g->category & f->mask);
}

CrEdge sceneEdge(const SceneView *view, int edge, double radius)
{
    const CaromGeometry *g = &view->geometry;
    int next = edge + 1 < g->count ? edge + 1 : 0;
    CrEdge result = {g->points[edge], g->points[next], g->radius + radius, view->shape->oneSided};
    return result;
}

static bool isPoint(CaromVec2 a, CaromVec2 b)
{
    return a.x == b.x && a.y == b.y;
}

bool sceneIsFeature(const SceneView *view, int edge, int feature)
{
    const SceneShape *shape = view->shape;
    CrEdge baked = sceneEdge(view, edge, 0.0);
    if (feature < 0 || feature >= view->edgeCount) {
        return false;
    }
    CaromVec2 a = caromTransformPoint(shape->transform, shape->local[feature]);
    CaromVec2 b = caromTransformPoint(shape->transform, shape->local[(feature + 1) % shape->count]);
    return (isPoint(a, baked.a) && isPoint(b, baked.b)) ||
           (isPoint(a, baked.b) && isPoint(b, baked.a));
}

double sceneGap(const SceneView *view, CaromVec2 p, double radius)
{
    const CaromGeometry *g = &view->geometry;
    CaromVec2 local = caromTransformPointInverse(view->placement, p);
    if (g->type == CAROM_SHAPE_CIRCLE) {
        return caromVec2Distance(local, g->points[0]) - g->radius - radius;
    }
    double gap = 1e300;
    for (int e = 0; e < view->edgeCount; e++) {
        CrEdge edge = sceneEdge(view, e, 0.0);
        if (sceneIsWall(view) && edge.oneSided && caromOrientation(edge.a, edge.b, local) > 0) {
            continue; // behind it
        }
        double distance = caromNearestOnSegment(local, edge.a, edge.b).distance;
        gap = distance < gap ? distance : gap;
    }
    bool inside = g->type == CAROM_SHAPE_POLYGON && caromPointInPolygon(local, g->points, g->count);
    return (inside ? -gap : gap) - g->radius - radius;
}

// ---- casting

/// Within a class of firsts; see world/cast.h.
static bool comesBefore(const Scene *scene, CaromVec2 origin, CaromVec2 translation,
                        const SceneFirst *a, const SceneFirst *b)
{
    int order = (a->fraction > b->fraction) - (a->fraction < b->fraction);
    if (a->thin) {
        SceneView va = sceneView(scene, a->index), vb = sceneView(scene, b->index);
        CrEdge e = sceneEdge(&va, a->edge, 0.0), f = sceneEdge(&vb, b->edge, 0.0);
        order = crCompareFractions(origin, translation, e.a, e.b, f.a, f.b);
    }
    if (order != 0) {
        return order < 0;
    }
    uint32_t ia = scene->shapes[a->index].id.index, ib = scene->shapes[b->index].id.index;
    return ia != ib ? ia < ib : a->edge < b->edge;
}

static bool isReached(const CrPath *path, const CrEdge *edge, CrMeet *meet)
{
    if (edge->reach > 0.0) {
        return meet->tau <= 1.0;
    }
    int end = crSideOfEnd(edge->a, edge->b, path->p, path->v); // ends of rays count, exactly
    meet->tau = meet->tau < 1.0 ? meet->tau : 1.0;
    return meet->part == CR_PART_RIGHT ? end >= 0 : end <= 0;
}

static long double turn(CaromVec2 a, CaromVec2 b, CaromVec2 way)
{
    return ((long double)b.x - a.x) * way.y - ((long double)b.y - a.y) * way.x;
}

/// A ray from a corner of a polygon that leads out of it does not meet it there.
static bool leavesCorner(const SceneView *view, CaromVec2 p, CaromVec2 way)
{
    const CaromGeometry *g = &view->geometry;
    double near = crPlaceTolerance(p, 0.0);
    for (int i = 0; i < g->count && g->type == CAROM_SHAPE_POLYGON; i++) {
        CaromVec2 before = g->points[(i + g->count - 1) % g->count], at = g->points[i],
                  after = g->points[(i + 1) % g->count];
        if (caromVec2Distance(p, at) <= near) {
            bool one = turn(before, at, way) > 0, other = turn(at, after, way) > 0;
            bool convex = turn(before, at, caromVec2Sub(after, at)) >= 0;
            return convex ? !(one && other) : !(one || other);
        }
    }
    return false;
}

static bool firstOf(const Scene *scene, int index, CaromVec2 origin, double radius,
                    CaromVec2 translation, CaromInside inside, SceneFirst *first)
{
    SceneView view = sceneView(scene, index);
    CrPath path = crPathMake(caromTransformPointInverse(view.placement, origin), translation,
                             caromVec2(0.0, 0.0));
    double tolerance = crPlaceTolerance(path.p, radius + view.geometry.radius);
    if (sceneGap(&view, origin, radius) < -tolerance) {
        SceneFirst start = {0.0, index, 0, CR_PART_LEFT, true, false};
        *first = start;
        return inside == CAROM_INSIDE_HIT;
    }
    bool found = false;
    for (int e = 0; e < view.edgeCount; e++) {
        CrEdge edge = sceneEdge(&view, e, radius);
        CrMeet meet;
        if (!crPathMeets(&path, &edge, 0.0, false, &meet) || !isReached(&path, &edge, &meet)) {
            continue;
        }
        bool thin = radius == 0.0 && view.geometry.radius == 0.0 && view.shape->isStatic;
        if (radius + view.geometry.radius == 0.0 && meet.tau == 0.0 &&
            leavesCorner(&view, path.p, translation)) {
            continue;
        }
        SceneFirst candidate = {meet.tau, index, e, meet.part, false, thin};
        if (!found || comesBefore(scene, origin, translation, &candidate, first)) {
            *first = candidate;
            found = true;
        }
    }
    return found;
}

static void insertSorted(const Scene *scene, CaromVec2 origin, CaromVec2 translation,
                         SceneFirst *list, int count, SceneFirst first)
{
    int at = count;
    for (; at > 0 && comesBefore(scene, origin, translation, &first, &list[at - 1]); at--) {
        list[at] = list[at - 1];
    }
    list[at] = first;
}

int sceneCast(const Scene *scene, CaromVec2 origin, double radius, CaromVec2 translation,
              const CaromQueryOptions *options, SceneFirst *firsts)
{
    SceneFirst classes[2][SCENE_MOST];
    int counts[2] = {0, 0}, at[2] = {0, 0}, count = 0;
    for (int i = 0; i < scene->count; i++) {
        SceneFirst first;
        if (sceneSees(scene, i, options) &&
            firstOf(scene, i, origin, radius, translation, options->inside, &first)) {
            insertSorted(scene, origin, translation, classes[first.thin], counts[first.thin],
                         first);
            counts[first.thin]++;
        }
    }
    while (at[0] < counts[0] || at[1] < counts[1]) {
        const SceneFirst *other = &classes[0][at[0]], *thin = &classes[1][at[1]];
        bool takeThin = at[0] == counts[0];
        if (at[0] < counts[0] && at[1] < counts[1]) {
            takeThin = thin->fraction < other->fraction ||
                       (thin->fraction == other->fraction &&
                        scene->shapes[thin->index].id.index < scene->shapes[other->index].id.index);
        }
        at[takeThin]++;
        firsts[count++] = takeThin ? *thin : *other;
    }
    return count;
}
