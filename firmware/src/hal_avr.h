/* The parts of the board that main.c starts and asks. */
#ifndef HAL_AVR_H
#define HAL_AVR_H

#include <stdbool.h>
#include <stdint.h>

void pins_init(void);
void uart_init(void);
void clock_init(void);
bool uart_get(uint8_t *byte);
bool clock_tick(void); /* true once for every millisecond */

#endif
