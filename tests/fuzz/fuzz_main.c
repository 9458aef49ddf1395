// Drives the targets without a fuzzing library, so with any compiler and sanitizer.
// usage: fuzz TARGET [-n RUNS] [-t SECONDS] [-s SEED] [-o FOLDER] [-w FOLDER] [-k FOLDER] FILE...
// Runs each file as it is, and those that this build makes; then changed ones, for so long. What breaks a target is left in the
// folder of -o; -w writes the files to begin from into a folder, to look at them; -k writes the changed ones and runs none.
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "fuzz.h"

enum { MOST_FILES = 4096, MOST_SIZE = 1 << 20, SECONDS_A_RUN = 20 };

// What runs now, for the handler of whatever ends the program.
static struct {
    const fuzz_target *target;
    const char *folder;
    uint8_t data[MOST_SIZE];
    size_t size;
    uint64_t runs;
} now;

static void keep_input(void)
{
    char name[512];
    int len = snprintf(name, sizeof name, "%s/%s-%llu", now.folder, now.target->name, (unsigned long long)now.runs);
    FILE *file = len < (int)sizeof name ? fopen(name, "wb") : NULL;
    if (file != NULL && fwrite(now.data, 1, now.size, file) == now.size && fclose(file) == 0) {
        fprintf(stderr, "the input that broke %s is %s\n", now.target->name, name);
    }
}

static void die(int sig)
{
    fprintf(stderr, sig == SIGALRM ? "a run takes more than %d s\n" : "signal %d\n", sig == SIGALRM ? SECONDS_A_RUN : sig);
    keep_input();
    signal(sig, SIG_DFL);
    _exit(1);
}

#ifdef __has_feature
#define SANITIZED __has_feature(address_sanitizer)
#elif defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

#if SANITIZED
void __sanitizer_set_death_callback(void (*callback)(void));
static void on_death(void)
{
    __sanitizer_set_death_callback(keep_input);
}
#else
static void on_death(void)
{
    signal(SIGSEGV, die);
    signal(SIGBUS, die);
    signal(SIGFPE, die);
}
#endif

static void run_now(fuzz_bench *bench)
{
    static uint8_t *exact;  // a copy of exactly that size, so that a byte too many is seen
    now.runs++;
    exact = realloc(exact, now.size > 0 ? now.size : 1);
    memcpy(exact, now.data, now.size);
    alarm(SECONDS_A_RUN);
    fuzz_run(bench, now.target, (brs_str){(char *)exact, now.size});
    alarm(0);
}

typedef struct {
    uint8_t *bytes;
    size_t size;
} seed;

static seed seeds[MOST_FILES];
static int seed_count;

static void add_seed(brs_str file)
{
    if (seed_count < MOST_FILES && file.len <= MOST_SIZE) {
        seed *s = &seeds[seed_count++];
        s->size = file.len;
        s->bytes = malloc(file.len + 1);
        memcpy(s->bytes, file.ptr, file.len);
    }
}

static void read_seed(const char *name)
{
    FILE *file = fopen(name, "rb");
    if (file == NULL) {
        fprintf(stderr, "%s: %s\n", name, strerror(errno));
        exit(2);
    }
    now.size = fread(now.data, 1, sizeof now.data, file);
    fclose(file);
    add_seed((brs_str){(char *)now.data, now.size});
}

static void write_file(const char *folder, int number, const uint8_t *bytes, size_t size)
{
    char name[512];
    snprintf(name, sizeof name, "%s/%02d.%s", folder, number, now.target->corpus);
    FILE *file = fopen(name, "wb");
    if (file == NULL || fwrite(bytes, 1, size, file) != size || fclose(file) != 0) {
        fprintf(stderr, "%s: %s\n", name, strerror(errno));
        exit(2);
    }
}

static void write_seeds(const char *folder)
{
    for (int i = 0; i < seed_count; i++) {
        write_file(folder, i, seeds[i].bytes, seeds[i].size);
    }
}

// A seed, changed one to four times.
static void choose_next(fuzz_dice *dice)
{
    const seed *first = &seeds[fuzz_below(dice, (uint32_t)seed_count)], *other = &seeds[fuzz_below(dice, (uint32_t)seed_count)];
    memcpy(now.data, first->bytes, first->size);
    now.size = first->size;
    for (uint32_t times = 1 + fuzz_below(dice, 4); times > 0; times--) {
        now.size = fuzz_mutate(now.data, now.size, sizeof now.data, (brs_str){(char *)other->bytes, other->size}, dice);
    }
}

static int write_changed(const char *folder, uint64_t runs, fuzz_dice *dice)
{
    for (uint64_t i = 0; i < runs; i++) {
        choose_next(dice);
        write_file(folder, (int)i, now.data, now.size);
    }
    return 0;
}

static bool go_on(uint64_t runs, uint64_t most_runs, time_t until)
{
    return until != 0 ? time(NULL) < until : runs < most_runs;
}

int main(int argc, char **argv)
{
    uint64_t runs = 0;
    const char *folder = NULL, *changed = NULL;
    time_t until = 0;
    fuzz_dice dice = {1};
    int option;
    now.folder = ".";
    now.target = argc > 1 ? fuzz_find(argv[1]) : NULL;
    if (now.target == NULL) {
        for (int i = 0; i < fuzz_target_count; i++) {
            printf("%s %s\n", fuzz_targets[i].name, fuzz_targets[i].corpus);
        }
        return argc > 1 ? 2 : 0;
    }
    for (optind = 2; (option = getopt(argc, argv, "n:t:s:o:w:k:")) != -1;) {
        switch (option) {
        case 'n': runs = strtoull(optarg, NULL, 10); break;
        case 't': until = time(NULL) + (time_t)strtol(optarg, NULL, 10); break;
        case 's': dice.at = strtoull(optarg, NULL, 10); break;
        case 'o': now.folder = optarg; break;
        case 'w': folder = optarg; break;
        case 'k': changed = optarg; break;
        default: return 2;
        }
    }
    signal(SIGABRT, die);
    signal(SIGALRM, die);
    on_death();
    fuzz_bench *bench = fuzz_open();
    fuzz_seeds(now.target->corpus, fuzz_library(bench), add_seed);
    for (int i = optind; i < argc; i++) {
        read_seed(argv[i]);
    }
    if (folder != NULL) {
        write_seeds(folder);
    }
    if (changed != NULL) {
        return write_changed(changed, runs, &dice);
    }
    for (int i = 0; i < seed_count; i++) {
        memcpy(now.data, seeds[i].bytes, now.size = seeds[i].size);
        run_now(bench);
    }
    uint64_t files = now.runs;
    while (seed_count > 0 && go_on(now.runs - files, runs, until)) {
        choose_next(&dice);
        run_now(bench);
    }
    printf("%s: %llu files, %llu changed\n", now.target->name, (unsigned long long)files, (unsigned long long)(now.runs - files));
    return 0;
}
