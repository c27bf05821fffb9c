/* Random numbers from the last bit of an open analogue input; never from a seed. Pure but for the sampling. */
#ifndef NOISE_H
#define NOISE_H

#include <stdint.h>

enum noise_news { NOISE_WORKING, NOISE_READY, NOISE_STUCK };

void noise_begin(void);
enum noise_news noise_below(uint8_t n, uint8_t *drawn); /* call every millisecond until it is no longer working */

#endif
