/* Words of the protocol, kept in flash on the AVR: its 2 KB of memory are for things that change. */
#ifndef TEXT_H
#define TEXT_H

#include <stdint.h>

#ifdef __AVR__
#include <avr/pgmspace.h>
#define TEXT_IN_FLASH PROGMEM
#define text_char(p) ((char)pgm_read_byte(p))
#define text_byte(p) pgm_read_byte(p)
#define text_u16(p) pgm_read_word(p)
#else
#define TEXT_IN_FLASH
#define text_char(p) (*(p))
#define text_byte(p) (*(p))
#define text_u16(p) (*(p))
#endif

typedef const char *text_t;

/* The n-th of words that follow each other, each ended by a zero byte. */
text_t text_nth(text_t words, uint8_t n);

text_t text_state(uint8_t n);
text_t text_result(uint8_t n);
text_t text_cause(uint8_t n);
text_t text_fault(uint8_t n);
text_t text_error(uint8_t n);
text_t text_nak(uint8_t n);
text_t text_event(uint8_t n);
text_t text_command(uint8_t n);
extern const char TEXT_OK[], TEXT_ERR[], TEXT_WAS[];

#endif
