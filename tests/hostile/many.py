#!/usr/bin/env python3
"""Ten thousand hostile files in one folder, and good ones among them (reliability: S4, X5, g10).

usage: many.py BUILD [COUNT [SEED]]

The hostile files are those of this folder, changed again by the fuzz mutator. What must hold:
  - verify has a line for each file, and refuses with a code of its own whatever it refuses; all good files are right;
  - site publishes every good file, byte for byte, and nothing that verify does not find right;
  - memory does not grow with the number of files by more than their names take, and time not faster than it.
"""
import hashlib
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time

BUILD = os.path.abspath(sys.argv[1])
COUNT = int(sys.argv[2]) if len(sys.argv) > 2 else 10000
SEED = sys.argv[3] if len(sys.argv) > 3 else "1"
GOOD, A_FILE = 100, 1024            # good files; bytes of memory that one more file may take
LARGE_GAME = 128 * 1024            # kilobytes that the pages of two large games may take, made at once
PLAIN = {**os.environ, "LC_ALL": "C", "NO_COLOR": "1", "TERM": "dumb"}
failures = []


def right(what, holds, say=""):
    print(f"{'ok  ' if holds else 'FAIL many:'} {what}{'' if holds else ': ' + str(say)}")
    if not holds:
        failures.append(what)
    return holds


def broadside(*words, cwd):
    """Status, output, messages, kilobytes at the most, seconds."""
    begun = time.monotonic()
    pid_file = tempfile.TemporaryFile()
    child = subprocess.Popen([BUILD + "/broadside", *words], cwd=cwd, env=PLAIN, stdout=pid_file, stderr=subprocess.PIPE)
    said = child.stderr.read()
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    pid_file.seek(0)
    return child.returncode, pid_file.read(), said, used.ru_maxrss, time.monotonic() - begun


def sha(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def make(room, count):
    """A folder of that many hostile files, and the good ones; the hashes of those."""
    folder = f"{room}/{count}"
    os.makedirs(folder)
    seeds = sorted(f"{room}/fixtures/{name}" for name in os.listdir(room + "/fixtures"))
    subprocess.run([BUILD + "/fuzz", "decisions", "-n", str(count), "-s", SEED, "-k", folder, *seeds], check=True)
    for name in os.listdir(folder):
        os.rename(f"{folder}/{name}", f"{folder}/h{name.split('.')[0]}.replay")
    for i, line in enumerate((["-n", str(GOOD - 20), "--bot", "random"], ["-n", "20", "--game", "revolution", "--players", "4", "--set", "rounds=1", "--bot", "random"])):
        status, _, said, _, _ = broadside("sim", "--quiet", "--seed", "770001", "-o", f"good{i}", *line, cwd=room)
        assert status == 0, said
    good = set()
    for i in range(2):
        for name in os.listdir(f"{room}/good{i}"):
            good.add(sha(f"{room}/good{i}/{name}"))
            os.rename(f"{room}/good{i}/{name}", f"{folder}/{name}")
        os.rmdir(f"{room}/good{i}")
    return folder, good


def try_verify(room, folder, good):
    status, out, said, memory, seconds = broadside("verify", "--json", os.path.basename(folder), cwd=room)
    lines = [json.loads(line) for line in out.splitlines()]
    files = len(os.listdir(folder))
    fine = {sha(os.path.join(room, line["file"])) for line in lines if line["ok"]}
    codes = {line["code"] for line in lines if not line["ok"]}
    right(f"verify has a line for each of {files} files", len(lines) == files and 10 <= status <= 30, (len(lines), status, said[-300:]))
    right(f"it refuses {len([1 for line in lines if not line['ok']])} of them, each with a code of its own ({', '.join(map(str, sorted(codes)))})",
          all(10 <= code <= 30 for code in codes), codes)
    right(f"all {len(good)} good files are right", good <= fine, len(good - fine))
    return fine, memory, seconds


def try_site(room, folder, good, fine):
    status, _, said, memory, seconds = broadside("site", os.path.basename(folder), "-o", "public", cwd=room)
    shown = set()
    for at, _, names in os.walk(room + "/public/m"):
        shown.update(sha(os.path.join(at, name)) for name in names if name == "match.replay")
    right(f"site ends with 0 and publishes {len(shown)} games, all good ones among them", status == 0 and good <= shown, (status, len(good - shown), said[-300:]))
    right("it publishes nothing that verify does not find right", shown <= fine, len(shown - fine))
    shutil.rmtree(room + "/public", ignore_errors=True)
    return memory, seconds


def main():
    room = tempfile.mkdtemp(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)
    os.makedirs(room + "/fixtures")
    subprocess.run([BUILD + "/hostile", room + "/fixtures"], check=True)
    used = {}
    for count in (COUNT // 10, COUNT):
        folder, good = make(room, count)
        fine, memory, seconds = try_verify(room, folder, good)
        site_memory, site_seconds = try_site(room, folder, good, fine)
        used[count] = (memory, seconds, site_memory, site_seconds)
        shutil.rmtree(folder)
    few, all_of_them = used[COUNT // 10], used[COUNT]
    allowed = (COUNT - COUNT // 10) * A_FILE // 1024
    right(f"verify takes {few[0] / 1024:.1f} MiB for {COUNT // 10} files and {all_of_them[0] / 1024:.1f} MiB for {COUNT}",
          all_of_them[0] - few[0] <= allowed and all_of_them[0] <= 64 * 1024, f"more than {allowed / 1024:.1f} MiB more")
    right(f"site takes {few[2] / 1024:.1f} MiB and {all_of_them[2] / 1024:.1f} MiB", all_of_them[2] <= LARGE_GAME, f"more than {LARGE_GAME // 1024} MiB")
    right(f"verify takes {few[1]:.2f} s and {all_of_them[1]:.2f} s, site {few[3]:.2f} s and {all_of_them[3]:.2f} s",
          all_of_them[1] < 20 * few[1] + 1 and all_of_them[3] < 20 * few[3] + 1)
    shutil.rmtree(room)
    print(f"many: {10 + 1 - len(failures)} passed, {len(failures)} failed")
    return bool(failures)


if resource.getrlimit(resource.RLIMIT_NOFILE)[0] < 256:
    sys.exit("many.py: too few open files are allowed here")
sys.exit(main())
