#include "frame.h"

#include "hal.h"

uint16_t frame_crc(uint16_t crc, uint8_t byte) {
    crc ^= (uint16_t)((uint16_t)byte << 8);
    for (uint8_t bit = 0; bit < 8; bit++) {
        crc = (uint16_t)(((uint32_t)crc << 1) ^ ((crc & 0x8000u) ? PROTOCOL_CRC_POLY : 0u));
    }
    return crc;
}

static char hex_digit(uint8_t nibble) { return (char)(nibble < 10 ? '0' + nibble : 'A' + nibble - 10); }

enum frame_news frame_read(struct frame_reader *reader, uint8_t byte) {
    if (byte == '\r') { /* serial monitors send it, before the line end only */
        reader->foul |= reader->cr;
        reader->cr = true;
        return FRAME_MORE;
    }
    if (byte != '\n' && reader->cr) reader->foul = true;
    reader->cr = false;
    if (byte == '\n') {
        enum frame_news news = FRAME_LINE;
        if (reader->overlong) news = FRAME_LONG;
        else if (reader->foul) news = FRAME_FORM;
        else if (reader->length == 0) news = FRAME_MORE;
        reader->line[reader->length] = 0;
        if (news != FRAME_LINE) reader->length = 0;
        reader->overlong = reader->foul = false;
        return news; /* the owner sets length to 0 when done with a line */
    }
    if (byte < 0x20u || byte > 0x7Eu) reader->foul = true;
    if (reader->length >= PROTOCOL_MAX_HOST_LINE) reader->overlong = true;
    else reader->line[reader->length++] = (char)byte;
    return FRAME_MORE;
}

bool frame_checked(char *line, uint8_t *length) {
    if (*length < 6) return false;
    uint8_t body = (uint8_t)(*length - 5);
    if (line[body] != '*') return false;
    uint16_t crc = PROTOCOL_CRC_INIT;
    for (uint8_t i = 0; i < body; i++) crc = frame_crc(crc, (uint8_t)line[i]);
    for (uint8_t i = 0; i < 4; i++) {
        if (line[body + 1 + i] != hex_digit((uint8_t)((crc >> (12 - 4 * i)) & 0xFu))) return false;
    }
    line[body] = 0;
    *length = body;
    return true;
}

bool frame_number(const char **at, uint16_t *value) {
    const char *p = *at;
    uint32_t n = 0;
    if (*p < '0' || *p > '9' || (*p == '0' && p[1] >= '0' && p[1] <= '9')) return false;
    while (*p >= '0' && *p <= '9') {
        n = n * 10u + (uint32_t)(*p++ - '0');
        if (n > 65535u) return false;
    }
    *value = (uint16_t)n;
    *at = p;
    return true;
}

void frame_begin(struct frame_writer *writer, char mark) {
    writer->length = 0;
    frame_char(writer, mark);
}

void frame_char(struct frame_writer *writer, char c) {
    if (writer->length < PROTOCOL_MAX_DEVICE_LINE - 5u) writer->line[writer->length++] = c;
}

void frame_text(struct frame_writer *writer, text_t text) {
    for (char c; (c = text_char(text)) != 0; text++) frame_char(writer, c);
}

void frame_decimal(struct frame_writer *writer, uint16_t value) {
    char digits[5];
    uint8_t n = 0;
    do {
        digits[n++] = (char)('0' + value % 10u);
        value = (uint16_t)(value / 10u);
    } while (value);
    while (n) frame_char(writer, digits[--n]);
}

void frame_field(struct frame_writer *writer, uint16_t value) {
    frame_char(writer, ' ');
    frame_decimal(writer, value);
}

void frame_word(struct frame_writer *writer, text_t text) {
    frame_char(writer, ' ');
    frame_text(writer, text);
}

bool frame_send(struct frame_writer *writer) {
    if (!hal_uart_room((uint8_t)(writer->length + 6u))) return false;
    uint16_t crc = PROTOCOL_CRC_INIT;
    for (uint8_t i = 0; i < writer->length; i++) {
        crc = frame_crc(crc, (uint8_t)writer->line[i]);
        hal_uart_put((uint8_t)writer->line[i]);
    }
    hal_uart_put('*');
    for (uint8_t i = 0; i < 4; i++) hal_uart_put((uint8_t)hex_digit((uint8_t)((crc >> (12 - 4 * i)) & 0xFu)));
    hal_uart_put('\n');
    return true;
}
