// Cards by handle, wherever they are: which one a name means, and how one is named so that it is found again.
#include <stdio.h>

#include "transcript_parts.h"

static int owner_of(const brs_setup *setup, int handle)
{
    return 2 * handle > setup->game->handles ? 1 : 0;
}

static bool is_card(const brs_setup *setup, int handle)
{
    return setup->game->card_of(setup, handle) >= 0;
}

static bool lies_open(const brs_setup *setup, const void *state, int handle)
{
    char where[120] = "";
    if (setup->game->where == NULL || setup->game->where(setup, state, handle, where, sizeof where) == 0) {
        return false;
    }
    return strstr(where, "in play") != NULL || strstr(where, "UA Area") != NULL || strstr(where, "Petition Stack") != NULL;
}

// Which of the owner's cards of its name a card is: those that lie open are counted first.
static int copy_of(const brs_setup *setup, const void *state, int handle)
{
    const bool open = lies_open(setup, state, handle);
    int copy = 1;
    for (int other = 1; other < setup->game->handles; other++) {
        if (other == handle || !is_card(setup, other) || owner_of(setup, other) != owner_of(setup, handle) ||
            setup->game->card_of(setup, other) != setup->game->card_of(setup, handle)) {
            continue;
        }
        const bool other_open = lies_open(setup, state, other);
        copy += other_open != open ? other_open : other < handle;
    }
    return copy;
}

int ts_card_named(const brs_setup *setup, const void *state, brs_str name, const ts_aliases *aliases, int seat)
{
    int found = 0, best = 0, copy = 0, of = -1;
    ts_cut_qualifiers(setup, &name, &of, &copy, NULL);
    ts_expand(aliases, &name);
    for (int handle = 1; handle < setup->game->handles; handle++) {
        if (!is_card(setup, handle) || (of >= 0 && of != owner_of(setup, handle))) {
            continue;
        }
        int like = 8 * ts_likeness(setup->game->handle_name(setup, handle), name);
        if (like > 0) {
            like += (copy > 0 && copy_of(setup, state, handle) == copy ? 4 : 0) + (lies_open(setup, state, handle) ? 2 : 0) +
                    (owner_of(setup, handle) == seat);
        }
        if (like > best) {
            best = like;
            found = handle;
        }
    }
    return found;
}

int ts_card_text(const brs_setup *setup, const void *state, int handle, char *out, int cap)
{
    const int number = setup->game->card_of(setup, handle), copy = copy_of(setup, state, handle);
    bool twins = false;
    for (int other = 1; other < setup->game->handles; other++) {
        twins = twins || (owner_of(setup, other) != owner_of(setup, handle) && is_card(setup, other) &&
                          setup->game->card_of(setup, other) == number);
    }
    int len = twins ? snprintf(out, (size_t)cap, "%c:", brs_seat_letter(setup, owner_of(setup, handle))) : 0;
    len += snprintf(out + len, (size_t)(cap - len), "%.*s", BRS_ARG(setup->game->handle_name(setup, handle)));
    return len + (copy > 1 ? snprintf(out + len, (size_t)(cap - len), "#%d", copy) : 0);
}
