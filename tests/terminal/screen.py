"""A program on a pseudo-terminal of 80 columns and 24 lines, and what it writes there."""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time

COLOUR = re.compile(r"\x1b\[[0-9;]*m")
CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Gone(Exception):
    """The program has ended; args[0] is what it wrote since it was last asked."""


class Screen:
    PATIENCE = 60  # seconds without an answer: the program hangs

    def __init__(self, argv, cwd, environment=None):
        self.all = ""     # all that was written, as it came
        self.keys = 0     # bytes that were typed
        self.folder = cwd
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.chdir(cwd)
            clean = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TERM": "xterm-256color",
                     **{name: os.environ[name] for name in ("LLVM_PROFILE_FILE", "BROADSIDE_SANDBOX") if name in os.environ}}  # make coverage
            os.execve(argv[0], argv, {**clean, **(environment or {})})
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.status = None

    def _some(self, wait):
        ready, _, _ = select.select([self.fd], [], [], wait)
        if not ready:
            return None
        try:
            data = os.read(self.fd, 65536)
        except OSError:
            data = b""
        return data

    def prompt(self):
        """Reads up to the next question, a line that ends in "> "; gives what was written since the last one."""
        seen, end = b"", time.monotonic() + self.PATIENCE
        while True:
            data = self._some(end - time.monotonic())
            if data is None:
                raise AssertionError("no prompt within %d s after: %r" % (self.PATIENCE, seen[-300:]))
            if data == b"":
                self._reap()
                text = seen.decode()
                self.all += text
                raise Gone(text)
            seen += data
            lines = CONTROL.sub("", seen.decode(errors="replace")).split("\n")
            # What was typed may hold "> " too, but not behind its Enter.
            if len(lines) > 1 and re.search("> $", lines[-1]) and lines[-1].rsplit("\r", 1)[-1].count("> ") == 1:
                text = seen.decode()
                self.all += text
                return text

    def until(self, pattern):
        """Reads until what was written since the last call matches."""
        seen, end = "", time.monotonic() + self.PATIENCE
        while not re.search(pattern, CONTROL.sub("", seen)):
            data = self._some(end - time.monotonic())
            if not data:
                raise AssertionError("no %r after: %r" % (pattern, seen[-300:]))
            seen += data.decode(errors="replace")
        self.all += seen
        return seen

    def type(self, text):
        self.keys += len(text.encode())
        data = text.encode()
        while data:
            data = data[os.write(self.fd, data):]

    def say(self, line):
        """A line and its Enter; what is answered, without what was typed."""
        self.type(line + "\n")
        return self.prompt()

    def kill(self):
        """SIGKILL: nothing can be tidied up."""
        os.kill(self.pid, signal.SIGKILL)
        while True:
            data = self._some(5)
            if not data:
                break
            self.all += data.decode(errors="replace")
        self._reap()

    def end(self):
        """Reads to the end; the exit status."""
        try:
            while True:
                self.prompt()
        except Gone:
            return self.status

    def _reap(self):
        if self.status is None:
            self.status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
            os.close(self.fd)


def widest(text):
    """The longest line that was on the screen, in columns; what a person typed is part of its line."""
    best = ""
    for line in re.split(r"[\r\n]+", CONTROL.sub("", text)):
        row, at = [], 0
        for c in line:
            if c == "\b":
                at = max(0, at - 1)
            else:
                row[at:at + 1] = c
                at += 1
        best = max(best, "".join(row), key=len)
    return best
