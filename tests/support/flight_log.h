// SPDX-License-Identifier: MIT
// What happened in a world, so that it can be compared with what happened in another one.
#ifndef CAROM_TESTS_FLIGHT_LOG_H
#define CAROM_TESTS_FLIGHT_LOG_H

#include "../../world/api/carom.h"

/// A record of all that happened: numbers and bits of events, field by field, in order.
typedef struct FlightLog {
    uint64_t *words;
    int count, capacity;
    int hits, ends, modes, crosses, meets, blasts, pushes;
} FlightLog;

void flightLogPut(FlightLog *log, uint64_t word);
void flightLogNumber(FlightLog *log, double x);
void flightLogVec(FlightLog *log, CaromVec2 v);
void flightLogId(FlightLog *log, uint32_t index, uint32_t age);
/// The events of a world's last step.
void flightLogRead(FlightLog *log, const CaromWorld *world);
/// The first word that differs, or -1.
int flightLogDifference(const FlightLog *a, const FlightLog *b);

#endif
