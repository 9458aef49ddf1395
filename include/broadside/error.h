// Errors about input: one struct, filled once, printed once.
//
// A function that can meet bad input returns bool and takes a brs_err *. On
// failure it fills the error and returns false; the first error wins. The code
// of an error is the exit code of the command that met it.
#ifndef BROADSIDE_ERROR_H
#define BROADSIDE_ERROR_H

#include "broadside/types.h"

BRS_C_BEGIN

// code, exit status, short name
#define BRS_ERRORS(X)                                                          \
    X(BRS_OK, 0, "ok")                                                         \
    X(BRS_UNEXPECTED, 1, "unexpected")                                         \
    X(BRS_USAGE, 2, "usage")                                                   \
    X(BRS_SOME_FAILED, 3, "some items failed")                                 \
    X(BRS_TRUNCATED, 10, "truncated")                                          \
    X(BRS_CHECKSUM, 11, "checksum")                                            \
    X(BRS_CRITICAL_KEY, 12, "unknown critical key")                            \
    X(BRS_EDITION_MISSING, 13, "edition missing")                              \
    X(BRS_CARD_SET_MISMATCH, 14, "card set mismatch")                          \
    X(BRS_TEXT, 15, "text not understood")                                     \
    X(BRS_NOT_CANONICAL, 16, "not a canonical replay")                         \
    X(BRS_NEWER, 17, "made by a newer version")                                \
    X(BRS_ILLEGAL, 18, "illegal deck or choice")                               \
    X(BRS_DESYNC, 20, "replay disagrees with the rules")                       \
    X(BRS_RESULT, 21, "result mismatch")                                       \
    X(BRS_LIMIT, 30, "limit exceeded")                                         \
    X(BRS_RETRY, 75, "try again")

#define BRS_ERROR_ENUM(code, status, name) code = status,
typedef enum { BRS_ERRORS(BRS_ERROR_ENUM) } brs_code;
#undef BRS_ERROR_ENUM

// What went wrong, where, and what to do. Position: line and col are 1-based
// (col counts code points) and 0 when there is none; offset is a byte offset
// and -1 when there is none.
typedef struct {
    brs_code code;
    int line, col;
    int64_t offset;
    char label[8];    // "E205" and the like, or empty
    char file[256];   // name as the user wrote it, cut if longer; may be empty
    char msg[480];    // what is wrong and why, one sentence
    char help[480];   // what to do, one sentence, may be empty
} brs_err;

// An error that says nothing is wrong yet.
#define BRS_ERR_NONE ((brs_err){.code = BRS_OK, .offset = -1})

// Fills *err unless it already holds an error; always returns false, so that a
// reader can write `return brs_fail(err, BRS_TEXT, "...")`. err may be NULL.
// Control characters in formatted arguments are replaced by '?' so that a hostile name
// cannot reach the terminal.
bool brs_fail(brs_err *err, brs_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Adds the sentence that says what to do; ignored when err is NULL.
void brs_help(brs_err *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Sets the file name of an error that has none yet.
void brs_err_file(brs_err *err, const char *file);

// Where a reader sends every mistake and warning it finds (warning: the text is accepted). fn may be NULL.
typedef struct {
    void (*fn)(void *ctx, const brs_err *err, bool warning);
    void *ctx;
} brs_report;

// "truncated", "checksum", ...; never NULL.
const char *brs_code_name(brs_code code);

// Writes "file:line:col: error E205: msg\n    help: ...\n" or "file@offset: error: ..."
// into out (cap bytes, always terminated). Returns the length that it wrote.
int brs_err_format(const brs_err *err, char *out, int cap);

BRS_C_END

#endif
