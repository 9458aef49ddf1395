// Strangers' files, looked at apart: every worker is a process of its own, with limits (reliability.md 6). What a file does
// to it, be it a crash, all the memory or no end, costs that file one error, and the next one has a new worker.
#ifndef CLI_CLI_APART_H
#define CLI_CLI_APART_H

#include <sys/types.h>

#include "cli.h"

// Beyond any honest file (reliability.md 1). The longest match that bots play, 60 rounds with 12 players and
// 12,085 decisions, takes less than 16 MiB and a tenth of a second to verify; with its trace, for notes, more than 64 MiB.
enum { CLI_APART_MOST = 64, CLI_APART_SECONDS = 5, CLI_APART_MIB = 256 };

typedef struct {
    int items, jobs;  // jobs: at most CLI_APART_MOST
    void *ctx;
    // Looks at item `index` and appends what is to be told of it. In a worker: what else it changes is seen by nobody.
    void (*work)(void *ctx, int index, brs_buf *record);
    // ours
    struct {
        pid_t process;  // 0: none
        int fd;
        char *bytes;         // that have come and not all been taken
        size_t come, taken;
    } worker[CLI_APART_MOST];
    brs_arena arena, bytes;  // arena: of the record
} cli_apart;

// Starts the workers: item i is of worker i % jobs, so that the order of what is told does not hang on their speed.
void cli_apart_begin(cli_apart *apart);

// The record of item `index`; to be asked for in order. It lives until the next one. False: its worker has ended over it,
// and *err says how (BRS_LIMIT: more time or memory than a file may take; BRS_UNEXPECTED: a crash; BRS_RETRY: killed, or the
// system has no more memory, which is not the file's doing). Where no process can be made, the work is done here.
bool cli_apart_next(cli_apart *apart, int index, brs_str *record, brs_err *err);

void cli_apart_end(cli_apart *apart);

// An error as part of a record, and back; false: it is not there.
void cli_apart_put_error(brs_buf *record, const brs_err *err);
bool cli_apart_take_error(brs_str *record, brs_err *err);

#endif
