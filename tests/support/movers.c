// SPDX-License-Identifier: MIT
#include "movers.h"

#include "pull.h"
#include "rounded.h"
#include "storms.h"

static void addMoverShape(Movers *movers, CaromBodyId body, int kind)
{
    CaromShapeDef def = caromShapeDef();
    double size = testRandomRange(&movers->random, 0.1, 1.5);
    CaromVec2 box[4] = {{-size, -0.5}, {size, -0.5}, {size, 0.5}, {-size, 0.5}};
    def.restitution = 1.0;
    def.filter.category = kind % 7 ? 1u : 2u;
    if (kind % 3 == 0) {
        caromShapeCreateCircle(movers->world, body, &def, caromVec2(kind % 2 ? 0.0 : size, 0.0),
                               size);
    } else if (kind % 3 == 1) {
        roundedPolygon(movers->world, body, &def, box, 4, kind % 4 == 1 ? 0.2 : 0.0);
    } else {
        caromShapeCreateSegment(movers->world, body, &def, box[0], box[2]);
    }
}

static CaromVec2 moverSpeed(Movers *movers)
{
    double fastest = testRandomInt(&movers->random, 0, 4) ? 4.0 : 40.0;
    return testRandomInt(&movers->random, 0, 3)
               ? caromVec2(testRandomRange(&movers->random, -fastest, fastest),
                           testRandomRange(&movers->random, -fastest, fastest))
               : caromVec2(0.0, 0.0);
}

static void addMover(Movers *movers, int k)
{
    CaromBodyDef def = caromBodyDef();
    def.type = CAROM_BODY_KINEMATIC;
    def.position = stormPlace(&movers->random, movers->half, k % 2);
    def.angle = k % 4 == 3 ? testRandomRange(&movers->random, -3.0, 3.0) : 0.0;
    def.velocity = moverSpeed(movers);
    def.angularVelocity = k % 5 == 0 ? testRandomRange(&movers->random, -6.0, 6.0) : 0.0;
    if (k % 6 == 5 && testRandomInt(&movers->random, 0, 1)) { // its parent moves it besides
        def.parent = movers->bodies[k - 1];
    }
    bool isFree = k % 6 != 5;
    def.type = isFree && k % 7 == 3 ? CAROM_BODY_DYNAMIC : def.type;
    movers->bodies[k] = caromBodyCreate(movers->world, &def);
    addMoverShape(movers, movers->bodies[k], testRandomInt(&movers->random, 0, 83));
}

void moversDisturb(Movers *movers)
{
    int k = testRandomInt(&movers->random, 0, MOVERS - 1);
    CaromBodyId body = movers->bodies[k];
    CaromProjectileDef def = caromProjectileDef();
    switch (testRandomInt(&movers->random, 0, 5)) {
    case 0:
        caromBodySetVelocity(movers->world, body, moverSpeed(movers));
        break;
    case 1:
        caromBodySetAngularVelocity(movers->world, body,
                                    testRandomRange(&movers->random, -2.0, 2.0));
        break;
    case 2: {
        CaromTransform to = caromBodyTransform(movers->world, body);
        to.position = stormPlace(&movers->random, movers->half, true);
        caromBodySetTransform(movers->world, body, to);
        break;
    }
    case 3:
        caromBodyDestroy(movers->world, body);
        addMover(movers, k);
        break;
    case 4:
        addMoverShape(movers, body, testRandomInt(&movers->random, 0, 83));
        break;
    default:
        def.position = stormPlace(&movers->random, movers->half, false);
        def.velocity = stormPlace(&movers->random, 5.0 * movers->half, false);
        def.radius = testRandomInt(&movers->random, 0, 1) ? 0.0 : 0.3;
        def.gravityScale = testRandomInt(&movers->random, 0, 1) ? 0.0 : 1.0;
        def.time =
            testRandomInt(&movers->random, 0, 1) ? def.time : caromWorldTime(movers->world) + 0.3;
        caromProjectileFire(movers->world, &def);
        break;
    }
}

void moversPull(Movers *movers)
{
    for (int k = 0; k < MOVERS; k++) {
        if (mayPull(movers->world, movers->bodies[k]) && testRandomInt(&movers->random, 0, 2)) {
            double most = testRandomInt(&movers->random, 0, 9) ? 2.0 : 30.0;
            ck_assert_ok(pullBody(movers->world, movers->bodies[k],
                                  caromVec2(testRandomRange(&movers->random, -most, most),
                                            testRandomRange(&movers->random, -most, most))));
        }
    }
}

Movers moversAdd(CaromWorld *world, int seed)
{
    Movers movers = {world, testRandomSeed((uint64_t)seed + 1000), stormHalf(seed), {{0, 0, 0}}};
    for (int k = 0; k < MOVERS; k++) {
        addMover(&movers, k);
    }
    return movers;
}
