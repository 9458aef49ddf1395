#include "site_bytes.h"

#include <elf.h>
#include <link.h>
#include <string.h>
#include <xxhash.h>

void site_pack_number(brs_buf *out, uint64_t value)
{
    for (; value >= 0x80; value >>= 7) {
        buf_byte(out, (uint8_t)(value | 0x80));
    }
    buf_byte(out, (uint8_t)value);
}

void site_pack_text(brs_buf *out, brs_str text)
{
    site_pack_number(out, text.len);
    buf_put(out, text);
}

uint64_t site_take_number(brs_str *rest)
{
    uint64_t value = 0;
    for (unsigned shift = 0; rest->ptr != NULL && rest->len > 0 && shift < 64; shift += 7) {
        const uint8_t byte = (uint8_t)*rest->ptr;
        *rest = (brs_str){rest->ptr + 1, rest->len - 1};
        value |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80) {
            return value;
        }
    }
    *rest = (brs_str){NULL, 0};
    return 0;
}

brs_str site_take_text(brs_str *rest)
{
    const uint64_t len = site_take_number(rest);
    if (rest->ptr == NULL || len > rest->len) {
        *rest = (brs_str){NULL, 0};
        return (brs_str){"", 0};
    }
    const brs_str text = {rest->ptr, (size_t)len};
    *rest = (brs_str){rest->ptr + len, rest->len - (size_t)len};
    return text;
}

site_key site_key_of(brs_str bytes)
{
    site_key key;
    XXH128_canonical_t hash;
    XXH128_canonicalFromHash(&hash, XXH3_128bits(bytes.ptr, bytes.len));
    memcpy(key.byte, hash.digest, sizeof key.byte);
    return key;
}

int site_key_compare(const site_key *a, const site_key *b)
{
    return memcmp(a->byte, b->byte, sizeof a->byte);
}

// Among the notes of the program itself, which is the first object.
static int find_build_id(struct dl_phdr_info *info, size_t size, void *ctx)
{
    brs_str *id = ctx;
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        const char *at = (const char *)(info->dlpi_addr + part->p_vaddr);
        size_t left = part->p_type == PT_NOTE ? part->p_filesz : 0;
        ElfW(Nhdr) note;
        while (left >= sizeof note) {
            memcpy(&note, at, sizeof note);
            const size_t name = (note.n_namesz + 3u) & ~(size_t)3, all = sizeof note + name + ((note.n_descsz + 3u) & ~(size_t)3);
            if (all > left) {
                break;
            }
            if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && memcmp(at + sizeof note, "GNU", 4) == 0) {
                *id = (brs_str){at + sizeof note + name, note.n_descsz};
                return 1;
            }
            at += all;
            left -= all;
        }
    }
    return 1;
}

brs_str site_program_id(void)
{
    brs_str id = {"", 0};
    dl_iterate_phdr(find_build_id, &id);
    return id;
}
