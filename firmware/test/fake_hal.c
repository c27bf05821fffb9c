#include "fake_hal.h"

#include <string.h>

#include "check.h"
#include "drum.h"
#include "events.h"
#include "link.h"
#include "machine.h"
#include "sensors.h"
#include "store.h"

struct fake fake;
static enum axis axis;
static int direction;
static bool seeking;
static int done;

void hal_feed(enum motor how) {
    if (how == MOTOR_ON && fake.feed != MOTOR_ON) fake.feeds++;
    fake.feed = how;
}
void hal_emitter(bool on) { fake.emitter = on; }
void hal_led(bool on) { (void)on; }
bool hal_pin_blocked(void) { return fake.beam_dead ? false : !fake.emitter || fake.blocked; }
bool hal_pin_empty(void) { return fake.empty; }
bool hal_pin_lid(void) { return fake.lid; }
bool hal_pin_home(enum axis a) { return a == AXIS_TURRET ? fake.turret <= 0 : fake.drum_at <= 0; }
bool hal_pin_drum(void) { return fake.drum; }

void hal_step_start(enum axis a, int16_t steps, bool until_home) {
    axis = a;
    seeking = until_home;
    direction = steps < 0 ? -1 : 1;
    fake.steps_left = steps < 0 ? -steps : steps;
    done = 0;
}
void hal_step_stop(void) { fake.steps_left = 0; }
bool hal_step_busy(void) { return fake.steps_left > 0; }
int16_t hal_step_done(void) { return (int16_t)done; }

bool hal_eeprom_busy(void) { return fake.eeprom_wait > 0; }
uint8_t hal_eeprom_read(uint16_t at) { return fake.eeprom[at]; }
void hal_eeprom_write(uint16_t at, uint8_t value) {
    CHECK(at < sizeof fake.eeprom && fake.eeprom_wait == 0);
    fake.eeprom_wait = 3;
    fake.wear[at]++;
    if (fake.writes_left == 0) return;
    if (fake.writes_left > 0) fake.writes_left--;
    if (at != fake.dead_cell) fake.eeprom[at] = value;
}

bool hal_uart_room(uint8_t bytes) { return fake.out_length + bytes < (int)sizeof fake.out; }
void hal_uart_put(uint8_t byte) { fake.out[fake.out_length++] = (char)byte; }

bool hal_noise_sample(uint8_t *bit) {
    fake.noise = fake.noise * 1664525u + 1013904223u;
    uint8_t high = (uint8_t)(fake.noise >> 24);
    *bit = fake.noise_kind == 1 ? 0 : fake.noise_kind == 2 ? high > 60 : high & 1;
    return true;
}

void fake_new(void) {
    memset(&fake, 0, sizeof fake);
    memset(fake.eeprom, 0xFF, sizeof fake.eeprom);
    fake.dead_cell = -1;
    fake.writes_left = -1;
    fake.turret = 300;
    fake.drum_at = 500;
    fake.noise = 12345;
    fake_power_on();
}

void fake_power_on(void) {
    fake.steps_left = 0;
    fake.eeprom_wait = 0;
    fake.out_length = 0;
    fake.feed = MOTOR_OFF;
    fake.emitter = true;
    events_init();
    link_init();
    drum_forget();
    store_init();
    machine_init(CAUSE_POWER);
    sensors_init();
}

static void acknowledge(void) {
    fake.out[fake.out_length] = 0;
    for (const char *p = fake.out; (p = strchr(p, '!')) != NULL; p++) events_acknowledge((uint16_t)atoi(p + 1));
}

void fake_ms(int ms) {
    while (ms--) {
        for (int i = 0; i < 2 && fake.steps_left; i++) {
            int *at = axis == AXIS_TURRET ? &fake.turret : &fake.drum_at;
            if (seeking && hal_pin_home(axis)) {
                fake.steps_left = 0;
                break;
            }
            *at += direction;
            done += direction;
            fake.steps_left--;
        }
        if (fake.eeprom_wait) fake.eeprom_wait--;
        sensors_tick();
        machine_tick();
        events_tick();
        store_poll();
        if (fake.host) acknowledge();
    }
}

bool fake_said(const char *text) {
    fake.out[fake.out_length] = 0;
    bool yes = strstr(fake.out, text) != NULL;
    fake.out_length = 0;
    return yes;
}
