/* The serial port, by interrupts and rings; a full receive ring loses bytes, and the frame's check sum notices. */
#include <avr/interrupt.h>
#include <avr/io.h>

#include "hal.h"
#include "hal_avr.h"
#include "protocol.h"

enum { RX = 64, TX = 128 };

static volatile uint8_t rx[RX], rx_in, rx_out;
static volatile uint8_t tx[TX], tx_in, tx_out;

void uart_init(void) {
    UBRR0 = (uint16_t)((F_CPU + 4ul * PROTOCOL_BAUD) / (8ul * PROTOCOL_BAUD) - 1u);
    UCSR0A = 1u << U2X0;
    UCSR0C = (1u << UCSZ01) | (1u << UCSZ00);
    UCSR0B = (1u << RXEN0) | (1u << TXEN0) | (1u << RXCIE0);
}

ISR(USART_RX_vect) {
    uint8_t flawed = UCSR0A & ((1u << FE0) | (1u << DOR0));
    uint8_t byte = UDR0;
    uint8_t next = (uint8_t)((rx_in + 1u) % RX);
    if (flawed) byte = 0; /* no frame holds it, so the line is refused as a whole */
    if (next == rx_out) return;
    rx[rx_in] = byte;
    rx_in = next;
}

ISR(USART_UDRE_vect) {
    if (tx_in == tx_out) {
        UCSR0B &= (uint8_t)~(1u << UDRIE0);
        return;
    }
    UDR0 = tx[tx_out];
    tx_out = (uint8_t)((tx_out + 1u) % TX);
}

bool uart_get(uint8_t *byte) {
    if (rx_in == rx_out) return false;
    *byte = rx[rx_out];
    rx_out = (uint8_t)((rx_out + 1u) % RX);
    return true;
}

bool hal_uart_room(uint8_t bytes) {
    uint8_t used = (uint8_t)((tx_in - tx_out) % TX);
    return bytes < TX - used;
}

void hal_uart_put(uint8_t byte) {
    tx[tx_in] = byte;
    tx_in = (uint8_t)((tx_in + 1u) % TX);
    UCSR0B |= 1u << UDRIE0;
}
