/* The debounced senses of the machine. None of them can see a face. */
#ifndef SENSORS_H
#define SENSORS_H

#include <stdbool.h>
#include <stdint.h>

void sensors_init(void);
void sensors_tick(void); /* every millisecond */
bool sensors_blocked(void);
bool sensors_empty(void);
bool sensors_lid(void);
uint16_t sensors_bits(void);

#endif
