// Numbers and texts as bytes and back, for what a site remembers from build to build.
#ifndef SITE_BYTES_H
#define SITE_BYTES_H

#include "buf.h"

// Seven bits a byte, the lowest first.
void site_pack_number(brs_buf *out, uint64_t value);

// Its length, then its bytes.
void site_pack_text(brs_buf *out, brs_str text);

// The next one, cut off *rest. At the end, or when it does not fit: 0 or an empty text, and rest->ptr becomes NULL.
uint64_t site_take_number(brs_str *rest);
brs_str site_take_text(brs_str *rest);

enum { SITE_KEY_BYTES = 16 };

// What something is made of, as one number of 128 bits (XXH3).
typedef struct {
    uint8_t byte[SITE_KEY_BYTES];
} site_key;
site_key site_key_of(brs_str bytes);
int site_key_compare(const site_key *a, const site_key *b);

// The number that the linker gave to this program: another one for other code. Empty when it gave none.
brs_str site_program_id(void);

#endif
