// Random streams that do not disturb each other.
//
// Philox4x32-10 (Salmon, Moraes, Dror, Shaw 2011, "Parallel random numbers: as easy as
// 1, 2, 3"): the 8-byte seed is the key, the counter is (draw number 64 bits, purpose
// 32 bits, seat 32 bits). So an extra draw for one purpose or seat never shifts another.
#ifndef BROADSIDE_RNG_H
#define BROADSIDE_RNG_H

#include "broadside/types.h"

BRS_C_BEGIN

enum { BRS_RNG_PHILOX4X32_10 = 1 };  // algorithm id, stored in replays

// One block: out = philox4x32-10(counter, key). The published test vectors hold.
void brs_philox(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]);

// A uniform number below n (1 <= n), by rejection; *count is the draw number of the
// stream and grows by the draws used.
uint32_t brs_rng_below(uint64_t seed, uint32_t purpose, uint32_t seat, uint64_t *count,
                       uint32_t n);

BRS_C_END

#endif
