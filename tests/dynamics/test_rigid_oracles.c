// SPDX-License-Identifier: MIT
// What rigid bodies do, against closed forms and symmetries.
#include "rigid_scene.h"

#include "../../shapes/array.h"
#include "../support/random.h"

/// Kinetic and potential energy of all dynamic bodies, for gravity (0, -10).
static double energyOf(const RigidScene *scene)
{
    const CrRigidBodies *b = &scene->dynamics.bodies;
    double sum = 0.0;
    for (int i = 1; i < crArrayCount(b->pose); i++) {
        const CrRigidVelocity *v = &b->velocity[i];
        if (b->traits[i].inverseMass > 0.0) {
            sum += (0.5 * (v->x * v->x + v->y * v->y) + 10.0 * b->pose[i].y) /
                       b->traits[i].inverseMass +
                   0.5 * v->spin * v->spin / b->traits[i].inverseInertia;
        }
    }
    return sum;
}

/// Bricks of length 1: the k-th from the top may stand out by 1/2k of its length over the next.
TEST(bricks_stand_out_by_half_a_harmonic_series)
{
    for (int falls = 0; falls < 2; falls++) {
        RigidScene scene;
        rigidSceneInit(&scene, NULL);
        int count = 5, top = 0;
        double part = falls ? 1.1 : 0.9, x = 0.0;
        rigidBox(&scene, CR_RIGID_STATIC, -5.0, -1.0, 5.5, 1.0, 0.0); // an edge at x = 0.5
        for (int k = count; k > 0; k--) {
            x += part * 0.5 / k;
            top = rigidBox(&scene, CR_RIGID_DYNAMIC, x, 0.1 + 0.2 * (count - k), 0.5, 0.1, 0.0);
        }
        double before = rigidPose(&scene, top).y;
        rigidTicks(&scene, 600);
        ck_assert_int_eq(rigidPose(&scene, top).y < before - 0.1, falls);
        rigidSceneFree(&scene);
    }
}

// ---- dominoes

/// A row of dominoes of height 1: how thick they are, and the gap between two.
typedef struct Row {
    double thickness, gap;
} Row;

enum { DOMINOES = 40 };

/// The mean time from one collision to the next, between the middle and the end of the row.
static double dominoTime(Row row, double gravity)
{
    RigidScene scene;
    int ids[DOMINOES], ticks = 0, begins[2] = {0, 0};
    double pitch = row.thickness + row.gap;
    rigidSceneInit(&scene, NULL);
    scene.dynamics.settings.gravity = caromVec2(0.0, -gravity);
    scene.friction = 1.0f;
    rigidBox(&scene, CR_RIGID_STATIC, 10.0, -1.0, 40.0, 1.0, 0.0);
    for (int i = 0; i < DOMINOES; i++) {
        ids[i] = rigidBox(&scene, CR_RIGID_DYNAMIC, pitch * i, 0.5, 0.5 * row.thickness, 0.5, 0.0);
    }
    scene.dynamics.bodies.velocity[ids[0]].spin = -2.0 * sqrt(gravity);
    scene.dynamics.bodies.velocity[ids[0]].x = sqrt(gravity);
    while (begins[1] == 0 && ticks < 3000) {
        ck_assert_ok(crDynamicsFindPairs(&scene.dynamics, TICK));
        for (int k = 0; k < crArrayCount(scene.dynamics.fresh); k++) {
            CrRigidContact *contact = &scene.dynamics.contacts.contact[scene.dynamics.fresh[k]];
            bool ground = contact->bodyA == 1 || contact->bodyB == 1;
            contact->friction = ground ? 2.0f : 0.0f;
        }
        ck_assert_ok(crDynamicsReserveSolve(&scene.dynamics, TICK));
        ck_assert_ok(crDynamicsSolve(&scene.dynamics, TICK));
        ticks++;
        for (int k = 0; k < 2; k++) {
            bool leans = fabs(rigidPose(&scene, ids[DOMINOES / 2 + k * 15]).angle) > 0.02;
            begins[k] = begins[k] == 0 && leans ? ticks : begins[k];
        }
    }
    rigidSceneFree(&scene);
    ck_assert_int_gt(begins[1], begins[0]);
    return (begins[1] - begins[0]) * TICK / 15.0;
}

/// D. E. Shaw, "Mechanics of a chain of dominoes" (American Journal of Physics, 1978), in the form
/// of J. M. J. van Leeuwen, "The domino effect" (the same, 2010), without friction between them:
/// they turn about their lower edges and lean on the next one from the collision on, so all follow
/// from the angle of the first in line. Between collisions energy is kept; a collision, without
/// restitution, keeps the momentum of that one angle. This is what it tends to.
static double dominoTheory(Row row, double gravity)
{
    enum { BEHIND = 200 };
    double d = row.thickness, p = row.gap + d, inertia = (1.0 + d * d) / 3.0, speed = 1.0;
    double time = 0.0, last = 1e9;
    for (int round = 0; round < 400 && fabs(time - last) > 1e-9; round++) {
        const double end = asin(row.gap), dt = 2e-4;
        double angle = 0.0;
        last = time;
        time = 0.0;
        double energy = -1.0, sum = 0.0;
        while (angle < end) {
            // angles of all that lean, and how they follow the first
            double a = angle, w = 1.0, weight = cos(a) + d * sin(a);
            sum = 1.0;
            for (int k = 0; k < BEHIND; k++) {
                // sin(b − a) = p·cos(a) − d, with b the one behind
                double s = p * cos(a) - d, b = a + asin(s);
                w *= 1.0 - p * sin(a) / sqrt(1.0 - s * s);
                sum += w * w;
                weight += cos(b) + d * sin(b);
                a = b;
            }
            double potential = 0.5 * gravity * weight;
            energy = energy < 0.0 ? 0.5 * inertia * sum * speed * speed + potential : energy;
            speed = sqrt(fmax(2.0 * (energy - potential) / (inertia * sum), 0.0));
            angle += speed * dt;
            time += dt;
        }
        speed *= sum / (sum + 1.0); // the next one comes to its first angle at rest
    }
    return time;
}

TEST_LOOP(dominoes_fall_as_fast_as_theory_says, 3)
{
    static const Row rows[] = {{0.1, 0.4}, {0.15, 0.5}, {0.2, 0.3}};
    double theory = dominoTheory(rows[_i], 10.0), time = dominoTime(rows[_i], 10.0);
    ck_assert_msg(fabs(time / theory - 1.0) < 0.02, "%g s, by theory %g", time, theory);
}

/// The wave is faster by the root of gravity.
TEST(dominoes_fall_by_the_root_of_gravity)
{
    Row row = {0.1, 0.5};
    double slow = dominoTime(row, 5.0), fast = dominoTime(row, 20.0);
    ck_assert_msg(fabs(slow / fast - 2.0) < 0.2, "%g %g", slow, fast);
}

/// P. Painlevé (1895): a rod that slides with much friction has no finite forces, or several.
TEST(a_rod_of_painleve_gains_nothing)
{
    for (int i = 0; i < 40; i++) {
        RigidScene scene;
        rigidSceneInit(&scene, NULL);
        scene.friction = 0.5f + 0.1f * (float)i;
        double angle = 0.7 + 0.02 * i, s = sin(angle), c = cos(angle);
        rigidBox(&scene, CR_RIGID_STATIC, 0.0, -1.0, 100.0, 1.0, 0.0);
        int rod = rigidBox(&scene, CR_RIGID_DYNAMIC, 0.0, s + 0.02 * c + 0.001, 1.0, 0.02, angle);
        scene.dynamics.bodies.velocity[rod].x = i % 2 ? -8.0 : 8.0;
        double first = energyOf(&scene), most = first;
        for (int k = 0; k < 180; k++) {
            rigidTicks(&scene, 1);
            most = fmax(most, energyOf(&scene));
            ck_assert(isfinite(rigidPose(&scene, rod).x) && isfinite(rigidPose(&scene, rod).angle));
        }
        ck_assert_msg(most <= first * 1.01, "rod %d: %g of %g", i, most, first);
        rigidSceneFree(&scene);
    }
}

enum { THROWN = 40 };

/// How a scene of thrown bodies differs from another of the same seed.
typedef struct Throw {
    double originX, mirror;
    int stride; ///< bodies are made in another order: each `stride`-th, round and round
    bool bounces;
} Throw;

/// Boxes and discs that do not overlap, each with a velocity; bodies[i] is the i-th.
static void throwAll(RigidScene *scene, uint64_t seed, Throw how, int bodies[THROWN])
{
    TestRandom random = testRandomSeed(seed);
    double drawn[THROWN][4];
    rigidBox(scene, CR_RIGID_STATIC, how.originX, -1.0, 40.0, 1.0, 0.0);
    for (int i = 0; i < THROWN; i++) {
        for (int k = 0; k < 4; k++) {
            drawn[i][k] = testRandomUnit(&random);
        }
    }
    for (int k = 0; k < THROWN; k++) {
        int i = k * how.stride % THROWN;
        double x = how.originX + how.mirror * (1.6 * (i % 8) - 5.6), y = 1.0 + 1.6 * (i / 8);
        double size = 0.2 + 0.3 * drawn[i][0], angle = how.mirror * drawn[i][1];
        scene->restitution = how.bounces ? (float)(i % 3) * 0.5f : 0.0f;
        bodies[i] = i % 3 ? rigidBox(scene, CR_RIGID_DYNAMIC, x, y, size, 0.4, angle)
                          : rigidDisc(scene, CR_RIGID_DYNAMIC, x, y, size);
        scene->dynamics.bodies.velocity[bodies[i]].x = how.mirror * (6.0 * drawn[i][2] - 3.0);
        scene->dynamics.bodies.velocity[bodies[i]].y = 6.0 * drawn[i][3] - 3.0;
    }
}

/// Restitutions up to 1: what is lost in one bounce is not won in another. What settles is lifted
/// by what soft contacts had given way.
TEST_LOOP(energy_does_not_grow, 16)
{
    RigidScene scene;
    rigidSceneInit(&scene, NULL);
    Throw how = {0.0, 1.0, 1, true};
    int bodies[THROWN];
    throwAll(&scene, (uint64_t)_i, how, bodies);
    double first = energyOf(&scene), most = first;
    for (int k = 0; k < 300; k++) {
        rigidTicks(&scene, 1);
        most = fmax(most, energyOf(&scene));
    }
    ck_assert_msg(most <= first * 1.01, "%g of %g", most, first);
    rigidSceneFree(&scene);
}

/// The same throw at 2^20 m from the origin; mirrored, where the two points of contacts are solved
/// in another order; and with bodies made in another order, so that contacts are. After half a
/// second bodies are where they were, by 5 mm on average and 0.1 m at most. (A body that meets a
/// corner goes to its left or right by the last digit.)
TEST_LOOP(elsewhere_mirrored_and_in_another_order_it_is_the_same, 8)
{
    enum { SCENES = 5 };
    static const Throw throws[SCENES] = {{0.0, 1.0, 1, false},
                                         {0x1p20, 1.0, 1, false},
                                         {0.0, -1.0, 1, false},
                                         {0.0, 1.0, 39, false},
                                         {0.0, 1.0, 7, false}};
    RigidScene scenes[SCENES];
    int bodies[SCENES][THROWN];
    for (int s = 0; s < SCENES; s++) {
        rigidSceneInit(&scenes[s], NULL);
        throwAll(&scenes[s], (uint64_t)_i, throws[s], bodies[s]);
        rigidTicks(&scenes[s], 30);
    }
    for (int s = 1; s < SCENES; s++) {
        double sum = 0.0;
        for (int i = 0; i < THROWN; i++) {
            CrRigidPose a = rigidPose(&scenes[0], bodies[0][i]),
                        b = rigidPose(&scenes[s], bodies[s][i]);
            double dx = throws[s].mirror * (b.x - throws[s].originX) - a.x, dy = b.y - a.y;
            double far = sqrt(dx * dx + dy * dy);
            ck_assert_msg(far < 0.1, "scene %d, body %d: %g", s, i, far);
            sum += far;
        }
        ck_assert_msg(sum / THROWN < 0.005, "scene %d: %g", s, sum / THROWN);
    }
    for (int s = 0; s < SCENES; s++) {
        rigidSceneFree(&scenes[s]);
    }
}

/// A pyramid at rest has one place, in whatever order its boxes were made.
TEST(a_pyramid_settles_alike_in_any_order)
{
    enum { BASE = 10, BOXES = BASE * (BASE + 1) / 2 };
    double heights[2][BOXES], sides[2][BOXES];
    for (int s = 0; s < 2; s++) {
        RigidScene scene;
        rigidSceneInit(&scene, NULL);
        rigidBox(&scene, CR_RIGID_STATIC, 0.0, -1.0, 20.0, 1.0, 0.0);
        int bodies[BOXES];
        for (int k = 0; k < BOXES; k++) {
            int i = s ? k * 17 % BOXES : k, row = 0, at = i;
            for (; at >= BASE - row; row++) {
                at -= BASE - row;
            }
            bodies[i] = rigidBox(&scene, CR_RIGID_DYNAMIC, at + 0.5 * row - 0.5 * BASE, 0.5 + row,
                                 0.5, 0.5, 0.0);
        }
        rigidTicks(&scene, 600);
        for (int i = 0; i < BOXES; i++) {
            sides[s][i] = rigidPose(&scene, bodies[i]).x;
            heights[s][i] = rigidPose(&scene, bodies[i]).y;
        }
        rigidSceneFree(&scene);
    }
    for (int i = 0; i < BOXES; i++) {
        ck_assert_msg(fabs(heights[1][i] - heights[0][i]) < 1e-3 &&
                          fabs(sides[1][i] - sides[0][i]) < 1e-2,
                      "box %d: %g %g", i, sides[1][i] - sides[0][i], heights[1][i] - heights[0][i]);
    }
}
