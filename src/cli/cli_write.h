// What the parts of `broadside write` share: the lines of a transcript, on disk and as they were played.
#ifndef CLI_WRITE_H
#define CLI_WRITE_H

#include "cli.h"
#include "fs.h"

enum { WRITE_MAX_LINES = 8192 };

typedef struct {
    const char *game, *edition, *deck[2], *name[BRS_MAX_SEATS], *seed;
    int decks, names;
} write_options;

typedef struct {
    cli_run *cli;
    const cli_library *library;
    brs_transcript_world world;
    const char *path;
    write_options o;
    brs_str head;
    const char *line[WRITE_MAX_LINES];
    int step[WRITE_MAX_LINES];        // lines of one step came together, headers too, and are taken back together
    int lines, steps;
    brs_arena work;             // of the scribe: begun anew when a line is refused or taken back
    brs_scribe *scribe;
    brs_err first;              // mistake of the line at hand
    int mistakes;
    char unclear[CLI_MAX_LINE], which[240];  // a line that may mean several, and which; empty: none is open
    int unclear_at, unclear_len;             // the part of it that is in doubt
    fs_appender file;
    cli_shown shown;
    brs_buf out, listed;
    cli_reader reader;
    char prompt[160];
} writing;

// ---- the file (cli_write_file.c) ----------------------------------------------------------------------

// The head of a new transcript.
brs_str write_new_head(writing *w);
// A transcript that is there already: its head, and its lines.
bool write_read_file(writing *w, brs_err *err);
// Plays all lines again from the start; false: one of them is refused, w->first tells why.
bool write_begin_anew(writing *w);
// A line behind the last one, on disk when this returns.
bool write_save_line(writing *w, const char *line, brs_err *err);
// The whole file anew, in one step.
bool write_rewrite_file(writing *w, brs_err *err);
// Headers of units that have begun since unit `before`, so that nobody has to write them.
bool write_add_headers(writing *w, int before, brs_err *err);
// The lines of the last step go. *taken: the statement among them, NULL: it was a heading.
bool write_take_back(writing *w, const char **taken, brs_err *err);

bool write_is_header(const char *line);
// "T5 B", "round 2", "trick 3": the header of a unit, with the seat if it is known.
void write_header_of(const writing *w, int unit, char *out, size_t cap, bool seat);
int write_unit_now(const writing *w);

// ---- a line (cli_write_line.c) ------------------------------------------------------------------------

// Takes a line as somebody types it: by its number in the list, as it is, with a word that was left out, in the next turn.
// False: it is refused, and *told says why; or the file cannot be written, and err says why.
bool write_take_line(writing *w, const char *line, brs_err *told, brs_err *err);

// A line that was refused since part of it may mean several: they are listed, and a number may answer. False: it was refused
// for another reason.
bool write_ask_which(writing *w, const char *line, const brs_err *told);
// The unclear line with what this number stands for, else this line itself. What was asked is forgotten.
const char *write_answer_which(writing *w, const char *line);

// Has nobody said yet who begins, in a game where dice say it?
bool write_asks_who_begins(writing *w);

#endif
