// What fs.c and fs_folder.c share.
#ifndef BASE_FS_INSIDE_H
#define BASE_FS_INSIDE_H

#include "broadside/error.h"

enum { FS_MAX_PATH = 4096 };

// "cannot open: no such file": the path and what errno says. Returns false.
bool fs_fail(brs_err *err, const char *path, const char *doing);

// The path and a reason of our own. Returns false.
bool fs_refuse(brs_err *err, const char *path, brs_code code, const char *why);

#endif
