// A whole build: first the ids of all replays, then match by match in the order of ids, then the
// lists.
#include "broadside/site.h"

#include <string.h>

#include "fs.h"
#include "site_pages.h"
#include "sort.h"
#include "str.h"

enum { ADDRESS_BYTES = 8 }; // of the core id, in the address of a match

// What is kept of a replay before its turn comes.
typedef struct {
    const brs_site_input *input;
    uint8_t core[BRS_CORE_ID];
    int order;
    bool read; // decoded; else listed as refused
} queued;

// ---- assets -----------------------------------------------------------------------------------

static brs_str asset_name(site_build *build, const char *stem, const char *ending, brs_str text)
{
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < text.len; i++) {
        hash = (hash ^ (unsigned char)text.ptr[i]) * 1099511628211u;
    }
    brs_buf name;
    buf_init(&name, build->arena, 40);
    buf_puts(&name, stem);
    buf_byte(&name, '.');
    buf_hex(&name, hash >> 32, 8);
    buf_puts(&name, ending);
    return buf_str(&name);
}

static bool in_set(char c, const char *set)
{
    return c != '\0' && strchr(set, c) != NULL;
}

// The style without its comments and the blanks that only people need.
static brs_str squeeze(site_build *build, brs_str text)
{
    brs_buf out;
    buf_init(&out, build->arena, text.len + 1);
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i], last = out.len > 0 ? out.ptr[out.len - 1] : '{';
        if (c == '/' && i + 1 < text.len && text.ptr[i + 1] == '*') {
            const char *end = memmem(text.ptr + i + 2, text.len - i - 2, "*/", 2);
            i = end == NULL ? text.len : (size_t)(end - text.ptr) + 1;
        } else if (str_blank(c)) {
            if (!in_set(last, " {};,:>")) {
                buf_byte(&out, ' ');
            }
        } else {
            if (last == ' ' && in_set(c, "{}>")) {
                out.len--;
                last = out.len > 0 ? out.ptr[out.len - 1] : '{';
            }
            if (c == '}' && last == ';') { // the last one of a block parts nothing
                out.len--;
            }
            buf_byte(&out, (uint8_t)c);
        }
    }
    return buf_str(&out);
}

static bool write_asset(site_build *build, brs_str name, brs_str text, brs_err *err)
{
    brs_buf path;
    buf_init(&path, build->arena, 64);
    buf_puts(&path, "a/");
    buf_put(&path, name);
    buf_byte(&path, '\0');
    return site_out_write(&build->out, path.ptr, text, err);
}

static bool write_assets(site_build *build, brs_err *err)
{
    brs_str style = squeeze(build, site_source(&build->sources, BRS_STR("style.css")));
    brs_str study = squeeze(build, site_source(&build->sources, BRS_STR("study.css")));
    brs_str script = site_source(&build->sources, BRS_STR("step.js"));
    brs_str icon = site_source(&build->sources, BRS_STR("favicon.svg"));
    build->css = asset_name(build, "site", ".css", style);
    build->study = asset_name(build, "study", ".css", study);
    build->script = build->options->script ? asset_name(build, "step", ".js", script) : BRS_STR("");
    return write_asset(build, build->css, style, err) && write_asset(build, build->study, study, err) &&
           (!build->options->script || write_asset(build, build->script, script, err)) &&
           site_out_write(&build->out, "favicon.svg", icon, err) &&
           site_out_write(&build->out, "robots.txt", BRS_STR("User-agent: *\nAllow: /\n"), err);
}

// The list of all pages for search engines; it needs whole addresses.
static bool write_sitemap(site_build *build, brs_err *err)
{
    if (build->options->base_url == NULL) {
        return true;
    }
    buf_puts(&build->sitemap, "</urlset>\n");
    return site_out_write(&build->out, "sitemap.xml", buf_str(&build->sitemap), err);
}

// ---- the queue --------------------------------------------------------------------------------

static void refuse(site_build *build, const char *path, const brs_err *why)
{
    size_t len = strlen(why->msg);
    build->refused[build->refused_count++] =
        (site_refused){path, {brs_arena_string(build->arena, (brs_str){why->msg, len}), len}};
    if (build->options->failed != NULL) {
        build->options->failed(build->options->ctx, path, why);
    }
}

static bool read_replay(site_build *build, const brs_site_input *input, brs_replay *out,
                        brs_str *bytes, brs_err *err)
{
    *bytes = input->bytes;
    if (bytes->ptr == NULL &&
        !fs_read(input->path, BRS_REPLAY_MAX_FILE, &build->game, bytes, err)) {
        return false;
    }
    if (!brs_replay_decode(*bytes, &build->game, out, err)) {
        brs_err_file(err, input->path);
        return false;
    }
    return true;
}

static int by_core(const void *a, const void *b)
{
    const queued *x = a, *y = b;
    int order = memcmp(x->core, y->core, BRS_CORE_ID);
    return order != 0 ? order : x->order - y->order;
}

static queued *line_up(site_build *build, const brs_site_input *inputs, int count)
{
    queued *queue = BRS_NEW(build->arena, queued, (size_t)count + 1);
    for (int i = 0; i < count; i++) {
        brs_replay replay;
        brs_str bytes;
        brs_err err = BRS_ERR_NONE;
        brs_arena_reset(&build->game);
        queue[i] = (queued){.input = &inputs[i], .order = i};
        queue[i].read = read_replay(build, &inputs[i], &replay, &bytes, &err);
        if (queue[i].read) {
            memcpy(queue[i].core, replay.core, BRS_CORE_ID);
        } else {
            refuse(build, inputs[i].path, &err);
        }
    }
    brs_sort(queue, (size_t)count, sizeof *queue, BRS_NEW(build->arena, queued, (size_t)count + 1),
             by_core);
    return queue;
}

// ---- one match --------------------------------------------------------------------------------

static brs_str join_names(site_build *build, const brs_setup *setup)
{
    brs_buf text;
    buf_init(&text, build->arena, 64);
    for (int seat = 0; seat < setup->seats; seat++) {
        buf_puts(&text, seat == 0 ? "" : seat + 1 < setup->seats ? ", " : " and ");
        buf_put(&text, site_seat_name(setup, seat));
    }
    return buf_str(&text);
}

static brs_str join_decks(site_build *build, const site_match *match)
{
    brs_buf text;
    buf_init(&text, build->arena, 64);
    for (int seat = 0; seat < match->setup->seats && seat < 2; seat++) {
        const char *name = match->replay->deck_name[seat];
        name = name != NULL ? name : match->setup->deck[seat].name;
        if (name != NULL && name[0] != '\0') {
            buf_puts(&text, text.len > 0 ? " against " : "");
            buf_puts(&text, name);
        }
    }
    return buf_str(&text);
}

// The ending as plain text: the words of its parts.
static brs_str ending_text(site_build *build, const site_match *match)
{
    site_scene scene;
    site_begin_page(build, &scene, match, "");
    site_node *root = scene.tree.root;
    site_say_ending(&scene);
    brs_buf text;
    buf_init(&text, build->arena, 96);
    for (const site_node *part = root->first; part != NULL; part = part->next) {
        buf_put(&text, part->fields->value);
    }
    return buf_str(&text);
}

static void publish(site_build *build, const site_match *match)
{
    const char *date = match->replay->date;
    build->published[build->published_count++] = (site_published){
        .address = brs_arena_string(build->arena, str_of(match->address)),
        .game_title = match->setup->game->title,
        .edition = match->setup->edition->id,
        .edition_title = match->setup->edition->title,
        .date = date != NULL ? brs_arena_string(build->arena, str_of(date)) : "",
        .unit = match->setup->game->unit,
        .unit_title = match->setup->game->unit->title,
        .names = join_names(build, match->setup),
        .short_names = site_short_names(match->setup, build->arena),
        .decks = join_decks(build, match),
        .ending = ending_text(build, match),
        .bots = site_bots_text(match, build->arena),
        .seed = site_seed_text(match, build->arena),
        .units = match->unit_count > 0 ? match->units[match->unit_count - 1].number : 0,
        .told = match->unit_count,
    };
}

// Names are no part of the core, so the replay that can be downloaded keeps its id without them.
static bool forget_names(site_build *build, brs_replay *replay, brs_setup *setup, brs_str *bytes,
                         brs_err *err)
{
    for (int seat = 0; seat < BRS_MAX_SEATS; seat++) {
        setup->name[seat] = replay->name[seat] = NULL;
    }
    replay->annotator = NULL;
    replay->remark_count = replay->head_count = 0;
    return brs_replay_encode(replay, &build->game, bytes, err);
}

// Plays one replay; what is wrong with it is told and does not stop the build.
static bool play_queued(site_build *build, const queued *item, brs_replay *replay, brs_setup *setup,
                        site_match *match, brs_str *bytes)
{
    brs_err err = BRS_ERR_NONE;
    bool ok = read_replay(build, item->input, replay, bytes, &err) &&
              brs_replay_setup(replay, build->library, &build->game, setup, &err);
    ok = ok && (!build->options->anonymous || forget_names(build, replay, setup, bytes, &err));
    ok = ok && site_play(match, replay, setup, &build->names, &build->game, &err);
    if (!ok) {
        refuse(build, item->input->path, &err);
    }
    return ok;
}

static bool write_queued(site_build *build, const queued *item, brs_err *err)
{
    brs_replay *replay = BRS_NEW(&build->game, brs_replay, 1);
    brs_setup *setup = BRS_NEW(&build->game, brs_setup, 1);
    site_match *match = BRS_NEW(&build->game, site_match, 1);
    brs_str bytes;
    if (!play_queued(build, item, replay, setup, match, &bytes)) {
        return true;
    }
    site_take_notes(build, item->input, match);
    publish(build, match);
    return site_shelve(build, match, (uint32_t)build->published_count, err) &&
           site_write_units(build, match, err) && site_write_comparisons(build, match, err) &&
           site_write_ledger(build, match, err) && site_write_quiz(build, match, err) &&
           site_write_match(build, match, bytes, err);
}

static bool shares(const queued *a, const queued *b, size_t bytes)
{
    return a->read && b->read && memcmp(a->core, b->core, bytes) == 0;
}

// The same core under another name or with other remarks would have the same address: the first one
// has the page. Two cores that only look alike in the address are both refused.
static bool is_twin(site_build *build, const queued *queue, int at, int count)
{
    brs_err err = BRS_ERR_NONE;
    if (at > 0 && shares(&queue[at], &queue[at - 1], BRS_CORE_ID)) {
        brs_fail(&err, BRS_ILLEGAL, "is the same game as %s, which has the page",
                 queue[at - 1].input->path);
    } else if (at > 0 && shares(&queue[at], &queue[at - 1], ADDRESS_BYTES)) {
        brs_fail(&err, BRS_ILLEGAL, "would have the address of %s", queue[at - 1].input->path);
    }
    for (int i = at + 1;
         err.code == BRS_OK && i < count && shares(&queue[at], &queue[i], ADDRESS_BYTES); i++) {
        if (!shares(&queue[at], &queue[i], BRS_CORE_ID)) {
            brs_fail(&err, BRS_ILLEGAL, "would have the address of %s", queue[i].input->path);
        }
    }
    if (err.code != BRS_OK) {
        refuse(build, queue[at].input->path, &err);
    }
    return err.code != BRS_OK;
}

static bool write_matches(site_build *build, const queued *queue, int count, brs_err *err)
{
    for (int i = 0; i < count; i++) {
        if (build->options->progress != NULL) {
            build->options->progress(build->options->ctx, i, count, queue[i].input->path);
        }
        brs_arena_reset(&build->game);
        if (queue[i].read && !is_twin(build, queue, i, count) &&
            !write_queued(build, &queue[i], err)) {
            return false;
        }
    }
    return true;
}

static bool notes_hold(const site_build *build, brs_err *err)
{
    if (build->note_mistakes > 0 && err != NULL && err->code == BRS_OK) {
        *err = build->note_mistake;
    }
    return build->note_mistakes == 0;
}

static bool build_all(site_build *build, const brs_site_input *inputs, int count, brs_err *err)
{
    build->published = BRS_NEW(build->arena, site_published, (size_t)count + 1);
    build->refused = BRS_NEW(build->arena, site_refused, (size_t)count + 1);
    site_names_init(&build->names, build->arena);
    build->library = build->options->library;
    if (build->library == NULL) {
        brs_library *own = BRS_NEW(build->arena, brs_library, 1);
        if (!brs_library_load(NULL, build->arena, own, err)) {
            return false;
        }
        build->library = own;
    }
    if (!site_sources_load(&build->sources, build->options->templates, build->arena, err) ||
        !site_sources_declare(&build->sources, &build->names, err) ||
        !site_out_begin(&build->out, build->options->out, err) || !write_assets(build, err)) {
        return false;
    }
    queued *queue = line_up(build, inputs, count);
    if (!write_matches(build, queue, count, err) || !notes_hold(build, err) || !site_write_rules(build, err) ||
        !site_write_cards(build, err) || !site_write_index(build, err) ||
        !write_sitemap(build, err) || !site_out_end(&build->out, err)) {
        return false;
    }
    if (build->options->progress != NULL) {
        build->options->progress(build->options->ctx, count, count, "");
    }
    return true;
}

bool brs_site_build(const brs_site_options *options, const brs_site_input *inputs, int count,
                    brs_site_report *report, brs_err *err)
{
    brs_arena arena, page_arena, game_arena;
    brs_arena_init(&arena, 0);
    brs_arena_init(&page_arena, 0);
    brs_arena_init(&game_arena, 0);
    site_build *build = BRS_NEW(&arena, site_build, 1);
    *build =
        (site_build){.options = options, .arena = &arena, .page = page_arena, .game = game_arena};
    bool ok = build_all(build, inputs, count, err);
    if (report != NULL) {
        *report = (brs_site_report){build->published_count, build->refused_count, build->pages,
                                    build->units, build->out.bytes, build->note_mistakes};
    }
    brs_arena_release(&build->page);
    brs_arena_release(&build->game);
    brs_arena_release(&arena);
    return ok;
}
