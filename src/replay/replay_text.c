// Text from strangers: UTF-8, names, and errors with a byte offset.
#include <stdarg.h>
#include <stdio.h>

#include "replay_parts.h"
#include "text.h"

bool replay_fail(brs_err *err, brs_code code, int64_t offset, const char *format, ...)
{
    if (err == NULL || err->code != BRS_OK) {
        return false;
    }
    char msg[sizeof err->msg];
    va_list args;
    va_start(args, format);
    vsnprintf(msg, sizeof msg, format, args);
    va_end(args);
    brs_fail(err, code, "%s", msg);
    err->offset = offset;
    return false;
}

// Controls, line and paragraph marks, direction marks, byte order mark, interlinear marks,
// noncharacters.
static bool banned_in_names(uint32_t c)
{
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x61c || c == 0x200e || c == 0x200f ||
           (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x206f) || c == 0xfeff ||
           (c >= 0xfff9 && c <= 0xfffb) || (c & 0xfffe) == 0xfffe || (c >= 0xfdd0 && c <= 0xfdef) ||
           (c >= 0xe0001 && c <= 0xe007f);
}

// A name of these alone would look empty.
static bool invisible(uint32_t c)
{
    return c == ' ' || c == 0xa0 || c == 0xad || c == 0x34f || c == 0x115f || c == 0x1160 ||
           c == 0x1680 || (c >= 0x17b4 && c <= 0x17b5) || (c >= 0x180b && c <= 0x180f) ||
           (c >= 0x2000 && c <= 0x200d) || c == 0x202f || (c >= 0x205f && c <= 0x2064) ||
           c == 0x2800 || c == 0x3000 || c == 0x3164 || (c >= 0xfe00 && c <= 0xfe0f) ||
           c == 0xffa0 || (c >= 0xe0100 && c <= 0xe01ef);
}

static bool combining(uint32_t c)
{
    return (c >= 0x300 && c <= 0x36f) || (c >= 0x483 && c <= 0x489) ||
           (c >= 0x1ab0 && c <= 0x1aff) || (c >= 0x1dc0 && c <= 0x1dff) ||
           (c >= 0x20d0 && c <= 0x20ff) || (c >= 0xfe20 && c <= 0xfe2f);
}

bool brs_replay_name_valid(brs_str name)
{
    enum { MOST_MARKS = 8 };  // on one letter; more would climb over the lines of a page
    if (name.len < 1 || name.len > BRS_REPLAY_MAX_NAME) {
        return false;
    }
    bool visible = false;
    int marks = 0;
    for (size_t i = 0; i < name.len;) {
        uint32_t c;
        int len = text_point((const uint8_t *)name.ptr + i, name.len - i, &c);
        marks = len > 0 && combining(c) ? marks + 1 : 0;
        if (len == 0 || banned_in_names(c) || marks > MOST_MARKS) {
            return false;
        }
        visible = visible || (!invisible(c) && !combining(c));
        i += (size_t)len;
    }
    return visible;
}
