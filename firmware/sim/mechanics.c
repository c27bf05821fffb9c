/* Cards pulled from under a hopper by a roller, past an exit roller and a light beam, thrown where the turret points. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim.h"

enum { HOPPER = 256, PATH = 6, POSITIONS = 16 };

static const double CARD = 88.9, EXIT_ROLLER = 30.0, BEAM = 40.0, GAP = 10.0, FAST = 450.0, THROW = 100.0;

struct card {
    int id;
    double x;        /* leading edge beyond the feed roller */
    double jam_at;
    bool missed, thrown, slips, told;
    double speed;    /* when thrown */
};

static int hopper[HOPPER], hopper_count;
static struct card path[PATH];
static int path_count;
static double speed; /* of the rollers, mm/s */
static int turret, drum_at;
static int steps_of[POSITIONS], position_count;
static bool lid_open, has_drum;
static bool was_on;

void mechanics_init(int cards, bool drum) {
    hopper_count = 0;
    for (int i = 0; i < cards; i++) hopper[hopper_count++] = i;
    path_count = 0;
    speed = 0;
    turret = 150 + chance_below(500);
    drum_at = chance_below(1000);
    has_drum = drum;
    lid_open = false;
}

void mechanics_load_top(int id) {
    memmove(hopper + 1, hopper, sizeof hopper[0] * (size_t)hopper_count);
    hopper[0] = id;
    hopper_count++;
}

void mechanics_load_bottom(int id) { hopper[hopper_count++] = id; }
void mechanics_empty_hopper(void) { hopper_count = 0; }
void mechanics_lid(bool open) { lid_open = open; }
int mechanics_turret(void) { return turret; }
int mechanics_hopper(void) { return hopper_count; }

void mechanics_settle_position(int position, int steps) {
    if (position < 0 || position >= POSITIONS) return;
    steps_of[position] = steps;
    if (position >= position_count) position_count = position + 1;
}

void mechanics_clear_path(void) {
    for (int i = 0; i < path_count; i++) say("! %llu removed %d", (unsigned long long)board_now(), path[i].id);
    path_count = 0;
}

static int nearest(void) {
    int best = 0;
    for (int i = 1; i < position_count; i++) {
        /* where two positions share an angle (a seat opposite and the middle), the lower number is meant */
        if (abs(steps_of[i] - turret) < abs(steps_of[best] - turret)) best = i;
    }
    return best;
}

static void add(int id, double x) {
    if (path_count == PATH) return;
    struct card c = {.id = id, .x = x, .jam_at = -1};
    if (x >= 0) {
        c.jam_at = faults.jam_at;
        c.missed = faults.missed;
        c.slips = faults.slip;
        if (c.slips) say("! %llu slips %d", (unsigned long long)board_now(), id);
        faults.jam_at = -1;
        faults.missed = faults.slip = false;
    }
    path[path_count++] = c;
}

static int take(void) {
    int id = hopper[0];
    memmove(hopper, hopper + 1, sizeof hopper[0] * (size_t)--hopper_count);
    return id;
}

static void pull_next(void) {
    for (int i = 0; i < path_count; i++) {
        if (path[i].x < CARD + GAP) return; /* still under the roller */
    }
    if (!hopper_count) return;
    add(take(), 0);
    if (faults.double_offset >= 0 && hopper_count) {
        add(take(), -faults.double_offset);
        path[path_count - 1].missed = path[path_count - 2].missed;
        faults.double_offset = -1;
    }
}

static void drop(int i) {
    say("! %llu out %d %d", (unsigned long long)board_now(), path[i].id, nearest());
    memmove(path + i, path + i + 1, sizeof path[0] * (size_t)(--path_count - i));
}

void mechanics_step(double dt_us, struct pins_out out) {
    bool on = out.feed_a && !out.feed_b;
    double target = on ? FAST : 0;
    double tau = on ? 20000 : (out.feed_a && out.feed_b) ? 4000 : faults.coast_tau;
    speed = target + (speed - target) * exp(-dt_us / tau);
    if (!on && speed < 2) speed = 0;
    if (on && !was_on) {
        for (int i = 0; i < path_count; i++) path[i].slips = false; /* the roller takes it this time */
        for (int i = 0; i < path_count; i++) {
            if (faults.slip && !path[i].thrown && path[i].x < BEAM) {
                path[i].slips = true;
                faults.slip = false;
                say("! %llu slips %d", (unsigned long long)board_now(), path[i].id);
            }
            if (faults.jam_at > path[i].x) { /* the card that waits in the gate is the next one */
                path[i].jam_at = faults.jam_at;
                faults.jam_at = -1;
            }
            if (faults.missed && path[i].x < BEAM) {
                path[i].missed = true;
                faults.missed = false;
            }
        }
    }
    was_on = on;
    if (speed > 0 && on) pull_next();
    double way = speed * dt_us / 1e6;
    for (int i = 0; i < path_count; i++) {
        struct card *c = &path[i];
        if (c->thrown) {
            c->x += c->speed * dt_us / 1e6;
        } else if (!c->slips) {
            c->x += way;
            if (c->jam_at >= 0 && c->x > c->jam_at) {
                if (!c->told) say("! %llu stuck %d", (unsigned long long)board_now(), c->id);
                c->told = true;
                c->x = c->jam_at;
            }
            if (c->x >= CARD + EXIT_ROLLER && speed > THROW) {
                c->thrown = true;
                c->speed = speed;
            }
        }
    }
    for (int i = path_count - 1; i >= 0; i--) {
        if (path[i].thrown && path[i].x > CARD + BEAM + 0.5) drop(i);
    }
}

static bool broken(void) {
    for (int i = 0; i < path_count; i++) {
        if (!path[i].missed && path[i].x >= BEAM && path[i].x - CARD <= BEAM) return true;
    }
    return false;
}

struct pins_in mechanics_pins(struct pins_out out) {
    struct pins_in in = {
        .beam = faults.beam_dead ? false : !out.emitter || broken(),
        .empty = hopper_count == 0 && (path_count == 0 || path[path_count - 1].x > 60),
        .lid = lid_open,
        .home = turret <= 2 && turret >= -8,
        .drum_home = drum_at <= 2 && drum_at >= -8,
        .drum = has_drum,
    };
    return in;
}

void mechanics_turret_pulse(bool away) {
    if (faults.lost_steps > 0) {
        faults.lost_steps--;
        return;
    }
    turret += away ? 1 : -1;
    if (turret < 0) turret = 0; /* the stop */
}

void mechanics_drum_pulse(bool away) {
    drum_at += away ? 1 : -1;
    if (drum_at < 0) drum_at = 0;
}
