/* The status LED: steady at rest, quick while busy, as many flashes as the fault has by number. */
#ifndef LED_H
#define LED_H

void led_tick(void);

#endif
