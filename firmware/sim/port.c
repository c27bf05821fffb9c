/* A pseudo terminal that stands for the board's USB port; opening it pulls DTR and resets the board, as on the Uno. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

#include "sim.h"

static int master = -1;
static bool opened;
static uint64_t sent, received;

const char *port_open(void) {
    master = posix_openpt(O_RDWR | O_NOCTTY);
    if (master < 0 || grantpt(master) || unlockpt(master)) {
        perror("pty");
        exit(2);
    }
    const char *name = ptsname(master);
    int slave = open(name, O_RDWR | O_NOCTTY);
    struct termios t;
    if (slave < 0 || tcgetattr(slave, &t)) {
        perror(name);
        exit(2);
    }
    cfmakeraw(&t);
    cfsetspeed(&t, B57600);
    tcsetattr(slave, TCSANOW, &t);
    close(slave);
    fcntl(master, F_SETFL, O_NONBLOCK);
    return name;
}

static bool host_there(void) {
    struct pollfd p = {.fd = master, .events = 0};
    poll(&p, 1, 0);
    return !(p.revents & POLLHUP);
}

void port_poll(void) {
    bool there = host_there();
    if (there && !opened) board_reset(false);
    opened = there;
    if (!there) return;
    struct termios t;
    board_garble(tcgetattr(master, &t) == 0 && cfgetospeed(&t) != B57600);
    uint8_t bytes[512];
    for (;;) {
        ssize_t n = read(master, bytes, sizeof bytes);
        if (n <= 0) return;
        received += (uint64_t)n;
        board_feed(bytes, (int)n);
    }
}

void port_await(uint64_t total) {
    port_poll();
    for (int tries = 0; received < total && tries < 2000; tries++) {
        struct pollfd p = {.fd = master, .events = POLLIN};
        poll(&p, 1, 1);
        port_poll();
    }
}

void port_put(uint8_t byte) {
    if (!opened) return; /* nobody has the port open: lost, as on a real line */
    if (write(master, &byte, 1) == 1) sent++;
}

uint64_t port_sent(void) { return sent; }
