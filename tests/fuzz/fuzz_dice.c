// Numbers that look random and are the same everywhere.
#include "fuzz.h"

uint64_t fuzz_roll(fuzz_dice *dice)
{
    uint64_t z = dice->at += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

uint32_t fuzz_below(fuzz_dice *dice, uint32_t n)
{
    return n < 2 ? 0 : (uint32_t)(fuzz_roll(dice) % n);
}
