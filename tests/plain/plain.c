// Runs the tests of one file, each in a process of its own, without Criterion. Ends with "unit: N passed, N failed".
#include <stdarg.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <criterion/criterion.h>

static plain_test *tests;
static int failures;

void plain_add(plain_test *test)
{
    test->next = tests;
    tests = test;
}

void plain_check(bool holds, bool must, const char *file, int line, const char *what, const char *format, ...)
{
    va_list args;
    if (holds) {
        return;
    }
    fprintf(stderr, "%s:%d: %s: ", file, line, what);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fprintf(stderr, "\n");
    failures++;
    if (must) {
        _exit(1);
    }
}

static const plain_options *suite_of(const plain_test *test)
{
    static const plain_options none;
    for (const plain_test *t = tests; t != NULL; t = t->next) {
        if (t->name == NULL && strcmp(t->suite, test->suite) == 0) {
            return &t->options;
        }
    }
    return &none;
}

// A test that never ends is red too.
static unsigned patience(void)
{
    const char *seconds = getenv("BRS_PATIENCE");
    return seconds != NULL ? (unsigned)atoi(seconds) : 300;
}

static void run_here(const plain_test *test)
{
    alarm(patience());
    const plain_options *suite = suite_of(test);
    void (*const parts[])(void) = {suite->init, test->options.init, test->body, test->options.fini, suite->fini};
    for (int i = 0; i < 5; i++) {
        if (parts[i] != NULL) {
            parts[i]();
        }
    }
    _exit(failures > 0);
}

static bool run(const plain_test *test)
{
    int status = 1;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        run_here(test);
    }
    bool ok = child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (!ok) {
        printf("FAIL unit: %s/%s, status %d\n", test->suite, test->name, status);
    }
    return ok;
}

int main(void)
{
    int passed = 0, failed = 0;
    for (const plain_test *t = tests; t != NULL; t = t->next) {
        if (t->name != NULL && (failed == 0 || getenv("BRS_FIRST") == NULL)) {  // set: the first failure is enough
            run(t) ? passed++ : failed++;
        }
    }
    printf("unit: %d passed, %d failed\n", passed, failed);
    return passed == 0 || failed > 0;
}
