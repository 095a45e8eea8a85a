// SPDX-License-Identifier: MIT
// What a mover must never do, checked by brute force over every edge, in long doubles.
#ifndef CAROM_TESTS_MOVER_ORACLE_H
#define CAROM_TESTS_MOVER_ORACLE_H

#include "../../world/api/carom.h"

typedef struct OracleEdge {
    CaromVec2 a, b;
    double radius; ///< of the shape it belongs to
} OracleEdge;

/// The distance of the core of a mover that stands at a place from segment a b, less the mover's
/// radius, the edge's and the clearance. Where they cross: −1.
long double oracleRoomAt(const CaromMover *mover, CaromVec2 place, const OracleEdge *edge);
/// The least over all edges; those plainly farther than 1 m are not looked at closely.
long double oracleRoom(const CaromMover *mover, CaromVec2 place, const OracleEdge *edges,
                       int count);
/// Whether the segment p q and an edge cross properly, by exact signs.
bool oracleCrosses(CaromVec2 p, CaromVec2 q, const OracleEdge *edge);

#endif
