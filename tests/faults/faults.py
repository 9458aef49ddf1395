#!/usr/bin/env python3
"""Every system call and every allocation of the main commands goes wrong once (reliability: F1-F4, F8, K1; g4, g5).

usage: faults.py BUILD [SHARE [COMMAND...]]    SHARE: one of so many faults is tried (default 150; make full: 1)

A command runs in a folder of its own, which is known before and after it. With one fault in it, what must hold:
  - it never crashes, and ends with 0 or 75 (try again), after a signal of ours with that;
  - 0 means that all was done: the folder and standard output are what they are without the fault;
  - 75 comes with an error; every file is whole: as it was before or as it is afterwards, none is lost, and nothing of
    ours is left lying about (but by a run that was killed);
  - run again without the fault, it comes to what it always comes to.
"""
import errno
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

BUILD = os.path.abspath(sys.argv[1])
SHARE = int(sys.argv[2]) if len(sys.argv) > 2 else 150
ONLY = sys.argv[3:]
PROGRAM = BUILD + "/broadside"
SANITIZED = b"; off" in subprocess.run([PROGRAM, "--version"], stdout=subprocess.PIPE).stdout  # its library asks for more
ENV = {"ASAN_OPTIONS": "detect_leaks=0", "PATH": os.environ["PATH"], "LC_ALL": "C", "NO_COLOR": "1", "TERM": "dumb",
       **{name: os.environ[name] for name in ("LLVM_PROFILE_FILE", "BROADSIDE_SANDBOX") if name in os.environ}}  # make coverage
JOBS = os.cpu_count() or 1
RETRY, KILLED, PATIENCE = 75, 128 + 9, 20

# What a command is called here; its words; how to do it again afterwards (None: the same); what it is then to come to
# (None: the whole folder); what it begins with beside the replays.
COMMANDS = [
    ("sim", "sim --quiet -n 2 --seed 3 --bot random -o made", "sim --quiet -n 2 --seed 3 --bot random -o made --force", None, []),
    ("sim --archive", "sim --quiet -n 3 --seed 5 --bot random --archive made.replays",
     "sim --quiet -n 3 --seed 5 --bot random --archive made.replays --force", None, []),
    ("play", "play --you none --seed 7 --bot random -o game.replay", "play --you none --seed 7 --bot random -o other.replay",
     ["other.replay"], []),
    ("verify", "verify -j1 in all.replays", None, None, []),
    ("stats", "stats --json in", None, None, []),
    ("convert", "convert one.replay", None, None, []),
    ("annotate", "annotate --text hello -o noted.replay --force one.replay", None, None, []),
    ("annotate in place", "annotate --text hello -o one.replay --force one.replay", "verify one.replay", [], []),
    ("compile", "compile --force club.transcript -o club.replay", None, None, []),
    ("repack in place", "repack --force in", None, None, []),
    ("redact", "redact --for A one.replay -o for-a.replay", "redact --for A --force one.replay -o for-a.replay", None, []),
    ("migrate", "migrate --edition rulebook one.replay -o same.replay", "migrate --edition rulebook --force one.replay -o same.replay", None, []),
    ("fmt in place", "fmt --write club.transcript", None, None, []),
    ("text", "text one.replay -o one.transcript", "text --force one.replay -o one.transcript", None, []),
    ("export to epub", "export one.replay --to epub -o one.epub", "export --force one.replay --to epub -o one.epub", None, []),
    ("board", "board one.replay -o end.svg", "board --force one.replay -o end.svg", None, []),
    ("scoresheet", "scoresheet -o sheet.html", "scoresheet --force -o sheet.html", None, []),
    ("manifest", "manifest all.replays --shards 2 -o two.json", "manifest all.replays --shards 2 --force -o two.json", None, []),
    ("archive reindex", "archive reindex all.replays", None, None, []),
    ("archive add", "archive add all.replays one.replay", None, None, []),
    ("archive extract", "archive extract all.replays -o out", "archive extract --force all.replays -o out", None, []),
    ("batch", "batch --manifest m.json --shard 0/1 -o done -- verify", None, None, []),
    ("merge", "merge shards -o merged.jsonl --force", None, None, []),
    ("site, new", "site cards -o fresh -j1", None, None, ["cards"]),
    ("site, languages", "site cards -o both -j1 --lang en --lang de --base-url https://example.org/", None, None, ["cards"]),
    ("site, more files", "site cards -o fresh -j1 --print --epub --zip fresh.zip", "site cards -o fresh -j1 --print --epub --zip fresh.zip --force", None,
     ["cards"]),
    ("site, again", "site cards -o public -j1", None, None, ["cards", "public"]),
    ("site --clean", "site cards -o public -j1 --clean", None, None, ["cards", "public"]),
]
SOME = {"cards", "public"}  # of what is prepared: for those that ask for it
CALLS_ONLY = {"export to epub", "site, more files"}  # minizip does not look whether malloc gave it something (site_zip.c)
LOADS = "verify"            # whose loading of the card sets stands for that of all

# What each call may say of itself. "short" moves one byte, "kill" ends the process there.
OF_CALL = {
    "read": [errno.EIO, errno.EINTR, "short"], "write": [errno.EIO, errno.ENOSPC, errno.EINTR, "short", "kill"],
    "openat": [errno.EIO, errno.EMFILE, errno.ENFILE, errno.EINTR, errno.ENOSPC], "close": [errno.EIO],
    "fsync": [errno.EIO, errno.ENOSPC, "kill"], "syncfs": [errno.EIO, "kill"],
    "rename": [errno.EIO, errno.ENOSPC, "kill"], "renameat": [errno.EIO, errno.EDQUOT, "kill"],
    "renameat2": [errno.EIO, errno.ENOSPC, "kill"], "linkat": [errno.EIO, "kill"], "mkdir": [errno.ENOSPC, errno.EDQUOT],
    "unlink": [errno.EIO, "kill"], "unlinkat": [errno.EIO, "kill"], "rmdir": [errno.EIO, "kill"],
    "mmap": [errno.ENOMEM], "brk": [errno.ENOMEM], "clone": [errno.EAGAIN], "flock": [errno.EINTR, errno.ENOLCK],
    "getdents64": [errno.EIO], "lseek": [errno.EIO], "newfstatat": [errno.EIO], "ftruncate": [errno.EIO],
}
OF_MEMORY = {"mmap", "brk", "clone"}


def run(words, cwd, env=None, before=()):
    try:
        done = subprocess.run([*before, *words], cwd=cwd, env={**ENV, **(env or {})}, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return "no end", b"", b""
    status = done.returncode if done.returncode >= 0 else 128 - done.returncode
    return status, done.stdout, done.stderr


def command(line, cwd, **more):
    return run([PROGRAM, *line.split()], cwd, **more)


def tree(folder):
    """Every file with its bytes, every folder."""
    found = {}
    for at, folders, files in os.walk(folder):
        for name in folders:
            found[os.path.relpath(os.path.join(at, name), folder)] = None
        for name in files:
            path = os.path.join(at, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, folder)] = file.read()
    return found


def prepare(room):
    """What the commands begin with."""
    start = os.path.join(room, "start")
    os.makedirs(start + "/in")
    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    for line in ("sim --quiet -n 2 --seed 11 --bot random -o in", "sim --quiet -n 1 --seed 12 --bot random -o one",
                 "sim --quiet -n 3 --seed 21 --bot random --archive all.replays",
                 "sim --quiet -n 1 --game revolution --players 4 --set rounds=1 --seed 4 --bot random -o cards"):
        status, _, said = command(line, start)
        assert status == 0, said
    os.rename(start + "/one/" + os.listdir(start + "/one")[0], start + "/one.replay")
    os.rmdir(start + "/one")
    shutil.copy(here + "/cli/files/club.transcript", start)
    for line in ("manifest all.replays --shards 1 -o m.json", "batch --manifest m.json --shard 0/1 -o shards -- verify --json",
                 "site cards -o public -j1"):
        status, _, said = command(line, start)
        assert status == 0, (line, said)
    replay = os.listdir(start + "/cards")[0]
    with open(f"{start}/cards/{replay[:-len('.replay')]}.notes.md", "w") as notes:
        notes.write("# Notes by Lin\n## @match\nNew.\n")
    return start


def ours(path):
    """Named by us while a file is made: may be left by a run that was killed, or ended where there was no memory."""
    return path.rsplit("/", 1)[-1].endswith((".tmp", ".part"))


def between(path):
    """What a site is made in; the next build removes it. The journal of a game that was broken off is to be gone on with."""
    return path.split("/")[0].endswith((".new", ".old")) or path.endswith(".journal")


CACHE = "public/.broadside-cache"  # without it the next build makes all pages


class Trial:
    def __init__(self, room, start, name, line, again, compared, needs):
        self.room, self.start, self.name, self.line = room, start, name, line
        self.again, self.compared, self.left_out = again or line, compared, SOME.difference(needs)
        self.failures, self.done = [], 0
        work = self.fresh()
        self.before = tree(work)
        status, self.out, said = command(line, work)
        assert status == 0, (name, said)
        self.after = tree(work)
        status, _, said = command(self.again, work)
        assert status == 0, (name, "again", said)
        self.after_again = tree(work)
        shutil.rmtree(work)

    def fresh(self):
        work = tempfile.mkdtemp(dir=self.room)
        shutil.copytree(self.start, work, dirs_exist_ok=True, copy_function=shutil.copyfile,
                        ignore=lambda at, names: self.left_out if at == self.start else ())
        return work

    def whole(self, now, killed):
        for path, bytes_now in now.items():
            known = [side[path] for side in (self.before, self.after) if path in side]
            if bytes_now not in known and not (killed and ours(path)) and not between(path):
                return f"{path} is neither as it was nor as it should be"
        for path in self.before:
            if path in self.after and path not in now and path != CACHE:
                return f"{path} is lost"
        return None

    def judge(self, work, status, out, said, killed, mute):
        """None, or what does not hold."""
        if killed and status == KILLED:
            pass
        elif status == 0:
            if tree(work) != self.after:
                return "it ends with 0, but not all is there"
            if out != self.out:
                return "it ends with 0, but prints something else"
            return None
        elif status != RETRY:
            return f"it ends with {status}" if isinstance(status, int) else "it does not end"
        elif not said.strip() and not mute:
            return "it fails without a word"
        wrong = self.whole(tree(work), killed or b"out of memory" in said)
        if wrong is not None:
            return wrong
        status, _, said = command(self.again, work)
        if status != 0:
            return f"run again it ends with {status}: {said.decode(errors='replace')[:300]}"
        now = {path: data for path, data in tree(work).items() if not (killed and ours(path))}
        if self.compared is not None:
            same = all(now.get(path) == self.after_again[path] for path in self.compared)
        else:
            same = now in (self.after, self.after_again)
        return None if same else "run again it does not come to the same"

    def count(self, what, wrong, said):
        self.done += 1
        if wrong is not None:
            text = said.decode(errors="replace").strip().replace("\n", " | ")[:300]
            self.failures.append(f"FAIL faults: {self.name}: {what}: {wrong}\n    it said: {text}")

    def call(self, k, fault):
        work = self.fresh()
        report = work + ".report"
        status, out, said = run([report, str(k), str(fault), PROGRAM, *self.line.split()], work, before=[BUILD + "/inject"])
        with open(report) as file:
            which = file.read().split() or ["?", "0"]
        os.remove(report)
        mute = which == ["write", "2"]
        wrong = self.judge(work, status, out, said, fault == "kill", mute)
        if fault == errno.EINTR and which[0] in ("read", "write") and which[1] not in ("1", "2") and status != 0:
            wrong = wrong or "it takes an interruption for a failure"  # what is opened or printed may be asked for again
        word = fault if isinstance(fault, str) else errno.errorcode[fault]
        shutil.rmtree(work)
        return f"{word} at call {k}, {' '.join(which)}", wrong, said

    def allocation(self, k, sticky):
        work = self.fresh()
        env = {"LD_PRELOAD": BUILD + "/alloc.so", "BRS_ALLOC": f"{k}{'+' if sticky else ''}"}
        status, out, said = command(self.line, work, env=env)
        wrong = self.judge(work, status, out, said, False, False)
        shutil.rmtree(work)
        return f"no memory at allocation {k}{' and after' if sticky else ''}", wrong, said

    def plan(self):
        work = self.fresh()
        run([work + ".report", "0", "0", PROGRAM, *self.line.split()], work, before=[BUILD + "/inject"])
        with open(work + ".report") as file:
            calls = [line.split() for line in file]
        faults = [(self.call, k + 1, fault) for k, (name, _) in enumerate(calls) for fault in OF_CALL.get(name, [])
                  if not (SANITIZED and name in OF_MEMORY)]
        shutil.rmtree(work)
        if SANITIZED or self.name in CALLS_ONLY:
            return len(calls), faults, 0, []
        work = self.fresh()
        _, _, said = command(self.line, work, env={"LD_PRELOAD": BUILD + "/alloc.so", "BRS_ALLOCS": "1"})
        allocations = int(said.split()[-1])
        _, _, said = command("editions list", work, env={"LD_PRELOAD": BUILD + "/alloc.so", "BRS_ALLOCS": "1"})
        first = 0 if self.name == LOADS else max(0, int(said.split()[-1]) - 10)
        shutil.rmtree(work)
        memory = [(self.allocation, k + 1, sticky) for k in range(first, allocations) for sticky in (False, True)]
        return len(calls), faults, allocations, memory


def pick(all_faults, share, offset):
    return all_faults[offset * 7 % min(share, len(all_faults))::share] if all_faults else []


def main():
    room = tempfile.mkdtemp(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)
    start = prepare(room)
    passed = failed = calls_tried = allocations_tried = 0
    with ThreadPoolExecutor(JOBS) as pool:
        for number, row in enumerate(COMMANDS):
            if ONLY and row[0] not in ONLY:
                continue
            name = row[0]
            trial = Trial(room, start, *row)
            calls, faults, allocations, memory = trial.plan()
            chosen = pick(faults, SHARE, number)
            chosen_memory = pick(memory, SHARE, number)
            for what, wrong, said in pool.map(lambda fault: fault[0](*fault[1:]), chosen + chosen_memory):
                trial.count(what, wrong, said)
            calls_tried += len(chosen)
            allocations_tried += len(chosen_memory)
            for failure in trial.failures[:8]:
                print(failure)
            if trial.failures:
                print(f"    {len(trial.failures)} failures; repro: tests/faults/faults.py BUILD {SHARE} '{name}'")
            passed += not trial.failures
            failed += bool(trial.failures)
            print(f"{'--' if trial.failures else 'ok'}   {name}: {len(chosen)} of {len(faults)} faults at {calls} calls, "
                  f"{len(chosen_memory)} of {len(memory)} at {allocations} allocations")
            sys.stdout.flush()
    shutil.rmtree(room)
    print(f"{calls_tried} faults at system calls, {allocations_tried} at allocations")
    print(f"faults: {passed} passed, {failed} failed")
    return failed > 0


sys.exit(main())
