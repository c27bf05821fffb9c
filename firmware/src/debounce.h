/* A contact or beam believed only when it has been the same for some milliseconds. Pure. */
#ifndef DEBOUNCE_H
#define DEBOUNCE_H

#include <stdbool.h>
#include <stdint.h>

struct debounce {
    bool value;
    uint8_t differs; /* samples in a row that say otherwise */
};

bool debounce_step(struct debounce *d, bool raw, uint8_t needed); /* one sample; true when the value has changed */

#endif
