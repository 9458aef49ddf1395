// What the commands share: options, help, messages, the library of games, and playing a seeded game.
//
// Data goes to standard output, everything else to standard error. A command is a row of the table in main.c.
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include <stdio.h>

#include "broadside/arena.h"
#include "broadside/bot.h"
#include "broadside/error.h"
#include "broadside/game.h"
#include "broadside/replay.h"
#include "broadside/replay_tools.h"
#include "broadside/transcript.h"
#include "broadside/version.h"
#include "buf.h"

// ---- commands and options (cli_args.c) ---------------------------------------------------------

// Marks of an option's row, added to its letter: a setting can stand for it (cli_config.h); and it reaches a recorded game.
enum { CLI_SETTING = 0x100, CLI_RECORDED = 0x300 };

typedef struct {
    int letter;         // 'o', and marks; the letter is what cli_next returns. Only small letters are offered as -x.
    const char *name;   // "output"
    const char *value;  // "FOLDER", NULL: the option is a switch
    const char *help;
} cli_option;

// The option --cards, for commands that load the library: cli_next keeps what it says. No letter of its own.
enum { CLI_CARDS_LETTER = 2, CLI_MAX_CARD_FILES = 8, CLI_MAX_OPTIONS = 64 };
#define CLI_CARDS                                                                                             \
    {CLI_CARDS_LETTER, "cards", "FILE", "a card file to play with beside the built-in sets; may be repeated"}

struct cli_run;
typedef struct cli_library cli_library;

// What a command may do with files (cli_sandbox.h).
typedef enum {
    CLI_WRITES,    // reads and writes near the paths of its arguments
    CLI_READS,     // reads there, and writes to its standard streams only
    CLI_APART,     // as CLI_READS, and looks at the files in processes of its own (cli_apart.h)
    CLI_FORKS,     // as CLI_WRITES, and makes processes of its own program
    CLI_ANYWHERE,  // its inputs are named elsewhere than in its arguments; its jobs make processes as CLI_APART
} cli_rights;

typedef struct cli_command {
    const char *name;       // one or two words: "sim", "cards check"
    const char *arguments;  // "REPLAY..."
    const char *brief;      // one line
    const char *examples;   // lines, each ended by \n
    const cli_option *options;  // ended by a name of NULL; the common ones come by themselves
    int (*run)(struct cli_run *cli);
    cli_rights rights;
} cli_command;

enum { CLI_END = -1, CLI_BAD = -2, CLI_HELP = -3 };

// One run of a command.
typedef struct cli_run {
    const cli_command *command;
    int argc;           // of main, from the command's last word on
    char **argv;
    char **operand;     // what is no option, after cli_next said CLI_END
    int operands;
    bool colour;
    const char *cards[CLI_MAX_CARD_FILES];  // of --cards
    int card_files;
    int failed;         // what to end with when cli_library_load gave NULL
    struct {
        bool on;
        int64_t first, count;
    } part;             // on: only these games, counted over all that are named (a shard of batch)
    struct cli_failures *failures;  // of cli_failures_begin
    struct cli_config *config;      // of cli_config_apply
    brs_arena arena;    // for the whole run
} cli_run;

// The next option's letter, its value in *value. CLI_END: no more.
// CLI_BAD: reported already, end with BRS_USAGE. CLI_HELP: printed already, end with 0.
int cli_next(cli_run *cli, const char **value);

// What the options were given as, in the order of the command's rows and then the common ones: NULL when not at all, "yes"
// for a switch, the last value. Nothing is said about mistakes, nothing taken from what cli_next will read.
void cli_given(cli_run *cli, const char *given[CLI_MAX_OPTIONS]);
const char *cli_given_as(const cli_run *cli, const char *const *given, const char *name);

// Ends option reading: true when the command should run; else *status holds what to end with.
bool cli_ready(int option, int *status);

// Says that the command was used wrongly and where its help is; returns BRS_USAGE.
int cli_misuse(const cli_run *cli, const char *format, ...) __attribute__((format(printf, 2, 3)));

// All commands in the order of the short help, ended by NULL (main.c).
extern const cli_command *const cli_commands[];

// What every command takes beside its own options; ended by a name of NULL.
extern const cli_option cli_common_options[];

// An option's short letter, '\0' when it has only its long name.
char cli_short(const cli_option *option);

// The word of `words` (ended by NULL) that is nearest to a mistyped one; NULL: none is near.
const char *cli_nearest(const char *typed, const char *const *words);

// A decimal number from min to max; reports a misuse otherwise.
bool cli_number(const cli_run *cli, const char *option, const char *text, int64_t min, int64_t max, int64_t *out);

// One more of an option that may be given several times; false: reported, there are `cap` already. A name must be one that
// a replay can hold.
bool cli_take(const cli_run *cli, const char **slot, int *count, int cap, const char *value);
bool cli_take_name(const cli_run *cli, const char **slot, int *count, const char *value);

// ---- help, manual pages and completions: all from the table (cli_help.c, cli_man.c, cli_values.c) ----

void cli_print_help(FILE *to, const cli_command *command);
void cli_print_short_help(FILE *to);

// The table of exit codes, a line each.
void cli_print_codes(FILE *to);

// The help of all commands that begin with a word ("cards"); false when there is none.
bool cli_print_group(FILE *to, const char *word);

// The command that the arguments begin with, NULL when there is none; *words: how many words its name takes.
const cli_command *cli_find_command(int argc, char **argv, int *words);

// Says that there is no such command, with the nearest name; returns BRS_USAGE.
int cli_unknown_command(int argc, char **argv);

// A manual page in mdoc; NULL: broadside(1), the page about the program.
void cli_print_man(FILE *to, const cli_command *command);

// What may stand for a name of the table ("GAME", "REPLAY"): words, files, folders. Names without a row are free text.
typedef enum {
    CLI_VALUE_GAMES = 1, CLI_VALUE_EDITIONS = 2, CLI_VALUE_DECKS = 4, CLI_VALUE_BOTS = 8, CLI_VALUE_COMMANDS = 16,
    CLI_VALUE_SETS = 32, CLI_VALUE_FOLDERS = 64, CLI_VALUE_FILES = 128
} cli_value_from;
typedef struct {
    const char *name;   // "EDITION"
    unsigned from;      // cli_value_from, added up
    const char *words;  // "human gcc", NULL: only what `from` says
    const char *ending; // ".replay": only files that end so; NULL: all
    const char *page;   // manual page of section 5, NULL: none
} cli_value;
extern const cli_value cli_values[];  // ended by a name of NULL
const cli_value *cli_find_value(brs_str name);

// The words that may stand for it, each once and after one blank.
void cli_value_words(const cli_library *library, const cli_value *value, brs_buf *out);

// The next name in a command's arguments: "REPLAY|FOLDER..." has two. False at the end.
bool cli_next_name(brs_str *arguments, brs_str *name);

// ---- messages (cli_term.c) ---------------------------------------------------------------------

// Prints an error to standard error; returns its code.
int cli_error(const brs_err *err);

// A report that prints each mistake and warning to standard error, and counts them.
typedef struct {
    int errors, warnings;
    brs_code first;
} cli_tally;
brs_report cli_reporter(cli_tally *tally);

// Errors of a batch: it goes on, and says them together at the end.
enum { CLI_MAX_FAILURES = 50 };
enum { CLI_EXIT_CODES = 128 };
typedef struct cli_failures {
    brs_err err[CLI_MAX_FAILURES];
    int count;                      // may be more than are kept
    int by_code[CLI_EXIT_CODES];
} cli_failures;
cli_failures *cli_failures_begin(cli_run *cli);
void cli_fail_later(cli_failures *failures, const brs_err *err);

// Prints them; returns 0 when there are none, BRS_SOME_FAILED when `strict`, else the code of the first.
int cli_failures_end(const cli_failures *failures, const char *what, int total, bool strict);

// Columns of a terminal that are written to.
enum { CLI_COLUMNS = 79 };
int cli_columns(brs_str text);  // that a text takes, colours not counted
// Breaks the lines of buf from byte `from` on that are longer, at blanks; what follows stands `hang` columns in, -1: two
// more than the line's own.
void cli_wrap(brs_buf *buf, size_t from, int hang);

// Colours, "" when they are off.
const char *cli_paint(const cli_run *cli, const char *name);  // "bold", "dim", "red", "green", "yellow", "cyan", "off"

// One line on a terminal's standard error, from half a second on; nothing elsewhere.
typedef struct {
    const char *doing;
    int total, failures;
    double start, shown;
    bool on, log;  // log: a line each 30 s, terminal or not
} cli_progress;
void cli_progress_begin(cli_progress *progress, const char *doing, int total);
void cli_progress_step(cli_progress *progress, int done);
void cli_progress_end(cli_progress *progress);

// Seconds on a clock that only goes forward, for figures and progress.
double cli_seconds(void);

// JSON: {"schema":1,"command":"...", then key-value pairs; cli_json_end prints the line.
void cli_json_begin(brs_buf *buf, const cli_run *cli);
void cli_json_text(brs_buf *buf, const char *key, const char *value);
void cli_json_number(brs_buf *buf, const char *key, int64_t value);
void cli_json_bool(brs_buf *buf, const char *key, bool value);
void cli_json_end(brs_buf *buf);

// ---- sentences (cli_say.c) -----------------------------------------------------------------------------

// A viewer that appends sentences to buf as plain text; with colours on, cards are bold.
enum { CLI_SAY_DEPTH = 8 };
typedef struct {
    const cli_run *cli;
    brs_buf *buf;
    int depth;
    bool quote[CLI_SAY_DEPTH];
} cli_writer;
brs_viewer cli_say(cli_writer *writer, const cli_run *cli, brs_buf *buf);

// "Ann wins by Life Victory ...": a game that its rules ended, or "not finished".
void cli_say_result(const cli_run *cli, brs_buf *buf, const brs_setup *setup, const brs_result *result);
// "by the rules", "a player conceded", "the players agreed", "not finished".
const char *cli_end_words(const brs_replay *replay);
// The same of a replay, which may have ended otherwise: "Ann concedes".
void cli_say_end(const cli_run *cli, brs_buf *buf, const brs_setup *setup, const brs_replay *replay);

// A seat's name, "A" when it has none.
const char *cli_seat_name(const brs_setup *setup, int seat);

// ---- the library (cli_library.c) -----------------------------------------------------------------

enum { CLI_MAX_GAMES = 4, CLI_MAX_DECKS = 64, CLI_MAX_FILE = 1 << 20 };

typedef struct {
    const brs_game_def *game;
    brs_editions editions;
    brs_card_set *sets;  int set_count;  // the built-in ones, then those of --cards
    brs_str *set_text;                   // their card files
    bool *own;                           // by set: not built in, so replays carry its card file
    brs_deck deck[CLI_MAX_DECKS];
    char deck_slug[CLI_MAX_DECKS][64];  // the names they are found by
    const brs_card_set *deck_set[CLI_MAX_DECKS];
    const brs_edition *deck_edition[CLI_MAX_DECKS];
    int deck_count;
} cli_game;

struct cli_library {
    cli_game game[CLI_MAX_GAMES];
    int game_count;
    brs_library library;  // the same, for replays
};

// Loads all games' editions, card sets (those of --cards too) and decks into the run's arena. NULL: what is wrong
// was reported, and the command ends with cli->failed.
cli_library *cli_library_load(cli_run *cli);

// Finds by name, or reports what there is and returns NULL. game: NULL for the first one.
const cli_game *cli_find_game(const cli_run *cli, const cli_library *library, const char *name);
const brs_edition *cli_find_edition(const cli_run *cli, const cli_game *game, const char *name);

// An edition file, read on top of the built-in ones. NULL: reported, and the command ends with cli->failed.
const brs_edition *cli_read_edition(cli_run *cli, const cli_game *game, const char *path);

// A deck by built-in name ("liberty-line") or from a file ("-": standard input).
typedef struct {
    brs_deck deck;
    const brs_card_set *set;      // that it is made of
    const brs_edition *edition;   // that it says it is for; NULL: it does not say
} cli_deck;

// Returns the code to end with, all mistakes reported.
brs_code cli_find_deck(cli_run *cli, const cli_game *game, const char *name, cli_deck *out);

// The card file that a replay of this set carries along; empty for a built-in set.
brs_str cli_card_text(const cli_game *game, const brs_card_set *set);

// A set by its id, in any case; NULL: there is none (not reported).
const brs_card_set *cli_find_set(const cli_game *game, brs_str id);

// Lower case, with '-' for all that is no letter or digit: for file names and for finding decks by name.
void cli_slug(const char *text, char *out, size_t cap);

// Replays named by the operands: files, and all *.replay of folders in order; with all, *.replays and *.transcript too.
// NULL: reported (also when there is none), and the command ends with cli->failed.
const char **cli_replay_paths(cli_run *cli, bool all, int *count);

// A replay file, read and decoded, or a game of an archive ("all.replays#3f0c", by the beginning of its id); bytes may be
// NULL. library NULL: it is to be changed where it is, so a game of an archive is refused.
bool cli_read_replay(const cli_library *library, const char *path, brs_arena *arena, brs_replay *out, brs_str *bytes, brs_err *err);

// ---- replays one by one (cli_items.c) -------------------------------------------------------------------

typedef struct cli_archive cli_archive;

// What is no file of its own: a game of an archive, or the replay that a transcript was compiled to.
typedef struct {
    const cli_archive *archive;  // NULL: a transcript
    int game;                    // of the archive
    brs_str compiled;            // of a transcript
} cli_inside;

typedef struct {
    const char *name;          // a path; of a game in an archive: the archive's, "#" and the game's id
    const cli_inside *inside;  // NULL: a file of its own
} cli_item;

typedef struct {
    cli_item *item;
    int count;
} cli_items;

// All that the operands name: files, transcripts (*.transcript, compiled), the games of archives (*.replays), and those in
// folders. False: reported.
bool cli_items_open(cli_run *cli, const cli_library *library, cli_items *out);

// Reads and decodes one; bytes may be NULL. Safe in several threads with an arena each.
bool cli_item_read(const cli_item *item, brs_arena *arena, brs_replay *out, brs_str *bytes, brs_err *err);

// ---- transcripts (cli_transcript.c) -------------------------------------------------------------------------

// Where a transcript finds decks and card files: built in, or next to the file at `path`.
brs_transcript_world cli_world(cli_run *cli, const cli_library *library, const char *path);

typedef enum { CLI_TELL_PEOPLE, CLI_TELL_GCC, CLI_TELL_JSON } cli_tell_form;
typedef struct {
    cli_run *cli;
    cli_tell_form form;
    brs_str source;  // the text at hand, to show lines of it
    int errors;
    brs_code first;
} cli_teller;
brs_report cli_teller_report(cli_teller *teller);

// Reads and compiles; each mistake is told.
bool cli_read_transcript(cli_teller *teller, const cli_library *library, const char *path, brs_replay *out);

// ---- the table on a terminal (cli_table.c) ------------------------------------------------------------------

// The table as a seat sees it (BRS_SEAT_NONE: all cards). full: the cards that are out of play too.
void cli_print_table(const cli_run *cli, brs_buf *out, const brs_setup *setup, const void *state, int seat, bool full);

// ---- what just happened (cli_events.c) ------------------------------------------------------------------------

// What has been told of a trace. Begins as {0, -1, -1}.
typedef struct {
    uint32_t events;
    int unit, section;
} cli_shown;
// Tells the events that are new, with their sections, rules and sums, as a seat may know them.
void cli_print_events(const cli_run *cli, brs_buf *out, const brs_setup *setup, const brs_trace *trace, int seat, cli_shown *shown);
// The same up to the end of the section that they begin with. True: there are more.
bool cli_print_section(const cli_run *cli, brs_buf *out, const brs_setup *setup, const brs_trace *trace, int seat, cli_shown *shown);

// ---- questions at the terminal (cli_ask.c) -----------------------------------------------------------------------

// The open decision's choices, each with what one may want to know of its card; those beyond `most` are counted.
void cli_list_choices(const cli_run *cli, brs_buf *out, const brs_game *game, int most);
// Index of the choice that is listed with this number, -1: none. Games whose cards are numbers have no such numbers.
int cli_listed(const brs_game *game, const char *line);
// Explains a card, a rule, a listed choice, or why something is not possible now.
void cli_explain(const cli_run *cli, brs_buf *out, const brs_game *game, const char *about);
// What the last word of a line may be completed to: writes the line that results, as far as there is one way to go on.
// Several ways are listed in `out`.
void cli_complete(const brs_game *game, char *line, int cap, brs_buf *out);

// The letter of a command that was written out ("undo": "u"); any other line as it is.
const char *cli_command_letter(const char *line);

// ---- lines that a person types (cli_line.c) ------------------------------------------------------------------------

enum { CLI_MAX_LINE = 1024 };
// Writes the prompt and reads a line without its end; false at the end of the input, and when the person leaves with Ctrl-C or Ctrl-D.
// On a terminal: backspace, Ctrl-U, Ctrl-W, lines before by arrow up, and Tab, which calls `complete` (may be NULL).
typedef struct {
    bool terminal;   // both input and output are one
    void (*complete)(void *ctx, char *line, int cap, brs_buf *out);
    void *ctx;
    const char *prompt;   // written once the terminal gives each key as it is typed, and again when something came between
    brs_buf *out;         // for what Tab lists
    char before[16][256]; // lines that were typed, in a ring
    int lines, kept;
} cli_reader;
bool cli_read_line(cli_reader *reader, char line[CLI_MAX_LINE]);

// ---- output (cli_output.c) ---------------------------------------------------------------------------

// Writes bytes to a path, or to standard output when it is "-".
bool cli_write(const char *path, brs_str bytes, bool replace, brs_err *err);

// Writes a replay: read back and, when it can be played, played again first.
bool cli_write_replay(const cli_library *library, const char *path, const brs_replay *replay, bool replace,
                      brs_arena *scratch, brs_err *err);

// A file's name, or another word of a stranger's, as it may be shown: without what moves a cursor or ends a line.
const char *cli_tame(brs_arena *arena, const char *name);

// Prints an error, if there is one, with its file; returns the status to end with.
int cli_end(brs_err *err, const char *file);

// BRS_OK when there is exactly one operand; else the misuse is reported.
int cli_one_file(cli_run *cli);

// One line "  Ann / Hand / Stockade #77: points 5 -> 3".
void cli_print_difference(const cli_run *cli, const brs_difference *d);

// "Turn 3", in lower case: for the middle of a sentence.
const char *cli_unit(const brs_setup *setup, int unit, char out[64]);

// The choices from decision `first` up to and with `last`, a line each.
void cli_print_choices(cli_run *cli, const brs_replay *replay, const brs_setup *setup, uint32_t first, uint32_t last,
                       brs_err *err);

// ---- seeded games (cli_play.c) ---------------------------------------------------------------------

// A bot for each seat and the room to play one game after the other.
typedef struct {
    brs_bot bot[BRS_MAX_SEATS];
    void *state;
    brs_choice *choices;
    uint16_t *index;   // of each choice made
    uint32_t count;
    brs_game game;
} cli_table;

// kind: of each of `seats` seats.
void cli_table_init(cli_table *table, const brs_game_def *game, const brs_bot_kind *const *kind, int seats,
                    brs_arena *arena);

// Plays a whole game; false when the setup is not legal, or no end came within the limit of decisions.
bool cli_table_play(cli_table *table, const brs_setup *setup, brs_trace *trace, brs_err *err);

// A seeded game of an edition with its own options and the game's first card set; decks and seed are to be set.
void cli_setup(const cli_game *game, const brs_edition *edition, brs_setup *out);

// Places that each kind of bot reached, in games that have places (cli_places.c). Begins as {0}.
typedef struct {
    double sum, squares;
} cli_mean;
typedef struct {
    const brs_bot_kind *kind;
    int seats, place, first, last;  // of the game at hand
    cli_mean mean_place, mean_first, mean_last;
} cli_place_row;
typedef struct {
    cli_place_row row[BRS_MAX_SEATS];
    int count, games;
} cli_places;
void cli_places_add(cli_places *places, const brs_bot_kind *const *kind, const brs_setup *setup, const brs_result *result);
// Means and intervals, when bots of more than one kind have played.
void cli_places_tell(const cli_places *places);

// What N seeded games of random bots come to under an edition, over all sizes of table and all pairs of decks that
// are legal there.
typedef struct {
    uint64_t signature;  // over each game's final digest, decisions and result
    uint32_t games;
    uint64_t decisions;
} cli_signature;
bool cli_sign(const cli_game *game, const brs_edition *edition, uint32_t games, uint64_t first_seed,
              brs_arena *arena, cli_signature *out, brs_err *err);

// ---- many games (cli_matrix.c) -----------------------------------------------------------------------

// All ordered pairs of the built-in decks that are legal under the setup's edition.
typedef struct {
    const brs_setup *setup;  // all but decks and seed
    const brs_bot_kind *bot[2];
    int64_t games, seed;     // of each pair
    int jobs;                // threads
    bool json, check;        // check: a missed target is a failure
} cli_matrix;
int cli_matrix_run(cli_run *cli, const cli_game *game, const cli_matrix *what);

// A share and its 95% Wilson interval, in hundredths of a percent. of: up to 10,000,000.
typedef struct {
    int share, low, high;
} cli_share;
cli_share cli_wilson(int64_t count, int64_t of);

// May pages link to it? It begins with http:// or https:// and holds nothing that would end it (cmd_site.c).
bool cli_is_web_address(const char *url);

// ---- the commands -----------------------------------------------------------------------------------

extern const cli_command cmd_words_show, cmd_words_check, cmd_sim, cmd_info, cmd_verify, cmd_show, cmd_cards_check, cmd_deck_check, cmd_deck_list, cmd_deck_show, cmd_cards_show, cmd_cards_list,
    cmd_site, cmd_board, cmd_export, cmd_notes_check, cmd_notes_move, cmd_editions_list, cmd_editions_show, cmd_editions_diff, cmd_editions_check, cmd_cards_explain, cmd_bench, cmd_convert, cmd_diff,
    cmd_bisect, cmd_migrate, cmd_stats, cmd_repack, cmd_archive_add, cmd_archive_list,
    cmd_archive_extract, cmd_archive_reindex, cmd_annotate, cmd_redact, cmd_salvage,
    cmd_manifest, cmd_batch, cmd_missing, cmd_merge, cmd_play, cmd_write, cmd_scoresheet, cmd_check, cmd_fmt, cmd_compile, cmd_text,
    cmd_completion, cmd_config, cmd_help, cmd_selftest;

#endif
