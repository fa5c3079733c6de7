# SPDX-License-Identifier: GPL-2.0-or-later
"""The list of differences that are meant: reads it, and takes them out of two answers.

The file is blocks of "key: value" lines with empty lines between them:

    line     which command lines: a regular expression that the whole line matches
    part     what differs: the headings of columns; or "status", "stderr"; or "order", that of the
             lines; or "output", all of it; or "text", those characters that match; or
             "lines", those that match are left out; "blanks", how many stand together; or several
    rows     on which lines of the output, a regular expression, all without it; for "text", which
             characters: they count as blanks
    stock    only for these versions of the stock ps: "before 4.0.5", "from 4.0.6", or both
    as       only where ps runs as "root", as "user", or on the "host"
    moves    "yes": it is not always there, as with a value that changes all the time
    why      the reason
"""

import re

from listing import blank, squeeze_masks


# The newest procps-ng that the list was made with.
NEWEST = (4, 0, 7)


class Difference:
    def __init__(self, fields):
        self.line = re.compile(fields["line"])
        self.parts = fields["part"].split()
        self.rows = re.compile(fields.get("rows", ""))
        self.stock = fields.get("stock", "")
        self.where = fields.get("as", "").split()
        self.may_be_gone = "moves" in fields
        self.why = fields["why"]
        self.was_asked = False
        self.was_seen = False

    def is_of(self, stock_version):
        """Whether it is one from this version of the stock ps."""
        words = self.stock.split()
        bounds = {word: version_of(version) for word, version in zip(words[::2], words[1::2])}
        return (bounds.get("from", stock_version) <= stock_version
                and ("before" not in bounds or stock_version < bounds["before"]))

    def applies(self, line):
        return self.line.fullmatch(line) is not None

    def __str__(self):
        return f"{self.line.pattern}  {' '.join(self.parts)}"


def version_of(text):
    return tuple(int(number) for number in re.findall(r"\d+", text)[:3])


def read(path, stock_version, where):
    """The differences that can be met here."""
    found = []
    with open(path, encoding="utf-8") as file:
        for block in re.split(r"\n\s*\n", file.read()):
            lines = [line for line in block.splitlines() if line and not line.startswith("#")]
            if not lines:
                continue
            fields = dict(line.split(":", 1) for line in lines)
            difference = Difference({key.strip(): text.strip() for key, text in fields.items()})
            if not difference.is_of(stock_version):
                continue
            if not difference.where or where in difference.where:
                found.append(difference)
    return found


def hide_part(answer, part, rows):
    """The answer without one part of it."""
    output, errors, status = answer
    if part == "output":
        return "", errors, status
    if part == "status":
        return output, errors, 0
    if part == "stderr":
        return output, "", status
    if part == "text":
        lines = (rows.sub(lambda found: " " * len(found.group()), line).rstrip()
                 for line in output.split("\n"))
        return "\n".join(lines), errors, status
    if part == "lines":
        lines = (line for line in output.split("\n") if not rows.search(line))
        return "\n".join(lines).rstrip("\n"), errors, status
    if part == "blanks":
        return re.sub(r"(?<=\S)  +", " ", output), errors, status
    if part == "order":
        return "\n".join(sorted(output.split("\n"))), errors, status
    return blank(output, part, rows), errors, status


def hide(answer, meant):
    """The answer without what is meant to differ."""
    for difference in meant:
        for part in difference.parts:
            answer = hide_part(answer, part, difference.rows)
    output, errors, status = answer
    return squeeze_masks(output), errors, status
