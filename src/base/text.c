#include "text.h"

#include <string.h>

// Unicode 15, table 3-7: no overlong forms, no surrogates, nothing above U+10FFFF.
int text_point(const uint8_t *at, size_t left, uint32_t *out)
{
    if (left == 0) {
        return 0;
    }
    uint8_t b = at[0];
    if (b < 0x80) {
        *out = b;
        return 1;
    }
    int len = b >= 0xf0 ? 4 : b >= 0xe0 ? 3 : 2;
    if (b < 0xc2 || b > 0xf4 || left < (size_t)len) {
        return 0;
    }
    uint32_t point = b & (0x7fU >> len);
    for (int i = 1; i < len; i++) {
        if ((at[i] & 0xc0) != 0x80) {
            return 0;
        }
        point = point << 6 | (at[i] & 0x3fU);
    }
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    if (point < least[len] || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) {
        return 0;
    }
    *out = point;
    return len;
}

bool text_valid(brs_str text)
{
    uint32_t point;
    for (size_t i = 0; i < text.len;) {
        int len = text_point((const uint8_t *)text.ptr + i, text.len - i, &point);
        if (len == 0) {
            return false;
        }
        i += (size_t)len;
    }
    return true;
}

bool text_is_control(uint32_t point)
{
    return point < 0x20 || (point >= 0x7f && point < 0xa0) || point == 0x200e || point == 0x200f ||
           (point >= 0x2028 && point <= 0x202e) || (point >= 0x2066 && point <= 0x2069);
}

void text_tame(char *text)
{
    for (size_t left = strlen(text); left > 0;) {
        uint32_t point = 'x';
        int len = text_point((const uint8_t *)text, left, &point);
        bool bad = len == 0 || text_is_control(point);
        len = len > 0 ? len : 1;
        if (bad) {
            memset(text, '?', (size_t)len);
        }
        text += len;
        left -= (size_t)len;
    }
}
