#include "machine.h"

#include "drum.h"
#include "events.h"
#include "hal.h"
#include "sensors.h"
#include "store.h"

/* The order of a job. Until PHASE_FEED no card moves, and whatever goes wrong ends the ticket as VOID; from there on only
 * the exit beam says what became of the card, and where it cannot, the ticket stays STARTED and a person is asked. */
enum phase {
    PHASE_BOOT,      /* the boot record is being written */
    PHASE_REST,
    PHASE_DARK,      /* emitter off: a beam that does not break now would never break */
    PHASE_LIGHT,     /* emitter on again: must be clear */
    PHASE_HOME,
    PHASE_DRUM,      /* drum.c finds a slot and turns to it */
    PHASE_TURN,
    PHASE_RECORD,    /* STARTED goes to the EEPROM before the motor runs */
    PHASE_FEED,      /* motor on, beam not broken yet */
    PHASE_GATE,      /* a card is in the beam */
    PHASE_SETTLE,    /* card gone, motor braked: would a second one show? */
    PHASE_PROVE,     /* does the beam still work? a card may lie in a beam that went blind */
    PHASE_RELIGHT,
    PHASE_SAVE,      /* OUT goes to the EEPROM before anybody is told */
};

enum { BEAM_TEST_MS = 6, HOME_LIMIT = (int)PROTOCOL_STEPS_PER_TURN + 100 };

static enum phase phase;
static enum cause cause;
static enum fault fault;
static uint16_t fault_no;
static bool greeted, homed;
static int16_t at_steps; /* turret, from home */
static struct outcome job;
static uint16_t seen;      /* the highest ticket any host has used */
static bool renew;         /* the job is NEW */
static bool second;        /* two cards were noticed in this job */
static uint8_t job_slot;
static uint16_t left_ms;   /* to the deadline */
static uint16_t phase_ms;  /* since the phase began */

static void go(enum phase to) {
    phase = to;
    phase_ms = 0;
}

static bool unsettled(void) {
    uint8_t r = store_last()->result;
    return (phase < PHASE_RECORD && r == RESULT_STARTED) || r == RESULT_DOUBLE;
}

static void motors_off(void) {
    hal_feed(MOTOR_OFF);
    if (hal_step_busy()) { /* stopped on the way: nobody knows where it stands */
        homed = false;
        drum_astray();
    }
    hal_step_stop();
}

static void latch(enum fault what) {
    motors_off();
    hal_emitter(true);
    fault = what;
    fault_no = fault_no == 65535u ? 1u : (uint16_t)(fault_no + 1u);
    go(PHASE_REST);
    events_push(EVENT_FAULT, what, fault_no, machine_unsure());
}

static void end_void(enum fault why) {
    motors_off();
    hal_emitter(true);
    job.result = RESULT_VOID;
    go(PHASE_REST);
    events_push(EVENT_VOID, job.ticket, why, 0);
}

static void save(uint8_t result, uint8_t count) {
    struct record r = *store_last();
    r.ticket = job.ticket;
    r.position = job.position;
    r.result = result;
    r.count = count;
    job.result = result;
    job.count = count;
    store_write(&r);
}

void machine_init(enum cause why) {
    cause = why;
    fault = FAULT_NONE;
    fault_no = 0;
    greeted = homed = renew = second = false;
    at_steps = 0;
    const struct record *r = store_last();
    job = (struct outcome){r->ticket, r->position, r->result, r->count};
    seen = r->ticket;
    motors_off();
    hal_emitter(true);
    go(PHASE_BOOT);
    events_push(EVENT_BOOT, r->boot, cause, 0);
}

static bool at_rest(void) { return phase == PHASE_REST; }

enum state machine_state(void) {
    if (phase == PHASE_BOOT) return STATE_BOOT;
    if (fault != FAULT_NONE) return STATE_FAULT;
    return at_rest() ? STATE_IDLE : STATE_BUSY;
}

enum fault machine_fault(void) { return fault; }
enum cause machine_cause(void) { return cause; }
uint16_t machine_fault_no(void) { return fault_no; }
uint8_t machine_count(void) { return store_last()->count; }
uint16_t machine_unsure(void) { return unsettled() ? store_last()->ticket : 0; }
uint16_t machine_seen(void) { return seen; }
struct outcome machine_last(void) { return job; }

void machine_greet(void) { greeted = true; }

/* --- requests ----------------------------------------------------------------------------------------------- */

static uint16_t ahead(uint16_t ticket) {
    /* how many tickets beyond the last seen one; 0 is not a ticket, so the count skips it */
    uint16_t d = (uint16_t)(ticket - seen);
    return ticket < seen ? (uint16_t)(d - 1u) : d;
}

static answer_t refuse(uint16_t ticket, enum error why) {
    job = (struct outcome){ticket, 0, RESULT_VOID, machine_count()}; /* what a repeat of it will hear */
    return ANSWER_ERROR(why);
}

static answer_t admit(uint16_t ticket) {
    if (!greeted) return ANSWER_ERROR(ERROR_GREET);
    if (ticket == 0) return ANSWER_ERROR(ERROR_OLD);
    if (ticket == job.ticket) return ANSWER_REPEAT;
    uint16_t d = ahead(ticket);
    if (d == 0 || d > 32767u) return ANSWER_ERROR(ERROR_OLD);
    if (d > PROTOCOL_WINDOW) return ANSWER_ERROR(ERROR_AHEAD);
    if (fault != FAULT_NONE) return ANSWER_ERROR(ERROR_FAULT);
    if (!at_rest() || store_busy()) return ANSWER_ERROR(ERROR_BUSY);
    seen = ticket; /* used up from here on, even if refused below: a late copy must not act */
    if (sensors_lid()) return refuse(ticket, ERROR_LID);
    if (sensors_blocked()) return refuse(ticket, ERROR_GATE);
    return ANSWER_TAKEN;
}

static void begin(uint16_t ticket, uint8_t position, uint16_t ms) {
    job = (struct outcome){ticket, position, RESULT_NONE, machine_count()};
    left_ms = ms;
    second = renew = false;
    hal_emitter(false);
    go(PHASE_DARK);
}

answer_t machine_new(uint16_t ticket, uint16_t ms) {
    answer_t a = admit(ticket);
    if (a != ANSWER_TAKEN) return a;
    begin(ticket, 0, ms);
    renew = true;
    homed = false;
    drum_forget();
    return a;
}

answer_t machine_deal(uint16_t ticket, uint8_t position, uint16_t ms) {
    answer_t a = admit(ticket);
    if (a != ANSWER_TAKEN) return a;
    if (sensors_empty()) return refuse(ticket, ERROR_EMPTY);
    begin(ticket, position, ms);
    return a;
}

answer_t machine_insert(uint16_t ticket, uint8_t slot, uint16_t ms) {
    answer_t a = admit(ticket);
    if (a != ANSWER_TAKEN) return a;
    if (!hal_pin_drum()) return refuse(ticket, ERROR_NODRUM);
    if (!drum_accepts(slot)) return refuse(ticket, ERROR_SLOT);
    if (sensors_empty()) return refuse(ticket, ERROR_EMPTY);
    begin(ticket, 0, ms);
    job_slot = slot;
    return a;
}

void machine_stop(void) {
    homed = false; /* and the next job finds home first: this is also how a host says that a card went astray */
    drum_astray();
    if (phase == PHASE_BOOT || phase == PHASE_REST || phase == PHASE_SAVE || (renew && phase == PHASE_RECORD)) return;
    if (phase <= PHASE_TURN) end_void(FAULT_STOPPED);
    else latch(FAULT_STOPPED); /* also while STARTED is being written: the record stands, the person says 0 */
}

answer_t machine_settle(uint16_t ticket, uint8_t cards) {
    const struct record *r = store_last();
    if (r->ticket != ticket) return ANSWER_ERROR(ERROR_WRONG);
    if (r->result == RESULT_SETTLED) return ANSWER_TAKEN;
    if (!at_rest() || !unsettled()) return ANSWER_ERROR(ERROR_WRONG);
    if (store_busy()) return ANSWER_ERROR(ERROR_BUSY);
    job.ticket = r->ticket;
    job.position = r->position;
    save(RESULT_SETTLED, (uint8_t)(r->count + (r->position ? cards : 0)));
    return ANSWER_TAKEN;
}

answer_t machine_clear(uint16_t number) {
    if (number != fault_no) return ANSWER_ERROR(ERROR_WRONG);
    if (fault == FAULT_NONE) return ANSWER_TAKEN;
    if (unsettled()) return ANSWER_ERROR(ERROR_UNSURE);
    if (store_busy()) return ANSWER_ERROR(ERROR_BUSY);
    if (sensors_lid()) return ANSWER_ERROR(ERROR_LID);
    if (sensors_blocked()) return ANSWER_ERROR(ERROR_GATE);
    fault = FAULT_NONE;
    homed = false; /* somebody may have had a hand in it */
    events_push(EVENT_CLEARED, fault_no, 0, 0);
    return ANSWER_TAKEN;
}

/* --- phases -------------------------------------------------------------------------------------------------- */

static void after_boot(void) {
    if (store_busy()) return;
    go(PHASE_REST);
    uint8_t r = store_last()->result;
    if (store_failed()) latch(FAULT_STORE);
    else if (r == RESULT_DOUBLE) latch(FAULT_DOUBLE);
    else if (r == RESULT_STARTED) latch(FAULT_POWER);
    else if (sensors_blocked()) latch(FAULT_GATE);
}

static void start_home(void) {
    hal_step_start(AXIS_TURRET, -HOME_LIMIT, true);
    go(PHASE_HOME);
}

static void start_turn(void) {
    int16_t target = (int16_t)store_setting(job.position);
    hal_step_start(AXIS_TURRET, (int16_t)(target - at_steps), false);
    at_steps = target;
    go(PHASE_TURN);
}

static void start_record(void) {
    save(renew ? RESULT_READY : RESULT_STARTED, renew ? 0 : machine_count());
    go(PHASE_RECORD);
}

static void do_home(void) {
    if (hal_step_busy()) return;
    if (!hal_pin_home(AXIS_TURRET)) {
        end_void(FAULT_TURRET);
        latch(FAULT_TURRET);
        return;
    }
    homed = true;
    at_steps = 0;
    if (renew) start_record();
    else if (job.position == 0) drum_begin(job_slot), go(PHASE_DRUM);
    else start_turn();
}

static void do_drum(void) {
    switch (drum_tick()) {
    case DRUM_WORKING: return;
    case DRUM_THERE: start_turn(); return;
    case DRUM_NO_NOISE: end_void(FAULT_NOISE); latch(FAULT_NOISE); return;
    default: end_void(FAULT_DRUM); latch(FAULT_DRUM); return;
    }
}

static void do_turn(void) {
    if (hal_step_busy()) return;
    if (at_steps > 20 && hal_pin_home(AXIS_TURRET)) { /* cannot be there: steps were lost */
        homed = false;
        end_void(FAULT_TURRET);
        latch(FAULT_TURRET);
        return;
    }
    start_record();
}

static void do_record(void) {
    if (store_failed()) {
        latch(FAULT_STORE);
    } else if (!store_busy()) {
        if (renew) {
            go(PHASE_REST);
            events_push(EVENT_READY, job.ticket, 0, 0);
        } else {
            hal_feed(MOTOR_ON);
            go(PHASE_FEED);
        }
    }
}

static void do_gate(void) {
    if (sensors_blocked()) {
        if (phase_ms > store_setting(SETTING_JAM_MS)) latch(FAULT_JAM);
        return;
    }
    if (phase_ms < store_setting(SETTING_GATE_MS) / 2u) { /* no card is so short: a card turned back, or a flicker */
        latch(FAULT_JAM);
        return;
    }
    hal_feed(MOTOR_BRAKE);
    second = phase_ms > store_setting(SETTING_GATE_MS);
    go(PHASE_SETTLE);
}

static void do_settle(void) {
    if (sensors_blocked()) second = true;
    if (phase_ms < store_setting(SETTING_SETTLE_MS)) return;
    hal_feed(MOTOR_OFF);
    hal_emitter(false);
    go(PHASE_PROVE);
}

static void do_prove(void) {
    if (phase_ms < BEAM_TEST_MS) return;
    hal_emitter(true);
    if (sensors_blocked()) go(PHASE_RELIGHT);
    else latch(FAULT_BEAM);
}

static void do_relight(void) {
    if (phase_ms < BEAM_TEST_MS) return;
    if (sensors_blocked()) second = true;
    if (second) save(RESULT_DOUBLE, machine_count());
    else save(RESULT_OUT, (uint8_t)(machine_count() + (job.position ? 1 : 0)));
    go(PHASE_SAVE);
}

static void do_save(void) {
    if (store_busy()) return;
    if (store_failed()) {
        latch(FAULT_STORE);
        return;
    }
    go(PHASE_REST);
    if (job.position == 0) drum_filled();
    if (job.result == RESULT_DOUBLE) latch(FAULT_DOUBLE);
    else events_push(EVENT_OUT, job.ticket, job.position, job.count);
}

void machine_tick(void) {
    if (phase_ms < 65535u) phase_ms++;
    if (phase == PHASE_BOOT) {
        after_boot();
        return;
    }
    if (phase == PHASE_REST) {
        if (fault == FAULT_NONE && sensors_blocked() && phase_ms > 50) latch(FAULT_GATE);
        return;
    }
    if (sensors_lid() && phase != PHASE_SAVE && !(renew && phase == PHASE_RECORD)) { /* a hand may be in there */
        if (phase <= PHASE_TURN) end_void(FAULT_LID);
        else latch(FAULT_LID);
        return;
    }
    if (phase <= PHASE_TURN && left_ms-- == 0) {
        end_void(FAULT_LATE);
        return;
    }
    switch (phase) {
    case PHASE_DARK:
        if (phase_ms < BEAM_TEST_MS) break;
        hal_emitter(true);
        if (!sensors_blocked()) {
            end_void(FAULT_BEAM);
            latch(FAULT_BEAM);
        } else {
            go(PHASE_LIGHT);
        }
        break;
    case PHASE_LIGHT:
        if (phase_ms < BEAM_TEST_MS) break;
        if (sensors_blocked()) {
            end_void(FAULT_GATE);
            latch(FAULT_GATE);
        } else if (!homed) {
            start_home();
        } else if (job.position == 0) {
            drum_begin(job_slot);
            go(PHASE_DRUM);
        } else {
            start_turn();
        }
        break;
    case PHASE_HOME: do_home(); break;
    case PHASE_DRUM: do_drum(); break;
    case PHASE_TURN: do_turn(); break;
    case PHASE_RECORD: do_record(); break;
    case PHASE_FEED:
        if (sensors_blocked()) go(PHASE_GATE);
        else if (phase_ms > store_setting(SETTING_FEED_MS)) latch(FAULT_JAM);
        break;
    case PHASE_GATE: do_gate(); break;
    case PHASE_SETTLE: do_settle(); break;
    case PHASE_PROVE: do_prove(); break;
    case PHASE_RELIGHT: do_relight(); break;
    case PHASE_SAVE: do_save(); break;
    default: break;
    }
}
