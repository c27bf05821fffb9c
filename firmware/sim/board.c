/* The ATmega328P under simavr: its pins to the mechanics, its UART to the port, its EEPROM kept when the power goes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "avr_adc.h"
#include "avr_eeprom.h"
#include "avr_extint.h"
#include "avr_ioport.h"
#include "avr_uart.h"
#include "board.h"
#include "sim.h"
#include "sim_avr.h"
#include "sim_elf.h"

enum { MHZ = 16, BYTE_CYCLES = 10 * 8 * 35 /* as the firmware sets its UART */, QUEUE = 8192, SLICE_US = 100 };
/* addresses in data space, ATmega328P data sheet, register summary */
enum { EEPE_BIT = 2, EEMPE_BIT = 4 };
enum { AT_PORTB = 0x25, AT_PORTD = 0x2B, AT_EECR = 0x3F, AT_EEAR = 0x41, AT_MCUSR = 0x54, AT_RAM = 0x100 };

static avr_t *avr;
static uint64_t now_us, dark_until, boot_us, boot_until;
static avr_cycle_count_t seen_cycle;
static double rest_us; /* what has not made a whole microsecond yet */
static bool powered = true, garbled, line_out;
static uint8_t queue[QUEUE];
static int queue_in, queue_out;
static bool feeding, was_reset;
static bool writing; /* a byte of the EEPROM */
static unsigned driven; /* input levels as last given to the AVR */
static void (*core_reset)(avr_t *a);
static avr_irq_t *pin_irq[6], *uart_in;

uint64_t board_now(void) { return now_us; }
void board_garble(bool on) { garbled = on; }

bool board_line_out(void) {
    bool was = line_out;
    line_out = false;
    return was;
}

struct pins_out board_outputs(void) {
    struct pins_out o = {false, false, false, false};
    if (!powered || now_us < boot_until) return o; /* pins float, drivers pull down */
    uint8_t b = avr->data[AT_PORTB];
    o.feed_a = b & (1 << PIN_FEED_A);
    o.feed_b = b & (1 << PIN_FEED_B);
    o.emitter = b & (1 << PIN_EMITTER);
    o.steppers = !(b & (1 << PIN_ENABLE));
    return o;
}

static uint8_t spoil(uint8_t byte) {
    if (garbled) return (uint8_t)(byte ^ (0x80 | chance_below(128)));
    if (faults.noise > 0 && chance() < faults.noise) return (uint8_t)(byte ^ (1 << chance_below(8)));
    return byte;
}

static int copies(void) {
    if (faults.drop > 0 && chance() < faults.drop) return 0;
    if (faults.repeat > 0 && chance() < faults.repeat) return 2;
    return 1;
}

static void on_transmit(struct avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq, (void)param;
    for (int n = copies(); n > 0; n--) port_put(spoil((uint8_t)value));
    if (value == '\n') line_out = true;
}

static avr_cycle_count_t feed_byte(avr_t *a, avr_cycle_count_t when, void *param) {
    (void)a, (void)param;
    if (queue_in == queue_out) {
        feeding = false;
        return 0;
    }
    uint8_t byte = queue[queue_out];
    queue_out = (queue_out + 1) % QUEUE;
    avr_raise_irq(uart_in, byte);
    return when + BYTE_CYCLES;
}

static void start_feeding(void) {
    if (feeding || queue_in == queue_out) return;
    feeding = true;
    avr_cycle_timer_register(avr, BYTE_CYCLES, feed_byte, NULL);
}

static void enqueue(uint8_t byte) {
    int next = (queue_in + 1) % QUEUE;
    if (next == queue_out) return;
    queue[queue_in] = byte;
    queue_in = next;
}

void board_feed(const uint8_t *bytes, int count) {
    if (!powered || now_us < boot_until) return; /* nobody listens: the boot loader swallows it */
    while (count--) {
        for (int n = copies(); n > 0; n--) enqueue(spoil(*bytes));
        bytes++;
    }
    start_feeding();
}

/* cppcheck-suppress constParameter ; the type of the callback */
static void on_step(struct avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq;
    if (!value) return;
    bool away = avr->data[AT_PORTD] & (1 << PIN_DIR);
    if (param) mechanics_drum_pulse(away);
    else mechanics_turret_pulse(away);
}

static void on_convert(struct avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq, (void)value, (void)param;
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_ADC0 + NOISE_CHANNEL), 1200u + (uint32_t)chance_below(400));
}

static void no_sleep(avr_t *a, avr_cycle_count_t howlong) { (void)a, (void)howlong; }

static void drive_pins(void) {
    struct pins_in in = mechanics_pins(board_outputs());
    bool levels[6] = {in.beam, in.empty, in.lid, !in.home, !in.drum_home, !in.drum};
    unsigned now = 0;
    for (int i = 0; i < 6; i++) now |= (unsigned)levels[i] << i;
    if (now == driven) return;
    driven = now;
    /* both are needed: the level itself, and that the pull-up does not win when the firmware writes the port */
    avr_ioport_external_t d = {.name = 'D', .mask = 0xFu << PIN_BEAM, .value = (now & 0xFu) << PIN_BEAM};
    avr_ioport_external_t c = {.name = 'C', .mask = 3u << PIN_DRUM_HOME, .value = (now >> 4) << PIN_DRUM_HOME};
    avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL('D'), &d);
    avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL('C'), &c);
    for (int i = 0; i < 6; i++) avr_raise_irq(pin_irq[i], levels[i]);
}

static void force_pins(void) {
    for (int i = 0; i < 6; i++) pin_irq[i]->value = 2; /* a reset forgets the levels, the wires do not */
    driven = ~0u;
    drive_pins();
}

static void prepare(void) {
    uint32_t flags = 0;
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    /* the firmware reads D2 and D3 as plain inputs; by default a low level there is looked at in every single cycle */
    avr_extint_set_strict_lvl_trig(avr, 0, 0);
    avr_extint_set_strict_lvl_trig(avr, 1, 0);
    seen_cycle = avr->cycle;
    feeding = was_reset = writing = false;
    queue_in = queue_out = 0;
    force_pins();
}

static avr_cycle_count_t byte_written(avr_t *a, avr_cycle_count_t when, void *param) {
    (void)when, (void)param;
    a->data[AT_EECR] &= (uint8_t)~EEPE_BIT;
    writing = false;
    return 0;
}

/* simavr writes a byte at once; the chip takes 3.4 ms, and loses it when the power goes meanwhile */
static void on_eeprom(avr_t *a, avr_io_addr_t at, uint8_t value, void *param) {
    (void)at, (void)param;
    if (!(value & EEPE_BIT) || !(value & EEMPE_BIT)) return;
    a->data[AT_EECR] |= EEPE_BIT;
    writing = true;
    avr_cycle_timer_register(a, 3400 * MHZ, byte_written, NULL);
}

static void on_reset(avr_t *a) {
    was_reset = true;
    if (core_reset) core_reset(a);
}

static void quiet_log(avr_t *a, const int level, const char *format, va_list ap) {
    if (level < LOG_ERROR) vfprintf(stderr, format, ap);
    (void)a;
}

void board_open(const char *elf, uint64_t boot) {
    static elf_firmware_t firmware;
    avr_global_logger_set(quiet_log);
    if (elf_read_firmware(elf, &firmware) != 0) {
        fprintf(stderr, "cannot read %s\n", elf);
        exit(2);
    }
    avr = avr_make_mcu_by_name("atmega328p");
    avr_init(avr);
    avr->frequency = MHZ * 1000000;
    avr->vcc = avr->avcc = avr->aref = 5000;
    avr->sleep = no_sleep;
    avr_register_io_write(avr, AT_EECR, on_eeprom, NULL);
    core_reset = avr->reset;
    avr->reset = on_reset;
    avr_load_firmware(avr, &firmware);
    avr->frequency = MHZ * 1000000;
    boot_us = boot;
    for (int i = 0; i < 4; i++) pin_irq[i] = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), PIN_BEAM + i);
    pin_irq[4] = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('C'), PIN_DRUM_HOME);
    pin_irq[5] = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('C'), PIN_DRUM);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), PIN_STEP), on_step, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B'), PIN_DRUM_STEP), on_step, avr);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), on_transmit, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_OUT_TRIGGER), on_convert, NULL);
    uart_in = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
    board_reset(true);
}

void board_reset(bool by_power) {
    avr_reset(avr);
    powered = true;
    if (by_power) {
        for (uint32_t at = AT_RAM; at <= avr->ramend; at++) avr->data[at] = (uint8_t)chance_below(256);
    }
    avr->data[AT_MCUSR] = by_power ? 1 : 2;
    boot_until = now_us + boot_us;
    prepare();
    if (by_power && now_us == 0) return;
    say("! %llu reset %s", (unsigned long long)now_us, by_power ? "power" : "dtr");
}

void board_power_off(uint64_t for_us) {
    if (!powered) return;
    if (writing) { /* in the middle of writing a byte: nobody knows what it is now */
        uint8_t junk = (uint8_t)chance_below(256);
        uint16_t at = (uint16_t)(avr->data[AT_EEAR] | (avr->data[AT_EEAR + 1] << 8));
        avr_eeprom_desc_t d = {.ee = &junk, .offset = at, .size = 1};
        if (chance() < 0.7) avr_ioctl(avr, AVR_IOCTL_EEPROM_SET, &d);
        say("! %llu torn %u", (unsigned long long)now_us, at);
    }
    powered = false;
    dark_until = now_us + for_us;
}

void board_hang(void) {
    if (!powered) return;
    static const uint8_t LOOP[2] = {0xFF, 0xCF}; /* rjmp to itself */
    uint32_t at = avr->flashend - 1;
    memcpy(avr->flash + at, LOOP, sizeof LOOP);
    avr->codeend = avr->flashend;
    avr->pc = at;
    avr->state = cpu_Running;
    avr->sreg[S_I] = 0;
    avr->interrupt_state = 0;
}

static void slice(uint64_t end) {
    if (!powered || now_us < boot_until) {
        uint64_t dt = end - now_us;
        now_us = end;
        mechanics_step((double)dt, board_outputs());
        drive_pins();
        if (powered) seen_cycle = avr->cycle;
        else if (now_us >= dark_until) board_reset(true);
        return;
    }
    avr_cycle_count_t until = avr->cycle + (end - now_us) * MHZ;
    while (avr->cycle < until) {
        int state = avr_run(avr);
        if (state == cpu_Crashed || state == cpu_Done) {
            say("! %llu crashed", (unsigned long long)now_us);
            exit(3);
        }
        if (was_reset) { /* by the watchdog */
            say("! %llu reset watchdog", (unsigned long long)now_us);
            avr->data[AT_MCUSR] |= 8;
            prepare();
            return;
        }
    }
    double dt = (double)(avr->cycle - seen_cycle) / MHZ + rest_us;
    seen_cycle = avr->cycle;
    rest_us = dt - (double)(uint64_t)dt;
    now_us += (uint64_t)dt;
    mechanics_step((double)(uint64_t)dt, board_outputs());
    drive_pins();
}

void board_run(uint64_t until_us) {
    while (now_us < until_us) {
        fault_tick(now_us);
        uint64_t end = now_us + SLICE_US;
        slice(end < until_us ? end : until_us);
        if (line_out) return;
    }
}
