// SPDX-License-Identifier: MIT
// The peers that were found when the build was configured.
#include "bench.h"

const BenchEngine *const benchPeers[] = {
#ifdef CAROM_BENCH_BOX2D3
    &benchBox2d3,
#endif
#ifdef CAROM_BENCH_BOX2D
    &benchBox2d,
#endif
#ifdef CAROM_BENCH_CHIPMUNK
    &benchChipmunkTree, &benchChipmunkHash,
#endif
    NULL};

const int benchPeerCount = sizeof benchPeers / sizeof benchPeers[0] - 1;
