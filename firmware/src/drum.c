#include "drum.h"

#include "hal.h"
#include "noise.h"
#include "protocol.h"

enum { STEPS_PER_SLOT = 20, TURN = (int)PROTOCOL_DRUM_SLOTS * STEPS_PER_SLOT };
enum stage { STAGE_HOME, STAGE_DRAW, STAGE_TURN };

static uint8_t full[(PROTOCOL_DRUM_SLOTS + 7) / 8];
static uint8_t free_slots;
static uint8_t wanted; /* 1..60, 0 until drawn */
static bool homed;
static int16_t at_steps;
static enum stage stage;

static bool is_full(uint8_t slot) { return full[(slot - 1) / 8] & (1u << ((slot - 1) % 8)); }

void drum_forget(void) {
    for (uint8_t i = 0; i < sizeof full; i++) full[i] = 0;
    free_slots = PROTOCOL_DRUM_SLOTS;
    homed = false;
}

void drum_astray(void) { homed = false; }

bool drum_accepts(uint8_t slot) { return slot ? !is_full(slot) : free_slots > 0; }

static void turn(void) {
    int16_t target = (int16_t)((wanted - 1) * STEPS_PER_SLOT);
    hal_step_start(AXIS_DRUM, (int16_t)(target - at_steps), false);
    at_steps = target;
    stage = STAGE_TURN;
}

static void draw_or_turn(void) {
    if (wanted) {
        turn();
    } else {
        noise_begin();
        stage = STAGE_DRAW;
    }
}

void drum_begin(uint8_t slot) {
    wanted = slot;
    if (homed) {
        draw_or_turn();
    } else {
        hal_step_start(AXIS_DRUM, -(TURN + 100), true);
        stage = STAGE_HOME;
    }
}

static uint8_t nth_free(uint8_t n) {
    for (uint8_t slot = 1; slot <= PROTOCOL_DRUM_SLOTS; slot++) {
        if (!is_full(slot) && n-- == 0) return slot;
    }
    return 1;
}

enum drum_news drum_tick(void) {
    uint8_t drawn;
    switch (stage) {
    case STAGE_HOME:
        if (hal_step_busy()) return DRUM_WORKING;
        if (!hal_pin_home(AXIS_DRUM)) return DRUM_LOST;
        homed = true;
        at_steps = 0;
        draw_or_turn();
        return DRUM_WORKING;
    case STAGE_DRAW:
        switch (noise_below(free_slots, &drawn)) {
        case NOISE_WORKING: return DRUM_WORKING;
        case NOISE_STUCK: return DRUM_NO_NOISE;
        default: break;
        }
        wanted = nth_free(drawn);
        turn();
        return DRUM_WORKING;
    default:
        return hal_step_busy() ? DRUM_WORKING : DRUM_THERE;
    }
}

void drum_filled(void) {
    if (!wanted || is_full(wanted)) return;
    full[(wanted - 1) / 8] |= (uint8_t)(1u << ((wanted - 1) % 8));
    free_slots--;
}
