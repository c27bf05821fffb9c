/* Where everything is connected on an Arduino Uno; docs/dealer-machine.md has the same table for people. */
#ifndef BOARD_H
#define BOARD_H

/* port D */
#define PIN_BEAM 2      /* D2  in,  low = light arrives = clear */
#define PIN_EMPTY 3     /* D3  in,  low = cards in the hopper */
#define PIN_LID 4       /* D4  in,  low = closed */
#define PIN_HOME 5      /* D5  in,  low = turret at home */
#define PIN_STEP 6      /* D6  out, turret step */
#define PIN_DIR 7       /* D7  out, turret and drum direction, high = away from home */
/* port B */
#define PIN_ENABLE 0    /* D8  out, low = steppers powered */
#define PIN_FEED_A 1    /* D9  out, feed motor forward */
#define PIN_FEED_B 2    /* D10 out, both high = brake */
#define PIN_DRUM_STEP 3 /* D11 out */
#define PIN_EMITTER 4   /* D12 out, beam LED */
#define PIN_LED 5       /* D13 out, the board's own LED */
/* port C */
#define PIN_DRUM_HOME 0 /* A0  in,  low = drum at home */
#define PIN_DRUM 1      /* A1  in,  low = drum module plugged in */
#define NOISE_CHANNEL 5 /* A5  nothing connected: noise */

#endif
