// The sandbox (reliability goal: what an untrusted file could at most make the program do is refused with an errno).
#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli_sandbox.h"

static char folder[64];
static char input[96], other[96];

static void put(const char *path, const char *text)
{
    FILE *to = fopen(path, "w");
    cr_assert_not_null(to);
    fputs(text, to);
    fclose(to);
}

static void make_files(void)
{
    strcpy(folder, "/tmp/broadside-sandbox-XXXXXX");
    cr_assert_not_null(mkdtemp(folder));
    snprintf(input, sizeof input, "%s/in/game.replay", folder);
    snprintf(other, sizeof other, "%s/other", folder);
    char in[96];
    snprintf(in, sizeof in, "%s/in", folder);
    cr_assert_eq(mkdir(in, 0700), 0);
    put(input, "replay");
    put(other, "secret");
    cr_assert_eq(chdir(in), 0);
}

TestSuite(sandbox, .init = make_files);

// Enters as a command would whose only argument is the input. False: the kernel has no such thing, or it is off.
static bool enter(cli_rights rights, cli_sandbox *in)
{
    char *argv[] = {(char[]){"verify"}, input};
    *in = cli_sandbox_enter(rights, 2, argv);
    if (in->off || !in->seccomp) {
        cr_skip_test("no sandbox here: a sanitizer is at work, or the kernel has none");
    }
    return in->landlock > 0;
}

static int opened(const char *path, int flags)
{
    errno = 0;
    const int fd = open(path, flags, 0600);
    if (fd >= 0) {
        close(fd);
    }
    return fd >= 0 ? 0 : errno;
}

Test(sandbox, a_command_that_reads_opens_its_input_and_nothing_else)
{
    cli_sandbox in;
    if (enter(CLI_READS, &in)) {
        cr_expect_eq(opened(input, O_RDONLY), 0);
        cr_expect_eq(opened("/etc/passwd", O_RDONLY), EACCES);
        cr_expect_eq(opened(other, O_RDONLY), EACCES);
        cr_expect_eq(opened(input, O_WRONLY), EACCES);
        cr_expect_eq(opened("new", O_WRONLY | O_CREAT), EACCES);
        cr_expect_eq(unlink(input), -1);
        cr_expect_eq(opened("/dev/null", O_WRONLY), 0);
    }
}

Test(sandbox, a_command_that_writes_does_so_beside_its_arguments_only)
{
    cli_sandbox in;
    if (enter(CLI_WRITES, &in)) {
        cr_expect_eq(opened("new", O_WRONLY | O_CREAT), 0);
        cr_expect_eq(rename("new", "newer"), 0);
        cr_expect_eq(opened("/etc/passwd", O_RDONLY), EACCES);
        cr_expect_eq(opened(other, O_WRONLY), EACCES);
    }
}

Test(sandbox, no_network_no_program_no_process)
{
    cli_sandbox in;
    char *argv[] = {(char[]){"/bin/true"}, NULL};
    enter(CLI_READS, &in);
    cr_expect_eq(socket(AF_INET, SOCK_STREAM, 0), -1);
    cr_expect_eq(errno, EPERM);
    cr_expect_eq(execv(argv[0], argv), -1);
    cr_expect_eq(errno, EPERM);
    const pid_t child = fork();
    if (child == 0) {
        _exit(0);
    }
    cr_expect_eq(child, -1);
    cr_expect_eq(errno, EPERM);
}

static void *answer(void *ctx)
{
    *(int *)ctx = 42;
    return NULL;
}

Test(sandbox, threads_are_made_as_before)
{
    cli_sandbox in;
    pthread_t thread;
    int got = 0;
    enter(CLI_READS, &in);
    cr_assert_eq(pthread_create(&thread, NULL, answer, &got), 0);
    pthread_join(thread, NULL);
    cr_expect_eq(got, 42);
}

Test(sandbox, can_be_turned_off_and_says_so)
{
    setenv("BROADSIDE_SANDBOX", "off", 1);
    const cli_sandbox in = cli_sandbox_enter(CLI_READS, 0, NULL);
    cr_expect(in.off && !in.seccomp && in.landlock == 0);
    cr_expect_eq(opened(other, O_RDONLY), 0);
    cr_expect(cli_sandbox_offered().off);
}
