// Questions of a transcript: what they say is right must be what the rules come to.
#include <string.h>

#include "replay_quiz.h"
#include "transcript_parts.h"

void ts_note_question(brs_scribe *s, const ts_frame *f, const brs_remark *remark)
{
    if (f->id != 0) {
        return; // of another line than the game
    }
    if (s->question_count == s->question_cap) {
        const int cap = s->question_cap == 0 ? 16 : 2 * s->question_cap;
        ts_question *more = BRS_NEW(s->arena, ts_question, (size_t)cap);
        if (s->question_count > 0) {
            memcpy(more, s->questions, (size_t)s->question_count * sizeof *more);
        }
        s->questions = more;
        s->question_cap = cap;
    }
    s->questions[s->question_count++] = (ts_question){(int)(remark - s->remarks), s->line, f->unit, remark->event != 0 ? -1 : f->anchor};
}

static bool mistake(brs_scribe *s, int line, const brs_err *err)
{
    s->line = line + (err->line > 0 ? err->line - 1 : 0);
    return ts_pass_on(s, 1, err);
}

// What a unit that is still open will come to, nobody knows yet.
static bool is_open(const brs_scribe *s, const brs_replay *replay, const ts_question *question)
{
    return replay->end == BRS_END_UNFINISHED && question->unit == ts_unit_of(s->frame[0]);
}

bool ts_check_questions(brs_scribe *s, const brs_replay *replay)
{
    brs_quiz *block = BRS_NEW(s->arena, brs_quiz, QUIZ_MAX);
    quiz_asked *asked = BRS_NEW(s->arena, quiz_asked, QUIZ_MAX);
    int line[QUIZ_MAX], count = 0;
    brs_err err = BRS_ERR_NONE;
    bool ok = true;
    for (int i = 0; i < s->question_count; i++) {
        const ts_question *question = &s->questions[i];
        const brs_remark *remark = &s->remarks[question->remark];
        int found = 0;
        err = BRS_ERR_NONE;
        if (!quiz_read(remark->text, block, QUIZ_MAX - count, &found, &err)) {
            ok = mistake(s, question->line, &err);
            continue;
        }
        for (int k = 0; k < found && !is_open(s, replay, question); k++) {
            line[count] = question->line;
            asked[count++] = (quiz_asked){.q = block[k], .unit = question->unit, .section = question->section, .event = remark->event};
        }
    }
    err = BRS_ERR_NONE;
    if (!quiz_check_all(replay, &s->head.setup, asked, count, s->arena, &err)) {
        return mistake(s, s->line, &err);
    }
    for (int i = 0; i < count; i++) {
        if (asked[i].verdict == QUIZ_FAILS) {
            ok = mistake(s, line[i], &asked[i].err);
        }
    }
    return ok;
}
