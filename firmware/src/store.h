/* What must outlive a power cut: the last ticket that moved a card, and the settings.
 *
 * A ring of records with serial number and check sum: the newest whole one counts, so a record torn by a power cut is as
 * if never begun, and 87 places share the wear (two records a card: some 4.3 million cards). */
#ifndef STORE_H
#define STORE_H

#include <stdbool.h>
#include <stdint.h>

struct record {
    uint16_t boot;
    uint16_t ticket;
    uint8_t position;
    uint8_t result;
    uint8_t count;
};

void store_init(void); /* reads everything; ends with a record like the last one and a boot number one higher under way */
const struct record *store_last(void);
void store_write(const struct record *record); /* only while not busy */
bool store_busy(void);
bool store_failed(void); /* three places in a row did not take what was written */
void store_poll(void);
uint16_t store_setting(uint8_t key);
bool store_set(uint8_t key, uint16_t value); /* false while busy */

#endif
