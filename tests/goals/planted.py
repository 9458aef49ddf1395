#!/usr/bin/env python3
"""The tests are tested (reliability: g14): a fault for each goal, planted into a copy of the tree, must turn it red.

usage: planted.py BUILD [GOAL...]

First the copy is built as it is, and each goal must be green there. Then one fault at a time: planted, built, the goal's
quick check run (full where there is no quick one), taken out again. A goal that stays green is a check that checks nothing.
"""
import os
import shutil
import subprocess
import sys

BUILD = os.path.abspath(sys.argv[1])
ONLY = sys.argv[2:]
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
COPY = BUILD + "/planted"
PROGRAMS = ["broadside", "fuzz", "hostile", "damage", "promise", "inject", "alloc.so", "surroundings.so", "unit/test_cli_sandbox"]

# The goal, what is wrong then, the file, what stands there, what is to stand there. A file that is to go: "" and None.
FAULTS = [
    ("g1", "the unit tests are gone", None, "--without", "unit"),
    ("g2", "no scenario ever fails", "tests/scenarios/scene_words.c", "    r->failed = true;", "    r->failed = false;"),
    ("g2", "nothing but the tests of the round trip meets a stranger's bytes", "tests/mutants/boundary.py", '("hostile", "round",', '("round",'),
    ("g3", "keys may stand in any order", "src/replay/replay_scan.c", "        if (order > 0) {", "        if (order > 0 && len == 0) {"),
    ("g4", "a file that could not be written whole takes its place all the same", "src/base/fs.c",
     "if (!ok || move_in_place(folder, temp, name, replace) != 0) {", "if (move_in_place(folder, temp, name, replace) != 0) {"),
    ("g4", "an interrupted write is a failure", "src/base/fs.c", "        } else if (errno != EINTR) {\n            return false;", "        } else {\n            return false;"),
    ("g5", "Markdown is read without looking whether there is memory", "src/base/md.c",
     "    if (block == NULL) {\n        memory_is_out(NULL);\n    }\n", ""),
    ("g6", "the checksum is not compared", "src/replay/replay_container.c", "if (wanted != found) {", "if (wanted != found && wanted == 0) {"),
    ("g7", "chance is another one", "src/core/rng.c", "return (uint32_t)((uint64_t)a * b >> 32);", "return (uint32_t)((uint64_t)a * b >> 32) ^ 1u;"),
    ("g8", "folders are not sorted", "src/base/fs_folder.c", "    if (list.count > 1) {\n", "    if (list.count > 100000) {\n"),
    ("g9", "< is not escaped", "src/base/buf.c", "case '<': return BRS_STR(\"&lt;\");", "case '<': return BRS_STR(\"<\");"),
    ("g10", "one file's memory stays", "src/cli/cmd_verify.c", "    brs_arena_reset(&w->scratch);\n    if (!cli_item_read",
     "    brs_arena_alloc(&w->scratch, 1, 1 << 16);\n    if (!cli_item_read"),
    ("g11", "a byte behind a table is read", "src/core/rng.c", "{\n    return (uint32_t)((uint64_t)a * b >> 32);",
     "{\n    const uint32_t two[2] = {a, b};\n    return a == 7 && b == 9 ? two[2] : (uint32_t)((uint64_t)a * b >> 32);"),
    ("g12", "processes may be made, and the network used", "src/cli/cli_sandbox.c", "OUR_MACHINE != 0 && prctl(PR_SET_SECCOMP", "OUR_MACHINE != 0 && prctl(PR_GET_SECCOMP"),
    ("g12", "any file may be read", "src/cli/cli_sandbox.c", "const bool entered = syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;", "const bool entered = ruleset >= 0;"),
    ("g13", "a promised replay is gone", "replays/rnr-guide-1", "", None),
    ("g15", "a part of the tests runs fewer", "tests/goals/floor.txt", "damage 20", "damage 21"),
]


FULL = ["g2", "g9", "g11"]  # have no quick check


def say(text):
    print(text, flush=True)


def copy():
    shutil.rmtree(COPY, ignore_errors=True)
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout
    for name in listed.decode().split("\0"):
        if name and os.path.lexists(f"{ROOT}/{name}"):
            os.makedirs(os.path.dirname(f"{COPY}/{name}"), exist_ok=True)
            shutil.copy2(f"{ROOT}/{name}", f"{COPY}/{name}")


def build():
    done = subprocess.run(["make", "--no-print-directory", "-s", f"-j{os.cpu_count()}", "OPT=-O1", *[f"build/{p}" for p in PROGRAMS]],
                          cwd=COPY, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != 0:
        say(done.stdout.decode(errors="replace")[-2000:])
    return done.returncode == 0


def coverage(*without):
    """The tree as it is: what its tests reach was counted part by part, and a part is left out of the sum."""
    done = subprocess.run(["make", "-s", "coverage", f"WITHOUT={' '.join(without)}"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode == 0, done.stdout.decode(errors="replace")


def check(goal):
    if goal == "g1":
        return coverage()
    if goal == "g15":
        with open(COPY + "/build/counts.txt", "w") as counts:
            counts.write("damage 20\n")
    done = subprocess.run(["tests/goals/goals.sh", "build", "full" if goal in FULL else "quick", goal], cwd=COPY,
                          env={**os.environ, "PLANTED": "1", "SHARE": "6", "MUTANTS": "100", "FINDINGS": "cppcheck", "OPT": "-O1"}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode == 0, done.stdout.decode(errors="replace")


def plant(path, old, new):
    """Returns how to take it out again."""
    whole = f"{COPY}/{path}"
    if new is None:
        victim = f"{whole}/{sorted(os.listdir(whole))[0]}"
        os.rename(victim, COPY + "/victim")
        return lambda: os.rename(COPY + "/victim", victim)
    with open(whole) as file:
        text = file.read()
    if text.count(old) != 1:
        raise SystemExit(f"planted.py: {path} has {text.count(old)} times: {old}")

    def write(words):
        with open(whole, "w") as file:
            file.write(words)
    write(text.replace(old, new))
    return lambda: write(text)


def main():
    passed = failed = 0
    copy()
    if not build():
        say("planted: 0 passed, 1 failed")
        return 1
    faults = [fault for fault in FAULTS if not ONLY or fault[0] in ONLY]
    for goal in dict.fromkeys(fault[0] for fault in faults):
        green, said = check(goal)
        if not green:
            failed += 1
            say(f"FAIL planted: {goal} is red with nothing planted\n{said[-1500:]}")
    for goal, what, path, old, new in faults:
        if path is None:
            green, said = coverage(old, new)
        else:
            undo = plant(path, old, new)
            green, said = check(goal) if build() else (True, "it does not build")
            undo()
        passed, failed = passed + (not green), failed + green
        say(f"{'FAIL planted:' if green else 'ok  '} {goal}: {what}{'' if not green else ': nobody noticed. ' + said[-800:]}")
    build()
    say(f"planted: {passed} passed, {failed} failed")
    return failed > 0


sys.exit(main())
