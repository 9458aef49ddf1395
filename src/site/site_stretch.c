// Text and fields of the root that stand side by side: put together once, then copied.
#include "site_stretch.h"

#include <string.h>

#include "str.h"

static bool is_fixed(const site_step *step)
{
    return step->kind == STEP_TEXT || (step->kind == STEP_FIELD && step->page);
}

// Index after the stretch that begins at step i; *fields: how many of its steps are fields. A section may be left to the
// middle of a stretch: the steps there are as they were, and are taken one by one.
static int end_of(const site_template *t, int i, int *fields)
{
    *fields = 0;
    for (; is_fixed(&t->steps[i]); i++) {
        *fields += t->steps[i].kind == STEP_FIELD;
    }
    return i;
}

static void add_name(site_stretches *s, uint16_t name)
{
    for (int i = 0; i < s->names; i++) {
        if (s->name[i] == name) {
            return;
        }
    }
    s->name[s->names++] = name;
}

static void add_stretch(site_template *t, site_stretches *s, int from, int end)
{
    site_step *first = &t->steps[from];
    s->list[s->count] = (site_stretch){.from = from, .end = end, .kind = first->kind};
    for (int i = from; i < end; i++) {
        if (t->steps[i].kind == STEP_FIELD) {
            add_name(s, t->steps[i].name);
        }
    }
    first->kind = STEP_STRETCH;
    first->jump = s->count++;
}

void site_stretches_find(site_template *t, brs_arena *arena)
{
    int fields, most = 0;
    for (int i = 0; i < t->count; i++) {
        most += t->steps[i].kind == STEP_FIELD && t->steps[i].page;
    }
    site_stretches *s = BRS_NEW(arena, site_stretches, 1);
    *s = (site_stretches){.list = BRS_NEW(arena, site_stretch, (size_t)most + 1),
                          .name = BRS_NEW(arena, uint16_t, (size_t)most + 1)};
    for (int i = 0, end; i < t->count; i = end > i ? end : i + 1) {
        end = end_of(t, i, &fields);
        if (fields > 0) {
            add_stretch(t, s, i, end);
        }
    }
    s->value = BRS_NEW(arena, brs_str, (size_t)s->names + 1);
    buf_init(&s->values, arena, 256);
    buf_init(&s->text, arena, 1024);
    t->stretches = s;
}

static bool same_values(const site_stretches *s, const brs_str *page)
{
    bool same = s->round > 0;
    for (int i = 0; i < s->names && same; i++) {
        const brs_str now = page[s->name[i]];
        same = (now.ptr == NULL) == (s->value[i].ptr == NULL) && str_equal(now, s->value[i]);
    }
    return same;
}

void site_stretches_begin(site_stretches *s, const brs_str *page)
{
    if (same_values(s, page)) {
        return;
    }
    size_t room = 0;
    for (int i = 0; i < s->names; i++) {
        room += page[s->name[i]].len;
    }
    buf_reset(&s->values);
    buf_reset(&s->text);
    buf_room(&s->values, room); // so that the values stay where they are put
    for (int i = 0; i < s->names; i++) {
        const brs_str now = page[s->name[i]];
        s->value[i] = (brs_str){now.ptr == NULL ? NULL : s->values.ptr + s->values.len, now.len};
        buf_put(&s->values, now);
    }
    s->round++;
}

static const site_step *make(const site_template *t, site_stretch *stretch, const brs_str *page)
{
    site_stretches *s = t->stretches;
    stretch->at = s->text.len;
    for (int i = stretch->from; i < stretch->end; i++) {
        const site_step *step = &t->steps[i];
        if ((i == stretch->from ? stretch->kind : step->kind) == STEP_TEXT) {
            buf_put(&s->text, step->text);
        } else if (page[step->name].ptr == NULL) {
            return step;
        } else {
            t->escape(&s->text, page[step->name]);
        }
    }
    stretch->len = s->text.len - stretch->at;
    stretch->made = s->round;
    return NULL;
}

const site_step *site_stretch_put(const site_template *t, const site_step *step, const brs_str *page, brs_buf *out,
                                  const site_step **lacking)
{
    site_stretches *s = t->stretches;
    site_stretch *stretch = &s->list[step->jump];
    if (stretch->made != s->round && (*lacking = make(t, stretch, page)) != NULL) {
        return NULL;
    }
    buf_put(out, (brs_str){s->text.ptr + stretch->at, stretch->len});
    return t->steps + stretch->end - 1;
}
