# SPDX-License-Identifier: GPL-2.0-or-later
"""A host on which nothing moves: the zoo alone in a process namespace, and figures of our own.

A lane is a process outside that starts tops inside. They cannot be without an entry in the /proc
that they read, but with empty files in it they are tasks that have just exited.
"""

import ctypes
import os
import re
import subprocess
import tempfile

from zoo import open_zoo

# A second /proc, for what is hidden in the first.
OWN_PROC = "own-proc"
EMPTY = "empty"
EMPTY_FOLDER = "/proc/tty/ldisc"
MS_BIND = 4096

# Of the tasks: so much as fits on a screen that shows it.
ENVIRONMENT = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8", "EMPTY": ""}

LOADAVG = "0.52 1.48 2.75 1/321 4711\n"

# user, nice, system, idle, iowait, irq, softirq, steal, guest, guest_nice: each processor's since
# the start, and what a tick adds to them.
SINCE_START = (91000, 700, 30500, 884000, 5200, 60, 940, 330, 0, 0)
TICK = ((30, 0, 10, 55, 5, 0, 0, 0), (0, 0, 0, 100, 0, 0, 0, 0), (100, 0, 0, 0, 0, 0, 0, 0),
        (0, 20, 0, 70, 0, 5, 3, 2), (12, 0, 50, 38, 0, 0, 0, 0), (3, 2, 1, 94, 0, 0, 0, 0),
        (50, 0, 49, 1, 0, 0, 0, 0), (0, 0, 0, 60, 40, 0, 0, 0))

MEMORY_KIB = (("MemTotal", 16305120), ("MemFree", 2411828), ("MemAvailable", 10120044),
              ("Buffers", 311204), ("Cached", 6911520), ("SwapCached", 1024), ("Active", 5123456),
              ("Inactive", 4123456), ("SwapTotal", 2097148), ("SwapFree", 1900540), ("Dirty", 444),
              ("Writeback", 0), ("AnonPages", 3456780), ("Mapped", 654321), ("Shmem", 123456),
              ("KReclaimable", 423456), ("Slab", 623456), ("SReclaimable", 423456),
              ("SUnreclaim", 200000), ("KernelStack", 9872), ("PageTables", 54321),
              ("CommitLimit", 10249708), ("Committed_AS", 9123456))


def stat_text(cpus, ticks):
    """/proc/stat of a host after so many ticks."""
    rows = []
    for cpu in range(cpus):
        more = TICK[cpu % len(TICK)] + (0, 0)
        rows.append([start + 37 * cpu + ticks * step for start, step in zip(SINCE_START, more)])
    total = [sum(column) for column in zip(*rows)]
    lines = ["cpu  " + " ".join(map(str, total))]
    lines += [f"cpu{cpu} " + " ".join(map(str, row)) for cpu, row in enumerate(rows)]
    lines += ["intr 1234567 0", f"ctxt {7654321 + ticks}", f"btime {boot_time()}",
              "processes 98765", "procs_running 1", "procs_blocked 0", "softirq 123456 0 0"]
    return "\n".join(lines) + "\n"


def boot_time():
    with open(f"{OWN_PROC}/stat", encoding="ascii") as file:
        return re.search(r"^btime (\d+)", file.read(), re.M).group(1)


def cpuinfo_text(cpus):
    """Two processors to a core."""
    return "".join(f"processor\t: {cpu}\nphysical id\t: 0\ncore id\t\t: {cpu // 2}\n\n"
                   for cpu in range(cpus))


def meminfo_text(ticks):
    figures = dict(MEMORY_KIB)
    figures["MemFree"] -= 10240 * ticks
    figures["MemAvailable"] -= 20480 * ticks
    return "".join(f"{name + ':':15} {figure:8} kB\n" for name, figure in figures.items())


class Host:
    """The figures of the host, in the files that the tops of this lane read."""

    def __init__(self):
        os.makedirs(OWN_PROC)
        mount("-t", "proc", "proc", OWN_PROC)
        self.write(EMPTY, "")
        for name in ("stat", "meminfo", "loadavg", "cpuinfo"):
            self.write(name, "")
            mount("--bind", name, f"/proc/{name}")
        self.cpus = self.ticks = 0
        self.begin(8)
        self.write("loadavg", LOADAVG)

    def begin(self, cpus):
        self.cpus, self.ticks = cpus, 0
        self.write_all()

    def tick(self):
        self.ticks += 1
        self.write_all()

    def write_all(self):
        self.write("stat", stat_text(self.cpus, self.ticks))
        self.write("meminfo", meminfo_text(self.ticks))
        self.write("cpuinfo", cpuinfo_text(self.cpus))

    @staticmethod
    def write(name, text):
        with open(name, "w", encoding="ascii") as file:
            file.write(text)


def mount(*words):
    subprocess.run(["mount", *words], check=True)


def hide_task(pid):
    """Makes it one that nobody sees in /proc, until it has exited."""
    libc = ctypes.CDLL(None, use_errno=True)
    for name in ("stat", "status", "statm", "task"):
        cover = EMPTY_FOLDER if name == "task" else EMPTY
        if libc.mount(cover.encode(), f"/proc/{pid}/{name}".encode(), None, MS_BIND, None) != 0:
            raise OSError(ctypes.get_errno(), f"/proc/{pid}/{name}")


class Zoo:
    """Odd tasks with a process namespace and a /proc of their own."""

    def __init__(self, program):
        # The first process of the namespace waits for the zoo, and so does nothing.
        self.process, self.ids = open_zoo(
            ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc", "sh", "-c", f"'{program}'; :"],
            ENVIRONMENT)
        pid = self.process.pid
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
            self.first = file.read().split()[0]

    def start_lane(self, folder, command):
        """Starts a program that is to see the zoo, in a folder; its output is in a file."""
        words = ["nsenter", "--target", self.first, "--mount", "--pid", "--no-fork", "sh", "-c",
                 'cd "$0" && exec "$@"', folder]
        output = tempfile.TemporaryFile("w+")
        process = subprocess.Popen(words + command, stdout=output)
        process.output = output
        return process

    def close(self):
        self.process.communicate()
