// Writes the hostile files of reliability.md 4, classes C, Z, M, H, D and E, one a row, named by it; expected.txt says
// what `broadside verify` must say of each. They are made from games of this build, so that nothing is wrong but what
// the name says.
// usage: hostile FOLDER
#include <stdio.h>
#include <stdlib.h>
#include <zlib.h>

#include "fuzz.h"
#include "broadside/replay_tools.h"
#include "cardtext/rnr_cardtext.h"
#include "replay_forge.h"
#include "str.h"

static struct {
    forge_bench bench;
    const char *folder;
    brs_setup setup;
    brs_replay game;
    brs_str good, body;   // a game of Revolt N Reign, with its seed
    brs_str dealt;        // one with recorded chance
    brs_str crowd;        // Revolution with twelve players
} h;

void plain_check(bool holds, bool must, const char *file, int line, const char *what, const char *format, ...)
{
    (void)format;
    if (!holds) {
        fprintf(stderr, "%s:%d: %s%s\n", file, line, what, must ? "" : " (expected)");
        exit(1);
    }
}

// ---- putting bytes together ------------------------------------------------------------------------------

static void put(const char *name, brs_str file)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s.replay", h.folder, name);
    FILE *out = fopen(path, "wb");
    cr_assert(out != NULL && fwrite(file.ptr, 1, file.len, out) == file.len && fclose(out) == 0, "it cannot be made");
}

static void put_key(const char *name, uint64_t key, brs_str value)
{
    put(name, forge_file_with(&h.bench, h.good, key, value));
}

static void put_body(const char *name, brs_str body)
{
    put(name, forge_mend(forge_file(&h.bench, body)));
}

static brs_str join(brs_str a, brs_str b)
{
    brs_buf buf;
    buf_init(&buf, &h.bench.arena, a.len + b.len + 1);
    buf_put(&buf, a);
    buf_put(&buf, b);
    return buf_str(&buf);
}

static brs_str repeat(brs_str unit, size_t times)
{
    brs_buf buf;
    buf_init(&buf, &h.bench.arena, unit.len * times + 1);
    for (size_t i = 0; i < times; i++) {
        buf_put(&buf, unit);
    }
    return buf_str(&buf);
}

static brs_str with_byte(brs_str file, size_t at, char byte)
{
    char *copy = brs_arena_string(&h.bench.arena, file);
    copy[at] = byte;
    return (brs_str){copy, file.len};
}

static brs_str cut(brs_str file, size_t less)
{
    return (brs_str){file.ptr, file.len - less};
}

static brs_str as_bin(brs_str bytes)
{
    const char head[] = {(char)0xc5, (char)(bytes.len >> 8), (char)bytes.len}, small[] = {(char)0xc4, (char)bytes.len};
    brs_str which = bytes.len > 255 ? (brs_str){head, 3} : (brs_str){small, 2};
    return join((brs_str){brs_arena_string(&h.bench.arena, which), which.len}, bytes);
}

// ---- C: the container --------------------------------------------------------------------------------------

static brs_str with_length(brs_str length, brs_str rest)
{
    return forge_mend(join(join(RAW("\211BRS\r\n\x1a\n\x01\0"), length), join(rest, RAW("\0\0\0\0"))));
}

static void make_container(void)
{
    brs_str nils = join(RAW("\x80"), repeat(RAW("\xc0"), 15)), good = h.good;
    put("C01-empty", RAW(""));
    put("C02-one-byte", RAW("\x89"));
    put("C02-half-a-head", RAW("\211BRS\r\n\x1a\n\x01"));
    put("C03-another-signature", RAW("hello, world"));
    put("C03-line-ends-changed", join(RAW("\211BRS\n\x1a\n"), (brs_str){good.ptr + 8, good.len - 8}));
    put("C03-sent-as-7-bit", join(RAW("\tBRS\r\n\x1a\n"), (brs_str){good.ptr + 8, good.len - 8}));
    put("C04-container-2", forge_mend(with_byte(good, 8, 2)));
    put("C04-container-0", forge_mend(with_byte(good, 8, 0)));
    put("C05-flag-bit-1", forge_mend(with_byte(good, 9, 2)));
    put("C05-zlib-said-only", forge_mend(with_byte(good, 9, 1)));
    put("C06-stored-longer-than-file", with_length(RAW("\x20"), nils));
    put("C06-stored-shorter-than-file", with_length(RAW("\x08"), nils));
    put("C07-length-of-11-bytes", with_length(RAW("\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01"), nils));
    put("C07-length-not-shortest", with_length(RAW("\x90\x00"), nils));
    put("C07-length-over-2-63", with_length(RAW("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"), nils));
    put("C08-checksum-wrong", with_byte(good, good.len - 1, (char)(good.ptr[good.len - 1] ^ 1)));
    put("C09-damaged-but-mended", forge_mend(with_byte(good, 13, (char)0xc1)));
    put("C10-two-glued", join(good, good));
    put("C11-cut-in-the-middle", cut(good, good.len / 2));
    put("C11-last-byte-lost", cut(good, 1));
    put("C11-bit-flipped", with_byte(good, 60, (char)(good.ptr[60] ^ 8)));
    put("C12-bit-flipped-mended", forge_mend(with_byte(good, 60, (char)(good.ptr[60] ^ 8))));
    put("C13-png", RAW("\x89PNG\r\n\x1a\n\0\0\0\rIHDR"));
    put("C13-zip", RAW("PK\x03\x04\x14\0\0\0\x08\0"));
    put("C13-html", RAW("<!doctype html><script>alert(1)</script>"));
    put("C13-elf", RAW("\177ELF\x02\x01\x01\0\0\0\0"));
    put("C14-polyglot", join(good, RAW("<script>alert(1)</script>")));
}

// ---- Z: zlib -----------------------------------------------------------------------------------------------

static void put_length(brs_buf *out, size_t len)
{
    for (; len >= 0x80; len >>= 7) {
        buf_byte(out, (uint8_t)(len | 0x80));
    }
    buf_byte(out, (uint8_t)len);
}

static void put_zlib(const char *name, brs_str stored, size_t declared)
{
    brs_buf out;
    buf_init(&out, &h.bench.arena, stored.len + 32);
    buf_put(&out, RAW("\211BRS\r\n\x1a\n\x01\x01"));
    put_length(&out, stored.len);
    put_length(&out, declared);
    buf_put(&out, stored);
    buf_put(&out, RAW("\0\0\0\0"));
    put(name, forge_mend(buf_str(&out)));
}

static brs_str deflated(brs_str body, int window_bits)
{
    size_t cap = body.len + body.len / 100 + 1024;
    char *out = brs_arena_alloc(&h.bench.arena, cap, 1);
    z_stream z = {.next_in = (z_const Bytef *)body.ptr, .avail_in = (uInt)body.len, .next_out = (Bytef *)out, .avail_out = (uInt)cap};
    cr_assert(deflateInit2(&z, 9, Z_DEFLATED, window_bits, 9, Z_DEFAULT_STRATEGY) == Z_OK, "it cannot be made");
    cr_assert(deflate(&z, Z_FINISH) == Z_STREAM_END, "it cannot be made");
    deflateEnd(&z);
    return (brs_str){out, z.total_out};
}

// The good game with a long text under an unknown key, which compresses well.
static brs_str long_body(size_t text)
{
    char head[3] = {(char)0xda, (char)(text >> 8), (char)text};
    brs_str said = {brs_arena_string(&h.bench.arena, (brs_str){head, 3}), 3};
    return forge_with(&h.bench, h.body, 33, join(said, repeat(RAW("a"), text)));
}

// A body over 64 KiB that grows 64 times or a little less: zeros, and as many bytes that do not compress as it takes.
static brs_str nearly_a_bomb(void)
{
    fuzz_dice dice = {1};
    brs_buf noise;
    brs_str body, zeros = repeat(RAW("\0"), 500000);
    buf_init(&noise, &h.bench.arena, 16384);
    do {
        for (int i = 0; i < 64; i++) {
            buf_byte(&noise, (uint8_t)fuzz_roll(&dice));
        }
        brs_str bytes = join(buf_str(&noise), zeros);
        const char head[] = {(char)0xc6, 0, (char)(bytes.len >> 16), (char)(bytes.len >> 8), (char)bytes.len};
        body = forge_with(&h.bench, h.body, 33, join((brs_str){head, 5}, bytes));
    } while (deflated(body, 15).len * 64 < body.len);
    return body;
}

static void make_zlib(void)
{
    brs_str body = long_body(4000), z = deflated(body, 15), zeros = repeat(RAW("\0"), BRS_REPLAY_MAX_FILE);
    brs_str bomb = deflated(zeros, 15), nearly = long_body(60000);
    put_zlib("Z01-bomb-over-1-MiB", bomb, BRS_REPLAY_MAX_FILE + 1);
    put_zlib("Z01-bomb-of-1-MiB", bomb, BRS_REPLAY_MAX_FILE);
    put_zlib("Z02-large-but-harmless", deflated(nearly, 15), nearly.len);
    nearly = nearly_a_bomb();
    put_zlib("Z02-grows-64-times", deflated(nearly, 15), nearly.len);
    nearly = join(nearly, repeat(RAW("\0"), 128 * 64));
    put_zlib("Z02-grows-over-64-times", deflated(nearly, 15), nearly.len);
    put_zlib("Z03-declared-one-less", z, body.len - 1);
    put_zlib("Z03-declared-one-more", z, body.len + 1);
    put_zlib("Z04-stream-cut", cut(z, z.len / 2), body.len);
    put_zlib("Z04-no-adler", cut(z, 4), body.len);
    put_zlib("Z05-bad-adler", with_byte(z, z.len - 1, (char)(z.ptr[z.len - 1] ^ 1)), body.len);
    put_zlib("Z06-dictionary", join(RAW("\x78\xbb"), (brs_str){z.ptr + 2, z.len - 2}), body.len);
    put_zlib("Z07-second-stream", join(z, z), body.len);
    put_zlib("Z07-trailing-byte", join(z, RAW("\0")), body.len);
    put_zlib("Z08-raw-deflate", deflated(body, -15), body.len);
    put_zlib("Z08-gzip", deflated(body, 31), body.len);
    put_zlib("Z09-window-of-512", deflated(body, 9), body.len);
    put_zlib("Z09-window-too-large", join(RAW("\x88\x1c"), (brs_str){z.ptr + 2, z.len - 2}), body.len);
    put_zlib("Z10-a-MiB-of-nothing", join(RAW("\x78\x01"), repeat(RAW("\0\0\0\xff\xff"), 200000)), BRS_REPLAY_MAX_FILE);
    put_zlib("Z11-nothing-declared", z, 0);
    put_zlib("Z11-nothing-at-all", RAW(""), 0);
    put_key("Z12-zlib-in-a-remark", 11, RAW("\x91\x99\x00\x00\xc0\x00\x00\x00\xa0\xa0\xacx\x01\x03\0\0\0\0\x01 eJw"));
}

// ---- M: MessagePack ----------------------------------------------------------------------------------------

static void make_pack(void)
{
    put_body("M01-array-claims-4-G", RAW("\xdd\xff\xff\xff\xff"));
    put_body("M02-claims-in-claims", repeat(RAW("\xdd\x08\0\0\0"), 32));
    put_body("M03-24000-nested-claims", repeat(RAW("\xdc\xff\xff"), 24000));
    put_body("M04-10000-deep", join(RAW("\x81\x21"), repeat(RAW("\x91"), 10000)));
    put_body("M05-map-claims-2-G", RAW("\xdf\x7f\xff\xff\xff"));
    put_body("M06-text-claims-4-G", RAW("\xdb\xff\xff\xff\xff"));
    put_key("M07-65536-nils", 33, join(RAW("\xdd\0\1\0\0"), repeat(RAW("\xc0"), 65536)));
    put_key("M07-65537-nils", 33, join(RAW("\xdd\0\1\0\1"), repeat(RAW("\xc0"), 65537)));
    put_key("M07-too-many-elements", 33, join(RAW("\x96"), repeat(join(RAW("\xdc\xff\xff"), repeat(RAW("\xc0"), 65535)), 6)));
    put_body("M08-key-twice", RAW("\x82\x04\x02\x04\x02"));
    put_body("M08-keys-out-of-order", RAW("\x82\x05\x02\x04\x02"));
    put_body("M08-odd-leftover", RAW("\x82\x04\x02\x05"));
    put_key("M09-5-in-nine-bytes", 12, RAW("\xcf\0\0\0\0\0\0\0\x05"));
    put_key("M09-5-signed", 12, RAW("\xd3\0\0\0\0\0\0\0\x05"));
    put_key("M09-5-as-float", 12, RAW("\xcb\x40\x14\0\0\0\0\0\0"));
    put_key("M10-not-a-number", 33, RAW("\xcb\x7f\xf8\0\0\0\0\0\0"));
    put_key("M10-minus-zero", 33, RAW("\xcb\x80\0\0\0\0\0\0\0"));
    put_key("M10-infinity", 33, RAW("\xca\x7f\x80\0\0"));
    put_key("M11-extension", 33, RAW("\xd4\x05x"));
    put_key("M11-timestamp", 33, RAW("\xd6\xff\0\0\0\0"));
    put_key("M11-reserved-byte", 33, RAW("\xc1"));
    put_body("M12-a-list", RAW("\x91\xc0"));
    put_body("M12-a-number", RAW("\x05"));
    put_key("M13-nil-as-game", 0, RAW("\xc0"));
    put_key("M13-true-as-seats", 4, RAW("\xc3"));
    put_key("M13-text-as-decisions", 14, RAW("\xa1x"));
    put_key("M13-list-as-core-id", 1, RAW("\x90"));
    put_key("M13-map-as-result", 7, RAW("\x80"));
    put_key("M13-bytes-as-options", 20, RAW("\xc4\x01x"));
    put_key("M13-number-as-remarks", 11, RAW("\x05"));
    put_key("M13-minus-as-meta", 9, RAW("\xff"));
    put_key("M13-false-as-variations", 13, RAW("\xc2"));
    put_key("M14-map-as-key", 33, RAW("\x81\x80\xc0"));
    put_key("M15-minus-one-decisions", 12, RAW("\xff"));
    put_key("M15-2-63-decisions", 12, RAW("\xcf\x80\0\0\0\0\0\0\0"));
    put_key("M15-2-64-decisions", 12, RAW("\xcf\xff\xff\xff\xff\xff\xff\xff\xff"));
    put_key("M16-unknown-even-key", 100, RAW("\x93\x01\xa2hi\xc0"));
    put_key("M16-unknown-odd-key", 101, RAW("\x93\x01\xa2hi\xc0"));
    put_key("M17-NUL-in-a-name", 15, RAW("\xa3" "a\0b"));
    put_key("M18-items-missing", 9, RAW("\x81\x01\x92\xa1" "a"));
}

// ---- H: the header -----------------------------------------------------------------------------------------

static void make_header(void)
{
    brs_str nameless = forge_file_with(&h.bench, h.good, 9, (brs_str){NULL, 0});
    brs_str undecided = forge_file_with(&h.bench, nameless, 7, RAW("\x93\xc0\x00\x00"));
    put("H01-no-seats", forge_file_with(&h.bench, undecided, 4, RAW("\x00")));
    put("H01-one-seat", forge_file_with(&h.bench, undecided, 4, RAW("\x01")));
    put("H01-twelve-seats", forge_file_with(&h.bench, undecided, 4, RAW("\x0c")));
    put("H01-thirteen-seats", forge_file_with(&h.bench, undecided, 4, RAW("\x0d")));
    put("H01-4-G-seats", forge_file_with(&h.bench, undecided, 4, RAW("\xce\xff\xff\xff\xff")));
    put_key("H02-unknown-edition", 0, RAW("\x93\x01\xa6sequel\x03"));
    put_key("H02-unknown-patch", 0, RAW("\x93\x01\x01\x63"));
    brs_str named = forge_file_with(&h.bench, forge_file_with(&h.bench, h.good, 2, RAW("\x91\xc4\01012345678")), 9, RAW("\x81\x01\x92\xa1" "a\xa1" "b"));
    put("H02-unknown-game", forge_file_with(&h.bench, named, 0, RAW("\x92\xa5" "chess\xa8rulebook")));
    put_key("H02-game-spelled-out", 0, RAW("\x92\xa3rnr\x01"));
    put_key("H02-game-of-no-number", 0, RAW("\x92\x7f\x01"));
    put_key("H02-edition-of-no-number", 0, RAW("\x92\x01\x7f"));
    put_key("H02-edition-spelled-out", 0, RAW("\x92\x01\xa8rulebook"));
    put_key("H03-short-hash", 2, RAW("\x91\xc4\0071234567"));
    put_key("H03-another-set", 2, RAW("\x91\xc4\x08\x01\x23\x45\x67\x89\xab\xcd\xef"));
    put_key("H04-seed-of-0-bytes", 8, RAW("\x92\x02\xc4\x00"));
    put_key("H04-seed-of-7-bytes", 8, RAW("\x92\x02\xc4\0071234567"));
    put_key("H04-seed-of-65535-bytes", 8, join(RAW("\x92\x02\xc5\xff\xff"), repeat(RAW("x"), 65535)));
    put_key("H04-seed-of-9-bytes", 8, RAW("\x92\x02\xc4\011123456789"));
    put_key("H04-standard-stream-said", 8, RAW("\x92\x01\xc4\01012345678"));
    put_key("H05-unknown-algorithm", 8, RAW("\x92\x02\xc4\01012345678"));
    put_key("H06-more-decisions-than-data", 12, RAW("\xcd\xff\xff"));
    put_key("H07-the-other-won", 7, join(RAW("\x93"), join(h.game.result.winner == 0 ? RAW("\x01") : RAW("\x00"), RAW("\x01\x05"))));
    put_key("H08-no-such-winner", 7, RAW("\x93\x02\x01\x05"));
    put_key("H08-winner-minus-one", 7, RAW("\x93\xff\x01\x05"));
    put_key("H09-date-that-never-was", 9, RAW("\x81\x03\xaa" "0000-00-00"));
    put_key("H09-date-of-the-last-day", 9, RAW("\x81\x03\xaa" "9999-12-31"));
    put_key("H09-date-minus-one", 9, RAW("\x81\x03\xa2-1"));
    put_key("H09-date-beyond-every-clock", 9, RAW("\x81\x03\xb3" "9223372036854775807"));
    put_key("H09-date-as-number", 9, RAW("\x81\x03\xff"));
    put_key("H09-date-of-markup", 9, RAW("\x81\x03\xb1<img src=x>&quot;"));
    put_key("H09-date-with-a-line-end", 9, RAW("\x81\x03\xa3" "1\n2"));
    put("H10-the-same-game-other-notes", nameless);
    put_key("H11-forged-id", 1, RAW("\xc4\0201234567890123456"));
}

// ---- D: decks ----------------------------------------------------------------------------------------------

static void put_decks(const char *name, int count, int each, int first)
{
    brs_deck *decks = BRS_NEW(&h.bench.arena, brs_deck, 2);
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < count; k++) {
            decks[i].card[decks[i].count++] = (uint16_t)(first + k / each);
        }
    }
    put_key(name, 6, as_bin(replay_pack_decks(decks, 2, h.setup.cards->count, &h.bench.arena)));
}

// The first deck of the good game with its card number `drop` gone and card `add` put in (-1: none).
static void put_changed_deck(const char *name, int drop, int add)
{
    brs_deck *decks = BRS_NEW(&h.bench.arena, brs_deck, 2);
    memcpy(decks, h.setup.deck, 2 * sizeof *decks);
    brs_deck *deck = &decks[0];
    if (drop >= 0) {
        memmove(&deck->card[drop], &deck->card[drop + 1], (size_t)(deck->count - drop - 1) * sizeof deck->card[0]);
        deck->count--;
    }
    if (add >= 0) {
        int at = deck->count;
        for (; at > 0 && deck->card[at - 1] > add; at--) {
            deck->card[at] = deck->card[at - 1];
        }
        deck->card[at] = (uint16_t)add;
        deck->count++;
    }
    put_key(name, 6, as_bin(replay_pack_decks(decks, 2, h.setup.cards->count, &h.bench.arena)));
}

// 512 copies of the first card, and so many of the second.
static void put_huge_deck(const char *name, uint32_t more)
{
    range_writer w;
    range_write_begin(&w, &h.bench.arena, 64);
    range_write(&w, 255, 1, 256);
    range_write(&w, 496, 1, 497);
    if (more < 16) {  // the second row of the table: one copy
        range_write(&w, 178, 46, 256);
    } else {
        range_write(&w, 254, 2, 256);
        range_write(&w, more - 16, 1, 497);
    }
    put_key(name, 6, as_bin(range_write_end(&w)));
}

static bool counts(const rnr_card *card, rnr_type type, bool rare)
{
    return rare ? card->rarity == RNR_RARE : card->type == type;
}

static int by_number(const void *a, const void *b)
{
    return *(const uint16_t *)a - *(const uint16_t *)b;
}

// The first deck of the good game with cards of that kind that it does not have, in the place of Pillars, until it has
// `wanted` of them.
static void put_too_many(const char *name, rnr_type type, bool rare, int wanted)
{
    brs_deck *decks = BRS_NEW(&h.bench.arena, brs_deck, 2);
    memcpy(decks, h.setup.deck, 2 * sizeof *decks);
    brs_deck *deck = &decks[0];
    bool has[BRS_MAX_DECK * 8] = {false};
    int found = 0;
    for (int i = 0; i < deck->count; i++) {
        has[deck->card[i]] = true;
        found += counts(rnr_card_at(h.setup.cards, deck->card[i]), type, rare);
    }
    for (int card = 0, at = 0; card < h.setup.cards->count && found < wanted; card++) {
        const rnr_card *other = rnr_card_at(h.setup.cards, (uint16_t)card);
        if (has[card] || !counts(other, type, rare) || other->type != type || (other->rarity == RNR_RARE) != rare) {
            continue;
        }
        while (at < deck->count && rnr_card_at(h.setup.cards, deck->card[at])->type != RNR_PILLAR) {
            at++;
        }
        cr_assert(at < deck->count, "it cannot be made");
        deck->card[at++] = (uint16_t)card;
        found++;
    }
    cr_assert(found == wanted, "it cannot be made");
    qsort(deck->card, (size_t)deck->count, sizeof deck->card[0], by_number);
    put_key(name, 6, as_bin(replay_pack_decks(decks, 2, h.setup.cards->count, &h.bench.arena)));
}

static void make_decks(void)
{
    put_decks("D01-empty", 0, 1, 0);
    put_decks("D02-512-cards", 512, 4, 0);
    put_huge_deck("D02-513-cards", 1);
    put_huge_deck("D02-1024-cards", 512);
    put_changed_deck("D02-59-cards", 20, -1);
    put_changed_deck("D02-61-cards", -1, h.setup.deck[0].card[20]);
    put_decks("D03-one-card-60-times", 60, 60, 15);
    put_key("D04-bytes-of-no-deck", 6, RAW("\xc4\04001234567890123456789012345678901"));
    put_key("D05-decks-padded", 6, RAW("\xc4\x02\x80\x00"));
    put_decks("D07-60-cards-two-each-from-the-first", 60, 2, 0);
    put_too_many("D08-13-rights", RNR_RIGHTS, false, 13);
    put_too_many("D08-9-rares", RNR_ATTACK, true, 9);
    put_key("D08-no-decks", 6, (brs_str){NULL, 0});
    put("D10-revolution-with-12", h.crowd);
    put("D10-revolution-with-13", forge_file_with(&h.bench, h.crowd, 4, RAW("\x0d")));
    put("D10-revolution-with-3", forge_file_with(&h.bench, forge_file_with(&h.bench, h.crowd, 9, (brs_str){NULL, 0}), 4, RAW("\x03")));
}

// ---- E: decisions ------------------------------------------------------------------------------------------

// The choices of the good game written out, with choice number `at` changed, doubled or exchanged with the next.
typedef enum { CHOICE_KIND, CHOICE_NO_KIND, CHOICE_CARD, CHOICE_SEAT, CHOICE_TWICE, CHOICE_SWAPPED } change;

static void put_explicit(const char *name, int at, change what)
{
    brs_replay *written = BRS_NEW(&h.bench.arena, brs_replay, 1);
    brs_err err = BRS_ERR_NONE;
    brs_str file = {NULL, 0};
    brs_buf out;
    explicit_reader reader;
    brs_choice choices[2];
    cr_assert(brs_replay_recode(&h.game, &h.setup, BRS_CODER_EXPLICIT, 0, &h.bench.arena, written, &err), "%s", err.msg);
    cr_assert(brs_replay_encode(written, &h.bench.arena, &file, &err), "%s", err.msg);
    reader = (explicit_reader){written->decisions.bytes, 0};
    buf_init(&out, &h.bench.arena, written->decisions.bytes.len + 64);
    for (int i = 0; explicit_next(&reader, &choices[0]);) {
        bool here = choices[0].seat != BRS_SEAT_CHANCE && i++ == at;
        if (here && what == CHOICE_KIND) {
            choices[0].kind ^= 1;
        } else if (here && what == CHOICE_NO_KIND) {
            choices[0].kind = 255;
        } else if (here && what == CHOICE_CARD) {
            choices[0].arg[0] = 65535;
        } else if (here && what == CHOICE_SEAT) {
            choices[0].seat ^= 1;
        } else if (here && what == CHOICE_SWAPPED && explicit_peek(&reader, &choices[1])) {
            explicit_next(&reader, &choices[1]);
            explicit_put(&out, choices[1]);
        } else if (here && what == CHOICE_TWICE) {
            explicit_put(&out, choices[0]);
        }
        explicit_put(&out, choices[0]);
    }
    file = forge_file_with(&h.bench, file, 14, as_bin(buf_str(&out)));
    if (what == CHOICE_TWICE) {
        const uint8_t one_more[] = {(uint8_t)(written->decisions.count + 1)};
        cr_assert(written->decisions.count < 126, "it cannot be made");
        file = forge_file_with(&h.bench, file, 12, (brs_str){(const char *)one_more, 1});
    }
    put(name, file);
}

// The last choice of Revolution, in the name of who went out first.
static void put_by_one_who_left(const char *name)
{
    brs_replay *game = BRS_NEW(&h.bench.arena, brs_replay, 2), *written = game + 1;
    brs_setup *setup = BRS_NEW(&h.bench.arena, brs_setup, 1);
    brs_err err = BRS_ERR_NONE;
    brs_str file = {NULL, 0};
    brs_buf out;
    bool made = brs_replay_decode(h.crowd, &h.bench.arena, game, &err) &&
                brs_replay_setup(game, &h.bench.library, &h.bench.arena, setup, &err) &&
                brs_replay_recode(game, setup, BRS_CODER_EXPLICIT, 0, &h.bench.arena, written, &err) &&
                brs_replay_encode(written, &h.bench.arena, &file, &err);
    cr_assert(made && game->result.winner != BRS_SEAT_NONE, "%s", err.msg);
    explicit_reader reader = {written->decisions.bytes, 0};
    buf_init(&out, &h.bench.arena, written->decisions.bytes.len + 64);
    for (brs_choice choice; explicit_next(&reader, &choice);) {
        bool last = reader.at == written->decisions.bytes.len;
        choice.seat = last ? (uint8_t)game->result.winner : choice.seat;
        explicit_put(&out, choice);
    }
    put(name, forge_file_with(&h.bench, file, 14, as_bin(buf_str(&out))));
}

static void make_decisions(void)
{
    brs_str bytes = h.game.decisions.bytes, checks = h.game.checks;
    put_key("E01-index-too-far", 14, as_bin(repeat(RAW("\xff"), bytes.len)));
    put_explicit("E01-a-card-that-is-not-there", 5, CHOICE_CARD);
    put_explicit("E02-another-kind", 5, CHOICE_KIND);
    put_explicit("E02-a-kind-that-does-not-exist", 5, CHOICE_NO_KIND);
    put_key("E03-ends-early", 14, as_bin(cut(bytes, 1)));
    put_key("E04-goes-on", 14, as_bin(join(bytes, RAW("\x01"))));
    put_key("E05-65536-decisions", 12, RAW("\xce\0\1\0\0"));
    put_key("E05-10001-turns", 7, RAW("\x93\x00\x01\xce\0\1\0\0"));
    put_explicit("E07-a-choice-nobody-asked-for", 5, CHOICE_TWICE);
    put_explicit("E09-by-the-other-seat", 5, CHOICE_SEAT);
    put_by_one_who_left("E09-by-one-who-has-left");
    put_explicit("E10-two-swapped", 7, CHOICE_SWAPPED);
    put_key("E12-padded", 14, as_bin(join(bytes, RAW("\0"))));
    put_key("E12-all-00", 14, as_bin(RAW("\0\0\0\0")));
    put_key("E12-longer-than-its-count", 14, as_bin(repeat(RAW("\xff"), 250)));
    put_key("E13-check-wrong", 3, as_bin(with_byte(checks, 2, (char)(checks.ptr[2] ^ 1))));
    put_key("E13-check-missing", 3, as_bin(cut(checks, 1)));
    put_key("E13-unknown-model", 10, RAW("\x63"));
    put_key("E13-checks-of-another-kind", 3, RAW("\x93\x02\x08\xc4\x00"));
    put_key("E13-last-state-wrong", 5, RAW("\xcf" "12345678"));
    put_key("E13-a-fix-nobody-made", 24, RAW("\x91\x96\x01\x00\x01\x00\x01\x05"));
    put_key("E13-a-fix-that-is-impossible", 24, RAW("\x91\x96\x01\x00\x01\x00\x01\xce\x7f\xff\xff\xff"));
    put("E13-outcomes-cut-off", forge_file_with(&h.bench, h.dealt, 16, (brs_str){NULL, 0}));
}

// A set of cards that makes turns as long as may be: each Pillar may be used again and again, and all of them are listed
// each time.
static const char heavy_cards[] =
    "# Heavy\n\n- Set: HV1\n- Version: 1\n- Language: en\n- Licence: CC0\n\nLong turns.\n\n"
    "## One\n\n- Type: UA\n- Rarity: Common\n\n1 Opponent LP Drain. 90 DP.\n\n"
    "## Two\n\n- Type: UA\n- Rarity: Common\n\n1 Opponent LP Drain. 90 DP.\n\n"
    "## Three\n\n- Type: UA\n- Rarity: Common\n\n1 Opponent LP Drain. 90 DP.\n\n"
    "## Bell\n\n- Type: Pillar\n- Branch: Eagle\n- Rarity: Common\n- Cost: 0\n\nGenerate 9 IP. Pay 1 IP: gain 1 IP. "
    "Pay 1 IP: gain 2 IP. Pay 1 IP: gain 3 IP. Pay 1 IP: look at the top card of your Draw Pile. "
    "Pay 1 IP: look at the top 2 cards of your Draw Pile.\n";
static const char heavy_deck[] = "Name: Heavy\nSet: HV1\nUA\n1 One\n1 Two\n1 Three\nPillars\n57 Bell\n";

static void set_option(brs_setup *setup, const char *id, int32_t value)
{
    for (int i = 0; i < setup->game->option_count; i++) {
        if (strcmp(setup->game->options[i].id, id) == 0) {
            setup->options.value[i] = value;
            return;
        }
    }
    cr_assert(false, "there is no option %s", id);
}

// What keeps a turn going: Pillars first, then each use, and the end of the turn last.
static int longest(const brs_game *game)
{
    static const char *const order[] = {"pillar", "activate", "keep"};
    for (size_t k = 0; k < sizeof order / sizeof order[0]; k++) {
        for (int i = 0; i < game->n; i++) {
            if (strcmp(game->setup->game->choice_kinds[game->choices[i].kind].id, order[k]) == 0) {
                return i;
            }
        }
    }
    return 0;
}

// A game of 75 turns with 255 uses in each, and cards and options that a file may bring: 18,000 decisions, nothing wrong
// with any of them, but too much work.
static void put_long_turns(const char *name)
{
    const brs_game_def *rnr = h.setup.game;
    brs_setup setup = {.game = rnr, .seats = 2, .chance = BRS_CHANCE_SEEDED, .seed = 7, .edition = h.setup.edition,
                       .options = h.setup.edition->options};
    brs_card_set *set = BRS_NEW(&h.bench.arena, brs_card_set, 1);
    uint16_t *index = BRS_NEW(&h.bench.arena, uint16_t, BRS_REPLAY_MAX_DECISIONS);
    brs_moves moves = {.index = index, .end = BRS_END_RULES, .card_text = BRS_STR(heavy_cards)};
    brs_replay *replay = BRS_NEW(&h.bench.arena, brs_replay, 1);
    brs_err err = BRS_ERR_NONE;
    brs_str file = {NULL, 0};
    brs_game game;
    cr_assert(rnr->compile_set(moves.card_text, "heavy", &h.bench.arena, set, (brs_report){0}), "it cannot be made");
    setup.cards = set;
    for (int seat = 0; seat < 2; seat++) {
        cr_assert(rnr->read_deck(set, BRS_STR(heavy_deck), "deck", &h.bench.arena, &setup.deck[seat], (brs_report){0}), "it cannot be made");
    }
    set_option(&setup, "pillars_per_turn", 57);
    set_option(&setup, "opening_hand", 20);
    set_option(&setup, "hand_limit", 60);
    cr_assert(brs_game_start(&game, &setup, brs_arena_alloc(&h.bench.arena, 1, rnr->state_size),
                             BRS_NEW(&h.bench.arena, brs_choice, BRS_MAX_CHOICES), NULL, &err), "%s", err.msg);
    while (game.n > 0) {
        index[moves.count++] = (uint16_t)longest(&game);
        brs_game_choose(&game, index[moves.count - 1]);
    }
    cr_assert(moves.count > 10000, "it is short");
    cr_assert(brs_replay_record(&setup, &moves, &h.bench.arena, replay, &err) &&
                  brs_replay_encode(replay, &h.bench.arena, &file, &err), "%s", err.msg);
    put(name, file);
}

static brs_str recorded(const fuzz_recipe *recipe, brs_setup *setup, brs_replay *out)
{
    brs_err err = BRS_ERR_NONE;
    brs_str file = {NULL, 0};
    fuzz_record(recipe, &h.bench.library, &h.bench.arena, setup, out);
    cr_assert(brs_replay_encode(out, &h.bench.arena, &file, &err), "%s", err.msg);
    return file;
}

// Outcomes of chance stand among the choices here, so that there are more of them than the replay counts.
static void put_written_out(const char *name, const fuzz_recipe *recipe)
{
    brs_setup *setup = BRS_NEW(&h.bench.arena, brs_setup, 1);
    brs_replay *replay = BRS_NEW(&h.bench.arena, brs_replay, 2);
    brs_str file = {NULL, 0};
    brs_err err = BRS_ERR_NONE;
    recorded(recipe, setup, &replay[0]);
    cr_assert(brs_replay_recode(&replay[0], setup, BRS_CODER_EXPLICIT, 0, &h.bench.arena, &replay[1], &err) &&
                  brs_replay_encode(&replay[1], &h.bench.arena, &file, &err),
              "%s", err.msg);
    put(name, file);
}

static void make_games(void)
{
    static const fuzz_recipe seeded = {.game = "rnr", .seats = 2, .seed = 5, .end = BRS_END_RULES},
                             dealt = {.game = "rnr", .seats = 2, .until = 20, .end = BRS_END_UNFINISHED},
                             tricks = {.game = "revolution", .seats = 5, .until = 25, .end = BRS_END_UNFINISHED},
                             crowd = {.game = "revolution", .seats = 12, .seed = 4, .end = BRS_END_RULES},
                             at_once = {.game = "rnr", .seats = 2, .seed = 9, .end = BRS_END_CONCEDED};
    brs_setup *other = BRS_NEW(&h.bench.arena, brs_setup, 1);
    brs_replay *replay = BRS_NEW(&h.bench.arena, brs_replay, 1);
    h.good = recorded(&seeded, &h.setup, &h.game);
    h.body = forge_body(&h.bench, h.good);
    h.dealt = recorded(&dealt, other, replay);
    h.crowd = recorded(&crowd, other, replay);
    put("A01-a-good-game", h.good);
    put("A02-recorded-chance", h.dealt);
    put_written_out("A03-written-out", &tricks);
    put_written_out("A03-written-out-turns", &dealt);
    put("E08-conceded-at-once", recorded(&at_once, other, replay));
    put("E14-twelve-to-the-end", h.crowd);
    put_long_turns("E15-turns-of-255-uses");
}

int main(int argc, char **argv)
{
    brs_err err = BRS_ERR_NONE;
    if (argc != 2) {
        return 2;
    }
    h.folder = argv[1];
    brs_arena_init(&h.bench.arena, 0);
    cr_assert(brs_library_load(NULL, &h.bench.arena, &h.bench.library, &err), "%s", err.msg);
    make_games();
    make_container();
    make_zlib();
    make_pack();
    make_header();
    make_decks();
    make_decisions();
    brs_arena_release(&h.bench.arena);
    return 0;
}
