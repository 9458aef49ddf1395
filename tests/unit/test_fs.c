// What src/base/fs.h promises, on a fresh folder for each test.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fs.h"
#include "str.h"

static char home[64];
static brs_arena arena;

static void setup(void)
{
    snprintf(home, sizeof home, "/tmp/brs-fs-XXXXXX");
    cr_assert_not_null(mkdtemp(home));
    cr_assert_eq(chdir(home), 0);
    brs_arena_init(&arena, 0);
}

static void teardown(void)
{
    brs_err err = BRS_ERR_NONE;
    cr_assert(fs_write("marker", BRS_STR(""), true, &err));
    cr_assert_eq(chdir("/"), 0);
    cr_assert(fs_remove_tree(home, "marker", &err), "%s", err.msg);
    brs_arena_release(&arena);
}

TestSuite(fs, .init = setup, .fini = teardown);

static brs_code read_code(const char *path, size_t limit)
{
    brs_err err = BRS_ERR_NONE;
    brs_str out;
    bool ok = fs_read(path, limit, &arena, &out, &err);
    cr_assert_eq(ok, err.code == BRS_OK);
    cr_assert(ok || strcmp(err.file, path) == 0, "the error names the path");
    return err.code;
}

static int entries(bool deep)
{
    brs_err err = BRS_ERR_NONE;
    brs_str *names;
    int count = 0;
    cr_assert(fs_list(".", "", deep, &arena, &names, &count, &err), "%s", err.msg);
    return count;
}

Test(fs, what_is_written_is_read_and_nothing_else_is_left)
{
    brs_err err = BRS_ERR_NONE;
    brs_str out;
    cr_assert(fs_write("a", BRS_STR("one\0two"), false, &err), "%s", err.msg);
    cr_assert(fs_read("a", 100, &arena, &out, &err));
    cr_assert(str_equal(out, BRS_STR("one\0two")));
    cr_assert_eq(out.ptr[out.len], '\0', "text is terminated for those who want it");
    cr_assert_eq(entries(true), 1, "no temporary file stays");
}

Test(fs, an_existing_file_is_kept_unless_replacing)
{
    brs_err err = BRS_ERR_NONE;
    brs_str out;
    cr_assert(fs_write("a", BRS_STR("old"), false, &err));
    cr_assert_not(fs_write("a", BRS_STR("new"), false, &err));
    cr_assert_eq(err.code, BRS_USAGE);
    err = BRS_ERR_NONE;
    cr_assert(fs_read("a", 9, &arena, &out, &err) && str_is(out, "old"));
    cr_assert(fs_write("a", BRS_STR("new"), true, &err));
    cr_assert(fs_read("a", 9, &arena, &out, &err) && str_is(out, "new"));
    cr_assert_eq(entries(true), 1);
}

Test(fs, size_limit_is_exact)
{
    brs_err err = BRS_ERR_NONE;
    cr_assert(fs_write("a", BRS_STR("12345"), false, &err));
    cr_assert_eq(read_code("a", 5), BRS_OK);
    cr_assert_eq(read_code("a", 4), BRS_LIMIT);
}

Test(fs, a_huge_sparse_file_is_refused_without_reading_it)
{
    FILE *f = fopen("sparse", "w");
    cr_assert_eq(ftruncate(fileno(f), 1LL << 40), 0);
    fclose(f);
    cr_assert_eq(read_code("sparse", 1 << 20), BRS_LIMIT);
}

Test(fs, links_fifos_and_folders_are_not_read)
{
    brs_err err = BRS_ERR_NONE;
    cr_assert(fs_write("good", BRS_STR("x"), false, &err));
    cr_assert_eq(symlink("good", "link"), 0);
    cr_assert_eq(mkfifo("fifo", 0600), 0);
    cr_assert_eq(mkdir("folder", 0700), 0);
    cr_assert_eq(read_code("link", 9), BRS_TEXT);
    cr_assert_eq(read_code("fifo", 9), BRS_TEXT, "and the call did not block");
    cr_assert_eq(read_code("folder", 9), BRS_USAGE);
    cr_assert_eq(read_code("missing", 9), BRS_USAGE);
    cr_assert_eq(read_code("/proc/self/cmdline", 9), BRS_RETRY, "its size says 0, its content does not");
}

Test(fs, writing_over_a_link_replaces_the_link_not_its_target)
{
    brs_err err = BRS_ERR_NONE;
    brs_str out;
    cr_assert(fs_write("target", BRS_STR("safe"), false, &err));
    cr_assert_eq(symlink("target", "page"), 0);
    cr_assert(fs_write_if_changed("page", BRS_STR("new"), NULL, &err));
    cr_assert(fs_read("target", 9, &arena, &out, &err) && str_is(out, "safe"));
    cr_assert(fs_read("page", 9, &arena, &out, &err) && str_is(out, "new"));
}

Test(fs, an_unchanged_page_is_not_written)
{
    brs_err err = BRS_ERR_NONE;
    bool wrote = false;
    cr_assert(fs_write_if_changed("p", BRS_STR("text"), &wrote, &err));
    cr_assert(wrote);
    cr_assert(fs_write_if_changed("p", BRS_STR("text"), &wrote, &err));
    cr_assert_not(wrote);
    cr_assert(fs_write_if_changed("p", BRS_STR("texx"), &wrote, &err));
    cr_assert(wrote, "same length, other bytes");
}

Test(fs, a_failed_write_names_the_reason_and_leaves_nothing)
{
    brs_err err = BRS_ERR_NONE;
    cr_assert_not(fs_write("no/such/folder/a", BRS_STR("x"), true, &err));
    cr_assert_not_null(strstr(err.msg, "No such file"));
    err = BRS_ERR_NONE;
    cr_assert_eq(mkdir("d", 0700), 0);
    cr_assert_not(fs_write("d", BRS_STR("x"), true, &err), "a folder is in the way");
    cr_assert_eq(entries(true), 0, "no temporary file stays");
}

Test(fs, listing_is_sorted_by_bytes_and_filtered)
{
    const char *names[] = {"b.replay", "a.replay", "B.replay", "a.txt", ".hidden.replay"};
    brs_err err = BRS_ERR_NONE;
    for (int i = 0; i < 5; i++) {
        cr_assert(fs_write(names[i], BRS_STR("x"), false, &err));
    }
    cr_assert(fs_make_folder("sub/deeper", &err), "%s", err.msg);
    cr_assert(fs_write("sub/deeper/c.replay", BRS_STR("x"), false, &err));
    cr_assert_eq(mkdir("folder.replay", 0700), 0);
    cr_assert_eq(symlink("a.replay", "link.replay"), 0);
    brs_str *got;
    int count = 0;
    cr_assert(fs_list(".", ".replay", true, &arena, &got, &count, &err));
    // a link is listed, so that who opens it can say why not
    const char *want[] = {".hidden.replay", "B.replay", "a.replay", "b.replay", "link.replay", "sub/deeper/c.replay"};
    cr_assert_eq(count, 6);
    for (int i = 0; i < 6; i++) {
        cr_assert(str_is(got[i], want[i]), "%d is %s", i, got[i].ptr);
    }
    cr_assert(fs_list(".", ".replay", false, &arena, &got, &count, &err));
    cr_assert_eq(count, 5);
}

Test(fs, only_a_marked_folder_is_removed_and_links_in_it_are_not_followed)
{
    brs_err err = BRS_ERR_NONE;
    cr_assert(fs_make_folder("site/r", &err));
    cr_assert(fs_make_folder("precious", &err));
    cr_assert(fs_write("precious/file", BRS_STR("x"), false, &err));
    cr_assert(fs_write("site/r/page", BRS_STR("x"), false, &err));
    cr_assert_eq(symlink("../precious", "site/link"), 0);
    cr_assert_not(fs_remove_tree("site", ".broadside", &err));
    cr_assert_eq(err.code, BRS_USAGE);
    cr_assert(fs_exists("site/r/page"));
    err = BRS_ERR_NONE;
    cr_assert(fs_write("site/.broadside", BRS_STR(""), false, &err));
    cr_assert(fs_remove_tree("site", ".broadside", &err), "%s", err.msg);
    cr_assert_not(fs_exists("site"));
    cr_assert(fs_exists("precious/file"));
}

Test(fs, a_file_in_the_way_of_a_folder_is_an_error)
{
    brs_err err = BRS_ERR_NONE;
    cr_assert(fs_write("a", BRS_STR("x"), false, &err));
    cr_assert_not(fs_make_folder("a/b", &err));
    cr_assert_eq(err.code, BRS_USAGE);
}

// A device or a pipe stays what it is, whatever the caller says; so does what a link leads to, and the link.
Test(fs, what_is_no_regular_file_is_not_replaced)
{
    static const char *const names[] = {"pipe", "link", "dangling/"};
    cr_assert_eq(mkfifo("pipe", 0600), 0);
    cr_assert_eq(symlink("pipe", "link"), 0);
    for (int i = 0; i < 6; i++) {
        brs_err err = BRS_ERR_NONE;
        cr_assert_not(fs_write(names[i / 2], BRS_STR("x"), i % 2 == 0, &err));
        cr_assert_eq(err.code, BRS_USAGE, "%s: %s", names[i / 2], err.msg);
    }
    struct stat info;
    cr_assert(lstat("pipe", &info) == 0 && S_ISFIFO(info.st_mode));
    cr_assert(lstat("link", &info) == 0 && S_ISLNK(info.st_mode));
    cr_assert_eq(entries(false), 2, "and nothing is left beside them");
    unlink("pipe");
    unlink("link");
}

Test(fs, an_empty_name_is_said_to_be_one)
{
    brs_err write = BRS_ERR_NONE, folder = BRS_ERR_NONE;
    brs_str out;
    brs_err read = BRS_ERR_NONE;
    cr_assert_not(fs_write("", BRS_STR("x"), true, &write));
    cr_assert_not(fs_make_folder("", &folder));
    cr_assert_not(fs_read("", 10, &arena, &out, &read));
    cr_assert(write.code == BRS_USAGE && folder.code == BRS_USAGE && read.code == BRS_USAGE);
    cr_assert_str_eq(write.file, "\"\"");
    cr_assert_str_eq(folder.file, "\"\"");
    cr_assert_str_eq(read.file, "\"\"");
}

// With stdout closed, a file that is opened must not become what stdout writes to.
Test(fs, a_closed_stream_is_never_a_file)
{
    brs_err err = BRS_ERR_NONE;
    fs_appender to;
    int kept = dup(1);
    close(1);
    fs_guard_streams();
    cr_assert(fs_append_open("new", -1, &to, &err), "%s", err.msg);
    cr_assert_gt(to.fd, 2);
    cr_assert_lt(write(1, "x", 1), 0, "what is printed goes nowhere, and that is noticed");
    cr_assert(fs_append_close(&to, false, &err));
    dup2(kept, 1);
    close(kept);
}

// A file that still grows is read again in parts, never through a link.
Test(fs, parts_of_a_file_that_grows_are_read)
{
    brs_err err = BRS_ERR_NONE;
    fs_appender to;
    fs_reader from;
    brs_str part;
    cr_assert(fs_append_open("grows", -1, &to, &err) && fs_reader_open("grows", &from, &err), "%s", err.msg);
    cr_assert(fs_read_at(&from, 0, 8, &arena, &part, &err));
    cr_assert_eq(part.len, 0, "nothing is there yet");
    cr_assert(fs_append(&to, BRS_STR("one\0two"), &err));
    cr_assert(fs_read_at(&from, 2, 3, &arena, &part, &err) && str_equal(part, BRS_STR("e\0t")));
    cr_assert(fs_read_at(&from, 4, 100, &arena, &part, &err) && str_equal(part, BRS_STR("two")), "no more than there is");
    cr_assert(fs_append_close(&to, false, &err));
    fs_reader_close(&from);
    cr_assert_not(fs_read_at(&from, 0, 1, &arena, &part, &err));
    cr_assert_eq(err.code, BRS_RETRY);
    cr_assert_str_eq(err.file, "grows");
    cr_assert_eq(symlink("grows", "link"), 0);
    err.code = BRS_OK;
    cr_assert_not(fs_reader_open("link", &from, &err));
    cr_assert_eq(err.code, BRS_TEXT);
    err.code = BRS_OK;
    cr_assert_not(fs_reader_open(".", &from, &err));
    cr_assert_eq(err.code, BRS_TEXT, "a folder is no file of records");
}
