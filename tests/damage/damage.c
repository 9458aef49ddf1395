// Damage to 20 real replays, one for each thing that a file can have: each truncation and each flipped bit is refused;
// with the checksum mended too, or what the file says of the game is as it was, byte for byte (reliability.md 4, C11,
// C12; g6). Twenty files of replays/, the smallest that has what is asked for.
// usage: damage STEP    bits 0, STEP, 2 STEP ... of each file; STEP 1: all of them. Truncations: all, always.
#include <stdio.h>
#include <stdlib.h>
#include <zlib.h>

#include "broadside/replay_tools.h"
#include "fs.h"
#include "replay_forge.h"

enum { MOST_FILES = 4096, MOST_VERDICTS = 64, CRC = 4 };

static struct {
    forge_bench bench;   // its arena holds what stays
    brs_arena scratch;   // and this one what one try needs
    brs_str file[MOST_FILES];
    brs_replay *replay;  // of each file
    const char *name[MOST_FILES];
    bool taken[MOST_FILES];
    int files, passed, failed;
    size_t step, cuts, flips, refused, disagreed, kept;
} d;

void plain_check(bool holds, bool must, const char *file, int line, const char *what, const char *format, ...)
{
    (void)format;
    if (!holds) {
        fprintf(stderr, "%s:%d: %s%s\n", file, line, what, must ? "" : " (expected)");
        exit(1);
    }
}

// ---- the files -------------------------------------------------------------------------------------------

static void read_all(void)
{
    brs_str *names;
    brs_err err = BRS_ERR_NONE;
    cr_assert(fs_list("replays", ".replay", true, &d.bench.arena, &names, &d.files, &err), "%s", err.msg);
    cr_assert(d.files > 0 && d.files <= MOST_FILES, "the files of replays/");
    d.replay = BRS_NEW(&d.bench.arena, brs_replay, (size_t)d.files);
    for (int i = 0; i < d.files; i++) {
        char path[512];
        snprintf(path, sizeof path, "replays/%.*s", (int)names[i].len, names[i].ptr);
        d.name[i] = brs_arena_string(&d.bench.arena, str_of(path));
        bool read = fs_read(path, BRS_REPLAY_MAX_FILE, &d.bench.arena, &d.file[i], &err) &&
                    brs_replay_decode(d.file[i], &d.bench.arena, &d.replay[i], &err);
        cr_assert(read, "%s", err.msg);
    }
}

static bool of_rnr(const brs_replay *r)
{
    return str_is(str_of(r->game), "rnr");
}

// What one file of the twenty must have.
typedef struct {
    const char *what;
    bool (*has)(const brs_replay *r, brs_str file);
} trait;

#define TRAIT(name, condition)                                                                                         \
    static bool name(const brs_replay *r, brs_str file)                                                                \
    {                                                                                                                  \
        (void)file;                                                                                                    \
        return r->hidden == 0 && (condition);                                                                          \
    }
TRAIT(rulebook, str_is(str_of(r->edition), "rulebook") && r->end == BRS_END_RULES)
TRAIT(guide, str_is(str_of(r->edition), "guide") && r->end == BRS_END_RULES)
TRAIT(glossary, str_is(str_of(r->edition), "glossary") && r->end == BRS_END_RULES)
TRAIT(basic, str_is(str_of(r->edition), "basic") && r->end == BRS_END_RULES)
TRAIT(ultimate, str_is(str_of(r->edition), "ultimate") && r->end == BRS_END_RULES)
TRAIT(rnr_compressed, of_rnr(r) && file.ptr[9] == 1)
TRAIT(revolution_compressed, !of_rnr(r) && file.ptr[9] == 1)
TRAIT(rnr_dealt, of_rnr(r) && !r->seeded && r->chance.count > 10)
TRAIT(revolution_dealt, !of_rnr(r) && !r->seeded && r->chance.count > 10)
TRAIT(rnr_branches, of_rnr(r) && r->variation_count > 1 && r->remark_count > 1)
TRAIT(revolution_branches, !of_rnr(r) && r->variation_count > 1 && r->remark_count > 1)
TRAIT(rnr_written, of_rnr(r) && r->coder_mode == BRS_CODER_EXPLICIT)
TRAIT(revolution_written, !of_rnr(r) && r->coder_mode == BRS_CODER_EXPLICIT)
TRAIT(shares, of_rnr(r) && r->coder_mode == BRS_CODER_UNIFORM && r->decisions.count > 40)
TRAIT(fixed, r->event_count > 0)
TRAIT(agreed, r->end == BRS_END_AGREED && r->decisions.count > 20)
TRAIT(unknown_keys, r->kept_count > 1 && r->head_count > 0)
TRAIT(own_cards, r->card_text.len > 0)

static bool rnr_view(const brs_replay *r, brs_str file)
{
    (void)file;
    return of_rnr(r) && r->hidden != 0;
}

static bool revolution_view(const brs_replay *r, brs_str file)
{
    (void)file;
    return !of_rnr(r) && r->hidden != 0;
}

static const trait traits[] = {
    {"edition rulebook", rulebook},
    {"edition guide", guide},
    {"edition glossary", glossary},
    {"edition basic", basic},
    {"edition ultimate", ultimate},
    {"Revolt N Reign, compressed", rnr_compressed},
    {"Revolution, compressed", revolution_compressed},
    {"Revolt N Reign, recorded chance", rnr_dealt},
    {"Revolution, recorded chance", revolution_dealt},
    {"Revolt N Reign, remarks and variations", rnr_branches},
    {"Revolution, remarks and variations", revolution_branches},
    {"Revolt N Reign, written out", rnr_written},
    {"Revolution, written out", revolution_written},
    {"equal shares", shares},
    {"a fix of the table", fixed},
    {"ended by agreement", agreed},
    {"unknown keys and head lines", unknown_keys},
    {"cards of its own", own_cards},
    {"Revolt N Reign, a view", rnr_view},
    {"Revolution, a view", revolution_view},
};

// The smallest file that has it and was not taken yet; -1: none.
static int find(const trait *t)
{
    int best = -1;
    for (int i = 0; i < d.files; i++) {
        bool smaller = best < 0 || d.file[i].len < d.file[best].len;
        best = smaller && !d.taken[i] && t->has(&d.replay[i], d.file[i]) ? i : best;
    }
    return best;
}

// No view is promised for ever: one of the first game of that kind that a view can be made of.
static int make_view(const trait *t)
{
    for (int i = 0; i < d.files; i++) {
        brs_replay view;
        brs_setup *setup = BRS_NEW(&d.bench.arena, brs_setup, 1);
        brs_err err = BRS_ERR_NONE;
        bool wanted = of_rnr(&d.replay[i]) == (t->has == rnr_view) && d.replay[i].decisions.count > 20;
        if (wanted && brs_replay_setup(&d.replay[i], &d.bench.library, &d.bench.arena, setup, &err) &&
            brs_replay_redact(&d.replay[i], setup, 0, &d.bench.arena, &view, &err)) {
            cr_assert(brs_replay_encode(&view, &d.bench.arena, &d.file[i], &err), "%s", err.msg);
            d.replay[i] = view;
            return i;
        }
    }
    return -1;
}

// ---- judging ---------------------------------------------------------------------------------------------

// A file and the keys of its body.
typedef struct {
    brs_str body;
    replay_spans spans;
} opened;

static bool open_file(brs_str file, opened *out)
{
    int64_t base;
    return replay_open_container(file, &d.scratch, &out->body, &base, NULL) &&
           replay_scan(out->body, base, &out->spans, NULL);
}

static bool decides(uint64_t key)
{
    return key % 2 == 0 || key <= 7;
}

// The keys of an opened file that say what was played: numbers and values, one after another.
static brs_str said_of_the_game(const opened *o)
{
    brs_buf out;
    buf_init(&out, &d.scratch, o->body.len + 1);
    for (int i = 0; i < o->spans.count; i++) {
        const replay_span *span = &o->spans.span[i];
        if (decides(forge_key(o->body, span))) {
            buf_put(&out, (brs_str){o->body.ptr + span->key_at, span->end - span->key_at});
        }
    }
    return buf_str(&out);
}

static bool verify(const brs_replay *replay, brs_err *err)
{
    if (replay->hidden != 0) {
        uint8_t core[BRS_CORE_ID];
        brs_replay_view_core(replay, &d.scratch, core);
        return memcmp(core, replay->core, BRS_CORE_ID) == 0 || brs_fail(err, BRS_DESYNC, "the id of the view");
    }
    brs_setup *setup = BRS_NEW(&d.scratch, brs_setup, 1);
    return brs_replay_setup(replay, &d.bench.library, &d.scratch, setup, err) &&
           brs_replay_verify(replay, setup, &d.scratch, NULL, brs_report_first(err));
}

static brs_code judge(brs_str file)
{
    brs_replay *replay = BRS_NEW(&d.scratch, brs_replay, 1);
    brs_err err = BRS_ERR_NONE;
    bool ok = brs_replay_decode(file, &d.scratch, replay, &err) && verify(replay, &err);
    cr_assert(ok == (err.code == BRS_OK), "a failure has a code, a success none");
    return err.code;
}

// A changed file with a right checksum is refused or disagrees, or it says the same of the game.
static bool harmless(brs_str original, brs_str changed)
{
    opened before, after;
    brs_code code = judge(changed);
    d.refused += code != BRS_OK && code != BRS_DESYNC && code != BRS_RESULT;
    d.disagreed += code == BRS_DESYNC || code == BRS_RESULT;
    d.kept += code == BRS_OK;
    return code != BRS_OK ||
           (open_file(original, &before) && open_file(changed, &after) &&
            str_equal(said_of_the_game(&before), said_of_the_game(&after)));
}

static brs_str with_bit(brs_str file, size_t bit)
{
    char *copy = brs_arena_string(&d.scratch, file);
    copy[bit / 8] = (char)(copy[bit / 8] ^ 1 << bit % 8);
    return (brs_str){copy, file.len};
}

static brs_str mended(brs_str file)
{
    return forge_mend((brs_str){brs_arena_string(&d.scratch, file), file.len});
}

// ---- one file --------------------------------------------------------------------------------------------

// Says what was not noticed; returns whether all was.
static bool noticed(bool yes, const char *what, const char *kind, size_t at)
{
    if (!yes) {
        printf("FAIL damage: %s: %s %zu is not noticed\nrepro: build/damage 1\n", what, kind, at);
    }
    return yes;
}

static bool cut_everywhere(const char *what, brs_str file)
{
    bool ok = true;
    for (size_t len = 0; ok && len < file.len; len++, d.cuts += 2) {
        brs_arena_reset(&d.scratch);
        brs_str cut = {file.ptr, len};
        ok = noticed(judge(cut) == BRS_TRUNCATED, what, "the cut at byte", len) &&
             noticed(judge(mended(cut)) != BRS_OK, what, "the mended cut at byte", len);
    }
    return ok;
}

// The body cut, and lengths and checksum put right.
static bool cut_the_body(const char *what, brs_str body)
{
    bool ok = true;
    for (size_t len = 0; ok && len < body.len; len++, d.cuts++) {
        forge_bench b = {.arena = d.scratch};
        brs_arena_reset(&b.arena);
        ok = noticed(judge(forge_mend(forge_file(&b, (brs_str){body.ptr, len}))) == BRS_TRUNCATED, what,
                     "the body's cut at byte", len);
        d.scratch = b.arena;
    }
    return ok;
}

static bool flip_everywhere(const char *what, brs_str file)
{
    bool ok = true;
    for (size_t bit = d.flips % d.step; ok && bit < file.len * 8; bit += d.step, d.flips += 2) {
        brs_arena_reset(&d.scratch);
        brs_str changed = with_bit(file, bit);
        ok = noticed(judge(changed) != BRS_OK, what, "the flipped bit", bit) &&
             noticed(bit >= (file.len - CRC) * 8 || harmless(file, forge_mend(changed)), what, "the mended bit", bit);
    }
    return ok;
}

// As above, where zlib's own checksum does not help.
static bool flip_the_body(const char *what, brs_str file, brs_str body)
{
    bool ok = true;
    for (size_t bit = d.flips % d.step; ok && bit < body.len * 8; bit += d.step, d.flips++) {
        forge_bench b = {.arena = d.scratch};
        brs_arena_reset(&b.arena);
        brs_str changed = forge_file(&b, body);
        d.scratch = b.arena;
        size_t head = changed.len - CRC - body.len;
        ok = noticed(harmless(file, forge_mend(with_bit(changed, head * 8 + bit))), what, "the body's bit", bit);
    }
    return ok;
}

static void damage(const trait *t)
{
    int i = find(t);
    i = i < 0 && (t->has == rnr_view || t->has == revolution_view) ? make_view(t) : i;
    if (i < 0) {
        d.failed++;
        printf("FAIL damage: no file of replays/ has: %s\nrepro: build/damage 1\n", t->what);
        return;
    }
    d.taken[i] = true;
    brs_str file = d.file[i], body = forge_body(&d.bench, file);
    char what[600];
    snprintf(what, sizeof what, "%s (%s)", d.name[i], t->what);
    bool ok = noticed(judge(file) == BRS_OK, what, "that it is whole, byte", file.len) && cut_everywhere(what, file) &&
              cut_the_body(what, body) && flip_everywhere(what, file) &&
              (file.ptr[9] == 0 || flip_the_body(what, file, body));
    ok ? d.passed++ : d.failed++;
}

int main(int argc, char **argv)
{
    brs_err err = BRS_ERR_NONE;
    d.step = argc == 2 ? strtoul(argv[1], NULL, 10) : 0;
    if (d.step == 0) {
        return 2;
    }
    brs_arena_init(&d.bench.arena, 0);
    brs_arena_init(&d.scratch, 0);
    cr_assert(brs_library_load(NULL, &d.bench.arena, &d.bench.library, &err), "%s", err.msg);
    read_all();
    for (size_t i = 0; i < sizeof traits / sizeof traits[0]; i++) {
        damage(&traits[i]);
    }
    printf("%s   %d files: %zu cuts and %zu flipped bits; with the checksum mended %zu refused, %zu disagree, "
           "%zu change only what is said about the game\n",
           d.failed == 0 ? "ok" : "--", d.passed, d.cuts, d.flips, d.refused, d.disagreed, d.kept);
    printf("damage: %d passed, %d failed\n", d.passed, d.failed);
    brs_arena_release(&d.scratch);
    brs_arena_release(&d.bench.arena);
    return d.failed > 0;
}
