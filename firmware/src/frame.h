/* Lines with a check sum: reading them byte by byte, taking them apart, writing them. Pure. */
#ifndef FRAME_H
#define FRAME_H

#include <stdbool.h>
#include <stdint.h>

#include "protocol.h"
#include "text.h"

enum frame_news { FRAME_MORE, FRAME_LINE, FRAME_LONG, FRAME_FORM };

struct frame_reader {
    char line[PROTOCOL_MAX_HOST_LINE + 1u];
    uint8_t length;
    bool overlong, foul, cr;
};

uint16_t frame_crc(uint16_t crc, uint8_t byte);
enum frame_news frame_read(struct frame_reader *reader, uint8_t byte);
bool frame_checked(char *line, uint8_t *length); /* cuts the check sum off; false when it is wrong or absent */
bool frame_number(const char **at, uint16_t *value); /* canonical decimal, 0..65535; moves `at` behind it */

struct frame_writer {
    char line[PROTOCOL_MAX_DEVICE_LINE + 1u];
    uint8_t length;
};

void frame_begin(struct frame_writer *writer, char mark);
void frame_char(struct frame_writer *writer, char c);
void frame_text(struct frame_writer *writer, text_t text);
void frame_decimal(struct frame_writer *writer, uint16_t value);
void frame_field(struct frame_writer *writer, uint16_t value); /* a blank and a number */
void frame_word(struct frame_writer *writer, text_t text);     /* a blank and a word */
bool frame_send(struct frame_writer *writer); /* adds check sum and line end; false when there is no room now */

#endif
