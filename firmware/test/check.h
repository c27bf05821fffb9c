/* A test is a function; a check that fails names its line and ends the program. */
#ifndef CHECK_H
#define CHECK_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(x)                                                                  \
    do {                                                                          \
        if (!(x)) {                                                               \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #x);       \
            exit(1);                                                              \
        }                                                                         \
    } while (0)

void test_frame(void);
void test_debounce(void);
void test_store(void);
void test_machine(void);
void test_link(void);
void test_noise(void);

#endif
