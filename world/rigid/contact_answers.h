// SPDX-License-Identifier: MIT
// What the contact callback has answered about pairs of shapes: kept as long as they are near each
// other, and part of the state, so that neither a restored world nor a replay has to ask again.
#ifndef CAROM_WORLD_RIGID_CONTACT_ANSWERS_H
#define CAROM_WORLD_RIGID_CONTACT_ANSWERS_H

#include "rigid_mirror.h"

/// Whether one of two shapes asks.
bool crContactAsks(const CaromWorld *world, uint32_t a, uint32_t b);
/// The answer about two shapes, or null. O(log answers).
const CrContactAnswer *crContactAnswerOf(const CaromWorld *world, uint32_t a, uint32_t b);
/// Whether two shapes pass through each other, as the callback said.
bool crContactIgnored(const CaromWorld *world, uint32_t a, uint32_t b);
/// Answers about a shape are dropped. O(answers).
void crContactAnswersForget(CaromWorld *world, uint32_t slot);
/// Whether they are in order and name shapes. Trusts no index.
bool crContactAnswersHold(const CaromWorld *world);

/// An answer about two shapes as they are now, the lower slot first.
CrContactAnswer crContactAnswerMake(const CaromWorld *world, uint32_t a, uint32_t b, double time,
                                    CaromContactAction action);
/// Adds one that is not there. Returns false without memory. O(answers).
bool crContactAnswerAdd(CaromWorld *world, const CrContactAnswer *answer);

#endif
