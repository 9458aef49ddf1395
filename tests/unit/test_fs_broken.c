// What src/base/fs.h promises when a system call fails: the path and the system's reason, files whole as they were, nothing
// left beside them (reliability: section 6). Rare answers of the system count too: no exchange of names, entries without a type.
// link: -Wl,--wrap=read,--wrap=write,--wrap=fsync,--wrap=syncfs,--wrap=fstat64,--wrap=lstat64,--wrap=stat64,--wrap=fstatat64
// link: -Wl,--wrap=faccessat,--wrap=ftruncate64,--wrap=rename,--wrap=renameat2,--wrap=unlink,--wrap=unlinkat,--wrap=mkdir
// link: -Wl,--wrap=rmdir,--wrap=flock,--wrap=fdopendir,--wrap=close,--wrap=open64,--wrap=openat64,--wrap=readdir64
// link: -Wl,--wrap=getdents64,--wrap=pread64
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

#include "break_calls.h"
#include "fs.h"
#include "str.h"

static char home[64];
static brs_arena arena;

static void setup(void)
{
    snprintf(home, sizeof home, "/tmp/brs-broken-XXXXXX");
    cr_assert_not_null(mkdtemp(home));
    cr_assert_eq(chdir(home), 0);
    brs_arena_init(&arena, 0);
}

static void teardown(void)
{
    break_nothing();
    brs_err err = BRS_ERR_NONE;
    cr_assert(fs_write("marker", BRS_STR(""), true, &err));
    cr_assert_eq(chdir("/"), 0);
    cr_assert(fs_remove_tree(home, "marker", &err), "%s", err.msg);
    brs_arena_release(&arena);
}

TestSuite(fs_broken, .init = setup, .fini = teardown);

static void make(const char *path, const char *text)
{
    brs_err err = BRS_ERR_NONE;
    cr_assert(fs_write(path, (brs_str){text, strlen(text)}, true, &err), "%s: %s", path, err.msg);
}

static bool holds(const char *path, const char *text)
{
    return fs_holds(path, (brs_str){text, strlen(text)});
}

static int entries(const char *path)
{
    brs_err err = BRS_ERR_NONE;
    brs_str *names;
    int count = 0;
    cr_assert(fs_list(path, "", true, &arena, &names, &count, &err), "%s", err.msg);
    return count;
}

// One thing that is done with files, what it is called with, and what breaks. Refused with this code and these words.
typedef bool doing(brs_err *err);

static void refused_here(int line, doing *what, brs_code code, const char *words)
{
    brs_err err = BRS_ERR_NONE;
    const bool ok = what(&err);
    break_nothing();
    cr_expect_not(ok, "line %d: done all the same", line);
    cr_expect_eq(err.code, code, "line %d: %s: %s", line, brs_code_name(err.code), err.msg);
    cr_expect_not_null(strstr(err.msg, words), "line %d: \"%s\" does not say \"%s\"", line, err.msg, words);
    cr_expect_neq(err.file[0], '\0', "line %d: no path", line);
}

static void done_here(int line, doing *what)
{
    brs_err err = BRS_ERR_NONE;
    const bool ok = what(&err);
    break_nothing();
    cr_expect(ok && err.code == BRS_OK, "line %d: %s", line, err.msg);
}

#define REFUSED(what, code, words) refused_here(__LINE__, what, code, words)
#define DONE(what) done_here(__LINE__, what)
#define BROKEN(call, nth, number, what, code, words)                                                                   \
    (break_call(0, call, nth, 1, number), refused_here(__LINE__, what, code, words))

// ---- reading ------------------------------------------------------------------------------------

static brs_str got;

static bool read_a(brs_err *err)
{
    return fs_read("a", 100000, &arena, &got, err);
}

Test(fs_broken, a_file_that_cannot_be_read_says_why)
{
    make("a", "old");
    BROKEN("open", 1, EMFILE, read_a, BRS_RETRY, "cannot open: Too many open files");
    BROKEN("open", 1, ELOOP, read_a, BRS_TEXT, "cannot open: it is a symbolic link");
    BROKEN("open", 1, ENAMETOOLONG, read_a, BRS_USAGE, "cannot open: File name too long");
    BROKEN("fstat", 1, EIO, read_a, BRS_RETRY, "cannot look at the file: Input/output error");
    BROKEN("read", 1, EIO, read_a, BRS_RETRY, "cannot read: Input/output error");
    break_call(0, "read", 1, 3, EINTR);
    DONE(read_a);
    cr_expect(str_is(got, "old"), "an interrupted read goes on");
}

static bool read_part(brs_err *err)
{
    fs_reader from;
    if (!fs_reader_open("a", &from, err)) {
        return false;
    }
    const bool read = fs_read_at(&from, 1, 5, &arena, &got, err);
    fs_reader_close(&from);
    return read;
}

static bool read_folder_part(brs_err *err)
{
    fs_reader from;
    return fs_reader_open(".", &from, err);
}

Test(fs_broken, a_part_of_a_file_that_cannot_be_read_says_why)
{
    make("a", "older");
    BROKEN("open", 1, EMFILE, read_part, BRS_RETRY, "cannot open: Too many open files");
    BROKEN("fstat", 1, EIO, read_part, BRS_RETRY, "cannot look at the file: Input/output error");
    BROKEN("pread", 1, EIO, read_part, BRS_RETRY, "cannot read: Input/output error");
    break_call(0, "pread", 1, 3, EINTR);
    DONE(read_part);
    cr_expect(str_is(got, "lder"), "an interrupted read goes on, and ends where the file does");
    BROKEN("none", 1, 0, read_folder_part, BRS_TEXT, "not a regular file");
}

// Standard input for what follows: a file.
static void stream_from(const char *path)
{
    const int fd = open(path, O_RDONLY);
    cr_assert_geq(fd, 0);
    cr_assert_eq(dup2(fd, STDIN_FILENO), STDIN_FILENO);
    close(fd);
}

static size_t stream_limit;

static bool read_stream(brs_err *err)
{
    return fs_read("-", stream_limit, &arena, &got, err);
}

// A stream has no size to ask for: room grows with what comes, and never beyond the limit and a byte.
Test(fs_broken, a_stream_is_read_to_its_end_or_its_limit)
{
    static const size_t sizes[] = {0, 1, 65535, 65536, 65537, 131072, 200000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char *bytes = BRS_NEW(&arena, char, sizes[i] + 1);
        memset(bytes, 'x', sizes[i]);
        make("a", bytes);
        for (int more = 0; more < 2; more++) {  // just enough, and more than enough
            stream_from("a");
            stream_limit = more ? 10000000 : sizes[i];
            DONE(read_stream);
            cr_expect(str_equal(got, (brs_str){bytes, sizes[i]}), "%zu bytes, limit %zu", sizes[i], stream_limit);
        }
        if (sizes[i] > 0) {
            stream_from("a");
            stream_limit = sizes[i] - 1;
            REFUSED(read_stream, BRS_LIMIT, "the file is larger than");
        }
    }
    stream_from("a");
    BROKEN("read", 2, EIO, read_stream, BRS_RETRY, "cannot read: Input/output error");
    stream_from("/");
    REFUSED(read_stream, BRS_USAGE, "cannot read: Is a directory");
}

Test(fs_broken, what_cannot_be_read_does_not_hold_the_bytes)
{
    static char long_text[70001];
    memset(long_text, 'x', sizeof long_text - 1);
    make("a", long_text);
    cr_expect(holds("a", long_text));
    cr_expect_not(holds("no", long_text));
    cr_expect_not(holds(".", long_text), "a folder holds no bytes");
    break_call(0, "fstat", 1, 1, EIO);
    cr_expect_not(holds("a", long_text));
    break_call(0, "read", 3, 1, EIO);
    cr_expect_not(holds("a", long_text), "the last chunk cannot be read");
    break_nothing();
    long_text[69999] = 'y';
    cr_expect_not(holds("a", long_text), "the last byte differs");
}

// ---- writing ------------------------------------------------------------------------------------

static bool replace_a(brs_err *err)
{
    return fs_write("a", BRS_STR("new"), true, err);
}

static bool write_new_b(brs_err *err)
{
    return fs_write("b", BRS_STR("new"), false, err);
}

static bool write_changed_a(brs_err *err)
{
    bool wrote;
    return fs_write_if_changed("a", BRS_STR("new"), &wrote, err);
}

Test(fs_broken, a_file_is_replaced_whole_or_not_at_all)
{
    make("a", "old");
    static const break_row rows[] = {{"open", 1, 1, EACCES}, {"openat", 1, 1, EROFS}, {"write", 1, 1, ENOSPC}, {"write", 1, 1, EIO},
                                     {"fsync", 1, 1, EIO}, {"close", 1, 1, EDQUOT}, {"openat", 1, ANY_TIMES, EEXIST}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        break_call(0, rows[i].call, rows[i].nth, rows[i].times, rows[i].number);
        refused_here(__LINE__, replace_a, BRS_RETRY, strerror(rows[i].number));
        cr_expect(holds("a", "old"), "row %zu", i);
        cr_expect_eq(entries("."), 1, "row %zu: a file is left", i);
    }
    break_call(1, "close", 1, 1, EIO);
    BROKEN("write", 1, ENOSPC, replace_a, BRS_RETRY, "");
    break_call(0, "write", 1, 2, EINTR);
    DONE(replace_a);
    cr_expect(holds("a", "new"), "an interrupted write goes on");
    BROKEN("fsync", 2, EIO, replace_a, BRS_RETRY, "cannot write: Input/output error");
    cr_expect(holds("a", "new") && entries(".") == 1, "the folder's names did not reach the disk");
}

Test(fs_broken, names_of_temporary_files_that_are_taken_are_passed_over)
{
    make("a", "old");
    break_call(0, "openat", 1, 99, EEXIST);
    DONE(replace_a);
    cr_expect(holds("a", "new"));
}

// Where the system cannot refuse to replace in one step, we look first.
Test(fs_broken, a_new_file_is_new_without_the_systems_help)
{
    static const int cannot[] = {EINVAL, ENOSYS};
    for (int i = 0; i < 2; i++) {
        break_call(0, "renameat2", 1, 1, cannot[i]);
        DONE(write_new_b);
        cr_expect(holds("b", "new"));
        make("b", "old");
        BROKEN("renameat2", 1, cannot[i], write_new_b, BRS_USAGE, "the file exists and is left as it is");
        cr_expect(holds("b", "old") && entries(".") == 1);
        cr_assert_eq(unlink("b"), 0);
    }
    BROKEN("renameat2", 1, EIO, write_new_b, BRS_RETRY, "cannot write: Input/output error");
    cr_expect_eq(entries("."), 0);
    make("a", "old");
    break_call(1, "openat", 1, ANY_TIMES, EEXIST);
    REFUSED(replace_a, BRS_RETRY, "File exists");
}

Test(fs_broken, a_page_that_cannot_be_compared_or_written)
{
    make("a", "old");
    break_call(0, "open", 1, 1, EIO);
    DONE(write_changed_a);
    cr_expect(holds("a", "new"), "what cannot be read is written anew");
    make("a", "old");
    BROKEN("write", 1, ENOSPC, write_changed_a, BRS_RETRY, "cannot write: No space left on device");
    cr_expect(holds("a", "old") && entries(".") == 1);
}

static bool write_straight(brs_err *err)
{
    unlink("fresh");
    return fs_write_new("fresh", BRS_STR("text"), err);
}

Test(fs_broken, a_file_that_is_written_straight)
{
    DONE(write_straight);
    cr_expect(holds("fresh", "text"));
    BROKEN("open", 1, EMFILE, write_straight, BRS_RETRY, "cannot make: Too many open files");
    BROKEN("write", 1, ENOSPC, write_straight, BRS_RETRY, "cannot write: No space left on device");
    BROKEN("close", 1, EDQUOT, write_straight, BRS_RETRY, "cannot write: Disk quota exceeded");
    break_call(1, "close", 1, 1, EIO);
    BROKEN("write", 1, ENOSPC, write_straight, BRS_RETRY, "cannot write: No space left on device");
}

static char deep[5000];

static bool write_deep(brs_err *err)
{
    return fs_write(deep, BRS_STR("x"), true, err);
}

static bool make_deep(brs_err *err)
{
    return fs_make_folder(deep, err);
}

static bool lock_deep(brs_err *err)
{
    int lock;
    return fs_lock(deep, &lock, err);
}

Test(fs_broken, a_path_that_is_too_long_is_refused_not_cut)
{
    memset(deep, 'd', 4990);
    deep[4500] = '/';
    REFUSED(write_deep, BRS_USAGE, "File name too long");
    REFUSED(make_deep, BRS_USAGE, "File name too long");
    REFUSED(lock_deep, BRS_USAGE, "File name too long");
    fs_prune(deep, "");
    memset(deep, 'd', 300);
    deep[300] = '\0';
    REFUSED(make_deep, BRS_USAGE, "File name too long");
}

static bool write_root(brs_err *err)
{
    return fs_write("/", BRS_STR("x"), true, err);
}

Test(fs_broken, the_root_is_no_file)
{
    REFUSED(write_root, BRS_USAGE, "that is no name of a file");
}

// ---- appending ----------------------------------------------------------------------------------

static int64_t keep;
static fs_appender to;

static bool append_open(brs_err *err)
{
    return fs_append_open("log", keep, &to, err);
}

static bool append(brs_err *err)
{
    return fs_append(&to, BRS_STR("more"), err);
}

static bool append_close(brs_err *err)
{
    return fs_append_close(&to, true, err);
}

Test(fs_broken, a_growing_file_is_opened_or_left_as_it_is)
{
    make("log", "bytes");
    keep = -1;
    REFUSED(append_open, BRS_USAGE, "the file exists and is left as it is");
    keep = 3;
    BROKEN("open", 1, EMFILE, append_open, BRS_RETRY, "cannot open: Too many open files");
    BROKEN("fstat", 1, EIO, append_open, BRS_RETRY, "cannot open: Input/output error");
    BROKEN("ftruncate", 1, EIO, append_open, BRS_RETRY, "cannot open: Input/output error");
    keep = 6;
    REFUSED(append_open, BRS_TEXT, "not a file that can be gone on with");
    cr_expect_eq(to.fd, -1);
    cr_expect(holds("log", "bytes"));
    cr_assert_eq(unlink("log"), 0);
    cr_assert_eq(mkfifo("log", 0600), 0);
    const int reader = open("log", O_RDONLY | O_NONBLOCK);
    keep = 0;
    REFUSED(append_open, BRS_TEXT, "not a file that can be gone on with");
    close(reader);
}

Test(fs_broken, what_is_appended_reaches_the_disk_or_that_is_said)
{
    make("log", "bytes");
    keep = 3;
    DONE(append_open);
    BROKEN("write", 1, ENOSPC, append, BRS_RETRY, "cannot write: No space left on device");
    break_call(0, "write", 1, 1, EINTR);
    DONE(append);
    DONE(append_close);
    cr_expect(holds("log", "bytmore"));
    for (int i = 0; i < 3; i++) {
        DONE(append_open);
        if (i != 1) {
            break_call(1, "close", 1, 1, EIO);
        }
        if (i != 0) {
            break_call(0, "fsync", 1, 1, EIO);
        }
        REFUSED(append_close, BRS_RETRY, "cannot write: Input/output error");
        cr_expect_eq(to.fd, -1);
    }
}

static bool remove_a(brs_err *err)
{
    return fs_remove("a", err);
}

Test(fs_broken, a_file_that_is_not_there_is_removed)
{
    make("a", "old");
    BROKEN("unlink", 1, EPERM, remove_a, BRS_RETRY, "cannot remove: Operation not permitted");
    cr_expect(holds("a", "old"));
    DONE(remove_a);
    cr_expect_not(fs_exists("a"));
    DONE(remove_a);
}

// ---- folders ------------------------------------------------------------------------------------

// What cannot be asked is opened; only what is not there is not there.
Test(fs_broken, a_question_that_fails_is_asked_in_another_way)
{
    make("a", "old");
    cr_expect(fs_exists("a") && !fs_exists("b") && !fs_exists("a/b") && fs_is_folder(".") && !fs_is_folder("a"));
    cr_expect(!fs_is_folder("b") && !fs_is_folder("a/b"));
    break_call(0, "lstat", 1, 1, EIO);
    cr_expect(fs_exists("a"));
    break_call(0, "lstat", 1, 1, EIO);
    cr_expect_not(fs_exists("b"));
    break_call(0, "stat", 1, 1, EIO);
    cr_expect(fs_is_folder("."));
    break_call(0, "stat", 1, 1, EIO);
    cr_expect_not(fs_is_folder("a"));
    break_nothing();
    cr_assert_eq(symlink("a", "link"), 0);
    cr_expect(fs_is_link("link") && !fs_is_link("a") && !fs_is_link("b"));
}

static bool make_xy(brs_err *err)
{
    return fs_make_folder("x/y", err);
}

Test(fs_broken, a_folder_that_cannot_be_made)
{
    BROKEN("mkdir", 2, ENOSPC, make_xy, BRS_RETRY, "cannot make the folder: No space left on device");
    DONE(make_xy);
    DONE(make_xy);
    cr_expect(fs_is_folder("x/y"));
    BROKEN("mkdir", 1, EACCES, make_xy, BRS_RETRY, "cannot make the folder: Permission denied");
    cr_assert_eq(rmdir("x/y"), 0);
    make("x/y", "a file");
    REFUSED(make_xy, BRS_USAGE, "cannot make the folder: Not a directory");
}

static int listed;
static bool list_all(brs_err *err)
{
    brs_str *names;
    return fs_list(".", "", true, &arena, &names, &listed, err);
}

static void make_tree(void)
{
    brs_err err = BRS_ERR_NONE;
    cr_assert(fs_make_folder("x/y", &err), "%s", err.msg);
    make("x/marker", "");
    make("x/a", "a");
    make("x/y/b", "b");
    cr_assert(symlink("a", "x/link") == 0 && symlink("nowhere", "x/y/link") == 0);
}

// A list is whole or an error: half a folder would be half a site.
Test(fs_broken, a_list_is_whole_or_an_error)
{
    make_tree();
    static const break_row rows[] = {{"open", 1, 1, EMFILE}, {"fdopendir", 1, 1, ENOMEM}, {"readdir", 1, 1, EIO}, {"readdir", 4, 1, EIO},
                                     {"openat", 1, 1, EMFILE}, {"openat", 2, 1, EACCES}, {"fdopendir", 2, 1, ENOMEM}, {"readdir", 6, 1, EIO}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        break_call(0, rows[i].call, rows[i].nth, 1, rows[i].number);
        refused_here(__LINE__, list_all, BRS_RETRY, strerror(rows[i].number));
    }
    DONE(list_all);
    cr_expect_eq(listed, 5);
}

Test(fs_broken, entries_that_do_not_say_what_they_are_are_asked)
{
    make_tree();
    types_untold = true;
    DONE(list_all);
    cr_expect_eq(listed, 5, "%d files", listed);
    types_untold = true;
    BROKEN("fstatat", 2, EIO, list_all, BRS_RETRY, "cannot list the folder: Input/output error");
    types_untold = true;
    break_call(0, "fstatat", 1, 1, ENOENT);
    DONE(list_all);
    cr_expect_eq(listed, 0, "x has gone meanwhile: %d files", listed);
}

// Folders below each other, this many; the deepest holds a file and a link. Their names are long when asked.
static int chain(int levels, size_t len)
{
    char name[256] = {0};
    memset(name, 'd', len);
    const int top = open(".", O_RDONLY | O_DIRECTORY);
    for (int i = 0; i < levels; i++) {
        cr_assert(mkdir(name, 0700) == 0 && chdir(name) == 0);
    }
    const int fd = open("file", O_WRONLY | O_CREAT, 0600);
    cr_assert(fd >= 0 && symlink("file", "link") == 0);
    close(fd);
    return top;
}

static void unchain(int top, int levels, size_t len)
{
    char name[256] = {0};
    memset(name, 'd', len);
    cr_assert(unlink("file") == 0 && (unlink("link") == 0 || errno == ENOENT));
    for (int i = 0; i < levels; i++) {
        cr_assert(chdir("..") == 0 && rmdir(name) == 0);
    }
    cr_assert_eq(fchdir(top), 0);
    close(top);
}

static bool remove_d(brs_err *err)
{
    return fs_remove_tree("d", "marker", err);
}

// As fs.h says: no deeper than 32 folders below each other.
Test(fs_broken, folders_are_looked_into_thirty_two_levels_deep)
{
    for (int levels = 31; levels <= 34; levels++) {
        brs_err err = BRS_ERR_NONE;
        int found;
        const int top = chain(levels, 1), here = open(".", O_RDONLY | O_DIRECTORY);
        cr_assert_eq(fchdir(top), 0);
        DONE(list_all);
        cr_expect_eq(listed, levels <= 32 ? 2 : 0, "%d levels: %d files", levels, listed);
        cr_expect(fs_remove_links("d", &found, &err), "%s", err.msg);
        cr_expect_eq(found, levels <= 33, "%d levels: %d links", levels, found);
        if (levels == 34) {
            make("d/marker", "");
            REFUSED(remove_d, BRS_USAGE, "cannot remove the folder: Is a directory");
            cr_expect(fs_exists("d/marker"), "it can be tried again");
            cr_assert_eq(unlink("d/marker"), 0);
        }
        cr_assert_eq(fchdir(here), 0);
        close(here);
        unchain(top, levels, 1);
    }
}

Test(fs_broken, a_list_with_a_path_too_long_is_an_error)
{
    const int top = chain(17, 250), here = open(".", O_RDONLY | O_DIRECTORY);
    cr_assert_eq(fchdir(top), 0);
    REFUSED(list_all, BRS_USAGE, "cannot list the folder: File name too long");
    cr_assert_eq(fchdir(here), 0);
    close(here);
    unchain(top, 17, 250);
}

static bool remove_x(brs_err *err)
{
    return fs_remove_tree("x", "marker", err);
}

// The marker goes last, so that a removal that broke off can be done again.
Test(fs_broken, a_removal_that_breaks_off_can_be_done_again)
{
    static const break_row rows[] = {
        {"openat", 1, 1, EMFILE}, {"fdopendir", 1, 1, ENOMEM}, {"faccessat", 1, 1, EIO}, {"unlinkat", 1, 1, EACCES}, {"readdir", 1, 1, EIO},
        {"readdir", 3, 1, EIO}, {"openat", 2, 1, EMFILE}, {"fdopendir", 2, 1, ENOMEM}, {"unlink", 1, 1, EIO}, {"rmdir", 1, 1, EBUSY}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        make_tree();
        break_call(0, rows[i].call, rows[i].nth, 1, rows[i].number);
        refused_here(__LINE__, remove_x, BRS_RETRY, strerror(rows[i].number));
        const bool last = strcmp(rows[i].call, "rmdir") == 0;
        cr_expect_neq(fs_exists("x/marker"), last, "row %zu", i);
        if (last) {
            make("x/marker", "");
        }
        DONE(remove_x);
        cr_expect_not(fs_exists("x"));
    }
}

// unlinkat says EISDIR of a folder here, EPERM elsewhere; a folder in it that stays is an error.
Test(fs_broken, a_folder_in_it_that_cannot_be_removed)
{
    brs_err err = BRS_ERR_NONE;
    for (int i = 0; i < 3; i++) {
        cr_assert(fs_make_folder("x/y", &err), "%s", err.msg);
        make("x/marker", "");
        break_call(0, "unlinkat", 1, 1, EPERM);
        if (i == 0) {
            break_call(1, "unlinkat", 2, 1, EBUSY);
        } else if (i == 1) {
            make("x/y/b", "b");
            break_call(1, "unlinkat", 2, 1, EACCES);
        }
        if (i < 2) {
            REFUSED(remove_x, BRS_RETRY, i == 0 ? "Device or resource busy" : "Permission denied");
        } else {
            DONE(remove_x);
        }
    }
    cr_expect_not(fs_exists("x"));
}

static int links;

static bool remove_links(brs_err *err)
{
    return fs_remove_links("x", &links, err);
}

Test(fs_broken, links_are_removed_or_that_is_said)
{
    DONE(remove_links);
    cr_expect_eq(links, 0, "there is no such folder");
    static const break_row rows[] = {{"getdents", 1, 1, EIO}, {"getdents", 2, 1, EIO}, {"openat", 1, 1, EMFILE}, {"unlinkat", 1, 1, EACCES},
                                     {"unlinkat", 2, 1, EACCES}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        make_tree();
        break_call(0, rows[i].call, rows[i].nth, 1, rows[i].number);
        refused_here(__LINE__, remove_links, BRS_RETRY, strerror(rows[i].number));
        DONE(remove_x);
    }
    make_tree();
    types_untold = true;
    BROKEN("fstatat", 1, EIO, remove_links, BRS_RETRY, "cannot remove a symbolic link");
    types_untold = true;
    DONE(remove_links);
    cr_expect(links == 2 && holds("x/a", "a") && holds("x/y/b", "b") && !fs_is_link("x/link"), "%d links", links);
}

static bool is_ours(brs_err *err)
{
    return fs_is_ours("x", "marker", err);
}

Test(fs_broken, a_folder_is_ours_only_when_that_is_known)
{
    DONE(is_ours);
    BROKEN("lstat", 1, EIO, is_ours, BRS_RETRY, "cannot look at the folder: Input/output error");
    cr_assert_eq(mkdir("x", 0700), 0);
    DONE(is_ours);
    REFUSED((break_call(0, "readdir", 3, 1, EIO), is_ours), BRS_USAGE, "this folder is not ours");
    REFUSED((break_call(0, "openat", 1, 1, EMFILE), is_ours), BRS_USAGE, "this folder is not ours");
    make("x/a", "a");
    REFUSED(is_ours, BRS_USAGE, "this folder is not ours: it has no file marker");
    BROKEN("lstat", 2, EIO, is_ours, BRS_RETRY, "cannot look at the folder: Input/output error");
    make("x/marker", "");
    DONE(is_ours);
}

static bool exchange(brs_err *err)
{
    return fs_exchange("fresh", "x", err);
}

Test(fs_broken, folders_change_places_also_where_the_system_cannot)
{
    brs_err err = BRS_ERR_NONE;
    cr_assert(fs_make_folder("fresh", &err));
    make("fresh/new", "");
    BROKEN("rename", 1, EIO, exchange, BRS_RETRY, "cannot move the folder into place: Input/output error");
    DONE(exchange);
    cr_expect(fs_exists("x/new") && !fs_exists("fresh"));
    cr_assert(fs_make_folder("fresh", &err));
    make("fresh/newer", "");
    DONE(exchange);
    cr_expect(fs_exists("x/newer") && fs_exists("fresh/new"));
    break_call(0, "renameat2", 1, 1, EINVAL);
    DONE(exchange);
    cr_expect(fs_exists("x/new") && fs_exists("fresh/newer") && !fs_exists("x.old"));
    for (int nth = 1; nth <= 3; nth++) {
        break_call(1, "rename", nth, 1, EIO);
        BROKEN("renameat2", 1, EINVAL, exchange, BRS_RETRY, "cannot move the folder into place: Input/output error");
        cr_expect(fs_exists("x/new") || fs_exists("x.old/new"), "what was there is somewhere");
        cr_assert(nth == 1 || rename("x.old", nth == 2 ? "x" : "fresh") == 0);
    }
}

static bool move_a(brs_err *err)
{
    return fs_move("a", "b", err);
}

Test(fs_broken, a_move_that_fails_leaves_both)
{
    make("a", "new");
    make("b", "old");
    BROKEN("rename", 1, EXDEV, move_a, BRS_RETRY, "cannot move into place: Invalid cross-device link");
    cr_expect(holds("a", "new") && holds("b", "old"));
    DONE(move_a);
    cr_expect(holds("b", "new") && !fs_exists("a"));
}

// ---- one run at a time, and the disk --------------------------------------------------------------

static const char *locked_path;
static int lock;

static bool lock_it(brs_err *err)
{
    return fs_lock(locked_path, &lock, err);
}

Test(fs_broken, a_folder_is_locked_by_one)
{
    static const char *const paths[] = {"site", "./site"};
    for (int i = 0; i < 2; i++) {
        locked_path = paths[i];
        DONE(lock_it);
        const int first = lock;
        REFUSED(lock_it, BRS_RETRY, "locked: another run is at work in this folder");
        cr_expect_eq(lock, -1);
        cr_expect_not(fs_lock(locked_path, &lock, NULL), "also when nobody asks why");
        fs_unlock(first);
        DONE(lock_it);
        fs_unlock(lock);
    }
    BROKEN("flock", 1, ENOLCK, lock_it, BRS_RETRY, "cannot lock its folder: No locks available");
    BROKEN("open", 1, EMFILE, lock_it, BRS_RETRY, "cannot open its folder: Too many open files");
    locked_path = "no/site";
    REFUSED(lock_it, BRS_USAGE, "cannot open its folder: No such file or directory");
    fs_unlock(-1);
}

static bool sync_all(brs_err *err)
{
    return fs_sync_all(".", err);
}

static bool sync_names(brs_err *err)
{
    return fs_sync_names("/tmp", err);
}

Test(fs_broken, what_did_not_reach_the_disk_is_said)
{
    DONE(sync_all);
    BROKEN("open", 1, EMFILE, sync_all, BRS_RETRY, "cannot bring to the disk: Too many open files");
    BROKEN("syncfs", 1, EIO, sync_all, BRS_RETRY, "cannot bring to the disk: Input/output error");
    DONE(sync_names);
    BROKEN("open", 1, EMFILE, sync_names, BRS_RETRY, "cannot bring to the disk: Too many open files");
    BROKEN("fsync", 1, EIO, sync_names, BRS_RETRY, "cannot bring to the disk: Input/output error");
}

Test(fs_broken, what_lies_in_a_folder)
{
    brs_err err = BRS_ERR_NONE;
    cr_assert(fs_make_folder("x/y", &err) && fs_make_folder("xy", &err) && fs_make_folder("z", &err));
    cr_expect(fs_lies_in("x/y", "x") && fs_lies_in("x", "x") && fs_lies_in("x", "/") && fs_lies_in("x/../x/y", "./x"));
    cr_expect(!fs_lies_in("x", "x/y") && !fs_lies_in("xy", "x") && !fs_lies_in("z", "x"));
    cr_expect(!fs_lies_in("no", "x") && !fs_lies_in("x", "no"));
}

Test(fs_broken, empty_folders_above_a_file_go)
{
    brs_err err = BRS_ERR_NONE;
    cr_assert(fs_make_folder("top/a/b/c", &err) && fs_make_folder("top/a/d", &err));
    fs_prune("top/a/b/c/file", "top");
    cr_expect(!fs_exists("top/a/b") && fs_exists("top/a/d"), "as far as something is left");
    fs_prune("top/a/d/file", "top");
    cr_expect(!fs_exists("top/a") && fs_exists("top"), "and never the top");
    fs_prune("file", "");
    fs_remove_empty("top");
    cr_expect_not(fs_exists("top"));
}
