// Changes the rules in one place at a time and runs the scenarios: each mutant must turn at least one red. Options of
// editions are set to every other value here; conditions, rows and calls sleep in the planted sources (plant.c).
// A mutant runs in a process of its own, which may crash or never end: that is red too.
//
// First it proves itself: without a mutant all must be green, and a mutant known to be red must be red. Survivors that
// stand in the list with a reason are allowed; all others are printed, and the status is 1.
//
// usage: mutants LIST ALLOWED KINDS HOW-MANY SEED SCENARIOS    KINDS as in "option,row,rule"; HOW-MANY: 0 is all
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "mutant.h"
#include "scenes.h"

int brs_mutant;

int brs_row(int n, int value, int gone, const int *rows, int count)
{
    const bool here = brs_mutant >= n && brs_mutant < n + count;
    return here && rows[brs_mutant - n] == value ? gone : value;
}

enum { MAX_MUTANTS = 20000, MAX_TEXT = 400, WORKERS = 2, PATIENCE = 60 };

typedef struct {
    char text[MAX_TEXT];   // "rule rnr_choice.c rnr_why_not_play: card->type == RNR_UA never", "option rulebook ..."
    uint32_t hash;         // of the text and the seed: the lowest are picked
    int number;            // in the planted sources, 0: an option
    int32_t *option, value;
    const brs_edition *edition;
    bool revolution, survives, allowed;
} mutant;

static struct {
    mutant list[MAX_MUTANTS];
    int count;
    char *allowed[MAX_MUTANTS];  // "TEXT  # reason"
    bool met[MAX_MUTANTS];
    int allowed_count;
    brs_library library;
    const char *folder, *kinds;
    uint32_t seed;
    int many;
} m;

// ---- the list ------------------------------------------------------------------------------------------------

static bool wanted(const char *text)
{
    char kind[16];
    snprintf(kind, sizeof kind, "%.*s", (int)strcspn(text, " "), text);
    return strstr(m.kinds, kind) != NULL;
}

static uint32_t hash_of(const char *text)
{
    uint32_t hash = 2166136261u ^ m.seed;
    for (const char *at = text; *at != '\0'; at++) {
        hash = (hash ^ (uint8_t)*at) * 16777619u;
        hash ^= hash >> 15;
    }
    return hash;
}

static mutant *add(const char *text)
{
    if (!wanted(text) || m.count == MAX_MUTANTS) {
        return NULL;
    }
    mutant *one = &m.list[m.count++];
    memset(one, 0, sizeof *one);
    snprintf(one->text, sizeof one->text, "%s", text);
    one->hash = hash_of(one->text);
    return one;
}

// Keeps so many of the list, in its order.
static void pick(void)
{
    const int all = m.count;
    if (m.many == 0 || m.many >= all) {
        return;
    }
    m.count = 0;
    for (int i = 0; i < all; i++) {
        int lower = 0;
        for (int k = 0; k < all; k++) {
            lower += m.list[k].hash < m.list[i].hash || (m.list[k].hash == m.list[i].hash && k < i);
        }
        m.list[i].allowed = lower < m.many;
    }
    for (int i = 0; i < all; i++) {
        if (m.list[i].allowed) {
            m.list[m.count] = m.list[i];
            m.list[m.count++].allowed = false;
        }
    }
}

static void read_planted(const char *path)
{
    char line[4096];
    FILE *f = fopen(path, "r");
    while (f != NULL && fgets(line, sizeof line, f) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        char *text = strchr(line, '\t');
        mutant *one = text != NULL ? add(text + 1) : NULL;
        if (one != NULL) {
            one->number = atoi(line);
            one->revolution = strstr(one->text, " rev_") != NULL;
        }
    }
    if (f != NULL) {
        fclose(f);
    }
}

static void add_option(const brs_game_def *game, const brs_edition *edition, int row, int32_t value)
{
    char text[MAX_TEXT], word[80];
    const brs_option_info *info = &game->options[row];
    int32_t *place = (int32_t *)(uintptr_t)&edition->options.value[row];
    if (value == *place || !brs_option_valid(info, value)) {
        return;
    }
    brs_option_write(info, value, word, sizeof word);
    snprintf(text, sizeof text, "option %s %s %s: %s", game->id, edition->id, info->id, word);
    mutant *one = add(text);
    if (one != NULL) {
        one->option = place;
        one->value = value;
        one->edition = edition;
        one->revolution = strcmp(game->id, "revolution") == 0;
    }
}

// Words and switches: every other value. Numbers: one more, one less, the ends. An order: every pair of neighbours.
static void add_options(const brs_game_def *game, const brs_edition *edition)
{
    for (int row = 0; row < game->option_count; row++) {
        const brs_option_info *info = &game->options[row];
        const int32_t now = edition->options.value[row];
        if (info->type == BRS_OPTION_INT) {
            const int32_t values[] = {now - 1, now + 1, info->min, info->max};
            for (int i = 0; i < 4; i++) {
                bool again = i == 2 && info->min == now - 1;
                again = again || (i == 3 && (info->max == now + 1 || info->max == info->min));
                if (!again) {
                    add_option(game, edition, row, values[i]);
                }
            }
        } else if (info->type == BRS_OPTION_ORDER) {
            for (int i = 0; i < 6; i++) {
                const uint32_t bits = (uint32_t)now, a = bits >> (4 * i) & 15, b = bits >> (4 * i + 4) & 15;
                add_option(game, edition, row, (int32_t)((bits & ~(0xFFu << (4 * i))) | b << (4 * i) | a << (4 * i + 4)));
            }
        } else {
            for (int32_t value = info->min; value <= info->max; value++) {
                add_option(game, edition, row, value);
            }
        }
    }
}

// ---- allowed survivors ------------------------------------------------------------------------------------------

// "TEXT  # reason": a line without a reason allows nothing.
static void read_allowed(const char *path)
{
    char line[4096];
    FILE *f = fopen(path, "r");
    while (f != NULL && fgets(line, sizeof line, f) != NULL && m.allowed_count < MAX_MUTANTS) {
        char *reason = strstr(line, "  # ");
        if (reason != NULL && reason[4] != '\n') {
            *reason = '\0';
            m.allowed[m.allowed_count++] = strdup(line);
        }
    }
    if (f != NULL) {
        fclose(f);
    }
}

static bool is_allowed(const mutant *one)
{
    for (int i = 0; i < m.allowed_count; i++) {
        if (strcmp(m.allowed[i], one->text) == 0) {
            m.met[i] = true;
            return true;
        }
    }
    return false;
}

// ---- running -------------------------------------------------------------------------------------------------------

static int run_scenes(const mutant *one)
{
    char folder[4096];
    scenes all = {.program = "build/scenarios", .library = &m.library, .first_only = true, .once = one->option == NULL,
                  .edition = one->edition};
    if (freopen("/dev/null", "w", stdout) == NULL || freopen("/dev/null", "w", stderr) == NULL) {
        return 2;
    }
    setrlimit(RLIMIT_CPU, &(struct rlimit){PATIENCE, PATIENCE});
    brs_mutant = one->number;
    if (one->option != NULL) {
        *one->option = one->value;
    }
    snprintf(folder, sizeof folder, "%s/%s", m.folder, one->revolution ? "revolution" : "rnr");
    scenes_run(&all, folder);
    return all.broken > 0 || all.passed == 0;
}

static pid_t start(const mutant *one)
{
    const pid_t pid = fork();
    if (pid == 0) {
        _exit(run_scenes(one));
    }
    return pid;
}

static bool is_green(int status)
{
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool alone_green(const mutant *one)
{
    int status = 0;
    waitpid(start(one), &status, 0);
    return is_green(status);
}

// A tool that calls everything red, or nothing, is worth nothing.
static bool proves_itself(void)
{
    static mutant nothing, known;
    const brs_shelf *shelf = &m.library.shelf[0];
    for (int game = 0; game < 2; game++) {
        nothing.revolution = game == 1;
        if (!alone_green(&nothing)) {
            printf("the scenarios are red without any mutant\n");
            return false;
        }
    }
    known.edition = shelf->editions.edition[0];
    known.option = (int32_t *)(uintptr_t)&known.edition->options.value[0];
    known.value = *known.option + 1;
    if (alone_green(&known)) {
        printf("a mutant that changes %s is called green\n", shelf->game->options[0].id);
        return false;
    }
    return true;
}

static void run_all(void)
{
    pid_t worker[WORKERS] = {0};
    mutant *at[WORKERS] = {NULL};
    int next = 0, busy = 0, done = 0;
    while (next < m.count || busy > 0) {
        for (int w = 0; w < WORKERS && next < m.count; w++) {
            if (worker[w] == 0) {
                at[w] = &m.list[next++];
                worker[w] = start(at[w]);
                busy++;
            }
        }
        int status = 0;
        const pid_t pid = wait(&status);
        for (int w = 0; w < WORKERS; w++) {
            if (worker[w] == pid) {
                worker[w] = 0;
                busy--;
                at[w]->survives = is_green(status);
                if (at[w]->survives && !(at[w]->allowed = is_allowed(at[w]))) {
                    printf("GREEN %s\n", at[w]->text);
                    fflush(stdout);
                }
            }
        }
        if (++done % 500 == 0) {
            fprintf(stderr, "%d of %d mutants\n", done, m.count);
        }
    }
}

static int tell(void)
{
    static const char *const kinds[] = {"option", "row", "rule", "when", "call"};
    int left = 0;
    for (int k = 0; k < 5; k++) {
        int count = 0, red = 0, allowed = 0;
        for (int i = 0; i < m.count; i++) {
            if (strncmp(m.list[i].text, kinds[k], strlen(kinds[k])) == 0) {
                count++;
                red += !m.list[i].survives;
                allowed += m.list[i].allowed;
            }
        }
        if (count > 0) {
            printf("%-6s %5d mutants, %5d red, %3d green with a reason, %3d green\n", kinds[k], count, red, allowed,
                   count - red - allowed);
        }
        left += count - red - allowed;
    }
    for (int i = 0; i < m.allowed_count && m.many == 0; i++) {
        if (wanted(m.allowed[i]) && !m.met[i]) {
            printf("RED, though listed as green: %s\n", m.allowed[i]);
            left++;
        }
    }
    return left > 0;
}

int main(int argc, char **argv)
{
    brs_arena arena;
    brs_err err = BRS_ERR_NONE;
    if (argc != 7) {
        fprintf(stderr, "usage: mutants LIST ALLOWED KINDS HOW-MANY SEED SCENARIOS\n");
        return 2;
    }
    m.kinds = argv[3];
    m.many = atoi(argv[4]);
    m.seed = (uint32_t)atoi(argv[5]) * 2654435761u;
    m.folder = argv[6];
    brs_arena_init(&arena, 0);
    if (!brs_library_load(NULL, &arena, &m.library, &err)) {
        fprintf(stderr, "%s:%d: %s\n", err.file, err.line, err.msg);
        return 2;
    }
    if (!proves_itself()) {
        return 2;
    }
    for (int i = 0; i < m.library.count; i++) {
        for (int e = 0; e < m.library.shelf[i].editions.count; e++) {
            add_options(m.library.shelf[i].game, m.library.shelf[i].editions.edition[e]);
        }
    }
    read_planted(argv[1]);
    pick();
    read_allowed(argv[2]);
    run_all();
    return tell();
}
