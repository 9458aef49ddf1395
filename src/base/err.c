// Fill and print a brs_err.
#include "broadside/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "text.h"

bool brs_fail(brs_err *err, brs_code code, const char *format, ...)
{
    if (err == NULL || err->code != BRS_OK) {
        return false;
    }
    err->code = code;
    va_list args;
    va_start(args, format);
    vsnprintf(err->msg, sizeof err->msg, format, args);
    va_end(args);
    text_tame(err->msg);
    return false;
}

void brs_help(brs_err *err, const char *format, ...)
{
    if (err == NULL || err->help[0] != '\0') {
        return;
    }
    va_list args;
    va_start(args, format);
    vsnprintf(err->help, sizeof err->help, format, args);
    va_end(args);
    text_tame(err->help);
}

void brs_err_file(brs_err *err, const char *file)
{
    if (err != NULL && err->file[0] == '\0' && file != NULL) {
        snprintf(err->file, sizeof err->file, "%s", file);
        text_tame(err->file);
    }
}

const char *brs_code_name(brs_code code)
{
    switch (code) {
#define BRS_ERROR_NAME(value, status, name) case value: return name;
        BRS_ERRORS(BRS_ERROR_NAME)
#undef BRS_ERROR_NAME
    }
    return "unknown";
}

static int put_place(const brs_err *err, char *out, int cap)
{
    const char *file = err->file[0] != '\0' ? err->file : "broadside";
    if (err->line > 0 && err->col > 0) {
        return snprintf(out, (size_t)cap, "%s:%d:%d: ", file, err->line, err->col);
    }
    if (err->line > 0) {
        return snprintf(out, (size_t)cap, "%s:%d: ", file, err->line);
    }
    if (err->offset >= 0 && err->file[0] != '\0') {
        return snprintf(out, (size_t)cap, "%s@%lld: ", file, (long long)err->offset);
    }
    return snprintf(out, (size_t)cap, "%s: ", file);
}

int brs_err_format(const brs_err *err, char *out, int cap)
{
    int len = put_place(err, out, cap);
    if (len < cap) {
        len += snprintf(out + len, (size_t)(cap - len), "error%s%s: %s\n",
                        err->label[0] != '\0' ? " " : "", err->label, err->msg);
    }
    if (len < cap && err->help[0] != '\0') {
        len += snprintf(out + len, (size_t)(cap - len), "    help: %s\n", err->help);
    }
    return len < cap ? len : cap - 1;
}
