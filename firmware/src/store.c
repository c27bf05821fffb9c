#include "store.h"

#include "frame.h"
#include "hal.h"

enum { SETTING_BYTES = 4, RING_AT = 64, RECORD_BYTES = 11, PLACES = (1024 - RING_AT) / RECORD_BYTES, TRIES = 3 };

static const uint16_t DEFAULTS[SETTING_COUNT] TEXT_IN_FLASH = SETTING_DEFAULTS;

static struct record last;
static uint16_t settings[SETTING_COUNT];
static uint16_t serial;
static uint8_t place;
static uint8_t job[RECORD_BYTES];
static uint16_t job_at;
static uint8_t job_length, job_next, job_tries;
static bool failed;

static uint16_t crc_of(const uint8_t *bytes, uint8_t count) {
    uint16_t crc = PROTOCOL_CRC_INIT;
    while (count--) crc = frame_crc(crc, *bytes++);
    return crc;
}

static void put16(uint8_t *at, uint16_t value) {
    at[0] = (uint8_t)(value >> 8);
    at[1] = (uint8_t)value;
}

static uint16_t get16(const uint8_t *at) { return (uint16_t)(((uint16_t)at[0] << 8) | at[1]); }

static void read_bytes(uint16_t at, uint8_t *into, uint8_t count) {
    while (count--) *into++ = hal_eeprom_read(at++);
}

static uint16_t setting_crc(uint8_t key, uint16_t value) {
    uint8_t bytes[3] = {key, 0, 0};
    put16(bytes + 1, value);
    return crc_of(bytes, 3);
}

void store_init(void) {
    uint8_t bytes[RECORD_BYTES];
    bool found = false;
    job_length = job_next = job_tries = 0;
    failed = false;
    last = (struct record){0, 0, 0, RESULT_NONE, 0};
    serial = 0;
    place = PLACES - 1;
    for (uint8_t key = 0; key < SETTING_COUNT; key++) {
        read_bytes((uint16_t)(key * SETTING_BYTES), bytes, SETTING_BYTES);
        uint16_t value = get16(bytes);
        settings[key] = get16(bytes + 2) == setting_crc(key, value) ? value : text_u16(&DEFAULTS[key]);
    }
    for (uint8_t i = 0; i < PLACES; i++) {
        read_bytes((uint16_t)(RING_AT + i * RECORD_BYTES), bytes, RECORD_BYTES);
        if (crc_of(bytes, RECORD_BYTES - 2) != get16(bytes + RECORD_BYTES - 2)) continue;
        uint16_t s = get16(bytes);
        if (found && (int16_t)(uint16_t)(s - serial) <= 0) continue;
        found = true;
        serial = s;
        place = i;
        last = (struct record){get16(bytes + 2), get16(bytes + 4), bytes[6], bytes[7], bytes[8]};
    }
    struct record next = last;
    next.boot++;
    store_write(&next);
}

const struct record *store_last(void) { return &last; }

static void next_place(void) {
    place = (uint8_t)(place + 1u) % PLACES;
    job_at = (uint16_t)(RING_AT + place * RECORD_BYTES);
    job_next = 0;
}

void store_write(const struct record *record) {
    last = *record;
    put16(job, ++serial);
    put16(job + 2, record->boot);
    put16(job + 4, record->ticket);
    job[6] = record->position;
    job[7] = record->result;
    job[8] = record->count;
    put16(job + RECORD_BYTES - 2, crc_of(job, RECORD_BYTES - 2));
    job_length = RECORD_BYTES;
    job_tries = TRIES;
    failed = false;
    next_place();
}

bool store_busy(void) { return job_length != 0; }
bool store_failed(void) { return failed; }

void store_poll(void) {
    if (!job_length || hal_eeprom_busy()) return;
    if (job_next < job_length) {
        /* the check sum goes last, so a torn record is no record */
        hal_eeprom_write((uint16_t)(job_at + job_next), job[job_next]);
        job_next++;
        return;
    }
    for (uint8_t i = 0; i < job_length; i++) {
        if (hal_eeprom_read((uint16_t)(job_at + i)) == job[i]) continue;
        if (--job_tries && job_at >= RING_AT) {
            next_place();
        } else {
            failed = true;
            job_length = 0;
        }
        return;
    }
    job_length = 0;
}

uint16_t store_setting(uint8_t key) { return settings[key]; }

bool store_set(uint8_t key, uint16_t value) {
    if (store_busy()) return false;
    if (settings[key] == value) return true; /* nothing to wear out */
    settings[key] = value;
    put16(job, value);
    put16(job + 2, setting_crc(key, value));
    job_length = SETTING_BYTES;
    job_at = (uint16_t)(key * SETTING_BYTES);
    job_next = 0;
    job_tries = 1;
    return true;
}
