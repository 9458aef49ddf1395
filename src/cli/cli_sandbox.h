// What a run may do once it has read its arguments: files of strangers are looked at with as few rights as they need.
//
// Landlock (Linux 5.13 and later): files are opened only where the arguments point. seccomp: no network, no program is
// started, no process made. What is refused fails with an errno, nothing is killed. Where the kernel has neither, the
// run goes on without, and `broadside --version` says what there is.
#ifndef CLI_CLI_SANDBOX_H
#define CLI_CLI_SANDBOX_H

#include "cli.h"

typedef struct {
    int landlock;   // its version; 0: none
    bool seccomp;
    bool off;       // BROADSIDE_SANDBOX=off, or one of the sanitizers is at work, which needs more
} cli_sandbox;

// Confines this process for good. argv: the words of the command line; paths among them, also as --option=PATH, may
// be read, with the folders that hold them; by commands that write, written, and so may the working folder.
cli_sandbox cli_sandbox_enter(cli_rights rights, int argc, char **argv);

// In a process that a confined one has made to look at a stranger's file: from here on it makes no process and writes no
// file, and has limits of memory (bytes of address space), of open files and of what a file may grow to.
void cli_sandbox_apart(size_t memory);

// What this machine offers, without entering.
cli_sandbox cli_sandbox_offered(void);

// Tries what the sandbox of a command that only reads refuses: the network, a program, a file that no argument names.
// False: one of them was not refused though this kernel offers to. To be called in such a run.
bool cli_sandbox_holds(const cli_sandbox *offered, brs_err *err);

#endif
