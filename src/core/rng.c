// Philox4x32-10 and bounded draws. Constants and rounds are those of the 2011 paper.
#include "broadside/rng.h"

static uint32_t high_product(uint32_t a, uint32_t b)
{
    return (uint32_t)((uint64_t)a * b >> 32);
}

void brs_philox(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4])
{
    uint32_t c0 = counter[0], c1 = counter[1], c2 = counter[2], c3 = counter[3];
    uint32_t k0 = key[0], k1 = key[1];
    for (int round = 0; round < 10; round++) {
        uint32_t high0 = high_product(0xD2511F53u, c0), low0 = 0xD2511F53u * c0;
        uint32_t high1 = high_product(0xCD9E8D57u, c2), low1 = 0xCD9E8D57u * c2;
        c0 = high1 ^ c1 ^ k0;
        c1 = low1;
        c2 = high0 ^ c3 ^ k1;
        c3 = low0;
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    out[0] = c0;
    out[1] = c1;
    out[2] = c2;
    out[3] = c3;
}

uint32_t brs_rng_below(uint64_t seed, uint32_t purpose, uint32_t seat, uint64_t *count, uint32_t n)
{
    const uint32_t key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
    const uint32_t reject = (uint32_t)(-n) % n;  // 2^32 mod n: below it a result would be biased
    for (;;) {
        const uint32_t counter[4] = {(uint32_t)*count, (uint32_t)(*count >> 32), purpose, seat};
        uint32_t word[4];
        brs_philox(counter, key, word);
        (*count)++;
        for (int i = 0; i < 4; i++) {
            if (word[i] >= reject) {
                return word[i] % n;
            }
        }
    }
}
