# SPDX-License-Identifier: GPL-2.0-or-later
"""Makes command lines at random, of all that ps knows, right and wrong. The same seed makes the same.

What differences lists wherever it stands is left out. A line is closed, asks about the zoo alone, or open, and
then has the PID in front, by which the line of the ps that is asked is found; it sorts, or shows threads.
"""

import random
import shlex

from cases import Case
from tables import AIX_CODES, MACROS, NEWER_SPECIFIERS, PERSONALITIES, SHORT_KEYS, SPECIFIERS

# They move, differ for each program that is asked, or differ in rows of threads or of others.
WITHOUT = set("""
    cuc cuu pss uss numa _left _left2 _right _right2 _unlimited _unlimited2 nvcsw nivcsw RUSAGE fname
    pcaps fds ag_id rbytes rchars rops wbytes wcbytes wchars wops
    """.split())

# The stock ps does not sort by them, or by others in their place.
NOT_SORTED = set("""
    fgid cutime m_resident m_share resident utime vm_exe sgi_p m_trs size trs trss tsiz end_code start_code
    tty4 vm_data vm_lock vm_stack vsize context label zone htprv htshr
    """.split())
NAMES = [name for name in SPECIFIERS + NEWER_SPECIFIERS if name not in WITHOUT]
FORMATS = [name for name in MACROS if name not in WITHOUT]
KEYS = [name for name in NAMES if name not in NOT_SORTED]
SHORT = [key for key in SHORT_KEYS if key not in "JKNRSjknsv"]

UNIX_LETTERS = "AFHLPTZacdefjlwxyN"
BSD_LETTERS = "HTXZacefghjlnrsuvwx"

IDS = """{zombie} {stopped} {traced} {other_user} {member} {team} {deep} {broad} {session} {terminal}
    {zoo_parent} {odd_name} {wide_name} {no_name} {long_call} {real_time} 2147483647""".split()
BAD_IDS = "0 -1 x 1x 2147483648 99999999999999999999 0x1 +1 1.5 1-2".split()
USERS = "root nobody 0 100 101 65534 daemon nosuch 4294967295 -1 +0 0x0 00 1x".split()
GROUPS = "root nogroup 0 1 2 65534 daemon nosuch 4294967295 -1 {session}".split()
TERMINALS = "{tty} /dev/{tty} - ? pts/4095 tty1 1 nosuch /dev 0 ttyS0 console".split()
COMMANDS = "zombie team deep3 broad zoo worker-1 exactly15chars! nosuch Zombie zomb".split() + ["like stat"]
COUNTS = "1 2 3 5 8 12 20 33 40 60 79 80 100 132 133 200 0 -1 x 0x20 020 +9 9x".split()
WIDTHS = "1 2 3 5 8 9 16 20 33 60 0 x 07 -1".split() + [""]
DATES = "%F %T %Y %b %d %H:%M %Q %% % text %c %x %s %Z".split() + [" "]
LONG_WORDS = "--context --header --headers --no-headers --noheading".split()
ODD_WORDS = "{team} +{session} -{session} {zombie},{team} - -- -B --nosuch B -p --sort /x".split() + [""]
ENVIRONMENT = {
    "PS_PERSONALITY": PERSONALITIES, "CMD_ENV": PERSONALITIES, "I_WANT_A_BROKEN_PS": ["", "1"],
    "_XPG": ["", "5"], "UNIX95": ["1"], "COLUMNS": COUNTS, "LINES": COUNTS, "PS_COLORS": ["1"],
    "LC_ALL": ["C", "POSIX", "nosuch"], "TZ": ["Asia/Tokyo", "XXX-14", "nosuch"], "POSIXLY_CORRECT": ["1"],
    "PS_FORMAT": [f"pid,{one},{other}" for one, other in zip(NAMES, NAMES[7:])]}


class Maker:
    """A line; random is where its choices come from."""

    def __init__(self, source):
        self.random, self.one = source, source.choice
        self.is_open, self.is_aix, self.is_sorted = self.chance(0.4), self.chance(0.1), self.chance(0.5)

    def chance(self, share):
        return self.random.random() < share

    def some(self, words, most=4, joints=",,,, "):
        """A list of some of the words, seldom with an empty one; of threads, none twice."""
        count = min(self.random.randint(1, most), len(words))
        chosen = self.random.choices(words, k=count) if self.is_sorted else self.random.sample(words, count)
        return self.one(joints).join(chosen + [""] * self.chance(0.02))

    def column(self):
        name = self.one(FORMATS if self.chance(0.1) else NAMES)
        if self.chance(0.03):
            name = self.one(("nosuch", "PID", "", "pidx"))
        return f"{name}:{self.one(WIDTHS)}" if self.chance(0.25) else name

    def format(self):
        if self.is_aix:
            texts = [f"%{code}" for code in AIX_CODES] + [" ", ":", "text", "%%", ",", "|", "%q"]
            # The stock ps complains of the first of several formats that are no lists, if of any.
            return ("%p " if self.is_open else "%y") + "".join(self.random.choices(texts, k=self.one((0, 1, 2, 4))))
        columns = ["pid"] * self.is_open + [self.column() for _ in range(self.random.randint(1, 6))]
        if self.chance(0.2):
            columns[-1] += self.one(("=", "=X", "=A HEADING", "=A,B", "==", "=pid,comm", "= "))
        return self.one(", ").join(columns)

    def wrapped_format(self):  # no sort order by chance
        return ("" if self.is_aix else "pid,") + self.format()

    def order(self):
        keys = [self.one(("", "+", "-")) + self.one(KEYS) for _ in range(4)]
        return self.some(keys + ["nosuch", "--pid"] * self.chance(0.1), 3)

    def short_order(self):
        keys = self.random.sample(SHORT, self.random.randint(1, 3))
        return "".join(self.one("+-") + key for key in keys).lstrip("+")

    def option(self):
        ids = BAD_IDS if self.chance(0.04) else IDS
        choices = [
            ("-o o --format", self.format), ("-o o --format", self.format), ("-O", self.wrapped_format),
            ("O", self.short_order if self.is_sorted else self.wrapped_format),
            ("k --sort" if self.is_sorted else "-o", self.order if self.is_sorted else self.format),
            ("-p p --pid -q q --quick-pid --ppid -s --sid", lambda: self.some(ids)),
            ("-C", lambda: self.some(COMMANDS)), ("--cols --width --rows --lines", lambda: self.one(COUNTS)),
            ("-D --date-format", lambda: "".join(self.random.choices(DATES, k=3))),
            ("--delimiter", lambda: self.one((",", "|", " ", "ab", "λ")))]
        if self.is_open:
            choices += [("-g -G --Group --group", lambda: self.some(GROUPS, 3)),
                        ("-u U --user -U --User", lambda: self.some(USERS, 3)),
                        ("-t t --tty", lambda: self.some(TERMINALS, 3))]
        names, make = self.one(choices)
        name = self.one(names.split())
        if name.startswith("--"):
            return self.split(name, self.one("=: "), make())
        # The stock ps takes a date that is attached for more options.
        if name != "-D" and self.chance(0.3):
            name = name[:-1] + self.cluster(UNIX_LETTERS if "-" in name else BSD_LETTERS) + name[-1]
        return self.split(name, " " if name == "-D" else self.one(("", " ", " ")), make())

    @staticmethod
    def split(name, mark, argument):
        return [name, argument] if mark == " " else [name + mark + argument]

    def cluster(self, letters):
        # Where the ps itself is sorted to would show in the lines of a forest.
        left_out = ("Z" if self.is_open else "AadeTxgNr") + "HLTf"[:3 + self.is_open] * self.is_sorted
        letters = [letter for letter in letters if letter not in left_out]
        return "".join(self.random.choices(letters, k=self.random.randint(1, 3)))

    def part(self):
        words = LONG_WORDS + ["--deselect"] * self.is_open + ["--forest"] * (not self.is_sorted)
        kinds = [lambda: ["-" + self.cluster(UNIX_LETTERS)], lambda: [self.cluster(BSD_LETTERS)],
                 lambda: [self.one(words)], lambda: [self.one(ODD_WORDS)]]
        return self.random.choices([self.option] + kinds, weights=(50, 20, 18, 7, 5))[0]()

    def spoil(self, word):
        place, more = self.random.randrange(len(word) + 1), self.one(("", *",:=-+% x0"))
        return word[:place] + more + word[place + (not more):]

    def line(self):
        parts = [self.part() for _ in range(self.random.randint(1, 3))]
        parts += [] if self.is_open else [[self.one(("-p", "-p", "p", "--pid")), "{zoo}"]]
        words = sum(self.random.sample(parts, len(parts)), [])
        place = self.random.randrange(len(words))
        if self.chance(0.1) and "{" not in words[place] and words[place][:2] not in ("-D", "--"):
            words[place] = self.spoil(words[place])
        names = self.random.sample(list(ENVIRONMENT), self.one((0, 0, 0, 1, 2)))
        # What begins is no assignment.
        before = [f"{name}={self.one(ENVIRONMENT[name])}" for name in names] or ["TZ=UTC"]
        return " ".join(map(shlex.quote, before + words))


def random_cases(seed, count):
    source = random.Random(seed)
    return [Case(Maker(source).line(), "all", True) for _ in range(count)]
