#include "sim.h"

static uint64_t state = 1;

void chance_seed(uint64_t seed) {
    state = seed * 0x9E3779B97F4A7C15ull + 0x1234567ull;
    for (int i = 0; i < 8; i++) chance();
}

double chance(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (double)(state >> 11) / 9007199254740992.0;
}

int chance_below(int n) { return (int)(chance() * n); }
