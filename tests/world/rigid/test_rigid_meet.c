// SPDX-License-Identifier: MIT
// What dynamic bodies do to each other by their materials: friction, restitution, rolling, belts,
// surfaces of pairs, and changes of all these while they touch.
#include <math.h>
#include <stdlib.h>

#include "../../support/builder.h"

#define G 10.0 // [m/s²]

/// A world in which bodies touch, with a floor at y = 0 of a material.
typedef struct Yard {
    CaromWorld *world;
    CaromShapeId floor;
} Yard;

static Yard newYard(CaromVec2 gravity, const CaromShapeDef *ground)
{
    CaromWorldDef def = newWorldDef();
    def.gravity = gravity;
    Yard yard;
    yard.world = newWorldOf(&def);
    yard.floor = madeShape(caromShapeCreateBox(yard.world, newRest(yard.world), ground,
                                               caromVec2(0.0, -1.0), caromVec2(100.0, 1.0)));
    return yard;
}

static CaromBodyId newBodyAt(Yard *yard, double x, double y)
{
    return newBody(yard->world, CAROM_BODY_DYNAMIC, caromVec2(x, y), caromVec2(0.0, 0.0));
}

static CaromBodyId newCrate(Yard *yard, double x, double y, const CaromShapeDef *def)
{
    CaromBodyId body = newBodyAt(yard, x, y);
    madeShape(
        caromShapeCreateBox(yard->world, body, def, caromVec2(0.0, 0.0), caromVec2(0.5, 0.5)));
    return body;
}

static CaromBodyId newDisc(Yard *yard, double x, double y, double radius, const CaromShapeDef *def)
{
    CaromBodyId body = newBodyAt(yard, x, y);
    madeShape(caromShapeCreateCircle(yard->world, body, def, caromVec2(0.0, 0.0), radius));
    return body;
}

static void stepsUntil(Yard *yard, double until)
{
    while (caromWorldTime(yard->world) < until) {
        caromWorldStep(yard->world, 1.0 / 60.0);
    }
}

static CaromVec2 placeOf(const Yard *yard, CaromBodyId body)
{
    return caromBodyTransform(yard->world, body).position;
}

// ---- the numbers of shapes

/// The slope stands in the gravity: tan α = 0.55 is held by the default of 0.6, 0.65 is not.
TEST(friction_between_bodies_has_a_default_of_its_own)
{
    CaromShapeDef plain = caromShapeDef();
    ck_assert(plain.bodyFriction == 0.6 && plain.bodyRestitution == 0.0);
    ck_assert(plain.bodyRollingResistance == 0.0 && plain.friction == 1.0);
    for (int k = 0; k < 2; k++) {
        double slope = k == 0 ? 0.55 : 0.65;
        Yard yard = newYard(caromVec2(slope * G, -G), &plain);
        CaromBodyId crate = newCrate(&yard, 0.0, 0.5, &plain);
        stepsUntil(&yard, 2.0);
        // ½·(0.65 − 0.6)·g·t² = 1
        ck_assert_double_eq_tol(placeOf(&yard, crate).x, k == 0 ? 0.0 : 1.0, 0.08);
        endWorld(yard.world);
    }
}

/// √(0.9·0.4) = 0.6 decelerates a crate of 6 m/s by 6 m/s²: 3 m.
TEST(friction_of_two_shapes_is_the_geometric_mean)
{
    CaromShapeDef floor = caromShapeDef(), box = caromShapeDef();
    floor.bodyFriction = 0.9;
    box.bodyFriction = 0.4;
    box.friction = floor.friction = 0.0; // for projectiles only
    Yard yard = newYard(caromVec2(0.0, -G), &floor);
    CaromBodyId crate = newCrate(&yard, 0.0, 0.5, &box);
    caromBodySetVelocity(yard.world, crate, caromVec2(6.0, 0.0));
    stepsUntil(&yard, 2.0);
    ck_assert_double_eq_tol(placeOf(&yard, crate).x, 3.0, 0.1);
    endWorld(yard.world);
}

/// The highest place after the first contact, from a fall by 2 m.
static double bounceOf(double ground, double ball, double forProjectiles)
{
    CaromShapeDef floor = caromShapeDef(), disc = caromShapeDef();
    floor.bodyRestitution = ground;
    disc.bodyRestitution = ball;
    floor.restitution = disc.restitution = forProjectiles;
    Yard yard = newYard(caromVec2(0.0, -G), &floor);
    CaromBodyId body = newDisc(&yard, 0.0, 2.5, 0.5, &disc);
    double highest = 0.0;
    bool landed = false;
    for (int k = 0; k < 100; k++) {
        stepsUntil(&yard, (k + 1) / 60.0);
        double height = placeOf(&yard, body).y - 0.5;
        landed |= height < 0.2;
        highest = landed && height > highest ? height : highest;
    }
    endWorld(yard.world);
    return highest;
}

TEST(the_larger_restitution_of_two_shapes_counts)
{
    ck_assert(bounceOf(0.0, 0.0, 1.0) < 0.21);
    double height = bounceOf(0.5, 0.2, 0.0); // e²·2 m, up to what falls within a tick
    ck_assert_msg(height > 0.4 && height < 0.6, "%g", height);
    ck_assert(bounceOf(0.2, 0.5, 1.0) == height);
}

/// I = ½mr²; the normal force acts c·r ahead: a = c·g / (1 + ½) = ⅔·c·g.
TEST(a_disc_is_slowed_by_rolling_resistance)
{
    static const double radii[2] = {0.5, 0.25};
    for (int k = 0; k < 2; k++) {
        CaromShapeDef floor = caromShapeDef(), disc = caromShapeDef();
        disc.bodyRollingResistance = 0.15;
        disc.rollingResistance = 0.0; // for projectiles only
        Yard yard = newYard(caromVec2(0.0, -G), &floor);
        CaromBodyId body = newDisc(&yard, 0.0, radii[k], radii[k], &disc);
        caromBodySetVelocity(yard.world, body, caromVec2(3.0, 0.0));
        caromBodySetAngularVelocity(yard.world, body, -3.0 / radii[k]);
        stepsUntil(&yard, 1.0);
        ck_assert_double_eq_tol(caromBodyVelocity(yard.world, body).x, 2.0, 0.1);
        endWorld(yard.world);
    }
}

/// A floor of positive speed carries to the right, as it does with projectiles; a crate whose own
/// surface runs drives itself.
TEST(belts_carry_bodies_as_they_carry_projectiles)
{
    for (int own = 0; own < 2; own++) {
        CaromShapeDef floor = caromShapeDef(), box = caromShapeDef();
        floor.surfaceSpeed = own ? 0.0 : 2.0;
        box.surfaceSpeed = own ? 2.0 : 0.0;
        Yard yard = newYard(caromVec2(0.0, -G), &floor);
        CaromBodyId crate = newCrate(&yard, 0.0, 0.5, &box);
        stepsUntil(&yard, 2.0);
        ck_assert_double_eq_tol(caromBodyVelocity(yard.world, crate).x, 2.0, 0.05);
        CaromProjectileDef shot = newShot(caromVec2(-20.0, 0.5), caromVec2(0.0, -1.0));
        shot.radius = 0.1;
        shot.restitution = 0.0;
        shot.friction = 1.0;
        CaromProjectileId ball = fireShot(yard.world, &shot);
        stepsUntil(&yard, 4.0);
        ck_assert((caromProjectileVelocity(yard.world, ball).x > 0.5) == !own);
        endWorld(yard.world);
    }
}

// ---- surfaces of pairs

enum { WOOD = 3, ICE = 7 };

static CaromSurface surfaceFor(CaromSurfaceBodies bodies, double friction)
{
    CaromSurface surface = caromSurface();
    surface.friction = friction;
    surface.restitution = 0.0;
    surface.bodies = bodies;
    return surface;
}

/// How far a crate of wood slides on ice from 4 m/s, in 1 s.
static double slideOn(uint32_t first, uint32_t second, const CaromSurface *surface, int edge)
{
    CaromShapeDef floor = caromShapeDef(), box = caromShapeDef();
    floor.material = ICE;
    box.material = WOOD;
    Yard yard = newYard(caromVec2(0.0, -G), &floor);
    if (edge >= 0) { // ice on one edge of a chain only
        const CaromVec2 points[4] = {{100.0, 0.01}, {50.0, 0.01}, {-50.0, 0.01}, {-100.0, 0.01}};
        const uint32_t materials[3] = {edge == 0 ? ICE : WOOD, edge == 1 ? ICE : WOOD,
                                       edge == 2 ? ICE : WOOD};
        floor.materials = materials;
        madeShape(caromShapeCreateChain(yard.world, newRest(yard.world), &floor, points, 4, 0));
    }
    ck_assert_ok(caromWorldSetSurface(yard.world, first, second, surface));
    CaromBodyId crate = newCrate(&yard, 0.0, edge >= 0 ? 0.51 : 0.5, &box);
    caromBodySetVelocity(yard.world, crate, caromVec2(4.0, 0.0));
    stepsUntil(&yard, 1.0);
    double way = placeOf(&yard, crate).x;
    endWorld(yard.world);
    return way;
}

TEST(a_surface_holds_for_bodies_if_it_says_so)
{
    double mixed = 4.0 * 4.0 / 12.0; // μ = 0.6: 6 m/s²
    CaromSurface only = surfaceFor(CAROM_SURFACE_BODIES_MIX, 0.0);
    CaromSurface too = surfaceFor(CAROM_SURFACE_BODIES_TOO, 0.0);
    ck_assert_double_eq_tol(slideOn(WOOD, ICE, &only, -1), mixed, 0.05);
    ck_assert_double_eq_tol(slideOn(WOOD, ICE, &too, -1), 4.0, 0.05);
    ck_assert_double_eq_tol(slideOn(ICE, WOOD, &too, -1), 4.0, 0.05);
    ck_assert_double_eq_tol(slideOn(WOOD, WOOD, &too, -1), mixed, 0.05);
    ck_assert_double_eq_tol(slideOn(WOOD, ICE, &too, 1), 4.0, 0.05);
    ck_assert_double_eq_tol(slideOn(WOOD, ICE, &too, 2), mixed, 0.05);
}

TEST(of_two_surfaces_the_one_with_the_lower_material_first_counts)
{
    CaromShapeDef floor = caromShapeDef(), box = caromShapeDef();
    floor.material = ICE;
    box.material = WOOD;
    Yard yard = newYard(caromVec2(0.0, -G), &floor);
    CaromSurface slick = surfaceFor(CAROM_SURFACE_BODIES_TOO, 0.0);
    CaromSurface pass = surfaceFor(CAROM_SURFACE_BODIES_PASS, 0.0);
    ck_assert_ok(caromWorldSetSurface(yard.world, WOOD, ICE, &slick));
    ck_assert_ok(caromWorldSetSurface(yard.world, ICE, WOOD, &pass));
    CaromBodyId crate = newCrate(&yard, 0.0, 0.5, &box);
    stepsUntil(&yard, 1.0);
    ck_assert(placeOf(&yard, crate).y > 0.45);
    endWorld(yard.world);
}

// ---- changes while they touch

TEST(changed_materials_reach_bodies_that_touch)
{
    CaromShapeDef plain = caromShapeDef();
    Yard yard = newYard(caromVec2(0.5 * G, -G), &plain);
    CaromBodyId crate = newCrate(&yard, 0.0, 0.5, &plain);
    stepsUntil(&yard, 1.0);
    double before = placeOf(&yard, crate).x;
    ck_assert_double_eq_tol(before, 0.0, 0.01);
    CaromShapeMaterial ice = caromShapeMaterial(yard.world, yard.floor);
    ck_assert(ice.bodyFriction == 0.6);
    ice.bodyFriction = 0.0;
    ck_assert_ok(caromShapeSetMaterial(yard.world, yard.floor, &ice));
    stepsUntil(&yard, 2.0); // ½·½g·1²
    ck_assert_double_eq_tol(placeOf(&yard, crate).x, before + 2.5, 0.05);
    ice.surfaceSpeed = 1.0;
    ice.bodyFriction = 1.0;
    ck_assert_ok(caromShapeSetMaterial(yard.world, yard.floor, &ice));
    stepsUntil(&yard, 5.0);
    ck_assert_double_eq_tol(caromBodyVelocity(yard.world, crate).x, 1.0, 0.05);
    endWorld(yard.world);
}

TEST(a_surface_that_lets_pass_opens_a_floor_and_closes_it)
{
    CaromShapeDef floor = caromShapeDef(), box = caromShapeDef();
    floor.material = ICE;
    box.material = WOOD;
    Yard yard = newYard(caromVec2(0.0, -G), &floor);
    CaromBodyId crate = newCrate(&yard, 0.0, 0.5, &box);
    stepsUntil(&yard, 0.5);
    ck_assert(placeOf(&yard, crate).y > 0.45);
    CaromSurface pass = surfaceFor(CAROM_SURFACE_BODIES_PASS, 0.0);
    ck_assert_ok(caromWorldSetSurface(yard.world, WOOD, ICE, &pass));
    stepsUntil(&yard, 0.75);
    ck_assert(placeOf(&yard, crate).y < 0.3);
    ck_assert_ok(caromWorldSetSurface(yard.world, WOOD, ICE, NULL)); // pushed out again
    stepsUntil(&yard, 4.0);
    ck_assert_double_eq_tol(placeOf(&yard, crate).y, 0.5, 0.02);
    ck_assert_ok(caromWorldSetSurface(yard.world, WOOD, ICE, &pass));
    CaromBodyId other = newCrate(&yard, 5.0, 1.0, &box); // passes from the beginning
    stepsUntil(&yard, 5.0);
    ck_assert(placeOf(&yard, other).y < -3.0 && placeOf(&yard, crate).y < -3.0);
    endWorld(yard.world);
}

TEST(a_filter_that_changes_reaches_bodies_that_touch)
{
    CaromShapeDef plain = caromShapeDef();
    Yard yard = newYard(caromVec2(0.0, -G), &plain);
    CaromBodyId crate = newCrate(&yard, 0.0, 0.5, &plain);
    stepsUntil(&yard, 0.5);
    CaromFilter none = {2, 0, 0};
    ck_assert_ok(caromShapeSetFilter(yard.world, yard.floor, none));
    stepsUntil(&yard, 1.0);
    ck_assert(placeOf(&yard, crate).y < -0.5);
    endWorld(yard.world);
}

// ---- saved

TEST(what_bodies_meet_is_saved_and_hashed)
{
    uint64_t hashes[4] = {0};
    for (int k = 0; k < 4; k++) {
        CaromShapeDef def = caromShapeDef();
        def.bodyRestitution = k == 1 ? 0.5 : 0.0;
        def.bodyFriction = k == 2 ? 0.5 : 0.6;
        def.bodyRollingResistance = k == 3 ? 0.5 : 0.0;
        CaromWorldDef world = newWorldDef();
        world.tag = 1;
        CaromWorld *w = newWorldOf(&world);
        CaromShapeId shape =
            madeShape(caromShapeCreateCircle(w, newRest(w), &def, caromVec2(0.0, 0.0), 1.0));
        CaromSurface too = surfaceFor(CAROM_SURFACE_BODIES_TOO, 0.25);
        ck_assert_ok(caromWorldSetSurface(w, 1, 2, &too));
        hashes[k] = caromWorldHash(w);
        size_t size = caromWorldSnapshotSize(w);
        void *bytes = malloc(size);
        ck_assert_ok(caromWorldSave(w, bytes, size, &size));
        CaromShapeMaterial other = caromShapeMaterial(w, shape);
        other.bodyFriction = 0.1;
        ck_assert_ok(caromShapeSetMaterial(w, shape, &other));
        ck_assert_ok(caromWorldSetSurface(w, 1, 2, NULL));
        ck_assert(caromWorldHash(w) != hashes[k]);
        ck_assert_ok(caromWorldRestore(w, bytes, size));
        ck_assert(caromWorldHash(w) == hashes[k]);
        ck_assert(caromShapeMaterial(w, shape).bodyFriction == def.bodyFriction);
        ck_assert(caromWorldSurface(w, 1, 2, &too) == 1);
        ck_assert(too.bodies == CAROM_SURFACE_BODIES_TOO && too.steep == CAROM_HIT_BOUNCE);
        free(bytes);
        endWorld(w);
        for (int j = 0; j < k; j++) {
            ck_assert(hashes[j] != hashes[k]);
        }
    }
}

// ---- one-sided walls

/// From below through a platform, and down on it; a round and a square body, and a chain.
TEST(one_sided_walls_are_platforms_to_jump_through)
{
    for (int k = 0; k < 4; k++) {
        CaromShapeDef plain = caromShapeDef();
        Yard yard = newYard(caromVec2(0.0, -G), &plain);
        const CaromVec2 points[3] = {{10.0, 2.0}, {0.1, 2.0}, {-10.0, 2.0}};
        if (k < 2) {
            newOneSided(yard.world, newRest(yard.world), points[0], points[2]);
        } else {
            newChain(yard.world, newRest(yard.world), points, 3, CAROM_CHAIN_ONE_SIDED);
        }
        CaromBodyId body =
            k % 2 ? newDisc(&yard, 0.0, 0.5, 0.5, &plain) : newCrate(&yard, 0.0, 0.5, &plain);
        caromBodySetVelocity(yard.world, body, caromVec2(0.0, 9.0)); // 4 m up
        stepsUntil(&yard, 0.7);
        ck_assert_msg(placeOf(&yard, body).y > 3.5, "%d: %g", k, placeOf(&yard, body).y);
        stepsUntil(&yard, 4.0);
        ck_assert_msg(fabs(placeOf(&yard, body).y - 2.5) < 0.02, "%d: %g", k,
                      placeOf(&yard, body).y);
        endWorld(yard.world);
    }
}
