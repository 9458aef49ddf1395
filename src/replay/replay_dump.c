// The state at every decision as text, so that two builds can be compared without running in one process.
//
//   broadside-states 1
//   @ decision outcomes unit digest choices index words
//   node<tab>key<tab>value
#include "replay_parts.h"
#include "replay_tree.h"
#include "replay_words.h"
#include "str.h"

static const char HEAD[] = "broadside-states 1\n";

static void dump_moment(const brs_player *p, brs_arena *scratch, brs_buf *out)
{
    const brs_setup *setup = p->game.setup;
    replay_tree tree;
    buf_putf(out, "@ %lu %lu %d %016llx %d %d ", (unsigned long)p->decisions, (unsigned long)p->outcomes,
             setup->game->unit_now(p->game.state),
             (unsigned long long)setup->game->digest(setup, p->game.state), p->game.n, p->index);
    if (p->index >= 0) {
        replay_say_choice(setup, p->game.choices[p->index], out);
    }
    buf_byte(out, '\n');
    brs_arena_reset(scratch);
    replay_tree_take(&p->game, TREE_ALL, scratch, &tree);
    replay_tree_print(&tree, out);
}

bool brs_replay_dump(const brs_replay *replay, const brs_setup *setup, brs_arena *arena, brs_str *out,
                     brs_err *err)
{
    brs_player player;
    brs_err stopped = BRS_ERR_NONE;
    brs_arena scratch;
    brs_buf text;
    buf_init(&text, arena, 1 << 16);
    buf_puts(&text, HEAD);
    if (!brs_player_open(&player, replay, setup, 0, arena, NULL, &stopped)) {
        return err->code == BRS_OK ? (*err = stopped, false) : false;
    }
    brs_arena_init(&scratch, 0);
    for (bool more = true; more; more = brs_player_next(&player, &stopped)) {
        dump_moment(&player, &scratch, &text);
    }
    brs_arena_release(&scratch);
    *out = buf_str(&text);
    return true;
}

// ---- comparing -------------------------------------------------------------------------------------

// The next moment: its head line and the lines of its state; false: there is none.
static bool next_moment(brs_str *rest, brs_str *head, brs_str *state)
{
    if (!str_line(rest, head)) {
        return false;
    }
    const char *start = rest->ptr;
    while (rest->len > 0 && rest->ptr[0] != '@') {
        str_cut(rest, '\n');
    }
    *state = (brs_str){start, (size_t)(rest->ptr - start)};
    return true;
}

static int64_t decision_of(brs_str head)
{
    int64_t number = 0;
    str_word(&head);
    str_number(str_word(&head), &number);
    return number;
}

static bool open_dump(brs_str *text, brs_err *err)
{
    brs_str head = str_of(HEAD);
    if (!str_begins(*text, head)) {
        return brs_fail(err, BRS_TEXT, "this is not what bisect --dump writes");
    }
    *text = (brs_str){text->ptr + head.len, text->len - head.len};
    return true;
}

bool brs_replay_compare_dumps(brs_str first, brs_str second, brs_arena *arena, int64_t *decision,
                              void (*tell)(void *ctx, const brs_difference *), void *ctx, brs_err *err)
{
    *decision = -1;
    if (!open_dump(&first, err) || !open_dump(&second, err)) {
        return false;
    }
    for (;;) {
        brs_str head[2], state[2];
        bool a = next_moment(&first, &head[0], &state[0]), b = next_moment(&second, &head[1], &state[1]);
        if (!a && !b) {
            return true;
        }
        if (a != b) {
            *decision = decision_of(a ? head[0] : head[1]);
            return true;
        }
        if (str_equal(head[0], head[1]) && str_equal(state[0], state[1])) {
            continue;
        }
        replay_tree x, y;
        *decision = decision_of(head[0]);
        replay_tree_read(state[0], arena, &x);
        replay_tree_read(state[1], arena, &y);
        replay_tree_diff(&x, &y, tell, ctx);
        return true;
    }
}
