/* The millisecond (timer 0) and the steps of whichever stepper turns (timer 1). */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>

#include "board.h"
#include "hal.h"
#include "hal_avr.h"

/* Timer 1 counts half microseconds: from 500 steps a second up to 1200 and down again. */
enum { SLOW = 4000, FAST = 1667, EASE = 60 };

static volatile uint8_t ticks;
static volatile uint16_t left;
static volatile int16_t done;
static uint16_t interval;
static bool seeking;
static int8_t sense;
static enum axis turning;

void clock_init(void) {
    TCCR0A = 1u << WGM01;
    TCCR0B = (1u << CS01) | (1u << CS00);
    OCR0A = (uint8_t)(F_CPU / 64u / 1000u - 1u);
    TIMSK0 = 1u << OCIE0A;
}

ISR(TIMER0_COMPA_vect) { ticks++; }

bool clock_tick(void) {
    bool yes = false;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        if (ticks) {
            ticks--;
            yes = true;
        }
    }
    return yes;
}

static void halt(void) {
    TCCR1B = 0;
    TIMSK1 = 0;
    left = 0;
    PORTB |= 1u << PIN_ENABLE;
}

void hal_step_stop(void) {
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { halt(); }
}

void hal_step_start(enum axis axis, int16_t steps, bool until_home) {
    hal_step_stop();
    done = 0;
    if (steps == 0) return;
    turning = axis;
    seeking = until_home;
    sense = steps < 0 ? -1 : 1;
    left = (uint16_t)(steps < 0 ? -steps : steps);
    interval = SLOW;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        PORTB &= (uint8_t)~(1u << PIN_ENABLE);
        if (steps < 0) PORTD &= (uint8_t)~(1u << PIN_DIR);
        else PORTD |= 1u << PIN_DIR;
        TCNT1 = 0;
        OCR1A = interval;
        TCCR1A = 0;
        TIFR1 = 1u << OCF1A;
        TIMSK1 = 1u << OCIE1A;
        TCCR1B = (1u << WGM12) | (1u << CS11);
    }
}

ISR(TIMER1_COMPA_vect) {
    if (left == 0 || (seeking && hal_pin_home(turning))) {
        halt();
        return;
    }
    if (turning == AXIS_TURRET) PORTD |= 1u << PIN_STEP;
    else PORTB |= 1u << PIN_DRUM_STEP;
    left--;
    done += sense;
    uint16_t braking = (SLOW - FAST) / EASE; /* steps it takes to come down */
    if (!seeking && left < braking) {
        if (interval < SLOW - EASE) interval += EASE;
    } else if (interval > FAST + EASE && !seeking) {
        interval -= EASE;
    } else if (seeking && interval > 2200) {
        interval -= EASE; /* home is sought a little slower: it is hit without warning */
    }
    OCR1A = interval;
    PORTD &= (uint8_t)~(1u << PIN_STEP);
    PORTB &= (uint8_t)~(1u << PIN_DRUM_STEP);
}

bool hal_step_busy(void) {
    uint16_t n;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { n = left; }
    return n != 0;
}

int16_t hal_step_done(void) {
    int16_t n;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { n = done; }
    return n;
}
