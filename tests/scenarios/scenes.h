// Scenarios of all games: one file format (tests/scenarios/README.md), a table for each game.
//
// A scenario holds under every edition of its game, or under those that its line `edition:` names: a file is
// gone through once for each edition.
#ifndef SCENES_H
#define SCENES_H

#include "broadside/replay.h"

typedef struct {
    const char *program;           // for the repro line
    const brs_library *library;
    bool first_only;               // mutants: the first failure is enough
    bool once;                     // mutants: a scenario is run under the first of its editions only
    const brs_edition *edition;    // under this one only; NULL: under each
    int passed, broken;
} scenes;

// Each runs one file and counts its scenarios.
void rnr_scenes_run(scenes *all, const char *path);
void rev_scenes_run(scenes *all, const char *path);

// Runs a file, or all files of a folder, sorted by name. False: nothing is there.
bool scenes_run(scenes *all, const char *path);

// Is the scenario whose lines come next to be run in the pass of this edition? 'err' is filled when it names none
// that there is.
bool scenes_holds(const scenes *all, const brs_editions *editions, const brs_edition *now, brs_str ahead, brs_err *err);

static inline bool scenes_done(const scenes *all)
{
    return all->first_only && all->broken > 0;
}

#endif
