/* dealer_sim: the dealer machine on a pseudo terminal.
 *
 * usage: dealer_sim ELF [--cards N] [--seed N] [--drum] [--boot-ms N] [--free SPEED]
 *
 * Prints "pty PATH". With --free it runs by the clock on the wall, SPEED times as fast, until its input ends. Otherwise its
 * time stands still and moves by order, so that a test sees the same whatever else the computer does. Orders, one a line,
 * each answered by a line "= NOW BYTES" (microseconds, bytes sent to the host so far):
 *   run UNTIL BYTES    until that time or the end of a line from the board, once the host's BYTES have arrived
 *   fault WORDS / at TIME WORDS    see faults.c
 *   top ID / bottom ID / empty / clear     hands in the hopper and in the card's way
 *   position N STEPS   where a seat is
 *   where              tells the turret's steps from home and the cards in the hopper
 * Between them, lines "! TIME WHAT ..." tell what truly happened: out CARD POSITION, removed CARD, reset WHY, fault NAME.
 */
#define _GNU_SOURCE
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "sim.h"

void say(const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    vprintf(format, ap);
    va_end(ap);
    putchar('\n');
}

static void obey(char *line) {
    unsigned long long a = 0, b = 0;
    char words[128] = "";
    if (sscanf(line, "run %llu %llu", &a, &b) == 2) {
        port_await(b);
        if (board_now() < a) board_run(a);
        board_line_out();
        port_poll();
    } else if (sscanf(line, "at %llu %127[^\n]", &a, words) == 2) {
        if (!fault_at(a, words)) say("? %s", line);
    } else if (sscanf(line, "fault %127[^\n]", words) == 1) {
        if (!fault_order(words)) say("? %s", line);
    } else if (sscanf(line, "top %llu", &a) == 1) {
        mechanics_load_top((int)a);
    } else if (sscanf(line, "bottom %llu", &a) == 1) {
        mechanics_load_bottom((int)a);
    } else if (sscanf(line, "position %llu %llu", &a, &b) == 2) {
        mechanics_settle_position((int)a, (int)b);
    } else if (!strncmp(line, "empty", 5)) {
        mechanics_empty_hopper();
    } else if (!strncmp(line, "where", 5)) {
        say("! %llu where %d %d", (unsigned long long)board_now(), mechanics_turret(), mechanics_hopper());
    } else if (!strncmp(line, "clear", 5)) {
        mechanics_clear_path();
    } else {
        say("? %s", line);
    }
    say("= %llu %llu", (unsigned long long)board_now(), (unsigned long long)port_sent());
    fflush(stdout);
}

static double wall_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static void run_free(double speed) {
    double last = wall_us(), due = (double)board_now();
    char line[160];
    for (;;) {
        struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
        if (poll(&in, 1, 1) > 0) {
            if (!fgets(line, sizeof line, stdin)) return;
            obey(line);
        }
        double wall = wall_us(), passed = (wall - last) * speed;
        last = wall;
        due += passed < 50000 ? passed : 50000; /* a computer that was away does not make the machine race */
        while ((double)board_now() < due) {
            port_poll();
            board_run(board_now() + 1000);
            board_line_out();
        }
        fflush(stdout);
    }
}

int main(int argc, char **argv) {
    int cards = 52;
    double speed = 0;
    bool drum = false;
    uint64_t boot_ms = 1600, seed = 1;
    for (int i = 2; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : "0";
        if (!strcmp(argv[i], "--drum")) drum = true;
        else if (!strcmp(argv[i], "--cards")) cards = atoi(value);
        else if (!strcmp(argv[i], "--seed")) seed = strtoull(value, NULL, 10);
        else if (!strcmp(argv[i], "--boot-ms")) boot_ms = strtoull(value, NULL, 10);
        else if (!strcmp(argv[i], "--free")) speed = atof(value);
    }
    if (argc < 2) {
        fprintf(stderr, "usage: dealer_sim ELF [--cards N] [--seed N] [--drum] [--boot-ms N] [--free SPEED]\n");
        return 2;
    }
    setvbuf(stdin, NULL, _IONBF, 0);
    chance_seed(seed);
    mechanics_init(cards, drum);
    board_open(argv[1], boot_ms * 1000);
    printf("pty %s\n", port_open());
    fflush(stdout);
    if (speed > 0) {
        run_free(speed);
        return 0;
    }
    char line[160];
    while (fgets(line, sizeof line, stdin)) obey(line);
    return 0;
}
