// Strangers' files are looked at apart (reliability.md 6): what one does to its worker costs that one, and nothing else.
#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli_apart.h"
#include "cli_sandbox.h"
#include "str.h"

enum { ITEMS = 23, CRASHES = 3, KILLED = 7, TIMES_OUT = 8, NO_MEMORY = 12, QUIET_END = 16, LONG = 20 };

static void work(void *ctx, int index, brs_buf *record)
{
    (void)ctx;
    switch (index) {
    case CRASHES: signal(SIGSEGV, SIG_DFL); raise(SIGSEGV); break;
    case KILLED: raise(SIGKILL); break;
    case TIMES_OUT: signal(SIGXCPU, SIG_DFL); raise(SIGXCPU); break;
    case NO_MEMORY: exit(BRS_RETRY);
    case QUIET_END: _exit(5);
    case LONG:  // more than a pipe holds
        for (int i = 0; i < 50000; i++) {
            buf_puts(record, "0123456789");
        }
        return;
    default: break;
    }
    buf_putf(record, "item %d", index);
}

static void look(int jobs)
{
    cli_apart apart = {.items = ITEMS, .jobs = jobs, .work = work};
    cli_apart_begin(&apart);
    for (int i = 0; i < ITEMS; i++) {
        brs_err err = BRS_ERR_NONE;
        brs_str record = {NULL, 0};
        char wanted[32];
        snprintf(wanted, sizeof wanted, "item %d", i);
        const brs_code ends = i == CRASHES || i == QUIET_END ? BRS_UNEXPECTED : i == KILLED || i == NO_MEMORY ? BRS_RETRY : i == TIMES_OUT ? BRS_LIMIT : BRS_OK;
        cr_expect_eq(cli_apart_next(&apart, i, &record, &err), ends == BRS_OK, "item %d of %d workers", i, jobs);
        cr_expect_eq(err.code, ends, "item %d: %s", i, err.msg);
        cr_expect(ends != BRS_OK || (i == LONG ? record.len == 500000 : str_is(record, wanted)), "item %d says \"%.*s\"", i, i == LONG ? 10 : (int)record.len, record.ptr);
    }
    cli_apart_end(&apart);
    cr_expect(waitpid(-1, NULL, 0) < 0 && errno == ECHILD, "no worker is left");
}

Test(apart, what_one_item_does_costs_that_item)
{
    look(1);
    look(2);
    look(7);
    look(CLI_APART_MOST);
}

Test(apart, whoever_stops_asking_leaves_no_worker)
{
    cli_apart apart = {.items = ITEMS, .jobs = 4, .work = work};
    cli_apart_begin(&apart);
    cli_apart_end(&apart);
    cr_expect(waitpid(-1, NULL, 0) < 0 && errno == ECHILD);
}

// Where no process can be made it works all the same: here its number is limited to none.
Test(apart, without_processes_the_work_is_done_here)
{
    cli_apart apart = {.items = 2, .jobs = 2, .work = work};
    char *argv[] = {(char[]){"verify"}};
    const cli_sandbox in = cli_sandbox_enter(CLI_READS, 1, argv);
    if (in.off || !in.seccomp) {
        cr_skip_test("no sandbox here");
    }
    cli_apart_begin(&apart);
    for (int i = 0; i < 2; i++) {
        brs_str record = {NULL, 0};
        brs_err err = BRS_ERR_NONE;
        cr_expect(cli_apart_next(&apart, i, &record, &err) && str_begins(record, BRS_STR("item")), "%s", err.msg);
    }
    cli_apart_end(&apart);
}

static void try_more(void *ctx, int index, brs_buf *record)
{
    (void)ctx;
    (void)index;
    const pid_t made = fork();
    if (made == 0) {
        _exit(0);
    }
    void *room = malloc((size_t)3 << 30);
    struct rlimit time = {0, 0}, files = {0, 0}, size = {0, 0};
    const int made_file = open("/tmp", O_WRONLY | O_TMPFILE, 0600), no_file = open("/dev/null", O_WRONLY);
    getrlimit(RLIMIT_NOFILE, &files);
    getrlimit(RLIMIT_FSIZE, &size);
    getrlimit(RLIMIT_CPU, &time);
    buf_putf(record, "%s, %s, %s, %s, %s", made < 0 ? "no process" : "a process", room == NULL ? "no memory" : "memory",
             time.rlim_cur <= 2 * CLI_APART_SECONDS ? "some time" : "any time",
             made_file < 0 && no_file < 0 ? "writes nothing" : "writes",
             files.rlim_max <= 32 && size.rlim_max <= 64 << 20 ? "few files" : "many files");
    free(room);
}

// The rights: of verify, and of batch, whose inputs are named elsewhere.
static void look_at_rights(cli_rights rights)
{
    cli_apart apart = {.items = 1, .jobs = 1, .work = try_more};
    char *argv[] = {(char[]){"verify"}};
    brs_str record = {NULL, 0};
    brs_err err = BRS_ERR_NONE;
    const cli_sandbox in = cli_sandbox_enter(rights, 1, argv);
    if (in.off || !in.seccomp) {
        cr_skip_test("no sandbox here: a sanitizer is at work, or the kernel has none");
    }
    cli_apart_begin(&apart);
    cr_assert(cli_apart_next(&apart, 0, &record, &err), "%s", err.msg);
    cr_expect(str_is(record, cli_sandbox_offered().landlock > 0 ? "no process, no memory, some time, writes nothing, few files"
                                                                : "no process, no memory, some time, writes, few files"),
              "%.*s", BRS_ARG(record));
    cli_apart_end(&apart);
}

Test(apart, a_worker_makes_no_process_writes_nothing_and_has_limits)
{
    look_at_rights(CLI_APART);
}

Test(apart, a_worker_of_a_batch_is_confined_as_any)
{
    look_at_rights(CLI_ANYWHERE);
}
