// What must hold for any bytes at all. A target reads its data as a stranger's file and, where the file is accepted,
// asks for what an accepted file promises: so a wrong "yes" is found, not only a crash.
#include <msgpack.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "broadside/archive.h"
#include "broadside/journal.h"
#include "broadside/replay_tools.h"
#include "fuzz_bench.h"
#include "replay_parts.h"
#include "str.h"

__attribute__((format(printf, 1, 2))) static void broken(const char *promise, ...)
{
    va_list args;
    va_start(args, promise);
    fprintf(stderr, "broken promise: ");
    vfprintf(stderr, promise, args);
    fprintf(stderr, "\n");
    va_end(args);
    abort();
}

void want(bool held, const char *promise, const brs_err *err)
{
    if (!held) {
        broken("%s: %s", promise, err != NULL && err->code != BRS_OK ? err->msg : "no error was given");
    }
}

bool told(bool ok, const brs_err *err, const char *who)
{
    if (ok != (err->code == BRS_OK)) {
        broken("%s: %s but error %d", who, ok ? "accepted" : "refused", err->code);
    }
    return ok;
}

// ---- container and pre-scan --------------------------------------------------------------------------

static void run_container(fuzz_bench *b, brs_str data)
{
    brs_str body, again;
    int64_t base;
    brs_err err = BRS_ERR_NONE;
    if (!told(replay_open_container(data, &b->scratch, &body, &base, &err), &err, "container")) {
        return;
    }
    want(body.len <= BRS_REPLAY_MAX_FILE, "no body is over its limit", NULL);
    brs_str file = replay_close_container(body, &b->scratch);
    want(replay_open_container(file, &b->scratch, &again, &base, &err), "what was opened can be closed", &err);
    want(str_equal(body, again), "and holds the same body", NULL);
}

// The body of a file, or the data themselves.
static brs_str body_in(fuzz_bench *b, brs_str data)
{
    brs_str body;
    int64_t base;
    return replay_open_container(data, &b->scratch, &body, &base, NULL) ? body : data;
}

static void run_prescan(fuzz_bench *b, brs_str data)
{
    brs_str body = body_in(b, data);
    replay_spans spans;
    brs_err err = BRS_ERR_NONE;
    if (!told(replay_scan(body, -1, &spans, &err), &err, "pre-scan")) {
        return;
    }
    msgpack_zone zone;
    msgpack_object value;
    size_t used = 0;
    want(msgpack_zone_init(&zone, 4096), "memory", NULL);
    bool read = msgpack_unpack(body.ptr, body.len, &used, &zone, &value) == MSGPACK_UNPACK_SUCCESS;
    want(read && used == body.len, "msgpack-c reads what the pre-scan accepts, to the last byte", NULL);
    want(value.type == MSGPACK_OBJECT_MAP && value.via.map.size == (uint32_t)spans.count, "and finds the same keys", NULL);
    msgpack_zone_destroy(&zone);
    for (int i = 0; i < spans.count; i++) {
        const replay_span *span = &spans.span[i];
        size_t next = i + 1 < spans.count ? spans.span[i + 1].key_at : body.len;
        want(span->key_at < span->value_at && span->value_at < span->end && span->end == next, "spans follow each other", NULL);
    }
}

// ---- body --------------------------------------------------------------------------------------------

static bool read_file(fuzz_bench *b, brs_str file, brs_replay *out)
{
    enum { READER_MOST = 1 << 20 };
    brs_err err = BRS_ERR_NONE;
    size_t before = b->scratch.used;
    bool ok = told(brs_replay_decode(file, &b->scratch, out, &err), &err, "decode");
    want(b->scratch.used - before <= 2 * BRS_REPLAY_MAX_FILE + READER_MOST, "reading takes the body and 1 MiB", NULL);
    return ok;
}

static void run_body(fuzz_bench *b, brs_str data)
{
    brs_replay replay;
    brs_str body = body_in(b, data), file = {NULL, 0};
    brs_err err = BRS_ERR_NONE;
    if (body.len > BRS_REPLAY_MAX_FILE || !read_file(b, replay_close_container(body, &b->scratch), &replay)) {
        return;
    }
    want(brs_replay_encode(&replay, &b->scratch, &file, &err), "what was read can be written", &err);
    want(str_equal(body, body_in(b, file)), "one game has one body", NULL);
}

// ---- decisions ---------------------------------------------------------------------------------------

static brs_str encoded(fuzz_bench *b, const brs_replay *replay, const char *what)
{
    brs_str file = {NULL, 0};
    brs_err err = BRS_ERR_NONE;
    want(brs_replay_encode(replay, &b->scratch, &file, &err), what, &err);
    return file;
}

static void check_forms(fuzz_bench *b, brs_replay *replay, const brs_setup *setup)
{
    brs_replay other, back;
    brs_err err = BRS_ERR_NONE;
    bool written = replay->coder_mode == BRS_CODER_EXPLICIT;
    brs_str first = encoded(b, replay, "what plays back can be written");
    want(brs_replay_recode(replay, setup, written ? BRS_CODER_UNIFORM : BRS_CODER_EXPLICIT, 0, &b->scratch, &other, &err),
         "what plays back has another form", &err);
    want(brs_replay_verify(&other, setup, &b->scratch, NULL, brs_report_first(&err)), "the other form plays back", &err);
    want(memcmp(other.core, replay->core, BRS_CORE_ID) == 0, "and is the same game", NULL);
    want(brs_replay_recode(&other, setup, (brs_coder)replay->coder_mode, replay->coder_model, &b->scratch, &back, &err), "and back", &err);
    want(str_equal(first, encoded(b, &back, "and back again")), "to the same bytes", NULL);
}

static void check_json(fuzz_bench *b, const brs_replay *replay, const brs_library *library)
{
    brs_str text = {NULL, 0};
    brs_replay again;
    brs_err err = BRS_ERR_NONE;
    want(brs_replay_to_json(replay, library, &b->scratch, &text, &err), "what was accepted can be said in JSON", &err);
    want(brs_replay_from_json(text, library, &b->scratch, &again, &err), "its JSON can be read", &err);
    want(str_equal(encoded(b, replay, "written"), encoded(b, &again, "written again")), "JSON gives the same bytes", NULL);
}

static void check_views(fuzz_bench *b, const brs_replay *replay, const brs_setup *setup)
{
    for (int viewer = -1; viewer < setup->seats; viewer++) {
        brs_replay view, again;
        brs_err err = BRS_ERR_NONE;
        want(brs_replay_redact(replay, setup, viewer < 0 ? BRS_SEAT_NONE : viewer, &b->scratch, &view, &err),
             "what plays back has a view", &err);
        want(read_file(b, encoded(b, &view, "a view can be written"), &again), "a view can be read", NULL);
        want(again.hidden != 0 && !again.seeded, "a view holds no seed", NULL);
    }
}

static void run_decisions(fuzz_bench *b, brs_str data)
{
    brs_replay replay;
    brs_setup setup;
    brs_err err = BRS_ERR_NONE;
    if (!read_file(b, data, &replay)) {
        return;
    }
    if (replay.hidden != 0) {
        uint8_t core[BRS_CORE_ID];
        brs_replay_view_core(&replay, &b->scratch, core);
        return;
    }
    bool ok = brs_replay_setup(&replay, &b->library, &b->scratch, &setup, &err);
    if (!told(ok, &err, "setup") ||
        !told(brs_replay_verify(&replay, &setup, &b->scratch, NULL, brs_report_first(&err)), &err, "verify")) {
        return;
    }
    check_forms(b, &replay, &setup);
    check_json(b, &replay, &b->library);
    check_views(b, &replay, &setup);
}

// ---- journal -----------------------------------------------------------------------------------------

static void run_journal(fuzz_bench *b, brs_str data)
{
    brs_salvage found, again;
    brs_replay replay;
    brs_err err = BRS_ERR_NONE;
    if (!told(brs_journal_read(data, &b->library, &b->scratch, &found, &err), &err, "journal")) {
        return;
    }
    want(found.kept + found.lost == data.len, "each byte is kept or lost", NULL);
    want(brs_journal_replay(&found, &b->scratch, &replay, &err), "what was kept is a replay", &err);
    want(brs_replay_verify(&replay, &found.setup, &b->scratch, NULL, brs_report_first(&err)), "and plays back", &err);
    encoded(b, &replay, "and can be written");
    want(brs_journal_read((brs_str){data.ptr, found.kept}, &b->library, &b->scratch, &again, &err), "without what was lost", &err);
    want(again.moves.count == found.moves.count && again.lost == 0 && again.mismatch.code == BRS_OK, "it is the same", NULL);
}

// ---- archive -----------------------------------------------------------------------------------------

// A game that comes out: put into an archive of its own it comes out as the same bytes.
static void check_archived(fuzz_bench *b, const brs_replay *game)
{
    brs_archive alone;
    brs_replay again;
    brs_err err = BRS_ERR_NONE;
    bool added = false;
    brs_str file = encoded(b, game, "what comes out can be written");
    brs_archive_writer *writer = brs_archive_write(NULL, &b->scratch);
    want(brs_archive_add(writer, game, &b->library, &b->scratch, &added, &err) && added, "it can be put in again", &err);
    want(brs_archive_open(brs_archive_end(writer), &b->scratch, &alone, &err) && alone.count == 1, "alone", &err);
    want(brs_archive_get(&alone, 0, &b->library, &b->scratch, &again, &err), "and comes out", &err);
    want(str_equal(file, encoded(b, &again, "again")), "as the same bytes", NULL);
}

static void check_games(fuzz_bench *b, const brs_archive *archive)
{
    enum { LOOKED_AT = 4 };  // most are the same
    for (int i = 0; i < archive->count && i < LOOKED_AT; i++) {
        brs_replay game;
        brs_err err = BRS_ERR_NONE;
        if (told(brs_archive_get(archive, i, &b->library, &b->scratch, &game, &err), &err, "a game of the archive")) {
            check_archived(b, &game);
        }
    }
}

// With its index made anew, what a scan found is an archive that opens and has the same games.
static void check_reindexed(fuzz_bench *b, const brs_archive *found)
{
    brs_archive again;
    brs_buf whole;
    brs_err err = BRS_ERR_NONE;
    buf_init(&whole, &b->scratch, found->records_end + 64);
    buf_put(&whole, (brs_str){found->bytes.ptr, found->records_end});
    buf_put(&whole, brs_archive_end(brs_archive_write(found, &b->scratch)));
    want(brs_archive_open(buf_str(&whole), &b->scratch, &again, &err), "with a new index it opens", &err);
    want(again.count == found->count && again.value_count == found->value_count && again.shape_count == found->shape_count,
         "and has as many records", NULL);
}

static void run_archive(fuzz_bench *b, brs_str data)
{
    brs_archive opened, scanned;
    brs_err err = BRS_ERR_NONE;
    bool found = told(brs_archive_scan(data, &b->scratch, &scanned, &err), &err, "scan");
    if (found) {
        want(scanned.records_end <= data.len, "the scan ends in the file", NULL);
        check_reindexed(b, &scanned);
    }
    err = BRS_ERR_NONE;
    if (!told(brs_archive_open(data, &b->scratch, &opened, &err), &err, "archive")) {
        return;
    }
    want(found && scanned.count <= opened.count, "what opens can be scanned", NULL);
    check_games(b, &opened);
}

// ---- JSON --------------------------------------------------------------------------------------------

static void run_json(fuzz_bench *b, brs_str data)
{
    brs_replay replay;
    brs_err err = BRS_ERR_NONE;
    if (told(brs_replay_from_json(data, &b->library, &b->scratch, &replay, &err), &err, "JSON")) {
        check_json(b, &replay, &b->library);
    }
}

// ---- the table ---------------------------------------------------------------------------------------

const fuzz_target fuzz_targets[] = {
    {"container", "replay", run_container}, {"prescan", "replay", run_prescan}, {"body", "replay", run_body},
    {"decisions", "replay", run_decisions}, {"journal", "journal", run_journal}, {"archive", "archive", run_archive},
    {"json", "json", run_json}, {"transcript", "transcript", fuzz_transcript},
    {"cards", "cards", fuzz_cards}, {"deck", "deck", fuzz_deck}, {"edition", "edition", fuzz_edition},
};
const int fuzz_target_count = sizeof fuzz_targets / sizeof fuzz_targets[0];

const fuzz_target *fuzz_find(const char *name)
{
    for (int i = 0; i < fuzz_target_count; i++) {
        if (strcmp(fuzz_targets[i].name, name) == 0) {
            return &fuzz_targets[i];
        }
    }
    return NULL;
}

fuzz_bench *fuzz_open(void)
{
    static fuzz_bench bench;
    brs_err err = BRS_ERR_NONE;
    brs_arena_init(&bench.shelf, 0);
    brs_arena_init(&bench.scratch, 0);
    if (!brs_library_load(NULL, &bench.shelf, &bench.library, &err)) {
        broken("the games do not load: %s", err.msg);
    }
    return &bench;
}

const brs_library *fuzz_library(const fuzz_bench *bench)
{
    return &bench->library;
}

// Memory that runs out is an answer, but nothing here may need that much.
void fuzz_run(fuzz_bench *bench, const fuzz_target *target, brs_str data)
{
    enum { MOST_MEMORY = 256 << 20 };
    jmp_buf boundary;
    brs_arena_release(&bench->scratch);
    brs_arena_init(&bench->scratch, MOST_MEMORY);
    if (BRS_ARENA_TRY(&bench->scratch, boundary)) {
        target->run(bench, data);
    } else {
        broken("%zu bytes were not enough", (size_t)MOST_MEMORY);
    }
    bench->scratch.boundary = NULL;
}
