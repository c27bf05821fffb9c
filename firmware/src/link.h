/* Frames in, commands to the machine, replies out. */
#ifndef LINK_H
#define LINK_H

#include <stdint.h>

void link_init(void);
void link_byte(uint8_t byte);

#endif
