# SPDX-License-Identifier: GPL-2.0-or-later
"""What a ps has printed, taken apart by lines and by the columns under its headings."""

import re
import unicodedata

MASK = "\1"


def text_of(data):
    """Bytes as text; those that are no UTF-8 stay what they are, each a character."""
    return data.decode("utf-8", "surrogateescape")


def cells_of(line):
    """One character for each cell on the screen: wide ones are followed by a filler."""
    cells = []
    for char in line:
        if unicodedata.combining(char):
            continue
        cells.append(char)
        if unicodedata.east_asian_width(char) in "WF":
            cells.append("\0")
    return "".join(cells)


# The script that asks is a process, too, and not always asleep when it is looked at.
SCRIPT = re.compile(r"\bpython3\b|/compare\b")


def without_own_lines(pid, text):
    """Without the lines of the ps that was asked, which have its id among their first words, and
    of the script; and without those that follow such a line for threads (ps m: they have no id)."""
    kept = []
    dropped = False
    for line in text.split("\n"):
        words = re.split(r"[\s,|]+", line.strip())[:8]
        if str(pid) in words or SCRIPT.search(line):
            dropped = True
        elif not (dropped and len(words) > 2 and "-" in words[:2]):
            kept.append(line)
            dropped = False
    return "\n".join(kept)


def spans(heading, column):
    """Where the headings named `column` stand; a last one reaches to the end of the line."""
    found = []
    words = list(re.finditer(r"\S+", heading))
    for word in words:
        if word.group() == column:
            end = word.end() if word is not words[-1] else None
            found.append((word.start(), end))
    return found


def blank_cell(line, start, end):
    """The words that touch these cells are masked; those to the right stay where they are."""
    start = min(start, len(line))
    end = len(line) if end is None else min(end, len(line))
    while start > 0 and not line[start - 1].isspace():
        start -= 1
    while end < len(line) and not line[end].isspace():
        end += 1
    return line[:start] + MASK * (end - start) + line[end:]


def blank(text, column, rows):
    """Masks what stands under the headings named `column`, on lines that match `rows`."""
    lines = [cells_of(line) for line in text.split("\n")]
    for start, end in spans(lines[0], column):
        lines[1:] = [blank_cell(line, start, end) if line and rows.search(line) else line
                     for line in lines[1:]]
    return "\n".join(lines)


def squeeze_masks(text):
    """Masks of any size, with the padding around them, become one mark."""
    return re.sub(f" *{MASK}[ {MASK}]*", " ~ ", text)
