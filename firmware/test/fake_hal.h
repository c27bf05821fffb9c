/* A board of variables. */
#ifndef FAKE_HAL_H
#define FAKE_HAL_H

#include "hal.h"

struct fake {
    bool blocked, empty, lid, drum, emitter, beam_dead;
    enum motor feed;
    int turret, drum_at, steps_left;
    uint8_t eeprom[1024];
    uint32_t wear[1024];
    int eeprom_wait;
    int dead_cell; /* keeps what it has; -1: none */
    long writes_left; /* then the power is gone and nothing is written any more; -1: endless */
    char out[4096];
    int out_length;
    uint32_t noise;
    int noise_kind; /* 0 chance, 1 stuck, 2 biased */
    bool host; /* somebody acknowledges */
    int feeds; /* times the motor was started */
};
extern struct fake fake;

void fake_new(void);       /* a factory-new board */
void fake_power_on(void);  /* firmware starts; EEPROM and mechanics stay */
void fake_ms(int ms);      /* time passes */
bool fake_said(const char *text); /* since last asked */

#endif
