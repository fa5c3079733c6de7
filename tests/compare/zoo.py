# SPDX-License-Identifier: GPL-2.0-or-later
"""The tasks of tests/zoo."""

import os
import subprocess
import sys


def open_zoo(words, environment=None):
    """What holds them until its input ends, and their ids by name."""
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                               env=environment)
    ids = {}
    for line in iter(process.stdout.readline, "\n"):
        if not line:
            sys.exit("the zoo did not open")
        pid, name = line.rstrip("\n").split(" ", 1)
        ids[name.replace(" ", "_")] = pid
    return process, ids


def family(first):
    """This id, and those of all who descend from it."""
    parents = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", "rb") as file:
                parents[int(name)] = int(file.read().rpartition(b")")[2].split()[1])
        except OSError:
            pass
    found = [first]
    for pid in found:
        found.extend(sorted(child for child, parent in parents.items() if parent == pid))
    return found
