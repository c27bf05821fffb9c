#include "noise.h"

#include <stdbool.h>

#include "hal.h"

/* Pairs of unlike samples give a bit (von Neumann), so a bias of the input does not reach the draw; a run of like samples
 * beyond STUCK says that the input is no source of chance (for a fair one: 1 in 2^48), and the draw is refused. */
enum { BITS = 8, STUCK = 48 };

static uint8_t pool, bits, run;
static bool has_half, half, last;

void noise_begin(void) {
    pool = bits = run = 0;
    has_half = last = false;
}

enum noise_news noise_below(uint8_t n, uint8_t *drawn) {
    uint8_t sample;
    if (!hal_noise_sample(&sample)) return NOISE_WORKING;
    bool bit = sample & 1u;
    run = bit == last ? (uint8_t)(run + 1u) : 0;
    last = bit;
    if (run > STUCK) return NOISE_STUCK;
    if (!has_half) {
        half = bit;
        has_half = true;
        return NOISE_WORKING;
    }
    has_half = false;
    if (half == bit) return NOISE_WORKING;
    pool = (uint8_t)((pool << 1) | half);
    if (++bits < BITS) return NOISE_WORKING;
    bits = 0;
    if (pool >= (uint8_t)(256u / n * n) && 256u % n) return NOISE_WORKING; /* rejected: every number equally often */
    *drawn = pool % n;
    return NOISE_READY;
}
