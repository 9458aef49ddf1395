// Text from strangers: is it UTF-8, and may it be shown on a terminal?
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include "broadside/types.h"

// Bytes of the code point at `at` (1 to 4), 0 when it is not UTF-8: overlong, a surrogate, beyond U+10FFFF, cut off.
int text_point(const uint8_t *at, size_t left, uint32_t *out);

bool text_valid(brs_str text);

// Does it move the cursor, end the line or turn the direction round? C0, DEL, C1, U+200E, U+200F, U+2028 to U+202E,
// U+2066 to U+2069.
bool text_is_control(uint32_t point);

// Writes a '?' over each byte of such a control, and over what is not UTF-8.
void text_tame(char *text);

#endif
