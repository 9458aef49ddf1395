#include "cli_apart.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli_sandbox.h"

// ---- in the worker --------------------------------------------------------------------------------------------------

static bool put_all(int fd, const void *bytes, size_t len)
{
    const char *at = bytes;
    while (len > 0) {
        const ssize_t wrote = write(fd, at, len);
        if (wrote < 0 && errno != EINTR) {
            return false;
        }
        at += wrote > 0 ? wrote : 0;
        len -= wrote > 0 ? (size_t)wrote : 0;
    }
    return true;
}

// Each item may take so long, whatever those before it took.
static void limit_time(rlim_t most)
{
    struct rusage used;
    if (getrusage(RUSAGE_SELF, &used) == 0) {
        const rlim_t seconds = (rlim_t)used.ru_utime.tv_sec + (rlim_t)used.ru_stime.tv_sec + CLI_APART_SECONDS;
        const struct rlimit limit = {most != RLIM_INFINITY && most < seconds ? most : seconds, most};
        setrlimit(RLIMIT_CPU, &limit);
    }
}

// A worker that found no memory leaves by exit(BRS_RETRY). Has it reached its limit (then not even a block of an arena, 64 MiB,
// is to be had), or has the system none?
static void tell_memory(void)
{
    enum { BLOCK = 65 << 20 };
    if (mmap(NULL, BLOCK, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) == MAP_FAILED) {
        _exit(BRS_LIMIT);
    }
}

typedef uint64_t head;  // of a record: its length

// The record with its length before it, in one piece: each piece wakes the process that waits for it.
static bool answer(cli_apart *apart, int item, brs_arena *room, int fd)
{
    brs_buf record;
    head len = 0;
    buf_init(&record, room, 4096);
    buf_put(&record, (brs_str){(const char *)&len, sizeof len});
    apart->work(apart->ctx, item, &record);
    len = record.len - sizeof len;
    memcpy(record.ptr, &len, sizeof len);
    return put_all(fd, record.ptr, record.len);
}

// A build that counts what is run (make coverage) writes its counts at exit, which a worker does not come to.
extern int __llvm_profile_write_file(void) __attribute__((weak));

static void leave_counts(void)
{
    if (__llvm_profile_write_file != NULL) {
        __llvm_profile_write_file();
    }
}

static _Noreturn void be_worker(cli_apart *apart, int first, int fd)
{
    brs_arena room;
    struct rlimit time;
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // what it may hold or write is then another run's
    atexit(tell_memory);
    cli_sandbox_apart((size_t)CLI_APART_MIB << 20);
    brs_arena_init(&room, 0);
    const rlim_t most = getrlimit(RLIMIT_CPU, &time) == 0 ? time.rlim_max : RLIM_INFINITY;
    for (int i = first; i < apart->items; i += apart->jobs) {
        limit_time(most);
        brs_arena_reset(&room);
        if (!answer(apart, i, &room, fd)) {
            _exit(BRS_RETRY);
        }
    }
    leave_counts();
    _exit(0);
}

// ---- outside --------------------------------------------------------------------------------------------------------

static void start(cli_apart *apart, int k, int first)
{
    int ends[2];
    apart->worker[k].process = 0;
    if (first >= apart->items || pipe2(ends, O_CLOEXEC) != 0) {
        return;
    }
    fflush(NULL);  // what waits to be written is written once
    const pid_t process = fork();
    if (process == 0) {
        signal(SIGPIPE, SIG_IGN);
        close(ends[0]);
        for (int i = 0; i < apart->jobs; i++) {
            if (apart->worker[i].process > 0) {
                close(apart->worker[i].fd);
            }
        }
        be_worker(apart, first, ends[1]);
    }
    // Where the system says that this failed and the end is open still, its reader would wait for ever.
    if (close(ends[1]) != 0 && fcntl(ends[1], F_GETFD) >= 0) {
        close(ends[1]);
    }
    if (process < 0) {
        close(ends[0]);
        return;
    }
    apart->worker[k].process = process;
    apart->worker[k].fd = ends[0];
    apart->worker[k].come = apart->worker[k].taken = 0;
}

enum { AT_ONCE = 16 * 1024 };

// What has come of a worker is taken from here; as much as there is comes at once.
static bool get_all(cli_apart *apart, int k, void *bytes, size_t len)
{
    char *at = bytes;
    while (len > 0) {
        if (apart->worker[k].taken == apart->worker[k].come) {
            const ssize_t got = read(apart->worker[k].fd, apart->worker[k].bytes, AT_ONCE);
            if (got == 0 || (got < 0 && errno != EINTR)) {
                return false;
            }
            apart->worker[k].taken = 0;
            apart->worker[k].come = got > 0 ? (size_t)got : 0;
        }
        const size_t there = apart->worker[k].come - apart->worker[k].taken, part = there < len ? there : len;
        memcpy(at, apart->worker[k].bytes + apart->worker[k].taken, part);
        apart->worker[k].taken += part;
        at += part;
        len -= part;
    }
    return true;
}

static int end_of(cli_apart *apart, int k)
{
    int status = 0;
    close(apart->worker[k].fd);
    while (waitpid(apart->worker[k].process, &status, 0) < 0 && errno == EINTR) {
    }
    apart->worker[k].process = 0;
    return status;
}

static bool say_end(int status, brs_err *err)
{
    const int with = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    if (with == SIGXCPU) {
        return brs_fail(err, BRS_LIMIT, "looking at it takes more than %d seconds of processor time", CLI_APART_SECONDS);
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == BRS_LIMIT) {
        return brs_fail(err, BRS_LIMIT, "looking at it takes more than %d MiB of memory", CLI_APART_MIB);
    }
    if (with == SIGKILL || with == SIGPIPE || (WIFEXITED(status) && (WEXITSTATUS(status) == BRS_RETRY || WEXITSTATUS(status) == 0))) {
        return brs_fail(err, BRS_RETRY, "the system did not let it be looked at: there may be too little memory");
    }
    brs_fail(err, BRS_UNEXPECTED, "looking at it made a worker end (%s %d)", with != 0 ? "signal" : "status", with != 0 ? with : WEXITSTATUS(status));
    brs_help(err, "this is a mistake of ours: please report it with the file");
    return false;
}

void cli_apart_begin(cli_apart *apart)
{
    brs_arena_init(&apart->arena, 0);
    brs_arena_init(&apart->bytes, 0);
    apart->jobs = apart->jobs < 1 ? 1 : apart->jobs > CLI_APART_MOST ? CLI_APART_MOST : apart->jobs;
    for (int k = 0; k < apart->jobs; k++) {
        apart->worker[k].process = 0;
        apart->worker[k].bytes = BRS_NEW(&apart->bytes, char, AT_ONCE);
    }
    for (int k = 0; k < apart->jobs; k++) {
        start(apart, k, k);
    }
}

bool cli_apart_next(cli_apart *apart, int index, brs_str *record, brs_err *err)
{
    const int k = index % apart->jobs;
    head len;
    brs_arena_reset(&apart->arena);
    if (apart->worker[k].process == 0) {
        start(apart, k, index);
    }
    if (apart->worker[k].process == 0) {
        brs_buf here;
        buf_init(&here, &apart->arena, 4096);
        apart->work(apart->ctx, index, &here);
        *record = buf_str(&here);
        return true;
    }
    if (get_all(apart, k, &len, sizeof len) && len < (head)CLI_APART_MIB << 20) {
        char *bytes = BRS_NEW(&apart->arena, char, len + 1);
        if (get_all(apart, k, bytes, len)) {
            *record = (brs_str){bytes, len};
            return true;
        }
    }
    return say_end(end_of(apart, k), err);
}

void cli_apart_end(cli_apart *apart)
{
    for (int k = 0; k < apart->jobs; k++) {
        if (apart->worker[k].process > 0) {
            end_of(apart, k);
        }
    }
    brs_arena_release(&apart->arena);
    brs_arena_release(&apart->bytes);
}

// ---- errors in records ----------------------------------------------------------------------------------------------

void cli_apart_put_error(brs_buf *record, const brs_err *err)
{
    buf_put(record, (brs_str){(const char *)err, sizeof *err});
}

bool cli_apart_take_error(brs_str *record, brs_err *err)
{
    if (record->len < sizeof *err) {
        return false;
    }
    memcpy(err, record->ptr, sizeof *err);
    err->label[sizeof err->label - 1] = err->file[sizeof err->file - 1] = err->msg[sizeof err->msg - 1] = err->help[sizeof err->help - 1] = '\0';
    *record = (brs_str){record->ptr + sizeof *err, record->len - sizeof *err};
    return true;
}
