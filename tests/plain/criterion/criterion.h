// What our tests use of Criterion, for machines that it does not exist on (and for tools that it hides findings
// from): the same test files, run by plain.c. Included as a system header, so that its macros warn nowhere.
#ifndef PLAIN_CRITERION_H
#define PLAIN_CRITERION_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    double timeout;
    void (*init)(void);
    void (*fini)(void);
} plain_options;

typedef struct plain_test {
    const char *suite, *name;   // name NULL: the suite itself
    void (*body)(void);
    plain_options options;
    struct plain_test *next;
} plain_test;

void plain_add(plain_test *test);
// Counts a condition that does not hold; must: and ends the test.
void plain_check(bool holds, bool must, const char *file, int line, const char *what, const char *format, ...)
    __attribute__((format(printf, 6, 7)));

#define PLAIN_ADD(id, suite_name, test_name, function, ...)                                                         \
    static plain_test id##_entry = {suite_name, test_name, function, {.timeout = 0, ##__VA_ARGS__}, NULL};          \
    __attribute__((constructor)) static void id##_add(void) { plain_add(&id##_entry); }
#define TestSuite(suite, ...) PLAIN_ADD(plain_suite_##suite, #suite, NULL, NULL, ##__VA_ARGS__)                     \
    struct plain_suite_##suite
#define Test(suite, name, ...)                                                                                      \
    static void suite##_##name##_body(void);                                                                        \
    PLAIN_ADD(suite##_##name, #suite, #name, suite##_##name##_body, ##__VA_ARGS__)                                  \
    static void suite##_##name##_body(void)

#define PLAIN_CHECK(must, what, holds, ...) plain_check((holds), must, __FILE__, __LINE__, what, "" __VA_ARGS__)
#define cr_assert(holds, ...) PLAIN_CHECK(true, #holds, holds, ##__VA_ARGS__)
#define cr_assert_not(holds, ...) PLAIN_CHECK(true, "not " #holds, !(holds), ##__VA_ARGS__)
#define cr_expect(holds, ...) PLAIN_CHECK(false, #holds, holds, ##__VA_ARGS__)
#define cr_expect_not(holds, ...) PLAIN_CHECK(false, "not " #holds, !(holds), ##__VA_ARGS__)
#define cr_assert_fail(...) PLAIN_CHECK(true, "never here", false, ##__VA_ARGS__)
#define PLAIN_PAIR(must, a, op, b, ...) PLAIN_CHECK(must, #a " " #op " " #b, (a) op (b), ##__VA_ARGS__)
#define cr_assert_eq(a, b, ...) PLAIN_PAIR(true, a, ==, b, ##__VA_ARGS__)
#define cr_assert_neq(a, b, ...) PLAIN_PAIR(true, a, !=, b, ##__VA_ARGS__)
#define cr_assert_lt(a, b, ...) PLAIN_PAIR(true, a, <, b, ##__VA_ARGS__)
#define cr_assert_leq(a, b, ...) PLAIN_PAIR(true, a, <=, b, ##__VA_ARGS__)
#define cr_assert_gt(a, b, ...) PLAIN_PAIR(true, a, >, b, ##__VA_ARGS__)
#define cr_assert_geq(a, b, ...) PLAIN_PAIR(true, a, >=, b, ##__VA_ARGS__)
#define cr_assert_null(a, ...) PLAIN_PAIR(true, a, ==, NULL, ##__VA_ARGS__)
#define cr_assert_not_null(a, ...) PLAIN_PAIR(true, a, !=, NULL, ##__VA_ARGS__)
#define cr_assert_str_eq(a, b, ...) PLAIN_CHECK(true, #a " is " #b, strcmp(a, b) == 0, ##__VA_ARGS__)
#define cr_assert_arr_eq(a, b, n, ...) PLAIN_CHECK(true, #a " is " #b, memcmp(a, b, n) == 0, ##__VA_ARGS__)
#define cr_expect_eq(a, b, ...) PLAIN_PAIR(false, a, ==, b, ##__VA_ARGS__)
#define cr_expect_neq(a, b, ...) PLAIN_PAIR(false, a, !=, b, ##__VA_ARGS__)
#define cr_expect_lt(a, b, ...) PLAIN_PAIR(false, a, <, b, ##__VA_ARGS__)
#define cr_expect_leq(a, b, ...) PLAIN_PAIR(false, a, <=, b, ##__VA_ARGS__)
#define cr_expect_gt(a, b, ...) PLAIN_PAIR(false, a, >, b, ##__VA_ARGS__)
#define cr_expect_geq(a, b, ...) PLAIN_PAIR(false, a, >=, b, ##__VA_ARGS__)
#define cr_expect_null(a, ...) PLAIN_PAIR(false, a, ==, NULL, ##__VA_ARGS__)
#define cr_expect_not_null(a, ...) PLAIN_PAIR(false, a, !=, NULL, ##__VA_ARGS__)
#define cr_expect_str_eq(a, b, ...) PLAIN_CHECK(false, #a " is " #b, strcmp(a, b) == 0, ##__VA_ARGS__)
#define cr_expect_arr_eq(a, b, n, ...) PLAIN_CHECK(false, #a " is " #b, memcmp(a, b, n) == 0, ##__VA_ARGS__)

#endif
