// Runs a program and makes one of its system calls go wrong: the k-th that asks something of the machine, counted from
// the first fcntl (which is where our main begins; the loader's calls before it are not ours). Works from outside, by
// ptrace, so it sees the calls of every library and thread, and the program is the one that people run.
//
// usage: inject REPORT K FAULT PROGRAM [ARGUMENT...]
//   FAULT: an errno's number; "short": a read or write of one byte only; "kill"; with K = 0 nothing goes wrong
// REPORT gets a line for each call: NAME and its first argument; with K > 0 only the one that went wrong.
// Ends as the program does, with 128 + N after signal N.
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include <linux/ptrace.h>

enum { KILL = -1, SHORT = -2 };

static const struct {
    long number;
    const char *name;
} calls[] = {
#define CALL(name) {SYS_##name, #name}
    CALL(read), CALL(pread64), CALL(write), CALL(pwrite64), CALL(writev), CALL(open), CALL(openat), CALL(close),
    CALL(stat), CALL(fstat), CALL(lstat), CALL(newfstatat), CALL(statx), CALL(lseek), CALL(getdents64), CALL(fcntl),
    CALL(dup), CALL(dup2), CALL(dup3), CALL(pipe2), CALL(flock), CALL(ftruncate), CALL(fsync), CALL(fdatasync),
    CALL(syncfs), CALL(rename), CALL(renameat), CALL(renameat2), CALL(link), CALL(linkat), CALL(symlink), CALL(unlink),
    CALL(unlinkat), CALL(mkdir), CALL(mkdirat), CALL(rmdir), CALL(access), CALL(faccessat), CALL(faccessat2),
    CALL(readlink), CALL(readlinkat), CALL(fchmod), CALL(getrandom), CALL(mmap), CALL(brk), CALL(clone), CALL(wait4),
    CALL(poll), CALL(inotify_init1), CALL(inotify_add_watch), CALL(prctl), CALL(seccomp), CALL(prlimit64),
    CALL(landlock_create_ruleset), CALL(landlock_add_rule), CALL(landlock_restrict_self),
#undef CALL
};

static struct {
    long at, seen;      // which call, and how many there were
    int fault;          // errno, KILL or SHORT
    bool begun;
    pid_t within;       // the thread that is in the call that goes wrong; 0: none is
    struct user_regs_struct before;
    FILE *report;
} run;

static const char *name_of(long number)
{
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        if (calls[i].number == number) {
            return calls[i].name;
        }
    }
    return NULL;
}

static bool is_transfer(long number)
{
    return number == SYS_read || number == SYS_write || number == SYS_pread64 || number == SYS_pwrite64;
}

// What it changes of the registers is put back when the call returns: the program counts on them.
static void spoil(pid_t thread, long number)
{
    struct user_regs_struct regs;
    if (run.fault == KILL) {
        kill(thread, SIGKILL);
        return;
    }
    ptrace(PTRACE_GETREGS, thread, 0, &regs);
    run.within = thread;
    run.before = regs;
    if (number == SYS_brk) {
        regs.rdi = 0;  // refused, it says where the end is
    } else if (run.fault == SHORT) {
        regs.rdx = is_transfer(number) && regs.rdx > 1 ? 1 : regs.rdx;
    } else {
        regs.orig_rax = (unsigned long long)-1;  // no such call: nothing is done
    }
    ptrace(PTRACE_SETREGS, thread, 0, &regs);
}

static void on_entry(pid_t thread, const struct ptrace_syscall_info *info)
{
    const long number = (long)info->entry.nr;
    const char *name = name_of(number);
    run.begun = run.begun || number == SYS_fcntl;
    if (!run.begun || name == NULL) {
        return;
    }
    run.seen++;
    if (run.at == 0 || run.seen == run.at) {
        fprintf(run.report, "%s %lld\n", name, (long long)info->entry.args[0]);
        fflush(run.report);
    }
    if (run.seen == run.at) {
        spoil(thread, number);
    }
}

static void on_exit_of_call(pid_t thread)
{
    struct user_regs_struct regs;
    if (thread != run.within) {
        return;
    }
    ptrace(PTRACE_GETREGS, thread, 0, &regs);
    if (run.fault > 0 && run.before.orig_rax != SYS_brk) {
        regs.rax = (unsigned long long)-run.fault;
    }
    regs.rdi = run.before.rdi;
    regs.rdx = run.before.rdx;
    ptrace(PTRACE_SETREGS, thread, 0, &regs);
    run.within = 0;
}

static int on_stop(pid_t thread, int status)
{
    const int signal = WSTOPSIG(status);
    struct ptrace_syscall_info info;
    if (signal != (SIGTRAP | 0x80)) {
        return signal == SIGTRAP || signal == SIGSTOP ? 0 : signal;
    }
    if (ptrace(PTRACE_GET_SYSCALL_INFO, thread, sizeof info, &info) > 0) {
        if (info.op == PTRACE_SYSCALL_INFO_ENTRY) {
            on_entry(thread, &info);
        } else if (info.op == PTRACE_SYSCALL_INFO_EXIT) {
            on_exit_of_call(thread);
        }
    }
    return 0;
}

static int trace(pid_t child)
{
    int status;
    waitpid(child, &status, 0);
    ptrace(PTRACE_SETOPTIONS, child, 0,
           PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL | PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK);
    ptrace(PTRACE_SYSCALL, child, 0, 0);
    for (;;) {
        const pid_t thread = waitpid(-1, &status, __WALL);
        if (thread < 0) {
            return 2;
        }
        if (WIFSTOPPED(status)) {
            ptrace(PTRACE_SYSCALL, thread, 0, on_stop(thread, status));
        } else if (thread == child) {
            return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        }
    }
}

int main(int argc, char **argv)
{
    if (argc < 5 || (run.report = fopen(argv[1], "we")) == NULL) {
        fprintf(stderr, "usage: inject REPORT K FAULT PROGRAM [ARGUMENT...]\n");
        return 2;
    }
    run.at = atol(argv[2]);
    run.fault = strcmp(argv[3], "kill") == 0 ? KILL : strcmp(argv[3], "short") == 0 ? SHORT : atoi(argv[3]);
    const pid_t child = fork();
    if (child == 0) {
        ptrace(PTRACE_TRACEME, 0, 0, 0);
        raise(SIGSTOP);
        execv(argv[4], argv + 4);
        _exit(127);
    }
    return trace(child);
}
