/* What the host must hear of, in order, each repeated until acknowledged. */
#ifndef EVENTS_H
#define EVENTS_H

#include <stdbool.h>
#include <stdint.h>

void events_init(void);
void events_push(uint8_t kind, uint16_t a, uint16_t b, uint16_t c);
void events_tick(void);
void events_acknowledge(uint16_t number);
bool events_missed(void);
void events_greeted(void); /* a host is there: say at once what waits, and forget that the queue overflowed */

#endif
