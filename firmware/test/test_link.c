/* The conversation: whole frames are obeyed, everything else is answered and moves nothing. */
#include "check.h"
#include "events.h"
#include "fake_hal.h"
#include "frame.h"
#include "link.h"
#include "machine.h"

static void send(const char *body) {
    uint16_t crc = PROTOCOL_CRC_INIT;
    char line[80];
    for (const char *p = body; *p; p++) crc = frame_crc(crc, (uint8_t)*p);
    snprintf(line, sizeof line, "%s*%04X\n", body, crc);
    for (const char *p = line; *p; p++) link_byte((uint8_t)*p);
}

static void raw(const char *text) {
    for (; *text; text++) link_byte((uint8_t)*text);
}

static void fuzz(void) {
    static const char *bodies[] = {">1 DEAL 3 4000", ">1 NEW 5000", ">2 DEAL 4 900", ">1 INSERT 0 4000"};
    fake_new();
    fake_ms(200);
    machine_greet();
    uint32_t seed = 99;
    for (int i = 0; i < 200000; i++) {
        char line[80];
        uint16_t crc = PROTOCOL_CRC_INIT;
        const char *body = bodies[seed % 4];
        for (const char *p = body; *p; p++) crc = frame_crc(crc, (uint8_t)*p);
        int n = snprintf(line, sizeof line, "%s*%04X", body, crc);
        seed = seed * 1664525u + 1013904223u;
        line[(seed >> 8) % (unsigned)n] ^= (char)(1 << (seed >> 24) % 8); /* one bit: always found */
        for (int k = 0; k < n; k++) link_byte((uint8_t)line[k]);
        link_byte('\n');
        if (i % 100 == 0) fake_ms(1);
        fake.out_length = 0;
    }
    fake_ms(100);
    CHECK(fake.feeds == 0 && fake.turret == 300 && machine_seen() == 0);
}

void test_link(void) {
    fake_new();
    fake_ms(200);
    CHECK(fake_said("!0 BOOT 1 POWER*"));
    raw("?\n");
    CHECK(fake_said("# IDLE NONE 0 "));
    send(">1 DEAL 3 4000");
    CHECK(fake_said("<1 DEAL ERR GREET*"));
    send(">9 HELLO 2");
    CHECK(fake_said("<9 HELLO ERR VERSION*"));
    send(">9 HELLO 1");
    CHECK(fake_said("<9 HELLO OK 1 1 0 1 POWER 0*"));
    raw(">9 HELLO 1\n");
    CHECK(fake_said("-CRC*"));
    raw("\x01\n");
    CHECK(fake_said("-FORM*"));
    for (int i = 0; i < 60; i++) link_byte('x');
    link_byte('\n');
    CHECK(fake_said("-LONG*"));
    send(">1 DANCE");
    CHECK(fake_said("-VERB*"));
    send(">1 DEALS 3 4000");
    CHECK(fake_said("-VERB*"));
    send(">01 STATE");
    CHECK(fake_said("-FORM*"));
    static const char *wrong[] = {">1 DEAL 0 4000", ">1 DEAL 12 4000", ">1 DEAL 3", ">1 DEAL 3 4000 1", ">1 DEAL 3 4000 ",
                                  ">1 DEAL  3 4000", ">1 DEAL 3 499", ">1 DEAL 3 30001", ">1 DEAL 03 4000"};
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        send(wrong[i]);
        CHECK(fake_said("-ARGS*"));
    }
    send(">4 GET 12");
    CHECK(fake_said("<4 GET OK 12 200*"));
    send(">5 SET 12 210");
    CHECK(fake_said("<5 SET OK 12 210*"));
    CHECK(fake.feeds == 0 && fake.turret == 300);

    fake_ms(300);
    CHECK(fake_said("!0 BOOT")); /* still unacknowledged: again */
    send("+1");
    fake_ms(300);
    CHECK(fake_said("!0 BOOT")); /* that was not its number */
    send("+0");
    fake_ms(2000);
    CHECK(!fake_said("BOOT"));
    for (int i = 0; i < 20; i++) events_push(EVENT_LID, 1, 0, 0);
    CHECK(events_missed());
    send(">6 STATE");
    CHECK(fake_said("<6 STATE OK IDLE NONE 0 0 32 0*"));
    fuzz();
}
