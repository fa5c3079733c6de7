# SPDX-License-Identifier: GPL-2.0-or-later
"""The command lines and key sequences, as text.

    -b -n1 -p {sleeper}        a command line alone: what it prints, and its status
    -d 99 : c V <Down><Down>   what stands before the colon is started on a terminal; then each word
                               is typed, and the screens are compared after it
    COLUMNS=70 SIZE=132x50 CPUS=2 RC=name ...
                               in front of either: a variable, the terminal's size, the number of
                               processors of the host, a configuration of top_tables.py

<tick> lets the figures of the host go on and has them read, <size=70x20> changes the terminal.
"""

import re

import top_tables as tables

DELAY = "-d 99"
ASSIGNMENT = re.compile(r"[A-Z_]+=\S*")


class Case:
    def __init__(self, line):
        self.line = line
        self.environment = {}
        self.size = (80, 24)
        self.cpus = 8
        self.files = {}
        self.exported = None
        options, colon, steps = line.partition(" : ")
        self.head = options + (" :" if colon else "")
        words = options.split(" ")
        while words and ASSIGNMENT.fullmatch(words[0]):
            self.assign(*words.pop(0).split("=", 1))
        self.options = " ".join(words)
        self.steps = steps.split() if colon else None
        self.ends = re.search(r"(^| )-n", self.options) is not None

    def assign(self, name, value):
        if name == "SIZE":
            self.size = tuple(int(number) for number in value.split("x"))
        elif name == "CPUS":
            self.cpus = int(value)
        elif name == "RC":
            path, text = tables.CONFIGURATIONS[value]
            self.files[path] = text
            self.exported = value == "exported"
        else:
            self.environment[name] = value


def on_terminal(line):
    """The line with a delay within which nothing is refreshed but by a key."""
    words, colon, keys = line.partition(":")
    at = len(re.match(r"(?:[A-Z_]+=\S* )*", words).group())
    return f"{words[:at]}{DELAY} {words[at:]}{colon}{keys or ' '}"


def all_cases():
    lines = [*tables.BATCH, *(on_terminal(f": {keys}") for keys in tables.KEYS_ON_TERMINAL),
             *map(on_terminal, tables.SURROUNDINGS), *tables.UNDELAYED]
    return [Case(line) for line in dict.fromkeys(lines)]
