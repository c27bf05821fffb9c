/* A board that runs the real firmware, and the machine around it. Lengths in mm, times in microseconds. */
#ifndef SIM_H
#define SIM_H

#include <stdbool.h>
#include <stdint.h>

/* chance.c */
void chance_seed(uint64_t seed);
double chance(void);               /* 0 <= x < 1 */
int chance_below(int n);

/* mechanics.c: hopper, cards on their way, turret, drum, lid */
struct pins_out {
    bool feed_a, feed_b, emitter, steppers;
};
struct pins_in {
    bool beam, empty, lid, home, drum_home, drum;
};
void mechanics_init(int cards, bool drum);
void mechanics_step(double dt_us, struct pins_out out);
void mechanics_turret_pulse(bool away);
void mechanics_drum_pulse(bool away);
struct pins_in mechanics_pins(struct pins_out out);
void mechanics_load_top(int id);
void mechanics_load_bottom(int id);
void mechanics_empty_hopper(void);
void mechanics_clear_path(void);   /* a hand takes out what is on its way */
void mechanics_lid(bool open);
void mechanics_settle_position(int position, int steps);
int mechanics_turret(void);
int mechanics_hopper(void);

/* faults.c: what goes wrong, with the next card or at an instant */
struct faults {
    /* of the next card that leaves the hopper */
    double double_offset;  /* a second card follows so far behind; < 0: none */
    double jam_at;         /* stops when its leading edge is here; < 0: none */
    bool slip;             /* the roller turns, the card stays, for one run of the motor */
    bool missed;           /* the beam does not see it */
    /* of the machine */
    bool beam_dead;        /* the detector says "light" whatever happens */
    int lost_steps;        /* of the next turret move */
    double coast_tau;      /* 12000 is normal */
    /* of the line, each a chance per byte */
    double noise, drop, repeat;
};
extern struct faults faults;
bool fault_order(char *words);              /* "double 30", "cut 200", ...: false when unknown */
bool fault_at(uint64_t us, const char *words);
void fault_tick(uint64_t now);

/* board.c: the AVR */
void board_open(const char *elf, uint64_t boot_us);
void board_run(uint64_t until_us);
uint64_t board_now(void);
void board_reset(bool by_power);           /* DTR, or power on again */
void board_power_off(uint64_t for_us);
void board_hang(void);
void board_feed(const uint8_t *bytes, int count);
bool board_line_out(void);                 /* a whole line has gone out since last asked */
struct pins_out board_outputs(void);
void board_garble(bool on);

/* port.c: the pseudo terminal */
const char *port_open(void);
void port_poll(void);                      /* takes what the host wrote; notices opening and closing */
void port_await(uint64_t total);           /* until the host's bytes have come to so many */
void port_put(uint8_t byte);
uint64_t port_sent(void);

void say(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
