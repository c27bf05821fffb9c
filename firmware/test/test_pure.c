/* Frames, debounce, noise and drum. */
#include "check.h"
#include "debounce.h"
#include "drum.h"
#include "fake_hal.h"
#include "frame.h"
#include "noise.h"

static enum frame_news feed(struct frame_reader *r, const char *text) {
    enum frame_news news = FRAME_MORE;
    for (; *text; text++) {
        enum frame_news n = frame_read(r, (uint8_t)*text);
        if (n != FRAME_MORE) news = n;
    }
    return news;
}

void test_frame(void) {
    uint16_t crc = PROTOCOL_CRC_INIT;
    for (const char *p = "123456789"; *p; p++) crc = frame_crc(crc, (uint8_t)*p);
    CHECK(crc == 0x29B1); /* the published check value of CRC-16/CCITT-FALSE */

    struct frame_reader r = {0};
    CHECK(feed(&r, ">1 STATE*") == FRAME_MORE);
    CHECK(feed(&r, "0000\r\n") == FRAME_LINE && r.length == 13);
    CHECK(!frame_checked(r.line, &r.length));
    r.length = 0;
    CHECK(feed(&r, "\n\n") == FRAME_MORE);
    CHECK(feed(&r, "01234567890123456789012345678901234567890\n") == FRAME_LONG);
    CHECK(feed(&r, "a\tb\n") == FRAME_FORM);
    CHECK(feed(&r, "a\rb\n") == FRAME_FORM);
    CHECK(feed(&r, "ok\n") == FRAME_LINE && r.length == 2);

    uint16_t n;
    const char *good = "65535 ", *bad[] = {"", "x", "01", "65536", "99999999999", "-1", " 1"};
    const char *at = good;
    CHECK(frame_number(&at, &n) && n == 65535 && *at == ' ');
    at = "0";
    CHECK(frame_number(&at, &n) && n == 0);
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        at = bad[i];
        CHECK(!frame_number(&at, &n));
    }

    fake_new();
    struct frame_writer w;
    frame_begin(&w, '!');
    for (int i = 0; i < 100; i++) frame_field(&w, 65535); /* must not run over */
    CHECK(w.length <= PROTOCOL_MAX_DEVICE_LINE - 5u && frame_send(&w));
}

void test_debounce(void) {
    struct debounce d = {false, 0};
    for (int i = 0; i < 50; i++) CHECK(!debounce_step(&d, i % 2, 3)); /* chatter */
    CHECK(!debounce_step(&d, false, 3));
    CHECK(!debounce_step(&d, true, 3) && !debounce_step(&d, true, 3));
    CHECK(debounce_step(&d, true, 3) && d.value);
    CHECK(!debounce_step(&d, true, 3));
}

void test_noise(void) {
    fake_new();
    for (int kind = 0; kind < 3; kind += 2) { /* fair, and a source that says 1 three times out of four */
        int count[7] = {0};
        uint8_t drawn;
        fake.noise_kind = kind;
        for (int i = 0; i < 7000; i++) {
            enum noise_news news;
            noise_begin();
            while ((news = noise_below(7, &drawn)) == NOISE_WORKING) {
            }
            CHECK(news == NOISE_READY && drawn < 7);
            count[drawn]++;
        }
        for (int i = 0; i < 7; i++) CHECK(count[i] > 880 && count[i] < 1120); /* 1000 expected, deviation 29 */
    }
    fake.noise_kind = 1;
    uint8_t drawn;
    enum noise_news news;
    noise_begin();
    for (int i = 0; (news = noise_below(7, &drawn)) == NOISE_WORKING; i++) CHECK(i < 100);
    CHECK(news == NOISE_STUCK);

    fake_new();
    bool seen[PROTOCOL_DRUM_SLOTS + 1] = {false};
    drum_forget();
    for (unsigned i = 0; i < PROTOCOL_DRUM_SLOTS; i++) {
        CHECK(drum_accepts(0));
        drum_begin(0);
        enum drum_news d;
        while ((d = drum_tick()) == DRUM_WORKING) fake_ms(1);
        CHECK(d == DRUM_THERE && fake.drum_at % 20 == 0);
        int slot = fake.drum_at / 20 + 1;
        CHECK(slot >= 1 && slot <= (int)PROTOCOL_DRUM_SLOTS && !seen[slot]);
        seen[slot] = true;
        drum_filled();
        CHECK(!drum_accepts((uint8_t)slot));
    }
    CHECK(!drum_accepts(0));
}
