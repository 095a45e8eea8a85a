// SPDX-License-Identifier: MIT
#include "crowd.h"

#include "builder.h"

CaromWorld *crowdOfBodies(TestRandom *random, CaromBodyId *bodies)
{
    CaromWorldDef def = newWorldDef();
    CaromBodyDef body = caromBodyDef();
    def.tag = 5;
    CaromWorld *world = caromWorldCreate(&def, NULL);
    body.type = CAROM_BODY_KINEMATIC;
    for (int k = 0; k < CROWD; k++) {
        CaromShapeDef shape = caromShapeDef();
        body.type = k % 4 ? CAROM_BODY_KINEMATIC : CAROM_BODY_STATIC;
        body.type = k % 8 == 3 ? CAROM_BODY_DYNAMIC : body.type;
        body.position = caromVec2(testRandomRange(random, -5, 5), testRandomRange(random, -5, 5));
        body.velocity = k % 4 ? caromVec2(testRandomRange(random, -2, 2), 0.5) : caromVec2(0, 0);
        body.angularVelocity = k % 4 == 1 ? 1.0 : 0.0;
        shape.contacts = k % 3 != 0;
        shape.sensor = k % 5 == 0;
        bodies[k] = caromBodyCreate(world, &body);
        if (k % 2) {
            caromShapeCreateBox(world, bodies[k], &shape, caromVec2(0, 0), caromVec2(1, 0.5));
        } else {
            caromShapeCreateCircle(world, bodies[k], &shape, caromVec2(0, 0), 1.0);
        }
    }
    return world;
}

void crowdCompare(const CaromWorld *a, const CaromWorld *b, int seed)
{
    CaromEvents of = caromWorldEvents(a), as = caromWorldEvents(b);
    ck_assert_msg(of.contactCount == as.contactCount, "seed %d", seed);
    for (int k = 0; k < of.contactCount; k++) {
        const CaromContactEvent *x = &of.contacts[k], *y = &as.contacts[k];
        ck_assert_msg(x->time == y->time && x->sequence == y->sequence && x->began == y->began &&
                          x->shapeA.index == y->shapeA.index && x->shapeB.age == y->shapeB.age &&
                          x->manifold.points[0].separation == y->manifold.points[0].separation,
                      "seed %d: contact %d", seed, k);
    }
    CaromContact mine[64], its[64];
    int count = caromWorldContacts(a, mine, 64);
    ck_assert_int_eq(caromWorldContacts(b, its, 64), count);
    for (int k = 0; k < count; k++) {
        ck_assert(mine[k].since == its[k].since &&
                  mine[k].manifold.points[0].id == its[k].manifold.points[0].id &&
                  mine[k].manifold.normal.x == its[k].manifold.normal.x);
    }
    ck_assert_msg(caromWorldHash(a) == caromWorldHash(b), "seed %d", seed);
}
