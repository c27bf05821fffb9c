#include "debounce.h"

bool debounce_step(struct debounce *d, bool raw, uint8_t needed) {
    if (raw == d->value) {
        d->differs = 0;
        return false;
    }
    if (++d->differs < needed) return false;
    d->value = raw;
    d->differs = 0;
    return true;
}
