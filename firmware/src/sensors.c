#include "sensors.h"

#include "debounce.h"
#include "events.h"
#include "hal.h"
#include "protocol.h"

enum { BEAM_MS = 2, EMPTY_MS = 30, LID_MS = 5 };

static struct debounce beam, empty, lid;

void sensors_init(void) {
    beam = (struct debounce){hal_pin_blocked(), 0};
    empty = (struct debounce){hal_pin_empty(), 0};
    lid = (struct debounce){hal_pin_lid(), 0};
}

void sensors_tick(void) {
    debounce_step(&beam, hal_pin_blocked(), BEAM_MS);
    if (debounce_step(&empty, hal_pin_empty(), EMPTY_MS)) events_push(EVENT_HOPPER, empty.value, 0, 0);
    if (debounce_step(&lid, hal_pin_lid(), LID_MS)) events_push(EVENT_LID, lid.value, 0, 0);
}

bool sensors_blocked(void) { return beam.value; }
bool sensors_empty(void) { return empty.value; }
bool sensors_lid(void) { return lid.value; }

uint16_t sensors_bits(void) {
    uint16_t bits = 0;
    if (beam.value) bits |= SENSORS_BEAM;
    if (empty.value) bits |= SENSORS_EMPTY;
    if (lid.value) bits |= SENSORS_LID;
    if (hal_pin_home(AXIS_TURRET)) bits |= SENSORS_HOME;
    if (hal_pin_drum()) bits |= SENSORS_DRUM;
    if (events_missed()) bits |= SENSORS_MISSED;
    return bits;
}
