#!/usr/bin/env python3
"""Changes the code that meets a stranger's bytes in one place at a time, and runs the unit tests of it (reliability: g2).

usage: boundary.py BUILD [HOW-MANY [SEED]]    HOW-MANY: of all, picked by the seed; 0: all

The same mutants as for the rules (plant.c), in the sources below. First it proves itself: without a mutant the tests are
green, and three mutants that are known must die. Survivors in boundary.txt with a reason are allowed; fewer than 95 of 100
killed is a failure.
"""
import os
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

BUILD = sys.argv[1]
MANY = int(sys.argv[2]) if len(sys.argv) > 2 else 0
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else 1
OUT = BUILD + "/boundary"
SOURCES = [f"src/replay/replay_{name}.c" for name in ("container", "scan", "msgpack", "codec", "fields")] + ["src/base/text.c"]
TESTS = [f"tests/unit/test_replay_{name}.c" for name in ("hostile", "round", "forms", "damage", "carried", "promises", "archive", "memory", "tools", "fields")] + ["tests/unit/test_text.c"]
FLAGS = ["-std=c17", "-O1", "-w", "-D_GNU_SOURCE", "-D_FILE_OFFSET_BITS=64", "-Iinclude", f"-I{BUILD}/gen", "-Itests/mutants", "-Itests/unit", "-isystem", "tests/plain",
         *[f"-I{folder}" for folder, _, _ in os.walk("src") if not folder.endswith("data")]]
CC = os.environ.get("CC", "gcc")
KNOWN = ["replay_container.c check_tail: wanted != found never", "replay_scan.c scan_item: s->len - s->at < form->width never", "text.c"]


def run(*words, **more):
    return subprocess.run(words, check=True, stdout=subprocess.PIPE, **more).stdout.decode()


def compiled(source):
    run(CC, *FLAGS, "-c", "-o", f"{OUT}/{os.path.basename(source)}.o", source)
    return f"{OUT}/{os.path.basename(source)}.o"


def program(test):
    return f"{OUT}/{os.path.basename(test)[:-2]}"


def build():
    os.makedirs(OUT, exist_ok=True)
    run(CC, "-std=c17", "-O1", "-D_GNU_SOURCE", "-o", OUT + "/plant", "tests/mutants/plant.c")
    if os.path.exists(OUT + "/list"):
        os.remove(OUT + "/list")
    following = "1"
    for source in SOURCES:
        following = run(OUT + "/plant", following, source, f"{OUT}/{os.path.basename(source)}", OUT + "/list").strip()
    planted = [f"{OUT}/{os.path.basename(s)}" for s in SOURCES] + ["tests/plain/plain.c", "tests/mutants/boundary.c"]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = list(pool.map(compiled, planted))
        list(pool.map(lambda test: run(CC, "-o", program(test), compiled(test), *objects, BUILD + "/libbroadside.a", "-lmsgpackc", "-lcmark",
                                       "-lz", "-lmd", "-lxxhash"), TESTS))


def survives(number):
    return all(subprocess.run([program(test)], env={**os.environ, "BRS_MUTANT": str(number), "BRS_FIRST": "1", "BRS_PATIENCE": "20"},
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0 for test in TESTS)


def main():
    build()
    with open(OUT + "/list") as file:
        mutants = [(int(line.split("\t")[0]), line.split("\t")[1].strip()) for line in file]
    mutants = [m for m in mutants if not m[1].startswith("call")]
    with open("tests/mutants/boundary.txt") as file:
        allowed = dict(line.strip().split("  # ", 1) for line in file if "  # " in line)
    if not survives(0):
        print("the tests are red without any mutant")
        return 2
    for word in KNOWN:
        known = [n for n, text in mutants if word in text]
        if not known or (survives(known[0]) if word != "text.c" else all(map(survives, known[:8]))):
            print(f"a mutant that is known is called green: {word}")
            return 2
    if 0 < MANY < len(mutants):
        mutants = random.Random(SEED).sample(mutants, MANY)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        green = [m[1] for m, lives in zip(mutants, pool.map(lambda m: survives(m[0]), mutants)) if lives]
    left = [text for text in green if text not in allowed]
    for text in left:
        print(f"GREEN {text}")
    for text in [text for _, text in mutants if text in allowed and text not in green]:
        print(f"RED, though listed as green: {text}")
    count, reasoned = len(mutants), len(green) - len(left)
    print(f"boundary {count:5} mutants, {count - len(green):5} red, {reasoned:3} green with a reason, {len(left):3} green")
    return 100 * (count - len(left)) < 95 * count


sys.exit(main())
