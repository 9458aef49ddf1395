// Names of strangers as keys and as parts of addresses.
#include "site_find.h"

#include <sha2.h>
#include <string.h>
#include <utf8proc.h>

#include "str.h"

enum { MOST_POINTS = 512, ID_BYTES = (SITE_FIND_ID - 1) / 2 };

brs_str site_find_normal(brs_str name, brs_arena *arena)
{
    utf8proc_int32_t points[MOST_POINTS];
    const utf8proc_ssize_t count = utf8proc_decompose((const utf8proc_uint8_t *)name.ptr, (utf8proc_ssize_t)name.len, points,
                                                      MOST_POINTS, UTF8PROC_STABLE | UTF8PROC_COMPOSE);
    if (count < 0 || count > MOST_POINTS) {
        return name;
    }
    const utf8proc_ssize_t left = utf8proc_normalize_utf32(points, count, UTF8PROC_STABLE | UTF8PROC_COMPOSE);
    brs_buf text;
    buf_init(&text, arena, name.len + 8);
    for (utf8proc_ssize_t i = 0; i < left; i++) {
        utf8proc_uint8_t bytes[4];
        const utf8proc_ssize_t len = utf8proc_encode_char(points[i], bytes);
        buf_put(&text, (brs_str){(const char *)bytes, (size_t)len});
    }
    return buf_str(&text);
}

void site_find_id(const char *realm, brs_str normal, char out[SITE_FIND_ID])
{
    static const char digits[] = "0123456789abcdef";
    uint8_t digest[SHA256_DIGEST_LENGTH];
    SHA2_CTX hash;
    SHA256Init(&hash);
    SHA256Update(&hash, (const uint8_t *)realm, strlen(realm) + 1); // its end cannot be part of a name
    SHA256Update(&hash, (const uint8_t *)normal.ptr, normal.len);
    SHA256Final(digest, &hash);
    for (int i = 0; i < ID_BYTES; i++) {
        out[2 * i] = digits[digest[i] >> 4];
        out[2 * i + 1] = digits[digest[i] & 15];
    }
    out[2 * ID_BYTES] = '\0';
}

static bool is_latin(utf8proc_int32_t c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

// Greek, Cyrillic, Armenian, Cherokee, Lisu and the wide letters have some that look like Latin ones.
static bool looks_latin(utf8proc_int32_t c)
{
    return (c >= 0x370 && c <= 0x58f) || (c >= 0x13a0 && c <= 0x13ff) || (c >= 0xa4d0 && c <= 0xa4ff) || (c >= 0xff21 && c <= 0xff5a);
}

// A place in a line that shows nothing.
static bool is_unseen(utf8proc_int32_t c)
{
    const utf8proc_category_t category = utf8proc_category(c);
    return category == UTF8PROC_CATEGORY_CF || c == 0x34f || c == 0x115f || c == 0x1160 || c == 0x3164 || c == 0xffa0;
}

brs_str site_find_odd_points(brs_str name, brs_arena *arena)
{
    bool latin = false;
    for (size_t i = 0; i < name.len; i++) {
        latin = latin || is_latin(name.ptr[i]);
    }
    brs_buf text;
    buf_init(&text, arena, 32);
    for (size_t i = 0; i < name.len;) {
        utf8proc_int32_t c;
        const utf8proc_ssize_t len = utf8proc_iterate((const utf8proc_uint8_t *)name.ptr + i, (utf8proc_ssize_t)(name.len - i), &c);
        if (len <= 0) {
            break;
        }
        if ((latin && looks_latin(c)) || is_unseen(c)) {
            buf_puts(&text, text.len > 0 ? ", " : "");
            buf_putf(&text, "U+%04X", (unsigned)c);
        }
        i += (size_t)len;
    }
    return buf_str(&text);
}

static brs_str address(const char *folder, const char *realm, brs_str name, brs_arena *arena)
{
    char id[SITE_FIND_ID];
    brs_buf path;
    if (name.len == 0) {
        return (brs_str){"", 0};
    }
    site_find_id(realm, site_find_normal(name, arena), id);
    buf_init(&path, arena, 40);
    buf_putf(&path, "f/%s/%s.html", folder, id);
    return buf_str(&path);
}

brs_str site_find_player(brs_str name, brs_arena *arena)
{
    return address("p", "", name, arena);
}

brs_str site_find_deck(const char *game, brs_str name, brs_arena *arena)
{
    return address("d", game, name, arena);
}
