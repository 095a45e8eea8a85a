// SPDX-License-Identifier: MIT
// What queries of all kinds find, as one number: equal only where every bit of it is.
#ifndef CAROM_TESTS_ANSWERS_H
#define CAROM_TESTS_ANSWERS_H

#include "flight_field.h"

/// What a world answers to questions of a seed, and where its bodies are. `world` is the field's,
/// or how it was at another time.
uint64_t answersOf(const FlightField *field, const CaromWorld *world, uint64_t seed);

#endif
