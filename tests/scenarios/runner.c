// Runs scenarios: a table, choices, and what must follow, line by line (tests/scenarios/README.md has the language).
// A failing line prints FILE:LINE, what was found instead, and a repro line. Ends with "scenarios: N passed, N failed".
// usage: scenarios FOLDER|FILE...
#include <stdio.h>

#include "scenes.h"

int main(int argc, char **argv)
{
    brs_arena arena;
    brs_library library;
    brs_err err = BRS_ERR_NONE;
    brs_arena_init(&arena, 0);
    if (!brs_library_load(NULL, &arena, &library, &err)) {
        fprintf(stderr, "%s:%d: %s\n", err.file, err.line, err.msg);
        return 2;
    }
    scenes all = {.program = argv[0], .library = &library};
    for (int i = 1; i < argc; i++) {
        if (!scenes_run(&all, argv[i])) {
            return 2;
        }
    }
    printf("scenarios: %d passed, %d failed\n", all.passed, all.broken);
    return all.broken > 0 || all.passed == 0;
}
