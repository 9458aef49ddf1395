// Scenarios of Revolution: the same file format as the others, with a table of its own (tests/scenarios/README.md).
#ifndef REV_SCENES_H
#define REV_SCENES_H

#include "broadside/replay.h"

typedef struct {
    const char *program;
    const brs_library *library;
    int passed, broken;
} rev_scenes;

// Runs one file and counts its scenarios.
void rev_scenes_run(rev_scenes *scenes, const char *path);

#endif
