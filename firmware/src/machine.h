/* The state machine that moves cards: one job at a time, every phase bounded, a fault latched until cleared. Pure. */
#ifndef MACHINE_H
#define MACHINE_H

#include <stdbool.h>
#include <stdint.h>

#include "protocol.h"

/* What a request for a job gives: taken (0), a repeat (1) or an error (2 + enum error). */
typedef uint8_t answer_t;
#define ANSWER_TAKEN 0u
#define ANSWER_REPEAT 1u
#define ANSWER_ERROR(e) ((answer_t)(2u + (e)))

void machine_init(enum cause cause);
void machine_tick(void); /* every millisecond, after sensors_tick */

answer_t machine_new(uint16_t ticket, uint16_t ms);
answer_t machine_deal(uint16_t ticket, uint8_t position, uint16_t ms);
answer_t machine_insert(uint16_t ticket, uint8_t slot, uint16_t ms);
void machine_stop(void);
answer_t machine_settle(uint16_t ticket, uint8_t cards);
answer_t machine_clear(uint16_t fault_no);
void machine_greet(void);

struct outcome {
    uint16_t ticket;
    uint8_t position, result, count;
};

enum state machine_state(void);
enum fault machine_fault(void);
enum cause machine_cause(void);
uint16_t machine_fault_no(void);
uint8_t machine_count(void);
uint16_t machine_unsure(void);
uint16_t machine_seen(void);
struct outcome machine_last(void);

#endif
