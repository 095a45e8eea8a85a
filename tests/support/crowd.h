// SPDX-License-Identifier: MIT
// Boxes, discs and zones that drift through each other and report it: a world of contacts.
#ifndef CAROM_TESTS_CROWD_H
#define CAROM_TESTS_CROWD_H

#include "../../world/api/carom.h"
#include "random.h"

enum { CROWD = 16 };

/// Its bodies: each fourth rests.
CaromWorld *crowdOfBodies(TestRandom *random, CaromBodyId *bodies);
/// The same contacts, events of them and hash.
void crowdCompare(const CaromWorld *a, const CaromWorld *b, int seed);

#endif
