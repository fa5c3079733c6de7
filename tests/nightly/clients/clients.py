# SPDX-License-Identifier: GPL-2.0-or-later
"""The programs that call ps and top, what each is asked, and what of its answer can be compared.

An answer's rows are those of the zoo, as they are; of other processes, which are the asker's own and
have other ids each time, only the names."""

import glob
import json
import os
import re
import subprocess
import tempfile
import xml.etree.ElementTree as ElementTree

SYSTEM = "/clients"
VENV = f"{SYSTEM}/venv"
NPM = f"{SYSTEM}/npm"
PLUGINS = "/usr/lib/nagios/plugins"
MUNIN = "/usr/share/munin"

# Of no client does one question take so long; one that hangs is ended.
PATIENCE_S = 300

# What takes the place of an id that is another one each time.
OWN = "own"


class Failed(Exception):
    """A client could not be asked; the text says what it said."""


def run(side, words, statuses=(0,), **options):
    """What a command prints on that side (the words in front of it), and its status."""
    done = subprocess.run(side + words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False,
                          stdin=subprocess.DEVNULL, timeout=PATIENCE_S, text=True,
                          errors="surrogateescape", **options)
    if statuses and done.returncode not in statuses:
        raise Failed(f"status {done.returncode}: {(done.stderr or done.stdout).strip()[-300:]}")
    return done.stdout, done.returncode


def without(row, hidden):
    return {key: value for key, value in row.items() if key not in hidden}


def choose_rows(rows, zoo, hidden=(), pid="pid", name="name"):
    """The rows as they are comparable."""
    mine = [without(row, hidden) for row in rows if int(row[pid]) in zoo]
    others = {os.path.basename(str(row.get(name)).split(" ")[0]) for row in rows
              if int(row[pid]) not in zoo}
    return {"zoo": mine, OWN: sorted(others)}


# psutil: its own tests, those that ask ps.

def ask_psutil(side, _zoo):
    with tempfile.TemporaryDirectory() as folder:
        report = f"{folder}/report.xml"
        said, _ = run(side, [f"{VENV}/bin/python", "-B", "-m", "pytest", "-q", "-p",
                             "no:cacheprovider", f"--junitxml={report}", "tests/test_posix.py"],
                      statuses=(0, 1), cwd=f"{SYSTEM}/psutil")
        if not os.path.exists(report):
            raise Failed(said[-300:])
        outcomes = {}
        for case in ElementTree.parse(report).iter("testcase"):
            kinds = [child.tag for child in case if child.tag in ("failure", "error", "skipped")]
            outcomes[f"{case.get('classname')}.{case.get('name')}"] = (kinds or ["passed"])[0]
    return outcomes


def summarise_psutil(outcomes):
    kinds = sorted(set(outcomes.values()))
    return ", ".join(f"{list(outcomes.values()).count(kind)} {kind}" for kind in kinds)


# jc: texts into JSON.

def ask_jc_ps(*options):
    def ask(side, zoo):
        said, _ = run(side, [f"{VENV}/bin/jc", "ps", *options])
        rows = json.loads(said)
        name = "command" if "command" in rows[0] else "cmd"
        for row in rows:
            # A share of the time since the start: of the young it falls from one answer to the next.
            for share in {"c", "cpu_percent"} & row.keys():
                row[share] = type(row[share]).__name__
        return choose_rows(rows, zoo, name=name)
    return ask


def ask_jc_top(*options):
    def ask(side, zoo):
        said, _ = run(side, [f"{VENV}/bin/jc", "top", "-b", *options])
        frames = []
        for frame in json.loads(said):
            rows = choose_rows(frame.pop("processes"), zoo, name="command")
            # Figures of the whole host move: that they are there, and numbers, has to be equal.
            frames.append({"rows": rows, **{key: type(value).__name__
                                            for key, value in frame.items()}})
        return frames
    return ask


# Packages of npm: see ask.mjs.

def ask_node(question, choose):
    def ask(side, zoo):
        asker = os.path.join(os.path.dirname(os.path.abspath(__file__)), "ask.mjs")
        pids = [str(pid) for pid in zoo]
        said, _ = run(side, ["node", asker, question, *pids], cwd=NPM)
        return choose(json.loads(said), zoo)
    return ask


def as_it_is(answer, _zoo):
    return answer


def rows_of(hidden=(), pid="pid", name="name"):
    return lambda answer, zoo: choose_rows(answer, zoo, hidden, pid, name)


def pidusage_rows(answer, zoo):
    """By id; the time is that of asking, and the age and the share go on between two questions."""
    return choose_rows(list(answer.values()), zoo, ("timestamp", "elapsed", "cpu"))


def system_rows(answer, zoo):
    """Shares of processors it computes from /proc/stat itself, and they change with each tick."""
    counts = {key: type(value).__name__ for key, value in answer.items() if key != "list"}
    return {**counts, **choose_rows(answer["list"], zoo, ("cpu", "cpuu", "cpus"))}


def service_rows(answer, zoo):
    return [{**without(row, ("cpu", "pids", "pid")),
             "pids": [pid for pid in row["pids"] if int(pid) in zoo]} for row in answer]


# Monitoring: what is printed, and the status.

def ask_text(words, hide=(), **environment):
    def ask(side, zoo):
        named = [word.replace("{parent}", str(zoo[0])) for word in words]
        said, status = run(side, named, statuses=None, env={**os.environ, **environment})
        for pattern, replacement in hide:
            said = re.sub(pattern, replacement, said)
        return {"status": status, "output": said.splitlines()}
    return ask


def check_procs(*options):
    return ask_text([f"{PLUGINS}/check_procs", *options])


def munin(plugin, *options, **environment):
    return ask_text([f"{MUNIN}/plugins/{plugin}", *options], MUNIN_LIBDIR=MUNIN,
                    MUNIN_CAP_MULTIGRAPH="1", **environment)


def npm_client(name, *questions):
    return Client(name, "npm", [(question, ask_node(question, choose))
                                for question, choose in questions])


class Client:
    """A program: what package it is, of which kind, and its questions: names and functions."""

    def __init__(self, name, kind, questions, package=None, summarise=None):
        self.name = name
        self.kind = kind
        self.questions = questions
        self.package = package or name
        self.summarise = summarise

    def version(self):
        """What is installed; None where it is not."""
        try:
            if self.kind == "npm":
                with open(f"{NPM}/node_modules/{self.package}/package.json",
                          encoding="utf-8") as file:
                    return json.load(file)["version"]
            if self.kind == "pip":
                found = glob.glob(f"{VENV}/lib/python3*/site-packages/{self.package}-*.dist-info")
                return re.search(r"-([^-]+)\.dist-info$", found[0]).group(1)
            words = ["dpkg-query", "--show", "--showformat=${db:Status-Status} ${Version}"]
            status, version = run([], [*words, self.package])[0].split(" ")
            return version if status == "installed" else None
        except (OSError, IndexError, Failed):
            return None


CLIENTS = [
    Client("psutil", "pip", [("test_posix", ask_psutil)], summarise=summarise_psutil),
    Client("jc", "pip", [
        *((f"ps {words}", ask_jc_ps(*words.split()))
          for words in ("aux", "-ef", "axu", "-e -f -w", "auxww")),
        *((f"top -b {words}", ask_jc_top(*words.split()))
          for words in ("-n 1", "-n 1 -w 512", "-n 1 -c -w 512")),
    ]),
    npm_client("ps-list", ("ps-list", rows_of(("cpu",))), ("ps-list own", rows_of(("cpu",)))),
    npm_client("pidusage", ("pidusage", pidusage_rows), ("pidusage gone", as_it_is)),
    npm_client("pidtree", ("pidtree", as_it_is),
               ("pidtree all", lambda answer, zoo: [row for row in answer if row["pid"] in zoo])),
    npm_client("ps-tree", ("ps-tree", as_it_is)),
    npm_client("find-process", ("find-process pid", rows_of()), ("find-process name", rows_of()),
               ("find-process gone", as_it_is)),
    npm_client("tree-kill", ("tree-kill", as_it_is)),
    npm_client("ps-node", ("ps-node", rows_of(name="command")), ("ps-node pid", rows_of())),
    npm_client("systeminformation", ("systeminformation processes", system_rows),
               ("systeminformation services", service_rows),
               ("systeminformation load", service_rows)),
    Client("check_procs", "apt", [(" ".join(words), check_procs(*words)) for words in (
        ("-p", "{parent}"), ("-p", "{parent}", "-s", "Z"), ("-s", "TZ"), ("-C", "zoo"),
        ("-a", "zoo"), ("--ereg-argument-array=^[a-z]*zoo",), ("-u", "nobody"),
        ("-m", "VSZ", "-w", "1:100", "-p", "{parent}"), ("-m", "RSS", "-c", "1", "-p", "{parent}"),
        ("-m", "ELAPSED", "-w", "86400"), ("-z", "10000"), ("-r", "1000"), ("-k",),
        ("-w", "1:", "-C", "nosuch"),
    )], package="monitoring-plugins-basic"),
    Client("munin", "apt", [
        ("processes", munin("processes")),
        ("processes config", munin("processes", "config")),
        ("proc_pri", munin("proc_pri")),
        ("proc", munin("proc", procname="zoo")),
        ("multips_memory", munin("multips_memory", os="linux", names="zoo nosuch")),
    ], package="munin-node"),
]
