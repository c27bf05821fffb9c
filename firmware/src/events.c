#include "events.h"

#include "frame.h"

enum { QUEUE = 8, PATIENCE = 8, SLOW_MS = 1000 };

struct entry {
    uint8_t kind;
    uint16_t a, b, c;
};

static struct entry queue[QUEUE];
static uint8_t first, count, tries;
static uint16_t number; /* of the first in the queue */
static uint16_t wait;
static bool missed;

void events_init(void) {
    first = count = tries = 0;
    number = wait = 0;
    missed = false;
}

void events_push(uint8_t kind, uint16_t a, uint16_t b, uint16_t c) {
    if (count == QUEUE) {
        missed = true; /* the host asks STATE and LAST then, which lose nothing */
        return;
    }
    queue[(uint8_t)(first + count) % QUEUE] = (struct entry){kind, a, b, c};
    count++;
}

static void write_event(struct frame_writer *w, const struct entry *e) {
    frame_begin(w, '!');
    frame_decimal(w, number);
    frame_word(w, text_event(e->kind));
    switch (e->kind) {
    case EVENT_BOOT:
        frame_field(w, e->a);
        frame_word(w, text_cause((uint8_t)e->b));
        break;
    case EVENT_OUT:
        frame_field(w, e->a);
        frame_field(w, e->b);
        frame_field(w, e->c);
        break;
    case EVENT_VOID:
        frame_field(w, e->a);
        frame_word(w, text_fault((uint8_t)e->b));
        break;
    case EVENT_FAULT:
        frame_word(w, text_fault((uint8_t)e->a));
        frame_field(w, e->b);
        frame_field(w, e->c);
        break;
    default:
        frame_field(w, e->a);
        break;
    }
}

void events_tick(void) {
    if (!count) return;
    if (wait) {
        wait--;
        return;
    }
    struct frame_writer w;
    write_event(&w, &queue[first]);
    if (!frame_send(&w)) return;
    if (tries < PATIENCE) tries++;
    wait = tries < PATIENCE ? PROTOCOL_EVENT_REPEAT_MS : SLOW_MS;
}

void events_acknowledge(uint16_t n) {
    if (!count || !tries || n != number) return;
    first = (uint8_t)(first + 1u) % QUEUE;
    count--;
    number++;
    tries = 0;
    wait = 0;
}

bool events_missed(void) { return missed; }

void events_greeted(void) {
    missed = false;
    tries = 0;
    wait = 0;
}
