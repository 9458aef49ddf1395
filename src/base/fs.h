// Files: the only place that opens, writes or lists them. Every function fails with a brs_err that
// holds the path and the system's reason: BRS_USAGE for a wrong path (nothing there, a file exists), BRS_TEXT or BRS_LIMIT for
// what a file is, BRS_RETRY for our side (disk full, no permission).
#ifndef BASE_FS_H
#define BASE_FS_H

#include "broadside/arena.h"
#include "broadside/error.h"
#include "broadside/types.h"

// Reads a regular file of at most `limit` bytes (no symbolic link, no device, no FIFO); "-" is standard input.
bool fs_read(const char *path, size_t limit, brs_arena *arena, brs_str *out, brs_err *err);

// A regular file that is read in parts: `len` bytes from `at` on, fewer at its end. It has no end yet when it still grows.
typedef struct {
    int fd;
    const char *path;  // the caller's
} fs_reader;
bool fs_reader_open(const char *path, fs_reader *out, brs_err *err);
bool fs_read_at(const fs_reader *from, uint64_t at, size_t len, brs_arena *arena, brs_str *out, brs_err *err);
void fs_reader_close(fs_reader *reader);

// Writes a whole file: temp in the same folder, write, fsync, rename, fsync of the folder.
// Refuses to replace an existing file unless `replace`; never a device or a pipe.
bool fs_write(const char *path, brs_str bytes, bool replace, brs_err *err);

// Is this a regular file with these bytes? What cannot be read is not.
bool fs_holds(const char *path, brs_str bytes);

// Writes a page: as fs_write without fsync, and only when the bytes differ from what is there.
// *wrote (may be NULL) tells whether it did.
bool fs_write_if_changed(const char *path, brs_str bytes, bool *wrote, brs_err *err);

// Writes a file that does not exist yet, straight: for a folder that nobody reads before it is whole.
bool fs_write_new(const char *path, brs_str bytes, brs_err *err);

// Makes a folder and its parents.
bool fs_make_folder(const char *path, brs_err *err);

// Names in a folder with the given ending (".replay"; "" for all), sorted by bytes, "." and ".." left out.
// With `deep`, files of subfolders too (32 levels down), as "sub/name". Links, pipes and devices are among them: who
// reads one says why not.
bool fs_list(const char *path, const char *ending, bool deep, brs_arena *arena, brs_str **out, int *count,
             brs_err *err);

// A file that only grows. Open one that does not exist yet (keep < 0), or one of ours, whose bytes from `keep` on
// are cut off. Each append is one write; sync waits until the disk has it all.
typedef struct {
    int fd;
    const char *path;  // the caller's
} fs_appender;
bool fs_append_open(const char *path, int64_t keep, fs_appender *out, brs_err *err);
bool fs_append(fs_appender *to, brs_str bytes, brs_err *err);
bool fs_append_close(fs_appender *to, bool sync, brs_err *err);

// A stream that the caller closed is opened for nothing, so that no file takes its number and gets what is printed.
// Call it first of all.
void fs_guard_streams(void);

// Removes a file; one that is not there is no error.
bool fs_remove(const char *path, brs_err *err);

bool fs_exists(const char *path);
bool fs_is_folder(const char *path);

// Removes a folder and all below it, up to 32 levels; only when it holds the marker file `marker`.
bool fs_remove_tree(const char *path, const char *marker, brs_err *err);

// Removes a folder when there is nothing in it.
void fs_remove_empty(const char *path);

// Removes all symbolic links below a folder (32 levels down), never what they name. *found: how many there were; 0 when
// there is no folder.
bool fs_remove_links(const char *path, int *found, brs_err *err);

// Removes the folder that `path` lies in when nothing is left there, then the one above it and so on, but never `top`.
void fs_prune(const char *path, const char *top);

// May we make this folder anew? True when it is absent, empty, or holds the marker file.
bool fs_is_ours(const char *path, const char *marker, brs_err *err);

// Puts the folder `fresh` in the place of `path` in one step; what was there is then called `fresh`.
bool fs_exchange(const char *fresh, const char *path, brs_err *err);

// Moves a file or folder; a file that is there is replaced in one step.
bool fs_move(const char *from, const char *to, brs_err *err);

bool fs_is_link(const char *path);

// Locks the folder that `path` lies in against other runs, until unlock or the end of the process. BRS_RETRY when
// another run has it.
bool fs_lock(const char *path, int *lock, brs_err *err);
void fs_unlock(int lock); // closes it

// Waits until the disk has the whole file system that a folder is on; the names in the folder that `path` lies in.
bool fs_sync_all(const char *path, brs_err *err);
bool fs_sync_names(const char *path, brs_err *err);

// Waiting for changes: open, name the folders (not those below them), then wait until something was written, moved,
// made or removed there, and nothing more for so many milliseconds. Ended by fs_unlock.
bool fs_watch_open(int *watch, brs_err *err);
bool fs_watch_folder(int watch, const char *path, brs_err *err);
// One file, also when another takes its place; while it is not there, the folder it was in.
bool fs_watch_file(int watch, const char *path, brs_err *err);
void fs_watch_wait(int watch, int quiet_ms);

// Is the one the other, or below it? Both must exist.
bool fs_lies_in(const char *path, const char *folder);

#endif
