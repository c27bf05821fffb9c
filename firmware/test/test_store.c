/* The EEPROM ring: newest whole record wins, whatever the power does. */
#include "check.h"
#include "fake_hal.h"
#include "protocol.h"
#include "store.h"

static void write_out(const struct record *r) {
    store_write(r);
    for (int i = 0; i < 200 && store_busy(); i++) {
        if (fake.eeprom_wait) fake.eeprom_wait--;
        store_poll();
    }
}

static void finish_boot(void) {
    for (int i = 0; i < 200 && store_busy(); i++) {
        if (fake.eeprom_wait) fake.eeprom_wait--;
        store_poll();
    }
}

void test_store(void) {
    fake_new();
    finish_boot();
    CHECK(store_last()->boot == 1 && store_last()->ticket == 0 && store_last()->result == RESULT_NONE);
    CHECK(store_setting(SETTING_FEED_MS) == 200);

    struct record r = *store_last();
    r.ticket = 7;
    r.position = 3;
    r.result = RESULT_STARTED;
    r.count = 5;
    write_out(&r);
    store_init();
    finish_boot();
    CHECK(store_last()->ticket == 7 && store_last()->position == 3 && store_last()->result == RESULT_STARTED);
    CHECK(store_last()->boot == 2);

    for (long cut = 0; cut < 11; cut++) { /* power gone after so many bytes of a record */
        struct record next = *store_last();
        uint16_t old = next.ticket;
        next.ticket++;
        fake.writes_left = cut;
        write_out(&next);
        fake.writes_left = -1;
        store_init();
        finish_boot();
        CHECK(store_last()->ticket == old);
    }

    uint32_t most = 0;
    for (uint16_t i = 0; i < 8700; i++) {
        struct record next = *store_last();
        next.ticket = (uint16_t)(100 + i);
        write_out(&next);
    }
    for (int i = 0; i < 1024; i++) most = fake.wear[i] > most ? fake.wear[i] : most;
    CHECK(most < 110); /* spread over the whole ring: 8700 records, about 100 each */
    store_init();
    finish_boot();
    CHECK(store_last()->ticket == 100 + 8699);

    fake.dead_cell = 64 + 11 * 40 + 5; /* one place is worn out: the next takes its turn, nothing is lost */
    for (uint16_t i = 0; i < 200; i++) {
        struct record next = *store_last();
        next.ticket = (uint16_t)(20000 + i);
        write_out(&next);
        CHECK(!store_failed());
        store_init();
        finish_boot();
        CHECK(store_last()->ticket == 20000 + i);
    }

    CHECK(store_set(SETTING_GATE_MS, 300));
    CHECK(!store_set(SETTING_GATE_MS, 301)); /* busy */
    finish_boot();
    store_init();
    finish_boot();
    CHECK(store_setting(SETTING_GATE_MS) == 300);
    fake.eeprom[SETTING_GATE_MS * 4] ^= 1; /* damaged: the default again */
    store_init();
    CHECK(store_setting(SETTING_GATE_MS) == 260);
}
