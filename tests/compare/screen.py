# SPDX-License-Identifier: GPL-2.0-or-later
"""What a program has written to a terminal: a screen of characters and how they look.

The terminal is one of our own, TERMINAL for tic(1), so that little has to be understood.
"""

import re
import unicodedata

TERMINAL = r"""dotproc-screen|a screen for tests,
    am, bce, xenl, colors#8, pairs#64, cols#80, lines#24, it#8,
    bel=^G, bold=\E[1m, clear=\E[H\E[2J, cr=\r, cub1=^H, cud1=\n, cuf1=\E[C, cuu1=\E[A,
    cup=\E[%i%p1%d;%p2%dH, home=\E[H, ed=\E[J, el=\E[K, ind=\n, civis=\E[?25l, cnorm=\E[?25h,
    cvvis=\E[?25h, smcup=\E[?1049h, rmcup=\E[?1049l, smkx=\E[?1h, rmkx=\E[?1l, op=\E[39;49m,
    rev=\E[7m, smso=\E[7m, rmso=\E[27m, smul=\E[4m, rmul=\E[24m, sgr0=\E[m,
    setaf=\E[3%p1%dm, setab=\E[4%p1%dm,
    kcuu1=\EOA, kcud1=\EOB, kcuf1=\EOC, kcub1=\EOD, khome=\EOH, kend=\EOF, kbs=^?, kcbt=\E[Z,
    kich1=\E[2~, kdch1=\E[3~, kpp=\E[5~, knp=\E[6~,

dumb|one that can do next to nothing,
    am, cols#80, bel=^G, cr=\r, cud1=\n, ind=\n,
"""
TYPE = "dotproc-screen"

SEQUENCE = re.compile(r"\x1b(?:\[([?>]?)([0-9;]*)([@-~])|[()][A-Z0-9]|[=>78cM]|\][^\a\x1b]*(?:\a|\x1b\\))")
UNFINISHED = re.compile(r"\x1b(?:\[[?>0-9;]*|[()]?|\][^\a\x1b]*\x1b?)?$")

PLAIN = ()
# Of SGR: what ends them is in ENDS.
STARTS = {1: "bold", 4: "underlined", 7: "reversed"}
ENDS = {22: "bold", 24: "underlined", 27: "reversed"}


class Screen:
    def __init__(self, columns, rows):
        self.columns = columns
        self.rows = rows
        self.pending = ""
        self.look = PLAIN
        self.row = self.column = 0
        self.cells = []
        self.erase(0, rows)

    def erase(self, start, end):
        self.cells[start:end] = [[(" ", PLAIN)] * self.columns for _ in range(end - start)]

    def text(self):
        """The lines without blanks at their ends."""
        lines = ("".join(char for char, _ in cells).rstrip() for cells in self.cells)
        return "\n".join(lines).rstrip("\n")

    def looks(self):
        """The lines with a mark wherever the look of what is not blank changes."""
        lines = []
        for cells in self.cells:
            line, look = "", PLAIN
            for char, now in cells:
                if char != " " and now != look:
                    line += f"<{' '.join(now)}>"
                    look = now
                line += char
            lines.append(line.rstrip())
        return "\n".join(lines).rstrip("\n")

    def feed(self, text):
        text = self.pending + text
        cut = UNFINISHED.search(text)
        self.pending = text[cut.start():] if cut else ""
        text = text[:cut.start()] if cut else text
        at = 0
        while at < len(text):
            if text[at] != "\x1b":
                self.put(text[at])
                at += 1
                continue
            found = SEQUENCE.match(text, at)
            if not found:
                raise ValueError(f"unknown sequence: {text[at:at + 12]!r}")
            if found.group(3) and not found.group(1):
                self.control(found.group(3), found.group(2))
            at = found.end()

    def put(self, char):
        if char == "\n":
            self.feed_line()
        elif char == "\r":
            self.column = 0
        elif char == "\b":
            self.column = max(0, self.column - 1)
        elif char == "\t":
            self.column = min(self.columns - 1, self.column // 8 * 8 + 8)
        elif char >= " " and char != "\x7f":
            self.put_visible(char)

    def put_visible(self, char):
        if unicodedata.combining(char):
            return
        size = 2 if unicodedata.east_asian_width(char) in "WF" else 1
        if self.column + size > self.columns:
            self.column = 0
            self.feed_line()
        line = self.cells[self.row]
        line[self.column] = char, self.look
        if size == 2:
            line[self.column + 1] = "", self.look
        self.column += size

    def feed_line(self):
        if self.row < self.rows - 1:
            self.row += 1
        else:
            del self.cells[0]
            self.erase(self.rows - 1, self.rows)

    def control(self, final, parameters):
        numbers = [int(number or 0) for number in parameters.split(";")]
        first = max(1, numbers[0])
        self.column = min(self.column, self.columns - (final != "m"))
        if final == "H":
            self.row = min(first, self.rows) - 1
            self.column = min(max(1, (numbers + [1])[1]), self.columns) - 1
        elif final == "J":
            self.clear_line(0 if numbers[0] == 2 else self.column)
            self.erase(0 if numbers[0] == 2 else self.row + 1, self.rows)
        elif final == "K":
            self.clear_line(self.column)
        elif final == "m":
            self.set_look(numbers)
        elif final in "ABCD":
            self.row = min(max(0, self.row + {"A": -first, "B": first}.get(final, 0)), self.rows - 1)
            self.column = min(max(0, self.column + {"C": first, "D": -first}.get(final, 0)),
                              self.columns - 1)
        else:
            raise ValueError(f"unknown sequence: {parameters}{final}")

    def clear_line(self, start):
        line = self.cells[self.row]
        line[start:] = [(" ", PLAIN)] * (self.columns - start)

    def set_look(self, numbers):
        parts = set(self.look)
        for number in numbers:
            if number == 0:
                parts.clear()
            elif number in STARTS:
                parts.add(STARTS[number])
            elif number in ENDS:
                parts.discard(ENDS[number])
            elif number // 10 in (3, 4):
                kind = "text" if number < 40 else "ground"
                parts = {part for part in parts if not part.startswith(kind)}
                parts |= {f"{kind}{number % 10}"} if number % 10 != 9 else set()
        self.look = tuple(sorted(parts))
