#include "led.h"

#include "hal.h"
#include "machine.h"

void led_tick(void) {
    static uint16_t ms;
    uint8_t flashes = (uint8_t)machine_fault();
    ms = (uint16_t)((ms + 1u) % 8000u);
    switch (machine_state()) {
    case STATE_IDLE: hal_led(true); break;
    case STATE_FAULT: hal_led(ms / 250u < 2u * flashes && (ms / 250u) % 2u == 0); break;
    default: hal_led(ms % 200u < 100u); break;
    }
}
