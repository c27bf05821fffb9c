/* What the logic needs of the board. hal_*.c do it on the ATmega328P, test/fake_hal.c in the tests on the host. */
#ifndef HAL_H
#define HAL_H

#include <stdbool.h>
#include <stdint.h>

enum motor { MOTOR_OFF, MOTOR_ON, MOTOR_BRAKE };
enum axis { AXIS_TURRET, AXIS_DRUM };

void hal_feed(enum motor how);
void hal_emitter(bool on);
void hal_led(bool on);

bool hal_pin_blocked(void); /* exit beam broken */
bool hal_pin_empty(void);
bool hal_pin_lid(void); /* open */
bool hal_pin_home(enum axis axis);
bool hal_pin_drum(void); /* module present */

/* Steppers: one moves at a time. */
void hal_step_start(enum axis axis, int16_t steps, bool until_home);
void hal_step_stop(void);
bool hal_step_busy(void);
int16_t hal_step_done(void); /* signed steps made since the last start */

bool hal_eeprom_busy(void);
uint8_t hal_eeprom_read(uint16_t at);
void hal_eeprom_write(uint16_t at, uint8_t value); /* starts; busy until written */

bool hal_uart_room(uint8_t bytes);
void hal_uart_put(uint8_t byte);

bool hal_noise_sample(uint8_t *bit); /* false while the converter works */

#endif
