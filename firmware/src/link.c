#include "link.h"

#include "events.h"
#include "frame.h"
#include "hal.h"
#include "machine.h"
#include "sensors.h"
#include "store.h"

struct order {
    uint8_t verb;
    uint16_t number;
    uint16_t args[2];
};

struct limits {
    uint8_t count;
    uint16_t min0, max0, min1, max1;
};

#define LIMITS(name, ticket, count, a, b, c, d) {count, a, b, c, d},
static const struct limits LIMITS_OF[COMMAND_COUNT] TEXT_IN_FLASH = {COMMANDS(LIMITS)};

static struct frame_reader reader;

void link_init(void) { reader = (struct frame_reader){0}; }

static void nak(enum nak why) {
    struct frame_writer w;
    frame_begin(&w, '-');
    frame_text(&w, text_nak(why));
    frame_send(&w); /* no room: the host hears nothing and repeats */
}

static void words_for_people(void) {
    struct frame_writer w;
    frame_begin(&w, '#');
    frame_word(&w, text_state(machine_state()));
    frame_word(&w, text_fault(machine_fault()));
    frame_field(&w, machine_count());
    frame_field(&w, sensors_bits());
    frame_send(&w);
}

static const char *verb_ends(const char *at, text_t word) {
    for (char c; (c = text_char(word)) != 0; word++, at++) {
        if (*at != c) return 0;
    }
    return *at == 0 || *at == ' ' ? at : 0;
}

static bool parse(const char *at, struct order *c, enum nak *why) {
    *why = NAK_FORM;
    if (!frame_number(&at, &c->number) || *at++ != ' ') return false;
    const char *rest = 0;
    for (c->verb = 0; c->verb < COMMAND_COUNT; c->verb++) {
        if ((rest = verb_ends(at, text_command(c->verb))) != 0) break;
    }
    *why = NAK_VERB;
    if (!rest) return false;
    *why = NAK_ARGS;
    const struct limits *l = &LIMITS_OF[c->verb];
    uint8_t count = text_byte(&l->count);
    for (uint8_t i = 0; i < count; i++) {
        uint16_t min = i ? text_u16(&l->min1) : text_u16(&l->min0);
        uint16_t max = i ? text_u16(&l->max1) : text_u16(&l->max0);
        if (*rest++ != ' ' || !frame_number(&rest, &c->args[i]) || c->args[i] < min || c->args[i] > max) return false;
    }
    return *rest == 0;
}

static void error(struct frame_writer *w, enum error e) {
    frame_word(w, TEXT_ERR);
    frame_word(w, text_error(e));
}

static void answer(struct frame_writer *w, answer_t a) {
    if (a == ANSWER_TAKEN) {
        frame_word(w, TEXT_OK);
    } else if (a == ANSWER_REPEAT) {
        struct outcome o = machine_last();
        frame_word(w, TEXT_WAS);
        frame_word(w, text_result(o.result));
        frame_field(w, o.position);
        frame_field(w, o.count);
    } else {
        error(w, (enum error)(a - 2u));
    }
}

static void hello(struct frame_writer *w, uint16_t version) {
    if (version != PROTOCOL_VERSION) {
        error(w, ERROR_VERSION);
        return;
    }
    machine_greet();
    events_greeted();
    frame_word(w, TEXT_OK);
    frame_field(w, PROTOCOL_VERSION);
    frame_field(w, PROTOCOL_FIRMWARE);
    frame_field(w, hal_pin_drum() ? CAPABILITIES_DRUM : 0);
    frame_field(w, store_last()->boot);
    frame_word(w, text_cause(machine_cause()));
    frame_field(w, machine_seen());
}

static void state(struct frame_writer *w) {
    frame_word(w, TEXT_OK);
    frame_word(w, text_state(machine_state()));
    frame_word(w, text_fault(machine_fault()));
    frame_field(w, machine_fault_no());
    frame_field(w, machine_count());
    frame_field(w, sensors_bits());
    frame_field(w, machine_unsure());
}

static void last(struct frame_writer *w) {
    struct outcome o = machine_last();
    frame_word(w, TEXT_OK);
    frame_field(w, o.ticket);
    frame_field(w, o.position);
    frame_word(w, text_result(o.result));
    frame_field(w, o.count);
}

static void setting(struct frame_writer *w, uint8_t key) {
    frame_word(w, TEXT_OK);
    frame_field(w, key);
    frame_field(w, store_setting(key));
}

static void obey(const struct order *c) {
    struct frame_writer w;
    frame_begin(&w, '<');
    frame_decimal(&w, c->number);
    frame_word(&w, text_command(c->verb));
    switch (c->verb) {
    case COMMAND_HELLO: hello(&w, c->args[0]); break;
    case COMMAND_STATE: state(&w); break;
    case COMMAND_LAST: last(&w); break;
    case COMMAND_GET: setting(&w, (uint8_t)c->args[0]); break;
    case COMMAND_SET:
        if (machine_state() == STATE_BUSY || !store_set((uint8_t)c->args[0], c->args[1])) error(&w, ERROR_BUSY);
        else setting(&w, (uint8_t)c->args[0]);
        break;
    case COMMAND_NEW: answer(&w, machine_new(c->number, c->args[0])); break;
    case COMMAND_DEAL: answer(&w, machine_deal(c->number, (uint8_t)c->args[0], c->args[1])); break;
    case COMMAND_INSERT: answer(&w, machine_insert(c->number, (uint8_t)c->args[0], c->args[1])); break;
    case COMMAND_STOP:
        machine_stop();
        frame_word(&w, TEXT_OK);
        break;
    case COMMAND_SETTLE: answer(&w, machine_settle(c->args[0], (uint8_t)c->args[1])); break;
    default: answer(&w, machine_clear(c->args[0])); break;
    }
    frame_send(&w); /* no room: the host repeats, and the ticket keeps a repeat from acting twice */
}

static void line(void) {
    if (reader.length == 1 && reader.line[0] == '?') {
        words_for_people();
        return;
    }
    if (!frame_checked(reader.line, &reader.length)) {
        nak(NAK_CRC);
        return;
    }
    const char *at = reader.line + 1;
    if (reader.line[0] == '+') {
        uint16_t number;
        if (frame_number(&at, &number) && *at == 0) events_acknowledge(number);
        else nak(NAK_FORM);
        return;
    }
    struct order c;
    enum nak why = NAK_FORM;
    if (reader.line[0] == '>' && parse(at, &c, &why)) obey(&c);
    else nak(why);
}

void link_byte(uint8_t byte) {
    switch (frame_read(&reader, byte)) {
    case FRAME_LINE:
        line();
        reader.length = 0;
        break;
    case FRAME_LONG: nak(NAK_LONG); break;
    case FRAME_FORM: nak(NAK_FORM); break;
    default: break;
    }
}
