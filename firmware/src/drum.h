/* The shuffler drum, an optional second module: a card goes into a free slot that the board's own noise picks, or that the
 * host names. Nothing here keeps or tells an order. */
#ifndef DRUM_H
#define DRUM_H

#include <stdbool.h>
#include <stdint.h>

enum drum_news { DRUM_WORKING, DRUM_THERE, DRUM_NO_NOISE, DRUM_LOST };

void drum_forget(void);           /* all slots empty */
void drum_astray(void);           /* stopped on the way: find home again before the next slot */
bool drum_accepts(uint8_t slot);  /* slot 1..60 free, or 0 and any free */
void drum_begin(uint8_t slot);
enum drum_news drum_tick(void);
void drum_filled(void);           /* the slot of the last drum_begin holds a card now */

#endif
