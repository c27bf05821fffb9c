/* The state machine: what moves, what never moves, what is asked. */
#include "check.h"
#include "fake_hal.h"
#include "machine.h"
#include "store.h"

static void ready(void) {
    fake_new();
    fake_ms(200);
    CHECK(machine_state() == STATE_IDLE);
    machine_greet();
    fake.host = true;
    CHECK(machine_new(1, 5000) == ANSWER_TAKEN);
    fake_ms(2000);
    CHECK(machine_state() == STATE_IDLE && machine_last().result == RESULT_READY);
    fake_ms(5);
    fake_said("");
}

static void until_feeding(void) {
    for (int i = 0; fake.feed != MOTOR_ON; i++) {
        CHECK(i < 3000);
        fake_ms(1);
    }
}

static void card_passes(int ms) {
    until_feeding();
    fake_ms(90);
    fake.blocked = true;
    fake_ms(ms);
    fake.blocked = false;
}

static void deals_one_card(void) {
    ready();
    CHECK(machine_deal(2, 4, 4000) == ANSWER_TAKEN);
    CHECK(machine_deal(2, 4, 4000) == ANSWER_REPEAT);
    CHECK(machine_deal(3, 4, 4000) == ANSWER_ERROR(ERROR_BUSY));
    card_passes(198);
    fake_ms(500);
    CHECK(fake.turret == (int)store_setting(4));
    CHECK(machine_last().result == RESULT_OUT && machine_count() == 1 && fake.feeds == 1 && fake.feed == MOTOR_OFF);
    CHECK(fake_said("OUT 2 4 1*"));
    CHECK(machine_deal(2, 4, 4000) == ANSWER_REPEAT);
    fake_ms(3000);
    CHECK(fake.feeds == 1); /* a repeated ticket never moves a second card */
    CHECK(machine_deal(1, 4, 4000) == ANSWER_ERROR(ERROR_OLD));
    CHECK(machine_deal(200, 4, 4000) == ANSWER_ERROR(ERROR_AHEAD));
}

static void never_before_a_greeting(void) {
    fake_new();
    fake_ms(200);
    CHECK(machine_deal(1, 4, 4000) == ANSWER_ERROR(ERROR_GREET));
    fake_ms(2000);
    CHECK(fake.feeds == 0 && fake.turret == 300);
}

static void jam_stays_until_settled_and_cleared(void) {
    ready();
    machine_deal(2, 4, 4000);
    until_feeding();
    fake_ms(90);
    fake.blocked = true;
    fake_ms(1000);
    CHECK(machine_fault() == FAULT_JAM && machine_unsure() == 2 && fake.feed == MOTOR_OFF);
    CHECK(fake_said("FAULT JAM 1 2*"));
    CHECK(machine_deal(3, 4, 4000) == ANSWER_ERROR(ERROR_FAULT));
    CHECK(machine_clear(1) == ANSWER_ERROR(ERROR_UNSURE));
    CHECK(machine_settle(9, 1) == ANSWER_ERROR(ERROR_WRONG));
    CHECK(machine_settle(2, 1) == ANSWER_TAKEN && machine_count() == 1);
    fake_ms(200);
    CHECK(machine_settle(2, 1) == ANSWER_TAKEN && machine_count() == 1); /* a repeat counts nothing twice */
    CHECK(machine_clear(1) == ANSWER_ERROR(ERROR_GATE));
    fake.blocked = false;
    fake_ms(10);
    CHECK(machine_clear(7) == ANSWER_ERROR(ERROR_WRONG));
    CHECK(machine_clear(1) == ANSWER_TAKEN && machine_state() == STATE_IDLE);
}

static void roller_that_slips_is_a_jam(void) {
    ready();
    machine_deal(2, 4, 4000);
    until_feeding();
    fake_ms(400);
    CHECK(machine_fault() == FAULT_JAM && machine_unsure() == 2 && fake.feed == MOTOR_OFF);
}

static void two_cards_are_noticed(void) {
    ready();
    machine_deal(2, 4, 4000);
    card_passes(300); /* longer than one card */
    fake_ms(500);
    CHECK(machine_fault() == FAULT_DOUBLE && machine_unsure() == 2 && machine_count() == 0);
    ready();
    machine_deal(2, 4, 4000);
    card_passes(198);
    fake_ms(20);
    fake.blocked = true; /* one close behind */
    fake_ms(20);
    fake.blocked = false;
    fake_ms(500);
    CHECK(machine_fault() == FAULT_DOUBLE);
}

static void dead_beam_moves_nothing(void) {
    ready();
    fake.beam_dead = true;
    machine_deal(2, 4, 4000);
    fake_ms(3000);
    CHECK(machine_fault() == FAULT_BEAM && machine_unsure() == 0 && fake.feeds == 0);
    CHECK(fake_said("VOID 2 BEAM*"));
}

static void lid_stops_everything(void) {
    ready();
    machine_deal(2, 9, 4000);
    fake_ms(40);
    fake.lid = true;
    fake_ms(20);
    CHECK(machine_state() == STATE_IDLE && machine_last().result == RESULT_VOID && fake.feeds == 0);
    CHECK(machine_deal(3, 9, 4000) == ANSWER_ERROR(ERROR_LID));
    fake.lid = false;
    fake_ms(20);
    CHECK(machine_deal(3, 9, 4000) == ANSWER_REPEAT); /* refused once, that ticket never moves anything */
    CHECK(machine_deal(4, 9, 4000) == ANSWER_TAKEN);
    until_feeding();
    fake_ms(60);
    fake.lid = true;
    fake_ms(20);
    CHECK(fake.feed == MOTOR_OFF && machine_fault() == FAULT_LID && machine_unsure() == 4);
}

static void deadline_ends_what_has_not_begun(void) {
    ready();
    machine_deal(2, 10, 500);
    fake.steps_left = 0;
    fake_ms(20);
    fake.steps_left = 30000; /* a turret that does not arrive */
    fake_ms(700);
    CHECK(machine_last().result == RESULT_VOID && fake.feeds == 0);
    CHECK(fake_said("VOID 2 LATE*"));
}

static void power_cut_at_every_millisecond(void) {
    for (int at = 0; at < 1400; at++) {
        ready();
        machine_deal(2, 4, 4000);
        int fed = -1, out = 0;
        for (int ms = 0; ms < at; ms++) {
            if (fed < 0 && fake.feed == MOTOR_ON) fed = ms;
            fake.blocked = fed >= 0 && ms >= fed + 90 && ms < fed + 288;
            out = fed >= 0 && ms >= fed + 288;
            fake_ms(1);
        }
        bool partly = fed >= 0 && !out;
        fake.blocked = false;
        fake_power_on();
        fake_ms(200);
        if (machine_unsure()) CHECK(machine_unsure() == 2 && machine_count() == 0 && machine_fault() == FAULT_POWER);
        else CHECK(!partly && machine_count() == out);
        machine_greet();
        CHECK(machine_deal(2, 4, 4000) != ANSWER_TAKEN || fed < 0);
    }
}

static void host_order_and_noise_fill_the_drum(void) {
    ready();
    CHECK(machine_insert(2, 5, 4000) == ANSWER_ERROR(ERROR_NODRUM));
    fake.drum = true;
    CHECK(machine_insert(3, 5, 6000) == ANSWER_TAKEN);
    card_passes(198);
    fake_ms(500);
    CHECK(machine_last().result == RESULT_OUT && machine_count() == 0 && fake.drum_at == 80);
    CHECK(machine_insert(4, 5, 6000) == ANSWER_ERROR(ERROR_SLOT));
    fake.noise_kind = 1;
    CHECK(machine_insert(5, 0, 6000) == ANSWER_TAKEN);
    fake_ms(3000);
    CHECK(machine_fault() == FAULT_NOISE && fake.feeds == 1);
}

void test_machine(void) {
    deals_one_card();
    never_before_a_greeting();
    jam_stays_until_settled_and_cleared();
    roller_that_slips_is_a_jam();
    two_cards_are_noticed();
    dead_beam_moves_nothing();
    lid_stops_everything();
    deadline_ends_what_has_not_begun();
    power_cut_at_every_millisecond();
    host_order_and_noise_fill_the_drum();
}
