// broadside selftest: the program carries replays of every edition and the hashes of what was released, and sees
// whether it still plays and codes them to the same last byte, and whether the cards it plays are what their text says. For who has copied, built or ported it.
#include <signal.h>
#include <string.h>
#include <unistd.h>
#define XXH_STATIC_LINKING_ONLY  // the hash as a value of ours
#include <xxhash.h>

#include "cli_apart.h"
#include "cli_sandbox.h"
#include "selftest.h"
#include "str.h"

static const cli_option options[] = {
    {'q', "quiet", NULL, "no line for what is right"},
    {0, NULL, NULL, NULL},
};

typedef struct {
    const cli_run *cli;
    const cli_library *library;
    brs_arena arena;   // for one check
    bool quiet;
    int passed, failed;
    brs_code first;
} selftest;

// One line; `err` says what is wrong when !ok.
static void tell(selftest *t, bool ok, const char *what, const brs_err *err)
{
    if (ok) {
        t->passed++;
        if (!t->quiet) {
            printf("%sok%s  %s\n", cli_paint(t->cli, "green"), cli_paint(t->cli, "off"), what);
        }
        return;
    }
    t->failed++;
    t->first = t->first != BRS_OK ? t->first : err->code;
    printf("%sFAILED%s  %s: %s\n", cli_paint(t->cli, "red"), cli_paint(t->cli, "off"), what, err->msg);
}

// ---- what was released -------------------------------------------------------------------------------

// The program plays what was compiled when it was built: that must be what the text of the cards says.
static bool says_its_text(selftest *t, const cli_game *game, int i, brs_err *err)
{
    brs_card_set anew;
    return (game->game->compile_set(game->set_text[i], BRS_BUILT_IN_SET, &t->arena, &anew, (brs_report){NULL, NULL}) &&
            game->game->same_set(&game->sets[i], &anew)) ||
           brs_fail(err, BRS_CARD_SET_MISMATCH, "what is played is not what the text of its cards compiles to");
}

// The same of the decks that are of it.
static bool decks_say_their_text(selftest *t, const cli_game *game, int set, brs_err *err)
{
    const brs_game_def *def = game->game;
    for (int i = 0; def->deck_texts != NULL && def->deck_texts[i] != NULL; i++) {
        const brs_built_deck *built = &def->decks[i];
        const brs_str text = str_of(def->deck_texts[i]);
        brs_deck anew;
        brs_deck_head head;
        def->deck_head(text, &head);
        if (built->set == set && (!def->read_deck(&def->sets[set], text, "built-in deck", &t->arena, &anew, (brs_report){NULL, NULL}) ||
                                  anew.count != built->deck.count || strcmp(anew.name, built->deck.name) != 0 ||
                                  memcmp(anew.card, built->deck.card, sizeof anew.card) != 0 || !str_is(head.edition, built->edition))) {
            return brs_fail(err, BRS_CARD_SET_MISMATCH, "the deck \"%s\" is not what its file says", built->deck.name);
        }
    }
    return true;
}

// "CC1@1 4f3a38040adcc643": a card set of the list must be here, with its hash.
static void check_set(selftest *t, const char *line)
{
    char mine[128];
    brs_err err = BRS_ERR_NONE;
    bool found = false, ok = true;
    for (int i = 0; i < t->library->game_count; i++) {
        const cli_game *game = &t->library->game[i];
        for (int j = 0; j < game->set_count && !found; j++) {
            snprintf(mine, sizeof mine, "%s@%d %016llx", game->sets[j].id, game->sets[j].version,
                     (unsigned long long)game->sets[j].hash);
            found = strcmp(mine, line) == 0;
            ok = !found || (says_its_text(t, game, j, &err) && decks_say_their_text(t, game, j, &err));
        }
    }
    brs_buf what;
    buf_init(&what, &t->arena, 128);
    buf_putf(&what, "card set %s%c", line, '\0');
    ok = ok && (found || brs_fail(&err, BRS_CARD_SET_MISMATCH, "no card set here has that hash"));
    tell(t, ok, what.ptr, &err);
}

static void add_two(XXH3_state_t *sum, unsigned value)
{
    const uint8_t bytes[2] = {(uint8_t)value, (uint8_t)(value >> 8)};
    XXH3_64bits_update(sum, bytes, sizeof bytes);
}

// A table of the coder, by the hash that it was released with.
static void check_model(selftest *t, const brs_game_def *game, const brs_model *model)
{
    XXH3_state_t sum;
    XXH3_64bits_reset(&sum);
    add_two(&sum, (unsigned)model->key);
    add_two(&sum, (unsigned)model->rows);
    const uint16_t *width = &model->width[0][0][0];
    for (int i = 0; i < model->rows * BRS_MODEL_SIZES * BRS_MODEL_RANKS; i++) {
        add_two(&sum, width[i]);
    }
    char what[128];
    brs_err err = BRS_ERR_NONE;
    uint64_t hash = XXH3_64bits_digest(&sum);
    snprintf(what, sizeof what, "coder's model %u of %s, %d rows, hash %016llx", model->id, game->id, model->rows,
             (unsigned long long)model->hash);
    tell(t, hash == model->hash || brs_fail(&err, BRS_DESYNC, "its table has the hash %016llx", (unsigned long long)hash),
         what, &err);
}

// ---- replays ---------------------------------------------------------------------------------------------

static bool same_bytes(brs_str a, brs_str b, brs_err *err)
{
    return (a.len == b.len && memcmp(a.ptr, b.ptr, a.len) == 0) ||
           brs_fail(err, BRS_DESYNC, "written again it has other bytes");
}

// Reads the bytes, plays them with every check, and writes them again.
static bool replays(const selftest *t, const selftest_replay *file, brs_arena *arena, brs_replay *replay, brs_setup *setup,
                    brs_played *played, brs_err *err)
{
    const brs_str bytes = {(const char *)file->bytes, file->len};
    brs_str again;
    return brs_replay_decode(bytes, arena, replay, err) &&
           brs_replay_setup(replay, &t->library->library, arena, setup, err) &&
           brs_replay_verify(replay, setup, arena, played, brs_report_first(err)) &&
           brs_replay_encode(replay, arena, &again, err) && same_bytes(bytes, again, err);
}

// Coded in another way and read back it is the same game.
static bool recodes(const brs_replay *replay, const brs_setup *setup, brs_coder coder, uint32_t model, brs_arena *arena,
                    brs_err *err)
{
    brs_replay *other = BRS_NEW(arena, brs_replay, 2);
    brs_str bytes;
    return brs_replay_recode(replay, setup, coder, model, arena, &other[0], err) &&
           brs_replay_encode(&other[0], arena, &bytes, err) && brs_replay_decode(bytes, arena, &other[1], err) &&
           brs_replay_verify(&other[1], setup, arena, NULL, brs_report_first(err)) &&
           (memcmp(other[1].core, replay->core, BRS_CORE_ID) == 0 || brs_fail(err, BRS_DESYNC, "it has become another game"));
}

static void check_replay(selftest *t, const selftest_replay *file, bool coders)
{
    brs_replay *replay = BRS_NEW(&t->arena, brs_replay, 1);
    brs_setup *setup = BRS_NEW(&t->arena, brs_setup, 1);
    brs_played played = {0};
    brs_err err = BRS_ERR_NONE;
    char what[256];
    bool ok = replays(t, file, &t->arena, replay, setup, &played, &err);
    snprintf(what, sizeof what, "replay %s, %u decisions, %d checks, final state %016llx", file->name, played.decisions,
             played.checks, (unsigned long long)played.final_hash);
    tell(t, ok, what, &err);
    if (!ok || !coders) {
        return;
    }
    ok = recodes(replay, setup, BRS_CODER_UNIFORM, 0, &t->arena, &err) &&
         recodes(replay, setup, BRS_CODER_EXPLICIT, 0, &t->arena, &err);
    for (int i = 0; i < setup->game->model_count && ok; i++) {
        ok = recodes(replay, setup, BRS_CODER_MODEL, setup->game->models[i].id, &t->arena, &err);
    }
    snprintf(what, sizeof what, "replay %s, coded as equal shares, by %d models, and written out", file->name,
             setup->game->model_count);
    tell(t, ok, what, &err);
}

// The first replay of each folder is also coded in every way.
static void check_replays(selftest *t)
{
    const char *before = "";
    for (const selftest_replay *file = selftest_replays; file->name != NULL; file++) {
        size_t folder = strcspn(file->name, "/") + 1;
        check_replay(t, file, strncmp(before, file->name, folder) != 0);
        before = file->name;
        brs_arena_reset(&t->arena);
    }
}

static void check_sandbox(selftest *t)
{
    const cli_sandbox offered = cli_sandbox_offered();
    brs_err err = BRS_ERR_NONE;
    const bool ok = cli_sandbox_holds(&offered, &err);
    tell(t, ok,
         offered.off                                    ? "the sandbox is off"
         : !offered.seccomp && offered.landlock == 0 ? "this kernel has no sandbox to offer"
         : offered.landlock == 0                     ? "no network, no other program"
                                                     : "no network, no other program, no file that no argument names",
         &err);
}

// ---- workers ---------------------------------------------------------------------------------------------

enum { ITEMS = 4, CRASHES = 1 };

static void try_item(void *ctx, int index, brs_buf *record)
{
    (void)ctx;
    if (index == CRASHES) {
        raise(SIGKILL);
    }
    const pid_t child = fork();
    if (child == 0) {
        _exit(0);
    }
    buf_putf(record, "%s", child > 0 ? "a process" : "no process");
}

static bool is_right(int index, bool answered, brs_str record, bool confined, brs_err *err)
{
    if (answered == (index == CRASHES)) {
        return brs_fail(err, BRS_UNEXPECTED, "file %d of %d is %s", index + 1, ITEMS, answered ? "not missed" : "lost");
    }
    return !answered || !confined || str_is(record, "no process") ||
           brs_fail(err, BRS_UNEXPECTED, "a worker can make a process");
}

static void check_workers(selftest *t)
{
    const cli_sandbox offered = cli_sandbox_offered();
    const bool confined = !offered.off && offered.seccomp;
    cli_apart apart = {.items = ITEMS, .jobs = 1, .work = try_item};
    brs_err err = BRS_ERR_NONE;
    bool ok = true;
    cli_apart_begin(&apart);
    for (int i = 0; i < ITEMS && ok; i++) {
        brs_str record = {"", 0};
        brs_err lost = BRS_ERR_NONE;
        const bool answered = cli_apart_next(&apart, i, &record, &lost);
        ok = is_right(i, answered, record, confined, &err);
    }
    cli_apart_end(&apart);
    tell(t, ok, confined ? "a worker that ends costs one file, and makes no process" : "a worker that ends costs one file", &err);
}

static int run(cli_run *cli)
{
    selftest t = {.cli = cli};
    const char *value;
    int option, status;
    while ((option = cli_next(cli, &value)) > 0) {
        t.quiet = true;
    }
    if (!cli_ready(option, &status)) {
        return status;
    }
    t.library = cli_library_load(cli);
    if (t.library == NULL) {
        return cli->failed;
    }
    brs_arena_init(&t.arena, 0);
    for (int i = 0; selftest_sets[i] != NULL; i++) {
        check_set(&t, selftest_sets[i]);
    }
    for (int i = 0; brs_games[i] != NULL; i++) {
        for (int j = 0; j < brs_games[i]->model_count; j++) {
            check_model(&t, brs_games[i], &brs_games[i]->models[j]);
        }
    }
    check_replays(&t);
    check_sandbox(&t);
    check_workers(&t);
    brs_arena_release(&t.arena);
    printf("selftest: %d passed, %d failed\n", t.passed, t.failed);
    return t.failed > 0 ? (int)t.first : BRS_OK;
}

const cli_command cmd_selftest = {
    "selftest", "", "Plays the replays that the program carries and compares hashes, to say whether this copy is sound.",
    "broadside selftest\n"
    "broadside selftest --quiet && echo sound\n",
    options, run, CLI_APART,
};
