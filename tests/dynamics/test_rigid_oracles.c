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

/// Ticks until the last of a row of dominoes leans by a tenth of a radian.
static int dominoTicks(double gravity)
{
    RigidScene scene;
    int last = 0, ticks = 0;
    rigidSceneInit(&scene, NULL);
    scene.dynamics.settings.gravity = caromVec2(0.0, -gravity);
    rigidBox(&scene, CR_RIGID_STATIC, 10.0, -1.0, 20.0, 1.0, 0.0);
    for (int i = 0; i < 24; i++) {
        last = rigidBox(&scene, CR_RIGID_DYNAMIC, 0.6 * i, 0.5, 0.05, 0.5, i ? 0.0 : -0.2);
    }
    while (fabs(rigidPose(&scene, last).angle) < 0.1 && ticks < 3000) {
        rigidTicks(&scene, 1);
        ticks++;
    }
    rigidSceneFree(&scene);
    return ticks;
}

/// All fall, and the wave is faster by the root of gravity.
TEST(dominoes_fall_by_the_root_of_gravity)
{
    double slow = dominoTicks(5.0), fast = dominoTicks(20.0);
    ck_assert_msg(slow < 3000.0, "%g", slow);
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

/// Boxes and discs that do not overlap, each with a velocity.
static void throwAll(RigidScene *scene, uint64_t seed, double originX, double mirror, bool bounces)
{
    TestRandom random = testRandomSeed(seed);
    rigidBox(scene, CR_RIGID_STATIC, originX, -1.0, 40.0, 1.0, 0.0);
    for (int i = 0; i < 40; i++) {
        double x = mirror * (1.6 * (i % 8) - 5.6), y = 1.0 + 1.6 * (i / 8),
               size = 0.2 + 0.3 * testRandomUnit(&random), angle = testRandomUnit(&random);
        scene->restitution = bounces ? (float)(i % 3) * 0.5f : 0.0f;
        int body =
            i % 3 ? rigidBox(scene, CR_RIGID_DYNAMIC, originX + x, y, size, 0.4, mirror * angle)
                  : rigidDisc(scene, CR_RIGID_DYNAMIC, originX + x, y, size);
        scene->dynamics.bodies.velocity[body].x = mirror * (6.0 * testRandomUnit(&random) - 3.0);
        scene->dynamics.bodies.velocity[body].y = 6.0 * testRandomUnit(&random) - 3.0;
    }
}

/// Restitutions up to 1: what is lost in one bounce is not won in another. What settles is lifted
/// by what soft contacts had given way.
TEST_LOOP(energy_does_not_grow, 16)
{
    RigidScene scene;
    rigidSceneInit(&scene, NULL);
    throwAll(&scene, (uint64_t)_i, 0.0, 1.0, true);
    double first = energyOf(&scene), most = first;
    for (int k = 0; k < 300; k++) {
        rigidTicks(&scene, 1);
        most = fmax(most, energyOf(&scene));
    }
    ck_assert_msg(most <= first * 1.01, "%g of %g", most, first);
    rigidSceneFree(&scene);
}

/// The same throw at 2^20 m from the origin, and mirrored, where the two points of contacts are
/// solved in another order: after half a second bodies are where they were, by 5 mm on average and
/// 0.1 m at most. (A body that meets a corner goes to its left or right by the last digit.)
TEST_LOOP(elsewhere_and_mirrored_it_is_the_same, 8)
{
    RigidScene scenes[3];
    const double origins[3] = {0.0, 0x1p20, 0.0}, mirrors[3] = {1.0, 1.0, -1.0};
    for (int s = 0; s < 3; s++) {
        rigidSceneInit(&scenes[s], NULL);
        throwAll(&scenes[s], (uint64_t)_i, origins[s], mirrors[s], false);
        rigidTicks(&scenes[s], 30);
    }
    for (int s = 1; s < 3; s++) {
        double sum = 0.0;
        for (int i = 2; i < crArrayCount(scenes[0].dynamics.bodies.pose); i++) {
            CrRigidPose a = rigidPose(&scenes[0], i), b = rigidPose(&scenes[s], i);
            double dx = mirrors[s] * (b.x - origins[s]) - a.x, dy = b.y - a.y;
            double far = sqrt(dx * dx + dy * dy);
            ck_assert_msg(far < 0.1, "scene %d, body %d: %g", s, i, far);
            sum += far;
        }
        ck_assert_msg(sum / 40.0 < 0.005, "scene %d: %g", s, sum / 40.0);
    }
    for (int s = 0; s < 3; s++) {
        rigidSceneFree(&scenes[s]);
    }
}
