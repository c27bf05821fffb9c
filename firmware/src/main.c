/* The dealer machine: nothing here waits; the watchdog ends whatever would. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>

#include "events.h"
#include "hal_avr.h"
#include "led.h"
#include "link.h"
#include "drum.h"
#include "machine.h"
#include "sensors.h"
#include "store.h"

static uint8_t reset_flags __attribute__((section(".noinit")));

/* Before anything else: after a watchdog reset the dog still runs, at its shortest. */
void watchdog_off(void) __attribute__((naked, used, section(".init3")));
void watchdog_off(void) {
    reset_flags = MCUSR;
    MCUSR = 0;
    wdt_disable();
}

static enum cause cause_of(uint8_t flags) {
    if (flags & (1u << WDRF)) return CAUSE_WATCHDOG;
    if (flags & (1u << PORF)) return CAUSE_POWER;
    if (flags & (1u << BORF)) return CAUSE_BROWNOUT;
    return CAUSE_RESET;
}

int main(void) {
    pins_init();
    uart_init();
    clock_init();
    events_init();
    link_init();
    drum_forget();
    store_init();
    machine_init(cause_of(reset_flags));
    sensors_init();
    set_sleep_mode(SLEEP_MODE_IDLE);
    wdt_enable(WDTO_250MS);
    sei();
    for (;;) {
        uint8_t byte;
        wdt_reset();
        while (uart_get(&byte)) link_byte(byte);
        while (clock_tick()) {
            sensors_tick();
            machine_tick();
            events_tick();
            led_tick();
        }
        store_poll();
        sleep_mode();
    }
}
