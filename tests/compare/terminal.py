# SPDX-License-Identifier: GPL-2.0-or-later
"""A top on a terminal of its own, whose keys are pressed here and whose screen is looked at."""

import codecs
import fcntl
import os
import re
import select
import signal
import struct
import termios
import time

import frozen
import screen

# How the keys are named in the sequences, and what the terminal sends for them.
KEYS = {"Up": "\x1bOA", "Down": "\x1bOB", "Right": "\x1bOC", "Left": "\x1bOD", "Home": "\x1bOH",
        "End": "\x1bOF", "Ins": "\x1b[2~", "Del": "\x1b[3~", "PgUp": "\x1b[5~", "PgDn": "\x1b[6~",
        "BTab": "\x1b[Z", "Tab": "\t", "Enter": "\r", "Space": " ", "BSpace": "\x7f", "Esc": "\x1b",
        "lt": "<", "A-h": "\x1bh", "A-j": "\x1bj", "A-k": "\x1bk", "A-l": "\x1bl"}
KEYS.update({f"C-{chr(code + 96)}": chr(code) for code in range(1, 27)})

# Where the kernel is for a process that waits for a time and nothing else.
SLEEPS = ("hrtimer_nanosleep", "do_nanosleep", "common_nsleep")

STEP_S = 0.004

# Who is held up for longer may miss what a program shows for a moment.
HELD_UP_S = 0.2
_held_up = 0


def step():
    """Waits a little, and notes whether that took too long."""
    global _held_up
    start = time.monotonic()
    time.sleep(STEP_S)
    _held_up += time.monotonic() - start > HELD_UP_S


def count_held_up():
    """How often we were held up so far."""
    return _held_up


def keys_of(step):
    """What the keys of a step send: characters, and names of keys as in <Down>."""
    return [KEYS[found.group(1)].encode() if found.group(1) else found.group().encode()
            for found in re.finditer(r"<([A-Z][\w-]*|lt)>|.", step)]


class Hidden:
    """A process that nobody sees, which does `act` when it is let go: until then it waits. With a
    gate it is hidden when it comes there, else from the start."""

    def __init__(self, act, gate=None):
        ready, go = os.pipe(), os.pipe()
        self.gate = gate
        self.pid = os.fork()
        if self.pid == 0:
            os.write(ready[1], str(os.getpid()).encode())
            os.read(go[0], 1)
            try:
                act()
            finally:
                os._exit(127)
        self.inner_pid = int(os.read(ready[0], 16))
        self.start = go[1]
        for descriptor in (*ready, go[0]):
            os.close(descriptor)
        if not gate:
            frozen.hide_task(self.inner_pid)

    def go(self):
        os.write(self.start, b"\n")
        os.close(self.start)
        if self.gate:
            self.gate.await_reader(self.pid, lambda: frozen.hide_task(self.inner_pid))


class Gate:
    """Descriptions of terminals that are pipes: who wants to read one waits for us. The stock top
    does so after it has looked for itself in /proc, and before it looks for tasks."""

    def __init__(self, folder, original):
        self.texts = {}
        for name in (screen.TYPE, "dumb"):
            os.makedirs(os.path.join(folder, name[0]), exist_ok=True)
            path = os.path.join(folder, name[0], name)
            with open(os.path.join(original, name[0], name), "rb") as file:
                self.texts[path] = file.read()
            os.mkfifo(path)

    def await_reader(self, pid, act):
        """Does `act` when the process has come to read one, and lets it read. Not if it ends."""
        while not os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
            for path, text in self.texts.items():
                try:
                    pipe = os.open(path, os.O_WRONLY | os.O_NONBLOCK)
                except OSError:
                    continue
                act()
                os.write(pipe, text)
                os.close(pipe)
                return
            time.sleep(STEP_S)


class Terminal:
    """A program on a terminal."""

    def __init__(self, command, environment, size, gate=None):
        program, words = command
        self.screen = screen.Screen(*size)
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.status = None
        self.switches = -1
        self.master, self.slave = os.openpty()
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("4H", size[1], size[0], 0, 0))
        self.process = Hidden(
            lambda: (os.login_tty(os.dup(self.slave)), os.execve(program, words, environment)), gate)
        self.pid, self.inner_pid = self.process.pid, self.process.inner_pid
        os.set_blocking(self.master, False)

    def send(self, keys):
        self.switches = self.count_switches()
        os.write(self.master, keys)

    def resize(self, columns, rows):
        self.switches = self.count_switches()
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("4H", rows, columns, 0, 0))
        old, self.screen = self.screen, screen.Screen(columns, rows)
        self.screen.look = old.look

    def drain(self):
        """Takes what was written; whether there was something."""
        got = False
        while select.select([self.master], [], [], 0)[0]:
            try:
                data = os.read(self.master, 65536)
            except OSError:
                break
            if not data:
                break
            got = True
            self.screen.feed(self.decoder.decode(data))
        return got

    def read_own(self, name):
        try:
            with open(f"{frozen.OWN_PROC}/{self.inner_pid}/{name}", encoding="ascii", errors="replace") as file:
                return file.read()
        except OSError:
            return ""

    def count_switches(self):
        """How often it has gone to sleep."""
        found = re.search(r"^voluntary_ctxt_switches:\s*(\d+)", self.read_own("status"), re.M)
        return int(found.group(1)) if found else 0

    def has_ended(self):
        if self.status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
        return self.status is not None

    def sleeps(self):
        """All of its threads do: the first one may only wait for another."""
        try:
            tids = os.listdir(f"{frozen.OWN_PROC}/{self.inner_pid}/task")
        except OSError:
            return False
        stats = [self.read_own(f"task/{tid}/stat").rpartition(")")[2].split() for tid in tids]
        return bool(stats) and all(stat and stat[0] == "S" for stat in stats)

    def is_idle(self):
        """It has read all keys and sleeps, and all that it has written is on the screen."""
        if self.has_ended():
            self.drain()
            return True
        if struct.unpack("i", fcntl.ioctl(self.slave, termios.FIONREAD, b"\0" * 4))[0]:
            return False
        if self.count_switches() <= self.switches:
            return False
        return self.sleeps() and not self.drain()

    def pauses(self):
        """It shows something for some time, and reads no key meanwhile."""
        return not self.has_ended() and self.read_own("wchan").strip() in SLEEPS

    def settle(self, end):
        """Waits until it is idle, or for `end`."""
        while not self.is_idle():
            if time.monotonic() > end:
                return False
            step()
        return True

    def listen(self, end):
        """Waits until it reads keys, or for `end`."""
        while self.pauses() and time.monotonic() < end:
            self.drain()
            step()

    def close(self):
        if not self.has_ended():
            os.kill(self.pid, signal.SIGKILL)
            self.status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        os.close(self.slave)
        os.close(self.master)
