#include "text.h"

#include "protocol.h"

#define WORD(name) #name "\0"
#define VERB(name, ticket, count, min0, max0, min1, max1) #name "\0"

static const char STATES[] TEXT_IN_FLASH = STATE_NAMES(WORD);
static const char RESULTS[] TEXT_IN_FLASH = RESULT_NAMES(WORD);
static const char CAUSES[] TEXT_IN_FLASH = CAUSE_NAMES(WORD);
static const char FAULTS[] TEXT_IN_FLASH = FAULT_NAMES(WORD);
static const char ERRORS[] TEXT_IN_FLASH = ERROR_NAMES(WORD);
static const char NAKS[] TEXT_IN_FLASH = NAK_NAMES(WORD);
static const char EVENTS[] TEXT_IN_FLASH = EVENT_NAMES(WORD);
static const char VERBS[] TEXT_IN_FLASH = COMMANDS(VERB);
const char TEXT_OK[] TEXT_IN_FLASH = "OK";
const char TEXT_ERR[] TEXT_IN_FLASH = "ERR";
const char TEXT_WAS[] TEXT_IN_FLASH = "WAS";

text_t text_nth(text_t words, uint8_t n) {
    while (n--) {
        while (text_char(words)) words++;
        words++;
    }
    return words;
}

text_t text_state(uint8_t n) { return text_nth(STATES, n); }
text_t text_result(uint8_t n) { return text_nth(RESULTS, n); }
text_t text_cause(uint8_t n) { return text_nth(CAUSES, n); }
text_t text_fault(uint8_t n) { return text_nth(FAULTS, n); }
text_t text_error(uint8_t n) { return text_nth(ERRORS, n); }
text_t text_nak(uint8_t n) { return text_nth(NAKS, n); }
text_t text_event(uint8_t n) { return text_nth(EVENTS, n); }
text_t text_command(uint8_t n) { return text_nth(VERBS, n); }
