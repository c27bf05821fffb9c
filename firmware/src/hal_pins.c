/* Pins, EEPROM and the noise input. */
#include <avr/io.h>
#include <util/atomic.h>

#include "board.h"
#include "hal.h"
#include "hal_avr.h"

#define BIT(n) ((uint8_t)(1u << (n)))

void pins_init(void) {
    /* every input pulled up: a broken wire reads as blocked, empty, open */
    PORTD = BIT(PIN_BEAM) | BIT(PIN_EMPTY) | BIT(PIN_LID) | BIT(PIN_HOME);
    DDRD = BIT(PIN_STEP) | BIT(PIN_DIR);
    PORTB = BIT(PIN_ENABLE);
    DDRB = BIT(PIN_ENABLE) | BIT(PIN_FEED_A) | BIT(PIN_FEED_B) | BIT(PIN_DRUM_STEP) | BIT(PIN_EMITTER) | BIT(PIN_LED);
    PORTC = BIT(PIN_DRUM_HOME) | BIT(PIN_DRUM);
    DDRC = 0;
    ADMUX = BIT(REFS0) | NOISE_CHANNEL;
    ADCSRA = BIT(ADEN) | BIT(ADPS2) | BIT(ADPS1) | BIT(ADPS0);
}

static void set_b(uint8_t bits, bool on) {
    if (on) PORTB |= bits;
    else PORTB &= (uint8_t)~bits;
}

void hal_feed(enum motor how) {
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        set_b(BIT(PIN_FEED_B), how == MOTOR_BRAKE);
        set_b(BIT(PIN_FEED_A), how != MOTOR_OFF);
    }
}

void hal_emitter(bool on) {
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { set_b(BIT(PIN_EMITTER), on); }
}

void hal_led(bool on) {
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { set_b(BIT(PIN_LED), on); }
}

bool hal_pin_blocked(void) { return PIND & BIT(PIN_BEAM); }
bool hal_pin_empty(void) { return PIND & BIT(PIN_EMPTY); }
bool hal_pin_lid(void) { return PIND & BIT(PIN_LID); }
bool hal_pin_home(enum axis axis) { return axis == AXIS_TURRET ? !(PIND & BIT(PIN_HOME)) : !(PINC & BIT(PIN_DRUM_HOME)); }
bool hal_pin_drum(void) { return !(PINC & BIT(PIN_DRUM)); }

bool hal_eeprom_busy(void) { return EECR & BIT(EEPE); }

uint8_t hal_eeprom_read(uint16_t at) {
    EEAR = at;
    EECR |= BIT(EERE);
    return EEDR;
}

void hal_eeprom_write(uint16_t at, uint8_t value) {
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        EEAR = at;
        EEDR = value;
        EECR |= BIT(EEMPE);
        EECR |= BIT(EEPE);
    }
}

bool hal_noise_sample(uint8_t *bit) {
    static bool asked;
    if (!asked) {
        ADCSRA |= BIT(ADSC);
        asked = true;
        return false;
    }
    if (ADCSRA & BIT(ADSC)) return false;
    *bit = (uint8_t)(ADCL & 1u);
    (void)ADCH; /* the pair is read together, or the converter keeps the old value */
    ADCSRA |= BIT(ADSC);
    return true;
}
